// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim run`; see options.h.
#include "options.h"

#include <getopt.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "compare.h"
#include "params.h"
#include "presets.h"

namespace {

enum Id {
    PRESET_ = 256, FILE_, OUT, DUT, LOSS, DUP, REORDER, CORRUPT, TRUNCATE, DELAY, STALL, WIRE_STALL,
    BIDIR, LINKS, PAYLOAD, SEED, MAX_CYCLES, PCAP, TRACE, TRACE_FROM, JSON, PACE, TIMEOUT, WINDOW,
    FAIL_TRACE, RTL_DIR, PLANT, START_CYCLE, NO_SKIP, NO_FORK, PARAMS, RESET_TIMERS, BEGIN,
    REORDER_SPAN, SELECTIVE, TAIL_PROBE, MEASURED, DELAY_WINDOW, IN_FLIGHT, CLOSES, RESTARTS, BOOTS,
    OPEN_TMO, CLOSE_TMO, BACKOFF, RETRY_MAX, HELP
};

const option LONG[] = {
    { "preset", required_argument, nullptr, PRESET_ },
    { "params", required_argument, nullptr, PARAMS },
    { "reset-timers", no_argument, nullptr, RESET_TIMERS },
    { "file", required_argument, nullptr, FILE_ },
    { "out", required_argument, nullptr, OUT },
    { "dut", required_argument, nullptr, DUT },
    { "loss", required_argument, nullptr, LOSS },
    { "dup", required_argument, nullptr, DUP },
    { "reorder", required_argument, nullptr, REORDER },
    { "reorder-span", required_argument, nullptr, REORDER_SPAN },
    { "corrupt", required_argument, nullptr, CORRUPT },
    { "truncate", required_argument, nullptr, TRUNCATE },
    { "delay", required_argument, nullptr, DELAY },
    { "stall", required_argument, nullptr, STALL },
    { "wire-stall", required_argument, nullptr, WIRE_STALL },
    { "bidir", no_argument, nullptr, BIDIR },
    { "links", required_argument, nullptr, LINKS },
    { "payload", required_argument, nullptr, PAYLOAD },
    { "seed", required_argument, nullptr, SEED },
    { "max-cycles", required_argument, nullptr, MAX_CYCLES },
    { "pcap", required_argument, nullptr, PCAP },
    { "trace", required_argument, nullptr, TRACE },
    { "trace-from", required_argument, nullptr, TRACE_FROM },
    { "json", required_argument, nullptr, JSON },
    { "pace", no_argument, nullptr, PACE },
    { "timeout", required_argument, nullptr, TIMEOUT },
    { "open-tmo", required_argument, nullptr, OPEN_TMO },
    { "close-tmo", required_argument, nullptr, CLOSE_TMO },
    { "backoff", required_argument, nullptr, BACKOFF },
    { "retry-max", required_argument, nullptr, RETRY_MAX },
    { "closes", required_argument, nullptr, CLOSES },
    { "restarts", required_argument, nullptr, RESTARTS },
    { "boots", required_argument, nullptr, BOOTS },
    { "window", required_argument, nullptr, WINDOW },
    { "fail-trace", required_argument, nullptr, FAIL_TRACE },
    { "rtl-dir", required_argument, nullptr, RTL_DIR },
    { "plant", required_argument, nullptr, PLANT },
    { "start-cycle", required_argument, nullptr, START_CYCLE },
    { "begin", required_argument, nullptr, BEGIN },
    { "no-skip", no_argument, nullptr, NO_SKIP },
    { "no-fork", no_argument, nullptr, NO_FORK },
    { "selective", no_argument, nullptr, SELECTIVE },
    { "tail-probe", no_argument, nullptr, TAIL_PROBE },
    { "measured", no_argument, nullptr, MEASURED },
    { "delay-window", required_argument, nullptr, DELAY_WINDOW },
    { "in-flight", required_argument, nullptr, IN_FLIGHT },
    { "help", no_argument, nullptr, HELP },
    { nullptr, 0, nullptr, 0 },
};

bool complain(const std::string &what)
{
    fprintf(stderr, "ttpsim: %s\n", what.c_str());
    return false;
}

bool number(const char *name, const char *text, uint64_t lo, uint64_t hi, uint64_t *v)
{
    char *end = nullptr;
    errno = 0;
    *v = strtoull(text, &end, 0);
    if (*text != '-' && *text && !*end && !errno && *v >= lo && *v <= hi) return true;
    return complain(std::string("--") + name + " " + text + ": not a whole number from "
                    + std::to_string(lo) + " to " + std::to_string(hi));
}

bool number32(const char *name, const char *text, uint32_t lo, uint32_t hi, uint32_t *v)
{
    uint64_t w = 0;
    if (!number(name, text, lo, hi, &w)) return false;
    *v = static_cast<uint32_t>(w);
    return true;
}

bool probability(const char *name, const char *text, double *p)
{
    char *end = nullptr;
    *p = strtod(text, &end);
    if (*text && !*end && *p >= 0 && *p <= 1) return true;
    return complain(std::string("--") + name + " " + text + ": not a probability from 0 to 1");
}

bool plant(const char *text, Plant *p)
{
    const char *at = strchr(text, '@');
    p->port = at ? std::string(text, at) : std::string(text);
    for (const std::string &n : output_port_names()) {
        if (n == p->port) return at ? number("plant", at + 1, 0, UINT64_MAX, &p->cycle)
                                    : complain("--plant: PORT@CYCLE is missing its @CYCLE");
    }
    return complain("--plant " + p->port + ": no such output port");
}

bool boots(const char *text, Boots *b)
{
    if (!strcmp(text, "step")) *b = Boots::step;
    else if (!strcmp(text, "random")) *b = Boots::random;
    else if (!strcmp(text, "count")) *b = Boots::count;
    else return complain(std::string("--boots ") + text + ": not step, random or count");
    return true;
}

// Closes, restarts, and the timers one by one.
bool take_lives(int id, const char *name, const char *arg, Options *o)
{
    switch (id) {
    case CLOSES:     return number32(name, arg, 0, 100000, &o->closes);
    case RESTARTS:   return number32(name, arg, 0, 100000, &o->restarts);
    case BOOTS:      return boots(arg, &o->boots);
    case OPEN_TMO:   return number32(name, arg, 1, 1u << 30, &o->open_tmo);
    case CLOSE_TMO:  return number32(name, arg, 1, 1u << 30, &o->close_tmo);
    case BACKOFF:    return number32(name, arg, 1, 1u << 30, &o->backoff);
    case RETRY_MAX:  return number32(name, arg, 1, 255, &o->retry_max);
    default:         return false;
    }
}

// What only --dut rules has.
bool take_tried(int id, const char *name, const char *arg, Options *o)
{
    o->tried = true;
    switch (id) {
    case SELECTIVE:    o->selective = true; return true;
    case TAIL_PROBE:   o->selective = o->tail_probe = true; return true;
    case MEASURED:     o->selective = o->measured = true; return true;
    case DELAY_WINDOW:
        o->selective = true;
        return number32(name, arg, 1, 1u << 28, &o->delay_window);
    case IN_FLIGHT:    return number32(name, arg, 1, 256, &o->in_flight);
    default:           return false;
    }
}

bool take(int id, const char *name, const char *arg, Options *o)
{
    constexpr uint64_t MAX = UINT64_MAX / 4;
    switch (id) {
    case PRESET_:
        o->preset = arg;
        return find_preset(arg, &o->params)
            || complain("--preset " + o->preset + ": no such preset (ttpsim presets)");
    case DUT:
        if (!strcmp(arg, "lockstep")) o->dut = DutKind::lockstep;
        else if (!strcmp(arg, "rtl")) o->dut = DutKind::rtl;
        else if (!strcmp(arg, "model")) o->dut = DutKind::model;
        else if (!strcmp(arg, "rules")) o->dut = DutKind::model;
        else return complain(std::string("--dut ") + arg + ": not lockstep, rtl, model or rules");
        o->rules = !strcmp(arg, "rules");
        return true;
    case PARAMS:     o->own = arg; o->own_set = true; return true;
    case RESET_TIMERS: o->reset_timers = true; return true;
    case FILE_:      o->file = arg; return true;
    case OUT:        o->out = arg; return true;
    case PCAP:       o->pcap = arg; return true;
    case TRACE:      o->trace = arg; return true;
    case JSON:       o->json = arg; return true;
    case FAIL_TRACE: o->fail_trace = arg; return true;
    case RTL_DIR:    o->rtl_dir = arg; return true;
    case LOSS:       return probability(name, arg, &o->harm.loss);
    case DUP:        return probability(name, arg, &o->harm.dup);
    case REORDER:    return probability(name, arg, &o->harm.reorder);
    case CORRUPT:    return probability(name, arg, &o->harm.corrupt);
    case TRUNCATE:   return probability(name, arg, &o->harm.truncate);
    case STALL:      return probability(name, arg, &o->stall);
    case WIRE_STALL: return probability(name, arg, &o->wire_stall);
    case REORDER_SPAN: return number32(name, arg, 1, 1u << 28, &o->harm.reorder_span);
    case DELAY:      return number(name, arg, 0, 1u << 28, &o->harm.delay);
    case LINKS:      return number32(name, arg, 1, 192, &o->links);
    case PAYLOAD:    return number32(name, arg, 1, 1024, &o->payload);
    case TIMEOUT:    return number32(name, arg, 1, 1u << 30, &o->timeout);
    case SEED:       return number(name, arg, 0, UINT64_MAX, &o->seed);
    case MAX_CYCLES: return number(name, arg, 1, MAX, &o->max_cycles);
    case WINDOW:     return number(name, arg, 1, 10000000, &o->window);
    case TRACE_FROM: return number(name, arg, 0, MAX, &o->trace_from);
    case PLANT:      return plant(arg, &o->plant);
    case BEGIN:      return number(name, arg, 0, MAX, &o->begin);
    case START_CYCLE:
        return number(name, arg, 0, UINT64_MAX, &o->start_cycle)
            && (o->start_cycle % 64 == 0 || complain("--start-cycle: not a multiple of 64"));
    case BIDIR:      o->bidir = true; return true;
    case PACE:       o->pace = true; return true;
    case NO_SKIP:    o->skip = false; return true;
    case NO_FORK:    o->fork = false; return true;
    default:
        if (id >= CLOSES && id < HELP) return take_lives(id, name, arg, o);
        return take_tried(id, name, arg, o);
    }
}

bool own_timer(const Options &o)
{
    return o.open_tmo || o.close_tmo || o.backoff || o.retry_max;
}

} // namespace

void print_help()
{
    fputs(
"usage: ttpsim run --file IN [options]      send a file through two TTP MACs over a hostile wire\n"
"       ttpsim decode FILE [--json]         the TTP frames of a capture (pcap, pcapng), a line"
" each\n"
"       ttpsim bridge ...                   one MAC whose wire is outside (ttpsim bridge --help)\n"
"       ttpsim hop ...                      a SimBricks channel over TCP (ttpsim hop --help)\n"
"       ttpsim presets                      list the configurations\n"
"       ttpsim version                      versions of all that is in this program\n"
"\n"
"  --file IN          the file that MAC A sends to MAC B\n"
"  --out OUT          write what arrives at MAC B\n"
"  --preset NAME      dojo (default), nic1g, nic1g_25f, tiny, or a corner case\n"
"  --params \"NAME=VALUE ...\"  other parameters of ttp_mac than those of the preset, any\n"
"                     legal set; its RTL is built when there is none yet\n"
"  --dut KIND         lockstep (default: RTL and model compared in every cycle), rtl, model,\n"
"                     or rules: the protocol without a MAC, and then the model as its yardstick\n"
"  --bidir            both ways at once\n"
"  --links N          spread over N links: three VCs to B, then further peers (models), 1..192\n"
"  --payload BYTES    size of a host packet, 1..1024 (default 1024)\n"
"\n"
"the wire, per frame and direction (P is 0..1):\n"
"  --loss P  --dup P  --reorder P  --corrupt P  --truncate P\n"
"  --reorder-span CYCLES  a frame out of order comes so much later at most (default 256)\n"
"  --delay CYCLES     one way\n"
"  --pace             the line takes (bytes + 24) / beat cycles for a frame\n"
"  --stall P          per cycle, every tready and tvalid that is driven, not inside a wire frame\n"
"  --wire-stall P     per cycle, m_axis_wire_tready inside a frame\n"
"  --timeout CYCLES   retransmit timeout (default: from the delay)\n"
"  --open-tmo CYCLES  --close-tmo CYCLES  --backoff CYCLES  --retry-max N  as the registers\n"
"                     (default: as --timeout, a quarter of it, 255 rounds)\n"
"  --reset-timers     leave the timers as they are after reset; so does --params with a timer\n"
"\n"
"the hosts (docs/lives.md), so often at A and at B, at any moment of the transfer:\n"
"  --closes N         close a link by CLOSE_LINK\n"
"  --restarts N       restart the MAC: rst with another cfg_epoch_seed, or the soft reset; the\n"
"                     host gives again what had not retired\n"
"  --boots KIND       that seed: 256 more (step, default), drawn (random), 1 more (count)\n"
"\n"
"the run:\n"
"  --seed N           the only source of chance (default 1)\n"
"  --max-cycles N     give up when no payload was delivered for N cycles (exit 3)\n"
"  --json F           results for programs\n"
"  --pcap F           pcapng: what each MAC sends and gets, with what the wire did to it\n"
"  --trace F.fst      waveform of the whole run; --trace-from CYCLE begins later\n"
"  --window CYCLES    length of the waveform written at a failure (default 2000)\n"
"  --fail-trace F     its name (default: fail-PRESET-SEED.fst beside the program)\n"
"  --no-fork          no snapshots, and so no waveform at a failure\n"
"  --begin CYCLE      no payload before this cycle since power-up\n"
"  --no-skip          --dut model: simulate idle cycles one by one\n"
"\n"
"rules that no RTL has so far (docs/protocol.md), --dut rules only, both ends:\n"
"  --selective        selective repeat, with a reorder distance that is learned\n"
"  --tail-probe  --measured  --delay-window CYCLES    and what stands on it\n"
"  --in-flight N      payloads that a link holds at most, 1..256 (default 64)\n"
"\n"
"to test the tests:\n"
"  --plant PORT@CYCLE flip a bit of that output port of MAC A's RTL before it is compared\n"
"  --start-cycle N    the MACs count their cycles from N on instead of 0, a multiple of 64\n"
"  --rtl-dir DIR      take rtl_PRESET.so from there\n"
"\n"
"exit: 0 all delivered, identical, no mismatch; 1 mismatch or wrong data; 2 bad usage or input;\n"
"      3 no progress\n", stdout);
}

Parse parse_options(int argc, char **argv, Options *o)
{
    opterr = 0;
    optind = 1;
    find_preset(o->preset, &o->params);
    for (;;) {
        const int at = optind;
        int index = 0;
        const int id = getopt_long(argc, argv, ":", LONG, &index);
        if (id == -1) break;
        if (id == HELP) {
            print_help();
            return Parse::done;
        }
        if (id == ':') complain(std::string(argv[optind - 1]) + ": value is missing");
        else if (id == '?') complain(std::string(argv[at]) + ": unknown option (ttpsim --help)");
        else if (take(id, LONG[index].name, optarg, o)) continue;
        return Parse::bad;
    }
    if (o->own_set) {
        std::string why;
        if (!read_params(o->own, &o->params, &why)) {
            complain("--params: " + why);
            return Parse::bad;
        }
        o->preset = params_name(o->params);
        o->reset_timers = o->reset_timers || names_timer(o->own);
    }
    if (optind < argc)
        complain(std::string(argv[optind]) + ": unexpected argument (ttpsim --help)");
    else if (o->file.empty()) complain("--file is missing (ttpsim --help)");
    else if (o->rules && (!o->pcap.empty() || !o->trace.empty()))
        complain("--dut rules: without --pcap, --trace");
    else if (!o->rules && o->tried)
        complain("--selective, --tail-probe, --measured, --delay-window, --in-flight:"
                 " --dut rules only");
    else if (o->rules && (o->links > 3 || o->stall > 0 || o->wire_stall > 0))
        complain("--dut rules: at most 3 links, and without --stall, --wire-stall");
    else if (o->dut == DutKind::model && !o->trace.empty())
        complain("--trace: the model has no waveform, use --dut lockstep or rtl");
    else if (o->reset_timers && (o->timeout || own_timer(*o)))
        complain("--timeout, --open-tmo, --close-tmo, --backoff, --retry-max: the timers are left"
                 " as they are after reset");
    else if (o->rules && (o->closes || o->restarts || own_timer(*o)))
        complain("--dut rules: without --closes, --restarts and timers one by one");
    else if ((o->closes || o->restarts) && o->payload <= Lives::STAMP)
        complain("--closes, --restarts: --payload must be more than the stamp of 8 bytes");
    else if (o->dut != DutKind::lockstep && !o->plant.port.empty())
        complain("--plant: needs --dut lockstep");
    else return Parse::run;
    return Parse::bad;
}
