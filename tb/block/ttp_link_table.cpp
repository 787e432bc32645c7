// SPDX-License-Identifier: Apache-2.0
//
// rtl/link/ttp_link_table.v against model/ttp_link_table.c. Few nodes share a set, so that lookups
// hit, take free ways, replace a link and find no room. What the probe says of a link is random.
// Some events follow others of their set, but none that may make an entry, or comes after one. One
// that is passed comes again at once.
// The witness is a plain list of {VC, node} by link: it says what a lookup must find.
//
// PARAMS: -GLINK_SETS=1 -GLINK_WAYS=1 -GDEEP=0 -GBUSY_N=3 -GEARLY_N=0 -GLW=2
// PARAMS: -GLINK_SETS=1 -GLINK_WAYS=4 -GDEEP=0 -GBUSY_N=3 -GEARLY_N=0 -GLW=4
// PARAMS: -GLINK_SETS=4 -GLINK_WAYS=2 -GDEEP=0 -GBUSY_N=3 -GEARLY_N=0 -GLW=5
// PARAMS: -GLINK_SETS=16 -GLINK_WAYS=1 -GDEEP=1 -GBUSY_N=5 -GEARLY_N=2 -GLW=6
// PARAMS: -GLINK_SETS=256 -GLINK_WAYS=2 -GDEEP=1 -GBUSY_N=5 -GEARLY_N=2 -GLW=11
// PARAMS: -GLINK_SETS=1024 -GLINK_WAYS=4 -GDEEP=1 -GBUSY_N=5 -GEARLY_N=0 -GLW=14
// PARAMS: -GLINK_SETS=4 -GLINK_WAYS=4 -GDEEP=1 -GBUSY_N=5 -GEARLY_N=2 -GLW=6
// SEEDS: 1 2 8
#include "Vttp_link_table.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "ttp_link_fsm.h"
#include "ttp_link_table.h"

static constexpr uint32_t LINKS = 3 * LINK_SETS * LINK_WAYS;
static constexpr bool FOLLOW = EARLY_N != 0;

struct Event {
    bool valid = false, makes = false, by_link = false, follows = false;
    uint8_t vc = 0;
    uint32_t node = 0, link = 0;
};

struct Bench : lockstep<Vttp_link_table> {
    tb_model<ttp_link_table> model{ ttp_link_table_bind, [](ttp_params &p) {
        p.link_sets = LINK_SETS;
        p.link_ways = LINK_WAYS;
        p.data_w = FOLLOW ? 512 : 64;
        p.deep = DEEP;
    } };
    ttp_link_table_in in = {};
    ttp_link_table_out o = {};
    // World: events, the walk after reset. DEEP: first is the one in S1a.
    std::vector<uint32_t> nodes;
    Event first, s1, passed;    // passed: it stands where the one that passed it was
    tb_walk walk{ LINKS };
    uint64_t made_at = 0;       // cycle of the last new entry
    uint64_t made_last = 0;     // ... of the last event in S1 that could make one
    // By cycle modulo 8: set + 1 of the event that went to S2, 0: none; and its link, ANY if it was
    // one that makes an entry, or looks for one
    uint32_t left[8] = {}, left_link[8] = {};
    enum : uint32_t { ANY = ~0u, NONE = ~1u };
    // Phase: percent of cycles with an event; of probes that end the search well, or may
    uint32_t load = 50, good = 30, candidate = 50, age = 0;
    uint32_t follow_load = 0, makes_load = 50, more_load = 50;
    // Witness: {VC, node} by link, NOBODY or a number that no link has
    enum : int64_t { NOBODY = -1 };
    std::vector<int64_t> peer = std::vector<int64_t>(LINKS, NOBODY);

    Bench() { draw_nodes(); }

    uint32_t any_node() { return static_cast<uint32_t>(r.bits(24)); }
    uint32_t set_of(uint32_t node) { return ttp_link_table_hash(model, node); }
    void draw_nodes()
    {
        const int sets = LINK_SETS < 8 ? LINK_SETS : 8;
        const int n = LINK_WAYS * LINK_SETS > 64 ? 300 : 3 * LINK_WAYS * sets;

        nodes.clear();
        for (int i = 0; i < n; i++) {
            uint32_t node = r.one_in(2) ? any_node() : r.below(64);
            // Big tables: all into one of four sets.
            while (LINK_SETS >= 16 && set_of(node) > 3) node = any_node();
            nodes.push_back(node);
            if (r.below(2)) continue;
            // One that differs in a single bit, or in two if it takes that to stay in the set.
            uint32_t twin = node ^ 1u << r.below(24);
            while (twin == node || set_of(twin) != set_of(node))
                twin = node ^ 1u << r.below(24) ^ 1u << r.below(24);
            nodes.push_back(twin);
        }
    }
    void change_phase()
    {
        load = r.one_in(3) ? 100 : r.in(5, 90);
        follow_load = r.one_in(2) ? 0 : r.in(5, 100);
        more_load = r.one_in(2) ? 100 : r.below(100);
        makes_load = r.one_in(2) ? 2 : 50;
        good = r.one_in(4) ? 0 : r.one_in(4) ? 100 : r.in(5, 60);
        candidate = r.one_in(4) ? 0 : r.one_in(2) ? 100 : r.in(5, 90);
    }
    // What the pipe says of the link that the search looks at
    void probe()
    {
        in.probe_good = r.percent(good);
        in.probe_cand = !in.probe_good && r.percent(candidate);
        in.probe_closing = !in.probe_good && !in.probe_cand && r.one_in(6);
        in.probe_stranger = r.below(2);
        // Among ages that differ in one bit, that bit decides.
        in.probe_age = r.one_in(3) ? age ^ 1u << r.below(24) : r.one_in(2) ? age
                     : r.one_in(2) ? r.below(3) : any_node();
    }
    void follow()
    {
        if (first.makes || s1.makes) made_last = chk.cycle;
        in.follows = FOLLOW && first.valid && chk.cycle > made_last + 8 && r.percent(follow_load);
        in.stays = FOLLOW && !in.follows && r.one_in(10);
        in.more = r.percent(more_load);
    }
    // What stands behind S1a
    void event()
    {
        in.s0_makes = r.percent(makes_load);
        in.s0_bylink = !in.s0_makes && r.one_in(3);
        in.s0_vc = static_cast<uint8_t>(r.below(3));
        in.s0_node = nodes[r.below(nodes.size())];
        in.s0_link = r.one_in(8) ? r.in(LINKS, (1u << LW) - 1) : r.below(LINKS);
        if (!passed.valid) return;
        in.more = true;
        in.s0_makes = false;
        in.s0_bylink = passed.by_link;
        in.s0_vc = passed.vc;
        in.s0_node = passed.node;
        in.s0_link = passed.link;
    }
    void drive() override
    {
        if (chk.cycle % 2048 == 0) change_phase();
        if (chk.cycle % 16 == 0) age = any_node();
        in.core_rst = chk.cycle < 3 || r.one_in(40000);
        in.init_active = walk.active();
        in.init_idx = walk.at;
        probe();
        follow();
        event();
        o = {};
        ttp_link_table_comb(model, &in, &o);
        in.s0_valid = !walk.active() && !in.core_rst && (o.passes || (o.ready && r.percent(load)));
        DRIVE(init_active, init_idx, s0_valid, s0_link, s0_vc, s0_node, s0_makes,
              follows, stays, more, probe_cand, probe_closing, probe_stranger, probe_age);
        dut->rst = in.core_rst;
        dut->s0_by_link = in.s0_bylink;
        dut->probe_ok = in.probe_good;
    }

    void check() override
    {
        if (o.s1_go) witness();
        if (!chk.cycle) return;
        const bool entry = o.s1_entry != TTP_ENTRY_NONE;
        const bool there = model.s1_valid && (DEEP || !behind());
        chk.eq("s1_ready", dut->s1_ready, o.ready);
        chk.eq("passes", dut->passes, o.passes);
        chk.eq("s1_valid", dut->s1_valid, there);
        chk.eq("s1_advance", dut->s1_advance, o.s1_go);
        if (DEEP) chk.eq("first_ends", dut->first_ends, o.first_ends);
        if (FOLLOW && first.valid) chk.eq("first_waits", dut->first_waits, o.first_waits);
        if (o.s1_go && !s1.follows) in_order();
        if (o.s1_go) {
            chk.eq("s1_entry", dut->s1_entry, entry);
            chk.eq("s1_alloc", dut->s1_alloc, o.s1_entry == TTP_ENTRY_NEW);
            chk.eq("s1_victim", dut->s1_victim, o.s1_vict);
            if (entry || !s1.by_link) chk.eq("s1_node", dut->s1_node, o.s1_node);
        }
        if (there && (!o.s1_go || entry || o.s1_vict)) {
            chk.eq("s1_link", dut->s1_link, o.s1_link);
            chk.eq("s1_vc", o.s1_vc, o.s1_link / (LINK_SETS * LINK_WAYS));
        }
    }

    bool behind() const { return ttp_link_table_youngest(&model, model.s1_set) < 8; }
    // So many cycles behind the last of its set an event enters S2, but a follower; with FOLLOW
    // behind the last of its link.
    static uint64_t apart(bool makes) { return (makes || !EARLY_N ? BUSY_N : EARLY_N) + DEEP + 1; }
    uint64_t behind_last(uint64_t k) const
    {
        const uint32_t link = left_link[(chk.cycle - k) % 8];
        const bool other = link != ANY && (o.s1_entry != TTP_ENTRY_HIT || link != o.s1_link);
        return FOLLOW && !s1.makes && other ? 2 : apart(s1.makes);
    }
    void in_order()
    {
        for (uint64_t k = 1; k < apart(s1.makes) && k <= chk.cycle; k++)
            if (left[(chk.cycle - k) % 8] == 1 + model.s1_set && k < behind_last(k))
                chk.eq("cycles since the last event of the set", k, behind_last(k));
    }
    // An event of its set, but of another link, went to S2 less than a loop before.
    bool passes() const
    {
        for (uint64_t k = 2; k < apart(false) && k <= chk.cycle; k++)
            if (left[(chk.cycle - k) % 8] == 1 + model.s1_set
                && left_link[(chk.cycle - k) % 8] < LINKS) return true;
        return false;
    }
    unsigned first_youngest()
    {
        return ttp_link_table_youngest(&model, ttp_link_table_set(&model, &model.first));
    }
    int64_t s1_peer() const { return static_cast<int64_t>(s1.vc) << 24 | s1.node; }
    // The link of a peer, LINKS if it has none
    size_t link_of(int64_t who) const
    {
        return static_cast<size_t>(std::find(peer.begin(), peer.end(), who) - peer.begin());
    }
    void witness()
    {
        if (s1.by_link) {
            if (o.s1_entry == TTP_ENTRY_HIT)
                chk.eq("peer of a link", static_cast<uint64_t>(o.s1_vc) << 24 | o.s1_node,
                       static_cast<uint64_t>(peer[o.s1_link]));
        } else if (const size_t link = link_of(s1_peer()); link < LINKS) {
            chk.eq("witness: hit", o.s1_entry, TTP_ENTRY_HIT);
            chk.eq("witness: link", o.s1_link, link);
        } else if (o.s1_entry != TTP_ENTRY_NEW) {
            chk.eq("witness: none", o.s1_entry, TTP_ENTRY_NONE);
        }
    }
    void seen() override
    {
        const bool lookup = o.s1_go && !s1.by_link, hit = o.s1_entry == TTP_ENTRY_HIT;
        const bool made = lookup && o.s1_entry == TTP_ENTRY_NEW, victim = o.s1_go && o.s1_vict;
        const bool none = lookup && o.s1_entry == TTP_ENTRY_NONE;

        AIM("hit", lookup && hit);
        AIM("miss", none && !s1.makes);
        AIM("new entry", made);
        AIM("reused entry", made && peer[o.s1_link] != NOBODY);
        AIM("no entry", none && s1.makes);
        AIM("event by link", o.s1_go && s1.by_link && hit);
        AIM("victim", victim);
        AIM_IF(LINK_WAYS > 1, "a later way is the victim", victim && o.s1_link % LINK_WAYS);
        AIM_IF(FOLLOW, "an event that does not wait", in.follows && o.first_ends
               && first_youngest() < 8);
        AIM_IF(FOLLOW, "an event waits for all", first.valid && !first.makes && !in.follows
               && !o.first_ends && first_youngest() >= EARLY_N && first_youngest() < 8);
        AIM_IF(FOLLOW, "an event does not wait for all", o.first_ends && !in.follows
               && first_youngest() < 8);
        // In a big table few events find an entry.
        AIM_IF(FOLLOW && LINK_WAYS > 1 && LINK_SETS < 16,
               "an event is near one of another link of its set",
               o.s1_go && !s1.follows && hit && passes());
        AIM_IF(FOLLOW && LINK_SETS > 1, "an event passes another", in.s0_valid && !o.ready);
        AIM_IF(FOLLOW && LINK_SETS > 1, "... and is passed by it", in.s0_valid && !o.ready
               && passed.valid);
        AIM_IF(FOLLOW, "an event stays", in.stays && first.valid && !o.first_ends);
        AIM("an event waits for its set", DEEP ? first.valid && !o.first_ends
            : s1.valid && !o.s1_go && behind());
        AIM("a new entry found by the next event", lookup && hit && !s1.makes
            && made_at && chk.cycle - made_at == apart(false));
        AIM("link beyond the table", in.s0_valid && in.s0_bylink && in.s0_link >= LINKS);
    }

    void step() override
    {
        if (o.s1_go && !s1.by_link && o.s1_entry == TTP_ENTRY_NEW) {
            peer[o.s1_link] = s1_peer();
            made_at = chk.cycle;
        }
        left[chk.cycle % 8] = o.s1_go ? 1 + model.s1_set : 0;
        left_link[chk.cycle % 8] = o.s1_entry == TTP_ENTRY_HIT ? o.s1_link
                                 : s1.makes ? ANY : NONE;
        ttp_link_table_clock(model, &in, &o);
        if (o.s1_go) s1.valid = false;
        if (o.first_ends) {
            s1 = first;
            s1.follows = in.follows;
        }
        if (o.first_ends) first.valid = false;
        if (in.s0_valid) passed = first;
        if (in.s0_valid)
            (DEEP ? first : s1) = { true, in.s0_makes, in.s0_bylink, false, in.s0_vc, in.s0_node,
                                    in.s0_link };
        if (in.core_rst) {
            first = s1 = passed = {};
            std::fill(left, left + 8, 0);
            peer.assign(LINKS, NOBODY);
            draw_nodes();
        }
        walk.step(in.core_rst);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }
