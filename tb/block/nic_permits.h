// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of memory the NIC may write, and which it may read, for the witness of
// tb/block/ttp_nic_core.cpp. A piece is the data of one payload: each byte of it may be written
// once, with the value that the payload has.
#ifndef NIC_PERMITS_H
#define NIC_PERMITS_H

#include <list>
#include <map>
#include "nic_page.h"
#include "nic_pins.h"

struct nic_piece {
    uint64_t addr;
    nic_bytes data;
    std::vector<bool> done;         // written
    size_t left;                    // bytes to be written
    unsigned open = 0;              // bursts without an answer
    bool error = false;             // of one of them
    uint64_t came = 0;              // cycle
    bool late = false;              // of a SEND: it is allowed as it is written, not as it comes
    bool off = false;               // not to be written, as far as is known

    nic_piece(uint64_t a, nic_bytes d) : addr(a), data(std::move(d)), done(data.size()),
                                         left(data.size()) {}
    bool begun() const { return left < data.size(); }
    bool in_memory() const { return !left && !open; }
};
using nic_piece_ptr = std::shared_ptr<nic_piece>;

// Pieces of one message, or of one payload.
struct nic_pieces {
    std::vector<nic_piece_ptr> all;

    bool in_memory(size_t n = ~size_t{0}) const
    {
        n = std::min(n, all.size());
        return std::all_of(all.begin(), all.begin() + n, [](auto &p) { return p->in_memory(); });
    }
    bool error(size_t n = ~size_t{0}) const
    {
        n = std::min(n, all.size());
        return std::any_of(all.begin(), all.begin() + n, [](auto &p) { return p->error; });
    }
    // Of the first n pieces, none is partly in memory, and together they are all of it.
    bool whole(size_t n, uint64_t addr, uint64_t length) const
    {
        uint64_t at = addr;
        for (bool more = true; more && at < addr + length;) {
            more = false;
            for (size_t i = 0; i < n; i++) {
                const nic_piece &p = *all[i];
                if (p.begun() && !p.in_memory()) return false;
                if (!p.in_memory() || p.addr > at || p.addr + p.data.size() <= at) continue;
                at = p.addr + p.data.size();
                more = true;
            }
        }
        return at >= addr + length;
    }
    void tell() const
    {
        for (auto &p : all)
            fprintf(stderr, "  piece 0x%" PRIx64 " + %zu: %zu to be written, %u to be answered, "
                    "error %d\n", p->addr, p->data.size(), p->left, p->open, p->error);
    }
    bool open() const
    {
        return std::any_of(all.begin(), all.end(), [](auto &p) { return p->open; });
    }
};

struct nic_permits {
    nic_judge &judge;
    std::list<nic_piece_ptr> pieces;                    // in the order of payloads
    std::map<uint64_t, nic_piece_ptr> bursts;           // by number, not answered

    explicit nic_permits(nic_judge &j) : judge(j) {}
    nic_piece_ptr allow(uint64_t addr, nic_bytes data)
    {
        auto p = std::make_shared<nic_piece>(addr, std::move(data));
        p->came = judge.now();
        if (p->left) pieces.push_back(p);
        return p;
    }
    void revoke(const nic_piece_ptr &p) { pieces.remove(p); }
    void revoke(nic_pieces &m) { for (auto &p : m.all) revoke(p); }

    // Bytes data[from, from + n) of a burst go to addr. False: no piece has them.
    bool write(uint64_t number, uint64_t addr, const uint8_t *data, size_t n)
    {
        for (auto i = pieces.begin(); i != pieces.end(); ++i) {
            nic_piece &p = **i;
            if (p.off) continue;
            if (addr < p.addr || addr - p.addr > p.data.size() - std::min(n, p.data.size()))
                continue;
            const size_t at = addr - p.addr;
            // Bursts are cut at pages alone.
            if ((at && addr % 4096) || (at + n != p.data.size() && (addr + n) % 4096)) continue;
            if (n > p.left || p.done[at] || !std::equal(data, data + n, &p.data[at])) continue;
            for (size_t k = 0; k < n; k++) {
                NIC_MUST(judge, !p.done[at + k], "mem.write", "0x%" PRIx64 " a second time",
                         addr + k);
                p.done[at + k] = true;
            }
            p.left -= n;
            AIM("a write is cut at a page", p.left && !((addr + n) % 4096));
            p.open++;
            bursts[number] = *i;
            if (!p.late) pass_over(i);
            if (!p.left) pieces.erase(i);
            return true;
        }
        return false;
    }
    // Payloads are written in the order in which they came: those before that one were refused.
    void pass_over(std::list<nic_piece_ptr>::iterator one)
    {
        for (auto i = pieces.begin(); i != one;) {
            const auto p = i++;
            if (!(*p)->begun() && !(*p)->late) pieces.erase(p);
        }
    }
    // Says what is known of an address that may not be written.
    void explain(uint64_t addr, const uint8_t *data, size_t n)
    {
        for (auto &p : pieces) {
            if (addr + n <= p->addr || addr >= p->addr + p->data.size()) continue;
            size_t same = 0;
            for (size_t i = 0; i < n; i++) {
                const uint64_t at = addr + i - p->addr;
                same += at < p->data.size() && p->data[at] == data[i];
            }
            fprintf(stderr, "  near: a piece 0x%" PRIx64 " + %zu, %zu to be written, %zu of %zu "
                    "bytes are its\n", p->addr, p->data.size(), p->left, same, n);
        }
    }
    bool written(uint64_t number, bool error)
    {
        const auto i = bursts.find(number);
        if (i == bursts.end()) return false;
        i->second->open--;
        i->second->error |= error;
        bursts.erase(i);
        return true;
    }
};

// Memory that the NIC may read with ID 0, in bursts of one payload each, and where it has failed.
struct nic_source {
    struct fault {
        uint64_t from, to;
        bool alone;                         // no other source has these words
    };
    uint64_t addr = 0, length = 0;
    std::vector<fault> faults;

    // A burst of words may be for it.
    bool has(uint64_t from, uint64_t bytes) const
    {
        return length && bytes <= NIC_MORE + 2 * NIC_W && from >= addr / NIC_W * NIC_W
               && from + bytes <= (addr + length + NIC_W - 1) / NIC_W * NIC_W;
    }
    // A read has failed.
    void fails(uint64_t from, uint64_t bytes, bool alone)
    {
        if (has(from, bytes)) faults.push_back({ from, from + bytes, alone });
    }
    bool some() const { return !faults.empty(); }
    // Whether one has of the payload with bytes [lo, hi): surely; or it may be, where that was one
    // word that its neighbour has too.
    bool failed(uint64_t lo, uint64_t hi) const { return among(lo, hi, true); }
    bool maybe(uint64_t lo, uint64_t hi) const { return among(lo, hi, false); }
private:
    bool among(uint64_t lo, uint64_t hi, bool surely) const
    {
        const uint64_t first = (addr + lo) / NIC_W * NIC_W;
        const uint64_t last = (addr + hi + NIC_W - 1) / NIC_W * NIC_W;
        return hi > lo && std::any_of(faults.begin(), faults.end(), [&](const fault &f) {
            const bool shared = (f.to == first + NIC_W && lo && (addr + lo) % NIC_W)
                                || (f.from + NIC_W == last && hi < length && (addr + hi) % NIC_W);
            return f.from >= first && f.to <= last && (f.alone && !shared) == surely;
        });
    }
};

#endif
