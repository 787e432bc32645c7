// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_hold.v against model/ttp_rx_hold.c. The bench plays the link pipe for some links:
// each has the ID that it awaits, payloads come in and out of turn, those that come again are
// judged as any other, and lives end. The witness: a bay that came in goes out once, with the
// verdict that it had, dropped, or to come again; a payload comes again when its turn has come,
// with what it had; when all lives have ended nothing is held; a map names what is held and nothing
// else.
// PARAMS: -GRX_CELLS=32 -GRCW=5 -GCONTEXTS=2 -GPW=8 -GLW=2
// PARAMS: -GRX_CELLS=128 -GRCW=7 -GCONTEXTS=4 -GPW=8 -GLW=4
// PARAMS: -GRX_CELLS=1024 -GRCW=10 -GCONTEXTS=16 -GPW=9 -GLW=5
// PARAMS: -GRX_CELLS=8192 -GRCW=13 -GCONTEXTS=4 -GPW=8 -GLW=4
// SEEDS: 1 2 3
#include <deque>
#include <set>
#include "Vttp_rx_hold.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_defs.h"
#include "ttp_rx_hold.h"
}

static constexpr unsigned BAYS = RX_CELLS / 16, LINKS_N = 1u << LW;
static constexpr unsigned INSIDE = BAYS < WINDOW ? BAYS : WINDOW;

struct Payload {
    uint32_t link, id;
    ttp_hold_lies lies;
    uint16_t life;
    bool inside, take, stow;            // in here; what the pipe has said of it
};

struct Link {
    uint32_t awaited = 0;               // ID
    uint32_t node = 0;
    uint8_t vc = 0;
    uint16_t life = 1, to_life = 1;
    std::set<uint32_t> held;            // IDs that were put by, in this life
    uint64_t ended = 0;                 // when the life before was over: of `idle`
};

struct Bench : lockstep<Vttp_rx_hold> {
    tb_model<ttp_rx_hold> model{ ttp_rx_hold_bind, [](ttp_params &p) {
        p.sel_contexts = CONTEXTS;
        p.rx_cells = RX_CELLS;
        p.selective = 1;
    } };
    ttp_rx_hold_in in = {};
    ttp_rx_hold_out o = {};
    Link link[LINKS_N];
    Payload in_bay[BAYS] = {};
    unsigned inside = 0;
    std::deque<Payload> again;          // they wait for the pipe
    std::deque<uint32_t> maps;          // links, as ttp_tx_respond has them
    std::deque<uint16_t> verdicts;      // bays of payloads that are not to be held, in order
    uint32_t asked = 0;
    unsigned places = 0;                // free, in the cycle before
    uint64_t idle = 0;                  // cycles without an event: maps are looked up in them
    uint32_t calm = 0, calms = 0;       // cycles left in which nothing comes and all lives end
    // Phase, in percent
    unsigned comes = 50, early = 50, ends = 1, ready = 50, leaves = 50, hears = 50, spread = 4;
    bool fills = false;                 // what is early comes in order, as behind a loss

    void change_phase()
    {
        comes = tb_load(r, 1);
        early = r.in(0, 90);
        ends = r.one_in(3) ? 0 : r.one_in(3) ? 10 : 1;
        ready = tb_load(r, 1);
        leaves = tb_load(r, 1);
        fills = r.one_in(3);
        spread = r.one_in(3) ? WINDOW : r.one_in(2) ? 70 : 4;
        hears = r.in(1, LINKS_N);
        if (r.one_in(8)) comes = 90, early = 100, ends = 0, fills = true;   // until it is full
    }
    uint32_t some_link() { return r.below(hears < LINKS_N ? hears + 1 : LINKS_N) % LINKS_N; }
    uint16_t some_bay()
    {
        uint32_t at = r.below(BAYS);
        while (in_bay[at].inside || waits(at)) at = (at + 1) % BAYS;
        return static_cast<uint16_t>(at);
    }
    bool waits(uint32_t at) const
    {
        for (const Payload &p : again) if (p.lies.bay == at) return true;
        return false;
    }
    void drive() override
    {
        if (r.one_in(300)) change_phase();
        if (!calm && r.one_in(9000)) calm = 900 + CONTEXTS * 600;
        ttp_rx_hold_drive(model, &o);
        in = {};
        in.core_rst = chk.cycle < 2 || (!calm && r.one_in(6000));
        in.free_cells = static_cast<uint32_t>(BAYS - inside - again.size()) * 16;
        in.again_ready = r.percent(ready) && again.size() < 4;
        in.map_ask = !maps.empty();
        in.map_link = in.map_ask ? maps.front() : static_cast<uint32_t>(r.bits(LW));
        in.map_done = in.map_ask && o.map_ready && (o.map_none || r.percent(leaves));
        asked = some_link();
        if (chk.cycle > 1) judge();
        DRIVE(core_rst, free_cells, again_ready, map_ask, map_link, map_done);
        dut->stow_link = asked;
        dut->verdict_valid = in.told.valid;
        put();
    }
    // The link pipe has an event.
    void judge()
    {
        ttp_hold_told &t = in.told;
        const bool comes_again = !again.empty() && r.percent(60);
        const uint32_t at = comes_again ? again.front().link : calm ? calm % LINKS_N : some_link();
        Link &l = link[at];

        t.link = at;
        t.node = l.node;
        t.vc = l.vc;
        t.life = l.life;
        t.to_life = l.to_life;
        t.missing = l.awaited;
        t.ends = !comes_again && (calm || (r.percent(ends) && r.one_in(4)));
        t.valid = comes_again || (!calm && inside + again.size() < INSIDE && r.percent(comes));
        t.number = static_cast<uint16_t>(r.bits(16));
        if (!t.valid) return;
        if (comes_again) {
            t.id = again.front().id;
            t.lies = again.front().lies;
            t.life = again.front().life;
        } else {
            const bool is_early = r.percent(early);
            t.id = l.awaited + (is_early ? r.in(1, spread) : r.one_in(8) ? ~0u : 0);
            if (is_early && fills) for (t.id = l.awaited + 1; l.held.count(t.id);) t.id++;
            t.lies = { some_bay(), static_cast<uint16_t>(r.in(1, 1024)) };
        }
        t.take = t.id == l.awaited && t.life == l.life;
        // What proves a new life is taken in it; a payload is held in the life of now only.
        const bool waits = !t.take && !comes_again && t.id - l.awaited - 1 < WINDOW;
        t.stow = waits && (ttp_rx_hold_may(model, at, in.free_cells) || r.one_in(4));
        t.not_held = waits && !t.stow;
    }
    void put()
    {
        const ttp_hold_told &t = in.told;

        bus_set(dut->verdict, { { VERDICT_TAKE, t.take }, { VERDICT_LEN, t.lies.len },
                                { VERDICT_VC, t.vc }, { VERDICT_NODE, t.node },
                                { VERDICT_BAY, t.lies.bay } });
        bus_set(dut->keep, { { KEEP_STOW, t.stow }, { KEEP_NOT, t.not_held },
                             { KEEP_ENDS, t.ends }, { KEEP_ID, t.id }, { KEEP_MISSING, t.missing },
                             { KEEP_NUMBER, t.number }, { KEEP_LIFE, t.life },
                             { KEEP_TO_LIFE, t.to_life }, { KEEP_LINK, t.link } });
    }
    void check() override
    {
        if (chk.cycle < 2) return;
        chk.eq("may_stow", dut->may_stow, ttp_rx_hold_may(model, asked, in.free_cells));
        SAME(told_valid, again_valid, map_ready);
        check_bus(chk, dut->holds, { { "held", HOLDS_ONE, o.held },
                                     { "not held", HOLDS_NOT, o.not_held },
                                     { "map", HOLDS_MAP, o.map_left } });
        if (o.told_valid) {
            check_bus(chk, dut->told, { { "take", VERDICT_TAKE, o.told_take },
                                        { "bay", VERDICT_BAY, o.told_lies.bay },
                                        { "len", VERDICT_LEN, o.told_lies.len } });
            if (o.told_take)
                check_bus(chk, dut->told, { { "vc", VERDICT_VC, o.told_vc },
                                            { "node", VERDICT_NODE, o.told_node } });
        }
        if (o.again_valid) {
            const ttp_received &a = *o.again;
            check_bus(chk, dut->again, {
                { "op", RECEIVED_OP, a.op }, { "peer", RECEIVED_PEER, a.peer },
                { "vc", RECEIVED_VC, a.vc }, { "txid", RECEIVED_TXID, a.txid },
                { "rxid", RECEIVED_RXID, 0 }, { "fits", RECEIVED_FITS, 1 },
                { "life", RECEIVED_LIFE, a.life }, { "to_life", RECEIVED_TO_LIFE, a.to_life },
                { "len", RECEIVED_LEN, a.len }, { "bay", RECEIVED_BAY, a.bay },
                { "window", RECEIVED_WINDOW, 0 }, { "again", RECEIVED_AGAIN, 1 },
                { "quiet", RECEIVED_QUIET, a.quiet }, { "mapped", RECEIVED_MAPPED, 0 } });
        }
        if (o.map_ready) {
            SAME(map_none);
            if (!o.map_none)
                check_bus(chk, dut->the_map, {
                    { "number", MAP_NUMBER, o.map->number },
                    { "missing", MAP_MISSING, o.map->missing },
                    { "base", MAP_BASE, o.map->base }, { "newest", MAP_NEWEST, o.map->newest },
                    { "bits", MAP_BITS, o.map->held } });
        }
        witness();
    }

    // ---- the witness
    void witness()
    {
        if (model.k2_of_context && model.k2_stow)
            chk.eq("places for those in their turn", places >= std::min(8u, BAYS / 2), 1);
        places = static_cast<unsigned>(INSIDE - inside - again.size());
        if (o.told_valid) {
            const Payload &p = in_bay[o.told_lies.bay];
            chk.eq("a bay that is inside", p.inside, 1);
            chk.eq("its length", o.told_lies.len, p.lies.len);
            chk.eq("taken as the pipe has said", o.told_take, p.take);
            if (o.told_take) chk.eq("its node", o.told_node, link[p.link].node);
            if (!p.stow) chk.eq("in order", o.told_lies.bay, verdicts.front());
        }
        if (o.again_valid && in.again_ready) {
            const ttp_received &a = *o.again;
            const Payload &p = in_bay[a.bay];
            const Link &l = link[p.link];
            chk.eq("one that was held comes again", p.inside && p.stow, 1);
            chk.eq("its ID", a.txid, p.id);
            chk.eq("its peer", a.peer, l.node);
            chk.eq("its bytes", a.len, p.lies.len);
            chk.eq("its life", a.life, p.life);
            if (a.life == l.life) chk.eq("its turn", is_due(p), 1);
        }
        if (in.map_done && !o.map_none) a_map(link[maps.front()], *o.map);
    }
    // All before it are taken, or come again in front of it.
    bool is_due(const Payload &p) const
    {
        const Link &l = link[p.link];
        uint32_t before = 0;

        for (const Payload &q : again)
            before += q.link == p.link && q.life == p.life && q.id - l.awaited < p.id - l.awaited;
        return static_cast<int32_t>(p.id - l.awaited) <= static_cast<int32_t>(before);
    }
    // It is some cycles old: what it names is held, or its turn has come meanwhile.
    void a_map(const Link &l, const ttp_hold_map &m)
    {
        const auto due = [&](uint32_t id) { return static_cast<int32_t>(id - l.awaited) <= 0; };

        if (idle - l.ended < 16) return;            // the life before was on its way
        for (uint32_t i = 0; i < 64; i++) {
            const uint32_t id = m.missing + 1 + m.base + i;
            if (m.held >> i & 1)
                chk.eq("what a map names is here", l.held.count(id) || due(id), 1);
        }
        chk.eq("what is missing", due(m.missing), 1);
        chk.eq("the newest", l.held.count(m.missing + m.newest) || due(m.missing + m.newest), 1);
    }

    void seen() override
    {
        const ttp_hold_told &t = in.told;
        const auto used = static_cast<unsigned>(__builtin_popcount(model.used));
        const bool ending = model.ends;

        AIM("held", model.k2_of_context && model.k2_stow);
        AIM("comes again", o.again_valid && in.again_ready);
        AIM_IF(BAYS > 2, "... and nobody answers", o.again_valid && o.again->quiet);
        AIM_IF(BAYS > CONTEXTS, "all contexts in use", used == CONTEXTS);
        AIM_IF(BAYS > 8, "four of a run are ahead", model.run.ahead == 4);
        AIM_IF(BAYS > 2, "a run goes on", model.run.goes && model.k2_of_context && model.k2.take
               && model.run.ahead && model.k2_context == model.run.context);
        AIM_IF(BAYS > 8, "another run begins", model.run.ahead && model.k2_of_context
               && model.k2.take && model.k2_context != model.run.context && model.again_valid);
        AIM("refused", model.k1.valid && model.k1.stow && !model.k1.ends
            && !ttp_rx_hold_may(model, model.k1.link, in.free_cells));
        AIM("told that it is not to be held", t.valid && t.not_held);
        AIM_IF(BAYS > WINDOW, "refused, for no place is left", model.k1.valid && model.k1.stow
               && !model.k1.ends && in.free_cells / 16 < BAYS - INSIDE + 8);
        AIM("an end with something held", t.ends && !link[t.link].held.empty());
        AIM("drains", ending && o.told_valid);
        AIM_IF(BAYS > CONTEXTS, "contexts beside one that ends", ending && used > 1);
        AIM("a map leaves", in.map_done && !o.map_none);
        AIM("a map has nothing to tell", in.map_done && o.map_none);
        AIM_IF(BAYS > 2, "a map of a later part", in.map_done && !o.map_none && o.map->base);
        AIM("the lookup begins anew", model.look > TTP_HOLD_INFO && in.map_done);
        AIM("what has come since the lookup is told too", in.map_done && model.map_later);
        AIM("taken with a context", t.valid && t.take && !link[t.link].held.empty());
        AIM("comes again behind the wire's copy", t.valid && !t.take && !again.empty()
            && t.id == again.front().id);
    }

    void step() override
    {
        const ttp_hold_told &t = in.told;

        if (model.k2_of_context && model.k2_stow) put_by(model.k2);
        if (o.told_valid) leaves_bay(o.told_lies.bay);
        if (o.again_valid && in.again_ready) {
            again.push_back(in_bay[o.again->bay]);
            leaves_bay(o.again->bay);
        }
        if (in.map_done) maps.pop_front();
        idle += !t.valid && !t.ends;
        if (t.valid) takes_in(t);
        if (t.ends) life_ends(link[t.link]);
        ttp_rx_hold_clock(model, &in);
        if (calm && !--calm) is_empty();
        if (in.core_rst) reset();
    }
    void leaves_bay(uint16_t at)
    {
        if (!in_bay[at].stow) verdicts.pop_front();
        in_bay[at].inside = false;
        inside--;
    }
    void takes_in(const ttp_hold_told &t)
    {
        Link &l = link[t.link];

        if (!again.empty() && again.front().lies.bay == t.lies.bay) again.pop_front();
        in_bay[t.lies.bay] = { t.link, t.id, t.lies, t.life, true, t.take, t.stow };
        inside++;
        if (!t.stow) verdicts.push_back(t.lies.bay);
        if (t.stow && maps.size() < 20) maps.push_back(t.link);
        if (t.take) l.held.erase(++l.awaited);
    }
    // What there is no room or no context for is not: no map may name it.
    void put_by(const ttp_hold_told &t)
    {
        Link &l = link[t.link];
        if (t.life == l.life && static_cast<int32_t>(t.id - l.awaited) > 0) l.held.insert(t.id);
    }
    void life_ends(Link &l)
    {
        l.held.clear();
        l.life++;
        l.awaited = static_cast<uint32_t>(r.next());
        l.ended = idle;
    }
    // All lives have ended a while ago.
    void is_empty()
    {
        chk.eq("bays that have not come back", inside + again.size(), 0);
        chk.eq("contexts that are used", model.used, 0);
        calms++;
    }
    void reset()
    {
        std::fill(std::begin(in_bay), std::end(in_bay), Payload{});
        inside = 0;
        again.clear();
        maps.clear();
        verdicts.clear();
        calm = 0;
        for (uint32_t at = 0; at < LINKS_N; at++) {
            link[at] = Link{};
            link[at].node = 0x100 + at;
            link[at].awaited = static_cast<uint32_t>(r.next());
            link[at].life = static_cast<uint16_t>(r.in(1, 1000));
        }
    }
    void aims() override { aim("found empty", calms); }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 150000); }
