// SPDX-License-Identifier: Apache-2.0
//
// What a bridge says about itself; all of it on stderr, because stdout may be a pipe of data.
#include <unistd.h>

#include <cinttypes>
#include <cstdio>

#include "bridge/session.h"
#include "report.h"
#include "run.h"

namespace {

constexpr uint64_t SETTLE = 2000;              // cycles, until the last frame has left

// `what n, what n`, of counts that are not 0.
void list(std::string *s, const char *what, uint64_t n)
{
    if (n) *s += (s->empty() ? "" : ", ") + std::string(what) + " " + std::to_string(n);
}

std::string frames(const Counters &c, unsigned group)
{
    std::string s;
    for (unsigned op = 0; op < OP_N; op++) list(&s, opcode_name(op), c[group + op]);
    return s.empty() ? "none" : s;
}

std::string drops(const Counters &c)
{
    std::string s;
    for (const auto &d : drop_reasons()) list(&s, d.second, c[d.first]);
    return s.empty() ? "none" : s;
}

std::string drops(const Ipv4Count &c)
{
    std::string s;
    for (unsigned rule = 0; rule < IP_RULES; rule++) list(&s, ipv4_rule(rule), c.dropped[rule]);
    return s.empty() ? "none" : s;
}

std::string trouble(const Counters &c)
{
    return "replays " + std::to_string(c[TTP_CNT_REPLAY])
        + ", timeouts " + std::to_string(c[TTP_CNT_TIMEOUT])
        + ", repeats " + std::to_string(c[TTP_CNT_REPEAT])
        + ", gaps " + std::to_string(c[TTP_CNT_GAP])
        + ", illegal " + std::to_string(c[TTP_CNT_ILLEGAL]);
}

std::string selective(const Counters &c, uint64_t numbered)
{
    return "numbered " + std::to_string(numbered)
        + ", held " + std::to_string(c[TTP_CNT_HELD])
        + ", not held " + std::to_string(c[TTP_CNT_NOT_HELD])
        + ", maps " + std::to_string(c[TTP_CNT_MAP])
        + ", lost " + std::to_string(c[TTP_CNT_LOST])
        + ", all lost " + std::to_string(c[TTP_CNT_LOST_ALL])
        + ", tail probes " + std::to_string(c[TTP_CNT_PROBE]);
}

} // namespace

void Bridge::stats()
{
    Counters c;
    if (!read_counters(net_, *n_, &c)) {
        if (!net_.failed()) end(EXIT_WRONG, "the MAC does not give its counters");
        return;
    }
    say("stats: sent " + std::to_string(in_->bytes()) + " bytes, acknowledged "
        + std::to_string(count_.retired) + " of " + std::to_string(count_.pulled)
        + " payloads, received " + std::to_string(count_.received)
        + " | out: " + frames(c, TTP_CNT_TX) + " | in: " + frames(c, TTP_CNT_RX)
        + " | " + trouble(c) + " | drops: " + drops(c)
        + (o_.selective ? " | " + selective(c, links_.numbered) : ""));
}

void Bridge::summary(const Counters *c)
{
    const double s = begin_ > 0 ? wall_seconds() - begin_ : 0;
    const WireCount &w = net_.wire.count();
    fprintf(stderr, "bridge %06x: preset %s, dut %s, seed %" PRIu64 ", epoch %u\n",
            o_.node, o_.preset.c_str(), dut_kind_name(o_.dut), o_.seed, o_.epoch);
    fprintf(stderr, "  sent            %" PRIu64 " payloads, %" PRIu64 " bytes; %" PRIu64
            " acknowledged\n", count_.pulled, in_->bytes(), count_.retired);
    fprintf(stderr, "  received        %" PRIu64 " payloads, %" PRIu64 " bytes; %" PRIu64
            " thrown away\n", count_.received, count_.received_bytes, count_.dropped);
    if (resume_)
        fprintf(stderr, "  restarts        %" PRIu64 " of our MAC; the sender went back %" PRIu64
                " times, %" PRIu64 " payloads came again\n", count_.restarts, resume_->passes(),
                resume_->again());
    fprintf(stderr, "  time            %.1f s, %" PRIu64 " cycles at %" PRIu64 " a second, %.0f %%"
            " asleep\n", s, net_.cycle - begin_cycle_, hz_, s > 0 ? 100 * idle_ / s : 0.0);
    if (live_ && pace_.slipped() > 0.01 * s)
        fprintf(stderr, "  too slow        simulated time stood still for %.2f s (%.0f %%); %s\n",
                pace_.slipped(), 100 * pace_.slipped() / s,
                overslept_ > pace_.slipped() / 2 ? "the machine woke the bridge too late"
                                                 : "a lower --hz keeps up");
    if (c) {
        fprintf(stderr, "  frames out      %s\n", frames(*c, TTP_CNT_TX).c_str());
        fprintf(stderr, "  frames in       %s\n", frames(*c, TTP_CNT_RX).c_str());
        fprintf(stderr, "  trouble         %s\n", trouble(*c).c_str());
        if (o_.selective)
            fprintf(stderr, "  selective       %s\n", selective(*c, links_.numbered).c_str());
        fprintf(stderr, "  drops           %s\n", drops(*c).c_str());
    }
    fprintf(stderr, "  wire            %" PRIu64 " frames both ways: lost %" PRIu64
            ", repeated %" PRIu64 ", reordered %" PRIu64 ", corrupted %" PRIu64
            ", truncated %" PRIu64 "; overrun %" PRIu64 ", refused outside %" PRIu64 "\n",
            w.sent, w.lost, w.duplicated, w.reordered, w.corrupted, w.truncated,
            count_.overrun, outer_->refused);
    if (ipv4_)
        fprintf(stderr, "  IPv4            %s/%u: %" PRIu64 " frames out, %" PRIu64 " in; out as"
                " they are %" PRIu64 "; dropped: %s; not TTP, ignored %" PRIu64 "\n",
                ipv4_text(o_.ipv4.address).c_str(), o_.ipv4.prefix, ip_count_.out, ip_count_.in,
                ip_count_.plain, drops(ip_count_).c_str(), ip_count_.other);
    if (const uint64_t n = outer_->too_long())
        fprintf(stderr, "  too long for a slot %" PRIu64 " frames of the other side\n", n);
    for (const auto &l : links_.all())
        if (l.second.full)
            fprintf(stderr, "  no room         %s has answered %" PRIu64 " payloads by NACK_FULL\n",
                    link_name(l.first.first, l.first.second).c_str(), l.second.full);
    for (const auto &l : links_.all())
        if (l.second.doubts)
            fprintf(stderr, "  in doubt        payloads of link %s may be missing: its peer, "
                    "without life numbers, has sent OPEN on it %" PRIu64 " times when open\n",
                    link_name(l.first.first, l.first.second).c_str(), l.second.doubts);
    if (o_.dut == DutKind::lockstep)
        fprintf(stderr, "  lockstep        %" PRIu64 " cycles compared, %d mismatches\n",
                net_.compared(), net_.difference() ? 1 : 0);
    if (exit_ == EXIT_OK) fprintf(stderr, "OK\n");
    else fprintf(stderr, "FAILED (exit %d): %s\n", exit_, why_.c_str());
}

// The last frames leave, the counters are read and must agree with the witness of the port.
void Bridge::finish()
{
    const uint64_t end_cycle = net_.cycle, last = end_cycle + SETTLE;
    n_->source.pull = nullptr;
    while (net_.cycle < last && !net_.failed()) net_.step();
    deliver();
    Counters c;
    bool counted = false;
    if (!net_.failed()) {
        // While frames go on leaving, the snapshot and the witness are of two moments.
        const auto before = n_->sent;
        counted = read_counters(net_, *n_, &c);
        std::string bad = counted ? check_sent(*n_, c) : "the MAC does not give its counters";
        if (counted && (before != n_->sent || n_->wire_out.in_frame())) bad.clear();
        if (!net_.failed() && !bad.empty()) end(EXIT_WRONG, bad);
        deliver();
    }
    if (net_.snapshots.replaying()) net_.snapshots.leave(net_);
    if (!out_->mute) out_->flush();
    if (exit_ == EXIT_OK && o_.exact && n_->dut->plant_waits())
        end(EXIT_STUCK, "the planted difference never came up");
    if (o_.dut == DutKind::lockstep && exit_ == EXIT_OK && net_.compared() == 0)
        end(EXIT_WRONG, "nothing was compared");

    const bool failed = net_.failed();
    if (failed) {
        exit_ = EXIT_OK;                       // it outranks what it may have caused
        end(EXIT_WRONG, net_.difference() ? "RTL and model differ" : net_.waves.failed()
            ? "an assertion of the RTL failed" : "a witness found a fault");
    }
    const bool recorded = record_.is_open();
    if (!record_.close(end_cycle)) end(EXIT_WRONG, record_path_ + " can not be written");
    if (failed) {
        const std::string recording = recorded ? record_path_ : o_.exact ? o_.wire.substr(8) : "";
        print_failure(net_, recording.empty() ? "(no recording: --record F keeps one)"
                                              : repeat_command(o_, hz_, recording));
        if (recorded)
            fprintf(stderr, "  recording of all frames that came in: %s"
                    " (the pace of a pipe and a signal are not in it)\n", record_path_.c_str());
    } else if (recorded && o_.record.empty()) {
        unlink(record_path_.c_str());
    }
    for (const auto &l : links_.all())
        if (l.second.doubts && mine(l.first.first, l.first.second)
            && (in_->is_open() || out_->is_open()))
            end(EXIT_WRONG, "a peer without life numbers has opened its open link again: "
                "payloads may be missing");
    if (!pcap_.close()) end(EXIT_WRONG, o_.pcap + " can not be written");
    if (!out_->close()) end(EXIT_WRONG, o_.recv + " can not be written");
    net_.waves.close();
    summary(counted ? &c : nullptr);
}
