// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_turn with PIPE = 0, behind the state machine. Assumed: the record is sound, which is
// proved of what ttp_link_fsm gives; the ready list knows (act) a link that had payloads in flight
// and no deadline before the event, and PEEK has left the record as it was.

`include "prove.vh"

`PROVE_RESET(rst)
`include "link_sound.vh"

function p_loose(input [RW-1:0] r);     // in flight, and no deadline
    p_loose = r[`REC_IN_FLIGHT] != 0 && !r[`REC_TIMER_RUNS];
endfunction

always @* if (p_run && entry) begin
    assume (!follower);                 // link_follow
    assume (p_sound(rec, outcome[`OUTCOME_NAPP]));
    if (p_loose(rec) && s2_peek) assume (act);
end

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
    if (send_valid) begin
        its_turn:  assert (turn || second);
        held_one:  assert (rec[`REC_NEXT] < held && send_id == una + rec[`REC_NEXT]
                           && !rec[`REC_PAUSED]
                           && (open || (recd && rec[`REC_NEXT] < rec[`REC_IN_FLIGHT])));
        oldest:    assert (!send_head || (settled && !moved && rec_d[`REC_TIMER_RUNS]));
        counted:   assert (rec_d[`REC_NEXT] == rec[`REC_NEXT] + ONE
                           && rec_d[`REC_IN_FLIGHT] == rec[`REC_IN_FLIGHT] + !send_replay);
        has_room:  assert (slots_used < SLOTS);
        in_window: assert (send_replay || !rec[`REC_AGREED]
                           || {5'd0, rec[`REC_IN_FLIGHT]} < rec[`REC_WINDOW]);
        // life.both: the lives of the record as it stays, or none to a stranger
        its_lives: assert (send_to_life == rec_d[`REC_PEER_LIFE]
                           && send_life == (send_to_life == 16'd0 ? 16'd0 : rec_d[`REC_OWN_LIFE])
                           && (send_to_life == 16'd0 || send_life != 16'd0));
    end else begin
        untouched: assert (rec_d[`REC_NEXT] == rec[`REC_NEXT]
                           && rec_d[`REC_IN_FLIGHT] == rec[`REC_IN_FLIGHT]);
    end
    resends: cover (send_replay && send_head && p_loose(rec));
    waits_on: cover (p_loose(rec_d) && !act);
    last_one: cover (send_valid && !ready_push && turn);
end
