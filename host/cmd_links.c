/* SPDX-License-Identifier: Apache-2.0
 *
 * links, close. */
#include <poll.h>
#include <stdio.h>

#include "ctl.h"
#include "names.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

#define OPS 10                      /* fetch, two looks whether it is there, seven words */

struct link { uint32_t rec[7]; };

/* Up to three links, each in the moment of its own fetch. */
static void fetch(struct ctl *c, uint32_t index, unsigned n, struct link *l)
{
    const int64_t end = now_ms() + c->hl.patience_ms;
    for (;;) {
        struct hl_op op[3 * OPS];
        bool here = true;
        for (unsigned i = 0; i < n; i++) {
            struct hl_op *o = op + OPS * i;
            o[0] = op_write(TTP_REG_LINK_INDEX, index + i);
            o[1] = o[2] = op_read(TTP_REG_STATUS);
            for (unsigned k = 0; k < 7; k++)
                o[3 + k] = op_read((uint16_t)(TTP_REG_LINK_REC0 + 4 * k));
        }
        regs(c, op, OPS * n);
        for (unsigned i = 0; i < n; i++) {
            here = here && !(op[OPS * i + 2].value >> TTP_STATUS_CMD_BUSY & 1);
            for (unsigned k = 0; k < 7; k++) l[i].rec[k] = op[OPS * i + 3 + k].value;
        }
        if (here) return;
        if (now_ms() > end) stop(c, 1, "the card stays busy");
        /* Under way still: one at a time. */
        if (n > 1) {
            for (unsigned i = 0; i < n; i++) fetch(c, index + i, 1, l + i);
            return;
        }
    }
}

static uint32_t links_of(struct ctl *c)
{
    const uint32_t v = reg_get(c, TTP_REG_LINKS);
    return 3 * (v & 0xFFFF) * (v >> 16);        /* sets and ways of each VC */
}

int cmd_links(struct ctl *c)
{
    const uint32_t n = links_of(c);
    unsigned shown = 0;
    for (uint32_t i = 0; i < n; i += 3) {
        struct link l[3];
        const unsigned k = n - i < 3 ? n - i : 3;
        fetch(c, i, k, l);
        for (unsigned j = 0; j < k; j++) {
            const uint32_t *r = l[j].rec;
            if (!(r[0] >> 31)) continue;
            if (!shown++)
                printf("link  node    VC  state           held  next ID   oldest    received  life"
                       "   peer's  retries\n");
            printf("%-4u  %06X  %-2u  %-14s  %-4u  %08X  %08X  %08X  %-5u  %-6u  %u%s%s%s\n", i + j,
                   r[1] & 0xFFFFFF, r[1] >> 24, link_states[r[0] & 7], r[6] & 0xFFFF, r[3], r[2],
                   r[4], r[5] & 0xFFFF, r[5] >> 16, r[0] >> 12 & 255,
                   r[0] >> 30 & 1 ? "  dead" : "", r[0] >> 29 & 1 ? "  closing" : "",
                   r[0] >> 28 & 1 ? "  selective" : "");
        }
    }
    printf("%u of %u entries in use\n", shown, n);
    return 0;
}

int cmd_close(struct ctl *c)
{
    const uint32_t node = node_arg(c, c->argv[0]), vc = c->has_vc ? c->vc : 0;
    const uint32_t key = vc << 24 | node, n = links_of(c);
    uint32_t index = n;
    struct link l = { 0 };
    /* Each VC has its third of the table. */
    for (uint32_t i = vc * (n / 3); i < (vc + 1) * (n / 3) && index == n; i += 3) {
        struct link some[3];
        const unsigned k = n - i < 3 ? n - i : 3;
        fetch(c, i, k, some);
        for (unsigned j = 0; j < k; j++) {
            if (!(some[j].rec[0] >> 31) || some[j].rec[1] != key) continue;
            index = i + j;
            l = some[j];
        }
    }
    if (index == n) stop(c, 1, "no link with node %06X on VC %u", node, vc);
    if (l.rec[0] >> 30 & 1) {
        /* Its record says so until the place is needed, or the link opens again. */
        const bool held = reg_get(c, TTP_REG_IRQ_CAUSE) >> TTP_IRQ_DEAD & 1;
        if (held) reg_set(c, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD);
        printf("link with node %06X on VC %u %s\n", node, vc,
               held ? "was dead, and is let go" : "is dead, and was let go before");
        return 0;
    }
    reg_set(c, TTP_REG_CLOSE_LINK, key);
    const int64_t end = now_ms() + (c->wait_ms >= 0 ? c->wait_ms : 10000);
    for (;;) {
        fetch(c, index, 1, &l);
        /* A closed entry stays until its place is needed. */
        if (!(l.rec[0] >> 31) || l.rec[1] != key
            || ((l.rec[0] & 7) == TTP_ST_CLOSED && !(l.rec[0] >> 30 & 1)))
            break;
        if (l.rec[0] >> 30 & 1) {
            reg_set(c, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD);
            stop(c, 1, "node %06X does not answer: link on VC %u declared dead", node, vc);
        }
        if (now_ms() > end)
            stop(c, 1, "link with node %06X on VC %u is still %s", node, vc,
                 link_states[l.rec[0] & 7]);
        poll(NULL, 0, 5);
    }
    printf("link with node %06X on VC %u closed\n", node, vc);
    return 0;
}
