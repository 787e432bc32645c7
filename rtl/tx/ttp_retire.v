// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire - frees what the link pipe has retired or flushed, a payload a cycle (snd.ack.order)
//
// The link pipe only moves numbers: it writes how far a link has retired (goal) and, if the
// link was settled before, pushes it (GOAL_PUSH). This engine walks the link's list from its
// dummy entry to the goal, and gives back cells and entries:
//
//     RTQ --+--> A: head, freed counts, goal of a link addressed (a push into an empty queue
//           |       goes straight to A: cycle of the push)
//     push -+    B: they are there; next_e[head] addressed          (1 cycle, or waits for C)
//                C: entry = next_e[head] is known. Not in a send slot: advance, that is
//                   head = entry, nfreed += 1, next_e[entry] and ent[entry] addressed
//                D: (the cycle after an advance) chain of the entry, old head to the free lists,
//                   the numbers of the link to all (freed); after the last one C is free for B
//
// So with an idle engine a push in cycle t frees payload i = 0, 1, ... with its outputs in
// t + 3 + i, with DEEP in t + 4 + 2 i. Between two links of a full queue one cycle is lost.
//
// A goal written up to the last advance extends the batch. A later one is pushed again: the pipe
// pushes in cycle c iff nfreed, with freed of cycle c, equals nret before the event, and the last
// freed_moved comes one cycle after the last advance. A link is never twice in RTQ, B and C. A
// flush is always a batch of its own.
//
// Completion: RETIRED (optional, only if cfg_cpl_retired) is offered after the last D, C waits
// for its acceptance. FLUSHED: likewise, and the last freed_moved comes in the cycle after
// the acceptance.
//
// Timing: freed_valid, freed_moved, retired_valid and pulses from flops; freed and retired from
// flops and RAMs read in the cycle before. goal enters combinationally: cycle of S2.
// Mirror: model/ttp_retire.c      Test: tb/block/ttp_retire.cpp

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_retire #(
    parameter LINKS = 1536, // links, 3 * 2^k; derived by ttp_mac
    parameter LW    = 11,   // bits of a link index; derived by ttp_mac
    parameter ENTS  = 5632, // packet entries; derived by ttp_mac
    parameter EW    = 13,   // bits of an entry index; derived by ttp_mac
    parameter CW    = 13,   // bits of a link's payload counts; derived by ttp_mac
    parameter TCW   = 14,   // bits of a transmit cell index; derived by ttp_mac
    parameter DEEP  = 0,    // 1: two cycles an entry, 0: one
    parameter SLOTS = 8     // send slots; derived by ttp_mac
) (
    input  wire                      clk,
    input  wire                      core_rst,         // synchronous, active high

    input  wire                      init_active,
    input  wire [16:0]               init_idx,

    input  wire                      cfg_cpl_retired,  // completions for retired payloads too

    // Ingest
    input  wire                      append_valid,
    input  wire [`TTP_APPEND_W-1:0]  append,

    // Link pipe, S2
    input  wire                      goal_valid,
    input  wire [`TTP_GOAL_W-1:0]    goal,

    // Send slots (retransmit)
    input  wire [`TTP_SLOTS_W-1:0]   slots,

    output wire                      freed_valid,      // an entry and its cells, always accepted
    output wire                      freed_moved,      // the numbers of a link, 0 while init_active
    output wire [`TTP_FREED_W-1:0]   freed,

    // Completion
    output wire                      retired_valid,
    input  wire                      retired_ready,
    output wire [`TTP_RETIRED_W-1:0] retired,

    // Counters: one pulse a payload
    output wire                      retired_pulse,
    output wire                      flushed_pulse
);

generate if (LINKS < 3 || LW != $clog2(LINKS / 3) + 2 || ENTS < 2 || SLOTS < 1) begin : g_bad
    ERROR_ttp_retire_parameter_out_of_range u_bad ();
end endgenerate

// B
wire          b_valid, b_flush;
wire [LW-1:0] b_link;
wire [EW-1:0] b_head;
wire [CW-1:0] b_nfreed, b_goal;
wire [16:0]   b_freed;

// C
reg           c_valid_q, c_valid_d;
reg  [LW-1:0] c_link_q;
reg  [EW-1:0] c_head_q;             // the dummy
reg  [CW-1:0] c_nfreed_q, c_goal_q; // payloads
reg  [16:0]   c_freed_q;            // cells
reg           c_flush_q;
wire [EW-1:0] entry;
wire          stay;

// D
reg           d_valid_q;
reg           d_last_q;
reg  [EW-1:0] d_free_q;             // the dummy before
wire [9:0]    d_len1;               // length less one
wire [TCW-1:0] first, last_cell;    // of its chain
wire          hold, defer;
wire [LW-1:0] goal_link = goal[`GOAL_LINK];
wire [CW-1:0] goal_nret = goal[`GOAL_NRET];

wire load   = b_valid && !c_valid_q && !hold;
wire num_wr = (d_valid_q && !(d_last_q && c_flush_q)) || defer;

ttp_retire_fetch #(.LINKS(LINKS), .LW(LW), .EW(EW), .CW(CW), .DEEP(DEEP)) u_fetch (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .goal_valid(goal_valid), .goal_push(goal[`GOAL_PUSH]), .goal_link(goal_link),
    .goal_flush(goal[`GOAL_FLUSH]), .goal_nret(goal_nret),
    .num_wr(num_wr), .num_link(c_link_q),
    .num_head(c_head_q), .num_nfreed(c_nfreed_q), .num_freed(freed[`FREED_CELLS]),
    .load(load), .b_valid(b_valid), .b_link(b_link), .b_head(b_head),
    .b_nfreed(b_nfreed), .b_freed(b_freed), .b_goal(b_goal), .b_flush(b_flush)
);

ttp_retire_guard #(.EW(EW), .SLOTS(SLOTS), .DEEP(DEEP)) u_guard (
    .clk(clk), .core_rst(core_rst),
    .c_valid(c_valid_q), .entry(entry), .slots(slots), .stay(stay)
);

// C: advance. A goal written in this cycle counts.
wire          adv      = c_valid_q && !stay;
wire [CW-1:0] nfreed_1 = c_nfreed_q + {{CW-1{1'b0}}, 1'b1};
wire          moved    = goal_valid && goal_link == c_link_q;
wire [CW-1:0] goal_now = moved ? goal_nret : c_goal_q;
wire          last     = nfreed_1 == goal_now;

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(1 << EW), .BYPASS(1)) u_next (
    .clk(clk), .wr_en(append_valid),
    .wr_addr(append[`APPEND_TAIL]), .wr_data(append[`APPEND_ENTRY]),
    .rd_en(load || adv), .rd_addr(c_valid_q ? entry : b_head), .rd_data(entry)
);

// An entry is appended long before it retires, and a free one is not read: no bypass. The length
// is kept less one, so that its top bits are the cells less one.
wire [10:0] append_len1 = append[`APPEND_LEN] - 11'd1;
ttp_ram_1r1w #(.WIDTH(10 + 2*TCW), .DEPTH(1 << EW), .BYPASS(0)) u_ent (
    .clk(clk), .wr_en(append_valid), .wr_addr(append[`APPEND_ENTRY]),
    .wr_data({append_len1[9:0], append[`APPEND_FIRST], append[`APPEND_LAST]}),
    .rd_en(adv), .rd_addr(entry), .rd_data({d_len1, first, last_cell})
);
wire unused_append = &{1'b0, append_len1, append};

ttp_retire_batch #(.LINKS(LINKS), .LW(LW)) u_batch (
    .clk(clk), .core_rst(core_rst), .cfg_cpl_retired(cfg_cpl_retired),
    .goal_valid(goal_valid), .goal_link(goal_link),
    .goal_una(goal[`GOAL_UNA]), .goal_node(goal[`GOAL_NODE]),
    .load(load), .c_valid(c_valid_q), .c_link(c_link_q), .c_flush(c_flush_q), .moved(moved),
    .adv(adv), .d_valid(d_valid_q), .d_last(d_last_q), .d_len1(d_len1),
    .hold(hold), .defer(defer),
    .retired_valid(retired_valid), .retired_ready(retired_ready), .retired(retired)
);

// D
wire [3:0]    n1    = d_len1[9:6];
wire [16:0]   cells = c_freed_q + {13'd0, n1 & {4{d_valid_q}}} + {16'd0, d_valid_q};
assign freed_valid = d_valid_q;
assign freed_moved = num_wr;
assign freed[`FREED_LINK]  = c_link_q;
assign freed[`FREED_COUNT] = c_nfreed_q;
assign freed[`FREED_HEAD]  = c_head_q;
assign freed[`FREED_CELLS] = cells;
assign freed[`FREED_ENTRY] = d_free_q;
assign freed[`FREED_CHAIN] = {n1, last_cell, first};
assign retired_pulse = d_valid_q && !c_flush_q;
assign flushed_pulse = d_valid_q && c_flush_q;

always @* begin
    c_valid_d = c_valid_q;
    if (load)             c_valid_d = 1'b1;
    else if (adv && last) c_valid_d = 1'b0;
end

always @(posedge clk) begin
    c_valid_q <= c_valid_d;
    d_valid_q <= adv;
    d_last_q  <= adv && last;
    d_free_q  <= c_head_q;
    c_freed_q <= cells;
    if (c_valid_q) c_goal_q <= goal_now;
    if (adv) begin
        c_head_q   <= entry;
        c_nfreed_q <= nfreed_1;
    end
    if (load) begin     // what the last batch left in these flops is not needed after this cycle
        c_link_q   <= b_link;
        c_head_q   <= b_head;
        c_nfreed_q <= b_nfreed;
        c_goal_q   <= b_goal;
        c_freed_q  <= b_freed;
        c_flush_q  <= b_flush;
    end
    if (core_rst) begin
        c_valid_q <= 1'b0;
        d_valid_q <= 1'b0;
        d_last_q  <= 1'b0;
        // The walk of ttp_init writes them to each link.
        c_nfreed_q <= {CW{1'b0}};
        c_freed_q  <= 17'd0;
    end
end

`ifdef FORMAL
    localparam [31:0] ENTS_N = ENTS;
    always @(posedge clk) if (!core_rst && !init_active) begin
        if (c_valid_q) assert (c_nfreed_q != c_goal_q);
        if (adv)       assert ({{32-EW{1'b0}}, entry} < ENTS_N && entry != c_head_q);
        // A link is with the engine once: not again before its last count.
        if (goal[`GOAL_PUSH]) assert (!(c_valid_q && c_link_q == goal_link));
        if (moved && c_valid_q) assert (!goal[`GOAL_FLUSH] && !c_flush_q);
    end
`endif

endmodule

`resetall
