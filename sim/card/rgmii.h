// SPDX-License-Identifier: Apache-2.0
//
// The PHY's side of the RGMII pins of one port. RgmiiIn drives what the card receives, RgmiiOut
// takes apart what it sends. Both carry frames without preamble and FCS. Time is in femtoseconds.
#ifndef CARDSIM_RGMII_H
#define CARDSIM_RGMII_H

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "wire/frame.h"

enum Speed : unsigned { MBIT_10, MBIT_100, MBIT_1000 };        // as in LINK_STATE
constexpr uint64_t FS_PER_NS = 1000000;
constexpr uint64_t HALF_125M = 4 * FS_PER_NS;                  // half a period of 125 MHz

inline uint64_t speed_factor(Speed s) { return s == MBIT_1000 ? 1 : s == MBIT_100 ? 5 : 50; }

// Drives RXC, RXD and RX_CTL. RXD and RX_CTL have their values before the edge of RXC that takes
// them.
class RgmiiIn {
public:
    RgmiiIn(Speed speed, double ppm);

    // In the order of `due`. A frame with `user` set gets a wrong FCS.
    void push(Frame f, uint64_t due) { queue_.emplace(due, std::move(f)); }
    size_t waiting() const { return queue_.size() + (line_.empty() ? 0 : 1); }
    void drop() { queue_.clear(); }

    uint64_t next_edge() const { return edge_; }
    // The edge at next_edge(): pins below are what it brings
    void step(uint64_t now);

    bool rxc = false, ctl = false;
    unsigned rxd = 0;
    uint64_t frames = 0;
    std::function<void(uint64_t)> ended;      // after the last FCS bits; the time

private:
    void begin(Frame f);

    Speed speed_;
    uint64_t half_, edge_;
    std::multimap<uint64_t, Frame> queue_;
    std::vector<uint8_t> line_;               // the carrier being sent, preamble and FCS included
    size_t at_ = 0;                           // nibble
    unsigned gap_ = 100;                      // clocks left without a carrier
};

// Looks at the pins after every change of the card's outputs.
class RgmiiOut {
public:
    explicit RgmiiOut(Speed speed) : speed_(speed) {}

    void sample(bool txc, unsigned txd, bool ctl, uint64_t now)
    {
        if (txc == txc_) return;
        txc_ = txc;
        edge(txd, ctl, now);
    }

    // A carrier has ended. `user`: wrong FCS, tx_er, odd nibbles or no SFD: what the other side
    // will not take.
    std::function<void(Frame, uint64_t)> frame;
    std::function<void(uint64_t)> began;      // first preamble bits; the time
    uint64_t frames = 0, bad = 0;

private:
    void edge(unsigned txd, bool ctl, uint64_t now);
    void end(uint64_t now);

    Speed speed_;
    bool txc_ = false, ctl_rise_ = false, error_ = false, carrier_ = false;
    unsigned d_rise_ = 0;
    std::vector<uint8_t> nibbles_;
};

#endif
