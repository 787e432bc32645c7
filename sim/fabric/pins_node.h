// SPDX-License-Identifier: Apache-2.0
//
// A MAC with pins, clocked cycle by cycle: golden model, RTL, or both in lockstep. A model that is
// idle sleeps; what arrives and what the host gets to send wakes it.
#ifndef TTPFABRIC_PINS_NODE_H
#define TTPFABRIC_PINS_NODE_H

#include <memory>
#include <set>

#include "axil.h"
#include "axis.h"
#include "dut.h"
#include "fabric/endpoint.h"

namespace fabric {

class PinsNode : public Endpoint {
public:
    PinsNode(Clock &clock, const EndConfig &c, Host &host, uint32_t node, FramePool &pool,
             Kind kind, std::unique_ptr<Dut> dut);

    Kind kind() const override { return kind_; }
    Counts counters() override;
    Selected selected() const override;
    uint64_t compared() const override { return dut_->compared(); }
    std::string trouble() const override;
    uint64_t clocked() const override { return clocked_; }
    void plant(const Plant &p) { dut_->plant(p); }        // lockstep: of the cycles after power-up

protected:
    uint64_t run(uint64_t from, uint64_t to) override;

private:
    void step();
    void drive_host();
    void drive_wire();
    void take_wire(const ttp_out &o);
    void look_at_number(const Frame &f);
    void take_host(const ttp_out &o);
    bool quiet(const ttp_out &o) const;

    // pins_lives.cpp
    void lives();                    // before a cycle: what is due
    void restart();
    void set_up();
    void close(uint32_t link);
    void look_at_close();
    void completion(const Completion &c);
    bool up() const { return phase_ == Phase::up; }
    bool sleeps() const { return kind_ == Kind::model && cfg_.skip; }

    Kind kind_;
    std::unique_ptr<Dut> dut_;
    ttp_mac *model_;                 // of the kind that may sleep
    ttp_in in_;
    const uint32_t beat_, lanes_;
    uint64_t now_ = 0, clocked_ = 0;
    bool quiet_ = false;             // in the newest cycle nothing was on any pin

    // Host stream in.
    Payload payload_;
    bool have_ = false, shown_ = false;
    uint32_t given_ = 0;             // bytes of it
    uint8_t data_[ROOM];
    // Host stream out.
    uint32_t got_ = 0;
    uint64_t got_first_ = 0;
    uint8_t got_data_[ROOM + 64];
    // Wire out.
    FramePtr sent_;
    uint64_t sent_first_ = 0, line_end_ = 0;     // line_end_: in bytes of line time
    uint64_t offers_ = 0;
    std::set<uint32_t> agreed_;      // {VC, node}: sel.number in what goes there
    // Wire in.
    FramePtr coming_;
    uint32_t shown_bytes_ = 0;
    bool cut_ = false;               // rst was 1 while it came

    // Of a host that closes links and restarts its MAC.
    enum class Phase { up, reset, set_up };
    HostLives *const lives_;         // nullptr: it does not
    Phase phase_ = Phase::up;
    uint64_t phase_end_ = 0;         // of the reset
    AxilMaster axil_{ 1, Stall() };
    CompletionSink completions_{ Stall() };
    bool calm_ = true;               // nothing was on the register port in the newest cycle
};

} // namespace fabric

#endif
