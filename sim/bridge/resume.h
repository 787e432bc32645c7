// SPDX-License-Identifier: Apache-2.0
//
// What two hosts say to each other so that a file arrives whole although the MACs under them
// restart: TTP promises nothing across a life. Each payload begins with a stamp of 8 bytes:
//
//     byte 0       what: data, the end of the file, "go on from here", "I have all of it"
//     bytes 1-2    the pass of the sender: it counts each time that the sender goes back
//     bytes 3-7    the place in the file
//
// After a restart of its own MAC the sender goes back to what was not acknowledged. What the
// receiver's MAC had acknowledged and lost the receiver asks for by itself. The sender repeats the
// end of the file until the receiver has said that it has all.
//
// The receiver is the judge of its MAC. In one pass a payload comes once, right behind the one
// before it; only a restart of its own MAC lies between two that do not. A pass that is over never
// comes again.
#ifndef TTPSIM_BRIDGE_RESUME_H
#define TTPSIM_BRIDGE_RESUME_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bridge/data.h"

class Resume {
public:
    static constexpr size_t STAMP = 8;                 // bytes

    // in: open at the sender only. patience: cycles from the end of the file, acknowledged, until
    // it is said again.
    Resume(DataIn *in, uint64_t patience) : in_(in), patience_(patience) {}

    // To the MAC, at most so many bytes. False: nothing now.
    bool ready() const { return !words_.empty() || (in_->is_open() && (in_->ready() || !ended_)); }
    bool give(size_t bytes, std::vector<uint8_t> *data);
    void retired(uint64_t cycle);                      // the oldest that the MAC had
    void restarted();                                  // our MAC has lost all that it had

    // From the MAC of the peer. False: error() says what our MAC has done wrong. What is new for
    // the file is left in *data.
    bool take(std::vector<uint8_t> *data);

    // Both: the receiver has all of it, and has said so, or was heard to say so.
    bool whole() const { return whole_ && words_.empty() && held_.empty(); }
    uint64_t due() const { return ask_at_; }           // cycle of the next tick
    void tick(uint64_t cycle);

    uint64_t again() const { return again_; }          // payloads received that were there before
    uint64_t passes() const { return pass_; }          // times that the sender went back
    const std::string &error() const { return error_; }

private:
    enum What : uint8_t { DATA, END, FROM, WHOLE };
    struct Stamp {
        uint8_t what;
        uint16_t pass;
        uint64_t at;
    };
    struct Held {
        Stamp stamp;
        uint64_t end;                                  // of its data in the file
    };

    void back_to(uint64_t at);
    bool heard(const Stamp &s, size_t bytes);
    bool fail(const Stamp &s, const std::string &what);

    DataIn *in_;
    const uint64_t patience_;
    std::deque<Stamp> words_;                          // of the receiver, to be sent
    std::deque<Held> held_;                            // in the MAC, oldest first
    uint16_t pass_ = 0;                                // of the sender; newest one heard of
    uint64_t at_ = 0;                                  // sender: the next place; else: all before
    uint64_t floor_ = 0;                               // sender: all before is acknowledged
    uint64_t next_ = 0;                                // receiver: the next place in this pass
    uint64_t again_ = 0, ask_at_ = UINT64_MAX;
    bool ended_ = false, whole_ = false;
    bool lost_ = false, any_lost_ = false;             // a restart since the newest payload; ever
    bool told_ = false;                                // FROM in this pass
    std::string error_;
};

#endif
