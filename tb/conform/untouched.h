// SPDX-License-Identifier: Apache-2.0
//
// What a timer of a link does not hear; rows of each rule about a timer use it.
#ifndef TB_CONFORM_UNTOUCHED_H
#define TB_CONFORM_UNTOUCHED_H

#include "conform.h"

namespace conform {

constexpr uint32_t SILENCE = 99;        // no answer
constexpr const char *UNTOUCHED =
    "whatever comes and means nothing: the timer goes on, and it is no round";

struct Hit {
    uint32_t op, tx, rx, answer;
    bool foreign = false;           // of another life
};

// To a link that is CLOSED or OPEN_SENT, and to that of a stranger in OPEN_RECD.
std::vector<Hit> before_open(const Bench &b, Start s);
// To a live link. A stranger's CLOSE and CLOSE_ACK mean more, and so does a NACK_NOLINK of now.
std::vector<Hit> live_and_timed(const Bench &b, Start s);
void send_hit(Bench &b, const Hit &h);
void hit(Bench &b, const std::vector<Hit> &hits);
// Elsewhere they mean nothing anyway.
void hit_by_answers(Bench &b, Start s);
// The timer is over: all goes on as ever.
void timer_goes_on(Bench &b, const Sent &first);
// Half of the time is over. What comes then neither stops the timer nor begins it anew, and it is
// no round: of two one is left.
void untouched(Bench &b, Start s, bool stranger, uint32_t reg, uint32_t op);

} // namespace conform

#endif
