// SPDX-License-Identifier: Apache-2.0
//
// card_uart_tx - bytes to a UART line: 8 data bits, no parity, 1 stop bit
//
// Timing: outputs are flops. Ten bits a byte, at most two cycles between two.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_uart_tx #(
    parameter CLK_HZ = 62500000,
    parameter BAUD   = 115200       // at most CLK_HZ / 16
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       byte_valid,
    output wire       byte_ready,
    input  wire [7:0] byte_data,
    output wire       uart_tx
);

generate if (BAUD < 1 || CLK_HZ / 16 < BAUD || CLK_HZ / BAUD > 65000) begin : g_bad
    ERROR_card_uart_tx_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] DIV = (CLK_HZ + BAUD / 2) / BAUD;
localparam TW = $clog2((CLK_HZ + BAUD / 2) / BAUD);
localparam [TW-1:0] ONE = 1;

reg [TW-1:0] tick_q, tick_d;
reg [3:0]  left_q, left_d;      // bits to send, with this one
reg [8:0]  shift_q, shift_d;
reg        ready_q, ready_d;

always @* begin
    tick_d  = tick_q == {TW{1'b0}} ? DIV[TW-1:0] - ONE : tick_q - ONE;
    left_d  = left_q;
    shift_d = shift_q;
    if (left_q != 4'd0 && tick_q == {TW{1'b0}}) begin
        left_d  = left_q - 4'd1;
        shift_d = {1'b1, shift_q[8:1]};
    end
    if (byte_valid && ready_q) begin
        left_d  = 4'd10;
        shift_d = {byte_data, 1'b0};
        tick_d  = DIV[TW-1:0] - ONE;
    end
    ready_d = left_d == 4'd0;
end

always @(posedge clk) begin
    tick_q  <= tick_d;
    left_q  <= left_d;
    shift_q <= shift_d;
    ready_q <= ready_d;
    if (rst) begin
        left_q  <= 4'd0;
        shift_q <= 9'h1FF;
        ready_q <= 1'b0;
    end
end

assign byte_ready = ready_q;
assign uart_tx    = shift_q[0];

endmodule

`resetall
