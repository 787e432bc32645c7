// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_move - carries out the moves of an event: the record after it, and the answer
//
// A field, a selection; an ID or a time, an adder. What a move does to a field stands here and
// nowhere else.
//
// Timing: combinational. The tick of the last activity is left as it is: ttp_link_turn puts it in.
// Part of: ttp_link_fsm

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_link_move #(
    parameter CW = 13,
    parameter PW = 8,
    parameter RW = `TTP_LINK_REC_W,
    parameter FW = `TTP_LINK_FACTS_W,
    parameter MW = `TTP_LINK_MOVES_W
) (
    // Configuration, cycles
    input  wire [30:0]   cfg_timeout,
    input  wire [30:0]   cfg_open_tmo,
    input  wire [5:0]    cfg_open_fits, // bit i: doubled i times, it is less than cfg_timeout
    input  wire [30:0]   cfg_close_tmo,
    input  wire [30:0]   cfg_backoff,
    input  wire [30:0]   cfg_svc,       // SERVICE_LONG, 0: never
    input  wire [15:0]   next_life,     // the number of a new life
    input  wire          cfg_selective, // offers are made and heard
    input  wire          cfg_offer_all, // ... and any OPEN has one

    input  wire [RW-1:0] rec,
    input  wire [FW-1:0] facts,
    input  wire [MW-1:0] moves,
    input  wire [CW-1:0] left,          // after the frame's ACK: in flight,
    input  wire [CW-1:0] next_left,     // ... to the next one that is sent
    input  wire [CW-1:0] retired_now,   // ... retired so far
    input  wire          nothing_held,  // nor in flight, after the event

    output wire [RW-1:0] rec_d,
    output wire [31:0]   una_pre,       // una after the event, but before a flush moves it
    output wire [31:0]   nxt,           // PEEK: una + in_flight
    output wire          moved,         // `retired` moved: something to free
    output wire          opened,
    output wire          active_now,    // activity: the last one was now
    output wire          offers,        // the answer carries our offer
    output wire          ends,          // what was agreed has ended
    output wire          again,         // what is in flight is lost, as the marks have it
    output wire [31:0]   respond_txid,
    output wire [31:0]   respond_rxid,
    output wire [15:0]   respond_life,
    output wire [15:0]   respond_to_life
);

`TTP_LINK_REC
`TTP_LINK_REC_FIELDS
`TTP_LINK_FACTS_WIRES
`define TTP_MOVE wire
`TTP_LINK_MOVES_DECLARE
`undef TTP_MOVE

localparam [CW-1:0] NONE = {CW{1'b0}};

assign `TTP_LINK_FACTS = facts;
assign `TTP_LINK_MOVES = moves;

wire is_frame  = ev <= {1'b0, `TTP_OP_NACK_NOLINK};
wire is_nack   = ev == {1'b0, `TTP_OP_NACK};
wire looks     = ev == `TTP_EV_PEEK || ev == `TTP_EV_LOOKUP;
wire recd      = state == `TTP_ST_CLOSE_RECD;
wire opening   = state == `TTP_ST_OPEN_SENT || state == `TTP_ST_OPEN_RECD
              || state == `TTP_ST_REOPEN_SENT;
wire gone      = closed || dead;
wire begins    = gone || new_life || restart;   // what was said of the last life means nothing

// ---------------------------------------------------------------- state and flags
wire       victim_gone = victim_end || dead || new_life || restart || (closed && waiting);
wire       gap_closed  = take || learn || numbers || new_life;      // last moves
wire [2:0] state_d = gone ? `TTP_ST_CLOSED : go ? to : state;

assign rec_d[`REC_STATE]         = state_d;
assign rec_d[`REC_WAS_DEAD]      = dead || (was_dead && !new_life);
assign rec_d[`REC_VICTIM]        = victim_set || (victim && !victim_gone);
assign rec_d[`REC_AFTER_OPEN]    = after_open_set
                                || (after_open && !ships && !(learn || take || new_life));
assign rec_d[`REC_OPEN_ACCEPTED] = accepted || (open_accepted && !(new_life || restart));
assign rec_d[`REC_GAP_TOLD]      = gap_tell || (gap_told && !(gap_forget || gap_closed || restart));
assign rec_d[`REC_GAP_FULL]      = full || (gap_full && !gap_closed);
assign rec_d[`REC_ANY_ID]        = any_id_set || (any_id && !(numbers || take || learn || begins));
assign rec_d[`REC_PAUSED]        = pause || (paused && !(unpause || begins));
assign rec_d[`REC_CLOSE_HELD]    = hold || (close_held && !(unhold || begins));

wire sends_close = answer && op == `TTP_OP_CLOSE;
wire sends_open  = answer && op == `TTP_OP_OPEN;
wire wanted      = want || (close_wanted && !(unwant || gone || (restart && closing)));

assign rec_d[`REC_CLOSE_WANTED]  = wanted;
assign rec_d[`REC_CLOSE_SPENT]   = (sends_close && stranger)                // ids.close
                                || (close_spent && !begins);
assign rec_d[`REC_CLOSE_NAMED]   = !begins && (aside_do == `ASIDE_NOW ? close_spent : close_named);

// cls.thrice cls.giveup: a stranger may not know what ended.
wire two_more = stranger && (dead ? recd : closed && thrice && !waiting);

assign rec_d[`REC_CLOSE_ACKS]    = two_more ? 2'd2
                                 : (acks_stop || new_life) ? 2'd0
                                 : acks_less ? {1'b0, close_acks[1]} : close_acks;
assign rec_d[`REC_NACKED]        = (begins || (nack_forget && !nack_set)) ? `NACKED_NOT
                                 : !nack_set ? nacked
                                 : nacked == `NACKED_REPLAYED && !retire ? `NACKED_TWICE
                                 : `NACKED;
assign rec_d[`REC_PACE]          = (begins || learn) ? 3'd0
                                 : pace + {{2{pace_down}}, pace_up || pace_down};
assign rec_d[`REC_ASIDE]         = (begins || learn || aside_do == `ASIDE_FORGET) ? `ASIDE_NONE
                                 : aside_do == `ASIDE_NOW     ? `ASIDE_SET
                                 : aside_do == `ASIDE_PAYLOAD ? `ASIDE_SEEN : aside;

// ---------------------------------------------------------------- lives
wire [15:0] own_life_d = new_life ? next_life : own_life;

assign rec_d[`REC_OWN_LIFE]      = own_life_d;
assign rec_d[`REC_PEER_LIFE]     = (learn || restart) ? life : peer_life;
assign rec_d[`REC_ASIDE_ID]      = aside_do == `ASIDE_NOW ? txid : aside_id;

// ---------------------------------------------------------------- agreement
// sel.offer: to a peer that shows its life, or has shown it; or with any OPEN
wire is_open   = ev == {1'b0, `TTP_OP_OPEN};
wire opens     = op == `TTP_OP_OPEN || op == `TTP_OP_OPEN_ACK;
wire shown     = is_open ? life != 16'd0 : !stranger || (cfg_offer_all && op == `TTP_OP_OPEN);
// sel.life
wire unnamed    = stranger && life == 16'd0;
wire other_life = (learn || restart) && !(same_life || unnamed);
wire parts      = state_d == `TTP_ST_CLOSED || other_life;
// sel.agree: an offer in the lives of now
wire of_now     = entry && life != 16'd0 && (learn || same_life) && (is_open || ours);
wire heard      = cfg_selective && offer != 10'd0 && of_now && state_d != `TTP_ST_CLOSED;
wire [31:0] fly = {{(32-CW){1'b0}}, in_flight};
localparam [31:0] ALL = 32'd1 << PW;
wire few        = fly[31:PW] == {(32-PW){1'b0}} || fly == ALL;

assign offers = cfg_selective && answer && opens && shown;
assign ends   = agreed && parts;

assign rec_d[`REC_TOLD]          = offers || (told && !parts);
wire still      = agreed && !parts;
wire begin_now  = (heard || agrees) && few;
wire [9:0] room = agrees ? ALL[9:0] : offer;    // sel.window

assign rec_d[`REC_AGREED]        = begin_now || still;
assign rec_d[`REC_NUMBERED]      = numbered && still;
// sel.delay: as RESEND says, and no more than the peer has offered
wire [`TTP_RESEND_W-1:0] wants = {txid, rxid};
wire [9:0] limit = wants[`RESEND_WINDOW] < offered ? wants[`RESEND_WINDOW] : offered;
wire unused = &{1'b0, wants};

assign rec_d[`REC_WINDOW]        = !still ? room & {10{begin_now}} : limits ? limit : window;
assign rec_d[`REC_OFFERED]       = still ? offered : room & {10{begin_now}};

// ---------------------------------------------------------------- counts
wire ends_flight = gone || dropped;

assign rec_d[`REC_IN_FLIGHT]     = ends_flight ? NONE : retire ? left : in_flight;
wire          stands = has_marks && still;      // the send point: sel.advice
wire [CW-1:0] next_moved = retire ? next_left : next;

assign rec_d[`REC_NEXT]          = (ends_flight || (from_una && !stands)) ? NONE : next_moved;
assign rec_d[`REC_RETIRED]       = dead ? napp : retire ? retired_now : retired;
assign rec_d[`REC_ROUNDS]        = (rounds_do == `ROUNDS_CLEAR || (paused && unpause)) ? 8'd0
                                 : rounds_do == `ROUNDS_UP    ? rounds_inc : rounds;
assign rec_d[`REC_GAP_AHEAD]     = gap_tell ? id_ahead : gap_ahead;
assign moved = retire || (dead && waiting);
assign again = from_una && stands && !ends_flight && next_moved != NONE;

// ---------------------------------------------------------------- our IDs
// One adder on una: - 1 (OPEN), + in_flight - 1 (newest sent), + in_flight (flush, PEEK), + what
// retires, + 1; no event wants two of them (ids.open). ids.close: a CLOSE that was sent has used an
// ID. It counts when the link ends, and in an OPEN_ACK before that (ids.open_ack, str.close).
wire          after_close = close_spent && gone;
wire          ends_id     = after_close || (close_named && restart);
wire          past_close  = close_spent && op == `TTP_OP_OPEN_ACK;
wire          less_one    = tx == `TX_NEWEST || tx == `TX_BEFORE;
wire          more_one    = ends_id || past_close || (retire && !is_nack);
wire          whole       = dead || tx == `TX_NEWEST || ev == `TTP_EV_PEEK;
wire [CW-1:0] many        = retire ? ack_offset : in_flight & {CW{whole}};
wire [CW:0]   step        = {1'b0, many} + (less_one ? {(CW+1){1'b1}} : {NONE, more_one});
wire [31:0]   una_t       = una + {{(31-CW){step[CW]}}, step};

assign nxt     = una_t;
assign una_pre = ((retire || ends_id) && !dead) ? una_t : una;
assign respond_txid = (tx == `TX_UNA && !past_close) ? una : echo && (agreed || few) ? rxid
                    : tx == `TX_ZERO ? 32'd0 : una_t;

assign rec_d[`REC_UNA]           = (retire || ends_id || dead) ? una_t : una;
assign rec_d[`REC_OPEN_ID]       = sends_open ? una_t[20:0] : open_id;

// ---------------------------------------------------------------- the peer's IDs
// One adder on TxID: OPEN_ACK names the ID after the one that it follows, CLOSE_NACK the one before
// the peer's CLOSE.
wire          id_back  = ev == {1'b0, `TTP_OP_OPEN_ACK};
wire          id_on    = ev == {1'b0, `TTP_OP_CLOSE_NACK};
wire [31:0]   txid_t   = txid + {{31{id_back}}, id_back || id_on};
wire [31:0]   last_t   = last + {31'd0, rx == `RX_MISSING};

assign rec_d[`REC_PEER_ID]       = keep_id ? txid_t : peer_id;
assign rec_d[`REC_LAST]          = (take || learn || numbers) ? txid_t
                                 : last_aside ? aside_id : last;
assign respond_rxid = (rx == `RX_LAST || rx == `RX_MISSING) ? last_t
                    : rx == `RX_TXID  ? txid
                    : rx == `RX_PEER  ? peer_id
                    : rx == `RX_ASIDE ? aside_id : 32'd0;

// ---------------------------------------------------------------- lives of the answer
// life.both: those that the frame has named, turned round; of OPEN_ACK those of the link. To a
// stranger peer_life and what a frame names are 0.
wire of_record = !is_frame || (is_open && op == `TTP_OP_OPEN_ACK && !learn && !stranger
                               && life != 16'd0);

assign respond_life    = opens ? own_life_d : is_frame ? to_life : own_life & {16{!stranger}};
assign respond_to_life = op == `TTP_OP_OPEN ? 16'd0 : of_record ? peer_life : life;

// ---------------------------------------------------------------- time
// cls.request: it waits until all that the host has handed over is acknowledged.
wire        all_done = state_d == `TTP_ST_OPEN && wanted && nothing_held && !looks;
// cls.reopen: what waits opens the link again. tbl.victim.after: a victim's way is kept for a time.
wire [2:0]  timer_d  = gone ? (two_more          ? `TIMER_CLOSE
                            :  dead              ? `TIMER_STOP
                            :  waiting           ? `TIMER_NEXT
                            :  victim            ? `TIMER_BACKOFF : `TIMER_STOP)
                     : all_done                  ? `TIMER_NOW : timer;
// sel.open: twice as long after each of five fruitless rounds, then TIMEOUT, and never longer.
wire [30:0] open_most = cfg_open_fits[0] ? cfg_timeout : cfg_open_tmo;
wire        open_more = cfg_selective && rounds_do == `ROUNDS_UP;
reg  [30:0] open_again;
always @* begin
    open_again = open_most;
    if (!open_more) open_again = cfg_open_tmo;
    else case (rounds)
        8'd0: if (cfg_open_fits[1]) open_again = {cfg_open_tmo[29:0], 1'd0};
        8'd1: if (cfg_open_fits[2]) open_again = {cfg_open_tmo[28:0], 2'd0};
        8'd2: if (cfg_open_fits[3]) open_again = {cfg_open_tmo[27:0], 3'd0};
        8'd3: if (cfg_open_fits[4]) open_again = {cfg_open_tmo[26:0], 4'd0};
        8'd4: if (cfg_open_fits[5]) open_again = {cfg_open_tmo[25:0], 5'd0};
        default: ;
    endcase
end
wire        set      = timer_d != `TIMER_KEEP && timer_d != `TIMER_STOP;
wire [30:0] after    = timer_d == `TIMER_TIMEOUT ? cfg_timeout
                     : timer_d == `TIMER_OPEN    ? open_again
                     : timer_d == `TIMER_CLOSE   ? cfg_close_tmo
                     : timer_d == `TIMER_BACKOFF ? cfg_backoff
                     : {30'd0, timer_d == `TIMER_NEXT};

assign rec_d[`REC_TIMER_RUNS]    = set || (timer_runs && timer_d == `TIMER_KEEP);
assign rec_d[`REC_DEADLINE]      = set ? now[31:0] + {1'b0, after} : deadline;

assign opened     = !gone && go && to == `TTP_ST_OPEN && opening;
assign active_now = take || retire || opened;

wire        stop_it  = service == `SERVICE_STOP || gone || new_life;
wire        in_gap   = service == `SERVICE_GAP;
wire        long_on  = service == `SERVICE_LONG || (opened && !service_runs);
wire [30:0] serve_at = in_gap ? cfg_timeout : cfg_svc;

wire        long_runs = long_on ? cfg_svc != 31'd0 : service_runs;

assign rec_d[`REC_SERVICE_RUNS]  = !stop_it && (in_gap || long_runs);
assign rec_d[`REC_SERVICE_AT]    = (in_gap || long_on) ? now[31:0] + {1'b0, serve_at} : service_at;
assign rec_d[`REC_ACTIVE]        = active;

endmodule

`resetall
