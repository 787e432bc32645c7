// SPDX-License-Identifier: Apache-2.0
//
// card_one_led - what a board with a single LED shows: dark: no link; lit: link; dark while a frame
// passes; blinking: error
//
// Timing: one cycle. The blink is clk / 2^(BLINK + 1): 3.7 Hz at 62.5 MHz.
// Test: tb/block/card_one_led.cpp

`resetall
`default_nettype none

module card_one_led #(
    parameter BLINK = 23    // half a period is 2^BLINK cycles, 1..31
) (
    input  wire clk,
    input  wire link,
    input  wire activity,
    input  wire error,      // outranks the others
    output wire led
);

generate if (BLINK < 1 || BLINK > 31) begin : g_bad
    ERROR_card_one_led_parameter_out_of_range u_bad ();
end endgenerate

// Never reset: which half of a blink comes first does not matter.
reg [BLINK:0] count_q;
reg           led_q;

initial begin
    count_q = {BLINK + 1{1'b0}};
    led_q   = 1'b0;
end

always @(posedge clk) begin
    count_q <= count_q + 1'b1;
    led_q   <= error ? count_q[BLINK] : link && !activity;
end

assign led = led_q;

endmodule

`resetall
