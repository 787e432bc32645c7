// SPDX-License-Identifier: Apache-2.0
//
// eth_mac - Ethernet MAC of a card: RGMII pins below, 64-bit frames in the core's clock above
//
//     RGMII rx -> gmii_rx -> rx_fifo ----> m_axis_core        rgmii_rxc | clk
//     RGMII tx <- gmii_tx <- tx_fifo <---- s_axis_core        tx_clk    | clk
//                     events -> stats ---> stat_data
//
// Instances and wires only. docs/ethernet.md tells what is dropped when and counted where.
//
// Resets: rst reaches the two line clocks through eth_reset, and the core's sides of the FIFOs are
// held until the line's side has been reset, also while rgmii_rxc stands still.
//
// Timing: docs/ethernet.md. Full duplex only; no pause frames.
// Test: tb/block/eth_mac.cpp

`resetall
`default_nettype none

module eth_mac #(
    parameter RX_DEPTH = 512,   // receive FIFO, words of 8 bytes, power of two, >= 16
    parameter TX_DEPTH = 16,    // transmit FIFO, the same
    parameter TX_STORE = 0,     // 0: the core gives a frame without a stall, 1: it may stall
    parameter MAX_LEN  = 1518,  // longest frame received, bytes without FCS, 64..16383
    parameter PASS_BAD = 1,     // 1: bad frames come with tuser, 0: they are dropped
    parameter RX_DELAY = 0,     // of RXD and RXCTL, taps of about 25 ps, 0..127
    parameter TX_DELAY = 0      // of TXC
) (
    // Core
    input  wire        clk,                 // 62.5 MHz
    input  wire        rst,                 // synchronous, >= 2 cycles

    input  wire [1:0]  cfg_speed,           // from the PHY: 0: 10, 1: 100, 2: 1000 Mb/s

    // Frames to send, without preamble and FCS; shorter than 60 bytes are padded
    input  wire [63:0] s_axis_core_tdata,   // byte 0 in [7:0]
    input  wire [7:0]  s_axis_core_tkeep,
    input  wire        s_axis_core_tvalid,
    output wire        s_axis_core_tready,
    input  wire        s_axis_core_tlast,
    input  wire        s_axis_core_tuser,   // with tlast: send it with a wrong FCS

    // Frames received, FCS checked and taken off
    output wire [63:0] m_axis_core_tdata,
    output wire [7:0]  m_axis_core_tkeep,
    output wire        m_axis_core_tvalid,
    input  wire        m_axis_core_tready,
    output wire        m_axis_core_tlast,
    output wire        m_axis_core_tuser,   // with tlast: bad frame (PASS_BAD = 1)

    // Counters
    input  wire [3:0]  stat_addr,           // ETH_EV_*
    output wire [31:0] stat_data,           // two cycles later

    // Line
    input  wire        tx_clk,              // 125 MHz, not derived from rgmii_rxc
    input  wire        rgmii_rxc,
    input  wire [3:0]  rgmii_rxd,
    input  wire        rgmii_rx_ctl,
    output wire        rgmii_txc,
    output wire [3:0]  rgmii_txd,
    output wire        rgmii_tx_ctl
);

wire       rx_rst, tx_rst, rx_rst_next, tx_rst_next, rx_side_rst, tx_side_rst, rx_dv, rx_er, tx_en,
           tx_er, tx_ce, rx_1000;
wire       rxs_valid, rxs_last, rxs_user, line_valid, txs_valid, txs_ready, txs_last, txs_user,
           rx_ev, tx_ev;
wire [1:0] tx_speed, next_unused;
wire [2:0] line_code, rx_code;
wire [3:0] tx_code;
wire [7:0] rx_data, tx_data, rxs_data, txs_data;

// Asynchronous from here on: only what comes from a flop may do that.
reg rst_q;
always @(posedge clk) rst_q <= rst;

eth_reset u_rx_rst (.clk(rgmii_rxc), .rst_in(rst_q), .rst(rx_rst), .rst_next(rx_rst_next));
eth_reset u_tx_rst (.clk(tx_clk), .rst_in(rst_q), .rst(tx_rst), .rst_next(tx_rst_next));
eth_reset u_rx_side_rst (
    .clk(clk), .rst_in(rx_rst_next), .rst(rx_side_rst), .rst_next(next_unused[0])
);
eth_reset u_tx_side_rst (
    .clk(clk), .rst_in(tx_rst_next), .rst(tx_side_rst), .rst_next(next_unused[1])
);

// A mixture of old and new for one cycle does no harm: no frame can be under way while a link
// changes its speed.
eth_sync #(.WIDTH(1)) u_rx_speed (.clk(rgmii_rxc), .in(cfg_speed[1]), .out(rx_1000));
eth_sync #(.WIDTH(2)) u_tx_speed (.clk(tx_clk), .in(cfg_speed), .out(tx_speed));

eth_rgmii_rx #(.RX_DELAY(RX_DELAY)) u_rgmii_rx (
    .rgmii_rxc(rgmii_rxc), .rgmii_rxd(rgmii_rxd), .rgmii_rx_ctl(rgmii_rx_ctl),
    .rx_data(rx_data), .rx_dv(rx_dv), .rx_er(rx_er)
);

eth_gmii_rx u_gmii_rx (
    .rx_clk(rgmii_rxc), .rx_rst(rx_rst), .cfg_1000(rx_1000),
    .rx_data(rx_data), .rx_dv(rx_dv), .rx_er(rx_er),
    .m_axis_rx_tdata(rxs_data), .m_axis_rx_tvalid(rxs_valid), .m_axis_rx_tlast(rxs_last),
    .m_axis_rx_tuser(rxs_user),
    .stat_valid(line_valid), .stat_code(line_code)
);

eth_rx_fifo #(.DEPTH(RX_DEPTH), .MAX_LEN(MAX_LEN), .PASS_BAD(PASS_BAD)) u_rx_fifo (
    .rx_clk(rgmii_rxc), .rx_rst(rx_rst),
    .s_axis_rx_tdata(rxs_data), .s_axis_rx_tvalid(rxs_valid), .s_axis_rx_tlast(rxs_last),
    .s_axis_rx_tuser(rxs_user),
    .frame_valid(line_valid), .frame_code(line_code), .stat_valid(rx_ev), .stat_code(rx_code),
    .clk(clk), .rst(rx_side_rst),
    .m_axis_core_tdata(m_axis_core_tdata), .m_axis_core_tkeep(m_axis_core_tkeep),
    .m_axis_core_tvalid(m_axis_core_tvalid), .m_axis_core_tready(m_axis_core_tready),
    .m_axis_core_tlast(m_axis_core_tlast), .m_axis_core_tuser(m_axis_core_tuser)
);

eth_tx_fifo #(.DEPTH(TX_DEPTH), .STORE(TX_STORE)) u_tx_fifo (
    .clk(clk), .rst(tx_side_rst),
    .s_axis_core_tdata(s_axis_core_tdata), .s_axis_core_tkeep(s_axis_core_tkeep),
    .s_axis_core_tvalid(s_axis_core_tvalid), .s_axis_core_tready(s_axis_core_tready),
    .s_axis_core_tlast(s_axis_core_tlast), .s_axis_core_tuser(s_axis_core_tuser),
    .tx_clk(tx_clk), .tx_rst(tx_rst),
    .m_axis_tx_tdata(txs_data), .m_axis_tx_tvalid(txs_valid), .m_axis_tx_tready(txs_ready),
    .m_axis_tx_tlast(txs_last), .m_axis_tx_tuser(txs_user)
);

eth_gmii_tx u_gmii_tx (
    .tx_clk(tx_clk), .tx_rst(tx_rst),
    .s_axis_tx_tdata(txs_data), .s_axis_tx_tvalid(txs_valid), .s_axis_tx_tready(txs_ready),
    .s_axis_tx_tlast(txs_last), .s_axis_tx_tuser(txs_user),
    .tx_ce(tx_ce), .tx_data(tx_data), .tx_en(tx_en), .tx_er(tx_er),
    .stat_valid(tx_ev), .stat_code(tx_code)
);

eth_rgmii_tx #(.TX_DELAY(TX_DELAY)) u_rgmii_tx (
    .tx_clk(tx_clk), .tx_rst(tx_rst), .cfg_speed(tx_speed),
    .tx_data(tx_data), .tx_en(tx_en), .tx_er(tx_er), .tx_ce(tx_ce),
    .rgmii_txc(rgmii_txc), .rgmii_txd(rgmii_txd), .rgmii_tx_ctl(rgmii_tx_ctl)
);

eth_stats u_stats (
    .rx_clk(rgmii_rxc), .rx_rst(rx_rst), .rx_ev_valid(rx_ev), .rx_ev_code(rx_code),
    .tx_clk(tx_clk), .tx_rst(tx_rst), .tx_ev_valid(tx_ev), .tx_ev_code(tx_code), .clk(clk),
    .rx_side_rst(rx_side_rst), .tx_side_rst(tx_side_rst),
    .stat_addr(stat_addr), .stat_data(stat_data)
);

endmodule

`resetall
