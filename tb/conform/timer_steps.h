// SPDX-License-Identifier: Apache-2.0
//
// Steps of rows about timers and rounds.
#ifndef TB_CONFORM_TIMER_STEPS_H
#define TB_CONFORM_TIMER_STEPS_H

#include "conform.h"

namespace conform {

constexpr uint32_t ROUNDS = 255;        // the largest RETRY_MAX
constexpr uint32_t LOOK = 1500;         // cycles of a timer that a look at the counters fits in

// The link is dead within `limit` cycles, after so many timeouts since the last look.
void dead_after(Bench &b, uint64_t timeouts_more, uint64_t limit);
// Longer than what a row does meanwhile, and than a walk of the timer.
uint32_t slow_timer(Bench &b);
// With nothing in flight NACK_FULL is no back-off: the timer goes on.
void full_for_nothing(Bench &b, Start s, uint32_t op);
// What retires, and a NACK that starts a replay, start the timer anew.
void timer_anew(Bench &b, Start s, uint32_t op);
// One of two payloads retires, half of TIMEOUT is over.
void one_retires(Bench &b, Start s, bool stranger);
// So many timeouts are over, and each has sent again what waits.
void timeouts(Bench &b, uint32_t n, size_t frames);
// RETRY_MAX is ROUNDS. The timer that runs is long; the ones that begin later are short.
void begin_rounds(Bench &b, Start s);
// All rounds but the first and the last are timeouts; a look at the counters fits behind them.
void rounds_but_two(Bench &b, size_t frames);
void dies_after(Bench &b, uint64_t timeouts_more);
// In re-OPEN a NACK is a round as well; then the OPEN's timer is over, or its answer comes and the
// peer has no link again.
void last_in_reopen(Bench &b, bool answered);
// In OPEN_RECD the OPEN_ACK that is sent again answers the newest OPEN of a stranger. Of a peer
// with a life one of another life changes nothing.
void newest_in_recd(Bench &b, bool stranger);
// retry_max 3: so many timeouts of nothing, then `act`; how many more until the link is dead?
void fruitless(Bench &b, const std::function<void(Bench &)> &act, uint32_t before, uint32_t after);
// OPEN_TMO, and it does not grow where the switch is on: no longer than TIMEOUT (sel.open).
void open_every(Bench &b, uint32_t cycles);
// The next frame, so many cycles after `from`.
Sent comes_in_time(Bench &b, uint32_t op, uint64_t from, uint64_t least, uint64_t most);
// The timer, which began at `from`, has run for `after`, give or take a quarter of SLOW.
Sent timed(Bench &b, uint32_t op, uint64_t from, uint32_t after = SLOW);
// The same, give or take a walk of the timer. The next one begins there.
Sent timed_next(Bench &b, uint32_t op, uint64_t *from, uint32_t after);
// What a stranger says in CLOSED moves no back-off.
void late_in_backoff(Bench &b, uint32_t op);
// Our OPEN_ACK can not leave, so the timer makes another, to the same OPEN and the same lives.
void recd_again(Bench &b, bool stranger);
// The frames of one kind that have come since the last look, all of them taken.
uint32_t frames_of(Bench &b, uint32_t op);

} // namespace conform

#endif
