// SPDX-License-Identifier: Apache-2.0
//
// instance - an instance of ttp_mac with every port connected
//
// README.md shows its front under "In your design", letter for letter. The test compares the two
// and has Verilator -Wall and Icarus accept the whole. The ports of this module only give its wires
// their names and widths.
//
// Timing: that of ttp_mac.
// Test: tb/fpga/instance_check.py

`resetall
`default_nettype none

module instance_example (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  boot_count,     // another number after each boot
    input  wire [23:0]  peer_node,

    input  wire [63:0]  tx_tdata,
    input  wire [7:0]   tx_tkeep,
    input  wire         tx_tvalid,
    output wire         tx_tready,
    input  wire         tx_tlast,

    output wire [63:0]  rx_tdata,
    output wire [7:0]   rx_tkeep,
    output wire         rx_tvalid,
    input  wire         rx_tready,
    output wire         rx_tlast,
    output wire [31:0]  rx_tid,

    output wire [127:0] cpl_tdata,
    output wire         cpl_tvalid,
    input  wire         cpl_tready,

    input  wire [63:0]  eth_rx_tdata,
    input  wire [7:0]   eth_rx_tkeep,
    input  wire         eth_rx_tvalid,
    output wire         eth_rx_tready,
    input  wire         eth_rx_tlast,
    input  wire         eth_rx_tuser,
    output wire [63:0]  eth_tx_tdata,
    output wire [7:0]   eth_tx_tkeep,
    output wire         eth_tx_tvalid,
    input  wire         eth_tx_tready,
    output wire         eth_tx_tlast,
    output wire         eth_tx_tuser,

    input  wire [11:0]  awaddr,
    input  wire         awvalid,
    output wire         awready,
    input  wire [31:0]  wdata,
    input  wire [3:0]   wstrb,
    input  wire         wvalid,
    output wire         wready,
    output wire [1:0]   bresp,
    output wire         bvalid,
    input  wire         bready,
    input  wire [11:0]  araddr,
    input  wire         arvalid,
    output wire         arready,
    output wire [31:0]  rdata,
    output wire [1:0]   rresp,
    output wire         rvalid,
    input  wire         rready,
    output wire         irq,

    output wire         tr_valid,
    output wire [15:0]  tr_link,
    output wire [2:0]   tr_state0,
    output wire [2:0]   tr_state1,
    output wire [4:0]   tr_event,
    output wire [15:0]  tr_action,
    output wire [31:0]  tr_txid,
    output wire [31:0]  tr_rxid
);

// The instance
ttp_mac #(
    .DATA_W(64), .TX_CELLS(1536), .TX_PKTS(256), .RX_CELLS(256),    // preset nic1g
    .LINK_SETS(32), .LINK_WAYS(2), .TRACE(0)
) u_mac (
    .clk(clk), .rst(rst),
    .cfg_node(24'h000001), .cfg_enable(1'b1), .cfg_epoch_seed(boot_count),

    // Payloads to send, a packet of 1..1024 bytes is one; here on VC 0 to this peer
    .s_axis_host_tdata(tx_tdata), .s_axis_host_tkeep(tx_tkeep), .s_axis_host_tvalid(tx_tvalid),
    .s_axis_host_tready(tx_tready), .s_axis_host_tlast(tx_tlast), .s_axis_host_tuser(1'b0),
    .s_axis_host_tdest({8'd0, peer_node}),

    // README.md shows what is above this line
    // Payloads received, tid = {VC, node} of the sender
    .m_axis_host_tdata(rx_tdata), .m_axis_host_tkeep(rx_tkeep), .m_axis_host_tvalid(rx_tvalid),
    .m_axis_host_tready(rx_tready), .m_axis_host_tlast(rx_tlast), .m_axis_host_tid(rx_tid),

    // What became of payloads and links: somebody has to take these
    .m_axis_cpl_tdata(cpl_tdata), .m_axis_cpl_tvalid(cpl_tvalid), .m_axis_cpl_tready(cpl_tready),

    // The Ethernet MAC: frames without preamble and FCS, tuser = bad FCS
    .s_axis_wire_tdata(eth_rx_tdata), .s_axis_wire_tkeep(eth_rx_tkeep),
    .s_axis_wire_tvalid(eth_rx_tvalid), .s_axis_wire_tready(eth_rx_tready),
    .s_axis_wire_tlast(eth_rx_tlast), .s_axis_wire_tuser(eth_rx_tuser),
    .m_axis_wire_tdata(eth_tx_tdata), .m_axis_wire_tkeep(eth_tx_tkeep),
    .m_axis_wire_tvalid(eth_tx_tvalid), .m_axis_wire_tready(eth_tx_tready),
    .m_axis_wire_tlast(eth_tx_tlast), .m_axis_wire_tuser(eth_tx_tuser),

    // Registers: with the valid inputs tied to 0 the values after reset stay
    .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
    .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid), .s_axil_wready(wready),
    .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(bready),
    .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
    .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
    .irq(irq),

    // One record per event of a link, for a logic analyser; all 0 with TRACE = 0
    .trace_valid(tr_valid), .trace_link(tr_link), .trace_state0(tr_state0),
    .trace_state1(tr_state1), .trace_event(tr_event), .trace_action(tr_action),
    .trace_txid(tr_txid), .trace_rxid(tr_rxid)
);
// The end of the instance

endmodule

`resetall
