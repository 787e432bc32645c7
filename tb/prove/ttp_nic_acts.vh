// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_acts. Assumed: an action waits in a queue of ACTS, as in ttp_nic_write, with 0 to 2
// bursts; memory answers for bursts of actions that have entered that queue, in order, a cycle
// later or at any time after, and after rst owes nothing. That as many bursts are issued as an
// action says is nic_write. One of code TELL is no NOTICE (ttp_nic_place). What else the actions
// are, errors, both outputs, the registers are free.
//
// With P_STEP: nic_acts_step.vh. Else one arbitrary action is followed. It has bit 31 of its tag
// and bit 63 of its cookie, no other one has; a message that ends has the cookie of its action.

`include "prove.vh"

`ifdef P_STEP
wire        p_run = !rst;
`else
`PROVE_RESET(rst)
`endif

(* anyseq *) wire        p_in, p_pick;
(* anyseq *) wire [1:0]  p_n;
(* anyseq *) wire [`TTP_NIC_ACT_W-1:0] p_any;
localparam  P_MARK = 42 + 31, P_COOKIE = 74 + 63;
reg  [`TTP_NIC_ACT_W-1:0] p_act;
`ifdef P_STEP
`include "nic_acts_step.vh"
`else
wire        p_room, p_there;
wire        p_push = p_run && p_in && p_room;
reg         p_follow;
wire        p_mark = p_pick && !p_follow;
wire [`TTP_NIC_ACT_W-1:0] p_next;
wire [1:0]  p_next_n;
always @* begin
    p_act           = p_any;
    p_act[P_MARK]   = p_mark;
    p_act[P_COOKIE] = p_mark;
end
wire [$clog2(ACTS+1)-1:0] p_count;
ttp_fifo #(.WIDTH(`TTP_NIC_ACT_W + 2), .DEPTH(ACTS)) p_acts (
    .clk(clk), .rst(rst), .in_valid(p_in), .in_ready(p_room), .in_data({p_act, p_n}),
    .out_valid(p_there), .out_ready(act_ready), .out_data({p_next, p_next_n}), .count(p_count)
);

localparam P_W = $clog2(2 * ACTS + 8) + 1;
reg  [P_W-1:0] p_due;                   // bursts that memory has not answered
reg  [P_W-1:0] p_owed;                  // ... of the followed action and of all before it
reg  [1:0]     p_own;                   // bursts of the followed one
reg            p_err;                   // ... an error
reg            p_quiet;                 // it was in WAIT, and all are answered
reg            p_replied, p_told;       // it has
wire           p_first = p_run && p_push && p_mark;
wire           p_its   = p_follow && p_owed != 0 && p_owed <= p_own && b_valid;
wire [P_W-1:0] p_less  = p_owed - (b_valid && p_owed != 0);
wire           p_reply = reply_valid && reply_tag[31];
wire           p_cpl   = record_valid && record[127];

always @* begin
    assume (act_valid == p_there && act == p_next && act_bursts == p_next_n);
    assume (p_n != 2'd3);
    if (p_any[`ACT_CODE] == `TTP_NIC_ACT_TELL)
        assume (p_any[`ACT_KIND] != `TTP_NIC_KIND_NOTICE);
    assume (slot_cookie[63] == reply_tag[31]);
    if (b_valid) assume (p_run && p_due != 0);
end

always @(posedge clk) begin
    p_due  <= p_due + (p_push ? p_n : 2'd0) - b_valid;
    p_owed <= p_less + (p_push && !p_follow ? p_n : 2'd0);
    if (p_first) {p_follow, p_own} <= {1'b1, p_n};
    p_err     <= p_follow && (p_err || (p_its && b_err));
    p_quiet   <= wait_q && act_q[P_MARK] && p_owed == 0;
    p_replied <= p_replied || (p_reply && (reply_ready || expired_q));
    p_told    <= p_told || (p_cpl && record_ready);
    if (!p_run) {p_follow, p_due, p_owed, p_err, p_quiet, p_replied, p_told} <= 0;
end

// Each action ends once, in order
`PROVE_QUEUE(p_order, 3, P_W, p_push, (p_act[`ACT_CODE]), p_run && goes, (cur_q[`ACT_CODE]))

always @(posedge clk) if (p_run) begin
    if (p_reply) begin
        reply_after: assert (p_follow && p_owed == 0 && !p_replied);
        reply_errs:  assert (!p_err || reply_status != 0);
    end
    if (p_cpl) begin
        told_after:  assert (p_follow && p_owed == 0 && !p_told);
        told_errs:   assert (!p_err || (record[11:8] != 0 && record[1:0] != 2'd2));
    end
    if (frees && reply_tag[31]) frees_after: assert (p_owed == 0);
    // It waits for none but its own.
    if (wait_q && act_q[P_MARK] && p_quiet) no_longer: assert (answered);

    two_bad:   cover (p_reply && p_own == 2 && p_err);
    both:      cover (p_reply && reply_ready && p_told && p_own == 1 && !p_err);
    notice:    cover (p_cpl && record[1:0] == 2'd2 && p_own == 2);
    done:      cover (p_cpl && record[1:0] == 2'd1 && p_own == 2 && record[11:8] == 4'd8);
    dropped:   cover (lost && p_replied);
    early:     cover (p_follow && p_owed == 0 && act_valid && act[P_MARK] && p_own == 2);
    many_wait: cover (p_due == 2 * ACTS + 2);
end
`endif
