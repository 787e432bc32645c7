// SPDX-License-Identifier: Apache-2.0
//
// Rows of the table of faults with frames that nobody sent: a header bit that flips under a good
// FCS, storms of answers; and IDs that wrap. See fault.h.
#include "fault.h"

#include <algorithm>

namespace {

// A copy of a frame of this opcode with each bit of its header flipped in turn, to an idle link.
// Which counter each must move, the witness of the wire port says for every frame of every row.
void header_bits(FaultBench &f)
{
    World &w = f.w;
    const auto op = static_cast<uint32_t>(f.row.arg);
    f.feed_a = f.feed_b = false;
    f.fragile = op == OP_CLOSE;                // such a one may well close the link
    for (unsigned i : { TTP_CNT_ILLEGAL, TTP_CNT_DROP_FAR, TTP_CNT_DEAD, TTP_CNT_FLUSHED })
        f.may(i);
    const uint32_t life = w.record(f.b, 0, f.a.cfg.node)[5] >> 16;
    uint64_t sent = 0;
    for (size_t bit = 0; bit < 8 * HDR_BYTES && w.ok() && !w.net.failed(); bit++) {
        // Not one bit away from the next payload: that one would rightly be taken.
        uint32_t out = f.newest[0];
        const uint32_t in = f.newest[1], next = out + 1;
        while (__builtin_popcount(out ^ next) == 1) out--;
        const bool named = op == OP_ACK || op >= OP_NACK || op == OP_OPEN_NACK
            || op == OP_CLOSE_ACK || op == OP_CLOSE_NACK;
        Frame g = f.forge(f.b, op, named ? 0 : out, named ? in : 0, op == OP_PAYLOAD ? 40 : 0);
        if (op == OP_CLOSE) put_be(g.bytes, 52, 4, out - 3);
        if (op <= OP_OPEN_ACK) put_be(g.bytes, 46, 2, life);
        if (op == OP_OPEN_ACK) put_be(g.bytes, 56, 4, in);
        Header was, h;
        parse_header(g, &was);
        g.bytes[bit / 8] = static_cast<uint8_t>(g.bytes[bit / 8] ^ 1u << bit % 8);
        parse_header(g, &h);
        // Not one that MAC and scoreboard have to believe: an OPEN of another life (one that names
        // two names none), a CLOSE with an ID to come or out of an OPEN_ACK, a NACK_NOLINK that
        // names its lives still.
        const bool real = (h.opcode == OP_OPEN && h.life != life)
            || (h.opcode == OP_OPEN_ACK && h.epoch != life)
            || (h.opcode == OP_CLOSE && (op == OP_OPEN_ACK || newer(h.txid, f.newest[0])))
            || (op == OP_NACK_NOLINK && h.opcode == op && h.epoch == was.epoch
                && h.to_life == was.to_life);
        if (!real || !frame_taken(g, f.b.cfg.node)) {
            f.put(f.b, g);
            sent++;
        }
        f.step(200);
        if (bit % 16 != 15) continue;
        // It still works, both ways, within a few timeouts.
        const uint64_t done = w.net.score.count().delivered;
        w.send(f.a, f.b, 0, 50);
        w.send(f.b, f.a, 0, 50);
        f.run((f.row.retry_max + 4ull) * f.timeout, [&] {
            return f.idle() && w.net.score.count().delivered >= done + 2;
        }, "payloads behind a forged header");
        f.step(400);
    }
    f.over();
    f.note(std::to_string(f.at_b.bad) + " dropped");
    // What came beside them is true traffic.
    f.hit("DROP_* + RX_*", sent, f.moved_in(f.b) - (f.at_b.frames - sent));
}

enum Storm { OLD, NEWER, IN_WINDOW, KINDS };

// Answers under B's name in every gap of the line to A, but not faster than half of what the event
// pipe takes: each is counted for what it is, and nobody else notices. Arg + KINDS: all that the
// line carries. Where a frame has fewer beats than that, the queue of received frames overruns;
// what it drops is counted, and other links may wait for their timers as on any lossy line.
void storm(FaultBench &f)
{
    World &w = f.w;
    const int kind = static_cast<int>(f.row.arg) % KINDS;
    const bool line = f.row.arg >= KINDS;
    const uint64_t beats = (HDR_BYTES + f.beat - 1) / f.beat;
    const uint64_t gap = line ? 0 : std::max(2 * f.event, beats);
    f.overrun = line && beats < 2 * f.event;
    f.high = 100;
    f.pause = 6 * 200 / f.beat;                // room for the storm
    f.carry(20);
    uint64_t sent = 0;
    const uint64_t late = f.moved(f.a, TTP_CNT_LATE_ACK), out = f.payloads_out;
    const uint64_t replays = f.both(TTP_CNT_REPLAY), came = f.moved(f.a, TTP_CNT_RX + OP_NACK);
    const uint64_t real = f.b.sent[OP_NACK];
    const auto one = [&](uint32_t op, uint32_t id) {
        w.net.wire.inject(0, f.forge(f.a, op, op == OP_ACK ? 0 : 1, id), w.net.cycle);
        sent++;
    };
    uint64_t goal = 0, due = 0;
    f.run(4000000, [&] {
        if (!goal) goal = f.delivered() + 400;
        // A true answer must not wait behind the storm for ever.
        if (w.net.cycle >= due && w.net.wire.next_due(0) > w.net.cycle && !f.a.wire_in.busy()) {
            due = w.net.cycle + gap;
            const uint32_t r = w.rng.below(400), op = w.rng.below(3) ? OP_NACK : OP_ACK;
            if (kind == OLD) one(op, f.una - 2 - r);
            if (kind == NEWER) one(op, f.newest[0] + 1000 + r * 997);
            if (kind == IN_WINDOW) one(OP_NACK, f.una - w.rng.below(2));
        }
        return sent >= 400 && f.delivered() >= goal;
    }, "a storm: it stops the link");
    f.over();
    const uint64_t again = f.both(TTP_CNT_REPLAY) - replays, all = f.payloads_out - out;
    f.note(std::to_string(again) + " replays of " + std::to_string(all - again));
    // Where the storm fills the queues true ACKs are lost, too, and payloads: each timeout and each
    // NACK of the two may replay a window.
    const uint64_t rounds = f.overrun ? f.both(TTP_CNT_TIMEOUT) + f.both(TTP_CNT_TX + OP_NACK) : 0;
    w.expect(again <= 2 * (all - again) + rounds * f.a.cfg.params.tx_pkts, "replays are bounded");
    w.expect(kind == IN_WINDOW || again == 0 || f.overrun, "nothing is replayed for it");
    if (kind == NEWER) f.may(TTP_CNT_ILLEGAL);
    const uint64_t counted = kind == OLD ? f.moved(f.a, TTP_CNT_LATE_ACK) - late
        : kind == NEWER ? f.moved(f.a, TTP_CNT_ILLEGAL)
        : f.moved(f.a, TTP_CNT_RX + OP_NACK) - came - (f.b.sent[OP_NACK] - real);
    static const char *const name[KINDS] = { "LATE_ACK", "ILLEGAL", "RX_NACK" };
    if (!f.overrun) f.hit(name[kind], sent, counted);
    else f.hit_full(sent);
    w.expect(counted + f.full(f.a) >= sent, "the storm that came through is counted");
}

// What a frame says, its IDs counted from `start`; an ID that an opcode does not carry stays 0.
std::string line_of(uint64_t cycle, const Node &n, const Frame &f, bool sent, uint32_t start)
{
    Header h;
    if (!parse_header(f, &h)) return "short";
    const uint32_t op = h.opcode;
    const bool tx = op <= OP_OPEN_ACK || op == OP_CLOSE || op == OP_CLOSE_NACK || op == OP_PAYLOAD;
    const bool rx = op != OP_OPEN && op != OP_PAYLOAD;
    uint64_t sum = f.user;
    for (size_t i = 0; i < f.bytes.size(); i++)
        if (i < 52 || i > 59) sum = mix64(sum ^ f.bytes[i]);
    char s[160];
    snprintf(s, sizeof s, "cycle %llu MAC %s %s %s VC %u TxID %u RxID %u, rest %016llx",
             static_cast<unsigned long long>(cycle), n.cfg.name.c_str(), sent ? "sends" : "gets",
             opcode_name(op), h.vc, tx ? h.txid - start : h.txid, rx ? h.rxid - start : h.rxid,
             static_cast<unsigned long long>(sum));
    return s;
}

struct Wrapped {
    std::vector<std::string> lines;
    uint64_t beyond = 0;               // IDs on the other side of the wrap
    std::string why;
};

// The same traffic over a lossy line, all IDs from `start` on.
Wrapped wrap_run(const Setup &s, const FaultRow &row, uint32_t start)
{
    WorldOptions o = fault_options(s, row);
    o.harm.loss = o.harm.dup = o.harm.reorder = 0.02;
    World w(s, o);
    Wrapped r;
    r.why = w.why();
    if (!w.ok()) return r;
    w.net.tap = [&](Node &n, const Frame &at, bool sent) {
        Header h;
        r.lines.push_back(line_of(w.net.cycle, n, at, sent, start));
        if (!parse_header(at, &h) || h.opcode != OP_PAYLOAD) return;
        r.beyond += start && static_cast<int32_t>(h.txid ^ start) < 0;
    };
    for (Node *n : { w.a, w.b, w.other }) w.set(*n, TTP_REG_START_ID, start);
    for (size_t i = 0; i < 150; i++) {
        w.send(*w.a, *w.b, 0, 1 + w.rng.below(300));
        w.send(*w.b, *w.a, 0, 1 + w.rng.below(300));
        w.send(*w.a, *w.other, 1, 1 + w.rng.below(300));
    }
    w.drain(20000000);
    w.finish();
    w.net.tap = nullptr;
    r.why = w.why();
    return r;
}

FaultResult id_wrap_first(const Setup &s, const FaultRow &row)
{
    const uint32_t window = std::min(s.params.tx_pkts, 100u);
    const uint32_t starts[] = { 0u - window, 0u - 1, 0x80000000u - window, 0x7fffffffu };
    const uint32_t start = starts[static_cast<size_t>(row.arg)];
    const Wrapped base = wrap_run(s, row, 0), shifted = wrap_run(s, row, start);
    uint64_t same = 0;
    while (same < base.lines.size() && same < shifted.lines.size()
           && base.lines[same] == shifted.lines[same]) same++;
    FaultResult r;
    r.why = base.why + shifted.why;
    const auto at = [&](const Wrapped &of) {
        return same < of.lines.size() ? of.lines[same] : "nothing";
    };
    if (r.why.empty() && at(base) != at(shifted))
        r.why = "the first difference: " + at(base) + " against " + at(shifted);
    r.injected = shifted.beyond;
    r.counted = same;
    r.expected = base.lines.size();
    return r;
}

void id_wrap(FaultBench &f)
{
    f.step(2 * f.timeout);
    f.over();
    f.note(std::to_string(f.result.injected) + " frames beyond the wrap");
    f.hit("equal frames", f.result.injected, f.result.counted, f.result.expected);
}

} // namespace

std::vector<FaultRow> forged_faults()
{
    return {
        { "header_bits", "PAYLOAD", OP_PAYLOAD, true, header_bits },
        { "header_bits", "ACK", OP_ACK, true, header_bits },
        { "header_bits", "NACK", OP_NACK, false, header_bits },
        { "header_bits", "NACK_FULL", OP_NACK_FULL, false, header_bits },
        { "header_bits", "NACK_NOLINK", OP_NACK_NOLINK, false, header_bits },
        { "header_bits", "OPEN", OP_OPEN, false, header_bits },
        { "header_bits", "OPEN_ACK", OP_OPEN_ACK, false, header_bits },
        { "header_bits", "OPEN_NACK", OP_OPEN_NACK, false, header_bits },
        { "header_bits", "CLOSE", OP_CLOSE, false, header_bits, 8, 4 },
        { "header_bits", "CLOSE_ACK", OP_CLOSE_ACK, false, header_bits },
        { "header_bits", "CLOSE_NACK", OP_CLOSE_NACK, false, header_bits },
        { "nack_storm", "old", OLD, true, storm },
        { "nack_storm", "newer", NEWER, true, storm },
        { "nack_storm", "in_window", IN_WINDOW, true, storm },
        { "nack_storm", "old_line", OLD + KINDS, false, storm },
        { "nack_storm", "newer_line", NEWER + KINDS, false, storm },
        { "nack_storm", "in_window_line", IN_WINDOW + KINDS, true, storm },
        { "id_wrap", "max-window", 0, true, id_wrap, 2, 255, 100, id_wrap_first },
        { "id_wrap", "max", 1, false, id_wrap, 2, 255, 100, id_wrap_first },
        { "id_wrap", "sign-window", 2, false, id_wrap, 2, 255, 100, id_wrap_first },
        { "id_wrap", "sign", 3, false, id_wrap, 2, 255, 100, id_wrap_first },
    };
}
