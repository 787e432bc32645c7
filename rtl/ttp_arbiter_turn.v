// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter_turn - may an event that sends a payload enter: is there a slot and a credit
//
// Slots are counted with what is in the pipe and may take one. Two sends never follow each other
// directly. While a payload of 8 beats or more is being sent, one more in the slots is enough to
// follow it without a gap. What is further ahead could not be called back by a NACK: with all
// slots filled each replay would start some 10 payloads later.
//
// With DEEP the answer is a cycle old: nothing but what is in the pipe, and counted, could have
// taken a slot since.
// Part of: ttp_arbiter

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
    input  wire        s1_valid,
    input  wire        s1_turn,         // S1 holds DOORBELL or SEND
    input  wire        s2_valid,
    input  wire [3:0]  slots_used,
    input  wire        payload_valid,   // a payload is being sent, of payload_len bytes
    input  wire [10:0] payload_len,
    output wire        turn
);

localparam NARROW = DATA_W < 512;
localparam [4:0] TWO = 5'd2;

// As wide as the slots and the two in the pipe need.
localparam W = $clog2(SLOTS + 3);
wire [4:0]   used     = {1'b0, slots_used};
wire [W-1:0] in_s1    = {{(W-1){1'b0}}, s1_valid};
wire [W-1:0] in_s2    = {{(W-1){1'b0}}, s2_valid};
wire [W-1:0] in_slots = used[W-1:0];
wire         unused = &{1'b0, used};

// Below 512 bit what is in S1 now will be in S2 when the choice is granted.
wire       long_now = payload_valid && payload_len >= DATA_W[10:0];
wire       near     = !long_now || in_slots + in_s2 + (NARROW ? in_s1 : {W{1'b0}}) < TWO[W-1:0];
wire       room     = in_slots + in_s1 + in_s2 < SLOTS[W-1:0];
wire       turn_now = credit_for_event && !s1_turn && near && room;

generate if (DEEP != 0) begin : g_turn
    reg turn_q;
    always @(posedge clk) turn_q <= turn_now && !rst;
    assign turn = turn_q;
end else begin : g_turn
    wire unused_clk = &{1'b0, clk, rst};
    assign turn = turn_now;
end endgenerate

endmodule

`resetall
