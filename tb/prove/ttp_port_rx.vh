// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_rx: no assumption; frames, registers and routes are anything in each cycle. That u_words
// and u_verdicts have room is asserted in the block; here how far they fill.

`include "prove.vh"

`PROVE_RESET(rst)

// The beats up to byte 41, and those of the cycles until its verdict is seen
localparam P_MOST = 40 / B + 2;

always @(posedge clk) if (p_run) begin
    bounded: assert (words <= P_MOST);
    full:    cover (words == P_MOST);
    goes_on: cover (goes && ip && last);
end
