// SPDX-License-Identifier: Apache-2.0
//
// A whole fabric: MACs, switches, cables, flows, and the clock of ns-3 under it.
#ifndef TTPFABRIC_FABRIC_H
#define TTPFABRIC_FABRIC_H

#include <memory>
#include <string>
#include <vector>

#include "fabric/device.h"
#include "fabric/endpoint.h"
#include "fabric/power_up.h"
#include "fabric/topology.h"
#include "fabric/workload.h"

namespace fabric {

struct FabricConfig {
    Shape shape;
    EndConfig end;
    std::vector<Kind> kinds;         // of each node
    std::vector<std::string> wires;  // of each node of kind simbricks: where the other side is
    bool across = false;             // some node is in another process
    SwitchConfig sw;
    Cable cable;
    WorkloadConfig work;
    uint32_t payload = 1024;         // bytes
    uint64_t period_ps = 5120;
    uint64_t quantum = 0;            // 0: the largest that the cables allow
    uint64_t drain = 8192;           // cycles that go on after the last payload
    uint64_t patience = 0;           // cycles without a payload until it is stuck; 0: chosen
    uint64_t bucket = 0;             // cycles of a point of the series; 0: chosen
    bool progress = false;           // a line on stderr, now and then
    Plant plant;                     // into the first lockstep node
    std::string pcap;                // not empty: the frames of one node go there
    uint32_t pcap_node = 0;
    std::string command;             // its comment
};

// What happened in one bucket of cycles.
struct Bucket {
    uint64_t bytes = 0, deepest = 0, drops = 0;
};

class SimbricksNode;

class Fabric {
public:
    // Largest quantum, at least 1. 0: the cable is too short for that.
    static uint64_t quantum_of(const FabricConfig &c);

    explicit Fabric(const FabricConfig &c);
    ~Fabric();
    Fabric(const Fabric &) = delete;
    Fabric &operator=(const Fabric &) = delete;

    // False and *why, one line: what was asked for does not fit, or a MAC can not be made.
    bool build(std::string *why);
    // Without it the devices are all that sends.
    bool load(std::string *why);
    // Until all flows have arrived and the drain is over. False and *why: a wrong byte, a
    // difference between RTL and model, or nothing moves any more (then stuck() is true).
    bool run(std::string *why);
    bool stuck() const { return stuck_; }
    // After run(): "" or which harm was asked for and never happened.
    std::string missed();

    const FabricConfig &config() const { return cfg_; }
    Clock &clock() { return clock_; }
    Flows &flows() { return flows_; }
    Topology &topology() { return topology_; }
    std::vector<std::unique_ptr<Endpoint>> &nodes() { return nodes_; }
    ns3::Ptr<TtpDevice> device(uint32_t i) { return devices_[i]; }
    uint64_t bound() const { return work_ ? work_->bound(cfg_.payload, cfg_.end.rate) : 0; }
    uint64_t digest() const;
    const std::vector<Bucket> &series() const { return series_; }
    uint64_t bucket() const { return bucket_; }
    double start_seconds() const { return start_seconds_; }    // CPU, build()
    double run_seconds() const { return run_seconds_; }        // CPU, run()

private:
    bool plant(Endpoint *e);
    bool capture(std::string *why);
    bool make(uint32_t i, std::string *why);
    void finished(uint32_t flow, uint64_t cycle);
    bool harm(std::string *why);
    void end_if_done();
    void watch();
    void say();
    Bucket &bucket_at(uint64_t cycle);
    void drained(uint64_t from, uint64_t to, uint64_t depth, uint64_t rate);
    std::string trouble() const;

    FabricConfig cfg_;
    Clock clock_;
    PcapngOut capture_;
    FramePool pool_;
    Flows flows_;
    PowerUp power_up_;
    Topology topology_;
    std::vector<std::unique_ptr<Endpoint>> nodes_;
    std::vector<SimbricksNode *> across_;
    std::vector<ns3::Ptr<TtpDevice>> devices_;
    std::unique_ptr<Workload> work_;
    std::vector<Bucket> series_;
    uint64_t bucket_ = 0, watched_ = 0, watched_at_ = 0;
    double start_seconds_ = 0, run_seconds_ = 0, said_ = 0, began_ = 0;
    bool stuck_ = false;
};

} // namespace fabric

#endif
