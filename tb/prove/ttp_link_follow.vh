// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_follow beside the rules: p_rec is what an event has written that another has waited for,
// and each follower changes it as ttp_link_fsm does, and by what it sends. Assumed: that record is
// sound (link_sound.vh), payloads are appended, an event in S1a is one that exists, and what
// ttp_link_table and the pipe around do with it.

`include "prove.vh"

`PROVE_RESET(rst)
localparam [9:0] P_WINDOW = 10'd512;
`include "link_sound.vh"

localparam RW = `TTP_LINK_REC_W;
localparam [CW-1:0] P_MOST = {1'b1, {(CW-1){1'b0}}};    // that a link may hold

(* anyseq *) wire [35:0]                p_now;
(* anyseq *) wire [`TTP_SETTINGS_W-1:0] p_settings;
(* anyseq *) wire [15:0]                p_life;
(* anyseq *) wire [31:0]                p_first;
(* anyseq *) wire [CW-1:0]              p_napp;         // as the event reads it
(* anyseq *) wire                       p_settled;
(* anyseq *) wire                       p_may_stow, p_has_marks;
(* anyseq *) wire [7:0]                 p_gen;
reg  [RW-1:0] p_rec;
wire [RW-1:0] p_ruled;
wire [`TTP_OUTCOME_W-1:0] p_says;
reg  [RW-1:0] p_after;

ttp_link_fsm #(.CUT(0), .CW(CW)) u_rules (
    .clk(clk), .clear(1'b0), .load(1'b1), .settings(p_settings), .next_life(p_life),
    .first_id(p_first),
    .event_now(p_now), .event_in(first_event), .event_entry(1'b1), .event_fresh(1'b0),
    .event_makes_room(1'b0), .event_rec(p_rec), .event_napp(p_napp), .event_settled(p_settled),
    .event_may_stow(p_may_stow), .event_has_marks(p_has_marks), .event_gen(p_gen),
    .rec_d(p_ruled), .outcome(p_says)
);
always @* begin
    p_after = p_ruled;
    if (sends) begin
        p_after[`REC_NEXT]      = p_ruled[`REC_NEXT] + 1'b1;
        p_after[`REC_NUMBERED]  = p_ruled[`REC_AGREED];
        if (p_ruled[`REC_NEXT] == p_ruled[`REC_IN_FLIGHT])
            p_after[`REC_IN_FLIGHT] = p_ruled[`REC_IN_FLIGHT] + 1'b1;
    end
end

wire moves = first_room && follows;
wire [CW-1:0] p_held  = napp_q - retired_q;
wire [CW-1:0] p_holds = p_napp - retired_q;
wire [CW-1:0] p_comes = append_napp - retired_q;
wire [CW-1:0] p_wrote = write_napp - write_rec[`REC_RETIRED];
reg p_sent, p_took, p_came, p_was_resend;
reg [`TTP_EVENT_W-1:0] p_event;
initial p_came = 1'b0;
always @(posedge clk) begin     // what stands in S1a came there, and stays until it ends
    p_came  <= !rst && (s0_valid || (p_came && !first_ends));
    if (s0_valid) p_event <= s0_event;
end
always @(posedge clk) p_took <= takes;
always @(posedge clk) p_was_resend <= first_ends && first_event[`EVENT_RESEND];
wire p_resend = first_event[`EVENT_RESEND];     // that may send too
always @(posedge clk)
    p_sent <= first_ends && first_event[`EVENT_TURN] && (sends || !follows) && !rst;
wire [57:0]   p_named = {first_event[`EVENT_VC], first_node_q, first_event[`EVENT_LIFE],
                         first_event[`EVENT_TO_LIFE]} ^ {peer_q, peer_life_q, own_life_q};
wire [LW-1:0] p_link  = first_link_q ^ link_q;
always @* if (p_run) begin
`ifndef HITS
    assume (!(here && peer_hit_q) || (!by_link_q && p_named == 0));     // link_follow_hits
    assume (!(here && link_hit_q) || (by_link_q && p_link == 0));
`endif
    assume (!first_ends || (first_valid && first_room && !stays));
    assume (first_ends || !(first_room && follows));
    assume (!first_valid || (p_came && first_event == p_event));
    assume (!s0_valid || !first_valid || first_ends || !loads);     // one that waits for all stays
    assume (first_event[`EVENT_TURN]
            == (ev == `TTP_EV_SEND || ev == `TTP_EV_DOORBELL || ev == `TTP_EV_RESEND));
    assume (p_resend == (ev == `TTP_EV_RESEND));
    assume (!first_event[`EVENT_MAPPED] || is_nack);    // ttp_rx_parse
    assume (first_event[`EVENT_OFFER] == 0 || ev <= {1'b0, `TTP_OP_OPEN_ACK});
    assume (!second || (first_event[`EVENT_TURN] && ev == `TTP_EV_SEND));
    assume (s1_sends || !p_sent);
    assume (!(here && first_set != set_q && (same_link || same_peer)));
    if (loads) assume (p_sound(write_rec, write_napp) && p_wrote <= P_MOST);
    if (loads) assume (write_sent == write_rec[`REC_RETIRED] + write_rec[`REC_NEXT]
                       && write_flown == write_rec[AT_UNA +: CW+1] + write_rec[`REC_IN_FLIGHT]
                       && write_nacked == (write_rec[`REC_NACKED] != `NACKED_NOT));
    if (loads) assume (!first_ends);    // its set is busy: ttp_link_table
    // One that has not followed has ended the streak of its set as it left S1a.
    if (writes && !write_follows) assume (!(valid_q && set_q == write_set));
    assume (p_holds >= p_held && p_holds <= P_MOST);
    if (appends) assume (p_comes >= p_held && p_comes <= P_MOST);
end

// What the followers do not change
function [RW-1:0] p_stays(input [RW-1:0] r);
    begin
        p_stays = r;
        {p_stays[`REC_LAST], p_stays[`REC_UNA]} = 0;
        {p_stays[`REC_IN_FLIGHT], p_stays[`REC_NEXT], p_stays[`REC_RETIRED]} = 0;
        {p_stays[`REC_TIMER_RUNS], p_stays[`REC_DEADLINE], p_stays[`REC_ACTIVE]} = 0;
        {p_stays[`REC_SERVICE_RUNS], p_stays[`REC_SERVICE_AT], p_stays[`REC_GAP_AHEAD]} = 0;
    end
endfunction

`ifdef HITS
reg p_fresh;                    // came while the streak was there
always @(posedge clk) if (s0_valid) p_fresh <= valid_q; else if (loads) p_fresh <= 1'b0;
genvar g;
generate for (g = 0; g < 58; g = g + 1) begin : g_named
    always @(posedge clk) if (p_run) assert (!(here && peer_hit_q) || !p_named[g]);
end endgenerate
always @(posedge clk) if (p_run) begin
    hits:  assert (!here || (peer_hit_q ? !by_link_q : !link_hit_q || (by_link_q && p_link == 0)));
    came:  cover (here && peer_hit_q && p_fresh);
    began: cover (here && peer_hit_q && !p_fresh);
end
`else
always @(posedge clk) begin
    if (loads)      p_rec <= write_rec;
    else if (moves) p_rec <= p_after;
    if (p_run && valid_q) begin
        numbers: assert (p_rec[`REC_LAST] == last_q
                         && p_rec[`REC_UNA] == una_q && p_rec[`REC_IN_FLIGHT] == in_flight_q
                         && p_rec[`REC_NEXT] == next_q && p_rec[`REC_RETIRED] == retired_q
                         && p_rec[`REC_GAP_AHEAD] == gap_ahead_q && sent_q == retired_q + next_q);
        flown:   assert (flown_q == una_q[CW:0] + in_flight_q);
        lives:   assert (p_rec[`REC_PEER_LIFE] == peer_life_q && peer_life_q != 16'd0
                         && p_rec[`REC_OWN_LIFE] == own_life_q && own_life_q != 16'd0);
        plainly: assert (p_rec[`REC_STATE] == `TTP_ST_OPEN && p_rec[`REC_ASIDE] == 0
                         && p_rec[`REC_PACE] == 0 && !p_rec[`REC_AFTER_OPEN]
                         && p_rec[`REC_GAP_TOLD] == gap_q && p_rec[`REC_GAP_FULL] == full_q
                         && !p_rec[`REC_ANY_ID] && !p_rec[`REC_CLOSE_HELD]
                         && !p_rec[`REC_CLOSE_WANTED] && !p_rec[`REC_CLOSE_SPENT]);
        sender:  assert (!tx_q || (p_rec[`REC_ROUNDS] == 0 && !p_rec[`REC_PAUSED]
                                   && p_rec[`REC_NACKED] == 0
                                   && p_rec[`REC_NUMBERED] == p_rec[`REC_AGREED]));
        windows: assert (agreed_q == p_rec[`REC_AGREED] && window_q == p_rec[`REC_WINDOW]);
        agreed:  assert (offered_q == (p_rec[`REC_TOLD] && !p_rec[`REC_AGREED]));
        in_list: assert (next_q <= in_flight_q && in_flight_q <= p_held && p_held <= P_MOST);
    end
    if (p_run && moves) begin
        stays_so:  assert (p_stays(p_after) == p_stays(p_rec));
        retires:   assert (acks == p_says[`OUTCOME_MOVED]);
        one_timer: assert (acks || (p_after[`REC_TIMER_RUNS] == p_rec[`REC_TIMER_RUNS]
                                    && p_after[`REC_DEADLINE] == p_rec[`REC_DEADLINE]));
        a_restart: assert (!acks || !p_after[`REC_TIMER_RUNS]
                           || p_after[`REC_DEADLINE]
                              == p_now[31:0] + {1'b0, p_settings[`SETTINGS_TIMEOUT]});
        the_other: assert (p_says[`OUTCOME_TAKE]
                           || (p_says[`OUTCOME_GAP] && p_says[`OUTCOME_ANSWER])
                           || (p_after[`REC_SERVICE_RUNS] == p_rec[`REC_SERVICE_RUNS]
                                     && p_after[`REC_SERVICE_AT] == p_rec[`REC_SERVICE_AT]));
        held_one:  assert (!sends || next_q < p_held);
        in_window: assert (!sends || !p_rec[`REC_AGREED] || next_q < in_flight_q
                           || {6'd0, in_flight_q} < p_rec[`REC_WINDOW]);
        its_turn:  assert (!acks || !p_rec[`REC_AGREED] || next_q < in_flight_q
                           || {6'd0, in_flight_q} < p_rec[`REC_WINDOW]);
        and_more:  assert (!keeps || next_q + 1'b1 < p_held);
        spaced:    assert (!(sends && p_sent));
    end
    // sel.first: what is lost waits for what is before it.
    if (p_run && first_valid && p_resend) by_itself: assert (!follows && !sends && !stays);
    if (p_run) begin
        a_resend: cover (here && p_resend && link_hit_q && tx_q && not_head);
        behind_it: cover (stays && first_valid && p_sent && p_was_resend);
        a_map:  cover (moves && is_nack && p_has_marks && p_rec[`REC_AGREED]
                       && first_event[`EVENT_MAPPED]);
        a_take: cover (takes && p_took);
        an_ack: cover (acks && in_flight_q == 2);
        a_gap:  cover (gaps && p_says[`OUTCOME_ANSWER]);
        full:   cover (moves && full_q && id_next && is_payload);
        again:  cover (moves && sends && next_q + 1'b1 < in_flight_q);
        a_nack: cover (moves && is_nack);
        a_send: cover (moves && sends && !second);
        a_bell: cover (turns && bell);
        stayed: cover (stays && first_valid);
    end
end
`endif
