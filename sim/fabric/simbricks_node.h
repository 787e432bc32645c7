// SPDX-License-Identifier: Apache-2.0
//
// A node of a fabric that lives in another process. If that is a ttpfabric with --node, it has the
// same flows, tells what its host gets and hears what the others get; its MAC's counters come at
// the end. Anything else that speaks SimBricks' Ethernet is a station without flows.
#ifndef TTPFABRIC_SIMBRICKS_NODE_H
#define TTPFABRIC_SIMBRICKS_NODE_H

#include <string>

#include "fabric/fabric.h"
#include "fabric/remote.h"

namespace fabric {

class SimbricksNode : public Endpoint {
public:
    SimbricksNode(Clock &clock, const FabricConfig &c, Flows &flows, uint32_t index,
                  FramePool &pool);

    bool open(std::string *why);
    Kind kind() const override { return Kind::simbricks; }
    Counts counters() override { return last_.counts; }
    uint64_t compared() const override { return last_.compared; }
    uint64_t clocked() const override { return last_.clocked; }
    uint64_t digest() const override { return last_.digest; }
    std::string trouble() const override;
    void finish() override;
    // Some host has got something.
    void delivered(const Delivery &d) { if (d.host != index_) remote_.tell(d); }

protected:
    uint64_t run(uint64_t from, uint64_t to) override;

private:
    void heard(const Note &n);
    void wrong(const std::string &what);

    const FabricConfig &all_;
    Flows &flows_;
    const uint32_t index_;
    Remote remote_;
    NodeReport last_;
    std::string wrong_;
    bool known_ = false, told_end_ = false, reported_ = false;
};

// A digest of all that two processes of one fabric must have in common.
uint64_t common_digest(const FabricConfig &c, const Flows &flows);
// "simbricks:PATH", with the node number for a % in it. False if it is none.
bool read_wire(const std::string &kind, uint32_t node, std::string *wire);

} // namespace fabric

#endif
