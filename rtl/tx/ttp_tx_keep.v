// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_keep - tkeep of a host beat as a number of bytes
//
// The kept bytes must be contiguous from byte 0 on. The last beat of a packet keeps at least one,
// every other beat keeps all. A beat that breaks this is bad, and its number means nothing.
//
// A kept byte without a kept byte above it is an end. Contiguous bytes have one end only, so the
// number is an OR of constants and needs no priority.
//
// Timing: combinational.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_keep #(
    parameter DATA_W = 512      // bits a beat: 64, 128, 256, 512
) (
    input  wire [DATA_W/8-1:0]      tkeep,
    input  wire                     tlast,

    output reg  [$clog2(DATA_W/8):0] bytes, // 1..DATA_W/8
    output wire                     bad
);

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);

wire [B-1:0] above = {1'b0, tkeep[B-1:1]};
wire [B-1:0] ends  = tkeep & ~above;
wire         gap   = !tkeep[0] || (~tkeep & above) != {B{1'b0}};

assign bad = tlast ? gap : !(&tkeep);

integer i;
always @* begin
    bytes = {(LB+1){1'b0}};
    for (i = 1; i <= B; i = i + 1) bytes = bytes | ({(LB+1){ends[i-1]}} & i[LB:0]);
end

endmodule

`resetall
