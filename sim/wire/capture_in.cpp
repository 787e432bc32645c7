// SPDX-License-Identifier: Apache-2.0
//
// Reads a capture file; see capture_in.h. All lengths in a file are taken for hostile.
#include "wire/capture_in.h"

#include <pcap.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace {

constexpr uint32_t BLOCK_SECTION = 0x0a0d0d0a, BLOCK_INTERFACE = 1, BLOCK_SIMPLE = 3,
                   BLOCK_PACKET = 6;
constexpr uint32_t LINK_ETHERNET = 1;
constexpr size_t MAX_BLOCK = 16u << 20;

struct Interface {
    std::string name;
    bool ethernet = false;
    uint32_t snaplen = 0;
    uint8_t tsresol = 6;
};

// The body of one block, in the byte order of its section.
class Body {
public:
    Body(const std::vector<uint8_t> &b, bool big) : b_(b), big_(big) {}

    size_t size() const { return b_.size(); }
    const uint8_t *bytes(size_t at) const { return b_.data() + at; }
    uint32_t u16(size_t at) const
    {
        const uint32_t first = b_[at], second = b_[at + 1];
        return big_ ? first << 8 | second : second << 8 | first;
    }
    uint32_t u32(size_t at) const
    {
        const uint32_t first = u16(at), second = u16(at + 2);
        return big_ ? first << 16 | second : second << 16 | first;
    }

    // Calls take(code, at, length) for each option from `at` on; false if they run over the end.
    template <class F> bool options(size_t at, F take) const
    {
        while (at + 4 <= size()) {
            const uint32_t code = u16(at), length = u16(at + 2);
            if (code == 0) return true;
            if (length > size() - at - 4) return false;
            take(code, at + 4, length);
            at += 4 + (length + 3) / 4 * 4;
        }
        return at >= size();
    }

private:
    const std::vector<uint8_t> &b_;
    bool big_;
};

uint64_t to_ns(uint64_t t, uint8_t tsresol)
{
    unsigned __int128 per_second = 1;
    const unsigned n = tsresol & 0x7f;
    if (tsresol & 0x80) per_second <<= n < 63 ? n : 63;
    else for (unsigned i = 0; i < (n < 18 ? n : 18); i++) per_second *= 10;
    return static_cast<uint64_t>(static_cast<unsigned __int128>(t) * 1000000000 / per_second);
}

class PcapngReader {
public:
    PcapngReader(FILE *f, std::vector<CaptureFrame> *out) : f_(f), out_(*out) {}

    bool run(std::string *why);

private:
    bool block();
    bool section(const uint8_t *head);
    bool interface(const Body &b);
    bool packet(const Body &b);
    bool simple(const Body &b);
    bool bad(const char *what) { why_ = what; return false; }
    uint32_t u32(const uint8_t *p) const
    {
        const uint32_t b0 = p[0], b1 = p[1], b2 = p[2], b3 = p[3];
        return big_ ? b0 << 24 | b1 << 16 | b2 << 8 | b3 : b3 << 24 | b2 << 16 | b1 << 8 | b0;
    }

    FILE *f_;
    std::vector<CaptureFrame> &out_;
    std::vector<Interface> interfaces_;
    std::vector<uint8_t> body_;
    bool big_ = false, end_ = false;
    std::string why_;
};

bool PcapngReader::run(std::string *why)
{
    while (!end_) {
        if (block()) continue;
        *why = why_;
        return false;
    }
    return true;
}

bool PcapngReader::block()
{
    uint8_t head[12];
    const size_t got = fread(head, 1, 8, f_);
    if (got == 0 && !ferror(f_)) {
        end_ = true;
        return true;
    }
    if (got != 8) return bad("ends inside a block");
    size_t have = 8;
    if (get_be(std::vector<uint8_t>(head, head + 4), 0, 4) == BLOCK_SECTION) {
        if (fread(head + 8, 1, 4, f_) != 4) return bad("ends inside a block");
        if (!section(head)) return false;
        have = 12;
    }
    const uint32_t type = u32(head), total = u32(head + 4);
    if (total < 12 || total % 4 || total > MAX_BLOCK || total < have + 4)
        return bad("has a block of impossible length");
    body_.assign(total - have - 4, 0);
    uint8_t tail[4];
    if (fread(body_.data(), 1, body_.size(), f_) != body_.size() || fread(tail, 1, 4, f_) != 4)
        return bad("ends inside a block");
    if (u32(tail) != total) return bad("has a block whose two lengths differ");
    const Body b(body_, big_);
    switch (type) {
    case BLOCK_INTERFACE: return interface(b);
    case BLOCK_PACKET:    return packet(b);
    case BLOCK_SIMPLE:    return simple(b);
    default:              return true;
    }
}

bool PcapngReader::section(const uint8_t *head)
{
    big_ = false;
    if (u32(head + 8) == 0x4d3c2b1a) big_ = true;
    else if (u32(head + 8) != 0x1a2b3c4d) return bad("is not a pcapng file");
    interfaces_.clear();
    return true;
}

bool PcapngReader::interface(const Body &b)
{
    if (b.size() < 8) return bad("has an interface block that is too short");
    Interface i;
    i.ethernet = b.u16(0) == LINK_ETHERNET;
    i.snaplen = b.u32(4);
    const bool ok = b.options(8, [&](uint32_t code, size_t at, size_t n) {
        if (code == 2) i.name.assign(reinterpret_cast<const char *>(b.bytes(at)), n);
        if (code == 9 && n >= 1) i.tsresol = *b.bytes(at);
    });
    if (!ok) return bad("has options that run over their block");
    interfaces_.push_back(i);
    return true;
}

bool PcapngReader::packet(const Body &b)
{
    if (b.size() < 20) return bad("has a packet block that is too short");
    if (b.u32(0) >= interfaces_.size())
        return bad("has a packet of an interface that it does not describe");
    const Interface &i = interfaces_[b.u32(0)];
    const size_t n = b.u32(12);
    if (n > b.size() - 20) return bad("has a packet that runs over its block");
    CaptureFrame c;
    c.number = out_.size() + 1;
    c.time_ns = to_ns(uint64_t{ b.u32(4) } << 32 | b.u32(8), i.tsresol);
    c.interface = i.name;
    c.ethernet = i.ethernet;
    c.length = b.u32(16);
    c.frame.bytes.assign(b.bytes(20), b.bytes(20) + n);
    const bool ok = b.options(20 + (n + 3) / 4 * 4, [&](uint32_t code, size_t at, size_t len) {
        if (code == 1) c.comments.emplace_back(reinterpret_cast<const char *>(b.bytes(at)), len);
        if (code == 2 && len == 4) c.direction = static_cast<int>(b.u32(at) & 3);
    });
    if (!ok) return bad("has options that run over their block");
    out_.push_back(std::move(c));
    return true;
}

bool PcapngReader::simple(const Body &b)
{
    if (b.size() < 4 || interfaces_.empty())
        return bad("has a simple packet block without its interface");
    const Interface &i = interfaces_[0];
    CaptureFrame c;
    c.number = out_.size() + 1;
    c.interface = i.name;
    c.ethernet = i.ethernet;
    c.length = b.u32(0);
    const size_t n = i.snaplen && i.snaplen < c.length ? i.snaplen : c.length;
    if (n > b.size() - 4) return bad("has a packet that runs over its block");
    c.frame.bytes.assign(b.bytes(4), b.bytes(4) + n);
    out_.push_back(std::move(c));
    return true;
}

bool read_classic(FILE *f, std::vector<CaptureFrame> *out, std::string *why)
{
    char err[PCAP_ERRBUF_SIZE] = "";
    const std::unique_ptr<pcap_t, void (*)(pcap_t *)> p(
        pcap_fopen_offline_with_tstamp_precision(f, PCAP_TSTAMP_PRECISION_NANO, err), pcap_close);
    if (!p) {
        fclose(f);
        *why = std::string("is not a capture: ") + err;
        return false;
    }
    pcap_pkthdr *h = nullptr;
    const u_char *data = nullptr;
    int got;
    while ((got = pcap_next_ex(p.get(), &h, &data)) == 1) {
        CaptureFrame c;
        c.number = out->size() + 1;
        c.time_ns = static_cast<uint64_t>(h->ts.tv_sec) * 1000000000
                    + static_cast<uint64_t>(h->ts.tv_usec);
        c.ethernet = pcap_datalink(p.get()) == DLT_EN10MB;
        c.length = h->len;
        c.frame.bytes.assign(data, data + h->caplen);
        out->push_back(std::move(c));
    }
    if (got == -1) *why = std::string("can not be read: ") + pcap_geterr(p.get());
    return got != -1;
}

} // namespace

bool read_capture(const std::string &path, std::vector<CaptureFrame> *frames, std::string *why)
{
    FILE *f = fopen(path.c_str(), "rb");
    uint8_t magic[4] = {};
    if (!f || fread(magic, 1, 4, f) != 4) {
        *why = path + ": " + (!f || ferror(f) ? strerror(errno) : "is not a capture: too short");
        if (f) fclose(f);
        return false;
    }
    rewind(f);
    bool ok;
    if (get_be(std::vector<uint8_t>(magic, magic + 4), 0, 4) == BLOCK_SECTION) {
        ok = PcapngReader(f, frames).run(why);
        fclose(f);
    } else {
        ok = read_classic(f, frames, why);      // takes the file
    }
    if (!ok) *why = path + ": " + *why;
    return ok;
}
