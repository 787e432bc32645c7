// SPDX-License-Identifier: Apache-2.0
//
// ttp_control - what software sees, and the start-up: registers, counters, memories cleared
//
//    AXI4-Lite --> ttp_csr --> configuration, commands, resets   to all
//                     | snapshot
//                  ttp_perf <-- count, pulses                    of all: events, a counter each
//                  ttp_init --> init_idx                         to all memories
//
// Timing: that of the three blocks.
// Part of: ttp_mac

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_defs.vh"
`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_control #(
    parameter DATA_W    = 512,  // all as in ttp_mac
    parameter TX_CELLS  = 16384,
    parameter TX_PKTS   = 4096,
    parameter RX_CELLS  = 4096,
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter TRACE     = 1,
    parameter SRAM_1P   = 0,
    parameter DEEP      = 0,
    parameter SELECTIVE = 0,
    parameter VC_ORDER  = 0,
    parameter TIMEOUT_RST   = `TTP_RST_TIMEOUT,
    parameter OPEN_TMO_RST  = `TTP_RST_OPEN_TMO,
    parameter CLOSE_TMO_RST = `TTP_RST_CLOSE_TMO,
    parameter BACKOFF_RST   = `TTP_RST_BACKOFF,
    parameter RETRY_MAX_RST = `TTP_RST_RETRY_MAX,
    // Derived by ttp_mac: packet entries; width of a payload count, of a cell of each store
    parameter ENTS      = 5632,
    parameter CW        = 13,
    parameter TCW       = 14,
    parameter RCW       = 12
) (
    input  wire                       clk,
    input  wire                       rst,

    // Reset values
    input  wire [23:0]                cfg_node,
    input  wire                       cfg_enable,
    input  wire [15:0]                cfg_epoch_seed,

    // AXI4-Lite
    input  wire [11:0]                s_axil_awaddr,
    input  wire                       s_axil_awvalid,
    output wire                       s_axil_awready,
    input  wire [31:0]                s_axil_wdata,
    input  wire [3:0]                 s_axil_wstrb,
    input  wire                       s_axil_wvalid,
    output wire                       s_axil_wready,
    output wire [1:0]                 s_axil_bresp,
    output wire                       s_axil_bvalid,
    input  wire                       s_axil_bready,
    input  wire [11:0]                s_axil_araddr,
    input  wire                       s_axil_arvalid,
    output wire                       s_axil_arready,
    output wire [31:0]                s_axil_rdata,
    output wire [1:0]                 s_axil_rresp,
    output wire                       s_axil_rvalid,
    input  wire                       s_axil_rready,

    output wire                       irq,
    output wire                       irq_dead,         // the cause DEAD is pending

    // Configuration, time, resets
    output wire [23:0]                own_node,
    output wire                       cfg_on,           // enabled, and memories are ready
    output wire [16:0]                cfg_cell_limit,
    output wire                       cfg_cpl_retired,
    output wire [`TTP_SETTINGS_W-1:0] settings,
    output wire [35:0]                now,              // cycles since reset, the low 36 bits
    output wire                       core_rst,
    output wire                       quiesce,
    input  wire                       rx_idle,
    input  wire                       tx_idle,
    output wire                       init_active,
    output wire [16:0]                init_idx,

    // Commands to a link, and the numbers that new lives begin with
    output wire                       command_valid,
    input  wire                       command_ready,
    output wire [`TTP_COMMAND_W-1:0]  command,
    input  wire [`TTP_RESULT_W-1:0]   result,
    output wire                       path_ask,         // SELECTIVE: of the link of a command
    input  wire                       path_told,
    input  wire [`TTP_PATH_W-1:0]     path,
    output wire [`TTP_RENUMBER_W-1:0] renumber,
    input  wire [`TTP_NUMBERS_W-1:0]  numbers,

    // What is counted: one each cycle it is 1; bytes with acc_pulse and dlv_pulse
    input  wire [`TTP_COUNT_W-1:0]    count,
    input  wire [15:0]                drop_pulse,       // bit i: counter 32 + i
    input  wire [10:0]                rx_pulse,         // by opcode
    input  wire [10:0]                tx_pulse,
    input  wire [`TTP_HOLDS_W-1:0]    holds,            // SELECTIVE
    input  wire [`TTP_MARKED_W-1:0]   marked,
    input  wire                       dlv_pulse,
    input  wire [10:0]                dlv_len,
    input  wire                       acc_pulse,
    input  wire [10:0]                acc_len,
    input  wire                       ref_pulse,
    input  wire                       dis_pulse,
    input  wire                       retired_pulse,
    input  wire                       flushed_pulse,
    input  wire                       lost,             // a completion

    // Fill of the stores
    input  wire [CW-1:0]              stat_pkts_free,
    input  wire [TCW:0]               stat_free,        // cells, and the fewest ever
    input  wire [TCW:0]               stat_low,
    input  wire [RCW:0]               stat_rxc_free
);

wire        core_ready, pending, snap_req, snap_busy, cnt_valid, enable_unused;
wire [5:0]  cnt_idx;
wire [47:0] cnt_data;
wire [63:0] cycles;

assign now           = cycles[35:0];
assign command_valid = pending && core_ready;

// ---------------------------------------------------------------- what happens, by its counter
wire [63:0] inc_en;

assign inc_en[`TTP_CNT_TX +: 11]       = tx_pulse;
assign inc_en[`TTP_CNT_HELD]           = holds[`HOLDS_ONE];
assign inc_en[`TTP_CNT_MAP]            = holds[`HOLDS_MAP];
assign inc_en[`TTP_CNT_LOST]           = marked[`MARKED_LOST];
assign inc_en[`TTP_CNT_LOST_ALL]       = marked[`MARKED_ALL];
assign inc_en[`TTP_CNT_PROBE]          = marked[`MARKED_PROBE];
assign inc_en[`TTP_CNT_RX +: 11]       = rx_pulse;
assign inc_en[`TTP_CNT_NO_CONTEXT]     = marked[`MARKED_NO_CONTEXT];
assign inc_en[`TTP_CNT_CUT]            = marked[`MARKED_CUT];
assign inc_en[`TTP_CNT_NOT_HELD]       = holds[`HOLDS_NOT];
assign inc_en[31:30]                   = 2'd0;
assign inc_en[`TTP_CNT_DROP_FCS +: 13] = drop_pulse[12:0];
assign inc_en[`TTP_CNT_DROP_SPACE]     = count[`COUNT_NO_SPACE];
assign inc_en[`TTP_CNT_DROP_FAR]       = count[`COUNT_TOO_FAR];
assign inc_en[`TTP_CNT_DROP_OFF]       = drop_pulse[15];
assign inc_en[`TTP_CNT_REPLAY]         = count[`COUNT_REPLAY];
assign inc_en[`TTP_CNT_TIMEOUT]        = count[`COUNT_TIMEOUT];
assign inc_en[`TTP_CNT_REPEAT]         = count[`COUNT_REPEATED];
assign inc_en[`TTP_CNT_GAP]            = count[`COUNT_GAP];
assign inc_en[`TTP_CNT_DLV_PKTS]       = dlv_pulse;
assign inc_en[`TTP_CNT_DLV_BYTES]      = dlv_pulse;
assign inc_en[`TTP_CNT_ACC_PKTS]       = acc_pulse;
assign inc_en[`TTP_CNT_ACC_BYTES]      = acc_pulse;
assign inc_en[`TTP_CNT_RETIRED]        = retired_pulse;
assign inc_en[`TTP_CNT_FLUSHED]        = flushed_pulse;
assign inc_en[`TTP_CNT_REFUSED]        = ref_pulse;
assign inc_en[`TTP_CNT_DISCARD]        = dis_pulse;
assign inc_en[`TTP_CNT_LATE_ACK]       = count[`COUNT_LATE];
assign inc_en[`TTP_CNT_ILLEGAL]        = count[`COUNT_ILLEGAL];
assign inc_en[`TTP_CNT_OPENED]         = count[`COUNT_OPENED];
assign inc_en[`TTP_CNT_DEAD]           = count[`COUNT_DEAD];

wire [6:0] irq_set;

assign irq_set[`TTP_IRQ_DEAD]     = count[`COUNT_DEAD];
assign irq_set[`TTP_IRQ_ILLEGAL]  = count[`COUNT_ILLEGAL];
assign irq_set[`TTP_IRQ_CPL_LOST] = lost;
assign irq_set[`TTP_IRQ_NOLINK]   = count[`COUNT_NOLINK];
assign irq_set[`TTP_IRQ_CLOSED]   = count[`COUNT_CLOSED];
assign irq_set[`TTP_IRQ_REFUSED]  = ref_pulse;
assign irq_set[`TTP_IRQ_RESTART]  = count[`COUNT_RESTARTED];

wire unused = &{1'b0, drop_pulse[14:13], cycles[63:36]};

// ---------------------------------------------------------------- the blocks
ttp_csr #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(TRACE), .SRAM_1P(SRAM_1P),
    .DEEP(DEEP), .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER), .TIMEOUT_RST(TIMEOUT_RST),
    .OPEN_TMO_RST(OPEN_TMO_RST), .CLOSE_TMO_RST(CLOSE_TMO_RST), .BACKOFF_RST(BACKOFF_RST),
    .RETRY_MAX_RST(RETRY_MAX_RST)
) u_csr (
    .clk(clk), .rst(rst),
    .cfg_node_in(cfg_node), .cfg_enable_in(cfg_enable), .cfg_epoch_seed(cfg_epoch_seed),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr),
    .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready), .irq_set(irq_set), .irq(irq), .irq_dead(irq_dead),
    .now(cycles), .cfg_node(own_node), .cfg_enable(enable_unused), .cfg_on(cfg_on),
    .cfg_cell_limit(cfg_cell_limit), .cfg_cpl_retired(cfg_cpl_retired), .settings(settings),
    .core_rst(core_rst), .quiesce(quiesce), .tx_idle(tx_idle), .rx_idle(rx_idle),
    .core_ready(core_ready), .renumber(renumber), .numbers(numbers),
    .command_valid(pending), .command_ready(command_ready), .command(command),
    .result(result), .path_ask(path_ask), .path_told(path_told), .path(path),
    .snap_req(snap_req), .snap_busy(snap_busy), .cnt_idx(cnt_idx), .cnt_data(cnt_data),
    .cnt_valid(cnt_valid),
    .stat_cells_free({{(16-TCW){1'b0}}, stat_free}),
    .stat_cells_low({{(16-TCW){1'b0}}, stat_low}),
    .stat_pkts_free({{(17-CW){1'b0}}, stat_pkts_free}),
    .stat_rxc_free({{(16-RCW){1'b0}}, stat_rxc_free})
);

ttp_perf #(.DATA_W(DATA_W), .SELECTIVE(SELECTIVE)) u_perf (
    .clk(clk), .rst(rst), .now(cycles[5:0]), .inc_en(inc_en), .dlv_bytes(dlv_len),
    .acc_bytes(acc_len), .snap_req(snap_req), .snap_busy(snap_busy),
    .rd_idx(cnt_idx), .rd_data(cnt_data), .cnt_valid(cnt_valid)
);

ttp_init #(.TX_CELLS(TX_CELLS), .ENTS(ENTS)) u_init (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .core_ready(core_ready)
);

endmodule

`resetall
