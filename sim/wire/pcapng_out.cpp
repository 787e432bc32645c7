// SPDX-License-Identifier: Apache-2.0
//
// A capture for Wireshark; see pcapng_out.h. Written here because nothing that fits writes pcapng:
// libpcap only reads it, DPDK's writer wants DPDK's memory, the packages of PyPI want Python, and
// running Wireshark's editcap would make a tool that few need a part of every simulation.
// Four block types are enough, in the byte order of this machine, as the format wants.
#include "wire/pcapng_out.h"

#include <cerrno>
#include <cstring>

namespace {

constexpr uint32_t SECTION = 0x0a0d0d0a, INTERFACE = 1, PACKET = 6;
constexpr uint32_t OPT_END = 0, OPT_COMMENT = 1;
constexpr uint32_t SECTION_USERAPPL = 4, IF_NAME = 2, IF_DESCRIPTION = 3, IF_MAC = 6,
                   IF_TSRESOL = 9, PACKET_FLAGS = 2;
constexpr uint32_t LINK_ETHERNET = 1;
constexpr size_t MAX_OPTION = 4096;   // a longer comment is cut

} // namespace

void PcapngOut::u16(uint32_t v)
{
    const uint16_t w = static_cast<uint16_t>(v);
    const auto *b = reinterpret_cast<const uint8_t *>(&w);
    body_.insert(body_.end(), b, b + 2);
}

void PcapngOut::u32(uint32_t v)
{
    const auto *b = reinterpret_cast<const uint8_t *>(&v);
    body_.insert(body_.end(), b, b + 4);
}

void PcapngOut::data(const void *p, size_t n)
{
    const auto *b = static_cast<const uint8_t *>(p);
    body_.insert(body_.end(), b, b + n);
    while (body_.size() % 4) body_.push_back(0);
}

void PcapngOut::option(uint32_t code, const void *p, size_t n)
{
    if (n > MAX_OPTION) n = MAX_OPTION;
    u16(code);
    u16(static_cast<uint32_t>(n));
    data(p, n);
}

void PcapngOut::block(uint32_t type)
{
    const uint32_t total = static_cast<uint32_t>(body_.size()) + 12, head[2] = { type, total };
    ok_ = f_ && fwrite(head, 4, 2, f_) == 2
        && fwrite(body_.data(), 1, body_.size(), f_) == body_.size()
        && fwrite(&total, 4, 1, f_) == 1 && ok_;
    body_.clear();
}

bool PcapngOut::open(const std::string &path, const std::string &program,
                     const std::string &comment, std::string *why)
{
    f_ = fopen(path.c_str(), "wb");
    if (!f_) {
        *why = path + ": " + strerror(errno);
        return false;
    }
    u32(0x1a2b3c4d);
    u16(1);
    u16(0);
    u32(UINT32_MAX);                  // length of the section: not known
    u32(UINT32_MAX);
    option(OPT_COMMENT, comment);
    option(SECTION_USERAPPL, program);
    u32(OPT_END);
    block(SECTION);
    return true;
}

uint32_t PcapngOut::interface(const std::string &name, const std::string &text,
                              const uint8_t address[6])
{
    const uint8_t nanoseconds = 9;
    u16(LINK_ETHERNET);
    u16(0);
    u32(0);                           // no limit to what is captured
    option(IF_NAME, name);
    option(IF_DESCRIPTION, text);
    option(IF_MAC, address, 6);
    option(IF_TSRESOL, &nanoseconds, 1);
    u32(OPT_END);
    block(INTERFACE);
    return interfaces_++;
}

void PcapngOut::packet(uint32_t interface, Direction d, uint64_t ns,
                       const std::vector<uint8_t> &bytes,
                       const std::vector<std::string> &comments)
{
    const uint32_t flags = d;
    u32(interface);
    u32(static_cast<uint32_t>(ns >> 32));
    u32(static_cast<uint32_t>(ns));
    u32(static_cast<uint32_t>(bytes.size()));
    u32(static_cast<uint32_t>(bytes.size()));
    data(bytes.data(), bytes.size());
    for (const std::string &c : comments) option(OPT_COMMENT, c);
    option(PACKET_FLAGS, &flags, 4);
    u32(OPT_END);
    block(PACKET);
}

bool PcapngOut::close()
{
    const bool ok = ok_ && (!f_ || fflush(f_) == 0);
    const bool closed = !f_ || fclose(f_) == 0;
    f_ = nullptr;
    return ok && closed;
}
