// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_local_rules - what the MAC's own events do to a link: timers, host, closing, leaving
//
// The table "what comes from inside" of docs/protocol.md, an arm an event; a comment names the
// label of each rule. An arm tells moves, as in ttp_link_rx_rules.
//
// Timing: combinational; all moves are 0 for a received frame, but for an OPEN that makes room:
// its victim is closed here, the OPEN answered by ttp_link_rx_rules.
// Part of: ttp_link_fsm

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_link_local_rules #(
    parameter CW = 13,
    parameter RW = `TTP_LINK_REC_W,
    parameter FW = `TTP_LINK_FACTS_W,
    parameter MW = `TTP_LINK_MOVES_W
) (
    input  wire [RW-1:0] rec,
    input  wire [FW-1:0] facts,
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

// ---------------------------------------------------------------- words of the rules
// RESEND of the context of now: a payload is lost, a map had news, or the window has changed.
wire [`TTP_RESEND_W-1:0] wants = {txid, rxid};
wire of_now      = asks && wants[`RESEND_GEN] == gen;
wire lost_one    = of_now && !wants[`RESEND_NEWS] && !wants[`RESEND_TELLS];
wire brings_news = of_now && wants[`RESEND_NEWS];
wire unused = &{1'b0, wants};

wire sending = state == `TTP_ST_OPEN || state == `TTP_ST_CLOSE_RECD;
wire drained = none_flying && all_here;         // cls.drained: nothing is left of either stream

// A timer that would make the link dead waits for the retire engine: what it flushes must be all.
wire counts  = state == `TTP_ST_OPEN_SENT || reopening
            || (state == `TTP_ST_OPEN && !paused && !none_flying)
            || (state == `TTP_ST_CLOSE_SENT && !close_held)
            || (state == `TTP_ST_CLOSE_RECD && !paused && !drained);
wire expired = due && !(counts && give_up && !settled);

// snd.pace.pause: 1, 2, 4 ... 32 back-offs from pace 2 on, and one below.
wire pause_over = pace[2:1] == 2'd0 || rounds_inc[pace - 3'd2];

// open.ack.lost: until a stranger's first payload our OPEN_ACK may be lost. The OPEN that it
// answers is the one set aside, or that of last.
wire wake_aside = stranger && aside == `ASIDE_SET;
wire wake_last  = stranger && after_open;

// ---------------------------------------------------------------- verbs
`TTP_LINK_VERBS

task fruitless_round;       // tmr.rounds
begin
    timeout   = 1'b1;
    rounds_do = `ROUNDS_UP;
end
endtask

task open;                  // a new life of ours: life.number
begin
    respond(`TTP_OP_OPEN, `TX_BEFORE, `RX_ZERO);
    go_to(`TTP_ST_OPEN_SENT);
    new_life  = 1'b1;
    rounds_do = `ROUNDS_CLEAR;
    timer     = `TIMER_OPEN;
end
endtask

task send_close(input numbers_unknown);     // cls.ids: then it names none
begin
    respond(`TTP_OP_CLOSE, `TX_UNA, numbers_unknown ? `RX_ZERO : `RX_LAST);
    go_to(`TTP_ST_CLOSE_SENT);
    timer = `TIMER_CLOSE;
end
endtask

// ---------------------------------------------------------------- the table
always @* begin
    `TTP_LINK_MOVES = {MW{1'b0}};

    if (makes_room) begin   // tbl.victim: the timer sends its CLOSE, which has a place for it
        go_to(`TTP_ST_CLOSE_DUE);
        victim_set = 1'b1;
        unwant     = 1'b1;
        unhold     = 1'b1;
        unpause    = 1'b1;
        rounds_do  = `ROUNDS_CLEAR;
        timer      = `TIMER_NOW;
        service    = `SERVICE_STOP;
    end else case (ev)

    `TTP_EV_TIMER: if (expired) begin
        case (state)
        `TTP_ST_CLOSED: begin
            victim_end = 1'b1;                          // tbl.victim.after
            timer      = `TIMER_STOP;
            if (waiting) begin                          // open.backoff
                acks_stop = 1'b1;
                if (settled) open;
                else timer = `TIMER_BACKOFF;
            end else if (close_acks != 2'd0) begin      // cls.thrice
                respond(`TTP_OP_CLOSE_ACK, `TX_ZERO, `RX_PEER);
                acks_less = 1'b1;
                if (close_acks != 2'd1) timer = `TIMER_CLOSE;
            end
        end
        `TTP_ST_OPEN_SENT, `TTP_ST_REOPEN_SENT: begin   // open.timer
            fruitless_round;
            dead  = give_up;                            // tmr.dead
            timer = `TIMER_OPEN;
            if (!give_up) respond(`TTP_OP_OPEN, `TX_BEFORE, `RX_ZERO);
        end
        `TTP_ST_OPEN_RECD: begin                        // open.timer.recd
            respond(`TTP_OP_OPEN_ACK, `TX_UNA, `RX_PEER);
            notify = 1'b1;
            timer  = `TIMER_OPEN;
        end
        `TTP_ST_OPEN:
            if (close_wanted && !waiting) begin         // cls.request
                unpause   = 1'b1;
                rounds_do = `ROUNDS_CLEAR;
                send_close(any_id);     // as an argument: @* does not look into a task
            end else if (paused) begin                  // snd.full snd.pace.pause
                unpause   = pause_over;
                rounds_do = `ROUNDS_UP;
                timer     = !pause_over ? `TIMER_BACKOFF
                          : has_marks && !none_flying ? `TIMER_TIMEOUT : `TIMER_STOP;
            end else if (!none_flying) begin            // snd.timeout
                fruitless_round;
                dead        = give_up;
                rewind      = !give_up;
                from_una    = 1'b1;
                nack_forget = 1'b1;
                timer       = `TIMER_TIMEOUT;
            end else begin
                timer = `TIMER_STOP;
            end
        `TTP_ST_CLOSE_DUE:
            send_close(any_id);
        `TTP_ST_CLOSE_SENT: begin                       // cls.timer
            fruitless_round;
            timer = `TIMER_CLOSE;
            if (give_up && close_held) begin            // cls.hold.end
                unhold    = 1'b1;
                rounds_do = `ROUNDS_CLEAR;
            end else if (give_up) begin
                dead = 1'b1;
            end else if (!close_held) begin
                send_close(any_id);
            end
        end
        default: begin                                  // CLOSE_RECD
            unpause = 1'b1;
            timer   = `TIMER_CLOSE;
            if (drained) begin                          // cls.drained
                respond(`TTP_OP_CLOSE_ACK, `TX_ZERO, `RX_PEER);
                closed = 1'b1;
                thrice = 1'b1;
            end else if (!paused) begin                 // cls.recd.timer
                fruitless_round;
                dead        = give_up;
                rewind      = !give_up && !none_flying;
                from_una    = 1'b1;
                nack_forget = 1'b1;
                if (give_up) respond(`TTP_OP_CLOSE_ACK, `TX_ZERO, `RX_PEER);    // cls.giveup
                else         respond(`TTP_OP_CLOSE_NACK, `TX_NEWEST, `RX_PEER);
            end
        end
        endcase
    end else if (service_due) begin
        service    = live ? `SERVICE_LONG : `SERVICE_STOP;
        gap_forget = live;                              // rcv.gap.timeout
        if (live && !gap_told) begin
            // rcv.reack. Without the peer's numbers no ACK can be right, and a NACK wakes it as
            // well (rcv.reack.unknown); an ACK would stop the timer of its OPEN (open.ack.lost).
            if (reack) begin
                if (any_id)          respond(`TTP_OP_NACK, `TX_ZERO, `RX_ZERO);
                else if (wake_aside) respond(`TTP_OP_OPEN_ACK, `TX_UNA, `RX_ASIDE);
                else if (wake_last)  respond(`TTP_OP_OPEN_ACK, `TX_UNA, `RX_LAST);
                else                 respond(`TTP_OP_ACK, `TX_ZERO, `RX_LAST);
            end
            want = idle && aged && state == `TTP_ST_OPEN && !stranger   // cls.idle
                && none_flying && !waiting;
        end
    end

    `TTP_EV_LEFT: if (state == `TTP_ST_OPEN_RECD) begin // open.recd
        go_to(`TTP_ST_OPEN);
        rounds_do = `ROUNDS_CLEAR;
        timer     = `TIMER_STOP;
    end

    `TTP_EV_CLOSE: begin                                // cls.request
        want   = state != `TTP_ST_CLOSED && state != `TTP_ST_CLOSE_RECD && !closing;
        missed = state == `TTP_ST_CLOSED;
    end

    `TTP_EV_DOORBELL, `TTP_EV_SEND:
        // cls.reopen: CLOSE_ACKs to a stranger do not keep the host waiting, a back-off does.
        if (state == `TTP_ST_CLOSED && waiting
            && (!timer_runs || (close_acks != 2'd0 && !victim))) begin  // open.host
            acks_stop = 1'b1;
            if (settled) open;
            else timer = `TIMER_BACKOFF;
        end else if (state == `TTP_ST_OPEN && waiting && deaf) begin    // str.open
            respond(`TTP_OP_OPEN, `TX_BEFORE, `RX_ZERO);
            go_to(`TTP_ST_REOPEN_SENT);
            from_una    = 1'b1;
            unpause     = 1'b1;
            nack_forget = 1'b1;
            timer       = `TIMER_OPEN;
        end

    `TTP_EV_RESEND: begin
        resend = lost_one && sending && !paused && ack_flying;          // sel.first
        limits = of_now && wants[`RESEND_TELLS];                        // sel.delay
        if (brings_news && sending && !none_flying) begin               // sel.mark
            rounds_do = `ROUNDS_CLEAR;
            if (!paused) timer = `TIMER_TIMEOUT;
        end
    end

    default: ;      // LOOKUP, PEEK: they only look
    endcase
end

endmodule

`resetall
