// SPDX-License-Identifier: Apache-2.0
//
// System scenarios of an order between virtual channels (VC_ORDER): what a short payload waits for
// behind long ones, to the cycle, and all modes on a bad wire. Configurations that are too small or
// have no order send some payloads of each channel.
#include "system.h"

#include <deque>
#include <map>

namespace {

constexpr uint32_t OFF = 0x11140, STRICT = 0x11141, WEIGHTS = 0x11142;
constexpr uint32_t LINKS = 8, LONGS = 3, SHORTS = 4;

// Cycles from the offer of the burst at the host port to the last beat of its first and of its
// last frame on the wire
struct Waits {
    uint64_t first = 0, last = 0;
};

// Eight links on VC 2 send 1024 bytes without pause: the host hands three more payloads to a link
// when the last three are acknowledged, so that its port is not blocked by a full memory. Their
// peers answer at once. The line takes a beat in every second cycle, so that the host is faster
// than it at each width. Then the host offers four payloads of 64 bytes on VC 0.
class Load {
public:
    Load(World &w, std::deque<Peer> &low, Peer &high) : w_(w), low_(low), high_(high) {}

    Waits run(uint32_t order)
    {
        w_.set(*w_.a, TTP_REG_VC_ORDER, order);
        for (uint32_t i = 0; i < 40 * 1024 && going(); i++) step();
        while (going() && port_used()) step();
        const uint64_t start = w_.net.cycle;
        w_.send_to(*w_.a, high_.node, 0, 64, SHORTS);
        Waits got;
        for (size_t seen = 0; going() && seen < SHORTS && w_.net.cycle < start + 40000;) {
            step();
            if (high_.heard.size() == seen) continue;
            if (!seen) got.first = w_.net.cycle - start;
            seen = high_.heard.size();
            got.last = w_.net.cycle - start;
        }
        w_.expect(high_.heard.size() == SHORTS, "four of VC 0");
        if (!w_.ok()) return got;
        high_.send(OP_ACK, 0, 0, high_.heard.back().txid);
        high_.heard.clear();
        for (int i = 0; i < 20000 && held(); i++) answer();
        w_.a->wire_out.hold = false;
        w_.settle(*w_.a);
        return got;
    }

private:
    World &w_;
    std::deque<Peer> &low_;
    Peer &high_;
    std::map<uint32_t, uint32_t> out_;          // payloads of a node that are not acknowledged
    uint32_t next_ = 0;

    bool going() const { return w_.ok() && !w_.net.failed(); }
    bool port_used() const { return w_.queued(*w_.a) != 0; }
    uint32_t held() const
    {
        uint32_t n = 0;
        for (const auto &o : out_) n += o.second;
        return n;
    }
    void answer()
    {
        w_.a->wire_out.hold = w_.net.cycle % 2;
        w_.step(1);
        for (Peer &p : low_) {
            if (p.silent()) continue;
            p.send(OP_ACK, 2, 0, p.heard.back().txid);
            out_[p.node] -= static_cast<uint32_t>(p.heard.size());
            p.heard.clear();
        }
    }
    void step()
    {
        for (uint32_t i = 0; i < LINKS && !port_used(); i++) {
            Peer &p = low_[next_++ % LINKS];
            if (out_[p.node]) continue;
            out_[p.node] = LONGS;
            w_.send_to(*w_.a, p.node, 2, 1024, LONGS);
        }
        answer();
    }
};

void order_latency(World &w)
{
    Node &a = *w.a;
    const ttp_params &p = a.cfg.params;
    if (!p.vc_order || p.tx_cells < 512 || p.link_sets * p.link_ways < 2 * LINKS) {
        if (p.vc_order) w.set(a, TTP_REG_VC_ORDER, STRICT);
        for (uint32_t vc = 0; vc < 3; vc++) w.send(a, *w.b, vc, 200, 40);
        w.drain();
        return;
    }
    std::deque<Peer> low;
    for (uint32_t i = 0; i < LINKS; i++) {
        low.emplace_back(w, a, 0x0c0001 + i, 7 + i);
        low.back().open(2, 100);
    }
    Peer high(w, a, 0x0c0101, 99);
    high.open(0, 100);
    for (Peer &l : low) l.heard.clear();
    high.heard.clear();
    // docs/integration.md has these figures, of sel512 and of sel64.
    const struct {
        uint32_t order;
        const char *name;
        Waits at_512, at_64;
    } want[] = {
        { OFF, "off", { 194, 1294 }, { 833, 9633 } },
        { STRICT, "strict", { 112, 260 }, { 833, 929 } },
        { WEIGHTS, "weights", { 146, 294 }, { 1105, 2017 } },
    };
    Load load(w, low, high);
    for (const auto &x : want) {
        const Waits got = load.run(x.order);
        const Waits &is = p.data_w == 512 ? x.at_512 : x.at_64;
        w.expect(got.first == is.first && got.last == is.last,
                 std::string(x.name) + ": the first after " + std::to_string(got.first)
                     + " cycles, the last after " + std::to_string(got.last));
    }
}

// Another mode, order, weights every so often, while both hosts send on all channels.
void order_mix(World &w)
{
    const size_t n = w.a->cfg.params.tx_pkts <= 64 ? 60 : 150;
    for (size_t i = 0; i < n; i++) {
        w.send(*w.a, *w.b, w.rng.below(3), 1 + w.rng.below(1024));
        w.send(*w.b, *w.a, w.rng.below(3), 1 + w.rng.below(1024));
        if (w.a->cfg.params.vc_order && i % 8 == 0) {
            const uint32_t v = w.rng.below(1u << 20);
            w.set(*w.a, TTP_REG_VC_ORDER, v);
            w.set(*w.b, TTP_REG_VC_ORDER, v ^ 3);
        }
        w.step(w.rng.below(400));
    }
    w.drain(20000000);
    w.expect(w.net.score.count().delivered >= 2 * n, "everything has arrived");
    w.expect(w.net.wire.count().lost > 0, "frames were lost");
}

} // namespace

std::vector<Scenario> order_scenarios()
{
    return {
        { "order_latency", order_latency, WorldOptions().timeouts(NEVER) },
        { "order_mix", order_mix, WorldOptions().loss(0.05).delay(40).timeouts(6000) },
    };
}
