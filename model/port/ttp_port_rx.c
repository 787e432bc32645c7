/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes from the wire, to the MAC or to the other queue.
 * Part of: ttp_port */
#include "ttp_port_rx.h"

#include <string.h>

#include "ttp_port_defs.h"

enum { TYPED = 14, AT_LIFE = 50 };      /* bytes with the EtherType; version of the TTP header */

static void reset(struct ttp_port_rx *b)
{
    b->a.valid = b->out.valid = b->look = b->told = false;
    b->head.n = 0;
    b->words_in = b->words_out = b->verdicts_in = b->verdicts_out = 0;
    b->at = 0;
}

void ttp_port_rx_bind(struct ttp_port_rx *b, const struct ttp_port_params *p)
{
    memset(b, 0, sizeof *b);
    b->width = p->data_w / 8;
    b->addr_high = p->addr_high;
    reset(b);
}

/* The beat of the cycle before. Returns a counter, or TTP_PORT_COUNTERS. */
static unsigned look(struct ttp_port_rx *b, const struct ttp_port_routes *routes)
{
    struct ttp_port_verdict v = { .broken = TTP_PORT_COUNTERS };

    if (b->look && !b->told && b->enough) {
        v = ttp_port_judge(&b->seen, &b->cfg, routes, b->addr_high);
        b->verdicts[b->verdicts_in++ % TTP_PORT_RX_DEEP] = v;
        if (v.way == TTP_PORT_FROM_IP) v.broken = TTP_PORT_IP_RX;
        else if (v.way != TTP_PORT_NOWHERE) v.broken = TTP_PORT_COUNTERS;
        b->told = true;
    }
    if (b->look && b->look_last) b->told = false;
    return v.broken;
}

/* ip.in: the head of the verdict, and byte 50. */
static void rewrite(struct ttp_port_beat *x, uint32_t at, uint32_t width, const uint8_t *head)
{
    for (uint32_t k = 0; k < width; k++) {
        if (at + k < TTP_PORT_HEAD) ttp_port_set_byte(x, k, head[at + k]);
        if (at + k == AT_LIFE) ttp_port_set_byte(x, k, ttp_port_byte(x, k) & 0xDF);
    }
}

/* A beat whose verdict is there leaves. */
static void leave(struct ttp_port_rx *b, uint32_t verdicts_in, uint32_t words_in)
{
    const struct ttp_port_verdict *v = &b->verdicts[b->verdicts_out % TTP_PORT_RX_DEEP];

    b->out.valid = false;
    if (b->verdicts_out == verdicts_in || b->words_out == words_in) return;
    b->out = b->words[b->words_out++ % TTP_PORT_RX_DEEP];
    b->out.valid = v->way != TTP_PORT_NOWHERE;
    b->way = v->way == TTP_PORT_TO_OTHER ? TTP_PORT_TO_OTHER : TTP_PORT_TO_MAC;
    if (v->way == TTP_PORT_FROM_IP) rewrite(&b->out, b->at, b->width, v->head);
    /* Behind the bytes that are looked at it no longer matters where a beat stands. */
    if (b->at < 64) b->at += b->width;
    if (!b->out.last) return;
    b->at = 0;
    b->verdicts_out++;
}

uint32_t ttp_port_rx_clock(struct ttp_port_rx *b, bool rst, const struct ttp_port_cfg *c,
                           const struct ttp_port_routes *routes, const struct ttp_port_beat *in)
{
    const uint32_t verdicts_in = b->verdicts_in, words_in = b->words_in;
    const unsigned counter = look(b, routes);

    leave(b, verdicts_in, words_in);
    b->look = b->a.valid;
    b->cfg = *c;
    if (b->a.valid) {
        const bool had_type = b->head.n >= TYPED;

        ttp_port_head_add(&b->head, &b->a, b->width);
        b->seen = b->head;
        b->look_last = b->a.last;
        b->enough = b->head.n == TTP_PORT_HEAD || b->a.last
            || (!had_type && b->head.n >= TYPED && ttp_port_is_plain(&b->head, c));
        if (b->a.last) b->head.n = 0;
        b->words[b->words_in++ % TTP_PORT_RX_DEEP] = b->a;
    }
    b->a = *in;
    if (rst) reset(b);
    return counter < TTP_PORT_COUNTERS ? UINT32_C(1) << counter : 0;
}
