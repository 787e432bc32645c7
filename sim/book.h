// SPDX-License-Identifier: Apache-2.0
//
// What two hosts know of one directed stream of chunks when the MACs under them close links and
// restart. Each handing over of a chunk is a gift with a serial number that travels with it; a
// chunk that is given again is a new gift. A restart of a MAC begins a new life of its host's port.
//
//   - a gift reaches one life of the receiver at most once, and in the order of the serials: never
//     one of an older life of the sender behind one of a newer;
//   - a gift that is passed over was lost with a restart of the sender, was delivered to an earlier
//     life of the receiver or reached its MAC and was lost with that, or was reported flushed;
//   - nothing retires that has not been at the receiver's wire port;
//   - the host of a sender gives again what was flushed, and after a restart what had not retired.
//     What the receiver's MAC had acknowledged and lost in a restart is given again too: its host
//     has to say so by other means.
#ifndef TTPSIM_BOOK_H
#define TTPSIM_BOOK_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

class Book {
public:
    // told: the sender's host hears of a restart of the receiver at once. Else it has to ask, with
    // settle() for each chunk of take_unsure(), when nothing of it can be under way any more.
    explicit Book(uint64_t chunks, bool told = true);
    void add(uint64_t chunks);            // behind those that are there

    static constexpr uint64_t NONE = UINT64_MAX;

    // The sender's host. False: nothing to give now.
    bool give(uint64_t *serial, uint64_t *chunk);
    // `kept`: the serial of a gift that the host still holds, so it is one of the new life.
    void sender_restarts(uint64_t kept = NONE);
    // Completions. False: error() says why.
    bool retired(uint32_t first_id, uint32_t count);
    bool flushed(uint32_t first_id, uint32_t count);

    // The wire: a gift has left under this ID, it has come whole to the receiver's port.
    void sent(uint64_t serial, uint32_t id);
    void at_port(uint64_t serial);
    void forget_ids() { ids_.clear(); }   // the sender's IDs begin anew

    // The receiver's host.
    bool delivered(uint64_t serial);
    void receiver_restarts();

    // Nothing moves any more: chunks that no MAC holds are given again, if a restart explains it.
    bool sweep();
    // The same for one chunk. False: error() says why.
    bool settle(uint64_t chunk);
    std::vector<uint64_t> take_unsure();  // retired, and the receiver had not got it by then

    bool knows(uint64_t serial) const { return serial < gifts_.size(); }
    uint64_t chunk_of(uint64_t serial) const { return gifts_[serial].chunk; }
    bool whole() const { return got_ == chunk_.size() && redo_.empty(); }
    bool has_again() const { return !redo_.empty(); }   // give() gives one once more
    uint64_t first_given() const { return fresh_; }     // chunks given at least once
    uint64_t got() const { return got_; }               // chunks delivered at least once
    uint64_t given_again() const { return gifts_.size() - fresh_; }
    uint64_t got_again() const { return again_; }       // deliveries of chunks that were there
    uint64_t lost() const { return lost_; }             // acknowledged, lost with the receiver
    const std::string &error() const { return error_; }

private:
    struct Gift {
        uint64_t chunk;
        uint32_t got = 0;                 // life of the receiver that has got it, 0: none
        uint32_t first_port = 0, last_port = 0;     // lives in which it was at the wire port
        bool retired = false, flushed = false, lost = false;
        bool held() const { return !retired && !flushed && !lost; }
    };
    struct Chunk {
        bool got = false;
        bool retired = false;             // the newest gift of it
        uint64_t newest = NONE;
    };

    bool fail(uint64_t serial, const std::string &what);
    bool explained(const Gift &g) const;
    void look_for_lost(uint64_t serial);

    std::vector<Gift> gifts_;
    std::vector<Chunk> chunk_;
    std::set<uint64_t> redo_;
    std::vector<uint64_t> unsure_;
    bool told_;
    std::map<uint32_t, uint64_t> ids_;    // of payloads sent: their serials
    uint32_t life_ = 1;                   // of the receiver
    uint64_t fresh_ = 0, got_ = 0, again_ = 0, lost_ = 0;
    uint64_t first_held_ = 0;             // no gift before this one is in the sender's MAC
    uint64_t next_ = 0;                   // behind the newest gift that this life has got
    uint64_t floor_ = 0;                  // behind the newest that any life has got
    std::string error_;
};

#endif
