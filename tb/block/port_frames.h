// SPDX-License-Identifier: Apache-2.0
//
// Frames for tb/block/ttp_port.cpp: good ones in both forms, and each with one thing wrong.
#ifndef PORT_FRAMES_H
#define PORT_FRAMES_H

#include "lockstep.h"
#include "port_page.h"

struct port_frame {
    port_bytes bytes;
    bool user = false;
};

struct port_maker {
    tb_rng &r;
    const port_regs &now;
    uint32_t serial = 0;

    // Random bytes with a number of their own.
    port_bytes noise(size_t n)
    {
        port_bytes f(n);
        for (auto &b : f) b = static_cast<uint8_t>(r.next() >> 40);
        for (size_t at : { size_t{ 0 }, size_t{ 60 } })
            if (n >= at + 6) port_put(f, at + (at ? 0 : 2), 4, ++serial);
        return f;
    }
    // A node that a route of now has, mostly; or one near to it.
    uint32_t peer()
    {
        const port_route &x = now.route[r.below(ROUTES)];
        const uint32_t free = now.host_part(0xFFFFFF);
        uint32_t n = (x.node & x.mask) | (static_cast<uint32_t>(r.next()) & 0xFFFFFF & ~x.mask);
        if (r.one_in(12)) n ^= 1u << r.below(24);
        else n &= free;
        return r.one_in(12) ? static_cast<uint32_t>(r.next()) & 0xFFFFFF : n;
    }
    // As the MAC sends it: n bytes of payload, 0 for a control frame.
    port_bytes ttp(uint32_t to, uint32_t from, unsigned n)
    {
        port_bytes f = noise(std::max(60 + n, 64u));
        port_put(f, 0, 6, UINT64_C(0x98ED5C000000) + to);
        port_put(f, 6, 6, UINT64_C(0x98ED5C000000) + from);
        port_put(f, 12, 2, 0x9AC6);
        port_put(f, 14, 2, 0x0500);
        port_put(f, 16, 2, 46 + n);
        for (unsigned i = 18; i < 34; i++) f[i] = 0;
        port_put(f, 34, 3, from);
        port_put(f, 37, 3, to);
        port_put(f, 40, 2, 26 + n);
        return f;
    }
    unsigned payload()
    {
        static const unsigned some[] = { 0, 0, 1, 2, 3, 4, 5, 500, 1024 };
        return r.one_in(4) ? r.in(0, 1024) : r.one_in(2) ? r.in(0, 120) : some[r.below(9)];
    }
    // In IPv4 form, to us, from the node of a peer; nothing wrong with it.
    port_bytes ip(uint32_t from, unsigned n)
    {
        port_bytes f = noise(60 + n + r.below(3) * r.below(6));
        port_put(f, 12, 2, 0x0800);
        f[14] = 0x45;
        port_put(f, 16, 2, std::max(46 + n, 50u) + (r.one_in(6) ? r.below(100) : 0));
        port_put(f, 20, 2, r.below(4) << 14);
        f[23] = 17;
        port_put(f, 26, 4, now.high_part(now.addr) + now.host_part(from));
        port_put(f, 30, 4, now.addr);
        port_put(f, 34, 2, 420);
        port_put(f, 36, 2, 420);
        port_put(f, 38, 2, 26 + n);
        port_put(f, 24, 2, port_checksum(f));
        return f;
    }
    void sum(port_bytes &f) { port_put(f, 24, 2, port_checksum(f)); }
    void flip(port_bytes &f, unsigned at, unsigned bytes)
    {
        const unsigned bit = r.below(8 * bytes);
        f[at + bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    }
    // In IPv4 form, and then one thing of it is not as it should be.
    port_bytes odd_ip()
    {
        port_bytes f = ip(peer(), payload());
        const unsigned what = r.below(18);
        switch (what) {
        case 0: flip(f, 12, 2); break;                              // EtherType
        case 1: f[14] ^= static_cast<uint8_t>(1 << r.below(4)); break;      // options, or too few
        case 2: f[14] ^= static_cast<uint8_t>(16 << r.below(4)); break;     // version
        case 3: flip(f, 24, 2); return f;                           // checksum
        case 4: flip(f, r.in(0, 1) ? 14 : 26, r.in(1, 8)); return f;        // it notices
        case 5: f[20] |= 0x20; break;                               // more fragments
        case 6: f[20] ^= static_cast<uint8_t>(1 << r.below(5)); break;
        case 7: f[21] ^= static_cast<uint8_t>(1 << r.below(8)); break;
        case 8: f[23] ^= static_cast<uint8_t>(1 << r.below(8)); break;      // protocol
        case 9: flip(f, 26, 4); break;                              // source
        case 10: flip(f, 30, 4); break;                             // destination
        case 11: flip(f, 34, 2); break;                             // UDP source port
        case 12: flip(f, 36, 2); break;                             // UDP destination port
        case 13: {                                                  // lengths: the last right one
            const uint64_t total = port_get(f, 16, 2);
            port_put(f, 38, 2, total - 20 + r.in(0, 2));
            AIM("ip.length: the longest that fits", port_get(f, 38, 2) == total - 20);
            break;
        }
        case 14: port_put(f, 38, 2, r.one_in(2) ? 0xFFFF - r.below(40) : r.below(0x10000)); break;
        case 15: port_put(f, 16, 2, r.below(0x10000)); break;
        case 16: f[15] = static_cast<uint8_t>(r.next()), f[22] ^= 1; break;
        default:                                                    // more than one thing
            f[14] ^= static_cast<uint8_t>(r.in(0, 1) << 4);
            f[21] ^= static_cast<uint8_t>(r.in(0, 1));
            f[29] ^= static_cast<uint8_t>(r.in(0, 1));
            if (r.one_in(2)) f[25] ^= 1;
            else sum(f);
            return f;
        }
        // The two checksums 0x0000 and 0xFFFF are one, and the field may say neither.
        sum(f);
        if (r.one_in(8)) {
            port_put(f, 18, 2, 0);
            sum(f);
            port_put(f, 18, 2, port_get(f, 24, 2));
            port_put(f, 24, 2, r.one_in(2) ? 0xFFFF : 0);
        }
        return f;
    }
    // What hosts send to each other beside TTP.
    port_bytes foreign(size_t most)
    {
        static const unsigned types[] = { 0x0806, 0x86DD, 0x8100, 0x88A8, 0x9AC7, 0x1AC6, 0x0900 };
        port_bytes f = noise(r.one_in(8) ? r.in(60, static_cast<uint32_t>(most))
                             : r.one_in(2) ? r.in(60, 200) : r.in(14, 70));
        port_put(f, 12, 2, types[r.below(7)]);
        if (f[12] == 0x81 && f.size() > 18) port_put(f, 16, 2, r.one_in(2) ? 0x9AC6 : 0x0800);
        AIM("a VLAN tag before TTP",
            f[12] == 0x81 && f.size() > 18 && port_get(f, 16, 2) == 0x9AC6);
        AIM("ARP", port_get(f, 12, 2) == 0x0806);
        return f;
    }
    // From the wire.
    port_frame from_wire(size_t most)
    {
        port_frame x;
        switch (r.below(8)) {
        case 0: case 1: x.bytes = ttp(now.own(), peer(), payload()); break;
        case 2: case 3: x.bytes = ip(peer(), payload()); break;
        case 4: case 5: x.bytes = odd_ip(); break;
        default: x.bytes = foreign(most); break;
        }
        if (r.one_in(12)) x.bytes.resize(r.in(1, std::min<uint32_t>(70, x.bytes.size())));
        x.user = r.one_in(20);
        return x;
    }
    port_frame from_mac()
    {
        return { ttp(peer(), now.own(), payload()), r.one_in(100) };
    }
    port_frame from_host(size_t most)
    {
        port_frame x{ foreign(most), r.one_in(20) };
        if (r.one_in(24)) x.bytes = noise(OTHER_WORDS * (DATA_W / 8) + r.below(3) - 1);
        if (r.one_in(6)) x.bytes = ttp(peer(), now.own(), payload());       // not our affair
        if (r.one_in(12)) x.bytes.resize(r.in(1, std::min<uint32_t>(70, x.bytes.size())));
        return x;
    }
};

#endif
