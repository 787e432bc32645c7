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
    parameter EW = 13           // width of an entry index
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Of the context that is served
    input  wire [7:0]                   gen,
    input  wire [LW-1:0]                link,
    input  wire [31:0]                  una,
    input  wire [8:0]                   sent,

    input  wire                         sees,       // SCAN
    input  wire [63:0]                  seen,
    input  wire [1:0]                   seen_word,
    input  wire                         finds,      // FIND
    output wire [7:0]                   pick,       // ID mod 256
    input  wire                         fetches,    // FETCH

    // At most one of them, with room
    input  wire                         tells,      // TELL, with its entry
    input  wire [EW-1:0]                entry,
    output wire                         told,       // it was in flight
    input  wire                         brings,     // news
    input  wire                         bounds,     // so many may be in flight
    input  wire [8:0]                   limit,      // ... of this link
    input  wire [7:0]                   limit_gen,
    input  wire [LW-1:0]                limit_link,
    output wire                         room,

    output wire                         resend_valid,
    output wire [LW-1:0]                resend_link,
    output wire [`TTP_RESEND_W-1:0]     resend,
    input  wire                         resend_ready
);

reg  [63:0]   seen_q;
reg  [1:0]    seen_word_q;
reg  [7:0]    pick_q;
reg           tell_q;
reg  [31:0]   tell_id_q;
reg  [5:0]    lowest;
integer       j;
always @* begin
    lowest = 6'd0;
    for (j = 63; j >= 0; j = j - 1) if (seen_q[j]) lowest = j[5:0];
end
wire [7:0]    off = pick_q - una[7:0];
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
        tell_id_q <= una + {24'd0, off};
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
              told ? tell_entry : {7'd0, limit & {9{bounds}}}}),
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
