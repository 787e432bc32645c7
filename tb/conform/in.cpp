// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     in.long in.fcs in.short in.type in.dest in.source in.tth in.gateway in.length in.opcode
//     in.vc in.slots in.control
#include "conform.h"

using namespace conform;

namespace {

using Change = std::function<void(Frame &)>;

std::vector<Frame> harmful(Bench &b)
{
    return { b.frame(OP_PAYLOAD, b.last + 1, 0, 200), b.frame(OP_OPEN, 7, 0),
             b.frame(OP_CLOSE, b.last + 1, 0), b.frame(OP_ACK, 0, b.una),
             b.frame(OP_NACK, 0, b.una), b.frame(OP_ACK, 0, b.una + 9),
             b.frame(OP_NACK_NOLINK, 0, b.una), b.frame(OP_CLOSE_NACK, 1, 1) };
}

void dropped(Bench &b, unsigned counter, const std::vector<Frame> &frames)
{
    const auto was = b.rec();
    const uint32_t room = b.w.get(b.a, TTP_REG_RXC_FREE);
    b.look();
    for (const Frame &f : frames) b.inject(f);
    b.quiet();
    const Counters now = b.w.counters(b.a);
    for (unsigned i = 0; i < TTP_CNT_N; i++) {
        const uint64_t by = now[i] - b.before[i], want = i == counter ? frames.size() : 0;
        b.expect(by == want, "counter " + std::to_string(i) + " moved by " + std::to_string(by)
                                 + ", not " + std::to_string(want));
    }
    b.expect(b.rec() == was, "no change of state");
    b.expect(b.causes() == 0, "no interrupt");
    b.expect(b.w.get(b.a, TTP_REG_RXC_FREE) == room, "no cell is lost");
    b.delivered(0);
    b.take(b.last + 1);
}

std::function<void(Bench &)> all_dropped(unsigned counter, std::vector<Change> changes)
{
    return [=](Bench &b) {
        b.reach(S_FLIGHT);
        std::vector<Frame> frames;
        for (const Change &c : changes) {
            for (Frame f : harmful(b)) {
                c(f);
                frames.push_back(f);
            }
        }
        dropped(b, counter, frames);
    };
}

Change byte(size_t at, uint32_t v)
{
    return [=](Frame &f) { f.bytes[at] = static_cast<uint8_t>(v); };
}

Change be(size_t at, unsigned n, uint32_t v)
{
    return [=](Frame &f) { put_be(f.bytes, at, n, v); };
}

void vlan_tag(Frame &f)
{
    f.bytes.insert(f.bytes.begin() + 12, { 0x81, 0x00, 0x00, 0x05 });
}

void broadcast(Frame &f) { std::fill_n(f.bytes.begin(), 6, uint8_t{ 0xff }); }

Change size(size_t n, bool user)
{
    return [=](Frame &f) {
        f.bytes.resize(n, 0xa5);
        f.user = user;
    };
}

std::vector<Change> bytes(size_t at, uint32_t from, uint32_t to, uint32_t but = 256)
{
    std::vector<Change> c;
    for (uint32_t v = from; v <= to; v++) if (v != but) c.push_back(byte(at, v));
    return c;
}

void oversize(Bench &b, std::vector<size_t> sizes)
{
    std::vector<Change> c;
    for (size_t n : sizes) {
        c.push_back(size(n, false));
        c.push_back(size(n, true));
    }
    all_dropped(TTP_CNT_DROP_LONG, c)(b);
}

const Rows ROWS({
    { "in.long", "longer than 1536 bytes: drop",
      [](Bench &b) { oversize(b, { 1537, 1544, 1600, 2048, 4000 }); } },
    { "in.long.endless", "never ends: cut off, resynchronises at the next frame",
      [](Bench &b) { oversize(b, { 30000 }); } },

    { "in.long.longest", "1536 bytes are not too long", [](Bench &b) {
        b.reach(S_OPEN);
        Frame f = b.payload(b.last + 1, 1024);
        f.bytes.resize(1536, 0xff);
        b.inject(f);
        b.next(OP_ACK, 0, b.last + 1);
        b.delivered(1);
    } },

    { "in.fcs", "frame error flag, at any length: drop", [](Bench &b) {
        std::vector<Change> c;
        for (size_t n : { 1, 8, 59, 60, 63, 64, 65, 100, 128, 1083, 1084, 1085, 1500, 1536 })
            c.push_back(size(n, true));
        all_dropped(TTP_CNT_DROP_FCS, c)(b);
    } },

    { "in.short", "shorter than 60 bytes: drop", [](Bench &b) {
        std::vector<Change> c;
        for (size_t n = 1; n < 60; n += n < 20 ? 6 : 1) c.push_back(size(n, false));
        all_dropped(TTP_CNT_DROP_SHORT, c)(b);
    } },

    { "in.short.cut", "ends before the TSH length says: drop", [](Bench &b) {
        b.reach(S_FLIGHT);
        std::vector<Frame> frames;
        for (size_t n : { 60, 64, 65, 127, 128, 500, 1082, 1083 }) {
            Frame f = b.payload(b.last + 1, 1024);
            f.bytes.resize(n);
            frames.push_back(f);
        }
        for (uint32_t op : { OP_PAYLOAD, OP_ACK, OP_OPEN, OP_CLOSE }) {
            Frame f = b.frame(op, b.last + 1, b.una);
            f.bytes.resize(100);
            put_be(f.bytes, 40, 2, 26 + 41);
            frames.push_back(f);
        }
        dropped(b, TTP_CNT_DROP_SHORT, frames);
    } },

    { "in.type", "EtherType not ours: drop",
      all_dropped(TTP_CNT_DROP_TYPE,
                  { be(12, 2, 0x0800), be(12, 2, 0x9ac7), be(12, 2, 0x1ac6), be(12, 2, 0x9a46) }) },

    { "in.type.ipv4", "IPv4 mode is optional: not spoken, dropped", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        Frame f = b.payload(b.last + 1);
        put_be(f.bytes, 12, 2, 0x0800);
        f.bytes[18] = 0x45;
        put_be(f.bytes, 36, 2, 420);
        b.inject(f);
        b.quiet();
        b.moved(TTP_CNT_DROP_TYPE, 1, "IPv4 mode is not spoken: dropped and counted");
        b.same_link("no change");
    } },

    { "in.type.vlan", "a VLAN tag makes it not TTP: drop",
      all_dropped(TTP_CNT_DROP_TYPE, { vlan_tag }) },
    { "in.dest", "destination not ours: drop",
      all_dropped(TTP_CNT_DROP_DST,
                  { be(3, 3, 0x0a0b02), be(0, 3, 0x98ed5d), byte(0, 0x99), byte(5, 0x41) }) },

    { "in.dest.bits", "each bit of the destination counts", [](Bench &b) {
        b.reach(S_OPEN);
        b.mac();
        for (size_t bit = 0; bit < 48; bit++) {
            Frame f = b.payload(b.last + 1);
            f.bytes[bit / 8] = static_cast<uint8_t>(f.bytes[bit / 8] ^ 1u << bit % 8);
            b.inject(f);
        }
        b.quiet();
        b.moved(TTP_CNT_DROP_DST, 48, "each is another address");
        b.take(b.last + 1);
    } },

    { "in.dest.broadcast", "broadcast: drop", all_dropped(TTP_CNT_DROP_DST, { broadcast }) },
    { "in.dest.multicast", "multicast, and the group node: drop",
      all_dropped(TTP_CNT_DROP_DST, { be(0, 3, 0x01005e), be(3, 3, 0xffffff) }) },

    { "in.source", "source's low 24 bits our own: drop", [](Bench &b) {
        const uint32_t own = b.a.cfg.node;
        const auto whole = [=](Frame &f) {
            put_be(f.bytes, 6, 3, 0x112233);
            put_be(f.bytes, 9, 3, own);
        };
        all_dropped(TTP_CNT_DROP_SRC, { be(9, 3, own), whole })(b);
    } },

    // A peer whose node differs from ours in the first byte alone.
    { "in.source.near", "all 24 bits count: a peer with another first byte is heard", [](Bench &b) {
        b.peer = b.a.cfg.node ^ 0x110000;
        b.opens(BASE);
        b.take(BASE + 1);
    } },

    { "in.tth", "TTH byte 14 not 0x05: drop", all_dropped(TTP_CNT_DROP_TTH, bytes(14, 0, 255, 5)) },
    { "in.gateway", "gateway bit: drop",
      all_dropped(TTP_CNT_DROP_GATEWAY, { byte(15, 0x80), byte(15, 0xff) }) },

    // Two rules are broken: the first one counts.
    { "in.gateway.length", "with a wrong length as well: the gateway bit counts", [](Bench &b) {
        b.mac();
        for (uint32_t op : { OP_OPEN, OP_PAYLOAD }) {
            Frame f = b.frame(op, BASE, 0);
            f.bytes[15] = 0x80;
            f.bytes[40] = 0;
            f.bytes[41] = 5;                    // below 26
            b.inject(f);
        }
        b.quiet();
        b.moved(TTP_CNT_DROP_GATEWAY, 2, "for the gateway bit");
        b.moved(TTP_CNT_DROP_LENGTH, 0, "not for the length");
    } },

    { "in.length", "TSH length < 26: drop",
      all_dropped(TTP_CNT_DROP_LENGTH, { be(40, 2, 0), be(40, 2, 1), be(40, 2, 25) }) },

    // Each of its upper bits makes the length too great, whatever the others say.
    { "in.length.high", "a length of 2048 and more is too great", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.mac();
        for (unsigned bit = 11; bit < 16; bit++) {
            for (uint32_t op : { OP_PAYLOAD, OP_ACK }) {
                Frame f = op == OP_ACK ? b.frame(op, 0, b.una) : b.payload(b.last + 1);
                f.bytes[40] = static_cast<uint8_t>(f.bytes[40] | 1u << (bit - 8));
                b.inject(f);
            }
        }
        b.quiet();
        b.moved(TTP_CNT_DROP_LENGTH, 5, "a PAYLOAD of more than 1024 bytes");
        b.moved(TTP_CNT_DROP_SHORT, 5, "a control packet is shorter than that");
        b.moved(TTP_CNT_RETIRED, 0, "and nothing else");
        b.take(b.last + 1);
    } },

    { "in.length.payload", "PAYLOAD of 0 or more than 1024 bytes: drop", [](Bench &b) {
        b.reach(S_FLIGHT);
        std::vector<Frame> frames;
        for (uint32_t n : { 0u, 1025u, 1026u, 1088u, 1400u }) {
            Frame f = b.payload(b.last + 1, 1024);
            f.bytes.resize(1536);
            put_be(f.bytes, 40, 2, 26 + n);
            frames.push_back(f);
        }
        dropped(b, TTP_CNT_DROP_LENGTH, frames);
    } },

    { "in.opcode", "opcode > 10: drop", all_dropped(TTP_CNT_DROP_OPCODE, bytes(42, 11, 63)) },
    { "in.vc", "VC > 2: drop", all_dropped(TTP_CNT_DROP_VC, bytes(43, 3, 255)) },

    // No frame is an exception: an ACK that finds too few places retires nothing.
    { "in.slots.ack", "too few places for answers: an ACK is dropped too", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.a.wire_out.hold = true;
        for (uint32_t i = 1; i <= 200; i++) b.inject_each(b.payload(b.last + i, 4));
        b.w.settle(b.a, 1000);
        const uint64_t before = b.count(TTP_CNT_DROP_RESP);
        b.expect(before > 0, "places for answers have run out");
        b.tx(OP_ACK, 0, b.una + 1);
        b.w.settle(b.a, 1000);
        b.moved(TTP_CNT_DROP_RESP, before + 1, "the ACK is dropped");
        b.expect(b.rec()[2] == b.una, "nothing has retired");
        b.a.wire_out.hold = false;
        b.step(4000);
    } },

    // More OPENs than there are event slots, each as slow for the table as can be. A line of 64 or
    // 128 bit is slower than the table: there every one must be answered; at 256 bit, or with DEEP,
    // answers run out before events.
    { "in.slots.event", "no event slot left: drop before any state change", [](Bench &b) {
        b.reach(S_FLIGHT);
        const uint32_t width = b.size().data_w;
        const uint64_t was = b.before[TTP_CNT_DROP_EVENT] + b.before[TTP_CNT_DROP_RESP];
        const uint32_t n = 300;
        for (uint32_t i = 0; i < n; i++) {
            b.peer = same_set(b.mac(), PEER, 4 + i % 8);
            b.inject(b.frame(OP_OPEN, 900, 0));
        }
        b.peer = PEER;
        b.w.settle(b.a, 3000);
        uint64_t answers = 0;
        for (const auto &q : b.heard) answers += q.second.size();
        b.heard.clear();
        const Counters now = b.w.counters(b.a);
        const uint64_t drops = now[TTP_CNT_DROP_EVENT] + now[TTP_CNT_DROP_RESP] - was;
        b.expect(answers + drops == n,
                 "each is answered, or dropped and counted: " + std::to_string(answers) + " + "
                     + std::to_string(drops));
        const bool slots = now[TTP_CNT_DROP_EVENT] > b.before[TTP_CNT_DROP_EVENT];
        b.expect(width == 512 ? slots : width == 256 || b.size().deep ? drops > 0 : drops == 0,
                 "event slots");
        b.same_link("no other link is hurt");
        b.take(b.last + 1);
    }, "only a line of 512 bit can fill the slots; at 64 and 128 bit nothing may be dropped" },

    // The wire takes nothing: answers pile up, then frames are dropped before they change anything.
    { "in.slots.response", "no response slot left: drop before any state change", [](Bench &b) {
        b.reach(S_OPEN);
        b.a.wire_out.hold = true;
        const uint32_t n = 200;
        for (uint32_t i = 1; i <= n; i++) b.inject_each(b.payload(b.last + i, 4));
        b.w.settle(b.a, 1000);
        const uint64_t taken = b.rec()[4] - b.last;
        const Counters now = b.w.counters(b.a);
        b.expect(now[TTP_CNT_DROP_RESP] > b.before[TTP_CNT_DROP_RESP],
                 "response slots have run out");
        b.expect(taken > 0 && taken < n, "some are taken, some are not");
        b.a.wire_out.hold = false;
        b.step(4000);
        b.delivered(taken);
        b.expect(b.ok() && !b.heard[b.peer].empty()
                 && b.heard[b.peer].back().h.rxid == b.last + taken,
                 "what was taken is acknowledged, no more");
        b.heard.clear();
        b.last += static_cast<uint32_t>(taken);
        b.take(b.last + 1, 4);
    } },

    { "in.control", "control packet with a payload: processed, payload ignored", [](Bench &b) {
        b.reach(S_FLIGHT);
        Frame f = b.frame(OP_ACK, 0, b.una, 300);
        b.inject(f);
        b.quiet();
        b.moved(TTP_CNT_RETIRED, 1, "ACK with a payload is processed");
        b.inject(b.frame(OP_OPEN, BASE, 0, 1024));
        b.next(OP_OPEN_ACK);
        b.tx(OP_ACK, 0, b.snt);
        b.inject(b.frame(OP_CLOSE, b.last + 1, b.snt, 64));
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
        b.delivered(0);                         // and the payload ignored
    } },

    // As long as a frame may be: more than any PAYLOAD carries.
    { "in.control.long", "ACKs with 1025 and more bytes of payload", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.inject(b.frame(OP_ACK, 0, b.una, 1025));
        b.inject(b.frame(OP_ACK, 0, b.una + 1, 1536 - HDR_BYTES));
        b.quiet();
        b.moved(TTP_CNT_RX + OP_ACK, 2, "ACKs taken");
        b.expect(b.rec()[2] == b.una + 2, "both have retired what they name");
    } },
});

} // namespace
