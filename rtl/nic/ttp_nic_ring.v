// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_ring - fetches the elements of a ring in host memory (ring.take, ring.error)
//
// An element of 64 bytes is asked for while on = 1, not all up to head are, and fewer than AHEAD
// are asked for or wait to be taken. clear: all indices become 0, what waits goes, and what was
// asked for is thrown away as it comes; until it has come nothing is asked.
//
//   head moves  | x |
//   ar_valid        | 1 |   until ar_ready; then it is 0 for a cycle
//
// The words of an element come one by one, the last with r_last; two cycles behind it the element
// is there, and tail has moved a cycle before. One of its words with r_err: all its bytes are 0,
// and fault is 1 in that cycle.
//
// Timing: all from flops, element through a read of distributed RAM.
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

reg          ask_q, bad_q, broken_q, fault_q, push_q;
reg [63:6]   addr_q;
reg [15:0]   next_q, tail_q, index_q;      // to be asked for, to come, to be taken
localparam   AW = $clog2(AHEAD) + 1;
reg [AW-1:0] out_q, drop_q;             // asked for; of before clear
reg [511:0]  words_q;

wire         rst_fifo = rst || clear;
wire [AW-1:0] count;
wire         room;
wire [15:0]  at   = next_q & ~(16'hFFFF << size);
// One that is pushed in this cycle counts with out_q no more, with count not yet.
wire [AW-1:0] near = out_q + count + {{(AW-1){1'b0}}, push_q};
wire         want = on && !clear && !ask_q && drop_q == {AW{1'b0}} && next_q != head
                 && near < AHEAD[AW-1:0];
wire         ends = r_valid && r_last;
wire         mine = ends && drop_q == {AW{1'b0}};
wire [AW-1:0] left = out_q - {{(AW-1){1'b0}}, mine};
wire         bad  = bad_q || r_err;

assign tail     = tail_q;
assign ar_valid = ask_q;
assign ar_addr  = addr_q;
assign fault    = fault_q;

generate if (DATA_W == 512) begin : g_one
    always @(posedge clk) if (r_valid) words_q <= r_data & {512{!bad}};
end else begin : g_many
    // The last word turns all to 0 if any was bad.
    always @(posedge clk) if (r_valid)
        words_q <= {r_data, words_q[511:DATA_W]} & {512{!(r_last && bad)}};
end endgenerate

always @(posedge clk) begin
    ask_q <= want || (ask_q && !ar_ready && !clear);
    if (want) begin
        addr_q <= base + {42'd0, at};
        next_q <= next_q + 16'd1;
    end
    if (mine) tail_q <= tail_q + 16'd1;
    out_q  <= left + {{(AW-1){1'b0}}, want};
    drop_q <= drop_q - {{(AW-1){1'b0}}, ends && !mine};
    if (r_valid) {bad_q, broken_q} <= {bad && !r_last, bad};
    push_q  <= mine && !clear;
    fault_q <= mine && bad && !clear;
    if (valid && ready) index_q <= index_q + 16'd1;
    if (clear) begin
        // What was not granted so far will not come.
        drop_q  <= drop_q - {{(AW-1){1'b0}}, ends && !mine} + left
                 - {{(AW-1){1'b0}}, ask_q && !ar_ready};
        out_q   <= {AW{1'b0}};
        next_q  <= 16'd0;
        tail_q  <= 16'd0;
        index_q <= 16'd0;
    end
    if (rst) {ask_q, next_q, tail_q, index_q, out_q, drop_q, bad_q, push_q, fault_q}
        <= {(52 + 2*AW){1'b0}};
end

assign index = index_q;
ttp_nic_queue #(.WIDTH(513), .DEPTH(AHEAD)) u_elements (
    .clk(clk), .rst(rst_fifo), .in_valid(push_q), .in_ready(room), .in_data({broken_q, words_q}),
    .out_valid(valid), .out_ready(ready), .out_data({broken, element}), .count(count)
);

wire unused = &{1'b0, room};

endmodule

`resetall
