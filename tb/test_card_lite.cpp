// SPDX-License-Identifier: Apache-2.0
//
// The small MAC with its serial lines: two of fpga/common/card_lite.v at their pins, wire lines crossed, a host at each.
//
// Payloads with every byte value in both directions while the wire line is disturbed, echo, registers; then a host that
// breaks its line: wrong FCS, wrong escape, no stop bit, frames too short, too long, back to back, noise, a rate 2 % off.
// Each has to be counted, and the card has to answer after it. With `pty` instead of that: two serial ports
// for build/ttpctl until stdin ends (tb/lite_ctl.py).
//
// PARAMS: -GCLK_HZ=1600000 -GHOST_BAUD=100000 -GWIRE_BAUD=100000 -GBOARD=5 -GHUGE=1
// SEEDS: 1
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <pty.h>
#include <string>
#include <termios.h>
#include <unistd.h>
#include <zlib.h>
#include "Vcard_lite.h"
#include "verilated.h"
#include "lite_host.h"
#include "ttp_regs.h"
#include "ttp_defs.h"

enum : uint32_t { NODE_A = 0x00C0DB, NODE_B = 0xDBC0DC };
enum { BIT = CLK_HZ / HOST_BAUD };

// Bytes to and from a line, BIT cycles a bit; slow: per cent off.
struct serial {
    std::deque<uint8_t> to, from;
    unsigned t_at = 0, r_at = 0;        // cycles into the byte; 0: idle
    uint8_t r_byte = 0;
    int slow = 0;
    bool no_stop = false;
    uint64_t bytes = 0, faults = 0;

    bool drive()
    {
        if (to.empty()) return true;
        const unsigned bit = t_at * 100 / (BIT * (100 + static_cast<unsigned>(slow)));
        const bool level = bit == 0 ? false : bit <= 8 ? to.front() >> (bit - 1) & 1 : !no_stop;
        if (++t_at * 100 >= 10 * BIT * (100 + static_cast<unsigned>(slow))) {
            t_at = 0;
            to.pop_front();
            no_stop = false;
            bytes++;
        }
        return level;
    }
    void sample(bool line)
    {
        if (!r_at && line) return;
        r_at++;
        if (r_at % BIT == BIT / 2) {
            const unsigned bit = r_at / BIT;
            if (bit >= 1 && bit <= 8) r_byte = static_cast<uint8_t>(r_byte >> 1 | (line ? 0x80 : 0));
            if (bit == 0 && line) r_at = 0;
            if (bit == 9) {
                faults += !line;
                from.push_back(r_byte);
                r_at = 0;
            }
        }
    }
};

struct card {
    std::unique_ptr<Vcard_lite> rtl = std::make_unique<Vcard_lite>();
    const char *name;
    tb_rng &rng;
    uint64_t cycle = 0;
    lite_feed host;
    std::deque<std::vector<uint8_t>> host_got;
    serial line;
    std::vector<uint8_t> coming;
    bool esc = false, bytes_only = false;
    uint64_t bad = 0, frames = 0;

    card(const char *n, tb_rng &r) : name(n), rng(r) {}
    [[noreturn]] void fail(const char *why)
    {
        fprintf(stderr, "FAIL card_lite %s cycle=%" PRIu64 ": %s\n", name, cycle, why);
        exit(1);
    }
    static void slip(std::deque<uint8_t> &q, uint8_t b)
    {
        if (b == 0xC0) q.push_back(0xDB), q.push_back(0xDC);
        else if (b == 0xDB) q.push_back(0xDB), q.push_back(0xDD);
        else q.push_back(b);
    }
    void send(const std::vector<uint8_t> &f, uint32_t twist = 0)
    {
        const uint32_t fcs = static_cast<uint32_t>(crc32(0, f.data(), static_cast<uInt>(f.size()))) ^ twist;
        for (uint8_t b : f) slip(line.to, b);
        for (int i = 0; i < 4; i++) slip(line.to, static_cast<uint8_t>(fcs >> (8 * i)));
        line.to.push_back(0xC0);
    }
    void work()
    {
        if (bytes_only) return;
        for (; !host.q.empty() && line.to.empty(); host.q.pop_front()) send(host.q.front().bytes, host.q.front().bad ? 0x100 : 0);
        for (; !line.from.empty(); line.from.pop_front()) {
            const uint8_t b = line.from.front();
            if (b == 0xC0) {
                if (coming.size() > 4 && crc32(0, coming.data(), static_cast<uInt>(coming.size())) == 0x2144DF1C) {
                    coming.resize(coming.size() - 4);
                    host_got.push_back(coming);
                    frames++;
                } else {
                    bad++;
                }
                coming.clear();
            } else if (b == 0xDB) {
                esc = true;
            } else {
                coming.push_back(esc ? (b == 0xDC ? 0xC0 : 0xDB) : b);
                esc = false;
            }
        }
    }
};

// Both cards for a cycle. flip: the wire lines are wrong in this cycle.
static void step(card &a, card &b, bool rst, bool flip_a, bool flip_b)
{
    const bool a_to_b = a.rtl->wire_tx, b_to_a = b.rtl->wire_tx;
    for (card *c : { &a, &b }) {
        c->rtl->rst = rst;
        c->rtl->cfg_node = c == &a ? NODE_A : NODE_B;
        c->rtl->wire_rx = rst ? 1 : (c == &a ? b_to_a : a_to_b) ^ (c == &a ? flip_a : flip_b);
        c->rtl->host_rx = c->line.drive();
        c->rtl->eval();
        if (!rst) c->line.sample(c->rtl->host_tx);
        tb_edge(*c->rtl);
        c->cycle++;
    }
}

static void pty_port(int &fd, std::string &name)
{
    int slave;
    char path[200];
    if (openpty(&fd, &slave, path, nullptr, nullptr)) perror("openpty"), exit(2);
    termios t;
    tcgetattr(slave, &t);
    cfmakeraw(&t);
    tcsetattr(slave, TCSANOW, &t);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    name = path;                // slave stays open: the port does not hang up between two programs
}

static int run_pty(card &a, card &b)
{
    int fd[2];
    std::string name[2];
    card *c[2] = { &a, &b };
    for (int i = 0; i < 2; i++) {
        pty_port(fd[i], name[i]);
        c[i]->bytes_only = true;
    }
    printf("%s %s\n", name[0].c_str(), name[1].c_str());
    fflush(stdout);
    for (uint64_t n = 0;; n++) {
        step(a, b, false, false, false);
        if (n % 1024) continue;
        for (int i = 0; i < 2; i++) {
            uint8_t buf[64];
            if (c[i]->line.to.size() < 8) {
                const ssize_t k = read(fd[i], buf, 8);
                for (ssize_t j = 0; j < k; j++) c[i]->line.to.push_back(buf[j]);
            }
            while (!c[i]->line.from.empty()) {
                if (write(fd[i], &c[i]->line.from.front(), 1) != 1) break;
                c[i]->line.from.pop_front();
            }
        }
        if (n % 65536) continue;
        pollfd p = { 0, POLLIN, 0 };
        char x;
        if (poll(&p, 1, 0) > 0 && read(0, &x, 1) <= 0) return 0;
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    card a("A", rng), b("B", rng);
    lite_host_of<card> ha(a), hb(b);

    for (int i = 0; i < 20; i++) step(a, b, true, false, false);
    for (int i = 0; i < 20000; i++) step(a, b, false, false, false);
    if (argc > 2 && !strcmp(argv[2], "pty")) return run_pty(a, b);

    // Payloads both ways over a wire line that is wrong for half a bit now and then.
    std::deque<std::vector<uint8_t>> ab, ba, echo;
    unsigned flip_a = 0, flip_b = 0, got_ab = 0, got_ba = 0, echoes = 0, flips = 0;
    const unsigned n = 12;
    unsigned sent = 0;
    auto turn = [&](bool noise) {
        if (noise && !flip_a && rng.one_in(400000)) flip_a = BIT / 2 + 4, flips++;
        if (noise && !flip_b && rng.one_in(400000)) flip_b = BIT / 2 + 4, flips++;
        step(a, b, false, flip_a > 0, flip_b > 0);
        flip_a -= flip_a > 0;
        flip_b -= flip_b > 0;
        if (a.cycle % 64) return;
        a.work();
        b.work();
        ha.work();
        hb.work();
    };
    for (lite_host_of<card> *h : { &ha, &hb }) {
        h->regs({ { 1, 15, TTP_REG_TIMEOUT, 600000 }, { 1, 15, TTP_REG_OPEN_TMO, 200000 }, { 0, 0, 0x1008, 0 }, { 0, 0, TTP_REG_NODE, 0 } });
        h->hello();
    }
    while (got_ab < n || got_ba < n || echoes < n) {
        turn(true);
        if (a.cycle % 64) continue;
        if (sent < n && ha.to_send.empty() && hb.to_send.empty()) {
            std::vector<uint8_t> p(sent % 3 ? rng.in(1, 30) : 256 + sent), q(rng.in(1, 100));
            for (size_t i = 0; i < p.size(); i++) p[i] = static_cast<uint8_t>(i + sent);
            for (auto &x : q) x = rng.below(2) ? 0xC0 : 0xDB;
            std::vector<uint8_t> e = { static_cast<uint8_t>(sent), 0xDB, 0xC0 };
            ab.push_back(p), ha.to_send.push_back({ NODE_B, p });
            ba.push_back(q), hb.to_send.push_back({ 1u << 24 | NODE_A, q });
            ha.to_send.push_back({ 2u << 24 | NODE_B, e });
            e[0] |= 0x80;
            echo.push_back(e);
            sent++;
        }
        for (; !hb.got.empty(); hb.got.pop_front()) {
            if (ab.empty() || hb.got.front() != std::make_pair(static_cast<uint32_t>(NODE_A), ab.front())) b.fail("not what was sent");
            ab.pop_front();
            got_ab++;
        }
        for (; !ha.got.empty(); ha.got.pop_front()) {
            const bool e = ha.got.front().first >> 24 == 2;
            auto &want = e ? echo : ba;
            if (want.empty() || ha.got.front().second != want.front()) a.fail("not what was sent, or no echo of it");
            want.pop_front();
            (e ? echoes : got_ba)++;
        }
        if (a.cycle > 60000000) a.fail("payloads do not arrive");
    }
    for (lite_host_of<card> *h : { &ha, &hb }) {
        const auto &r = h->answers.front();
        if (r.size() != 4 || r[2].value != BOARD || r[3].value != (h == &ha ? NODE_A : NODE_B)) h->c.fail("BOARD or NODE");
        h->answers.clear();
    }

    // A host that breaks its line.
    uint32_t counted = 0, ours = 0;
    auto wait = [&](uint64_t cycles) {
        for (const uint64_t end = a.cycle + cycles; a.cycle < end;) turn(false);
    };
    auto bad = [&] {
        ha.regs({ { 0, 0, 0x1080 + 4 * 12, 0 } });          // HL_UART_BAD
        for (const uint64_t end = a.cycle + 2000000; ha.answers.empty();) {
            turn(false);
            if (a.cycle > end) a.fail("no answer after a broken frame");
        }
        const uint32_t v = ha.answers.front()[0].value;
        ha.answers.pop_front();
        return v;
    };
    const auto good = ha.frame(4, 0, {}, ha.next);          // CREDIT
    counted = bad();
    for (int what = 0; what < 9; what++) {
        auto &q = a.line.to;
        while (!q.empty()) turn(false);
        switch (what) {
        case 0: a.send(good, 1); break;                     // FCS
        case 1: {                                           // DB 00 for DB: what else could it stand for? The FCS is right
            auto f = good;
            f[14] = 0xDB;
            a.send(f);
            for (size_t i = 0; i + 1 < q.size(); i++)
                if (q[i] == 0xDB && i < 20) q[i + 1] = 0;
            break;
        }
        case 2: q.push_back(0x00); a.send(good); a.line.no_stop = true; break;  // a byte without stop bit before a good frame
        case 3: q.push_back(0x55), q.push_back(0xC0); break;
        case 4: for (int i = 0; i < 4; i++) q.push_back(0); q.push_back(0xC0); break;
        case 5: q.push_back(0xDB), q.push_back(0xC0); break;
        case 6: q.push_back(0xC0), q.push_back(0xC0); ours--; a.send(good); break;      // empty frames are none
        case 7: for (int i = 0; i < 3000; i++) q.push_back(0x77); q.push_back(0xC0); break;
        default: a.line.slow = 2; ours--; a.send(good); break;                          // 2 % slow is fine
        }
        ours++;
        wait(700000);
        a.line.slow = 0;
        const uint32_t now = bad();
        if (now != counted + ours) fprintf(stderr, "case %d: counted %u, want %u\n", what, now - counted, ours), a.fail("a broken frame is not counted once");
    }
    for (card *c : { &a, &b })
        if (c->bad || c->line.faults) c->fail("a broken frame to the host");
    if (!flips || ha.asked.size()) a.fail("a wire that was not disturbed, or a request without an answer");
    printf("PASS %u + %u payloads, %u echoes, %u disturbances of the wire, %u broken frames counted, %" PRIu64 " cycles\n", got_ab, got_ba, echoes,
           flips, ours, a.cycle);
    return 0;
}
