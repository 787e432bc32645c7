// SPDX-License-Identifier: Apache-2.0
//
// Selective repeat: its large record packed into what counts within the bounds. Left out are round
// trips, and with them the tail probe, and the learnt reorder distance. With few payloads a map has
// one part, and it is filled in when the event happens, not when its frame leaves.
#include "pair.h"

namespace pair {

namespace {

constexpr uint32_t KNOWN = 1000;    // what a fair run calls the newest send that has arrived
enum : uint8_t { HELD = 1, LOST = 2, AGAIN = 4 };

ttp_select_sent &sent_of(ttp_select_link *x, uint32_t id)
{
    return x->sent[id % TTP_SELECT_WINDOW];
}

// Entries of payloads that have retired keep their old content. The rules do not read them.
void unpack(const Select &c, const ttp_rules_link &l, ttp_select_link *x)
{
    x->agree = { c.agreed != 0, c.told != 0 };
    x->turn = false;
    x->probes = 0;
    x->peer_window = SELECT_WINDOW;
    x->part = 0;
    x->have_n = x->lost_n = x->held_n = x->reorder = 0;
    x->newest = c.newest;
    x->arrived = c.arrived;
    x->echo = 0;
    x->number = c.number;
    x->known = c.known;
    x->gone = x->number;        // no delay window
    x->srtt8 = x->rtt_min = x->emptied = 0;
    x->window = TTP_SELECT_NO_WINDOW;
    x->round = ttp_select_round{};
    memset(x->have, 0, sizeof x->have);
    for (uint32_t id = l.last + 1; id != l.last + 1 + KEPT_MAX; id++) {
        if (!c.kept[id % KEPT_MAX]) continue;
        x->have[id % TTP_SELECT_WINDOW / 64] |= 1ull << id % 64;
        x->have_n++;
    }
    for (uint32_t i = 0; i < l.in_flight && i < KEPT_MAX; i++) {
        ttp_select_sent &e = sent_of(x, l.una + i);
        e.number = c.sent[i];
        e.held = c.how[i] & HELD;
        e.lost = c.how[i] & LOST;
        e.again = c.how[i] & AGAIN;
        x->lost_n += e.lost;
        x->held_n += e.held;
    }
}

// False: the counts of the record are wrong.
bool pack(ttp_select_link *x, const ttp_rules_link &l, Select *c)
{
    uint32_t lost = 0, held = 0, kept = 0;

    c->agreed = x->agree.agreed;
    c->told = x->agree.told;
    c->newest = x->have_n ? x->newest : 0;
    c->arrived = x->have_n ? x->arrived : 0;
    c->number = c->agreed ? x->number : 0;
    c->known = c->agreed ? x->known : 0;
    memset(c->sent, 0, sizeof c->sent);
    memset(c->how, 0, sizeof c->how);
    for (const uint8_t k : c->kept) kept += k != 0;
    if (!c->agreed) return kept == x->have_n;
    for (uint32_t i = 0; i < l.in_flight && i < KEPT_MAX; i++) {
        const ttp_select_sent &e = sent_of(x, l.una + i);
        c->sent[i] = static_cast<uint16_t>(e.number);
        c->how[i] = static_cast<uint8_t>((e.held ? HELD : 0) | (e.lost ? LOST : 0) |
                                         (e.again ? AGAIN : 0));
        lost += e.lost;
        held += e.held;
    }
    return lost == x->lost_n && held == x->held_n && kept == x->have_n;
}

} // namespace

bool may_send(const State &s, unsigned side)
{
    const End &x = s.end[side];
    static thread_local ttp_select_link scratch;

    if (!s.left.select) return ttp_rules_may_send(&x.link, held(x));
    unpack(s.select[side], x.link, &scratch);
    return ttp_select_may_send(&scratch, &x.link, held(x));
}

// One event of an end with the switch on. What it keeps is looked after here.
void Pair::select_step(State *s, unsigned me, const ttp_rules_event &e, const Frame *in,
                       ttp_select_answers *a)
{
    End &x = s->end[me];
    Select &c = s->select[me];
    ttp_select_event ev{};
    ttp_select_config cfg{};

    met.steps++;
    cfg.rules = cfg_;
    cfg.on = true;
    cfg.offer_all = b_.offer_all;
    cfg.window = SELECT_WINDOW;
    ev.rules = e;
    ev.may_hold = e.fits;
    if (in && in->flags & OFFER) {
        ev.offer = true;
        ev.window = SELECT_WINDOW;
    }
    if (in && in->flags & MAPPED) {
        ev.mapped = true;
        ev.map.held = in->payload;
        met.maps++;
    }
    if (plant_ && plant_->heard) plant_->heard(&ev);
    unpack(c, x.link, &scratch_);
    ttp_rules_link other{};
    ttp_select_answers second{};
    if (b_.check_masks) {
        ttp_select_link copy = scratch_;
        other = garbled(x, c, static_cast<uint32_t>(met.steps));
        ttp_select_step(&copy, &other, &ev, &cfg, &second);
    }
    const bool waits = x.link.state == TTP_STATE_OPEN_SENT && e.kind == TTP_FRAME_PAYLOAD;
    ttp_select_step(&scratch_, &x.link, &ev, &cfg, a);
    met.ships += waits && x.link.state == TTP_STATE_OPEN;
    second.rules.notes = static_cast<uint16_t>((second.rules.notes & ~TTP_NOTE_ILLEGAL) |
                                               (a->rules.notes & TTP_NOTE_ILLEGAL));
    if (a->hold) {
        met.kept++;
        c.kept[e.tx_id % KEPT_MAX] = in ? in->payload : uint8_t{ 0 };
    }
    if (a->drop) memset(c.kept, 0, sizeof c.kept);
    if (a->run > KEPT_MAX) fail("more is taken than can be kept");
    for (uint32_t i = 0; i < a->run && i < KEPT_MAX; i++) {
        uint8_t &k = c.kept[(e.tx_id + 1 + i) % KEPT_MAX];
        run_[i] = k;
        k = 0;
    }
    if (!pack(&scratch_, x.link, &c)) fail("the counts of selective repeat are wrong");
    if (b_.check_masks && (memcmp(a, &second, sizeof second) || !same_link(x.link, other, c)))
        fail("a field of the link counts that the search takes for meaningless");
}

// Fills in a NACK with a map: it says what is kept at this moment.
void Pair::select_frame(State *s, unsigned me, const ttp_select_answers &, Frame *f)
{
    ttp_select_map m;
    uint32_t tx_id, rx_id;

    if (!ttp_select_map_now(&scratch_, &s->end[me].link, &tx_id, &rx_id, &m)) return;
    if (m.base || m.held > 255) return fail("a map of more than can be kept");
    f->tx_id = tx_id;
    f->rx_id = rx_id;
    f->payload = static_cast<uint8_t>(m.held);
    f->flags |= MAPPED;
}

// Only the distance from the newest send that has arrived counts. Stale frames of an earlier
// agreement move along with it. Before the first has arrived what has no number would seem older.
void renumber(State *s)
{
    for (unsigned i = 0; i < 2; i++) {
        Select &c = s->select[i];
        const uint32_t d = KNOWN - c.known;

        if (!c.agreed || !d || !c.known) continue;
        c.known += d;
        c.number += d;
        for (uint16_t &n : c.sent)
            if (n) n = static_cast<uint16_t>(n + d);
        for (uint32_t k = 0; k < s->n; k++) {
            Frame &f = s->wire[k];
            if (f.to != i && f.opcode == TTP_FRAME_PAYLOAD && f.rx_id) f.rx_id += d;
            const bool answer = f.opcode == TTP_FRAME_ACK || f.opcode == TTP_FRAME_NACK;
            if (f.to == i && answer && f.tx_id) f.tx_id += d;
        }
    }
}

} // namespace pair
