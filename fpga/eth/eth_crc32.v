// SPDX-License-Identifier: Apache-2.0
//
// eth_crc32 - CRC-32 of Ethernet over one byte, least significant bit first
//
// index is the byte of data XOR the low byte of crc. It is given separately because index = 0
// then shifts crc by a byte, which is how the FCS leaves, byte by byte, without a multiplexer.
// Start from all ones; the FCS is the complement, low byte first; over a frame with its FCS the
// result is 32'hDEBB20E3.
//
// Timing: combinational.
// Test: tb/block/eth_gmii_tx.cpp, tb/block/eth_gmii_rx.cpp

`resetall
`default_nettype none

module eth_crc32 (
    input  wire [31:8] crc,
    input  wire [7:0]  index,
    output reg  [31:0] next
);

integer i;

always @* begin
    next = {crc, index};
    for (i = 0; i < 8; i = i + 1)
        next = {1'b0, next[31:1]} ^ (next[0] ? 32'hEDB88320 : 32'd0);
end

endmodule

`resetall
