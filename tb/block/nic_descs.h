// SPDX-License-Identifier: Apache-2.0
//
// What the host of tb/block/ttp_nic_core.cpp posts: places in memory that nobody else has, and
// descriptors, most of them good.
#ifndef NIC_DESCS_H
#define NIC_DESCS_H

#include "nic_page.h"
#include "nic_store.h"

// How busy the host is for some thousand cycles: one cycle in so many, 0: never.
struct nic_habit {
    uint32_t post = 100, buffer = 100, take = 20, region = 2000, odd = 500;
    uint32_t wrong = 4, small = 30, only = 0;       // percent; only: an operation, 0: all
    uint32_t tails = 5;                             // percent: some bytes behind full payloads
    size_t links = 1000;                            // to which it posts

    void change(tb_rng &r)
    {
        post = r.one_in(8) ? 0 : r.below(3) ? r.in(2, 40) : r.in(40, 600);
        buffer = r.one_in(5) ? 0 : r.in(20, 400);
        take = r.one_in(5) ? r.in(500, 3000) : r.in(1, 60);
        region = r.one_in(3) ? r.in(200, 600) : 3000;
        odd = r.one_in(3) ? 50 : 800;
        wrong = r.one_in(4) ? 30 : 4;
        small = r.one_in(3) ? 95 : r.in(0, 60);
        only = r.one_in(3) ? r.in(1, 3) : 0;
        tails = 5;
        links = r.one_in(4) ? r.in(1, 2) : 1000;
    }
};

struct nic_descs {
    tb_rng &r;
    nic_habit habit;
    std::vector<uint32_t> links;                    // of the peers
    uint64_t cookies = 1, area_at;
    bool huge = false;                              // the next good WRITE is a long one

    explicit nic_descs(tb_rng &rng) : r(rng), area_at(UINT64_C(0x100000) << rng.in(0, 38)) {}

    // Unaligned, and often near the border of a page.
    uint64_t area(uint64_t n)
    {
        const uint64_t page = (area_at + NIC_PAGE - 1) / NIC_PAGE * NIC_PAGE;
        uint64_t at = page + 128 + r.below(NIC_PAGE - 128);
        if (r.one_in(3)) at = page + NIC_PAGE - r.below(130);
        if (r.one_in(4)) at = at / 64 * 64;
        area_at = at + n + 128;
        return at;
    }
    uint64_t ring(uint64_t bytes) { return area(bytes + 64) / 64 * 64 + 64; }
    uint64_t cookie() { return r.next() << 24 | (cookies++ & 0xffffff); }

    uint32_t some_length()
    {
        if (r.percent(habit.tails)) return NIC_CUT + NIC_MORE * r.below(3) + r.in(1, 150);
        // ... or so many that they end, with a long head, at a multiple of 64 bytes
        if (r.percent(habit.small) && r.one_in(8)) return 32 + 64 * r.below(3);
        if (r.percent(habit.small)) return r.one_in(3) ? r.below(3) : r.below(200);
        if (r.one_in(5)) return ends();
        if (r.one_in(60)) return r.in(5000, 70000);
        return r.one_in(300) ? 0xffffffff - r.below(2000) : r.below(5000);
    }
    // Around the end of a payload, of a WRITE or of the answer to a READ, or right at it.
    uint32_t ends()
    {
        const uint32_t n = NIC_MORE * r.below(4) + (r.one_in(3) ? NIC_MORE : NIC_CUT);
        return r.below(2) ? n : n - 2 + r.below(5);
    }
    uint32_t some_link() { return links[r.below(std::min(habit.links, links.size()))]; }
    nic_desc some()
    {
        nic_desc d;
        uint8_t *p = d.raw;
        p[0] = static_cast<uint8_t>(habit.only ? habit.only : r.one_in(2) ? OP_WRITE : r.in(1, 3));
        p[1] = p[0] == OP_WRITE && r.below(2);
        const bool stray = r.percent(habit.wrong) && r.one_in(4);
        d.link(stray ? nic_link(r.below(256), r.below(1 << 24)) : some_link());
        const uint32_t most = p[0] == OP_SEND ? r.below(NIC_CUT + 1) : ~0u;
        uint32_t n = std::min(some_length(), most);
        if (huge && p[0] == OP_WRITE && !stray) n = r.in(62000, 66000), huge = false;
        put_le(p + 8, 8, area(n));
        put_le(p + 16, 4, n);
        put_le(p + 20, 4, r.next());
        put_le(p + 24, 8, r.next());
        put_le(p + 32, 4, r.next());
        put_le(p + 40, 8, cookie());
        for (const unsigned ignored : { 36u, 39u, 48u, 63u })
            p[ignored] = static_cast<uint8_t>(r.one_in(4) ? r.next() : 0);
        if (r.percent(habit.wrong)) spoil(d);
        return d;
    }
    // msg.bad, one kind after the other
    void spoil(nic_desc &d)
    {
        uint8_t *p = d.raw;
        switch (r.below(8)) {
        case 0: p[0] = static_cast<uint8_t>(r.below(2) ? 0 : r.in(4, 255)); break;
        case 1: p[1] = static_cast<uint8_t>(p[1] | 2u << r.below(7)); break;
        case 2: p[0] = static_cast<uint8_t>(r.below(2) ? OP_SEND : OP_READ), p[1] = 1; break;
        case 3: p[3] = static_cast<uint8_t>(1u << r.below(8)); break;
        case 4: p[7] = static_cast<uint8_t>(1u << r.below(8)); break;
        case 5:
            p[0] = OP_SEND, p[1] = 0;
            put_le(p + 16, 4, r.below(2) ? NIC_CUT + 1 : NIC_CUT + 1 + r.below(1u << r.in(1, 31)));
            break;
        default:
            for (unsigned i = 0; i < NIC_ELEMENT; i++) p[i] = static_cast<uint8_t>(r.next());
            if (!d.bad()) p[0] = 9;
            put_le(p + 40, 8, cookie());
        }
    }
    nic_desc some_buffer()
    {
        nic_desc d;
        for (uint8_t &ignored : d.raw)
            if (r.one_in(4)) ignored = static_cast<uint8_t>(r.next());
        const uint32_t length = r.one_in(5) ? r.below(NIC_CUT) : r.in(NIC_CUT, 3000);
        put_le(d.raw + 8, 8, area(length));
        put_le(d.raw + 16, 4, length);
        put_le(d.raw + 40, 8, cookie());
        return d;
    }
};

#endif
