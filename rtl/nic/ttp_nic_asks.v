// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_asks - the address channel of reads: send ring, receive ring, data, in this order
//
// A request that is taken in cycle t is at m_axi_ar in t+1. One is taken where none waits there, or
// the one that waits is taken by memory.
//
// Timing: m_axi_ar* from flops; the three ready are combinational from the three valid, flops, and
// m_axi_arready.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_asks #(
    parameter DATA_W = 512      // bits a word: 64, 128, 256, 512
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         send_valid,
    input  wire [63:6]  send_addr,
    output wire         send_ready,
    input  wire         recv_valid,
    input  wire [63:6]  recv_addr,
    output wire         recv_ready,
    input  wire         data_valid,
    input  wire [63:0]  data_addr,
    input  wire [7:0]   data_len,       // words less 1
    output wire         data_ready,

    output wire         m_axi_arvalid,
    input  wire         m_axi_arready,
    output wire [1:0]   m_axi_arid,     // mem.id
    output wire [63:0]  m_axi_araddr,
    output wire [7:0]   m_axi_arlen
);

reg        valid_q;
reg [1:0]  id_q;
reg [63:0] addr_q;
reg [7:0]  len_q;

localparam [31:0] ELEMENT = 512 / DATA_W - 1;
wire take = !valid_q || m_axi_arready;

assign send_ready = take;
assign recv_ready = take && !send_valid;
assign data_ready = take && !send_valid && !recv_valid;

always @(posedge clk) begin
    if (take) begin
        id_q   <= send_valid ? 2'd1 : recv_valid ? 2'd2 : 2'd0;
        addr_q <= send_valid ? {send_addr, 6'd0} : recv_valid ? {recv_addr, 6'd0} : data_addr;
        len_q  <= send_valid || recv_valid ? ELEMENT[7:0] : data_len;
        valid_q <= send_valid || recv_valid || data_valid;
    end
    if (rst) valid_q <= 1'b0;
end

assign m_axi_arvalid = valid_q;
assign m_axi_arid    = id_q;
assign m_axi_araddr  = addr_q;
assign m_axi_arlen   = len_q;

endmodule

`resetall
