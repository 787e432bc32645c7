// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim bridge`; see bridge.h.
#include "bridge/bridge.h"
#include "bridge/resume.h"

namespace {

constexpr double AN_INSTANT = 1e-9, A_MOMENT = 1e-3;     // seconds

const char ABOUT[] =
    "One TTP MAC whose wire is outside: ttpsim bridge --node N --wire WIRE [options]";

const char AFTER[] =
    "exit: 0 ok; 1 mismatch, dead link or lost data; 2 bad usage or input; 3 no progress (--limit)";

void ends(Cli *c, BridgeOptions *o)
{
    c->text("--wire", "WIRE", "one of\n"
            "udp:LOCAL:REMOTE: an Ethernet frame a datagram on 127.0.0.1, as\n"
            "QEMU's -netdev dgram; LOCAL 0: a free port; REMOTE 0: whoever\n"
            "speaks first\n"
            "tap:NAME: a Linux TAP device, made if it does not exist\n"
            "pcap-in:FILE: frames of a capture that are not from our node, at\n"
            "its pace\n"
            "simbricks:[connect:]PATH[:latency=NS]...: a simulator, in simulated\n"
            "time (docs/simbricks.md); timers are then those after reset", &o->wire);
    c->number("--node", "N", "low 24 bits of our address 98:ed:5c:.. (2, 0x0a0b0c)", &o->node, 0,
              0xfffffe);
    c->preset("nic1g (default), dojo, nic1g_25f, tiny, or a corner case", &o->preset, &o->params);
    c->choice<DutKind>("--dut", "model (default), rtl, lockstep (both, compared in every cycle)",
                       &o->dut, { { "lockstep", DutKind::lockstep }, { "rtl", DutKind::rtl },
                                  { "model", DutKind::model } });
    c->number("--peer", "M", "whom --send goes to; --recv then takes from this peer alone",
              &o->peer, 0, 0xfffffe);
    c->number("--vc", "V", "0 (default), 1, 2", &o->vc, 0, 2);
    c->text("--send", "FILE|-", "what to send; the link is closed when all of it is acknowledged",
            &o->send);
    c->text("--recv", "FILE|-", "where payloads go; ends when the peer has closed the link",
            &o->recv);
    c->number("--payload", "BYTES", "size of a payload, 1..1024 (default 1024, interop 1008)",
              &o->payload, 1, 1024);
}

void times(Cli *c, BridgeOptions *o)
{
    c->group("time (S is seconds)");
    c->option("--hz", "N|auto", "simulated cycles a second (auto: up to 1 MHz, as the machine can)",
              "auto, or a whole number from 1000 to 1000000000", [o](const std::string &s) {
        o->hz = 0;
        return s == "auto" || read_number(s, 1000, 1000000000, &o->hz);
    });
    c->choice<bool>("--profile", "spec, interop: default timers; interop: those of the reference\n"
                    "module", &o->interop, { { "spec", false }, { "interop", true } });
    c->seconds("--timeout", "until a payload is sent again", &o->timeout, AN_INSTANT);
    c->seconds("--open-timeout", "until an OPEN is sent again", &o->open_timeout, AN_INSTANT);
    c->seconds("--close-timeout", "until a CLOSE is sent again", &o->close_timeout, AN_INSTANT);
    c->seconds("--backoff", "after a NACK that says that there is no room", &o->backoff,
               AN_INSTANT);
    c->seconds("--reack", "until the last ACK is repeated, 0: never", &o->reack, 0);
    c->number("--retry-max", "N", "rounds until a link is dead", &o->retry_max, 1, 255);
    c->seconds("--stats", "a line of counters each S seconds", &o->stats, A_MOMENT);
    c->seconds("--linger", "with --send and --recv: silence that ends the transfer (2)",
               &o->linger, 0);
    c->seconds("--restarts", "our MAC is reset each S seconds, about; 0: only that of the peer\n"
               "is; both ends need it, one with --send, the other with --recv", &o->restarts, 0);
    c->number("--begin", "CYCLE", "no payload before this cycle since power-up", &o->begin, 0,
              1ull << 50);
    c->seconds("--limit", "give up when no payload was delivered or acknowledged for S of the\n"
               "wall clock (exit 3)", &o->limit, A_MOMENT);
}

void rest(Cli *c, BridgeOptions *o)
{
    c->group("harm, per frame, both ways (P is 0..1)");
    c->harm(&o->harm);
    c->number("--delay", "CYCLES", "one way", &o->harm.delay, 0, 1u << 28);
    c->number("--seed", "N", "the only source of chance (default 1)", &o->seed, 0, UINT64_MAX);

    c->group("records");
    c->text("--pcap", "F", "frames at the MAC's wire port", &o->pcap);
    c->text("--record", "F", "what came from outside, with its cycle (lockstep keeps one anyway)",
            &o->record);
    c->flag("--exact", "pcap-in:FILE is such a recording: each frame in its very cycle",
            &o->exact);
    c->number("--epoch", "N", "first life number, 1..65535 (default: from the clock)", &o->epoch,
              1, 65535);
    c->plant(&o->plant);
    c->text("--rtl-dir", "DIR", "take rtl_PRESET.so from there", &o->rtl_dir);
}

// "" or what does not go together.
std::string conflict(const Cli &c, const BridgeOptions &o)
{
    if (!c.given("--node")) return "--node is missing (ttpsim bridge --help)";
    if (o.wire.empty()) return "--wire is missing (ttpsim bridge --help)";
    if (o.has_peer && o.peer == o.node) return "--peer and --node are the same";
    if (!o.send.empty() && !o.has_peer) return "--send needs --peer";
    if (o.exact && o.wire.compare(0, 8, "pcap-in:") != 0)
        return "--exact needs --wire pcap-in:FILE";
    if (o.exact && (o.hz == 0 || o.epoch == 0))
        return "--exact needs --hz and --epoch of the recording";
    if (o.restarts >= 0 && o.send.empty() == o.recv.empty())
        return "--restarts needs one of --send and --recv";
    if (o.restarts >= 0 && o.payload <= Resume::STAMP)
        return "--restarts needs a --payload above 8 bytes";
    if (o.dut != DutKind::lockstep && !o.plant.port.empty()) return "--plant needs --dut lockstep";
    return "";
}

} // namespace

Parse parse_bridge(int argc, const char *const *argv, BridgeOptions *o)
{
    Cli c("ttpsim bridge", ABOUT, AFTER);
    ends(&c, o);
    times(&c, o);
    rest(&c, o);
    const Parse p = c.parse(argc, argv);
    if (p != Parse::run) return p;
    o->has_peer = c.given("--peer");
    o->given = c.all_given();
    if (!o->payload) o->payload = bridge_payload(*o);
    const std::string why = conflict(c, *o);
    return why.empty() ? Parse::run : c.complain(why);
}
