// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_nic_core.cpp for SENDs of peers and the buffers of the receive ring.
// Which SEND has got which buffer is seen from its first byte in memory, or from RECEIVED.
#ifndef NIC_BUFFERS_H
#define NIC_BUFFERS_H

#include "nic_permits.h"
#include "nic_ring.h"

struct nic_buffer {
    uint64_t addr, cookie;
    uint32_t length;
    uint16_t index;
    uint64_t fetched = 0, failed_at = 0;        // cycle
    bool old = false, unfetched = false;
};

struct nic_send {
    nic_head h;
    nic_bytes data;
    uint32_t link;
    uint64_t since;                     // cycle of its first beat
    std::unique_ptr<nic_buffer> buffer; // the one that it has got
    nic_pieces piece;
    bool passed = false;                // a later one has got a buffer: it is refused
    bool told = false, answered = false;
};

struct nic_buffers {
    nic_judge &judge;
    nic_permits &permits;
    nic_ring ring{ judge };
    std::deque<nic_buffer> buffers;     // posted, not used
    std::deque<nic_buffer> unseen;      // of SENDs without data, which are not told yet
    std::list<nic_send> sends;          // not answered, or not told
    uint64_t refused = 0, told = 0, again_at = 0;
    nic_past wait{ 65536 };             // RECV_WAIT

    nic_buffers(nic_judge &j, nic_permits &p) : judge(j), permits(p) {}
    void again(uint64_t base, uint64_t elements)
    {
        ring.again(base, elements);
        for (auto &b : buffers) b.old = true;
        again_at = judge.now();
    }
    void post(const nic_desc &d)
    {
        buffers.push_back({ d.address(), d.cookie(), d.length(), ring.head++ });
    }
    void fetch(uint64_t addr, uint32_t bytes)
    {
        ring.fetch(addr, bytes);
        const auto n = std::count_if(buffers.begin(), buffers.end(), [&](auto &b) {
            return !b.old && !b.unfetched && ring.passed(b.index);
        });
        const auto users = std::count_if(sends.begin(), sends.end(), [](auto &s) {
            return !s.buffer;
        });
        // One is at hand, and a SEND may have one before all of it has come.
        NIC_MUST(judge, n <= NIC_AHEAD + users + 2, "ring.take", "%td buffers ahead", n);
    }
    void fetch_fails(uint64_t word)
    {
        nic_buffer *found = nullptr;
        for (auto &b : buffers)
            if (!b.old && ring.has(b.index, word)) found = &b;
        if (!found) return;
        found->unfetched = true;
        found->failed_at = judge.now();
        found->addr = found->cookie = found->length = 0;
    }
    void fetch_ends(uint64_t addr, uint32_t bytes)
    {
        for (auto &b : buffers)
            if (!b.old && !b.fetched && ring.slot(b.index) - addr < bytes && ring.passed(b.index))
                b.fetched = judge.now();
    }
    void comes(const nic_head &h, const nic_bytes &p, uint32_t link, uint64_t since)
    {
        nic_send s;
        s.h = h;
        s.data.assign(p.begin() + NIC_HEAD, p.end());
        s.link = link;
        s.since = since;
        sends.push_back(std::move(s));
    }
    // The SEND has got the i-th buffer. Those before it are of an old ring, or could not be
    // fetched, or have gone to SENDs without data, which nobody sees in memory.
    void assign(nic_send &s, size_t i)
    {
        const nic_buffer b = buffers[i];
        for (size_t k = 0; k < i; k++) {
            if (buffers[k].old || buffers[k].unfetched) continue;
            unseen.push_back(buffers[k]);
            const auto empty = std::count_if(sends.begin(), sends.end(), [](auto &x) {
                return !x.buffer && x.data.empty();
            });
            NIC_MUST(judge, unseen.size() <= static_cast<size_t>(empty), "tgt.send",
                     "buffer %u is used before %u", b.index, buffers[k].index);
        }
        NIC_MUST(judge, s.h.count <= b.length, "tgt.send", "%u bytes in a buffer of %u",
                 s.h.count, b.length);
        NIC_MUST(judge, !b.old || s.since < again_at + 200, "tgt.send",
                 "buffer %u is of the ring before ENABLE", b.index);
        for (auto &x : sends) {
            if (&x == &s) break;
            if (!x.buffer && !x.data.empty()) x.passed = true;
        }
        s.buffer = std::make_unique<nic_buffer>(b);
        s.piece.all.push_back(permits.allow(b.addr, s.data));
        s.piece.all.back()->late = true;
        size_t at = 0;
        buffers.erase(std::remove_if(buffers.begin(), buffers.end(), [&](auto &x) {
            const size_t k = at++;
            return k == i || (k < i && !x.old && !x.unfetched);
        }), buffers.end());
    }
    // Bytes are written that no piece has: the first ones of a SEND in its buffer. True: they are.
    bool claim(uint64_t addr, const uint8_t *data, size_t n)
    {
        for (size_t i = 0; i < buffers.size(); i++) {
            const uint64_t at = addr - buffers[i].addr;
            if (at >= buffers[i].length || buffers[i].unfetched) continue;
            for (auto &s : sends) {
                if (s.buffer || s.passed || at + n > s.data.size()) continue;
                // A burst ends with the data or at a page.
                if (at + n != s.data.size() && (addr + n) % 4096) continue;
                if (s.h.count > buffers[i].length) continue;
                if (!std::equal(data, data + n, &s.data[at])) continue;
                assign(s, i);
                return true;
            }
        }
        return false;
    }
    void received(const nic_cpl &c)
    {
        told++;
        NIC_MUST(judge, !c.key, "cpl", "RECEIVED key 0x%x", c.key);
        if (unfetched(c)) return;
        for (auto &s : sends) {
            if (s.told || s.passed || s.link != c.link || s.h.immediate != c.immediate) continue;
            if (!s.buffer && s.data.empty()) assign_empty(s, c);
            if (!s.buffer || s.buffer->cookie != c.cookie) continue;
            NIC_MUST(judge, s.buffer->index == c.index && s.h.count == c.length, "cpl",
                     "RECEIVED index %u length %u, due are %u and %u", c.index, c.length,
                     s.buffer->index, s.h.count);
            NIC_MUST(judge, s.piece.in_memory(), "cpl.after",
                     "RECEIVED index %u before its data are in memory", c.index);
            const bool failed = s.piece.error();
            NIC_MUST(judge, failed ? c.status == ST_MEMORY || c.status == ST_LOCAL : !c.status,
                     "cpl.status", "RECEIVED index %u status %u, failed %d", c.index, c.status,
                     failed);
            AIM("RECEIVED", !failed);
            AIM("RECEIVED of a write that failed", failed);
            s.told = true;
            if (s.answered) erase(s);
            return;
        }
        judge.wrong("cpl", "RECEIVED index %u cookie 0x%" PRIx64 " of 0x%x: nobody has sent",
                    c.index, c.cookie, c.link);
    }
    void assign_empty(nic_send &s, const nic_cpl &c)
    {
        const auto is = [&](auto &b) { return b.index == c.index && b.cookie == c.cookie; };
        const auto u = std::find_if(unseen.begin(), unseen.end(), is);
        const auto i = std::find_if(buffers.begin(), buffers.end(), is);
        if (u != unseen.end()) {
            s.buffer = std::make_unique<nic_buffer>(*u);
            unseen.erase(u);
        } else if (i != buffers.end()) assign(s, static_cast<size_t>(i - buffers.begin()));
    }
    // ring.error
    bool unfetched(const nic_cpl &c)
    {
        for (size_t i = buffers.size(); i--;) {         // of the ring of now, if it is there too
            const nic_buffer b = buffers[i];
            if (!b.unfetched || b.index != c.index || c.status != ST_LOCAL || c.cookie) continue;
            const auto first = std::find_if(buffers.begin(), buffers.end(), [](auto &x) {
                return !x.old;
            });
            if (first < buffers.begin() + static_cast<std::ptrdiff_t>(i)) continue;
            buffers.erase(buffers.begin() + static_cast<std::ptrdiff_t>(i));
            ring.failed_at = std::max(ring.failed_at, b.failed_at);
            AIM("RECEIVED of a buffer that was not fetched", 1);
            return true;
        }
        return false;
    }
    void erase(nic_send &s)
    {
        sends.remove_if([&](auto &x) { return &x == &s; });
    }
    // False: there is no such SEND.
    bool replies(const nic_head &h, uint32_t link)
    {
        const auto i = std::find_if(sends.begin(), sends.end(), [&](auto &s) {
            return s.link == link && s.h.tag == h.tag && !s.answered;
        });
        if (i == sends.end()) return false;
        nic_send &s = *i;
        s.answered = true;
        refused += h.status != ST_OK;
        if (h.status == ST_OK || h.status == ST_MEMORY) {
            NIC_MUST(judge, s.buffer || s.data.empty(), "tgt.send",
                     "REPLY %u to a SEND without a buffer", h.status);
            AIM("REPLY before RECEIVED", !s.told);
            NIC_MUST(judge, s.piece.in_memory(), "cpl.after",
                     "REPLY %u to a SEND before its data are in memory", h.status);
            NIC_MUST(judge, s.piece.error() == (h.status == ST_MEMORY), "tgt.send", "REPLY %u",
                     h.status);
        } else {
            NIC_MUST(judge, !s.buffer, "tgt.send", "REPLY %u to a SEND with a buffer", h.status);
            h.status == ST_RANGE ? range(s) : none(s, h.status);
        }
        AIM("REPLY OK to a SEND", h.status == ST_OK);
        if (s.told || (h.status != ST_OK && h.status != ST_MEMORY)) erase(s);
        return true;
    }
    // Some buffer that may have been the next one was too short.
    void range(const nic_send &s)
    {
        bool short_one = s.passed;      // passed: the buffer is gone
        for (auto &b : buffers) short_one |= b.length < s.h.count;
        for (auto &x : sends) short_one |= x.buffer && x.buffer->length < s.h.count;
        NIC_MUST(judge, short_one, "tgt.send", "REPLY RANGE, but each buffer has room for %u",
                 s.h.count);
        AIM("REPLY RANGE to a SEND", 1);
    }
    void none(const nic_send &s, uint8_t status)
    {
        NIC_MUST(judge, status == ST_NO_BUFFER, "tgt.send", "REPLY %u to a SEND", status);
        const uint32_t least = wait.least(s.since);
        NIC_MUST(judge, judge.now() - s.since + 2 >= least, "tgt.send",
                 "NO_BUFFER after %" PRIu64 " cycles of %u", judge.now() - s.since, least);
        // Those that were fetched before it came are for SENDs before it.
        const auto there = std::count_if(buffers.begin(), buffers.end(), [&](auto &b) {
            return !b.old && b.fetched && b.fetched + 100 < s.since && !b.unfetched;
        });
        ptrdiff_t users = 0;
        for (auto &x : sends) {
            if (&x == &s) break;
            users += !x.buffer && !x.passed;
        }
        if (!s.passed && again_at < s.since)
            NIC_MUST(judge, there <= users, "tgt.send", "NO_BUFFER to a SEND of cycle %" PRIu64
                     ", but there are %td buffers for %td before it", s.since, there, users);
        AIM("REPLY NO_BUFFER", 1);
    }
    uint64_t missing() const
    {
        return static_cast<uint64_t>(std::count_if(sends.begin(), sends.end(), [](auto &s) {
            return !s.answered;
        }));
    }
    bool told_all() const
    {
        return std::none_of(sends.begin(), sends.end(), [](auto &s) { return s.answered; });
    }
    void forget() { sends.clear(), unseen.clear(); }
};

#endif
