// SPDX-License-Identifier: Apache-2.0
//
// card_unslip - frames out of the bytes of a line: SLIP (RFC 1055) taken off, FCS taken off and
// checked
//
// Five bytes wait in registers: the FCS and the one before it, which is the last one of the frame
// if END comes next.
//
//     byte -> unescape -> d0 .. d4 -> put_data
//
// Bad is a frame with a wrong FCS, with not even one byte before it, with an escape of something
// else or of nothing, or with a byte without a stop bit. END with nothing before it is no frame.
//
// Timing: outputs come in the cycle of byte_valid.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_unslip (
    input  wire       clk,
    input  wire       rst,

    input  wire       byte_valid,       // pulse, at least 16 cycles apart
    input  wire       byte_error,       // no stop bit
    input  wire [7:0] byte_data,

    // Pulse: put_data is a byte of the frame, and not its last one
    output wire       put,
    output wire       done,             // pulse: a frame ends
    output wire       done_bad,         // with done; if it is not bad, put_data is its last byte
    output wire [7:0] put_data
);

localparam [7:0] END = 8'hC0, ESC = 8'hDB, ESC_END = 8'hDC, ESC_ESC = 8'hDD;

reg         esc_q, bad_q, any_q;
reg  [2:0]  count_q;                    // bytes with FCS, stops at 5
reg  [39:0] d_q;                        // the last five, the oldest in [7:0]
wire [31:0] crc;
wire        crc_busy_unused;            // eight cycles of the 160 or more that a byte takes

wire       whole  = count_q == 3'd5;
wire       ending = byte_valid && !byte_error && byte_data == END;
wire       escape = byte_valid && !byte_error && byte_data == ESC && !esc_q;
wire       plain  = byte_valid && !byte_error && !ending && !escape;
wire       pair   = byte_data == ESC_END || byte_data == ESC_ESC;     // the second of an escape
wire [7:0] value  = !esc_q ? byte_data : byte_data == ESC_END ? END : ESC;

card_crc u_crc (
    .clk(clk),
    .clear(rst || ending), .go(plain), .shift(1'b0), .data(value), .busy(crc_busy_unused),
    .crc(crc)
);

always @(posedge clk) begin
    if (escape) esc_q <= 1'b1;
    if (plain) begin
        esc_q <= 1'b0;
        d_q   <= {value, d_q[39:8]};
        if (!whole) count_q <= count_q + 3'd1;
    end
    if (byte_valid) any_q <= 1'b1;
    if ((byte_valid && byte_error) || (plain && esc_q && !pair)) bad_q <= 1'b1;
    if (rst || ending) begin
        esc_q   <= 1'b0;
        bad_q   <= 1'b0;
        any_q   <= 1'b0;
        count_q <= 3'd0;
    end
end

assign put      = plain && whole;
assign done     = ending && any_q;
assign done_bad = bad_q || esc_q || !whole || crc != 32'hDEBB20E3;
assign put_data = d_q[7:0];

endmodule

`resetall
