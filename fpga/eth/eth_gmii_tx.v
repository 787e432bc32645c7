// SPDX-License-Identifier: Apache-2.0
//
// eth_gmii_tx - from frames to bytes on the line: preamble, padding, FCS, gap
//
//    IDLE --> PRE (7 x 55, D5) --> DATA --> PAD (to 60 bytes) --> FCS (4) --> GAP --> IDLE
//
// A step for every cycle with tx_ce. The gap is at least 12 bytes, and exactly 12 when the next
// frame is waiting: 11 in GAP, one in IDLE.
//
// Errors: no byte where one is needed, inside a frame (UNDERRUN), or tuser with the last byte
// (ERROR): the frame is ended with each bit of its FCS inverted, so that no receiver can take it
// for a good one; after an underrun, tx_er marks the place and the rest of the frame is thrown away
// when it comes. The line is never left in the middle of a frame.
//
// Timing: tx_* and stat_* are flops; s_axis_tx_tready decodes flops and tx_ce (and, after an
// underrun, only flops).
// Test: tb/block/eth_gmii_tx.cpp

`include "eth_defs.vh"

`resetall
`default_nettype none

module eth_gmii_tx (
    input  wire       tx_clk,           // 125 MHz
    input  wire       tx_rst,

    input  wire [7:0] s_axis_tx_tdata,
    input  wire       s_axis_tx_tvalid,
    output wire       s_axis_tx_tready,
    input  wire       s_axis_tx_tlast,
    input  wire       s_axis_tx_tuser,  // with tlast: bad frame

    input  wire       tx_ce,            // the byte of tx_* is taken, show the next
    output wire [7:0] tx_data,
    output wire       tx_en,
    output wire       tx_er,

    output wire       stat_valid,       // a frame ends
    output wire [3:0] stat_code         // ETH_EV_TX_*
);

localparam [2:0]
    ST_IDLE = 3'd0,
    ST_PRE  = 3'd1,
    ST_DATA = 3'd2,
    ST_PAD  = 3'd3,
    ST_FCS  = 3'd4,
    ST_GAP  = 3'd5;

reg [2:0]  state_q, state_d;
reg [3:0]  step_q, step_d;              // within PRE, FCS, GAP
reg [5:0]  len_q, len_d;                // number of this byte of the frame, from 1 to 60
reg        bad_q, bad_d;                // FCS will be wrong
reg        drain_q, drain_d;            // rest of a frame that ran dry is still to come
reg [31:0] crc_q;
reg [7:0]  data_q, data_d;
reg        en_q, en_d, er_q, er_d;
reg        stat_valid_q, stat_valid_d;
reg [3:0]  stat_code_q, stat_code_d;

wire        in_data = state_q == ST_DATA;
wire        in_fcs  = state_q == ST_FCS;
wire        enough  = len_q == 6'd60;   // this byte is the 60th or later
wire        take    = in_data && s_axis_tx_tvalid;
wire [7:0]  body    = take ? s_axis_tx_tdata : 8'd0;
wire [31:0] crc_next;

// index 0 in ST_FCS: the CRC moves down by a byte.
eth_crc32 u_crc (.crc(crc_q[31:8]), .index((crc_q[7:0] ^ body) & {8{!in_fcs}}), .next(crc_next));

assign s_axis_tx_tready = (in_data && tx_ce) || drain_q;
assign tx_data    = data_q;
assign tx_en      = en_q;
assign tx_er      = er_q;
assign stat_valid = stat_valid_q;
assign stat_code  = stat_code_q;

always @* begin
    state_d      = state_q;
    step_d       = step_q + 4'd1;
    len_d        = enough ? len_q : len_q + 6'd1;
    bad_d        = bad_q;
    drain_d      = drain_q && !(s_axis_tx_tvalid && s_axis_tx_tlast);
    data_d       = body;
    en_d         = 1'b1;
    er_d         = 1'b0;
    stat_valid_d = 1'b0;
    stat_code_d  = stat_code_q;

    case (state_q)
    ST_PRE: begin
        data_d = {step_q == 4'd7, 7'h55};
        len_d  = 6'd1;
        bad_d  = 1'b0;
        if (step_q == 4'd7) state_d = ST_DATA;
    end
    ST_DATA: begin
        step_d = 4'd0;
        er_d   = !s_axis_tx_tvalid;
        if (!s_axis_tx_tvalid || s_axis_tx_tlast) begin
            state_d     = enough ? ST_FCS : ST_PAD;
            bad_d       = !s_axis_tx_tvalid || s_axis_tx_tuser;
            stat_code_d = !s_axis_tx_tvalid ? `ETH_EV_TX_UNDERRUN
                        : s_axis_tx_tuser   ? `ETH_EV_TX_ERROR : `ETH_EV_TX_GOOD;
            if (tx_ce) drain_d = !s_axis_tx_tvalid;
        end
    end
    ST_PAD: begin
        step_d = 4'd0;
        if (enough) state_d = ST_FCS;
    end
    ST_FCS: begin
        data_d = crc_q[7:0] ^ {8{!bad_q}};
        if (step_q == 4'd3) begin
            state_d      = ST_GAP;
            step_d       = 4'd0;
            stat_valid_d = tx_ce;
        end
    end
    ST_GAP: begin
        en_d = 1'b0;
        if (step_q == 4'd10) state_d = ST_IDLE;
    end
    default: begin                                              // ST_IDLE
        en_d   = 1'b0;
        step_d = 4'd0;
        if (s_axis_tx_tvalid && !drain_q) state_d = ST_PRE;
    end
    endcase
end

always @(posedge tx_clk) begin
    drain_q      <= drain_d;
    stat_valid_q <= stat_valid_d;
    if (tx_ce) begin
        state_q     <= state_d;
        step_q      <= step_d;
        len_q       <= len_d;
        bad_q       <= bad_d;
        data_q      <= data_d;
        en_q        <= en_d;
        er_q        <= er_d;
        stat_code_q <= stat_code_d;
        crc_q       <= state_q == ST_PRE ? 32'hFFFFFFFF : crc_next;
    end
    if (tx_rst) begin
        state_q      <= ST_GAP;
        step_q       <= 4'd0;
        drain_q      <= 1'b0;
        en_q         <= 1'b0;
        er_q         <= 1'b0;
        stat_valid_q <= 1'b0;
    end
end

endmodule

`resetall
