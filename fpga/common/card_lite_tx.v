// SPDX-License-Identifier: Apache-2.0
//
// card_lite_tx - frames of a byte stream to the bytes of a line: FCS and SLIP (RFC 1055)
//
//     body: each byte, escaped where it has to be -> four bytes of FCS -> END -> body of the next one
//
// Timing: byte_data and s_axis_tready are decoded from flops, byte_ready and the stream's own valid.
// Test: tb/test_card_lite.cpp

`resetall
`default_nettype none

module card_lite_tx (
    input  wire       clk,
    input  wire       rst,

    input  wire [7:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    output wire       s_axis_tready,
    input  wire       s_axis_tlast,

    output wire       byte_valid,
    input  wire       byte_ready,
    output wire [7:0] byte_data
);

localparam [7:0] END = 8'hC0, ESC = 8'hDB, ESC_END = 8'hDC, ESC_ESC = 8'hDD;
localparam [2:0] BODY = 3'd0, FCS = 3'd1, OVER = 3'd5;      // 1..4: byte of the FCS

reg  [2:0]  step_q, step_d;
reg         esc_q, esc_d;                   // the second byte of an escape
wire [31:0] crc;
wire        crc_busy;
wire        body  = step_q == BODY;
wire        over  = step_q == OVER;
wire [7:0]  plain = body ? s_axis_tdata : ~crc[7:0];
wire        odd   = plain == END || plain == ESC;
wire        sent  = byte_valid && byte_ready;
wire        gone  = sent && (esc_q || !odd) && !over;
wire        unused = &{1'b0, crc[31:8]};

card_crc u_crc (
    .clk (clk), .clear (rst || (over && sent)), .go (gone), .shift (!body), .data (s_axis_tdata), .busy (crc_busy), .crc (crc)
);

assign byte_valid    = (!body || s_axis_tvalid) && !crc_busy;
assign byte_data     = over ? END : esc_q ? (plain == END ? ESC_END : ESC_ESC) : odd ? ESC : plain;
assign s_axis_tready = body && gone;

always @* begin
    step_d = step_q;
    esc_d  = sent ? !over && odd && !esc_q : esc_q;
    if (body) begin
        if (gone && s_axis_tlast) step_d = FCS;
    end else if (over) begin
        if (sent) step_d = BODY;
    end else if (gone) begin
        step_d = step_q + 3'd1;
    end
end

always @(posedge clk) begin
    step_q <= step_d;
    esc_q  <= esc_d;
    if (rst) begin
        step_q <= BODY;
        esc_q  <= 1'b0;
    end
end

endmodule

`resetall
