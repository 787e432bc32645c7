// SPDX-License-Identifier: Apache-2.0
//
// ttp_ram_async - memory with one write port and one asynchronous read port
//
// For small memories that become distributed RAM (or flops where a device has none). Where the
// address comes from flops Yosys may take a block RAM, whose word comes later in the cycle.
// Reading the address that is being written gives the old word: the read is combinational
// and the write happens at the edge, in hardware as in simulation. No reset, no initial
// content.
//
// Timing: rd_addr -> rd_data in the same cycle, a combinational path through the block; a
// word written at the end of cycle t is read from t+1 on.
// Mirror: a plain array in the block that owns it    Test: tb/block/ttp_ram_async.cpp

`resetall
`default_nettype none

module ttp_ram_async #(
    parameter WIDTH = 8,    // bits a word, >= 1
    parameter DEPTH = 16    // words, >= 1
) (
    input  wire                                         clk,

    input  wire                                         wr_en,
    input  wire [(DEPTH > 1 ? $clog2(DEPTH) : 1)-1:0]   wr_addr,
    input  wire [WIDTH-1:0]                             wr_data,

    input  wire [(DEPTH > 1 ? $clog2(DEPTH) : 1)-1:0]   rd_addr,
    output wire [WIDTH-1:0]                             rd_data
);

generate if (WIDTH < 1 || DEPTH < 1) begin : g_bad
    ERROR_ttp_ram_async_parameter_out_of_range u_bad ();
end endgenerate

reg [WIDTH-1:0] mem [0:DEPTH-1];

always @(posedge clk) if (wr_en) mem[wr_addr] <= wr_data;

assign rd_data = mem[rd_addr];

endmodule

`resetall
