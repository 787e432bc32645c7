// SPDX-License-Identifier: Apache-2.0
//
// The first state, what can happen in a state, and the one form of states that are the same.
// See pair.h.
#include "pair.h"

#include <algorithm>

namespace pair {

// Times mean nothing here, but 0 and 1 (AT_ONCE, NEXT) are no times of the config.
Pair::Pair(const Bounds &b, const Plant *plant) : b_(b), plant_(plant)
{
    cfg_.timeout = cfg_.open_again = cfg_.close_again = cfg_.backoff = 16;
    cfg_.service = b.reack || b.idle ? 16 : 0;
    cfg_.rounds_max = b.rounds;
    cfg_.repeat_ack = b.reack;
}

State Pair::start() const
{
    State s;
    memset(&s, 0, sizeof s);
    const unsigned lives = b_.lives ? b_.lives
        : 2 + b_.close[0] + b_.close[1] + b_.restart[0] + b_.restart[1] + b_.idle + b_.victim +
              b_.evict;
    for (unsigned i = 0; i < 2; i++) {
        s.end[i].next_life = b_.life[i];
        s.left.give[i] = static_cast<uint8_t>(b_.give[i]);
        s.left.close[i] = static_cast<uint8_t>(b_.close[i]);
        s.left.restart[i] = static_cast<uint8_t>(b_.restart[i]);
        s.left.lives[i] = static_cast<uint8_t>(std::min(lives, 254u));
        if (b_.any && b_.on(LIVES) && b_.on(INERT)) s.left.lives[i] = FREE;
    }
    s.left.select = b_.selective;
    if (b_.selective) s.left.sends[0] = s.left.sends[1] = static_cast<uint8_t>(b_.sends);
    s.left.idle = static_cast<uint8_t>(b_.idle);
    s.left.victim = static_cast<uint8_t>(b_.victim);
    s.left.evict = static_cast<uint8_t>(b_.evict);
    s.left.full = static_cast<uint8_t>(b_.full);
    s.left.busy = static_cast<uint8_t>(b_.busy);
    s.left.copies = static_cast<uint8_t>(b_.copies);
    s.left.losses = static_cast<uint8_t>(b_.losses);
    return s;
}

// sel.ships: whether last is that of the peer's OPEN counts.
bool Pair::may_ship(const ttp_rules_link &l, const Select &c) const
{
    return b_.selective && c.told && l.state == TTP_STATE_OPEN_SENT;
}

// What the rules can not look at in this state is 0; check_masks tries that in every step. With
// rounds_max 255 rounds never come to an end: they are not counted, but for the length of a pause.
void Pair::normalise_links(State *s) const
{
    for (unsigned i = 0; i < 2; i++) {
        End &x = s->end[i];
        ttp_rules_link &l = x.link;
        if (!x.entry) continue;
        if (b_.rounds == 255 && !honest && !l.paused) l.rounds = 0;
        if (!l.gap_told) l.gap_ahead = 0;
        const bool names = l.state == TTP_STATE_OPEN_RECD || l.state == TTP_STATE_CLOSE_RECD ||
                           (closing(l) && l.close_held) ||
                           (l.state == TTP_STATE_CLOSED && l.close_acks);
        if (!names) l.peer_id = 0;
        // Fields that only count, and fields that only matter for strangers.
        if (l.state != TTP_STATE_OPEN_SENT && l.state != TTP_STATE_REOPEN_SENT) l.open_id = 0;
        const bool ships = may_ship(l, s->select[i]) && l.after_open;
        if (l.peer_life && !b_.strangers) {
            l.after_open = ships;
            l.open_accepted = false;
        }
        if (!b_.id_step) x.entries = 0;
        if (b_.strangers || !b_.on(FIELDS)) continue;
        l.after_open = ships;
        l.open_accepted = l.was_dead = false;
        if (!no_life(l) || ships) continue;
        // Learnt anew before they are looked at.
        l.last = 0;
        l.gap_told = l.gap_full = false;
        l.gap_ahead = 0;
        if (!b_.selective) l.peer_life = 0;
        else if (l.peer_life && !s->select[i].agreed) l.peer_life = SOMEBODY;
        if (l.state == TTP_STATE_CLOSED && !plant_ && !b_.busy) l.own_life = 0;
    }
}

void sort_wire(State *s)
{
    const auto before = [](const Frame &a, const Frame &b) {
        return memcmp(&a, &b, sizeof a) < 0;
    };
    for (uint32_t i = 1; i < s->n; i++)
        for (uint32_t j = i; j && before(s->wire[j], s->wire[j - 1]); j--)
            std::swap(s->wire[j], s->wire[j - 1]);
}

void Pair::normalise(State *s)
{
    normalise_links(s);
    if (s->left.fair) {             // there the order of frames counts
        if (s->left.select) renumber(s);
        return;
    }
    if (b_.any) reduce(s);
    else sort_wire(s);
}

void Pair::actions(const State &s, std::vector<Action> *out) const
{
    const auto add = [out](Act act, unsigned arg) {
        out->push_back({ act, static_cast<uint8_t>(arg) });
    };

    out->clear();
    for (unsigned i = 0; i < s.n; i++) {
        const Frame &f = s.wire[i];
        const End &x = s.end[f.to];
        if (i && !memcmp(&f, &s.wire[i - 1], sizeof f)) continue;
        if (f.flags & QUEUED) {
            add(LEFT, i);
            continue;
        }
        add(DELIVER, i);
        if (s.left.copies && !b_.any) add(KEEP, i);
        if (s.left.losses && !b_.any) add(LOSE, i);
        if (s.left.full && f.opcode == TTP_FRAME_PAYLOAD && x.entry) add(DELIVER_FULL, i);
        if (s.left.busy && f.opcode == TTP_FRAME_OPEN && x.entry &&
            x.link.state == TTP_STATE_CLOSED && x.link.own_life)
            add(DELIVER_BUSY, i);
    }
    for (unsigned i = 0; i < 2; i++) {
        const End &x = s.end[i];
        const ttp_rules_link &l = x.link;
        if (s.left.give[i]) add(GIVE, i);
        if (!x.entry) continue;
        if (l.timer_runs) {
            add(TIMER, i);
            if (s.left.busy && l.state == TTP_STATE_CLOSED && held(x)) add(TIMER_BUSY, i);
        }
        if (l.service_runs) {
            add(SERVICE, i);
            if (s.left.idle && l.state == TTP_STATE_OPEN && !l.close_wanted) add(SERVICE_IDLE, i);
        }
        if (held(x) && (l.state == TTP_STATE_CLOSED || ttp_rules_must_ask(&l))) add(HOST, i);
        if (may_send(s, i)) add(SEND, i);
        if (s.left.close[i] && l.state != TTP_STATE_CLOSED && !l.close_wanted) add(CLOSE, i);
        // tbl.victim.fit
        if (s.left.victim && l.state == TTP_STATE_OPEN && !held(x) && !l.gap_told && !l.aside &&
            !l.close_wanted)
            add(VICTIM, i);
        if (s.left.restart[i]) add(RESTART, i);
        // tbl.reuse
        if (s.left.evict && l.state == TTP_STATE_CLOSED && !held(x)) add(EVICT, i);
    }
}

} // namespace pair
