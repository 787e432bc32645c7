// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_align - where a beat stands in its frame, and what is known of a frame by its beats alone
//
// A word number counts payload words: that of a beat is the word which ends in it. With B bytes a
// beat and H = 64/B, which is also the words of a cell, it is -H .. -1 in the header beats. So its
// upper part is a cell, and -1 in every header beat.
//
//   pins      | beat n     | beat n+1     |
//   stage 1   |            | word_s1 = n  | word_s1 = n+1
//
// tkeep: only what is contiguous from its first bit counts as bytes. A beat that is not the last
// and not full, and a last beat without its first byte, count as if tuser were set (in.fcs).
//
// A beat that starts at byte 1536 ends its frame, whatever its tkeep (in.long). What follows is
// skipped to its tlast, and so is a frame that a reset caught on its way: it has lost its
// beginning. Under way means that a beat was seen, that at the pins included, and no tlast. A hard
// reset forgets the beats before it, so in its last cycle only the one at the pins counts.
// Part of: ttp_rx_parse

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_align #(
    parameter DATA_W = 512,     // bits a beat: 64, 128, 256, 512
    parameter WPC    = 1        // words a cell, 512 / DATA_W
) (
    input  wire                     clk,
    input  wire                     rst,        // hard; core_rst is 1 with it
    input  wire                     core_rst,

    // The pins
    input  wire [DATA_W/8-1:0]      tkeep,
    input  wire                     tvalid,
    input  wire                     tlast,
    input  wire                     tuser,
    output wire [$clog2(WPC)+5:0]   word_s0,

    // Stage 1
    output wire                     valid_s1,   // a beat of a frame that is looked at
    output wire                     ends_s1,    // the last one of it: last, or too long
    output wire                     long_s1,
    output wire [$clog2(WPC)+5:0]   word_s1,
    output wire                     bad,        // tuser or a broken tkeep, so far
    output wire                     carry,      // the beat reaches byte B - 4 at least
    output wire [11:0]              beyond      // bytes beyond byte 60 so far, signed
);

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);
localparam WW = $clog2(WPC) + 6;            // 5 bits of cells and the sign
localparam [31:0] LOW    = WPC - 1;
localparam [31:0] LONG_W = (`TTP_MAX_RX - 64) / B;
localparam [WW-1:0] W_FIRST = ~LOW[WW-1:0]; // -H

reg           mid_q,     mid_d;             // a frame is under way
reg           skip_q,    skip_d;            // ... and is not looked at
reg  [WW-1:0] word_s0_q, word_s0_d;

wire          long_s0 = word_s0_q == LONG_W[WW-1:0];
wire [WW-1:0] next_s0 = word_s0_q + {{(WW-1){1'b0}}, 1'b1};

always @* begin
    mid_d     = tvalid ? !tlast : mid_q && !rst;
    skip_d    = tvalid ? !tlast && (skip_q || long_s0) : skip_q;
    word_s0_d = !tvalid ? word_s0_q : tlast || skip_q || long_s0 ? W_FIRST : next_s0;
    if (core_rst) begin
        skip_d    = mid_d;
        word_s0_d = W_FIRST;
    end
end

// n: bytes of the beat up to the lowest zero of tkeep. end_lo: (n + 4) mod B; reaches: n >= B - 4.
// The lowest zero of each eight bits, and the first eight that have one: a chain through all of
// them would be the longest path of 512 bit.
reg [LB-1:0] end_lo, lowest;
reg          run;
integer      g, i;

always @* begin
    run    = 1'b1;
    end_lo = {LB{1'b0}};
    for (g = 0; g < B; g = g + 8) begin
        lowest = {LB{1'b0}};
        for (i = 7; i >= 0; i = i - 1) if (!tkeep[g + i]) lowest = g[LB-1:0] + i[LB-1:0] + 4;
        if (run && !(&tkeep[g +: 8])) end_lo = end_lo | lowest;
        run = run && &tkeep[g +: 8];
    end
    if (run) end_lo = end_lo | 4;
end

wire reaches  = &tkeep[B-5:0];
wire keep_bad = tlast ? tuser || !tkeep[0] : !(&tkeep);

reg           valid_s1_q, last_s1_q, long_s1_q, bad_q, carry_q;
reg  [WW-1:0] word_s1_q;
reg  [11:0]   beyond_q;

always @(posedge clk) begin
    mid_q      <= mid_d;
    skip_q     <= skip_d;
    word_s0_q  <= word_s0_d;
    word_s1_q  <= word_s0_q;
    valid_s1_q <= tvalid && !skip_q && !core_rst;
    last_s1_q  <= tlast;
    long_s1_q  <= long_s0;
    if (tvalid) begin
        bad_q    <= (mid_q && bad_q) || keep_bad;
        carry_q  <= reaches;
        beyond_q <= {reaches ? next_s0 : word_s0_q, end_lo};
    end
end

assign word_s0  = word_s0_q;
assign valid_s1 = valid_s1_q;
assign ends_s1  = valid_s1_q && (last_s1_q || long_s1_q);
assign long_s1  = long_s1_q;
assign word_s1  = word_s1_q;
assign bad      = bad_q;
assign carry    = carry_q;
assign beyond   = beyond_q;

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !word_s0_q[WW-1]) assert (mid_q && !skip_q);
`endif

endmodule

`resetall
