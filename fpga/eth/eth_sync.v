// SPDX-License-Identifier: Apache-2.0
//
// eth_sync - two flops in a row: a level from another clock domain
//
// Every bit on its own: a vector must change by one bit at a time (Gray code), or its reader
// must not mind a mixture of old and new for one cycle.
//
// Timing: 2 to 3 cycles of clk. No reset: the level follows its source also during reset.
// Test: tb/block/eth_async_fifo.cpp

`resetall
`default_nettype none

module eth_sync #(
    parameter WIDTH = 1     // bits, >= 1
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] in,     // from flops of the other domain
    output wire [WIDTH-1:0] out
);

generate if (WIDTH < 1) begin : g_bad
    ERROR_eth_sync_parameter_out_of_range u_bad ();
end endgenerate

(* keep, async_reg *) reg [WIDTH-1:0] meta_q;
(* keep, async_reg *) reg [WIDTH-1:0] sync_q;

always @(posedge clk) begin
    meta_q <= in;
    sync_q <= meta_q;
end

assign out = sync_q;

endmodule

`resetall
