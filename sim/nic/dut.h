// SPDX-License-Identifier: Apache-2.0
//
// A NIC with its MAC to be driven pin by pin: the golden model, the Verilated RTL, or both in
// lockstep. All of one set of parameters, NICDEV_SET of nic.mk.
//
//     outputs()     pins of this cycle, before the edge: flops only, no input matters
//     edge(in)      the rising edge, with the input pins just before it
#ifndef TTPNICDEV_DUT_H
#define TTPNICDEV_DUT_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ttp_nic.h"

namespace nicdev {

constexpr unsigned WORD = DATA_W / 8;            // bytes of a beat
static_assert(DATA_W == 64, "ports are compared as numbers of up to 64 bits");

// The first cycle in which RTL and model do not agree.
struct Difference {
    struct Port {
        std::string name;
        uint64_t rtl, model;
    };
    uint64_t cycle = 0;
    std::vector<Port> ports;
};

class Dut {
public:
    virtual ~Dut() = default;
    virtual const ttp_nic_pins_out &outputs() = 0;
    virtual void edge(const ttp_nic_pins_in &in) = 0;
    virtual const Difference *difference() const { return nullptr; }
    virtual uint64_t compared() const { return 0; }    // cycles in which all pins were compared
};

// What a shared object with the RTL exports. `set`: its parameters, as nic.mk has them.
struct Plugin {
    const char *set;
    Dut *(*make)();                              // the caller owns it
};
constexpr const char *PLUGIN = "ttp_nic_rtl";    // const Plugin *ttp_nic_rtl()

// A bit of that RTL output turned over in the first cycle from `cycle` on in which the port counts,
// to show that the comparison sees it. No port: none.
struct Plant {
    std::string port;
    uint64_t cycle = 0;
};
bool is_output(const std::string &port);         // of those that are compared

// NULL and *why, one line: the RTL is not built, or is of another set. It lies in `folder`.
std::unique_ptr<Dut> make_dut(const std::string &kind, const std::string &folder,
                              const Plant &plant, std::string *why);

} // namespace nicdev

#endif
