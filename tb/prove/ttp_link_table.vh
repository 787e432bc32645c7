// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_table. Assumed: after a reset all tags are cleared, then events come when
// S1 takes one; one that may allocate names its peer. One that is passed stands where the other
// was, until S1 takes it again. Peers differ in few bits. What the records of a full set look like
// is free.

`include "prove.vh"

`PROVE_RESET(rst)

localparam P_SETS = 3 * LINK_SETS;
reg [3:0] p_walk;
always @(posedge clk) p_walk <= rst ? 4'd0 : p_walk + {3'd0, p_walk != P_SETS};
wire p_ready = p_run && p_walk == P_SETS;
always @* if (p_run) begin
    assume (init_active == (p_walk != P_SETS) && init_idx == p_walk);
    assume (!s0_valid || ((s1_ready || passes) && p_ready));
    assume (s0_valid || !passes);       // ttp_link_select
    assume (s0_vc != 2'd3 && s0_node[23:2] == 22'd0);
    assume (!(s0_by_link && s0_makes));
    assume (!follows && !stays);        // they have a proof of their own: link_follow
end

// What is inside, oldest first: at most one in each cycle of S1; and c, one that has been passed.
// Any one may be the marked one; p_waits counts since it came.
(* anyseq *) wire p_mark;
reg         p_a, p_b, p_c;              // DEEP = 0: only b
localparam  P_IN = LW + 29;
reg  [P_IN-1:0] p_at_a, p_at_b, p_at_c; // {link, marked, makes, by_link, vc, node}
reg  [4:0]  p_age;                      // of b, since it was the oldest in S1
reg  [5:0]  p_waits;
wire        p_marked = (p_a && p_at_a[28]) || (p_b && p_at_b[28]) || (p_c && p_at_c[28]);
wire [P_IN-1:0] p_in = {s0_link, p_c ? p_at_c[28] : p_mark && !p_marked,
                        s0_makes, s0_by_link, s0_vc, s0_node};
wire        p_swap   = s0_valid && !s1_ready;
wire        p_alone  = p_b && !p_a && !s1_valid;        // b is in S1a
always @* if (p_c) begin
    assume (more && s0_link == p_at_c[29 +: LW] && s0_makes == p_at_c[27]);
    assume (s0_by_link == p_at_c[26] && s0_vc == p_at_c[25:24] && s0_node == p_at_c[23:0]);
end
always @(posedge clk) begin
    p_age   <= p_b && !s1_advance && !(p_swap && p_alone) ? p_age + 5'd1 : 5'd0;
    p_waits <= p_marked ? p_waits + {5'd0, !(&p_waits)} : 6'd0;
    if (s1_advance) begin
        {p_b, p_at_b} <= {p_a, p_at_a};
        p_a <= 1'b0;
    end
    if (p_swap) begin
        {p_c, p_at_c} <= {1'b1, p_alone ? p_at_b : p_at_a};
        if (p_alone || s1_advance) {p_b, p_at_b} <= {1'b1, p_in};
        else                       {p_a, p_at_a} <= {1'b1, p_in};
    end else if (s0_valid) begin
        p_c <= 1'b0;
        if (p_b && !s1_advance) {p_a, p_at_a} <= {1'b1, p_in};
        else if (p_a) begin
            {p_b, p_at_b} <= {1'b1, p_at_a};
            {p_a, p_at_a} <= {1'b1, p_in};
        end else {p_b, p_at_b} <= {1'b1, p_in};
    end
    if (rst) {p_a, p_b, p_c} <= 3'b000;
end
wire [P_IN-1:0] p_first = p_alone ? p_at_b : p_at_a;
localparam P_PASSED = 20;

// The links of those that have left, as long ago as S2 has cycles. One that has found nothing has
// none; a maker that has found nothing has all of its set.
localparam P_S2 = BUSY_N + DEEP;
localparam P_SOON = (EARLY_N != 0 ? EARLY_N : BUSY_N) + DEEP;   // for one that makes no entry
localparam P_WAY_B = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 0;
localparam P_W = LW + 3;                                // {there, hit, all, link}
localparam P_SET_W = LINK_WAYS > 1 ? LW - $clog2(LINK_WAYS) : LW;
reg [P_S2*P_W-1:0] p_left;
reg     p_near, p_other;
integer p_i;
always @* begin
    p_near  = 1'b0;                     // too near to an event of its link, or of its set
    p_other = 1'b0;                     // near to one of another link of its set
    for (p_i = 0; p_i < P_S2; p_i = p_i + 1)
        if (p_left[p_i*P_W + LW + 2]
            && p_left[p_i*P_W + P_WAY_B +: P_SET_W] == s1_link[LW-1 -: P_SET_W]) begin
            if (p_at_b[27] || p_left[p_i*P_W + LW] || (p_i < P_SOON && EARLY_N == 0)
                || (p_i < P_SOON && s1_entry && p_left[p_i*P_W + LW + 1]
                    && p_left[p_i*P_W +: LW] == s1_link))
                p_near = p_near || p_i < P_SOON || p_at_b[27];
            else if (p_i < P_SOON) p_other = 1'b1;
        end
end
always @(posedge clk) begin
    p_left <= {p_left, s1_advance, s1_entry && !s1_alloc, p_at_b[27] && !(s1_entry && !s1_alloc),
               s1_link};
    if (rst) for (p_i = 0; p_i < P_S2; p_i = p_i + 1) p_left[p_i*P_W + LW + 2] <= 1'b0;
    if (p_ready && s1_advance) apart: assert (!p_near);
end
generate if (EARLY_N != 0) begin : g_passes
    always @(posedge clk) if (p_ready && s1_advance && s1_entry) beside: cover (p_other);
    always @(posedge clk) if (p_ready) both_ways: cover (p_swap && p_c);
    always @(posedge clk) if (p_ready) at_length: cover (p_waits == 13);
end endgenerate

// Any one peer, and the link it has
(* anyconst *) wire [1:0] p_vc;
(* anyconst *) wire [1:0] p_node;
reg          p_has;
reg [LW-1:0] p_link;
wire p_its = !p_at_b[26] && p_at_b[25:24] == p_vc && p_at_b[23:0] == {22'd0, p_node};
always @(posedge clk) begin
    if (s1_advance && s1_alloc && p_its)                   {p_has, p_link} <= {1'b1, s1_link};
    else if (s1_advance && s1_alloc && s1_link == p_link)  p_has <= 1'b0;
    if (rst) p_has <= 1'b0;
end

always @(posedge clk) if (p_ready) begin
    there:    assert (!s1_advance || p_b);
    in_order: assert (!s1_advance || p_at_b[26] || s1_node == p_at_b[23:0]);
    if (s1_advance && p_its) begin
        finds:  assert (!p_has || (s1_entry && !s1_alloc && s1_link == p_link));
        finds_nothing: assert (p_has || !s1_entry || s1_alloc);
        makes:  assert (!s1_alloc || p_at_b[27]);
    end
    if (s1_advance && p_at_b[26] && s1_link == p_link && p_has)
        by_link:  assert (s1_entry && s1_node == {22'd0, p_node});
    // Who passes is of another link, and one of the two comes from the wire, or is a command.
    other:    assert (!p_swap || (p_first[26] != s0_by_link && !p_first[27] && !s0_makes));
    of_sets:  assert (!p_swap || (s0_by_link ? s0_link[LW-1 -: 2] != p_first[25:24]
                                             : p_first[LW+28 -: 2] != s0_vc));
    waited_for: assert (!p_swap || !first_waits);       // link_follow rests on it
    // A loop, and what a full set takes
    in_time:  assert (p_age <= P_S2 + 1 + (2 + DEEP) * LINK_WAYS);
    waited:   cover (p_age == P_SOON && s1_advance && s1_entry && !s1_alloc && p_its);
    // ... and with all that pass it
    comes_in: assert (p_waits <= P_PASSED);
    searched: cover (p_age > P_S2 && s1_advance && s1_alloc);
    a_victim: cover (s1_advance && s1_victim);
end
