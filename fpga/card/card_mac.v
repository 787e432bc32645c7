// SPDX-License-Identifier: Apache-2.0
//
// card_mac - what is between wire port and host link in the card of the MAC: ttp_mac, echo,
// generator and sink
//
// Instances and wires only.
//
// Timing: docs/card.md.
// Test: tb/block/card.cpp

`resetall
`default_nettype none

module card_mac #(
    parameter TX_CELLS  = 1536,     // these six: of ttp_mac
    parameter TX_PKTS   = 256,
    parameter RX_CELLS  = 256,
    parameter LINK_SETS = 32,
    parameter LINK_WAYS = 2,
    parameter SRAM_1P   = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [23:0]  cfg_node,

    // Ethernet frames of the wire port
    input  wire [63:0]  s_axis_wire_tdata,
    input  wire [7:0]   s_axis_wire_tkeep,
    input  wire         s_axis_wire_tvalid,
    output wire         s_axis_wire_tready,
    input  wire         s_axis_wire_tlast,
    input  wire         s_axis_wire_tuser,
    output wire [63:0]  m_axis_wire_tdata,
    output wire [7:0]   m_axis_wire_tkeep,
    output wire         m_axis_wire_tvalid,
    input  wire         m_axis_wire_tready,
    output wire         m_axis_wire_tlast,
    output wire         m_axis_wire_tuser,

    // Payloads from the host link and to it, completions
    input  wire [63:0]  s_axis_host_tdata,
    input  wire [7:0]   s_axis_host_tkeep,
    input  wire         s_axis_host_tvalid,
    output wire         s_axis_host_tready,
    input  wire         s_axis_host_tlast,
    input  wire         s_axis_host_tuser,
    input  wire [31:0]  s_axis_host_tdest,
    output wire [63:0]  m_axis_host_tdata,
    output wire [7:0]   m_axis_host_tkeep,
    output wire         m_axis_host_tvalid,
    input  wire         m_axis_host_tready,
    output wire         m_axis_host_tlast,
    output wire [31:0]  m_axis_host_tid,
    output wire [127:0] m_axis_cpl_tdata,
    output wire         m_axis_cpl_tvalid,
    input  wire         m_axis_cpl_tready,

    // Registers of the MAC
    input  wire [11:0]  s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [31:0]  s_axil_wdata,
    input  wire [3:0]   s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output wire [1:0]   s_axil_bresp,
    output wire         s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [11:0]  s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output wire [31:0]  s_axil_rdata,
    output wire [1:0]   s_axil_rresp,
    output wire         s_axil_rvalid,
    input  wire         s_axil_rready,

    // Settings of card_regs; what becomes of payloads
    input  wire [2:0]   cfg_echo,
    input  wire [2:0]   cfg_sink,
    input  wire [31:0]  tg_dest,
    input  wire [10:0]  tg_len,
    input  wire [31:0]  tg_count,
    input  wire [23:0]  tg_gap,
    input  wire         tg_run,
    input  wire         tg_clear,
    output wire         tg_done,
    output wire [31:0]  tg_sent,
    output wire [31:0]  ck_bytes,
    output wire         ck_good,
    output wire         ck_bad,
    input  wire         room,
    output wire         begun,
    output wire         echoed,
    output wire         echo_lost
);

wire [63:0] up_tdata, dn_tdata, gen_tdata, sink_tdata;
wire [7:0]  up_tkeep, dn_tkeep, gen_tkeep, sink_tkeep;
wire        up_tvalid, up_tready, up_tlast, dn_tvalid, dn_tready, dn_tlast, dn_tuser, gen_tvalid,
            gen_tready, gen_tlast, sink_tvalid, sink_tlast, irq_unused, trace_unused;
wire [31:0] up_tid, dn_tdest, gen_tdest, trace_txid_unused, trace_rxid_unused;
wire [2:0]  state0_unused, state1_unused;
wire [4:0]  trace_event_unused;
wire [15:0] trace_action_unused, trace_link_unused;

ttp_mac #(
    .DATA_W(64), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(0), .SRAM_1P(SRAM_1P), .DEEP(1)
) u_mac (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .cfg_enable(1'b0), .cfg_epoch_seed(16'd1),
    .s_axis_host_tdata(dn_tdata), .s_axis_host_tkeep(dn_tkeep), .s_axis_host_tvalid(dn_tvalid),
    .s_axis_host_tready(dn_tready), .s_axis_host_tlast(dn_tlast), .s_axis_host_tuser(dn_tuser),
    .s_axis_host_tdest(dn_tdest),
    .m_axis_host_tdata(up_tdata), .m_axis_host_tkeep(up_tkeep), .m_axis_host_tvalid(up_tvalid),
    .m_axis_host_tready(up_tready), .m_axis_host_tlast(up_tlast), .m_axis_host_tid(up_tid),
    .m_axis_cpl_tdata(m_axis_cpl_tdata), .m_axis_cpl_tvalid(m_axis_cpl_tvalid),
    .m_axis_cpl_tready(m_axis_cpl_tready),
    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tready(s_axis_wire_tready),
    .s_axis_wire_tlast(s_axis_wire_tlast), .s_axis_wire_tuser(s_axis_wire_tuser),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tready(m_axis_wire_tready),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(m_axis_wire_tuser),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready),
    .irq(irq_unused),
    .trace_valid(trace_unused), .trace_link(trace_link_unused), .trace_state0(state0_unused),
    .trace_state1(state1_unused), .trace_event(trace_event_unused),
    .trace_action(trace_action_unused), .trace_txid(trace_txid_unused),
    .trace_rxid(trace_rxid_unused)
);

card_app u_app (
    .clk(clk), .rst(rst), .cfg_echo(cfg_echo), .cfg_sink(cfg_sink),
    .s_axis_mac_tdata(up_tdata), .s_axis_mac_tkeep(up_tkeep), .s_axis_mac_tvalid(up_tvalid),
    .s_axis_mac_tready(up_tready), .s_axis_mac_tlast(up_tlast), .s_axis_mac_tid(up_tid),
    .m_axis_mac_tdata(dn_tdata), .m_axis_mac_tkeep(dn_tkeep), .m_axis_mac_tvalid(dn_tvalid),
    .m_axis_mac_tready(dn_tready), .m_axis_mac_tlast(dn_tlast), .m_axis_mac_tuser(dn_tuser),
    .m_axis_mac_tdest(dn_tdest),
    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tvalid(s_axis_host_tvalid), .s_axis_host_tready(s_axis_host_tready),
    .s_axis_host_tlast(s_axis_host_tlast), .s_axis_host_tuser(s_axis_host_tuser),
    .s_axis_host_tdest(s_axis_host_tdest),
    .m_axis_host_tdata(m_axis_host_tdata), .m_axis_host_tkeep(m_axis_host_tkeep),
    .m_axis_host_tvalid(m_axis_host_tvalid), .m_axis_host_tready(m_axis_host_tready),
    .m_axis_host_tlast(m_axis_host_tlast), .m_axis_host_tid(m_axis_host_tid),
    .s_axis_gen_tdata(gen_tdata), .s_axis_gen_tkeep(gen_tkeep), .s_axis_gen_tvalid(gen_tvalid),
    .s_axis_gen_tready(gen_tready), .s_axis_gen_tlast(gen_tlast), .s_axis_gen_tdest(gen_tdest),
    .m_axis_sink_tdata(sink_tdata), .m_axis_sink_tkeep(sink_tkeep),
    .m_axis_sink_tvalid(sink_tvalid), .m_axis_sink_tlast(sink_tlast),
    .room(room), .begun(begun), .echoed(echoed), .echo_lost(echo_lost)
);

card_gen u_gen (
    .clk(clk), .rst(rst),
    .cfg_run(tg_run), .cfg_clear(tg_clear), .cfg_dest(tg_dest), .cfg_len(tg_len),
    .cfg_count(tg_count), .cfg_gap(tg_gap),
    .m_axis_gen_tdata(gen_tdata), .m_axis_gen_tkeep(gen_tkeep), .m_axis_gen_tvalid(gen_tvalid),
    .m_axis_gen_tready(gen_tready), .m_axis_gen_tlast(gen_tlast), .m_axis_gen_tdest(gen_tdest),
    .done(tg_done), .stat_sent(tg_sent)
);

card_check u_check (
    .clk(clk), .rst(rst), .cfg_clear(tg_clear),
    .s_axis_sink_tdata(sink_tdata), .s_axis_sink_tkeep(sink_tkeep),
    .s_axis_sink_tvalid(sink_tvalid), .s_axis_sink_tlast(sink_tlast),
    .good(ck_good), .bad(ck_bad), .stat_bytes(ck_bytes)
);

endmodule

`resetall
