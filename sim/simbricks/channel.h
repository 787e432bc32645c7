// SPDX-License-Identifier: Apache-2.0
//
// One end of a SimBricks Ethernet channel: the handshake over a Unix socket, then two queues in
// shared memory. A message has the time at which it arrives, in picoseconds. The times of one
// direction never fall, so each message, and a SYNC if there is none, promises that nothing
// earlier will come: up to bound() the receiver may simulate.
//
// What has come is taken out of the queue at once, whatever its time: a queue can only be full when
// the other side does not look at it. What does not fit into a full queue waits here. So no call
// but open() and meet() ever waits, and these have a limit.
#ifndef TTPSIM_SIMBRICKS_CHANNEL_H
#define TTPSIM_SIMBRICKS_CHANNEL_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "simbricks/spec.h"

namespace simbricks {

struct Message {
    uint64_t stamp = 0;              // ps
    uint8_t type = TYPE_SYNC;
    std::vector<uint8_t> bytes;      // of a packet
};

class Channel {
public:
    Channel() = default;
    ~Channel() { close(); }
    Channel(const Channel &) = delete;
    Channel &operator=(const Channel &) = delete;

    // Until the other side is there and both have said who they are. False and *why, one line.
    bool open(const Spec &s, std::string *why);
    // Until the first message has come, when there is synchronisation. False and *why: it has not,
    // or it tells another latency.
    bool meet(std::string *why);

    const Spec &spec() const { return spec_; }
    std::string name() const;

    // A frame that arrives there at `stamp`, a promise of nothing before `stamp`, the end.
    // Stamps never fall. False: it is longer than a slot; it is dropped.
    bool send(const uint8_t *data, size_t n, uint64_t stamp);
    void sync(uint64_t stamp);
    bool say_end();                  // true
    void close();                    // says the end, if it has not been said
    void abandon();                  // ... or goes without a word

    // Takes what has come. True if there was anything.
    bool poll();
    bool heard() const { return heard_; }
    const Message &first() const { return first_; }  // that was heard, without its bytes
    bool has() const { return !in_.empty(); }
    const Message &front() const { return in_.front(); }
    Message take();
    uint64_t bound() const { return bound_; }        // UINT64_MAX: no more promises are needed
    bool ended() const { return ended_; }            // the other side has said so

    uint64_t end() const { return end_; }            // ps, of the newest promise; or UINT64_MAX

    // Waits a moment, a little longer each time; poll() with success begins anew. It also looks.
    void rest();
    // Has the other side gone without a word? lost() then says so.
    void look();
    bool lost() const { return lost_; }

    uint64_t too_long = 0;           // frames that came, longer than a slot: dropped

private:
    struct Queue {
        uint8_t *base = nullptr;
        uint64_t slot = 0, slots = 0, at = 0;
        uint8_t *now() const { return base + at * slot; }
        void next() { at = at + 1 == slots ? 0 : at + 1; }
    };

    bool listen(std::string *why);
    bool connect(std::string *why);
    bool make_memory(std::string *why);
    bool map(int fd, uint64_t size, std::string *why);
    bool hello(std::string *why);
    bool agree(uint64_t version, uint64_t flags, uint64_t upper, std::string *why) const;
    bool queue(Queue *q, uint64_t offset, uint64_t slot, uint64_t slots, std::string *why) const;
    bool put(uint8_t type, const uint8_t *data, size_t n, uint64_t stamp);
    void post(uint8_t type, const uint8_t *data, size_t n, uint64_t stamp);
    void flush();
    bool hung_up() const;

    Spec spec_;
    int fd_ = -1, listener_ = -1, memory_ = -1;
    uint8_t *shared_ = nullptr;
    uint64_t shared_size_ = 0;
    Queue to_, from_;
    std::deque<Message> in_, out_;   // out_: for which there was no slot
    uint64_t bound_ = 0, promised_ = 0, end_ = UINT64_MAX;
    bool open_ = false, ended_ = false, lost_ = false, heard_ = false;
    Message first_;
    bool said_end_ = false;
    unsigned idle_ = 0;              // rests in a row
    double hung_since_ = 0;
};

} // namespace simbricks

#endif
