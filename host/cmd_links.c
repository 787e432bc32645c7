/* SPDX-License-Identifier: Apache-2.0
 *
 * links, close. */
#include <poll.h>
#include <stdio.h>

#include "ctl.h"
#include "names.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

#define REC   7                     /* words of the record */
#define WORDS 10                    /* ... and of the way to the peer, of selective repeat */
#define HEAD  3                     /* fetch, two looks whether it is there */

static const uint16_t places[WORDS] = {
    TTP_REG_LINK_REC0, TTP_REG_LINK_REC1, TTP_REG_LINK_REC2, TTP_REG_LINK_REC3,
    TTP_REG_LINK_REC4, TTP_REG_LINK_REC5, TTP_REG_LINK_REC6,
    TTP_REG_LINK_RTT,  TTP_REG_LINK_RTT_MIN, TTP_REG_LINK_PATH
};

struct link { uint32_t rec[WORDS]; };

/* Up to three links, each in the moment of its own fetch; REC or WORDS of each. */
static void fetch(struct ctl *c, uint32_t index, unsigned n, unsigned words, struct link *l)
{
    const int64_t end = now_ms() + c->hl.patience_ms;
    for (;;) {
        struct hl_op op[3 * (HEAD + WORDS)];
        const unsigned ops = HEAD + words;
        bool here = true;
        for (unsigned i = 0; i < n; i++) {
            struct hl_op *o = op + ops * i;
            o[0] = op_write(TTP_REG_LINK_INDEX, index + i);
            o[1] = o[2] = op_read(TTP_REG_STATUS);
            for (unsigned k = 0; k < words; k++) o[HEAD + k] = op_read(places[k]);
        }
        regs(c, op, ops * n);
        for (unsigned i = 0; i < n; i++) {
            here = here && !(op[ops * i + 2].value >> TTP_STATUS_CMD_BUSY & 1);
            for (unsigned k = 0; k < words; k++) l[i].rec[k] = op[ops * i + HEAD + k].value;
        }
        if (here) return;
        if (now_ms() > end) stop(c, 1, "the card stays busy");
        /* Under way still: one at a time. */
        if (n > 1) {
            for (unsigned i = 0; i < n; i++) fetch(c, index + i, 1, words, l + i);
            return;
        }
    }
}

static uint32_t links_of(struct ctl *c)
{
    const uint32_t v = reg_get(c, TTP_REG_LINKS);
    return 3 * (v & 0xFFFF) * (v >> 16);        /* sets and ways of each VC */
}

/* What a link that has agreed on selective repeat knows of the way to its peer. */
static void show_way(const uint32_t *r)
{
    char text[5][12];
    const uint32_t v[5] = { r[7] & 0xFFFFFF, r[8] & 0xFFFFFF, r[6] >> 16 & 1023, r[9] >> 16 & 1023,
                            r[9] & 255 };
    for (unsigned i = 0; i < 5; i++) {
        if (v[i]) snprintf(text[i], sizeof text[i], "%u", v[i]);
        else snprintf(text[i], sizeof text[i], "-");        /* not known yet */
    }
    printf("      round trip %s, least %s cycles; window %s, by delay %s payloads; "
           "distance %s sends\n", text[0], text[1], text[2], text[3], text[4]);
}

int cmd_links(struct ctl *c)
{
    const uint32_t n = links_of(c);
    unsigned shown = 0;
    for (uint32_t i = 0; i < n; i += 3) {
        struct link l[3];
        const unsigned k = n - i < 3 ? n - i : 3;
        fetch(c, i, k, REC, l);
        for (unsigned j = 0; j < k; j++) {
            const uint32_t *r = l[j].rec;
            /* All words of three links are more than one request may ask for. */
            if (r[0] >> 31 && r[0] >> 28 & 1) fetch(c, i + j, 1, WORDS, l + j);
            if (!(r[0] >> 31)) continue;
            if (!shown++)
                printf("link  node    VC  state           held  next ID   oldest    received  life"
                       "   peer's  retries\n");
            printf("%-4u  %06X  %-2u  %-14s  %-4u  %08X  %08X  %08X  %-5u  %-6u  %u%s%s%s\n", i + j,
                   r[1] & 0xFFFFFF, r[1] >> 24, link_states[r[0] & 7], r[6] & 0xFFFF, r[3], r[2],
                   r[4], r[5] & 0xFFFF, r[5] >> 16, r[0] >> 12 & 255,
                   r[0] >> 30 & 1 ? "  dead" : "", r[0] >> 29 & 1 ? "  closing" : "",
                   r[0] >> 28 & 1 ? "  selective" : "");
            if (r[0] >> 28 & 1) show_way(r);
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
        fetch(c, i, k, REC, some);
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
        fetch(c, index, 1, REC, &l);
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
