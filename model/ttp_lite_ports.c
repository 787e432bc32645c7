/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_lite_ports.h"

void ttp_lite_rx_reset(struct ttp_lite_rx *p)
{
    p->full[0] = p->full[1] = false;
    p->fill = p->look = 0;
    p->count = 0;
    p->word = p->end = false;
}

bool ttp_lite_rx_ready(const struct ttp_lite_rx *p, bool on)
{
    return on && !p->full[p->fill] && !p->word && !p->end;
}

void ttp_lite_rx_clock(struct ttp_lite_rx *p, bool on, bool turn, bool valid, uint8_t data, bool last, bool user)
{
    if (valid && ttp_lite_rx_ready(p, on)) {
        const bool kept = p->count < TTP_LITE_FRAME;

        if (kept) p->slot[p->fill].data[p->count] = data;
        p->word = kept && (last || (p->count & 1));
        if (p->count < 2047) p->count++;
        p->end = last;
        p->bad = user;
    } else if (turn && p->word) {
        p->word = false;
    } else if (turn && p->end) {
        p->slot[p->fill].bytes = p->count;
        p->slot[p->fill].bad = p->bad;
        p->full[p->fill] = true;
        p->fill ^= 1;
        p->count = 0;
        p->end = false;
    }
}

const struct ttp_lite_frame *ttp_lite_rx_frame(const struct ttp_lite_rx *p)
{
    return p->full[p->look] ? &p->slot[p->look] : 0;
}

void ttp_lite_rx_give(struct ttp_lite_rx *p)
{
    p->full[p->look] = false;
    p->look ^= 1;
}

void ttp_lite_tx_reset(struct ttp_lite_tx *p)
{
    p->left = 0;
    p->have = 0;
    p->come = false;
}

bool ttp_lite_tx_idle(const struct ttp_lite_tx *p)
{
    return p->left == 0;
}

void ttp_lite_tx_clock(struct ttp_lite_tx *p, bool turn, bool ready)
{
    const bool ask = turn && p->left && !p->have && !p->come;

    if (p->have && ready) {
        p->have--;
        p->left--;
        p->at++;
    }
    if (p->come) p->have = p->left == 1 ? 1 : 2;
    p->come = ask;
}

void ttp_lite_tx_go(struct ttp_lite_tx *p)
{
    p->left = p->frame.bytes;
    p->at = 0;
}
