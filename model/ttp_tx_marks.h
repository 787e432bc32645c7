/* SPDX-License-Identifier: Apache-2.0
 *
 * What the peer is known to have of a link's payloads in flight, and what is lost and is asked for
 * again. Mirrors rtl/tx/ttp_tx_marks.v. Only MACs with SELECTIVE have it. */
#ifndef TTP_TX_MARKS_H
#define TTP_TX_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TTP_MARKS_CONTEXTS 16u      /* at the most */
#define TTP_MARKS_PLACES  512u      /* of a context, at the most: by ID mod places */
#define TTP_MARKS_SENDS  1024u      /* by number mod 1024 */
#define TTP_MARKS_TIME    0xFFFFFu  /* times, in 16 cycles: 20 bits */

/* What an event leaves in flight of its link, and what a frame has told. Without flight_valid
 * only mapped means something: the oldest map goes. */
struct ttp_flight {
    uint32_t link, una;         /* una: the oldest in flight                           */
    uint32_t rxid;              /* of the event                                        */
    uint16_t sent;              /* payloads from una on, 0..512                        */
    uint16_t number;            /* with heard                                          */
    bool     stays;             /* agreed, and some are in flight                      */
    bool     goes;              /* lost ones may go                                    */
    bool     again;             /* all of them are lost                                */
    bool     heard;             /* an answer to the send with `number`, 0: to none     */
    bool     marks;             /* ... whose map counts                                */
    bool     resent;            /* the event was RESEND of a payload                   */
    bool     told;              /* ... one that tells of a window                      */
    bool     mapped;            /* ... a NACK with a map                               */
    bool     moved;             /* some have retired                                   */
    bool     allowed_all;       /* as many as the peer can hold may be in flight       */
    uint16_t allowed;           /* so many                                             */
    uint8_t  gen;               /* RESEND: of the context                              */
};

struct ttp_tx_marks_in {
    bool     core_rst;
    uint8_t  reorder, reorder_max;      /* reorder distance of a new context, and its limit */
    uint32_t base_rtt, probe_min, timeout;      /* cycles; base_rtt 0: unknown          */
    uint32_t delay;             /* queue that is fine, 16 cycles; 0: no window         */
    uint32_t now;               /* cycle counter, its low bits                         */
    bool     heard_valid;       /* a NACK with a map enters the queue of frames        */
    uint8_t  heard_part;
    uint64_t heard_bits;        /* bit i: RxID + 1 + 64 * part + i is held             */
    bool     flight_valid;
    struct ttp_flight flight;
    bool     send_valid;        /* of the link flight.link                             */
    bool     send_head;         /* the oldest, from the list                           */
    bool     send_resend;
    bool     send_numbered;
    bool     send_first;        /* ... and it is number 1                              */
    uint32_t send_id;
    uint16_t sent_number, sent_entry;   /* of the send of the cycle before             */
    bool     resend_ready;
    bool     path_ask;          /* what is known of path_link? Until path_told         */
    uint32_t path_link;
};

/* What is known of the way to the peer of a link; 0: unknown. Times in 2 and in 16 cycles. */
struct ttp_path {
    uint32_t trip8, shortest;   /* round trips: 8 times the smoothed one               */
    uint16_t window;            /* of the delay                                        */
    uint8_t  distance;          /* learned                                             */
};

/* In the TxID of a RESEND: it has no payload, but says how many may be in flight, or that a map had
 * news. */
#define TTP_RESEND_TELLS 0x00400000u
#define TTP_RESEND_NEWS  0x00800000u

struct ttp_tx_marks_out {       /* all from flops */
    bool     resend_valid;
    uint32_t resend_link;
    uint32_t resend_rxid, resend_txid;
    uint64_t marked;            /* bits TTP_CNT_*                                      */
    bool     path_told;
    struct ttp_path path;       /* with path_told                                      */
};

/* A map as it came. */
struct ttp_marks_map {
    uint64_t bits;
    uint8_t  part;
    uint8_t  pad[7];
};

/* An answer, for the engine. */
struct ttp_marks_op {
    struct ttp_marks_map map;
    uint32_t una;
    uint32_t at;                /* when it was heard                                   */
    uint16_t sent, number;
    uint8_t  context, gen;
    bool     marks;
    uint8_t  pad;
};

struct ttp_marks_send { uint32_t id; bool head, resend, first; };

struct ttp_marks_resend { uint32_t link, rxid, txid; };

/* The newest send of the payload at a place. */
struct ttp_marks_sent { uint16_t number, entry; uint32_t at; };

/* sel.delay: what the answers of a round have told so far. */
struct ttp_marks_round {
    uint32_t sum;               /* round trips                                         */
    uint16_t n, most;           /* ... so many; payloads on the way at once            */
    uint16_t end;               /* number of the send whose answer ends it             */
    bool     first;
    bool     drains;            /* behind a cut: `end` is the first send that counts   */
};

struct ttp_marks_context {
    uint64_t held[TTP_MARKS_PLACES / 64], lost[TTP_MARKS_PLACES / 64];  /* bit by ID mod places */
    uint16_t places;            /* 256 or 512, never changes                           */
    uint32_t link;
    uint32_t una;               /* in flight, as the last event has left it            */
    uint16_t sent;
    bool     goes;
    uint8_t  gen;
    bool     learned;
    uint8_t  distance;          /* sel.reorder, with learned                           */
    uint16_t newest, sends;     /* number of the newest send; how many, up to 1024     */
    uint16_t known, judged;     /* numbers                                             */
    uint32_t told_una;          /* una of the op before                                */
    uint32_t again_una;         /* in flight when `again` was set                      */
    uint16_t again_sent;
    bool     again, judge, news, due, scan;     /* due: the news                       */
    bool     judged_last;       /* the last work of the engine for it was JUDGE        */
    bool     load;              /* `least` is to be made of what is kept of the link   */
    bool     probed, all_older; /* a probe has gone; all that was sent before it is lost */
    bool     probe, all;        /* one is due; with all in flight                      */
    /* with timed: since when nothing new was heard, how long until a probe, and at first */
    bool     timed, restart, touch, later;
    uint32_t since, time, least;
    /* the window: sends up to `gone` are not on the way; `base`: the one before the first */
    uint16_t base, gone, window;
    struct ttp_marks_round round;
    bool     lossy;             /* something was lost in the round                     */
    bool     limit;             /* what may be in flight is to be found anew           */
    bool     anew;              /* there was a pause since it was told                 */
    bool     full, near;        /* lost ones wait; they do behind the next one         */
    bool     allowed_all;       /* of the link pipe, as in struct ttp_flight           */
    uint16_t allowed;
};

enum ttp_marks_state {
    TTP_MARKS_IDLE, TTP_MARKS_OP, TTP_MARKS_HEAR, TTP_MARKS_LATE, TTP_MARKS_LATE2,
    TTP_MARKS_LOW, TTP_MARKS_HIGH, TTP_MARKS_PICK, TTP_MARKS_GO, TTP_MARKS_AGAIN, TTP_MARKS_JUDGE,
    TTP_MARKS_SCAN, TTP_MARKS_FIND, TTP_MARKS_FETCH, TTP_MARKS_TELL, TTP_MARKS_TRIP,
    TTP_MARKS_TRIP2, TTP_MARKS_TRIP3
};

/* A number on its way through JUDGE. */
struct ttp_marks_judged {
    bool     valid, same;       /* same: it is the newest of its payload               */
    uint16_t number;
    uint16_t id;                /* place of its payload                                */
    bool     flies;             /* ... which is in flight                              */
    uint8_t  pad;
};

struct ttp_marks_judge {
    uint16_t at, to;            /* numbers: the last that has begun, the last of all   */
    struct ttp_marks_judged first, second;      /* their ID is read; ... newest number */
};

/* What OP and PICK have read of the context, for the cycle behind them. */
struct ttp_marks_read {
    bool     valid;             /* the op is of it; it is in use                       */
    bool     marks;             /* OP: the op's map counts                             */
    bool     load, again, probe, all, judge, limit, news, scan;
    bool     unheard;           /* known is 1024 sends old: no number that counts is older */
    bool     all_older;
    uint8_t  distance;
    uint16_t newest, sends, known, judged;
};

/* What is kept of a link. */
struct ttp_marks_trips {
    uint32_t trip8, shortest;   /* 8 times the smoothed; 0: unknown                    */
    uint8_t  distance;          /* sel.reorder, 0: none was learned                    */
};
struct ttp_marks_before { uint32_t emptied, window; };  /* when its context was given back */

/* The window after a round, under way. */
struct ttp_marks_sums {
    bool     busy, starts;
    bool     lossy;
    bool     here;              /* the context is still, or again, the link's          */
    uint32_t link;
    uint8_t  context;
    uint8_t  left;              /* more cycles                                         */
    uint16_t window, places;
    struct ttp_marks_round round;
    uint32_t shortest, delay;
};

/* What may be in flight, found beside the engine. */
struct ttp_marks_limit {
    bool     moved, goes;       /* in this cycle: HEAR has moved gone; GO asks         */
    bool     moved_before;      /* ... in the one before                               */
    bool     finds;             /* in the next cycle, of the context that is served    */
    bool     found;             /* these, in this one                                  */
    bool     allowed_all;
    uint8_t  context, gen;
    uint16_t most, allowed, sent;
    uint32_t link;
};

struct ttp_marks_engine {
    enum ttp_marks_state state;
    struct ttp_marks_read read;
    uint8_t  context;
    bool     after_op;           /* an op was served last                               */
    uint8_t  step;              /* of AGAIN, SCAN                                      */
    uint32_t una;               /* of the context, as it was known a cycle before      */
    uint16_t sent, way, window; /* way: sends on the way                               */
    uint16_t acked;             /* by answers that were not heard so far               */
    bool     late, counts;      /* the number of the op comes late, is one             */
    bool     few;               /* ops wait, and load is done                          */
    uint16_t number;            /* HEAR: of the op                                     */
    uint32_t heard_at;          /* ... and when it was heard                           */
    uint16_t late_by;           /* sends, behind what is known                         */
    uint16_t late_id;           /* LATE: ID of the payload, 10 bits                    */
    uint32_t told_una;
    bool     reads_times;       /* LATE, GO: of late_id, of the link                   */
    struct ttp_marks_sent lies;
    uint8_t  kept_distance;
    uint32_t kept, kept_shortest;
    struct ttp_marks_before before;
    uint32_t shortest;          /* TRIP: round trip of the link                        */
    uint16_t way_heard;         /* HEAR: on the way as the answer came                 */
    struct ttp_marks_round round;       /* TRIP: with its round trip                   */
    bool     round_over, round_at_once; /* it is behind `end`, or the newest           */
    uint32_t idle;              /* TRIP of LOAD                                        */
    uint32_t before_window;
    struct ttp_marks_limit limit;
    bool     asks, asked;       /* for a limit, in this cycle; in the one before       */
    bool     loaded;            /* a window was written for LOAD in this cycle         */
    bool     loads;             /* TRIP is for LOAD                                    */
    uint32_t trip, trip8;       /* a new round trip; 8 times the smoothed one          */
    bool     probes;            /* AGAIN is for a probe                                */
    struct ttp_marks_judge judge;
    uint32_t scan_una;          /* SCAN: in flight as it was in PICK                   */
    uint16_t scan_sent;
    uint64_t seen;              /* ... lost ones                                       */
    uint8_t  seen_word;
    uint16_t pick;              /* the place that was found                            */
    bool     reads;             /* JUDGE, FETCH: of a number, of a place               */
    bool     tell;              /* FETCH: it was in flight                             */
    uint32_t tell_id;
    uint16_t entry;
};

/* The walk: what it has found, until it writes. */
struct ttp_marks_walk {
    uint8_t  context;
    bool     restart, touch, due;
    uint32_t least;
};

struct ttp_tx_marks {
    uint32_t contexts;          /* 2 to 16; 0: the MAC has none of it                  */
    uint32_t places;            /* of each: payloads in flight                         */
    uint32_t used;              /* contexts that belong to a link, a bit each          */
    uint8_t  gen;               /* of the next context                                 */
    uint64_t marked;            /* counters that move, bits TTP_CNT_*                  */
    bool     windowed;          /* DELAY was not 0 in the cycle before                 */
    bool     path_told;         /* this, in the next cycle                             */
    struct ttp_path path;
    struct ttp_marks_context context[TTP_MARKS_CONTEXTS];
    struct ttp_marks_sent *sent;        /* [context][ID mod places]                    */
    uint16_t *id_of;            /* [context][number mod 1024]: ID, 10 bits             */
    struct ttp_marks_trips *trips;      /* [link]                                      */
    struct ttp_marks_before *before;    /* [link]                                      */
    struct ttp_fifo maps;       /* of struct ttp_marks_map                             */
    struct ttp_fifo ops;        /* of struct ttp_marks_op                              */
    struct ttp_fifo resends;    /* of struct ttp_marks_resend                          */

    /* M1 */
    bool     m1_flight, m1_send, m1_resent;
    struct ttp_flight m1;
    struct ttp_marks_send m1_sent;
    struct ttp_marks_map m1_map;
    /* M2 */
    bool     m2, m2_lost, m2_new;
    uint8_t  m2_idx;
    uint16_t m2_place;

    struct ttp_marks_engine engine;
    struct ttp_marks_walk walk;
    struct ttp_marks_sums sums;
};

void ttp_tx_marks_bind(struct ttp_tx_marks *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_tx_marks_drive(const struct ttp_tx_marks *b, struct ttp_tx_marks_out *o);
/* Has the link a context? gen: its number, if it has. */
bool ttp_tx_marks_has(const struct ttp_tx_marks *b, uint32_t link, uint8_t *gen);
void ttp_tx_marks_clock(struct ttp_tx_marks *b, const struct ttp_tx_marks_in *in);
/* 0: a clock without an event, a map, resend_ready or path_ask would change nothing */
uint64_t ttp_tx_marks_busy(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout,
                           uint32_t delay);
/* ... and so for so many cycles from now on */
uint64_t ttp_tx_marks_idle(const struct ttp_tx_marks *b, uint32_t now, uint32_t timeout);

#ifdef __cplusplus
}
#endif

#endif
