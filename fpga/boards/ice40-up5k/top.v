// SPDX-License-Identifier: Apache-2.0
//
// top - the small MAC on an iCEBreaker (iCE40UP5K-SG48), pins of pins.pcf
//
// The clock is the 12 MHz of the board, without PLL. The flops of an iCE40 are 0 after configuration: por_q counts from there.
//
// Test: tb/fpga_top_lite.v, tb/fpga_check.py

`resetall
`default_nettype none

module top #(
    parameter [23:0] NODE      = 24'd1,     // own node: make NODE=...
    parameter        BAUD      = 115200,    // of the host's UART
    parameter        WIRE_BAUD = 750000,    // of the wire
    parameter        RST_HOLD  = 120000     // cycles of reset after power on and after the button, 10 ms
) (
    input  wire clk12,
    input  wire button_n,

    input  wire uart_rx,
    output wire uart_tx,
    input  wire wire_rx,
    output wire wire_tx,

    output wire led_red_n,
    output wire led_green_n
);

// locked goes to asynchronous resets: a flop, for the output of a comparison may spike.
reg [3:0]  por_q;
reg        locked_q;
wire       phy_unused, rst, one;
wire [3:0] stat, led;

initial begin
    por_q    = 4'd0;
    locked_q = 1'b0;
end

always @(posedge clk12) begin
    if (!locked_q) por_q <= por_q + 4'd1;
    locked_q <= locked_q || por_q == 4'd14;
end

card_reset #(.PHY_HOLD (0), .HOLD (RST_HOLD)) u_reset (
    .clk (clk12), .locked (locked_q), .button_n (button_n), .phy_rst_n (phy_unused), .rst (rst)
);

card_lite #(
    .CLK_HZ (12000000), .HOST_BAUD (BAUD), .WIRE_BAUD (WIRE_BAUD), .BOARD (5), .HUGE (1)
) u_card (
    .clk (clk12), .rst (rst), .cfg_node (NODE), .wire_rx (wire_rx), .wire_tx (wire_tx), .host_rx (uart_rx),
    .host_tx (uart_tx), .stat (stat)
);

// Green: dark without a link, lit with one, flickers with frames. Red: error, 0.1 s.
card_leds #(.HOLD (1200000)) u_leds (
    .clk (clk12), .rst (rst), .wire_link (stat[0]), .host (stat[1]), .act (stat[2]), .err (stat[3]), .led (led)
);

assign one         = led[0] ^ led[1];
assign led_green_n = !one;
assign led_red_n   = !led[3];

wire unused = &{1'b0, led[2], phy_unused};

endmodule

`resetall
