// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_follow - which event may follow others of its link without waiting for them
//
// The *streak*: one link, with the numbers of its record as the events that have left S1a will
// leave them. It begins when an event in S1a waits until all of its set is written, and what the
// last one writes is *plain*: OPEN, both lives known, nothing set aside, no CLOSE. An event of that
// link follows, if what it does to these numbers is known in S1a, and it does nothing else that
// stays:
//
//    PAYLOAD, ACK, NACK      names both lives, and is
//       the next             stored, and no gap is open                last + 1
//       behind a gap         that a NACK has told of                   gap_ahead
//       old, far, or the gap stands because there was no room          -
//       an ACK               of what is in flight                      una, in_flight, ...
//       an ACK or NACK       of what is not                            -
//    SEND                    the first or the second                   next + 1, if it sends
//    DOORBELL                never sends: the ready list               -
//
// An ACK of what is in flight, SEND and DOORBELL follow only if the sender is plain too (tx): no
// pause, no round without success, no NACK that still counts, no first send since both have agreed
// (sel.number). A payload whose number says that the peer has agreed is none (sel.agree), nor is an
// ACK when the window is full (sel.window): there it is the turn of what has waited. Where both
// have agreed no payload behind a gap follows: it may be held (sel.hold).
//
// A follower is an event like others, but that it has read too early: the numbers come from here as
// its record comes (`counts`), act and what it does not set of the times as it acts (`times`). All
// else of a record (u_stays of ttp_link_store) is the same while events follow: that is what plain
// means. A follower that is no turn does not put its link into the ready list.
//
// Any other event of the set ends the streak, and so does a turn that might send the oldest
// payload: whether the retire engine is done with the list is not known in S1a. Two that send leave
// S1a two cycles apart, because the sender needs two.
//
// `wants`: the link has more to send than is on its way; the arbiter may grant a second turn.
// What is appended is seen here as it comes. As a streak begins some may be missed, until the next
// (fresh_q); a SEND that finds nothing follows only if none is.
//
// Timing: follows, sends and stays from flops and the event in S1a; all else from flops.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_follow #(
    parameter S2_N  = 5,    // cycles of S2
    parameter SET_W = 10,   // width of {VC, set}
    parameter LW    = 11,   // width of a link index
    parameter CW    = 13    // width of a payload count
) (
    input  wire                         clk,
    input  wire                         rst,

    // S0 to S1a
    input  wire                         s0_valid,
    input  wire                         s0_by_link,
    input  wire [LW-1:0]                s0_link,
    input  wire [23:0]                  s0_node,
    input  wire [`TTP_EVENT_W-1:0]      s0_event,
    input  wire                         granted_second, // a second turn has the grant

    // S1a
    input  wire [`TTP_EVENT_W-1:0]      first_event,
    input  wire                         first_valid,
    input  wire [SET_W-1:0]             first_set,
    input  wire                         first_waits,    // for what is written in this cycle
    input  wire                         first_room,     // S1b takes one
    input  wire                         first_ends,
    input  wire                         s1_sends,       // a turn that may send is in S1b
    output wire                         follows,
    output wire                         sends,          // ... and sends
    output wire                         keeps,          // ... and there is more
    output wire                         stays,          // it would follow, but in a later cycle

    output wire [LW-1:0]                link,           // of the streak
    output wire                         wants,
    output wire [`TTP_COUNTS_W-1:0]     counts,         // in the first cycle of S2: of the follower

    // The last cycle of S2
    input  wire                         followers,      // one is behind, in S1b or in S2
    input  wire                         writes,         // an event with an entry
    input  wire                         write_follows,  // it is a follower
    input  wire [LW-1:0]                write_link,
    input  wire [SET_W-1:0]             write_set,
    input  wire [25:0]                  write_peer,     // {VC, node}
    input  wire [CW-1:0]                write_napp,     // as it has read them
    input  wire [`TTP_LINK_REC_W-1:0]   write_rec,
    input  wire                         write_act,
    input  wire [CW-1:0]                write_sent,     // of write_rec: retired + next,
    input  wire [CW:0]                  write_flown,    // the low bits of una + in_flight,
    input  wire                         write_nacked,   // nacked is not NACKED_NOT; known early
    output wire [`TTP_TIMES_W-1:0]      times,          // what the last event has left

    // Ingest
    input  wire                         append_valid,
    input  wire [LW-1:0]                append_link,
    input  wire [CW-1:0]                append_napp
);

`TTP_LINK_REC

// ---- the event in S1a
wire [4:0]    ev      = first_event[`EVENT_EV];
wire [31:0]   txid    = first_event[`EVENT_TXID];
wire [31:0]   rxid    = first_event[`EVENT_RXID];
wire          turn    = first_event[`EVENT_TURN] && !first_event[`EVENT_RESEND];
wire          second  = first_event[`EVENT_SECOND];
wire          bell    = ev[0];                          // of turns: DOORBELL is odd, SEND even
reg           by_link_q;
reg  [LW-1:0] first_link_q;
reg  [23:0]   first_node_q;

// ---- the streak
reg               valid_q, tx_q, fresh_q;
reg               gap_q, full_q;            // a gap: a NACK is out; there was no room
reg               offered_q;                // we have offered, and have not agreed
reg               agreed_q;
reg  [9:0]        window_q;                 // with agreed_q: payloads in flight at most
reg  [LW-1:0]     link_q;
reg  [SET_W-1:0]  set_q;
reg  [25:0]       peer_q;
reg  [15:0]       own_life_q, peer_life_q, gap_ahead_q;
reg  [31:0]       last_q, una_q;
reg  [CW-1:0]     in_flight_q, next_q, retired_q, napp_q;
reg  [CW-1:0]     sent_q;                   // retired_q + next_q
reg  [CW:0]       flown_q;                  // una_q + in_flight_q

wire [31:0]   from_una  = rxid - una_q;
wire [31:0]   from_last = txid - last_q;
wire [CW:0]   from_flown = rxid[CW:0] - flown_q;        // is read with offset_ok
wire [CW-1:0] k_1       = from_una[CW-1:0];             // payloads acknowledged, less one
wire          offset_ok = from_una[31:CW] == {(32-CW){1'b0}};
wire          more      = napp_q != sent_q;
wire          not_head  = next_q != {CW{1'b0}};
// sel.window: no new payload; with one more, none behind it
wire [31:0]   fly       = {{(32-CW){1'b0}}, in_flight_q};
wire          new_one   = next_q == in_flight_q;
wire          shut      = agreed_q && new_one && fly >= {22'd0, window_q};
wire          last_old  = next_q + {{(CW-1){1'b0}}, 1'b1} == in_flight_q;
wire          shut_next = agreed_q && (new_one || last_old)
                       && fly + {31'd0, new_one} >= {22'd0, window_q};

reg  peer_hit_q, link_hit_q;            // it names the peer of the streak and both lives; its link
wire same_peer = peer_hit_q;
wire same_link = link_hit_q && turn;

wire is_payload = ev == {1'b0, `TTP_OP_PAYLOAD} && !(offered_q && rxid != 32'd0);
wire is_ack     = ev == {1'b0, `TTP_OP_ACK};
wire is_nack    = ev == {1'b0, `TTP_OP_NACK};
wire fits       = first_event[`EVENT_FITS];
wire id_old     = from_last[31] || from_last == 32'd0;
wire id_close   = from_last[31:16] == 16'd0;
wire id_near    = id_close && from_last[15:1] != 15'd0;
wire id_next    = id_close && from_last[15:1] == 15'd0 && from_last[0];
wire flies      = offset_ok && from_flown[CW];
wire beyond     = !from_una[31] && !(offset_ok && (from_flown[CW] || rxid[CW:0] == flown_q));
wire behind     = from_una[31] && !(&from_una);

wire is_taken = is_payload && id_next && fits && !gap_q && !full_q;
wire is_gap   = is_payload && id_near && gap_q && !full_q && !agreed_q;
wire is_acked = is_ack && flies && tx_q && !shut;
wire is_quiet = (is_payload && (id_old || !id_close || (full_q && (id_near || (id_next && !fits)))))
             || (is_ack && !flies) || (is_nack && (beyond || behind));

wire here     = first_valid && valid_q;
wire a_turn   = here && tx_q && same_link && not_head && (bell || second || more || fresh_q);
assign sends   = a_turn && !bell && more && !shut;
assign keeps   = sends && napp_q != sent_q + {{(CW-1){1'b0}}, 1'b1} && !shut_next;
assign stays   = sends && s1_sends;
assign follows = (here && same_peer && (is_taken || is_gap || is_acked || is_quiet))
              || (a_turn && !stays);

// It leaves S1a. Each of its own: what is known early is not to wait for the rest.
wire takes = first_room && here && same_peer && is_taken;
wire gaps  = first_room && here && same_peer && is_gap;
wire acks  = first_room && here && same_peer && is_acked;
wire turns = first_room && a_turn && !stays;
wire ends  = first_ends && !follows && first_set == set_q;

// ---- what an event writes while another waits for its set
wire loads = writes && !write_follows && first_valid && first_set == write_set && first_waits
          && !followers;
wire plain = write_rec[`REC_STATE] == `TTP_ST_OPEN && write_rec[`REC_PEER_LIFE] != 16'd0
          && !write_rec[`REC_CLOSE_WANTED] && !write_rec[`REC_CLOSE_HELD]
          && !write_rec[`REC_AFTER_OPEN] && !write_rec[`REC_ANY_ID]
          && write_rec[`REC_ASIDE] == `ASIDE_NONE;
wire plain_tx = !write_rec[`REC_PAUSED] && !write_nacked && write_rec[`REC_ROUNDS] == 8'd0
             && (write_rec[`REC_NUMBERED] || !write_rec[`REC_AGREED]);

// ---- is the event in S1a of the streak: known as it comes, and as a streak begins beside it
function names;
    input        by_link;
    input [25:0] peer, its_peer;
    input [15:0] life, its_life, to_life, own_life;
    names = !by_link && peer == its_peer && life == its_life && to_life == own_life
         && to_life != 16'd0;
endfunction

always @(posedge clk) begin
    if (loads) begin
        peer_hit_q <= names(by_link_q, {first_event[`EVENT_VC], first_node_q}, write_peer,
                            first_event[`EVENT_LIFE], write_rec[`REC_PEER_LIFE],
                            first_event[`EVENT_TO_LIFE], write_rec[`REC_OWN_LIFE]);
        link_hit_q <= by_link_q && first_link_q == write_link;
    end else if (s0_valid) begin
        peer_hit_q <= names(s0_by_link, {s0_event[`EVENT_VC], s0_node}, peer_q,
                            s0_event[`EVENT_LIFE], peer_life_q,
                            s0_event[`EVENT_TO_LIFE], own_life_q);
        link_hit_q <= s0_by_link && s0_link == link_q;
    end
    if (s0_valid) begin
        by_link_q    <= s0_by_link;
        first_link_q <= s0_link;
        first_node_q <= s0_node;
    end
end

// ---- what an ACK leaves; not less than nothing is next
wire [CW:0]   next_less    = {1'b0, next_q} + {1'b0, ~k_1};
wire [CW-1:0] retired_more = retired_q + k_1 + {{(CW-1){1'b0}}, 1'b1};
wire [CW-1:0] one_more     = {{(CW-1){1'b0}}, turns && sends};
// in_flight_q - k_1 - 1. As a sum Yosys would share its adder with one_more, behind `acks`.
wire [CW-1:0] flying_less  = ~(k_1 - in_flight_q);

wire        appends = append_valid && append_link == link_q;
localparam  LAG = S2_N - 1;         // cycles since the event in its last cycle has read
reg  [LAG-1:0] appended_q;          // something was appended in one of them

always @(posedge clk) begin
    appended_q <= {appended_q[LAG-2:0], append_valid};
    if (loads)     valid_q <= plain;
    else if (ends) valid_q <= 1'b0;
    if (loads) begin
        tx_q        <= plain_tx;
        gap_q       <= write_rec[`REC_GAP_TOLD];
        full_q      <= write_rec[`REC_GAP_FULL];
        offered_q   <= write_rec[`REC_TOLD] && !write_rec[`REC_AGREED];
        agreed_q    <= write_rec[`REC_AGREED];
        window_q    <= write_rec[`REC_WINDOW];
        link_q      <= write_link;
        set_q       <= write_set;
        peer_q      <= write_peer;
        own_life_q  <= write_rec[`REC_OWN_LIFE];
        peer_life_q <= write_rec[`REC_PEER_LIFE];
        gap_ahead_q <= write_rec[`REC_GAP_AHEAD];
        in_flight_q <= write_rec[`REC_IN_FLIGHT];
        next_q      <= write_rec[`REC_NEXT];
        retired_q   <= write_rec[`REC_RETIRED];
        sent_q      <= write_sent;
        flown_q     <= write_flown;
        napp_q      <= write_napp;
        fresh_q     <= !(append_valid || (|appended_q));
    end else begin
        if (gaps) gap_ahead_q <= from_last[15:0];
        if (acks) begin
            retired_q   <= retired_more;
            in_flight_q <= flying_less;
            next_q      <= next_less[CW-1:0] & {CW{next_less[CW]}};
            sent_q      <= next_less[CW] ? sent_q : retired_more;
        end else begin
            if (next_q == in_flight_q) begin
                in_flight_q <= in_flight_q + one_more;
                flown_q     <= flown_q + {1'b0, one_more};
            end
            next_q <= next_q + one_more;
            sent_q <= sent_q + one_more;
        end
        if (appends) begin
            napp_q  <= append_napp;
            fresh_q <= 1'b1;
        end
    end
    if (loads || takes) last_q <= loads ? write_rec[`REC_LAST] : txid;
    if (loads || acks) una_q <= (loads ? write_rec[`REC_UNA] : rxid) + {31'd0, !loads};
    if (rst) valid_q <= 1'b0;
end

// ---- a follower takes the numbers along that the one before it leaves
reg  [`TTP_COUNTS_W-1:0] s1_counts_q, s2_counts_q;
always @(posedge clk) begin
    if (first_ends) begin
        s1_counts_q[`COUNTS_LAST]      <= last_q;
        s1_counts_q[`COUNTS_UNA]       <= una_q;
        s1_counts_q[`COUNTS_IN_FLIGHT] <= in_flight_q;
        s1_counts_q[`COUNTS_RETIRED]   <= retired_q;
        s1_counts_q[`COUNTS_NEXT]      <= next_q;
        s1_counts_q[`COUNTS_GAP_AHEAD] <= gap_ahead_q;
    end
    s2_counts_q <= s1_counts_q;
end
assign counts = s2_counts_q;
assign link   = link_q;

reg  [`TTP_TIMES_W-1:0] times_q;
always @(posedge clk) if (loads || (writes && write_follows)) begin
    times_q[`TIMES_ACT]          <= write_act;
    times_q[`TIMES_TIMER_RUNS]   <= write_rec[`REC_TIMER_RUNS];
    times_q[`TIMES_DEADLINE]     <= write_rec[`REC_DEADLINE];
    times_q[`TIMES_SERVICE_RUNS] <= write_rec[`REC_SERVICE_RUNS];
    times_q[`TIMES_SERVICE_AT]   <= write_rec[`REC_SERVICE_AT];
    times_q[`TIMES_ACTIVE]       <= write_rec[`REC_ACTIVE];
end
assign times = times_q;

wire unused = &{1'b0, first_event, s0_event, write_rec, from_una, from_flown};

// ---- second turns that have the grant and have not left S1a
reg  [2:0]    underway_q;
reg           wants_q;
wire [2:0]    underway = underway_q + {2'd0, granted_second};
wire [CW-1:0] unsent   = napp_q - sent_q;
always @(posedge clk) begin
    underway_q <= underway - {2'd0, first_ends && second};
    wants_q    <= valid_q && tx_q && not_head && !shut && !rst
               && unsent > {{(CW-3){1'b0}}, underway};
    if (rst) underway_q <= 3'd0;
end
assign wants = wants_q;

`ifdef FORMAL
    always @(posedge clk) if (!rst) assert (!(loads && first_ends));
`endif

endmodule

`resetall
