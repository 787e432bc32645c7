// SPDX-License-Identifier: Apache-2.0
//
// What is at the pins of card.cpp: PHYs on an MDIO bus, and a line that a transmitter drives.
#ifndef CARD_PINS_H
#define CARD_PINS_H

#include <deque>
#include <map>
#include "card_util.h"

// A PHY behind its management pins: 1000 full on both sides, the link as it is set
struct phy {
    unsigned addr = 0;
    bool link = false;
    std::map<unsigned, unsigned> reg;
    unsigned read(unsigned r)
    {
        if (reg.count(r)) return reg[r];
        switch (r) {
        case 0: return 0x1140;
        case 1: return link ? 0x796D : 0x7949;
        case 2: return 0x2200 + addr;
        case 4: case 5: return 0x01E1;
        case 9: return 0x0300;
        case 10: return 0x0C00;
        }
        return 0x1000 + r;
    }
};
struct bus {
    std::vector<phy *> on;
    bool mdc = false, drive = false, out = true;
    unsigned ones = 0, n = 0;
    uint32_t word = 0, answer = 0;
    phy *who = nullptr;
    // Once a cycle: the line as the card drives it; afterwards `drive`, `out` are ours.
    void step(bool c, bool oe, bool o)
    {
        if (c == mdc) return;
        mdc = c;
        if (!c) return;
        const bool line = oe ? o : drive ? out : true;
        if (n == 0) {
            if (line) { ones++; return; }
            if (ones < 32) { ones = 0; return; }
            n = 1;
            word = 0;
            ones = 0;
            who = nullptr;
            return;
        }
        word = word << 1 | line;
        n++;
        const bool read = n >= 14 && (word >> (n - 4) & 3) == 2;
        if (n == 14) {
            for (phy *p : on) if (p->addr == (word >> 5 & 31)) who = p;
            if (who && read) answer = who->read(word & 31);
        }
        if (who && read && n >= 15) {
            drive = n < 32;
            out = n == 15 ? false : answer >> (31 - n) & 1;
        }
        if (n == 32) {
            if (who && (word >> 28 & 3) == 1) who->reg[word >> 18 & 31] = word & 0xFFFF;
            n = 0;
            drive = false;
        }
    }
};

// Bytes from the pins of a transmitter, frame by frame
struct line_rx {
    bool txc = false;
    unsigned low = 0;
    bool en = false;
    bytes cur;
    double began = 0;
    std::deque<bytes> frames;
    std::deque<double> times;
    // True with the end of a frame
    bool step(bool c, unsigned d, bool ctl, double now)
    {
        if (c == txc) return false;
        txc = c;
        if (c) { low = d; en = ctl; return false; }
        if (en) {
            if (cur.empty()) began = now;
            cur.push_back(static_cast<uint8_t>(low | d << 4));
            return false;
        }
        if (cur.empty()) return false;
        frames.push_back(bytes(cur.begin() + 8, cur.end()));
        times.push_back(began);
        cur.clear();
        return true;
    }
};

#endif
