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
    parameter RW = 198 + 3*CW   // width of a record: fixed by the concatenation below, not tunable
) (
    // Configuration, cycles
    input  wire [30:0]   cfg_timeout,
    input  wire [30:0]   cfg_open_tmo,
    input  wire [30:0]   cfg_close_tmo,
    input  wire [30:0]   cfg_backoff,
    input  wire [7:0]    cfg_retry_max,
    input  wire [31:0]   now,
    input  wire [15:0]   life,          // life number that a link leaving CLOSED takes
    input  wire [31:0]   start_id,      // of a new entry

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

    // Answer: a frame without payload
    output reg           rs_valid,
    output reg  [3:0]    rs_op,
    output reg  [31:0]   rs_txid,
    output reg  [31:0]   rs_rxid,
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
    output reg           opened,
    output reg           lost_link,     // NACK_NOLINK: the peer lost the link
    output reg           close_miss     // close request found nothing to close
);

// ---- the record, and the same concatenation at the end of the file
wire [2:0]    q_st;
wire          q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold;
wire [31:0]   q_una, q_last, q_dl, q_clid;
wire [15:0]   q_olife, q_plife, q_gapn;
wire [7:0]    q_retry;
wire [CW-1:0] q_nfl, q_cof, q_nret, r_nret;

wire [RW-CW-1:0] r_rest;
assign {r_rest, r_nret} = rec;
assign {q_st, q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold,
        q_una, q_last, q_dl, q_clid, q_olife, q_plife, q_gapn, q_retry, q_nfl, q_cof}
     = fresh  ? {14'd0, start_id + 32'd1, {(RW-CW-46){1'b0}}}
     : entry  ? r_rest : {(RW-CW){1'b0}};
assign q_nret = entry ? r_nret : {CW{1'b0}};

reg [2:0]    st;
reg          reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, armed, chold;
reg [31:0]   una, last, dl, clid;
reg [15:0]   olife, plife, gapn;
reg [7:0]    retry;
reg [CW-1:0] nfl, cof, nret;

// ---- comparisons, each made once
wire [31:0]   nfl32  = {{(32-CW){1'b0}}, q_nfl};
wire [31:0]   snt    = q_una + nfl32 - 32'd1;
wire [31:0]   e      = rxid - q_una;            // offset of an ACK or NACK from una
wire [31:0]   dd     = txid - q_last;           // how too_far ahead a payload is
wire [31:0]   dc     = txid - q_clid;           // beyond the closing ID if not negative
wire [31:0]   over   = now - q_dl;
wire          e_neg  = e[31];
wire          e_zero = e == 32'd0;
wire          e_m1   = &e;
wire          e_fly  = !e_neg && e < nfl32;                 // names a payload in flight
wire          e_next = !e_neg && e <= nfl32;                // or the next one
wire          none_fly   = q_nfl == {CW{1'b0}};
wire          stranger   = q_plife == 16'd0;
wire          same_life  = q_prec && epoch == q_plife;
wire          our_open   = rxid == q_una - 32'd1;
wire          dd_one     = dd == 32'd1;
wire          dd_old     = dd[31] || dd == 32'd0;
wire          dd_near    = dd[31:16] == 16'd0 && !dd_old;   // 1..65535 ahead
wire          last_done  = q_last + 32'd1 == q_clid;        // nothing missing below the closing ID
wire          beyond     = !dc[31] && (q_st == `TTP_ST_CLOSE_RECD || (q_st == `TTP_ST_CLOSE_SENT && q_chold));
wire          expired    = q_armed && !over[31];
wire [7:0]    retry_inc  = &q_retry ? q_retry : q_retry + 8'd1;
wire          give_up    = retry_inc >= cfg_retry_max;
wire          live       = q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_SENT || q_st == `TTP_ST_CLOSE_RECD;
wire          in_reopen  = q_st == `TTP_ST_OPEN_SENT && q_reopen;
wire          moving     = live || in_reopen;               // "per section 3"
wire [CW-1:0] held_q     = napp - q_nret;
wire          waiting    = entry && held_q != {CW{1'b0}};
wire          missing    = !stranger && !dd_one;
wire          new_open   = ev == {1'b0, `TTP_OP_OPEN};
wire [30:0]   dc_unused  = dc[30:0];
wire [30:0]   ov_unused  = over[30:0];

assign held = held_q;

// ---- moves of the link, asked for by the rows
reg           f_life;       // takes a new life
reg           f_open;       // sends OPEN in a new life
reg           f_learn;      // notes the peer's life and the ID that its payloads follow
reg           f_arm;        // restart the timer
reg  [30:0]   arm_x;        // ... with this
reg           f_disarm;
reg           f_take3;      // payload handled by section 3
reg           f_retire;
reg           notify_open;
wire          is_nack  = ev == {1'b0, `TTP_OP_NACK};
wire [31:0]   k32      = is_nack ? e : e + 32'd1;
wire [CW-1:0] k        = k32[CW-1:0];
wire [CW-1:0] nfl_left = q_nfl - k;

assign new_life  = f_life || f_open;
assign moved     = f_retire || (f_dead && waiting);
assign rs_notify = notify_open;
assign rs_epoch  = (rs_op == `TTP_OP_OPEN || rs_op == `TTP_OP_OPEN_ACK) ? olife : 16'd0;

always @* begin
    {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, armed, chold}
        = {q_st, q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold};
    {una, last, dl, clid, olife, plife, gapn, retry, nfl, cof, nret}
        = {q_una, q_last, q_dl, q_clid, q_olife, q_plife, q_gapn, q_retry, q_nfl, q_cof, q_nret};
    rs_valid = 1'b0;
    rs_op    = `TTP_OP_ACK;
    rs_txid  = 32'd0;
    rs_rxid  = txid;
    {take, rewind, timeout, illegal, late_ack, repeated, gap, no_space, too_far, lost_link, close_miss} = 11'd0;
    {f_life, f_open, f_closed, f_dead, f_learn, f_arm, f_disarm, f_take3, f_retire, notify_open} = 10'd0;
    arm_x    = cfg_timeout;

    case (ev)
    {1'b0, `TTP_OP_OPEN}: begin
        rs_valid = 1'b1;
        rs_op    = `TTP_OP_OPEN_ACK;
        rs_txid  = q_una;
        case (q_st)
        `TTP_ST_OPEN_SENT: if (!q_reopen) begin
            sopen   = 1'b1;
            f_learn = !same_life;
        end
        `TTP_ST_OPEN_RECD: notify_open = 1'b1;
        `TTP_ST_OPEN, `TTP_ST_CLOSE_SENT, `TTP_ST_CLOSE_RECD: ;
        default:
            if (!entry || !settled) begin
                rs_op   = `TTP_OP_OPEN_NACK;
                rs_txid = 32'd0;
            end else if (!same_life || q_dead) begin
                f_life      = 1'b1;
                f_learn     = !same_life;
                st          = `TTP_ST_OPEN_RECD;
                notify_open = 1'b1;
                f_disarm    = 1'b1;
            end
        endcase
    end
    {1'b0, `TTP_OP_OPEN_ACK}: if (q_st == `TTP_ST_OPEN_SENT && our_open) begin
        st       = `TTP_ST_OPEN;
        f_learn  = !same_life;
        cof      = {CW{1'b0}};
        f_disarm = 1'b1;
        if (!q_reopen) retry = 8'd0;
        reopen   = 1'b0;
    end
    {1'b0, `TTP_OP_OPEN_NACK}: if (our_open) begin
        if (q_st == `TTP_ST_OPEN_SENT) begin
            st     = `TTP_ST_CLOSED;
            nfl    = {CW{1'b0}};
            cof    = {CW{1'b0}};
            f_arm  = 1'b1;
            arm_x  = cfg_backoff;
        end else begin
            illegal = q_st != `TTP_ST_CLOSED;
        end
    end
    {1'b0, `TTP_OP_CLOSE}: begin
        rs_valid = 1'b1;
        rs_op    = `TTP_OP_CLOSE_ACK;
        if (q_st == `TTP_ST_OPEN_SENT) begin
            st       = `TTP_ST_CLOSED;
            nfl      = {CW{1'b0}};
            cof      = {CW{1'b0}};
            f_arm    = waiting;
            f_disarm = !waiting;
            arm_x    = 31'd1;
        end else if (live && (stranger || !dd_old)) begin
            clid = stranger ? q_last + 32'd1 : txid;
            if (!missing && none_fly) begin
                f_closed = 1'b1;
            end else begin
                rs_op   = `TTP_OP_CLOSE_NACK;
                rs_txid = snt;
                if (q_st == `TTP_ST_OPEN) begin
                    st    = `TTP_ST_CLOSE_RECD;
                    retry = 8'd0;
                    f_arm = !q_armed;
                    arm_x = cfg_close_tmo;
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
                clid  = txid + 32'd1;
                retry = 8'd0;
            end
        end else begin
            illegal = q_st != `TTP_ST_CLOSE_RECD;
        end
    {1'b0, `TTP_OP_PAYLOAD}: begin
        rs_valid = 1'b1;
        if (q_st == `TTP_ST_OPEN_SENT && !q_reopen && q_sopen && stranger) begin
            // A stranger that has our OPEN_ACK sends before its own: it counts as its OPEN_ACK.
            st       = `TTP_ST_OPEN;
            cof      = {CW{1'b0}};
            f_disarm = 1'b1;
            retry    = 8'd0;
            f_take3  = 1'b1;
        end else if (moving && !beyond) begin
            f_take3  = 1'b1;
        end else begin
            rs_op    = `TTP_OP_NACK_NOLINK;
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
        if ((e_m1 || e_next) && !(q_nkv && (e_m1 || e_zero)) && !none_fly) begin
            f_retire = !e_m1 && !e_zero;
            if (e_m1 || e_fly) rewind = 1'b1;
        end
    end
    {1'b0, `TTP_OP_NACK_FULL}: if (moving && !none_fly) begin
        cof   = {CW{1'b0}};
        retry = 8'd0;
        nkv   = 1'b0;
        hold  = !in_reopen;
        f_arm = !in_reopen;
        arm_x = cfg_backoff;
    end
    {1'b0, `TTP_OP_NACK_NOLINK}:
        if ((q_st == `TTP_ST_OPEN || q_st == `TTP_ST_CLOSE_RECD) && e_fly) begin
            st        = `TTP_ST_OPEN_SENT;
            reopen    = 1'b1;
            cof       = {CW{1'b0}};
            hold      = 1'b0;
            nkv       = 1'b0;
            lost_link = 1'b1;
            rs_valid  = 1'b1;
            rs_op     = `TTP_OP_OPEN;
            rs_txid   = q_una - 32'd1;
            rs_rxid   = 32'd0;
            f_arm     = 1'b1;
            arm_x     = cfg_open_tmo;
        end
    `TTP_EV_TIMER: if (expired) begin
        case (q_st)
        `TTP_ST_OPEN_SENT: begin
            timeout = 1'b1;
            retry   = retry_inc;
            f_dead  = give_up;
            f_arm   = 1'b1;
            arm_x   = cfg_open_tmo;
            if (!give_up) begin
                rs_valid = 1'b1;
                rs_op    = `TTP_OP_OPEN;
                rs_txid  = q_una - 32'd1;
                rs_rxid  = 32'd0;
            end
        end
        `TTP_ST_OPEN: begin
            if (q_hold) begin
                hold     = 1'b0;
                f_disarm = 1'b1;
            end else if (!none_fly) begin
                timeout = 1'b1;
                retry   = retry_inc;
                nkv     = 1'b0;
                f_dead  = give_up;
                rewind  = !give_up;
                cof     = {CW{1'b0}};
                f_arm   = 1'b1;
            end else begin
                f_disarm = 1'b1;
            end
        end
        `TTP_ST_CLOSE_SENT: begin
            timeout = 1'b1;
            retry   = retry_inc;
            f_arm   = 1'b1;
            arm_x   = cfg_close_tmo;
            if (give_up) begin
                f_dead = !q_chold;
                chold  = 1'b0;
                if (q_chold) retry = 8'd0;
            end else if (!q_chold) begin
                rs_valid = 1'b1;
                rs_op    = `TTP_OP_CLOSE;
                rs_txid  = q_una;
                rs_rxid  = q_last;
            end
        end
        `TTP_ST_CLOSE_RECD: begin
            hold     = 1'b0;
            rs_valid = 1'b1;
            rs_rxid  = q_clid;
            rs_op    = `TTP_OP_CLOSE_ACK;
            if (none_fly && last_done) begin
                f_closed = 1'b1;
            end else begin
                timeout = 1'b1;
                retry   = retry_inc;
                if (give_up) begin
                    f_dead  = 1'b1;
                end else begin
                    cof     = {CW{1'b0}};
                    rewind  = !none_fly;
                    nkv     = 1'b0;
                    rs_op   = `TTP_OP_CLOSE_NACK;
                    rs_txid = snt;
                    f_arm   = 1'b1;
                    arm_x   = cfg_close_tmo;
                end
            end
        end
        `TTP_ST_CLOSED: begin
            f_open   = waiting && settled;
            f_arm    = waiting && !settled;
            arm_x    = cfg_backoff;
            f_disarm = !waiting;
        end
        default: f_disarm = 1'b1;
        endcase
    end
    `TTP_EV_LEFT: if (q_st == `TTP_ST_OPEN_RECD) begin
        st    = `TTP_ST_OPEN;
        retry = 8'd0;
    end
    `TTP_EV_CLOSE: begin
        close_miss = q_st == `TTP_ST_CLOSED;
        closereq   = q_st != `TTP_ST_CLOSED;
    end
    `TTP_EV_DOORBELL, `TTP_EV_SEND:
        if (q_st == `TTP_ST_CLOSED && waiting && !q_armed) begin
            f_open = settled;
            f_arm  = !settled;
            arm_x  = cfg_backoff;
        end
    default: ;      // LOOKUP, PEEK
    endcase

    // ---- a payload by section 3 of the protocol
    if (f_take3) begin
        rs_op   = `TTP_OP_ACK;
        rs_rxid = q_last;
        if (dd_one && fits) begin
            take    = 1'b1;
            last    = txid;
            rs_rxid = txid;
            gapv    = 1'b0;
            full    = 1'b0;
            if ((q_st == `TTP_ST_CLOSE_RECD || q_chold) && txid + 32'd1 == q_clid) begin
                chold = 1'b0;
                f_arm = 1'b1;
                arm_x = 31'd0;
            end
        end else if (dd_one) begin
            rs_op    = `TTP_OP_NACK_FULL;
            full     = 1'b1;
            no_space = 1'b1;
        end else if (dd_old) begin
            repeated = 1'b1;
        end else if (dd_near) begin
            gap      = 1'b1;
            rs_valid = !q_full && (!q_gapv || dd[15:0] <= q_gapn);
            rs_op    = `TTP_OP_NACK;
            rs_rxid  = q_last + 32'd1;
            if (!q_full) begin
                gapv = 1'b1;
                gapn = dd[15:0];
            end
        end else begin
            too_far      = 1'b1;
            rs_valid = 1'b0;
        end
    end

    // ---- retire
    if (f_retire) begin
        una   = q_una + k32;
        nfl   = nfl_left;
        cof   = q_cof > k ? q_cof - k : {CW{1'b0}};
        nret  = q_nret + k;
        retry = 8'd0;
        nkv   = 1'b0;
        hold  = 1'b0;
        if (!in_reopen) begin
            f_arm    = nfl_left != {CW{1'b0}} || q_st == `TTP_ST_CLOSE_RECD;
            f_disarm = !f_arm;
            if (nfl_left == {CW{1'b0}}) arm_x = last_done ? 31'd0 : cfg_close_tmo;
        end
    end

    // ---- a NACK's replay
    if (is_nack && rewind) begin
        cof = {CW{1'b0}};
        nkv = 1'b1;
        if (!f_retire) retry = retry_inc;
        if (!in_reopen) begin
            f_arm = 1'b1;
            arm_x = (!f_retire && give_up) ? 31'd0 : cfg_timeout;
        end
    end

    // ---- the peer's life, and what its payloads follow
    if (f_learn) begin
        last  = new_open ? txid : txid - 32'd1;
        plife = epoch;
        prec  = epoch != 16'd0;
        gapv  = 1'b0;
        full  = 1'b0;
    end

    // ---- open in a new life
    if (f_open) begin
        st       = `TTP_ST_OPEN_SENT;
        rs_valid = 1'b1;
        rs_op    = `TTP_OP_OPEN;
        rs_txid  = q_una - 32'd1;
        rs_rxid  = 32'd0;
        f_arm    = 1'b1;
        arm_x    = cfg_open_tmo;
    end
    if (f_life || f_open) begin
        olife = life;
        {dead, closereq, nkv, hold, chold, gapv, full, reopen, sopen} = 9'd0;
        retry = 8'd0;
    end

    // ---- closed in the orderly way
    if (f_closed) begin
        if (q_st == `TTP_ST_CLOSE_SENT) una = q_una + 32'd1;    // CLOSE used an ID
        st       = `TTP_ST_CLOSED;
        nfl      = {CW{1'b0}};
        cof      = {CW{1'b0}};
        {closereq, chold, hold, nkv} = 4'd0;
        f_arm    = waiting;
        f_disarm = !waiting;
        arm_x    = 31'd1;
    end

    // ---- dead, or not yet: the retire engine must have caught up first
    if (f_dead && !settled) begin
        {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, armed, chold}
            = {q_st, q_reopen, q_closereq, q_dead, q_prec, q_sopen, q_gapv, q_full, q_nkv, q_hold, q_armed, q_chold};
        retry    = q_retry;
        cof      = q_cof;
        f_dead   = 1'b0;
        f_arm    = 1'b0;
        timeout  = 1'b0;
        rs_valid = 1'b0;
    end
    if (f_dead) begin
        st       = `TTP_ST_CLOSED;
        dead     = 1'b1;
        una      = snt + 32'd1;
        nfl      = {CW{1'b0}};
        cof      = {CW{1'b0}};
        nret     = napp;
        {closereq, chold, hold, reopen} = 4'd0;
        f_arm    = 1'b0;
        f_disarm = 1'b1;
    end

    // ---- a close request waits until all that the host has handed over is acknowledged
    if (st == `TTP_ST_OPEN && closereq && nfl == {CW{1'b0}} && napp == nret
        && ev != `TTP_EV_LOOKUP && ev != `TTP_EV_PEEK) begin
        f_arm = 1'b1;
        if (rs_valid || ev == `TTP_EV_LEFT) begin
            arm_x    = 31'd0;
        end else begin
            st       = `TTP_ST_CLOSE_SENT;
            retry    = 8'd0;
            rs_valid = 1'b1;
            rs_op    = `TTP_OP_CLOSE;
            rs_txid  = una;
            rs_rxid  = last;
            arm_x    = cfg_close_tmo;
        end
    end

    if (f_disarm) armed = 1'b0;
    if (f_arm) begin
        armed = 1'b1;
        dl    = now + {1'b0, arm_x};
    end
    opened = st == `TTP_ST_OPEN && (q_st == `TTP_ST_OPEN_SENT || q_st == `TTP_ST_OPEN_RECD);
end

assign rec_d = {st, reopen, closereq, dead, prec, sopen, gapv, full, nkv, hold, armed, chold,
                una, last, dl, clid, olife, plife, gapn, retry, nfl, cof, nret};

endmodule

`resetall
