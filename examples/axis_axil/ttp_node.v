// SPDX-License-Identifier: Apache-2.0
//
// ttp_node - ttp_mac in a design: streams to and from one peer, registers as AXI4-Lite
//
// To copy from. Shows what has to be connected, what may be tied off, and three things that are
// easily forgotten: completions must be taken, the life seed should differ from boot to boot, and
// tdest is taken from the first beat of a payload.
//
//     s_axis_user --> to PEER, VC 0        m_axis_user <-- from whomever, tid = {VC, node}
//     m_axis_wire, s_axis_wire: to an Ethernet MAC, frames without preamble and FCS
//
// Timing: that of ttp_mac; no logic here but the two registers below.
// Test: examples/axis_axil/tb_node.v

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_node #(
    // Own node: the low 24 bits of the MAC address 98:ED:5C:xx:xx:xx
    parameter [23:0] NODE = 24'd1,
    parameter [23:0] PEER = 24'd2
) (
    input  wire        clk,
    input  wire        rst,
    // From flash, a fuse, a clock: anything that is another one next time
    input  wire [15:0] boot_count,

    // AXI-Stream, 64 bit: a packet of 1..1024 bytes is one payload
    input  wire [63:0] s_axis_user_tdata,
    input  wire [7:0]  s_axis_user_tkeep,
    input  wire        s_axis_user_tvalid,
    output wire        s_axis_user_tready,
    input  wire        s_axis_user_tlast,
    output wire [63:0] m_axis_user_tdata,
    output wire [7:0]  m_axis_user_tkeep,
    output wire        m_axis_user_tvalid,
    input  wire        m_axis_user_tready,
    output wire        m_axis_user_tlast,
    output wire [31:0] m_axis_user_tid,

    // AXI-Stream to and from the Ethernet MAC; tuser with tlast: bad frame
    output wire [63:0] m_axis_wire_tdata,
    output wire [7:0]  m_axis_wire_tkeep,
    output wire        m_axis_wire_tvalid,
    input  wire        m_axis_wire_tready,
    output wire        m_axis_wire_tlast,
    input  wire [63:0] s_axis_wire_tdata,
    input  wire [7:0]  s_axis_wire_tkeep,
    input  wire        s_axis_wire_tvalid,
    output wire        s_axis_wire_tready,
    input  wire        s_axis_wire_tlast,
    input  wire        s_axis_wire_tuser,

    // AXI4-Lite, docs/registers.md
    input  wire [11:0] s_axil_awaddr,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [1:0]  s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [11:0] s_axil_araddr,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,

    output wire        irq,
    output wire        dead                     // a payload could not be delivered; sticky
);

// Completions: kind TTP_CPL_DEAD is news that a link and its payloads were given up.
wire [127:0] cpl_tdata;
wire         cpl_tvalid;
reg          dead_q;

always @(posedge clk) begin
    dead_q <= dead_q || (cpl_tvalid && cpl_tdata[127:120] == `TTP_CPL_DEAD);
    if (rst) dead_q <= 1'b0;
end

assign dead = dead_q;

wire [31:0] txid_unused, rxid_unused;
wire [15:0] link_unused, action_unused;
wire [4:0]  event_unused;
wire [2:0]  state0_unused, state1_unused;
wire        trace_unused, tuser_unused;
wire        cpl_unused = &{1'b0, cpl_tdata[119:0]};

// Preset nic1g_25f: 32 KiB to send from, 8 KiB to receive into, 3 x 16 x 2 links.
ttp_mac #(
    .DATA_W(64), .TX_CELLS(512), .TX_PKTS(128), .RX_CELLS(128), .LINK_SETS(16), .LINK_WAYS(2),
    .TRACE(0)
) u_mac (
    .clk(clk), .rst(rst), .cfg_node(NODE), .cfg_enable(1'b1), .cfg_epoch_seed(boot_count),

    .s_axis_host_tdata(s_axis_user_tdata), .s_axis_host_tkeep(s_axis_user_tkeep),
    .s_axis_host_tvalid(s_axis_user_tvalid), .s_axis_host_tready(s_axis_user_tready),
    .s_axis_host_tlast(s_axis_user_tlast), .s_axis_host_tuser(1'b0),
    .s_axis_host_tdest({8'd0, PEER}),

    .m_axis_host_tdata(m_axis_user_tdata), .m_axis_host_tkeep(m_axis_user_tkeep),
    .m_axis_host_tvalid(m_axis_user_tvalid), .m_axis_host_tready(m_axis_user_tready),
    .m_axis_host_tlast(m_axis_user_tlast), .m_axis_host_tid(m_axis_user_tid),

    .m_axis_cpl_tdata(cpl_tdata), .m_axis_cpl_tvalid(cpl_tvalid), .m_axis_cpl_tready(1'b1),

    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tready(s_axis_wire_tready),
    .s_axis_wire_tlast(s_axis_wire_tlast), .s_axis_wire_tuser(s_axis_wire_tuser),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tready(m_axis_wire_tready),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(tuser_unused),

    .s_axil_awaddr(s_axil_awaddr),
    .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr),
    .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .irq(irq),

    .trace_valid(trace_unused), .trace_link(link_unused), .trace_event(event_unused),
    .trace_state0(state0_unused), .trace_state1(state1_unused),
    .trace_action(action_unused), .trace_txid(txid_unused), .trace_rxid(rxid_unused)
);

endmodule

`resetall
