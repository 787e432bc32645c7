// SPDX-License-Identifier: Apache-2.0
//
// card_reset - resets of the card and of its PHYs, from the lock of the PLL and a button
//
//     locked, no button   ____/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//     phy_rst_n           _______<- PHY_HOLD ->/~~~~~~~~~~~~~~~~~~~~~~
//     rst                 ~~~~~~~~~~~~~~~~~~~~~~~~~~<- PHY_HOLD + HOLD ->\_____
//
// The card starts when the PHYs have had as long again to wake as they were held, so that the scan
// of MDIO finds them.
// A button bounces; rst ends HOLD cycles after the last bounce. PHY_HOLD = 0: the PHYs are never
// reset, phy_rst_n is a constant: for boards whose clock comes from a PHY.
//
// Timing: locked low reaches rst at once and without a clock, all else within four cycles. rst is a
// flop.
// Test: tb/block/card_reset.cpp

`resetall
`default_nettype none

module card_reset #(
    parameter PHY_HOLD = 1250000,   // cycles of phy_rst_n, 20 ms at 62.5 MHz; 0: none; up to 2^23
    parameter HOLD     = 62500      // cycles of rst after that, 1..2^23
) (
    input  wire clk,
    input  wire locked,             // asynchronous
    input  wire button_n,           // asynchronous, 0: reset
    output wire phy_rst_n,
    output wire rst
);

generate if (PHY_HOLD < 0 || PHY_HOLD > 8388608 || HOLD < 1 || HOLD > 8388608) begin : g_bad
    ERROR_card_reset_parameter_out_of_range u_bad ();
end endgenerate

localparam FREE = 2 * PHY_HOLD + HOLD, W = $clog2(FREE + 1);

wire       lost, next_unused, pressed_n;
reg [W-1:0] count_q;
reg        phy_q, run_q;

eth_reset u_lost (.clk(clk), .rst_in(!locked), .rst(lost), .rst_next(next_unused));
eth_sync #(.WIDTH(1)) u_button (.clk(clk), .in(button_n), .out(pressed_n));

// Without a clock too: when the PLL loses its reference, nothing may go on with half a clock.
always @(posedge clk or posedge lost)
    if (lost) begin
        count_q <= {W{1'b0}};
        phy_q   <= 1'b0;
        run_q   <= 1'b0;
    end else begin
        count_q <= !pressed_n ? {W{1'b0}} : count_q == FREE[W-1:0] ? count_q : count_q + 1'b1;
        phy_q   <= pressed_n && (phy_q || count_q == PHY_HOLD[W-1:0]);
        run_q   <= pressed_n && count_q == FREE[W-1:0];
    end

assign phy_rst_n = PHY_HOLD == 0 || phy_q;
assign rst       = !run_q;

endmodule

`resetall
