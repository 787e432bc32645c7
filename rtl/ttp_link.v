// SPDX-License-Identifier: Apache-2.0
//
// ttp_link - the links: which event is next, what it does to its link, when a link is due
//
//    request --> ttp_arbiter --> grant --> ttp_link_pipe --> what is to be done   to all
//                     ^                         | timer
//                     +------- expired --- ttp_link_timer
//
// Timing: that of the three blocks.
// Part of: ttp_mac

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_link #(
    parameter DATA_W    = 512,  // bits a beat
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter TRACE     = 1,
    parameter DEEP      = 0,
    // Derived by ttp_mac: slots of the sender; width of a link, of a payload count
    parameter SLOTS     = 8,
    parameter LW        = 11,
    parameter CW        = 13
) (
    input  wire                       clk,
    input  wire                       rst,          // core reset
    input  wire                       init_active,
    input  wire [16:0]                init_idx,
    input  wire [35:0]                now,

    // Registers
    input  wire [`TTP_SETTINGS_W-1:0] settings,
    input  wire [`TTP_RENUMBER_W-1:0] renumber,
    output wire [`TTP_NUMBERS_W-1:0]  numbers,
    input  wire                       irq_dead,
    input  wire                       command_valid,
    input  wire [`TTP_COMMAND_W-1:0]  command,
    output wire [`TTP_RESULT_W-1:0]   result,

    // The other sources of events; a grant takes what is asked
    output wire [`TTP_GRANT_W-1:0]    grant,
    input  wire                       received_valid,
    input  wire                       received_few, // few wait
    input  wire [`TTP_RECEIVED_W-1:0] received,
    input  wire                       left_valid,
    input  wire [LW-1:0]              left_link,
    input  wire                       doorbell_valid,
    input  wire [LW-1:0]              doorbell_link,
    input  wire                       ready_valid,
    input  wire [LW-1:0]              ready_link,
    input  wire                       lookup_valid,
    input  wire [`TTP_LOOKUP_W-1:0]   lookup,
    output wire                       lookup_done,
    output wire [`TTP_ANSWER_W-1:0]   lookup_answer,

    // Host's payloads: appended, the link that ingest has cached, freed and up to where to free
    input  wire                       append_valid,
    input  wire [LW+CW-1:0]           append,       // link and count
    input  wire                       pin_valid,
    input  wire [LW-1:0]              pin_link,
    output wire                       pin_act,
    output wire                       pin_kill,
    input  wire                       freed_moved,
    input  wire [LW+CW-1:0]           freed,        // link and count
    output wire                       goal_valid,
    output wire [`TTP_GOAL_W-1:0]     goal,

    // Sender: a payload, an answer; whose turn it is
    output wire                       s1_rd_en,
    output wire [LW-1:0]              s1_link,
    input  wire [3:0]                 slots_used,
    input  wire                       payload_valid,
    input  wire [10:0]                payload_len,
    output wire                       send_valid,
    output wire [`TTP_SEND_W-1:0]     send,
    output wire                       ready_push,
    output wire                       ready_push_replay,
    output wire [LW-1:0]              ready_push_link,
    output wire                       respond_valid,
    output wire [`TTP_RESPOND_W-1:0]  respond,
    input  wire                       credit_for_event,
    output wire                       credit_take_event,
    output wire                       credit_give,

    // Receive side: what becomes of a payload
    output wire                       verdict_valid,
    output wire [`TTP_VERDICT_W-1:0]  verdict,

    // Host: completions, counters, trace
    input  wire                       link_ready,   // cpl has room for the end of a link
    output wire                       ended_valid,
    output wire [127:0]               ended,
    output wire [`TTP_COUNT_W-1:0]    count,
    output wire                       trace_valid,
    output wire [`TTP_TRACE_W-1:0]    trace
);

wire [`TTP_GRANT_W-1:0] request;
wire [`TTP_STAGE_W-1:0] stage;
wire [`TTP_TIMER_W-1:0] timer;
wire                    second_valid, timer_valid, expired_valid;
wire [LW-1:0]           expired_link;

assign request[`GRANT_RECEIVED] = received_valid;
assign request[`GRANT_TIMER]    = expired_valid;
assign request[`GRANT_COMMAND]  = command_valid;
assign request[`GRANT_LEFT]     = left_valid;
assign request[`GRANT_LOOKUP]   = lookup_valid;
assign request[`GRANT_DOORBELL] = doorbell_valid;
assign request[`GRANT_READY]    = ready_valid;
assign request[`GRANT_SECOND]   = second_valid;

ttp_arbiter #(.DATA_W (DATA_W), .DEEP (DEEP), .SLOTS (SLOTS)) u_arbiter (
    .clk (clk), .rst (rst), .request (request),
    .received_open (received[`RECEIVED_OP] == `TTP_OP_OPEN), .received_few (received_few),
    .command_peek (command[`COMMAND_PEEK]), .stage (stage), .credit_for_event (credit_for_event),
    .cpl_link_ready (link_ready), .slots_used (slots_used),
    .payload_valid (payload_valid), .payload_len (payload_len), .grant (grant),
    .credit_take_event (credit_take_event)
);

ttp_link_pipe #(
    .DATA_W (DATA_W), .LINK_SETS (LINK_SETS), .LINK_WAYS (LINK_WAYS), .TRACE (TRACE),
    .SLOTS (SLOTS), .DEEP (DEEP), .LW (LW), .CW (CW)
) u_link_pipe (
    .clk (clk), .rst (rst), .init_active (init_active), .init_idx (init_idx),
    .now (now), .settings (settings), .renumber (renumber), .numbers (numbers),
    .irq_dead (irq_dead), .grant (grant), .received (received), .expired_link (expired_link),
    .left_link (left_link), .doorbell_link (doorbell_link), .ready_link (ready_link),
    .command (command), .stage (stage), .second_valid (second_valid),
    .append_valid (append_valid), .append (append),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_act (pin_act), .pin_kill (pin_kill),
    .lookup (lookup), .lookup_done (lookup_done), .lookup_answer (lookup_answer),
    .freed_moved (freed_moved), .freed (freed), .goal_valid (goal_valid), .goal (goal),
    .s1_rd_en (s1_rd_en), .s1_link (s1_link), .slots_used (slots_used),
    .send_valid (send_valid), .send (send),
    .ready_push (ready_push), .ready_push_replay (ready_push_replay),
    .ready_push_link (ready_push_link), .respond_valid (respond_valid), .respond (respond),
    .credit_give (credit_give), .verdict_valid (verdict_valid), .verdict (verdict),
    .timer_valid (timer_valid), .timer (timer), .result (result),
    .ended_valid (ended_valid), .ended (ended), .count (count),
    .trace_valid (trace_valid), .trace (trace)
);

ttp_link_timer #(.LINKS (3 * LINK_SETS * LINK_WAYS), .DEEP (DEEP), .LW (LW)) u_link_timer (
    .clk (clk), .rst (rst), .init_active (init_active), .init_idx (init_idx),
    .now (now[31:0]), .timer_valid (timer_valid), .timer (timer),
    .expired_valid (expired_valid), .expired_link (expired_link),
    .expired_ready (grant[`GRANT_TIMER])
);

endmodule

`resetall
