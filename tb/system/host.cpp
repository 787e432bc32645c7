// SPDX-License-Identifier: Apache-2.0
//
// System scenarios about the rules of the host stream: what breaks them is
// refused or discarded, costs no cell, and leaves the packets around it alone.
#include "system.h"

namespace {

uint64_t ones(size_t n) { return n >= 64 ? UINT64_MAX : (uint64_t{ 1 } << n) - 1; }

// Packets of a host in the order in which they go in, and what is to come of each.
struct Plan {
    explicit Plan(World &world) : w(world) {}

    World &w;
    std::vector<uint32_t> reasons;              // of the refusals, in order
    uint64_t discarded = 0, payloads = 0;

    HostPacket packet(uint32_t dest, size_t bytes)
    {
        HostPacket p;
        p.dest = dest;
        p.data.resize(bytes);
        for (uint8_t &x : p.data) x = static_cast<uint8_t>(w.rng.below(256));
        return p;
    }
    void good(size_t bytes)
    {
        w.push(*w.a, packet(w.b->cfg.node, bytes));
        payloads += (bytes + MAX_PAYLOAD - 1) / MAX_PAYLOAD;
    }
    void refuse(const HostPacket &p, uint32_t why, size_t payloads_before = 0)
    {
        w.push(*w.a, p);
        reasons.push_back(why);
        payloads += payloads_before;
    }
    void discard(HostPacket p, size_t payloads_before = 0)
    {
        p.discard = true;
        w.push(*w.a, std::move(p));
        discarded++;
        payloads += payloads_before;
    }
};

void host_rules(World &w)
{
    Plan t(w);
    const uint32_t peer = w.b->cfg.node, own = w.a->cfg.node;
    const size_t beat = w.a->cfg.params.data_w / 8;
    t.good(100);
    for (uint32_t vc : { 3u, 4u, 128u, 255u })
        for (size_t n : { size_t{ 1 }, beat, beat + 1, size_t{ 1024 }, size_t{ 3000 } })
            t.refuse(t.packet(vc << 24 | peer, n), REF_VC);
    for (uint32_t node : { own, 0xffffffu })
        for (size_t n : { size_t{ 1 }, beat + 1, size_t{ 2048 } })
            for (uint32_t vc : { 0u, 2u }) t.refuse(t.packet(vc << 24 | node, n), REF_NODE);
    t.refuse(t.packet(3u << 24 | own, 10), REF_VC);      // the VC is looked at first
    t.good(1);

    // tkeep of the last beat: none, a hole, not from byte 0; of another beat: not all ones.
    for (size_t beats : { size_t{ 1 }, size_t{ 2 }, 1024 / beat, 1024 / beat + 1,
                          2048 / beat + 2 }) {
        const size_t before = (beats - 1) * beat / MAX_PAYLOAD;
        for (uint64_t keep : { uint64_t{ 0 }, ones(beat) & ~uint64_t{ 1 },
                               ones(beat) & ~uint64_t{ 2 }, uint64_t{ 5 }, uint64_t{ 2 },
                               uint64_t{ 1 } << (beat - 1) }) {
            HostPacket p = t.packet(peer, beats * beat);
            p.odd_beat = beats - 1;
            p.odd_keep = keep;
            t.refuse(p, REF_KEEP, before);
        }
        t.good(beats * beat);
        for (size_t at = 0; at + 1 < beats; at += beats > 8 ? 5 : 1) {
            for (uint64_t keep : { uint64_t{ 0 }, ones(beat - 1), ones(beat) & ~uint64_t{ 1 },
                                   uint64_t{ 1 } }) {
                HostPacket p = t.packet(peer, beats * beat);
                p.odd_beat = at;
                p.odd_keep = keep;
                // Whole payloads before it have gone.
                t.refuse(p, REF_KEEP, at * beat / MAX_PAYLOAD);
            }
        }
        t.good(beats * beat - 1);
    }

    // tuser: the packet, or what is left of it after the last cut, was never there.
    for (size_t n = 1; n <= 1024; n += n < 2 * beat + 2 ? 1 : 97) t.discard(t.packet(peer, n));
    t.discard(t.packet(peer, 1024));
    t.discard(t.packet(peer, 1025), 1);
    t.discard(t.packet(peer, 2048), 1);
    t.discard(t.packet(2u << 24 | peer, 5000), 4);
    // A broken tkeep outranks tuser.
    HostPacket both = t.packet(peer, 3 * beat);
    both.odd_beat = 2;
    both.odd_keep = 2;
    both.discard = true;
    t.refuse(both, REF_KEEP);
    // Longer than 1024 bytes: cut, nothing else.
    for (size_t n : { 1024, 1025, 1023 + 1024, 2048, 2049, 4096, 10000 }) t.good(n);
    w.drain(8000000);

    std::vector<uint32_t> reasons;
    for (const auto &c : w.completions) {
        if (c.second.kind == CPL_REFUSED) reasons.push_back(c.second.status);
        w.expect(c.first == w.a && c.second.kind == CPL_REFUSED && c.second.count == 0
                 && c.second.bytes == 0, "completions");
    }
    w.expect(reasons == t.reasons, "each refusal has its completion, in order, with the reason");
    const uint64_t delivered = w.net.score.count().delivered;
    w.expect(delivered == t.payloads, "payloads: " + std::to_string(t.payloads) + " expected, "
             + std::to_string(delivered) + " delivered");
    const Counters c = w.counters(*w.a);
    w.expect(c[TTP_CNT_REFUSED] == t.reasons.size() && c[TTP_CNT_DISCARD] == t.discarded
             && c[TTP_CNT_ACC_PKTS] == t.payloads && c[TTP_CNT_RETIRED] == t.payloads, "counters");
    w.expect(t.reasons.size() > 80 && t.discarded > 20, "the plan");
    w.expect(w.all_free(*w.a), "all cells came back");
    w.expect(w.get(*w.a, TTP_REG_IRQ_CAUSE) == 1u << TTP_IRQ_REFUSED, "the cause, and no other");
}

} // namespace

std::vector<Scenario> host_scenarios()
{
    return {
        { "host_rules", host_rules },
        { "host_rules_stall", host_rules, WorldOptions().stalls(0.2) },
    };
}
