// SPDX-License-Identifier: Apache-2.0
//
// The host's serial line: frames in SLIP as levels in time to the card, and the card's line sampled
// in the middle of its bits.
#ifndef CARD_SERIAL_H
#define CARD_SERIAL_H

#include <deque>
#include "card_util.h"

static const double BIT = static_cast<double>(CLK_HZ) / BAUD;      // cycles
static const uint8_t END = 0xC0, ESC = 0xDB, ESC_END = 0xDC, ESC_ESC = 0xDD;

inline bytes slip(const bytes &f, bool end = true)
{
    bytes o;
    for (uint8_t b : f) {
        if (b == END || b == ESC) o.push_back(ESC);
        o.push_back(b == END ? ESC_END : b == ESC ? ESC_ESC : b);
    }
    if (end) o.push_back(END);
    return o;
}

struct serial_to_card {
    struct level { bool high; double cycles; };
    std::deque<level> line;
    double late = 0;                // cycles of the level at the front that are over
    void put(uint8_t b, double bit = BIT, bool stop = true)
    {
        line.push_back({ false, bit });
        for (unsigned i = 0; i < 8; i++) line.push_back({ (b >> i & 1) != 0, bit });
        line.push_back({ stop, bit });
        if (!stop) line.push_back({ true, bit });
    }
    // The level in this cycle
    bool step()
    {
        if (line.empty()) {
            late = 0;
            return true;
        }
        const bool high = line.front().high;
        for (late++; !line.empty() && late >= line.front().cycles; line.pop_front())
            late -= line.front().cycles;
        return high;
    }
};

struct serial_from_card {
    tb_check &chk;
    int bit = -1;                   // -1: the line is idle; 0: start, 9: stop
    double sample = 0;              // cycles to the middle of the bit
    unsigned shift = 0;
    bytes raw, frame;               // frame: the last whole one, without FCS
    uint64_t escapes = 0;

    explicit serial_from_card(tb_check &c) : chk(c) {}
    // One cycle; true with the end of a frame
    bool step(bool high)
    {
        if (bit < 0) {
            if (!high) {
                bit = 0;
                sample = BIT / 2;
            }
            return false;
        }
        if (--sample > 0) return false;
        sample += BIT;
        if (bit == 0) EXPECT(high, 0);
        if (bit > 0 && bit <= 8) shift = shift >> 1 | unsigned{high} << 7;
        if (bit++ < 9) return false;
        EXPECT(high, 1);
        bit = -1;
        if (shift == END) return whole();
        raw.push_back(static_cast<uint8_t>(shift));
        return false;
    }
    bool whole()
    {
        frame.clear();
        for (size_t i = 0; i < raw.size(); i++) {
            if (raw[i] != ESC) { frame.push_back(raw[i]); continue; }
            i++;
            CHECK(i < raw.size() && (raw[i] == ESC_END || raw[i] == ESC_ESC));
            frame.push_back(raw[i] == ESC_END ? END : ESC);
            escapes++;
        }
        raw.clear();
        EXPECT(eth_fcs_state(frame), 0);
        frame.resize(frame.size() - 4);
        return true;
    }
};

#endif
