// SPDX-License-Identifier: Apache-2.0
//
// ttp_fifo: no assumption. Inputs need not keep the stream rule.

`include "prove.vh"

`PROVE_RESET(rst)
`PROVE_STREAM(p_out, WIDTH, out_valid, out_ready, out_data)
`PROVE_QUEUE(p_q, WIDTH, COUNT_W, push, in_data, pop, out_data)

always @(posedge clk) if (p_run) begin
    counts:   assert (count == p_q_inside);
    no_delay: assert (out_valid == (count != 0));
    all_fit:  assert (in_ready == (count != DEPTH));
    bounded:  assert (count <= DEPTH);
    full:     cover (count == DEPTH && in_valid);
    wrapped:  cover (count == 1 && wr_q == 0 && pop);
end
