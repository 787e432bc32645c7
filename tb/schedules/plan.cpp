// SPDX-License-Identifier: Apache-2.0
//
// See plan.h. An end dies of RETRY_MAX rounds in a row without fruit. Loss is at most 30 %, the
// longest silence, a stopped wire, takes 30 of the shortest timeouts, and RETRY_MAX is 64 at
// least: no schedule gives an end a reason to die.
#include "plan.h"

#include <algorithm>

const Kind KINDS[KIND_N] = {
    { "plain", false, false, false, false, false },
    { "close", true, false, false, false, false },
    { "restart", false, true, false, false, false },
    { "both", true, true, false, false, false },
    { "late", true, true, true, false, false },
    { "full", true, false, false, true, false },
    { "select", true, true, false, true, true },
    { "all", true, true, true, true, true },
    { "stream", false, false, false, true, true },
};

namespace {

constexpr uint32_t LATE_SPAN = 14000, LATE_FROM = 1000;

uint64_t percent(double p) { return threshold(p / 100); }

// Some are short, some are long: which timer is the shorter one is open.
uint32_t timer(Rng *r) { return 100 + r->below(r->below(2) ? 500 : 4000); }

void draw_rules(const Kind &k, Rng *r, RulesEndConfig *c)
{
    c->rules.timeout = timer(r);
    c->rules.open_again = timer(r);
    c->rules.close_again = timer(r);
    c->rules.backoff = timer(r);
    c->rules.rounds_max = 64 + r->below(192);
    c->rules.nack_once = r->below(4) == 0;
    if (r->below(3) == 0) c->reack = 200 + r->below(4000);
    if (k.closes && r->below(4) == 0) c->idle_time = 300 + r->below(5000);
    c->tell_retired = true;
}

void draw_select(Rng *r, RulesEndConfig *c)
{
    ttp_select_config &s = c->select;

    s.on = true;
    s.learn = r->below(4) != 0;
    s.window = static_cast<uint16_t>(1 + r->below(r->below(2) ? 512 : 8));
    s.reorder = r->below(4) ? 0 : r->below(16);
    s.reorder_max = 128;
    s.base_rtt = r->below(2) * r->below(500);
    s.probe_min = r->below(400);
    if (r->below(4) == 0) s.delay = 1 + r->below(2000);
    s.offer_all = r->below(2);
    c->contexts = 1 + r->below(4);
}

void draw_wire(const Kind &k, Rng *r, Plan *p)
{
    static const double most[] = { 0, 2, 10, 30 };

    p->loss = percent(most[r->below(4)] * r->below(1001) / 1000);
    if (r->below(2)) p->dup = percent(0.02 * r->below(1001));
    if (r->below(4)) p->mid = percent(0.02 * r->below(1001));
    p->base = r->below(4) ? 20 : 1 + r->below(300);
    p->jitter = 1 + (r->below(2) ? r->below(80) : 0);
    p->mid_span = 100 + r->below(800);
    if (!k.late) return;
    p->late = percent(0.2 + 0.004 * r->below(1001));
    p->late_span = 1000 + r->below(LATE_SPAN - 1000);
}

void draw_actions(const Kind &k, Rng *r, Plan *p)
{
    // With late frames the time is long; then most things come together, some of them when the
    // frames of others arrive.
    const uint32_t time = k.late ? 8000 + r->below(24000) : 1500 + r->below(10000);
    const uint32_t busy[] = { r->below(time), r->below(time), r->below(time) };
    const auto add = [&](What w, uint32_t n = 0) {
        const int end = static_cast<int>(r->below(2));
        uint64_t at = 1 + r->below(time);
        if (k.late && r->below(4)) at = 1 + busy[r->below(3)] + r->below(2000);
        p->actions.push_back({ at, w, end, r->below(p->vcs), n });
    };
    const auto hold = [&](What h, What f, uint32_t span) {
        add(h);
        Action a = p->actions.back();
        a.at += 1 + r->below(span);
        a.what = f;
        p->actions.push_back(a);
    };

    for (int i = 0; i < 2; i++) {
        uint32_t left = r->below(8) ? 5 + r->below(26) : 0;
        while (left) {
            const uint32_t n = std::min(left, 1 + r->below(8));
            add(GIVE, n);
            p->actions.back().end = i;
            left -= n;
        }
    }
    const uint32_t closes = k.closes ? r->below(7) : 0, restarts = k.restarts ? r->below(4) : 0;
    for (uint32_t n = closes; n; n--) add(CLOSE);
    for (uint32_t n = restarts; n; n--) add(RESTART);
    if (k.full) {
        for (uint32_t n = r->below(4); n; n--) hold(HOLD_HOST, FREE_HOST, 3000);
        for (uint32_t n = r->below(3); n; n--) hold(HOLD_WIRE, FREE_WIRE, 1500);
    }
    std::stable_sort(p->actions.begin(), p->actions.end(),
                     [](const Action &a, const Action &b) { return a.at < b.at; });
    p->harm_ends = (p->actions.empty() ? 0 : p->actions.back().at) + 1 + r->below(1500);
}

Plan draw_stream(uint64_t seed)
{
    Rng r(seed, 0x6d697865);
    Plan p;
    const auto some = [&r](uint32_t most) { return percent(r.below(most * 100 + 1) / 100.0); };

    p.kind = STREAM;
    p.seed = seed;
    if (r.below(4)) p.loss = some(r.below(3) ? 5 : 25);
    if (r.below(2)) p.dup = some(10);
    if (r.below(3)) p.mid = some(r.below(2) ? 100 : 10);
    if (r.below(2)) p.corrupt = some(5);
    if (r.below(2)) p.truncate = some(5);
    p.base = 1 + (r.below(3) ? r.below(4000) : 0);
    p.mid_span = 1 + r.below(r.below(2) ? 4096 : 256);
    p.vcs = 1 + r.below(3);
    p.most = 8 + r.below(1017);
    p.stream.in_flight = 1 + r.below(r.below(3) ? 512 : 16);
    p.stream.payloads[0] = 50 + r.below(250);
    p.stream.payloads[1] = r.below(2) ? r.below(250) : 0;
    const uint32_t stops = r.below(3) ? 0 : 1 + r.below(5000);
    const uint32_t t = 1000 + 4 * p.base + r.below(20000);
    uint64_t at = 500;
    for (uint32_t i = 0; stops && i < 400; i++, at += 1 + r.below(stops))
        p.actions.push_back({ at, i / 2 % 2 ? FREE_HOST : HOLD_HOST, static_cast<int>(i % 2), 0,
                              0 });
    for (uint32_t i = 0; i < 2; i++) {
        RulesEndConfig &c = p.end[i];
        c.node = i + 1;
        c.life = static_cast<uint16_t>(1 + r.below(0xffff));
        c.tell_retired = true;
        c.rules.timeout = c.rules.open_again = c.rules.close_again = t;
        c.rules.backoff = 1 + r.below(2000);
        c.rules.rounds_max = 255;
        c.start_id = r.below(4) ? r.below(0xffffffff) : 0xffffffffu - r.below(200);
        if (r.below(2)) c.room = 64 + r.below(400);
        if (r.below(8) == 0) c.reack = 1 + r.below(20000);
        draw_select(&r, &c);
        c.select.on = r.below(10) != 0;
    }
    p.harm_ends = 400000000;
    p.slow = p.patience = 40000000;
    return p;
}

} // namespace

Plan draw_plan(unsigned kind, uint64_t seed)
{
    if (kind == STREAM) return draw_stream(seed);
    const Kind &k = KINDS[kind];
    Rng r(seed, 0x706c616e00 + kind);
    Plan p;

    p.kind = kind;
    p.seed = seed;
    p.vcs = r.below(4) ? 1 : 2 + r.below(2);
    p.most = r.below(3) ? 64 : 1024;
    p.lives_go_on = r.below(2);
    const bool wraps = r.below(5) == 0;
    const uint32_t select = k.select ? r.below(4) : 0;    // off, one end, the other, both
    for (uint32_t i = 0; i < 2; i++) {
        RulesEndConfig &c = p.end[i];
        c.node = i + 1;
        draw_rules(k, &r, &c);
        c.life = static_cast<uint16_t>(wraps ? 0xffff - r.below(3) : 1 + r.below(0xffff));
        c.start_id = wraps ? 0xffffffff - r.below(30) : static_cast<uint32_t>(r.next());
        if (select >> i & 1) draw_select(&r, &c);
        if (k.full) c.room = rules_end::cells(p.most) * (1 + r.below(8));
        if (k.full && c.select.on) c.room += r.below(100);      // to hold any takes more
    }
    draw_wire(k, &r, &p);
    draw_actions(k, &r, &p);

    uint64_t sum = 0, longest = 0, rounds = 0;
    for (const RulesEndConfig &c : p.end) {
        const ttp_rules_config &t = c.rules;
        sum += t.timeout + t.open_again + t.close_again + t.backoff;
        longest = std::max<uint64_t>({ longest, t.timeout, t.open_again, t.close_again });
        rounds = std::max<uint64_t>(rounds, t.rounds_max);
    }
    const uint64_t latest = k.late ? LATE_FROM + LATE_SPAN : 1000;
    p.slow = latest + 10 * sum;
    p.patience = latest + 10 * sum + 2 * rounds * longest;    // cls.hold.end takes RETRY_MAX rounds
    return p;
}
