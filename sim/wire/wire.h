// SPDX-License-Identifier: Apache-2.0
//
// The hostile wire: a switch with a port for each MAC. It carries whole frames, routes by the
// destination node, and does to each what the path's Harm says. Each directed path draws from its
// own random stream, so that traffic one way never changes the luck of the other.
//
//     send(port A, frame) -> filter -> loss, truncate, corrupt, dup -> delay, reorder
//         -> pop(port B)
#ifndef TTPSIM_WIRE_H
#define TTPSIM_WIRE_H

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "wire/frame.h"
#include "rng.h"

constexpr uint32_t ALL_OPCODES = 0xffffffff;

struct Harm {
    double loss = 0, dup = 0, reorder = 0, corrupt = 0, truncate = 0;   // per frame, [0, 1]
    uint64_t delay = 0;               // cycles one way
    uint32_t loss_ops = ALL_OPCODES;  // bit n: loss applies to opcode n
    double maps = 0;                  // a NACK with a map arrives without it
    uint32_t reorder_span = 256;      // a reordered or repeated frame comes up to this much later
};

// What became of a frame.
enum HarmBit : uint8_t {
    HARM_LOST = 1, HARM_TRUNCATED = 2, HARM_CORRUPTED = 4, HARM_DUPLICATED = 8, HARM_REORDERED = 16,
    HARM_UNROUTABLE = 32, HARM_FILTERED = 64, HARM_UNMAPPED = 128
};

struct Fate {
    int dst = -1;                     // port; -1: there is none
    uint8_t harm = 0;                 // HarmBit
    bool error = false;               // arrives with the frame error flag
    size_t bytes = 0;                 // ... and so long
    uint32_t flips = 0;               // bits
    uint64_t late = 0, copy_late = 0; // cycles that it and its copy come late
};

struct WireCount {
    uint64_t sent = 0, lost = 0, duplicated = 0, reordered = 0, corrupted = 0, truncated = 0;
    uint64_t unroutable = 0, filtered = 0, delivered = 0, unmapped = 0;
};

class Wire {
public:
    explicit Wire(uint64_t seed) : seed_(seed) {}

    int attach(uint32_t node);                        // a new port; its number
    void set(const Harm &h);                          // every path, also later ones
    void set(int src, int dst, const Harm &h);        // one directed path

    void send(int port, Frame f, uint64_t cycle);
    bool pop(int port, uint64_t cycle, Frame *f);     // the next frame that is due, if any
    void inject(int port, Frame f, uint64_t due);     // straight to a port: no harm, no route
    void clear();                                     // everything under way is lost

    uint64_t next_due(int port) const;                // UINT64_MAX: nothing under way
    size_t in_flight() const { return in_flight_; }
    const WireCount &count() const { return count_; }

    // If set, it names the port instead of the destination address: for a wire
    // that goes on outside.
    std::function<int(int src, const Frame &)> route;

    // Called for each frame before chance has its turn; false: the frame is lost.
    std::function<bool(int src, int dst, const Frame &)> filter;
    // Called for each frame, as it was sent, with what became of it.
    std::function<void(int src, const Frame &, const Fate &)> witness;

private:
    struct Flying {
        uint64_t due, seq;
        Frame frame;
        bool operator>(const Flying &o) const { return due != o.due ? due > o.due : seq > o.seq; }
    };
    struct Path {
        Harm harm;
        uint64_t loss, dup, reorder, corrupt, truncate, maps;
        Rng rng;
    };
    struct Port {
        uint32_t node;
        std::vector<Flying> heap;     // earliest on top
    };

    Path &path(int src, int dst);
    static void load(Path *p, const Harm &h);
    void push(int port, Frame f, uint64_t due);
    Fate carry(int port, Frame f, uint64_t cycle);

    uint64_t seed_, seq_ = 0;
    size_t in_flight_ = 0;
    Harm harm_;
    std::vector<Port> ports_;
    std::map<std::pair<int, int>, Path> paths_;
    WireCount count_;
};

#endif
