// SPDX-License-Identifier: Apache-2.0
//
// ttp_perf_sums - increments of 64 counters, summed up until the sweep takes them
//
// Each counter has an accumulator of 3 bits, emptied every 8th cycle into one of 64 sums of 6 bits
// in a RAM of 8 words. So 54 full accumulators and a 64-way multiplexer are not needed. At 64 bit
// the accumulators of frames have one bit: a frame is eight beats or more, so each of these
// counters moves at most once in eight cycles.
//
// Timing: sum in the cycle after that with now[5:0] = k is what has come for counter k in the 64
// cycles up to and with k, through one adder from flops.
// Part of: ttp_perf

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_perf_sums #(
    parameter DATA_W = 512,             // bits a beat: 64, 128, 256, 512
    parameter SELECTIVE = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [2:0]   now,            // cycles since reset
    input  wire [7:0]   turn,           // now[2:0] as one hot
    input  wire [7:0]   bank,           // now[5:3] as one hot
    input  wire         first8,         // the first eight cycles
    input  wire [63:0]  inc_en,
    output wire [6:0]   sum             // 0 for the byte counters
);

// Opcodes 0..10 sent and received, behind them those of selective repeat, then 32 more without a
// hole; the rest costs nothing.
localparam [63:0] EXISTS = SELECTIVE != 0 ? 64'hFFFF_FFFF_3FFF_FFFF : 64'hFFFF_FFFF_07FF_07FF;
// Of whole frames: sent, received, dropped with their header complete (DROP_LONG to DROP_RESP).
localparam [63:0] FRAMES = 64'h0000_1FFC_07FF_07FF;
localparam [63:0] BYTES  = 64'd1 << `TTP_CNT_DLV_BYTES | 64'd1 << `TTP_CNT_ACC_BYTES;

// First step: one small accumulator for each counter. Bit j of all of them in one vector.
wire [63:0] acc0, acc1, acc2;
wire [63:0] one;
wire [7:0]  clear = turn | {8{rst}};

genvar k;
generate for (k = 0; k < 64; k = k + 1) begin : g_acc
    if (EXISTS[k] && FRAMES[k] && DATA_W == 64) begin : g_frame
        reg acc_q;

        always @(posedge clk) begin
            acc_q <= acc0[k];
            if (clear[k % 8]) acc_q <= 1'b0;
        end
        // Never both: what there is and what comes are one bit.
        assign {acc2[k], acc1[k], acc0[k]} = {2'd0, acc_q || inc_en[k]};
        assign one[k] = 1'b0;
`ifdef FORMAL
        always @(posedge clk) assert (rst || !(acc_q && inc_en[k]));
`endif
    end else if (EXISTS[k] && !BYTES[k]) begin : g_count
        reg [2:0] acc_q;

        always @(posedge clk) begin
            acc_q <= acc_q + {2'd0, inc_en[k]};
            if (clear[k % 8]) acc_q <= 3'd0;
        end
        assign {acc2[k], acc1[k], acc0[k]} = acc_q;
        assign one[k] = inc_en[k];
    end else begin : g_none
        assign {acc2[k], acc1[k], acc0[k]} = 3'd0;
        assign one[k] = 1'b0;
    end
end endgenerate

// Second step: eight sums of the same low index are one RAM word. They include this cycle.
// A sum that was taken is not zeroed but read as zero eight cycles later; so are all of them
// in the first eight cycles.
wire [47:0] part, part_new;
reg  [5:0]  old_d, old_q;               // of the bank of which one is taken
reg  [2:0]  acc_d, acc_q;
reg         inc_d, inc_q;
wire [23:0] accs;
wire [7:0]  incs;

genvar b;
generate for (b = 0; b < 8; b = b + 1) begin : g_bank
    wire       fresh = bank[(b + 1) % 8] || first8;
    wire [5:0] old   = part[6*b +: 6] & {6{!fresh}};
    wire [2:0] acc   = {|(acc2[8*b +: 8] & turn), |(acc1[8*b +: 8] & turn),
                        |(acc0[8*b +: 8] & turn)};
    wire       inc   = |(one[8*b +: 8] & turn);

    // As the carry the increment of this very cycle needs no second adder.
    wire unused;
    assign {part_new[6*b +: 6], unused} = {old, 1'b1} + {3'd0, acc, inc};
    assign accs[3*b +: 3] = acc;
    assign incs[b]        = inc;
end endgenerate

integer i;
always @* begin
    {old_d, acc_d, inc_d} = 10'd0;
    for (i = 0; i < 8; i = i + 1) begin
        old_d = old_d | (part[6*i +: 6] & {6{bank[i] && !first8}});
        acc_d = acc_d | (accs[3*i +: 3] & {3{bank[i]}});
        inc_d = inc_d | (incs[i] & bank[i]);
    end
end
always @(posedge clk) {old_q, acc_q, inc_q} <= {old_d, acc_d, inc_d};

ttp_ram_async #(.WIDTH(48), .DEPTH(8)) u_part (
    .clk(clk), .wr_en(1'b1), .wr_addr(now), .wr_data(part_new),
    .rd_addr(now), .rd_data(part)
);

wire unused_carry;
assign {sum, unused_carry} = {1'b0, old_q, 1'b1} + {4'd0, acc_q, inc_q};

wire unused = &{1'b0, inc_en};         // the counters that do not exist, and those of bytes

endmodule

`resetall
