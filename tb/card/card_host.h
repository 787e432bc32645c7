// SPDX-License-Identifier: Apache-2.0
//
// A host on a simulated card's host port, in simulated time: docs/host-link.md read a second time,
// beside host/.
// It keeps to the link, or breaks it where a test says so. fail() ends the program with 1 and the
// seed.
#ifndef CARD_HOST_H
#define CARD_HOST_H

#include <deque>
#include <string>
#include <vector>

#include "card/cards.h"

using Bytes = std::vector<uint8_t>;

struct Payload { uint32_t vc, node; Bytes data; };
struct Got { bool completion; uint32_t vc, node; Bytes data; uint64_t fs; };
struct Op { bool write; uint16_t addr; uint32_t value; bool error; uint8_t strobes; };

extern uint64_t card_seed;
[[noreturn]] void fail(const std::string &what);
void check(bool good, const std::string &what);

class Host {
public:
    Host(CardPair *pair, unsigned k) : p_(pair), k_(k) {}

    // What it wants to say
    std::deque<Payload> todo;
    bool obey = true;                  // the card's limit
    bool answer = true;                // give credit for what was taken
    uint16_t window = 64;              // ... this much
    bool go_back = true;               // when told so
    unsigned harm = 0;                 // one DATA in so many gets a wrong FCS; 0: none
    uint64_t harmed = 0;

    // What came
    std::vector<Got> got;
    std::vector<Op> rsp;
    bool session = false, rsp_here = false;
    uint16_t limit = 0, ack = 0;
    uint64_t status = 0, goback = 0, welcome = 0;
    uint32_t link_state = 0;

    void hello();
    void bye();
    void request(const std::vector<Op> &ops);
    void ask();
    // A frame as it is given to the card, for tests that change it.
    Frame frame(unsigned type, uint32_t vc, unsigned flags, uint32_t node, uint16_t seq,
                uint32_t tag, const Bytes &body) const;

    void pump();                       // keeps the line busy
    void back() { cursor_ = ack; }     // sends again what was not acknowledged
    void receive(const Frame &f, uint64_t fs);
    size_t sent() const { return kept_.size(); }
    bool all_acked() const { return todo.empty() && ack == static_cast<uint16_t>(kept_.size()); }

private:
    CardPair *p_;
    unsigned k_;
    uint32_t tag_ = 0x10;
    std::vector<Frame> kept_;          // by seq; a test sends fewer than 65536
    size_t cursor_ = 0, back_at_ = SIZE_MAX;
    uint16_t rx_next_ = 0, rx_told_ = 0;
    Rng luck_{ card_seed, 99 };
};

// Two cards and a host on each.
class Bench {
public:
    explicit Bench(const CardOptions &o);
    CardPair pair;
    Host host[2];

    // True when it came true within `us`.
    bool until(const std::function<bool()> &done, uint64_t us);
    void run(uint64_t us);
    void start(bool a = true, bool b = true);                // link up at both ports, sessions
    uint32_t read(unsigned k, uint16_t addr);                // an error is a failure
    void write(unsigned k, uint16_t addr, uint32_t value);
    uint64_t mac_counter(unsigned k, unsigned i);            // after snapshot()
    void snapshot(unsigned k);
    // Nothing was dropped between host and MAC, nor by an Ethernet MAC.
    void check_no_loss(unsigned k, bool clean_wire);
};

// The bytes of payload i from card k.
Bytes payload_of(unsigned k, uint32_t i, size_t n);

#endif
