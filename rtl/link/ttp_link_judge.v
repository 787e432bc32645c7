// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_judge - S1: may the entry of a probed link be given away, or be asked for?
//
// An event that may make an entry and finds its set full looks at the records of the set, see
// ttp_link_table. Of each the judge says whether it may go at once (ok: closed, nothing held,
// settled), whether its link may be closed to make room (cand), and whether it is closing already.
//
// The link that the ingest has pinned is never given away. If the pin alone stands in the way, the
// judge tells the ingest to give it up as soon as it has nothing to append (pin_kill).
//
// nfreed counts as it was read: a write of it in the cycle of the judgement is not seen.
//
// Timing: combinational from the record in S2; pin_kill a flop.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_judge #(
    parameter LW   = 11,    // width of a link index
    parameter CW   = 13     // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire [LW-1:0]              s1_link,      // its record is judged in the next cycle
    input  wire                       s1_probing,   // a record is judged in this cycle
    input  wire [`TTP_LINK_REC_W-1:0] rec,
    input  wire [CW-1:0]              napp,
    input  wire [CW-1:0]              nfreed,
    input  wire                       aged,         // idle for longer than cfg_victim_idle
    input  wire                       irq_dead,     // the host has not taken note of dead links
    input  wire                       pin_valid,
    input  wire [LW-1:0]              pin_link,

    output wire                       probe_ok,
    output wire                       probe_cand,
    output wire                       probe_closing,
    output wire                       probe_stranger,
    output wire                       pin_kill
);

`TTP_LINK_REC

reg [LW-1:0] link_q;
always @(posedge clk) link_q <= s1_link;

wire is_open      = rec[`REC_STATE] == `TTP_ST_OPEN;
wire is_closed    = rec[`REC_STATE] == `TTP_ST_CLOSED;
wire close_sent   = rec[`REC_STATE] == `TTP_ST_CLOSE_SENT
                 || rec[`REC_STATE] == `TTP_ST_CLOSE_DUE;
wire close_recd   = rec[`REC_STATE] == `TTP_ST_CLOSE_RECD;
wire close_wanted = rec[`REC_CLOSE_WANTED];
wire unused_rec = &{1'b0, rec};

// All that was handed over for the link has retired and is freed.
wire empty = napp == rec[`REC_RETIRED] && nfreed == rec[`REC_RETIRED];

// tbl.reuse tbl.reuse.dead
wire good = is_closed && empty && !(rec[`REC_WAS_DEAD] && irq_dead);

// tbl.victim.fit: nothing is owed in either direction, and nothing has moved for long. What is in
// flight is held (asserted in ttp_link_turn).
wire waits = rec[`REC_GAP_TOLD] || rec[`REC_ASIDE] != 2'd0;
wire idle  = empty && !close_wanted && !waits && aged;
wire cand  = is_open && idle;

wire pinned = pin_valid && pin_link == link_q;

assign probe_ok       = good && !pinned;
assign probe_cand     = cand && !pinned;
assign probe_closing  = close_sent || close_recd || (is_open && close_wanted);  // tbl.victim.one
assign probe_stranger = rec[`REC_PEER_LIFE] == 16'd0;                           // tbl.victim.order

ttp_stage #(.WIDTH(1), .RESET(1)) u_kill (
    .clk(clk), .rst(rst), .en(1'b1),
    .in(s1_probing && pinned && (good || cand)), .out(pin_kill)
);

endmodule

`resetall
