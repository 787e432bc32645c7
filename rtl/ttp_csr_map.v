// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr_map - which register an access is about, and the words that can only be read
//
//    LOOK1  the address is decoded into a flop for each register, and one for those that exist
//    LOOK2  and-or of the words that are kept nowhere here: constants, levels, time
//    LOOK3  their or with the counter, if it is one
//
// CYCLES_HI is latched when CYCLES_LO is read, so that the two are of one cycle.
// Part of: ttp_csr

`include "ttp_defs.vh"
`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr_map #(
    parameter DATA_W    = 64,       // all of them only to be shown; the ranges are those of ttp_mac
    parameter TX_CELLS  = 1536,
    parameter TX_PKTS   = 256,
    parameter RX_CELLS  = 256,
    parameter LINK_SETS = 32,
    parameter LINK_WAYS = 2,
    parameter TRACE     = 0,
    parameter SRAM_1P   = 0,
    parameter DEEP      = 0,
    parameter SELECTIVE = 0,
    parameter VC_ORDER  = 0
) (
    input  wire         clk,
    input  wire         rst,

    // The access under way
    input  wire [9:0]   acc_addr,           // word address
    input  wire         acc_wr,
    input  wire         look2,
    output wire [63:0]  sel,                // from LOOK2 on, by word address below 12'h100
    output wire         known,              // there is such a register, or counter
    output wire         writable,
    output wire [31:0]  word,               // in LOOK3

    // What is shown
    input  wire [3:0]   status,             // by TTP_STATUS_*
    input  wire [63:0]  now,
    input  wire [16:0]  stat_cells_free,
    input  wire [16:0]  stat_cells_low,
    input  wire [16:0]  stat_pkts_free,
    input  wire [16:0]  stat_rxc_free,
    output wire [5:0]   cnt_idx,
    input  wire [47:0]  cnt_data,
    input  wire         cnt_valid
);

localparam [31:0] VERSION = 32'h0000_0001;  // 0.1
localparam [31:0] WIDTH = DATA_W;
localparam [31:0] PARAM = {11'd0, VC_ORDER != 0, SELECTIVE != 0, DEEP != 0, SRAM_1P != 0,
                           TRACE != 0, WIDTH[15:0]};
localparam [63:0] ORDER = VC_ORDER != 0 ? 64'd1 : 64'd0;    // else none
localparam [31:0] CELLS = TX_CELLS;
localparam [31:0] PKTS  = TX_PKTS;
localparam [31:0] RXC   = RX_CELLS;
localparam [31:0] SETS  = LINK_SETS;
localparam [31:0] WAYS  = LINK_WAYS;

localparam
    A_ID       = `TTP_REG_ID / 4,           A_VERSION  = `TTP_REG_VERSION / 4,
    A_PARAM    = `TTP_REG_PARAM / 4,        A_TX_CELLS = `TTP_REG_TX_CELLS / 4,
    A_TX_PKTS  = `TTP_REG_TX_PKTS / 4,      A_RX_CELLS = `TTP_REG_RX_CELLS / 4,
    A_LINKS    = `TTP_REG_LINKS / 4,        A_STATUS   = `TTP_REG_STATUS / 4,
    A_REC      = `TTP_REG_LINK_REC0 / 4,
    A_LO       = `TTP_REG_CYCLES_LO / 4,    A_HI       = `TTP_REG_CYCLES_HI / 4,
    A_FREE     = `TTP_REG_CELLS_FREE / 4,   A_LOW      = `TTP_REG_CELLS_LOW / 4,
    A_PKTS     = `TTP_REG_PKTS_FREE / 4,    A_RXC      = `TTP_REG_RXC_FREE / 4,
    A_RTT      = `TTP_REG_LINK_RTT / 4;

localparam [63:0] ONE = 64'd1;
localparam [63:0] WRITABLE =
      ONE << `TTP_REG_NODE / 4          | ONE << `TTP_REG_CTRL / 4
    | ONE << `TTP_REG_EPOCH / 4         | ONE << `TTP_REG_TIMEOUT / 4
    | ONE << `TTP_REG_OPEN_TMO / 4      | ONE << `TTP_REG_CLOSE_TMO / 4
    | ONE << `TTP_REG_BACKOFF / 4       | ONE << `TTP_REG_RETRY_MAX / 4
    | ONE << `TTP_REG_REACK / 4         | ONE << `TTP_REG_VICTIM_IDLE / 4
    | ONE << `TTP_REG_CELL_LIMIT / 4    | ONE << `TTP_REG_START_ID / 4
    | ONE << `TTP_REG_IDLE_TMO / 4      | ONE << `TTP_REG_REORDER / 4
    | ONE << `TTP_REG_BASE_RTT / 4      | ONE << `TTP_REG_PROBE_MIN / 4
    | ONE << `TTP_REG_DELAY / 4         | ORDER << `TTP_REG_VC_ORDER / 4
    | ONE << `TTP_REG_CLOSE_LINK / 4    | ONE << `TTP_REG_LINK_INDEX / 4
    | ONE << `TTP_REG_IRQ_CAUSE / 4     | ONE << `TTP_REG_IRQ_MASK / 4
    | ONE << `TTP_REG_CPL_CTRL / 4      | ONE << `TTP_REG_SNAPSHOT / 4;
localparam [63:0] KNOWN = WRITABLE
    | ONE << A_ID | ONE << A_VERSION | ONE << A_PARAM | ONE << A_TX_CELLS | ONE << A_TX_PKTS
    | ONE << A_RX_CELLS | ONE << A_LINKS | ONE << A_STATUS | 64'h7F << A_REC | ONE << A_LO
    | ONE << A_HI | ONE << A_FREE | ONE << A_LOW | ONE << A_PKTS | ONE << A_RXC | 64'h7 << A_RTT;

reg  [63:0] sel_q;
reg         counter_q;                      // a counter that exists
reg         known_q;                        // another register that does
reg  [31:0] word_q, hi_q;

wire        far     = acc_addr[6];          // of counters: 32 to 63, without a hole
wire [31:0] counter = acc_addr[0] ? {16'd0, cnt_data[47:32]} : cnt_data[31:0];

function [31:0] when;                       // the and of and-or
    input        chosen;
    input [31:0] value;
    when = value & {32{chosen}};
endfunction

always @(posedge clk) begin
    sel_q     <= acc_addr[9:6] == 4'd0 ? ONE << acc_addr[5:0] : 64'd0;
    known_q   <= acc_addr[9:6] == 4'd0 && KNOWN[acc_addr[5:0]];
    counter_q <= acc_addr[9:7] == 3'd1 && (far || !(&acc_addr[5:2])); // none at 30, 31
    if (look2) begin
        word_q <= when(sel_q[A_ID], 32'h5454_5031)
                | when(sel_q[A_VERSION],  VERSION)
                | when(sel_q[A_PARAM],    PARAM)
                | when(sel_q[A_TX_CELLS], CELLS)
                | when(sel_q[A_TX_PKTS],  PKTS)
                | when(sel_q[A_RX_CELLS], RXC)
                | when(sel_q[A_LINKS],    {WAYS[15:0], SETS[15:0]})
                | when(sel_q[A_STATUS],   {28'd0, status})
                | when(sel_q[A_LO],       now[31:0])
                | when(sel_q[A_HI],       hi_q)
                | when(sel_q[A_FREE],     {15'd0, stat_cells_free})
                | when(sel_q[A_LOW],      {15'd0, stat_cells_low})
                | when(sel_q[A_PKTS],     {15'd0, stat_pkts_free})
                | when(sel_q[A_RXC],      {15'd0, stat_rxc_free});
        if (sel_q[A_LO] && !acc_wr) hi_q <= now[63:32];
    end
    if (rst) hi_q <= 32'd0;
end

assign sel      = sel_q;
assign known    = known_q || counter_q;
assign writable = |(sel_q & WRITABLE);
assign word     = word_q | when(counter_q && cnt_valid, counter);
assign cnt_idx  = acc_addr[6:1];

endmodule

`resetall
