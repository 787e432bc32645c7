// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_acts - what follows when memory has answered for the writes of a payload (cpl.after)
//
// Two stages. In WAIT the oldest action takes one answer of memory a cycle until it has one for
// each of its bursts, in GO it acts: a completion into the queue if it has one, and a REPLY into
// the queue of ttp_nic_post. An answer with an error turns a status of 0 to MEMORY, and to LOCAL
// for completions. Of a NOTICE nothing is told then. Of a WRITE of several payloads an error counts
// for all behind it too: it is kept by the row of ttp_nic_follow until a first payload comes there.
//
//   action is oldest | x |
//   LOAD             | x |                 into WAIT, if that is free or being freed
//   answers              | b | b |         one a cycle, as they come; without bursts one cycle
//   GO                           | g |     goes on as it has its last one, if GO is free or being
//                                          freed
//
// In GO the completion goes first, or in the same cycle, when the queue has room. A REPLY that then
// finds no room waits, until it is lost (tgt.lost): it has waited RECV_WAIT cycles, as it was in
// the cycle before, in GO too. END frees the place of its message as it leaves GO; its completion
// is of kind DONE. An error in DATA is kept until the END of its message.
//
// WAIT takes the last answer of an action in the cycle in which that leaves for GO.
// The queue of answers has room for all that may come, 2 * ACTS + 1: two for each action that waits
// in ttp_nic_write, and the last one of that in WAIT.
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
    parameter ACTS   = 64,                  // that may wait, of two bursts each
    parameter RW     = 1                    // bits of the number of a send ring
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
    input  wire                      b_valid,   // for data of a payload
    input  wire                      b_err,
    input  wire                      c_valid,   // for a completion

    // Of the message that ends: read in GO
    output wire [SW-1:0]             slot,
    input  wire [31:0]               slot_dest,
    input  wire [63:0]               slot_cookie,
    input  wire [31:0]               slot_length,
    input  wire [15:0]               slot_index,
    input  wire [RW-1:0]             slot_ring,
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

    output wire                      retires,       // an action has ended
    output wire                      wrote,         // memory has answered for a completion
    output wire                      wrote_err,     // ... with an error
    output wire                      is_full,
    output wire                      lost,          // a REPLY
    output wire                      refused,       // ... went with a status
    output wire                      done_ok,       // completions that were put into the queue
    output wire                      done_bad,
    output wire                      told
);

// ---------------------------------------------------------------- answers of memory
wire       b_there, b_bad, b_take, b_room;
wire [$clog2(2*ACTS+2)-1:0] b_count;
ttp_fifo #(.WIDTH(1), .DEPTH(2 * ACTS + 1)) u_answers (
    .clk(clk), .rst(rst), .in_valid(b_valid), .in_ready(b_room), .in_data(b_err),
    .out_valid(b_there), .out_ready(b_take), .out_data(b_bad), .count(b_count)
);
`ifdef FORMAL
    always @(posedge clk) if (!rst) assert (!b_valid || b_room);
`endif

// ---------------------------------------------------------------- WAIT
reg                       wait_q, err_q;        // an action is there; memory has said an error
reg  [`TTP_NIC_ACT_W-1:0] act_q;
reg  [1:0]                left_q;               // answers that are to come
reg  [FOLLOW-1:0]         erred_q;              // by row of a WRITE of several payloads
reg  [(1<<SW)-1:0]        failed_q;             // DATA of that message
localparam                XW = $clog2(FOLLOW) - 1;
wire [2:0]                code = act_q[`ACT_CODE];
wire [8:0]                set  = act_q[`ACT_SET];
wire [XW:0]               row  = {act_q[`ACT_WAY], set[XW-1:0]};
wire [31:0]               its_tag = act_q[`ACT_TAG];
wire                      many = act_q[`ACT_MANY];
wire                      was_bad = (many && !act_q[`ACT_BEGINS] && erred_q[row])
                                  || (code == `TTP_NIC_ACT_END && failed_q[its_tag[SW-1:0]]);
wire                      go_free;
wire                      answered = left_q == 2'd0 || (left_q == 2'd1 && b_there);
wire                      leaves   = wait_q && answered && go_free;
wire                      bad      = err_q || (b_take && b_there && b_bad) || was_bad;
// The last answer is taken as the action leaves.
assign b_take    = wait_q && left_q != 2'd0 && (left_q != 2'd1 || go_free);
assign act_ready = !wait_q || leaves;

// ---------------------------------------------------------------- GO
reg                       go_q, bad_q, put_q;   // put_q: its completion has been put
reg  [`TTP_NIC_ACT_W-1:0] cur_q;
reg  [23:0]               waited_q;
reg                       expired_q;            // as it was a cycle before
wire [2:0]                go_code   = cur_q[`ACT_CODE];
wire [3:0]                status    = cur_q[`ACT_STATUS];
wire [1:0]                kind      = cur_q[`ACT_KIND];
wire                      is_done   = go_code == `TTP_NIC_ACT_END;
wire                      is_notice = kind == `TTP_NIC_KIND_NOTICE;
wire                      tells     = go_code == `TTP_NIC_ACT_TELL || is_done
                                    || (go_code == `TTP_NIC_ACT_REPLY && cur_q[`ACT_TELLS]
                                        && !(bad_q && is_notice));
wire                      replies   = go_code == `TTP_NIC_ACT_REPLY
                                    || (go_code == `TTP_NIC_ACT_PART && bad_q);
wire                      queue_room;
wire                      put       = !tells || put_q || queue_room;
wire                      goes      = go_q && put && (!replies || reply_ready || expired_q);
wire                      puts      = go_q && tells && !put_q && queue_room;
assign                    go_free   = !go_q || goes;

integer i;
always @(posedge clk) begin
    wait_q <= act_ready ? act_valid : 1'b1;
    if (act_ready) begin
        act_q  <= act;
        left_q <= act_bursts;
        err_q  <= 1'b0;
    end else if (b_take && b_there) begin
        left_q <= left_q - 2'd1;
        err_q  <= bad;
    end
    for (i = 0; i < FOLLOW; i = i + 1)
        if (leaves && many && row == i[XW:0]) erred_q[i] <= bad;
    for (i = 0; i < 1 << SW; i = i + 1) begin
        if (leaves && bad && code == `TTP_NIC_ACT_DATA && its_tag[SW-1:0] == i[SW-1:0])
            failed_q[i] <= 1'b1;
        if (frees && slot == i[SW-1:0]) failed_q[i] <= 1'b0;
    end

    go_q  <= leaves || (go_q && !goes);
    put_q <= !go_free && (put_q || puts);
    if (go_free) begin
        cur_q     <= act_q;
        bad_q    <= bad;
        waited_q <= 24'd0;
    end else if (put && replies) waited_q <= waited_q + 24'd1;
    expired_q <= !go_free && waited_q >= cfg_wait;
    if (rst) begin
        {wait_q, go_q} <= 2'b00;
        failed_q       <= {(1<<SW){1'b0}};
    end
end

wire [3:0] local_status = status == `TTP_NIC_ST_OK && bad_q ? `TTP_NIC_ST_LOCAL : status;
assign slot         = reply_tag[SW-1:0];
assign frees        = goes && is_done;
assign reply_valid  = go_q && put && replies;
assign reply_dest   = cur_q[`ACT_DEST];
assign reply_tag    = cur_q[`ACT_TAG];
assign reply_status = status == `TTP_NIC_ST_OK && bad_q ? `TTP_NIC_ST_MEMORY : status;

reg lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q;
always @(posedge clk) begin
    lost_q      <= reply_valid && !reply_ready && expired_q;
    refused_q   <= reply_valid && reply_ready && reply_status != `TTP_NIC_ST_OK;
    done_ok_q   <= puts && is_done && local_status == `TTP_NIC_ST_OK;
    done_bad_q  <= puts && is_done && local_status != `TTP_NIC_ST_OK;
    told_q      <= puts && !is_done;
    retires_q   <= goes;
    wrote_q     <= c_valid;
    wrote_err_q <= c_valid && b_err;
    if (rst) {lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q}
        <= 8'd0;
end
assign {lost, refused, done_ok, done_bad, told, retires, wrote, wrote_err}
     = {lost_q, refused_q, done_ok_q, done_bad_q, told_q, retires_q, wrote_q, wrote_err_q};

// ---------------------------------------------------------------- completions
wire [213:0] it;
wire         there;
wire [2:0]   completions;
wire [RW-1:0] its_ring;
// {index, key, immediate, length, cookie, VC, node, status, kind} and the ring, without the gaps
ttp_fifo #(.WIDTH(RW + 16 + 32 + 32 + 32 + 64 + 32 + 4 + 2), .DEPTH(4)) u_completions (
    .clk(clk), .rst(rst), .in_valid(puts), .in_ready(queue_room),
    .in_data({is_done ? slot_ring : {RW{1'b0}},
              is_done ? slot_index : cur_q[`ACT_INDEX], is_done ? 32'd0 : cur_q[`ACT_KEY],
              is_done ? 32'd0 : cur_q[`ACT_IMMEDIATE],
              is_done ? slot_length : cur_q[`ACT_LENGTH],
              is_done ? slot_cookie : cur_q[`ACT_COOKIE],
              is_done ? slot_dest : cur_q[`ACT_DEST],
              is_notice && !is_done ? `TTP_NIC_ST_OK : local_status,
              is_done ? `TTP_NIC_KIND_DONE : kind}),
    .out_valid(there), .out_ready(record_valid && record_ready), .out_data({its_ring, it}),
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
                 8'd0, it[29:6], {(8-RW){1'b0}}, its_ring, it[37:30], 4'd0, it[5:2], 6'd0,
                 it[1:0]};
assign is_full = there && on && full;
assign head    = head_q;
always @(posedge clk) begin
    if (record_valid && record_ready) head_q <= head_q + 16'd1;
    room_q <= on && !full && !(record_valid && record_ready);
    if (rst || clear) head_q <= 16'd0;
    if (rst) room_q <= 1'b0;
end

wire unused = &{1'b0, b_room, b_count, completions, round[15:1], set, its_tag,
                cur_q[`TTP_NIC_ACT_W-1:250]};

endmodule

`resetall
