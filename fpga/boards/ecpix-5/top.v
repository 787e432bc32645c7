// SPDX-License-Identifier: Apache-2.0
//
// top - the card on a LambdaConcept ECPIX-5 (LFE5UM5G-85F-8BG554), pins of pins.lpf
//
// One Ethernet port, the wire; the host talks through the UART. The PHY, a KSZ9031, delays RXC
// itself and TXC not.
//
// Test: tb/fpga/fpga_top.v, tb/fpga/check.py

`resetall
`default_nettype none

module top #(
    parameter [23:0] NODE     = 24'd1,      // own node: make NODE=...
    parameter        NIC      = 0,          // 1: the NIC with its memory: make NIC=1
    // Reset of the PHY, cycles of 16 ns; shorter only in simulation
    parameter        PHY_HOLD = 1250000,
    parameter        BAUD     = 115200      // of the UART
) (
    input  wire       clk100,
    input  wire       button_n,

    input  wire       phy0_rxc,
    input  wire [3:0] phy0_rxd,
    input  wire       phy0_rx_ctl,
    output wire       phy0_txc,
    output wire [3:0] phy0_txd,
    output wire       phy0_tx_ctl,
    output wire       phy_rst_n,
    output wire       mdc,
    inout  wire       mdio,

    input  wire       uart_rx,
    output wire       uart_tx,
    output wire       led_red_n,
    output wire       led_green_n,
    output wire       led_blue_n
);

wire [3:0] led, txd_unused;
wire [1:0] mdio_o, mdio_oe;
wire       mdc_unused, one_unused, txc_unused, tx_ctl_unused;

card_ecp5 #(
    .BOARD(4), .REF_MHZ(100), .NODE(NODE), .NIC(NIC), .MEM_BYTES(131072), .HOST_ETH(0),
    .RX_DELAY(0), .TX_DELAY(80),
    .PHY_HOLD(PHY_HOLD), .BAUD(BAUD)
) u_card (
    .refclk(clk100), .button_n(button_n),
    .phy0_rxc(phy0_rxc), .phy0_rxd(phy0_rxd), .phy0_rx_ctl(phy0_rx_ctl),
    .phy0_txc(phy0_txc), .phy0_txd(phy0_txd), .phy0_tx_ctl(phy0_tx_ctl),
    .phy1_rxc(1'b0), .phy1_rxd(4'd0), .phy1_rx_ctl(1'b0),
    .phy1_txc(txc_unused), .phy1_txd(txd_unused), .phy1_tx_ctl(tx_ctl_unused),
    .phy_rst_n(phy_rst_n),
    .mdc({mdc_unused, mdc}), .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i({1'b1, mdio}),
    .uart_rx(uart_rx), .uart_tx(uart_tx), .led(led), .led_one(one_unused)
);

assign mdio        = mdio_oe[0] ? mdio_o[0] : 1'bz;
assign led_red_n   = !led[3];
assign led_green_n = !led[0];
assign led_blue_n  = !led[1];

wire unused = &{1'b0, mdio_o[1], mdio_oe[1], led[2]};

endmodule

`resetall
