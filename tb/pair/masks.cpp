// SPDX-License-Identifier: Apache-2.0
//
// Fields of a record that the search takes for meaningless: with --masks each step is done a second
// time with garbage in them, which must make no difference.
#include "pair.h"

namespace pair {

// Fields that normalise_links() blanks must make no difference: with garbage in them.
ttp_rules_link Pair::garbled(const End &x, const Select &sc, uint32_t n) const
{
    constexpr uint32_t garbage = 0xa5a5a5a5;
    State s{};
    s.end[0] = x;
    s.select[0] = sc;
    ttp_rules_link &c = s.end[0].link, other = x.link;
    c.gap_ahead = c.own_life = static_cast<uint16_t>(garbage);
    c.peer_id = c.open_id = c.last = garbage;
    const bool ship = may_ship(c, sc);
    c.after_open = !ship || c.after_open;
    c.open_accepted = c.was_dead = c.gap_full = true;
    if (no_life(c)) {
        if (c.peer_life || !b_.selective) c.peer_life = static_cast<uint16_t>(garbage);
        c.gap_told = true;
    }
    normalise_links(&s);
    if (!c.gap_told && no_life(c)) other.gap_told = n & 1;
    if (!c.gap_ahead) other.gap_ahead = static_cast<uint16_t>(garbage);
    if (!c.own_life) other.own_life = static_cast<uint16_t>(n >> 1 & 0xff);
    if (c.peer_life == SOMEBODY) other.peer_life = static_cast<uint16_t>(1 + (n >> 2 & 0xff));
    if (!c.peer_life && no_life(c) && !b_.selective)
        other.peer_life = static_cast<uint16_t>(n >> 2 & 0xff);
    if (!c.peer_id) other.peer_id = garbage;
    if (!c.open_id) other.open_id = x.link.una - 1 - (n & 1);
    if (!c.last) other.last = n >> 3 & 1 ? x.link.last : garbage;
    if (!c.after_open && !ship) other.after_open = n >> 1 & 1;
    if (!c.open_accepted) other.open_accepted = n >> 2 & 1;
    if (!c.was_dead) other.was_dead = n >> 3 & 1;
    if (!c.gap_full) other.gap_full = n >> 4 & 1;
    return other;
}

bool Pair::same_link(const ttp_rules_link &a, const ttp_rules_link &b, const Select &c) const
{
    State one{}, two{};

    one.end[0].link = a, two.end[0].link = b;
    one.select[0] = two.select[0] = c;
    one.end[0].entry = two.end[0].entry = 1;
    normalise_links(&one);
    normalise_links(&two);
    return !memcmp(&one.end[0], &two.end[0], sizeof(End));
}

void Pair::step(const State &s, unsigned me, ttp_rules_link *l, const ttp_rules_event &e,
                ttp_rules_answers *a)
{
    const auto rules = [this](ttp_rules_link *link, const ttp_rules_event &event,
                              ttp_rules_answers *answers) {
        if (plant_) plant_->step(link, event, cfg_, answers);
        else ttp_rules_step(link, &event, &cfg_, answers);
    };

    met.steps++;
    if (!l || !b_.check_masks) {
        rules(l, e, a);
        return;
    }
    ttp_rules_answers second;
    ttp_rules_link other = garbled(s.end[me], s.select[me], static_cast<uint32_t>(met.steps));
    rules(l, e, a);
    rules(&other, e, &second);
    // Whether a frame counts as illegal changes nothing.
    second.notes = static_cast<uint16_t>((second.notes & ~TTP_NOTE_ILLEGAL) |
                                         (a->notes & TTP_NOTE_ILLEGAL));
    if (memcmp(a, &second, sizeof second) || !same_link(*l, other, s.select[me]))
        fail("a field of the link counts that the search takes for meaningless");
}

} // namespace pair
