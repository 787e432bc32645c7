// SPDX-License-Identifier: Apache-2.0
//
// See alone.h.
#include "fabric/alone.h"

#include <algorithm>
#include <cstdio>

#include <ns3/simulator.h>

#include "fabric/fabric.h"
#include "fabric/pins_node.h"
#include "fabric/remote.h"
#include "fabric/rules_node.h"
#include "fabric/simbricks_node.h"

namespace fabric {

namespace {

// The end of the cable, where the other process begins.
class FarEnd : public Actor {
public:
    FarEnd(Clock &clock, Remote &remote) : Actor(clock), remote_(remote) {}

    Link *to_here = nullptr, *from_here = nullptr;
    std::function<void(uint64_t cycle)> before;

protected:
    uint64_t run(uint64_t from, uint64_t to) override
    {
        before(from);
        if (remote_.exchange(from, *to_here, *from_here) && !remote_.ended()) return to;
        ns3::Simulator::Stop();
        return NEVER;
    }

private:
    Remote &remote_;
};

class Alone {
public:
    explicit Alone(const Options &o)
        : o_(o), cfg_(o.fabric), flows_(cfg_.shape.nodes(), cfg_.payload), power_up_(cfg_.end),
          remote_(clock_, pool_, cfg_.cable.delay, flows_.hosts()), far_(clock_, remote_)
    {
        if (ns3::Time::GetResolution() != ns3::Time::PS) ns3::Time::SetResolution(ns3::Time::PS);
        clock_.period_ps = cfg_.period_ps;
        clock_.quantum = cfg_.quantum ? cfg_.quantum : Fabric::quantum_of(cfg_);
    }
    ~Alone() { ns3::Simulator::Destroy(); }

    bool build(std::string *why);
    bool run(std::string *why);

private:
    bool make_node(std::string *why);
    void connect();
    void heard(const Note &n);
    void order(uint64_t cycle);

    const Options &o_;
    const FabricConfig &cfg_;
    Clock clock_;
    FramePool pool_;
    Flows flows_;
    PowerUp power_up_;
    std::unique_ptr<Endpoint> node_;
    std::unique_ptr<Workload> work_;
    Link up_, down_;
    Remote remote_;
    FarEnd far_;
};

bool Alone::make_node(std::string *why)
{
    const Kind k = cfg_.kinds[o_.node];
    const uint32_t number = o_.node + 1;
    Host &host = flows_.host(o_.node);
    if (k == Kind::rules) {
        node_ = std::make_unique<RulesNode>(clock_, cfg_.end, host, number, pool_);
        return true;
    }
    std::unique_ptr<Dut> dut = power_up_.make(k, number, why);
    if (!dut) return false;
    auto node = std::make_unique<PinsNode>(clock_, cfg_.end, host, number, pool_, k,
                                           std::move(dut));
    if (k == Kind::lockstep && !cfg_.plant.port.empty()) node->plant(cfg_.plant);
    node_ = std::move(node);
    return true;
}

// Losses and outages of this cable are the business of the other process.
void Alone::connect()
{
    up_.delay = down_.delay = cfg_.cable.delay;
    node_->connect(&up_, &down_);
    up_.to = &far_;
    far_.to_here = &up_;
    far_.from_here = &down_;
    far_.before = [this](uint64_t cycle) { order(cycle); };
    remote_.heard = [this](const Note &n) { heard(n); };
    flows_.added = [this](uint32_t host, uint64_t cycle) {
        if (host == o_.node) node_->wake(std::max(cycle, clock_.now));
    };
    flows_.finished = [this](uint32_t flow, uint64_t cycle) { work_->finished(flow, cycle); };
    flows_.arrived = [this](const Delivery &d) {
        if (d.host == o_.node) remote_.tell(d);
    };
}

bool Alone::build(std::string *why)
{
    const uint64_t most = Fabric::quantum_of(cfg_);
    if (!most || clock_.quantum > most) {
        *why = "a cable of " + std::to_string(cfg_.cable.delay) + " cycles is too short";
        return false;
    }
    work_ = Workload::make(cfg_.work, flows_, why);
    if (!work_ || !make_node(why)) return false;
    connect();
    work_->start();
    Note n;
    n.node = o_.node;
    n.value = common_digest(cfg_, flows_);
    remote_.tell(n);
    if (!remote_.open(o_.wire, true, why)) return false;
    node_->wake(0);
    far_.wake(0);
    return true;
}

void Alone::heard(const Note &n)
{
    if (n.kind == Note::end) clock_.end = n.value;
    for (const Delivery &d : n.deliveries)
        if (d.host < flows_.hosts() && d.host != o_.node)
            flows_.host(d.host).delivered(d.cycle, d.from, d.bytes, nullptr, d.key);
}

// The other hosts only put their payloads into the order in which this one will see them. Flows
// that begin as late as a delay ago are all known; none of their payloads has come so far.
void Alone::order(uint64_t cycle)
{
    const uint64_t until = cycle - std::min(cycle, cfg_.cable.delay);
    Payload p;
    for (uint32_t i = 0; i < flows_.hosts(); i++)
        while (i != o_.node && flows_.host(i).next(until, &p)) {}
}

bool Alone::run(std::string *why)
{
    ns3::Simulator::Run();
    NodeReport r;
    r.trouble = flows_.error().empty() ? node_->trouble() : flows_.error();
    if (r.trouble.empty() && power_up_.assertion_failed())
        r.trouble = "an assertion of the RTL has failed";
    *why = r.trouble.empty() ? remote_.error() : r.trouble;
    if (why->empty() && clock_.end == NEVER) *why = "the fabric has ended before the run";
    r.digest = node_->digest();
    r.compared = node_->compared();
    r.clocked = node_->clocked();
    r.counts = node_->counters();
    Note n;
    n.kind = Note::report;
    n.last = r;
    remote_.tell(n);
    remote_.finish();
    return why->empty();
}

} // namespace

int run_alone(const Options &o)
{
    std::string why;
    const auto fail = [&](int exit) {
        fprintf(stderr, "ttpfabric: node %u: %s\n", o.node, why.c_str());
        return exit;
    };
    Alone a(o);
    if (!a.build(&why)) return fail(2);
    return a.run(&why) ? 0 : fail(1);
}

} // namespace fabric
