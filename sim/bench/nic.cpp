// SPDX-License-Identifier: Apache-2.0
//
// Two NICs (model/nic) with a host each, by libttpnic, wire to wire without delay. Memory answers
// so many cycles after the last word of an address or of data; it takes and gives a word a cycle.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "bench/bench.h"
#include "clocks.h"
#include "ttp_regs.h"
#include "ttpnic_model.h"
#include "ttpnic_regs.h"

namespace {

enum { MEMORY = 16 << 20, HALF = MEMORY / 2, MICROSECOND = 195, MESSAGES = 256, RINGS = 2 };
enum { COALESCE = 16 };                     // cycles that a payload waits for another
enum { FROM = 13, TO = 38 };                // bytes behind a word: of an odd write, at its two ends

struct Pair;

struct End {
    Pair *pair = nullptr;
    End *other = nullptr;
    ttp_nic_wire leaves = {};
    ttpnic_backend backend = {};
    ttpnic *nic = nullptr;
    std::unique_ptr<uint8_t[], void (*)(void *)> memory{
        static_cast<uint8_t *>(aligned_alloc(4096, MEMORY)), free };
    uint32_t key = 0;
    uint64_t posted = 0, done = 0;
    uint64_t doorbell = 0, written = 0;     // cycles: the last of each
};

struct Pair {
    std::array<End, 2> end;
    bool steps = false;                     // one of them has begun a cycle
    uint64_t now = 0;                       // cycles of both
    unsigned from = 0, to = 0;              // bytes of the first word that a write leaves alone

    // Whoever has a cycle lets the other have it too. So a register access of one costs no word.
    static void words(void *wire, const ttp_nic_wire *out, ttp_nic_wire *in)
    {
        End *e = static_cast<End *>(wire);
        e->leaves = *out;
        if (!e->pair->steps && e->other->nic) {
            e->pair->steps = true;
            e->pair->now++;
            e->other->backend.run(e->other->backend.self);
            e->pair->steps = false;
        }
        *in = e->other->leaves;
    }
    static void watch(void *watcher, const ttp_nic_pins_in *in, const ttp_nic_pins_out *out)
    {
        End *e = static_cast<End *>(watcher);
        const uint64_t now = e->pair->now;
        const uint32_t ring = (in->core.s_axil.awaddr - NIC_SEND_HEAD) / NIC_SEND_BYTES;
        if (in->core.s_axil.wvalid && out->core.s_axil.wready && ring < RINGS
            && in->core.s_axil.awaddr == NIC_SEND_HEAD + NIC_SEND_BYTES * ring)
            e->doorbell = now;
        if (in->core.m_axi_wready && out->core.m_axi_wvalid && out->core.m_axi_wlast)
            e->written = now;
    }

    explicit Pair(uint32_t latency, uint32_t coalesce = 0, uint32_t rings = 1)
    {
        for (unsigned i = 0; i < 2; i++) {
            End &e = end[i];
            e.pair = this;
            e.other = &end[1 - i];
            memset(e.memory.get(), 0, MEMORY);
            ttpnic_model_config c = {};
            c.mac = { 512, 16384, 1024, 4096, 16, 2, 0, 0, 1, 1, TTP_RST_TIMEOUT,
                      TTP_RST_OPEN_TMO, TTP_RST_CLOSE_TMO, TTP_RST_BACKOFF, TTP_RST_RETRY_MAX,
                      0x98ED5C, 0, 0, 0 };
            c.messages = MESSAGES;
            c.regions = 16;
            c.reads = 8;
            c.follow = 64;
            c.rings = rings;
            c.epoch = static_cast<uint16_t>(1 + i);
            c.memory_latency = latency;
            c.cycles = 1;
            c.wire = &e;
            c.words = words;
            c.watcher = &e;
            c.watch = watch;
            const char *why = "";
            if (!ttpnic_model(&c, &e.backend, &why)) throw BenchError(why);
        }
        for (unsigned i = 0; i < 2; i++) {
            End &e = end[i];
            const char *why = "a register or a region";
            e.nic = ttpnic_open(&e.backend, i + 1, 10, &why);
            if (!e.nic || !ttpnic_write_register(e.nic, TTP_REG_CTRL, 9)
                || !ttpnic_write_register(e.nic, NIC_COALESCE, coalesce)
                || !ttpnic_share(e.nic, e.memory.get(), MEMORY)
                || !ttpnic_region(e.nic, 1, e.memory.get(), MEMORY, TTPNIC_PEERS_WRITE,
                                  TTPNIC_ALL_PEERS, 77, &e.key))
                throw BenchError(why);
        }
        // The links of a MAC are made: its lists are there.
        for (unsigned i = 0; i < 20000; i++) end[0].backend.run(end[0].backend.self);
    }
    ~Pair()
    {
        for (End &e : end) ttpnic_close(e.nic);
    }

    void post(unsigned i, uint32_t bytes, uint8_t ring = 0, uint8_t vc = 0)
    {
        End &e = end[i];
        const uint64_t at = e.posted * bytes % (HALF - bytes - 64) + from;
        ttpnic_message m = {};
        m.op = TTPNIC_WRITE;
        m.ring = ring;
        m.vc = vc;
        m.node = 2 - i;
        m.local = &e.memory[at];
        m.length = bytes;
        m.key = e.other->key;
        m.offset = HALF + at - from + to;
        m.cookie = at;
        for (uint32_t k = 0; k < bytes; k += 61) e.memory[at + k] = static_cast<uint8_t>(e.posted);
        if (ttpnic_post(e.nic, &m)) e.posted++;
    }
    void take(unsigned i, uint32_t bytes)
    {
        End &e = end[i];
        std::array<ttpnic_completion, 32> some;
        const unsigned n = ttpnic_poll(e.nic, some.data(), some.size());
        for (unsigned k = 0; k < n; k++) {
            const ttpnic_completion &c = some[k];
            if (c.status) throw BenchError("a write has failed");
            if (memcmp(&e.memory[c.cookie], &e.other->memory[HALF + c.cookie - from + to], bytes))
                throw BenchError("a write is not in memory");
            e.done++;
        }
    }
};

// Twice as many writes are posted as can be open, where half the memory has room for them; one poll
// of each host.
void keep_busy(Pair &p, uint32_t bytes, bool both)
{
    for (unsigned i = 0; i <= unsigned{both}; i++)
        while (p.end[i].posted - p.end[i].done < std::min(2u * MESSAGES, HALF / 2 / bytes))
            p.post(i, bytes);
    for (unsigned i = 0; i < 2; i++) p.take(i, bytes);
}

// Bytes a cycle of writes one behind the other. Only the last quarter is counted: before that the
// MAC's transmit SRAM fills.
double rate(uint32_t bytes, bool both, uint64_t writes, uint32_t coalesce = 0, bool odd = false)
{
    Pair p(MICROSECOND, coalesce);
    if (odd) p.from = FROM, p.to = TO;
    uint64_t begin = 0, from = 0;

    while (p.end[0].done < writes) {
        keep_busy(p, bytes, both);
        if (!begin && p.end[0].done >= writes * 3 / 4) {
            begin = ttpnic_model_cycles(&p.end[0].backend);
            from = p.end[0].done;
        }
    }
    return static_cast<double>((p.end[0].done - from) * bytes)
         / static_cast<double>(ttpnic_model_cycles(&p.end[0].backend) - begin);
}

// From the doorbell to the last byte in the memory of the peer, on an open link.
double latency(uint32_t bytes, uint32_t coalesce = 0)
{
    Pair p(0, coalesce);
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t done = p.end[0].done;
        p.post(0, bytes);
        while (p.end[0].done == done) p.take(0, bytes);
        for (unsigned k = 0; k < 1000; k++) p.end[0].backend.run(p.end[0].backend.self);
    }
    return static_cast<double>(p.end[1].written - p.end[0].doorbell);
}

// From the doorbell to the completion, of 64 bytes in that ring, on another VC than the 2 MiB that
// are under way in ring 0.
double behind(uint8_t ring)
{
    Pair p(MICROSECOND, 0, RINGS);
    End &e = p.end[0];
    ttpnic_completion c = {};

    p.post(0, 64, ring, 1);             // opens the link
    while (!ttpnic_poll(e.nic, &c, 1)) {}
    p.post(0, 2 << 20);
    ttpnic_ring(e.nic);
    for (unsigned i = 0; i < 2000; i++) e.backend.run(e.backend.self);
    p.post(0, 64, ring, 1);
    do
        while (!ttpnic_poll(e.nic, &c, 1)) {}
    while (c.length != 64);
    if (c.status || c.ring != ring) throw BenchError("a write has failed");
    return static_cast<double>(p.now - e.doorbell);
}

// Gb of 64 KiB writes that a CPU second simulates, the median of five rounds.
double speed(uint64_t writes)
{
    const uint32_t bytes = 65536;
    Pair p(MICROSECOND);
    std::array<double, 5> gb = {};

    while (p.end[0].done < 10) keep_busy(p, bytes, false);
    for (double &g : gb) {
        const uint64_t done = p.end[0].done;
        const double start = cpu_seconds();
        while (p.end[0].done < done + writes) keep_busy(p, bytes, false);
        g = 8e-9 * static_cast<double>(writes * bytes) / (cpu_seconds() - start);
    }
    std::sort(gb.begin(), gb.end());
    return gb[2];
}

} // namespace

Row bench_nic(const BenchOptions &o)
{
    const double line = 1024.0 / 17;        // payloads of 1024 bytes, one in 17 cycles
    const auto n = [&o](double x) { return static_cast<uint64_t>(x * o.scale) + 40; };

    // With its head a 64-byte write is two words to the MAC.
    const double write64 = latency(64), mac = bench_selective_way(o, 2 * 64);

    return { { "nic_write4k_ratio", rate(4096, false, n(2000)) / line },
             { "nic_write64k_ratio", rate(65536, false, n(200)) / line },
             { "nic_write4k_odd_ratio", rate(4096, false, n(2000), 0, true) / line },
             { "nic_write64k_odd_ratio", rate(65536, false, n(200), 0, true) / line },
             { "nic_write4k_bidir_ratio", rate(4096, true, n(4000)) / line },
             { "nic_write64k_bidir_ratio", rate(65536, true, n(400)) / line },
             { "nic_write64_cycles", 64 / rate(64, false, n(16000)) },
             { "nic_write64_joined_cycles", 64 / rate(64, false, n(16000), COALESCE) },
             { "nic_write4k_bidir_joined_ratio", rate(4096, true, n(4000), COALESCE) / line },
             { "nic_write64_latency", write64 },
             { "nic_write64_mac", mac },
             { "nic_write64_beside", write64 - mac },
             { "nic_write64_joined_latency", latency(64, COALESCE) },
             { "nic_write64_same_ring", behind(0) },
             { "nic_write64_other_ring", behind(1) } };
}

Row bench_nic_speed(const BenchOptions &o)
{
    return { { "nic_gb_per_cpu_second", speed(static_cast<uint64_t>(200 * o.scale) + 10) } };
}
