/* SPDX-License-Identifier: Apache-2.0 */
/* The state machine as it was before model/rules/, for tb/oracle/test_rules.cpp only. */
#include "link_fsm_old.h"

#include <string.h>

#define OID_MASK 0x7FFFFFu
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

static void arm2(struct ctx *c, uint32_t after)
{
    c->r->armed2 = 1;
    c->r->dl2 = c->in->now + after;
}

/* The second timer back to its long interval. */
static void service(struct ctx *c)
{
    const struct ttp_link_cfg *cfg = c->in->cfg;

    if (cfg->reack) arm2(c, cfg->reack);
    else if (cfg->idle_tmo) arm2(c, cfg->idle_tmo);
    else c->r->armed2 = 0;
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
    r->xv = r->anyid = r->sown = r->vict = r->armed2 = 0;
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

static bool reopening(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_OPEN_SENT && r->reopen;
}

static bool live(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_OPEN || r->st == TTP_ST_CLOSE_SENT || r->st == TTP_ST_CLOSE_RECD;
}

/* What the peer sends is received, and what it acknowledges retires. */
static bool moving(const struct ttp_link_rec *r) { return live(r) || reopening(r); }

static void enter_open(struct ctx *c)
{
    c->r->st = TTP_ST_OPEN;
    c->r->armed = 0;
    c->r->ta = c->in->tick;
    if (!c->r->armed2) service(c);
    count(c, TTP_LINK_CNT(OPENED));
}

/* Our OPEN is answered; the first send arms the timer. */
static void opened(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->reopen) retry_more(r);   /* a round, until something retires */
    else r->retry = 0;
    r->reopen = 0;
    r->sown = 1;
    r->cof = 0;
    enter_open(c);
}

/* CLOSE names the last payload taken. While the peer's numbers are unknown it names none:
 * the reference answers an ID that it has not sent with CLOSE_NACK (protocol 2 and 8.10). */
static void send_close(struct ctx *c)
{
    const struct ttp_link_rec *r = c->r;

    respond(c, TTP_OP_CLOSE, r->una, r->anyid ? 0 : r->last);
    arm(c, c->in->cfg->close_tmo);
}

/* A live link whose peer lost it, or has not been asked so far. */
static void reopen_link(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    r->st = TTP_ST_OPEN_SENT;
    r->reopen = 1;
    r->cof = 0;
    r->hold = r->nkv = 0;
    send_open(c);
}

/* CLOSE used an ID. A victim that still holds it has not sent it yet. */
static bool close_spent(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_CLOSE_SENT && !(r->hold && r->vict);
}

static void closed(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    /* The peer's CLOSE used an ID as well: a late copy of it is old from here on. */
    if (r->plife && (c->in->ev == TTP_OP_CLOSE || r->st == TTP_ST_CLOSE_RECD)) r->last++;
    r->una += close_spent(r);
    r->st = TTP_ST_CLOSED;
    r->nfl = r->cof = 0;
    r->closereq = r->chold = r->hold = r->reopen = r->nkv = 0;
    r->xv = r->anyid = r->armed2 = 0;
    c->o->cp_kind = TTP_CPL_CLOSED;
    irq(c, IRQ(CLOSED));
    if (held(c)) {
        r->vict = 0;
        arm(c, 1);
    } else if (r->vict) {
        arm(c, c->in->cfg->backoff);    /* the way is kept from its old peer so long */
    } else {
        r->armed = 0;
    }
}

/* Closed by a CLOSE of the peer. CLOSED counts in nkv how often a stranger gets the answer
 * once more. */
static void closed_by(struct ctx *c, uint32_t clid)
{
    closed(c);
    respond(c, TTP_OP_CLOSE_ACK, 0, clid);
    if (c->r->plife || held(c)) return;
    c->r->nkv = 2;
    arm(c, c->in->cfg->close_tmo);
}

static void dead(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const bool again = r->st == TTP_ST_CLOSE_RECD && !r->plife;     /* CLOSE_ACK, to a stranger */

    c->o->cp_kind = TTP_CPL_DEAD;
    c->o->cp_count = held(c);
    if (held(c)) {
        c->o->moved = c->o->flush = true;
        action(c, ACT(FLUSH));
    }
    r->nret = c->in->napp;
    r->una += r->nfl + close_spent(r);
    r->nfl = r->cof = 0;
    r->st = TTP_ST_CLOSED;
    r->dead = 1;
    r->armed = 0;
    r->closereq = r->chold = r->hold = r->reopen = r->nkv = 0;
    r->xv = r->anyid = r->armed2 = r->vict = 0;
    if (again) {
        r->nkv = 2;
        arm(c, c->in->cfg->close_tmo);
    }
    irq(c, IRQ(DEAD));
    count(c, TTP_LINK_CNT(DEAD));
    action(c, ACT(DEAD));
}

/* k payloads have their ACK. The timer and a pause are the caller's. */
static void retired(struct ctx *c, uint32_t k)
{
    struct ttp_link_rec *r = c->r;

    r->ta = c->in->tick;
    r->una += k;
    r->nfl = (uint16_t)(r->nfl - k);
    r->cof = (uint16_t)(r->cof > k ? r->cof - k : 0);
    r->nret = (uint16_t)((r->nret + k) & c->in->cmask);
    r->retry = r->nkv = 0;
    c->o->moved = true;
    action(c, ACT(RETIRE));
}

static void retire(struct ctx *c, uint32_t k)
{
    struct ttp_link_rec *r = c->r;

    if (!k) return;
    retired(c, k);
    r->hold = 0;
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

static bool same_life(const struct ctx *c)
{
    return c->r->prec && c->in->epoch == c->r->plife;
}

/* The peer's numbers of its new life. */
static void learn(struct ctx *c, uint32_t last)
{
    struct ttp_link_rec *r = c->r;

    r->last = last;
    r->plife = c->in->epoch;
    r->prec = c->in->epoch != 0;
    r->gapv = r->full = r->anyid = r->xv = 0;
    r->sopen = c->in->ev == TTP_OP_OPEN;
}

/* An OPEN on a link that has its numbers: a repeat, or a restart that a payload must prove. */
static void set_aside(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;

    if (same_life(c)) return;
    if (!r->plife && !in->epoch) {
        const int32_t d = dist(in->txid, r->last);

        if (r->anyid) {
            r->last = in->txid;
            r->anyid = 0;
            r->sopen = 1;
            return;
        }
        if (d == 0) r->sopen = 1;
        if (d == 0 || d == -1) return;      /* its re-OPEN */
    }
    r->xv = 1;
    r->xid = in->txid;
    r->xlife = in->epoch;
    /* In CLOSE_SENT the bit says that its OPEN_ACK has named the ID behind that of our CLOSE. */
    if (r->st == TTP_ST_CLOSE_SENT) r->reopen = close_spent(r);
}

static void ev_open(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    const bool repeat = same_life(c);

    switch (r->st) {
    case TTP_ST_CLOSED:
        if (!in->settled || r->vict) {
            respond(c, TTP_OP_OPEN_NACK, 0, in->txid);
            return;
        }
        if (repeat && !r->dead) break;
        leave_closed(c);
        if (!repeat) learn(c, in->txid);
        r->st = TTP_ST_OPEN_RECD;
        r->clid = in->txid;
        arm(c, in->cfg->open_tmo);
        break;
    case TTP_ST_OPEN_SENT:
        if (r->reopen) {
            set_aside(c);
            break;
        }
        r->sopen = 1;
        if (!repeat) learn(c, in->txid);
        break;
    case TTP_ST_OPEN_RECD:
        r->clid = in->txid;
        set_aside(c);
        break;
    default:
        set_aside(c);
        break;
    }
    respond(c, TTP_OP_OPEN_ACK, r->una + close_spent(r), in->txid);
    c->o->rs_notify = r->st == TTP_ST_OPEN_RECD;
}

/* What an OPEN_ACK says of the peer's numbers. */
static void learn_ack(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    const struct ttp_link_rec *r = c->r;
    const bool unknown = in->txid == 0;     /* a stranger's 0 says nothing */

    if (same_life(c)) return;
    if (in->epoch) {
        learn(c, in->txid - 1);
        return;
    }
    /* Its oldest payload without an ACK may be one that we have. */
    if (!r->plife && r->reopen && (!r->sown || in->txid == r->last)) return;
    if (!r->plife && unknown && (r->reopen || r->sopen)) return;
    learn(c, in->txid - 1);
    if (unknown) c->r->anyid = 1;
}

static void ev_open_ack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st != TTP_ST_OPEN_SENT || c->in->rxid != r->clid) return;
    learn_ack(c);
    opened(c);
}

static void ev_open_nack(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st == TTP_ST_CLOSED) return;
    switch (r->st) {
    case TTP_ST_OPEN_SENT:
        if (c->in->rxid != r->clid) return;
        break;
    case TTP_ST_OPEN_RECD:
        if (c->in->rxid != r->una - 1) return;
        break;
    default:                        /* of an OPEN that was answered the low bits are kept */
        if (!r->sown || (c->in->rxid & OID_MASK) != r->oid) return;
        break;
    }
    if (r->st != TTP_ST_OPEN_SENT) {
        illegal(c);
        return;
    }
    r->st = TTP_ST_CLOSED;
    r->nfl = r->cof = 0;
    r->nkv = 0;
    arm(c, c->in->cfg->backoff);
}

static void ev_close(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    const bool stranger = r->plife == 0;
    bool missing;

    switch (r->st) {
    case TTP_ST_OPEN_SENT:
        if (!r->reopen) {
            r->st = TTP_ST_CLOSED;
            r->nfl = r->cof = 0;
            r->nkv = 0;
            if (held(c)) arm(c, 1);
            else r->armed = 0;
            break;
        }
        /* fall through - in re-OPEN as in OPEN */
    case TTP_ST_OPEN:
    case TTP_ST_CLOSE_SENT:
    case TTP_ST_CLOSE_RECD:
        if (!stranger && dist(in->txid, r->last) <= 0) break;       /* an old copy */
        missing = !stranger && in->txid != r->last + 1;
        r->clid = in->txid;
        /* One that has not answered an OPEN of ours never had what is in flight. */
        if (!missing && (!r->nfl || (stranger && !r->sown))) {
            closed_by(c, in->txid);
            return;
        }
        respond(c, TTP_OP_CLOSE_NACK, r->una + r->nfl - 1, in->txid);
        if (r->st == TTP_ST_OPEN || r->st == TTP_ST_OPEN_SENT) {
            r->reopen = 0;
            r->st = TTP_ST_CLOSE_RECD;
            r->retry = 0;
            if (!r->armed) arm(c, in->cfg->close_tmo);
        }
        return;
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
    if (!r->anyid && ahead > 0 && ahead <= 65535) {
        r->chold = 1;
        r->clid = c->in->txid + 1;
        r->retry = 0;
    }
}

/* The OPEN set aside was the start of a new life. */
static void restarted(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    if (r->st == TTP_ST_OPEN_SENT) enter_open(c);
    if (r->st == TTP_ST_CLOSE_SENT) {       /* our CLOSE is forgotten, a request that waits is not */
        r->una += r->reopen && close_spent(r);      /* the ID that our OPEN_ACK has named */
        r->closereq = 0;
    }
    r->st = TTP_ST_OPEN;
    r->last = r->xid;
    r->plife = r->xlife;
    r->prec = r->xlife != 0;
    r->xv = r->gapv = r->full = r->anyid = r->chold = 0;
    r->hold = r->nkv = r->reopen = r->vict = r->sown = 0;
    r->retry = 0;
    r->cof = r->armed = 0;
    if (r->nfl) {
        rewind_link(c);
        arm(c, c->in->cfg->timeout);
    }
    c->o->cp_kind = TTP_CPL_RESTARTED;
    irq(c, IRQ(RESTART));
}

/* What this payload says about an OPEN set aside. A stranger's must be there twice. */
static void judge_aside(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;
    const uint32_t txid = c->in->txid;

    if (!r->xv) return;
    if (txid == r->xid + 1) {
        if (r->xlife || r->xv == 2) restarted(c);
        else r->xv = 2;
    } else if (!r->xlife || (txid == r->last + 1 && !r->anyid)) {
        r->xv = 0;
    }
}

static void ev_payload(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;
    int32_t dd;

    /* A stranger's payload, once we have answered its OPEN, is its OPEN_ACK. */
    if (r->st == TTP_ST_OPEN_SENT && !r->reopen && r->sopen && !r->plife) opened(c);

    if (moving(r)) judge_aside(c);
    if (!moving(r) || (end_known(r) && dist(in->txid, r->clid) >= 0)) {
        respond(c, TTP_OP_NACK_NOLINK, 0, in->txid);
        return;
    }

    dd = r->anyid ? 1 : dist(in->txid, r->last);
    if (dd == 1 && in->fits) {
        c->o->take = true;
        action(c, ACT(TAKE));
        r->last = in->txid;
        r->gapv = r->full = r->anyid = r->sopen = 0;
        if (r->xv && in->txid == r->xid + 1) r->xv = 0;     /* taken: it can not prove anything twice */
        r->ta = in->tick;
        service(c);
        if (r->st == TTP_ST_CLOSE_RECD || r->chold) r->retry = 0;
        respond(c, TTP_OP_ACK, 0, r->last);
        if (end_known(r) && r->last + 1 == r->clid) {
            r->chold = 0;
            if (r->st == TTP_ST_CLOSE_SENT) r->hold = 1;    /* CLOSE, which is no timeout */
            if (!r->nfl) arm(c, 0);
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
            arm2(c, in->cfg->timeout);
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
    if (r->hold) {                  /* the back-off neither ends nor grows (protocol 3) */
        if (e > 0) retired(c, (uint32_t)e);
        return;
    }
    if (e > 0) retire(c, (uint32_t)e);
    if (!r->nfl) return;
    rewind_link(c);
    r->nkv = r->nkv == 2 ? 3 : 1;
    if (e <= 0) {
        retry_more(r);
        if (r->retry >= c->in->seen->retry_max) after = 0;
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

    if (!live(r)) return;
    if (!r->plife && c->in->rxid == 0) r->anyid = 1;        /* it has no link */
    if (r->st == TTP_ST_CLOSE_SENT) {
        if (e >= 0 || !r->plife) arm(c, 0);
        return;
    }
    /* A stranger names any ID. Nothing in flight: nothing it could be an answer to. */
    if (!r->nfl || (r->plife && (e < 0 || e >= (int32_t)r->nfl))) return;
    irq(c, IRQ(NOLINK));
    if (r->retry < c->in->seen->retry_max) {
        reopen_link(c);
    } else {
        r->hold = 0;
        arm(c, 0);                  /* the link is dead, says the timer */
    }
}

/* ---- local events ---- */

/* CLOSED, payloads may wait. */
static void open_or_wait(struct ctx *c)
{
    if (c->in->settled) {
        open_link(c);
    } else {
        c->r->nkv = 0;
        arm(c, c->in->cfg->backoff);
    }
}

/* The host has payloads for the link. */
static void ev_turn(struct ctx *c)
{
    const struct ttp_link_rec *r = c->r;

    if (!held(c)) return;
    if (r->st == TTP_ST_CLOSED) {
        /* Repeated CLOSE_ACKs do not keep the host waiting. */
        if (!r->armed || (r->nkv && !r->vict)) open_or_wait(c);
    } else if (r->st == TTP_ST_OPEN && !r->plife && !r->sown) {
        reopen_link(c);
    }
}

/* One more fruitless round. False: the link is dead, and that was all. When it is not
 * settled yet nothing happens; the timer comes again. */
static bool another_round(struct ctx *c, bool was_last, bool close_ack)
{
    struct ttp_link_rec *r = c->r;

    if (was_last || r->retry + 1u >= c->in->seen->retry_max) {
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

/* What wakes a peer that says no more. An ACK or a NACK stops the timer of the reference's OPEN as
 * well, so while our OPEN_ACK may have been lost it is sent again instead. Before its numbers are
 * known no ACK can name another payload than its first; a NACK wakes it as well. */
static void reack(struct ctx *c)
{
    const struct ttp_link_rec *r = c->r;

    if (r->anyid) respond(c, TTP_OP_NACK, 0, 0);
    else if (!r->plife && r->xv == 1)
        respond(c, TTP_OP_OPEN_ACK, r->una + close_spent(r), r->xid);
    else if (!r->plife && r->sopen)
        respond(c, TTP_OP_OPEN_ACK, r->una + close_spent(r), r->last);
    else respond(c, TTP_OP_ACK, 0, r->last);
}

/* The second deadline: NACK again, ACK again, close when idle. */
static void second_timer(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    struct ttp_link_rec *r = c->r;

    if (!moving(r)) {
        r->armed2 = 0;
        return;
    }
    if (r->gapv) {
        r->gapv = 0;
    } else {
        if (in->seen->reack) reack(c);
        if (in->seen->idle_tmo && r->st == TTP_ST_OPEN && r->plife && !held(c) && !r->nfl
            && ttp_tick_age(in->tick, r->ta) > ttp_ticks(in->seen->idle_tmo)) r->closereq = 1;
    }
    service(c);
}

static void closed_timer(struct ctx *c)
{
    struct ttp_link_rec *r = c->r;

    r->vict = 0;
    if (held(c)) {
        open_or_wait(c);
        return;
    }
    r->armed = 0;
    if (!r->nkv) return;
    respond(c, TTP_OP_CLOSE_ACK, 0, r->clid);
    if (--r->nkv) arm(c, c->in->cfg->close_tmo);
}

static void ev_timer(struct ctx *c)
{
    const struct ttp_link_fsm_in *in = c->in;
    const struct ttp_link_cfg *cfg = in->cfg;
    struct ttp_link_rec *r = c->r;

    if (!r->armed || dist(in->now, r->dl) < 0) {
        if (r->armed2 && dist(in->now, r->dl2) >= 0) second_timer(c);
        return;
    }

    switch (r->st) {
    case TTP_ST_CLOSED:
        closed_timer(c);
        break;
    case TTP_ST_OPEN_SENT:
        if (!another_round(c, false, false)) break;
        send_open(c);
        break;
    case TTP_ST_OPEN:
        if (r->hold) {
            r->hold = 0;
            r->armed = 0;
        } else if (!r->nfl && r->closereq && !held(c)) {
            r->st = TTP_ST_CLOSE_SENT;
            r->retry = 0;
            send_close(c);
        } else if (!r->nfl) {
            r->armed = 0;
        } else if (another_round(c, r->retry >= c->in->seen->retry_max, false)) {
            r->nkv = 0;
            rewind_link(c);
            arm(c, cfg->timeout);
        }
        break;
    case TTP_ST_CLOSE_SENT:
        if (r->hold) {              /* a victim's first CLOSE, or the peer has sent all it had */
            r->hold = 0;
            send_close(c);
        } else if (r->chold) {                             /* only count, then end the hold */
            timed_out(c);
            retry_more(r);
            if (r->retry >= c->in->seen->retry_max) r->chold = r->retry = 0;
            arm(c, cfg->close_tmo);
        } else if (another_round(c, false, false)) {
            send_close(c);
        }
        break;
    case TTP_ST_CLOSE_RECD:
        if (!r->nfl && all_here(r)) {
            closed_by(c, r->clid);
        } else if (r->hold) {                       /* the end of a back-off */
            r->hold = 0;
            arm(c, cfg->close_tmo);
        } else if (another_round(c, false, true)) {
            r->nkv = 0;
            if (r->nfl) rewind_link(c);
            respond(c, TTP_OP_CLOSE_NACK, r->una + r->nfl - 1, r->clid);
            arm(c, cfg->close_tmo);
        }
        break;
    default:                                        /* OPEN_RECD */
        respond(c, TTP_OP_OPEN_ACK, r->una, r->clid);
        c->o->rs_notify = true;
        arm(c, cfg->open_tmo);
        break;
    }
}

/* The orderly close, once everything the host has handed over has retired: the timer does it,
 * which always has a place for the response. */
static void close_when_done(struct ctx *c)
{
    const struct ttp_link_rec *r = c->r;

    if (r->st != TTP_ST_OPEN || !r->closereq || r->nfl || held(c)) return;
    if (c->in->ev == TTP_EV_LOOKUP || c->in->ev == TTP_EV_PEEK) return;
    arm(c, 0);
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

void link_fsm_old(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r,
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
        r->xv = r->anyid = r->sown = r->vict = r->armed2 = 0;
        r->una = in->start_id + 1;
        o->new_entry = true;
        action(&c, ACT(ALLOC));
    }

    if (r->st == TTP_ST_OPEN_SENT) r->oid = r->clid & OID_MASK;
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
        if (!moving(r)) break;
        if (in->ev == TTP_OP_ACK) ev_ack(&c);
        else if (in->ev == TTP_OP_NACK) ev_nack(&c);
        else ev_nack_full(&c);
        break;
    case TTP_EV_TIMER:       ev_timer(&c); break;
    case TTP_EV_LEFT:
        if (r->st != TTP_ST_OPEN_RECD) break;
        r->retry = 0;
        enter_open(&c);
        break;
    case TTP_EV_CLOSE:
        if (r->st != TTP_ST_CLOSED) r->closereq = 1;
        break;
    case TTP_EV_DOORBELL:
    case TTP_EV_SEND:
        ev_turn(&c);
        break;
    default:                                        /* LOOKUP, PEEK */
        break;
    }
    close_when_done(&c);
}

/* From the link pipe, as it was. */
static bool link_waits_old(const struct ttp_link_rec *r)
{
    return r->st == TTP_ST_OPEN && !r->plife && !r->sown;
}

static bool link_can_send_old(const struct ttp_link_rec *r, uint16_t held_n)
{
    if (r->hold) return false;
    if (r->st == TTP_ST_OPEN) return held_n > r->cof && !link_waits_old(r);
    return r->st == TTP_ST_CLOSE_RECD && r->cof < r->nfl;
}

void link_send_old(const struct ttp_link_send_in *in, struct ttp_link_rec *r, struct ttp_link_send_out *o)
{
    memset(o, 0, sizeof *o);
    o->more = link_can_send_old(r, in->held);
    o->must_ask = link_waits_old(r);
    if (!o->more || !in->go) return;
    o->sent = true;
    o->head = !r->cof;
    o->id = r->una + r->cof;
    if (!r->cof) {
        if (r->nkv == 1 && r->plife && !in->nack_once) r->nkv = 2;
        r->armed = 1;
        r->dl = in->now + in->timeout;
    }
    if (r->cof < r->nfl) o->replay = true;
    else r->nfl++;
    r->cof++;
    r->ta = in->tick;
    o->more = link_can_send_old(r, in->held);
}

void link_victim_old(struct ttp_link_rec *r, uint32_t now)
{
    r->st = TTP_ST_CLOSE_SENT;
    r->hold = r->vict = 1;
    r->closereq = r->chold = 0;
    r->retry = 0;
    r->armed = 1;
    r->dl = now;
    r->armed2 = 0;
}
