// SPDX-License-Identifier: Apache-2.0
//
// card_crc - CRC-32 of Ethernet, a bit a cycle, for the slow bytes of the UART
//
// A byte starts with go and is in crc when busy has fallen, eight cycles later. shift = 1 with go
// moves the register by a byte without taking anything in: so the FCS leaves, low byte first (its
// complement).
//
// Timing: outputs are flops.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_crc (
    input  wire        clk,
    input  wire        clear,   // all ones: rst, or between two frames; outranks go
    input  wire        go,      // not while busy
    input  wire        shift,
    input  wire [7:0]  data,
    output wire        busy,
    output wire [31:0] crc
);

localparam [31:0] POLY = 32'hEDB88320;

reg [31:0] crc_q;
reg [8:0]  data_q;              // a 1 above the bits left; that alone: none
reg        shift_q;

wire feed = (crc_q[0] ^ data_q[0]) && !shift_q;

always @(posedge clk) begin
    if (busy) begin
        crc_q  <= {1'b0, crc_q[31:1]} ^ (POLY & {32{feed}});
        data_q <= {1'b0, data_q[8:1]};
    end
    if (go) begin
        data_q  <= {1'b1, data};
        shift_q <= shift;
    end
    if (clear) begin
        crc_q  <= 32'hFFFFFFFF;
        data_q <= 9'd1;
    end
end

assign busy = data_q[8:1] != 8'd0;
assign crc  = crc_q;

endmodule

`resetall
