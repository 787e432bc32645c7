// SPDX-License-Identifier: Apache-2.0
//
// card - the whole card behind its pins: wire port, MAC or NIC, host link, UART
//
//     wire port: eth_mac <--> card_mac, or card_nic <--> card_host <--> eth_mac (HOST_ETH = 1),
//                                                            |          card_uart
//                                             card_regs, card_count, card_mdio
//
// Instances and wires, the reset, and the choice of PHYs and buses. The MAC is disabled after
// reset; at the first link of the wire port card_axil gives it its first life number (a counter of
// clk that runs since reset) and enables it.
//
// Timing: docs/card.md.
// Test: tb/block/card.cpp

`include "card_defs.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module card #(
    parameter BOARD         = 0,        // register BOARD, 0..65535
    parameter NIC           = 0,        // 1: ttp_nic and a memory instead of ttp_mac and card_app
    parameter MEM_BYTES     = 65536,    // of that memory: 4096..262144, power of two
    parameter HOST_ETH      = 1,        // 1: the second Ethernet port is the host's; 0: UART only
    parameter CLK_HZ        = 62500000, // clk; with a NIC 41666667 on a board
    parameter BAUD          = 115200,   // of the UART, at most CLK_HZ / 16
    parameter TX_CELLS      = 1536,     // of ttp_mac, at least 256
    parameter TX_PKTS       = 256,
    parameter RX_CELLS      = 256,
    parameter LINK_SETS     = 32,
    parameter LINK_WAYS     = 2,
    parameter SRAM_1P       = 0,
    parameter WIRE_RX_DELAY = 0,        // RGMII pin delays, taps of about 25 ps, 0..127
    parameter WIRE_TX_DELAY = 0,
    parameter HOST_RX_DELAY = 0,
    parameter HOST_TX_DELAY = 0,
    parameter MDIO_BUSES    = 1,        // 1: one bus with all PHYs, 2: one for each port
    // 1: the first PHY (lower address, or bus 0) is the host port's
    parameter PHY_SWAP      = 0,
    parameter SCAN_FIRST    = 0,        // first MDIO address looked at
    parameter POLL_GAP      = 625000    // clk cycles between two polls of the PHYs
) (
    input  wire        clk,             // CLK_HZ
    input  wire        tx_clk,          // 125 MHz
    input  wire        rst,             // synchronous to clk, >= 2 cycles
    input  wire [23:0] cfg_node,

    input  wire        wire_rxc,
    input  wire [3:0]  wire_rxd,
    input  wire        wire_rx_ctl,
    output wire        wire_txc,
    output wire [3:0]  wire_txd,
    output wire        wire_tx_ctl,

    input  wire        host_rxc,
    input  wire [3:0]  host_rxd,
    input  wire        host_rx_ctl,
    output wire        host_txc,
    output wire [3:0]  host_txd,
    output wire        host_tx_ctl,

    output wire [1:0]  mdc,
    output wire [1:0]  mdio_o,
    output wire [1:0]  mdio_oe,
    input  wire [1:0]  mdio_i,

    input  wire        uart_rx,
    output wire        uart_tx,

    // Active high: {error, host link or session, activity, wire link}
    output wire [3:0]  led
);

generate if (NIC < 0 || NIC > 1 || HOST_ETH < 0 || HOST_ETH > 1 || MDIO_BUSES < 1 || MDIO_BUSES > 2
             || PHY_SWAP < 0 || PHY_SWAP > 1 || BOARD < 0 || BOARD > 65535
             || (HOST_ETH == 0 && (MDIO_BUSES != 1 || PHY_SWAP != 0))) begin : g_bad
    ERROR_card_parameter_out_of_range u_bad ();
end endgenerate

reg  [15:0] age_q;                          // first life number
reg         act_q, err_q;

wire [63:0]  wrx_tdata, wtx_tdata, hrx_tdata, htx_tdata, urx_tdata, utx_tdata, hup_tdata, hdn_tdata;
wire [7:0]   wrx_tkeep, wtx_tkeep, hrx_tkeep, htx_tkeep, urx_tkeep, utx_tkeep, hup_tkeep, hdn_tkeep;
wire         wrx_tvalid, wrx_tready, wrx_tlast, wrx_tuser, wtx_tvalid, wtx_tready, wtx_tlast,
             wtx_tuser, hrx_tvalid, hrx_tready, hrx_tlast, htx_tvalid, htx_tready, htx_tlast,
             urx_tvalid, urx_tready, urx_tlast, utx_tvalid, utx_tready, utx_tlast, hup_tvalid,
             hup_tready, hup_tlast, hdn_tvalid, hdn_tready, hdn_tlast, hdn_tuser;
wire [31:0]  hup_tid, hdn_tdest;
wire [127:0] cpl_tdata;
wire         cpl_tvalid, cpl_tready;
wire [11:0]  awaddr, araddr, reg_addr;
wire [15:0]  mem_addr;
wire [31:0]  wdata, rdata, reg_wdata, reg_rdata, mem_wdata, mem_rdata;
wire [3:0]   wstrb, reg_wstrb, mem_wstrb, eth_addr;
wire [1:0]   bresp, rresp;
wire         awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready,
             axil_nic, reg_valid, reg_write, reg_done, reg_error, mem_valid, mem_write, mem_done,
             mem_error, room, begun, echoed, echo_lost, uart_room, uart_empty, sess, rx_ev, tx_ev,
             ua_ev, cpl_lost, tg_run, tg_clear, tg_done, ck_good, ck_bad, cnt_valid, cnt_done;
wire [4:0]   rx_code, tx_code, ua_code, cnt_idx;
wire [2:0]   cfg_echo, cfg_sink;
wire [31:0]  tg_dest, tg_count, tg_sent, ck_bytes, cnt_data, wire_stat, host_stat;
wire [10:0]  tg_len;
wire [23:0]  tg_gap;

// PHYs, in the order of card_mdio
wire [1:0]   phy_found, phy_link, phy_duplex, mreq_valid, mreq_ready, mrsp_valid, mrsp_error;
wire [9:0]   phy_addr;
wire [3:0]   phy_speed;
wire         mreq_write;
wire [4:0]   mreq_phy, mreq_reg;
wire [15:0]  mreq_wdata;
wire [31:0]  mrsp_rdata;

localparam W = PHY_SWAP, H = 1 - PHY_SWAP;      // PHY of the wire port, of the host port

wire [9:0]  wire_state = {phy_duplex[W], phy_speed[2*W +: 2], phy_link[W], phy_found[W],
                          phy_addr[5*W +: 5]};
wire [9:0]  host_state = {phy_duplex[H], phy_speed[2*H +: 2], phy_link[H], phy_found[H],
                          phy_addr[5*H +: 5]};
wire [31:0] link_state = {3'd0, sess, 2'd0, HOST_ETH == 0 ? 10'd0 : host_state, 6'd0, wire_state};

always @(posedge clk) begin
    age_q <= age_q + 16'd1;
    act_q <= rx_ev || tx_ev || wrx_tvalid || wtx_tvalid;
    err_q <= (rx_ev && rx_code > `HL_CNT_BYE) || ua_ev || echo_lost
           || (wrx_tvalid && wrx_tlast && wrx_tuser)
           || (cpl_tvalid && cpl_tready && cpl_tdata[127:120] == `TTP_CPL_DEAD);
    if (rst) begin
        age_q <= 16'd0;
        act_q <= 1'b0;
        err_q <= 1'b0;
    end
end

// ---------------------------------------------------------------- wire port, MAC or NIC

eth_mac #(.RX_DELAY(WIRE_RX_DELAY), .TX_DELAY(WIRE_TX_DELAY)) u_wire (
    .clk(clk), .rst(rst), .cfg_speed(phy_speed[2*W +: 2]),
    .s_axis_core_tdata(wtx_tdata), .s_axis_core_tkeep(wtx_tkeep),
    .s_axis_core_tvalid(wtx_tvalid), .s_axis_core_tready(wtx_tready),
    .s_axis_core_tlast(wtx_tlast), .s_axis_core_tuser(wtx_tuser),
    .m_axis_core_tdata(wrx_tdata), .m_axis_core_tkeep(wrx_tkeep),
    .m_axis_core_tvalid(wrx_tvalid), .m_axis_core_tready(wrx_tready),
    .m_axis_core_tlast(wrx_tlast), .m_axis_core_tuser(wrx_tuser),
    .stat_addr(eth_addr), .stat_data(wire_stat), .tx_clk(tx_clk),
    .rgmii_rxc(wire_rxc), .rgmii_rxd(wire_rxd), .rgmii_rx_ctl(wire_rx_ctl),
    .rgmii_txc(wire_txc), .rgmii_txd(wire_txd), .rgmii_tx_ctl(wire_tx_ctl)
);

generate if (NIC == 0) begin : g_mac
    wire unused = &{1'b0, axil_nic, mem_valid, mem_write, mem_addr, mem_wdata, mem_wstrb};
    assign {mem_done, mem_error, mem_rdata} = 34'd0;
    card_mac #(
        .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS), .LINK_SETS(LINK_SETS),
        .LINK_WAYS(LINK_WAYS), .SRAM_1P(SRAM_1P)
    ) u_core (
        .clk(clk), .rst(rst), .cfg_node(cfg_node), .s_axis_wire_tdata(wrx_tdata),
        .s_axis_wire_tkeep(wrx_tkeep), .s_axis_wire_tvalid(wrx_tvalid),
        .s_axis_wire_tready(wrx_tready), .s_axis_wire_tlast(wrx_tlast),
        .s_axis_wire_tuser(wrx_tuser), .m_axis_wire_tdata(wtx_tdata), .m_axis_wire_tkeep(wtx_tkeep),
        .m_axis_wire_tvalid(wtx_tvalid), .m_axis_wire_tready(wtx_tready),
        .m_axis_wire_tlast(wtx_tlast), .m_axis_wire_tuser(wtx_tuser),
        .s_axis_host_tdata(hdn_tdata), .s_axis_host_tkeep(hdn_tkeep),
        .s_axis_host_tvalid(hdn_tvalid), .s_axis_host_tready(hdn_tready),
        .s_axis_host_tlast(hdn_tlast), .s_axis_host_tuser(hdn_tuser), .s_axis_host_tdest(hdn_tdest),
        .m_axis_host_tdata(hup_tdata), .m_axis_host_tkeep(hup_tkeep),
        .m_axis_host_tvalid(hup_tvalid), .m_axis_host_tready(hup_tready),
        .m_axis_host_tlast(hup_tlast), .m_axis_host_tid(hup_tid), .m_axis_cpl_tdata(cpl_tdata),
        .m_axis_cpl_tvalid(cpl_tvalid), .m_axis_cpl_tready(cpl_tready),
        .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
        .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid), .s_axil_wready(wready),
        .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(bready),
        .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
        .cfg_echo(cfg_echo), .cfg_sink(cfg_sink), .tg_dest(tg_dest), .tg_len(tg_len),
        .tg_count(tg_count), .tg_gap(tg_gap), .tg_run(tg_run), .tg_clear(tg_clear),
        .tg_done(tg_done), .tg_sent(tg_sent), .ck_bytes(ck_bytes), .ck_good(ck_good),
        .ck_bad(ck_bad), .room(room), .begun(begun), .echoed(echoed), .echo_lost(echo_lost)
    );
end else begin : g_nic
    // Payloads and completions of the MAC are the NIC's alone.
    wire unused = &{1'b0, hdn_tdata, hdn_tkeep, hdn_tvalid, hdn_tlast, hdn_tuser, hdn_tdest,
                    hup_tready, cpl_tready, cfg_echo, cfg_sink, tg_dest, tg_len, tg_count,
                    tg_gap, tg_run, tg_clear, room};
    assign hdn_tready = 1'b0;
    assign {hup_tdata, hup_tkeep, hup_tvalid, hup_tlast, hup_tid} = 106'd0;
    assign {cpl_tdata, cpl_tvalid} = 129'd0;
    assign {tg_done, tg_sent, ck_bytes, ck_good, ck_bad, begun, echoed, echo_lost} = 70'd0;
    card_nic #(
        .MEM_BYTES(MEM_BYTES), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
        .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .SRAM_1P(SRAM_1P)
    ) u_core (
        .clk(clk), .rst(rst), .cfg_node(cfg_node), .s_axis_wire_tdata(wrx_tdata),
        .s_axis_wire_tkeep(wrx_tkeep), .s_axis_wire_tvalid(wrx_tvalid),
        .s_axis_wire_tready(wrx_tready), .s_axis_wire_tlast(wrx_tlast),
        .s_axis_wire_tuser(wrx_tuser), .m_axis_wire_tdata(wtx_tdata), .m_axis_wire_tkeep(wtx_tkeep),
        .m_axis_wire_tvalid(wtx_tvalid), .m_axis_wire_tready(wtx_tready),
        .m_axis_wire_tlast(wtx_tlast), .m_axis_wire_tuser(wtx_tuser),
        .s_axil_awaddr({axil_nic, awaddr}), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
        .s_axil_wdata(wdata), .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid), .s_axil_wready(wready),
        .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(bready),
        .s_axil_araddr({axil_nic, araddr}), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready),
        .mem_valid(mem_valid), .mem_write(mem_write), .mem_addr(mem_addr),
        .mem_wdata(mem_wdata), .mem_wstrb(mem_wstrb), .mem_done(mem_done),
        .mem_error(mem_error), .mem_rdata(mem_rdata)
    );
end endgenerate

// ---------------------------------------------------------------- host link

card_host #(.BOARD(BOARD), .TX_CELLS(TX_CELLS), .NIC(NIC)) u_host (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .link_state(link_state), .boot(phy_link[W]),
    .boot_seed(age_q),
    .s_axis_eth_tdata(hrx_tdata), .s_axis_eth_tkeep(hrx_tkeep), .s_axis_eth_tvalid(hrx_tvalid),
    .s_axis_eth_tready(hrx_tready), .s_axis_eth_tlast(hrx_tlast),
    .m_axis_eth_tdata(htx_tdata), .m_axis_eth_tkeep(htx_tkeep), .m_axis_eth_tvalid(htx_tvalid),
    .m_axis_eth_tready(htx_tready), .m_axis_eth_tlast(htx_tlast),
    .s_axis_uart_tdata(urx_tdata), .s_axis_uart_tkeep(urx_tkeep),
    .s_axis_uart_tvalid(urx_tvalid), .s_axis_uart_tready(urx_tready),
    .s_axis_uart_tlast(urx_tlast),
    .m_axis_uart_tdata(utx_tdata), .m_axis_uart_tkeep(utx_tkeep),
    .m_axis_uart_tvalid(utx_tvalid), .m_axis_uart_tready(utx_tready),
    .m_axis_uart_tlast(utx_tlast),
    .uart_room(uart_room), .uart_empty(uart_empty),
    .m_axis_data_tdata(hdn_tdata), .m_axis_data_tkeep(hdn_tkeep),
    .m_axis_data_tvalid(hdn_tvalid), .m_axis_data_tready(hdn_tready),
    .m_axis_data_tlast(hdn_tlast), .m_axis_data_tuser(hdn_tuser), .m_axis_data_tdest(hdn_tdest),
    .s_axis_data_tdata(hup_tdata), .s_axis_data_tkeep(hup_tkeep),
    .s_axis_data_tvalid(hup_tvalid), .s_axis_data_tready(hup_tready),
    .s_axis_data_tlast(hup_tlast), .s_axis_data_tid(hup_tid),
    .begun(begun), .room(room),
    .s_axis_cpl_tdata(cpl_tdata), .s_axis_cpl_tvalid(cpl_tvalid), .s_axis_cpl_tready(cpl_tready),
    .reg_valid(reg_valid), .reg_write(reg_write), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
    .reg_wstrb(reg_wstrb), .reg_done(reg_done), .reg_error(reg_error), .reg_rdata(reg_rdata),
    .mem_valid(mem_valid), .mem_write(mem_write), .mem_addr(mem_addr), .mem_wdata(mem_wdata),
    .mem_wstrb(mem_wstrb), .mem_done(mem_done), .mem_error(mem_error), .mem_rdata(mem_rdata),
    .m_axil_nic(axil_nic),
    .m_axil_awaddr(awaddr), .m_axil_awvalid(awvalid), .m_axil_awready(awready),
    .m_axil_wdata(wdata), .m_axil_wstrb(wstrb), .m_axil_wvalid(wvalid), .m_axil_wready(wready),
    .m_axil_bresp(bresp), .m_axil_bvalid(bvalid), .m_axil_bready(bready),
    .m_axil_araddr(araddr), .m_axil_arvalid(arvalid), .m_axil_arready(arready),
    .m_axil_rdata(rdata), .m_axil_rresp(rresp), .m_axil_rvalid(rvalid), .m_axil_rready(rready),
    .stat_sess(sess), .rx_ev_valid(rx_ev), .rx_ev_code(rx_code),
    .tx_ev_valid(tx_ev), .tx_ev_code(tx_code), .cpl_lost(cpl_lost)
);

card_uart #(.CLK_HZ(CLK_HZ), .BAUD(BAUD)) u_uart (
    .clk(clk), .rst(rst), .uart_rx(uart_rx), .uart_tx(uart_tx),
    .m_axis_uart_tdata(urx_tdata), .m_axis_uart_tkeep(urx_tkeep),
    .m_axis_uart_tvalid(urx_tvalid), .m_axis_uart_tready(urx_tready),
    .m_axis_uart_tlast(urx_tlast),
    .s_axis_uart_tdata(utx_tdata), .s_axis_uart_tkeep(utx_tkeep),
    .s_axis_uart_tvalid(utx_tvalid), .s_axis_uart_tready(utx_tready),
    .s_axis_uart_tlast(utx_tlast),
    .room(uart_room), .empty(uart_empty), .ev_valid(ua_ev), .ev_code(ua_code)
);

generate if (HOST_ETH != 0) begin : g_host
    // One cycle after the wire port: with the same reset, both ports would share the flops of it on
    // tx_clk (synthesis merges what is equal), and a wire across the chip would tie them together.
    reg  rst_q;
    wire tuser_unused;
    always @(posedge clk) rst_q <= rst;
    eth_mac #(
        .RX_DELAY(HOST_RX_DELAY), .TX_DELAY(HOST_TX_DELAY), .TX_DEPTH(256), .TX_STORE(1),
        .PASS_BAD(0)
    ) u_eth (
        .clk(clk), .rst(rst_q), .cfg_speed(phy_speed[2*H +: 2]),
        .s_axis_core_tdata(htx_tdata), .s_axis_core_tkeep(htx_tkeep),
        .s_axis_core_tvalid(htx_tvalid), .s_axis_core_tready(htx_tready),
        .s_axis_core_tlast(htx_tlast), .s_axis_core_tuser(1'b0),
        .m_axis_core_tdata(hrx_tdata), .m_axis_core_tkeep(hrx_tkeep),
        .m_axis_core_tvalid(hrx_tvalid), .m_axis_core_tready(hrx_tready),
        .m_axis_core_tlast(hrx_tlast), .m_axis_core_tuser(tuser_unused),
        .stat_addr(eth_addr), .stat_data(host_stat), .tx_clk(tx_clk),
        .rgmii_rxc(host_rxc), .rgmii_rxd(host_rxd), .rgmii_rx_ctl(host_rx_ctl),
        .rgmii_txc(host_txc), .rgmii_txd(host_txd), .rgmii_tx_ctl(host_tx_ctl)
    );
end else begin : g_no_host
    // Whatever goes to an Ethernet host can only be an answer to one; there is none.
    wire unused = &{1'b0, host_rxc, host_rxd, host_rx_ctl,
                    htx_tdata, htx_tkeep, htx_tvalid, htx_tlast, hrx_tready};
    assign {hrx_tdata, hrx_tkeep, hrx_tvalid, hrx_tlast} = 74'd0;
    assign htx_tready = 1'b1;
    assign host_stat  = 32'd0;
    assign {host_txc, host_txd, host_tx_ctl} = 6'd0;
end endgenerate

// ---------------------------------------------------------------- registers, MDIO, LEDs

card_regs #(.BOARD(BOARD), .MEM_BYTES(NIC != 0 ? MEM_BYTES : 0)) u_regs (
    .clk(clk), .rst(rst),
    .acc_valid(reg_valid), .acc_write(reg_write), .acc_addr(reg_addr), .acc_wdata(reg_wdata),
    .acc_wstrb(reg_wstrb), .acc_done(reg_done), .acc_error(reg_error), .acc_rdata(reg_rdata),
    .cfg_echo(cfg_echo), .cfg_sink(cfg_sink),
    .tg_dest(tg_dest), .tg_len(tg_len), .tg_count(tg_count), .tg_gap(tg_gap), .tg_run(tg_run),
    .tg_clear(tg_clear), .tg_done(tg_done),
    .mdio_valid(mreq_valid), .mdio_ready(mreq_ready), .mdio_write(mreq_write),
    .mdio_phy(mreq_phy), .mdio_reg(mreq_reg), .mdio_wdata(mreq_wdata), .mdio_done(mrsp_valid),
    .mdio_error(mrsp_error), .mdio_rdata(mrsp_rdata), .link_state(link_state),
    .tg_sent(tg_sent), .ck_bytes(ck_bytes), .eth_addr(eth_addr), .wire_data(wire_stat),
    .host_data(host_stat),
    .cnt_valid(cnt_valid), .cnt_idx(cnt_idx), .cnt_done(cnt_done), .cnt_data(cnt_data)
);

// A payload is sunk, echoed or dropped: one event.
wire [4:0] app_code = ck_good ? `HL_CNT_CK_GOOD : ck_bad ? `HL_CNT_CK_BAD
                    : echoed ? `HL_CNT_ECHOED : `HL_CNT_ECHO_LOST;

card_count u_count (
    .clk(clk), .rst(rst),
    .app_valid(ck_good || ck_bad || echoed || echo_lost), .app_code(app_code),
    .rx_valid(rx_ev), .rx_code(rx_code), .tx_valid(tx_ev), .tx_code(tx_code),
    .cpl_valid(cpl_lost), .uart_valid(ua_ev), .uart_code(ua_code), .clear(tg_clear),
    .rd_valid(cnt_valid), .rd_idx(cnt_idx), .rd_done(cnt_done), .rd_data(cnt_data)
);

card_mdio #(
    .BUSES(MDIO_BUSES), .PHYS(1 + HOST_ETH), .POLL_GAP(POLL_GAP), .SCAN_FIRST(SCAN_FIRST)
) u_mdio (
    .clk(clk), .rst(rst),
    .req_valid(mreq_valid), .req_ready(mreq_ready), .req_write(mreq_write),
    .req_phy(mreq_phy), .req_reg(mreq_reg), .req_wdata(mreq_wdata),
    .rsp_valid(mrsp_valid), .rsp_error(mrsp_error), .rsp_rdata(mrsp_rdata),
    .phy_found(phy_found), .phy_addr(phy_addr), .phy_link(phy_link), .phy_speed(phy_speed),
    .phy_duplex(phy_duplex),
    .mdc(mdc), .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i(mdio_i)
);

card_leds #(.HOLD(CLK_HZ / 10)) u_leds (
    .clk(clk), .rst(rst), .wire_link(phy_link[W]),
    .host(sess || (HOST_ETH != 0 && phy_link[H])), .act(act_q), .err(err_q), .led(led)
);

endmodule

`resetall
