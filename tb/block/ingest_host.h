// SPDX-License-Identifier: Apache-2.0
//
// For ttp_tx_ingest.cpp: random host packets with what each must become, and what changes from
// phase to phase.
#ifndef INGEST_HOST_H
#define INGEST_HOST_H

#include <algorithm>
#include <deque>
#include <map>
#include <vector>
#include "tb_util.h"
extern "C" {
#include "ttp_defs.h"
}

static const uint32_t B = DATA_W / 8, LANES = DATA_W / 64, WPC = 512 / DATA_W;
// The store has no port here: its size follows from TCW (the biggest that fits).
static const uint32_t STORE = TCW == 11 ? 1536 : TCW == 5 ? 24 : 1u << TCW;
static const bool MANY = STORE > 16384;     // cells
static const uint32_t ENTS = TX_PKTS + LINKS;
static uint32_t own_node;           // in even seeds complemented, so that each bit is 0 and 1

static inline uint32_t count_mask()     // 2^CW - 1
{
    uint32_t m = 1;
    while (m < 2 * TX_PKTS) m *= 2;
    return m - 1;
}

// The last phase: a packet waits for a link for a round of so many cycles, and then is refused.
static const uint32_t LONG_TMO = 1 << 18, LONG_WAIT = LONG_TMO + (1 << 14);

// Every other one is one bit off a node that is refused.
static inline std::vector<uint32_t> some_peers(tb_rng &r)
{
    std::vector<uint32_t> peers;
    for (uint32_t i = 0; i < std::min<uint32_t>(LINKS, 12); i++) {
        const uint32_t off = (i % 4 == 1 ? 0xFFFFFF : own_node) ^ 1u << r.below(24);
        peers.push_back(r.below(3) << 24 | (i % 2 ? off : 0xA00000 + i * 77));
    }
    return peers;
}

static inline uint32_t new_link(tb_rng &r, const std::map<uint32_t, uint32_t> &link_of)
{
    uint32_t l;
    bool taken;
    do {
        l = r.below(LINKS);
        taken = false;
        for (auto &x : link_of) taken |= x.second == l;
    } while (taken);
    return l;
}

enum kind { CHUNK, REFUSE, DISCARD };
struct item { kind k; uint32_t dest; std::vector<uint8_t> bytes; uint8_t why; uint64_t packet; };
struct beat { uint8_t d[64]; uint64_t keep; uint32_t dest; bool last, user, first; };
struct entry { uint32_t e; std::vector<uint32_t> cells; };
struct link_state { uint32_t tail, napp, freed; std::deque<entry> list; uint32_t held; };

// Percentages, and what configures the block. An ideal phase lets nothing wait.
struct phase {
    uint32_t host_p = 50, cell_p = 100, wr_p = 100, lk_p = 50, ok_p = 100, db_p = 50, act_p = 50,
             ret_p = 50, ic_p = 50, ab_p = 50, size_mode = 0, fault_p = 0, one_peer = 0,
             limit = STORE, tmo = 100, retry = 2;
    bool on = true, ideal = false;

    void draw(tb_rng &r, bool with_ideal, size_t peers)
    {
        ideal = with_ideal;
        host_p = ideal ? 100 : r.in(1, 4) * 25;
        cell_p = ideal ? 100 : r.below(4) == 0 ? 40 : 100;
        wr_p = ideal ? 100 : r.below(3) == 0 ? 50 : 100;
        lk_p = r.in(1, 4) * 25;
        ok_p = ideal ? 100 : r.below(4) ? 100 : r.one_in(2) ? 50 : 0;
        db_p = ideal ? 100 : r.in(1, 20) * 5;
        act_p = r.below(3) * 50;
        ret_p = ideal ? 100 : r.below(5) * 25;
        ic_p = r.in(1, 4) * 25;
        ab_p = r.in(1, 4) * 25;
        size_mode = r.below(5);
        fault_p = ideal ? 0 : r.below(3) * 10;
        one_peer = ideal || r.one_in(3) ? 1 + r.below(peers) : 0;
        // What is not below the memory is no limit, and may be so by one bit.
        limit = ideal || r.one_in(2) ? std::min(STORE + (r.below(2) << r.below(17)), 0x1ffffu)
                                     : r.in(16, std::min(STORE, r.one_in(2) ? 64u : 1100u));
        tmo = r.one_in(3) ? 1 + r.below(20)
            : r.one_in(20) ? 1u << r.in(10, 13) : 1 + r.below(600);
        retry = 1 + r.below(4);
        if (ok_p < 100 && r.one_in(2)) {        // all of them within the phase
            retry = r.one_in(2) ? r.in(1, 255) : r.in(1, 32);
            tmo = 1 + r.below(600 / retry + 1);
        }
        on = ideal || !r.one_in(8);
    }

    void wait(tb_rng &r)
    {
        *this = phase();
        ok_p = 0;
        tmo = LONG_TMO + r.below(1 << 12);
        retry = 1;
    }
};

struct host {
    std::deque<beat> tx;
    std::deque<std::vector<item>> items_of;     // of packets whose first beat is still to go
    uint64_t packets = 0, n_cut = 0, hole[2];
    explicit host(uint64_t seed) : hole{ 40 * seed - 40, 40 * seed - 40 } {}

    static uint32_t length(tb_rng &r, uint32_t mode)
    {
        switch (mode) {
        case 0: return 1 + r.below(r.one_in(3) ? B : 64);
        case 1: return 64;
        case 2: return 1024;
        case 3: return 1 + r.below(1024);
        default: break;
        }
        return r.one_in(2) ? 1 + r.below(3000) : r.one_in(2) ? B * (1 + r.below(16)) : 2048;
    }

    // A tkeep that is not legal: zero or with a gap in a last beat, else not all ones.
    // Holes of one byte wander over a beat, those of seeds begin at different places; others are
    // as long as they like.
    uint64_t bad_keep(tb_rng &r, bool last)
    {
        const uint64_t all = ~uint64_t{0} >> (64 - B);
        uint64_t keep;
        do {
            keep = r.one_in(8) ? 0
                 : r.one_in(last ? 4 : 16) ? r.next() & all
                 : r.one_in(2) ? all & ~(~uint64_t{0} >> r.below(64) << r.below(B))
                 : all & ~(uint64_t{1} << hole[last]++ % B);
        } while (last ? keep && !(keep & (keep + 1)) : keep == all);
        return keep;
    }

    // A packet more. What is wrong with it: 1 tkeep, which comes most often, 2 VC, 3 own node,
    // 4 FFFFFF, 5 tkeep of the last beat, 6 discarded.
    void packet(tb_rng &r, const phase &ph, const std::vector<uint32_t> &peers)
    {
        const uint32_t what = r.percent(ph.fault_p) ? std::min(1 + r.below(9), 6u) % 6 + 1 : 0;
        uint32_t dest = peers[ph.one_peer ? ph.one_peer - 1 : r.below(peers.size())];
        const uint32_t len = length(r, ph.size_mode);
        if (what == 2) {        // VC 3, one bit too many, or anything above 2
            const uint32_t vc = r.below(2) ? 3 : r.below(2) ? 4u << r.below(6) : 3 + r.below(253);
            dest = vc << 24 | (dest & 0xffffff);
        }
        if (what == 3) dest = (dest & 0xff000000) | own_node;
        if (what == 4) dest = (dest & 0xff000000) | 0xffffff;
        const uint32_t beats = (len + B - 1) / B;
        const uint32_t bad_at = what == 1 ? r.below(beats) : what == 5 ? beats - 1 : beats;
        const bool user = what == 6 || (what == 5 && r.one_in(2)) || (what == 2 && r.one_in(2));
        const bool stray = r.one_in(2);         // tdest means nothing after the first beat
        std::vector<item> items;
        std::vector<uint8_t> bytes;
        bool dead = false;
        packets++;
        auto refuse = [&](uint8_t why) {
            items.push_back({ REFUSE, dest, {}, why, packets });
            dead = true;
        };
        if (dest >> 24 > 2) refuse(TTP_REF_VC);
        else if ((dest & 0xffffff) == own_node || (dest & 0xffffff) == 0xffffff)
            refuse(TTP_REF_NODE);
        for (uint32_t i = 0; i < beats; i++) {
            beat b;
            for (auto &x : b.d) x = static_cast<uint8_t>(r.next() >> 40);
            b.first = i == 0;
            b.last = i + 1 == beats;
            const uint32_t n = b.last ? len - i * B : B;
            b.keep = i == bad_at ? bad_keep(r, b.last) : ~uint64_t{0} >> (64 - n);
            b.dest = b.first || !stray ? dest : static_cast<uint32_t>(r.next());
            b.user = b.last ? user : r.one_in(4);
            tx.push_back(b);
            if (dead) continue;
            if (i == bad_at) { refuse(TTP_REF_KEEP); continue; }
            if (b.last && user) { items.push_back({ DISCARD, dest, {}, 0, packets }); continue; }
            bytes.insert(bytes.end(), b.d, b.d + n);
            if (bytes.size() == 1024 || b.last) {
                items.push_back({ CHUNK, dest, bytes, 0, packets });
                n_cut += !b.last;
                bytes.clear();
            }
        }
        items_of.push_back(items);
    }
};

#endif
