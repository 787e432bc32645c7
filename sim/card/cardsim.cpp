// SPDX-License-Identifier: Apache-2.0
//
// cardsim - two simulated cards for ttpctl; see docs/card-sim.md
#include <poll.h>
#include <unistd.h>

#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cards.h"
#include "cli.h"
#include "clocks.h"
#include "outside.h"

namespace {

volatile sig_atomic_t stopped;
void on_signal(int) { stopped = 1; }

const char ABOUT[] =
    "Two cards at pin level, node 1 (A) and node 2 (B), their wire ports connected.";

const char AFTER[] =
    "On stdin, with --commands: loss P, corrupt P, truncate P, link up, link down, quit.\n"
    "Ends with Ctrl-C and says what went over the ports.";

struct Options {
    CardOptions card;
    uint16_t port[2] = { 7001, 7002 };
    std::string tap[2];
    bool commands = false, busy = false;
};

[[noreturn]] void usage(const std::string &what)
{
    fprintf(stderr, "cardsim: %s\n", what.c_str());
    exit(2);
}

Options parse(int argc, char **argv)
{
    Options o;
    CardOptions &card = o.card;
    double ppm = 100;
    const std::vector<std::pair<std::string, Speed>> speeds = {
        { "10", MBIT_10 }, { "100", MBIT_100 }, { "1000", MBIT_1000 } };
    Cli c("cardsim", ABOUT, AFTER);
    c.group("the host ports");
    c.number("--udp-a", "PORT", "of A on 127.0.0.1 (7001); 0: a free one", &o.port[0], 0, 65535);
    c.number("--udp-b", "PORT", "of B (7002)", &o.port[1], 0, 65535);
    c.text("--tap-a", "NAME", "a TAP device instead", &o.tap[0]);
    c.text("--tap-b", "NAME", "a TAP device instead", &o.tap[1]);
    c.choice<Speed>("--host-speed", "10, 100, 1000 Mb/s (1000)", &card.host_speed, speeds);
    c.group("the wire, per frame (P is 0..1)");
    c.choice<Speed>("--speed", "10, 100, 1000 Mb/s (1000)", &card.wire_speed, speeds);
    c.harm(&card.harm);
    c.number("--delay", "NS", "one way", &card.harm.delay, 0, 1000000000);
    c.group("the run");
    c.option("--ppm", "X", "the clocks of the cards are so far apart (100)",
             "a number from 0 to 1000",
             [&ppm](const std::string &s) { return read_real(s, 0, 1000, &ppm); });
    c.number("--seed", "N", "of everything random (1)", &card.seed, 0, UINT64_MAX);
    c.text("--trace", "FILE", "waveform of both cards (FST)", &card.trace);
    c.flag("--busy", "never sleep, also when nothing moves", &o.busy);
    c.flag("--commands", "take commands from stdin", &o.commands);
    const Parse p = c.parse(argc, argv);
    if (p != Parse::run) exit(p == Parse::done ? 0 : 2);
    card.ppm[0] = ppm / 2;
    card.ppm[1] = -ppm / 2;
    if (c.given("--reorder")) card.harm.reorder_span = 50000;
    if (!card.trace.empty()) {
        FILE *f = fopen(card.trace.c_str(), "wb");
        if (!f) usage(card.trace + ": " + strerror(errno));
        fclose(f);
    }
    return o;
}

class Program {
public:
    explicit Program(const Options &o) : o_(o), cards_(o.card) {}
    int run();

private:
    void open();
    void inputs();
    void command(const std::string &line);
    void stdin_lines();
    void summary() const;
    void nap();

    static constexpr uint64_t SLICE_NS = 20000;
    static constexpr uint64_t QUIET_FS = 2000 * 1000 * FS_PER_NS;   // 2 ms of silence
    // Seconds of the wall clock between two naps
    static constexpr double WORK = 0.003;
    // Frames taken from a host at a time
    static constexpr size_t AHEAD = 8;

    const Options o_;
    CardPair cards_;
    UdpHub udp_[2];
    std::unique_ptr<OuterWire> tap_[2];
    Pty pty_[2];
    std::string typed_;
    double worked_ = 0;
    bool commands_ = false;
};

void Program::open()
{
    std::string why;
    for (unsigned k = 0; k < 2; k++) {
        // Rather a card without its UART than none: a container may have no terminals.
        if (!pty_[k].open(&why))
            fprintf(stderr, "cardsim: %s; card %c goes on without its UART\n", why.c_str(),
                    "AB"[k]);
        if (o_.tap[k].empty()) {
            if (!udp_[k].open(o_.port[k], &why)) usage(why);
        } else {
            tap_[k] = open_wire("tap:" + o_.tap[k], o_.card.node[k], false, 0, &why);
            if (!tap_[k]) usage(why);
            tap_[k]->say = [](const std::string &s) {
                fprintf(stderr, "cardsim: %s\n", s.c_str());
            };
        }
        printf("card %c: node %06X, host port %s, UART %s\n", "AB"[k], o_.card.node[k],
               tap_[k] ? ("interface " + o_.tap[k]).c_str()
                       : ("udp 127.0.0.1:" + std::to_string(udp_[k].port())).c_str(),
               pty_[k].name().c_str());
    }
    cards_.host_frame = [this](unsigned k, Frame f, uint64_t) {
        if (f.user) return;                    // no network card takes it; it is counted
        if (tap_[k]) tap_[k]->send(f);
        else udp_[k].send(f);
    };
    const std::string a = tap_[0] ? "--if " + o_.tap[0]
                                  : "--udp 127.0.0.1:" + std::to_string(udp_[0].port());
    const std::string b = tap_[1] ? "--if " + o_.tap[1]
                                  : "--udp 127.0.0.1:" + std::to_string(udp_[1].port());
    const char *pa = a.c_str(), *pb = b.c_str();
    printf("\nIn another shell:\n  build/ttpctl %s info\n", pa);
    if (CardPair::nic)
        printf("  build/ttpctl %s nic start; build/ttpctl %s nic start\n"
               "  build/ttpctl %s nic region 0x5A00 0 16384 rw\n"
               "  build/ttpctl %s mem write 0 LICENSE\n"
               "  build/ttpctl %s nic write 2 0 11358 0x5A00 0 --notice 7\n"
               "  build/ttpctl %s nic poll\n"
               "  build/ttpctl %s mem read 0 11358 copy; cmp LICENSE copy\n",
               pa, pb, pb, pa, pa, pb, pb);
    else
        printf("  build/ttpctl %s ping 2 -c 3\n"
               "  build/ttpctl %s recv copy & build/ttpctl %s send README.md --to 2; wait;"
               " cmp README.md copy\n",
               pa, pb, pa);
    printf("  build/ttpctl --uart %s --baud %u info\n"
           "Ctrl-C ends it.\n",
           pty_[0].name().c_str(), CardPair::baud);
    fflush(stdout);
}

void Program::inputs()
{
    for (unsigned k = 0; k < 2; k++) {
        Frame f;
        while (cards_.host_waiting(k) < AHEAD
               && (tap_[k] ? tap_[k]->receive(&f, 0) : udp_[k].receive(&f)))
            cards_.host_send(k, std::move(f));
        uint8_t bytes[256];
        if (cards_.uart(k).waiting() == 0)
            cards_.uart(k).put(bytes, pty_[k].read(bytes, sizeof bytes));
        std::vector<uint8_t> &got = cards_.uart(k).from_card;
        if (!got.empty()) pty_[k].write(got);
        got.clear();
    }
    if (commands_) stdin_lines();
}

void Program::stdin_lines()
{
    pollfd p{ 0, POLLIN, 0 };
    if (poll(&p, 1, 0) != 1) return;
    char text[256];
    const ssize_t n = read(0, text, sizeof text);
    if (n <= 0) commands_ = false;
    else typed_.append(text, static_cast<size_t>(n));
    for (size_t end; (end = typed_.find('\n')) != std::string::npos; typed_.erase(0, end + 1))
        command(typed_.substr(0, end));
}

void Program::command(const std::string &line)
{
    const size_t space = line.find(' ');
    const std::string what = line.substr(0, space),
                      value = space == std::string::npos ? "" : line.substr(space + 1);
    char *end = nullptr;
    const double p = strtod(value.c_str(), &end);
    const bool number = !value.empty() && !*end && p >= 0 && p <= 1;
    static Harm harm = o_.card.harm;
    bool done = true;
    if (what == "loss" && number) harm.loss = p;
    else if (what == "corrupt" && number) harm.corrupt = p;
    else if (what == "truncate" && number) harm.truncate = p;
    else if (line == "link up" || line == "link down") cards_.set_wire_link(line == "link up");
    else if (line == "quit") stopped = 1;
    else done = false;
    if (done) cards_.wire().set(harm);
    printf("%s: %s\n", line.c_str(), done ? "done" : "not a command");
    fflush(stdout);
}

// Nothing moves: simulated time goes on, but slowly.
void Program::nap()
{
    pollfd fds[5];
    nfds_t n = 0;
    for (unsigned k = 0; k < 2; k++) {
        fds[n++] = { tap_[k] ? tap_[k]->fd() : udp_[k].fd(), POLLIN, 0 };
        fds[n++] = { pty_[k].fd(), POLLIN, 0 };
    }
    if (commands_) fds[n++] = { 0, POLLIN, 0 };
    poll(fds, n, 30);
    worked_ = wall_seconds();
}

void Program::summary() const
{
    const WireCount &w = const_cast<CardPair &>(cards_).wire().count();
    printf("%.3f ms simulated\n", cards_.now_us() / 1000);
    for (unsigned k = 0; k < 2; k++) {
        const CardPair::Count c = cards_.count(k);
        printf("card %c: host port %" PRIu64 " frames in, %" PRIu64 " out, %" PRIu64
               " of them broken; wire port %" PRIu64 " in, %" PRIu64 " out, %" PRIu64
               " of them broken; LEDs %u\n",
               "AB"[k], c.host_in, c.host_out, c.host_bad, c.wire_in, c.wire_out, c.wire_bad,
               cards_.leds(k));
    }
    printf("wire: %" PRIu64 " frames; lost %" PRIu64 ", corrupted %" PRIu64 ", truncated %" PRIu64
           ", repeated %" PRIu64 ", reordered %" PRIu64 "\n",
           w.sent, w.lost, w.corrupted, w.truncated, w.duplicated, w.reordered);
    for (unsigned k = 0; k < 2; k++)
        if (udp_[k].unknown + udp_[k].refused + pty_[k].lost)
            printf("card %c: %" PRIu64 " frames to nobody, %" PRIu64 " not taken; %" PRIu64
                   " bytes of the UART not read\n",
                   "AB"[k], udp_[k].unknown, udp_[k].refused, pty_[k].lost);
}

int Program::run()
{
    open();
    commands_ = o_.commands;
    worked_ = wall_seconds();
    while (!stopped) {
        inputs();
        cards_.run(SLICE_NS);
        const bool quiet = cards_.now_fs() - cards_.active_fs() > QUIET_FS && !o_.busy;
        if (quiet && wall_seconds() - worked_ > WORK) nap();
    }
    inputs();
    summary();
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const Options o = parse(argc, argv);
    struct sigaction act{};
    act.sa_handler = on_signal;
    sigaction(SIGINT, &act, nullptr);
    sigaction(SIGTERM, &act, nullptr);
    signal(SIGPIPE, SIG_IGN);
    return Program(o).run();
}
