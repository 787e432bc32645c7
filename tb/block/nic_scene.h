// SPDX-License-Identifier: Apache-2.0
//
// A NIC whose host, memory and MAC do what a row says and nothing else, for tb/block/nic_rows_*.h:
// the RTL, and the model beside it at every pin. Nothing of the witness is used here.
//
// Memory answers reads a word a cycle, writes as their last word has come. Ring r lies at
// SEND + 0x4000 r and has 256 elements, the receive ring 16, the completion ring 64. The peer of
// all that does not say so is node 2 on VC 1.
#ifndef NIC_SCENE_H
#define NIC_SCENE_H

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>
#include "nic_model.h"

struct nic_scene : lockstep<Vttp_nic_core> {
    using bytes = std::vector<uint8_t>;
    enum : uint32_t { SEND = 0x100000, RECV = 0x200000, CPL = 0x210000, DATA = 0x300000 };
    enum : uint32_t { PEER = 0x01000002, OTHER = 0x01000003 };      // {VC, node}
    struct burst { unsigned id; uint64_t addr; unsigned words; };
    struct payload { bytes data; uint32_t dest; bool discard; };

    nic_in in = {};
    nic_out o = {};
    nic_model model;
    nic_holds holds{ chk };
    const char *row = "";               // what is under way, for messages
    uint16_t epoch = 0;                 // cfg_epoch_seed of the next reset
    uint64_t rows = 0;
    // Memory
    std::map<uint64_t, uint8_t> memory;
    std::set<uint64_t> bad_reads, bad_writes;       // addresses in whose word is an error
    bool answers = true;                // to writes
    bool erring = false;                // a word of the burst that is being written is among them
    std::vector<burst> reads, writes;   // all that were asked for
    std::deque<burst> reading, writing;
    std::deque<std::pair<unsigned, bool>> done;     // writes that are to be answered: ID, error
    // The MAC
    bool takes = true;
    std::vector<payload> sent;
    bytes leaving;
    std::deque<std::pair<bytes, uint32_t>> coming;
    std::deque<std::pair<unsigned, uint32_t>> records;      // kind, link
    size_t came = 0;
    unsigned clears = 0;
    // The host
    struct { bool aw, w, b, ar, r; uint32_t addr, data, resp; } bus = {};
    unsigned posted[8] = {}, buffers = 0, taken = 0;

    static void put(bytes &to, size_t at, unsigned n, uint64_t v)
    {
        for (unsigned i = 0; i < n; i++) to[at + i] = static_cast<uint8_t>(v >> 8 * i);
    }
    static uint64_t get(const bytes &from, size_t at, unsigned n)
    {
        uint64_t v = 0;
        for (unsigned i = n; i--;) v = v << 8 | from[at + i];
        return v;
    }
    void store(uint64_t addr, const bytes &b)
    {
        for (size_t i = 0; i < b.size(); i++) memory[addr + i] = b[i];
    }
    bytes load(uint64_t addr, size_t n)
    {
        bytes b(n);
        for (size_t i = 0; i < n; i++) b[i] = memory[addr + i];
        return b;
    }
    static bytes pattern(size_t n, unsigned from = 1)
    {
        bytes b(n);
        for (size_t i = 0; i < n; i++) b[i] = static_cast<uint8_t>(from + i + i / 256);
        return b;
    }
    static bytes hex(const std::string &text) { return tb_hex(text); }
    static bytes joined(bytes a, const bytes &b)
    {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    }

    // ---- what a row expects
    void begin(const char *name)
    {
        row = name;
        rows++;
    }
    void eq(uint64_t got, uint64_t want, const char *what = "")
    {
        chk.compared++;
        if (got == want) return;
        fprintf(stderr, "WRONG ttp_nic_core row %s, cycle %" PRIu64 ": %s is 0x%" PRIx64
                ", the page says 0x%" PRIx64 "\n", row, chk.cycle, what, got, want);
        exit(1);
    }
    void same(const bytes &got, const bytes &want, const char *what)
    {
        eq(got.size(), want.size(), (std::string(what) + ", bytes").c_str());
        for (size_t i = 0; i < want.size(); i++)
            if (got[i] != want[i])
                eq(got[i], want[i], (std::string(what) + ", byte " + std::to_string(i)).c_str());
    }
    template <class F> void until(const char *what, F &&is, unsigned most = 40000)
    {
        while (!is() && most--) run(1);
        if (!is()) eq(0, 1, what);
    }

    // ---- registers
    uint32_t access(bool write, uint32_t addr, uint32_t data, uint32_t &resp)
    {
        bus = { write, write, write, !write, !write, addr, data, 0 };
        until("an answer of a register", [&] { return !bus.b && !bus.r; }, 100);
        resp = bus.resp;
        return bus.data;
    }
    unsigned try_set(uint32_t addr, uint32_t data)
    {
        uint32_t resp;
        access(true, addr, data, resp);
        return resp;
    }
    void set(uint32_t addr, uint32_t data) { eq(try_set(addr, data), 0, "the answer to a write"); }
    uint32_t reg(uint32_t addr)
    {
        uint32_t resp;
        const uint32_t v = access(false, addr, 0, resp);
        eq(resp, 0, "the answer to a read");
        return v;
    }
    uint32_t count(unsigned i) { return reg(0x100 + 4 * i); }

    // After a reset: rings, ENABLE.
    void fresh(unsigned cpl_size = 6)
    {
        in = nic_in{};
        in.rst = 1;
        in.cfg_epoch_seed = epoch;
        memory.clear(), bad_reads.clear(), bad_writes.clear(), reads.clear(), writes.clear();
        reading.clear(), writing.clear(), done.clear(), sent.clear(), leaving.clear();
        coming.clear(), records.clear();
        came = clears = buffers = taken = 0;
        answers = takes = true, erring = false;
        bus = {};
        for (unsigned &p : posted) p = 0;
        run(2);
        in.rst = 0;
        in.cfg_epoch_seed = 0xABCD;
        for (unsigned r = 0; r < RINGS; r++) {
            set(0x200 + 32 * r, SEND + 0x4000 * r);
            set(0x208 + 32 * r, 8);
        }
        set(0x30, RECV);
        set(0x38, 4);
        set(0x50, CPL);
        set(0x58, cpl_size);
        set(0x08, 1);
    }
    // A region that peers may write (1), read (2)
    void region(unsigned index, uint64_t base, uint64_t length, uint32_t key, unsigned rights,
                uint32_t peer = 0x80000000)
    {
        const uint32_t words[] = { static_cast<uint32_t>(base), static_cast<uint32_t>(base >> 32),
                                   static_cast<uint32_t>(length),
                                   static_cast<uint32_t>(length >> 32), key, peer };
        for (unsigned i = 0; i < 6; i++) set(0x80 + 4 * i, words[i]);
        set(0x98, index | rights << 8);
    }

    // ---- rings
    static bytes desc(unsigned op, uint32_t length, uint64_t addr = DATA, uint32_t to = PEER)
    {
        bytes d(64);
        put(d, 0, 1, op), put(d, 2, 1, to >> 24), put(d, 4, 3, to & 0xffffff);
        put(d, 8, 8, addr), put(d, 16, 4, length);
        return d;
    }
    void fill(const bytes &d, unsigned r = 0)       // without the doorbell
    {
        store(SEND + 0x4000 * r + 64 * (posted[r]++ % 256), d);
    }
    void ring(unsigned r = 0) { set(0x20C + 32 * r, posted[r]); }
    void post(const bytes &d, unsigned r = 0) { fill(d, r), ring(r); }
    void buffer(uint64_t addr, uint32_t length, uint64_t cookie = 0)
    {
        bytes b(64);
        put(b, 8, 8, addr), put(b, 16, 4, length), put(b, 40, 8, cookie);
        store(RECV + 64 * (buffers++ % 16), b);
        set(0x3C, buffers);
    }
    bool is_told() { return (memory[CPL + 32 * (taken % 64) + 31] >> 7) != (taken / 64 & 1); }
    bytes completion()
    {
        until("a completion", [&] { return is_told(); });
        return load(CPL + 32 * (taken++ % 64), 32);
    }
    void told(unsigned kind, unsigned status)
    {
        const bytes c = completion();
        eq(c[0], kind, "kind of a completion");
        eq(c[1], status, "its status");
    }
    void silence(unsigned cycles = 400)     // no completion, no payload
    {
        const size_t n = sent.size();
        run(cycles);
        eq(is_told(), 0, "a completion");
        eq(sent.size(), n, "payloads to the MAC");
        eq(leaving.size(), 0, "bytes of another one");
    }

    // ---- payloads
    // The first 8 bytes of a head; `step` is the status of a REPLY. The life of the tag stands in
    // bits 13:8 of it, where the head has the step.
    static bytes head(unsigned op, unsigned flags, unsigned n, uint32_t tag, unsigned step = 0)
    {
        bytes h(8);
        put(h, 0, 1, op), put(h, 1, 1, flags), put(h, 4, 1, tag & 255);
        put(h, 2, 2, n | (tag >> 8 & 63) << 10);
        put(h, 5, 1, step), put(h, 6, 2, tag >> 16);
        return h;
    }
    static bytes longer(bytes h, uint32_t key, uint64_t offset, uint32_t length, uint32_t imm = 0)
    {
        h.resize(32);
        put(h, 8, 4, key), put(h, 12, 4, imm), put(h, 16, 8, offset), put(h, 24, 4, length);
        return h;
    }
    void comes(const bytes &p, uint32_t from = PEER) { coming.emplace_back(p, from); }
    const payload &next(size_t i)
    {
        until("a payload for the MAC", [&] { return sent.size() > i; });
        return sent[i];
    }
    void replies(size_t i, uint32_t tag, unsigned status, uint32_t to = PEER)
    {
        same(next(i).data, head(5, 6, 0, tag, status), "a REPLY");
        eq(sent[i].dest, to, "where it goes");
    }

    // ---- a cycle
    static bool among(const std::set<uint64_t> &some, uint64_t word)
    {
        const auto i = some.lower_bound(word);
        return i != some.end() && *i < word + NIC_W;
    }
    void lanes(uint64_t *to, uint64_t addr)
    {
        for (unsigned i = 0; i < NIC_LANES; i++) to[i] = get(load(addr + 8 * i, 8), 0, 8);
    }
    void drive() override
    {
        in.m_axi_arready = 1, in.m_axi_awready = 1, in.clear_ready = 1;
        in.m_axi_wready = !writing.empty(), in.m_axis_tx_tready = takes;
        if ((in.m_axi_rvalid = !reading.empty())) {
            const burst &b = reading.front();
            in.m_axi_rid = static_cast<uint8_t>(b.id), in.m_axi_rlast = b.words == 1;
            in.m_axi_rresp = among(bad_reads, b.addr) ? 2 : 0;
            lanes(in.m_axi_rdata, b.addr);
        }
        if ((in.m_axi_bvalid = answers && !done.empty())) {
            in.m_axi_bid = static_cast<uint8_t>(done.front().first);
            in.m_axi_bresp = done.front().second ? 2 : 0;
        }
        in.s_axil_awvalid = bus.aw, in.s_axil_wvalid = bus.w, in.s_axil_arvalid = bus.ar;
        in.s_axil_bready = bus.b, in.s_axil_rready = bus.r, in.s_axil_wstrb = 15;
        in.s_axil_awaddr = in.s_axil_araddr = bus.addr, in.s_axil_wdata = bus.data;
        if ((in.s_axis_rx_tvalid = !coming.empty())) {
            const bytes &p = coming.front().first;
            const size_t n = std::min<size_t>(p.size() - came, NIC_W);
            memset(in.s_axis_rx_tdata, 0, sizeof in.s_axis_rx_tdata);
            for (size_t i = 0; i < n; i++)
                in.s_axis_rx_tdata[i / 8] |= uint64_t{p[came + i]} << 8 * (i % 8);
            in.s_axis_rx_tkeep = ~uint64_t{0} >> (64 - n);
            in.s_axis_rx_tlast = came + n == p.size();
            in.s_axis_rx_tid = coming.front().second;
        }
        if ((in.s_axis_cpl_tvalid = !records.empty()))
            in.s_axis_cpl_tdata[1] = uint64_t{records.front().first} << 56
                                   | uint64_t{records.front().second} << 16;
        nic_drive(dut.get(), in);
        model.drive(in);
    }
    void check() override
    {
        o = nic_read(*dut);
        if (chk.cycle > 2) holds.follow(in, o);
        if (chk.cycle > 2 && !in.rst) model.check(chk, o);
    }
    void step() override
    {
        model.clock();
        if (in.rst) return;
        of_memory();
        of_mac();
        bus.aw &= !o.s_axil_awready, bus.w &= !o.s_axil_wready, bus.ar &= !o.s_axil_arready;
        if (bus.b && o.s_axil_bvalid) bus.b = false, bus.resp = o.s_axil_bresp;
        if (bus.r && o.s_axil_rvalid)
            bus.r = false, bus.resp = o.s_axil_rresp, bus.data = o.s_axil_rdata;
    }
    void of_memory()
    {
        if (in.m_axi_rvalid && o.m_axi_rready) {
            burst &b = reading.front();
            b.addr += NIC_W;
            if (!--b.words) reading.pop_front();
        }
        if (in.m_axi_bvalid) done.pop_front();
        if (in.m_axi_wready && o.m_axi_wvalid) {
            burst &b = writing.front();
            for (unsigned i = 0; i < NIC_W; i++)
                if (o.m_axi_wstrb >> i & 1)
                    memory[b.addr + i] = static_cast<uint8_t>(o.m_axi_wdata[i / 8] >> 8 * (i % 8));
            erring |= among(bad_writes, b.addr);
            b.addr += NIC_W;
            if (o.m_axi_wlast) {
                done.emplace_back(b.id, erring);
                writing.pop_front(), erring = false;
            }
        }
        if (o.m_axi_arvalid) {
            reads.push_back({ o.m_axi_arid, o.m_axi_araddr, o.m_axi_arlen + 1u });
            reading.push_back(reads.back());
        }
        if (o.m_axi_awvalid) {
            writes.push_back({ o.m_axi_awid, o.m_axi_awaddr, o.m_axi_awlen + 1u });
            writing.push_back(writes.back());
        }
    }
    void of_mac()
    {
        if (o.m_axis_tx_tvalid && in.m_axis_tx_tready) {
            for (unsigned i = 0; i < NIC_W && o.m_axis_tx_tkeep >> i & 1; i++)
                leaving.push_back(static_cast<uint8_t>(o.m_axis_tx_tdata[i / 8] >> 8 * (i % 8)));
            if (o.m_axis_tx_tlast) {
                sent.push_back({ leaving, o.m_axis_tx_tdest, o.m_axis_tx_tuser != 0 });
                leaving.clear();
            }
        }
        if (in.s_axis_rx_tvalid && o.s_axis_rx_tready) {
            came += NIC_W;
            if (in.s_axis_rx_tlast) coming.pop_front(), came = 0;
        }
        if (in.s_axis_cpl_tvalid && o.s_axis_cpl_tready) records.pop_front();
        clears += o.clear_valid;
    }
};

#endif
