// SPDX-License-Identifier: Apache-2.0
//
// eth_reset - reset of a clock domain from a reset of another one
//
// Rises at once, without a clock, so that a reset is not lost while clk stands still (the
// received clock of a PHY may); falls STAGES edges of clk after its source. A block reset by it
// has therefore seen STAGES - 1 edges with reset before it runs.
//
// rst_next is one edge longer, for the eth_reset of a domain that must not run before this one.
//
// The only asynchronous flops of the design; rst_in has to come from a flop.
//
// Timing: rises combinationally with rst_in, falls STAGES edges after it.
// Test: tb/block/eth_mac.cpp

`resetall
`default_nettype none

module eth_reset #(
    parameter STAGES = 4    // edges of clk, >= 2
) (
    input  wire clk,
    input  wire rst_in,     // any domain, active high
    output wire rst,
    output wire rst_next
);

generate if (STAGES < 2) begin : g_bad
    ERROR_eth_reset_parameter_out_of_range u_bad ();
end endgenerate

// rst_q is the twin of the last stage, which is data for the stage behind it: a net that resets
// flops of other modules is data of none. Synthesis makes one flop of the two.
reg [STAGES-1:0] shift_q;
reg              rst_q, next_q;

initial begin
    shift_q = {STAGES{1'b1}};
    rst_q   = 1'b1;
    next_q  = 1'b1;
end

always @(posedge clk or posedge rst_in)
    if (rst_in) {rst_q, shift_q} <= {STAGES+1{1'b1}};
    else        {rst_q, shift_q} <= {shift_q[STAGES-2], shift_q[STAGES-2:0], 1'b0};

always @(posedge clk or posedge rst_in)
    if (rst_in) next_q <= 1'b1;
    else        next_q <= shift_q[STAGES-1];

assign rst_next = next_q;
assign rst = rst_q;

endmodule

`resetall
