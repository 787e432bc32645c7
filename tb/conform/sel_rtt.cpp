// SPDX-License-Identifier: Apache-2.0
//
// Rows of the label sel.rtt that ask the registers (docs/registers.md); the others are in
// sel_time.cpp.
#include "sel_steps.h"

using namespace conform;

namespace {

// A payload, and so long after it has left its answer. A MAC takes up to 48 cycles itself.
void answered(Bench &b, uint32_t number, uint32_t rtt)
{
    b.host();
    const uint64_t left = b.next(OP_PAYLOAD, b.una, number).cycle;
    if (number == 1) no_path(b, "before an answer");
    b.step(left + rtt - b.w.net.cycle);
    b.tx(OP_ACK, number, b.una++);
    b.step(50);
}

const Rows ROWS({
    { "sel.rtt.shown", "the registers show it, and the shortest, from the first answer on",
      [](Bench &b) {
        b.mac();
        b.set(TTP_REG_BASE_RTT, 1000);
        agreed(b);
        no_path(b, "before the first send");
        no_path(b, "without an entry", 1);
        const auto is = [&](uint32_t rtt, uint32_t least, uint32_t most) {
            const Path p = path(b);
            b.expect(p.rtt >= rtt && p.rtt <= rtt + 48, "round trip");
            b.expect(p.least >= least && p.least <= most, "the shortest");
            b.expect(!p.window && !p.distance, "no window without DELAY, and no distance");
            return p.rtt;
        };
        answered(b, 1, 2500);
        const uint32_t first = is(2500, 992, 992);      // BASE_RTT, in steps of 16
        answered(b, 2, 4900);
        const uint32_t second = is(first + (4900 - first) / 8, 992, 992);
        answered(b, 3, 700);
        is(second - (second - 700) / 8 - 16, 696, 748);
        b.host();
        b.next(OP_PAYLOAD, b.una, 4);
        const Sent open = b.has_no_link(b.una);
        no_path(b, "in the next life");
        b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, 200));
        sent(b, 0, 1);
        no_path(b, "before its first answer");
    } },
});

} // namespace
