// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_core - the NIC without its MAC: memory to memory (docs/nic.md)
//
// Instances and wires only. What a host posts goes from its ring to ttp_nic_post, which cuts it
// into payloads, and to ttp_nic_read, which gets their data. What a peer sends goes from
// ttp_nic_parse to ttp_nic_place, which says where it belongs, and to ttp_nic_write; ttp_nic_acts
// says so when it is in memory. ttp_nic_messages knows what is open.
//
// Errors: bad input ends in a completion, a REPLY or a counter. No output depends combinationally
// on an input.
//
// Timing: that of the parts.
// Mirror: model/nic/ttp_nic_core.c, cycle by cycle the same pins
// Lockstep test: tb/block/ttp_nic_core.cpp

`include "ttp_bus_nic.vh"
`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_core #(
    parameter DATA_W   = 512,   // bits a beat: 64, 128, 256, 512
    parameter MESSAGES = 16,    // open messages: 4..256, power of two
    parameter REGIONS  = 16,    // 2..64, power of two
    parameter READS    = 8,     // READs of peers that may wait: 2..32
    parameter FOLLOW   = 64,    // messages of peers that may be under way, in sets of two: 8..1024
    parameter RINGS    = 1      // send rings: 1..8, power of two
) (
    input  wire                clk,
    input  wire                rst,                 // synchronous, active high, >= 1 cycle
    input  wire [15:0]         cfg_epoch_seed,      // msg.life: LIFE after rst, sampled with it

    // Host memory, AXI4: mem.burst, mem.id. Size: a word; burst: INCR
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    output wire [1:0]          m_axi_arid,
    output wire [63:0]         m_axi_araddr,        // of a whole word
    output wire [7:0]          m_axi_arlen,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    input  wire [1:0]          m_axi_rid,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,         // bit 1: an error
    input  wire                m_axi_rlast,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire                m_axi_awid,          // mem.id
    output wire [63:0]         m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready,        // 1 at all times
    input  wire                m_axi_bid,
    input  wire [1:0]          m_axi_bresp,         // bit 1: an error

    // Registers, AXI4-Lite: docs/nic.md
    input  wire [11:0]         s_axil_awaddr,
    input  wire                s_axil_awvalid,
    output wire                s_axil_awready,
    input  wire [31:0]         s_axil_wdata,
    input  wire [3:0]          s_axil_wstrb,        // ignored: a register is written whole
    input  wire                s_axil_wvalid,
    output wire                s_axil_wready,
    output wire [1:0]          s_axil_bresp,
    output wire                s_axil_bvalid,
    input  wire                s_axil_bready,
    input  wire [11:0]         s_axil_araddr,
    input  wire                s_axil_arvalid,
    output wire                s_axil_arready,
    output wire [31:0]         s_axil_rdata,
    output wire [1:0]          s_axil_rresp,
    output wire                s_axil_rvalid,
    input  wire                s_axil_rready,
    output wire                irq,                 // level

    // To s_axis_host of the MAC, from its m_axis_host and m_axis_cpl
    output wire [DATA_W-1:0]   m_axis_tx_tdata,
    output wire [DATA_W/8-1:0] m_axis_tx_tkeep,
    output wire                m_axis_tx_tvalid,
    input  wire                m_axis_tx_tready,
    output wire                m_axis_tx_tlast,
    output wire                m_axis_tx_tuser,     // with tlast: discard (msg.fault)
    output wire [31:0]         m_axis_tx_tdest,     // {VC[7:0], node[23:0]}
    input  wire [DATA_W-1:0]   s_axis_rx_tdata,
    input  wire [DATA_W/8-1:0] s_axis_rx_tkeep,
    input  wire                s_axis_rx_tvalid,
    output wire                s_axis_rx_tready,
    input  wire                s_axis_rx_tlast,
    input  wire [31:0]         s_axis_rx_tid,       // {VC[7:0], node[23:0]}
    input  wire [127:0]        s_axis_cpl_tdata,    // docs/registers.md
    input  wire                s_axis_cpl_tvalid,
    output wire                s_axis_cpl_tready,

    // The messages of a dead link have ended: DEAD of IRQ_CAUSE is to be cleared (msg.clear)
    output wire                clear_valid,
    input  wire                clear_ready
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || MESSAGES < 4 || MESSAGES > 256 || (MESSAGES & (MESSAGES - 1)) != 0
             || REGIONS < 2 || REGIONS > 64 || (REGIONS & (REGIONS - 1)) != 0
             || READS < 2 || READS > 32
             || FOLLOW < 8 || FOLLOW > 1024 || (FOLLOW & (FOLLOW - 1)) != 0
             || RINGS < 1 || RINGS > 8 || (RINGS & (RINGS - 1)) != 0) begin : g_bad
    // Ranges: docs/nic.md
    ERROR_ttp_nic_core_parameter_out_of_range u_bad ();
end endgenerate

localparam SW    = $clog2(MESSAGES);
localparam AHEAD = DATA_W == 512 ? 128 : 16;    // ring.take
localparam SEND_AHEAD = DATA_W == 512 ? 128 / RINGS : 16;
localparam RW    = RINGS > 1 ? $clog2(RINGS) : 1;
localparam WAITS = DATA_W == 512 ? 128 : 16;    // payloads that wait for memory, each way

// Configuration
wire         on, clear;
wire [58*RINGS-1:0] send_bases;
wire [4*RINGS-1:0]  send_sizes;
wire [16*RINGS-1:0] send_heads, send_tails;
wire [RINGS-1:0]    send_rings;
wire [9*RINGS-1:0]  send_limits;
wire [63:6]  recv_base, cpl_base;
wire [3:0]   recv_size, cpl_size;
wire [15:0]  recv_head, recv_tail, cpl_tail, cpl_head, msg_timeout;
wire [23:0]  recv_wait, region_key, region_peer;
wire [15:0]  life;
wire         life_set;
wire [5:0]   tag_life;
wire         region_wr, region_all, any, retires;
wire [1:0]   looks;
wire [7:0]   coalesce;
wire [7:0]   region_index;
wire [1:0]   region_rights;
wire [63:0]  region_base;
wire [47:0]  region_length;
// Reads of memory
wire         send_ar, send_ar_ready, recv_ar, recv_ar_ready, data_ar, data_ar_ready, r_ready;
reg  [63:6]  send_ar_addr;
wire [63:6]  recv_ar_addr;
wire [63:0]  data_ar_addr;
wire [7:0]   data_ar_len;
// Elements of the rings; a descriptor, a buffer
wire [RINGS-1:0]     post_valid, post_ready, post_broken, send_faults, send_asks, send_hot, under;
wire [58*RINGS-1:0]  send_addrs;
wire [512*RINGS-1:0] post_elements;
wire [16*RINGS-1:0]  post_indices;
wire [RW-1:0]        send_from, opens_ring, slot_ring;
wire         recv_fault;
wire [511:0] buffer;
wire [15:0]  buffer_index;
wire         buffer_valid, buffer_ready, buffer_broken;
// A message begins, goes on, ends
wire         room, opens, opens_read, wrong, wrong_ready, sent_valid;
wire [RINGS-1:0]    goes_on;
wire [RINGS*SW-1:0] sending;
wire [31:0]  opens_tag, opens_dest, opens_length;
wire [63:0]  opens_addr, opens_cookie;
wire [15:0]  opens_index;
wire [SW-1:0] closing, ending_slot, slot;
wire         fault_valid, ending_valid, ending_ready, frees;
wire [31:0]  fault_tag, slot_dest, slot_length;
wire [63:0]  slot_cookie;
wire [15:0]  slot_index;
wire [3:0]   ending_status;
// The message of a payload that has come
wire [31:0]  tag, msg_dest, msg_length, msg_place, msg_next;
wire [63:0]  msg_addr;
wire         msg_open, msg_sent, msg_read, msg_moves, msg_closes;
// Payloads to be sent
wire         read_valid, read_ready, reply_valid, reply_ready;
wire [31:0]  read_dest, read_length, reply_dest, reply_tag;
wire [63:0]  read_addr;
wire [3:0]   reply_status;
wire         get_valid, get_ready, get_begins, get_waits, posted, answered;
wire [RINGS:0] get_source;
wire [63:0]  get_addr;
wire [9:0]   get_count;
wire [255:0] get_head;
wire [31:0]  get_dest;
// Payloads that have come
wire         head_valid, head_ready, head_bad, word_valid, word_ready;
wire [255:0] head;
wire [31:0]  head_from;
wire [7:0]   head_words;
wire [DATA_W-1:0] word;
wire         put_valid, put_ready, put_short;
wire [63:0]  put_addr;
wire [9:0]   put_count;
wire [7:0]   put_words;
wire [`TTP_NIC_ACT_W-1:0] put_act, act;
wire         act_valid, act_ready, record_valid, record_ready;
wire [1:0]   act_bursts;
wire [63:5]  record_addr;
wire [255:0] record;
wire         taken, bad, late, wrote, wrote_err, is_full, lost, refused, done_ok, done_bad, told;

assign m_axi_bready = 1'b1;
assign m_axi_rready = r_ready;

ttp_nic_csr #(
    .DATA_W(DATA_W), .MESSAGES(MESSAGES), .REGIONS(REGIONS), .READS(READS), .RINGS(RINGS), .RW(RW)
) u_csr (
    .clk(clk), .rst(rst), .cfg_epoch_seed(cfg_epoch_seed), .life(life), .life_set(life_set),
    .tag_life(tag_life),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready), .irq(irq),
    .on(on), .clear(clear), .send_bases(send_bases), .send_sizes(send_sizes),
    .send_heads(send_heads), .send_rings(send_rings), .send_tails(send_tails),
    .send_limits(send_limits),
    .recv_base(recv_base), .recv_size(recv_size), .recv_head(recv_head),
    .recv_tail(recv_tail), .cpl_base(cpl_base), .cpl_size(cpl_size), .cpl_tail(cpl_tail),
    .cpl_head(cpl_head), .msg_timeout(msg_timeout), .recv_wait(recv_wait), .coalesce(coalesce),
    .region_wr(region_wr), .region_index(region_index), .region_rights(region_rights),
    .region_key(region_key), .region_all(region_all), .region_peer(region_peer),
    .region_base(region_base), .region_length(region_length), .any(any), .looks(looks),
    .commands(put_valid && put_ready), .retires(retires), .asks(read_valid && read_ready),
    .answered(answered),
    .causes({send_faults != {RINGS{1'b0}} || recv_fault, wrote_err, is_full, wrote && !wrote_err}),
    .counts({told, done_bad, done_ok, lost, late, refused, bad, taken, posted})
);

// ---------------------------------------------------------------- rings, reads
wire for_send = m_axi_rvalid && r_ready && m_axi_rid == 2'd1;
wire for_recv = m_axi_rvalid && r_ready && m_axi_rid == 2'd2;
// Send rings ask in turn; their answers come in the order in which they have asked.
wire [RW-1:0] answer_of;                // the ring of the next answer
ttp_nic_turn #(.N(RINGS), .W(RW)) u_send_asks (
    .clk(clk), .rst(rst), .req(send_asks), .take(send_ar_ready), .any(send_ar), .hot(send_hot),
    .at(send_from)
);
integer i;
always @* begin
    send_ar_addr = 58'd0;
    for (i = 0; i < RINGS; i = i + 1)
        send_ar_addr = send_ar_addr | (send_addrs[58*i +: 58] & {58{send_hot[i]}});
end
generate if (RINGS == 1) begin : g_one
    assign answer_of = 1'b0;
end else begin : g_some
    wire there, room_there;
    wire [$clog2(RINGS*SEND_AHEAD+1)-1:0] asked;
    ttp_nic_queue #(.WIDTH(RW), .DEPTH(RINGS * SEND_AHEAD)) u_asked (
        .clk(clk), .rst(rst), .in_valid(send_ar && send_ar_ready), .in_ready(room_there),
        .in_data(send_from), .out_valid(there), .out_ready(for_send && m_axi_rlast),
        .out_data(answer_of), .count(asked)
    );
    wire unused_asked = &{1'b0, there, room_there, asked};
end endgenerate
genvar g;
generate for (g = 0; g < RINGS; g = g + 1) begin : g_ring
    ttp_nic_ring #(.DATA_W(DATA_W), .AHEAD(SEND_AHEAD)) u_send_ring (
        .clk(clk), .rst(rst), .on(on), .clear(clear), .base(send_bases[58*g +: 58]),
        .size(send_sizes[4*g +: 4]), .head(send_heads[16*g +: 16]), .rings(send_rings[g]),
        .tail(send_tails[16*g +: 16]), .ar_valid(send_asks[g]),
        .ar_addr(send_addrs[58*g +: 58]), .ar_ready(send_ar_ready && send_hot[g]),
        .r_valid(for_send && answer_of == g[RW-1:0]), .r_data(m_axi_rdata),
        .r_last(m_axi_rlast), .r_err(m_axi_rresp[1]), .valid(post_valid[g]),
        .ready(post_ready[g]), .element(post_elements[512*g +: 512]),
        .index(post_indices[16*g +: 16]), .broken(post_broken[g]), .fault(send_faults[g])
    );
end endgenerate
ttp_nic_ring #(.DATA_W(DATA_W), .AHEAD(AHEAD)) u_recv_ring (
    .clk(clk), .rst(rst), .on(on), .clear(clear), .base(recv_base), .size(recv_size),
    .head(recv_head), .rings(1'b0), .tail(recv_tail), .ar_valid(recv_ar), .ar_addr(recv_ar_addr),
    .ar_ready(recv_ar_ready), .r_valid(for_recv), .r_data(m_axi_rdata), .r_last(m_axi_rlast),
    .r_err(m_axi_rresp[1]), .valid(buffer_valid), .ready(buffer_ready), .element(buffer),
    .index(buffer_index), .broken(buffer_broken), .fault(recv_fault)
);
ttp_nic_asks #(.DATA_W(DATA_W)) u_asks (
    .clk(clk), .rst(rst), .send_valid(send_ar), .send_addr(send_ar_addr),
    .send_ready(send_ar_ready), .recv_valid(recv_ar), .recv_addr(recv_ar_addr),
    .recv_ready(recv_ar_ready), .data_valid(data_ar), .data_addr(data_ar_addr),
    .data_len(data_ar_len), .data_ready(data_ar_ready), .m_axi_arvalid(m_axi_arvalid),
    .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid), .m_axi_araddr(m_axi_araddr),
    .m_axi_arlen(m_axi_arlen)
);

// ---------------------------------------------------------------- to the MAC
ttp_nic_messages #(.MESSAGES(MESSAGES), .SW(SW), .RINGS(RINGS), .RW(RW)) u_messages (
    .clk(clk), .rst(rst), .cfg_timeout(msg_timeout), .cfg_limits(send_limits), .under(under),
    .cfg_life(life), .cfg_life_set(life_set), .cfg_tag_life(tag_life),
    .any(any), .room(room), .opens_tag(opens_tag), .opens(opens), .opens_ring(opens_ring),
    .opens_read(opens_read), .opens_dest(opens_dest),
    .opens_addr(opens_addr), .opens_length(opens_length), .opens_cookie(opens_cookie),
    .opens_index(opens_index), .wrong(wrong), .wrong_ready(wrong_ready), .sending(sending),
    .goes_on(goes_on), .sent_valid(sent_valid), .fault_valid(fault_valid), .fault_tag(fault_tag),
    .tag(tag), .msg_open(msg_open),
    .msg_sent(msg_sent), .msg_read(msg_read), .msg_dest(msg_dest), .msg_addr(msg_addr),
    .msg_length(msg_length), .msg_place(msg_place), .msg_moves(msg_moves), .msg_next(msg_next),
    .msg_closes(msg_closes), .closing(closing), .ending_valid(ending_valid),
    .ending_ready(ending_ready), .ending_slot(ending_slot), .ending_status(ending_status),
    .slot(slot), .slot_dest(slot_dest),
    .slot_cookie(slot_cookie), .slot_length(slot_length), .slot_index(slot_index),
    .slot_ring(slot_ring), .frees(frees),
    .s_axis_cpl_tdata(s_axis_cpl_tdata), .s_axis_cpl_tvalid(s_axis_cpl_tvalid),
    .s_axis_cpl_tready(s_axis_cpl_tready), .clear_valid(clear_valid), .clear_ready(clear_ready)
);
ttp_nic_post #(
    .SW(SW), .READS(READS), .RINGS(RINGS), .RW(RW), .FILL(DATA_W == 512)
) u_post (
    .clk(clk), .rst(rst), .cfg_coalesce(coalesce != 8'd0), .waits(get_waits),
    .element_valid(post_valid), .element_ready(post_ready),
    .elements(post_elements), .indices(post_indices), .under(under), .room(room),
    .opens_tag(opens_tag), .opens(opens), .opens_ring(opens_ring), .opens_read(opens_read),
    .opens_dest(opens_dest), .opens_addr(opens_addr),
    .opens_length(opens_length), .opens_cookie(opens_cookie), .opens_index(opens_index),
    .wrong(wrong), .wrong_ready(wrong_ready), .sending(sending), .goes_on(goes_on),
    .read_valid(read_valid), .read_ready(read_ready),
    .read_dest(read_dest), .read_tag(tag), .read_addr(read_addr), .read_length(read_length),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_dest(reply_dest),
    .reply_tag(reply_tag), .reply_status(reply_status), .cmd_valid(get_valid),
    .cmd_ready(get_ready), .cmd_addr(get_addr), .cmd_count(get_count), .cmd_head(get_head),
    .cmd_dest(get_dest), .cmd_source(get_source), .cmd_begins(get_begins)
);
ttp_nic_read #(.DATA_W(DATA_W), .WAITS(WAITS), .RINGS(RINGS)) u_read (
    .clk(clk), .rst(rst), .cfg_coalesce(coalesce), .cmd_valid(get_valid),
    .cmd_ready(get_ready), .cmd_addr(get_addr), .cmd_count(get_count), .cmd_head(get_head),
    .cmd_dest(get_dest), .cmd_source(get_source), .cmd_begins(get_begins), .waits(get_waits),
    .ar_valid(data_ar),
    .ar_addr(data_ar_addr),
    .ar_len(data_ar_len), .ar_ready(data_ar_ready),
    .r_valid(m_axi_rvalid && m_axi_rid == 2'd0), .r_ready(r_ready), .r_data(m_axi_rdata),
    .r_err(m_axi_rresp[1]), .m_axis_tx_tdata(m_axis_tx_tdata), .m_axis_tx_tkeep(m_axis_tx_tkeep),
    .m_axis_tx_tvalid(m_axis_tx_tvalid), .m_axis_tx_tready(m_axis_tx_tready),
    .m_axis_tx_tlast(m_axis_tx_tlast), .m_axis_tx_tuser(m_axis_tx_tuser),
    .m_axis_tx_tdest(m_axis_tx_tdest), .fault_valid(fault_valid), .sent_valid(sent_valid),
    .fault_tag(fault_tag), .answered(answered), .posted(posted)
);

// ---------------------------------------------------------------- from the MAC
ttp_nic_parse #(.DATA_W(DATA_W)) u_parse (
    .clk(clk), .rst(rst), .s_axis_rx_tdata(s_axis_rx_tdata), .s_axis_rx_tkeep(s_axis_rx_tkeep),
    .s_axis_rx_tvalid(s_axis_rx_tvalid), .s_axis_rx_tready(s_axis_rx_tready),
    .s_axis_rx_tlast(s_axis_rx_tlast), .s_axis_rx_tid(s_axis_rx_tid), .head_valid(head_valid),
    .head_ready(head_ready), .head(head), .head_from(head_from), .head_words(head_words),
    .head_bad(head_bad), .word_valid(word_valid), .word_ready(word_ready), .word(word)
);
ttp_nic_place #(.SW(SW), .REGIONS(REGIONS), .FOLLOW(FOLLOW)) u_place (
    .clk(clk), .rst(rst), .clear(clear), .cfg_wait(recv_wait), .region_wr(region_wr),
    .region_index(region_index), .region_rights(region_rights), .region_key(region_key),
    .region_all(region_all), .region_peer(region_peer), .region_base(region_base),
    .region_length(region_length), .looks(looks), .head_valid(head_valid),
    .head_ready(head_ready), .head(head), .head_from(head_from), .head_words(head_words),
    .head_bad(head_bad), .ending_valid(ending_valid), .ending_ready(ending_ready),
    .ending_slot(ending_slot), .ending_status(ending_status), .tag(tag), .msg_open(msg_open),
    .msg_sent(msg_sent), .msg_read(msg_read), .msg_dest(msg_dest), .msg_addr(msg_addr),
    .msg_length(msg_length), .msg_place(msg_place), .msg_moves(msg_moves), .msg_next(msg_next),
    .msg_closes(msg_closes), .closing(closing), .buffer_valid(buffer_valid),
    .buffer_ready(buffer_ready), .buffer_addr(buffer[127:64]), .buffer_length(buffer[159:128]),
    .buffer_cookie(buffer[383:320]), .buffer_index(buffer_index), .buffer_broken(buffer_broken),
    .read_valid(read_valid), .read_ready(read_ready), .read_dest(read_dest),
    .read_addr(read_addr), .read_length(read_length), .cmd_valid(put_valid),
    .cmd_ready(put_ready), .cmd_addr(put_addr), .cmd_count(put_count), .cmd_words(put_words),
    .cmd_short(put_short), .cmd_act(put_act), .taken(taken), .bad(bad), .late(late)
);
ttp_nic_write #(.DATA_W(DATA_W), .ACTS(WAITS)) u_write (
    .clk(clk), .rst(rst), .cmd_valid(put_valid), .cmd_ready(put_ready), .cmd_addr(put_addr),
    .cmd_count(put_count), .cmd_words(put_words), .cmd_short(put_short), .cmd_act(put_act),
    .word_valid(word_valid),
    .word_ready(word_ready), .word(word), .record_valid(record_valid),
    .record_ready(record_ready), .record_addr(record_addr), .record(record),
    .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid),
    .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
    .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
    .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
    .act_valid(act_valid), .act_ready(act_ready), .act(act), .act_bursts(act_bursts)
);
ttp_nic_acts #(.SW(SW), .FOLLOW(FOLLOW), .ACTS(WAITS), .RW(RW)) u_acts (
    .clk(clk), .rst(rst), .on(on), .clear(clear), .cfg_base(cpl_base), .cfg_size(cpl_size),
    .cfg_tail(cpl_tail), .cfg_wait(recv_wait), .head(cpl_head),
    .act_valid(act_valid), .act_ready(act_ready), .act(act), .act_bursts(act_bursts),
    .b_valid(m_axi_bvalid && !m_axi_bid), .b_err(m_axi_bresp[1]),
    .c_valid(m_axi_bvalid && m_axi_bid), .slot(slot), .slot_dest(slot_dest),
    .slot_cookie(slot_cookie), .slot_length(slot_length), .slot_index(slot_index),
    .slot_ring(slot_ring), .frees(frees),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_dest(reply_dest),
    .reply_tag(reply_tag), .reply_status(reply_status), .record_valid(record_valid),
    .record_ready(record_ready), .record_addr(record_addr), .record(record), .retires(retires),
    .wrote(wrote), .wrote_err(wrote_err), .is_full(is_full), .lost(lost), .refused(refused),
    .done_ok(done_ok), .done_bad(done_bad), .told(told)
);

wire unused = &{1'b0, send_from, post_broken, m_axi_rresp[0], m_axi_bresp[0], buffer[511:384],
                buffer[319:160], buffer[63:0]};

endmodule

`resetall
