// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter_turn - may an event that sends a payload enter: is there a slot and a credit
//
// Slots are counted with the turns, from their grant on, that may take one. No two are granted one
// directly after the other. While a payload of 8 beats or more is being sent, one more in the slots
// is enough to follow it without a gap (AHEAD = 2). What is further ahead could not be called back
// by a NACK: with all slots filled each replay would start some 10 payloads later. With marks
// little is called back, and a turn may have to wait for a map: one more (AHEAD = 3).
//
// With DEEP the answer is a cycle old: only what is counted could have taken a slot since.
// Part of: ttp_arbiter

`resetall
`default_nettype none

module ttp_arbiter_turn #(
    parameter DEEP   = 1,       // 1: the answer is a flop
    parameter SLOTS  = 8,       // payload slots of the sender, 1..15
    parameter AHEAD  = 2        // payloads in them that are enough behind a long one's first beat
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        credit_for_event, // a response credit is free
    input  wire        granted_turn,    // a turn is granted, has acted
    input  wire        turn_ends,
    input  wire [3:0]  slots_used,
    input  wire        payload_long,    // a payload of 8 beats or more is being sent
    output wire        turn,
    output wire        no_turns         // none is on its way
);

reg  [2:0] turns_q;                     // granted, not handled: one in two cycles, so six at most
wire [4:0] in_pipe  = {2'd0, turns_q} + {4'd0, DEEP != 0 && granted_turn};
wire [4:0] ahead    = {1'b0, slots_used} + in_pipe;     // that will stand before the next payload
wire       near     = !payload_long || ahead < AHEAD[4:0];
wire       room     = ahead < SLOTS[4:0];
wire       turn_now = credit_for_event && near && room;
wire       apart    = !granted_turn;
assign     no_turns = turns_q == 3'd0;

always @(posedge clk) begin
    turns_q <= turns_q + {2'd0, granted_turn} - {2'd0, turn_ends};
    if (rst) turns_q <= 3'd0;
end

generate if (DEEP != 0) begin : g_turn
    reg turn_q;
    always @(posedge clk) turn_q <= turn_now && !rst;
    assign turn = turn_q && apart;
end else begin : g_turn
    assign turn = turn_now && apart;
end endgenerate

endmodule

`resetall
