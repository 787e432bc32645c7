// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr_config - the new word of a write, and the registers that hold a value but those of times
//
// Every write looks the old word up first, so a byte without strobe keeps its value and needs no
// multiplexer of its own: `merged`. What is kept elsewhere comes in and is read back here. A value
// out of range becomes the nearest one in it: CELL_LIMIT is 16..TX_CELLS.
//
// Of IRQ_CAUSE a set outranks a clear in the same cycle. The old causes are no part of a write
// that clears, so they are looked up as 0 then.
// Part of: ttp_csr

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr_config #(
    parameter TX_CELLS = 1536,  // the greatest CELL_LIMIT, and its value after reset: 16..65536
    parameter SELECTIVE = 0,    // 0: its switch, REORDER, BASE_RTT, PROBE_MIN, DELAY stay 0
    parameter VC_ORDER = 0      // 0: there is no VC_ORDER
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [23:0]  cfg_node_in,        // reset values, sampled while rst = 1
    input  wire         cfg_enable_in,

    // The access under way
    input  wire [63:0]  sel,                // the register, one bit a word address
    input  wire         acc_wr,
    input  wire         look2,
    input  wire [31:0]  wdata,
    input  wire [3:0]   strb,
    input  wire         apply,              // the write happens in this cycle
    output wire [31:0]  merged,             // what it writes
    output wire [31:0]  word,               // in LOOK3: the old one

    // Kept elsewhere, read back here
    input  wire [31:0]  old_time,           // of ttp_csr_times, in LOOK2
    input  wire [15:0]  life,
    input  wire [31:0]  start_id,
    input  wire [15:0]  link_index,

    input  wire         core_ready,
    input  wire [6:0]   irq_set,            // pulses, by TTP_IRQ_*
    output wire         irq,
    output wire         irq_dead,
    output wire [23:0]  cfg_node,
    output wire         cfg_enable,
    output wire         cfg_on,
    output wire [16:0]  cfg_cell_limit,
    output wire         cfg_cpl_retired,
    output wire         cfg_nack_once,
    output wire         cfg_selective,
    output wire         cfg_offer_all,
    output wire [7:0]   cfg_reorder,
    output wire [7:0]   cfg_reorder_max,
    output wire [19:0]  cfg_base_rtt,
    output wire [23:0]  cfg_probe_min,
    output wire [19:0]  cfg_delay,
    output wire [17:0]  cfg_vc_order        // {weights, second, first, mode}
);

localparam
    A_NODE  = `TTP_REG_NODE / 4,            A_CTRL  = `TTP_REG_CTRL / 4,
    A_LIMIT = `TTP_REG_CELL_LIMIT / 4,      A_CAUSE = `TTP_REG_IRQ_CAUSE / 4,
    A_MASK  = `TTP_REG_IRQ_MASK / 4,        A_CPL   = `TTP_REG_CPL_CTRL / 4,
    A_EPOCH = `TTP_REG_EPOCH / 4,           A_START = `TTP_REG_START_ID / 4,
    A_INDEX = `TTP_REG_LINK_INDEX / 4,      A_REORDER = `TTP_REG_REORDER / 4,
    A_BASE  = `TTP_REG_BASE_RTT / 4,        A_PROBE = `TTP_REG_PROBE_MIN / 4,
    A_DELAY = `TTP_REG_DELAY / 4,           A_ORDER = `TTP_REG_VC_ORDER / 4;

localparam [31:0] CELLS = TX_CELLS, LEAST = 16;
localparam [31:0] RST_REORDER = SELECTIVE != 0 ? `TTP_RST_REORDER : 32'd0;
localparam [31:0] RST_BASE    = SELECTIVE != 0 ? `TTP_RST_BASE_RTT : 32'd0;
localparam [31:0] RST_PROBE   = SELECTIVE != 0 ? `TTP_RST_PROBE_MIN : 32'd0;
localparam [31:0] RST_ORDER   = VC_ORDER != 0 ? `TTP_RST_VC_ORDER : 32'd0;
localparam LIM_W = $clog2(TX_CELLS + 1);     // 17 at the most

generate if (TX_CELLS < 16 || TX_CELLS > 65536) begin : g_bad
    ERROR_ttp_csr_parameter_out_of_range u_bad ();
end endgenerate

reg [23:0]  node_q;
reg         enable_q, on_q, cpl_retired_q, nack_once_q, selective_q, offer_all_q;
reg [6:0]   cause_q, mask_q;
reg [LIM_W-1:0] cell_limit_q;              // no more than TX_CELLS
reg [7:0]   reorder_q, reorder_max_q;
reg [19:0]  base_rtt_q;
reg [23:0]  probe_min_q;
reg [19:0]  delay_q;
reg [11:0]  vc_weight_q;
reg [1:0]   vc_mode_q, vc_first_q, vc_second_q;
reg         irq_q;
reg [31:0]  word_q;

wire [17:0] limit = {{(18-LIM_W){1'b0}}, cell_limit_q};

function [31:0] when;                       // the and of and-or
    input        chosen;
    input [31:0] value;
    when = value & {32{chosen}};
endfunction

always @(posedge clk) if (look2)
    word_q <= old_time
            | when(sel[A_NODE],  {8'd0, node_q})
            | when(sel[A_CTRL],  {27'd0, offer_all_q, selective_q, nack_once_q, 1'b0,
                                enable_q})
            | when(sel[A_EPOCH], {16'd0, life})
            | when(sel[A_LIMIT], {14'd0, limit})
            | when(sel[A_START], start_id)
            | when(sel[A_INDEX], {16'd0, link_index})
            | when(sel[A_REORDER], {16'd0, reorder_max_q, reorder_q})
            | when(sel[A_BASE],  {12'd0, base_rtt_q})
            | when(sel[A_PROBE], {8'd0, probe_min_q})
            | when(sel[A_DELAY], {12'd0, delay_q})
            | when(sel[A_ORDER] && VC_ORDER != 0,
                   {12'd0, vc_weight_q, vc_second_q, vc_first_q, 2'd0, vc_mode_q})
            | when(sel[A_CAUSE] && !acc_wr, {25'd0, cause_q})
            | when(sel[A_MASK],  {25'd0, mask_q})
            | when(sel[A_CPL],   {31'd0, cpl_retired_q});

wire [31:0] lanes    = {{8{strb[3]}}, {8{strb[2]}}, {8{strb[1]}}, {8{strb[0]}}};
wire        over     = merged[31:17] != 15'd0 || merged[16:0] > CELLS[16:0];
wire [LIM_W-1:0] as_limit = over ? CELLS[LIM_W-1:0]
                          : merged[16:4] == 13'd0 ? LEAST[LIM_W-1:0] : merged[LIM_W-1:0];
wire [6:0]  clear    = merged[6:0] & {7{apply && sel[A_CAUSE]}};

// VC_ORDER: what is out of range becomes weights, mode 2; weight 1; the order 0, 1, 2.
wire [1:0]  as_mode  = merged[1:0] == 2'd3 ? 2'd2 : merged[1:0];
wire        no_order = merged[5:4] == 2'd3 || merged[7:6] == 2'd3 || merged[5:4] == merged[7:6];
wire [11:0] as_weights;
genvar v;
generate for (v = 0; v < 3; v = v + 1) begin : g_weight
    assign as_weights[4*v +: 4] = merged[8 + 4*v +: 4] == 4'd0 ? 4'd1 : merged[8 + 4*v +: 4];
end endgenerate

assign merged = (wdata & lanes) | (word_q & ~lanes);

always @(posedge clk) begin
    on_q    <= enable_q && core_ready;
    irq_q   <= (cause_q & mask_q) != 7'd0;
    cause_q <= (cause_q & ~clear) | irq_set;
    if (apply && sel[A_NODE])  node_q        <= merged[23:0];
    if (apply && sel[A_CTRL])  enable_q      <= merged[0];
    if (apply && sel[A_CTRL])  nack_once_q   <= merged[2];
    if (apply && sel[A_CTRL])  selective_q   <= merged[3] && SELECTIVE != 0;
    if (apply && sel[A_CTRL])  offer_all_q   <= merged[4] && SELECTIVE != 0;
    if (apply && sel[A_LIMIT]) cell_limit_q  <= as_limit;
    if (apply && sel[A_MASK])  mask_q        <= merged[6:0];
    if (apply && sel[A_CPL])   cpl_retired_q <= merged[0];
    if (apply && sel[A_REORDER])
        {reorder_max_q, reorder_q} <= merged[15:0] & {16{SELECTIVE != 0}};
    if (apply && sel[A_BASE])
        base_rtt_q <= (merged[19:0] | {20{merged[31:20] != 12'd0}}) & {20{SELECTIVE != 0}};
    if (apply && sel[A_PROBE])
        probe_min_q <= (merged[23:0] | {24{merged[31:24] != 8'd0}}) & {24{SELECTIVE != 0}};
    if (apply && sel[A_DELAY])
        delay_q <= (merged[19:0] | {20{merged[31:20] != 12'd0}}) & {20{SELECTIVE != 0}};
    if (apply && sel[A_ORDER] && VC_ORDER != 0) begin
        vc_mode_q    <= as_mode;
        vc_first_q   <= no_order ? 2'd0 : merged[5:4];
        vc_second_q  <= no_order ? 2'd1 : merged[7:6];
        vc_weight_q  <= as_weights;
    end
    if (rst) begin
        node_q        <= cfg_node_in;
        enable_q      <= cfg_enable_in;
        cell_limit_q  <= CELLS[LIM_W-1:0];
        {on_q, cpl_retired_q, nack_once_q, selective_q, offer_all_q, irq_q} <= 6'd0;
        {cause_q, mask_q} <= 14'd0;
        {reorder_max_q, reorder_q} <= RST_REORDER[15:0];
        base_rtt_q    <= RST_BASE[19:0];
        probe_min_q   <= RST_PROBE[23:0];
        delay_q       <= 20'd0;
        vc_mode_q     <= RST_ORDER[1:0];
        vc_first_q    <= RST_ORDER[5:4];
        vc_second_q   <= RST_ORDER[7:6];
        vc_weight_q   <= RST_ORDER[19:8];
    end
end

assign word            = word_q;
assign irq             = irq_q;
assign irq_dead        = cause_q[`TTP_IRQ_DEAD];
assign cfg_node        = node_q;
assign cfg_enable      = enable_q;
assign cfg_on          = on_q;
assign cfg_cell_limit  = limit[16:0];
assign cfg_cpl_retired = cpl_retired_q;
assign cfg_nack_once   = nack_once_q;
assign cfg_selective   = selective_q;
assign cfg_offer_all   = offer_all_q;
assign cfg_reorder     = reorder_q;
assign cfg_reorder_max = reorder_max_q;
assign cfg_base_rtt    = base_rtt_q;
assign cfg_probe_min   = probe_min_q;
assign cfg_delay       = delay_q;
assign cfg_vc_order    = {vc_weight_q, vc_second_q, vc_first_q, vc_mode_q};

wire unused = &{1'b0, sel};                // the rest belongs to other parts

endmodule

`resetall
