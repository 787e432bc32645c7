// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_rx_rules - what a received frame does to its link
//
// The table "what comes from the wire" of docs/protocol.md, an arm an opcode; a comment names the
// label of each rule. An arm tells moves, ttp_link_move carries them out: what a move does to a
// field of the record stands there, once.
//
// Timing: combinational; all moves are 0 for an event that is no frame.
// Part of: ttp_link_fsm

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"

`resetall
`default_nettype none

module ttp_link_rx_rules #(
    parameter CW = 13,
    parameter PW = 8,
    parameter RW = `TTP_LINK_REC_W,
    parameter FW = `TTP_LINK_FACTS_W,
    parameter MW = `TTP_LINK_MOVES_W
) (
    input  wire [RW-1:0] rec,
    input  wire [FW-1:0] facts,
    output wire          retire_now,    // for those counts
    output wire [MW-1:0] moves
);

`TTP_LINK_REC
`TTP_LINK_REC_FIELDS
`TTP_LINK_FACTS_WIRES
`define TTP_MOVE reg
`TTP_LINK_MOVES_DECLARE
`undef TTP_MOVE

assign `TTP_LINK_FACTS = facts;
assign moves = `TTP_LINK_MOVES;
assign retire_now = retire;

// ---------------------------------------------------------------- words of the rules
wire opening  = reopening || state == `TTP_ST_OPEN_SENT;
wire is_nack  = ev == {1'b0, `TTP_OP_NACK};
wire nameless = stranger && life == 16'd0;     // a stranger, as before
wire slow     = pace[2:1] != 2'd0;
wire we_asked = state == `TTP_ST_OPEN_SENT;

// life.foreign: of another life. A payload may prove that it is of the peer's life of now.
wire foreign = ev <= {1'b0, `TTP_OP_NACK_NOLINK} && ev != {1'b0, `TTP_OP_OPEN} && !ours && !proof;

// open.ack.learn str.keep: what a stranger's OPEN_ACK says counts only where no better is known.
wire ack_says_less = nameless && ((reopening && (!open_accepted || id_last))
                                  || (txid_zero && (reopening || after_open)));

// sel.agree sel.ships: a payload with a number comes from a peer of now that has heard our offer.
wire numbers_too = told && !rxid_zero && same_life;
wire overtakes   = numbers_too && we_asked && after_open;
wire agrees_now  = numbers_too && (live || overtakes);
// sel.agree: with more in flight than there are marks for nothing is agreed.
wire [31:0] fly  = {{(32-CW){1'b0}}, in_flight};
wire holds       = (agreed && live) || (agrees_now && fly <= 32'd1 << PW);
wire stows       = id_stows && holds;

// ---------------------------------------------------------------- verbs
`TTP_LINK_VERBS

// ---------------------------------------------------------------- the table
always @* begin
    `TTP_LINK_MOVES = {MW{1'b0}};

    if (makes_room) begin   // tbl.victim tbl.full: it has no entry, the link is another's
        if (ev == {1'b0, `TTP_OP_OPEN}) respond(`TTP_OP_OPEN_NACK, `TX_ZERO, `RX_TXID);
    end else if (foreign) begin     // life.foreign: what waits for an answer hears that it is over
        late = entry;
        if (ev == {1'b0, `TTP_OP_CLOSE})
            respond(`TTP_OP_CLOSE_ACK, `TX_ZERO, `RX_TXID);
        else if (marked && (ev == {1'b0, `TTP_OP_PAYLOAD} || ev == {1'b0, `TTP_OP_OPEN_ACK}))
            respond(`TTP_OP_NACK_NOLINK, `TX_ZERO, `RX_TXID);
        if (ev == {1'b0, `TTP_OP_PAYLOAD} && live && !marked)   // str.prove str.aside
            aside_do = id_of_aside ? `ASIDE_PAYLOAD : `ASIDE_FORGET;
    end else case (ev)

    {1'b0, `TTP_OP_OPEN}: begin     // open.live str.repeat: answered in every state
        respond(`TTP_OP_OPEN_ACK, `TX_UNA, `RX_TXID);   // ids.open_ack
        case (state)
        `TTP_ST_CLOSED:
            if (!entry || !settled || victim) begin     // tbl.full tbl.victim.after
                respond(`TTP_OP_OPEN_NACK, `TX_ZERO, `RX_TXID);
            end else begin                              // open.new
                go_to(`TTP_ST_OPEN_RECD);
                new_life       = 1'b1;                  // life.number ids.life
                rounds_do      = `ROUNDS_CLEAR;         // tmr.clear
                learn          = 1'b1;
                after_open_set = 1'b1;
                keep_id        = 1'b1;
                notify         = 1'b1;
                timer          = `TIMER_OPEN;
            end
        `TTP_ST_OPEN_RECD: begin
            keep_id = nameless || same_life;
            notify  = 1'b1;
        end
        `TTP_ST_OPEN_SENT: begin                        // open.ships
            learn          = 1'b1;
            after_open_set = 1'b1;
        end
        default: ;
        endcase
        // str.aside: on a live link it may be a copy, or news that a payload has to prove.
        if ((live || state == `TTP_ST_OPEN_RECD) && (stranger || life == 16'd0)) begin
            if (nameless && (any_id || id_last)) after_open_set = 1'b1; // str.repeat
            // str.doubt: a re-OPEN names our newest payload that it took.
            doubt = live && nameless && id_before && !any_id && !ack_before && !ack_flying;
            if (nameless && any_id) numbers = 1'b1;     // str.first
            else if (!(nameless && (id_last || id_before))) aside_do = `ASIDE_NOW;
        end
    end

    {1'b0, `TTP_OP_OPEN_ACK}: if (opening && our_open) begin    // open.ack reopen.ack
        go_to(`TTP_ST_OPEN);
        accepted   = 1'b1;
        learn      = !ack_says_less;
        any_id_set = learn && life == 16'd0 && txid_zero;       // str.first
        from_una   = 1'b1;
        rounds_do  = reopening ? `ROUNDS_UP : `ROUNDS_CLEAR;    // reopen.round tmr.clear
        timer      = `TIMER_STOP;
    end

    {1'b0, `TTP_OP_OPEN_NACK}: if (our_open) begin
        if (opening) begin                              // open.nack open.backoff
            go_to(`TTP_ST_CLOSED);
            dropped     = 1'b1;
            nack_forget = 1'b1;
            timer       = `TIMER_BACKOFF;
        end else begin
            illegal = state != `TTP_ST_CLOSED;          // open.nack.late
        end
    end

    {1'b0, `TTP_OP_CLOSE}: begin
        respond(`TTP_OP_CLOSE_ACK, `TX_ZERO, `RX_TXID); // cls.none
        if (state == `TTP_ST_OPEN_SENT) begin           // cls.early
            go_to(`TTP_ST_CLOSED);
            dropped     = 1'b1;
            nack_forget = 1'b1;
            timer       = waiting ? `TIMER_NEXT : `TIMER_STOP;
        end else if (hears) begin                       // cls.stranger
            keep_id = 1'b1;
            // A deaf one never had what is in flight: cls.silent.
            if ((stranger || id_next) && (none_flying || deaf)) begin   // cls.done cls.cross
                closed = 1'b1;
                thrice = 1'b1;                          // cls.thrice
            end else begin                              // cls.recd
                respond(`TTP_OP_CLOSE_NACK, `TX_NEWEST, `RX_TXID);
                if (!closing && state != `TTP_ST_CLOSE_RECD) begin
                    go_to(`TTP_ST_CLOSE_RECD);
                    rounds_do = `ROUNDS_CLEAR;
                    timer     = timer_runs ? `TIMER_KEEP : `TIMER_CLOSE;
                end
            end
        end
    end

    {1'b0, `TTP_OP_CLOSE_ACK}:                          // cls.ack
        closed = (closing && (ack_una || stranger))
              || (state == `TTP_ST_CLOSE_RECD && none_flying && all_here);

    {1'b0, `TTP_OP_CLOSE_NACK}:
        if (!closing) begin
            illegal = state != `TTP_ST_CLOSE_RECD;      // cls.illegal
        end else if (id_near) begin                     // cls.hold cls.hold.not
            hold      = 1'b1;
            keep_id   = 1'b1;
            rounds_do = `ROUNDS_CLEAR;
        end

    {1'b0, `TTP_OP_PAYLOAD}: begin
        respond(`TTP_OP_NACK_NOLINK, `TX_ZERO, `RX_TXID);       // rcv.nolink cls.end
        agrees = agrees_now;
        if (overtakes) begin                            // sel.ships
            go_to(`TTP_ST_OPEN);
            ships     = 1'b1;
            accepted  = 1'b1;
            from_una  = 1'b1;
            rounds_do = `ROUNDS_CLEAR;                  // tmr.clear
            timer     = `TIMER_STOP;
        end else if (we_asked && marked) begin // rcv.nolink: its OPEN_ACK was lost
            respond(`TTP_OP_OPEN, `TX_BEFORE, `RX_ZERO);
        end else if (state == `TTP_ST_OPEN_SENT && after_open && stranger) begin    // open.payload
            go_to(`TTP_ST_REOPEN_SENT);
            rounds_do = `ROUNDS_CLEAR;
        end
        if (go || (hears && !id_beyond)) begin
            respond(`TTP_OP_ACK, `TX_ZERO, proof ? `RX_ASIDE : `RX_LAST);
            echo = (agreed && !proof) || agrees;        // sel.number
            if (id_wanted && fits) begin                // rcv.next rcv.once
                take    = 1'b1;
                rx      = `RX_TXID;
                service = `SERVICE_LONG;
                if (state == `TTP_ST_CLOSE_RECD || close_held) rounds_do = `ROUNDS_CLEAR;
                if (id_final) begin                     // cls.hold cls.drained
                    unhold = 1'b1;
                    if (closing) go_to(`TTP_ST_CLOSE_DUE);
                    if (none_flying) timer = `TIMER_NOW;
                end
            end else if (id_wanted) begin               // rcv.full
                op         = `TTP_OP_NACK_FULL;
                echo       = 1'b0;
                full       = 1'b1;
                last_aside = proof;
            end else if (id_old) begin                  // rcv.repeat
                repeated = 1'b1;
                answer   = !(stranger && reack && !id_of_aside);    // rcv.repeat.stranger
            end else if (stows) begin                   // sel.hold
                stow = 1'b1;
                gap  = 1'b1;
                op   = `TTP_OP_NACK;
                rx   = `RX_MISSING;
            end else if (id_near) begin                 // rcv.gap rcv.full.silent
                gap      = 1'b1;
                not_held = id_no_room && holds;         // sel.hold
                gap_tell = !gap_full;
                answer   = !gap_full && (!gap_told || id_in_pass);      // rcv.gap.pass
                op       = `TTP_OP_NACK;
                echo     = 1'b0;
                rx       = `RX_MISSING;
                service  = answer ? `SERVICE_GAP : `SERVICE_KEEP;
            end else begin                              // rcv.far
                too_far = 1'b1;
                answer  = 1'b0;
            end
        end
        if (live || marked)                             // str.prove str.aside
            aside_do = (id_of_aside && !(marked || take || proof)) ? `ASIDE_PAYLOAD
                                                                   : `ASIDE_FORGET;
        if (proof) begin                                // str.prove str.close
            go_to(`TTP_ST_OPEN);
            restart   = 1'b1;
            rounds_do = `ROUNDS_CLEAR;
            from_una  = 1'b1;
            rewind    = !none_flying;
            timer     = none_flying ? `TIMER_STOP : `TIMER_TIMEOUT;
        end
    end

    {1'b0, `TTP_OP_ACK}: if (live) begin                // snd.ignored
        late    = ack_old;                              // snd.ack.late
        illegal = !ack_old && !ack_flying;              // snd.ack.newer
        retire  = ack_flying;                           // snd.ack snd.ack.order
    end

    {1'b0, `TTP_OP_NACK}: if (live && mapped && !paused) begin  // sel.mark: an ACK of what is older
        late    = ack_old;
        illegal = !ack_old && !ack_next;
        retire  = ack_next && !ack_una;
    end else if (live) begin
        late    = ack_old && !ack_before;               // snd.nack.old
        illegal = !ack_old && !ack_next;                // snd.nack.newer
        // snd.nack.once: what it asks for is on its way.
        if ((ack_before || ack_next) && !(nacked[0] && (ack_before || ack_una))
            && !none_flying) begin
            retire = !ack_before && !ack_una;           // snd.nack
            rewind = (ack_before || ack_flying) && !paused;     // snd.full.nack
        end
    end

    {1'b0, `TTP_OP_NACK_FULL}: if (live && !none_flying) begin  // snd.full
        from_una    = 1'b1;
        rounds_do   = `ROUNDS_CLEAR;                    // tmr.clear
        nack_forget = 1'b1;
        pause       = !reopening;
        timer       = reopening ? `TIMER_KEEP : `TIMER_BACKOFF;
        pace_up     = stranger && !reopening && !paused && !(&pace);    // snd.pace
    end

    {1'b0, `TTP_OP_NACK_NOLINK}: if (!stranger) begin   // life.over
        if (closing) begin                              // cls.nolink
            closed = 1'b1;
        end else if (hears) begin
            go_to(`TTP_ST_CLOSED);
            lost        = 1'b1;
            dropped     = 1'b1;
            nack_forget = 1'b1;
            unpause     = 1'b1;
            unwant      = !waiting;
            timer       = waiting ? `TIMER_NEXT : `TIMER_STOP;
            service     = `SERVICE_STOP;
        end
    end else if (live && !reopening) begin
        any_id_set = rxid_zero;                         // str.lost
        if (closing) begin                              // cls.nolink: as a timeout
            timer = `TIMER_NOW;
        end else if (!none_flying) begin                // reopen.stranger
            lost = 1'b1;
            if (rounds_spent && !paused) begin          // tmr.dead: so the timer will find
                timer = `TIMER_NOW;
            end else begin                              // reopen.same reopen.moving
                respond(`TTP_OP_OPEN, `TX_BEFORE, `RX_ZERO);
                go_to(`TTP_ST_REOPEN_SENT);
                from_una    = 1'b1;
                unpause     = 1'b1;
                nack_forget = 1'b1;
                timer       = `TIMER_OPEN;
            end
        end
    end

    default: ;      // not from the wire
    endcase

    // What follows when something retires: tmr.clear snd.full.ack snd.timer cls.drained
    if (retire) begin
        rounds_do   = is_nack && paused ? `ROUNDS_KEEP : `ROUNDS_CLEAR;
        nack_forget = 1'b1;
        unpause     = !is_nack;
        if (!reopening && !(is_nack && paused))
            timer = !none_left                   ? `TIMER_TIMEOUT
                  : state != `TTP_ST_CLOSE_RECD ? `TIMER_STOP
                  : all_here                     ? `TIMER_NOW
                  :                                `TIMER_CLOSE;
        // snd.pace snd.pace.pause: a slow stranger gets one payload a back-off.
        pace_down = !is_nack && slow && ack_una && &una[4:0];
        pause     = !is_nack && slow && state == `TTP_ST_OPEN;
        if (pause) timer = `TIMER_BACKOFF;
    end
    // ... and when a NACK sends us back: snd.nack.once snd.nack.again tmr.rounds
    if (is_nack && rewind) begin
        from_una = 1'b1;
        nack_set = 1'b1;
        if (!retire) rounds_do = `ROUNDS_UP;
        if (!reopening) timer = (!retire && give_up) ? `TIMER_NOW : `TIMER_TIMEOUT;
    end
end

endmodule

`resetall
