// SPDX-License-Identifier: Apache-2.0
//
// The far end of a bridge's wire: a UDP socket, a TAP device, or a capture.
// Frames as a network card gives them, without FCS.
#ifndef TTPSIM_BRIDGE_WIRE_H
#define TTPSIM_BRIDGE_WIRE_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wire/frame.h"

class OuterWire {
public:
    virtual ~OuterWire() = default;

    virtual int fd() const { return -1; }             // to be polled for reading; -1: none
    // A frame that has arrived. `cycle` is the present one: only a capture looks at it.
    virtual bool receive(Frame *f, uint64_t cycle) = 0;
    virtual void send(const Frame &f) = 0;
    // A capture: the cycle of its next frame, and the cycle at which it ends. UINT64_MAX: no end.
    virtual uint64_t next_cycle() const { return UINT64_MAX; }
    virtual uint64_t end_cycle() const { return UINT64_MAX; }
    virtual void start(uint64_t cycle, double hz) { (void)cycle; (void)hz; }
    virtual std::string name() const = 0;

    std::function<void(const std::string &)> say;     // one line about trouble
    uint64_t refused = 0;                             // frames that the other side did not take
};

// udp:LOCAL:REMOTE, tap:NAME, pcap-in:FILE. NULL and *why if that can not be had.
std::unique_ptr<OuterWire> open_wire(const std::string &spec, uint32_t node, bool exact,
                                     std::string *why);

// All that came from outside, each frame with its cycle: a pcap in which a
// nanosecond is a cycle, and an empty frame at the end.
class Recording {
public:
    Recording();
    ~Recording();
    bool open(const std::string &path, std::string *why);
    void write(const Frame &f, uint64_t cycle);
    bool close(uint64_t cycle);                       // false: the disk did not take it all
    bool is_open() const;

private:
    struct Files;
    std::unique_ptr<Files> f_;
};

#endif
