/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules that are tried out before the RTL has them (how two ends agree, ttp_agree.h, it has):
 * selective repeat between two ends that both offered it, with a tail probe, and a window that
 * follows the delay. They stand around ttp_rules.h and beside it, so a caller without
 * them pays nothing:
 *
 *     struct ttp_select_answers a;
 *     ttp_select_step(&select, &link, &event, &config, &a);
 *
 * does what ttp_rules_step does, but for the offer, until the peer has offered the same. With the
 * switch off, and without an entry for the peer, the caller calls ttp_rules_step instead.
 * docs/protocol.md says the rules in words, in a section of its own, under labels sel.*. */
#ifndef TTP_SELECT_H
#define TTP_SELECT_H

#include <stddef.h>

#include "ttp_agree.h"
#include "ttp_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Payloads in flight, and beyond a gap, at most. */
#define TTP_SELECT_WINDOW 512
#define TTP_SELECT_SENDS  1024      /* so many of the newest sends are told apart              */
#define TTP_SELECT_NO_WINDOW (1u << 30)
#define TTP_SELECT_MAP    64        /* payloads that one map speaks of                         */

enum {      /* the blocks behind a header: byte 51 and the first byte of the block */
    TTP_SELECT_OFFER_TYPE = 0x10, TTP_SELECT_MAP_TYPE = 0x20, TTP_SELECT_BLOCK = 16
};

/* sel.hold: of a store of so many cells of 64 bytes those that stay free behind what is held: room
 * for eight payloads of 1024 bytes, or half of it, but for one. */
static inline size_t ttp_select_free_cells(size_t cells)
{
    const size_t one = 16, half = cells / 2;

    return half < one ? one : half < 8 * one ? half : 8 * one;
}

/* What a map says: bit i is the payload rx_id + 1 + base + i, where rx_id is that of its NACK. */
struct ttp_select_map {
    uint16_t base;              /* a multiple of TTP_SELECT_MAP                            */
    uint16_t newest;            /* newest payload held - rx_id                             */
    uint64_t held;
};

/* A payload in flight. */
struct ttp_select_sent {
    uint32_t number, at;        /* of its newest send, and when that was                   */
    bool     held;              /* a map has named it                                      */
    bool     lost;              /* it goes out again                                       */
    bool     again;             /* it was sent more than once                              */
};

/* sel.delay: what a round of the window has met so far. */
struct ttp_select_round {
    uint32_t end;               /* number of the send whose answer ends it                 */
    uint32_t sum, n;            /* round trips                                             */
    uint32_t most;              /* payloads on the way at once                             */
    bool     first;             /* the window has just begun                               */
    bool     drains;            /* after a cut: `end` is the first send that counts        */
    bool     lossy;             /* something was lost                                      */
};

/* What a link remembers beside struct ttp_rules_link. All 0 at first. */
struct ttp_select_link {
    struct ttp_agree agree;
    bool     turn;              /* the next map speaks of the next part of the window      */
    uint8_t  probes;            /* tail probes since something new was heard               */
    uint16_t part;              /* base of the map whose turn it was last                  */
    uint32_t peer_window;       /* payloads beyond a gap that the peer can hold            */

    uint32_t have_n;            /* payloads held for the peer                              */
    uint32_t newest;            /* ID of the newest of them                                */
    uint32_t arrived;           /* ID of the last that came                                */
    uint32_t echo;              /* number of its send                                      */
    uint64_t have[TTP_SELECT_WINDOW / 64];              /* by ID                           */

    uint32_t number;            /* of our newest send                                      */
    uint32_t known;             /* the newest one that is known to have arrived            */
    uint32_t gone;              /* no send up to this one is on the way any more           */
    uint32_t reorder;           /* so many later ones may arrive before it                 */
    uint32_t lost_n, held_n;    /* of the payloads in flight                               */
    struct ttp_select_sent sent[TTP_SELECT_WINDOW];     /* by ID                           */
    uint32_t id_of[TTP_SELECT_SENDS];                   /* by number                       */

    uint32_t srtt8;             /* 8 times the smoothed round trip                         */
    uint32_t rtt_min;           /* 0, like srtt8: no sample so far                         */
    uint32_t emptied;           /* when the last payload in flight retired                 */
    uint32_t window;            /* payloads on the way that the delay allows               */
    struct ttp_select_round round;
};

struct ttp_select_event {
    struct ttp_rules_event rules;   /* tx_id of ACK, NACK, rx_id of PAYLOAD: send numbers  */
    uint32_t now;
    bool     may_hold;          /* PAYLOAD: there is room and a context to hold it         */
    bool     offer;             /* OPEN, OPEN_ACK: with an offer                           */
    uint16_t window;            /* ... of so many payloads                                 */
    bool     mapped;            /* NACK: with a map                                        */
    struct ttp_select_map map;
};

/* on: the caller's switch. */
struct ttp_select_config {
    struct ttp_rules_config rules;
    bool     on;
    bool     learn;             /* sel.reorder                                       */
    bool     offer_all;         /* sel.offer: any OPEN has one                       */
    uint16_t window;            /* payloads that this end can hold, or has marks for, 1..512 */
    uint32_t reorder, reorder_max;
    uint32_t probe_min;         /* cycles until a tail probe, at least; TIMEOUT: none      */
    uint32_t base_rtt;          /* of the network without queues, 0: unknown               */
    uint32_t delay;             /* sel.delay: so much queueing is fine, 0: no such window  */
};

struct ttp_select_answers {
    struct ttp_rules_answers rules;
    bool     offer;             /* the frame, an OPEN or OPEN_ACK, carries our offer       */
    bool     map;               /* the frame is a NACK: ttp_select_map_now when it leaves      */
    bool     hold;              /* keep the payload                                        */
    bool     drop;              /* throw away all that is kept                             */
    bool     probe;             /* the tail probe is due                                   */
    uint32_t number;            /* of the payload's send: its RxID; 0 as ever              */
    uint32_t run;               /* so many kept ones are delivered behind the payload      */
};

void ttp_select_step(struct ttp_select_link *select, struct ttp_rules_link *link,
                     const struct ttp_select_event *event,
                     const struct ttp_select_config *config, struct ttp_select_answers *answers);

bool ttp_select_may_send(const struct ttp_select_link *select, const struct ttp_rules_link *link,
                         uint32_t held);

/* The map of now, and the IDs of its NACK. False: there is nothing to say any more. */
bool ttp_select_map_now(struct ttp_select_link *select, const struct ttp_rules_link *link,
                    uint32_t *tx_id, uint32_t *rx_id, struct ttp_select_map *map);

/* The 16 bytes of a block. Reading: false if it is no such block. */
void ttp_select_write_offer(uint8_t *block, uint16_t window);
bool ttp_select_read_offer(const uint8_t *block, uint16_t *window);
void ttp_select_write_map(uint8_t *block, const struct ttp_select_map *map);
bool ttp_select_read_map(const uint8_t *block, struct ttp_select_map *map);

#ifdef __cplusplus
}
#endif

#endif
