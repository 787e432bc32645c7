// SPDX-License-Identifier: Apache-2.0
//
// One transfer with the played reference module; see reference_run.h.
#include "reference_run.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "presets.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

namespace {

constexpr int MAC = 0, OUTSIDE = 1;                // ports of the wire
constexpr uint32_t OURS = 0x000002, THEIRS = 0x000001;
constexpr double SLACK = 0.1;                      // seconds
constexpr double LINGER = 2;                       // seconds of silence after which we close too

} // namespace

Plan plan(uint64_t seed, double loss)
{
    Rng r(seed, 0x7265666d);
    Plan p;
    p.seed = seed;
    p.loss = loss;
    p.vc = r.below(3);
    const uint32_t ways = r.below(8);              // both ways at once, mostly
    p.out = ways == 0 ? 0 : 4 + r.below(20);
    p.in = ways == 1 || ways == 2 ? 0 : 4 + r.below(20);
    p.least = r.below(2) ? 1008 : 8;
    const auto any = static_cast<Plan::Opener>(r.below(3));
    p.opener = p.in == 0 ? Plan::OURS : p.out == 0 ? Plan::THEIRS : any;
    const uint32_t end = r.below(8);
    p.closer = end == 0 ? Plan::THEY : end == 1 && p.out ? Plan::HASTY : Plan::WE;
    const bool reload = p.closer == Plan::WE && r.below(3) == 0;
    p.reload = !reload ? Plan::NEVER : p.in == 0 ? Plan::HALF_WAY : Plan::AT_END;
    p.delay_us = 20 + r.below(2000);
    p.read_us = 1000 + r.below(20000);
    p.twice = r.below(2) != 0;
    return p;
}

NetConfig ReferenceRun::config(const Plan &p, const std::string &preset,
                               const std::string &rtl_dir)
{
    NetConfig c;
    c.preset = preset;
    c.rtl_dir = rtl_dir;
    c.seed = p.seed;
    return c;
}

ReferenceRun::ReferenceRun(const Plan &p, const std::string &preset, DutKind dut,
                           const std::string &rtl_dir, bool show)
    : p_(p), show_(show), net_(config(p, preset, rtl_dir)),
      module_([&] {
          Reference::Options o;
          o.node = THEIRS;
          o.read_us = p.read_us;
          o.twice = p.twice;
          return o;
      }())
{
    NodeConfig c;
    c.name = "A";
    c.node = OURS;
    c.dut = dut;
    c.epoch_seed = static_cast<uint16_t>(mix64(p.seed));
    std::string why;
    if (!find_preset(preset, &c.params)) why = "no preset " + preset;
    params_ = c.params;
    if (!why.empty() || !net_.add(c, &why)) {
        fail(why);
        return;
    }
    n_ = &net_[0];
    connect();
}

void ReferenceRun::fail(const std::string &what)
{
    if (!ok()) return;
    char at[40];
    snprintf(at, sizeof at, "%.3f s: ", seconds(net_.cycle - start_));
    out_.why = at + what;
}

// The scoreboard needs a MAC at both ends: it is left out, the monitor of the ports stays.
void ReferenceRun::connect()
{
    net_.wire.attach(0);                                        // OUTSIDE
    net_.wire.route = [](int src, const Frame &) { return src == MAC ? OUTSIDE : MAC; };
    Harm harm;
    harm.loss = p_.loss;
    harm.delay = std::max<uint64_t>(1, p_.delay_us * p_.hz / 1000000);
    net_.wire.set(harm);
    net_.wire.witness = [this](int src, const Frame &f, const Fate &fate) {
        if (!show_) return;
        show(f, src == MAC);
        if (fate.harm & HARM_LOST) printf("      lost\n");
    };
    n_->source.pull = [this](HostPacket *p) { return pull(p); };
    n_->source.accepted = [](const HostPacket &, size_t, size_t) {};
    n_->sink.packet = [this](uint32_t tid, const std::vector<uint8_t> &d) {
        if (tid != (p_.vc << 24 | THEIRS)) fail("a payload of another link");
        if (out_.delivered >= p_.in || d != data(false, out_.delivered))
            fail("payload " + std::to_string(out_.delivered) + " of the module is not what came");
        out_.delivered++;
    };
    n_->completions.record = [this](const Completion &c) {
        if (c.kind == TTP_CPL_RETIRED) {
            for (uint32_t i = 0; i < c.count && !cells_.empty(); i++) {
                held_ -= cells_.front();
                cells_.pop_front();
            }
            out_.retired += c.count;
            if (out_.retired == p_.out) out_.sending = seconds(net_.cycle - start_);
        } else if (c.kind == TTP_CPL_CLOSED) {
            closed_ = true;
        } else {
            fail("completion of kind " + std::to_string(c.kind));
        }
    };
    n_->wire_out.frame = [this](Frame f) {
        Header h;
        const std::string bad = frame_fault(f, OURS);      // no offer, number or map either
        if (!bad.empty()) fail("frame sent: " + bad);
        if (parse_header(f, &h) && h.opcode < OP_N) out_.sent[h.opcode]++;
        net_.wire.send(MAC, std::move(f), net_.cycle);
    };
    n_->wire_in.arrived = [this](const Frame &) { heard_ = net_.cycle; };
    module_.send = [this](const Frame &f) { net_.wire.send(OUTSIDE, f, net_.cycle); };
    module_.taken = [this](uint32_t, uint32_t, const std::vector<uint8_t> &d) { taken(d); };
}

// What a module that is loaded anew had taken and not acknowledged comes once more.
void ReferenceRun::taken(const std::vector<uint8_t> &d)
{
    if (before_reload_ != SIZE_MAX) {
        size_t i = before_reload_;
        while (i < arrived_ && d != data(true, i)) i++;
        arrived_ = i;
        before_reload_ = SIZE_MAX;
    }
    if (arrived_ >= p_.out || d != data(true, arrived_))
        fail("payload " + std::to_string(arrived_) + " to the module is not what came");
    arrived_++;
}

bool ReferenceRun::prepare()
{
    BridgeOptions o;
    o.interop = true;
    times_ = bridge_times(o, p_.hz, 0);
    times_.regs.selective = true;     // where the MAC has it: the module must not see it
    net_.start();
    bool good = set_up(net_, *n_, times_.regs);
    for (const auto &r : times_.more) good = good && net_.write(*n_, r.first, r.second);
    const double longest = std::max({ seconds(times_.regs.timeout), seconds(times_.regs.open_tmo),
        seconds(times_.regs.close_tmo), seconds(times_.reack), Reference::CLOSE_US * 1e-6 });
    wait_ = static_cast<uint64_t>((longest + SLACK) * static_cast<double>(p_.hz));
    linger_ = static_cast<uint64_t>(LINGER * static_cast<double>(p_.hz));
    start_ = moved_at_ = heard_ = net_.cycle;
    return good;
}

std::vector<uint8_t> ReferenceRun::data(bool ours, size_t i) const
{
    Rng r(p_.seed, (ours ? 1u : 2u) + 4 * i);
    std::vector<uint8_t> d(p_.least + r.below(static_cast<uint32_t>(p_.most - p_.least + 1)));
    for (uint8_t &x : d) x = static_cast<uint8_t>(r.below(256));
    return d;
}

// As the bridge: no more than the MAC can hold, so that the model may skip what is idle.
bool ReferenceRun::can_pull() const
{
    return opened_ && pulled_ < p_.out && cells_.size() < params_.tx_pkts
        && held_ + (p_.most + 63) / 64 <= params_.tx_cells;
}

bool ReferenceRun::pull(HostPacket *p)
{
    if (!can_pull()) return false;
    p->data = data(true, pulled_++);
    p->dest = p_.vc << 24 | THEIRS;
    cells_.push_back(static_cast<uint32_t>((p->data.size() + 63) / 64));
    held_ += cells_.back();
    return true;
}

void ReferenceRun::ask_to_close()
{
    asked_ = true;
    const auto answered = [this](uint32_t, uint8_t resp) {
        if (resp) ask_to_close();
    };
    n_->axil.push({ true, TTP_REG_CLOSE_LINK, p_.vc << 24 | THEIRS, 15, answered });
}

// What the two hosts do.
void ReferenceRun::act()
{
    const bool ours = out_.retired == p_.out;
    const bool all = ours && out_.delivered == p_.in && module_.queued(OURS, p_.vc) == 0;
    if (p_.opener == Plan::THEIRS) opened_ = opened_ || out_.delivered > 0;   // ours come behind
    if (p_.reload == Plan::HALF_WAY && !reloaded_ && arrived_ >= p_.out / 2) {
        reloaded_ = true;
        before_reload_ = out_.retired;
        module_.reload(us());
    }
    if (p_.closer == Plan::HASTY ? ours : all) {
        if (p_.reload == Plan::AT_END && !reloaded_) {
            reloaded_ = true;
            module_.reload(us());
            module_.target(OURS, p_.vc, us());
        }
        const bool silent = net_.cycle - heard_ > linger_;
        if (p_.closer == Plan::THEY && !they_asked_) {
            they_asked_ = true;
            module_.close(OURS, p_.vc, us());
        } else if (!asked_ && !closed_ && (p_.closer != Plan::THEY || silent)
                   && (module_.state(OURS, p_.vc) != Reference::OPEN_SENT || stuck())) {
            hasty_left_ = module_.queued(OURS, p_.vc);
            ask_to_close();
        }
    }
}

// An ACK stops the timer of its OPEN and CLOSE too: habit. Then it waits for ever.
bool ReferenceRun::stuck() const
{
    const Reference::State s = module_.state(OURS, p_.vc);
    return (s == Reference::OPEN_SENT || s == Reference::CLOSE_SENT) && !module_.timed(OURS, p_.vc);
}

bool ReferenceRun::done() const
{
    const bool they = module_.state(OURS, p_.vc) == Reference::CLOSED || stuck();
    return closed_ && they && net_.wire.in_flight() == 0;
}

void ReferenceRun::look_at_progress()
{
    const ReferenceCount &m = module_.count();
    const uint64_t moved = out_.retired + out_.delivered + m.taken + m.acknowledged
        + 1000 * (module_.state(OURS, p_.vc) + 10u * closed_ + 20u * asked_ + 40u * they_asked_);
    const uint64_t lost = net_.wire.count().lost, waited = net_.cycle - moved_at_;
    const uint64_t most = (1 + lost - moved_lost_) * wait_ + (host_waits_ ? linger_ : 0);
    host_waits_ = they_asked_ && !asked_;
    if (waited > most)
        fail("nothing moved for " + std::to_string(seconds(waited)) + " s, "
             + std::to_string(lost - moved_lost_) + " frames lost meanwhile explain "
             + std::to_string(seconds(most)) + " s; "
             + std::to_string(out_.retired) + " of " + std::to_string(p_.out) + " acknowledged, "
             + std::to_string(out_.delivered) + " of " + std::to_string(p_.in) + " received"
             + (asked_ ? ", our CLOSE was asked for" : "")
             + (closed_ ? ", our link is closed" : ""));
    out_.longest_wait = std::max(out_.longest_wait, seconds(waited));
    if (moved == moved_) return;
    moved_ = moved;
    moved_at_ = net_.cycle;
    moved_lost_ = lost;
}

// One cycle, or as many as nothing can happen in.
void ReferenceRun::step()
{
    Frame f;
    while (net_.wire.pop(OUTSIDE, net_.cycle, &f)) module_.receive(f, us());
    module_.tick(us());
    act();
    look_at_progress();
    if (done()) return;
    uint64_t quiet = can_pull() ? 0 : net_.idle_cycles();
    if (quiet > 1) {
        const uint64_t due = net_.wire.next_due(OUTSIDE), timer = module_.next();
        // Rounded up: the timer of the module is due in the first cycle of its microsecond.
        const uint64_t at = timer == Reference::NEVER ? UINT64_MAX
                                                      : start_ + (timer * p_.hz + 999999) / 1000000;
        for (uint64_t t : { due, at }) quiet = std::min(quiet, t > net_.cycle ? t - net_.cycle : 1);
        quiet = std::min(quiet, wait_);
    }
    if (quiet > 1) net_.skip(quiet);
    else net_.step();
}

void ReferenceRun::final_checks()
{
    const ReferenceCount &m = module_.count();
    if (out_.retired != p_.out || arrived_ != p_.out)
        fail("not all of ours arrived and was acknowledged");
    if (p_.closer == Plan::HASTY) {
        // It threw away what it had queued. One that we had taken may not have got its ACK.
        if (out_.delivered < m.acknowledged || out_.delivered > m.acknowledged + 1)
            fail("more or less was received than acknowledged");
        if (hasty_left_ == 0 && out_.delivered != p_.in)
            fail("not all of the module's was received");
    } else if (out_.delivered != p_.in || m.acknowledged != p_.in) {
        fail("not all of the module's was received and acknowledged");
    }
    out_.stuck = module_.state(OURS, p_.vc) != Reference::CLOSED;
    if (out_.stuck && !they_asked_ && p_.reload != Plan::AT_END) fail("the module is not closed");
    uint32_t free = 0;
    if (!net_.read(*n_, TTP_REG_CELLS_FREE, &free) || free != params_.tx_cells)
        fail("cells are missing at the end");
    if (!net_.read(*n_, TTP_REG_PKTS_FREE, &free) || free != params_.tx_pkts)
        fail("payloads are left at the end");
    ttp_mac *model = n_->dut->model();
    const char *bad = model ? ttp_mac_check(model) : nullptr;
    if (bad) fail(bad);
}

Outcome ReferenceRun::run(double clean_seconds)
{
    if (!ok()) return out_;
    if (!prepare()) fail("the MAC does not take its registers");
    if (p_.opener != Plan::OURS) module_.target(OURS, p_.vc, us());
    if (p_.opener != Plan::THEIRS) opened_ = true;
    for (size_t i = 0; i < p_.in; i++) module_.write(OURS, p_.vc, data(false, i), us());
    // An end that is not reached is seen by the bound from step to step.
    while (ok() && !net_.failed() && !done()) step();
    out_.seconds = seconds(net_.cycle - start_);
    out_.lost = net_.wire.count().lost;
    const double most = clean_seconds + static_cast<double>(out_.lost) * seconds(wait_)
        + (they_asked_ && asked_ ? seconds(linger_) : 0);
    if (ok() && !net_.failed()) final_checks();
    if (clean_seconds >= 0 && out_.seconds > most)
        fail("took longer than its " + std::to_string(out_.lost) + " lost frames explain, "
             + std::to_string(most) + " s");
    if (net_.difference())
        fail("RTL and model differ in " + net_.difference()->dut->difference()->ports.front().name);
    if (net_.faults.any()) fail(net_.faults.first().front());
    out_.cycles = net_.cycle;
    out_.compared = net_.compared();
    out_.module = module_.count();
    return out_;
}

void ReferenceRun::show(const Frame &f, bool sent) const
{
    Header h;
    if (!parse_header(f, &h)) return;
    printf("%9.4f %s %-11s TxID %u RxID %u, %zu bytes\n", seconds(net_.cycle - start_),
           sent ? "->" : "<-", opcode_name(h.opcode), h.txid, h.rxid, h.payload);
}
