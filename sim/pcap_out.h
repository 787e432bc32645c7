// SPDX-License-Identifier: Apache-2.0
//
// A capture of the wire, for Wireshark and tcpdump.
#ifndef TTPSIM_PCAP_OUT_H
#define TTPSIM_PCAP_OUT_H

#include <cstdint>
#include <memory>
#include <string>

#include "frame.h"

class PcapOut {
public:
    PcapOut();
    ~PcapOut();

    bool open(const std::string &path, unsigned data_w, std::string *why);
    void write(const Frame &f, uint64_t cycle);
    bool close();                     // false: the disk did not take it all

private:
    struct Files;
    std::unique_ptr<Files> f_;
    uint64_t picoseconds_ = 0;        // per cycle, at the line rate of this width
};

#endif
