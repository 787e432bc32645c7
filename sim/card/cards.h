// SPDX-License-Identifier: Apache-2.0
//
// Two whole cards at their pins: clocks that drift against each other, PHYs, the lossy wire between
// their wire ports, and their host ports, UARTs and LEDs for the program around them.
//
//   host <-> RGMII [card A] RGMII <-> PHY <-> Wire (harm) <-> PHY <-> RGMII [card B] RGMII <-> host
#ifndef CARDSIM_CARDS_H
#define CARDSIM_CARDS_H

#include <memory>
#include <string>

#include "wire/wire.h"
#include "phy.h"
#include "rgmii.h"

struct CardOptions {
    Speed wire_speed = MBIT_1000, host_speed = MBIT_1000;
    double ppm[2] = { 50, -50 };
    uint32_t node[2] = { 1, 2 };
    Harm harm;                                 // delay in ns
    uint64_t seed = 1;
    std::string trace;                         // FST, empty: none
};

class CardPair {
public:
    explicit CardPair(const CardOptions &o);
    ~CardPair();

    static const bool nic;                     // cards of the NIC
    static const unsigned baud;                // the parameter BAUD
    void run(uint64_t ns);                     // from now on
    uint64_t now_fs() const { return now_; }
    double now_us() const { return static_cast<double>(now_) / 1e9; }

    // Host port of card k. A frame without FCS; it is padded to 60 bytes as by a network card.
    void host_send(unsigned k, Frame f);
    size_t host_waiting(unsigned k) const;     // frames given and not yet on the pins
    // From the card; `user`: broken
    std::function<void(unsigned k, Frame, uint64_t fs)> host_frame;
    // Last bits of a frame to the card
    std::function<void(unsigned k, uint64_t fs)> host_sent;
    // First preamble bits on the wire port
    std::function<void(unsigned k, uint64_t fs)> wire_began;
    std::function<void(unsigned k, const Frame &)> wire_frame;          // before the wire harms it

    UartPins &uart(unsigned k);
    unsigned leds(unsigned k) const;
    void set_wire_link(bool up);
    Wire &wire() { return wire_; }
    const MdioBus &mdio(unsigned k) const;

    struct Count { uint64_t host_in, host_out, host_bad, wire_in, wire_out, wire_bad; };
    Count count(unsigned k) const;
    uint64_t active_fs() const { return active_; }     // when a frame or a byte last moved

private:
    struct Card;
    void core_half(Card *c);
    void look(Card *c);

    struct Trace;
    std::unique_ptr<Trace> trace_;             // has what the cards need to their end
    std::unique_ptr<Card> card_[2];
    Wire wire_;
    uint64_t now_ = 0, active_ = 0;
    bool link_ = true;
};

#endif
