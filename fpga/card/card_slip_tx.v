// SPDX-License-Identifier: Apache-2.0
//
// card_slip_tx - frames in 64-bit words to the bytes of the UART: FCS and SLIP (RFC 1055)
//
//     words -> bytes -> memory, 2048 bytes -> FCS behind the last one -> escape, END -> UART
//
// room = 1: a longest frame fits, so that a frame begun then never waits for the line.
//
// Timing: outputs are flops, byte_data a choice among three and s_axis_uart_tready from the
// memory's flops and tkeep. A word takes eight cycles on its way into the memory.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_slip_tx (
    input  wire        clk,
    input  wire        rst,

    // The first beat is bytes 8..15 of a frame, of which 14 and 15 are sent
    input  wire [63:0] s_axis_uart_tdata,
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

// The word stands at the input until its last byte has gone.
reg  [2:0]  lane_q, lane_d;
reg         room_q, empty_q;
wire        put_ready, mem_valid, get_valid, get_ready;
wire [8:0]  mem, get;
wire [11:0] count;
wire [2:0]  lane_end;
wire        put_end = lane_q == lane_end;
wire        put     = s_axis_uart_tvalid && put_ready;

eth_last_byte u_end (.keep(s_axis_uart_tkeep), .last(lane_end));

assign s_axis_uart_tready = put_ready && put_end;

always @*
    lane_d = put && put_end && s_axis_uart_tlast ? 3'd6 : lane_q + {2'd0, put};

always @(posedge clk) begin
    lane_q  <= lane_d;
    room_q  <= count <= ROOM_MAX;
    empty_q <= !s_axis_uart_tvalid && count == 12'd0;
    if (rst) begin
        lane_q <= 3'd6;
        room_q <= 1'b0;
    end
end

// One byte in flops: what the memory gives late decides nothing in the same cycle.
reg        have_q;
reg  [8:0] get_q;

always @(posedge clk) begin
    if (!have_q) get_q <= mem;
    have_q <= have_q ? !get_ready : mem_valid;
    if (rst) have_q <= 1'b0;
end

assign get       = get_q;
assign get_valid = have_q;

assign room  = room_q;
assign empty = empty_q;

ttp_fifo #(.WIDTH(9), .DEPTH(2048)) u_fifo (
    .clk(clk), .rst(rst), .in_valid(s_axis_uart_tvalid), .in_ready(put_ready),
    .in_data({s_axis_uart_tlast && put_end, s_axis_uart_tdata[8*lane_q +: 8]}),
    .out_valid(mem_valid), .out_ready(!have_q), .out_data(mem), .count(count)
);

// ---------------------------------------------------------------- bytes to SLIP

localparam [1:0]
    ST_BODY = 2'd0,
    ST_FCS  = 2'd1,
    ST_END  = 2'd2;

reg  [1:0]  state_q, state_d, fcs_q, fcs_d;
reg         esc_q, esc_d;                   // the second byte of an escape
reg         clear;
wire [31:0] crc;
wire unused_crc = &{1'b0, crc[31:8]};
wire        crc_busy;
wire        body  = state_q == ST_BODY;
wire [7:0]  plain = body ? get[7:0] : ~crc[7:0];
wire        odd   = plain == END || plain == ESC;
wire        sent  = byte_valid && byte_ready;
wire        gone  = sent && (esc_q || !odd);     // or END itself, which clears the CRC

card_crc u_crc (
    .clk(clk),
    .clear(rst || clear), .go(gone), .shift(!body), .data(get[7:0]), .busy(crc_busy),
    .crc(crc)
);

assign byte_valid = (!body || get_valid) && !crc_busy;
assign byte_data  = state_q == ST_END ? END
                  : esc_q ? (plain == END ? ESC_END : ESC_ESC)
                  : odd ? ESC : plain;
assign get_ready  = body && gone;

always @* begin
    state_d = state_q;
    fcs_d   = fcs_q;
    clear   = 1'b0;
    esc_d   = sent ? state_q != ST_END && odd && !esc_q : esc_q;
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
        clear   = 1'b1;
    end
    endcase
end

always @(posedge clk) begin
    state_q <= state_d;
    fcs_q   <= fcs_d;
    esc_q   <= esc_d;
    if (rst) begin
        state_q <= ST_BODY;
        esc_q   <= 1'b0;
    end
end

endmodule

`resetall
