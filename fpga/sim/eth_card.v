// SPDX-License-Identifier: Apache-2.0
//
// eth_card - ttp_mac on eth_mac, for the test of the two together; host streams above, RGMII below
//
// Test: tb/block/eth_card.cpp

`resetall
`default_nettype none

module eth_card #(
    parameter TX_CELLS = 512,   // of ttp_mac
    parameter TX_PKTS  = 128,
    parameter RX_CELLS = 128
) (
    input  wire        clk,
    input  wire        tx_clk,
    input  wire        rst,
    input  wire [23:0] cfg_node,
    input  wire [1:0]  cfg_speed,

    input  wire [63:0] s_axis_host_tdata,
    input  wire [7:0]  s_axis_host_tkeep,
    input  wire        s_axis_host_tvalid,
    output wire        s_axis_host_tready,
    input  wire        s_axis_host_tlast,
    input  wire [31:0] s_axis_host_tdest,
    output wire [63:0] m_axis_host_tdata,
    output wire [7:0]  m_axis_host_tkeep,
    output wire        m_axis_host_tvalid,
    output wire        m_axis_host_tlast,

    input  wire [3:0]  stat_addr,
    output wire [31:0] stat_data,

    input  wire        rgmii_rxc,
    input  wire [3:0]  rgmii_rxd,
    input  wire        rgmii_rx_ctl,
    output wire        rgmii_txc,
    output wire [3:0]  rgmii_txd,
    output wire        rgmii_tx_ctl
);

wire [63:0]  rx_tdata, tx_tdata;
wire [7:0]   rx_tkeep, tx_tkeep;
wire         rx_tvalid, rx_tready, rx_tlast, rx_tuser, tx_tvalid, tx_tready, tx_tlast, tx_tuser;
wire [31:0]  tid_unused, rdata_unused, txid_unused, rxid_unused;
wire [127:0] cpl_unused;
wire [2:0]   state0_unused, state1_unused;
wire [4:0]   event_unused;
wire [15:0]  action_unused, link_unused;
wire [11:0]  axil_unused;

ttp_mac #(
    .DATA_W(64), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(16), .LINK_WAYS(2), .TRACE(0)
) u_mac (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .cfg_enable(1'b1), .cfg_epoch_seed(16'd7),
    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tvalid(s_axis_host_tvalid), .s_axis_host_tready(s_axis_host_tready),
    .s_axis_host_tlast(s_axis_host_tlast), .s_axis_host_tuser(1'b0),
    .s_axis_host_tdest(s_axis_host_tdest),
    .m_axis_host_tdata(m_axis_host_tdata), .m_axis_host_tkeep(m_axis_host_tkeep),
    .m_axis_host_tvalid(m_axis_host_tvalid), .m_axis_host_tready(1'b1),
    .m_axis_host_tlast(m_axis_host_tlast), .m_axis_host_tid(tid_unused),
    .m_axis_cpl_tdata(cpl_unused), .m_axis_cpl_tvalid(axil_unused[0]), .m_axis_cpl_tready(1'b1),
    .s_axis_wire_tdata(rx_tdata), .s_axis_wire_tkeep(rx_tkeep), .s_axis_wire_tvalid(rx_tvalid),
    .s_axis_wire_tready(rx_tready), .s_axis_wire_tlast(rx_tlast), .s_axis_wire_tuser(rx_tuser),
    .m_axis_wire_tdata(tx_tdata), .m_axis_wire_tkeep(tx_tkeep), .m_axis_wire_tvalid(tx_tvalid),
    .m_axis_wire_tready(tx_tready), .m_axis_wire_tlast(tx_tlast), .m_axis_wire_tuser(tx_tuser),
    .s_axil_awaddr(12'd0), .s_axil_awvalid(1'b0), .s_axil_awready(axil_unused[1]),
    .s_axil_wdata(32'd0), .s_axil_wstrb(4'd0), .s_axil_wvalid(1'b0),
    .s_axil_wready(axil_unused[2]),
    .s_axil_bresp(axil_unused[4:3]), .s_axil_bvalid(axil_unused[5]), .s_axil_bready(1'b1),
    .s_axil_araddr(12'd0), .s_axil_arvalid(1'b0), .s_axil_arready(axil_unused[6]),
    .s_axil_rdata(rdata_unused), .s_axil_rresp(axil_unused[8:7]), .s_axil_rvalid(axil_unused[9]),
    .s_axil_rready(1'b1),
    .irq(axil_unused[10]),
    .trace_valid(axil_unused[11]), .trace_link(link_unused), .trace_state0(state0_unused),
    .trace_state1(state1_unused), .trace_event(event_unused), .trace_action(action_unused),
    .trace_txid(txid_unused), .trace_rxid(rxid_unused)
);

eth_mac u_eth (
    .clk(clk), .rst(rst), .cfg_speed(cfg_speed),
    .s_axis_core_tdata(tx_tdata), .s_axis_core_tkeep(tx_tkeep), .s_axis_core_tvalid(tx_tvalid),
    .s_axis_core_tready(tx_tready), .s_axis_core_tlast(tx_tlast), .s_axis_core_tuser(tx_tuser),
    .m_axis_core_tdata(rx_tdata), .m_axis_core_tkeep(rx_tkeep), .m_axis_core_tvalid(rx_tvalid),
    .m_axis_core_tready(rx_tready), .m_axis_core_tlast(rx_tlast), .m_axis_core_tuser(rx_tuser),
    .stat_addr(stat_addr), .stat_data(stat_data), .tx_clk(tx_clk),
    .rgmii_rxc(rgmii_rxc), .rgmii_rxd(rgmii_rxd), .rgmii_rx_ctl(rgmii_rx_ctl),
    .rgmii_txc(rgmii_txc), .rgmii_txd(rgmii_txd), .rgmii_tx_ctl(rgmii_tx_ctl)
);

endmodule

`resetall
