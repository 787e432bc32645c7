/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules (model/rules/) on the record that the hardware keeps. An event is put into the rules'
 * words; their answer goes into the record and onto the wires of the cycle. One thing is decided
 * here: a link does not die while the retire engine is at work on it (tmr.dead). What the rules do
 * not know is here: counts that wrap, time, an ID of which the record keeps a part, and payloads
 * that have retired and are not freed yet. */
#include "ttp_link_fsm.h"

#include <string.h>

#include "rules/ttp_rules.h"

#define OPEN_ID_MASK 0x1FFFFFu
#define ACT(name) (1u << TTP_ACT_##name)
#define IRQ(name) (1u << TTP_IRQ_##name)

_Static_assert((int)TTP_FRAME_NACK_NOLINK == TTP_OP_NACK_NOLINK, "opcodes");
_Static_assert((int)TTP_EVENT_NOTHING > TTP_OP_NACK_NOLINK, "events beside opcodes");
_Static_assert((int)TTP_STATE_CLOSE_RECD == TTP_ST_CLOSE_RECD
               && (int)TTP_STATE_REOPEN_SENT == TTP_ST_REOPEN_SENT
               && (int)TTP_STATE_CLOSE_DUE == TTP_ST_CLOSE_DUE, "states");
_Static_assert(sizeof(struct ttp_rules_link) == 56 && sizeof(struct ttp_link_rec) == 80, "padding");

static int32_t dist(uint32_t a, uint32_t b) { return (int32_t)(a - b); }

/* Of the TxID of our newest OPEN the record keeps the low 21 bits. While that OPEN opens a link
 * nothing retires, so it is una - 1; later what is missing is taken to be that of the frame. */
static struct ttp_rules_link unpack(const struct ttp_link_rec *r, uint32_t rxid)
{
    struct ttp_rules_link l = r->link;

    if (l.state == TTP_STATE_OPEN_SENT) l.open_id = l.una - 1;
    else l.open_id |= rxid & ~OPEN_ID_MASK;
    return l;
}

static void pack(const struct ttp_rules_link *l, struct ttp_link_rec *r)
{
    r->link = *l;
    r->link.open_id &= OPEN_ID_MASK;
}

/* Deadlines and the time of the last activity. */
static void keep_time(const struct ttp_rules_answers *a, uint32_t now, uint32_t tick,
                      struct ttp_link_rec *r)
{
    if (a->timer == TTP_TIMER_SET) r->deadline = now + a->timer_after;
    if (a->service == TTP_TIMER_SET) r->service_at = now + a->service_after;
    if (a->active) r->active = tick;
}

static const struct {
    uint32_t cnt;
    uint16_t act;
    uint8_t  irq, cp_kind;
} MEANS[] = {       /* by bit of the notes */
    { TTP_LINK_CNT(ILLEGAL), ACT(ILLEGAL), IRQ(ILLEGAL), 0 },
    { TTP_LINK_CNT(TIMEOUT), ACT(TIMEOUT), 0, 0 },
    { TTP_LINK_CNT(LATE_ACK), 0, 0, 0 },
    { TTP_LINK_CNT(REPEAT), 0, 0, 0 },
    { TTP_LINK_CNT(GAP), 0, 0, 0 },
    { TTP_LINK_CNT(DROP_FAR), 0, 0, 0 },
    { TTP_LINK_CNT(DROP_SPACE), 0, 0, 0 },
    { 0, ACT(REWIND), 0, 0 },
    { TTP_LINK_CNT(OPENED), 0, 0, 0 },
    { 0, 0, IRQ(NOLINK), 0 },
    { 0, 0, IRQ(CLOSED), TTP_CPL_CLOSED },
    { TTP_LINK_CNT(DEAD), ACT(DEAD), IRQ(DEAD), TTP_CPL_DEAD },
    { 0, 0, IRQ(RESTART), TTP_CPL_RESTARTED },
};
_Static_assert(TTP_NOTE_RESTARTED == 1 << (sizeof MEANS / sizeof *MEANS - 1), "a line a note");

/* What the rules answer, on the wires of the cycle. */
static void tell(const struct ttp_rules_answers *a, bool open_recd, struct ttp_link_fsm_out *o)
{
    unsigned act = o->act;

    o->respond_valid = a->frame;
    o->respond_op = a->opcode;
    o->respond_txid = a->tx_id;
    o->respond_rxid = a->rx_id;
    o->respond_life = a->life;
    o->respond_to_life = a->to_life;
    o->respond_notify = a->frame && a->opcode == TTP_FRAME_OPEN_ACK && open_recd;
    o->take = a->deliver;
    o->new_life = a->new_life;
    o->moved = a->retired || a->flushed;
    o->flush = a->flushed != 0;
    o->cp_count = (uint16_t)a->flushed;
    if (a->frame) act |= ACT(RESPOND);
    if (a->deliver) act |= ACT(TAKE);
    if (a->retired) act |= ACT(RETIRE);
    if (a->flushed) act |= ACT(FLUSH);
    for (unsigned rest = a->notes, i = 0; rest; rest >>= 1, i++) {
        if (!(rest & 1)) continue;
        o->cnt |= MEANS[i].cnt;
        act |= MEANS[i].act;
        o->irq |= MEANS[i].irq;
        if (MEANS[i].cp_kind) o->cp_kind = MEANS[i].cp_kind;
    }
    o->act = (uint16_t)act;
}

/* The event in the rules' words. Of the timers one may have run out. */
static uint8_t kind_of(const struct ttp_link_fsm_in *in, const struct ttp_link_rec *r)
{
    switch (in->ev) {
    case TTP_EV_TIMER:
        if (r->link.timer_runs && dist(in->now, r->deadline) >= 0) return TTP_EVENT_TIMER;
        if (r->link.service_runs && dist(in->now, r->service_at) >= 0)
            return TTP_EVENT_SERVICE;
        return TTP_EVENT_NOTHING;
    case TTP_EV_RESEND: return TTP_EVENT_NOTHING;       /* a payload goes in the turn */
    case TTP_EV_LEFT: return TTP_EVENT_LEFT;
    case TTP_EV_CLOSE: return TTP_EVENT_CLOSE;
    case TTP_EV_DOORBELL:
    case TTP_EV_SEND: return TTP_EVENT_HOST;
    default: return in->ev;
    }
}

/* sel.open: for our next OPEN, after so many fruitless ones. */
static uint32_t open_again(const struct ttp_link_cfg *cfg, const struct ttp_rules_link *l,
                           uint8_t kind)
{
    const uint32_t longest = cfg->open_fits & 1 ? cfg->timeout : cfg->open_tmo;
    const bool again = l->state == TTP_STATE_OPEN_SENT || l->state == TTP_STATE_REOPEN_SENT;

    if (!cfg->selective || kind != TTP_EVENT_TIMER || !again) return cfg->open_tmo;
    if (l->rounds > 4 || !(cfg->open_fits >> (l->rounds + 1) & 1)) return longest;
    return cfg->open_tmo << (l->rounds + 1);
}

static void times(const struct ttp_link_cfg *cfg, const struct ttp_rules_link *l, uint8_t kind,
                  struct ttp_rules_config *c)
{
    c->timeout = cfg->timeout;
    c->open_again = open_again(cfg, l, kind);
    c->close_again = cfg->close_tmo;
    c->backoff = cfg->backoff;
    c->service = cfg->reack ? cfg->reack : cfg->idle_tmo;
}

struct agreement {
    struct ttp_agree link;      /* before, and after                                      */
    uint16_t window;            /* likewise                                               */
    bool offer;                 /* the answer has our offer                               */
    bool ended;                 /* what was agreed before                                 */
    bool stow;                  /* the payload is to be held (sel.hold)                    */
    bool not_held;              /* ... if there were a context and room                    */
    bool again, heard, marks;   /* as in struct ttp_link_fsm_out                           */
};

/* sel.mark: a map retires what is older than its RxID, as an ACK does; in a pause as a NACK. Where
 * there is nothing older it does nothing here. */
static void step_map(struct ttp_rules_link *l, const struct ttp_rules_event *e,
                     const struct ttp_rules_config *cfg, struct ttp_rules_answers *a)
{
    struct ttp_rules_event older = *e;

    if (e->rx_id == l->una && l->state >= TTP_STATE_OPEN) {
        older.kind = TTP_EVENT_NOTHING;
    } else if (!l->paused) {
        older.kind = TTP_FRAME_ACK;
        if (e->rx_id - l->una != 1u << 31) older.rx_id--;   /* that is late, and stays it */
    }
    ttp_rules_step(l, &older, cfg, a);
}

/* sel.advice: with marks the send point stays where it is, and what was sent is lost instead. */
static bool all_lost(struct ttp_rules_link *l, uint32_t next_before,
                     const struct ttp_rules_answers *a)
{
    const uint32_t stays = next_before > a->retired ? next_before - a->retired : 0;
    const bool back = l->next < stays;

    if (back) l->next = stays;
    return back;
}

/* The event, between two ends that may agree on selective repeat. With the switch off no
 * offer is told or heard; what was told or agreed before stays until the life ends. */
static void step(const struct ttp_link_fsm_in *in, struct agreement *g, struct ttp_rules_link *l,
                 const struct ttp_rules_event *e, const struct ttp_rules_config *cfg,
                 struct ttp_rules_answers *a)
{
    struct ttp_agree *x = &g->link;
    struct ttp_rules_answers opened;
    struct ttp_rules_event ack;
    const uint16_t peer_life = l->peer_life;
    const bool frame = e->kind <= TTP_FRAME_NACK_NOLINK;
    const bool ours = frame && (e->kind == TTP_FRAME_OPEN || ttp_rules_ours(l, e));
    const bool ships = ours && ttp_agree_ships(x, l, e, &ack);
    const bool stored = e->kind == TTP_FRAME_PAYLOAD && e->fits;
    const bool marked = in->has_marks && x->agreed;
    const bool map = marked && ours && in->mapped;
    const uint32_t next = l->next;
    const bool paused = l->paused;
    bool by_number, ahead;

    if (ships) ttp_rules_step(l, &ack, cfg, &opened);
    by_number = ours && ttp_agree_by_number(x, l, e, in->window);
    ahead = ours && x->agreed && stored && ttp_agree_ahead(l, e, in->window);
    g->stow = ahead && in->may_stow;
    g->not_held = ahead && !in->may_stow;
    g->heard = ours && x->agreed && (e->kind == TTP_FRAME_ACK || map);
    if (g->stow) ttp_agree_map(l, e, a);
    else if (map) step_map(l, e, cfg, a);
    else ttp_rules_step(l, e, cfg, a);
    if (ships) {
        ttp_agree_add(&opened, a);
        *a = opened;
    }
    if (ours && x->agreed && e->kind == TTP_FRAME_PAYLOAD && a->opcode == TTP_FRAME_ACK)
        a->tx_id = e->rx_id;
    if (by_number) g->window = in->window;                  /* sel.window */
    g->ended = ttp_agree_end(x, l, peer_life);
    g->marks = map && l->state >= TTP_STATE_OPEN && e->rx_id == l->una;
    g->again = marked && !g->ended && all_lost(l, next, a);
    /* snd.full: a pause is over. Nothing says that the oldest goes, which would set the timer. */
    if (marked && !g->ended && e->kind == TTP_EVENT_TIMER && paused && !l->paused
        && l->state == TTP_STATE_OPEN && l->in_flight) {
        l->timer_runs = true;
        a->timer = TTP_TIMER_SET;
        a->timer_after = cfg->timeout;
    }
    if (!in->cfg->selective) return;
    if (ours && in->offer && ttp_agree_by_offer(x, l, e, in->window)) g->window = in->offer;
    g->offer = ttp_agree_offer(x, l, e, in->cfg->offer_all, a);
}

/* sel.mark: a map had news. True if the timer begins anew. */
static bool news(struct ttp_link_rec *r)
{
    struct ttp_rules_link *l = &r->link;

    if ((l->state != TTP_STATE_OPEN && l->state != TTP_STATE_CLOSE_RECD) || !l->in_flight)
        return false;
    l->rounds = 0;
    if (l->paused) return false;
    l->timer_runs = true;
    return true;
}

/* sel.window, sel.delay: in flight are as many as a RESEND says, and no more than the peer offers
 * to hold. */
static void limit(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r,
                  const struct agreement *g)
{
    const bool begins = !r->offered || g->ended;

    r->offered = g->link.agreed ? g->window : 0;
    if (begins) r->window = r->offered;
    else if (in->limit) r->window = in->limit < r->offered ? in->limit : r->offered;
}

void ttp_link_fsm(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r,
                  struct ttp_link_fsm_out *o)
{
    struct ttp_rules_event e = { .fits = in->fits, .room = in->settled, .life = in->frame_life,
                                 .to_life = in->frame_to_life,
                                 .next_life = in->life, .tx_id = in->txid, .rx_id = in->rxid };
    struct ttp_rules_config cfg;
    struct ttp_rules_link l;
    struct ttp_rules_answers a;

    memset(o, 0, sizeof *o);
    if (in->entry == TTP_ENTRY_NONE) {
        o->act = ACT(NOENTRY);
        e.kind = in->ev;
        ttp_rules_step(NULL, &e, NULL, &a);
        tell(&a, false, o);
        return;
    }
    l = unpack(r, in->rxid);
    if (in->entry == TTP_ENTRY_NEW) {
        ttp_rules_forget(&l, in->start_id + 1);
        pack(&l, r);
        r->agree = (struct ttp_agree){ false, false };
        r->numbered = false;
        r->window = r->offered = 0;
        o->new_entry = true;
        o->act = ACT(ALLOC);
    }
    if (in->ev == TTP_EV_LOOKUP || in->ev == TTP_EV_PEEK) return;

    struct agreement g = { .link = r->agree, .window = r->offered };

    e.kind = kind_of(in, r);
    e.held = (unsigned)(in->napp - r->retired) & in->cmask;
    e.idle = in->seen->idle_tmo
             && ttp_tick_age(in->tick, r->active) > ttp_ticks(in->seen->idle_tmo);
    times(in->cfg, &l, e.kind, &cfg);
    cfg.rounds_max = in->seen->retry_max;
    cfg.repeat_ack = in->seen->reack != 0;
    cfg.nack_once = false;
    step(in, &g, &l, &e, &cfg, &a);
    /* tmr.dead: what has retired is not freed yet, so the timer comes again. */
    if (a.notes & TTP_NOTE_DEAD && !in->settled) return;
    pack(&l, r);
    r->agree = g.link;
    limit(in, r, &g);
    r->numbered = r->numbered && !g.ended;
    o->respond_offer = g.offer;
    o->stow = g.stow;
    o->not_held = g.not_held;
    o->ends = g.ended;
    o->again = g.again;
    o->heard = g.heard;
    o->marks = g.marks;
    r->retired = (uint16_t)((r->retired + a.retired + a.flushed) & in->cmask);
    keep_time(&a, in->now, in->tick, r);
    if (in->news && news(r)) r->deadline = in->now + in->cfg->timeout;
    tell(&a, l.state == TTP_STATE_OPEN_RECD, o);
}

void ttp_link_victim(struct ttp_link_rec *r, uint32_t now)
{
    const struct ttp_rules_event e = { .kind = TTP_EVENT_VICTIM };
    const struct ttp_rules_config cfg = { 0 };
    struct ttp_rules_link l;
    struct ttp_rules_answers a;

    l = unpack(r, 0);
    ttp_rules_step(&l, &e, &cfg, &a);
    pack(&l, r);
    keep_time(&a, now, 0, r);
}

/* sel.window */
uint32_t ttp_link_may_fly(const struct ttp_link_rec *r, uint32_t held)
{
    const uint32_t flies = r->link.in_flight;
    const uint32_t most = flies > r->window ? flies : r->window;

    return r->agree.agreed && most < held ? most : held;
}

static void sent(const struct ttp_rules_answers *a, struct ttp_link_rec *r,
                 struct ttp_link_send_out *o)
{
    o->sent = a->payload;
    o->numbered = r->agree.agreed;
    o->first = o->numbered && !r->numbered;
    r->numbered = o->numbered;
    o->replay = a->replay;
    o->head = a->timer == TTP_TIMER_SET;
    o->life = a->life;
    o->to_life = a->to_life;
    o->id = a->payload_id;
}

void ttp_link_resend(const struct ttp_link_send_in *in, uint32_t id, struct ttp_link_rec *r,
                     struct ttp_link_send_out *o)
{
    const struct ttp_rules_event e = { .kind = TTP_EVENT_SEND, .held = in->held };
    struct ttp_rules_config cfg = { .timeout = in->timeout, .nack_once = in->nack_once };
    struct ttp_rules_link l = unpack(r, 0);
    const uint32_t next = l.next;
    struct ttp_rules_answers a;

    memset(o, 0, sizeof *o);
    if (id - l.una >= l.in_flight || !in->go) return;
    l.next = id - l.una;                /* it is its turn, out of order */
    if (!ttp_rules_may_send(&l, in->held)) return;
    ttp_rules_step(&l, &e, &cfg, &a);
    l.next = next;
    pack(&l, r);
    keep_time(&a, in->now, in->tick, r);
    sent(&a, r, o);
}

void ttp_link_send(const struct ttp_link_send_in *in, struct ttp_link_rec *r,
                   struct ttp_link_send_out *o)
{
    const struct ttp_rules_event e = { .kind = TTP_EVENT_SEND, .held = in->held };
    struct ttp_rules_config cfg = { .timeout = in->timeout, .nack_once = in->nack_once };
    struct ttp_rules_link l;
    struct ttp_rules_answers a;

    memset(o, 0, sizeof *o);
    l = unpack(r, 0);
    o->more = ttp_rules_may_send(&l, ttp_link_may_fly(r, in->held));
    o->must_ask = ttp_rules_must_ask(&l);
    if (!o->more || !in->go) return;
    ttp_rules_step(&l, &e, &cfg, &a);
    pack(&l, r);
    keep_time(&a, in->now, in->tick, r);
    sent(&a, r, o);
    o->more = ttp_rules_may_send(&l, ttp_link_may_fly(r, in->held));
}
