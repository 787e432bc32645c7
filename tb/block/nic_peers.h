// SPDX-License-Identifier: Apache-2.0
//
// The NICs of the peers of tb/block/ttp_nic_core.cpp. As targets they answer messages, mostly as
// they should. As writers they send WRITE, READ and SEND, mostly good ones.
#ifndef NIC_PEERS_H
#define NIC_PEERS_H

#include <functional>
#include "nic_line.h"
#include "nic_table.h"
#include "nic_witness.h"
#include "nic_writer.h"

// For some thousand cycles: one in so many, 0: never.
struct nic_manners {
    uint32_t ask = 200, only = 0;               // a new message; its operation, 0: any
    uint32_t bad = 20, broken = 400, wrong = 12, silent = 40, dead = 150, noise = 500;
    uint32_t delay = 300, big = 3000;           // cycles; bytes
    size_t links = 12, most = 40;               // that write; payloads that wait
    bool across = false;                        // WRITEs are small, and across a page

    void change(tb_rng &r, size_t all)
    {
        ask = r.one_in(8) ? 0 : r.one_in(2) ? r.in(5, 60) : r.in(60, 800);
        only = r.one_in(2) ? r.in(1, 3) : 0;
        bad = r.one_in(3) ? 3 : 20;
        broken = r.one_in(3) ? 30 : 400;
        wrong = r.below(2) ? 2 : 8;
        silent = r.one_in(3) ? 8 : 60;
        dead = r.one_in(3) ? 10 : 100;
        noise = r.one_in(3) ? 60 : 900;
        delay = r.one_in(3) ? r.in(0, 20) : r.in(20, 2000);
        big = r.one_in(3) ? 200 : r.one_in(6) ? 20000 : 4000;
        links = r.one_in(2) ? r.in(1, 2) : all;
        most = r.one_in(4) ? 300 : 40;
        across = false;
        if (r.one_in(8)) flood();
        if (r.one_in(6)) crowd(r);
    }
    void flood() { ask = 3, only = OP_READ, bad = 0, big = 20000, most = 200; }
    // More WRITEs than there is room for (tgt.room)
    void crowd(tb_rng &r)
    {
        ask = r.in(10, 60), only = OP_WRITE, big = r.below(2) ? 600 : 4000, links = 4;
    }
    void calm()
    {
        ask = broken = wrong = silent = dead = noise = 0;
        delay = 100;
    }
};

struct nic_peers : nic_listener {
    tb_rng &r;
    nic_judge &judge;
    nic_line &line;
    const nic_table &table;
    nic_manners manners;
    std::vector<uint32_t> links;
    std::multimap<uint64_t, std::function<void()>> later;       // by cycle
    std::vector<std::pair<uint32_t, uint32_t>> tags;            // link, tag: of before
    nic_writer writer{ r, line, manners.bad };
    bool draining = false;

    nic_peers(tb_rng &rng, nic_judge &j, nic_line &l, const nic_table &t)
        : r(rng), judge(j), line(l), table(t)
    {
        // The first four share one set of places (tgt.room).
        const uint32_t first = r.below(1 << 24);
        for (unsigned i = 0; i < 4; i++) {
            const uint32_t x = i ? r.in(1, 4095) : 0;
            links.push_back(nic_link(0, first ^ x << 12 ^ x));
        }
        for (unsigned i = 0; i < 6; i++)
            for (unsigned vc = i ? 0 : 1; vc < 3; vc++)
                if (!vc || r.one_in(2)) links.push_back(nic_link(vc, first + i * r.below(9000)));
    }
    bool idle() const { return later.empty(); }
    void reset() { later.clear(), tags.clear(); }
    bool once_in(uint32_t n) { return n && r.one_in(n); }
    void after(uint64_t cycles, std::function<void()> what)
    {
        later.emplace(judge.now() + cycles, std::move(what));
    }
    void step()
    {
        while (!later.empty() && later.begin()->first <= judge.now()) {
            const auto what = later.begin()->second;
            later.erase(later.begin());
            what();
        }
        if (once_in(manners.ask) && line.waiting < manners.most) ask();
        if (once_in(manners.noise)) noise();
    }

    // As targets
    void payload(const nic_head &h, uint32_t link) override
    {
        if (h.op > OP_READ) return;
        if (tags.size() < 200) tags.emplace_back(link, h.tag);
        else tags[r.below(200)] = { link, h.tag };
        const bool known = std::find(links.begin(), links.end(), link) != links.end();
        if (!known) return after(r.in(1, 200), [=] { line.refuse(link); });
        if (!h.progress && once_in(manners.dead)) {
            const uint8_t kind = static_cast<uint8_t>(r.in(3, 5));
            after(r.below(manners.delay + 1), [=] { line.records.emplace_back(kind, link); });
        }
        const bool endless = h.length > 200000;
        const bool early = endless ? draining || r.one_in(3)
                                   : !h.progress && once_in(manners.wrong);
        if (h.op != OP_READ && !h.last() && early)
            reply(link, h.tag, !endless && r.below(2) ? uint8_t{ST_OK} : refusal(), r.below(200));
        if (h.op != OP_READ && once_in(manners.wrong * 4)) data(link, h.tag);
        if (!h.last() || once_in(manners.silent)) return;
        if (h.op == OP_READ) return reads(h, link);
        const bool wrong = once_in(manners.wrong);
        reply(link, h.tag, wrong ? refusal() : static_cast<uint8_t>(ST_OK));
        if (once_in(manners.wrong * 2)) reply(link, h.tag, wrong ? ST_OK : refusal());
    }
    uint8_t refusal()
    {
        return static_cast<uint8_t>(r.one_in(20) ? r.in(7, 255) : r.in(ST_KEY, ST_ORDER));
    }
    void reply(uint32_t link, uint32_t tag, uint8_t status)
    {
        reply(link, tag, status, r.below(manners.delay + 1));
    }
    void reply(uint32_t link, uint32_t tag, uint8_t status, uint64_t delay)
    {
        nic_head a;
        a.op = OP_REPLY, a.flags = FLAG_LAST | FLAG_SHORT, a.tag = tag, a.status = status;
        if (once_in(manners.broken)) a.flags ^= FLAG_SHORT;
        if (r.one_in(20)) a.count = static_cast<uint16_t>(r.below(70));        // of no use
        const nic_bytes p = writer.payload(a);
        after(delay, [=] { line.send(link, p); });
    }
    // Where a REPLY is due
    void data(uint32_t link, uint32_t tag)
    {
        nic_head d;
        d.op = OP_DATA, d.flags = FLAG_LAST | FLAG_SHORT, d.tag = tag;
        d.count = static_cast<uint16_t>(r.below(40));
        const nic_bytes p = writer.payload(d);
        after(r.below(20), [=] { line.send(link, p); });
    }
    void reads(const nic_head &h, uint32_t link)
    {
        uint64_t stop = h.length > 200000 ? r.below(5000) : h.length + 1ull;
        if (once_in(manners.wrong)) stop = r.below(h.length + 1ull);
        uint64_t at = r.below(manners.delay + 1), place = 0;
        const uint64_t cut = h.length < 600 && r.one_in(3) ? r.in(1, 40) : NIC_MORE;
        if (once_in(manners.wrong)) reply(link, h.tag, ST_OK);
        for (bool last = false; !last;) {
            nic_head d;
            d.op = OP_DATA, d.flags = FLAG_SHORT, d.tag = h.tag, d.step = nic_step(place);
            const uint64_t left = h.length - place;
            d.count = static_cast<uint16_t>(std::min(nic_cut(left, NIC_SHORT), cut));
            if (once_in(manners.wrong * 3)) d.count = static_cast<uint16_t>(r.below(d.count + 1u));
            last = d.count == left;
            place += d.count;
            if (once_in(manners.wrong * 3)) d.step = other_step(d.step);
            if (once_in(manners.wrong * 2) && left < NIC_MORE - 30)
                d.count = static_cast<uint16_t>(left + 1 + r.below(30));
            uint32_t to = link;
            if (once_in(manners.wrong * 3)) to = links[r.below(links.size())];  // of another
            const bool early = once_in(manners.wrong * 2);
            if (last || early) d.flags |= FLAG_LAST;
            if (once_in(manners.broken)) d.flags ^= FLAG_SHORT, cap(d.count);
            const nic_bytes p = writer.payload(d);
            if (!once_in(manners.wrong * 6)) after(at, [=] { line.send(to, p); });
            if (once_in(manners.wrong * 4)) after(at + r.below(40), [=] { line.send(to, p); });
            at += r.below(3) ? 0 : r.below(manners.delay + 1);
            if (!last && place >= stop) {
                after(at, [=] { reply(link, h.tag, refusal()); });
                last = r.below(2);
                stop = ~0ull;
            }
            if (place > 200000 || at > 50000) break;        // at: below BOUND
        }
    }
    // Of a payload later, of one before, any
    uint8_t other_step(uint8_t step)
    {
        const uint32_t by = r.one_in(5) ? r.below(256) : NIC_MORE / 8;
        return static_cast<uint8_t>(r.below(2) ? step + by : step - by);
    }
    static void cap(uint16_t &count) { count = std::min<uint16_t>(count, NIC_CUT); }
    // What nobody waits for.
    void noise()
    {
        if (r.below(2)) {
            static const uint8_t kinds[] = { 0, 1, 2, 6, 7, 12, 20, 36, 132, 255 };
            line.records.emplace_back(kinds[r.below(10)], links[r.below(links.size())]);
            if (r.one_in(8)) line.records.emplace_back(r.in(3, 5), links[r.below(links.size())]);
            return;
        }
        nic_head h;
        h.op = static_cast<uint8_t>(r.in(OP_DATA, OP_REPLY));
        h.flags = FLAG_LAST | FLAG_SHORT;
        h.status = static_cast<uint8_t>(r.below(8)), h.step = r.below(2) ? writer.byte() : 0;
        h.tag = static_cast<uint32_t>(r.next()) & ~0xc000u;
        uint32_t link = links[r.below(links.size())];
        if (!tags.empty() && r.below(2)) {
            const auto &t = tags[r.below(tags.size())];
            h.tag = t.second;
            if (r.one_in(3)) h.tag ^= r.below(2) ? 0x80000000u >> r.below(2) : 0x100u << r.below(6);
            else if (r.below(2)) link ^= 1u << r.below(26);         // of another
            else link = t.first;
        }
        if (h.op == OP_DATA) h.count = static_cast<uint16_t>(r.below(40));
        if (r.one_in(8)) h.flags ^= FLAG_SHORT;
        line.send(link, writer.payload(h));
    }

    // As writers
    uint32_t some_writer() { return links[r.below(std::min(manners.links, links.size()))]; }
    void ask()
    {
        const uint32_t link = some_writer();
        if (once_in(manners.broken / 10 + 1)) return writer.broken(link);
        nic_head h;
        h.op = static_cast<uint8_t>(manners.only ? manners.only : r.in(OP_SEND, OP_READ));
        h.tag = writer.next_tag();
        h.length = r.one_in(4) ? r.below(4) : r.below(manners.big);
        if (r.one_in(5)) h.length = NIC_MORE * r.below(3) + (h.op == OP_READ ? NIC_MORE : NIC_CUT);
        if (h.op == OP_SEND) h.length = std::min<uint32_t>(h.length, r.below(NIC_CUT + 1));
        if (h.op != OP_READ) h.immediate = static_cast<uint32_t>(r.next());
        if (h.op == OP_WRITE) h.flags = r.below(2) ? FLAG_NOTICE : 0;
        if (h.op != OP_SEND) aim_at(h, link);
        if (manners.across && across(h, link)) writer.give(h, link);
        else if (h.op == OP_READ) writer.read(h, link);
        else if (h.op == OP_SEND) writer.send(h, link);
        else writer.write(h, link);
    }
    // A small WRITE of one payload across a page, if a region has one for it
    bool across(nic_head &h, uint32_t link)
    {
        for (const nic_region &g : table.regions) {
            if (!g.may_write || !(g.all || g.peer == (link & 0xffffff)) || g.len < 8192) continue;
            h.length = h.count = static_cast<uint16_t>(r.in(2, 60));
            h.key = g.key;
            h.offset = ((g.base + 100) | 4095) + 1 - r.in(1, h.length - 1) - g.base;
            h.flags |= FLAG_LAST;
            return true;
        }
        return false;
    }
    // A region for it, mostly one where it fits.
    void aim_at(nic_head &h, uint32_t link)
    {
        nic_region g;
        for (unsigned n = 0; n < 8; n++) {
            g = table.regions[r.below(REGIONS)];
            const bool right = h.op == OP_WRITE ? g.may_write : g.may_read;
            if (right && (g.all || g.peer == (link & 0xffffff))) break;
        }
        h.key = g.key;
        if (h.length > g.len && !once_in(manners.bad)) h.length = static_cast<uint32_t>(g.len);
        h.offset = g.len - h.length;
        if (h.length <= g.len && r.below(4)) h.offset = r.next() % (h.offset + 1);
        if (!once_in(manners.bad)) return;
        switch (r.below(6)) {
        case 0: h.key ^= 256u << r.below(24); break;
        case 1: h.key ^= 1u << r.below(8); break;
        case 2: h.offset = g.len - h.length + (r.below(2) ? 1 : r.in(1, 2000)); break;
        case 3: h.offset ^= UINT64_C(1) << r.in(32, 63); break;
        case 4: h.offset = 0 - r.in(1, 5000); break;
        default: if (h.op == OP_WRITE || g.len < 0xf0000000) h.length = 0xffffffff - r.below(3);
        }
    }
};

#endif
