// SPDX-License-Identifier: Apache-2.0
//
// See device.h.
#include "fabric/device.h"

#include <ns3/packet.h>
#include <ns3/simulator.h>

#include "wire/frame.h"

namespace fabric {

ns3::TypeId TtpDevice::GetTypeId()
{
    static ns3::TypeId id =
        ns3::TypeId("fabric::TtpDevice").SetParent<ns3::NetDevice>().AddConstructor<TtpDevice>();
    return id;
}

void TtpDevice::attach(Flows *flows, uint32_t index, const Clock *clock, uint64_t delay)
{
    flows_ = flows;
    index_ = index;
    clock_ = clock;
    delay_ = delay;
}

ns3::Mac48Address TtpDevice::address_of(uint32_t index)
{
    const uint64_t a = static_cast<uint64_t>(OUI) << 24 | (index + 1);
    uint8_t b[6];
    for (unsigned i = 0; i < 6; i++) b[i] = static_cast<uint8_t>(a >> (8 * (5 - i)));
    ns3::Mac48Address m;
    m.CopyFrom(b);
    return m;
}

// The protocol number is the tag of the flow; on the wire there is no place for it.
bool TtpDevice::Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address &to, uint16_t protocol)
{
    if (!ns3::Mac48Address::IsMatchingType(to) || packet->GetSize() == 0) return false;
    uint8_t b[6];
    uint32_t node = 0;
    ns3::Mac48Address::ConvertFrom(to).CopyTo(b);
    for (unsigned i = 3; i < 6; i++) node = node << 8 | b[i];
    if (node == 0 || node > flows_->hosts() || node == index_ + 1) return false;
    std::vector<uint8_t> data(packet->GetSize());
    packet->CopyData(data.data(), packet->GetSize());
    const auto now = static_cast<uint64_t>(ns3::Simulator::Now().GetTimeStep());
    const uint64_t cycle = (now + clock_->period_ps - 1) / clock_->period_ps;
    flows_->add(index_, node - 1, 0, std::move(data), cycle + delay_, protocol);
    return true;
}

void TtpDevice::deliver(uint32_t flow, uint64_t cycle)
{
    const auto then = static_cast<int64_t>(cycle * clock_->period_ps);
    const int64_t wait = then - ns3::Simulator::Now().GetTimeStep();
    ns3::Simulator::Schedule(ns3::Time(wait), &TtpDevice::hand_up, this, flow);
}

void TtpDevice::hand_up(uint32_t flow)
{
    const Flow &f = (*flows_)[flow];
    const std::vector<uint8_t> &d = *flows_->data(flow);
    if (receive_.IsNull()) return;
    const auto packet = ns3::Create<ns3::Packet>(d.data(), static_cast<uint32_t>(d.size()));
    receive_(this, packet, static_cast<uint16_t>(f.tag), address_of(f.src));
}

} // namespace fabric
