/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_link_fsm.h"

#include <string.h>

#define ACT(name) (1u << TTP_ACT_##name)
#define IRQ(name) (1u << TTP_IRQ_##name)

/* One call's worth of context, so that the rules below read like the tables. */
struct ctx {
    const struct ttp_link_fsm_in *in;
    struct ttp_link_rec *r;
    struct ttp_link_fsm_out *o;
};

static int32_t dist(uint32_t a, uint32_t b) { return (int32_t)(a - b); }

static uint16_t held(const struct ctx *c)
{
    return (uint16_t)((unsigned)(c->in->napp - c->r->nret) & c->in->cmask);
}

static void count(struct ctx *c, uint32_t bit) { c->o->cnt |= bit; }
static void action(struct ctx *c, unsigned bit) { c->o->act = (uint16_t)(c->o->act | bit); }
static void irq(struct ctx *c, unsigned bit) { c->o->irq = (uint8_t)(c->o->irq | bit); }

static void illegal(struct ctx *c)
{
    count(c, TTP_LINK_CNT(ILLEGAL));
    action(c, ACT(ILLEGAL));
    irq(c, IRQ(ILLEGAL));
}

static void timed_out(struct ctx *c)
{
    count(c, TTP_LINK_CNT(TIMEOUT));
    action(c, ACT(TIMEOUT));
}

static void arm(struct ctx *c, uint32_t after)
{
    c->r->armed = 1;
    c->r->dl = c->in->now + after;
}

/* Epoch is our life in OPEN and OPEN_ACK, else 0. */
static void respond(struct ctx *c, unsigned op, uint32_t txid, uint32_t rxid)
{
    c->o->rs_valid = true;
    c->o->rs_op = (uint8_t)op;
    c->o->rs_txid = txid;
    c->o->rs_rxid = rxid;
    c->o->rs_epoch = op == TTP_OP_OPEN || op == TTP_OP_OPEN_ACK ? c->r->olife : 0;
    action(c, ACT(RESPOND));
}

static void retry_more(struct ttp_link_rec *r)
{
    if (r->retry != 255) r->retry++;
}

/* ---- changes of state that several events share ---- */

static void leave_closed(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    r->olife = c->in->life;
    c->o->new_life = true;
    r->dead = r->nkv = r->hold = r->chold = 0;
    r->gapv = r->full = r->reopen = r->sopen = 0;
    r->retry = 0;
}

/* In OPEN_SENT the closing ID is free: it holds the TxID of the newest OPEN, which its answer names. */
static void send_open(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    r->clid = r->una - 1;
    respond(c, TTP_OP_OPEN, r->clid, 0);
    arm(c, c->in->cfg->open_tmo);
}

static void open_link(struct ctx *c)
{
    leave_closed(c);
    c->r->st = TTP_ST_OPEN_SENT;
    send_open(c);
}

/* Below the closing ID nothing is missing. A stranger's means nothing. */
static bool all_here(const struct ttp_link_rec *r)
{
    return !r->plife || r->last + 1 == r->clid;
}

/* The record knows where the peer's payloads end. */
static bool end_known(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_CLOSE_RECD ? r->plife != 0 : r->st == TTP_ST_CLOSE_SENT && r->chold;
}

/* OPEN_SENT -> OPEN; the first send arms the timer. */
static void opened(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (!r->reopen) r->retry = 0;
    r->reopen = 0;
    r->cof = 0;
    r->armed = 0;
    r->st = TTP_ST_OPEN;
    count(c, TTP_LINK_CNT(OPENED));
}

static void closed(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st == TTP_ST_CLOSE_SENT) r->una++;       /* CLOSE used an ID */
    r->st = TTP_ST_CLOSED;
    r->nfl = r->cof = 0;
    r->closereq = r->chold = r->hold = r->nkv = 0;
    c->o->cp_kind = TTP_CPL_CLOSED;
    irq(c, IRQ(CLOSED));
    if (held(c)) arm(c, 1);
    else r->armed = 0;
}

static void dead(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    c->o->cp_kind = TTP_CPL_DEAD;
    c->o->cp_count = held(c);
    if (held(c)) {
        c->o->moved = c->o->flush = true;
        action(c, ACT(FLUSH));
    }
    r->nret = c->in->napp;
    r->una += r->nfl;
    r->nfl = r->cof = 0;
    r->st = TTP_ST_CLOSED;
    r->dead = 1;
    r->armed = 0;
    r->closereq = r->chold = r->hold = r->reopen = 0;
    irq(c, IRQ(DEAD));
    count(c, TTP_LINK_CNT(DEAD));
    action(c, ACT(DEAD));
}

static bool reopening(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_OPEN_SENT && r->reopen;
}

static void retire(struct ctx *c, uint32_t k)
{
    struct ttp_link_rec *r = c->r;

    if (!k) return;
    r->una += k;
    r->nfl = (uint16_t)(r->nfl - k);
    r->cof = (uint16_t)(r->cof > k ? r->cof - k : 0);
    r->nret = (uint16_t)((r->nret + k) & c->in->cmask);
    r->retry = r->nkv = r->hold = 0;
    c->o->moved = true;
    action(c, ACT(RETIRE));
    if (reopening(r)) return;                       /* the timer belongs to the OPEN */
    if (r->nfl) arm(c, c->in->cfg->timeout);
    else if (r->st != TTP_ST_CLOSE_RECD) r->armed = 0;
    /* The peer waits for CLOSE_ACK now, or owes us payloads: never without a timer. */
    else arm(c, all_here(r) ? 0 : c->in->cfg->close_tmo);
}

static void rewind_link(struct ctx *c)
{
    c->r->cof = 0;
    action(c, ACT(REWIND));
}

/* ---- received frames ---- */

/* The peer's numbers of its new life. */
static void note_peer(struct ttp_link_rec *r, uint32_t last, uint16_t life)
{
    r->last = last;
    r->plife = life;
    r->prec = life != 0;
    r->gapv = r->full = 0;
}

static void ev_open(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    const bool repeat = r->prec && in->epoch == r->plife;

    switch (r->st) {
    case TTP_ST_CLOSED:
        if (!in->settled) {
            respond(c, TTP_OP_OPEN_NACK, 0, in->txid);
            return;
        }
        if (!repeat) {
            leave_closed(c);
            note_peer(r, in->txid, in->epoch);
            r->st = TTP_ST_OPEN_RECD;
            r->armed = 0;
        } else if (r->dead) {
            leave_closed(c);
            r->st = TTP_ST_OPEN_RECD;
            r->armed = 0;
        }
        break;
    case TTP_ST_OPEN_SENT:
        if (r->reopen) break;
        r->sopen = 1;
        if (!repeat) note_peer(r, in->txid, in->epoch);
        break;
    default:
        break;
    }
    respond(c, TTP_OP_OPEN_ACK, r->una, in->txid);
    c->o->rs_notify = r->st == TTP_ST_OPEN_RECD;
}

static void ev_open_ack(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;

    if (r->st != TTP_ST_OPEN_SENT || in->rxid != r->clid) return;
    if (!(r->prec && in->epoch == r->plife)) note_peer(r, in->txid - 1, in->epoch);
    opened(c);
}

static void ev_open_nack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st == TTP_ST_CLOSED) return;
    if (c->in->rxid != (r->st == TTP_ST_OPEN_SENT ? r->clid : r->una - 1)) return;
    if (r->st != TTP_ST_OPEN_SENT) {
        illegal(c);
        return;
    }
    r->st = TTP_ST_CLOSED;
    r->nfl = r->cof = 0;
    arm(c, c->in->cfg->backoff);
}

static void ev_close(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    const bool stranger = r->plife == 0;
    bool missing;

    switch (r->st) {
    case TTP_ST_OPEN:
    case TTP_ST_CLOSE_SENT:
    case TTP_ST_CLOSE_RECD:
        if (!stranger && dist(in->txid, r->last) <= 0) break;       /* an old copy */
        missing = !stranger && in->txid != r->last + 1;
        r->clid = in->txid;
        if (!missing && !r->nfl) {
            closed(c);
            break;
        }
        respond(c, TTP_OP_CLOSE_NACK, r->una + r->nfl - 1, in->txid);
        if (r->st == TTP_ST_OPEN) {
            r->st = TTP_ST_CLOSE_RECD;
            r->retry = 0;
            if (!r->armed) arm(c, in->cfg->close_tmo);
        }
        return;
    case TTP_ST_OPEN_SENT:
        r->st = TTP_ST_CLOSED;
        r->nfl = r->cof = 0;
        if (held(c)) arm(c, 1);
        else r->armed = 0;
        break;
    default:
        break;
    }
    respond(c, TTP_OP_CLOSE_ACK, 0, in->txid);
}

static void ev_close_ack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st == TTP_ST_CLOSE_SENT) {
        if (c->in->rxid == r->una || !r->plife) closed(c);
    } else if (r->st == TTP_ST_CLOSE_RECD) {
        if (!r->nfl && all_here(r)) closed(c);
    }
}

static void ev_close_nack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const int32_t ahead = dist(c->in->txid, r->last);

    if (r->st == TTP_ST_CLOSE_RECD) return;
    if (r->st != TTP_ST_CLOSE_SENT) {
        illegal(c);
        return;
    }
    if (ahead > 0 && ahead <= 65535) {
        r->chold = 1;
        r->clid = c->in->txid + 1;
        r->retry = 0;
    }
}

static void ev_payload(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    int32_t dd;

    /* A stranger's payload, once we have answered its OPEN, is its OPEN_ACK. */
    if (r->st == TTP_ST_OPEN_SENT && !r->reopen && r->sopen && !r->plife) opened(c);

    if (r->st == TTP_ST_CLOSED || r->st == TTP_ST_OPEN_RECD
        || (r->st == TTP_ST_OPEN_SENT && !r->reopen)
        || (end_known(r) && dist(in->txid, r->clid) >= 0)) {
        respond(c, TTP_OP_NACK_NOLINK, 0, in->txid);
        return;
    }

    dd = dist(in->txid, r->last);
    if (dd == 1 && in->fits) {
        c->o->take = true;
        action(c, ACT(TAKE));
        r->last++;
        r->gapv = r->full = 0;
        respond(c, TTP_OP_ACK, 0, r->last);
        if (end_known(r) && r->last + 1 == r->clid) {
            r->chold = 0;
            arm(c, 0);
        }
    } else if (dd == 1) {
        r->full = 1;
        respond(c, TTP_OP_NACK_FULL, 0, r->last);
        count(c, TTP_LINK_CNT(DROP_SPACE));
    } else if (dd <= 0) {
        respond(c, TTP_OP_ACK, 0, r->last);
        count(c, TTP_LINK_CNT(REPEAT));
    } else if (dd <= 65535) {
        count(c, TTP_LINK_CNT(GAP));
        if (r->full) return;
        if (!r->gapv || dd <= (int32_t)r->gapn) {
            respond(c, TTP_OP_NACK, 0, r->last + 1);
            r->gapv = 1;
        }
        r->gapn = (uint16_t)dd;
    } else {
        count(c, TTP_LINK_CNT(DROP_FAR));
    }
}

static void ev_ack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const int32_t e = dist(c->in->rxid, r->una);

    if (e < 0) count(c, TTP_LINK_CNT(LATE_ACK));
    else if (e >= (int32_t)r->nfl) illegal(c);
    else retire(c, (uint32_t)e + 1);
}

static void ev_nack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const int32_t e = dist(c->in->rxid, r->una);
    uint32_t after = c->in->cfg->timeout;

    if (e > (int32_t)r->nfl) {
        illegal(c);
        return;
    }
    if (e < -1) {
        count(c, TTP_LINK_CNT(LATE_ACK));
        return;
    }
    if ((e <= 0 && (r->nkv & 1)) || !r->nfl) return;
    if (e > 0) retire(c, (uint32_t)e);
    if (!r->nfl) return;
    rewind_link(c);
    r->nkv = r->nkv == 2 ? 3 : 1;
    if (e <= 0) {
        retry_more(r);
        if (r->retry >= c->in->cfg->retry_max) after = 0;
    }
    if (!reopening(r)) arm(c, after);
}

static void ev_nack_full(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (!r->nfl) return;
    r->cof = 0;
    r->retry = r->nkv = r->hold = 0;
    if (reopening(r)) return;
    r->hold = 1;
    arm(c, c->in->cfg->backoff);
}

static void ev_nack_nolink(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const int32_t e = dist(c->in->rxid, r->una);

    if (r->st != TTP_ST_OPEN && r->st != TTP_ST_CLOSE_RECD) return;
    /* A stranger names any ID. Nothing in flight: nothing it could be an answer to. */
    if (!r->nfl || (r->plife && (e < 0 || e >= (int32_t)r->nfl))) return;
    r->cof = 0;
    r->st = TTP_ST_OPEN_SENT;
    r->reopen = 1;
    r->hold = r->nkv = 0;
    send_open(c);
    irq(c, IRQ(NOLINK));
}

/* ---- local events ---- */

/* CLOSED, payloads may wait. */
static void open_or_wait(struct ctx *c)
{
    if (c->in->settled) open_link(c);
    else arm(c, c->in->cfg->backoff);
}

/* One more fruitless round. False: the link is dead, and that was all. When it is not
 * settled yet nothing happens; the timer comes again. */
static bool another_round(struct ctx *c, bool was_last, bool close_ack)
{
    struct ttp_link_rec *r = c->r;

    if (was_last || r->retry + 1u >= c->in->cfg->retry_max) {
        if (!c->in->settled) return false;
        timed_out(c);
        retry_more(r);
        if (close_ack) respond(c, TTP_OP_CLOSE_ACK, 0, r->clid);
        dead(c);
        return false;
    }
    timed_out(c);
    retry_more(r);
    return true;
}

static void ev_timer(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    const struct ttp_link_cfg *cfg = in->cfg;
    struct ttp_link_rec *r = c->r;

    if (!r->armed || dist(in->now, r->dl) < 0) return;

    switch (r->st) {
    case TTP_ST_CLOSED:
        if (held(c)) open_or_wait(c);
        else r->armed = 0;
        break;
    case TTP_ST_OPEN_SENT:
        if (!another_round(c, false, false)) break;
        send_open(c);
        break;
    case TTP_ST_OPEN:
        if (r->hold) {
            r->hold = 0;
            r->armed = 0;
        } else if (!r->nfl) {
            r->armed = 0;
        } else if (another_round(c, r->retry >= cfg->retry_max, false)) {
            r->nkv = 0;
            rewind_link(c);
            arm(c, cfg->timeout);
        } else if (r->st == TTP_ST_CLOSED) {
            r->nkv = 0;
        }
        break;
    case TTP_ST_CLOSE_SENT:
        if (r->chold) {                             /* only count, then end the hold */
            timed_out(c);
            retry_more(r);
            if (r->retry >= cfg->retry_max) r->chold = r->retry = 0;
            arm(c, cfg->close_tmo);
        } else if (another_round(c, false, false)) {
            respond(c, TTP_OP_CLOSE, r->una, r->last);
            arm(c, cfg->close_tmo);
        }
        break;
    case TTP_ST_CLOSE_RECD:
        if (!r->nfl && all_here(r)) {
            respond(c, TTP_OP_CLOSE_ACK, 0, r->clid);
            closed(c);
        } else if (another_round(c, false, true)) {
            r->hold = r->nkv = 0;
            if (r->nfl) rewind_link(c);
            respond(c, TTP_OP_CLOSE_NACK, r->una + r->nfl - 1, r->clid);
            arm(c, cfg->close_tmo);
        }
        break;
    default:                                        /* OPEN_RECD */
        r->armed = 0;
        break;
    }
}

/* The orderly close, once everything the host has handed over has retired. */
static void close_when_done(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st != TTP_ST_OPEN || !r->closereq || r->nfl || held(c)) return;
    if (c->in->ev == TTP_EV_LOOKUP || c->in->ev == TTP_EV_PEEK) return;
    if (c->o->rs_valid || !c->in->cred) {           /* no place for a second response */
        arm(c, 0);
        return;
    }
    respond(c, TTP_OP_CLOSE, r->una, r->last);
    r->st = TTP_ST_CLOSE_SENT;
    r->retry = 0;
    arm(c, c->in->cfg->close_tmo);
}

/* ---- */

static void no_entry(struct ctx *c)
{
    static const uint8_t answer[] = {
        [TTP_OP_PAYLOAD] = TTP_OP_NACK_NOLINK,
        [TTP_OP_CLOSE] = TTP_OP_CLOSE_ACK,
        [TTP_OP_OPEN] = TTP_OP_OPEN_NACK,
    };

    action(c, ACT(NOENTRY));
    switch (c->in->ev) {
    case TTP_OP_PAYLOAD:
    case TTP_OP_CLOSE:
    case TTP_OP_OPEN:
        c->o->rs_valid = true;
        c->o->rs_op = answer[c->in->ev];
        c->o->rs_rxid = c->in->txid;
        action(c, ACT(RESPOND));
        break;
    case TTP_OP_CLOSE_NACK:
        illegal(c);
        break;
    default:
        break;
    }
}

void ttp_link_fsm(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r,
                  struct ttp_link_fsm_out *o)
{
    struct ctx c = { in, r, o };

    memset(o, 0, sizeof *o);
    if (in->entry == TTP_ENTRY_NONE) {
        no_entry(&c);
        return;
    }
    if (in->entry == TTP_ENTRY_NEW) {
        /* What means nothing before the link has learned it (last, lives, deadline, gap,
         * retry) stays as it was; the counts of a closed link are 0 already. */
        r->st = TTP_ST_CLOSED;
        r->reopen = r->closereq = r->dead = r->prec = r->sopen = 0;
        r->gapv = r->full = r->nkv = r->hold = r->armed = r->chold = 0;
        r->una = in->start_id + 1;
        o->new_entry = true;
        action(&c, ACT(ALLOC));
    }

    switch (in->ev) {
    case TTP_OP_OPEN:        ev_open(&c); break;
    case TTP_OP_OPEN_ACK:    ev_open_ack(&c); break;
    case TTP_OP_OPEN_NACK:   ev_open_nack(&c); break;
    case TTP_OP_CLOSE:       ev_close(&c); break;
    case TTP_OP_CLOSE_ACK:   ev_close_ack(&c); break;
    case TTP_OP_CLOSE_NACK:  ev_close_nack(&c); break;
    case TTP_OP_PAYLOAD:     ev_payload(&c); break;
    case TTP_OP_NACK_NOLINK: ev_nack_nolink(&c); break;
    case TTP_OP_ACK:
    case TTP_OP_NACK:
    case TTP_OP_NACK_FULL:
        if (r->st == TTP_ST_OPEN || r->st == TTP_ST_CLOSE_SENT || r->st == TTP_ST_CLOSE_RECD
            || reopening(r)) {
            if (in->ev == TTP_OP_ACK) ev_ack(&c);
            else if (in->ev == TTP_OP_NACK) ev_nack(&c);
            else ev_nack_full(&c);
        }
        break;
    case TTP_EV_TIMER:       ev_timer(&c); break;
    case TTP_EV_LEFT:
        if (r->st != TTP_ST_OPEN_RECD) break;
        r->st = TTP_ST_OPEN;
        r->retry = 0;
        count(&c, TTP_LINK_CNT(OPENED));
        break;
    case TTP_EV_CLOSE:
        if (r->st != TTP_ST_CLOSED) r->closereq = 1;
        break;
    case TTP_EV_DOORBELL:
    case TTP_EV_SEND:
        if (r->st == TTP_ST_CLOSED && held(&c) && !r->armed) open_or_wait(&c);
        break;
    default:                                        /* LOOKUP, PEEK */
        break;
    }
    close_when_done(&c);
}
