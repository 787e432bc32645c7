// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_ram - ttp_ram_async that is never block RAM, whose word would come late in the cycle
//
// Timing: rd_addr -> rd_data in the same cycle; a word written at the end of cycle t is read from
// t+1 on.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_ram #(
    parameter WIDTH = 8,    // bits a word
    parameter DEPTH = 256   // words, at least 2
) (
    input  wire                     clk,
    input  wire                     wr_en,
    input  wire [$clog2(DEPTH)-1:0] wr_addr,
    input  wire [WIDTH-1:0]         wr_data,
    input  wire [$clog2(DEPTH)-1:0] rd_addr,
    output wire [WIDTH-1:0]         rd_data
);

(* ram_style = "distributed" *) reg [WIDTH-1:0] mem [0:DEPTH-1];

always @(posedge clk) if (wr_en) mem[wr_addr] <= wr_data;

assign rd_data = mem[rd_addr];

endmodule

`resetall
