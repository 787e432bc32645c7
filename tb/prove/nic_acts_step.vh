// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_nic_acts, for ttp_nic_acts.vh with P_STEP. The first frame is any state in which
// p_whole holds, or any state in reset; it holds after the step. So it holds always. Of the answers
// their number is followed, not their errors; a completion ends here where it enters its queue.
//
// p_where says where the followed action is, p_owed how many answers it and those before it lack.

localparam [2:0] P_NOT = 3'd0, P_E1 = 3'd1, P_E0 = 3'd2, P_WAIT = 3'd3, P_GO = 3'd4, P_GONE = 3'd5;
localparam P_ACTS = 2;
// The queue of ttp_nic_write
reg  [`TTP_NIC_ACT_W-1:0] p_e0, p_e1;
reg  [1:0]  p_n0, p_n1, p_held;
wire        p_room  = p_held != P_ACTS;
wire        p_push  = p_run && p_in && p_room;
wire        p_pop   = act_ready && p_held != 0;
reg  [2:0]  p_where;
reg  [3:0]  p_due, p_owed;
reg  [2:0]  p_front;                    // actions in front of the followed one
reg         p_quiet, p_put;
wire        p_mark  = p_pick && p_where == P_NOT;
wire [1:0]  p_stay  = p_held - p_pop;   // what is pushed gets this place
always @* begin
    p_act         = p_any;
    p_act[P_MARK] = p_mark;
end

always @* begin
    assume (act_valid == (p_held != 0) && act == p_e0 && act_bursts == p_n0);
    assume (p_n != 2'd3);
    if (b_valid) assume (p_due != 0);
end

always @(posedge clk) begin
    p_held <= p_stay + p_push;
    if (p_pop) {p_e0, p_n0} <= {p_e1, p_n1};
    if (p_push && p_stay == 0) {p_e0, p_n0} <= {p_act, p_n};
    if (p_push && p_stay != 0) {p_e1, p_n1} <= {p_act, p_n};
    case (p_where)
    P_NOT:   if (p_push && p_mark) p_where <= p_stay == 0 ? P_E0 : P_E1;
    P_E1:    if (p_pop) p_where <= P_E0;
    P_E0:    if (p_pop) p_where <= P_WAIT;
    P_WAIT:  if (leaves) p_where <= P_GO;
    P_GO:    if (goes) p_where <= P_GONE;
    default: ;
    endcase
    p_due   <= p_due + (p_push ? p_n : 2'd0) - b_valid;
    p_owed  <= p_owed - (b_valid && p_owed != 0) + (p_push && p_where == P_NOT ? p_n : 2'd0);
    p_front <= p_front + (p_push && p_where == P_NOT && !p_mark) - (goes && p_front != 0);
    p_quiet <= p_where == P_WAIT && p_owed == 0;
    p_put   <= p_put || (puts && cur_q[P_MARK]);
    if (!p_run) begin
        {p_held, p_due, p_owed, p_front, p_quiet, p_put} <= 0;
        p_where <= P_NOT;
    end
end

// ---------------------------------------------------------------- what holds
wire [3:0]  p_left = wait_q ? left_q : 2'd0;
wire [3:0]  p_sum  = p_left + (p_held != 0 ? p_n0 : 2'd0) + (p_held == 2 ? p_n1 : 2'd0);
wire [3:0]  p_need = p_where == P_E1 || p_where == P_NOT ? p_sum : p_where == P_E0 ? p_left + p_n0
                   : p_where == P_WAIT ? p_left : 4'd0;
wire [3:0]  p_a    = b_count;
wire [2:0]  p_at   = p_where == P_NOT ? {1'b0, p_held} + wait_q + go_q
                   : p_where == P_E1 ? 3'd1 + wait_q + go_q
                   : p_where == P_E0 ? {1'b0, wait_q} + go_q
                   : p_where == P_WAIT ? {2'd0, go_q} : 3'd0;
wire        p_is_place = p_where <= P_GONE && p_held <= P_ACTS
    && (p_held != 0 && p_e0[P_MARK]) == (p_where == P_E0)
    && (p_held == 2 && p_e1[P_MARK]) == (p_where == P_E1)
    && (wait_q && act_q[P_MARK]) == (p_where == P_WAIT)
    && (go_q && cur_q[P_MARK]) == (p_where == P_GO)
    && p_front == p_at && (p_where != P_GO || put_q == p_put)
    && (p_where >= P_GO || !p_put);
wire        p_is_count = p_due + p_a == p_sum && p_due <= p_sum && p_a <= 2 * P_ACTS + 1
    && b_there == (p_a != 0) && b_room == (p_a != 2 * P_ACTS + 1)
    && (p_left != 2 || p_a <= 2 * P_ACTS) && p_left <= 2
    && (p_held == 0 || p_n0 != 2'd3) && (p_held != 2 || p_n1 != 2'd3);
wire        p_is_owed  = p_where == P_NOT ? p_owed == p_due
                       : p_owed == (p_need > p_a ? p_need - p_a : 4'd0);
// It waits for none but its own.
wire        p_is_quick = !p_quiet || p_where != P_WAIT || answered;
wire        p_whole    = p_is_place && p_is_count && p_is_owed && p_is_quick;

reg p_stepped;
initial p_stepped = 1'b0;
always @(posedge clk) p_stepped <= 1'b1;
always @* if (!p_stepped && rst) assume (!b_valid);
always @* if (p_run) begin
    if (!p_stepped) assume (p_whole);
    else begin
        is_place: assert (p_is_place);
        is_count: assert (p_is_count);
        is_owed:  assert (p_is_owed);
        is_quick: assert (p_is_quick);
        if (reply_valid && reply_tag[31]) reply_after: assert (p_owed == 0 && p_where == P_GO);
        if (puts && cur_q[P_MARK]) told_after: assert (p_owed == 0 && p_where == P_GO && !p_put);
        if (frees && reply_tag[31]) frees_after: assert (p_owed == 0 && p_where == P_GO);
        if (goes && p_where == P_GO)
            in_full:  assert ((!tells || p_put || puts)
                              && (!replies || (reply_valid && (reply_ready || expired_q))));
        if (goes && p_where != P_NOT && p_where != P_GONE && p_front == 0)
            in_order: assert (cur_q[P_MARK]);
    end
    most:     cover (p_stepped && p_a == 2 * P_ACTS + 1 && p_where == P_WAIT && b_valid == 0);
    both:     cover (p_stepped && reply_valid && reply_ready && puts && p_where == P_GO);
    early:    cover (p_stepped && p_where == P_E1 && p_owed == 0 && p_sum == 5);
    last_one: cover (p_stepped && p_where == P_WAIT && p_left == 2 && p_owed == 2 && b_valid);
    ended:    cover (p_stepped && frees && p_where == P_GO);
end
