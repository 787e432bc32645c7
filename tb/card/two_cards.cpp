// SPDX-License-Identifier: Apache-2.0
//
// Two whole cards at their pins with a host of our own on each: throughput, latency, a host that
// overruns, frames hit on the host's cable, loss on the wire at three speeds.
//
//     build/two_cards SCENARIO [SEED]
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "card_host.h"

namespace {

constexpr uint16_t CARD_CTRL = 0x100C, HL_ORDER = 0x1080 + 4 * 8, HL_OVERRUN = 0x1080 + 4 * 9,
                   HL_TX_GOBACK = 0x1080 + 4 * 19, HOST_RX_FCS = 0x1140 + 4;
enum { REPLAY = 48, DLV_PKTS = 52 };

CardOptions options()
{
    CardOptions o;
    o.seed = card_seed;
    return o;
}

// All N payloads of card 0, payload i on VC i mod `vcs`: each VC in order, identical, each once.
void check_by_vc(Host *h, uint32_t n, uint32_t vcs, const std::vector<size_t> &size)
{
    std::vector<Got> &g = h->got;
    g.erase(std::remove_if(g.begin(), g.end(), [](const Got &x) { return x.completion; }), g.end());
    check(g.size() == n, std::to_string(g.size()) + " payloads of " + std::to_string(n));
    std::stable_sort(g.begin(), g.end(), [](const Got &x, const Got &y) { return x.vc < y.vc; });
    size_t at = 0;
    for (uint32_t vc = 0; vc < vcs; vc++)
        for (uint32_t i = vc; i < n; i += vcs, at++)
            check(g[at].vc == vc && g[at].node == 1
                      && g[at].data == payload_of(0, i, size[i % size.size()]),
                  "payload " + std::to_string(i) + " differs");
}

size_t payloads(const Host &h)
{
    return static_cast<size_t>(
        std::count_if(h.got.begin(), h.got.end(), [](const Got &g) { return !g.completion; }));
}

// Share of 1 Gb/s in payload bytes, from the first tenth on.
double share(const Host &h)
{
    const size_t n = h.got.size(), from = n / 10;
    uint64_t bytes = 0;
    for (size_t i = from + 1; i < n; i++) bytes += h.got[i].data.size();
    return static_cast<double>(bytes) * 8
           / (static_cast<double>(h.got[n - 1].fs - h.got[from].fs) / 1e6) * 100;
}

int throughput()
{
    constexpr uint32_t N = 1000;
    double one = 0, two[2] = { 0, 0 };
    for (bool both : { false, true }) {
        Bench b(options());
        b.start();
        for (unsigned k = 0; k < (both ? 2u : 1u); k++)
            for (uint32_t i = 0; i < N; i++)
                b.host[k].todo.push_back({ 0, 2 - k, payload_of(k, i, 1024) });
        const auto all = [&] {
            return payloads(b.host[1]) == N && (!both || payloads(b.host[0]) == N);
        };
        check(b.until(all, 20 * N), "not all payloads arrived");
        for (unsigned k = 0; k < (both ? 2u : 1u); k++)
            for (uint32_t i = 0; i < N; i++)
                check(b.host[1 - k].got[i].data == payload_of(k, i, 1024),
                      "payload " + std::to_string(i) + " differs");
        if (!both) one = share(b.host[1]);
        else for (unsigned k = 0; k < 2; k++) two[k] = share(b.host[k]);
        b.run(100);
        for (unsigned k = 0; k < 2; k++) b.check_no_loss(k, true);
        for (unsigned k = 0; k < 2; k++) {
            b.snapshot(k);
            check(b.mac_counter(k, REPLAY) == 0, "payloads were sent again on a clean wire");
            check(b.pair.count(k).wire_out == b.pair.count(1 - k).wire_in,
                  "frames of the wire are missing");
        }
    }
    printf("payloads of 1024 bytes, host port to host port: one way %.2f %%, "
           "both ways %.2f %% and %.2f %% of the line\n", one, two[0], two[1]);
    check(one >= 92.0, "one way below 92.0 %");
    check(two[0] >= 85.0 && two[1] >= 85.0, "both ways below 85 %");
    return 0;
}

int latency()
{
    constexpr unsigned N = 40;
    Bench b(options());
    b.start();
    uint64_t in = 0, out = 0, least = UINT64_MAX, most = 0;
    unsigned op = OP_N;
    b.pair.host_sent = [&](unsigned k, uint64_t fs) { if (k == 0) in = fs; };
    b.pair.wire_began = [&](unsigned k, uint64_t fs) { if (k == 0 && !out) out = fs; };
    b.pair.wire_frame = [&](unsigned k, const Frame &f) {
        if (k == 0 && op == OP_N) op = f.bytes[42];
    };
    Rng r(card_seed, 5);
    for (unsigned i = 0; i <= N; i++) {
        in = out = 0;
        op = OP_N;
        // 32 bytes of header and 28 of payload: 64 with FCS. The first one opens the link.
        b.host[0].todo.push_back({ 0, 2, payload_of(0, i, 28) });
        check(b.until([&] { return payloads(b.host[1]) == i + 1; }, 1000), "no payload");
        if (i > 0) {
            check(in && out > in && op == OP_PAYLOAD, "the frame measured is not the payload");
            least = std::min(least, out - in);
            most = std::max(most, out - in);
        }
        b.run(60);
        b.pair.run(r.below(1000));         // another phase between the clocks
    }
    printf("last FCS bits of a 64-byte host frame -> first preamble bits on the wire: "
           "%.1f to %.1f ns in %u frames\n",
           static_cast<double>(least) / 1e6, static_cast<double>(most) / 1e6, N);
    check(least < most, "all in the same phase");
    check(most < 2000 * FS_PER_NS, "2 us or more");
    return 0;
}

// A host that does not look at the limit, while nobody takes the payloads: it is told, and all
// arrive once.
int overrun()
{
    constexpr uint32_t N = 400;
    Bench b(options());
    b.start(true, false);
    for (uint32_t i = 0; i < N; i++) b.host[0].todo.push_back({ 0, 2, payload_of(0, i, 1024) });
    b.host[0].obey = b.host[0].go_back = false;
    check(b.until([&] { return b.host[0].todo.empty() && b.pair.host_waiting(0) == 0; }, 30 * N),
          "the host did not get rid of its frames");
    b.run(50);
    const uint32_t over = b.read(0, HL_OVERRUN), order = b.read(0, HL_ORDER);
    check(over > 0 && order > 0, "no overrun happened: " + std::to_string(over)
                                     + " beyond the limit, " + std::to_string(order)
                                     + " out of order");
    check(b.host[0].goback > 0, "the host was not told");
    check(payloads(b.host[1]) == 0, "payloads without a session");
    b.host[0].obey = b.host[0].go_back = true;
    b.host[1].hello();
    uint64_t asked = 0;
    check(b.until([&] {
        // It hears no GOBACK any more, since it sends nothing: it goes back by itself.
        if (b.pair.now_fs() - asked > 200000 * FS_PER_NS && !b.host[0].all_acked()) {
            asked = b.pair.now_fs();
            b.host[0].back();
        }
        return payloads(b.host[1]) == N;
    }, 60 * N), "not all payloads arrived");
    b.run(50);
    check_by_vc(&b.host[1], N, 1, { 1024 });
    printf("%u frames beyond the limit and %u after them dropped, told %u times; "
           "%u payloads, each once\n", over, order, b.read(0, HL_TX_GOBACK), N);
    return 0;
}

// A host that keeps to the limit, while nobody takes the payloads for a while: it waits, and
// nothing is lost.
int credit()
{
    constexpr uint32_t N = 300;
    const std::vector<size_t> size = { 1024, 1, 64, 1000, 65, 27 };
    Bench b(options());
    b.start(true, false);
    for (uint32_t i = 0; i < N; i++)
        b.host[0].todo.push_back({ 0, 2, payload_of(0, i, size[i % size.size()]) });
    b.run(3000);
    const size_t early = b.host[0].sent();
    check(early > 50 && early < N && !b.host[0].todo.empty(),
          "the limit never came: " + std::to_string(early) + " frames sent");
    b.host[1].hello();
    check(b.until([&] { return payloads(b.host[1]) == N && b.host[0].all_acked(); }, 60 * N),
          "not all payloads arrived");
    b.run(50);
    check_by_vc(&b.host[1], N, 1, size);
    for (unsigned k = 0; k < 2; k++) b.check_no_loss(k, true);
    // The other way round: a host that takes nothing.
    b.host[0].answer = false;
    const size_t before = payloads(b.host[0]);
    for (uint32_t i = 0; i < N; i++) b.host[1].todo.push_back({ 0, 1, payload_of(1, i, 1024) });
    b.run(3000);
    const size_t taken = payloads(b.host[0]) - before;
    check(taken > 0 && taken <= b.host[0].window && b.host[1].sent() < N,
          "the card did not wait for its host: " + std::to_string(taken));
    b.host[0].answer = true;
    check(b.until([&] { return payloads(b.host[0]) == before + N; }, 60 * N),
          "not all payloads came back");
    for (uint32_t i = 0; i < N; i++)
        check(b.host[0].got[before + i].data == payload_of(1, i, 1024),
              "payload " + std::to_string(i) + " differs");
    for (unsigned k = 0; k < 2; k++) b.check_no_loss(k, true);
    printf("%zu frames sent before the limit, %zu received before ours; %u each way, none lost\n",
           early, taken, N);
    return 0;
}

// Frames of the host with a wrong FCS: dropped by the port, missed by the link, sent again.
int cable()
{
    constexpr uint32_t N = 200;
    const std::vector<size_t> size = { 1024, 1, 27, 28, 29, 700, 64 };
    Bench b(options());
    b.start();
    b.write(1, CARD_CTRL, 0);              // no echo
    b.host[0].harm = 20;
    for (uint32_t i = 0; i < N; i++)
        b.host[0].todo.push_back({ i % 3, 2, payload_of(0, i, size[i % size.size()]) });
    uint64_t asked = 0;
    check(b.until(
              [&] {
                  if (b.pair.now_fs() - asked > 200000 * FS_PER_NS && !b.host[0].all_acked()) {
                      asked = b.pair.now_fs();
                      b.host[0].back();
                  }
                  return payloads(b.host[1]) >= N && b.host[0].all_acked();
              },
              200 * N),
          "not all payloads arrived");
    b.host[0].harm = 0;
    b.run(50);
    const uint32_t hit = b.read(0, HOST_RX_FCS), order = b.read(0, HL_ORDER);
    check(hit > 3 && hit == b.host[0].harmed,
          "frames hit " + std::to_string(b.host[0].harmed) + ", counted " + std::to_string(hit));
    check(order > 0 && b.host[0].goback > 0, "nothing was out of order");
    check(payloads(b.host[1]) == N, "payloads came twice");
    check_by_vc(&b.host[1], N, 3, size);
    printf("%u frames hit on the host's cable, %u refused after them, told %" PRIu64
           " times; %u payloads, each once\n",
           hit, order, b.host[0].goback, N);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    static const struct { const char *name; int (*run)();
    } list[] = {
        { "throughput", throughput }, { "latency", latency }, { "credit", credit },
        { "overrun", overrun },       { "cable", cable },
    };
    card_seed = argc > 2 ? strtoull(argv[2], nullptr, 0) : 1;
    for (const auto &s : list)
        if (argc > 1 && strcmp(argv[1], s.name) == 0) return s.run();
    fprintf(stderr, "two_cards: want throughput, latency, credit, overrun or cable, and a seed\n");
    return 2;
}
