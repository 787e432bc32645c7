/* SPDX-License-Identifier: Apache-2.0
 *
 * Which OPEN is news: the peer's life numbers, what they say of its IDs, and how a restart in the
 * middle of a life is proved. */
#include "rules.h"

/* life.bits: the life number on record, all of it: a copy, or the same life of the peer. */
bool rules_same_life(const struct step *s)
{
    return s->ev->life && s->ev->life == s->l->peer_life;
}

/* open.new, open.ships, open.ack.learn: the peer's numbers of its new life. */
void rules_learn(struct step *s, uint32_t last)
{
    struct ttp_rules_link *l = s->l;

    l->last = last;
    l->peer_life = s->ev->life;
    l->gap_told = l->gap_full = l->any_id = false;
    l->aside = 0;
    l->after_open = s->ev->kind == TTP_FRAME_OPEN;
}

/* open.repeat, restart.aside, str.repeat: an OPEN on a live link. A copy changes nothing, a restart
 * must be proved by a payload. */
void rules_set_aside(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    struct ttp_rules_link *l = s->l;

    if (rules_same_life(s)) return;
    if (stranger(l) && !ev->life) {
        const int32_t d = dist(ev->tx_id, l->last);

        if (l->any_id) {                        /* it has no link; these are its numbers */
            l->last = ev->tx_id;
            l->any_id = false;
            l->after_open = true;
            l->gap_told = l->gap_full = false;
            return;
        }
        if (d == 0) l->after_open = true;
        if (d == 0 || d == -1) return;          /* its re-OPEN */
    }
    l->aside = 1;
    l->aside_id = ev->tx_id;
    l->aside_life = ev->life;
    if (closing(l)) l->close_named = l->close_spent;
}

/* open.ack.learn, reopen.ack, str.first, str.keep: what an OPEN_ACK says of the peer's numbers. */
void rules_learn_from_ack(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    const struct ttp_rules_link *l = s->l;
    const bool again = l->state == TTP_STATE_REOPEN_SENT;
    const bool unknown = ev->tx_id == 0;        /* a stranger's 0 says nothing */

    if (rules_same_life(s)) return;
    if (!ev->life) {
        /* Its oldest payload without an ACK may be one that we have. */
        if (stranger(l) && again && (!l->open_accepted || ev->tx_id == l->last)) return;
        if (stranger(l) && unknown && (again || l->after_open)) return;
    }
    rules_learn(s, ev->tx_id - 1);
    if (unknown && !ev->life) s->l->any_id = true;
}

/* restart.prove, restart.close: the OPEN set aside was the start of a new life. */
static void restarted(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (l->state == TTP_STATE_REOPEN_SENT) rules_enter_open(s);
    if (closing(l)) {
        l->una += l->close_named;       /* our OPEN_ACK has named the one behind */
        l->close_wanted = false;
    }
    l->state = TTP_STATE_OPEN;
    l->last = l->aside_id;
    l->peer_life = l->aside_life;
    l->aside = 0;
    l->gap_told = l->gap_full = l->any_id = l->paused = false;
    l->close_held = l->close_spent = l->close_named = l->victim = l->open_accepted = false;
    l->nacked = TTP_NACKED_NOT;
    l->rounds = 0;
    l->next = 0;
    stop_timer(s);
    if (l->in_flight) {
        rules_rewind(s);
        set_timer(s, s->cfg->timeout);
    }
    note(s, TTP_NOTE_RESTARTED);
}

/* restart.prove, restart.forget, str.twice: what this payload says about the OPEN set aside. */
void rules_judge_aside(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const uint32_t id = s->ev->tx_id;

    if (!l->aside) return;
    if (id == l->aside_id + 1) {
        if (l->aside_life || l->aside == 2) restarted(s);
        else l->aside = 2;
    } else if (!l->aside_life || (id == l->last + 1 && !l->any_id)) {
        l->aside = 0;
    }
}
