// SPDX-License-Identifier: Apache-2.0
//
// The shape of a fabric, and its switches and cables.
//
//     pair                 node 0 - node 1, pin to pin over a cable
//     star:N               N nodes on one switch
//     leaf-spine:LxSxH     L leaves with H nodes each, S spines; node i is on leaf i / H
//
// All cables have the same speed and delay. Both ways of a cable have names: `0>leaf0`, `leaf0>0`,
// `leaf0>spine1`, `spine1>leaf0`.
#ifndef TTPFABRIC_TOPOLOGY_H
#define TTPFABRIC_TOPOLOGY_H

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "fabric/endpoint.h"
#include "fabric/switch.h"

namespace fabric {

struct Shape {
    enum Kind { pair, star, leaf_spine } kind = leaf_spine;
    uint32_t leaves = 4, spines = 4, hosts = 4;      // hosts: on each leaf; of a star: in all

    uint32_t nodes() const;
    std::string text() const;
};

constexpr uint32_t NODES_MAX = 65536;

// False and *why, one line, if it is none or does not fit.
bool parse_shape(const std::string &text, Shape *s, std::string *why);

struct Cable {
    uint64_t delay = 100;            // cycles
    double loss = 0;
    std::string loss_at;             // only this one; empty: all
    struct Down {
        std::string name;            // both ways of it go down
        Outage outage;
    };
    std::vector<Down> down;
    uint64_t detect = 20000;         // cycles until switches no longer choose a way that is down
};

class Topology {
public:
    Topology(Clock &clock, const Shape &s, const SwitchConfig &c, const Cable &cable);

    // A cable from each node. Call once, when all nodes are there.
    void connect(const std::vector<std::unique_ptr<Endpoint>> &nodes);
    // Losses and outages, when the cables are there. False and *why if one has no such name.
    bool harm(std::string *why);

    std::deque<Link> &links() { return links_; }
    std::vector<std::unique_ptr<Switch>> &switches() { return switches_; }
    Link *find(const std::string &name);

private:
    Link *make(const std::string &from, const std::string &to);
    void leaf_spine();
    bool works(const Link &l, uint64_t cycle) const;

    Clock &clock_;
    Shape shape_;
    SwitchConfig cfg_;
    Cable cable_;
    std::deque<Link> links_;
    std::vector<std::unique_ptr<Switch>> switches_;  // leaves, then spines
    std::vector<Link *> up_, back_;                  // leaf * spines + spine; spine to leaf
};

} // namespace fabric

#endif
