// SPDX-License-Identifier: Apache-2.0
//
// See topology.h.
#include "fabric/topology.h"

#include <cstdio>

namespace fabric {

uint32_t Shape::nodes() const
{
    return kind == pair ? 2 : kind == star ? hosts : leaves * hosts;
}

std::string Shape::text() const
{
    if (kind == pair) return "pair";
    if (kind == star) return "star:" + std::to_string(hosts);
    return "leaf-spine:" + std::to_string(leaves) + "x" + std::to_string(spines) + "x"
        + std::to_string(hosts);
}

bool parse_shape(const std::string &text, Shape *s, std::string *why)
{
    unsigned long a = 0, b = 0, c = 0;
    int end = 0;
    const char *t = text.c_str();
    const auto all = [&] { return static_cast<size_t>(end) == text.size(); };

    if (text == "pair") {
        s->kind = Shape::pair;
        return true;
    }
    const bool digits = text.find_first_of("-+ ", text.find(':')) == std::string::npos;
    if (digits && sscanf(t, "star:%9lu%n", &c, &end) == 1 && all()) {
        s->kind = Shape::star;
        a = b = 1;
    } else if (digits && sscanf(t, "leaf-spine:%9lux%9lux%9lu%n", &a, &b, &c, &end) == 3 && all()) {
        s->kind = Shape::leaf_spine;
    } else {
        *why = "--topology " + text + " is none of pair, star:N, leaf-spine:LxSxH";
        return false;
    }
    if (!a || !b || !c || a * c < 2) {
        *why = "--topology " + text + ": a fabric has at least two nodes, and no part of it is 0";
        return false;
    }
    if (a > NODES_MAX || c > NODES_MAX || a * c > NODES_MAX || b > 4096) {
        *why = "--topology " + text + ": more than " + std::to_string(NODES_MAX)
            + " nodes or 4096 spines";
        return false;
    }
    s->leaves = static_cast<uint32_t>(a);
    s->spines = static_cast<uint32_t>(b);
    s->hosts = static_cast<uint32_t>(c);
    return true;
}

Topology::Topology(Clock &clock, const Shape &s, const SwitchConfig &c, const Cable &cable)
    : clock_(clock), shape_(s), cfg_(c), cable_(cable)
{
    if (s.kind == Shape::star) {
        switches_.push_back(std::make_unique<Switch>(clock_, cfg_, "switch", 0));
        switches_[0]->route = [](uint32_t node) { return Switch::Route{ node - 1, 1 }; };
    }
    if (s.kind == Shape::leaf_spine) leaf_spine();
}

Link *Topology::make(const std::string &from, const std::string &to)
{
    Link &l = links_.emplace_back();
    l.name = from + ">" + to;
    l.delay = cable_.delay;
    return &l;
}

// Ports of a leaf: its nodes, then the spines. Ports of a spine: the leaves.
void Topology::leaf_spine()
{
    const uint32_t hosts = shape_.hosts, spines = shape_.spines;

    for (uint32_t i = 0; i < shape_.leaves; i++) {
        const std::string name = "leaf" + std::to_string(i);
        switches_.push_back(std::make_unique<Switch>(clock_, cfg_, name, i));
        Switch &leaf = *switches_.back();
        leaf.route = [=](uint32_t node) {
            const uint32_t at = node - 1;
            return at / hosts == i ? Switch::Route{ at % hosts, 1 }
                                   : Switch::Route{ hosts, spines };
        };
        leaf.usable = [this, i, hosts, spines](uint32_t port, uint32_t node, uint64_t cycle) {
            const uint32_t spine = port - hosts, far = (node - 1) / hosts;
            return works(*up_[i * spines + spine], cycle)
                && works(*back_[far * spines + spine], cycle);
        };
        if (cable_.down.empty()) leaf.usable = nullptr;
    }
    for (uint32_t i = 0; i < spines; i++) {
        const std::string name = "spine" + std::to_string(i);
        switches_.push_back(std::make_unique<Switch>(clock_, cfg_, name, shape_.leaves + i));
        switches_.back()->route = [=](uint32_t node) {
            return Switch::Route{ (node - 1) / hosts, 1 };
        };
    }
}

void Topology::connect(const std::vector<std::unique_ptr<Endpoint>> &nodes)
{
    if (shape_.kind == Shape::pair) {
        Link *there = make("0", "1"), *back = make("1", "0");
        nodes[0]->connect(there, back);
        nodes[1]->connect(back, there);
        return;
    }
    for (uint32_t i = 0; i < nodes.size(); i++) {
        Switch &s = *switches_[shape_.kind == Shape::star ? 0 : i / shape_.hosts];
        const std::string me = std::to_string(i);
        Link *up = make(me, s.name()), *down = make(s.name(), me);
        nodes[i]->connect(up, down);
        s.add_port(down, up);
    }
    if (shape_.kind == Shape::star) return;
    for (uint32_t i = 0; i < shape_.leaves; i++) {
        for (uint32_t k = 0; k < shape_.spines; k++) {
            Switch &leaf = *switches_[i], &spine = *switches_[shape_.leaves + k];
            Link *up = make(leaf.name(), spine.name()), *down = make(spine.name(), leaf.name());
            leaf.add_port(up, down);
            spine.add_port(down, up);
            up_.push_back(up);
            back_.push_back(down);
        }
    }
}

Link *Topology::find(const std::string &name)
{
    for (Link &l : links_)
        if (l.name == name) return &l;
    return nullptr;
}

bool Topology::harm(std::string *why)
{
    if (!cable_.loss_at.empty() && !find(cable_.loss_at)) {
        *why = "--loss: there is no cable " + cable_.loss_at + " in " + shape_.text();
        return false;
    }
    uint64_t stream = 0x6c6f7373;
    for (Link &l : links_) {
        const bool lossy = cable_.loss_at.empty() || l.name == cable_.loss_at;
        if (lossy && cable_.loss > 0) l.set_loss(cable_.loss, cfg_.seed, stream);
        stream++;
    }
    for (const Cable::Down &d : cable_.down) {
        const size_t cut = d.name.find('>');
        Link *there = find(d.name);
        Link *back = there ? find(d.name.substr(cut + 1) + ">" + d.name.substr(0, cut)) : nullptr;
        if (!back) {
            *why = "--down: there is no cable " + d.name + " in " + shape_.text();
            return false;
        }
        there->down.push_back(d.outage);
        back->down.push_back(d.outage);
    }
    return true;
}

// As the switches know it: with a delay, when it goes and when it comes back.
bool Topology::works(const Link &l, uint64_t cycle) const
{
    return l.down.empty() || cycle < cable_.detect || !l.is_down(cycle - cable_.detect);
}

} // namespace fabric
