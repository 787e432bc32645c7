// SPDX-License-Identifier: Apache-2.0
//
// eth_last_byte - index of the last byte of a beat
//
// keep is contiguous from bit 0 and at least one bit is set, so each bit of the index is a short
// OR: a pair of neighbours in keep says where the ones end.
//
// Timing: combinational.
// Test: tb/block/eth_tx_fifo.cpp, tb/block/card_host.cpp, tb/block/card_uart.cpp

`resetall
`default_nettype none

module eth_last_byte (
    input  wire [7:0] keep,
    output wire [2:0] last
);

assign last[2] = keep[4];
assign last[1] = keep[6] || (keep[2] && !keep[4]);
assign last[0] = keep[7] || (keep[5] && !keep[6]) || (keep[3] && !keep[4]) || (keep[1] && !keep[2]);

wire unused = &{1'b0, keep[0]};

endmodule

`resetall
