// SPDX-License-Identifier: Apache-2.0
//
// eth_gmii_rx - from the receive pins to frames: nibbles, preamble, FCS
//
//            dv            SFD                 dv low
//    IDLE -------> PRE ----------> DATA -----------------> IDLE     frame, with its verdict
//                   | neither preamble nor SFD
//                   +------------> SKIP ---- dv low -----> IDLE     event NOSFD
//    WAIT (after reset) ---------------------- dv low ---> IDLE     nothing: we came in its middle
//
// 1000 Mb/s: a byte a clock, SFD is D5. 10 and 100: a nibble a clock in rx_data[3:0], low one
// first;
// SFD is a nibble D after a nibble 5, which also finds where bytes begin. The preamble may have any
// length, PHYs are allowed to eat it.
//
// Every carrier (dv high to low) gives exactly one stat_valid, with what became of it. A frame of
// five bytes or more is also put out, without its FCS; tuser with tlast says that stat_code is not
// GOOD. What outranks what: runt, rx_er, odd nibble, FCS. Shorter than five: event RUNT alone.
//
//    S1  bytes out of pins       S2  CRC and delay by the FCS       S3  verdict and output flops
//
// Timing: all outputs are flops. Last bit of the FCS in -> tlast 4 cycles. No back-pressure.
// Test: tb/block/eth_gmii_rx.cpp

`include "eth_defs.vh"

`resetall
`default_nettype none

module eth_gmii_rx (
    input  wire       rx_clk,           // 125, 25 or 2.5 MHz
    input  wire       rx_rst,

    input  wire       cfg_1000,         // 1: bytes, 0: nibbles; changes while no frame is under way

    input  wire [7:0] rx_data,
    input  wire       rx_dv,
    input  wire       rx_er,

    output wire [7:0] m_axis_rx_tdata,  // a byte of the frame
    output wire       m_axis_rx_tvalid,
    output wire       m_axis_rx_tlast,
    output wire       m_axis_rx_tuser,  // with tlast: bad frame

    output wire       stat_valid,       // with tlast where there is one
    output wire [2:0] stat_code         // ETH_EV_RX_*
);

localparam [2:0]
    ST_WAIT = 3'd0,
    ST_IDLE = 3'd1,
    ST_PRE  = 3'd2,
    ST_DATA = 3'd3,
    ST_SKIP = 3'd4;

// ---- S1
reg [2:0] state_q, state_d;
reg [3:0] low_q, low_d;                 // nibble before
reg       half_q, half_d;               // low_q is the first half of a byte
reg       five_q, five_d;               // the nibble before was a 5 of the preamble
reg       er_q, er_d;                   // rx_er since the SFD

reg [7:0] byte_q, byte_d;
reg       byte_valid_q, byte_valid_d;
reg       end_q, end_d;                 // carrier has ended
reg       end_nosfd_q, end_nosfd_d;
reg       end_er_q, end_er_d;
reg       end_odd_q, end_odd_d;

wire [3:0] nib = rx_data[3:0];
wire is_pre = cfg_1000 ? rx_data == 8'h55 : nib == 4'h5;
wire is_sfd = cfg_1000 ? rx_data == 8'hD5 : nib == 4'hD && five_q;

always @* begin
    state_d      = state_q;
    low_d        = nib;
    half_d       = 1'b0;
    five_d       = 1'b0;
    er_d         = 1'b0;
    byte_d       = cfg_1000 ? rx_data : {nib, low_q};
    byte_valid_d = 1'b0;
    end_d        = 1'b0;
    end_nosfd_d  = state_q != ST_DATA;
    end_er_d     = er_q;
    end_odd_d    = half_q;

    case (state_q)
    ST_IDLE, ST_PRE: begin
        five_d = nib == 4'h5;
        if (!rx_dv) begin
            end_d   = state_q == ST_PRE;
            state_d = ST_IDLE;
            five_d  = 1'b0;
        end
        else if (rx_er)  state_d = ST_SKIP;
        else if (is_sfd) state_d = ST_DATA;
        else if (is_pre) state_d = ST_PRE;
        else             state_d = ST_SKIP;
    end
    ST_DATA: begin
        er_d = er_q || rx_er;
        if (!rx_dv) begin
            end_d   = 1'b1;
            state_d = ST_IDLE;
            er_d    = 1'b0;
        end else begin
            half_d       = !cfg_1000 && !half_q;
            byte_valid_d = cfg_1000 || half_q;
        end
    end
    ST_SKIP: if (!rx_dv) begin
        end_d   = 1'b1;
        state_d = ST_IDLE;
    end
    default: if (!rx_dv) state_d = ST_IDLE;     // ST_WAIT
    endcase
end

always @(posedge rx_clk) begin
    state_q      <= state_d;
    low_q        <= low_d;
    half_q       <= half_d;
    five_q       <= five_d;
    er_q         <= er_d;
    byte_q       <= byte_d;
    byte_valid_q <= byte_valid_d;
    end_q        <= end_d;
    end_nosfd_q  <= end_nosfd_d;
    end_er_q     <= end_er_d;
    end_odd_q    <= end_odd_d;
    if (rx_rst) begin
        state_q      <= ST_WAIT;
        byte_valid_q <= 1'b0;
        end_q        <= 1'b0;
    end
end

// ---- S2. A frame's first byte is here at the earliest two cycles after end_q of the one before:
// its SFD lies between. So end_s2_q clears the flops of this stage in time.
reg         end_s2_q, nosfd_s2_q, er_s2_q, odd_s2_q, crc_ok_q;
reg  [31:0] crc_q;
wire [31:0] crc_next;
reg  [39:0] hold_q;                     // the last five bytes, the oldest in [39:32]
reg  [2:0]  held_q;                     // bytes in it, up to 5
reg  [5:0]  count_q;                    // bytes up to 63 ...
reg         long_q;                     // ... 64 or more

eth_crc32 u_crc (.crc(crc_q[31:8]), .index(crc_q[7:0] ^ byte_q), .next(crc_next));

wire full = held_q == 3'd5;

always @(posedge rx_clk) begin
    end_s2_q   <= end_q;
    nosfd_s2_q <= end_nosfd_q;
    er_s2_q    <= end_er_q;
    odd_s2_q   <= end_odd_q;
    crc_ok_q   <= crc_q == 32'hDEBB20E3;
    if (byte_valid_q) begin
        crc_q   <= crc_next;
        hold_q  <= {hold_q[31:0], byte_q};
        count_q <= count_q + 6'd1;
        if (count_q == 6'd63) long_q <= 1'b1;
        if (!full) held_q <= held_q + 3'd1;
    end
    if (rx_rst || end_s2_q) begin
        crc_q   <= 32'hFFFFFFFF;
        count_q <= 6'd0;
        long_q  <= 1'b0;
        held_q  <= 3'd0;
    end
    if (rx_rst) end_s2_q <= 1'b0;
end

// ---- S3
reg [7:0] tdata_q;
reg       tvalid_q, tlast_q, tuser_q, stat_valid_q;
reg [2:0] stat_code_q, stat_code_d;

always @* begin
    if (nosfd_s2_q)     stat_code_d = `ETH_EV_RX_NOSFD;
    else if (!long_q)   stat_code_d = `ETH_EV_RX_RUNT;
    else if (er_s2_q)   stat_code_d = `ETH_EV_RX_ER;
    else if (odd_s2_q)  stat_code_d = `ETH_EV_RX_ALIGN;
    else if (!crc_ok_q) stat_code_d = `ETH_EV_RX_FCS;
    else                stat_code_d = `ETH_EV_RX_GOOD;
end

always @(posedge rx_clk) begin
    tdata_q      <= hold_q[39:32];
    tvalid_q     <= full && (byte_valid_q || end_s2_q);
    tlast_q      <= end_s2_q;
    tuser_q      <= end_s2_q && stat_code_d != `ETH_EV_RX_GOOD;
    stat_valid_q <= end_s2_q;
    stat_code_q  <= stat_code_d;
    if (rx_rst) begin
        tvalid_q     <= 1'b0;
        stat_valid_q <= 1'b0;
    end
end

assign m_axis_rx_tdata  = tdata_q;
assign m_axis_rx_tvalid = tvalid_q;
assign m_axis_rx_tlast  = tlast_q;
assign m_axis_rx_tuser  = tuser_q;
assign stat_valid       = stat_valid_q;
assign stat_code        = stat_code_q;

`ifdef FORMAL
    always @(posedge rx_clk) if (!rx_rst) assert (!(byte_valid_q && (end_q || end_s2_q)));
`endif

endmodule

`resetall
