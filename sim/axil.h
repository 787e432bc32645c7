// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite master: a queue of register accesses, one outstanding at a time; AW and W come in
// either order, by chance.
#ifndef TTPSIM_AXIL_H
#define TTPSIM_AXIL_H

#include <cstdint>
#include <deque>
#include <functional>

#include "rng.h"
#include "ttp_model.h"

struct AxilOp {
    bool write = false;
    uint32_t addr = 0, data = 0;
    uint8_t strb = 15;
    std::function<void(uint32_t data, uint8_t resp)> done;
};

class AxilMaster {
public:
    AxilMaster(uint64_t seed, Stall stall) : rng_(seed, 0x6178696c), stall_(stall) {}

    void push(AxilOp op) { queue_.push_back(std::move(op)); }
    bool idle() const { return queue_.empty(); }

    void drive(ttp_in *in, uint64_t cycle);
    void observe(const ttp_in &in, const ttp_out &out);
    void reset();                     // what is under way is forgotten
    uint32_t slowest() const { return slowest_; }   // cycles from request to answer, worst so far

private:
    void finish(uint32_t data, uint8_t resp);

    std::deque<AxilOp> queue_;
    Rng rng_;
    Stall stall_;
    bool active_ = false;             // the front of the queue is under way
    bool addr_left_ = false, data_left_ = false;   // channels not yet accepted
    bool addr_shown_ = false, data_shown_ = false;
    uint32_t addr_wait_ = 0, data_wait_ = 0;       // cycles until each is shown
    uint32_t age_ = 0, slowest_ = 0;  // cycles since the whole request was on the pins
};

#endif
