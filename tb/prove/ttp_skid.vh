// SPDX-License-Identifier: Apache-2.0
//
// ttp_skid: no assumption. Inputs need not keep the stream rule.

`include "prove.vh"

`PROVE_RESET(rst)
`PROVE_STREAM(p_out, WIDTH, out_valid, out_ready, out_data)
`PROVE_QUEUE(p_q, WIDTH, 2, in_valid && in_ready, in_data, out_valid && out_ready, out_data)

always @(posedge clk) if (p_run) begin
    // Two words fit, a beat is at the output at once, and full means full.
    holds_two: assert (p_q_inside <= 2'd2);
    no_delay:  assert (out_valid == (p_q_inside != 2'd0));
    full_rate: assert (in_ready == (p_q_inside != 2'd2));
    full:      cover (p_q_inside == 2'd2 && in_valid);
end
