// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_acts - what follows when memory has answered for the writes of a payload (cpl.after)
//
// The oldest action is loaded, one answer of memory is taken a cycle until it has one for each of
// its bursts, then it acts: a completion into the queue if it has one, then a REPLY into the queue
// of ttp_nic_post. An answer with an error turns a status of 0 to MEMORY, and to LOCAL for
// completions. Of a NOTICE nothing is told then. Of a WRITE of several payloads an error counts for
// all behind it too: it is kept by the row of ttp_nic_follow until a first payload comes there.
//
//   action is oldest | x |
//   LOAD             | x |
//   answers              | b | b |         one a cycle, as they come; a cycle without any too
//   TELL, GO                     | t | g | TELL for a completion: while the queue has room; then GO
//
// A REPLY that finds no room waits in GO, then it is lost (tgt.lost): it has waited RECV_WAIT
// cycles, as it was in the cycle before.
// END frees the place of its message with GO; a completion of kind DONE comes with it. An error in
// DATA is kept until the END of its message.
//
// The queue of completions has 4 places. From there they go into the ring, one by one, head
// moves with each: where the ring had room and on was 1 in the cycle before, and none went in that
// (cpl.phase, cpl.full).
//
// Timing: pulses from flops, a cycle later. is_full, record from flops and a read of
// distributed RAM.
// Part of: ttp_nic_core

`include "ttp_bus_nic.vh"
`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_acts #(
    parameter SW     = 4,                   // log2 of the places for messages
    parameter FOLLOW = 64,                  // rows of ttp_nic_follow
    parameter ACTS   = 64                   // that may wait, of two bursts each
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      on,
    input  wire                      clear,     // the indices become 0
    input  wire [63:6]               cfg_base,
    input  wire [3:0]                cfg_size,
    input  wire [15:0]               cfg_tail,
    input  wire [23:0]               cfg_wait,  // RECV_WAIT
    output wire [15:0]               head,      // CPL_HEAD

    input  wire                      act_valid,
    output wire                      act_ready,
    input  wire [`TTP_NIC_ACT_W-1:0] act,
    input  wire [1:0]                act_bursts,
    input  wire                      b_valid,
    input  wire                      b_err,

    // Of the message that ends: read in TELL
    output wire [SW-1:0]             slot,
    input  wire [31:0]               slot_dest,
    input  wire [63:0]               slot_cookie,
    input  wire [31:0]               slot_length,
    input  wire [15:0]               slot_index,
    output wire                      frees,     // its place

    output wire                      reply_valid,
    input  wire                      reply_ready,
    output wire [31:0]               reply_dest,
    output wire [31:0]               reply_tag,
    output wire [3:0]                reply_status,

    output wire                      record_valid,
    input  wire                      record_ready,
    output wire [63:5]               record_addr,
    output wire [255:0]              record,

    output wire                      retires,       // an action that was no completion has ended
    output wire                      wrote,         // a completion is in memory
    output wire                      wrote_err,     // ... memory said that it is not
    output wire                      is_full,
    output wire                      lost,          // a REPLY
    output wire                      refused,       // ... went with a status
    output wire                      done_ok,       // completions that were put into the queue
    output wire                      done_bad,
    output wire                      told
);

// ---------------------------------------------------------------- answers of memory
wire       b_there, b_bad, b_take, b_room;
wire [$clog2(2*ACTS+1)-1:0] b_count;
ttp_fifo #(.WIDTH(1), .DEPTH(2 * ACTS)) u_answers (
    .clk(clk), .rst(rst), .in_valid(b_valid), .in_ready(b_room), .in_data(b_err),
    .out_valid(b_there), .out_ready(b_take), .out_data(b_bad), .count(b_count)
);

// ---------------------------------------------------------------- the action
localparam IDLE = 2'd0, WAIT = 2'd1, TELL = 2'd2, GO = 2'd3;
reg  [1:0]                state_q;
reg  [`TTP_NIC_ACT_W-1:0] act_q;
reg  [1:0]                left_q;
reg                       err_q;
reg  [FOLLOW-1:0]         erred_q;        // by row of a WRITE of several payloads
localparam                XW = $clog2(FOLLOW) - 1;
wire [2:0]                code = act_q[`ACT_CODE];
wire [8:0]                set = act_q[`ACT_SET];
wire [XW:0]               row = {act_q[`ACT_WAY], set[XW-1:0]};
wire                      many = act_q[`ACT_MANY];
reg  [(1<<SW)-1:0]        failed_q;       // DATA of that message
wire                      was_bad = (many && !act_q[`ACT_BEGINS] && erred_q[row])
                                  || (code == `TTP_NIC_ACT_END && failed_q[slot]);
reg  [23:0]               waited_q;

wire [3:0] status = act_q[`ACT_STATUS];
wire [1:0] kind   = act_q[`ACT_KIND];
assign     act_ready = state_q == IDLE;
assign     b_take    = state_q == WAIT && left_q != 2'd0;
wire       answered  = left_q == 2'd0 || (left_q == 2'd1 && b_there);
wire       bad       = err_q || (b_take && b_there && b_bad) || was_bad;

// What it does, as it stands in WAIT with its last answer
wire       is_notice = kind == `TTP_NIC_KIND_NOTICE;
wire       tells     = code == `TTP_NIC_ACT_TELL || code == `TTP_NIC_ACT_END
                     || (code == `TTP_NIC_ACT_REPLY && act_q[`ACT_TELLS] && !(bad && is_notice));

// In GO
wire       replies   = code == `TTP_NIC_ACT_REPLY || (code == `TTP_NIC_ACT_PART && err_q);
reg        expired_q;                  // as it was a cycle before
wire       replied   = reply_ready || expired_q;
wire       goes      = state_q == GO && (!replies || replied);
wire       queue_room, puts;

integer i;
always @(posedge clk) begin
    case (state_q)
    IDLE: if (act_valid) state_q <= WAIT;
    WAIT: if (answered) state_q <= tells ? TELL : GO;
    TELL: if (queue_room) state_q <= GO;
    default: if (goes) state_q <= IDLE;
    endcase
    if (state_q == IDLE) begin
        act_q    <= act;
        left_q   <= act_bursts;
        err_q    <= 1'b0;
        waited_q <= 24'd0;
    end
    expired_q <= waited_q >= cfg_wait;
    if (b_take && b_there) begin
        left_q <= left_q - 2'd1;
        err_q  <= bad;
    end
    if (state_q == WAIT && answered) err_q <= bad;
    for (i = 0; i < FOLLOW; i = i + 1)
        if (state_q == WAIT && answered && many && row == i[XW:0]) erred_q[i] <= bad;
    for (i = 0; i < 1 << SW; i = i + 1) if (slot == i[SW-1:0]) begin
        if (state_q == WAIT && answered && bad && code == `TTP_NIC_ACT_DATA) failed_q[i] <= 1'b1;
        if (frees) failed_q[i] <= 1'b0;
    end
    if (state_q == GO && replies) waited_q <= waited_q + 24'd1;
    if (rst) begin
        state_q  <= IDLE;
        failed_q <= {(1<<SW){1'b0}};
    end
end

wire [3:0] local_status = status == `TTP_NIC_ST_OK && err_q ? `TTP_NIC_ST_LOCAL : status;
assign slot         = reply_tag[SW-1:0];
assign frees        = goes && code == `TTP_NIC_ACT_END;
assign reply_valid  = state_q == GO && replies;
assign reply_dest   = act_q[`ACT_DEST];
assign reply_tag    = act_q[`ACT_TAG];
assign reply_status = status == `TTP_NIC_ST_OK && err_q ? `TTP_NIC_ST_MEMORY : status;
assign puts         = state_q == TELL && queue_room;

reg lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q;
always @(posedge clk) begin
    lost_q      <= reply_valid && !reply_ready && expired_q;
    refused_q   <= reply_valid && reply_ready && reply_status != `TTP_NIC_ST_OK;
    done_ok_q   <= puts && code == `TTP_NIC_ACT_END && local_status == `TTP_NIC_ST_OK;
    done_bad_q  <= puts && code == `TTP_NIC_ACT_END && local_status != `TTP_NIC_ST_OK;
    told_q      <= puts && code != `TTP_NIC_ACT_END;
    retires_q   <= goes && code != `TTP_NIC_ACT_RECORD;
    wrote_q     <= goes && code == `TTP_NIC_ACT_RECORD;
    wrote_err_q <= goes && code == `TTP_NIC_ACT_RECORD && err_q;
    if (rst) {lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q}
        <= 8'd0;
end
assign {lost, refused, done_ok, done_bad, told, retires, wrote, wrote_err}
     = {lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q};

// ---------------------------------------------------------------- completions
wire         is_done = code == `TTP_NIC_ACT_END;
wire [213:0] it;
wire         there;
wire [2:0]   completions;
// {key, immediate, length, cookie, node, VC, status, kind} and the index, without the gaps
ttp_fifo #(.WIDTH(16 + 32 + 32 + 32 + 64 + 32 + 4 + 2), .DEPTH(4)) u_completions (
    .clk(clk), .rst(rst), .in_valid(puts), .in_ready(queue_room),
    .in_data({is_done ? slot_index : act_q[`ACT_INDEX], is_done ? 32'd0 : act_q[`ACT_KEY],
              is_done ? 32'd0 : act_q[`ACT_IMMEDIATE],
              is_done ? slot_length : act_q[`ACT_LENGTH],
              is_done ? slot_cookie : act_q[`ACT_COOKIE],
              is_done ? slot_dest : act_q[`ACT_DEST],
              is_notice && !is_done ? `TTP_NIC_ST_OK : local_status,
              is_done ? `TTP_NIC_KIND_DONE : kind}),
    .out_valid(there), .out_ready(record_valid && record_ready), .out_data(it),
    .count(completions)
);

reg  [15:0]  head_q;
reg          room_q;            // on, and room, in the cycle before, in which none went
wire [15:0]  used  = head_q - cfg_tail;
wire [15:0]  at    = head_q & ~(16'hFFFF << cfg_size);
wire         full  = (used >> cfg_size) != 16'd0;
wire [15:0]  round = head_q >> cfg_size;
assign record_valid = there && room_q;
assign record_addr  = {cfg_base, 1'b0} + {43'd0, at};
assign record = {!round[0], 15'd0, it[213:198], it[197:166], it[165:134], it[133:102], it[101:38],
                 8'd0, it[29:6], 8'd0, it[37:30], 4'd0, it[5:2], 6'd0, it[1:0]};
assign is_full = there && on && full;
assign head    = head_q;
always @(posedge clk) begin
    if (record_valid && record_ready) head_q <= head_q + 16'd1;
    room_q <= on && !full && !(record_valid && record_ready);
    if (rst || clear) head_q <= 16'd0;
    if (rst) room_q <= 1'b0;
end

wire unused = &{1'b0, b_room, b_count, completions, round[15:1], set};

endmodule

`resetall
