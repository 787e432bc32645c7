// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_contexts, with its memories as they are but for the two large ones, of which nothing is
// said: ids, lies. One link and one context, any, are followed.
//
// Assumed, as ttp_tx_marks does it (its proof has the assertions of ttp_rx_pool): a context is
// taken by a link without one while one is spare, and given back by a link that has one; what is
// noted is of a link that has one or takes one; who takes one sends, and that is noted.

`include "prove.vh"

`PROVE_RESET(core_rst)

(* anyconst *) wire [LW-1:0] p_link;
(* anyconst *) wire [CX-1:0] p_c;
reg            p_has, p_used;           // the link has one; the context is used
reg  [CX-1:0]  p_idx;
reg  [7:0]     p_gen, p_takes;          // of that link; so many were taken
reg  [CX:0]    p_n;                     // are used
wire           p_here = idx == p_c;

always @* if (p_run) begin
    assume (!take || (spare && !hit && sends_wr && flies_wr));
    assume (!frees || hit);
    assume (!(flies_wr || again_wr || sends_wr) || hit || take);
end

// What was noted last of the context
reg  [LW-1:0]  p_owner;
reg  [7:0]     p_own_gen;
reg  [15:0]    p_base, p_newest;
reg  [9:0]     p_base_id, p_window;
reg  [31:0]    p_una, p_again_una;
reg  [8:0]     p_sent, p_again_sent;
reg            p_again;                 // it was noted since the reset
reg  [10:0]    p_sends;
always @(posedge clk) begin
    if (take) begin
        p_takes <= p_takes + 8'd1;
        if (link == p_link) {p_has, p_idx, p_gen} <= {1'b1, spare_idx, p_takes};
        if (p_here) begin
            p_used    <= 1'b1;
            p_owner   <= link;
            p_own_gen <= p_takes;
            p_base    <= number - 16'd1;
            p_base_id <= id;
        end
    end
    if (frees && link == p_link) p_has <= 1'b0;
    if (frees && p_here) p_used <= 1'b0;
    if (flies_wr && p_here) {p_una, p_sent, p_window} <= {una, sent, window};
    if (again_wr && p_here) {p_again, p_again_una, p_again_sent} <= {1'b1, una, sent};
    if (sends_wr && p_here) begin
        p_newest <= number;
        p_sends  <= take ? 11'd1 : p_sends == 11'd1024 ? 11'd1024 : p_sends + 11'd1;
    end
    p_n <= p_n + {{CX{1'b0}}, take} - {{CX{1'b0}}, frees};
    if (!p_run) begin
        {p_has, p_used, p_again} <= 3'd0;
        p_takes <= 8'd0;
        p_n     <= {(CX+1){1'b0}};
    end
end

always @(posedge clk) if (p_run) begin
    // A link has one from its send to where it is given back, the same all the time, and no other.
    if (link == p_link)     hits: assert (hit == p_has && (!p_has || idx == p_idx));
    if (ask_link == p_link) asks: assert (has == p_has && (!p_has || has_gen == p_gen));
    if (p_has && link == p_link) names: assert (idx_gen == p_gen);
    // None is lost: what is not in use may be taken.
    counts: assert (spare == (p_n < CONTEXTS) && taken[p_c] == p_used);
    if (p_has && p_idx == p_c) its: assert (p_used && p_owner == p_link && p_own_gen == p_gen);
    if (take) free: assert (!taken[idx]);
    if (at == p_c && p_used) begin
        of_take: assert (at_gen == p_own_gen && at_link == p_owner && at_base == p_base
                         && at_base_id == p_base_id);
        flies:   assert ({at_una, at_sent, at_window} == {p_una, p_sent, p_window});
        newest:  assert (at_newest == p_newest && at_sends == p_sends && p_sends != 11'd0);
        if (p_again) again: assert ({at_again_una, at_again_sent} == {p_again_una, p_again_sent});
    end
    full:   cover (!spare && p_has && frees && link == p_link);
    second: cover (p_has && p_gen == 8'd3 && p_n == CONTEXTS && at == p_c && p_sends == 11'd4);
end
