// SPDX-License-Identifier: Apache-2.0
//
// A capture for Wireshark: pcapng, with an interface for each direction of each port and comments
// on frames.
#ifndef TTPSIM_PCAPNG_OUT_H
#define TTPSIM_PCAPNG_OUT_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

class PcapngOut {
public:
    enum Direction : uint32_t { IN = 1, OUT = 2 };

    ~PcapngOut() { close(); }

    bool open(const std::string &path, const std::string &program, const std::string &comment,
              std::string *why);
    // Its number, for packet(). All of them before the first packet.
    uint32_t interface(const std::string &name, const std::string &text, const uint8_t address[6]);
    void packet(uint32_t interface, Direction d, uint64_t ns, const std::vector<uint8_t> &bytes,
                const std::vector<std::string> &comments);
    bool is_open() const { return f_ != nullptr; }
    bool close();                     // false: the disk did not take it all

private:
    void u16(uint32_t v);
    void u32(uint32_t v);
    void data(const void *p, size_t n);                           // padded to 4 bytes
    void option(uint32_t code, const void *p, size_t n);
    void option(uint32_t code, const std::string &s) { option(code, s.data(), s.size()); }
    void block(uint32_t type);                                    // writes what was put together

    FILE *f_ = nullptr;
    bool ok_ = true;
    uint32_t interfaces_ = 0;
    std::vector<uint8_t> body_;
};

#endif
