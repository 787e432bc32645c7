// SPDX-License-Identifier: Apache-2.0
//
// What is held in every row of the table of faults when its fault is over; see fault.h.
#include "fault.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr uint32_t VICTIM = 0;

// What never moves unless the row has named it.
bool guarded(unsigned i)
{
    return (i >= TTP_CNT_DROP_EVENT && i <= TTP_CNT_DROP_OFF) || i == TTP_CNT_FLUSHED
        || i == TTP_CNT_REFUSED || i == TTP_CNT_DISCARD || i == TTP_CNT_ILLEGAL
        || i == TTP_CNT_DEAD;
}

} // namespace

void FaultBench::check_counters()
{
    const Counters now_a = w.counters(a), now_b = w.counters(b);
    for (unsigned i = 0; i < TTP_CNT_N; i++) {
        const uint64_t by_a = now_a[i] - start_a_[i], by_b = now_b[i] - start_b_[i];
        const bool over = overrun && (i == TTP_CNT_DROP_EVENT || i == TTP_CNT_DROP_RESP);
        w.expect(!guarded(i) || allowed_.count(i) || over || by_a + by_b == 0,
                 "counter " + std::to_string(i) + " moved by " + std::to_string(by_a) + " at A and "
                 + std::to_string(by_b) + " at B");
    }
    const auto frames = [&](const char *who, const Counters &now, const Counters &start,
                            const PortWitness &at) {
        // A frame that finds a queue full moves that counter instead, and only such a frame.
        uint64_t full = now[TTP_CNT_DROP_EVENT] - start[TTP_CNT_DROP_EVENT]
            + now[TTP_CNT_DROP_RESP] - start[TTP_CNT_DROP_RESP];
        for (unsigned i = TTP_CNT_RX; i < TTP_CNT_DROP_EVENT; i++) {
            if (i >= TTP_CNT_RX + OP_N && i < TTP_CNT_DROP_FCS) continue;   // of selective repeat
            const uint64_t by = now[i] - start[i], missing = at.count[i] - by;
            const bool fine = by == at.count[i] || (i < TTP_CNT_DROP_FCS && missing <= full);
            w.expect(fine, "counter " + std::to_string(i) + " of " + who + " moved by "
                     + std::to_string(by) + ", the wire port saw " + std::to_string(at.count[i]));
            full -= fine ? missing : 0;
        }
        w.expect(full == 0, std::string("full queues of ") + who + " count "
                 + std::to_string(full) + " frames that never came");
    };
    frames("A", now_a, start_a_, at_a);
    if (!reset_) frames("B", now_b, start_b_, at_b);
    // sel.hold: what is put by or thrown away came ahead of its turn.
    for (const Counters *now : { &now_a, &now_b })
        w.expect((*now)[TTP_CNT_HELD] + (*now)[TTP_CNT_NOT_HELD] <= (*now)[TTP_CNT_GAP],
                 "payloads held and not held are more than those ahead of their turn");
    const std::string wrong = check_sent(a, now_a);
    w.expect(wrong.empty(), wrong);
    // A payload that found a queue full is no news to the link.
    if (!witnessed || overrun) return;
    const auto same = [&](const char *what, uint64_t at, uint64_t seen) {
        w.expect(at == seen, std::string(what) + " counts " + std::to_string(at)
                 + ", the wire port saw " + std::to_string(seen));
    };
    same("GAP of A", now_a[TTP_CNT_GAP] - start_a_[TTP_CNT_GAP], at_a.gaps);
    same("GAP of B", now_b[TTP_CNT_GAP] - start_b_[TTP_CNT_GAP], at_b.gaps);
    same("REPEAT of A", now_a[TTP_CNT_REPEAT] - start_a_[TTP_CNT_REPEAT], at_a.repeats);
    same("REPEAT of B", now_b[TTP_CNT_REPEAT] - start_b_[TTP_CNT_REPEAT], at_b.repeats);
}

void FaultBench::check_bystander()
{
    // One link that replays, retires or flushes all it holds may keep the others waiting for that
    // long; the timeout is for transmit memory that one link fills.
    const uint64_t turn = timeout + a.cfg.params.tx_pkts * ((HDR_BYTES + low) / beat + 2);
    // A storm that fills A's queues takes frames of all links with it: a payload or its ACK is lost
    // with this chance, and it takes so many turns until one in a million is left.
    const double part = static_cast<double>(full(a)) / static_cast<double>(at_a.frames + 1);
    const double fails = 1 - (1 - part) * (1 - part);
    const bool lossy = overrun && full(a) != 0;
    const double again = lossy ? std::log(1e-6) / std::log(fails) : 0;
    const uint64_t limit = (1 + static_cast<uint64_t>(again)) * turn;
    uint64_t done = 0;
    for (const Watch &at : watch_) {
        // sel.tail: a payload that waits for long goes once more.
        const uint64_t probes = a.cfg.params.selective ? at.done : 0;
        w.expect((at.frames >= at.done && at.frames <= at.done + probes) || lossy,
                 "the bystander sent " + std::to_string(at.frames)
                 + " frames for " + std::to_string(at.done) + " payloads");
        w.expect(at.opens == 0, "the bystander was opened again");
        w.expect(at.worst <= limit,
                 "a payload of the bystander took " + std::to_string(at.worst) + " cycles");
        done += at.done;
        result.bystander = std::max(result.bystander, at.worst);
        result.bystander_bound = limit;
    }
    w.expect(done >= 2, "the bystander carried nothing");
    if (lossy) note("queues of A were full");
}

// The link may open again for the first payloads; the next ones need one frame each.
void FaultBench::check_after()
{
    const uint32_t window = in_flight(a, 4);
    for (const uint32_t n : { 1u, window }) {
        const uint64_t frames = payloads_out, from = w.net.cycle;
        w.send(a, b, VICTIM, 100, n);
        w.send(b, a, VICTIM, 100, n);
        w.run(100 * timeout, [&] {
            return w.net.score.waiting() == 0 && !w.queued(a) && !w.queued(b)
                && a.source.dry() && b.source.dry();
        }, "payloads after the fault");
        w.expect(w.net.cycle - from <= 3 * timeout, "the victim is slow after the fault");
        while (w.ok() && !w.net.failed() && entries(a) + entries(b) && w.net.cycle - from < 1000000)
            w.step(16);
        if (n == window)
            w.expect(payloads_out - frames == 2 * n, "a clean line, and payloads are replayed");
    }
    for (Node *n : { &a, &b, &c }) {
        w.settle(*n);
        w.expect(w.all_free(*n), "MAC " + n->cfg.name + " has lost cells or entries");
        w.expect(!n->out->m_axis_cpl_tvalid, "a completion is left");
    }
}

void FaultBench::judge()
{
    if (!w.ok()) return;
    result.delivered = delivered_;
    result.frames_per_payload = accepted_ ? static_cast<double>(payloads_out)
                                          / static_cast<double>(accepted_) : 0;
    w.expect(fault_end_ != 0 && result.injected > 0, "the fault never happened");
    w.expect(result.counted == result.expected, result.counter + " says "
             + std::to_string(result.counted) + ", not " + std::to_string(result.expected));
    w.expect(fragile || delivered_ == accepted_, "payloads that did not arrive once");
    check_counters();
    check_bystander();
    check_after();
}
