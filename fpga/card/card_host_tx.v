// SPDX-License-Identifier: Apache-2.0
//
// card_host_tx - which frame goes to a host next: WELCOME, RSP, STATUS, CPL or DATA
//
// In this order of rank; one whose port has no room lets the next one go. card_host_first has the
// first beats of a payload ready, card_host_out writes the frame. Numbered frames (CPL, DATA) go
// while the host's limit allows. Without a session a completion is thrown away, between two frames,
// for it may be on its way since the session before. A STATUS goes when it was asked for; as
// GOBACK, at most one in QUIET cycles, void when the number came; and for a moved limit that no
// frame has told for QUIET cycles.
//
// Timing: outputs are flops, but s_axis_data_tready, s_axis_cpl_tready and rsp_done are
// combinational from flops and the tready of the frame's port. A frame starts the cycle after it
// may; a beat a cycle.
// Test: tb/block/card_host.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_host_tx #(
    parameter BOARD   = 0,      // told in WELCOME
    parameter VERSION = 1,      // {major[7:0], minor[7:0]}, the same
    parameter QUIET   = 1024    // cycles, 2..1024
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [23:0] cfg_node,
    input  wire [31:0] link_state,

    // Session, from card_host_rx
    input  wire        sess,
    input  wire        sess_uart,
    input  wire [47:0] sess_mac,
    input  wire        hello,
    input  wire [31:0] hello_tag,
    input  wire [15:0] next,
    input  wire        taken,
    input  wire [15:0] limit,
    input  wire [15:0] peer_limit,
    input  wire        ask,
    input  wire        goback,

    // Answer of card_ops; stands until rsp_done
    input  wire        rsp_valid,
    output wire        rsp_done,
    input  wire [4:0]  rsp_last,        // index of the last operation
    input  wire [31:0] rsp_tag,
    input  wire [47:0] rsp_mac,
    input  wire        rsp_uart,
    output wire [4:0]  rsp_idx,
    input  wire [63:0] rsp_data,        // of rsp_idx, in the same cycle

    // Completions
    input  wire [127:0] s_axis_cpl_tdata,
    input  wire         s_axis_cpl_tvalid,
    output wire         s_axis_cpl_tready,

    // Payloads
    input  wire [63:0] s_axis_data_tdata,
    input  wire [7:0]  s_axis_data_tkeep,
    input  wire        s_axis_data_tvalid,
    output wire        s_axis_data_tready,
    input  wire        s_axis_data_tlast,
    input  wire [31:0] s_axis_data_tid,

    // Frames
    output wire [63:0] m_axis_eth_tdata,
    output wire [7:0]  m_axis_eth_tkeep,
    output wire        m_axis_eth_tvalid,
    input  wire        m_axis_eth_tready,
    output wire        m_axis_eth_tlast,
    // The first beat is bytes 8..15, only the last two count
    output wire [63:0] m_axis_uart_tdata,
    output wire [7:0]  m_axis_uart_tkeep,
    output wire        m_axis_uart_tvalid,
    input  wire        m_axis_uart_tready,
    output wire        m_axis_uart_tlast,
    input  wire        uart_room,           // for a longest frame
    input  wire        uart_empty,

    output wire        ev_valid,            // pulse, one a frame
    output wire [4:0]  ev_code,             // HL_CNT_TX_*
    // Pulse: completion thrown away, at most one in 16 cycles
    output wire        lost_valid
);

generate if (QUIET < 2 || QUIET > 1024) begin : g_bad
    ERROR_card_host_tx_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] LAST_TICK = QUIET - 1;

// ---------------------------------------------------------------- payloads and frames

wire        first_open, first_ready, first_whole, first_clear, rest_ready;
wire [2:0]  first_end, first_tail;
wire [25:0] first_tid;
wire [8:0]  first_length;
wire [1:0]  first_step;
wire [63:0] first_data;
wire        unused = &{1'b0, s_axis_data_tid[31:26]};

card_host_first u_first (
    .clk(clk), .rst(rst),
    .s_axis_data_tdata(s_axis_data_tdata), .s_axis_data_tkeep(s_axis_data_tkeep),
    .s_axis_data_tvalid(s_axis_data_tvalid), .s_axis_data_tlast(s_axis_data_tlast),
    .s_axis_data_tid(s_axis_data_tid[25:0]),
    .first_open(first_open), .first_ready(first_ready), .first_whole(first_whole),
    .first_end(first_end), .first_tail(first_tail), .first_tid(first_tid),
    .first_length(first_length), .first_step(first_step), .first_data(first_data),
    .clear(first_clear)
);

assign s_axis_data_tready = first_open || rest_ready;

wire        idle, told, cpl_done;
wire        pick;
reg  [3:0]  pick_kind;
wire        pick_goback, pick_uart;
wire [47:0] pick_mac;
wire [31:0] pick_tag;
reg  [8:0]  pick_length;
wire [15:0] pick_seq;

card_host_out #(.BOARD(BOARD), .VERSION(VERSION)) u_out (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .link_state(link_state),
    .idle(idle), .start(pick), .pick_kind(pick_kind), .pick_goback(pick_goback),
    .pick_uart(pick_uart), .pick_mac(pick_mac), .pick_tag(pick_tag),
    .pick_length(pick_length), .pick_seq(pick_seq),
    .next(next), .limit(limit), .told(told),
    .rsp_last(rsp_last), .rsp_idx(rsp_idx), .rsp_data(rsp_data), .rsp_done(rsp_done),
    .cpl_data(s_axis_cpl_tdata), .cpl_done(cpl_done),
    .first_whole(first_whole), .first_end(first_end), .first_tail(first_tail),
    .first_tid(first_tid), .first_step(first_step), .first_data(first_data),
    .first_clear(first_clear),
    .rest_data(s_axis_data_tdata), .rest_keep(s_axis_data_tkeep),
    .rest_valid(s_axis_data_tvalid), .rest_last(s_axis_data_tlast), .rest_ready(rest_ready),
    .m_axis_eth_tdata(m_axis_eth_tdata), .m_axis_eth_tkeep(m_axis_eth_tkeep),
    .m_axis_eth_tvalid(m_axis_eth_tvalid), .m_axis_eth_tready(m_axis_eth_tready),
    .m_axis_eth_tlast(m_axis_eth_tlast),
    .m_axis_uart_tdata(m_axis_uart_tdata), .m_axis_uart_tkeep(m_axis_uart_tkeep),
    .m_axis_uart_tvalid(m_axis_uart_tvalid), .m_axis_uart_tready(m_axis_uart_tready),
    .m_axis_uart_tlast(m_axis_uart_tlast),
    .ev_valid(ev_valid), .ev_code(ev_code)
);

// ---------------------------------------------------------------- what goes next

reg         welcome_q, welcome_d;               // a WELCOME is due
reg  [31:0] wtag_q, wtag_d;                     // its tag
reg         ask_q, ask_d, goback_q, goback_d;   // a STATUS is due, a GOBACK
reg  [15:0] told_limit_q, told_limit_d, told_next_q, told_next_d;
reg         news_q, news_d;                     // what the host was told last is not so any more
reg  [15:0] seq_q, seq_d;                       // number of the next CPL or DATA
reg         may_q, may_d;                       // ... which is below the host's limit
reg  [9:0]  quiet_q, quiet_d;                   // cycles since the host was told
reg         quiet_end_q, quiet_end_d;
reg  [9:0]  since_q, since_d;                   // cycles since the last GOBACK
reg         since_end_q, since_end_d;
reg  [3:0]  lost_q, lost_d;

wire [15:0] lead      = seq_q - peer_limit;
wire        unused_2 = &{1'b0, lead[14:0]};
wire        sess_room = !sess_uart || uart_room;
wire        rsp_room  = !rsp_uart || uart_room;
wire        quiet     = !sess_uart || uart_empty;
wire        may_back  = goback_q && since_end_q;

// may_q: a number was free the cycle before; it is used up only when a frame is picked.
// In the cycle of hello the session is the new one and the tag still the old one's.
wire pick_w = welcome_q && sess_room && !hello;
wire pick_r = !pick_w && rsp_valid && rsp_room;
wire live   = sess && !welcome_q && !hello && !pick_r;
wire pick_s = live && quiet && (ask_q || may_back || (news_q && quiet_end_q));
wire pick_c = live && !pick_s && sess_room && may_q && s_axis_cpl_tvalid;
wire pick_d = live && !pick_s && !pick_c && sess_room && may_q && first_ready;

assign pick        = pick_w || pick_r || pick_s || pick_c || pick_d;
assign pick_goback = pick_s && may_back;
assign pick_uart   = pick_r ? rsp_uart : sess_uart;
assign pick_mac    = pick_r ? rsp_mac : sess_mac;
assign pick_tag    = pick_w ? wtag_q : pick_r ? rsp_tag : 32'd0;
assign pick_seq    = seq_q;

always @* begin
    pick_kind   = `HL_DATA_UP;
    pick_length = pick_d ? first_length : 9'd0;
    if (pick_w) begin
        pick_kind   = `HL_WELCOME;
        pick_length = 9'd16;
    end else if (pick_r) begin
        pick_kind   = `HL_RSP;
        pick_length = {1'b0, rsp_last, 3'd0} + 9'd8;
    end else if (pick_s) begin
        pick_kind   = `HL_STATUS;
    end else if (pick_c) begin
        pick_kind   = `HL_CPL;
        pick_length = 9'd16;
    end
end

wire cpl_drop = s_axis_cpl_tvalid && !sess && lost_q == 4'd0 && idle;
assign s_axis_cpl_tready = cpl_done || cpl_drop;

always @* begin
    welcome_d    = welcome_q;
    wtag_d       = wtag_q;
    ask_d        = ask_q || ask;                // HELLO wipes both
    goback_d     = (goback_q || goback) && !taken;
    told_limit_d = told_limit_q;
    told_next_d  = told_next_q;
    news_d       = limit != told_limit_q || next != told_next_q;
    seq_d        = seq_q;
    may_d        = lead[15];
    quiet_d      = quiet_end_q ? quiet_q : quiet_q + 10'd1;
    quiet_end_d  = quiet_end_q || quiet_q == LAST_TICK[9:0];
    since_d      = since_end_q ? since_q : since_q + 10'd1;
    since_end_d  = since_end_q || since_q == LAST_TICK[9:0];
    lost_d       = cpl_drop ? 4'd15 : lost_q == 4'd0 ? 4'd0 : lost_q - 4'd1;

    if (told) begin
        told_limit_d = limit;
        told_next_d  = next;
        quiet_d      = 10'd0;
        quiet_end_d  = 1'b0;
    end
    if (idle) begin
        if (pick_w) welcome_d = 1'b0;
        if (pick_s) ask_d = ask;
        if (pick_goback) begin
            goback_d    = goback && !taken;
            since_d     = 10'd0;
            since_end_d = 1'b0;
        end
        if (pick_c || pick_d) seq_d = seq_q + 16'd1;
    end
    if (hello) begin
        welcome_d = 1'b1;
        wtag_d    = hello_tag;
        seq_d     = 16'd0;
        ask_d     = 1'b0;
        goback_d  = 1'b0;
    end
end

always @(posedge clk) begin
    welcome_q    <= welcome_d;
    wtag_q       <= wtag_d;
    ask_q        <= ask_d;
    goback_q     <= goback_d;
    told_limit_q <= told_limit_d;
    told_next_q  <= told_next_d;
    news_q       <= news_d;
    seq_q        <= seq_d;
    may_q        <= may_d;
    quiet_q      <= quiet_d;
    quiet_end_q  <= quiet_end_d;
    since_q      <= since_d;
    since_end_q  <= since_end_d;
    lost_q       <= lost_d;
    if (rst) begin
        welcome_q   <= 1'b0;
        ask_q       <= 1'b0;
        goback_q    <= 1'b0;
        seq_q       <= 16'd0;
        since_q     <= 10'd0;
        since_end_q <= 1'b0;
        lost_q      <= 4'd0;
    end
end

assign lost_valid = lost_q == 4'd15;

endmodule

`resetall
