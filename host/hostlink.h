/* SPDX-License-Identifier: Apache-2.0
 *
 * The host link of the card, docs/host-link.md: session, credit both ways, going back, register
 * operations.
 * Single-threaded: time passes only inside these functions. They return 0, or -1 and `why` is one
 * line. */
#ifndef HOSTLINK_H
#define HOSTLINK_H

#include "port.h"

#define HL_HEADER    18             /* bytes 14..31 of a frame */
#define HL_MAX_BODY  1024
#define HL_KEEP      256            /* frames sent and not acknowledged; the card allows 255 */
#define HL_MAX_AHEAD 64             /* frames the card may send before we have looked at one */
#define HL_MAX_OPS   32

enum { HL_HELLO = 1, HL_DATA = 2, HL_REQ = 3, HL_CREDIT = 4, HL_BYE = 5,
       HL_WELCOME = 9, HL_DATA_IN = 10, HL_RSP = 11, HL_CPL = 12, HL_STATUS = 13 };
enum { HL_GOBACK = 1, HL_ASK = 1 }; /* flags of STATUS and CREDIT */

/* A payload or a completion. */
struct hl_item {
    bool     cpl;
    uint8_t  vc;
    uint32_t node;
    uint16_t bytes;
    uint8_t  data[HL_MAX_BODY];
};

/* One operation on a register, or on 4 bytes of the card's memory: `addr` counts such words then,
 * the byte of the lowest address is the highest of `value`, and strobe i is for byte i. `error` is
 * set by the card. */
struct hl_op {
    bool     write, error, memory;
    uint8_t  strobes;
    uint16_t addr;
    uint32_t value;
};

struct hl_welcome {
    uint32_t node, link_state;
    uint16_t version, board, max_body, max_ops;
};

struct hl {
    struct port *port;
    char     why[240];
    int      patience_ms;           /* silence of the card that ends it all */
    int      stall_ms;              /* ... and the time without progress of what we send */
    /* All that waits ends with an error once this is not 0; may be NULL, hl_bye makes it so */
    const volatile int *quit;
    bool     session, answered;     /* answered: anything at all was heard */
    uint32_t tag;
    struct hl_welcome welcome;

    /* To the card: [tx_ack, tx_next) wait for an acknowledgement, tx_limit may not be sent yet */
    uint16_t tx_next, tx_ack, tx_limit;
    struct { uint16_t bytes; uint8_t frame[HL_HEADER + HL_MAX_BODY]; } keep[HL_KEEP];
    bool     asked;
    int64_t  asked_ms, heard_ms, moved_ms;
    bool     been_back, marked;     /* to back_at; the card has not answered since */
    uint16_t back_at;

    /* From the card: items wait until hl_receive takes them */
    uint16_t rx_next, rx_taken, rx_told;
    unsigned waiting, first;
    struct hl_item item[HL_MAX_AHEAD];

    /* The answer to a REQ */
    uint32_t rsp_from, rsp_tag;     /* tags of this request: [rsp_from, rsp_tag] */
    unsigned rsp_n;
    bool     rsp_here;
    uint8_t  rsp[8 * HL_MAX_OPS];

    uint64_t sent, received, lost, went_back, again;
};

void hl_init(struct hl *h, struct port *port, int patience_ms, int stall_ms);

int hl_hello(struct hl *h);
/* `wait`: until the card has heard it, so that what comes later waits for the next host. */
void hl_bye(struct hl *h, bool wait);

/* Register operations, at most HL_MAX_OPS; need no session. */
int hl_regs(struct hl *h, struct hl_op *op, unsigned n);

/* Waits for credit. */
int hl_send(struct hl *h, uint8_t vc, uint32_t node, const uint8_t *data, size_t n);
/* 1: `*item` is next, 0: nothing came within `ms`. */
int hl_receive(struct hl *h, struct hl_item *item, int ms);
/* Until the MAC of the card has taken all that was sent. */
int hl_flush(struct hl *h);

static inline uint32_t be(const uint8_t *p, unsigned n)
{
    uint32_t v = 0;
    while (n--) v = v << 8 | *p++;
    return v;
}
static inline void put_be(uint8_t *p, unsigned n, uint32_t v)
{
    while (n--) {
        p[n] = (uint8_t)v;
        v >>= 8;
    }
}

#endif
