// SPDX-License-Identifier: Apache-2.0
//
// The one form of states on a wire on which every frame that was ever sent stays (--any): it may
// arrive at any time, any number of times, or never. So no frame has to be lost, doubled or thrown
// out, and this wire can do all that a wire of any length with loss and doubling can.
//
// What a state can do grows with the frames on its wire. So, with C(s) all that can come of s:
//
//   settle   If an event changes nothing but adds a frame, C(s) is C(s with that frame): it is
//            added at once.
//   inert    A frame that changes nothing now and never will, and whose answer is such a frame
//            again, is taken off. A pair of lives that is over never comes back, and what an end
//            has retired or taken stays so. Each one is delivered first, to see that it is true.
//   covered  A frame that can do only what another one on the wire does is taken off.
//   lives    Rules compare lives for equality only. So they get the names own, peer's, the rest in
//            the order of their frames, and the next one is always the same fresh name.
//
// Each can be turned off (--off), so that what they leave can be compared with what they take.
#include "pair.h"

namespace pair {

namespace {

enum : int { STAYS, GOES, ANSWERED };   // answered: once its answer is on the wire it goes

const ttp_rules_link *link_of(const State &s, unsigned side)
{
    const End &x = s.end[side];
    return x.entry && x.link.state != TTP_STATE_CLOSED ? &x.link : nullptr;
}

// The side is in the life `own`, and it is or may become one with `peer`. Once it is not so it
// never will be: an end that leaves a life takes a new number, and beyond OPEN_SENT a life keeps
// its peer.
bool possible(const State &s, unsigned side, uint16_t own, uint16_t peer)
{
    const ttp_rules_link *l = link_of(s, side);
    return l && l->own_life == own && (l->state == TTP_STATE_OPEN_SENT || l->peer_life == peer);
}

bool same(const Frame &a, const Frame &b) { return !memcmp(&a, &b, sizeof a); }
int32_t dist(uint32_t a, uint32_t b) { return static_cast<int32_t>(a - b); }

bool same_ends(const State &a, const State &b)
{
    return !memcmp(&a.end, &b.end, sizeof a.end) && !memcmp(&a.left, &b.left, sizeof a.left) &&
           (!a.left.select || !memcmp(&a.select, &b.select, sizeof a.select));
}

// Selective repeat learns nothing from it, now or later: what it could say is known.
bool nothing_new(const Select &c, const Frame &f)
{
    switch (f.opcode) {
    case TTP_FRAME_OPEN_ACK:    return c.agreed || !(f.flags & OFFER);
    case TTP_FRAME_PAYLOAD:     return !f.rx_id || c.agreed;
    case TTP_FRAME_ACK:         return !f.tx_id;        // see tidy
    case TTP_FRAME_NACK:        return !f.tx_id && c.agreed;
    default:                    return c.agreed;
    }
}

void take_off(State *s, uint32_t i)
{
    s->wire[i] = s->wire[--s->n];
    s->wire[s->n] = Frame{};
}

} // namespace

bool Pair::add(State *s, const Frame &f)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (same(s->wire[i], f)) return true;
    if (s->n == WIRE_MAX) fail("more frames than the wire of the search holds");
    else s->wire[s->n++] = f;
    return true;
}

// What a frame of the wire is good for.
int Pair::judge(const State &s, const Frame &f) const
{
    if (f.opcode == TTP_FRAME_OPEN) return STAYS;
    const ttp_rules_link *l = link_of(s, f.to);
    const bool sent = l && l->state == TTP_STATE_OPEN_SENT;

    if (f.opcode == TTP_FRAME_OPEN_NACK)
        return sent && l->own_life == f.to_life ? STAYS : GOES;
    const bool theirs = possible(s, !f.to, f.life, f.to_life);
    if (!possible(s, f.to, f.to_life, f.life)) {
        const bool asks = f.opcode == TTP_FRAME_PAYLOAD || f.opcode == TTP_FRAME_OPEN_ACK ||
                          f.opcode == TTP_FRAME_CLOSE;
        return asks && theirs ? ANSWERED : GOES;
    }
    if (sent) return STAYS;
    // The frame is of a life that goes on. IDs before una have retired, IDs up to last were taken.
    const bool old = f.opcode == TTP_FRAME_PAYLOAD && dist(f.tx_id, l->last) <= 0;
    const bool said = !b_.selective || nothing_new(s.select[f.to], f);
    switch (f.opcode) {
    case TTP_FRAME_ACK:         return said && dist(f.rx_id, l->una) < 0 ? GOES : STAYS;
    case TTP_FRAME_NACK:        return said && dist(f.rx_id, l->una) < -1 ? GOES : STAYS;
    case TTP_FRAME_CLOSE_NACK:  return said && dist(f.tx_id, l->last) <= 0 ? GOES : STAYS;
    case TTP_FRAME_OPEN_ACK:    return theirs || !said ? STAYS : GOES;
    case TTP_FRAME_PAYLOAD:     return theirs || !said || !old ? STAYS : GOES;
    default:                    return STAYS;
    }
}

// What no rule reads in such a frame is 0:
// - the TxID of an OPEN, when its sender does not wait for the answer to it: who takes it gets a
//   peer that sends nothing in that pair of lives. With selective repeat (sel.ships) only when the
//   sender is not in that life any more;
// - the ID in a NACK_NOLINK that names lives;
// - all but the lives of an OPEN_ACK that is ours, when the OPEN has had its answer. It only gets a
//   NACK_NOLINK in the end, when that life is over;
// - the number of a send that its sender knows to have arrived.
void Pair::tidy(const State &s, Frame *f) const
{
    const ttp_rules_link *l = link_of(s, f->to), *sender = link_of(s, !f->to);

    if (f->opcode == TTP_FRAME_NACK_NOLINK) f->rx_id = 0;
    const bool in_it = f->opcode == TTP_FRAME_OPEN && sender && sender->own_life == f->life;
    if (f->opcode == TTP_FRAME_OPEN &&
        !(in_it && (b_.selective || sender->state == TTP_STATE_OPEN_SENT)))
        f->tx_id = b_.id[!f->to] - 1;
    if (!l || l->state == TTP_STATE_OPEN_SENT || !possible(s, f->to, f->to_life, f->life)) return;
    const Select &mine = s.select[f->to], &peer = s.select[!f->to];
    if (f->opcode == TTP_FRAME_OPEN_ACK) {
        f->tx_id = f->rx_id = 0;
        if (mine.agreed) f->flags = 0;
    }
    if (!b_.selective) return;
    if (f->opcode == TTP_FRAME_ACK || f->opcode == TTP_FRAME_NACK)
        if (mine.agreed && dist(f->tx_id, mine.known) <= 0) f->tx_id = 0;
    if (f->opcode == TTP_FRAME_PAYLOAD && possible(s, !f->to, f->life, f->to_life))
        if (mine.agreed && peer.agreed && dist(f->rx_id, peer.known) <= 0) f->rx_id = 0;
}

// An event in a state with no frame on the wire, or with one. True: both ends stay as they are.
// Then t->wire has what it has sent, behind the frame.
bool Pair::alone(const State &s, Action a, const Frame *f, State *t)
{
    std::string *const log_was = log;

    log = nullptr;
    memcpy(static_cast<void *>(t), &s, offsetof(State, wire));
    t->n = f != nullptr;
    if (f) t->wire[0] = *f;
    const bool ok = apply(t, a);
    log = log_was;
    if (!ok || !wrong.empty()) return false;
    normalise_links(t);
    return same_ends(s, *t);
}

void Pair::drop_inert(State *s)
{
    State t;

    for (uint32_t i = 0; i < s->n && wrong.empty(); i++) tidy(*s, &s->wire[i]);
    for (uint32_t i = 0; i < s->n && wrong.empty();) {
        const Frame f = s->wire[i];
        const int good = judge(*s, f);
        if (good == STAYS) {
            i++;
            continue;
        }
        met.inert++;
        if (!alone(*s, { DELIVER, 0 }, &f, &t)) {
            fail("a frame counts that the search takes for one without effect");
            return;
        }
        take_off(s, i);
        for (uint32_t k = 1; k < t.n; k++) {
            tidy(*s, &t.wire[k]);
            if (judge(*s, t.wire[k]) == GOES) continue;
            if (good == GOES) fail("an answer counts that the search takes for one without effect");
            add(s, t.wire[k]);
        }
    }
}

void Pair::settle(State *s)
{
    State t;
    const auto grow = [this, s, &t](uint32_t from) {
        for (uint32_t k = from; k < t.n; k++) {
            const uint32_t n = s->n;
            tidy(*s, &t.wire[k]);
            if (judge(*s, t.wire[k]) == GOES) continue;
            add(s, t.wire[k]);
            met.settled += s->n - n;
            if (log && s->n > n) *log += "\n            later " + words(t.wire[k]);
        }
    };

    for (uint8_t i = 0; i < 2 && wrong.empty(); i++) {
        const ttp_rules_link &l = s->end[i].link;
        if (!s->end[i].entry) continue;
        if (l.timer_runs && alone(*s, { TIMER, i }, nullptr, &t)) grow(0);
        if (wrong.empty() && l.service_runs && alone(*s, { SERVICE, i }, nullptr, &t)) grow(0);
    }
    for (uint32_t i = 0; i < s->n && wrong.empty(); i++) {
        const Frame f = s->wire[i];
        if (alone(*s, { DELIVER, 0 }, &f, &t)) grow(1);
    }
}

// An OPEN of a life that is over, and that nothing else names: whoever takes it gets a peer that is
// not there, whatever its ID. One is as good as many, and as one that the peer is in now. Of the
// payloads that were taken before, and whose sender still waits, the newest is as good as all.
void Pair::drop_covered(State *s) const
{
    const auto over = [s](const Frame &f) {
        const ttp_rules_link *sender = link_of(*s, !f.to);
        return f.opcode == TTP_FRAME_OPEN && (!sender || sender->own_life != f.life);
    };
    const auto heard = [s](const Frame &f) {
        const ttp_rules_link *l = link_of(*s, f.to);
        return l && l->peer_life == f.life && (l->state != TTP_STATE_OPEN_SENT);
    };
    const auto named = [s, heard](const Frame &f) {
        if (heard(f) || (s->left.select && s->end[f.to].link.peer_life == f.life)) return true;
        for (uint32_t i = 0; i < s->n; i++) {
            const Frame &o = s->wire[i];
            if (o.opcode != TTP_FRAME_OPEN && (o.to == f.to ? o.life : o.to_life) == f.life)
                return true;
        }
        return false;
    };
    // Each OPEN of the life of f has one like it of the other life.
    const auto all_of = [s](const Frame &f, uint16_t life) {
        for (uint32_t i = 0; i < s->n; i++) {
            const Frame &o = s->wire[i];
            if (o.opcode != TTP_FRAME_OPEN || o.to != f.to || o.life != f.life) continue;
            bool found = false;
            for (uint32_t k = 0; k < s->n; k++) {
                const Frame &p = s->wire[k];
                found |= p.opcode == TTP_FRAME_OPEN && p.to == f.to && p.life == life &&
                         p.flags == o.flags;
            }
            if (!found) return false;
        }
        return true;
    };
    const auto repeat = [s](const Frame &f) {
        const ttp_rules_link *l = link_of(*s, f.to);
        return f.opcode == TTP_FRAME_PAYLOAD && l &&
               l->state != TTP_STATE_OPEN_SENT && l->own_life == f.to_life &&
               l->peer_life == f.life && dist(f.tx_id, l->last) <= 0;
    };

    for (uint32_t i = 0; i < s->n;) {
        const Frame &f = s->wire[i];
        const bool lone = over(f) && !named(f), old = repeat(f);
        bool covered = false;
        for (uint32_t k = 0; k < s->n && !covered; k++) {
            const Frame &o = s->wire[k];
            if (k == i || o.to != f.to || o.flags != f.flags || o.opcode != f.opcode) continue;
            if (lone && over(o) && o.life != f.life && (heard(o) || !named(o)))
                covered = all_of(f, o.life);
            // Two of the same life that say the same now.
            if (lone && o.life == f.life) covered = same(o, f);
            if (old && o.rx_id == f.rx_id && repeat(o)) covered = dist(o.tx_id, f.tx_id) > 0;
        }
        if (covered) take_off(s, i);
        else i++;
    }
}

void Pair::reduce(State *s)
{
    if (b_.on(INERT)) drop_inert(s);
    if (b_.on(SETTLE)) settle(s);
    if (b_.on(INERT)) {
        drop_inert(s);
        drop_covered(s);
    }
    if (b_.on(LIVES)) rename(s);
    sort_wire(s);
    // What was two is one now.
    for (uint32_t i = 1; i < s->n;) {
        if (same(s->wire[i], s->wire[i - 1])) {
            take_off(s, i);
            sort_wire(s);
        } else {
            i++;
        }
    }
}

} // namespace pair
