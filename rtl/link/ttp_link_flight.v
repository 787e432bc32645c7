// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_flight - what an event leaves in flight, and what its frame has told, for ttp_tx_marks
//
// What was sent counts from the oldest in flight; where both have agreed it is 512 at most. A frame
// tells of a send by its TxID, which is no number of a send above 16 bits (sel.number).
//
// Timing: combinational, in the last cycle of S2.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_link_flight #(
    parameter LW = 11,      // width of a link index
    parameter CW = 13       // width of a payload count
) (
    input  wire                       s2_valid,
    input  wire [LW-1:0]              s2_link,
    input  wire [`TTP_EVENT_W-1:0]    s2_event,
    input  wire [`TTP_LINK_REC_W-1:0] rec,          // as it goes
    input  wire [`TTP_OUTCOME_W-1:0]  outcome,

    output wire [`TTP_FLIGHT_W-1:0]   flight,
    output wire                       resends,      // RESEND: of this
    output wire [15:0]                entry
);

`TTP_LINK_REC

wire [31:0] txid = s2_event[`EVENT_TXID];
wire [31:0] rxid = s2_event[`EVENT_RXID];
wire [`TTP_RESEND_W-1:0] asks = {txid, rxid};

wire [2:0]    state     = rec[`REC_STATE];
wire [CW-1:0] next      = rec[`REC_NEXT];
wire [CW+9:0] sent      = {10'd0, next};
wire          in_flight = rec[`REC_IN_FLIGHT] != {CW{1'b0}};
wire          sends     = state == `TTP_ST_OPEN || state == `TTP_ST_CLOSE_RECD;

assign flight[`FLIGHT_LINK]   = s2_link;
assign flight[`FLIGHT_UNA]    = rec[`REC_UNA];
assign flight[`FLIGHT_SENT]   = sent[9:0];
assign flight[`FLIGHT_STAYS]  = rec[`REC_AGREED] && in_flight;
assign flight[`FLIGHT_GOES]   = sends && !rec[`REC_PAUSED];
assign flight[`FLIGHT_AGAIN]  = outcome[`OUTCOME_AGAIN];
assign flight[`FLIGHT_HEARD]  = outcome[`OUTCOME_HEARD];
assign flight[`FLIGHT_NUMBER] = txid[15:0] & {16{txid[31:16] == 16'd0}};
assign flight[`FLIGHT_MARKS]  = outcome[`OUTCOME_MARKS];
assign flight[`FLIGHT_RESENT] = s2_valid && resends;
assign flight[`FLIGHT_MAPPED] = s2_valid && s2_event[`EVENT_MAPPED];
assign flight[`FLIGHT_GEN]    = asks[`RESEND_GEN];
assign flight[`FLIGHT_ID]     = rxid[8:0];
assign flight[`FLIGHT_MOVED]  = outcome[`OUTCOME_MOVED];
assign flight[`FLIGHT_WINDOW]  = rec[`REC_WINDOW];
assign flight[`FLIGHT_OFFERED] = rec[`REC_WINDOW] == rec[`REC_OFFERED];
assign flight[`FLIGHT_TOLD]    = s2_valid && s2_event[`EVENT_RESEND] && asks[`RESEND_TELLS];
assign resends = s2_event[`EVENT_RESEND] && !asks[`RESEND_NEWS] && !asks[`RESEND_TELLS];
assign entry = asks[`RESEND_ENTRY];

wire unused = &{1'b0, s2_event, rec, outcome, asks, sent[CW+9:10]};

endmodule

`resetall
