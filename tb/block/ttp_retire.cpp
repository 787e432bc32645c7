// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_retire.v against model/ttp_retire.c. The bench plays ingest (payloads whose
// entries are used again as soon as they come back), the link pipe (it writes goals, and pushes a
// link that had none), the slots of payloads being sent, and the completion port. The witness is
// retire_witness.h: what is freed and told, in which order, and how soon.
// PARAMS: -GLINKS=3 -GLW=2 -GENTS=11 -GEW=4 -GCW=4 -GTCW=4 -GDEEP=1 -GSLOTS=4
// PARAMS: -GLINKS=24 -GLW=5 -GENTS=56 -GEW=6 -GCW=6 -GTCW=8 -GDEEP=0 -GSLOTS=4
// PARAMS: -GLINKS=192 -GLW=8 -GENTS=448 -GEW=9 -GCW=9 -GTCW=11 -GDEEP=1 -GSLOTS=4
// PARAMS: -GLINKS=1536 -GLW=11 -GENTS=5632 -GEW=13 -GCW=13 -GTCW=14 -GDEEP=1 -GSLOTS=8
// PARAMS: -GLINKS=12288 -GLW=14 -GENTS=28672 -GEW=15 -GCW=15 -GTCW=16 -GDEEP=1 -GSLOTS=8
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include "Vttp_retire.h"
#include "Vttp_retire___024root.h"
#include "retire_witness.h"
#include "tb_model.h"
#include "tb_ports.h"

TB_INSIDE(bytes_of, ttp_retire__DOT__u_batch__DOT__bytes_q,
          ttp_retire__DOT__u_net__DOT__u_batch__02ebytes_q)
TB_SETTLE(Vttp_retire)

// How busy the neighbours are, in percent.
struct loads {
    unsigned append = 50, goal = 50, slot_in = 0, slot_out = 30, record = 100, flush = 5;
    unsigned most = 4;                      // payloads that a goal moves on by
    unsigned spread = LINKS;                // links in use
    bool every_link = false;                // a payload for each, while the first one is stuck
    bool cfg_cpl_retired = false;

    void draw(tb_rng &r)
    {
        append = tb_load(r, 1);
        goal = tb_load(r, 1);
        slot_in = r.one_in(2) ? 0 : tb_load(r, 1, 4);
        slot_out = tb_load(r, 1, 4);
        record = tb_load(r, 1);
        flush = r.one_in(2) ? 0 : tb_load(r, 1, 2);
        most = r.one_in(2) ? 1 : r.in(1, 40);
        spread = r.one_in(2) ? LINKS : r.in(1, std::min(LINKS, 8));
        cfg_cpl_retired = r.one_in(2);
        every_link = LINKS <= 24 && r.one_in(6);
        if (!every_link) return;
        append = goal = 100;
        slot_in = 90;
        slot_out = 1;
        flush = 0;
        spread = LINKS;
    }
    // All that is held is freed and told, on one link from now on.
    void drain()
    {
        goal = record = 100;
        append = slot_in = flush = 0;
        spread = most = 1;
        cfg_cpl_retired = true;
        every_link = false;
    }
};

// After all is drained, goals of one link follow as fast as its payloads are freed: one batch of
// 48 to 64 MB, near the end of what its counts hold.
static const uint64_t DRAIN_AT = 100000, FLOOD_AT = DRAIN_AT + 2000, FLOOD_MAX = 65000 * (1 + DEEP);
static const uint64_t CYCLES = (ENTS > 10000 ? 600000 : 250000) + FLOOD_MAX;

struct Bench : lockstep<Vttp_retire> {
    const uint64_t flood_to = FLOOD_AT + (49500 + r.below(15500)) * (1 + DEEP);
    tb_model<ttp_retire> ref{ ttp_retire_bind };
    ttp_retire_in in = {};
    ttp_retire_out o = {};
    retire_witness w{ chk };
    tb_walk walk{ ENTS };
    loads is;
    slots slot;
    std::vector<uint32_t> in_use;           // links that may have payloads to retire
    int appended = -1;                      // link of this cycle's append
    bool unhindered = false;                // a phase without slots, flushes and records
    uint64_t hindered_at = 0;               // cycle in which it began, or a record still waited

    bool one_batch() const { return chk.cycle >= DRAIN_AT && chk.cycle < flood_to; }

    void cycle() override
    {
        lockstep::cycle();
        if (!one_batch()) set_bytes();
    }

    void drive() override
    {
        phases();
        in = {};
        in.core_rst = chk.cycle < 2 || r.one_in(ENTS * 4 + 20000);
        if (chk.cycle + ENTS > DRAIN_AT && chk.cycle < flood_to) in.core_rst = false;
        in.init_active = walk.active();
        in.init_idx = walk.active() ? walk.at : static_cast<uint32_t>(r.bits(17));
        in.cfg_cpl_retired = is.cfg_cpl_retired;
        in.retired_ready = r.percent(is.record);
        DRIVE(core_rst, init_active, init_idx, cfg_cpl_retired, retired_ready);
        ttp_retire_drive(&ref, &o);
        appended = -1;
        if (chk.cycle && !walk.active()) {
            w.judge(o, in);
            if (unhindered && chk.cycle > hindered_at + 10) w.under_load();
            if (!in.core_rst) {
                append();
                write_goal();
                for (unsigned i = 0; i < SLOTS; i++) move_slot(i);
            }
        }
        DRIVE(append_valid, goal_valid);
        DRIVE_BUS(append, tail, entry, len, first, last);
        DRIVE_BUS(goal, link, nret, una, node, flush, push);
        show_slots();
    }

    void phases()
    {
        if (chk.cycle == DRAIN_AT) {
            is.drain();
            unhindered = false;
            slot = {};
        }
        if (chk.cycle == FLOOD_AT) is.append = 100;
        if (chk.cycle == flood_to) is.goal = 5;
        if (!one_batch() && r.one_in(500)) {
            is.draw(r);
            if (is.slot_in) w.next_frees = 0;
            else slot = {};
            unhindered = !is.slot_in && !is.flush && !is.cfg_cpl_retired;
            hindered_at = chk.cycle;
        }
        if (!w.records.empty()) hindered_at = chk.cycle;
    }

    void append()
    {
        if (w.lists.spare.empty() || !r.percent(is.append)) return;
        uint32_t k = r.below(is.spread);
        for (unsigned i = 0; is.every_link && i < LINKS && !w.lists.link[k].held.empty(); i++)
            k = (k + 1) % LINKS;
        const bool longest = one_batch() || r.one_in(4);
        tx_payload x = {};
        x.len = static_cast<uint16_t>(longest ? 1024 : r.in(1, 1024));
        x.first = static_cast<uint16_t>(r.bits(TCW));
        x.last = static_cast<uint16_t>(r.bits(TCW));
        w.lists.append(w.lists.link[k], x, in);
        in.append_last = x.last;
        in_use.push_back(k);
        appended = static_cast<int>(k);
    }

    // The link pipe knows the appends up to the cycle before. It may move a goal on at any time,
    // but flushes only a link whose last goal is reached.
    void write_goal()
    {
        if (in_use.empty() || !r.percent(is.goal)) return;
        const size_t at = r.below(in_use.size());
        const uint32_t k = in_use[at];
        retire_link &l = w.lists.link[k];
        const uint32_t held = (l.napp - l.nret) & COUNT_MASK;
        if (!held) {
            in_use[at] = in_use.back();
            in_use.pop_back();
            return;
        }
        if (l.flush) return;
        const bool settled = l.nfreed == l.nret;
        const bool flush = settled && r.percent(is.flush);
        const uint32_t payloads = flush ? held : r.in(1, std::min(held, is.most));
        if (settled) {
            l.node = static_cast<uint32_t>(r.bits(24));
            if (r.one_in(8)) l.una = r.one_in(2) ? 0xfffffffe : static_cast<uint32_t>(r.next());
            l.now = { k, l.una, l.node, 0, 0, flush };
            AIM("push into an idle engine", w.work.empty());
            AIM("push in the cycle of the last count", o.freed_moved && o.freed_link == k);
            w.pushed(k, payloads, !is.slot_in);
        }
        AIM("goal moved on while worked on", !settled);
        AIM_IF(LINKS <= 24, "every link in the queue", w.work.size() == LINKS);
        in.goal_valid = true;
        in.goal_push = settled;
        in.goal_link = static_cast<uint16_t>(k);
        in.goal_flush = l.flush = flush;
        in.goal_node = l.node;
        in.goal_una = flush ? l.una : l.una + payloads;
        l.una += payloads;
        in.goal_nret = l.nret = static_cast<uint16_t>((l.nret + payloads) & COUNT_MASK);
    }

    // A slot takes a payload, often of the link that is worked on, or lets it go.
    void move_slot(unsigned i)
    {
        if (slot.valid[i]) {
            slot.valid[i] = !r.percent(is.slot_out);
            return;
        }
        if (!r.percent(is.slot_in)) return;
        const bool any = w.work.empty() || r.one_in(3);
        const retire_link &l = any ? w.lists.link[r.below(is.spread)] : w.front();
        // With DEEP the slots are compared a cycle before: what could be freed next may not enter.
        const size_t from = DEEP ? 2 : 0;
        if (l.held.size() <= from) return;
        slot.valid[i] = true;
        slot.entry[i] = l.held[from + r.below(std::min<size_t>(l.held.size() - from, 4))].entry;
    }

    void show_slots()
    {
        in.slot_entry = slot.entry;
        for (unsigned i = 0; i < SLOTS; i++) {
            in.slot_valid |= static_cast<uint8_t>(slot.valid[i] << i);
            tb_put(dut->slots, SLOTS + i * EW, EW, slot.entry[i]);
        }
        tb_put(dut->slots, 0, SLOTS, in.slot_valid);
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(freed_valid, freed_moved, retired_pulse, flushed_pulse, retired_valid);
        if (o.freed_valid) {
            SAME_BUS(freed, entry);
            BUS_EQ(chk, dut->freed, bus_within(FREED_CHAIN, CHAIN_FIRST), o.freed_first);
            BUS_EQ(chk, dut->freed, bus_within(FREED_CHAIN, CHAIN_LAST), o.freed_last);
            chk.eq("freed_n", bus_get(dut->freed, bus_within(FREED_CHAIN, CHAIN_N1)) + 1,
                   o.freed_n);
        }
        if (o.freed_moved) SAME_BUS(freed, link, count, head, cells);
        if (o.retired_valid) {
            SAME_BUS(retired, opt);
            chk.eq("retired_data low", tb_get(dut->retired, 0, 64), o.retired_data[0]);
            chk.eq("retired_data high", tb_get(dut->retired, 64, 64), o.retired_data[1]);
        }
    }

    void step() override
    {
        w.idle_cycles = w.work.empty() && w.records.empty() ? w.idle_cycles + 1 : 0;
        w.seen = slot;
        for (unsigned i = 0; i < SLOTS && !w.work.empty() && !w.front().held.empty(); i++)
            AIM("wait for a slot",
                slot.valid[i] && slot.entry[i] == w.front().held.front().entry);
        if (appended >= 0) {
            uint16_t &napp = w.lists.link[static_cast<unsigned>(appended)].napp;
            napp = static_cast<uint16_t>((napp + 1) & COUNT_MASK);
        }
        walk.step(in.core_rst);
        if (in.core_rst) {
            w.reset(r);
            in_use.clear();
            slot = {};
            hindered_at = chk.cycle;
        }
        ttp_retire_clock(&ref, &in);
    }

    // A batch of many bytes would take long. Now and then its bytes are set from outside, often to
    // a few payloads below a multiple of a power of two.
    void set_bytes()
    {
        if (!ref.c_valid || !r.one_in(16)) return;
        const uint32_t low = 0x3ffffff >> r.below(26);
        ref.bytes = ((static_cast<uint32_t>(r.bits(26)) | low) - r.below(3000)) & 0x3ffffff;
        w.lists.link[ref.c_link].now.bytes = ref.bytes;
        *bytes_of(dut->rootp, 0) = ref.bytes;
        tb_settle(*dut);
        AIM("bytes set from outside", 1);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, CYCLES); }
