// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_find - S1: the entry of an event, and the stages before and behind it
//
// ttp_link_table finds the entry or makes one. If the set is full it probes: the records of the set
// are addressed one after the other, and ttp_link_judge says in S2, which is empty then, what may
// become of them. With a victim, s2_link is the link that is to be closed, and the event goes on
// without an entry.
//
// Timing: s1_* combinational from flops and tags; s2_*: flops.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_find #(
    parameter PIPE      = 0,    // see ttp_link_pipe
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter LW        = 11,   // width of a link index
    parameter CW        = 13    // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       init_active,
    input  wire [16:0]                init_idx,

    input  wire                       s0_valid, s0_by_link, s0_excl,
    input  wire [LW-1:0]              s0_link,
    input  wire [23:0]                s0_node,
    input  wire [`TTP_EVENT_W-1:0]    s0_event,

    // The record that was addressed, to be judged
    input  wire [`TTP_LINK_REC_W-1:0] rec,
    input  wire [CW-1:0]              napp, nfreed,
    input  wire [23:0]                age,
    input  wire                       aged, irq_dead,
    input  wire                       pin_valid,
    input  wire [LW-1:0]              pin_link,
    output wire                       pin_kill,

    output wire                       s1_valid, s1_excl, s1_turn,
    output wire                       s1_advance,   // S2 in the next cycle
    output wire [LW-1:0]              s1_link,      // its record is addressed

    output wire                       s2_entry,
    output wire                       s2_fresh,     // a new entry
    output wire                       s2_victim,    // no entry, but s2_link makes room
    output wire                       s2_excl, s2_second, s2_peek,
    output wire                       s2_send,      // SEND from the ready list
    output wire                       s2_first,     // a turn that is no second one
    output wire [LW-1:0]              s2_link,
    output wire [23:0]                s2_node,
    output wire [`TTP_EVENT_W-1:0]    s2_event
);

localparam EW    = `TTP_EVENT_W;
localparam S1_N  = (`TTP_PIPE_S1  >> 4 * PIPE) & 15;
localparam WAY_N = (`TTP_PIPE_WAY >> 4 * PIPE) & 15;

wire [EW-1:0] s1_event;
ttp_stage #(.WIDTH(EW)) u_s1 (
    .clk (clk), .rst (rst), .en (s0_valid), .in (s0_event), .out (s1_event)
);
assign s1_turn = s1_event[`EVENT_TURN];

wire        s1_entry, s1_fresh, s1_victim, s1_probing;
wire        probe_ok, probe_cand, probe_closing, probe_stranger;
wire [23:0] s1_node;

ttp_link_table #(.LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .CUT(WAY_N > 1 ? 1 : 0),
                 .DEEP(S1_N - 1), .LW(LW)) u_table (
    .clk (clk), .rst (rst), .init_active (init_active), .init_idx (init_idx),
    .s0_valid (s0_valid), .s0_by_link (s0_by_link), .s0_link (s0_link),
    .s0_vc (s0_event[`EVENT_VC]), .s0_node (s0_node), .s0_excl (s0_excl),
    .s1_valid (s1_valid), .s1_excl (s1_excl), .s1_advance (s1_advance), .s1_entry (s1_entry),
    .s1_alloc (s1_fresh), .s1_victim (s1_victim), .s1_link (s1_link), .s1_node (s1_node),
    .s1_probing (s1_probing), .probe_ok (probe_ok), .probe_cand (probe_cand),
    .probe_closing (probe_closing), .probe_stranger (probe_stranger), .probe_age (age)
);

ttp_link_judge #(.PIPE(PIPE), .LW(LW), .CW(CW)) u_judge (
    .clk (clk), .rst (rst), .s1_link (s1_link), .s1_probing (s1_probing), .rec (rec),
    .napp (napp), .nfreed (nfreed), .aged (aged), .irq_dead (irq_dead),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_kill (pin_kill),
    .probe_ok (probe_ok), .probe_cand (probe_cand), .probe_closing (probe_closing),
    .probe_stranger (probe_stranger)
);

// ---- S1 | S2
wire [4:0] s1_ev     = s1_event[`EVENT_EV];
wire       s1_second = s1_event[`EVENT_SECOND];
wire       s1_peek   = s1_ev == `TTP_EV_PEEK;
wire       s1_send   = s1_turn && !s1_ev[0] && !s1_second;  // DOORBELL is odd, SEND even
wire       s1_first  = s1_turn && !s1_second;

// Each VC has 2^n links, so the top two bits are the VC.
reg [EW-1:0] leaves;
always @* begin
    leaves = s1_event;
    if (s1_entry) leaves[`EVENT_VC] = s1_link[LW-1 -: 2];
end

ttp_stage #(.WIDTH(EW + LW + 24 + 7)) u_s2 (
    .clk (clk), .rst (rst), .en (s1_advance),
    .in ({leaves,   s1_link, s1_node, s1_entry, s1_fresh, s1_victim,
          s1_excl,  s1_peek, s1_send, s1_first}),
    .out ({s2_event, s2_link, s2_node, s2_entry, s2_fresh, s2_victim,
           s2_excl,  s2_peek, s2_send, s2_first})
);
assign s2_second = s2_event[`EVENT_SECOND];

endmodule

`resetall
