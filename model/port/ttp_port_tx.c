/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose turn it is on the wire, and the IPv4 form.
 * Part of: ttp_port */
#include "ttp_port_tx.h"

#include <string.h>

#include "ttp_port_defs.h"

enum { AT_NODE = 3, DYNAMIC = 0xC000, PATHS = 0x3FFF };

static void reset(struct ttp_port_tx *b)
{
    b->under = b->a.valid = false;
    b->passed = 0;
    b->spray = 0;
    b->head.n = 0;
    b->at = 0;
    b->out_in = b->out_out = 0;
}

void ttp_port_tx_bind(struct ttp_port_tx *b, const struct ttp_port_params *p)
{
    memset(b, 0, sizeof *b);
    b->width = p->data_w / 8;
    reset(b);
}

void ttp_port_tx_drive(const struct ttp_port_tx *b, struct ttp_port_beat *out)
{
    *out = b->out[b->out_out % TTP_PORT_TX_DEEP];
    out->valid = b->out_in != b->out_out;
}

/* A beat at a waits while there is no room behind it. */
static bool has_room(const struct ttp_port_tx *b)
{
    return !b->a.valid || b->out_in - b->out_out < TTP_PORT_TX_DEEP;
}

/* port.turn */
static bool is_turn_of_other(const struct ttp_port_tx *b, const struct ttp_port_tx_in *in)
{
    const uint8_t share = in->cfg->share;

    if (b->under) return b->is_other;
    return in->other->valid && (!in->ttp->valid || (share && b->passed >= share));
}

bool ttp_port_tx_ttp_ready(const struct ttp_port_tx *b, const struct ttp_port_tx_in *in)
{
    return has_room(b) && !is_turn_of_other(b, in);
}

bool ttp_port_tx_other_ready(const struct ttp_port_tx *b, const struct ttp_port_tx_in *in)
{
    return has_room(b) && is_turn_of_other(b, in);
}

/* ip.ports */
static uint16_t source_port(struct ttp_port_tx *b, uint8_t ports, uint32_t node)
{
    uint16_t port = TTP_PORT_UDP_PORT;

    if (ports == 1) port = (uint16_t)(DYNAMIC + ((node & PATHS) ^ node >> 14));
    if (ports == 2) {
        port = DYNAMIC + b->spray;
        b->spray = (b->spray + 1) & PATHS;
    }
    return port;
}

/* ip.out: what becomes of a frame whose first beat is taken. */
static void plan(struct ttp_port_tx *b, const struct ttp_port_tx_in *in)
{
    struct ttp_port_head h = { .n = 0 };
    const struct ttp_port_route *r;

    b->plan.ip = false;
    if (b->is_other || !in->cfg->ipv4) return;
    ttp_port_head_add(&h, in->ttp, b->width);
    b->plan.node = ttp_port_number(h.byte + AT_NODE, 3);
    r = ttp_port_routes_find(in->routes, in->cfg, b->plan.node);
    if (!r) return;
    b->plan.ip = true;
    b->plan.next_hop = r->next_hop;
    b->plan.source_port = source_port(b, r->ports, b->plan.node);
}

/* The beat at a goes on. */
static void push(struct ttp_port_tx *b, const struct ttp_port_cfg *c)
{
    struct ttp_port_beat *x = &b->out[b->out_in++ % TTP_PORT_TX_DEEP];
    uint8_t head[TTP_PORT_HEAD];

    *x = b->a;
    ttp_port_head_add(&b->head, x, b->width);
    if (b->plan.ip) {
        ttp_port_ip_head(&b->head, &b->plan, c, head);
        for (uint32_t k = 0; k < b->width && b->at + k < TTP_PORT_HEAD; k++)
            ttp_port_set_byte(x, k, head[b->at + k]);
    }
    b->at = x->last ? 0 : b->at + b->width;
    if (x->last) b->head.n = 0;
}

/* A beat is taken: port.turn, port.whole. Returns which counters move. */
static uint32_t take(struct ttp_port_tx *b, const struct ttp_port_tx_in *in, bool other)
{
    uint32_t counts = 0;

    b->a = other ? *in->other : *in->ttp;
    if (other) b->a.user = false;
    if (!b->under) {
        b->is_other = other;
        if (other || !in->other->valid) b->passed = 0;
        else if (b->passed < UINT8_MAX) b->passed++;
        plan(b, in);
        if (other) counts = UINT32_C(1) << TTP_PORT_OTHER_TX;
        if (b->plan.ip) counts = UINT32_C(1) << TTP_PORT_IP_TX;
    }
    b->under = !b->a.last;
    return counts;
}

uint32_t ttp_port_tx_clock(struct ttp_port_tx *b, const struct ttp_port_tx_in *in)
{
    const bool ttp = ttp_port_tx_ttp_ready(b, in) && in->ttp->valid;
    const bool other = ttp_port_tx_other_ready(b, in) && in->other->valid;
    const bool gone = b->out_in != b->out_out && in->out_ready;
    uint32_t counts = 0;

    if (b->a.valid && has_room(b)) {
        push(b, in->cfg);
        b->a.valid = false;
    }
    if (ttp || other) counts = take(b, in, other);
    if (gone) b->out_out++;
    if (in->rst) reset(b);
    return counts;
}
