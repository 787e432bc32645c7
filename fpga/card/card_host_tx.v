// SPDX-License-Identifier: Apache-2.0
//
// card_host_tx - makes the frames to a host: WELCOME, RSP, STATUS, CPL, DATA
//
//     IDLE -> H0 -> H1 -> H2 -> H3 -> BODY -> IDLE         UART frames begin at H1
//
// In this order of rank; one whose port has no room lets the next one go. The first four beats of a payload are
// collected before its frame begins: then it is known whether it must state its length. Numbered frames (CPL, DATA)
// go while the host's limit allows. A completion without a session is thrown away. STATUS: asked for, or GOBACK
// (at most one in QUIET cycles, void when the number came), or a moved limit that no frame has told for QUIET cycles.
//
// Timing: outputs are flops, but s_axis_data_tready, s_axis_cpl_tready and rsp_done are combinational from flops and
// the tready of the frame's port. A frame starts the cycle after it may; a beat a cycle.
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
    output wire [63:0] m_axis_uart_tdata,   // the first beat is bytes 8..15, only the last two count
    output wire [7:0]  m_axis_uart_tkeep,
    output wire        m_axis_uart_tvalid,
    input  wire        m_axis_uart_tready,
    output wire        m_axis_uart_tlast,
    input  wire        uart_room,           // for a longest frame
    input  wire        uart_empty,

    output wire        ev_valid,            // pulse, one a frame
    output wire [4:0]  ev_code,             // HL_CNT_TX_*
    output wire        lost_valid           // pulse: completion thrown away, at most one in 16 cycles
);

generate if (QUIET < 2 || QUIET > 1024) begin : g_bad
    ERROR_card_host_tx_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] VERSION_L = VERSION, BOARD_L = BOARD, LAST_TICK = QUIET - 1;
localparam [15:0] BODY_MAX = `HL_BODY_MAX, REQ_MAX = `HL_REQ_MAX;

localparam [2:0]
    ST_IDLE = 3'd0,
    ST_H0   = 3'd1,
    ST_H1   = 3'd2,
    ST_H2   = 3'd3,
    ST_H3   = 3'd4,
    ST_BODY = 3'd5;

// ---------------------------------------------------------------- payload: its first four beats

reg  [2:0]  col_q, col_d;               // beats collected
reg         col_last_q, col_last_d;     // the payload ends with them
reg  [2:0]  col_tail_q, col_tail_d;     // index of its last byte
reg  [25:0] col_tid_q, col_tid_d;
wire        col_open = !col_q[2] && !col_last_q;
wire        col_put  = col_open && s_axis_data_tvalid;
wire        col_rdy  = col_q[2] || col_last_q;
wire        col_clear;
reg  [2:0]  step_q, step_d;             // beats of them sent
wire [63:0] col_data;
wire [7:0]  keep     = s_axis_data_tkeep;
wire        unused   = &{1'b0, keep[0], s_axis_data_tid[31:26]};

ttp_ram_async #(.WIDTH (64), .DEPTH (4)) u_first (
    .clk (clk), .wr_en (col_put), .wr_addr (col_q[1:0]), .wr_data (s_axis_data_tdata), .rd_addr (step_q[1:0]),
    .rd_data (col_data)
);

// Below 28 bytes: fewer than four beats, or four with at most three bytes in the last
wire       brief     = col_last_q && (!col_q[2] || col_tail_q < 3'd3);
wire [2:0] col_m1    = col_q - 3'd1;
wire [5:0] brief_len = {1'b0, col_m1[1:0], col_tail_q} + 6'd1;

always @* begin
    col_d      = col_q;
    col_last_d = col_last_q;
    col_tail_d = col_tail_q;
    col_tid_d  = col_tid_q;
    if (col_put) begin
        col_d      = col_q + 3'd1;
        col_last_d = s_axis_data_tlast;
        col_tail_d = {keep[4], keep[6] || (keep[2] && !keep[4]),
                      keep[7] || (keep[5] && !keep[6]) || (keep[3] && !keep[4]) || (keep[1] && !keep[2])};
        if (col_q == 3'd0) col_tid_d = s_axis_data_tid[25:0];
    end
    if (col_clear) begin
        col_d      = 3'd0;
        col_last_d = 1'b0;
    end
end

// ---------------------------------------------------------------- what goes next

reg  [2:0]  state_q, state_d;
reg  [3:0]  kind_q, kind_d;
reg         uart_q, uart_d, gb_flag_q, gb_flag_d;
reg  [47:0] dst_q, dst_d;
reg  [31:0] tag_q, tag_d;
reg  [8:0]  len_q, len_d;
reg  [15:0] seq_q, seq_d, txseq_q, txseq_d;
reg         welcome_q, welcome_d, ask_q, ask_d, gb_q, gb_d;
reg  [31:0] wtag_q, wtag_d;
reg  [15:0] told_lim_q, told_lim_d, told_ack_q, told_ack_d;
reg  [9:0]  quiet_q, quiet_d, gbt_q, gbt_d;
reg         news_q, news_d, may_q, may_d, quiet_end_q, quiet_end_d, gbt_end_q, gbt_end_d;
reg  [4:0]  idx_q, idx_d;
reg         pass_q, pass_d;                 // the rest of a payload passes through
reg  [3:0]  lost_q, lost_d;
reg         ev_q, ev_d;
reg  [4:0]  code_q, code_d;
reg         out_q, out_d, out_uart_q, out_uart_d, out_last_q, out_last_d;
reg  [63:0] out_data_q, out_data_d;
reg  [7:0]  out_keep_q, out_keep_d;

wire [15:0] lead    = txseq_q - peer_limit;
wire        unused2 = &{1'b0, lead[14:0]};
wire        s_room  = !sess_uart || uart_room;
wire        r_room  = !rsp_uart || uart_room;
wire        s_quiet = !sess_uart || uart_empty;
wire        go_gb   = gb_q && gbt_end_q;

// may_q: a number was free the cycle before; it is used up only in IDLE.
// In the cycle of hello the session is the new one and the tag still the old one's.
wire pick_w = welcome_q && s_room && !hello;
wire pick_r = !pick_w && rsp_valid && r_room;
wire live   = sess && !welcome_q && !hello && !pick_r;
wire pick_s = live && s_quiet && (ask_q || go_gb || (news_q && quiet_end_q));
wire pick_c = live && !pick_s && s_room && may_q && s_axis_cpl_tvalid;
wire pick_d = live && !pick_s && !pick_c && s_room && may_q && col_rdy;
wire pick   = pick_w || pick_r || pick_s || pick_c || pick_d;

wire go     = !out_q || (out_uart_q ? m_axis_uart_tready : m_axis_eth_tready);
wire of_sess = kind_q != `HL_RSP;
wire body   = state_q == ST_BODY && go;
wire two_end = idx_q[0];
wire is_data = kind_q == `HL_DATA_UP;
wire move   = is_data && pass_q && body && s_axis_data_tvalid;

assign s_axis_data_tready = col_open || (is_data && pass_q && body);
assign rsp_idx            = idx_q;
assign rsp_done           = body && kind_q == `HL_RSP && idx_q == rsp_last;
wire   cpl_sent           = body && kind_q == `HL_CPL && two_end;
wire   cpl_drop           = s_axis_cpl_tvalid && !sess && lost_q == 4'd0 && (state_q == ST_IDLE || kind_q != `HL_CPL);
assign s_axis_cpl_tready  = cpl_sent || cpl_drop;
wire   data_end;
assign data_end  = (move && s_axis_data_tlast) || (is_data && !pass_q && body && col_last_q && step_q == col_m1);
assign col_clear = data_end;

wire [127:0] c = s_axis_cpl_tdata;

function [63:0] swap;                   // first byte to [7:0]
    input [63:0] v;
    swap = {v[7:0], v[15:8], v[23:16], v[31:24], v[39:32], v[47:40], v[55:48], v[63:56]};
endfunction

wire [63:0] wel0 = swap({32'h5454504E, VERSION_L[15:0], BOARD_L[15:0]});
wire [63:0] wel1 = swap({BODY_MAX, REQ_MAX, link_state});
wire [47:0] src  = {cfg_node[7:0], cfg_node[15:8], cfg_node[23:16], 24'h545402};
wire        says_node = kind_q == `HL_WELCOME || kind_q == `HL_STATUS;
wire [23:0] node = says_node ? cfg_node : is_data ? col_tid_q[23:0] : 24'd0;
wire [7:0]  vc   = is_data ? {6'd0, col_tid_q[25:24]} : 8'd0;

always @* begin
    state_d     = state_q;
    kind_d      = kind_q;
    uart_d      = uart_q;
    gb_flag_d   = gb_flag_q;
    dst_d       = dst_q;
    tag_d       = tag_q;
    len_d       = len_q;
    seq_d       = seq_q;
    txseq_d     = txseq_q;
    welcome_d   = welcome_q;
    wtag_d      = wtag_q;
    ask_d       = (ask_q || ask) && sess;
    gb_d        = (gb_q || goback) && !taken && sess;
    told_lim_d  = told_lim_q;
    told_ack_d  = told_ack_q;
    quiet_d     = quiet_end_q ? quiet_q : quiet_q + 10'd1;
    gbt_d       = gbt_end_q ? gbt_q : gbt_q + 10'd1;
    quiet_end_d = quiet_end_q || quiet_q == LAST_TICK[9:0];
    gbt_end_d   = gbt_end_q || gbt_q == LAST_TICK[9:0];
    news_d      = limit != told_lim_q || next != told_ack_q;
    may_d       = lead[15];
    idx_d       = idx_q;
    step_d      = step_q;
    pass_d      = pass_q;
    lost_d      = cpl_drop ? 4'd15 : lost_q == 4'd0 ? 4'd0 : lost_q - 4'd1;
    ev_d        = 1'b0;
    code_d      = code_q;
    out_d       = out_q && !go;
    out_uart_d  = out_uart_q;
    out_last_d  = out_last_q;
    out_data_d  = out_data_q;
    out_keep_d  = out_keep_q;

    if (state_q == ST_IDLE) begin
        uart_d    = pick_r ? rsp_uart : sess_uart;
        dst_d     = pick_r ? rsp_mac : sess_mac;
        tag_d     = pick_w ? wtag_q : pick_r ? rsp_tag : 32'd0;
        seq_d     = txseq_q;
        gb_flag_d = pick_s && go_gb;
        kind_d    = pick_w ? `HL_WELCOME : pick_r ? `HL_RSP : pick_s ? `HL_STATUS : pick_c ? `HL_CPL : `HL_DATA_UP;
        len_d     = pick_r ? {1'b0, rsp_last, 3'd0} + 9'd8 : pick_w || pick_c ? 9'd16
                  : pick_d && brief ? {3'd0, brief_len} : 9'd0;
        idx_d     = 5'd0;
        step_d    = 3'd0;
        pass_d    = 1'b0;
        if (pick)   state_d   = (pick_r ? rsp_uart : sess_uart) ? ST_H1 : ST_H0;
        if (pick_w) welcome_d = 1'b0;
        if (pick_s) begin
            ask_d = ask && sess;
            if (go_gb) begin
                gb_d      = goback && !taken;
                gbt_d     = 10'd0;
                gbt_end_d = 1'b0;
            end
        end
        if (pick_c || pick_d) txseq_d = txseq_q + 16'd1;
    end else if (go) begin
        out_uart_d = uart_q;
        out_keep_d = 8'hFF;
        out_last_d = 1'b0;
        case (state_q)
        ST_H0: begin
            out_d      = 1'b1;
            out_data_d = {src[15:0], dst_q};
            state_d    = ST_H1;
        end
        ST_H1: begin
            out_d      = 1'b1;
            out_data_d = {vc, 4'd1, kind_q, 16'hB588, src[47:16]};
            state_d    = ST_H2;
        end
        ST_H2: begin
            out_d      = 1'b1;
            out_data_d = {seq_q[7:0], seq_q[15:8], len_q[7:0], 7'd0, len_q[8], node[7:0], node[15:8], node[23:16],
                          7'd0, gb_flag_q};
            state_d    = ST_H3;
        end
        ST_H3: begin
            out_d      = 1'b1;
            out_data_d = {tag_q, next[7:0], next[15:8], limit[7:0], limit[15:8]};
            out_last_d = kind_q == `HL_STATUS;
            state_d    = kind_q == `HL_STATUS ? ST_IDLE : ST_BODY;
            if (of_sess) begin
                told_lim_d  = limit;
                told_ack_d  = next;
                quiet_d     = 10'd0;
                quiet_end_d = 1'b0;
            end
            ev_d   = 1'b1;
            case (kind_q)
            `HL_WELCOME: code_d = `HL_CNT_TX_WELCOME;
            `HL_DATA_UP: code_d = `HL_CNT_TX_DATA;
            `HL_RSP:     code_d = `HL_CNT_TX_RSP;
            `HL_CPL:     code_d = `HL_CNT_TX_CPL;
            default:     code_d = gb_flag_q ? `HL_CNT_TX_GOBACK : `HL_CNT_TX_STATUS;
            endcase
        end
        ST_BODY: begin
            idx_d = idx_q + 5'd1;
            case (kind_q)
            `HL_RSP: begin
                out_d      = 1'b1;
                out_data_d = rsp_data;
                out_last_d = idx_q == rsp_last;
            end
            `HL_DATA_UP: begin
                out_d      = !pass_q || s_axis_data_tvalid;
                out_data_d = pass_q ? s_axis_data_tdata : col_data;
                out_last_d = data_end;
                if (pass_q)          out_keep_d = s_axis_data_tkeep;
                else if (data_end)   out_keep_d = 8'hFF >> ~col_tail_q;
                if (!pass_q) begin
                    step_d = step_q + 3'd1;
                    pass_d = step_q == 3'd3;
                end
            end
            default: begin                  // WELCOME, CPL
                out_d      = 1'b1;
                out_data_d = kind_q == `HL_CPL ? swap(idx_q[0] ? c[63:0] : c[127:64]) : idx_q[0] ? wel1 : wel0;
                out_last_d = two_end;
            end
            endcase
            if (out_d && out_last_d) state_d = ST_IDLE;
        end
        default: state_d = ST_IDLE;
        endcase
    end

    if (hello) begin
        welcome_d = 1'b1;
        wtag_d    = hello_tag;
        txseq_d   = 16'd0;
        ask_d     = 1'b0;
        gb_d      = 1'b0;
    end
end

always @(posedge clk) begin
    col_q       <= col_d;
    col_last_q  <= col_last_d;
    col_tail_q  <= col_tail_d;
    col_tid_q   <= col_tid_d;
    state_q     <= state_d;
    kind_q      <= kind_d;
    uart_q      <= uart_d;
    gb_flag_q   <= gb_flag_d;
    dst_q       <= dst_d;
    tag_q       <= tag_d;
    len_q       <= len_d;
    seq_q       <= seq_d;
    txseq_q     <= txseq_d;
    welcome_q   <= welcome_d;
    wtag_q      <= wtag_d;
    ask_q       <= ask_d;
    gb_q        <= gb_d;
    told_lim_q  <= told_lim_d;
    told_ack_q  <= told_ack_d;
    quiet_q     <= quiet_d;
    gbt_q       <= gbt_d;
    quiet_end_q <= quiet_end_d;
    gbt_end_q   <= gbt_end_d;
    news_q      <= news_d;
    may_q       <= may_d;
    idx_q       <= idx_d;
    step_q      <= step_d;
    pass_q      <= pass_d;
    lost_q      <= lost_d;
    ev_q        <= ev_d;
    code_q      <= code_d;
    out_q       <= out_d;
    out_uart_q  <= out_uart_d;
    out_last_q  <= out_last_d;
    out_data_q  <= out_data_d;
    out_keep_q  <= out_keep_d;
    if (rst) begin
        col_q       <= 3'd0;
        col_last_q  <= 1'b0;
        state_q     <= ST_IDLE;
        txseq_q     <= 16'd0;
        welcome_q   <= 1'b0;
        ask_q       <= 1'b0;
        gb_q        <= 1'b0;
        quiet_q     <= 10'd0;
        gbt_q       <= 10'd0;
        quiet_end_q <= 1'b0;
        gbt_end_q   <= 1'b0;
        lost_q      <= 4'd0;
        ev_q        <= 1'b0;
        out_q       <= 1'b0;
    end
end

assign m_axis_eth_tdata   = out_data_q;
assign m_axis_eth_tkeep   = out_keep_q;
assign m_axis_eth_tvalid  = out_q && !out_uart_q;
assign m_axis_eth_tlast   = out_last_q;
assign m_axis_uart_tdata  = out_data_q;
assign m_axis_uart_tkeep  = out_keep_q;
assign m_axis_uart_tvalid = out_q && out_uart_q;
assign m_axis_uart_tlast  = out_last_q;
assign ev_valid           = ev_q;
assign ev_code            = code_q;
assign lost_valid         = lost_q == 4'd15;

endmodule

`resetall
