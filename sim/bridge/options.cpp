// SPDX-License-Identifier: Apache-2.0
//
// The command line of `ttpsim bridge`; see bridge.h.
#include <cctype>
#include <cstdio>
#include <cstdlib>

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
    c->flag("--selective", "selective repeat, with peers that have it: presets with SELECTIVE=1",
            &o->selective);
}

bool read_hop(const std::string &s, std::array<uint8_t, 6> *hop)
{
    if (s.size() != 17) return false;
    for (size_t i = 0; i < 17; i++) {
        const bool ok = i % 3 == 2 ? s[i] == ':' : isxdigit(static_cast<unsigned char>(s[i])) != 0;
        if (!ok) return false;
    }
    for (size_t i = 0; i < 6; i++)
        (*hop)[i] = static_cast<uint8_t>(strtoul(s.substr(3 * i, 2).c_str(), nullptr, 16));
    return true;
}

// "10.0.0.1/8"
bool read_network(const std::string &s, Ipv4Config *c)
{
    const size_t slash = s.find('/');
    uint64_t prefix = 0;
    if (slash == std::string::npos || !read_ipv4_text(s.substr(0, slash), &c->address)
        || !read_number(s.substr(slash + 1), 8, 32, &prefix))
        return false;
    c->prefix = static_cast<unsigned>(prefix);
    return true;
}

// "2=02:00:00:00:00:09,0x10/0xfffff0=02:00:00:00:00:0a"
bool read_routes(const std::string &s, std::vector<Ipv4Route> *routes)
{
    for (size_t at = 0; at <= s.size();) {
        const size_t end = std::min(s.find(',', at), s.size());
        const std::string one = s.substr(at, end - at);
        const size_t is = std::min(one.find('='), one.size()), slash = one.find('/');
        uint64_t node = 0, mask = 0xffffff;
        Ipv4Route r;
        const bool masked = slash < is;
        if (is == one.size() || !read_hop(one.substr(is + 1), &r.hop)
            || !read_number(one.substr(0, masked ? slash : is), 0, 0xffffff, &node)
            || (masked && !read_number(one.substr(slash + 1, is - slash - 1), 0, 0xffffff, &mask)))
            return false;
        r.node = static_cast<uint32_t>(node);
        r.mask = static_cast<uint32_t>(mask);
        routes->push_back(r);
        at = end + 1;
    }
    return true;
}

void ipv4(Cli *c, BridgeOptions *o, Ipv4Route *rest)
{
    c->group("TTP inside of UDP and IPv4 (docs/port.md)");
    c->option("--ipv4", "ADDR/PREFIX", "our address; its host part is the node",
              "an address and a prefix from 8 to 32: 10.0.0.2/8", [o](const std::string &s) {
        return o->in_ipv4 = read_network(s, &o->ipv4);
    });
    c->option("--next-hop", "MAC", "where frames go that no --route names",
              "an Ethernet address: 02:00:00:00:00:09", [rest](const std::string &s) {
        return read_hop(s, &rest->hop);
    });
    c->option("--route", "NODE[/MASK]=MAC[,...]", "next hops by node of the peer; the first that\n"
              "fits counts; frames to a node without one go in TTPoE form",
              "NODE[/MASK]=MAC[,...]", [o](const std::string &s) {
        return read_routes(s, &o->ipv4.routes);
    });
    c->number("--dscp", "N", "0 (default) to 63", &o->ipv4.dscp, 0, 63);
    c->choice<UdpSource>("--udp-source", "UDP source port, ttp (default): 420; peer: one for each\n"
                         "peer; frame: another one for each frame", &o->ipv4.source,
                         { { "ttp", UdpSource::ttp }, { "peer", UdpSource::peer },
                           { "frame", UdpSource::frame } });
    c->flag("--any-port", "take frames from any UDP source port", &o->ipv4.any_port);
}

// "" or what is wrong about it.
std::string ipv4_conflict(const Cli &c, const BridgeOptions &o)
{
    if (!o.in_ipv4) {
        for (const char *name : { "--next-hop", "--route", "--dscp", "--udp-source", "--any-port" })
            if (c.given(name)) return std::string(name) + " needs --ipv4";
        return "";
    }
    const Ipv4Config &ip = o.ipv4;
    char text[96];
    if (ip.node(ip.address) != o.node) {
        snprintf(text, sizeof text, "--ipv4 %s/%u is the address of node 0x%06x, not of 0x%06x",
                 ipv4_text(ip.address).c_str(), ip.prefix, ip.node(ip.address), o.node);
        return text;
    }
    if (ip.routes.empty()) return "--ipv4 needs --next-hop or --route";
    if (o.has_peer && (o.peer & ~ip.host_mask())) {
        snprintf(text, sizeof text, "--peer 0x%06x has no address in %s/%u", o.peer,
                 ipv4_text(ip.address).c_str(), ip.prefix);
        return text;
    }
    return "";
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
    if (o.selective && !o.params.selective)
        return "--selective: preset " + o.preset + " has no SELECTIVE (sel64, sel512 do)";
    if (o.dut != DutKind::lockstep && !o.plant.port.empty()) return "--plant needs --dut lockstep";
    return ipv4_conflict(c, o);
}

} // namespace

Parse parse_bridge(int argc, const char *const *argv, BridgeOptions *o)
{
    Cli c("ttpsim bridge", ABOUT, AFTER);
    ends(&c, o);
    Ipv4Route others;
    ipv4(&c, o, &others);
    times(&c, o);
    rest(&c, o);
    const Parse p = c.parse(argc, argv);
    if (p != Parse::run) return p;
    o->has_peer = c.given("--peer");
    if (c.given("--next-hop")) o->ipv4.routes.push_back(others);
    o->given = c.all_given();
    if (!o->payload) o->payload = bridge_payload(*o);
    const std::string why = conflict(c, *o);
    return why.empty() ? Parse::run : c.complain(why);
}
