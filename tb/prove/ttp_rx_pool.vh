// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_pool. Assumed, as ttp_rx_hold does it: one is taken only for a link that has none while
// one is free; one is given back only if it is used.

`include "prove.vh"

`PROVE_RESET(core_rst)

always @* if (p_run) begin
    assume (!take_en || (spare && !hit));
    assume (!end_en || hit);
    assume (!free_en || used_q[free_idx]);
    assume (!(end_en && free_en && hit_idx == free_idx));
end

// One link, any: the context that it has.
(* anyconst *) wire [LW-1:0] p_link;
(* anyconst *) wire [CX-1:0] p_one;     // a context, any
reg          p_ends, p_taken;
reg          p_has;
reg [CX-1:0] p_idx;
always @(posedge clk) begin
    if (end_en && link == p_link) p_has <= 1'b0;
    if (free_en && p_has && free_idx == p_idx) p_has <= 1'b0;
    if (take_en && link == p_link) begin
        p_has <= 1'b1;
        p_idx <= spare_idx;
    end
    if (!p_run) p_has <= 1'b0;
    p_ends <= p_run && ends_q[p_one] && !(free_en && free_idx == p_one);
    p_taken <= p_run && (taken[p_one] || (take_en && spare_idx == p_one))
               && !(free_en && free_idx == p_one);
    if (p_run) begin
        held: assert (taken[p_one] == p_taken);
        if (p_ends)               stays: assert (ends_q[p_one]);
        if (link == p_link)       its:   assert (hit == p_has && (!hit || hit_idx == p_idx));
        if (other_link == p_link)
            other: assert (other_hit == p_has && (!other_hit || other_idx == p_idx));
        if (spare) free: assert (!taken[spare_idx]);
        if (p_has) in_use: assert (taken[p_idx]);
        // What ends is no link's, and stays until it is given back.
        if (ending) ends: assert (taken[ending_idx] && !(p_has && p_idx == ending_idx));
        full:   cover (!spare && ending);
        again:  cover (p_has && ending && take_en);
    end
end
