// SPDX-License-Identifier: Apache-2.0
//
// ttp_mac - the TTP MAC: hardware transport over lossy Ethernet
//
// Instances and wires only. A host payload goes tx_ingest -> tx_sram, is sent by
// link_pipe -> retransmit -> tx_frame, kept until its ACK, and freed by retire. A frame from the wire
// goes rx_parse -> link_pipe; a payload taken waits in rx_sram for rx_deliver. docs/architecture.md
// has the picture, docs/protocol.md the rules, docs/registers.md the map, a block's header its cycles.
// Errors: no input stops this block. What can not be handled is dropped and counted, or refused with
// a completion. No output depends combinationally on an input, but the reset of internal flops.
// Timing: that of the blocks. Golden model: model/ttp_model.h, cycle by cycle the same pins.
// Mirror: model/ttp_mac.c      Lockstep test: tb/block/ttp_mac.cpp and the system scenarios

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_defs.vh"
`include "ttp_regs.vh"

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

ttp_params_check #(
    .DATA_W (DATA_W), .TX_CELLS (TX_CELLS), .TX_PKTS (TX_PKTS), .RX_CELLS (RX_CELLS),
    .LINK_SETS (LINK_SETS), .LINK_WAYS (LINK_WAYS), .TRACE (TRACE), .DEEP (DEEP),
    .SRAM_1P (SRAM_1P), .OPEN_TMO_RST (OPEN_TMO_RST), .CLOSE_TMO_RST (CLOSE_TMO_RST),
    .BACKOFF_RST (BACKOFF_RST), .RETRY_MAX_RST (RETRY_MAX_RST), .TIMEOUT_RST (TIMEOUT_RST),
    .ADDR_HIGH (ADDR_HIGH)
) u_params_check ();

// ---- The buses: who drives, who listens. Fields: ttp_bus_rx.vh.
// ttp_csr to all: configuration, time, resets; at rest: from receive and tx_frame
wire                        cfg_on, enable_unused, cfg_cpl_retired;
wire                        core_rst, quiesce, rx_idle, tx_idle;
wire [23:0]                 own_node;
wire [16:0]                 cfg_cell_limit;
wire [`TTP_SETTINGS_W-1:0]  settings;       // to link_pipe, two of them to tx_ingest
wire [63:0]                 cycles;
// ttp_csr to arbiter and link_pipe, and back; irq_dead: the cause DEAD is pending
wire                        irq_dead, command_valid;
wire [`TTP_COMMAND_W-1:0]   command;
wire [`TTP_RESULT_W-1:0]    result;
wire [`TTP_RENUMBER_W-1:0]  renumber;
wire [`TTP_NUMBERS_W-1:0]   numbers;
// ttp_init to all memories; core_ready to csr
wire                        init_active, core_ready;
wire [16:0]                 init_idx;
// ttp_receive to arbiter and link_pipe: a frame; free_cells to csr
wire                        received_valid, received_few;
wire [`TTP_RECEIVED_W-1:0]  received;
wire [RCW:0]                free_cells;
// ttp_arbiter to link_pipe and all sources of events: grant; back: what they want
wire [`TTP_GRANT_W-1:0]     grant, request;
// ttp_link_timer, ttp_tx_respond, ttp_tx_sched to arbiter and link_pipe: a link that is due, one
// whose answer has left, one that has something to send
wire                        expired_valid, left_valid, ready_valid;
wire [LW-1:0]               expired_link, left_link, ready_link;
// ttp_link_pipe to arbiter
wire                        second_valid;
wire [`TTP_STAGE_W-1:0]     stage;
// ttp_link_pipe in the last stage: to receive, tx_respond, link_timer, tx_sched
wire                        verdict_valid, respond_valid, timer_valid;
wire                        ready_push, ready_push_replay;
wire [`TTP_VERDICT_W-1:0]   verdict;
wire [`TTP_RESPOND_W-1:0]   respond;
wire [`TTP_TIMER_W-1:0]     timer;
wire [LW-1:0]               ready_push_link;
// ttp_link_pipe a cycle later: to perf and csr, to the ports
wire [`TTP_COUNT_W-1:0]     count;
wire [`TTP_TRACE_W-1:0]     trace;
// Credits: ttp_tx_respond has them; receive and arbiter take, link_pipe gives back
wire                        credit_take_frame, credit_take_event, credit_give;
wire                        credit_for_frame, credit_for_event;
// ttp_tx_respond to tx_frame and tx_sched; back: it starts, its last beat has left
wire                        response_valid, response_ready, frame_left;
wire [`TTP_RESPONSE_W-1:0]  response;
// ttp_tx_sched to tx_frame: whose turn it is; back: who has started
wire                        sel_payload, start_response, start_payload;
// Pulses to perf: receive, tx_ingest, retire, tx_frame; lost: ttp_cpl to csr
wire                        dlv_pulse, acc_pulse, ref_pulse, dis_pulse;
wire                        retired_pulse, flushed_pulse, lost;
wire [15:0]                 drop_pulse;
wire [10:0]                 rx_pulse, tx_pulse, dlv_len, acc_len;
// Snapshot: ttp_csr to perf, and back
wire                        snap_req, snap_busy, cnt_valid;
wire [5:0]                  cnt_idx;
wire [47:0]                 cnt_data;

// ---- The same of payloads on their way out. Fields: ttp_bus_tx.vh.
// lookup: from ingest to arbiter and link pipe, flops, until it is granted. The link pipe answers
// in S2.
wire                     lookup_valid, lookup_done;
wire [`TTP_LOOKUP_W-1:0] lookup;
wire [`TTP_ANSWER_W-1:0] lookup_answer;

// pin: from ingest, flops: the link that it has cached. The link pipe does not give its entry away,
// asks for it (kill), and says whether an append needs no doorbell (act).
wire          pin_valid, pin_kill, pin_act;
wire [LW-1:0] pin_link;

// append: from ingest to link pipe (link and count), retransmit and retire. It comes in the cycle
// of the payload's last word; all copies of the lists are written at the end of that cycle.
wire                     append_valid;
wire [`TTP_APPEND_W-1:0] append;

// doorbell: from ingest to arbiter and link pipe, flops, until it is granted.
wire          doorbell_valid;
wire [LW-1:0] doorbell_link;

// free cell, from tx_sram to ingest; abort, from ingest to tx_sram, which takes the cells back
// when the retire engine gives none.
wire                    free_cell_valid, free_cell_pop;
wire [TCW-1:0]          free_cell;
wire                    abort_valid, abort_ready;
wire [`TTP_ABORT_W-1:0] abort_chain;

// store: words, from ingest to tx_sram.
wire              store_valid, store_ready;
wire [TAW-1:0]    store_addr;
wire [DATA_W-1:0] store_data;

// goal: from the link pipe, S2, to retire. Without PUSH the engine is at work on the link already.
wire                    goal_valid;
wire [`TTP_GOAL_W-1:0]  goal;

// send: from the link pipe, S2, to retransmit, while slots_used < SLOTS.
wire                    send_valid;
wire [`TTP_SEND_W-1:0]  send;

// slots: from retransmit, to arbiter and link pipe how many, to retire which entries, flops.
wire [3:0]              slots_used;
wire [`TTP_SLOTS_W-1:0] slots;

// payload: from retransmit to tx_frame; sched and arbiter see that there is one, the arbiter its
// length. ready comes when the last word has been read: the frame is done, its slot free.
wire                      payload_valid, payload_ready;
wire [`TTP_PAYLOAD_W-1:0] payload;

// fetch: words and the next cell of a cell, from tx_frame to tx_sram; the data come a cycle later
// and hold while the enable is 0.
wire              fetch_en, next_cell_en;
wire [TAW-1:0]    fetch_addr;
wire [TCW-1:0]    next_cell_addr, next_cell;
wire [DATA_W-1:0] fetch_data;

// freed: from retire. moved: the numbers of a link, to ingest (cells), the link pipe (count) and
// retransmit (head). valid: an entry to ingest and its cells to tx_sram.
wire                    freed_valid, freed_moved;
wire [`TTP_FREED_W-1:0] freed;

// Completions, to cpl: ended from the link pipe, which may go on while link_ready; retired from
// retire; refused from ingest.
wire                      ended_valid, link_ready;
wire                      retired_valid, retired_ready, refused_valid, refused_ready;
wire [127:0]              ended, refused;
wire [`TTP_RETIRED_W-1:0] retired;

// Fill, to csr: from ingest entries, from tx_sram cells and the fewest ever.
wire [CW-1:0] stat_pkts_free;
wire [TCW:0]  stat_free, stat_low;
wire                          s1_rd_en;      // link_pipe reads a record: so does retransmit
wire [LW-1:0]                 s1_link;

// A bit for each counter, at its number
wire [63:0] inc_en = {
    count[`COUNT_DEAD], count[`COUNT_OPENED], count[`COUNT_ILLEGAL], count[`COUNT_LATE],
    dis_pulse, ref_pulse, flushed_pulse, retired_pulse,
    acc_pulse, acc_pulse, dlv_pulse, dlv_pulse,
    count[`COUNT_GAP], count[`COUNT_REPEATED], count[`COUNT_TIMEOUT], count[`COUNT_REPLAY],
    drop_pulse[15], count[`COUNT_TOO_FAR], count[`COUNT_NO_SPACE], drop_pulse[12:0],
    5'd0, rx_pulse, 5'd0, tx_pulse
};

// By TTP_IRQ_*
wire [6:0] irq_set = {
    count[`COUNT_RESTARTED], ref_pulse, count[`COUNT_CLOSED], count[`COUNT_NOLINK], lost,
    count[`COUNT_ILLEGAL], count[`COUNT_DEAD]
};

assign {trace_link, trace_state0, trace_state1, trace_event, trace_action,
        trace_txid, trace_rxid} = trace;

// Ports that carry more than this level needs
wire [29:0] unused = {drop_pulse[14:13], cycles[63:36]};

ttp_csr #(
    .DATA_W (DATA_W), .TX_CELLS (TX_CELLS), .TX_PKTS (TX_PKTS), .RX_CELLS (RX_CELLS),
    .LINK_SETS (SETS), .LINK_WAYS (WAYS), .TRACE (TRACE), .SRAM_1P (SRAM_1P), .DEEP (DEEP),
    .TIMEOUT_RST (TIMEOUT_RST), .OPEN_TMO_RST (OPEN_TMO_RST), .CLOSE_TMO_RST (CLOSE_TMO_RST),
    .BACKOFF_RST (BACKOFF_RST), .RETRY_MAX_RST (RETRY_MAX_RST)
) u_csr (
    .clk (clk), .rst (rst),
    .cfg_node_in (cfg_node), .cfg_enable_in (cfg_enable), .cfg_epoch_seed (cfg_epoch_seed),
    .s_axil_awaddr (s_axil_awaddr), .s_axil_awvalid (s_axil_awvalid),
    .s_axil_awready (s_axil_awready), .s_axil_wdata (s_axil_wdata), .s_axil_wstrb (s_axil_wstrb),
    .s_axil_wvalid (s_axil_wvalid), .s_axil_wready (s_axil_wready), .s_axil_bresp (s_axil_bresp),
    .s_axil_bvalid (s_axil_bvalid), .s_axil_bready (s_axil_bready), .s_axil_araddr (s_axil_araddr),
    .s_axil_arvalid (s_axil_arvalid), .s_axil_arready (s_axil_arready),
    .s_axil_rdata (s_axil_rdata), .s_axil_rresp (s_axil_rresp), .s_axil_rvalid (s_axil_rvalid),
    .s_axil_rready (s_axil_rready), .irq_set (irq_set), .irq (irq), .irq_dead (irq_dead),
    .now (cycles),
    .cfg_node (own_node), .cfg_enable (enable_unused), .cfg_on (cfg_on),
    .cfg_cell_limit (cfg_cell_limit), .cfg_cpl_retired (cfg_cpl_retired), .settings (settings),
    .core_rst (core_rst), .quiesce (quiesce), .tx_idle (tx_idle), .rx_idle (rx_idle),
    .core_ready (core_ready), .renumber (renumber), .numbers (numbers),
    .command_valid (command_valid), .command_ready (grant[`GRANT_COMMAND]), .command (command),
    .result (result), .snap_req (snap_req), .snap_busy (snap_busy),
    .cnt_idx (cnt_idx), .cnt_data (cnt_data), .cnt_valid (cnt_valid),
    .stat_cells_free ({{(16-TCW){1'b0}}, stat_free}),
    .stat_cells_low ({{(16-TCW){1'b0}}, stat_low}),
    .stat_pkts_free ({{(17-CW){1'b0}}, stat_pkts_free}),
    .stat_rxc_free ({{(16-RCW){1'b0}}, free_cells})
);

ttp_init #(.TX_CELLS (TX_CELLS), .ENTS (ENTS)) u_init (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .core_ready (core_ready)
);

ttp_receive #(
    .DATA_W (DATA_W), .RX_CELLS (RX_CELLS), .DEEP (DEEP), .RCW (RCW), .WPC (WPC),
    .ADDR_HIGH (ADDR_HIGH)
) u_receive (
    .clk (clk), .rst (rst), .core_rst (core_rst), .cfg_node (own_node), .cfg_on (cfg_on),
    .quiesce (quiesce), .rx_idle (rx_idle),
    .s_axis_wire_tdata (s_axis_wire_tdata), .s_axis_wire_tkeep (s_axis_wire_tkeep),
    .s_axis_wire_tvalid (s_axis_wire_tvalid), .s_axis_wire_tlast (s_axis_wire_tlast),
    .s_axis_wire_tuser (s_axis_wire_tuser), .s_axis_wire_tready (s_axis_wire_tready),
    .m_axis_host_tdata (m_axis_host_tdata), .m_axis_host_tkeep (m_axis_host_tkeep),
    .m_axis_host_tvalid (m_axis_host_tvalid), .m_axis_host_tlast (m_axis_host_tlast),
    .m_axis_host_tid (m_axis_host_tid), .m_axis_host_tready (m_axis_host_tready),
    .received_valid (received_valid), .received_ready (grant[`GRANT_RECEIVED]),
    .received (received), .received_few (received_few),
    .credit_for_frame (credit_for_frame), .credit_take_frame (credit_take_frame),
    .verdict_valid (verdict_valid), .verdict (verdict), .free_cells (free_cells),
    .drop_pulse (drop_pulse), .rx_pulse (rx_pulse), .dlv_pulse (dlv_pulse), .dlv_len (dlv_len)
);

assign request[`GRANT_RECEIVED] = received_valid;
assign request[`GRANT_TIMER]    = expired_valid;
assign request[`GRANT_COMMAND]  = command_valid && core_ready;
assign request[`GRANT_LEFT]     = left_valid;
assign request[`GRANT_LOOKUP]   = lookup_valid;
assign request[`GRANT_DOORBELL] = doorbell_valid;
assign request[`GRANT_READY]    = ready_valid;
assign request[`GRANT_SECOND]   = second_valid;

ttp_arbiter #(.DATA_W (DATA_W), .DEEP (DEEP), .SLOTS (SLOTS)) u_arbiter (
    .clk (clk), .rst (core_rst), .request (request),
    .received_open (received[`RECEIVED_OP] == `TTP_OP_OPEN), .received_few (received_few),
    .command_peek (command[`COMMAND_PEEK]), .stage (stage), .credit_for_event (credit_for_event),
    .cpl_link_ready (link_ready), .slots_used (slots_used),
    .payload_valid (payload_valid), .payload_len (payload[`PAYLOAD_LEN]), .grant (grant),
    .credit_take_event (credit_take_event)
);

ttp_link_pipe #(
    .DATA_W (DATA_W), .LINK_SETS (SETS), .LINK_WAYS (WAYS), .TRACE (TRACE), .SLOTS (SLOTS),
    .DEEP (DEEP), .LW (LW), .CW (CW)
) u_link_pipe (
    .clk (clk), .rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .now (cycles[35:0]), .settings (settings), .renumber (renumber), .numbers (numbers),
    .irq_dead (irq_dead), .grant (grant), .received (received), .expired_link (expired_link),
    .left_link (left_link), .doorbell_link (doorbell_link), .ready_link (ready_link),
    .command (command), .stage (stage), .second_valid (second_valid),
    .append_valid (append_valid), .append (append[LW+CW-1:0]),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_act (pin_act), .pin_kill (pin_kill),
    .lookup (lookup), .lookup_done (lookup_done), .lookup_answer (lookup_answer),
    .freed_moved (freed_moved), .freed (freed[LW+CW-1:0]), .goal_valid (goal_valid), .goal (goal),
    .s1_rd_en (s1_rd_en), .s1_link (s1_link), .slots_used (slots_used),
    .send_valid (send_valid), .send (send),
    .ready_push (ready_push), .ready_push_replay (ready_push_replay),
    .ready_push_link (ready_push_link), .respond_valid (respond_valid), .respond (respond),
    .credit_give (credit_give), .verdict_valid (verdict_valid), .verdict (verdict),
    .timer_valid (timer_valid), .timer (timer), .result (result),
    .ended_valid (ended_valid), .ended (ended), .count (count),
    .trace_valid (trace_valid), .trace (trace)
);

ttp_link_timer #(.LINKS (LINKS), .DEEP (DEEP), .LW (LW)) u_link_timer (
    .clk (clk), .rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .now (cycles[31:0]), .timer_valid (timer_valid), .timer (timer),
    .expired_valid (expired_valid), .expired_link (expired_link),
    .expired_ready (grant[`GRANT_TIMER])
);

ttp_tx_ingest #(
    .DATA_W (DATA_W), .TX_PKTS (TX_PKTS), .DEEP (DEEP), .LINKS (LINKS), .ENTS (ENTS), .LW (LW),
    .EW (EW), .CW (CW), .TCW (TCW), .WPC (WPC)
) u_tx_ingest (
    .clk (clk), .rst (rst), .core_rst (core_rst),
    .cfg_on (cfg_on), .cfg_node (own_node), .cfg_cell_limit (cfg_cell_limit),
    .cfg_close_tmo ({1'b0, settings[`SETTINGS_CLOSE_TMO]}),
    .cfg_retry_max (settings[`SETTINGS_RETRY_MAX]),
    .init_active (init_active), .init_idx (init_idx),
    .s_axis_host_tdata (s_axis_host_tdata), .s_axis_host_tkeep (s_axis_host_tkeep),
    .s_axis_host_tdest (s_axis_host_tdest), .s_axis_host_tvalid (s_axis_host_tvalid),
    .s_axis_host_tready (s_axis_host_tready), .s_axis_host_tlast (s_axis_host_tlast),
    .s_axis_host_tuser (s_axis_host_tuser),
    .lookup_valid (lookup_valid), .lookup (lookup), .lookup_ready (grant[`GRANT_LOOKUP]),
    .lookup_done (lookup_done), .lookup_answer (lookup_answer),
    .pin_valid (pin_valid), .pin_link (pin_link), .pin_kill (pin_kill), .pin_act (pin_act),
    .append_valid (append_valid), .append (append),
    .doorbell_valid (doorbell_valid), .doorbell_link (doorbell_link),
    .doorbell_ready (grant[`GRANT_DOORBELL]),
    .freed_valid (freed_valid), .freed_moved (freed_moved), .freed (freed),
    .wr_en (store_valid), .wr_ready (store_ready), .wr_addr (store_addr), .wr_data (store_data),
    .fc_valid (free_cell_valid), .fc_cell (free_cell), .fc_pop (free_cell_pop),
    .abort_valid (abort_valid), .abort_ready (abort_ready), .abort_chain (abort_chain),
    .refused_valid (refused_valid), .refused_ready (refused_ready), .refused (refused),
    .acc_pulse (acc_pulse), .acc_len (acc_len), .ref_pulse (ref_pulse), .dis_pulse (dis_pulse),
    .stat_pkts_free (stat_pkts_free)
);

ttp_tx_sram #(
    .DATA_W (DATA_W), .TX_CELLS (TX_CELLS), .SRAM_1P (SRAM_1P), .DEEP (DEEP), .TCW (TCW), .WPC (WPC)
) u_tx_sram (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .wr_en (store_valid), .wr_ready (store_ready), .wr_addr (store_addr), .wr_data (store_data),
    .fc_valid (free_cell_valid), .fc_cell (free_cell), .fc_pop (free_cell_pop),
    .abort_valid (abort_valid), .abort_ready (abort_ready), .abort_chain (abort_chain),
    .freed_valid (freed_valid), .freed_chain (freed[`FREED_CHAIN]),
    .rd_en (fetch_en), .rd_addr (fetch_addr), .rd_data (fetch_data),
    .nc_en (next_cell_en), .nc_addr (next_cell_addr), .nc_data (next_cell),
    .stat_free (stat_free), .stat_low (stat_low)
);

ttp_retire #(
    .LINKS (LINKS), .LW (LW), .ENTS (ENTS), .EW (EW), .CW (CW), .TCW (TCW), .DEEP (DEEP),
    .SLOTS (SLOTS)
) u_retire (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .cfg_cpl_retired (cfg_cpl_retired), .append_valid (append_valid), .append (append),
    .goal_valid (goal_valid), .goal (goal), .slots (slots),
    .freed_valid (freed_valid), .freed_moved (freed_moved), .freed (freed),
    .retired_valid (retired_valid), .retired_ready (retired_ready), .retired (retired),
    .retired_pulse (retired_pulse), .flushed_pulse (flushed_pulse)
);

ttp_retransmit #(
    .LINKS (LINKS), .LW (LW), .ENTS (ENTS), .EW (EW), .TCW (TCW), .SLOTS (SLOTS),
    .CUT (DATA_W == 512 ? 0 : 1), .CW (CW)
) u_retransmit (
    .clk (clk), .core_rst (core_rst), .init_active (init_active), .init_idx (init_idx),
    .append_valid (append_valid), .append (append), .freed_moved (freed_moved), .freed (freed),
    .s1_rd_en (s1_rd_en), .s1_link (s1_link), .send_valid (send_valid), .send (send),
    .payload_ready (payload_ready), .slots_used (slots_used),
    .payload_valid (payload_valid), .payload (payload), .slots (slots)
);

ttp_tx_respond #(.DATA_W (DATA_W), .LW (LW)) u_tx_respond (
    .clk (clk), .core_rst (core_rst), .respond_valid (respond_valid), .respond (respond),
    .credit_take_frame (credit_take_frame), .credit_take_event (credit_take_event),
    .credit_give (credit_give), .response_ready (response_ready), .frame_left (frame_left),
    .left_ready (grant[`GRANT_LEFT]),
    .credit_for_frame (credit_for_frame), .credit_for_event (credit_for_event),
    .response_valid (response_valid), .response (response),
    .left_valid (left_valid), .left_link (left_link)
);

ttp_tx_sched #(.LINKS (LINKS), .LW (LW)) u_tx_sched (
    .clk (clk), .core_rst (core_rst),
    .ready_push (ready_push), .ready_push_link (ready_push_link),
    .ready_push_replay (ready_push_replay), .ready_pop (grant[`GRANT_READY]),
    .response_valid (response_valid), .payload_valid (payload_valid),
    .start_response (start_response), .start_payload (start_payload),
    .ready_valid (ready_valid), .ready_link (ready_link), .sel_payload (sel_payload)
);

ttp_tx_frame #(.DATA_W (DATA_W), .TCW (TCW), .ADDR_HIGH (ADDR_HIGH)) u_tx_frame (
    .clk (clk), .core_rst (core_rst), .cfg_node (own_node), .quiesce (quiesce),
    .payload_valid (payload_valid), .payload (payload),
    .response_valid (response_valid), .response (response), .sel_payload (sel_payload),
    .rd_data (fetch_data), .nc_data (next_cell), .m_axis_wire_tready (m_axis_wire_tready),
    .payload_ready (payload_ready), .response_ready (response_ready),
    .start_response (start_response), .start_payload (start_payload),
    .rd_en (fetch_en), .rd_addr (fetch_addr), .nc_en (next_cell_en), .nc_addr (next_cell_addr),
    .m_axis_wire_tdata (m_axis_wire_tdata), .m_axis_wire_tkeep (m_axis_wire_tkeep),
    .m_axis_wire_tvalid (m_axis_wire_tvalid), .m_axis_wire_tlast (m_axis_wire_tlast),
    .m_axis_wire_tuser (m_axis_wire_tuser), .frame_left (frame_left),
    .tx_idle (tx_idle), .tx_pulse (tx_pulse)
);

ttp_cpl u_cpl (
    .clk (clk), .rst (rst), .ended_valid (ended_valid), .ended (ended), .link_ready (link_ready),
    .retired_valid (retired_valid), .retired_ready (retired_ready), .retired (retired),
    .refused_valid (refused_valid), .refused_ready (refused_ready), .refused (refused),
    .m_axis_cpl_tdata (m_axis_cpl_tdata), .m_axis_cpl_tvalid (m_axis_cpl_tvalid),
    .m_axis_cpl_tready (m_axis_cpl_tready), .lost (lost)
);

ttp_perf #(.DATA_W (DATA_W)) u_perf (
    .clk (clk), .rst (rst), .now (cycles[5:0]), .inc_en (inc_en), .dlv_bytes (dlv_len),
    .acc_bytes (acc_len), .snap_req (snap_req), .snap_busy (snap_busy),
    .rd_idx (cnt_idx), .rd_data (cnt_data), .cnt_valid (cnt_valid)
);

endmodule

`resetall
