// SPDX-License-Identifier: Apache-2.0
//
// ttp_transmit - the transmit half of the MAC: host to wire, kept until the ACK
//
//    host --> ttp_tx_ingest --> append           to the list of its link
//                  | words
//             ttp_tx_sram                        the cells, which are the congestion window
//                  | words
//    wire <-- ttp_tx_frame <-- ttp_retransmit <-- send       of the link pipe
//                  ^-- ttp_tx_respond <-- respond            of the link pipe
//             ttp_tx_sched                       whose turn it is, of links and at the wire
//             ttp_tx_marks                       SELECTIVE: and of what is lost before those
//             ttp_retire <-- goal                of the link pipe: what it gives back is freed
//
// Timing: that of its blocks.
// Part of: ttp_mac

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_transmit #(
    parameter DATA_W    = 512,  // bits a beat: 64, 128, 256, 512
    parameter TX_CELLS  = 16384,    // cells of 64 bytes
    parameter TX_PKTS   = 4096, // payloads in flight
    parameter SRAM_1P   = 0,    // 1: a memory with a single port
    parameter DEEP      = 0,    // 1: for a fast clock
    parameter SELECTIVE = 0,    // 1: offers are made, and sends have numbers
    parameter VC_ORDER  = 0,    // 1: an order between channels
    parameter ADDR_HIGH = {8'd0, `TTP_OUI},
    // Derived by ttp_mac
    parameter SLOTS     = 8,
    parameter LINKS     = 1536,
    parameter ENTS      = 5632,
    parameter CONTEXTS  = 16,   // SELECTIVE: links with marks
    parameter PW        = 8,    // ... log2 of the payloads in flight: derived by ttp_mac
    parameter LW        = 11,   // width of a link, of an entry, of a payload count, of a cell
    parameter EW        = 13,
    parameter CW        = 13,
    parameter TCW       = 14,
    parameter WPC       = 1     // words a cell
) (
    input  wire                            clk,
    input  wire                            rst,
    input  wire                            core_rst,
    input  wire                            quiesce,
    output wire                            tx_idle,
    input  wire                            init_active,
    input  wire [16:0]                     init_idx,

    // Configuration; of settings CLOSE_TMO, RETRY_MAX, and what some parameter wants
    input  wire [23:0]                     own_node,
    input  wire                            cfg_on,
    input  wire [16:0]                     cfg_cell_limit,
    input  wire                            cfg_cpl_retired,
    input  wire [`TTP_SETTINGS_W-1:0]      settings,

    // Payloads from the host, frames to the wire
    input  wire [DATA_W-1:0]               s_axis_host_tdata,
    input  wire [DATA_W/8-1:0]             s_axis_host_tkeep,
    input  wire [31:0]                     s_axis_host_tdest,
    input  wire                            s_axis_host_tvalid,
    input  wire                            s_axis_host_tlast,
    input  wire                            s_axis_host_tuser,
    output wire                            s_axis_host_tready,
    output wire [DATA_W-1:0]               m_axis_wire_tdata,
    output wire [DATA_W/8-1:0]             m_axis_wire_tkeep,
    output wire                            m_axis_wire_tvalid,
    output wire                            m_axis_wire_tlast,
    output wire                            m_axis_wire_tuser,
    input  wire                            m_axis_wire_tready,

    // Events for the arbiter and the link pipe; grant: which of them is taken
    input  wire [`TTP_GRANT_W-1:0]         grant,
    output wire                            lookup_valid,
    output wire [`TTP_LOOKUP_W-1:0]        lookup,
    output wire                            doorbell_valid,
    output wire [LW-1:0]                   doorbell_link,
    output wire                            left_valid,
    output wire [LW-1:0]                   left_link,
    output wire                            ready_valid,
    output wire [LW-1:0]                   ready_link,
    output wire                            ready_resend,   // SELECTIVE: it is one of these,
    output wire [`TTP_MARKED_W-1:0]        marked,         // SELECTIVE: counters
    output wire                            ready_news,     // ... and no turn
    output wire [`TTP_RESEND_W-1:0]        resend,

    // From the link pipe, in its last cycle, and back
    input  wire                            lookup_done,
    input  wire [`TTP_ANSWER_W-1:0]        lookup_answer,
    output wire                            pin_valid,
    output wire [LW-1:0]                   pin_link,
    input  wire                            pin_kill,
    input  wire                            pin_act,
    input  wire                            evicting,
    output wire                            pin_read,
    output wire [LW-1:0]                   pin_read_link,
    output wire                            append_valid,
    output wire [LW+CW-1:0]                append_count,   // link and count
    input  wire                            goal_valid,
    input  wire [`TTP_GOAL_W-1:0]          goal,
    output wire                            freed_moved,
    output wire [LW+CW-1:0]                freed_count,    // link and count
    input  wire                            send_valid,
    input  wire [`TTP_SEND_W-1:0]          send,
    input  wire                            list_rd_en,
    input  wire [LW-1:0]                   list_link,
    output wire [3:0]                      slots_used,
    input  wire                            respond_valid,
    input  wire [`TTP_RESPOND_W-1:0]       respond,
    output wire                            map_ask,        // SELECTIVE: of ttp_receive
    output wire [LW-1:0]                   map_link,
    output wire                            map_done,
    input  wire                            map_ready,
    input  wire                            map_none,
    input  wire [`TTP_MAP_W-1:0]           the_map,
    input  wire [23:0]                     now,            // to ttp_tx_marks, and back
    input  wire                            flight_valid,
    input  wire [`TTP_FLIGHT_W-1:0]        flight,
    input  wire                            heard_valid,
    input  wire [`TTP_HEARD_W-1:0]         heard,
    input  wire [LW-1:0]                   stow_link,
    output wire                            has_marks,
    output wire [7:0]                      marks_gen,
    input  wire                            path_ask,       // of the registers, and back
    input  wire [15:0]                     path_link,
    output wire                            path_told,
    output wire [`TTP_PATH_W-1:0]          path,
    input  wire                            ready_push,
    input  wire [LW-1:0]                   ready_push_link,
    input  wire                            ready_push_replay,

    // To the arbiter: the payload that is being sent; response credits
    output wire                            payload_long,   // one of 8 beats or more
    output wire                            credit_for_frame,
    output wire                            credit_for_event,
    input  wire                            credit_take_frame,
    input  wire                            credit_take_event,
    input  wire                            credit_give,

    // Completions
    output wire                            retired_valid,
    output wire [`TTP_RETIRED_W-1:0]       retired,
    input  wire                            retired_ready,
    output wire                            refused_valid,
    output wire [127:0]                    refused,
    input  wire                            refused_ready,

    // Counters and fill
    output wire                            acc_pulse,
    output wire [10:0]                     acc_len,
    output wire                            ref_pulse,
    output wire                            dis_pulse,
    output wire                            retired_pulse,
    output wire                            flushed_pulse,
    output wire [10:0]                     tx_pulse,
    output wire [CW-1:0]                   stat_pkts_free,
    output wire [TCW:0]                    stat_free,
    output wire [TCW:0]                    stat_low
);

// store: words, from ttp_tx_ingest to ttp_tx_sram. free_cell: the next place for them, the other
// way. abort: what was stored is given up; it waits while ttp_retire gives cells back.
wire                        store_valid, store_ready, free_cell_valid, free_cell_pop;
wire                        abort_valid, abort_ready, freed_valid;
wire [`TTP_STORE_W-1:0]     store;
wire [TCW-1:0]              free_cell;
wire [`TTP_ABORT_W-1:0]     abort_chain;
// fetch: from ttp_tx_frame to ttp_tx_sram. The word and the next cell come a cycle later, and hold
// while their enable is 0.
wire [`TTP_FETCH_W-1:0]     fetch;
wire [DATA_W-1:0]           fetch_data;
wire [TCW-1:0]              next_cell;
// slots: the entries on their way to the wire, from ttp_retransmit to ttp_retire
wire [`TTP_SLOTS_W-1:0]     slots;
// append, from ttp_tx_ingest to ttp_retransmit, ttp_retire: a payload is whole, to its link's list.
// freed, from ttp_retire to ttp_tx_ingest, ttp_tx_sram, ttp_retransmit: a payload is given back
// (valid), and the numbers of its link move (moved). Of both the link pipe has link and count.
wire [`TTP_APPEND_W-1:0]    append;
wire [`TTP_FREED_W-1:0]     freed;
assign append_count = {append[`APPEND_NAPP], append[`APPEND_LINK]};
assign freed_count  = {freed[`FREED_COUNT], freed[`FREED_LINK]};
// payload, response: what goes next, to ttp_tx_frame; ready when it is done, frame_left when the
// last beat of an answer has left. ttp_tx_sched says which (sel_payload), and hears what started.
wire                        payload_valid, payload_ready;
wire                        response_valid, response_ready, frame_left;
wire                        sel_payload, start_response, start_payload;
wire [`TTP_RESPONSE_W-1:0]  response;
wire [`TTP_PAYLOAD_W-1:0]   payload;
// sent: of the payload in the cycle before, from ttp_retransmit; lost: ttp_tx_marks asks
wire [15:0]                 sent_number;
wire [EW-1:0]               sent_entry;
wire                        lost_valid;
wire [LW-1:0]               resend_link;
assign payload_long = payload_valid && payload[`PAYLOAD_LEN] >= DATA_W[10:0];

wire unused_bits = &{1'b0, grant, settings, path_link};       // of each only some

// At 512 bit the stores keep a cell a cycle, and are quick enough without more flops.
localparam STORE_DEEP = DATA_W == 512 ? 0 : DEEP;
localparam FOLLOW     = (`TTP_PIPE_FOLLOW >> 4 * `TTP_PIPE) & 15;

ttp_tx_ingest #(
    .DATA_W(DATA_W), .TX_PKTS(TX_PKTS), .DEEP(STORE_DEEP), .KNOWN(FOLLOW != 0 ? 64 : 0),
    .LINKS(LINKS), .ENTS(ENTS), .LW(LW), .EW(EW), .CW(CW), .TCW(TCW), .WPC(WPC)
) u_tx_ingest (
    .clk(clk), .rst(rst), .core_rst(core_rst),
    .cfg_on(cfg_on), .cfg_node(own_node), .cfg_cell_limit(cfg_cell_limit),
    .cfg_close_tmo({1'b0, settings[`SETTINGS_CLOSE_TMO]}),
    .cfg_retry_max(settings[`SETTINGS_RETRY_MAX]),
    .init_active(init_active), .init_idx(init_idx),
    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tdest(s_axis_host_tdest), .s_axis_host_tvalid(s_axis_host_tvalid),
    .s_axis_host_tready(s_axis_host_tready), .s_axis_host_tlast(s_axis_host_tlast),
    .s_axis_host_tuser(s_axis_host_tuser),
    .lookup_valid(lookup_valid), .lookup(lookup), .lookup_ready(grant[`GRANT_LOOKUP]),
    .lookup_done(lookup_done), .lookup_answer(lookup_answer),
    .pin_valid(pin_valid), .pin_link(pin_link), .pin_kill(pin_kill), .pin_act(pin_act),
    .evicting(evicting), .pin_read(pin_read), .found_link(pin_read_link),
    .append_valid(append_valid), .append(append),
    .doorbell_valid(doorbell_valid), .doorbell_link(doorbell_link),
    .doorbell_ready(grant[`GRANT_DOORBELL]),
    .freed_valid(freed_valid), .freed_moved(freed_moved), .freed(freed),
    .abort_valid(abort_valid), .abort_ready(abort_ready), .abort_chain(abort_chain),
    .refused_valid(refused_valid), .refused_ready(refused_ready), .refused(refused),
    .acc_pulse(acc_pulse), .acc_len(acc_len), .ref_pulse(ref_pulse), .dis_pulse(dis_pulse),
    .stat_pkts_free(stat_pkts_free),
    .store_valid(store_valid), .store_ready(store_ready), .store(store),
    .free_cell_valid(free_cell_valid), .free_cell(free_cell), .free_cell_pop(free_cell_pop)
);

ttp_tx_sram #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .SRAM_1P(SRAM_1P), .DEEP(STORE_DEEP), .TCW(TCW), .WPC(WPC)
) u_tx_sram (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .abort_valid(abort_valid), .abort_ready(abort_ready), .abort_chain(abort_chain),
    .freed_valid(freed_valid), .freed_chain(freed[`FREED_CHAIN]),
    .stat_free(stat_free), .stat_low(stat_low),
    .store_valid(store_valid), .store_ready(store_ready), .store(store),
    .free_cell_valid(free_cell_valid), .free_cell(free_cell), .free_cell_pop(free_cell_pop),
    .fetch(fetch), .fetch_data(fetch_data), .next_cell(next_cell)
);

ttp_retire #(
    .LINKS(LINKS), .LW(LW), .ENTS(ENTS), .EW(EW), .CW(CW), .TCW(TCW), .DEEP(DEEP),
    .SLOTS(SLOTS)
) u_retire (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .cfg_cpl_retired(cfg_cpl_retired), .append_valid(append_valid), .append(append),
    .goal_valid(goal_valid), .goal(goal), .slots(slots),
    .freed_valid(freed_valid), .freed_moved(freed_moved), .freed(freed),
    .retired_valid(retired_valid), .retired_ready(retired_ready), .retired(retired),
    .retired_pulse(retired_pulse), .flushed_pulse(flushed_pulse)
);

ttp_retransmit #(
    .LINKS(LINKS), .LW(LW), .ENTS(ENTS), .EW(EW), .TCW(TCW), .SLOTS(SLOTS),
    .FOLLOW(FOLLOW), .CW(CW), .NUMBER_W(SELECTIVE != 0 ? 16 : 0)
) u_retransmit (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .append_valid(append_valid), .append(append), .freed_moved(freed_moved), .freed(freed),
    .list_rd_en(list_rd_en), .list_link(list_link), .send_valid(send_valid), .send(send),
    .payload_ready(payload_ready), .slots_used(slots_used),
    .payload_valid(payload_valid), .payload(payload), .slots(slots),
    .sent_number(sent_number), .sent_entry(sent_entry)
);

ttp_tx_respond #(.DATA_W(DATA_W), .SELECTIVE(SELECTIVE), .LW(LW)) u_tx_respond (
    .clk(clk), .core_rst(core_rst), .respond_valid(respond_valid), .respond(respond),
    .credit_take_frame(credit_take_frame), .credit_take_event(credit_take_event),
    .credit_give(credit_give), .response_ready(response_ready), .frame_left(frame_left),
    .left_ready(grant[`GRANT_LEFT]),
    .credit_for_frame(credit_for_frame), .credit_for_event(credit_for_event),
    .response_valid(response_valid), .response(response),
    .map_ask(map_ask), .map_link(map_link), .map_done(map_done), .map_ready(map_ready),
    .map_none(map_none), .the_map(the_map),
    .left_valid(left_valid), .left_link(left_link)
);

ttp_tx_sched #(.VC_ORDER(VC_ORDER), .LINKS(LINKS), .LW(LW)) u_tx_sched (
    .clk(clk), .core_rst(core_rst), .cfg_mode(settings[`SETTINGS_VC_MODE]),
    .cfg_first(settings[`SETTINGS_VC_FIRST]), .cfg_second(settings[`SETTINGS_VC_SECOND]),
    .cfg_weights(settings[`SETTINGS_VC_WEIGHTS]),
    .ready_push(ready_push), .ready_push_link(ready_push_link),
    .ready_push_replay(ready_push_replay), .ready_pop(grant[`GRANT_READY]),
    .lost_valid(lost_valid), .lost_link(resend_link), .lost_news(resend[`RESEND_NEWS]),
    .response_valid(response_valid), .payload_valid(payload_valid),
    .start_response(start_response), .start_payload(start_payload),
    .ready_valid(ready_valid), .ready_link(ready_link), .ready_lost(ready_resend),
    .ready_news(ready_news),
    .sel_payload(sel_payload)
);

generate if (SELECTIVE != 0) begin : g_marks
    ttp_tx_marks #(.CONTEXTS(CONTEXTS), .PW(PW), .LINKS(LINKS), .LW(LW), .EW(EW)) u_tx_marks (
        .clk(clk), .core_rst(core_rst),
        .cfg_reorder(settings[`SETTINGS_REORDER]),
        .cfg_reorder_max(settings[`SETTINGS_REORDER_MAX]),
        .cfg_base_rtt(settings[`SETTINGS_BASE_RTT]),
        .cfg_probe_min(settings[`SETTINGS_PROBE_MIN]), .cfg_timeout(settings[`SETTINGS_TIMEOUT]),
        .cfg_delay(settings[`SETTINGS_DELAY]),
        .now(now), .ask_link(stow_link), .has(has_marks), .has_gen(marks_gen),
        .path_ask(path_ask), .path_link(path_link[LW-1:0]), .path_told(path_told), .path(path),
        .heard_valid(heard_valid), .heard(heard), .flight_valid(flight_valid), .flight(flight),
        .send_valid(send_valid), .send(send), .sent_number(sent_number), .sent_entry(sent_entry),
        .resend_valid(lost_valid), .resend_link(resend_link), .resend(resend),
        .resend_ready(grant[`GRANT_READY] && ready_resend), .marked_pulse(marked)
    );
end else begin : g_marks
    assign has_marks    = 1'b0;
    assign marked       = {`TTP_MARKED_W{1'b0}};
    assign marks_gen    = 8'd0;
    assign path_told    = 1'b0;
    assign path         = {`TTP_PATH_W{1'b0}};
    assign lost_valid   = 1'b0;
    assign resend_link  = {LW{1'b0}};
    assign resend       = {`TTP_RESEND_W{1'b0}};
    wire unused_marks = &{1'b0, now, heard_valid, heard, flight_valid, flight, stow_link,
                          sent_number, sent_entry, path_ask};
end endgenerate

// sel.frame: an offer of version 1, selective repeat, 2^PW payloads; or a map. First byte: the
// lowest.
wire         is_map = response[`RESPONSE_MAP];
wire [127:0] map_be = {16'h2000, the_map[`MAP_BASE], the_map[`MAP_NEWEST], 16'd0,
                       the_map[`MAP_BITS]};
wire [127:0] map_bytes;
genvar i;
generate for (i = 0; i < 16; i = i + 1) begin : g_byte
    assign map_bytes[8*i +: 8] = map_be[8*(15-i) +: 8];
end endgenerate
localparam [95:0] OFFER = 96'd1 << (PW - 8);
wire [`TTP_BLOCK_W-1:0] block;
assign block[`BLOCK_BYTES]  = is_map ? map_bytes : {OFFER, 32'h01000110};
assign block[`BLOCK_THERE]  = is_map || response[`RESPONSE_OFFER];
assign block[`BLOCK_COUNTS] = is_map;

ttp_tx_frame #(.DATA_W(DATA_W), .TCW(TCW), .ADDR_HIGH(ADDR_HIGH)) u_tx_frame (
    .clk(clk), .core_rst(core_rst), .cfg_node(own_node), .quiesce(quiesce),
    .payload_valid(payload_valid), .payload(payload),
    .response_valid(response_valid), .response(response), .block(block),
    .sel_payload(sel_payload),
    .m_axis_wire_tready(m_axis_wire_tready),
    .payload_ready(payload_ready), .response_ready(response_ready),
    .start_response(start_response), .start_payload(start_payload),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tlast(m_axis_wire_tlast),
    .m_axis_wire_tuser(m_axis_wire_tuser), .frame_left(frame_left),
    .tx_idle(tx_idle), .tx_pulse(tx_pulse),
    .fetch(fetch), .fetch_data(fetch_data), .next_cell(next_cell)
);

endmodule

`resetall
