// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_tx_marks, for one context and one place of it, any: PW bits of an ID. The first
// frame is any state in which p_sound holds, or any state in reset; it holds after the step. So it
// holds always. What is asserted beside it holds in each state of that kind, or in each step from
// one.
//
// Assumed of the link pipe, as link_step proves it of the rules, of a link with a context: what was
// sent begins at UNA and is 2^PW payloads at most. An event retires the oldest, or has the link
// begin at UNA again with nothing sent; the next one goes from the list, and is sent then. What
// goes once more is less than that behind UNA. A context is taken with the oldest. A map comes with
// its NACK, and there is room for it.
//
// Assumed of a memory: it gives what was written last to its address; `lies` also what is written
// in the cycle of the read. What else is read may be anything (`free`): numbers, maps, ops.
//
// Not assumed: that M2 leaves the engine the bits. Cycles are counted in which it does. It takes
// them for a send, of which there is one in two cycles (sent_q of ttp_link_turn), and for a RESEND
// that was refused, of which there are no more than the queue and the pipe hold, as none is told
// meanwhile.
localparam [PW:0] P_MAX = {1'b1, {PW{1'b0}}};       // so many may be sent
localparam [PW-6:0] P_WORDS = {1'b1, {(PW-6){1'b0}}};
localparam [4:0] P_SCANS = 5'd1 << (PW - 6);        // steps of SCAN, a word each
localparam P_IN = 2 + 8 + LW + 32 + 16; // a word of the queue of RESENDs
wire p_run = !core_rst;

(* anyconst *) wire [CX-1:0]   p_c;
(* anyconst *) wire [PW-1:0] p_place;
wire [5:0] p_bit = p_place[5:0];

// Of the parts
(* hierconn *) wire [7:0]             \u_contexts.gen_q ;
(* hierconn *) wire [CONTEXTS-1:0]    \u_contexts.u_pool.used_q , \u_contexts.u_pool.ends_q ;
(* hierconn *) wire [CONTEXTS*LW-1:0] \u_contexts.u_pool.link_q ;
(* hierconn *) wire                   \u_bits.m2_new_q ;
(* hierconn *) wire                   \u_bits.u_held.wr_en , \u_bits.u_lost.wr_en ;
(* hierconn *) wire [CX+PW-7:0]     \u_bits.u_held.wr_addr , \u_bits.u_lost.wr_addr ;
(* hierconn *) wire [CX+PW-7:0]     \u_bits.u_held.rd_addr , \u_bits.u_lost.rd_addr ;
(* hierconn *) wire [63:0]            \u_bits.held , \u_bits.lost ;
(* hierconn *) wire [63:0]            \u_bits.held_d , \u_bits.lost_d ;
(* hierconn *) wire [PW-1:0]        \u_bits.range_q ;
(* hierconn *) wire [PW:0]          \u_bits.range_end_q ;
(* hierconn *) wire [CONTEXTS-1:0]    \u_work.scan_q ;
(* hierconn *) wire                   \u_judge.first_q , \u_judge.second_q , \u_judge.far ;
(* hierconn *) wire [63:0]            \u_resend.seen_q ;
(* hierconn *) wire [PW-7:0]        \u_resend.seen_word_q ;
(* hierconn *) wire [31:0]            \u_resend.tell_id_q ;
(* hierconn *) wire [P_IN-1:0]        \u_resend.u_resends.in_data ;
(* hierconn *) wire                   \u_window.moved_q , \u_window.finds_q , \u_window.found_q ;

// ---------------------------------------------------------------- M1: what was noted
wire [CONTEXTS-1:0] p_used = \u_contexts.u_pool.used_q ;
wire          p_mine  = p_used[p_c];
wire          p_event = m1_flight_q && known_link && idx == p_c;
wire          p_sends = m1_numbers && idx == p_c;
wire          p_lists = p_sends && !m1_once_more;
wire          p_its   = m1_id[PW-1:0] == p_place;
wire [PW:0] p_left  = m1_sent - {{PW{1'b0}}, p_lists};  // sent before, and not retired
reg  [31:0]   p_una, p_id;              // of the context, of the newest send of that place
reg  [PW:0] p_sent;
reg  [EW-1:0] p_entry;
reg  [7:0]    p_gen;
reg           p_listed;                 // it was sent from the list since the context was taken
reg           p_read;                   // `lies` of it was read in the cycle before
wire [31:0]   p_from_una = m1_una - p_una;
wire [31:0]   p_id_off   = m1_id - m1_una;
always @* if (p_run) begin
    if (m1_send_q) assume (m1_flight_q);
    if (p_event) begin
        assume (m1_sent <= P_MAX);
        assume (!take || m1_sent == {{PW{1'b0}}, 1'b1});
        assume (p_left <= P_MAX);
        assume (take || p_left == 0
                || (p_from_una <= {{(31-PW){1'b0}}, p_sent}
                    && p_left == p_sent - p_from_una[PW:0]));
    end
    if (p_lists) assume (p_id_off == {{(31-PW){1'b0}}, p_left});
    if (p_sends && m1_once_more) assume (p_id_off < {{(31-PW){1'b0}}, P_MAX});
    assume (!flight[`FLIGHT_MAPPED] || map_there);
    assume (!heard_valid || map_room);
    // The memories
    if (at_q == p_c && p_mine) assume ({una, sent, gen} == {p_una, p_sent, p_gen}
                                       && link == \u_contexts.u_pool.link_q [p_c*LW +: LW]);
    if (p_read) assume (lies_entry == p_entry);
end
always @(posedge clk) begin
    p_read <= lies_rd && at_q == p_c && lies_rd_at == p_place;
    if (p_event) {p_una, p_sent} <= {m1_una, m1_sent};
    if (take && idx == p_c) begin
        p_gen    <= \u_contexts.gen_q ;
        p_listed <= 1'b0;
    end
    if (p_sends && p_its) {p_id, p_entry} <= {m1_id, sent_entry};
    if (p_lists && p_its) p_listed <= 1'b1;
end

// Is it in flight? Then that is the ID of it, and it is noted.
wire [PW-1:0] p_off    = p_place - p_una[PW-1:0];
wire            p_flies  = p_mine && {1'b0, p_off} < p_sent;
wire            p_noted  = (!p_mine || p_sent <= P_MAX)
    && (!p_flies || (p_listed && p_id == p_una + {{(32-PW){1'b0}}, p_off}));

// No link has two contexts.
wire [CONTEXTS-1:0] p_two;
genvar g, h;
generate for (g = 0; g < CONTEXTS; g = g + 1) begin : p_context
    wire [CONTEXTS-1:0] same;
    for (h = 0; h < CONTEXTS; h = h + 1) begin : p_other
        assign same[h] = h != g && p_used[g] && p_used[h]
            && \u_contexts.u_pool.link_q [g*LW +: LW] == \u_contexts.u_pool.link_q [h*LW +: LW];
    end
    assign p_two[g] = same != 0;
end endgenerate
wire p_pool = p_two == 0 && \u_contexts.u_pool.ends_q == 0;

// ---------------------------------------------------------------- M2: the two bits of the payload
reg  p_held, p_lost;
wire [CX+PW-7:0] p_word = {p_c, p_place[PW-1:6]};
wire p_at_m2 = m2_idx == p_c && m2_place == p_place;
wire p_new   = m2_sent && \u_bits.m2_new_q && p_at_m2;      // they will be 0
always @* if (p_run) begin
    if (\u_bits.u_held.rd_addr == p_word) assume (\u_bits.held [p_bit] == p_held);
    if (\u_bits.u_lost.rd_addr == p_word) assume (\u_bits.lost [p_bit] == p_lost);
end
always @(posedge clk) begin
    if (\u_bits.u_held.wr_en && \u_bits.u_held.wr_addr == p_word) p_held <= \u_bits.held_d [p_bit];
    if (\u_bits.u_lost.wr_en && \u_bits.u_lost.wr_addr == p_word) p_lost <= \u_bits.lost_d [p_bit];
end
wire p_apart = !p_mine || !p_listed || p_new || !(p_held && p_lost);

// ---------------------------------------------------------------- the engine
wire p_here = at_q == p_c && p_mine;
wire p_scan = state_q == SCAN, p_find = state_q == FIND, p_fetch = state_q == FETCH,
     p_tell = state_q == TELL, p_maps = state_q == LOW || state_q == HIGH;
reg  p_young;                           // sent from the list since GO
always @(posedge clk) p_young <= (p_lists && p_its) || (p_young && state_q != GO);

// In SCAN: what was in flight in GO; in which step that place is looked at
wire [PW-1:0] p_in_range = p_place - \u_bits.range_q ;
wire [PW:0]   p_range_n  = \u_bits.range_end_q - {3'd0, \u_bits.range_q [5:0]};
wire            p_ranges = {1'b0, p_in_range} < p_range_n;
wire [PW-7:0] p_words  = p_place[PW-1:6] - \u_bits.range_q [PW-1:6];
wire [PW-6:0]   p_step  = p_words == 0 && p_bit < \u_bits.range_q [5:0] ? P_WORDS
                         : {1'b0, p_words};
wire p_range = !(p_scan && p_here)
            || (p_range_n <= P_MAX && (!p_ranges || p_listed));

// What is lost, in flight, is not forgotten: SCAN is to come, or comes to it, or comes again.
wire p_due = p_flies && p_lost && !p_new && !\u_work.scan_q [p_c];
wire p_kept = !p_due || (p_here && (p_find || p_fetch || p_tell || state_q == AGAIN
                                    || (p_scan && !p_young && p_ranges && p_step >= step_q)));

// What SCAN has seen is not held, up to TELL.
wire p_seen = p_here && ((p_find && \u_resend.seen_q [p_bit]
                          && \u_resend.seen_word_q == p_place[PW-1:6])
                         || ((p_fetch || p_tell) && pick == p_place));
wire p_free = (!p_seen || (p_listed && !p_held))
           && (!(p_tell && p_here && pick == p_place)
               || (p_read && \u_resend.tell_id_q [PW-1:0] == p_place));

wire p_steps = (state_q != GO || step_q == 0) && (!after_op_q || (state_q != PICK && state_q != GO))
            && (!p_scan || step_q <= P_WORDS)
            && (state_q != AGAIN || step_q < P_WORDS) && state_q <= TRIP3 && state_q != 5'd5
            && (!p_find || \u_resend.seen_q != 64'd0)
            && (state_q != JUDGE || !(\u_judge.first_q || \u_judge.second_q ) || !\u_judge.far );

// A context that is served is there.
wire p_serves = !(at_q == p_c && ((state_q == GO && valid_q) || state_q == AGAIN || state_q == JUDGE
                                  || p_scan || p_find || p_fetch || p_tell)) || p_mine;

// The queue of RESENDs: what is found beside the engine comes when that tells nothing.
wire p_room = (!(p_scan || p_find || p_fetch || p_tell) || rs_room)
           && (!\u_window.moved_q || state_q == LATE
               || (state_q == IDLE && p_used == 0 && !take && !op_there))
           && (!\u_window.finds_q || state_q == LATE2 || state_q == IDLE)
           && (!\u_window.found_q || state_q == LATE2 || state_q == TRIP || state_q == LOW
               || state_q == IDLE || state_q == OP || state_q == PICK);

// An op has gone where nothing more of it is needed.
reg  p_turn, p_popped, p_cut, p_next_op;
wire p_pops = (state_q != HEAR || !p_popped) && (state_q != LATE2 || !loads_q)
           && (!(state_q == LATE || state_q == LATE2 || (is_trip && !loads_q))
               || p_popped == !marks_q) && (!p_maps || (!p_popped && marks_q));
wire p_sound = p_pool && p_noted && p_apart && p_range && p_kept && p_free && p_steps && p_room
             && p_serves && p_pops;
reg  p_stepped;
initial p_stepped = 1'b0;
always @(posedge clk) p_stepped <= 1'b1;

// ---------------------------------------------------------------- how long a turn takes
reg  [4:0] p_rank;                      // so many cycles at most, of those with the bits
always @* case (state_q)
    PICK:  p_rank = P_SCANS + 5'd6;
    OP, GO: p_rank = P_SCANS + 5'd5;
    HEAR:  p_rank = 5'd8;
    LATE:  p_rank = 5'd7;
    LATE2: p_rank = 5'd6;
    TRIP:  p_rank = 5'd5;
    TRIP2: p_rank = 5'd4;
    TRIP3, FIND: p_rank = 5'd3;
    LOW, FETCH: p_rank = 5'd2;
    HIGH, TELL: p_rank = 5'd1;
    SCAN:  p_rank = P_SCANS + 5'd4 - {{(10-PW){1'b0}}, step_q};
    AGAIN: p_rank = P_SCANS - {{(10-PW){1'b0}}, step_q};
    default: p_rank = 5'd0;             // IDLE; JUDGE
endcase
reg  [4:0] p_rank_was;
reg        p_was, p_free_was, p_judged, p_stopped;
always @(posedge clk) begin
    p_was      <= p_run && p_rank != 5'd0;
    p_rank_was <= p_rank;
    p_free_was <= !m2 && !trips_busy;
    p_judged   <= p_run && state_q == JUDGE;
    p_stopped  <= stops || j_ends;
end

// An op goes once, with its turn, unless another link has the context.
wire p_ops = state_q == OP || state_q == HEAR || state_q == LATE || state_q == LATE2 || p_maps
          || (is_trip && !loads_q);
always @(posedge clk) begin
    p_turn    <= p_run && p_ops;
    p_popped  <= (state_q != OP && p_popped) || op_pop;
    p_cut     <= stops;
    p_next_op <= p_run && state_q == IDLE && op_there && !after_op_q;
end

wire [1:0]    p_kind = {\u_resend.u_resends.in_data [P_IN-1], \u_resend.u_resends.in_data [P_IN-2]};
wire          p_told = p_run && p_stepped && told && at_q == p_c && pick == p_place;
wire          p_is_it = \u_resend.tell_id_q - p_una < {{(31-PW){1'b0}}, p_sent};
always @* if (p_run) begin
    if (!p_stepped) assume (p_sound);
    else begin
        pool:  assert (p_pool);
        noted: assert (p_noted);
        apart: assert (p_apart);
        range: assert (p_range);
        kept:  assert (p_kept);
        free:  assert (p_free);
        steps: assert (p_steps);
        room:  assert (p_room);
        serves: assert (p_serves);
        pops:  assert (p_pops);
    end
    // A RESEND: of this context and its link, an ID with its place; while that is in flight it is
    // the one of the newest send, with the entry of that. No map has named it.
    if (p_told) begin
        names: assert (p_kind == 2'd0 && p_mine && \u_resend.u_resends.in_data [P_IN-3:16]
                       == {p_gen, \u_contexts.u_pool.link_q [p_c*LW +: LW], \u_resend.tell_id_q }
                       && \u_resend.tell_id_q [PW-1:0] == p_place);
        if (p_is_it) its_entry: assert (p_id == \u_resend.tell_id_q
                                        && \u_resend.u_resends.in_data [15:0] == p_entry);
        not_held: assert (!p_held && p_listed);
    end
    one_kind: assert (!(told && brings) && !(told && bounds) && !(brings && bounds));
    if (p_stepped) begin
        // A turn ends: each cycle in which the engine has the bits brings IDLE nearer. JUDGE stays
        // until its numbers have gone.
        if (p_was)    ends: assert (p_rank <= p_rank_was - {4'd0, p_free_was});
        if (p_judged) judged_all: assert (state_q == (p_stopped ? IDLE : JUDGE));
        // It is the next but one at most that waits for an op, and the op goes once.
        if (p_next_op) op_next: assert (state_q == OP);
        if (p_turn && !p_ops && !p_cut) op_goes: assert (p_popped);
        if (op_pop) op_once: assert (p_ops && (state_q == HEAR || !p_popped));
    end
    p_asks:   cover (p_stepped && p_told && p_is_it && m2);
    p_late:   cover (p_stepped && p_due && p_scan && p_step == 3'd4 && step_q == 3'd4);
    p_again:  cover (p_stepped && p_told && p_young && \u_work.scan_q [p_c]);
    p_oldest: cover (p_stepped && p_tell && p_seen && p_place == p_una[PW-1:0] && m2);
    p_full:   cover (p_stepped && bounds && !resend_ready && &p_used);
    p_retires: cover (p_stepped && told && at_q == p_c && pick == p_place && !p_is_it);
    p_both:   cover (p_stepped && p_flies && p_held && p_new);
    p_op:     cover (p_stepped && op_pop && p_here && p_flies && p_held && state_q == HIGH);
end
