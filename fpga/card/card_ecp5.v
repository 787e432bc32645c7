// SPDX-License-Identifier: Apache-2.0
//
// card_ecp5 - the card with what all ECP5 boards share: PLL, resets, the one-LED display
//
// Instances and wires only. The top of a board (fpga/boards/) adds its pins: which PHY, which LED
// is active low, the drivers of MDIO.
//
// Timing: that of card. All of it is reset until the PLL has locked.
// Test: tb/fpga/fpga_top.v, tb/fpga/check.py

`resetall
`default_nettype none

module card_ecp5 #(
    parameter        BOARD         = 1,         // register BOARD, docs/card.md
    parameter        REF_MHZ       = 25,        // refclk, multiple of 25
    parameter [23:0] NODE          = 24'd1,     // own node
    parameter        HOST_ETH      = 1,         // 1: phy1 is the host port, 0: there is none
    parameter        NIC           = 0,         // 1: a NIC with MEM_BYTES of memory, docs/card.md
    parameter        MEM_BYTES     = 65536,
    parameter        TX_CELLS      = 1536,      // these five: of ttp_mac
    parameter        TX_PKTS       = 256,
    parameter        RX_CELLS      = 256,
    parameter        LINK_SETS     = 32,
    parameter        LINK_WAYS     = 2,
    // Of RXD and RXCTL, taps of about 25 ps, 0..127, both ports
    parameter        RX_DELAY      = 0,
    parameter        TX_DELAY      = 0,         // of TXC
    parameter        MDIO_BUSES    = 1,         // 2: one for each PHY
    parameter        PHY_SWAP      = 0,         // 1: the PHY with the lower address is phy1
    parameter        SCAN_FIRST    = 0,         // lowest PHY address
    parameter        PHY_HOLD      = 1250000,   // reset of the PHYs, cycles of 16 ns; 0: never
    parameter        BAUD          = 115200     // of the UART
) (
    input  wire       refclk,
    input  wire       button_n,                 // 0: reset; asynchronous

    // phy0: wire port, phy1: host port
    input  wire       phy0_rxc,
    input  wire [3:0] phy0_rxd,
    input  wire       phy0_rx_ctl,
    output wire       phy0_txc,
    output wire [3:0] phy0_txd,
    output wire       phy0_tx_ctl,
    input  wire       phy1_rxc,
    input  wire [3:0] phy1_rxd,
    input  wire       phy1_rx_ctl,
    output wire       phy1_txc,
    output wire [3:0] phy1_txd,
    output wire       phy1_tx_ctl,
    output wire       phy_rst_n,

    // Bus 1 only with MDIO_BUSES = 2
    output wire [1:0] mdc,
    output wire [1:0] mdio_o,
    output wire [1:0] mdio_oe,
    input  wire [1:0] mdio_i,

    input  wire       uart_rx,
    output wire       uart_tx,

    // Active high
    // {error, host link or session, activity, wire link}
    output wire [3:0] led,
    output wire       led_one                   // all that in one, card_one_led
);

wire clk, tx_clk, locked, rst;

// The longest paths of the NIC do not settle within 16 ns in the slowest part; docs/fpga.md.
card_pll_ecp5 #(.REF_MHZ(REF_MHZ), .CORE_DIV(NIC != 0 ? 15 : 10)) u_pll (
    .refclk(refclk), .clk(clk), .tx_clk(tx_clk), .locked(locked)
);

card_reset #(.PHY_HOLD(PHY_HOLD)) u_reset (
    .clk(clk), .locked(locked), .button_n(button_n), .phy_rst_n(phy_rst_n), .rst(rst)
);

card #(
    .BOARD(BOARD), .HOST_ETH(HOST_ETH), .BAUD(BAUD),
    .CLK_HZ(NIC != 0 ? 41666667 : 62500000), .NIC(NIC), .MEM_BYTES(MEM_BYTES),
    .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS),
    .WIRE_RX_DELAY(RX_DELAY), .WIRE_TX_DELAY(TX_DELAY),
    .HOST_RX_DELAY(RX_DELAY), .HOST_TX_DELAY(TX_DELAY),
    .MDIO_BUSES(MDIO_BUSES), .PHY_SWAP(PHY_SWAP), .SCAN_FIRST(SCAN_FIRST)
) u_card (
    .clk(clk), .tx_clk(tx_clk), .rst(rst), .cfg_node(NODE),
    .wire_rxc(phy0_rxc), .wire_rxd(phy0_rxd), .wire_rx_ctl(phy0_rx_ctl),
    .wire_txc(phy0_txc), .wire_txd(phy0_txd), .wire_tx_ctl(phy0_tx_ctl),
    .host_rxc(phy1_rxc), .host_rxd(phy1_rxd), .host_rx_ctl(phy1_rx_ctl),
    .host_txc(phy1_txc), .host_txd(phy1_txd), .host_tx_ctl(phy1_tx_ctl),
    .mdc(mdc), .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i(mdio_i),
    .uart_rx(uart_rx), .uart_tx(uart_tx), .led(led)
);

card_one_led u_led (
    .clk(clk), .link(led[0]), .activity(led[1]), .error(led[3]), .led(led_one)
);

endmodule

`resetall
