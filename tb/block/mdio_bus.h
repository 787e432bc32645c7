// SPDX-License-Identifier: Apache-2.0
//
// The PHYs on an MDIO bus, IEEE 802.3 clause 22, bit by bit.
#ifndef MDIO_BUS_H
#define MDIO_BUS_H

#include <cstdint>
#include <vector>

struct mdio_phy {
    unsigned addr = 0;
    bool here = false, mute = false;    // mute: it drives no 0 in the turnaround
    uint16_t reg[32] = {};
};

struct mdio_bus {
    std::vector<mdio_phy *> on;
    unsigned ones = 0;          // of the preamble
    unsigned bit = 0;           // bits of the frame so far, from the first 0 on; 0: preamble
    uint32_t word = 0;          // the bits after the first 0
    mdio_phy *who = nullptr;    // from bit 14 on: the PHY that is meant
    bool write = false;         // from bit 14 on
    bool drive = false, out = true;     // what the PHYs do to the line, and do next
    bool next_drive = false, next_out = true;
    unsigned wait = 0;          // cycles until they do it

    mdio_phy *find(unsigned addr) const
    {
        for (mdio_phy *p : on) if (p->here && p->addr == addr) return p;
        return nullptr;
    }
    bool line(bool oe, bool o) const { return oe ? o : drive ? out : true; }
    // A rise of MDC, the line at it, and the cycles after which the PHY has its next bit there
    void rise(bool level, unsigned delay)
    {
        if (!bit) {
            ones += level;
            if (level || ones < 32) {
                if (!level) ones = 0;
                return;
            }
            word = 0;
            who = nullptr;
        } else word = word << 1 | level;
        bit++;
        if (bit == 14) {
            who = find(word >> 5 & 31);
            write = (word >> 10 & 3) == 1;
        }
        next_drive = who && !write && bit >= 15 && bit < 32;
        if (next_drive) next_out = bit == 15 ? who->mute : who->reg[reg()] >> (31 - bit) & 1;
        wait = delay + 1;
        tick();
        if (bit < 32) return;
        if (who && write) who->reg[reg()] = static_cast<uint16_t>(word);
        bit = ones = 0;
    }
    unsigned reg() const { return word >> (bit - 14) & 31; }
    void tick()
    {
        if (!wait || --wait) return;
        drive = next_drive;
        out = next_out;
    }
};

#endif
