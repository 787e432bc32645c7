/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariants of docs/architecture.md, as far as one state shows them. Slow: for tests.
 *
 * unreached sentences: a sound model has none of these faults, and the tests break RTL, not it */
#include <stdlib.h>
#include <string.h>

#include "ttp_defs.h"
#include "ttp_mac.h"

struct work {
    const struct ttp_mac_state *s;
    uint8_t *cell, *entry;      /* by index: already in a list        */
    uint8_t *listed;            /* by link: stands in the ready list  */
    uint32_t cells, entries;    /* found so far, at the end all       */
    uint32_t links, ents;
};

/* The cells of a chain of n from first to last. */
static const char *chain(struct work *c, uint32_t first, uint32_t last, uint32_t n)
{
    const struct ttp_tx_sram *t = &c->s->tx_sram;
    uint32_t at = first;

    for (uint32_t i = 0; i < n; i++) {
        if (at >= t->cells) return "a chain of cells leaves the store";
        if (c->cell[at]) return "a cell is in two lists";
        c->cell[at] = 1;
        c->cells++;
        if (i + 1 == n && at != last) return "a chain of cells does not end at its last cell";
        at = t->next[at];
    }
    return NULL;
}

/* Each entry is in one list: of a link, or of the free ones. */
static const char *take_entry(struct work *c, uint32_t e)
{
    if (e >= c->ents) return "an entry beyond the last";
    if (c->entry[e]) return "an entry is in two lists";
    c->entry[e] = 1;
    c->entries++;
    return NULL;
}

/* Where the retire engine really is with a link: it writes its numbers a cycle after it frees,
 * the last of a flush only when the record has been accepted. */
static void retire_point(const struct ttp_retire *r, uint32_t link, uint16_t *head,
                         uint16_t *nfreed)
{
    *head = r->headp[link];
    *nfreed = r->nfreed[link];
    if (r->c_link != link) return;
    if (r->d_valid) {
        *head = r->d_free;
        *nfreed = (uint16_t)((r->c_nfreed - 1u) & r->count_mask);
    } else if (r->retired_valid || r->defer) {
        *head = r->c_head;
        *nfreed = r->c_nfreed;
    }
}

static bool is_turn(const struct ttp_link_ev *e, uint8_t ev)
{
    return e->ev == ev && !e->second;
}

/* A SEND or DOORBELL of this link on its way through the pipe. */
static bool under_way(const struct ttp_link_pipe *p, uint32_t link, bool doorbell)
{
    const uint8_t ev = doorbell ? TTP_EV_DOORBELL : TTP_EV_SEND;

    /* With DEEP the table has not heard of it yet, or not looked. */
    if (p->s0_valid && is_turn(&p->s0_ev, ev) && p->s0.s0_link == link) return true;
    if (p->spare_valid && is_turn(&p->spare_ev, ev) && p->spare.s0_link == link) return true;
    if (p->table.first_valid && is_turn(&p->first_ev, ev) && p->table.first.s0_link == link)
        return true;
    if (p->table.s1_valid && is_turn(&p->s1_ev, ev) && p->table.s1_link == link) return true;
    for (unsigned k = 0; k <= p->s2_last; k++) {
        const struct ttp_link_way *e = ttp_link_pipe_in_s2(p, k);

        if (e && is_turn(&e->ev, ev) && e->link == link) return true;
    }
    return false;
}

/* held: payloads that the record knows and that are not retired. kept: those whose memory is not
 * freed. Retirement is decided first and freed later, so held is never more than kept. */
static const char *check_record(struct work *c, uint32_t link, uint16_t nfreed)
{
    const struct ttp_mac_state *s = c->s;
    const struct ttp_link_pipe *p = &s->pipe;
    const struct ttp_link_rec *r = &p->rec[link];
    const struct ttp_link_timer_copy *t = &s->timer.copy[link];
    const uint16_t held = (uint16_t)((unsigned)(p->napp[link] - r->retired) & p->cmask);
    const uint16_t kept = (uint16_t)((unsigned)(p->napp[link] - nfreed) & p->cmask);
    const struct ttp_rules_link *l = &r->link;
    const bool closing = l->state == TTP_ST_CLOSE_SENT || l->state == TTP_ST_CLOSE_DUE;
    const bool open = l->state == TTP_ST_OPEN, recd = l->state == TTP_ST_CLOSE_RECD;
    const bool stranger = !l->peer_life;
    uint32_t may;

    if (l->state > TTP_ST_CLOSE_DUE) return "a link in no state";
    if (l->in_flight > held) return "more in flight than held";
    if (l->next > l->in_flight) return "the send point is beyond the newest sent";
    if (l->in_flight && !open && !recd && l->state != TTP_ST_REOPEN_SENT)
        return "payloads in flight on a link that is not open";
    if (held > kept) return "more freed than retired";
    if (t->armed != l->timer_runs || (t->armed && t->dl != r->deadline)
        || t->armed2 != l->service_runs || (t->armed2 && t->dl2 != r->service_at))
        return "the timer's copy is not the record's";
    if (l->state != TTP_ST_CLOSED && !open && !l->timer_runs)
        return "a link that waits for an answer without a timer";
    if (open && l->in_flight && l->next && !l->timer_runs)
        return "payloads in flight without a timer";
    if (l->aside > 2 || l->close_acks > 2 || l->nacked > 3 || l->pace > 7 || r->active >> 24)
        return "a field of a record out of its range";
    if (l->close_acks && l->state != TTP_ST_CLOSED)
        return "CLOSE_ACKs of a link that is not closed";
    if (l->victim && !(l->timer_runs && (closing || (l->state == TTP_ST_CLOSED && !held))))
        return "a victim that is not closing";
    /* ids.close: that of a CLOSE to a stranger */
    if (l->state == TTP_ST_CLOSE_SENT && stranger ? !l->close_spent
        : l->close_spent && !(closing && stranger))
        return "the ID of our CLOSE is spent, and it was not sent, or it was sent and is not";
    if (l->state == TTP_ST_REOPEN_SENT && !stranger) return "a re-OPEN to a peer with a life";
    if (l->state != TTP_ST_CLOSED && !l->own_life) return "a link without a life";
    if (l->close_named && !l->close_spent) return "the ID behind a CLOSE that was not sent";
    /* sel.life, sel.window */
    if ((r->agree.told || r->agree.agreed) && l->state == TTP_ST_CLOSED)
        return "a closed link that has told or agreed";
    if (r->agree.agreed ? stranger || !r->window || r->window > r->offered
                          || r->offered > 512
                        : r->numbered || r->window || r->offered)
        return "what was agreed, with whom and for how much";
    if (l->paused && !(l->timer_runs && (open || recd))) return "a pause without an end";
    if (l->pace && (l->next > 1 || !stranger)) return "a pace, and payloads under way";
    if (l->paused && l->rounds >> (l->pace < 2 || recd ? 0 : l->pace - 2))
        return "a pause that is longer than its pace allows";
    if (!(p->table.tag[link] >> 24) && (l->state != TTP_ST_CLOSED || held))
        return "a link in use without a tag";

    /* Progress: what may be sent has a turn coming. A stranger is asked for its OPEN_ACK first. */
    may = l->paused || (l->pace && l->next) ? 0
        : open ? ttp_link_may_fly(r, held) : recd ? l->in_flight : 0;
    if (may > (ttp_rules_must_ask(l) ? 0 : l->next) && !p->act[link] && !under_way(p, link, true)
        && !(s->ingest.doorbell_valid && s->ingest.doorbell_link == link))
        return "a payload waits and its link has no turn";
    if (p->act[link] != (c->listed[link] || under_way(p, link, false)))
        return "act does not say what the ready list says";
    return NULL;
}

/* The blocks hold copies of lists and counts, each in a memory of its own. They agree whenever
 * none is on its way. The list of a link begins with a dummy: it has one entry more than payloads,
 * and an empty list needs no special case. */
static const char *check_link(struct work *c, uint32_t link)
{
    const struct ttp_mac_state *s = c->s;
    const struct ttp_retire *r = &s->retire;
    const struct ttp_tx_ingest_list *in = &s->ingest.list[link];
    const struct ttp_tx_ingest_freed *late = &s->ingest.late;   /* with DEEP only */
    const uint32_t freed = late->wr && late->link == link ? late->val : s->ingest.freed_of[link];
    uint16_t e, nfreed;
    uint32_t n;
    const char *bad;

    retire_point(r, link, &e, &nfreed);
    if (in->napp != s->pipe.napp[link] || r->nfreed[link] != s->pipe.nfreed[link]
        || r->headp[link] != s->retransmit.headp[link] || r->freed[link] != freed)
        return "two copies of a count or pointer of one link differ";
    if ((bad = check_record(c, link, nfreed))) return bad;

    if ((bad = take_entry(c, e))) return bad;
    for (n = (unsigned)(in->napp - nfreed) & r->count_mask; n; n--) {
        if (r->next_e[e] != s->retransmit.next_e[e])
            return "two copies of a list of entries differ";
        e = r->next_e[e];
        if ((bad = take_entry(c, e))) return bad;
        if (r->ent_len[e] < 1 || r->ent_len[e] > TTP_MAX_PAYLOAD)
            return "an entry of a wrong length";
        if (r->ent_len[e] != s->retransmit.ent_len[e]
            || r->ent_first[e] != s->retransmit.ent_first[e])
            return "two copies of an entry differ";
        if ((bad = chain(c, r->ent_first[e], r->ent_last[e], (r->ent_len[e] + 63u) / 64u)))
            return bad;
    }
    if (e != in->tail) return "the list of a link does not end at its tail";
    return NULL;
}

static const char *check_tags(const struct ttp_link_table *t)
{
    for (uint32_t base = 0; base < t->links; base += t->ways)
        for (uint32_t i = base; i < base + t->ways; i++)
            for (uint32_t j = base; j < i; j++)
                if (t->tag[i] >> 24 && t->tag[i] == t->tag[j]) return "a peer has two entries";
    return NULL;
}

/* All queues of the scheduler together are the ready list. */
static const char *check_ready(struct work *c)
{
    const struct ttp_tx_order *o = &c->s->sched.order;
    const struct ttp_fifo *q[] = { &c->s->sched.replay, &c->s->sched.fresh,
                                   &o->replay[0], &o->replay[1], &o->replay[2],
                                   &o->fresh[0], &o->fresh[1], &o->fresh[2] };

    for (unsigned k = 0; k < sizeof q / sizeof *q; k++)
        for (uint32_t i = 0; i < q[k]->count; i++) {
            const uint16_t link = *(const uint16_t *)ttp_fifo_at(q[k], i);

            if (link >= c->links) return "a link beyond the last in the ready list";
            if (c->listed[link]) return "a link is in the ready list twice";
            c->listed[link] = 1;
        }
    return NULL;
}

static uint32_t cells_of(const struct ttp_mac_state *s, uint32_t bytes)
{
    return s->rx_sram.bays ? TTP_RX_BAY : (bytes + 63u) / 64u;
}

/* An event in the pipe */
static void count_event(const struct ttp_mac_state *s, const struct ttp_link_ev *e, uint32_t *cells,
                        uint32_t *slots, uint32_t *credits)
{
    *credits += e->credit;
    *slots += e->fits;
    if (e->fits) *cells += cells_of(s, e->len);
}

/* Payloads that are held, or on their way through there: none has its bay twice. */
static const char *check_held(const struct ttp_rx_hold *h, uint32_t bays, uint32_t *slots)
{
    uint64_t seen[16] = { 0 };

    *slots = (uint32_t)h->k1.valid + h->k2.valid + h->told_valid + h->again_valid + h->queue.count;
    for (uint32_t i = 0; i < h->contexts; i++) {
        const struct ttp_hold_context *c = &h->context[i];
        const bool used = h->used >> i & 1;
        uint32_t n = 0;

        for (uint32_t at = 0; at < h->places; at++) {
            const uint32_t bay = h->lies[i * h->places + at].bay;

            if (!(c->held[at / 64] >> at % 64 & 1)) continue;
            n++;
            if (bay >= bays) return "a payload is held outside the receive store";
            if (seen[bay / 64] >> bay % 64 & 1) return "two payloads are held in one bay";
            seen[bay / 64] |= 1ull << bay % 64;
        }
        if (n && !used) return "a context that is free holds a payload";
        if (used && h->k2_context != i && n != c->count) return "a context has miscounted";
        *slots += n;
        for (uint32_t j = 0; j < i; j++)
            if ((h->used & ~h->ends) >> i & (h->used & ~h->ends) >> j & 1
                && h->context[j].link == c->link) return "a link has two contexts";
    }
    return NULL;
}

/* Cells between allocation and release, response credits given out. */
static const char *check_receive(const struct ttp_mac_state *s)
{
    const struct ttp_link_pipe *p = &s->pipe;
    uint32_t cells = 0, slots = 0, credits = s->respond.q.count, held;
    const char *bad = check_held(&s->hold, s->rx_sram.rcells / TTP_RX_BAY, &held);

    if (bad) return bad;
    cells += held * TTP_RX_BAY;
    slots += held;

    for (uint32_t i = 0; i < s->parse.received.count; i++) {
        const struct ttp_received *f = ttp_fifo_at(&s->parse.received, i);

        credits++;
        if (f->op != TTP_OP_PAYLOAD || !f->fits) continue;
        cells += cells_of(s, f->len);
        slots++;
    }
    if (p->s0_valid) count_event(s, &p->s0_ev, &cells, &slots, &credits);
    if (p->spare_valid) count_event(s, &p->spare_ev, &cells, &slots, &credits);
    if (p->table.first_valid) count_event(s, &p->first_ev, &cells, &slots, &credits);
    if (p->table.s1_valid) count_event(s, &p->s1_ev, &cells, &slots, &credits);
    for (unsigned k = 0; k <= p->s2_last; k++) {
        const struct ttp_link_way *e = ttp_link_pipe_in_s2(p, k);

        if (e) count_event(s, &e->ev, &cells, &slots, &credits);
    }
    /* What is chosen holds a credit already, a frame the one that is counted with it. */
    credits += (s->arbiter.chosen & (TTP_GRANT_TIMER | TTP_GRANT_TURN | TTP_GRANT_SECOND)) != 0
             || (s->arbiter.chosen == TTP_GRANT_COMMAND && !s->csr.command_peek);
    for (uint32_t i = 0; i < s->deliver.vq.count; i++) {
        const struct ttp_verdict *v = ttp_fifo_at(&s->deliver.vq, i);

        cells += cells_of(s, v->len_m1 + 1u);
        slots++;
    }
    if (cells + s->rx_sram.free_cells != s->rx_sram.rcells) return "a receive cell is lost";
    if (slots != s->rx_sram.slots) return "a place of the verdict queue is lost";
    if (credits + s->respond.credit != s->respond.resp_n) return "a response credit is lost";
    return NULL;
}

static const char *check_slots(const struct ttp_retransmit *r)
{
    if (r->used > r->slots) return "more send slots used than there are";
    if (r->used != r->ready + r->sent) return "a send slot is lost";
    return NULL;
}

/* What a send context says of the payloads in flight: each lies where the list of its link has it,
 * and none that is held is to be sent again. */
static const char *check_context(const struct ttp_mac_state *s, uint32_t at)
{
    const struct ttp_marks_context *k = &s->marks.context[at];
    const struct ttp_marks_sent *sent = &s->marks.sent[at * s->marks.places];
    const struct ttp_link_pipe *p = &s->pipe;
    const struct ttp_link_rec *r = &p->rec[k->link];
    const struct ttp_rules_link *l = &r->link;
    uint16_t e = s->retransmit.headp[k->link];

    if (!r->agree.agreed || !l->in_flight) return "a send context of a link with nothing in flight";
    if (k->una != l->una || k->sent != l->next) return "a send context has missed an event";
    for (uint32_t n = (unsigned)(r->retired - p->nfreed[k->link]) & p->cmask; n; n--)
        e = s->retransmit.next_e[e];
    for (uint32_t i = 0; i < k->sent; i++) {
        const uint32_t place = (l->una + i) % s->marks.places;
        const uint64_t bit = 1ull << place % 64;

        e = s->retransmit.next_e[e];
        if (sent[place].entry != e) return "a send context has another payload at an ID";
        if (k->held[place / 64] & k->lost[place / 64] & bit) return "a payload is held and lost";
    }
    for (uint32_t i = 0; i < at; i++)
        if (s->marks.used >> i & 1 && s->marks.context[i].link == k->link)
            return "a link has two send contexts";
    return NULL;
}

/* What has just acted is noted a cycle later. */
static const char *check_marks(const struct ttp_mac_state *s)
{
    const char *bad = NULL;

    if (s->marks.m1_flight || s->marks.m1_send || s->marks.m2) return NULL;
    for (uint32_t i = 0; i < s->marks.contexts && !bad; i++)
        if (s->marks.used >> i & 1) bad = check_context(s, i);
    return bad;
}

/* What the ingest knows of the table: nothing that is wrong, and no link that makes room. */
static const char *check_known(const struct ttp_mac_state *s)
{
    const struct ttp_tx_ingest *in = &s->ingest;
    const struct ttp_link_table *t = &s->pipe.table;

    for (uint32_t i = 0; i < in->known_n; i++) {
        const uint32_t link = in->known_link[i], dest = in->known_dest[i];

        if (!(in->known_valid >> i & 1)) continue;
        if (t->tag[link] != (1u << 24 | (dest & 0xffffff))
            || link / (t->sets * t->ways) != dest >> 24)
            return "a link that needs no lookup is another's";
        if (s->pipe.rec[link].link.victim) return "a link that needs no lookup makes room";
    }
    return NULL;
}

/* The free lists first: check_link() then finds a cell or entry that is in two lists, and at the
 * end the counts tell those that are in none. */
static const char *check_all(struct work *c)
{
    const struct ttp_mac_state *s = c->s;
    const struct ttp_tx_ingest *in = &s->ingest;
    const uint32_t eq_n = (in->eq_wr - in->eq_rd) & (2 * in->eq_mask + 1);
    const char *bad;

    if ((bad = ttp_tx_sram_check(&s->tx_sram, c->cell))) return bad;
    c->cells = s->tx_sram.count;
    for (uint32_t i = 0; i < eq_n; i++)
        if ((bad = take_entry(c, in->eq[(in->eq_rd + i) & in->eq_mask]))) return bad;
    if ((bad = check_ready(c))) return bad;
    for (uint32_t link = 0; link < c->links; link++)
        if ((bad = check_link(c, link))) return bad;
    /* The chunk that ingest is storing, or hands back. */
    if (in->words) {
        const uint32_t cells = (in->words + (1u << in->wpc_log2) - 1) >> in->wpc_log2;

        if ((bad = chain(c, in->first, in->cell, cells))) return bad;
    }
    if (c->cells != s->tx_sram.cells) return "a transmit cell is lost";
    if (c->entries != c->ents) return "a packet entry is lost";
    if ((bad = check_tags(&s->pipe.table))) return bad;
    if ((bad = check_known(s))) return bad;
    if ((bad = check_receive(s))) return bad;
    if ((bad = check_marks(s))) return bad;
    return check_slots(&s->retransmit);
}

const char *ttp_mac_check(const struct ttp_mac *m)
{
    const struct ttp_mac_state *s = &m->s;
    struct work c = { .s = s, .links = s->pipe.links };
    const char *bad;
    uint8_t *mem;

    /* Before the first reset, and while the lists are being built, there is nothing to hold. */
    if (!s->was_reset || ttp_init_busy(&s->init) || m->w.csr.core_rst) return NULL;
    c.ents = m->p.tx_pkts + c.links;
    mem = calloc(1, (size_t)m->p.tx_cells + c.ents + c.links);
    if (!mem) return "no memory for the check";
    c.cell = mem;
    c.entry = mem + m->p.tx_cells;
    c.listed = c.entry + c.ents;
    bad = check_all(&c);
    free(mem);
    return bad;
}
