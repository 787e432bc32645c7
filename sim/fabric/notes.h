// SPDX-License-Identifier: Apache-2.0
//
// What the processes of one fabric tell each other beside the frames of the MACs: frames of their
// own on the same channel, EtherType 88B5 (IEEE: for local experiments). No MAC ever sees one.
#ifndef TTPFABRIC_NOTES_H
#define TTPFABRIC_NOTES_H

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/endpoint.h"

namespace fabric {

// Of a node in another process, when its run has ended.
struct NodeReport {
    uint64_t digest = 0, compared = 0, clocked = 0;
    Counts counts{};
    std::string trouble;
};

struct Note {
    enum Kind : uint8_t { hello, delivered, end, report };

    Kind kind = hello;
    uint32_t node = 0;               // hello
    uint64_t value = 0;              // hello: digest of what both must have; end: the cycle
    std::vector<Delivery> deliveries;
    NodeReport last;                 // report
};

constexpr size_t DELIVERIES = 44;    // that fit into one note

// As a frame; and back: false if it is none, or not whole.
std::vector<uint8_t> pack(const Note &n);
bool unpack(const std::vector<uint8_t> &frame, Note *n);

} // namespace fabric

#endif
