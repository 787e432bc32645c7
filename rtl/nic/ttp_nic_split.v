// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_split - registers of MAC and NIC behind one AXI4-Lite port; clears DEAD in the MAC
// (msg.clear)
//
// Address bit 12: 0 the MAC, 1 the NIC. A write and a read may be under way at a time, one of each.
// A write is an address and a word, in any order. Where none is under way and clear_valid is 1, the
// next one is ours: 1 to IRQ_CAUSE of the MAC; clear_ready is 1 when it is answered.
//
//   address, word     | x |           the later of the two
//   to MAC or NIC         | 1 | ...   each valid until its ready
//   answer of it                | x |
//   bvalid, rvalid                  | 1 |
//
// Timing: all from flops, but clear_ready, which is combinational from the answer of the MAC.
// Mirror: model/nic/ttp_nic_split.c      Lockstep test: tb/block/ttp_nic_split.cpp

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_nic_split (
    input  wire        clk,
    input  wire        rst,

    input  wire        clear_valid,
    output wire        clear_ready,

    input  wire [12:0] s_axil_awaddr,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [1:0]  s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [12:0] s_axil_araddr,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,

    // To both; the valid of each: bit 0 the MAC, bit 1 the NIC
    output wire [11:0] m_awaddr,
    output wire [31:0] m_wdata,
    output wire [3:0]  m_wstrb,
    output wire [11:0] m_araddr,
    output wire [1:0]  m_awvalid,
    input  wire [1:0]  m_awready,
    output wire [1:0]  m_wvalid,
    input  wire [1:0]  m_wready,
    input  wire [1:0]  m_bvalid,
    output wire [1:0]  m_bready,
    input  wire [1:0]  m_bresp0,
    input  wire [1:0]  m_bresp1,
    output wire [1:0]  m_arvalid,
    input  wire [1:0]  m_arready,
    input  wire [1:0]  m_rvalid,
    output wire [1:0]  m_rready,
    input  wire [1:0]  m_rresp0,
    input  wire [1:0]  m_rresp1,
    input  wire [31:0] m_rdata0,
    input  wire [31:0] m_rdata1
);

// ---------------------------------------------------------------- writes
reg         aw_full_q, w_full_q, b_valid_q, runs_q, ours_q, aw_q, w_q;
reg  [12:0] addr_q;
reg  [31:0] data_q;
reg  [3:0]  strb_q;
reg  [1:0]  bresp_q;
wire        host   = (aw_full_q || s_axil_awvalid) && (w_full_q || s_axil_wvalid) && !b_valid_q;
wire        starts = !runs_q && (clear_valid || host);
wire        to_nic = addr_q[12] && !ours_q;
wire [1:0]  target = {to_nic, !to_nic};
wire        ends   = runs_q && (m_bvalid & target) != 2'd0;

always @(posedge clk) begin
    if (!aw_full_q) addr_q <= s_axil_awaddr;
    if (!w_full_q)  {strb_q, data_q} <= {s_axil_wstrb, s_axil_wdata};
    aw_full_q <= (aw_full_q || s_axil_awvalid) && !(ends && !ours_q);
    w_full_q  <= (w_full_q || s_axil_wvalid) && !(ends && !ours_q);
    if (!runs_q) ours_q <= clear_valid;
    runs_q <= starts || (runs_q && !ends);
    aw_q   <= starts || (aw_q && (m_awready & target) == 2'd0);
    w_q    <= starts || (w_q && (m_wready & target) == 2'd0);
    b_valid_q <= (b_valid_q && !s_axil_bready) || (ends && !ours_q);
    if (ends && !ours_q) bresp_q <= to_nic ? m_bresp1 : m_bresp0;
    if (rst) {aw_full_q, w_full_q, b_valid_q, runs_q, aw_q, w_q} <= 6'd0;
end

assign s_axil_awready = !aw_full_q;
assign s_axil_wready  = !w_full_q;
assign s_axil_bvalid  = b_valid_q;
assign s_axil_bresp   = bresp_q;
assign m_awaddr  = ours_q ? `TTP_REG_IRQ_CAUSE : addr_q[11:0];
assign m_wdata   = ours_q ? 32'd1 << `TTP_IRQ_DEAD : data_q;
assign m_wstrb   = ours_q ? 4'hF : strb_q;
assign m_awvalid = {2{aw_q}} & target;
assign m_wvalid  = {2{w_q}} & target;
assign m_bready  = {2{runs_q}} & target;
assign clear_ready = ends && ours_q;

// ---------------------------------------------------------------- reads
reg         ar_full_q, r_valid_q, ar_q;
reg  [12:0] raddr_q;
reg  [31:0] rdata_q;
reg  [1:0]  rresp_q;
wire [1:0]  source = {raddr_q[12], !raddr_q[12]};
wire        came   = ar_full_q && !r_valid_q && (m_rvalid & source) != 2'd0;

always @(posedge clk) begin
    if (!ar_full_q) raddr_q <= s_axil_araddr;
    ar_full_q <= ar_full_q ? !(r_valid_q && s_axil_rready) : s_axil_arvalid;
    ar_q      <= ar_full_q ? ar_q && (m_arready & source) == 2'd0 : s_axil_arvalid;
    r_valid_q <= (r_valid_q && !s_axil_rready) || came;
    if (came) {rresp_q, rdata_q} <= source[1] ? {m_rresp1, m_rdata1} : {m_rresp0, m_rdata0};
    if (rst) {ar_full_q, r_valid_q, ar_q} <= 3'd0;
end

assign s_axil_arready = !ar_full_q;
assign s_axil_rvalid  = r_valid_q;
assign s_axil_rresp   = rresp_q;
assign s_axil_rdata   = rdata_q;
assign m_araddr  = raddr_q[11:0];
assign m_arvalid = {2{ar_q}} & source;
assign m_rready  = {2{ar_full_q && !r_valid_q}} & source;

endmodule

`resetall
