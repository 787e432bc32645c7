// SPDX-License-Identifier: Apache-2.0
//
// The table of allowed differences, and the cheapest alignment of two lists of frames; see
// captures.h.
#include "captures.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace {

// The labels are from docs/protocol.md.
const char *const TEXT[RULE_N] = {
    "pkt.layout: OPEN RxID is 0 (reference: its own last number)",
    "life.number: OPEN and OPEN_ACK carry a life number (reference: 0)",
    "ids.open_ack: OPEN_ACK TxID is our oldest or next ID (reference: 0)",
    "rcv.gap: NACK names the missing ID (reference: the last one taken)",
    "rcv.gap: one NACK a pass (reference: one for each younger payload)",
    "rcv.nolink: NACK_NOLINK names the payload (reference: an older number)",
    "cls.ids: CLOSE carries next ID and last ID (reference: 0 or stale numbers)",
    "cls.done: CLOSE_ACK names the CLOSE (reference: echoes its RxID)",
    "cls.thrice: CLOSE_ACK with the last ID is the reference's alone; ours comes by the timer",
    "ids.life: a new life goes on from the entry's next ID (reference: start ID again)",
    "tmr.range: sent again by the reference's own timer",
    "snd.ack.late: a wrong ACK makes the reference send again; we ignore it",
    "snd.nack.once: a further NACK within one timeout is ignored",
    "pkt.min: we take a frame of 60 bytes, the reference drops it and goes on",
    "rcv.repeat: the reference compares IDs unsigned: NACK for what is a repeat (ours: ACK)",
    "str.prove: a stranger's OPEN on a live link is set aside until two payloads speak for it",
    "the end dropped a received frame itself (10 % in this capture)",
    "in.length: a PAYLOAD of more than 1024 bytes is dropped (reference: takes it, or is thrown"
    " off)",
};

using Used = std::vector<Rule>;

struct Context {
    const Capture &c;
    const std::vector<Answer> &out;
    uint32_t shift;
    std::vector<size_t> mine;          // indices of recorded frames of this end
    bool lossy;

    const Header &rec(size_t i) const { return c.frames[mine[i]].h; }
    // The newest frame of the other end before recorded frame `at`, or NULL.
    const Recorded *before(size_t at) const
    {
        while (at-- > 0) if (!c.frames[at].mine) return &c.frames[at];
        return nullptr;
    }
    bool closed_before(size_t at) const
    {
        return std::any_of(c.frames.begin(), c.frames.begin() + static_cast<std::ptrdiff_t>(at),
                           [](const Recorded &r) { return r.h.opcode == OP_CLOSE; });
    }
};

bool same_body(const Frame &a, const Frame &b, const Header &h)
{
    if (a.bytes.size() != b.bytes.size()) return false;
    const auto at = static_cast<std::ptrdiff_t>(HDR_BYTES);
    const auto end = at + static_cast<std::ptrdiff_t>(h.payload);
    return std::equal(a.bytes.begin() + at, a.bytes.begin() + end, b.bytes.begin() + at);
}

// A payload of the other end that made the reference take it for a gap because
// it compares unsigned.
bool old_by_sign(const Recorded *o, uint32_t last)
{
    return o && o->h.opcode == OP_PAYLOAD && !newer(o->h.txid, last)
        && (o->h.txid > last || o->h.txid == 0);
}

// An OPEN of the other end that came while payloads went, and `id` is one of the first behind it.
bool set_aside(const Context &x, size_t at, uint32_t id)
{
    bool live = false;
    for (size_t i = 0; i < at; i++) {
        const Recorded &r = x.c.frames[i];
        if (!r.mine && r.h.opcode == OP_OPEN && live && newer(id, r.h.txid) && id - r.h.txid < 8)
            return true;
        live = live || (!r.mine && r.h.opcode == OP_PAYLOAD);
    }
    return false;
}

// What it takes for MAC frame m to pass for recorded frame i; none: it is another frame.
std::optional<Used> match(const Context &x, size_t i, const Answer &m)
{
    const Recorded &r = x.c.frames[x.mine[i]];
    const Header &e = r.h, &h = m.h;
    const Recorded *o = x.before(x.mine[i]);
    const uint32_t shift = x.closed_before(x.mine[i]) ? x.shift : 0;
    Used u;
    const auto field = [&](uint32_t want, uint32_t got, bool by_rule, Rule rule) {
        if (want == got) return true;
        u.push_back(rule);
        return by_rule;
    };
    if (e.vc != h.vc || e.length != h.length || e.src != h.src || e.dst != h.dst
        || !same_body(r.f, m.f, e))
        return {};
    if (h.epoch != e.epoch) {
        if (h.opcode > OP_OPEN_ACK) return {};
        u.push_back(LIFE);
    }
    if (e.opcode != h.opcode) {
        // NACK for ACK, or ACK for NACK, by two rules only.
        const bool nack_for_ack = e.opcode == OP_ACK && h.opcode == OP_NACK;
        const bool ack_for_nack = e.opcode == OP_NACK && h.opcode == OP_ACK;
        const bool sign = ack_for_nack && h.rxid == e.rxid && old_by_sign(o, e.rxid);
        const bool aside = nack_for_ack && set_aside(x, x.mine[i], e.rxid);
        if (!sign && !aside) return {};
        return Used{ sign ? SIGNED_AGE : SET_ASIDE };
    }
    bool ok = true;
    switch (e.opcode) {
    case OP_OPEN:
        ok = field(e.txid, h.txid, e.txid + shift == h.txid, NEW_LIFE_IDS)
            && field(e.rxid, h.rxid, h.rxid == 0, OPEN_RXID);
        break;
    case OP_OPEN_ACK:
        ok = e.rxid == h.rxid && field(e.txid, h.txid, e.txid == 0, OPEN_ACK_TXID);
        break;
    case OP_PAYLOAD:
        ok = field(e.txid, h.txid, e.txid + shift == h.txid, NEW_LIFE_IDS) && e.rxid == h.rxid;
        break;
    case OP_ACK:
        ok = e.txid == h.txid
            && field(e.rxid, h.rxid, set_aside(x, x.mine[i], e.rxid) && o->h.txid == h.rxid,
                     SET_ASIDE);
        break;
    case OP_NACK:
        ok = e.txid == h.txid && field(e.rxid, h.rxid, e.rxid + 1 == h.rxid, NACK_MISSING);
        break;
    case OP_NACK_NOLINK:
        ok = e.txid == h.txid && field(e.rxid, h.rxid, o && o->h.txid == h.rxid, NOLINK_RXID);
        break;
    case OP_CLOSE: {
        uint32_t last = 0;
        for (size_t k = 0; k < i; k++) if (x.rec(k).opcode == OP_PAYLOAD) last = x.rec(k).txid;
        ok = field(e.txid, h.txid, h.txid == last + 1, CLOSE_IDS);
        if (ok && e.rxid != h.rxid && std::find(u.begin(), u.end(), CLOSE_IDS) == u.end())
            u.push_back(CLOSE_IDS);
        break;
    }
    case OP_CLOSE_ACK:
        ok = e.txid == h.txid
            && field(e.rxid, h.rxid, o && o->h.opcode == OP_CLOSE && h.rxid == o->h.txid,
                     CLOSE_ACK_IDS);
        break;
    default:
        ok = e.txid == h.txid && e.rxid == h.rxid;
        break;
    }
    if (!ok) return {};
    return u;
}

// The rule by which the MAC need not send recorded frame i.
std::optional<Rule> absent(const Context &x, size_t i)
{
    const Header &e = x.rec(i);
    const Recorded *o = x.before(x.mine[i]);
    bool repeat = false, nacked = false;
    for (size_t k = 0; k < i; k++) {
        const Header &p = x.rec(k);
        if (p.opcode == OP_CLOSE) repeat = false;              // IDs start again behind it
        repeat = repeat || (p.opcode == e.opcode && p.txid == e.txid && p.rxid == e.rxid);
        if (p.opcode == OP_ACK) nacked = false;
        nacked = nacked || (p.opcode == OP_NACK && p.rxid == e.rxid);
    }
    for (size_t k = 0; k < x.mine[i]; k++) {
        const Recorded &r = x.c.frames[k];
        const bool cut = !r.mine && r.f.bytes.size() < MIN_FRAME && r.h.opcode == OP_ACK;
        if (cut && e.opcode == OP_PAYLOAD && e.txid == r.h.rxid) return SHORT_ACK;
        if (cut && e.opcode == OP_OPEN && e.txid + 1 == r.h.rxid) return SHORT_ACK;
    }
    if (o && o->h.opcode == OP_PAYLOAD && o->h.payload > MAX_PAYLOAD) return TOO_LONG;
    if (e.opcode == OP_NACK && nacked) return NACK_ONCE;
    if (e.opcode == OP_CLOSE_ACK && repeat) return CLOSE_ACK_AGAIN;
    if (e.opcode == OP_CLOSE_ACK && i && x.rec(i - 1).opcode == OP_CLOSE_ACK)
        return CLOSE_ACK_AGAIN;
    if (!repeat || (e.opcode != OP_PAYLOAD && e.opcode != OP_OPEN && e.opcode != OP_CLOSE))
        return {};
    const bool after = o && x.mine[i] && !x.c.frames[x.mine[i] - 1].mine;     // it answers a frame
    if (after && o->h.opcode == OP_ACK && o->h.rxid != e.txid) return WRONG_ACK;
    if (after && o->h.opcode == OP_NACK) return NACK_AGAIN;
    if (after && x.lossy) return LOST_THERE;
    return OWN_TIMER;
}

// The rule by which the MAC may send m beyond the record.
std::optional<Rule> extra(const Context &x, const Answer &m)
{
    if (m.h.opcode == OP_CLOSE_ACK && x.closed_before(m.at)) return CLOSE_ACK_AGAIN;
    const Recorded *o = x.before(m.at);
    if (!o || !x.lossy) return {};
    if (m.h.opcode == OP_ACK && o->h.opcode == OP_PAYLOAD && m.h.rxid == o->h.txid)
        return LOST_THERE;
    return {};
}

// What an end sends as a sender, and what it answers as a receiver, keep their
// order; how the two mix is timing.
bool asks(uint32_t op) { return op == OP_OPEN || op == OP_PAYLOAD || op == OP_CLOSE; }

void compare_half(const Capture &c, const std::vector<Answer> &all, uint32_t shift, bool half,
                  Verdict *to)
{
    std::vector<Answer> out;
    for (const Answer &m : all) if (asks(m.h.opcode) == half) out.push_back(m);
    Context x{ c, out, shift, {}, c.name.find("_drop") != std::string::npos };
    for (size_t i = 0; i < c.frames.size(); i++)
        if (c.frames[i].mine && asks(c.frames[i].h.opcode) == half) x.mine.push_back(i);
    const size_t n = x.mine.size(), m = out.size();
    constexpr unsigned FREE = 0, FIELD = 1, WHOLE = 20, NEVER = 10000;
    // cost[i][k]: the cheapest way to explain recorded frames i.. and MAC frames k..
    std::vector<std::vector<unsigned>> cost(n + 1, std::vector<unsigned>(m + 1, FREE));
    const auto pair_cost = [&](size_t i, size_t k) {
        const auto u = match(x, i, out[k]);
        return u ? static_cast<unsigned>(u->size()) * FIELD : 4 * NEVER;
    };
    for (size_t i = n + 1; i-- > 0;) {
        for (size_t k = m + 1; k-- > 0;) {
            if (i == n && k == m) continue;
            unsigned best = UINT32_MAX;
            if (i < n && k < m) best = std::min(best, cost[i + 1][k + 1] + pair_cost(i, k));
            if (i < n) best = std::min(best, cost[i + 1][k] + (absent(x, i) ? WHOLE : NEVER));
            if (k < m) best = std::min(best, cost[i][k + 1] + (extra(x, out[k]) ? WHOLE : NEVER));
            cost[i][k] = best;
        }
    }
    Verdict &v = *to;
    for (size_t i = 0, k = 0; i < n || k < m;) {
        const bool paired = i < n && k < m && pair_cost(i, k) < NEVER
                            && cost[i][k] == cost[i + 1][k + 1] + pair_cost(i, k);
        if (paired) {
            const auto u = match(x, i++, out[k++]);
            v.equal += u->empty();
            for (Rule r : *u) v.allowed[r]++;
        } else if (i < n && cost[i][k] == cost[i + 1][k] + (absent(x, i) ? WHOLE : NEVER)) {
            if (const auto r = absent(x, i)) v.allowed[*r]++;
            else
                v.other.push_back("recorded frame " + std::to_string(x.mine[i] + 1)
                                  + " not sent: " + frame_line(x.rec(i)));
            i++;
        } else {
            if (const auto r = extra(x, out[k])) v.allowed[*r]++;
            else
                v.other.push_back("sent after frame " + std::to_string(out[k].at)
                                  + ", not recorded: " + frame_line(out[k].h));
            k++;
        }
    }
}

} // namespace

const char *rule_text(unsigned rule) { return TEXT[rule]; }

std::string frame_line(const Header &h)
{
    char text[96];
    snprintf(text, sizeof text, "%s vc %u tx %08x rx %08x, %zu bytes", opcode_name(h.opcode), h.vc,
             h.txid, h.rxid, h.payload);
    return text;
}

Verdict compare_capture(const Capture &c, const std::vector<Answer> &out, uint32_t shift)
{
    Verdict v;
    compare_half(c, out, shift, true, &v);
    compare_half(c, out, shift, false, &v);
    return v;
}
