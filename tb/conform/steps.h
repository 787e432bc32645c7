// SPDX-License-Identifier: Apache-2.0
//
// Steps that rows of several rules share.
#ifndef TB_CONFORM_STEPS_H
#define TB_CONFORM_STEPS_H

#include "conform.h"

namespace conform {

constexpr uint32_t MANY = 24;           // in flight: more than a MAC has on their way to the wire

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
bool heard_op(Bench &b, uint32_t op);
size_t heard_id(Bench &b, uint32_t id);
// Two payloads of it have left, and the wire takes no more. The timer runs since una has left.
void stop_replay(Bench &b, uint32_t timeout = NEVER);
void replay_goes_on(Bench &b);
void told_anew(Bench &b);
// With the IDs that would mean most in a frame that is ours.
Frame a_frame(Bench &b, uint32_t op, Lives is);
// The lives of an answer are those of the frame, the other way round.
void answered(Bench &b, uint32_t op, Lives is);
const char *state_word(Start s);
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
void una_is(Bench &b, uint32_t una);
// After a reset.
void ready(Bench &b);
// OPEN by the stranger itself.
void stranger_opened(Bench &b, uint32_t txid = BASE);
// The store is full by what another VC has brought. Behind the gap the missing payload has come.
uint64_t gap_then_full(Bench &b);

} // namespace conform

#endif
