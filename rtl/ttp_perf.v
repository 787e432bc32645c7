// SPDX-License-Identifier: Apache-2.0
//
// ttp_perf - the event counters: 64 of 48 bit in a RAM, and a snapshot of them
//
// Every counter can move in every cycle. Three steps keep that cheap; ttp_perf_sums is the first
// two:
//
//    inc_en[k] -> accumulator of 3 bits or 1, emptied every 8th cycle (now[2:0] = k[2:0]) into
//              -> 6-bit sum in a small RAM, emptied every 64th cycle (now[5:0] = k) into
//              -> 48-bit counter in RAM: read in that cycle, added and written in the next
//
// The byte counters (DLV_BYTES, ACC_BYTES) have one accumulator each, emptied every 64th cycle.
// Nothing can overflow: the sizes hold as many increments as can come. Counters wrap at 2^48.
//
// A snapshot is one pass of the sweep, from index 0 on, in which every updated counter is also
// written into the second bank; counter k of it includes the increments up to and with the
// cycle in which now[5:0] = k. Only the second bank can be read.
//
// After reset the first pass (64 cycles) takes the old content as 0 and writes both banks, so
// all counters read 0; cnt_valid says that it is over. Only rst resets.
//
// Timing: snap_req in cycle t: snap_busy in t+1 until the pass is written, at most 130
// cycles. rd_idx in t: rd_data in t+1; if that word is being written just then rd_data keeps
// its value for this cycle, so hold rd_idx for two cycles. now counts the cycles since rst
// fell, 0 in the first one: the block keeps one-hot copies of it.
// Mirror: model/ttp_perf.c      Lockstep test: tb/block/ttp_perf.cpp

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_perf #(
    parameter DATA_W = 512,             // bits a beat: 64, 128, 256, 512
    parameter SELECTIVE = 0             // 1: with the counters of selective repeat
) (
    input  wire         clk,
    input  wire         rst,            // synchronous, active high

    input  wire [5:0]   now,            // cycles since reset

    // Events: +1 each, or the amount for the two byte counters. At 64 bit each of FRAMES of
    // ttp_perf_sums is 0 for seven cycles after it was 1.
    input  wire [63:0]  inc_en,
    input  wire [10:0]  dlv_bytes,      // 0..1024, 0 without inc_en[TTP_CNT_DLV_BYTES]
    input  wire [10:0]  acc_bytes,      // 0..1024, 0 without inc_en[TTP_CNT_ACC_BYTES]

    // Snapshot
    input  wire         snap_req,       // pulse
    output wire         snap_busy,
    input  wire [5:0]   rd_idx,
    output wire [47:0]  rd_data,
    output wire         cnt_valid       // 0 in the first 67 cycles: rd_data means nothing
);

localparam BYTES_A = `TTP_CNT_DLV_BYTES;
localparam BYTES_B = `TTP_CNT_ACC_BYTES;

reg        first_q, first_s1_q, first_s2_q, first_s3_q; // the pass after reset
reg        pass_q, pass_s1_q;               // a pass that writes the snapshot
reg        pend_q;                          // requested, waits for index 0
reg        valid_s1_q;                      // s1 holds a sweep step of after the reset
// One-hot copies of now: and-or is smaller than a multiplexer.
reg [7:0]  turn_q;                          // now[2:0]
reg [7:0]  bank_q;                          // now[5:3]
reg        first8_q;                        // the first eight cycles

wire last = turn_q[7] && bank_q[7];

wire [6:0] sum;                             // of counter idx_s1

ttp_perf_sums #(.DATA_W(DATA_W), .SELECTIVE(SELECTIVE)) u_sums (
    .clk(clk), .rst(rst), .turn(turn_q), .bank(bank_q), .first8(first8_q), .now(now[2:0]),
    .inc_en(inc_en), .sum(sum)
);

// The two byte counters: 64 times 1024 at most, cleared when taken.
reg  [15:0] bytes_a_q, bytes_b_q;
wire [16:0] bytes_a = {1'b0, bytes_a_q} + {6'd0, dlv_bytes};
wire [16:0] bytes_b = {1'b0, bytes_b_q} + {6'd0, acc_bytes};
wire        take_a  = bank_q[BYTES_A / 8] && turn_q[BYTES_A % 8];
wire        take_b  = bank_q[BYTES_B / 8] && turn_q[BYTES_B % 8];

// Third step, s1: the counter comes out of the RAM; s2: it is added to and written.
reg  [5:0]  idx_s1_q, idx_s2_q;
reg  [16:0] delta_s1_q, delta_s2_q;
reg  [47:0] live_s2_q;
reg         pass_s2_q, valid_s2_q;
wire [47:0] live;
wire [47:0] total = live_s2_q + {31'd0, delta_s2_q};
wire        snap_wr = pass_s2_q && valid_s2_q && !rst;

always @(posedge clk) begin
    bytes_a_q  <= bytes_a[15:0];
    bytes_b_q  <= bytes_b[15:0];
    idx_s1_q   <= now;
    delta_s1_q <= (bytes_a & {17{take_a}}) | (bytes_b & {17{take_b}});
    turn_q     <= {turn_q[6:0], turn_q[7]};
    if (turn_q[7]) bank_q <= {bank_q[6:0], bank_q[7]};
    first8_q   <= first8_q && !turn_q[7];
    valid_s1_q <= 1'b1;
    first_q    <= first_q && !last;
    first_s1_q <= first_q;
    first_s2_q <= first_s1_q;
    first_s3_q <= first_s2_q;
    idx_s2_q   <= idx_s1_q;
    delta_s2_q <= delta_s1_q | {10'd0, sum};    // sum is 0 at the places of the byte counters
    live_s2_q  <= live & {48{!first_s1_q}};
    valid_s2_q <= valid_s1_q;
    pass_s2_q  <= pass_s1_q;
    pend_q     <= (pend_q || snap_req) && !last;
    pass_q     <= last ? pend_q || snap_req : pass_q;
    pass_s1_q  <= pass_q;
    if (take_a || rst) bytes_a_q <= 16'd0;
    if (take_b || rst) bytes_b_q <= 16'd0;
    if (rst) begin
        turn_q     <= 8'd1;
        bank_q     <= 8'd1;
        first8_q   <= 1'b1;
        first_q    <= 1'b1;
        first_s1_q <= 1'b1;
        first_s2_q <= 1'b1;
        first_s3_q <= 1'b1;
        pass_s2_q  <= 1'b0;
        valid_s2_q <= 1'b0;
        pend_q     <= 1'b0;
        pass_q     <= 1'b1;
        pass_s1_q  <= 1'b0;
        valid_s1_q <= 1'b0;
    end
end

assign snap_busy = pend_q || pass_q || pass_s1_q || pass_s2_q;
assign cnt_valid = !first_s3_q;

ttp_ram_1r1w #(.WIDTH(48), .DEPTH(64), .BYPASS(0)) u_live (
    .clk(clk), .wr_en(valid_s2_q && !rst), .wr_addr(idx_s2_q), .wr_data(total),
    .rd_en(1'b1), .rd_addr(now), .rd_data(live)
);

ttp_ram_1r1w #(.WIDTH(48), .DEPTH(64), .BYPASS(0)) u_snap (
    .clk(clk), .wr_en(snap_wr), .wr_addr(idx_s2_q), .wr_data(total),
    .rd_en(!(snap_wr && idx_s2_q == rd_idx)), .rd_addr(rd_idx), .rd_data(rd_data)
);

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        assert (inc_en[BYTES_A] || dlv_bytes == 11'd0);
        assert (inc_en[BYTES_B] || acc_bytes == 11'd0);
    end
`endif

endmodule

`resetall
