// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim run`: set up, transfer, drain, count, report.
#include "run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "clocks.h"
#include "wire/capture.h"
#include "lives.h"
#include "params.h"
#include "progress.h"
#include "report.h"
#include "transfer.h"

namespace {

constexpr uint64_t CHECK_EVERY = 1u << 17;     // cycles between checks of the model's invariants

int usage(const std::string &what)
{
    fprintf(stderr, "ttpsim: %s\n", what.c_str());
    return EXIT_USAGE;
}

// Peers beyond B exist to have more links: few payloads in flight each.
ttp_params peer_params(const ttp_params &p)
{
    ttp_params q = p;
    q.tx_cells = std::min(p.tx_cells, 512u);
    q.tx_pkts = std::min(p.tx_pkts, 64u);
    q.rx_cells = std::min(p.rx_cells, 256u);
    q.link_sets = 4;
    q.link_ways = 2;
    q.trace = 0;
    return q;
}

// Peers that send at a time queue up in front of A: beats of all that they may have in flight.
uint64_t queue_to_a(const Options &o, uint64_t beats)
{
    const uint32_t peers = (o.links + 2) / 3;
    uint64_t payloads = 0;

    if (!o.bidir || peers < 2) return 0;
    for (uint32_t i = 0; i < peers; i++) {
        const ttp_params p = i ? peer_params(o.params) : o.peer.empty() ? o.params : o.peer_params;
        payloads += std::min<uint64_t>(p.tx_pkts, p.tx_cells / ((o.payload + 63) / 64));
    }
    return payloads * beats;
}

} // namespace

// Retransmit timeout: a round trip and the queues in front of it, with room for slow hosts.
uint32_t pick_timeout(const Options &o)
{
    if (o.timeout) return o.timeout;
    const uint64_t beats = (o.payload + HDR_BYTES + 24) * 8 / o.params.data_w + 1;
    const bool late_copies = o.harm.reorder > 0 || o.harm.dup > 0;
    uint64_t t = 2 * (o.harm.delay + (late_copies ? o.harm.reorder_span : 0))
        + 16 * beats * std::max(2u, o.links) + queue_to_a(o, beats);
    const double awake = std::max(0.05, 1.0 - o.stall - o.wire_stall);
    t = static_cast<uint64_t>(static_cast<double>(t) / awake);
    return static_cast<uint32_t>(std::min<uint64_t>(std::max<uint64_t>(t, 4096), 1u << 30));
}

namespace {

class FileRun {
public:
    FileRun(const Options &o, const InputFile &in, OutputFile *out)
        : o_(o), in_(in), out_(out), net_(config(o)) {}

    int run();

private:
    static NetConfig config(const Options &o)
    {
        NetConfig c;
        c.preset = o.preset;
        c.rtl_dir = o.rtl_dir;
        c.seed = o.seed;
        c.start_cycle = o.start_cycle;
        c.stall = o.stall;
        c.wire_stall = o.wire_stall;
        c.pace = o.pace;
        return c;
    }
    bool build(std::string *why);
    void transfer();
    void drain();
    void rest(uint64_t limit);
    void count();
    void stuck(const std::string &why) { result_.exit = EXIT_STUCK; result_.failure = why; }
    void wrong(const std::string &why) { result_.exit = EXIT_WRONG; result_.failure = why; }
    bool stopped();
    void advance(uint64_t limit);
    void check_models();

    const Options &o_;
    const InputFile &in_;
    OutputFile *out_;
    Net net_;
    Capture capture_;
    std::unique_ptr<Traffic> traffic_;
    Lives *lives_ = nullptr;           // the same, if its hosts close and restart
    RunResult result_;
    std::string lost_;                 // a link was reported dead, or a packet refused
    uint64_t patience_ = 0, next_check_ = CHECK_EVERY;
};

bool FileRun::build(std::string *why)
{
    const uint32_t nodes = 1 + (o_.links + 2) / 3;
    for (uint32_t i = 0; i < nodes; i++) {
        NodeConfig c;
        c.name = i < 26 ? std::string(1, static_cast<char>('A' + i)) : "P" + std::to_string(i);
        c.node = i + 1;
        c.epoch_seed = static_cast<uint16_t>(mix64(o_.seed + i));
        const bool other = i == 1 && !o_.peer.empty();
        c.params = other ? o_.peer_params : i < 2 ? o_.params : peer_params(o_.params);
        c.dut = i < 2 && !other ? o_.dut : DutKind::model;
        c.agrees = i < 2 ? agrees(o_, static_cast<int>(i)) : agrees(o_, 0) && agrees(o_, 1);
        if (!net_.add(c, why)) return false;
    }
    net_.wire.set(o_.harm);
    Harm to_a = o_.harm;
    to_a.maps = o_.maps_lost;
    net_.wire.set(1, 0, to_a);
    if (!o_.plant.port.empty()) net_[0].dut->plant(o_.plant);
    if (!o_.pcap.empty() && !capture_.open(&net_, o_.pcap, o_.command, why)) return false;
    net_.on_completion = [this](Node &n, const Completion &c) {
        if (traffic_) traffic_->completion(n, c);
        if (c.kind == 4 && !lives_)
            lost_ = "MAC " + n.cfg.name + " reports a dead link: retry_max rounds without progress";
        if (c.kind == 3)
            lost_ = "MAC " + n.cfg.name + " refused a host packet, reason "
                    + std::to_string(c.status);
    };
    if (o_.dut != DutKind::model && o_.fork && o_.trace.empty())
        net_.snapshots.enable(50000, o_.window, o_.fail_trace);
    if (!o_.trace.empty()) net_.trace_to(o_.trace, o_.trace_from);
    return true;
}

void FileRun::check_models()
{
    if (net_.cycle < next_check_) return;
    next_check_ = net_.cycle + CHECK_EVERY;
    for (size_t i = 0; i < net_.size(); i++) {
        const ttp_mac *m = net_[i].dut->model();
        const char *bad = m ? ttp_mac_check(m) : nullptr;
        if (bad) net_.faults.add(net_.cycle, "model of MAC " + net_[i].cfg.name, bad);
    }
}

bool FileRun::stopped()
{
    return net_.failed() || result_.exit != 0;
}

// One cycle, or as many as nothing happens in, up to the cycle `limit`.
void FileRun::advance(uint64_t limit)
{
    const uint64_t idle = o_.skip && o_.dut == DutKind::model ? net_.idle_cycles() : 0;
    if (idle > 1 && limit > net_.cycle) net_.skip(std::min(idle, limit - net_.cycle));
    else net_.step();
    check_models();
}

void FileRun::transfer()
{
    if (o_.closes || o_.restarts) {
        LivesConfig c{ o_.closes, o_.restarts, o_.boots, o_.links, o_.payload, o_.bidir, o_.seed,
                       result_.timers };
        auto l = std::make_unique<Lives>(net_, in_, out_, c);
        lives_ = l.get();
        traffic_ = std::move(l);
    } else {
        traffic_ = std::make_unique<Transfer>(net_, in_, out_, o_.links, o_.payload, o_.bidir);
    }
    Traffic &t = *traffic_;
    Progress progress;
    uint64_t seen = 0, seen_cycle = net_.cycle;
    // The sources only know that there is something when they have been asked once.
    net_.step();
    for (unsigned tick = 0; !t.done() && !stopped(); tick++) {
        t.tick();
        advance(std::min(seen_cycle + patience_, t.next_due()));
        if (t.activity() != seen) {
            seen = t.activity();
            seen_cycle = net_.cycle;
        }
        if (!t.ok()) wrong(t.error());
        else if (!lost_.empty()) stuck(lost_);
        else if (net_.cycle - seen_cycle >= patience_)
            stuck("no payload delivered for " + std::to_string(patience_) + " cycles");
        if (tick % 1024 == 0) progress.tick(net_, t);
    }
    progress.end();
    for (size_t i = 0; i < net_.size(); i++) net_[i].source.pull = nullptr;
    result_.payloads = t.arrived();
    result_.bytes = t.bytes();
    result_.identical = t.done() && t.ok();
    result_.transfer_cycles = t.arrived() ? t.last_cycle() - t.first_cycle() : 0;
    if (!lives_) net_.on_packet = nullptr;
}

// Until every payload has retired and nothing is on the wire.
void FileRun::drain()
{
    const uint64_t limit = net_.cycle + patience_;
    for (size_t i = 0; i < net_.size() && !stopped();) {
        uint32_t left = 0;
        if (!net_.read(net_[i], TTP_REG_PKTS_FREE, &left)) break;
        if (left == net_[i].cfg.params.tx_pkts) i++;
        else if (net_.cycle >= limit)
            stuck("all delivered, but MAC " + net_[i].cfg.name + " does not retire its payloads");
        else for (unsigned k = 0; k < 64 && !stopped(); k++) net_.step();
    }
    while (net_.wire.in_flight() && !stopped()) advance(UINT64_MAX);
    for (unsigned k = 0; k < 2000 && !stopped(); k++) net_.step();
    if (lives_) rest(limit);
    if (!stopped() && !traffic_->ok()) wrong(traffic_->error());
    net_.score.finish(net_.cycle);
}

// Until no link opens or closes any more, so that no timer sends anything.
void FileRun::rest(uint64_t limit)
{
    const Tunables &t = result_.timers;
    const uint64_t quiet = 2 * std::max({ t.timeout, t.open_tmo, t.close_tmo, t.backoff });
    uint64_t sent = net_.wire.count().sent, since = net_.cycle;
    while (net_.cycle - since < quiet && !stopped()) {
        if (net_.cycle >= limit) stuck("all delivered, but the links do not come to rest");
        advance(since + quiet);
        if (!traffic_->ok()) wrong(traffic_->error());
        if (net_.wire.count().sent == sent) continue;
        sent = net_.wire.count().sent;
        since = net_.cycle;
    }
    if (!stopped() && !lives_->missed().empty()) stuck("MISSED: " + lives_->missed());
}

// Counters of all MACs; they must agree with what the witnesses saw, and all memory be free again.
void FileRun::count()
{
    for (size_t i = 0; i < net_.size() && !stopped(); i++) {
        Counters c;
        const Node &n = net_[i];
        if (!read_counters(net_, net_[i], &c)) {
            if (!net_.failed()) wrong("MAC " + n.cfg.name + " does not give its counters");
            return;
        }
        std::string bad = check_sent(n, c);
        if (c.cells_free != n.cfg.params.tx_cells)
            bad = "MAC " + n.cfg.name + " has lost transmit cells";
        if (c.rx_free != n.cfg.params.rx_cells)
            bad = "MAC " + n.cfg.name + " has lost receive cells";
        if (!bad.empty()) wrong(bad);
        result_.names.push_back(n.cfg.name);
        result_.counters.push_back(c);
    }
    result_.counters_read = !stopped();
}

int FileRun::run()
{
    std::string why;
    if (!build(&why)) return usage(why);
    Tunables t;
    t.timeout = pick_timeout(o_);
    t.open_tmo = o_.open_tmo ? o_.open_tmo : t.timeout;
    t.close_tmo = o_.close_tmo ? o_.close_tmo : t.timeout;
    t.backoff = o_.backoff ? o_.backoff : std::max(TTP_RST_BACKOFF, t.timeout / 4);
    t.retry_max = o_.retry_max ? o_.retry_max : 255;
    t.cpl_ctrl = 1;
    t.selective = o_.selective;
    t.offer_all = o_.offer_all;
    t.delay = o_.delay_window;
    if (o_.reset_timers) {
        t.write = false;
        t.timeout = o_.params.timeout_rst;
        t.open_tmo = o_.params.open_tmo_rst;
        t.close_tmo = o_.params.close_tmo_rst;
        t.backoff = o_.params.backoff_rst;
        t.retry_max = o_.params.retry_max_rst;
    }
    result_.timers = t;
    const uint64_t longest = std::max({ t.timeout, t.open_tmo, t.close_tmo, t.backoff });
    patience_ = o_.max_cycles ? o_.max_cycles : std::max<uint64_t>(2000000, 300 * longest);

    net_.start();
    for (size_t i = 0; i < net_.size() && !stopped(); i++) {
        if (!set_up(net_, net_[i], t) && !net_.failed())
            stuck("MAC " + net_[i].cfg.name + " does not take its registers");
    }
    while (net_.cycle < o_.begin && !stopped()) net_.step();
    if (!stopped()) transfer();
    if (!stopped()) drain();
    if (!stopped()) count();
    if (!stopped() && net_[0].dut->plant_waits()) stuck("the planted difference never came up");
    if (net_.snapshots.replaying()) net_.snapshots.leave(net_);

    if (net_.failed()) wrong(net_.difference() ? "RTL and model differ" : net_.waves.failed()
                             ? "an assertion of the RTL failed" : "a witness found a fault");
    print_failure(net_, o_.command);
    if (result_.exit == EXIT_STUCK) {
        const std::vector<std::string> links = net_.score.stuck();
        for (const std::string &s : links) fprintf(stderr, "  %s\n", s.c_str());
        if (!links.empty()) print_events(net_[0], nullptr);
        fprintf(stderr, "  repeat with:\n    %s\n", o_.command.c_str());
    }
    if (!capture_.close() && result_.exit == 0) wrong(o_.pcap + " can not be written");
    if (!out_->close() && result_.exit == 0) wrong(o_.out + " can not be written");
    if (!o_.out.empty() && result_.exit == 0 && !same_files(o_.file, o_.out, &why)) {
        wrong(why);
        result_.identical = false;
    }
    net_.waves.close();

    result_.preset = o_.preset;
    result_.dut = dut_kind_name(o_.dut);
    result_.file = o_.file;
    result_.line_bytes = o_.params.data_w / 8;
    result_.directions = o_.bidir ? 2 : 1;
    result_.file_bytes = in_.size();
    result_.seed = o_.seed;
    result_.cycles = net_.cycle;
    result_.compared = net_.compared();
    result_.mismatches = net_.difference() ? 1 : 0;
    if (net_.faults.any()) result_.identical = false;
    if (o_.dut == DutKind::lockstep && result_.exit == 0 && result_.compared == 0)
        wrong("nothing was compared");
    const ScoreCount &seen = net_.score.count();
    const bool both = agrees(o_, 0) && agrees(o_, 1);
    if (both && result_.exit == 0 && seen.new_payloads && !seen.numbered)
        wrong("the MACs have not agreed on selective repeat");
    if (!both && seen.numbered && result_.exit == 0) wrong("one MAC alone has agreed");
    if (both && result_.exit == 0 && seen.numbered && !seen.maps
        && net_.wire.count().lost > 50)
        wrong("frames were lost, and no map has told of a gap");
    result_.cpu_seconds = cpu_seconds();
    result_.wire = net_.wire.count();
    result_.selective = o_.selective;
    result_.score = net_.score.count();
    result_.harmed = lives_;
    if (lives_) result_.lives = lives_->count();
    print_summary(result_);
    if (!o_.json.empty() && !write_json(result_, o_.json))
        return usage(o_.json + " can not be written");
    return result_.exit;
}

} // namespace

int run_file(const Options &o)
{
    std::string why;
    if (!o.own.empty() && o.dut != DutKind::model && o.rtl_dir.empty()
        && !build_rtl(o.preset, o.params, &why)) return usage(why);
    InputFile in;
    OutputFile out;
    if (!in.open(o.file, &why)) return usage(why);
    if (!o.out.empty()) {
        std::error_code none;
        if (std::filesystem::equivalent(o.file, o.out, none))
            return usage("--out would overwrite --file");
        if (!out.open(o.out, &why)) return usage(why);
    }
    return FileRun(o, in, &out).run();
}
