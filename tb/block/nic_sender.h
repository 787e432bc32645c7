// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_nic_core.cpp for the rules of the sender: what becomes of each
// descriptor, from the doorbell to its completion. It knows no cycle in which something must
// happen, only what may come and what must have come before.
#ifndef NIC_SENDER_H
#define NIC_SENDER_H

#include <array>
#include <deque>
#include "nic_joined.h"
#include "nic_msg.h"
#include "nic_ring.h"
#include "nic_store.h"

struct nic_sender {
    nic_judge &judge;
    nic_store &store;
    nic_permits &permits;
    const nic_joins &joins;
    std::deque<nic_msg_ptr> ring;               // posted, of all rings in order, until told
    std::deque<nic_msg_ptr> past;               // told, while payloads of them may still come
    std::map<uint32_t, nic_msg_ptr> by_tag;     // the last that had it
    std::array<nic_msg_ptr, RINGS> now;         // of each ring: sent to some part
    std::vector<nic_ring> slots{ RINGS, nic_ring(judge) };
    std::vector<nic_past> limit{ RINGS, nic_past(0) };      // SEND_LIMIT
    nic_past timeout{ 16384 };                  // MSG_TIMEOUT
    struct { uint64_t since; uint32_t tag; bool last; } stands = {};    // at m_axis_tx
    uint64_t blocked_at = 0;                    // last cycle in which no completion could go
    uint64_t late = 0, late_may = 0, ok = 0, failed = 0;   // counters

    nic_sender(nic_judge &j, nic_store &s, nic_permits &p, const nic_joins &jo)
        : judge(j), store(s), permits(p), joins(jo)
    {
    }

    bool idle() const
    {
        return std::all_of(ring.begin(), ring.end(), [](auto &m) { return m->old && !m->opened; });
    }
    // All that was posted before ENABLE came again may be forgotten, or not.
    void again(const std::vector<std::pair<uint64_t, uint64_t>> &rings)     // base, elements
    {
        for (auto &m : ring) {
            if (!m->old) stale.push_back(m);
            m->old = true;
        }
        for (unsigned q = 0; q < RINGS; q++) slots[q].again(rings[q].first, rings[q].second);
    }
    void post(const nic_desc &d, unsigned q)
    {
        auto m = std::make_shared<nic_msg>();
        m->d = d;
        m->ring = q;
        m->index = slots[q].head++;
        m->number = numbers++;
        m->in_ring = posted[q]++;
        m->posted = judge.now();
        m->source.addr = d.address();
        if (d.op() != OP_READ && !d.bad()) m->source.length = d.length();
        ring.push_back(m);
    }

    // Reads of memory
    void fetch(uint64_t addr, uint32_t bytes)
    {
        unsigned q = 0;
        while (q < RINGS && !slots[q].here(addr)) q++;
        if (q == RINGS)
            for (q = 0; q < RINGS - 1 && !slots[q].was_here(addr);) q++;
        slots[q].fetch(addr, bytes);
        const auto n = std::count_if(ring.begin(), ring.end(), [&](auto &m) {
            const bool wrong = m->d.bad() || m->unfetched;      // it may have ended already
            return m->ring == q && !m->old && !m->opened && !wrong && !m->ended()
                   && slots[q].passed(m->index);
        });
        // One more is between the ring and its place.
        NIC_MUST(judge, n <= NIC_SEND_AHEAD + MESSAGES + 1, "ring.take",
                 "%td descriptors of ring %u ahead", n, q);
    }
    // When memory has failed to give an element that was told of
    uint64_t fetch_failed_at() const
    {
        uint64_t at = 0;
        for (const nic_ring &s : slots) at = std::max(at, s.failed_at);
        return at;
    }
    void fetch_fails(uint64_t word)
    {
        // Of those with this place in the ring, the last that was fetched
        nic_msg_ptr found;
        for (auto &m : ring)
            if (!m->old && slots[m->ring].has(m->index, word)) found = m;
        if (!found) {
            for (auto &m : ring)
                if (m->old && !m->opened && slots[m->ring].had(m->index, word)) found = m;
            if (!found) return;
            found->may_unfetched = true;
            found->failed_at = judge.now();
            return;
        }
        found->unfetched = true;
        found->failed_at = judge.now();
        found->source.length = 0;
    }
    bool readable(uint64_t addr, uint32_t bytes) const
    {
        const auto has = [&](auto &m) { return m->source.has(addr, bytes); };
        return std::any_of(ring.begin(), ring.end(), has)
               || std::any_of(past.begin(), past.end(), has);
    }
    unsigned sources(uint64_t addr, uint32_t bytes) const
    {
        return static_cast<unsigned>(std::count_if(ring.begin(), ring.end(), [&](auto &m) {
            return m->source.has(addr, bytes);
        }));
    }
    void fails(uint64_t addr, uint32_t bytes, bool alone)
    {
        for (auto &m : ring) m->source.fails(addr, bytes, alone);
    }

    // A payload for the MAC with operation 1 to 3. Fills in what a short head leaves out.
    void sends(nic_head &h, const nic_bytes &p, uint32_t link, bool discard)
    {
        unsigned q = 0;
        while (q < RINGS && !(now[q] && !now[q]->whole && now[q]->tag == h.tag)) q++;
        nic_msg &m = q < RINGS ? *now[q] : open(h, link);
        turns(m.ring, m.told || m.ended());
        const nic_desc &d = m.d;
        const uint64_t left = d.op() == OP_READ ? 0 : d.length() - m.sent, k = m.payloads;
        const unsigned head = k ? NIC_SHORT : NIC_HEAD;
        const uint64_t count = joins.due(h.count, left, head, link, m.posted);
        const bool is_last = count == left;

        NIC_MUST(judge, h.is_short() == (k != 0), "head", "SHORT is %d, of payload %" PRIu64,
                 h.is_short(), k);
        NIC_MUST(judge, h.count == count, "msg.cut", "count %u, due is %" PRIu64, h.count, count);
        const nic_head due = m.head(m.tag, count, is_last);
        const nic_bytes want = due.payload();
        NIC_MUST(judge, p.size() == want.size() + count, "msg.cut", "%zu bytes, count %u",
                 p.size(), h.count);
        NIC_MUST(judge, std::equal(want.begin(), want.end(), p.begin()), "head",
                 "operation %u flags %u step %u, due is %u, key 0x%x offset 0x%" PRIx64
                 " immediate 0x%x length %u", h.op, h.flags, h.step, due.step, h.key, h.offset,
                 h.immediate, h.length);
        h.progress = m.sent, h.length = d.length(), h.address = d.address() + m.sent;
        NIC_MUST(judge, link == d.link(), "head", "to link 0x%x, due is 0x%x", link, d.link());
        // What is left of a message that has ended may be discarded too.
        const bool must = m.discarded || m.source.failed(m.sent, m.sent + count);
        const bool can = m.source.maybe(m.sent, m.sent + count) || m.ended() || m.told
                         || timed_out(m);
        NIC_MUST(judge, discard ? must || can : !must, "msg.fault", "discarded %d, due is %d",
                 discard, must);
        if (!discard) same_data(&p[want.size()], d.address() + m.sent, count, m.posted);
        m.discarded |= discard;
        m.sent += count;
        m.payloads++;
        m.whole = is_last;
        m.sent_at = stands.since;
        m.after += m.told && !discard;
        // What waits for memory, and what stands behind it.
        const unsigned late = (DATA_W == 512 ? 128 : 16) + 24;
        NIC_MUST(judge, m.after < late, "msg.dead", "%u payloads after the completion", m.after);
        AIM("a discarded payload", discard);
        AIM("a short head", k && !discard);
        AIM("a short head with NOTICE", k && h.notice());
        AIM("a long head without LAST", !k && !is_last);
        AIM("a payload full behind a short head", count == NIC_MORE);
        AIM("a message ends with a full short head", is_last && count == NIC_MORE);
        AIM("a message ends with a full long head", is_last && d.op() == OP_WRITE
                                                    && d.length() == NIC_CUT);
        const bool even = !is_last && count == 512 - head;
        AIM("a long head, and more is left for a last payload", even && !k);
        AIM("a short head, and more is left for a last payload", even && k);
        const bool fills = !is_last && !even && count != 1024 - head;
        AIM_IF(DATA_W == 512, "what is joined is filled, with a long head", fills && !k);
        AIM_IF(DATA_W == 512, "what is joined is filled, with a short head", fills && k);
        AIM("a message of more than 60 payloads", is_last && k >= 60 && !discard);
        AIM("a message of 0 bytes", !d.length());
    }
    // msg.turn - a payload of ring q is made, RINGS: of an answer. Between two of one ring each
    // other source has one at most. Those of a message that has ended may be of before.
    void turns(unsigned q, bool ended)
    {
        for (unsigned i = 0; i < RINGS; i++) {
            if (!now[i] || now[i]->whole) continue;
            if (i == q) now[i]->others = 0;
            else if (!ended && !now[i]->ended() && !now[i]->told) {
                now[i]->others++;
                NIC_MUST(judge, now[i]->others <= RINGS, "msg.turn",
                         "%u payloads of others, and none of ring %u", now[i]->others, i);
                AIM_IF(RINGS > 1, "two rings in turn", q < RINGS);
                AIM_IF(RINGS > 2, "four rings in turn", now[i]->others > 2);
            }
        }
    }
    void same_data(const uint8_t *data, uint64_t addr, uint64_t count, uint64_t since)
    {
        for (uint64_t i = 0; i < count; i++)
            if (store.when(addr + i) < since)
                NIC_MUST(judge, data[i] == store.get(addr + i), "data",
                         "byte %" PRIu64 ", at 0x%" PRIx64 ": %02x, in memory %02x", i, addr + i,
                         data[i], store.get(addr + i));
    }
    // The next message of a ring begins with this payload.
    nic_msg &open(const nic_head &h, uint32_t link)
    {
        NIC_MUST(judge, !h.is_short(), "head", "tag 0x%x to 0x%x begins with a short head", h.tag,
                 link);
        nic_msg_ptr found;
        const auto fits = [&](nic_msg &m) {
            if (m.opened || m.d.bad() || m.unfetched || m.d.link() != link) return false;
            const nic_bytes a = m.head(h.tag, h.count, h.last()).payload(), b = h.payload();
            return a == b;
        };
        // A message may have been told before its payloads have left.
        for (auto *list : { &past, &ring })
            for (auto &m : *list)
                if (!found && !m->opened && fits(*m)) found = m;
        NIC_MUST(judge, found, "msg.turn", "operation %u flags %u tag 0x%x count %u to 0x%x: no "
                 "descriptor", h.op, h.flags, h.tag, h.count, link);
        for (auto &m : ring) {
            if (m->number >= found->number) break;
            if (m->ring != found->ring) continue;
            NIC_MUST(judge, m->old || m->opened || m->d.bad() || m->unfetched || m->ended(),
                     "msg.turn", "index %u is passed over", m->index);
        }
        for (unsigned q = 0; q < RINGS; q++) {
            const bool goes_on = now[q] && !now[q]->whole && !now[q]->ended() && !now[q]->told;
            NIC_MUST(judge, q != found->ring || !goes_on, "msg.turn", "index %u stops at %" PRIu64
                     " bytes", now[q]->index, now[q]->sent);
            NIC_MUST(judge, !goes_on || now[q]->d.link() != link, "ring.turn",
                     "ring %u begins to 0x%x while ring %u is at %" PRIu64 " bytes of index %u",
                     found->ring, link, q, now[q]->sent, now[q]->index);
        }
        limited(*found);
        // Wrong descriptors take a generation too. Old ones may have been forgotten. Of other rings
        // none or all may have begun before.
        const uint32_t gen = ((h.tag >> 16) - (life & ~63u)) & 0xffff, place = h.tag & 0xff;
        const uint64_t least = found->in_ring - forgotten(*found);
        const uint64_t most = numbers - 1 - (posted[found->ring] - 1 - found->in_ring);
        NIC_MUST(judge, place < MESSAGES, "msg.open", "tag 0x%x", h.tag);
        NIC_MUST(judge, (h.tag >> 8 & 255) == life % 63, "msg.life", "tag 0x%x, LIFE is 0x%x",
                 h.tag, life);
        NIC_MUST(judge, gen >= least && gen <= most, "msg.open", "generation %u of index %u, due "
                 "are %" PRIu64 " to %" PRIu64, gen, found->index, least, most);
        for (auto *list : { &past, &ring })
            for (auto &m : *list)
                NIC_MUST(judge, !m->opened || m->tag >> 16 != h.tag >> 16, "msg.open",
                         "generation %u again", gen);
        for (auto &m : ring)
            NIC_MUST(judge, !m->opened || (m->tag & 0xff) != place || m->ended() || timed_out(*m),
                     "msg.open", "place %u is not free", place);
        AIM_IF(MESSAGES > 128, "a place of the upper half", place >= MESSAGES / 2);
        found->opened = true;
        found->tag = h.tag;
        by_tag[h.tag] = now[found->ring] = found;
        return *found;
    }
    // ring.limit - of its ring those that have surely not ended
    void limited(const nic_msg &next)
    {
        const nic_past &l = limit[next.ring];
        const uint32_t most = l.most(next.posted);
        if (!l.least(next.posted)) return;      // 0 is no limit
        const auto n = std::count_if(ring.begin(), ring.end(), [&](auto &m) {
            return m->ring == next.ring && m->opened && !m->ended() && !timed_out(*m);
        });
        NIC_MUST(judge, n < most, "ring.limit", "%td messages of ring %u are open, LIMIT is %u",
                 n, next.ring, most);
        AIM("a ring at its LIMIT", n + 1 == most);
    }
    // Messages before that one in its ring that had not ended when ENABLE came again
    uint64_t forgotten(const nic_msg &of) const
    {
        uint64_t n = 0;
        for (auto &m : stale)
            n += m->ring == of.ring && m->number < of.number && !m->opened && !m->told;
        return n;
    }
    std::vector<nic_msg_ptr> stale;             // all that were open then
    uint64_t numbers = 0, posted[RINGS] = {};
    uint32_t life = 0;                          // LIFE

    bool is_of_other_life(uint32_t tag) const
    {
        const uint32_t ours = (tag & ~0x3f00u) | life % 63 << 8;
        const auto i = by_tag.find(ours);
        return tag != ours && i != by_tag.end() && !i->second->told && i->second->answer < 0;
    }
    // REPLY or DATA from a peer
    void comes(const nic_head &h, const nic_bytes &p, uint32_t link)
    {
        const auto i = by_tag.find(h.tag);
        if (i == by_tag.end() || i->second->told || i->second->d.link() != link
            || i->second->answer >= 0) {
            late++;
            AIM("a late REPLY", h.op == OP_REPLY);
            AIM("late DATA", h.op == OP_DATA);
            AIM("late for its life", is_of_other_life(h.tag));
            return;
        }
        nic_msg &m = *i->second;
        if (h.op == OP_REPLY && !h.status && m.d.op() == OP_READ) {
            late++;
            AIM("REPLY 0 to a READ", 1);
            return;
        }
        if (h.op == OP_REPLY && !h.status && !m.whole) {
            m.early++;                  // late, but where the NIC looks at it later
            m.may.insert(ST_OK);
            AIM("REPLY 0 before all was sent", 1);
            return;
        }
        if (h.op == OP_REPLY) {
            m.answer = h.status;
            AIM("a REPLY before all was sent", !m.whole);
            return;
        }
        const bool all = m.got + h.count == m.d.length(), here = h.step == nic_step(m.got);
        // tgt.data
        if (m.d.op() != OP_READ || !here || m.got + h.count > m.d.length()
            || (h.last() && !all)) {
            late++;
            AIM("DATA for another message than a READ", m.d.op() != OP_READ);
            if (m.d.op() != OP_READ) return;
            const uint8_t off = static_cast<uint8_t>(h.step - nic_step(m.got));
            AIM("DATA with a step of chance", !here && off != 127 && off != 129);
            AIM("DATA with the step of a payload later", off == 127);
            AIM("DATA with the step of a payload before", off == 129);
            AIM("DATA beyond the length", here && m.got + h.count > m.d.length());
            AIM("DATA with LAST too early", here && m.got + h.count < m.d.length());
            return;
        }
        AIM("DATA full behind a short head", h.count == NIC_MORE);
        AIM("DATA in another size", h.count != NIC_MORE && !all);
        AIM("DATA with nothing in it", !h.count);
        m.pieces.all.push_back(permits.allow(m.d.address() + m.got,
                                             nic_bytes(p.begin() + NIC_SHORT, p.end())));
        m.got += h.count;
        m.empty += !h.count;
        m.came_at = judge.now();
        if (h.last()) m.answer = ST_OK;
    }
    // A record of the MAC
    void record(uint8_t kind, uint32_t link)
    {
        const int status = kind == 4 ? ST_DEAD : kind == 5 ? ST_RESTART : kind == 3 ? ST_UNSENT : 0;
        for (auto &m : ring) {
            if (!status || m->d.link() != link || m->d.bad() || m->unfetched) continue;
            m->may.insert(status);
            if (m->opened && !m->dead_at) m->dead_at = judge.now();
        }
    }
    // A completion DONE is written.
    void done(const nic_cpl &c)
    {
        // Where two have that index, the one of the ring of now
        const auto i = std::find_if(ring.rbegin(), ring.rend(), [&](auto &m) {
            const uint64_t cookie = m->unfetched ? 0 : m->d.cookie();
            return m->index == c.index && m->ring == c.ring
                   && (cookie == c.cookie || (m->may_unfetched && !c.cookie));
        });
        NIC_MUST(judge, i != ring.rend(), "cpl",
                 "DONE index %u cookie 0x%" PRIx64 " of nothing open", c.index, c.cookie);
        const nic_msg_ptr m = *i;
        m->unfetched |= m->may_unfetched && !c.cookie;
        const nic_desc d = m->unfetched ? nic_desc() : m->d;
        NIC_MUST(judge, c.link == d.link() && c.length == d.length() && !c.immediate && !c.key,
                 "cpl", "DONE index %u: link 0x%x length %u immediate %u key %u", c.index, c.link,
                 c.length, c.immediate, c.key);
        if (!allowed(*m, c.status)) m->pieces.tell();
        const char *rule = c.status == ST_TIMEOUT ? "msg.time"
                           : !c.status && m->pieces.error() ? "rcv.failed" : "cpl.status";
        NIC_MUST(judge, allowed(*m, c.status), rule,
                 "index %u operation %u ends with %u; answer %d, sent %" PRIu64 " of %u whole %d",
                 c.index, d.op(), c.status, m->answer, m->sent, d.length(), m->whole);
        NIC_MUST(judge, !m->pieces.open(), "cpl.after", "DONE index %u before its last write",
                 c.index);
        if (!d.bad()) count_late(*m, c.status);
        permits.revoke(m->pieces);
        (c.status ? failed : ok)++;
        m->told = true;
        if (m->unfetched)
            slots[m->ring].failed_at = std::max(slots[m->ring].failed_at, m->failed_at);
        m->told_at = judge.now();
        nic_ends(c.status);
        ring.erase(i.base() - 1);
        past.push_back(m);
    }
    bool allowed(const nic_msg &m, uint8_t status) const
    {
        if (m.d.bad() || m.unfetched) return status == ST_DESCRIPTOR;
        const bool broken = m.source.some() || m.pieces.error();
        if (m.may.count(status) || (status == ST_LOCAL && broken)) return true;
        if (m.answer == status)
            return status || m.d.op() != OP_READ || (m.pieces.in_memory() && !m.pieces.error());
        return status == ST_TIMEOUT && timed_out(m);
    }
    // For so long nothing came, at some time since the last payload stood at m_axis_tx. Units begin
    // anywhere, so that one of them may be short.
    bool timed_out(const nic_msg &m) const
    {
        if (!m.whole && (!stands.last || (m.opened && stands.tag != m.tag))) return false;
        uint64_t from = m.whole ? m.sent_at : stands.since;
        const uint32_t t = timeout.least(from, true);
        for (auto &p : m.pieces.all) {
            if (!p->begun() || passed(from, p->came, t)) continue;
            from = std::max(from, p->came);
        }
        if (!passed(from, judge.now(), t)) return false;
        // A record of the MAC that was there long before ends it, if completions go.
        return !m.dead_at || from + t * 1024 < m.dead_at + 3000 || blocked_at + 3000 > m.dead_at;
    }
    static bool passed(uint64_t from, uint64_t to, uint32_t units)
    {
        return units && to > from && to - from >= (units - 1) * UINT64_C(1024);
    }
    void count_late(const nic_msg &m, uint8_t status)
    {
        const bool by_reply = m.answer == status && (status || m.d.op() != OP_READ);
        late += m.early - (m.early && !status && m.answer < 0);
        const bool by_data = m.answer == 0 && !status && m.d.op() == OP_READ;
        if (by_reply && m.may.count(status)) late_may++;
        if (by_reply || by_data || (m.early && !status)) return;
        if (m.d.op() != OP_READ || m.answer > 0) late += m.answer >= 0;
        for (auto &p : m.pieces.all) late += !p->data.empty() && !p->begun();
        late_may += m.empty;
    }
    // As long as a MAC that takes nothing may hold up what is left of one that was told
    void step()
    {
        while (!past.empty() && judge.now() - past.front()->told_at > 90000) past.pop_front();
    }
};

#endif
