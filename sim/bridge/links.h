// SPDX-License-Identifier: Apache-2.0
//
// What the links of a bridge's MAC go through, told from the frames at its wire port and from its
// completions: one line an event. It judges nothing; the MAC does.
#ifndef TTPSIM_BRIDGE_LINKS_H
#define TTPSIM_BRIDGE_LINKS_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "axis.h"
#include "wire/frame.h"

class LinkWatch {
public:
    struct Link {
        bool up = false, opening = false, answered = false;
        bool closed = false;               // its last end was in the orderly way
        bool peer_closed = false;          // its CLOSE has come
        uint32_t open_id = 0;              // of our OPEN
        uint32_t open_life = 0, told_life = 0;   // of the peer: of this link, of its newest OPEN
        uint32_t own_life = 0;             // of our newest OPEN
        uint32_t last = 0;                 // newest ID that our MAC has taken in order
        uint32_t acked = 0, sent = 0;      // of ours: newest acknowledged, newest sent
        bool took = false;                 // our MAC has taken a payload since it opened
        uint64_t full = 0;                 // NACK_FULLs that came
        bool no_place = false;             // ... to our OPEN was OPEN_NACK
        bool anew = false;                 // it is in another life, and had acknowledged something
        bool used = false;                 // a payload or an ACK has come since it opened
        bool nolink = false;               // its newest answer to a payload was NACK_NOLINK
        bool told_silent = false;
        uint64_t asked = 0, asked_at = 0;  // OPENs without an answer, cycle of the first
        uint64_t doubts = 0;               // OPENs on it that a restarted peer may have sent
        uint64_t heard = 0;                // cycle of the newest frame that came
    };

    std::function<void(const std::string &)> say;
    uint64_t second = 1000000;             // cycles

    void frame(const Frame &f, bool sent, uint32_t own, uint64_t cycle);
    void completion(const Completion &c);
    // Causes of the MAC's interrupt register, those that neither a completion nor a frame tells.
    void irq(uint32_t causes);
    // A peer that has not answered for about a second is told once, and so is its answer.
    void silence(uint64_t cycle);
    uint64_t next_silence() const;         // cycle; UINT64_MAX: nobody is waited for

    Link &link(uint32_t node, uint32_t vc) { return links_[std::make_pair(node, vc)]; }
    const Link *find(uint32_t node, uint32_t vc) const;   // NULL: never heard of
    bool any_up() const;
    void restarted();                      // our MAC has forgotten all links
    const std::map<std::pair<uint32_t, uint32_t>, Link> &all() const { return links_; }

    bool died = false, refused = false;
    uint64_t illegal = 0;
    uint64_t numbered = 0;                 // our sends with a number: both ends agree

private:
    void got(const Header &h, uint64_t cycle);
    void opened(Link &l, const Header &h, const char *by);
    // str.doubt, str.repeat: the OPEN of a stranger that knows how far our payloads have come, or
    // that names our newest ACK, is no restart.
    static bool goes_on(const Link &l, const Header &h);
    void answer(Link &l, const Header &h);
    // Tells the first ones of a kind that can flood.
    void event(uint64_t *count, const std::string &text);

    std::map<std::pair<uint32_t, uint32_t>, Link> links_;
    Header last_in_{};                     // newest control frame or payload that came
    bool has_last_ = false;
    uint64_t again_ = 0, nolink_ = 0, lost_ = 0, full_ = 0, no_place_ = 0;
};

// "000002 VC 0"
std::string link_name(uint32_t node, uint32_t vc);

#endif
