// SPDX-License-Identifier: Apache-2.0
//
// The world of ttp_tx_marks in its test: the link pipe and the sender, for some links. Payloads
// leave from the list or as RESEND asks for them, answers come with numbers, maps and without, all
// of a link is lost, links pause, and lives end.
#ifndef MARKS_WORLD_H
#define MARKS_WORLD_H

#include <deque>
#include "Vttp_tx_marks.h"
#include "lockstep.h"
#include "marks_phase.h"
#include "tb_model.h"
extern "C" {
#include "ttp_tx_marks.h"
}

static constexpr unsigned RECENT = 2048;

struct Payload {
    uint16_t entry = 0;
    bool numbered = false;      // its newest send has a number
    bool named = false;         // a map that was read has named it
    bool unsure = false;        // ... or not: it left from the list again about then
    bool again = false;         // all of the link were lost since it was sent
    bool refused = false;       // it was asked for and not sent
    bool probed = false;        // a tail probe was due, and this is part of it
    bool unheld = false;        // it was the oldest when all were lost, or one: not held any more
    unsigned asked = 0;         // so often, since the bench became calm
    uint64_t order = 0;         // of its newest send, among those of its life
    uint64_t at = 0;            // the cycle of that
};

struct Link {
    uint32_t una = 0;
    std::deque<Payload> flight;         // from una on
    unsigned sent = 0;                  // of them
    unsigned window = 4;
    unsigned offered = WINDOW, allowed = WINDOW;        // in flight, for the peer; as told
    bool agreed = false, goes = true;
    uint16_t number = 0;                // of the newest send
    uint64_t sends = 0;                 // in this life
    std::deque<uint16_t> numbers;       // of the newest sends
    std::deque<uint64_t> times;         // ... the cycle of each
    uint64_t news = 0, news_before = 0; // the cycle in which something new was heard
    uint64_t trip = UINT64_MAX;         // no round trip of this life was shorter, nor of the one
    uint64_t trip_before = UINT64_MAX;  // ... before, of which one may be under way still
    uint16_t forged = 0;                // answered before it was sent, in this cycle
    uint64_t forged_at = 0;
    bool probing = false;               // a probe was due since something new was known
    uint64_t older = 0;                 // order: what is older than the answered probe
    uint64_t base_least = 0, probe_least = 0;   // of BASE_RTT, of PROBE_MIN since its context began
    uint64_t opens = 0;                 // not before that cycle
    uint64_t again = 0, retired = 0;    // the cycle of the last of them
    // of its context
    uint64_t first = 0, known = 0;      // order: of its first send; behind the newest known
    uint64_t sure = 0;                  // ... that is known beyond doubt
    unsigned least = 0, most = 0;       // reorder distance, since nothing was kept
    bool kept = false;                  // the distance, from the context before
};

struct Map { uint32_t link, rxid; unsigned part; uint64_t bits; uint16_t number; uint64_t at; };
struct Heard { uint32_t link, una; unsigned sent, part; uint64_t bits; uint16_t number;
               bool marks; uint8_t gen; bool was_sent; uint64_t at; };
struct Resend { uint32_t link, rxid, txid; uint64_t at; };

static uint8_t gen_of(uint32_t txid) { return static_cast<uint8_t>(txid >> 24); }
static bool for_news(uint32_t txid) { return txid >> 23 & 1; }
static bool for_limit(uint32_t txid) { return txid >> 22 & 1; }

struct marks_world : lockstep<Vttp_tx_marks>, marks_phase {
    tb_model<ttp_tx_marks> model{ ttp_tx_marks_bind, [](ttp_params &p) {
        p.sel_contexts = CONTEXTS;
        p.selective = 1;
        p.link_sets = LINKS_N;
    } };
    ttp_tx_marks_in in = {};
    Link link[LINKS_N];
    struct Seen { bool has = false; uint8_t gen = 0; };
    Seen seen_has[3][LINKS_N];          // now, a cycle ago, two
    std::deque<Map> maps;               // their NACKs wait
    std::deque<Resend> resends;         // in the pipe
    Heard heard = {};                   // of the event
    bool refused = false;               // the event is a RESEND, and it is
    bool sent_before = false, was_sent_before = false;  // of this cycle, of the one before
    uint16_t sent_number = 0, sent_entry = 0;
    enum Calm { BUSY, DRAIN, GOES, DRY, ALL, LAST } calm = BUSY;
    uint64_t held_up = 0;               // no RESEND enters before
    uint32_t timeout = 0;               // while it is not calm
    const uint64_t start = r.one_in(2) ? 0xFFFFFF - r.below(100000) : r.next();

    void change_phase()
    {
        draw(r);
        for (Link &l : link) change_window(l);
    }
    void change_window(Link &l) { l.window = r.one_in(3) ? r.in(1, largest) : largest; }
    uint32_t some_link() { return r.below(hears); }
    Payload *flying(Link &l, uint32_t id)
    {
        return id - l.una < l.sent ? &l.flight[id - l.una] : nullptr;
    }
    // How many sends lie behind that number; a large one: none of this life has it.
    static uint64_t since(const Link &l, uint16_t q)
    {
        const uint64_t n = static_cast<uint16_t>(l.number - q) - (l.number < q ? 1u : 0u);
        return q && n < l.sends ? n : UINT64_MAX;
    }
    uint16_t some_number(const Link &l)
    {
        if (r.percent(deaf) || r.one_in(20)) return 0;
        if (r.one_in(40)) return static_cast<uint16_t>(r.bits(16));
        if (r.one_in(40)) return static_cast<uint16_t>(l.number + r.in(1, 4));
        if (l.numbers.empty()) return l.number;
        const size_t n = l.numbers.size();
        const size_t back = r.one_in(10) ? r.below(n) : r.one_in(2) ? r.below(40) : r.below(6);
        return l.numbers[back < n ? n - 1 - back : 0];
    }

    // A NACK with a map enters the queue of frames. It acts some cycles later.
    void hear()
    {
        if (calm || maps.size() >= 30 || !r.percent(mapped) || !r.percent(happens)) return;
        const uint32_t at = some_link();
        const Link &l = link[at];
        Map m = { at, l.una, 0, 0, some_number(l), chk.cycle };
        if (r.one_in(4)) m.rxid += r.below(r.one_in(4) ? l.sent + 1 : 2);
        if (r.one_in(8)) m.rxid = l.una - r.in(1, 6);
        m.part = l.sent > 64 || r.one_in(10) ? r.below(4) : 0;
        m.bits = r.next() & (r.one_in(2) ? r.next() : ~0ull);
        if (r.one_in(4)) m.bits = ~0ull;
        if (r.one_in(4)) m.bits &= r.next() & r.next() & r.next();
        if (m.part == WINDOW / 64 - 1) m.bits &= ~0ull >> 1;    // less than all ahead
        maps.push_back(m);
        in.heard_valid = true;
        in.heard_bits = m.bits;
        in.heard_part = static_cast<uint8_t>(m.part);
    }

    void event()
    {
        const uint32_t at = some_link();

        if (!resends.empty() && resends.front().at <= chk.cycle && r.percent(enters)
            && chk.cycle >= held_up) resend();
        else if (!maps.empty() && maps.front().at + late <= chk.cycle
                 && (r.percent(answers) || maps.size() > 28)) nack();
        else if (r.percent(ends) && r.one_in(100))
            life_ends(resends.empty() || r.one_in(2) ? at : resends.front().link);
        else if (!link[at].agreed && r.one_in(opens)) agrees(at);
        else if (r.percent(pauses)) link[at].goes = !link[at].goes, is_news(link[at]), leaves(at);
        else if (r.percent(again) && r.one_in(4)) all_lost(at);
        else if (r.percent(answers)) ack(at);
        else if (r.percent(sends)) send(at);
        else if (r.one_in(50)) leaves(at);
    }
    // What the event leaves in flight
    void leaves(uint32_t at)
    {
        const Link &l = link[at];
        ttp_flight &f = in.flight;

        in.flight_valid = true;
        f.link = at;
        f.una = l.una;
        f.sent = static_cast<uint16_t>(l.sent);
        f.stays = l.agreed && !l.flight.empty();
        f.goes = l.goes;
        f.allowed = static_cast<uint16_t>(l.allowed);
        f.allowed_all = l.allowed == l.offered;
    }
    void sends_one(uint32_t at, uint32_t id, bool again_one, uint16_t entry)
    {
        Link &l = link[at];

        in.send_valid = true;
        in.send_id = id;
        in.send_numbered = l.agreed;
        in.send_resend = again_one;
        sent_before = true;
        sent_entry = entry;
        sent_number = 0;
        if (!l.agreed) return;
        if (!++l.number) l.number = 1;
        sent_number = l.number;
        if (l.number == l.forged && chk.cycle - l.forged_at < 100) l.trip = 0;
        in.send_first = !l.sends;
        l.numbers.push_back(l.number);
        l.times.push_back(chk.cycle);
        if (l.numbers.size() > RECENT) l.numbers.pop_front(), l.times.pop_front();
        l.sends++;
    }
    void send(uint32_t at)
    {
        Link &l = link[at];

        if (was_sent_before || chk.cycle < l.opens) return;
        if (l.sent == l.flight.size()) {
            if (l.flight.size() >= (obeys ? std::min(l.window, l.allowed) : l.window)) return;
            l.flight.push_back({});
            l.flight.back().entry = static_cast<uint16_t>(r.bits(EW));
        }
        Payload &p = l.flight[l.sent];
        in.send_head = !l.sent;
        sends_one(at, l.una + l.sent, false, p.entry);
        l.sent++;
        leaves(at);
        if (in.send_head && l.agreed && !has(at, 0).has) takes(l);
        p.unsure |= l.agreed && p.numbered;
        p.named = p.refused = p.probed = false;
        p.again = p.again && again_waits(at);
        left(l, p);
    }
    void left(const Link &l, Payload &p)
    {
        p.numbered = l.agreed;
        p.order = l.sends - 1;
        p.at = chk.cycle;
        p.refused = p.probed = false;
    }
    // It may take a context with this send.
    void takes(Link &l)
    {
        l.first = l.sends - 1;
        l.known = l.sure = l.older = 0;
        l.probing = false;
        is_news(l);
        l.base_least = in.base_rtt;
        l.probe_least = in.probe_min;
        l.least = l.kept ? std::min<unsigned>(l.least, in.reorder) : in.reorder;
        l.most = std::max<unsigned>({ l.kept ? l.most : 0, in.reorder, in.reorder_max });
        l.kept = true;
    }
    // As the pipe has seen it when it compared the event
    Seen has(uint32_t at, unsigned cycles) const { return seen_has[cycles][at]; }

    // For some cycles the walk goes on with what it has read before.
    static constexpr uint64_t WALK = 10;
    void is_news(Link &l) const
    {
        if (chk.cycle - l.news > WALK) l.news_before = l.news;
        l.news = chk.cycle;
    }
    uint64_t silent(const Link &l) const
    {
        const uint64_t now = chk.cycle - l.news;
        return now > WALK ? now : chk.cycle - l.news_before;
    }
    void retires(Link &l, unsigned n)
    {
        l.una += n;
        l.sent -= n;
        l.flight.erase(l.flight.begin(), l.flight.begin() + n);
        if (n) l.retired = chk.cycle;
        if (n) in.flight.moved = true;
        if (n) is_news(l);
    }
    void answer(uint32_t at, uint16_t number)
    {
        leaves(at);
        in.flight.heard = link[at].agreed;
        in.flight.number = number;
        heard = { at, in.flight.una, in.flight.sent, 0, 0, number, false, 0, false, chk.cycle };
        const uint64_t back = since(link[at], number);
        heard.was_sent = back != UINT64_MAX;
        if (!heard.was_sent) link[at].forged = number, link[at].forged_at = chk.cycle;
        const auto &times = link[at].times;
        if (back < times.size())
            link[at].trip = std::min(link[at].trip, chk.cycle - times[times.size() - 1 - back]);
    }
    void ack(uint32_t at)
    {
        Link &l = link[at];
        const uint16_t number = some_number(l);
        const unsigned most = stays && l.sent ? l.sent - 1 : l.sent;
        const unsigned n = !r.percent(retires_some) ? 0
                         : r.below((r.one_in(12) ? most : std::min(most, 3u)) + 1);

        retires(l, n);
        answer(at, number);
    }
    void nack()
    {
        const Map m = maps.front();
        Link &l = link[m.link];
        const uint32_t n = m.rxid - l.una;
        const bool counts = n <= l.sent;

        maps.pop_front();
        if (counts && l.agreed) retires(l, n);
        if (r.one_in(8) && !counts) in.flight.link = m.link;        // nobody knows the peer
        else answer(m.link, m.number);
        in.flight.mapped = true;
        in.flight.rxid = m.rxid;
        in.flight.heard = in.flight.heard && has(m.link, old).has;
        in.flight.marks = in.flight.heard && counts && in.flight.stays;
        heard.marks = in.flight.marks;
        heard.bits = m.bits;
        heard.part = m.part;
    }
    void all_lost(uint32_t at)
    {
        Link &l = link[at];

        if (has(at, old).has && l.agreed) {
            leaves(at);
            in.flight.again = l.sent;
            for (Payload &p : l.flight) p.again = true;
            l.again = chk.cycle;
        } else {
            l.sent = 0;
            leaves(at);
        }
    }
    // It ends, and begins anew with other IDs; some payloads may live on.
    void life_ends(uint32_t at)
    {
        Link &l = link[at];
        l.agreed = false;
        if (r.one_in(2)) held_up = chk.cycle + r.in(20, 100);
        if (r.one_in(2)) l.flight.clear();
        if (!r.one_in(4)) l.una = r.one_in(4) ? 0u - r.below(200)
                                              : static_cast<uint32_t>(r.next());
        begins(l);
        leaves(at);
    }
    void begins(Link &l)
    {
        for (Payload &p : l.flight) {
            const uint16_t entry = p.entry;
            p = Payload{};
            p.entry = entry;
        }
        l.sent = 0;
        l.sends = 0;
        l.numbers.clear();
        l.times.clear();
        l.trip_before = l.trip;
        l.trip = UINT64_MAX;
        l.goes = !r.one_in(8);
        change_window(l);
        l.opens = chk.cycle + 6;
    }
    // Both sides have: from the next send on there are numbers.
    void agrees(uint32_t at)
    {
        Link &l = link[at];

        l.agreed = true;
        l.offered = r.one_in(3) ? r.in(1, WINDOW) : WINDOW;
        l.allowed = l.offered;
        l.number = r.one_in(3) ? 0 : static_cast<uint16_t>(65535 - r.below(r.one_in(2) ? 300 : 30));
        // An answer of the life before may be under way still, and keeps what it knew.
        l.kept &= model.ops.count || model.engine.state != TTP_MARKS_IDLE;
        leaves(at);
    }
    // What was asked for enters, and is judged.
    void resend()
    {
        const Resend e = resends.front();
        Link &l = link[e.link];
        const Seen s = has(e.link, calm ? 0 : old);
        Payload *p = e.rxid - l.una < l.flight.size() ? &l.flight[e.rxid - l.una] : nullptr;
        const bool of_now = s.has && s.gen == gen_of(e.txid) && l.agreed;

        resends.pop_front();
        if (calm || !l.flight.empty() || r.one_in(2)) leaves(e.link);
        else in.flight.link = e.link;
        in.flight.rxid = e.rxid;
        in.flight.gen = gen_of(e.txid);
        if (for_news(e.txid)) return;
        if (for_limit(e.txid)) {
            in.flight.told = true;
            if (of_now && in.flight_valid && (calm || !r.percent(refuses)))
                l.allowed = std::min(e.txid & 1023u, l.offered);
            if (in.flight_valid) leaves(e.link);
            return;
        }
        in.flight.resent = true;
        if (of_now && l.goes && p && !was_sent_before && in.flight_valid
            && (calm || !r.percent(refuses))) {
            chk.eq("entry of what is sent again", e.txid & 0xFFFF, p->entry);
            in.send_head = r.one_in(2);
            sends_one(e.link, e.rxid, true, static_cast<uint16_t>(e.txid));
            if (!again_waits(e.link)) p->again = false;
            left(l, *p);
            return;
        }
        refused = true;
        // Eight bits of the ID are told: it may be another that was sent meanwhile.
        for (unsigned i = (e.rxid - l.una) & (WINDOW - 1); i < l.flight.size(); i += WINDOW)
            l.flight[i].refused = true;
    }
    bool is_used(unsigned i) const { return model.used >> i & 1; }
    const ttp_marks_context *context(uint32_t at) const
    {
        for (unsigned i = 0; i < TTP_MARKS_CONTEXTS; i++)
            if (is_used(i) && model.context[i].link == at) return &model.context[i];
        return nullptr;
    }
    bool again_waits(uint32_t at) const
    {
        const ttp_marks_context *c = context(at);
        return chk.cycle - link[at].again < 6 || (c && c->again)
            || (c && model.engine.state == TTP_MARKS_AGAIN
                && &model.context[model.engine.context] == c);
    }
};

#endif
