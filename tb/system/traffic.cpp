// SPDX-License-Identifier: Apache-2.0
//
// System scenarios in which everything must arrive: sizes, harms of the wire, wrap, stalls.
#include "system.h"

#include <algorithm>

namespace {

// Payloads that fit a small configuration many times over, and are still done soon in a big one.
size_t batch(const World &w)
{
    return w.a->cfg.params.tx_pkts <= 64 ? 150 : 400;
}

void loopback(World &w)
{
    size_t expected = 0;
    for (uint32_t vc = 0; vc < 3; vc++) {
        for (size_t n : { 1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1000, 1008,
                          1023, 1024 }) {
            w.send(*w.a, *w.b, vc, n);
            w.send(*w.b, *w.a, vc, n);
            expected += 2;
        }
        w.send(*w.a, *w.b, vc, 1025);       // cut into 1024 and 1
        w.send(*w.a, *w.b, vc, 3000);       // three payloads
        expected += 5;
    }
    w.drain();
    w.expect(w.net.score.count().delivered == expected, "number of payloads delivered");
    w.expect(w.counters(*w.a)[TTP_CNT_OPENED] == 3, "three links opened");
}

WorldOptions hostile()
{
    WorldOptions o;
    o.harm.loss = 0.05;
    o.harm.dup = 0.02;
    o.harm.reorder = 0.02;
    o.harm.corrupt = 0.02;
    o.harm.truncate = 0.02;
    o.harm.delay = 40;
    o.stall = 0.05;
    o.wire_stall = 0.05;
    o.tunables.timeout = o.tunables.open_tmo = 6000;
    return o;
}

void loss(World &w)
{
    for (size_t i = 0; i < batch(w); i++) {
        w.send(*w.a, *w.b, w.rng.below(3), 1 + w.rng.below(1024));
        w.send(*w.b, *w.a, w.rng.below(3), 1 + w.rng.below(1024));
    }
    w.drain(20000000);
    const WireCount &c = w.net.wire.count();
    w.expect(c.lost && c.duplicated && c.reordered && c.corrupted && c.truncated,
             "every harm happened");
    const Counters a = w.counters(*w.a), b = w.counters(*w.b);
    w.expect(a[TTP_CNT_REPLAY] && b[TTP_CNT_REPLAY], "both sides replayed");
    w.expect(a[TTP_CNT_DROP_FCS] && b[TTP_CNT_DROP_FCS], "bad frames were dropped");
}

void passing_opens(World &w)
{
    uint64_t out[2] = {}, in[2] = {};
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!parse_header(f, &h) || h.opcode != OP_OPEN) return;
        uint64_t *at = sent ? out : in;
        if (!at[&n == w.b]) at[&n == w.b] = w.net.cycle;
    };
    w.send(*w.a, *w.b, 2, 100, 20);
    w.send(*w.b, *w.a, 2, 100, 20);
    w.drain();
    w.expect(out[0] && out[1] && out[0] < in[0] && out[1] < in[1], "the OPENs passed each other");
    const Counters a = w.counters(*w.a), b = w.counters(*w.b);
    w.expect(a[TTP_CNT_TX + OP_OPEN_ACK] && b[TTP_CNT_TX + OP_OPEN_ACK],
             "both OPENs were answered");
    w.expect(a[TTP_CNT_OPENED] == 1 && b[TTP_CNT_OPENED] == 1, "one link each");
    w.net.tap = nullptr;
}

void id_wrap(World &w)
{
    bool high = false, low = false;
    w.net.tap = [&](Node &n, const Frame &f, bool sent) {
        Header h;
        if (!sent || &n != w.a || !parse_header(f, &h) || h.opcode != OP_PAYLOAD) return;
        high |= h.txid > 0xffffff00u;
        low |= h.txid < 0x100u;
    };
    w.set(*w.a, TTP_REG_START_ID, 0xffffffd0u);
    w.set(*w.b, TTP_REG_START_ID, 0xfffffff8u);
    for (size_t i = 0; i < 120; i++) {
        w.send(*w.a, *w.b, 0, 1 + w.rng.below(300));
        w.send(*w.b, *w.a, 0, 1 + w.rng.below(300));
    }
    w.drain(20000000);
    w.expect(high && low, "IDs on both sides of the wrap");
    w.expect(w.net.wire.count().lost > 0, "frames were lost");
    w.net.tap = nullptr;
}

void tiny_payloads(World &w)
{
    w.send(*w.a, *w.b, 0, 1, 1500);
    w.send(*w.b, *w.a, 1, 1, 700);
    w.drain();
    const Counters b = w.counters(*w.b);
    w.expect(b[TTP_CNT_DLV_PKTS] == 1500 && b[TTP_CNT_DLV_BYTES] == 1500,
             "1500 payloads of one byte");
}

// What a host and a wire leave beyond tkeep reaches neither the padding of a frame nor a host:
// the witnesses look at every byte. The SRAM has been full of other things before.
void stale(World &w)
{
    w.send(*w.a, *w.b, 0, 1024, 2 * batch(w));
    w.drain();
    for (uint32_t n = 1; n <= 70; n++) {
        w.send(*w.a, *w.b, n % 3, n, 3);
        w.send(*w.b, *w.a, n % 3, n, 3);
    }
    w.drain();
    for (Node *n : { w.a, w.b }) {
        w.expect(n->monitor.noisy_host() > 150, "noise beyond tkeep from the host");
        w.expect(n->monitor.noisy_wire() > 50, "noise beyond tkeep from the wire");
    }
}

void host_stall(World &w)
{
    for (size_t i = 0; i < batch(w) / 2; i++) {
        w.send(*w.a, *w.b, w.rng.below(3), 1 + w.rng.below(1024));
        w.send(*w.b, *w.a, w.rng.below(3), 1 + w.rng.below(1024));
    }
    w.drain(20000000);
    // And a host that sleeps for long, then takes everything.
    for (int i = 0; i < 4; i++) {
        w.send(*w.a, *w.b, 0, 1024, 10);
        w.b->sink.hold = true;
        w.step(10000);
        w.b->sink.hold = false;
        w.step(5000);
    }
    w.drain(20000000);
}

} // namespace

std::vector<Scenario> traffic_scenarios()
{
    WorldOptions direct;
    direct.direct = true;
    return {
        { "loopback", loopback, direct },
        { "loss", loss, hostile() },
        { "passing_opens", passing_opens, WorldOptions().delay(200) },
        { "id_wrap", id_wrap, WorldOptions().loss(0.05).delay(30) },
        { "tiny_payloads", tiny_payloads },
        { "stale", stale },
        { "host_stall", host_stall, WorldOptions().stalls(0.8).timeouts(20000) },
    };
}
