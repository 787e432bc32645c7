// SPDX-License-Identifier: Apache-2.0
//
// The scenes of tb/test_ttp_lite.cpp.
#ifndef LITE_SCENES_H
#define LITE_SCENES_H

#include "lite_host.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

enum : uint32_t { NODE_A = 0x10A0B1, NODE_B = 0xEF5F4E };

// Payloads from one host to another, numbered in their first bytes, random behind.
struct lite_stream {
    uint32_t from, to, vc, sent = 0, got = 0, want;
    std::deque<std::vector<uint8_t>> flying;

    lite_stream(uint32_t f, uint32_t t, uint32_t v, uint32_t n) : from(f), to(t), vc(v), want(n) {}
    void offer(tb_rng &rng, lite_host &h, size_t most)
    {
        if (sent == want || h.to_send.size() >= most) return;
        std::vector<uint8_t> p(rng.one_in(3) ? rng.in(1, 8) : rng.one_in(4) ? 1024 : rng.in(9, 300));
        for (auto &b : p) b = static_cast<uint8_t>(rng.bits(8));
        flying.push_back(p);
        h.to_send.push_back({ vc << 24 | to, p });
        sent++;
    }
    void came(lite_core &c, const std::vector<uint8_t> &p)
    {
        if (flying.empty() || flying.front() != p) c.fail("a payload that is lost, repeated, out of order or changed");
        flying.pop_front();
        got++;
    }
    bool all() const { return got == want; }
};

// Short times, so that a test has many of them.
inline void lite_setup(lite_host &h, uint32_t retry = 255)
{
    h.regs({ { 1, 15, TTP_REG_TIMEOUT, 40 * 8192 }, { 1, 15, TTP_REG_OPEN_TMO, 20 * 8192 }, { 1, 15, TTP_REG_CLOSE_TMO, 20 * 8192 },
             { 1, 15, TTP_REG_BACKOFF, 10 * 8192 }, { 1, 15, TTP_REG_RETRY_MAX, retry } });
    h.hello();
}

void scene_two(uint64_t seed);
void scene_cut(uint64_t seed);
void scene_strange(uint64_t seed);
void scene_large(uint64_t seed);

inline void done(const char *what, const tb_check &c, const char *more)
{
    printf("%s: seed %" PRIu64 ", %" PRIu64 " cycles, %" PRIu64 " values compared; %s\n", what, c.seed, c.cycle, c.compared, more);
}

// What the model counted, for a failure.
inline void tell(const lite_core &c)
{
    fprintf(stderr, "%s: free %u, resp %u, session %d, enable %d, wrx %u bytes waiting %zu\n", c.chk.block, c.model.free_n, c.model.resp_n,
            c.model.session, c.model.enable, c.model.wrx.count, c.wire.q.size());
    for (unsigned i = 0; i < 64; i++) if (c.model.count[i]) fprintf(stderr, "  count[%u] %u\n", i, c.model.count[i]);
    for (unsigned i = 0; i < 22; i++) if (c.model.hl[i]) fprintf(stderr, "  hl[%u] %u\n", i, c.model.hl[i]);
    for (const auto &l : c.model.link)
        if (l.valid) fprintf(stderr, "  link %08X st %u una %08X last %08X nfl %u cof %u held %u retry %u armed %d dl %u now %u\n", l.key, l.st,
                             l.una, l.last, l.nfl, l.cof, l.q.n, l.retry, l.armed, l.dl, c.model.now);
}

inline std::string text(const char *fmt, ...)
{
    char buf[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    return buf;
}

void scene_two(uint64_t seed)
{
    tb_rng rng(seed * 10 + 1);
    lite_core a("two A", seed, rng, NODE_A), b("two B", seed, rng, NODE_B);
    lite_host ha(a), hb(b);
    lite_wire ab, ba;
    const uint32_t n = 70;
    lite_stream s[] = { { NODE_A, NODE_B, 0, n }, { NODE_B, NODE_A, 0, n }, { NODE_A, NODE_B, 1, n }, { NODE_A, NODE_B, 2, n / 2 } };
    uint64_t echoes = 0;

    a.wire_stall = 5; b.wire_stall = 0; a.host_stall = 9; b.host_stall = 3;
    a.wire.gap = 3; b.wire.gap = 7;
    for (lite_wire *w : { &ab, &ba }) w->loss = 6, w->twice = 4, w->late = 8, w->damage = 3, w->cut = 2;
    a.reset();
    b.reset();
    lite_setup(ha);
    lite_setup(hb);
    hb.set(TTP_REG_START_ID, 0xFFFFFFF0);           // IDs wrap
    ha.set(TTP_REG_START_ID, 0xFFFFFFC0);
    for (;;) {
        a.step();
        b.step();
        if (a.chk.cycle % 64) continue;
        ab.carry(rng, a.chk.cycle, a.wire_got, b.wire);
        ba.carry(rng, a.chk.cycle, b.wire_got, a.wire);
        ha.work();
        hb.work();
        for (auto &x : s) x.offer(rng, x.from == NODE_A ? ha : hb, 2);
        for (lite_host *h : { &ha, &hb }) {
            while (!h->got.empty()) {
                auto [key, p] = h->got.front();
                h->got.pop_front();
                const uint32_t me = h == &ha ? NODE_A : NODE_B;
                bool mine = false;
                for (auto &x : s) {
                    if (x.vc != key >> 24) continue;
                    // VC 2 echoes: what was sent with bit 7 of its first byte clear comes back with it set.
                    if (x.vc == 2 && me == NODE_A && x.from == me) {
                        while (!x.flying.empty() && x.flying.front()[0] >= 0x80) x.flying.pop_front(), x.got++;
                        if (!x.flying.empty()) x.flying.front()[0] |= 0x80;
                        x.came(h->c, p);
                        echoes++;
                        mine = true;
                    } else if (x.vc == 2 && x.to == me) {
                        mine = p[0] >= 0x80;
                    } else if (x.to == me) {
                        x.came(h->c, p);
                        mine = true;
                    }
                }
                if (!mine) h->c.fail("a payload that was sent to another");
            }
            if (!h->cpl.empty()) h->c.fail("a completion where all goes well");
        }
        while (!s[3].flying.empty() && s[3].flying.front()[0] >= 0x80) s[3].flying.pop_front(), s[3].got++;
        if (rng.one_in(4000)) (rng.one_in(2) ? ha : hb).credit(true);
        bool all = true;
        for (auto &x : s) all = all && x.all();
        if (all) break;
        if (a.chk.cycle > 20000000) {
            for (auto &x : s) fprintf(stderr, "%06X to %06X on VC %u: %u sent, %u came\n", x.from, x.to, x.vc, x.sent, x.got);
            tell(a);
            tell(b);
            a.fail("payloads do not arrive");
        }
    }
    const uint64_t moved = a.chk.cycle;
    // Orderly close of all links, from A, over the same wire.
    for (uint32_t vc = 0; vc < 3; vc++) ha.set(TTP_REG_CLOSE_LINK, vc << 24 | NODE_B);
    auto open = [&](const lite_core &c) {
        unsigned k = 0;
        for (const auto &l : c.model.link) k += l.valid && l.st != TTP_ST_CLOSED;
        return k;
    };
    while ((open(a.model.init ? a : a) || open(b)) && a.chk.cycle < moved + 20000000) {
        a.step();
        b.step();
        if (a.chk.cycle % 64) continue;
        ab.carry(rng, a.chk.cycle, a.wire_got, b.wire);
        ba.carry(rng, a.chk.cycle, b.wire_got, a.wire);
        ha.work();
        hb.work();
    }
    if (open(a) || open(b)) a.fail("links that do not close");
    const uint32_t *k = a.model.count;
    for (lite_core *c : { &a, &b }) {
        c->chk.reached("a replay", c->model.count[TTP_CNT_REPLAY]);
        c->chk.reached("a frame with a bad FCS", c->model.count[TTP_CNT_DROP_FCS]);
        c->chk.reached("a repeat", c->model.count[TTP_CNT_REPEAT]);
        c->chk.reached("a timeout", c->model.count[TTP_CNT_TIMEOUT]);
    }
    a.chk.reached("a gap, and a NACK", a.model.count[TTP_CNT_TX + TTP_OP_NACK] + b.model.count[TTP_CNT_TX + TTP_OP_NACK]);
    a.chk.reached("IDs beyond the wrap", k[TTP_CNT_RETIRED] > 0x40);
    a.chk.reached("an echo", b.model.echoed);
    a.chk.reached("a CLOSE", k[TTP_CNT_TX + TTP_OP_CLOSE]);
    done("two", a.chk, text("%u + %u payloads, %u + %u replays, %" PRIu64 " echoes, %" PRIu64 " frames, %" PRIu64 " lost, %" PRIu64 " harmed",
         k[TTP_CNT_RETIRED], b.model.count[TTP_CNT_RETIRED], k[TTP_CNT_REPLAY], b.model.count[TTP_CNT_REPLAY], echoes,
         ab.frames + ba.frames, ab.lost + ba.lost, ab.harmed + ba.harmed).c_str());
}

void scene_cut(uint64_t) {}
void scene_strange(uint64_t) {}
void scene_large(uint64_t) {}

#endif
