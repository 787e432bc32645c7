// SPDX-License-Identifier: Apache-2.0
//
// eth_rgmii_rx - RGMII pins to bytes or nibbles, for ECP5
//
//     pad -> DELAYG (RX_DELAY) -> IDDRX1F at rgmii_rxc -> flop -> rx_*
//
// RXCTL carries rx_dv at the rising edge and rx_dv XOR rx_er at the falling one. At 10 and 100 Mb/s
// the low nibble of rx_data is the one that counts. In-band status (rx_dv low) is not looked at.
//
// Timing: pins at a rising edge -> outputs two edges later. Outputs are flops.
// Test: tb/block/eth_rgmii_rx.cpp

`resetall
`default_nettype none

module eth_rgmii_rx #(
    parameter RX_DELAY = 0  // of data and control, taps of about 25 ps, 0..127
) (
    // Pins
    input  wire       rgmii_rxc,        // 125, 25 or 2.5 MHz; also the clock of the outputs
    input  wire [3:0] rgmii_rxd,
    input  wire       rgmii_rx_ctl,

    output wire [7:0] rx_data,
    output wire       rx_dv,
    output wire       rx_er
);

generate if (RX_DELAY < 0 || RX_DELAY > 127) begin : g_bad
    ERROR_eth_rgmii_rx_parameter_out_of_range u_bad ();
end endgenerate

wire [4:0] pin = {rgmii_rx_ctl, rgmii_rxd};
wire [4:0] late, rise, fall;

genvar g;
generate for (g = 0; g < 5; g = g + 1) begin : g_pin
    DELAYG #(.DEL_MODE("USER_DEFINED"), .DEL_VALUE(RX_DELAY)) u_delay (.A(pin[g]), .Z(late[g]));
    IDDRX1F u_iddr (.D(late[g]), .SCLK(rgmii_rxc), .RST(1'b0), .Q0(rise[g]), .Q1(fall[g]));
end endgenerate

reg [7:0] data_q;
reg       dv_q, er_q;

always @(posedge rgmii_rxc) begin
    data_q <= {fall[3:0], rise[3:0]};
    dv_q   <= rise[4];
    er_q   <= rise[4] ^ fall[4];
end

assign rx_data = data_q;
assign rx_dv   = dv_q;
assign rx_er   = er_q;

endmodule

`resetall
