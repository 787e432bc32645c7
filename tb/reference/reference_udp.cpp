// SPDX-License-Identifier: Apache-2.0
//
// The played reference module on a live wire: an Ethernet frame a datagram on 127.0.0.1, as
// `ttpsim bridge --wire udp:...` has it. It names its port, then plays until SIGTERM, until it is
// idle for --idle seconds after its link has closed, or until --most seconds have passed.
//
//     played_reference [--node N] [--peer N] [--vc N] [--to PORT] [--in FILE] [--out FILE]
//                      [--target] [--read-ms N] [--reload-at N] [--idle S] [--most S]
//                      [--ipv4 10.X.Y.Z] [--prefix N] [--spoil N]
//
// --to: where the peer listens; else it answers whoever spoke first. --target: it opens the link,
// else its file waits until the peer does. --reload-at: loaded anew once so many payloads came.
// --ipv4: inside of UDP and IPv4, from this address; the kernel below then answers every tenth
// frame by ICMP. --spoil: every Nth frame that it sends goes once more with a wrong IPv4 checksum.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "reference.h"
#include "reference_ipv4.h"

namespace {

volatile sig_atomic_t stopped;
void on_signal(int) { stopped = 1; }

struct Args {
    uint32_t node = 1, peer = 2, vc = 0;
    uint16_t to = 0;
    std::string in, out;
    bool target = false;
    bool in_ipv4 = false;
    uint32_t address = 0;
    unsigned prefix = 8;
    uint64_t spoil = 0;
    uint64_t read_ms = 5, reload_at = UINT64_MAX;
    double idle = 1, most = 60;
};

bool parse(int argc, char **argv, Args *a)
{
    for (int i = 1; i < argc; i++) {
        const std::string k = argv[i];
        if (k == "--target") {
            a->target = true;
            continue;
        }
        if (i + 1 == argc) return false;
        const char *v = argv[++i];
        const auto n = strtoul(v, nullptr, 0);
        if (k == "--node") a->node = static_cast<uint32_t>(n);
        else if (k == "--peer") a->peer = static_cast<uint32_t>(n);
        else if (k == "--vc") a->vc = static_cast<uint32_t>(n);
        else if (k == "--to") a->to = static_cast<uint16_t>(n);
        else if (k == "--in") a->in = v;
        else if (k == "--out") a->out = v;
        else if (k == "--read-ms") a->read_ms = n;
        else if (k == "--reload-at") a->reload_at = n;
        else if (k == "--idle") a->idle = atof(v);
        else if (k == "--most") a->most = atof(v);
        else if (k == "--ipv4") {
            in_addr ip{};
            if (inet_pton(AF_INET, v, &ip) != 1) return false;
            a->in_ipv4 = true;
            a->address = ntohl(ip.s_addr);
        }
        else if (k == "--prefix") a->prefix = static_cast<unsigned>(n);
        else if (k == "--spoil") a->spoil = n;
        else return false;
    }
    return true;
}

uint64_t microseconds()
{
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<uint64_t>(t.tv_sec) * 1000000 + static_cast<uint64_t>(t.tv_nsec) / 1000;
}

int die(const char *what)
{
    fprintf(stderr, "played_reference: %s: %s\n", what, strerror(errno));
    return 2;
}

class Player {
public:
    explicit Player(const Args &a)
        : a_(a), module_([&] {
              Reference::Options o;
              o.node = a.node;
              o.read_us = a.read_ms * 1000;
              return o;
          }())
    {
    }

    int run();

private:
    bool open();
    void queue_file();
    void listen(uint64_t until);
    void put(const Frame &f);
    void out(const Frame &f);

    Args a_;
    Reference module_;
    int fd_ = -1;
    sockaddr_in to_{};
    FILE *out_ = nullptr;
    uint64_t heard_ = 0;
    bool spoken_ = false, opened_ = false;
    ReferenceIpv4 ip_;
    uint64_t spoiled_ = 0;
};

void Player::put(const Frame &f)
{
    if (spoken_ && sendto(fd_, f.bytes.data(), f.bytes.size(), 0,
                          reinterpret_cast<const sockaddr *>(&to_), sizeof to_) < 0)
        heard_ = microseconds();
}

void Player::out(const Frame &f)
{
    if (!a_.in_ipv4) return put(f);
    Frame g = ip_.send(f);
    put(g);
    if (!a_.spoil || ip_.sent % a_.spoil) return;
    g.bytes[25] ^= 1;
    spoiled_++;
    put(g);
}

bool Player::open()
{
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t n = sizeof here;
    fd_ = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (fd_ < 0 || bind(fd_, reinterpret_cast<sockaddr *>(&here), n) != 0) return false;
    if (getsockname(fd_, reinterpret_cast<sockaddr *>(&here), &n) != 0) return false;
    printf("port %u\n", ntohs(here.sin_port));
    fflush(stdout);
    to_ = here;
    to_.sin_port = htons(a_.to);
    spoken_ = a_.to != 0;
    out_ = a_.out.empty() ? nullptr : fopen(a_.out.c_str(), "wb");
    return a_.out.empty() || out_;
}

// A host write of two bytes is a command: the last piece is never that short.
void Player::queue_file()
{
    FILE *f = a_.in.empty() ? nullptr : fopen(a_.in.c_str(), "rb");
    if (!f) return;
    std::vector<uint8_t> d(Reference::MOST);
    for (size_t n; (n = fread(d.data(), 1, d.size(), f)) > 0;)
        module_.write(a_.peer, a_.vc, { d.begin(), d.begin() + static_cast<std::ptrdiff_t>(n) },
                      microseconds());
    fclose(f);
}

void Player::listen(uint64_t until)
{
    const uint64_t now = microseconds();
    const uint64_t ms = until > now ? (until - now + 999) / 1000 : 0;
    pollfd p{ fd_, POLLIN, 0 };
    poll(&p, 1, static_cast<int>(std::min<uint64_t>(ms, 50)));
    for (;;) {
        uint8_t b[2048];
        sockaddr_in from{};
        socklen_t n = sizeof from;
        const ssize_t got = recvfrom(fd_, b, sizeof b, 0, reinterpret_cast<sockaddr *>(&from), &n);
        if (got < 0 && errno == ECONNREFUSED) continue;
        if (got < 0) return;
        if (!spoken_) to_ = from;
        spoken_ = true;
        heard_ = microseconds();
        Frame f;
        f.bytes.assign(b, b + got);
        if (a_.in_ipv4) {
            const Frame came = f;
            if (!ip_.receive(&f)) continue;
            if (ip_.received % 10 == 1) put(ip_.unreachable(came));
        }
        module_.receive(f, heard_);
    }
}

int Player::run()
{
    if (!open()) return die("socket or --out");
    ip_.address = a_.address;
    ip_.prefix = a_.prefix;
    module_.send = [this](const Frame &f) { out(f); };
    module_.taken = [this](uint32_t, uint32_t, const std::vector<uint8_t> &d) {
        if (out_ && fwrite(d.data(), 1, d.size(), out_) != d.size()) stopped = 1;
    };
    const uint64_t start = heard_ = microseconds();
    if (a_.target) module_.target(a_.peer, a_.vc, start);
    queue_file();
    while (!stopped && static_cast<double>(microseconds() - start) < a_.most * 1e6) {
        listen(module_.next());
        module_.tick(microseconds());
        if (module_.count().taken >= a_.reload_at) {
            a_.reload_at = UINT64_MAX;
            module_.reload(microseconds());
        }
        const bool closed = module_.state(a_.peer, a_.vc) == Reference::CLOSED;
        opened_ = opened_ || !closed;
        const auto silent = static_cast<double>(microseconds() - heard_);
        if (opened_ && closed && silent > a_.idle * 1e6) break;
    }
    const ReferenceCount &c = module_.count();
    const auto n = [](uint64_t v) { return static_cast<unsigned long long>(v); };
    printf("taken %llu, acknowledged %llu, thrown away %llu, sent again %llu, silenced %llu,"
           " state %d\n", n(c.taken), n(c.acknowledged), n(c.thrown_away), n(c.again),
           n(c.silenced), module_.state(a_.peer, a_.vc));
    if (a_.in_ipv4)
        printf("ipv4: sent %llu, received %llu, byte 50 not 0 in %llu, let pass wrong ones %llu,"
               " spoiled %llu\n", n(ip_.sent), n(ip_.received), n(ip_.with_bit), n(ip_.careless),
               n(spoiled_));
    if (out_ && fclose(out_) != 0) return die("--out");
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    Args a;
    if (!parse(argc, argv, &a)) {
        fprintf(stderr, "played_reference: see the head of tb/reference/reference_udp.cpp\n");
        return 2;
    }
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    return Player(a).run();
}
