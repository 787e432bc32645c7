// SPDX-License-Identifier: Apache-2.0
//
// A reduction must not change which pairs of links are reached. A search writes its pairs to a file
// (--ends), which can be compared with the file of another search: see docs/prove.md.
#include "pair.h"

namespace pair {

// Both ends without the wire, and of lives only whether each end has the peer that is there now.
// What a link knows of the numbers of a peer that is not there does not count.
State ends_only(const State &s)
{
    State t;

    memcpy(static_cast<void *>(&t), &s, offsetof(State, wire));
    t.n = 0;
    if (!s.left.select) memset(&t.select, 0, sizeof t.select);
    memset(t.left.lives, 0, sizeof t.left.lives);
    t.left.copies = 0;
    for (unsigned i = 0; i < 2; i++) {
        ttp_rules_link &l = t.end[i].link;
        const ttp_rules_link &peer = s.end[!i].link;
        const bool met = s.end[!i].entry && peer.state != TTP_STATE_CLOSED &&
                         peer.own_life == l.peer_life;
        t.end[i].next_life = 0;
        if (!t.end[i].entry) continue;
        l.own_life = 0;
        const bool ships = l.state == TTP_STATE_OPEN_SENT && l.after_open;
        l.peer_life = no_life(l) && !ships ? uint16_t{ 0 } : met ? uint16_t{ 1 } : uint16_t{ 2 };
        if (met) continue;
        l.last = 0;
        if (l.state == TTP_STATE_OPEN_RECD || l.state == TTP_STATE_OPEN) l.peer_id = 0;
    }
    return t;
}

} // namespace pair
