// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_read - reads data and makes payloads of them: a head of 32 or 8 bytes, then count bytes
// (mem.burst, mem.ahead, msg.fault, msg.join)
//
// A command is taken while fewer than WAITS wait, no burst is left to be asked for, and fewer than
// 512 words are asked for and not used (mem.ahead). With data its one or two bursts are asked for
// from that cycle on, one behind the other. Answers of memory wait in a queue of 256 bytes, at 512
// bit of 2 KiB. What is behind the data in their last word is sent as 0.
//
//   command, alone  | x |
//   ar_valid        | 1 | ...                until ar_ready; then the second burst
//   LOAD                | x |                the command comes into the engine
//   payload                 | h | d | d |    words, as far as they have come, into the register
//   tvalid                      | h | d | d |
//
// The next command is loaded while the last word enters the register, but for the REPLY below and
// a payload that waits to be joined. A
// long head shares its word with data at 512 bit, a short one above 64 bit; else the head has words
// of its own.
//
// Joining. What waits is looked at while it is the oldest command for a cycle (PEEK, in flops,
// empty behind a LOAD or the REPLY below): whether it goes to the peer of the payload in the
// engine, fits behind it into 16 times 64 bytes with what was joined before, is none of a message
// with an error before, unless it begins one, and reads not more words than the queue holds.
//   joins    COALESCE is not 0, PEEK is there and fits, all its words are in the queue when those
//            that go in this cycle have gone, and none with an error is in the queue
//   closes   it does not join, and COALESCE is 0, the payload is one with an error or the REPLY
//            below, 16 times 64 bytes are full, PEEK is there and does not fit, or it has waited
//            for what COALESCE was as it began
// As the last word enters the register: with closes it has tlast; with joins it has none, and the
// next command is loaded in that cycle; else it waits in the register (tvalid 0), is looked at so
// in each cycle, and goes in the one behind that, again with a LOAD in that cycle. Below 512 bit
// words of 0 follow one that joins, to the multiple of 64 bytes; of the next one a word of memory
// that gives nothing by itself may be taken meanwhile.
//
//   LOAD             | x |           | y |
//   last word enters         | x |           | y |
//   PEEK                         | y |
//   tvalid                               | 1 |         without tlast
//
// A word with r_err makes the payload one to be discarded (tuser with tlast), and all behind it of
// the same source until a command begins a message. Of a ring: fault is told with the TAG, in the
// cycle behind that in which the last word enters the register. There too: sent, of its last
// payload; answered, of the last of an answer.
// Of an answer: a REPLY with MEMORY, without data,
// is the next payload, as if it were a command.
//
// Timing: tx_* and fault_* from flops. r_ready from a flop. cmd_ready and waits from flops, ar_*
// combinational from flops and cmd_*.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_read #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter WAITS  = 64,      // payloads whose data are asked for: a power of two
    parameter RINGS  = 1        // send rings
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [7:0]          cfg_coalesce,    // COALESCE

    input  wire                cmd_valid,
    output wire                cmd_ready,
    input  wire [63:0]         cmd_addr,
    input  wire [9:0]          cmd_count,   // bytes, 0..1016
    input  wire [255:0]        cmd_head,
    input  wire [31:0]         cmd_dest,    // {VC, node}
    input  wire [RINGS:0]      cmd_source,  // of which ring, RINGS: of an answer; none: a REPLY
    input  wire                cmd_begins,  // the first of a message
    output wire                waits,       // one that was taken may still be joined to others

    output wire                ar_valid,
    output wire [63:0]         ar_addr,
    output wire [7:0]          ar_len,
    input  wire                ar_ready,

    input  wire                r_valid,
    output wire                r_ready,
    input  wire [DATA_W-1:0]   r_data,
    input  wire                r_err,

    output wire [DATA_W-1:0]   m_axis_tx_tdata,
    output wire [DATA_W/8-1:0] m_axis_tx_tkeep,
    output wire                m_axis_tx_tvalid,
    input  wire                m_axis_tx_tready,
    output wire                m_axis_tx_tlast,
    output wire                m_axis_tx_tuser,
    output wire [31:0]         m_axis_tx_tdest,

    output wire                fault_valid, // of a message of a ring
    output wire                sent_valid,  // its last payload has gone
    output wire [31:0]         fault_tag,   // of both
    output wire                answered,    // the last payload of an answer has gone
    output wire                posted       // a payload was given to the MAC, not to be discarded
);

localparam B    = DATA_W / 8;
localparam LB   = $clog2(B);
// Bytes of a head in the word where data begin, and words of it before that: long and short
localparam HALF  = B > `TTP_NIC_HEAD ? `TTP_NIC_HEAD : 0;
localparam HALF2 = B > `TTP_NIC_SHORT ? `TTP_NIC_SHORT : 0;
localparam HW    = HALF != 0 ? 0 : `TTP_NIC_HEAD / B;
localparam HW2   = HALF2 != 0 ? 0 : 1;
localparam NEXT  = HW > 1 ? DATA_W : 0;                         // to the next word of it
localparam WORDS = DATA_W == 512 ? 32 : 2048 / DATA_W;          // of memory that wait
localparam CW    = $clog2(WORDS + 1);
localparam BLOCK = 512 / DATA_W;                                // words of 64 bytes

// ---------------------------------------------------------------- bursts (mem.burst)
wire         queue_room, cmd_there;
reg          ask_q, second_q;
reg [63:0]   addr_q;
reg [7:0]    len_q, len2_q;

wire         take  = cmd_valid && cmd_ready;
wire         data  = cmd_count != 10'd0;
// Words; bytes from the first word and from its page to the last byte, and how many words less 1
// are to the end of that: no sum waits for another
wire [10:0]  top   = {{(11-LB){1'b0}}, cmd_addr[LB-1:0]} + {1'b0, cmd_count}
                   + (11'd1 << LB) - 11'd1;
wire [7:0]   words = top[10:3] >> (LB - 3);
wire [10:0]  at_end  = {{(11-LB){1'b0}}, cmd_addr[LB-1:0]} + {1'b0, cmd_count} - 11'd1;
wire [12:0]  at_page = {1'b0, cmd_addr[11:0]} + {3'd0, cmd_count} - 13'd1;
wire [8:0]   page  = (9'h1FF >> (LB - 3)) ^ (cmd_addr[11:3] >> (LB - 3));
wire         cut   = at_page[12];                   // to the end of the page, then the rest

// Words that are asked for and not used
reg [10:0]   ahead_q;
wire         took;                      // one is used
always @(posedge clk) begin
    ahead_q <= ahead_q + (take && data ? {3'd0, words} : 11'd0) - {10'd0, took};
    if (rst) ahead_q <= 11'd0;
end

assign cmd_ready = queue_room && !ask_q && ahead_q[10:9] == 2'd0;
assign ar_valid  = ask_q || (take && data);
assign ar_addr   = ask_q ? addr_q : {cmd_addr[63:LB], {LB{1'b0}}};
assign ar_len    = ask_q ? len_q : cut ? page[7:0] : at_end[10:3] >> (LB - 3);
wire         two   = ask_q ? second_q : cut;

always @(posedge clk) begin
    if (!ask_q) len2_q <= at_page[10:3] >> (LB - 3);
    if (ar_valid) begin
        addr_q   <= ar_ready ? {ar_addr[63:12] + 52'd1, 12'd0} : ar_addr;
        len_q    <= !ar_ready ? ar_len : ask_q ? len2_q : at_page[10:3] >> (LB - 3);
        second_q <= two && !ar_ready;
        ask_q    <= two || !ar_ready;
    end
    if (rst) ask_q <= 1'b0;
end

// ---------------------------------------------------------------- what waits
wire [LB-1:0] a;
wire [9:0]    count;
wire [255:0]  head;
wire [31:0]   dest;
wire          begins, load;
wire [RINGS:0] source;
wire [$clog2(WAITS+1)-1:0] waiting;
ttp_nic_queue #(.WIDTH(LB + 10 + 256 + 32 + RINGS + 2), .DEPTH(WAITS)) u_commands (
    .clk(clk), .rst(rst), .in_valid(take), .in_ready(queue_room),
    .in_data({cmd_addr[LB-1:0], cmd_count, cmd_head, cmd_dest, cmd_source, cmd_begins}),
    .out_valid(cmd_there), .out_ready(load),
    .out_data({a, count, head, dest, source, begins}), .count(waiting)
);
wire              word_there, word_take, word_err;
wire [DATA_W-1:0] word;
wire [CW-1:0]     words_in;
ttp_fifo #(.WIDTH(DATA_W + 1), .DEPTH(WORDS)) u_words (
    .clk(clk), .rst(rst), .in_valid(r_valid), .in_ready(r_ready), .in_data({r_err, r_data}),
    .out_valid(word_there), .out_ready(word_take), .out_data({word_err, word}), .count(words_in)
);

// ---------------------------------------------------------------- the payload
reg            on_q, bad_q, sorry_q, data_q, last_q, short_q, alone_q;
reg [RINGS:0]  source_q, poison_q;      // poison: all behind it are to be discarded
wire           of_ring   = source_q[RINGS-1:0] != {RINGS{1'b0}};
wire           of_answer = source_q[RINGS];
reg [2:0]      head_left_q;             // words of the head, where it has its own
reg [255:0]    head_q;
reg [31:0]     dest_q, tag_q;
reg [B-1:0]    keep_q;

// What goes into the engine: the next command, or the REPLY that a fault asks for.
wire           ends;                    // the last word enters the register
wire           sorry   = sorry_q && !on_q;
wire           faulty;                  // ... of an answer, and it is the first with an error
wire           joins, closes;           // looked at as it ends, and while it waits
reg            hold_q;                  // its last word waits in the register
assign         load    = cmd_there && !sorry_q
                      && (on_q ? !faulty && (joins || closes) : !hold_q || joins || closes);
wire           starts  = load || sorry;
wire           short   = sorry || head[10];
wire [9:0]     n       = sorry ? 10'd0 : count;
wire [6:0]     half    = short ? HALF2[6:0] : HALF[6:0];
wire [10:0]    in_top  = {{(11-LB){1'b0}}, a} + {1'b0, n} + (11'd1 << LB) - 11'd1;
wire [10:0]    out_all = {1'b0, n} + {4'd0, half};
wire [10:0]    out_top = out_all + (11'd1 << LB) - 11'd1;
wire [LB-1:0]  tail    = out_all[LB-1:0];
wire [7:0]     n_in    = n == 10'd0 ? 8'd0 : in_top[10:3] >> (LB - 3);
wire [7:0]     n_out   = out_top[10:3] >> (LB - 3);
wire [6:0]     rot     = half - {{(7-LB){1'b0}}, a};
wire           late    = {{(7-LB){1'b0}}, a} > half && n != 10'd0;

wire              moving, moved, shift_ready, out_valid, out_first, out_last;
wire [DATA_W-1:0] shifted;
reg               full_q, tvalid_q, tlast_q, tuser_q, posted_q, fault_q, sent_q, answered_q;
reg  [DATA_W-1:0] tdata_q;
reg  [B-1:0]      tkeep_q;
reg  [31:0]       tdest_q, fault_tag_q;
reg  [2:0]        pad_q, its_pad_q;     // words of 0 that are to come; those of this payload
wire              free      = !full_q || (tvalid_q && m_axis_tx_tready);
wire              pads      = free && pad_q != 3'd0;
wire              open      = free && pad_q == 3'd0;
wire              of_head   = head_left_q != 3'd0;
wire              head_ends = head_left_q == 3'd1 && !data_q;
ttp_nic_shift #(.DATA_W(DATA_W)) u_shift (
    .clk(clk), .rst(rst), .start(starts && n_out != 8'd0), .rot(rot[LB-1:0]), .late(late),
    .drop(1'b0), .n_in(n_in), .n_out(n_out), .busy(moving), .done(moved),
    .in_valid(word_there && !of_head), .in_ready(shift_ready), .in_data(word),
    .out_valid(out_valid), .out_ready(open && !of_head), .out_data(shifted),
    .out_first(out_first), .out_last(out_last)
);
assign            word_take = shift_ready && !of_head;
wire              bad    = bad_q || (word_there && word_take && word_err);
wire              was_bad = (source_q & poison_q) != {(RINGS+1){1'b0}};
wire              enters = open && on_q && (of_head || out_valid);
wire              last   = of_head ? head_ends : out_last;
assign            ends   = enters && last;
assign            faulty = bad && of_answer && !was_bad;
// What is behind the data in their last word is not ours to show.
wire [DATA_W-1:0] out_mask;
genvar g;
generate for (g = 0; g < B; g = g + 1) begin : g_mask
    assign out_mask[8*g +: 8] = {8{!pads && (!ends || of_head || keep_q[g])}};
end endgenerate
wire [255:0]      sorry_head = {192'd0, tag_q[31:16], 4'd0, `TTP_NIC_ST_MEMORY, tag_q[7:0],
                                tag_q[13:8], 10'd0, 8'd6, 5'd0, `TTP_NIC_OP_REPLY};
wire [DATA_W-1:0] out_word;
wire              first  = out_first && !of_head;   // data share this word with a head
generate if (HALF != 0) begin : g_wide
    assign out_word = {shifted[DATA_W-1:256], first && !short_q ? head_q[255:64] : shifted[255:64],
                       first ? head_q[63:0] : shifted[63:0]};
end else if (HALF2 != 0) begin : g_short
    assign out_word = {of_head ? head_q[DATA_W-1:64] : shifted[DATA_W-1:64],
                       of_head || (first && short_q) ? head_q[63:0] : shifted[63:0]};
end else begin : g_narrow
    assign out_word = of_head ? head_q[DATA_W-1:0] : shifted;
end endgenerate

// ---------------------------------------------------------------- joining (msg.join)
reg            there_q, match_q, fits_q, clean_q, small_q;      // PEEK
reg [7:0]      need_q;                  // words of memory
reg [CW-1:0]   errs_q;                  // words with an error that wait
reg [4:0]      blocks_q;                // of 64 bytes, with what was joined before
reg [7:0]      wait_q;
wire [10:0]    bytes   = {1'b0, count} + 11'd63
                      + (head[10] ? 11'd`TTP_NIC_SHORT : 11'd`TTP_NIC_HEAD);
wire [4:0]     blocks  = sorry ? 5'd1 : bytes[10:6];
wire [5:0]     all     = {1'b0, blocks_q} + {1'b0, blocks};
wire [7:0]     in_now  = {{(8-CW){1'b0}}, words_in};
assign         took    = word_there && word_take;
wire           enough  = in_now > need_q || (in_now == need_q && !took);
wire           fitting = there_q && match_q && fits_q && clean_q && small_q;
wire           on      = cfg_coalesce != 8'd0;
wire           good    = hold_q || !(bad || was_bad || alone_q);
wire           judged  = ends || hold_q;
assign         joins   = judged && on && good && fitting && enough && errs_q == {CW{1'b0}};
assign         closes  = judged && !joins
                      && (!on || !good || blocks_q == 5'd16 || (there_q && !fitting)
                          || (hold_q && wait_q == 8'd1));
wire [7:0]     n_all   = n_out + {5'd0, short ? HW2[2:0] : HW[2:0]};
always @(posedge clk) begin
    there_q <= cmd_there && !starts;
    match_q <= dest == dest_q;
    fits_q  <= all <= 6'd16;
    clean_q <= begins || (source & poison_q) == {(RINGS+1){1'b0}};
    small_q <= n_in <= WORDS[7:0];
    need_q  <= n_in;
    errs_q  <= errs_q + {{(CW-1){1'b0}}, r_valid && r_ready && r_err}
                      - {{(CW-1){1'b0}}, took && word_err};
    if (starts) begin
        blocks_q  <= joins ? all[4:0] : blocks;
        its_pad_q <= 3'd0 - n_all[2:0] & (BLOCK[2:0] - 3'd1);
    end
    if (joins) pad_q <= its_pad_q;
    else if (pads) pad_q <= pad_q - 3'd1;
    wait_q <= hold_q ? wait_q - 8'd1 : cfg_coalesce;
    hold_q <= judged && !joins && !closes;
    if (rst) {there_q, errs_q, pad_q, hold_q} <= {(5+CW){1'b0}};
end

always @(posedge clk) begin
    if (starts) begin
        head_q <= sorry ? sorry_head : head;
        source_q <= sorry ? {(RINGS+1){1'b0}} : source;
        if (load) {dest_q, tag_q, last_q} <= {dest, head[63:48], 2'b00, head[31:26],
                                                head[39:32], head[9]};
        short_q     <= short;
        alone_q     <= sorry;
        keep_q      <= tail == {LB{1'b0}} ? {B{1'b1}} : ~({B{1'b1}} << tail);
        head_left_q <= short ? HW2[2:0] : HW[2:0];
        data_q      <= n != 10'd0;
        bad_q       <= 1'b0;
        sorry_q     <= 1'b0;
    end else begin
        bad_q <= bad;
        if (enters && of_head) begin
            head_left_q <= head_left_q - 3'd1;
            head_q      <= head_q >> NEXT;
        end
        if (ends && faulty) sorry_q <= 1'b1;
    end
    poison_q <= (poison_q | (source_q & {(RINGS+1){ends && bad}}))
              & ~(source & {(RINGS+1){load && begins}});
    if (ends) fault_tag_q <= tag_q;
    on_q <= starts || (on_q && !ends);
    if (free) begin
        full_q   <= pads || enters;
        tvalid_q <= pads || (enters && (!last || joins || closes));
        tdata_q  <= out_word & out_mask;
        tlast_q  <= closes;
        tuser_q  <= closes && (bad || was_bad);
        tkeep_q  <= ends && !of_head && !joins ? keep_q : {B{1'b1}};
        tdest_q  <= dest_q;
    end else if (hold_q) begin
        tvalid_q <= joins || closes;
        tlast_q  <= closes;
        if (joins) tkeep_q <= {B{1'b1}};
    end
    posted_q <= ends && !bad && !was_bad;
    fault_q  <= ends && bad && of_ring && !was_bad;
    sent_q   <= ends && of_ring && last_q;
    answered_q <= ends && of_answer && last_q;
    if (rst) {full_q, tvalid_q, on_q, sorry_q, posted_q, fault_q, sent_q, answered_q} <= 8'd0;
    if (rst) {head_left_q, poison_q} <= {(RINGS+4){1'b0}};
end

assign waits            = cmd_there || on_q || hold_q;
assign m_axis_tx_tdata  = tdata_q;
assign m_axis_tx_tkeep  = tkeep_q;
assign m_axis_tx_tvalid = tvalid_q;
assign m_axis_tx_tlast  = tlast_q;
assign m_axis_tx_tuser  = tuser_q;
assign m_axis_tx_tdest  = tdest_q;
assign fault_valid      = fault_q;
assign sent_valid       = sent_q;
assign answered         = answered_q;
assign fault_tag        = fault_tag_q;
assign posted           = posted_q;

wire unused = &{1'b0, waiting, moving, bytes[5:0], n_all[7:3], moved, top[2:0], in_top[2:0],
                out_top[2:0], rot, first, short_q, page[8],
                at_end[2:0], at_page[11], at_page[2:0]};

endmodule

`resetall
