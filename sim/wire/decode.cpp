// SPDX-License-Identifier: Apache-2.0
//
// What a capture says about its TTP frames; see decode.h.
#include "wire/decode.h"

#include "counters.h"
#include "rules/ttp_select.h"

const char *ext_name(uint32_t ext)
{
    if (ext == 0x00) return "base";
    if (ext >= 0x10 && ext <= 0x1f) return "feature negotiation";
    if (ext == 0x20) return "selective acknowledge";
    if (ext >= 0xd0 && ext <= 0xef) return "payload modifier";
    if (ext >= 0xf0 && ext <= 0xfe) return "frame check";
    return ext == 0xff ? "padding" : "unassigned";
}

// sel.map: bit i is the ID RxID + 1 + base + i.
static void read_map(const ttp_select_map &map, Decoded *r)
{
    const uint32_t first = r->h.rxid + 1 + map.base;
    r->mapped = true;
    r->newest = r->h.rxid + map.newest;
    for (uint32_t i = 0; i < TTP_SELECT_MAP; i++) {
        if (!(map.held >> i & 1)) continue;
        r->held++;
        if (i && map.held >> (i - 1) & 1) r->ranges.back().second = first + i;
        else r->ranges.emplace_back(first + i, first + i);
    }
}

// sel.number, sel.frame: between peers that name their lives.
static void selective(const std::vector<uint8_t> &b, Decoded *r)
{
    const Header &h = r->h;
    const uint8_t *block = b.size() >= HDR_BYTES + TTP_SELECT_BLOCK ? &b[HDR_BYTES] : nullptr;
    uint16_t window;
    ttp_select_map map;

    if (h.to_life && h.opcode == OP_PAYLOAD) r->send = h.rxid;
    if (h.to_life && (h.opcode == OP_ACK || h.opcode == OP_NACK)) r->send = h.txid;
    if (!block || !r->life) return;
    if (h.opcode <= OP_OPEN_ACK && !h.payload && ttp_select_read_offer(block, &window))
        r->offer = window;
    if (h.opcode == OP_NACK && b[51] == TTP_SELECT_MAP_TYPE && h.payload == TTP_SELECT_BLOCK
        && ttp_select_read_map(block, &map))
        read_map(map, r);
}

void Analysis::add(const CaptureFrame &c)
{
    out_.emplace_back();
    Decoded *r = &out_.back();
    if (!c.ethernet || c.frame.bytes.size() < 14) return;
    Frame f = c.frame;
    const bool ip = get_be(f.bytes, 12, 2) == ETHERTYPE_IPV4;
    const bool whole = read_ipv4(f.bytes, &r->ip);
    r->ipv4 = whole && r->ip.ttp();
    r->other_ip = ip && !r->ipv4;
    r->ttp = r->ipv4 || get_be(f.bytes, 12, 2) == ETHERTYPE;
    if (!r->ttp) return;
    r->cut = c.length < HDR_BYTES;
    if (r->cut) r->drop = "short";
    if (r->ipv4) {
        // What the port drops never comes to a MAC. The prefix of a network is not in its frames:
        // nodes are as with the shortest one.
        if (const Ipv4Rule rule = ipv4_fault(r->ip)) r->drop = ipv4_rule(rule);
        to_ttpoe(&f, r->ip.src & 0xffffff, r->ip.dst & 0xffffff);
    }
    r->header = !r->cut && parse_header(f, &r->h);
    if (!r->header) return;
    const Header &h = r->h;
    const unsigned dropped = r->drop ? 0 : drop_counter(f, c.length, ANY_NODE);
    if (dropped) r->drop = drop_name(dropped);
    r->life = h.life;
    if (r->drop) return;
    selective(f.bytes, r);

    // A port's own capture names the direction: each port has its own view of what was seen.
    const uint64_t view = c.direction == 2 ? 1ull + h.src : c.direction == 1 ? 1ull + h.dst : 0;
    Direction *d = &directions_[Key(view, h.src, h.dst, h.vc)];
    Direction *e = &directions_[Key(view, h.dst, h.src, h.vc)];
    r->foreign = foreign(*d, *e, h);
    if (r->foreign) return;
    const bool repeat = h.opcode != OP_PAYLOAD && repeated(d, r);

    switch (h.opcode) {
    case OP_OPEN:
        open(d, e, r, repeat, c.number);
        break;
    case OP_OPEN_ACK:
        if (!repeat) open_ack(d, e, r);
        if (e->open.txid == h.rxid) answer(&e->open, r, c.number);
        break;
    case OP_OPEN_NACK:
        if (e->open.txid == h.rxid) answer(&e->open, r, c.number);
        break;
    case OP_CLOSE:
        if (!d->close.latest || d->close.txid != h.txid) d->close = Request{ 0, h.txid, {} };
        d->close.latest = c.number;
        d->close.open.push_back(c.number);
        break;
    case OP_CLOSE_ACK:
    case OP_CLOSE_NACK:
        // The reference echoes another field: what a stranger says is taken for an answer.
        if (!e->close.latest || (d->life && e->close.txid != h.rxid)) break;
        answer(&e->close, r, c.number);
        if (h.opcode == OP_CLOSE_ACK) d->closed = e->closed = true;
        break;
    case OP_PAYLOAD:
        payload(d, r, c.number);
        break;
    case OP_ACK:
    case OP_NACK:
        acknowledge(e, r, c.number);
        break;
    case OP_NACK_NOLINK: {
        const auto it = e->ids.find(h.rxid);
        if (it != e->ids.end()) r->request_in = it->second.latest;
        // A stranger without a link: its own next first payload may carry any ID.
        if (!repeat && !d->life) begin_life(d, e);
        break;
    }
    default:
        break;
    }
    // After the switch: a new life forgets what was sent before, but not this frame.
    if (h.opcode != OP_PAYLOAD)
        d->last[h.opcode] = Last{ repeat ? r->repeat_of : c.number, h.txid, h.rxid, r->life };
}

// A new life is known by its OPEN, or by the OPEN_ACK to one.
bool Analysis::foreign(const Direction &d, const Direction &e, const Header &h)
{
    if (!h.to_life) return false;
    const bool begins = h.opcode == OP_OPEN_ACK || h.opcode == OP_OPEN_NACK;
    return (e.life && e.life != h.to_life) || (!begins && d.life && d.life != h.life);
}

bool Analysis::repeated(Direction *d, Decoded *r)
{
    const Header &h = r->h;
    const Last &l = d->last[h.opcode];
    const bool request = h.opcode == OP_OPEN || h.opcode == OP_CLOSE;
    if (!l.first || l.txid != h.txid || l.life != r->life || (!request && l.rxid != h.rxid))
        return false;
    // The reference opens each life with the same ID.
    if (h.opcode == OP_OPEN && d->closed && !r->life) return false;
    r->repeat_of = l.first;
    return true;
}

void Analysis::begin_life(Direction *d, Direction *e)
{
    const Request opened = d->open;
    *d = Direction{};
    d->open = opened;
    e->close = Request{};
    for (uint32_t op = 0; op < OP_N; op++) if (op != OP_OPEN) e->last[op] = Last{};
}

void Analysis::open(Direction *d, Direction *e, Decoded *r, bool repeat, uint64_t number)
{
    const Header &h = r->h;
    bool goes_on = false;
    if (d->known && d->life) goes_on = r->life == d->life;
    else if (!d->closed && (!d->known || !r->life))    // of a stranger: by the ID that it names
        goes_on = d->has_acked ? h.txid == d->acked || h.txid == d->acked - 1
                               : d->ids.count(h.txid + 1) != 0;
    if (!repeat && goes_on) {
        r->reopen = d->last[OP_OPEN].first || !d->ids.empty();
        d->known = true;
        d->life = r->life;
    } else if (!repeat) {
        // A stranger that has only answered so far opens its own way.
        r->restart = !d->closed && ((d->known && d->life) || !d->ids.empty());
        begin_life(d, e);
        d->known = d->has_top = true;
        d->life = r->life;
        d->top = h.txid;
    }
    if (!repeat) d->open = Request{ 0, h.txid, {} };
    d->open.latest = number;
    d->open.open.push_back(number);
}

void Analysis::open_ack(Direction *d, Direction *e, Decoded *r)
{
    const bool other = d->known && d->life != r->life;
    if (other || (d->closed && !r->life)) {
        r->restart = !d->closed;
        begin_life(d, e);
    }
    d->known = true;
    d->life = r->life;
    // An OPEN_ACK without life numbers (of a stranger) may carry any TxID.
    if (r->life && !d->has_top) {
        d->has_top = true;
        d->top = r->h.txid - 1;
    }
}

void Analysis::payload(Direction *d, Decoded *r, uint64_t number)
{
    const uint32_t id = r->h.txid, next = d->top + 1;
    if (d->has_top && newer(id, next) && id - next > 65535) {
        r->far = true;
        return;
    }
    Id &i = d->ids[id];
    if (i.first) {
        r->replay_of = i.first;
    } else {
        i.first = number;
        if (d->has_top && newer(id, next)) r->gap = id - next;
        r->late = d->has_top && !newer(id, d->top);
        if (!d->has_top || newer(id, d->top)) d->top = id;
        d->has_top = true;
    }
    i.latest = number;
    r->ack_in = i.ack_in;
    if (i.ack_in) return;
    i.open.push_back(number);
    if (!d->has_low || newer(d->low, id)) d->low = id;
    d->has_low = true;
}

// Everything sent up to `upto` has arrived, says frame `number`.
void Analysis::cover(Direction *e, Decoded *r, uint32_t upto, uint64_t number)
{
    const auto take = [&](Id *i) {
        if (i->open.empty()) return;
        i->ack_in = number;
        for (uint64_t n : i->open) at(n).ack_in = number;
        i->open.clear();
        r->ack_new++;
    };
    if (!e->has_low || newer(e->low, upto)) return;
    if (upto - e->low > 65535) {      // no walk over what a strange ID spans
        for (auto &i : e->ids) if (!newer(i.first, upto)) take(&i.second);
    } else {
        for (uint32_t id = e->low; !newer(id, upto); id++) {
            const auto it = e->ids.find(id);
            if (it != e->ids.end()) take(&it->second);
        }
    }
    e->low = upto + 1;
}

void Analysis::acknowledge(Direction *e, Decoded *r, uint64_t number)
{
    const uint32_t id = r->h.rxid;
    const bool nack = r->h.opcode == OP_NACK;      // it names the missing ID
    r->illegal = e->has_top && newer(id, e->top + nack);
    if (r->illegal) return;
    const auto it = e->ids.find(id);
    if (it != e->ids.end()) r->request_in = it->second.latest;
    const uint32_t upto = id - nack;
    cover(e, r, upto, number);
    if (!e->has_acked || newer(upto, e->acked)) e->acked = upto;
    e->has_acked = true;
}

void Analysis::answer(Request *q, Decoded *r, uint64_t number)
{
    r->request_in = q->latest;
    for (uint64_t n : q->open) at(n).response_in = number;
    q->open.clear();
}
