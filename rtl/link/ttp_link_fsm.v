// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_fsm - the link state machine: (record, event) -> (record, actions)
//
//      record, event -> compare -> facts -+-> rx_rules ----+-> moves -> move -> record, answer
//                                         +-> local_rules -+             |
//                                         +-> acked ------- counts ------+
//                       CUT:   flops                     flops
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
// Timing: CUT = 0: combinational. CUT = 1: three cycles, and an event may follow in each: what came
// with load = 1 is at the outputs two cycles later, for one cycle. The configuration is then read
// in two cycles: RETRY_MAX, IDLE and whether the second timer is on when the event is compared, the
// times and next_life when it moves. age and aged_now are always combinational.
// Mirror: model/ttp_link_fsm.c      Lockstep test: tb/block/ttp_link_fsm.cpp

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"

`resetall
`default_nettype none

module ttp_link_fsm #(
    parameter CUT = 0,          // 1: flops between compare, rules and move
    parameter SELECTIVE = 1,    // 0: its switch is 0, and nothing is left of it
    parameter CW  = 13,         // width of payload counts, derived by ttp_mac
    parameter PW  = 8,          // log2 of the payloads in flight with SELECTIVE, derived by ttp_mac
    parameter RW  = `TTP_LINK_REC_W     // width of a record, not tunable
) (
    input  wire          clk,
    input  wire          clear,         // CUT: rec_d is 0 in the next cycle
    input  wire          load,          // the event is compared in this cycle

    input  wire [`TTP_SETTINGS_W-1:0] settings,
    input  wire [15:0]   next_life,     // life number that a link leaving CLOSED takes
    input  wire [31:0]   first_id,      // first payload's ID of a new entry

    // The event
    input  wire [35:0]   event_now,     // the low 32 bits for deadlines, steps of 4096 for ages
    input  wire [`TTP_EVENT_W-1:0] event_in,    // EV to TO_LIFE, FITS and OFFER of it
    input  wire          event_entry,   // it has an entry
    input  wire          event_fresh,   // ... allocated by this event
    input  wire          event_makes_room,  // it has none; rec is that of a link that goes for it
    input  wire [RW-1:0] event_rec,
    input  wire [CW-1:0] event_napp,    // payloads appended so far
    input  wire          event_settled, // the retire engine is up to date with this link
    input  wire          event_may_stow,    // SELECTIVE: a payload of this link may be held
    input  wire          event_has_marks,   // SELECTIVE: the link has a context in ttp_tx_marks
    input  wire [7:0]    event_gen,         // ... which is this one

    output wire [23:0]   age,           // ticks since the last activity, of the record as it came
    output wire          aged_now,      // more than IDLE; not loaded: more than VICTIM_IDLE

    output wire [RW-1:0] rec_d,
    output wire [`TTP_OUTCOME_W-1:0] outcome
);

localparam FW = `TTP_LINK_FACTS_W;
localparam MW = `TTP_LINK_MOVES_W;
localparam AW = 3 * CW + 1;             // counts of ttp_link_acked

`TTP_LINK_REC
`TTP_LINK_FACTS_WIRES
`define TTP_MOVE wire
`TTP_LINK_MOVES_DECLARE
`undef TTP_MOVE

// ---------------------------------------------------------------- event, configuration
wire [4:0]    event_ev      = event_in[`EVENT_EV];
wire [31:0]   event_txid    = event_in[`EVENT_TXID];
wire [31:0]   event_rxid    = event_in[`EVENT_RXID];
wire [15:0]   event_life    = event_in[`EVENT_LIFE];
wire [15:0]   event_to_life = event_in[`EVENT_TO_LIFE];
wire          event_fits    = event_in[`EVENT_FITS];

wire [30:0]   reack_time    = settings[`SETTINGS_REACK];
wire [30:0]   idle_time     = settings[`SETTINGS_IDLE];
wire [30:0]   victim_idle   = settings[`SETTINGS_VICTIM_IDLE];
wire [7:0]    cfg_retry_max = settings[`SETTINGS_RETRY_MAX];
wire          cfg_reack     = reack_time != 31'd0;              // the last ACK is repeated
wire          cfg_idle      = idle_time != 31'd0;               // idle links are closed
// Without an event records of a full set are judged.
wire [18:0]   cfg_age       = load ? idle_time[30:12] : victim_idle[30:12];
wire unused_all = &{1'b0, settings, victim_idle, event_in};

generate if (AT_END != RW) begin : g_bad_record
    ERROR_TTP_LINK_REC_W_is_not_the_sum_of_the_fields u_bad ();
end endgenerate

// ---------------------------------------------------------------- compare
wire [RW-1:0] rec_seen, rec_ruled, rec;         // a cycle of each
wire [FW-1:0] facts_d, facts_ruled, facts;

ttp_link_compare #(.CW(CW), .PW(PW)) u_compare (
    .rec_as_read(event_rec), .first_id(first_id),
    .cfg_retry_max(cfg_retry_max), .cfg_age(cfg_age),
    .event_now(event_now), .event_ev(event_ev),
    .event_entry(event_entry), .event_fresh(event_fresh), .event_makes_room(event_makes_room),
    .event_txid(event_txid), .event_rxid(event_rxid),
    .event_life(event_life), .event_to_life(event_to_life),
    .event_fits(event_fits), .event_offer(event_in[`EVENT_OFFER]),
    .event_settled(event_settled), .event_napp(event_napp), .event_may_stow(event_may_stow),
    .event_has_marks(event_has_marks), .event_gen(event_gen),
    .event_mapped(event_in[`EVENT_MAPPED]),
    .event_reack(cfg_reack), .event_idle(cfg_idle),
    .age(age), .aged_now(aged_now), .rec(rec_seen), .facts(facts_d)
);

ttp_stage #(.WIDTH(RW + FW), .ON(CUT)) u_compared (
    .clk(clk), .rst(1'b0), .en(1'b1), .in({rec_seen, facts_d}), .out({rec_ruled, facts_ruled})
);

// ---------------------------------------------------------------- rules
wire [MW-1:0] rx_moves, local_moves, moves_d, moves;
wire [CW-1:0] left_d, next_left_d, retired_d, left, next_left, retired_now;
wire          retire_now, nothing_held_d, nothing_held;

ttp_link_rx_rules #(.CW(CW), .PW(PW)) u_rx_rules (
    .rec(rec_ruled), .facts(facts_ruled), .retire_now(retire_now),
    .moves(rx_moves)
);

ttp_link_local_rules #(.CW(CW)) u_local_rules (
    .rec(rec_ruled), .facts(facts_ruled), .moves(local_moves)
);

ttp_link_acked #(.CW(CW)) u_acked (
    .rec(rec_ruled), .facts(facts_ruled), .retire(retire_now),
    .left(left_d), .next_left(next_left_d), .retired_now(retired_d),
    .nothing_held(nothing_held_d)
);

assign moves_d = rx_moves | local_moves;    // no event has the same move in both

// Cleared, it is a closed link to which nothing happens, with a record of zeros.
ttp_stage #(.WIDTH(RW + FW + MW + AW), .ON(CUT), .RESET(1)) u_ruled (
    .clk(clk), .rst(clear), .en(1'b1),
    .in({rec_ruled, facts_ruled, moves_d, left_d, next_left_d, retired_d, nothing_held_d}),
    .out({rec, facts, moves, left, next_left, retired_now, nothing_held})
);

assign `TTP_LINK_FACTS = facts;
assign `TTP_LINK_MOVES = moves;

// ---------------------------------------------------------------- move
wire          moved, opened, ends, again;
wire [31:0]   respond_txid, respond_rxid;
wire [15:0]   respond_life, respond_to_life;

ttp_link_move #(.CW(CW), .PW(PW)) u_move (
    .cfg_timeout(settings[`SETTINGS_TIMEOUT]), .cfg_open_tmo(settings[`SETTINGS_OPEN_TMO]),
    .cfg_open_fits(settings[`SETTINGS_OPEN_FITS]),
    .cfg_close_tmo(settings[`SETTINGS_CLOSE_TMO]), .cfg_backoff(settings[`SETTINGS_BACKOFF]),
    .cfg_svc(cfg_reack ? reack_time : idle_time), .next_life(next_life),
    .cfg_selective(SELECTIVE != 0 && settings[`SETTINGS_SELECTIVE]),
    .cfg_offer_all(settings[`SETTINGS_OFFER_ALL]),
    .rec(rec), .facts(facts), .moves(moves),
    .left(left), .next_left(next_left), .retired_now(retired_now),
    .nothing_held(nothing_held),
    .rec_d(rec_d), .una_pre(outcome[`OUTCOME_UNA]), .nxt(outcome[`OUTCOME_NXT]),
    .moved(moved), .opened(opened), .active_now(outcome[`OUTCOME_ACTIVE]),
    .offers(outcome[`OUTCOME_OFFER]), .ends(ends), .again(again),
    .respond_txid(respond_txid), .respond_rxid(respond_rxid),
    .respond_life(respond_life), .respond_to_life(respond_to_life)
);

// ---------------------------------------------------------------- what it comes to
wire          restarted = restart || doubt || (lost && !stranger);  // str.prove str.doubt life.over

assign outcome[`OUTCOME_STATE]     = rec[`REC_STATE];
assign outcome[`OUTCOME_TAKE]      = take;
assign outcome[`OUTCOME_MOVED]     = moved;
assign outcome[`OUTCOME_NEW_LIFE]  = new_life;
assign outcome[`OUTCOME_OPENED]    = opened;
assign outcome[`OUTCOME_CLOSED]    = closed;
assign outcome[`OUTCOME_DEAD]      = dead;
assign outcome[`OUTCOME_RESTARTED] = restarted;
assign outcome[`OUTCOME_LOST]      = lost;
assign outcome[`OUTCOME_MISSED]    = missed;
assign outcome[`OUTCOME_REWIND]    = rewind;
assign outcome[`OUTCOME_TIMEOUT]   = timeout;
assign outcome[`OUTCOME_ILLEGAL]   = illegal;
assign outcome[`OUTCOME_LATE]      = late;
assign outcome[`OUTCOME_REPEATED]  = repeated;
assign outcome[`OUTCOME_GAP]       = gap;
assign outcome[`OUTCOME_FULL]      = full;
assign outcome[`OUTCOME_TOO_FAR]   = too_far;
assign outcome[`OUTCOME_ANSWER]    = answer;
assign outcome[`OUTCOME_NOTIFY]    = notify;
assign outcome[`OUTCOME_OP]        = op;
assign outcome[`OUTCOME_TXID]      = respond_txid;
assign outcome[`OUTCOME_RXID]      = respond_rxid;
assign outcome[`OUTCOME_LIFE]      = respond_life;
assign outcome[`OUTCOME_TO_LIFE]   = respond_to_life;
assign outcome[`OUTCOME_NOW]       = now;
assign outcome[`OUTCOME_SETTLED]   = settled;
assign outcome[`OUTCOME_STOW]      = stow;
assign outcome[`OUTCOME_NOT_HELD]  = not_held;
assign outcome[`OUTCOME_ENDS]      = ends;
assign outcome[`OUTCOME_RESEND]    = resend;
assign outcome[`OUTCOME_OLDEST]    = ack_una;
assign outcome[`OUTCOME_AGAIN]     = again;
assign outcome[`OUTCOME_HEARD]     = rec[`REC_AGREED] && ours
                                  && (ev == {1'b0, `TTP_OP_ACK} || mapped);
assign outcome[`OUTCOME_MARKS]     = mapped && ours && live && (ack_una || retire);
assign outcome[`OUTCOME_NAPP]      = napp;
assign outcome[`OUTCOME_HELD]      = held;

endmodule

`resetall
