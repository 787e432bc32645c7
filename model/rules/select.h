/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of ttp_select.h share. */
#ifndef SELECT_H
#define SELECT_H

#include "rules.h"
#include "ttp_select.h"

/* sel.delay: payloads on the way before the first answer; below SMALL_WINDOW a payload may wait
 * twice as long. */
#define FIRST_WINDOW 8
#define SMALL_WINDOW 64
/* sel.open */
#define OPEN_DOUBLED 5

struct select {
    const struct ttp_select_event *ev;
    const struct ttp_select_config *cfg;
    struct ttp_rules_config rules;      /* with the timeout that holds now                 */
    struct ttp_select_link *x;
    struct ttp_rules_link *l;
    struct ttp_select_answers *a;
};

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static inline uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static inline struct ttp_select_sent *sent_of(struct ttp_select_link *x, uint32_t id)
{
    return &x->sent[id % TTP_SELECT_WINDOW];
}

static inline bool in_flight(const struct ttp_rules_link *l, uint32_t id)
{
    return id - l->una < l->in_flight;
}

/* sel.delay: nothing up to this number is on the way any more. */
static inline void gone(struct ttp_select_link *x, uint32_t number)
{
    if (dist(number, x->gone) > 0) x->gone = number;
}

/* sel.delay: what was sent after the newest send that is known to have arrived. */
static inline uint32_t on_the_way(const struct ttp_select_link *x)
{
    return x->number - x->gone;
}

static inline bool sending(const struct ttp_rules_link *l)
{
    return l->state == TTP_STATE_OPEN || l->state == TTP_STATE_CLOSE_RECD;
}

/* select.c */
void select_rules(struct select *s, const struct ttp_rules_event *ev);

/* select_receive.c */
void select_on_payload(struct select *s);
void select_drop(struct select *s);

/* select_send.c */
void select_again(struct select *s);
void select_retire(struct select *s, uint32_t una, uint32_t n);
void select_echo(struct select *s, uint32_t number);
void select_on_ack(struct select *s);
void select_on_nack(struct select *s);
void select_send(struct select *s);
void select_probe(struct select *s);

/* select_time.c */
void select_window_begins(struct select *s);
void select_window_idle(struct select *s);
void select_time_echo(struct select *s, uint32_t number, uint32_t way);
uint32_t select_open_again(const struct select *s);
uint32_t select_timeout(const struct select *s);
bool select_probe_next(const struct select *s);

#endif
