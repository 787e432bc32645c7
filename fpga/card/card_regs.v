// SPDX-License-Identifier: Apache-2.0
//
// card_regs - the registers of the card, docs/card.md: settings, MDIO commands, counters
//
// An access takes STEPS cycles, time enough for eth_stats; one of a counter of card_count ends when
// that answers.
//
//     acc_valid ____/^^^^^^^^^^^^^^^^^^^^^\___
//     step_q        0  1  2  3  4  5  6
//                      |        |  |  `- acc_done
//                      decoded  |  `- a write happens
//                               word read, also for the bytes a write does not strobe
//
// Timing: outputs are flops.
// Test: tb/block/card_regs.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_regs #(
    parameter BOARD     = 0,    // register BOARD, 0..65535
    // 0: the card of the MAC; above: that of the NIC with so much memory, docs/card.md
    parameter MEM_BYTES = 0
) (
    input  wire        clk,
    input  wire        rst,

    // One access at a time; all stands until acc_done
    input  wire        acc_valid,
    input  wire        acc_write,
    input  wire [11:0] acc_addr,    // below 0x1000
    input  wire [31:0] acc_wdata,
    input  wire [3:0]  acc_wstrb,
    output wire        acc_done,
    output wire        acc_error,
    output wire [31:0] acc_rdata,

    // Settings
    output wire [2:0]  cfg_echo,
    output wire [2:0]  cfg_sink,
    output wire [31:0] tg_dest,
    output wire [10:0] tg_len,      // 1..1024
    output wire [31:0] tg_count,
    output wire [23:0] tg_gap,
    output wire        tg_run,
    output wire        tg_clear,    // pulse
    input  wire        tg_done,     // pulse: run falls

    // MDIO; raw access of eth_mdio, bus 0 or 1
    output wire [1:0]  mdio_valid,
    input  wire [1:0]  mdio_ready,
    output wire        mdio_write,
    output wire [4:0]  mdio_phy,
    output wire [4:0]  mdio_reg,
    output wire [15:0] mdio_wdata,
    input  wire [1:0]  mdio_done,   // pulse
    input  wire [1:0]  mdio_error,
    input  wire [31:0] mdio_rdata,  // {bus 1, bus 0}

    // Levels and counters
    input  wire [31:0] link_state,
    input  wire [31:0] tg_sent,
    input  wire [31:0] ck_bytes,
    output wire [3:0]  eth_addr,    // of both eth_mac
    input  wire [31:0] wire_data,
    input  wire [31:0] host_data,
    output wire        cnt_valid,
    output wire [4:0]  cnt_idx,
    input  wire        cnt_done,
    input  wire [31:0] cnt_data
);

localparam [31:0] BOARD_L = BOARD, VERSION = 32'd1, MEM_L = MEM_BYTES;
localparam MAC = MEM_BYTES == 0;

// Word addresses, less 0x1000
localparam [6:0]
    A_ID = 7'h00, A_VERSION = 7'h01, A_BOARD = 7'h02, A_CTRL = 7'h03, A_LINK = 7'h04,
    A_MCMD = 7'h05, A_MDATA = 7'h06, A_MEM = 7'h07,
    A_DEST = 7'h08, A_LEN = 7'h09, A_COUNT = 7'h0A, A_GAP = 7'h0B, A_RUN = 7'h0C, A_SENT = 7'h0D,
    A_GOOD = 7'h0E, A_BAD = 7'h0F, A_BYTES = 7'h10, A_ECHOED = 7'h11;

reg [2:0]  step_q, step_d;
reg        known_q, known_d, rw_q, rw_d, count_q, count_d, error_q, error_d, done_q, done_d;
reg [31:0] word_q, word_d;
reg [4:0]  idx_q, idx_d;

reg [5:0]  ctrl_q, ctrl_d;
reg [31:0] dest_q, dest_d, total_q, total_d, mcmd_q, mcmd_d;
reg [10:0] len_q, len_d;
reg [23:0] gap_q, gap_d;
reg        run_q, run_d, clear_q, clear_d;
reg        mbusy_q, mbusy_d, mreq_q, mreq_d, merr_q, merr_d;
reg [15:0] mdata_q, mdata_d;

wire [6:0]  a     = acc_addr[8:2];
wire        low   = acc_addr[11:9] == 3'd0;
wire        is_hl = a[6:5] == 2'b01 && a[4:0] <= `HL_CNT_ECHO_LOST;
wire        is_wire = a[6:4] == 3'b100 && a[3:0] <= 4'd10;
wire        is_host = a[6:4] == 3'b101 && a[3:0] <= 4'd10;
wire        is_ck = a == A_GOOD || a == A_BAD || a == A_ECHOED;
wire        is_ro = a == A_ID || a == A_VERSION || a == A_BOARD || a == A_LINK || a == A_MDATA
                  || is_hl || is_wire || is_host
                  || (MAC ? a == A_SENT || a == A_BYTES || is_ck : a == A_MEM);
wire        is_rw = a == A_MCMD || (MAC && (a == A_CTRL || a == A_DEST || a == A_LEN
                  || a == A_COUNT || a == A_GAP || a == A_RUN));
wire        unused = &{1'b0, acc_addr[1:0]};

wire [31:0] mask   = {{8{acc_wstrb[3]}}, {8{acc_wstrb[2]}}, {8{acc_wstrb[1]}}, {8{acc_wstrb[0]}}};
wire [31:0] merged = (acc_wdata & mask) | (word_q & ~mask);
wire        bus    = mcmd_q[26];
wire        refuse = !known_q || (acc_write && (!rw_q || (a == A_MCMD && mbusy_q)));

assign eth_addr  = a[3:0];
assign cnt_valid = step_q == 3'd3 && count_q && !cnt_done;
assign cnt_idx   = idx_q;

always @* begin
    step_d  = step_q;
    known_d = low && (is_ro || is_rw);
    rw_d    = is_rw;
    count_d = low && (is_hl || (MAC && is_ck));
    idx_d   = is_hl ? a[4:0] : a == A_GOOD ? `HL_CNT_CK_GOOD : a == A_BAD ? `HL_CNT_CK_BAD
            : `HL_CNT_ECHOED;
    error_d = error_q;
    done_d  = 1'b0;
    word_d  = word_q;
    ctrl_d  = ctrl_q;
    dest_d  = dest_q;
    len_d   = len_q;
    total_d = total_q;
    gap_d   = gap_q;
    run_d   = run_q && !tg_done;
    clear_d = 1'b0;
    mcmd_d  = mcmd_q;
    mbusy_d = mbusy_q;
    mreq_d  = mreq_q && !mdio_ready[bus];
    merr_d  = merr_q;
    mdata_d = mdata_q;

    if (mbusy_q && mdio_done[bus]) begin
        mbusy_d = 1'b0;
        merr_d  = mdio_error[bus];
        mdata_d = bus ? mdio_rdata[31:16] : mdio_rdata[15:0];
    end

    case (step_q)
    3'd0: if (acc_valid && !done_q) step_d = 3'd1;
    3'd3: begin
        // While a counter is awaited the word is not yet right: the last one taken counts.
        if (!count_q || cnt_done) step_d = 3'd4;
        case (a)
        A_ID:      word_d = 32'h5454504E;
        A_VERSION: word_d = VERSION;
        A_BOARD:   word_d = {16'd0, BOARD_L[15:0]};
        A_CTRL:    word_d = {25'd0, ctrl_q[5:3], 1'b0, ctrl_q[2:0]};
        A_LINK:    word_d = link_state;
        A_MCMD:    word_d = mcmd_q;
        A_MDATA:   word_d = {mbusy_q, merr_q, 14'd0, mdata_q};
        A_DEST:    word_d = dest_q;
        A_LEN:     word_d = {21'd0, len_q};
        A_COUNT:   word_d = total_q;
        A_GAP:     word_d = {8'd0, gap_q};
        A_RUN:     word_d = {31'd0, run_q};
        A_SENT:    word_d = tg_sent;
        A_BYTES:   word_d = ck_bytes;
        default:   word_d = !MAC && a == A_MEM ? MEM_L
                          : count_q ? cnt_data : a[4] ? host_data : wire_data;
        endcase
    end
    3'd4: begin
        step_d  = 3'd5;
        error_d = refuse;
        if (acc_write && !refuse && acc_wstrb != 4'd0) begin
            case (a)
            A_CTRL:  ctrl_d  = {merged[6:4], merged[2:0]};
            A_DEST:  dest_d  = merged;
            A_LEN:   len_d   = merged == 32'd0 ? 11'd1
                             : merged > 32'd1024 ? 11'd1024 : merged[10:0];
            A_COUNT: total_d = merged;
            A_GAP:   gap_d   = merged[31:24] != 8'd0 ? 24'hFFFFFF : merged[23:0];
            A_RUN: begin
                run_d   = merged[0];
                clear_d = merged[1];
            end
            A_MCMD: begin
                mcmd_d  = {merged[31], 4'd0, merged[26:0]};
                mbusy_d = 1'b1;
                mreq_d  = 1'b1;
            end
            default: ;
            endcase
        end
    end
    3'd5: begin
        step_d = 3'd0;
        done_d = 1'b1;
    end
    default: step_d = step_q + 3'd1;
    endcase
end

always @(posedge clk) begin
    step_q  <= step_d;
    known_q <= known_d;
    rw_q    <= rw_d;
    count_q <= count_d;
    error_q <= error_d;
    done_q  <= done_d;
    word_q  <= word_d;
    idx_q   <= idx_d;
    ctrl_q  <= ctrl_d;
    dest_q  <= dest_d;
    len_q   <= len_d;
    total_q <= total_d;
    gap_q   <= gap_d;
    run_q   <= run_d;
    clear_q <= clear_d;
    mcmd_q  <= mcmd_d;
    mbusy_q <= mbusy_d;
    mreq_q  <= mreq_d;
    merr_q  <= merr_d;
    mdata_q <= mdata_d;
    if (rst || !MAC) begin
        ctrl_q  <= MAC ? 6'b000100 : 6'd0;
        dest_q  <= 32'd0;
        len_q   <= 11'd1024;
        total_q <= 32'd0;
        gap_q   <= 24'd0;
        run_q   <= 1'b0;
        clear_q <= 1'b0;
    end
    if (rst) begin
        step_q  <= 3'd0;
        done_q  <= 1'b0;
        mcmd_q  <= 32'd0;
        mbusy_q <= 1'b0;
        mreq_q  <= 1'b0;
        merr_q  <= 1'b0;
        mdata_q <= 16'd0;
    end
end

assign acc_done   = done_q;
assign acc_error  = error_q;
assign acc_rdata  = word_q;
assign cfg_echo   = ctrl_q[2:0];
assign cfg_sink   = ctrl_q[5:3];
assign tg_dest    = dest_q;
assign tg_len     = len_q;
assign tg_count   = total_q;
assign tg_gap     = gap_q;
assign tg_run     = run_q;
assign tg_clear   = clear_q;
assign mdio_valid = {mreq_q && bus, mreq_q && !bus};
assign mdio_write = mcmd_q[31];
assign mdio_phy   = mcmd_q[25:21];
assign mdio_reg   = mcmd_q[20:16];
assign mdio_wdata = mcmd_q[15:0];

endmodule

`resetall
