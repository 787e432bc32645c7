// SPDX-License-Identifier: Apache-2.0
//
// Rows of the table of faults in which frames come late, twice or without their answer; see
// fault.h.
#include "fault.h"

#include <algorithm>

namespace {

// A payload comes behind so many that were sent after it. Arg 0: the whole window and one.
void reorder(FaultBench &f)
{
    f.feed_b = false;
    f.low = f.high = 64;
    f.carry(20);
    const uint64_t window = f.a.cfg.params.tx_pkts;
    const uint64_t behind = f.row.arg > 0 ? static_cast<uint64_t>(f.row.arg) : window + 1;
    uint64_t events = 0, late = 0, overtakes = 0;
    Frame held;
    bool holding = false;
    f.pass = [&](bool to_b, const Frame &at) {
        Header h;
        if (!to_b || !parse_header(at, &h) || h.opcode != OP_PAYLOAD) return true;
        if (!holding) {
            if (events >= 12 || f.w.rng.below(16)) return true;
            held = at;
            holding = true;
            late = 0;
            return false;
        }
        overtakes++;
        if (++late < behind) return true;
        // This one first, then the late one.
        f.put(f.b, at);
        f.put(f.b, held);
        holding = false;
        events++;
        return false;
    };
    const uint64_t nacks = f.b.sent[OP_NACK], passes = f.at_b.passes;
    f.run(80000000, [&] { return events >= 12 && !holding; }, "late payloads");
    f.over();
    const uint64_t answers = f.b.sent[OP_NACK] - nacks;
    f.note(std::to_string(events) + " events, " + std::to_string(answers) + " NACKs");
    f.w.expect(answers == f.at_b.passes - passes, "one NACK a pass: "
               + std::to_string(f.at_b.passes - passes) + " passes");
    f.w.expect(f.at_b.gaps + f.at_b.repeats >= events, "each came out of order");
    f.hit("GAP", events, f.moved(f.b, TTP_CNT_GAP), f.at_b.gaps);
}

// Copies of payloads, or of ACKs, a window or more behind. The seed draws which: a counter that is
// wrong for some IDs only must not escape. The line and the event pipe have room for them, so each
// copy gets through.
void copies(FaultBench &f, uint32_t op)
{
    f.feed_b = false;
    f.low = f.high = 64;
    const uint64_t slot = std::max<uint64_t>(2 * f.event, (HDR_BYTES + f.high) / f.beat + 2);
    f.pause = 2 * slot;
    f.carry(20);
    const auto times = static_cast<unsigned>(f.row.arg);
    uint64_t sent = 0, free_at = 0;
    std::deque<Frame> old;
    const uint64_t late = f.moved(f.a, TTP_CNT_LATE_ACK), taken = f.at_b.repeats;
    f.pass = [&](bool to_b, const Frame &at) {
        Header h;
        if (to_b != (op == OP_PAYLOAD) || !parse_header(at, &h) || h.opcode != op) return true;
        old.push_back(at);
        if (old.size() > f.a.cfg.params.tx_pkts + 50) old.pop_front();
        if (f.w.rng.below(4) || sent >= 160 || f.w.net.cycle < free_at) return true;
        Node &to = to_b ? f.b : f.a;
        f.put(to, at);
        for (unsigned i = 1; i < times; i++) {
            // One in four is a copy of a payload long ago.
            const uint64_t later = 2 * slot * i - f.w.rng.below(static_cast<uint32_t>(slot));
            const size_t any = f.w.rng.below(static_cast<uint32_t>(old.size()));
            f.put(to, f.w.rng.below(4) ? at : old[any], later);
            sent++;
        }
        free_at = f.w.net.cycle + 2 * slot * times;
        return false;
    };
    f.run(80000000, [&] { return sent >= 160; }, "copies");
    f.carry(20);
    f.over();
    const uint64_t repeats = f.moved(f.b, TTP_CNT_REPEAT);
    const uint64_t again = f.moved(f.a, TTP_CNT_LATE_ACK) - late;
    f.w.expect(f.moved(f.a, TTP_CNT_TIMEOUT) == 0, "no timer has expired");
    if (op == OP_PAYLOAD) {
        f.w.expect(again == repeats, "each repeat is answered with the last ACK");
        f.hit("REPEAT", sent, repeats - taken);
    } else {
        f.hit("LATE_ACK", sent, again);
    }
}

void duplicate(FaultBench &f) { copies(f, OP_PAYLOAD); }
void duplicate_ack(FaultBench &f) { copies(f, OP_ACK); }

// No ACK comes through for k round trips, the timeout being two of them and more.
void ack_loss(FaultBench &f)
{
    f.feed_b = false;
    f.low = f.high = 64;
    f.carry(20);
    const uint64_t trips = static_cast<uint64_t>(f.row.arg) * f.timeout / 2;
    uint64_t lost = 0;
    f.pass = [&](bool to_b, const Frame &at) {
        Header h;
        if (to_b || !parse_header(at, &h) || h.opcode != OP_ACK) return true;
        lost++;
        return false;
    };
    const uint64_t repeats = f.at_b.repeats;
    const uint64_t replays = f.moved(f.a, TTP_CNT_REPLAY) - f.bystander_again();
    f.step(trips);
    const uint32_t window = f.a.cfg.params.tx_pkts - f.w.get(f.a, TTP_REG_PKTS_FREE);
    f.over();
    const uint64_t again = f.moved(f.a, TTP_CNT_REPLAY) - f.bystander_again() - replays;
    if (f.row.arg >= 64) {
        // A pipe that is slower than the line sends in that time what it can, or half of it.
        const bool slow = f.each(64) > (HDR_BYTES + 64) / f.beat + 8;
        const uint64_t most = slow ? trips / f.each(64) / 2 : 2 * window;
        f.w.expect(window > 0 && again >= std::min<uint64_t>(2 * window, most),
                   "the window was replayed twice, or as far as there was time");
        f.w.expect(f.moved(f.a, TTP_CNT_TIMEOUT) >= 2, "several timeouts");
    }
    if (f.row.arg > 2) {
        f.w.expect(again > 0 && f.at_b.repeats - repeats == again,
                   "what is sent again is a repeat, and discarded");
    }
    f.note(std::to_string(again) + " replays");
    f.hit("wire lost", lost, f.w.net.wire.count().filtered);
}

// Everything at once, drawn by the seed.
void mixed(FaultBench &f)
{
    f.high = 1024;
    f.carry(20);
    f.may(TTP_CNT_DROP_SPACE);
    f.may(TTP_CNT_ILLEGAL);
    f.witnessed = false;                       // a payload that finds no room is no news to it
    const auto rounds = static_cast<unsigned>(f.row.arg);
    uint64_t dark = 0, added = 0, sleeps = 0;
    bool cut = false;
    f.pass = [&](bool to_b, const Frame &at) {
        Node &to = to_b ? f.b : f.a;
        Header h;
        if (!cut && f.w.rng.below(60) == 0 && parse_header(at, &h)) {
            Frame g = at;
            const uint32_t kind = f.w.rng.below(3);
            if (kind == 0) g.bytes.resize(1537 + f.w.rng.below(3000));
            if (kind == 1) g.bytes[12] = 0x08;
            if (kind == 2) g.user = true;
            f.put(to, g);
            added++;
        }
        // Old and impossible answers.
        if (!cut && f.w.rng.below(60) == 0 && !to_b && f.any[0]) {
            const bool old = f.w.rng.below(2);
            const uint32_t id = f.newest[0] + (old ? 0u - 70000 : 70000);
            f.put(f.a, f.forge(f.a, f.w.rng.below(2) ? OP_NACK : OP_ACK, 0, id));
            added++;
        }
        dark += cut;
        return !cut;
    };
    for (unsigned i = 0; i < rounds && f.w.ok() && !f.w.net.failed(); i++) {
        Harm h;
        h.loss = f.w.rng.below(4) ? 0.02 : 0.2;
        h.dup = h.reorder = h.corrupt = h.truncate = 0.02;
        f.harm(h);
        f.carry(20);
        cut = f.w.rng.below(2);
        if (cut) f.step(1 + f.w.rng.below(3 * f.timeout));
        cut = false;
        f.b.sink.hold = f.w.rng.below(3) == 0;
        sleeps += f.b.sink.hold;
        if (f.b.sink.hold) f.step(1 + f.w.rng.below(2 * f.timeout));
        f.b.sink.hold = false;
    }
    const WireCount n = f.w.net.wire.count();
    f.over();
    f.w.expect(n.lost && n.duplicated && n.reordered && n.corrupted && n.truncated && dark && added
               && (sleeps || rounds < 8), "every harm happened");
    uint64_t drops = 0;
    for (unsigned i = TTP_CNT_DROP_FCS; i <= TTP_CNT_DROP_VC; i++) drops += f.both(i);
    f.note(std::to_string(n.lost + n.filtered) + " lost, " + std::to_string(n.duplicated)
           + " twice, " + std::to_string(n.reordered) + " late");
    f.hit("DROP_*", f.at_a.bad + f.at_b.bad, drops);
}

} // namespace

std::vector<FaultRow> order_faults()
{
    return {
        { "reorder", "1", 1, true, reorder },
        { "reorder", "2", 2, false, reorder },
        { "reorder", "4", 4, true, reorder },
        { "reorder", "16", 16, false, reorder },
        { "reorder", "64", 64, false, reorder },
        { "reorder", "window+1", 0, true, reorder },
        { "duplicate", "x2", 2, true, duplicate },
        { "duplicate", "x8", 8, true, duplicate },
        { "duplicate", "x64", 64, false, duplicate },
        { "duplicate", "ack_x2", 2, true, duplicate_ack },
        { "duplicate", "ack_x8", 8, false, duplicate_ack },
        { "ack_loss", "1_trip", 1, true, ack_loss },
        { "ack_loss", "4_trips", 4, true, ack_loss },
        { "ack_loss", "16_trips", 16, true, ack_loss },
        { "ack_loss", "64_trips", 64, false, ack_loss },
        { "mixed", "10_rounds", 10, true, mixed },
        { "mixed", "100_rounds", 100, false, mixed },
    };
}
