// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_turn - may the link send its next payload now, and will it have another turn?
//
// The turn follows the state machine and works on the record as that has left it: held payloads
// begin at ID una, in_flight of them have been sent, and una + next is the one to send.
//
//    state        next < in_flight (a replay)     else, next < held (a new one)
//    OPEN         goes                            goes, unless the link waits or its window is full
//    CLOSE_RECD   goes                            -
//
// Nothing goes while the link is paused, and a link with a pace has one payload under way at a time
// (snd.pace). It waits while its peer is a stranger that has not answered an OPEN of ours
// (str.open): its next turn sends that OPEN. The oldest payload goes only when the link is settled
// and nothing retires now, because then the head of its list stands still.
//
// act says that a link is in the ready list, or is being handled from it. A SEND is the turn of its
// link. Any other event is one too if act is 0, but not PEEK, which only looks, nor RESEND, unless
// it tells of a window: more may go then (sel.delay). A turn after which more could go puts the
// link into the ready list. A second turn sends, no more: its link stands in the ready list
// already. Without it a link alone in that list would come round too slowly for 64-byte payloads of
// 2 beats.
//
// PIPE = 2: SEND and DOORBELL have the slot that the arbiter has counted for them. Any other event
// sends only if none of them is on its way and four slots are free: for its own payload, for a turn
// that has the grant now, for one that is chosen before the slot is seen, and one to spare. A
// follower sends if ttp_link_follow has said so, and what it does not set of the times is as the
// event before it has left them.
//
// VC_ORDER, in the modes with an order: only a turn sends, every other event puts its link into the
// ready list (vc.turn). A doorbell may be no turn then.
//
// The ingest that appends rings the doorbell if act is 0, a write in this cycle included. So no
// append is missed. While a SEND of the link is on its way through S2 the answer is 0, for it may
// clear act and has looked already: at worst a doorbell too many. No other event clears act.
//
// Timing: combinational from the state machine (PIPE = 0); a cycle later, from a flop behind it
// (2); two, with the comparisons in flops too (1).
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_link_turn #(
    parameter PIPE  = 0,    // see ttp_link_pipe
    parameter SLOTS = 8,    // payload slots of the sender
    parameter VC_ORDER = 0, // 1: there is a mode
    parameter LW    = 11,   // width of a link index
    parameter CW    = 13    // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [30:0]                cfg_timeout,
    input  wire                       cfg_nack_once,
    input  wire [1:0]                 cfg_mode,     // of VC_ORDER; 0: no order
    input  wire [3:0]                 slots_used,
    input  wire                       no_turns,     // none is on its way

    // The event in S2
    input  wire                       s2_valid,     // in its last cycle
    input  wire                       s2_entry,
    input  wire                       s2_send,      // SEND from the ready list
    input  wire                       s2_peek,
    input  wire [`TTP_EVENT_W-1:0]    s2_event,
    input  wire [`TTP_TIMES_W-1:0]    times,        // of a follower
    input  wire [LW-1:0]              s2_link,
    input  wire                       act_seen,

    // What the state machine said, in the cycle in which the record has moved
    input  wire [`TTP_LINK_REC_W-1:0] rec_moved,
    input  wire [`TTP_OUTCOME_W-1:0]  ruled,

    output wire [`TTP_OUTCOME_W-1:0]  outcome,      // that of the event in its last cycle
    output wire [`TTP_LINK_REC_W-1:0] rec_d,
    output wire                       act_d,
    output wire [CW-1:0]              sent,         // of the link's payloads, ever
    output wire [CW:0]                flown,        // una + in_flight, its low bits
    output wire                       nacked,       // not NACKED_NOT, which no turn begins or ends
    output wire                       send_valid,
    output wire                       send_head,    // the oldest in flight
    output wire                       send_replay,
    output wire [31:0]                send_id,
    output wire [15:0]                send_life,    // life.both; 0 to a stranger
    output wire [15:0]                send_to_life,
    output wire                       send_numbered,    // sel.number
    output wire                       send_first,       // ... and it is number 1
    output wire                       ready_push,
    output wire                       ready_push_replay,

    // The ingest asks for act of the link that it has found last, and of no other.
    input  wire                       lookup_done,
    input  wire [LW-1:0]              pin_link,
    input  wire                       pin_read,     // pin_link is found without a lookup:
    input  wire                       pin_read_act, // this is its act, a cycle later
    input  wire                       pin_early,    // a SEND of it in S2, not in the last cycle
    output wire                       pin_act
);

localparam RW     = `TTP_LINK_REC_W;
localparam TURN_N = (`TTP_PIPE_TURN >> 4 * PIPE) & 15;
localparam FOLLOW = (`TTP_PIPE_FOLLOW >> 4 * PIPE) & 15;
localparam [CW-1:0] ONE = 1;
localparam [15:0] FREE_4 = (16'd1 << (SLOTS - 3)) - 16'd1;  // bit i: with i used four are free
`TTP_LINK_REC

// ---- the comparisons of the counts, before one more is sent and after: a cycle of two
wire [RW-1:0] rec_c, rec;
wire [`TTP_OUTCOME_W-1:0] outcome_c;
ttp_stage #(.WIDTH(RW + `TTP_OUTCOME_W), .ON(TURN_N > 0 ? 1 : 0), .RESET(1)) u_moved (
    .clk(clk), .rst(rst), .en(1'b1), .in({rec_moved, ruled}), .out({rec_c, outcome_c})
);

wire [31:0]   una       = outcome_c[`OUTCOME_UNA];  // not moved by a flush
wire [CW-1:0] held      = outcome_c[`OUTCOME_NAPP] - rec_c[`REC_RETIRED];
wire [CW-1:0] next      = rec_c[`REC_NEXT];
wire [CW-1:0] next_c    = next + ONE;
wire [CW-1:0] in_flight = rec_c[`REC_IN_FLIGHT];
wire          has_life  = rec_c[`REC_PEER_LIFE] != 16'd0;
wire          waits_c   = rec_c[`REC_STATE] == `TTP_ST_OPEN && !has_life
                       && !rec_c[`REC_OPEN_ACCEPTED];

// sel.window: one more in flight, and one behind that. They are no more than it where both agree.
wire [CW+9:0] flying    = {10'd0, in_flight};
wire [9:0]    fly       = flying[9:0];
wire          room_c    = !rec_c[`REC_AGREED] || fly < rec_c[`REC_WINDOW];
wire          room_2_c  = !rec_c[`REC_AGREED] || fly + 10'd1 < rec_c[`REC_WINDOW];

wire          at_head, replay, held_left, held_more, held_any, fly_more, peer_life, waits;
wire          room_1, room_2;
wire [CW-1:0] next1, in_flight1;
wire [31:0]   next_id;
wire [31:0]   rxid = s2_event[`EVENT_RXID];
ttp_stage #(.WIDTH(RW + `TTP_OUTCOME_W + 10 + 2*CW + 32), .ON(TURN_N > 1 ? 1 : 0),
            .RESET(1)) u_compared (
    .clk(clk), .rst(rst), .en(1'b1),
    .in({rec_c, outcome_c,
          next == {CW{1'b0}}, next < in_flight, held > next, held > next_c, held != {CW{1'b0}},
          in_flight > next_c, has_life, waits_c, room_c, room_2_c,
          next_c, in_flight + ONE, una + {{(32-CW){1'b0}}, next}}),
    .out({rec, outcome,
           at_head, replay, held_left, held_more, held_any,
           fly_more, peer_life, waits, room_1, room_2,
           next1, in_flight1, next_id})
);

// ---- the turn: snd.host snd.wait
wire [35:0]   now       = outcome[`OUTCOME_NOW];
wire          settled   = outcome[`OUTCOME_SETTLED];
wire          moved     = outcome[`OUTCOME_MOVED];  // payloads retire
wire          active    = outcome[`OUTCOME_ACTIVE];
wire          entry     = s2_valid && s2_entry;
wire          open      = rec[`REC_STATE] == `TTP_ST_OPEN;
wire          recd      = rec[`REC_STATE] == `TTP_ST_CLOSE_RECD;
wire          paused    = rec[`REC_PAUSED];
wire          paced     = rec[`REC_PACE] != 3'd0;
wire          carry, carry_new;     // carry: do_send comes late, into a sum, and is no term

wire follower = s2_valid && s2_event[`EVENT_FOLLOWS];
wire a_turn   = s2_event[`EVENT_TURN];
wire [`TTP_RESEND_W-1:0] asks = {s2_event[`EVENT_TXID], rxid};
wire resends  = s2_event[`EVENT_RESEND] && !asks[`RESEND_TELLS];    // what is lost is not next
wire unused = &{1'b0, outcome, s2_event, carry, carry_new, flying, asks, cfg_mode};
wire act      = follower ? times[`TIMES_ACT] : act_seen;
wire sent_q;                        // the cycle just before handed over a payload
wire free    = !paused && (at_head || !paced);          // snd.pace: one payload under way
wire could   = free && ((open && !waits && held_left) || (recd && replay));
wire turn    = entry && !resends && (s2_send || !(act || s2_peek || (follower && !a_turn)));
wire second  = entry && s2_event[`EVENT_SECOND];
wire room    = {28'd0, slots_used} < SLOTS[31:0];
wire free_4  = FOLLOW == 0 || (no_turns && FREE_4[slots_used]);
wire spare   = free_4 && !(VC_ORDER != 0 && cfg_mode != 2'd0);
wire may     = (turn || second) && could && !sent_q && room && (!at_head || (settled && !moved));
// It sends if the window has room, which is known late.
wire would   = follower ? entry && s2_event[`EVENT_SENDS] : may && (a_turn || spare);
wire do_send = would && (follower || replay || room_1);
wire once_more = entry && outcome[`OUTCOME_RESEND] && !sent_q && room;     // sel.first

ttp_stage #(.WIDTH(1), .RESET(1)) u_sent (
    .clk(clk), .rst(rst), .en(1'b1), .in(do_send || once_more), .out(sent_q)
);

// What was not in flight before is when it leaves: then next and in_flight move together. Where it
// does not send for want of room there is no room behind it either, so `would` says enough: no more
// than 512 are in flight, and fly + 1 does not wrap.
wire fly_after  = would ? replay && fly_more : replay;
wire held_after = waits ? held_any : would ? held_more : held_left;
wire room_after = fly_after || (would && !replay ? room_2 : room_1);
wire more       = free && !(would && paced)
               && ((open && held_after && room_after) || (recd && fly_after));
wire arm_send   = (do_send && at_head) || (once_more && outcome[`OUTCOME_OLDEST]);  // snd.timer

// snd.nack.again: a frame of the replay leaves. If the peer has a life number one more NACK counts.
wire replay_out = arm_send && peer_life && !cfg_nack_once && rec[`REC_NACKED] == 2'd1;

// ---- the record
wire takes = outcome[`OUTCOME_TAKE]                            // the second timer is its own
          || (outcome[`OUTCOME_GAP] && outcome[`OUTCOME_ANSWER]);
wire acks  = moved;                                            // the first one
reg [RW-1:0] after;
always @* begin
    after = rec;
    if (follower) begin
        after[`REC_ACTIVE] = times[`TIMES_ACTIVE];
        if (!acks) after[`REC_TIMER_RUNS] = times[`TIMES_TIMER_RUNS];
        if (!(acks && rec[`REC_TIMER_RUNS])) after[`REC_DEADLINE] = times[`TIMES_DEADLINE];
        if (!takes) begin
            after[`REC_SERVICE_RUNS] = times[`TIMES_SERVICE_RUNS];
            after[`REC_SERVICE_AT]   = times[`TIMES_SERVICE_AT];
        end
    end
    if (do_send)            after[`REC_NEXT]      = next1;
    if (do_send && !replay) after[`REC_IN_FLIGHT] = in_flight1;
    if (do_send || once_more || active) after[`REC_ACTIVE] = now[35:12];
    if (replay_out)         after[`REC_NACKED]    = 2'd2;
    if ((do_send || once_more) && rec[`REC_AGREED]) after[`REC_NUMBERED] = 1'b1;
    if (arm_send) begin
        after[`REC_TIMER_RUNS] = 1'b1;
        after[`REC_DEADLINE]   = now[31:0] + {1'b0, cfg_timeout};
    end
end

assign rec_d          = after;
assign act_d          = turn ? more : act;      // a victim keeps its own
assign {sent, carry} = {rec[`REC_RETIRED], 1'b1} + {rec[`REC_NEXT], do_send};
wire          new_one = do_send && !replay;
// The latest of all: a choice between two sums, not a carry.
wire [CW:0]   flown_0 = rec[AT_UNA +: CW+1] + {1'b0, rec[`REC_IN_FLIGHT]};
wire [CW:0]   flown_1;
assign {flown_1, carry_new} = {rec[AT_UNA +: CW+1], 1'b1} + {1'b0, rec[`REC_IN_FLIGHT], 1'b1};
assign flown          = new_one ? flown_1 : flown_0;
assign nacked         = rec[`REC_NACKED] != `NACKED_NOT;
assign send_valid      = do_send || once_more;
assign send_head       = at_head && !resends;
assign send_replay     = (do_send && replay) || once_more;
assign send_id         = resends ? rxid : next_id;
assign send_life       = rec[`REC_OWN_LIFE] & {16{peer_life}};
assign send_to_life    = rec[`REC_PEER_LIFE];
assign send_numbered   = rec[`REC_AGREED];
assign send_first      = rec[`REC_AGREED] && !rec[`REC_NUMBERED];
assign ready_push        = turn && more;
assign ready_push_replay = fly_after;

// ---- act for the ingest
reg  asked_q;
wire asked = s2_link == pin_link;
reg  pin_read_q;
always @(posedge clk) begin
    pin_read_q <= pin_read;
    if (entry && (lookup_done || asked)) asked_q <= act_d;
    else if (pin_read_q)                 asked_q <= pin_read_act;
end
assign pin_act = ((entry && asked) ? act_d : asked_q) && !pin_early;

`ifdef FORMAL
    wire [2:0]    state = rec[`REC_STATE];
    wire [CW-1:0] holds = outcome[`OUTCOME_NAPP] - rec[`REC_RETIRED];
    wire [CW+9:0] many  = {10'd0, rec_d[`REC_IN_FLIGHT]};
    always @(posedge clk) if (!rst && entry) begin
        assert (do_send || !would || !more);
        // In flight never exceeds what is held; the send point lies within it; a deadline runs
        // whenever something is in flight and nothing else will move the link.
        assert (rec_d[`REC_IN_FLIGHT] <= holds || state == `TTP_ST_CLOSED);
        assert (rec_d[`REC_NEXT] <= rec_d[`REC_IN_FLIGHT]);
        if (rec_d[`REC_AGREED]) assert (many <= 512);
        if (state != `TTP_ST_CLOSED && state != `TTP_ST_OPEN)
            assert (rec_d[`REC_TIMER_RUNS]);
        if (open && rec_d[`REC_IN_FLIGHT] != {CW{1'b0}} && !rec_d[`REC_TIMER_RUNS])
            assert (ready_push || act);
    end
`endif

endmodule

`resetall
