// SPDX-License-Identifier: Apache-2.0
//
// ttp_port - one cable for everything: between ttp_mac and its Ethernet MAC (docs/port.md)
//
//                 ttp_port_rx --+--> m_axis_ttp
//   s_axis_wire -->             +--> ttp_port_queue --> m_axis_other
//
//                 ttp_port_tx <-+--- s_axis_ttp
//   m_axis_wire <--             +--- ttp_port_queue <-- s_axis_other
//
// Instances and wires only.
//
// Timing: that of its parts. s_axis_ttp_tready also from the valid of both sources.
// Mirror: model/port/ttp_port.c      Lockstep test: tb/block/ttp_port.cpp

`include "ttp_defs.vh"
`include "ttp_port_defs.vh"

`resetall
`default_nettype none

module ttp_port #(
    parameter DATA_W      = 512,    // bits a beat: 64, 128, 256, 512
    parameter OTHER_WORDS = 64,     // words of each queue: 32 to 4096, power of two
    parameter ROUTES      = 4,      // 1 to 16
    parameter ADDR_HIGH   = {8'd0, `TTP_OUI}    // high 24 bits of our address, as in ttp_mac
) (
    input  wire                clk,
    input  wire                rst,                 // synchronous, active high, >= 1 cycle

    // The Ethernet MAC
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
    output wire                m_axis_wire_tuser,

    // ttp_mac
    output wire [DATA_W-1:0]   m_axis_ttp_tdata,
    output wire [DATA_W/8-1:0] m_axis_ttp_tkeep,
    output wire                m_axis_ttp_tvalid,   // no ready: it takes all
    output wire                m_axis_ttp_tlast,
    output wire                m_axis_ttp_tuser,
    input  wire [DATA_W-1:0]   s_axis_ttp_tdata,
    input  wire [DATA_W/8-1:0] s_axis_ttp_tkeep,
    input  wire                s_axis_ttp_tvalid,
    output wire                s_axis_ttp_tready,
    input  wire                s_axis_ttp_tlast,
    input  wire                s_axis_ttp_tuser,

    // Frames that are not TTP, whole, without preamble and FCS
    output wire [DATA_W-1:0]   m_axis_other_tdata,
    output wire [DATA_W/8-1:0] m_axis_other_tkeep,
    output wire                m_axis_other_tvalid,
    input  wire                m_axis_other_tready,
    output wire                m_axis_other_tlast,
    input  wire [DATA_W-1:0]   s_axis_other_tdata,
    input  wire [DATA_W/8-1:0] s_axis_other_tkeep,
    input  wire                s_axis_other_tvalid,
    output wire                s_axis_other_tready,
    input  wire                s_axis_other_tlast,
    input  wire                s_axis_other_tuser,  // with tlast: not to be sent

    // Registers, AXI4-Lite: docs/port.md
    input  wire [11:0]         s_axil_awaddr,
    input  wire                s_axil_awvalid,
    output wire                s_axil_awready,
    input  wire [31:0]         s_axil_wdata,
    input  wire [3:0]          s_axil_wstrb,        // registers are written whole
    input  wire                s_axil_wvalid,
    output wire                s_axil_wready,
    output wire [1:0]          s_axil_bresp,
    output wire                s_axil_bvalid,
    input  wire                s_axil_bready,
    input  wire [11:0]         s_axil_araddr,
    input  wire                s_axil_arvalid,
    output wire                s_axil_arready,
    output wire [31:0]         s_axil_rdata,
    output wire [1:0]          s_axil_rresp,
    output wire                s_axil_rvalid,
    input  wire                s_axil_rready
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || OTHER_WORDS < 32 || OTHER_WORDS > 4096
             || (OTHER_WORDS & (OTHER_WORDS - 1)) != 0 || ROUTES < 1 || ROUTES > 16) begin : g_bad
    ERROR_ttp_port_parameter_out_of_range u_bad ();
end endgenerate

wire        other, ipv4, any_port, route_wr, tx_routed, rx_routed;
wire [7:0]  share;
wire [31:0] addr, host;
wire [5:0]  dscp;
wire [19:0] sum;
wire [10:0] route;
wire [23:0] route_node, route_mask, tx_node, rx_node;
wire [47:0] route_hop, next_hop;
wire [1:0]  tx_ports;
wire [`TTP_PORT_COUNTERS-1:0] counts;

ttp_port_csr #(.DATA_W(DATA_W), .OTHER_WORDS(OTHER_WORDS), .ROUTES(ROUTES)) u_csr (
    .clk(clk), .rst(rst), .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .cfg_other(other), .cfg_ipv4(ipv4), .cfg_any_port(any_port), .cfg_share(share),
    .cfg_addr(addr), .cfg_host(host), .cfg_dscp(dscp), .cfg_sum(sum), .route_wr(route_wr),
    .route(route), .route_node(route_node), .route_mask(route_mask), .next_hop(route_hop),
    .counts(counts)
);

ttp_port_routes #(.ROUTES(ROUTES)) u_routes (
    .clk(clk), .rst(rst), .write(route_wr), .index(route[7:0]), .on(route[8]),
    .ports(route[10:9]), .node(route_node), .mask(route_mask), .next_hop(route_hop),
    .host(host[23:0]), .tx_node(tx_node), .tx_routed(tx_routed), .tx_ports(tx_ports),
    .tx_next_hop(next_hop), .rx_node(rx_node), .rx_routed(rx_routed)
);

// ---------------------------------------------------------------- in
wire                other_valid, other_room;
ttp_port_rx #(.DATA_W(DATA_W), .ADDR_HIGH(ADDR_HIGH)) u_rx (
    .clk(clk), .rst(rst), .cfg_other(other), .cfg_ipv4(ipv4), .cfg_any_port(any_port),
    .cfg_addr(addr), .cfg_host(host), .node(rx_node), .routed(rx_routed),
    .in_data(s_axis_wire_tdata), .in_keep(s_axis_wire_tkeep), .in_valid(s_axis_wire_tvalid),
    .in_last(s_axis_wire_tlast), .in_user(s_axis_wire_tuser), .out_data(m_axis_ttp_tdata),
    .out_keep(m_axis_ttp_tkeep), .out_last(m_axis_ttp_tlast), .out_user(m_axis_ttp_tuser),
    .mac_valid(m_axis_ttp_tvalid), .other_valid(other_valid),
    .taken(counts[`TTP_PORT_IP_RX]), .bad(counts[`TTP_PORT_IP_VERSION +: 5])
);

ttp_port_queue #(.DATA_W(DATA_W), .WORDS(OTHER_WORDS), .HOLD(0)) u_rx_queue (
    .clk(clk), .rst(rst), .in_valid(other_valid), .in_ready(other_room),
    .in_data(m_axis_ttp_tdata), .in_keep(m_axis_ttp_tkeep), .in_last(m_axis_ttp_tlast),
    .in_bad(m_axis_ttp_tuser), .out_valid(m_axis_other_tvalid), .out_ready(m_axis_other_tready),
    .out_data(m_axis_other_tdata), .out_keep(m_axis_other_tkeep), .out_last(m_axis_other_tlast),
    .whole(counts[`TTP_PORT_OTHER_RX]), .no_room(counts[`TTP_PORT_OTHER_DROP]),
    .was_bad(counts[`TTP_PORT_OTHER_BAD])
);

// ---------------------------------------------------------------- out
wire                tx_valid, tx_ready, tx_last, tx_whole, tx_long, tx_bad;
wire [DATA_W-1:0]   tx_data;
wire [DATA_W/8-1:0] tx_keep;
ttp_port_queue #(.DATA_W(DATA_W), .WORDS(OTHER_WORDS), .HOLD(1)) u_tx_queue (
    .clk(clk), .rst(rst), .in_valid(s_axis_other_tvalid), .in_ready(s_axis_other_tready),
    .in_data(s_axis_other_tdata), .in_keep(s_axis_other_tkeep), .in_last(s_axis_other_tlast),
    .in_bad(s_axis_other_tuser), .out_valid(tx_valid), .out_ready(tx_ready), .out_data(tx_data),
    .out_keep(tx_keep), .out_last(tx_last), .whole(tx_whole), .no_room(tx_long), .was_bad(tx_bad)
);
assign counts[`TTP_PORT_OTHER_LONG] = tx_long || tx_bad;

ttp_port_tx #(.DATA_W(DATA_W)) u_tx (
    .clk(clk), .rst(rst), .cfg_ipv4(ipv4), .cfg_share(share), .cfg_addr(addr), .cfg_host(host),
    .cfg_dscp(dscp), .cfg_sum(sum), .node(tx_node), .routed(tx_routed), .ports(tx_ports),
    .next_hop(next_hop), .ttp_valid(s_axis_ttp_tvalid), .ttp_ready(s_axis_ttp_tready),
    .ttp_data(s_axis_ttp_tdata), .ttp_keep(s_axis_ttp_tkeep), .ttp_last(s_axis_ttp_tlast),
    .ttp_user(s_axis_ttp_tuser), .other_valid(tx_valid), .other_ready(tx_ready),
    .other_data(tx_data), .other_keep(tx_keep), .other_last(tx_last),
    .out_valid(m_axis_wire_tvalid), .out_ready(m_axis_wire_tready), .out_data(m_axis_wire_tdata),
    .out_keep(m_axis_wire_tkeep), .out_last(m_axis_wire_tlast), .out_user(m_axis_wire_tuser),
    .sent_ip(counts[`TTP_PORT_IP_TX]), .sent_other(counts[`TTP_PORT_OTHER_TX])
);

assign s_axis_wire_tready = 1'b1;

wire unused = &{1'b0, other_room, tx_whole};

endmodule

`resetall
