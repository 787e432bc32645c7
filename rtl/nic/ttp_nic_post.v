// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_post - makes payloads: of messages of the rings, of answers to READ, of replies
// (msg.bad, msg.cut, msg.fill, msg.turn, ring.turn)
//
// A source has one message at a time. That of a ring is loaded when the one before has been sent to
// its end, and a place is free, one a cycle; the answer to the oldest READ when none is under way.
// A payload a cycle at most goes into the register of commands: of a REPLY if one waits, else of
// the source whose turn it is.
//
//   element, place   | x |
//   LOAD             | x |        it gets its tag; if it is wrong, nothing else is done
//   payload              | p | p |    chosen, into the register, if that is free or being freed
//   cmd_valid                | 1 | 1 |
//
// With several rings an element has to be there for a cycle before. In that cycle it is compared
// with what is under way of the other rings; that room is 0 behind LOAD makes up for what begins
// then.
//
// The head stands in the low bits, a short one with zeros above it. A message of a ring that is not
// open any more, as it was a cycle before, is left in the cycle in which it would be chosen, or in
// that in which its place is given to one of another ring.
// 64 replies may wait.
//
// msg.fill: what was made is counted in the cycle behind the choice; with FILL = 0 nothing is.
//
// Timing: cmd_* from flops. element_ready is combinational from flops, element and room.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_post #(
    parameter SW    = 4,        // log2 of the places for messages
    parameter READS = 8,        // READs that may wait
    parameter RINGS = 1,        // send rings: 1..8, power of two
    parameter RW    = 1,        // bits of their number, at least 1
    parameter FILL  = 0         // 1: msg.fill
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          cfg_coalesce,  // COALESCE is above 0
    input  wire          waits,         // what was made before is not gone: ttp_nic_read

    // Of each ring, ring 0 in the low bits
    input  wire [RINGS-1:0]     element_valid,
    output wire [RINGS-1:0]     element_ready,
    input  wire [RINGS*512-1:0] elements,
    input  wire [RINGS*16-1:0]  indices,

    // ttp_nic_messages
    input  wire [RINGS-1:0] under,      // ring.limit: it may have one more, a cycle before
    input  wire          room,
    input  wire [31:0]   opens_tag,
    output wire          opens,
    output wire [RW-1:0] opens_ring,
    output wire          opens_read,
    output wire [31:0]   opens_dest,
    output wire [63:0]   opens_addr,
    output wire [31:0]   opens_length,
    output wire [63:0]   opens_cookie,
    output wire [15:0]   opens_index,
    output wire          wrong,
    input  wire          wrong_ready,
    // The places of the messages under way; they are open
    output wire [RINGS*SW-1:0] sending,
    input  wire [RINGS-1:0]    goes_on,

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
    output wire [RINGS:0] cmd_source,   // of which ring, RINGS: of an answer; none: a REPLY
    output wire          cmd_begins
);

// ---------------------------------------------------------------- what may begin
localparam TW = $clog2(RINGS + 1);      // of a source
reg  [RINGS-1:0]    on_q;               // a message is under way
reg  [32*RINGS-1:0] dest_q;
wire [RINGS-1:0]    able;               // ring.turn
genvar g;
generate if (RINGS == 1) begin : g_alone
    assign able = 1'b1;
end else begin : g_rings
    reg  [RINGS-1:0] able_q;
    for (g = 0; g < RINGS; g = g + 1) begin : g_ring
        wire [31:0] its_peer = {elements[512*g+16 +: 8], elements[512*g+32 +: 24]};
        reg  meets;
        integer i;
        always @* begin
            meets = 1'b0;
            for (i = 0; i < RINGS; i = i + 1)
                if (i != g && on_q[i] && dest_q[32*i +: 32] == its_peer) meets = 1'b1;
        end
        always @(posedge clk) able_q[g] <= element_valid[g] && !meets && !rst;
    end
    assign able = able_q;
end endgenerate

wire          begins_some;
wire [RINGS-1:0] begins_hot;
wire [RW-1:0] from;
ttp_nic_turn #(.N(RINGS), .W(RW)) u_begin (
    .clk(clk), .rst(rst), .req(element_valid & able & under & ~on_q), .take(opens),
    .any(begins_some), .hot(begins_hot), .at(from)
);
wire [511:0]  element = elements[512*from +: 512];
wire [RINGS-1:0] bads, wrongs;          // msg.bad, of each, beside the choice

// ---------------------------------------------------------------- the rings' messages
wire [2:0]  op      = element[2:0];
wire        is_read = op == `TTP_NIC_OP_READ;
wire        is_send = op == `TTP_NIC_OP_SEND;
assign opens_read   = is_read && !wrong;
assign opens_dest   = {element[23:16], element[55:32]};
assign opens_addr   = element[127:64];
assign opens_length = element[159:128];
assign opens_cookie = element[383:320];
assign opens_index  = indices[16*from +: 16];
assign wrong        = wrongs[from];
generate for (g = 0; g < RINGS; g = g + 1) begin : g_bad
    wire [2:0] code = elements[512*g +: 3];
    assign bads[g] = elements[512*g + 3 +: 5] != 5'd0 || code == 3'd0
                  || code > `TTP_NIC_OP_READ || elements[512*g + 9 +: 7] != 7'd0
                  || (elements[512*g + 8] && code != `TTP_NIC_OP_WRITE)
                  || elements[512*g + 24 +: 8] != 8'd0 || elements[512*g + 56 +: 8] != 8'd0
                  || (code == `TTP_NIC_OP_SEND && elements[512*g + 128 +: 32] > 32'd`TTP_NIC_DATA);
end endgenerate
generate if (RINGS == 1) begin : g_bad_now
    assign wrongs = bads;
end else begin : g_bad_before           // as ring.turn is, a cycle before
    reg [RINGS-1:0] bads_q;
    always @(posedge clk) bads_q <= bads;
    assign wrongs = bads_q;
end endgenerate

// Of each ring: what moves on, and what stays: offset, length, immediate, key, tag, NOTICE,
// operation
localparam  STAYS = 64 + 32 + 32 + 32 + 32 + 1 + 3;
reg  [RINGS-1:0]       begins_q;
reg  [RINGS-1:0]       goes_q;          // it was open a cycle before, or begins
reg  [8*RINGS-1:0]     step_q;
reg  [32*RINGS-1:0]    left_q;
reg  [64*RINGS-1:0]    addr_q;
reg  [STAYS*RINGS-1:0] stays_q;
wire        load = begins_some && room && (!wrong || wrong_ready);
assign      opens      = load;
assign      opens_ring = from;
generate for (g = 0; g < RINGS; g = g + 1) begin : g_take
    assign element_ready[g] = load && begins_hot[g];
end endgenerate

// Who has something to send, and whose turn it is: the rings, the answer to a READ
wire [RINGS:0] has, hot;

// ---------------------------------------------------------------- the answer to a READ
wire        there, replies;
reg         a_on_q, a_begins_q;
assign      has = {a_on_q, on_q};
wire [31:0] next_dest, next_tag, next_length;
wire [63:0] next_addr;
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
reg           valid_q, first_q;
reg [RINGS:0] source_q;
reg [63:0]    cmd_addr_q;
reg [9:0]     count_q;
reg [255:0]   head_q;
reg [31:0]    to_q;
reg [4:0]     fill_q;                   // 0: nothing that another payload may be joined to
wire          fills = FILL != 0 && cfg_coalesce;

assign free        = !valid_q || cmd_ready;
assign reply_take  = free && replies;
wire   turns       = free && !replies;
wire          some;
wire [TW-1:0] who;
ttp_nic_turn #(.N(RINGS + 1), .W(TW)) u_payload (
    .clk(clk), .rst(rst), .req(has), .take(turns), .any(some), .hot(hot), .at(who)
);
wire   a_chosen    = turns && hot[RINGS];
wire   sends       = turns && (hot[RINGS-1:0] & goes_q) != {RINGS{1'b0}};
wire   makes       = free && (replies || a_chosen || sends);
// What it is, made of each beside the choice: msg.fill, peer, whether a message begins, address,
// bytes, head; of the rings, the answer, a REPLY
localparam CAND = 5 + 32 + 1 + 64 + 10 + 256;
wire [CAND*(RINGS+2)-1:0] cands;
wire [RINGS+1:0]          picks = {replies, hot & {(RINGS+1){!replies}}};
reg  [CAND-1:0]           cand;
integer i;
always @* begin
    cand = {CAND{1'b0}};
    for (i = 0; i < RINGS + 2; i = i + 1) cand = cand | (cands[CAND*i +: CAND] & {CAND{picks[i]}});
end
wire       a_whole;
wire [9:0] a_part;
wire [4:0] a_filled, r_filled;
ttp_nic_cut u_answer (
    .fills(fills), .fill(fill_q), .last_dest(to_q), .dest(a_dest_q), .left(a_left_q),
    .is_first(1'b0), .none(1'b0), .more(a_whole), .count(a_part), .filled(a_filled)
);
wire       r_more;
wire [9:0] r_count;
ttp_nic_cut u_reply (
    .fills(fills), .fill(fill_q), .last_dest(to_q), .dest(its_dest), .left(32'd0), .is_first(1'b0),
    .none(1'b1), .more(r_more), .count(r_count), .filled(r_filled)
);

wire [255:0] a_head = {192'd0, a_tag_q[31:16], a_step_q, a_tag_q[7:0], a_tag_q[13:8], a_part,
                       6'd1, !a_whole, 1'b0, 5'd0, `TTP_NIC_OP_DATA};
wire [255:0] r_head = {192'd0, its_tag[31:16], 4'd0, its_status, its_tag[7:0], its_tag[13:8], 10'd0,
                       8'd6, 5'd0, `TTP_NIC_OP_REPLY};
assign cands[CAND*RINGS +: 2*CAND] = {r_filled, its_dest, 1'b0, 64'd0, 10'd0, r_head,
                                      a_filled, a_dest_q, a_begins_q, a_addr_q, a_part, a_head};

generate for (g = 0; g < RINGS; g = g + 1) begin : g_message
    wire [63:0]  offset;
    wire [31:0]  length, immediate, key, tag;
    wire         notice, whole;
    wire [2:0]   code;
    wire [9:0]   part;
    wire [4:0]   filled;
    wire [7:0]   step   = step_q[8*g +: 8];
    wire [191:0] behind = {32'd0, length, offset, immediate, key};
    wire         begins = begins_q[g];
    wire         mine   = load && begins_hot[g];
    wire [255:0] head   = {begins ? behind : 192'd0, tag[31:16], begins ? 8'd0 : step, tag[7:0],
                           tag[13:8], part, 5'd0, !begins, !whole, notice, 5'd0, code};
    assign {offset, length, immediate, key, tag, notice, code} = stays_q[STAYS*g +: STAYS];
    assign sending[SW*g +: SW]   = tag[SW-1:0];
    assign cands[CAND*g +: CAND] = {filled, dest_q[32*g +: 32], begins, addr_q[64*g +: 64], part,
                                    head};
    ttp_nic_cut u_cut (
        .fills(fills), .fill(fill_q), .last_dest(to_q), .dest(dest_q[32*g +: 32]),
        .left(left_q[32*g +: 32]), .is_first(begins), .none(code == `TTP_NIC_OP_READ),
        .more(whole), .count(part), .filled(filled)
    );
    wire unused = &{1'b0, tag[15:14]};
    always @(posedge clk) begin
        if (mine) begin
            on_q[g]                  <= !wrong;
            begins_q[g]              <= 1'b1;
            step_q[8*g +: 8]         <= 8'd0;
            left_q[32*g +: 32]       <= opens_length;
            addr_q[64*g +: 64]       <= opens_addr;
            dest_q[32*g +: 32]       <= opens_dest;
            stays_q[STAYS*g +: STAYS] <= {is_send ? 64'd0 : element[255:192], opens_length,
                                         is_read ? 32'd0 : element[287:256],
                                         is_send ? 32'd0 : element[191:160], opens_tag,
                                         element[8], op};
        end else if (turns && hot[g]) begin
            on_q[g]                  <= goes_q[g] && whole;
            begins_q[g]              <= 1'b0;
            step_q[8*g +: 8]         <= step + {1'b0, part[9:3]};
            left_q[32*g +: 32]       <= left_q[32*g +: 32] - {22'd0, part};
            addr_q[64*g +: 64]       <= addr_q[64*g +: 64] + {54'd0, part};
        end else if (load && tag[SW-1:0] == opens_tag[SW-1:0])
            on_q[g] <= 1'b0;            // it has ended: its place is another one's
        goes_q[g] <= goes_on[g] || mine;
        if (rst) on_q[g] <= 1'b0;
    end
end endgenerate

always @(posedge clk) begin
    if (a_load) begin
        {a_dest_q, a_tag_q, a_addr_q, a_left_q} <= {next_dest, next_tag, next_addr, next_length};
        {a_on_q, a_begins_q, a_step_q} <= {2'b11, 8'd0};
    end else if (a_chosen) begin
        a_on_q     <= a_whole;
        a_begins_q <= 1'b0;
        a_addr_q   <= a_addr_q + {54'd0, a_part};
        a_left_q   <= a_left_q - {22'd0, a_part};
        a_step_q   <= a_step_q + {1'b0, a_part[9:3]};
    end
    if (free) begin
        valid_q    <= makes;
        source_q   <= picks[RINGS:0];
        {first_q, cmd_addr_q, count_q, head_q} <= cand[CAND-38:0];
    end
    if (makes) begin
        to_q   <= cand[CAND-6 -: 32];
        fill_q <= cand[CAND-1 -: 5] & {5{fills}};
    end else if (!valid_q && !waits) fill_q <= 5'd0;
    if (rst) {a_on_q, valid_q, fill_q} <= 7'd0;
end

assign cmd_valid  = valid_q;
assign cmd_addr   = cmd_addr_q;
assign cmd_count  = count_q;
assign cmd_head   = head_q;
assign cmd_dest   = to_q;
assign cmd_source = source_q;
assign cmd_begins = first_q;

wire unused = &{1'b0, r_more, r_count, waiting, answers, some, who, element[511:384],
                element[319:288], element[63:56], element[31:24], element[15:9], element[7:3],
                a_tag_q[15:14], its_tag[15:14]};

endmodule

`resetall
