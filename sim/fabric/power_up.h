// SPDX-License-Identifier: Apache-2.0
//
// From power-up to the first cycle of a fabric. All MACs take the same steps in the same cycles,
// whatever they are: reset, the walk over the memories, the registers that all have in common, node
// number and life number. What the model needs for the first three is done once: each further MAC
// starts as a copy of that state.
#ifndef TTPFABRIC_POWER_UP_H
#define TTPFABRIC_POWER_UP_H

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dut.h"
#include "fabric/endpoint.h"
#include "waves.h"

namespace fabric {

class PowerUp {
public:
    explicit PowerUp(const EndConfig &c) : cfg_(c) {}
    ~PowerUp();
    PowerUp(const PowerUp &) = delete;
    PowerUp &operator=(const PowerUp &) = delete;

    // A MAC that is ready. nullptr and *why if it can not be made.
    std::unique_ptr<Dut> make(Kind kind, uint32_t node, std::string *why);
    uint64_t cycles() const { return cycles_; }     // that every MAC has behind it
    bool assertion_failed() const { return waves_ && waves_->failed(); }

private:
    bool prepare(Dut *d, std::string *why);         // all but what is its own
    bool own(Dut *d, uint32_t node, std::string *why);

    const EndConfig &cfg_;
    std::unique_ptr<Waves> waves_;                  // of the RTL; stays closed
    ttp_mac *ready_ = nullptr;
    uint64_t cycles_ = 0;
};

// The input pins of a MAC to which nothing happens and that may send.
ttp_in idle_pins();

using Writes = std::vector<std::pair<uint32_t, uint32_t>>;   // register, value

// What all MACs of a fabric have in their registers, but their node number and life number.
Writes common_registers(const EndConfig &c);

// A register of a MAC that nothing else drives; false if there is no answer.
bool read_register(Dut *d, ttp_in *in, uint32_t addr, uint32_t *data, uint64_t *cycles);
bool write_registers(Dut *d, ttp_in *in, const Writes &w, uint64_t *cycles);

} // namespace fabric

#endif
