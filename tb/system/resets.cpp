// SPDX-License-Identifier: Apache-2.0
//
// System scenarios with a reset in the middle of frames and of host packets: no partial frame and
// no old data afterwards, and the link comes back. Rows `midpacket` of the table of faults do it at
// every beat of a frame, here at every eighth.
#include "system.h"

namespace {

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
            // Both, so that neither remembers the other.
            w.net.wire.clear();
            w.restart({ &a, &b }, 1 + static_cast<unsigned>(k % 2));
        } else {
            cut = true;
            a.sink.hold = false;
            w.soft_reset({ &a, &b });
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

// A MAC is reset by register while a frame comes in, one goes out and a host packet is under way.
// Meanwhile the wire is cut, so that the scoreboard can follow.
void soft_reset(World &w)
{
    bool cut = false;
    w.net.wire.filter = [&](int, int, const Frame &) { return !cut; };
    unsigned in_frame = 0, in_packet = 0;
    for (uint32_t i = 0; i < 8; i++) {
        Node &n = *w.b;
        // Its own payloads are lost with it. It sends only while it can use a link that
        // its peer does not know yet: telling a restart from a late OPEN is not built yet.
        const bool sends = i < 2;
        w.send(*w.a, n, 0, 1024, 12);
        if (sends) w.send(n, *w.a, 1 + i, 1024, 12);
        w.run(200000, [&] { return sends ? n.source.in_packet() : n.wire_in.busy(); }, "traffic");
        if (!sends) w.step(w.rng.below(8));
        in_frame += n.wire_in.busy();
        in_packet += n.source.in_packet();
        cut = true;
        w.drop_queue(n);
        w.soft_reset({ &n });
        cut = false;
        w.run(4000000, [&] { return w.net.score.waiting() == 0; }, "delivery after the reset");
    }
    w.expect(in_frame >= 1 && in_packet >= 1, "resets in the middle of frames and packets");
    w.send(*w.a, *w.b, 0, 1024, 20);
    w.drain();
}

} // namespace

std::vector<Scenario> reset_scenarios()
{
    return {
        { "soft_reset", soft_reset, WorldOptions().timeouts(3000).retries(255).delay(20) },
        { "reset_host_midpacket", reset_host_midpacket,
          WorldOptions().timeouts(3000).retries(255).delay(10) },
    };
}
