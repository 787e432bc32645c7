// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim bridge`; see bridge.h.
#include <getopt.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bridge/bridge.h"
#include "bridge/resume.h"
#include "compare.h"
#include "presets.h"

namespace {

enum Id {
    PRESET_ = 256, DUT, NODE, PEER, VC, WIRE, SEND, RECV, PROFILE, HZ, LOSS, DUP, REORDER, CORRUPT,
    TRUNCATE, DELAY, SEED, PCAP, STATS, TIMEOUT, OPEN_TIMEOUT, CLOSE_TIMEOUT, BACKOFF, REACK,
    RETRY_MAX, PAYLOAD, EPOCH, LIMIT, LINGER, RECORD, EXACT, RTL_DIR, PLANT, BEGIN, RESTARTS,
    HELP
};

const option LONG[] = {
    { "preset", required_argument, nullptr, PRESET_ },
    { "dut", required_argument, nullptr, DUT },
    { "node", required_argument, nullptr, NODE },
    { "peer", required_argument, nullptr, PEER },
    { "vc", required_argument, nullptr, VC },
    { "wire", required_argument, nullptr, WIRE },
    { "send", required_argument, nullptr, SEND },
    { "recv", required_argument, nullptr, RECV },
    { "profile", required_argument, nullptr, PROFILE },
    { "hz", required_argument, nullptr, HZ },
    { "loss", required_argument, nullptr, LOSS },
    { "dup", required_argument, nullptr, DUP },
    { "reorder", required_argument, nullptr, REORDER },
    { "corrupt", required_argument, nullptr, CORRUPT },
    { "truncate", required_argument, nullptr, TRUNCATE },
    { "delay", required_argument, nullptr, DELAY },
    { "seed", required_argument, nullptr, SEED },
    { "pcap", required_argument, nullptr, PCAP },
    { "stats", required_argument, nullptr, STATS },
    { "timeout", required_argument, nullptr, TIMEOUT },
    { "open-timeout", required_argument, nullptr, OPEN_TIMEOUT },
    { "close-timeout", required_argument, nullptr, CLOSE_TIMEOUT },
    { "backoff", required_argument, nullptr, BACKOFF },
    { "reack", required_argument, nullptr, REACK },
    { "retry-max", required_argument, nullptr, RETRY_MAX },
    { "payload", required_argument, nullptr, PAYLOAD },
    { "epoch", required_argument, nullptr, EPOCH },
    { "limit", required_argument, nullptr, LIMIT },
    { "linger", required_argument, nullptr, LINGER },
    { "record", required_argument, nullptr, RECORD },
    { "exact", no_argument, nullptr, EXACT },
    { "rtl-dir", required_argument, nullptr, RTL_DIR },
    { "plant", required_argument, nullptr, PLANT },
    { "begin", required_argument, nullptr, BEGIN },
    { "restarts", required_argument, nullptr, RESTARTS },
    { "help", no_argument, nullptr, HELP },
    { nullptr, 0, nullptr, 0 },
};

bool complain(const std::string &what)
{
    fprintf(stderr, "ttpsim bridge: %s\n", what.c_str());
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

bool real(const char *name, const char *text, double lo, double hi, const char *what, double *v)
{
    char *end = nullptr;
    *v = strtod(text, &end);
    if (*text && !*end && *v >= lo && *v <= hi) return true;
    return complain(std::string("--") + name + " " + text + ": not " + what);
}

bool chance(const char *name, const char *text, double *p)
{
    return real(name, text, 0, 1, "a probability from 0 to 1", p);
}

bool seconds(const char *name, const char *text, double lo, double *s)
{
    return real(name, text, lo, 86400,
                lo > 0 ? "a number of seconds above 0" : "a number of seconds", s);
}

bool plant(const char *text, Plant *p)
{
    const char *at = strchr(text, '@');
    p->port = at ? std::string(text, at) : std::string(text);
    for (const std::string &n : output_port_names())
        if (n == p->port) return at ? number("plant", at + 1, 0, UINT64_MAX, &p->cycle)
                                    : complain("--plant: PORT@CYCLE is missing its @CYCLE");
    return complain("--plant " + p->port + ": no such output port");
}

bool take(int id, const char *name, const char *arg, BridgeOptions *o)
{
    switch (id) {
    case PRESET_:
        o->preset = arg;
        return find_preset(arg, &o->params)
            || complain("--preset " + o->preset + ": no such preset (ttpsim presets)");
    case DUT:
        if (!strcmp(arg, "lockstep")) o->dut = DutKind::lockstep;
        else if (!strcmp(arg, "rtl")) o->dut = DutKind::rtl;
        else if (!strcmp(arg, "model")) o->dut = DutKind::model;
        else return complain(std::string("--dut ") + arg + ": not lockstep, rtl or model");
        return true;
    case PROFILE:
        o->interop = !strcmp(arg, "interop");
        return o->interop || !strcmp(arg, "spec")
            || complain(std::string("--profile ") + arg + ": not spec or interop");
    case HZ:
        o->hz = 0;
        return !strcmp(arg, "auto") || number(name, arg, 1000, 1000000000, &o->hz);
    case NODE:          o->has_node = true; return number32(name, arg, 0, 0xfffffe, &o->node);
    case PEER:          o->has_peer = true; return number32(name, arg, 0, 0xfffffe, &o->peer);
    case VC:            return number32(name, arg, 0, 2, &o->vc);
    case WIRE:          o->wire = arg; return true;
    case SEND:          o->send = arg; return true;
    case RECV:          o->recv = arg; return true;
    case PCAP:          o->pcap = arg; return true;
    case RECORD:        o->record = arg; return true;
    case RTL_DIR:       o->rtl_dir = arg; return true;
    case EXACT:         o->exact = true; return true;
    case LOSS:          return chance(name, arg, &o->harm.loss);
    case DUP:           return chance(name, arg, &o->harm.dup);
    case REORDER:       return chance(name, arg, &o->harm.reorder);
    case CORRUPT:       return chance(name, arg, &o->harm.corrupt);
    case TRUNCATE:      return chance(name, arg, &o->harm.truncate);
    case DELAY:         return number(name, arg, 0, 1u << 28, &o->harm.delay);
    case SEED:          return number(name, arg, 0, UINT64_MAX, &o->seed);
    case TIMEOUT:       return seconds(name, arg, 1e-9, &o->timeout);
    case OPEN_TIMEOUT:  return seconds(name, arg, 1e-9, &o->open_timeout);
    case CLOSE_TIMEOUT: return seconds(name, arg, 1e-9, &o->close_timeout);
    case BACKOFF:       return seconds(name, arg, 1e-9, &o->backoff);
    case REACK:         return seconds(name, arg, 0, &o->reack);
    case STATS:         return seconds(name, arg, 1e-3, &o->stats);
    case LIMIT:         return seconds(name, arg, 1e-3, &o->limit);
    case RESTARTS:      return seconds(name, arg, 0, &o->restarts);
    case LINGER:        return seconds(name, arg, 0, &o->linger);
    case RETRY_MAX:     return number32(name, arg, 1, 255, &o->retry_max);
    case PAYLOAD:       return number32(name, arg, 1, 1024, &o->payload);
    case EPOCH:         return number32(name, arg, 1, 65535, &o->epoch);
    case PLANT:         return plant(arg, &o->plant);
    case BEGIN:         return number(name, arg, 0, 1ull << 50, &o->begin);
    default:            return false;
    }
}

void help()
{
    fputs(
"usage: ttpsim bridge --node N --wire WIRE [options]     one TTP MAC whose wire is outside\n"
"\n"
"  --wire udp:LOCAL:REMOTE  an Ethernet frame a datagram on 127.0.0.1, as QEMU's -netdev dgram;\n"
"                           LOCAL 0: a free port; REMOTE 0: whoever speaks first\n"
"  --wire tap:NAME          a Linux TAP device, made if it does not exist\n"
"  --wire pcap-in:FILE      frames of a capture that are not from our node, at its pace\n"
"  --wire simbricks:[connect:]PATH[:latency=NS]...   a simulator, in simulated time\n"
"                           (docs/simbricks.md); timers are then those after reset\n"
"  --node N                 low 24 bits of our address 98:ed:5c:.. (2, 0x0a0b0c)\n"
"  --preset NAME            nic1g (default), dojo, nic1g_25f, tiny, or a corner case\n"
"  --dut KIND               model (default), rtl, lockstep (both, compared in every cycle)\n"
"\n"
"  --peer M                 whom --send goes to; --recv then takes from this peer alone\n"
"  --vc V                   0 (default), 1, 2\n"
"  --send FILE|-            what to send; the link is closed when all of it is acknowledged\n"
"  --recv FILE|-            where payloads go; ends when the peer has closed the link\n"
"  --payload BYTES          size of a payload, 1..1024 (default 1024, interop 1008)\n"
"\n"
"time: S is seconds\n"
"  --hz N|auto              simulated cycles a second (auto: up to 1 MHz, as the machine can)\n"
"  --profile spec|interop   default timers; interop: those of the reference module\n"
"  --timeout S  --open-timeout S  --close-timeout S  --backoff S  --reack S  --retry-max N\n"
"  --stats S                a line of counters each S seconds\n"
"  --linger S               with --send and --recv: silence that ends the transfer (2)\n"
"  --restarts S             our MAC is reset each S seconds, about; 0: only that of the peer is;\n"
"                           both ends need it, one with --send, the other with --recv\n"
"  --begin CYCLE            no payload before this cycle since power-up\n"
"  --limit S                give up when no payload was delivered or acknowledged for S (exit 3);\n"
"                           S of the wall clock\n"
"\n"
"harm, per frame, both ways (P is 0..1):\n"
"  --loss P  --dup P  --reorder P  --corrupt P  --truncate P  --delay CYCLES  --seed N\n"
"\n"
"records:\n"
"  --pcap F                 frames at the MAC's wire port\n"
"  --record F               what came from outside, with its cycle (lockstep keeps one anyway)\n"
"  --exact                  pcap-in:FILE is such a recording: each frame in its very cycle\n"
"  --epoch N                first life number, 1..65535 (default: from the clock)\n"
"  --plant PORT@CYCLE       flip a bit of that RTL output, to test the comparison\n"
"  --rtl-dir DIR            take rtl_PRESET.so from there\n"
"\n"
"exit: 0 ok; 1 mismatch, dead link or lost data; 2 bad usage or input; 3 no progress (--limit)\n",
          stdout);
}

bool check(const BridgeOptions &o)
{
    if (!o.has_node) return complain("--node is missing (ttpsim bridge --help)");
    if (o.wire.empty()) return complain("--wire is missing (ttpsim bridge --help)");
    if (o.has_peer && o.peer == o.node) return complain("--peer and --node are the same");
    if (!o.send.empty() && !o.has_peer) return complain("--send needs --peer");
    if (o.exact && o.wire.compare(0, 8, "pcap-in:") != 0)
        return complain("--exact needs --wire pcap-in:FILE");
    if (o.exact && (o.hz == 0 || o.epoch == 0))
        return complain("--exact needs --hz and --epoch of the recording");
    if (o.restarts >= 0 && o.send.empty() == o.recv.empty())
        return complain("--restarts needs one of --send and --recv");
    if (o.restarts >= 0 && o.payload <= Resume::STAMP)
        return complain("--restarts needs a --payload above 8 bytes");
    if (o.dut != DutKind::lockstep && !o.plant.port.empty())
        return complain("--plant needs --dut lockstep");
    return true;
}

} // namespace

Parse parse_bridge(int argc, char **argv, BridgeOptions *o)
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
            help();
            return Parse::done;
        }
        if (id == ':') complain(std::string(argv[optind - 1]) + ": value is missing");
        else if (id == '?')
            complain(std::string(argv[at]) + ": unknown option (ttpsim bridge --help)");
        else if (take(id, LONG[index].name, optarg, o)) continue;
        return Parse::bad;
    }
    if (optind < argc) {
        complain(std::string(argv[optind]) + ": unexpected argument (ttpsim bridge --help)");
        return Parse::bad;
    }
    if (!o->payload) o->payload = bridge_payload(*o);
    return check(*o) ? Parse::run : Parse::bad;
}
