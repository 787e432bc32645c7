// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     vc.turn vc.strict vc.weight vc.passed vc.change
//
// Links of several channels wait while the wire takes nothing and every slot of the sender is
// taken. Then it takes all, and a row says the order in which their payloads leave.
#include <algorithm>

#include "conform.h"

using namespace conform;

namespace {

// A link: its channel, and which of a few nodes its peer is.
struct Link {
    uint32_t vc, peer;
};
constexpr Link BLOCK = { 2, 0 };        // its payloads take the slots
// Bytes. LONG: a link is back among those that wait before the next turn, at each width. SHORT: all
// slots are taken, and what is no turn finds none either.
constexpr size_t LONG = 960, SHORT = 40;
uint32_t node(const Link &l) { return 0x300 + l.peer; }

// VC_ORDER, by its fields
uint32_t strict(uint32_t first, uint32_t second) { return 0x11101 | first << 4 | second << 6; }
uint32_t weights(uint32_t w0, uint32_t w1, uint32_t w2)
{
    return 0x42 | w0 << 8 | w1 << 12 | w2 << 16;
}
constexpr uint32_t NO_ORDER = 0x11140;

void opened(Bench &b, const std::vector<Link> &links)
{
    for (const Link &l : links) {
        b.vc = l.vc;
        idle_link(b, node(l), 100 + 100 * l.vc);
    }
}
uint32_t next_id(Bench &b, const Link &l) { return b.w.record(b.a, l.vc, node(l))[3]; }
void give(Bench &b, const Link &l, size_t n = 1, size_t bytes = LONG)
{
    b.w.send_to(b.a, node(l), l.vc, bytes, n);
    b.step(n * 160 + 300);
}
// The wire stops, and payloads of BLOCK take slots until one of them has to wait.
void wire_stops(Bench &b, size_t bytes = LONG)
{
    b.a.wire_out.hold = true;
    for (int i = 0; i < 16; i++) {
        const uint32_t before = next_id(b, BLOCK);
        give(b, BLOCK, 1, bytes);
        if (next_id(b, BLOCK) == before) return;
    }
    b.expect(false, "no payload has to wait while the wire takes nothing");
}
void begin(Bench &b, uint32_t order, const std::vector<Link> &links)
{
    b.mac();
    opened(b, { BLOCK });
    opened(b, links);
    b.set(TTP_REG_VC_ORDER, order);
    wire_stops(b);
    for (const Link &l : links) b.expect(b.waiting(node(l)) == 0, "nothing else has left");
}
// The peer of a link asks for all that is in flight: it has to wait in the ready list.
void nacked(Bench &b, const Link &l, uint32_t id)
{
    b.vc = l.vc;
    b.inject(from(b, node(l), OP_NACK, 0, id, LIFE + node(l)));
    b.step(100);
}
std::string text(const std::vector<Link> &links)
{
    std::string s;
    for (const Link &l : links) s += " " + std::to_string(l.vc) + "/" + std::to_string(l.peer);
    return s;
}
// The wire goes on: behind those of BLOCK that had their slots these links send, in this order.
void leave(Bench &b, const std::vector<Link> &want, bool with_block = true)
{
    const uint32_t waits = next_id(b, BLOCK) + !with_block;
    b.heard.clear();
    b.a.wire_out.hold = false;
    b.step(3000 + want.size() * 200);
    std::vector<std::pair<uint64_t, Link>> all;
    for (const auto &h : b.heard)
        for (const Sent &s : h.second)
            if (s.h.opcode == OP_PAYLOAD)
                all.push_back({ s.cycle, { s.h.vc, s.h.dst - node({ 0, 0 }) } });
    std::sort(all.begin(), all.end(), [](auto &x, auto &y) { return x.first < y.first; });
    std::vector<Link> got;
    for (const auto &a : all) got.push_back(a.second);
    // Those that had a slot
    size_t slots = 0;
    for (const auto &h : b.heard)
        for (const Sent &s : h.second)
            slots += s.h.opcode == OP_PAYLOAD && s.h.dst == node(BLOCK) && s.h.vc == BLOCK.vc
                  && static_cast<int32_t>(s.h.txid - waits) < 0;
    b.expect(slots >= 2 && got.size() >= slots, "payloads had taken the slots");
    if (!b.ok()) return;
    const auto blocks = [](const Link &l) { return l.vc == BLOCK.vc && l.peer == BLOCK.peer; };
    if (with_block) got.erase(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(slots));
    else got.erase(std::remove_if(got.begin(), got.end(), blocks), got.end());
    b.expect(text(got) == text(want), "left:" + text(got) + ", not" + text(want));
}
// So many turns of a link, one behind the other
std::vector<Link> times(size_t n, Link l) { return std::vector<Link>(n, l); }
std::vector<Link> then(std::initializer_list<std::vector<Link>> parts)
{
    std::vector<Link> all;
    for (const auto &p : parts) all.insert(all.end(), p.begin(), p.end());
    return all;
}

// A link of each channel has two payloads; channel 2 has given first.
void by_channel(Bench &b, uint32_t order, const std::vector<Link> &want)
{
    begin(b, order, { { 2, 1 }, { 1, 1 }, { 0, 1 } });
    give(b, { 2, 1 }, 2);
    give(b, { 1, 1 }, 2);
    give(b, { 0, 1 }, 2);
    leave(b, want);
}
std::vector<Link> pairs(uint32_t first, uint32_t second, uint32_t third)
{
    std::vector<Link> want;
    for (uint32_t vc : { first, second, third }) {
        const std::vector<Link> two = { { vc, 1 }, { vc, 1 } };
        // Of channel 2 BLOCK waits as well, since before.
        const std::vector<Link> three = { BLOCK, { vc, 1 }, { vc, 1 } };
        for (const Link &l : vc == 2 ? three : two) want.push_back(l);
    }
    return want;
}

const Rows ROWS({
    { "vc.strict.012", "VC 0, then 1, then 2", [](Bench &b) {
        by_channel(b, strict(0, 1), pairs(0, 1, 2));
    } },
    { "vc.strict.021", "VC 0, then 2, then 1", [](Bench &b) {
        by_channel(b, strict(0, 2), pairs(0, 2, 1));
    } },
    { "vc.strict.102", "VC 1, then 0, then 2", [](Bench &b) {
        by_channel(b, strict(1, 0), pairs(1, 0, 2));
    } },
    { "vc.strict.120", "VC 1, then 2, then 0", [](Bench &b) {
        by_channel(b, strict(1, 2), pairs(1, 2, 0));
    } },
    { "vc.strict.201", "VC 2, then 0, then 1", [](Bench &b) {
        by_channel(b, strict(2, 0), pairs(2, 0, 1));
    } },
    { "vc.strict.210", "VC 2, then 1, then 0", [](Bench &b) {
        by_channel(b, strict(2, 1), pairs(2, 1, 0));
    } },
    // One that comes in the middle goes next.
    { "vc.strict.later", "a payload of the first channel goes before all that wait", [](Bench &b) {
        begin(b, strict(0, 1), { { 1, 1 }, { 0, 1 } });
        give(b, { 1, 1 }, 8);
        b.heard.clear();
        b.a.wire_out.hold = false;
        b.w.run(4000, [&] { return b.heard[node({ 1, 1 })].size() >= 3; }, "three of VC 1");
        b.a.wire_out.hold = true;
        b.step(50);
        const uint32_t before = next_id(b, { 1, 1 });
        give(b, { 0, 1 });
        b.expect(next_id(b, { 1, 1 }) == before, "VC 1 has no turn meanwhile");
        b.a.wire_out.hold = false;
        b.step(3000);
        b.expect(b.heard[node({ 0, 1 })].size() == 9, "all have left");
        if (!b.ok()) return;
        size_t ahead = 0;
        for (const Sent &s : b.heard[node({ 0, 1 })])
            if (s.h.vc == 0) ahead = 1000;
            else if (ahead == 1000) b.expect(s.h.txid >= before, "it goes before VC 1");
    } },
    // Links of one channel take turns in the order in which they have come to wait.
    { "vc.turn.links", "within a channel links take turns", [](Bench &b) {
        begin(b, strict(0, 1), { { 0, 1 }, { 0, 2 }, { 0, 3 } });
        for (uint32_t peer : { 2u, 1u, 3u }) give(b, { 0, peer }, 2);
        leave(b, { { 0, 2 }, { 0, 1 }, { 0, 3 }, { 0, 2 }, { 0, 1 }, { 0, 3 }, BLOCK });
    } },
    { "vc.turn.replay", "what is sent again goes first, but in its channel only", [](Bench &b) {
        const Link again = { 1, 1 };
        b.mac();
        opened(b, { BLOCK, again, { 1, 2 }, { 0, 1 } });
        give(b, again);
        b.set(TTP_REG_VC_ORDER, strict(0, 1));
        wire_stops(b, SHORT);
        give(b, { 1, 2 });
        give(b, { 0, 1 });
        nacked(b, again, next_id(b, again) - 1);
        leave(b, { { 0, 1 }, again, { 1, 2 }, BLOCK });
    } },
    { "vc.turn.answers", "an answer goes before a payload of the first channel", [](Bench &b) {
        begin(b, strict(0, 1), { { 0, 1 }, { 2, 1 } });
        give(b, { 0, 1 }, 2);
        b.heard.clear();
        b.vc = 2;
        b.inject(from(b, node({ 2, 1 }), OP_PAYLOAD, 301, 0, LIFE + node({ 2, 1 }),
                      std::vector<uint8_t>(50, 1)));
        b.step(200);
        b.a.wire_out.hold = false;
        b.step(4000);
        uint64_t ack = 0, payload = 0;
        for (const auto &h : b.heard)
            for (const Sent &s : h.second) {
                if (s.h.opcode == OP_ACK) ack = s.cycle;
                if (s.h.opcode == OP_PAYLOAD && s.h.vc == 0 && !payload) payload = s.cycle;
            }
        b.expect(ack && payload && ack < payload, "the ACK goes first");
    } },
    { "vc.turn.off", "mode 0: links take turns, whatever their channel", [](Bench &b) {
        // A link of VC 2 and one of VC 0 with four payloads each, by NACKs in the ready list. Where
        // the doorbell of BLOCK has its turn between them is a matter of cycles.
        const Link low = { 2, 1 }, high = { 0, 1 };
        b.mac();
        opened(b, { BLOCK, low, high });
        b.set(TTP_REG_VC_ORDER, NO_ORDER);
        give(b, low, 4);
        give(b, high, 4);
        wire_stops(b, SHORT);
        nacked(b, low, next_id(b, low) - 4);
        nacked(b, high, next_id(b, high) - 4);
        leave(b, { low, high, low, high, low, high, low, high }, false);
    } },
    { "vc.weight.321", "three turns, two, one, and again", [](Bench &b) {
        begin(b, weights(3, 2, 1), { { 2, 1 }, { 1, 1 }, { 0, 1 } });
        give(b, { 2, 1 }, 3);
        give(b, { 1, 1 }, 4);
        give(b, { 0, 1 }, 7);
        leave(b, then({ { BLOCK }, times(3, { 0, 1 }), times(2, { 1, 1 }), times(1, { 2, 1 }),
                        times(3, { 0, 1 }), times(2, { 1, 1 }), times(1, { 2, 1 }),
                        times(1, { 0, 1 }), times(1, { 2, 1 }) }));
    } },
    { "vc.weight.only", "a channel in which no link waits is left out", [](Bench &b) {
        begin(b, weights(2, 5, 1), { { 2, 1 }, { 0, 1 } });
        give(b, { 0, 1 }, 6);
        give(b, { 2, 1 }, 2);
        leave(b, then({ { BLOCK }, times(2, { 0, 1 }), times(1, { 2, 1 }), times(2, { 0, 1 }),
                        times(1, { 2, 1 }), times(2, { 0, 1 }) }));
    } },
    { "vc.weight.links", "the weight is of the channel, not of its links", [](Bench &b) {
        begin(b, weights(2, 1, 1), { { 1, 1 }, { 0, 1 }, { 0, 2 }, { 0, 3 } });
        for (uint32_t peer : { 1u, 2u, 3u }) give(b, { 0, peer });
        give(b, { 1, 1 }, 2);
        leave(b, { BLOCK, { 0, 1 }, { 0, 2 }, { 1, 1 }, { 0, 3 }, { 1, 1 } });
    } },
    { "vc.passed.strict", "passed over 16 times, VC 2 goes next", [](Bench &b) {
        begin(b, strict(0, 1), { { 0, 1 } });
        give(b, { 0, 1 }, 18);
        leave(b, then({ times(16, { 0, 1 }), { BLOCK }, times(2, { 0, 1 }) }));
    } },
    { "vc.passed.weight", "16 times by weights of 15 and 15", [](Bench &b) {
        begin(b, weights(15, 15, 1), { { 1, 1 }, { 0, 1 }, { 2, 1 } });
        give(b, { 2, 1 });
        give(b, { 1, 1 }, 3);
        give(b, { 0, 1 }, 16);
        // VC 1 waits for the 15 of VC 0; then VC 2 has been passed over 15 times as well.
        leave(b, then({ { BLOCK }, times(15, { 0, 1 }), { { 1, 1 } }, { { 2, 1 } }, { { 0, 1 } },
                        times(2, { 1, 1 }) }));
    } },
    { "vc.passed.two", "of two passed over 15 times the first goes already", [](Bench &b) {
        begin(b, strict(0, 2), { { 1, 1 }, { 0, 1 } });
        give(b, { 1, 1 });
        give(b, { 0, 1 }, 17);
        leave(b, then({ times(15, { 0, 1 }), { BLOCK }, { { 1, 1 } }, times(2, { 0, 1 }) }));
    } },
    { "vc.passed.again", "the count begins anew with its turn", [](Bench &b) {
        begin(b, strict(1, 0), { { 1, 1 }, { 2, 1 } });
        give(b, { 2, 1 });
        give(b, { 1, 1 }, 20);
        leave(b, then({ times(16, { 1, 1 }), { BLOCK }, times(4, { 1, 1 }), { { 2, 1 } } }));
    } },
    { "vc.change.order", "another order holds from the next turn on", [](Bench &b) {
        begin(b, strict(0, 1), { { 2, 1 }, { 1, 1 }, { 0, 1 } });
        give(b, { 2, 1 }, 2);
        give(b, { 1, 1 }, 2);
        give(b, { 0, 1 }, 2);
        b.set(TTP_REG_VC_ORDER, strict(1, 2));
        leave(b, pairs(1, 2, 0));
    } },
    { "vc.change.modes", "strict, then weights: from the next turn on", [](Bench &b) {
        begin(b, strict(0, 1), { { 1, 1 }, { 0, 1 } });
        give(b, { 1, 1 }, 2);
        give(b, { 0, 1 }, 3);
        b.set(TTP_REG_VC_ORDER, weights(1, 1, 1));
        leave(b, { BLOCK, { 0, 1 }, { 1, 1 }, { 0, 1 }, { 1, 1 }, { 0, 1 } });
    } },
    { "vc.change.on", "what has waited without an order goes first", [](Bench &b) {
        const Link one = { 2, 1 }, two = { 1, 1 }, high = { 0, 1 };
        b.mac();
        opened(b, { BLOCK, one, two, high });
        give(b, one);
        give(b, two);
        wire_stops(b, SHORT);
        nacked(b, one, next_id(b, one) - 1);
        nacked(b, two, next_id(b, two) - 1);
        b.set(TTP_REG_VC_ORDER, strict(0, 1));
        give(b, high);
        leave(b, { one, two, high, BLOCK });
    } },
    { "vc.change.off", "what has waited with an order goes first, by the register", [](Bench &b) {
        const Link later = { 0, 1 }, low = { 1, 1 };
        b.mac();
        opened(b, { BLOCK, later, low });
        give(b, later);
        b.set(TTP_REG_VC_ORDER, strict(2, 1));
        wire_stops(b, SHORT);
        give(b, low);
        b.set(TTP_REG_VC_ORDER, NO_ORDER);
        nacked(b, later, next_id(b, later) - 1);
        leave(b, { low, BLOCK, later });
    } },
    { "vc.change.passed", "what has waited without an order passes over 14 times", [](Bench &b) {
        std::vector<Link> old;
        for (uint32_t peer = 1; peer < 9; peer++)
            for (uint32_t vc : { 1u, 2u }) old.push_back({ vc, peer });
        b.mac();
        opened(b, { BLOCK, { 0, 1 } });
        opened(b, old);
        for (const Link &l : old) give(b, l);
        wire_stops(b, SHORT);
        for (const Link &l : old) nacked(b, l, next_id(b, l) - 1);
        b.set(TTP_REG_VC_ORDER, strict(0, 1));
        give(b, { 0, 1 });
        std::vector<Link> want = old;
        want.insert(want.begin() + 14, { { 0, 1 }, BLOCK });
        leave(b, want);
    } },
});

} // namespace
