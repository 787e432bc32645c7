/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose a frame is: the lives of both ends, which every frame between peers that know them names.
 * A stranger names none; what an OPEN of it on a live link means is guessed from its payloads. */
#include "rules.h"

/* life.ours: it names our life of now and the peer's. Before the peer is known ours is enough,
 * and a peer that names none is a stranger. */
bool ttp_rules_ours(const struct ttp_rules_link *l, const struct ttp_rules_event *ev)
{
    const bool asked = l->state == TTP_STATE_OPEN_SENT
        || (l->state == TTP_STATE_REOPEN_SENT && ev->kind <= TTP_FRAME_OPEN_NACK);

    if (!ev->to_life) return stranger(l) || l->state <= TTP_STATE_OPEN_SENT;
    if (l->state == TTP_STATE_CLOSED || ev->to_life != l->own_life) return false;
    return asked || (!stranger(l) && ev->life == l->peer_life);
}

/* life.foreign: it is of another life, and changes nothing. What still waits for an answer there
 * gets one, which says that that life is over. */
void rules_foreign(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;

    if (s->l) note(s, TTP_NOTE_LATE);
    if (ev->kind == TTP_FRAME_CLOSE)
        send_frame(s, TTP_FRAME_CLOSE_ACK, 0, ev->tx_id);
    else if (ev->to_life && (ev->kind == TTP_FRAME_PAYLOAD || ev->kind == TTP_FRAME_OPEN_ACK))
        send_frame(s, TTP_FRAME_NACK_NOLINK, 0, ev->tx_id);
}

/* life.number, life.both: an answer names the two lives that its frame has named. An OPEN_ACK
 * names those of the link, an OPEN and an OPEN_NACK one. */
void rules_name_lives(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    const struct ttp_rules_link *l = s->l;
    struct ttp_rules_answers *a = s->a;
    const bool opened = ev->kind == TTP_FRAME_OPEN;

    if (!a->frame && !a->payload) return;
    if (ev->kind <= TTP_FRAME_NACK_NOLINK) {
        a->life = opened ? 0 : ev->to_life;
        a->to_life = ev->to_life || opened ? ev->life : 0;
    } else if (!stranger(l)) {
        a->life = l->own_life;
        a->to_life = l->peer_life;
    }
    if (!a->frame || a->opcode > TTP_FRAME_OPEN_ACK) return;
    a->life = l->own_life;
    if (a->opcode == TTP_FRAME_OPEN) a->to_life = 0;
    else if (opened && ev->life && !stranger(l)) a->to_life = l->peer_life;
}

/* open.new, open.ships, open.ack.learn: the peer's numbers of its new life. */
void rules_learn(struct step *s, uint32_t last)
{
    struct ttp_rules_link *l = s->l;

    l->last = last;
    l->peer_life = s->ev->life;
    l->gap_told = l->gap_full = l->any_id = false;
    l->aside = l->pace = 0;
    l->after_open = s->ev->kind == TTP_FRAME_OPEN;
}

/* str.doubt: a re-OPEN names our newest payload that the stranger has taken. */
static bool knows_ours(const struct ttp_rules_link *l, uint32_t id)
{
    return id - (l->una - 1) <= l->in_flight;
}

/* str.aside, str.repeat, str.doubt: an OPEN of a stranger on a live link, or one on a stranger's. A
 * copy changes nothing, a restart must be proved by a payload. */
void rules_set_aside(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    struct ttp_rules_link *l = s->l;

    if (!stranger(l) && ev->life) return;       /* open.live: OPEN_ACK names the lives of now */
    if (stranger(l) && !ev->life) {
        const int32_t d = dist(ev->tx_id, l->last);

        if (l->any_id) {                        /* it has no link; these are its numbers */
            l->last = ev->tx_id;
            l->any_id = false;
            l->after_open = true;
            l->gap_told = l->gap_full = false;
            return;
        }
        if (d == -1 && live(l) && !knows_ours(l, ev->rx_id)) note(s, TTP_NOTE_RESTARTED);
        if (d == 0) l->after_open = true;
        if (d == 0 || d == -1) return;          /* its re-OPEN */
    }
    l->aside = 1;
    l->aside_id = ev->tx_id;
    if (closing(l)) l->close_named = l->close_spent;
}

/* open.ack.learn, str.first, str.keep: what an OPEN_ACK says of the peer's numbers. */
void rules_learn_from_ack(struct step *s)
{
    const struct ttp_rules_event *ev = s->ev;
    const struct ttp_rules_link *l = s->l;
    const bool again = l->state == TTP_STATE_REOPEN_SENT;
    const bool unknown = ev->tx_id == 0;        /* a stranger's 0 says nothing */

    if (!ev->life && stranger(l)) {
        /* Its oldest payload without an ACK may be one that we have. */
        if (again && (!l->open_accepted || ev->tx_id == l->last)) return;
        if (unknown && (again || l->after_open)) return;
    }
    rules_learn(s, ev->tx_id - 1);
    if (unknown && !ev->life) s->l->any_id = true;
}

/* str.prove, str.close: the OPEN set aside was the start of a new life. */
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
    l->peer_life = s->ev->life;
    l->aside = l->pace = 0;
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

/* str.prove, str.aside: what this payload says about the OPEN set aside. On a stranger's
 * link one that names our life comes from a peer that has our OPEN_ACK; a stranger must say it
 * twice. */
void rules_judge_aside(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const struct ttp_rules_event *ev = s->ev;

    if (!l->aside || (ev->to_life && (!stranger(l) || ev->to_life != l->own_life))) return;
    if (ev->tx_id == l->aside_id + 1 && (ev->to_life || l->aside == 2)) restarted(s);
    else if (!ev->to_life) l->aside = ev->tx_id == l->aside_id + 1 ? 2 : 0;
}
