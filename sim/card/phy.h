// SPDX-License-Identifier: Apache-2.0
//
// The management side of the PHYs (MDIO, clause 22) and a UART on the pins of a card. Both look at
// the pins once a core clock.
#ifndef CARDSIM_PHY_H
#define CARDSIM_PHY_H

#include <cstdint>
#include <deque>
#include <vector>

#include "rgmii.h"

// One bus with two PHYs at consecutive addresses.
class MdioBus {
public:
    MdioBus(unsigned first, Speed a, Speed b);

    // True: what the card reads. Called after each rising edge of the core's clock.
    bool clock(bool mdc, bool out, bool out_enable);
    void set_link(unsigned phy, bool up);
    uint64_t reads = 0, writes = 0;

private:
    struct Phy { uint16_t reg[32]; bool was_down; };
    static Phy make(Speed s);
    uint16_t read(Phy *p, unsigned reg);

    unsigned first_, bit_ = 0, late_ = 0;
    Phy phy_[2];
    Phy *talks_ = nullptr;
    bool mdc_ = false, in_frame_ = false, drives_ = false, value_ = true, next_drives_ = false,
         next_value_ = true;
    uint32_t head_ = 0, data_ = 0;
    uint16_t answer_ = 0;
};

class UartPins {
public:
    explicit UartPins(unsigned baud) : bit_(1000000000000000ull / baud) {}

    // `tx` is what the card sends; the result what it receives.
    bool clock(bool tx, uint64_t now);
    void put(const uint8_t *p, size_t n) { to_card_.insert(to_card_.end(), p, p + n); }
    size_t waiting() const { return to_card_.size(); }
    std::vector<uint8_t> from_card;
    uint64_t framing_errors = 0;

private:
    uint64_t bit_;
    std::deque<uint8_t> to_card_;
    unsigned out_at_ = 0, in_at_ = 0;          // 0: idle, 1: start bit, ...
    uint64_t out_next_ = 0, in_next_ = 0;
    unsigned out_shift_ = 0, in_shift_ = 0;
    bool rx_ = true;
};

#endif
