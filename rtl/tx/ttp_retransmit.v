// SPDX-License-Identifier: Apache-2.0
//
// ttp_retransmit - finds the payload that a link sends next, and queues it for tx_frame
//
// The payloads of a link are a list of entries behind a dummy: headp names the dummy (owned
// by retire, copied here), prevp the entry sent last. The next one to send follows prevp, or
// headp when the link pipe starts again from the oldest. Nothing is copied for a replay. A RESEND
// names its entry, and leaves prevp alone.
//
//     list_rd_en   prevp[link], headp[link] addressed
//     +1           next_e[headp], next_e[prevp] addressed
//     +2 send_valid  e chosen, ent[e] addressed; id, VC, node into the queue
//     +3           prevp[link] = e; e into its slot; length and first cell into the queue: head of
//                  PQ in the next cycle
//
// NUMBER_W > 0: each send of a link that has agreed has a number (sel.number). It is kept beside
// prevp and handed through like it; the first since they have agreed is 1, and 0 is left out.
//
// PQ is two queues of SLOTS that are popped together: what the link pipe knows enters when it
// sends, what the entry says in the cycle after. A payload holds a slot from send_valid until
// tx_frame has read its last word (ttp_send_slots).
//
// Contract: no two send_valid in neighbouring cycles, for prevp is written in the next; send_valid
// only while slots_used < SLOTS; SEND_HEAD only when the link is settled.
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
    parameter FOLLOW = 0,   // 1: a link may send again in the next cycle but one; likewise
    parameter NUMBER_W = 0  // bits of a send number, 2..16; 0: they have none
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

    // To ttp_tx_marks, in the cycle after send_valid
    output wire [15:0]               sent_number,
    output wire [EW-1:0]             sent_entry,

    // Entries that retire must leave alone
    output wire [`TTP_SLOTS_W-1:0]   slots
);

generate if (LINKS < 1 || ENTS < 2 || (SLOTS != 4 && SLOTS != 8)
             || NUMBER_W == 1 || NUMBER_W > 16) begin : g_bad
    ERROR_ttp_retransmit_parameter_out_of_range u_bad ();
end endgenerate

localparam SW = SLOTS == 8 ? 3 : 2;

// The cycle after list_rd_en
wire [EW-1:0] head_rd, prev_rd;
reg           read_q;
reg  [LW-1:0] read_link_q;

// send_valid, and the cycle after it
wire [EW-1:0] next_head, next_prev;
wire          resends = NUMBER_W != 0 && send[`SEND_RESEND];
wire [15:0]   resent  = send[`SEND_ENTRY];
wire [EW-1:0] e = resends ? resent[EW-1:0] : send[`SEND_HEAD] ? next_head : next_prev;
reg           sent_q, listed_q;
wire          listed = NUMBER_W != 0 ? listed_q : sent_q;      // it was the next of the list
reg  [LW-1:0] sent_link_q;
reg  [EW-1:0] e_q;

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(LINKS), .BYPASS(1)) u_headp (
    .clk(clk), .wr_en(init_active || freed_moved),
    .wr_addr(init_active ? init_idx[LW-1:0] : freed[`FREED_LINK]),
    .wr_data(init_active ? {{(EW-LW){1'b0}}, init_idx[LW-1:0]} : freed[`FREED_HEAD]),
    .rd_en(list_rd_en), .rd_addr(list_link), .rd_data(head_rd)
);
ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(LINKS), .BYPASS(1)) u_prevp (
    .clk(clk), .wr_en(listed), .wr_addr(sent_link_q), .wr_data(e_q),
    .rd_en(list_rd_en), .rd_addr(list_link), .rd_data(prev_rd)
);

// The link may have become settled in this very cycle: its new head counts.
wire          head_now = freed_moved && freed[`FREED_LINK] == read_link_q;
wire [EW-1:0] head_at  = head_now ? freed[`FREED_HEAD] : head_rd;

// With FOLLOW the link may have sent in the cycle before: that entry is the last.
wire          sent_now = FOLLOW != 0 && sent_q && sent_link_q == read_link_q;
wire [EW-1:0] prev_at  = sent_now && listed ? e_q : prev_rd;

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(1 << EW), .BYPASS(1)) u_next_head (
    .clk(clk), .wr_en(append_valid),
    .wr_addr(append[`APPEND_TAIL]), .wr_data(append[`APPEND_ENTRY]),
    .rd_en(read_q), .rd_addr(head_at), .rd_data(next_head)
);
ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(1 << EW), .BYPASS(1)) u_next_prev (
    .clk(clk), .wr_en(append_valid),
    .wr_addr(append[`APPEND_TAIL]), .wr_data(append[`APPEND_ENTRY]),
    .rd_en(read_q), .rd_addr(prev_at), .rd_data(next_prev)
);

wire [10:0]    ent_len;
wire [TCW-1:0] ent_first;
wire [SW:0]    count, entry_count;     // of the two halves of PQ

// e was appended two cycles ago at the latest: no bypass.
ttp_ram_1r1w #(.WIDTH(11 + TCW), .DEPTH(1 << EW), .BYPASS(0)) u_ent (
    .clk(clk), .wr_en(append_valid), .wr_addr(append[`APPEND_ENTRY]),
    .wr_data({append[`APPEND_LEN], append[`APPEND_FIRST]}),
    .rd_en(send_valid), .rd_addr(e), .rd_data({ent_len, ent_first})
);

// The number of the send
localparam NW = NUMBER_W != 0 ? NUMBER_W : 1;
wire [NW-1:0]  number;
generate if (NUMBER_W != 0) begin : g_number
    localparam [NW-1:0] ONE = 1;
    reg            numbered_q;      // the send in the cycle before has a number:
    reg  [NW-1:0]  number_q;
    reg  [NW-1:0]  before_q;        // that of the link's send before this one
    wire [NW-1:0]  number_rd;
    wire           numbered = send[`SEND_NUMBERED];

    ttp_ram_1r1w #(.WIDTH(NW), .DEPTH(LINKS), .BYPASS(1)) u_number (
        .clk(clk), .wr_en(sent_q && numbered_q), .wr_addr(sent_link_q), .wr_data(number_q),
        .rd_en(list_rd_en), .rd_addr(list_link), .rd_data(number_rd)
    );
    assign number = !numbered ? {NW{1'b0}}
                  : send[`SEND_FIRST] || (&before_q) ? ONE : before_q + ONE;
    always @(posedge clk) begin
        numbered_q <= numbered;
        number_q   <= number;
        if (read_q) before_q <= sent_now && numbered_q ? number_q : number_rd;
    end
    wire [16+NW-1:0] wide = {16'd0, number_q};
    assign sent_number = wide[15:0];
    wire unused_wide = &{1'b0, wide[16 +: NW]};
end else begin : g_number
    assign number = 1'b0;
    assign sent_number = 16'd0;
    wire unused_number = &{1'b0, send[`SEND_NUMBERED], send[`SEND_FIRST]};
end endgenerate

// PQ: what the link pipe knows, what the entry says; popped together.
wire          pop = payload_valid && payload_ready;
wire          room, entry_room, early_valid;

localparam LINK_W = 90 + NUMBER_W;
wire [90+NW-1:0] knows = {number, send[`SEND_LIFE], send[`SEND_TO_LIFE],
                          send[`SEND_ID], send[`SEND_VC], send[`SEND_NODE]};
wire [90+NW-1:0] known;
wire [16+NW-1:0] known_number = {16'd0, known[90 +: NW]};
assign payload[`PAYLOAD_NUMBER] = known_number[15:0];
assign {payload[`PAYLOAD_LIFE], payload[`PAYLOAD_TO_LIFE],
        payload[`PAYLOAD_ID], payload[`PAYLOAD_VC], payload[`PAYLOAD_NODE]} = known[89:0];

ttp_fifo #(.WIDTH(LINK_W), .DEPTH(SLOTS)) u_pq_link (
    .clk(clk), .rst(core_rst),
    .in_valid(send_valid), .in_ready(room), .in_data(knows[LINK_W-1:0]),
    .out_valid(early_valid), .out_ready(pop), .out_data(known[LINK_W-1:0]), .count(count)
);
generate if (NUMBER_W == 0) begin : g_no_number
    assign known[90] = number;
    wire unused_knows = &{1'b0, knows[90]};
end endgenerate
ttp_fifo #(.WIDTH(11 + TCW), .DEPTH(SLOTS)) u_pq_entry (
    .clk(clk), .rst(core_rst),
    .in_valid(sent_q), .in_ready(entry_room), .in_data({ent_len, ent_first}),
    .out_valid(payload_valid), .out_ready(payload_ready),
    .out_data({payload[`PAYLOAD_LEN], payload[`PAYLOAD_FIRST]}), .count(entry_count)
);

ttp_send_slots #(.EW(EW), .SLOTS(SLOTS)) u_slots (
    .clk(clk), .core_rst(core_rst), .take(send_valid), .fill(sent_q), .entry(e_q), .pop(pop),
    .slots_used(slots_used), .slots(slots)
);

always @(posedge clk) begin
    read_q      <= list_rd_en;
    read_link_q <= list_link;
    sent_q      <= send_valid;
    listed_q    <= send_valid && !resends && !core_rst;
    sent_link_q <= send[`SEND_LINK];
    e_q         <= e;
    if (core_rst) sent_q <= 1'b0;
end

assign sent_entry = e_q;
wire unused = &{1'b0, room, entry_room, early_valid, count, entry_count, append, freed, init_idx,
                resent, send[`SEND_RESEND],
                known_number[16 +: NW]};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active) begin
        assert ({28'd0, slots_used} == {{31-SW{1'b0}}, count});
        assert ({28'd0, slots_used} == {{31-SW{1'b0}}, entry_count} + {31'd0, sent_q});
        if (send_valid) assert (room && !sent_q);
        if (sent_q) assert (entry_room);
        if (payload_valid) assert (early_valid);
    end
`endif

endmodule

`resetall
