// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_nic_core.cpp for WRITE and READ of peers: what each payload may do to
// memory, and which answers it may get. Where the page leaves two ways, because a region changes
// meanwhile or a WRITE may find no place, both are allowed. A payload that is refused changes
// nothing of what is remembered, so one behind it is in order if it goes on from the last that was
// taken. That LAST ends what is remembered is left to rows; whether a WRITE of one payload ends the
// one that it is in the midst of is open here.
// A long head may be refused for a region that changes while it waits; then a short head behind it
// goes on with the WRITE before (prior).
#ifndef NIC_RECEIVER_H
#define NIC_RECEIVER_H

#include "nic_ask.h"
#include "nic_joined.h"
#include "nic_pins.h"
#include "nic_store.h"

struct nic_receiver {
    nic_judge &judge;
    nic_store &store;
    nic_permits &permits;
    const nic_joins &joins;
    // By index: what may be there, and the cycle until which it was
    struct entry { nic_region region; uint64_t until; };
    std::vector<std::vector<entry>> table;
    std::list<nic_ask> asks;                        // not answered, in order
    std::list<nic_ask> taken;                       // no answer is due, but the table may change
    std::map<uint32_t, nic_follow> follows;         // by link
    uint64_t refused = 0, told = 0;                 // REPLYs with another status than 0; NOTICEs
    uint64_t read_failed = 0;                       // of them MEMORY to a READ
    uint64_t numbers = 0;
    uint64_t slack = 0;                             // REPLYs of asks that need none

    nic_receiver(nic_judge &j, nic_store &s, nic_permits &p, const nic_joins &jo)
        : judge(j), store(s), permits(p), joins(jo), table(REGIONS, { { nic_region(), EVER } })
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
        std::set<uint32_t> changed;                 // links
        for (auto &a : asks) {
            if (!a.known || (a.h.key & 0xff) != k || a.sent) continue;
            const uint8_t s = to.judge(a.h, a.link);
            if (!s) continue;
            a.may.insert(s);
            if (a.h.op == OP_READ) continue;
            nic_follow &f = follows[a.link];
            f.none = f.there = true, f.kept_out = 1;
            changed.insert(a.link);
            if (!a.h.is_short()) may_be_refused(f, a);
            else a.may.insert(ST_ORDER), f.of(a.number).stuck.insert(a.h.progress);
        }
        for (auto &a : asks) {
            if (!changed.count(a.link) || !a.h.is_short() || a.read || a.sent) continue;
            refused_before(a, follows[a.link], a.since);
        }
    }
    // A WRITE that is under way may not begin: what is behind it may belong to the one before.
    void may_be_refused(nic_follow &f, const nic_ask &a)
    {
        for (nic_follow *g = &f; g; g = g->prior.get()) g->may_prior |= g->number == a.number;
        for (auto &x : asks) {
            if (x.link != a.link || x.number < a.number || !x.piece || !x.piece->off) continue;
            x.piece->off = false;
            x.must = x.h.last();
        }
    }
    // The NIC has said that nothing is under way that has seen the table of before.
    void settled(unsigned k)
    {
        for (auto &a : asks) {
            if (!a.known || (a.h.key & 0xff) != k) continue;
            if (!table[k].back().region.judge(a.h, a.link)) continue;
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
        a.since = judge.now();
        if (h.op == OP_READ) {
            a.may = judged(h, link, since, base);
            return reads(a, base);
        }
        nic_follow &f = follows[link];
        const bool next = !h.is_short() || f.has(h);
        if (h.is_short()) strays(f, h);
        else if (h.tag != f.last) f.before = f.last, f.last = h.tag;
        if (h.is_short() && next) f.fill(a.h);
        if (h.is_short() && !next && goes_on_before(a, f, p, since)) return;
        a.known = next;
        if (next) a.may = judged(a.h, link, since, base);
        if (!next || (h.is_short() && f.none)) a.may.insert(ST_ORDER);
        if (!h.is_short() && !h.last()) seeks_room(a, f);
        if (h.is_short()) refused_before(a, f, since);
        writes(a, f, base, nic_bytes(p.begin() + static_cast<std::ptrdiff_t>(h.size()), p.end()));
    }
    // A WRITE of several payloads, where both places of its set may be those of others
    void seeks_room(nic_ask &a, const nic_follow &own)
    {
        std::vector<nic_follow *> others;
        for (auto &x : follows)
            if (x.first != a.link && x.second.there && nic_set(x.first) == nic_set(a.link))
                others.push_back(&x.second);
        if (others.size() < 2 || !a.may.count(ST_OK) || (own.there && !own.none)) return;
        a.may.insert(ST_BUSY);
        for (nic_follow *f : others) f->keeps_out();
    }
    // A short head behind a long one that the NIC has to refuse if this is to be taken
    bool goes_on_before(nic_ask &a, nic_follow &f, const nic_bytes &p, uint64_t since)
    {
        bool off = false;
        for (nic_follow *g = &f; g->prior; g = g->prior.get()) {
            off |= !g->may_prior;
            nic_follow &before = *g->prior;
            if (!before.has(a.h)) continue;
            uint64_t base = 0;
            before.fill(a.h);
            a.may = judged(a.h, a.link, since, base);
            a.may.insert(ST_ORDER);
            a.off = off;
            refused_before(a, f, since);
            writes(a, before, base, nic_bytes(p.begin() + NIC_SHORT, p.end()));
            return true;
        }
        return false;
    }
    // One before may have been refused, and this one have the step of that. No region that has
    // refused a message gives it room again.
    void refused_there(nic_ask &a, const nic_follow &f, uint64_t since) const
    {
        for (const uint64_t at : f.stuck) {
            nic_head h = a.h;
            uint64_t base;
            if (!f.some || h.tag != f.h.tag || h.step != nic_step(at)) continue;
            f.fill(h);
            h.progress = at;
            for (const uint8_t s : judged(h, a.link, since, base))
                if (s) a.may.insert(s);
            a.may.insert(ST_ORDER);
            if (!a.known) a.h = h;
            a.known = true;
        }
    }
    // The same in each WRITE that it may be of: those before a long head that may be refused.
    void refused_before(nic_ask &a, const nic_follow &f, uint64_t since) const
    {
        for (const nic_follow *g = &f; g; g = g->may_prior ? g->prior.get() : nullptr)
            refused_there(a, *g, since);
    }
    // What short heads are wrong in
    static void strays(const nic_follow &f, const nic_head &s)
    {
        const bool same = f.some && s.tag == f.h.tag, here = s.step == nic_step(f.progress);
        const auto off = static_cast<uint8_t>(s.step - nic_step(f.progress));
        AIM("a short head, and nothing before", !f.some);
        AIM("a short head of the same WRITE behind a refused payload", f.refused && same && here);
        AIM("a short head with another tag", f.some && !same && here);
        AIM("a short head with the tag of the WRITE before", f.some && !same && s.tag == f.before);
        AIM("a payload is left out", same && off == 127);
        AIM("a step of a payload before", same && off == 129);
        AIM("a payload comes twice", same && !here && s.step == f.step);
        AIM("a step of chance", same && !here && off != 127 && off != 129);
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
    void writes(nic_ask a, nic_follow &f, uint64_t base, const nic_bytes &data)
    {
        const bool takes = a.may.count(ST_OK), sure = takes && a.may.size() == 1;
        f.refused = !takes;
        if (!takes) {
            asks.push_back(a);
            return;
        }
        a.message = follow(a, f, sure);
        a.piece = permits.allow(base + a.h.offset + a.h.progress, data);
        a.message->pieces.all.push_back(a.piece);
        a.piece->off = a.off;
        a.pieces = a.message->pieces.all.size();
        if (!a.h.last()) {
            a.may.erase(ST_OK);         // of which nobody is told
            a.must = a.off;
            if (a.message->pieces.error()) a.must = sure;
            else if (sure) {
                prune();
                taken.push_back(a);
                return;
            }
        }
        asks.push_back(a);
    }
    // A payload that may be taken: how far its message has come then. NOTICE is not among what is
    // remembered: that of the payload with LAST counts.
    std::shared_ptr<nic_write> follow(nic_ask &a, nic_follow &f, bool sure)
    {
        const nic_head &h = a.h;
        const uint64_t left = h.length - h.progress;
        const bool due = h.count == nic_cut(left, h.size());
        AIM("a long head in the midst of a WRITE", !h.is_short() && f.some && !f.none);
        AIM("NOTICE of the last payload is another", h.is_short() && h.last()
                                                      && f.h.notice() != h.notice());
        a.tells = h.last() && h.notice();
        if (sure) f.kept_out = 0;
        f.there = !h.last() || (f.there && !(sure && h.is_short()));
        std::shared_ptr<nic_write> message = f.message;
        if (!h.is_short()) {
            if (h.last()) message = std::make_shared<nic_write>();
            else f.begin(h, a.number, sure), message = f.message;
        } else {
            f.progress += h.count;
            f.step = h.step;
        }
        if (!sure && h.is_short()) f.stuck.insert(h.progress);
        if (!sure || h.last()) f.none = true;
        message->odd |= !h.last() && !due;
        const bool many = sure && h.is_short();
        AIM("a WRITE in the sizes of the page", many && h.last() && !message->odd);
        AIM("a WRITE in other sizes", many && h.last() && message->odd);
        AIM("an empty payload in the midst", many && !h.last() && !h.count);
        AIM("LAST before the length", many && h.last() && f.progress < h.length);
        return message;
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
            return a.read && !a.revoked && a.source.has(addr, bytes);
        });
    }
    void explain(uint64_t addr, uint32_t bytes) const
    {
        for (auto &a : asks)
            if (a.read && a.source.has(addr, bytes))
                fprintf(stderr, "  a READ of cycle %" PRIu64 ", tag 0x%x of 0x%x, length %u, whose "
                        "region is gone: %d\n", a.since, a.h.tag, a.link, a.h.length, a.revoked);
    }
    unsigned sources(uint64_t addr, uint32_t bytes) const
    {
        return static_cast<unsigned>(std::count_if(asks.begin(), asks.end(), [&](auto &a) {
            return a.read && a.source.has(addr, bytes);
        }));
    }
    void fails(uint64_t addr, uint32_t bytes, bool alone)
    {
        for (auto &a : asks)
            if (a.read) a.source.fails(addr, bytes, alone);
    }

    // The NIC gives a payload DATA to the MAC.
    void data(nic_head &h, const nic_bytes &p, uint32_t link, bool discard)
    {
        const auto i = std::find_if(asks.begin(), asks.end(), [&](auto &x) {
            return x.read && x.link == link && x.h.tag == h.tag && nic_step(x.sent) == h.step;
        });
        NIC_MUST(judge, i != asks.end(), "tgt.read", "DATA tag 0x%x step %u to 0x%x: nobody reads",
                 h.tag, h.step, link);
        nic_ask &a = *i;
        const uint64_t left = a.h.length - a.sent;
        const uint64_t count = joins.due(h.count, left, NIC_SHORT, link, a.since);
        nic_head due;
        due.op = OP_DATA;
        due.flags = static_cast<uint8_t>(FLAG_SHORT | (count == left ? FLAG_LAST : 0));
        due.count = static_cast<uint16_t>(count), due.tag = a.h.tag, due.step = nic_step(a.sent);
        const nic_bytes want = due.payload();
        NIC_MUST(judge, p.size() == NIC_SHORT + count, "msg.cut", "%zu bytes, count %u, due is "
                 "%" PRIu64, p.size(), h.count, count);
        NIC_MUST(judge, std::equal(want.begin(), want.end(), p.begin()), "head",
                 "DATA flags %u count %u step %u, due are %u, %u, %u", h.flags, h.count, h.step,
                 due.flags, due.count, due.step);
        const bool must = a.discarded || a.source.failed(a.sent, a.sent + count);
        const bool can = a.source.maybe(a.sent, a.sent + count);
        NIC_MUST(judge, discard ? must || can : !must, "msg.fault", "DATA discarded %d, due is %d",
                 discard, must);
        for (uint64_t b = 0; b < count && !discard; b++) {
            const uint64_t at = a.source.addr + a.sent + b;
            if (store.when(at) < a.since)
                NIC_MUST(judge, p[NIC_SHORT + b] == store.get(at), "tgt.read",
                         "byte %" PRIu64 ", at 0x%" PRIx64 ": %02x, in memory %02x", b, at,
                         p[NIC_SHORT + b], store.get(at));
        }
        h.address = a.source.addr + a.sent;
        a.sent += count;
        a.may.clear();
        if (a.source.some()) a.may.insert(ST_MEMORY);
        a.discarded |= discard;
        AIM("discarded DATA", discard);
        AIM("DATA in more than one payload", count == left && a.sent > count && !discard);
        AIM("a READ of 0 bytes", !a.h.length);
        if (count == left && (!a.discarded || a.answered)) asks.erase(i);
    }
    // A REPLY of the NIC is to be seen (tgt.write, tgt.refuse).
    bool lonely = false;                            // the last one goes behind discarded DATA
    void replies(const nic_head &h, uint32_t link)
    {
        for (auto i = asks.begin(); i != asks.end(); ++i) {
            nic_ask &a = *i;
            if (a.link != link || a.h.tag != h.tag || a.answered || !a.allows(h.status)) continue;
            if (!h.status && a.may.size() > 1 && !a.in_memory()) continue;      // of another one
            if (h.status == ST_OK) {
                NIC_MUST(judge, a.in_memory(), "cpl.after",
                         "REPLY 0 to tag 0x%x before its data are in memory", h.tag);
                a.answered = a.tells && !a.told;
                AIM("REPLY before NOTICE", a.answered);
            }
            refused += h.status != ST_OK;
            read_failed += a.read && h.status == ST_MEMORY;
            slack += !a.must;
            lonely = a.read && a.discarded;
            nic_answers(h.status);
            AIM("BUSY to a WRITE", a.h.op == OP_WRITE && h.status == ST_BUSY);
            AIM("RANGE behind a short head", a.h.is_short() && h.status == ST_RANGE);
            AIM_IF(REGIONS < 8, "KEY behind a short head",
                   a.h.is_short() && h.status == ST_KEY);
            AIM("MEMORY behind a short head", a.h.is_short() && h.status == ST_MEMORY);
            if (h.status && h.status != ST_MEMORY && a.piece) permits.revoke(a.piece);
            a.answered |= a.read && a.discarded && a.sent < a.h.length;
            if (!a.answered) asks.erase(i);
            return;
        }
        for (auto &a : asks)
            if (a.link == link && a.h.tag == h.tag)
                fprintf(stderr, "  operation %u at %" PRIu64 " of %u, statuses %zu, the first "
                        "%d, in memory %d\n", a.h.op, a.h.progress, a.h.length, a.may.size(),
                        a.may.empty() ? -1 : *a.may.begin(),
                        a.message && a.piece && a.in_memory());
        judge.wrong("tgt.reply", "REPLY %u to tag 0x%x of 0x%x: nobody asks", h.status, h.tag,
                    link);
    }
    void notice(const nic_cpl &c)
    {
        const auto is = [&](const nic_ask &a) {
            return a.tells && a.may.count(ST_OK) && !a.told && a.link == c.link
                   && a.h.offset == c.cookie && a.h.length == c.length
                   && a.h.immediate == c.immediate && a.h.key == c.key;
        };
        // One may have come twice: first those of which it is known that they are told.
        const auto good = [&](auto &a) { return is(a) && a.in_memory() && !a.failed(); };
        auto i = std::find_if(asks.begin(), asks.end(), [&](auto &a) {
            return good(a) && (a.answered || a.may.size() == 1);
        });
        if (i == asks.end()) i = std::find_if(asks.begin(), asks.end(), good);
        if (i == asks.end()) i = std::find_if(asks.begin(), asks.end(), is);
        NIC_MUST(judge, i != asks.end(), "cpl", "NOTICE offset 0x%" PRIx64 " length %u of 0x%x: "
                 "nobody has written", c.cookie, c.length, c.link);
        NIC_MUST(judge, !c.status && !c.index, "cpl", "NOTICE status %u index %u", c.status,
                 c.index);
        const nic_pieces &p = i->message->pieces;
        if (!i->in_memory() || i->failed()) p.tell();
        NIC_MUST(judge, !i->failed(), "tgt.order", "NOTICE offset 0x%" PRIx64 ", but memory has "
                 "failed", c.cookie);
        NIC_MUST(judge, i->in_memory(), "cpl.after",
                 "NOTICE offset 0x%" PRIx64 " before its data are in memory", c.cookie);
        const bool many = i->h.is_short();
        i->told = true;
        i->may = { ST_OK };
        if (i->answered) asks.erase(i);
        told++;
        AIM("NOTICE", 1);
        AIM("NOTICE of a WRITE in more than one payload", many);
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
            fprintf(stderr, "  no answer: operation %u flags %u tag 0x%x of 0x%x, at %" PRIu64 " + "
                    "%u of %u, cycle %" PRIu64 ", must %d, sent %" PRIu64 ", %zu statuses, %d...\n",
                    a.h.op, a.h.flags, a.h.tag, a.link, a.h.progress, a.h.count, a.h.length,
                    a.since, a.must, a.sent, a.may.size(), a.may.empty() ? -1 : *a.may.begin());
    }
    void forget()
    {
        asks.clear(), taken.clear();            // what FOLLOW links have stays
        slack = 0;
    }
};

#endif
