// SPDX-License-Identifier: Apache-2.0
//
// A MAC in the place of each end of each capture of the reference implementation:
// it gets what the other end sent, its host does what that end's host did, and
// what it sends is compared with the record, field by field. Allowed differences
// stand in captures_rules.cpp with their reason and are counted; any other fails.
//
//     test_captures [--preset NAME] [--dut lockstep|model] [--frames] FILE|DIRECTORY...
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>

#include "captures.h"
#include "mac_bench.h"
#include "presets.h"
#include "ttp_regs.h"
#include "waves.h"

namespace {

constexpr uint32_t NEVER = 1u << 30;       // cycles
// QUIET is longer than the longest back-off, five NACK_FULLs, and a walk of the timers behind it.
constexpr uint32_t BACKOFF = 100, CLOSE_TMO = 12000, QUIET = 5000;
constexpr uint32_t INJECTOR = 3;
constexpr uint32_t HELPER = 0x0d0d0d;      // a third node that fills the receive store

struct Args {
    std::string preset = "w256";
    ttp_params params{};
    bool lockstep = true, frames = false;
    std::vector<std::string> files;
};

struct Totals {
    size_t runs = 0, in = 0, recorded = 0, out = 0, equal = 0, other = 0;
    std::array<size_t, RULE_N> allowed{};
} totals;

class Replay {
public:
    Replay(const Capture &c, MacBench *b) : c_(c), b_(b) {}

    bool run();
    std::vector<Answer> out;
    uint32_t shift = 0;                    // of our IDs after a close
    bool selective = false;                // with the switch of selective repeat on
    size_t in = 0;

private:
    void quiet()
    {
        uint64_t since = b_->cycle;
        size_t had = seen_;
        const uint64_t end = since + 100000;
        const auto busy = [&] {
            return b_->cycle - since < QUIET || b_->frames_waiting() || !b_->host_empty()
                || !b_->axil.idle();
        };
        while (b_->ok() && b_->cycle < end && busy()) {
            b_->step();
            if (seen_ != had) since = b_->cycle;
            had = seen_;
        }
    }
    void inject(const Frame &f)
    {
        b_->send({ f, SIZE_MAX, 0, 0 });
        quiet();
    }
    void hand_over(const Recorded &r)
    {
        HostPacket p;
        p.dest = r.h.vc << 24 | r.h.dst;
        p.data.assign(r.f.bytes.begin() + HDR_BYTES,
                      r.f.bytes.begin() + HDR_BYTES + static_cast<std::ptrdiff_t>(r.h.payload));
        b_->packets.push_back(std::move(p));
        handed_.insert(r.h.txid);
        quiet();
    }
    void prologue();
    void play_mine(size_t i);
    void play_other(size_t i);
    void fill();

    const Capture &c_;
    MacBench *b_;
    std::set<uint32_t> handed_;        // IDs of payloads that the host has handed over in this life
    size_t at_ = 0, seen_ = 0;
    bool closed_ = false;
    uint32_t helper_next_ = 0;
};

// Many captures begin in the middle of a link: it is opened with the numbers that fit.
void Replay::prologue()
{
    const auto own = [&](uint32_t op) {
        return std::find_if(c_.frames.begin(), c_.frames.end(),
                            [&](const Recorded &r) { return r.mine && r.h.opcode == op; });
    };
    const auto mine_open = own(OP_OPEN);
    const Recorded &first = c_.frames.front();
    uint32_t start = mine_open == c_.frames.end() ? 1 : mine_open->h.txid;
    if (first.h.opcode == OP_PAYLOAD && first.mine) start = first.h.txid - 1;
    b_->write(TTP_REG_START_ID, start);
    quiet();
    const auto first_mine = std::find_if(c_.frames.begin(), c_.frames.end(),
                                         [](const Recorded &r) { return r.mine; });
    const bool lost = first_mine != c_.frames.end() && first_mine->h.opcode == OP_NACK_NOLINK;
    if (first.h.opcode != OP_PAYLOAD || lost) return;
    if (first.mine) {
        hand_over(first);
        const Frame f = make_frame(first.h.dst, first.h.src, OP_OPEN_ACK, first.h.vc, 0,
                                   first.h.txid - 1);
        if (out.size() != 1 || out[0].h.opcode != OP_OPEN)
            b_->fail("no OPEN before the capture begins");
        out.clear();
        inject(f);
    } else {
        inject(make_frame(first.h.src, first.h.dst, OP_OPEN, first.h.vc, first.h.txid - 1, 0));
        if (out.size() != 1 || out[0].h.opcode != OP_OPEN_ACK)
            b_->fail("no OPEN_ACK before the capture begins");
        out.clear();
    }
}

void Replay::play_mine(size_t i)
{
    const Recorded &r = c_.frames[i];
    if (r.h.opcode == OP_CLOSE && !closed_) {
        closed_ = true;
        b_->write(TTP_REG_CLOSE_LINK, r.h.vc << 24 | r.h.dst);
        quiet();
    } else if (r.h.opcode == OP_PAYLOAD && !handed_.count(r.h.txid)) {
        hand_over(r);
    } else if (r.h.opcode == OP_OPEN) {
        const bool again = closed_;
        if (closed_) handed_.clear();
        closed_ = false;
        // An OPEN after NACK_NOLINK is the MAC's own affair, every other one comes of a payload.
        bool lost = false;
        for (size_t k = i; k-- > 0 && !lost && !c_.frames[k].mine;)
            lost = c_.frames[k].h.opcode == OP_NACK_NOLINK;
        const auto here = c_.frames.begin() + static_cast<std::ptrdiff_t>(i);
        const auto next = std::find_if(here, c_.frames.end(), [](const Recorded &f) {
            return f.mine && f.h.opcode == OP_PAYLOAD;
        });
        if (lost || next == c_.frames.end() || handed_.count(next->h.txid)) return;
        hand_over(*next);
        if (again && !out.empty() && out.back().h.opcode == OP_OPEN)
            shift = out.back().h.txid - r.h.txid;
    }
}

// Payloads of a third node that the host does not take, until a payload of the
// capture finds no room.
void Replay::fill()
{
    const uint32_t vc = (c_.frames[0].h.vc + 1) % 3;
    b_->sink.hold = true;
    if (!helper_next_) {
        inject(make_frame(HELPER, b_->cfg.node, OP_OPEN, vc, 0x5000, 0));
        helper_next_ = 0x5001;
    }
    // Long ones first: the store also has a limit of payloads.
    for (int i = 0; i < 200 && b_->ok() && b_->model()->s.rx_sram.free_cells; i++) {
        const size_t n = b_->model()->s.rx_sram.free_cells >= 16 ? 1024 : 64;
        inject(make_frame(HELPER, b_->cfg.node, OP_PAYLOAD, vc, helper_next_++, 0, 0,
                          std::vector<uint8_t>(n, 0x77)));
    }
    if (b_->model()->s.rx_sram.free_cells) b_->fail("the receive store does not fill");
}

void Replay::play_other(size_t i)
{
    Frame f = c_.frames[i].f;
    bool full = false;
    for (size_t k = i + 1; k < c_.frames.size() && c_.frames[k].mine; k++)
        full = full || c_.frames[k].h.opcode == OP_NACK_FULL;
    full = full && c_.frames[i].h.opcode == OP_PAYLOAD;
    // The other end answers the IDs of the record: after a close ours have gone on.
    const uint32_t op = c_.frames[i].h.opcode;
    if (shift && (op == OP_OPEN_ACK || op >= OP_ACK))
        put_be(f.bytes, 56, 4, c_.frames[i].h.rxid + shift);
    if (full) fill();
    in++;
    inject(f);
    if (!full) return;
    b_->sink.hold = false;
    quiet();
}

bool Replay::run()
{
    b_->on_frame = [this](const Frame &f) {
        Header h;
        seen_++;
        if (parse_header(f, &h) && h.dst != HELPER) out.push_back({ f, h, at_ });
    };
    std::vector<std::vector<uint8_t>> got;
    b_->on_packet = [&](uint32_t tid, const std::vector<uint8_t> &d) {
        if ((tid & 0xffffff) != HELPER) got.push_back(d);
    };
    b_->power_up();
    const std::pair<uint32_t, uint32_t> regs[] = {
        { TTP_REG_TIMEOUT, NEVER },       { TTP_REG_OPEN_TMO, NEVER },
        { TTP_REG_CLOSE_TMO, CLOSE_TMO }, { TTP_REG_BACKOFF, BACKOFF },
        { TTP_REG_RETRY_MAX, 255 },
    };
    for (const auto &r : regs) b_->write(r.first, r.second);
    if (selective) b_->write(TTP_REG_CTRL, 9);       // the switch, which the reference must not see
    prologue();
    for (size_t i = 0; i < c_.frames.size() && b_->ok(); i++) {
        at_ = i + 1;
        if (c_.frames[i].mine) play_mine(i);
        else play_other(i);
    }
    for (uint32_t i = 0; i < 3 * CLOSE_TMO && b_->ok(); i++) b_->step();
    b_->check();
    // Each payload the host got is one of the record, in its order.
    size_t at = 0;
    for (const auto &d : got) {
        const auto is = [&](const Recorded &r) {
            return !r.mine && r.h.opcode == OP_PAYLOAD && r.h.payload == d.size()
                && std::equal(d.begin(), d.end(), r.f.bytes.begin() + HDR_BYTES);
        };
        while (at < c_.frames.size() && !is(c_.frames[at])) at++;
        if (at == c_.frames.size())
            b_->fail("the host got a payload that the other end did not send, or out of order");
        else at++;
    }
    return b_->ok();
}

bool run(const Capture &whole, uint32_t node, const Args &a)
{
    Capture c = whole;
    for (Recorded &r : c.frames) r.mine = r.h.src == node;
    BenchConfig cfg;
    cfg.params = a.params;
    cfg.node = node;
    Waves waves;
    std::string why;
    auto dut = make_model_dut(a.params, &why);
    if (dut && a.lockstep) {
        auto rtl = make_rtl_dut(a.preset, a.params, "", "mac", &waves, &why);
        dut = rtl ? make_lockstep_dut(std::move(rtl), std::move(dut), a.params) : nullptr;
    }
    if (!dut) {
        fprintf(stderr, "test_captures: %s\n", why.c_str());
        exit(2);
    }
    MacBench b(cfg, std::move(dut));
    b.extra = [&]() -> std::string {
        if (waves.failed()) return "an assertion of the RTL failed";
        const Difference *d = b.dut->difference();
        return d ? "RTL and model differ in cycle " + std::to_string(d->cycle) + ", "
                       + d->ports[0].name : "";
    };
    Replay r(c, &b);
    r.selective = a.params.selective;
    const bool ran = r.run();
    Verdict v = compare_capture(c, r.out, r.shift);
    if (!ran) v.other.push_back(b.why());
    const auto mine = [](const Recorded &f) { return f.mine; };
    const auto recorded = static_cast<size_t>(
        std::count_if(c.frames.begin(), c.frames.end(), mine));
    std::string rules;
    for (unsigned i = 0; i < RULE_N; i++) {
        totals.allowed[i] += v.allowed[i];
        const std::string letter(1, static_cast<char>('a' + i));
        if (v.allowed[i]) rules += " " + letter + ":" + std::to_string(v.allowed[i]);
    }
    printf("%-46s %06x %5zu %5zu %5zu %5zu %5zu %s\n", c.name.c_str(), node, r.in, recorded,
           r.out.size(), v.equal, v.other.size(), rules.c_str());
    for (const std::string &s : v.other) printf("    FAIL %s\n", s.c_str());
    if (a.frames)
        for (const Answer &m : r.out) printf("    after %zu: %s\n", m.at, frame_line(m.h).c_str());
    totals.runs++;
    totals.in += r.in;
    totals.recorded += recorded;
    totals.out += r.out.size();
    totals.equal += v.equal;
    totals.other += v.other.size();
    return v.other.empty();
}

[[noreturn]] void usage(const std::string &why)
{
    fprintf(stderr, "test_captures: %s; usage: test_captures [--preset NAME]"
            " [--dut lockstep|model] [--frames] FILE|DIRECTORY...\n", why.c_str());
    exit(2);
}

} // namespace

int main(int argc, char **argv)
{
    Args a;
    for (int i = 1; i < argc; i++) {
        const std::string k = argv[i];
        if (k == "--frames") {
            a.frames = true;
        } else if (k.substr(0, 2) == "--") {
            if (i + 1 == argc) usage("no value for " + k);
            const std::string v = argv[++i];
            if (k == "--preset") a.preset = v;
            else if (k == "--dut" && (v == "model" || v == "lockstep"))
                a.lockstep = v == "lockstep";
            else usage("bad option " + k + " " + v);
        } else if (std::filesystem::is_directory(k)) {
            for (const auto &f : std::filesystem::directory_iterator(k))
                if (f.path().extension() == ".pcap") a.files.push_back(f.path().string());
        } else {
            a.files.push_back(k);
        }
    }
    if (!find_preset(a.preset, &a.params)) usage("no such preset: " + a.preset);
    if (!a.params.trace) usage("the witness needs a preset with a trace port");
    if (a.files.empty()) usage("no capture");
    std::sort(a.files.begin(), a.files.end());

    printf("%-46s %6s %5s %5s %5s %5s %5s  allowed differences\n",
           "capture", "end", "in", "rec", "out", "equal", "other");
    for (const std::string &f : a.files) {
        Capture c;
        std::string why;
        if (!read_capture(f, &c, &why)) usage(f + ": " + why);
        std::set<uint32_t> ends;
        for (const Recorded &r : c.frames) ends.insert(r.h.src);
        // Node 3 is an injector: what it sends follows no protocol, so no MAC can stand in for it.
        for (uint32_t node : ends) if (node != INJECTOR) run(c, node, a);
    }
    for (unsigned i = 0; i < RULE_N; i++)
        if (totals.allowed[i])
            printf("  %c  %4zu  %s\n", 'a' + static_cast<int>(i), totals.allowed[i], rule_text(i));
    printf("%s preset %s: %zu captured ends, %zu frames in, %zu recorded, %zu out, %zu equal,"
           " %zu unexplained\n", totals.other ? "FAIL" : "PASS", a.preset.c_str(), totals.runs,
           totals.in, totals.recorded, totals.out, totals.equal, totals.other);
    return totals.other != 0;
}
