// SPDX-License-Identifier: Apache-2.0
//
// Prints what happens in one schedule, a line each: frames when they are sent, with what becomes
// of them, deliveries as `life of the sender's host/number`, completions, and what hosts do.
//
//     1849 A> OPEN         tx 6afe9b rx 0 life 63218 to 0 at 1869
//     1998 A> NACK_NOLINK  tx 0 rx 6f0e361d life 0 to 0 LOST
//     2150 B delivers 1/0
#ifndef TB_SCHEDULES_TRACE_H
#define TB_SCHEDULES_TRACE_H

#include "axis.h"
#include "hostile.h"
#include "ledger.h"

class Trace {
public:
    explicit Trace(bool on) : on_(on) {}

    bool on() const { return on_; }
    void plan(const Plan &p) const;
    void frame(uint64_t now, int end, const Copies &f) const;
    void delivered(uint64_t now, int end, uint32_t vc, const std::vector<uint8_t> &d) const;
    void completion(uint64_t now, int end, const Completion &c) const;
    void gives(uint64_t now, int end, uint32_t vc, uint32_t n) const;
    void say(uint64_t now, int end, const char *what, uint32_t vc = 0) const;   // end -1: none
    void end(uint64_t now, Fault f, const std::string &why) const;

private:
    bool on_;
};

#endif
