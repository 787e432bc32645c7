/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_order.h"

void ttp_tx_order_bind(struct ttp_tx_order *b, const struct ttp_params *p, struct ttp_arena *a)
{
    b->channel_links = p->vc_order ? p->link_sets * p->link_ways : 0;
    for (unsigned vc = 0; vc < TTP_VCS; vc++) {
        ttp_fifo_bind(&b->replay[vc], a, sizeof(uint16_t), b->channel_links);
        ttp_fifo_bind(&b->fresh[vc], a, sizeof(uint16_t), b->channel_links);
    }
    b->pick = TTP_VC_NONE;
}

/* Those that send again go first within their channel too (vc.turn). */
static const struct ttp_fifo *oldest(const struct ttp_tx_order *b, unsigned vc)
{
    return b->replay[vc].count ? &b->replay[vc] : &b->fresh[vc];
}

const uint16_t *ttp_tx_order_next(const struct ttp_tx_order *b)
{
    if (b->pick == TTP_VC_NONE || !ttp_tx_order_waits(b, b->pick)) return NULL;
    return ttp_fifo_head(oldest(b, b->pick));
}

/* The first in the order that was passed over so many times or more; how many there are. */
static uint8_t passed_over(const struct ttp_tx_order *b, const uint8_t order[TTP_VCS],
                           unsigned times, unsigned *n)
{
    uint8_t first = TTP_VC_NONE;

    *n = 0;
    for (unsigned k = 0; k < TTP_VCS; k++)
        if (b->passed[order[k]] >= times && !(*n)++) first = order[k];
    return first;
}

/* vc.strict */
static uint8_t first_waiting(const struct ttp_tx_order *b, const uint8_t order[TTP_VCS])
{
    for (unsigned k = 0; k < TTP_VCS; k++)
        if (ttp_tx_order_waits(b, order[k])) return order[k];
    return TTP_VC_NONE;
}

/* vc.weight */
static uint8_t by_weight(const struct ttp_tx_order *b, const struct ttp_vc_cfg *cfg)
{
    const uint8_t last = b->last;

    if (ttp_tx_order_waits(b, last) && b->turns < cfg->weight[last]) return last;
    for (unsigned k = 1; k <= TTP_VCS; k++) {
        const uint8_t vc = (uint8_t)((last + k) % TTP_VCS);

        if (ttp_tx_order_waits(b, vc)) return vc;
    }
    return TTP_VC_NONE;
}

/* vc.passed - 16 times is enough; of two with 15 the first goes, or the other would come to 17.
 * What stands in the lists of another mode goes before the rest (vc.change); it passes over all
 * three channels, so that it ends with 14. */
static uint8_t choose(const struct ttp_tx_order *b, const struct ttp_vc_cfg *cfg, bool common)
{
    const uint8_t third = (uint8_t)(3 - cfg->first - cfg->second);
    const uint8_t order[TTP_VCS] = { cfg->first, cfg->second, third };
    unsigned n;
    uint8_t late = passed_over(b, order, TTP_VC_PASSED, &n);

    if (n) return late;
    late = passed_over(b, order, TTP_VC_PASSED - 1, &n);
    if (n > 1) return late;
    if (cfg->mode != TTP_VC_OFF && common) return passed_over(b, order, TTP_VC_PASSED - 2, &n);
    return cfg->mode == TTP_VC_WEIGHTS ? by_weight(b, cfg) : first_waiting(b, order);
}

/* A turn of the channel in which a link was next. */
static void note_turn(struct ttp_tx_order *b, uint8_t vc)
{
    bool alone = true;

    for (unsigned other = 0; other < TTP_VCS; other++)
        if (other != vc && ttp_tx_order_waits(b, other)) alone = false;
    if (alone) b->turns = 0;
    else if (vc != b->last) b->turns = 1;
    else if (b->turns < 15) b->turns++;
    b->last = vc;
}

void ttp_tx_order_clock(struct ttp_tx_order *b, const struct ttp_vc_cfg *cfg, bool common,
                        bool push, bool push_replay, uint16_t push_link, bool pop)
{
    const bool mine = pop && ttp_tx_order_next(b);
    const uint8_t vc = b->pick;
    uint8_t chosen;

    if (!b->channel_links) return;
    chosen = choose(b, cfg, common);
    for (unsigned k = 0; k < TTP_VCS; k++)
        if (!ttp_tx_order_waits(b, k) || (mine && k == vc)) b->passed[k] = 0;
        else b->passed[k] = (uint8_t)(b->passed[k] + pop);
    if (mine) {
        note_turn(b, vc);
        ttp_fifo_clock(b->replay[vc].count ? &b->replay[vc] : &b->fresh[vc], false, true);
    }
    if (push) {
        const unsigned to = push_link / b->channel_links;
        struct ttp_fifo *q = push_replay ? &b->replay[to] : &b->fresh[to];

        *(uint16_t *)ttp_fifo_slot(q) = push_link;
        ttp_fifo_clock(q, true, false);
    }
    b->pick = chosen;
}

void ttp_tx_order_clear(struct ttp_tx_order *b)
{
    for (unsigned vc = 0; vc < TTP_VCS; vc++) {
        ttp_fifo_clear(&b->replay[vc]);
        ttp_fifo_clear(&b->fresh[vc]);
        b->passed[vc] = 0;
    }
    b->pick = TTP_VC_NONE;
    b->last = TTP_VCS - 1;      /* VC 0 is the next one */
    b->turns = 0;
}
