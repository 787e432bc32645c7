/* SPDX-License-Identifier: Apache-2.0
 *
 * Selective repeat, the sender: sends are numbered, answers name the number that has caused them,
 * and what was sent before something that has arrived is lost. */
#include "select.h"

/* sel.number: every send has its own; 0 means none. */
static void number(struct select *s, uint32_t id)
{
    struct ttp_select_link *x = s->x;

    if (!++x->number) x->number = 1;
    x->id_of[x->number % TTP_SELECT_SENDS] = id;
    sent_of(x, id)->number = x->number;
    sent_of(x, id)->at = s->ev->now;
}

static void lose(struct select *s, struct ttp_select_sent *e)
{
    if (e->held || e->lost) return;
    e->lost = s->x->round.lossy = true;
    s->x->lost_n++;
}

/* The payloads from..to - 1 in flight are lost. sel.advice: but none that is held, if it is not the
 * oldest. */
static void lose_from(struct select *s, uint32_t from, uint32_t to)
{
    struct ttp_select_sent *oldest = sent_of(s->x, s->l->una);

    if (!from && to && oldest->held) {
        oldest->held = false;
        s->x->held_n--;
    }
    for (; from < to; from++) lose(s, sent_of(s->x, s->l->una + from));
}

/* sel.advice: where go-back-N sends all from `next` on. */
void select_again(struct select *s)
{
    if (s->l->next < s->l->in_flight) gone(s->x, s->x->number);
    lose_from(s, s->l->next, s->l->in_flight);
    s->l->next = s->l->in_flight;
}

/* sel.lost: of a payload that was sent once it is plain which send has arrived. */
static void arrived(struct select *s, const struct ttp_select_sent *e)
{
    s->x->probes = 0;
    if (!e->again && dist(e->number, s->x->known) > 0) s->x->known = e->number;
}

void select_retire(struct select *s, uint32_t una, uint32_t n)
{
    for (uint32_t id = una; id != una + n; id++) {
        struct ttp_select_sent *e = sent_of(s->x, id);

        if (e->held) s->x->held_n--;
        else arrived(s, e);
        if (e->lost) s->x->lost_n--;
    }
    if (s->l->in_flight) return;
    s->x->emptied = s->ev->now;
    gone(s->x, s->x->number);
}

/* sel.reorder: a send is heard of after later ones, and its payload was not known to have
 * arrived. sel.lost */
void select_echo(struct select *s, uint32_t q)
{
    struct ttp_select_link *x = s->x;
    const uint32_t id = x->id_of[q % TTP_SELECT_SENDS];
    const int32_t behind = dist(x->known, q);

    if (!q || x->number - q >= TTP_SELECT_SENDS) return;
    const uint32_t way = on_the_way(x);
    gone(x, q);
    if (behind < 0) x->known = q;
    else if (s->cfg->learn && behind > (int32_t)x->reorder && in_flight(s->l, id)
             && !sent_of(x, id)->held)
        x->reorder = least((uint32_t)behind, s->cfg->reorder_max);
    select_time_echo(s, q, way);
}

/* sel.tail: after the newest send there is nothing that could overtake anything. */
static bool answers_probe(const struct select *s)
{
    const uint32_t q = s->ev->rules.tx_id;

    return s->x->probes && q && q == s->x->number;
}

/* sel.lost: what was sent more than `reorder` sends before something that has arrived. sel.tail:
 * after a probe all that was sent before it. */
static void judge(struct select *s, bool probe)
{
    struct ttp_select_link *x = s->x;
    const int32_t most = probe ? 0 : (int32_t)x->reorder;

    for (uint32_t i = 0; i < s->l->in_flight; i++) {
        struct ttp_select_sent *e = sent_of(x, s->l->una + i);

        if (dist(x->known, e->number) > most) lose(s, e);
    }
}

/* sel.mark: the peer holds these. */
static void mark(struct select *s)
{
    struct ttp_select_link *x = s->x;
    const struct ttp_select_map *m = &s->ev->map;
    struct step base = { &s->ev->rules, &s->rules, s->l, &s->a->rules };
    uint32_t id = s->ev->rules.rx_id + 1 + m->base;
    bool news = false;

    for (uint64_t bits = m->held; bits; bits >>= 1, id++) {
        struct ttp_select_sent *e = sent_of(x, id);

        if (!(bits & 1) || !in_flight(s->l, id) || e->held) continue;
        if (e->lost) x->lost_n--;
        e->lost = false;
        e->held = news = true;
        x->held_n++;
        arrived(s, e);
    }
    if (!news) return;
    s->l->rounds = 0;
    if (sending(s->l) && !s->l->paused) set_timer(&base, s->rules.timeout);
}

/* sel.lost: an ACK may show it too. */
void select_on_ack(struct select *s)
{
    const bool probe = answers_probe(s);

    select_echo(s, s->ev->rules.tx_id);
    select_rules(s, &s->ev->rules);
    judge(s, probe);
}

/* sel.mark: with a map it retires what is older, and starts no replay. sel.advice: without one
 * it is as ever. */
void select_on_nack(struct select *s)
{
    struct ttp_rules_event older = s->ev->rules;
    const uint32_t missing = older.rx_id;
    const bool probe = answers_probe(s);

    if (!s->ev->mapped) {
        select_rules(s, &older);
        return;
    }
    select_echo(s, older.tx_id);
    if (!s->l->paused) {
        older.kind = TTP_FRAME_ACK;
        older.rx_id--;
    }
    if (missing != s->l->una) select_rules(s, &older);
    if (live(s->l) && missing == s->l->una) mark(s);
    judge(s, probe);
}

/* sel.window, sel.delay, sel.first */
bool ttp_select_may_send(const struct ttp_select_link *x, const struct ttp_rules_link *l,
                         uint32_t held_n)
{
    if (!x->agree.agreed) return ttp_rules_may_send(l, held_n);
    if (l->paused || !sending(l)) return false;
    if (on_the_way(x) >= x->window) return false;
    return x->lost_n || (ttp_rules_may_send(l, held_n) && l->in_flight < x->peer_window);
}

/* sel.first: the oldest lost one before any new one. */
void select_send(struct select *s)
{
    struct ttp_select_link *x = s->x;
    struct ttp_rules_link *l = s->l;

    if (!ttp_select_may_send(x, l, s->ev->rules.held)) return;
    select_window_idle(s);
    for (uint32_t i = 0; x->lost_n && l->next == l->in_flight; i++)
        if (sent_of(x, l->una + i)->lost) l->next = i;
    if (l->next == l->in_flight) *sent_of(x, l->una + l->next) = (struct ttp_select_sent){ 0 };
    select_rules(s, &s->ev->rules);
    l->next = l->in_flight;

    struct ttp_select_sent *e = sent_of(x, s->a->rules.payload_id);
    if (e->lost) x->lost_n--;
    e->lost = false;
    e->again = s->a->rules.replay;
    number(s, s->a->rules.payload_id);
    s->a->number = x->number;
}

/* sel.tail: the oldest in flight goes once more before the timer counts a round, then all. */
void select_probe(struct select *s)
{
    struct ttp_rules_link *l = s->l;
    struct step base = { &s->ev->rules, &s->rules, l, &s->a->rules };

    if (!l->in_flight || l->paused || !select_probe_next(s)) {
        select_rules(s, &s->ev->rules);
        return;
    }
    lose_from(s, 0, s->x->probes ? l->in_flight : 1);
    gone(s->x, s->x->probes ? s->x->number : s->x->number + 1 - s->x->window);
    s->x->probes++;
    s->a->probe = true;
    set_timer(&base, select_timeout(s));
}
