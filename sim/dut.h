// SPDX-License-Identifier: Apache-2.0
//
// A MAC to be driven pin by pin: the golden model, the Verilated RTL, or both in lockstep.
//
//     outputs()     pins of this cycle, before the edge: flops only, no input matters
//     drive(in)     the input pins of this cycle; `in` stays as it is until edge() has returned
//     edge()        the rising edge
#ifndef TTPSIM_DUT_H
#define TTPSIM_DUT_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ttp_model.h"

enum class DutKind { lockstep, rtl, model };

const char *dut_kind_name(DutKind k);

// The first cycle in which the RTL and its model do not agree.
struct Difference {
    uint64_t cycle = 0;
    struct Port {
        std::string name, rtl, model;
    };
    std::vector<Port> ports;
};

// One bit of one RTL output turned over, to prove that the comparison would see it: the first
// cycle from `cycle` on in which the port means something.
struct Plant {
    std::string port;             // Verilog name of an output port; empty: none
    uint64_t cycle = 0;
};

class Waves;

class Dut {
public:
    virtual ~Dut() = default;
    virtual const ttp_out &outputs() = 0;
    virtual void drive(const ttp_in &in) = 0;
    virtual void edge() = 0;

    virtual ttp_mac *model() { return nullptr; }
    virtual const Difference *difference() const { return nullptr; }
    virtual uint64_t compared() const { return 0; }   // cycles in which all pins were compared
    virtual void plant(const Plant &) {}
    virtual bool plant_waits() const { return false; }   // it has not come up yet
    // Makes the cycle counter n (a multiple of 64) while rst is 1, instead of 0. False: it can not.
    virtual bool start_cycle(uint64_t n) { return n == 0; }
};

// NULL and *why if the parameters are not legal.
std::unique_ptr<Dut> make_model_dut(const ttp_params &p, std::string *why);
// A MAC that is there already; it belongs to the Dut.
std::unique_ptr<Dut> make_model_dut(ttp_mac *m);

// The Verilated RTL of a preset is a shared object in the directory of the executable, or the one
// above, or else in `dir`; it is built only when it is needed. NULL and *why
// if it is not there or of another shape.
std::unique_ptr<Dut> make_rtl_dut(const std::string &preset, const ttp_params &p,
                                  const std::string &dir, const std::string &instance,
                                  Waves *waves, std::string *why);

// One of any kind: of `preset`, whose parameters are `p`.
std::unique_ptr<Dut> make_dut(DutKind kind, const std::string &preset, const ttp_params &p,
                              const std::string &dir, const std::string &instance, Waves *waves,
                              std::string *why);

std::unique_ptr<Dut> make_lockstep_dut(std::unique_ptr<Dut> rtl, std::unique_ptr<Dut> model,
                                       const ttp_params &p);

#endif
