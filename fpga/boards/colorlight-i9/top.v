// SPDX-License-Identifier: Apache-2.0
//
// top - the card on a Colorlight i9 v7.2 (LFE5U-45F-6BG381C), pins of pins.lpf
//
// Both PHYs are B50612D on one MDIO bus. They delay RXC and TXC themselves: RXD is delayed a little
// to centre it, TXC not.
// Their reset stays off: on boards of this family the 25 MHz of the FPGA come from a PHY.
//
// Test: tb/fpga/fpga_top.v, tb/fpga/check.py

`resetall
`default_nettype none

module top #(
    parameter [23:0] NODE = 24'd1,      // own node: make NODE=...
    parameter        NIC  = 0,          // 1: the NIC with its memory: make NIC=1
    parameter        BAUD = 115200      // of the UART
) (
    input  wire       clk25,
    input  wire       button_n,

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
    output wire       mdc,
    inout  wire       mdio,

    input  wire       uart_rx,
    output wire       uart_tx,
    output wire       led_n
);

wire [3:0] led_unused;
wire [1:0] mdio_o, mdio_oe;
wire       mdc_unused, led;

card_ecp5 #(
    .BOARD(1), .REF_MHZ(25), .NODE(NODE), .NIC(NIC), .MEM_BYTES(65536),
    .TX_CELLS(NIC != 0 ? 512 : 1536), .TX_PKTS(NIC != 0 ? 128 : 256),
    .RX_CELLS(NIC != 0 ? 128 : 256), .LINK_SETS(NIC != 0 ? 16 : 32),
    .RX_DELAY(39), .TX_DELAY(0), .PHY_HOLD(0), .BAUD(BAUD)
) u_card (
    .refclk(clk25), .button_n(button_n),
    .phy0_rxc(phy0_rxc), .phy0_rxd(phy0_rxd), .phy0_rx_ctl(phy0_rx_ctl),
    .phy0_txc(phy0_txc), .phy0_txd(phy0_txd), .phy0_tx_ctl(phy0_tx_ctl),
    .phy1_rxc(phy1_rxc), .phy1_rxd(phy1_rxd), .phy1_rx_ctl(phy1_rx_ctl),
    .phy1_txc(phy1_txc), .phy1_txd(phy1_txd), .phy1_tx_ctl(phy1_tx_ctl),
    .phy_rst_n(phy_rst_n),
    .mdc({mdc_unused, mdc}), .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i({1'b1, mdio}),
    .uart_rx(uart_rx), .uart_tx(uart_tx), .led(led_unused), .led_one(led)
);

assign mdio  = mdio_oe[0] ? mdio_o[0] : 1'bz;
assign led_n = !led;

wire unused = &{1'b0, mdio_o[1], mdio_oe[1]};

endmodule

`resetall
