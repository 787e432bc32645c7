// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_table.v against model/ttp_link_table.c: few nodes per set, so that
// hits, free ways, searches that end well and searches that find nothing all happen; random
// verdicts of the search; links beyond the table. A third witness, a plain list of {VC, node} by
// link, says what a lookup must find.
//
// PARAMS: -GLINK_SETS=1 -GLINK_WAYS=1 -GCUT=0 -GDEEP=0 -GLW=2
// PARAMS: -GLINK_SETS=1 -GLINK_WAYS=4 -GCUT=0 -GDEEP=0 -GLW=4
// PARAMS: -GLINK_SETS=4 -GLINK_WAYS=2 -GCUT=1 -GDEEP=0 -GLW=5
// PARAMS: -GLINK_SETS=16 -GLINK_WAYS=1 -GCUT=1 -GDEEP=1 -GLW=6
// PARAMS: -GLINK_SETS=256 -GLINK_WAYS=2 -GCUT=0 -GDEEP=0 -GLW=11
// PARAMS: -GLINK_SETS=1024 -GLINK_WAYS=4 -GCUT=1 -GDEEP=1 -GLW=14
// PARAMS: -GLINK_SETS=4 -GLINK_WAYS=4 -GCUT=1 -GDEEP=1 -GLW=6
// SEEDS: 1 2
#include <memory>
#include <vector>
#include "Vttp_link_table.h"
#include "verilated.h"
#include "tb_util.h"
#include "ttp_link_fsm.h"
#include "ttp_link_table.h"

enum { TAGS = 3 * LINK_SETS, LINKS = TAGS * LINK_WAYS };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    tb_check chk("ttp_link_table", seed);
    auto dut = std::make_unique<Vttp_link_table>();
    ttp_params p = {};
    p.link_sets = LINK_SETS;
    p.link_ways = LINK_WAYS;
    p.data_w = CUT ? 64 : 512;
    p.deep = DEEP;
    ttp_arena a = {};
    ttp_link_table b = {};
    ttp_link_table_bind(&b, &p, &a);
    std::vector<uint64_t> mem(a.used / 8);
    a = { reinterpret_cast<uint8_t *>(mem.data()), 0, a.used };
    ttp_link_table_bind(&b, &p, &a);

    std::vector<int64_t> peer(LINKS, -1);   // {VC, node} by link, -1 none
    std::vector<uint32_t> nodes;
    uint64_t n_hit = 0, n_miss = 0, n_new = 0, n_evict = 0, n_none = 0, n_bylink = 0, n_beyond = 0;
    uint64_t n_victim = 0, n_later = 0;
    uint32_t init = 0, load = 50, good = 30, cand = 50, age = 0;
    bool active = true, s1 = false, s1_excl = false, s2 = false, s2_excl = false;
    uint32_t s1_vc = 0, s1_node = 0;
    bool s1_bylink = false;

    const auto draw = [&] {
        nodes.clear();
        const int sets = LINK_SETS < 8 ? LINK_SETS : 8;
        const int n = LINK_WAYS * LINK_SETS > 64 ? 300 : 3 * LINK_WAYS * sets;
        for (int i = 0; i < n; i++) {
            uint32_t node = rng.one_in(2) ? static_cast<uint32_t>(rng.bits(24)) : rng.below(64);
            // Big tables: all into one of four sets.
            if (LINK_SETS >= 16)
                while (ttp_link_table_hash(&b, node) > 3)
                    node = static_cast<uint32_t>(rng.bits(24));
            nodes.push_back(node);
            if (rng.below(2)) continue;
            // One that differs in a single bit, or in two if it takes that to stay in the set.
            uint32_t twin = node ^ 1u << rng.below(24);
            while (twin == node || ttp_link_table_hash(&b, twin) != ttp_link_table_hash(&b, node))
                twin = node ^ 1u << rng.below(24) ^ 1u << rng.below(24);
            nodes.push_back(twin);
        }
    };
    draw();

    for (uint64_t c = 0; c < 200000; c++) {
        if (c % 2048 == 0) {
            load = rng.one_in(3) ? 100 : rng.in(5, 90);
            good = rng.one_in(4) ? 0 : rng.one_in(4) ? 100 : rng.in(5, 60);
            cand = rng.one_in(4) ? 0 : rng.one_in(2) ? 100 : rng.in(5, 90);
        }
        if (c % 16 == 0) age = static_cast<uint32_t>(rng.bits(24));
        const bool rst = c < 3 || rng.one_in(40000);
        ttp_link_table_in in = {};
        in.core_rst = rst;
        in.init_active = active;
        in.init_idx = init;
        in.probe_good = rng.percent(good);
        in.probe_cand = !in.probe_good && rng.percent(cand);
        in.probe_closing = !in.probe_good && !in.probe_cand && rng.one_in(6);
        in.probe_stranger = rng.below(2);
        // Among ages that differ in one bit, that bit decides.
        in.probe_age = rng.one_in(3) ? age ^ 1u << rng.below(24) : rng.one_in(2) ? age
                     : static_cast<uint32_t>(rng.one_in(2) ? rng.below(3) : rng.bits(24));
        ttp_link_table_out o = {};
        ttp_link_table_comb(&b, &in, &o);

        // One event a cycle; an exclusive one has S1 and S2 to itself.
        const bool excl_in = (s1 && s1_excl) || (s2 && s2_excl);
        in.s0_excl = rng.one_in(2);
        in.s0_bylink = !in.s0_excl && rng.one_in(3);
        const bool enters = !active && !rst && !excl_in && (!s1 || o.s1_go);
        in.s0_valid = enters && rng.percent(load) && !(in.s0_excl && (s1 || s2));
        in.s0_vc = static_cast<uint8_t>(rng.below(3));
        in.s0_node = nodes[rng.below(nodes.size())];
        in.s0_link = rng.one_in(8) ? rng.in(LINKS, (1u << LW) - 1) : rng.below(LINKS);

        dut->rst = rst;
        dut->init_active = active;
        dut->init_idx = init;
        dut->s0_valid = in.s0_valid;
        dut->s0_by_link = in.s0_bylink;
        dut->s0_link = in.s0_link;
        dut->s0_vc = in.s0_vc;
        dut->s0_node = in.s0_node;
        dut->s0_excl = in.s0_excl;
        dut->probe_ok = in.probe_good;
        dut->probe_cand = in.probe_cand;
        dut->probe_closing = in.probe_closing;
        dut->probe_stranger = in.probe_stranger;
        dut->probe_age = in.probe_age;
        dut->clk = 0;
        dut->eval();

        chk.cycle = c;
        if (c >= 1) {
            chk.eq("s1_valid", dut->s1_valid, b.s1_valid);
            chk.eq("s1_advance", dut->s1_advance, o.s1_go);
            chk.eq("s1_excl", dut->s1_excl, s1 && s1_excl);
            if (o.s1_go) {
                chk.eq("s1_entry", dut->s1_entry, o.s1_entry != TTP_ENTRY_NONE);
                chk.eq("s1_alloc", dut->s1_alloc, o.s1_entry == TTP_ENTRY_NEW);
                chk.eq("s1_victim", dut->s1_victim, o.s1_vict);
                n_victim += o.s1_vict;
                n_later += o.s1_vict && o.s1_link % LINK_WAYS;
                if (o.s1_entry != TTP_ENTRY_NONE || !s1_bylink)
                    chk.eq("s1_node", dut->s1_node, o.s1_node);
            }
            if (b.s1_valid && !b.wait && (!o.s1_go || o.s1_entry != TTP_ENTRY_NONE || o.s1_vict)) {
                chk.eq("s1_link", dut->s1_link, o.s1_link);
                chk.eq("s1_vc", o.s1_vc, o.s1_link / (LINK_SETS * LINK_WAYS));
            }
        }
        if (o.s1_go) {      // the third witness
            const int64_t want = static_cast<int64_t>(s1_vc) << 24 | s1_node;
            int64_t at = -1;
            for (int l = 0; l < LINKS && !s1_bylink; l++)
                if (peer[static_cast<size_t>(l)] == want) at = l;
            if (s1_bylink) {
                n_bylink += o.s1_entry == TTP_ENTRY_HIT;
                if (o.s1_entry == TTP_ENTRY_HIT)
                    chk.eq("peer of a link", static_cast<uint64_t>(o.s1_vc) << 24 | o.s1_node,
                           static_cast<uint64_t>(peer[o.s1_link]));
            } else if (at >= 0) {
                chk.eq("witness: hit", o.s1_entry, TTP_ENTRY_HIT);
                chk.eq("witness: link", o.s1_link, static_cast<uint64_t>(at));
                n_hit++;
            } else if (o.s1_entry == TTP_ENTRY_NEW) {
                n_new++;
                n_evict += peer[o.s1_link] >= 0;
                if (!rst) peer[o.s1_link] = want;
            } else {
                chk.eq("witness: none", o.s1_entry, TTP_ENTRY_NONE);
                if (s1_excl) n_none++;
                else n_miss++;
            }
        }
        n_beyond += in.s0_valid && in.s0_bylink && in.s0_link >= LINKS;

        ttp_link_table_clock(&b, &in, &o);
        tb_edge(*dut);

        s2 = o.s1_go && !rst;
        s2_excl = s1_excl;
        if (o.s1_go || rst) s1 = false;
        if (in.s0_valid) {
            s1 = true;
            s1_excl = in.s0_excl;
            s1_vc = in.s0_vc;
            s1_node = in.s0_node;
            s1_bylink = in.s0_bylink;
        }
        if (rst) {
            active = true;
            init = 0;
            peer.assign(LINKS, -1);
            draw();
        } else if (active && ++init == LINKS) {
            active = false;
            init = 0;
        }
    }
    dut->final();
    chk.reached("hit", n_hit);
    chk.reached("miss", n_miss);
    chk.reached("new entry", n_new);
    chk.reached("reused entry", n_evict);
    chk.reached("no entry", n_none);
    chk.reached("event by link", n_bylink);
    chk.reached("victim", n_victim);
    chk.reached("a later way is the victim", LINK_WAYS == 1 || n_later);
    chk.reached("link beyond the table", n_beyond);
    printf("PASS ttp_link_table %s seed=%" PRIu64 " hits=%" PRIu64 " reused=%" PRIu64
           " compared=%" PRIu64 "\n", PARAMS, seed, n_hit, n_evict, chk.compared);
    return 0;
}
