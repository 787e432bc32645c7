// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_queue - a queue whose words come from flops and distributed RAM, however deep it is
//
// It behaves as ttp_fifo does, port by port. Above 64 words the block RAM of that one is behind
// two places of distributed RAM: a word goes there at once while they have room and nothing waits
// in front of it, else as soon as they have. So the output of the block RAM and its bypass are in
// no path to what takes the words.
//
// Timing: every output from flops, out_data through a read of distributed RAM.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_queue #(
    parameter WIDTH = 8,    // bits a word
    parameter DEPTH = 128   // words
) (
    input  wire                         clk,
    input  wire                         rst,        // empties it

    input  wire                         in_valid,
    output wire                         in_ready,
    input  wire [WIDTH-1:0]             in_data,

    output wire                         out_valid,
    input  wire                         out_ready,
    output wire [WIDTH-1:0]             out_data,

    output wire [$clog2(DEPTH+1)-1:0]   count       // words inside
);

generate if (DEPTH <= 64) begin : g_one
    ttp_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_all (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .count(count)
    );
end else begin : g_two
    localparam CW = $clog2(DEPTH + 1);
    localparam [CW-1:0] ONE = 1;
    localparam [31:0]   LAST = DEPTH - 1;
    reg  [CW-1:0]   count_q;
    reg             ready_q;
    wire            behind, near_ready, deep_ready;
    wire [WIDTH-1:0] next;
    wire [CW-1:0]   deep;
    wire [1:0]      near;
    wire            push   = in_valid && ready_q;
    wire            pop    = out_valid && out_ready;
    wire            direct = !behind && near_ready;
    always @(posedge clk) begin
        if (push && !pop) begin
            count_q <= count_q + ONE;
            ready_q <= count_q != LAST[CW-1:0];
        end else if (pop && !push) begin
            count_q <= count_q - ONE;
            ready_q <= 1'b1;
        end
        if (rst) {count_q, ready_q} <= {{CW{1'b0}}, 1'b1};
    end
    ttp_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_deep (
        .clk(clk), .rst(rst), .in_valid(push && !direct), .in_ready(deep_ready),
        .in_data(in_data), .out_valid(behind), .out_ready(near_ready), .out_data(next),
        .count(deep)
    );
    ttp_fifo #(.WIDTH(WIDTH), .DEPTH(2)) u_near (
        .clk(clk), .rst(rst), .in_valid(behind || push), .in_ready(near_ready),
        .in_data(behind ? next : in_data), .out_valid(out_valid), .out_ready(out_ready),
        .out_data(out_data), .count(near)
    );
    assign in_ready = ready_q;
    assign count    = count_q;
    wire unused = &{1'b0, deep_ready, deep, near};
end endgenerate

endmodule

`resetall
