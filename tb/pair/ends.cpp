// SPDX-License-Identifier: Apache-2.0
//
// One event of one end, and what its caller owes: frames on the wire, payloads to the host, an
// entry for who opens. Every promise to a host is checked here. See pair.h.
#include "pair.h"

#include <algorithm>

namespace pair {

namespace {

uint16_t after(uint16_t life, unsigned n)
{
    for (n++; n; n--) life = static_cast<uint16_t>(life == 0xffff ? 1 : life + 1);
    return life;
}

// Each answer has a higher one than its frame, so answers to answers come to an end.
unsigned rank(unsigned opcode)
{
    switch (opcode) {
    case TTP_FRAME_PAYLOAD: case TTP_FRAME_CLOSE: return 0;
    case TTP_FRAME_ACK: case TTP_FRAME_NACK:      return 1;
    case TTP_FRAME_OPEN:                          return 2;
    case TTP_FRAME_OPEN_ACK:                      return 3;
    default:                                      return 4;
    }
}

} // namespace

void Pair::make_entry(End *x, unsigned me) const
{
    memset(&x->link, 0, sizeof x->link);
    ttp_rules_forget(&x->link, b_.id[me] + x->entries * b_.id_step);
    x->entry = 1;
    x->entries++;
}

bool Pair::push(State *s, const Frame &f)
{
    if (b_.any && !s->left.fair) return add(s, f);
    if (s->n == WIRE_MAX || (!s->left.fair && s->n >= b_.channel)) {
        if (s->left.fair) fail("more and more frames, though nothing harms them");
        if (log) *log += ", lost: the wire is full";
        return s->left.losses == FREE || spend(&s->left.losses);
    }
    s->wire[s->n++] = f;
    return true;
}

// rcv.once, rcv.next: each payload once and in order to one life of a host, and what is skipped was
// delivered to an earlier life of it, or is gone for good with a report or a restart.
void Pair::deliver(State *s, unsigned me, uint8_t payload)
{
    End &x = s->end[me], &y = s->end[!me];
    const unsigned p = payload - 1u;

    met.delivered++;
    if (log) *log += ", delivers payload " + std::to_string(p);
    if (p + 1u == x.got) return fail("a payload is delivered twice");
    if (p < x.got) return fail("a payload is delivered twice, or behind a later one");
    for (unsigned j = std::max<unsigned>(x.got, y.gone); j < p; j++)
        if (!(y.seen >> (j - y.gone) & 1)) return fail("a payload is skipped");
    x.got = static_cast<uint8_t>(p + 1);
    if (p >= y.gone) y.seen = static_cast<uint8_t>(y.seen | 1u << (p - y.gone));
}

void Pair::retire(State *s, unsigned me, const ttp_rules_answers &a)
{
    End &x = s->end[me];
    const uint32_t n = a.retired + a.flushed;

    if (!n) return;
    if (log && a.retired) *log += ", retires " + std::to_string(a.retired);
    if (log && a.flushed) *log += ", flushes " + std::to_string(a.flushed);
    if (n > held(x)) return fail("more retires than is held");
    for (uint32_t i = 0; i < a.retired; i++)
        if (!(x.seen >> i & 1)) fail("a payload retires that was not delivered");
    if (a.flushed && !(a.notes & TTP_NOTE_DEAD)) fail("payloads are flushed on a living link");
    x.gone = static_cast<uint8_t>(x.gone + n);
    x.seen = static_cast<uint8_t>(x.seen >> n);
}

// The record is sound: as in docs/prove.md.
void Pair::look(const State &s)
{
    for (unsigned i = 0; i < 2; i++) {
        const End &x = s.end[i];
        const ttp_rules_link &l = x.link;
        if (!x.entry) continue;
        if (l.in_flight > held(x)) fail("more in flight than is held");
        if (l.next > l.in_flight) fail("the next payload is beyond those in flight");
        if (l.state == TTP_STATE_CLOSED && l.in_flight) fail("in flight on a CLOSED link");
        if (l.state != TTP_STATE_CLOSED && l.state != TTP_STATE_OPEN && !l.timer_runs)
            fail("a link that waits has no timer");
        // With selective repeat lost ones go next, whatever `next` says.
        if (l.state == TTP_STATE_OPEN && l.in_flight && l.next && !l.timer_runs &&
            !s.select[i].agreed)
            fail("payloads are in flight and no timer runs");
        if (l.paused && !l.timer_runs) fail("a pause without an end");
        // What reduce.cpp says of selective repeat builds on this.
        const Select &c = s.select[i];
        if (!s.left.select || !c.agreed) continue;
        for (uint32_t k = 0; k < l.in_flight && k < KEPT_MAX; k++)
            if (!(c.how[k] & 3) && !l.paused && c.sent[k] < c.known)
                fail("a payload that was overtaken is not lost");
    }
}

bool Pair::follow(State *s, unsigned me, const ttp_select_answers &sa, const Frame *in)
{
    const ttp_rules_answers &a = sa.rules;
    End &x = s->end[me];
    const uint8_t payload = in && in->opcode == TTP_FRAME_PAYLOAD ? in->payload : uint8_t{ 0 };

    if (a.new_life) {
        if (b_.any && b_.on(LIVES) && x.link.own_life != x.next_life)
            fail("a life begins with a number of before");
        if (!spend(&s->left.lives[me])) {
            met.cut++;
            return false;
        }
        x.next_life = after(x.next_life, 0);
    }
    if (a.deliver) {
        if (payload) deliver(s, me, payload);
        else fail("something is delivered that is no payload");
    }
    for (uint32_t i = 0; i < sa.run && i < KEPT_MAX; i++) {
        if (run_[i]) deliver(s, me, run_[i]);
        else fail("a payload is taken that was not kept");
    }
    retire(s, me, a);
    met.opened += (a.notes & TTP_NOTE_OPENED) != 0;
    met.closed += (a.notes & TTP_NOTE_CLOSED) != 0;
    met.restarted += (a.notes & TTP_NOTE_RESTARTED) != 0;
    met.reopened += (a.notes & TTP_NOTE_LOST) != 0;
    met.refused += (a.notes & TTP_NOTE_NO_ROOM) != 0;
    if (log && a.notes & TTP_NOTE_CLOSED) *log += ", CLOSED";
    if (log && a.notes & TTP_NOTE_RESTARTED) *log += ", RESTARTED";
    if (a.notes & TTP_NOTE_DEAD) {
        met.dead++;
        if (log) *log += ", DEAD";
        // Its host knows that it may get again what it has got.
        if (b_.rounds == 255) fail("a link dies while both ends live");
        else x.got = 0;
    }
    Frame f{};
    f.to = !me;
    f.life = b_.strangers ? uint16_t{ 0 } : a.life;
    f.to_life = b_.strangers ? uint16_t{ 0 } : a.to_life;
    if (a.payload) {
        const uint32_t at = a.payload_id - x.link.una;
        if (at >= held(x)) return fail("a payload is sent that the host has not given"), true;
        f.opcode = TTP_FRAME_PAYLOAD;
        f.tx_id = a.payload_id;
        f.payload = static_cast<uint8_t>(x.gone + at + 1);
        f.rx_id = sa.number;
    } else if (a.frame) {
        f.opcode = a.opcode;
        f.tx_id = a.tx_id;
        f.rx_id = a.rx_id;
    } else {
        return true;
    }
    if (log) *log += "\n            " + words(f);
    if (in && b_.any && rank(f.opcode) <= rank(in->opcode))
        fail("answers to answers need not end");
    const bool notify = x.entry && f.opcode == TTP_FRAME_OPEN_ACK &&
                        x.link.state == TTP_STATE_OPEN_RECD;
    f.flags = sa.offer ? OFFER : 0;
    met.offers += sa.offer && f.opcode == TTP_FRAME_OPEN && !x.link.peer_life;
    if (sa.map) select_frame(s, me, sa, &f);
    if (notify && b_.late && !s->left.fair) f.flags |= QUEUED;
    if (!push(s, f)) return false;
    if (!notify || f.flags & QUEUED) return true;
    ttp_rules_event left{};
    left.kind = TTP_EVENT_LEFT;
    return happen(s, me, &left);
}

bool Pair::happen(State *s, unsigned me, ttp_rules_event *e, const Frame *in)
{
    End &x = s->end[me];
    ttp_select_answers a{};

    if (++depth_ > 8) {
        depth_--;
        return fail("an event has no end"), true;
    }
    e->next_life = x.next_life;
    e->held = held(x);
    if (x.entry && s->left.select) select_step(s, me, *e, in, &a);
    else step(*s, me, x.entry ? &x.link : nullptr, *e, &a.rules);
    bool ok = follow(s, me, a, in);
    if (ok && x.entry && held(x) && e->kind != TTP_EVENT_SEND && e->kind != TTP_EVENT_HOST &&
        ttp_rules_must_ask(&x.link)) {
        ttp_rules_event host{};
        host.kind = TTP_EVENT_HOST;
        host.room = true;
        ok = happen(s, me, &host);
    }
    depth_--;
    return ok;
}

bool Pair::arrive(State *s, Action a)
{
    const Frame f = s->wire[a.arg];
    End &x = s->end[f.to];
    ttp_rules_event e{};

    if (a.act == KEEP) {
        met.copies++;
        if (!spend(&s->left.copies)) return false;
    } else if (!b_.any || s->left.fair) {
        memmove(&s->wire[a.arg], &s->wire[a.arg + 1], (s->n - a.arg - 1u) * sizeof f);
        s->wire[--s->n] = Frame{};
    }
    if (f.opcode == TTP_FRAME_OPEN && !x.entry) make_entry(&x, f.to);
    met.cell[f.opcode][x.entry ? x.link.state : 0]++;
    if (x.entry && f.opcode == TTP_FRAME_CLOSE) met.crossed += closing(x.link);
    if (x.entry && f.opcode == TTP_FRAME_CLOSE_NACK) met.held_close += closing(x.link);
    e.kind = f.opcode;
    e.fits = a.act != DELIVER_FULL;
    e.room = a.act != DELIVER_BUSY;
    if (!e.fits && !spend(&s->left.full)) return false;
    if (!e.room && !spend(&s->left.busy)) return false;
    e.life = f.life;
    e.to_life = f.to_life;
    e.tx_id = f.tx_id;
    e.rx_id = f.rx_id;
    return happen(s, f.to, &e, &f);
}

// All that the end has is gone, its host's payloads too. What it has on the wire stays there.
bool Pair::restart(State *s, unsigned me)
{
    End &x = s->end[me];

    met.restarts += x.entry && s->end[!me].entry && live(s->end[!me].link);
    if (!spend(&s->left.restart[me])) return false;
    memset(&x.link, 0, sizeof x.link);
    memset(&s->select[me], 0, sizeof s->select[me]);
    x.entry = x.seen = x.got = 0;
    x.gone = x.given;
    if (!plant_ || !plant_->same_life) x.next_life = after(x.next_life, b_.life_jump);
    else x.next_life = b_.life[me];
    for (uint32_t i = 0; i < s->n; i++)
        if (s->wire[i].flags & QUEUED && s->wire[i].to == !me) s->wire[i--] = s->wire[--s->n];
    return true;
}

bool Pair::local(State *s, Action a)
{
    End &x = s->end[a.arg];
    ttp_rules_event e{};

    e.room = a.act != TIMER_BUSY;
    switch (a.act) {
    case TIMER_BUSY:
        if (!spend(&s->left.busy)) return false;
        e.kind = TTP_EVENT_TIMER;
        break;
    case TIMER:
        e.kind = TTP_EVENT_TIMER;
        break;
    case SERVICE_IDLE:
        if (!spend(&s->left.idle)) return false;
        e.idle = true;
        e.kind = TTP_EVENT_SERVICE;
        break;
    case SERVICE: e.kind = TTP_EVENT_SERVICE; break;
    case SEND:
        if (s->left.select && !spend(&s->left.sends[a.arg])) return false;
        e.kind = TTP_EVENT_SEND;
        break;
    case HOST:    e.kind = TTP_EVENT_HOST; break;
    case GIVE:
        if (!s->left.fair && !spend(&s->left.give[a.arg])) return false;
        if (!x.entry) make_entry(&x, a.arg);
        x.given++;
        e.kind = TTP_EVENT_HOST;
        break;
    case CLOSE:
        if (!spend(&s->left.close[a.arg])) return false;
        e.kind = TTP_EVENT_CLOSE;
        break;
    case VICTIM:
        if (!spend(&s->left.victim)) return false;
        met.victims++;
        e.kind = TTP_EVENT_VICTIM;
        break;
    case EVICT:
        if (!spend(&s->left.evict)) return false;
        met.evicted++;
        memset(&x.link, 0, sizeof x.link);
        memset(&s->select[a.arg], 0, sizeof s->select[a.arg]);
        x.entry = 0;
        return true;
    default: return restart(s, a.arg);
    }
    return happen(s, a.arg, &e);
}

bool Pair::apply(State *s, Action a)
{
    bool ok = true;

    wrong.clear();
    if (a.act == LEFT) {
        ttp_rules_event e{};
        e.kind = TTP_EVENT_LEFT;
        s->wire[a.arg].flags &= static_cast<uint8_t>(~QUEUED);
        ok = happen(s, !s->wire[a.arg].to, &e);
    } else if (a.act == LOSE) {
        if (!spend(&s->left.losses)) return false;
        memmove(&s->wire[a.arg], &s->wire[a.arg + 1], (s->n - a.arg - 1u) * sizeof(Frame));
        s->n--;
    } else if (a.act <= KEEP) {
        ok = arrive(s, a);
    } else {
        ok = local(s, a);
    }
    if (ok) look(*s);
    return ok;
}

} // namespace pair
