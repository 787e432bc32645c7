// SPDX-License-Identifier: Apache-2.0
//
// Rows of the table of faults in which the wire loses, cuts or adds frames; see fault.h.
#include "fault.h"

#include <algorithm>
#include <cmath>

namespace {

std::string percent(double part)
{
    char s[32];
    snprintf(s, sizeof s, "goodput %.1f %%", 100 * part);
    return s;
}

// Each frame of the line is lost with the same chance. The floor of goodput is half of what a
// sender would reach that has one payload in flight and waits a timeout for each loss.
void loss(FaultBench &f)
{
    f.low = 32;
    f.high = 96;
    f.pause = 4 * f.event;                     // each payload is three events at either end
    f.carry(200);
    f.mark();
    f.carry(200);
    const double clean = f.speed(), p = f.row.arg, fails = 1 - (1 - p) * (1 - p);
    const double each = 64 / clean, wait = f.timeout * fails / (1 - fails);
    Harm h;
    h.loss = p;
    f.harm(h);
    f.mark();
    const uint64_t wanted = p < 0.001 ? 5 : 40;
    f.run(200000000, [&] { return f.wire_lost() >= wanted; }, "enough losses");
    f.carry(50);
    const double floor = 0.5 * each / (each + wait), reached = f.speed() / clean;
    f.over();
    f.note(percent(reached));
    f.w.expect(reached >= floor, percent(reached) + ", the floor is " + percent(floor));
    f.hit("wire lost", f.wire_lost(), f.w.net.wire.count().lost);
}

// Everything of one direction is lost for so many windows: all that a MAC can have in flight.
void burst(FaultBench &f)
{
    f.feed_b = false;
    f.low = f.high = 64;
    f.carry(20);
    // Full: the host finds no room.
    uint64_t lost = 0, first = 0;
    const auto windows = static_cast<uint64_t>(f.row.arg);
    std::set<uint32_t> ids;
    f.pass = [&](bool to_b, const Frame &at) {
        Header h;
        if (!to_b || !parse_header(at, &h) || h.opcode != OP_PAYLOAD) return true;
        if (!first) first = f.w.net.cycle;
        lost++;
        ids.insert(h.txid);
        return false;
    };
    const uint64_t timeouts = f.moved(f.a, TTP_CNT_TIMEOUT);
    f.run(20000000, [&] {
        return first && f.w.net.cycle - first > (2 * windows - 1) * f.timeout / 2;
    }, "the windows");
    const uint64_t before = f.payloads_out;
    f.over();
    const uint64_t again = f.payloads_out - before;
    // Each window lost costs a timeout and is sent once more.
    f.w.expect(f.moved(f.a, TTP_CNT_TIMEOUT) - timeouts <= windows + 1, "one recovery a window");
    // What leaves between a payload that shows a gap and the replay, twice: a payload takes two
    // cycles at 512 bit, and the pipes of both ends 30.
    const size_t late = f.beat == 64 ? 48 : 8;
    f.w.expect(again <= 2 * ids.size() + late, "no storm: " + std::to_string(again)
               + " replays of " + std::to_string(ids.size()));
    f.note(std::to_string(ids.size()) + " payloads in flight");
    f.hit("wire lost", lost, f.w.net.wire.count().filtered);
}

// Bits flip in any byte, and the Ethernet MAC says so: the error flag at the wire port.
void bad_fcs(FaultBench &f)
{
    f.low = 1;
    f.high = 1024;
    f.carry(10);
    uint64_t hurt = 0, turn = 0, acks = 0;
    const auto bits = static_cast<uint32_t>(f.row.arg);
    f.pass = [&](bool to_b, const Frame &at) {
        if (turn++ % 7) return true;
        Frame bad = at;
        for (uint32_t i = 0; i < bits; i++) {
            // Every byte of the header in turn, then anywhere.
            const size_t byte = i ? f.w.rng.below(static_cast<uint32_t>(bad.bytes.size()))
                                  : hurt % bad.bytes.size();
            bad.bytes[byte] = static_cast<uint8_t>(bad.bytes[byte] ^ 1u << f.w.rng.below(8));
        }
        bad.user = true;
        Header h;
        acks += parse_header(at, &h) && h.opcode == OP_ACK;
        f.put(to_b ? f.b : f.a, bad);
        hurt++;
        return false;
    };
    f.run(40000000, [&] { return hurt >= 80; }, "frames with a bad FCS");
    f.over();
    f.w.expect(acks > 0, "payloads and answers were hurt");
    f.hit("DROP_FCS", hurt, f.both(TTP_CNT_DROP_FCS));
}

// Payloads of 1024 bytes, cut at every beat, and a byte before and behind it.
void truncated(FaultBench &f)
{
    f.feed_b = false;
    f.low = f.high = 1024;
    f.carry(10);
    const bool flagged = f.row.arg != 0;
    uint64_t cut = 0;
    size_t at_byte = f.beat - 1, turn = 0;
    f.pass = [&](bool to_b, const Frame &at) {
        if (!to_b || turn++ % 3 || at.bytes.size() < HDR_BYTES + 1024
            || at_byte >= at.bytes.size())
            return true;
        Frame part = at;
        part.bytes.resize(at_byte);
        part.user = flagged;
        at_byte += at_byte % f.beat == 1 % f.beat ? f.beat - 2 : 1;
        f.put(f.b, part);
        cut++;
        return false;
    };
    f.run(80000000, [&] { return at_byte >= HDR_BYTES + 1024; }, "a cut at every beat");
    f.over();
    f.w.expect(cut >= 3 * ((HDR_BYTES + 1024) / f.beat) - 3, "every beat was cut");
    const unsigned counter = flagged ? TTP_CNT_DROP_FCS : TTP_CNT_DROP_SHORT;
    f.hit(flagged ? "DROP_FCS" : "DROP_SHORT", cut, f.moved(f.b, counter));
}

// A copy of each tenth payload, longer than any frame may be, right before the payload itself. The
// fault ends when the last of them has crossed the line. While the endless one does, the switch
// keeps the frame behind it and has no room for more.
void oversize(FaultBench &f)
{
    f.feed_b = false;
    f.carry(10);
    const auto bytes = static_cast<size_t>(f.row.arg);
    const uint64_t wanted = bytes > 20000 ? 1 : 12;
    uint64_t sent = 0, turn = 0;
    uint32_t last = 0;
    f.pass = [&](bool to_b, const Frame &at) {
        Header h;
        if (to_b && wanted == 1 && f.at_b.count[TTP_CNT_DROP_LONG] < sent) return false;
        if (!to_b || !parse_header(at, &h) || h.opcode != OP_PAYLOAD || sent >= wanted
            || turn++ % 10)
            return true;
        Frame big = at;
        big.bytes.resize(bytes, 0xa5);
        f.put(f.b, big);
        sent++;
        last = h.txid;
        return true;
    };
    f.run(80000000, [&] {
        return sent >= wanted && f.at_b.count[TTP_CNT_DROP_LONG] >= sent;
    }, "long frames");
    f.over();
    f.w.expect(!newer(last, f.at_b.last), "the next frame is intact");
    f.hit("DROP_LONG", sent, f.moved(f.b, TTP_CNT_DROP_LONG));
}

struct Wrong {
    const char *counter;
    unsigned index;
    void (*change)(Frame &f);
};

// A frame that is not for us in every gap of the line, in front of both MACs: nothing is lost, and
// a good frame waits for one such frame at most.
void foreign(FaultBench &f)
{
    static const Wrong wrong[] = {
        { "DROP_TYPE", TTP_CNT_DROP_TYPE, [](Frame &g) { put_be(g.bytes, 12, 2, 0x0800); } },
        { "DROP_DST", TTP_CNT_DROP_DST, [](Frame &g) { g.bytes[5] = 0x77; } },
        { "DROP_DST", TTP_CNT_DROP_DST, [](Frame &g) { put_be(g.bytes, 0, 3, 0xffffff); } },
    };
    const Wrong &kind = wrong[static_cast<size_t>(f.row.arg)];
    f.low = f.high = 512;
    f.pause = 3 * (HDR_BYTES + 512) / f.beat;  // the rest of the line is theirs
    f.carry(100);
    f.mark();
    f.carry(150);
    const double clean = f.speed();
    uint64_t sent = 0;
    const uint64_t before = f.payloads_out, replays = f.both(TTP_CNT_REPLAY);
    f.mark();
    const uint64_t goal = before + 300, start = f.w.net.cycle;
    f.run(40000000, [&] {
        for (int i = 0; i < 2; i++) {
            if (f.w.net.wire.next_due(i) <= f.w.net.cycle) continue;
            Frame g = f.forge(i ? f.b : f.a, OP_PAYLOAD, 1, 0, 1);
            kind.change(g);
            // Two: one beat is all that a frame takes at 512 bit.
            for (int k = 0; k < 2; k++) f.w.net.wire.inject(i, g, f.w.net.cycle);
            sent += 2;
        }
        return f.payloads_out >= goal;
    }, "payloads between frames for others");
    const double seen = f.speed();
    const uint64_t cycles = f.w.net.cycle - start;
    f.over();
    f.w.expect(f.both(TTP_CNT_REPLAY) == replays, "nothing is lost");
    f.w.expect(sent * (HDR_BYTES + 4) / f.beat > cycles, "the line was full");
    f.note(percent(seen / clean));
    f.w.expect(seen >= 0.95 * clean, percent(seen / clean) + " of what a clean line carries");
    f.hit(kind.counter, sent, f.both(kind.index));
}

// Both directions are dark for so long: a link may die of it.
void flap(FaultBench &f)
{
    const auto dark = static_cast<uint64_t>(f.row.arg);
    const bool dies = dark > uint64_t{ f.timeout } * f.row.retry_max;
    f.fragile = dies;
    f.carry(50);
    uint64_t lost = 0, deaths = 0, slowest = 0;
    // A flap shorter than a frame may miss all of them: as many as it takes to hit some.
    for (unsigned i = 0; f.w.ok() && (i < 3 || lost == 0) && i < 1000; i++) {
        f.pass = [&](bool, const Frame &) {
            lost++;
            return false;
        };
        f.step(dark);
        f.pass = nullptr;
        if (dies) break;
        // Both ends have an answer, so that their rounds begin anew (tmr.clear).
        const uint64_t acks_a = f.at_a.acks, acks_b = f.at_b.acks, from = f.w.net.cycle;
        f.carry(5);
        f.run(4000000, [&] { return f.at_a.acks > acks_a && f.at_b.acks > acks_b; },
              "answers at both ends");
        slowest = std::max(slowest, f.w.net.cycle - from);
    }
    f.w.expect(slowest <= 2 * f.timeout + f.a.cfg.params.tx_pkts * (HDR_BYTES + f.high) / f.beat,
               "the link resumed after " + std::to_string(slowest) + " cycles");
    f.over();
    for (Node *n : { &f.a, &f.b }) {
        const uint32_t state = f.w.state(*n, 0, (n == &f.a ? f.b : f.a).cfg.node);
        f.w.expect(state == OPEN || state == CLOSED, "a link half open");
        deaths += f.moved(*n, TTP_CNT_DEAD);
    }
    f.witnessed = !dies;
    if (dies) f.may(TTP_CNT_DEAD);
    if (dies) f.may(TTP_CNT_FLUSHED);
    f.w.expect(dies == (deaths > 0), dies ? "it should have died" : "it died");
    f.note(dies ? "ends, opens again" : "resumes");
    f.hit("wire lost", lost, f.w.net.wire.count().filtered);
}

} // namespace

std::vector<FaultRow> wire_faults()
{
    return {
        { "loss", "1e-4", 1e-4, false, loss },
        { "loss", "1%", 0.01, true, loss },
        { "loss", "10%", 0.1, true, loss, 3 },
        { "loss", "50%", 0.5, true, loss, 3 },
        { "burst", "1_window", 1, true, burst },
        { "burst", "2_windows", 2, true, burst },
        { "bad_fcs", "1_bit", 1, true, bad_fcs },
        { "bad_fcs", "2_bits", 2, false, bad_fcs },
        { "bad_fcs", "8_bits", 8, false, bad_fcs },
        { "bad_fcs", "32_bits", 32, true, bad_fcs },
        { "truncated", "every_beat", 0, true, truncated },
        { "truncated", "every_beat_fcs", 1, false, truncated },
        { "oversize", "1537", 1537, true, oversize },
        { "oversize", "2048", 2048, false, oversize },
        { "oversize", "4096", 4096, false, oversize },
        { "oversize", "9000", 9000, false, oversize },
        { "oversize", "16384", 16384, true, oversize },
        { "oversize", "endless", 1 << 20, false, oversize },
        { "foreign", "type", 0, true, foreign },
        { "foreign", "address", 1, true, foreign },
        { "foreign", "broadcast", 2, false, foreign },
        { "flap", "1", 1, true, flap },
        { "flap", "10", 10, false, flap },
        { "flap", "100", 100, true, flap },
        { "flap", "1000", 1000, true, flap },
        { "flap", "10000", 10000, true, flap },
        { "flap", "100000", 100000, false, flap },
        { "flap", "1000000", 1000000, false, flap },
        { "flap", "1000000_dies", 1000000, false, flap, 3, 16 },
    };
}
