// SPDX-License-Identifier: Apache-2.0
//
// card_slip_tx - frames in 64-bit words to the bytes of the UART: FCS and SLIP (RFC 1055)
//
//     words -> bytes -> memory, 2048 bytes -> FCS behind the last one -> escape, END -> UART
//
// room = 1: a longest frame fits, so that a frame begun then never waits for the line.
//
// Timing: outputs are flops, byte_data a choice among three. A word takes eight cycles on its way into the memory.
// Test: tb/test_card_uart.cpp

`resetall
`default_nettype none

module card_slip_tx (
    input  wire        clk,
    input  wire        rst,

    input  wire [63:0] s_axis_uart_tdata,   // the first beat is bytes 8..15 of a frame, of which 14 and 15 are sent
    input  wire [7:0]  s_axis_uart_tkeep,
    input  wire        s_axis_uart_tvalid,
    output wire        s_axis_uart_tready,
    input  wire        s_axis_uart_tlast,

    output wire        room,
    output wire        empty,               // nothing waits

    output wire        byte_valid,
    input  wire        byte_ready,
    output wire [7:0]  byte_data
);

localparam [7:0] END = 8'hC0, ESC = 8'hDB, ESC_END = 8'hDC, ESC_ESC = 8'hDD;
localparam [11:0] ROOM_MAX = 12'd2048 - 12'd1042 - 12'd16;

// ---------------------------------------------------------------- words to bytes

reg  [63:0] word_q, word_d;
reg  [2:0]  left_q, left_d;                 // bytes of it behind this one
reg         have_q, have_d, last_q, last_d, first_q, first_d, room_q, empty_q;
wire [7:0]  keep = s_axis_uart_tkeep;
wire        unused = keep[0];
wire        put_ready, get_valid, get_ready;
wire [8:0]  get;
wire [11:0] count;
wire        put_end = left_q == 3'd0;
wire        take    = s_axis_uart_tvalid && s_axis_uart_tready;

assign s_axis_uart_tready = !have_q;

always @* begin
    word_d  = word_q;
    left_d  = left_q;
    have_d  = have_q;
    last_d  = last_q;
    first_d = first_q;
    if (have_q && put_ready) begin
        word_d = {8'd0, word_q[63:8]};
        left_d = left_q - 3'd1;
        have_d = !put_end;
    end
    if (take) begin
        have_d  = 1'b1;
        word_d  = first_q ? {48'd0, s_axis_uart_tdata[63:48]} : s_axis_uart_tdata;
        left_d  = first_q ? 3'd1
                : {keep[4], keep[6] || (keep[2] && !keep[4]),
                   keep[7] || (keep[5] && !keep[6]) || (keep[3] && !keep[4]) || (keep[1] && !keep[2])};
        last_d  = s_axis_uart_tlast;
        first_d = s_axis_uart_tlast;
    end
end

always @(posedge clk) begin
    word_q  <= word_d;
    left_q  <= left_d;
    have_q  <= have_d;
    last_q  <= last_d;
    first_q <= first_d;
    room_q  <= count <= ROOM_MAX;
    empty_q <= !have_q && count == 12'd0;
    if (rst) begin
        have_q  <= 1'b0;
        first_q <= 1'b1;
        room_q  <= 1'b0;
    end
end

assign room  = room_q;
assign empty = empty_q;

ttp_fifo #(.WIDTH (9), .DEPTH (2048)) u_fifo (
    .clk (clk), .rst (rst), .in_valid (have_q), .in_ready (put_ready), .in_data ({last_q && put_end, word_q[7:0]}),
    .out_valid (get_valid), .out_ready (get_ready), .out_data (get), .count (count)
);

// ---------------------------------------------------------------- bytes to SLIP

localparam [1:0]
    ST_BODY = 2'd0,
    ST_FCS  = 2'd1,
    ST_END  = 2'd2;

reg  [1:0]  state_q, state_d, fcs_q, fcs_d;
reg         esc_q, esc_d;                   // the second byte of an escape
reg  [31:0] crc_q, crc_d;
wire [31:0] crc_next;
wire        body  = state_q == ST_BODY;
wire [7:0]  plain = body ? get[7:0] : ~crc_q[7:0];
wire        odd   = plain == END || plain == ESC;
wire        sent  = byte_valid && byte_ready;
wire        gone  = sent && (esc_q || !odd) && state_q != ST_END;

// With index 0 the register moves by a byte: so the FCS leaves.
eth_crc32 u_crc (.crc (crc_q[31:8]), .index (body ? crc_q[7:0] ^ get[7:0] : 8'd0), .next (crc_next));

assign byte_valid = !body || get_valid;
assign byte_data  = state_q == ST_END ? END : esc_q ? (plain == END ? ESC_END : ESC_ESC) : odd ? ESC : plain;
assign get_ready  = body && gone;

always @* begin
    state_d = state_q;
    fcs_d   = fcs_q;
    crc_d   = crc_q;
    esc_d   = sent ? state_q != ST_END && odd && !esc_q : esc_q;
    if (gone) crc_d = crc_next;
    case (state_q)
    ST_BODY: begin
        fcs_d = 2'd0;
        if (gone && get[8]) state_d = ST_FCS;
    end
    ST_FCS: if (gone) begin
        fcs_d = fcs_q + 2'd1;
        if (fcs_q == 2'd3) state_d = ST_END;
    end
    default: if (sent) begin                // ST_END
        state_d = ST_BODY;
        crc_d   = 32'hFFFFFFFF;
    end
    endcase
end

always @(posedge clk) begin
    state_q <= state_d;
    fcs_q   <= fcs_d;
    crc_q   <= crc_d;
    esc_q   <= esc_d;
    if (rst) begin
        state_q <= ST_BODY;
        crc_q   <= 32'hFFFFFFFF;
        esc_q   <= 1'b0;
    end
end

endmodule

`resetall
