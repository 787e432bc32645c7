// SPDX-License-Identifier: Apache-2.0
//
// IDDRX1F - behaviour of the ECP5 input register for both edges, for simulation
//
// Q0 is D at the rising edge of SCLK, Q1 D at the falling edge after it; both change together at
// the next rising edge.

`resetall
`default_nettype none

module IDDRX1F #(
    parameter [8*8-1:0] GSR = "ENABLED"
) (
    input  wire D,
    input  wire SCLK,
    input  wire RST,
    output reg  Q0,
    output reg  Q1
);

reg rise_q, fall_q;

wire [8*8-1:0] gsr_unused = GSR;

always @(negedge SCLK) fall_q <= D && !RST;
always @(posedge SCLK) begin
    rise_q <= D && !RST;
    Q0     <= rise_q && !RST;
    Q1     <= fall_q && !RST;
end

endmodule

`resetall
