// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tbl.victim tbl.victim.fit
#include "victim_steps.h"

using namespace conform;

namespace {

constexpr uint32_t IDLE = 2 * STEP;

const Rows VICTIM_ROWS(with_place("victim", {
    { "tbl.victim.OPEN", "the idle link of a full set: CLOSE -> CLOSE_SENT",
      with(victim, S_OPEN, OPEN) },
    { "tbl.victim.fit.OPEN.flight", "with payloads in flight: never",
      with(victim, S_FLIGHT, OPEN) },
    { "tbl.victim.fit.OPEN_SENT", "a victim is OPEN: never this one",
      with(victim, S_OPEN_SENT, OPEN_SENT) },
}));

const Rows ROWS({
    { "tbl.victim.remote", "a remote OPEN: OPEN_NACK, and the idle link closes in the orderly way",
      with(victim_remote, 5) },

    // A stranger's OPEN is set aside: the peer may have restarted.
    { "tbl.victim.fit.aside", "a link that has set an OPEN aside is no victim", [](Bench &b) {
        idle_set(b, 300);
        b.life = 0;
        b.opens(90000, b.una);
        b.expect(closes_for(b, 900) == 0, "no victim with an OPEN set aside");
        b.in_state(OPEN, "with an OPEN set aside");
        b.life = LIFE;
        b.take(b.last + 1);                     // which forgets it
        b.expect(closes_for(b, 901) == 1, "a victim without it");
        b.next(OP_CLOSE, b.snt + 1, b.last);
    }, "what it closes might be the peer's next life" },

    // A stranger proves its restart twice, with a payload so far ahead that there is no gap.
    { "tbl.victim.fit.aside_stranger", "the same for a stranger, also between its two payloads",
      [](Bench &b) {
        b.life = 0;
        idle_set(b, 300);
        b.opens(90000, b.una);
        b.expect(closes_for(b, 900) == 0, "no victim with an OPEN set aside");
        b.inject(b.payload(90001));
        b.quiet();
        b.moved(TTP_CNT_DROP_FAR, 1, "its first payload");
        b.expect(closes_for(b, 901) == 0, "no victim with half a proof");
        b.in_state(OPEN, "with half a proof");
        b.take(b.last + 1);
        b.expect(closes_for(b, 902) == 1, "a victim without it");
        b.next(OP_CLOSE);
    } },

    { "tbl.victim.fit.gap", "a link with an open gap is no victim", [](Bench &b) {
        idle_set(b, 300);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.expect(closes_for(b, 900) == 0, "no victim with an open gap");
        b.in_state(OPEN, "with an open gap");
        b.take(b.last + 1);
        b.expect(closes_for(b, 901) == 1, "a victim without it");
        b.next(OP_CLOSE, b.snt + 1, b.last);
    }, "read: a payload that is missing is in flight" },

    { "tbl.victim.fit.min_idle", "a victim was idle for victim_min_idle", [](Bench &b) {
        idle_set(b, IDLE);
        // Activity just before a step of the clock: the least time that can be mistaken for idle.
        b.step(2 * STEP - 60 - b.w.net.cycle % STEP);
        b.take(b.last + 1);
        const uint64_t from_then = b.w.net.cycle;
        const uint32_t node = other(b, 40);
        bool closing = false;
        for (uint32_t i = 0; i < 100 && b.ok() && !closing; i++) {
            b.inject(from(b, node, OP_OPEN, 900 + i, 0, 5));
            b.next_of(node, OP_OPEN_NACK);
            b.step(300);
            closing = b.waiting(b.peer) != 0;
        }
        const uint64_t idle = b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from_then;
        b.expect(idle >= IDLE && idle < IDLE + 3 * STEP,
                 "closed after " + std::to_string(idle) + " cycles");
    } },

    { "tbl.victim.fit.told", "an OPEN that tells unknown numbers is not set aside", [](Bench &b) {
        b.mac();
        b.life = 0;
        b.set(TTP_REG_VICTIM_IDLE, 300);
        const uint32_t open = b.host_opened(0);
        b.tx(OP_ACK, 0, open + 1);
        b.quiet();
        b.opens(9000, open + 2);
        wanted(b);
        b.next(OP_CLOSE, open + 2, 9000);
    } },
});

} // namespace
