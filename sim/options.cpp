// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim run`; see options.h.
#include "options.h"

#include "params.h"
#include "presets.h"

namespace {

constexpr uint64_t MAX = UINT64_MAX / 4;
constexpr uint32_t LONGEST = 1u << 30;           // of a timer register, cycles

const char ABOUT[] =
    "ttpsim run --file IN [options]   send a file through two TTP MACs over a hostile wire\n"
    "ttpsim decode FILE [--json]      the TTP frames of a capture (pcap, pcapng), a line each\n"
    "ttpsim bridge ...                one MAC whose wire is outside (ttpsim bridge --help)\n"
    "ttpsim hop ...                   a SimBricks channel over TCP (ttpsim hop --help)\n"
    "ttpsim presets                   list the configurations\n"
    "ttpsim version                   versions of all that is in this program\n"
    "\nOptions of ttpsim run:";

const char AFTER[] =
    "exit: 0 all delivered, identical, no mismatch; 1 mismatch or wrong data; 2 bad usage or\n"
    "      input; 3 no progress";

void what(Cli *c, Options *o)
{
    c->text("--file", "IN", "the file that MAC A sends to MAC B", &o->file);
    c->text("--out", "OUT", "write what arrives at MAC B", &o->out);
    c->preset("dojo (default), nic1g, nic1g_25f, tiny, or a corner case", &o->preset, &o->params);
    c->text("--params", "'NAME=VALUE ...'",
            "other parameters of ttp_mac than those of the preset, any legal\n"
            "set; its RTL is built when there is none yet", &o->own);
    c->option("--dut", "KIND", "lockstep (default: RTL and model compared in every cycle), rtl,\n"
              "model, or rules: the protocol without a MAC, and then the\n"
              "model as its yardstick", "lockstep, rtl, model or rules",
              [o](const std::string &s) {
        o->rules = s == "rules";
        o->dut = s == "lockstep" ? DutKind::lockstep : s == "rtl" ? DutKind::rtl : DutKind::model;
        return o->rules || s == dut_kind_name(o->dut);
    });
    c->option("--peer", "NAME", "MAC B is the golden model of this preset (default: as A)",
              "a preset (ttpsim presets)", [o](const std::string &s) {
        o->peer = s;
        return find_preset(s, &o->peer_params);
    });
    c->flag("--bidir", "both ways at once", &o->bidir);
    c->number("--links", "N", "spread over N links: three VCs to B, then further peers (models)",
              &o->links, 1, 192);
    c->number("--payload", "BYTES", "size of a host packet, 1..1024 (default 1024)", &o->payload,
              1, 1024);
}

void wire(Cli *c, Options *o)
{
    c->group("the wire, per frame and direction (P is 0..1)");
    c->harm(&o->harm);
    c->number("--reorder-span", "CYCLES", "a late frame comes so much later at most (default 256)",
              &o->harm.reorder_span, 1, 1u << 28);
    c->number("--delay", "CYCLES", "one way", &o->harm.delay, 0, 1u << 28);
    c->flag("--pace", "the line takes (bytes + 24) / beat cycles for a frame", &o->pace);
    c->chance("--stall", "per cycle, every tready and tvalid that is driven, not inside a\n"
              "wire frame", &o->stall);
    c->chance("--maps-lost", "to MAC A: a NACK comes without its map", &o->maps_lost);
    c->chance("--wire-stall", "per cycle, m_axis_wire_tready inside a frame", &o->wire_stall);

    c->group("the timers, as the registers");
    c->number("--timeout", "CYCLES", "retransmit timeout (default: from the delay)", &o->timeout,
              1, LONGEST);
    c->number("--open-tmo", "CYCLES", "default: as --timeout", &o->open_tmo, 1, LONGEST);
    c->number("--close-tmo", "CYCLES", "default: as --timeout", &o->close_tmo, 1, LONGEST);
    c->number("--backoff", "CYCLES", "default: a quarter of --timeout", &o->backoff, 1, LONGEST);
    c->number("--retry-max", "N", "rounds (default 255)", &o->retry_max, 1, 255);
    c->flag("--reset-timers", "leave them as they are after reset; so does --params with a\n"
            "timer", &o->reset_timers);

    c->group("the hosts (docs/lives.md), so often at A and at B, at any moment of the transfer");
    c->number("--closes", "N", "close a link by CLOSE_LINK", &o->closes, 0, 100000);
    c->number("--restarts", "N", "restart the MAC: rst with another cfg_epoch_seed, or the soft\n"
              "reset; the host gives again what had not retired", &o->restarts, 0, 100000);
    c->choice<Boots>("--boots", "that seed: 256 more (step, default), drawn (random), 1 more\n"
                     "(count)", &o->boots, { { "step", Boots::step }, { "random", Boots::random },
                                             { "count", Boots::count } });
}

void run(Cli *c, Options *o)
{
    c->group("the run");
    c->number("--seed", "N", "the only source of chance (default 1)", &o->seed, 0, UINT64_MAX);
    c->number("--max-cycles", "N", "give up when no payload was delivered for N cycles (exit 3)",
              &o->max_cycles, 1, MAX);
    c->text("--json", "F", "results for programs", &o->json);
    c->text("--pcap", "F", "pcapng: what each MAC sends and gets, with what the wire did to it",
            &o->pcap);
    c->text("--trace", "F.fst", "waveform of the whole run", &o->trace);
    c->number("--trace-from", "CYCLE", "it begins later", &o->trace_from, 0, MAX);
    c->number("--window", "CYCLES", "length of the waveform written at a failure (default 2000)",
              &o->window, 1, 10000000);
    c->text("--fail-trace", "F", "its name (default: fail-PRESET-SEED.fst beside the program)",
            &o->fail_trace);
    c->flag("--no-fork", "no snapshots, and so no waveform at a failure", &o->fork, false);
    c->number("--begin", "CYCLE", "no payload before this cycle since power-up", &o->begin, 0, MAX);
    c->flag("--no-skip", "--dut model: simulate idle cycles one by one", &o->skip, false);
    c->flag("--selective", "selective repeat: MACs with SELECTIVE=1, or --dut rules",
            &o->selective);
    c->flag("--offer-all", "... and any OPEN has an offer", &o->offer_all);
    c->choice<int>("--alone", "... but the switch of this MAC only is on: A or B", &o->alone,
                   { { "A", 0 }, { "B", 1 } });
    c->number("--delay-window", "CYCLES", "... and a window that follows the delay",
              &o->delay_window, 16, (1u << 20) - 1);
    c->number("--in-flight", "N", "--dut rules: payloads that a link holds at most, 1..512\n"
              "(default 64)", &o->in_flight, 1, 512);

    c->group("to test the tests");
    c->plant(&o->plant);
    c->option("--start-cycle", "N", "the MACs count their cycles from N on instead of 0",
              "a multiple of 64", [o](const std::string &s) {
        return read_number(s, 0, UINT64_MAX, &o->start_cycle) && o->start_cycle % 64 == 0;
    });
    c->text("--rtl-dir", "DIR", "take rtl_PRESET.so from there", &o->rtl_dir);
}

// "" or what does not go together.
std::string conflict(const Cli &c, const Options &o)
{
    const bool own_timer = o.open_tmo || o.close_tmo || o.backoff || o.retry_max;
    if (o.file.empty()) return "--file is missing (ttpsim --help)";
    if (o.rules && (!o.pcap.empty() || !o.trace.empty()))
        return "--dut rules: without --pcap, --trace";
    if (!o.rules && c.given("--in-flight")) return "--in-flight: --dut rules only";
    if (o.rules && (!o.peer.empty() || o.alone >= 0 || o.maps_lost > 0))
        return "--dut rules: without --peer, --alone, --maps-lost";
    if (!o.rules && o.selective && !agrees(o, 0) && !agrees(o, 1))
        return "--selective: MACs of " + o.preset + " have no SELECTIVE (--params SELECTIVE=1)";
    if (!o.selective && (o.alone >= 0 || o.offer_all))
        return "--alone, --offer-all: with --selective only";
    if (o.rules && (o.links > 3 || o.stall > 0 || o.wire_stall > 0))
        return "--dut rules: at most 3 links, and without --stall, --wire-stall";
    if (o.dut == DutKind::model && !o.trace.empty())
        return "--trace: the model has no waveform, use --dut lockstep or rtl";
    if (o.reset_timers && (o.timeout || own_timer))
        return "--timeout, --open-tmo, --close-tmo, --backoff, --retry-max: the timers are left"
               " as they are after reset";
    if (o.rules && (o.closes || o.restarts || own_timer))
        return "--dut rules: without --closes, --restarts and timers one by one";
    if ((o.closes || o.restarts) && o.payload <= Lives::STAMP)
        return "--closes, --restarts: --payload must be more than the stamp of 8 bytes";
    if (o.dut != DutKind::lockstep && !o.plant.port.empty()) return "--plant: needs --dut lockstep";
    return "";
}

} // namespace

bool agrees(const Options &o, int end)
{
    const ttp_params &p = end && !o.peer.empty() ? o.peer_params : o.params;
    return o.selective && p.selective && (o.alone < 0 || o.alone == end);
}

Parse parse_options(int argc, const char *const *argv, Options *o)
{
    Cli c("ttpsim", ABOUT, AFTER);
    what(&c, o);
    wire(&c, o);
    run(&c, o);
    const Parse p = c.parse(argc, argv);
    if (p != Parse::run) return p;
    o->selective = o->selective || o->delay_window;
    if (c.given("--params")) {
        std::string why;
        if (!read_params(o->own, &o->params, &why)) return c.complain("--params: " + why);
        o->preset = params_name(o->params);
        o->reset_timers = o->reset_timers || names_timer(o->own);
    }
    const std::string why = conflict(c, *o);
    return why.empty() ? Parse::run : c.complain(why);
}
