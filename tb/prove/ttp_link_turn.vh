// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_turn with PIPE = 0, behind the state machine. Assumed: the record is sound, which is
// proved of what ttp_link_fsm gives; the ready list knows (act) a link that had payloads in flight
// and no deadline before the event, and PEEK has left the record as it was, RESEND but for its
// timer. Of a RESEND is assumed what ttp_link_select makes it, and what is proved of its outcome
// there.

`include "prove.vh"

`PROVE_RESET(rst)
localparam [9:0] P_WINDOW = 10'd512;
`include "link_sound.vh"

function p_loose(input [RW-1:0] r);     // in flight, and no deadline
    p_loose = r[`REC_IN_FLIGHT] != 0 && !r[`REC_TIMER_RUNS];
endfunction

wire        p_asks = outcome[`OUTCOME_RESEND];
wire [31:0] p_at   = s2_event[`EVENT_RXID] - rec[`REC_UNA];
wire [31:0] p_fly  = {{(32-CW){1'b0}}, rec[`REC_IN_FLIGHT]};

always @* if (p_run && entry) begin
    assume (!follower);                 // link_follow
    assume (p_sound(rec, outcome[`OUTCOME_NAPP]));
    if (p_loose(rec) && (s2_peek || resends)) assume (act);
    assume (s2_event[`EVENT_RESEND] == (s2_event[`EVENT_EV] == `TTP_EV_RESEND));
    if (s2_event[`EVENT_RESEND]) assume (a_turn && !second && !s2_send && !s2_peek && !moved);
    if (resends)
        assume (a_turn && !second && !s2_send && !s2_peek && !moved && una == rec[`REC_UNA]);
    if (p_asks)
        assume (resends && p_at < p_fly && rec[`REC_AGREED] && !paused && (open || recd)
                && outcome[`OUTCOME_OLDEST] == (p_at == 0));
end

reg p_sent;
always @(posedge clk) p_sent <= p_run && send_valid;
always @(posedge clk) if (p_run) apart: assert (!(send_valid && p_sent));   // ttp_retransmit

always @(posedge clk) if (p_run && entry) begin
    // After the turn the record is sound too, and what has no deadline has a turn.
    still_sound: assert (p_sound(rec_d, outcome[`OUTCOME_NAPP]));
    has_a_turn:  assert (!p_loose(rec_d) || act_d);
    streak:      assert (sent == rec_d[`REC_RETIRED] + rec_d[`REC_NEXT]
                         && flown == rec_d[AT_UNA +: CW+1] + rec_d[`REC_IN_FLIGHT]
                         && nacked == (rec_d[`REC_NACKED] != `NACKED_NOT));
    in_the_list: assert (!p_loose(rec_d) || act || ready_push);
    // A payload that is held, from where the link stands. The oldest goes only when its
    // list stands still.
    if (send_valid && !resends) begin
        its_turn:  assert (turn || second);
        held_one:  assert (rec[`REC_NEXT] < held && send_id == una + rec[`REC_NEXT]
                           && !rec[`REC_PAUSED]
                           && (open || (recd && rec[`REC_NEXT] < rec[`REC_IN_FLIGHT])));
        oldest:    assert (!send_head || (settled && !moved && rec_d[`REC_TIMER_RUNS]));
        counted:   assert (rec_d[`REC_NEXT] == rec[`REC_NEXT] + ONE
                           && rec_d[`REC_IN_FLIGHT] == rec[`REC_IN_FLIGHT] + !send_replay);
        in_window: assert (send_replay || !rec[`REC_AGREED]
                           || {5'd0, rec[`REC_IN_FLIGHT]} < rec[`REC_WINDOW]);
    end else begin
        untouched: assert (rec_d[`REC_NEXT] == rec[`REC_NEXT]
                           && rec_d[`REC_IN_FLIGHT] == rec[`REC_IN_FLIGHT]);
    end
    if (send_valid) begin
        has_room:  assert (slots_used < SLOTS);
        // life.both: the lives of the record as it stays, or none to a stranger
        its_lives: assert (send_to_life == rec_d[`REC_PEER_LIFE]
                           && send_life == (send_to_life == 16'd0 ? 16'd0 : rec_d[`REC_OWN_LIFE])
                           && (send_to_life == 16'd0 || send_life != 16'd0));
        // sel.number
        numbers:   assert (send_numbered == rec_d[`REC_NUMBERED]
                           && send_first == (send_numbered && !rec[`REC_NUMBERED]));
    end
    // sel.first: what is lost goes if there is room, is no turn, and leaves the list alone.
    if (resends) begin
        no_turn:   assert (!ready_push && act_d == act);
        asked_for: assert (send_valid == (p_asks && !p_sent && slots_used < SLOTS));
    end
    if (resends && send_valid)
        that_one:  assert (send_id == s2_event[`EVENT_RXID] && send_replay && !send_head
                           && (p_at != 0 || (rec_d[`REC_TIMER_RUNS] && rec_d[`REC_DEADLINE]
                                             == now[31:0] + {1'b0, cfg_timeout})));
    again:   cover (send_replay && send_head && p_loose(rec));
    once:    cover (resends && send_valid && p_at == 2 && !act);
    too_soon: cover (p_asks && p_sent && slots_used == 0);
    waits_on: cover (p_loose(rec_d) && !act);
    last_one: cover (send_valid && !ready_push && turn);
end
