// SPDX-License-Identifier: Apache-2.0
//
// Goodput against round-trip time, loss and reordering: dojo, 1024-byte payloads one way, paced
// lines whose delays add up to the RTT, on the golden model. Go-back-N, or selective repeat: then
// at most a window of the MAC is in flight. Register values are written through AXI4-Lite.
#include "bench/bench.h"

#include <algorithm>
#include <cmath>

#include "ttp_regs.h"

namespace {

constexpr uint64_t FROM = 1000;

// Counters that explain a result, of the sending and of the receiving MAC.
constexpr std::pair<const char *, unsigned> SENDER[] = {
    { "tx_payload", 6 }, { "rx_ack", 23 },  { "rx_nack", 24 },  { "rx_nack_full", 25 },
    { "replay", 48 },    { "timeout", 49 }, { "late_ack", 60 }, { "dead", 63 } };
constexpr std::pair<const char *, unsigned> RECEIVER[] = {
    { "repeat", 50 },     { "gap", 51 },       { "tx_nack", 8 },
    { "drop_event", 43 }, { "drop_resp", 44 }, { "drop_space", 45 } };

uint32_t cycles_of(double us)
{
    return static_cast<uint32_t>(std::lround(us * CYCLES_PER_US));
}

// A MAC pair on lines with that RTT; the timeout is two of them.
void set_up(Pair *p, uint32_t rtt, double loss, unsigned places = 0, bool as_reset = false)
{
    if (!as_reset) {
        p->write(0, TTP_REG_TIMEOUT, 2 * rtt);
        p->write(0, TTP_REG_OPEN_TMO, 2 * rtt + 200);     // the open is not what is measured
        p->write(0, TTP_REG_RETRY_MAX, 255);
    }
    Line there, back;
    there.delay = rtt / 2;
    back.delay = rtt - rtt / 2;
    there.pace = back.pace = true;
    there.loss = loss;
    there.places = places;
    p->set_line(0, there);
    p->set_line(1, back);
    p->set_bytes(1024);
    p->run(100);
    (*p)[0].offered = UINT64_MAX;
}

void until(Pair *p, uint64_t delivered, uint64_t limit)
{
    const uint64_t end = p->cycle + limit;
    while ((*p)[1].delivered < delivered) {
        p->step();
        if (p->cycle > end) throw BenchError("the sweep stands still");
    }
}

void explain(Pair *p, Row *r)
{
    const std::vector<uint64_t> a = p->counters(0), b = p->counters(1);
    for (const auto &c : SENDER) r->emplace_back(c.first, static_cast<double>(a[c.second]));
    for (const auto &c : RECEIVER) r->emplace_back(c.first, static_cast<double>(b[c.second]));
}

} // namespace

std::vector<Row> bench_window(const BenchOptions &o, bool selective)
{
    // Ten windows of 1024 payloads: at long RTTs delivery comes in bursts, and a span that is not a
    // whole number of them would count one too many or too few.
    constexpr uint64_t SPAN = 10240;
    std::vector<Row> sweep;
    for (const double us : { 1., 2., 5., 10., 20., 40., 60., 70., 80., 85., 90., 91., 92., 95.,
                             100., 120., 160., 240., 320. }) {
        const uint32_t rtt = cycles_of(us);
        Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, selective);
        set_up(&p, rtt, 0, 0, selective);
        const uint64_t limit = 100 * (20000 + rtt);
        until(&p, FROM, limit);
        const uint64_t from = p.cycle;
        until(&p, FROM + SPAN, limit);
        const double goodput = 1024.0 * SPAN / static_cast<double>(p.cycle - from);
        const double sram = selective ? 1024.0 * ttp_params_window(&p.params())
                                      : 64.0 * p.params().tx_cells;
        const double bound = std::min(LINE_GOODPUT, sram / (us * CYCLES_PER_US));
        Row r = { { "rtt_us", us }, { "goodput_bytes_per_cycle", goodput }, { "bound", bound },
                  { "ratio", goodput / bound } };
        explain(&p, &r);
        sweep.push_back(r);
    }
    return sweep;
}

Row bench_loss(const BenchOptions &o, double loss, bool selective)
{
    constexpr double US = 10;
    const uint32_t rtt = cycles_of(US);
    // 5000 losses a point at least, and 2 million frames, 4 where the loss is high: most losses hit
    // frames that are thrown away anyhow, only those that hold the receiver up count as samples.
    const double wanted = std::max(5000.0, (loss < 0.015 ? 2e6 : 4e6) * loss);
    const auto losses = static_cast<uint64_t>(wanted * o.scale);
    const uint64_t seed = o.seed + static_cast<uint64_t>(std::lround(loss * 1e6));
    Pair p("dojo", DutKind::model, o.rtl_dir, seed, selective);
    set_up(&p, rtt, loss);
    until(&p, FROM, 10000000);
    Side &a = p[0];
    a.slow_limit = rtt + rtt / 2;
    const uint64_t setbacks0 = a.setbacks, recovery0 = a.recovery;
    const uint64_t slow0 = a.slow, slow_recovery0 = a.slow_recovery;
    const uint64_t from = p.cycle, payloads0 = p[1].delivered;
    const uint64_t frames0 = a.payload_frames, lost0 = a.lost;
    uint64_t last_new = p.cycle, last_count = payloads0;
    while (a.lost - lost0 < losses || p[1].delivered - payloads0 < 10000) {
        p.run(256);
        if (p[1].delivered != last_count) {
            last_count = p[1].delivered;
            last_new = p.cycle;
        } else if (p.cycle - last_new > 1000000) throw BenchError("the loss sweep stands still");
    }
    const auto payloads = static_cast<double>(p[1].delivered - payloads0);
    const double goodput = 1024 * payloads / static_cast<double>(p.cycle - from);
    const double n = US * CYCLES_PER_US / (1108.0 / 64);      // frames a round trip
    const double go_back_n = LINE_GOODPUT * (1 - loss) / (1 + (n - 1) * loss);
    const double arrives = LINE_GOODPUT * (1 - loss);
    const auto frames = static_cast<double>(a.payload_frames - frames0);
    const auto lost = static_cast<double>(a.lost - lost0);
    Row r = { { "loss", loss }, { "seed", static_cast<double>(seed) },
              { "losses", lost }, { "payload_frames", frames },
              { "observed_loss", lost / frames }, { "payloads", payloads },
              { "cycles", static_cast<double>(p.cycle - from) },
              { "rtt_us", US }, { "frames_per_rtt", n },
              { "goodput_bytes_per_cycle", goodput }, { "bound_go_back_n", go_back_n },
              { "bound_selective", arrives }, { "ratio", goodput / go_back_n },
              { "ratio_selective", goodput / arrives } };
    explain(&p, &r);
    if (selective) return r;
    // Why: what a loss that holds the receiver up costs, in frame times, from
    // the lost frame to its next copy.
    const auto frame_times = [](uint64_t sum, uint64_t of) {
        return of ? static_cast<double>(sum) / static_cast<double>(of) / 17.3125 : 0;
    };
    const uint64_t setbacks = a.setbacks - setbacks0, slow = a.slow - slow0;
    const uint64_t recovery = a.recovery - recovery0;
    const uint64_t slow_recovery = a.slow_recovery - slow_recovery0;
    r.emplace_back("setbacks", static_cast<double>(setbacks));
    r.emplace_back("setback_frames", frame_times(recovery, setbacks));
    r.emplace_back("quick_setback_frames", frame_times(recovery - slow_recovery, setbacks - slow));
    r.emplace_back("slow_setbacks", static_cast<double>(slow));
    r.emplace_back("slow_setback_frames", frame_times(slow_recovery, slow));
    return r;
}

Row bench_reorder(const BenchOptions &o, unsigned places, bool selective)
{
    const uint32_t rtt = cycles_of(10);
    const double payloads = selective ? 200000 : 10000;
    const auto span = static_cast<uint64_t>(std::max(2000.0, payloads * o.scale));
    Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, selective);
    set_up(&p, rtt, 0, places);
    const uint64_t begin = selective ? 10 * FROM : FROM;        // the distance is learnt
    until(&p, begin, 50000000);
    const uint64_t from = p.cycle, frames0 = p[0].payload_frames, got0 = p[1].delivered;
    until(&p, begin + span, 5000 * span);
    const auto got = static_cast<double>(p[1].delivered - got0);
    const double goodput = 1024 * got / static_cast<double>(p.cycle - from);
    Row r = { { "places", places }, { "rtt_us", 10 },
              { "goodput_bytes_per_cycle", goodput }, { "ratio", goodput / LINE_GOODPUT },
              { "frames_a_payload", static_cast<double>(p[0].payload_frames - frames0) / got } };
    explain(&p, &r);
    return r;
}

// A payload every four frame times, whatever becomes of those before it.
Row bench_latency(const BenchOptions &o, double loss, bool selective)
{
    const uint32_t rtt = cycles_of(10);
    const auto span = static_cast<uint64_t>(std::max(5000.0, 100000 * o.scale));
    const double every = 4 * 1024 / LINE_GOODPUT;
    Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, selective);
    set_up(&p, rtt, loss);
    p[0].offered = 0;
    const uint64_t from = p.cycle;
    std::vector<uint64_t> offered, took;
    while (took.size() < FROM + span) {
        while (static_cast<double>(p.cycle - from) >= every * static_cast<double>(offered.size())) {
            offered.push_back(p.cycle);
            p[0].offered++;
        }
        p.step();
        while (took.size() < p[1].delivered) took.push_back(p.cycle - offered[took.size()]);
        if (offered.size() - took.size() > span / 2) throw BenchError("more comes than goes");
    }
    took.erase(took.begin(), took.begin() + FROM);      // the open is not what is measured
    std::sort(took.begin(), took.end());
    const auto us = [&](double part) {
        const double last = static_cast<double>(took.size() - 1);
        return static_cast<double>(took[static_cast<size_t>(last * part)]) / CYCLES_PER_US;
    };
    Row r = { { "loss", loss }, { "rtt_us", 10 }, { "payloads", static_cast<double>(took.size()) },
              { "us_50", us(0.5) }, { "us_99", us(0.99) }, { "us_999", us(0.999) },
              { "us_most", us(1) } };
    explain(&p, &r);
    return r;
}

Row bench_both(const BenchOptions &o, double loss)
{
    const auto span = static_cast<uint64_t>(std::max(2000.0, 100000 * o.scale));
    Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, true);
    set_up(&p, cycles_of(10), loss);
    Line back = p[1].line;
    back.loss = loss;
    p.set_line(1, back);
    until(&p, FROM, 10000000);
    const uint64_t frames0 = p[0].payload_frames, got0 = p[1].delivered;
    until(&p, FROM + span, 1000 * span);
    const auto got = static_cast<double>(p[1].delivered - got0);
    Row r = { { "loss", loss }, { "rtt_us", 10 },
              { "frames_a_payload", static_cast<double>(p[0].payload_frames - frames0) / got } };
    explain(&p, &r);
    return r;
}

Row bench_tail(const BenchOptions &o)
{
    constexpr unsigned BURSTS = 200, PAYLOADS = 20;
    const uint32_t rtt = cycles_of(10);
    Pair p("dojo", DutKind::model, o.rtl_dir, o.seed, true);
    set_up(&p, rtt, 0);
    p[0].offered = 0;
    Line line = p[0].line;
    uint64_t lost_at = 0, sum = 0, most = 0;
    unsigned seen = 0;
    // The last payload of a burst is lost when it is sent first.
    line.drop = [&](const Header &h) {
        if (h.opcode != OP_PAYLOAD) return false;
        seen++;
        if (seen == PAYLOADS) lost_at = p.cycle;
        if (seen == PAYLOADS + 1) {
            sum += p.cycle - lost_at;
            most = std::max(most, p.cycle - lost_at);
        }
        return seen == PAYLOADS;
    };
    p.set_line(0, line);
    unsigned bursts = 0;
    for (unsigned i = 0; i < BURSTS; i++) {
        const uint64_t end = p[0].offered + PAYLOADS;
        seen = 0;
        p[0].offered = end;
        until(&p, end, 1000000);
        p.run(rtt);                             // the last answer, and the next burst is not a part
        bursts += seen > PAYLOADS;
    }
    const double round = rtt;
    Row r = { { "bursts", bursts }, { "rtt_us", 10 },
          { "mean_rtts", static_cast<double>(sum) / bursts / round },
          { "most_rtts", static_cast<double>(most) / round } };
    explain(&p, &r);
    return r;
}
