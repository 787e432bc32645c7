// SPDX-License-Identifier: Apache-2.0
//
// See sel_steps.h.

#include "sel_steps.h"

namespace conform {

void switch_on(Bench &b, const std::function<void(ttp_select_config &)> &more)
{
    b.blocks = true;
    if (b.w.world() && !more) {
        b.set(TTP_REG_CTRL, 1 | 1 << 3);
        if (!b.distance_set) b.set(TTP_REG_REORDER, 0);
        b.set(TTP_REG_PROBE_MIN, 1u << 23);
        return;
    }
    ttp_select_config &c = b.w.end().cfg.select;
    c.on = true;
    c.window = 256;
    if (!c.probe_min) c.probe_min = 1u << 23;
    if (more) more(c);
    b.w.end().configure();
}

void distance(Bench &b, uint32_t sends, uint32_t limit)
{
    b.distance_set = true;
    if (b.w.world()) {
        b.set(TTP_REG_REORDER, limit << 8 | sends);
        return;
    }
    ttp_select_config &c = b.w.end().cfg.select;
    c.reorder = sends;
    c.reorder_max = limit;
    c.learn = limit > sends;
}

void probes(Bench &b, uint32_t base_rtt)
{
    if (b.w.world()) {
        b.set(TTP_REG_PROBE_MIN, PROBE_MIN);
        b.set(TTP_REG_BASE_RTT, base_rtt);
        return;
    }
    b.w.end().cfg.select.probe_min = PROBE_MIN;
    b.w.end().cfg.select.base_rtt = base_rtt;
}

Frame offering(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid, uint16_t window)
{
    Frame f = b.frame(op, txid, rxid);
    f.bytes.resize(76);
    f.bytes[60] = 0x10;
    f.bytes[61] = 1;
    f.bytes[63] = 1;
    put_be(f.bytes, 64, 2, window);
    return f;
}

Frame mapped(Bench &b, uint32_t rxid, uint64_t held, uint32_t number, uint16_t base,
             uint16_t newest)
{
    Frame f = make_frame(b.peer, b.a.cfg.node, OP_NACK, b.vc, number, rxid, b.life,
                         std::vector<uint8_t>(16), b.named(b.peer));
    f.bytes[51] = f.bytes[60] = 0x20;
    put_be(f.bytes, 62, 2, base);
    put_be(f.bytes, 64, 2, newest);
    put_be(f.bytes, 68, 4, static_cast<uint32_t>(held >> 32));
    put_be(f.bytes, 72, 4, static_cast<uint32_t>(held));
    return f;
}

void offered(Bench &b, const Sent &s, bool yes)
{
    Frame want = make_frame(b.a.cfg.node, b.peer, s.h.opcode, b.vc, s.h.txid, s.h.rxid, s.h.epoch,
                            {}, s.h.opcode == OP_OPEN ? 0 : b.life);
    if (yes) {
        want.bytes.resize(76);
        want.bytes[60] = 0x10;
        want.bytes[61] = want.bytes[63] = 1;
        put_be(want.bytes, 64, 2, at_most(b));
    }
    b.expect(s.raw == want.bytes, yes ? "a frame with an offer" : "a frame as ever");
}

void agreed(Bench &b, const std::function<void(ttp_select_config &)> &more, uint16_t window)
{
    switch_on(b, more);
    const Sent ack = b.opens(BASE);
    offered(b, ack, true);
    b.una = ack.h.txid;
    b.last = BASE;
    b.inject(offering(b, OP_OPEN, BASE, 0, window));
    offered(b, b.next(OP_OPEN_ACK), true);
    b.look();
}

Sent a_map(Bench &b, uint32_t number, uint32_t base, uint32_t newest, uint64_t held)
{
    const Sent s = b.next(OP_NACK, number, b.last + 1);
    Frame want = mapped(b, b.last + 1, held, number, static_cast<uint16_t>(base),
                        static_cast<uint16_t>(newest));
    const Frame from = make_frame(b.a.cfg.node, b.peer, OP_NACK, b.vc, number, b.last + 1,
                                  b.named(b.peer), std::vector<uint8_t>(16), b.life);
    std::copy(from.bytes.begin(), from.bytes.begin() + 51, want.bytes.begin());
    b.expect(s.raw == want.bytes, "the map");
    return s;
}

void ran(Bench &b, uint32_t number, uint32_t newest)
{
    Sent s = b.next(OP_ACK);
    b.expect(s.h.txid == number, "the ACK names the send");
    b.expect(b.w.world() || s.h.rxid == newest, "one ACK names the newest");
    for (uint32_t last = s.h.rxid; last != newest && b.ok(); last = s.h.rxid) {
        s = b.next(OP_ACK);
        b.expect(s.h.txid == 0, "of what was held the number is not told again");
        b.expect(s.h.rxid == newest || s.h.rxid % 8 == 7, "no ACK within a run");
        b.expect(static_cast<int32_t>(s.h.rxid - last) > 0
                 && static_cast<int32_t>(newest - s.h.rxid) >= 0, "an ACK of what was taken");
    }
}

void come(Bench &b, uint32_t ahead, uint32_t number)
{
    b.inject(make_frame(b.peer, b.a.cfg.node, OP_PAYLOAD, b.vc, b.last + ahead, number, b.life,
                        std::vector<uint8_t>(50), b.named(b.peer)));
}

void sent(Bench &b, uint32_t at, uint32_t number) { b.next(OP_PAYLOAD, b.una + at, number); }

void sample(Bench &b, uint32_t number, uint32_t rtt)
{
    b.host();
    b.next(OP_PAYLOAD, b.una, number);
    b.step(rtt);
    b.tx(OP_ACK, number, b.una++);
    b.quiet(50);
}

void counted(Bench &b, unsigned counter, uint64_t by, const char *what)
{
    if (b.w.world()) b.moved(counter, by, what);
}

uint32_t at_most(Bench &b)
{
    return b.w.world() ? ttp_params_window(&b.size()) : 256;
}

bool nothing_stored(Bench &b)
{
    if (!b.w.world()) return b.w.end().stored() == 0;
    b.step(600);                // a context that has ended is drained
    return b.w.get(b.a, TTP_REG_RXC_FREE) == b.size().rx_cells;
}

Path path(Bench &b, uint32_t on_vc)
{
    b.mac();
    b.w.record(b.a, on_vc, b.peer);
    const uint32_t p = b.w.get(b.a, TTP_REG_LINK_PATH);
    b.expect(!(p & 0xfc00ff00), "bits that are 0");
    return { b.w.get(b.a, TTP_REG_LINK_RTT), b.w.get(b.a, TTP_REG_LINK_RTT_MIN), p & 255, p >> 16 };
}

void no_path(Bench &b, const char *when, uint32_t on_vc)
{
    const Path p = path(b, on_vc);
    b.expect(!(p.rtt | p.least | p.distance | p.window), std::string("nothing is known ") + when);
}

bool has_agreed(Bench &b)
{
    if (!b.w.world()) return select_state(b).agree.agreed;
    return b.w.record(b.a, b.vc, b.peer)[0] >> 28 & 1;
}

const ttp_select_link &select_state(Bench &b) { return *b.w.end().select(b.peer); }

void goes_as(Bench &b, uint32_t n, uint32_t first)
{
    b.host(n);
    for (uint32_t i = 0; i < n; i++) b.next(OP_PAYLOAD, b.una + i, first + i);
    b.snt = b.una + n - 1;
}

void goes_on_as(Bench &b, uint32_t n, uint32_t first)
{
    b.host(n);
    for (uint32_t i = 0; i < n; i++) b.next(OP_PAYLOAD, b.una + first - 1 + i, first + i);
    b.snt = b.una + first + n - 2;
}

void first_sends(Bench &b)
{
    agreed(b);
    goes_on_as(b, 4);
    b.a.wire_out.hold = true;
    b.inject(mapped(b, b.una, 4, 4));
    b.step(60);                 // in a MAC what is lost is found beside the link pipe
    b.host();
    b.step(10);
    b.a.wire_out.hold = false;
    for (uint32_t i = 0; i < 3; i++) sent(b, i, 5 + i);
    sent(b, 4, 8);
}

} // namespace conform
