// SPDX-License-Identifier: Apache-2.0
//
// For ttp_tx_ingest.cpp: random host packets with what each must become, and how the neighbours of
// the block behave from phase to phase.
#ifndef INGEST_HOST_H
#define INGEST_HOST_H

#include <deque>
#include <vector>
#include "lockstep.h"
extern "C" {
#include "ttp_defs.h"
}

static const uint32_t BEAT = DATA_W / 8;
// The store has no port here: its size follows from TCW (the biggest that fits).
static const uint32_t STORE = TCW == 11 ? 1536 : TCW == 5 ? 24 : 1u << TCW;     // cells
static const bool LARGE_STORE = STORE > 16384;
// In the last phase a packet waits for a link for a round of so many cycles, and then is refused.
static const uint32_t LONG_TMO = 1 << 18, LONG_WAIT = LONG_TMO + (1 << 14);

enum fate { CHUNK, REFUSE, DISCARD };
struct item { fate what; uint32_t dest; std::vector<uint8_t> bytes; uint8_t why; uint64_t packet; };
struct beat { uint8_t data[64]; uint64_t keep; uint32_t dest; bool last, user, first; };

struct phase {
    // How often they are ready or act, in percent
    uint32_t host = 50, cell = 100, store = 100, lookup = 50, lookup_ok = 100, doorbell = 50,
             act = 50, free = 50, refused = 50, abort = 50, faults = 0;
    uint32_t lengths = 0, one_peer = 0;             // kind of length; 1 + index, or 0: any peer
    uint32_t limit = STORE, tmo = 100, retry = 2;   // registers of the block
    bool on = true;
    bool ideal = false;                             // nothing has to wait

    void draw(tb_rng &r, bool with_ideal, size_t peers)
    {
        ideal = with_ideal;
        host = ideal ? 100 : r.in(1, 4) * 25;
        cell = ideal ? 100 : r.below(4) == 0 ? 40 : 100;
        store = ideal ? 100 : r.below(3) == 0 ? 50 : 100;
        lookup = r.in(1, 4) * 25;
        lookup_ok = ideal ? 100 : r.below(4) ? 100 : r.one_in(2) ? 50 : 0;
        doorbell = ideal ? 100 : r.in(1, 20) * 5;
        act = r.below(3) * 50;
        free = ideal ? 100 : r.below(5) * 25;
        refused = r.in(1, 4) * 25;
        abort = r.in(1, 4) * 25;
        lengths = r.below(5);
        faults = ideal ? 0 : r.below(3) * 10;
        one_peer = ideal || r.one_in(3) ? 1 + r.below(peers) : 0;
        // The size of the store limits nothing, and neither does any number above it.
        limit = ideal || r.one_in(2) ? std::min(STORE + (r.below(2) << r.below(17)), 0x1ffffu)
                                     : r.in(16, std::min(STORE, r.one_in(2) ? 64u : 1100u));
        tmo = r.one_in(3) ? 1 + r.below(20)
            : r.one_in(20) ? 1u << r.in(10, 13) : 1 + r.below(600);
        retry = 1 + r.below(4);
        if (lookup_ok < 100 && r.one_in(2)) {       // all rounds within the phase
            retry = r.one_in(2) ? r.in(1, 255) : r.in(1, 32);
            tmo = 1 + r.below(600 / retry + 1);
        }
        on = ideal || !r.one_in(8);
    }
    void wait_long(tb_rng &r)
    {
        *this = phase();
        lookup_ok = 0;
        tmo = LONG_TMO + r.below(1 << 12);
        retry = 1;
    }
};

struct host {
    tb_rng &r;
    const uint32_t own_node;
    uint64_t hole[2];                           // where the next hole of one byte is in tkeep
    std::vector<uint32_t> peers = {};           // {VC, node}
    std::deque<beat> beats = {};                // to come
    std::deque<std::vector<item>> items_of = {};    // of packets whose first beat is to come
    uint64_t packets = 0;

    // In even seeds the own node is complemented, so that each bit is 0 and 1. Every other peer is
    // one bit off a node that is refused.
    host(tb_rng &rng, uint64_t seed)
        : r(rng), own_node(seed % 2 ? 0x123456 : 0xEDCBA9), hole{ 40 * seed - 40, 40 * seed - 40 }
    {
        for (uint32_t i = 0; i < std::min<uint32_t>(LINKS, 12); i++) {
            const uint32_t off = (i % 4 == 1 ? 0xFFFFFF : own_node) ^ 1u << r.below(24);
            peers.push_back(r.below(3) << 24 | (i % 2 ? off : 0xA00000 + i * 77));
        }
    }

    uint32_t some_length(uint32_t lengths)
    {
        switch (lengths) {
        case 0: return 1 + r.below(r.one_in(3) ? BEAT : 64);
        case 1: return 64;
        case 2: return 1024;
        case 3: return 1 + r.below(1024);
        default: break;
        }
        return r.one_in(2) ? 1 + r.below(3000) : r.one_in(2) ? BEAT * (1 + r.below(16)) : 2048;
    }

    // A tkeep that is not legal: zero or with a hole in a last beat, else not all ones. Holes of
    // one byte wander over a beat, from a place of the seed; others have any length.
    uint64_t bad_keep(bool last)
    {
        const uint64_t all = ~uint64_t{0} >> (64 - BEAT);
        uint64_t keep;
        do {
            keep = r.one_in(8) ? 0
                 : r.one_in(last ? 4 : 16) ? r.next() & all
                 : r.one_in(2) ? all & ~(~uint64_t{0} >> r.below(64) << r.below(BEAT))
                 : all & ~(uint64_t{1} << hole[last]++ % BEAT);
        } while (last ? keep && !(keep & (keep + 1)) : keep == all);
        return keep;
    }

    enum { NONE, BAD_KEEP, BAD_VC, OWN_NODE, GROUP_NODE, BAD_LAST_KEEP, DISCARDED };

    uint32_t some_dest(const phase &ph, uint32_t fault)
    {
        const uint32_t dest = peers[ph.one_peer ? ph.one_peer - 1 : r.below(peers.size())];
        const uint32_t vc = dest & 0xff000000;
        if (fault == OWN_NODE) return vc | own_node;
        if (fault == GROUP_NODE) return vc | 0xffffff;
        return dest;
    }

    void packet(const phase &ph)
    {
        // An illegal tkeep comes most often.
        uint32_t fault = NONE;
        if (r.percent(ph.faults)) fault = std::min(1 + r.below(9), 6u) % 6 + 1;
        uint32_t dest = some_dest(ph, fault);
        const uint32_t len = some_length(ph.lengths), beats_n = (len + BEAT - 1) / BEAT;
        if (fault == BAD_VC) {      // 3, one bit too many, or anything above 2
            const uint32_t vc = r.below(2) ? 3 : r.below(2) ? 4u << r.below(6) : 3 + r.below(253);
            dest = vc << 24 | (dest & 0xffffff);
        }
        const uint32_t bad_at = fault == BAD_KEEP ? r.below(beats_n)
                              : fault == BAD_LAST_KEEP ? beats_n - 1 : beats_n;
        const bool user = fault == DISCARDED || (fault == BAD_LAST_KEEP && r.one_in(2))
                       || (fault == BAD_VC && r.one_in(2));
        const bool stray = r.one_in(2);         // tdest is not read after the first beat
        std::vector<item> items;
        std::vector<uint8_t> bytes;
        bool dead = false;
        packets++;
        const auto end = [&](fate what, uint8_t why) {
            items.push_back({ what, dest, {}, why, packets });
            dead = true;
        };
        if (dest >> 24 > 2) end(REFUSE, TTP_REF_VC);
        else if (fault == OWN_NODE || fault == GROUP_NODE) end(REFUSE, TTP_REF_NODE);
        for (uint32_t i = 0; i < beats_n; i++) {
            beat b;
            for (uint8_t &x : b.data) x = static_cast<uint8_t>(r.next() >> 40);
            b.first = i == 0;
            b.last = i + 1 == beats_n;
            const uint32_t n = b.last ? len - i * BEAT : BEAT;
            b.keep = i == bad_at ? bad_keep(b.last) : ~uint64_t{0} >> (64 - n);
            b.dest = b.first || !stray ? dest : static_cast<uint32_t>(r.next());
            b.user = b.last ? user : r.one_in(4);
            beats.push_back(b);
            if (!dead && i == bad_at) end(REFUSE, TTP_REF_KEEP);
            if (!dead && b.last && user) end(DISCARD, 0);
            if (dead) continue;
            bytes.insert(bytes.end(), b.data, b.data + n);
            if (bytes.size() < 1024 && !b.last) continue;
            AIM("packet longer than 1024", !b.last);
            items.push_back({ CHUNK, dest, bytes, 0, packets });
            bytes.clear();
        }
        items_of.push_back(items);
    }
};

#endif
