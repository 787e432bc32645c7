// SPDX-License-Identifier: Apache-2.0
//
// One FST file for all Verilated MACs of a simulation. Closed it costs nothing.
#ifndef TTPSIM_WAVES_H
#define TTPSIM_WAVES_H

#include <cstdint>
#include <memory>
#include <string>

class VerilatedContext;
class VerilatedFstC;

class Waves {
public:
    Waves();
    ~Waves();
    Waves(const Waves &) = delete;
    Waves &operator=(const Waves &) = delete;

    VerilatedContext *context() { return context_.get(); }
    VerilatedFstC *fst() { return fst_.get(); }

    bool open(const std::string &path);    // false: can not be written
    void close();
    bool is_open() const { return open_; }
    void dump(uint64_t time);              // two time steps a cycle: pins, then the edge
    bool failed() const;                   // an assertion of the RTL has fired

private:
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<VerilatedFstC> fst_;
    bool open_ = false;
};

#endif
