// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_post - makes payloads: of messages of the ring, of answers to READ, of replies
// (msg.bad, msg.cut, msg.turn)
//
// A source has one message at a time. That of the ring is loaded when the one before has been sent
// to its end, and a place is free; the answer to the oldest READ when none is under way. A payload
// a cycle at most goes into the register of commands: of a REPLY if one waits, else of the source
// that has not been last, if it has a message, else of the other.
//
//   element, place   | x |
//   LOAD             | x |        it gets its tag; if it is wrong, nothing else is done
//   payload              | p | p |    chosen, into the register, if that is free or being freed
//   cmd_valid                | 1 | 1 |
//
// The head stands in the low bits, a short one with zeros above it. A message of the ring that is
// not open any more is left in the cycle in which it would be chosen.
// 64 replies may wait.
//
// Timing: cmd_* from flops. element_ready is combinational from flops, element and room.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_post #(
    parameter SW    = 4,        // log2 of the places for messages
    parameter READS = 8         // READs that may wait
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          element_valid,
    output wire          element_ready,
    input  wire [511:0]  element,
    input  wire [15:0]   element_index,

    // ttp_nic_messages
    input  wire          room,
    input  wire [31:0]   opens_tag,
    output wire          opens,
    output wire          opens_read,
    output wire [31:0]   opens_dest,
    output wire [63:0]   opens_addr,
    output wire [31:0]   opens_length,
    output wire [63:0]   opens_cookie,
    output wire [15:0]   opens_index,
    output wire          wrong,
    input  wire          wrong_ready,
    output wire [SW-1:0] sending,
    input  wire          goes_on,

    input  wire          read_valid,
    output wire          read_ready,
    input  wire [31:0]   read_dest,
    input  wire [31:0]   read_tag,
    input  wire [63:0]   read_addr,
    input  wire [31:0]   read_length,

    input  wire          reply_valid,
    output wire          reply_ready,
    input  wire [31:0]   reply_dest,
    input  wire [31:0]   reply_tag,
    input  wire [3:0]    reply_status,

    output wire          cmd_valid,
    input  wire          cmd_ready,
    output wire [63:0]   cmd_addr,
    output wire [9:0]    cmd_count,
    output wire [255:0]  cmd_head,
    output wire [31:0]   cmd_dest,
    output wire          cmd_ring,
    output wire          cmd_answer,
    output wire          cmd_begins
);

// More than a payload can hold behind a long head, or behind a short one
function more;
    input [31:0] n;
    input        long;
    more = n[31:10] != 22'd0 || n[9:0] > (long ? 10'd`TTP_NIC_DATA : 10'd`TTP_NIC_MORE);
endfunction

// ---------------------------------------------------------------- the ring's message
wire [2:0]  op      = element[2:0];
wire        is_read = op == `TTP_NIC_OP_READ;
wire        is_send = op == `TTP_NIC_OP_SEND;
assign opens_read   = is_read && !wrong;
assign opens_dest   = {element[23:16], element[55:32]};
assign opens_addr   = element[127:64];
assign opens_length = element[159:128];
assign opens_cookie = element[383:320];
assign opens_index  = element_index;
assign wrong = element[7:3] != 5'd0 || op == 3'd0 || op > `TTP_NIC_OP_READ
            || element[15:9] != 7'd0 || (element[8] && op != `TTP_NIC_OP_WRITE)
            || element[31:24] != 8'd0 || element[63:56] != 8'd0
            || (is_send && more(opens_length, 1'b1));

reg         on_q, begins_q, notice_q;
reg [2:0]   op_q;
reg [7:0]   step_q;
reg [31:0]  dest_q, tag_q, left_q, key_q, immediate_q, length_q;
reg [63:0]  addr_q, offset_q;
wire        load = element_valid && room && !on_q && (!wrong || wrong_ready);
assign      element_ready = load;
assign      opens   = load;
assign      sending = tag_q[SW-1:0];

// ---------------------------------------------------------------- the answer to a READ
wire        there, replies;
wire [31:0] next_dest, next_tag, next_length;
wire [63:0] next_addr;
reg         a_on_q, a_begins_q;
reg [7:0]   a_step_q;
reg [31:0]  a_dest_q, a_tag_q, a_left_q;
reg [63:0]  a_addr_q;
wire        a_load = there && !a_on_q;
wire [$clog2(READS+1)-1:0] waiting;
ttp_fifo #(.WIDTH(32 + 32 + 64 + 32), .DEPTH(READS)) u_reads (
    .clk(clk), .rst(rst), .in_valid(read_valid), .in_ready(read_ready),
    .in_data({read_dest, read_tag, read_addr, read_length}), .out_valid(there),
    .out_ready(a_load), .out_data({next_dest, next_tag, next_addr, next_length}), .count(waiting)
);

// ---------------------------------------------------------------- replies
wire [31:0] its_dest, its_tag;
wire [3:0]  its_status;
wire        free, reply_take;
wire [6:0]  answers;
ttp_fifo #(.WIDTH(32 + 32 + 4), .DEPTH(64)) u_replies (
    .clk(clk), .rst(rst), .in_valid(reply_valid), .in_ready(reply_ready),
    .in_data({reply_dest, reply_tag, reply_status}), .out_valid(replies), .out_ready(reply_take),
    .out_data({its_dest, its_tag, its_status}), .count(answers)
);

// ---------------------------------------------------------------- the next payload
reg           valid_q, ring_q, answer_q, first_q, turn_q;   // turn_q: the answer was last
reg [63:0]    cmd_addr_q;
reg [9:0]     count_q;
reg [255:0]   head_q;
reg [31:0]    to_q;

assign free        = !valid_q || cmd_ready;
assign reply_take  = free && replies;
wire   of_answer   = a_on_q && (!on_q || !turn_q);
wire   of_ring     = on_q && !of_answer;
wire   chosen      = free && !replies && of_ring;           // of the ring
wire   a_chosen    = free && !replies && of_answer;
wire   sends       = chosen && goes_on;
wire   whole       = more(left_q, begins_q) && op_q != `TTP_NIC_OP_READ;
wire   a_whole     = more(a_left_q, 1'b0);
wire [9:0] most    = begins_q ? 10'd`TTP_NIC_DATA : 10'd`TTP_NIC_MORE;
wire [9:0] part    = op_q == `TTP_NIC_OP_READ ? 10'd0 : whole ? most : left_q[9:0];
wire [9:0] a_part  = a_whole ? 10'd`TTP_NIC_MORE : a_left_q[9:0];

// Step is that of a payload behind the first: 992 is 124 x 8, 1016 is 127 x 8.
wire [191:0] behind = {32'd0, length_q, offset_q, immediate_q, key_q};
wire [255:0] head   = {begins_q ? behind : 192'd0, tag_q[31:16], begins_q ? 8'd0 : step_q,
                       tag_q[7:0], 6'd0, part, 5'd0, !begins_q, !whole, notice_q, 5'd0, op_q};
wire [255:0] a_head = {192'd0, a_tag_q[31:16], a_step_q, a_tag_q[7:0], 6'd0, a_part,
                       6'd1, !a_whole, 1'b0, 5'd0, `TTP_NIC_OP_DATA};
wire [255:0] r_head = {192'd0, its_tag[31:16], 4'd0, its_status, its_tag[7:0], 16'd0,
                       8'd6, 5'd0, `TTP_NIC_OP_REPLY};

always @(posedge clk) begin
    if (load) begin
        on_q        <= !wrong;
        begins_q    <= 1'b1;
        op_q        <= op;
        notice_q    <= element[8];
        dest_q      <= opens_dest;
        tag_q       <= opens_tag;
        addr_q      <= opens_addr;
        left_q      <= opens_length;
        length_q    <= opens_length;
        step_q      <= 8'd0;
        key_q       <= is_send ? 32'd0 : element[191:160];
        offset_q    <= is_send ? 64'd0 : element[255:192];
        immediate_q <= is_read ? 32'd0 : element[287:256];
    end else if (chosen) begin
        on_q     <= goes_on && whole;
        begins_q <= 1'b0;
        addr_q   <= addr_q + {54'd0, most};
        left_q   <= left_q - {22'd0, most};
        step_q   <= step_q + {1'b0, most[9:3]};
    end
    if (a_load) begin
        {a_dest_q, a_tag_q, a_addr_q, a_left_q} <= {next_dest, next_tag, next_addr, next_length};
        {a_on_q, a_begins_q, a_step_q} <= {2'b11, 8'd0};
    end else if (a_chosen) begin
        a_on_q     <= a_whole;
        a_begins_q <= 1'b0;
        a_addr_q   <= a_addr_q + 64'd`TTP_NIC_MORE;
        a_left_q   <= a_left_q - 32'd`TTP_NIC_MORE;
        a_step_q   <= a_step_q + 8'd127;
    end
    if (chosen || a_chosen) turn_q <= a_chosen;
    if (free) begin
        valid_q    <= replies || a_chosen || sends;
        ring_q     <= !replies && of_ring;
        answer_q   <= !replies && of_answer;
        first_q    <= of_answer ? a_begins_q : begins_q;
        cmd_addr_q <= of_answer ? a_addr_q : addr_q;
        count_q    <= replies ? 10'd0 : of_answer ? a_part : part;
        head_q     <= replies ? r_head : of_answer ? a_head : head;
        to_q       <= replies ? its_dest : of_answer ? a_dest_q : dest_q;
    end
    if (rst) {on_q, a_on_q, valid_q, turn_q} <= 4'd0;
end

assign cmd_valid  = valid_q;
assign cmd_addr   = cmd_addr_q;
assign cmd_count  = count_q;
assign cmd_head   = head_q;
assign cmd_dest   = to_q;
assign cmd_ring   = ring_q;
assign cmd_answer = answer_q;
assign cmd_begins = first_q;

wire unused = &{1'b0, waiting, answers, element[511:384], element[319:288], tag_q[15:8],
                a_tag_q[15:8], its_tag[15:8]};

endmodule

`resetall
