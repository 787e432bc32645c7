// SPDX-License-Identifier: Apache-2.0
//
// Timers of a bridge, and the command that runs it again; see bridge.h.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bridge/session.h"

namespace {

constexpr double MAX_CYCLES = 1u << 30;        // of a timer register

// In seconds. The first three are those of a link over a busy machine, the
// others fit a peer whose own timers are 250 to 500 ms.
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
    std::string s = "ttpsim bridge";
    const auto add = [&](const char *name, const std::string &v) {
        s += std::string(" --") + name + " " + v;
    };
    add("preset", o.preset);
    add("dut", dut_kind_name(o.dut));
    add("node", std::to_string(o.node));
    add("vc", std::to_string(o.vc));
    add("wire", "pcap-in:" + recording);
    s += " --exact";
    add("hz", std::to_string(hz));
    add("epoch", std::to_string(o.epoch));
    add("seed", std::to_string(o.seed));
    const auto real = [&](const char *name, double v, double none) {
        char text[40];
        snprintf(text, sizeof text, "%.9g", v);
        if (v != none) add(name, text);
    };
    if (o.has_peer) add("peer", std::to_string(o.peer));
    if (!o.send.empty()) add("send", o.send);
    if (!o.recv.empty()) add("recv", "/dev/null");
    if (o.interop) add("profile", "interop");
    if (o.payload) add("payload", std::to_string(o.payload));
    if (o.begin) add("begin", std::to_string(o.begin));
    if (o.retry_max) add("retry-max", std::to_string(o.retry_max));
    real("timeout", o.timeout, -1);
    real("open-timeout", o.open_timeout, -1);
    real("close-timeout", o.close_timeout, -1);
    real("backoff", o.backoff, -1);
    real("reack", o.reack, -1);
    real("stats", o.stats, 0);
    real("linger", o.linger, 2);
    real("restarts", o.restarts, -1);
    real("loss", o.harm.loss, 0);
    real("dup", o.harm.dup, 0);
    real("reorder", o.harm.reorder, 0);
    real("corrupt", o.harm.corrupt, 0);
    real("truncate", o.harm.truncate, 0);
    if (o.harm.delay) add("delay", std::to_string(o.harm.delay));
    if (!o.plant.port.empty()) add("plant", o.plant.port + "@" + std::to_string(o.plant.cycle));
    if (!o.rtl_dir.empty()) add("rtl-dir", o.rtl_dir);
    return s;
}

void Bridge::name_timers()
{
    const auto seconds = [this](uint32_t n) { return n / static_cast<double>(hz_); };
    o_.timeout = seconds(times_.regs.timeout);
    o_.open_timeout = seconds(times_.regs.open_tmo);
    o_.close_timeout = seconds(times_.regs.close_tmo);
    o_.backoff = seconds(times_.regs.backoff);
    o_.reack = seconds(times_.reack);
}
