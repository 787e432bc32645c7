// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_retire.v against model/ttp_retire.c. The test plays ingest (lists of
// payloads, entries reused as soon as they come back), the link pipe (goal writes, pushes by
// its rule: settled, with the freed count of the same cycle), the send slots and the completion
// port, and checks as third witness: chains, entries, numbers and records in order, nothing freed
// that is in a slot, a flush settled only after its record, the timing from idle and under load.
// PARAMS: -GLINKS=3 -GLW=2 -GENTS=11 -GEW=4 -GCW=4 -GTCW=4 -GDEEP=1 -GSLOTS=4
// PARAMS: -GLINKS=24 -GLW=5 -GENTS=56 -GEW=6 -GCW=6 -GTCW=8 -GDEEP=0 -GSLOTS=4
// PARAMS: -GLINKS=192 -GLW=8 -GENTS=448 -GEW=9 -GCW=9 -GTCW=11 -GDEEP=1 -GSLOTS=4
// PARAMS: -GLINKS=1536 -GLW=11 -GENTS=5632 -GEW=13 -GCW=13 -GTCW=14 -GDEEP=0 -GSLOTS=8
// PARAMS: -GLINKS=12288 -GLW=14 -GENTS=28672 -GEW=15 -GCW=15 -GTCW=16 -GDEEP=0 -GSLOTS=8
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include <cstring>
#include <memory>
#include "bus_tx.h"
#include "retire_ref.h"

static const bus_tx BUS(LW, CW, EW, TCW);

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_retire", seed);
    auto dut = std::make_unique<Vttp_retire>();
    const uint32_t CMASK = (1u << CW) - 1, PKTS = ENTS - LINKS;

    ttp_params p = {};
    p.tx_pkts = PKTS;
    p.link_sets = LINKS / 3;
    p.link_ways = 1;
    p.deep = DEEP;
    ttp_retire m = {};
    ttp_arena arena = { nullptr, 0, 0 };
    ttp_retire_bind(&m, &p, &arena);
    std::vector<uint64_t> mem(arena.used / 8);
    arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, arena.used };
    ttp_retire_bind(&m, &p, &arena);

    std::vector<link_ref> L(LINKS);
    std::deque<uint16_t> pool;
    std::vector<uint32_t> with_held;        // links that may have payloads (lazy)
    std::deque<uint32_t> work;              // links pushed, in order; front is worked on
    std::deque<uint64_t> work_since;
    std::deque<batch> records;              // finished, record expected
    bool slot_valid[8] = {};
    uint16_t slot_entry[8] = {}, slot_e_was[8];
    bool slot_v_was[8];

    uint64_t n_freed = 0, n_batch = 0, n_rec = 0, n_flush = 0, n_stall = 0, n_follow = 0,
             n_same = 0, n_more = 0, n_fill = 0, n_wrap = 0, n_quick = 0, n_direct = 0;
    uint64_t quiet = 0, quick_at = 0, quick_n = 0;
    mood is;
    bool flush_told = false;
    uint32_t gap = 0;                       // cycles since the last entry
    bool calm = false;                      // no slots, no records, no flush since work began
    uint64_t calm_from = 0;
    const uint32_t init_n = ENTS;
    uint32_t init_at = 0;

    ttp_retire_in in;
    ttp_retire_out o = {};
    const uint64_t flood_n = (49500 + r.below(15500)) * (1 + DEEP);
    const uint64_t cycles = (ENTS > 10000 ? 400000 : 250000) + flood_n;
    // Goals of one link follow as fast as its payloads are freed: a batch of 48 to 64 MB, near
    // the end of what its counts hold. All other payloads are freed before.
    const uint64_t drain_at = 100000, flood_at = drain_at + 2000, flood_to = flood_at + flood_n;
    uint64_t n_flood = 0;
    for (uint64_t c = 0; c < cycles; c++) {
        chk.cycle = c;
        const bool init = init_at < init_n;
        const bool flood = c >= drain_at && c < flood_to;
        if (c == drain_at) {
            is.drain();
            calm = false;
            for (bool &v : slot_valid) v = false;
        }
        if (c == flood_at) is.p_ap = 100;
        if (c == flood_to) is.p_ev = 5;
        if (!flood && r.one_in(500)) {
            is.draw(r);
            if (is.p_slot == 0) for (bool &v : slot_valid) v = false;
            calm = is.p_slot == 0 && is.p_flush == 0 && !is.cpl;
            calm_from = c;
            if (is.p_slot) quick_n = 0;
        }
        if (!records.empty()) calm_from = c;
        memset(&in, 0, sizeof in);
        ttp_retire_drive(&m, &o);
        in.core_rst = c < 2 || r.one_in(init_n * 4 + 20000);
        if (c + init_n > drain_at && c < flood_to) in.core_rst = false;
        in.init_active = init;
        in.init_idx = init ? init_at : static_cast<uint32_t>(r.bits(17));
        in.cfg_cpl_retired = is.cpl;
        in.retired_ready = r.percent(is.p_rec);

        // Outputs of this cycle: what was freed
        if (c >= 1 && !init) {
            if (o.freed_valid) {
                chk.eq("something to free", !work.empty(), 1);
                link_ref &l = L[work.front()];
                const pay x = l.list.front();
                chk.eq("freed_first as defined", o.freed_first, x.first);
                chk.eq("freed_last as defined", o.freed_last, x.last);
                chk.eq("freed_n as defined", o.freed_n, (x.len + 63) / 64);
                chk.eq("freed_entry as defined", o.freed_entry, l.dummy);
                for (int i = 0; i < SLOTS; i++)
                    chk.eq("freed although in a slot", slot_v_was[i] && slot_e_was[i] == x.e, 0);
                pool.push_back(l.dummy);
                l.dummy = x.e;
                l.list.pop_front();
                l.done = (l.done + 1) & CMASK;
                l.freed = (l.freed + (x.len + 63) / 64) & 0x1ffff;
                l.now.count++;
                l.now.bytes = (l.now.bytes + x.len) & 0x3ffffff;
                n_freed++;
                if (l.done == l.nret) {
                    n_batch++;
                    if (l.flush || is.cpl) records.push_back(l.now);
                    if (l.flush) flush_told = false;
                    n_flush += l.flush;
                }
                chk.eq("retired_pulse", o.retired_pulse, !l.now.flush);
                chk.eq("flushed_pulse", o.flushed_pulse, l.now.flush);
            }
            if (o.freed_moved) {
                link_ref &l = L[work.front()];
                chk.eq("freed_link as defined", o.freed_link, work.front());
                chk.eq("freed_count as defined", o.freed_count, l.done);
                chk.eq("freed_head as defined", o.freed_head, l.dummy);
                chk.eq("freed_cells as defined", o.freed_cells, l.freed);
                chk.eq("flush settled before its record was taken",
                       l.flush && l.done == l.nret && !flush_told, 0);
                l.nfreed = o.freed_count;
                n_wrap += l.nfreed == 0;
                if (l.done == l.nret) { l.flush = false; work.pop_front(); work_since.pop_front(); }
            }
            if (o.retired_valid) {
                chk.eq("a record that nobody expects", !records.empty(), 1);
                const batch &b = records.front();
                chk.eq("rc kind", o.retired_data[1] >> 56, b.flush ? 2 : 1);
                chk.eq("rc opt", o.retired_opt, !b.flush);
                chk.eq("rc status, VC", o.retired_data[1] >> 40 & 0xffff, b.link / (LINKS / 3));
                chk.eq("rc node", o.retired_data[1] >> 16 & 0xffffff, b.node);
                chk.eq("rc first ID", (o.retired_data[1] << 16 | o.retired_data[0] >> 48) & ~0u,
                       b.first);
                chk.eq("rc count", o.retired_data[0] >> 32 & 0xffff, b.count);
                chk.eq("rc bytes", o.retired_data[0] & 0xffffffff, b.bytes);
                if (in.retired_ready) {
                    n_flood += b.bytes >= 48u << 20 && b.count >= 48u << 10;
                    flush_told = b.flush;
                    records.pop_front();
                    n_rec++;
                }
            }
            // From idle: push in cycle t, payload i freed in t + 3 + i, with DEEP in t + 4 + 2 i.
            if (quick_n && c == quick_at) {
                chk.eq("an entry a cycle (two) from push + 3 (4) on", o.freed_valid, 1);
                quick_at += 1 + DEEP;
                quick_n--;
                n_quick++;
            }
            // Under load: one cycle lost between two links, none within one (DEEP: one an entry).
            gap = o.freed_valid ? 0 : gap + 1;
            const bool loaded = !work.empty() && c >= work_since.front() + 4 + 2 * DEEP;
            if (calm && c > calm_from + 10 && loaded)
                chk.eq("load: no two (three) cycles without an entry", gap < 2 + DEEP, 1);
        }

        // Stimulus of this cycle
        if (!init && c >= 1 && !in.core_rst) {
            if (!pool.empty() && r.percent(is.p_ap)) {      // append
                uint32_t k = r.below(is.spread);
                for (uint32_t i = 0; is.fill && i < LINKS && !L[k].list.empty(); i++)
                    k = (k + 1) % LINKS;
                link_ref &l = L[k];
                const bool longest = flood || r.one_in(4);
                const uint16_t len = static_cast<uint16_t>(longest ? 1024 : r.in(1, 1024));
                const uint16_t first = static_cast<uint16_t>(r.bits(TCW));
                const pay x = { pool.front(), len, first, static_cast<uint16_t>(r.bits(TCW)) };
                pool.pop_front();
                in.append_valid = true;
                in.append_tail = l.tail; in.append_entry = x.e; in.append_len = x.len;
                in.append_first = x.first; in.append_last = x.last;
                l.tail = x.e;
                l.list.push_back(x);
                with_held.push_back(k);
            }
            // Event in S2: napp as of the cycle before.
            if (!with_held.empty() && r.percent(is.p_ev)) {
                const size_t at = r.below(with_held.size());
                const uint32_t k = with_held[at];
                link_ref &l = L[k];
                const uint16_t held = static_cast<uint16_t>(l.napp - l.nret) & CMASK;
                if (held == 0) {
                    with_held[at] = with_held.back();
                    with_held.pop_back();
                } else if (!l.flush) {
                    const bool settled = l.nfreed == l.nret;
                    const bool flush = settled && r.percent(is.p_flush);
                    const uint32_t n = flush ? held : r.in(1, held < is.kmax ? held : is.kmax);
                    if (settled) {
                        l.node = static_cast<uint32_t>(r.bits(24));
                        if (r.one_in(8))
                            l.una = r.one_in(2) ? 0xfffffffeu : static_cast<uint32_t>(r.next());
                        l.now = { k, l.una, l.node, 0, 0, flush };
                    }
                    in.goal_valid = true;
                    in.goal_link = static_cast<uint16_t>(k);
                    in.goal_flush = flush;
                    in.goal_node = l.node;
                    in.goal_una = flush ? l.una : l.una + n;
                    l.una += n;
                    l.nret = static_cast<uint16_t>(l.nret + n) & CMASK;
                    in.goal_nret = l.nret;
                    l.flush = flush;
                    if (settled) {
                        in.goal_push = true;
                        n_direct += work.empty();
                        if (work.empty() && quiet > 3 && is.p_slot == 0 && !quick_n) {
                            quick_at = c + 3 + DEEP;
                            quick_n = n;
                        }
                        n_same += o.freed_moved && o.freed_link == k;
                        work.push_back(k);
                        work_since.push_back(c);
                    } else {
                        n_follow++;
                    }
                    n_fill += work.size() == LINKS;
                }
            }
            for (int i = 0; i < SLOTS; i++) {            // slots, from the flops of this cycle
                if (slot_valid[i] ? r.percent(is.p_unslot) : false) slot_valid[i] = false;
                else if (!slot_valid[i] && r.percent(is.p_slot)) {
                    const bool any = work.empty() || r.one_in(3);
                    const link_ref &l = L[any ? r.below(is.spread) : work.front()];
                    // DEEP: the comparison is a cycle old. What could go next may not enter.
                    const size_t from = DEEP ? 2 : 0;
                    if (l.list.size() > from) {
                        slot_valid[i] = true;
                        const size_t n = l.list.size() - from;
                        slot_entry[i] = l.list[from + r.below(n < 4 ? n : 4)].e;
                    }
                }
            }
        }
        quiet = work.empty() && records.empty() ? quiet + 1 : 0;
        for (int i = 0; i < 8; i++) {
            if (i < SLOTS && slot_valid[i]) in.slot_valid |= static_cast<uint8_t>(1u << i);
            slot_v_was[i] = slot_valid[i];
            slot_e_was[i] = slot_entry[i];
        }
        in.slot_entry = slot_entry;
        if (!work.empty() && in.slot_valid) {
            const link_ref &l = L[work.front()];
            for (int i = 0; i < SLOTS && !l.list.empty(); i++)
                n_stall += slot_valid[i] && slot_entry[i] == l.list.front().e;
        }

        dut->core_rst = in.core_rst;
        dut->init_active = in.init_active; dut->init_idx = in.init_idx;
        dut->cfg_cpl_retired = in.cfg_cpl_retired;
        dut->append_valid = in.append_valid;
        bus_set(dut->append,
                {{BUS.append.tail, in.append_tail}, {BUS.append.entry, in.append_entry},
                 {BUS.append.len, in.append_len}, {BUS.append.first, in.append_first},
                 {BUS.append.last, in.append_last}});
        dut->goal_valid = in.goal_valid;
        bus_set(dut->goal, {{BUS.goal.link, in.goal_link}, {BUS.goal.nret, in.goal_nret},
                            {BUS.goal.una, in.goal_una}, {BUS.goal.node, in.goal_node},
                            {BUS.goal.flush, in.goal_flush}, {BUS.goal.push, in.goal_push}});
        tb_put(dut->slots, 0, SLOTS, in.slot_valid);
        for (unsigned i = 0; i < SLOTS; i++) tb_put(dut->slots, SLOTS + i * EW, EW, slot_entry[i]);
        dut->retired_ready = in.retired_ready;
        dut->clk = 0; dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->freed_valid, o.freed_valid);
            if (o.freed_valid) {
                BUS_EQ(chk, dut->freed, BUS.freed.entry, o.freed_entry);
                BUS_EQ(chk, dut->freed, BUS.freed.first, o.freed_first);
                BUS_EQ(chk, dut->freed, BUS.freed.last, o.freed_last);
                chk.eq("freed_n", bus_get(dut->freed, BUS.freed.n1) + 1, o.freed_n);
            }
            CHECK_EQ(chk, dut->freed_moved, o.freed_moved);
            if (o.freed_moved) {
                BUS_EQ(chk, dut->freed, BUS.freed.link, o.freed_link);
                BUS_EQ(chk, dut->freed, BUS.freed.count, o.freed_count);
                BUS_EQ(chk, dut->freed, BUS.freed.head, o.freed_head);
                BUS_EQ(chk, dut->freed, BUS.freed.cells, o.freed_cells);
            }
            CHECK_EQ(chk, dut->retired_pulse, o.retired_pulse);
            CHECK_EQ(chk, dut->flushed_pulse, o.flushed_pulse);
            CHECK_EQ(chk, dut->retired_valid, o.retired_valid);
            if (o.retired_valid) {
                BUS_EQ(chk, dut->retired, BUS.retired.opt, o.retired_opt);
                chk.eq("retired_data low", tb_get(dut->retired, 0, 64), o.retired_data[0]);
                chk.eq("retired_data high", tb_get(dut->retired, 64, 64), o.retired_data[1]);
            }
        }
        if (in.append_valid)    // visible to the pipe from the next cycle on
            for (uint32_t k = 0; k < is.spread; k++)
                if (L[k].tail == in.append_entry) {
                    L[k].napp = static_cast<uint16_t>(L[k].napp + 1) & CMASK;
                    break;
                }
        init_at += init;
        if (in.core_rst) {
            init_at = 0;
            pool.clear();
            for (uint32_t i = LINKS; i < ENTS; i++) pool.push_back(static_cast<uint16_t>(i));
            for (uint32_t i = 0; i < LINKS; i++) {
                L[i].list.clear();
                L[i].tail = L[i].dummy = static_cast<uint16_t>(i);
                L[i].napp = L[i].nret = L[i].nfreed = L[i].done = 0;
                L[i].una = static_cast<uint32_t>(r.next());
                L[i].freed = 0; L[i].flush = false;
            }
            with_held.clear(); work.clear(); work_since.clear(); records.clear();
            for (bool &v : slot_valid) v = false;
            quick_n = 0; calm_from = c;
        }
        ttp_retire_clock(&m, &in);
        dut->clk = 1; dut->eval();
        if (!flood) n_more += more_bytes(r, *dut, m, L[m.c_link]);
    }
    dut->final();
    chk.reached("payload freed", n_freed);
    chk.reached("flush", n_flush);
    chk.reached("completion", n_rec);
    chk.reached("wait for a slot", n_stall);
    chk.reached("goal moved on while worked on", n_follow);
    chk.reached("push in the cycle of the last count", n_same);
    chk.reached("timing from idle", n_quick);
    chk.reached("push into an idle engine", n_direct);
    chk.reached("bytes set from outside", n_more);
    if (LINKS == 24) chk.reached("a batch of 48 MB", n_flood);
    if (LINKS <= 24) chk.reached("every link in the queue", n_fill);
    if (CW <= 6) chk.reached("counts wrap", n_wrap);
    printf("PASS freed=%" PRIu64 " batches=%" PRIu64 " records=%" PRIu64 " flushes=%" PRIu64
           " stalls=%" PRIu64 " follow=%" PRIu64 " same=%" PRIu64 " quick=%" PRIu64 "\n",
           n_freed, n_batch, n_rec, n_flush, n_stall, n_follow, n_same, n_quick);
    return 0;
}
