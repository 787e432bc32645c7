/* SPDX-License-Identifier: Apache-2.0 */
#include "hostlink.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ASK_MS 250                  /* silence until we ask, with frames unacknowledged */
#define IDLE_ASK_MS 1000            /* ... with none: is the card still there? */

static int16_t ahead(uint16_t a, uint16_t b)
{
    return (int16_t)(uint16_t)(a - b);
}

static int fail(struct hl *h, const char *text, ...)
{
    va_list ap;
    va_start(ap, text);
    vsnprintf(h->why, sizeof h->why, text, ap);
    va_end(ap);
    return -1;
}

void hl_init(struct hl *h, struct port *port, int patience_ms, int stall_ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    memset(h, 0, sizeof *h);
    h->port = port;
    h->patience_ms = patience_ms;
    h->stall_ms = stall_ms;
    /* Two processes on one port tell their answers apart by the tag. */
    h->tag = ((uint32_t)t.tv_nsec ^ (uint32_t)t.tv_sec ^ (uint32_t)getpid() << 16) * 2654435761u;
}

static uint16_t rx_limit(const struct hl *h)
{
    return (uint16_t)(h->rx_taken + h->port->ahead);
}

/* Fields that are the same in all frames of one moment. */
static void stamp(struct hl *h, uint8_t *f)
{
    put_be(f + 10, 2, rx_limit(h));
    put_be(f + 12, 2, h->rx_next);
    /* The card takes a limit from these two. */
    if ((f[0] & 15) == HL_DATA || (f[0] & 15) == HL_CREDIT) h->rx_told = rx_limit(h);
}

static void header(struct hl *h, uint8_t *f, unsigned type, unsigned flags, size_t bytes,
                   uint32_t tag)
{
    memset(f, 0, HL_HEADER);
    f[0] = (uint8_t)(0x10 | type);
    f[2] = (uint8_t)flags;
    put_be(f + 6, 2, (uint32_t)bytes);
    put_be(f + 8, 2, h->tx_next);
    put_be(f + 14, 4, tag);
    /* HELLO gives no credit: it may be repeated, and what the card sent between two of them would
       be lost. */
    if (h->session) stamp(h, f);
}

static int put(struct hl *h, const uint8_t *f, size_t n)
{
    return h->port->send(h->port, f, n) == 0 ? 0 : fail(h, "%s", h->port->why);
}

static int put_short(struct hl *h, unsigned type, unsigned flags, uint32_t tag)
{
    uint8_t f[HL_HEADER];
    header(h, f, type, flags, 0, tag);
    return put(h, f, sizeof f);
}

/* Everything that the card has not acknowledged, again. */
static int go_back(struct hl *h)
{
    h->went_back++;
    h->asked = false;
    h->back_at = h->tx_ack;
    h->been_back = true;
    /* What the card says before it answers this is about frames of before. */
    h->marked = true;
    if (put_short(h, HL_CREDIT, HL_ASK, 0) != 0) return -1;
    for (uint16_t s = h->tx_ack; s != h->tx_next; s++) {
        stamp(h, h->keep[s % HL_KEEP].frame);
        if (put(h, h->keep[s % HL_KEEP].frame, h->keep[s % HL_KEEP].bytes) != 0) return -1;
        h->again++;
    }
    return 0;
}

static void missing(struct hl *h, int16_t gap)
{
    if (gap <= 0) return;
    h->lost += (uint64_t)gap;
    /* A lost frame took no room here: its credit is free at once. */
    h->rx_taken = (uint16_t)(h->rx_taken + gap);
    h->rx_next = (uint16_t)(h->rx_next + gap);
}

static void numbered(struct hl *h, bool cpl, const uint8_t *f, size_t n)
{
    const uint16_t seq = (uint16_t)be(f + 8, 2);
    const int16_t gap = ahead(seq, h->rx_next);
    size_t bytes = be(f + 6, 2);
    if (gap < 0) return;                            /* of an older session */
    if (bytes == 0 && !cpl) bytes = n - HL_HEADER;  /* up to the end of the frame */
    missing(h, gap);
    h->rx_next++;
    if (h->waiting == HL_MAX_AHEAD || bytes > n - HL_HEADER || bytes > HL_MAX_BODY || bytes == 0) {
        h->lost++;
        h->rx_taken++;
        return;
    }
    struct hl_item *i = &h->item[(h->first + h->waiting++) % HL_MAX_AHEAD];
    i->cpl = cpl;
    i->vc = f[1];
    i->node = be(f + 3, 3);
    i->bytes = (uint16_t)bytes;
    memcpy(i->data, f + HL_HEADER, bytes);
    h->received++;
}

/* A frame of the card. */
static int take(struct hl *h, const uint8_t *f, size_t n)
{
    if (n < HL_HEADER || f[0] >> 4 != 1) return 0;
    const unsigned type = f[0] & 15u;
    const uint16_t limit = (uint16_t)be(f + 10, 2), ack = (uint16_t)be(f + 12, 2);
    const uint32_t tag = be(f + 14, 4);
    const size_t bytes = be(f + 6, 2);
    const uint8_t *body = f + HL_HEADER;
    if (type != HL_DATA_IN && bytes > n - HL_HEADER) return 0;
    h->answered = true;
    if (type == HL_WELCOME) {
        if (h->session || tag != h->tag || bytes < 16 || memcmp(body, "TTPN", 4) != 0) return 0;
        h->welcome = (struct hl_welcome){ .node = be(f + 3, 3),
                                          .version = (uint16_t)be(body + 4, 2),
                                          .board = (uint16_t)be(body + 6, 2),
                                          .max_body = (uint16_t)be(body + 8, 2),
                                          .max_ops = (uint16_t)be(body + 10, 2),
                                          .link_state = be(body + 12, 4) };
        h->session = true;
        h->tx_limit = limit;
        h->heard_ms = h->moved_ms = now_ms();
        return 0;
    }
    if (type == HL_RSP) {
        h->heard_ms = now_ms();
        if (h->rsp_here || (uint32_t)(tag - h->rsp_from) > h->rsp_tag - h->rsp_from
            || bytes != 8 * h->rsp_n)
            return 0;
        memcpy(h->rsp, body, bytes);
        h->rsp_here = true;
        return 0;
    }
    if (!h->session) return 0;
    if (type != HL_DATA_IN && type != HL_CPL && type != HL_STATUS) return 0;
    h->heard_ms = now_ms();
    /* An ack of something that was never sent is of another session. */
    const bool acked = ahead(ack, h->tx_ack) > 0 && ahead(ack, h->tx_next) <= 0;
    const bool more = ahead(limit, h->tx_limit) > 0;
    if (acked) h->tx_ack = ack;
    if (more) h->tx_limit = limit;
    if (acked || more) h->moved_ms = h->heard_ms;
    if (type == HL_DATA_IN || type == HL_CPL) {
        numbered(h, type == HL_CPL, f, n);
        return 0;
    }
    /* Its seq is the number of the next one: what is missing now was lost, even if nothing comes
       after it. */
    missing(h, ahead((uint16_t)be(f + 8, 2), h->rx_next));
    /* All frames after a lost one are refused, each with a GOBACK to the same place: the first one
       counts, and * those that come after the card has seen our mark. */
    if ((f[2] & HL_GOBACK) && !(h->been_back && h->back_at == h->tx_ack && h->marked))
        return go_back(h);
    if (!(f[2] & HL_GOBACK)) h->marked = false;
    /* The cable keeps the order, so the answer to ASK says what became of all frames before it; a
       STATUS * that tells nothing new is that answer. */
    if (h->asked && !acked && !more) {
        h->asked = false;
        if (h->tx_ack != h->tx_next) return go_back(h);
    } else if (acked) h->asked = false;
    return 0;
}

/* What has to be said without being asked. */
static int chores(struct hl *h)
{
    const int64_t now = now_ms();
    if (!h->session) return 0;
    /* Half of what the card may send has been taken since it was told. */
    if (ahead(rx_limit(h), h->rx_told) >= (int16_t)((h->port->ahead + 1) / 2)
        && put_short(h, HL_CREDIT, 0, 0) != 0)
        return -1;
    const int64_t silent = now - h->heard_ms;
    const int64_t ask = (h->tx_ack != h->tx_next ? ASK_MS : IDLE_ASK_MS)
                        + 4 * (int64_t)h->port->frame_ms;
    if (silent >= ask && now - h->asked_ms >= ask) {
        h->asked = true;
        h->asked_ms = now;
        if (put_short(h, HL_CREDIT, HL_ASK, 0) != 0) return -1;
    }
    if (silent > h->patience_ms)
        return fail(h, "the card has not answered for %g s (reset, cable, or another host has its "
                    "session)", h->patience_ms / 1000.0);
    return 0;
}

/* Takes what has come, for at most `ms`; returns after the first frame. */
static int work(struct hl *h, int ms)
{
    uint8_t f[PORT_FRAME];
    const int slice = 50;
    if (h->quit && *h->quit) return fail(h, "interrupted");
    if (chores(h) != 0) return -1;
    const int n = h->port->recv(h->port, f, sizeof f, ms > slice ? slice : ms);
    if (n < 0) return fail(h, "%s", h->port->why);
    return n > 0 ? take(h, f, (size_t)n) : 0;
}

int hl_hello(struct hl *h)
{
    const int64_t end = now_ms() + h->patience_ms;
    h->session = h->been_back = h->marked = h->asked = false;
    h->tx_next = h->tx_ack = h->rx_next = h->rx_taken = h->rx_told = 0;
    h->waiting = 0;
    for (int64_t wait = 250; now_ms() < end; wait *= 2) {
        const int64_t next = now_ms() + wait < end ? now_ms() + wait : end;
        h->tag++;                                   /* only the answer to the last one will do */
        if (put_short(h, HL_HELLO, 0, h->tag) != 0) return -1;
        while (now_ms() < next) {
            if (work(h, (int)(next - now_ms())) != 0) return -1;
            if (h->session) return chores(h);
        }
    }
    return fail(h, "no answer from a card within %g s", h->patience_ms / 1000.0);
}

static int64_t give_up(const struct hl *h, int64_t begin)
{
    return (h->heard_ms > begin ? h->heard_ms : begin) + h->patience_ms;
}

int hl_regs(struct hl *h, struct hl_op *op, unsigned n)
{
    const int64_t begin = now_ms();
    uint8_t f[HL_HEADER + 8 * HL_MAX_OPS];
    h->rsp_here = false;
    h->rsp_n = n;
    h->rsp_from = h->tag + 1;
    /* The answer may stand behind payloads: as long as those come, it may come too. */
    for (int64_t wait = 250; now_ms() < give_up(h, begin); wait *= 2) {
        const int64_t sent = now_ms(), most = wait + 2 * (int64_t)h->port->frame_ms;
        h->rsp_tag = ++h->tag;
        header(h, f, HL_REQ, 0, 8 * (size_t)n, h->rsp_tag);
        for (unsigned i = 0; i < n; i++) {
            uint8_t *o = f + HL_HEADER + 8 * i;
            o[0] = (uint8_t)(op[i].write | op[i].memory << 1);
            o[1] = op[i].write ? op[i].strobes : 0;
            put_be(o + 2, 2, op[i].addr);
            put_be(o + 4, 4, op[i].write ? op[i].value : 0);
        }
        if (put(h, f, HL_HEADER + 8 * (size_t)n) != 0) return -1;
        while (!h->rsp_here && now_ms() < sent + most && now_ms() < give_up(h, begin))
            if (work(h, 50) != 0) return -1;
        if (!h->rsp_here) continue;
        for (unsigned i = 0; i < n; i++) {
            op[i].error = h->rsp[8 * i] & 0x80;
            op[i].value = be(h->rsp + 8 * i + 4, 4);
        }
        return 0;
    }
    return fail(h, "no answer from a card within %g s", h->patience_ms / 1000.0);
}

void hl_bye(struct hl *h, bool wait)
{
    /* Any register: its answer comes after the end */
    struct hl_op op = { .addr = 0x1000 };
    const bool had = h->session;
    h->quit = NULL;
    if (had) put_short(h, HL_BYE, 0, 0);
    h->session = false;
    if (had && wait) hl_regs(h, &op, 1);
}

static int stalled(struct hl *h)
{
    if (now_ms() - h->moved_ms <= h->stall_ms) return 0;
    return fail(h, "the card has taken nothing more for %g s: does the far end receive?",
                h->stall_ms / 1000.0);
}

int hl_send(struct hl *h, uint8_t vc, uint32_t node, const uint8_t *data, size_t n)
{
    while (ahead(h->tx_next, h->tx_limit) >= 0 || ahead(h->tx_next, h->tx_ack) >= HL_KEEP - 1)
        if (work(h, 1000) != 0 || stalled(h) != 0) return -1;
    uint8_t *f = h->keep[h->tx_next % HL_KEEP].frame;
    header(h, f, HL_DATA, 0, n, 0);
    f[1] = vc;
    put_be(f + 3, 3, node);
    memcpy(f + HL_HEADER, data, n);
    h->keep[h->tx_next % HL_KEEP].bytes = (uint16_t)(HL_HEADER + n);
    /* Silence counts from here on. */
    if (h->tx_next == h->tx_ack) h->heard_ms = h->moved_ms = now_ms();
    h->tx_next++;
    h->sent++;
    return put(h, f, HL_HEADER + n);
}

int hl_receive(struct hl *h, struct hl_item *item, int ms)
{
    const int64_t end = now_ms() + ms;
    for (;;) {
        /* First what is there already, then what waits in the port. */
        if (h->waiting) {
            *item = h->item[h->first];
            h->first = (h->first + 1) % HL_MAX_AHEAD;
            h->waiting--;
            h->rx_taken++;
            return chores(h) == 0 ? 1 : -1;
        }
        const int64_t left = end - now_ms();
        if (work(h, left > 0 ? (int)left : 0) != 0) return -1;
        if (!h->waiting && left <= 0) return 0;
    }
}

int hl_flush(struct hl *h)
{
    while (h->tx_ack != h->tx_next)
        if (work(h, 1000) != 0 || stalled(h) != 0) return -1;
    return 0;
}
