// SPDX-License-Identifier: Apache-2.0
//
// card_slip_rx - frames from the bytes of the UART: SLIP (RFC 1055), FCS, whole frames to 64-bit
// words
//
// A frame is committed with its last byte or taken back. Bad, one event: what card_unslip calls
// bad, fewer than 18 or more than 1042 bytes. Full: no room for it in the memory.
//
//     byte -> card_unslip -> memory, 2048 bytes -> words: first byte in lane 6, as on Ethernet
//
// Timing: outputs are flops.
// Test: tb/block/card_uart.cpp

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

localparam [10:0] SHORTEST = 11'd18, LONGEST = 11'd1042;    // without FCS

// ---------------------------------------------------------------- bytes

wire        in_put, in_done, in_bad;
wire [7:0]  in_data;
reg         full_q, full_d, ev_q, ev_d;
reg  [10:0] count_q, count_d;               // bytes put, stops at LONGEST
reg  [4:0]  code_q, code_d;
reg         put_q, put_d, last_q, last_d, drop_q, drop_d;
reg  [7:0]  put_data_q;
wire        put_ready;

card_unslip u_unslip (
    .clk(clk), .rst(rst),
    .byte_valid(byte_valid), .byte_error(byte_error), .byte_data(byte_data),
    .put(in_put), .done(in_done), .done_bad(in_bad), .put_data(in_data)
);

always @* begin
    count_d = count_q;
    put_d   = 1'b0;
    last_d  = 1'b0;
    drop_d  = 1'b0;
    ev_d    = put_q && last_q && !put_ready;
    code_d  = full_q || put_q ? `HL_CNT_UART_FULL : `HL_CNT_UART_BAD;
    full_d  = full_q || (put_q && !last_q && !put_ready);
    if (in_done) begin
        // The last byte is still to be put: one less in count_q.
        if (in_bad || full_q || count_q < SHORTEST - 11'd1 || count_q > LONGEST - 11'd1) begin
            drop_d = 1'b1;
            ev_d   = 1'b1;
        end else begin
            put_d  = 1'b1;
            last_d = 1'b1;
        end
        full_d  = 1'b0;
        count_d = 11'd0;
    end else if (in_put && count_q < LONGEST) begin
        put_d   = 1'b1;
        count_d = count_q + 11'd1;
    end
end

always @(posedge clk) begin
    full_q     <= full_d;
    count_q    <= count_d;
    put_q      <= put_d;
    last_q     <= last_d;
    drop_q     <= drop_d;
    put_data_q <= in_data;
    ev_q       <= ev_d;
    code_q     <= code_d;
    if (rst) begin
        full_q  <= 1'b0;
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

card_fifo #(.WIDTH(9), .DEPTH(2048)) u_fifo (
    .clk(clk), .rst(rst),
    .wr_valid(put_q), .wr_ready(put_ready), .wr_data({last_q, put_data_q}),
    .wr_commit(put_q && last_q), .wr_drop(drop_q || (put_q && last_q && !put_ready)),
    .rd_valid(get_valid), .rd_ready(get_ready), .rd_data(get)
);

// ---------------------------------------------------------------- words

// Bytes are shifted in from the top, the last word of a frame on to its place.
reg  [63:0] word_q;
reg  [7:0]  keep_q;
reg  [2:0]  lane_q;
// Whole_q: the word waits to be taken; end_q: no further byte in it
reg         whole_q, end_q;

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
