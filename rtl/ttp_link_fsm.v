// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_fsm - the link state machine: (record, event) -> (record, actions), combinational
//
// The rules stand as a table in docs/architecture.md, section ttp_link_fsm, which restates the state
// tables, closing rules and life numbers of the protocol. This file follows that table row by row:
// first each event sets flags and the fields that are its own; then the flags that stand for a whole
// move of the link (retire, new life, open, closed, dead) are carried out in one place each, so that
// there is one adder for each field, not one for each row.
//
// IDs are 32 bit and wrap: they are compared only through the sign of a 32-bit difference.
// An event without an entry (entry = 0) sees an all-zero record, is answered as in CLOSED, and its
// record is not written.
//
// Timing: none, no flops. Mirror: model/ttp_link_fsm.c      Lockstep test: tb/test_ttp_link_fsm.cpp

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_link_fsm #(
    parameter CW = 13,          // width of payload counts, derived by ttp_mac
    parameter RW = 332 + 3*CW   // width of a record: fixed by the concatenation below, not tunable
) (
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
    input  wire [31:0]   now,
    input  wire [23:0]   tick,          // now in steps of 4096
    input  wire [15:0]   life,          // life number that a link leaving CLOSED takes
    input  wire [31:0]   first_id,      // first payload's ID of a new entry

    // The event
    input  wire [4:0]    ev,            // TTP_EV_*, below 11 the opcode of a received frame
    input  wire          entry,         // it has an entry
    input  wire          fresh,         // ... allocated by this event
    input  wire [31:0]   txid,
    input  wire [31:0]   rxid,
    input  wire [15:0]   epoch,         // 0: none
    input  wire          fits,          // a payload has its place in the receive store
    input  wire [RW-1:0] rec,
    input  wire [CW-1:0] napp,          // payloads appended so too_far
    input  wire          settled,       // the retire engine is up to date with this link

    output wire [RW-1:0] rec_d,
    output wire [31:0]   una_pre,       // una after the event, but before a flush moves it
    output wire [31:0]   nxt,           // PEEK: una + nfl
    output wire [23:0]   age,           // ticks since the last activity, of the record as it came
    output wire          aged,
    output wire          active,        // activity: the last one was now

    // Answer: a frame without payload
    output wire          rs_valid,
    output wire [3:0]    rs_op,
    output wire [31:0]   rs_txid,
    output wire [31:0]   rs_rxid,
    output wire [15:0]   rs_epoch,
    output wire          rs_notify,     // tell when it has left

    // Actions
    output reg           take,          // payload taken
    output wire          moved,         // nret moved: something to free
    output reg           rewind,        // current back to una
    output wire          new_life,      // the life number was used
    output reg           f_closed,      // closed in the orderly way
    output reg           f_dead,        // dead, its payloads flushed
    output wire [CW-1:0] held,          // payloads held before the event
    output reg           timeout,
    output reg           illegal,
    output reg           late_ack,
    output reg           repeated,
    output reg           gap,
    output reg           no_space,
    output reg           too_far,
    output wire          opened,
    output reg           lost_link,     // NACK_NOLINK: the peer lost the link
    output reg           restarted,     // the peer lives a new life: proved by its first payload
    output reg           close_miss     // close request found nothing to close
);

// ---- the record, and the same concatenation at the end of the file
wire [2:0]    q_st;
wire          q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_hold, q_armed, q_chold;
wire [1:0]    q_nkv;
wire [31:0]   q_una, q_last, q_dl, q_clid;
wire [15:0]   q_olife, q_plife, q_gapn;
wire [7:0]    q_retry;
wire [CW-1:0] q_nfl, q_cof, q_nret, r_nret;
wire [1:0]    q_xv;
wire          q_anyid, q_sown, q_vict, q_armed2;
wire [31:0]   q_xid, q_dl2;
wire [15:0]   q_xlife;
wire [23:0]   q_ta;
wire [22:0]   q_oid, oid;

wire [31:0]     r_una;
wire [2:0]      r_st;
wire [11:0]     r_flags;
wire [5:0]      r_more;
assign {q_oid, q_xid, q_dl2, q_xlife, q_ta, r_more, r_st, r_flags, r_una, q_last, q_dl, q_clid, q_olife, q_plife, q_gapn, q_retry, q_nfl, q_cof, r_nret} = rec;
// A new entry keeps what means nothing before the link has learned it (IDs, lives, retry); its counts are 0 already.
assign q_st  = (entry && !fresh) ? r_st : `TTP_ST_CLOSED;
assign {q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold}
             = (entry && !fresh) ? r_flags : 12'd0;
assign {q_xv, q_anyid, q_sown, q_vict, q_armed2} = (entry && !fresh) ? r_more : 6'd0;
assign q_una = fresh ? first_id : r_una;
assign q_nret = r_nret;

reg [2:0]    st;
reg          reopen, closereq, dead, prec, sopen, gapv, full, hold, chold;
reg [1:0]    nkv;           // see ACK, NACK in the table: 0, 1 ignore, 2 one more counts, 3 ignore
wire         armed;
wire [31:0]  una, last, dl, clid;
reg [15:0]   olife, plife, gapn;
wire [7:0]   retry;
wire [CW-1:0] nfl, cof, nret;
reg [1:0]    xv;            // an OPEN is set aside: 0 no, 1 yes, 2 and its first payload came once (a stranger's)
reg          anyid;         // the peer's next payload may carry any ID
reg          sown;          // the peer has answered an OPEN of this life
reg          vict;          // closed, or being closed, to make room
wire         armed2;
wire [31:0]  xid, dl2;
wire [15:0]  xlife;
wire [23:0]  ta;

// ---- comparisons, each made once
wire [31:0]   e      = rxid - q_una;            // offset of an ACK or NACK from una
wire [31:0]   dd     = txid - q_last;           // how too_far ahead a payload is
wire [31:0]   dc     = txid - q_clid;           // beyond the closing ID if not negative
wire [31:0]   over   = now - q_dl;
wire [31:0]   over2  = now - q_dl2;
wire [31:0]   xid1   = q_xid + 32'd1;
wire          e_neg  = e[31];
wire          e_zero = e == 32'd0;
wire          e_m1   = &e;
wire          e_low  = e[31:CW] == {(32-CW){1'b0}};
wire          e_fly  = e_low && e[CW-1:0] < q_nfl;          // names a payload in flight
wire          e_next = e_fly || (e_low && e[CW-1:0] == q_nfl); // or the next one
wire          none_fly   = q_nfl == {CW{1'b0}};
wire          stranger   = q_plife == 16'd0;
wire          same_life  = q_prec && epoch == q_plife;
wire          open_sent  = q_st == `TTP_ST_OPEN_SENT;
// RxID = our OPEN's TxID; of an OPEN that was answered only the low bits are kept.
wire          our_open   = open_sent ? rxid == q_clid : q_st == `TTP_ST_OPEN_RECD ? e_m1 : q_sown && rxid[22:0] == q_oid;
wire          first_new  = q_xv != 2'd0 && txid == xid1;         // the first payload after an OPEN set aside
wire          is_payload = ev == {1'b0, `TTP_OP_PAYLOAD};
wire          proof      = is_payload && first_new && (q_xlife != 16'd0 || q_xv[1]);
wire          next_id    = dd == 32'd1;
wire          dd_one     = next_id || q_anyid || proof;
wire          dd_zero    = dd == 32'd0;
wire          dd_old     = dd[31] || dd_zero;
wire          dd_near    = dd[31:16] == 16'd0 && !dd_old;   // 1..65535 ahead
wire          last_done  = stranger || last1 == q_clid;    // nothing missing below the closing ID
wire          closing_at = (q_st == `TTP_ST_CLOSE_RECD && !stranger) || (q_st == `TTP_ST_CLOSE_SENT && q_chold);
wire          beyond     = !dc[31] && closing_at && !proof;
wire          take_last  = &dc;                         // TxID + 1 = closing ID
wire [7:0]    retry_inc  = &q_retry ? q_retry : q_retry + 8'd1;
wire          give_up    = retry_inc >= cfg_retry_max;
wire          live       = q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_SENT || q_st == `TTP_ST_CLOSE_RECD;
wire          in_reopen  = open_sent && q_reopen;
wire          moving     = live || in_reopen;               // "per section 3"
wire [CW-1:0] held_q     = napp - q_nret;
wire          waiting    = entry && held_q != {CW{1'b0}};
wire          missing    = !stranger && !next_id;
wire          silent_peer = stranger && !q_sown;        // it has not answered an OPEN of ours
wire          mortal     = q_st == `TTP_ST_OPEN_SENT || (q_st == `TTP_ST_OPEN && !q_hold && !none_fly)
                        || (q_st == `TTP_ST_CLOSE_SENT && !q_chold && !q_hold)
                        || (q_st == `TTP_ST_CLOSE_RECD && !(none_fly && last_done));
// A link dies only when the retire engine has caught up with it; until then its last expiry does nothing.
wire          first_due  = q_armed && !over[31];
wire          expired    = first_due && !(mortal && give_up && !settled);
wire          second_due = q_armed2 && !over2[31] && !first_due;
wire [61:0]   ov_unused  = {over[30:0], over2[30:0]};

assign held = held_q;

// ---- moves of the link, asked for by the rows
reg           f_life;       // takes a new life
reg           f_open;       // sends OPEN in a new life
reg           f_reopen;     // ... in the same life
reg           f_learn;      // notes the peer's life and the ID that its payloads follow
reg           f_arm;        // restart the timer
reg  [2:0]    arm_sel;      // ... with this
reg           f_disarm;
reg           f_take3;      // payload handled by section 3
reg           f_aside;      // an OPEN that may be news is set aside
reg           f_thrice;     // two more CLOSE_ACKs to a stranger
reg           f_gaptime;    // the second deadline after a timeout
reg           f_service;    // ... by cfg_svc, or none
reg           f_disarm2;
reg           f_retire;
reg           notify_open;
wire          is_nack  = ev == {1'b0, `TTP_OP_NACK};
// k payloads retire, e + 1 by an ACK, e by a NACK. "- k" is "+ ~e", and + 1 for a NACK through the carry.
wire [CW:0]   nfl_k    = {q_nfl, 1'b1} + {~e[CW-1:0], is_nack};
wire [CW+1:0] cof_k    = {1'b0, q_cof, 1'b1} + {1'b1, ~e[CW-1:0], is_nack};
wire [CW:0]   nret_k   = {q_nret, 1'b1} + {e[CW-1:0], !is_nack};
wire [CW-1:0] nfl_left = nfl_k[CW:1];
wire [2:0]    unused_k = {nfl_k[0], cof_k[0], nret_k[0]};

// ---- the 32-bit fields: one selection and one adder each
localparam [1:0] TX_ZERO = 2'd0, TX_UNA = 2'd1, TX_OPEN = 2'd2, TX_SNT = 2'd3;
localparam [2:0] RX_ZERO = 3'd0, RX_TXID = 3'd1, RX_LAST = 3'd2, RX_LAST1 = 3'd3, RX_CLID = 3'd4;
localparam [1:0] CL_KEEP = 2'd0, CL_TXID = 2'd1, CL_OPEN = 2'd2;

reg          answer;        // the event is answered, with op
reg  [3:0]   op;
wire [2:0]   st_f;
wire         arm_f;
wire [2:0]   arm_f_sel;
reg  [1:0]   tx_sel;        // TxID of the answer: 0, una, una - 1, newest sent
reg  [2:0]   rx_sel;
reg  [1:0]   clid_sel;
reg          nfl_clr, cof_clr;
reg          retry_up, retry_clr;
reg          last_txid;     // last = TxID, in OPEN_ACK TxID - 1
reg          last_xid;      // last = the TxID set aside
reg          nkv_dn;
wire [CW-1:0] none     = {CW{1'b0}};
assign nfl     = nfl_clr ? none : f_retire ? nfl_left : q_nfl;
assign cof     = (cof_clr || (f_retire && cof_k[CW+1])) ? none : f_retire ? cof_k[CW:1] : q_cof;
assign nret    = f_dead ? napp : f_retire ? nret_k[CW:1] : q_nret;
assign retry   = retry_clr ? 8'd0 : retry_up ? retry_inc : q_retry;
wire [31:0]  last1     = q_last + 32'd1;
// One adder on una: - 1 (OPEN), + nfl - 1 (newest sent), + nfl (flush, PEEK), + 1; no event wants two of them.
wire         una_nfl   = f_dead || tx_sel == TX_SNT || ev == `TTP_EV_PEEK;
wire         una_dec   = tx_sel == TX_SNT || tx_sel == TX_OPEN;
wire         una_up    = f_closed && q_st == `TTP_ST_CLOSE_SENT && !q_hold;  // CLOSE used an ID
wire [CW:0]  una_b     = {1'b0, q_nfl & {CW{una_nfl}}} + (una_dec ? {(CW+1){1'b1}} : {{CW{1'b0}}, una_up});
wire [31:0]  una_t     = q_una + {{(31-CW){una_b[CW]}}, una_b};
wire [31:0]  rxid1     = rxid + {31'd0, !is_nack};
assign nxt = una_t;

localparam [2:0] ARM_NOW = 3'd0, ARM_ONE = 3'd1, ARM_TIMEOUT = 3'd2, ARM_OPEN = 3'd3, ARM_CLOSE = 3'd4,
                 ARM_BACKOFF = 3'd5;
wire [31:0]  arm_x     = arm_f_sel == ARM_TIMEOUT ? {1'b0, cfg_timeout} : arm_f_sel == ARM_OPEN ? {1'b0, cfg_open_tmo}
                       : arm_f_sel == ARM_CLOSE ? {1'b0, cfg_close_tmo} : arm_f_sel == ARM_BACKOFF ? {1'b0, cfg_backoff}
                       : {31'd0, arm_f_sel == ARM_ONE};

assign una_pre = f_retire ? rxid1 : una_up ? una_t : q_una;
assign una     = f_dead ? una_t : una_pre;
// One on TxID: OPEN_ACK names the ID after the one that it follows, CLOSE_NACK the one before the closing ID.
wire         tx_dec    = ev == {1'b0, `TTP_OP_OPEN_ACK};
wire [31:0]  txid_t    = txid + {{31{tx_dec}}, tx_dec || ev == {1'b0, `TTP_OP_CLOSE_NACK}};
assign last    = last_txid ? txid_t : last_xid ? q_xid : q_last;
assign dl      = arm_f ? now + arm_x : q_dl;
assign clid    = clid_sel == CL_KEEP ? q_clid : clid_sel == CL_OPEN ? una_t : txid_t;
assign oid     = open_sent ? q_clid[22:0] : q_oid;
assign xid     = f_aside ? txid : q_xid;
assign xlife   = f_aside ? epoch : q_xlife;
assign rs_txid = tx_sel == TX_UNA ? q_una : tx_sel == TX_ZERO ? 32'd0 : una_t;

// Activity, and the second deadline: of a gap, of an ACK to be repeated, of idleness.
assign age     = tick - q_ta;
assign aged    = age > {5'd0, cfg_age};
assign active  = take || f_retire || opened;
assign ta      = q_ta;          // the link pipe puts the tick there

wire         svc_now = f_service || (opened && !q_armed2);
wire [30:0]  arm2_x  = f_gaptime ? cfg_timeout : cfg_svc;
assign dl2     = (f_gaptime || svc_now) ? now + {1'b0, arm2_x} : q_dl2;
assign armed2  = !f_disarm2 && (f_gaptime || (svc_now ? cfg_svc != 31'd0 : q_armed2));

assign rs_rxid = rx_sel == RX_LAST ? (proof ? q_xid : q_last) : rx_sel == RX_TXID ? txid : rx_sel == RX_LAST1 ? last1
               : rx_sel == RX_CLID ? q_clid : 32'd0;

assign new_life  = f_life || f_open;
assign moved     = f_retire || (f_dead && waiting);
assign rs_notify = notify_open;
assign rs_epoch  = (rs_op == `TTP_OP_OPEN || rs_op == `TTP_OP_OPEN_ACK) ? olife : 16'd0;

always @* begin
    {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, chold}
        = {q_st, q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_chold};
    {olife, plife, gapn} = {q_olife, q_plife, q_gapn};
    {xv, anyid, sown, vict} = {q_xv, q_anyid, q_sown, q_vict};
    {nfl_clr, cof_clr, retry_up, retry_clr, nkv_dn} = 5'd0;
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

    case (ev)
    {1'b0, `TTP_OP_OPEN}: begin
        answer = 1'b1;
        op    = `TTP_OP_OPEN_ACK;
        tx_sel   = TX_UNA;
        case (q_st)
        `TTP_ST_CLOSED:
            if (!entry || !settled || q_vict) begin
                op   = `TTP_OP_OPEN_NACK;
                tx_sel  = TX_ZERO;
            end else if (!same_life || q_dead) begin
                f_life      = 1'b1;
                f_learn     = !same_life;
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
            if (open_sent && !q_reopen) begin
                sopen   = 1'b1;
                f_learn = !same_life;
            end
        endcase
        // On a link that lives it may be a copy, or news that a payload has to prove.
        if (moving || q_st == `TTP_ST_OPEN_RECD) begin
            if (stranger && epoch == 16'd0 && q_anyid) begin
                last_txid = 1'b1;
                anyid     = 1'b0;
            end else begin
                f_aside   = !same_life && !(stranger && epoch == 16'd0 && (dd_zero || (&dd)));
            end
        end
    end
    {1'b0, `TTP_OP_OPEN_ACK}: if (open_sent && our_open) begin
        st       = `TTP_ST_OPEN;
        // What a stranger's answer says counts only where nothing better is known.
        f_learn  = !same_life && !(epoch == 16'd0 && stranger
                                   && ((q_reopen && !q_sown) || (txid == 32'd0 && (q_reopen || q_sopen))));
        sown     = 1'b1;
        cof_clr  = 1'b1;
        f_disarm = 1'b1;
        if (!q_reopen) retry_clr = 1'b1;
        reopen   = 1'b0;
    end
    {1'b0, `TTP_OP_OPEN_NACK}: if (our_open) begin
        if (q_st == `TTP_ST_OPEN_SENT) begin
            st     = `TTP_ST_CLOSED;
            nkv    = 2'd0;
            nfl_clr = 1'b1;
            cof_clr = 1'b1;
            f_arm  = 1'b1;
            arm_sel  = ARM_BACKOFF;
        end else begin
            illegal = q_st != `TTP_ST_CLOSED;
        end
    end
    {1'b0, `TTP_OP_CLOSE}: begin
        answer = 1'b1;
        op    = `TTP_OP_CLOSE_ACK;
        if (open_sent && !q_reopen) begin
            st       = `TTP_ST_CLOSED;
            nkv      = 2'd0;
            nfl_clr = 1'b1;
            cof_clr = 1'b1;
            f_arm    = waiting;
            f_disarm = !waiting;
            arm_sel    = ARM_ONE;
        end else if (moving && (stranger || !dd_old)) begin
            clid_sel = CL_TXID;
            if (!missing && none_fly) begin
                f_closed = 1'b1;
                f_thrice = 1'b1;
            end else begin
                op   = `TTP_OP_CLOSE_NACK;
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
        f_closed = (q_st == `TTP_ST_CLOSE_SENT && (rxid == q_una || stranger))
                || (q_st == `TTP_ST_CLOSE_RECD && none_fly && last_done);
    {1'b0, `TTP_OP_CLOSE_NACK}:
        if (q_st == `TTP_ST_CLOSE_SENT) begin
            if (dd_near) begin
                chold = 1'b1;
                clid_sel = CL_TXID;
                retry_clr = 1'b1;
            end
        end else begin
            illegal = q_st != `TTP_ST_CLOSE_RECD;
        end
    {1'b0, `TTP_OP_PAYLOAD}: begin
        answer = 1'b1;
        if (q_st == `TTP_ST_OPEN_SENT && !q_reopen && q_sopen && stranger) begin
            // A stranger that has our OPEN_ACK sends before its own: it counts as its OPEN_ACK.
            st       = `TTP_ST_OPEN;
            sown     = 1'b1;
            cof_clr = 1'b1;
            f_disarm = 1'b1;
            retry_clr = 1'b1;
            f_take3  = 1'b1;
        end else if (moving && !beyond) begin
            f_take3  = 1'b1;
        end else begin
            op    = `TTP_OP_NACK_NOLINK;
        end
        if (moving) begin
            if (first_new) xv = 2'd2;
            else if (q_xlife == 16'd0 || (next_id && !q_anyid)) xv = 2'd0;
            restarted = proof;
        end
    end
    {1'b0, `TTP_OP_ACK}: if (moving) begin
        late_ack = e_neg;
        illegal  = !e_neg && !e_fly;
        f_retire = e_fly;
    end
    {1'b0, `TTP_OP_NACK}: if (moving) begin
        late_ack = e_neg && !e_m1;
        illegal  = !e_neg && !e_next;
        if ((e_m1 || e_next) && !(q_nkv[0] && (e_m1 || e_zero)) && !none_fly) begin
            f_retire = !e_m1 && !e_zero;
            if (e_m1 || e_fly) rewind = 1'b1;
        end
    end
    {1'b0, `TTP_OP_NACK_FULL}: if (moving && !none_fly) begin
        cof_clr = 1'b1;
        retry_clr = 1'b1;
        nkv   = 2'd0;
        hold  = !in_reopen;
        f_arm = !in_reopen;
        arm_sel = ARM_BACKOFF;
    end
    {1'b0, `TTP_OP_NACK_NOLINK}: begin
        if (stranger && live && rxid == 32'd0) anyid = 1'b1;
        if (q_st == `TTP_ST_CLOSE_SENT && (!e_neg || stranger)) begin
            f_arm   = 1'b1;         // as a timeout
            arm_sel = ARM_NOW;
        end
        // A stranger names any ID; but with nothing in flight there is nothing that it could answer.
        if ((q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_RECD) && (e_fly || (stranger && !none_fly))) begin
            f_reopen  = 1'b1;
            lost_link = 1'b1;
        end
    end
    `TTP_EV_TIMER: if (expired) begin
        case (q_st)
        `TTP_ST_OPEN_SENT: begin
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
            end else if (!none_fly) begin
                timeout = 1'b1;
                retry_up = 1'b1;
                nkv     = 2'd0;
                f_dead  = give_up;
                rewind  = !give_up;
                cof_clr = 1'b1;
                f_arm   = 1'b1;
            end else if (q_closereq && !waiting) begin
                st       = `TTP_ST_CLOSE_SENT;
                retry_clr = 1'b1;
                answer   = 1'b1;
                op       = `TTP_OP_CLOSE;
                tx_sel   = TX_UNA;
                rx_sel   = RX_LAST;
                f_arm    = 1'b1;
                arm_sel  = ARM_CLOSE;
            end else begin
                f_disarm = 1'b1;
            end
        end
        `TTP_ST_CLOSE_SENT: begin
            timeout  = !q_hold;     // of a victim the first CLOSE
            retry_up = !q_hold;
            hold     = 1'b0;
            f_arm   = 1'b1;
            arm_sel   = ARM_CLOSE;
            if (give_up && !q_hold) begin
                f_dead = !q_chold;
                chold  = 1'b0;
                if (q_chold) retry_clr = 1'b1;
            end else if (!q_chold || q_hold) begin
                answer = 1'b1;
                op    = `TTP_OP_CLOSE;
                tx_sel   = TX_UNA;
                rx_sel   = RX_LAST;
            end
        end
        `TTP_ST_CLOSE_RECD: begin
            hold     = 1'b0;
            answer = 1'b1;
            rx_sel   = RX_CLID;
            op    = `TTP_OP_CLOSE_ACK;
            if (none_fly && last_done) begin
                f_closed = 1'b1;
                f_thrice = 1'b1;
            end else begin
                timeout = 1'b1;
                retry_up = 1'b1;
                if (give_up) begin
                    f_dead  = 1'b1;
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
            vict     = 1'b0;
            f_open   = waiting && settled;
            f_arm    = waiting && !settled;
            arm_sel  = ARM_BACKOFF;
            f_disarm = !waiting;
            if (waiting) begin
                nkv = 2'd0;
            end else if (q_nkv != 2'd0) begin       // a stranger's CLOSE is answered three times
                answer   = 1'b1;
                op       = `TTP_OP_CLOSE_ACK;
                rx_sel   = RX_CLID;
                nkv_dn   = 1'b1;
                f_arm    = q_nkv != 2'd1;
                f_disarm = q_nkv == 2'd1;
                arm_sel  = ARM_CLOSE;
            end
        end
        default: begin          // OPEN_RECD
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
        gapv      = q_gapv && !moving;
        if (moving && !q_gapv) begin
            answer   = cfg_reack && !q_anyid;
            rx_sel   = RX_LAST;
            if (cfg_idle && q_st == `TTP_ST_OPEN && !stranger && none_fly && !waiting && aged) closereq = 1'b1;
        end
    end
    `TTP_EV_LEFT: if (q_st == `TTP_ST_OPEN_RECD) begin
        st    = `TTP_ST_OPEN;
        retry_clr = 1'b1;
        f_disarm  = 1'b1;
    end
    `TTP_EV_CLOSE: begin
        close_miss = q_st == `TTP_ST_CLOSED;
        closereq   = q_closereq || q_st != `TTP_ST_CLOSED;
    end
    `TTP_EV_DOORBELL, `TTP_EV_SEND:
        if (q_st == `TTP_ST_CLOSED && waiting && (!q_armed || (q_nkv != 2'd0 && !q_vict))) begin
            f_open = settled;
            f_arm  = !settled;
            arm_sel  = ARM_BACKOFF;
            nkv    = 2'd0;
        end else if (q_st == `TTP_ST_OPEN && waiting && silent_peer) begin
            f_reopen = 1'b1;
        end
    default: ;      // LOOKUP, PEEK
    endcase

    // ---- a payload by section 3 of the protocol
    if (f_take3) begin
        op   = `TTP_OP_ACK;
        rx_sel  = RX_LAST;
        if (dd_one && fits) begin
            take    = 1'b1;
            last_txid = 1'b1;
            rx_sel  = RX_TXID;
            gapv    = 1'b0;
            full    = 1'b0;
            anyid   = 1'b0;
            if (first_new) xv = 2'd0;       // it was no restart, or is one now
            f_service = 1'b1;
            if (q_st == `TTP_ST_CLOSE_RECD || q_chold) retry_clr = 1'b1;    // progress towards the closing ID
            if (closing_at && take_last && !proof) begin
                chold = 1'b0;
                f_arm = 1'b1;
                arm_sel = ARM_NOW;
            end
        end else if (dd_one) begin
            op    = `TTP_OP_NACK_FULL;
            last_xid = proof;
            full     = 1'b1;
            no_space = 1'b1;
        end else if (dd_old) begin
            repeated = 1'b1;
        end else if (dd_near) begin
            gap      = 1'b1;
            answer = !q_full && (!q_gapv || dd[15:0] <= q_gapn);
            op    = `TTP_OP_NACK;
            rx_sel   = RX_LAST1;
            if (!q_full) begin
                gapv = 1'b1;
                gapn = dd[15:0];
                f_gaptime = answer;
            end
        end else begin
            too_far      = 1'b1;
            answer = 1'b0;
        end
    end

    // ---- a restarted peer: its new life counts, our CLOSE is forgotten, all of ours is sent again
    if (restarted) begin
        st     = `TTP_ST_OPEN;
        plife  = q_xlife;
        prec   = q_xlife != 16'd0;
        {closereq, chold, hold, reopen, nkv, gapv, vict, sown, xv} = 11'd0;
        anyid  = 1'b0;
        retry_clr = 1'b1;
        cof_clr   = 1'b1;
        rewind    = !none_fly;
        f_arm     = !none_fly;
        f_disarm  = none_fly;
        arm_sel   = ARM_TIMEOUT;
    end

    // ---- retire
    if (f_retire) begin
        retry_clr = 1'b1;
        nkv   = 2'd0;
        hold  = 1'b0;
        if (!in_reopen) begin
            f_arm    = nfl_left != {CW{1'b0}} || q_st == `TTP_ST_CLOSE_RECD;
            f_disarm = !f_arm;
            if (nfl_left == {CW{1'b0}}) arm_sel = last_done ? ARM_NOW : ARM_CLOSE;
        end
    end

    // ---- a NACK's replay
    if (is_nack && rewind) begin
        cof_clr = 1'b1;
        nkv = (q_nkv == 2'd2 && !f_retire) ? 2'd3 : 2'd1;
        if (!f_retire) retry_up = 1'b1;
        if (!in_reopen) begin
            f_arm = 1'b1;
            arm_sel = (!f_retire && give_up) ? ARM_NOW : ARM_TIMEOUT;
        end
    end

    // ---- the peer's life, and what its payloads follow
    if (f_learn) begin
        last_txid = 1'b1;
        plife = epoch;
        prec  = epoch != 16'd0;
        gapv  = 1'b0;
        full  = 1'b0;
        xv    = 2'd0;
        anyid = ev == {1'b0, `TTP_OP_OPEN_ACK} && epoch == 16'd0 && txid == 32'd0;
    end
    if (f_aside) xv = 2'd1;

    // ---- open, or open again
    if (f_reopen) begin
        reopen    = 1'b1;
        cof_clr   = 1'b1;
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
        olife = life;
        {dead, nkv, hold, chold, gapv, full, reopen, sopen} = 9'd0;   // a remembered close request stays
        {xv, anyid, sown, vict} = 5'd0;
        f_disarm2 = 1'b1;
        retry_clr = 1'b1;
    end

    // ---- closed in the orderly way
    if (f_closed) begin
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
    if (f_dead) begin
        st       = `TTP_ST_CLOSED;
        dead     = 1'b1;
        nfl_clr = 1'b1;
        cof_clr = 1'b1;
        {closereq, chold, hold, reopen, nkv, xv, anyid, vict} = 10'd0;
        f_disarm2 = 1'b1;
        f_arm    = 1'b0;
        f_disarm = 1'b1;
    end

end

// ---- a close request waits until all that the host has handed over is acknowledged
wire drained   = st == `TTP_ST_OPEN && closereq && nfl == none && napp == nret
              && ev != `TTP_EV_LOOKUP && ev != `TTP_EV_PEEK;

assign st_f     = st;
assign arm_f    = drained || f_arm;
assign arm_f_sel = drained ? ARM_NOW : arm_sel;
assign armed    = arm_f || (q_armed && !f_disarm);
assign rs_valid = answer;
assign rs_op    = op;
assign opened   = st == `TTP_ST_OPEN && (q_st == `TTP_ST_OPEN_SENT || q_st == `TTP_ST_OPEN_RECD);

assign rec_d = {oid, xid, dl2, xlife, ta, xv, anyid, sown, vict, armed2, st_f, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, armed, chold,
                una, last, dl, clid, olife, plife, gapn, retry, nfl, cof, nret};

endmodule

`resetall
