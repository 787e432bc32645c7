// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_parse - payloads of the MAC: heads into one queue, words with data into another (tgt.bad,
// tgt.joined)
//
// A payload ends with tlast, or with the word that ends the 64 bytes in which its data end by its
// count; the next word begins another one then.
// The head of a payload is in its queue with its last word, so what is there is whole: `words`
// words of it lie in the other queue then: all but those that have nothing but the head, and those
// behind its data. The first are the 32 bytes of a long one below 512 bit, and at 64 bit the 8 of a
// short one; else data begin in the midst of the first word. bad: fewer bytes than the head has, or
// another number behind it than its count, where tlast ends it. 16 heads and 4096 bytes of words
// fit.
//
// Timing: s_axis_rx_tready from flops. A word that comes in cycle t is at the queue's end in t+1.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_parse #(
    parameter DATA_W = 512      // bits a word: 64, 128, 256, 512
) (
    input  wire                clk,
    input  wire                rst,

    input  wire [DATA_W-1:0]   s_axis_rx_tdata,
    input  wire [DATA_W/8-1:0] s_axis_rx_tkeep,     // from bit 0
    input  wire                s_axis_rx_tvalid,
    output wire                s_axis_rx_tready,
    input  wire                s_axis_rx_tlast,
    input  wire [31:0]         s_axis_rx_tid,       // {VC, node} of the sender

    output wire                head_valid,
    input  wire                head_ready,
    output wire [255:0]        head,
    output wire [31:0]         head_from,
    output wire [7:0]          head_words,
    output wire                head_bad,

    output wire                word_valid,
    input  wire                word_ready,
    output wire [DATA_W-1:0]   word
);

localparam B    = DATA_W / 8;
localparam LB   = $clog2(B);
// Words that have nothing but the head: long and short
localparam HW   = B > `TTP_NIC_HEAD ? 0 : `TTP_NIC_HEAD / B;
localparam HW2  = B > `TTP_NIC_SHORT ? 0 : 1;

localparam [31:0] BLOCK = 512 / DATA_W;         // words of 64 bytes

reg  [7:0]   at_q, pushed_q;                // words of this payload that have come; of its data
reg  [255:0] head_q;
wire         heads_room, words_room;
wire [4:0]   heads;
wire         beat    = s_axis_rx_tvalid && s_axis_rx_tready;
reg          short_q;
wire         first   = at_q == 8'd0;
wire         short   = first ? s_axis_rx_tdata[10] : short_q;
wire [7:0]   alone   = short ? HW2[7:0] : HW[7:0];
wire [8:0]   beyond  = {1'b0, at_q} - {1'b0, alone};
wire         of_head = beyond[8];           // it has nothing but the head
// The word in which its data end by its count, and that which ends the 64 bytes. A first word with
// data does not wait for the sum.
reg  [7:0]   end_q;
wire [10:0]  span    = {1'b0, s_axis_rx_tdata[25:16]} + (s_axis_rx_tdata[10]
                       ? 11'd`TTP_NIC_SHORT : 11'd`TTP_NIC_HEAD) - 11'd1;
wire         of_data = !of_head && (first || at_q <= end_q);
wire         over    = first ? BLOCK == 32'd1 && span[10:6] == 5'd0
                     : at_q == (end_q | (BLOCK[7:0] - 8'd1));
wire         ends    = s_axis_rx_tlast || over;

wire [255:0] whole;                         // the head, with the word that comes
assign s_axis_rx_tready = heads_room && words_room;

generate if (B >= `TTP_NIC_HEAD) begin : g_one
    assign whole = first ? s_axis_rx_tdata[255:0] : head_q;
end else begin : g_many
    assign whole = first && short ? {{(256-DATA_W){1'b0}}, s_axis_rx_tdata}
                 : of_head ? {s_axis_rx_tdata, head_q[255:DATA_W]} : head_q;
end endgenerate

// Bytes of the last word: tkeep is ones from bit 0, and has one end.
integer      i;
reg [6:0]    kept;
wire [B:0]   keep = {1'b0, s_axis_rx_tkeep};
always @* begin
    kept = 7'd0;
    for (i = 0; i < B; i = i + 1) if (keep[i] && !keep[i+1]) kept = kept | (i[6:0] + 7'd1);
end
wire [10:0]  data  = ({3'd0, at_q} << LB) + {4'd0, kept}        // behind the head
                   - (short ? 11'd`TTP_NIC_SHORT : 11'd`TTP_NIC_HEAD);
wire [7:0]   words = pushed_q + {7'd0, of_data};

always @(posedge clk) begin
    if (beat) begin
        at_q    <= ends ? 8'd0 : at_q + 8'd1;
        pushed_q <= ends ? 8'd0 : words;
        if (first) end_q <= span[10:3] >> (LB - 3);
        head_q  <= whole;
        short_q <= short;
    end
    if (rst) {at_q, pushed_q} <= 16'd0;
end

wire [10:0]  head_data;                     // negative: shorter than a head
wire         goes_on;                       // another payload follows in that of the MAC
ttp_fifo #(.WIDTH(256 + 32 + 8 + 1 + 11), .DEPTH(16)) u_heads (
    .clk(clk), .rst(rst), .in_valid(beat && ends), .in_ready(heads_room),
    .in_data({whole, s_axis_rx_tid, words, !s_axis_rx_tlast, data}), .out_valid(head_valid),
    .out_ready(head_ready), .out_data({head, head_from, head_words, goes_on, head_data}),
    .count(heads)
);
assign head_bad = head_data != {1'b0, head[25:16]} && !goes_on;
wire [$clog2(4096/B+1)-1:0] held;
ttp_fifo #(.WIDTH(DATA_W), .DEPTH(4096 / B)) u_words (
    .clk(clk), .rst(rst), .in_valid(beat && of_data), .in_ready(words_room),
    .in_data(s_axis_rx_tdata), .out_valid(word_valid), .out_ready(word_ready), .out_data(word),
    .count(held)
);

wire unused = &{1'b0, heads, held, beyond[7:0], span[2:0]};

endmodule

`resetall
