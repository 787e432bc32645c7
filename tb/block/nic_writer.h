// SPDX-License-Identifier: Apache-2.0
//
// What the peers of tb/block/ttp_nic_core.cpp send as writers: payloads of WRITE and SEND, in the
// sizes of docs/nic.md and in others, whole and in order, or not.
#ifndef NIC_WRITER_H
#define NIC_WRITER_H

#include "nic_line.h"
#include "nic_page.h"

struct nic_writer {
    tb_rng &r;
    nic_line &line;
    const uint32_t &bad;                        // one in so many, more or less; 0: never
    std::map<uint32_t, uint32_t> before;        // by link: the tag of a WRITE
    uint32_t number = 0;

    nic_writer(tb_rng &rng, nic_line &l, const uint32_t &b) : r(rng), line(l), bad(b) {}
    bool once_in(uint32_t n) { return n && r.one_in(n); }
    // Bit 7 of the place and bit 15 of the generation are 0: with them it is that of nobody. Lives
    // change now and then.
    uint32_t next_tag()
    {
        number += 1 + r.below(5);
        return number >> 7 << 16 | (number >> 9 & 63) << 8 | (number & 0x7f);
    }
    uint8_t byte() { return static_cast<uint8_t>(r.next()); }
    nic_bytes payload(const nic_head &h)
    {
        nic_bytes data(h.count + 1u);
        for (auto &b : data) b = byte();
        nic_bytes p = h.payload(data.data());
        if (r.one_in(5)) unnamed(h, p);
        return p;
    }
    // Bits that nobody may care for
    void unnamed(const nic_head &h, nic_bytes &p)
    {
        p[1] = static_cast<uint8_t>(p[1] | r.below(32) << 3);
        if (h.op != OP_WRITE) p[1] = static_cast<uint8_t>(p[1] | r.below(2));
        if (h.is_short()) return;
        p[5] = byte();
        put_le(&p[28], 4, r.next());
        if (h.op == OP_READ) put_le(&p[12], 4, r.next());
        if (h.op != OP_SEND) return;
        put_le(&p[8], 4, r.next());
        put_le(&p[16], 8, r.next()), put_le(&p[24], 4, r.next());
    }
    void send(const nic_head &h, uint32_t link)
    {
        nic_head s = h;
        s.count = static_cast<uint16_t>(h.length);
        s.flags = FLAG_LAST;
        if (once_in(bad * 2)) s.flags = 0;                      // it says nothing here
        if (once_in(bad * 3)) s.flags |= FLAG_SHORT;
        line.send(link, payload(s));
    }
    void read(const nic_head &h, uint32_t link)
    {
        nic_head s = h;
        s.flags = FLAG_LAST;
        if (once_in(bad * 2)) s.flags = 0;
        if (once_in(bad * 3)) s.flags |= FLAG_SHORT;
        if (once_in(bad * 3)) s.count = static_cast<uint16_t>(r.below(40));     // RANGE, or not
        line.send(link, payload(s));
    }
    void write(const nic_head &h, uint32_t link)
    {
        const uint64_t end = h.length > 100000 ? 2000 : h.length;
        // The sizes of the page, any, small ones
        const unsigned cut = r.below(h.length < 600 ? 4 : 3);
        nic_head s = h;
        for (;;) {
            const uint64_t left = h.length - s.progress;
            uint32_t n = static_cast<uint32_t>(nic_cut(left, s.size()));
            if (cut == 2 || once_in(bad * 20)) n = r.one_in(6) ? 0 : r.below(n + 1);
            if (cut == 3) n = std::min(n, r.below(41));
            s.count = static_cast<uint16_t>(n);
            s.step = s.is_short() ? nic_step(s.progress) : 0;
            if (n == left) s.flags |= FLAG_LAST;
            give(s, link);
            s.progress += n;
            if (n == left || s.progress >= end) break;
            s.flags |= FLAG_SHORT;
        }
        if (s.is_short()) before[link] = h.tag;
    }
    // As it is, or wrong, or not at all, or twice
    void give(const nic_head &h, uint32_t link)
    {
        nic_head s = h;
        const bool goes_on = h.is_short(), ends = goes_on && h.last();
        if (once_in(goes_on ? bad : bad * 2)) s = goes_on ? spoiled(h, link) : other(h);
        else if (ends && once_in(bad)) r.one_in(3) ? beyond(s) : void(s.flags ^= FLAG_NOTICE);
        else if (once_in(bad * 2)) s.flags ^= FLAG_LAST;
        const nic_bytes p = payload(s);
        if (!once_in(bad * 3)) line.send(link, p);
        // Either of two first ones may be refused (tgt.room): what is written tells them apart.
        if (once_in(bad * 3)) line.send(link, goes_on ? p : payload(s));
    }
    // A first payload
    nic_head other(nic_head s)
    {
        switch (r.below(4)) {
        case 0: s.flags |= FLAG_SHORT; break;
        case 1: s.flags ^= FLAG_LAST; break;
        case 2: s.flags ^= FLAG_NOTICE; break;
        default: beyond(s);
        }
        return s;
    }
    nic_head spoiled(nic_head s, uint32_t link)
    {
        switch (r.below(9)) {
        case 0: s.step = nic_step(s.progress + NIC_MORE); break;
        case 1: case 6: s.step = nic_step(s.progress - NIC_MORE); break;
        case 2: s.step = static_cast<uint8_t>(s.step + r.in(1, 255)); break;
        case 3: case 4: s.tag = before.count(link) ? before[link] : s.tag ^ 1u << 30; break;
        case 5: s.tag ^= r.below(2) ? 1u << 31 : r.below(2) ? 1u << 7 : 1u << 8; break;
        case 7: s.flags ^= FLAG_SHORT, s.count = std::min<uint16_t>(s.count, NIC_CUT); break;
        default: beyond(s);
        }
        return s;
    }
    // More than the length, if that is not too far away
    void beyond(nic_head &s)
    {
        const uint64_t n = s.length - s.progress + 1 + r.below(2) * r.below(30);
        s.count = static_cast<uint16_t>(std::min<uint64_t>(n, s.is_short() ? NIC_MORE : NIC_CUT));
    }
    // tgt.bad, mostly
    void broken(uint32_t link)
    {
        nic_head h;
        h.op = static_cast<uint8_t>(r.in(OP_SEND, OP_REPLY));
        if (h.op >= OP_DATA || (h.op == OP_WRITE && r.below(2))) h.flags = FLAG_SHORT;
        h.count = static_cast<uint16_t>(r.one_in(3) ? 0 : r.below(NIC_CUT + 1));
        h.tag = static_cast<uint32_t>(r.next()) & ~0xff00u;
        h.immediate = static_cast<uint32_t>(r.next());          // by which the witness knows it
        nic_bytes p = payload(h);
        switch (r.below(7)) {
        case 0: p.resize(r.in(1, static_cast<uint32_t>(h.size()) - 1)); break;
        case 1: p[0] = static_cast<uint8_t>(r.below(2) ? 0 : r.in(6, 255)); break;
        case 2: p.resize(p.size() - (h.count ? 1 + r.below(h.count) : 1)); break;
        case 3: p.resize(p.size() + 1 + r.below(64)); break;
        case 4: put_le(&p[2], 2, h.count ^ (1u << r.below(16))); break;
        case 5: h.flags ^= FLAG_SHORT, p = payload(h); break;
        default: p = few();
        }
        if (p.size() > 1024) p.resize(1024);
        line.send(link, p);
    }
    // 1 to 40 bytes of any operation, now and then good ones
    nic_bytes few()
    {
        const uint32_t n = r.in(1, 40);
        nic_bytes p(NIC_HEAD + n);
        for (auto &b : p) b = byte();
        p[0] = static_cast<uint8_t>(r.below(7));
        p[1] = static_cast<uint8_t>(r.below(8));
        p[5] = static_cast<uint8_t>(r.below(9));
        const uint32_t head = p[1] & FLAG_SHORT ? NIC_SHORT : NIC_HEAD;
        put_le(&p[2], 2, r.one_in(4) ? r.below(40) : n - head);
        p.resize(n);
        return p;
    }
};

#endif
