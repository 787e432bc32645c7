// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_fsm - the link state machine: (record, event) -> (record, actions)
//
//      record, event -> compare -> facts -+-> rx_rules ----+-> moves -> move -> record, answer
//                                         +-> local_rules -+             |
//                                         +-> acked ------- counts ------+
//                       CUT:   stage                     stage
//
//    compare      what the record and the event say about each other: each comparison once
//    rx_rules     what a frame does to the link, local_rules: what an event of the MAC does
//    acked        the counts that an ACK or NACK leaves
//    move         the fields themselves: a selection a field, an adder an ID or a time
//
// The rules are those of docs/protocol.md; a comment names the label of each. ttp_link_rec.vh has
// the record, ttp_link_fsm.vh the facts and the moves.
//
// An event without an entry (event_entry = 0) is answered as in CLOSED, and no record is written
// but that of the link that makes room for it.
//
// Timing: CUT = 0: combinational. CUT = 1: flops at the two stages. An event is compared in the
// cycle with load = 1; its results stand from two cycles later until the next load. The
// configuration is then read in two cycles: cfg_retry_max, cfg_reack, cfg_idle and cfg_age while it
// is compared, the times and next_life when it moves. age and aged_now are always combinational.
// Mirror: model/ttp_link_fsm.c      Lockstep test: tb/block/ttp_link_fsm.cpp

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"

`resetall
`default_nettype none

module ttp_link_fsm #(
    parameter CUT = 0,          // 1: flops between compare, rules and move
    parameter CW  = 13,         // width of payload counts, derived by ttp_mac
    parameter RW  = `TTP_LINK_REC_W     // width of a record, not tunable
) (
    input  wire          clk,
    input  wire          load,          // CUT = 1: the inputs down to event_settled are an event's

    // Configuration, cycles
    input  wire [30:0]   cfg_timeout,
    input  wire [30:0]   cfg_open_tmo,
    input  wire [30:0]   cfg_close_tmo,
    input  wire [30:0]   cfg_backoff,
    input  wire [7:0]    cfg_retry_max,
    input  wire          cfg_reack,     // the last ACK is repeated
    input  wire          cfg_idle,      // idle links are closed
    input  wire [30:0]   cfg_svc,       // interval of the second timer, 0: off
    input  wire [18:0]   cfg_age,       // aged: no activity for more than so many ticks
    input  wire [15:0]   next_life,     // life number that a link leaving CLOSED takes
    input  wire [31:0]   first_id,      // first payload's ID of a new entry

    // The event
    input  wire [35:0]   event_now,     // the low 32 bits for deadlines, steps of 4096 for ages
    input  wire [4:0]    event_ev,      // TTP_EV_*, below 11 the opcode of a received frame
    input  wire          event_entry,   // it has an entry
    input  wire          event_fresh,   // ... allocated by this event
    input  wire          event_makes_room,  // it has none; rec is that of a link that goes for it
    input  wire [31:0]   event_txid,
    input  wire [31:0]   event_rxid,
    input  wire [15:0]   event_life,    // life number of the sender, 0: none
    input  wire [15:0]   event_to_life, // ours, as the sender knows it, 0: none
    input  wire          event_fits,    // a payload has its place in the receive store
    input  wire [RW-1:0] event_rec,
    input  wire [CW-1:0] event_napp,    // payloads appended so far
    input  wire          event_settled, // the retire engine is up to date with this link

    output wire [23:0]   age,           // ticks since the last activity, of the record as it came
    output wire          aged_now,      // more of them than cfg_age

    // What the turn and the report need of the event
    output wire [35:0]   m_now,
    output wire          m_settled,
    output wire [CW-1:0] m_napp,
    output wire [CW-1:0] m_held,        // payloads held before the event
    output wire [RW-1:0] m_rec,         // the record before it; of a new entry not all is set

    output wire [RW-1:0] rec_d,
    output wire [31:0]   una_pre,       // una after the event, but before a flush moves it
    output wire [31:0]   nxt,           // PEEK: una + in_flight
    output wire          active,        // activity: the last one was now

    // Answer: a frame without payload
    output wire          respond_valid,
    output wire [3:0]    respond_op,
    output wire [31:0]   respond_txid,
    output wire [31:0]   respond_rxid,
    output wire [15:0]   respond_life,
    output wire [15:0]   respond_to_life,
    output wire          respond_notify,  // tell when it has left

    // Actions
    output wire          m_take,        // payload taken
    output wire          moved,         // `retired` moved: something to free
    output wire          m_rewind,      // told as REWIND
    output wire          m_new_life,    // next_life was used
    output wire          m_closed,      // closed in the orderly way
    output wire          m_dead,        // dead, its payloads flushed
    output wire          m_timeout,
    output wire          m_illegal,
    output wire          m_late,
    output wire          m_repeated,
    output wire          m_gap,
    output wire          m_full,
    output wire          m_too_far,
    output wire          opened,
    output wire          m_lost,        // NACK_NOLINK: the peer lost the link
    output wire          m_restart,     // the peer is in another life
    output wire          m_missed       // close request found nothing to close
);

localparam FW = `TTP_LINK_FACTS_W;
localparam MW = `TTP_LINK_MOVES_W;
localparam AW = 3 * CW + 1;             // counts of ttp_link_acked

`TTP_LINK_REC
`TTP_LINK_FACTS_WIRES
`define TTP_MOVE wire
`TTP_LINK_MOVES_DECLARE
`undef TTP_MOVE

generate if (AT_END != RW) begin : g_bad_record
    ERROR_TTP_LINK_REC_W_is_not_the_sum_of_the_fields u_bad ();
end endgenerate

// ---------------------------------------------------------------- compare
wire [RW-1:0] rec_seen, rec;
wire [FW-1:0] facts_d, facts;

ttp_link_compare #(.CW(CW)) u_compare (
    .rec_as_read(event_rec), .first_id(first_id),
    .cfg_retry_max(cfg_retry_max), .cfg_age(cfg_age),
    .event_now(event_now), .event_ev(event_ev),
    .event_entry(event_entry), .event_fresh(event_fresh), .event_makes_room(event_makes_room),
    .event_txid(event_txid), .event_rxid(event_rxid),
    .event_life(event_life), .event_to_life(event_to_life),
    .event_fits(event_fits), .event_settled(event_settled), .event_napp(event_napp),
    .event_reack(cfg_reack), .event_idle(cfg_idle),
    .age(age), .aged_now(aged_now), .rec(rec_seen), .facts(facts_d)
);

ttp_stage #(.WIDTH(RW + FW), .ON(CUT)) u_compared (
    .clk(clk), .rst(1'b0), .en(load), .in({rec_seen, facts_d}), .out({rec, facts})
);

assign `TTP_LINK_FACTS = facts;

// ---------------------------------------------------------------- rules
wire [MW-1:0] rx_moves, local_moves, moves_d, moves;
wire [CW-1:0] left_d, next_left_d, retired_d, left, next_left, retired_now;
wire          retire_now, none_left, nothing_held_d, nothing_held;

ttp_link_rx_rules #(.CW(CW)) u_rx_rules (
    .rec(rec), .facts(facts), .none_left(none_left), .retire_now(retire_now), .moves(rx_moves)
);

ttp_link_local_rules #(.CW(CW)) u_local_rules (
    .rec(rec), .facts(facts), .moves(local_moves)
);

ttp_link_acked #(.CW(CW)) u_acked (
    .rec(rec), .facts(facts), .retire(retire_now),
    .left(left_d), .next_left(next_left_d), .retired_now(retired_d), .none_left(none_left),
    .nothing_held(nothing_held_d)
);

assign moves_d = rx_moves | local_moves;    // no event has the same move in both

ttp_stage #(.WIDTH(MW + AW), .ON(CUT)) u_ruled (
    .clk(clk), .rst(1'b0), .en(1'b1),
    .in({moves_d, left_d, next_left_d, retired_d, nothing_held_d}),
    .out({moves, left, next_left, retired_now, nothing_held})
);

assign `TTP_LINK_MOVES = moves;

// ---------------------------------------------------------------- move
ttp_link_move #(.CW(CW)) u_move (
    .cfg_timeout(cfg_timeout), .cfg_open_tmo(cfg_open_tmo), .cfg_close_tmo(cfg_close_tmo),
    .cfg_backoff(cfg_backoff), .cfg_svc(cfg_svc), .next_life(next_life),
    .rec(rec), .facts(facts), .moves(moves),
    .left(left), .next_left(next_left), .retired_now(retired_now),
    .nothing_held(nothing_held),
    .rec_d(rec_d), .una_pre(una_pre), .nxt(nxt),
    .moved(moved), .opened(opened), .active_now(active),
    .respond_txid(respond_txid), .respond_rxid(respond_rxid),
    .respond_life(respond_life), .respond_to_life(respond_to_life)
);

assign m_now      = now;
assign m_settled  = settled;
assign m_napp     = napp;
assign m_held     = held;
assign m_rec      = rec;

assign respond_valid  = answer;
assign respond_op     = op;
assign respond_notify = notify;

assign m_take     = take;
assign m_rewind   = rewind;
assign m_new_life = new_life;
assign m_closed   = closed;
assign m_dead     = dead;
assign m_timeout  = timeout;
assign m_illegal  = illegal;
assign m_late     = late;
assign m_repeated = repeated;
assign m_gap      = gap;
assign m_full     = full;
assign m_too_far  = too_far;
assign m_lost     = lost;
assign m_restart  = restart || doubt || (lost && !stranger);    // str.prove str.doubt life.over
assign m_missed   = missed;

endmodule

`resetall
