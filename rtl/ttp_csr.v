// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr - the registers: AXI4-Lite slave, irq, soft reset, commands to the link pipe
//
// The map is ttp_regs.vh. Unknown address, write to a read-only register, unused counter:
// SLVERR, nothing changes. Bytes without strobe keep their value (in write-only and write-1-to-
// clear registers they count as 0); a write with no strobe at all does nothing. Values out of
// range are clamped: timeouts to 1..2^30, REACK, VICTIM_IDLE and IDLE_TMO to 0..2^30, RETRY_MAX to 1..255, CELL_LIMIT to 16..TX_CELLS, EPOCH
// 0 to 1. CLOSE_LINK with VC > 2 and LINK_INDEX beyond the last link: SLVERR.
//
// lib/ttp_axil looks every address up, then writes:
//
//    LOOK1  the address is decoded into one flop for each register
//    LOOK2  and-or of the registers into three words; CYCLES_HI is latched with LO
//    LOOK3  their or is what is read, or what fills the bytes that a write does not strobe
//    WRITE  a command waits here while one is busy, at most 48 cycles, then SLVERR and nothing
//           done; around core_rst a write waits up to 3 cycles
//
// A command is answered when it is accepted; STATUS.cmd_busy until the link pipe reports it done.
//
// Soft reset: quiesce = 1 until tx_idle and rx_idle, then core_rst = 1 for two cycles. Registers
// keep their values, a command under way is forgotten. The link pipe keeps the life counter and
// the start ID over core_rst; in the first cycle after rst they are set to cfg_epoch_seed (0
// becomes 1) and 0, in the first cycle after a soft reset the epoch to the next one: life.seed.
//
// Timing: every output from flops, but core_rst = rst or a flop. Answers come after 5 (read) or 6
// (write) cycles, after at most 64 with a master that takes its answers.
// Mirror: model/ttp_csr.c      Lockstep test: tb/block/ttp_csr.cpp

`resetall
`default_nettype none

`include "ttp_regs.vh"

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
    output wire [30:0]  cfg_timeout,
    output wire [30:0]  cfg_open_tmo,
    output wire [30:0]  cfg_close_tmo,
    output wire [30:0]  cfg_backoff,
    output wire [7:0]   cfg_retry_max,
    output wire [30:0]  cfg_reack,
    output wire [30:0]  cfg_victim_idle,
    output wire [30:0]  cfg_idle,
    output wire [16:0]  cfg_cell_limit,
    output wire         cfg_cpl_retired,
    output wire         cfg_nack_once,

    // Soft reset
    output wire         core_rst,
    output wire         quiesce,
    input  wire         tx_idle,
    input  wire         rx_idle,
    input  wire         core_ready,

    // Life counter and start ID, kept by the link pipe, also over core_rst
    output wire         epoch_set,
    output wire [15:0]  epoch_val,
    input  wire [15:0]  epoch_q,
    output wire         start_id_set,
    output wire [31:0]  start_id_val,
    input  wire [31:0]  start_id_q,

    // Commands to the link pipe
    output wire         ct_valid,
    input  wire         ct_ready,
    output wire         ct_op,              // 0 close, 1 peek
    output wire [1:0]   ct_vc,
    output wire [23:0]  ct_node,
    output wire [15:0]  ct_link,
    input  wire         close_done,
    input  wire         close_nolink,       // with close_done
    input  wire         peek_valid,
    input  wire [223:0] peek_data,          // LINK_RECi is bits 32*i+31 : 32*i; bit 31: there is an entry

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

localparam [31:0] LINKS = 3 * LINK_SETS * LINK_WAYS;
localparam [31:0] CELLS = TX_CELLS;
localparam [31:0] PKTS  = TX_PKTS;
localparam [31:0] RXC   = RX_CELLS;
localparam [31:0] WIDTH = DATA_W;
localparam [31:0] SETS  = LINK_SETS;
localparam [31:0] WAYS  = LINK_WAYS;
localparam [31:0] VERSION = 32'h0000_0001;  // 0.1
localparam [31:0] PARAM = {13'd0, DEEP != 0, SRAM_1P != 0, TRACE != 0, WIDTH[15:0]};
localparam [5:0]  WAIT_MAX = 6'd47;
localparam [31:0] RST_TIMEOUT = TIMEOUT_RST, RST_OPEN_TMO = OPEN_TMO_RST,
    RST_CLOSE_TMO = CLOSE_TMO_RST, RST_BACKOFF = BACKOFF_RST, RST_RETRY_MAX = RETRY_MAX_RST,
    RST_REACK = `TTP_RST_REACK, RST_VICTIM_IDLE = `TTP_RST_VICTIM_IDLE, RST_IDLE_TMO = `TTP_RST_IDLE_TMO;

generate if (TX_CELLS < 16 || TX_CELLS > 65536 || LINK_SETS < 1 || LINK_WAYS < 1
             || LINKS > 65536 || TIMEOUT_RST < 1 || RST_TIMEOUT > 32'd1073741824
             || OPEN_TMO_RST < 1 || RST_OPEN_TMO > 32'd1073741824
             || CLOSE_TMO_RST < 1 || RST_CLOSE_TMO > 32'd1073741824
             || BACKOFF_RST < 1 || RST_BACKOFF > 32'd1073741824
             || RETRY_MAX_RST < 1 || RETRY_MAX_RST > 255) begin : g_bad
    ERROR_ttp_csr_parameter_out_of_range u_bad ();
end endgenerate

// Word addresses of the registers that hold something or do something.
localparam A_ID = `TTP_REG_ID / 4, A_VERSION = `TTP_REG_VERSION / 4, A_PARAM = `TTP_REG_PARAM / 4,
    A_TX_CELLS = `TTP_REG_TX_CELLS / 4, A_TX_PKTS = `TTP_REG_TX_PKTS / 4,
    A_RX_CELLS = `TTP_REG_RX_CELLS / 4, A_LINKS = `TTP_REG_LINKS / 4, A_NODE = `TTP_REG_NODE / 4,
    A_CTRL = `TTP_REG_CTRL / 4, A_STATUS = `TTP_REG_STATUS / 4, A_EPOCH = `TTP_REG_EPOCH / 4,
    A_TIMEOUT = `TTP_REG_TIMEOUT / 4, A_OPEN = `TTP_REG_OPEN_TMO / 4, A_CLOSE = `TTP_REG_CLOSE_TMO / 4,
    A_BACKOFF = `TTP_REG_BACKOFF / 4, A_RETRY = `TTP_REG_RETRY_MAX / 4, A_LIMIT = `TTP_REG_CELL_LIMIT / 4,
    A_START = `TTP_REG_START_ID / 4, A_DOCLOSE = `TTP_REG_CLOSE_LINK / 4, A_INDEX = `TTP_REG_LINK_INDEX / 4,
    A_CAUSE = `TTP_REG_IRQ_CAUSE / 4, A_MASK = `TTP_REG_IRQ_MASK / 4, A_CPL = `TTP_REG_CPL_CTRL / 4,
    A_SNAP = `TTP_REG_SNAPSHOT / 4, A_REC = `TTP_REG_LINK_REC0 / 4, A_LO = `TTP_REG_CYCLES_LO / 4,
    A_HI = `TTP_REG_CYCLES_HI / 4, A_FREE = `TTP_REG_CELLS_FREE / 4, A_LOW = `TTP_REG_CELLS_LOW / 4,
    A_PKTS = `TTP_REG_PKTS_FREE / 4, A_RXC = `TTP_REG_RXC_FREE / 4,
    A_REACK = `TTP_REG_REACK / 4, A_VICTIM = `TTP_REG_VICTIM_IDLE / 4, A_IDLE = `TTP_REG_IDLE_TMO / 4;
localparam [63:0] U = 64'd1;
localparam [63:0] WRITABLE = U << A_NODE | U << A_CTRL | U << A_EPOCH | U << A_TIMEOUT | U << A_OPEN
    | U << A_CLOSE | U << A_BACKOFF | U << A_RETRY | U << A_LIMIT | U << A_START | U << A_DOCLOSE
    | U << A_INDEX | U << A_CAUSE | U << A_MASK | U << A_CPL | U << A_SNAP
    | U << A_REACK | U << A_VICTIM | U << A_IDLE;
localparam [63:0] KNOWN = WRITABLE | U << A_ID | U << A_VERSION | U << A_PARAM | U << A_TX_CELLS
    | U << A_TX_PKTS | U << A_RX_CELLS | U << A_LINKS | U << A_STATUS | 64'h7F << A_REC | U << A_LO
    | U << A_HI | U << A_FREE | U << A_LOW | U << A_PKTS | U << A_RXC;

localparam [1:0]
    SR_RUN   = 2'd0,
    SR_QUIET = 2'd1,
    SR_RST   = 2'd2,
    SR_LAST  = 2'd3;

reg [63:0]  now_q;
reg [31:0]  hi_q;                           // CYCLES_HI as it was when LO was read
reg [23:0]  node_q;
reg         enable_q, on_q, retired_q, once_q;
reg [30:0]  timeout_q, open_tmo_q, close_tmo_q, backoff_q, reack_q, victim_q, idle_q;
reg [7:0]   retry_q;
reg [16:0]  limit_q;
reg [6:0]   cause_q, mask_q;
reg         irq_q, epoch_set_q, start_set_q, snap_q;
reg [15:0]  epoch_val_q;
reg [31:0]  start_val_q;
reg [1:0]   soft_q;
reg         ct_valid_q, ct_op_q, busy_q, nolink_q;
reg [25:0]  close_q;
reg [15:0]  index_q;
reg [223:0] rec_q;

// ---- the access under way
wire [9:0]  acc_addr;
wire [31:0] wdata, word;
wire [3:0]  strb;
wire        acc_wr, look2, writing, finish, refuse, hold, expired;

reg  [63:0] sel_q;                          // a bit for each word address below 12'h100
reg         cnt_q;                          // a counter that exists
wire        known    = |(sel_q & KNOWN) || cnt_q;
wire        writable = |(sel_q & WRITABLE);

ttp_axil #(.ADDR_W(12)) u_axil (
    .clk(clk), .rst(rst),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .acc_addr(acc_addr), .acc_wr(acc_wr), .acc_wdata(wdata), .acc_wstrb(strb), .acc_look2(look2),
    .acc_write(writing), .rd_word(word), .rd_err(!known), .wr_done(finish), .wr_err(refuse || hold)
);

assign cnt_idx = acc_addr[6:1];

reg [31:0] const_q, conf_q, rec_word_q;
wire [31:0] cnt_word = acc_addr[0] ? {16'd0, cnt_data[47:32]} : cnt_data[31:0];
assign word = const_q | conf_q | rec_word_q | (cnt_word & {32{cnt_q && cnt_valid}});

function [31:0] when;                       // the and of and-or
    input        sel;
    input [31:0] value;
    when = value & {32{sel}};
endfunction

always @(posedge clk) begin
    sel_q <= acc_addr[9:6] == 4'd0 ? U << acc_addr[5:0] : 64'd0;
    cnt_q <= acc_addr[9:7] == 3'd1 && (acc_addr[6] || acc_addr[4:1] <= 4'd10);
    if (look2) begin
        const_q <= when(sel_q[A_ID], 32'h5454_5031) | when(sel_q[A_VERSION], VERSION)
            | when(sel_q[A_PARAM], PARAM) | when(sel_q[A_TX_CELLS], CELLS)
            | when(sel_q[A_TX_PKTS], PKTS) | when(sel_q[A_RX_CELLS], RXC)
            | when(sel_q[A_LINKS], {WAYS[15:0], SETS[15:0]})
            | when(sel_q[A_FREE], {15'd0, stat_cells_free}) | when(sel_q[A_LOW], {15'd0, stat_cells_low})
            | when(sel_q[A_PKTS], {15'd0, stat_pkts_free}) | when(sel_q[A_RXC], {15'd0, stat_rxc_free});
        conf_q <= when(sel_q[A_NODE], {8'd0, node_q}) | when(sel_q[A_CTRL], {29'd0, once_q, 1'b0, enable_q})
            | when(sel_q[A_STATUS], {28'd0, nolink_q, busy_q, snap_busy || snap_q, core_ready})
            | when(sel_q[A_EPOCH], {16'd0, epoch_q}) | when(sel_q[A_TIMEOUT], {1'b0, timeout_q})
            | when(sel_q[A_OPEN], {1'b0, open_tmo_q}) | when(sel_q[A_CLOSE], {1'b0, close_tmo_q})
            | when(sel_q[A_BACKOFF], {1'b0, backoff_q}) | when(sel_q[A_RETRY], {24'd0, retry_q})
            | when(sel_q[A_LIMIT], {15'd0, limit_q}) | when(sel_q[A_START], start_id_q)
            | when(sel_q[A_INDEX], {16'd0, index_q}) | when(sel_q[A_MASK], {25'd0, mask_q})
            // The old causes are no part of a write that clears.
            | when(sel_q[A_CAUSE] && !acc_wr, {25'd0, cause_q}) | when(sel_q[A_CPL], {31'd0, retired_q})
            | when(sel_q[A_REACK], {1'b0, reack_q}) | when(sel_q[A_VICTIM], {1'b0, victim_q})
            | when(sel_q[A_IDLE], {1'b0, idle_q});
        rec_word_q <= when(sel_q[A_REC], rec_q[31:0]) | when(sel_q[A_REC+1], rec_q[63:32])
            | when(sel_q[A_REC+2], rec_q[95:64]) | when(sel_q[A_REC+3], rec_q[127:96])
            | when(sel_q[A_REC+4], rec_q[159:128]) | when(sel_q[A_REC+5], rec_q[191:160])
            | when(sel_q[A_REC+6], rec_q[223:192])
            | when(sel_q[A_LO], now_q[31:0]) | when(sel_q[A_HI], hi_q);
        if (sel_q[A_LO] && !acc_wr) hi_q <= now_q[63:32];
    end
    if (rst) hi_q <= 32'd0;
end

// ---- write: the word with its new bytes, clamped in the ways there are (tmr.range)
wire [31:0] lanes    = {{8{strb[3]}}, {8{strb[2]}}, {8{strb[1]}}, {8{strb[0]}}};
wire [31:0] merged   = (wdata & lanes) | (conf_q & ~lanes);    // all that can be written is in conf_q
wire [30:0] as_span  = merged[31:30] != 2'd0 ? 31'h4000_0000 : merged[30:0];
wire [30:0] as_tmo   = {as_span[30:1], as_span[0] || as_span[30:1] == 30'd0};
wire [7:0]  as_retry = merged[31:8] != 24'd0 ? 8'd255 : {merged[7:1], merged[0] || merged[7:1] == 7'd0};
wire [16:0] as_limit = merged[31:17] != 15'd0 || merged[16:0] > CELLS[16:0] ? CELLS[16:0]
                     : merged[16:4] == 13'd0 ? 17'd16 : merged[16:0];
wire [15:0] as_epoch = {merged[15:1], merged[0] || merged[15:1] == 15'd0};

wire is_cmd = sel_q[A_DOCLOSE] || sel_q[A_INDEX];
wire none   = strb == 4'd0;
assign refuse  = !writable || (!none && ((sel_q[A_DOCLOSE] && merged[31:24] > 8'd2)
               || (sel_q[A_INDEX] && (merged[31:16] != 16'd0 || {16'd0, merged[15:0]} >= LINKS))));
// Around the two cycles of core_rst the link pipe can be told nothing.
assign hold    = !refuse && !none && (soft_q[1] || epoch_set_q || (is_cmd && busy_q));
assign finish  = !hold || expired;
// A register in sel_q is writable; only a command looks at its data first. So the rest of them need not wait for that.
wire apply     = writing && !none && !soft_q[1] && !epoch_set_q;
wire apply_cmd = apply && !refuse && is_cmd && !busy_q;

reg  [5:0]  wait_q;
assign expired = wait_q == WAIT_MAX;

wire [15:0] epoch_next = epoch_q == 16'hFFFF ? 16'd1 : epoch_q + 16'd1;

always @(posedge clk) begin
    wait_q      <= writing ? wait_q + 6'd1 : 6'd0;
    now_q       <= now_q + 64'd1;
    on_q        <= enable_q && core_ready;
    irq_q       <= (cause_q & mask_q) != 7'd0;
    cause_q     <= (cause_q & ~(merged[6:0] & {7{apply && sel_q[A_CAUSE]}})) | irq_set;
    snap_q      <= apply && sel_q[A_SNAP];
    epoch_set_q <= (apply && sel_q[A_EPOCH]) || soft_q == SR_LAST;
    start_set_q <= apply && sel_q[A_START];
    epoch_val_q <= soft_q == SR_LAST ? epoch_next : as_epoch;
    start_val_q <= merged;
    if (apply && sel_q[A_NODE])    node_q      <= merged[23:0];
    if (apply && sel_q[A_CTRL])    {once_q, enable_q} <= {merged[2], merged[0]};
    if (apply && sel_q[A_TIMEOUT]) timeout_q   <= as_tmo;
    if (apply && sel_q[A_OPEN])    open_tmo_q  <= as_tmo;
    if (apply && sel_q[A_CLOSE])   close_tmo_q <= as_tmo;
    if (apply && sel_q[A_BACKOFF]) backoff_q   <= as_tmo;
    if (apply && sel_q[A_REACK])   reack_q     <= as_span;
    if (apply && sel_q[A_VICTIM])  victim_q    <= as_span;
    if (apply && sel_q[A_IDLE])    idle_q      <= as_span;
    if (apply && sel_q[A_RETRY])   retry_q     <= as_retry;
    if (apply && sel_q[A_LIMIT])   limit_q     <= as_limit;
    if (apply && !busy_q && sel_q[A_DOCLOSE]) close_q <= merged[25:0];     // refused or not
    if (apply_cmd && sel_q[A_INDEX]) index_q   <= merged[15:0];
    if (apply && sel_q[A_MASK])    mask_q      <= merged[6:0];
    if (apply && sel_q[A_CPL])     retired_q   <= merged[0];

    // Commands
    if (ct_ready)                 ct_valid_q <= 1'b0;
    if (close_done)               nolink_q   <= close_nolink;
    if (peek_valid)               rec_q      <= peek_data;
    if (peek_valid && !peek_data[31]) rec_q  <= 224'd0;        // no entry: all 0
    if (close_done || peek_valid) busy_q     <= 1'b0;
    if (apply_cmd) begin
        ct_valid_q <= 1'b1;
        busy_q     <= 1'b1;
        ct_op_q    <= sel_q[A_INDEX];
    end

    // Soft reset
    case (soft_q)
    SR_RUN:   if (apply && sel_q[A_CTRL] && merged[1]) soft_q <= SR_QUIET;
    SR_QUIET: if (tx_idle && rx_idle) soft_q <= SR_RST;
    SR_RST:   soft_q <= SR_LAST;
    SR_LAST:  soft_q <= SR_RUN;
    endcase
    if (soft_q[1]) {ct_valid_q, busy_q} <= 2'd0;

    if (rst) begin
        now_q       <= 64'd0;
        node_q      <= cfg_node_in;
        enable_q    <= cfg_enable_in;
        on_q        <= 1'b0;
        retired_q   <= 1'b0;
        once_q      <= 1'b0;
        timeout_q   <= RST_TIMEOUT[30:0];
        open_tmo_q  <= RST_OPEN_TMO[30:0];
        close_tmo_q <= RST_CLOSE_TMO[30:0];
        backoff_q   <= RST_BACKOFF[30:0];
        reack_q     <= RST_REACK[30:0];
        victim_q    <= RST_VICTIM_IDLE[30:0];
        idle_q      <= RST_IDLE_TMO[30:0];
        retry_q     <= RST_RETRY_MAX[7:0];
        limit_q     <= CELLS[16:0];
        {cause_q, mask_q, irq_q, snap_q} <= 16'd0;
        epoch_set_q <= 1'b1;
        epoch_val_q <= cfg_epoch_seed == 16'd0 ? 16'd1 : cfg_epoch_seed;
        start_set_q <= 1'b1;
        start_val_q <= `TTP_RST_START_ID;
        soft_q      <= SR_RUN;
        {ct_valid_q, busy_q, nolink_q} <= 3'd0;
        index_q     <= 16'd0;
        rec_q       <= 224'd0;
    end
end

assign now             = now_q;
assign cfg_node        = node_q;
assign cfg_enable      = enable_q;
assign cfg_on          = on_q;
assign cfg_timeout     = timeout_q;
assign cfg_open_tmo    = open_tmo_q;
assign cfg_close_tmo   = close_tmo_q;
assign cfg_backoff     = backoff_q;
assign cfg_retry_max   = retry_q;
assign cfg_reack       = reack_q;
assign cfg_victim_idle = victim_q;
assign cfg_idle        = idle_q;
assign cfg_cell_limit  = limit_q;
assign cfg_cpl_retired = retired_q;
assign cfg_nack_once   = once_q;
assign irq             = irq_q;
assign irq_dead        = cause_q[`TTP_IRQ_DEAD];
assign core_rst        = rst || soft_q[1];
assign quiesce         = soft_q != SR_RUN;
assign epoch_set       = epoch_set_q;
assign epoch_val       = epoch_val_q;
assign start_id_set    = start_set_q;
assign start_id_val    = start_val_q;
assign ct_valid        = ct_valid_q;
assign ct_op           = ct_op_q;
assign ct_vc           = close_q[25:24];
assign ct_node         = close_q[23:0];
assign ct_link         = index_q;
assign snap_req        = snap_q;

endmodule

`resetall
