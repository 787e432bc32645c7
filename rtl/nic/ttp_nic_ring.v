// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_ring - fetches the elements of a ring in host memory (ring.take, ring.error)
//
// An element of 64 bytes is asked for while on = 1, not all up to head are, and fewer than AHEAD
// are asked for or wait to be taken: one in each cycle with ar_ready. All but on is as it was a
// cycle before, head too, but rings = 1 says then that it will be further. clear: all indices
// become 0, what waits goes, and what was asked for is thrown away as it comes; until it has come
// nothing is asked. on is 0 with clear.
//
//   rings       | 1 |
//   head            | x |
//   ar_valid        | 1 | ...    until ar_ready
//
// The words of an element come one by one, the last with r_last; in the cycle behind it the element
// is there, and tail has moved. One of its words with r_err: all its bytes are 0, and fault is 1 in
// that cycle.
//
// Timing: ar_valid is a flop and on; ar_addr from flops, element through a read of distributed RAM.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_ring #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter AHEAD  = 32       // elements that are fetched ahead: a power of two
) (
    input  wire              clk,
    input  wire              rst,

    input  wire              on,
    input  wire              clear,
    input  wire [63:6]       base,
    input  wire [3:0]        size,          // log2 of its elements
    input  wire [15:0]       head,
    input  wire              rings,
    output wire [15:0]       tail,          // behind the last that has come

    output wire              ar_valid,
    output wire [63:6]       ar_addr,
    input  wire              ar_ready,
    input  wire              r_valid,       // a word of this ring
    input  wire [DATA_W-1:0] r_data,
    input  wire              r_last,
    input  wire              r_err,

    output wire              valid,
    input  wire              ready,
    output wire [511:0]      element,
    output wire [15:0]       index,
    output wire              broken,        // memory erred, the element is 0
    output wire              fault          // ... one has come
);

localparam   AW = $clog2(AHEAD) + 1;
localparam [AW-1:0] ONE = 1;
reg          bad_q, fault_q, may_q;     // may: it asks, if it is on
reg [63:6]   addr_q;                    // of next
reg [15:0]   next_q, tail_q, index_q;   // to be asked for, to come, to be taken
reg [AW-1:0] held_q, out_q, drop_q;     // asked for or waiting; asked for; of before clear

wire         rst_fifo = rst || clear;
wire [AW-1:0] count;
wire         room;
wire [15:0]  mask = ~(16'hFFFF << size) & {16{!rst_fifo}};
wire [15:0]  next = next_q + 16'd1;
wire         asks = ar_valid && ar_ready;
wire         more = asks ? next != head : next_q != head;
wire         full = held_q[AW-1] || (asks && held_q[AW-2:0] == {(AW-1){1'b1}});
wire         ends = r_valid && r_last;
wire         mine = ends && drop_q == {AW{1'b0}};
wire [AW-1:0] left = out_q - {{(AW-1){1'b0}}, mine};
wire         bad  = bad_q || r_err;
wire         push = mine && !clear;
wire         pop  = valid && ready;
wire [511:0] words;                     // of an element whose last word comes

assign tail     = tail_q;
assign ar_valid = on && may_q;
assign ar_addr  = addr_q;
assign fault    = fault_q;

generate if (DATA_W == 512) begin : g_one
    assign words = r_data;
end else begin : g_many
    reg [511:DATA_W] words_q;
    assign words = {r_data, words_q};
    always @(posedge clk) if (r_valid) words_q <= words[511:DATA_W];
end endgenerate

always @(posedge clk) begin
    addr_q <= base + {42'd0, (asks ? next : next_q) & mask};
    may_q  <= !rst_fifo && drop_q == {AW{1'b0}} && (more || rings) && !full;
    if (asks) next_q <= next;
    if (mine) tail_q <= tail_q + 16'd1;
    if (pop)  index_q <= index_q + 16'd1;
    if (asks && !pop) held_q <= held_q + ONE;
    if (pop && !asks) held_q <= held_q - ONE;
    out_q   <= left + {{(AW-1){1'b0}}, asks};
    drop_q  <= drop_q - {{(AW-1){1'b0}}, ends && !mine};
    if (r_valid) bad_q <= bad && !r_last;
    fault_q <= push && bad;
    if (clear) begin
        drop_q  <= drop_q - {{(AW-1){1'b0}}, ends && !mine} + left;
        held_q  <= {AW{1'b0}};
        out_q   <= {AW{1'b0}};
        next_q  <= 16'd0;
        tail_q  <= 16'd0;
        index_q <= 16'd0;
    end
    if (rst) {next_q, tail_q, index_q, held_q, out_q, drop_q, bad_q, fault_q}
        <= {(50 + 3*AW){1'b0}};
end

assign index = index_q;
ttp_nic_queue #(.WIDTH(513), .DEPTH(AHEAD)) u_elements (
    .clk(clk), .rst(rst_fifo), .in_valid(push), .in_ready(room),
    .in_data({bad, words & {512{!bad}}}), .out_valid(valid), .out_ready(ready),
    .out_data({broken, element}), .count(count)
);

wire unused = &{1'b0, room, count};

endmodule

`resetall
