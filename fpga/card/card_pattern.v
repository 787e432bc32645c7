// SPDX-License-Identifier: Apache-2.0
//
// card_pattern - eight bytes of payload k of the generator
//
// Bytes 0..3 are k, high byte first, bit 31 clear; byte i from 4 on is (k + i) mod 256. The caller
// counts k + i in steps of eight: base is (k + index of this beat's first byte) mod 256.
//
// Timing: combinational.
// Test: tb/block/card_gen.cpp, tb/block/card_check.cpp

`resetall
`default_nettype none

module card_pattern (
    input  wire [30:0] k,
    input  wire        first,   // this is the first beat
    input  wire [7:0]  base,
    output reg  [63:0] data     // first byte in [7:0]
);

integer i;

always @* begin
    data = 64'd0;
    for (i = 0; i < 8; i = i + 1)
        data[8*i +: 8] = base + {5'd0, i[2:0]};
    if (first) data[31:0] = {k[7:0], k[15:8], k[23:16], 1'b0, k[30:24]};
end

endmodule

`resetall
