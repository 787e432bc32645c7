// SPDX-License-Identifier: Apache-2.0
//
// Steps that rows of several rules share.
#ifndef TB_CONFORM_STEPS_H
#define TB_CONFORM_STEPS_H

#include "conform.h"

namespace conform {

constexpr uint32_t MANY = 24;           // in flight: more than a MAC has on their way to the wire
constexpr uint32_t ROUNDS = 255;        // the largest RETRY_MAX

// Of a frame: our life and the peer's, as it names them. 0, 0: not marked.
struct Lives {
    uint32_t ours, peers;
};

// Bytes 44 to 51: a mark with the peer's life and ours, or nothing but `own` if there is no peer's.
void names_lives(Bench &b, const Sent &s, uint32_t own, uint32_t peers);
// OPEN: a stranger has answered our OPEN with TxID 0: its numbers are unknown. Two payloads are in
// flight.
void numbers_unknown(Bench &b);
// The same, both are acknowledged, and our CLOSE is out.
void close_unknown(Bench &b);
// S_HELD: the two payloads that our CLOSE waits for come, and it leaves.
void two_end_the_hold(Bench &b);
// This payload proves the restart of a peer whose OPEN is set aside. Its ACK and replays pass by.
void restart_is_proved(Bench &b, uint32_t id);
// The link is dead within `limit` cycles, after so many timeouts since the last look.
void dead_after(Bench &b, uint64_t timeouts_more, uint64_t limit);
bool heard_op(Bench &b, uint32_t op);
// Longer than what a row does meanwhile, and than a walk of the timer.
uint32_t slow_timer(Bench &b);
size_t heard_id(Bench &b, uint32_t id);
// Two payloads of it have left, and the wire takes no more. The timer runs since una has left.
void stop_replay(Bench &b, uint32_t timeout = NEVER);
void replay_goes_on(Bench &b);
void told_anew(Bench &b);
// The frames of one kind that have come since the last look, all of them taken.
uint32_t frames_of(Bench &b, uint32_t op);
// With the IDs that would mean most in a frame that is ours.
Frame a_frame(Bench &b, uint32_t op, Lives is);
// The lives of an answer are those of the frame, the other way round.
void answered(Bench &b, uint32_t op, Lives is);
const char *state_word(Start s);
// With nothing in flight NACK_FULL is no back-off: the timer goes on.
void full_for_nothing(Bench &b, Start s, uint32_t op);
// What retires, and a NACK that starts a replay, start the timer anew.
void timer_anew(Bench &b, Start s, uint32_t op);
// One of two payloads retires, half of TIMEOUT is over.
void one_retires(Bench &b, Start s, bool stranger);
// So many timeouts are over, and each has sent again what waits.
void timeouts(Bench &b, uint32_t n, size_t frames);
// Short times, but no timeout before the rows begin to count them.
void begin_rounds(Bench &b, Start s);
// The timer is that of a NACK's replay: only what begins behind begin() has a short one.
void first_replay(Bench &b);
void dies_after(Bench &b, uint64_t timeouts_more);
// In re-OPEN a NACK is a round as well; then the OPEN's timer is over, or its answer comes and the
// peer has no link again.
void last_in_reopen(Bench &b, bool answered);
uint32_t peer_life(Bench &b);
// The same of a payload that had found no room. A peer with a life is asked in a new life of ours.
void full_of_old_life(Bench &b, uint32_t life);
// All in flight has just been sent, so two NACKs of a peer with a life number start a replay each.
void twice(Bench &b);
// Payloads that leave no answer.
void silent(Bench &b, std::initializer_list<uint32_t> ahead);
void nacked(Bench &b, uint32_t ahead);
void set_aside(Bench &b, uint32_t txid, uint32_t life);
void reported(Bench &b, uint32_t id);
// A stranger comes back with a life number: one payload that names our life is the proof.
void proves(Bench &b, Start s, uint32_t txid);
// The payload with that TxID + 1 is no proof any more.
void no_proof(Bench &b, uint32_t id);
// In OPEN_RECD the OPEN_ACK that is sent again answers the newest OPEN of a stranger. Of a peer
// with a life one of another life changes nothing.
void newest_in_recd(Bench &b, bool stranger);
// retry_max 3: so many timeouts of nothing, then `act`; how many more until the link is dead?
void fruitless(Bench &b, const std::function<void(Bench &)> &act, uint32_t before, uint32_t after);
void una_is(Bench &b, uint32_t una);
// After a reset.
void ready(Bench &b);
// OPEN by the stranger itself.
void stranger_opened(Bench &b, uint32_t txid = BASE);
// The next frame, so many cycles after `from`.
Sent comes_in_time(Bench &b, uint32_t op, uint64_t from, uint64_t least, uint64_t most);
// The store is full by what another VC has brought. Behind the gap the missing payload has come.
uint64_t gap_then_full(Bench &b);
// The timer, which began at `from`, has run for `after`, give or take a quarter of SLOW.
Sent timed(Bench &b, uint32_t op, uint64_t from, uint32_t after = SLOW);
// The same, give or take a walk of the timer. The next one begins there.
Sent timed_next(Bench &b, uint32_t op, uint64_t *from, uint32_t after);
// What a stranger says in CLOSED moves no back-off.
void late_in_backoff(Bench &b, uint32_t op);
// Our OPEN_ACK can not leave, so the timer makes another, to the same OPEN and the same lives.
void recd_again(Bench &b, bool stranger);

} // namespace conform

#endif
