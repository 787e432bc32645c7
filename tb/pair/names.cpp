// SPDX-License-Identifier: Apache-2.0
//
// Names: lives are compared for equality only, so a state can name them as it likes (--off lives).
// And where both ends may do the same, A can be named B (--mirror).
#include "pair.h"

#include <algorithm>

namespace pair {

namespace {

constexpr uint16_t FRESH = 60;          // beyond all names that lives of a side can get
constexpr unsigned NAMES = 48;

} // namespace

// The life of now, the one that the peer knows, the rest in the order of their frames. The next
// one is always the same, which nothing in the state names.
void Pair::rename(State *s)
{
    for (unsigned side = 0; side < 2; side++) {
        uint16_t old[NAMES];
        unsigned n = 0;
        const uint16_t base = b_.life[side];
        const auto place = [&](uint16_t life) {
            unsigned i = 0;
            while (i < n && old[i] != life) i++;
            return i;
        };
        const auto name = [&](uint16_t life) {
            if (!life || place(life) < n) return;
            if (n == NAMES) fail("more lives than names");
            else old[n++] = life;
        };
        const auto of = [&](Frame &f) -> uint16_t & { return f.to == side ? f.to_life : f.life; };
        const auto give = [&](uint16_t *life) {
            if (*life) *life = static_cast<uint16_t>(base + place(*life));
        };
        End &x = s->end[side], &y = s->end[!side];
        const bool gone = y.link.peer_life == SOMEBODY;
        if (gone) y.link.peer_life = 0;
        old[n++] = x.link.own_life;     // it always has the first name
        old[n++] = y.link.peer_life != x.link.own_life ? y.link.peer_life : 0;
        // By what is known of the frames, so that the order of the old names does not count.
        Frame *order[WIRE_MAX];
        for (uint32_t i = 0; i < s->n; i++) order[i] = &s->wire[i];
        const unsigned known = n;
        const auto key = [&](Frame *f) {
            Frame k = *f;
            if (place(of(k)) >= known) of(k) = 0xffff;
            else give(&of(k));
            return k;
        };
        Frame keys[WIRE_MAX];
        for (uint32_t i = 0; i < s->n; i++) keys[i] = key(order[i]);
        for (uint32_t i = 1; i < s->n; i++)
            for (uint32_t j = i; j && memcmp(&keys[j], &keys[j - 1], sizeof(Frame)) < 0; j--) {
                std::swap(keys[j], keys[j - 1]);
                std::swap(order[j], order[j - 1]);
            }
        for (uint32_t i = 0; i < s->n; i++) name(of(*order[i]));
        give(&x.link.own_life);
        give(&y.link.peer_life);
        if (gone) y.link.peer_life = SOMEBODY;
        for (uint32_t i = 0; i < s->n; i++) give(&of(s->wire[i]));
        x.next_life = static_cast<uint16_t>(base + FRESH);
    }
}

State mirrored(const State &s, const Bounds &b)
{
    State m;
    const uint16_t up = static_cast<uint16_t>(b.life[1] - b.life[0]);
    const auto other = [up, &b](uint16_t *life, unsigned side) {
        if (!*life || *life == SOMEBODY) return;
        *life = static_cast<uint16_t>(side ? *life - up : *life + up);
    };

    memcpy(static_cast<void *>(&m), &s, s.bytes());
    for (unsigned i = 0; i < 2; i++) {
        End &x = m.end[i];
        x = s.end[!i];
        m.select[i] = s.select[!i];
        other(&x.link.own_life, !i);
        other(&x.link.peer_life, i);
        other(&x.next_life, !i);
        m.left.give[i] = s.left.give[!i];
        m.left.close[i] = s.left.close[!i];
        m.left.restart[i] = s.left.restart[!i];
        m.left.lives[i] = s.left.lives[!i];
        m.left.sends[i] = s.left.sends[!i];
    }
    for (uint32_t i = 0; i < m.n; i++) {
        Frame &f = m.wire[i];
        other(&f.life, !f.to);
        other(&f.to_life, f.to);
        f.to = !f.to;
    }
    sort_wire(&m);
    return m;
}

} // namespace pair
