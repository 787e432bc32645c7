/* SPDX-License-Identifier: Apache-2.0
 *
 * Our payloads: which goes next, what an acknowledgement retires, what is sent again. */
#include "rules.h"

/* tmr.rounds: a round is fruitless when nothing has retired. */
void rules_count_round(struct ttp_rules_link *l)
{
    if (l->rounds != 255) l->rounds++;
}

/* snd.timeout, snd.nack: all that is in flight, from the oldest on. */
void rules_rewind(struct step *s)
{
    s->l->next = 0;
    note(s, TTP_NOTE_REWIND);
}

/* snd.pace.pause: its back-offs are counted as rounds. */
void rules_end_pause(struct ttp_rules_link *l)
{
    if (l->paused) l->rounds = 0;
    l->paused = false;
}

/* snd.ack, snd.ack.order, tmr.clear: our n oldest payloads have arrived. */
static void retire(struct step *s, uint32_t n)
{
    struct ttp_rules_link *l = s->l;

    s->a->retired += n;
    s->a->active = true;
    l->una += n;
    l->in_flight -= n;
    l->next = l->next > n ? l->next - n : 0;
    l->nacked = TTP_NACKED_NOT;
}

/* snd.full.ack: it ends a pause. snd.timer: the timer begins anew, or has nothing to do.
 * In a re-OPEN the timer belongs to the OPEN. cls.drained: in CLOSE_RECD the peer waits for its
 * CLOSE_ACK now, or owes us payloads: never without a timer. */
static void retire_and_go_on(struct step *s, uint32_t n)
{
    struct ttp_rules_link *l = s->l;

    retire(s, n);
    l->rounds = 0;
    l->paused = false;
    if (l->state == TTP_STATE_REOPEN_SENT) return;
    if (l->in_flight) set_timer(s, s->cfg->timeout);
    else if (l->state != TTP_STATE_CLOSE_RECD) stop_timer(s);
    else set_timer(s, rules_all_here(l) ? AT_ONCE : s->cfg->close_again);
}

/* snd.pace, snd.pace.pause: a slow stranger gets its next payload after a back-off, and each 32nd
 * time somewhat sooner. */
static void acked(struct step *s, uint32_t n)
{
    struct ttp_rules_link *l = s->l;
    const bool slow = l->pace >= 2;

    retire_and_go_on(s, n);
    if (slow && l->state == TTP_STATE_OPEN) {
        l->paused = true;
        set_timer(s, s->cfg->backoff);
    }
    if (slow && n == 1 && s->ev->rx_id % 32 == 31) l->pace--;
}

/* snd.ack, snd.ack.newer, snd.ack.late; snd.ignored before the link is open */
void rules_on_ack(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const int32_t e = dist(s->ev->rx_id, l->una);

    if (!live(l)) return;
    if (e < 0) note(s, TTP_NOTE_LATE);
    else if (e >= (int32_t)l->in_flight) note(s, TTP_NOTE_ILLEGAL);
    else acked(s, (uint32_t)e + 1);
}

/* snd.nack, snd.nack.newer, snd.nack.old, snd.nack.once, snd.nack.again, snd.full.nack */
void rules_on_nack(struct step *s)
{
    struct ttp_rules_link *l = s->l;
    const int32_t e = dist(s->ev->rx_id, l->una);       /* so many are older than the missing one */
    uint32_t after = s->cfg->timeout;

    if (!live(l)) return;
    if (e > (int32_t)l->in_flight) {
        note(s, TTP_NOTE_ILLEGAL);
        return;
    }
    if (e < -1) {
        note(s, TTP_NOTE_LATE);
        return;
    }
    if (!l->in_flight) return;
    if (e <= 0 && (l->nacked == TTP_NACKED || l->nacked == TTP_NACKED_TWICE)) return;
    if (l->paused) {
        if (e > 0) retire(s, (uint32_t)e);
        return;
    }
    if (e > 0) retire_and_go_on(s, (uint32_t)e);
    if (!l->in_flight) return;
    rules_rewind(s);
    l->nacked = l->nacked == TTP_NACKED_REPLAYED ? TTP_NACKED_TWICE : TTP_NACKED;
    if (e <= 0) {
        rules_count_round(l);
        if (l->rounds >= s->cfg->rounds_max) after = AT_ONCE;       /* dead, says the timer */
    }
    if (l->state != TTP_STATE_REOPEN_SENT) set_timer(s, after);
}

/* snd.full, snd.pace, tmr.clear; in a re-OPEN nothing is sent anyway */
void rules_on_nack_full(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (!live(l) || !l->in_flight) return;
    l->next = 0;
    l->rounds = 0;
    l->nacked = TTP_NACKED_NOT;
    if (l->state == TTP_STATE_REOPEN_SENT) return;
    if (stranger(l) && !l->paused && l->pace < 7) l->pace++;
    l->paused = true;
    set_timer(s, s->cfg->backoff);
}

/* life.over, reopen.stranger, str.lost, cls.nolink: the peer has no link, or is in another life. */
void rules_on_nack_nolink(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (!stranger(l)) {
        if (hears(l)) rules_left_by_peer(s);
        return;
    }
    if (!live(l) || l->state == TTP_STATE_REOPEN_SENT) return;
    if (s->ev->rx_id == 0) l->any_id = true;
    if (closing(l)) {
        set_timer(s, AT_ONCE);
        return;
    }
    if (!l->in_flight) return;
    note(s, TTP_NOTE_LOST);
    if (l->paused || l->rounds < s->cfg->rounds_max) {
        rules_reopen(s);
    } else {
        set_timer(s, AT_ONCE);      /* the link is dead, says the timer */
    }
}

/* str.open: what we send to a stranger before it has answered an OPEN of ours may be
 * lost. */
bool ttp_rules_must_ask(const struct ttp_rules_link *l)
{
    return l->state == TTP_STATE_OPEN && stranger(l) && !l->open_accepted;
}

/* snd.host, snd.wait, snd.pace: in OPEN all payloads may go, in CLOSE_RECD those that were sent
 * before. */
bool ttp_rules_may_send(const struct ttp_rules_link *l, uint32_t held_n)
{
    if (l->paused || (l->pace && l->next)) return false;
    if (l->state == TTP_STATE_OPEN) return held_n > l->next && !ttp_rules_must_ask(l);
    return l->state == TTP_STATE_CLOSE_RECD && l->next < l->in_flight;
}

/* open.host, open.backoff, str.open: payloads of the host, and the link may not be open. */
void rules_host(struct step *s)
{
    const struct ttp_rules_link *l = s->l;

    if (!held(s)) return;
    if (l->state == TTP_STATE_CLOSED) {
        /* Repeated CLOSE_ACKs do not keep the host waiting; a back-off does. */
        if (!l->timer_runs || (l->close_acks && !l->victim)) rules_open_waits(s);
    } else if (ttp_rules_must_ask(l)) {
        rules_reopen(s);
    }
}

/* snd.host, ids.open, snd.timer, snd.nack.again: the oldest that has not been sent since the last
 * rewind goes, and gets its ID now if it has none. The oldest of all sets the timer, and says that
 * a replay has left. */
void rules_send(struct step *s)
{
    struct ttp_rules_link *l = s->l;

    if (!ttp_rules_may_send(l, held(s))) return;
    s->a->payload = s->a->active = true;
    s->a->payload_id = l->una + l->next;
    s->a->replay = l->next < l->in_flight;
    if (!l->next) {
        if (l->nacked == TTP_NACKED && !stranger(l) && !s->cfg->nack_once)
            l->nacked = TTP_NACKED_REPLAYED;
        set_timer(s, s->cfg->timeout);
    }
    if (!s->a->replay) l->in_flight++;
    l->next++;
}
