/* SPDX-License-Identifier: Apache-2.0
 *
 * S1 and S2 of an event: its entry, record and counts, the rules, the link's turn to send, all that
 * follows from it. Mirrors rtl/link/ttp_link_pipe.v.
 *
 * The memories are read in S2 and not in S1: nothing but S2 writes records, and a read in S1
 * with bypass gives the same napp as a read in S2 before the append of that cycle. So is what an
 * event sees in a later cycle: it is kept, as a struct ttp_link_seen, not the words read. */
#ifndef TTP_LINK_PIPE_H
#define TTP_LINK_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ttp_arbiter.h"
#include "ttp_arena.h"
#include "ttp_link_fsm.h"
#include "ttp_link_table.h"
#include "ttp_model.h"
#include "ttp_rx_parse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An event on its way through S1 and S2, as in rtl/ttp_link_event.vh. No implicit padding. */
struct ttp_link_ev {
    uint8_t  ev;        /* TTP_OP_* or TTP_EV_*                   */
    uint8_t  vc;        /* [0, 2]                                 */
    uint8_t  makes;     /* 0/1 may make an entry                  */
    uint8_t  turn;      /* 0/1 DOORBELL, SEND or RESEND           */
    uint8_t  credit;    /* 0/1 holds a response credit            */
    uint8_t  fits;      /* 0/1 PAYLOAD with its words stored      */
    uint16_t offer;     /* OPEN, OPEN_ACK: payloads, 0: no offer  */
    uint16_t life, to_life;     /* life.both, 0: not named        */
    uint16_t len;       /* bytes of payload, with fits            */
    uint16_t bay;       /* SELECTIVE, with fits: where they are   */
    uint32_t txid, rxid;
    uint8_t  second;    /* 0/1 SEND that came as a second turn    */
    uint8_t  follows;   /* 0/1 a follower: from S1b on            */
    uint8_t  sends;     /* 0/1 ... that sends                     */
    uint8_t  keeps;     /* 0/1 ... and act stays 1                */
    uint8_t  again;     /* 0/1 PAYLOAD that was held: answered only if it is taken */
    uint8_t  quiet;     /* 0/1 ... and not even then              */
    uint8_t  mapped;    /* 0/1 NACK with a map                    */
    uint8_t  pad[3];
};

struct ttp_link_pipe_in {
    struct ttp_link_cfg cfg;
    bool     core_rst, init_active;
    bool     life_set, start_id_set;
    bool     irq_dead;          /* irq cause DEAD pending                             */
    uint8_t  grant;             /* TTP_GRANT_*: its source enters S1                  */
    bool     command_peek;      /* 0 close, 1 peek                                    */
    uint8_t  command_vc, lookup_vc;  /* [0, 2]                                             */
    bool     append_valid;      /* append of ingest                                   */
    bool     freed_moved;       /* the retire engine has freed                        */
    bool     pin_valid;         /* ingest holds pin_link, and asks for its act        */
    bool     no_turns;          /* follow: none has the grant and has not acted       */
    uint8_t  slots_used;        /* [0, SLOTS]                                         */
    uint16_t append_napp;       /* modulo 2^CW                                        */
    uint16_t freed_count;       /* likewise                                           */
    uint16_t life_value;        /* not 0                                              */
    uint32_t start_id_value;
    bool     nack_once;         /* a further NACK of an ID waits for the timer        */
    bool     ordered;           /* VC_ORDER: a mode with an order; turns alone send   */
    bool     may_stow;          /* a payload of the link that is compared may be held */
    bool     has_marks;         /* ... it has a context in ttp_tx_marks               */
    uint8_t  marks_gen;         /* ... this one                                       */
    bool     ready_resend;      /* of ready_link: a RESEND, with these two IDs        */
    uint32_t resend_txid, resend_rxid;
    uint32_t victim_idle;       /* cycles: idle for longer may be a victim            */
    uint32_t now;
    uint32_t tick;              /* bits 35:12 of the cycle counter                    */
    uint32_t init_idx;
    uint32_t command_node, lookup_node;
    uint32_t command_link;      /* [0, 65535], maybe beyond the last link             */
    uint32_t expired_link, left_link, doorbell_link, ready_link;
    bool     doorbell_joins;    /* VC_ORDER: the doorbell is no turn                  */
    uint32_t append_link, freed_link, pin_link;
    const struct ttp_received *received; /* with TTP_GRANT_RECEIVED                   */
};

/* The event in S1a. */
struct ttp_link_follow_out {
    bool follows;               /* it does not wait for its set                       */
    bool sends;                 /* ... and sends a payload                            */
    bool keeps;                 /* ... and there is more                              */
    bool stays;                 /* it would, but in a later cycle                     */
};

struct ttp_link_pipe_out {
    /* drive: flops */
    bool     s2_valid;          /* an event acts in this cycle                        */
    bool     turn_ends;         /* ... and it is a turn                               */
    bool     expiry_ends;       /* ... and it is an expiry                            */
    bool     second_valid;      /* a link may have a second turn                      */
    bool     evicting;          /* entries may go, or be closed to make room          */
    uint16_t life;              /* the life counter                                   */
    uint32_t start_id;          /* ID before the first payload of the next new entry  */
    bool     irq_nolink, irq_closed, irq_restart;
    bool     trace_valid;
    uint8_t  trace_state0, trace_state1, trace_event;
    uint16_t trace_action;
    uint32_t trace_link, trace_txid, trace_rxid;
    uint32_t count_pulse;       /* bit i: counter TTP_LINK_CNT0 + i                   */

    /* comb: S1 */
    bool     hold;              /* nothing can enter in this cycle                    */
    bool     pinned;            /* ingest holds a way that could be had               */
    bool     pin_kill;          /* ... that it is to give up, a cycle later      */
    struct ttp_link_table_out s1;
    struct ttp_link_follow_out follow;

    /* comb: S2; without s2_valid all of these are 0 */
    struct ttp_link_pipe_s2 {
        bool respond_valid, respond_notify, respond_offer, respond_map;
        bool verdict_valid, verdict_take, keep_stow, keep_not, keep_ends;
        bool goal_push, goal_valid, goal_flush;
        bool send_valid, send_head, send_numbered, send_first, send_resend;
        bool again, heard, marks;   /* as in struct ttp_flight                        */
        bool resent, told, mapped;
        bool ready_push, ready_push_replay;
        bool lookup_done, lookup_ok;
        bool timer_valid;       /* the record is written too                          */
        bool timer_runs, timer_service_runs;
        bool victim;            /* with timer_valid: it is the victim's, not the event's */
        bool result_peeked, result_closed, result_nolink, result_numbered;
        bool ended_valid, credit_give;
        bool new_life;          /* the life counter was used                          */
        bool act;               /* with timer_valid and not victim                    */
    } f;
    bool     pin_act;           /* act of pin_link, S2's write included                */

    /* comb: with their valid */
    uint8_t  respond_op, vc;    /* vc, node, link of the event: respond, verdict ...  */
    uint16_t respond_life, respond_to_life, send_life, send_to_life, goal_nret;
    uint16_t verdict_len, verdict_bay;
    uint16_t keep_life, keep_to_life, keep_number;
    uint32_t keep_id;
    uint32_t txid, rxid;        /* of the event                                       */
    uint32_t node, link;
    uint32_t respond_txid, respond_rxid, goal_una, send_id, timer_deadline, timer_service_at;
    uint64_t ended_data[2];     /* [0] = bits 63:0                                    */
    uint32_t result_record[7];  /* LINK_RECi                                          */
    /* what the edge stores */
    struct ttp_link_rec rec;
    uint16_t napp;              /* as the event has seen it                           */
    uint8_t  state0;
    uint8_t  irq_d;
    uint16_t act_d;
    uint32_t cnt_d;
};

/* What an event sees of the world before it acts. */
struct ttp_link_seen {
    struct ttp_link_cfg cfg;    /* retry_max, and which timers are on                 */
    uint32_t now, tick, start_id;
    uint16_t napp;
    uint8_t  settled;           /* all that the link has retired is freed             */
    uint8_t  may_stow;          /* a payload of it may be held                        */
    uint8_t  has_marks;         /* it has a context in ttp_tx_marks                   */
    uint8_t  lost_one, news;    /* RESEND of that context: of a payload, of news      */
    uint16_t limit;             /* ... so many may be in flight; 0: it is none of it  */
    uint8_t  pad[2];
};

/* An event in S2. */
struct ttp_link_way {
    struct ttp_link_ev ev;
    uint8_t  entry, vc;         /* TTP_ENTRY_*; of the entry or of the event          */
    uint8_t  victim;            /* no entry, but link is a victim                     */
    uint8_t  pad;
    uint32_t node, link;
    struct ttp_link_seen seen;
    struct ttp_link_cfg arm;    /* turn_n: times and life counter as the rules moved  */
    uint16_t arm_life;          /* the record                                         */
    uint16_t pad2;
};

/* The link whose events may follow each other, and its numbers as those that have left S1a will
 * leave them. */
struct ttp_link_streak {
    uint8_t  valid;
    uint8_t  fresh;             /* napp is that of now                                */
    uint8_t  appended;          /* bit k: k + 1 cycles ago something was appended     */
    uint8_t  underway;          /* second turns from the grant to S1a                 */
    uint8_t  wants;             /* 0/1 there is more to send than is on its way       */
    uint8_t  tx;                /* ACKs that retire and turns follow too              */
    uint8_t  gap, full;         /* gap_told, gap_full                                 */
    uint8_t  offered;           /* we have offered, and have not agreed               */
    uint16_t window;            /* agreed: payloads in flight at most; else 0         */
    uint16_t set, own_life, peer_life;
    uint16_t in_flight, next, retired, napp, gap_ahead;
    uint32_t link, peer;        /* peer: VC, node                                     */
    uint32_t last, una;
};

struct ttp_link_pipe {
    struct ttp_link_rec *rec;   /* by link                                            */
    uint16_t *napp, *nfreed;    /* by link, modulo 2^CW                               */
    uint8_t  *act;              /* by link: in the ready list, or handled from it     */
    struct ttp_link_table table;
    uint32_t links;
    uint32_t start_id;
    uint16_t life;
    uint16_t cmask;             /* 2^CW - 1                                           */
    uint16_t window;            /* payloads in flight that there are marks for        */
    uint8_t  slots;
    uint8_t  trace;             /* parameter TRACE                                    */
    /* Of the table of depths, TTP_PIPE_*, what this one has */
    uint8_t  s0_n;              /* cycles of S0                                       */
    uint8_t  load;              /* cycle of S2 in which an event is compared          */
    uint8_t  move;              /* ... in which the rules move its record             */
    uint8_t  turn_n;            /* cycles of S2 behind that                           */
    uint8_t  s2_last;           /* cycle of S2 in which an event acts                 */
    uint8_t  follow;            /* 0/1 an event may follow one of its link            */

    uint8_t  s0_valid;          /* S0 of two cycles: an event on its way to the table */
    uint8_t  spare_valid;       /* follow: ... and one behind it                      */
    struct ttp_link_table_in s0, spare;
    struct ttp_link_ev s0_ev, spare_ev, first_ev, s1_ev;    /* of s0, spare, table.first, .s1 */
    /* S2: bit k of here, an event in cycle k; s2[(at - k) modulo 8] is that event */
    uint8_t  here, at;
    struct ttp_link_way s2[8];
    struct ttp_link_streak streak;
    uint8_t  probe_empty;       /* load > 0: of the record to be judged: nothing held */
    uint32_t probe_tick;        /* ... and the time                                   */
    uint8_t  pin_kill;          /* pinned, in the cycle before                        */
    uint8_t  sent;              /* the S2 cycle just before handed over a payload     */
    uint8_t  trace_valid, trace_state0, trace_state1;
    uint8_t  trace_event, irq;
    uint16_t trace_action;
    uint32_t trace_link, trace_txid, trace_rxid;
    uint32_t count_pulse;
};

void ttp_link_pipe_bind(struct ttp_link_pipe *b, const struct ttp_params *p,
                        struct ttp_arena *a);
void ttp_link_pipe_drive(const struct ttp_link_pipe *b, struct ttp_link_pipe_out *o);
/* S1 and S2. Needs neither grant nor the heads of the sources. */
void ttp_link_pipe_comb(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                        struct ttp_link_pipe_out *o);
/* o: what ttp_link_pipe_comb gave for the same state and in. */
void ttp_link_pipe_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                         const struct ttp_link_pipe_out *o);
/* Payloads of r that are held: appended, and not retired. */
static inline uint16_t ttp_link_held(const struct ttp_link_pipe *b, uint16_t napp,
                                     const struct ttp_link_rec *r)
{
    return (uint16_t)((unsigned)(napp - r->retired) & b->cmask);
}
/* The event in a cycle of S2, or NULL */
static inline const struct ttp_link_way *ttp_link_pipe_in_s2(const struct ttp_link_pipe *b,
                                                             unsigned cycle)
{
    return b->here >> cycle & 1 ? &b->s2[(b->at - cycle) & 7] : NULL;
}
/* The link whose event is compared in this cycle, or UINT32_MAX */
static inline uint32_t ttp_link_pipe_compares(const struct ttp_link_pipe *b)
{
    const struct ttp_link_way *e = ttp_link_pipe_in_s2(b, b->load);

    return e ? e->link : UINT32_MAX;
}
/* The event that does in this cycle what it does, or NULL */
static inline const struct ttp_link_way *ttp_link_pipe_acts(const struct ttp_link_pipe *b)
{
    return ttp_link_pipe_in_s2(b, b->s2_last);
}
static inline uint64_t ttp_link_pipe_busy(const struct ttp_link_pipe *b)
{
    return (uint64_t)b->s0_valid + b->spare_valid + b->here + b->sent + b->trace_valid
           + b->streak.wants + b->streak.appended + b->count_pulse + b->irq
           + ttp_link_table_busy(&b->table);
}

#ifdef __cplusplus
}
#endif

#endif
