// SPDX-License-Identifier: Apache-2.0
//
// A copy of the model of tb/block/ttp_mac.cpp, made by ttp_mac_copy() or from its saved state. It
// runs beside the original with the same inputs, or it skips idle cycles and waits for the original
// there. When both are in the same cycle they must be equal.
#ifndef MAC_COPY_H
#define MAC_COPY_H

#include <cstring>
#include <memory>
#include <vector>
#include "mac_pins.h"
#include "tb_util.h"
#include "ttp_mac.h"

struct free_mac { void operator()(ttp_mac *m) const { ttp_mac_free(m); } };
using mac_ptr = std::unique_ptr<ttp_mac, free_mac>;

inline mac_ptr new_mac()
{
    const ttp_params p = { DATA_W, TX_CELLS, TX_PKTS, RX_CELLS, LINK_SETS, LINK_WAYS,
                           TRACE, SRAM_1P, DEEP, SELECTIVE,
                           TIMEOUT_RST, OPEN_TMO_RST, CLOSE_TMO_RST, BACKOFF_RST, RETRY_MAX_RST,
                           ADDR_HIGH, VC_ORDER, SEL_CONTEXTS, SEL_WINDOW };
    const char *why = "";
    mac_ptr m(ttp_mac_new(&p, &why));
    if (!m) {
        fprintf(stderr, "ttp_mac_new: %s\n", why);
        exit(2);
    }
    return m;
}

struct mac_copy {
    mac_ptr mac = new_mac();
    uint64_t copies = 0, skips = 0;     // compared and equal

    mac_copy(tb_rng &r, tb_check &c) : rng_(r), chk_(c), blob_(ttp_mac_state_size(mac.get())) {}

    // Before the edge of cycle c: starts a copy now and then, and compares one that is due.
    void look(ttp_mac *m, const ttp_in &in, uint64_t c)
    {
        if (!runs_ && c % 512 == 100) {
            take(m);
            chk_.eq("equal when taken", ttp_mac_equal(m, mac.get()), 1);
            skipped_ = false;
            until_ = c + rng_.in(1, 300);
        } else if (!runs_ && idle(in) && ttp_mac_idle_until(m) > ttp_mac_cycle(m)
                   && rng_.one_in(8)) {
            skip(m, c);
        }
        // An input came in one of the skipped cycles: the two are not comparable any more.
        if (runs_ && skipped_ && c < until_ && !idle(in)) runs_ = false;
        if (runs_ && c == until_) compare(m);
    }
    void drop() { runs_ = false; }
    void clock(const ttp_in &in) { if (runs_ && !skipped_) ttp_mac_clock(mac.get(), &in); }

private:
    void take(ttp_mac *m)
    {
        if (taken_++ % 2) {
            mac.reset(ttp_mac_copy(m));
        } else {
            ttp_mac_save(m, blob_.data());
            chk_.eq("restore", ttp_mac_restore(mac.get(), blob_.data()), 1);
        }
        runs_ = true;
    }
    void skip(ttp_mac *m, uint64_t c)
    {
        const uint64_t most = ttp_mac_idle_until(m) - ttp_mac_cycle(m);
        take(m);
        const uint64_t k = most < 1000 && rng_.below(2) ? most
                                                        : 1 + rng_.below(most < 1000 ? most : 1000);
        ttp_mac_skip(mac.get(), k);
        skipped_ = true;
        until_ = c + k;
    }
    void compare(ttp_mac *m)
    {
        const bool same = ttp_mac_equal(m, mac.get());
        if (!same) show_differences(m);
        chk_.eq(skipped_ ? "equal after a skip" : "equal after running on", same, 1);
        (skipped_ ? skips : copies)++;
        runs_ = false;
    }
    // Where the two states differ, but for the pointers into their arenas.
    void show_differences(ttp_mac *m)
    {
        const char *mine = reinterpret_cast<char *>(&m->s);
        const char *its = reinterpret_cast<char *>(&mac->s);
        size_t next = 0;
        for (size_t at = 0; at < sizeof m->s; at += 8) {
            if (next < m->pointers && m->pointer_at[next] * 8u == at) {
                next++;
                continue;
            }
            if (memcmp(mine + at, its + at, 8) != 0)
                fprintf(stderr, "state differs at offset %zu\n", at);
        }
        for (size_t at = 0; at < m->arena_n; at++) {
            if (m->arena[at] == mac->arena[at]) continue;
            fprintf(stderr, "arena differs at %zu\n", at);
            break;
        }
    }

    tb_rng &rng_;
    tb_check &chk_;
    std::vector<uint8_t> blob_;
    uint64_t until_ = 0, taken_ = 0;
    bool runs_ = false, skipped_ = false;
};

#endif
