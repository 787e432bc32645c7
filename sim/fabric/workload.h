// SPDX-License-Identifier: Apache-2.0
//
// What the hosts do: flows that are there from the start, and flows that begin when others have
// arrived, as the steps of a collective do. A host starts a flow because of what it has received
// itself; it does not know what others have received.
//
//     permutation      each node to another one, none to itself, by the seed
//     incast[:N]       nodes 1 to N (all) to node 0
//     all-to-all       each node to each other one
//     ring             all-reduce of --bytes: 2 (n - 1) steps, a chunk to the next node each
//     halving          all-reduce by recursive halving, then doubling; n is a power of two
//     file:PATH        lines `SRC DST BYTES [START [VC]] [after LINE]`; # begins a comment
#ifndef TTPFABRIC_WORKLOAD_H
#define TTPFABRIC_WORKLOAD_H

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "fabric/flows.h"

namespace fabric {

struct WorkloadConfig {
    std::string name = "permutation";
    uint64_t bytes = 65536;          // of a flow; of a collective: that each node has
    uint64_t seed = 1;
    uint32_t jitter = 0;             // a flow begins up to so many cycles late
};

class Workload {
public:
    // nullptr and *why, one line, if there is no such one or it does not fit the nodes.
    static std::unique_ptr<Workload> make(const WorkloadConfig &c, Flows &flows, std::string *why);
    virtual ~Workload() = default;

    virtual void start() = 0;
    // A flow has arrived whole at its receiver in this cycle.
    virtual void finished(uint32_t flow, uint64_t cycle);
    // Cycles that the bytes alone take on the busiest line, headers and gaps with them.
    uint64_t bound(uint32_t payload, uint32_t rate) const;
    // Of each host, those that it sends and those that it gets.
    std::vector<uint64_t> of_each(uint32_t payload) const;
    uint32_t shortest(uint32_t payload) const;       // of all payloads, bytes
    uint64_t payloads(uint32_t payload) const;       // of all flows, those to come among them

protected:
    explicit Workload(Flows &flows) : flows_(flows), out_(flows.hosts()), in_(flows.hosts()) {}
    uint32_t nodes() const { return flows_.hosts(); }
    // Told in advance, for bound(): this many flows of so many bytes.
    void plan(uint32_t src, uint32_t dst, uint64_t bytes, uint64_t times = 1);

    Flows &flows_;

private:
    struct Planned {
        uint64_t bytes, times;
    };
    std::vector<std::vector<Planned>> out_, in_;
};

} // namespace fabric

#endif
