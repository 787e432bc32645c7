// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_compare - what an event and the record of its link say about each other
//
// Each comparison is made here, once; the rules only ask for its outcome. IDs and times are 32 bit
// and wrap, so they are compared through the sign of a difference (ids.wrap).
//
// For a new entry, or without an entry, the record read belongs to another link. What the rules
// must not see of it is cleared here: state, flags, and the life number of the peer. una is the
// first ID then. next and in_flight are 0 already.
//
// Timing: combinational.
// Part of: ttp_link_fsm

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"

`resetall
`default_nettype none

module ttp_link_compare #(
    parameter CW = 13,
    parameter PW = 8,
    parameter RW = `TTP_LINK_REC_W,
    parameter FW = `TTP_LINK_FACTS_W
) (
    input  wire [RW-1:0] rec_as_read,
    input  wire [31:0]   first_id,      // first payload's ID of a new entry
    input  wire [7:0]    cfg_retry_max,
    input  wire [18:0]   cfg_age,       // ticks

    // The event, as in the list of facts
    input  wire [35:0]   event_now,
    input  wire [4:0]    event_ev,
    input  wire          event_entry,
    input  wire          event_fresh,   // the entry was allocated by this event
    input  wire          event_makes_room,
    input  wire [31:0]   event_txid,
    input  wire [31:0]   event_rxid,
    input  wire [15:0]   event_life,
    input  wire [15:0]   event_to_life,
    input  wire          event_fits,
    input  wire [9:0]    event_offer,
    input  wire          event_settled,
    input  wire [CW-1:0] event_napp,
    input  wire          event_may_stow,
    input  wire          event_has_marks,
    input  wire [7:0]    event_gen,     // ... of this context
    input  wire          event_mapped,
    input  wire          event_reack,
    input  wire          event_idle,

    output wire [23:0]   age,           // ticks since the last activity
    output wire          aged_now,      // more of them than cfg_age
    output wire [RW-1:0] rec,           // as the rules see it
    output wire [FW-1:0] facts
);

`TTP_LINK_REC
`TTP_LINK_REC_FIELDS
`TTP_LINK_FACTS_WIRES

// ---------------------------------------------------------------- the record
wire          known = (event_entry && !event_fresh) || event_makes_room;

assign rec[AT_PEER_LIFE-1:0]             = rec_as_read[AT_PEER_LIFE-1:0];
assign rec[`REC_PEER_LIFE]               = rec_as_read[`REC_PEER_LIFE] & {16{known}};
assign rec[AT_UNA-1:AT_OWN_LIFE]         = rec_as_read[AT_UNA-1:AT_OWN_LIFE];
assign rec[`REC_UNA]                     = event_fresh ? first_id       // ids.entry
                                                       : rec_as_read[`REC_UNA];
assign rec[AT_ASIDE_ID-1:AT_STATE]       = rec_as_read[AT_ASIDE_ID-1:AT_STATE]
                                         & {(AT_ASIDE_ID-AT_STATE){known}};
assign rec[AT_END-1:AT_ASIDE_ID]         = rec_as_read[AT_END-1:AT_ASIDE_ID];

// ---------------------------------------------------------------- the event
assign now        = event_now;
assign ev         = event_ev;
assign txid       = event_txid;
assign rxid       = event_rxid;
assign life       = event_life;
assign to_life    = event_to_life;
assign napp       = event_napp;
assign entry      = event_entry;
assign makes_room = event_makes_room;
assign fits       = event_fits;
assign offer      = event_offer;
assign settled    = event_settled;
assign reack      = event_reack;
assign idle       = event_idle;

// ---------------------------------------------------------------- the link
assign closing     = state == `TTP_ST_CLOSE_SENT || state == `TTP_ST_CLOSE_DUE;
assign reopening   = state == `TTP_ST_REOPEN_SENT;
assign live        = closing || reopening || state == `TTP_ST_OPEN || state == `TTP_ST_CLOSE_RECD;
assign hears       = live || (state == `TTP_ST_OPEN_RECD && !stranger);
assign deaf        = stranger && !open_accepted;

// ---------------------------------------------------------------- counts
assign held        = napp - retired;
assign waiting     = entry && held != {CW{1'b0}};
assign none_flying = in_flight == {CW{1'b0}};
assign rounds_inc  = &rounds ? rounds : rounds + 8'd1;
assign give_up     = rounds_inc >= cfg_retry_max;
assign rounds_spent = rounds >= cfg_retry_max;

// ---------------------------------------------------------------- RxID against una
wire [31:0]   from_una  = event_rxid - una;
wire          offset_ok = from_una[31:CW] == {(32-CW){1'b0}};

assign ack_offset = from_una[CW-1:0];
assign ack_old    = from_una[31];
assign ack_before = &from_una;
assign ack_una    = offset_ok && ack_offset == {CW{1'b0}};
assign ack_flying = offset_ok && ack_offset < in_flight;
assign ack_next   = ack_flying || (offset_ok && ack_offset == in_flight);
assign none_left  = event_ev == {1'b0, `TTP_OP_NACK} ? ack_offset == in_flight
                                                   : in_flight + ~ack_offset == {CW{1'b0}};
assign rxid_zero  = event_rxid == 32'd0;

// RxID is the TxID of our OPEN. It was una - 1, and nothing retires until it is answered. Only in a
// re-OPEN payloads do: from then on 21 bits tell, for an OPEN 2 million IDs ago is not under way.
wire          first_open = state == `TTP_ST_OPEN_SENT || state == `TTP_ST_OPEN_RECD;
wire          asked      = reopening || open_accepted;

assign our_open   = first_open ? ack_before : asked && event_rxid[20:0] == open_id;

// ---------------------------------------------------------------- TxID against last
wire [31:0]   from_last = txid - last;

wire          id_close = from_last[31:16] == 16'd0;
wire          id_there = id_close && from_last[15:1] == 15'd0;  // the last one, or the next

assign id_ahead   = from_last[15:0];
assign id_last    = id_there && !from_last[0];
assign id_before  = &from_last;
assign id_old     = from_last[31] || id_last;
assign id_next    = id_there && from_last[0];
assign id_wanted  = id_next || any_id || proof;
assign id_near    = id_close && !id_last && !any_id;
assign id_in_pass = id_ahead <= gap_ahead;

// sel.hold: up to window + 1 ahead
wire          id_in_window = id_ahead[15:PW] == {(16-PW){1'b0}}
                          || (id_ahead >> (PW + 1) == 16'd0 && id_ahead[PW-1:1] == {(PW-1){1'b0}});

wire          id_waits  = event_fits && id_near && id_in_window && !gap_full
                       && aside == `ASIDE_NONE;

assign id_stows   = id_waits && event_may_stow;
assign id_no_room = id_waits && !event_may_stow;
assign txid_zero  = txid == 32'd0;

// cls.end: where the peer's payloads end. a - b == -1 stands for a + 1 == b.
wire [31:0]   from_end  = txid - peer_id;
wire [31:0]   last_gone = last - peer_id;
wire          end_known = state == `TTP_ST_CLOSE_RECD ? !stranger
                                                             : closing && close_held;

assign id_beyond  = !from_end[31] && end_known && !proof;
assign id_final   = &from_end && end_known && !proof;
assign all_here   = stranger || &last_gone;

// ---------------------------------------------------------------- lives
wire [31:0]   from_aside = txid - aside_id;

wire          names_ours = to_life == own_life;         // life.ours
wire          sent       = state == `TTP_ST_OPEN_SENT
                        || (reopening && (ev == {1'b0, `TTP_OP_OPEN_ACK}
                                          || ev == {1'b0, `TTP_OP_OPEN_NACK}));
wire          closed_now = state == `TTP_ST_CLOSED;

assign stranger    = peer_life == 16'd0;
assign same_life   = !stranger && life == peer_life;    // life.ours
assign marked      = to_life != 16'd0;
assign ours        = marked ? names_ours && !closed_now && (sent || same_life)
                            : stranger || closed_now || state == `TTP_ST_OPEN_SENT;
assign id_of_aside = aside != `ASIDE_NONE && from_aside == 32'd1;
assign proof       = ev == {1'b0, `TTP_OP_PAYLOAD} && id_of_aside && live   // str.prove
                  && (marked ? stranger && names_ours : aside == `ASIDE_SEEN);

// ---------------------------------------------------------------- marks
assign has_marks   = event_has_marks && agreed;
assign mapped      = event_mapped && has_marks;
assign asks        = event_ev == `TTP_EV_RESEND && event_entry && has_marks;
assign gen         = event_gen;

// ---------------------------------------------------------------- time
wire [31:0]   over         = now[31:0] - deadline;
wire [31:0]   service_over = now[31:0] - service_at;

assign due         = timer_runs && !over[31];
assign service_due = service_runs && !service_over[31] && !due;
assign age         = now[35:12] - active;
assign aged        = age > {5'd0, cfg_age};
assign aged_now    = aged;

wire [91:0]   bits_unused = {over[30:0], service_over[30:0], from_end[30:1]};

assign facts = `TTP_LINK_FACTS;

endmodule

`resetall
