// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr_reset - the soft reset, and what the link pipe keeps over it: life counter and start ID
//
//    CTRL[1]     | w |
//    quiesce         |^^^^^^^^^^^^^^^^^^^^^^^^^^^|
//    tx_idle && rx_idle      |^^^
//    core_rst                    |^^^^^^^|           two cycles
//    life_set                           |^^^|       the next life number
//
// The link pipe keeps both over core_rst. In the first cycle after rst they are set to
// cfg_epoch_seed (0 becomes 1) and to 0, in the first cycle after a soft reset the life counter to
// the next number (life.seed). A write to EPOCH or START_ID sets them too.
//
// Timing: outputs from flops, but core_rst = rst or a flop.
// Part of: ttp_csr

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr_reset (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  cfg_epoch_seed,     // sampled while rst = 1

    // The access under way
    input  wire [63:0]  sel,                // the register, one bit a word address
    input  wire         apply,              // it is written in this cycle
    input  wire [31:0]  merged,             // ... with this
    output wire         resetting,          // the two cycles of core_rst
    output wire         settling,           // these, and the one after: no write may happen

    output wire         core_rst,
    output wire         quiesce,
    input  wire         tx_idle,
    input  wire         rx_idle,

    output wire         life_set,
    output wire [15:0]  life_value,
    input  wire [15:0]  life,              // the life counter as it is
    output wire         start_id_set,
    output wire [31:0]  start_id_value
);

localparam A_CTRL  = `TTP_REG_CTRL / 4;
localparam A_EPOCH = `TTP_REG_EPOCH / 4, A_START = `TTP_REG_START_ID / 4;

localparam [1:0]
    SR_RUN   = 2'd0,
    SR_QUIET = 2'd1,
    SR_RST   = 2'd2,
    SR_LAST  = 2'd3;

reg [1:0]   soft_q;
reg         life_set_q, start_set_q;
reg [15:0]  life_value_q;
reg [31:0]  start_val_q;

// No life number is 0.
wire [15:0] as_life   = {merged[15:1], merged[0] || merged[15:1] == 15'd0};
wire [15:0] life_next = life == 16'hFFFF ? 16'd1 : life + 16'd1;

always @(posedge clk) begin
    life_set_q <= (apply && sel[A_EPOCH]) || soft_q == SR_LAST;
    life_value_q <= soft_q == SR_LAST ? life_next : as_life;
    start_set_q <= apply && sel[A_START];
    start_val_q <= merged;
    case (soft_q)
    SR_RUN:   if (apply && sel[A_CTRL] && merged[1]) soft_q <= SR_QUIET;
    SR_QUIET: if (tx_idle && rx_idle) soft_q <= SR_RST;
    SR_RST:   soft_q <= SR_LAST;
    SR_LAST:  soft_q <= SR_RUN;
    endcase
    if (rst) begin
        soft_q      <= SR_RUN;
        life_set_q <= 1'b1;
        life_value_q <= cfg_epoch_seed == 16'd0 ? 16'd1 : cfg_epoch_seed;
        start_set_q <= 1'b1;
        start_val_q <= `TTP_RST_START_ID;
    end
end

assign resetting    = soft_q[1];
assign settling     = soft_q[1] || life_set_q;
assign core_rst     = rst || soft_q[1];
assign quiesce      = soft_q != SR_RUN;
assign life_set    = life_set_q;
assign life_value    = life_value_q;
assign start_id_set = start_set_q;
assign start_id_value = start_val_q;

wire unused = &{1'b0, sel};                // the rest belongs to other parts

endmodule

`resetall
