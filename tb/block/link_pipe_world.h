// SPDX-License-Identifier: Apache-2.0
//
// The world around the link pipe in its test. It keeps the contract of the pipe: sources of events,
// an ingest that appends and rings, a retire engine that frees, ready lists, payload slots. Frames
// carry numbers near those of the link's record, so that links really open, send, retire, close and
// die.
#ifndef LINK_PIPE_WORLD_H
#define LINK_PIPE_WORLD_H

#include <algorithm>
#include <deque>
#include <vector>
#include "tb_model.h"
#include "ttp_arbiter.h"
#include "ttp_link_pipe.h"
#include "ttp_csr.h"

#ifndef SELECTIVE
#define SELECTIVE 0
#endif
#ifndef VC_ORDER
#define VC_ORDER 0
#endif

enum { LINKS = 3 * LINK_SETS * LINK_WAYS, CMASK = (1 << CW) - 1, PKTS = 1 << (CW - 1) };

inline void link_pipe_params(ttp_params &p)
{
    p.data_w = DATA_W;
    p.link_sets = LINK_SETS;
    p.link_ways = LINK_WAYS;
    p.tx_pkts = PKTS;
    p.trace = TRACE;
    p.deep = DEEP;
}

// What a reset clears
struct link_pipe_waiting {
    // Sources, the next event in front
    std::deque<ttp_received> received;
    std::deque<uint32_t> replay, fresh, left, timer;
    std::deque<std::pair<uint32_t, uint64_t>> leaving;      // link, cycle
    bool command = false;
    // Ingest: a lookup waits, or is in the pipe; then a link is its own; a doorbell waits
    bool lookup_waits = false, lookup_inside = false, pinned = false, bell_waits = false;
    uint32_t pin_link = 0, doorbell_link = 0, held_all = 0;
    // Links that lookups have found; one is pinned without a lookup next; it was in this cycle
    std::vector<uint32_t> known;
    bool pin_read = false, pin_fresh = false;
    uint32_t pin_read_link = 0;
    // Retire: links with payloads to be freed; how far each goes; how far it has come
    std::deque<uint32_t> retiring;
    std::vector<uint32_t> goal = std::vector<uint32_t>(LINKS);
    std::vector<uint32_t> nfreed = std::vector<uint32_t>(LINKS);
    uint32_t slots = 0;
    // RESENDs that wait; which links have marks while something is in flight, in which context
    struct Resend { uint32_t link, txid, rxid; };
    std::deque<Resend> resends;
    std::vector<uint8_t> marked = std::vector<uint8_t>(LINKS);
    std::vector<uint8_t> gen = std::vector<uint8_t>(LINKS);
};

struct link_pipe_world : link_pipe_waiting {
    tb_rng &rng;
    tb_model<ttp_link_pipe> model{ ttp_link_pipe_bind, link_pipe_params };
    std::vector<uint32_t> nodes;
    static constexpr uint64_t LONGEST = 1u << 30;   // of idle times that are a power of two
    // The mood of the next 1024 cycles
    uint64_t hot = 1;           // nodes that there is traffic with: few are busy, or many are idle
    uint64_t leap = 0;          // few events, and time leaps by this power of two ...
    bool leap_any = false;      // ... or by any, so that any bit may be what two ages differ in
    uint32_t mood = 3, rx_load = 30, app_load = 30, free_load = 50, meet_load = 50;
    uint32_t done_load = 40;
    // Frames of one link in order, as if each before had been handled: percent, what stands next
    uint32_t stream_load = 0, stream_left = 0, stream_full = 0;
    bool busy = false;
    ttp_received stream = {};

    explicit link_pipe_world(tb_rng &r) : rng(r)
    {
        for (int i = 0; i < LINKS; i++) nodes.push_back(static_cast<uint32_t>(rng.bits(24)));
    }
    void reset() { link_pipe_waiting::operator=({}); }

    uint32_t any() { return static_cast<uint32_t>(rng.next()); }
    // A long one stops a link that is alone.
    uint32_t time()
    {
        const bool any = LINK_SETS * LINK_WAYS > 2 && rng.one_in(20);
        return rng.in(1, 1u << (any ? rng.in(12, 30) : rng.in(3, 11)));
    }

    void change_mood(ttp_link_pipe_in &in)
    {
        mood = rng.below(4);
        hot = rng.below(2) ? nodes.size() : rng.in(1, std::min<uint64_t>(4, nodes.size()));
        rx_load = rng.one_in(5) ? 2 : rng.one_in(3) ? 100 : rng.in(5, 60);
        app_load = rng.one_in(4) ? 0 : rng.in(1, 80);
        // Slow: the link moves on before its payloads are free.
        free_load = rng.one_in(DEEP ? 2 : 3) ? (DEEP ? rng.below(2) : 2) : rng.in(4, 100);
        meet_load = rng.one_in(4) ? 40 : free_load;
        stream_load = rng.one_in(3) ? 100 : rng.one_in(2) ? 30 : 0;
        done_load = rng.one_in(4) ? 3 : rng.in(10, 100);
        in.cfg.timeout = time();
        in.cfg.open_tmo = time();
        in.cfg.close_tmo = time();
        in.cfg.open_fits = ttp_csr_open_fits(in.cfg.open_tmo, in.cfg.timeout);
        in.cfg.backoff = time();
        in.cfg.retry_max = rng.one_in(3) ? rng.in(1, 255) : rng.in(1, 5);
        in.cfg.reack = rng.below(2) ? 0 : rng.one_in(8) ? rng.below(1u << 31) : time();
        in.cfg.idle_tmo = rng.below(2) ? 0 : rng.one_in(5) ? 1u << rng.in(0, 30) : rng.in(1, 9000);
        in.nack_once = rng.one_in(3);
        in.ordered = VC_ORDER && rng.below(2);
        in.cfg.selective = SELECTIVE && !rng.one_in(4);
        in.cfg.offer_all = rng.below(2);
        in.victim_idle = rng.below(2) ? rng.in(0, 9000) : 1u << rng.in(0, 30);
        leap = rng.one_in(3) ? UINT64_C(4096) << rng.below(24) : 0;
        leap_any = rng.below(2);
        busy = DATA_W == 512 && !leap && rng.one_in(3);
        if (busy) be_busy(in);
        if (!leap) return;
        in.cfg.reack = 0;
        in.cfg.idle_tmo = rng.below(2) ? 0 : static_cast<uint32_t>(std::min(leap, LONGEST));
        mood = 1;
        hot = nodes.size();
        app_load = 0;
    }

    // Few links that send, receive and acknowledge for long, and no timer that disturbs them
    void be_busy(ttp_link_pipe_in &in)
    {
        mood = 0;
        hot = rng.in(1, 2);
        rx_load = rng.in(30, 100);
        app_load = free_load = meet_load = done_load = 100;
        stream_load = 95;
        in.cfg.timeout = 2000;
        in.cfg.open_fits = ttp_csr_open_fits(in.cfg.open_tmo, in.cfg.timeout);
        in.cfg.retry_max = 2;
        in.cfg.reack = in.cfg.idle_tmo = 0;
    }

    uint64_t leap_now() { return leap_any ? UINT64_C(4096) << rng.below(24) : leap; }

    uint32_t near(uint32_t base)
    {
        switch (rng.below(12)) {
        case 0: return any();
        case 1: return base + 65530 + rng.below(10);
        case 2: return base - 3 + rng.below(7);
        default: return base + rng.below(2);
        }
    }

    // Of the link that a frame is for, if it has one.
    const ttp_link_rec *record(uint8_t vc, uint32_t peer) const
    {
        for (uint32_t l = 0; l < LINKS; l++)
            if (model.table.tag[l] == (1u << 24 | peer) && l / (LINKS / 3) == vc)
                return &model.rec[l];
        return nullptr;
    }

    // The lives that it names: mostly those of the link, else either one wrong; or none.
    void lives(ttp_received &f, const ttp_link_rec *r)
    {
        static const uint16_t LIVES[4] = { 0, 1, 0x5aa6, 0xa559 };     // few, but with every bit

        f.life = r && rng.below(12) ? r->link.peer_life : LIVES[rng.below(4)];
        if (f.op == TTP_OP_OPEN) return;
        f.to_life = r && !rng.one_in(20) ? r->link.own_life : LIVES[rng.in(1, 3)];
        // Only an OPEN_NACK names no life of its sender.
        if (!f.life && f.op != TTP_OP_OPEN_NACK) f.life = LIVES[rng.in(1, 3)];
        if (!f.to_life || rng.one_in(r && r->link.peer_life ? 24 : 2)) f.life = f.to_life = 0;
    }

    // A frame that some peer might send: near the record of its link.
    ttp_received frame()
    {
        static const uint8_t OPS[4][12] = {
            { 7, 7, 7, 7, 6, 6, 6, 7, 1, 0, 8, 6 },         // traffic
            { 0, 0, 1, 1, 1, 2, 6, 6, 7, 7, 10, 8 },        // opening
            { 3, 3, 4, 4, 5, 6, 7, 7, 1, 0, 9, 8 },         // closing
            { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6 },        // anything
        };
        ttp_received f = {};

        f.op = OPS[mood][rng.below(12)];
        f.vc = static_cast<uint8_t>(rng.below(3));
        f.peer = nodes[rng.below(hot)];
        const ttp_link_rec *r = record(f.vc, f.peer);
        f.txid = r ? near(r->link.last + 1) : any();
        if (r) {
            const uint32_t sent = r->link.in_flight ? rng.below(r->link.in_flight + 1u) : 0;
            f.rxid = near(r->link.una + sent - rng.one_in(6));
        }
        if (r && r->link.state == TTP_ST_OPEN_SENT && rng.below(4)) f.rxid = r->link.una - 1;
        if ((f.op == TTP_OP_CLOSE_NACK || f.op == TTP_OP_CLOSE) && r && rng.below(3))
            f.txid = rng.below(2) ? r->link.last + 1 : r->link.peer_id;
        if (r && r->link.aside && rng.below(2)) f.txid = r->link.aside_id + 1;
        if (f.op == TTP_OP_OPEN && rng.below(2)) f.txid = any();
        lives(f, r);
        f.len = static_cast<uint16_t>(rng.in(1, 1024));
        f.fits = rng.below(5) != 0;
        f.bay = static_cast<uint16_t>(SELECTIVE ? rng.below(1024) : 0);
        agreement(f);
        return f;
    }

    // OPEN and OPEN_ACK may carry an offer, a payload a number.
    void agreement(ttp_received &f)
    {
        if (f.op == TTP_OP_PAYLOAD)
            f.rxid = rng.below(2) ? 0 : rng.one_in(4) ? 1u << rng.below(32) : near(1);
        // One that was held has lost its number.
        f.mapped = SELECTIVE && f.op == TTP_OP_NACK && rng.below(2);
        f.again = SELECTIVE && f.op == TTP_OP_PAYLOAD && !f.rxid && rng.one_in(12);
        f.quiet = f.again && rng.below(2);
        if (SELECTIVE && f.op <= TTP_OP_OPEN_ACK && rng.below(2))
            f.window = static_cast<uint16_t>(rng.one_in(4) ? 1 << rng.below(9) : rng.in(1, 6));
    }

    // What opens a link between two that have lives; nothing if it is open, or closing.
    bool opens(ttp_received &f, const ttp_link_rec *r) const
    {
        const unsigned state = r ? r->link.state : TTP_ST_CLOSED;

        f.life = 1;
        f.op = state == TTP_ST_CLOSED ? TTP_OP_OPEN : TTP_OP_OPEN_ACK;
        if (state != TTP_ST_CLOSED && state != TTP_ST_OPEN_SENT) return false;
        if (!r || f.op == TTP_OP_OPEN) return true;
        f.to_life = r->link.own_life;
        f.rxid = r->link.una - 1;
        return true;
    }
    // The next frame of a peer that sends and acknowledges in order
    ttp_received next_of_stream()
    {
        if (!stream_left) {
            ttp_received f = {};
            f.vc = static_cast<uint8_t>(rng.below(busy ? 1 : 3));
            f.peer = nodes[rng.below(hot)];
            const ttp_link_rec *r = record(f.vc, f.peer);
            if (busy && opens(f, r)) {
                agreement(f);
                return f;
            }
            if (!r || r->link.state != TTP_ST_OPEN || !r->link.peer_life) return frame();
            f.life = r->link.peer_life;
            f.to_life = r->link.own_life;
            f.txid = r->link.last;
            f.rxid = r->link.una - 1;
            stream = f;
            stream_left = rng.in(1, busy ? 200 : 40);
        }
        stream_left--;
        if (rng.one_in(busy ? 300 : 30)) return frame();
        const ttp_link_rec *r = record(stream.vc, stream.peer);
        const uint32_t end = r ? r->link.una + r->link.in_flight : 0;
        if (SELECTIVE && r && rng.one_in(40)) {     // a map, too late
            ttp_received late = stream;
            late.op = TTP_OP_NACK;
            late.mapped = true;
            late.rxid = r->link.una - rng.in(2, 9);
            return late;
        }
        if (r && r->link.in_flight > 2 && rng.one_in(30)) {     // the peer misses one
            ttp_received lost = stream;
            lost.op = TTP_OP_NACK;
            lost.rxid = stream.rxid = r->link.una - 1;
            return lost;
        }
        // Mostly of what is in flight
        const bool flies = static_cast<int32_t>(end - stream.rxid) > 1;
        const bool acks = rng.below(2) && (flies || rng.one_in(20));
        stream.op = acks ? TTP_OP_ACK : TTP_OP_PAYLOAD;
        if (acks) stream.rxid += rng.one_in(4) ? rng.in(2, 4) : 1;
        else stream.txid++;
        ttp_received f = stream;
        agreement(f);
        f.len = static_cast<uint16_t>(rng.in(1, 1024));
        // Without room the same one comes again, some times.
        if (!acks && !stream_full && rng.one_in(60)) stream_full = rng.in(1, 6);
        f.fits = !acks && !stream_full;
        f.bay = static_cast<uint16_t>(SELECTIVE ? rng.below(1024) : 0);
        if (!acks && stream_full) {
            stream_full--;
            stream.txid--;
        }
        // Where events follow each other: far ahead.
        if (DATA_W == 512 && !acks && rng.one_in(100)) f.txid += rng.in(65534, 65540);
        if (rng.one_in(busy ? 1000 : 100))
            f.to_life = static_cast<uint16_t>(f.to_life ^ 2u ? f.to_life ^ 2u : 1);
        return f;
    }

    static bool due(bool runs, uint32_t at, uint32_t now)
    {
        return runs && static_cast<int32_t>(now - at) >= 0;
    }

    // What waits for a grant
    void sources(ttp_link_pipe_in &in, uint64_t cycle, bool evicting)
    {
        if (received.size() < 8 && rng.percent(rx_load))
            received.push_back(rng.percent(stream_load) ? next_of_stream() : frame());
        if (timer.size() < 4 && rng.percent(20)) {
            const uint32_t l = rng.below(LINKS);
            const ttp_link_rec &r = model.rec[l];
            if (rng.one_in(8) || due(r.link.timer_runs, r.deadline, in.now)
                || due(r.link.service_runs, r.service_at, in.now))
                timer.push_back(l);
        }
        if (SELECTIVE && resends.size() < 4 && rng.one_in(4)) lose();
        if (!command && rng.one_in(30)) {
            command = true;
            in.command_peek = rng.below(2);
            in.command_vc = static_cast<uint8_t>(rng.below(3));
            in.command_node = nodes[rng.below(hot)];
            in.command_link = rng.one_in(8) ? rng.below(65536) : rng.below(LINKS);
        }
        if (!lookup_waits && !lookup_inside && rng.one_in(pinned ? 60 : 5)) {
            lookup_waits = true;
            pinned = false;
            in.lookup_vc = static_cast<uint8_t>(rng.below(busy ? 1 : 3));
            in.lookup_node = nodes[rng.below(hot)];
        }
        if (evicting) known.clear();
        pin_read = !known.empty() && !lookup_waits && !lookup_inside && rng.one_in(10);
        if (pin_read) pin_read_link = known[rng.below(known.size())];
        while (!leaving.empty() && leaving.front().second <= cycle && left.size() < 4) {
            left.push_back(leaving.front().first);
            leaving.pop_front();
        }
    }

    // A payload in flight is lost, or nearly one; or a map had news.
    void lose()
    {
        const uint32_t l = rng.below(LINKS);
        const ttp_rules_link &is = model.rec[l].link;
        const bool limit = rng.one_in(4);
        const uint32_t news = !limit && rng.one_in(4);
        const uint32_t most = rng.one_in(3) ? WINDOW : rng.in(1, 1u << rng.in(0, 8));
        const uint32_t entry = limit ? 1 << 22 | most : static_cast<uint32_t>(rng.bits(16));

        if (!model.rec[l].agree.agreed || (!is.in_flight && rng.below(8))) return;
        const uint32_t which = rng.one_in(8) ? gen[l] ^ 1u << rng.below(8) : gen[l];
        resends.push_back({ l, which << 24 | news << 23 | entry,
                            rng.one_in(20) ? any() : is.una + rng.below(is.in_flight + 1u) });
    }

    uint8_t waiting(bool second_valid) const
    {
        return static_cast<uint8_t>(
            (received.empty() ? 0 : TTP_GRANT_RECEIVED) | (timer.empty() ? 0 : TTP_GRANT_TIMER)
            | (command ? TTP_GRANT_COMMAND : 0) | (left.empty() ? 0 : TTP_GRANT_LEFT)
            | (lookup_waits ? TTP_GRANT_LOOKUP : 0) | (bell_waits ? TTP_GRANT_DOORBELL : 0)
            | (replay.empty() && fresh.empty() && resends.empty() ? 0 : TTP_GRANT_READY)
            | (second_valid ? TTP_GRANT_SECOND : 0));
    }

    // What the sources and the engines around say in this cycle; the grant is in.grant.
    void inputs(ttp_link_pipe_in &in, const ttp_received &head, bool quiet)
    {
        in.received = &head;
        in.expired_link = timer.empty() ? 0 : timer.front();
        in.left_link = left.empty() ? 0 : left.front();
        in.doorbell_link = doorbell_link;
        in.ready_link = !replay.empty() ? replay.front() : fresh.empty() ? 0 : fresh.front();
        in.ready_resend = !resends.empty();
        if (in.ready_resend) {
            in.ready_link = resends.front().link;
            in.resend_txid = resends.front().txid;
            in.resend_rxid = resends.front().rxid;
        }
        const uint32_t compared = ttp_link_pipe_compares(&model);
        in.has_marks = compared < LINKS && marked[compared];
        in.marks_gen = compared < LINKS ? gen[compared] : 0;
        in.slots_used = static_cast<uint8_t>(slots);
        in.pin_valid = pinned;
        in.pin_link = pin_link;
        // Also while an event of that link is compared, or behind that: it must see what is free.
        bool meets = false;
        for (unsigned k = 0; !retiring.empty() && k <= model.s2_last; k++)
            if (const ttp_link_way *e = ttp_link_pipe_in_s2(&model, k))
                meets |= e->link == retiring.front();
        in.freed_moved = !retiring.empty() && !quiet && rng.percent(meets ? meet_load : free_load);
        if (in.freed_moved) {
            in.freed_link = retiring.front();
            in.freed_count = static_cast<uint16_t>((nfreed[in.freed_link] + 1) & CMASK);
        }
        if (in.init_active) in.freed_count = 0;
        in.append_valid = false;
    }

    // The ingest appends to its link, and rings if nobody handles it. True: it rang.
    bool append(ttp_link_pipe_in &in, bool act)
    {
        if (!pinned || pin_fresh || held_all >= PKTS || !rng.percent(app_load)) return false;
        const bool other_bell = bell_waits && doorbell_link != pin_link;
        if (other_bell || in.grant == TTP_GRANT_DOORBELL) return false;
        in.append_valid = true;
        in.append_link = pin_link;
        in.append_napp = static_cast<uint16_t>((model.napp[pin_link] + 1) & CMASK);
        held_all++;
        if (act || bell_waits) return false;
        bell_waits = true;
        doorbell_link = pin_link;
        return true;
    }

    // The edge of everything around
    void edge(const ttp_link_pipe_in &in, const ttp_link_pipe_out &o, uint64_t cycle)
    {
        if (in.grant == TTP_GRANT_DOORBELL) bell_waits = false;
        if (in.freed_moved) {
            const uint32_t l = in.freed_link;
            nfreed[l] = in.freed_count;
            held_all--;
            if (in.freed_count == goal[l]) retiring.pop_front();
        }
        if (o.f.goal_valid) goal[o.link] = o.goal_nret;
        if (o.f.goal_push) retiring.push_back(o.link);
        if (in.grant == TTP_GRANT_RECEIVED) received.pop_front();
        if (in.grant == TTP_GRANT_TIMER) timer.pop_front();
        if (in.grant == TTP_GRANT_COMMAND) command = false;
        if (in.grant == TTP_GRANT_LEFT) left.pop_front();
        if (in.grant == TTP_GRANT_LOOKUP) { lookup_waits = false; lookup_inside = true; }
        if (in.grant == TTP_GRANT_READY) {
            if (in.ready_resend) resends.pop_front();
            else (!replay.empty() ? replay : fresh).pop_front();
        }
        const ttp_rules_link &now = o.rec.link;
        if (o.f.timer_valid && !o.f.victim && (!now.in_flight || !o.rec.agree.agreed)) {
            marked[o.link] = SELECTIVE && rng.below(4);
            gen[o.link] = static_cast<uint8_t>(rng.next());
        }
        if (o.f.ready_push) (o.f.ready_push_replay ? replay : fresh).push_back(o.link);
        if (o.f.lookup_done) {
            lookup_inside = false;
            if (o.f.lookup_ok) { pinned = true; pin_link = o.link; }
            if (o.f.lookup_ok && DATA_W == 512) known.push_back(o.link);
        }
        if (known.size() > 8) known.erase(known.begin());
        pin_fresh = pin_read;
        if (pin_read) { pinned = true; pin_link = pin_read_link; }
        pin_read = false;
        if (o.f.respond_valid && o.f.respond_notify)
            leaving.push_back({ o.link, cycle + rng.below(40) });
        if (slots && rng.percent(done_load)) slots--;
        slots += o.f.send_valid;
    }
};

#endif
