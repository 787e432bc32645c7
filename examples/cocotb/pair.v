// SPDX-License-Identifier: Apache-2.0
//
// pair - two ttp_mac for cocotb, nothing between them: the wire is in Python, ttp_sim.py
//
// A `node` is ttp_mac and a register for each of its inputs; no Verilog writes them, cocotb's
// drivers do. So AxiStreamBus.from_prefix(dut.a, "s_axis_host") finds every signal by its name.
//
// Test: examples/cocotb/test_pair.py

`resetall
`timescale 1ns / 1ps
`default_nettype none

module node #(
    parameter DATA_W    = 64,
    parameter TX_CELLS  = 256,
    parameter TX_PKTS   = 32,
    parameter RX_CELLS  = 64,
    parameter LINK_SETS = 4,
    parameter LINK_WAYS = 2,
    parameter NODE      = 1
) (
    input wire clk,
    input wire rst
);

localparam [23:0] OWN = NODE;

reg  [DATA_W-1:0]   s_axis_host_tdata, s_axis_wire_tdata;
reg  [DATA_W/8-1:0] s_axis_host_tkeep, s_axis_wire_tkeep;
reg                 s_axis_host_tvalid, s_axis_host_tlast, s_axis_host_tuser;
reg  [31:0]         s_axis_host_tdest;
reg                 s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser;
reg                 m_axis_host_tready, m_axis_wire_tready, m_axis_cpl_tready;
reg  [11:0]         s_axil_awaddr, s_axil_araddr;
reg  [31:0]         s_axil_wdata;
reg  [3:0]          s_axil_wstrb;
reg                 s_axil_awvalid, s_axil_wvalid, s_axil_bready, s_axil_arvalid, s_axil_rready;

wire [DATA_W-1:0]   m_axis_host_tdata, m_axis_wire_tdata;
wire [DATA_W/8-1:0] m_axis_host_tkeep, m_axis_wire_tkeep;
wire                m_axis_host_tvalid, m_axis_host_tlast;
wire                m_axis_wire_tvalid, m_axis_wire_tlast, m_axis_wire_tuser;
wire [31:0]         m_axis_host_tid, s_axil_rdata;
wire [127:0]        m_axis_cpl_tdata;
wire                m_axis_cpl_tvalid, s_axis_host_tready, s_axis_wire_tready, irq;
wire                s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
wire [1:0]          s_axil_bresp, s_axil_rresp;

ttp_mac #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(0)
) u_mac (
    .clk(clk), .rst(rst), .cfg_node(OWN), .cfg_enable(1'b1), .cfg_epoch_seed(OWN[15:0]),

    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tvalid(s_axis_host_tvalid), .s_axis_host_tready(s_axis_host_tready),
    .s_axis_host_tlast(s_axis_host_tlast), .s_axis_host_tuser(s_axis_host_tuser),
    .s_axis_host_tdest(s_axis_host_tdest),
    .m_axis_host_tdata(m_axis_host_tdata), .m_axis_host_tkeep(m_axis_host_tkeep),
    .m_axis_host_tvalid(m_axis_host_tvalid), .m_axis_host_tready(m_axis_host_tready),
    .m_axis_host_tlast(m_axis_host_tlast), .m_axis_host_tid(m_axis_host_tid),

    .m_axis_cpl_tdata(m_axis_cpl_tdata), .m_axis_cpl_tvalid(m_axis_cpl_tvalid),
    .m_axis_cpl_tready(m_axis_cpl_tready),

    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tready(s_axis_wire_tready),
    .s_axis_wire_tlast(s_axis_wire_tlast), .s_axis_wire_tuser(s_axis_wire_tuser),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tready(m_axis_wire_tready),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(m_axis_wire_tuser),

    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .irq(irq),

    .trace_valid(), .trace_link(), .trace_state0(), .trace_state1(), .trace_event(),
    .trace_action(), .trace_txid(), .trace_rxid()
);

endmodule

module pair #(
    parameter DATA_W    = 64,       // those of ttp_mac; the preset `tiny`
    parameter TX_CELLS  = 256,
    parameter TX_PKTS   = 32,
    parameter RX_CELLS  = 64,
    parameter LINK_SETS = 4,
    parameter LINK_WAYS = 2
);

reg clk, rst;

node #(.DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
       .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .NODE(1)) a (.clk(clk), .rst(rst));
node #(.DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
       .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .NODE(2)) b (.clk(clk), .rst(rst));

endmodule

`resetall
