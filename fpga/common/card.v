// SPDX-License-Identifier: Apache-2.0
//
// card - the whole card behind its pins: wire port, ttp_mac, host link, UART
//
// Only the port list so far.
//
// Test: tb/test_eth_card.cpp

`resetall
`default_nettype none

module card #(
    parameter BOARD         = 0,        // register BOARD, 0..65535
    parameter HOST_ETH      = 1,        // 1: the second Ethernet port is the host's; 0: UART only
    parameter CLK_HZ        = 62500000, // clk
    parameter BAUD          = 115200,   // of the UART, at most CLK_HZ / 16
    parameter TX_CELLS      = 1536,     // of ttp_mac
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
    parameter PHY_SWAP      = 0,        // 1: the first PHY (lower address, or bus 0) is the host port's
    parameter SCAN_FIRST    = 0,        // first MDIO address looked at
    parameter POLL_GAP      = 625000    // clk cycles between two polls of the PHYs
) (
    input  wire        clk,             // 62.5 MHz
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

    output wire [3:0]  led              // active high: {error, host link or session, activity, wire link}
);

endmodule

`resetall
