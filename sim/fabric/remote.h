// SPDX-License-Identifier: Apache-2.0
//
// A cable that ends in another process, over a SimBricks channel. Every quantum both sides meet. In
// cycle T a side hands over all that leaves it before T and promises that nothing more will arrive
// before T + delay; then it waits for the same promise, and takes what arrives before that.
//
//     ... [actor] -> in link   -> exchange() -> channel
//     ... [actor] <- out link  <- exchange() <- channel
//
// An actor may be a quantum ahead of T, or not, as ns-3 orders the events of a cycle. So a quantum
// is at most half a delay here: then what comes in cycle T is for after T + quantum.
#ifndef TTPFABRIC_REMOTE_H
#define TTPFABRIC_REMOTE_H

#include <functional>
#include <string>
#include <vector>

#include "fabric/link.h"
#include "fabric/notes.h"
#include "simbricks/channel.h"

namespace fabric {

class Remote {
public:
    Remote(const Clock &clock, FramePool &pool, uint64_t delay, uint32_t hosts)
        : clock_(clock), pool_(pool), delay_(delay), hosts_(hosts) {}

    // Waits until the other side is there. False and *why, one line.
    bool open(const std::string &spec, bool listen, std::string *why);
    // False and error(): the other side is gone, or stands still.
    bool exchange(uint64_t cycle, Link &in, Link &out);
    // Goes with the next exchange.
    void tell(const Note &n) { notes_.push_back(n); }
    void tell(const Delivery &d) { deliveries_.push_back(d); }
    // The last one: all notes that wait, and no promise is missing any more.
    void finish();
    // Until `done`, or the other side has ended; only notes are taken.
    bool await(const std::function<bool()> &done);

    std::function<void(const Note &)> heard;
    bool ended() const { return channel_.ended() && !channel_.has(); }
    const std::string &error() const { return error_; }

    uint64_t strange = 0;            // frames that no MAC of this fabric can take: dropped

private:
    void send_notes();
    void send_frames(uint64_t end, Link &in);
    bool wait(uint64_t stamp);
    void take(uint64_t end, Link *out);
    bool ours(const std::vector<uint8_t> &b) const;

    const Clock &clock_;
    FramePool &pool_;
    const uint64_t delay_;           // cycles
    const uint32_t hosts_;
    simbricks::Channel channel_;
    uint64_t promised_ = 0;          // ps
    std::vector<Note> notes_;
    std::vector<Delivery> deliveries_;
    std::string error_;
};

} // namespace fabric

#endif
