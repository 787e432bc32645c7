// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_pipe - the one place where a link changes: its parts, and the stages between them
//
//    S0   an event has the grant         ttp_link_select   its fields
//    S1   its link is found              ttp_link_table    by index or by peer; who waits
//                                        ttp_link_follow   who need not
//                                        ttp_link_judge    who gives an entry up?
//    S2   the record of the link         ttp_link_store    memories by link
//         changes by the rules           ttp_link_fsm
//         and by its turn to send        ttp_link_turn
//         and is written; all consumers are told, into their queues   ttp_link_flight
//    +1   the host is told               ttp_link_report   trace, counters, causes; peek in S2
//
// The depth is the parameter PIPE. The cycles of each part are TTP_PIPE_* of ttp_defs.vh:
//
//    PIPE                          0              1 (DEEP)             2 (512 bit)
//    cycles                        S0 S1          S0 S0b S1a S1b       S0 S0b S1a S1b
//                                  S2a S2b S2c    S2r S2a S2b S2c      S2r S2a S2b S2c
//                                                 S2d S2e              S2d
//    S1, more for a probed way     2              3                    3
//    the event sees
//      now, napp, nfreed           S2a            S2r                  S2r
//      start ID, RETRY_MAX, and
//        whether timers are on     S2a            S2a                  S2a
//      timers, life counter        S2c            S2c                  S2c
//      TIMEOUT of a payload        S2c            S2e                  S2d
//    it acts in its last cycle     S2c            S2e                  S2d
//
// An event may follow in every cycle. From S1 on each moves by one part a cycle and none stands in
// S2. What an event needs there goes with it.
// An event has an entry if its link was found or made. Then the record is written, by PEEK
// unchanged. An event without one may close a victim: then the record of the victim is written, but
// its act, the ready list and the trace are not touched.
//
// Hazards. An event waits in S1 until those before it whose link is of the same set are written
// (ttp_link_table), and those behind it wait with it (STAGE_HOLD). At 512 bit it waits for those of
// its link, and what the last one writes is handed to it; one behind it may pass it; and it may
// follow one of its link without waiting, if it is known what that one leaves (ttp_link_follow).
// An append after the event has looked is not seen; the ingest finds act = 0 and rings.
// GOAL_PUSH: payloads retire, and the link was settled. Else the retire engine is still at work on
// the link and sees the new goal. credit_give: the event took a response credit and did not
// respond. second_valid: the link of the streak has more to send.
// list: the sender reads where the payloads of the link begin, so that they are there when it acts.
//
// Timing: as above. What S2 tells is combinational.
// Mirror: model/ttp_link_pipe.c      Lockstep test: tb/block/ttp_link_pipe.cpp

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_link_pipe #(
    parameter DATA_W    = 512,  // bits a beat
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter TRACE     = 1,    // 0: no trace port
    parameter SLOTS     = 8,    // payload slots of the sender
    parameter DEEP      = 1,    // 1: for a fast clock, as at 512 bit
    parameter SELECTIVE = 0,    // 1: links may agree on selective repeat
    parameter VC_ORDER  = 0,    // 1: an order between channels
    parameter LW        = 11,   // derived by ttp_mac: width of a link index
    parameter CW        = 13,   // ... of payload counts
    parameter PW        = 8     // SELECTIVE: log2 of the payloads in flight, 8 or 9
) (
    input  wire           clk,
    input  wire           rst,
    input  wire           init_active,
    input  wire [16:0]    init_idx,
    input  wire [35:0]    now,              // cycles; events see 32 bits, ages steps of 4096

    // Registers
    input  wire [`TTP_SETTINGS_W-1:0] settings,
    input  wire [`TTP_RENUMBER_W-1:0] renumber,
    output wire [`TTP_NUMBERS_W-1:0]  numbers,
    input  wire           irq_dead,         // cause DEAD still pending: dead entries stay

    // S0: the grant and what the sources hold
    input  wire [`TTP_GRANT_W-1:0] grant,
    input  wire [`TTP_RECEIVED_W-1:0] received,
    input  wire [LW-1:0]  expired_link, left_link, doorbell_link, ready_link,
    input  wire           doorbell_joins,   // VC_ORDER: it is no turn
    input  wire           ready_resend,     // of `ready`: SELECTIVE, of ttp_tx_marks
    input  wire [`TTP_RESEND_W-1:0]   resend,
    input  wire [`TTP_COMMAND_W-1:0]  command,

    // To the arbiter
    output wire [`TTP_STAGE_W-1:0] stage,
    output wire           second_valid,     // a link may have a second turn
    input  wire           no_turns,         // PIPE = 2: none has the grant and has not acted

    // Ingest
    input  wire           append_valid,
    input  wire [LW+CW-1:0] append,         // link and count
    input  wire           pin_valid,
    input  wire [LW-1:0]  pin_link,
    output wire           pin_act,          // no doorbell: the list of this link is looked after
    output wire           pin_kill,         // an idle ingest gives its link up
    output wire           evicting,         // entries may go, or be closed to make room
    input  wire           pin_read,         // PIPE = 2: pin_link is this one in the next cycle
    input  wire [LW-1:0]  pin_read_link,
    input  wire [`TTP_LOOKUP_W-1:0] lookup,
    output wire           lookup_done,
    output wire [`TTP_ANSWER_W-1:0] lookup_answer,

    // Retire engine
    input  wire           freed_moved,
    input  wire [LW+CW-1:0] freed,          // link and count
    output wire           goal_valid,
    output wire [`TTP_GOAL_W-1:0] goal,

    // Sender
    output wire           list_rd_en,
    output wire [LW-1:0]  list_link,
    input  wire [3:0]     slots_used,
    output wire           send_valid,
    output wire [`TTP_SEND_W-1:0] send,
    output wire           flight_valid,     // SELECTIVE: what the event leaves in flight
    output wire [`TTP_FLIGHT_W-1:0] flight,

    // Ready list
    output wire           ready_push, ready_push_replay,
    output wire [LW-1:0]  ready_push_link,

    // Responses
    output wire           respond_valid,
    output wire [`TTP_RESPOND_W-1:0] respond,
    output wire           credit_give,

    // Receive side
    output wire           verdict_valid,
    output wire [`TTP_VERDICT_W-1:0] verdict,
    output wire [`TTP_KEEP_W-1:0] keep,     // SELECTIVE, beside it
    output wire [LW-1:0]  stow_link,        // the event that is compared: may the payload
    input  wire           may_stow,         // ... of this link be held?
    input  wire           has_marks,        // ... has it marks, in the context with this GEN?
    input  wire [7:0]     marks_gen,

    // Timer
    output wire           timer_valid,
    output wire [`TTP_TIMER_W-1:0] timer,

    // Registers, completions
    output wire [`TTP_RESULT_W-1:0] result,
    output wire           ended_valid,
    output wire [127:0]   ended,

    output wire [`TTP_COUNT_W-1:0] count,
    output wire           trace_valid,
    output wire [`TTP_TRACE_W-1:0] trace
);

localparam LINKS = 3 * LINK_SETS * LINK_WAYS;
localparam RW    = `TTP_LINK_REC_W;
localparam EW    = `TTP_EVENT_W;

localparam PIPE  = `TTP_PIPE;
localparam S1_N  = (`TTP_PIPE_S1  >> 4 * PIPE) & 15;
localparam READ  = (`TTP_PIPE_READ >> 4 * PIPE) & 15;
localparam RULES_N = (`TTP_PIPE_RULES >> 4 * PIPE) & 15;
localparam TURN_N  = (`TTP_PIPE_TURN >> 4 * PIPE) & 15;
localparam S2_N  = READ + RULES_N + TURN_N;
localparam MOVE  = READ + RULES_N - 1;  // the cycle of S2 in which the rules have moved the record
localparam FOLLOW = (`TTP_PIPE_FOLLOW >> 4 * PIPE) & 15;
localparam SET_W = $clog2(3*LINK_SETS);
// The cycles of S2 in which an event keeps its set. With S1 of two cycles an event in S1a reads
// after one in the last has written; where it may follow it waits for what that one has left.
localparam BUSY_N = S2_N - (S1_N - 1) + FOLLOW;
// ... where the record is handed on: it is in S2r when the one before writes, two cycles later.
localparam EARLY_N = FOLLOW != 0 ? S2_N - 3 : 0;
`TTP_LINK_REC

// ---------------------------------------------------------------- S0: select
wire          s0_there, s0_valid, s0_by_link, s0_makes, s1_ready, passes;
wire [LW-1:0] s0_link, s2_link, second_link;
wire [23:0]   s0_node;
wire [EW-1:0] s0_event;

ttp_link_select #(.PIPE(PIPE), .SELECTIVE(SELECTIVE), .LINKS(LINKS), .LW(LW)) u_select (
    .clk(clk), .rst(rst), .grant(grant), .received(received), .command(command),
    .lookup(lookup), .doorbell_link(doorbell_link), .doorbell_joins(doorbell_joins),
    .expired_link(expired_link), .left_link(left_link), .ready_link(ready_link),
    .second_link(second_link), .ready_resend(ready_resend), .resend(resend), .s1_ready(s1_ready),
    .passes(passes), .hold(stage[`STAGE_HOLD]), .there(s0_there), .s0_valid(s0_valid),
    .s0_by_link(s0_by_link), .s0_link(s0_link), .s0_node(s0_node), .s0_makes(s0_makes),
    .s0_event(s0_event)
);

// ---------------------------------------------------------------- S1: find, read
// ttp_link_table finds the entry or makes one. If the set is full it probes: it addresses the
// records of the set one after the other, and ttp_link_judge says, where an event would be compared
// that had left S1 instead, what may become of them. With a victim, s2_link is the link to be
// closed, and the event goes on without an entry.
wire          first_ends, first_valid, first_room, first_waits, follows, sends, keeps, stays;
wire [SET_W-1:0] first_set;
wire          s1_valid, s1_advance, s1_entry, s1_fresh, s1_victim, s1_probing, aged;
wire          probe_ok, probe_cand, probe_closing, probe_stranger;
wire [LW-1:0] s1_link;
wire [23:0]   age, s1_node;
wire [EW-1:0] first_event, s1_event;
reg  [EW-1:0] first_leaves;
wire [RW-1:0] rec;
wire [CW-1:0] seen_napp, seen_nfreed;

ttp_stage #(.WIDTH(EW)) u_s1 (
    .clk(clk), .rst(rst), .en(s0_valid), .in(s0_event), .out(first_event)
);
ttp_stage #(.WIDTH(EW), .ON(S1_N - 1)) u_s1b (
    .clk(clk), .rst(rst), .en(first_ends), .in(first_leaves), .out(s1_event)
);
always @* begin
    first_leaves = first_event;
    first_leaves[`EVENT_FOLLOWS] = follows;
    first_leaves[`EVENT_SENDS]   = sends;
    first_leaves[`EVENT_KEEPS]   = keeps;
end

ttp_link_table #(.LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .DEEP(S1_N - 1), .BUSY_N(BUSY_N),
                 .EARLY_N(EARLY_N), .LW(LW)) u_table (
    .clk(clk), .rst(rst), .init_active(init_active), .init_idx(init_idx),
    .s1_ready(s1_ready), .passes(passes), .s0_valid(s0_valid), .s0_by_link(s0_by_link),
    .s0_link(s0_link), .s0_vc(s0_event[`EVENT_VC]), .s0_node(s0_node), .s0_makes(s0_makes),
    .first_valid(first_valid), .first_set(first_set), .first_waits(first_waits),
    .follows(follows), .stays(stays), .more(s0_there), .first_room(first_room),
    .first_ends(first_ends),
    .s1_valid(s1_valid), .s1_advance(s1_advance), .s1_entry(s1_entry),
    .s1_alloc(s1_fresh), .s1_victim(s1_victim), .s1_link(s1_link), .s1_node(s1_node),
    .searching(evicting), .s1_probing(s1_probing), .probe_ok(probe_ok), .probe_cand(probe_cand),
    .probe_closing(probe_closing), .probe_stranger(probe_stranger), .probe_age(age)
);

ttp_link_judge #(.LW(LW), .CW(CW)) u_judge (
    .clk(clk), .rst(rst), .s1_link(s1_link), .s1_probing(s1_probing), .rec(rec),
    .napp(seen_napp), .nfreed(seen_nfreed), .aged(aged), .irq_dead(irq_dead),
    .pin_valid(pin_valid), .pin_link(pin_link), .pin_kill(pin_kill),
    .probe_ok(probe_ok), .probe_cand(probe_cand), .probe_closing(probe_closing),
    .probe_stranger(probe_stranger)
);

// ---------------------------------------------------------------- S1 | S2
wire [4:0]    s1_ev     = s1_event[`EVENT_EV];
wire          s1_turn   = s1_event[`EVENT_TURN];
wire          s1_second = s1_event[`EVENT_SECOND];
wire          s1_peek   = s1_ev == `TTP_EV_PEEK;
wire          s1_send   = s1_turn && !s1_ev[0] && !s1_second;   // DOORBELL is odd, SEND even

// Each VC has 2^n links, so the top two bits are the VC.
reg  [EW-1:0] leaves;
always @* begin
    leaves = s1_event;
    if (s1_entry) leaves[`EVENT_VC] = s1_link[LW-1 -: 2];
end

// What goes with an event through S2: word k is that of the event in cycle k. It acts in the last.
localparam GW = LW + EW + 24 + 5;
wire [GW-1:0]        enters = {s1_send, s1_peek, s1_victim, s1_fresh, s1_entry,
                               s1_node, leaves, s1_link};
reg  [S2_N*GW-1:0]   s2_q;
reg  [S2_N-1:0]      here_q;            // bit k: there is one

localparam IN_ENTRY = LW + EW + 24, IN_FRESH = IN_ENTRY + 1, IN_VICTIM = IN_ENTRY + 2;
localparam IN_SEND  = IN_ENTRY + 4;
// In the cycle in which it is compared; in the one in which it acts
wire [GW-1:0]  at_load = s2_q[READ*GW +: GW];
wire [GW-1:0]  at_end  = s2_q[(S2_N-1)*GW +: GW];
wire           load    = here_q[READ];
wire           s2_valid = here_q[S2_N-1];
wire           s2_send, s2_peek, s2_victim, s2_fresh, s2_entry;
wire [23:0]    s2_node;
wire [EW-1:0]  s2_event;
assign {s2_send, s2_peek, s2_victim, s2_fresh, s2_entry, s2_node, s2_event, s2_link} = at_end;
wire           s2_follows = s2_event[`EVENT_FOLLOWS];
wire [4:0]     s2_ev     = s2_event[`EVENT_EV];

// The links of all of them; is one before its last cycle a SEND of the link of the ingest, after
// which act may be 0?
wire [S2_N*LW-1:0] links;
wire [S2_N-1:0]    pinned;
wire [S2_N-1:0]    follower;        // of each cycle: it is one
genvar k;
generate for (k = 0; k < S2_N; k = k + 1) begin : g_cycle
    always @(posedge clk) begin
        s2_q[k*GW +: GW] <= k == 0 ? enters : s2_q[(k == 0 ? 0 : k-1)*GW +: GW];
        here_q[k]         <= (k == 0 ? s1_advance : here_q[k == 0 ? 0 : k-1]) && !rst;
    end
    assign links[k*LW +: LW] = s2_q[k*GW +: LW];
    wire [EW-1:0] its_event = s2_q[k*GW + LW +: EW];
    assign pinned[k] = k + 1 < S2_N && here_q[k] && s2_q[k*GW + IN_ENTRY] && s2_q[k*GW + IN_SEND]
                       && !its_event[`EVENT_KEEPS] && links[k*LW +: LW] == pin_link;
    assign follower[k] = here_q[k] && its_event[`EVENT_FOLLOWS];
    wire unused = &{1'b0, its_event};
end endgenerate

// The sender looks for the payload in two cycles.
assign list_rd_en = here_q[S2_N-3];
assign list_link  = links[(S2_N-3)*LW +: LW];

assign stage[`STAGE_TURN_ENDS]   = s2_valid && s2_event[`EVENT_TURN];
assign stage[`STAGE_EXPIRY_ENDS] = s2_valid && s2_ev == `TTP_EV_TIMER;

// ---------------------------------------------------------------- S2: read, change, turn, write
wire          entry  = s2_valid && s2_entry;
wire          rec_wr = entry || (s2_valid && s2_victim);
reg  [15:0]   life_q;
reg  [31:0]   start_id_q, first_q;      // first_q = start_id_q + 1
// As it is read; after the rules; after the turn
wire [RW-1:0] rec_moved, rec_d;
wire [35:0]   seen_now;
wire          seen_settled, settled_now, act_seen, act_d, nacked;
wire [CW-1:0] sent_d;
wire [CW:0]   flown_d;
wire          pin_read_act;
wire [`TTP_COUNTS_W-1:0] counts;
wire [`TTP_TIMES_W-1:0]  times;
wire [`TTP_OUTCOME_W-1:0] ruled, outcome;               // of the rules; when it acts
wire          send_replay;

ttp_link_store #(.PIPE(PIPE), .S2_N(S2_N), .SELECTIVE(SELECTIVE), .LINKS(LINKS), .LW(LW),
                 .CW(CW)) u_store (
    .clk(clk), .rst(rst), .init_active(init_active), .init_idx(init_idx), .now(now),
    .rd_en(s1_valid), .rd_link(s1_link), .links(links),
    .follows(follower[0]), .counts(counts),
    .rec(rec), .seen_napp(seen_napp), .seen_nfreed(seen_nfreed), .seen_now(seen_now),
    .settled(seen_settled), .settled_now(settled_now),
    .pin_read_link(pin_read_link), .pin_read_act(pin_read_act),
    .act(act_seen), .rec_wr(rec_wr), .rec_d(rec_d), .act_d(act_d),
    .wr_follows(s2_follows),
    .append_valid(append_valid), .append_link(append[`APPEND_LINK]),
    .append_napp(append[`APPEND_NAPP]),
    .freed_moved(freed_moved), .freed_link(freed[`FREED_LINK]),
    .freed_count(freed[`FREED_COUNT])
);

ttp_link_fsm #(.CUT(1), .SELECTIVE(SELECTIVE), .CW(CW), .PW(PW)) u_fsm (
    .clk(clk), .clear(rst || init_active), .load(load), .settings(settings),
    .next_life(life_q), .first_id(first_q),
    .event_now(seen_now), .event_in(at_load[LW +: EW]), .event_entry(at_load[IN_ENTRY]),
    .event_fresh(at_load[IN_FRESH]), .event_makes_room(at_load[IN_VICTIM]), .event_rec(rec),
    .event_napp(seen_napp), .event_settled(seen_settled), .event_may_stow(may_stow),
    .event_has_marks(has_marks), .event_gen(marks_gen),
    .age(age), .aged_now(aged), .rec_d(rec_moved), .outcome(ruled)
);

ttp_link_turn #(.PIPE(PIPE), .SLOTS(SLOTS), .VC_ORDER(VC_ORDER), .LW(LW), .CW(CW)) u_turn (
    .clk(clk), .rst(rst), .cfg_timeout(settings[`SETTINGS_TIMEOUT]),
    .cfg_nack_once(settings[`SETTINGS_NACK_ONCE]), .cfg_mode(settings[`SETTINGS_VC_MODE]),
    .slots_used(slots_used), .s2_valid(s2_valid), .s2_entry(s2_entry), .s2_send(s2_send),
    .s2_peek(s2_peek), .s2_link(s2_link), .s2_event(s2_event), .times(times), .no_turns(no_turns),
    .act_seen(act_seen), .rec_moved(rec_moved), .ruled(ruled), .outcome(outcome),
    .rec_d(rec_d), .act_d(act_d), .sent(sent_d), .flown(flown_d), .nacked(nacked),
    .send_valid(send_valid), .send_head(send[`SEND_HEAD]), .send_replay(send_replay),
    .send_id(send[`SEND_ID]),
    .send_life(send[`SEND_LIFE]), .send_to_life(send[`SEND_TO_LIFE]),
    .send_numbered(send[`SEND_NUMBERED]), .send_first(send[`SEND_FIRST]),
    .ready_push(ready_push), .ready_push_replay(ready_push_replay),
    .lookup_done(lookup_done), .pin_link(pin_link), .pin_read(pin_read),
    .pin_read_act(pin_read_act), .pin_early(|pinned), .pin_act(pin_act)
);

ttp_link_report #(.TRACE(TRACE), .LW(LW), .CW(CW)) u_report (
    .clk(clk), .rst(rst), .s2_valid(s2_valid), .s2_entry(s2_entry), .s2_fresh(s2_fresh),
    .s2_link(s2_link), .s2_node(s2_node), .s2_event(s2_event),
    .rec(rec_d), .outcome(outcome),
    .send_valid(send_valid), .send_replay(send_replay), .send_id(send[`SEND_ID]),
    .result(result), .ended_valid(ended_valid), .ended(ended),
    .count(count), .trace_valid(trace_valid), .trace(trace)
);

// ---------------------------------------------------------------- who may follow
generate if (FOLLOW != 0) begin : g_follow
    wire wants;
    localparam WAY_B = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 0;

    ttp_link_follow #(.S2_N(S2_N), .SET_W(SET_W), .LW(LW), .CW(CW)) u_follow (
        .clk(clk), .rst(rst), .s0_valid(s0_valid), .s0_by_link(s0_by_link), .s0_link(s0_link),
        .s0_node(s0_node), .s0_event(s0_event), .granted_second(grant[`GRANT_SECOND]),
        .first_event(first_event), .first_valid(first_valid), .first_set(first_set),
        .first_waits(first_waits), .first_room(first_room), .first_ends(first_ends),
        .s1_sends(s1_valid && s1_turn && (s1_event[`EVENT_SENDS] || !s1_event[`EVENT_FOLLOWS])),
        .follows(follows), .sends(sends), .keeps(keeps), .stays(stays),
        .link(second_link), .wants(wants), .counts(counts),
        .followers((s1_valid && s1_event[`EVENT_FOLLOWS]) || (|follower[S2_N-2:0])),
        .writes(entry), .write_follows(s2_follows), .write_link(s2_link),
        .write_set(s2_link[LW-1:WAY_B]), .write_peer({s2_event[`EVENT_VC], s2_node}),
        .write_napp(outcome[`OUTCOME_NAPP]), .write_rec(rec_d),
        .write_act(act_d), .write_sent(sent_d), .write_flown(flown_d), .write_nacked(nacked),
        .times(times),
        .append_valid(append_valid), .append_link(append[`APPEND_LINK]),
        .append_napp(append[`APPEND_NAPP])
    );
    assign second_valid = wants;
    wire unused = &{1'b0, follower};
end else begin : g_follow
    assign follows     = 1'b0;
    assign sends       = 1'b0;
    assign keeps       = 1'b0;
    assign stays       = 1'b0;
    assign counts      = {`TTP_COUNTS_W{1'b0}};
    assign times       = {`TTP_TIMES_W{1'b0}};
    assign second_link = {LW{1'b0}};
    assign second_valid = 1'b0;
    wire unused = &{1'b0, first_valid, first_room, first_waits, first_set, follower, s2_follows,
                    sent_d, flown_d, nacked};
end endgenerate

// ---------------------------------------------------------------- S2: life counter, start ID
// A link that takes a life number moves the counter on (life.number), a new entry the start ID
// (ids.entry), each in the cycle in which it is used. The counter skips 0, which stands for no life
// number at all.
localparam [31:0] START_STEP = 32'h00100000;
wire        new_life = here_q[MOVE] && s2_q[MOVE*GW + IN_ENTRY] && ruled[`OUTCOME_NEW_LIFE];
wire        fresh   = load && at_load[IN_FRESH];
wire [31:0] start_d = renumber[`RENUMBER_START_SET] ? renumber[`RENUMBER_START]
                    : fresh ? start_id_q + START_STEP : start_id_q;

always @(posedge clk) begin
    if (renumber[`RENUMBER_LIFE_SET])  life_q <= renumber[`RENUMBER_LIFE];
    else if (new_life)                 life_q <= &life_q ? 16'd1 : life_q + 16'd1;
    start_id_q <= start_d;
    first_q    <= start_d + 32'd1;
end
assign numbers[`NUMBERS_LIFE]  = life_q;
assign numbers[`NUMBERS_START] = start_id_q;

// ---------------------------------------------------------------- S2: tell everybody
// A payload that was held is answered if it is taken, and no other that is held comes behind it.
wire       silent  = s2_event[`EVENT_AGAIN] && (s2_event[`EVENT_QUIET] || !outcome[`OUTCOME_TAKE]);
wire       answers = outcome[`OUTCOME_ANSWER] && !silent;

assign ready_push_link = s2_link;

assign respond_valid = s2_valid && answers;
assign respond[`RESPOND_LINK]     = s2_link;
assign respond[`RESPONSE_NOTIFY]  = outcome[`OUTCOME_NOTIFY];
assign respond[`RESPONSE_OP]      = outcome[`OUTCOME_OP];
assign respond[`RESPONSE_TXID]    = outcome[`OUTCOME_TXID];
assign respond[`RESPONSE_RXID]    = outcome[`OUTCOME_RXID];
assign respond[`RESPONSE_LIFE]    = outcome[`OUTCOME_LIFE];
assign respond[`RESPONSE_TO_LIFE] = outcome[`OUTCOME_TO_LIFE];
assign respond[`RESPOND_OFFER]    = outcome[`OUTCOME_OFFER];
assign respond[`RESPOND_MAP]      = outcome[`OUTCOME_STOW];
assign respond[`RESPONSE_VC]      = s2_event[`EVENT_VC];
assign respond[`RESPONSE_NODE]    = s2_node;

assign credit_give   = s2_valid && s2_event[`EVENT_CREDIT] && !answers;
assign verdict_valid = s2_valid && s2_event[`EVENT_FITS];
assign verdict[`VERDICT_TAKE] = outcome[`OUTCOME_TAKE];
assign verdict[`VERDICT_LEN]  = s2_event[`EVENT_LEN];
assign verdict[`VERDICT_VC]   = s2_event[`EVENT_VC];
assign verdict[`VERDICT_NODE] = s2_node;
assign verdict[`VERDICT_BAY]  = s2_event[`EVENT_BAY];

assign stow_link = links[READ*LW +: LW];
assign keep[`KEEP_STOW]    = outcome[`OUTCOME_STOW];
assign keep[`KEEP_NOT]     = outcome[`OUTCOME_NOT_HELD];
assign keep[`KEEP_ENDS]    = entry && outcome[`OUTCOME_ENDS];
assign keep[`KEEP_ID]      = s2_event[`EVENT_TXID];
assign keep[`KEEP_MISSING] = outcome[`OUTCOME_RXID];
wire [15:0] unused_rxid;
assign {unused_rxid, keep[`KEEP_NUMBER]} = s2_event[`EVENT_RXID];
assign keep[`KEEP_LIFE]    = s2_event[`EVENT_LIFE];
assign keep[`KEEP_TO_LIFE] = s2_event[`EVENT_TO_LIFE];
assign keep[`KEEP_LINK]    = s2_link;

assign send[`SEND_LINK]  = s2_link;
assign send[`SEND_VC]    = s2_event[`EVENT_VC];
assign send[`SEND_NODE]  = s2_node;
assign flight_valid = entry;
ttp_link_flight #(.LW(LW), .CW(CW)) u_flight (
    .s2_valid(s2_valid), .s2_link(s2_link), .s2_event(s2_event), .rec(rec_d), .outcome(outcome),
    .flight(flight), .resends(send[`SEND_RESEND]), .entry(send[`SEND_ENTRY])
);
assign goal_valid    = entry && outcome[`OUTCOME_MOVED];
assign goal[`GOAL_LINK]  = s2_link;
assign goal[`GOAL_NRET]  = rec_d[`REC_RETIRED];
assign goal[`GOAL_UNA]   = outcome[`OUTCOME_UNA];
assign goal[`GOAL_NODE]  = s2_node;
assign goal[`GOAL_FLUSH] = outcome[`OUTCOME_DEAD];
assign goal[`GOAL_PUSH]  = goal_valid && settled_now;
assign timer_valid = rec_wr;
assign timer[`TIMER_LINK]         = s2_link;
assign timer[`TIMER_RUNS]         = rec_d[`REC_TIMER_RUNS];
assign timer[`TIMER_DEADLINE]     = rec_d[`REC_DEADLINE];
assign timer[`TIMER_SERVICE_RUNS] = rec_d[`REC_SERVICE_RUNS];
assign timer[`TIMER_SERVICE_AT]   = rec_d[`REC_SERVICE_AT];

assign lookup_done  = s2_valid && s2_ev == `TTP_EV_LOOKUP;
assign lookup_answer[`ANSWER_LINK] = s2_link;
assign lookup_answer[`ANSWER_OK]   = s2_entry && !rec_d[`REC_VICTIM];  // a victim is not there

endmodule

`resetall
