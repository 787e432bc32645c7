// SPDX-License-Identifier: Apache-2.0
//
// card_lite_rx - frames from the bytes of a line: SLIP (RFC 1055) and FCS to a byte stream
//
// Four bytes wait in registers, so that the FCS does not get into the stream, and one more, so that the last byte can be
// marked. A frame is passed on while it comes; whether it was good stands in tuser of its last byte: wrong FCS, not even
// one byte before it, an escape of something else, a byte without a stop bit, or a byte that the stream did not take
// before the next one came. END with nothing before it is no frame. Frames that end while the end of the one before
// still waits are gone with that one, which then is bad.
//
// Timing: outputs are flops.
// Test: tb/test_card_lite.cpp

`resetall
`default_nettype none

module card_lite_rx (
    input  wire       clk,
    input  wire       rst,

    input  wire       byte_valid,       // pulse, at least 16 cycles apart
    input  wire       byte_error,
    input  wire [7:0] byte_data,

    output wire [7:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready,
    output wire       m_axis_tlast,
    output wire       m_axis_tuser      // with tlast: the frame is bad
);

localparam [7:0] END = 8'hC0, ESC = 8'hDB, ESC_END = 8'hDC, ESC_ESC = 8'hDD;

reg        esc_q, esc_d, bad_q, bad_d, any_q, any_d;
reg [2:0]  count_q, count_d;            // bytes with FCS, stops at 5
reg [39:0] d_q, d_d;                    // the last five, the oldest in [7:0]
reg        end_q, end_d, end_bad_q, end_bad_d;
reg [7:0]  end_data_q, end_data_d;
reg        out_q, out_d, last_q, last_d, user_q, user_d;
reg [7:0]  data_q, data_d;
reg        crc_go, crc_clear;
wire [31:0] crc;
wire       crc_busy_unused;             // eight cycles of the 160 or more that a byte takes
wire [7:0] plain = esc_q ? (byte_data == ESC_END ? END : ESC) : byte_data;
wire       free  = !out_q || m_axis_tready;
wire       whole = count_q == 3'd5;

card_crc u_crc (
    .clk (clk), .clear (rst || crc_clear), .go (crc_go), .shift (1'b0), .data (plain), .busy (crc_busy_unused), .crc (crc)
);

always @* begin
    esc_d      = esc_q;
    bad_d      = bad_q;
    any_d      = any_q;
    count_d    = count_q;
    d_d        = d_q;
    end_d      = end_q;
    end_bad_d  = end_bad_q;
    end_data_d = end_data_q;
    out_d      = out_q && !m_axis_tready;
    last_d     = last_q;
    user_d     = user_q;
    data_d     = data_q;
    crc_go     = 1'b0;
    crc_clear  = 1'b0;
    if (end_q && free) begin
        out_d  = 1'b1;
        last_d = 1'b1;
        user_d = end_bad_q;
        data_d = end_data_q;
        end_d  = 1'b0;
    end
    if (byte_valid && byte_error) begin
        bad_d = 1'b1;
        any_d = 1'b1;
    end else if (byte_valid && byte_data == END) begin
        if (any_q) begin
            end_d      = 1'b1;
            end_bad_d  = bad_q || esc_q || !whole || crc != 32'hDEBB20E3 || (end_q && !free);
            end_data_d = d_q[7:0];
        end
        esc_d     = 1'b0;
        bad_d     = 1'b0;
        any_d     = 1'b0;
        count_d   = 3'd0;
        crc_clear = 1'b1;
    end else if (byte_valid) begin
        any_d = 1'b1;
        if (!esc_q && byte_data == ESC) begin
            esc_d = 1'b1;
        end else begin
            esc_d = 1'b0;
            if (esc_q && byte_data != ESC_END && byte_data != ESC_ESC) bad_d = 1'b1;
            crc_go = 1'b1;
            d_d    = {plain, d_q[39:8]};
            if (!whole) begin
                count_d = count_q + 3'd1;
            end else if (end_q || !free) begin
                bad_d = 1'b1;
            end else begin
                out_d  = 1'b1;
                last_d = 1'b0;
                user_d = 1'b0;
                data_d = d_q[7:0];
            end
        end
    end
end

always @(posedge clk) begin
    esc_q      <= esc_d;
    bad_q      <= bad_d;
    any_q      <= any_d;
    count_q    <= count_d;
    d_q        <= d_d;
    end_q      <= end_d;
    end_bad_q  <= end_bad_d;
    end_data_q <= end_data_d;
    out_q      <= out_d;
    last_q     <= last_d;
    user_q     <= user_d;
    data_q     <= data_d;
    if (rst) begin
        esc_q   <= 1'b0;
        bad_q   <= 1'b0;
        any_q   <= 1'b0;
        count_q <= 3'd0;
        end_q   <= 1'b0;
        out_q   <= 1'b0;
    end
end

assign m_axis_tdata  = data_q;
assign m_axis_tvalid = out_q;
assign m_axis_tlast  = last_q;
assign m_axis_tuser  = user_q;

endmodule

`resetall
