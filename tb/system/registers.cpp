// SPDX-License-Identifier: Apache-2.0
//
// System scenarios on the register port: the whole map and its rules under full traffic.
#include "system.h"

namespace {

constexpr uint8_t OKAY = 0, SLVERR = 2;

struct Answer {
    uint32_t data = 0;
    uint8_t resp = 0;
};

// The register port of a MAC, with every byte and every answer in the hand of the test.
struct Port {
    explicit Port(World &world) : w(world), a(*w.a) {}

    Answer access(bool write, uint32_t addr, uint32_t data = 0, uint8_t strb = 15)
    {
        Answer r;
        bool done = false, first = true;
        a.axil.push({ write, addr, data, strb, [&](uint32_t d, uint8_t resp) {
            r.data = d;
            r.resp = resp;
            done = true;
        } });
        w.run(5000, [&] {
            const bool aw = a.in.s_axil_awvalid, wd = a.in.s_axil_wvalid;
            if (!done && first && (aw || wd)) {
                (aw && wd ? together : aw ? aw_first : w_first)++;
                first = false;
            }
            return done;
        }, "a register access");
        return r;
    }
    uint32_t read(uint32_t addr) { return access(false, addr).data; }
    void write(uint32_t addr, uint32_t data, uint8_t resp = OKAY, uint8_t strb = 15)
    {
        const Answer r = access(true, addr, data, strb);
        w.expect(r.resp == resp,
                 "write of register " + std::to_string(addr) + ": resp " + std::to_string(r.resp));
    }
    void holds(uint32_t addr, uint32_t want)
    {
        const Answer r = access(false, addr);
        w.expect(r.resp == OKAY && r.data == want, "register " + std::to_string(addr) + " reads "
                 + std::to_string(r.data) + ", not " + std::to_string(want));
    }

    World &w;
    Node &a;
    uint64_t aw_first = 0, w_first = 0, together = 0;
};

// docs/registers.md
const std::set<uint32_t> READ_ONLY = {
    0x000, 0x004, 0x008, 0x00c, 0x010, 0x014, 0x018, 0x028, 0x080, 0x084, 0x088, 0x08c,
    0x090, 0x094, 0x098, 0x0a0, 0x0a4, 0x0a8, 0x0ac, 0x0b0, 0x0b4, 0x0c0, 0x0c4, 0x0c8 };
const std::set<uint32_t> WRITABLE = {
    0x020, 0x024, 0x02c, 0x030, 0x034, 0x038, 0x03c, 0x040, 0x044, 0x048, 0x04c, 0x050,
    0x054, 0x058, 0x05c, 0x060, 0x064, 0x068, 0x06c, 0x070, 0x074, 0x078, 0x07c };
constexpr uint32_t VC_ORDER = 0x0b8;            // with the parameter of that name

bool is_counter(uint32_t addr)
{
    const uint32_t i = (addr - 0x200) / 8;
    return addr >= 0x200 && addr < 0x400 && (i <= 29 || i >= 32);
}

void map(Port &r)
{
    World &w = r.w;
    const bool order = r.a.cfg.params.vc_order;
    for (uint32_t addr = 0; addr < 4096; addr += 4) {
        const bool writable = WRITABLE.count(addr) || (addr == VC_ORDER && order);
        const bool known = READ_ONLY.count(addr) || writable || is_counter(addr);
        const Answer got = r.access(false, addr + w.rng.below(4));
        w.expect(got.resp == (known ? OKAY : SLVERR), "read of address " + std::to_string(addr));
        if (writable) continue;
        r.write(addr, 0xffffffff, SLVERR);
        if (known && addr < 0x1c) r.holds(addr, got.data);
    }
    const ttp_params &p = r.a.cfg.params;
    r.holds(0x000, 0x54545031);
    r.holds(0x004, 1);
    r.holds(0x008, p.data_w | p.trace << 16 | p.sram_1p << 17 | p.deep << 18 | p.selective << 19
                       | p.vc_order << 20);
    r.holds(0x00c, p.tx_cells);
    r.holds(0x010, p.tx_pkts);
    r.holds(0x014, p.rx_cells);
    r.holds(0x018, p.link_ways << 16 | p.link_sets);
    r.holds(0x020, r.a.cfg.node);
    r.holds(0x024, p.selective ? 9 : 1);
    r.holds(0x058, p.selective ? 0x8003 : 0);
    if (order) r.holds(VC_ORDER, 0x11140);
    for (uint32_t addr : { 0x0c0u, 0x0c4u, 0x0c8u }) r.holds(addr, 0);
    r.holds(0x060, 0);                      // write only
    r.holds(0x07c, 0);
}

// Each byte by its strobe, and the clamps.
void strobes(Port &r)
{
    World &w = r.w;
    const uint32_t reorder = r.a.cfg.params.selective ? 0xffff : 0;
    const struct {
        uint32_t addr, mask, start, end;        // end: put back
    } regs[] = { { 0x034, 0x3fffffff, 0x11223344, 4096 },
                 { 0x050, 0xffffffff, 0x55667788, 0 },
                 { 0x074, 0x7f,       0x15,       0 },
                 { 0x044, 0x3fffffff, 0x11223344, 0 },
                 { 0x048, 0x3fffffff, 0x11223344, 65536 },
                 { 0x054, 0x3fffffff, 0x11223344, 0 },
                 { 0x058, reorder,    0x55667788, 0x8003 } };
    for (const auto &g : regs) {
        uint32_t value = g.start & g.mask;
        r.write(g.addr, g.start);
        r.holds(g.addr, value);
        for (uint32_t strb = 0; strb < 16; strb++) {
            const uint32_t data = (static_cast<uint32_t>(w.rng.next()) & 0x2fffffff) | 0x01010101;
            uint32_t lanes = 0;
            for (uint32_t i = 0; i < 4; i++) if (strb >> i & 1) lanes |= 0xffu << 8 * i;
            value = ((data & lanes) | (value & ~lanes)) & g.mask;
            r.write(g.addr, data, OKAY, static_cast<uint8_t>(strb));
            r.holds(g.addr, value);
        }
        r.write(g.addr, g.end);
    }
    for (uint32_t addr : { 0x030u, 0x034u, 0x038u, 0x03cu }) {
        const uint32_t was = r.read(addr);
        r.write(addr, 0);
        r.holds(addr, 1);
        r.write(addr, 0xffffffff);
        r.holds(addr, NEVER);
        r.write(addr, NEVER - 1);
        r.holds(addr, NEVER - 1);
        r.write(addr, was);
    }
    const ttp_params &params = r.a.cfg.params;
    const uint32_t cells = params.tx_cells, links = 3 * params.link_sets * params.link_ways;
    const uint32_t clamps[][3] = {              // register, what is written, what it holds then
        { 0x040, 0, 1 },         { 0x040, 256, 255 },          { 0x040, 64, 64 },
        { 0x04c, 0, 16 },        { 0x04c, 15, 16 },            { 0x04c, cells + 1, cells },
        { 0x04c, 0xffffffff, cells },                          { 0x04c, cells, cells },
        { 0x078, 0xfffffffe, 0 }, { 0x078, 0xffffffff, 1 },    { 0x078, 0, 0 },
        { 0x074, 0xffffffff, 0x7f },
        { 0x044, 0xffffffff, NEVER }, { 0x044, NEVER, NEVER }, { 0x044, 0, 0 },
        { 0x048, 0xffffffff, NEVER }, { 0x048, 0, 0 },         { 0x048, 65536, 65536 },
        { 0x054, 0xffffffff, NEVER }, { 0x054, 0, 0 },         { 0x074, 0, 0 },
        { 0x02c, 0, 1 },         { 0x02c, 0x10005, 5 } };
    for (const auto &c : clamps) {
        r.write(c[0], c[1]);
        r.holds(c[0], c[2]);
    }
    const uint32_t orders[][2] = {              // VC_ORDER: what is written, what it holds then
        { 0xffffffff, 0xfff42 }, { 0, 0x11140 },                { 0x54363, 0x54362 },
        { 0x00f01, 0x11f41 },    { 0x23461, 0x23461 },          { 0x11131, 0x11141 },
        { 0x111d1, 0x11141 },    { 0x11151, 0x11141 },          { 0xffff2c92, 0xf2c92 },
        { 0x11140, 0x11140 } };
    for (const auto &o : orders) {
        if (!params.vc_order) break;
        r.write(VC_ORDER, o[0]);
        r.holds(VC_ORDER, o[1]);
        r.write(VC_ORDER, 0x54382);
        r.write(VC_ORDER, 0xfffff011, OKAY, 1); // a byte alone
        r.holds(VC_ORDER, 0x54311);
        r.write(VC_ORDER, 0x11140);
    }
    for (uint32_t vc = 3; vc < 256; vc += 50) r.write(0x060, vc << 24 | 5, SLVERR);
    r.write(0x064, links, SLVERR);
    r.write(0x064, 0x10000, SLVERR);
    r.write(0x064, links - 1);
    r.holds(0x064, links - 1);
    r.write(0x060, 0x03123456, OKAY, 7);    // the byte with the VC counts as 0
}

// CYCLES_LO and _HI as one number: the cycles since the reset of 4 cycles, from where time starts.
void time_is(Port &r)
{
    const uint64_t offset = r.w.net.cfg.start_cycle - 4, from = r.w.net.cycle + offset;
    const uint32_t lo = r.read(0x0a0);
    const uint64_t to = r.w.net.cycle + offset;
    const uint64_t now = static_cast<uint64_t>(r.read(0x0a4)) << 32 | lo;
    r.w.expect(now >= from && now <= to, "CYCLES is " + std::to_string(now) + ", not "
               + std::to_string(from) + " to " + std::to_string(to));
}

// LO latches HI. With time from 0 on that can not be told from HI alone, with --start-cycle it
// must be.
void cycles(World &w)
{
    Port r(w);
    const uint64_t start = w.net.cfg.start_cycle;
    time_is(r);
    w.step(1000);
    time_is(r);
    if (!start) return;
    const uint32_t high = static_cast<uint32_t>(start >> 32);
    // The cycle of the simulation in which LO is 0.
    const uint64_t wrap = (start | 0xffffffff) + 1 - start + 4;
    w.expect(wrap > w.net.cycle + 500 && wrap < w.net.cycle + 2000000,
             "a start not long before LO wraps");
    w.step(wrap - 200 - w.net.cycle);
    time_is(r);
    const uint32_t lo = r.read(0x0a0);
    w.step(400);
    w.expect(lo > 0xfffffe00u && w.net.cycle > wrap, "LO was read just before it wrapped");
    r.holds(0x0a4, high);
    r.holds(0x0a4, high);
    time_is(r);
    r.holds(0x0a4, high + 1);
}

void axil(World &w)
{
    Port r(w);
    map(r);
    strobes(r);
    w.step(100);
    w.expect(r.aw_first > 50 && r.w_first > 50 && r.together > 50, "AW and W in every order");
    w.expect(r.a.axil.slowest() <= 64, "slowest answer: " + std::to_string(r.a.axil.slowest()));
}

// Both directions as busy as they get, small payloads on all VCs, while every
// kind of access goes on.
void axil_traffic(World &w)
{
    const size_t n = w.a->cfg.params.tx_pkts <= 64 ? 400 : 2000;
    for (Node *from : { w.a, w.b }) {
        for (uint32_t i = 0; i < n; i++)
            w.send(*from, from == w.a ? *w.b : *w.a, i % 3, i % 7 ? 1 + w.rng.below(64) : 1024);
    }
    const uint32_t links = 3 * w.a->cfg.params.link_sets * w.a->cfg.params.link_ways;
    uint64_t accesses = 0, refused = 0;
    w.step(20);
    const auto busy = [&] {
        return !w.a->source.dry() || !w.b->source.dry() || w.net.score.waiting();
    };
    while (w.ok() && !w.net.failed() && busy()) {
        for (Node *m : { w.a, w.b }) {
            if (!m->axil.idle()) continue;
            AxilOp op;
            switch (w.rng.below(8)) {
            case 0: op = { true, TTP_REG_LINK_INDEX, w.rng.below(links), 15, nullptr }; break;
            case 1: op = { true, TTP_REG_CLOSE_LINK, 0x123456, 15, nullptr }; break;     // nobody
            case 2: op = { true, TTP_REG_SNAPSHOT, 1, 15, nullptr }; break;
            case 3: op = { true, TTP_REG_IRQ_CAUSE, 0x7f, 15, nullptr }; break;
            case 4: op = { false, 0xc00, 0, 15, nullptr }; break;
            default: {
                const uint32_t counter = TTP_REG_COUNTER + 8 * (32 + w.rng.below(32));
                op = { false, counter, 0, 15, nullptr };
                break;
            }
            }
            const bool command = op.write && op.addr != TTP_REG_SNAPSHOT;
            const bool bad = op.addr == 0xc00;
            op.done = [&w, &refused, command, bad](uint32_t, uint8_t r) {
                if (command && r == SLVERR) refused++;     // the command before is still under way
                else w.expect(r == (bad ? SLVERR : OKAY), "answer under traffic");
            };
            m->axil.push(std::move(op));
            accesses++;
        }
        w.net.step();
        w.expect(w.net.cycle < 4000000, "an end");
    }
    w.run(1000, [&] { return w.a->axil.idle() && w.b->axil.idle(); }, "the last accesses");
    w.expect(accesses > 200, "accesses");
    w.expect(refused * 4 <= accesses, "few commands find another busy for 48 cycles");
    for (Node *m : { w.a, w.b })
        w.expect(m->axil.slowest() <= 64,
                 "answer within 64 cycles under traffic: " + std::to_string(m->axil.slowest()));
    w.drain();
    // The way to the peer, where somebody measures it
    for (Node *m : { w.a, w.b })
        for (uint32_t vc = 0; vc < 3; vc++) {
            const auto rec = w.record(*m, vc, (m == w.a ? w.b : w.a)->cfg.node);
            const uint32_t rtt = w.get(*m, 0x0c0), least = w.get(*m, 0x0c4);
            const uint32_t path = w.get(*m, 0x0c8);
            const bool known = m->cfg.params.selective;
            w.expect(rec[0] >> 28 == (known ? 9 : 8), "an entry, and what was agreed");
            w.expect(known ? least && least < 100000 && rtt >= least : !rtt && !least && !path,
                     "the way to the peer");
        }
}

} // namespace

std::vector<Scenario> register_scenarios()
{
    return {
        // With stalls AW and W come in any order.
        { "axil", axil, WorldOptions().stalls(0.15) },
        { "cycles", cycles },
        { "axil_traffic", axil_traffic },
    };
}
