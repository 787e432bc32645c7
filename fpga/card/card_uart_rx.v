// SPDX-License-Identifier: Apache-2.0
//
// card_uart_rx - bytes from a UART line: 8 data bits, no parity, 1 stop bit
//
// A start bit is looked at again in its middle, so that a spike is no byte; every bit is sampled in
// its middle. A byte without a stop bit is an error, and the line must be high again before the
// next one begins.
//
// Timing: outputs are flops; a byte comes in the middle of its stop bit.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_uart_rx #(
    parameter CLK_HZ = 62500000,
    parameter BAUD   = 115200       // at most CLK_HZ / 16
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       uart_rx,      // asynchronous
    output wire       byte_valid,   // pulse
    output wire       byte_error,   // with byte_valid: no stop bit
    output wire [7:0] byte_data
);

generate if (BAUD < 1 || CLK_HZ / 16 < BAUD || CLK_HZ / BAUD > 65000) begin : g_bad
    ERROR_card_uart_rx_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] DIV = (CLK_HZ + BAUD / 2) / BAUD, HALF = DIV / 2;
localparam TW = $clog2((CLK_HZ + BAUD / 2) / BAUD);
localparam [TW-1:0] ONE = 1;

localparam [1:0]
    ST_WAIT  = 2'd0,    // for a high line
    ST_IDLE  = 2'd1,
    ST_START = 2'd2,
    ST_BITS  = 2'd3;

wire       line;
reg [1:0]  state_q, state_d;
reg [TW-1:0] tick_q, tick_d;
reg [3:0]  bit_q, bit_d;
reg [7:0]  shift_q, shift_d;
reg        valid_q, valid_d, error_q, error_d;

eth_sync #(.WIDTH(1)) u_sync (.clk(clk), .in(uart_rx), .out(line));

always @* begin
    state_d = state_q;
    tick_d  = tick_q - ONE;
    bit_d   = bit_q;
    shift_d = shift_q;
    valid_d = 1'b0;
    error_d = !line;
    case (state_q)
    ST_WAIT: if (line) state_d = ST_IDLE;
    ST_IDLE: begin
        tick_d = HALF[TW-1:0] - ONE;
        bit_d  = 4'd0;
        if (!line) state_d = ST_START;
    end
    ST_START: if (tick_q == {TW{1'b0}}) begin
        tick_d  = DIV[TW-1:0] - ONE;
        state_d = line ? ST_IDLE : ST_BITS;
    end
    default: if (tick_q == {TW{1'b0}}) begin             // ST_BITS
        tick_d  = DIV[TW-1:0] - ONE;
        bit_d   = bit_q + 4'd1;
        if (bit_q == 4'd8) begin
            valid_d = 1'b1;
            state_d = ST_WAIT;
        end else begin
            shift_d = {line, shift_q[7:1]};
        end
    end
    endcase
end

always @(posedge clk) begin
    state_q <= state_d;
    tick_q  <= tick_d;
    bit_q   <= bit_d;
    shift_q <= shift_d;
    valid_q <= valid_d;
    error_q <= error_d;
    if (rst) begin
        state_q <= ST_WAIT;
        valid_q <= 1'b0;
    end
end

assign byte_valid = valid_q;
assign byte_error = error_q;
assign byte_data  = shift_q;

endmodule

`resetall
