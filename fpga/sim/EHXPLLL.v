// SPDX-License-Identifier: Apache-2.0
//
// EHXPLLL - behaviour of the ECP5 PLL with two outputs and feedback from CLKOP, for simulation
//
// Measures CLKI and makes CLKOP and CLKOS of what the dividers say, in phase, once it has seen 16
// equal periods.
// One tick of the simulation is 1 ps; the half periods of the outputs have to be whole ticks. A PLL
// that is set up wrongly never locks: VCO outside of 400 to 800 MHz, phase detector below 10 MHz,
// RST, STDBY, or a parameter that asks for something else than is modelled.
//
// Test: tb/fpga/fpga_pll.v

`resetall
`default_nettype none

module EHXPLLL #(
    parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOS_DIV = 8,
    parameter CLKOP_ENABLE = "ENABLED", CLKOS_ENABLE = "DISABLED",
    parameter CLKOP_CPHASE = 0, CLKOS_CPHASE = 0, CLKOP_FPHASE = 0, CLKOS_FPHASE = 0,
    parameter FEEDBK_PATH = "CLKOP", OUTDIVIDER_MUXA = "DIVA", OUTDIVIDER_MUXB = "DIVB",
    parameter PLLRST_ENA = "DISABLED", STDBY_ENABLE = "DISABLED", INTFB_WAKE = "DISABLED",
    parameter DPHASE_SOURCE = "DISABLED"
) (
    input  wire CLKI,
    input  wire CLKFB,
    input  wire PHASESEL1, PHASESEL0, PHASEDIR, PHASESTEP, PHASELOADREG,
    input  wire STDBY, PLLWAKESYNC, RST, ENCLKOP, ENCLKOS,
    output wire CLKOP,
    output wire CLKOS,
    output wire LOCK
);

reg [63:0] last_q, period_q;
reg [4:0]  same_q;
reg        op_q, os_q;

initial begin
    last_q   = 64'd0;
    period_q = 64'd0;
    same_q   = 5'd0;
    op_q     = 1'b0;
    os_q     = 1'b0;
end

wire [63:0] detector = period_q * CLKI_DIV;
wire [63:0] vco      = detector / (CLKFB_DIV * CLKOP_DIV);
wire        outputs  = CLKOP_ENABLE == "ENABLED" && CLKOS_ENABLE == "ENABLED"
                       && CLKOP_CPHASE == CLKOP_DIV - 1 && CLKOS_CPHASE == CLKOS_DIV - 1
                       && CLKOP_FPHASE == 0 && CLKOS_FPHASE == 0;
wire        extras   = PLLRST_ENA != "DISABLED" || STDBY_ENABLE != "DISABLED"
                       || INTFB_WAKE != "DISABLED" || DPHASE_SOURCE != "DISABLED";
wire        set_up   = FEEDBK_PATH == "CLKOP" && OUTDIVIDER_MUXA == "DIVA"
                       && OUTDIVIDER_MUXB == "DIVB" && outputs && !extras;
wire        able     = set_up && vco >= 64'd1250 && vco <= 64'd2500
                       && detector <= 64'd100000 && !RST && !STDBY;

always @(posedge CLKI) begin
    last_q   <= $time;
    period_q <= $time - last_q;
    same_q   <= $time - last_q != period_q ? 5'd0 : same_q[4] ? same_q : same_q + 5'd1;
end

wire run = able && same_q[4];

// While run is high, able holds vco at 1250 ticks or more: no delay here is 0.
/* verilator lint_off ZERODLY */
initial forever begin
    wait (run);
    #(vco * CLKOP_DIV / 2) op_q = !op_q;
end
initial forever begin
    wait (run);
    #(vco * CLKOS_DIV / 2) os_q = !os_q;
end
/* verilator lint_on ZERODLY */

assign CLKOP    = op_q;
assign CLKOS    = os_q;
assign LOCK     = run;

wire unused = &{1'b0, CLKFB, PHASESEL1, PHASESEL0, PHASEDIR, PHASESTEP, PHASELOADREG,
                PLLWAKESYNC, ENCLKOP, ENCLKOS};

endmodule

`resetall
