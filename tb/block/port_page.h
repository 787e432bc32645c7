// SPDX-License-Identifier: Apache-2.0
//
// docs/port.md, read once more: what a frame becomes under some registers, without time and without
// a look at RTL or model. For tb/block/ttp_port.cpp.
#ifndef PORT_PAGE_H
#define PORT_PAGE_H

#include <cstdint>
#include <optional>
#include <vector>
#include "tb_util.h"

using port_bytes = std::vector<uint8_t>;

enum { N_OTHER_RX, N_OTHER_DROP, N_OTHER_BAD, N_OTHER_TX, N_OTHER_LONG, N_IP_RX, N_IP_TX,
       N_IP_VERSION, N_IP_CHECKSUM, N_IP_FRAGMENT, N_IP_LENGTH, N_IP_SOURCE, N_ALL };

inline uint64_t port_get(const port_bytes &f, size_t at, unsigned n)
{
    uint64_t v = 0;
    for (; n; n--) v = v << 8 | f.at(at++);
    return v;
}
inline void port_put(port_bytes &f, size_t at, unsigned n, uint64_t v)
{
    for (; n; n--, v >>= 8) f.at(at + n - 1) = static_cast<uint8_t>(v);
}

// One's complement of the one's complement sum, one word after the other; byte 24 and 25 as 0.
inline uint16_t port_checksum(const port_bytes &f)
{
    uint16_t sum = 0;
    for (size_t at = 14; at < 34; at += 2) {
        const auto word = static_cast<uint16_t>(at == 24 ? 0 : port_get(f, at, 2));
        sum = static_cast<uint16_t>(sum + word);
        if (sum < word) sum++;
    }
    return static_cast<uint16_t>(~sum);
}

struct port_route {
    bool on = false;
    unsigned ports = 0;
    uint32_t node = 0, mask = 0;
    uint64_t hop = 0;
    bool operator==(const port_route &o) const
    {
        return on == o.on && ports == o.ports && node == o.node && mask == o.mask && hop == o.hop;
    }
};

// Where a frame from the wire goes.
struct port_fate {
    enum { MAC, OTHER, DROPPED } to = MAC;
    bool ip = false;                // to the MAC, out of IPv4 form
    int counter = -1;               // of DROPPED
    port_bytes bytes;               // of the others
};

struct port_regs {
    bool other = false, ipv4 = false, any_port = false;
    uint32_t share = 16, addr = 0, prefix = 8, dscp = 0;
    uint32_t node = 0, mask = 0;                // of the route that ROUTE writes
    uint64_t hop = 0;
    port_route route[ROUTES];

    uint32_t host_bits() const { return 32 - prefix; }
    uint32_t host_part(uint32_t a) const
    {
        return static_cast<uint32_t>(a & ((UINT64_C(1) << host_bits()) - 1));
    }
    uint32_t high_part(uint32_t a) const { return a - host_part(a); }
    uint32_t own() const { return host_part(addr) & 0xFFFFFF; }

    // ip.route
    const port_route *find(uint32_t n) const
    {
        if (host_part(n) != n) return nullptr;
        for (const port_route &r : route)
            if (r.on && ((r.node ^ n) & r.mask) == 0) return &r;
        return nullptr;
    }
    // port.ip
    bool in_ip_form(const port_bytes &f) const
    {
        if (!ipv4 || f.size() < 42 || port_get(f, 12, 2) != 0x0800) return false;
        if (f[14] % 16 != 5 || f[23] != 17 || port_get(f, 30, 4) != addr) return false;
        if (port_get(f, 36, 2) != 420) return false;
        return any_port || port_get(f, 34, 2) == 420;
    }
    // ip.bad: ip.version, ip.checksum, ip.fragment, ip.length, ip.source in this order
    int breaks(const port_bytes &f) const
    {
        const auto from = static_cast<uint32_t>(port_get(f, 26, 4));
        if (f[14] / 16 != 4) return N_IP_VERSION;
        // A sum of 0xFFFF; that of zeros alone is none.
        if (port_checksum(f) != port_get(f, 24, 2)
            && !(port_checksum(f) == 0 && port_get(f, 24, 2) == 0xFFFF)) return N_IP_CHECKSUM;
        if (port_get(f, 20, 2) % 0x4000) return N_IP_FRAGMENT;
        if (port_get(f, 38, 2) + 20 > port_get(f, 16, 2)) return N_IP_LENGTH;
        if (high_part(from) != high_part(addr) || !find(host_part(from))) return N_IP_SOURCE;
        return -1;
    }
    // port.ttp, port.ip, ip.bad, ip.in, port.other
    port_fate receive(const port_bytes &f) const
    {
        port_fate x;
        x.bytes = f;
        if (f.size() < 14 || port_get(f, 12, 2) == 0x9AC6) return x;
        if (!in_ip_form(f)) {
            x.to = other ? port_fate::OTHER : port_fate::MAC;
            return x;
        }
        x.counter = breaks(f);
        if (x.counter >= 0) {
            x.to = port_fate::DROPPED;
            return x;
        }
        const uint64_t we = UINT64_C(0x98ED5C000000) | own();
        const uint64_t peer = UINT64_C(0x98ED5C000000)
                              | host_part(static_cast<uint32_t>(port_get(f, 26, 4)));
        x.ip = true;
        port_put(x.bytes, 0, 6, we);
        port_put(x.bytes, 6, 6, peer);
        port_put(x.bytes, 12, 2, 0x9AC6);
        port_put(x.bytes, 14, 2, 0x0500);
        for (size_t i = 18; i < 34; i++) x.bytes[i] = 0;
        port_put(x.bytes, 34, 3, peer & 0xFFFFFF);
        port_put(x.bytes, 37, 3, own());
        port_put(x.bytes, 40, 2, port_get(f, 38, 2));
        if (f.size() > 50) x.bytes[50] &= 0xFF - 0x20;
        return x;
    }
    // ip.out, ip.ports: a frame of the MAC; sprayed: how many frames went with PORTS 2 before.
    port_bytes send(const port_bytes &f, uint64_t &sprayed, bool *ip) const
    {
        const auto peer = static_cast<uint32_t>(port_get(f, 3, 3));
        const port_route *r = ipv4 ? find(peer) : nullptr;
        port_bytes x = f;
        *ip = r != nullptr;
        if (!r) return x;
        uint64_t port = 420;
        if (r->ports == 1) port = 0xC000 + ((peer & 0x3FFF) ^ (peer >> 14));
        if (r->ports == 2) port = 0xC000 + sprayed++ % 0x4000;
        const uint64_t total = port_get(f, 16, 2);
        port_put(x, 0, 6, r->hop);
        port_put(x, 12, 2, 0x0800);
        port_put(x, 14, 2, 0x4500 + 4 * dscp);
        port_put(x, 16, 2, std::max<uint64_t>(50, total));
        port_put(x, 18, 4, 0x4000);
        port_put(x, 22, 2, 9 * 256 + 17);
        port_put(x, 26, 4, addr);
        port_put(x, 30, 4, high_part(addr) + peer);
        port_put(x, 24, 2, port_checksum(x));
        port_put(x, 34, 2, port);
        port_put(x, 36, 2, 420);
        port_put(x, 38, 2, port_get(f, 40, 2));
        port_put(x, 40, 2, 0);
        return x;
    }

    // What a write does; false: SLVERR, and nothing.
    bool write(uint32_t address, uint32_t v)
    {
        switch (address & 0xFFC) {
        case 0x008: other = v & 1, ipv4 = v & 2, any_port = v & 4; return true;
        case 0x00C: share = v & 0xFF; return true;
        case 0x010: addr = v; return true;
        case 0x014:
            if (v < 8 || v > 32) return false;
            prefix = v;
            return true;
        case 0x018: dscp = v & 0x3F; return true;
        case 0x020: node = v & 0xFFFFFF; return true;
        case 0x024: mask = v & 0xFFFFFF; return true;
        case 0x028: hop = (hop >> 32 << 32) + v; return true;
        case 0x02C: hop = (hop & 0xFFFFFFFF) + (uint64_t{v & 0xFFFF} << 32); return true;
        case 0x030:
            if ((v & 0xFF) >= ROUTES) return false;
            route[v & 0xFF] = { (v >> 8) % 2 == 1, std::min(v >> 9 & 3, 2u), node, mask, hop };
            return true;
        default: return false;
        }
    }
    // What a read says, but for the counters.
    std::optional<uint32_t> read(uint32_t address) const
    {
        switch (address & 0xFFC) {
        case 0x000: return 0x54504F52;
        case 0x004: return (OTHER_WORDS << 16) + (ROUTES << 8) + DATA_W / 8;
        case 0x008: return other + 2 * ipv4 + 4 * any_port;
        case 0x00C: return share;
        case 0x010: return addr;
        case 0x014: return prefix;
        case 0x018: return dscp;
        case 0x020: return node;
        case 0x024: return mask;
        case 0x028: return static_cast<uint32_t>(hop);
        case 0x02C: return static_cast<uint32_t>(hop >> 32);
        case 0x030: return 0;
        default: return {};
        }
    }
};

#endif
