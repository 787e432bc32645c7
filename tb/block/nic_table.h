// SPDX-License-Identifier: Apache-2.0
//
// The regions of the host of tb/block/ttp_nic_core.cpp: made, narrowed and taken away while peers
// use them.
#ifndef NIC_TABLE_H
#define NIC_TABLE_H

#include "nic_bus.h"
#include "nic_descs.h"
#include "nic_witness.h"

struct nic_table {
    tb_rng &r;
    nic_judge &judge;
    nic_witness &witness;
    nic_bus &bus;
    nic_descs &descs;
    std::vector<nic_region> regions = std::vector<nic_region>(REGIONS);
    uint64_t writes = 0;                // of REGION, begun
    int last = -1;                      // the index of the last one, until it is settled
    bool asked = false;
    unsigned busy = 0;                  // regions that are being written

    nic_table(tb_rng &rng, nic_judge &j, nic_witness &w, nic_bus &b, nic_descs &d)
        : r(rng), judge(j), witness(w), bus(b), descs(d)
    {
    }
    void reset()
    {
        std::fill(regions.begin(), regions.end(), nic_region());
        last = -1;
        asked = false, busy = 0;
    }
    nic_region fresh(unsigned k)
    {
        nic_region g;
        const unsigned rights = r.one_in(3) ? r.in(1, 2) : 3;
        g.may_write = rights & 1, g.may_read = rights & 2;
        g.len = r.one_in(6) ? r.below(1500) : r.in(2000, 20000);
        if (r.one_in(12)) g.len = r.bits(r.in(20, 47));
        if (r.one_in(40)) g.len = (UINT64_C(1) << 48) - 1;
        g.base = descs.area(g.len);
        g.key = static_cast<uint32_t>(r.next()) << 8 | k;
        g.all = r.one_in(2);
        g.peer = descs.links[r.below(descs.links.size())] & 0xffffff;
        return g;
    }
    void first(unsigned k) { write(k, fresh(k)); }
    // One that all may write
    void generous()
    {
        if (busy) return;
        const unsigned k = r.below(REGIONS);
        nic_region g = fresh(k);
        g.may_write = g.all = true;
        g.len = r.in(8000, 20000);
        g.base = descs.area(g.len);
        write(k, g);
    }
    // A new region, or an old one with less rights or less room, or none.
    void change()
    {
        if (busy) return;
        const unsigned k = r.below(REGIONS);
        nic_region g = regions[k];
        const bool there = g.may_write || g.may_read;
        switch (there ? r.below(6) : 0) {
        case 0: case 1: g = fresh(k); break;
        case 2: g.may_write = false; break;
        case 3: g.may_read = false; break;
        case 4: g.len = r.below(std::min<uint64_t>(g.len + 1, 1u << 31)); break;
        default: g.may_write = g.may_read = false;
        }
        write(k, g);
    }
    void write(unsigned k, const nic_region &g)
    {
        busy++;
        const uint64_t what[] = { g.base, g.len };
        for (unsigned i = 0; i < 4; i++)
            bus.write(REG_REGION_BASE + 4 * i, static_cast<uint32_t>(what[i / 2] >> 32 * (i % 2)));
        bus.write(REG_REGION_KEY, g.key | (r.below(2) ? r.below(256) : 0));
        bus.write(REG_REGION_PEER, g.peer | uint32_t{g.all} << 31);
        nic_access a{ REG_REGION, k | uint32_t{g.may_write} << 8 | uint32_t{g.may_read} << 9 };
        a.begun = [this, k, g] {
            writes++;
            last = -1;
            witness.receiver->region_begins(k, g);
        };
        a.done = [this, k, g](bool, uint32_t) {
            witness.receiver->region_ends(k);
            regions[k] = g;
            last = static_cast<int>(k);
            busy--;
        };
        bus.write(a);
    }
    // Is anything under way that has seen the table of before?
    void ask()
    {
        if (asked || busy || last < 0) return;
        asked = true;
        const uint64_t n = writes;
        const auto k = static_cast<unsigned>(last);
        bus.read(REG_STATUS, [this, n, k](bool, uint32_t data) {
            asked = false;
            AIM("payloads of the table before", data & 2);
            if (n != writes || last < 0 || data & 2) return;
            last = -1;
            witness.receiver->settled(k);
        });
    }
};

#endif
