// SPDX-License-Identifier: Apache-2.0
//
// One step of the link rules: any record, any event. With CUT = 0 all is combinational, so a proof
// covers all of it at once. Assumed:
//
// * of the record: p_sound, which is proved of the record after the step (and after the turn, in
//   ttp_link_turn.vh); so it holds of every record that is ever in the table;
// * of the event: a code that exists; an entry that is fresh was CLOSED and empty, as
//   ttp_link_judge wants it (good), one that goes to make room is OPEN and idle (cand); the
//   registers bound RETRY_MAX and the times.
//
// What the frame acknowledges is computed here in full width, not as the block does it.

wire [4:0]  p_ev     = event_ev;
wire        p_frame  = p_ev <= {1'b0, `TTP_OP_NACK_NOLINK};
wire        p_writes = event_entry || event_makes_room;     // the record after it is written

// The record as the rules see it: of a fresh entry all flags are 0.
wire [2:0]    p_state0  = rec[`REC_STATE];
wire [CW-1:0] p_fly0    = rec[`REC_IN_FLIGHT];
wire [31:0]   p_una0    = rec[`REC_UNA];
wire [2:0]    p_state1  = rec_d[`REC_STATE];
wire [CW-1:0] p_fly1    = rec_d[`REC_IN_FLIGHT];
wire [31:0]   p_una1    = rec_d[`REC_UNA];

`include "link_sound.vh"

wire [CW-1:0] p_in_held = event_napp - event_rec[`REC_RETIRED];
always @(posedge clk) begin
    assume (p_frame || (p_ev >= `TTP_EV_TIMER && p_ev <= `TTP_EV_SEND));
    assume (cfg_retry_max != 8'd0);
    if (event_fresh) assume (event_entry && !event_makes_room && event_rec[`REC_NEXT] == 0
                             && event_rec[`REC_IN_FLIGHT] == 0 && p_in_held == 0);
    if (event_fresh || event_makes_room)
        assume (p_ev == {1'b0, `TTP_OP_OPEN} || p_ev == `TTP_EV_LOOKUP);
    if (event_makes_room)
        assume (!event_entry && event_rec[`REC_STATE] == `TTP_ST_OPEN && p_in_held == 0
                && event_rec[`REC_IN_FLIGHT] == 0 && !event_rec[`REC_CLOSE_WANTED]);
    if (p_writes && !event_fresh) assume (p_sound(event_rec, event_napp));
    if (!p_frame && p_ev != `TTP_EV_LOOKUP && p_ev != `TTP_EV_CLOSE) assume (event_entry);
end

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
    if (!m_dead) begin
        // Nothing retires but what this frame covers: and then all of it, of an ACK.
        covered:   assert (p_gone32 == 32'd0 || p_gone32 == p_most);
        all_of_it: assert (!(p_ack && p_live(p_state0)) || p_gone32 == p_most);
        p_told:    assert (moved == (p_gone32 != 32'd0));
        // una moves with it; a CLOSE of ours that was sent has used one more ID.
        una_with:  assert (p_step == p_gone32
                           || (p_gone32 == 32'd0 && p_step == 32'd1
                               && (rec[`REC_CLOSE_SPENT] || (m_restart && rec[`REC_CLOSE_NAMED]))));
        p_flight:  assert (p_fly1 == 0 || p_fly1 == p_fly0 - p_gone);
    end
    // Given up only by a timer, after the rounds allowed, with the retire engine up to date.
    if (m_dead) begin
        given_up: assert (p_ev == `TTP_EV_TIMER && event_settled && rec[`REC_TIMER_RUNS]
                          && {1'b0, rec[`REC_ROUNDS]} + 9'd1 >= {1'b0, cfg_retry_max}
                          && p_state1 == `TTP_ST_CLOSED && p_fly1 == 0
                          && rec_d[`REC_RETIRED] == event_napp && rec_d[`REC_WAS_DEAD]);
    end
    p_acks:   cover (p_ack && p_gone32 == 32'd2 && p_fly1 != 0);
    p_nacks:   cover (p_nack && p_gone32 == 32'd1 && p_fly1 != 0);
    p_dies:   cover (m_dead && p_fly0 != 0);
    no_timer: cover (p_fly1 != 0 && !rec_d[`REC_TIMER_RUNS] && p_ev < 5'd11);
    p_restarts: cover (m_restart && p_fly0 != 0);
end

// ---------------------------------------------------------------- payloads of the peer
wire p_payload = p_ev == {1'b0, `TTP_OP_PAYLOAD};
wire p_acks_it = respond_valid && respond_op == `TTP_OP_ACK;
always @(posedge clk) begin
    // Never acknowledged: what the host does not get.
    if (event_entry && p_acks_it) honest: assert (respond_rxid == rec_d[`REC_LAST]);
    if (m_take) begin
        p_taken: assert (p_payload && event_entry && event_fits && p_acks_it
                          && rec_d[`REC_LAST] == event_txid);
        in_order: assert (event_txid == rec[`REC_LAST] + 32'd1 || rec[`REC_ANY_ID]
                          || (rec[`REC_ASIDE] != `ASIDE_NONE
                              && event_txid == rec[`REC_ASIDE_ID] + 32'd1));
    end
    if (p_payload && event_entry && rec_d[`REC_LAST] != rec[`REC_LAST])
        last_by_take: assert (m_take || m_restart);
    p_takes: cover (m_take && event_txid == 32'd0);
    p_far: cover (m_too_far);
end

// ---------------------------------------------------------------- answers
wire p_open  = p_ev == {1'b0, `TTP_OP_OPEN};
wire p_close = p_ev == {1'b0, `TTP_OP_CLOSE};
always @(posedge clk) begin
    if (p_open)
        open_answered: assert (respond_valid && respond_rxid == event_txid
                               && (respond_op == `TTP_OP_OPEN_NACK
                                   || (respond_op == `TTP_OP_OPEN_ACK && event_entry)));
    if (p_close)
        close_answered: assert (respond_valid && respond_rxid == event_txid
                                && (respond_op == `TTP_OP_CLOSE_ACK
                                    || (respond_op == `TTP_OP_CLOSE_NACK && event_entry)));
    if (p_payload && !(event_entry && p_live(p_state1)))
        no_link: assert (respond_valid && respond_op == `TTP_OP_NACK_NOLINK);
    if (respond_valid && respond_op == `TTP_OP_OPEN) own_life: assert (respond_life != 16'd0
                                                          || next_life == 16'd0
                                                          || rec[`REC_OWN_LIFE] == 16'd0);
    refused: cover (p_open && event_makes_room);
    nacked:  cover (p_close && respond_op == `TTP_OP_CLOSE_NACK && p_fly0 != 0);
end

// ---------------------------------------------------------------- states
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
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_ACK} || p_payload;
        else if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_NACK} || p_close || m_dead;
    `TTP_ST_OPEN_RECD:
        if (p_state1 == `TTP_ST_OPEN) p_allowed = p_ev == `TTP_EV_LEFT;
    `TTP_ST_REOPEN_SENT:
        if (p_state1 == `TTP_ST_OPEN)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_ACK} || m_restart;
        else if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_OPEN_NACK} || p_close || m_dead;
        else if (p_state1 == `TTP_ST_CLOSE_RECD) p_allowed = p_close;
    `TTP_ST_OPEN:
        if (p_state1 == `TTP_ST_CLOSED) p_allowed = p_close || m_dead;
        else if (p_state1 == `TTP_ST_CLOSE_SENT) p_allowed = p_ev == `TTP_EV_TIMER;
        else if (p_state1 == `TTP_ST_CLOSE_RECD) p_allowed = p_close;
        else if (p_state1 == `TTP_ST_REOPEN_SENT)
            p_allowed = p_ev == {1'b0, `TTP_OP_NACK_NOLINK} || p_ev == `TTP_EV_DOORBELL
                     || p_ev == `TTP_EV_SEND;
    `TTP_ST_CLOSE_SENT, `TTP_ST_CLOSE_DUE:
        if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_CLOSE_ACK} || p_close || m_dead;
        else if (p_state1 == `TTP_ST_CLOSE_SENT) p_allowed = p_ev == `TTP_EV_TIMER;
        else if (p_state1 == `TTP_ST_CLOSE_DUE) p_allowed = m_take;
        else if (p_state1 == `TTP_ST_OPEN) p_allowed = m_restart;
    default:    // CLOSE_RECD
        if (p_state1 == `TTP_ST_CLOSED)
            p_allowed = p_ev == {1'b0, `TTP_OP_CLOSE_ACK} || p_close || p_ev == `TTP_EV_TIMER;
        else if (p_state1 == `TTP_ST_OPEN) p_allowed = m_restart;
        else if (p_state1 == `TTP_ST_REOPEN_SENT)
            p_allowed = p_ev == {1'b0, `TTP_OP_NACK_NOLINK};
    endcase
end
always @(posedge clk) begin
    if (p_writes) table_only: assert (p_allowed);
    if (p_writes && (p_ev == `TTP_EV_PEEK || (p_ev == `TTP_EV_LOOKUP && !event_makes_room)))
        only_looks: assert (rec_d == rec);
    p_drained: cover (p_writes && p_state0 == `TTP_ST_CLOSE_RECD && p_state1 == `TTP_ST_CLOSED);
end
