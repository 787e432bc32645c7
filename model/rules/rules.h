/* SPDX-License-Identifier: Apache-2.0
 *
 * What the five files of rules share: one call's context, its small verbs, and the words that
 * many rules use. */
#ifndef RULES_H
#define RULES_H

#include "ttp_rules.h"

#define FAR_AHEAD 65535     /* an ID farther ahead than that is none of this stream       */
#define AT_ONCE 0           /* the timer, so that a rule of the timer does the rest      */
#define NEXT 1              /* the same, but not before this event is over               */

struct step {
    const struct ttp_rules_event *ev;
    const struct ttp_rules_config *cfg;
    struct ttp_rules_link *l;
    struct ttp_rules_answers *a;
};

/* ---- words ---- */

/* ids.wrap */
static inline int32_t dist(uint32_t a, uint32_t b) { return (int32_t)(a - b); }

static inline bool stranger(const struct ttp_rules_link *l) { return l->peer_life == 0; }

static inline bool closing(const struct ttp_rules_link *l)
{
    return l->state == TTP_STATE_CLOSE_DUE || l->state == TTP_STATE_CLOSE_SENT;
}

/* What the peer sends is received, and what it acknowledges retires. */
static inline bool live(const struct ttp_rules_link *l)
{
    return l->state >= TTP_STATE_OPEN;
}

/* open.recd: a frame of this very life shows that the peer has our OPEN_ACK. Call it for such a
 * frame only. */
static inline bool hears(const struct ttp_rules_link *l)
{
    return live(l) || (l->state == TTP_STATE_OPEN_RECD && !stranger(l));
}

/* The ID that our next payload has, after what a CLOSE of ours has used. */
static inline uint32_t next_id(const struct ttp_rules_link *l) { return l->una + l->close_spent; }

/* The last of our payloads that was sent. */
static inline uint32_t newest(const struct ttp_rules_link *l) { return l->una + l->in_flight - 1; }

/* Of the host's payloads those that are not retired or flushed, now. */
static inline uint32_t held(const struct step *s)
{
    return s->ev->held - s->a->retired - s->a->flushed;
}

/* ---- verbs ---- */

static inline void note(struct step *s, unsigned bit)
{
    s->a->notes = (uint16_t)(s->a->notes | bit);
}

static inline void send_frame(struct step *s, unsigned opcode, uint32_t tx_id, uint32_t rx_id)
{
    s->a->frame = true;
    s->a->opcode = (uint8_t)opcode;
    s->a->tx_id = tx_id;
    s->a->rx_id = rx_id;
}

static inline void set_timer(struct step *s, uint32_t after)
{
    s->l->timer_runs = true;
    s->a->timer = TTP_TIMER_SET;
    s->a->timer_after = after;
}

static inline void stop_timer(struct step *s)
{
    s->l->timer_runs = false;
    s->a->timer = TTP_TIMER_STOP;
}

static inline void set_service(struct step *s, uint32_t after)
{
    s->l->service_runs = true;
    s->a->service = TTP_TIMER_SET;
    s->a->service_after = after;
}

static inline void stop_service(struct step *s)
{
    s->l->service_runs = false;
    s->a->service = TTP_TIMER_STOP;
}

/* ---- rules that a file offers to the others ---- */

/* open.c */
void rules_open(struct step *s);
void rules_reopen(struct step *s);
void rules_send_open(struct step *s);
void rules_opened(struct step *s);
void rules_enter_open(struct step *s);
void rules_open_waits(struct step *s);
void rules_on_open(struct step *s);
void rules_on_open_ack(struct step *s);
void rules_on_open_nack(struct step *s);
void rules_left(struct step *s);

/* lives.c */
void rules_name_lives(struct step *s);
void rules_foreign(struct step *s);
void rules_learn(struct step *s, uint32_t last);
void rules_learn_from_ack(struct step *s);
void rules_set_aside(struct step *s);
void rules_judge_aside(struct step *s);

/* close.c */
bool rules_all_here(const struct ttp_rules_link *l);
bool rules_end_known(const struct ttp_rules_link *l);
void rules_send_close(struct step *s);
void rules_closed_by_peer(struct step *s, uint32_t close_id);
void rules_left_by_peer(struct step *s);
void rules_dead(struct step *s);
void rules_victim(struct step *s);
void rules_close_request(struct step *s);
void rules_on_close(struct step *s);
void rules_on_close_ack(struct step *s);
void rules_on_close_nack(struct step *s);
void rules_close_when_done(struct step *s);

/* receive.c */
void rules_on_payload(struct step *s);

/* send.c */
void rules_count_round(struct ttp_rules_link *l);
void rules_rewind(struct step *s);
void rules_on_ack(struct step *s);
void rules_on_nack(struct step *s);
void rules_on_nack_full(struct step *s);
void rules_end_pause(struct ttp_rules_link *l);
void rules_on_nack_nolink(struct step *s);
void rules_host(struct step *s);
void rules_send(struct step *s);

/* timer.c */
void rules_serve(struct step *s);
void rules_timer(struct step *s);
void rules_service(struct step *s);

#endif
