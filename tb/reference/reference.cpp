// SPDX-License-Identifier: Apache-2.0
//
// The reference module, played; see reference.h. A "habit" is one of the table in docs/protocol.md.
#include "reference.h"

#include <algorithm>

Reference::Link &Reference::link(uint32_t node, uint32_t vc)
{
    Link &l = links_[Key(node, vc)];
    l.node = node;
    l.vc = vc;
    return l;
}

const Reference::Link *Reference::find(uint32_t node, uint32_t vc) const
{
    const auto i = links_.find(Key(node, vc));
    return i == links_.end() ? nullptr : &i->second;
}

Reference::State Reference::state(uint32_t node, uint32_t vc) const
{
    const Link *l = find(node, vc);
    return l ? l->state : CLOSED;
}

size_t Reference::queued(uint32_t node, uint32_t vc) const
{
    const Link *l = find(node, vc);
    return l ? l->queue.size() : 0;
}

bool Reference::timed(uint32_t node, uint32_t vc) const
{
    const Link *l = find(node, vc);
    return l && l->timer != NEVER;
}

// A fresh entry: habit, start ID 1.
void Reference::begin(Link &l)
{
    if (l.known) return;
    l.known = true;
    l.state = CLOSED;
    l.last = l.retired = o_.first_id;
    l.next = o_.first_id + 1;
    l.tries = 0;
    l.full = false;
}

// Numbers are forgotten, a running timer is not: it will find nothing to do.
void Reference::end(Link &l)
{
    throw_away(l);
    l.known = false;
    l.state = CLOSED;
    l.last = l.next = l.retired = 0;
}

void Reference::throw_away(Link &l)
{
    count_.thrown_away += l.queue.size();
    l.queue.clear();
}

void Reference::put(const Link &l, uint32_t op, uint32_t txid, uint32_t rxid,
                    const std::vector<uint8_t> &data)
{
    count_.sent[op]++;
    send(make_frame(o_.node, l.node, op, l.vc, txid, rxid, 0, data));
}

uint64_t Reference::next() const
{
    uint64_t t = read_at_;
    for (const auto &l : links_) t = std::min(t, l.second.timer);
    return t;
}

void Reference::timers(uint64_t now)
{
    for (;;) {
        const uint64_t due = next();
        if (due > now) break;
        now_ = std::max(now_, due);
        if (read_at_ == due) {
            read_at_ = NEVER;
            page_ = 0;
            continue;
        }
        for (auto &l : links_) {
            if (l.second.timer != due) continue;
            l.second.timer = NEVER;
            expired(l.second);
            break;
        }
    }
    now_ = std::max(now_, now);
}

void Reference::tick(uint64_t now)
{
    timers(now);
}

void Reference::expired(Link &l)
{
    switch (l.state) {
    case OPEN_SENT:
        open(l);
        break;
    case OPEN:
        go_on(l);
        break;
    case CLOSE_SENT:
        put(l, OP_CLOSE, 0, 0);
        l.timer = now_ + CLOSE_US;
        break;
    case CLOSED:
        break;
    }
}

// Its OPEN names the last ID that it saw acknowledged, or one of ours: habit.
void Reference::open(Link &l)
{
    l.state = OPEN_SENT;
    l.timer = now_ + OPEN_US;
    put(l, OP_OPEN, l.retired, l.last);
}

// The outstanding payload, once more or for the first time. Not while its timer runs, and only in
// OPEN: what is queued before waits. Habit: window 1, long timers.
void Reference::go_on(Link &l)
{
    if (l.timer != NEVER || l.state != OPEN) return;
    if (!l.queue.empty() && l.tries > TRIES) {
        l.queue.pop_front();
        l.tries = 0;
        count_.thrown_away++;
    }
    if (l.queue.empty()) return;
    Payload &p = l.queue.front();
    count_.again += p.sent;
    p.sent = true;
    l.tries++;
    l.timer = now_ + PAYLOAD_US;
    put(l, OP_PAYLOAD, p.id, 0, p.data);
}

// Habit: what its host has just queued may be sent by two of its threads.
void Reference::begin_burst(Link &l)
{
    const bool fresh = o_.twice && !l.queue.empty() && !l.queue.front().sent;
    go_on(l);
    if (!fresh || !l.queue.front().sent) return;
    count_.twice++;
    put(l, OP_PAYLOAD, l.queue.front().id, 0, l.queue.front().data);
}

void Reference::target(uint32_t node, uint32_t vc, uint64_t now)
{
    timers(now);
    Link &l = link(node, vc);
    begin(l);
    if (l.state == CLOSED) open(l);
    else if (l.state == OPEN) put(l, OP_OPEN, l.retired, l.last);
}

void Reference::write(uint32_t node, uint32_t vc, std::vector<uint8_t> data, uint64_t now)
{
    timers(now);
    Link &l = link(node, vc);
    begin(l);
    l.queue.push_back(Payload{ l.next++, std::move(data), false });
    begin_burst(l);
}

void Reference::close(uint32_t node, uint32_t vc, uint64_t now)
{
    timers(now);
    Link &l = link(node, vc);
    if (l.state != OPEN_SENT && l.state != OPEN) return;
    put(l, OP_CLOSE, 0, 0);
    l.timer = now_ + CLOSE_US;
    l.state = CLOSE_SENT;
    throw_away(l);                                              // habit
}

void Reference::reload(uint64_t now)
{
    timers(now);
    for (auto &l : links_) throw_away(l.second);
    links_.clear();
    page_ = 0;
    read_at_ = NEVER;
}

// Any ACK stops its timer; one that names another ID than the outstanding payload's makes it send
// that payload again, also the second ACK of one payload: habit.
void Reference::on_ack(Link &l, uint32_t id)
{
    l.timer = NEVER;
    if (l.queue.empty()) return;
    if (l.queue.front().id == id) {
        l.retired = id;
        l.queue.pop_front();
        l.tries = 0;
        count_.acknowledged++;
    } else if (l.queue.front().sent && l.state == OPEN) {
        count_.doubled++;
    }
    go_on(l);
}

// Habit: CLOSE_NACK. Numbers are compared as plain unsigned ones.
void Reference::on_close(Link &l, uint32_t rxid)
{
    if (l.state == CLOSED || l.state == OPEN_SENT) {
        put(l, OP_CLOSE_ACK, 0, l.known ? l.last : rxid);
        return;
    }
    const uint64_t most = uint64_t{ l.next } + (l.state == CLOSE_SENT);
    put(l, rxid > most ? OP_CLOSE_NACK : OP_CLOSE_ACK, 0, rxid);
    if (l.state == CLOSE_SENT) return;
    put(l, OP_CLOSE_ACK, 0, l.last);
    end(l);
}

void Reference::on_payload(Link &l, const Header &h, const Frame &f)
{
    if (l.timer != NEVER && l.known) {                          // habit: the timer stops
        count_.silenced += l.state == OPEN || l.state == CLOSE_SENT;
        l.timer = NEVER;
    }
    if (l.state == CLOSED || l.state == OPEN_SENT) {
        put(l, OP_NACK_NOLINK, 0, l.known ? l.last : h.rxid);
        return;
    }
    if (h.txid == l.last + 1) {
        l.full = PAGE - page_ < h.payload;                      // habit: the shared page
        if (l.full) {
            put(l, OP_NACK_FULL, 0, l.last);
            return;
        }
        page_ += h.payload;
        if (read_at_ == NEVER) read_at_ = now_ + o_.read_us;
        l.last = h.txid;
        count_.taken++;
        std::vector<uint8_t> data(f.bytes.begin() + HDR_BYTES, f.bytes.end());
        data.resize(h.payload, 0xee);                           // habit: garbage in a cut frame
        taken(l.node, l.vc, data);
        put(l, OP_ACK, 0, l.last);
        return;
    }
    const bool old = h.txid != 0 && h.txid <= l.last;           // habit: plain unsigned
    count_.full_nacks += !old && l.full;
    put(l, old ? OP_ACK : OP_NACK, 0, l.last);
}

void Reference::receive(const Frame &f, uint64_t now)
{
    timers(now);
    Header h;
    if (f.bytes.size() < MIN_FRAME || f.user || !parse_header(f, &h) || h.dst_oui != OUI
        || h.dst != o_.node || h.ethertype != ETHERTYPE || h.opcode >= OP_N || h.vc > 2) {
        count_.dropped++;
        return;
    }
    count_.received[h.opcode]++;
    Link &l = link(h.src, h.vc);
    switch (h.opcode) {
    case OP_OPEN:                                               // always a restart
        begin(l);
        l.last = h.txid;
        l.full = false;
        put(l, OP_OPEN_ACK, 0, l.last);
        if (l.state == CLOSED || l.state == OPEN_SENT) {
            l.state = OPEN;
            begin_burst(l);
        }
        break;
    case OP_OPEN_ACK:
        if (!l.known) break;
        l.retired = h.rxid;                                     // habit: its next OPEN
        l.timer = NEVER;
        if (l.state == OPEN_SENT) l.state = OPEN;
        begin_burst(l);
        break;
    case OP_OPEN_NACK:
        if (l.state == OPEN_SENT) end(l);
        break;
    case OP_CLOSE:
        on_close(l, h.rxid);
        break;
    case OP_CLOSE_ACK:
        if (l.state == CLOSE_SENT) end(l);
        break;
    case OP_PAYLOAD:
        on_payload(l, h, f);
        break;
    case OP_ACK:
        if (l.known) on_ack(l, h.rxid);
        break;
    case OP_NACK:
        if (!l.known) break;
        l.timer = NEVER;
        go_on(l);
        break;
    case OP_NACK_NOLINK:
        if (l.state == OPEN) open(l);
        break;
    default:                                                    // CLOSE_NACK, NACK_FULL: ignored
        break;
    }
}
