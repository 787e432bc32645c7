// SPDX-License-Identifier: Apache-2.0
//
// The exact rows: throughput and latency between two MACs whose wire pins are tied together,
// default preset, default registers, every tready high. A latency is the worst of ROUNDS, each
// after another number of idle cycles, and must not depend on it; see docs/benchmarks.md.
#include "bench/bench.h"

#include <algorithm>
#include <utility>

#include "ttp_regs.h"

namespace {

constexpr uint64_t FROM = 1000, SPAN = 10000;   // delivered payloads
constexpr unsigned ROUNDS = 24;

// Cycles a payload at the far host; the slower direction if both send, one of them from a later
// cycle on.
double throughput(const std::string &preset, DutKind dut, const BenchOptions &o, uint32_t bytes,
                  bool both, unsigned links = 1, unsigned later = 0)
{
    Pair p(preset, dut, o.rtl_dir, o.seed);
    p.set_bytes(bytes);
    p[0].links = p[1].links = links;
    p[0].offered = UINT64_MAX;
    p.run(later);
    if (both) p[1].offered = UINT64_MAX;
    uint64_t from[2] = { 0, 0 }, to[2] = { 0, 0 };
    const auto done = [&](unsigned i) { return to[i] || (i == 0 && !both); };
    while (!done(0) || !done(1)) {
        p.step();
        for (unsigned i = 0; i < 2; i++) {
            if (p[i].delivered == FROM && !from[i]) from[i] = p.cycle;
            if (p[i].delivered == FROM + SPAN && !to[i]) to[i] = p.cycle;
        }
        if (p.cycle > 5000000) throw BenchError(preset + ": throughput run stands still");
    }
    p.check();
    return static_cast<double>(std::max(to[0] - from[0], to[1] - from[1])) / SPAN;
}

// 64-byte payloads both ways to LEAST and more links in turn. Which events meet is a matter of
// phase, so one end also begins later, while the other has its links open and is at its rate.
struct Many { double together = 0, apart = 0, mean = 0; };      // worst, worst, mean of all runs

Many many_links(DutKind dut, const BenchOptions &o)
{
    constexpr unsigned LEAST = 8, MOST = 18;
    Many m;
    unsigned runs = 0;
    for (const unsigned later : { 0u, 501u, 503u, 504u, 507u, 511u })
        for (unsigned links = LEAST; links <= MOST; links++, runs++) {
            const double cycles = throughput("dojo", dut, o, 64, true, links, later);
            double &worst = later ? m.apart : m.together;
            worst = std::max(worst, cycles);
            m.mean += cycles;
        }
    m.mean /= runs;
    return m;
}

void clear_log(Pair *p)
{
    for (unsigned i = 0; i < 2; i++) {
        (*p)[i].host_in.clear();
        (*p)[i].host_out.clear();
        (*p)[i].sent.clear();
    }
}

const FrameSeen &frame(const Side &s, uint32_t opcode)
{
    for (const FrameSeen &f : s.sent) if (f.header.opcode == opcode) return f;
    throw BenchError(std::string("no ") + opcode_name(opcode) + " was sent");
}

struct Latency {
    uint64_t host_to_wire = 0, wire_to_host = 0, payload_to_ack = 0, one_way = 0, cold = 0;
    uint64_t other_host_to_wire = 0;          // the payload before went to another link
    uint64_t one_way_least = UINT64_MAX;
};

void up(uint64_t *worst, uint64_t v) { *worst = std::max(*worst, v); }

// One payload of `bytes` from A to B and its ACK, from idle to idle.
void one_payload(Pair *p, uint32_t bytes, unsigned idle)
{
    p->set_bytes(bytes);
    p->run(idle);
    clear_log(p);
    (*p)[0].offered++;
    p->drain(20000);
    p->run(200);                              // ACK and retirement
}

Latency latencies(const std::string &preset, DutKind dut, const BenchOptions &o)
{
    Pair p(preset, dut, o.rtl_dir, o.seed);
    Latency l;
    p.log = true;
    for (unsigned vc = 0; vc < 3; vc++) {     // three links that were never open
        p[0].vc = vc;
        one_payload(&p, 64, 137 + 61 * vc);
        up(&l.cold, p[1].host_out.at(0) - p[0].host_in.at(0));
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (const uint32_t bytes : { 64u, 512u, 1024u }) {
            one_payload(&p, bytes, 97 + 61 * i + bytes / 64);
            const FrameSeen &pay = frame(p[0], OP_PAYLOAD);
            up(&l.wire_to_host, p[1].host_out.at(0) - pay.last);
            up(&l.payload_to_ack, frame(p[1], OP_ACK).first - pay.last);
            if (bytes != 64) continue;
            up(&l.host_to_wire, pay.first - p[0].host_in.at(0));
            const uint64_t way = p[1].host_out.at(0) - p[0].host_in.at(0);
            up(&l.one_way, way);
            l.one_way_least = std::min(l.one_way_least, way);
        }
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        p[0].vc = i % 3;
        one_payload(&p, 64, 97 + 61 * i);
        up(&l.other_host_to_wire, frame(p[0], OP_PAYLOAD).first - p[0].host_in.at(0));
    }
    if (l.one_way_least != l.one_way)
        throw BenchError(preset + ": latency of an idle MAC depends on the moment");
    p.check();
    return l;
}

} // namespace

double bench_selective_way(const BenchOptions &o, uint32_t bytes)
{
    Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, true);
    p.log = true;
    for (unsigned i = 0; i < 2; i++) one_payload(&p, bytes, 137);   // the first opens the link
    return static_cast<double>(p[1].host_out.at(0) - p[0].host_in.at(0));
}

namespace {

// A NACK that retires k payloads, into an otherwise idle MAC: k + 2 payloads
// are sent, all ACKs and payload k + 1 are lost, payload k + 2 makes the NACK;
// it takes 300 cycles to arrive.
double nack_to_replay(DutKind dut, const BenchOptions &o, uint32_t k)
{
    Pair p("dojo", dut, o.rtl_dir, o.seed);
    p.set_bytes(64);
    p[0].offered = 1;
    p.drain();
    p.run(200);
    p.log = true;
    uint64_t worst = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        clear_log(&p);
        p.run(61 * i);
        unsigned left = k + 1;
        Line forward, back;
        forward.drop = [&](const Header &h) {
            return h.opcode == OP_PAYLOAD && left && --left == 0;
        };
        bool nacked = false;
        back.drop = [&](const Header &h) {
            nacked = nacked || h.opcode == OP_NACK;
            return h.opcode == OP_ACK && !nacked;
        };
        back.delay = 300;
        p.set_line(0, forward);
        p.set_line(1, back);
        p[0].offered += k + 2;
        p.drain(5000);
        p.run(1000);
        const FrameSeen &nack = frame(p[1], OP_NACK);
        const auto payload = [](const FrameSeen &f) { return f.header.opcode == OP_PAYLOAD; };
        const auto again = [&](const FrameSeen &f) {
            return payload(f) && f.first > nack.last + back.delay;
        };
        const auto at = std::find_if(p[0].sent.begin(), p[0].sent.end(), again);
        if (at == p[0].sent.end() || at->header.txid != nack.header.rxid)
            throw BenchError("no replay of what the NACK named");
        const auto before = std::count_if(p[0].sent.begin(), at, payload);
        if (before != k + 2) throw BenchError("the NACK did not come alone");
        up(&worst, at->first - (nack.last + back.delay));
        p.set_line(0, Line());
        p.set_line(1, Line());
    }
    p.check();
    return static_cast<double>(worst);
}

// The same under saturated 1024-byte traffic: from the NACK to the replay, and what is left of that
// without the rest of the frame that was being sent when the NACK came.
struct Busy {
    uint64_t latency = 0, less_rest = 0;
};

Busy nack_to_replay_busy(DutKind dut, const BenchOptions &o)
{
    Pair p("dojo", dut, o.rtl_dir, o.seed);
    bool lose = false;
    Line line;
    line.drop = [&](const Header &h) {
        return h.opcode == OP_PAYLOAD && std::exchange(lose, false);
    };
    p.set_line(0, line);
    p.set_bytes(1024);
    p[0].offered = UINT64_MAX;
    p.run(5000);
    p.log = true;
    Busy worst;
    for (unsigned i = 0; i < ROUNDS; i++) {
        p.run(601 + 13 * i);
        clear_log(&p);
        lose = true;
        p.run(600);
        const FrameSeen &nack = frame(p[1], OP_NACK);
        uint64_t rest = 0, replay = 0;
        for (const FrameSeen &f : p[0].sent) {
            if (f.first <= nack.last && f.last >= nack.last) rest = f.last - nack.last;
            const bool named = f.header.opcode == OP_PAYLOAD && f.header.txid == nack.header.rxid;
            if (f.first > nack.last && named && !replay) replay = f.first;
        }
        if (!replay) throw BenchError("no replay under traffic");
        up(&worst.latency, replay - nack.last);
        up(&worst.less_rest, replay - nack.last - rest);
    }
    p.check();
    return worst;
}

} // namespace

Row bench_cycles(const BenchOptions &o, DutKind dut)
{
    const auto d = [](uint64_t v) { return static_cast<double>(v); };
    Row r;
    r.emplace_back("frame1k_cycles", throughput("dojo", dut, o, 1024, false));
    r.emplace_back("frame1k_bidir_cycles", throughput("dojo", dut, o, 1024, true));
    r.emplace_back("frame64_cycles", throughput("dojo", dut, o, 64, false));
    r.emplace_back("frame64_bidir_cycles", throughput("dojo", dut, o, 64, true));
    r.emplace_back("frame64_cycles_64bit", throughput("nic1g", dut, o, 64, false));
    const Latency wide = latencies("dojo", dut, o), narrow = latencies("nic1g", dut, o);
    r.emplace_back("latency_host_to_wire", d(wide.host_to_wire));
    r.emplace_back("latency_host_to_wire_64bit", d(narrow.host_to_wire));
    r.emplace_back("latency_wire_to_host", d(wide.wire_to_host));
    r.emplace_back("latency_payload_to_ack", d(wide.payload_to_ack));
    r.emplace_back("latency_nack_to_replay", nack_to_replay(dut, o, 0));
    for (const uint32_t k : { 1u, 4u, 16u })
        r.emplace_back("latency_nack_to_replay_k" + std::to_string(k), nack_to_replay(dut, o, k));
    r.emplace_back("one_way_64B_cycles", d(wide.one_way));
    r.emplace_back("one_way_cold_cycles", d(wide.cold));
    // No bound is set for these: for comparison.
    const Busy busy = nack_to_replay_busy(dut, o);
    r.emplace_back("latency_nack_to_replay_busy", d(busy.latency));
    r.emplace_back("latency_nack_to_replay_busy_less_rest", d(busy.less_rest));
    r.emplace_back("latency_host_to_wire_other_link", d(wide.other_host_to_wire));
    r.emplace_back("latency_host_to_wire_other_link_64bit", d(narrow.other_host_to_wire));
    r.emplace_back("latency_wire_to_host_64bit", d(narrow.wire_to_host));
    r.emplace_back("latency_payload_to_ack_64bit", d(narrow.payload_to_ack));
    r.emplace_back("frame1k_3_bidir", throughput("dojo", dut, o, 1024, true, 3));
    r.emplace_back("frame64_3", throughput("dojo", dut, o, 64, false, 3));
    const Many many = many_links(dut, o);
    r.emplace_back("frame64_many_bidir", many.together);
    r.emplace_back("frame64_many_apart_bidir", many.apart);
    r.emplace_back("frame64_many_mean_bidir", many.mean);
    for (const unsigned links : { 3u, 8u, 16u, 48u })
        r.emplace_back("frame64_" + std::to_string(links) + "_bidir",
                       throughput("dojo", dut, o, 64, true, links));
    r.emplace_back("one_way_64B_cycles_64bit", d(narrow.one_way));
    r.emplace_back("one_way_cold_cycles_64bit", d(narrow.cold));
    return r;
}
