/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of the port: docs/port.md.
 * Part of: ttp_port */
#include "ttp_port_csr.h"

#include <string.h>

enum {
    REG_ID = 0x000, REG_PARAM = 0x004, REG_CTRL = 0x008, REG_SHARE = 0x00C, REG_ADDR = 0x010,
    REG_PREFIX = 0x014, REG_DSCP = 0x018, REG_ROUTE_NODE = 0x020, REG_ROUTE_MASK = 0x024,
    REG_NEXT_HOP_LO = 0x028, REG_NEXT_HOP_HI = 0x02C, REG_ROUTE = 0x030, REG_COUNT = 0x100
};

static void reset(struct ttp_port_csr *b)
{
    ttp_axil_reset(&b->axil);
    b->cfg = (struct ttp_port_cfg){ .share = TTP_PORT_SHARE, .prefix = TTP_PORT_PREFIX };
    b->route = (struct ttp_port_route){ .on = false };
    b->route_wr = false;
    memset(b->count, 0, sizeof b->count);
}

void ttp_port_csr_bind(struct ttp_port_csr *b, const struct ttp_port_params *p)
{
    memset(b, 0, sizeof *b);
    b->p = *p;
    reset(b);
}

/* True if there is a register. */
static bool look_up(const struct ttp_port_csr *b, uint32_t addr, uint32_t *word)
{
    const struct ttp_port_cfg *c = &b->cfg;

    *word = 0;
    switch (addr) {
    case REG_ID:          *word = TTP_PORT_ID; break;
    case REG_PARAM:
        *word = b->p.other_words << 16 | b->p.routes << 8 | b->p.data_w / 8;
        break;
    case REG_CTRL:
        *word = (uint32_t)c->other | (uint32_t)c->ipv4 << 1 | (uint32_t)c->any_port << 2;
        break;
    case REG_SHARE:       *word = c->share; break;
    case REG_ADDR:        *word = c->addr; break;
    case REG_PREFIX:      *word = c->prefix; break;
    case REG_DSCP:        *word = c->dscp; break;
    case REG_ROUTE_NODE:  *word = b->route.node; break;
    case REG_ROUTE_MASK:  *word = b->route.mask; break;
    case REG_NEXT_HOP_LO: *word = (uint32_t)b->route.next_hop; break;
    case REG_NEXT_HOP_HI: *word = (uint32_t)(b->route.next_hop >> 32); break;
    case REG_ROUTE:       break;
    default:
        if (addr < REG_COUNT || addr >= REG_COUNT + 4 * TTP_PORT_COUNTERS) return false;
        *word = b->count[(addr - REG_COUNT) / 4];
        break;
    }
    return true;
}

/* Is a write of this register refused? Nothing changes then. */
static bool refuses(const struct ttp_port_csr *b, uint32_t addr)
{
    switch (addr) {
    case REG_ID: case REG_PARAM: return true;
    case REG_PREFIX:             return b->axil.w < 8 || b->axil.w > 32;
    case REG_ROUTE:              return (b->axil.w & 0xFF) >= b->p.routes;
    default:                     return addr >= REG_COUNT || b->no_read;
    }
}

static void apply(struct ttp_port_csr *b)
{
    struct ttp_port_cfg *c = &b->cfg;
    struct ttp_port_route *r = &b->route;
    const uint32_t v = b->axil.w;

    switch (b->axil.addr << 2) {
    case REG_CTRL:
        c->other = v & 1;
        c->ipv4 = v >> 1 & 1;
        c->any_port = v >> 2 & 1;
        break;
    case REG_SHARE:       c->share = (uint8_t)v; break;
    case REG_ADDR:        c->addr = v; break;
    case REG_PREFIX:      c->prefix = (uint8_t)v; break;
    case REG_DSCP:        c->dscp = v & 63; break;
    case REG_ROUTE_NODE:  r->node = v & 0xFFFFFF; break;
    case REG_ROUTE_MASK:  r->mask = v & 0xFFFFFF; break;
    case REG_NEXT_HOP_LO: r->next_hop = (r->next_hop & ~(uint64_t)UINT32_MAX) | v; break;
    case REG_NEXT_HOP_HI:
        r->next_hop = (r->next_hop & UINT32_MAX) | (uint64_t)(v & 0xFFFF) << 32;
        break;
    case REG_ROUTE:
        b->route_wr = true;
        b->index = (uint8_t)v;
        r->on = v >> 8 & 1;
        r->ports = (v >> 9 & 3) == 3 ? 2 : v >> 9 & 3;
        break;
    default: break;     /* unreached: refuses() lets no other one through */
    }
}

void ttp_port_csr_clock(struct ttp_port_csr *b, bool rst, const struct ttp_axil_in *axil,
                        uint32_t counts, struct ttp_port_routes *routes)
{
    const uint32_t addr = b->axil.addr << 2;

    if (rst) {
        reset(b);
        ttp_port_routes_off(routes);
        return;
    }
    if (b->route_wr) routes->table[b->index] = b->route;
    b->route_wr = false;
    if (b->axil.state == TTP_AXIL_LOOK2) {
        b->no_read = !look_up(b, addr, &b->word);
        b->no_write = refuses(b, addr);
    }
    if (b->axil.state == TTP_AXIL_WRITE && !b->no_write) apply(b);
    ttp_axil_clock(&b->axil, axil, b->word, b->no_read, true, b->no_write);
    for (unsigned i = 0; i < TTP_PORT_COUNTERS; i++) b->count[i] += counts >> i & 1;
}
