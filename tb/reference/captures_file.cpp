// SPDX-License-Identifier: Apache-2.0
//
// Classic pcap files; see captures.h.
#include <fstream>
#include <iterator>
#include <set>

#include "captures.h"

bool read_capture(const std::string &path, Capture *c, std::string *why)
{
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> text{ std::istreambuf_iterator<char>(in), {} };
    const std::vector<uint8_t> d(text.begin(), text.end());
    const auto fail = [&](const char *s) { *why = s; return false; };
    if (d.size() < 24) return fail("no capture file");
    const uint32_t magic = get_be(d, 0, 4);
    const bool little = magic == 0xd4c3b2a1 || magic == 0x4d3cb2a1;
    if (!little && magic != 0xa1b2c3d4 && magic != 0xa1b23c4d) return fail("no classic pcap file");
    const auto word = [&](size_t at) {
        const uint32_t v = get_be(d, at, 4);
        return little ? __builtin_bswap32(v) : v;
    };
    if ((word(20) & 0xffff) != 1) return fail("not a capture of Ethernet");
    c->name = path.substr(path.rfind('/') + 1);
    std::set<uint32_t> nodes;
    for (size_t at = 24; at < d.size();) {
        if (d.size() - at < 16) return fail("cut off in a record's head");
        const size_t n = word(at + 8);
        if (n > d.size() - at - 16 || n != word(at + 12)) return fail("a frame is cut off");
        Recorded r{};
        const auto from = d.begin() + static_cast<std::ptrdiff_t>(at + 16);
        r.f.bytes.assign(from, from + static_cast<std::ptrdiff_t>(n));
        at += 16 + n;
        if (!parse_header(r.f, &r.h) || r.h.ethertype != ETHERTYPE || HDR_BYTES + r.h.payload > n)
            return fail("a frame is not TTP");
        nodes.insert(r.h.src);
        nodes.insert(r.h.dst);
        c->frames.push_back(std::move(r));
    }
    if (nodes.size() != 2) return fail("not two nodes");
    return true;
}
