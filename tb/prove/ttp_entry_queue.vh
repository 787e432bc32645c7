// SPDX-License-Identifier: Apache-2.0
//
// ttp_entry_queue. Assumed: an entry is popped only while one is offered, and no more are pushed
// than there are; none in the very first cycle, when the flops are anything.

`include "prove.vh"

`PROVE_RESET(core_rst)
always @* begin
    assume (!pop || valid);
    if (p_past) assume (!push || !free[CW-1]);
end

always @(posedge clk) if (!p_past) assume (!push);

`PROVE_STREAM(p_out, EW, valid, pop, entry)
`PROVE_QUEUE(p_q, EW, CW, push && !core_rst, push_entry, pop && !core_rst, entry)

reg p_some;     // something was inside in the cycle before, and the queue was not touched
always @(posedge clk) begin
    p_some <= p_run && p_q_inside != 0 && !pop;
    if (p_run) begin
        counts: assert (free == p_q_inside);
        if (p_some) soon: assert (valid);
        all_in: cover (free[CW-1]);
        wraps:  cover (eq_wr_q == 1 && eq_rd_q[CW-1]);
    end
end
