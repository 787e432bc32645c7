// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_step - S2: the state machine, with what it needs beside the link
//
// That is the configuration, the life counter (life.number) and the start ID (ids.entry). A link
// that takes a life number moves the counter on, a new entry the start ID. The counter skips 0,
// which stands for no life number at all.
//
// Timing: PIPE = 0: combinational. PIPE = 1: ttp_link_fsm has two cuts; PIPE = 2: one more (S2d)
// behind it. `age` and `aged` are combinational from rec.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_step #(
    parameter PIPE = 0,     // see ttp_link_pipe
    parameter CW   = 13     // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       load,         // the event is compared in this cycle

    input  wire [`TTP_SETTINGS_W-1:0] settings,
    input  wire [`TTP_RENUMBER_W-1:0] renumber,
    output wire [`TTP_NUMBERS_W-1:0]  numbers,      // of a new entry the first ID is one more

    input  wire [`TTP_EVENT_W-1:0]    s2_event,
    input  wire                       s2_entry, s2_fresh, s2_victim,
    input  wire                       entry,        // in the last stage, with an entry
    input  wire [`TTP_LINK_REC_W-1:0] rec,
    input  wire [CW-1:0]              napp,
    input  wire                       settled,
    input  wire [35:0]                now,
    output wire [23:0]                age,
    output wire                       aged,

    // The same, as it was when the event was compared
    output wire [35:0]                m_now,
    output wire                       m_settled,
    output wire [CW-1:0]              m_napp, m_held,
    output wire [`TTP_LINK_REC_W-1:0] m_rec,

    // What the state machine says, see there
    output wire [`TTP_LINK_REC_W-1:0] rec_d,
    output wire [31:0]                una, nxt,
    output wire                       respond_valid, respond_notify,
    output wire [3:0]                 respond_op,
    output wire [31:0]                respond_txid, respond_rxid,
    output wire [15:0]                respond_life, respond_to_life,
    output wire                       active, take, moved, rewind, closed, dead, opened,
    output wire                       lost_link, restarted, close_miss, timeout, illegal,
    output wire                       late_ack, repeated, gap, no_space, too_far
);

localparam RW      = `TTP_LINK_REC_W;
localparam RULES_N = (`TTP_PIPE_RULES >> 4 * PIPE) & 15;
localparam TURN_N  = (`TTP_PIPE_TURN  >> 4 * PIPE) & 15;
localparam [31:0] START_STEP = 32'h00100000;

reg  [15:0] life_q;
reg  [31:0] start_id_q, first_q;    // first_q = start_id_q + 1

// The second timer; what is aged. While a set is probed S2 is empty.
wire [30:0] reack       = settings[`SETTINGS_REACK];
wire [30:0] idle        = settings[`SETTINGS_IDLE];
wire [30:0] victim_idle = settings[`SETTINGS_VICTIM_IDLE];
wire [30:0] svc         = reack != 31'd0 ? reack : idle;
wire [18:0] age_limit   = load ? idle[30:12] : victim_idle[30:12];
wire        unused_all = &{1'b0, settings, victim_idle, s2_event};

wire [RW-1:0] x_rec;
wire [31:0]   x_una, x_nxt, x_txid, x_rxid;
wire [3:0]    x_op;
wire [15:0]   x_life_sent, x_to_life;
wire          x_respond, x_notify, x_life, x_active, x_take, x_moved, x_rewind, x_closed, x_dead;
wire          x_opened, x_lost, x_restarted, x_miss, x_timeout, x_illegal, x_late, x_repeated;
wire          x_gap, x_space, x_far, new_life;

ttp_link_fsm #(.CUT(RULES_N > 1 ? 1 : 0), .CW(CW)) u_fsm (
    .clk(clk), .load(load),
    .cfg_timeout(settings[`SETTINGS_TIMEOUT]), .cfg_open_tmo(settings[`SETTINGS_OPEN_TMO]),
    .cfg_close_tmo(settings[`SETTINGS_CLOSE_TMO]), .cfg_backoff(settings[`SETTINGS_BACKOFF]),
    .cfg_retry_max(settings[`SETTINGS_RETRY_MAX]), .cfg_reack(reack != 31'd0),
    .cfg_idle(idle != 31'd0), .cfg_svc(svc), .cfg_age(age_limit),
    .next_life(life_q), .first_id(first_q),
    .event_now(now), .event_ev(s2_event[`EVENT_EV]), .event_entry(s2_entry),
    .event_fresh(s2_fresh), .event_makes_room(s2_victim),
    .event_txid(s2_event[`EVENT_TXID]), .event_rxid(s2_event[`EVENT_RXID]),
    .event_life(s2_event[`EVENT_LIFE]), .event_to_life(s2_event[`EVENT_TO_LIFE]),
    .event_fits(s2_event[`EVENT_FITS]),
    .event_rec(rec), .event_napp(napp), .event_settled(settled), .age(age), .aged_now(aged),
    .m_now(m_now), .m_settled(m_settled), .m_napp(m_napp), .m_held(m_held), .m_rec(m_rec),
    .rec_d(x_rec), .una_pre(x_una), .nxt(x_nxt), .active(x_active),
    .respond_valid(x_respond), .respond_op(x_op), .respond_txid(x_txid),
    .respond_rxid(x_rxid), .respond_life(x_life_sent), .respond_to_life(x_to_life),
    .respond_notify(x_notify),
    .m_take(x_take), .moved(x_moved), .m_rewind(x_rewind), .m_new_life(x_life),
    .m_closed(x_closed), .m_dead(x_dead), .m_timeout(x_timeout), .m_illegal(x_illegal),
    .m_late(x_late), .m_repeated(x_repeated), .m_gap(x_gap), .m_full(x_space),
    .m_too_far(x_far), .opened(x_opened), .m_lost(x_lost), .m_restart(x_restarted),
    .m_missed(x_miss)
);

ttp_stage #(.WIDTH(RW + 4*32 + 4 + 2*16 + 20), .ON(TURN_N > 0 ? 1 : 0)) u_s2d (
    .clk(clk), .rst(rst), .en(1'b1),
    .in({x_rec, x_una, x_nxt,
          x_respond, x_notify, x_op, x_txid, x_rxid, x_life_sent, x_to_life,
          x_life, x_active, x_take, x_moved, x_rewind, x_closed, x_dead,
          x_opened, x_lost, x_restarted, x_miss, x_timeout, x_illegal,
          x_late, x_repeated, x_gap, x_space, x_far}),
    .out({rec_d, una, nxt,
           respond_valid, respond_notify, respond_op, respond_txid, respond_rxid, respond_life,
           respond_to_life,
           new_life, active, take, moved, rewind, closed, dead,
           opened, lost_link, restarted, close_miss, timeout, illegal,
           late_ack, repeated, gap, no_space, too_far})
);

// ---- life counter, start ID
wire        fresh   = entry && s2_fresh;
wire [31:0] start_d = renumber[`RENUMBER_START_SET] ? renumber[`RENUMBER_START]
                    : fresh ? start_id_q + START_STEP : start_id_q;

always @(posedge clk) begin
    if (renumber[`RENUMBER_LIFE_SET]) life_q <= renumber[`RENUMBER_LIFE];
    else if (entry && new_life)       life_q <= &life_q ? 16'd1 : life_q + 16'd1;
    start_id_q <= start_d;
    first_q <= start_d + 32'd1;
end
assign numbers[`NUMBERS_LIFE]  = life_q;
assign numbers[`NUMBERS_START] = start_id_q;

endmodule

`resetall
