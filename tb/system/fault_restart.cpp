// SPDX-License-Identifier: Apache-2.0
//
// Rows of the table of faults in which a MAC loses all it knows: in mid-packet at every beat, and
// in every state of its peer's link. See fault.h.
#include "fault.h"

#include <algorithm>

namespace {

enum Port { FRAME_IN, FRAME_OUT, HOST_IN, HOST_OUT };

// What a port of B moves in this cycle: a beat, and whether it is the last of its packet.
struct Beat {
    bool taken, last;
};

Beat beat_at(const Node &n, Port port)
{
    const ttp_in &in = n.in;
    const ttp_out &out = *n.out;
    switch (port) {
    case FRAME_IN:
        return { in.s_axis_wire_tvalid, in.s_axis_wire_tlast };
    case FRAME_OUT:
        return { out.m_axis_wire_tvalid && in.m_axis_wire_tready, out.m_axis_wire_tlast };
    case HOST_IN:
        return { in.s_axis_host_tvalid && out.s_axis_host_tready, in.s_axis_host_tlast };
    default:
        return { out.m_axis_host_tvalid && in.m_axis_host_tready, out.m_axis_host_tlast };
    }
}

// B is reset right behind each beat of a packet of 1024 bytes; then it carries payloads again, and
// what came before is not to be seen any more.
void midpacket(FaultBench &f, Port port)
{
    World &w = f.w;
    const size_t header = port <= FRAME_OUT ? HDR_BYTES : 0;
    const size_t beats = (header + 1024 + f.beat - 1) / f.beat;
    f.low = f.high = 1024;
    f.fragile = true;
    f.may(TTP_CNT_DROP_OFF);                   // while its free lists are built
    uint64_t resets = 0, inside = 0;
    const size_t step = static_cast<size_t>(f.row.arg);
    for (size_t k = 0; k + 1 < beats && w.ok() && !w.net.failed(); k += step) {
        f.carry(2);
        size_t at = 0;
        bool hit = false;
        f.run(60ull * f.timeout, [&] {
            const Beat now = beat_at(f.b, port);
            if (now.taken) {
                hit = at == k && !now.last;
                at = now.last ? 0 : at + 1;
            }
            return hit;
        }, "that beat of a packet");
        inside += hit;
        f.reset_b();
        resets++;
        // A finds out by the next payload that is not acknowledged, or by B's OPEN.
        const uint64_t before = f.delivered(), from = w.net.cycle;
        f.run(100ull * f.timeout, [&] { return f.delivered() >= before + 4; },
              "the link to reopen");
        const double took = static_cast<double>(w.net.cycle - from) / f.timeout;
        w.expect(took <= 6, "the link was back after " + std::to_string(took) + " timeouts");
    }
    f.over();
    w.expect(resets == inside, "each reset was inside a packet");
    f.note("B loses its counters");
    f.hit("none", resets, resets);
}

void frame_in(FaultBench &f) { midpacket(f, FRAME_IN); }
void frame_out(FaultBench &f) { midpacket(f, FRAME_OUT); }
void host_in(FaultBench &f) { midpacket(f, HOST_IN); }
void host_out(FaultBench &f) { midpacket(f, HOST_OUT); }

constexpr uint32_t VC = 2;

// What a peer does that has just started: it opens, hands over one payload, takes what comes.
struct Reborn {
    FaultBench &f;
    Peer &p;
    uint32_t base;                             // TxID of its OPEN
    bool open = false, known = false, done = false;
    uint32_t last = 0;
    uint64_t opens = 0;
    Frame payload;

    Reborn(FaultBench &bench, Peer &peer, uint32_t id)
        : f(bench), p(peer), base(id), payload(p.frame(OP_PAYLOAD, VC, id + 1, 0, 77))
    {
        p.handed(payload);
    }

    void ask()
    {
        opens += !open;
        put_be(payload.bytes, 44, 2, p.named(VC));
        put_be(payload.bytes, 46, 2, p.life);
        put_be(payload.bytes, 48, 3, LIVES_MARK);
        if (open) p.send(payload);
        else p.send(OP_OPEN, VC, base, 0);
    }

    void hear(const Header &h)
    {
        if (h.opcode == OP_OPEN) {
            p.send(OP_OPEN_ACK, VC, base + 1, h.txid);
            known = true;
            last = h.txid;
        } else if (h.opcode == OP_OPEN_ACK && h.to_life != p.life) {
            p.over(h);                         // of the life before
        } else if (h.opcode == OP_OPEN_ACK && h.rxid == base && !open) {
            open = true;
            if (!known) last = h.txid - 1;
            known = true;
            ask();
        } else if (h.opcode == OP_PAYLOAD && known && open) {
            if (h.txid == last + 1) last = h.txid;
            p.send(OP_ACK, VC, 0, last);
        } else if (h.opcode == OP_PAYLOAD) {
            p.send(OP_NACK_NOLINK, VC, 0, h.txid);
        } else if (h.opcode == OP_CLOSE) {
            p.send(OP_CLOSE_ACK, VC, 0, h.txid);
        } else if (h.opcode == OP_NACK_NOLINK) {
            open = false;
        } else if (h.opcode == OP_ACK && h.rxid == base + 1) {
            done = true;
        }
    }

    // Until A's link is one with this life, in OPEN, and has given all that it had.
    void live()
    {
        uint64_t due = 0;
        World &w = f.w;
        f.run(20ull * f.timeout, [&] {
            while (!p.heard.empty()) {
                const Header h = p.heard.front();
                p.heard.pop_front();
                if (h.vc == VC) hear(h);
            }
            if (!done && w.net.cycle >= due) {
                ask();
                due = w.net.cycle + f.timeout / 2;
            }
            return done;
        }, "a peer that has restarted to be heard");
    }
};

// A's link to p in this state, by its code in LINK_REC0. The ID of our payload in flight, or of
// the OPEN or CLOSE that is not answered.
uint32_t bring(FaultBench &f, Peer &p, uint32_t state, uint32_t base)
{
    World &w = f.w;
    if (state == OPEN_SENT) {
        w.send_to(f.a, p.node, VC, 100);
        return p.answer(OP_OPEN).txid;
    }
    if (state == OPEN_RECD) {
        f.a.wire_out.hold = true;              // its OPEN_ACK can not leave
        p.send(OP_OPEN, VC, base, 0);
        w.settle(f.a, 20);
        return 0;
    }
    p.open(VC, base);
    uint32_t id = 0;
    if (state == OPEN || state == CLOSE_RECD) {
        w.send_to(f.a, p.node, VC, 100);
        id = p.answer(OP_PAYLOAD).txid;
    }
    if (state == CLOSE_RECD) p.send(OP_CLOSE, VC, base + 1, 0);
    if (state == CLOSED) p.send(OP_CLOSE, VC, base + 1, 0);
    if (state == CLOSE_SENT) {
        w.set(f.a, TTP_REG_CLOSE_LINK, VC << 24 | p.node);
        id = p.answer(OP_CLOSE).txid;
    }
    w.settle(f.a, 20);
    return id;
}

// CLOSE_DUE lasts for a few cycles and can not be held from outside, and only a link to a stranger
// is opened again in its life: both are left out.
//
// A's link is in any state, a frame of the peer's old life with any opcode is the last that is
// heard of it, then the peer begins anew. Old payloads do not get into the new link.
void peer_reset(FaultBench &f)
{
    World &w = f.w;
    const auto state = static_cast<uint32_t>(f.row.arg);
    f.fragile = true;
    f.witnessed = false;                       // REPEAT counts another link here
    for (unsigned i : { TTP_CNT_ILLEGAL, TTP_CNT_DROP_FAR, TTP_CNT_DROP_RESP }) f.may(i);
    f.pause = f.timeout / 8;
    f.carry(4);
    uint64_t cells = 0, opens = 0;
    const uint64_t before = f.moved(f.a, TTP_CNT_RX + OP_OPEN);
    uint32_t life = 10, base = 1000;
    for (uint32_t op = 0; op < OP_N && w.ok() && !w.net.failed(); op++) {
        Peer p(w, f.a, PEER, life);
        const uint32_t id = bring(f, p, state, base);
        opens += state != OPEN_SENT;
        w.expect(w.state(f.a, VC, p.node) == state, "state " + std::to_string(state)
                 + " was not reached");
        // The last word of the old life. Its payload is one that has been taken before.
        const bool two = op == OP_OPEN_ACK || op == OP_CLOSE_NACK;
        const uint32_t old = op == OP_PAYLOAD ? base : base + (op == OP_CLOSE);
        p.send(p.frame(op, VC, op >= OP_ACK ? 0 : old, op >= OP_ACK || two ? id : 0,
                       op == OP_PAYLOAD ? 50 : 0));
        opens += op == OP_OPEN;
        w.settle(f.a, 20);
        f.a.wire_out.hold = false;
        w.step(60);
        p.heard.clear();
        p.life = ++life;
        const uint32_t was = base;
        Reborn again(f, p, base += 100000);
        again.live();
        opens += again.opens;
        w.expect(w.record(f.a, VC, p.node)[5] >> 16 == life, "the new life is on record");
        // No old data: what the old life may still have on the way is a repeat.
        const uint64_t repeats = f.moved(f.a, TTP_CNT_REPEAT);
        for (uint32_t i = 0; i < 3; i++) p.send(p.frame(OP_PAYLOAD, VC, was + i, 0, 50));
        f.feed_a = f.feed_b = false;
        w.settle(f.a, 20);
        w.expect(f.moved(f.a, TTP_CNT_REPEAT) == repeats + 3, "old payloads are repeats");
        f.feed_a = f.feed_b = true;
        again.live();
        // An orderly end, so that the next one begins with nothing.
        for (int i = 0; i < 20 && w.state(f.a, VC, p.node) != CLOSED; i++) {
            p.send(OP_CLOSE, VC, again.base + 2, 0);
            w.settle(f.a, 20);
            while (!p.heard.empty()) {
                again.hear(p.heard.front());
                p.heard.pop_front();
            }
        }
        w.expect(w.state(f.a, VC, p.node) == CLOSED, "the link does not close");
        cells++;
        life += 3;
        base += 100000;
    }
    f.over();
    f.note(std::to_string(cells) + " of state x opcode");
    f.hit("RX_OPEN", opens, f.moved(f.a, TTP_CNT_RX + OP_OPEN) - before);
}

} // namespace

std::vector<FaultRow> restart_faults()
{
    return {
        { "midpacket", "frame_in/8", 8, false, frame_in, 4 },
        { "midpacket", "frame_out/8", 8, false, frame_out, 4 },
        { "midpacket", "host_in/8", 8, true, host_in, 4 },
        { "midpacket", "host_out/8", 8, true, host_out, 4 },
        { "midpacket", "frame_in", 1, true, frame_in, 4 },
        { "midpacket", "frame_out", 1, true, frame_out, 4 },
        { "midpacket", "host_in", 1, false, host_in, 4 },
        { "midpacket", "host_out", 1, false, host_out, 4 },
        { "peer_reset", "CLOSED", CLOSED, false, peer_reset },
        { "peer_reset", "OPEN_SENT", OPEN_SENT, false, peer_reset },
        { "peer_reset", "OPEN_RECD", OPEN_RECD, false, peer_reset },
        { "peer_reset", "OPEN", OPEN, true, peer_reset },
        { "peer_reset", "CLOSE_SENT", CLOSE_SENT, false, peer_reset },
        { "peer_reset", "CLOSE_RECD", CLOSE_RECD, false, peer_reset },
    };
}
