// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_fsm - the link state machine: (record, event) -> (record, actions)
//
// The rules are those of docs/protocol.md; a comment names the label of each. docs/blocks.md says
// what the fields of a record mean. Three steps:
//
//    compare   what the record and the event say about each other: each comparison once
//    rows      each event sets flags and selects; then the flags that stand for a whole move of the link
//              (retire, new life, open, closed, dead) are carried out in one place each
//    move      the fields themselves: one adder for each, not one for each row
//
// CUT = 0: combinational. CUT = 1: flops between the steps. An event is compared in the cycle with load = 1; its
// results stand from two cycles later until the next load. The configuration is then read in two
// cycles: cfg_retry_max, cfg_reack, cfg_idle and cfg_age while it is compared, the times when it moves.
//
// ids.wrap: IDs are 32 bit and wrap. They are compared only through the sign of a 32-bit difference.
// An event without an entry (entry = 0) sees an all-zero record, is answered as in CLOSED, and its
// record is not written.
//
// Timing: as above. age and aged are always combinational.
// Mirror: model/ttp_link_fsm.c      Lockstep test: tb/block/ttp_link_fsm.cpp

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_link_fsm #(
    parameter CUT = 0,          // 1: flops between compare, rows and move
    parameter CW = 13,          // width of payload counts, derived by ttp_mac
    parameter RW = 332 + 3*CW   // width of a record: fixed by the concatenation below, not tunable
) (
    input  wire          clk,
    input  wire          load,          // CUT = 1: the inputs down to settled are those of an event

    // Configuration, cycles
    input  wire [30:0]   cfg_timeout,
    input  wire [30:0]   cfg_open_tmo,
    input  wire [30:0]   cfg_close_tmo,
    input  wire [30:0]   cfg_backoff,
    input  wire [7:0]    cfg_retry_max,
    input  wire          cfg_reack,     // the last ACK is repeated
    input  wire          cfg_idle,      // idle links are closed
    input  wire [30:0]   cfg_svc,       // ... after this long; 0: neither
    input  wire [18:0]   cfg_age,       // aged: no activity for more than so many ticks
    input  wire [15:0]   life,          // life number that a link leaving CLOSED takes; read when it moves
    input  wire [31:0]   first_id,      // first payload's ID of a new entry

    // The event
    input  wire [35:0]   now,           // the low 32 bits for deadlines, steps of 4096 for ages
    input  wire [4:0]    ev,            // TTP_EV_*, below 11 the opcode of a received frame
    input  wire          entry,         // it has an entry
    input  wire          fresh,         // ... allocated by this event
    input  wire          victim,        // it has none; rec is that of a link that makes room for it
    input  wire [31:0]   txid,
    input  wire [31:0]   rxid,
    input  wire [15:0]   epoch,         // 0: none
    input  wire          fits,          // a payload has its place in the receive store
    input  wire [RW-1:0] rec,
    input  wire [CW-1:0] napp,          // payloads appended so far
    input  wire          settled,       // the retire engine is up to date with this link

    output wire [23:0]   age,           // ticks since the last activity, of the record as it came
    output wire          aged,

    // What the move steps of the caller need of the event
    output wire [35:0]   m_now,
    output wire          m_settled,
    output wire [CW-1:0] m_napp,
    output wire [CW-1:0] m_held,        // payloads held before the event
    output wire [RW-1:0] m_rec,         // the record as it came; of a new entry, some of it means nothing

    output wire [RW-1:0] rec_d,
    output wire [31:0]   una_pre,       // una after the event, but before a flush moves it
    output wire [31:0]   nxt,           // PEEK: una + nfl
    output wire          active,        // activity: the last one was now

    // Answer: a frame without payload
    output wire          rs_valid,
    output wire [3:0]    rs_op,
    output wire [31:0]   rs_txid,
    output wire [31:0]   rs_rxid,
    output wire [15:0]   rs_epoch,
    output wire          rs_notify,     // tell when it has left

    // Actions
    output wire          m_take,        // payload taken
    output wire          moved,         // nret moved: something to free
    output wire          m_rewind,      // current back to una
    output wire          new_life,      // the life number was used
    output wire          m_closed,      // closed in the orderly way
    output wire          m_dead,        // dead, its payloads flushed
    output wire          m_timeout,
    output wire          m_illegal,
    output wire          m_late_ack,
    output wire          m_repeated,
    output wire          m_gap,
    output wire          m_no_space,
    output wire          m_too_far,
    output wire          opened,
    output wire          m_lost_link,   // NACK_NOLINK: the peer lost the link
    output wire          m_restarted,   // the peer lives a new life: proved by its first payload
    output wire          m_close_miss   // close request found nothing to close
);

// ---------------------------------------------------------------- compare
// The record, and the same concatenation at the end of the file
wire [2:0]    ra_st;
wire [11:0]   ra_flags;
wire [5:0]    ra_more;
wire [31:0]   ra_una, a_last, a_dl, a_clid, a_xid, a_dl2;
wire [15:0]   a_olife, a_plife, a_gapn, a_xlife;
wire [7:0]    a_retry;
wire [CW-1:0] a_nfl, a_cof, a_nret;
wire [23:0]   a_ta;
wire [22:0]   a_oid;
assign {a_oid, a_xid, a_dl2, a_xlife, a_ta, ra_more, ra_st, ra_flags, ra_una, a_last, a_dl, a_clid, a_olife, a_plife, a_gapn,
        a_retry, a_nfl, a_cof, a_nret} = rec;

// A new entry keeps what means nothing before the link has learned it (IDs, lives, retry); its counts are 0 already.
wire          known   = (entry && !fresh) || victim;
wire [2:0]    a_st    = known ? ra_st : `TTP_ST_CLOSED;
wire [11:0]   a_flags = known ? ra_flags : 12'd0;
wire [5:0]    a_more  = known ? ra_more : 6'd0;
wire [31:0]   a_una   = fresh ? first_id : ra_una;   // ids.entry
wire          a_chold = a_flags[0], a_armed = a_flags[1], a_prec = a_flags[8];
wire          a_armed2 = a_more[0], a_sown = a_more[2], a_anyid = a_more[3];
wire [1:0]    a_xv    = a_more[5:4];

wire [31:0]   a_e     = rxid - a_una;           // offset of an ACK or NACK from una
wire [31:0]   a_dd    = txid - a_last;          // how far ahead a payload is
wire [31:0]   a_dc    = txid - a_clid;          // beyond the closing ID if not negative
wire [31:0]   over    = now[31:0] - a_dl;
wire [31:0]   over2   = now[31:0] - a_dl2;
// a == b + 1 as one addition: a + ~b is 0
wire [31:0]   a_dx    = txid + ~a_xid;
wire [31:0]   a_dlast = a_clid + ~a_last;
wire          e_low   = a_e[31:CW] == {(32-CW){1'b0}};
wire          a_fly   = e_low && a_e[CW-1:0] < a_nfl;          // names a payload in flight
wire          a_next  = a_fly || (e_low && a_e[CW-1:0] == a_nfl); // or the next one
wire          a_none  = a_nfl == {CW{1'b0}};
wire          a_strange = a_plife == 16'd0;
// RxID = our OPEN's TxID; of one that was answered the low bits are kept. life.bits: the life below.
wire          a_our   = a_st == `TTP_ST_OPEN_SENT ? rxid == a_clid : a_st == `TTP_ST_OPEN_RECD ? &a_e : a_sown && rxid[22:0] == a_oid;
wire          a_first = a_xv != 2'd0 && a_dx == 32'd0;          // the first payload after an OPEN set aside
wire          a_proof = ev == {1'b0, `TTP_OP_PAYLOAD} && a_first && (a_xlife != 16'd0 || a_xv[1]);
wire          a_id    = a_dd == 32'd1;
wire          a_zero  = a_dd == 32'd0;
wire          a_old   = a_dd[31] || a_zero;
wire          a_near  = a_dd[31:16] == 16'd0 && !a_old && !a_anyid; // 1..65535 ahead, as far as known
wire          a_done  = a_dlast == 32'd0;                       // nothing missing below the closing ID
wire          a_at    = (a_st == `TTP_ST_CLOSE_RECD && !a_strange) || (a_st == `TTP_ST_CLOSE_SENT && a_chold);
wire [7:0]    a_inc   = &a_retry ? a_retry : a_retry + 8'd1;
wire          a_give  = a_inc >= cfg_retry_max;
wire [CW-1:0] a_held  = napp - a_nret;
wire          a_due   = a_armed && !over[31];
wire          a_due2  = a_armed2 && !over2[31];
wire [91:0]   unused_cmp = {over[30:0], over2[30:0], a_dc[30:1]};

// Activity: of a gap, of an ACK to be repeated, of idleness
assign age  = now[35:12] - a_ta;
assign aged = age > {5'd0, cfg_age};

// ---------------------------------------------------------------- compare | rows
localparam C1 = RW + 36 + 5 + 32 + 16 + 3*CW + 16 + 8 + 35;

wire [C1-1:0] c1_d, c1;
assign c1_d = {a_oid, a_xid, a_dl2, a_xlife, a_ta, a_more, a_st, a_flags, a_una, a_last, a_dl, a_clid, a_olife, a_plife, a_gapn,
               a_retry, a_nfl, a_cof, a_nret,
               now, ev, txid, epoch, napp, a_held, a_e[CW-1:0], a_dd[15:0], a_inc,
               entry, victim, fits, settled, cfg_reack, cfg_idle, aged,
               a_e[31], a_e == 32'd0, &a_e, a_fly, a_next, a_none, a_strange, a_prec && epoch == a_plife, a_our, a_first, a_proof,
               a_id, a_id || a_anyid || a_proof, a_zero, &a_dd, a_old, a_near, a_dd[15:0] <= a_gapn, a_done,
               !a_dc[31] && a_at && !a_proof, &a_dc, a_give, a_retry >= cfg_retry_max, entry && a_held != {CW{1'b0}}, a_due, a_due2,
               txid == 32'd0, rxid == 32'd0};

wire [2:0]    q_st;
wire          q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_hold, q_armed, q_chold;
wire [1:0]    q_nkv, q_xv;
wire          q_anyid, q_sown, q_vict, q_armed2;
wire [31:0]   q_una, q_last, q_dl, q_clid, q_xid, q_dl2;
wire [15:0]   q_olife, q_plife, q_gapn, q_xlife;
wire [7:0]    q_retry;
wire [CW-1:0] q_nfl, q_cof, q_nret;
wire [23:0]   q_ta;
wire [22:0]   q_oid;
wire [4:0]    ev_q;
wire [31:0]   txid_q;
wire [15:0]   epoch_q, dd_lo;
wire [CW-1:0] napp_q, held_q, k_q;
wire [7:0]    retry_inc;
wire          entry_q, victim_q, fits_q, settled_q, reack_q, idle_q, aged_q, e_neg, e_zero, e_m1, e_fly, e_next, none_fly, stranger, same_life, our_open,
              first_new, proof, next_id, dd_one, dd_zero, dd_m1, dd_old, dd_near, gap_within, last_is_clid, beyond, take_last,
              give_up, rounds_up, waiting, due, due2, txid_zero, rxid_zero;

generate if (CUT != 0) begin : g_c1
    reg [C1-1:0] c1_q;
    always @(posedge clk) if (load) c1_q <= c1_d;
    assign c1 = c1_q;
end else begin : g_c1
    wire unused_clk = clk && load;
    assign c1 = c1_d;
end endgenerate

assign {q_oid, q_xid, q_dl2, q_xlife, q_ta, q_xv, q_anyid, q_sown, q_vict, q_armed2, q_st,
        q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold,
        q_una, q_last, q_dl, q_clid, q_olife, q_plife, q_gapn, q_retry, q_nfl, q_cof, q_nret,
        m_now, ev_q, txid_q, epoch_q, napp_q, held_q, k_q, dd_lo, retry_inc,
        entry_q, victim_q, fits_q, settled_q, reack_q, idle_q, aged_q,
        e_neg, e_zero, e_m1, e_fly, e_next, none_fly, stranger, same_life, our_open, first_new, proof,
        next_id, dd_one, dd_zero, dd_m1, dd_old, dd_near, gap_within, last_is_clid,
        beyond, take_last, give_up, rounds_up, waiting, due, due2, txid_zero, rxid_zero} = c1;
assign m_rec      = c1[C1-1 -: RW];
assign m_settled  = settled_q;
assign m_napp     = napp_q;
assign m_held     = held_q;

// ---------------------------------------------------------------- rows
wire open_sent   = q_st == `TTP_ST_OPEN_SENT;
wire is_nack     = ev_q == {1'b0, `TTP_OP_NACK};
wire closing_at  = (q_st == `TTP_ST_CLOSE_RECD && !stranger) || (q_st == `TTP_ST_CLOSE_SENT && q_chold);
wire live        = q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_SENT || q_st == `TTP_ST_CLOSE_RECD;
wire in_reopen   = open_sent && q_reopen;
wire moving      = live || in_reopen;               // what comes is received: reopen.moving
wire missing     = !stranger && !next_id;
wire unproved    = stranger && (q_xv[0] || q_sopen);
wire silent_peer = stranger && !q_sown;             // it has not answered an OPEN of ours
wire last_done   = stranger || last_is_clid;        // nothing missing below the closing ID
wire pause       = is_nack && q_hold;              // a NACK leaves the back-off as it is
wire mortal      = open_sent || (q_st == `TTP_ST_OPEN && !q_hold && !none_fly)
                || (q_st == `TTP_ST_CLOSE_SENT && !q_chold && !q_hold)
                || (q_st == `TTP_ST_CLOSE_RECD && !(none_fly && last_done) && !q_hold);
// A link dies only when the retire engine has caught up with it; until then its last expiry does nothing.
wire expired     = due && !(mortal && give_up && !settled_q);
wire second_due  = due2 && !due;

// k payloads retire, e + 1 by an ACK, e by a NACK. "- k" is "+ ~e", and + 1 for a NACK through the carry.
wire [CW:0]   nfl_k    = {q_nfl, 1'b1} + {~k_q, is_nack};
wire [CW+1:0] cof_k    = {1'b0, q_cof, 1'b1} + {1'b1, ~k_q, is_nack};
wire [CW:0]   nret_k   = {q_nret, 1'b1} + {k_q, !is_nack};
wire [CW-1:0] nfl_left = nfl_k[CW:1];
wire [2:0]    unused_k = {nfl_k[0], cof_k[0], nret_k[0]};

localparam [1:0] TX_ZERO = 2'd0, TX_UNA = 2'd1, TX_OPEN = 2'd2, TX_SNT = 2'd3;
localparam [2:0] RX_ZERO = 3'd0, RX_TXID = 3'd1, RX_LAST = 3'd2, RX_LAST1 = 3'd3, RX_CLID = 3'd4, RX_XID = 3'd5;
localparam [1:0] CL_KEEP = 2'd0, CL_TXID = 2'd1, CL_OPEN = 2'd2;
localparam [2:0] ARM_NOW = 3'd0, ARM_ONE = 3'd1, ARM_TIMEOUT = 3'd2, ARM_OPEN = 3'd3, ARM_CLOSE = 3'd4,
                 ARM_BACKOFF = 3'd5;

// Fields of the record as the rows leave them
reg [2:0]    st;
reg          reopen, closereq, dead, prec, sopen, gapv, full, hold, chold;
reg [1:0]    nkv;           // see ACK, NACK in the table: 0, 1 ignore, 2 one more counts, 3 ignore
reg [1:0]    xv;            // an OPEN is set aside: 0 no, 1 yes, 2 and its first payload came once (a stranger's)
reg          anyid;         // the peer's next payload may carry any ID
reg          sown;          // the peer has answered an OPEN of this life
reg          vict;          // closed, or being closed, to make room

// Moves of the link, asked for by the rows
reg          f_life;        // takes a new life
reg          f_open;        // sends OPEN in a new life
reg          f_reopen;      // ... in the same life
reg          f_learn;       // notes the peer's life and the ID that its payloads follow
reg          f_arm;         // restart the timer
reg  [2:0]   arm_sel;       // ... with this
reg          f_disarm;
reg          f_take3;       // payload on a live link
reg          f_aside;       // an OPEN that may be news is set aside
reg          f_thrice;      // two more CLOSE_ACKs to a stranger
reg          f_gaptime;     // the second deadline after a timeout
reg          f_service;     // ... by cfg_svc, or none
reg          f_disarm2;
reg          f_retire;
reg          f_closed, f_dead;
reg          notify_open;
reg          answer;        // the event is answered, with op
reg  [3:0]   op;
reg  [1:0]   tx_sel;        // TxID of the answer: 0, una, una - 1, newest sent
reg  [2:0]   rx_sel;
reg  [1:0]   clid_sel;
reg          nfl_clr, cof_clr;
reg          retry_up, retry_clr;
reg          last_txid;     // last = TxID, in OPEN_ACK TxID - 1
reg          last_xid;      // last = the TxID set aside
reg          gap_new;       // this gap counts from now on
reg          nkv_dn;
reg          take, rewind, timeout, illegal, late_ack, repeated, gap, no_space, too_far, lost_link, restarted, close_miss;

always @* begin
    {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, chold}
        = {q_st, q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_chold};
    {xv, anyid, sown, vict} = {q_xv, q_anyid, q_sown, q_vict};
    {nfl_clr, cof_clr, retry_up, retry_clr, nkv_dn, gap_new} = 6'd0;
    answer = 1'b0;
    op     = `TTP_OP_ACK;
    tx_sel   = TX_ZERO;
    rx_sel   = RX_TXID;
    {last_txid, last_xid} = 2'd0;
    clid_sel = CL_KEEP;
    {take, rewind, timeout, illegal, late_ack, repeated, gap, no_space, too_far, lost_link, restarted, close_miss} = 12'd0;
    {f_life, f_open, f_closed, f_dead, f_learn, f_arm, f_disarm, f_take3, f_retire, notify_open} = 10'd0;
    {f_reopen, f_aside, f_thrice, f_gaptime, f_service, f_disarm2} = 6'd0;
    arm_sel    = ARM_TIMEOUT;

    // A link that makes room: it closes, its CLOSE left to the timer. The event is answered as without an entry.
    if (victim_q) begin
        st        = `TTP_ST_CLOSE_SENT;
        {hold, vict} = 2'b11;
        {closereq, chold} = 2'd0;
        retry_clr = 1'b1;
        f_arm     = 1'b1;
        arm_sel   = ARM_NOW;
        f_disarm2 = 1'b1;
        answer    = ev_q == {1'b0, `TTP_OP_OPEN};
        op        = `TTP_OP_OPEN_NACK;
    end else case (ev_q)
    {1'b0, `TTP_OP_OPEN}: begin  // open.repeat str.repeat: answered in every state
        answer = 1'b1;
        op    = `TTP_OP_OPEN_ACK;
        tx_sel   = TX_UNA;
        case (q_st)
        `TTP_ST_CLOSED:
            if (!entry_q || !settled_q || q_vict) begin  // tbl.victim.after
                op   = `TTP_OP_OPEN_NACK;
                tx_sel  = TX_ZERO;
            end else if (!same_life || q_dead) begin  // open.new open.dead
                f_life      = 1'b1;  // life.number ids.life
                f_learn     = !same_life;  // life.kept: last stays
                st          = `TTP_ST_OPEN_RECD;
                notify_open = 1'b1;
                clid_sel    = CL_TXID;
                f_arm       = 1'b1;
                arm_sel     = ARM_OPEN;
            end
        `TTP_ST_OPEN_RECD: begin
            notify_open = 1'b1;
            clid_sel    = CL_TXID;
        end
        default:
            if (open_sent && !q_reopen) begin  // open.ships
                sopen   = 1'b1;
                f_learn = !same_life;
            end
        endcase
        // restart.aside: on a live link it may be a copy, or news that a payload has to prove.
        if (moving || q_st == `TTP_ST_OPEN_RECD) begin
            if (stranger && epoch_q == 16'd0 && (q_anyid || dd_zero)) sopen = 1'b1;
            if (stranger && epoch_q == 16'd0 && q_anyid) begin
                last_txid = 1'b1;  // str.first: its numbers
                anyid     = 1'b0;
            end else begin
                f_aside   = !same_life && !(stranger && epoch_q == 16'd0 && (dd_zero || dd_m1));
            end
        end
    end
    {1'b0, `TTP_OP_OPEN_ACK}: if (open_sent && our_open) begin  // open.ack reopen.ack
        st       = `TTP_ST_OPEN;
        // What a stranger's answer says counts only where nothing better is known.
        f_learn  = !same_life && !(epoch_q == 16'd0 && stranger  // open.ack.learn str.keep
                                   && ((q_reopen && (!q_sown || dd_zero)) || (txid_zero && (q_reopen || q_sopen))));
        sown     = 1'b1;
        cof_clr  = 1'b1;
        f_disarm = 1'b1;
        if (q_reopen) retry_up = 1'b1;  // a round, until something retires: reopen.round
        else          retry_clr = 1'b1;
        reopen   = 1'b0;  // reopen.ack
    end
    {1'b0, `TTP_OP_OPEN_NACK}: if (our_open) begin  // open.nack
        if (q_st == `TTP_ST_OPEN_SENT) begin
            st     = `TTP_ST_CLOSED;  // open.nack
            nkv    = 2'd0;
            nfl_clr = 1'b1;
            cof_clr = 1'b1;
            f_arm  = 1'b1;
            arm_sel  = ARM_BACKOFF;  // open.backoff
        end else begin
            illegal = q_st != `TTP_ST_CLOSED;  // open.nack.late
        end
    end
    {1'b0, `TTP_OP_CLOSE}: begin
        answer = 1'b1;
        op    = `TTP_OP_CLOSE_ACK;  // cls.none
        if (open_sent && !q_reopen) begin  // cls.early
            st       = `TTP_ST_CLOSED;
            nkv      = 2'd0;
            nfl_clr = 1'b1;
            cof_clr = 1'b1;
            f_arm    = waiting;
            f_disarm = !waiting;
            arm_sel    = ARM_ONE;
        end else if (moving && (stranger || !dd_old)) begin  // cls.old cls.stranger
            clid_sel = CL_TXID;
            // One that has not answered an OPEN of ours never had what is in flight.
            if (!missing && (none_fly || silent_peer)) begin  // cls.done cls.cross cls.silent
                f_closed = 1'b1;
                f_thrice = 1'b1;  // cls.thrice
            end else begin
                op   = `TTP_OP_CLOSE_NACK;  // cls.recd
                tx_sel  = TX_SNT;
                if (q_st == `TTP_ST_OPEN || in_reopen) begin
                    st    = `TTP_ST_CLOSE_RECD;
                    reopen = 1'b0;
                    retry_clr = 1'b1;
                    f_arm = !q_armed;
                    arm_sel = ARM_CLOSE;
                end
            end
        end
    end
    {1'b0, `TTP_OP_CLOSE_ACK}:
        f_closed = (q_st == `TTP_ST_CLOSE_SENT && (e_zero || stranger))  // cls.ack
                || (q_st == `TTP_ST_CLOSE_RECD && none_fly && last_done);
    {1'b0, `TTP_OP_CLOSE_NACK}:
        if (q_st == `TTP_ST_CLOSE_SENT) begin
            if (dd_near) begin  // cls.hold cls.hold.not
                chold = 1'b1;
                clid_sel = CL_TXID;
                retry_clr = 1'b1;
            end
        end else begin
            illegal = q_st != `TTP_ST_CLOSE_RECD;  // cls.illegal
        end
    {1'b0, `TTP_OP_PAYLOAD}: begin
        answer = 1'b1;
        if (q_st == `TTP_ST_OPEN_SENT && !q_reopen && q_sopen && stranger) begin  // open.payload
            // A stranger that has our OPEN_ACK sends before its own: it counts as its OPEN_ACK.
            st       = `TTP_ST_OPEN;
            sown     = 1'b1;
            cof_clr = 1'b1;
            f_disarm = 1'b1;
            retry_clr = 1'b1;
            f_take3  = 1'b1;
        end else if (moving && !beyond) begin  // cls.end
            f_take3  = 1'b1;
        end else begin
            op    = `TTP_OP_NACK_NOLINK;  // rcv.nolink
        end
        if (moving) begin
            if (first_new) xv = 2'd2;  // str.twice restart.forget
            else if (q_xlife == 16'd0 || (next_id && !q_anyid)) xv = 2'd0;
            restarted = proof;  // restart.prove
        end
    end
    {1'b0, `TTP_OP_ACK}: if (moving) begin  // snd.ignored
        late_ack = e_neg;  // snd.ack.late
        illegal  = !e_neg && !e_fly;  // snd.ack.newer
        f_retire = e_fly;  // snd.ack
    end
    {1'b0, `TTP_OP_NACK}: if (moving) begin
        late_ack = e_neg && !e_m1;  // snd.nack.old
        illegal  = !e_neg && !e_next;  // snd.nack.newer
        if ((e_m1 || e_next) && !(q_nkv[0] && (e_m1 || e_zero)) && !none_fly) begin
            f_retire = !e_m1 && !e_zero;  // snd.nack
            rewind   = (e_m1 || e_fly) && !q_hold;  // snd.full.nack
        end
    end
    {1'b0, `TTP_OP_NACK_FULL}: if (moving && !none_fly) begin  // snd.full
        cof_clr = 1'b1;
        retry_clr = 1'b1;  // tmr.clear
        nkv   = 2'd0;
        hold  = !in_reopen;
        f_arm = !in_reopen;
        arm_sel = ARM_BACKOFF;
    end
    {1'b0, `TTP_OP_NACK_NOLINK}: begin
        if (stranger && live && rxid_zero) anyid = 1'b1;  // str.lost
        if (q_st == `TTP_ST_CLOSE_SENT && (!e_neg || stranger)) begin  // cls.nolink
            f_arm   = 1'b1;         // as a timeout
            arm_sel = ARM_NOW;
        end
        // reopen.stranger: it names any ID; with nothing in flight there is nothing to answer.
        if ((q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_RECD) && (e_fly || (stranger && !none_fly))) begin
            // After the last round the timer finds the link dead.
            lost_link = 1'b1;  // reopen.nolink reopen.stranger
            f_reopen  = !rounds_up;  // tmr.dead
            if (rounds_up) begin
                hold    = 1'b0;
                f_arm   = 1'b1;
                arm_sel = ARM_NOW;
            end
        end
    end
    `TTP_EV_TIMER: if (expired) begin
        case (q_st)
        `TTP_ST_OPEN_SENT: begin  // open.timer
            timeout = 1'b1;
            retry_up = 1'b1;
            f_dead  = give_up;
            f_arm   = 1'b1;
            arm_sel   = ARM_OPEN;
            if (!give_up) begin
                answer = 1'b1;
                op    = `TTP_OP_OPEN;
                clid_sel = CL_OPEN;
                tx_sel   = TX_OPEN;
                rx_sel   = RX_ZERO;
            end
        end
        `TTP_ST_OPEN: begin
            if (q_hold) begin
                hold     = 1'b0;
                f_disarm = 1'b1;
            end else if (!none_fly) begin  // snd.timeout
                timeout = 1'b1;
                retry_up = 1'b1;
                nkv     = 2'd0;
                f_dead  = give_up;  // tmr.rounds
                rewind  = !give_up;
                cof_clr = 1'b1;
                f_arm   = 1'b1;
            end else if (q_closereq && !waiting) begin  // cls.request
                st       = `TTP_ST_CLOSE_SENT;
                retry_clr = 1'b1;
                answer   = 1'b1;
                op       = `TTP_OP_CLOSE;
                tx_sel   = TX_UNA;
                rx_sel   = q_anyid ? RX_ZERO : RX_LAST;  // cls.ids
                f_arm    = 1'b1;
                arm_sel  = ARM_CLOSE;
            end else begin
                f_disarm = 1'b1;
            end
        end
        `TTP_ST_CLOSE_SENT: begin
            timeout  = !q_hold;     // no timeout: a victim's first CLOSE, or the end of cls.hold
            retry_up = !q_hold;
            hold     = 1'b0;
            f_arm   = 1'b1;
            arm_sel   = ARM_CLOSE;
            if (give_up && !q_hold) begin
                f_dead = !q_chold;
                chold  = 1'b0;  // cls.hold.end
                if (q_chold) retry_clr = 1'b1;
            end else if (!q_chold || q_hold) begin
                answer = 1'b1;  // cls.timer
                op    = `TTP_OP_CLOSE;
                tx_sel   = TX_UNA;
                rx_sel   = q_anyid ? RX_ZERO : RX_LAST;
            end
        end
        `TTP_ST_CLOSE_RECD: begin
            hold     = 1'b0;
            rx_sel   = RX_CLID;
            op    = `TTP_OP_CLOSE_ACK;
            if (none_fly && last_done) begin  // cls.drained
                answer   = 1'b1;
                f_closed = 1'b1;
                f_thrice = 1'b1;
            end else if (q_hold) begin          // the end of a back-off
                f_arm    = 1'b1;
                arm_sel  = ARM_CLOSE;
            end else begin
                answer  = 1'b1;  // cls.recd.timer
                timeout = 1'b1;
                retry_up = 1'b1;
                if (give_up) begin
                    f_dead  = 1'b1;  // cls.giveup
                end else begin
                    cof_clr = 1'b1;
                    rewind  = !none_fly;
                    nkv     = 2'd0;
                    op   = `TTP_OP_CLOSE_NACK;
                    tx_sel  = TX_SNT;
                    f_arm   = 1'b1;
                    arm_sel   = ARM_CLOSE;
                end
            end
        end
        `TTP_ST_CLOSED: begin
            vict     = 1'b0;  // tbl.victim.after
            f_open   = waiting && settled_q;  // open.backoff
            f_arm    = waiting && !settled_q;
            arm_sel  = ARM_BACKOFF;
            f_disarm = !waiting;
            if (waiting) begin
                nkv = 2'd0;
            end else if (q_nkv != 2'd0) begin       // a stranger's CLOSE is answered three times
                answer   = 1'b1;
                op       = `TTP_OP_CLOSE_ACK;
                rx_sel   = RX_CLID;
                nkv_dn   = 1'b1;  // cls.thrice
                f_arm    = q_nkv != 2'd1;
                f_disarm = q_nkv == 2'd1;
                arm_sel  = ARM_CLOSE;
            end
        end
        default: begin          // OPEN_RECD: open.timer.recd
            answer      = 1'b1;
            op          = `TTP_OP_OPEN_ACK;
            tx_sel      = TX_UNA;
            rx_sel      = RX_CLID;
            notify_open = 1'b1;
            f_arm       = 1'b1;
            arm_sel     = ARM_OPEN;
        end
        endcase
    end else if (second_due) begin
        f_service = moving;
        f_disarm2 = !moving;
        gapv      = q_gapv && !moving;  // rcv.gap.timeout
        if (moving && !q_gapv) begin  // rcv.reack cls.idle
            // Our OPEN_ACK to a stranger's OPEN may be lost, and an ACK would stop its timer:
            // open.ack.lost, rcv.reack.unknown: without its numbers no ACK can be right; a NACK wakes it.
            answer   = reack_q;  // rcv.reack
            op       = q_anyid ? `TTP_OP_NACK : unproved ? `TTP_OP_OPEN_ACK : `TTP_OP_ACK;
            tx_sel   = (unproved && !q_anyid) ? TX_UNA : TX_ZERO;
            rx_sel   = q_anyid ? RX_ZERO : (unproved && q_xv[0]) ? RX_XID : RX_LAST;
            if (idle_q && q_st == `TTP_ST_OPEN && !stranger && none_fly && !waiting && aged_q) closereq = 1'b1;
        end
    end
    `TTP_EV_LEFT: if (q_st == `TTP_ST_OPEN_RECD) begin  // open.recd
        st    = `TTP_ST_OPEN;
        retry_clr = 1'b1;
        f_disarm  = 1'b1;
    end
    `TTP_EV_CLOSE: begin
        close_miss = q_st == `TTP_ST_CLOSED;
        closereq   = q_closereq || q_st != `TTP_ST_CLOSED;  // cls.request
    end
    `TTP_EV_DOORBELL, `TTP_EV_SEND:  // cls.reopen: no TIME_WAIT
        if (q_st == `TTP_ST_CLOSED && waiting && (!q_armed || (q_nkv != 2'd0 && !q_vict))) begin
            f_open = settled_q;  // open.host
            f_arm  = !settled_q;
            arm_sel  = ARM_BACKOFF;
            nkv    = 2'd0;
        end else if (q_st == `TTP_ST_OPEN && waiting && silent_peer) begin
            f_reopen = 1'b1;  // str.open
        end
    default: ;      // LOOKUP, PEEK
    endcase

    // ---- a payload on a live link
    if (f_take3) begin
        op   = `TTP_OP_ACK;
        rx_sel  = proof ? RX_XID : RX_LAST;
        if (dd_one && fits_q) begin  // rcv.next
            take    = 1'b1;
            last_txid = 1'b1;
            rx_sel  = RX_TXID;
            gapv    = 1'b0;
            full    = 1'b0;
            anyid   = 1'b0;
            sopen   = 1'b0;
            if (first_new) xv = 2'd0;       // it was no restart, or is one now
            f_service = 1'b1;
            if (q_st == `TTP_ST_CLOSE_RECD || q_chold) retry_clr = 1'b1;    // progress towards the closing ID
            if (closing_at && take_last && !proof) begin
                chold = 1'b0;
                if (q_st == `TTP_ST_CLOSE_SENT) hold = 1'b1;
                if (none_fly) begin  // cls.end
                    f_arm = 1'b1;
                    arm_sel = ARM_NOW;
                end
            end
        end else if (dd_one) begin
            op    = `TTP_OP_NACK_FULL;  // rcv.full
            last_xid = proof;
            full     = 1'b1;
            no_space = 1'b1;
        end else if (dd_old) begin
            repeated = 1'b1;  // rcv.repeat
        end else if (dd_near) begin
            gap      = 1'b1;  // rcv.gap
            answer = !q_full && (!q_gapv || gap_within);  // rcv.gap.pass rcv.full.silent
            op    = `TTP_OP_NACK;
            rx_sel   = RX_LAST1;
            if (!q_full) begin
                gapv = 1'b1;
                gap_new = 1'b1;
                f_gaptime = answer;
            end
        end else begin
            too_far      = 1'b1;  // rcv.far
            answer = 1'b0;
        end
    end

    // ---- restart.prove, restart.close: its new life counts, our CLOSE is forgotten, ours go again
    if (restarted) begin  // restart.prove
        st     = `TTP_ST_OPEN;
        prec   = q_xlife != 16'd0;
        {chold, hold, reopen, nkv, gapv, vict, sown, xv} = 10'd0;
        if (q_st == `TTP_ST_CLOSE_SENT) closereq = 1'b0;        // a request that waits is not forgotten
        anyid  = 1'b0;
        retry_clr = 1'b1;
        cof_clr   = 1'b1;
        rewind    = !none_fly;
        f_arm     = !none_fly;
        f_disarm  = none_fly;
        arm_sel   = ARM_TIMEOUT;
    end

    // ---- retire
    if (f_retire) begin  // snd.ack snd.nack
        retry_clr = 1'b1;  // tmr.clear
        nkv   = 2'd0;
        hold  = pause;  // snd.full.ack snd.full.nack
        if (!in_reopen && !pause) begin
            f_arm    = nfl_left != {CW{1'b0}} || q_st == `TTP_ST_CLOSE_RECD;
            f_disarm = !f_arm;
            if (nfl_left == {CW{1'b0}}) arm_sel = last_done ? ARM_NOW : ARM_CLOSE;  // cls.drained
        end
    end

    // ---- a NACK's replay
    if (is_nack && rewind) begin
        cof_clr = 1'b1;
        nkv = (q_nkv == 2'd2 && !f_retire) ? 2'd3 : 2'd1;  // snd.nack.once snd.nack.again
        if (!f_retire) retry_up = 1'b1;  // tmr.rounds
        if (!in_reopen) begin
            f_arm = 1'b1;
            arm_sel = (!f_retire && give_up) ? ARM_NOW : ARM_TIMEOUT;
        end
    end

    // ---- the peer's life, and what its payloads follow
    if (f_learn) begin  // ids.open
        last_txid = 1'b1;
        prec  = epoch_q != 16'd0;
        gapv  = 1'b0;
        full  = 1'b0;
        xv    = 2'd0;
        sopen = ev_q == {1'b0, `TTP_OP_OPEN};
        anyid = ev_q == {1'b0, `TTP_OP_OPEN_ACK} && epoch_q == 16'd0 && txid_zero;
    end
    if (f_aside) begin
        xv = 2'd1;
        if (q_st == `TTP_ST_CLOSE_SENT) reopen = !(q_hold && q_vict);
    end

    // ---- open, or open again
    if (f_reopen) begin  // reopen.same
        reopen    = 1'b1;
        cof_clr   = 1'b1;  // reopen.moving
        {hold, nkv} = 3'd0;
    end
    if (f_open || f_reopen) begin
        st       = `TTP_ST_OPEN_SENT;
        answer = 1'b1;
        op    = `TTP_OP_OPEN;
        clid_sel = CL_OPEN;
        tx_sel   = TX_OPEN;
        rx_sel   = RX_ZERO;
        f_arm    = 1'b1;
        arm_sel    = ARM_OPEN;
    end
    if (f_life || f_open) begin
        {dead, nkv, hold, chold, gapv, full, reopen} = 8'd0;    // a remembered close request stays
        sopen = f_learn;
        {xv, anyid, sown, vict} = 5'd0;
        f_disarm2 = 1'b1;
        retry_clr = 1'b1;  // tmr.clear
    end

    // ---- closed in the orderly way
    if (f_closed) begin  // ids.close
        st       = `TTP_ST_CLOSED;
        nfl_clr = 1'b1;
        cof_clr = 1'b1;
        {closereq, chold, hold, reopen, nkv, xv, anyid} = 9'd0;
        f_disarm2 = 1'b1;
        if (waiting) vict = 1'b0;
        f_arm    = waiting || vict;
        f_disarm = !f_arm;
        arm_sel  = waiting ? ARM_ONE : ARM_BACKOFF;
        if (f_thrice && stranger && !waiting) begin
            nkv     = 2'd2;
            f_arm   = 1'b1;
            arm_sel = ARM_CLOSE;
        end
    end

    if (nkv_dn) nkv = {&q_nkv, q_nkv == 2'd2};

    // ---- dead
    if (f_dead) begin  // tmr.dead
        st       = `TTP_ST_CLOSED;
        dead     = 1'b1;
        nfl_clr = 1'b1;
        cof_clr = 1'b1;
        {closereq, chold, hold, reopen, nkv, xv, anyid, vict} = 10'd0;
        f_disarm2 = 1'b1;
        f_arm    = 1'b0;
        f_disarm = 1'b1;
        if (q_st == `TTP_ST_CLOSE_RECD && stranger) begin      // its CLOSE is answered three times
            nkv     = 2'd2;
            f_arm   = 1'b1;
            arm_sel = ARM_CLOSE;
        end
    end

end

// ---------------------------------------------------------------- rows | move
localparam C2 = 67 + 3*CW;

wire [C2-1:0] c2_d, c2;
wire          x_nfl0, x_held0, nfl0, held0;     // after a retirement: nothing in flight, nothing held
assign x_nfl0  = nfl_clr || (f_retire ? nfl_left == {CW{1'b0}} : none_fly);
assign x_held0 = f_retire ? nret_k[CW:1] == napp_q : held_q == {CW{1'b0}};
assign c2_d = {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, chold, xv, anyid, sown, vict,
               f_life || f_open, f_learn, f_arm, arm_sel, f_disarm, f_aside, f_gaptime, f_service, f_disarm2,
               f_retire, f_closed, f_dead, notify_open, answer, op, tx_sel, rx_sel, clid_sel,
               nfl_clr, retry_up, retry_clr, last_txid, last_xid, gap_new,
               take, rewind, timeout, illegal, late_ack, repeated, gap, no_space, too_far, lost_link, restarted, close_miss,
               nfl_left, (cof_clr || (f_retire && cof_k[CW+1])), cof_k[CW:1], nret_k[CW:1], x_nfl0, x_held0};

generate if (CUT != 0) begin : g_c2
    reg [C2-1:0] c2_q;
    always @(posedge clk) c2_q <= c2_d;
    assign c2 = c2_q;
end else begin : g_c2
    assign c2 = c2_d;
end endgenerate

wire [2:0]    m_st, m_arm_sel, m_rx_sel;
wire          m_reopen, m_closereq, m_deadf, m_prec, m_sopen, m_gapv, m_full, m_hold, m_chold, m_anyid, m_sown, m_vict;
wire [1:0]    m_nkv, m_xv, m_tx_sel, m_clid_sel;
wire          m_life, m_learn, m_arm, m_disarm, m_aside, m_gaptime, m_service, m_disarm2, m_retire;
wire          m_nfl_clr, m_retry_up, m_retry_clr, m_last_txid, m_last_xid, m_gap_new, m_cof0;
wire [CW-1:0] m_nfl_left, m_cof_k, m_nret_k;
assign {m_st, m_reopen, m_closereq, m_deadf, m_prec, m_sopen, m_gapv, m_full, m_nkv, m_hold, m_chold, m_xv, m_anyid, m_sown, m_vict,
        m_life, m_learn, m_arm, m_arm_sel, m_disarm, m_aside, m_gaptime, m_service, m_disarm2,
        m_retire, m_closed, m_dead, rs_notify, rs_valid, rs_op, m_tx_sel, m_rx_sel, m_clid_sel,
        m_nfl_clr, m_retry_up, m_retry_clr, m_last_txid, m_last_xid, m_gap_new,
        m_take, m_rewind, m_timeout, m_illegal, m_late_ack, m_repeated, m_gap, m_no_space, m_too_far, m_lost_link, m_restarted, m_close_miss,
        m_nfl_left, m_cof0, m_cof_k, m_nret_k, nfl0, held0} = c2;

// ---------------------------------------------------------------- move: one selection and one adder for each field
localparam [CW-1:0] NONE = {CW{1'b0}};
wire [CW-1:0] nfl   = m_nfl_clr ? NONE : m_retire ? m_nfl_left : q_nfl;
wire [CW-1:0] cof   = m_cof0 ? NONE : m_retire ? m_cof_k : q_cof;
wire [CW-1:0] nret  = m_dead ? napp_q : m_retire ? m_nret_k : q_nret;
wire [7:0]    retry = m_retry_clr ? 8'd0 : m_retry_up ? retry_inc : q_retry;
// One adder on una: - 1 (OPEN), + nfl - 1 (newest sent), + nfl (flush, PEEK), + what retires, + 1; no event wants two of them.
wire          una_nfl  = m_dead || m_tx_sel == TX_SNT || ev_q == `TTP_EV_PEEK;
wire          una_dec  = m_tx_sel == TX_SNT || m_tx_sel == TX_OPEN;
// CLOSE used an ID; a victim that still holds it has not sent it yet. ids.open_ack: the one behind it, and
// whether one has is in reopen, for the peer that proves to be new.
wire          spent    = q_st == `TTP_ST_CLOSE_SENT && !(q_hold && q_vict);
wire          una_up   = spent && (m_closed || m_dead || (m_restarted && q_reopen));
wire          ack_up   = spent && rs_op == `TTP_OP_OPEN_ACK;
wire          una_one  = una_up || ack_up || (m_retire && !is_nack);
wire [CW-1:0] una_many = m_retire ? k_q : q_nfl & {CW{una_nfl}};
wire [CW:0]   una_b    = {1'b0, una_many} + (una_dec ? {(CW+1){1'b1}} : {{CW{1'b0}}, una_one});
wire [31:0]   una_t    = q_una + {{(31-CW){una_b[CW]}}, una_b};
assign nxt     = una_t;
assign una_pre = ((m_retire || una_up) && !m_dead) ? una_t : q_una;
wire [31:0]   una      = (m_retire || una_up || m_dead) ? una_t : q_una;

// cls.request: it waits until all that the host has handed over is acknowledged.
wire          drained  = m_st == `TTP_ST_OPEN && m_closereq && nfl0 && held0 && ev_q != `TTP_EV_LOOKUP && ev_q != `TTP_EV_PEEK;
wire          arm_f    = drained || m_arm;
wire [2:0]    arm_f_sel = drained ? ARM_NOW : m_arm_sel;
wire          armed    = arm_f || (q_armed && !m_disarm);
wire [31:0]   arm_x    = arm_f_sel == ARM_TIMEOUT ? {1'b0, cfg_timeout} : arm_f_sel == ARM_OPEN ? {1'b0, cfg_open_tmo}
                       : arm_f_sel == ARM_CLOSE ? {1'b0, cfg_close_tmo} : arm_f_sel == ARM_BACKOFF ? {1'b0, cfg_backoff}
                       : {31'd0, arm_f_sel == ARM_ONE};
wire [31:0]   dl       = arm_f ? m_now[31:0] + arm_x : q_dl;

// One on TxID: OPEN_ACK names the ID after the one that it follows, CLOSE_NACK the one before the closing ID.
wire          tx_dec   = ev_q == {1'b0, `TTP_OP_OPEN_ACK};
wire [31:0]   txid_t   = txid_q + {{31{tx_dec}}, tx_dec || ev_q == {1'b0, `TTP_OP_CLOSE_NACK}};
// The peer's CLOSE used an ID too: a late copy of it is old from here on.
wire          last_up  = m_closed && !stranger && (ev_q == {1'b0, `TTP_OP_CLOSE} || q_st == `TTP_ST_CLOSE_RECD);
wire [31:0]   last_t   = q_last + {31'd0, last_up || m_rx_sel == RX_LAST1};
wire [31:0]   last     = m_last_txid ? txid_t : m_last_xid ? q_xid : last_up ? last_t : q_last;
wire [31:0]   clid     = m_clid_sel == CL_KEEP ? q_clid : m_clid_sel == CL_OPEN ? una_t : txid_t;
wire [22:0]   oid      = open_sent ? q_clid[22:0] : q_oid;
wire [31:0]   xid      = m_aside ? txid_q : q_xid;
wire [15:0]   xlife    = m_aside ? epoch_q : q_xlife;
wire [15:0]   olife    = m_life ? life : q_olife;
wire [15:0]   plife    = m_learn ? epoch_q : m_restarted ? q_xlife : q_plife;
wire [15:0]   gapn     = m_gap_new ? dd_lo : q_gapn;

// The second deadline: of a gap, of an ACK to be repeated, of idleness.
assign opened  = m_st == `TTP_ST_OPEN && (q_st == `TTP_ST_OPEN_SENT || q_st == `TTP_ST_OPEN_RECD);
assign active  = m_take || m_retire || opened;
wire          svc_now  = m_service || (opened && !q_armed2);
wire [30:0]   arm2_x   = m_gaptime ? cfg_timeout : cfg_svc;
wire [31:0]   dl2      = (m_gaptime || svc_now) ? m_now[31:0] + {1'b0, arm2_x} : q_dl2;
wire          armed2   = !m_disarm2 && (m_gaptime || (svc_now ? cfg_svc != 31'd0 : q_armed2));

assign new_life = m_life;
assign moved    = m_retire || (m_dead && waiting);
assign rs_txid  = (m_tx_sel == TX_UNA && !ack_up) ? q_una : m_tx_sel == TX_ZERO ? 32'd0 : una_t;
assign rs_rxid  = (m_rx_sel == RX_LAST || m_rx_sel == RX_LAST1) ? last_t : m_rx_sel == RX_TXID ? txid_q
                : m_rx_sel == RX_CLID ? q_clid : m_rx_sel == RX_XID ? q_xid : 32'd0;
assign rs_epoch = (rs_op == `TTP_OP_OPEN || rs_op == `TTP_OP_OPEN_ACK) ? olife : 16'd0;

// The tick of the last activity is the link pipe's to put.
assign rec_d = {oid, xid, dl2, xlife, q_ta, m_xv, m_anyid, m_sown, m_vict, armed2, m_st, m_reopen, m_closereq, m_deadf, m_prec, m_sopen,
                m_gapv, m_full, m_nkv, m_hold, armed, m_chold,
                una, last, dl, clid, olife, plife, gapn, retry, nfl, cof, nret};

endmodule

`resetall
