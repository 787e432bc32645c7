// SPDX-License-Identifier: Apache-2.0
//
// ttp_retransmit - finds the payload that a link sends next, and queues it for tx_frame
//
// The payloads of a link are a list of entries behind a dummy: headp names the dummy (owned
// by retire, copied here), prevp the entry sent last. The next one to send follows prevp, or
// headp when the link pipe starts again from the oldest. Nothing is copied for a replay.
//
//     S1 (list_rd_en)  prevp[link], headp[link] addressed
//     S2 (send_valid)  next_e[headp], next_e[prevp] addressed; id, VC, node into the queue
//     S3               e chosen; prevp[link] = e; ent[e] addressed; e into its slot
//     S4               length and first cell into the queue: head of PQ in the next cycle
//
// With CUT the link pipe asks (list_rd_en) two cycles before it sends: both candidates are there,
// ent[e] is addressed at once, and what stands for S4 happens in the cycle after.
//
// PQ is two queues of SLOTS that are popped together: what the link pipe knows enters in S2, what
// the entry says in S4. A payload holds a slot from S2 until tx_frame has read its last word
// (ttp_send_slots).
//
// Contract: no two send_valid in neighbouring cycles (prevp is written in S3); send_valid only
// while slots_used < SLOTS; SEND_HEAD only when the link is settled.
//
// Timing: outputs come from flops or distributed RAM addressed by flops. freed goes
// combinationally into the address of a RAM.
// Mirror: model/ttp_retransmit.c      Test: tb/block/ttp_retransmit.cpp

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_retransmit #(
    parameter LINKS = 1536, // links; derived by ttp_mac
    parameter LW    = 11,   // bits of a link index; derived by ttp_mac
    parameter ENTS  = 5632, // packet entries; derived by ttp_mac
    parameter EW    = 13,   // bits of an entry index; derived by ttp_mac
    parameter CW    = 13,   // bits of a link's payload counts; derived by ttp_mac
    parameter TCW   = 14,   // bits of a transmit cell index; derived by ttp_mac
    parameter SLOTS = 8,    // send slots, 4 or 8; derived by ttp_mac
    parameter CUT   = 0,    // 1: the link pipe sends two cycles later; derived by ttp_mac
    parameter FOLLOW = 0    // 1: ... and a link again in the next but one; derived by ttp_mac
) (
    input  wire                      clk,
    input  wire                      core_rst,       // synchronous, active high

    input  wire                      init_active,
    input  wire [16:0]               init_idx,

    // Ingest
    input  wire                      append_valid,
    input  wire [`TTP_APPEND_W-1:0]  append,

    // Retire
    input  wire                      freed_moved,
    input  wire [`TTP_FREED_W-1:0]   freed,

    // Link pipe: it reads a link, it sends
    input  wire                      list_rd_en,
    input  wire [LW-1:0]             list_link,
    input  wire                      send_valid,
    input  wire [`TTP_SEND_W-1:0]    send,

    // tx_frame
    input  wire                      payload_ready,  // pop: frame done

    output wire [3:0]                slots_used,

    output wire                      payload_valid,
    output wire [`TTP_PAYLOAD_W-1:0] payload,

    // Entries that retire must leave alone
    output wire [`TTP_SLOTS_W-1:0]   slots
);

generate if (LINKS < 1 || ENTS < 2 || (SLOTS != 4 && SLOTS != 8)) begin : g_bad
    ERROR_ttp_retransmit_parameter_out_of_range u_bad ();
end endgenerate

localparam SW = SLOTS == 8 ? 3 : 2;

// S2
wire [EW-1:0] head_rd, prev_rd;
reg           s2_valid_q;
reg  [LW-1:0] s2_link_q;

// S3, S4
reg           s3_valid_q;
reg  [LW-1:0] s3_link_q;
wire [EW-1:0] next_head, next_prev;
wire [EW-1:0] e_s3;
wire          s4;          // the entry is there

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(LINKS), .BYPASS(1)) u_headp (
    .clk(clk), .wr_en(init_active || freed_moved),
    .wr_addr(init_active ? init_idx[LW-1:0] : freed[`FREED_LINK]),
    .wr_data(init_active ? {{(EW-LW){1'b0}}, init_idx[LW-1:0]} : freed[`FREED_HEAD]),
    .rd_en(list_rd_en), .rd_addr(list_link), .rd_data(head_rd)
);
ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(LINKS), .BYPASS(1)) u_prevp (
    .clk(clk), .wr_en(s3_valid_q), .wr_addr(s3_link_q), .wr_data(e_s3),
    .rd_en(list_rd_en), .rd_addr(list_link), .rd_data(prev_rd)
);

// The link may have become settled in this very cycle: its new head counts.
wire          head_now = freed_moved && freed[`FREED_LINK] == s2_link_q;
wire [EW-1:0] head_s2  = head_now ? freed[`FREED_HEAD] : head_rd;

// With FOLLOW the link may have sent in the cycle before: that entry is the last.
wire          sent_now = FOLLOW != 0 && s3_valid_q && s3_link_q == s2_link_q;
wire [EW-1:0] prev_s2  = sent_now ? e_s3 : prev_rd;

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(ENTS), .BYPASS(1)) u_next_head (
    .clk(clk), .wr_en(append_valid),
    .wr_addr(append[`APPEND_TAIL]), .wr_data(append[`APPEND_ENTRY]),
    .rd_en(s2_valid_q), .rd_addr(head_s2), .rd_data(next_head)
);
ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(ENTS), .BYPASS(1)) u_next_prev (
    .clk(clk), .wr_en(append_valid),
    .wr_addr(append[`APPEND_TAIL]), .wr_data(append[`APPEND_ENTRY]),
    .rd_en(s2_valid_q), .rd_addr(prev_s2), .rd_data(next_prev)
);

wire [10:0]    ent_len;
wire [TCW-1:0] ent_first;
wire [SW:0]    count2, count4;     // of the two halves of PQ
`ifdef FORMAL
    wire [31:0] in_pq = {{31-SW{1'b0}}, count4};
`endif

// e was appended two cycles ago at the latest: no bypass.
wire          ent_en;
wire [EW-1:0] ent_e;
generate if (CUT != 0) begin : g_cut
    reg [EW-1:0] s3_e_q;
    always @(posedge clk) s3_e_q <= ent_e;
    assign ent_en = send_valid;
    assign ent_e  = send[`SEND_HEAD] ? next_head : next_prev;
    assign e_s3   = s3_e_q;
    assign s4     = s3_valid_q;
`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active)
        assert (in_pq + {31'd0, s3_valid_q} == {28'd0, slots_used});
`endif
end else begin : g_cut
    reg s3_head_q, s4_valid_q;
    always @(posedge clk) begin
        s3_head_q  <= send[`SEND_HEAD];
        s4_valid_q <= s3_valid_q && !core_rst;
    end
    assign ent_en = s3_valid_q;
    assign ent_e  = e_s3;
    assign e_s3   = s3_head_q ? next_head : next_prev;
    assign s4     = s4_valid_q;
`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active) begin
        assert (in_pq + {31'd0, s3_valid_q} + {31'd0, s4_valid_q} == {28'd0, slots_used});
        if (send_valid) assert (s2_valid_q && s2_link_q == send[`SEND_LINK]);
    end
`endif
end endgenerate

ttp_ram_1r1w #(.WIDTH(11 + TCW), .DEPTH(ENTS), .BYPASS(0)) u_ent (
    .clk(clk), .wr_en(append_valid), .wr_addr(append[`APPEND_ENTRY]),
    .wr_data({append[`APPEND_LEN], append[`APPEND_FIRST]}),
    .rd_en(ent_en), .rd_addr(ent_e), .rd_data({ent_len, ent_first})
);

// PQ: what the link pipe knows enters in S2, what the entry says in S4; popped together.
wire          pop = payload_valid && payload_ready;
wire          room2, room4, early_valid;

ttp_fifo #(.WIDTH(90), .DEPTH(SLOTS)) u_pq_s2 (
    .clk(clk), .rst(core_rst),
    .in_valid(send_valid), .in_ready(room2),
    .in_data({send[`SEND_LIFE], send[`SEND_TO_LIFE],
              send[`SEND_ID], send[`SEND_VC], send[`SEND_NODE]}),
    .out_valid(early_valid), .out_ready(pop),
    .out_data({payload[`PAYLOAD_LIFE], payload[`PAYLOAD_TO_LIFE],
               payload[`PAYLOAD_ID], payload[`PAYLOAD_VC], payload[`PAYLOAD_NODE]}),
    .count(count2)
);
ttp_fifo #(.WIDTH(11 + TCW), .DEPTH(SLOTS)) u_pq_s4 (
    .clk(clk), .rst(core_rst),
    .in_valid(s4), .in_ready(room4), .in_data({ent_len, ent_first}),
    .out_valid(payload_valid), .out_ready(payload_ready),
    .out_data({payload[`PAYLOAD_LEN], payload[`PAYLOAD_FIRST]}), .count(count4)
);

ttp_send_slots #(.EW(EW), .SLOTS(SLOTS)) u_slots (
    .clk(clk), .core_rst(core_rst), .take(send_valid), .fill(s3_valid_q), .entry(e_s3), .pop(pop),
    .slots_used(slots_used), .slots(slots)
);

always @(posedge clk) begin
    s2_valid_q <= list_rd_en;
    s2_link_q  <= list_link;
    s3_valid_q <= send_valid;
    s3_link_q  <= send[`SEND_LINK];
    if (core_rst) s3_valid_q <= 1'b0;
end

wire unused = &{1'b0, room2, room4, early_valid, count2, count4, append, freed, init_idx};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active) begin
        assert ({28'd0, slots_used} == {{31-SW{1'b0}}, count2});
        if (send_valid) assert (room2 && !s3_valid_q);
        if (s4) assert (room4);
        if (payload_valid) assert (early_valid);
    end
`endif

endmodule

`resetall
