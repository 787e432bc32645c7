// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_resend - which payload is the oldest that is lost, and the queue of RESENDs
//
//     SCAN    a word with something lost
//     FIND    the lowest of it
//     FETCH   is it in flight?
//     TELL    then it goes into the queue; so do news (GO) and a limit
//
// Timing: what is told comes from flops, told from tells and a flop.
// Part of: ttp_tx_marks

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_marks_resend #(
    parameter LW = 11,          // width of a link index
    parameter EW = 13,          // width of an entry index
    parameter PW = 8            // log2 of the payloads of a context, 8 or 9
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Of the context that is served
    input  wire [7:0]                   gen,
    input  wire [LW-1:0]                link,
    input  wire [31:0]                  una,
    input  wire [PW:0]                  sent,

    input  wire                         sees,       // SCAN
    input  wire [63:0]                  seen,
    input  wire [PW-7:0]                seen_word,
    input  wire                         finds,      // FIND
    output wire [PW-1:0]                pick,       // ID mod 2^PW
    input  wire                         fetches,    // FETCH

    // At most one of them, with room
    input  wire                         tells,      // TELL, with its entry
    input  wire [EW-1:0]                entry,
    output wire                         told,       // it was in flight
    input  wire                         brings,     // news
    input  wire                         bounds,     // so many may be in flight
    input  wire [PW:0]                  limit,      // ... of this link
    input  wire [7:0]                   limit_gen,
    input  wire [LW-1:0]                limit_link,
    output wire                         room,

    output wire                         resend_valid,
    output wire [LW-1:0]                resend_link,
    output wire [`TTP_RESEND_W-1:0]     resend,
    input  wire                         resend_ready
);

reg  [63:0]   seen_q;
reg  [PW-7:0] seen_word_q;
reg  [PW-1:0] pick_q;
reg           tell_q;
reg  [31:0]   tell_id_q;
// The lowest, by eights: which eight has one, and which of each is it
reg  [2:0]    eight;
reg  [23:0]   ones;
integer       j, k;
always @* begin
    eight = 3'd0;
    ones  = 24'd0;
    for (j = 7; j >= 0; j = j - 1) begin
        if (seen_q[8*j +: 8] != 8'd0) eight = j[2:0];
        for (k = 7; k >= 0; k = k - 1) if (seen_q[8*j + k]) ones[3*j +: 3] = k[2:0];
    end
end
wire [5:0]    lowest = {eight, ones[3*eight +: 3]};
wire [PW-1:0] off = pick_q - una[PW-1:0];
assign pick = pick_q;
assign told = tells && tell_q;
always @(posedge clk) begin
    if (sees) begin
        seen_q      <= seen;
        seen_word_q <= seen_word;
    end
    if (finds) pick_q <= {seen_word_q, lowest};
    if (fetches) begin
        tell_q    <= {1'b0, off} < sent;
        tell_id_q <= una + {{(32-PW){1'b0}}, off};
    end
end

wire [2:0]    count;
wire [1:0]    kind;
wire [7:0]    head_gen;
wire [15:0]   head_entry, tell_entry;
assign tell_entry = {{(16-EW){1'b0}}, entry};
ttp_fifo #(.WIDTH(2 + 8 + LW + 32 + 16), .DEPTH(4)) u_resends (
    .clk(clk), .rst(core_rst),
    .in_valid(told || brings || bounds), .in_ready(room),
    .in_data({brings, bounds, bounds ? limit_gen : gen, bounds ? limit_link : link,
              tell_id_q & {32{told}},
              told ? tell_entry : {{(15-PW){1'b0}}, limit & {(PW+1){bounds}}}}),
    .out_valid(resend_valid), .out_ready(resend_ready),
    .out_data({kind, head_gen, resend_link, resend[`RESEND_RXID], head_entry}), .count(count)
);
assign resend[`RESEND_TXID] = {head_gen, kind, 6'd0, head_entry};

wire unused = &{1'b0, count};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && (told || brings || bounds)) assert (room);
`endif

endmodule

`resetall
