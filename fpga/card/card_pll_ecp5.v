// SPDX-License-Identifier: Apache-2.0
//
// card_pll_ecp5 - the clocks of the card from the clock of the board, for ECP5
//
//     refclk / REF_MHZ * 25 = 25 MHz -> VCO 625 MHz --> / CORE_DIV = clk, 62.5 or 41.67 MHz
//                                                  `--> / 5 = tx_clk, 125 MHz, fed back
//
// Nothing may be assumed about the phase between clk and tx_clk; eth_mac does not. While locked is
// 0 both may run at any rate or stand: reset with it. nextpnr takes the constraints of both from
// that of refclk.
//
// Timing: no logic.
// Test: tb/fpga/fpga_pll.v

`resetall
`default_nettype none

module card_pll_ecp5 #(
    parameter REF_MHZ  = 25,    // clock of the board: a multiple of 25, 25..400
    parameter CORE_DIV = 10     // clk is 625 MHz / CORE_DIV: 10, or 15 for the card with a NIC
) (
    input  wire refclk,
    output wire clk,
    output wire tx_clk,         // 125 MHz
    output wire locked          // asynchronous
);

generate if (REF_MHZ < 25 || REF_MHZ > 400 || REF_MHZ % 25 != 0) begin : g_bad
    ERROR_card_pll_ecp5_reference_is_no_multiple_of_25_MHz u_bad ();
end endgenerate
generate if (CORE_DIV != 10 && CORE_DIV != 15) begin : g_bad_core
    ERROR_card_pll_ecp5_core_divider_is_not_10_or_15 u_bad ();
end endgenerate

// The attributes are the loop filter for this VCO, as ecppll of Project Trellis writes them.
(* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
EHXPLLL #(
    .CLKI_DIV(REF_MHZ / 25), .CLKFB_DIV(5), .FEEDBK_PATH("CLKOP"),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV(5), .CLKOP_CPHASE(4), .CLKOP_FPHASE(0),
    .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV(CORE_DIV), .CLKOS_CPHASE(CORE_DIV - 1), .CLKOS_FPHASE(0),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"),
    .PLLRST_ENA("DISABLED"), .STDBY_ENABLE("DISABLED"),
    .INTFB_WAKE("DISABLED"), .DPHASE_SOURCE("DISABLED")
) u_pll (
    .CLKI(refclk), .CLKFB(tx_clk), .CLKOP(tx_clk), .CLKOS(clk), .LOCK(locked),
    .PHASESEL1(1'b0), .PHASESEL0(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1),
    .PHASELOADREG(1'b1), .STDBY(1'b0), .PLLWAKESYNC(1'b0), .RST(1'b0),
    .ENCLKOP(1'b0), .ENCLKOS(1'b0)
);

endmodule

`resetall
