// SPDX-License-Identifier: Apache-2.0
//
// The witness of ttp_retire.cpp: what the block must give back and tell, worked out from the lists
// of payloads and the goals alone.
#ifndef RETIRE_WITNESS_H
#define RETIRE_WITNESS_H

#include "lockstep.h"
#include "tx_lists.h"
extern "C" {
#include "ttp_retire.h"
}

static const uint32_t COUNT_MASK = (1u << CW) - 1;

// Payloads that one completion record tells of. first: the ID of the first one.
struct batch { uint32_t link, first, node, count, bytes; bool flush; };

struct retire_link : tx_list {
    uint16_t napp = 0, nret = 0;    // payloads appended, and retired: modulo 2^CW
    uint16_t done = 0;              // payloads given back
    uint16_t nfreed = 0;            // done, as the link pipe knows it
    uint32_t una = 0, node = 0;
    uint32_t cells = 0;             // cells given back, modulo 2^17
    bool flush = false;             // the goal is a flush, and not reached
    batch now = {};
};

struct slots { bool valid[8] = {}; uint16_t entry[8] = {}; };   // of payloads being sent

struct retire_witness {
    struct job { uint32_t link; uint64_t since; };

    tb_check &chk;
    tx_lists<retire_link> lists = {};
    std::deque<job> work = {};          // links that were pushed; the front is worked on
    std::deque<batch> records = {};     // of batches that are finished
    slots seen = {};                    // slots in the cycle before
    bool flush_told = false;            // the record taken last was of a flush
    uint64_t idle_cycles = 0;           // without work and records
    uint64_t next_free_at = 0, next_frees = 0;  // frees with a cycle foretold
    uint64_t no_free = 0;               // cycles since an entry was freed

    retire_link &front() { return lists.link[work.front().link]; }

    void judge(const ttp_retire_out &o, const ttp_retire_in &in)
    {
        if (o.freed_valid) freed(o, in.cfg_cpl_retired);
        if (o.freed_moved) moved(o);
        if (o.retired_valid) record(o, in.retired_ready);
        from_idle(o);
        no_free = o.freed_valid ? 0 : no_free + 1;
    }

    void freed(const ttp_retire_out &o, bool cfg_cpl_retired)
    {
        chk.eq("something to free", !work.empty(), 1);
        retire_link &l = front();
        const tx_payload x = l.held.front();
        const uint32_t cells = (x.len + 63u) / 64;
        chk.eq("freed_first as defined", o.freed_first, x.first);
        chk.eq("freed_last as defined", o.freed_last, x.last);
        chk.eq("freed_n as defined", o.freed_n, cells);
        chk.eq("freed_entry as defined", o.freed_entry, l.dummy);
        for (unsigned i = 0; i < SLOTS; i++)
            chk.eq("freed although in a slot", seen.valid[i] && seen.entry[i] == x.entry, 0);
        chk.eq("retired_pulse", o.retired_pulse, !l.now.flush);
        chk.eq("flushed_pulse", o.flushed_pulse, l.now.flush);
        lists.free_oldest(l);
        l.done = (l.done + 1) & COUNT_MASK;
        l.cells = (l.cells + cells) & 0x1ffff;
        l.now.count++;
        l.now.bytes = (l.now.bytes + x.len) & 0x3ffffff;
        AIM("payload freed", 1);
        if (l.done != l.nret) return;
        AIM("flush", l.flush);
        if (l.flush || cfg_cpl_retired) records.push_back(l.now);
        if (l.flush) flush_told = false;
    }

    void moved(const ttp_retire_out &o)
    {
        retire_link &l = front();
        const bool finished = l.done == l.nret;
        chk.eq("freed_link as defined", o.freed_link, work.front().link);
        chk.eq("freed_count as defined", o.freed_count, l.done);
        chk.eq("freed_head as defined", o.freed_head, l.dummy);
        chk.eq("freed_cells as defined", o.freed_cells, l.cells);
        chk.eq("flush settled before its record was taken", l.flush && finished && !flush_told, 0);
        l.nfreed = o.freed_count;
        AIM_IF(CW <= 6, "counts wrap", l.nfreed == 0);
        if (!finished) return;
        l.flush = false;
        work.pop_front();
    }

    void record(const ttp_retire_out &o, bool taken)
    {
        const uint64_t low = o.retired_data[0], high = o.retired_data[1];
        chk.eq("a record that nobody expects", !records.empty(), 1);
        const batch &b = records.front();
        chk.eq("rc kind", high >> 56, b.flush ? 2 : 1);
        chk.eq("rc opt", o.retired_opt, !b.flush);
        chk.eq("rc status, VC", high >> 40 & 0xffff, b.link / (LINKS / 3));
        chk.eq("rc node", high >> 16 & 0xffffff, b.node);
        chk.eq("rc first ID", (high << 16 | low >> 48) & ~0u, b.first);
        chk.eq("rc count", low >> 32 & 0xffff, b.count);
        chk.eq("rc bytes", low & 0xffffffff, b.bytes);
        if (!taken) return;
        AIM("completion", 1);
        AIM_IF(LINKS == 24, "a batch of 48 MB", b.bytes >= 48u << 20 && b.count >= 48u << 10);
        flush_told = b.flush;
        records.pop_front();
    }

    // A link with so many payloads is pushed. If the engine has been idle, and no slot holds it
    // up, payload i comes three cycles and i later; with DEEP, four cycles and 2 i.
    void pushed(uint32_t k, unsigned payloads, bool slots_empty)
    {
        if (work.empty() && idle_cycles > 3 && slots_empty && !next_frees) {
            next_free_at = chk.cycle + 3 + DEEP;
            next_frees = payloads;
        }
        work.push_back({ k, chk.cycle });
    }
    void from_idle(const ttp_retire_out &o)
    {
        if (!next_frees || chk.cycle != next_free_at) return;
        chk.eq("an entry a cycle (two) from push + 3 (4) on", o.freed_valid, 1);
        next_free_at += 1 + DEEP;
        next_frees--;
        AIM("timing from idle", 1);
    }
    // While nothing holds the engine up: one cycle is lost between two links, none within one.
    // With DEEP one more an entry.
    void under_load()
    {
        if (!work.empty() && chk.cycle >= work.front().since + 4 + 2 * DEEP)
            chk.eq("load: no two (three) cycles without an entry", no_free < 2 + DEEP, 1);
    }

    void reset(tb_rng &r)
    {
        lists.reset();
        for (retire_link &l : lists.link) l.una = static_cast<uint32_t>(r.next());
        work.clear();
        records.clear();
        next_frees = 0;
    }
};

#endif
