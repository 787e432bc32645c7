// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter_turn - may an event that sends a payload enter: is there a slot and a credit
//
// Slots are counted with what is in the pipe and may take one: with PIPE = 0 any event, else the
// turns from their grant on. No two are granted one directly after the other. While a payload of 8
// beats or more is being sent, one more in the slots is enough to follow it without a gap. What is
// further ahead could not be called back by a NACK: with all slots filled each replay would start
// some 10 payloads later.
//
// With DEEP the answer is a cycle old: only what is counted could have taken a slot since.
// Part of: ttp_arbiter

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_arbiter_turn #(
    parameter DATA_W = 512,     // bits a beat, 64..512
    parameter DEEP   = 0,       // 1: the answer is a flop
    parameter SLOTS  = 8        // payload slots of the sender, 1..15
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        credit_for_event, // a response credit is free
    input  wire        s1_valid,        // PIPE = 0: an event in S1, in S2
    input  wire        s1_turn,         // ... S1 holds DOORBELL or SEND
    input  wire        s2_valid,
    input  wire        granted_turn,    // else: a turn is granted, has acted
    input  wire        turn_ends,
    input  wire [3:0]  slots_used,
    input  wire        payload_long,    // a payload of 8 beats or more is being sent
    output wire        turn,
    output wire        no_turns         // PIPE > 0: none is on its way
);

localparam AHEAD = `TTP_PIPE != 0;      // the choice is made a cycle before the grant
localparam [4:0] TWO = 5'd2;

// As wide as the slots and what is in the pipe need.
localparam W = AHEAD ? 5 : $clog2(SLOTS + 3);
wire [4:0]   used     = {1'b0, slots_used};
wire [W-1:0] in_slots = used[W-1:0];
wire [W-1:0] in_pipe;
wire [W-1:0] ahead;                     // that will stand before the next payload
wire         apart;
wire         unused = &{1'b0, used};

wire       near     = !payload_long || ahead < TWO[W-1:0];
wire       room     = in_slots + in_pipe < SLOTS[W-1:0];
wire       turn_now = credit_for_event && near && room;

generate if (AHEAD) begin : g_counted
    reg  [2:0] turns_q;                 // granted, not handled: one in two cycles, so six at most
    wire unused_pipe = &{1'b0, s1_valid, s1_turn, s2_valid};
    always @(posedge clk) begin
        turns_q <= turns_q + {2'd0, granted_turn} - {2'd0, turn_ends};
        if (rst) turns_q <= 3'd0;
    end
    assign in_pipe = {2'd0, turns_q} + {4'd0, DEEP != 0 && granted_turn};
    assign ahead   = in_slots + in_pipe;
    assign apart   = !granted_turn;
    assign no_turns = turns_q == 3'd0;
end else begin : g_seen
    wire unused_turns = &{1'b0, granted_turn, turn_ends};
    assign in_pipe = {{(W-1){1'b0}}, s1_valid} + {{(W-1){1'b0}}, s2_valid};
    assign ahead   = in_slots + {{(W-1){1'b0}}, s2_valid};
    assign apart   = !s1_turn;
    assign no_turns = 1'b0;
end endgenerate

generate if (DEEP != 0) begin : g_turn
    reg turn_q;
    always @(posedge clk) turn_q <= turn_now && !rst;
    assign turn = turn_q && apart;
end else begin : g_turn
    wire unused_clk = &{1'b0, clk, rst};
    assign turn = turn_now && apart;
end endgenerate

endmodule

`resetall
