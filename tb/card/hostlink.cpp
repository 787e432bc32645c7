// SPDX-License-Identifier: Apache-2.0
//
// host/hostlink.c against a card of a few lines that keeps to docs/host-link.md, over a cable that
// loses frames both ways, with a clock of our own: numbers that wrap, credit that comes late or in
// drops, GOBACK, lost answers. Every payload reaches the card once and in order; of those that
// come, what is missing is counted exactly.
//
//     build/test_hostlink [SEED]
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

extern "C" {
#include "hostlink.h"
}
#include "rng.h"

static int64_t clock_ms = 1000;
extern "C" int64_t now_ms(void) { return clock_ms; }     // instead of that of port_ether.c

namespace {

uint64_t seed = 1;

void check(bool good, const std::string &what)
{
    if (good) return;
    printf("FAIL seed %" PRIu64 ": %s\n", seed, what.c_str());
    exit(1);
}

std::vector<uint8_t> payload(uint32_t i)
{
    const size_t n = 1 + mix64(i) % (i % 50 == 0 ? 1024 : 40);
    std::vector<uint8_t> b(n);
    for (size_t k = 0; k < n; k++)
        b[k] = static_cast<uint8_t>(mix64(i * 2048ull + k / 8) >> (8 * (k % 8)));
    return b;
}

struct Card {
    struct port port;                   // first: the library gets a pointer to it
    Rng r;
    uint64_t loss = 0;
    bool uart = false;
    std::deque<std::vector<uint8_t>> up;            // frames on their way to the host

    bool session = false;
    uint16_t next = 0, limit = 0, told_limit = 0, up_seq = 0, host_limit = 0;
    uint64_t taken = 0, sent_up = 0, lost_up = 0, cable = 0, gobacks = 0, refused = 0, hellos = 0,
             asks = 0, reqs = 0;
    uint64_t up_total = 0;                          // payloads for the host
    uint32_t quiet = 0, stalled = 70000;
    uint64_t stalls = 0;

    Card(uint64_t s, double p, unsigned ahead_frames);

    void put(unsigned type, unsigned flags, uint16_t seq, uint32_t tag, const uint8_t *body,
             size_t n, size_t length)
    {
        std::vector<uint8_t> f(HL_HEADER);
        f[0] = static_cast<uint8_t>(0x10 | type);
        f[2] = static_cast<uint8_t>(flags);
        put_be(&f[6], 2, static_cast<uint32_t>(length));
        put_be(&f[8], 2, seq);
        put_be(&f[10], 2, limit);
        put_be(&f[12], 2, next);
        put_be(&f[14], 4, tag);
        f.insert(f.end(), body, body + n);
        if (!uart && f.size() < 46) f.resize(46);   // Ethernet pads
        told_limit = limit;
        if (r.chance(loss)) { cable++; return; }
        up.push_back(f);
    }
    void more_credit()
    {
        const uint16_t most = static_cast<uint16_t>(next + r.below(256));
        if (static_cast<int16_t>(most - limit) > 0) limit = most;
    }
    void status(unsigned flags) { put(HL_STATUS, flags, up_seq, 0, nullptr, 0, 0); }
    void payloads(unsigned n)
    {
        while (session && n-- && sent_up < up_total
               && static_cast<int16_t>(up_seq - host_limit) < 0) {
            const std::vector<uint8_t> b = payload(static_cast<uint32_t>(sent_up));
            const size_t was = up.size();
            put(HL_DATA_IN, 0, up_seq++, 0, b.data(), b.size(), b.size() < 28 ? b.size() : 0);
            if (up.size() == was) lost_up++;
            sent_up++;
        }
    }
    void take(const uint8_t *f, size_t n)
    {
        const unsigned type = f[0] & 15u;
        const uint16_t seq = static_cast<uint16_t>(be(f + 8, 2)),
                       lim = static_cast<uint16_t>(be(f + 10, 2));
        check(n >= HL_HEADER && f[0] >> 4 == 1 && be(f + 6, 2) == n - HL_HEADER,
              "the host sent a strange frame");
        check(type == HL_DATA || f[1] == 0, "a VC where there is none");
        // What breaks the rules is broken also when the cable loses it.
        if (type == HL_DATA)
            check(session && static_cast<int16_t>(seq - told_limit) < 0,
                  "the host went beyond the limit");
        if (r.chance(loss)) { cable++; return; }
        if (type == HL_REQ) {
            std::vector<uint8_t> b(f + HL_HEADER, f + n);
            reqs++;
            for (size_t i = 0; i < b.size(); i += 8) {
                const uint16_t a = static_cast<uint16_t>(be(&b[i + 2], 2));
                if (a == 0x0ABC) b[i] |= 0x80;
                put_be(&b[i + 4], 4, b[i] & 0x80 ? 0 : b[i] & 1 ? be(&b[i + 4], 4) : a * 3u);
            }
            // The answer to another process on the same port, now and then.
            const uint8_t other[8 * HL_MAX_OPS] = { 0x55 };
            if (r.below(2))
                put(HL_RSP, 0, up_seq, be(f + 14, 4) ^ 0x40000000, other, b.size(), b.size());
            put(HL_RSP, 0, up_seq, be(f + 14, 4), b.data(), b.size(), b.size());
            return;
        }
        if (type == HL_HELLO) {
            uint8_t b[16] = { 'T', 'T', 'P', 'N' };
            session = true;
            hellos++;
            next = up_seq = limit = told_limit = 0;
            host_limit = lim;
            put(HL_WELCOME, 0, 0, be(f + 14, 4), b, 16, 16);
            return;
        }
        if (!session) return;
        if (static_cast<int16_t>(lim - host_limit) > 0) host_limit = lim;
        if (type == HL_BYE) { session = false; return; }
        if (type == HL_CREDIT) {
            if (f[2] & HL_ASK) { asks++; more_credit(); status(0); }
            return;
        }
        check(type == HL_DATA, "a frame of type " + std::to_string(type));
        if (seq != next) {
            refused++;
            if (static_cast<int16_t>(seq - next) < 0) status(0);
            else if (quiet++ % 4 == 0) { gobacks++; status(HL_GOBACK); }
            return;
        }
        // A MAC that takes it not now; and often not the next time either.
        if (loss && (stalled == next ? r.below(2) : r.below(500) == 0)) {
            stalled = next;
            stalls++;
            gobacks++;
            status(HL_GOBACK);
            return;
        }
        const std::vector<uint8_t> b = payload(static_cast<uint32_t>(taken));
        check(b.size() == n - HL_HEADER && memcmp(b.data(), f + HL_HEADER, b.size()) == 0
                  && f[1] == taken % 3 && be(f + 3, 3) == taken % 1000,
              "payload " + std::to_string(taken) + " differs");
        taken++;
        next++;
        if (r.below(8) == 0) { more_credit(); status(0); }
    }
};

int card_send(struct port *p, const uint8_t *f, size_t n)
{
    Card *c = reinterpret_cast<Card *>(p);
    c->take(f, n);
    c->payloads(c->r.below(3));
    return 0;
}

int card_recv(struct port *p, uint8_t *f, size_t size, int ms)
{
    Card *c = reinterpret_cast<Card *>(p);
    if (c->up.empty()) c->payloads(4);
    if (c->up.empty()) {
        clock_ms += ms;
        return 0;
    }
    const std::vector<uint8_t> g = c->up.front();
    c->up.pop_front();
    check(g.size() <= size, "too long");
    memcpy(f, g.data(), g.size());
    return static_cast<int>(g.size());
}

void card_close(struct port *) {}

Card::Card(uint64_t s, double p, unsigned ahead_frames)
    : r(s, ahead_frames), loss(threshold(p)), uart(ahead_frames == 2)
{
    port = {};
    port.send = card_send;
    port.recv = card_recv;
    port.close = card_close;
    port.ahead = ahead_frames;
    port.frame_ms = 1;
}

uint64_t total_lost = 0, total_back = 0, total_again = 0, total_reqs = 0;

void run(double loss, unsigned frames_ahead, uint32_t n)
{
    Card c(seed * 100 + frames_ahead, loss, frames_ahead);
    static struct hl h;
    const int64_t start = clock_ms;
    hl_init(&h, &c.port, 60000, 600000);
    check(hl_hello(&h) == 0, h.why);
    c.up_total = n;
    uint64_t got = 0, at = 0;
    const auto drain = [&](int ms) {
        struct hl_item i;
        int res;
        while ((res = hl_receive(&h, &i, ms)) == 1) {
            // The next that was not lost: lost ones are found by their numbers.
            std::vector<uint8_t> b = payload(static_cast<uint32_t>(at));
            while (at < n && (b.size() != i.bytes || memcmp(b.data(), i.data, b.size()) != 0))
                b = payload(static_cast<uint32_t>(++at));
            check(at < n && !i.cpl, "a payload from nowhere");
            at++;
            got++;
        }
        check(res == 0, h.why);
    };
    for (uint32_t i = 0; i < n; i++) {
        const std::vector<uint8_t> b = payload(i);
        check(hl_send(&h, static_cast<uint8_t>(i % 3), i % 1000, b.data(), b.size()) == 0, h.why);
        if (c.r.below(3) == 0) drain(0);
        if (i % 500 == 0) {
            struct hl_op op[3] = { { false, false, false, 0, 0x0100, 0 },
                                   { true, false, false, 15, 0x0200, i },
                                   { false, false, false, 0, 0x0ABC, 0 } };
            check(hl_regs(&h, op, 3) == 0, h.why);
            check(!op[0].error && op[0].value == 0x300 && !op[1].error && op[1].value == i
                      && op[2].error,
                  "a register answer is wrong");
            check(loss > 0 || h.rx_told == c.host_limit,
                  "the host believes that the card knows a limit that it does not");
        }
    }
    check(hl_flush(&h) == 0, h.why);
    check(c.taken == n,
          std::to_string(c.taken) + " payloads of " + std::to_string(n) + " reached the card");
    for (int tries = 0; tries < 1000 && c.sent_up < n; tries++) drain(100);
    // The answer to ASK tells what was lost last; it may be lost itself.
    for (int tries = 0; tries < 100 && h.lost < c.lost_up; tries++) drain(1000);
    drain(3000);
    check(c.sent_up == n, "the card stands: " + std::to_string(c.sent_up) + " sent, limit "
                              + std::to_string(c.host_limit) + ", next " + std::to_string(h.rx_next)
                              + ", taken " + std::to_string(h.rx_taken) + ", told "
                              + std::to_string(h.rx_told) + ", waiting " + std::to_string(h.waiting)
                              + ", lost " + std::to_string(h.lost));
    check(got + c.lost_up == n, std::to_string(got) + " received and " + std::to_string(c.lost_up)
                                    + " lost on the cable");
    check(h.lost == c.lost_up,
          "lost " + std::to_string(c.lost_up) + ", counted " + std::to_string(h.lost));
    check(h.received == got && h.sent == n && h.again == 0 ? loss == 0 : loss > 0,
          "sent again without a loss, or the reverse");
    // Most losses are told by the card at once, and do not wait for the host to ask.
    if (loss > 0)
        check(c.gobacks > 50 && c.stalls > 30 && 2 * c.asks < 3 * h.went_back,
              "asked " + std::to_string(c.asks) + " times, went back " + std::to_string(h.went_back)
                  + " times");
    printf("loss %.2f: %" PRId64 " ms, asked %" PRIu64 ", stalled %" PRIu64 ", told %" PRIu64
           ", back %" PRIu64 "\n",
           loss, clock_ms - start, c.asks, c.stalls, c.gobacks, h.went_back);
    hl_bye(&h, true);
    check(loss > 0 || !c.session, "BYE did not end it");
    // A card that says nothing any more is found out, and only then.
    struct hl_op op = { false, false, false, 0, 0, 0 };
    c.loss = UINT64_MAX;
    const int64_t begin = clock_ms;
    check(hl_regs(&h, &op, 1) == -1 && clock_ms - begin >= 60000 && clock_ms - begin < 61000,
          "silence was taken for " + std::to_string(clock_ms - begin) + " ms");
    check(hl_hello(&h) == -1, "a session with nobody");
    total_lost += h.lost;
    total_back += h.went_back;
    total_again += h.again;
    total_reqs += c.reqs;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1) seed = strtoull(argv[1], nullptr, 0);
    run(0, 64, 150000);                 // numbers wrap twice
    run(0.01, 64, 100000);
    run(0.1, 64, 20000);
    run(0.05, 2, 20000);
    check(total_lost > 1000 && total_back > 1000 && total_again > total_back && total_reqs > 580,
          "the cable lost too little: went back " + std::to_string(total_back) + " times, "
              + std::to_string(total_again) + " again, lost " + std::to_string(total_lost) + ", "
              + std::to_string(total_reqs) + " requests");
    printf("ok: went back %" PRIu64 " times, %" PRIu64 " frames sent again, %" PRIu64
           " of the card's lost and told\n",
           total_back, total_again, total_lost);
    return 0;
}
