// SPDX-License-Identifier: Apache-2.0
//
// ttp_fifo - ideal first-word-fall-through FIFO
//
// A word pushed at the end of cycle t is at the output in t+1 if it is the head. Exactly
// DEPTH words fit; one push and one pop a cycle, always. A push while full or a pop while
// empty does nothing (the handshake makes both impossible).
//
// DEPTH <= 64 is distributed RAM with an asynchronous read. Above it is block RAM, read in every
// cycle at the head that will be after this cycle; a word written there in the same cycle comes
// through the memory's bypass, so that the visible behaviour is the same.
//
// The memory is as deep as its pointers count: they wrap by themselves.
//
// Timing: every output comes from flops, out_data through a read of distributed RAM that is
// addressed by flops (DEPTH > 64: from the block RAM's output through the bypass). out_ready
// reaches the address of the block RAM.
// Mirror: model/ttp_fifo.h      Test: tb/block/ttp_fifo.cpp

`resetall
`default_nettype none

module ttp_fifo #(
    parameter WIDTH = 8,    // bits a word, >= 1
    parameter DEPTH = 16    // words, >= 1
) (
    input  wire                         clk,
    input  wire                         rst,        // synchronous, active high: empties it

    input  wire                         in_valid,
    output wire                         in_ready,
    input  wire [WIDTH-1:0]             in_data,

    output wire                         out_valid,
    input  wire                         out_ready,
    output wire [WIDTH-1:0]             out_data,

    output wire [$clog2(DEPTH+1)-1:0]   count       // words inside
);

generate if (WIDTH < 1 || DEPTH < 1) begin : g_bad
    ERROR_ttp_fifo_parameter_out_of_range u_bad ();
end endgenerate

localparam ADDR_W  = DEPTH > 1 ? $clog2(DEPTH) : 1;
localparam COUNT_W = $clog2(DEPTH + 1);
localparam [31:0] LAST = DEPTH - 1;
localparam [COUNT_W-1:0] ONE = 1;
localparam [ADDR_W-1:0] STEP = 1;

reg [COUNT_W-1:0] count_q, count_d;
reg               ready_q, ready_d;     // count_q != DEPTH
reg               valid_q, valid_d;     // count_q != 0

wire push = in_valid && ready_q;
wire pop  = out_ready && valid_q;

assign in_ready  = ready_q;
assign out_valid = valid_q;
assign count     = count_q;

always @* begin
    count_d = count_q;
    ready_d = ready_q;
    valid_d = valid_q;
    if (push && !pop) begin
        count_d = count_q + ONE;
        ready_d = count_q != LAST[COUNT_W-1:0];
        valid_d = 1'b1;
    end else if (pop && !push) begin
        count_d = count_q - ONE;
        ready_d = 1'b1;
        valid_d = count_q != ONE;
    end
end

always @(posedge clk) begin
    count_q <= count_d;
    ready_q <= ready_d;
    valid_q <= valid_d;
    if (rst) begin
        count_q <= {COUNT_W{1'b0}};
        ready_q <= 1'b1;
        valid_q <= 1'b0;
    end
end

reg [ADDR_W-1:0] wr_q, wr_d, rd_q, rd_d;

always @* begin
    wr_d = wr_q;
    rd_d = rd_q;
    if (push) wr_d = wr_q + STEP;
    if (pop)  rd_d = rd_q + STEP;
end

always @(posedge clk) begin
    wr_q <= wr_d;
    rd_q <= rd_d;
    if (rst) begin
        wr_q <= {ADDR_W{1'b0}};
        rd_q <= {ADDR_W{1'b0}};
    end
end

generate if (DEPTH <= 64) begin : g_small
    ttp_ram_async #(.WIDTH(WIDTH), .DEPTH(1 << ADDR_W)) u_mem (
        .clk(clk), .wr_en(push), .wr_addr(wr_q), .wr_data(in_data),
        .rd_addr(rd_q), .rd_data(out_data)
    );
end else begin : g_large
    ttp_ram_1r1w #(.WIDTH(WIDTH), .DEPTH(1 << ADDR_W), .BYPASS(1)) u_mem (
        .clk(clk), .wr_en(push), .wr_addr(wr_q), .wr_data(in_data),
        .rd_en(1'b1), .rd_addr(rd_d), .rd_data(out_data)
    );
end endgenerate

endmodule

`resetall
