// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_place - what is to become of a payload (tgt.range, tgt.write, tgt.read, tgt.data,
// tgt.reply, tgt.send)
//
//   head is oldest   | x | x | y | y |
//   IDLE             | x |   | y |             tables are read
//   C1                   | x |   | y |         keys, peers, tags compared; the sums offset + length
//                                              and progress + count
//   C2                       | x |   | y |     the sums compared; base + offset + progress
//   GO                           | x |   | y | the command to ttp_nic_write, until it is taken
//
// The front is IDLE to C1, the back C2 and GO. A payload leaves C1 when the back is empty or its
// command is being taken. The head of an easy one, which is one whose length is bad and any
// operation of bits 2:0 but SEND, READ, DATA and a WRITE that is short or not the last, goes as it
// leaves C1, and the front is IDLE. That of another stays (HOLD) until its command is taken; so
// tables that it writes are not read before.
// A message that the back closes as it is looked up in C1 is not open there.
//
// Of a WRITE with a short head the region is not known before what ttp_nic_follow says, so two
// states are between IDLE and C1: in F that is put into flops, in K the region is read. A payload
// whose length is bad has none of them: its head may be older words.
//
// Where the front is IDLE a message that has to end (ending) goes first: none begins, and when the
// back is empty that message goes to GO. A SEND without a buffer waits in IDLE, and then goes on
// without: it has waited RECV_WAIT cycles, as it was in the cycle before.
// In GO, as the command is taken: a READ enters its queue, tables are written, a message is closed,
// counters move. A WRITE of one payload is not followed. A buffer that memory has not given
// (broken) is told of and goes; the SEND begins again in IDLE. With clear no payload leaves IDLE,
// and a SEND in C1, C2 or GO goes back there; it gives no command in that cycle.
//
// Timing: commands from flops, word for word as docs/nic.md says; ready of READs is looked
// at in GO.
// Part of: ttp_nic_core

`include "ttp_bus_nic.vh"
`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_place #(
    parameter SW      = 4,      // log2 of the places for messages
    parameter REGIONS = 16,
    parameter FOLLOW  = 64
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      clear,         // buffers are no longer what they were
    input  wire [23:0]               cfg_wait,

    // Table of regions: ttp_nic_regions
    input  wire                      region_wr,
    input  wire [7:0]                region_index,
    input  wire [1:0]                region_rights,
    input  wire [23:0]               region_key,
    input  wire                      region_all,
    input  wire [23:0]               region_peer,
    input  wire [63:0]               region_base,
    input  wire [47:0]               region_length,
    output wire [1:0]                looks,         // payloads that have seen the table

    input  wire                      head_valid,
    output wire                      head_ready,
    input  wire [255:0]              head,
    input  wire [31:0]               head_from,
    input  wire [7:0]                head_words,
    input  wire                      head_bad,

    input  wire                      ending_valid,
    output wire                      ending_ready,
    input  wire [SW-1:0]             ending_slot,
    input  wire [3:0]                ending_status,

    // The message of a tag: ttp_nic_messages
    output wire [31:0]               tag,           // {generation, 2'b00, life, place}
    input  wire                      msg_open,      // that generation, in this life
    input  wire                      msg_sent,
    input  wire                      msg_read,
    input  wire [31:0]               msg_dest,
    input  wire [63:0]               msg_addr,
    input  wire [31:0]               msg_length,
    input  wire [31:0]               msg_place,
    output wire                      msg_moves,     // it has come further:
    output wire [31:0]               msg_next,
    output wire                      msg_closes,    // that of closing
    output wire [SW-1:0]             closing,

    input  wire                      buffer_valid,
    output wire                      buffer_ready,
    input  wire [63:0]               buffer_addr,
    input  wire [31:0]               buffer_length,
    input  wire [63:0]               buffer_cookie,
    input  wire [15:0]               buffer_index,
    input  wire                      buffer_broken,

    output wire                      read_valid,    // a READ that waits for its answer
    input  wire                      read_ready,
    output wire [31:0]               read_dest,
    output wire [63:0]               read_addr,
    output wire [31:0]               read_length,

    output wire                      cmd_valid,
    input  wire                      cmd_ready,
    output wire [63:0]               cmd_addr,
    output wire [9:0]                cmd_count,
    output wire [7:0]                cmd_words,
    output wire                      cmd_short,
    output wire [`TTP_NIC_ACT_W-1:0] cmd_act,

    output wire                      taken,
    output wire                      bad,
    output wire                      late
);

localparam IDLE = 3'd0, F = 3'd1, K = 3'd2, C1 = 3'd3, HOLD = 3'd4;

wire [2:0]  op       = head[2:0];
wire        is_last  = head[9];
wire        is_short = head[10];
wire [9:0]  count    = head[25:16];
wire [7:0]  step     = head[47:40];
wire        is_write = op == `TTP_NIC_OP_WRITE;
wire        is_send  = op == `TTP_NIC_OP_SEND;
wire        is_read  = op == `TTP_NIC_OP_READ;
wire        is_data  = op == `TTP_NIC_OP_DATA;
wire        is_reply = op == `TTP_NIC_OP_REPLY;
wire        is_more  = is_write && is_short && !head_bad;
wire        is_easy  = head_bad || (!is_send && !is_read && !is_data
                                    && !(is_write && (is_short || !is_last)));
assign      tag      = {head[63:48], 2'b00, head[31:26], head[39:32]};

reg [2:0]   state_q;
reg         c2_q, go_q;                 // the back; neither: empty
reg [3:0]   ending_status_q;
reg [SW-1:0] ending_slot_q;
reg         ending_q, none_q;           // GO is for a message that ends; there is no buffer
reg [23:0]  waited_q;
wire        table_ready;
reg         expired_q;                  // as it was a cycle before
wire        waits   = is_send && !is_short && head[7:3] == 5'd0 && !head_bad && !buffer_valid
                   && !expired_q;
wire        begins  = state_q == IDLE && table_ready && !ending_valid && head_valid && !waits
                   && !clear;
reg         send_q;                     // op_q is SEND: cmd_valid hangs on it, and is late
wire        holds   = state_q == HOLD;
wire        is_it   = is_send && !is_short && !head_bad;
wire        again   = clear && (holds ? send_q : is_it && state_q != IDLE);
wire        gives   = go_q && !(clear && holds && send_q);
wire        goes    = gives && cmd_ready;
wire        moves   = state_q == C1 && ((!c2_q && !go_q) || goes) && !(clear && is_it);
wire        front   = state_q == F || state_q == K || state_q == C1;
assign      looks   = {1'b0, front} + {1'b0, c2_q || go_q};

// ---------------------------------------------------------------- tables
wire [31:0] key, immediate, length;     // of the message
wire [63:0] offset;
wire        known, all, follows, there;      // there: it may have a row
wire [9:0]  row;
wire [1:0]  rights;
wire [23:0] peer;
wire [63:0] base;
wire [47:0] room;
ttp_nic_regions #(.REGIONS(REGIONS)) u_regions (
    .clk(clk), .rst(rst), .wr(region_wr), .wr_index(region_index), .wr_rights(region_rights),
    .wr_key(region_key), .wr_all(region_all), .wr_peer(region_peer), .wr_base(region_base),
    .wr_length(region_length), .rd(state_q == IDLE ? begins : state_q == K), .rd_key(key),
    .known(known), .rights(rights),
    .all(all), .peer(peer), .base(base), .length(room)
);
reg  [32:0] behind_q;                   // progress + count
reg  [9:0]  row_q;
reg  [31:0] key_word_q, immediate_q, its_length_q;
reg  [63:0] offset_q;
reg         last_q;                     // of the head
wire        follow_wr, crowded;
wire [175:0] about;
ttp_nic_follow #(.FOLLOW(FOLLOW)) u_follow (
    .clk(clk), .rst(rst), .ready(table_ready), .rd(begins), .dest(head_from),
    .tag({tag[31:16], tag[13:0]}), .step(step), .follows(follows), .about(about), .row(row),
    .room(there), .wr(follow_wr), .done(last_q), .keeps(crowded),
    .said({behind_q[31:0], its_length_q, offset_q[47:0], immediate_q, key_word_q})
);

// What a long head said, and how far its message has come
reg [175:0] said_q;
always @(posedge clk) if (state_q == F) said_q <= about;
assign key             = is_more ? said_q[31:0]    : head[95:64];
assign immediate       = is_more ? said_q[63:32]   : head[127:96];
assign offset          = is_more ? {16'd0, said_q[111:64]} : head[191:128];
assign length          = is_more ? said_q[143:112] : head[223:192];
wire [31:0] progress   = is_more ? said_q[175:144] : is_data ? msg_place : 32'd0;

// ---------------------------------------------------------------- C1, C2
reg         wrong_q, key_q, follows_q, full_q, mine_q, next_q, big_q, fits_q, part_q, exact_q;
reg [48:0]  end_q;
reg [47:0]  room_q;
reg [31:0]  length_q, progress_q;       // of the message
reg [63:0]  sum_q, addr_q;
// Of the head, that may have gone
reg [2:0]   op_q;
reg         notice_q, short_q, msg_read_q, sent_q;
reg [9:0]   count_q;
reg [7:0]   words_q;
reg [3:0]   told_q;
reg [31:0]  from_q, tag_q;

always @(posedge clk) begin
    if (moves) begin
        wrong_q   <= head_bad || op == 3'd0 || op > `TTP_NIC_OP_REPLY || head[7:3] != 5'd0
                  || (is_reply && step > 8'd6) || (is_short && (is_send || is_read))
                  || (!is_short && (is_data || is_reply));
        key_q     <= known && (all || peer == head_from[23:0]) && rights[is_read];
        follows_q <= follows;
        full_q    <= !there && !is_short && !is_last;
        row_q     <= row;
        mine_q    <= msg_open && msg_dest == head_from
                  && !(msg_closes && closing == tag[SW-1:0]);
        next_q    <= msg_place[10:3] == step;
        progress_q <= progress;
        big_q     <= offset[63:48] != 16'd0 && !is_data && !is_send;
        end_q     <= is_data || is_send ? 49'd0 : {1'b0, offset[47:0]} + {17'd0, length};
        behind_q  <= {1'b0, progress} + {23'd0, count};
        room_q    <= room;
        length_q  <= is_data ? msg_length : is_send ? buffer_length : length;
        sum_q     <= is_data ? msg_addr : is_send ? buffer_addr : base + offset;
        {msg_read_q, sent_q} <= {msg_read, msg_sent};
        {op_q, notice_q, last_q, short_q} <= {op, head[8], is_last, is_short};
        {count_q, words_q, told_q, from_q, tag_q} <= {count, head_words, step[3:0], head_from, tag};
        {key_word_q, immediate_q, offset_q, its_length_q} <= {key, immediate, offset, length};
    end
    if (c2_q) begin
        fits_q  <= end_q <= {1'b0, room_q} && !big_q;
        part_q  <= behind_q <= {1'b0, length_q};
        exact_q <= behind_q == {1'b0, length_q};
        addr_q  <= sum_q + {32'd0, progress_q};
    end
end

// ---------------------------------------------------------------- GO
wire       of_write = op_q == `TTP_NIC_OP_WRITE;
wire       of_send  = op_q == `TTP_NIC_OP_SEND;
wire       of_read  = op_q == `TTP_NIC_OP_READ;
wire       of_data  = op_q == `TTP_NIC_OP_DATA;
wire       of_reply = op_q == `TTP_NIC_OP_REPLY;
wire       is_bad   = wrong_q;
// tgt.refuse
wire [3:0] refusal  = of_write ? (short_q && !follows_q ? `TTP_NIC_ST_ORDER : !key_q
                                  ? `TTP_NIC_ST_KEY : !(fits_q && part_q)
                                  ? `TTP_NIC_ST_RANGE : full_q
                                  ? `TTP_NIC_ST_BUSY : `TTP_NIC_ST_OK)
                    : of_read ? (!key_q ? `TTP_NIC_ST_KEY : !(fits_q && part_q) ? `TTP_NIC_ST_RANGE
                                 : !read_ready ? `TTP_NIC_ST_BUSY : `TTP_NIC_ST_OK)
                    : none_q ? `TTP_NIC_ST_NO_BUFFER
                    : !part_q ? `TTP_NIC_ST_RANGE : `TTP_NIC_ST_OK;
wire       ok       = refusal == `TTP_NIC_ST_OK;
wire       broken   = of_send && !is_bad && !none_q && buffer_broken;
wire       is_late  = of_data ? !(mine_q && msg_read_q && next_q && (last_q ? exact_q : part_q))
                    : of_reply
                      && !(mine_q && (told_q != `TTP_NIC_ST_OK || (sent_q && !msg_read_q)));

wire       takes    = !is_bad && !is_late && !broken;
wire       writes   = takes && (of_data || ((of_write || of_send) && ok));
wire       asks     = of_write || of_send || of_read;       // a peer's, of us
wire       ends     = ending_q || (takes && (of_reply || (of_data && last_q)));
wire       ours     = goes && !ending_q;                    // the command is of a payload
reg [2:0]  code;
always @* begin
    if (ends)                               code = `TTP_NIC_ACT_END;
    else if (is_bad || is_late)             code = `TTP_NIC_ACT_NONE;
    else if (broken)                        code = `TTP_NIC_ACT_TELL;
    else if (of_data)                       code = `TTP_NIC_ACT_DATA;
    else if (!ok)                           code = `TTP_NIC_ACT_REPLY;
    else if (of_read)                       code = `TTP_NIC_ACT_NONE;
    else if (of_send || last_q)             code = `TTP_NIC_ACT_REPLY;
    else                                    code = `TTP_NIC_ACT_PART;
end
wire [3:0] status = ending_q ? ending_status_q : broken ? `TTP_NIC_ST_LOCAL
                  : of_reply ? told_q : asks ? refusal : `TTP_NIC_ST_OK;

wire   follow_many = !ending_q && takes && of_write && ok && (short_q || !last_q);
assign crowded     = !ending_q && takes && of_write && refusal == `TTP_NIC_ST_BUSY;
assign cmd_valid = gives;
assign cmd_addr  = addr_q;
assign cmd_count = writes && !ending_q ? count_q : 10'd0;
assign cmd_words = ending_q || broken ? 8'd0 : words_q;
assign cmd_short = short_q;
assign cmd_act[`ACT_CODE]      = code;
assign cmd_act[`ACT_TELLS]     = ok && (of_send || notice_q);
assign cmd_act[`ACT_KIND]      = of_send ? `TTP_NIC_KIND_RECEIVED : `TTP_NIC_KIND_NOTICE;
assign cmd_act[`ACT_STATUS]    = status;
assign cmd_act[`ACT_DEST]      = from_q;
assign cmd_act[`ACT_TAG]       = ending_q ? {{(32-SW){1'b0}}, ending_slot_q} : tag_q;
assign cmd_act[`ACT_COOKIE]    = of_send ? buffer_cookie : offset_q;
assign cmd_act[`ACT_LENGTH]    = broken ? 32'd0 : of_send ? {22'd0, count_q} : its_length_q;
assign cmd_act[`ACT_IMMEDIATE] = broken ? 32'd0 : immediate_q;
assign cmd_act[`ACT_KEY]       = of_send ? 32'd0 : key_word_q;
assign cmd_act[`ACT_INDEX]     = of_send ? buffer_index : 16'd0;
assign {cmd_act[`ACT_WAY], cmd_act[`ACT_SET]} = row_q;
assign cmd_act[`ACT_MANY]      = follow_many;
assign cmd_act[`ACT_BEGINS]    = !short_q;

assign head_ready   = (moves && is_easy) || (ours && holds && !broken);
assign ending_ready = state_q == IDLE && !c2_q && !go_q && table_ready;
assign buffer_ready = ours && of_send && !is_bad && !none_q && (broken || ok);
assign read_valid   = ours && takes && of_read && key_q && fits_q && part_q;
assign read_dest    = from_q;
assign read_addr    = sum_q;
assign read_length  = its_length_q;
assign follow_wr    = goes && (follow_many || crowded);
assign msg_moves    = ours && takes && of_data;
assign msg_next     = behind_q[31:0];
assign msg_closes   = ours && ends;
assign closing      = tag_q[SW-1:0];

reg taken_q, bad_q, late_q;
always @(posedge clk) begin
    case (state_q)
    IDLE: if (begins) state_q <= is_more ? F : C1;
    F:    state_q <= K;
    K:    state_q <= C1;
    C1:   if (moves) state_q <= is_easy ? IDLE : HOLD;
    default: if (goes) state_q <= IDLE;
    endcase
    if (again) state_q <= IDLE;
    c2_q <= moves;
    go_q <= c2_q || (ending_valid && ending_ready) || (go_q && !goes);
    if (again && holds) {c2_q, go_q} <= 2'b00;
    if (ending_valid && ending_ready) begin
        ending_slot_q   <= ending_slot;
        ending_status_q <= ending_status;
    end
    if (moves || (ending_valid && ending_ready)) ending_q <= !moves;
    if (moves) send_q <= is_it;
    if (state_q == IDLE) begin
        none_q <= !buffer_valid;
        if (head_valid && waits) waited_q <= waited_q + 24'd1;
    end
    if (head_ready) waited_q <= 24'd0;
    expired_q <= waited_q >= cfg_wait && !head_ready;
    taken_q <= ours && !broken;
    bad_q   <= ours && is_bad;
    late_q  <= ours && !is_bad && is_late;
    if (rst) {state_q, c2_q, go_q, waited_q, taken_q, bad_q, late_q} <= 32'd0;
end
assign {taken, bad, late} = {taken_q, bad_q, late_q};

wire unused = &{1'b0, head[255:224], head[15:11], tag_q};

endmodule

`resetall
