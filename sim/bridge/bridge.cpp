// SPDX-License-Identifier: Apache-2.0
//
// One MAC with its wire outside: set-up and the loop over time; see session.h.
#include "bridge/bridge.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "bridge/session.h"
#include "bridge/speed.h"
#include "program.h"
#include "report.h"
#include "run.h"

namespace {

constexpr int MAC = 0, OUTSIDE = 1;            // ports of the wire
constexpr unsigned BURST = 256;                // cycles between two looks at the world
constexpr uint64_t CHECK_EVERY = 1u << 17;     // cycles between checks of the model's invariants

volatile sig_atomic_t signals = 0;

void on_signal(int)
{
    signals = signals + 1;
    if (signals > 1) _exit(EXIT_WRONG);
}

int usage(const std::string &what)
{
    fprintf(stderr, "ttpsim bridge: %s\n", what.c_str());
    return EXIT_USAGE;
}

std::string beside_program(const BridgeOptions &o)
{
    return program_dir() + "/bridge-" + o.preset + "-" + std::to_string(o.node) + "-"
        + std::to_string(getpid());
}

} // namespace

NetConfig Bridge::config(const BridgeOptions &o)
{
    NetConfig c;
    c.preset = o.preset;
    c.rtl_dir = o.rtl_dir;
    // Two bridges with one seed do not have the same luck.
    c.seed = mix64(o.seed ^ static_cast<uint64_t>(o.node) << 32);
    return c;
}

Bridge::Bridge(BridgeOptions o, std::unique_ptr<OuterWire> wire, DataIn *in, DataOut *out)
    : o_(std::move(o)), outer_(std::move(wire)), in_(in), out_(out), net_(config(o_)),
      dice_(net_.cfg.seed, 0x7374617274)
{
}

bool Bridge::build(std::string *why)
{
    timed_ = outer_->timed();
    live_ = !timed_ && outer_->end_cycle() == UINT64_MAX;
    if (o_.epoch == 0) {
        // A bridge that is started again must not look like the one before.
        const uint64_t now = static_cast<uint64_t>(time(nullptr)) << 16
                             ^ static_cast<uint64_t>(getpid());
        o_.epoch = 1 + static_cast<uint32_t>(mix64(now) % 65535);
    }
    NodeConfig c;
    char name[16];
    snprintf(name, sizeof name, "%06x", o_.node);
    c.name = name;
    c.node = o_.node;
    c.epoch_seed = static_cast<uint16_t>(o_.epoch);
    c.params = o_.params;
    c.dut = o_.dut;
    if (!net_.add(c, why)) return false;
    n_ = &net_[0];
    net_.wire.attach(0);                                        // OUTSIDE
    net_.wire.route = [](int src, const Frame &) { return src == MAC ? OUTSIDE : MAC; };
    net_.wire.set(o_.harm);
    if (o_.in_ipv4) ipv4_ = std::make_unique<Ipv4Port>(o_.ipv4);
    if (!o_.plant.port.empty()) n_->dut->plant(o_.plant);
    if (!o_.pcap.empty()) {
        const auto program = tool_versions().front();
        const uint8_t address[6] = { OUI >> 16, OUI >> 8 & 0xff, OUI & 0xff,
                                     static_cast<uint8_t>(o_.node >> 16),
                                     static_cast<uint8_t>(o_.node >> 8),
                                     static_cast<uint8_t>(o_.node) };
        if (!pcap_.open(o_.pcap, program.first + " " + program.second, "ttpsim bridge", why))
            return false;
        pcap_.interface(c.name + ".tx", "sent by the MAC", address);
        pcap_.interface(c.name + ".rx", "received by the MAC", address);
    }
    if (!o_.record.empty()) {
        record_path_ = o_.record;
        if (!record_.open(record_path_, why)) return false;
    } else if ((live_ || timed_) && o_.dut == DutKind::lockstep) {
        record_path_ = beside_program(o_) + ".pcap";
        std::string trouble;
        if (!record_.open(record_path_, &trouble)) say("no recording: " + trouble);
    }
    if (o_.exact && o_.dut != DutKind::model)
        net_.snapshots.enable(50000, 2000, beside_program(o_) + ".fst");
    connect();
    return true;
}

// Speed first, because the timers are in cycles.
bool Bridge::prepare()
{
    hz_ = o_.hz ? o_.hz : timed_ ? 1000000000000 / bridge_cycle(o_) : 1000000;
    if (!o_.hz && live_) {                             // a capture does not wait for the clock
        speed_ = measured_speed(o_);
        hz_ = choose_hz(speed_, o_.dut);
    }
    net_.start();
    times_ = bridge_times(o_, hz_, timed_ ? 2 * outer_->latency() + 1 : 0);
    if (timed_) name_timers();
    bool ok = !net_.failed() && set_up(net_, *n_, times_.regs);
    for (const auto &r : times_.more) {
        uint8_t resp = 0;
        ok = ok && net_.write(*n_, r.first, r.second, &resp) && resp == 0;
    }
    if (!ok && !net_.failed()) end(EXIT_STUCK, "the MAC does not take its registers");
    return ok;
}

// Cycles in which nothing can happen.
uint64_t Bridge::quiet()
{
    if (can_pull() || n_->in.rst) return 0;
    const uint64_t due = net_.wire.next_due(OUTSIDE);
    if (due <= net_.cycle) return 0;
    return std::min(net_.idle_cycles(), due - net_.cycle);
}

// The next cycle in which this loop itself has something to do.
uint64_t Bridge::horizon() const
{
    uint64_t h = std::min(std::min(next_stats_, stop_by_), outer_->next_cycle());
    if (o_.begin > net_.cycle) h = std::min(h, o_.begin);
    if (!live_ && capture_end() > net_.cycle) h = std::min(h, capture_end());
    if (linger_end() > net_.cycle) h = std::min(h, linger_end());
    if (links_.next_silence() > net_.cycle) h = std::min(h, links_.next_silence());
    if (close_at() > net_.cycle) h = std::min(h, close_at());
    return std::min(h, std::max(next_tick(), net_.cycle + 1));
}

void Bridge::skip_to(uint64_t limit)
{
    limit = std::min(limit, horizon());
    const uint64_t q = limit > net_.cycle ? quiet() : 0;
    if (q > 1) net_.skip(std::min(q, limit - net_.cycle));
}

void Bridge::advance(uint64_t limit)
{
    limit = std::min(limit, horizon());
    for (unsigned i = 0; i < BURST && net_.cycle < limit && !net_.failed() && !links_.died; i++) {
        const uint64_t q = quiet();
        // Where a capture ends shows only when its last frame is in.
        if (!live_) limit = std::min(limit, horizon());
        if (lingering_) limit = std::min(limit, std::max(close_at(), net_.cycle));
        const uint64_t end = std::min(limit, next_tick());
        if (q > 1 && end > net_.cycle) net_.skip(std::min(q, end - net_.cycle));
        else net_.step();
        interrupt();
        tick();
        // In simulated time a run ends in the same cycle however long its bursts are.
        if (timed_ && closed()) break;
    }
    if (net_.cycle < next_check_) return;
    next_check_ = net_.cycle + CHECK_EVERY;
    const ttp_mac *m = n_->dut->model();
    const char *bad = m ? ttp_mac_check(m) : nullptr;
    if (bad) net_.faults.add(net_.cycle, "model of the MAC", bad);
}

void Bridge::loop()
{
    timespec day;
    clock_gettime(CLOCK_REALTIME, &day);
    wall_ns_ = static_cast<uint64_t>(day.tv_sec) * 1000000000 + static_cast<uint64_t>(day.tv_nsec);
    begin_ = progress_at_ = wall_seconds();
    begin_cycle_ = net_.cycle;
    links_.second = hz_;
    pace_.start(net_.cycle, begin_, static_cast<double>(hz_));
    outer_->start(net_.cycle, static_cast<double>(hz_));
    uint64_t stats_every = 0;
    if (o_.stats > 0) {
        const auto cycles = static_cast<uint64_t>(o_.stats * static_cast<double>(hz_));
        stats_every = std::max<uint64_t>(1, cycles);
    }
    if (stats_every) next_stats_ = net_.cycle + stats_every;
    if (o_.restarts >= 0) {
        resume_ = std::make_unique<Resume>(in_, 2 * times_.regs.close_tmo);
        plan_restart();
    }

    while (!over()) {
        const double now = wall_seconds();
        if (live_) {
            // What lies behind is skipped before new frames are read, so that timers
            // started by them begin now, and before more time is given up than has to be.
            if (asleep()) pace_.hold(net_.cycle, now);
            skip_to(pace_.allowed(now));
            pace_.slip(net_.cycle, now);
        }
        out_->mute = net_.snapshots.replaying();
        receive();
        in_->fill();
        out_->flush();
        n_->sink.hold = out_->full();
        maybe_close();
        const uint64_t allowed = live_ ? pace_.allowed(now) : UINT64_MAX;
        advance(allowed);
        deliver();
        outer_->pass(net_.cycle);
        links_.silence(net_.cycle);
        if (net_.cycle >= next_stats_) {
            next_stats_ += stats_every;
            stats();
        }
        if (signals && !stopping_) {
            say("stopped by a signal: closing the links");
            stop();
        }
        if (live_ && net_.cycle >= allowed && !over()) sleep();
        else let_signals_in();
    }
}

int Bridge::run()
{
    std::string why;
    if (!outer_->meet(&why)) return usage(why);
    say("preset " + o_.preset + ", dut " + dut_kind_name(o_.dut)
        + ", epoch " + std::to_string(o_.epoch) + ", wire " + outer_->name());
    if (prepare()) {
        std::string measured;
        if (speed_ > 0)
            measured = std::string(" (measured: ") + dut_kind_name(o_.dut) + " does "
                + std::to_string(std::llround(speed_ / 1000) * 1000) + " under traffic here)";
        say(std::to_string(hz_) + " cycles a second" + measured + ", timers in cycles: timeout "
            + std::to_string(times_.regs.timeout)
            + ", open " + std::to_string(times_.regs.open_tmo)
            + ", close " + std::to_string(times_.regs.close_tmo)
            + ", back-off " + std::to_string(times_.regs.backoff)
            + ", reack " + std::to_string(times_.reack)
            + "; retry_max " + std::to_string(times_.regs.retry_max));
        if (live_ && !in_->is_open() && !out_->is_open())
            say("neither --send nor --recv: it answers its peers until Ctrl-C");
        loop();
    }
    finish();
    while (!signals && outer_->follow()) let_signals_in();
    return exit_;
}

int bridge_main(int argc, char **argv)
{
    BridgeOptions o;
    switch (parse_bridge(argc, argv, &o)) {
    case Parse::done: return EXIT_OK;
    case Parse::bad:  return EXIT_USAGE;
    case Parse::run:  break;
    }
    std::string why;
    DataIn in;
    DataOut out;
    std::error_code none;
    if (!o.send.empty() && !in.open(o.send, &why)) return usage(why);
    if ((o.exact || o.restarts >= 0) && in.is_open() && !in.repeatable())
        return usage(std::string(o.exact ? "--exact" : "--restarts")
                     + ": what came through a pipe can not be repeated, --send needs a file");
    if (std::filesystem::is_regular_file(o.send, none)
        && std::filesystem::equivalent(o.send, o.recv, none))
        return usage("--recv would overwrite --send");
    std::unique_ptr<OuterWire> wire =
        open_wire(o.wire, o.node, o.exact, bridge_cycle(o), &why);
    if (!wire) return usage(why);
    // Last of the checks: it empties the file.
    if (!o.recv.empty() && !out.open(o.recv, &why)) return usage(why);

    sigset_t block;
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    struct sigaction act{};
    act.sa_handler = on_signal;
    sigaction(SIGINT, &act, nullptr);
    sigaction(SIGTERM, &act, nullptr);
    sigprocmask(SIG_BLOCK, &block, nullptr);
    signal(SIGPIPE, SIG_IGN);

    Bridge bridge(o, std::move(wire), &in, &out);
    if (!bridge.build(&why)) return usage(why);
    return bridge.run();
}
