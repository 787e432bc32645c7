// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_marks - what the peer is known to have, what is lost, and how much may be in flight
// (sel.mark, sel.lost, sel.first, sel.delay)
//
// A send context keeps for a link, of its payloads in flight, by ID mod 2^PW: packet entry, number
// of the newest send, a bit `held` (a map has named it) and a bit `lost`; by number mod 1024: which
// payload it was, and when. What is lost is asked for, oldest first: an event RESEND of the link
// pipe, which judges it as any other, so that nothing here has to be right for what leaves to be
// right. What a map has told may be forgotten; it is advice. How many may be in flight follows from
// the round trips: RESEND tells that too.
//
//     heard  -> queue of maps --+
//     flight, send -> M1 which context -> M2 its bits      flight -> op queue -+
//                       ttp_marks_contexts   ttp_marks_bits                    v
//                                              ^----------------------------- engine -> resend
//                                           ttp_marks_numbers, ttp_marks_judge --|
//                          ttp_marks_times, ttp_marks_window --------------------'
//
// M0, an event acts: flight, send; with MAPPED it takes the head of the queue of maps along.
// M1, a cycle later, with sent_number and sent_entry:
//     A context is taken by a link that has none and sends, with a number, the oldest payload from
//     the list (SEND_HEAD, no RESEND), if one is spare: the lowest. It gets the number of the
//     context counter, 8 bits, which moves on: GEN. All numbers before this send count as judged
//     and known. It is given back when STAYS is 0.
//     Of a link with a context (or that takes one): UNA, SENT, GOES are noted; of a send with a
//     number its number, its entry, its ID by both, the time; sends so far, up to 1024. With
//     number 1 (FIRST) no round trip of the link is known any more.
//     AGAIN: `again` of the context is set, with UNA and SENT of now.
//     Something new was heard with MOVED, and a pause is over with GOES after none.
//     HEARD: into the op queue, 8 deep; if it is full, it is forgotten. If the context is given
//     back it still tells a round trip.
// M2, a cycle later: of what was sent `lost` is cleared, and `held` if it was no RESEND. RESENT,
//     with flight_valid and without a send, in the context with that GEN: the payload is lost
//     still, if it is not held, and scan is set. The engine waits where it needs the bits, of
//     whatever context: *.
//
// The engine serves a context until it is idle again. It leaves off when that context is given back
// or taken in the cycle, in which it does nothing then; an op stays, and goes in OP.
//     IDLE    An op, if one waits and the cycle of IDLE before this one has begun none, or if
//             nothing else is to be done: OP. Else of the contexts with work the next behind the
//             last served, by an op too (after the highest the lowest): PICK. Work: load, as it is
//             taken; again; probe; judge; limit, due news, or scan while lost ones may go and need
//             not wait, if the queue of RESENDs has room. News are due from the next tick on: one
//             event for the maps of 256 cycles. Limit: behind load, and with a window of the delay
//             behind AGAIN, what JUDGE finds lost, SCAN, RESEND in M1 but for news, another window,
//             the window switched on or off; and if there was no room for it.
//     OP, HEAR  OP reads the context, HEAR judges. An op of a context that another link has taken
//             since, by its GEN, goes. Else its number q counts if it is not 0 and fewer sends than
//             those so far lie behind it, at most 1024: n = newest - q, less one if numbers have
//             begun again between them. If it is newer than *known*, it is known, and judge is set.
//             Else, if it is older than known by more than the distance, it is late. An op whose
//             map does not count goes in HEAR. LATE.
//     LATE, LATE2 *   Late, sel.reorder: the payload of q, read in HEAR, was in flight (its ID not
//             before UNA of the op before, or as the context was taken, by 10 bits) and is not
//             held: the distance becomes by how much q is older, up to the limit, if that is more.
//             Only then it waits for the bits. sel.rtt: if q counts and is the newest number of its
//             payload, less than 4 ops wait in LATE, and load is done: TRIP. Else LOW if the map
//             counts, which is turned from HEAR on, in three cycles, to its first ID in a word of
//             64; else IDLE.
//     TRIP    3 cycles: the time between M1 of the send and of the answer goes into the round trip
//             of the link, or for load it is only read; from that, how long until a probe. The
//             third waits for a write of FIRST. Then as behind LATE2, or IDLE.
//     LOW *, HIGH *   What the map names, was sent when the op was told, is in flight and not held:
//             is held, not lost, and is news. Two words. The op goes: IDLE.
//     PICK, GO  PICK reads the context and its flags, GO clears the one that it serves: load: TRIP.
//             Else again: AGAIN. Else probe: AGAIN. Else judge, but behind a JUDGE the rest goes
//             first: JUDGE. Else, with room, limit: ttp_marks_window finds it beside, IDLE. Else
//             due news: into the queue, IDLE. Else scan, if they may go: SCAN. Else IDLE.
//     AGAIN * A cycle a word of 64: all that was sent when `again` was set, or for a probe by now,
//             is in flight and not held, is lost; the oldest is not held any more, and lost too.
//             The first probe loses that alone. scan is set. IDLE.
//     JUDGE   Each number from behind *judged* to the one that lies one more than the distance (0,
//             if the newest send was heard of first after a probe, and no later one since,
//             sel.tail) before *known* (as 0 is none, one less from 0 on), both as in PICK, goes
//             through three cycles, one behind the other; without any it takes one. Its ID is
//             read; the newest number of that ID; * (only where they are the same and it is in
//             flight, and not if it is sent again while it waits): if not held it is lost, and
//             scan is set. The last is *judged*: IDLE. 0 is left out, and takes no cycle.
//     SCAN *  A cycle a word, from that of UNA on, and one more: in the first only UNA and behind,
//             in the last only what is before it. Something lost, in flight as it was in GO: FIND.
//             In none: IDLE.
//     FIND    the lowest of that word. FETCH * `lost` of it is cleared; its entry is read. TELL
//             scan is set; if in flight in FETCH it goes into the queue of RESENDs, 4 deep: IDLE.
// "In flight" is: not before UNA, of SENT from there on. In LOW, HIGH and AGAIN it is as it was
// known in the cycle before. What is read in JUDGE and FETCH is as M1 leaves it in that cycle.
// A RESEND of news or of a limit has no payload. has, has_gen: the context of the link that is
// compared. A RESEND names its GEN, and is refused in another: then ID and entry belong together.
// PATH_ASK: what is kept of PATH_LINK is read in IDLE, and told a cycle later.
// Timing: has from flops and ask_link, path from the memories, all else from flops.
// Mirror: model/ttp_tx_marks.c      Lockstep test: tb/block/ttp_tx_marks.cpp

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_marks #(
    parameter CONTEXTS = 16,    // links that may have marks: 2..16, power of two
    parameter PW       = 8,     // log2 of the payloads of a link in flight, 8 or 9
    parameter LINKS    = 1536,  // links
    parameter LW       = 11,    // width of a link index
    parameter EW       = 13     // width of an entry index
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Reorder distance of a context that has learned none, and its limit: sends
    input  wire [7:0]                   cfg_reorder,
    input  wire [7:0]                   cfg_reorder_max,

    // Times of the tail probe, in cycles: 0, a round trip is not known; at least; TIMEOUT
    input  wire [19:0]                  cfg_base_rtt,
    input  wire [23:0]                  cfg_probe_min,
    input  wire [30:0]                  cfg_timeout,
    input  wire [19:0]                  cfg_delay,  // queue that is fine, cycles; 0: no window
    input  wire [23:0]                  now,        // cycle counter

    // The link pipe compares an event of this link: has it a context?
    input  wire [LW-1:0]                ask_link,
    output wire                         has,
    output wire [7:0]                   has_gen,

    // ttp_rx_parse: the map of a NACK that enters the queue of frames
    input  wire                         heard_valid,
    input  wire [`TTP_HEARD_W-1:0]      heard,

    // The link pipe, as an event acts
    input  wire                         flight_valid,
    input  wire [`TTP_FLIGHT_W-1:0]     flight,
    input  wire                         send_valid,
    input  wire [`TTP_SEND_W-1:0]       send,

    // ttp_retransmit, a cycle later
    input  wire [15:0]                  sent_number,
    input  wire [EW-1:0]                sent_entry,

    // RESEND, to the link pipe
    output wire                         resend_valid,
    output wire [LW-1:0]                resend_link,
    output wire [`TTP_RESEND_W-1:0]     resend,
    input  wire                         resend_ready,

    output reg  [`TTP_MARKED_W-1:0]     marked_pulse,
    // What is kept of a link; path_ask is 1 until it is told
    input  wire                         path_ask,
    input  wire [LW-1:0]                path_link,
    output reg                          path_told,
    output wire [`TTP_PATH_W-1:0]       path            // with path_told
);

generate if (CONTEXTS < 2 || CONTEXTS > 16 || (CONTEXTS & (CONTEXTS - 1)) != 0 || EW > 16
             || PW < 8 || PW > 9)
begin : g_bad
    ERROR_ttp_tx_marks_parameter_out_of_range u_bad ();
end endgenerate

localparam    CX = $clog2(CONTEXTS);
wire          tick = &now[7:0];         // news may go
wire          windowed = cfg_delay[19:4] != 16'd0;
wire [19:0]   t    = now[23:4];         // the time of M1, in 16 cycles

// ---------------------------------------------------------------- M0: the map goes with its event
wire                    map_there, map_room;
wire [5:0]              map_count;
wire [`TTP_HEARD_W-1:0] map_head;
ttp_fifo #(.WIDTH(`TTP_HEARD_W), .DEPTH(32)) u_maps (
    .clk(clk), .rst(core_rst), .in_valid(heard_valid), .in_ready(map_room), .in_data(heard),
    .out_valid(map_there), .out_ready(flight[`FLIGHT_MAPPED]), .out_data(map_head),
    .count(map_count)
);
reg                     m1_flight_q, m1_send_q, m1_resent_q;
reg [`TTP_FLIGHT_W-1:0] m1_q;
reg [`TTP_SEND_W-1:0]   m1_sent_q;
reg [`TTP_HEARD_W-1:0]  m1_map_q;
always @(posedge clk) begin
    m1_flight_q <= flight_valid && !core_rst;
    m1_send_q   <= send_valid && send[`SEND_NUMBERED] && !core_rst;
    m1_resent_q <= flight[`FLIGHT_RESENT] && !send_valid && !core_rst;
    m1_q        <= flight;
    m1_sent_q   <= send;
    m1_map_q    <= map_head;
end

// ---------------------------------------------------------------- M1: which context
wire [LW-1:0] m1_link = m1_q[`FLIGHT_LINK];
wire [31:0]   m1_una  = m1_q[`FLIGHT_UNA];
wire [9:0]    its_sent = m1_q[`FLIGHT_SENT];
wire [PW:0]   m1_sent = its_sent[PW:0];
wire [31:0]   m1_id   = m1_sent_q[`SEND_ID];
wire [8:0]    m1_rxid = m1_q[`FLIGHT_ID];
wire [9:0]    m1_most = m1_q[`FLIGHT_WINDOW];
wire          m1_once_more = m1_sent_q[`SEND_RESEND];
wire          hit, spare, id_rd, lies_rd;
wire [CX-1:0] idx;                      // of its link, or the one that it may take
wire [7:0]    m1_gen, gen;
wire [PW-1:0] lies_rd_at;
wire [CONTEXTS-1:0] taken;
wire          wants = m1_send_q && m1_sent_q[`SEND_HEAD] && !m1_once_more && !hit;
wire          take  = wants && spare;
wire          frees = m1_flight_q && hit && !m1_q[`FLIGHT_STAYS];
wire          known_link = hit || take;
wire          m1_numbers = m1_send_q && known_link;
wire          m1_again   = m1_flight_q && hit && m1_q[`FLIGHT_AGAIN];

// Of the engine's context, as ttp_marks_contexts names it
reg  [CX-1:0] at_q;
wire [LW-1:0] link;
wire [15:0]   base, newest, lies_number;
wire [19:0]   lies_since;
wire [9:0]    base_id, id, id_rd_at;
wire [PW+1:0] allowed;
wire [31:0]   una, again_una;
wire [PW:0]   sent, again_sent;
wire [10:0]   sends;
wire [EW-1:0] lies_entry;

ttp_marks_contexts #(.CONTEXTS(CONTEXTS), .CX(CX), .PW(PW), .LW(LW), .EW(EW)) u_contexts (
    .clk(clk), .core_rst(core_rst), .link(m1_link), .ask_link(ask_link), .has(has),
    .has_gen(has_gen), .hit(hit), .spare(spare), .idx(idx), .idx_gen(m1_gen), .taken(taken),
    .take(take), .frees(frees), .flies_wr(m1_flight_q && known_link), .again_wr(m1_again),
    .sends_wr(m1_numbers), .una(m1_una), .sent(m1_sent),
    .window({m1_q[`FLIGHT_OFFERED], m1_most[PW:0]}), .id(m1_id[9:0]), .number(sent_number),
    .entry(sent_entry), .sent_at(t), .at(at_q), .at_gen(gen), .at_link(link), .at_base(base),
    .at_base_id(base_id), .at_una(una), .at_sent(sent), .at_window(allowed), .at_newest(newest),
    .at_sends(sends), .at_again_una(again_una), .at_again_sent(again_sent), .id_rd(id_rd),
    .id_rd_at(id_rd_at), .id_of(id), .lies_rd(lies_rd), .lies_rd_at(lies_rd_at),
    .lies_entry(lies_entry), .lies_number(lies_number), .lies_since(lies_since)
);

// ---------------------------------------------------------------- ops
wire          op_there, op_room, op_pop, op_marks;
wire [3:0]    op_count;
wire [CX-1:0] op_idx;
wire [7:0]    op_gen;
wire [PW-1:0] op_first;                 // ID of bit 0 of its map
wire [15:0]   op_number;
wire [63:0]   op_bits;
wire [31:0]   op_una;
wire [PW:0]   op_sent;
wire [19:0]   op_at;                    // when it was heard
wire [8:0]    first   = m1_rxid + 9'd1 + {m1_map_q[`HEARD_PART], 6'd0};
wire [PW-1:0] m1_first = first[PW-1:0];
ttp_fifo #(.WIDTH(CX + 8 + 16 + 1 + 64 + PW + 32 + PW + 1 + 20), .DEPTH(8)) u_ops (
    .clk(clk), .rst(core_rst),
    .in_valid(m1_flight_q && hit && m1_q[`FLIGHT_HEARD]), .in_ready(op_room),
    .in_data({idx, m1_gen, m1_q[`FLIGHT_NUMBER], m1_q[`FLIGHT_MARKS] && !frees,
              m1_map_q[`HEARD_BITS], m1_first, m1_una, m1_sent, t}),
    .out_valid(op_there), .out_ready(op_pop),
    .out_data({op_idx, op_gen, op_number, op_marks, op_bits, op_first, op_una, op_sent, op_at}),
    .count(op_count)
);

// ---------------------------------------------------------------- the engine
localparam IDLE = 5'd0, OP = 5'd1, HEAR = 5'd2, LATE = 5'd3, LATE2 = 5'd4, LOW = 5'd6, HIGH = 5'd7,
           PICK = 5'd8, GO = 5'd9, AGAIN = 5'd10, JUDGE = 5'd11, SCAN = 5'd12,
           FIND = 5'd13, FETCH = 5'd14, TELL = 5'd15, TRIP = 5'd16, TRIP2 = 5'd17, TRIP3 = 5'd18;
reg  [4:0]    state_q, state_d;
reg  [PW-6:0] step_q;                   // of a turn, AGAIN, SCAN
reg           after_op_q;               // the last served was an op
wire          stops = (frees || take) && idx == at_q;   // its context is another's
wire          rs_room;                  // of the queue of RESENDs
// ---- what there is to do
reg           valid_q, marks_q, loads_q;    // OP: of the op; PICK: of the context; TRIP of LOAD
wire          hears    = state_q == HEAR && valid_q && !stops;
wire          counts, newer, is_newest, late, works, all_older, resumes, scan_there, load_there;
wire          loads, marks_some, judges, limits, brings, scans, is_again, is_all, probes;
wire          sets_scan, sets_news, sets_window, limits_again, changes, m2_refused;
wire          told, bounds, cuts, trips_busy, knows;
reg           sets_limit_q, scanned_q;  // in the cycle before, of `at`
wire          asks_limit = sets_limit_q || (scanned_q && state_q == IDLE);
wire [CX-1:0] next_at, m2_idx, window_at, limit_at;
wire [CONTEXTS-1:0] goes, full, probe, probe_all;
wire          sees  = state_q == GO && valid_q && !stops;
wire          to_op = op_there && (!after_op_q || !works);
ttp_marks_work #(.CONTEXTS(CONTEXTS), .CX(CX)) u_work (
    .clk(clk), .tick(tick), .taken(taken), .rs_room(rs_room), .m1(idx), .take(take),
    .m1_again(m1_again), .goes_wr(m1_flight_q && known_link), .m1_goes(m1_q[`FLIGHT_GOES]),
    .m2(m2_idx), .m2_refused(m2_refused), .resumes(resumes), .goes(goes),
    .m1_resent(m1_flight_q && hit && ((windowed && m1_q[`FLIGHT_RESENT]) || m1_q[`FLIGHT_TOLD])),
    .changes(changes), .sets(sets_window), .sets_at(window_at), .at_limit(asks_limit),
    .limits_again(limits_again), .limit_at(limit_at), .full(full), .probe(probe),
    .probe_all(probe_all), .at(at_q), .hears_newer(hears && newer), .is_newest(is_newest),
    .sets_news(sets_news), .sets_scan(sets_scan), .scan_there(scan_there), .all_older(all_older),
    .load_there(load_there), .works(works), .next(next_at), .picks(state_q == PICK), .sees(sees),
    .loads(loads), .marks(marks_some), .judges(judges), .limits(limits), .brings(brings),
    .scans(scans), .is_again(is_again), .is_all(is_all), .probes(probes)
);

wire          idle    = state_q == IDLE;
wire [LW-1:0] kept_of = idle ? path_link : link;        // of this link is read what is kept
wire          is_trip = state_q == TRIP || state_q == TRIP2 || state_q == TRIP3;
wire          loaded = state_q == TRIP3 && loads_q && !trips_busy && !stops;
// ---- numbers
wire          learns, judged_wr;
wire [15:0]   judged, target, j_to;
wire [PW-1:0] late_place;
wire [7:0]    keeps, kept_distance;
wire [9:0]    told_una;
ttp_marks_numbers #(.CONTEXTS(CONTEXTS), .CX(CX), .PW(PW)) u_numbers (
    .clk(clk), .take(take), .take_idx(idx), .at(at_q), .base(base), .base_id(base_id),
    .newest(newest), .sends(sends), .cfg_reorder(cfg_reorder), .cfg_reorder_max(cfg_reorder_max),
    .reads(state_q == OP), .hears(hears), .number(op_number), .op_una(op_una[9:0]),
    .told_una(told_una), .counts(counts), .newer(newer), .is_newest(is_newest), .late(late),
    .looks(state_q == LATE), .id(id), .late_place(late_place), .learns(learns), .keeps(keeps),
    .recalls(loaded && knows && kept_distance != 8'd0), .kept(kept_distance),
    .picks(state_q == PICK), .no_distance(all_older), .judged(judged), .target(target),
    .judged_wr(judged_wr), .judged_to(j_to)
);

wire          m2, m2_sent, j_goes, j_ends, j_same;      // M2 has the bits, for this payload
wire [PW-1:0] m2_place, j_place;
wire [15:0]   j_number;
ttp_marks_judge #(.PW(PW)) u_judge (
    .clk(clk), .core_rst(core_rst), .starts(state_q == GO), .from(judged), .to(target),
    .runs(state_q == JUDGE), .busy(m2),
    .sent_again(m2_sent && m2_idx == at_q && m2_place == j_place),
    .goes(j_goes), .ends(j_ends), .up_to(j_to), .number(j_number), .id(id[PW-1:0]),
    .newest(lies_number), .una(una[PW-1:0]), .sent(sent), .same(j_same), .place(j_place)
);

// ---- bits
wire [PW-1:0] pick;
wire [63:0]   turned, seen;
reg           probes_q;                 // AGAIN is for a probe
wire          marked, is_held;
wire [PW-7:0] seen_word;
ttp_marks_bits #(.CONTEXTS(CONTEXTS), .CX(CX), .PW(PW)) u_bits (
    .clk(clk), .core_rst(core_rst),
    .m1_sent(m1_numbers), .m1_new(m1_numbers && !m1_once_more),
    .m1_refused(m1_resent_q && m1_flight_q && hit), .m1_gen(m1_gen), .m1_wants(m1_q[`FLIGHT_GEN]),
    .m2_refused(m2_refused),
    .m1_idx(idx), .m1_place(m1_numbers ? m1_id[PW-1:0] : m1_rxid[PW-1:0]),
    .busy(m2), .busy_sent(m2_sent), .busy_idx(m2_idx), .busy_place(m2_place),
    .at(at_q), .range_en(state_q != SCAN), .una(una),
    // As the op was heard, or as all was lost; where no bits follow it means nothing
    .was_una(after_op_q ? op_una : is_again ? again_una : una),
    .was_sent(after_op_q ? op_sent : is_again ? again_sent : sent),
    .low(state_q == LOW), .high(state_q == HIGH), .map_first(op_first), .map_bits(turned),
    .all_lost(state_q == AGAIN), .but_oldest(probes_q && !is_all),
    .one_lost(state_q == JUDGE && j_same),
    .one_fetched(state_q == FETCH), .scans(state_q == SCAN), .step(step_q),
    .place(state_q == JUDGE ? j_place : state_q == LATE2 ? late_place : pick),
    .marked(marked), .is_held(is_held), .seen(seen), .seen_word(seen_word)
);
wire          turns    = (state_q == HEAR || state_q == LATE || state_q == LATE2)
                      && step_q[1:0] != 2'd3;
ttp_marks_turn u_turn (
    .clk(clk), .loads(state_q == OP), .bits(op_bits), .turns(turns), .step(step_q[1:0]),
    .by(op_first[5:0]), .word(turned)
);
reg           late_q, counts_q, few_q;  // the number of HEAR; few ops wait, load is done
assign learns    = state_q == LATE2 && late_q && !m2 && !is_held && !stops;
assign judged_wr = j_ends && !stops;

// ---- times
reg  [15:0]   number_q;                 // of the op, and when it was heard
reg  [19:0]   heard_at_q, trip_q;
wire          newest_send = lies_number == number_q;
wire [19:0]   smoothed, shortest;
ttp_marks_times #(.CONTEXTS(CONTEXTS), .CX(CX), .LINKS(LINKS), .LW(LW)) u_times (
    .clk(clk), .now(now), .cfg_base_rtt(cfg_base_rtt), .cfg_probe_min(cfg_probe_min),
    .cfg_timeout(cfg_timeout), .m1(idx), .take(take), .frees(frees),
    .restarts(hit && ((m1_flight_q && m1_q[`FLIGHT_MOVED]) || resumes)), .touches(m1_again),
    .first(m1_send_q && m1_sent_q[`SEND_FIRST]), .first_link(m1_link), .taken(taken), .goes(goes),
    .at(at_q), .link(kept_of), .reads(idle || state_q == LATE || state_q == GO),
    .kept_all({path[`PATH_DISTANCE], path[`PATH_SHORTEST], path[`PATH_TRIP]}),
    .hears_news(sets_news), .trip(trip_q), .computes(state_q == TRIP), .loads(loads_q),
    .sums(state_q == TRIP2), .writes(state_q == TRIP3 && !stops), .busy(trips_busy), .knows(knows),
    .smoothed(smoothed), .shortest(shortest), .distance(keeps), .kept_distance(kept_distance),
    .probe(probe), .all(probe_all), .probes(probes)
);

// ---- the window
wire          again_ends = state_q == AGAIN && !m2 && &step_q[PW-7:0];
wire          again_done = again_ends && !stops;
wire [PW:0]   limit;
wire [7:0]    limit_gen;
wire [LW-1:0] limit_link;
always @(posedge clk) begin
    sets_limit_q <= (windowed && sets_scan && state_q != TELL) || loaded;
    scanned_q    <= windowed && state_q == SCAN && !stops;
end
ttp_marks_window #(.CONTEXTS(CONTEXTS), .CX(CX), .PW(PW), .LINKS(LINKS), .LW(LW)) u_window (
    .clk(clk), .core_rst(core_rst), .t(t), .cfg_delay(cfg_delay[19:4]), .m1(idx), .m1_link(m1_link),
    .take(take), .frees(frees), .at(at_q), .given_back(!taken[at_q]), .link(link), .base(base),
    .newest(newest), .sent(sent), .una(una[9:0]), .told_una(told_una), .allowed(allowed[PW:0]),
    .allowed_all(allowed[PW+1]), .reads(state_q == OP), .hears(hears), .counts(counts),
    .number(op_number), .op_una(op_una[9:0]), .number_held(number_q),
    .looks(idle || state_q == GO), .looks_at(kept_of), .shows(path[`PATH_WINDOW]),
    .shows_some(path[`PATH_TRIP] != 23'd0), .computes(state_q == TRIP),
    .trip(trip_q), .adds(state_q == TRIP2 && !loads_q && !stops), .shortest(shortest),
    .known(knows), .smoothed(smoothed), .loading(loads_q && is_trip), .loaded(loaded),
    .lost(sets_scan && state_q != TELL), .lost_there(scan_there),
    .again(again_done && (!probes_q || is_all)),
    .one_goes(again_done && probes_q && !is_all), .limits(limits), .stops(stops), .gen(gen),
    .room(rs_room), .tells(bounds), .limit(limit), .limit_gen(limit_gen), .limit_link(limit_link),
    .limits_again(limits_again), .limit_at(limit_at), .resends(told), .full(full),
    .changes(changes), .cuts(cuts), .sets(sets_window), .sets_at(window_at)
);

// ---- RESENDs
ttp_marks_resend #(.LW(LW), .EW(EW), .PW(PW)) u_resend (
    .clk(clk), .core_rst(core_rst), .gen(gen), .link(link), .una(una), .sent(sent),
    .sees(state_q == SCAN && !m2), .seen(seen), .seen_word(seen_word), .finds(state_q == FIND),
    .pick(pick), .fetches(state_q == FETCH && !m2), .tells(state_q == TELL && !stops),
    .entry(lies_entry), .told(told), .brings(brings), .bounds(bounds), .limit(limit),
    .limit_gen(limit_gen), .limit_link(limit_link), .room(rs_room), .resend_valid(resend_valid),
    .resend_link(resend_link), .resend(resend), .resend_ready(resend_ready)
);

// ---- counters
wire [`TTP_MARKED_W-1:0] marks_now;
assign marks_now[`MARKED_LOST]       = state_q == JUDGE && sets_scan;
assign marks_now[`MARKED_ALL]        = marks_some && is_again;
assign marks_now[`MARKED_PROBE]      = probes;
assign marks_now[`MARKED_NO_CONTEXT] = wants && !spare;
assign marks_now[`MARKED_CUT]        = cuts;
always @(posedge clk) marked_pulse <= marks_now & {`TTP_MARKED_W{!core_rst}};

// ---- what is read
assign id_rd      = state_q == HEAR || j_goes;
assign id_rd_at   = state_q == HEAR ? op_number[9:0] : j_number[9:0];
assign lies_rd    = (state_q == FETCH && !m2) || state_q == LATE || j_goes;
assign lies_rd_at = state_q == FETCH ? pick : id[PW-1:0];

// ---- the states
wire [4:0] behind_op = marks_q ? LOW : IDLE;
always @* begin
    state_d = state_q;
    case (state_q)
    IDLE:  if (to_op) state_d = OP; else if (works) state_d = PICK;
    OP:    state_d = HEAR;
    HEAR:  state_d = valid_q ? LATE : IDLE;
    LATE:  state_d = LATE2;
    LATE2: if (!m2 || !late_q) state_d = newest_send && counts_q && few_q ? TRIP : behind_op;
    TRIP:  state_d = TRIP2;
    TRIP2: state_d = TRIP3;
    TRIP3: if (!trips_busy) state_d = loads_q ? IDLE : behind_op;
    LOW:   if (!m2) state_d = HIGH;
    HIGH:  if (!m2) state_d = IDLE;
    PICK:  state_d = GO;
    GO:    state_d = loads ? TRIP : marks_some ? AGAIN : judges ? JUDGE : scans ? SCAN : IDLE;
    AGAIN: if (again_ends) state_d = IDLE;
    JUDGE: if (j_ends) state_d = IDLE;
    SCAN:  if (!m2) state_d = seen != 64'd0 ? FIND : step_q[PW-6] ? IDLE : SCAN;
    FIND:  state_d = FETCH;
    FETCH: if (!m2) state_d = TELL;
    default: state_d = IDLE;                    // TELL
    endcase
    if (stops && state_q != IDLE) state_d = IDLE;
end

// An op goes with the last state that needs more of it than marks_q.
assign op_pop = !(stops && valid_q)
             && ((state_q == HEAR && !(valid_q && marks_q)) || (state_q == HIGH && !m2));

assign sets_scan = (again_done || (j_goes && j_same && !is_held) || state_q == TELL) && !stops;
assign sets_news = marked && !stops;
always @(posedge clk) begin
    state_q    <= state_d;
    path_told  <= idle && path_ask && !path_told && !core_rst;
    if (state_q == IDLE) begin
        after_op_q <= to_op;
        if (to_op) at_q <= op_idx;
        else if (works) at_q <= next_at;
    end
    if (state_q == OP) begin
        valid_q <= op_gen == gen;
        marks_q <= op_marks;
    end
    if (state_q == PICK) valid_q <= taken[at_q];
    if (state_q == HEAR) begin
        late_q     <= late;
        counts_q   <= counts;
        number_q   <= op_number;
        heard_at_q <= op_at;
    end
    if (state_q == LATE)  few_q  <= op_count < 4'd4 && !load_there;
    if (state_q == LATE2) trip_q <= heard_at_q - lies_since;
    if (state_q == GO) probes_q <= !is_again;
    loads_q <= state_q == GO || (loads_q && state_q != LATE);
    if (turns || ((state_q == AGAIN || state_q == SCAN) && !m2))
        step_q <= step_q + 1'b1;
    else if (state_q == OP || state_q == PICK) step_q <= {(PW-5){1'b0}};
    if (core_rst) {state_q, after_op_q, at_q} <= {IDLE, {(CX+1){1'b0}}};
end

wire unused = &{1'b0, its_sent, m1_most, m1_rxid, first, map_there, map_room, map_count, op_room,
                m1_q, m1_sent_q, m1_id[31:10], op_una[31:10], j_number[15:10], cfg_delay[3:0]};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && flight[`FLIGHT_MAPPED]) assert (map_there);
    always @(posedge clk) if (!core_rst && heard_valid) assert (map_room);
`endif

endmodule

`resetall
