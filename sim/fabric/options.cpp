// SPDX-License-Identifier: Apache-2.0
//
// See options.h.
#include "fabric/options.h"

#include <algorithm>
#include <cmath>

#include "fabric/kinds.h"
#include "params.h"
#include "program.h"
#include "ttp_defs.h"

namespace fabric {

namespace {

constexpr uint32_t LONG = 1u << 30;              // cycles
constexpr uint64_t LONGER = uint64_t{ 1 } << 50;

const char ABOUT[] = "MACs on a network of switches, in ns-3 (docs/fabric.md)";

const char AFTER[] =
    "Exit 0: all payloads have arrived; 1: a wrong byte, RTL and model differ; 2: usage;\n"
    "3: nothing moves any more, or a close or restart that was asked for has not happened.";

// 64K, 2M: powers of 1024 for what lies in memories.
bool size(const std::string &s, uint64_t *v)
{
    const char unit = s.empty() ? 0 : s.back();
    const unsigned shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
    const std::string digits = shift ? s.substr(0, s.size() - 1) : s;
    if (!read_number(digits, 1, uint64_t{ 1 } << 40, v)) return false;
    *v <<= shift;
    return *v <= uint64_t{ 1 } << 40;
}

// "leaf0>spine1@5000-9000"
bool read_down(const std::string &text, Cable::Down *d)
{
    const size_t at = text.find('@'), dash = text.find('-', at);
    if (at == text.npos || dash == text.npos || at < text.find('>')) return false;
    d->name = text.substr(0, at);
    return read_number(text.substr(at + 1, dash - at - 1), 0, UINT64_MAX, &d->outage.from)
        && read_number(text.substr(dash + 1), 0, UINT64_MAX, &d->outage.to)
        && d->outage.from < d->outage.to;
}

uint64_t longest_frame(const FabricConfig &c)
{
    return (HEADER + PAYLOAD_MAX + GAP) / c.end.beat();
}

// A round trip without queues.
uint64_t round_trip(const FabricConfig &c)
{
    const uint64_t hops = c.shape.kind == Shape::pair ? 1 : c.shape.kind == Shape::star ? 2 : 4;
    return 2 * hops * (c.cable.delay + c.sw.latency + longest_frame(c)) + 100;
}

// docs/timers.md: twice the round trip with a full queue on the way, and 16 frames a sender.
uint32_t pick_timeout(const FabricConfig &c)
{
    const uint64_t n = std::min<uint64_t>(c.shape.nodes(), 64);
    const uint64_t queue = c.shape.kind == Shape::pair ? 0 : c.sw.buffer / c.end.beat();
    const uint64_t t = std::max<uint64_t>(4096, 2 * (round_trip(c) + queue
                                                     + 16 * longest_frame(c) * n));
    return static_cast<uint32_t>(std::min<uint64_t>(t, 1u << 30));
}

class Reader {
public:
    explicit Reader(Options *o) : o_(*o), f_(o->fabric), cli_("ttpfabric", ABOUT, AFTER) {}

    Parse read(int argc, const char *const *argv);

private:
    void nodes();
    void network();
    void macs();
    void selective();
    void run();
    // "" or what is wrong.
    std::string finish();
    std::string finish_selective();
    void bytes(const char *name, const char *help, uint64_t *v)
    {
        cli_.option(name, "N", help, "a number of bytes from 1 to 1024G",
                    [=](const std::string &s) { return size(s, v); });
    }

    Options &o_;
    FabricConfig &f_;
    Cli cli_;
    std::string topology_, endpoints_ = "model", params_;
    uint32_t backoff_ = 0, in_flight_ = 0;
    bool quiet_ = false;
};

void Reader::nodes()
{
    cli_.text("--topology", "T", "pair, star:N, leaf-spine:LxSxH (H nodes on each leaf)\n"
              "(leaf-spine:4x4x4)", &topology_);
    cli_.text("--endpoints", "E", "model, rules, rtl, lockstep; nodes apart:\n"
              "model,0=lockstep,4-7=rules; in another process:\n"
              "0-7=simbricks:PATH, % in it is the node's number", &endpoints_);
    cli_.number("--node", "N", "with --wire: only this node", &o_.node, 0, NODES_MAX);
    cli_.text("--wire", "PATH", "the others are in a ttpfabric at the other end of the path\n"
              "(docs/simbricks.md)", &o_.wire);
    cli_.preset("of the MACs (dojo)", &f_.end.preset, &f_.end.params);
    cli_.text("--params", "'NAME=VALUE ...'", "changes it", &params_);
    cli_.text("--workload", "W", "permutation, incast[:N], all-to-all, ring, halving, file:PATH",
              &f_.work.name);
    bytes("--bytes", "of a flow, of a node's data in a collective; 64K, 1M (64K)", &f_.work.bytes);
    cli_.number("--jitter", "N", "cycles that a flow of the first three begins late, at most (0)",
                &f_.work.jitter, 0, LONG);
    cli_.number("--payload", "N", "bytes of a payload, 1 to 1024 (1024)", &f_.payload, 1,
                PAYLOAD_MAX);
    cli_.number("--closes", "N", "each node closes a link N times in mid-workload (0)",
                &f_.end.lives.closes, 0, 10000);
    cli_.number("--restarts", "N", "each node restarts its MAC N times (docs/lives.md) (0)",
                &f_.end.lives.restarts, 0, 200);
}

void Reader::network()
{
    cli_.group("switches and cables");
    cli_.choice<Spray>("--spray", "ecmp (default), rr, random, least", &f_.sw.spray,
                       { { "ecmp", Spray::ecmp }, { "rr", Spray::rr },
                         { "random", Spray::random }, { "least", Spray::least } });
    bytes("--buffer", "bytes that a port may hold (2M)", &f_.sw.buffer);
    cli_.option("--shared", "N", "instead: bytes of all ports of a switch together",
                "a number of bytes from 1 to 1024G", [this](const std::string &s) {
        f_.sw.shared = true;
        return size(s, &f_.sw.buffer);
    });
    cli_.option("--alpha", "X", "shared: a port may hold X times what is free (1)",
                "a number above 0, at most 1024", [this](const std::string &s) {
        return read_real(s, 0, 1024, &f_.sw.alpha) && f_.sw.alpha > 0;
    });
    cli_.number("--latency", "N", "of a switch, cycles (0)", &f_.sw.latency, 0, LONG);
    cli_.number("--delay", "N", "of a cable, cycles (100)", &f_.cable.delay, 1, LONG);
    cli_.option("--loss", "P[@CABLE]", "of frames, on all cables or on one, say leaf0>spine1",
                "a probability from 0 to 1", [this](const std::string &s) {
        const size_t at = s.find('@');
        f_.cable.loss_at = at == s.npos ? "" : s.substr(at + 1);
        return read_real(s.substr(0, at), 0, 1, &f_.cable.loss);
    });
    cli_.option("--down", "C@F-T", "cable C is down from cycle F to T, both ways; again for more",
                "a cable, @ and two cycles", [this](const std::string &s) {
        f_.cable.down.emplace_back();
        return read_down(s, &f_.cable.down.back());
    });
    cli_.number("--detect", "N", "cycles until switches no longer choose a cable that is down\n"
                "(20000)", &f_.cable.detect, 0, LONGER);
}

void Reader::macs()
{
    f_.end.retry_max = 255;
    cli_.group("the MACs");
    cli_.number("--timeout", "N", "cycles; by docs/timers.md if not given", &f_.end.timeout, 1,
                LONG);
    cli_.number("--backoff", "N", "cycles (timeout / 4)", &backoff_, 1, LONG);
    cli_.number("--retry", "N", "rounds until a link is dead, 1 to 255 (255)", &f_.end.retry_max,
                1, 255);
    cli_.number("--reack", "N", "cycles until the last ACK is repeated, 0: never (0)",
                &f_.end.reack, 0, LONG);
    cli_.flag("--nack-once", "a further NACK of one payload waits for the timer",
              &f_.end.nack_once);
    cli_.number("--window", "N", "cells of 64 bytes that a link may hold (all)", &f_.end.window,
                16, 65536);
    cli_.number("--in-flight", "N", "payloads that a link may hold, and selective repeat beyond\n"
                "a gap (256)", &in_flight_, 1, TTP_SELECT_WINDOW);
    cli_.option("--clock", "MHZ", "says how long a cycle is (195.3125)",
                "a number from 0.001 to 100000", [this](const std::string &s) {
        double mhz = 0;
        const bool good = read_real(s, 0.001, 100000, &mhz);
        if (good) f_.period_ps = static_cast<uint64_t>(std::llround(1e6 / mhz));
        return good;
    });
}

// As `ttpsim run` has them.
void Reader::selective()
{
    ttp_select_config &s = f_.end.select;
    s.learn = s.offer_all = true;
    s.reorder_max = 128;
    s.probe_min = 256;
    cli_.group("selective repeat");
    cli_.flag("--selective", "between ends that both have it: rules, and MACs with SELECTIVE=1,\n"
              "which have no --contexts", &s.on);
    cli_.number("--delay-window", "CYCLES", "a window that follows the delay (none); it turns\n"
                "--selective on", &s.delay, 1, LONG);
    cli_.number("--reorder", "N", "its reorder distance at first (0)", &s.reorder, 0, 255);
    cli_.number("--reorder-most", "N", "that it learns at most (128)", &s.reorder_max, 0, 255);
    cli_.number("--contexts", "N", "links of which a MAC holds payloads ahead of their turn (8)",
                &f_.end.contexts, 1, 65536);
    cli_.number("--base-rtt", "N", "cycles of a round trip without queues (by the topology)",
                &s.base_rtt, 1, LONG);
    cli_.number("--probe-min", "N", "cycles until a tail probe, at least (256)", &s.probe_min, 0,
                LONG);
    cli_.number("--open-first", "N", "cycles until an OPEN goes again at first; then twice as\n"
                "many each time, up to --timeout (--base-rtt)", &f_.end.open_first, 1, LONG);
}

void Reader::run()
{
    cli_.group("the run");
    cli_.number("--seed", "N", "of everything random (1)", &f_.end.seed, 0, LONGER);
    cli_.text("--json", "FILE", "all results", &o_.json);
    cli_.option("--pcap", "FILE[@N]", "the frames of node N, for Wireshark and ttpsim decode (@0)",
                "a file, @ and a node", [this](const std::string &s) {
        const size_t at = s.rfind('@');
        f_.pcap = s.substr(0, at);
        uint64_t node = 0;
        if (at != s.npos && !read_number(s.substr(at + 1), 0, NODES_MAX, &node)) return false;
        f_.pcap_node = static_cast<uint32_t>(node);
        return !f_.pcap.empty();
    });
    cli_.number("--bucket", "N", "cycles of a point of the series in it", &f_.bucket, 1, LONGER);
    cli_.flag("--quiet", "no table, no progress", &quiet_);
    cli_.number("--quantum", "N", "cycles that a node runs at a time (the most)", &f_.quantum, 1,
                LONGER);
    cli_.flag("--no-skip", "models never sleep", &f_.end.skip, false);
    cli_.number("--drain", "N", "cycles that go on after the last payload (8192)", &f_.drain, 0,
                LONGER);
    cli_.number("--patience", "N", "cycles without a payload until the run is given up",
                &f_.patience, 1, LONGER);
    cli_.text("--rtl-dir", "D", "where rtl_<preset>.so is (beside ttpfabric)", &f_.end.rtl_dir);
    cli_.flag("--cycles", "two nodes back to back: the cycle figures of make bench", &o_.cycles);
    cli_.plant(&f_.plant);
}

Parse Reader::read(int argc, const char *const *argv)
{
    for (int i = 0; i < argc; i++) o_.command += (i ? " " : "") + std::string(argv[i]);
    nodes();
    network();
    macs();
    selective();
    run();
    const Parse p = cli_.parse(argc, argv);
    if (p != Parse::run) return p;
    const std::string why = finish();
    return why.empty() ? Parse::run : cli_.complain(why);
}

// A payload of a MAC with pins has whole cells too.
std::string Reader::finish_selective()
{
    ttp_select_config &s = f_.end.select;
    s.on = s.on || s.delay;
    s.window = static_cast<uint16_t>(in_flight_ ? in_flight_ : 256);
    const bool rules = std::count(f_.kinds.begin(), f_.kinds.end(), Kind::rules) > 0;
    if (!rules && s.on && !f_.end.params.selective)
        return "--selective: only endpoints that are rules have it, and MACs with SELECTIVE=1";
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
    if (!params_.empty() && !read_params(params_, &f_.end.params, &why)) return why;
    if (o_.cycles) topology_ = "pair";
    if (!topology_.empty() && !parse_shape(topology_, &f_.shape, &why)) return why;
    why = read_kinds(endpoints_, f_.shape.nodes(), &f_);
    if (!why.empty()) return "--endpoints: " + why;
    why = check_across(cli_.given("--node"), &o_);
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
    f_.sw.seed = f_.work.seed = f_.end.seed;
    if (f_.end.rtl_dir.empty()) f_.end.rtl_dir = rtl_dir();
    if (f_.end.window > f_.end.params.tx_cells)
        return "--window " + std::to_string(f_.end.window) + ": a MAC has "
            + std::to_string(f_.end.params.tx_cells) + " cells";
    if (!f_.end.timeout) f_.end.timeout = pick_timeout(f_);
    if (!f_.end.select.base_rtt)
        f_.end.select.base_rtt = static_cast<uint32_t>(std::min<uint64_t>(round_trip(f_), LONG));
    if (!f_.end.open_first) f_.end.open_first = f_.end.select.base_rtt;
    f_.end.backoff = backoff_ ? backoff_ : std::max(1024u, f_.end.timeout / 4);
    f_.progress = o_.table = !quiet_;
    return "";
}

} // namespace

Parse parse_options(int argc, const char *const *argv, Options *o)
{
    return Reader(o).read(argc, argv);
}

} // namespace fabric
