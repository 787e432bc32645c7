// SPDX-License-Identifier: Apache-2.0
//
// A MAC as a device of an ns-3 node: whatever speaks to an ns-3 NetDevice can have one of these.
// Its address is 98:ED:5C and the node number. Send() puts a packet into the host's queue, which
// has no end; the peer gets it whole, once, and in order, whatever the fabric loses. The packet is
// at the MAC one cable delay after Send(), so that the result does not depend on the quantum.
#ifndef TTPFABRIC_DEVICE_H
#define TTPFABRIC_DEVICE_H

#include <ns3/channel.h>
#include <ns3/mac48-address.h>
#include <ns3/net-device.h>
#include <ns3/node.h>

#include "fabric/endpoint.h"

namespace fabric {

class TtpDevice : public ns3::NetDevice {
public:
    static ns3::TypeId GetTypeId();

    void attach(Flows *flows, uint32_t index, const Clock *clock, uint64_t delay);
    // A flow of Send() has come whole, in `cycle`.
    void deliver(uint32_t flow, uint64_t cycle);
    static ns3::Mac48Address address_of(uint32_t index);

    bool Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address &to, uint16_t protocol) override;
    bool SendFrom(ns3::Ptr<ns3::Packet>, const ns3::Address &, const ns3::Address &,
                  uint16_t) override
    {
        return false;
    }
    bool SupportsSendFrom() const override { return false; }
    void SetReceiveCallback(ReceiveCallback cb) override { receive_ = cb; }
    void SetPromiscReceiveCallback(PromiscReceiveCallback) override {}

    void SetIfIndex(const uint32_t i) override { if_index_ = i; }
    uint32_t GetIfIndex() const override { return if_index_; }
    ns3::Ptr<ns3::Channel> GetChannel() const override { return nullptr; }
    void SetAddress(ns3::Address) override {}
    ns3::Address GetAddress() const override { return address_of(index_); }
    bool SetMtu(const uint16_t mtu) override { return mtu > 0; }
    uint16_t GetMtu() const override { return 65535; }
    bool IsLinkUp() const override { return true; }
    void AddLinkChangeCallback(ns3::Callback<void>) override {}
    bool IsBroadcast() const override { return false; }
    ns3::Address GetBroadcast() const override { return ns3::Mac48Address::GetBroadcast(); }
    bool IsMulticast() const override { return false; }
    ns3::Address GetMulticast(ns3::Ipv4Address) const override { return GetBroadcast(); }
    ns3::Address GetMulticast(ns3::Ipv6Address) const override { return GetBroadcast(); }
    bool IsBridge() const override { return false; }
    bool IsPointToPoint() const override { return false; }
    ns3::Ptr<ns3::Node> GetNode() const override { return node_; }
    void SetNode(ns3::Ptr<ns3::Node> node) override { node_ = node; }
    bool NeedsArp() const override { return false; }

private:
    void hand_up(uint32_t flow);

    Flows *flows_ = nullptr;
    const Clock *clock_ = nullptr;
    uint32_t index_ = 0, if_index_ = 0;
    uint64_t delay_ = 0;
    ns3::Ptr<ns3::Node> node_;
    ReceiveCallback receive_;
};

} // namespace fabric

#endif
