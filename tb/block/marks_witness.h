// SPDX-License-Identifier: Apache-2.0
//
// The witness of ttp_tx_marks.cpp: what is asked for is in flight, with its entry, no map has named
// it, and there is a reason to hold it for lost; when nothing happens any more nothing that counts
// as lost has been left out; then each payload without a mark is asked for once if all are lost.
#ifndef MARKS_WITNESS_H
#define MARKS_WITNESS_H

#include "marks_world.h"

struct marks_witness : marks_world {
    std::deque<Heard> ops;              // what the engine has still to read
    uint64_t all_asked = 0;             // payloads that is_asked() has looked at

    // ID and entry belong together in the context that is named.
    void is_it(uint32_t at, uint32_t id, uint32_t txid)
    {
        Link &l = link[at];
        const Seen s = has(at, 0);

        if (!s.has || s.gen != gen_of(txid)) return;
        if (const Payload *p = flying(l, id)) chk.eq("entry", txid & 0xFFFF, p->entry);
    }
    // The engine has done with the oldest op.
    void op_done(ttp_marks_state was)
    {
        const Heard h = ops.front();
        Link &l = link[h.link];
        const ttp_marks_context *c = context(h.link);

        ops.pop_front();
        AIM("stale op", was == TTP_MARKS_HEAR && (!c || c->gen != h.gen));
        if (!c || c->gen != h.gen || l.agreed == false) return;
        const uint64_t n = since(l, h.number);
        const bool known = n < 1024 && l.sends - n > l.first;
        if (known && l.probing && n <= 3) l.older = std::max(l.older, l.sends - 1 - n);
        // A send that took no context has let the witness forget what was known before.
        if (known && l.sends - n > l.known) l.probing = l.probing && c->probed;
        if (known) l.known = std::max(l.known, l.sends - n);
        if (known && h.was_sent && n < 1000) l.sure = std::max(l.sure, l.sends - n);
        AIM("a number across 0", known && h.number > l.number);
        AIM("a number that is too old", n != UINT64_MAX && !known);
        AIM("a number that was never sent", h.number && n == UINT64_MAX);
        AIM("no number", !h.number);
        AIM("a map of part 3", h.marks && h.part == 3);
        if (!h.marks) return;
        for (uint32_t i = 0; i < 64; i++) {
            const uint32_t id = h.una + 1 + 64 * h.part + i;
            Payload *p = flying(l, id);
            if (!(h.bits >> i & 1) || id - h.una >= h.sent || !p) continue;
            if (p->at > h.at && !p->named) AIM("named, but sent again since", 1);
            if (!p->named) is_news(l);              // of the oldest one it may be none
            p->named = true;
            p->unheld = false;
        }
    }
    // sel.tail: a probe is due when nothing new was heard for one and a half round trips. Times are
    // in 16 cycles, and the round trip of before is not longer than that of now.
    void probe_is_due(const ttp_marks_context &c)
    {
        Link &l = link[c.link];
        uint64_t trip = std::min(l.trip, l.trip_before);

        if (trip == UINT64_MAX || 4 * l.base_least < trip) trip = 4 * l.base_least;
        const uint64_t tail = std::max(trip > 32 ? (trip - 32) * 3 / 2 : 0, l.probe_least);
        chk.eq("silent for one and a half round trips", silent(l) + 32 >= tail, 1);
        AIM("probe: PROBE_MIN", l.probe_least > trip * 3 / 2);
        AIM("probe: a round trip", l.probe_least < trip * 3 / 2);
        if (c.all) for (Payload &p : l.flight) p.probed = true;
    }
    // sel.delay.less, sel.delay.more, by the page: the window after a round.
    static uint64_t window_of(const ttp_marks_sums &s)
    {
        const ttp_marks_round &r = s.round;
        const uint64_t queue = (r.sum / r.n - s.shortest) & 0xFFFFF, delay = s.delay;
        const uint64_t fine = s.window < 64 ? 2 * delay : delay, was = s.window;

        if (queue > fine) {
            const uint64_t most = std::min<uint64_t>(was, r.most);
            uint64_t w = std::max(most * (s.shortest + fine) / (s.shortest + queue), most / 2);
            if (s.lossy && queue > 2 * delay) w = std::min<uint64_t>(w, r.n);
            return std::clamp<uint64_t>(w, 1, WINDOW);
        }
        if (r.first)
            return queue ? std::clamp<uint64_t>(8ull * s.shortest / queue, was, WINDOW) : WINDOW;
        const uint64_t left = std::min(fine - queue, delay);
        return std::min<uint64_t>(was + 1 + was * left / (2 * delay), WINDOW);
    }
    void look_at_again()
    {
        const ttp_marks_engine &e = model.engine;
        Link &l = link[model.context[e.context].link];

        if (e.state != TTP_MARKS_AGAIN || l.flight.empty()) return;
        l.flight.front().unheld = true;
        if (!e.probes) return;
        l.flight.front().probed = l.probing = true;
        for (Payload &p : l.flight) p.probed |= e.read.all;
    }
    // A RESEND has entered the queue.
    void asks()
    {
        const auto *q = static_cast<const ttp_marks_resend *>(
            ttp_fifo_at(&model.resends, model.resends.count - 1));
        Link &l = link[q->link];

        AIM("news", for_news(q->txid));
        if (for_limit(q->txid)) {
            const unsigned most = q->txid & 1023u;
            chk.eq("a limit of some payloads", most >= 1 && most <= WINDOW, 1);
            AIM("a limit", most > 1 && most < WINDOW);
            AIM("... of one", most == 1);
            AIM("... of all", most == WINDOW);
        }
        if (for_news(q->txid) || for_limit(q->txid) || !context(q->link)
            || context(q->link)->gen != gen_of(q->txid))
            return;
        Payload *p = flying(l, q->rxid);
        if (!p) {
            if (l.agreed)
                chk.eq("it was in flight", chk.cycle - l.retired < 8 || l.sent == 0, 1);
            return;
        }
        chk.eq("its entry", q->txid & 0xFFFF, p->entry);
        // What acknowledged the oldest was lost; it may just have been sent for an earlier RESEND.
        const bool oldest = p == &l.flight.front()
                          && (p->again || p->unheld || p->at + 24 > chk.cycle);
        if (!p->unsure) chk.eq("what a map has named", p->named && !oldest, 0);
        AIM("asked for: the oldest, which was named", p->named && oldest);
        p->named = false;
        p->asked++;
        if (chk.cycle - p->at > 8)
            chk.eq("a reason", p->again || p->refused || p->probed || p->order < l.older
                   || l.known > p->order + 1 + l.least, 1);
        AIM("asked for: lost by number", !p->again && !p->refused && !p->probed);
        AIM("asked for: a probe was answered", p->order < l.older && !p->again && !p->probed
            && l.known <= p->order + 1 + l.least);
        AIM("asked for: a probe", p->probed && !p->again && !p->refused);
        AIM("asked for: it was refused", !p->again && p->refused);
    }
    // What was sent too long before something that is known has been asked for.
    void is_dry()
    {
        for (uint32_t at = 0; at < LINKS_N; at++) {
            const Link &l = link[at];

            if (!has(at, 0).has) continue;
            if (!in.delay && l.sent) chk.eq("without a window no limit", l.allowed, l.offered);
            for (unsigned i = 0; i < l.sent; i++) {
                const Payload &p = l.flight[i];
                if (p.named || p.unsure || !p.numbered || l.sends - p.order > 1000) continue;
                chk.eq("what is lost was asked for", l.sure > p.order + 1 + l.most, 0);
            }
        }
    }
    // All were lost, and have had their turn.
    void is_asked()
    {
        for (uint32_t at = 0; at < LINKS_N; at++) {
            const Link &l = link[at];

            if (!has(at, 0).has) continue;
            for (unsigned i = 0; i < l.sent; i++) {
                const Payload &p = l.flight[i];
                if (p.unsure) continue;
                chk.eq("of all each is asked for once", p.asked, !p.named);
                all_asked++;
            }
        }
    }
};

#endif
