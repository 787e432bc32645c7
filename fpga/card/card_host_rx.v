// SPDX-License-Identifier: Apache-2.0
//
// card_host_rx - what becomes of a frame of a host: session, numbers, credit, and its verdict
//
//     HEAD ---> CHECK ---> DECIDE ----> DATA ----> SKIP ---> HEAD
//     header    compare      |  `-----> REQ  ---->  ^
//                            `---- nothing more to read
//
// card_host_head reads the header, card_host_body what follows it; the verdict is made here. Each
// frame leaves one event: taken, or why not. Once a number is missing, only that number is taken.
//
// Timing: outputs are flops, but m_axis_in_tready and op_* (combinational from flops and
// m_axis_in_*). Header and decision take 6 cycles, a body a cycle a beat.
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

localparam [2:0]
    ST_HEAD   = 3'd0,
    ST_CHECK  = 3'd1,
    ST_DECIDE = 3'd2,
    ST_DATA   = 3'd3,
    ST_REQ    = 3'd4,
    ST_SKIP   = 3'd5;

reg  [2:0]  state_q, state_d;

// ---------------------------------------------------------------- header and body

wire        head_end, head_ours, head_bad, head_ended, head_flag;
wire [3:0]  head_kind;
wire [7:0]  head_vc;
wire [23:0] head_node;
wire [15:0] head_length, head_seq, head_limit;
wire        body_ready, body_end, body_whole, give_up, place, late;
reg         want;                           // a payload begins, or waits for its place

card_host_head u_head (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .on(state_q == ST_HEAD),
    .s_axis_in_tdata(s_axis_in_tdata), .s_axis_in_tkeep7(s_axis_in_tkeep[7]),
    .s_axis_in_tvalid(s_axis_in_tvalid), .s_axis_in_tlast(s_axis_in_tlast), .in_uart(in_uart),
    .head_end(head_end), .head_ours(head_ours), .head_bad(head_bad), .head_ended(head_ended),
    .head_uart(frame_uart), .head_mac(frame_mac), .head_tag(frame_tag),
    .head_kind(head_kind), .head_vc(head_vc), .head_flag(head_flag), .head_node(head_node),
    .head_length(head_length), .head_seq(head_seq), .head_limit(head_limit)
);

card_host_body #(.STALL_MAX(STALL_MAX)) u_body (
    .clk(clk), .rst(rst),
    .head_length(head_length[9:0]), .head_dest({head_vc, head_node}),
    .load(state_q == ST_DECIDE), .want(want),
    .data_on(state_q == ST_DATA), .req_on(state_q == ST_REQ),
    .s_axis_in_tdata(s_axis_in_tdata), .s_axis_in_tkeep(s_axis_in_tkeep),
    .s_axis_in_tvalid(s_axis_in_tvalid), .s_axis_in_tlast(s_axis_in_tlast),
    .body_ready(body_ready), .place(place), .late(late),
    .body_end(body_end), .body_whole(body_whole), .give_up(give_up),
    .op_wr(op_wr), .op_idx(op_idx), .op_data(op_data), .op_go(op_go),
    .m_axis_data_tdata(m_axis_data_tdata), .m_axis_data_tkeep(m_axis_data_tkeep),
    .m_axis_data_tvalid(m_axis_data_tvalid), .m_axis_data_tready(m_axis_data_tready),
    .m_axis_data_tlast(m_axis_data_tlast), .m_axis_data_tuser(m_axis_data_tuser),
    .m_axis_data_tdest(m_axis_data_tdest)
);

assign s_axis_in_tready = state_q == ST_HEAD || state_q == ST_SKIP || body_ready;

// ---------------------------------------------------------------- comparisons, used in ST_DECIDE

reg         mine_q, mine_d, equal_q, equal_d, old_q, old_d, over_q, over_d, ahead_q, ahead_d;

reg         sess_q, sess_d, sess_uart_q, sess_uart_d, hello_q, hello_d;
reg         taken_q, taken_d, ask_q, ask_d, goback_q, goback_d;
reg  [47:0] sess_mac_q, sess_mac_d;
reg  [15:0] next_q, next_d, peer_q, peer_d;

wire [15:0] ahead  = head_limit - peer_q;
wire [15:0] behind = head_seq - next_q;
wire [15:0] beyond = head_seq - limit;
wire        unused = &{1'b0, ahead[14:0], beyond[14:0], head_length[15:10]};

always @* begin
    mine_d  = sess_q && sess_uart_q == frame_uart && (frame_uart || sess_mac_q == frame_mac);
    equal_d = behind == 16'd0;
    old_d   = behind[15];
    over_d  = !beyond[15];
    ahead_d = !ahead[15];
end

// ---------------------------------------------------------------- verdict

reg         ev_q, ev_d;
reg  [4:0]  code_q, code_d;

always @* begin
    state_d     = state_q;
    sess_d      = sess_q;
    sess_uart_d = sess_uart_q;
    sess_mac_d  = sess_mac_q;
    hello_d     = 1'b0;
    taken_d     = 1'b0;
    ask_d       = 1'b0;
    goback_d    = 1'b0;
    next_d      = next_q;
    peer_d      = peer_q;
    want        = 1'b0;
    ev_d        = 1'b0;
    code_d      = `HL_CNT_MALFORMED;

    case (state_q)
    ST_HEAD: if (head_end) state_d = ST_CHECK;
    ST_CHECK: state_d = ST_DECIDE;
    ST_DECIDE: begin
        ev_d    = 1'b1;
        state_d = head_ended ? ST_HEAD : ST_SKIP;
        // The first that holds is the verdict.
        if (!head_ours) begin
            code_d = `HL_CNT_NOT_OURS;
        end else if (head_bad) begin
            code_d = `HL_CNT_MALFORMED;
        end else if (head_kind == `HL_HELLO) begin
            code_d      = `HL_CNT_HELLO;
            sess_d      = 1'b1;
            sess_uart_d = frame_uart;
            sess_mac_d  = frame_mac;
            hello_d     = 1'b1;
            next_d      = 16'd0;
            peer_d      = head_limit;
        end else if (head_kind == `HL_REQ && op_busy) begin
            code_d = `HL_CNT_BUSY;
        end else if (head_kind == `HL_REQ) begin
            ev_d    = 1'b0;
            state_d = ST_REQ;
        end else if (!mine_q) begin
            code_d = `HL_CNT_NO_SESSION;
        end else if (head_kind == `HL_BYE) begin
            code_d = `HL_CNT_BYE;
            sess_d = 1'b0;
        end else begin
            if (ahead_q) peer_d = head_limit;
            if (head_kind == `HL_CREDIT) begin
                code_d = `HL_CNT_CREDIT;
                ask_d  = head_flag;
            end else if (!equal_q) begin
                code_d   = `HL_CNT_ORDER;
                ask_d    = old_q;
                goback_d = !old_q;
            end else if (over_q) begin
                code_d   = `HL_CNT_OVERRUN;
                goback_d = 1'b1;
            end else if (place) begin
                want    = 1'b1;
                ev_d    = 1'b0;
                state_d = ST_DATA;
            end else if (late) begin
                code_d   = `HL_CNT_STALLED;
                goback_d = 1'b1;
            end else begin
                want    = 1'b1;
                ev_d    = 1'b0;
                state_d = ST_DECIDE;
            end
        end
    end
    ST_DATA: if (body_end) begin
        ev_d    = 1'b1;
        state_d = s_axis_in_tlast ? ST_HEAD : ST_SKIP;
        if (body_whole) begin
            code_d  = `HL_CNT_DATA;
            taken_d = 1'b1;
            next_d  = next_q + 16'd1;
        end
    end else if (give_up) begin
        ev_d     = 1'b1;
        code_d   = `HL_CNT_STALLED;
        goback_d = 1'b1;
        state_d  = ST_SKIP;
    end
    ST_REQ: if (body_end) begin
        ev_d    = 1'b1;
        state_d = s_axis_in_tlast ? ST_HEAD : ST_SKIP;
        if (body_whole) code_d = `HL_CNT_REQ;
    end
    ST_SKIP: if (s_axis_in_tvalid && s_axis_in_tlast) state_d = ST_HEAD;
    default: state_d = ST_HEAD;
    endcase
end

always @(posedge clk) begin
    state_q     <= state_d;
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
    ev_q        <= ev_d;
    code_q      <= code_d;
    if (rst) begin
        state_q  <= ST_HEAD;
        sess_q   <= 1'b0;
        hello_q  <= 1'b0;
        taken_q  <= 1'b0;
        ask_q    <= 1'b0;
        goback_q <= 1'b0;
        next_q   <= 16'd0;
        peer_q   <= 16'd0;
        ev_q     <= 1'b0;
    end
end

assign sess       = sess_q;
assign sess_uart  = sess_uart_q;
assign sess_mac   = sess_mac_q;
assign hello      = hello_q;
assign next       = next_q;
assign taken      = taken_q;
assign peer_limit = peer_q;
assign ask        = ask_q;
assign goback     = goback_q;
assign ev_valid   = ev_q;
assign ev_code    = code_q;

endmodule

`resetall
