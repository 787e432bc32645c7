// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_ingest.v against model/ttp_tx_ingest.c. A witness beside it knows what
// each host packet must become: which chunks with which bytes, in which cells, appended where; or
// which refusal; and that every cell and entry is used once.
// PARAMS: -GDATA_W=64 -GDEEP=0 -GTX_PKTS=8 -GLINKS=3 -GTCW=4
// PARAMS: -GDATA_W=64 -GDEEP=1 -GTX_PKTS=256 -GLINKS=192 -GTCW=11
// PARAMS: -GDATA_W=128 -GDEEP=1 -GTX_PKTS=20 -GLINKS=24 -GTCW=5
// PARAMS: -GDATA_W=256 -GDEEP=0 -GTX_PKTS=32 -GLINKS=6 -GTCW=7
// PARAMS: -GDATA_W=512 -GDEEP=0 -GTX_PKTS=4096 -GLINKS=1536 -GTCW=14
// PARAMS: -GDATA_W=512 -GDEEP=0 -GTX_PKTS=64 -GLINKS=12 -GTCW=16
// PARAMS: -GDATA_W=64 -GDEEP=1 -GTX_PKTS=8 -GLINKS=3 -GTCW=4
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include <cstring>
#include <memory>
#include "ingest_host.h"
#include "ingest_pins.h"
#include "ingest_round.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_tx_ingest", seed);
    auto dut = std::make_unique<Vttp_tx_ingest>();
    ttp_params p = {};
    p.data_w = DATA_W; p.tx_cells = STORE; p.tx_pkts = TX_PKTS;
    p.link_sets = LINKS / 3; p.link_ways = 1; p.deep = DEEP;
    ttp_tx_ingest ref = {};
    ttp_arena a = {};
    ttp_tx_ingest_bind(&ref, &p, &a);
    std::vector<uint64_t> heap(a.used / 8);
    a = { reinterpret_cast<uint8_t *>(heap.data()), 0, heap.size() * 8 };
    ttp_tx_ingest_bind(&ref, &p, &a);

    // Environment.
    // The cells may be more than both: the walk goes on behind the last entry.
    const uint32_t init_n = std::max<uint32_t>(STORE, ENTS) + 40;
    uint32_t walk = init_n;
    std::deque<uint32_t> pool;
    std::vector<uint8_t> store(static_cast<size_t>(STORE) * 64);
    std::vector<link_state> link(LINKS);
    std::vector<uint32_t> dummy(LINKS);
    std::map<uint32_t, uint32_t> link_of;           // dest -> link
    own_node = seed % 2 ? 0x123456 : 0xEDCBA9;
    const std::vector<uint32_t> peers = some_peers(r);
    std::vector<uint32_t> cur;                      // cells of the chunk under way
    std::vector<uint8_t> entry_used(ENTS);
    int lk_wait = -1;                               // cycles until lookup_done
    uint64_t fails = 0;                             // lookups of this packet that failed
    bool ring_due = false; uint32_t ring_link = 0;  // an append without act waits for its doorbell

    host hosts(seed);
    std::deque<beat> &tx = hosts.tx;
    std::deque<item> expect;
    bool pin_mid = false, host_valid = false;

    phase ph;
    int want_ideal = -1;
    uint64_t phase_at = 0, ideal_from = 0, n_killed = 0, n_kept = 0;
    bool killing = false;           // pin_kill met a pin in the cycle before

    uint64_t n_chunk = 0, n_ref[5] = {}, n_dis = 0, n_abort = 0, n_soft = 0, n_soft_mid = 0,
             n_lookup = 0, n_off = 0, n_limit = 0, fast = 0, fast_ap = 0, fast_lost = 0,
             n_ring = 0, n_no_entry = 0, n_long = 0, lat_ok = 0, last_take = 0;
    uint32_t bits = 0;              // of the cells that a link took, ever
    far_round far;
    bool took_single = false;

    const uint64_t wait_at = 250000 + 15ull * init_n;

    for (chk.cycle = 0; chk.cycle < wait_at + LONG_WAIT; chk.cycle++) {
        const uint64_t c = chk.cycle;
        // An ideal phase begins between two packets; no new one is started until then.
        if (c >= phase_at && want_ideal < 0) {
            want_ideal = r.one_in(4);
            if (want_ideal) {           // or the packet under way might never end
                ph.on = true;
                ph.limit = STORE;
                ph.ok_p = ph.ret_p = 100;
            }
        }
        if (c >= phase_at && (want_ideal <= 0 || (!pin_mid && !host_valid))) {
            phase_at = c + (want_ideal > 0 ? 2000 : 200) + r.below(1500);
            ideal_from = std::max(c, ideal_from);
            ph.draw(r, want_ideal > 0, MANY && r.one_in(2) ? 1 : peers.size());
            want_ideal = -1;
            if (ph.ideal) {             // nothing but what this phase says
                tx.clear();
                hosts.items_of.clear();
            }
        }
        if (c == wait_at) {
            ph.wait(r);
            phase_at = UINT64_MAX;
            want_ideal = -1;
        }
        while (tx.size() < 3) hosts.packet(r, ph, peers);

        if (c < wait_at) far.begin(r, *dut, ref);
        ttp_tx_ingest_in in = {};
        ttp_tx_ingest_out o = {};
        ttp_tx_ingest_drive(&ref, &o);
        bits |= ref.own.taken;
        in.core_rst = c < 2 || r.one_in(walk < init_n ? 20 * init_n : 8000);
        // Where a link can take many cells it takes them, in the second half.
        if (c + (MANY ? wait_at / 2 : init_n) > wait_at) in.core_rst = false;
        in.rst = c < 2 || (in.core_rst && r.one_in(3));
        in.init_active = walk < init_n;
        in.init_idx = walk;
        in.cfg_on = ph.on && !in.init_active;
        in.cfg_node = own_node; in.cfg_cell_limit = ph.limit;
        // For a cycle now and then a round too long for any test, which has one bit.
        in.cfg_close_tmo = far.length(c < wait_at && r.one_in(50) ? 1u << r.in(14, 31) : ph.tmo);
        in.cfg_retry_max = static_cast<uint8_t>(ph.retry);
        // Host: a beat stays until it is taken, but for a hard reset.
        if (!host_valid) host_valid = r.percent(ph.host_p) && !(want_ideal > 0 && !pin_mid);
        const beat &hb = tx.front();
        uint64_t hd[8];
        memcpy(hd, hb.d, 64);
        in.s_axis_host_tvalid = host_valid;
        in.s_axis_host_tdata = hd; in.s_axis_host_tkeep = hb.keep;
        in.s_axis_host_tdest = hb.dest;
        in.s_axis_host_tlast = hb.last; in.s_axis_host_tuser = hb.user;
        // Lookup.
        in.lookup_ready = o.lookup_valid && r.percent(ph.lk_p);
        // An ideal phase has its link cached all the time.
        in.pin_kill = !ph.ideal && want_ideal <= 0 && r.one_in(30);
        in.lookup_done = lk_wait == 0;
        in.lookup_ok = in.lookup_done ? r.percent(ph.ok_p) : r.one_in(2);
        in.lookup_link = r.below(LINKS);
        const uint32_t lk_dest = static_cast<uint32_t>(o.lookup_vc) << 24 | o.lookup_node;
        if (in.lookup_done && in.lookup_ok) {
            if (!link_of.count(lk_dest)) link_of[lk_dest] = new_link(r, link_of);
            in.lookup_link = link_of[lk_dest];
        }
        in.pin_act = r.percent(ph.act_p);
        in.doorbell_ready = o.doorbell_valid && r.percent(ph.db_p);
        in.store_ready = r.percent(ph.wr_p);
        const bool up = !in.init_active && !in.core_rst;
        in.free_cell_valid = up && !pool.empty() && r.percent(ph.cell_p);
        in.free_cell = pool.empty() ? r.below(STORE) : pool.front();
        in.abort_ready = r.percent(ph.ab_p);
        in.refused_ready = r.percent(ph.ic_p);
        // Retire: the oldest entry of a link becomes the dummy, and the dummy returns.
        int ret = -1;
        in.freed_link = r.below(LINKS); in.freed_entry = r.below(ENTS);
        in.freed_cells = r.below(1 << 17);
        if (up && r.percent(ph.ret_p)) {
            std::vector<uint32_t> busy;
            for (auto &x : link_of) if (!link[x.second].list.empty()) busy.push_back(x.second);
            if (!busy.empty()) {
                const uint32_t l = busy[r.below(busy.size())];
                ret = static_cast<int>(l);
                in.freed_valid = in.freed_moved = true;
                in.freed_link = l;
                in.freed_entry = dummy[l];
                const size_t cells = link[l].list.front().cells.size();
                in.freed_cells = (link[l].freed + static_cast<uint32_t>(cells)) & 0x1ffff;
            }
        }
        ttp_tx_ingest_comb(&ref, &in, &o);

        ingest_drive(*dut, in);
        dut->clk = 0; dut->eval();
        if (c > 0) {
            ingest_compare(chk, *dut, o);
            if (killing) (o.pin_valid ? n_kept : n_killed)++;
            killing = in.pin_kill && o.pin_valid;
        }

        // ------------------------------------------------ the witness
        const bool tready = c > 0 && o.s_axis_host_tready;
        const bool took = host_valid && tready;
        if (in.init_active || c == 0) chk.eq("tready while the walk runs", tready, 0);
        if (!in.cfg_on && !in.init_active && !tready && !pin_mid) n_off++;
        if (ring_due && o.doorbell_valid) {
            chk.eq("link of the doorbell", o.doorbell_link, ring_link);
            ring_due = false;
            n_ring++;
        }
        chk.eq("doorbell lost", ring_due, 0);
        if (!in.core_rst) {
            // Pulses tell of the cycle before: first.
            if (o.ref_pulse) {
                chk.eq("refusal shown", o.refused_valid, 1);
                const uint32_t why = static_cast<uint32_t>(o.refused_data[1] >> 48) & 0xff;
                const uint32_t dest = static_cast<uint32_t>(o.refused_data[1] >> 16);
                chk.eq("kind", o.refused_data[1] >> 56, TTP_CPL_REFUSED);
                chk.eq("refusal of a packet", !expect.empty(), 1);
                chk.eq("refusal names the packet's peer", dest, expect.front().dest);
                if (why == TTP_REF_FULL) {
                    chk.eq("refused for want of an entry after lookups failed", fails > 0, 1);
                    const uint64_t pk = expect.front().packet;
                    while (!expect.empty() && expect.front().packet == pk) expect.pop_front();
                } else {
                    chk.eq("reason", why, expect.front().k == REFUSE ? expect.front().why : 0);
                    expect.pop_front();
                }
                n_ref[why]++;
                n_long += why == TTP_REF_FULL && c > wait_at + LONG_TMO;
                fails = 0;
            }
            if (o.dis_pulse) {
                chk.eq("discard was expected", !expect.empty() && expect.front().k == DISCARD, 1);
                expect.pop_front();
                n_dis++;
            }
            if (o.store_valid && in.store_ready) {
                chk.eq("written while pinned", o.pin_valid, 1);
                if (o.free_cell_pop) {
                    chk.eq("pop without a free cell", in.free_cell_valid, 1);
                    cur.push_back(pool.front());
                    pool.pop_front();
                }
                const uint32_t newest = cur.empty() ? ~0u : cur.back();
                chk.eq("word goes to the newest cell", o.store_addr / WPC, newest);
                memcpy(&store[static_cast<size_t>(o.store_addr) * B], o.store_data, B);
            }
            if (o.append_valid) {
                chk.eq("append was expected", !expect.empty() && expect.front().k == CHUNK, 1);
                const item it = expect.front();
                expect.pop_front();
                chk.eq("length", o.append_len, it.bytes.size());
                chk.eq("link", o.append_link, link_of.count(it.dest) ? link_of[it.dest] : ~0u);
                link_state &l = link[o.append_link];
                chk.eq("first cell", o.append_first, cur.front());
                chk.eq("last cell", o.append_last, cur.back());
                chk.eq("cells", cur.size(), (it.bytes.size() + 63) / 64);
                for (size_t i = 0; i < it.bytes.size(); i++) {
                    const size_t at = static_cast<size_t>(cur[i / 64]) * 64 + i % 64;
                    chk.eq("payload byte", store[at], it.bytes[i]);
                }
                chk.eq("tail", o.append_tail, l.tail);
                chk.eq("count", o.append_napp, (l.napp + 1) & count_mask());
                chk.eq("entry was free", entry_used[o.append_entry], 0);
                entry_used[o.append_entry] = 1;
                l.tail = o.append_entry; l.napp = o.append_napp;
                l.list.push_back({ o.append_entry, cur });
                l.held += static_cast<uint32_t>(cur.size());
                chk.eq("more cells than the store", l.held <= STORE, 1);
                if (ph.limit < STORE && l.held + 16 > ph.limit) n_limit++;
                cur.clear(); n_chunk++;
                fails = 0;
                if (took_single && last_take == c - 1 && o.append_len <= B) lat_ok++;
                if (!in.pin_act) {
                    ring_due = !o.doorbell_valid;
                    ring_link = o.append_link;
                    if (!ring_due) chk.eq("doorbell of another link", o.doorbell_link, ring_link);
                }
                // Those that the cycles below may lose one for.
                fast_ap += ph.ideal && c > ideal_from + 398;
            } else if (o.stat_pkts_free == 0 && o.store_valid == 0) {
                n_no_entry++;
            }
            if (o.abort_valid && in.abort_ready) {
                chk.eq("chain back: first", o.abort_first, cur.front());
                chk.eq("chain back: last", o.abort_last, cur.back());
                chk.eq("chain back: cells", o.abort_n, cur.size());
                for (uint32_t x : cur) pool.push_back(x);
                cur.clear(); n_abort++;
            }
            if (ret >= 0) {
                link_state &l = link[static_cast<uint32_t>(ret)];
                for (uint32_t x : l.list.front().cells) pool.push_back(x);
                l.held -= static_cast<uint32_t>(l.list.front().cells.size());
                l.freed = in.freed_cells;
                entry_used[dummy[static_cast<uint32_t>(ret)]] = 0;
                dummy[static_cast<uint32_t>(ret)] = l.list.front().e;
                l.list.pop_front();
            }
            if (in.lookup_done) { n_lookup++; fails += !in.lookup_ok; }
            // Ideal: after the first lookup every beat goes at once. DEEP: but one cycle a chunk.
            if (ph.ideal && c > ideal_from + 400 && o.stat_pkts_free > 2 && pool.size() > 32) {
                const bool lost = DEEP && !took && ++fast_lost <= fast_ap;
                if (!took && !lost)
                    fprintf(stderr, "full rate: lookup %d, swallowed %d, words %u, cells %u\n",
                            ref.state, ref.swallow, ref.words, ref.own.taken - ref.freed);
                chk.eq("full rate", took || lost, 1);
                fast++;
            }
        }
        // Pins.
        if (took) {
            if (hb.first) {
                const std::vector<item> &items = hosts.items_of.front();
                if (!in.core_rst) expect.insert(expect.end(), items.begin(), items.end());
                hosts.items_of.pop_front();
            }
            pin_mid = !hb.last;
            took_single = hb.first && hb.last && expect.size() == 1 && !in.core_rst;
            last_take = c;
            tx.pop_front();
            host_valid = false;
        }
        if (in.core_rst) {
            n_soft += !in.rst;
            n_soft_mid += !in.rst && pin_mid;
            if (in.rst) {       // the host starts again with a packet
                while (!tx.empty() && !tx.front().first) tx.pop_front();
                host_valid = pin_mid = false;
            }
            expect.clear(); cur.clear(); pool.clear(); link_of.clear();
            for (uint32_t i = 0; i < STORE; i++) pool.push_back(i);
            std::fill(entry_used.begin(), entry_used.end(), 0);
            for (uint32_t i = 0; i < LINKS; i++) {
                link[i] = link_state();
                link[i].tail = dummy[i] = i;
                entry_used[i] = 1;
            }
            lk_wait = -1; ring_due = false; fails = 0;
            walk = 0;
            ideal_from = c + init_n;
        } else {
            if (walk < init_n) walk++;
            if (lk_wait >= 0) lk_wait--;
            if (in.lookup_ready) lk_wait = static_cast<int>(r.in(1, 4));
        }
        ttp_tx_ingest_clock(&ref, &in);
        dut->clk = 1; dut->eval();
    }
    dut->final();
    chk.reached("append", n_chunk > 1000);
    chk.reached("refused: VC", n_ref[TTP_REF_VC]);
    chk.reached("refused: node", n_ref[TTP_REF_NODE]);
    chk.reached("refused: keep", n_ref[TTP_REF_KEEP]);
    chk.reached("refused: no entry", n_ref[TTP_REF_FULL]);
    chk.reached("refused after a long round", n_long);
    chk.reached("discard", n_dis);
    chk.reached("chain back", n_abort);
    chk.reached("soft reset in a packet", n_soft_mid);
    chk.reached("packet longer than 1024", hosts.n_cut);
    chk.reached("switched off", n_off);
    chk.reached("doorbell", n_ring);
    chk.reached("append one cycle after the handshake", lat_ok);
    chk.reached("pin given up", n_killed);
    chk.reached("pin kept", n_kept);
    chk.reached("the last cycles of a long round", far.begun);
    if (TX_PKTS <= 100) chk.reached("no entry left", n_no_entry);
    if (STORE > 16) chk.reached("cell limit", n_limit);
    if (MANY) chk.reached("65536 cells of a link", bits >> 16);
    if (STORE > 1000) chk.reached("full rate", fast > 1000);
    printf("PASS compared=%" PRIu64 " chunks=%" PRIu64 " refused=%" PRIu64 "/%" PRIu64 "/%" PRIu64
           "/%" PRIu64 " discarded=%" PRIu64 " aborts=%" PRIu64 " soft=%" PRIu64 " fast=%" PRIu64
           " limit=%" PRIu64 " lookups=%" PRIu64 "\n", chk.compared, n_chunk, n_ref[1], n_ref[2],
           n_ref[3], n_ref[4], n_dis, n_abort, n_soft, fast, n_limit, n_lookup);
    return 0;
}
