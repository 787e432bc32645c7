// SPDX-License-Identifier: Apache-2.0
//
// See simbricks_node.h.
#include "fabric/simbricks_node.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include <ns3/simulator.h>

#include "params.h"
#include "rng.h"

namespace fabric {

SimbricksNode::SimbricksNode(Clock &clock, const FabricConfig &c, Flows &flows, uint32_t index,
                             FramePool &pool)
    : Endpoint(clock, c.end, flows.host(index), index + 1, pool), all_(c), flows_(flows),
      index_(index), remote_(clock, pool, c.cable.delay, flows.hosts())
{
    remote_.heard = [this](const Note &n) { heard(n); };
}

bool SimbricksNode::open(std::string *why)
{
    if (remote_.open(all_.wires[index_], false, why)) return true;
    *why = "node " + std::to_string(index_) + ": " + *why;
    return false;
}

std::string SimbricksNode::trouble() const
{
    if (wrong_.empty()) return "";
    return "node " + std::to_string(index_) + ": " + wrong_;
}

void SimbricksNode::wrong(const std::string &what)
{
    if (wrong_.empty()) wrong_ = what;
    ns3::Simulator::Stop();
}

void SimbricksNode::heard(const Note &n)
{
    switch (n.kind) {
    case Note::hello:
        known_ = true;
        if (n.node != index_)
            wrong("at its other end is node " + std::to_string(n.node));
        else if (n.value != common_digest(all_, flows_))
            wrong("its process has other options, or other flows");
        break;
    case Note::delivered:
        for (const Delivery &d : n.deliveries)
            if (d.host == index_) host_.delivered(d.cycle, d.from, d.bytes, nullptr, d.key);
        break;
    case Note::report:
        last_ = n.last;
        reported_ = true;
        if (!last_.trouble.empty()) wrong(last_.trouble);
        break;
    case Note::end:
        break;
    }
}

// The host of this node is in the other process. Here its payloads are only put into the order in
// which the receivers will see them. By then all flows that begin before are known.
uint64_t SimbricksNode::run(uint64_t from, uint64_t to)
{
    const uint64_t q = clock().quantum;
    Payload p;
    while (host_.next(from - std::min(from, q), &p)) {}
    if (clock().end != NEVER && !told_end_) {
        Note n;
        n.kind = Note::end;
        n.value = clock().end;
        remote_.tell(n);
        told_end_ = true;
    }
    if (!remote_.exchange(from, in_link(), out())) wrong(remote_.error());
    else if (remote_.ended() && !reported_ && known_) wrong("its process has ended before the run");
    const bool flows = std::any_of(flows_.all().begin(), flows_.all().end(), [this](const Flow &f) {
        return f.src == index_ || f.dst == index_;
    });
    if (!known_ && from >= 2 * q && flows)
        wrong("it has flows, and at its other end is no ttpfabric --node");
    return wrong_.empty() ? to : NEVER;
}

void SimbricksNode::finish()
{
    if (!wrong_.empty() || !told_end_) return;
    // A stranger is only told the end: it would go on for ever with such a promise.
    if (known_) remote_.finish();
    if (remote_.strange)
        fprintf(stderr, "ttpfabric: node %u: %" PRIu64 " frames came that are for no MAC here\n",
                index_, remote_.strange);
    if (known_ && !remote_.await([this] { return reported_; }))
        wrong("its process has not told how it ended");
}

uint64_t common_digest(const FabricConfig &c, const Flows &flows)
{
    uint64_t d = 0;
    const auto add = [&d](uint64_t v) { d = mix64(d ^ v); };
    const std::string name = params_name(c.end.params) + " " + c.shape.text();
    for (const char x : name) add(static_cast<uint8_t>(x));
    for (const uint64_t v : { uint64_t{ c.end.timeout }, uint64_t{ c.end.backoff },
                              uint64_t{ c.end.retry_max }, uint64_t{ c.end.reack },
                              uint64_t{ c.end.window }, uint64_t{ c.end.nack_once }, c.end.seed,
                              c.cable.delay, c.period_ps, uint64_t{ c.payload } }) add(v);
    for (const Flow &f : flows.all())
        for (const uint64_t v : { uint64_t{ f.src }, uint64_t{ f.dst }, uint64_t{ f.vc }, f.bytes,
                                  f.start }) add(v);
    return d;
}

bool read_wire(const std::string &kind, uint32_t node, std::string *wire)
{
    const std::string name = kind_name(Kind::simbricks);
    if (kind.compare(0, name.size() + 1, name + ":") != 0) return false;
    wire->clear();
    for (const char c : kind.substr(name.size() + 1)) {
        if (c == '%') *wire += std::to_string(node);
        else *wire += c;
    }
    return true;
}

} // namespace fabric
