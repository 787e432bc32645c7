// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter - which event enters the link pipe in this cycle (S0)
//
// At most one grant a cycle. It pops its source, and the event is in S1 (PIPE = 0) or S0b in the
// next cycle.
//
//    RX   a received frame
//    TM   an expiry, one at a time; its answer needs a credit, its completion room
//    CT   a command of the registers: close, which needs a credit, or peek; the top holds it back
//         until the memories are initialised
//    LF   an OPEN_ACK has left
//    LK   a lookup of the ingest
//    DB   a doorbell; a turn (ttp_arbiter_turn)
//    RQ   the ready list, or a RESEND (ttp_tx_sched); a turn, but for news
//    SP   a second turn, of the link of a streak: if nobody else wants one
//
// The link table keeps apart what must not meet. When S1 holds events up the grant waits
// (STAGE_HOLD).
//
// The wire goes first, because it can not wait. The first of these that applies is granted:
//
//    1. LK, DB, RQ: after 3 grants elsewhere, or if a turn may be taken now
//    2. TM, then LF and CT: after 7 grants elsewhere (ttp_arbiter_ages)
//    3. SP, while few frames wait
//    4. RX, TM, LF, CT, LK, DB and RQ by turns
//
// While few received frames wait, a turn goes before them: it may come only every second cycle,
// and a send and an ACK every two cycles must not push each other out of step. The last grant must
// also have gone to the wire.
//
// The choice is made one cycle before the grant. The source that has the grant in that cycle is not
// chosen: what stands behind its event is not known yet, but that a second frame waits. What was
// chosen still waits when it is granted, for only a grant takes it away, and it has its credit from
// the choice on. If nothing is chosen and a turn could have been, the grant is parked: a doorbell
// that rings in that cycle has it at once, and a payload on an idle MAC loses none.
//
// VC_ORDER, in the modes with an order (vc.turn): a doorbell that is chosen is no turn and needs no
// slot; its link joins those that wait. One that is parked is a turn, but only if no link waits.
//
//    cycle     0     1     2     3     4
//    pipe            S0    S1    S2a   ..   of one event
//                          S0    S1    ..   of the next, of another source
//    choice    X     X
//
// Timing: grants from flops and the request of the doorbell.
// Mirror: model/ttp_arbiter.c      Lockstep test: tb/block/ttp_arbiter.cpp

`include "ttp_bus_rx.vh"

`resetall
`default_nettype none

module ttp_arbiter #(
    parameter DEEP   = 1,       // 1: whether a turn may be had is a flop
    parameter SLOTS  = 8,       // payload slots of the sender, 1..15
    parameter AHEAD  = 2,       // see ttp_arbiter_turn
    parameter VC_ORDER = 0      // 1: there is a mode
) (
    input  wire       clk,
    input  wire       rst,              // core reset

    // Sources: something waits
    input  wire [`TTP_GRANT_W-1:0] request,
    input  wire       received_few,     // few wait: the host may go in turn with them
    input  wire       received_more,    // another waits behind it
    input  wire       ready_news,       // what RQ has is no turn
    input  wire       command_peek,     // the command: 0 close, 1 peek
    input  wire [1:0] cfg_mode,         // of VC_ORDER; 0: links take turns, whatever their channel

    // State of the pipe and of what it feeds
    input  wire [`TTP_STAGE_W-1:0] stage,
    input  wire       credit_for_event, // a response credit is free
    input  wire       cpl_link_ready,   // completion queue has room for a dead link
    input  wire [3:0] slots_used,
    input  wire       payload_long,     // a payload of 8 beats or more is being sent

    output wire [`TTP_GRANT_W-1:0] grant,   // one-hot or 0; each pops its source
    output wire       credit_take_event,// the event chosen, or the doorbell, takes a credit
    output wire       doorbell_joins,   // the doorbell that is granted is no turn
    output wire       no_turns          // no turn is on its way
);

reg  last_db_q, last_db_d;      // of DB and RQ, DB had the last grant
reg  last_rx_q, last_rx_d;      // the last grant of all went to RX

reg  [`TTP_GRANT_W-1:0] chosen_q;
reg  park_q;                    // nothing is chosen, and a turn could have been
reg  expires_q;                 // an expiry is on its way
reg  joins_q;                   // what is chosen, if it is a doorbell, is no turn

wire hold      = stage[`STAGE_HOLD];
wire ordered   = VC_ORDER != 0 && cfg_mode != 2'd0;
wire parked    = park_q && request[`GRANT_DOORBELL] && !hold    // it has the parked grant
              && !(ordered && request[`GRANT_READY]);
assign doorbell_joins = VC_ORDER != 0 && joins_q && !parked;
wire open_slot = !hold && !parked;
wire turn;
assign grant = (hold ? 8'd0 : chosen_q) | {7'd0, parked} << `GRANT_DOORBELL;

ttp_arbiter_turn #(.DEEP(DEEP), .SLOTS(SLOTS), .AHEAD(AHEAD)) u_turn (
    .clk(clk), .rst(rst), .credit_for_event(credit_for_event),
    .granted_turn((grant[`GRANT_DOORBELL] && !doorbell_joins)
                  || (grant[`GRANT_READY] && !ready_news) || grant[`GRANT_SECOND]),
    .turn_ends(stage[`STAGE_TURN_ENDS]), .slots_used(slots_used),
    .payload_long(payload_long),
    .turn(turn), .no_turns(no_turns)
);

// ---- what may be granted
wire host_old, tm_old, ct_old;
reg  [`TTP_GRANT_W-1:0] asks;       // who will still, or again, when it is granted
always @* begin
    asks = request & ~grant;
    if (grant[`GRANT_RECEIVED]) asks[`GRANT_RECEIVED] = received_more;
end
wire turn_ok = open_slot && turn;

wire bell  = asks[`GRANT_DOORBELL];
wire ready = asks[`GRANT_READY];

wire e_rx = asks[`GRANT_RECEIVED] && open_slot;
wire e_tm = asks[`GRANT_TIMER]    && open_slot && credit_for_event && cpl_link_ready && !expires_q;
wire e_ct = asks[`GRANT_COMMAND]  && open_slot && (command_peek || credit_for_event);
wire e_lf = asks[`GRANT_LEFT]     && open_slot;
wire e_lk = asks[`GRANT_LOOKUP]   && open_slot;
wire e_db = bell                  && (ordered ? open_slot && credit_for_event : turn_ok);
wire e_rq = ready                 && (ready_news ? open_slot && credit_for_event : turn_ok);
wire e_sp = asks[`GRANT_SECOND]   && turn_ok && received_few
                                  && !bell && !ready && !asks[`GRANT_LOOKUP];

wire e_host = e_lk || e_db || e_rq;
wire e_reg  = e_ct || e_lf;

// ---- one group wins; the order is the order of the lines
wire take_turn  = (e_db || e_rq) && received_few && last_rx_q;
wire first_host = take_turn || (e_host && host_old);
wire first_tm   = !first_host && e_tm && tm_old;
wire first_reg  = !first_host && !first_tm && e_reg && ct_old;
wire none_old   = !first_host && !first_tm && !first_reg;
wire w_sp       = none_old && e_sp;
wire rest       = none_old && !e_sp;
wire w_rx       = rest && e_rx;
wire w_tm       = first_tm || (rest && !e_rx && e_tm);
wire w_reg      = first_reg || (rest && !e_rx && !e_tm && e_reg);
wire w_host     = first_host || (rest && !e_rx && !e_tm && !e_reg && e_host);
wire any        = w_rx || w_tm || w_reg || w_host;

ttp_arbiter_ages #(.DEEP(DEEP)) u_ages (
    .clk(clk), .rst(rst), .open_slot(open_slot), .granted(any),
    .wins({w_host, w_tm, w_reg}), .waits({e_host, e_tm, e_reg}),
    .old({host_old, tm_old, ct_old})
);

// ---- one of the group
wire db_first = e_db && (!last_db_q || !e_rq);

wire [`TTP_GRANT_W-1:0] choice;
assign choice[`GRANT_RECEIVED] = w_rx;
assign choice[`GRANT_TIMER]    = w_tm;
assign choice[`GRANT_COMMAND]  = w_reg && !e_lf;
assign choice[`GRANT_LEFT]     = w_reg && e_lf;
assign choice[`GRANT_LOOKUP]   = w_host && e_lk;
assign choice[`GRANT_DOORBELL] = w_host && !e_lk && db_first;
assign choice[`GRANT_READY]    = w_host && !e_lk && !db_first;
assign choice[`GRANT_SECOND]   = w_sp;

assign credit_take_event = choice[`GRANT_TIMER] || (choice[`GRANT_COMMAND] && !command_peek)
    || choice[`GRANT_DOORBELL] || choice[`GRANT_READY] || choice[`GRANT_SECOND] || parked;

always @* begin
    last_rx_d = (any || w_sp) ? w_rx : parked ? 1'b0 : last_rx_q;
    last_db_d = choice[`GRANT_READY] ? 1'b0
              : choice[`GRANT_DOORBELL] || parked ? 1'b1 : last_db_q;
end

always @(posedge clk) begin
    if (!hold) chosen_q <= choice;
    if (!hold) joins_q  <= ordered;
    park_q    <= !any && !w_sp && turn_ok;
    expires_q <= choice[`GRANT_TIMER] || (expires_q && !stage[`STAGE_EXPIRY_ENDS]);
    last_rx_q <= last_rx_d;
    last_db_q <= last_db_d;
    if (rst) begin
        chosen_q  <= 8'd0;
        park_q    <= 1'b0;
        expires_q <= 1'b0;
        joins_q   <= 1'b0;
        last_rx_q <= 1'b0;
        last_db_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        assert ((grant & (grant - 8'd1)) == 8'd0);
        // What was chosen is still there; a second turn is offered in its cycle only.
        assert ((grant & ~request & ~(8'd1 << `GRANT_SECOND)) == 8'd0);
    end
`endif

endmodule

`resetall
