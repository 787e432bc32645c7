// SPDX-License-Identifier: Apache-2.0
//
// ttp_mac - the TTP MAC: hardware transport over lossy Ethernet
//
// Instances and wires only. A frame from the wire goes from receive to the link pipe. A payload
// that its link takes waits in receive for the host. A payload of the host waits in transmit until
// the link pipe sends it, stays there until its ACK comes, and is freed. docs/architecture.md has
// the picture, docs/protocol.md the rules, docs/registers.md the map, each header the cycles.
//
// Errors: no input stops this block. What can not be handled is dropped and counted, or refused
// with a completion. No output depends combinationally on an input, but the reset of inner flops.
//
// Timing: that of the blocks. Mirror: model/ttp_mac.c, cycle by cycle the same pins
// Lockstep test: tb/block/ttp_mac.cpp and the system scenarios

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
    parameter DEEP      = DATA_W == 512 ? 1 : 0,    // 1: for a fast clock; at 512 bit always
    parameter SRAM_1P   = 0,        // 1: single-port transmit SRAM, half the throughput
    parameter SELECTIVE = 0,        // 1: selective repeat: docs/integration.md

    // What these registers hold after reset, so that no software is needed: docs/timers.md
    parameter TIMEOUT_RST   = `TTP_RST_TIMEOUT,     // cycles, 1..2^30: 4096
    parameter OPEN_TMO_RST  = `TTP_RST_OPEN_TMO,    // cycles, 1..2^30: 4096
    parameter CLOSE_TMO_RST = `TTP_RST_CLOSE_TMO,   // cycles, 1..2^30: 4096
    parameter BACKOFF_RST   = `TTP_RST_BACKOFF,     // cycles, 1..2^30: 1024
    parameter RETRY_MAX_RST = `TTP_RST_RETRY_MAX,   // rounds, 1..255: 64

    // High 24 bits of every address, ours and our peers': 98:ED:5C. Not with the group bit (bit 16)
    parameter ADDR_HIGH = {8'd0, `TTP_OUI},

    // 1: register VC_ORDER, strict order or weights of the channels. Lists of waiting links for
    // each beside those for all: twice the memory of ttp_tx_sched
    parameter VC_ORDER  = 0,

    // SELECTIVE: links that may hold payloads, and as many with marks in the sender: 2, 4, 8, 16;
    // payloads of each, held or in flight: 256, 512. 0: at 512 bit 16, and 512 from 8192 RX_CELLS
    // on; else 4 and 256
    parameter SEL_CONTEXTS = 0,
    parameter SEL_WINDOW   = 0
) (
    input  wire                  clk,
    input  wire                  rst,                   // synchronous, active high, >= 1 cycle

    // Reset values of their registers
    input  wire [23:0]           cfg_node,              // our address is {ADDR_HIGH, cfg_node}
    input  wire                  cfg_enable,
    input  wire [15:0]           cfg_epoch_seed,        // first life number; another each boot

    // Payloads from the host: up to 1024 bytes to tlast are one payload, more is cut
    input  wire [DATA_W-1:0]     s_axis_host_tdata,     // byte 0 in [7:0]
    input  wire [DATA_W/8-1:0]   s_axis_host_tkeep,     // ones; on tlast from bit 0, at least one
    input  wire                  s_axis_host_tvalid,
    output wire                  s_axis_host_tready,
    input  wire                  s_axis_host_tlast,
    input  wire                  s_axis_host_tuser,     // with tlast: discard
    input  wire [31:0]           s_axis_host_tdest,     // {VC[7:0], node[23:0]}, of the first beat

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
    output wire                  m_axis_wire_tvalid,    // stays 1 in a frame while tready is
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
localparam CONTEXTS = SEL_CONTEXTS != 0 ? SEL_CONTEXTS : DATA_W == 512 ? 16 : 4;
localparam PW    = SEL_WINDOW != 0 ? $clog2(SEL_WINDOW)
                 : DATA_W == 512 && RX_CELLS >= 8192 ? 9 : 8;   // a bay for each payload
localparam PIPE  = `TTP_PIPE;                           // depth of the link pipe
localparam FOLLOW = (`TTP_PIPE_FOLLOW >> 4 * PIPE) & 15;

ttp_params_check #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(TRACE), .DEEP(DEEP),
    .SRAM_1P(SRAM_1P), .SELECTIVE(SELECTIVE), .OPEN_TMO_RST(OPEN_TMO_RST),
    .CLOSE_TMO_RST(CLOSE_TMO_RST), .BACKOFF_RST(BACKOFF_RST), .RETRY_MAX_RST(RETRY_MAX_RST),
    .TIMEOUT_RST(TIMEOUT_RST), .ADDR_HIGH(ADDR_HIGH), .VC_ORDER(VC_ORDER),
    .SEL_CONTEXTS(SEL_CONTEXTS), .SEL_WINDOW(SEL_WINDOW)
) u_params_check ();

// ---- The buses: who drives, who listens. Fields: ttp_bus_rx.vh.
// ttp_control to all: configuration, time, resets, memories to clear; at rest: receive, transmit
wire                        cfg_on, cfg_cpl_retired, core_rst, quiesce, rx_idle, tx_idle;
wire [23:0]                 own_node;
wire [16:0]                 cfg_cell_limit;
wire [`TTP_SETTINGS_W-1:0]  settings;       // to the link pipe, two of them to transmit
wire [35:0]                 now;
wire                        init_active;
wire [16:0]                 init_idx;
// ttp_control to the link pipe, and back; irq_dead: the cause DEAD is pending
wire                        irq_dead, command_valid;
wire [`TTP_COMMAND_W-1:0]   command;
wire [`TTP_RESULT_W-1:0]    result;
wire [`TTP_RENUMBER_W-1:0]  renumber;
wire [`TTP_NUMBERS_W-1:0]   numbers;
// ttp_receive to the link pipe: a frame; to control: free_cells
wire                        received_valid, received_few, received_more;
wire [`TTP_RECEIVED_W-1:0]  received;
wire [RCW:0]                free_cells;
// Sources of events to ttp_arbiter, and back: what is granted is taken
wire [`TTP_GRANT_W-1:0]     request, grant;
// Between the three blocks of the links; second: the link that acts has a second turn
wire [`TTP_STAGE_W-1:0]     stage;
wire [`TTP_TIMER_W-1:0]     timer;
wire                        second_valid, no_turns, timer_valid, expired_valid;
wire [LW-1:0]               expired_link;
// ttp_link_pipe, as an event acts: to receive, transmit
wire                        verdict_valid, respond_valid, ready_push, ready_push_replay;
wire [`TTP_VERDICT_W-1:0]   verdict;
wire [`TTP_RESPOND_W-1:0]   respond;
// SELECTIVE: keep goes with the verdict; back, whether a payload would be held. map: what receive
// holds of a link, transmit asks.
wire                        may_stow, map_ask, map_done, map_ready, map_none;
wire [LW-1:0]               stow_link, map_link;
wire [`TTP_KEEP_W-1:0]      keep;
wire [`TTP_MAP_W-1:0]       the_map;
wire [`TTP_HOLDS_W-1:0]     holds;
wire [`TTP_MARKED_W-1:0]    marked;
wire [LW-1:0]               ready_push_link;
// ttp_link_pipe a cycle later: to control, to the ports
wire [`TTP_COUNT_W-1:0]     count;
wire [`TTP_TRACE_W-1:0]     trace;
// Credits: ttp_transmit has them; receive and the arbiter take, the link pipe gives back
wire                        credit_take_frame, credit_take_event, credit_give;
wire                        credit_for_frame, credit_for_event;
// Pulses to control: receive, transmit; lost: ttp_cpl
wire                        dlv_pulse, acc_pulse, ref_pulse, dis_pulse;
wire                        retired_pulse, flushed_pulse, lost;
wire [15:0]                 drop_pulse;
wire [10:0]                 rx_pulse, tx_pulse, dlv_len, acc_len;

// ---- The same of ttp_transmit. Fields: ttp_bus_tx.vh.
// Events: a lookup, which the link pipe answers; a doorbell; a link whose answer has left; a link
// that has something to send
wire                        lookup_valid, lookup_done, doorbell_valid;
wire [`TTP_LOOKUP_W-1:0]    lookup;
wire [`TTP_ANSWER_W-1:0]    lookup_answer;
wire [LW-1:0]               doorbell_link;
// VC_ORDER: the doorbell that has the grant is no turn, its link joins those that wait.
wire                        doorbell_joins;
wire                        left_valid, ready_valid;
wire [LW-1:0]               left_link, ready_link;
// SELECTIVE: of `ready`, the IDs of what is lost. flight: what an event has left, for the marks; of
// them back whether the link that is compared has any. heard: a map, from receive.
wire                        ready_resend, ready_news, flight_valid, has_marks, heard_valid;
wire [`TTP_RESEND_W-1:0]    resend;
wire [`TTP_FLIGHT_W-1:0]    flight;
wire [`TTP_HEARD_W-1:0]     heard;
wire [7:0]                  marks_gen;
// SELECTIVE: ttp_control asks what transmit keeps of the link of its command, until it is told
wire                        path_ask, path_told;
wire [`TTP_PATH_W-1:0]      path;
// The link that ingest has cached. The link pipe does not give its entry away, asks for it (kill),
// and says whether an append needs no doorbell (act).
wire                        pin_valid, pin_kill, pin_act, evicting, pin_read;
wire [LW-1:0]               pin_read_link;
wire [LW-1:0]               pin_link;
// To the link pipe: payloads appended to a link, and freed. Back: the goal up to which its payloads
// retire. GOAL_PUSH = 0: ttp_retire is already working on this link.
wire                        append_valid, freed_moved, goal_valid;
wire [LW+CW-1:0]            append_count, freed_count;
wire [`TTP_GOAL_W-1:0]      goal;
// The link pipe sends a payload, while slots_used < SLOTS. list_rd_en: it may do so for list_link,
// and ttp_retransmit what it knows of that link. payload_long: one of 8 beats or more is being sent
wire                        send_valid, list_rd_en, payload_long;
wire [`TTP_SEND_W-1:0]      send;
wire [LW-1:0]               list_link;
wire [3:0]                  slots_used;
// Completions, to cpl: ended from the link pipe; an event that may end a link waits for link_ready
wire                        ended_valid, link_ready;
wire                        retired_valid, retired_ready, refused_valid, refused_ready;
wire [127:0]                ended, refused;
wire [`TTP_RETIRED_W-1:0]   retired;
// Fill, to control: entries, cells, and the fewest cells ever
wire [CW-1:0]               stat_pkts_free;
wire [TCW:0]                stat_free, stat_low;

assign {trace_link, trace_state0, trace_state1, trace_event, trace_action,
        trace_txid, trace_rxid} = trace;

ttp_control #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(SETS), .LINK_WAYS(WAYS), .TRACE(TRACE), .SRAM_1P(SRAM_1P), .DEEP(DEEP),
    .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER),
    .TIMEOUT_RST(TIMEOUT_RST), .OPEN_TMO_RST(OPEN_TMO_RST), .CLOSE_TMO_RST(CLOSE_TMO_RST),
    .BACKOFF_RST(BACKOFF_RST), .RETRY_MAX_RST(RETRY_MAX_RST),
    .ENTS(ENTS), .CW(CW), .TCW(TCW), .RCW(RCW)
) u_control (
    .clk(clk), .rst(rst),
    .cfg_node(cfg_node), .cfg_enable(cfg_enable), .cfg_epoch_seed(cfg_epoch_seed),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr),
    .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready), .irq(irq), .irq_dead(irq_dead),
    .own_node(own_node), .cfg_on(cfg_on), .cfg_cell_limit(cfg_cell_limit),
    .cfg_cpl_retired(cfg_cpl_retired), .settings(settings), .now(now),
    .core_rst(core_rst), .quiesce(quiesce), .rx_idle(rx_idle), .tx_idle(tx_idle),
    .init_active(init_active), .init_idx(init_idx),
    .command_valid(command_valid), .command_ready(grant[`GRANT_COMMAND]), .command(command),
    .result(result), .path_ask(path_ask), .path_told(path_told), .path(path),
    .renumber(renumber), .numbers(numbers), .count(count),
    .drop_pulse(drop_pulse), .rx_pulse(rx_pulse), .tx_pulse(tx_pulse), .holds(holds),
    .marked(marked),
    .dlv_pulse(dlv_pulse), .dlv_len(dlv_len), .acc_pulse(acc_pulse), .acc_len(acc_len),
    .ref_pulse(ref_pulse), .dis_pulse(dis_pulse), .retired_pulse(retired_pulse),
    .flushed_pulse(flushed_pulse), .lost(lost), .stat_pkts_free(stat_pkts_free),
    .stat_free(stat_free), .stat_low(stat_low), .stat_rxc_free(free_cells)
);

ttp_receive #(
    .DATA_W(DATA_W), .RX_CELLS(RX_CELLS), .DEEP(DEEP), .SELECTIVE(SELECTIVE), .CONTEXTS(CONTEXTS),
    .PW(PW), .LW(LW), .RCW(RCW), .WPC(WPC), .ADDR_HIGH(ADDR_HIGH)
) u_receive (
    .clk(clk), .rst(rst), .core_rst(core_rst), .cfg_node(own_node), .cfg_on(cfg_on),
    .quiesce(quiesce), .rx_idle(rx_idle),
    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tlast(s_axis_wire_tlast),
    .s_axis_wire_tuser(s_axis_wire_tuser), .s_axis_wire_tready(s_axis_wire_tready),
    .m_axis_host_tdata(m_axis_host_tdata), .m_axis_host_tkeep(m_axis_host_tkeep),
    .m_axis_host_tvalid(m_axis_host_tvalid), .m_axis_host_tlast(m_axis_host_tlast),
    .m_axis_host_tid(m_axis_host_tid), .m_axis_host_tready(m_axis_host_tready),
    .received_valid(received_valid), .received_ready(grant[`GRANT_RECEIVED]),
    .received(received), .received_few(received_few), .received_more(received_more),
    .credit_for_frame(credit_for_frame), .credit_take_frame(credit_take_frame),
    .verdict_valid(verdict_valid), .verdict(verdict), .keep(keep), .stow_link(stow_link),
    .may_stow(may_stow), .map_ask(map_ask), .map_link(map_link), .map_done(map_done),
    .map_ready(map_ready), .map_none(map_none), .the_map(the_map), .holds(holds),
    .heard_valid(heard_valid), .heard(heard), .free_cells(free_cells),
    .drop_pulse(drop_pulse), .rx_pulse(rx_pulse), .dlv_pulse(dlv_pulse), .dlv_len(dlv_len)
);

// ---- The links: which event is next, what it does to its link, when a link is due
//
//    request --> ttp_arbiter --> grant --> ttp_link_pipe --> what is to be done   to all
//                     ^                         | timer
//                     +------- expired --- ttp_link_timer
assign request[`GRANT_RECEIVED] = received_valid;
assign request[`GRANT_TIMER]    = expired_valid;
assign request[`GRANT_COMMAND]  = command_valid;
assign request[`GRANT_LEFT]     = left_valid;
assign request[`GRANT_LOOKUP]   = lookup_valid;
assign request[`GRANT_DOORBELL] = doorbell_valid;
assign request[`GRANT_READY]    = ready_valid;
assign request[`GRANT_SECOND]   = second_valid;

ttp_arbiter #(
    .DEEP(DEEP), .SLOTS(SLOTS), .AHEAD(SELECTIVE != 0 ? 3 : 2), .VC_ORDER(VC_ORDER)
) u_arbiter (
    .clk(clk), .rst(core_rst), .request(request),
    .received_few(received_few), .received_more(received_more),
    .ready_news(ready_news), .command_peek(command[`COMMAND_PEEK]), .stage(stage),
    .credit_for_event(credit_for_event), .cpl_link_ready(link_ready), .slots_used(slots_used),
    .payload_long(payload_long), .grant(grant),
    .credit_take_event(credit_take_event), .no_turns(no_turns),
    .cfg_mode(settings[`SETTINGS_VC_MODE]), .doorbell_joins(doorbell_joins)
);

ttp_link_pipe #(
    .DATA_W(DATA_W), .LINK_SETS(SETS), .LINK_WAYS(WAYS), .TRACE(TRACE),
    .SLOTS(SLOTS), .DEEP(DEEP), .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER), .LW(LW), .CW(CW),
    .PW(PW)
) u_link_pipe (
    .clk(clk), .rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .now(now), .settings(settings), .renumber(renumber), .numbers(numbers),
    .irq_dead(irq_dead), .grant(grant), .received(received), .expired_link(expired_link),
    .left_link(left_link), .doorbell_link(doorbell_link), .doorbell_joins(doorbell_joins),
    .ready_link(ready_link),
    .ready_resend(ready_resend), .resend(resend), .command(command), .stage(stage),
    .second_valid(second_valid),
    .no_turns(no_turns), .append_valid(append_valid), .append(append_count),
    .pin_valid(pin_valid), .pin_link(pin_link), .pin_act(pin_act), .pin_kill(pin_kill),
    .evicting(evicting), .pin_read(pin_read), .pin_read_link(pin_read_link),
    .lookup(lookup), .lookup_done(lookup_done), .lookup_answer(lookup_answer),
    .freed_moved(freed_moved), .freed(freed_count), .goal_valid(goal_valid), .goal(goal),
    .list_rd_en(list_rd_en), .list_link(list_link), .slots_used(slots_used),
    .send_valid(send_valid), .send(send),
    .ready_push(ready_push), .ready_push_replay(ready_push_replay),
    .ready_push_link(ready_push_link), .respond_valid(respond_valid), .respond(respond),
    .credit_give(credit_give), .verdict_valid(verdict_valid), .verdict(verdict),
    .keep(keep), .stow_link(stow_link), .may_stow(may_stow),
    .has_marks(has_marks), .marks_gen(marks_gen), .flight_valid(flight_valid), .flight(flight),
    .timer_valid(timer_valid), .timer(timer), .result(result),
    .ended_valid(ended_valid), .ended(ended), .count(count),
    .trace_valid(trace_valid), .trace(trace)
);

ttp_link_timer #(
    .LINKS(LINKS), .EVERY(FOLLOW), .DEEP(DEEP), .LW(LW)
) u_link_timer (
    .clk(clk), .rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .now(now[31:0]), .timer_valid(timer_valid), .timer(timer),
    .expired_valid(expired_valid), .expired_link(expired_link),
    .expired_ready(grant[`GRANT_TIMER])
);

ttp_transmit #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .SRAM_1P(SRAM_1P), .DEEP(DEEP),
    .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER), .CONTEXTS(CONTEXTS), .ADDR_HIGH(ADDR_HIGH),
    .PW(PW), .SLOTS(SLOTS),
    .LINKS(LINKS), .ENTS(ENTS),
    .LW(LW), .EW(EW), .CW(CW), .TCW(TCW), .WPC(WPC)
) u_transmit (
    .clk(clk), .rst(rst), .core_rst(core_rst), .quiesce(quiesce), .tx_idle(tx_idle),
    .init_active(init_active), .init_idx(init_idx),
    .own_node(own_node), .cfg_on(cfg_on), .cfg_cell_limit(cfg_cell_limit),
    .cfg_cpl_retired(cfg_cpl_retired), .settings(settings),
    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tdest(s_axis_host_tdest), .s_axis_host_tvalid(s_axis_host_tvalid),
    .s_axis_host_tlast(s_axis_host_tlast), .s_axis_host_tuser(s_axis_host_tuser),
    .s_axis_host_tready(s_axis_host_tready), .m_axis_wire_tdata(m_axis_wire_tdata),
    .m_axis_wire_tkeep(m_axis_wire_tkeep), .m_axis_wire_tvalid(m_axis_wire_tvalid),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(m_axis_wire_tuser),
    .m_axis_wire_tready(m_axis_wire_tready),
    .grant(grant), .lookup_valid(lookup_valid), .lookup(lookup),
    .doorbell_valid(doorbell_valid), .doorbell_link(doorbell_link), .left_valid(left_valid),
    .left_link(left_link), .ready_valid(ready_valid), .ready_link(ready_link),
    .marked(marked), .ready_resend(ready_resend), .ready_news(ready_news), .resend(resend),
    .now(now[23:0]), .flight_valid(flight_valid), .flight(flight), .heard_valid(heard_valid),
    .heard(heard), .stow_link(stow_link), .has_marks(has_marks), .marks_gen(marks_gen),
    .path_ask(path_ask), .path_link(command[`COMMAND_LINK]), .path_told(path_told), .path(path),
    .lookup_done(lookup_done), .lookup_answer(lookup_answer), .pin_valid(pin_valid),
    .pin_link(pin_link), .pin_kill(pin_kill), .pin_act(pin_act),
    .evicting(evicting), .pin_read(pin_read), .pin_read_link(pin_read_link),
    .append_valid(append_valid), .append_count(append_count), .goal_valid(goal_valid), .goal(goal),
    .freed_moved(freed_moved),
    .freed_count(freed_count), .send_valid(send_valid), .send(send), .list_rd_en(list_rd_en),
    .list_link(list_link), .slots_used(slots_used), .respond_valid(respond_valid),
    .respond(respond), .map_ask(map_ask), .map_link(map_link), .map_done(map_done),
    .map_ready(map_ready), .map_none(map_none), .the_map(the_map),
    .ready_push(ready_push), .ready_push_link(ready_push_link),
    .ready_push_replay(ready_push_replay),
    .payload_long(payload_long),
    .credit_for_frame(credit_for_frame),
    .credit_for_event(credit_for_event), .credit_take_frame(credit_take_frame),
    .credit_take_event(credit_take_event), .credit_give(credit_give),
    .retired_valid(retired_valid), .retired(retired), .retired_ready(retired_ready),
    .refused_valid(refused_valid), .refused(refused), .refused_ready(refused_ready),
    .acc_pulse(acc_pulse), .acc_len(acc_len), .ref_pulse(ref_pulse), .dis_pulse(dis_pulse),
    .retired_pulse(retired_pulse), .flushed_pulse(flushed_pulse), .tx_pulse(tx_pulse),
    .stat_pkts_free(stat_pkts_free), .stat_free(stat_free), .stat_low(stat_low)
);

ttp_cpl u_cpl (
    .clk(clk), .rst(rst), .ended_valid(ended_valid), .ended(ended), .link_ready(link_ready),
    .retired_valid(retired_valid), .retired_ready(retired_ready), .retired(retired),
    .refused_valid(refused_valid), .refused_ready(refused_ready), .refused(refused),
    .m_axis_cpl_tdata(m_axis_cpl_tdata), .m_axis_cpl_tvalid(m_axis_cpl_tvalid),
    .m_axis_cpl_tready(m_axis_cpl_tready), .lost(lost)
);

endmodule

`resetall
