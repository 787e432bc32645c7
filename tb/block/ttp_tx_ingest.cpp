// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_ingest.v against model/ttp_tx_ingest.c. The bench plays the host
// (ingest_host.h), the lookup in the link pipe, the store and the retire engine. The witness
// (ingest_witness.h) knows what each packet must become: chunks with these bytes, in cells and
// entries that nobody else has, appended to the link; a discard; or a refusal.
// PARAMS: -GDATA_W=64 -GDEEP=0 -GTX_PKTS=8 -GLINKS=3 -GTCW=4 -GKNOWN=0
// PARAMS: -GDATA_W=64 -GDEEP=1 -GTX_PKTS=256 -GLINKS=192 -GTCW=11 -GKNOWN=0
// PARAMS: -GDATA_W=128 -GDEEP=1 -GTX_PKTS=20 -GLINKS=24 -GTCW=5 -GKNOWN=0
// PARAMS: -GDATA_W=256 -GDEEP=0 -GTX_PKTS=32 -GLINKS=6 -GTCW=7 -GKNOWN=0
// PARAMS: -GDATA_W=512 -GDEEP=0 -GTX_PKTS=4096 -GLINKS=1536 -GTCW=14 -GKNOWN=64
// PARAMS: -GDATA_W=256 -GDEEP=1 -GTX_PKTS=64 -GLINKS=12 -GTCW=16 -GKNOWN=0
// PARAMS: -GDATA_W=64 -GDEEP=1 -GTX_PKTS=8 -GLINKS=3 -GTCW=4 -GKNOWN=0
// PARAMS: -GDATA_W=512 -GDEEP=0 -GTX_PKTS=64 -GLINKS=12 -GTCW=11 -GKNOWN=64
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include <cstring>
#include "Vttp_tx_ingest.h"
#include "Vttp_tx_ingest___024root.h"
#include "bus_place.h"
#include "ingest_witness.h"
#include "tb_model.h"
#include "tb_ports.h"

// The widths follow from the parameters as they do in the block.
static constexpr unsigned LW = LINKS > 1 ? clog2(LINKS) : 1, CW = clog2(TX_PKTS) + 1;
static constexpr unsigned EW = clog2(ENTS);
TB_INSIDE(tmo_of, ttp_tx_ingest__DOT__u_lookup__DOT__u_retry__DOT__tmo_q,
          ttp_tx_ingest__DOT__u_net__DOT__u_lookup__02eu_retry__02etmo_q)
TB_SETTLE(Vttp_tx_ingest)

// The walk goes on behind the last entry, as it does where there are more cells.
static const uint32_t WALK_N = std::max<uint32_t>(STORE, ENTS) + 40;
static const uint64_t WAIT_AT = 250000 + 15ull * WALK_N;    // the last phase begins

struct Bench : lockstep<Vttp_tx_ingest> {
    tb_model<ttp_tx_ingest> ref{ ttp_tx_ingest_bind,
                                 [](ttp_params &p) {
                                     p.tx_cells = STORE;
                                     p.deep = DEEP || KNOWN;
                                 } };
    ttp_tx_ingest_in in = {};
    ttp_tx_ingest_out o = {};
    tb_walk walk{ WALK_N, WALK_N };
    host hosts{ r, chk.seed };
    ingest_witness w{ chk };

    phase is;
    enum { UNKNOWN, ANY, IDEAL } next = UNKNOWN;    // what the next phase is
    uint64_t phase_end = 0, ideal_from = 0;
    bool mid_packet = false, host_valid = false;
    uint64_t data[8];                       // of the beat that the host shows
    int lookup_wait = -1;                   // cycles until lookup_done
    int freeing = -1;                       // link whose oldest chunk is freed in this cycle
    unsigned far_round_left = 0;            // so many cycles more cfg_close_tmo is
    uint32_t far_round_tmo = 0;             // far_round_tmo

    bool took = false, was_killed = false, took_only_beat = false;
    uint64_t last_take = 0;
    uint64_t fast = 0, ideal_appends = 0, ideal_pauses = 0;
    uint32_t taken_bits = 0;                // of the count of cells that a link took

    void drive() override
    {
        phases();
        while (hosts.beats.size() < 3) hosts.packet(is);
        if (chk.cycle < WAIT_AT) begin_far_round();
        taken_bits |= ref.own.taken;
        in = {};
        o = {};
        ttp_tx_ingest_drive(&ref, &o);
        drive_reset();
        drive_host();
        drive_lookup();
        drive_store();
        drive_retire();
        DRIVE(rst, core_rst, init_active, init_idx, cfg_on, cfg_node, cfg_cell_limit,
              cfg_close_tmo, cfg_retry_max, s_axis_host_tdest, s_axis_host_tvalid,
              s_axis_host_tlast, s_axis_host_tuser, pin_kill, lookup_ready, lookup_done, pin_act,
              evicting,
              doorbell_ready, store_ready);
        DRIVE(free_cell_valid, free_cell, abort_ready, refused_ready, freed_valid, freed_moved);
        DRIVE_BUS(freed, entry, link, cells);
        bus_set(dut->lookup_answer, {{ANSWER_OK, in.lookup_ok},
                                     {ANSWER_LINK, in.lookup_link}});
        tb_put(dut->s_axis_host_tkeep, 0, BEAT, in.s_axis_host_tkeep);
        for (unsigned i = 0; i < DATA_W / 64; i++)
            tb_put(dut->s_axis_host_tdata, 64 * i, 64, data[i]);
        ttp_tx_ingest_comb(&ref, &in, &o);
    }

    // An ideal phase begins between two packets; no new one is started until then.
    void phases()
    {
        if (chk.cycle >= phase_end && next == UNKNOWN) {
            next = r.one_in(4) ? IDEAL : ANY;
            if (next == IDEAL) {            // or the packet under way might never end
                is.on = true;
                is.limit = STORE;
                is.lookup_ok = is.free = 100;
            }
        }
        if (chk.cycle >= phase_end && (next == ANY || (!mid_packet && !host_valid))) {
            phase_end = chk.cycle + (next == IDEAL ? 2000 : 200) + r.below(1500);
            ideal_from = std::max(chk.cycle, ideal_from);
            is.draw(r, next == IDEAL, LARGE_STORE && r.one_in(2) ? 1 : hosts.peers.size());
            next = UNKNOWN;
            if (is.ideal) {
                hosts.beats.clear();
                hosts.items_of.clear();
            }
        }
        if (chk.cycle == WAIT_AT) {
            is.wait_long(r);
            phase_end = UINT64_MAX;
            next = UNKNOWN;
        }
    }

    // While a packet waits for an entry: a round that is too long for any test, near its end.
    void begin_far_round()
    {
        if (far_round_left || !ref.trying || !r.one_in(100)) return;
        ref.tmo = (1u << r.in(9, 31)) - r.in(1, 20);
        far_round_tmo = ref.tmo + r.in(2, 60);
        far_round_left = 80;
        *tmo_of(dut->rootp, 0) = ref.tmo;
        tb_settle(*dut);
        AIM("the last cycles of a long round", 1);
    }

    void drive_reset()
    {
        in.core_rst = chk.cycle < 2 || r.one_in(walk.active() ? 20 * WALK_N : 8000);
        // Where a link can take many cells it takes them, in the second half.
        if (chk.cycle + (LARGE_STORE ? WAIT_AT / 2 : WALK_N) > WAIT_AT) in.core_rst = false;
        in.rst = chk.cycle < 2 || (in.core_rst && r.one_in(3));
        in.init_active = walk.active();
        in.init_idx = walk.at;
        in.cfg_on = is.on && !in.init_active;
        in.cfg_node = hosts.own_node;
        in.cfg_cell_limit = is.limit;
        in.cfg_retry_max = static_cast<uint8_t>(is.retry);
        // For a single cycle now and then it is a power of two, up to the longest round.
        in.cfg_close_tmo = chk.cycle < WAIT_AT && r.one_in(50) ? 1u << r.in(14, 31) : is.tmo;
        if (!far_round_left) return;
        far_round_left--;
        in.cfg_close_tmo = far_round_tmo;
    }

    // A beat stays until it is taken, but for a hard reset.
    void drive_host()
    {
        if (!host_valid) host_valid = r.percent(is.host) && !(next == IDEAL && !mid_packet);
        const beat &b = hosts.beats.front();
        memcpy(data, b.data, sizeof data);
        in.s_axis_host_tvalid = host_valid;
        in.s_axis_host_tdata = data;
        in.s_axis_host_tkeep = b.keep;
        in.s_axis_host_tdest = b.dest;
        in.s_axis_host_tlast = b.last;
        in.s_axis_host_tuser = b.user;
    }

    void drive_lookup()
    {
        in.lookup_ready = o.lookup_valid && r.percent(is.lookup);
        // In an ideal phase the link stays cached.
        in.pin_kill = !is.ideal && next != IDEAL && r.one_in(30);
        in.lookup_done = lookup_wait == 0;
        in.lookup_ok = in.lookup_done ? r.percent(is.lookup_ok) : r.one_in(2);
        in.lookup_link = r.below(LINKS);
        if (in.lookup_done && in.lookup_ok)
            in.lookup_link = w.find_link(r, static_cast<uint32_t>(o.lookup_vc) << 24
                                            | o.lookup_node);
        in.pin_act = r.percent(is.act);
        // The table looks for an entry that may go: one that holds nothing and is not pinned goes.
        in.evicting = KNOWN && !is.ideal && r.one_in(100);
        if (in.evicting) w.forget_one(r, in, o);
        in.doorbell_ready = o.doorbell_valid && r.percent(is.doorbell);
    }

    void drive_store()
    {
        in.store_ready = r.percent(is.store);
        in.free_cell_valid = running() && !w.free_cells.empty() && r.percent(is.cell);
        in.free_cell = w.free_cells.empty() ? r.below(STORE) : w.free_cells.front();
        in.abort_ready = r.percent(is.abort);
        in.refused_ready = r.percent(is.refused);
    }

    void drive_retire()
    {
        freeing = -1;
        in.freed_link = r.below(LINKS);
        in.freed_entry = r.below(ENTS);
        in.freed_cells = in.init_active ? 0 : r.below(1 << 17);
        if (!running() || !r.percent(is.free)) return;
        std::vector<uint32_t> busy;
        for (const auto &x : w.link_of)
            if (!w.link[x.second].list.empty()) busy.push_back(x.second);
        if (busy.empty()) return;
        in.freed_valid = in.freed_moved = true;
        in.freed_link = busy[r.below(busy.size())];
        freeing = static_cast<int>(in.freed_link);
        const link_state &l = w.link[in.freed_link];
        in.freed_entry = l.dummy;
        in.freed_cells = (l.freed + static_cast<uint32_t>(l.list.front().cells.size())) & 0x1ffff;
    }
    bool running() const { return !in.init_active && !in.core_rst; }

    void check() override
    {
        if (chk.cycle) compare();
        const bool tready = chk.cycle && o.s_axis_host_tready;
        took = host_valid && tready;
        if (in.init_active || !chk.cycle) chk.eq("tready while the walk runs", tready, 0);
        AIM("switched off", !in.cfg_on && !in.init_active && !tready && !mid_packet);
        w.doorbell(o);
        if (!in.core_rst) witness();
    }

    void compare()
    {
        SAME(s_axis_host_tready, lookup_valid, pin_valid, doorbell_valid, abort_valid,
             refused_valid, acc_pulse, ref_pulse, dis_pulse, stat_pkts_free, store_valid,
             free_cell_pop, append_valid);
        if (o.lookup_valid) SAME_BUS(lookup, vc, node);
        if (o.pin_valid) SAME(pin_link);
        if (dut->pin_read) w.known(ref.beat[ref.rd].dest, dut->found_link);
        AIM_IF(KNOWN, "a packet without a lookup", dut->pin_read);
        AIM_IF(KNOWN, "forgotten", in.evicting && ref.known_valid);
        if (o.doorbell_valid) SAME(doorbell_link);
        chk.eq("acc_len", dut->acc_len, o.acc_pulse ? o.acc_len : 0);
        if (o.append_valid) SAME_BUS(append, link, tail, entry, len, first, last, napp);
        if (o.abort_valid) {
            BUS_EQ(chk, dut->abort_chain, ABORT_FIRST, o.abort_first);
            BUS_EQ(chk, dut->abort_chain, ABORT_LAST, o.abort_last);
            BUS_EQ(chk, dut->abort_chain, ABORT_N, o.abort_n);
        }
        for (unsigned i = 0; o.refused_valid && i < 2; i++)
            chk.eq("refused_data", tb_get(dut->refused, 64 * i, 64), o.refused_data[i]);
        if (o.store_valid) SAME_BUS(store, addr);
        for (unsigned i = 0; o.store_valid && i < DATA_W / 64; i++)
            chk.eq("store_data", tb_get(dut->store, 64 * i, 64), o.store_data[i]);
    }

    void witness()
    {
        if (o.ref_pulse) {                  // first, because pulses tell of the cycle before
            const bool long_wait = chk.cycle > WAIT_AT + LONG_TMO;
            AIM("refused after a long round", long_wait && (o.refused_data[1] >> 48 & 0xff)
                                                           == TTP_REF_FULL);
            w.refused(o);
        }
        if (o.dis_pulse) w.discarded();
        if (o.store_valid && in.store_ready) w.stored(in, o);
        if (o.append_valid) {
            w.appended(in, o);
            AIM("append one cycle after the handshake",
                took_only_beat && last_take == chk.cycle - 1 && o.append_len <= BEAT);
            ideal_appends += is.ideal && chk.cycle > ideal_from + 398;
        }
        AIM_IF(TX_PKTS <= 100, "no entry left",
               !o.append_valid && !o.stat_pkts_free && !o.store_valid);
        if (o.abort_valid && in.abort_ready) w.given_back(o);
        if (freeing >= 0) w.freed(in.freed_link, in.freed_cells);
        w.failed_lookups += in.lookup_done && !in.lookup_ok;
        if (is.ideal && chk.cycle > ideal_from + 400 && o.stat_pkts_free > 2
            && w.free_cells.size() > 32)
            full_rate();
    }

    // After the first lookup of an ideal phase each beat goes at once. DEEP: a cycle a chunk more.
    void full_rate()
    {
        const bool pause = DEEP && !took && ++ideal_pauses <= ideal_appends;
        if (!took && !pause)
            fprintf(stderr, "full rate: lookup %d, swallowed %d, words %u, cells %u\n", ref.state,
                    ref.swallow, ref.words, ref.own.taken - ref.freed);
        chk.eq("full rate", took || pause, 1);
        fast++;
    }

    void step() override
    {
        if (chk.cycle) {
            AIM("pin given up", was_killed && !o.pin_valid);
            AIM("pin kept", was_killed && o.pin_valid);
            was_killed = in.pin_kill && o.pin_valid;
        }
        if (took) take_beat();
        if (lookup_wait >= 0) lookup_wait--;
        if (in.lookup_ready) lookup_wait = static_cast<int>(r.in(1, 4));
        walk.step(in.core_rst);
        if (in.core_rst) reset();
        ttp_tx_ingest_clock(&ref, &in);
    }

    void take_beat()
    {
        const beat b = hosts.beats.front();
        hosts.beats.pop_front();
        if (b.first) {
            const std::vector<item> &items = hosts.items_of.front();
            if (!in.core_rst) w.expect.insert(w.expect.end(), items.begin(), items.end());
            hosts.items_of.pop_front();
        }
        mid_packet = !b.last;
        took_only_beat = b.first && b.last && w.expect.size() == 1 && !in.core_rst;
        last_take = chk.cycle;
        host_valid = false;
    }

    void reset()
    {
        AIM("soft reset in a packet", !in.rst && mid_packet);
        if (in.rst) {                       // the host starts again with a packet
            while (!hosts.beats.empty() && !hosts.beats.front().first) hosts.beats.pop_front();
            host_valid = mid_packet = false;
        }
        w.reset();
        lookup_wait = -1;
        ideal_from = chk.cycle + WALK_N;
    }

    void aims() override
    {
        aim("append", w.chunks > 1000);
        if (LARGE_STORE) aim("65536 cells of a link", taken_bits >> 16);
        if (STORE > 1000) aim("full rate", fast > 1000);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, WAIT_AT + LONG_WAIT); }
