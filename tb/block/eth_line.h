// SPDX-License-Identifier: Apache-2.0
//
// Frames on the line: with their preamble, and RGMII as a PHY sees it that delays TXC.
#ifndef ETH_LINE_H
#define ETH_LINE_H

#include "eth_util.h"

// preamble: bytes before the SFD
inline bytes on_line(const bytes &frame, size_t preamble = 7)
{
    bytes f(preamble, 0x55);
    f.push_back(0xD5);
    f.insert(f.end(), frame.begin(), frame.end());
    return f;
}

struct rgmii_rx {
    bool clock = false, en = false, er = false;
    unsigned low = 0, high = 0;         // half bytes at the rise and at the fall of the clock
    // True when the clock has fallen: both halves are there.
    bool step(bool txc, unsigned txd, bool ctl)
    {
        if (txc == clock) return false;
        clock = txc;
        if (txc) {
            low = txd;
            en = ctl;
        } else {
            high = txd;
            er = en != ctl;
        }
        return !txc;
    }
    uint8_t byte() const { return static_cast<uint8_t>(low | high << 4); }
};

#endif
