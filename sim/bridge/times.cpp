// SPDX-License-Identifier: Apache-2.0
//
// Timers of a bridge, and the command that runs it again; see bridge.h.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "bridge/session.h"

namespace {

constexpr double MAX_CYCLES = 1u << 30;        // of a timer register

// In seconds. SPEC is for a link on a busy machine. INTEROP fits a peer whose own timers are 250 to
// 500 ms.
struct Profile {
    double timeout, open, close, backoff, reack;
    uint32_t retry_max, start_id, payload;
};
constexpr Profile SPEC = { 0.1, 0.2, 0.1, 0.025, 0, TTP_RST_RETRY_MAX, TTP_RST_START_ID, 1024 };
constexpr Profile INTEROP = { 0.375, 0.25, 0.5, 0.001, 0.3, TTP_RST_RETRY_MAX, 1 << 20, 1008 };

uint32_t cycles(double s, uint64_t hz)
{
    const double exact = std::round(s * static_cast<double>(hz));
    return static_cast<uint32_t>(std::clamp(exact, 1.0, MAX_CYCLES));
}

} // namespace

uint32_t bridge_payload(const BridgeOptions &o)
{
    return o.interop ? INTEROP.payload : SPEC.payload;
}

uint64_t bridge_cycle(const BridgeOptions &o)
{
    if (o.hz) return (1000000000000 + o.hz / 2) / o.hz;
    return o.params.data_w == 512 ? 5120 : 16000;      // line rate: 100 Gb/s, else 62.5 MHz
}

BridgeTimes bridge_times(const BridgeOptions &o, uint64_t hz, uint64_t round_trip)
{
    const Profile &p = o.interop ? INTEROP : SPEC;
    // A default is never shorter than the MAC's own: a slow clock still needs its cycles for a
    // frame. In simulated time the machine is never late, so the MAC's own will do.
    const auto pick = [&](double given, double def, uint32_t least) {
        if (given >= 0) return cycles(given, hz);
        const uint64_t far = std::min<uint64_t>(2 * round_trip, MAX_CYCLES);
        return std::max(round_trip ? static_cast<uint32_t>(far) : cycles(def, hz), least);
    };
    BridgeTimes t;
    t.regs.timeout = pick(o.timeout, p.timeout, TTP_RST_TIMEOUT);
    t.regs.open_tmo = pick(o.open_timeout, p.open, TTP_RST_OPEN_TMO);
    t.regs.close_tmo = pick(o.close_timeout, p.close, TTP_RST_CLOSE_TMO);
    t.regs.backoff = pick(o.backoff, p.backoff, TTP_RST_BACKOFF);
    t.regs.retry_max = o.retry_max ? o.retry_max : p.retry_max;
    t.regs.cpl_ctrl = 1;
    t.regs.selective = o.selective;
    const double reack = o.reack >= 0 ? o.reack : p.reack;
    t.reack = reack > 0 ? cycles(reack, hz) : 0;
    t.more = { { TTP_REG_START_ID, p.start_id },
               { TTP_REG_REACK, t.reack },
               { TTP_REG_IRQ_MASK,
                 1u << TTP_IRQ_ILLEGAL | 1u << TTP_IRQ_NOLINK | 1u << TTP_IRQ_CPL_LOST } };
    t.pause = static_cast<uint64_t>(std::llround(o.linger * static_cast<double>(hz)));
    // As many lost CLOSE_ACKs in a row may be made good.
    t.linger = 6ull * t.regs.close_tmo;
    return t;
}

std::string repeat_command(const BridgeOptions &o, uint64_t hz, const std::string &recording)
{
    static const std::set<std::string> left_out = { "--wire", "--exact", "--hz", "--epoch",
                                                    "--recv", "--pcap", "--record", "--limit" };
    std::string s = "ttpsim bridge --wire pcap-in:" + recording + " --exact --hz "
        + std::to_string(hz) + " --epoch " + std::to_string(o.epoch);
    for (const auto &[name, value] : o.given)
        if (!left_out.count(name)) s += " " + name + (value.empty() ? "" : " " + value);
    return s + (o.recv.empty() ? "" : " --recv /dev/null");
}

void Bridge::name_timers()
{
    const auto seconds = [this](const char *name, uint32_t n) {
        char text[40];
        snprintf(text, sizeof text, "%.9g", n / static_cast<double>(hz_));
        o_.given.emplace_back(name, text);
    };
    seconds("--timeout", times_.regs.timeout);
    seconds("--open-timeout", times_.regs.open_tmo);
    seconds("--close-timeout", times_.regs.close_tmo);
    seconds("--backoff", times_.regs.backoff);
    seconds("--reack", times_.reack);
}
