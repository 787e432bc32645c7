// SPDX-License-Identifier: Apache-2.0
//
// Captures of the reference implementation, and how a MAC in the place of one end may differ from
// it.
#ifndef TB_CAPTURES_H
#define TB_CAPTURES_H

#include <array>
#include <string>
#include <vector>

#include "wire/frame.h"

struct Recorded {
    Frame f;
    Header h;
    bool mine;                         // sent by the end that the MAC stands in for
};

struct Capture {
    std::string name;
    std::vector<Recorded> frames;
};

// False and *why if the file is no Ethernet capture of TTP frames between two nodes.
bool read_capture(const std::string &path, Capture *c, std::string *why);

struct Answer {                        // a frame of the MAC
    Frame f;
    Header h;
    size_t at;                         // frames of the capture that had been played by then
};

// Why the MAC may differ from the reference; the text of each is in captures_rules.cpp.
enum Rule : unsigned {
    OPEN_RXID, LIFE, OPEN_ACK_TXID, NACK_MISSING, NACK_ONCE, NOLINK_RXID, CLOSE_IDS, CLOSE_ACK_IDS,
    CLOSE_ACK_AGAIN, NEW_LIFE_IDS, OWN_TIMER, WRONG_ACK, NACK_AGAIN, SHORT_ACK, SIGNED_AGE,
    SET_ASIDE, LOST_THERE, TOO_LONG, RULE_N
};

const char *rule_text(unsigned rule);

struct Verdict {
    size_t equal = 0;                  // frames that differ in nothing
    std::array<size_t, RULE_N> allowed{};
    std::vector<std::string> other;    // one line for each difference that no rule allows
};

// The frames of the MAC against those of the end it stood in for. `shift`: its
// IDs of the life after a close are the recorded ones plus this.
Verdict compare_capture(const Capture &c, const std::vector<Answer> &out, uint32_t shift);

std::string frame_line(const Header &h);

#endif
