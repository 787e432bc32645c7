/* SPDX-License-Identifier: Apache-2.0
 *
 * stats: counters of MAC, host link and Ethernet ports. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "card_regs.h"
#include "ctl.h"
#include "names.h"
#include "ttp_regs.h"

#define ALL (MAC_COUNTERS + HL_COUNTERS + 2 * ETH_COUNTERS)

struct counters { uint64_t v[ALL]; };

static const char *name_of(unsigned i, const char **group, unsigned *bits)
{
    *bits = i < MAC_COUNTERS ? TTP_CNT_W : 32;
    *group = i < MAC_COUNTERS ? "MAC" : i < MAC_COUNTERS + HL_COUNTERS ? "host link"
           : i < ALL - ETH_COUNTERS ? "wire port" : "host port";
    if (i < MAC_COUNTERS) return mac_counter[i];
    if (i < MAC_COUNTERS + HL_COUNTERS) return hl_counter[i - MAC_COUNTERS];
    return eth_counter[(i - MAC_COUNTERS - HL_COUNTERS) % ETH_COUNTERS];
}

static void snapshot(struct ctl *c, struct counters *s)
{
    struct hl_op op[2 * MAC_COUNTERS + ALL];
    unsigned where[2 * MAC_COUNTERS + ALL], n = 0;
    reg_set(c, TTP_REG_SNAPSHOT, 1);
    wait_not_busy(c, TTP_STATUS_SNAP_BUSY);
    for (unsigned i = 0; i < ALL; i++) {
        const char *group;
        unsigned bits;
        s->v[i] = 0;
        if (!name_of(i, &group, &bits)) continue;
        uint32_t addr;
        if (i < MAC_COUNTERS) addr = TTP_REG_COUNTER + 8 * i;
        else if (i < MAC_COUNTERS + HL_COUNTERS) addr = CARD_REG_HL + 4 * (i - MAC_COUNTERS);
        else if (i < ALL - ETH_COUNTERS)
            addr = CARD_REG_ETH_WIRE + 4 * (i - MAC_COUNTERS - HL_COUNTERS);
        else addr = CARD_REG_ETH_HOST + 4 * (i - (ALL - ETH_COUNTERS));
        where[n] = i;
        op[n++] = op_read((uint16_t)addr);
        if (bits == 32) continue;
        where[n] = i;
        op[n++] = op_read((uint16_t)(addr + 4));
    }
    regs(c, op, n);
    for (unsigned i = 0; i < n; i++)
        s->v[where[i]] |= (uint64_t)op[i].value << (i > 0 && where[i - 1] == where[i] ? 32 : 0);
}

/* All of one moment; with `last`, what moved since, and how fast. */
static void show(const struct ctl *c, const struct counters *s, const struct counters *last,
                 double seconds)
{
    const char *before = "";
    for (unsigned i = 0; i < ALL; i++) {
        const char *group;
        unsigned bits;
        const char *name = name_of(i, &group, &bits);
        if (!name) continue;
        const uint64_t moved = (s->v[i] - (last ? last->v[i] : 0)) & ((1ull << bits) - 1);
        if (!moved && !c->all) continue;
        if (strcmp(before, group) != 0) printf("%s\n", group);
        before = group;
        if (last)
            printf("  %-14s %15llu  +%llu, %.0f/s\n", name, (unsigned long long)s->v[i],
                   (unsigned long long)moved, (double)moved / seconds);
        else printf("  %-14s %15llu\n", name, (unsigned long long)s->v[i]);
    }
    if (!*before) printf(last ? "nothing moved\n" : "all counters are 0\n");
    fflush(stdout);
}

int cmd_stats(struct ctl *c)
{
    struct counters s, last;
    snapshot(c, &s);
    double at = now_s();
    show(c, &s, NULL, 1);
    if (!c->watch) return 0;
    /* Ctrl-C is the way to end this: after the reading under way, without an error */
    c->hl.quit = NULL;
    for (int64_t n = 0; !interrupted && (c->count < 0 || n < c->count); n++) {
        const double next = at + c->watch_s;
        while (!interrupted && now_s() < next) poll(NULL, 0, (int)((next - now_s()) * 1000) + 1);
        if (interrupted) break;
        last = s;
        snapshot(c, &s);
        const double now = now_s();
        printf("-- %.1f s later\n", now - at);
        show(c, &s, &last, now - at);
        at = now;
    }
    return 0;
}
