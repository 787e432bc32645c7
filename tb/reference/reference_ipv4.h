// SPDX-License-Identifier: Apache-2.0
//
// How the reference module sends and receives with ipv4=1, from its own side (docs/protocol.md,
// IPv4 mode of the reference): a frame of the played module (reference.h) in IPv4 form and back.
// Typed from what the module was seen to do, so it shares nothing with sim/wire/ipv4.
#ifndef TB_REFERENCE_IPV4_H
#define TB_REFERENCE_IPV4_H

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wire/frame.h"

struct ReferenceIpv4 {
    uint32_t address = 0;                       // 10.0.0.1: 0x0a000001
    unsigned prefix = 8;
    uint8_t next_hop[6] = { 0x02, 0, 0, 0, 0, 0x02 }, nic[6] = { 0x52, 0x54, 0, 0x12, 0x34, 0x01 };
    // What it let pass although it is wrong: checksum, version, fragment bits.
    uint64_t careless = 0;
    uint64_t received = 0, sent = 0, with_bit = 0;      // with_bit: byte 50 is not 0

    uint32_t host(uint32_t a) const { return prefix == 32 ? 0 : a & 0xffffffff >> prefix; }

    static uint32_t sum(const uint8_t *b)
    {
        uint32_t s = 0;
        for (int i = 0; i < 20; i += 2) s += get_be(b + i, 2);
        while (s >> 16) s = (s & 0xffff) + (s >> 16);
        return s;
    }

    // 14 bytes of Ethernet, 20 of IPv4, for `to`.
    void begin(std::vector<uint8_t> &b, uint32_t total, uint32_t protocol, uint32_t to) const
    {
        std::copy(next_hop, next_hop + 6, b.begin());
        std::copy(nic, nic + 6, b.begin() + 6);
        put_be(b, 12, 4, 0x08004500);
        put_be(b, 16, 2, total);
        put_be(b, 18, 4, 0x00004000);
        put_be(b, 22, 4, 9u << 24 | protocol << 16);
        put_be(b, 26, 4, address);
        put_be(b, 30, 4, to);
        put_be(b, 24, 2, 0xffff - sum(&b[14]));
    }

    Frame send(const Frame &f)
    {
        Frame out = f;
        std::vector<uint8_t> &b = out.bytes;
        const uint32_t node = get_be(f.bytes, 3, 3), length = get_be(f.bytes, 40, 2);
        begin(b, length < 30 ? 50 : length + 20, 17, (address - host(address)) | node);
        put_be(b, 34, 4, 420u << 16 | 420);
        put_be(b, 38, 4, length << 16);
        b[50] = 0x20;
        sent++;
        return out;
    }

    // False: it is not for the module.
    bool receive(Frame *f)
    {
        std::vector<uint8_t> &b = f->bytes;
        if (b.size() < MIN_FRAME || get_be(b, 12, 2) != 0x0800 || (b[14] & 15) != 5 || b[23] != 17
            || get_be(b, 30, 4) != address || get_be(b, 34, 2) != 420 || get_be(b, 36, 2) != 420)
            return false;
        received++;
        with_bit += b[50] != 0;
        careless += (b[14] >> 4) != 4 || sum(&b[14]) != 0xffff || (get_be(b, 20, 2) & 0x3fff);
        const uint32_t src = host(get_be(b, 26, 4)) & 0xffffff, length = get_be(b, 38, 2);
        const uint32_t own = host(address) & 0xffffff;
        put_be(b, 0, 3, OUI);
        put_be(b, 3, 3, own);
        put_be(b, 6, 3, OUI);
        put_be(b, 9, 3, src);
        put_be(b, 12, 2, ETHERTYPE);
        put_be(b, 14, 2, 0x0500);
        put_be(b, 34, 3, src);
        put_be(b, 37, 3, own);
        put_be(b, 40, 2, length);
        return true;
    }

    // The kernel below knows nobody on port 420: it answers by ICMP port unreachable.
    Frame unreachable(const Frame &f) const
    {
        Frame out;
        out.bytes.assign(70, 0);
        begin(out.bytes, 56, 1, get_be(f.bytes, 26, 4));
        put_be(out.bytes, 34, 2, 0x0303);
        std::copy(f.bytes.begin() + 14, f.bytes.begin() + 42, out.bytes.begin() + 42);
        return out;
    }
};

#endif
