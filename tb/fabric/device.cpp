// SPDX-License-Identifier: Apache-2.0
//
// The MAC as a device of ns-3: packets that an application hands to Send() come out of the peer's
// receive callback, once, in order and unchanged, over a fabric that loses frames. Nodes are of
// every kind that needs no RTL. What can not be sent is refused.
#include <cstdio>
#include <map>
#include <vector>

#include <ns3/packet.h>
#include <ns3/simulator.h>

#include "fabric/fabric.h"
#include "presets.h"
#include "rng.h"

namespace {

constexpr uint32_t NODES = 6, PACKETS = 200;

struct Bench {
    explicit Bench(fabric::Fabric &f) : fabric(f) {}

    // Packet k of src to dst: its length and bytes follow from the three numbers.
    static std::vector<uint8_t> bytes(uint32_t src, uint32_t dst, uint32_t k)
    {
        Rng rng(src * 1000 + dst, k);
        std::vector<uint8_t> b(1 + rng.below(k % 5 ? 3000 : 60000));
        for (uint8_t &x : b) x = static_cast<uint8_t>(rng.next());
        return b;
    }
    void send(uint32_t src, uint32_t dst)
    {
        const uint32_t k = sent[{ src, dst }]++;
        const std::vector<uint8_t> b = bytes(src, dst, k);
        const auto p = ns3::Create<ns3::Packet>(b.data(), static_cast<uint32_t>(b.size()));
        const auto protocol = static_cast<uint16_t>(0x8000 + k);
        ok &= fabric.device(src)->Send(p, fabric::TtpDevice::address_of(dst), protocol);
    }
    bool receive(uint32_t dst, ns3::Ptr<const ns3::Packet> p, uint16_t protocol,
                 const ns3::Address &from)
    {
        uint8_t a[6];
        ns3::Mac48Address::ConvertFrom(from).CopyTo(a);
        const uint32_t src = a[5] - 1u;
        const uint32_t k = got[{ src, dst }]++;
        std::vector<uint8_t> b(p->GetSize());
        p->CopyData(b.data(), p->GetSize());
        const bool good = protocol == 0x8000 + k && b == bytes(src, dst, k);
        if (!good) fprintf(stderr, "node %u: packet %u of node %u is not right\n", dst, k, src);
        ok &= good;
        last = ns3::Simulator::Now().GetTimeStep();
        digest = mix64(digest ^ static_cast<uint64_t>(last)) + src;
        return true;
    }

    fabric::Fabric &fabric;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> sent, got;
    bool ok = true;
    int64_t last = 0;
    uint64_t digest = 0;
};

// What must be the same in every run, or 0 if something was wrong.
uint64_t run(uint64_t quantum)
{
    fabric::FabricConfig c;
    std::string why;
    c.shape = { fabric::Shape::leaf_spine, 2, 2, 3 };
    find_preset("dojo", &c.end.params);
    c.end.timeout = 20000;
    c.end.backoff = 5000;
    c.end.retry_max = 255;
    c.kinds = { fabric::Kind::model, fabric::Kind::model, fabric::Kind::rules,
                fabric::Kind::rules, fabric::Kind::model, fabric::Kind::rules };
    c.cable.loss = 0.002;
    c.quantum = quantum;
    fabric::Fabric f(c);
    if (!f.build(&why)) {
        fprintf(stderr, "%s\n", why.c_str());
        return 0;
    }
    Bench b(f);
    Rng rng(7, 7);
    for (uint32_t i = 0; i < NODES; i++)
        f.device(i)->SetReceiveCallback(
            [&b, i](ns3::Ptr<ns3::NetDevice>, ns3::Ptr<const ns3::Packet> p, uint16_t protocol,
                    const ns3::Address &from) { return b.receive(i, p, protocol, from); });
    for (uint32_t k = 0; k < PACKETS; k++) {
        const uint32_t src = rng.below(NODES), dst = (src + 1 + rng.below(NODES - 1)) % NODES;
        // Not in a whole cycle: time of ns-3 is finer.
        const auto at = static_cast<int64_t>(rng.below(200000)) * 1000 + 7;
        ns3::Simulator::Schedule(ns3::Time(at), &Bench::send, &b, src, dst);
    }
    bool good = f.run(&why) && b.ok && b.sent == b.got && f.flows().delivered > PACKETS;
    if (!good) fprintf(stderr, "quantum %lu: %s\n", static_cast<unsigned long>(quantum),
                       why.empty() ? "packets are missing or wrong" : why.c_str());
    uint64_t lost = 0;
    for (const fabric::Link &l : f.topology().links()) lost += l.lost;
    const auto d = f.device(0);
    const auto p = ns3::Create<ns3::Packet>(10);
    const auto none = ns3::Create<ns3::Packet>();
    const auto to = [](uint32_t i) { return fabric::TtpDevice::address_of(i); };
    const bool refused = !d->Send(p, to(0), 1) && !d->Send(p, to(NODES), 1)
        && !d->Send(none, to(1), 1) && !d->Send(p, d->GetBroadcast(), 1);
    if (!lost) fprintf(stderr, "nothing was lost\n");
    if (!refused) fprintf(stderr, "a packet that can not be sent was taken\n");
    printf("quantum %lu: %u packets, %lu frames lost, last at %.3f us\n",
           static_cast<unsigned long>(quantum), PACKETS, static_cast<unsigned long>(lost),
           static_cast<double>(b.last) * 1e-6);
    return good && lost && refused ? b.digest | 1 : 0;
}

} // namespace

int main()
{
    const uint64_t a = run(0), b = run(1);
    if (a != b) fprintf(stderr, "the quantum has changed what an application sees\n");
    const bool ok = a && a == b;
    printf("%s\n", ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
