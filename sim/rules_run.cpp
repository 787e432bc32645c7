// SPDX-License-Identifier: Apache-2.0
//
// `ttpsim run --dut rules`: a file between two untimed ends (rules_end.h) over the same hostile
// wire, then the same with the cycle model, and how much faster the first was. Time jumps from one
// event to the next; the line still takes its time for each frame, so that rates can be compared.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <memory>

#include <nlohmann/json.hpp>

#include "clocks.h"
#include "report.h"
#include "rules_end.h"
#include "run.h"
#include "transfer.h"

namespace {

ttp_select_config selective_of(const Options &o)
{
    ttp_select_config c{};
    c.on = o.selective;
    c.offer_all = o.offer_all;
    c.learn = true;
    c.window = static_cast<uint16_t>(o.in_flight);
    c.reorder_max = 128;
    c.probe_min = 256;
    c.delay = o.delay_window;
    return c;
}

class RulesRun {
public:
    RulesRun(const Options &o, const InputFile &in, OutputFile *out);

    int run();
    double took() const { return cpu_; }

private:
    struct Side {
        Side(const RulesEndConfig &c, uint32_t p) : end(c), peer(p) {}
        RulesEnd end;
        uint32_t peer;
        uint64_t line_free = 0;              // when the line has taken the frames before
        uint64_t given[3] = {}, got[3] = {}; // chunks by link
        bool sends = false;
    };

    void fill(Side *s);
    void arrive(Side *s, uint32_t dest, const std::vector<uint8_t> &data);
    bool idle() const;
    void fail(int exit, const std::string &why)
    {
        if (!exit_) why_ = why;
        if (!exit_) exit_ = exit;
    }
    void check_counts();
    double frames_a_payload() const;
    void print() const;
    bool write_json(const std::string &path) const;

    const Options &o_;
    const InputFile &in_;
    OutputFile *out_;
    Wire wire_;
    std::vector<std::unique_ptr<Side>> sides_;
    std::vector<uint8_t> chunk_;
    uint64_t chunks_, total_, arrived_ = 0, bytes_ = 0, now_ = 0;
    double cpu_ = 0;
    int exit_ = 0;
    std::string why_;
};

RulesRun::RulesRun(const Options &o, const InputFile &in, OutputFile *out)
    : o_(o), in_(in), out_(out), wire_(o.seed), chunks_((in.size() + o.payload - 1) / o.payload),
      total_(o.bidir ? 2 * chunks_ : chunks_)
{
    const uint32_t t = pick_timeout(o), line = o.params.data_w / 8;

    for (uint32_t i = 0; i < 2; i++) {
        RulesEndConfig c;
        c.node = i + 1;
        c.life = static_cast<uint16_t>(mix64(o.seed + i) | 1);
        c.rules.timeout = c.rules.open_again = c.rules.close_again = t;
        c.rules.backoff = std::max(TTP_RST_BACKOFF, t / 4);
        c.rules.rounds_max = 255;
        c.select = selective_of(o);
        sides_.push_back(std::make_unique<Side>(c, 2 - i));
        Side *s = sides_.back().get();
        const int port = wire_.attach(c.node);
        s->sends = i == 0 || o.bidir;
        s->end.sent = [this, s, port, line](Frame f) {
            s->line_free = std::max(s->line_free, now_) + (f.bytes.size() + line - 1) / line;
            wire_.send(port, std::move(f), s->line_free);
        };
        s->end.place = [this, s] { return s->line_free <= now_; };
        s->end.delivered = [this, s](uint32_t dest, const std::vector<uint8_t> &d) {
            arrive(s, dest, d);
        };
        s->end.report = [this](const Completion &c2) {
            if (c2.kind == 4)
                fail(EXIT_STUCK, "an end reports a dead link: retry_max rounds without progress");
            if (c2.kind == 5) fail(EXIT_WRONG, "an end reports a restart that never was");
        };
    }
    wire_.set(o.harm);
}

// Chunk c goes over link c mod N.
void RulesRun::fill(Side *s)
{
    for (uint32_t l = 0; s->sends && l < o_.links; l++) {
        const uint32_t dest = l << 24 | s->peer;
        while (s->end.held(dest) < o_.in_flight) {
            const uint64_t chunk = s->given[l] * o_.links + l;
            if (chunk >= chunks_) break;
            std::vector<uint8_t> d(std::min<uint64_t>(o_.payload, in_.size() - chunk * o_.payload));
            if (!in_.read(chunk * o_.payload, d.data(), d.size())) {
                fail(EXIT_WRONG, "the file got shorter while it was read");
                return;
            }
            s->given[l]++;
            s->end.give(dest, std::move(d));
        }
    }
}

void RulesRun::arrive(Side *s, uint32_t dest, const std::vector<uint8_t> &data)
{
    const uint32_t l = dest >> 24;
    if ((dest & 0xffffff) != s->peer || l >= o_.links || (s == sides_[0].get() && !o_.bidir)) {
        fail(EXIT_WRONG, "a payload arrived on a link that nobody uses");
        return;
    }
    const uint64_t chunk = s->got[l]++ * o_.links + l, at = chunk * o_.payload;
    chunk_.resize(chunk < chunks_ ? std::min<uint64_t>(o_.payload, in_.size() - at) : 0);
    if (chunk_.empty() || !in_.read(at, chunk_.data(), chunk_.size()) || chunk_ != data)
        fail(EXIT_WRONG, "chunk " + std::to_string(chunk) + " differs from the file");
    else if (s != sides_[0].get() && out_->is_open() && !out_->write(at, data.data(), data.size()))
        fail(EXIT_WRONG, "the output file can not be written");
    arrived_++;
    bytes_ += data.size();
}

bool RulesRun::idle() const
{
    return arrived_ == total_ && sides_[0]->end.idle() && sides_[1]->end.idle() &&
           wire_.in_flight() == 0;
}

// What the two ends have counted must fit together.
void RulesRun::check_counts()
{
    for (const auto &s : sides_) {
        const auto &c = s->end.count;
        if (c[TTP_CNT_RETIRED] != c[TTP_CNT_ACC_PKTS])
            fail(EXIT_WRONG, "not every payload has retired");
        if (c[TTP_CNT_TX + OP_PAYLOAD] != c[TTP_CNT_ACC_PKTS] + c[TTP_CNT_REPLAY])
            fail(EXIT_WRONG, "payload frames sent are not payloads and replays");
        if (c[TTP_CNT_ILLEGAL]) fail(EXIT_WRONG, "an end has heard what no peer may say");
    }
    if (sides_[0]->end.count[TTP_CNT_ACC_PKTS] != sides_[1]->end.count[TTP_CNT_DLV_PKTS])
        fail(EXIT_WRONG, "not every payload was delivered");
}

double RulesRun::frames_a_payload() const
{
    uint64_t frames = 0, payloads = 0;
    for (const auto &s : sides_) {
        frames += s->end.count[TTP_CNT_TX + OP_PAYLOAD];
        payloads += s->end.count[TTP_CNT_ACC_PKTS];
    }
    return payloads ? static_cast<double>(frames) / static_cast<double>(payloads) : 0;
}

bool RulesRun::write_json(const std::string &path) const
{
    nlohmann::ordered_json j;
    const WireCount &w = wire_.count();

    j["dut"] = "rules";
    j["command"] = o_.command;
    j["seed"] = o_.seed;
    j["exit"] = exit_;
    j["failure"] = why_;
    j["selective"] = o_.selective;
    j["in_flight"] = o_.in_flight;
    j["payloads"] = arrived_;
    j["bytes"] = bytes_;
    j["cycles"] = now_;
    j["frames_a_payload"] = frames_a_payload();
    j["wire"] = { { "sent", w.sent }, { "lost", w.lost }, { "repeated", w.duplicated },
                  { "reordered", w.reordered }, { "corrupted", w.corrupted },
                  { "truncated", w.truncated } };
    for (const auto &s : sides_) {
        const auto &c = s->end.count;
        j["ends"].push_back({ { "payload_frames", c[TTP_CNT_TX + OP_PAYLOAD] },
                              { "replayed", c[TTP_CNT_REPLAY] },
                              { "timeouts", c[TTP_CNT_TIMEOUT] },
                              { "repeats", c[TTP_CNT_REPEAT] },
                              { "tail_probes", s->end.probes },
                              { "held", s->end.kept },
                              { "held_at_once", s->end.most_kept },
                              { "reorder_distance", s->end.most_reorder } });
    }
    std::ofstream f(path);
    f << j.dump(1) << "\n";
    return !!f;
}

void RulesRun::print() const
{
    const WireCount &w = wire_.count();
    uint64_t replays = 0, timeouts = 0;
    for (const auto &s : sides_) {
        replays += s->end.count[TTP_CNT_REPLAY];
        timeouts += s->end.count[TTP_CNT_TIMEOUT];
    }
    printf("two untimed ends (model/rules/), seed %" PRIu64 ", file %s\n", o_.seed,
           o_.file.c_str());
    printf("  delivered       %" PRIu64 " payloads, %" PRIu64 " bytes, %s\n", arrived_, bytes_,
           exit_ == EXIT_WRONG ? "NOT identical" : "identical");
    printf("  replayed        %" PRIu64 " payloads, %" PRIu64 " timeouts, in %" PRIu64
           " cycles of the line\n",
           replays, timeouts, now_);
    printf("  frames          %.4f PAYLOAD frames a payload, up to %u in flight, %s\n",
           frames_a_payload(), o_.in_flight, o_.selective ? "selective repeat" : "go-back-N");
    if (o_.selective) {
        const RulesEnd &a = sides_[0]->end, &b = sides_[1]->end;
        printf("  selective       %" PRIu64 " held ahead of their turn, %" PRIu64
               " at once; reorder distance %" PRIu64 "; %" PRIu64 " tail probes\n",
               a.kept + b.kept, std::max(a.most_kept, b.most_kept),
               std::max(a.most_reorder, b.most_reorder), a.probes + b.probes);
    }
    printf("  wire            %" PRIu64 " frames: lost %" PRIu64 ", repeated %" PRIu64
           ", reordered %" PRIu64 ", corrupted %" PRIu64 ", truncated %" PRIu64 "\n",
           w.sent, w.lost, w.duplicated, w.reordered, w.corrupted, w.truncated);
    printf("  speed           %.0f payloads a CPU second\n",
           cpu_ > 0 ? static_cast<double>(arrived_) / cpu_ : 0);
    if (exit_) printf("FAILED (exit %d): %s\n", exit_, why_.c_str());
    else printf("OK\n");
}

int RulesRun::run()
{
    const uint64_t patience =
        o_.max_cycles ? o_.max_cycles : std::max<uint64_t>(2000000, 300ull * pick_timeout(o_));
    const double start = cpu_seconds();
    uint64_t seen = 0, seen_at = 0;

    while (!exit_) {
        for (const auto &s : sides_) fill(s.get());
        if (idle()) break;
        uint64_t next = UINT64_MAX;
        for (int i = 0; i < 2; i++) {
            Side &s = *sides_[static_cast<size_t>(i)];
            next = std::min({ next, wire_.next_due(i), s.end.next_due() });
            if (s.end.wants()) next = std::min(next, s.line_free);
        }
        if (next == UINT64_MAX || now_ - seen_at > patience) {
            fail(EXIT_STUCK,
                 "no payload delivered for " + std::to_string(now_ - seen_at) + " cycles");
            break;
        }
        now_ = std::max(now_, next);
        for (int i = 0; i < 2; i++) {
            RulesEnd &end = sides_[static_cast<size_t>(i)]->end;
            Frame f;
            end.advance(now_);
            while (!exit_ && wire_.pop(i, now_, &f)) end.arrived(f);
            end.release();
        }
        if (arrived_ != seen) {
            seen = arrived_;
            seen_at = now_;
        }
    }
    if (!exit_) check_counts();
    cpu_ = cpu_seconds() - start;
    if (!out_->close() && !exit_) fail(EXIT_WRONG, o_.out + " can not be written");
    if (!o_.out.empty() && !exit_) {
        std::string why;
        if (!same_files(o_.file, o_.out, &why)) fail(EXIT_WRONG, why);
    }
    if (!o_.json.empty() && !write_json(o_.json)) fail(EXIT_WRONG, o_.json + " can not be written");
    print();
    return exit_;
}

} // namespace

int run_rules(const Options &o)
{
    std::string why;
    InputFile in;
    OutputFile out;
    if (!in.open(o.file, &why) || (!o.out.empty() && !out.open(o.out, &why))) {
        fprintf(stderr, "ttpsim: %s\n", why.c_str());
        return EXIT_USAGE;
    }
    RulesRun r(o, in, &out);
    const int rc = r.run();
    if (rc) return rc;
    // The cycle model with the same file, wire and seed.
    Options m = o;
    m.rules = false;
    m.params.selective |= o.selective;
    m.out.clear();
    m.json.clear();
    const double start = cpu_seconds();
    const int model = run_file(m);
    const double cpu = cpu_seconds() - start;
    if (model) return model;
    printf("rules_over_model  %.1f: CPU time of the cycle model over that of the rules\n",
           cpu / std::max(1e-6, r.took()));
    return 0;
}
