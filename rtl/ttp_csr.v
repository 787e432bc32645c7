// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr - the registers: AXI4-Lite slave, irq, soft reset, commands to the link pipe
//
// The map is ttp_regs.vh. Unknown address, write to a read-only register, unused counter:
// SLVERR, nothing changes. Bytes without strobe keep their value (in write-only and write-1-to-
// clear registers they count as 0); a write with no strobe at all does nothing. Values out of
// range are clamped. lib/ttp_axil looks every address up, then writes:
//
//    LOOK1  the address is decoded               ttp_csr_map
//    LOOK2  the word is selected into flops      ttp_csr_map, _config with _times, _command
//    LOOK3  their or is what is read, or what fills the bytes that a write does not strobe
//    WRITE  a command waits here while one is busy, at most 48 cycles, then SLVERR and nothing
//           done; around core_rst a write waits up to 3 cycles
//
// A command is answered when it is accepted; STATUS.cmd_busy until the link pipe reports it done,
// and with SELECTIVE ttp_tx_marks has told the rest.
//
// Soft reset: quiesce = 1 until tx_idle and rx_idle, then core_rst = 1 for two cycles. It resets
// every block but this one, ttp_cpl and ttp_perf, and not the alignment to the frames of
// ttp_rx_parse and ttp_tx_ingest. Registers keep their values, a command under way is forgotten.
//
// Timing: every output from flops, but core_rst = rst or a flop. Answers come after 5 (read) or 6
// (write) cycles, after at most 64 with a master that takes its answers.
// Mirror: model/ttp_csr.c      Lockstep test: tb/block/ttp_csr.cpp

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr #(
    parameter DATA_W    = 64,       // these are shown in the registers only,
    parameter TX_CELLS  = 1536,     // and TX_CELLS bounds CELL_LIMIT
    parameter TX_PKTS   = 256,
    parameter RX_CELLS  = 256,
    parameter LINK_SETS = 32,       // bounds LINK_INDEX
    parameter LINK_WAYS = 2,        // bounds LINK_INDEX
    parameter TRACE     = 0,
    parameter SRAM_1P   = 0,
    parameter DEEP      = 0,
    parameter SELECTIVE = 0,        // 1: there is a switch for it, and the registers of it
    parameter VC_ORDER  = 0,        // 1: there is the register of that name
    // After reset: cycles, 1..2^30, and rounds, 1..255
    parameter TIMEOUT_RST   = `TTP_RST_TIMEOUT,
    parameter OPEN_TMO_RST  = `TTP_RST_OPEN_TMO,
    parameter CLOSE_TMO_RST = `TTP_RST_CLOSE_TMO,
    parameter BACKOFF_RST   = `TTP_RST_BACKOFF,
    parameter RETRY_MAX_RST = `TTP_RST_RETRY_MAX
) (
    input  wire         clk,
    input  wire         rst,                // synchronous, active high

    // Reset values, sampled while rst = 1
    input  wire [23:0]  cfg_node_in,
    input  wire         cfg_enable_in,
    input  wire [15:0]  cfg_epoch_seed,

    // AXI4-Lite
    input  wire [11:0]  s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [31:0]  s_axil_wdata,
    input  wire [3:0]   s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output wire [1:0]   s_axil_bresp,
    output wire         s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [11:0]  s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output wire [31:0]  s_axil_rdata,
    output wire [1:0]   s_axil_rresp,
    output wire         s_axil_rvalid,
    input  wire         s_axil_rready,

    // Interrupt: sticky causes, set by pulses; a set outranks a clear in the same cycle
    input  wire [6:0]   irq_set,            // by TTP_IRQ_*
    output wire         irq,
    output wire         irq_dead,           // cause DEAD is pending

    // Configuration
    output wire [63:0]  now,                // cycles since rst fell
    output wire [23:0]  cfg_node,
    output wire         cfg_enable,
    output wire         cfg_on,             // enabled and ready
    output wire [16:0]  cfg_cell_limit,
    output wire         cfg_cpl_retired,
    output wire [`TTP_SETTINGS_W-1:0] settings,

    // Soft reset
    output wire         core_rst,
    output wire         quiesce,
    input  wire         tx_idle,
    input  wire         rx_idle,
    input  wire         core_ready,

    // Life counter and start ID, kept by the link pipe, also over core_rst
    output wire [`TTP_RENUMBER_W-1:0] renumber,
    input  wire [`TTP_NUMBERS_W-1:0]  numbers,

    // Commands to the link pipe
    output wire         command_valid,
    input  wire         command_ready,
    output wire [`TTP_COMMAND_W-1:0]  command,
    input  wire [`TTP_RESULT_W-1:0]   result,
    output wire         path_ask,           // SELECTIVE: to ttp_tx_marks, of COMMAND_LINK
    input  wire         path_told,
    input  wire [`TTP_PATH_W-1:0]     path,

    // Counters
    output wire         snap_req,
    input  wire         snap_busy,
    output wire [5:0]   cnt_idx,
    input  wire [47:0]  cnt_data,
    input  wire         cnt_valid,

    // Levels
    input  wire [16:0]  stat_cells_free,
    input  wire [16:0]  stat_cells_low,
    input  wire [16:0]  stat_pkts_free,
    input  wire [16:0]  stat_rxc_free
);

localparam LINKS = 3 * LINK_SETS * LINK_WAYS;
localparam [5:0] WAIT_MAX = 6'd47;

generate if (LINK_SETS < 1 || LINK_WAYS < 1) begin : g_bad
    ERROR_ttp_csr_parameter_out_of_range u_bad ();
end endgenerate

reg [63:0]  now_q;
reg [5:0]   wait_q;                         // cycles in WRITE
reg         snap_q;

// ---- the access under way
wire [9:0]  acc_addr;
wire [63:0] sel;                            // the register, one bit a word address
wire [31:0] wdata, merged, fixed_word, config_word, record_word, old_time;
wire [3:0]  strb;
wire        acc_wr, look2, writing, known, writable;
wire        out_of_range, wait_busy, settling, resetting, busy, nolink;

wire none    = strb == 4'd0;
wire refuse  = !writable || (!none && out_of_range);
// Around the two cycles of core_rst the link pipe can be told nothing.
wire hold    = !refuse && !none && (settling || wait_busy);
wire finish  = !hold || wait_q == WAIT_MAX;
// A register in sel is writable. Only a command looks at its data first: the others need not wait
// for that, and ttp_csr_command does.
wire apply   = writing && !none && !settling;

ttp_axil #(.ADDR_W(12)) u_axil (
    .clk(clk), .rst(rst),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready),
    .acc_addr(acc_addr), .acc_wr(acc_wr), .acc_wdata(wdata), .acc_wstrb(strb), .acc_look2(look2),
    .acc_write(writing), .rd_word(fixed_word | config_word | record_word), .rd_err(!known),
    .wr_done(finish), .wr_err(refuse || hold)
);

ttp_csr_map #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(TRACE), .SRAM_1P(SRAM_1P), .DEEP(DEEP),
    .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER)
) u_map (
    .clk(clk), .rst(rst),
    .acc_addr(acc_addr), .acc_wr(acc_wr), .look2(look2),
    .sel(sel), .known(known), .writable(writable), .word(fixed_word),
    .status({nolink, busy, snap_busy || snap_q, core_ready}), .now(now_q),
    .stat_cells_free(stat_cells_free), .stat_cells_low(stat_cells_low),
    .stat_pkts_free(stat_pkts_free), .stat_rxc_free(stat_rxc_free),
    .cnt_idx(cnt_idx), .cnt_data(cnt_data), .cnt_valid(cnt_valid)
);

ttp_csr_config #(.TX_CELLS(TX_CELLS), .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER)) u_config (
    .clk(clk), .rst(rst), .cfg_node_in(cfg_node_in), .cfg_enable_in(cfg_enable_in),
    .sel(sel), .acc_wr(acc_wr), .look2(look2), .wdata(wdata), .strb(strb), .apply(apply),
    .merged(merged), .word(config_word),
    .old_time(old_time), .life(numbers[`NUMBERS_LIFE]), .start_id(numbers[`NUMBERS_START]),
    .link_index(command[`COMMAND_LINK]),
    .core_ready(core_ready), .irq_set(irq_set), .irq(irq), .irq_dead(irq_dead),
    .cfg_node(cfg_node), .cfg_enable(cfg_enable), .cfg_on(cfg_on),
    .cfg_cell_limit(cfg_cell_limit), .cfg_cpl_retired(cfg_cpl_retired),
    .cfg_nack_once(settings[`SETTINGS_NACK_ONCE]),
    .cfg_selective(settings[`SETTINGS_SELECTIVE]), .cfg_offer_all(settings[`SETTINGS_OFFER_ALL]),
    .cfg_reorder(settings[`SETTINGS_REORDER]),
    .cfg_reorder_max(settings[`SETTINGS_REORDER_MAX]),
    .cfg_base_rtt(settings[`SETTINGS_BASE_RTT]),
    .cfg_probe_min(settings[`SETTINGS_PROBE_MIN]), .cfg_delay(settings[`SETTINGS_DELAY]),
    .cfg_vc_order({settings[`SETTINGS_VC_WEIGHTS], settings[`SETTINGS_VC_SECOND],
                   settings[`SETTINGS_VC_FIRST], settings[`SETTINGS_VC_MODE]})
);

ttp_csr_times #(
    .TIMEOUT_RST(TIMEOUT_RST), .OPEN_TMO_RST(OPEN_TMO_RST), .CLOSE_TMO_RST(CLOSE_TMO_RST),
    .BACKOFF_RST(BACKOFF_RST), .RETRY_MAX_RST(RETRY_MAX_RST), .SELECTIVE(SELECTIVE)
) u_times (
    .clk(clk), .rst(rst), .sel(sel), .apply(apply), .merged(merged), .old(old_time),
    .cfg_timeout(settings[`SETTINGS_TIMEOUT]), .cfg_open_tmo(settings[`SETTINGS_OPEN_TMO]),
    .cfg_open_fits(settings[`SETTINGS_OPEN_FITS]),
    .cfg_close_tmo(settings[`SETTINGS_CLOSE_TMO]), .cfg_backoff(settings[`SETTINGS_BACKOFF]),
    .cfg_retry_max(settings[`SETTINGS_RETRY_MAX]), .cfg_reack(settings[`SETTINGS_REACK]),
    .cfg_victim_idle(settings[`SETTINGS_VICTIM_IDLE]), .cfg_idle(settings[`SETTINGS_IDLE])
);

ttp_csr_command #(.LINKS(LINKS), .SELECTIVE(SELECTIVE)) u_command (
    .clk(clk), .rst(rst), .resetting(resetting),
    .sel(sel), .look2(look2), .apply(apply), .merged(merged),
    .refuse(out_of_range), .wait_busy(wait_busy), .word(record_word),
    .busy(busy), .nolink(nolink),
    .command_valid(command_valid), .command_ready(command_ready), .command(command),
    .result(result), .path_ask(path_ask), .path_told(path_told), .path(path)
);

ttp_csr_reset u_reset (
    .clk(clk), .rst(rst), .cfg_epoch_seed(cfg_epoch_seed),
    .sel(sel), .apply(apply), .merged(merged), .resetting(resetting), .settling(settling),
    .core_rst(core_rst), .quiesce(quiesce), .tx_idle(tx_idle), .rx_idle(rx_idle),
    .life_set(renumber[`RENUMBER_LIFE_SET]), .life_value(renumber[`RENUMBER_LIFE]),
    .life(numbers[`NUMBERS_LIFE]),
    .start_id_set(renumber[`RENUMBER_START_SET]), .start_id_value(renumber[`RENUMBER_START])
);

always @(posedge clk) begin
    now_q  <= now_q + 64'd1;
    wait_q <= writing ? wait_q + 6'd1 : 6'd0;
    snap_q <= apply && sel[`TTP_REG_SNAPSHOT / 4];
    if (rst) begin
        now_q  <= 64'd0;
        snap_q <= 1'b0;
    end
end

assign now      = now_q;
assign snap_req = snap_q;

endmodule

`resetall
