// SPDX-License-Identifier: Apache-2.0
//
// See fabric.h.
#include "fabric/fabric.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include <ns3/simulator.h>
#include <ns3/string.h>
#include <ns3/type-id.h>

#include "clocks.h"
#include "fabric/pins_node.h"
#include "fabric/rules_node.h"
#include "fabric/simbricks_node.h"
#include "rng.h"

namespace fabric {

namespace {

constexpr uint64_t WATCH = 4096;     // cycles between two looks at whether all is well

} // namespace

// Between two MACs without a switch a frame arrives with its first beat, but is known with its
// last. To another process it is half a delay; see remote.h.
uint64_t Fabric::quantum_of(const FabricConfig &c)
{
    const uint64_t beats = (HEADER + PAYLOAD_MAX + c.end.beat() - 1) / c.end.beat();
    if (c.shape.kind != Shape::pair) return c.across ? c.cable.delay / 2 : c.cable.delay;
    return c.cable.delay < beats ? 0 : c.cable.delay - beats + 1;
}

Fabric::Fabric(const FabricConfig &c)
    : cfg_(c), flows_(c.shape.nodes(), c.payload), power_up_(cfg_.end),
      topology_(clock_, c.shape, c.sw, c.cable)
{
    if (ns3::Time::GetResolution() != ns3::Time::PS) ns3::Time::SetResolution(ns3::Time::PS);
    ns3::ObjectFactory queue;
    queue.SetTypeId("ns3::PriorityQueueScheduler");
    ns3::Simulator::SetScheduler(queue);
    clock_.period_ps = c.period_ps;
    clock_.quantum = c.quantum ? c.quantum : quantum_of(c);
    if (!cfg_.patience)
        cfg_.patience = std::max<uint64_t>(1000000, 100ull * cfg_.end.timeout);
}

Fabric::~Fabric() { ns3::Simulator::Destroy(); }

bool Fabric::plant(Endpoint *e)
{
    if (cfg_.plant.port.empty() || e->kind() != Kind::lockstep) return false;
    static_cast<PinsNode *>(e)->plant(cfg_.plant);
    cfg_.plant.port.clear();
    return true;
}

bool Fabric::capture(std::string *why)
{
    const uint32_t node = cfg_.pcap_node + 1;
    const uint8_t address[6] = { 0x98, 0xed, 0x5c, static_cast<uint8_t>(node >> 16),
                                 static_cast<uint8_t>(node >> 8), static_cast<uint8_t>(node) };
    const std::string name = std::to_string(cfg_.pcap_node);

    if (!capture_.open(cfg_.pcap, "ttpfabric", cfg_.command, why)) return false;
    capture_.interface(name + ".tx", "sent by node " + name, address);
    capture_.interface(name + ".rx", "received by node " + name, address);
    nodes_[cfg_.pcap_node]->capture = &capture_;
    return true;
}

bool Fabric::make(uint32_t i, std::string *why)
{
    const Kind k = cfg_.kinds[i];
    Host &host = flows_.host(i);
    if (k == Kind::simbricks) {
        auto node = std::make_unique<SimbricksNode>(clock_, cfg_, flows_, i, pool_);
        across_.push_back(node.get());
        nodes_.push_back(std::move(node));
        return across_.back()->open(why);
    }
    if (k == Kind::rules) {
        nodes_.push_back(std::make_unique<RulesNode>(clock_, cfg_.end, host, i + 1, pool_));
        return true;
    }
    std::unique_ptr<Dut> dut = power_up_.make(k, i + 1, why);
    if (!dut) return false;
    nodes_.push_back(std::make_unique<PinsNode>(clock_, cfg_.end, host, i + 1, pool_, k,
                                                std::move(dut)));
    plant(nodes_.back().get());
    return true;
}

bool Fabric::build(std::string *why)
{
    const double begin = cpu_seconds();
    const uint64_t most = quantum_of(cfg_);
    if (!most || clock_.quantum > most) {
        *why = "a cable of " + std::to_string(cfg_.cable.delay) + " cycles is too short"
            + (most ? " for a quantum of " + std::to_string(clock_.quantum) : "");
        return false;
    }
    for (uint32_t i = 0; i < flows_.hosts(); i++) {
        if (!make(i, why)) return false;
        const auto node = ns3::CreateObject<ns3::Node>();
        devices_.push_back(ns3::CreateObject<TtpDevice>());
        devices_.back()->attach(&flows_, i, &clock_, cfg_.cable.delay);
        node->AddDevice(devices_.back());
    }
    topology_.connect(nodes_);
    if (!cfg_.pcap.empty() && !capture(why)) return false;
    if (!topology_.harm(why)) return false;
    for (auto &n : nodes_) n->wake(0);
    flows_.added = [this](uint32_t host, uint64_t cycle) {
        nodes_[host]->wake(std::max(cycle, clock_.now));
    };
    flows_.finished = [this](uint32_t flow, uint64_t cycle) { finished(flow, cycle); };
    flows_.progress = [this](uint64_t cycle, uint32_t n) { bucket_at(cycle).bytes += n; };
    if (!across_.empty())
        flows_.arrived = [this](const Delivery &d) {
            for (SimbricksNode *n : across_) n->delivered(d);
        };
    for (auto &s : topology_.switches()) {
        s->dropped = [this](uint64_t cycle) { bucket_at(cycle).drops++; };
        s->drained = [this, rate = s->rate()](uint64_t from, uint64_t to, uint64_t depth) {
            drained(from, to, depth, rate);
        };
    }
    if (!bucket_) bucket_ = cfg_.bucket ? cfg_.bucket : 1000;
    start_seconds_ = cpu_seconds() - begin;
    return true;
}

bool Fabric::load(std::string *why)
{
    work_ = Workload::make(cfg_.work, flows_, why);
    if (!work_) return false;
    bucket_ = cfg_.bucket ? cfg_.bucket : std::max<uint64_t>(64, bound() / 100);
    return !cfg_.end.lives.any() || harm(why);
}

// Before the MACs are there: each looks at its host for it.
bool Fabric::harm(std::string *why)
{
    const EndConfig &e = cfg_.end;
    if (work_->shortest(cfg_.payload) < GIFT_MIN) {
        *why = "--closes, --restarts: a payload has less than " + std::to_string(GIFT_MIN)
            + " bytes, by which it is known";
        return false;
    }
    LivesSetting s;
    s.harm = e.lives;
    s.seed = e.seed;
    s.longest = std::max(e.timeout, e.backoff);
    s.settle = e.params.rx_cells * uint64_t{ 64 } / e.beat() + 4096 + cfg_.cable.delay;
    s.carries = cfg_.cable.down.empty();
    flows_.harm(s, work_->of_each(cfg_.payload));
    flows_.changed = [this] { end_if_done(); };
    return true;
}

std::string Fabric::missed()
{
    return cfg_.end.lives.any() ? lives_missed(flows_, cfg_.end.lives) : "";
}

void Fabric::finished(uint32_t flow, uint64_t cycle)
{
    if (flows_.data(flow)) devices_[flows_[flow].dst]->deliver(flow, cycle);
    else if (work_) work_->finished(flow, cycle);
    end_if_done();
}

// No actor is as far, whatever the quantum.
void Fabric::end_if_done()
{
    if (!work_ || clock_.end != NEVER || !flows_.done()) return;
    clock_.end = std::max(flows_.last, flows_.last_harm) + cfg_.drain + 2 * cfg_.cable.delay;
}

Bucket &Fabric::bucket_at(uint64_t cycle)
{
    const size_t i = cycle / bucket_;
    if (i >= series_.size()) series_.resize(i + 1);
    return series_[i];
}

// A queue that drains is deepest where a bucket begins.
void Fabric::drained(uint64_t from, uint64_t to, uint64_t depth, uint64_t rate)
{
    uint64_t gone = 0;
    for (uint64_t at = from; gone < depth; gone = (at - from) * rate) {
        uint64_t &deepest = bucket_at(at).deepest;
        deepest = std::max(deepest, depth - gone);
        at = (at / bucket_ + 1) * bucket_;
        if (at >= to) break;
    }
}

std::string Fabric::trouble() const
{
    if (!flows_.error().empty()) return flows_.error();
    for (const auto &n : nodes_) {
        const std::string t = n->trouble();
        if (!t.empty()) return t;
    }
    return power_up_.assertion_failed() ? "an assertion of the RTL has failed" : "";
}

// One line that overwrites itself: how far, and how long it will take from here on.
void Fabric::say()
{
    const double now = wall_seconds();
    if (now - said_ < 1) return;
    said_ = now;
    const uint64_t all = std::max(flows_.payloads, work_->payloads(cfg_.payload));
    const double part = static_cast<double>(flows_.delivered) / static_cast<double>(all);
    const double left = part > 0 ? (now - began_) * (1 - part) / part : 0;
    fprintf(stderr, "\rttpfabric: cycle %" PRIu64 ", %" PRIu64 " of %" PRIu64
            " payloads, %.0f %%, about %.0f s to go   ", clock_.now, flows_.delivered,
            all, 100 * part, left);
}

void Fabric::watch()
{
    const auto now =
        static_cast<uint64_t>(ns3::Simulator::Now().GetTimeStep()) / clock_.period_ps;
    if (flows_.delivered != watched_) {
        watched_ = flows_.delivered;
        watched_at_ = now;
    }
    stuck_ = clock_.end == NEVER && now - watched_at_ > cfg_.patience;
    if (stuck_ || !trouble().empty()) return ns3::Simulator::Stop();
    if (cfg_.progress) say();
    if (now >= clock_.end) return;
    ns3::Simulator::Schedule(ns3::Time(static_cast<int64_t>(WATCH * clock_.period_ps)),
                             &Fabric::watch, this);
}

bool Fabric::run(std::string *why)
{
    const double begin = cpu_seconds();
    began_ = said_ = wall_seconds();
    if (work_) {
        work_->start();
        watch();
    }
    ns3::Simulator::Run();
    for (auto &n : nodes_) n->finish();
    for (auto &s : topology_.switches()) s->finish(clock_.now);
    run_seconds_ = cpu_seconds() - begin;
    if (cfg_.progress && said_ != began_) fprintf(stderr, "\n");
    *why = trouble();
    if (why->empty() && capture_.is_open() && !capture_.close())
        *why = cfg_.pcap + " can not be written";
    if (why->empty() && stuck_)
        *why = "no payload delivered for " + std::to_string(cfg_.patience) + " cycles; "
            + std::to_string(work_->payloads(cfg_.payload) - flows_.delivered) + " are missing";
    return why->empty();
}

uint64_t Fabric::digest() const
{
    uint64_t d = 0;
    for (const auto &n : nodes_) d = mix64(d ^ n->digest());
    return d;
}

} // namespace fabric
