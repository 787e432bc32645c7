// SPDX-License-Identifier: Apache-2.0
//
// Payloads of NICs that are joined into one of the MAC, for the witness of
// tb/block/ttp_nic_core.cpp: how one is taken apart (tgt.joined), which are bad, and what can be
// seen of msg.join at m_axis_tx.
#ifndef NIC_JOINED_H
#define NIC_JOINED_H

#include "nic_page.h"
#include "nic_pins.h"

enum { NIC_PIECE = 64, NIC_MOST = 1024 };           // bytes: of heads, of the MAC
// msg.join: bytes that one may have; of its payload or of any
enum { NIC_JOIN = DATA_W == 512 ? 2048 : 256 };

// A payload of the MAC, beat by beat. A beat has at most 64 bytes, so one of ours ends with a beat.
struct nic_split {
    nic_bytes bytes;                // of the payload under way, from its head on
    uint64_t since = 0;             // cycle of its first beat
    unsigned before = 0;            // payloads before it in that of the MAC
    size_t all = 0;                 // bytes of the MAC's

    void beat(const uint64_t *lanes, uint64_t keep, uint64_t now)
    {
        if (bytes.empty()) since = now;
        for (unsigned i = 0; i < NIC_W && keep >> i & 1; i++, all++)
            bytes.push_back(static_cast<uint8_t>(lanes[i / 8] >> 8 * (i % 8)));
    }
    nic_head head() const { return nic_head::of(bytes.data(), bytes.size()); }
    size_t end() const { return head().size() + head().count; }             // of the data
    // If the MAC's goes on, another one begins.
    bool whole() const { return bytes.size() == (end() + NIC_PIECE - 1) / NIC_PIECE * NIC_PIECE; }
    // The payload that ends here. Without last: what stands behind its data means nothing.
    nic_bytes take(bool last)
    {
        nic_bytes p;
        p.swap(bytes);
        if (!last) p.resize(nic_head::of(p.data(), p.size()).size()
                            + nic_head::of(p.data(), p.size()).count);
        before = last ? 0 : before + 1;
        if (last) all = 0;
        return p;
    }
    void reset() { *this = nic_split(); }
};

// tgt.bad, of a payload of n bytes; `place`: how many are before it in that of the MAC; goes_on:
// there is one behind it.
inline bool nic_is_bad(const nic_head &h, size_t n, unsigned place, bool goes_on)
{
    const bool alone = h.op == OP_SEND || h.op == OP_READ;
    const bool answer = h.op == OP_DATA || h.op == OP_REPLY;
    const bool known = alone || answer || h.op == OP_WRITE, few = n < h.size();
    const bool counted = !few && h.count == n - h.size();
    const bool strange = h.op == OP_REPLY && h.status > ST_ORDER;
    const bool form = h.is_short() ? alone : answer;

    AIM("fewer bytes than a short head", n < NIC_SHORT);
    AIM("8 to 31 bytes that claim a long head", few && known && !answer && n >= NIC_SHORT);
    AIM("a wrong count behind a long head", known && !few && !counted && !h.is_short());
    AIM("a wrong count behind a short head", known && !few && !counted && h.is_short());
    AIM("a wrong operation", !known && counted);
    AIM("a SEND with SHORT", h.op == OP_SEND && form && counted);
    AIM("a READ with SHORT", h.op == OP_READ && form && counted);
    AIM("DATA without SHORT", h.op == OP_DATA && form && counted);
    AIM("a REPLY without SHORT", h.op == OP_REPLY && form && counted && !strange);
    AIM("a REPLY with a strange status", strange && !form && counted);
    AIM("a long head alone", n == NIC_HEAD && counted && !form);
    AIM("a short head alone", h.op == OP_WRITE && n == NIC_SHORT && counted && !form);
    AIM("a payload of 9 to 31 bytes", n > NIC_SHORT && n < NIC_HEAD && counted && !form);
    AIM("a REPLY with data", h.op == OP_REPLY && counted && h.count && !form && !strange);
    AIM("a READ with data", h.op == OP_READ && counted && h.count && !form);
    const bool bad = !known || !counted || form || strange;

    AIM("from the MAC: 2 joined", place == 1 && !goes_on);
    AIM("from the MAC: 4 or more joined", place >= 3 && !goes_on);
    AIM("from the MAC: 16 joined", place == 15 && !goes_on);
    const bool good = place && !bad;
    AIM("a joined SEND comes", good && h.op == OP_SEND);
    AIM("a joined WRITE with a long head comes", good && h.op == OP_WRITE && !h.is_short());
    AIM("a joined WRITE with a short head comes", good && h.op == OP_WRITE && h.is_short());
    AIM("a joined READ comes", good && h.op == OP_READ);
    AIM("joined DATA come", good && h.op == OP_DATA);
    AIM("a joined REPLY comes", good && h.op == OP_REPLY);
    AIM("one behind which another is joined is bad", goes_on && bad);
    AIM("a joined one is shorter than its head", place && n < h.size());
    AIM("a joined one is cut short", place && known && !few && h.count > n - h.size());
    AIM("the payload ends in the bytes behind the data", place && known && !few && !counted
                                                         && h.count < n - h.size());
    AIM("nothing that is known is joined", place && !known && !goes_on);
    return bad;
}

// What the NIC joins
struct nic_joins {
    nic_judge &judge;
    nic_past coalesce{ 0 };
    uint64_t shown = 0, moved = 0;      // cycle: since when a beat stands; the one before was taken
    uint64_t gap = 0;                   // cycles without a beat before it
    uint64_t ended = 0, end_gap = 0;    // of the beat with which the data ended
    unsigned reads = 0;                 // of data, under way
    uint64_t read_at = 0;               // last cycle with one
    // Of the payload of the MAC before
    uint32_t last_dest = 0;
    size_t last_bytes = 0;
    // msg.fill: to whom the last one was made, and how many pieces the next may be joined to, a bit
    // for each number; which of them depends on cycles
    uint32_t made_dest = 0, chains = 0;
    uint64_t made_at = 0;               // cycle in which it had gone
    unsigned replies = 0, ops = 0;      // of this one; bits by operation

    enum { DELAY = 16, SLOW = 32 };     // cycles: a change of COALESCE; idle ones between beats

    explicit nic_joins(nic_judge &j) : judge(j) {}
    void reset()
    {
        coalesce = nic_past(0);
        reads = replies = ops = chains = 0;
        last_bytes = 0;
    }
    uint32_t most(uint64_t since) const
    {
        return coalesce.most(since > DELAY ? since - DELAY : 0);
    }
    // msg.cut, msg.fill - bytes of a payload that was made since that cycle: `count` if it may have
    // so many, or how many are due.
    uint64_t due(uint64_t count, uint64_t left, unsigned head, uint32_t to, uint64_t since) const
    {
        const uint64_t room = NIC_MOST - head, plain = nic_cut(left, head);
        const uint64_t from = since > DELAY ? since - DELAY : 0;
        if (DATA_W != 512 || !coalesce.most(from)) return plain;
        if (count == plain && !coalesce.least(from)) return count;
        // What had gone before the message was posted is joined to nothing.
        for (uint64_t n = 1; n <= 12 && to == made_dest && left > room && since <= made_at; n++)
            if (chains >> n & 1 && count == room - n * NIC_PIECE) return count;
        return std::min(left, room);
    }
    void made(uint32_t to, size_t bytes)
    {
        const auto n = static_cast<unsigned>((bytes + NIC_PIECE - 1) / NIC_PIECE);
        const uint32_t all = (2u << NIC_MOST / NIC_PIECE) - 1;
        chains = 1u << n | (to == made_dest ? chains << n & all : 0);
        made_dest = to, made_at = judge.now();
    }
    void looks(bool ar) { if (ar || reads) read_at = judge.now(); }
    // A beat comes to m_axis_tx.
    void shows(const nic_split &tx)
    {
        shown = judge.now();
        gap = tx.all ? shown - moved - 1 : 0;
    }
    // None is there.
    void waits(const nic_split &tx) const
    {
        if (!tx.all) return;
        const uint64_t from = std::max(moved, read_at);     // it counts with what it has begun with
        NIC_MUST(judge, judge.now() - from <= most(moved) + 2 * SLOW, "msg.join",
                 "the MAC waits since %" PRIu64 " for the rest of a payload, for which all has "
                 "come from memory", from);
    }
    // The beat with the last n bytes of tx was taken.
    void takes(const nic_split &tx, size_t n)
    {
        const size_t had = tx.bytes.size() - n;
        const bool ends = tx.end() > had && tx.end() <= tx.bytes.size();
        if (tx.before)
            NIC_MUST(judge, gap <= SLOW + (ends ? most(moved) : 0), "msg.join",
                     "%" PRIu64 " cycles within a payload that is joined to one before", gap);
        if (ends) ended = shown, end_gap = gap;
        moved = judge.now();
    }
    // A payload is whole, with the bytes behind its data, if another one follows; `lonely`: it is
    // the REPLY behind a discarded one.
    void whole(const nic_split &tx, const nic_head &h, bool last, bool lonely)
    {
        const bool joined = tx.before || !last;
        const uint64_t words = h.count ? (h.address + h.count - 1) / NIC_W - h.address / NIC_W + 1
                                       : 0;
        NIC_MUST(judge, last || most(ended), "msg.join", "COALESCE is 0, but more follows");
        NIC_MUST(judge, !tx.before || words * NIC_W <= NIC_JOIN, "msg.join",
                 "%u bytes at 0x%" PRIx64 " are joined", h.count, h.address);
        NIC_MUST(judge, !joined || !lonely, "msg.join", "the REPLY to a broken READ is joined");
        for (size_t i = tx.end(); i < tx.bytes.size(); i++)
            NIC_MUST(judge, !tx.bytes[i], "msg.join", "byte %zu, behind %zu bytes of a payload, is "
                     "%02x: of what is this?", i, tx.end(), tx.bytes[i]);
        replies += h.op == OP_REPLY;
        ops |= 1u << h.op;
        aims(tx, h, joined, last, lonely);
    }
    void aims(const nic_split &tx, const nic_head &h, bool joined, bool last, bool lonely)
    {
        const uint32_t c = coalesce.now();
        const bool still = coalesce.least(moved > 600 ? moved - 600 : 0) == c && most(moved) == c;
        AIM("a payload waits for another", !last && tx.before && end_gap >= 2);
        AIM("a wait runs out", last && tx.before && still && c >= 8 && end_gap >= c);
        AIM("a short wait runs out", last && tx.before && still && c && c < 8 && end_gap >= c);
        AIM("a joined SEND", joined && h.op == OP_SEND);
        AIM("a joined WRITE", joined && h.op == OP_WRITE && !h.is_short());
        AIM("a joined READ", joined && h.op == OP_READ);
        AIM("joined DATA", tx.before && h.op == OP_DATA);
        AIM("more than 128 bytes of data are joined", tx.before && h.count > 128);
        // Below that it is too long.
        AIM_IF(DATA_W == 512, "the end of a WRITE is joined to what is before",
               tx.before && h.op == OP_WRITE && h.is_short());
        AIM("something is joined to the end of a WRITE", !last && h.op == OP_WRITE && h.is_short());
        AIM("a joined payload of data without an end at 64 bytes", !last && tx.end() % NIC_PIECE);
        AIM("a joined payload of data with an end at 64 bytes", !last && !(tx.end() % NIC_PIECE));
        AIM("a REPLY behind a discarded payload, with COALESCE", lonely && c);
    }
    // The payload of the MAC ends; of it the last is h.
    void ends(const nic_split &tx, const nic_head &h, uint32_t dest, bool discard)
    {
        NIC_MUST(judge, !discard || !tx.before, "msg.join", "%u payloads are discarded at once",
                 tx.before + 1);
        AIM("2 joined", tx.before == 1);
        AIM("4 or more joined", tx.before >= 3);
        AIM("16 REPLYs joined", replies == 16);
        AIM("1024 bytes full of joined ones", tx.before && tx.all > NIC_MOST - NIC_PIECE);
        const bool no_data = !(ops >> OP_DATA & 1);
        AIM("a REPLY and a message joined", replies && replies <= tx.before && no_data);
        AIM_IF(DATA_W > 64, "a discarded payload beside others",
               discard && coalesce.now() && h.count < 100 && dest == last_dest && last_bytes < 800);
        last_dest = dest, last_bytes = tx.all;
        replies = ops = 0;
    }
};

#endif
