// SPDX-License-Identifier: Apache-2.0
//
// The streams between ttp_nic_core and a MAC that tb/block/ttp_nic_core.cpp plays: payloads of many
// links in turns, records, and the clearing of DEAD.
#ifndef NIC_LINE_H
#define NIC_LINE_H

#include <algorithm>
#include <deque>
#include <map>
#include "nic_page.h"
#include "nic_pins.h"

struct nic_line {
    tb_rng &r;
    std::map<uint32_t, std::deque<nic_bytes>> queue;        // by link: payloads in order
    std::deque<std::pair<uint8_t, uint32_t>> records;       // kind, link
    size_t waiting = 0;
    nic_bytes now;                                          // the payload under way
    uint32_t link = 0;
    size_t at = 0;
    std::vector<size_t> starts;                             // of those that are joined in it
    bool shown = false, record_shown = false;
    uint32_t tx_ready = 100, rx_valid = 100, rec_valid = 30, clear_ready = 50;      // percent
    uint32_t join = 50, gather = 0;     // percent; payloads that wait for others
    uint32_t spoil = 0;                 // one payload of joined ones in so many is wrong, 0: none

    explicit nic_line(tb_rng &rng) : r(rng) {}
    bool idle() const { return !waiting && now.empty() && records.empty(); }
    void reset()
    {
        queue.clear(), records.clear(), now.clear();
        waiting = at = 0;
        shown = record_shown = false;
    }
    void change()
    {
        const auto some = [&] { return r.below(3) ? 100 : r.one_in(4) ? 2 : r.in(20, 99); };
        tx_ready = r.one_in(8) ? 0 : some();
        rx_valid = some(), rec_valid = r.in(1, 100), clear_ready = r.in(2, 100);
        join = r.one_in(4) ? 0 : r.in(30, 100);
        gather = r.one_in(3) ? r.in(2, 20) : 0;
        spoil = r.one_in(3) ? 4 : 30;
        if (nic_judge::without("join")) join = 0;
    }
    void calm()
    {
        tx_ready = rx_valid = rec_valid = clear_ready = 100;
        gather = spoil = 0;
    }
    void send(uint32_t to, nic_bytes p)
    {
        queue[to].push_back(std::move(p));
        waiting++;
    }
    // One record is enough for all payloads to a peer before it: the NIC is slow to take them.
    void refuse(uint32_t to)
    {
        const std::pair<uint8_t, uint32_t> x(3, to);
        if (std::find(records.begin(), records.end(), x) == records.end()) records.push_back(x);
    }
    void drive(nic_in &in)
    {
        in.m_axis_tx_tready = r.percent(tx_ready);
        in.clear_ready = r.percent(clear_ready);
        const bool goes = waiting > gather || (waiting && r.one_in(100));
        if (now.empty() && goes && r.percent(rx_valid)) pick();
        if (!shown) shown = !now.empty() && r.percent(rx_valid);
        in.s_axis_rx_tvalid = shown;
        for (auto &x : in.s_axis_rx_tdata) x = r.next();
        if (shown) {
            const size_t n = std::min<size_t>(now.size() - at, NIC_W);
            for (size_t i = 0; i < n; i++) {
                uint64_t &lane = in.s_axis_rx_tdata[i / 8];
                const unsigned bit = 8 * (i % 8);
                lane = (lane & ~(UINT64_C(255) << bit)) | uint64_t{now[at + i]} << bit;
            }
            in.s_axis_rx_tkeep = n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
            in.s_axis_rx_tlast = at + n == now.size();
            in.s_axis_rx_tid = link;
        }
        if (!record_shown) record_shown = !records.empty() && r.percent(rec_valid);
        in.s_axis_cpl_tvalid = record_shown;
        if (record_shown) {
            const auto &x = records.front();
            in.s_axis_cpl_tdata[1] = uint64_t{x.first} << 56 | uint64_t{x.second} << 16;
        }
    }
    void pick()
    {
        auto i = queue.begin();
        std::advance(i, r.below(queue.size()));
        link = i->first;
        now.clear(), starts.clear();
        do add(i->second);
        while (!i->second.empty() && r.percent(join) && next() + i->second.front().size() <= 1024);
        at = 0;
        if (i->second.empty()) queue.erase(i);
        if (starts.size() > 1 && spoil && r.one_in(spoil)) make_wrong();
    }
    // Where the head of the next one stands
    size_t next() const { return (now.size() + 63) / 64 * 64; }
    void add(std::deque<nic_bytes> &from)
    {
        // No tag of zeros comes from them: the NIC will use that one.
        const bool zeros = r.one_in(3) && !starts.empty() && now.size() >= starts.back() + 8;
        for (size_t n = next() - now.size(); n; n--)
            now.push_back(zeros ? uint8_t{0} : static_cast<uint8_t>(r.next()));
        starts.push_back(now.size());
        now.insert(now.end(), from.front().begin(), from.front().end());
        from.pop_front();
        waiting--;
    }
    // Joined ones that nobody should send
    void make_wrong()
    {
        const size_t last = starts.back(), one = starts[r.below(starts.size())], n = now.size();
        const auto count = [&](size_t of, auto change) {
            if (of + NIC_SHORT > n) return;
            put_le(&now[of + 2], 2, change(static_cast<uint32_t>(le(&now[of + 2], 2))));
        };
        const auto more = [&](size_t by) {
            for (; by && now.size() < 1024; by--) now.push_back(static_cast<uint8_t>(r.next()));
        };
        switch (r.below(9)) {
        case 0: now.resize(last + 1 + r.below(static_cast<uint32_t>(n - last))); break;
        case 1: now.resize(std::min(n, last + 1 + r.below(r.below(2) ? 8 : 32))); break;
        case 2: more((1024 - n) % 64); break;
        case 3: more(1 + r.below(static_cast<uint32_t>((1024 - n) % 64 + 1))); break;
        case 4: more((1024 - n) % 64 + 1 + r.below(100)); break;
        case 5: count(last, [&](uint32_t x) { return x + 1 + r.below(200); }); break;
        case 6: count(one, [&](uint32_t x) { return x | 1024u << r.below(6); }); break;
        case 7: count(one, [&](uint32_t x) { return x + 64 * (r.below(6) - 2); }); break;
        default: now[one] = static_cast<uint8_t>(r.below(2) ? 0 : r.in(6, 255));
        }
    }
    void step(const nic_in &in, const nic_out &o)
    {
        if (shown && o.s_axis_rx_tready) {
            shown = false;
            at += NIC_W;
            if (in.s_axis_rx_tlast) now.clear();
        }
        if (!record_shown || !o.s_axis_cpl_tready) return;
        records.pop_front();
        record_shown = false;
    }
};

#endif
