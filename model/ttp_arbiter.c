/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_arbiter.h"

#include "ttp_defs.h"

enum { HOST_MAX = 3, OTHER_MAX = 7 };

void ttp_arbiter_bind(struct ttp_arbiter *b, const struct ttp_params *p, struct ttp_arena *a)
{
    (void)a;
    b->deep = p->deep != 0;
    b->slots = p->data_w == 512 ? 8 : 4;
    b->ahead = p->selective ? 3 : 2;
}

/* Within a group: LF before CT; LK, then DB and RQ in turns. */
static uint8_t pick(const struct ttp_arbiter *b, uint8_t elig)
{
    if (elig & TTP_GRANT_LEFT) return TTP_GRANT_LEFT;
    if (elig & TTP_GRANT_COMMAND) return TTP_GRANT_COMMAND;
    if (elig & TTP_GRANT_LOOKUP) return TTP_GRANT_LOOKUP;
    if (!(elig & TTP_GRANT_READY)) return TTP_GRANT_DOORBELL;
    if ((elig & TTP_GRANT_DOORBELL) && !b->last_db) return TTP_GRANT_DOORBELL;
    return TTP_GRANT_READY;
}

/* Does the grant send a payload, for all that is known? News of ttp_tx_marks do not, nor does a
 * doorbell whose link joins those that wait. */
static bool turn_of(const struct ttp_arbiter_out *o, const struct ttp_arbiter_in *in)
{
    return o->grant == TTP_GRANT_SECOND || (o->grant == TTP_GRANT_DOORBELL && !o->doorbell_joins)
        || (o->grant == TTP_GRANT_READY && !in->ready_news);
}

/* Room in the slots and a credit, and no turn directly before this one. Behind a long payload one
 * more is enough, with marks two; the rest stays within reach of a NACK. */
static bool may_turn(const struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                     struct ttp_arbiter_out *o)
{
    const bool granted = turn_of(o, in);
    const int ahead = in->slots_used + b->turns + (b->deep && granted);

    o->turn = in->credit_for_event && ahead < b->slots && !(in->payload_long && ahead >= b->ahead);
    return (b->deep ? b->turn : o->turn) && !granted;
}

/* Which source goes in the next cycle. */
static uint8_t choose(const struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                      struct ttp_arbiter_out *o)
{
    const bool turn = may_turn(b, in, o);
    /* What stands behind the event that is granted now is not known yet. */
    const uint8_t again = in->received_more ? TTP_GRANT_RECEIVED : 0;
    const uint8_t asks = (uint8_t)(in->request & (~o->grant | again));
    uint8_t elig = o->open ? asks : 0;

    o->park = o->open && turn;
    o->wait = 0;
    if (!asks) return TTP_GRANT_NONE;
    /* What may be answered with a frame of our own holds a credit for it. */
    if (!in->credit_for_event) {
        elig &= (uint8_t)~TTP_GRANT_TIMER;
        if (!in->command_peek) elig &= (uint8_t)~TTP_GRANT_COMMAND;
    }
    /* Room for the completion of one expiry, so one is on its way at most. */
    if (!in->cpl_link_ready || b->expires) elig &= (uint8_t)~TTP_GRANT_TIMER;
    if (!turn) elig &= (uint8_t)~TTP_GRANT_SECOND;
    if (in->ordered ? !in->credit_for_event : !turn) elig &= (uint8_t)~TTP_GRANT_DOORBELL;
    if (in->ready_news ? !in->credit_for_event : !turn) elig &= (uint8_t)~TTP_GRANT_READY;
    /* A second turn only if nobody else has anything to send. */
    if ((asks & (TTP_GRANT_TURN | TTP_GRANT_LOOKUP)) || !in->received_few)
        elig &= (uint8_t)~TTP_GRANT_SECOND;
    o->wait = elig;
    if (!elig) return TTP_GRANT_NONE;
    o->park = false;

    /* A turn outranks the wire while few frames wait; the wire has one in between. */
    if (((elig & TTP_GRANT_TURN) && in->received_few && b->last_rx)
        || ((elig & TTP_GRANT_HOST) && b->host_cnt == HOST_MAX))
        return pick(b, elig & TTP_GRANT_HOST);
    if ((elig & TTP_GRANT_TIMER) && b->tm_cnt == OTHER_MAX) return TTP_GRANT_TIMER;
    if ((elig & TTP_GRANT_REGISTERS) && b->ct_cnt == OTHER_MAX)
        return pick(b, elig & TTP_GRANT_REGISTERS);
    if (elig & TTP_GRANT_SECOND) return TTP_GRANT_SECOND;
    if (elig & TTP_GRANT_RECEIVED) return TTP_GRANT_RECEIVED;
    if (elig & TTP_GRANT_TIMER) return TTP_GRANT_TIMER;
    return pick(b, elig);
}

void ttp_arbiter_comb(const struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                      struct ttp_arbiter_out *o)
{
    o->grant = TTP_GRANT_NONE;
    /* Nothing was chosen, so a payload of the host on an idle MAC need not wait a cycle. */
    o->parked = !in->hold && b->park && (in->request & TTP_GRANT_DOORBELL)
        && !(in->ordered && (in->request & TTP_GRANT_READY));     /* vc.turn */
    o->doorbell_joins = b->joins && !o->parked;
    if (!in->hold) o->grant = o->parked ? TTP_GRANT_DOORBELL : b->chosen;
    o->open = !in->hold && !o->parked;
    o->choice = choose(b, in, o);
    o->credit_take_event = (o->choice & (TTP_GRANT_TIMER | TTP_GRANT_TURN | TTP_GRANT_SECOND))
                    || (o->choice == TTP_GRANT_COMMAND && !in->command_peek) || o->parked;
}

static uint8_t age(uint8_t cnt, uint8_t max, struct ttp_arbiter_round r, unsigned group)
{
    if (r.choice & group || !(r.wait & group)) return 0;
    return (uint8_t)(cnt + (r.choice && r.choice != TTP_GRANT_SECOND && cnt != max));
}

void ttp_arbiter_clock(struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                       const struct ttp_arbiter_out *o)
{
    /* A parked grant that is taken counts like a choice; there is no other in that cycle. */
    const uint8_t turn = o->parked ? o->grant : o->choice;

    const struct ttp_arbiter_round now = { o->open, o->choice, o->wait };
    const struct ttp_arbiter_round r = b->deep ? b->past : now;

    if (r.open) {       /* the ages stand still while nobody can be granted */
        b->host_cnt = age(b->host_cnt, HOST_MAX, r, TTP_GRANT_HOST);
        b->tm_cnt = age(b->tm_cnt, OTHER_MAX, r, TTP_GRANT_TIMER);
        b->ct_cnt = age(b->ct_cnt, OTHER_MAX, r, TTP_GRANT_REGISTERS);
    }
    if (b->deep) b->past = now;
    if (turn) {
        b->last_rx = turn == TTP_GRANT_RECEIVED;
        if (turn == TTP_GRANT_DOORBELL) b->last_db = 1;
        if (turn == TTP_GRANT_READY) b->last_db = 0;
    }
    if (!in->hold) {
        b->chosen = o->choice;
        b->joins = in->ordered;
    }
    b->park = o->park;
    b->turn = b->deep && o->turn;
    b->expires = o->choice == TTP_GRANT_TIMER || (b->expires && !in->expiry_ends);
    b->turns = (uint8_t)(b->turns + turn_of(o, in) - in->turn_ends);
    if (in->core_rst) {
        b->host_cnt = b->tm_cnt = b->ct_cnt = b->last_db = b->last_rx = 0;
        b->chosen = b->park = b->turn = b->turns = b->expires = b->joins = 0;
        b->past = (struct ttp_arbiter_round){ false, TTP_GRANT_NONE, 0 };
    }
}
