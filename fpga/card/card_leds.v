// SPDX-License-Identifier: Apache-2.0
//
// card_leds - four LEDs: link, host, activity, error
//
// A pulse of activity or of an error is held for HOLD cycles, so that an eye sees it.
//
// Timing: outputs are flops.
// Test: tb/block/card_leds.cpp

`resetall
`default_nettype none

module card_leds #(
    parameter HOLD = 6250000    // cycles, 1..16777215: 0.1 s at 62.5 MHz
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       wire_link,    // level
    input  wire       host,         // level: link of the host port, or a session
    input  wire       act,          // pulse
    input  wire       err,          // pulse
    output wire [3:0] led           // active high: {error, host, activity, wire link}
);

generate if (HOLD < 1 || HOLD > 16777215) begin : g_bad
    ERROR_card_leds_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] HOLD_L = HOLD;

reg [23:0] act_q, err_q;
reg [3:0]  led_q;

always @(posedge clk) begin
    act_q <= act ? HOLD_L[23:0] : act_q == 24'd0 ? 24'd0 : act_q - 24'd1;
    err_q <= err ? HOLD_L[23:0] : err_q == 24'd0 ? 24'd0 : err_q - 24'd1;
    led_q <= {err_q != 24'd0, host, act_q != 24'd0, wire_link};
    if (rst) begin
        act_q <= 24'd0;
        err_q <= 24'd0;
        led_q <= 4'd0;
    end
end

assign led = led_q;

endmodule

`resetall
