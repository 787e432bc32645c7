// SPDX-License-Identifier: Apache-2.0
//
// System scenarios with a reset at every beat of a frame and of a host packet: no partial frame
// and no old data afterwards, and the link comes back.
#include "system.h"

namespace {

Tunables quick()
{
    Tunables t;
    t.timeout = t.open_tmo = 3000;
    t.retry_max = 255;
    return t;
}

WorldOptions resilient(const Setup &)
{
    WorldOptions o;
    o.harm.delay = 10;
    o.tunables = quick();
    return o;
}

// All MACs start with no memory of each other: telling a restarted peer from a
// late OPEN is not built yet.
void reset_all(World &w, Node &first, Node *second, unsigned cycles)
{
    w.net.wire.clear();
    for (Node *n : { &first, second }) {
        if (!n) continue;
        n->in.cfg_epoch_seed = static_cast<uint16_t>(n->in.cfg_epoch_seed + 100);
        w.net.hard_reset(*n, cycles);
    }
    for (Node *n : { &first, second })
        if (n) w.expect(set_up(w.net, *n, quick()), "registers after the reset");
}

// Steps until beat k of a frame of at least `bytes` bytes has been at a wire port.
bool at_beat(World &w, Node &n, bool out, size_t k)
{
    size_t beats = 0;
    bool in_frame = false, payload = false;
    return w.run(200000, [&] {
        const bool valid = out ? n.out->m_axis_wire_tvalid && n.in.m_axis_wire_tready
                               : n.in.s_axis_wire_tvalid;
        if (!valid) return false;
        const bool last = out ? n.out->m_axis_wire_tlast : n.in.s_axis_wire_tlast;
        const uint64_t *data = out ? n.out->m_axis_wire_tdata : n.in.s_axis_wire_tdata;
        if (!in_frame) beats = payload = 0;
        // The opcode is byte 42.
        const size_t width = n.cfg.params.data_w / 8;
        if (beats == 42 / width)
            payload = (data[42 % width / 8] >> 42 % 8 * 8 & 0x3f) == OP_PAYLOAD;
        in_frame = !last;
        beats++;
        return beats == k + 1 && (payload || k < 42 / width);
    }, "that beat of a payload's frame");
}

void hard_reset_midframe(World &w)
{
    Node &a = *w.a, &b = *w.b;
    const size_t beat = a.cfg.params.data_w / 8;
    const size_t beats = (HDR_BYTES + MAX_PAYLOAD + beat - 1) / beat;
    size_t inside = 0;

    // The receiver: its peer finds out and opens again; what it had not acknowledged comes again.
    w.send(a, b, 0, 64);
    w.drain();
    for (size_t k = 0; k < beats && w.ok(); k++) {
        w.send(a, b, 0, 1024);
        w.send(a, b, 0, 100);
        at_beat(w, b, false, k);
        inside += b.in.s_axis_wire_tvalid && !b.in.s_axis_wire_tlast;
        b.in.cfg_epoch_seed = static_cast<uint16_t>(b.in.cfg_epoch_seed + 100);
        w.net.hard_reset(b, 1 + static_cast<unsigned>(k % 3));
        w.expect(set_up(w.net, b, quick()), "registers after the reset");
        w.drain(400000);
    }
    w.expect(inside >= beats - 1 && b.sent[OP_NACK_NOLINK] >= beats, "every beat of a frame in");

    // The sender: what it had taken is gone; then everything is new.
    inside = 0;
    bool first = false;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (&n != &a || !sent || !first) return;
        first = false;
        w.expect(parse_header(f, &h) && h.opcode == OP_OPEN,
                 "the first frame after the reset is an OPEN");
    };
    for (size_t k = 0; k < beats && w.ok(); k++) {
        w.send(a, b, 0, 1024);
        at_beat(w, a, true, k);
        inside += a.wire_out.in_frame();
        first = true;
        reset_all(w, a, &b, 1 + static_cast<unsigned>(k % 3));
        const uint64_t before = w.net.score.count().delivered;
        w.send(a, b, 0, 700);
        w.run(400000, [&] { return w.net.score.count().delivered > before; },
              "delivery after the sender's reset");
        w.expect(!first, "a frame after the reset");
    }
    w.expect(inside >= beats - 1, "every beat of a frame out");
    w.net.tap = nullptr;
    w.send(a, b, 0, 1024, 5);
    w.send(b, a, 0, 1024, 5);
    w.drain();
}

// Steps until k beats of the packet that the host shows next have been taken, and holds it there.
void hold_at(World &w, Node &n, size_t k)
{
    size_t beats = 0;
    if (k) {
        w.run(20000, [&] {
            beats += n.in.s_axis_host_tvalid && n.out->s_axis_host_tready;
            return beats == k;
        }, "that beat of a host packet");
    }
    n.source.hold = true;
}

void soft_reset_both(World &w)
{
    for (Node *n : { w.a, w.b }) w.set(*n, TTP_REG_CTRL, 3);
    w.net.wire.clear();
    w.step(600);
    for (Node *n : { w.a, w.b }) {
        w.run(200000, [&] { return w.get(*n, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; },
              "ready after the soft reset");
        w.net.score.reset(n->cfg.node);
    }
}

void reset_host_midpacket(World &w)
{
    Node &a = *w.a, &b = *w.b;
    bool cut = false;
    w.net.wire.filter = [&](int, int, const Frame &) { return !cut; };
    const size_t width = a.cfg.params.data_w / 8, size = 1024 + 3 * width, beats = size / width;
    size_t inside = 0, soft = 0, out = 0;
    for (size_t k = 0; k < beats && w.ok(); k++) {
        // A packet comes out at A meanwhile; it may be in the middle, too.
        w.send(b, a, 1, 1024);
        w.run(100000, [&] { return a.out->m_axis_host_tvalid; }, "a packet to the host");
        a.sink.hold = k % 4 == 3;
        w.send(a, b, 0, size);
        hold_at(w, a, k);
        inside += a.source.in_packet();
        out += a.out->m_axis_host_tvalid && !a.out->m_axis_host_tlast;
        if (k % 3 == 2) {
            a.source.hold = a.sink.hold = false;
            reset_all(w, a, &b, 1 + static_cast<unsigned>(k % 2));
        } else {
            cut = true;
            a.sink.hold = false;
            soft_reset_both(w);
            if (a.source.in_packet()) a.source.disown();    // the rest is swallowed to its tlast
            a.source.hold = false;
            cut = false;
            soft++;
        }
        w.run(20000, [&] { return a.source.dry(); }, "the rest of the packet");
        w.step(50);
        const uint64_t before = w.net.score.count().delivered;
        w.send(a, b, 0, 200);
        w.send(b, a, 1, 300);
        w.run(400000, [&] {
            return w.net.score.count().delivered >= before + 2 && w.net.score.waiting() == 0;
        }, "new packets after the reset");
        w.step(500);                            // the last ACK
        w.expect(w.all_free(a) && w.all_free(b), "all cells are back");
    }
    w.expect(inside >= beats - 1 && soft > beats / 2 && out > 0, "resets in the middle of packets");
    w.drain();
}

} // namespace

std::vector<Scenario> reset_scenarios()
{
    return {
        { "hard_reset_midframe", hard_reset_midframe, resilient },
        { "reset_host_midpacket", reset_host_midpacket, resilient },
    };
}
