// SPDX-License-Identifier: Apache-2.0
//
// TTP inside of UDP and IPv4: a frame from TTPoE form to IPv4 form and back, without time. Typed
// from docs/port.md, whose rules the comments name; rtl/port and its model are other readings.
#ifndef TTPSIM_IPV4_H
#define TTPSIM_IPV4_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "wire/frame.h"

constexpr uint32_t ETHERTYPE_IPV4 = 0x0800;
constexpr uint32_t TTP_PORT = 420;
constexpr size_t UDP_END = 42;                  // the TTP header begins here in both forms

// Why a frame in IPv4 form is dropped (ip.bad), in the order in which the rules count.
enum Ipv4Rule : unsigned { IP_GOOD, IP_VERSION, IP_CHECKSUM, IP_FRAGMENT, IP_LENGTH, IP_SOURCE,
                           IP_RULES };

const char *ipv4_rule(unsigned rule);           // its label: "ip.version"

struct Ipv4Header {
    uint32_t version, words, dscp, ecn, total, fragment, ttl, protocol, checksum, src, dst;
    uint32_t udp_src, udp_dst, udp_length;
    bool sum_right;
    bool ttp() const { return words == 5 && protocol == 17 && udp_dst == TTP_PORT; }
};

// False: another EtherType, or it ends before the end of a UDP header.
bool read_ipv4(const std::vector<uint8_t> &b, Ipv4Header *h);
// The first rule that the frame breaks whoever receives it, or IP_GOOD.
Ipv4Rule ipv4_fault(const Ipv4Header &h);
// ip.in: the headers between these nodes take the place of those of UDP and IPv4.
void to_ttpoe(Frame *f, uint32_t src, uint32_t dst);

std::string ipv4_text(uint32_t address);        // "10.0.0.1"
bool read_ipv4_text(const std::string &s, uint32_t *address);

enum class UdpSource { ttp, peer, frame };      // ip.ports: PORTS 0, 1, 2

struct Ipv4Route {
    uint32_t node = 0, mask = 0;
    std::array<uint8_t, 6> hop{};
};

struct Ipv4Config {
    uint32_t address = 0;
    unsigned prefix = 8;                        // 8 to 32
    uint32_t dscp = 0;
    bool any_port = false;
    UdpSource source = UdpSource::ttp;          // of all routes
    std::vector<Ipv4Route> routes;

    uint32_t host_mask() const { return prefix >= 32 ? 0 : 0xffffffff >> prefix; }
    uint32_t node(uint32_t a) const { return a & host_mask() & 0xffffff; }
    const Ipv4Route *route(uint32_t node) const;            // NULL: it has none (ip.route)
};

// One MAC's frames, between the two forms, in IPv4 mode.
class Ipv4Port {
public:
    enum Kind { as_it_is, turned, dropped, other };

    explicit Ipv4Port(const Ipv4Config &c) : c_(c) {}

    // A frame of the MAC: turned into IPv4 form, or as it is (ip.out).
    Kind send(Frame *f);
    // One from the wire: as it is if in TTPoE form, turned into that, dropped by a rule, or other.
    Kind receive(Frame *f, Ipv4Rule *why);

    const Ipv4Config &config() const { return c_; }

private:
    Ipv4Config c_;
    uint32_t sends_ = 0;                        // with UdpSource::frame
};

#endif
