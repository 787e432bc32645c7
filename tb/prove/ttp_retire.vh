// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire. Assumed, as the ingest and the link pipe keep it: after a reset the walk of ttp_init
// runs over the links, and nothing else happens; an append takes an entry that is in no list, and
// names the tail of its link's list; a goal is ahead of the last one and not beyond what is
// appended; it is pushed exactly if the link was settled, as `freed` of this cycle says; a flush
// comes to a settled link only, and no goal after it until it is settled again. Send slots are
// empty. The host and the order of all are free.

`include "prove.vh"
`include "ttp_defs.vh"

`PROVE_RESET(core_rst)

localparam P_LINKS = 3;
reg [3:0]          p_idx;
reg                p_walk;
reg [CW-1:0]       p_napp [0:3], p_nret [0:3], p_nfreed [0:3];
reg [EW-1:0]       p_tail [0:3];
reg [3:0]          p_flushing;
reg [ENTS-1:0]     p_taken;             // entries in a list
wire [LW-1:0]      p_al = append[`APPEND_LINK];
wire [EW-1:0]      p_ae = append[`APPEND_ENTRY];
wire [10:0]        p_len = append[`APPEND_LEN];
wire [LW-1:0]      p_fl = freed[`FREED_LINK];
wire [EW-1:0]      p_fe = freed[`FREED_ENTRY];
// Freed so far, with this cycle
wire [CW-1:0]      p_seen = freed_moved && p_fl == goal_link ? freed[`FREED_COUNT]
                                                             : p_nfreed[goal_link];
wire [CW-1:0]      p_ahead = goal_nret - p_nret[goal_link];
wire [CW-1:0]      p_held  = p_napp[goal_link] - p_nret[goal_link];
wire               p_settled = p_seen == p_nret[goal_link];
wire [CW-1:0]      p_inside  = p_napp[p_al] - p_nfreed[p_al];
integer            p_i;

always @(posedge clk) begin
    if (core_rst) {p_walk, p_idx} <= {1'b1, 4'd0};
    else if (p_walk) {p_walk, p_idx} <= {p_idx != P_LINKS - 1, p_idx + 4'd1};
    for (p_i = 0; p_i < P_LINKS; p_i = p_i + 1) if (core_rst) begin
        p_napp[p_i]   <= 0;
        p_nret[p_i]   <= 0;
        p_nfreed[p_i] <= 0;
        p_tail[p_i]   <= p_i;
    end
    if (core_rst) {p_taken, p_flushing} <= {{(ENTS-P_LINKS){1'b0}}, {P_LINKS{1'b1}}, 4'd0};
    if (p_run && append_valid) begin
        p_napp[p_al]  <= p_napp[p_al] + 1;
        p_tail[p_al]  <= p_ae;
        p_taken[p_ae] <= 1'b1;
    end
    if (p_run && freed_valid) p_taken[p_fe] <= 1'b0;
    if (p_run && freed_moved) p_nfreed[p_fl] <= freed[`FREED_COUNT];
    if (p_run && goal_valid) begin
        p_nret[goal_link]     <= goal_nret;
        p_flushing[goal_link] <= goal[`GOAL_FLUSH];
    end
end

always @* begin
    if (p_run) assume (init_active == p_walk && (!p_walk || init_idx == p_idx));
    assume (slots[`SLOTS_VALID] == 0);
    if (core_rst || init_active) assume (!append_valid && !goal_valid);
    if (append_valid && p_run)
        assume (p_al < P_LINKS && p_ae < ENTS && !p_taken[p_ae]
                && append[`APPEND_TAIL] == p_tail[p_al] && !(&p_inside)
                && p_len != 0 && p_len <= 11'd1024);
    if (goal_valid && p_run)
        assume (goal_link < P_LINKS && p_ahead != 0 && p_ahead <= p_held
                && goal[`GOAL_PUSH] == p_settled
                && (!goal[`GOAL_FLUSH] || p_settled)
                && (!p_flushing[goal_link] || p_settled));
    if (!goal_valid) assume (!goal[`GOAL_PUSH]);
end

wire [10:0] p_len1   = p_len - 11'd1;
wire [3:0]  p_cells1 = p_len1[9:6];

// One arbitrary link: its payloads are freed in their order, each once, with its own cells.
(* anyconst *) wire [LW-1:0] p_l;
wire [CW-1:0] p_fly = p_nret[p_l] - p_nfreed[p_l];
`PROVE_QUEUE(p_order, 2*TCW + 4, CW, p_run && append_valid && p_al == p_l,
             ({p_cells1, append[`APPEND_LAST], append[`APPEND_FIRST]}),
             p_run && freed_valid && p_fl == p_l, freed[`FREED_CHAIN])
reg          p_told;
reg [LW-1:0] p_told_link;
always @(posedge clk) begin
    p_told      <= p_run && retired_valid && retired_ready && !retired[`RETIRED_OPT];
    p_told_link <= c_link_q;
end

always @(posedge clk) if (p_run && !init_active) begin
    if (freed_valid) begin
        in_list:    assert (p_taken[p_fe] && p_fl < P_LINKS);
        // Never before its goal. A flush writes its last count later.
        not_before: assert (p_nfreed[p_fl] != p_nret[p_fl]);
        one_kind:   assert (retired_pulse != flushed_pulse
                            && flushed_pulse == p_flushing[p_fl]);
    end
    if (freed_moved) counts: assert (freed[`FREED_COUNT] - p_nfreed[p_fl] <= 1
                                     || p_flushing[p_fl]);
    // A flushed link is settled in the cycle after its report was taken, and not before.
    if (freed_moved && p_flushing[p_fl] && freed[`FREED_COUNT] == p_nret[p_fl])
        reported:   assert (p_told && p_told_link == p_fl);
    if (retired_valid && !retired[`RETIRED_OPT])
        is_flush:   assert (p_flushing[c_link_q] && retired[127:120] == `TTP_CPL_FLUSHED);
    flush:    cover (freed_moved && p_told && p_flushing[p_fl]);
    follows:  cover (freed_valid && p_order_follow && p_order_ahead == 1);
end
