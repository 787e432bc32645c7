// SPDX-License-Identifier: Apache-2.0
//
// See options.h.
#include "fabric/options.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include "fabric/kinds.h"
#include "params.h"
#include "presets.h"
#include "program.h"

namespace fabric {

namespace {

// 64K, 2M: powers of 1024 for what lies in memories.
bool size(const std::string &s, uint64_t *v)
{
    const char unit = s.empty() ? 0 : s.back();
    const unsigned shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
    if (!number(shift ? s.substr(0, s.size() - 1) : s, uint64_t{ 1 } << 40, v)) return false;
    *v <<= shift;
    return *v > 0 && *v <= uint64_t{ 1 } << 40;
}

bool real(const std::string &s, double *v)
{
    char *end;
    *v = strtod(s.c_str(), &end);
    return !s.empty() && !*end && std::isfinite(*v);
}

// "leaf0>spine1@5000-9000"
bool read_down(const std::string &text, Cable::Down *d)
{
    const size_t at = text.find('@'), dash = text.find('-', at);
    if (at == text.npos || dash == text.npos || at < text.find('>')) return false;
    d->name = text.substr(0, at);
    return number(text.substr(at + 1, dash - at - 1), UINT64_MAX, &d->outage.from)
        && number(text.substr(dash + 1), UINT64_MAX, &d->outage.to)
        && d->outage.from < d->outage.to;
}

bool read_spray(const std::string &s, Spray *to)
{
    static const std::map<std::string, Spray> known = { { "ecmp", Spray::ecmp },
        { "rr", Spray::rr }, { "random", Spray::random }, { "least", Spray::least } };
    const auto at = known.find(s);
    if (at == known.end()) return false;
    *to = at->second;
    return true;
}

// docs/timers.md: twice the round trip with a full queue on the way, and 16 frames a sender.
uint32_t pick_timeout(const FabricConfig &c)
{
    const uint64_t beat = c.end.beat(), frame = (HEADER + PAYLOAD_MAX + GAP) / beat;
    const uint64_t hops = c.shape.kind == Shape::pair ? 1 : c.shape.kind == Shape::star ? 2 : 4;
    const uint64_t n = std::min<uint64_t>(c.shape.nodes(), 64);
    uint64_t rtt = 2 * hops * (c.cable.delay + c.sw.latency + frame) + 100;
    if (c.shape.kind != Shape::pair) rtt += c.sw.buffer / beat;
    const uint64_t t = std::max<uint64_t>(4096, 2 * (rtt + 16 * frame * n));
    return static_cast<uint32_t>(std::min<uint64_t>(t, 1u << 30));
}

class Reader {
public:
    explicit Reader(Options *o) : o_(*o), f_(o->fabric) { table(); }

    // "" or what is wrong.
    std::string read(int argc, char **argv);

private:
    using Set = std::function<bool(const std::string &)>;
    void table();
    void selective();
    std::string finish();
    std::string finish_selective();
    Set to(uint32_t *v, uint64_t least, uint64_t most)
    {
        return [=](const std::string &s) {
            uint64_t n;
            if (!number(s, most, &n) || n < least) return false;
            *v = static_cast<uint32_t>(n);
            return true;
        };
    }
    Set to(uint64_t *v, uint64_t least = 0)
    {
        return [=](const std::string &s) {
            return number(s, uint64_t{ 1 } << 50, v) && *v >= least;
        };
    }
    Set to(std::string *v)
    {
        return [=](const std::string &s) {
            *v = s;
            return !s.empty();
        };
    }

    Options &o_;
    FabricConfig &f_;
    std::map<std::string, Set> set_;         // with a value
    std::map<std::string, bool *> flag_;
    std::string topology_, endpoints_ = "model", params_;
    uint32_t backoff_ = 0, in_flight_ = 0;
    bool quiet_ = false, no_skip_ = false, node_given_ = false;
};

void Reader::table()
{
    constexpr uint32_t LONG = 1u << 30;
    f_.end.retry_max = 255;
    set_["topology"] = to(&topology_);
    set_["endpoints"] = to(&endpoints_);
    set_["preset"] = to(&f_.end.preset);
    set_["params"] = to(&params_);
    set_["workload"] = to(&f_.work.name);
    set_["bytes"] = [this](const std::string &s) { return size(s, &f_.work.bytes); };
    set_["jitter"] = to(&f_.work.jitter, 0, LONG);
    set_["payload"] = to(&f_.payload, 1, PAYLOAD_MAX);
    set_["spray"] = [this](const std::string &s) { return read_spray(s, &f_.sw.spray); };
    set_["buffer"] = [this](const std::string &s) { return size(s, &f_.sw.buffer); };
    set_["shared"] = [this](const std::string &s) {
        f_.sw.shared = true;
        return size(s, &f_.sw.buffer);
    };
    set_["alpha"] = [this](const std::string &s) {
        return real(s, &f_.sw.alpha) && f_.sw.alpha > 0 && f_.sw.alpha <= 1024;
    };
    set_["latency"] = to(&f_.sw.latency, 0, LONG);
    set_["delay"] = [this](const std::string &s) {
        return number(s, LONG, &f_.cable.delay) && f_.cable.delay > 0;
    };
    set_["loss"] = [this](const std::string &s) {
        const size_t at = s.find('@');
        f_.cable.loss_at = at == s.npos ? "" : s.substr(at + 1);
        return real(s.substr(0, at), &f_.cable.loss) && f_.cable.loss >= 0 && f_.cable.loss <= 1;
    };
    set_["down"] = [this](const std::string &s) {
        f_.cable.down.emplace_back();
        return read_down(s, &f_.cable.down.back());
    };
    set_["detect"] = to(&f_.cable.detect);
    set_["timeout"] = to(&f_.end.timeout, 1, LONG);
    set_["backoff"] = to(&backoff_, 1, LONG);
    set_["retry"] = to(&f_.end.retry_max, 1, 255);
    set_["reack"] = to(&f_.end.reack, 0, LONG);
    set_["window"] = to(&f_.end.window, 16, 65536);
    set_["closes"] = to(&f_.end.lives.closes, 0, 10000);
    set_["restarts"] = to(&f_.end.lives.restarts, 0, 200);
    selective();
    set_["clock"] = [this](const std::string &s) {
        double mhz;
        if (!real(s, &mhz) || mhz < 0.001 || mhz > 100000) return false;
        f_.period_ps = static_cast<uint64_t>(std::llround(1e6 / mhz));
        return true;
    };
    set_["seed"] = [this](const std::string &s) {
        if (!number(s, uint64_t{ 1 } << 50, &f_.end.seed)) return false;
        f_.sw.seed = f_.work.seed = f_.end.seed;
        return true;
    };
    set_["wire"] = to(&o_.wire);
    set_["node"] = [this](const std::string &s) {
        node_given_ = true;
        return to(&o_.node, 0, NODES_MAX)(s);
    };
    set_["json"] = to(&o_.json);
    set_["pcap"] = [this](const std::string &s) {
        const size_t at = s.rfind('@');
        f_.pcap = s.substr(0, at);
        uint64_t node = 0;
        if (at != s.npos && !number(s.substr(at + 1), NODES_MAX, &node)) return false;
        f_.pcap_node = static_cast<uint32_t>(node);
        return !f_.pcap.empty();
    };
    set_["bucket"] = to(&f_.bucket, 1);
    set_["quantum"] = to(&f_.quantum, 1);
    set_["drain"] = to(&f_.drain);
    set_["patience"] = to(&f_.patience, 1);
    set_["rtl-dir"] = to(&f_.end.rtl_dir);
    set_["plant"] = [this](const std::string &s) {
        const size_t at = s.find('@');
        f_.plant.port = s.substr(0, at);
        return at != s.npos && number(s.substr(at + 1), UINT64_MAX, &f_.plant.cycle);
    };
    flag_["nack-once"] = &f_.end.nack_once;
    flag_["quiet"] = &quiet_;
    flag_["no-skip"] = &no_skip_;
    flag_["cycles"] = &o_.cycles;
}

// As `ttpsim run` has them; each of them turns selective repeat on.
void Reader::selective()
{
    constexpr uint32_t LONG = 1u << 30;
    ttp_select_config &s = f_.end.select;
    s.learn = true;
    s.reorder_max = 128;
    s.rto_min = 64;
    flag_["selective"] = &s.on;
    flag_["tail-probe"] = &s.probe;
    flag_["measured"] = &s.measured;
    set_["delay-window"] = to(&s.delay, 1, LONG);
    set_["in-flight"] = to(&in_flight_, 1, TTP_SELECT_WINDOW);
    set_["reorder"] = to(&s.reorder, 0, TTP_SELECT_SENDS - 1);
    set_["reorder-most"] = to(&s.reorder_max, 0, TTP_SELECT_SENDS - 1);
    set_["contexts"] = to(&f_.end.contexts, 1, 65536);
    set_["rto-min"] = to(&s.rto_min, 1, LONG);
}

std::string Reader::read(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const std::string a = argv[i];
        const std::string name = a.compare(0, 2, "--") == 0 ? a.substr(2) : "";
        const auto flag = flag_.find(name);
        if (flag != flag_.end()) {
            *flag->second = true;
            continue;
        }
        const auto at = set_.find(name);
        if (at == set_.end()) return a + " is no option; --help shows them";
        if (i + 1 == argc) return a + " wants a value";
        const std::string value = argv[++i];
        if (!at->second(value))
            return a + " " + value + ": not a value that it can have; see --help";
    }
    return finish();
}

// A payload of a MAC with pins has whole cells too.
std::string Reader::finish_selective()
{
    ttp_select_config &s = f_.end.select;
    s.on = s.on || s.probe || s.measured || s.delay;
    s.window = static_cast<uint16_t>(in_flight_ ? in_flight_ : TTP_SELECT_WINDOW);
    if (s.on && std::count(f_.kinds.begin(), f_.kinds.end(), Kind::rules) == 0)
        return "--selective: only endpoints that are rules have it";
    if (s.reorder > s.reorder_max)
        return "--reorder " + std::to_string(s.reorder) + " is more than --reorder-most "
            + std::to_string(s.reorder_max);
    if (!in_flight_) return "";
    if (f_.end.window) return "--in-flight and --window: both say what a link may hold";
    // The MAC looks for room for the longest payload.
    f_.end.window = (in_flight_ - 1) * cells(f_.payload) + cells(PAYLOAD_MAX);
    return "";
}

// What depends on several options.
std::string Reader::finish()
{
    std::string why;
    if (!find_preset(f_.end.preset, &f_.end.params)) return "no preset " + f_.end.preset;
    if (!params_.empty() && !read_params(params_, &f_.end.params, &why)) return why;
    if (o_.cycles) topology_ = "pair";
    if (!topology_.empty() && !parse_shape(topology_, &f_.shape, &why)) return why;
    why = read_kinds(endpoints_, f_.shape.nodes(), &f_);
    if (!why.empty()) return "--endpoints: " + why;
    why = check_across(node_given_, &o_);
    if (!why.empty()) return why;
    if (f_.end.params.addr_high != TTP_OUI) return "ADDR_HIGH: the switches know 0x98ED5C only";
    for (const Kind k : f_.kinds)
        if (o_.cycles && k == Kind::rules) return "--cycles is for MACs with pins, not for rules";
    if (f_.end.lives.any() && o_.cycles)
        return "--closes, --restarts: not with --cycles, which measures a MAC left alone";
    if (f_.end.lives.any() && f_.across)
        return "--closes, --restarts: not with a node in another process, whose host is not here";
    why = finish_selective();
    if (!why.empty()) return why;
    if (f_.pcap_node >= f_.shape.nodes())
        return "--pcap: there is no node " + std::to_string(f_.pcap_node) + ", the last one is "
            + std::to_string(f_.shape.nodes() - 1);
    f_.command = o_.command;
    f_.end.preset = params_name(f_.end.params);
    f_.end.rate = f_.sw.rate = f_.end.beat();
    if (f_.end.rtl_dir.empty()) f_.end.rtl_dir = rtl_dir();
    if (f_.end.window > f_.end.params.tx_cells)
        return "--window " + std::to_string(f_.end.window) + ": a MAC has "
            + std::to_string(f_.end.params.tx_cells) + " cells";
    if (!f_.end.timeout) f_.end.timeout = pick_timeout(f_);
    f_.end.backoff = backoff_ ? backoff_ : std::max(1024u, f_.end.timeout / 4);
    f_.end.skip = !no_skip_;
    f_.progress = o_.table = !quiet_;
    return "";
}

} // namespace

Parse parse_options(int argc, char **argv, Options *o)
{
    for (int i = 0; i < argc; i++) {
        const std::string a = argv[i];
        o->command += (i ? " " : "") + a;
        if (a != "--help" && a != "-h") continue;
        fputs(HELP, stdout);
        return Parse::done;
    }
    const std::string why = Reader(o).read(argc, argv);
    if (why.empty()) return Parse::run;
    fprintf(stderr, "ttpfabric: %s\n", why.c_str());
    return Parse::bad;
}

} // namespace fabric
