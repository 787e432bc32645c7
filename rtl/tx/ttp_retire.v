// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire - frees what the link pipe has retired or flushed, a payload a cycle (snd.ack.order)
//
// The link pipe only moves numbers: it writes how far a link has retired (goal) and, if the
// link was settled before, pushes it (rt_push). This engine walks the link's list from its
// dummy entry to the goal, and gives back cells and entries:
//
//     RTQ --+--> A: head, freed counts, goal of a link addressed (a push into an empty queue
//           |       goes straight to A: cycle of the push)
//     push -+    B: they are there; next_e[head] addressed          (1 cycle, or waits for C)
//                C: e = next_e[head] is known. Not in a send slot: advance, that is
//                   head = e, nfreed += 1, next_e[e] and ent[e] addressed
//                D: (the cycle after an advance) chain of e, old head to the free lists,
//                   nf_*, hp_*, fd_* written; after the last one C is free for B
//
// So an idle engine advances first 2 cycles after the push and then once a cycle, and between
// two links of a full queue one cycle is lost. What belongs to whom: the pipe pushes in cycle
// c iff nfreed, with nf_wr of cycle c, equals nret before the event. The last nf_wr comes one
// cycle after the last advance; so gl_wr up to and with the cycle of the advance is followed,
// and a later one comes with its own push. A link is never twice in queue, B and C.
//
// Completion: RETIRED (optional, only if cfg_cpl_retired) is offered after the last D, C waits
// for its acceptance. FLUSHED: likewise, and the last nf/hp/fd write comes in the cycle after
// the acceptance, so that the link is settled only when the host has been told.
//
// Timing: nf_wr, hp_wr, fd_wr, fe_*, nf_val, hp_val, rc_valid, pulses from flops; fr_*, fd_val,
// rc_data from RAMs read in the cycle before. gl_* enters combinationally: cycle of S2.
// Mirror: model/ttp_retire.c      Lockstep test: tb/block/ttp_retire.cpp

`resetall
`default_nettype none
`include "ttp_defs.vh"

module ttp_retire #(
    parameter LINKS = 1536, // links, 3 * 2^k; derived by ttp_mac
    parameter LW    = 11,   // bits of a link index; derived by ttp_mac
    parameter ENTS  = 5632, // packet entries; derived by ttp_mac
    parameter EW    = 13,   // bits of an entry index; derived by ttp_mac
    parameter CW    = 13,   // bits of a link's payload counts; derived by ttp_mac
    parameter TCW   = 14,   // bits of a transmit cell index; derived by ttp_mac
    parameter DEEP  = 0,        // 1: two cycles an entry, 0: one
    parameter SLOTS = 8     // send slots; derived by ttp_mac
) (
    input  wire                clk,
    input  wire                core_rst,        // synchronous, active high

    input  wire                init_active,
    input  wire [16:0]         init_idx,

    input  wire                cfg_cpl_retired, // completions for retired payloads too

    // Append (ingest)
    input  wire                ap_valid,
    input  wire [EW-1:0]       ap_tail,
    input  wire [EW-1:0]       ap_e,
    input  wire [10:0]         ap_len,          // bytes, 1..1024
    input  wire [TCW-1:0]      ap_first,
    input  wire [TCW-1:0]      ap_last,

    // Link pipe, S2
    input  wire                rt_push,
    input  wire [LW-1:0]       rt_link,
    input  wire                gl_wr,
    input  wire [LW-1:0]       gl_link,
    input  wire                gl_flush,
    input  wire [CW-1:0]       gl_nret,
    input  wire [31:0]         gl_una,          // after the event; flush: before it
    input  wire [23:0]         gl_node,

    // Send slots (retransmit)
    input  wire [SLOTS-1:0]    slot_v,
    input  wire [SLOTS*EW-1:0] slot_e,

    input  wire                rc_ready,

    // Free entry to ingest, free chain to tx_sram: one each a cycle, always accepted
    output wire                fe_valid,
    output wire [EW-1:0]       fe_e,
    output wire                fr_valid,
    output wire [TCW-1:0]      fr_first,
    output wire [TCW-1:0]      fr_last,
    output wire [3:0]          fr_n1,           // cells less one

    // Per-link numbers: to ingest, link_pipe, retransmit
    output wire                fd_wr,
    output wire [LW-1:0]       fd_link,
    output wire [16:0]         fd_val,          // cells ever freed, modulo 2^17
    output wire                nf_wr,
    output wire [LW-1:0]       nf_link,
    output wire [CW-1:0]       nf_val,
    output wire                hp_wr,
    output wire [LW-1:0]       hp_link,
    output wire [EW-1:0]       hp_val,

    // Completion
    output wire                rc_valid,
    output wire                rc_opt,
    output wire [127:0]        rc_data,

    // Counters: one pulse a payload
    output wire                retired_pulse,
    output wire                flushed_pulse
);

localparam VC_LSB = $clog2(LINKS / 3);
localparam [31:0] LINKS_N = LINKS;

generate if (LINKS < 3 || LW != VC_LSB + 2 || ENTS < 2 || SLOTS < 1) begin : g_bad
    ERROR_ttp_retire_parameter_out_of_range u_bad ();
end endgenerate

// A
wire          rtq_valid, rtq_room;
wire [LW-1:0] rtq_link;
wire [$clog2(LINKS+1)-1:0] rtq_count;

// B
reg           b_valid_q;
reg  [LW-1:0] b_link_q;
wire [EW-1:0] b_head;
wire [CW-1:0] b_nfreed, b_nret;
wire [16:0]   b_freed;
wire          b_flush;

// C
reg           c_valid_q, c_valid_d;
reg  [LW-1:0] link_q;
reg  [EW-1:0] head_q;               // the dummy
reg  [CW-1:0] nfreed_q, goal_q;
reg  [16:0]   freed_q;
reg           flush_q;
reg  [15:0]   count_q;              // payloads of this batch
reg  [25:0]   bytes_q;              // their bytes
wire [EW-1:0] e;
wire [31:0]   una;                  // as of the batch's last goal
wire [23:0]   node;

// D
reg           d_valid_q;
reg           d_last_q;
reg  [EW-1:0] d_free_q;             // the dummy before
wire [9:0]    d_len1;               // length less one
reg           rec_q;                // completion offered
reg           defer_q;              // last write of a flush

// A: fetch. What waits in B is read again each cycle, so that goal writes are followed.
wire load;
wire a_room = !b_valid_q || load;
wire direct = rt_push && !rtq_valid && a_room;
wire [LW-1:0] a_link = !a_room ? b_link_q : rtq_valid ? rtq_link : rt_link;

ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_rtq (
    .clk(clk), .rst(core_rst),
    .in_valid(rt_push && !direct), .in_ready(rtq_room), .in_data(rt_link),
    .out_valid(rtq_valid), .out_ready(a_room), .out_data(rtq_link), .count(rtq_count)
);

wire          init_wr = init_active && {15'd0, init_idx} < LINKS_N;
wire          num_wr  = (d_valid_q && !(d_last_q && flush_q)) || defer_q;

// With DEEP this write is a cycle late. A link may come again in the cycle of its last nf_wr: it finds the numbers in the flop then.
wire                own_wr;
wire [LW-1:0]       own_link;
wire [EW+CW+16:0]   own_data;
wire [EW+CW+16:0]   own_read;
generate if (DEEP != 0) begin : g_own_flop
    reg               wr_q;
    reg [LW-1:0]      at_q;
    reg [EW+CW+16:0]  data_q;
    always @(posedge clk) begin
        wr_q   <= num_wr && !core_rst;
        at_q   <= link_q;
        data_q <= {head_q, nfreed_q, fd_val};
    end
    assign {own_wr, own_link, own_data} = {wr_q, at_q, data_q};
    assign {b_head, b_nfreed, b_freed}  = wr_q && at_q == b_link_q ? data_q : own_read;
end else begin : g_own
    assign {own_wr, own_link, own_data} = {num_wr, link_q, head_q, nfreed_q, fd_val};
    assign {b_head, b_nfreed, b_freed}  = own_read;
end endgenerate

ttp_ram_1r1w #(.WIDTH(EW + CW + 17), .DEPTH(LINKS), .BYPASS(1)) u_numbers (
    .clk(clk), .wr_en(init_wr || own_wr),
    .wr_addr(init_active ? init_idx[LW-1:0] : own_link),
    .wr_data(init_active ? {init_idx[EW-1:0], {CW{1'b0}}, 17'd0} : own_data),
    .rd_en(1'b1), .rd_addr(a_link), .rd_data(own_read)
);
ttp_ram_1r1w #(.WIDTH(1 + CW), .DEPTH(LINKS), .BYPASS(1)) u_goal (
    .clk(clk), .wr_en(gl_wr), .wr_addr(gl_link), .wr_data({gl_flush, gl_nret}),
    .rd_en(1'b1), .rd_addr(a_link), .rd_data({b_flush, b_nret})
);

// B to C. C is free, and what the last batch left in its flops is not needed after this cycle.
wire want_rec = d_last_q && (flush_q || cfg_cpl_retired);
assign load = b_valid_q && !c_valid_q && !want_rec && !(rec_q && (flush_q || !rc_ready));

// C: advance. A goal written in this cycle counts.
wire [SLOTS-1:0] clash;
genvar g;
generate for (g = 0; g < SLOTS; g = g + 1) begin : g_slot
    assign clash[g] = slot_v[g] && slot_e[g*EW +: EW] == e;
end endgenerate

// With DEEP the comparison is a flop, and an entry takes two cycles. It may be old by one cycle only in being set: an entry that
// has retired enters no slot.
wire stay;
wire adv = c_valid_q && !stay;
generate if (DEEP != 0) begin : g_looked
    reg looked_q, clash_q;
    always @(posedge clk) begin
        looked_q <= c_valid_q && !adv && !core_rst;
        clash_q  <= clash != {SLOTS{1'b0}};
    end
    assign stay = !looked_q || clash_q;
end else begin : g_looked
    assign stay = clash != {SLOTS{1'b0}};
end endgenerate

wire [CW-1:0] nfreed_1 = nfreed_q + {{CW-1{1'b0}}, 1'b1};
wire          moved    = gl_wr && gl_link == link_q;
wire [CW-1:0] goal_now = moved ? gl_nret : goal_q;
wire          last     = nfreed_1 == goal_now;

// What only the completion needs is read anew in each cycle in C. A cycle in which it is being
// written is not the last one of the batch: no bypass.
ttp_ram_1r1w #(.WIDTH(32 + 24), .DEPTH(LINKS), .BYPASS(0)) u_batch (
    .clk(clk), .wr_en(gl_wr), .wr_addr(gl_link), .wr_data({gl_una, gl_node}),
    .rd_en(c_valid_q && !moved), .rd_addr(link_q), .rd_data({una, node})
);

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(ENTS), .BYPASS(1)) u_next (
    .clk(clk), .wr_en(ap_valid), .wr_addr(ap_tail), .wr_data(ap_e),
    .rd_en(load || adv), .rd_addr(c_valid_q ? e : b_head), .rd_data(e)
);

// An entry is appended long before it retires, and a free one is not read: no bypass. The length is kept less one,
// so that its top bits are the cells less one.
wire [10:0] ap_len1 = ap_len - 11'd1;
ttp_ram_1r1w #(.WIDTH(10 + 2*TCW), .DEPTH(ENTS), .BYPASS(0)) u_ent (
    .clk(clk), .wr_en(ap_valid), .wr_addr(ap_e), .wr_data({ap_len1[9:0], ap_first, ap_last}),
    .rd_en(adv), .rd_addr(e), .rd_data({d_len1, fr_first, fr_last})
);
wire unused_len1 = ap_len1[10];

// una is the ID after the batch, but of a flush the one before it.
wire [31:0] first = una - (flush_q ? 32'd0 : {16'd0, count_q});

// D
assign fr_valid = d_valid_q;
assign fr_n1    = d_len1[9:6];
assign fe_valid = d_valid_q;
assign fe_e     = d_free_q;
assign fd_wr    = num_wr;
assign fd_link  = link_q;
assign fd_val   = freed_q + {13'd0, d_len1[9:6] & {4{d_valid_q}}} + {16'd0, d_valid_q};
assign nf_wr    = num_wr;
assign nf_link  = link_q;
assign nf_val   = nfreed_q;
assign hp_wr    = num_wr;
assign hp_link  = link_q;
assign hp_val   = head_q;
assign rc_valid = rec_q;
assign rc_opt   = !flush_q;
assign rc_data  = {flush_q ? `TTP_CPL_FLUSHED : `TTP_CPL_RETIRED, 8'd0,
                   6'd0, link_q[LW-1:VC_LSB], node, first, count_q, 6'd0, bytes_q};
assign retired_pulse = d_valid_q && !flush_q;
assign flushed_pulse = d_valid_q && flush_q;

always @* begin
    c_valid_d = c_valid_q;
    if (load)             c_valid_d = 1'b1;
    else if (adv && last) c_valid_d = 1'b0;
end

always @(posedge clk) begin
    b_valid_q <= !a_room || rtq_valid || rt_push;
    b_link_q  <= a_link;
    c_valid_q <= c_valid_d;
    d_valid_q <= adv;
    d_last_q  <= adv && last;
    d_free_q  <= head_q;
    rec_q     <= want_rec || (rec_q && !rc_ready);
    defer_q   <= rec_q && rc_ready && flush_q;
    freed_q   <= fd_val;
    if (d_valid_q) bytes_q <= bytes_q + {16'd0, d_len1} + 26'd1;
    if (c_valid_q) goal_q  <= goal_now;
    if (adv) begin
        head_q   <= e;
        nfreed_q <= nfreed_1;
        count_q  <= count_q + 16'd1;
    end
    if (load) begin
        link_q   <= b_link_q;
        head_q   <= b_head;
        nfreed_q <= b_nfreed;
        goal_q   <= gl_wr && gl_link == b_link_q ? gl_nret : b_nret;
        freed_q  <= b_freed;
        flush_q  <= b_flush;
        count_q  <= 16'd0;
        bytes_q  <= 26'd0;
    end
    if (core_rst) begin
        b_valid_q <= 1'b0;
        c_valid_q <= 1'b0;
        d_valid_q <= 1'b0;
        d_last_q  <= 1'b0;
        rec_q     <= 1'b0;
        defer_q   <= 1'b0;
    end
end

wire unused = &{1'b0, rtq_room, rtq_count};

`ifdef FORMAL
    localparam [31:0] ENTS_N = ENTS;
    always @(posedge clk) if (!core_rst && !init_active) begin
        if (load)      assert (b_nret != b_nfreed);         // a batch has work
        if (c_valid_q) assert (nfreed_q != goal_q);
        if (adv)       assert ({{32-EW{1'b0}}, e} < ENTS_N && e != head_q);
        if (rt_push)   assert (direct || rtq_room);
        // A link is with the engine once: not again before its last nf_wr.
        if (rt_push)   assert (!(b_valid_q && b_link_q == rt_link));
        if (rt_push)   assert (!(c_valid_q && link_q == rt_link));
        if (gl_wr && c_valid_q && gl_link == link_q) assert (!gl_flush && !flush_q);
        if (rt_push)   assert (gl_wr && gl_link == rt_link);
        assert (!(rec_q && c_valid_q));
    end
`endif

endmodule

`resetall
