// SPDX-License-Identifier: Apache-2.0
//
// card_fifo - FIFO of one clock in block RAM with commit and take-back on its write side
//
// Words written are seen by the reader when they are committed; wr_drop takes back all that are
// not. The clock is one, so the pointers need no Gray code: eth_async_fifo does the same between
// two.
//
// Timing: outputs are flops, wr_ready from a comparison of flops. A word committed in cycle t is at
// rd_data in t+2.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_fifo #(
    parameter WIDTH = 9,
    parameter DEPTH = 2048  // words, power of two, >= 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             wr_valid,
    output wire             wr_ready,
    input  wire [WIDTH-1:0] wr_data,
    // Show all written so far and the word of this cycle, if it is taken
    input  wire             wr_commit,
    input  wire             wr_drop,    // outranks the two
    output wire             rd_valid,
    input  wire             rd_ready,
    output wire [WIDTH-1:0] rd_data
);

generate if (WIDTH < 1 || DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : g_bad
    ERROR_card_fifo_parameter_out_of_range u_bad ();
end endgenerate

localparam AW = $clog2(DEPTH);
localparam [AW:0] ONE = 1, LAP = DEPTH;

reg [AW:0] wr_q, com_q, rd_q;           // one bit more than an address
reg        valid_q;

wire        push   = wr_valid && wr_ready && !wr_drop;
wire        load   = rd_q != com_q && (!valid_q || rd_ready);
wire [AW:0] wr_inc = wr_q + ONE;

assign wr_ready = wr_q != (rd_q ^ LAP);
assign rd_valid = valid_q;

always @(posedge clk) begin
    if (push) wr_q <= wr_inc;
    if (wr_drop) wr_q <= com_q;
    else if (wr_commit) com_q <= push ? wr_inc : wr_q;
    if (load) rd_q <= rd_q + ONE;
    valid_q <= load || (valid_q && !rd_ready);
    if (rst) begin
        wr_q    <= {(AW+1){1'b0}};
        com_q   <= {(AW+1){1'b0}};
        rd_q    <= {(AW+1){1'b0}};
        valid_q <= 1'b0;
    end
end

ttp_ram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .BYPASS(0)) u_mem (
    .clk(clk), .wr_en(push), .wr_addr(wr_q[AW-1:0]), .wr_data(wr_data),
    .rd_en(load), .rd_addr(rd_q[AW-1:0]), .rd_data(rd_data)
);

endmodule

`resetall
