/* SPDX-License-Identifier: Apache-2.0
 *
 * The link of a host packet: cached, or asked for.
 * Part of: ttp_tx_ingest */
#include "ttp_tx_lookup.h"

static unsigned place(const struct ttp_tx_ingest *b, uint32_t dest)
{
    unsigned at = (dest >> 24) * (b->known_n / 4);

    for (uint32_t node = dest & 0xffffff; node; node /= b->known_n) at ^= node;
    return at & (b->known_n - 1);
}

static void learn(struct ttp_tx_ingest *b)
{
    if (!b->known_n) return;
    b->known_dest[place(b, b->dest)] = b->dest;
    b->known_link[place(b, b->dest)] = b->link;
    b->known_valid |= UINT64_C(1) << place(b, b->dest);
}

bool ttp_tx_lookup_knows(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                         uint32_t dest, uint32_t *link)
{
    if (!b->known_valid || in->evicting) return false;
    if (!(b->known_valid >> place(b, dest) & 1) || b->known_dest[place(b, dest)] != dest)
        return false;
    *link = b->known_link[place(b, dest)];
    return true;
}

/* tbl.victim.local, tbl.victim.after - a packet whose link finds no entry asks again, and is
 * refused after close_tmo x retry_max. It asks every 256 cycles too: an entry may become free long
 * before a round ends. */
void ttp_tx_lookup_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    const bool round_end = b->tmo >= in->cfg_close_tmo;
    const bool again = round_end || (b->tmo & 255) == 255;

    if (b->trying) {
        if (round_end) {
            b->tmo = 1;
            if (b->rounds >= in->cfg_retry_max) b->expired = true;
            b->rounds++;
        } else {
            b->tmo++;
        }
    }
    switch (b->state) {
    case LK_NONE:
    case LK_CACHED:
        b->trying = false;
        break;
    case LK_REQ:
        if (in->lookup_ready) b->state = LK_PIPE;
        break;
    case LK_PIPE:
        if (!in->lookup_done) break;
        if (in->lookup_ok) {
            b->state = LK_LOAD;
            b->link = in->lookup_link;
            learn(b);
            break;
        }
        b->state = LK_PAUSE;
        if (!b->trying) {
            b->trying = true;
            b->expired = false;
            b->tmo = 1;
            b->rounds = 1;
        }
        break;
    case LK_LOAD:       /* the row was read with lookup_done */
        b->own = b->list[b->link];
        b->state = LK_CACHED;
        break;
    case LK_PAUSE:
        if (again) b->state = LK_REQ;
        break;
    }
}
