// SPDX-License-Identifier: Apache-2.0
//
// The wire between the two MACs of tb/block/ttp_mac.cpp: it loses, repeats, delays and damages
// frames. And frames made up, with numbers near those that the MAC expects.
#ifndef MAC_WIRE_H
#define MAC_WIRE_H

#include <cstring>
#include <deque>
#include <vector>
#include "mac_pins.h"
#include "rx_frames.h"
#include "tb_util.h"
#include "ttp_mac.h"

struct frame {
    std::vector<uint8_t> bytes;
    bool user = false;
    uint64_t when = 0;          // cycle from which it may arrive
};

// One direction of the wire: beats in on one side, beats out on the other.
struct wire {
    tb_rng &rng;
    std::deque<frame> flying;
    frame building, leaving;
    size_t at = 0;
    bool busy = false, shown = false;
    uint32_t loss = 0, repeat = 0, damage = 0, gap = 0;     // percent
    uint32_t delay = 0;                                     // cycles at most

    explicit wire(tb_rng &r) : rng(r) {}
    void change(bool calm)
    {
        loss = calm ? rng.one_in(2) : rng.one_in(3) ? 0 : rng.one_in(5) ? 100 : rng.in(1, 40);
        repeat = rng.one_in(2) ? 0 : rng.in(1, 20);
        damage = calm || rng.one_in(2) ? 0 : rng.in(1, 20);
        delay = calm ? rng.below(40) : rng.one_in(2) ? 0 : rng.below(400);
        gap = calm || rng.one_in(2) ? 0 : rng.below(60);
    }
    void take(const uint64_t *data, uint64_t keep, bool last, uint64_t now)
    {
        const auto bytes = reinterpret_cast<const uint8_t *>(data);
        for (unsigned i = 0; i < B; i++)
            if (keep >> i & 1) building.bytes.push_back(bytes[i]);
        if (!last) return;
        const int copies = rng.percent(loss) ? 0 : rng.percent(repeat) ? 2 : 1;
        for (int i = 0; i < copies && flying.size() < 400; i++) {
            frame f = building;
            if (rng.percent(damage)) {
                if (rng.below(2)) f.user = true;
                else f.bytes[rng.below(f.bytes.size())] ^= static_cast<uint8_t>(1u << rng.below(8));
                if (rng.one_in(4)) f.bytes.resize(rng.in(1, static_cast<uint32_t>(f.bytes.size())));
            }
            f.when = now + rng.below(delay + 1);
            flying.push_back(f);
        }
        building.bytes.clear();
    }
    // The beat at the pins of the receiver in this cycle.
    void drive(ttp_in &in, uint64_t now)
    {
        in.s_axis_wire_tvalid = false;
        if (!busy) {
            if (flying.empty() || flying.front().when > now || rng.percent(gap)) return;
            leaving = flying.front();
            flying.pop_front();
            busy = true;
            at = 0;
        } else if (rng.percent(gap / 4)) {
            return;
        }
        memset(in.s_axis_wire_tdata, 0xA5, sizeof in.s_axis_wire_tdata);
        const size_t n = std::min<size_t>(B, leaving.bytes.size() - at);
        memcpy(in.s_axis_wire_tdata, &leaving.bytes[at], n);
        in.s_axis_wire_tkeep = ones(n);
        at += n;
        in.s_axis_wire_tvalid = true;
        in.s_axis_wire_tlast = at == leaving.bytes.size();
        in.s_axis_wire_tuser = in.s_axis_wire_tlast && leaving.user;
        if (in.s_axis_wire_tlast) busy = false;
    }
};

// Numbers of made-up frames come from what the MAC has just sent and from its records.
inline frame made_up(tb_rng &rng, const ttp_mac *m, uint32_t ours, uint32_t peer)
{
    const ttp_link_pipe &p = m->s.pipe;
    const uint32_t link = rng.below(p.links);
    const ttp_link_rec &r = p.rec[link];
    const uint32_t len = rng.one_in(2) ? 0 : rng.in(1, 1024);
    frame f;

    f.bytes.resize(rng.one_in(8) ? rng.in(1, 1700) : len + 60 < 64 ? 64 : len + 60);
    for (auto &x : f.bytes) x = static_cast<uint8_t>(rng.next() >> 56);
    if (f.bytes.size() < 60 || rng.one_in(16)) return f;
    uint8_t *b = f.bytes.data();
    const uint32_t from = rng.below(3) ? p.table.tag[link] & 0xffffff
                        : rng.below(2) ? peer : rng.below(24);
    // NACK_FULL more often: little else sets a timer to BACKOFF.
    const uint32_t op = rng.one_in(6) ? TTP_OP_NACK_FULL : rng.below(11);
    const auto any = [&] { return static_cast<uint32_t>(rng.next()); };
    const uint32_t op_byte = rng.one_in(20) ? any() : op | rng.below(4) << 6;
    const uint32_t vc = rng.one_in(20) ? rng.below(256) : link / (p.links / 3);
    rx_header(b, ours, from, op_byte, vc, len);
    rx_be(b + 6, ADDR_HIGH, 3);
    // Both lives of the link, or the peer's with or without garbage around
    const bool marked = rng.below(3);
    rx_be(b + 44, !marked ? rng.one_in(4) : rng.one_in(6) ? rng.below(3) : r.link.own_life, 2);
    rx_be(b + 46, rng.below(3) && r.link.peer_life ? r.link.peer_life : marked + rng.below(3), 2);
    rx_be(b + 48, marked ? 0x1000 : rng.one_in(4), 4);
    const uint32_t soon = r.link.last + rng.below(4);
    rx_be(b + 52, rng.one_in(6) ? any() : soon, 4);
    rx_be(b + 56, rng.one_in(6) ? any() : r.link.una + rng.below(r.link.in_flight + 2u) - 1, 4);
    if (rng.one_in(20)) f.bytes[rng.below(60)] ^= static_cast<uint8_t>(1u << rng.below(8));
    return f;
}

#endif
