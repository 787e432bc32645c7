// SPDX-License-Identifier: Apache-2.0
//
// Our MAC against the played reference module, in simulated time; see reference_run.h.
//
//     test_reference [--preset P] [--dut model|lockstep|rtl] [--loss X] [--seeds N] [--from N]
//                    [--hz N] [--show] [--rtl-dir D]
//     test_reference rate [--preset P] [--dut K]
//
// Without `rate`: N seeds, each without loss and with it; up to five times as many, until each
// habit of the module was met. Fails too when one never was. With it: how many payloads a second
// the module's host gets, and how many frames a payload takes in each direction.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli.h"
#include "presets.h"
#include "reference_run.h"

namespace {

constexpr uint64_t ENOUGH = 40;                    // seeds that must meet every habit

struct Args {
    std::string preset = "nic1g", rtl_dir;
    DutKind dut = DutKind::model;
    double loss = 0.1;
    uint64_t seeds = 200, from = 1, hz = 1000000;
    bool show = false, rate = false;
};

bool parse(int argc, char **argv, Args *a)
{
    for (int i = 1; i < argc; i++) {
        const std::string k = argv[i];
        if (k == "rate") { a->rate = true; continue; }
        if (k == "--show") { a->show = true; continue; }
        if (i + 1 == argc) return false;
        const std::string v = argv[++i];
        if (k == "--preset") a->preset = v;
        else if (k == "--rtl-dir") a->rtl_dir = v;
        else if (k == "--loss" && read_real(v, 0, 0.9, &a->loss)) continue;
        else if (k == "--seeds" && read_number(v, 1, UINT64_MAX, &a->seeds)) continue;
        else if (k == "--from" && read_number(v, 0, UINT64_MAX, &a->from)) continue;
        else if (k == "--hz" && read_number(v, 10000, UINT64_MAX, &a->hz)) continue;
        else if (k == "--dut" && v == "model") a->dut = DutKind::model;
        else if (k == "--dut" && v == "lockstep") a->dut = DutKind::lockstep;
        else if (k == "--dut" && v == "rtl") a->dut = DutKind::rtl;
        else return false;
    }
    ttp_params p;
    return find_preset(a->preset, &p);
}

Outcome go(const Args &a, Plan p, double clean)
{
    p.hz = a.hz;
    return ReferenceRun(p, a.preset, a.dut, a.rtl_dir, a.show).run(clean);
}

// What all runs together have met.
struct Sum {
    ReferenceCount m;
    uint64_t runs = 0, failed = 0, lost = 0, compared = 0, stuck = 0, ours = 0, theirs = 0;
    double seconds = 0, longest = 0, slowest = 0;

    void add(const Outcome &o)
    {
        runs++;
        failed += !o.why.empty();
        lost += o.lost;
        compared += o.compared;
        stuck += o.stuck;
        ours += o.retired;
        theirs += o.delivered;
        seconds += o.seconds;
        longest = std::max(longest, o.longest_wait);
        slowest = std::max(slowest, o.seconds);
        for (unsigned i = 0; i < OP_N; i++) {
            m.received[i] += o.module.received[i];
            m.sent[i] += o.module.sent[i];
        }
        m.thrown_away += o.module.thrown_away;
        m.again += o.module.again;
        m.doubled += o.module.doubled;
        m.twice += o.module.twice;
        m.silenced += o.module.silenced;
        m.full_nacks += o.module.full_nacks;
    }

    void print(const char *what) const
    {
        const auto n = [](uint64_t v) { return static_cast<unsigned long long>(v); };
        printf("%s: %llu runs, %llu failed; %.1f s simulated, slowest %.2f s, longest wait"
               " %.3f s\n", what, n(runs), n(failed), seconds, slowest, longest);
        printf("  %llu payloads out, %llu in, %llu frames lost; the module: NACK_FULL %llu, NACK"
               " behind it %llu, NACK %llu,\n  CLOSE_NACK %llu, NACK_NOLINK %llu, sent again %llu,"
               " of them by a second ACK %llu, silenced %llu, thrown away %llu, stuck %llu\n",
               n(ours), n(theirs), n(lost), n(m.sent[OP_NACK_FULL]), n(m.full_nacks),
               n(m.sent[OP_NACK]), n(m.sent[OP_CLOSE_NACK]), n(m.sent[OP_NACK_NOLINK]), n(m.again),
               n(m.doubled), n(m.silenced), n(m.thrown_away), n(stuck));
    }
};

// A habit that no run has met was not tested; null if there is none.
const char *unmet(const Sum &clean, const Sum &lossy)
{
    const std::pair<const char *, uint64_t> habits[] = {
        { "NACK_FULL", lossy.m.sent[OP_NACK_FULL] },
        { "NACK behind NACK_FULL", clean.m.full_nacks },
        { "CLOSE_NACK", lossy.m.sent[OP_CLOSE_NACK] },
        { "NACK_NOLINK", lossy.m.sent[OP_NACK_NOLINK] },
        { "a payload sent again by a second ACK", lossy.m.doubled },
        { "a first payload sent twice", clean.m.twice },
        { "a PAYLOAD that stops its timer", lossy.m.silenced },
        { "a queue thrown away", clean.m.thrown_away },
        { "its own CLOSE", lossy.m.sent[OP_CLOSE] },
        { "its own OPEN", lossy.m.sent[OP_OPEN] },
        { "frames lost", lossy.lost },
    };
    for (const auto &h : habits)
        if (!h.second) return h.first;
    return nullptr;
}

int seeds(const Args &a)
{
    Sum clean, lossy;
    // Some habits are seldom: if need be the next seeds are tried, too.
    const auto more = [&](uint64_t n) {
        return n < a.seeds || (a.seeds >= ENOUGH && n < 5 * a.seeds && unmet(clean, lossy));
    };
    for (uint64_t s = a.from; more(s - a.from); s++) {
        const Outcome c = go(a, plan(s, 0), -1);
        const Outcome l = go(a, plan(s, a.loss), c.seconds);
        clean.add(c);
        lossy.add(l);
        for (const Outcome *o : { &c, &l })
            if (!o->why.empty())
                printf("FAIL seed %llu%s: %s\n", static_cast<unsigned long long>(s),
                       o == &c ? " without loss" : "", o->why.c_str());
        fflush(stdout);
    }
    clean.print("without loss");
    lossy.print("with loss");
    if (a.dut == DutKind::lockstep)
        printf("  lockstep: %llu cycles compared\n",
               static_cast<unsigned long long>(clean.compared + lossy.compared));
    const char *habit = a.seeds < ENOUGH ? nullptr : unmet(clean, lossy);
    if (habit) printf("FAIL never met: %s\n", habit);
    return clean.failed || lossy.failed || habit;
}

// A transfer of payloads of 1008 bytes in one direction; RTL is slower.
size_t many(const Args &a) { return a.dut == DutKind::model ? 1000 : 400; }

Outcome one_way(const Args &a, bool out, double loss)
{
    Plan p;
    (out ? p.out : p.in) = many(a);
    p.opener = out ? Plan::OURS : Plan::THEIRS;
    p.least = 1008;
    p.loss = loss;
    p.twice = true;
    return go(a, p, -1);
}

bool below(const char *what, double frames, double most)
{
    printf("%s: %.3f frames a payload, at most %g\n", what, frames, most);
    if (frames > most) printf("FAIL %s: too many frames\n", what);
    return frames <= most;
}

// To a host that reads its page of three payloads every 5 ms, and from a module that sends the
// first payload of a burst twice. Before the rules snd.pace and rcv.repeat.stranger our model sent
// 275 a second, 2.3 frames each, and the module 2 frames each.
int rate(const Args &a)
{
    constexpr double LEAST = 284, MOST_TO = 1.3, MOST_FROM = 1.1, MOST_LOSSY = 1.25;
    // RTL runs every cycle of the timers that a lost frame costs: `reference_rtl` has losses.
    const bool loses = a.dut == DutKind::model;
    const Outcome to = one_way(a, true, 0), from = one_way(a, false, 0);
    const Outcome lossy = loses ? one_way(a, false, a.loss) : Outcome{};
    const double r = static_cast<double>(to.retired) / to.sending;
    const uint64_t full = to.module.sent[OP_NACK_FULL], behind = to.module.full_nacks;
    printf("%.1f payloads a second; NACK_FULL %llu, NACK behind it %llu\n", r,
           static_cast<unsigned long long>(full), static_cast<unsigned long long>(behind));
    bool good = r > LEAST;
    if (!good) printf("FAIL not above %g\n", LEAST);
    for (const Outcome *o : { &to, &from, &lossy }) {
        if (!o->why.empty()) printf("FAIL %s\n", o->why.c_str());
        good = good && o->why.empty();
    }
    const auto each = [&](uint64_t frames) {
        return static_cast<double>(frames) / static_cast<double>(many(a));
    };
    good = below("to the module", each(to.sent[OP_PAYLOAD]), MOST_TO) && good;
    good = below("from the module", each(from.module.sent[OP_PAYLOAD]), MOST_FROM) && good;
    if (loses)
        good = below("from the module, with loss", each(lossy.module.sent[OP_PAYLOAD]), MOST_LOSSY)
            && good;
    const bool met = full > 9 && behind > 0 && from.module.twice
        && (!loses || lossy.module.twice);
    if (!met) printf("FAIL the page was never full, or nothing came twice\n");
    return !good || !met;
}

} // namespace

int main(int argc, char **argv)
{
    Args a;
    if (!parse(argc, argv, &a)) {
        fprintf(stderr, "usage: test_reference [rate] [--preset P] [--dut model|lockstep|rtl]"
                        " [--loss X] [--seeds N] [--from N] [--hz N] [--show] [--rtl-dir D]\n");
        return 2;
    }
    return a.rate ? rate(a) : seeds(a);
}
