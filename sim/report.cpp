// SPDX-License-Identifier: Apache-2.0
//
// What a run says about itself; see report.h.
#include "report.h"

#include <pcap.h>
#include <verilated.h>

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

constexpr size_t EVENTS_SHOWN = 16;

const char *const STATE[8] = { "CLOSED", "OPEN_SENT", "OPEN_RECD", "OPEN",
                               "CLOSE_SENT", "CLOSE_RECD", "REOPEN_SENT", "CLOSE_DUE" };

const char *event_name(unsigned e)
{
    static const char *const local[] = { "timer",  "close",    "peek", "left",
                                         "lookup", "doorbell", "send" };
    if (e < OP_N) return opcode_name(e);
    return e >= 16 && e < 23 ? local[e - 16] : "?";
}

std::string action_names(unsigned a)
{
    static const char *const name[] = { "respond", "send",  "replay", "take",
                                        "retire",  "rewind", "flush", "dead",
                                        "illegal", "alloc", "noentry", "timeout" };
    std::string s;
    for (unsigned i = 0; i < 12; i++)
        if (a >> i & 1) s += std::string(s.empty() ? "" : "+") + name[i];
    return s.empty() ? "-" : s;
}

void print_trace(const Node &n, const Difference *d)
{
    if (n.trace.size() == 0) {
        fprintf(stderr, "  no trace records of MAC %s (its TRACE parameter may be 0)\n",
                n.cfg.name.c_str());
        return;
    }
    uint32_t link = n.trace.back(0).link;
    if (d) {
        for (const auto &p : d->ports)
            if (p.name == "trace_link")
                link = static_cast<uint32_t>(strtoul(p.model.c_str(), nullptr, 16));
    }
    fprintf(stderr, "  link %u of MAC %s, its last events, newest last:\n", link,
            n.cfg.name.c_str());
    std::vector<const TraceRecord *> show;
    for (size_t i = 0; i < n.trace.size() && show.size() < EVENTS_SHOWN; i++)
        if (n.trace.back(i).link == link) show.push_back(&n.trace.back(i));
    for (auto it = show.rbegin(); it != show.rend(); ++it) {
        const TraceRecord &t = **it;
        fprintf(stderr, "    cycle %-10" PRIu64 " %-11s %s -> %s  %s  TxID %u RxID %u\n", t.cycle,
                event_name(t.event), STATE[t.state0 & 7], STATE[t.state1 & 7],
                action_names(t.action).c_str(), t.txid, t.rxid);
    }
}

void print_frames(const Node &n)
{
    const size_t count = n.frames.size() < EVENTS_SHOWN ? n.frames.size() : EVENTS_SHOWN;
    if (count)
        fprintf(stderr, "  last frames at the wire port of MAC %s, newest last:\n",
                n.cfg.name.c_str());
    for (size_t i = count; i-- > 0;) {
        const FrameRecord &f = n.frames.back(i);
        if (!f.whole) {
            fprintf(stderr, "    cycle %-10" PRIu64 " %s %u bytes\n", f.cycle,
                    f.sent ? "out" : "in ", f.bytes);
            continue;
        }
        const Header &h = f.header;
        fprintf(stderr, "    cycle %-10" PRIu64
                " %s %-11s %06x -> %06x VC %u TxID %u RxID %u, %u bytes%s\n",
                f.cycle, f.sent ? "out" : "in ", opcode_name(h.opcode), h.src, h.dst, h.vc,
                h.txid, h.rxid, f.bytes, f.user ? ", frame error" : "");
    }
}

double percent(double part, double whole)
{
    return whole > 0 ? 100.0 * part / whole : 0.0;
}

uint64_t sum(const RunResult &r, unsigned i)
{
    uint64_t s = 0;
    for (const Counters &c : r.counters) s += c[i];
    return s;
}

void print_counters(const RunResult &r)
{
    printf("  frames          ");
    for (unsigned op = 0; op < OP_N; op++)
        if (sum(r, TTP_CNT_TX + op))
            printf("%s %" PRIu64 "  ", opcode_name(op), sum(r, TTP_CNT_TX + op));
    printf("\n  replays         %" PRIu64 ", timeouts %" PRIu64 ", repeats received %" PRIu64
           ", gaps %" PRIu64 "\n", sum(r, TTP_CNT_REPLAY), sum(r, TTP_CNT_TIMEOUT),
           sum(r, TTP_CNT_REPEAT), sum(r, TTP_CNT_GAP));
    printf("  drops           ");
    uint64_t drops = 0;
    for (const auto &d : drop_reasons()) {
        drops += sum(r, d.first);
        if (sum(r, d.first)) printf("%s %" PRIu64 "  ", d.second, sum(r, d.first));
    }
    printf("%s\n  cells free, low ", drops ? "" : "none");
    for (size_t i = 0; i < r.counters.size() && i < 2; i++)
        printf("%s %u  ", r.names[i].c_str(), r.counters[i].cells_low);
    printf("\n");
}

void print_lives(const LivesCount &c)
{
    printf("  closes          %" PRIu64 " asked, %" PRIu64 " ends of links closed\n", c.asked,
           c.closed);
    printf("  restarts        A %" PRIu64 ", B %" PRIu64 ", %" PRIu64 " of them soft; noticed on a"
           " live link %" PRIu64 ", dead %" PRIu64 "\n", c.restarts[0], c.restarts[1], c.soft,
           c.noticed, c.dead);
    printf("  chunks          %" PRIu64 " given again, %" PRIu64 " delivered again, %" PRIu64
           " acknowledged and lost with the receiver\n", c.given_again, c.got_again, c.lost);
}

} // namespace

void print_events(const Node &n, const Difference *d)
{
    print_trace(n, d);
    print_frames(n);
}

void print_failure(Net &net, const std::string &command)
{
    if (!net.failed()) return;
    fflush(stdout);
    if (Node *n = net.difference()) {
        const Difference &d = *n->dut->difference();
        fprintf(stderr, "MISMATCH cycle %" PRIu64 " MAC %s\n", d.cycle, n->cfg.name.c_str());
        for (const auto &p : d.ports)
            fprintf(stderr, "  port %s\n    rtl   %s\n    model %s\n",
                    p.name.c_str(), p.rtl.c_str(), p.model.c_str());
        print_events(*n, &d);
    } else if (net.waves.failed()) {
        fprintf(stderr, "ASSERTION of the RTL failed at cycle %" PRIu64 "\n", net.cycle);
    }
    for (const std::string &f : net.faults.first()) fprintf(stderr, "FAULT %s\n", f.c_str());
    if (net.faults.count() > net.faults.first().size())
        fprintf(stderr, "FAULT ... %" PRIu64 " in all\n", net.faults.count());
    if (!net.difference() && net.size()) print_events(net[0], nullptr);
    fprintf(stderr, "  seed %" PRIu64 ", repeat with:\n    %s\n", net.cfg.seed, command.c_str());
    if (net.snapshots.on() && net.snapshots.waveform(net.cycle))
        fprintf(stderr, "  waveform of the last %" PRIu64 " cycles: %s\n",
                net.snapshots.window(), net.snapshots.path().c_str());
}

void print_summary(const RunResult &r)
{
    const double cycles = static_cast<double>(r.transfer_cycles);
    const double goodput = cycles > 0 ? static_cast<double>(r.bytes) / cycles : 0;
    printf("preset %s, dut %s, seed %" PRIu64 ", file %s\n",
           r.preset.c_str(), r.dut.c_str(), r.seed, r.file.c_str());
    printf("  delivered       %" PRIu64 " payloads, %" PRIu64 " bytes, %s\n", r.payloads, r.bytes,
           r.identical ? "identical" : "NOT identical");
    printf("  cycles          %" PRIu64 " (%.0f a CPU second)\n", r.cycles,
           r.cpu_seconds > 0 ? static_cast<double>(r.cycles) / r.cpu_seconds : 0);
    printf("  goodput         %.3f bytes a cycle, %.2f %% of the line of %u%s\n", goodput,
           percent(goodput, r.line_bytes * r.directions), r.line_bytes,
           r.directions == 2 ? " both ways" : "");
    const Tunables &t = r.timers;
    printf("  timers          TIMEOUT %u, OPEN_TMO %u, CLOSE_TMO %u, BACKOFF %u, RETRY_MAX %u\n",
           t.timeout, t.open_tmo, t.close_tmo, t.backoff, t.retry_max);
    printf("                  %s\n", t.write
           ? "set by this run; --reset-timers leaves those after reset"
           : "as they come out of reset");
    if (r.counters_read) print_counters(r);
    printf("  wire            %" PRIu64 " frames: lost %" PRIu64 ", repeated %" PRIu64
           ", reordered %" PRIu64 ", corrupted %" PRIu64 ", truncated %" PRIu64 "\n",
           r.wire.sent, r.wire.lost, r.wire.duplicated, r.wire.reordered, r.wire.corrupted,
           r.wire.truncated);
    if (r.selective)
        printf("  selective       %" PRIu64 " sends with a number, %" PRIu64 " maps, %" PRIu64
               " of them lost\n", r.score.numbered, r.score.maps, r.wire.unmapped);
    if (r.harmed) print_lives(r.lives);
    printf("  lockstep        %" PRIu64 " cycles compared, %" PRIu64 " mismatches\n",
           r.compared, r.mismatches);
    if (r.exit == 0) printf("OK\n");
    else printf("FAILED (exit %d): %s\n", r.exit, r.failure.c_str());
}

bool write_json(const RunResult &r, const std::string &path)
{
    nlohmann::ordered_json j;
    j["preset"] = r.preset;
    j["dut"] = r.dut;
    j["seed"] = r.seed;
    j["file"] = r.file;
    j["file_bytes"] = r.file_bytes;
    j["cycles"] = r.cycles;
    j["transfer_cycles"] = r.transfer_cycles;
    j["bytes"] = r.bytes;
    j["payloads"] = r.payloads;
    j["mismatches"] = r.mismatches;
    j["compared_cycles"] = r.compared;
    j["identical"] = r.identical;
    j["goodput_bytes_per_cycle"] = r.transfer_cycles
        ? static_cast<double>(r.bytes) / static_cast<double>(r.transfer_cycles) : 0.0;
    j["line_bytes_per_cycle"] = r.line_bytes;
    const Tunables &t = r.timers;
    j["timers"] = { { "set_by_run", t.write }, { "timeout", t.timeout }, { "open_tmo", t.open_tmo },
                    { "close_tmo", t.close_tmo }, { "backoff", t.backoff },
                    { "retry_max", t.retry_max } };
    j["replayed"] = sum(r, TTP_CNT_REPLAY);
    j["timeouts"] = sum(r, TTP_CNT_TIMEOUT);
    j["dropped"] = nlohmann::ordered_json::object();
    for (const auto &d : drop_reasons()) j["dropped"][d.second] = sum(r, d.first);
    j["frames"] = nlohmann::ordered_json::object();
    for (unsigned op = 0; op < OP_N; op++) j["frames"][opcode_name(op)] = sum(r, TTP_CNT_TX + op);
    for (size_t i = 0; i < r.counters.size() && i < 2; i++)
        j["cells_low"][r.names[i]] = r.counters[i].cells_low;
    j["wire"] = { { "sent", r.wire.sent },
                  { "lost", r.wire.lost },
                  { "duplicated", r.wire.duplicated },
                  { "reordered", r.wire.reordered },
                  { "corrupted", r.wire.corrupted },
                  { "truncated", r.wire.truncated },
                  { "unmapped", r.wire.unmapped } };
    if (r.selective)
        j["selective"] = { { "numbered", r.score.numbered }, { "maps", r.score.maps } };
    if (r.harmed) {
        const LivesCount &c = r.lives;
        j["lives"] = { { "closes_asked", c.asked }, { "closed", c.closed },
                       { "restarts_a", c.restarts[0] }, { "restarts_b", c.restarts[1] },
                       { "soft_restarts", c.soft }, { "restarts_noticed", c.noticed },
                       { "dead", c.dead }, { "given_again", c.given_again },
                       { "delivered_again", c.got_again }, { "lost_with_receiver", c.lost } };
    }
    j["cpu_seconds"] = r.cpu_seconds;
    j["failure"] = r.failure;
    j["exit"] = r.exit;
    for (const auto &v : tool_versions()) j["versions"][v.first] = v.second;
    std::ofstream f(path);
    f << j.dump(2) << "\n";
    f.close();
    return !f.fail();
}

std::vector<std::pair<std::string, std::string>> tool_versions()
{
    return {
        { "ttpsim", "0.1" },
        { "verilator", std::string(Verilated::productVersion()) },
        { "compiler", __VERSION__ },
        { "libpcap", pcap_lib_version() },
    };
}
