// SPDX-License-Identifier: Apache-2.0
//
// The witness of ttp_tx_ingest.cpp: what the packets that have come in must become, which cells and
// entries are taken, and what each cell holds.
#ifndef INGEST_WITNESS_H
#define INGEST_WITNESS_H

#include <map>
#include "ingest_host.h"
extern "C" {
#include "ttp_tx_ingest.h"
}

static const uint32_t ENTS = TX_PKTS + LINKS;

struct chunk { uint32_t entry; std::vector<uint32_t> cells; };

struct link_state {
    uint32_t tail = 0, dummy = 0;       // entries: the last one; the one before the oldest chunk
    uint32_t napp = 0;
    uint32_t held = 0, freed = 0;       // cells: now; ever given back, modulo 2^17
    std::deque<chunk> list = {};
};

struct ingest_witness {
    tb_check &chk;
    std::deque<item> expect = {};       // of packets that have come in
    std::deque<uint32_t> free_cells = {};
    std::vector<uint32_t> cells = {};   // of the chunk under way
    std::vector<uint8_t> store = std::vector<uint8_t>(size_t{STORE} * 64);
    std::vector<uint8_t> entry_used = std::vector<uint8_t>(ENTS);
    std::vector<link_state> link = std::vector<link_state>(LINKS);
    std::map<uint32_t, uint32_t> link_of = {};  // by {VC, node}
    uint64_t failed_lookups = 0;        // of the packet under way
    bool ring_due = false;              // the doorbell must ring in the next cycle,
    uint32_t ring_link = 0;             // and for this link
    uint64_t chunks = 0;

    void reset()
    {
        expect.clear();
        cells.clear();
        link_of.clear();
        free_cells.clear();
        for (uint32_t i = 0; i < STORE; i++) free_cells.push_back(i);
        for (uint32_t i = 0; i < ENTS; i++) entry_used[i] = i < LINKS;
        for (uint32_t i = 0; i < LINKS; i++) {
            link[i] = link_state();
            link[i].tail = link[i].dummy = i;
        }
        failed_lookups = 0;
        ring_due = false;
    }

    // The link pipe finds the link of a peer, or takes one that has none.
    uint32_t find_link(tb_rng &r, uint32_t dest)
    {
        if (link_of.count(dest)) return link_of[dest];
        const auto taken = [&](uint32_t k) {
            return std::any_of(link_of.begin(), link_of.end(),
                               [&](const auto &x) { return x.second == k; });
        };
        uint32_t k;
        do k = r.below(LINKS); while (taken(k));
        return link_of[dest] = k;
    }

    void known(uint32_t dest, uint32_t link)
    {
        chk.eq("link without a lookup", link, link_of.count(dest) ? link_of[dest] : ~0u);
    }
    void forget_one(tb_rng &r, const ttp_tx_ingest_in &in, const ttp_tx_ingest_out &o)
    {
        if (link_of.empty()) return;
        auto at = link_of.begin();
        std::advance(at, r.below(link_of.size()));
        const bool pinned = (o.pin_valid && o.pin_link == at->second)
                         || (in.lookup_done && in.lookup_ok && in.lookup_link == at->second);
        if (!pinned && link[at->second].list.empty()) link_of.erase(at);
    }

    void doorbell(const ttp_tx_ingest_out &o)
    {
        if (ring_due && o.doorbell_valid) {
            chk.eq("link of the doorbell", o.doorbell_link, ring_link);
            ring_due = false;
            AIM("doorbell", 1);
        }
        chk.eq("doorbell lost", ring_due, 0);
    }

    void refused(const ttp_tx_ingest_out &o)
    {
        const uint32_t why = static_cast<uint32_t>(o.refused_data[1] >> 48) & 0xff;
        chk.eq("refusal shown", o.refused_valid, 1);
        chk.eq("kind", o.refused_data[1] >> 56, TTP_CPL_REFUSED);
        chk.eq("refusal of a packet", !expect.empty(), 1);
        chk.eq("refusal names the packet's peer",
               static_cast<uint32_t>(o.refused_data[1] >> 16), expect.front().dest);
        if (why == TTP_REF_FULL) {
            chk.eq("refused for want of an entry after lookups failed", failed_lookups > 0, 1);
            const uint64_t packet = expect.front().packet;
            while (!expect.empty() && expect.front().packet == packet) expect.pop_front();
        } else {
            chk.eq("reason", why, expect.front().what == REFUSE ? expect.front().why : 0);
            expect.pop_front();
        }
        failed_lookups = 0;
        AIM("refused: VC", why == TTP_REF_VC);
        AIM("refused: node", why == TTP_REF_NODE);
        AIM("refused: keep", why == TTP_REF_KEEP);
        AIM("refused: no entry", why == TTP_REF_FULL);
    }

    void discarded()
    {
        chk.eq("discard was expected", !expect.empty() && expect.front().what == DISCARD, 1);
        expect.pop_front();
        AIM("discard", 1);
    }

    void stored(const ttp_tx_ingest_in &in, const ttp_tx_ingest_out &o)
    {
        chk.eq("written while pinned", o.pin_valid, 1);
        if (o.free_cell_pop) {
            chk.eq("pop without a free cell", in.free_cell_valid, 1);
            cells.push_back(free_cells.front());
            free_cells.pop_front();
        }
        chk.eq("word goes to the newest cell", o.store_addr / (64 / BEAT),
               cells.empty() ? ~0u : cells.back());
        std::copy_n(reinterpret_cast<const uint8_t *>(o.store_data), BEAT,
                    &store[size_t{o.store_addr} * BEAT]);
    }

    void appended(const ttp_tx_ingest_in &in, const ttp_tx_ingest_out &o)
    {
        chk.eq("append was expected", !expect.empty() && expect.front().what == CHUNK, 1);
        const item it = expect.front();
        expect.pop_front();
        chk.eq("length", o.append_len, it.bytes.size());
        chk.eq("link", o.append_link, link_of.count(it.dest) ? link_of[it.dest] : ~0u);
        chk.eq("first cell", o.append_first, cells.front());
        chk.eq("last cell", o.append_last, cells.back());
        chk.eq("cells", cells.size(), (it.bytes.size() + 63) / 64);
        for (size_t i = 0; i < it.bytes.size(); i++)
            chk.eq("payload byte", store[size_t{cells[i / 64]} * 64 + i % 64], it.bytes[i]);

        link_state &l = link[o.append_link];
        uint32_t counts = 1;                        // 2^CW
        while (counts < 2 * TX_PKTS) counts *= 2;
        chk.eq("tail", o.append_tail, l.tail);
        chk.eq("count", o.append_napp, (l.napp + 1) % counts);
        chk.eq("entry was free", entry_used[o.append_entry], 0);
        entry_used[o.append_entry] = 1;
        l.tail = o.append_entry;
        l.napp = o.append_napp;
        l.list.push_back({ o.append_entry, cells });
        l.held += static_cast<uint32_t>(cells.size());
        chk.eq("more cells than the store", l.held <= STORE, 1);
        AIM_IF(STORE > 16, "cell limit",
               in.cfg_cell_limit < STORE && l.held + 16 > in.cfg_cell_limit);
        cells.clear();
        failed_lookups = 0;
        chunks++;
        if (in.pin_act) return;
        ring_due = !o.doorbell_valid;
        ring_link = o.append_link;
        if (!ring_due) chk.eq("doorbell of another link", o.doorbell_link, ring_link);
    }

    void given_back(const ttp_tx_ingest_out &o)
    {
        chk.eq("chain back: first", o.abort_first, cells.front());
        chk.eq("chain back: last", o.abort_last, cells.back());
        chk.eq("chain back: cells", o.abort_n, cells.size());
        free_cells.insert(free_cells.end(), cells.begin(), cells.end());
        cells.clear();
        AIM("chain back", 1);
    }

    // The retire engine frees the oldest chunk of link k: its entry becomes the dummy.
    void freed(uint32_t k, uint32_t ever_freed)
    {
        link_state &l = link[k];
        const chunk &oldest = l.list.front();
        free_cells.insert(free_cells.end(), oldest.cells.begin(), oldest.cells.end());
        l.held -= static_cast<uint32_t>(oldest.cells.size());
        l.freed = ever_freed;
        entry_used[l.dummy] = 0;
        l.dummy = oldest.entry;
        l.list.pop_front();
    }
};

#endif
