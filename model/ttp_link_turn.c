/* SPDX-License-Identifier: Apache-2.0
 *
 * S2: may the link send its next payload now, and will it have another turn? Mirrors
 * rtl/link/ttp_link_turn.v.
 * Part of: ttp_link_pipe */
#include "ttp_link_turn.h"

#include "ttp_tx_marks.h"

/* What the sender is told, and what the trace and the counters are. */
static void tell(const struct ttp_link_send_out *so, bool again, struct ttp_link_pipe_out *o)
{
    o->f.send_valid = true;
    o->f.send_head = so->head && !again;
    o->f.send_numbered = so->numbered;
    o->f.send_first = so->first;
    o->f.send_resend = again;
    o->send_id = so->id;
    o->send_life = so->life;
    o->send_to_life = so->to_life;
    o->act_d = (uint16_t)(o->act_d | 1u << TTP_ACT_SEND);
    if (!so->replay) return;
    o->act_d = (uint16_t)(o->act_d | 1u << TTP_ACT_REPLAY);
    o->cnt_d |= TTP_LINK_CNT(REPLAY);
}

/* RESEND, but not of a limit: more may go then (sel.delay). */
static bool resends(const struct ttp_link_ev *e)
{
    return e->ev == TTP_EV_RESEND && !(e->txid & TTP_RESEND_TELLS);
}

/* PEEK only looks: what has been appended just now has its doorbell. A link that is in the ready
 * list (act) waits for its SEND there. */
static bool has_turn(const struct ttp_link_ev *e, bool act)
{
    if (e->ev == TTP_EV_PEEK || resends(e) || (e->follows && !e->turn)) return false;
    return !act || (e->ev == TTP_EV_SEND && !e->second);
}

/* snd.host, snd.wait. The sender takes one payload at a time: not in the cycle after another
 * one, and not without a slot. */
void ttp_link_turn(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   const struct ttp_link_way *e, const struct ttp_link_seen *seen, bool settled,
                   struct ttp_link_pipe_out *o)
{
    struct ttp_link_rec *r = &o->rec;
    const bool act = b->act[e->link];
    const bool turn = has_turn(&e->ev, act);
    const bool room = in->slots_used < b->slots;
    /* Where events follow, what has no slot from the arbiter leaves those that it has counted. With
     * an order of channels it waits for its turn (vc.turn). */
    const bool spare = !b->follow || (in->no_turns && in->slots_used + 4 <= b->slots);
    const bool may = e->ev.turn || (spare && !in->ordered);
    const struct ttp_link_send_in si = {
        .timeout = in->cfg.timeout, .now = seen->now, .tick = seen->tick,
        .held = ttp_link_held(b, seen->napp, r),
        .go = e->ev.follows ? e->ev.sends
                            : may && !b->sent && room && (r->link.next || settled),
        .nack_once = in->nack_once,
    };
    struct ttp_link_send_out so;

    o->f.act = act;
    if (resends(&e->ev)) {
        struct ttp_link_send_in once_more = si;

        once_more.go = seen->lost_one && !b->sent && room;
        ttp_link_resend(&once_more, e->ev.rxid, r, &so);
        if (so.sent) tell(&so, true, o);
        return;
    }
    if (!turn && !e->ev.second) return;
    ttp_link_send(&si, r, &so);
    if (so.sent) tell(&so, false, o);
    if (!turn) return;          /* it stands in the ready list already */

    /* str.open: a stranger that has not answered an OPEN of ours gets one in its next turn. */
    o->f.act = so.more || (so.must_ask && si.held && !r->link.paused);
    o->f.ready_push = o->f.act;
    o->f.ready_push_replay = r->link.next < r->link.in_flight;
}
