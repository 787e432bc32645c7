// SPDX-License-Identifier: Apache-2.0
//
// A switch: store and forward, one queue a port, each frame to the port that its route says. Where
// the route has several ports, one of them is chosen.
//
// A queue is known by when it will be empty: its depth is what the line still has to carry, in
// bytes with the gaps between frames, the rest of the frame under way among them.
#ifndef TTPFABRIC_SWITCH_H
#define TTPFABRIC_SWITCH_H

#include <functional>
#include <string>
#include <vector>

#include "fabric/actor.h"
#include "fabric/link.h"
#include "rng.h"

namespace fabric {

enum class Spray { ecmp, rr, random, least };

struct SwitchConfig {
    Spray spray = Spray::ecmp;
    uint64_t buffer = 2000000;       // bytes a port, or of all ports together if shared
    bool shared = false;
    double alpha = 1;                // shared: a port may have alpha times what is free
    uint32_t rate = 64;              // bytes a cycle and port
    uint32_t latency = 0;            // cycles from a frame's last byte to the queue
    uint64_t seed = 1;
};

class Switch : public Actor {
public:
    Switch(Clock &clock, const SwitchConfig &c, std::string name, uint32_t number);

    // Ports are counted from 0 in the order in which they are added.
    uint32_t add_port(Link *out, Link *in);
    // The ports to a node: [first, first + n), of which one is chosen. Set before the run.
    struct Route {
        uint32_t first = 0, n = 1;
    };
    std::function<Route(uint32_t node)> route;
    // May this port be used for the node at this cycle? Not set: always. Only asked of a choice.
    std::function<bool(uint32_t port, uint32_t node, uint64_t cycle)> usable;
    // A queue has held `depth` bytes at cycle `from`, and has only drained until `to`.
    std::function<void(uint64_t from, uint64_t to, uint64_t depth)> drained;
    std::function<void(uint64_t cycle)> dropped;
    // Tells of all queues up to the end of the run.
    void finish(uint64_t to);
    uint32_t rate() const { return cfg_.rate; }

    struct Port {
        Link *out, *in;
        uint64_t line_end = 0;       // in bytes of line time
        uint64_t since = 0;          // cycle up to which the queue was told of
        uint64_t frames = 0, dropped = 0, deepest = 0;
        double depth_sum = 0;        // over the frames that came
    };
    const std::vector<Port> &ports() const { return ports_; }
    const std::string &name() const { return name_; }
    uint64_t no_route = 0;

    // For how long queues had which depth, of the time in which they held anything: a bin has STEP
    // bytes of depth, the time in it is that of so many bytes on the line.
    static constexpr uint64_t STEP = 4096;
    const std::vector<uint64_t> &depths() const { return depths_; }

protected:
    uint64_t run(uint64_t from, uint64_t to) override;

private:
    struct Came {
        uint64_t at;
        uint32_t port;
        FramePtr frame;
    };
    void forward(Came *c);
    bool choose(const Came &c, uint32_t *port);
    uint64_t depth(const Port &p, uint64_t line_now) const
    {
        return p.line_end > line_now ? p.line_end - line_now : 0;
    }
    uint64_t limit(uint64_t line_now) const;
    void tell(Port *p, uint64_t to);

    SwitchConfig cfg_;
    std::string name_;
    std::vector<Port> ports_;
    std::vector<Came> came_;
    std::vector<uint32_t> choice_;
    std::vector<uint64_t> depths_;
    Rng rng_;
    uint64_t salt_;
    uint32_t turn_ = 0;
};

} // namespace fabric

#endif
