// SPDX-License-Identifier: Apache-2.0
//
// ttp_mac - the TTP MAC: hardware transport over lossy Ethernet
//
// Instances and wires only. A host payload goes tx_ingest -> tx_sram, is sent by
// link_pipe -> retransmit -> tx_frame, kept until its ACK, and freed by retire. A frame from the wire
// goes rx_parse -> link_pipe; a payload taken waits in rx_sram for rx_deliver. docs/architecture.md
// has the picture, docs/protocol.md the rules, docs/registers.md the map, each header the cycles.
//
// Errors: no input stops this block. What can not be handled is dropped and counted, or refused
// with a completion. No output depends combinationally on an input, but the reset of internal flops.
// Timing: that of the blocks. Mirror: model/ttp_mac.c, cycle by cycle the same pins
// Lockstep test: tb/block/ttp_mac.cpp and the system scenarios

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"
`include "ttp_regs.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_mac #(
    parameter DATA_W    = 512,      // bits a beat: 64, 128, 256, 512
    parameter TX_CELLS  = 16384,    // transmit SRAM, cells of 64 bytes, 16..65536
    parameter TX_PKTS   = 4096,     // payloads in flight, 8..16384
    parameter RX_CELLS  = 4096,     // receive SRAM, cells of 64 bytes, 32..16384, power of two
    parameter LINK_SETS = 256,      // link table sets a VC, 1..1024, power of two
    parameter LINK_WAYS = 2,        // ways: 1, 2, 4
    parameter TRACE     = 1,        // 1: trace port, 0: it drives 0
    parameter DEEP      = 0,        // 1: event pipe of ten stages for a slow FPGA, five cycles more a payload; not at 512 bit
    parameter SRAM_1P   = 0,        // 1: transmit SRAM with a single port (iCE40 SPRAM), about half the throughput

    // What these registers hold after reset, so that no software is needed: docs/timers.md
    parameter TIMEOUT_RST   = `TTP_RST_TIMEOUT,     // cycles, 1..2^30: 4096
    parameter OPEN_TMO_RST  = `TTP_RST_OPEN_TMO,    // cycles, 1..2^30: 4096
    parameter CLOSE_TMO_RST = `TTP_RST_CLOSE_TMO,   // cycles, 1..2^30: 4096
    parameter BACKOFF_RST   = `TTP_RST_BACKOFF,     // cycles, 1..2^30: 1024
    parameter RETRY_MAX_RST = `TTP_RST_RETRY_MAX,   // rounds, 1..255: 64

    // High 24 bits of every address, ours and our peers': 98:ED:5C. Not with the group bit (bit 16)
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}
) (
    input  wire                  clk,
    input  wire                  rst,                   // synchronous, active high, >= 1 cycle

    // Reset values of their registers
    input  wire [23:0]           cfg_node,              // low 24 bits of our address, {ADDR_HIGH, cfg_node}
    input  wire                  cfg_enable,
    input  wire [15:0]           cfg_epoch_seed,        // first life number; should differ from boot to boot

    // Payloads from the host: up to 1024 bytes to tlast are one payload, more is cut
    input  wire [DATA_W-1:0]     s_axis_host_tdata,     // byte 0 in [7:0]
    input  wire [DATA_W/8-1:0]   s_axis_host_tkeep,     // all ones but on tlast, contiguous from bit 0, at least one
    input  wire                  s_axis_host_tvalid,
    output wire                  s_axis_host_tready,
    input  wire                  s_axis_host_tlast,
    input  wire                  s_axis_host_tuser,     // with tlast: discard
    input  wire [31:0]           s_axis_host_tdest,     // {VC[7:0], node[23:0]}, taken from the first beat

    // Payloads to the host: one packet each
    output wire [DATA_W-1:0]     m_axis_host_tdata,
    output wire [DATA_W/8-1:0]   m_axis_host_tkeep,
    output wire                  m_axis_host_tvalid,
    input  wire                  m_axis_host_tready,
    output wire                  m_axis_host_tlast,
    output wire [31:0]           m_axis_host_tid,       // {VC[7:0], node[23:0]} of the sender

    // Completions: {kind, status, VC, node, first ID, count, bytes}, docs/registers.md
    output wire [127:0]          m_axis_cpl_tdata,
    output wire                  m_axis_cpl_tvalid,
    input  wire                  m_axis_cpl_tready,

    // Ethernet frames without preamble and FCS
    input  wire [DATA_W-1:0]     s_axis_wire_tdata,
    input  wire [DATA_W/8-1:0]   s_axis_wire_tkeep,
    input  wire                  s_axis_wire_tvalid,
    output wire                  s_axis_wire_tready,    // 1 at all times: the wire never waits
    input  wire                  s_axis_wire_tlast,
    input  wire                  s_axis_wire_tuser,     // with tlast: bad frame
    output wire [DATA_W-1:0]     m_axis_wire_tdata,
    output wire [DATA_W/8-1:0]   m_axis_wire_tkeep,
    output wire                  m_axis_wire_tvalid,    // never drops inside a frame while tready is high
    input  wire                  m_axis_wire_tready,
    output wire                  m_axis_wire_tlast,
    output wire                  m_axis_wire_tuser,     // 0: every frame that leaves is whole

    // Registers, AXI4-Lite
    input  wire [11:0]           s_axil_awaddr,
    input  wire                  s_axil_awvalid,
    output wire                  s_axil_awready,
    input  wire [31:0]           s_axil_wdata,
    input  wire [3:0]            s_axil_wstrb,
    input  wire                  s_axil_wvalid,
    output wire                  s_axil_wready,
    output wire [1:0]            s_axil_bresp,
    output wire                  s_axil_bvalid,
    input  wire                  s_axil_bready,
    input  wire [11:0]           s_axil_araddr,
    input  wire                  s_axil_arvalid,
    output wire                  s_axil_arready,
    output wire [31:0]           s_axil_rdata,
    output wire [1:0]            s_axil_rresp,
    output wire                  s_axil_rvalid,
    input  wire                  s_axil_rready,

    output wire                  irq,                   // level

    // One record per link event; no back-pressure
    output wire                  trace_valid,
    output wire [15:0]           trace_link,            // link index, FFFF: none
    output wire [2:0]            trace_state0,          // TTP_ST_* before
    output wire [2:0]            trace_state1,          // ... and after
    output wire [4:0]            trace_event,           // TTP_EV_*
    output wire [15:0]           trace_action,          // TTP_ACT_* bits
    output wire [31:0]           trace_txid,            // TxID of the event, or of the payload sent
    output wire [31:0]           trace_rxid
);

// Derived once, here; inner blocks get them as parameters.
localparam WPC   = 512 / DATA_W;                        // words a cell
localparam SETS  = LINK_SETS < 1 ? 1 : LINK_SETS;      // 0: elaboration goes on to the checks below
localparam WAYS  = LINK_WAYS < 1 ? 1 : LINK_WAYS;
localparam LINKS = 3 * SETS * WAYS;
localparam LW    = $clog2(LINKS);
localparam ENTS  = TX_PKTS + LINKS;                     // packet entries: one dummy a link
localparam EW    = $clog2(ENTS);
localparam CW    = $clog2(TX_PKTS) + 1;
localparam TCW   = $clog2(TX_CELLS);
localparam RCW   = $clog2(RX_CELLS);
localparam SLOTS = DATA_W == 512 ? 8 : 4;
localparam TAW   = TCW + $clog2(WPC);
localparam RAW   = RCW + $clog2(WPC);

// A parameter out of range is told by the name of a module that does not exist. The golden model says the same
// (ttp_params_check).
generate
    if (DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_bad_data_w
        ERROR_DATA_W_must_be_64_128_256_or_512 u_bad ();
    end
    if (TX_CELLS < 16 || TX_CELLS > 65536) begin : g_bad_tx_cells
        ERROR_TX_CELLS_must_be_16_to_65536 u_bad ();
    end
    if (TX_PKTS < 8 || TX_PKTS > 16384) begin : g_bad_tx_pkts
        ERROR_TX_PKTS_must_be_8_to_16384 u_bad ();
    end
    if (RX_CELLS < 32 || RX_CELLS > 16384 || (RX_CELLS & (RX_CELLS - 1)) != 0) begin : g_bad_rx_cells
        ERROR_RX_CELLS_must_be_a_power_of_two_32_to_16384 u_bad ();
    end
    if (LINK_SETS < 1 || LINK_SETS > 1024 || (LINK_SETS & (LINK_SETS - 1)) != 0) begin : g_bad_link_sets
        ERROR_LINK_SETS_must_be_a_power_of_two_1_to_1024 u_bad ();
    end
    if (LINK_WAYS != 1 && LINK_WAYS != 2 && LINK_WAYS != 4) begin : g_bad_link_ways
        ERROR_LINK_WAYS_must_be_1_2_or_4 u_bad ();
    end
    if (TRACE < 0 || TRACE > 1) begin : g_bad_trace
        ERROR_TRACE_must_be_0_or_1 u_bad ();
    end
    if (DEEP < 0 || DEEP > (DATA_W == 512 ? 0 : 1)) begin : g_bad_deep
        ERROR_DEEP_must_be_0_or_1_and_0_with_512_bit u_bad ();
    end
    if (SRAM_1P < 0 || SRAM_1P > 1) begin : g_bad_sram_1p
        ERROR_SRAM_1P_must_be_0_or_1 u_bad ();
    end
    if (TIMEOUT_RST < 1 || TIMEOUT_RST > 32'd1073741824) begin : g_bad_timeout
        ERROR_TIMEOUT_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (OPEN_TMO_RST < 1 || OPEN_TMO_RST > 32'd1073741824) begin : g_bad_open_tmo
        ERROR_OPEN_TMO_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (CLOSE_TMO_RST < 1 || CLOSE_TMO_RST > 32'd1073741824) begin : g_bad_close_tmo
        ERROR_CLOSE_TMO_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (BACKOFF_RST < 1 || BACKOFF_RST > 32'd1073741824) begin : g_bad_backoff
        ERROR_BACKOFF_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (RETRY_MAX_RST < 1 || RETRY_MAX_RST > 255) begin : g_bad_retry_max
        ERROR_RETRY_MAX_RST_must_be_1_to_255 u_bad ();
    end
    if ((ADDR_HIGH & ~32'hFEFFFF) != 0) begin : g_bad_addr_high
        ERROR_ADDR_HIGH_must_be_24_bits_without_the_group_bit u_bad ();
    end
endgenerate
// Wires have the names of docs/buses.md.
wire irq_dead, enable_unused, cfg_on, cfg_cpl_retired, core_rst, quiesce, command_valid, snap_req, init_active, core_ready, received_valid, received_few, credit_take_frame, rxw_en, alloc_en, slot_free, rx_idle, rxr_en, rel_en, dlv_pulse, credit_take_event, second_valid, lk_done, lk_ok, s1_rd_en, ready_push, ready_push_replay, respond_valid, credit_give, verdict_valid, timer_valid, cp_valid, irq_nolink, irq_closed, irq_restart, pin_kill, expired_valid, lk_valid, pin_valid, db_valid, txw_en, fc_pop, ic_valid, acc_pulse, ref_pulse, dis_pulse, txw_ready, fc_valid, rc_valid, rc_opt, retired_pulse, flushed_pulse, credit_for_frame, credit_for_event, response_valid, left_valid, ready_valid, sel_payload, response_ready, start_response, start_payload, txr_en, nc_en, frame_left, tx_idle, link_ready, rc_ready, ic_ready, lost, snap_busy, cnt_valid;
wire [`TTP_STAGE_W-1:0] stage;
wire [`TTP_GRANT_W-1:0] grant, request;
wire [`TTP_RECEIVED_W-1:0] received;
wire [`TTP_COMMAND_W-1:0] command;
wire [`TTP_RESULT_W-1:0] result;
wire [`TTP_NUMBERS_W-1:0] numbers;
wire [`TTP_RENUMBER_W-1:0] renumber;
wire [`TTP_VERDICT_W-1:0] verdict;
wire [`TTP_TIMER_W-1:0] timer;
wire [`TTP_RESPOND_W-1:0] respond;
wire [`TTP_RESPONSE_W-1:0] response;
wire [63:0] cycles;
wire [23:0] own_node, lk_node;
wire [`TTP_SETTINGS_W-1:0] settings;
wire [16:0] cfg_cell_limit, init_idx;
wire [15:0] drop_pulse;
wire [1:0] lk_vc;
wire [5:0] cnt_idx;
wire [3:0] slots_used;
wire [10:0] rx_pulse, dlv_len, cnt_pulse, acc_len, tx_pulse;
wire [RAW-1:0] rxw_addr, rxr_addr;
wire [DATA_W-1:0] rxw_data, rxr_data, txw_data, txr_data;
wire [4:0] alloc_n, rel_n;
wire [RCW-1:0] wr_base;
wire [RCW:0] free_cells;
wire [LW-1:0] lk_link, s1_link, ready_push_link, expired_link, pin_link, db_link, left_link, ready_link;
wire [CW-1:0] stat_pkts_free;
wire [127:0] cp_data, ic_data, rc_data;
wire [TCW-1:0] fc_cell, nc_data, nc_addr;
wire [TAW-1:0] txw_addr, txr_addr;
wire [TCW:0] stat_free, stat_low;
wire [SLOTS-1:0] slot_v;
wire [SLOTS*EW-1:0] slot_e;
wire [47:0] cnt_data;

// ---------------------------------------------------------------- transmit buses, by driver
// Their fields are in rtl/ttp_bus_tx.vh.

// append: from ingest to link pipe (link and count), retransmit and retire. It comes in the cycle of
// the payload's last word; all copies of the lists are written at the end of that cycle.
wire                     append_valid;
wire [`TTP_APPEND_W-1:0] append;

// pin: the link that ingest has cached. The link pipe does not give its entry away; it asks for it
// (kill), and says whether an append needs a doorbell (act).
wire pin_act;

// abort: from ingest to tx_sram, which takes the cells back when the retire engine gives none.
wire                    abort_valid, abort_ready;
wire [`TTP_ABORT_W-1:0] abort_chain;

// goal: from the link pipe, S2, to retire. Without PUSH the engine is at work on the link already.
wire                    goal_valid;
wire [`TTP_GOAL_W-1:0]  goal;

// send: from the link pipe, S2, to retransmit, while slots_used < SLOTS.
wire                    send_valid;
wire [`TTP_SEND_W-1:0]  send;

// payload: from retransmit to tx_frame; sched and arbiter see that there is one, the arbiter its
// length. ready comes when the last word has been read: the frame is done, its slot free.
wire                       payload_valid, payload_ready;
wire [`TTP_PAYLOAD_W-1:0]  payload;

// freed: from retire. moved: the numbers of a link, to ingest (cells), the link pipe (count) and
// retransmit (head). valid: an entry to ingest and its cells to tx_sram.
wire                    freed_valid, freed_moved;
wire [`TTP_FREED_W-1:0] freed;

wire [63:0] inc_en = {cnt_pulse[10], cnt_pulse[9], cnt_pulse[8], cnt_pulse[7],
                      dis_pulse, ref_pulse, flushed_pulse, retired_pulse,
                      acc_pulse, acc_pulse, dlv_pulse, dlv_pulse,
                      cnt_pulse[6], cnt_pulse[5], cnt_pulse[4], cnt_pulse[3],
                      drop_pulse[15], cnt_pulse[2], cnt_pulse[1], drop_pulse[12:0],
                      5'd0, rx_pulse, 5'd0, tx_pulse};
wire [6:0] irq_set = {irq_restart, ref_pulse, irq_closed, irq_nolink, lost, cnt_pulse[8], cnt_pulse[10]};

// Ports that carry more than this level needs
wire [2:0]  pulses_unused = {cnt_pulse[0], drop_pulse[14:13]};
wire [27:0] cycles_unused = cycles[63:36];

ttp_csr #(.DATA_W (DATA_W), .TX_CELLS (TX_CELLS), .TX_PKTS (TX_PKTS), .RX_CELLS (RX_CELLS), .LINK_SETS (SETS), .LINK_WAYS (WAYS), .TRACE (TRACE), .SRAM_1P (SRAM_1P), .DEEP (DEEP),
    .TIMEOUT_RST (TIMEOUT_RST), .OPEN_TMO_RST (OPEN_TMO_RST), .CLOSE_TMO_RST (CLOSE_TMO_RST),
    .BACKOFF_RST (BACKOFF_RST), .RETRY_MAX_RST (RETRY_MAX_RST)) u_csr (
    .clk (clk), .rst (rst), .cfg_node_in (cfg_node), .cfg_enable_in (cfg_enable), .cfg_epoch_seed (cfg_epoch_seed),
    .s_axil_awaddr (s_axil_awaddr), .s_axil_awvalid (s_axil_awvalid), .s_axil_awready (s_axil_awready),
    .s_axil_wdata (s_axil_wdata), .s_axil_wstrb (s_axil_wstrb), .s_axil_wvalid (s_axil_wvalid),
    .s_axil_wready (s_axil_wready), .s_axil_bresp (s_axil_bresp), .s_axil_bvalid (s_axil_bvalid),
    .s_axil_bready (s_axil_bready), .s_axil_araddr (s_axil_araddr), .s_axil_arvalid (s_axil_arvalid),
    .s_axil_arready (s_axil_arready), .s_axil_rdata (s_axil_rdata), .s_axil_rresp (s_axil_rresp),
    .s_axil_rvalid (s_axil_rvalid), .s_axil_rready (s_axil_rready), .irq_set (irq_set), .irq (irq),
    .irq_dead (irq_dead), .now (cycles), .cfg_node (own_node), .cfg_enable (enable_unused), .cfg_on (cfg_on),
    .settings (settings), .cfg_cell_limit (cfg_cell_limit),
    .cfg_cpl_retired (cfg_cpl_retired), .core_rst (core_rst), .quiesce (quiesce), .tx_idle (tx_idle),
    .rx_idle (rx_idle), .core_ready (core_ready), .renumber (renumber), .numbers (numbers),
    .command_valid (command_valid), .command_ready (grant[`GRANT_COMMAND]), .command (command),
    .result (result),
    .snap_req (snap_req), .snap_busy (snap_busy), .cnt_idx (cnt_idx), .cnt_data (cnt_data), .cnt_valid (cnt_valid),
    .stat_cells_free ({{(16-TCW){1'b0}}, stat_free}), .stat_cells_low ({{(16-TCW){1'b0}}, stat_low}),
    .stat_pkts_free ({{(17-CW){1'b0}}, stat_pkts_free}), .stat_rxc_free ({{(16-RCW){1'b0}}, free_cells})
);

ttp_init #(.TX_CELLS (TX_CELLS), .ENTS (ENTS)) u_init (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx), .core_ready (core_ready)
);

ttp_rx_parse #(.DATA_W (DATA_W), .RCW (RCW), .WPC (WPC), .ADDR_HIGH (ADDR_HIGH)) u_rx_parse (
    .clk (clk), .rst (rst), .core_rst (core_rst), .cfg_node (own_node), .cfg_on (cfg_on),
    .s_axis_wire_tdata (s_axis_wire_tdata), .s_axis_wire_tkeep (s_axis_wire_tkeep),
    .s_axis_wire_tvalid (s_axis_wire_tvalid), .s_axis_wire_tlast (s_axis_wire_tlast),
    .s_axis_wire_tuser (s_axis_wire_tuser), .s_axis_wire_tready (s_axis_wire_tready), .received_valid (received_valid),
    .received_ready (grant[`GRANT_RECEIVED]), .received (received), .received_few (received_few),
    .credit_for_frame (credit_for_frame), .credit_take_frame (credit_take_frame), .wr_base (wr_base), .free_cells (free_cells),
    .slot_free (slot_free), .wr_en (rxw_en), .wr_addr (rxw_addr), .wr_data (rxw_data), .alloc_en (alloc_en),
    .alloc_n (alloc_n), .drop_pulse (drop_pulse), .rx_pulse (rx_pulse)
);

ttp_rx_sram #(.DATA_W (DATA_W), .RX_CELLS (RX_CELLS), .DEEP (DEEP), .RCW (RCW), .WPC (WPC)) u_rx_sram (
    .clk (clk), .core_rst (core_rst), .wr_en (rxw_en), .wr_addr (rxw_addr), .wr_data (rxw_data),
    .alloc_en (alloc_en), .alloc_n (alloc_n), .wr_base (wr_base), .free_cells (free_cells), .slot_free (slot_free),
    .rd_en (rxr_en), .rd_addr (rxr_addr), .rd_data (rxr_data), .rel_en (rel_en), .rel_n (rel_n)
);

ttp_rx_deliver #(.DATA_W (DATA_W), .RX_CELLS (RX_CELLS), .RCW (RCW), .WPC (WPC)) u_rx_deliver (
    .clk (clk), .core_rst (core_rst), .quiesce (quiesce), .rx_idle (rx_idle), .verdict_valid (verdict_valid),
    .verdict (verdict), .rd_en (rxr_en), .rd_addr (rxr_addr),
    .rd_data (rxr_data), .rel_en (rel_en), .rel_n (rel_n), .m_axis_host_tdata (m_axis_host_tdata),
    .m_axis_host_tkeep (m_axis_host_tkeep), .m_axis_host_tvalid (m_axis_host_tvalid),
    .m_axis_host_tlast (m_axis_host_tlast), .m_axis_host_tid (m_axis_host_tid),
    .m_axis_host_tready (m_axis_host_tready), .dlv_pulse (dlv_pulse), .dlv_len (dlv_len)
);

assign request[`GRANT_RECEIVED] = received_valid;
assign request[`GRANT_TIMER]    = expired_valid;
assign request[`GRANT_COMMAND]  = command_valid && core_ready;
assign request[`GRANT_LEFT]     = left_valid;
assign request[`GRANT_LOOKUP]   = lk_valid;
assign request[`GRANT_DOORBELL] = db_valid;
assign request[`GRANT_READY]    = ready_valid;
assign request[`GRANT_SECOND]   = second_valid;

ttp_arbiter #(.DATA_W (DATA_W), .DEEP (DEEP), .SLOTS (SLOTS)) u_arbiter (
    .clk (clk), .rst (core_rst),
    .request (request), .received_open (received[`RECEIVED_OP] == `TTP_OP_OPEN), .received_few (received_few), .command_peek (command[`COMMAND_PEEK]),
    .stage (stage), .credit_for_event (credit_for_event), .cpl_link_ready (link_ready),
    .slots_used (slots_used),
    .grant (grant), .credit_take_event (credit_take_event),
    .payload_valid (payload_valid), .payload_len (payload[`PAYLOAD_LEN])
);

ttp_link_pipe #(.DATA_W (DATA_W), .LINK_SETS (SETS), .LINK_WAYS (WAYS), .TRACE (TRACE), .SLOTS (SLOTS), .DEEP (DEEP), .LW (LW), .CW (CW)) u_link_pipe (
    .clk (clk), .rst (core_rst), .init_active (init_active), .init_idx (init_idx), .now (cycles[35:0]),
    .settings (settings), .renumber (renumber), .numbers (numbers),
    .irq_dead (irq_dead), .grant (grant), .received (received), .expired_link (expired_link),
    .command (command), .left_link (left_link), .lk_vc (lk_vc),
    .lk_node (lk_node), .db_link (db_link), .ready_link (ready_link), .stage (stage), .second_valid (second_valid),
    .append_valid (append_valid), .append (append[LW+CW-1:0]),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_kill (pin_kill), .pin_act (pin_act),
    .lk_done (lk_done), .lk_ok (lk_ok), .lk_link (lk_link), .s1_rd_en (s1_rd_en), .s1_link (s1_link),
    .slots_used (slots_used), .ready_push (ready_push), .ready_push_link (ready_push_link),
    .ready_push_replay (ready_push_replay), .respond_valid (respond_valid), .respond (respond),
    .credit_give (credit_give), .verdict_valid (verdict_valid), .verdict (verdict), .timer_valid (timer_valid), .timer (timer),
    .result (result),
    .cp_valid (cp_valid), .cp_data (cp_data), .cnt_pulse (cnt_pulse), .irq_nolink (irq_nolink),
    .irq_closed (irq_closed), .irq_restart (irq_restart), .trace_valid (trace_valid), .trace_link (trace_link), .trace_state0 (trace_state0),
    .trace_state1 (trace_state1), .trace_event (trace_event), .trace_action (trace_action), .trace_txid (trace_txid),
    .trace_rxid (trace_rxid),
    .freed_moved (freed_moved), .freed (freed[LW+CW-1:0]), .goal_valid (goal_valid), .goal (goal),
    .send_valid (send_valid), .send (send)
);

ttp_link_timer #(.LINKS (LINKS), .DEEP (DEEP), .LW (LW)) u_link_timer (
    .clk (clk), .rst (core_rst), .init_active (init_active), .init_idx (init_idx), .now (cycles[31:0]),
    .timer_valid (timer_valid), .timer (timer), .expired_valid (expired_valid),
    .expired_link (expired_link), .expired_ready (grant[`GRANT_TIMER])
);

ttp_tx_ingest #(.DATA_W (DATA_W), .TX_PKTS (TX_PKTS), .DEEP (DEEP), .LINKS (LINKS), .ENTS (ENTS), .LW (LW), .EW (EW), .CW (CW), .TCW (TCW), .WPC (WPC)) u_tx_ingest (
    .clk (clk), .rst (rst), .core_rst (core_rst), .cfg_on (cfg_on), .cfg_node (own_node),
    .cfg_cell_limit (cfg_cell_limit), .cfg_close_tmo ({1'b0, settings[`SETTINGS_CLOSE_TMO]}),
    .cfg_retry_max (settings[`SETTINGS_RETRY_MAX]),
    .init_active (init_active), .init_idx (init_idx), .s_axis_host_tdata (s_axis_host_tdata),
    .s_axis_host_tkeep (s_axis_host_tkeep), .s_axis_host_tdest (s_axis_host_tdest),
    .s_axis_host_tvalid (s_axis_host_tvalid), .s_axis_host_tready (s_axis_host_tready),
    .s_axis_host_tlast (s_axis_host_tlast), .s_axis_host_tuser (s_axis_host_tuser), .lk_valid (lk_valid),
    .lk_vc (lk_vc), .lk_node (lk_node), .lk_ready (grant[`GRANT_LOOKUP]), .lk_done (lk_done), .lk_ok (lk_ok), .lk_link (lk_link),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_kill (pin_kill), .pin_act (pin_act),
    .append_valid (append_valid), .append (append),
    .db_valid (db_valid), .db_link (db_link), .db_ready (grant[`GRANT_DOORBELL]), .wr_en (txw_en), .wr_ready (txw_ready),
    .wr_addr (txw_addr), .wr_data (txw_data), .fc_valid (fc_valid), .fc_cell (fc_cell), .fc_pop (fc_pop),
    .ic_valid (ic_valid), .ic_ready (ic_ready), .ic_data (ic_data), .acc_pulse (acc_pulse), .acc_len (acc_len),
    .ref_pulse (ref_pulse), .dis_pulse (dis_pulse), .stat_pkts_free (stat_pkts_free),
    .freed_valid (freed_valid), .freed_moved (freed_moved), .freed (freed),
    .abort_valid (abort_valid), .abort_ready (abort_ready), .abort_chain (abort_chain)
);

ttp_tx_sram #(.DATA_W (DATA_W), .TX_CELLS (TX_CELLS), .SRAM_1P (SRAM_1P), .DEEP (DEEP), .TCW (TCW), .WPC (WPC)) u_tx_sram (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx), .wr_en (txw_en),
    .wr_ready (txw_ready), .wr_addr (txw_addr), .wr_data (txw_data), .fc_valid (fc_valid), .fc_cell (fc_cell),
    .fc_pop (fc_pop), .rd_en (txr_en),
    .rd_addr (txr_addr), .rd_data (txr_data), .nc_en (nc_en), .nc_addr (nc_addr), .nc_data (nc_data),
    .stat_free (stat_free), .stat_low (stat_low),
    .abort_valid (abort_valid), .abort_ready (abort_ready), .abort_chain (abort_chain),
    .freed_valid (freed_valid), .freed_chain (freed[`FREED_CHAIN])
);

ttp_retire #(.LINKS (LINKS), .LW (LW), .ENTS (ENTS), .EW (EW), .CW (CW), .TCW (TCW), .DEEP (DEEP), .SLOTS (SLOTS)) u_retire (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .cfg_cpl_retired (cfg_cpl_retired), 
    .append_valid (append_valid), .append (append),
    .slot_v (slot_v), .slot_e (slot_e), .rc_ready (rc_ready), .rc_valid (rc_valid), .rc_opt (rc_opt), .rc_data (rc_data), .retired_pulse (retired_pulse),
    .flushed_pulse (flushed_pulse),
    .goal_valid (goal_valid), .goal (goal),
    .freed_valid (freed_valid), .freed_moved (freed_moved), .freed (freed)
);

ttp_retransmit #(.LINKS (LINKS), .LW (LW), .ENTS (ENTS), .EW (EW), .CW (CW), .TCW (TCW), .SLOTS (SLOTS),
    .CUT (DATA_W == 512 ? 0 : 1)) u_retransmit (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx), 
    .append_valid (append_valid), .append (append), .s1_rd_en (s1_rd_en), .s1_link (s1_link),
    .slots_used (slots_used), .slot_v (slot_v), .slot_e (slot_e),
    .freed_moved (freed_moved), .freed (freed), .send_valid (send_valid), .send (send),
    .payload_valid (payload_valid), .payload_ready (payload_ready), .payload (payload)
);

ttp_tx_respond #(.DATA_W (DATA_W), .LW (LW)) u_tx_respond (
    .clk (clk), .core_rst (core_rst), .respond_valid (respond_valid), .respond (respond),
    .credit_take_frame (credit_take_frame), .credit_take_event (credit_take_event), .credit_give (credit_give), .response_ready (response_ready),
    .frame_left (frame_left), .left_ready (grant[`GRANT_LEFT]), .credit_for_frame (credit_for_frame), .credit_for_event (credit_for_event), .response_valid (response_valid),
    .response (response), .left_valid (left_valid),
    .left_link (left_link)
);

ttp_tx_sched #(.LINKS (LINKS), .LW (LW)) u_tx_sched (
    .clk (clk), .core_rst (core_rst), .ready_push (ready_push), .ready_push_link (ready_push_link),
    .ready_push_replay (ready_push_replay), .ready_pop (grant[`GRANT_READY]), .response_valid (response_valid),
    .start_response (start_response), .start_payload (start_payload), .ready_valid (ready_valid), .ready_link (ready_link),
    .sel_payload (sel_payload),
    .payload_valid (payload_valid)
);

ttp_tx_frame #(.DATA_W (DATA_W), .TCW (TCW), .ADDR_HIGH (ADDR_HIGH)) u_tx_frame (
    .clk (clk), .core_rst (core_rst), .cfg_node (own_node), .quiesce (quiesce), .response_valid (response_valid),
    .response (response), .sel_payload (sel_payload), .rd_data (txr_data),
    .nc_data (nc_data), .m_axis_wire_tready (m_axis_wire_tready), .response_ready (response_ready),
    .start_response (start_response), .start_payload (start_payload), .rd_en (txr_en), .rd_addr (txr_addr), .nc_en (nc_en),
    .nc_addr (nc_addr), .m_axis_wire_tdata (m_axis_wire_tdata), .m_axis_wire_tkeep (m_axis_wire_tkeep),
    .m_axis_wire_tvalid (m_axis_wire_tvalid), .m_axis_wire_tlast (m_axis_wire_tlast),
    .m_axis_wire_tuser (m_axis_wire_tuser), .frame_left (frame_left), .tx_idle (tx_idle), .tx_pulse (tx_pulse),
    .payload_valid (payload_valid), .payload_ready (payload_ready), .payload (payload)
);

ttp_cpl u_cpl (
    .clk (clk), .rst (rst), .cp_valid (cp_valid), .cp_data (cp_data), .link_ready (link_ready), .rc_valid (rc_valid),
    .rc_ready (rc_ready), .rc_opt (rc_opt), .rc_data (rc_data), .ic_valid (ic_valid), .ic_ready (ic_ready),
    .ic_data (ic_data), .m_axis_cpl_tdata (m_axis_cpl_tdata), .m_axis_cpl_tvalid (m_axis_cpl_tvalid),
    .m_axis_cpl_tready (m_axis_cpl_tready), .lost (lost)
);

ttp_perf #(.DATA_W (DATA_W)) u_perf (
    .clk (clk), .rst (rst), .now (cycles[5:0]), .inc_en (inc_en), .dlv_bytes (dlv_len), .acc_bytes (acc_len),
    .snap_req (snap_req), .snap_busy (snap_busy), .rd_idx (cnt_idx), .rd_data (cnt_data), .cnt_valid (cnt_valid)
);

endmodule

`resetall
