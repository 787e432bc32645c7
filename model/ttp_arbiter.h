/* SPDX-License-Identifier: Apache-2.0
 *
 * Stage S0: which event enters the link pipe next. Mirrors rtl/ttp_arbiter.v. It was chosen a cycle
 * before, and waits while the pipe holds; if nothing was, the doorbell may have the grant. */
#ifndef TTP_ARBITER_H
#define TTP_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One bit a source, so that a group is a mask. */
enum ttp_grant {
    TTP_GRANT_NONE = 0,
    TTP_GRANT_RECEIVED = 1,     /* a frame                            */
    TTP_GRANT_TIMER = 2,
    TTP_GRANT_COMMAND = 4,      /* of the registers: close, peek      */
    TTP_GRANT_LEFT = 8,         /* an OPEN_ACK has left               */
    TTP_GRANT_LOOKUP = 16,      /* of ingest                          */
    TTP_GRANT_DOORBELL = 32,    /* of ingest                          */
    TTP_GRANT_READY = 64,       /* the ready list                     */
    TTP_GRANT_SECOND = 128,     /* second turn of the link of a streak */
    TTP_GRANT_REGISTERS = TTP_GRANT_COMMAND | TTP_GRANT_LEFT,
    TTP_GRANT_TURN = TTP_GRANT_DOORBELL | TTP_GRANT_READY,
    TTP_GRANT_HOST = TTP_GRANT_LOOKUP | TTP_GRANT_TURN
};

struct ttp_arbiter_in {
    uint8_t  request;   /* TTP_GRANT_*: sources with an event */
    bool     core_rst;
    bool     received_few; /* few frames wait                 */
    bool     received_more; /* more than one                  */
    bool     ready_news; /* what READY asks for is no turn    */
    bool     command_peek; /* 0 close, 1 peek                 */
    bool     ordered;   /* VC_ORDER: a mode with an order     */
    bool     hold;      /* nothing can enter in this cycle    */
    bool     turn_ends; /* a turn acts                        */
    bool     expiry_ends; /* an expiry acts                   */
    bool     credit_for_event, cpl_link_ready;
    uint8_t  slots_used;        /* [0, SLOTS]                 */
    bool     payload_long;      /* a payload of 8 beats or more is being sent */
};

struct ttp_arbiter_out {
    uint8_t  grant;     /* TTP_GRANT_*, one or none; pops its source */
    uint8_t  choice;    /* that of the next cycle                               */
    bool     open;      /* something could be chosen                            */
    bool     park;      /* nothing was, but a turn could have been              */
    bool     turn;      /* room and credit for a turn                           */
    bool     parked;    /* a doorbell has the parked grant                      */
    bool     doorbell_joins;    /* with a doorbell: it is no turn               */
    bool     credit_take_event; /* with the choice, or parked                   */
    uint8_t  wait;      /* TTP_GRANT_*: may be chosen                          */
};

/* What the ages of a round depend on, as in ttp_arbiter_out. */
struct ttp_arbiter_round {
    bool     open;
    uint8_t  choice, wait;
};

struct ttp_arbiter {
    uint8_t  slots;     /* send slots: 8 at 512 bit, else 4   */
    uint8_t  ahead;     /* payloads in them that are enough behind a long one's first beat */
    uint8_t  host_cnt;  /* grants passed by, [0, 3]           */
    uint8_t  tm_cnt, ct_cnt;    /* likewise, [0, 7]           */
    uint8_t  last_db;   /* DB had the last grant of DB and RQ */
    uint8_t  last_rx;   /* the last grant of all went to RX   */
    uint8_t  chosen;    /* TTP_GRANT_*, granted now           */
    uint8_t  park;      /* a doorbell is granted now          */
    uint8_t  deep;      /* parameter DEEP                     */
    uint8_t  turn;      /* deep: a turn could be had, in the cycle before */
    uint8_t  turns;     /* granted, and not yet acted         */
    uint8_t  expires;   /* 0/1 an expiry is on its way        */
    uint8_t  joins;     /* a doorbell that is chosen is no turn */
    struct ttp_arbiter_round past;      /* deep: the ages follow a cycle later */
};

void ttp_arbiter_bind(struct ttp_arbiter *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_arbiter_comb(const struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                      struct ttp_arbiter_out *o);
/* o: what ttp_arbiter_comb gave for the same state and in. */
void ttp_arbiter_clock(struct ttp_arbiter *b, const struct ttp_arbiter_in *in,
                       const struct ttp_arbiter_out *o);
/* Nonzero while it has not come to rest: a wait counter will be cleared, the grant be parked. */
static inline uint64_t ttp_arbiter_busy(const struct ttp_arbiter *b)
{
    const bool past = !b->past.open || b->past.choice || b->past.wait || !b->turn;

    return (uint64_t)b->host_cnt + b->tm_cnt + b->ct_cnt + b->chosen + b->turns + b->expires
         + !b->park + (b->deep && past);
}

#ifdef __cplusplus
}
#endif

#endif
