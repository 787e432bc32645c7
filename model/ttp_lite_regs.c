/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_lite_regs.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_lite_link.h"
#include "ttp_regs.h"

/* Registers of the card, docs/card.md, of which this core has six. */
enum { CARD_ID = 0x1000, CARD_VERSION = 0x1004, BOARD = 0x1008, CARD_CTRL = 0x100C, LINK_STATE = 0x1010, ECHOED = 0x1044,
       HL = 0x1080, ETH_WIRE = 0x1100, ETH_HOST = 0x1140 };

#define TMO_MAX (1u << 30)

void ttp_lite_regs_reset(struct ttp_lite *m, uint32_t cfg_node)
{
    m->node = cfg_node & 0xFFFFFF;
    m->enable = true;
    m->timeout = m->open_tmo = m->close_tmo = 1u << 20;
    m->backoff = 1u << 18;
    m->retry_max = 64;
    m->echo = 4;
}

static uint32_t clamp(uint32_t v, uint32_t low, uint32_t high)
{
    return v < low ? low : v > high ? high : v;
}

/* False: there is no such register, or nothing to read in it. */
static bool get(struct ttp_lite *m, uint16_t at, uint32_t *v)
{
    if (at >= TTP_REG_COUNTER && at < TTP_REG_COUNTER + 8 * 64) {
        *v = at & 4 ? 0 : m->count[(at - TTP_REG_COUNTER) / 8];
        return true;
    }
    if (at >= HL && at < HL + 4 * 22) {
        *v = m->hl[(at - HL) / 4];
        return true;
    }
    if (at >= TTP_REG_LINK_REC0 && at <= TTP_REG_LINK_REC6) {
        *v = m->rec[(at - TTP_REG_LINK_REC0) / 4];
        return true;
    }
    *v = 0;
    if ((at >= ETH_WIRE && at < ETH_WIRE + 4 * 11) || (at >= ETH_HOST && at < ETH_HOST + 4 * 11)) return true;
    switch (at) {
    case TTP_REG_ID:         *v = 0x54545031; return true;
    case TTP_REG_VERSION:    *v = 0x0001; return true;
    case TTP_REG_PARAM:      *v = 8; return true;
    case TTP_REG_TX_CELLS:
    case TTP_REG_RX_CELLS:   *v = 16 * TTP_LITE_PAGES; return true;
    case TTP_REG_TX_PKTS:    *v = TTP_LITE_PAGES; return true;
    case TTP_REG_LINKS:      *v = 1u << 16 | TTP_LITE_LINKS; return true;
    case TTP_REG_NODE:       *v = m->node; return true;
    case TTP_REG_CTRL:       *v = m->enable; return true;
    case TTP_REG_STATUS:     *v = 1u | (uint32_t)m->nolink << TTP_STATUS_NOLINK; return true;
    case TTP_REG_EPOCH:      *v = m->epoch; return true;
    case TTP_REG_TIMEOUT:    *v = m->timeout; return true;
    case TTP_REG_OPEN_TMO:   *v = m->open_tmo; return true;
    case TTP_REG_CLOSE_TMO:  *v = m->close_tmo; return true;
    case TTP_REG_BACKOFF:    *v = m->backoff; return true;
    case TTP_REG_RETRY_MAX:  *v = m->retry_max; return true;
    case TTP_REG_REACK:      *v = m->reack; return true;
    case TTP_REG_START_ID:   *v = m->start_id; return true;
    case TTP_REG_LINK_INDEX: *v = m->index; return true;
    case TTP_REG_IRQ_CAUSE:  *v = m->irq; return true;
    case TTP_REG_CLOSE_LINK:
    case TTP_REG_SNAPSHOT:   return true;
    case TTP_REG_CYCLES_LO:  *v = m->lap << 16; m->cyc_hi = m->lap >> 16; return true;
    case TTP_REG_CYCLES_HI:  *v = m->cyc_hi; return true;
    case TTP_REG_CELLS_FREE: *v = 16u * m->free_n; return true;
    case TTP_REG_PKTS_FREE:  *v = m->free_n; return true;
    case CARD_ID:            *v = 0x5454504E; return true;
    case CARD_VERSION:       *v = 0x0001; return true;
    case BOARD:              *v = m->board; return true;
    case CARD_CTRL:          *v = m->echo; return true;
    case LINK_STATE:         *v = m->session ? 1u << 28 : 0; return true;
    case ECHOED:             *v = m->echoed; return true;
    default:                 return false;
    }
}

/* Index 8 VC + i: link i, if it is of that VC. */
static void fetch(struct ttp_lite *m, uint32_t index)
{
    const struct ttp_lite_link *l = &m->link[index % TTP_LITE_LINKS];

    m->index = index;
    memset(m->rec, 0, sizeof m->rec);
    if (!l->valid || l->key >> 24 != index / TTP_LITE_LINKS) return;
    m->rec[0] = 1u << 31 | (uint32_t)l->dead << 30 | (uint32_t)l->closing << 29 | (uint32_t)l->reopen << 28
              | (uint32_t)l->retry << 12 | l->st;
    m->rec[1] = l->key;
    m->rec[2] = l->una;
    m->rec[3] = l->una + l->nfl;
    m->rec[4] = l->last;
    m->rec[5] = (uint32_t)l->plife << 16 | l->olife;
    m->rec[6] = l->q.n;
}

static bool close_link(struct ttp_lite *m, uint32_t key)
{
    struct ttp_lite_link *l = ttp_lite_find(m, key);

    if (key >> 24 > 2) return false;
    m->nolink = !l;
    if (l && l->st != TTP_ST_CLOSED) l->closing = true;
    return true;
}

static bool writable(uint16_t at)
{
    static const uint16_t rw[] = { TTP_REG_NODE, TTP_REG_CTRL, TTP_REG_EPOCH, TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO,
        TTP_REG_BACKOFF, TTP_REG_RETRY_MAX, TTP_REG_REACK, TTP_REG_START_ID, TTP_REG_CLOSE_LINK, TTP_REG_LINK_INDEX,
        TTP_REG_IRQ_CAUSE, TTP_REG_SNAPSHOT, CARD_CTRL };

    for (unsigned i = 0; i < sizeof rw / sizeof rw[0]; i++)
        if (rw[i] == at) return true;
    return false;
}

/* v: bytes with a strobe; mask: which these are. */
static bool set(struct ttp_lite *m, uint16_t at, uint32_t v, uint32_t mask)
{
    uint32_t old;

    if (!writable(at)) return false;
    if (!mask) return true;
    get(m, at, &old);
    old = (old & ~mask) | v;
    switch (at) {
    case TTP_REG_NODE:       m->node = old & 0xFFFFFF; return true;
    case TTP_REG_CTRL:       if (v & 2) return false;
                             m->enable = old & 1; return true;
    case TTP_REG_EPOCH:      m->epoch = (old & 0xFFFF) ? (uint16_t)old : 1; return true;
    case TTP_REG_TIMEOUT:    m->timeout = clamp(old, 1, TMO_MAX); return true;
    case TTP_REG_OPEN_TMO:   m->open_tmo = clamp(old, 1, TMO_MAX); return true;
    case TTP_REG_CLOSE_TMO:  m->close_tmo = clamp(old, 1, TMO_MAX); return true;
    case TTP_REG_BACKOFF:    m->backoff = clamp(old, 1, TMO_MAX); return true;
    case TTP_REG_RETRY_MAX:  m->retry_max = clamp(old, 1, 255); return true;
    case TTP_REG_REACK:      m->reack = clamp(old, 0, TMO_MAX); return true;
    case TTP_REG_START_ID:   m->start_id = old; return true;
    case TTP_REG_CLOSE_LINK: return close_link(m, v);
    case TTP_REG_LINK_INDEX: if (old >= 3 * TTP_LITE_LINKS) return false;
                             fetch(m, old); return true;
    case TTP_REG_IRQ_CAUSE:  m->irq &= ~v; return true;
    case TTP_REG_SNAPSHOT:   return true;
    case CARD_CTRL:          m->echo = old & 7; return true;
    default:                 return false;
    }
}

void ttp_lite_op(struct ttp_lite *m, uint8_t *op)
{
    const uint16_t at = (uint16_t)(ttp_lite_be(op + 2, 2) & 0xFFFC);
    uint32_t mask = 0, v = 0;
    bool ok = false;

    for (unsigned i = 0; i < 4; i++)
        if (op[1] >> i & 1) mask |= 0xFFu << (8 * i);
    if (op[0] == 0) {
        ok = get(m, at, &v);
    } else if (op[0] == 1) {
        v = ttp_lite_be(op + 4, 4) & mask;
        ok = set(m, at, v, mask);
    }
    if (!ok) {
        op[0] |= 0x80;
        v = 0;
    }
    if (op[0] != 1) ttp_lite_put(op + 4, 4, v);
}
