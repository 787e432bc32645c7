/* SPDX-License-Identifier: Apache-2.0
 *
 * What a frame is, and what it becomes: the tables of docs/port.md without a clock.
 * Part of: ttp_port */
#include "ttp_port_form.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_port_defs.h"

enum { AT_DEST = 0, AT_SOURCE = 6, AT_TYPE = 12, AT_IP = 14, AT_DSCP = 15, AT_TOTAL = 16,
       AT_FLAGS = 20, AT_TTL = 22, AT_PROTOCOL = 23, AT_SUM = 24, AT_IP_SOURCE = 26,
       AT_IP_DEST = 30, AT_TSH = 34, AT_PORTS = 34, AT_UDP_DEST = 36, AT_UDP_LENGTH = 38,
       AT_TSH_LENGTH = 40 };

uint32_t ttp_port_number(const uint8_t *byte, unsigned n)
{
    uint32_t v = 0;

    for (unsigned i = 0; i < n; i++) v = v << 8 | byte[i];
    return v;
}

static void put(uint8_t *byte, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++) byte[i] = (uint8_t)(v >> 8 * (n - 1 - i));
}

void ttp_port_head_add(struct ttp_port_head *h, const struct ttp_port_beat *b, unsigned width)
{
    const unsigned n = ttp_port_bytes(b, width);

    for (unsigned k = 0; k < n && h->n < TTP_PORT_HEAD; k++)
        h->byte[h->n++] = ttp_port_byte(b, k);
}

/* The one's complement sum of the ten words of the header. */
static uint16_t sum_of(const uint8_t *byte)
{
    uint32_t sum = 0;

    for (unsigned at = AT_IP; at < AT_TSH; at += 2) sum += ttp_port_number(byte + at, 2);
    sum = (sum & 0xFFFF) + (sum >> 16);
    return (uint16_t)(sum + (sum >> 16));
}

/* port.ip */
static bool is_ip(const struct ttp_port_head *h, const struct ttp_port_cfg *c)
{
    const uint8_t *f = h->byte;

    return c->ipv4 && h->n == TTP_PORT_HEAD && ttp_port_number(f + AT_TYPE, 2) == TTP_PORT_IPV4
        && (f[AT_IP] & 15) == 5 && f[AT_PROTOCOL] == TTP_PORT_UDP
        && ttp_port_number(f + AT_IP_DEST, 4) == c->addr
        && ttp_port_number(f + AT_UDP_DEST, 2) == TTP_PORT_UDP_PORT
        && (c->any_port || ttp_port_number(f + AT_PORTS, 2) == TTP_PORT_UDP_PORT);
}

/* ip.bad: the counter of the first of ip.version, ip.checksum, ip.fragment, ip.length and ip.source
 * that the frame breaks, or TTP_PORT_COUNTERS. What it does not look at is ip.ignored. */
static unsigned broken(const uint8_t *f, const struct ttp_port_cfg *c,
                       const struct ttp_port_routes *routes)
{
    const uint32_t source = ttp_port_number(f + AT_IP_SOURCE, 4), host = ttp_port_host(c);

    if (f[AT_IP] >> 4 != 4) return TTP_PORT_IP_VERSION;
    if (sum_of(f) != 0xFFFF) return TTP_PORT_IP_CHECKSUM;
    if (ttp_port_number(f + AT_FLAGS, 2) & 0x3FFF) return TTP_PORT_IP_FRAGMENT;
    if (ttp_port_number(f + AT_UDP_LENGTH, 2) + 20 > ttp_port_number(f + AT_TOTAL, 2))
        return TTP_PORT_IP_LENGTH;
    if ((source ^ c->addr) & ~host || !ttp_port_routes_find(routes, c, source & host))
        return TTP_PORT_IP_SOURCE;
    return TTP_PORT_COUNTERS;
}

/* ip.in */
static void ttp_head(const uint8_t *f, const struct ttp_port_cfg *c, uint32_t addr_high,
                     uint8_t *out)
{
    const uint32_t own = c->addr & ttp_port_host(c);
    const uint32_t peer = ttp_port_number(f + AT_IP_SOURCE, 4) & ttp_port_host(c);

    memset(out, 0, TTP_PORT_HEAD);
    put(out + AT_DEST, 3, addr_high);
    put(out + AT_DEST + 3, 3, own);
    put(out + AT_SOURCE, 3, addr_high);
    put(out + AT_SOURCE + 3, 3, peer);
    put(out + AT_TYPE, 2, TTP_ETHERTYPE);
    out[AT_IP] = 5;
    memcpy(out + AT_TOTAL, f + AT_TOTAL, 2);
    put(out + AT_TSH, 3, peer);
    put(out + AT_TSH + 3, 3, own);
    memcpy(out + AT_TSH_LENGTH, f + AT_UDP_LENGTH, 2);
}

bool ttp_port_is_plain(const struct ttp_port_head *h, const struct ttp_port_cfg *c)
{
    return !c->ipv4 || ttp_port_number(h->byte + AT_TYPE, 2) != TTP_PORT_IPV4;
}

/* port.ttp, port.ip, port.other */
struct ttp_port_verdict ttp_port_judge(const struct ttp_port_head *h, const struct ttp_port_cfg *c,
                                       const struct ttp_port_routes *routes, uint32_t addr_high)
{
    struct ttp_port_verdict v = { .way = TTP_PORT_TO_MAC };

    if (h->n < AT_IP || ttp_port_number(h->byte + AT_TYPE, 2) == TTP_ETHERTYPE) return v;
    if (is_ip(h, c)) {
        v.broken = broken(h->byte, c, routes);
        v.way = v.broken == TTP_PORT_COUNTERS ? TTP_PORT_FROM_IP : TTP_PORT_NOWHERE;
        ttp_head(h->byte, c, addr_high, v.head);
    } else if (c->other) {
        v.way = TTP_PORT_TO_OTHER;
    }
    return v;
}

/* ip.out */
void ttp_port_ip_head(const struct ttp_port_head *h, const struct ttp_port_plan *p,
                      const struct ttp_port_cfg *c, uint8_t *out)
{
    const uint32_t length = ttp_port_number(h->byte + AT_TOTAL, 2);

    memset(out, 0, TTP_PORT_HEAD);
    put(out + AT_DEST, 6, p->next_hop);
    memcpy(out + AT_SOURCE, h->byte + AT_SOURCE, 6);
    put(out + AT_TYPE, 2, TTP_PORT_IPV4);
    out[AT_IP] = 0x45;
    out[AT_DSCP] = (uint8_t)(c->dscp << 2);
    put(out + AT_TOTAL, 2, length < TTP_PORT_LEAST ? TTP_PORT_LEAST : length);
    put(out + AT_FLAGS, 2, TTP_PORT_DF);
    out[AT_TTL] = TTP_PORT_TTL;
    out[AT_PROTOCOL] = TTP_PORT_UDP;
    put(out + AT_IP_SOURCE, 4, c->addr);
    put(out + AT_IP_DEST, 4, (c->addr & ~ttp_port_host(c)) | p->node);
    put(out + AT_SUM, 2, (uint16_t)~sum_of(out));
    put(out + AT_PORTS, 2, p->source_port);
    put(out + AT_UDP_DEST, 2, TTP_PORT_UDP_PORT);
    put(out + AT_UDP_LENGTH, 2, length - 20);
}
