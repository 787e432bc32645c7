// SPDX-License-Identifier: Apache-2.0
//
// card_host_rx - takes the frames of a host apart: session, numbers, credit, payloads, requests
//
//     B0 B1 B2 B3   CHECK   DECIDE ----------> DATA -----> SKIP --> B0
//     header        flags     |  `-----------> REQ  ----->  ^
//                             +--- nothing more to read ----+
//
// A frame of the UART begins at B1. Each frame leaves one event, taken or why not. A payload streams to the MAC while
// its frame is read; if the frame turns out to be shorter than it says, the last beat carries tuser and the payload
// is not taken. So it is with one that the MAC does not take a beat of for STALL_MAX cycles: it is given up, its last
// beat follows when the MAC moves again (the rest of the link must not wait: the credit that the MAC's completions
// need comes this way). Once a number is missing, only that number is taken.
//
// Timing: outputs are flops, but m_axis_in_tready and op_* (combinational from flops and m_axis_in_*). Header and
// decision take 6 cycles, a body a cycle a beat.
// Test: tb/block/card_host.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_host_rx #(
    parameter STALL_MAX = 511   // cycles a payload waits for the MAC, 1..1023
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [23:0] cfg_node,

    // Frames, whole; of the UART without bytes 0..13
    input  wire [63:0] s_axis_in_tdata,
    input  wire [7:0]  s_axis_in_tkeep,
    input  wire        s_axis_in_tvalid,
    output wire        s_axis_in_tready,
    input  wire        s_axis_in_tlast,
    input  wire        in_uart,

    // Session. Addresses and tags as they lie in the frame: first byte in [7:0]
    output wire        sess,
    output wire        sess_uart,
    output wire [47:0] sess_mac,
    output wire        hello,           // pulse: a new one begins
    output wire [31:0] frame_tag,       // of the HELLO with the pulse, of the REQ with op_go
    output wire [47:0] frame_mac,
    output wire        frame_uart,

    // Numbers
    output wire [15:0] next,            // expected
    output wire        taken,           // pulse: next has moved
    input  wire [15:0] limit,           // what the host may use
    output wire [15:0] peer_limit,      // what the card may use
    output wire        ask,             // pulse: the host should hear of next
    output wire        goback,          // pulse: ... and send again from there

    // Requests
    input  wire        op_busy,
    output wire        op_wr,
    output wire [4:0]  op_idx,
    output wire [63:0] op_data,
    output wire        op_go,           // pulse with the last op_wr: op_idx + 1 operations

    // Payloads
    output wire [63:0] m_axis_data_tdata,
    output wire [7:0]  m_axis_data_tkeep,
    output wire        m_axis_data_tvalid,
    input  wire        m_axis_data_tready,
    output wire        m_axis_data_tlast,
    output wire        m_axis_data_tuser,
    output wire [31:0] m_axis_data_tdest,

    output wire        ev_valid,        // pulse, one a frame
    output wire [4:0]  ev_code          // HL_CNT_*
);

generate if (STALL_MAX < 1 || STALL_MAX > 1023) begin : g_bad
    ERROR_card_host_rx_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] STALL = STALL_MAX;

localparam [3:0]
    ST_B0     = 4'd0,
    ST_B1     = 4'd1,
    ST_B2     = 4'd2,
    ST_B3     = 4'd3,
    ST_CHECK  = 4'd4,
    ST_DECIDE = 4'd5,
    ST_DATA   = 4'd6,
    ST_REQ    = 4'd7,
    ST_SKIP   = 4'd8;

reg [3:0]  state_q, state_d;

// Header
reg        ours_q, ours_d, ended_q, ended_d, short_q, short_d, from_uart_q, from_uart_d, flag_q, flag_d;
reg [47:0] mac_q, mac_d;
reg [7:0]  vt_q, vt_d, vc_q, vc_d;
reg [23:0] node_q, node_d;
reg [15:0] length_q, length_d, seq_q, seq_d, lim_q, lim_d;
reg [31:0] tag_q, tag_d;

// Verdicts
reg        bad_q, bad_d, mine_q, mine_d, equal_q, equal_d, old_q, old_d, over_q, over_d, ahead_q, ahead_d;

// Session and numbers
reg        sess_q, sess_d, sess_uart_q, sess_uart_d, hello_q, hello_d, taken_q, taken_d, ask_q, ask_d, goback_q, goback_d;
reg [47:0] sess_mac_q, sess_mac_d;
reg [15:0] next_q, next_d, peer_q, peer_d;

// Body
reg [9:0]  left_q, left_d;              // bytes of the body not read, less 1
reg [4:0]  idx_q, idx_d;
reg [9:0]  stall_q, stall_d;
reg        out_q, out_d, out_last_q, out_last_d, out_user_q, out_user_d;
reg [63:0] out_data_q, out_data_d;
reg [7:0]  out_keep_q, out_keep_d;
reg [31:0] dest_q, dest_d;
reg        owe_q, owe_d;                // a payload given up: its last beat is owed
reg        ev_q, ev_d;
reg [4:0]  code_q, code_d;

wire [63:0] d     = s_axis_in_tdata;
wire [3:0]  kind  = vt_q[3:0];
wire        free  = !out_q || m_axis_data_tready;
wire        head  = state_q == ST_B0 || state_q == ST_B1 || state_q == ST_B2 || state_q == ST_B3;
wire        move  = s_axis_in_tvalid && s_axis_in_tready;
wire        end_n = left_q[9:3] == 7'd0;                        // the body ends in this beat
wire        cut   = s_axis_in_tlast && (!end_n || !s_axis_in_tkeep[left_q[2:0]]);
wire        fin   = end_n || s_axis_in_tlast;
wire        late  = stall_q == STALL[9:0];
wire        to_us = d[47:0] == {cfg_node[7:0], cfg_node[15:8], cfg_node[23:16], 24'h545402} || d[47:0] == {48{1'b1}};

wire [15:0] ahead = lim_q - peer_q, behind = seq_q - next_q, beyond = seq_q - limit;
wire        unused = &{1'b0, ahead[14:0], beyond[14:0]};
wire        size_ok = kind == `HL_DATA ? length_q != 16'd0 && length_q <= 16'd1024 && !ended_q
                    : kind == `HL_REQ  ? length_q != 16'd0 && length_q <= 16'd256 && length_q[2:0] == 3'd0 && !ended_q
                    : length_q == 16'd0;

assign s_axis_in_tready = head || state_q == ST_SKIP || state_q == ST_REQ || (state_q == ST_DATA && free);

assign op_wr   = state_q == ST_REQ && move;
assign op_idx  = idx_q;
assign op_data = d;
assign op_go   = op_wr && fin && !cut;

always @* begin
    state_d     = state_q;
    ours_d      = ours_q;
    ended_d     = ended_q;
    short_d     = short_q;
    from_uart_d = from_uart_q;
    flag_d      = flag_q;
    mac_d       = mac_q;
    vt_d        = vt_q;
    vc_d        = vc_q;
    node_d      = node_q;
    length_d    = length_q;
    seq_d       = seq_q;
    lim_d       = lim_q;
    tag_d       = tag_q;
    bad_d       = vt_q[7:4] != 4'd1 || kind < `HL_HELLO || kind > `HL_BYE || short_q || !size_ok;
    mine_d      = sess_q && sess_uart_q == from_uart_q && (from_uart_q || sess_mac_q == mac_q);
    equal_d     = behind == 16'd0;
    old_d       = behind[15];
    over_d      = !beyond[15];
    ahead_d     = !ahead[15];
    sess_d      = sess_q;
    sess_uart_d = sess_uart_q;
    sess_mac_d  = sess_mac_q;
    hello_d     = 1'b0;
    taken_d     = 1'b0;
    ask_d       = 1'b0;
    goback_d    = 1'b0;
    next_d      = next_q;
    peer_d      = peer_q;
    left_d      = left_q;
    idx_d       = idx_q;
    stall_d     = 10'd0;
    out_d       = out_q && !m_axis_data_tready;
    out_last_d  = out_last_q;
    out_user_d  = out_user_q;
    out_data_d  = out_data_q;
    out_keep_d  = out_keep_q;
    dest_d      = dest_q;
    owe_d       = owe_q;
    ev_d        = 1'b0;
    code_d      = `HL_CNT_MALFORMED;

    if (owe_q && free) begin
        owe_d      = 1'b0;
        out_d      = 1'b1;
        out_last_d = 1'b1;
        out_user_d = 1'b1;
        out_keep_d = 8'hFF;
    end

    case (state_q)
    ST_B0: if (s_axis_in_tvalid && !in_uart) begin
        ours_d      = to_us;
        mac_d[15:0] = d[63:48];
        state_d     = ST_B1;
    end
    ST_B1: if (s_axis_in_tvalid) begin
        ours_d       = ours_q && d[47:32] == 16'hB588;
        mac_d[47:16] = d[31:0];
        {vc_d, vt_d} = d[63:48];
        state_d      = ST_B2;
    end
    ST_B2: if (s_axis_in_tvalid) begin
        flag_d   = d[0];
        node_d   = {d[15:8], d[23:16], d[31:24]};
        length_d = {d[39:32], d[47:40]};
        seq_d    = {d[55:48], d[63:56]};
        left_d   = {d[33:32], d[47:40]} - 10'd1;
        idx_d    = 5'd0;
        state_d  = ST_B3;
    end
    ST_B3: if (s_axis_in_tvalid) begin
        lim_d   = {d[7:0], d[15:8]};
        tag_d   = d[63:32];
        state_d = ST_CHECK;
    end
    ST_CHECK: state_d = ST_DECIDE;
    ST_DECIDE: begin
        ev_d    = 1'b1;
        state_d = ended_q ? ST_B0 : ST_SKIP;
        if (!ours_q) begin
            code_d = `HL_CNT_NOT_OURS;
        end else if (!bad_q) begin
            case (kind)
            `HL_HELLO: begin
                code_d      = `HL_CNT_HELLO;
                sess_d      = 1'b1;
                sess_uart_d = from_uart_q;
                sess_mac_d  = mac_q;
                hello_d     = 1'b1;
                next_d      = 16'd0;
                peer_d      = lim_q;
            end
            `HL_REQ: begin
                code_d = `HL_CNT_BUSY;
                if (!op_busy) begin
                    ev_d    = 1'b0;
                    state_d = ST_REQ;
                end
            end
            default: begin
                code_d = `HL_CNT_NO_SESSION;
                if (mine_q && kind == `HL_BYE) begin
                    code_d = `HL_CNT_BYE;
                    sess_d = 1'b0;
                end else if (mine_q) begin
                    if (ahead_q) peer_d = lim_q;
                    if (kind == `HL_CREDIT) begin
                        code_d = `HL_CNT_CREDIT;
                        ask_d  = flag_q;
                    end else if (!equal_q) begin
                        code_d   = `HL_CNT_ORDER;
                        ask_d    = old_q;
                        goback_d = !old_q;
                    end else if (over_q) begin
                        code_d   = `HL_CNT_OVERRUN;
                        goback_d = 1'b1;
                    end else if (!out_q && !owe_q) begin
                        ev_d    = 1'b0;
                        dest_d  = {vc_q, node_q};
                        state_d = ST_DATA;
                    end else if (late) begin
                        code_d   = `HL_CNT_STALLED;
                        goback_d = 1'b1;
                    end else begin
                        ev_d    = 1'b0;
                        stall_d = stall_q + 10'd1;
                        state_d = ST_DECIDE;
                    end
                end
            end
            endcase
        end
    end
    ST_DATA: if (move) begin
        out_d      = 1'b1;
        out_data_d = d;
        out_keep_d = end_n && !cut ? 8'hFF >> ~left_q[2:0] : 8'hFF;
        out_last_d = fin;
        out_user_d = cut;
        left_d     = left_q - 10'd8;
        if (fin) begin
            ev_d    = 1'b1;
            state_d = s_axis_in_tlast ? ST_B0 : ST_SKIP;
            if (!cut) begin
                code_d  = `HL_CNT_DATA;
                taken_d = 1'b1;
                next_d  = next_q + 16'd1;
            end
        end
    end else if (!free) begin
        stall_d = stall_q + 10'd1;
        if (late) begin
            ev_d     = 1'b1;
            code_d   = `HL_CNT_STALLED;
            goback_d = 1'b1;
            owe_d    = 1'b1;
            state_d  = ST_SKIP;
        end
    end
    ST_REQ: if (move) begin
        left_d = left_q - 10'd8;
        idx_d  = idx_q + 5'd1;
        if (fin) begin
            ev_d    = 1'b1;
            if (!cut) code_d = `HL_CNT_REQ;
            state_d = s_axis_in_tlast ? ST_B0 : ST_SKIP;
        end
    end
    ST_SKIP: if (move && s_axis_in_tlast) state_d = ST_B0;
    default: state_d = ST_B0;
    endcase

    // A frame that ends in its header
    if (head && s_axis_in_tvalid) begin
        ended_d = s_axis_in_tlast;
        short_d = s_axis_in_tlast && (state_q != ST_B3 || !s_axis_in_tkeep[7]);
        if (s_axis_in_tlast) state_d = ST_CHECK;
        if (state_q == ST_B0) begin
            from_uart_d = in_uart;
            if (s_axis_in_tlast && !in_uart) ours_d = 1'b0;
        end
    end
    // The first beat of the UART: its lanes below byte 14 hold nothing.
    if (state_q == ST_B0 && s_axis_in_tvalid && in_uart) begin
        ours_d       = 1'b1;
        {vc_d, vt_d} = d[63:48];
        if (!s_axis_in_tlast) state_d = ST_B2;
    end
end

always @(posedge clk) begin
    state_q     <= state_d;
    ours_q      <= ours_d;
    ended_q     <= ended_d;
    short_q     <= short_d;
    from_uart_q <= from_uart_d;
    flag_q      <= flag_d;
    mac_q       <= mac_d;
    vt_q        <= vt_d;
    vc_q        <= vc_d;
    node_q      <= node_d;
    length_q    <= length_d;
    seq_q       <= seq_d;
    lim_q       <= lim_d;
    tag_q       <= tag_d;
    bad_q       <= bad_d;
    mine_q      <= mine_d;
    equal_q     <= equal_d;
    old_q       <= old_d;
    over_q      <= over_d;
    ahead_q     <= ahead_d;
    sess_q      <= sess_d;
    sess_uart_q <= sess_uart_d;
    sess_mac_q  <= sess_mac_d;
    hello_q     <= hello_d;
    taken_q     <= taken_d;
    ask_q       <= ask_d;
    goback_q    <= goback_d;
    next_q      <= next_d;
    peer_q      <= peer_d;
    left_q      <= left_d;
    idx_q       <= idx_d;
    stall_q     <= stall_d;
    out_q       <= out_d;
    out_last_q  <= out_last_d;
    out_user_q  <= out_user_d;
    out_data_q  <= out_data_d;
    out_keep_q  <= out_keep_d;
    dest_q      <= dest_d;
    owe_q       <= owe_d;
    ev_q        <= ev_d;
    code_q      <= code_d;
    if (rst) begin
        state_q  <= ST_B0;
        sess_q   <= 1'b0;
        hello_q  <= 1'b0;
        taken_q  <= 1'b0;
        ask_q    <= 1'b0;
        goback_q <= 1'b0;
        next_q   <= 16'd0;
        peer_q   <= 16'd0;
        out_q    <= 1'b0;
        owe_q    <= 1'b0;
        ev_q     <= 1'b0;
    end
end

assign sess               = sess_q;
assign sess_uart          = sess_uart_q;
assign sess_mac           = sess_mac_q;
assign hello              = hello_q;
assign frame_tag          = tag_q;
assign frame_mac          = mac_q;
assign frame_uart         = from_uart_q;
assign next               = next_q;
assign taken              = taken_q;
assign peer_limit         = peer_q;
assign ask                = ask_q;
assign goback             = goback_q;
assign m_axis_data_tdata  = out_data_q;
assign m_axis_data_tkeep  = out_keep_q;
assign m_axis_data_tvalid = out_q;
assign m_axis_data_tlast  = out_last_q;
assign m_axis_data_tuser  = out_user_q;
assign m_axis_data_tdest  = dest_q;
assign ev_valid           = ev_q;
assign ev_code            = code_q;

endmodule

`resetall
