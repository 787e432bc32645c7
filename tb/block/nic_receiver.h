// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_nic_core.cpp for WRITE and READ of peers: what each payload may do to
// memory, and which answers it may get. Where the page leaves two ways, because a region changes
// meanwhile or FOLLOW has no room, both are allowed.
#ifndef NIC_RECEIVER_H
#define NIC_RECEIVER_H

#include "nic_ask.h"
#include "nic_pins.h"
#include "nic_store.h"

struct nic_receiver {
    nic_judge &judge;
    nic_store &store;
    nic_permits &permits;
    // By index: what may be there, and the cycle until which it was
    struct entry { nic_region region; uint64_t until; };
    std::vector<std::vector<entry>> table;
    std::list<nic_ask> asks;                        // not answered, in order
    std::list<nic_ask> taken;                       // no answer is due, but the table may change
    // How far a link may have come: tag and next place; none: it may be forgotten
    struct follow {
        std::set<std::pair<uint32_t, uint32_t>> at;
        bool none = true;
        std::shared_ptr<nic_write> message;
        std::set<uint32_t> others;                  // links since then
    };
    std::map<uint32_t, follow> follows;
    uint64_t refused = 0, told = 0;                 // REPLYs with another status than 0; NOTICEs
    uint64_t read_failed = 0;                       // of them MEMORY to a READ
    uint64_t numbers = 0;
    uint64_t slack = 0;                             // REPLYs of asks that need none

    nic_receiver(nic_judge &j, nic_store &s, nic_permits &p)
        : judge(j), store(s), permits(p), table(REGIONS, { { nic_region(), EVER } })
    {
    }
    static constexpr uint64_t EVER = ~UINT64_C(0);
    // REGION is written: from here on old and new may hold, then only the new.
    void region_begins(unsigned k, const nic_region &to)
    {
        table[k].push_back({ to, EVER });
        for (auto i = taken.begin(); i != taken.end();) {
            const auto a = i++;                     // what waits may see the new table too
            if (!a->piece->begun() && (a->h.key & 0xff) == k) back_to_asks(a);
        }
        for (auto &a : asks)
            if ((a.h.key & 0xff) == k && !a.sent)
                if (const uint8_t s = to.judge(a.h, a.link)) {
                    a.may.insert({ s, ST_ORDER });
                    follows[a.link].none = true;
                }
    }
    // The NIC has said that nothing is under way that has seen the table of before.
    void settled(unsigned k)
    {
        for (auto &a : asks) {
            if ((a.h.key & 0xff) != k || !table[k].back().region.judge(a.h, a.link)) continue;
            a.revoked = true;
            if (a.piece && !a.piece->begun()) permits.revoke(a.piece);
        }
        table[k].erase(table[k].begin(), table[k].end() - 1);
        const nic_region &g = table[k].back().region;
        AIM("a region is gone for good", !g.may_read && !g.may_write);
    }
    void region_ends(unsigned k)
    {
        for (size_t i = 0; i + 1 < table[k].size(); i++)
            table[k][i].until = std::min(table[k][i].until, judge.now());
    }

    // What the table says to a payload whose first beat came in cycle `since`: statuses, and the
    // base where it says OK.
    std::set<uint8_t> judged(const nic_head &h, uint32_t link, uint64_t since,
                             uint64_t &base) const
    {
        std::set<uint8_t> s;
        if ((h.key & 0xff) >= REGIONS) return { ST_KEY };
        for (const entry &e : table[h.key & 0xff]) {
            if (e.until < since) continue;
            s.insert(e.region.judge(h, link));
            if (!e.region.judge(h, link)) base = e.region.base;
        }
        return s;
    }
    void comes(const nic_head &h, const nic_bytes &p, uint32_t link, uint64_t since)
    {
        uint64_t base = 0;
        nic_ask a;
        a.h = h;
        a.link = link;
        a.number = numbers++;
        a.may = judged(h, link, since, base);
        a.since = judge.now();
        h.op == OP_READ ? reads(a, base) : writes(a, base, p);
    }
    void reads(nic_ask a, uint64_t base)
    {
        const auto is = [](auto &x) { return x.read; };
        const auto waiting = std::count_if(asks.begin(), asks.end(), is);
        a.read = a.may.erase(ST_OK);
        if (a.read) {
            a.source.addr = base + a.h.offset, a.source.length = a.h.length;
            if (waiting >= READS) a.may.insert(ST_BUSY);
        }
        asks.push_back(a);
    }
    void writes(nic_ask a, uint64_t base, const nic_bytes &p)
    {
        follow &f = follows[a.link];
        const uint32_t next = a.h.place + a.h.count;

        for (auto &x : follows)
            if (x.first != a.link && x.second.others.insert(a.link).second
                && x.second.others.size() >= 2)
                x.second.none = true;
        const bool refused_only = !a.may.count(ST_OK);
        bool takes = !refused_only, sure = a.may.size() == 1;
        if (a.h.place && takes) {
            takes = f.at.count({ a.h.tag, a.h.place });
            sure = sure && takes && f.at.size() == 1 && !f.none;
            if (!takes || f.at.size() > 1 || f.none) a.may.insert(ST_ORDER);
            if (!takes) a.may.erase(ST_OK);
        }
        // The order may be looked at first.
        if (refused_only && a.h.place && !(f.at.count({ a.h.tag, a.h.place }) && !f.none))
            a.may.insert(ST_ORDER);
        if (takes) {
            f.others.clear();
            if (!a.h.place) {
                f.message = std::make_shared<nic_write>();
                if (sure) f.at.clear(), f.none = false;
            } else if (sure) f.at.clear();
            a.piece = permits.allow(base + a.h.offset + a.h.place,
                                    nic_bytes(p.begin() + NIC_HEAD, p.end()));
            f.message->pieces.all.push_back(a.piece);
            a.pieces = f.message->pieces.all.size();
            f.at.insert({ a.h.tag, next });
            if (a.h.last()) f.none = true;
            AIM("a WRITE in more than one payload", sure && a.h.last() && a.h.place);
        } else f.none = true;
        a.message = f.message;
        if (takes && !a.h.last()) {
            a.may.erase(ST_OK);         // of which nobody is told
            a.must = false;
            if (f.message->pieces.error()) a.must = sure;
            else if (sure) {
                prune();
                taken.push_back(a);
                return;
            }
        }
        asks.push_back(a);
    }

    // In the order in which they came
    void back_to_asks(std::list<nic_ask>::iterator a)
    {
        const auto behind = std::find_if(asks.begin(), asks.end(), [&](auto &x) {
            return x.number > a->number;
        });
        asks.splice(behind, taken, a);
    }
    void prune()
    {
        // Of one without data nobody sees when it has been looked at.
        taken.remove_if([&](auto &a) {
            return !a.failed() && a.message->pieces.in_memory(a.pieces)
                   && (a.h.count || judge.now() - a.since > 20000);
        });
    }
    // Memory has answered with an error: a REPLY for that payload and for each behind it.
    void failed()
    {
        for (auto i = taken.begin(); i != taken.end();) {
            const auto a = i++;
            if (!a->failed()) continue;
            a->must = true;
            back_to_asks(a);
        }
    }
    // Each NOTICE that is due is told.
    bool told_all() const
    {
        return std::none_of(asks.begin(), asks.end(), [](auto &a) {
            return a.answered && !a.read;
        });
    }
    bool readable(uint64_t addr, uint32_t bytes) const
    {
        return std::any_of(asks.begin(), asks.end(), [&](auto &a) {
            return a.read && !a.revoked && !a.source.payloads(addr, bytes, NIC_W).empty();
        });
    }
    void explain(uint64_t addr, uint32_t bytes) const
    {
        for (auto &a : asks)
            if (a.read && !a.source.payloads(addr, bytes, NIC_W).empty())
                fprintf(stderr, "  a READ of cycle %" PRIu64 ", tag 0x%x of 0x%x, length %u, whose "
                        "region is gone: %d\n", a.since, a.h.tag, a.link, a.h.length, a.revoked);
    }
    unsigned sources(uint64_t addr, uint32_t bytes) const
    {
        return static_cast<unsigned>(std::count_if(asks.begin(), asks.end(), [&](auto &a) {
            return a.read && !a.source.payloads(addr, bytes, NIC_W).empty();
        }));
    }
    void fails(uint64_t addr, uint32_t bytes, bool alone)
    {
        for (auto &a : asks)
            if (a.read) a.source.fails(addr, bytes, NIC_W, alone);
    }

    // The NIC gives a payload DATA to the MAC.
    void data(const nic_head &h, const nic_bytes &p, uint32_t link, bool discard)
    {
        const auto i = std::find_if(asks.begin(), asks.end(), [&](auto &x) {
            return x.read && x.link == link && x.h.tag == h.tag && x.sent == h.place;
        });
        NIC_MUST(judge, i != asks.end(), "tgt.read", "DATA tag 0x%x place %u to 0x%x: nobody reads",
                 h.tag, h.place, link);
        nic_ask &a = *i;
        const uint64_t left = a.h.length - a.sent, count = std::min<uint64_t>(left, NIC_CUT);
        const uint64_t k = a.sent / NIC_CUT;
        nic_head due;
        due.op = OP_DATA, due.flags = count == left ? FLAG_LAST : 0;
        due.count = static_cast<uint16_t>(count), due.tag = a.h.tag;
        due.length = a.h.length, due.place = static_cast<uint32_t>(a.sent);
        const nic_bytes want = due.payload();
        NIC_MUST(judge, std::equal(want.begin(), want.end(), p.begin()), "head",
                 "DATA flags %u count %u key 0x%x offset 0x%" PRIx64 " length %u, due is count %u",
                 h.flags, h.count, h.key, h.offset, h.length, due.count);
        NIC_MUST(judge, p.size() == NIC_HEAD + count, "msg.cut", "%zu bytes, count %u", p.size(),
                 h.count);
        const bool must = a.discarded || a.source.failed.count(k), can = a.source.maybe.count(k);
        NIC_MUST(judge, discard ? must || can : !must, "msg.fault", "DATA discarded %d, due is %d",
                 discard, must);
        for (uint64_t b = 0; b < count && !discard; b++) {
            const uint64_t at = a.source.addr + a.sent + b;
            if (store.when(at) < a.since)
                NIC_MUST(judge, p[NIC_HEAD + b] == store.get(at), "tgt.read",
                         "byte %" PRIu64 ", at 0x%" PRIx64 ": %02x, in memory %02x", b, at,
                         p[NIC_HEAD + b], store.get(at));
        }
        a.sent += count;
        a.may.clear();
        if (a.source.some()) a.may.insert(ST_MEMORY);
        a.discarded |= discard;
        AIM("discarded DATA", discard);
        AIM("DATA in more than one payload", count == left && k && !discard);
        AIM("a READ of 0 bytes", !a.h.length);
        if (count == left && (!a.discarded || a.answered)) asks.erase(i);
    }
    // A REPLY of the NIC is to be seen (tgt.write, tgt.refuse).
    void replies(const nic_head &h, uint32_t link)
    {
        for (auto i = asks.begin(); i != asks.end(); ++i) {
            nic_ask &a = *i;
            if (a.link != link || a.h.tag != h.tag || a.answered || !a.allows(h.status)) continue;
            if (h.status == ST_OK) {
                NIC_MUST(judge, a.in_memory(), "cpl.after",
                         "REPLY 0 to tag 0x%x before its data are in memory", h.tag);
                a.answered = a.h.notice() && !a.told;
                AIM("REPLY before NOTICE", a.answered);
            }
            refused += h.status != ST_OK;
            read_failed += a.read && h.status == ST_MEMORY;
            slack += !a.must;
            nic_answers(h.status);
            if (h.status && h.status != ST_MEMORY && a.piece) permits.revoke(a.piece);
            a.answered |= a.read && a.discarded && a.sent < a.h.length;
            if (!a.answered) asks.erase(i);
            return;
        }
        for (auto &a : asks)
            if (a.link == link && a.h.tag == h.tag)
                fprintf(stderr, "  operation %u place %u of %u, statuses %zu, the first %d, "
                        "in memory %d\n", a.h.op, a.h.place, a.h.length, a.may.size(),
                        a.may.empty() ? -1 : *a.may.begin(),
                        a.message && a.piece && a.in_memory());
        judge.wrong("tgt.reply", "REPLY %u to tag 0x%x of 0x%x: nobody asks", h.status, h.tag,
                    link);
    }
    void notice(const nic_cpl &c)
    {
        const auto is = [&](const nic_ask &a) {
            return a.h.op == OP_WRITE && a.h.last() && a.h.notice() && a.may.count(ST_OK) && !a.told
                   && a.link == c.link && a.h.offset == c.cookie && a.h.length == c.length
                   && a.h.immediate == c.immediate && a.h.key == c.key;
        };
        auto i = std::find_if(asks.begin(), asks.end(), [&](auto &a) {
            return is(a) && a.in_memory() && !a.failed();       // one may have come twice
        });
        if (i == asks.end()) i = std::find_if(asks.begin(), asks.end(), is);
        NIC_MUST(judge, i != asks.end(), "cpl", "NOTICE offset 0x%" PRIx64 " length %u of 0x%x: "
                 "nobody has written", c.cookie, c.length, c.link);
        NIC_MUST(judge, !c.status && !c.index, "cpl", "NOTICE status %u index %u", c.status,
                 c.index);
        const nic_pieces &p = i->message->pieces;
        if (!i->in_memory() || p.error()) p.tell();
        NIC_MUST(judge, !i->failed(), "tgt.order", "NOTICE offset 0x%" PRIx64 ", but memory has "
                 "failed", c.cookie);
        NIC_MUST(judge, i->in_memory(), "cpl.after",
                 "NOTICE offset 0x%" PRIx64 " before its data are in memory", c.cookie);
        i->told = true;
        i->may = { ST_OK };
        if (i->answered) asks.erase(i);
        told++;
        AIM("NOTICE", 1);
    }
    // Answers that are missing, at the end: what must be, what may. An answer that need not be may
    // have been taken for that of another.
    uint64_t missing(bool must) const
    {
        const auto n = std::count_if(asks.begin(), asks.end(), [&](auto &a) {
            return !a.answered && (!must || a.must);
        });
        return static_cast<uint64_t>(n) - (must ? std::min<uint64_t>(slack, uint64_t(n)) : 0);
    }
    void tell_missing() const
    {
        for (auto &a : asks)
            fprintf(stderr, "  no answer: operation %u flags %u tag 0x%x of 0x%x, place %u + %u "
                    "of %u, cycle %" PRIu64 ", must %d, sent %" PRIu64 ", %zu statuses, %d...\n",
                    a.h.op, a.h.flags, a.h.tag, a.link, a.h.place, a.h.count, a.h.length, a.since,
                    a.must, a.sent, a.may.size(), a.may.empty() ? -1 : *a.may.begin());
    }
    void forget()
    {
        asks.clear(), taken.clear();
        follows.clear();
        slack = 0;
    }
};

#endif
