// SPDX-License-Identifier: Apache-2.0
//
// Host memory behind AXI4, for tb/block/ttp_nic_core.cpp: slow, out of order between IDs, with
// errors now and then. It holds the NIC to mem.burst. A burst is in memory when its answer is
// taken, or in some moods before.
#ifndef NIC_MEMORY_H
#define NIC_MEMORY_H

#include <deque>
#include "nic_pins.h"
#include "nic_store.h"

// Whoever looks on. Bursts of writes have numbers in their order.
struct nic_onlooker {
    virtual ~nic_onlooker() = default;
    virtual void reads(unsigned id, uint64_t addr, uint32_t bytes) = 0;
    // A word of the burst.
    virtual void read_fails(unsigned id, uint64_t word, uint64_t addr, uint32_t bytes) = 0;
    virtual void read_ends(unsigned id, uint64_t addr, uint32_t bytes) = 0;
    virtual void writes(unsigned id, uint64_t number, uint64_t addr, const nic_bytes &data,
                        const std::vector<bool> &strobes, uint64_t since) = 0;
    virtual void written(uint64_t number, bool error) = 0;
};

// For some thousand cycles; percent of cycles, or cycles.
struct nic_pace {
    uint32_t ar = 100, r = 100, aw = 100, w = 100, mix = 50;
    uint32_t read_from = 0, read_to = 30;
    uint32_t write_from[2] = { 0, 0 }, write_to[2] = { 30, 30 };    // by ID
    uint32_t read_errors = 0, write_errors = 0;         // one burst in so many; 0: none
    bool early = false;                                 // bytes are there before the answer
    uint32_t order = 0;                                 // 1: W before AW; 2: AW before W

    static uint32_t some(tb_rng &r) { return r.below(2) ? 100 : r.one_in(12) ? 3 : r.in(20, 99); }
    void change(tb_rng &r, bool errors)
    {
        ar = some(r), this->r = some(r), aw = some(r), w = some(r);
        mix = r.one_in(3) ? 0 : r.in(1, 100);
        read_to = r.below(3) ? r.in(0, 60) : r.in(60, 600);
        read_from = r.below(2) ? read_to : r.below(read_to + 1);
        for (unsigned id = 0; id < 2; id++) {
            write_to[id] = r.below(3) ? r.in(0, 60) : r.in(60, 600);
            write_from[id] = r.below(2) ? write_to[id] : r.below(write_to[id] + 1);
        }
        read_errors = errors && r.below(3) ? r.in(2, 30) : 0;
        write_errors = errors && r.below(3) ? r.in(2, 30) : 0;
        order = r.below(3);
        early = r.one_in(3);
    }
};

struct nic_memory {
    struct read { uint64_t addr; uint32_t beats, at = 0; uint64_t ready; uint32_t bad = ~0u; };
    struct write {
        uint64_t addr = 0, since = 0, number = 0, ready = 0;
        uint32_t beats = 0;
        unsigned id = 0;
        bool error = false, kept = true;        // kept: the bytes of an error are there
        bool there = false;
        nic_bytes data;
        std::vector<bool> strobes;
    };
    tb_rng &r;
    nic_judge &judge;
    nic_onlooker &eye;
    nic_store store;
    nic_pace pace;
    std::deque<read> reads[3];
    std::deque<write> heads, answers[2];        // AW without all of W; B to come, by ID
    std::deque<write> datas;                    // W; the last may be under way
    int shown = -1;                             // the ID of the R beat that is there
    int b_shown = -1;                           // the ID of the answer that is there
    bool aw_was = false;
    uint64_t aw_since = 0, numbers = 0, waiting = 0;

    nic_memory(tb_rng &rng, nic_judge &j, nic_onlooker &e)
        : r(rng), judge(j), eye(e), store(j.chk.seed)
    {
    }
    bool idle() const
    {
        return reads[0].empty() && reads[1].empty() && reads[2].empty() && heads.empty()
               && answers[0].empty() && answers[1].empty() && datas.empty();
    }
    void reset()
    {
        for (auto &q : reads) q.clear();
        for (auto &q : answers) q.clear();
        heads.clear(), datas.clear();
        shown = b_shown = -1;
        aw_was = false;
    }

    void drive(nic_in &in)
    {
        in.m_axi_arready = r.percent(pace.ar);
        const bool data_ahead = !datas.empty() && datas.size() > heads.size();
        in.m_axi_awready = r.percent(pace.aw) && (pace.order != 1 || data_ahead);
        in.m_axi_wready = r.percent(pace.w) && (pace.order != 2 || heads.size() > whole());
        drive_r(in);
        drive_b(in);
    }
    void drive_b(nic_in &in)
    {
        const unsigned from = r.below(2);
        for (unsigned k = 0; k < 2 && b_shown < 0; k++) {
            const auto &q = answers[from ^ k];
            if (!q.empty() && q.front().ready <= judge.now()) b_shown = static_cast<int>(from ^ k);
        }
        in.m_axi_bvalid = b_shown >= 0;
        in.m_axi_bid = static_cast<uint8_t>(b_shown >= 0 ? b_shown : r.below(2));
        if (b_shown < 0) return;
        const write &b = answers[b_shown].front();
        in.m_axi_bresp = static_cast<uint8_t>(b.error ? 2 + r.below(2) : 0);
    }
    size_t whole() const        // data bursts that have their last beat
    {
        return datas.size() - (!datas.empty() && !datas.back().beats);
    }
    void drive_r(nic_in &in)
    {
        if (shown < 0 && r.percent(pace.r)) {
            const unsigned from = r.percent(pace.mix) ? r.below(3) : last_id;
            for (unsigned k = 0; k < 3 && shown < 0; k++) {
                const auto &q = reads[(from + k) % 3];
                if (!q.empty() && q.front().ready <= judge.now()) shown = (from + k) % 3;
            }
            if (shown >= 0) show(in);
        }
        in.m_axi_rvalid = shown >= 0;
    }
    unsigned last_id = 0;
    void show(nic_in &in)
    {
        read &b = reads[shown].front();
        const uint64_t addr = b.addr + uint64_t{b.at} * NIC_W;
        const bool bad = b.bad == b.at || b.bad == b.beats;         // beats: all of them
        const nic_store::page &p = store.at(addr);

        last_id = static_cast<unsigned>(shown);
        in.m_axi_rid = static_cast<uint8_t>(shown);
        in.m_axi_rlast = b.at + 1 == b.beats;
        in.m_axi_rresp = static_cast<uint8_t>(bad ? 2 + r.below(2) : r.one_in(4));
        for (unsigned i = 0; i < NIC_LANES; i++)
            in.m_axi_rdata[i] = bad ? r.next() : le(p.byte + addr % NIC_PAGE + 8 * i, 8);
    }

    void step(const nic_in &in, const nic_out &o)
    {
        NIC_MUST(judge, o.m_axi_bready, "axi.bready", "it is 0");
        AIM("all three IDs under way",
            !reads[0].empty() && !reads[1].empty() && !reads[2].empty());
        if (in.m_axi_rvalid && o.m_axi_rready) {
            read &b = reads[shown].front();
            AIM("answers of two IDs in turns", shown != turn && b.at);
            if (in.m_axi_rresp & 2)
                eye.read_fails(last_id, b.addr + uint64_t{b.at} * NIC_W, b.addr, b.beats * NIC_W);
            turn = shown;
            if (++b.at == b.beats) {
                eye.read_ends(static_cast<unsigned>(shown), b.addr, b.beats * NIC_W);
                reads[shown].pop_front();
            }
            shown = -1;
        }
        if (o.m_axi_arvalid && in.m_axi_arready) take_ar(o);
        if (o.m_axi_awvalid && !aw_was) aw_since = judge.now();
        aw_was = o.m_axi_awvalid && !in.m_axi_awready;
        if (in.m_axi_bvalid) commit();
        if (o.m_axi_awvalid && in.m_axi_awready) {
            write h;
            h.addr = o.m_axi_awaddr, h.beats = o.m_axi_awlen + 1u, h.since = aw_since;
            h.id = o.m_axi_awid;
            burst("AW", h.addr, h.beats);
            heads.push_back(h);
        }
        if (o.m_axi_wvalid && in.m_axi_wready) take_w(o);
        match();
    }
    int turn = 0;
    void burst(const char *what, uint64_t addr, uint32_t beats)
    {
        const uint64_t bytes = uint64_t{beats} * NIC_W;
        NIC_MUST(judge, addr % NIC_W == 0, "mem.burst", "%s 0x%" PRIx64 " of no word", what, addr);
        NIC_MUST(judge, addr / NIC_PAGE == (addr + bytes - 1) / NIC_PAGE, "mem.burst",
                 "%s 0x%" PRIx64 " of %" PRIu64 " bytes crosses 4096", what, addr, bytes);
        NIC_MUST(judge, bytes <= 1024 + NIC_W, "mem.burst", "%s 0x%" PRIx64 " of %" PRIu64 " bytes",
                 what, addr, bytes);
        AIM("burst that ends at a page", (addr + bytes) % NIC_PAGE == 0);
    }
    void take_ar(const nic_out &o)
    {
        read b = { o.m_axi_araddr, o.m_axi_arlen + 1u, 0,
                   judge.now() + r.in(pace.read_from, pace.read_to) };
        NIC_MUST(judge, o.m_axi_arid < 3, "mem.id", "arid %u", o.m_axi_arid);
        burst("AR", b.addr, b.beats);
        if (pace.read_errors && r.one_in(pace.read_errors)) b.bad = r.below(b.beats + 1);
        eye.reads(o.m_axi_arid, b.addr, b.beats * NIC_W);
        reads[o.m_axi_arid].push_back(b);
    }
    // The last of datas has beats 0 until its last beat is there.
    void take_w(const nic_out &o)
    {
        if (whole() == datas.size()) datas.emplace_back();
        write &d = datas.back();
        for (unsigned i = 0; i < NIC_W; i++) {
            d.data.push_back(static_cast<uint8_t>(o.m_axi_wdata[i / 8] >> 8 * (i % 8)));
            d.strobes.push_back(o.m_axi_wstrb >> i & 1);
        }
        const auto n = static_cast<uint32_t>(d.data.size() / NIC_W);
        if (o.m_axi_wlast) d.beats = n;
        NIC_MUST(judge, n <= 256, "mem.burst", "no wlast in 256 beats");
    }
    // A burst with its head and all its data goes on.
    void match()
    {
        if (heads.empty() || !whole()) return;
        write h = heads.front(), &d = datas.front();
        NIC_MUST(judge, h.beats == d.beats, "mem.burst", "awlen %u, but %u beats of data",
                 h.beats - 1, d.beats);
        h.data.swap(d.data);
        h.strobes.swap(d.strobes);
        h.number = numbers++;
        h.error = pace.write_errors && r.one_in(pace.write_errors);
        h.kept = !h.error || r.below(2);
        h.ready = judge.now() + 1 + r.in(pace.write_from[h.id], pace.write_to[h.id]);
        eye.writes(h.id, h.number, h.addr, h.data, h.strobes, h.since);
        h.there = pace.early;
        if (h.there) put(h);
        answers[h.id].push_back(h);
        heads.pop_front();
        datas.pop_front();
    }
    void put(const write &b)
    {
        for (size_t i = 0; i < b.data.size() && b.kept; i++)
            if (b.strobes[i]) store.put(b.addr + i, b.data[i], judge.now());
    }
    void commit()
    {
        auto &q = answers[b_shown], &others = answers[!b_shown];
        const write &b = q.front();
        AIM("an answer to a write goes before an older one of the other ID",
            !others.empty() && others.front().number < b.number);
        if (!b.there) put(b);
        b_shown = -1;
        const uint64_t number = b.number;
        const bool error = b.error;
        q.pop_front();
        eye.written(number, error);
    }
};

#endif
