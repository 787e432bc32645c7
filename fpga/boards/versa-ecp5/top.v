// SPDX-License-Identifier: Apache-2.0
//
// top - the card on a Lattice Versa ECP5-5G (LFE5UM5G-45F-8BG381), pins of pins.lpf
//
// The PHYs are 88E1512, each on its own MDIO bus and with its own reset; by default they delay both
// clocks themselves.
//
// Test: tb/fpga/fpga_top.v, tb/fpga/check.py

`resetall
`default_nettype none

module top #(
    parameter [23:0] NODE     = 24'd1,      // own node: make NODE=...
    parameter        NIC      = 0,          // 1: the NIC with its memory: make NIC=1
    // Reset of the PHYs, cycles of 16 ns; shorter only in simulation
    parameter        PHY_HOLD = 1250000,
    parameter        BAUD     = 115200      // of the UART
) (
    input  wire       clk100,               // LVDS: P3 is the positive pin
    input  wire       button_n,

    input  wire       phy0_rxc,
    input  wire [3:0] phy0_rxd,
    input  wire       phy0_rx_ctl,
    output wire       phy0_txc,
    output wire [3:0] phy0_txd,
    output wire       phy0_tx_ctl,
    output wire       phy0_rst_n,
    output wire       phy0_mdc,
    inout  wire       phy0_mdio,
    input  wire       phy1_rxc,
    input  wire [3:0] phy1_rxd,
    input  wire       phy1_rx_ctl,
    output wire       phy1_txc,
    output wire [3:0] phy1_txd,
    output wire       phy1_tx_ctl,
    output wire       phy1_rst_n,
    output wire       phy1_mdc,
    inout  wire       phy1_mdio,

    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [7:0] led_n
);

wire [3:0] led;
wire [1:0] mdio_o, mdio_oe;
wire       phy_rst_n, one_unused;

card_ecp5 #(
    .BOARD(3), .REF_MHZ(100), .NODE(NODE), .NIC(NIC), .MEM_BYTES(65536),
    .TX_CELLS(NIC != 0 ? 512 : 1536), .TX_PKTS(NIC != 0 ? 128 : 256),
    .RX_CELLS(NIC != 0 ? 128 : 256), .LINK_SETS(NIC != 0 ? 16 : 32),
    .RX_DELAY(0), .TX_DELAY(0), .MDIO_BUSES(2),
    .PHY_HOLD(PHY_HOLD), .BAUD(BAUD)
) u_card (
    .refclk(clk100), .button_n(button_n),
    .phy0_rxc(phy0_rxc), .phy0_rxd(phy0_rxd), .phy0_rx_ctl(phy0_rx_ctl),
    .phy0_txc(phy0_txc), .phy0_txd(phy0_txd), .phy0_tx_ctl(phy0_tx_ctl),
    .phy1_rxc(phy1_rxc), .phy1_rxd(phy1_rxd), .phy1_rx_ctl(phy1_rx_ctl),
    .phy1_txc(phy1_txc), .phy1_txd(phy1_txd), .phy1_tx_ctl(phy1_tx_ctl),
    .phy_rst_n(phy_rst_n),
    .mdc({phy1_mdc, phy0_mdc}),
    .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i({phy1_mdio, phy0_mdio}),
    .uart_rx(uart_rx), .uart_tx(uart_tx), .led(led), .led_one(one_unused)
);

assign phy0_rst_n = phy_rst_n;
assign phy1_rst_n = phy_rst_n;
assign phy0_mdio  = mdio_oe[0] ? mdio_o[0] : 1'bz;
assign phy1_mdio  = mdio_oe[1] ? mdio_o[1] : 1'bz;
assign led_n      = ~{4'd0, led};

endmodule

`resetall
