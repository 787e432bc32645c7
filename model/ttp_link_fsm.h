/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of one link on its record: one pure function (record, event) -> (record, what to do).
 * Mirrors rtl/link/ttp_link_fsm.v; the rules themselves are in model/rules/. IDs are 32 bit and
 * wrap, times are cycles and wrap, both are compared by the sign of the difference. */
#ifndef TTP_LINK_FSM_H
#define TTP_LINK_FSM_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/ttp_agree.h"
#include "rules/ttp_rules.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a link remembers: the fields of rtl/ttp_link_rec.vh. Records are compared as bytes. */
struct ttp_link_rec {
    struct ttp_rules_link link;         /* open_id: the low 21 bits                       */
    uint32_t deadline;                  /* of the timer, cycle                            */
    uint32_t service_at;                /* deadline of the second timer, cycle            */
    uint32_t active;                    /* tick of the last activity, 24 bit              */
    uint16_t retired;                   /* so far, modulo 2^CW                            */
    struct ttp_agree agree;
    uint16_t window;                    /* agreed: payloads in flight at most, 1..512     */
    uint16_t offered;                   /* ... that the peer can hold, 1..512             */
    bool     numbered;                  /* a send of ours had a number since both agreed  */
    uint8_t  unused[3];                 /* 0                                              */
};

/* Quasi-static registers. */
struct ttp_link_cfg {
    uint32_t timeout, open_tmo, close_tmo, backoff;     /* cycles, [1, 2^30]          */
    uint32_t retry_max;                                 /* [1, 255]                   */
    uint32_t reack, idle_tmo;                           /* cycles, [0, 2^30], 0: off  */
    bool     selective;                                 /* offers are made and heard  */
    bool     offer_all;                                 /* ... and any OPEN has one   */
    uint8_t  open_fits;         /* bit i: open_tmo, doubled i times, is below timeout  */
};

enum { TTP_ENTRY_NONE, TTP_ENTRY_HIT, TTP_ENTRY_NEW };

struct ttp_link_fsm_in {
    const struct ttp_link_cfg *cfg;     /* times to arm a timer with                      */
    const struct ttp_link_cfg *seen;    /* retry_max, reack and idle_tmo that the event is
                                           judged by: in a pipe of more than one cycle they
                                           are read earlier                               */
    uint8_t  ev;        /* TTP_EV_* or TTP_OP_*                                       */
    uint8_t  entry;     /* TTP_ENTRY_*                                                */
    bool     fits;      /* PAYLOAD: the receive SRAM has it                           */
    uint16_t offer;     /* OPEN, OPEN_ACK: payloads that it offers to hold, 0: none   */
    bool     settled;   /* every retired payload has been freed                       */
    bool     may_stow;  /* sel.hold: a payload ahead of its turn may be held          */
    bool     has_marks; /* the link has a context in ttp_tx_marks                     */
    bool     mapped;    /* NACK with a map                                            */
    bool     news;      /* RESEND of this context: a map had news                     */
    uint16_t limit;     /* ... so many may be in flight; 0: it says nothing of it     */
    uint16_t napp;      /* payloads appended so far, modulo 2^CW                      */
    uint16_t cmask;     /* 2^CW - 1                                                   */
    uint16_t window;    /* payloads in flight that we have marks for (sel.agree)      */
    uint16_t frame_life; /* of the sender, 0: it named none                           */
    uint16_t frame_to_life; /* ours, as the sender knows it, 0: it named none         */
    uint16_t life;      /* the life counter                                           */
    uint32_t start_id;  /* ID before the first payload of a new entry                 */
    uint32_t txid, rxid;/* of the frame                                               */
    uint32_t now;       /* cycles                                                     */
    uint32_t tick;      /* bits 35:12 of the cycle counter                            */
};

/* Ticks since t, and a time in cycles as ticks. */
static inline uint32_t ttp_tick_age(uint32_t tick, uint32_t t) { return (tick - t) & 0xFFFFFFu; }
static inline uint32_t ttp_ticks(uint32_t cycles) { return cycles >> 12; }

struct ttp_link_fsm_out {
    bool     respond_valid, respond_notify;
    bool     respond_offer;     /* it carries our offer                               */
    uint8_t  respond_op;
    bool     take;      /* PAYLOAD goes to the host                                   */
    bool     stow;      /* ... is to be held, and the answer carries a map            */
    bool     not_held;  /* ... would be, but for want of a context or of room         */
    bool     ends;      /* what was agreed has ended                                  */
    bool     again;     /* sel.advice: what was sent is lost, as far as it is not held */
    bool     heard;     /* sel.number: TxID names the send that is answered           */
    bool     marks;     /* sel.mark: ... and the map counts                           */
    bool     moved;     /* nret moved                                                 */
    bool     flush;     /* ... because the link died                                  */
    bool     new_life;  /* the life counter was used                                  */
    bool     new_entry; /* the start ID was used                                      */
    uint8_t  cp_kind;   /* TTP_CPL_DEAD, _CLOSED, _RESTARTED or 0                     */
    uint8_t  irq;       /* bits TTP_IRQ_*                                             */
    uint16_t cp_count;  /* DEAD: payloads flushed                                     */
    uint16_t act;       /* bits TTP_ACT_*, without SEND and REPLAY                    */
    uint16_t respond_life, respond_to_life;
    uint32_t respond_txid, respond_rxid;
    uint32_t cnt;       /* bits i = counter TTP_LINK_CNT0 + i                         */
};

/* Counters of the link pipe are 45..63: bit i of a pulse word is counter 45 + i. */
#define TTP_LINK_CNT0       TTP_CNT_DROP_SPACE
#define TTP_LINK_CNT(name)  (1u << (TTP_CNT_##name - TTP_LINK_CNT0))

/* r: the record before (contents matter only with an entry), and after. */
void ttp_link_fsm(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r,
                  struct ttp_link_fsm_out *o);

/* The link is to make room for another peer: its timer runs out at once. */
void ttp_link_victim(struct ttp_link_rec *r, uint32_t now);

struct ttp_link_send_in {
    uint32_t timeout;   /* cycles                                                     */
    uint32_t now, tick;
    uint16_t held;      /* payloads appended and not retired                          */
    bool     go;        /* the sender takes one now                                   */
    bool     nack_once; /* a further NACK of an ID waits for the timer                */
};

struct ttp_link_send_out {
    bool     sent;
    bool     replay;    /* it was sent before                                         */
    bool     numbered;  /* the send has a number (sel.number)                         */
    bool     first;     /* ... and it is number 1                                     */
    bool     head;      /* it is the oldest in flight                                 */
    bool     more;      /* there is one (more) that may be sent                       */
    bool     must_ask;  /* none may: the peer has to answer an OPEN of ours before    */
    uint16_t life, to_life;     /* life.both: 0 to a stranger                         */
    uint32_t id;
};

/* sel.first: a payload that is lost goes, if it is in flight and may. */
void ttp_link_resend(const struct ttp_link_send_in *in, uint32_t id, struct ttp_link_rec *r,
                     struct ttp_link_send_out *o);

/* sel.window: of the payloads held so many may be in flight. */
uint32_t ttp_link_may_fly(const struct ttp_link_rec *r, uint32_t held);

/* The next payload goes, if there is one that may. */
void ttp_link_send(const struct ttp_link_send_in *in, struct ttp_link_rec *r,
                   struct ttp_link_send_out *o);

#ifdef __cplusplus
}
#endif

#endif
