// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_acked - the counts of a link after an ACK or a NACK
//
// An ACK of una + k retires k + 1 payloads, a NACK k (snd.ack, snd.nack). "- k" is "+ ~k + 1", so
// the one that makes the difference goes through the carry.
//
// Timing: combinational. Of another event the first three mean nothing.
// Part of: ttp_link_fsm

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"
`include "ttp_link_fsm.vh"

`resetall
`default_nettype none

module ttp_link_acked #(
    parameter CW = 13,
    parameter RW = `TTP_LINK_REC_W,
    parameter FW = `TTP_LINK_FACTS_W
) (
    input  wire [RW-1:0] rec,
    input  wire [FW-1:0] facts,
    input  wire          retire,
    output wire [CW-1:0] left,          // in flight
    output wire [CW-1:0] next_left,     // how far una is from the next to send: snd.ack.order
    output wire [CW-1:0] retired_now,   // so far, modulo 2^CW
    output wire          nothing_held   // nor in flight, after the event: whether it retires or not
);

`TTP_LINK_REC
`TTP_LINK_REC_FIELDS
`TTP_LINK_FACTS_WIRES

assign `TTP_LINK_FACTS = facts;

wire          is_nack        = ev == {1'b0, `TTP_OP_NACK};
wire [CW-1:0] k              = ack_offset;
wire [CW:0]   in_flight_less = {in_flight, 1'b1} + {~k, is_nack};
wire [CW+1:0] next_less      = {1'b0, next, 1'b1} + {1'b1, ~k, is_nack};
wire [CW:0]   retired_more   = {retired, 1'b1} + {k, !is_nack};
wire          beyond_next    = next_less[CW+1];

assign left        = in_flight_less[CW:1];
assign next_left   = next_less[CW:1] & {CW{!beyond_next}};
assign retired_now = retired_more[CW:1];

assign nothing_held = retire ? retired_now == napp : held == {CW{1'b0}};

wire [2:0]    carries_unused = {in_flight_less[0], next_less[0], retired_more[0]};

endmodule

`resetall
