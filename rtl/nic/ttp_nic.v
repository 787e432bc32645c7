// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic - memory to memory over TTP: the NIC with its MAC (docs/nic.md)
//
// Instances and wires only: ttp_nic_core, ttp_mac, and one register port for both.
//
// Timing: that of the two.
// Mirror: model/nic/ttp_nic.c      Lockstep test: tb/block/ttp_nic.cpp

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_nic #(
    // Of ttp_mac
    parameter DATA_W    = 512,      // bits a beat: 64, 128, 256, 512
    parameter TX_CELLS  = 16384,
    parameter TX_PKTS   = 4096,
    parameter RX_CELLS  = 4096,
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter DEEP      = DATA_W == 512 ? 1 : 0,
    parameter SRAM_1P   = 0,
    parameter SELECTIVE = 0,
    parameter VC_ORDER  = 0,
    parameter SEL_CONTEXTS = 0,
    parameter SEL_WINDOW   = 0,
    // Of ttp_nic_core
    parameter MESSAGES  = 16,
    parameter REGIONS   = 16,
    parameter READS     = 8,
    parameter FOLLOW    = 64,
    parameter RINGS     = 1
) (
    input  wire                clk,
    input  wire                rst,                 // synchronous, active high, >= 1 cycle

    // Reset values of registers of the MAC, and of NIC_LIFE
    input  wire [23:0]         cfg_node,
    input  wire                cfg_enable,
    input  wire [15:0]         cfg_epoch_seed,      // another each boot: docs/integration.md

    // Host memory, AXI4: mem.burst, mem.id. Size: a word; burst: INCR
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    output wire [1:0]          m_axi_arid,
    output wire [63:0]         m_axi_araddr,        // of a whole word
    output wire [7:0]          m_axi_arlen,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    input  wire [1:0]          m_axi_rid,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,         // bit 1: an error
    input  wire                m_axi_rlast,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire                m_axi_awid,          // mem.id
    output wire [63:0]         m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready,        // 1 at all times
    input  wire                m_axi_bid,
    input  wire [1:0]          m_axi_bresp,         // bit 1: an error

    // Registers, AXI4-Lite: bit 12 of an address 0: of the MAC, docs/registers.md; 1: docs/nic.md
    input  wire [12:0]         s_axil_awaddr,
    input  wire                s_axil_awvalid,
    output wire                s_axil_awready,
    input  wire [31:0]         s_axil_wdata,
    input  wire [3:0]          s_axil_wstrb,        // of the MAC's; the NIC's are written whole
    input  wire                s_axil_wvalid,
    output wire                s_axil_wready,
    output wire [1:0]          s_axil_bresp,
    output wire                s_axil_bvalid,
    input  wire                s_axil_bready,
    input  wire [12:0]         s_axil_araddr,
    input  wire                s_axil_arvalid,
    output wire                s_axil_arready,
    output wire [31:0]         s_axil_rdata,
    output wire [1:0]          s_axil_rresp,
    output wire                s_axil_rvalid,
    input  wire                s_axil_rready,
    output wire                irq,                 // level, of MAC and NIC

    // Ethernet frames, as at ttp_mac
    input  wire [DATA_W-1:0]   s_axis_wire_tdata,
    input  wire [DATA_W/8-1:0] s_axis_wire_tkeep,
    input  wire                s_axis_wire_tvalid,
    output wire                s_axis_wire_tready,  // 1 at all times
    input  wire                s_axis_wire_tlast,
    input  wire                s_axis_wire_tuser,   // with tlast: bad frame
    output wire [DATA_W-1:0]   m_axis_wire_tdata,
    output wire [DATA_W/8-1:0] m_axis_wire_tkeep,
    output wire                m_axis_wire_tvalid,
    input  wire                m_axis_wire_tready,
    output wire                m_axis_wire_tlast,
    output wire                m_axis_wire_tuser
);

wire [DATA_W-1:0]   tx_tdata, rx_tdata;
wire [DATA_W/8-1:0] tx_tkeep, rx_tkeep;
wire                tx_tvalid, tx_tready, tx_tlast, tx_tuser, rx_tvalid, rx_tready, rx_tlast;
wire [31:0]         tx_tdest, rx_tid;
wire [127:0]        cpl_tdata;
wire                cpl_tvalid, cpl_tready, clear_valid, clear_ready, nic_irq, mac_irq;
wire [11:0]         awaddr, araddr;
wire [31:0]         wdata, mac_rdata, nic_rdata;
wire [3:0]          wstrb;
wire [1:0]          awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid,
                    rready, mac_bresp, nic_bresp, mac_rresp, nic_rresp;

wire                traced;                     // there is no trace port
wire [106:0]        trace;

assign irq = nic_irq || mac_irq;

ttp_nic_split u_split (
    .clk(clk), .rst(rst), .clear_valid(clear_valid), .clear_ready(clear_ready),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .m_awaddr(awaddr),
    .m_wdata(wdata), .m_wstrb(wstrb), .m_araddr(araddr), .m_awvalid(awvalid),
    .m_awready(awready), .m_wvalid(wvalid), .m_wready(wready), .m_bvalid(bvalid),
    .m_bready(bready), .m_bresp0(mac_bresp), .m_bresp1(nic_bresp), .m_arvalid(arvalid),
    .m_arready(arready), .m_rvalid(rvalid), .m_rready(rready), .m_rresp0(mac_rresp),
    .m_rresp1(nic_rresp), .m_rdata0(mac_rdata), .m_rdata1(nic_rdata)
);

ttp_nic_core #(
    .DATA_W(DATA_W), .MESSAGES(MESSAGES), .REGIONS(REGIONS), .READS(READS), .FOLLOW(FOLLOW),
    .RINGS(RINGS)
) u_core (
    .clk(clk), .rst(rst), .cfg_epoch_seed(cfg_epoch_seed),
    .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid),
    .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_rvalid(m_axi_rvalid),
    .m_axi_rready(m_axi_rready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata),
    .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast), .m_axi_awvalid(m_axi_awvalid),
    .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
    .m_axi_awlen(m_axi_awlen),
    .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
    .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp),
    .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid[1]), .s_axil_awready(awready[1]),
    .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid[1]),
    .s_axil_wready(wready[1]), .s_axil_bresp(nic_bresp), .s_axil_bvalid(bvalid[1]),
    .s_axil_bready(bready[1]), .s_axil_araddr(araddr), .s_axil_arvalid(arvalid[1]),
    .s_axil_arready(arready[1]), .s_axil_rdata(nic_rdata), .s_axil_rresp(nic_rresp),
    .s_axil_rvalid(rvalid[1]), .s_axil_rready(rready[1]), .irq(nic_irq),
    .m_axis_tx_tdata(tx_tdata), .m_axis_tx_tkeep(tx_tkeep), .m_axis_tx_tvalid(tx_tvalid),
    .m_axis_tx_tready(tx_tready), .m_axis_tx_tlast(tx_tlast), .m_axis_tx_tuser(tx_tuser),
    .m_axis_tx_tdest(tx_tdest), .s_axis_rx_tdata(rx_tdata), .s_axis_rx_tkeep(rx_tkeep),
    .s_axis_rx_tvalid(rx_tvalid), .s_axis_rx_tready(rx_tready), .s_axis_rx_tlast(rx_tlast),
    .s_axis_rx_tid(rx_tid), .s_axis_cpl_tdata(cpl_tdata), .s_axis_cpl_tvalid(cpl_tvalid),
    .s_axis_cpl_tready(cpl_tready), .clear_valid(clear_valid), .clear_ready(clear_ready)
);

ttp_mac #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(0), .DEEP(DEEP), .SRAM_1P(SRAM_1P),
    .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER), .SEL_CONTEXTS(SEL_CONTEXTS),
    .SEL_WINDOW(SEL_WINDOW)
) u_mac (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .cfg_enable(cfg_enable),
    .cfg_epoch_seed(cfg_epoch_seed),
    .s_axis_host_tdata(tx_tdata), .s_axis_host_tkeep(tx_tkeep), .s_axis_host_tvalid(tx_tvalid),
    .s_axis_host_tready(tx_tready), .s_axis_host_tlast(tx_tlast), .s_axis_host_tuser(tx_tuser),
    .s_axis_host_tdest(tx_tdest), .m_axis_host_tdata(rx_tdata), .m_axis_host_tkeep(rx_tkeep),
    .m_axis_host_tvalid(rx_tvalid), .m_axis_host_tready(rx_tready), .m_axis_host_tlast(rx_tlast),
    .m_axis_host_tid(rx_tid), .m_axis_cpl_tdata(cpl_tdata), .m_axis_cpl_tvalid(cpl_tvalid),
    .m_axis_cpl_tready(cpl_tready),
    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tready(s_axis_wire_tready),
    .s_axis_wire_tlast(s_axis_wire_tlast), .s_axis_wire_tuser(s_axis_wire_tuser),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tready(m_axis_wire_tready),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(m_axis_wire_tuser),
    .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid[0]), .s_axil_awready(awready[0]),
    .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid[0]),
    .s_axil_wready(wready[0]), .s_axil_bresp(mac_bresp), .s_axil_bvalid(bvalid[0]),
    .s_axil_bready(bready[0]), .s_axil_araddr(araddr), .s_axil_arvalid(arvalid[0]),
    .s_axil_arready(arready[0]), .s_axil_rdata(mac_rdata), .s_axil_rresp(mac_rresp),
    .s_axil_rvalid(rvalid[0]), .s_axil_rready(rready[0]), .irq(mac_irq), .trace_valid(traced),
    .trace_link(trace[15:0]), .trace_state0(trace[18:16]), .trace_state1(trace[21:19]),
    .trace_event(trace[26:22]), .trace_action(trace[42:27]), .trace_txid(trace[74:43]),
    .trace_rxid(trace[106:75])
);

wire unused = &{1'b0, traced, trace};

endmodule

`resetall
