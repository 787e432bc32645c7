// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_write - writes data of payloads, and completions, into host memory (mem.burst)
//
// A command says how many bytes go where, how many words of the queue of ttp_nic_parse belong to
// it, whether data stand there behind a short head, and what follows (an action). A completion
// brings its 32 bytes along and goes before a command, in words as they are; at 512 bit they stand
// in both halves of one.
// Commands wait in a queue of two, a completion in a register, which takes one while it is empty.
// One starts when nothing of the one before is left behind this cycle, neither words nor a burst to
// be asked for: the completion, or else a command, if the queue of ACTS actions has room.
//
//   command, alone  | x |
//   START               | x |                 the register is empty from the next cycle on
//   aw_valid                | 1 | ...         until aw_ready; then the second burst
//   words of it             | d | d |         into the register of w_*; those of a second burst not
//   w_valid                     | d | d |     before its aw_valid
//
// The first word, if it fills none by itself, is taken with START where no words are under way.
// Without bytes the words are thrown away, one a cycle, and nothing is asked for. The action goes
// into its queue with START, with the number of its bursts; a completion has none. Data are written
// with ID 0, completions with ID 1 (mem.id).
//
// Timing: aw_* and w_* from flops, cmd_ready from flops, record_ready from a flop.
// Part of: ttp_nic_core

`include "ttp_bus_nic.vh"
`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_write #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter ACTS   = 64       // actions that may wait for memory
) (
    input  wire                      clk,
    input  wire                      rst,

    input  wire                      cmd_valid,
    output wire                      cmd_ready,
    input  wire [63:0]               cmd_addr,
    input  wire [9:0]                cmd_count,     // bytes to be written, 0..1016; 0: thrown away
    input  wire                      cmd_short,     // they stand behind a short head
    input  wire [7:0]                cmd_words,     // in the queue
    input  wire [`TTP_NIC_ACT_W-1:0] cmd_act,

    input  wire                      word_valid,
    output wire                      word_ready,
    input  wire [DATA_W-1:0]         word,

    input  wire                      record_valid,
    output wire                      record_ready,
    input  wire [63:5]               record_addr,
    input  wire [255:0]              record,

    output wire                      m_axi_awvalid,
    input  wire                      m_axi_awready,
    output wire                      m_axi_awid,    // 0 data, 1 a completion
    output wire [63:0]               m_axi_awaddr,
    output wire [7:0]                m_axi_awlen,
    output wire                      m_axi_wvalid,
    input  wire                      m_axi_wready,
    output wire [DATA_W-1:0]         m_axi_wdata,
    output wire [DATA_W/8-1:0]       m_axi_wstrb,
    output wire                      m_axi_wlast,

    // Actions, in order, with the number of their bursts
    output wire                      act_valid,
    input  wire                      act_ready,
    output wire [`TTP_NIC_ACT_W-1:0] act,
    output wire [1:0]                act_bursts
);

localparam B    = DATA_W / 8;
localparam LB   = $clog2(B);
// Bytes of a head in the word where data begin: long and short
localparam HALF  = B > `TTP_NIC_HEAD ? `TTP_NIC_HEAD : 0;
localparam HALF2 = B > `TTP_NIC_SHORT ? `TTP_NIC_SHORT : 0;
localparam RW   = B >= `TTP_NIC_HEAD ? 1 : `TTP_NIC_HEAD / B;   // words of a completion
localparam NEXT = RW > 1 ? DATA_W : 0;                          // to the next word of it

wire         moving;
wire [$clog2(ACTS+1)-1:0] acts;
wire         acts_room;
reg          aw_q, second_q, under_q, record_q;
reg          full_q, id_q;              // a completion waits
reg [63:5]   record_addr_q;
reg [255:0]  data_q;
wire         next_valid, next_short;    // a command waits
wire [63:0]  next_addr;
wire [9:0]   next_count;
wire [7:0]   next_words;
wire [1:0]   commands;
wire [`TTP_NIC_ACT_W-1:0] next_act;
wire         moved;
wire         may          = (!moving || moved) && (!aw_q || (m_axi_awready && !second_q));
wire         start_cmd    = may && !full_q && next_valid && acts_room;
wire         start        = (may && full_q) || start_cmd;
assign       record_ready = !full_q;
ttp_fifo #(.WIDTH(64 + 10 + 1 + 8 + `TTP_NIC_ACT_W), .DEPTH(2)) u_commands (
    .clk(clk), .rst(rst), .in_valid(cmd_valid), .in_ready(cmd_ready),
    .in_data({cmd_addr, cmd_count, cmd_short, cmd_words, cmd_act}), .out_valid(next_valid),
    .out_ready(start_cmd), .out_data({next_addr, next_count, next_short, next_words, next_act}),
    .count(commands)
);
always @(posedge clk) begin
    full_q <= full_q ? !may : record_valid;
    if (!full_q) {record_addr_q, data_q} <= {record_addr, record};
    if (rst) full_q <= 1'b0;
end

// ---------------------------------------------------------------- what is to be done
// Of a completion, which has RW words and lies within one page
wire [63:0]  its_to  = {record_addr_q, 5'd0};
wire [5:0]   its_end = {record_addr_q[5], 5'd31};       // its last byte
// Of a command: words and bytes of the last one less 1; its last byte, counted from its first word
// and from its page, and how many words less 1 are to the end of that: no sum waits for another
wire [LB-1:0] next_a = next_addr[LB-1:0];
wire [10:0]  top    = {{(11-LB){1'b0}}, next_a} + {1'b0, next_count} + (11'd1 << LB) - 11'd1;
wire [7:0]   words  = top[10:3] >> (LB - 3);
wire [10:0]  at_end = {{(11-LB){1'b0}}, next_a} + {1'b0, next_count} - 11'd1;
wire [12:0]  at_page = {1'b0, next_addr[11:0]} + {3'd0, next_count} - 13'd1;
wire [8:0]   page   = (9'h1FF >> (LB - 3)) ^ (next_addr[11:3] >> (LB - 3));
wire         empty  = next_count == 10'd0;
wire         over   = at_page[12] && !empty;
// Of what is next
wire [63:LB] to     = full_q ? its_to[63:LB] : next_addr[63:LB];
wire [7:0]   n_in   = full_q ? RW[7:0] : next_words;
wire [7:0]   n_out  = full_q ? RW[7:0] : words;
wire [LB-1:0] a     = full_q ? its_to[LB-1:0] : next_a;
wire [LB-1:0] tail  = full_q ? its_end[LB-1:0] : top[LB-1:0];
wire         none   = !full_q && empty;
wire         cut    = !full_q && over;
wire [7:0]   first  = full_q ? RW[7:0] - 8'd1 :         // words of the first burst less 1
                      over   ? page[7:0] : at_end[10:3] >> (LB - 3);
wire [6:0]   half   = next_short ? HALF2[6:0] : HALF[6:0];
wire [7:0]   rot    = full_q ? 8'd0 : {{(8-LB){1'b0}}, next_a} - {1'b0, half};
wire         late   = rot[7];

reg [63:0]   addr_q;
reg [7:0]    len_q, len2_q, beats_q;        // less 1; beats_q: of this burst, that are left
reg [255:0]  rec_q;
reg [B-1:0]  first_strb_q, last_strb_q;

// ---------------------------------------------------------------- words
wire              shift_in_ready, out_valid, out_first, out_last;
wire [DATA_W-1:0] shifted, rec_word;
reg               wvalid_q, wlast_q;
reg  [DATA_W-1:0] wdata_q;
reg  [B-1:0]      wstrb_q;
wire              free  = !wvalid_q || m_axi_wready;
wire              open  = under_q || !second_q;
generate if (HALF != 0) begin : g_wide
    assign rec_word = {rec_q, rec_q};
end else begin : g_narrow
    assign rec_word = rec_q[DATA_W-1:0];
end endgenerate

ttp_nic_shift #(.DATA_W(DATA_W), .SOON(1)) u_shift (
    .clk(clk), .rst(rst), .start(start && n_in != 8'd0), .rot(rot[LB-1:0]), .late(late && !none),
    .drop(none), .n_in(n_in), .n_out(n_out), .busy(moving), .done(moved),
    .in_valid(record_q || word_valid), .in_ready(shift_in_ready),
    .in_data(record_q ? rec_word : word), .out_valid(out_valid), .out_ready(free && open),
    .out_data(shifted), .out_first(out_first), .out_last(out_last)
);
assign word_ready = shift_in_ready && !record_q;
wire   enters     = out_valid && free && open;

always @(posedge clk) begin
    if (start) begin
        addr_q       <= {to, {LB{1'b0}}};
        len_q        <= first;
        len2_q       <= at_page[10:3] >> (LB - 3);
        beats_q      <= first;
        second_q     <= cut;
        under_q      <= cut;            // words of the first of two are left
        aw_q         <= !none;
        id_q         <= full_q;
        record_q     <= full_q;
        rec_q        <= data_q;
        first_strb_q <= {B{1'b1}} << a;
        last_strb_q  <= ~({B{1'b1}} << tail) | ({{(B-1){1'b0}}, 1'b1} << tail);
    end else begin
        if (aw_q && m_axi_awready) begin
            addr_q   <= {addr_q[63:12] + 52'd1, 12'd0};
            len_q    <= len2_q;
            second_q <= 1'b0;
            aw_q     <= second_q;
        end
        if (record_q && shift_in_ready) rec_q <= rec_q >> NEXT;
        if (moved) record_q <= 1'b0;
        if (enters) begin
            beats_q <= beats_q == 8'd0 ? len2_q : beats_q - 8'd1;
            if (beats_q == 8'd0) under_q <= 1'b0;
        end
    end
    if (free) begin
        wvalid_q <= enters;
        wdata_q  <= shifted;
        wstrb_q  <= (out_first ? first_strb_q : {B{1'b1}}) & (out_last ? last_strb_q : {B{1'b1}});
        wlast_q  <= beats_q == 8'd0;
    end
    if (rst) {aw_q, wvalid_q, record_q} <= 3'b000;
end

assign m_axi_awvalid = aw_q;
assign m_axi_awid    = id_q;
assign m_axi_awaddr  = addr_q;
assign m_axi_awlen   = len_q;
assign m_axi_wvalid  = wvalid_q;
assign m_axi_wdata   = wdata_q;
assign m_axi_wstrb   = wstrb_q;
assign m_axi_wlast   = wlast_q;

// ---------------------------------------------------------------- what follows
ttp_nic_queue #(.WIDTH(`TTP_NIC_ACT_W + 2), .DEPTH(ACTS)) u_acts (
    .clk(clk), .rst(rst), .in_valid(start_cmd), .in_ready(acts_room),
    .in_data({next_act, none ? 2'd0 : cut ? 2'd2 : 2'd1}),
    .out_valid(act_valid), .out_ready(act_ready), .out_data({act, act_bursts}), .count(acts)
);

wire unused = &{1'b0, acts, commands, page[8], rot, top[2:0], at_end[2:0], at_page[11],
                at_page[2:0], its_end};

endmodule

`resetall
