// SPDX-License-Identifier: Apache-2.0
//
// The far end of a bridge's wire: a UDP socket, a TAP device, a capture, or a SimBricks channel.
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
    // The same for a wire with simulated time: it leaves in cycle `due`.
    virtual void send_at(const Frame &f, uint64_t due) { (void)due; send(f); }
    // A capture: the cycle of its next frame, and the cycle at which it ends. UINT64_MAX: no end.
    virtual uint64_t next_cycle() const { return UINT64_MAX; }
    virtual uint64_t end_cycle() const { return UINT64_MAX; }
    virtual void start(uint64_t cycle, double hz) { (void)cycle; (void)hz; }
    virtual std::string name() const = 0;

    // The other side has a simulated time, and ours must not run ahead of what it promises: up to
    // next_cycle(). A frame then comes in its own cycle, that of came().
    virtual bool timed() const { return false; }
    virtual uint64_t latency() const { return 0; }    // cycles, one way
    virtual uint64_t came(uint64_t cycle) const { return cycle; }
    // All before `cycle` is simulated, and its frames are sent. Waits a moment if it can not go on.
    virtual void pass(uint64_t cycle) { (void)cycle; }
    // Before the first cycle. False and *why: the other side does not fit.
    virtual bool meet(std::string *why) { (void)why; return true; }
    // When our work is done: time goes on, as the other side wants it. False: it has ended.
    virtual bool follow() { return false; }
    // "" or what is wrong with the other side.
    virtual std::string fault() const { return ""; }
    bool polled = false;                              // no fd() tells that something has come

    std::function<void(const std::string &)> say;     // one line about trouble
    uint64_t refused = 0;                             // frames that the other side did not take
    virtual uint64_t too_long() const { return 0; }   // frames that no slot can hold, from there
};

// A UDP socket on 127.0.0.1 that never blocks; port 0: a free one, then *port is its number. -1 and
// *why if it can not be had.
int open_udp(uint16_t *port, std::string *why);

// udp:LOCAL:REMOTE, tap:NAME, pcap-in:FILE, simbricks:SPEC. NULL and *why if that can not be had.
// A cycle of the MAC takes cycle_ps.
std::unique_ptr<OuterWire> open_wire(const std::string &spec, uint32_t node, bool exact,
                                     uint64_t cycle_ps, std::string *why);

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
