// SPDX-License-Identifier: Apache-2.0
//
// One MAC with drivers on all its ports and the witnesses that judge it. The wire's
// other end is the caller: it queues frames and is told of those that the MAC sends.
#ifndef TTP_FUZZ_MAC_BENCH_H
#define TTP_FUZZ_MAC_BENCH_H

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "axil.h"
#include "axis.h"
#include "dut.h"
#include "monitor.h"
#include "witness.h"
extern "C" {
#include "ttp_mac.h"
}

constexpr uint32_t OWN_NODE = 0x0a0b01;

// A frame for the wire port, with what a broken Ethernet MAC may add to it.
struct WireFrame {
    Frame frame;
    size_t odd_beat = SIZE_MAX;            // this beat has tkeep `odd_keep`
    uint64_t odd_keep = 0;
    uint32_t gap = 0;                      // cycles without tvalid in the middle
};

struct BenchConfig {
    ttp_params params;
    uint64_t seed = 1;
    double host_stall = 0, wire_stall = 0; // of the tready signals
    uint16_t epoch_seed = 1;
    uint32_t node = OWN_NODE;
};

class MacBench {
public:
    MacBench(const BenchConfig &c, std::unique_ptr<Dut> d);

    void power_up();
    void step();
    void run(uint64_t cycles);             // idle cycles of a model alone are skipped
    bool ok();                             // false: why() says what was violated
    const std::string &why() const { return why_; }
    void fail(const std::string &what);
    void check();                          // every invariant that the state shows

    void write(uint32_t addr, uint32_t data, uint8_t strb = 15);
    bool read(uint32_t addr, uint32_t *data);          // steps until the answer is there
    void hard_reset();
    bool frames_waiting() const { return busy_ || !queue_.empty(); }
    bool host_empty() const { return packets.empty() && source.dry() && !in.s_axis_host_tvalid; }

    ttp_mac *model() { return dut->model(); }
    // The link's record, or NULL if this peer has no entry.
    const ttp_link_rec *record(uint32_t vc, uint32_t node);

    BenchConfig cfg;
    std::unique_ptr<Dut> dut;
    ttp_in in{};
    HostSource source;
    HostSink sink;
    CompletionSink completions;
    WireOut wire_out;
    AxilMaster axil;
    Faults faults;
    PortMonitor monitor;
    Witness witness;
    std::deque<HostPacket> packets;        // of the host, not yet handed over
    std::function<void(const Frame &)> on_frame;
    std::function<void(uint32_t tid, const std::vector<uint8_t> &)> on_packet;
    std::function<std::string()> extra;    // another reason to stop; empty: none
    std::function<void(const char *way, const Frame *f, const ttp_out *event)> log;
    uint64_t cycle = 0, frames_in = 0, frames_out = 0, resets = 0;

    void send(WireFrame f) { queue_.push_back(std::move(f)); }

private:
    void drive_wire();
    bool idle(const ttp_out &o) const;

    std::deque<WireFrame> queue_;
    WireFrame now_;
    size_t pos_ = 0;
    uint32_t gap_ = 0;
    bool busy_ = false, cut_ = false;
    std::string why_;
};

#endif
