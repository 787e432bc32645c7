/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_lite_link.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_regs.h"

#define TYPE 0x9AC6u
#define OUI  0x98ED5Cu

/* A received frame, taken apart. */
struct pkt { uint8_t op; uint32_t key, tx, rx; uint16_t epoch, bytes; const uint8_t *payload; };

static int32_t dist(uint32_t a, uint32_t b) { return (int32_t)(a - b); }

/* ---- store, queues, completions ---- */

void ttp_lite_push(struct ttp_lite_queue *q, uint8_t page)
{
    q->at[q->n++] = page;
}

uint8_t ttp_lite_pop(struct ttp_lite_queue *q)
{
    const uint8_t page = q->at[0];

    q->n--;
    memmove(q->at, q->at + 1, q->n);
    return page;
}

uint8_t ttp_lite_take(struct ttp_lite *m, const uint8_t *data, uint16_t bytes, uint32_t key)
{
    uint8_t i = 0;

    while (m->store[i].used) i++;
    m->store[i].used = true;
    m->store[i].bytes = bytes;
    m->store[i].key = key;
    memcpy(m->store[i].data, data, bytes);
    m->free_n--;
    return i;
}

void ttp_lite_free(struct ttp_lite *m, int page)
{
    m->store[page].used = false;
    m->free_n++;
}

void ttp_lite_complete(struct ttp_lite *m, uint8_t kind, uint8_t status, uint32_t key, uint16_t count, uint16_t bytes)
{
    if (m->session && m->cpl_n < 8) {
        m->cpl[m->cpl_n++] = (struct ttp_lite_cpl){ kind, status, key, 0, count, bytes };
        return;
    }
    if (m->session) m->irq |= 1u << TTP_IRQ_CPL_LOST;
    m->hl[20]++;
}

void ttp_lite_seed(struct ttp_lite *m)
{
    if (m->life_set) return;
    m->life_set = true;
    if (!m->epoch) m->epoch = m->seed ? m->seed : 1;
}

/* ---- entries ---- */

struct ttp_lite_link *ttp_lite_find(struct ttp_lite *m, uint32_t key)
{
    for (unsigned i = 0; i < TTP_LITE_LINKS; i++)
        if (m->link[i].valid && m->link[i].key == key) return &m->link[i];
    return 0;
}

/* A dead link keeps its entry until the host has cleared the cause. */
static bool spare(const struct ttp_lite *m, const struct ttp_lite_link *l)
{
    return l->st == TTP_ST_CLOSED && !l->q.n && !(l->dead && (m->irq >> TTP_IRQ_DEAD & 1));
}

struct ttp_lite_link *ttp_lite_alloc(struct ttp_lite *m, uint32_t key)
{
    struct ttp_lite_link *l = 0;

    for (unsigned i = 0; i < TTP_LITE_LINKS && !l; i++)
        if (!m->link[i].valid) l = &m->link[i];
    for (unsigned i = 0; i < TTP_LITE_LINKS && !l; i++)
        if (spare(m, &m->link[i])) l = &m->link[i];
    if (!l) return 0;
    *l = (struct ttp_lite_link){ .valid = true, .key = key, .una = m->start_id + 1 };
    m->start_id += 1u << 20;
    return l;
}

void ttp_lite_enqueue(struct ttp_lite *m, struct ttp_lite_link *l, uint8_t page)
{
    m->count[TTP_CNT_ACC_PKTS]++;
    m->count[TTP_CNT_ACC_BYTES] += m->store[page].bytes;
    ttp_lite_push(&l->q, page);
}

/* ---- what events have in common ---- */

static void arm(const struct ttp_lite *m, struct ttp_lite_link *l, uint32_t rounds)
{
    l->armed = true;
    l->dl = (uint16_t)(m->now + rounds);
}

static void arm2(const struct ttp_lite *m, struct ttp_lite_link *l, uint32_t rounds)
{
    l->armed2 = true;
    l->dl2 = (uint16_t)(m->now + rounds);
}

static void service(const struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->armed2 = false;
    if (m->reack) arm2(m, l, ttp_lite_rounds(m->reack));
}

static void respond(struct ttp_lite *m, uint8_t op, uint32_t key, uint32_t tx, uint32_t rx)
{
    uint16_t epoch = 0;

    if (op == TTP_OP_OPEN || op == TTP_OP_OPEN_ACK) epoch = ttp_lite_find(m, key)->olife;
    m->resp[m->resp_n++] = (struct ttp_lite_resp){ op, epoch, key, tx, rx };
}

static void illegal(struct ttp_lite *m)
{
    m->count[TTP_CNT_ILLEGAL]++;
    m->irq |= 1u << TTP_IRQ_ILLEGAL;
}

static void more(struct ttp_lite_link *l)
{
    if (l->retry < 255) l->retry++;
}

static bool moving(const struct ttp_lite_link *l)
{
    return l->st == TTP_ST_OPEN || l->st == TTP_ST_CLOSE_SENT || l->st == TTP_ST_CLOSE_RECD
        || (l->st == TTP_ST_OPEN_SENT && l->reopen);
}

static bool end_known(const struct ttp_lite_link *l)
{
    return l->st == TTP_ST_CLOSE_RECD || (l->st == TTP_ST_CLOSE_SENT && l->chold);
}

static bool all_here(const struct ttp_lite_link *l) { return l->last + 1 == l->clid; }

static void new_life(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->olife = m->epoch;
    m->epoch = m->epoch == 0xFFFF ? 1 : (uint16_t)(m->epoch + 1);
    l->dead = l->obeyed = l->hold = l->chold = l->gap = l->full = l->reopen = l->aside = l->armed2 = false;
    l->retry = 0;
}

static void send_open(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->clid = l->una - 1;
    respond(m, TTP_OP_OPEN, l->key, l->clid, 0);
    arm(m, l, ttp_lite_rounds(m->open_tmo));
}

static void enter_open(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->st = TTP_ST_OPEN;
    l->armed = false;
    if (!l->armed2) service(m, l);
    m->count[TTP_CNT_OPENED]++;
}

/* by_peer: a CLOSE of the peer's has used an ID of it. */
static void closed(struct ttp_lite *m, struct ttp_lite_link *l, bool by_peer)
{
    l->last += by_peer;
    l->una += l->st == TTP_ST_CLOSE_SENT;
    l->st = TTP_ST_CLOSED;
    l->nfl = l->cof = 0;
    l->closing = l->chold = l->hold = l->reopen = l->obeyed = l->aside = l->armed = l->armed2 = false;
    m->irq |= 1u << TTP_IRQ_CLOSED;
    ttp_lite_complete(m, TTP_CPL_CLOSED, 0, l->key, 0, 0);
}

/* ---- received ---- */

static bool same_life(const struct ttp_lite_link *l, const struct pkt *p) { return l->known && l->plife == p->epoch; }

static void learn(struct ttp_lite_link *l, uint32_t last, uint16_t life)
{
    l->last = last;
    l->plife = life;
    l->known = true;
    l->gap = l->full = l->aside = false;
}

static void on_open(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const bool again = l && same_life(l, p);

    if (p->epoch && !l) l = ttp_lite_alloc(m, p->key);
    if (!p->epoch || !l) {
        respond(m, TTP_OP_OPEN_NACK, p->key, 0, p->tx);
        return;
    }
    if (l->st == TTP_ST_CLOSED) {
        if (!again || l->dead) {
            new_life(m, l);
            if (!again) learn(l, p->tx, p->epoch);
            l->st = TTP_ST_OPEN_RECD;
            l->clid = p->tx;
            arm(m, l, ttp_lite_rounds(m->open_tmo));
        }
    } else if (l->st == TTP_ST_OPEN_SENT && !l->reopen) {
        if (!again) learn(l, p->tx, p->epoch);
    } else {
        if (l->st == TTP_ST_OPEN_RECD) l->clid = p->tx;
        if (!again) {
            l->aside = true;
            l->xid = p->tx;
            l->xlife = p->epoch;
            if (l->st == TTP_ST_CLOSE_SENT) l->reopen = true;
        }
    }
    respond(m, TTP_OP_OPEN_ACK, p->key, l->una + (l->st == TTP_ST_CLOSE_SENT), p->tx);
}

static void on_open_ack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    if (!p->epoch || l->st != TTP_ST_OPEN_SENT || p->rx != l->clid) return;
    if (!same_life(l, p)) learn(l, p->tx - 1, p->epoch);
    if (l->reopen) more(l);
    else l->retry = 0;
    l->reopen = false;
    l->cof = 0;
    enter_open(m, l);
}

static void on_open_nack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    if (l->st != TTP_ST_OPEN_SENT || p->rx != l->clid) return;
    l->st = TTP_ST_CLOSED;
    l->nfl = l->cof = 0;
    l->obeyed = false;
    arm(m, l, ttp_lite_rounds(m->backoff));
}

static void on_close(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const int32_t ahead = dist(p->tx, l->last);

    if (l->st == TTP_ST_OPEN_SENT && !l->reopen) {
        l->st = TTP_ST_CLOSED;
        l->nfl = l->cof = 0;
        l->obeyed = l->armed = false;
    } else if (moving(l) && ahead > 0) {
        l->clid = p->tx;
        if (ahead != 1 || l->nfl) {
            respond(m, TTP_OP_CLOSE_NACK, l->key, l->una + l->nfl - 1, p->tx);
            if (l->st == TTP_ST_OPEN || l->st == TTP_ST_OPEN_SENT) {
                l->reopen = false;
                l->st = TTP_ST_CLOSE_RECD;
                l->retry = 0;
                if (!l->armed) arm(m, l, ttp_lite_rounds(m->close_tmo));
            }
            return;
        }
        closed(m, l, true);
    }
    respond(m, TTP_OP_CLOSE_ACK, l->key, 0, p->tx);
}

static void on_close_ack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    if (l->st == TTP_ST_CLOSE_SENT && p->rx == l->una) closed(m, l, false);
    else if (l->st == TTP_ST_CLOSE_RECD && !l->nfl && all_here(l)) closed(m, l, true);
}

static void on_close_nack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const int32_t ahead = dist(p->tx, l->last);

    if (l->st == TTP_ST_CLOSE_RECD) return;
    if (l->st != TTP_ST_CLOSE_SENT) {
        illegal(m);
    } else if (ahead > 0 && ahead <= 65535) {
        l->chold = true;
        l->clid = p->tx + 1;
        l->retry = 0;
    }
}

static void restarted(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (l->st == TTP_ST_OPEN_SENT) enter_open(m, l);
    if (l->st == TTP_ST_CLOSE_SENT) {
        l->una += l->reopen;
        l->closing = false;
    }
    l->st = TTP_ST_OPEN;
    l->last = l->xid;
    l->plife = l->xlife;
    l->aside = l->gap = l->full = l->chold = l->hold = l->obeyed = l->reopen = l->armed = false;
    l->retry = 0;
    l->cof = 0;
    if (l->nfl) arm(m, l, ttp_lite_rounds(m->timeout));
    m->irq |= 1u << TTP_IRQ_RESTART;
    ttp_lite_complete(m, TTP_CPL_RESTARTED, 0, l->key, 0, 0);
}

/* A payload in order: the host gets it, or its sender gets it back. */
static void deliver(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const bool echo = (m->echo >> (p->key >> 24) & 1) && p->payload[0] < 0x80;
    uint8_t page;

    m->count[TTP_CNT_DLV_PKTS]++;
    m->count[TTP_CNT_DLV_BYTES] += p->bytes;
    if (echo && m->free_n <= TTP_LITE_ECHO) {
        m->hl[21]++;
        return;
    }
    page = ttp_lite_take(m, p->payload, p->bytes, p->key);
    if (echo) {
        m->store[page].data[0] |= 0x80;
        m->echoed++;
        ttp_lite_enqueue(m, l, page);
    } else {
        ttp_lite_push(&m->up, page);
    }
}

static void in_order(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    l->last = p->tx;
    l->gap = l->full = false;
    service(m, l);
    respond(m, TTP_OP_ACK, l->key, 0, l->last);
    if (l->chold || l->st == TTP_ST_CLOSE_RECD) l->retry = 0;
    if (end_known(l) && all_here(l)) {
        l->chold = false;
        if (l->st == TTP_ST_CLOSE_SENT) l->hold = true;
        if (!l->nfl) arm(m, l, 0);
    }
    deliver(m, l, p);
}

/* True: the frame counts as dropped. */
static bool on_payload(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    int32_t ahead;

    if (moving(l) && l->aside) {
        if (p->tx == l->xid + 1) restarted(m, l);
        else if (p->tx == l->last + 1) l->aside = false;
    }
    if (!moving(l) || (end_known(l) && dist(p->tx, l->clid) >= 0)) {
        respond(m, TTP_OP_NACK_NOLINK, l->key, 0, p->tx);
        return false;
    }
    ahead = dist(p->tx, l->last);
    if (ahead > 65535) {
        m->count[TTP_CNT_DROP_FAR]++;
        return true;
    }
    if (ahead <= 0) {
        m->count[TTP_CNT_REPEAT]++;
        respond(m, TTP_OP_ACK, l->key, 0, l->last);
    } else if (ahead > 1) {
        m->count[TTP_CNT_GAP]++;
        if (l->full) return false;
        if (!l->gap || ahead <= l->gapn) {
            respond(m, TTP_OP_NACK, l->key, 0, l->last + 1);
            l->gap = true;
            arm2(m, l, ttp_lite_rounds(m->timeout));
        }
        l->gapn = (uint16_t)ahead;
    } else if (m->free_n) {
        in_order(m, l, p);
    } else {
        l->full = true;
        m->count[TTP_CNT_DROP_SPACE]++;
        respond(m, TTP_OP_NACK_FULL, l->key, 0, l->last);
    }
    return false;
}

static void retire(struct ttp_lite *m, struct ttp_lite_link *l, unsigned k)
{
    m->count[TTP_CNT_RETIRED] += k;
    l->una += k;
    l->nfl = (uint8_t)(l->nfl - k);
    l->cof = (uint8_t)(l->cof > k ? l->cof - k : 0);
    while (k--) {
        const int page = ttp_lite_pop(&l->q);

        if (page == m->wtx_page) m->orphan = true;
        else ttp_lite_free(m, page);
    }
    l->retry = 0;
    l->obeyed = l->hold = false;
    if (l->st == TTP_ST_OPEN_SENT) return;
    if (l->nfl) arm(m, l, ttp_lite_rounds(m->timeout));
    else if (l->st == TTP_ST_CLOSE_RECD) arm(m, l, all_here(l) ? 0 : ttp_lite_rounds(m->close_tmo));
    else l->armed = false;
}

static void on_ack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const int32_t e = dist(p->rx, l->una);

    if (e < 0) m->count[TTP_CNT_LATE_ACK]++;
    else if (e >= l->nfl) illegal(m);
    else retire(m, l, (unsigned)e + 1);
}

static void on_nack(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const int32_t e = dist(p->rx, l->una);
    uint32_t after = ttp_lite_rounds(m->timeout);

    if (e < -1) {
        m->count[TTP_CNT_LATE_ACK]++;
        return;
    }
    if (e > l->nfl) {
        illegal(m);
        return;
    }
    if (!l->nfl || (e <= 0 && l->obeyed)) return;
    if (e > 0) retire(m, l, (unsigned)e);
    if (!l->nfl) return;
    l->cof = 0;
    l->obeyed = true;
    if (e <= 0) {
        more(l);
        if (l->retry >= m->retry_max) after = 0;
    }
    if (l->st != TTP_ST_OPEN_SENT) arm(m, l, after);
}

static void on_nack_full(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (!l->nfl) return;
    l->cof = 0;
    l->retry = 0;
    l->obeyed = l->hold = false;
    if (l->st == TTP_ST_OPEN_SENT) return;
    l->hold = true;
    arm(m, l, ttp_lite_rounds(m->backoff));
}

static void on_nack_nolink(struct ttp_lite *m, struct ttp_lite_link *l, const struct pkt *p)
{
    const int32_t e = dist(p->rx, l->una);

    if (l->st < TTP_ST_OPEN || e < 0) return;
    if (l->st == TTP_ST_CLOSE_SENT) {
        arm(m, l, 0);
        return;
    }
    if (e >= l->nfl) return;
    m->irq |= 1u << TTP_IRQ_NOLINK;
    if (l->retry >= m->retry_max) {
        l->hold = false;
        arm(m, l, 0);
        return;
    }
    l->reopen = true;
    l->hold = l->obeyed = false;
    l->st = TTP_ST_OPEN_SENT;
    l->cof = 0;
    send_open(m, l);
}

static void no_link(struct ttp_lite *m, const struct pkt *p)
{
    switch (p->op) {
    case TTP_OP_OPEN:       on_open(m, 0, p); break;
    case TTP_OP_CLOSE:      respond(m, TTP_OP_CLOSE_ACK, p->key, 0, p->tx); break;
    case TTP_OP_PAYLOAD:    respond(m, TTP_OP_NACK_NOLINK, p->key, 0, p->tx); break;
    case TTP_OP_CLOSE_NACK: illegal(m); break;
    default: break;
    }
}

/* The counter of the drop, or -1: p is filled in. */
static int judge(const struct ttp_lite *m, const struct ttp_lite_frame *f, struct pkt *p)
{
    const uint8_t *d = f->data;
    uint32_t length;

    if (!m->enable) return TTP_CNT_DROP_OFF;
    if (f->bytes > TTP_MAX_RX) return TTP_CNT_DROP_LONG;
    if (f->bad) return TTP_CNT_DROP_FCS;
    if (f->bytes < 60) return TTP_CNT_DROP_SHORT;
    if (ttp_lite_be(d + 12, 2) != TYPE) return TTP_CNT_DROP_TYPE;
    if (ttp_lite_be(d, 3) != OUI || ttp_lite_be(d + 3, 3) != m->node) return TTP_CNT_DROP_DST;
    if (ttp_lite_be(d + 9, 3) == m->node) return TTP_CNT_DROP_SRC;
    if (d[14] != 0x05) return TTP_CNT_DROP_TTH;
    if (d[15] & 0x80) return TTP_CNT_DROP_GATEWAY;
    length = ttp_lite_be(d + 40, 2);
    p->op = d[42] & 63;
    if (length < 26) return TTP_CNT_DROP_LENGTH;
    length -= 26;
    if (p->op == TTP_OP_PAYLOAD && (length == 0 || length > TTP_MAX_PAYLOAD)) return TTP_CNT_DROP_LENGTH;
    if (60 + length > f->bytes) return TTP_CNT_DROP_SHORT;
    if (p->op > TTP_OP_NACK_NOLINK) return TTP_CNT_DROP_OPCODE;
    if (d[43] > 2) return TTP_CNT_DROP_VC;
    if (m->resp_n > 14) return TTP_CNT_DROP_RESP;
    p->key = (uint32_t)d[43] << 24 | ttp_lite_be(d + 9, 3);
    p->epoch = (uint16_t)ttp_lite_be(d + 46, 2);
    if (ttp_lite_be(d + 44, 2) || ttp_lite_be(d + 48, 4)) p->epoch = 0;
    p->tx = ttp_lite_be(d + 52, 4);
    p->rx = ttp_lite_be(d + 56, 4);
    p->bytes = (uint16_t)length;
    p->payload = d + 60;
    return -1;
}

void ttp_lite_wire_in(struct ttp_lite *m, const struct ttp_lite_frame *f)
{
    struct pkt p;
    struct ttp_lite_link *l;
    const int drop = judge(m, f, &p);

    if (drop >= 0) {
        m->count[drop]++;
        m->seen_more |= 8;
        return;
    }
    m->count[TTP_CNT_RX + p.op]++;
    l = ttp_lite_find(m, p.key);
    if (!l) {
        no_link(m, &p);
        return;
    }
    switch (p.op) {
    case TTP_OP_OPEN:        on_open(m, l, &p); break;
    case TTP_OP_OPEN_ACK:    on_open_ack(m, l, &p); break;
    case TTP_OP_OPEN_NACK:   on_open_nack(m, l, &p); break;
    case TTP_OP_CLOSE:       on_close(m, l, &p); break;
    case TTP_OP_CLOSE_ACK:   on_close_ack(m, l, &p); break;
    case TTP_OP_CLOSE_NACK:  on_close_nack(m, l, &p); break;
    case TTP_OP_PAYLOAD:     if (on_payload(m, l, &p)) m->seen_more |= 8; break;
    case TTP_OP_NACK_NOLINK: on_nack_nolink(m, l, &p); break;
    case TTP_OP_ACK:         if (moving(l)) on_ack(m, l, &p); break;
    case TTP_OP_NACK:        if (moving(l)) on_nack(m, l, &p); break;
    default:                 if (moving(l)) on_nack_full(m, l); break;
    }
}

/* ---- sent ---- */

static void build(struct ttp_lite *m, uint8_t op, uint16_t epoch, uint32_t key, uint32_t tx, uint32_t rx,
                  const struct ttp_lite_payload *payload)
{
    uint8_t *d = m->wtx.frame.data;
    const uint16_t n = payload ? payload->bytes : 0;

    memset(d, 0, 64);
    ttp_lite_put(d, 3, OUI);
    ttp_lite_put(d + 3, 3, key);
    ttp_lite_put(d + 6, 3, OUI);
    ttp_lite_put(d + 9, 3, m->node);
    ttp_lite_put(d + 12, 2, TYPE);
    d[14] = 0x05;
    ttp_lite_put(d + 16, 2, n + 46u);
    ttp_lite_put(d + 34, 3, m->node);
    ttp_lite_put(d + 37, 3, key);
    ttp_lite_put(d + 40, 2, n + 26u);
    d[42] = op;
    d[43] = (uint8_t)(key >> 24);
    ttp_lite_put(d + 46, 2, epoch);
    ttp_lite_put(d + 52, 4, tx);
    ttp_lite_put(d + 56, 4, rx);
    if (payload) memcpy(d + 60, payload->data, n);
    m->wtx.frame.bytes = n < 4 ? 64 : (uint16_t)(60 + n);
    m->count[TTP_CNT_TX + op]++;
    ttp_lite_tx_go(&m->wtx);
}

static bool may_send(const struct ttp_lite_link *l)
{
    if (!l->valid || l->hold) return false;
    if (l->st == TTP_ST_OPEN) return l->cof < l->q.n && l->cof < TTP_LITE_WINDOW;
    return l->st == TTP_ST_CLOSE_RECD && l->cof < l->nfl;
}

static void send_payload(struct ttp_lite *m, unsigned i)
{
    struct ttp_lite_link *l = &m->link[i];

    m->wtx_link = (int)i;
    m->wtx_page = l->q.at[l->cof];
    build(m, TTP_OP_PAYLOAD, 0, l->key, l->una + l->cof, 0, &m->store[m->wtx_page]);
    if (l->cof < l->nfl) m->count[TTP_CNT_REPLAY]++;
    else l->nfl++;
    if (l->st == TTP_ST_OPEN && (l->cof == 0 || !l->armed)) arm(m, l, ttp_lite_rounds(m->timeout));
    l->cof++;
}

void ttp_lite_wire_out(struct ttp_lite *m)
{
    if (m->orphan) ttp_lite_free(m, m->wtx_page);
    m->orphan = false;
    m->wtx_page = -1;
    if (!m->enable) return;
    if (m->resp_n) {
        const struct ttp_lite_resp r = m->resp[0];
        struct ttp_lite_link *l = ttp_lite_find(m, r.key);

        memmove(m->resp, m->resp + 1, --m->resp_n * sizeof r);
        build(m, r.op, r.epoch, r.key, r.tx, r.rx, 0);
        if (r.op == TTP_OP_OPEN_ACK && l && l->st == TTP_ST_OPEN_RECD) {
            l->retry = 0;
            enter_open(m, l);
        }
        return;
    }
    for (unsigned k = 0; k < TTP_LITE_LINKS; k++) {
        m->turn = (m->turn + 1) % TTP_LITE_LINKS;
        if (may_send(&m->link[m->turn])) {
            send_payload(m, m->turn);
            return;
        }
    }
}

/* ---- timer ---- */

static void dies(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (l->st == TTP_ST_CLOSE_RECD) respond(m, TTP_OP_CLOSE_ACK, l->key, 0, l->clid);
    ttp_lite_complete(m, TTP_CPL_DEAD, 0, l->key, l->q.n, 0);
    m->count[TTP_CNT_FLUSHED] += l->q.n;
    while (l->q.n) ttp_lite_free(m, ttp_lite_pop(&l->q));
    l->una += (uint32_t)l->nfl + (l->st == TTP_ST_CLOSE_SENT);
    l->nfl = l->cof = 0;
    l->st = TTP_ST_CLOSED;
    l->dead = true;
    l->closing = l->chold = l->hold = l->reopen = l->obeyed = l->aside = l->armed = l->armed2 = false;
    m->irq |= 1u << TTP_IRQ_DEAD;
    m->count[TTP_CNT_DEAD]++;
    m->seen_more |= 8;
}

/* One more round without progress; false: the link is dead. */
static bool another(struct ttp_lite *m, struct ttp_lite_link *l, bool last)
{
    m->count[TTP_CNT_TIMEOUT]++;
    more(l);
    if (!last && l->retry < m->retry_max) return true;
    dies(m, l);
    return false;
}

static void say_close(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->hold = false;
    respond(m, TTP_OP_CLOSE, l->key, l->una, l->last);
    arm(m, l, ttp_lite_rounds(m->close_tmo));
}

static void begin_close(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->st = TTP_ST_CLOSE_SENT;
    l->retry = 0;
    say_close(m, l);
}

static bool done(const struct ttp_lite_link *l) { return l->st == TTP_ST_OPEN && l->closing && !l->q.n; }

static void t_closed(struct ttp_lite *m, struct ttp_lite_link *l)
{
    l->armed = false;
    if (!l->q.n) return;
    new_life(m, l);
    l->st = TTP_ST_OPEN_SENT;
    send_open(m, l);
}

static void t_open(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (l->hold) {
        l->hold = l->armed = false;
    } else if (!l->nfl) {
        l->armed = false;
        if (done(l)) begin_close(m, l);
    } else if (another(m, l, l->retry >= m->retry_max)) {
        l->obeyed = false;
        l->cof = 0;
        arm(m, l, ttp_lite_rounds(m->timeout));
    }
}

static void t_close_sent(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (l->hold) {
        say_close(m, l);
    } else if (l->chold) {
        m->count[TTP_CNT_TIMEOUT]++;
        more(l);
        if (l->retry >= m->retry_max) {
            l->chold = false;
            l->retry = 0;
        }
        arm(m, l, ttp_lite_rounds(m->close_tmo));
    } else if (another(m, l, false)) {
        say_close(m, l);
    }
}

static void t_close_recd(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (!l->nfl && all_here(l)) {
        closed(m, l, true);
        respond(m, TTP_OP_CLOSE_ACK, l->key, 0, l->clid);
    } else if (l->hold) {
        l->hold = false;
        arm(m, l, ttp_lite_rounds(m->close_tmo));
    } else if (another(m, l, false)) {
        l->obeyed = false;
        l->cof = 0;
        respond(m, TTP_OP_CLOSE_NACK, l->key, l->una + l->nfl - 1, l->clid);
        arm(m, l, ttp_lite_rounds(m->close_tmo));
    }
}

static void first_timer(struct ttp_lite *m, struct ttp_lite_link *l)
{
    switch (l->st) {
    case TTP_ST_CLOSED:     t_closed(m, l); break;
    case TTP_ST_OPEN_SENT:  if (another(m, l, false)) send_open(m, l); break;
    case TTP_ST_OPEN:       t_open(m, l); break;
    case TTP_ST_CLOSE_SENT: t_close_sent(m, l); break;
    case TTP_ST_CLOSE_RECD: t_close_recd(m, l); break;
    default:
        respond(m, TTP_OP_OPEN_ACK, l->key, l->una, l->clid);
        arm(m, l, ttp_lite_rounds(m->open_tmo));
        break;
    }
}

static void second_timer(struct ttp_lite *m, struct ttp_lite_link *l)
{
    if (!moving(l)) {
        l->armed2 = false;
        return;
    }
    if (l->gap) l->gap = false;
    else if (m->reack) respond(m, TTP_OP_ACK, l->key, 0, l->last);
    service(m, l);
}

void ttp_lite_timer(struct ttp_lite *m)
{
    const unsigned i = ++m->now & 7;
    struct ttp_lite_link *l = &m->link[i];

    if (i == 0) {
        m->lap++;
        m->show = (uint8_t)((unsigned)m->session << 1 | m->seen_more | m->seen_open);
        m->seen_more = m->seen_open = 0;
    }
    if (!m->enable || !l->valid) return;
    if (l->st >= TTP_ST_OPEN) m->seen_open = 1;
    if (m->resp_n > 14 || (m->wtx_page >= 0 && m->wtx_link == (int)i)) return;
    if (l->armed && (int16_t)(uint16_t)(m->now - l->dl) >= 0) first_timer(m, l);
    else if (!l->armed && l->st == TTP_ST_CLOSED) t_closed(m, l);
    else if (!l->armed && done(l)) begin_close(m, l);
    else if (l->armed2 && (int16_t)(uint16_t)(m->now - l->dl2) >= 0) second_timer(m, l);
}
