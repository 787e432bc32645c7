// SPDX-License-Identifier: Apache-2.0
//
// TTP inside of UDP and IPv4; see ipv4.h.
#include "wire/ipv4.h"

namespace {

constexpr size_t IP_AT = 14, UDP_AT = 34;

// The ten words of the header in one's complement.
uint32_t header_sum(const uint8_t *b)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 20; i += 2) sum += get_be(b + i, 2);
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return sum;
}

} // namespace

const char *ipv4_rule(unsigned rule)
{
    static const char *const name[] = { "", "ip.version", "ip.checksum", "ip.fragment",
                                        "ip.length", "ip.source" };
    return rule < IP_RULES ? name[rule] : "?";
}

bool read_ipv4(const std::vector<uint8_t> &b, Ipv4Header *h)
{
    if (b.size() < UDP_END || get_be(b, 12, 2) != ETHERTYPE_IPV4) return false;
    h->version = b[14] >> 4;
    h->words = b[14] & 15;
    h->dscp = b[15] >> 2;
    h->ecn = b[15] & 3;
    h->total = get_be(b, 16, 2);
    h->fragment = get_be(b, 20, 2) & 0x3fff;
    h->ttl = b[22];
    h->protocol = b[23];
    h->checksum = get_be(b, 24, 2);
    h->src = get_be(b, 26, 4);
    h->dst = get_be(b, 30, 4);
    h->udp_src = get_be(b, 34, 2);
    h->udp_dst = get_be(b, 36, 2);
    h->udp_length = get_be(b, 38, 2);
    h->sum_right = header_sum(b.data() + IP_AT) == 0xffff;
    return true;
}

Ipv4Rule ipv4_fault(const Ipv4Header &h)
{
    if (h.version != 4) return IP_VERSION;
    if (!h.sum_right) return IP_CHECKSUM;
    if (h.fragment) return IP_FRAGMENT;
    return h.udp_length + 20 > h.total ? IP_LENGTH : IP_GOOD;
}

void to_ttpoe(Frame *f, uint32_t src, uint32_t dst)
{
    std::vector<uint8_t> &b = f->bytes;
    const uint32_t length = get_be(b, 38, 2);
    put_be(b, 0, 3, OUI);
    put_be(b, 3, 3, dst);
    put_be(b, 6, 3, OUI);
    put_be(b, 9, 3, src);
    put_be(b, 12, 2, ETHERTYPE);
    b[14] = 0x05;
    b[15] = 0;
    std::fill(b.begin() + 18, b.begin() + UDP_AT, uint8_t{ 0 });
    put_be(b, 34, 3, src);
    put_be(b, 37, 3, dst);
    put_be(b, 40, 2, length);
    if (b.size() > 50) b[50] = static_cast<uint8_t>(b[50] & ~0x20u);
}

std::string ipv4_text(uint32_t a)
{
    return std::to_string(a >> 24) + "." + std::to_string(a >> 16 & 255) + "."
        + std::to_string(a >> 8 & 255) + "." + std::to_string(a & 255);
}

bool read_ipv4_text(const std::string &s, uint32_t *address)
{
    uint32_t a = 0;
    size_t at = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t v = 0;
        const size_t begin = at;
        while (at < s.size() && s[at] >= '0' && s[at] <= '9' && at - begin < 3)
            v = v * 10 + static_cast<uint32_t>(s[at++] - '0');
        if (at == begin || v > 255) return false;
        if (i < 3 && (at == s.size() || s[at++] != '.')) return false;
        a = a << 8 | v;
    }
    *address = a;
    return at == s.size();
}

const Ipv4Route *Ipv4Config::route(uint32_t node) const
{
    if (node & ~host_mask()) return nullptr;
    for (const Ipv4Route &r : routes) if (((node ^ r.node) & r.mask) == 0) return &r;
    return nullptr;
}

Ipv4Port::Kind Ipv4Port::send(Frame *f)
{
    std::vector<uint8_t> &b = f->bytes;
    if (b.size() < UDP_END) return as_it_is;
    const uint32_t peer = get_be(b, 3, 3), length = get_be(b, 40, 2);
    const Ipv4Route *r = c_.route(peer);
    if (!r) return as_it_is;
    const uint32_t total = std::max<uint32_t>(get_be(b, 16, 2), 50);
    uint32_t port = TTP_PORT;
    if (c_.source == UdpSource::peer) port = 0xc000 + ((peer & 0x3fff) ^ (peer >> 14));
    if (c_.source == UdpSource::frame) port = 0xc000 + (sends_++ & 0x3fff);
    std::copy(r->hop.begin(), r->hop.end(), b.begin());
    put_be(b, 12, 2, ETHERTYPE_IPV4);
    b[14] = 0x45;
    b[15] = static_cast<uint8_t>(c_.dscp << 2);
    put_be(b, 16, 2, total);
    put_be(b, 18, 2, 0);
    put_be(b, 20, 2, 0x4000);
    b[22] = 9;
    b[23] = 17;
    put_be(b, 24, 2, 0);
    put_be(b, 26, 4, c_.address);
    put_be(b, 30, 4, (c_.address & ~c_.host_mask()) | peer);
    put_be(b, 24, 2, 0xffff - header_sum(b.data() + IP_AT));
    put_be(b, 34, 2, port);
    put_be(b, 36, 2, TTP_PORT);
    put_be(b, 38, 2, length);
    put_be(b, 40, 2, 0);
    return turned;
}

Ipv4Port::Kind Ipv4Port::receive(Frame *f, Ipv4Rule *why)
{
    const std::vector<uint8_t> &b = f->bytes;
    if (b.size() < 14 || get_be(b, 12, 2) == ETHERTYPE) return as_it_is;    // port.ttp
    Ipv4Header h;
    const bool ours = read_ipv4(b, &h) && h.ttp() && h.dst == c_.address
                      && (c_.any_port || h.udp_src == TTP_PORT);            // port.ip
    if (!ours) return other;
    *why = ipv4_fault(h);
    const uint32_t src = c_.node(h.src);
    const bool known = ((h.src ^ c_.address) & ~c_.host_mask()) == 0 && c_.route(src);
    if (*why == IP_GOOD && !known) *why = IP_SOURCE;
    if (*why != IP_GOOD) return dropped;
    to_ttpoe(f, src, c_.node(c_.address));
    return turned;
}
