// SPDX-License-Identifier: Apache-2.0
//
// ODDRX1F - behaviour of the ECP5 output register for both edges, for simulation
//
// D0 and D1 are taken at a rising edge of SCLK; Q shows D0 while SCLK is high and D1 while it is
// low.

`resetall
`default_nettype none

module ODDRX1F #(
    parameter [8*8-1:0] GSR = "ENABLED"
) (
    input  wire SCLK,
    input  wire RST,
    input  wire D0,
    input  wire D1,
    output wire Q
);

reg high_q, low_q;

wire [8*8-1:0] gsr_unused = GSR;

always @(posedge SCLK) begin
    high_q <= D0 && !RST;
    low_q  <= D1 && !RST;
end

assign Q = SCLK ? high_q : low_q;

endmodule

`resetall
