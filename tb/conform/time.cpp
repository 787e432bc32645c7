// SPDX-License-Identifier: Apache-2.0
//
// Deadlines that pass while the low 32 bits of the cycle counter wrap: they are
// compared by the sign of a difference, wherever the walk of the timer happens to be. And the
// range of the times.
#include "conform.h"

namespace conform {

namespace {

constexpr uint64_t END = 1ull << 36;            // ages wrap there, and deadlines with them
constexpr int64_t T = 2000;

// The MAC after a reset, its link OPEN after a payload each way, `until` cycles before the wrap.
void fresh(Bench &b, uint32_t round, uint64_t until)
{
    const uint64_t lead = (b.size().tx_cells + 6000) & ~63ull;
    b.expect(b.mac().dut->start_cycle(END - lead), "time can start elsewhere");
    b.w.world()->net.hard_reset(b.mac());
    const uint64_t wrap = b.w.net.cycle + lead;
    b.w.run(200000, [&] { return b.w.get(b.a, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; }, "ready");
    b.set(TTP_REG_START_ID, 1000 + 100000 * round);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, NEVER);
    b.heard.clear();
    b.connect();
    b.set(TTP_REG_TIMEOUT, T);
    b.set(TTP_REG_REACK, T);
    b.expect(b.w.net.cycle + until < wrap, "the link is open in time");
    b.w.run(lead, [&] { return b.w.net.cycle + until >= wrap; }, "the time");
}

// The deadline, T after `act`, falls before the wrap by less than a walk, upon it, or behind it.
void across(Bench &b, uint32_t op, const std::function<void(Bench &)> &act)
{
    const auto walk = static_cast<int64_t>(b.links());
    const int64_t step = walk > 64 ? walk / 8 : 8;
    uint32_t round = 0, before = 0, after = 0;
    for (int64_t early = -200; early < walk + 300 && b.ok(); early += step) {
        fresh(b, round++, static_cast<uint64_t>(T + early));
        const uint64_t wrap = b.w.net.cycle + static_cast<uint64_t>(T + early);
        act(b);
        const Sent first = b.next(op);
        b.w.run(T + b.links() + 1000, [&] { return b.waiting(b.peer) != 0; }, "the timer");
        const Sent again = b.next(op, first.h.txid, first.h.rxid);
        const uint64_t took = again.cycle - first.cycle;
        b.expect(took + 200 > T && took < T + b.links() + 400,
                 "the deadline after " + std::to_string(took) + " cycles");
        (again.cycle < wrap ? before : after)++;
    }
    b.expect(!b.ok() || (before >= 1 && after >= 5), "deadlines on both sides of the wrap");
}

void clamped(Bench &b)
{
    b.mac();
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF }) {
        const std::pair<uint32_t, uint32_t> values[] = {
            { 0, 1 }, { 1, 1 }, { 1u << 30, 1u << 30 }, { (1u << 30) + 1, 1u << 30 },
            { UINT32_MAX, 1u << 30 },
        };
        for (const auto &[written, held] : values) {
            b.set(reg, written);
            b.expect(b.w.get(b.a, reg) == held, "register " + std::to_string(reg) + " written with "
                                                    + std::to_string(written));
        }
        b.set(reg, NEVER);
    }
}

} // namespace

std::vector<Row> time_rows()
{
    const auto send = [](Bench &b) { b.host(); };
    const auto take = [](Bench &b) {
        b.tx(OP_ACK, 0, b.snt);
        b.inject(b.payload(b.last + 1));
    };
    return {
        { "tmr.wrap.send", "a payload is sent again also when the cycle counter wraps meanwhile",
          [=](Bench &b) { across(b, OP_PAYLOAD, send); } },
        { "tmr.wrap.reack", "the last ACK is repeated also then",
          [=](Bench &b) { across(b, OP_ACK, take); } },
        { "tmr.range.clamp", "a time out of range becomes the nearest one in it", clamped },
    };
}

} // namespace conform
