// SPDX-License-Identifier: Apache-2.0
//
// cardsim - two simulated cards for ttpctl; see docs/card-sim.md
#include <getopt.h>
#include <poll.h>
#include <unistd.h>

#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "cards.h"
#include "outside.h"

namespace {

volatile sig_atomic_t stopped;
void on_signal(int) { stopped = 1; }

const char HELP[] =
    "cardsim: two cards at pin level, node 1 (A) and node 2 (B), their wire ports connected\n"
    "\n"
    "--udp-a PORT, --udp-b PORT    host ports on 127.0.0.1; 7001, 7002; 0: a free one\n"
    "--tap-a NAME, --tap-b NAME    host port as a TAP device instead\n"
    "--speed 10|100|1000           wire ports, Mb/s; 1000\n"
    "--host-speed 10|100|1000      host ports; 1000\n"
    "--ppm X                       the clocks of the cards are so far apart; 100\n"
    "--loss P --corrupt P --truncate P --dup P --reorder P    of the wire, per frame, 0 to 1\n"
    "--delay NS                    of the wire, one way\n"
    "--seed N                      1\n"
    "--trace FILE                  waveform of both cards (FST)\n"
    "--busy                        never sleep, also when nothing moves\n"
    "\n"
    "On stdin, with --commands: loss P, corrupt P, truncate P, link up, link down, quit.\n"
    "Ends with Ctrl-C and says what went over the ports.\n";

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

double real(const char *name, const char *text, double most)
{
    char *end;
    const double v = strtod(text, &end);
    if (end == text || *end || !(v >= 0 && v <= most))
        usage(std::string("--") + name + " " + text + ": not a number from 0 to "
              + std::to_string(most));
    return v;
}

uint64_t whole(const char *name, const char *text, uint64_t most)
{
    char *end;
    const uint64_t v = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || v > most)
        usage(std::string("--") + name + " " + text + ": not a number from 0 to "
              + std::to_string(most));
    return v;
}

Speed speed(const char *name, const std::string &text)
{
    if (text == "10") return MBIT_10;
    if (text == "100") return MBIT_100;
    if (text == "1000") return MBIT_1000;
    usage(std::string("--") + name + " " + text + ": not 10, 100 or 1000");
}

Options parse(int argc, char **argv)
{
    enum {
        UDP_A = 256, UDP_B, TAP_A, TAP_B, SPEED, HOST_SPEED, PPM, LOSS, CORRUPT, TRUNCATE, DUP,
        REORDER, DELAY, SEED, TRACE, BUSY, COMMANDS, HELP_
    };
    static const option LONG[] = {
        { "udp-a", 1, nullptr, UDP_A },       { "udp-b", 1, nullptr, UDP_B },
        { "tap-a", 1, nullptr, TAP_A },       { "tap-b", 1, nullptr, TAP_B },
        { "speed", 1, nullptr, SPEED },       { "host-speed", 1, nullptr, HOST_SPEED },
        { "ppm", 1, nullptr, PPM },           { "loss", 1, nullptr, LOSS },
        { "corrupt", 1, nullptr, CORRUPT },   { "truncate", 1, nullptr, TRUNCATE },
        { "dup", 1, nullptr, DUP },           { "reorder", 1, nullptr, REORDER },
        { "delay", 1, nullptr, DELAY },       { "seed", 1, nullptr, SEED },
        { "trace", 1, nullptr, TRACE },       { "busy", 0, nullptr, BUSY },
        { "commands", 0, nullptr, COMMANDS }, { "help", 0, nullptr, HELP_ },
        { nullptr, 0, nullptr, 0 },
    };
    Options o;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":h", LONG, nullptr)) != -1;) {
        const char *name = c >= 256 ? LONG[c - 256].name : "";
        switch (c) {
        case UDP_A: o.port[0] = static_cast<uint16_t>(whole(name, optarg, 65535)); break;
        case UDP_B: o.port[1] = static_cast<uint16_t>(whole(name, optarg, 65535)); break;
        case TAP_A: o.tap[0] = optarg; break;
        case TAP_B: o.tap[1] = optarg; break;
        case SPEED: o.card.wire_speed = speed(name, optarg); break;
        case HOST_SPEED: o.card.host_speed = speed(name, optarg); break;
        case PPM:
            o.card.ppm[0] = real(name, optarg, 1000) / 2;
            o.card.ppm[1] = -o.card.ppm[0];
            break;
        case LOSS: o.card.harm.loss = real(name, optarg, 1); break;
        case CORRUPT: o.card.harm.corrupt = real(name, optarg, 1); break;
        case TRUNCATE: o.card.harm.truncate = real(name, optarg, 1); break;
        case DUP: o.card.harm.dup = real(name, optarg, 1); break;
        case REORDER:
            o.card.harm.reorder = real(name, optarg, 1);
            o.card.harm.reorder_span = 50000;
            break;
        case DELAY: o.card.harm.delay = whole(name, optarg, 1000000000); break;
        case SEED: o.card.seed = whole(name, optarg, UINT64_MAX); break;
        case TRACE: o.card.trace = optarg; break;
        case BUSY: o.busy = true; break;
        case COMMANDS: o.commands = true; break;
        case 'h': case HELP_: fputs(HELP, stdout); exit(0);
        case ':': usage(std::string(argv[optind - 1]) + ": value is missing");
        default: usage(std::string(argv[optind - 1]) + ": unknown option");
        }
    }
    if (optind < argc) usage(std::string(argv[optind]) + ": unexpected argument");
    if (!o.card.trace.empty()) {
        FILE *f = fopen(o.card.trace.c_str(), "wb");
        if (!f) usage(o.card.trace + ": " + strerror(errno));
        fclose(f);
    }
    return o;
}

double wall()
{
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
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
    printf("\nIn another shell:\n"
           "  build/ttpctl %s info\n"
           "  build/ttpctl %s ping 2 -c 3\n"
           "  build/ttpctl %s recv copy & build/ttpctl %s send README.md --to 2; wait;"
           " cmp README.md copy\n"
           "  build/ttpctl --uart %s --baud %u info\n"
           "Ctrl-C ends it.\n",
           a.c_str(), a.c_str(), b.c_str(), a.c_str(), pty_[0].name().c_str(), CARDSIM_BAUD);
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
    worked_ = wall();
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
    worked_ = wall();
    while (!stopped) {
        inputs();
        cards_.run(SLICE_NS);
        const bool quiet = cards_.now_fs() - cards_.active_fs() > QUIET_FS && !o_.busy;
        if (quiet && wall() - worked_ > WORK) nap();
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
