/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of the protocol, for one link and one event at a time: no clock, no memory, no queue.
 * docs/protocol.md says them in words; each function here names its rules by their labels.
 *
 * The caller keeps the payloads, the time and the table of links. It tells of an event, and does
 * what the answers say: one frame at most, a payload delivered, payloads retired, timers set.
 * IDs are 32 bit and wrap; they are compared by the sign of the difference. A time is handed
 * through as it is, in the caller's unit.
 *
 *     struct ttp_rules_answers a;
 *     ttp_rules_step(&link, &event, &config, &a);
 */
#ifndef TTP_RULES_H
#define TTP_RULES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opcodes of the wire. */
enum ttp_frame {
    TTP_FRAME_OPEN, TTP_FRAME_OPEN_ACK, TTP_FRAME_OPEN_NACK,
    TTP_FRAME_CLOSE, TTP_FRAME_CLOSE_ACK, TTP_FRAME_CLOSE_NACK,
    TTP_FRAME_PAYLOAD, TTP_FRAME_ACK, TTP_FRAME_NACK, TTP_FRAME_NACK_FULL, TTP_FRAME_NACK_NOLINK
};

/* What can happen to a link: a frame comes in (the event is its opcode), or one of these. */
enum ttp_event {
    TTP_EVENT_NOTHING = 16, /* only what holds at any time: cls.request                    */
    TTP_EVENT_TIMER,        /* the time that the answers have set is over                  */
    TTP_EVENT_SERVICE,      /* the same of the second timer                                */
    TTP_EVENT_LEFT,         /* the OPEN_ACK of a link in OPEN_RECD is on the wire          */
    TTP_EVENT_CLOSE,        /* somebody wants the link closed                              */
    TTP_EVENT_VICTIM,       /* an idle link in OPEN is to make room for another peer       */
    TTP_EVENT_HOST,         /* the host has payloads for the peer: is the link open?       */
    TTP_EVENT_SEND          /* the wire has a place: which payload goes?                   */
};

/* The columns of the state table. */
enum ttp_state {
    TTP_STATE_CLOSED,
    TTP_STATE_OPEN_SENT,    /* our OPEN waits for its answer                               */
    TTP_STATE_OPEN_RECD,    /* the peer's OPEN is accepted, our OPEN_ACK not on the wire   */
    TTP_STATE_OPEN,
    TTP_STATE_CLOSE_SENT,   /* our CLOSE waits for its answer                              */
    TTP_STATE_CLOSE_RECD,   /* the peer wants to close, and something is not here yet      */
    TTP_STATE_REOPEN_SENT,  /* OPEN_SENT on a live link: what comes in is handled as in OPEN */
    TTP_STATE_CLOSE_DUE     /* the timer will send our CLOSE, for the first time or again  */
};

/* snd.nack.once, snd.nack.again: what came of the last NACK that sent us back to una. */
enum ttp_nacked {
    TTP_NACKED_NOT,
    TTP_NACKED,             /* more of the same ID are ignored                             */
    TTP_NACKED_REPLAYED,    /* a frame of the replay has left: one more counts             */
    TTP_NACKED_TWICE        /* it came: ignored from here on                               */
};

/* What a link remembers. */
struct ttp_rules_link {
    uint8_t  state;         /* TTP_STATE_*                                                 */
    uint8_t  rounds;        /* fruitless ones in a row, stays at 255; in a pause: back-offs */
    uint8_t  nacked;        /* TTP_NACKED_*                                                */
    uint8_t  close_acks;    /* CLOSED: how often a stranger still gets our CLOSE_ACK       */
    uint8_t  pace;          /* 0 to 7: how slow a stranger is, 0: as fast as it can be     */
    uint8_t  aside;         /* an OPEN set aside: 0 none, 1 yes, 2 one payload speaks for it */
    bool     timer_runs;
    bool     service_runs;  /* the second timer                                            */
    bool     close_wanted;  /* close when everything has retired                           */
    bool     was_dead;      /* declared dead, not opened since                             */
    bool     victim;        /* closing, or closed of late, to make room                    */
    bool     after_open;    /* last is the TxID of an OPEN that no payload has followed    */
    bool     open_accepted; /* an OPEN of ours was answered in this life                   */
    bool     gap_told;      /* a NACK is out for the missing payload                       */
    bool     gap_full;      /* the missing payload found no room                           */
    bool     any_id;        /* the peer's next payload may carry any ID                    */
    bool     paused;        /* nothing is sent for a while: the peer has no room           */
    bool     close_held;    /* a CLOSE_NACK has named payloads to come: CLOSE waits        */
    bool     close_spent;   /* our CLOSE to a stranger has been on the wire: it has used an ID */
    bool     close_named;   /* an OPEN_ACK has named the ID behind that of our CLOSE       */
    uint8_t  unused[2];     /* 0: no hidden padding, links are compared as bytes           */
    uint16_t own_life;      /* 0: none yet                                                 */
    uint16_t peer_life;     /* 0: a stranger, or not heard of so far                       */
    uint16_t gap_ahead;     /* newest out-of-order ID - last                               */
    uint32_t una;           /* our oldest ID not retired                                   */
    uint32_t in_flight;     /* our payloads sent and not retired                           */
    uint32_t next;          /* the next payload to send is una + next, [0, in_flight]      */
    uint32_t last;          /* last ID received in order                                   */
    uint32_t open_id;       /* TxID of our newest OPEN                                     */
    uint32_t peer_id;       /* TxID of the peer's OPEN (in OPEN_RECD) or CLOSE in hand; with
                             * close_held: of the CLOSE that is to come                    */
    uint32_t aside_id;      /* TxID of the OPEN set aside                                  */
};

struct ttp_rules_event {
    uint8_t  kind;          /* TTP_FRAME_* or TTP_EVENT_*                                  */
    bool     fits;          /* PAYLOAD: the receiver has room for it                       */
    bool     room;          /* a new life may begin: the caller has freed all of the last  */
    bool     idle;          /* SERVICE: nothing has moved for longer than the idle time    */
    uint16_t life;          /* the sender's life number, 0: it sent none (life.mark)       */
    uint16_t to_life;       /* ours, as the sender knows it, 0: it sent none               */
    uint16_t next_life;     /* number of our next life, if one begins now; not 0           */
    uint32_t held;          /* payloads that the host has handed over and are not retired  */
    uint32_t tx_id, rx_id;  /* of the frame                                                */
};

/* Times are not 0 where 0 is not said to mean something. */
struct ttp_rules_config {
    uint32_t timeout;       /* send again what is in flight                                */
    uint32_t open_again, close_again;
    uint32_t backoff;       /* pause after NACK_FULL, OPEN_NACK                            */
    uint32_t service;       /* second timer: rcv.reack, else cls.idle; 0: never            */
    uint32_t rounds_max;    /* fruitless rounds until a link is dead, [1, 255]             */
    bool     repeat_ack;    /* rcv.reack: service repeats the last ACK                     */
    bool     nack_once;     /* a further NACK of one ID waits for the timer                */
};

/* Things worth counting or telling, bits of answers.notes. */
enum ttp_note {
    TTP_NOTE_ILLEGAL   = 1 << 0,    /* no peer that keeps to the protocol sends this here  */
    TTP_NOTE_TIMEOUT   = 1 << 1,    /* the timer counted a round                           */
    TTP_NOTE_LATE      = 1 << 2,    /* an ACK of what has retired, a frame of other lives  */
    TTP_NOTE_REPEAT    = 1 << 3,    /* a payload that was here before                      */
    TTP_NOTE_GAP       = 1 << 4,    /* a payload ahead of its turn                         */
    TTP_NOTE_FAR       = 1 << 5,    /* ... too far ahead                                   */
    TTP_NOTE_NO_ROOM   = 1 << 6,    /* the next payload, and no room for it                */
    TTP_NOTE_REWIND    = 1 << 7,    /* all in flight is sent again                         */
    TTP_NOTE_OPENED    = 1 << 8,
    TTP_NOTE_LOST      = 1 << 9,    /* the peer has lost, or left, this life of the link   */
    TTP_NOTE_CLOSED    = 1 << 10,   /* in the orderly way                                  */
    TTP_NOTE_DEAD      = 1 << 11,   /* given up, what the host had handed over is flushed  */
    TTP_NOTE_RESTARTED = 1 << 12    /* the peer is in another life, in the middle of ours  */
};

enum ttp_timer { TTP_TIMER_KEEP, TTP_TIMER_SET, TTP_TIMER_STOP };

struct ttp_rules_answers {
    bool     frame;         /* send this one; it carries no payload                        */
    uint8_t  opcode;        /* TTP_FRAME_*                                                 */
    uint16_t life;          /* of the frame or the payload: our life number                */
    uint16_t to_life;       /* the peer's, 0: it has none or goes into no such frame       */
    uint32_t tx_id, rx_id;
    bool     payload;       /* SEND: send the payload with this ID                         */
    bool     replay;        /* ... which was sent before                                   */
    uint32_t payload_id;
    bool     deliver;       /* PAYLOAD: to the host                                        */
    bool     active;        /* something has moved: the idle time begins anew              */
    bool     new_life;      /* next_life was used                                          */
    uint8_t  timer;         /* TTP_TIMER_*                                                 */
    uint8_t  service;       /* TTP_TIMER_*, of the second one                              */
    uint16_t notes;         /* TTP_NOTE_*                                                  */
    uint32_t timer_after, service_after;        /* with TTP_TIMER_SET                      */
    uint32_t retired;       /* so many of our oldest payloads are acknowledged             */
    uint32_t flushed;       /* so many that the host handed over are thrown away           */
};

/* A link of another peer than before, CLOSED; its first payload will carry first_id. What means
 * nothing before the peer was heard (last, counts of a closed link) stays as it is. */
void ttp_rules_forget(struct ttp_rules_link *link, uint32_t first_id);

/* link NULL: there is no entry for the peer. */
void ttp_rules_step(struct ttp_rules_link *link, const struct ttp_rules_event *event,
                    const struct ttp_rules_config *config, struct ttp_rules_answers *answers);

/* life.ours: does a frame, which is no OPEN, belong to this life of the link? */
bool ttp_rules_ours(const struct ttp_rules_link *link, const struct ttp_rules_event *event);
/* Would TTP_EVENT_SEND send a payload? */
bool ttp_rules_may_send(const struct ttp_rules_link *link, uint32_t held);
/* A stranger that has not answered an OPEN of ours in this life: nothing is sent to it before. */
bool ttp_rules_must_ask(const struct ttp_rules_link *link);

#ifdef __cplusplus
}
#endif

#endif
