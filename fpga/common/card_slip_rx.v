// SPDX-License-Identifier: Apache-2.0
//
// card_slip_rx - frames from the bytes of the UART: SLIP (RFC 1055), FCS, whole frames to 64-bit words
//
// Bytes wait in five registers, so that the FCS never gets into the memory; the frame is committed with its last
// byte or taken back. END with nothing before it is no frame. Bad, one event: wrong FCS, fewer than 18 or more than 1042
// bytes before it, an escape of something else, a byte without a stop bit. Full: no room for it in the memory.
//
//     byte -> unescape -> d0 .. d4 -> memory, 2048 bytes -> words: first one in lanes 6 and 7, as on Ethernet
//
// Timing: outputs are flops.
// Test: tb/test_card_uart.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_slip_rx (
    input  wire        clk,
    input  wire        rst,

    input  wire        byte_valid,          // pulse, at least 16 cycles apart
    input  wire        byte_error,
    input  wire [7:0]  byte_data,

    output wire [63:0] m_axis_uart_tdata,   // the first beat is bytes 8..15 of a frame
    output wire [7:0]  m_axis_uart_tkeep,
    output wire        m_axis_uart_tvalid,
    input  wire        m_axis_uart_tready,
    output wire        m_axis_uart_tlast,

    output wire        ev_valid,            // pulse: a frame was dropped
    output wire [4:0]  ev_code              // HL_CNT_UART_*
);

localparam [7:0] END = 8'hC0, ESC = 8'hDB, ESC_END = 8'hDC, ESC_ESC = 8'hDD;
localparam [10:0] SHORTEST = 11'd22, LONGEST = 11'd1046;    // with FCS

// ---------------------------------------------------------------- bytes

reg         esc_q, esc_d, bad_q, bad_d, full_q, full_d, any_q, any_d, ev_q, ev_d;
reg  [10:0] count_q, count_d;               // bytes with FCS, stops at LONGEST + 1
reg  [39:0] d_q, d_d;                       // the last five, the oldest in [7:0]
reg         end_go;                         // the frame ends: the CRC begins again
reg         crc_go;
reg  [4:0]  code_q, code_d;
reg         put_q, put_d, last_q, last_d, drop_q, drop_d;
reg  [7:0]  put_data_q, put_data_d;
wire        put_ready;
wire [31:0] crc;
wire        crc_busy_unused;                // eight cycles of the 160 or more that a byte takes
wire [7:0]  plain = esc_q ? (byte_data == ESC_END ? END : ESC) : byte_data;

card_crc u_crc (
    .clk (clk), .clear (rst || end_go), .go (crc_go), .shift (1'b0), .data (plain), .busy (crc_busy_unused), .crc (crc)
);

always @* begin
    esc_d      = esc_q;
    bad_d      = bad_q;
    any_d      = any_q;
    count_d    = count_q;
    d_d        = d_q;
    crc_go     = 1'b0;
    end_go     = 1'b0;
    put_d      = 1'b0;
    last_d     = 1'b0;
    drop_d     = 1'b0;
    put_data_d = d_q[7:0];
    ev_d       = put_q && last_q && !put_ready;
    code_d     = full_q || put_q ? `HL_CNT_UART_FULL : `HL_CNT_UART_BAD;
    full_d     = full_q || (put_q && !last_q && !put_ready);
    if (byte_valid && byte_error) begin
        bad_d = 1'b1;
        any_d = 1'b1;
    end else if (byte_valid && byte_data == END) begin
        if (bad_q || esc_q || full_q || count_q < SHORTEST || count_q > LONGEST || crc != 32'hDEBB20E3) begin
            drop_d = 1'b1;
            ev_d   = any_q;
        end else begin
            put_d  = 1'b1;
            last_d = 1'b1;
        end
        esc_d   = 1'b0;
        bad_d   = 1'b0;
        full_d  = 1'b0;
        any_d   = 1'b0;
        count_d = 11'd0;
        end_go  = 1'b1;
    end else if (byte_valid) begin
        any_d = 1'b1;
        if (!esc_q && byte_data == ESC) begin
            esc_d = 1'b1;
        end else begin
            esc_d = 1'b0;
            if (esc_q && byte_data != ESC_END && byte_data != ESC_ESC) bad_d = 1'b1;
            crc_go = 1'b1;
            d_d   = {plain, d_q[39:8]};
            put_d = count_q >= 11'd5 && count_q <= LONGEST;
            if (count_q <= LONGEST) count_d = count_q + 11'd1;
        end
    end
end

always @(posedge clk) begin
    esc_q      <= esc_d;
    bad_q      <= bad_d;
    full_q     <= full_d;
    any_q      <= any_d;
    count_q    <= count_d;
    d_q        <= d_d;
    put_q      <= put_d;
    last_q     <= last_d;
    drop_q     <= drop_d;
    put_data_q <= put_data_d;
    ev_q       <= ev_d;
    code_q     <= code_d;
    if (rst) begin
        esc_q   <= 1'b0;
        bad_q   <= 1'b0;
        full_q  <= 1'b0;
        any_q   <= 1'b0;
        count_q <= 11'd0;
        put_q   <= 1'b0;
        drop_q  <= 1'b0;
        ev_q    <= 1'b0;
    end
end

assign ev_valid = ev_q;
assign ev_code  = code_q;

// ---------------------------------------------------------------- memory

wire       get_valid, get_ready;
wire [8:0] get;

card_fifo #(.WIDTH (9), .DEPTH (2048)) u_fifo (
    .clk (clk), .rst (rst), .wr_valid (put_q), .wr_ready (put_ready), .wr_data ({last_q, put_data_q}),
    .wr_commit (put_q && last_q), .wr_drop (drop_q || (put_q && last_q && !put_ready)), .rd_valid (get_valid),
    .rd_ready (get_ready), .rd_data (get)
);

// ---------------------------------------------------------------- words

// Bytes are shifted in from the top, the last word of a frame on to its place.
reg  [63:0] word_q;
reg  [7:0]  keep_q;
reg  [2:0]  lane_q;
reg         whole_q, end_q;                     // whole_q: the word waits to be taken; end_q: no further byte in it

wire last = end_q || get[8];

assign get_ready = !whole_q && !end_q;

always @(posedge clk) begin
    if (whole_q && m_axis_uart_tready) begin
        whole_q <= 1'b0;
        keep_q  <= 8'd0;
        end_q   <= 1'b0;
    end
    if (!whole_q && (end_q || get_valid)) begin
        word_q  <= {end_q ? 8'd0 : get[7:0], word_q[63:8]};
        keep_q  <= {!end_q, keep_q[7:1]};
        lane_q  <= lane_q == 3'd7 && last ? 3'd6 : lane_q + 3'd1;
        whole_q <= lane_q == 3'd7;
        end_q   <= last;
    end
    if (rst) begin
        keep_q  <= 8'd0;
        lane_q  <= 3'd6;
        whole_q <= 1'b0;
        end_q   <= 1'b0;
    end
end

assign m_axis_uart_tdata  = word_q;
assign m_axis_uart_tkeep  = keep_q;
assign m_axis_uart_tvalid = whole_q;
assign m_axis_uart_tlast  = end_q;

endmodule

`resetall
