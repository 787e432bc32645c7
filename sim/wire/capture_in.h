// SPDX-License-Identifier: Apache-2.0
//
// Reads a capture file: classic pcap through libpcap; pcapng here, because libpcap gives neither
// interface names, comments nor directions.
#ifndef TTPSIM_CAPTURE_IN_H
#define TTPSIM_CAPTURE_IN_H

#include <cstdint>
#include <string>
#include <vector>

#include "wire/frame.h"

struct CaptureFrame {
    uint64_t number = 0;              // from 1
    uint64_t time_ns = 0;             // since 1970, or of the simulation
    std::string interface;            // empty: the file names none
    std::vector<std::string> comments;
    int direction = 0;                // 1 received, 2 sent, 0 not known
    bool ethernet = true;
    uint32_t length = 0;              // on the wire; the frame holds what was captured
    Frame frame;
};

// False and *why if the file can not be read or is not a capture.
bool read_capture(const std::string &path, std::vector<CaptureFrame> *frames, std::string *why);

#endif
