// SPDX-License-Identifier: Apache-2.0
//
// card_host_out - writes one frame to a host, beat by beat: header, then what its type carries
//
//     IDLE -> H0 -> H1 -> H2 -> H3 -> BODY -> IDLE         UART frames begin at H1
//
// The frame is described in IDLE and `start` begins it. Number and limit of the card are those of
// the cycle in which the last beat of the header is made: `told` says so. A body is the WELCOME, an
// answer of card_ops, a completion, or a payload: its first four beats out of card_host_first, the
// rest as it comes.
//
// Timing: outputs are flops, but rsp_done, cpl_done, rest_ready, first_clear, told and ev_valid's
// cause are combinational from flops and the tready of the frame's port. A beat a cycle.
// Test: tb/block/card_host.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_host_out #(
    parameter BOARD   = 0,      // told in WELCOME
    parameter VERSION = 1       // {major[7:0], minor[7:0]}, the same
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [23:0] cfg_node,
    input  wire [31:0] link_state,

    // The next frame
    output wire        idle,
    input  wire        start,
    input  wire [3:0]  pick_kind,
    input  wire        pick_goback,
    input  wire        pick_uart,
    input  wire [47:0] pick_mac,
    input  wire [31:0] pick_tag,
    input  wire [8:0]  pick_length,
    input  wire [15:0] pick_seq,

    // What a header tells of the other direction
    input  wire [15:0] next,
    input  wire [15:0] limit,
    output wire        told,            // pulse: the host of the session is told both

    // Bodies
    input  wire [4:0]  rsp_last,
    output wire [4:0]  rsp_idx,
    input  wire [63:0] rsp_data,
    output wire        rsp_done,
    input  wire [127:0] cpl_data,
    output wire        cpl_done,
    input  wire        first_whole,
    input  wire [2:0]  first_end,
    input  wire [2:0]  first_tail,
    input  wire [25:0] first_tid,
    output wire [1:0]  first_step,
    input  wire [63:0] first_data,
    output wire        first_clear,
    input  wire [63:0] rest_data,
    input  wire [7:0]  rest_keep,
    input  wire        rest_valid,
    input  wire        rest_last,
    output wire        rest_ready,

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

    output wire        ev_valid,            // pulse, one a frame
    output wire [4:0]  ev_code              // HL_CNT_TX_*
);

localparam [31:0] VERSION_L = VERSION, BOARD_L = BOARD;
localparam [15:0] BODY_MAX = `HL_BODY_MAX, REQ_MAX = `HL_REQ_MAX;
localparam [31:0] MAGIC = 32'h5454504E;     // "TTPN"

localparam [2:0]
    ST_IDLE = 3'd0,
    ST_H0   = 3'd1,
    ST_H1   = 3'd2,
    ST_H2   = 3'd3,
    ST_H3   = 3'd4,
    ST_BODY = 3'd5;

reg  [2:0]  state_q, state_d;
reg  [3:0]  kind_q, kind_d;
reg         uart_q, uart_d, goback_q, goback_d;
reg  [47:0] mac_q, mac_d;
reg  [31:0] tag_q, tag_d;
reg  [8:0]  length_q, length_d;
reg  [15:0] seq_q, seq_d;
reg  [4:0]  idx_q, idx_d;                   // beat of the body
reg  [2:0]  step_q, step_d;                 // beats of a payload's first four sent
reg         pass_q, pass_d;                 // the rest of a payload passes through
reg         ev_q, ev_d;
reg  [4:0]  code_q, code_d;
reg         out_q, out_d, out_uart_q, out_uart_d, out_last_q, out_last_d;
reg  [63:0] out_data_q, out_data_d;
reg  [7:0]  out_keep_q, out_keep_d;

wire go      = !out_q || (out_uart_q ? m_axis_uart_tready : m_axis_eth_tready);
wire body    = state_q == ST_BODY && go;
wire is_data = kind_q == `HL_DATA_UP;
wire is_cpl  = kind_q == `HL_CPL;
wire two_end = idx_q[0];                    // last of two beats

wire first_over = !pass_q && first_whole && step_q == first_end;
wire rest_over  = pass_q && rest_valid && rest_last;
wire data_end   = is_data && body && (first_over || rest_over);

assign idle        = state_q == ST_IDLE;
assign told        = state_q == ST_H3 && go && kind_q != `HL_RSP;
assign rsp_idx     = idx_q;
assign rsp_done    = body && kind_q == `HL_RSP && idx_q == rsp_last;
assign cpl_done    = body && is_cpl && two_end;
assign first_step  = step_q[1:0];
assign first_clear = data_end;
assign rest_ready  = is_data && pass_q && body;

function [63:0] swap;                       // first byte to [7:0]
    input [63:0] v;
    swap = {v[7:0], v[15:8], v[23:16], v[31:24], v[39:32], v[47:40], v[55:48], v[63:56]};
endfunction

wire [63:0] welcome_0 = swap({MAGIC, VERSION_L[15:0], BOARD_L[15:0]});
wire [63:0] welcome_1 = swap({BODY_MAX, REQ_MAX, link_state});
wire [63:0] welcome   = two_end ? welcome_1 : welcome_0;
wire [63:0] cpl       = swap(two_end ? cpl_data[63:0] : cpl_data[127:64]);

wire [47:0] src  = {cfg_node[7:0], cfg_node[15:8], cfg_node[23:16], `CARD_OUI};
wire        says_own = kind_q == `HL_WELCOME || kind_q == `HL_STATUS;
wire [23:0] node = says_own ? cfg_node : is_data ? first_tid[23:0] : 24'd0;
wire [7:0]  vc   = is_data ? {6'd0, first_tid[25:24]} : 8'd0;

always @* begin
    state_d    = state_q;
    kind_d     = kind_q;
    uart_d     = uart_q;
    goback_d   = goback_q;
    mac_d      = mac_q;
    tag_d      = tag_q;
    length_d   = length_q;
    seq_d      = seq_q;
    idx_d      = idx_q;
    step_d     = step_q;
    pass_d     = pass_q;
    ev_d       = 1'b0;
    code_d     = code_q;
    out_d      = out_q && !go;
    out_uart_d = out_uart_q;
    out_last_d = out_last_q;
    out_data_d = out_data_q;
    out_keep_d = out_keep_q;

    if (idle) begin
        kind_d   = pick_kind;
        uart_d   = pick_uart;
        goback_d = pick_goback;
        mac_d    = pick_mac;
        tag_d    = pick_tag;
        length_d = pick_length;
        seq_d    = pick_seq;
        idx_d    = 5'd0;
        step_d   = 3'd0;
        pass_d   = 1'b0;
        if (start) state_d = pick_uart ? ST_H1 : ST_H0;
    end else if (go) begin
        out_d      = 1'b1;
        out_uart_d = uart_q;
        out_keep_d = 8'hFF;
        out_last_d = 1'b0;
        case (state_q)
        ST_H0: begin
            out_data_d = {src[15:0], mac_q};
            state_d    = ST_H1;
        end
        ST_H1: begin
            out_data_d = {vc, 4'd1, kind_q, `CARD_ETHERTYPE, src[47:16]};
            state_d    = ST_H2;
        end
        ST_H2: begin
            out_data_d = {seq_q[7:0], seq_q[15:8], length_q[7:0], 7'd0, length_q[8],
                          node[7:0], node[15:8], node[23:16], 7'd0, goback_q};
            state_d    = ST_H3;
        end
        ST_H3: begin
            out_data_d = {tag_q, next[7:0], next[15:8], limit[7:0], limit[15:8]};
            out_last_d = kind_q == `HL_STATUS;
            state_d    = kind_q == `HL_STATUS ? ST_IDLE : ST_BODY;
            ev_d       = 1'b1;
            case (kind_q)
            `HL_WELCOME: code_d = `HL_CNT_TX_WELCOME;
            `HL_DATA_UP: code_d = `HL_CNT_TX_DATA;
            `HL_RSP:     code_d = `HL_CNT_TX_RSP;
            `HL_CPL:     code_d = `HL_CNT_TX_CPL;
            default:     code_d = goback_q ? `HL_CNT_TX_GOBACK : `HL_CNT_TX_STATUS;
            endcase
        end
        ST_BODY: begin
            idx_d = idx_q + 5'd1;
            case (kind_q)
            `HL_RSP: begin
                out_data_d = rsp_data;
                out_last_d = rsp_done;
            end
            `HL_DATA_UP: begin
                out_d      = !pass_q || rest_valid;
                out_data_d = pass_q ? rest_data : first_data;
                out_last_d = data_end;
                if (pass_q)        out_keep_d = rest_keep;
                else if (data_end) out_keep_d = 8'hFF >> ~first_tail;
                if (!pass_q) begin
                    step_d = step_q + 3'd1;
                    pass_d = step_q == 3'd3;
                end
            end
            default: begin                  // WELCOME, CPL
                out_data_d = is_cpl ? cpl : welcome;
                out_last_d = two_end;
            end
            endcase
            if (out_d && out_last_d) state_d = ST_IDLE;
        end
        default: begin
            out_d   = 1'b0;
            state_d = ST_IDLE;
        end
        endcase
    end
end

always @(posedge clk) begin
    state_q    <= state_d;
    kind_q     <= kind_d;
    uart_q     <= uart_d;
    goback_q   <= goback_d;
    mac_q      <= mac_d;
    tag_q      <= tag_d;
    length_q   <= length_d;
    seq_q      <= seq_d;
    idx_q      <= idx_d;
    step_q     <= step_d;
    pass_q     <= pass_d;
    ev_q       <= ev_d;
    code_q     <= code_d;
    out_q      <= out_d;
    out_uart_q <= out_uart_d;
    out_last_q <= out_last_d;
    out_data_q <= out_data_d;
    out_keep_q <= out_keep_d;
    if (rst) begin
        state_q <= ST_IDLE;
        ev_q    <= 1'b0;
        out_q   <= 1'b0;
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

endmodule

`resetall
