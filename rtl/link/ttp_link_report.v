// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_report - what the event tells the host: peek, completion, counters, causes, trace
//
// PEEK shows the record, which it leaves as it is. Completions tell of links that died, were closed
// in the orderly way, or whose peer has begun a new life.
//
// A trace record tells of each event but PEEK, and of a second turn only if it sent. Without an
// entry the link is FFFF and the states are CLOSED. REWIND stands for a replay after a NACK, and
// for the timeouts of OPEN and of CLOSE_RECD with payloads in flight. FLUSH is set only if
// something was held.
//
// Timing: peek and completion in the last cycle of S2; all else in flops, one cycle later.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_report #(
    parameter TRACE = 1,    // 0: no trace port
    parameter LW    = 11,   // width of a link index
    parameter CW    = 13    // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,

    // The event in its last cycle
    input  wire                       s2_valid,
    input  wire                       s2_entry,
    input  wire                       s2_fresh,
    input  wire [LW-1:0]              s2_link,
    input  wire [23:0]                s2_node,
    input  wire [`TTP_EVENT_W-1:0]    s2_event,

    // Its link
    input  wire [`TTP_LINK_REC_W-1:0] rec,          // as it goes
    input  wire [`TTP_OUTCOME_W-1:0]  outcome,      // what happened to it
    input  wire                       send_valid, send_replay,
    input  wire [31:0]                send_id,

    output wire [`TTP_RESULT_W-1:0]   result,
    output wire                       ended_valid,
    output wire [127:0]               ended,

    output wire [`TTP_COUNT_W-1:0]    count,
    output wire                       trace_valid,
    output wire [`TTP_TRACE_W-1:0]    trace
);

`TTP_LINK_REC

wire        entry      = s2_valid && s2_entry;
wire [4:0]  ev         = s2_event[`EVENT_EV];
wire [1:0]  vc         = s2_event[`EVENT_VC];
wire [31:0] txid       = s2_event[`EVENT_TXID];
wire        dead       = outcome[`OUTCOME_DEAD];
wire        closed     = outcome[`OUTCOME_CLOSED];
wire        restarted  = outcome[`OUTCOME_RESTARTED];
wire [CW-1:0] held     = outcome[`OUTCOME_HELD];
wire        unused_all = &{1'b0, rec, s2_event, outcome};

// ---- LINK_REC0..6, word 0 on the right
assign result[`RESULT_NUMBERED] = rec[`REC_NUMBERED];
assign result[`RESULT_CLOSED] = s2_valid && ev == `TTP_EV_CLOSE;
assign result[`RESULT_NOLINK] = outcome[`OUTCOME_MISSED];
assign result[`RESULT_PEEKED] = s2_valid && ev == `TTP_EV_PEEK;
assign result[`RESULT_RECORD] = {
    6'd0, rec[`REC_WINDOW], {(16-CW){1'b0}}, held,
    rec[`REC_PEER_LIFE], rec[`REC_OWN_LIFE],
    rec[`REC_LAST],
    outcome[`OUTCOME_NXT],
    rec[`REC_UNA],
    6'd0, vc, s2_node,
    s2_entry, rec[`REC_WAS_DEAD], rec[`REC_CLOSE_WANTED], rec[`REC_AGREED], 8'd0,
    rec[`REC_ROUNDS],
    9'd0, rec[`REC_STATE]
};

// ---- completion: kind, status, VC, node, first ID, payloads flushed, bytes
wire [7:0]  kind    = dead ? `TTP_CPL_DEAD : closed ? `TTP_CPL_CLOSED : `TTP_CPL_RESTARTED;
wire [31:0] first   = restarted ? txid : outcome[`OUTCOME_UNA];
wire [15:0] flushed = dead ? {{(16-CW){1'b0}}, held} : 16'd0;
assign ended_valid = entry && (dead || closed || restarted);
assign ended  = {kind, 8'd0, 6'd0, vc, s2_node, first, flushed, 32'd0};

// ---- counters, causes
wire [`TTP_COUNT_W-1:0] count_d;
assign count_d[`COUNT_DEAD]      = entry && dead;
assign count_d[`COUNT_OPENED]    = entry && outcome[`OUTCOME_OPENED];
assign count_d[`COUNT_ILLEGAL]   = s2_valid && outcome[`OUTCOME_ILLEGAL];
assign count_d[`COUNT_LATE]      = entry && outcome[`OUTCOME_LATE];
assign count_d[`COUNT_GAP]       = entry && outcome[`OUTCOME_GAP];
assign count_d[`COUNT_REPEATED]  = entry && outcome[`OUTCOME_REPEATED];
assign count_d[`COUNT_TIMEOUT]   = entry && outcome[`OUTCOME_TIMEOUT];
assign count_d[`COUNT_REPLAY]    = send_replay;
assign count_d[`COUNT_TOO_FAR]   = entry && outcome[`OUTCOME_TOO_FAR];
assign count_d[`COUNT_NO_SPACE]  = entry && outcome[`OUTCOME_FULL];
assign count_d[`COUNT_NOLINK]    = entry && outcome[`OUTCOME_LOST];
assign count_d[`COUNT_CLOSED]    = entry && closed;
assign count_d[`COUNT_RESTARTED] = entry && restarted;

ttp_stage #(.WIDTH(`TTP_COUNT_W), .RESET(1)) u_counts (
    .clk(clk), .rst(rst), .en(1'b1), .in(count_d), .out(count)
);

// ---- trace
generate if (TRACE != 0) begin : g_trace
    wire        told   = ev != `TTP_EV_PEEK && !(s2_event[`EVENT_SECOND] && !send_valid);
    wire [2:0]  state0 = s2_entry && !s2_fresh ? outcome[`OUTCOME_STATE] : `TTP_ST_CLOSED;
    wire [2:0]  state1 = s2_entry ? rec[`REC_STATE] : `TTP_ST_CLOSED;
    wire [15:0] link   = s2_entry ? {{(16-LW){1'b0}}, s2_link} : 16'hFFFF;

    wire        moved  = outcome[`OUTCOME_MOVED];

    wire [15:0] action;
    assign action[`TTP_ACT_RESPOND] = outcome[`OUTCOME_ANSWER];
    assign action[`TTP_ACT_SEND]    = send_valid;
    assign action[`TTP_ACT_REPLAY]  = send_replay;
    assign action[`TTP_ACT_TAKE]    = outcome[`OUTCOME_TAKE];
    assign action[`TTP_ACT_RETIRE]  = moved && !dead;
    assign action[`TTP_ACT_REWIND]  = outcome[`OUTCOME_REWIND];
    assign action[`TTP_ACT_FLUSH]   = dead && moved;
    assign action[`TTP_ACT_DEAD]    = dead;
    assign action[`TTP_ACT_ILLEGAL] = outcome[`OUTCOME_ILLEGAL];
    assign action[`TTP_ACT_ALLOC]   = s2_fresh;
    assign action[`TTP_ACT_NOENTRY] = !s2_entry;
    assign action[`TTP_ACT_TIMEOUT] = outcome[`OUTCOME_TIMEOUT];
    assign action[15:12]            = 4'd0;

    ttp_stage #(.WIDTH(1), .RESET(1)) u_told (
        .clk(clk), .rst(rst), .en(1'b1), .in(s2_valid && told), .out(trace_valid)
    );
    wire [`TTP_TRACE_W-1:0] trace_d;
    assign trace_d[`TRACE_LINK]   = link;
    assign trace_d[`TRACE_STATE0] = state0;
    assign trace_d[`TRACE_STATE1] = state1;
    assign trace_d[`TRACE_EVENT]  = ev;
    assign trace_d[`TRACE_ACTION] = action;
    assign trace_d[`TRACE_TXID]   = send_valid ? send_id : txid;
    assign trace_d[`TRACE_RXID]   = s2_event[`EVENT_RXID];

    ttp_stage #(.WIDTH(`TTP_TRACE_W)) u_trace (
        .clk(clk), .rst(rst), .en(1'b1), .in(trace_d), .out(trace)
    );
end else begin : g_notrace
    wire unused_trace = &{1'b0, s2_fresh, send_valid, s2_link, send_id};
    assign trace_valid = 1'b0;
    assign trace       = {`TTP_TRACE_W{1'b0}};
end endgenerate

endmodule

`resetall
