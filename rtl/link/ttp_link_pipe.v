// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_pipe - the one place where a link changes: S0 grant, S1 lookup, S2 state machine
//
//    S0   ttp_arbiter grants one event; its fields are selected here
//    S1   ttp_link_table finds the link; record, napp and nfreed are read at its index
//    S2   ttp_link_fsm; then the turn: may this link send its next payload now?
//         record written back, all consumers told (combinational, into their queues)
//    S2+1 trace record and counter pulses, from flops
//
// At 512 bit S2 is one cycle, and an event may follow every cycle. Below, it is cut in three, S2a compare,
// S2b rows, S2c move and turn, and an event enters when the one before is in S2c: nothing of a record needs
// to be forwarded. What is said of S2 holds for S2c, but for what an event sees of the world: time, napp, and
// whether the retire engine is up to date, for which it is S2a.
//
// With DEEP it is cut in ten, for FPGAs that are slow for their clock: S0b between select and tag memory, S1a between
// tags and record memory, S2r behind the record memory, S2d (comparisons) and S2e (turn) behind S2c. S2e is the last one. What an event sees of the world
// it sees in S2r, retry_max and the start ID in S2a, the lengths of timers and the life counter in S2d.
//
// Hazards. An event that follows another of the same link sees its result: the record memory hands a
// word written in the cycle of the read through (needed only at 512 bit, where events come every cycle).
// The retire engine's write of nfreed in the S2 cycle itself is seen too. An append of the ingest in the S2
// cycle or later is not seen; the ingest then finds act = 0, because its question is answered with act as
// S2 leaves it, and rings the doorbell; while the event is in S2a or S2b the answer is 0.
//
// Timing: as above. Mirror: model/ttp_link_pipe.c      Lockstep test: tb/block/ttp_link_pipe.cpp

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_pipe #(
    parameter DATA_W    = 512,  // bits a beat
    parameter LINK_SETS = 256,
    parameter LINK_WAYS = 2,
    parameter TRACE     = 1,    // 0: no trace port
    parameter SLOTS     = 8,    // payload slots of the sender
    parameter DEEP      = 0,    // 1: ten stages, below 512 bit only
    parameter LW        = 11,   // derived by ttp_mac: width of a link index
    parameter CW        = 13    // ... of payload counts
) (
    input  wire           clk,
    input  wire           rst,
    input  wire           init_active,
    input  wire [16:0]    init_idx,
    input  wire [35:0]    now,              // cycles; events see the low 32 bits, ages steps of 4096

    // Configuration
    input  wire [30:0]    cfg_timeout,
    input  wire [30:0]    cfg_open_tmo,
    input  wire [30:0]    cfg_close_tmo,
    input  wire [30:0]    cfg_backoff,
    input  wire [7:0]     cfg_retry_max,
    input  wire [30:0]    cfg_reack,        // 0: off
    input  wire [30:0]    cfg_idle,         // 0: off
    input  wire [30:0]    cfg_victim_idle,
    input  wire           cfg_nack_once,    // a further NACK of one ID is ignored until the timer has expired
    input  wire           epoch_set,        // load the life counter
    input  wire [15:0]    epoch_val,        // not 0
    output wire [15:0]    epoch_q,
    input  wire           start_id_set,
    input  wire [31:0]    start_id_val,
    output wire [31:0]    start_id_q,
    input  wire           irq_dead,         // cause DEAD still pending: dead entries stay

    // S0: grants and what the sources hold
    input  wire           g_rx,
    input  wire           g_tm,
    input  wire           g_ct,
    input  wire           g_lf,
    input  wire           g_lk,
    input  wire           g_db,
    input  wire           g_rq,
    input  wire           g_sp,
    input  wire [3:0]     rxq_op,
    input  wire [1:0]     rxq_vc,
    input  wire [23:0]    rxq_peer,
    input  wire [31:0]    rxq_txid,
    input  wire [31:0]    rxq_rxid,
    input  wire [15:0]    rxq_epoch,
    input  wire [10:0]    rxq_len,
    input  wire           rxq_fits,
    input  wire [LW-1:0]  tm_qlink,
    input  wire           ct_op,            // 0 close, 1 peek
    input  wire [1:0]     ct_vc,
    input  wire [23:0]    ct_node,
    input  wire [15:0]    ct_link,
    input  wire [LW-1:0]  lf_link,
    input  wire [1:0]     lk_vc,
    input  wire [23:0]    lk_node,
    input  wire [LW-1:0]  db_link,
    input  wire [LW-1:0]  rq_link,

    // To the arbiter
    output wire           s1_valid,         // an event before its last stage
    output wire           s1_turn,          // 512 bit: S1 holds a turn
    output wire           s2_valid,         // ... in it
    output wire           pipe_excl,        // 512 bit: S1 or S2 holds an exclusive event
    output wire           s2_soon,          // below 512 bit: the event is in its last stage in the next cycle
    output wire           sp_valid,         // S2 holds a turn whose link may have a second one (512 bit)

    // Ingest: append bus, doorbell question, pin, lookup result
    input  wire           ap_valid,
    input  wire [LW-1:0]  ap_link,
    input  wire [CW-1:0]  ap_napp,
    input  wire [LW-1:0]  in_link,
    output wire           ap_act,
    input  wire           pin_valid,
    input  wire [LW-1:0]  pin_link,
    output wire           pin_kill,         // an idle ingest gives its link up, or nobody else gets it
    output wire           lk_done,
    output wire           lk_ok,
    output wire [LW-1:0]  lk_link,

    // Retire engine
    input  wire           nf_wr,
    input  wire [LW-1:0]  nf_link,
    input  wire [CW-1:0]  nf_val,
    output wire           rt_push,
    output wire [LW-1:0]  rt_link,
    output wire           gl_wr,
    output wire [LW-1:0]  gl_link,
    output wire           gl_flush,
    output wire [CW-1:0]  gl_nret,
    output wire [31:0]    gl_una,
    output wire [23:0]    gl_node,

    // Sender
    output wire           s1_rd_en,
    output wire [LW-1:0]  s1_link,
    input  wire [3:0]     slots_used,
    output wire           snd_valid,
    output wire [LW-1:0]  snd_link,
    output wire           snd_head,
    output wire [31:0]    snd_id,
    output wire [1:0]     snd_vc,
    output wire [23:0]    snd_node,

    // Ready list
    output wire           rq_push,
    output wire [LW-1:0]  rq_push_link,
    output wire           rq_push_replay,

    // Responses
    output wire           rs_valid,
    output wire [3:0]     rs_op,
    output wire [1:0]     rs_vc,
    output wire [23:0]    rs_node,
    output wire [31:0]    rs_txid,
    output wire [31:0]    rs_rxid,
    output wire [15:0]    rs_epoch,
    output wire [LW-1:0]  rs_link,
    output wire           rs_notify,
    output wire           cr_give,

    // Receive side
    output wire           vd_valid,
    output wire           vd_take,
    output wire [10:0]    vd_len,
    output wire [1:0]     vd_vc,
    output wire [23:0]    vd_node,

    // Timer
    output wire           tm_wr,
    output wire [LW-1:0]  tm_link,
    output wire           tm_armed,
    output wire [31:0]    tm_dl,
    output wire           tm_armed2,
    output wire [31:0]    tm_dl2,

    // Registers, completions
    output wire           peek_valid,
    output wire [223:0]   peek_data,        // word i: LINK_RECi; without bit 31 (no entry) the rest means nothing
    output wire           close_done,
    output wire           close_nolink,
    output wire           cp_valid,
    output wire [127:0]   cp_data,

    // One cycle after S2: counters and irq causes
    output wire [10:0]    cnt_pulse,        // {dead, opened, illegal, late, gap, repeat, timeout, replay, far, space, 0}
    output wire           irq_nolink,
    output wire           irq_closed,
    output wire           irq_restart,

    // Trace
    output wire           trace_valid,
    output wire [15:0]    trace_link,
    output wire [2:0]     trace_state0,
    output wire [2:0]     trace_state1,
    output wire [4:0]     trace_event,
    output wire [15:0]    trace_action,
    output wire [31:0]    trace_txid,
    output wire [31:0]    trace_rxid
);

localparam LINKS = 3 * LINK_SETS * LINK_WAYS;
localparam RW    = `TTP_LINK_REC_W;
localparam WIDE  = DATA_W == 512 ? 1 : 0;   // events may follow each other every cycle
localparam CUT   = 1 - WIDE;                // S2 in three cycles
localparam [31:0] START_STEP = 32'h00100000;
`TTP_LINK_REC

// ---------------------------------------------------------------- S0: select
wire s0_any     = g_rx || g_tm || g_ct || g_lf || g_lk || g_db || g_rq || g_sp;
wire s0_by_link_d = g_tm || (g_ct && ct_op) || g_lf || g_db || g_rq || g_sp;
wire s0_close   = g_ct && !ct_op;

wire [4:0] s0_ev_d = g_rx ? {1'b0, rxq_op}
                 : g_tm ? `TTP_EV_TIMER
                 : g_ct ? (ct_op ? `TTP_EV_PEEK : `TTP_EV_CLOSE)
                 : g_lf ? `TTP_EV_LEFT
                 : g_lk ? `TTP_EV_LOOKUP
                 : g_db ? `TTP_EV_DOORBELL
                 :        `TTP_EV_SEND;
reg [LW-1:0]  s2_link_q;            // the link in S2
// An index of the registers that does not fit the table must not alias one that does.
wire          ct_big  = {16'd0, ct_link} >= LINKS[31:0];
wire [LW-1:0] s0_link_d = g_tm ? tm_qlink : g_lf ? lf_link : g_db ? db_link : g_rq ? rq_link : g_sp ? s2_link_q
                      : ct_big ? {LW{1'b1}} : ct_link[LW-1:0];
wire [1:0]    s0_vc_d = g_rx ? rxq_vc : g_lk ? lk_vc : ct_vc;
wire [23:0]   s0_node_d = g_rx ? rxq_peer : g_lk ? lk_node : ct_node;
wire          s0_excl_d = g_lk || (g_rx && rxq_op == `TTP_OP_OPEN);

localparam S0_W = 1 + 5 + 1 + LW + 2 + 24 + 1 + 3 + 64 + 16 + 11 + 1;
wire              s0_valid, s0_by_link, s0_excl, s0_turn, s0_second, s0_credit, s0_fits, s0b;
wire [4:0]        s0_ev;
wire [LW-1:0]     s0_link;
wire [1:0]        s0_vc;
wire [23:0]       s0_node;
wire [31:0]       s0_txid, s0_rxid;
wire [15:0]       s0_epoch;
wire [10:0]       s0_len;
wire [S0_W-1:0]   s0_d = {s0_any, s0_ev_d, s0_by_link_d, s0_link_d, s0_vc_d, s0_node_d, s0_excl_d,
                          g_db || g_rq || g_sp, g_sp, g_rx || g_tm || s0_close || g_db || g_rq || g_sp,
                          g_rx ? rxq_txid : 32'd0, g_rx ? rxq_rxid : 32'd0, rxq_epoch, rxq_len,
                          g_rx && rxq_op == `TTP_OP_PAYLOAD && rxq_fits};
wire [S0_W-1:0]   s0_now;
assign {s0_valid, s0_ev, s0_by_link, s0_link, s0_vc, s0_node, s0_excl, s0_turn, s0_second, s0_credit, s0_txid, s0_rxid, s0_epoch,
        s0_len, s0_fits} = s0_now;
generate if (DEEP != 0) begin : g_s0b
    reg [S0_W-1:0] s0_q;
    always @(posedge clk) begin
        s0_q <= s0_d;
        if (rst) s0_q[S0_W-1] <= 1'b0;
    end
    assign s0_now = s0_q;
    assign s0b    = s0_q[S0_W-1];
end else begin : g_s0b
    assign s0_now = s0_d;
    assign s0b    = 1'b0;
end endgenerate

reg [4:0]  s1_ev_q;
reg        s1_turn_q, s1_second_q, s1_credit_q, s1_fits_q;
reg [1:0]  s1_vc_q;
reg [31:0] s1_txid_q, s1_rxid_q;
reg [15:0] s1_epoch_q;
reg [10:0] s1_len_q;

always @(posedge clk) begin
    if (s0_valid) begin
        s1_ev_q     <= s0_ev;
        s1_turn_q   <= s0_turn;
        s1_second_q <= s0_second;
        s1_credit_q <= s0_credit;
        s1_vc_q     <= s0_vc;
        s1_txid_q   <= s0_txid;
        s1_rxid_q   <= s0_rxid;
        s1_epoch_q  <= s0_epoch;
        s1_len_q    <= s0_len;
        s1_fits_q   <= s0_fits;
    end
end

// ---------------------------------------------------------------- S1: find, read
wire          in_s1, s1_excl, s1_advance, s1_entry, s1_alloc, s1_victim, s1_probing, probe_ok, probe_cand, probe_closing, probe_stranger;
wire [23:0]   s1_node, age;
wire [1:0]    s1_link_vc;

ttp_link_table #(.LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .CUT(CUT), .DEEP(DEEP), .LW(LW)) u_table (
    .clk (clk), .rst (rst), .init_active (init_active), .init_idx (init_idx),
    .s0_valid (s0_valid), .s0_by_link (s0_by_link), .s0_link (s0_link), .s0_vc (s0_vc),
    .s0_node (s0_node), .s0_excl (s0_excl),
    .s1_valid (in_s1), .s1_excl (s1_excl), .s1_advance (s1_advance), .s1_entry (s1_entry),
    .s1_alloc (s1_alloc), .s1_victim (s1_victim), .s1_link (s1_link), .s1_node (s1_node),
    .s1_probing (s1_probing), .probe_ok (probe_ok), .probe_cand (probe_cand), .probe_closing (probe_closing),
    .probe_stranger (probe_stranger), .probe_age (age)
);

// A VC has a power of two of links.
assign s1_link_vc = s1_link[LW-1 -: 2];

assign s1_turn   = WIDE != 0 && in_s1 && s1_turn_q;
assign s1_rd_en  = in_s1;

reg           s2a_q, s2_victim_q, s2_entry_q, s2_fresh_q, s2_credit_q, s2_fits_q, s2_first_q, s2_second_q, s2_send_q, s2_peek_q, s2_excl_q, sent_q;
reg [4:0]     s2_ev_q;
reg [23:0]    s2_node_q;
reg [1:0]     s2_vc_q;
reg [31:0]    s2_txid_q, s2_rxid_q;
reg [15:0]    s2_epoch_q;
reg [10:0]    s2_len_q;

always @(posedge clk) begin
    s2a_q <= s1_advance;
    if (s1_advance) begin
        s2_entry_q  <= s1_entry;
        s2_fresh_q  <= s1_alloc;
        s2_victim_q <= s1_victim;
        s2_credit_q <= s1_credit_q;
        s2_fits_q   <= s1_fits_q;
        s2_send_q   <= s1_ev_q == `TTP_EV_SEND && !s1_second_q;
        s2_peek_q   <= s1_ev_q == `TTP_EV_PEEK;      // it only looks: no turn, no trace
        s2_second_q <= s1_second_q;
        s2_first_q  <= s1_turn_q && !s1_second_q;
        s2_excl_q   <= s1_excl;
        s2_ev_q     <= s1_ev_q;
        s2_link_q   <= s1_link;
        s2_node_q   <= s1_node;
        s2_vc_q     <= s1_entry ? s1_link_vc : s1_vc_q;
        s2_txid_q   <= s1_txid_q;
        s2_rxid_q   <= s1_rxid_q;
        s2_epoch_q  <= s1_epoch_q;
        s2_len_q    <= s1_len_q;
    end
    sent_q <= snd_valid;
    if (rst) begin
        s2a_q  <= 1'b0;
        sent_q <= 1'b0;
    end
end

// The event acts in the last stage of S2; before that it is early.
wire early, load;       // load: the state machine's first stage
generate if (DEEP != 0) begin : g_stages
    reg [4:0] step_q;   // S2e, S2d, S2c, S2b, S2a; S2r is s2a_q
    always @(posedge clk) step_q <= rst ? 5'd0 : {step_q[3:0], s2a_q};
    assign load     = step_q[0];
    assign early    = s2a_q || step_q[3:0] != 4'd0;
    assign s2_soon  = step_q[3];
    assign s2_valid = step_q[4];
end else if (CUT != 0) begin : g_stages
    assign load = s2a_q;
    reg s2b_q, s2c_q;
    always @(posedge clk) begin
        s2b_q <= s2a_q && !rst;
        s2c_q <= s2b_q && !rst;
    end
    assign early    = s2a_q || s2b_q;
    assign s2_soon  = s2b_q;
    assign s2_valid = s2c_q;
end else begin : g_stages
    assign load     = 1'b0;
    assign early    = 1'b0;
    assign s2_soon  = 1'b0;
    assign s2_valid = s2a_q;
end endgenerate
assign s1_valid  = s0b || in_s1 || early;
assign pipe_excl = WIDE != 0 && ((in_s1 && s1_excl) || (s2_valid && s2_excl_q));
assign sp_valid  = WIDE != 0 && s2_valid && s2_first_q;

// ---------------------------------------------------------------- memories by link
wire          entry   = s2_valid && s2_entry_q;
wire          victim  = s2_valid && s2_victim_q;
wire          rec_wr  = entry || victim;
wire          init_wr = init_active && {15'd0, init_idx} < LINKS[31:0];
wire [RW-1:0] rec_rd, rec, rec_fsm, rec_d;      // as read, a stage later with DEEP
wire [CW-1:0] napp_rd, nfreed_rd, napp_s2, nfreed_s2;
reg  [RW-1:0] rec_turn;
wire          act_rd, act_s2, act, act_d;
wire [35:0]   now_s2;
wire          settled_s2;

ttp_ram_1r1w #(.WIDTH(RW + 1), .DEPTH(LINKS), .BYPASS(WIDE)) u_rec (
    .clk (clk),
    .wr_en (rec_wr || init_wr), .wr_addr (init_active ? init_idx[LW-1:0] : s2_link_q),
    .wr_data (init_active ? {(RW+1){1'b0}} : {act_d, rec_d}),
    .rd_en (in_s1), .rd_addr (s1_link), .rd_data ({act_rd, rec_rd})
);
ttp_ram_1r1w #(.WIDTH(CW), .DEPTH(LINKS), .BYPASS(1)) u_napp (
    .clk (clk),
    .wr_en (ap_valid || init_wr), .wr_addr (init_active ? init_idx[LW-1:0] : ap_link),
    .wr_data (init_active ? {CW{1'b0}} : ap_napp),
    .rd_en (in_s1), .rd_addr (s1_link), .rd_data (napp_rd)
);
ttp_ram_1r1w #(.WIDTH(CW), .DEPTH(LINKS), .BYPASS(1)) u_nfreed (
    .clk (clk),
    .wr_en (nf_wr || init_wr), .wr_addr (init_active ? init_idx[LW-1:0] : nf_link),
    .wr_data (init_active ? {CW{1'b0}} : nf_val),
    .rd_en (in_s1), .rd_addr (s1_link), .rd_data (nfreed_rd)
);

wire          nf_hit    = nf_wr && nf_link == s2_link_q;
wire [CW-1:0] freed_now = nf_hit ? nf_val : nfreed_rd;
wire          settled_a = freed_now == rec_rd[`REC_RETIRED];
generate if (DEEP != 0) begin : g_s2r
    reg [RW-1:0] rec_q;
    reg [CW-1:0] napp_q, nfreed_q, freed_now_q;
    reg [35:0]   now_q;
    reg          act_s2_q;
    always @(posedge clk) begin
        rec_q        <= rec_rd;
        napp_q       <= napp_rd;
        nfreed_q     <= nfreed_rd;
        act_s2_q     <= act_rd;
        now_q        <= now;
        freed_now_q  <= freed_now;
    end
    assign {rec, napp_s2, nfreed_s2, act_s2, now_s2, settled_s2} = {rec_q, napp_q, nfreed_q, act_s2_q, now_q, freed_now_q == rec_q[`REC_RETIRED]};
end else begin : g_s2r
    assign {rec, napp_s2, nfreed_s2, act_s2, now_s2, settled_s2} = {rec_rd, napp_rd, nfreed_rd, act_rd, now, settled_a};
end endgenerate

// The ingest asks for the link that its last lookup found, and for no other.
reg act_in_q;
always @(posedge clk) if (entry && (lk_done || s2_link_q == in_link)) act_in_q <= act_d;
wire same_in  = s2_entry_q && s2_link_q == in_link;
assign ap_act = (s2_valid && same_in) ? act_d : act_in_q && !(early && same_in);

// ---------------- S1: may a probed entry go, or be asked to? tbl.reuse tbl.reuse.dead tbl.victim.fit
wire [2:0]    p_st     = rec[`REC_STATE];
wire [CW-1:0] p_nret   = rec[`REC_RETIRED];
assign        probe_stranger = rec[`REC_PEER_LIFE] == 16'd0;
wire          p_empty  = napp_s2 == p_nret && nfreed_s2 == p_nret;
reg  [LW-1:0] p_link_q;
always @(posedge clk) p_link_q <= s1_link;
wire          p_pinned = pin_valid && pin_link == p_link_q;
wire          aged;                 // of u_fsm: older than age_limit
wire          p_good   = p_st == `TTP_ST_CLOSED && p_empty && !(rec[`REC_WAS_DEAD] && irq_dead);
wire          p_cand   = p_st == `TTP_ST_OPEN && p_empty
                      && rec[`REC_IN_FLIGHT] == {CW{1'b0}} && !rec[`REC_CLOSE_WANTED]
                      && !rec[`REC_GAP_TOLD] && rec[`REC_ASIDE] == 2'd0 && aged;
assign probe_ok      = p_good && !p_pinned;
assign probe_cand    = p_cand && !p_pinned;
assign probe_closing = p_st == `TTP_ST_CLOSE_SENT || p_st == `TTP_ST_CLOSE_RECD
                      || (p_st == `TTP_ST_OPEN && rec[`REC_CLOSE_WANTED]);
wire          p_kill   = s1_probing && p_pinned && (p_good || p_cand);
generate if (CUT != 0) begin : g_kill
    reg kill_q;
    always @(posedge clk) kill_q <= p_kill && !rst;
    assign pin_kill = kill_q;
end else begin : g_kill
    assign pin_kill = p_kill;
end endgenerate

// ---------------------------------------------------------------- S2: the state machine
wire          settled;          // what the event has seen
wire          settled_now;      // ... and when it acts
wire [RW-1:0] m_rec;            // the record as it came
wire [35:0]   m_now;
wire [CW-1:0] napp;

generate if (CUT != 0) begin : g_settled
    reg act_q, settled_q;
    always @(posedge clk) begin
        act_q <= act_s2;
        // With DEEP what is read in S2r is compared in S2a.
        if (DEEP == 0 && s2a_q)     settled_q <= settled_a;
        else if (nf_hit)            settled_q <= nf_val == rec[`REC_RETIRED];
        else if (DEEP != 0 && load) settled_q <= settled_s2;
    end
    assign act         = act_q;
    assign settled_now = nf_hit ? nf_val == rec[`REC_RETIRED] : settled_q;
end else begin : g_settled
    assign act         = act_s2;
    assign settled_now = settled_a;
end endgenerate

reg  [15:0] life_q;
reg  [31:0] start_q, first_q;        // first_q = start_q + 1
wire        new_life, moved, rewind, f_dead, timeout, illegal, late_ack, repeated, gap, no_space, too_far;
wire        opened, lost_link, restarted, close_miss, f_closed, fsm_rs, fsm_take, active;
wire [CW-1:0] held0;
wire [31:0] una_pre, nxt;
wire [30:0] svc = cfg_reack != 31'd0 ? cfg_reack : cfg_idle;
// While a set is probed there is nothing in S2.
wire [18:0] age_limit = s2a_q || load ? cfg_idle[30:12] : cfg_victim_idle[30:12];
wire        unused_rec = ^m_rec;     // not all of its fields are used
wire [23:0] unused_low = {cfg_idle[11:0], cfg_victim_idle[11:0]};

wire [RW-1:0] x_rec;
wire [31:0]   x_una_pre, x_nxt, x_rs_txid, x_rs_rxid;
wire [19:0]   x_flag;
wire [3:0]    x_rs_op;
wire [15:0]   x_rs_epoch;

ttp_link_fsm #(.CUT(CUT), .CW(CW)) u_fsm (
    .clk (clk), .load (load),
    .cfg_timeout (cfg_timeout), .cfg_open_tmo (cfg_open_tmo), .cfg_close_tmo (cfg_close_tmo),
    .cfg_backoff (cfg_backoff), .cfg_retry_max (cfg_retry_max),
    .cfg_reack (cfg_reack != 31'd0), .cfg_idle (cfg_idle != 31'd0), .cfg_svc (svc), .cfg_age (age_limit),
    .life (life_q), .first_id (first_q),
    .now (now_s2), .ev (s2_ev_q), .entry (s2_entry_q), .fresh (s2_fresh_q), .victim (s2_victim_q), .txid (s2_txid_q), .rxid (s2_rxid_q),
    .epoch (s2_epoch_q), .fits (s2_fits_q), .rec (rec), .napp (napp_s2), .settled (settled_s2),
    .age (age), .aged (aged), .m_now (m_now), .m_settled (settled), .m_napp (napp), .m_held (held0), .m_rec (m_rec),
    .rec_d (x_rec), .una_pre (x_una_pre), .nxt (x_nxt), .active (x_flag[0]),
    .rs_valid (x_flag[1]), .rs_op (x_rs_op), .rs_txid (x_rs_txid), .rs_rxid (x_rs_rxid), .rs_epoch (x_rs_epoch),
    .rs_notify (x_flag[2]),
    .m_take (x_flag[3]), .moved (x_flag[4]), .m_rewind (x_flag[5]), .new_life (x_flag[6]), .m_closed (x_flag[7]),
    .m_dead (x_flag[8]), .m_timeout (x_flag[9]), .m_illegal (x_flag[10]), .m_late_ack (x_flag[11]),
    .m_repeated (x_flag[12]), .m_gap (x_flag[13]), .m_no_space (x_flag[14]), .m_too_far (x_flag[15]), .opened (x_flag[16]),
    .m_lost_link (x_flag[17]), .m_restarted (x_flag[18]), .m_close_miss (x_flag[19])
);

// What the state machine said, a stage later with DEEP
localparam X_W = RW + 32 + 32 + 20 + 4 + 32 + 32 + 16;
wire [X_W-1:0] x_d = {x_rec, x_una_pre, x_nxt, x_flag, x_rs_op, x_rs_txid, x_rs_rxid, x_rs_epoch};
wire [X_W-1:0] x_now;
generate if (DEEP != 0) begin : g_said
    reg [X_W-1:0] x_q;
    always @(posedge clk) x_q <= x_d;
    assign x_now = x_q;
end else begin : g_said
    assign x_now = x_d;
end endgenerate
assign {rec_fsm, una_pre, nxt, close_miss, restarted, lost_link, opened, too_far, no_space, gap, repeated, late_ack, illegal, timeout,
        f_dead, f_closed, new_life, rewind, moved, fsm_take, rs_notify, fsm_rs, active, rs_op, rs_txid, rs_rxid, rs_epoch} = x_now;

// ---------------------------------------------------------------- S2: the turn, snd.host snd.wait
wire [2:0]    f_st   = rec_fsm[`REC_STATE];
wire          f_hold = rec_fsm[`REC_PAUSED];
wire [CW-1:0] f_nfl  = rec_fsm[`REC_IN_FLIGHT];
wire [CW-1:0] f_cof  = rec_fsm[`REC_NEXT];
wire [CW-1:0] f_nret = rec_fsm[`REC_RETIRED];
wire [CW-1:0] f_held = napp - f_nret;
wire [CW-1:0] one    = {{(CW-1){1'b0}}, 1'b1};

wire          f_open_st = f_st == `TTP_ST_OPEN;
wire          f_recd_st = f_st == `TTP_ST_CLOSE_RECD;
wire          peer_life = rec_fsm[`REC_PEER_LIFE] != 16'd0;
wire          waits     = f_open_st && !peer_life && !rec_fsm[`REC_OPEN_ACCEPTED];   // until it has answered an OPEN of ours

// Comparisons of the counts, before and after one more is sent; with DEEP a stage before the rest
localparam T_W = 8 + 2*CW + 32;
wire          at_head, replay, held_left, held_more, held_any, fly_more, peer_life_t, waits_t;
wire [CW-1:0] cof1, nfl1;
wire [CW-1:0] cof1_d = f_cof + one;
wire [T_W-1:0] t_d = {f_cof == {CW{1'b0}}, f_cof < f_nfl, f_held > f_cof, f_held > cof1_d, f_held != {CW{1'b0}}, f_nfl > cof1_d,
                      peer_life, waits, cof1_d, f_nfl + one, una_pre + {{(32-CW){1'b0}}, f_cof}};
wire [T_W-1:0] t_now;
generate if (DEEP != 0) begin : g_compared
    reg [T_W-1:0] t_q;
    always @(posedge clk) t_q <= t_d;
    assign t_now = t_q;
end else begin : g_compared
    assign t_now = t_d;
end endgenerate
assign {at_head, replay, held_left, held_more, held_any, fly_more, peer_life_t, waits_t, cof1, nfl1, snd_id} = t_now;

wire          can       = !f_hold && ((f_open_st && !waits_t && held_left) || (f_recd_st && replay));
wire          turn      = entry && (s2_send_q || !(act || s2_peek_q));
wire          second    = entry && s2_second_q;     // its link is in the ready list: it only sends
wire          room      = {28'd0, slots_used} < SLOTS[31:0];
wire          do_send   = (turn || second) && can && !sent_q && room && (!at_head || (settled && !moved));
wire [CW-1:0] s_cof     = do_send ? cof1 : f_cof;
wire [CW-1:0] s_nfl     = (do_send && !replay) ? nfl1 : f_nfl;
// What was not in flight before is when it leaves: then cof and nfl move together.
wire          fly_after = do_send ? replay && fly_more : replay;
wire          held_after = waits_t ? held_any : do_send ? held_more : held_left;
wire          more      = !f_hold && ((f_open_st && held_after) || (f_recd_st && fly_after));
wire          arm_send  = do_send && at_head;     // snd.timer
// snd.nack.again: a frame of the replay leaves. From a peer with a life number one more NACK counts.
wire [1:0]    f_nkv     = rec_fsm[`REC_NACKED];
wire [1:0]    s_nkv     = (arm_send && peer_life_t && !cfg_nack_once && f_nkv == 2'd1) ? 2'd2 : f_nkv;

assign act_d   = turn ? more : act;      // a victim keeps its own

// What the turn changes of the record
always @* begin
    rec_turn = rec_fsm;
    rec_turn[`REC_NEXT]      = s_cof;
    rec_turn[`REC_IN_FLIGHT] = s_nfl;
    rec_turn[`REC_NACKED]    = s_nkv;
    if (do_send || active) rec_turn[`REC_ACTIVE] = m_now[35:12];
    if (arm_send) begin
        rec_turn[`REC_TIMER_RUNS] = 1'b1;
        rec_turn[`REC_DEADLINE]   = m_now[31:0] + {1'b0, cfg_timeout};
    end
end
assign rec_d = rec_turn;

// ---------------------------------------------------------------- S2: tell everybody
assign snd_valid = do_send;
assign snd_link  = s2_link_q;
assign snd_head  = at_head;
assign snd_vc    = s2_vc_q;
assign snd_node  = s2_node_q;

assign rq_push        = turn && more;
assign rq_push_link   = s2_link_q;
assign rq_push_replay = fly_after;

assign rs_valid = s2_valid && fsm_rs;
assign rs_vc    = s2_vc_q;
assign rs_node  = s2_node_q;
assign rs_link  = s2_link_q;
assign cr_give  = s2_valid && s2_credit_q && !fsm_rs;

assign vd_valid = s2_valid && s2_fits_q;
assign vd_take  = fsm_take;
assign vd_len   = s2_len_q;
assign vd_vc    = s2_vc_q;
assign vd_node  = s2_node_q;

assign gl_wr    = entry && moved;
assign gl_link  = s2_link_q;
assign gl_flush = f_dead;
assign gl_nret  = f_nret;
assign gl_una   = una_pre;
assign gl_node  = s2_node_q;
assign rt_push  = gl_wr && settled_now;
assign rt_link  = s2_link_q;

assign tm_wr    = rec_wr;
assign tm_link  = s2_link_q;
assign tm_armed = rec_d[`REC_TIMER_RUNS];
assign tm_dl    = rec_d[`REC_DEADLINE];
assign tm_armed2 = rec_d[`REC_SERVICE_RUNS];
assign tm_dl2    = rec_d[`REC_SERVICE_AT];

assign lk_done = s2_valid && s2_ev_q == `TTP_EV_LOOKUP;
assign lk_ok   = s2_entry_q && !rec_fsm[`REC_VICTIM];     // a link that makes room is not there
assign lk_link = s2_link_q;

assign close_done   = s2_valid && s2_ev_q == `TTP_EV_CLOSE;
assign close_nolink = close_miss;

assign cp_valid = entry && (f_dead || f_closed || restarted);
assign cp_data  = {f_dead ? `TTP_CPL_DEAD : f_closed ? `TTP_CPL_CLOSED : `TTP_CPL_RESTARTED, 8'd0, 6'd0, s2_vc_q, s2_node_q,
                   restarted ? s2_txid_q : una_pre, f_dead ? {{(16-CW){1'b0}}, held0} : 16'd0, 32'd0};

// LINK_REC0..6
assign peek_valid = s2_valid && s2_ev_q == `TTP_EV_PEEK;
assign peek_data  = {{(32-CW){1'b0}}, held0,
                     m_rec[`REC_PEER_LIFE], m_rec[`REC_OWN_LIFE],
                     m_rec[`REC_LAST],
                     nxt,
                     m_rec[`REC_UNA],
                     6'd0, s2_vc_q, s2_node_q,
                     s2_entry_q, m_rec[`REC_WAS_DEAD], m_rec[`REC_CLOSE_WANTED], m_rec[`REC_REOPEN],
                     8'd0, m_rec[`REC_ROUNDS], 9'd0, m_rec[`REC_STATE]};

// ---------------------------------------------------------------- globals
wire fresh = entry && s2_fresh_q;

wire [31:0] start_d = start_id_set ? start_id_val : fresh ? start_q + START_STEP : start_q;

assign epoch_q    = life_q;
assign start_id_q = start_q;

always @(posedge clk) begin
    if (epoch_set)               life_q <= epoch_val;
    else if (entry && new_life)  life_q <= &life_q ? 16'd1 : life_q + 16'd1;
    start_q <= start_d;
    first_q <= start_d + 32'd1;
end

// ---------------------------------------------------------------- S2+1: counters, causes, trace
reg [10:0] cnt_q;
reg        irq_nolink_q, irq_closed_q, irq_restart_q;

always @(posedge clk) begin
    cnt_q <= {entry && f_dead, entry && opened, s2_valid && illegal, entry && late_ack, entry && gap,
              entry && repeated, entry && timeout, do_send && replay, entry && too_far, entry && no_space, 1'b0};
    irq_nolink_q <= entry && lost_link;
    irq_closed_q <= entry && f_closed;
    irq_restart_q <= entry && restarted;
    if (rst) begin
        cnt_q        <= 11'd0;
        irq_nolink_q <= 1'b0;
        irq_closed_q <= 1'b0;
        irq_restart_q <= 1'b0;
    end
end
assign cnt_pulse  = cnt_q;
assign irq_nolink = irq_nolink_q;
assign irq_closed = irq_closed_q;
assign irq_restart = irq_restart_q;

generate if (TRACE != 0) begin : g_trace
    reg        t_valid_q;
    reg [15:0] t_link_q, t_act_q;
    reg [2:0]  t_st0_q, t_st1_q;
    reg [4:0]  t_ev_q;
    reg [31:0] t_txid_q, t_rxid_q;

    always @(posedge clk) begin
        t_valid_q <= s2_valid && s2_ev_q != `TTP_EV_PEEK && !(s2_second_q && !do_send);
        t_link_q  <= s2_entry_q ? {{(16-LW){1'b0}}, s2_link_q} : 16'hFFFF;
        t_st0_q   <= (s2_entry_q && !s2_fresh_q) ? m_rec[`REC_STATE] : `TTP_ST_CLOSED;
        t_st1_q   <= s2_entry_q ? f_st : `TTP_ST_CLOSED;
        t_ev_q    <= s2_ev_q;
        t_act_q   <= {4'd0, timeout, !s2_entry_q, s2_fresh_q, illegal, f_dead, f_dead && moved, rewind,
                      moved && !f_dead, fsm_take, do_send && replay, do_send, fsm_rs};
        t_txid_q  <= do_send ? snd_id : s2_txid_q;
        t_rxid_q  <= s2_rxid_q;
        if (rst) t_valid_q <= 1'b0;
    end
    assign trace_valid  = t_valid_q;
    assign trace_link   = t_link_q;
    assign trace_state0 = t_st0_q;
    assign trace_state1 = t_st1_q;
    assign trace_event  = t_ev_q;
    assign trace_action = t_act_q;
    assign trace_txid   = t_txid_q;
    assign trace_rxid   = t_rxid_q;
end else begin : g_notrace
    wire rewind_unused = rewind;
    assign trace_valid  = 1'b0;
    assign trace_link   = 16'd0;
    assign trace_state0 = 3'd0;
    assign trace_state1 = 3'd0;
    assign trace_event  = 5'd0;
    assign trace_action = 16'd0;
    assign trace_txid   = 32'd0;
    assign trace_rxid   = 32'd0;
end endgenerate

`ifdef FORMAL
    always @(posedge clk) if (!rst && entry) begin
        // In flight never exceeds what is held; the send point lies within it; a deadline runs
        // whenever something is in flight and nothing else will move the link.
        assert (s_nfl <= f_held || f_st == `TTP_ST_CLOSED);
        assert (s_cof <= s_nfl);
        if (f_st == `TTP_ST_OPEN_SENT || f_st == `TTP_ST_CLOSE_SENT) assert (rec_d[`REC_TIMER_RUNS]);
        if (f_open_st && s_nfl != {CW{1'b0}} && !rec_d[`REC_TIMER_RUNS]) assert (rq_push || act);
    end
`endif

endmodule

`resetall
