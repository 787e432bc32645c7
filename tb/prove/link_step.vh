// SPDX-License-Identifier: Apache-2.0
//
// One step of the link rules, for ttp_link_fsm.vh. What the frame acknowledges is computed here in
// full width, not as the block does it.

// ---------------------------------------------------------------- payloads of ours
wire [31:0]   p_k    = event_rxid - p_una0;
wire [31:0]   p_fly  = {{(32-CW){1'b0}}, p_fly0};
wire          p_ack  = p_ev == {1'b0, `TTP_OP_ACK}  && p_k < p_fly;
wire          p_nack = p_ev == {1'b0, `TTP_OP_NACK} && p_k <= p_fly;
wire [31:0]   p_most = p_ack ? p_k + 32'd1 : p_nack ? p_k : 32'd0;  // that the frame covers
wire [CW-1:0] p_gone = rec_d[`REC_RETIRED] - rec[`REC_RETIRED];
wire [31:0]   p_step = p_una1 - p_una0;
wire [31:0]   p_gone32 = {{(32-CW){1'b0}}, p_gone};

always @(posedge clk) if (p_writes) begin
    p_is_sound: assert (p_sound(rec_d, event_napp));
    if (!dead) begin
        // Nothing retires but what this frame covers: and then all of it, of an ACK.
        covered:   assert (p_gone32 == 32'd0 || p_gone32 == p_most);
        all_of_it: assert (!(p_ack && p_ours && p_live(p_state0)) || p_gone32 == p_most);
        p_told:    assert (moved == (p_gone32 != 32'd0));
        // una moves with it; a CLOSE of ours that was sent has used one more ID.
        una_with:  assert (p_step == p_gone32
                           || (p_gone32 == 32'd0 && p_step == 32'd1
                               && (rec[`REC_CLOSE_SPENT] || (restarted && rec[`REC_CLOSE_NAMED]))));
        p_flight:  assert (p_fly1 == 0 || p_fly1 == p_fly0 - p_gone);
    end
    // Given up only by a timer, after the rounds allowed, with the retire engine up to date.
    if (dead) begin
        given_up: assert (p_ev == `TTP_EV_TIMER && event_settled && rec[`REC_TIMER_RUNS]
                          && {1'b0, rec[`REC_ROUNDS]} + 9'd1 >= {1'b0, cfg_retry_max}
                          && p_state1 == `TTP_ST_CLOSED && p_fly1 == 0
                          && rec_d[`REC_RETIRED] == event_napp && rec_d[`REC_WAS_DEAD]);
    end
    p_acks:   cover (p_ack && p_gone32 == 32'd2 && p_fly1 != 0);
    p_nacks:   cover (p_nack && p_gone32 == 32'd1 && p_fly1 != 0);
    p_dies:   cover (dead && p_fly0 != 0);
    no_timer: cover (p_fly1 != 0 && !rec_d[`REC_TIMER_RUNS] && p_ev < 5'd11);
    p_restarts: cover (p_ev == {1'b0, `TTP_OP_PAYLOAD} && restarted && p_fly0 != 0);
end

// ---------------------------------------------------------------- payloads of the peer
wire p_acks_it = answer && op == `TTP_OP_ACK;
wire [31:0] p_ahead = event_txid - rec_d[`REC_LAST];
always @(posedge clk) begin
    // Never acknowledged: what the host does not get.
    if (event_entry && p_acks_it) honest: assert (respond_rxid == rec_d[`REC_LAST]);
    if (take) begin
        p_taken: assert (p_payload && event_entry && event_fits && p_acks_it
                          && rec_d[`REC_LAST] == event_txid);
        in_order: assert (event_txid == rec[`REC_LAST] + 32'd1 || rec[`REC_ANY_ID]
                          || (rec[`REC_ASIDE] != `ASIDE_NONE
                              && event_txid == rec[`REC_ASIDE_ID] + 32'd1));
    end
    if (p_payload && event_entry && rec_d[`REC_LAST] != rec[`REC_LAST])
        last_by_take: assert (take || restarted);
    // sel.hold: held only by agreement and ahead of its turn; not taken; the NACK of its map names
    // what is awaited.
    if (not_held)
        p_not_held: assert (p_payload && gap && !stow && !take && event_fits && !event_may_stow
                            && rec_d[`REC_AGREED]);
    if (stow)
        p_held:  assert (p_payload && event_entry && event_may_stow && event_fits && !take && !ends
                         && answer && op == `TTP_OP_NACK && rec_d[`REC_AGREED] && p_live(p_state1)
                         && respond_rxid == rec_d[`REC_LAST] + 32'd1
                         && p_ahead >= 32'd2 && p_ahead <= {22'd0, P_WINDOW} + 32'd1);
    p_stows: cover (stow && p_ahead == {22'd0, P_WINDOW} + 32'd1);
    p_takes: cover (take && event_txid == 32'd0);
    p_far: cover (too_far);
end

// ---------------------------------------------------------------- answers
always @(posedge clk) begin
    if (p_open)
        open_answered: assert (answer && respond_rxid == event_txid
                               && (op == `TTP_OP_OPEN_NACK
                                   || (op == `TTP_OP_OPEN_ACK && event_entry)));
    if (p_close)
        close_answered: assert (answer && respond_rxid == event_txid
                                && (op == `TTP_OP_CLOSE_ACK
                                    || (op == `TTP_OP_CLOSE_NACK && event_entry)));
    // rcv.nolink: but one that has our OPEN waits for an answer of ours to its own.
    if (p_payload && !(event_entry && p_hears0) && !take)
        no_link: assert (p_said || (event_entry && p_state0 == `TTP_ST_OPEN_SENT
                                    && (p_marked ? p_ours : p_state1 == `TTP_ST_REOPEN_SENT)));
    refused: cover (p_open && event_makes_room);
    nacked:  cover (p_close && op == `TTP_OP_CLOSE_NACK && p_fly0 != 0);
end

// ---------------------------------------------------------------- states
// sel.ships: it has heard the offer that we made in both lives, or it had no number to give.
wire p_ships = p_payload && p_ours && event_life == p_peer0 && p_peer0 != 16'd0
            && rec[`REC_TOLD] && event_rxid != 32'd0;

// What docs/protocol.md allows, from a state by an event; to stay is always allowed.
reg p_allowed;
always @* begin
    p_allowed = p_state1 == p_state0 || event_makes_room;
    if (!p_allowed) case (p_state0)
    `TTP_ST_CLOSED:
        if (p_state1 == `TTP_ST_OPEN_SENT)
            p_allowed = p_ev == `TTP_EV_TIMER || p_ev == `TTP_EV_DOORBELL || p_ev == `TTP_EV_SEND;
        else if (p_state1 == `TTP_ST_OPEN_RECD) p_allowed = p_open;
    `TTP_ST_OPEN_SENT:
        if (p_state1 == `TTP_ST_OPEN)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_ACK} || p_ships;
        else if (p_state1 == `TTP_ST_REOPEN_SENT) p_allowed = p_payload;
        else if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_NACK} || p_close || dead;
    `TTP_ST_OPEN_RECD:
        if (p_state1 == `TTP_ST_OPEN) p_allowed = p_ev == `TTP_EV_LEFT;
        else if (p_state1 == `TTP_ST_CLOSED) p_allowed = p_close || p_nolink;
        else if (p_state1 == `TTP_ST_CLOSE_RECD) p_allowed = p_close;
    `TTP_ST_REOPEN_SENT:
        if (p_state1 == `TTP_ST_OPEN)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_ACK} || restarted;
        else if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_NACK} || p_close || dead;
        else if (p_state1 == `TTP_ST_CLOSE_RECD) p_allowed = p_close;
    `TTP_ST_OPEN:
        if (p_state1 == `TTP_ST_CLOSED) p_allowed = p_close || dead || p_nolink;
        else if (p_state1 == `TTP_ST_CLOSE_SENT) p_allowed = p_ev == `TTP_EV_TIMER;
        else if (p_state1 == `TTP_ST_CLOSE_RECD) p_allowed = p_close;
        else if (p_state1 == `TTP_ST_REOPEN_SENT)
            p_allowed = p_nolink || p_ev == `TTP_EV_DOORBELL
                     || p_ev == `TTP_EV_SEND;
    `TTP_ST_CLOSE_SENT, `TTP_ST_CLOSE_DUE:
        if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_CLOSE_ACK} || p_close || dead || p_nolink;
        else if (p_state1 == `TTP_ST_CLOSE_SENT) p_allowed = p_ev == `TTP_EV_TIMER;
        else if (p_state1 == `TTP_ST_CLOSE_DUE) p_allowed = take;
        else if (p_state1 == `TTP_ST_OPEN) p_allowed = restarted;
    default:    // CLOSE_RECD
        if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_CLOSE_ACK} || p_close || p_ev == `TTP_EV_TIMER
                     || p_nolink;
        else if (p_state1 == `TTP_ST_OPEN) p_allowed = restarted;
        else if (p_state1 == `TTP_ST_REOPEN_SENT)
            p_allowed = p_nolink;
    endcase
end
always @(posedge clk) begin
    if (p_writes) table_only: assert (p_allowed);
    if (p_writes && (p_ev == `TTP_EV_PEEK || (p_ev == `TTP_EV_LOOKUP && !event_makes_room)))
        only_looks: assert (rec_d == rec);
    p_drained: cover (p_writes && p_state0 == `TTP_ST_CLOSE_RECD && p_state1 == `TTP_ST_CLOSED);
end

// ---------------------------------------------------------------- lives
// The record without what the rules may move: the OPEN set aside, and the timer of a close request
// that only waited for it (cls.request).
function [RW-1:0] p_still(input [RW-1:0] r, input aside, input wanted);
begin
    p_still = r;
    if (aside) p_still[`REC_ASIDE] = 2'd0;
    if (wanted) begin
        p_still[`REC_TIMER_RUNS] = 1'b0;
        p_still[`REC_DEADLINE]   = 32'd0;
    end
end
endfunction

wire        p_speaks = p_payload && p_live(p_state0)
                    && (!p_marked || (p_peer0 == 16'd0 && event_to_life == p_own0));
wire        p_wanted = p_state0 == `TTP_ST_OPEN && rec[`REC_CLOSE_WANTED] && p_in_held == 0;

always @(posedge clk) begin
    if (p_foreign && !p_proof) begin
        if (event_entry)
            foreign_still: assert (p_still(rec_d, p_speaks, p_wanted)
                                   == p_still(rec, p_speaks, p_wanted));
        foreign_told:  assert (late == event_entry && !take && !moved && !closed && !dead
                               && !restarted && !lost && !illegal && !repeated && !gap
                               && !full && !too_far && !opened && !new_life);
        foreign_heard: assert (answer == (p_close || (p_marked && (p_payload || p_is_ack))));
        if (answer)
            foreign_answer: assert (respond_rxid == event_txid
                                    && (p_close ? op == `TTP_OP_CLOSE_ACK : p_said));
    end
    // sel.offer sel.agree sel.ships: never with a stranger, and not without having heard of it.
    if (outcome[`OUTCOME_OFFER])
        offered: assert (op <= `TTP_OP_OPEN_ACK && answer && p_writes && rec_d[`REC_TOLD]
                         && ((p_open ? event_life : p_peer0) != 16'd0
                             || (!p_open && op == `TTP_OP_OPEN
                                 && settings[`SETTINGS_OFFER_ALL])));
    if (p_writes && rec_d[`REC_AGREED] && !rec[`REC_AGREED])
        both_agree: assert (event_life == p_peer1 && p_peer1 != 16'd0
                        && (event_in[`EVENT_OFFER] != 0
                            || (p_payload && p_ours && rec[`REC_TOLD] && event_rxid != 32'd0)));
    // sel.life: what is held ends with the pair of lives, and only then.
    if (p_writes)
        held_ends: assert (ends == (rec[`REC_AGREED]
                                    && (p_state1 == `TTP_ST_CLOSED || p_own1 != p_own0
                                        || p_peer1 != p_peer0))
                           && (!ends || event_entry));
    by_number: cover (p_writes && p_payload && rec_d[`REC_AGREED] && !rec[`REC_AGREED]);
    if (p_payload) proven: assert (restarted == (p_proof && event_entry));
    // life.over, cls.nolink: out of the life, and nothing is lost.
    if (p_nolink && event_entry && p_ours && p_peer0 != 16'd0 && p_hears0)
        life_over: assert (p_state1 == `TTP_ST_CLOSED && !dead && !moved && p_fly1 == 0
                           && rec_d[`REC_RETIRED] == rec[`REC_RETIRED]
                           && (closed || (restarted && lost)));
    // What is taken, and what retires, belongs to the lives of both ends.
    if (take)
        taken_of_pair: assert (p_marked ? event_to_life == p_own0 && event_life == p_peer1
                                        : p_peer1 == 16'd0);
    if (moved && !dead)
        retired_of_pair: assert (p_marked ? event_to_life == p_own0 && event_life == p_peer0
                                          : p_peer0 == 16'd0);

    // life.both
    if (answer && p_frame) begin
        if (op == `TTP_OP_OPEN_ACK)
            ack_names: assert (p_open && respond_life == p_own1 && respond_to_life
                               == (event_life == 16'd0 ? 16'd0
                                   : p_peer1 != 16'd0 ? p_peer1 : event_life));
        else if (op != `TTP_OP_OPEN)
            turned_round: assert (respond_life == event_to_life && respond_to_life == event_life);
    end
    if (answer && (!p_frame || op == `TTP_OP_OPEN))
        own_names: assert (op == `TTP_OP_OPEN
                           ? respond_life == p_own1 && respond_life != 16'd0
                             && respond_to_life == 16'd0
                           : respond_to_life == p_peer1
                             && (op == `TTP_OP_OPEN_ACK || p_peer1 != 16'd0
                                 ? respond_life == p_own1 : respond_life == 16'd0));

    // life.number: a life begins where CLOSED ends, and nowhere else.
    if (event_entry) begin
        begins_there: assert (new_life == (p_closed0 && p_state1 != `TTP_ST_CLOSED));
        own_moves:    assert (p_own1 == (new_life ? next_life : p_own0));
        // open.new open.ships open.ack reopen.ack str.prove
        if (p_peer1 != p_peer0)
            peer_moves: assert (p_peer1 == event_life
                                && ((p_open && (new_life || p_state0 == `TTP_ST_OPEN_SENT))
                                    || (p_is_ack && opened && (!p_marked || p_ours))
                                    || (p_payload && restarted)));
    end
    by_word:     cover (p_payload && restarted && p_marked && p_peer1 != 16'd0);
    by_strangers: cover (p_payload && restarted && !p_marked && p_peer0 != 16'd0);
    it_is_over:  cover (p_nolink && lost && p_fly0 != 0);
    all_alone:   cover (p_foreign && p_said && p_state0 == `TTP_ST_OPEN && p_peer0 != 16'd0);
    early_one:   cover (take && p_state0 == `TTP_ST_OPEN_RECD);
end

// ---------------------------------------------------------------- marks
wire          p_resend = p_ev == `TTP_EV_RESEND;
wire          p_news   = event_txid[23];        // RESEND_NEWS, RESEND_GEN
wire          p_gen    = event_txid[31:24] == event_gen;
wire          p_sends0 = p_state0 == `TTP_ST_OPEN || p_state0 == `TTP_ST_CLOSE_RECD;
wire          p_marks  = p_writes && event_has_marks && rec[`REC_AGREED];
wire          p_map    = p_marks && event_in[`EVENT_MAPPED] && p_ours;
wire [CW-1:0] p_next0  = rec[`REC_NEXT];
wire [CW-1:0] p_next1  = rec_d[`REC_NEXT];
wire          p_again  = outcome[`OUTCOME_AGAIN];

// sel.delay: a limit of this context; ttp_tx_marks names none of 0.
wire          p_tells  = event_txid[22];        // RESEND_TELLS, RESEND_WINDOW
wire [9:0]    p_limit  = event_txid[9:0];
wire          p_limits = p_resend && p_marks && p_gen && p_tells;
always @* if (p_resend && p_tells) assume (p_limit != 10'd0);

// The record without what a limit may move, and without what news may.
function [RW-1:0] p_unbound(input [RW-1:0] r);
begin
    p_unbound = r;
    if (p_limits) p_unbound[`REC_WINDOW] = 10'd0;
end
endfunction
function [RW-1:0] p_less(input [RW-1:0] r);
begin
    p_less = p_unbound(r);
    p_less[`REC_ROUNDS]     = 8'd0;
    p_less[`REC_TIMER_RUNS] = 1'b0;
    p_less[`REC_DEADLINE]   = 32'd0;
end
endfunction

always @(posedge clk) begin
    // A RESEND moves nothing but, in this context, by news the rounds and the timer, by a limit the
    // window.
    if (p_resend) begin
        says_less: assert (!answer && !take && !moved && !stow && !opened && !closed && !dead
                           && !lost && !new_life && !ends && !p_again);
        if (event_entry) begin
            stays_so:  assert (p_less(rec_d) == p_less(rec));
            only_news: assert ((p_marks && p_gen && p_news && p_sends0 && p_fly0 != 0)
                               || p_still(p_unbound(rec_d), 1'b0, p_wanted)
                                  == p_still(p_unbound(rec), 1'b0, p_wanted));
            its_limit: assert (!p_limits || rec_d[`REC_WINDOW]
                               == (p_limit < rec[`REC_OFFERED] ? p_limit : rec[`REC_OFFERED]));
            its_news:  assert (rec_d[`REC_ROUNDS] == rec[`REC_ROUNDS] || rec_d[`REC_ROUNDS] == 0);
        end
    end
    // sel.first: it goes exactly if it is in flight, in the context that asks.
    resent: assert (outcome[`OUTCOME_RESEND]
                    == (p_resend && event_entry && p_marks && p_gen && !p_news && !p_tells
                        && p_sends0 && !rec[`REC_PAUSED] && p_k < p_fly));
    if (outcome[`OUTCOME_RESEND]) oldest: assert (outcome[`OUTCOME_OLDEST] == (p_k == 32'd0));
    // sel.advice: with marks the send point goes back by what retires, and by no more. What would
    // have sent it back says that all is lost.
    if (p_marks && rec_d[`REC_AGREED] && p_fly1 != 0) begin
        stands_so: assert (p_next1 == (p_next0 > p_gone ? p_next0 - p_gone : 0));
        if (p_next1 != 0 && (outcome[`OUTCOME_REWIND] || (rec_d[`REC_PAUSED] && !rec[`REC_PAUSED])))
            all_lost: assert (p_again);
    end
    if (p_again)
        again_so: assert (p_marks && rec_d[`REC_AGREED] && !ends && p_next1 != 0
                          && p_next1 == p_next0 - p_gone && p_fly1 == p_fly0 - p_gone);
    // sel.mark: outside a pause a map is an ACK of what is older, and sends nothing back.
    if (p_map && p_live(p_state0) && !rec[`REC_PAUSED])
        as_an_ack: assert (p_gone32 == p_most && !p_again && !outcome[`OUTCOME_REWIND]
                           && (rec_d[`REC_ROUNDS] == rec[`REC_ROUNDS] || rec_d[`REC_ROUNDS] == 0));
    if (outcome[`OUTCOME_MARKS])
        counts_so: assert (p_map && event_entry && p_live(p_state1) && p_una1 == event_rxid);
    if (outcome[`OUTCOME_HEARD])
        heard_so:  assert (event_entry && rec[`REC_AGREED] && p_ours
                           && (p_ev == {1'b0, `TTP_OP_ACK} || p_map));
    // A pause where something was sent keeps its marks; other lives have none of these.
    if (p_writes && rec_d[`REC_PAUSED] && p_next1 != 0)
        marks_stay: assert (event_has_marks && rec_d[`REC_AGREED] && p_fly1 != 0);
    if (ends) marks_end: assert (!rec_d[`REC_AGREED] || p_fly1 == 0);

    p_bounded: cover (p_limits && rec_d[`REC_WINDOW] < rec[`REC_WINDOW]);
    p_behind:  cover (outcome[`OUTCOME_RESEND] && p_k == 32'd2);
    p_cleared: cover (p_resend && rec[`REC_ROUNDS] != 0 && rec_d[`REC_ROUNDS] == 0);
    p_refused: cover (p_resend && p_marks && !p_gen && p_k < p_fly);
    p_timeout: cover (p_again && p_ev == `TTP_EV_TIMER && p_next1 < p_fly1);
    p_mapped:  cover (outcome[`OUTCOME_MARKS] && p_gone32 == 32'd2 && p_next1 != 0);
    p_pauses:  cover (p_again && rec_d[`REC_PAUSED] && !rec[`REC_PAUSED]);
    p_goes_on: cover (rec[`REC_PAUSED] && !rec_d[`REC_PAUSED] && p_next0 != 0
                      && p_state1 == `TTP_ST_OPEN && p_ev == `TTP_EV_TIMER);
end
