// SPDX-License-Identifier: Apache-2.0
//
// The scenes of tb/test_ttp_lite.cpp.
#ifndef LITE_SCENES_H
#define LITE_SCENES_H

#include "lite_core.h"
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
        if (flying.empty() || flying.front() != p) {
            fprintf(stderr, "payload %u on VC %u: %zu bytes", got, vc, p.size());
            for (size_t i = 0; i < flying.size(); i++)
                if (flying[i] == p) fprintf(stderr, ", is number %zu of those that are missing", i);
            for (size_t i = 0; !flying.empty() && i < p.size() && i < flying.front().size(); i++)
                if (p[i] != flying.front()[i]) fprintf(stderr, ", byte %zu of %zu is %02x, not %02x", i, flying.front().size(), p[i], flying.front()[i]), i = 5000;
            fprintf(stderr, "\n");
            c.fail("a payload that is lost, repeated, out of order or changed");
        }
        flying.pop_front();
        got++;
    }
    bool all() const { return got == want; }
};

// Short times, so that a test has many of them.
inline void lite_setup(lite_host &h, uint32_t retry = 255, uint32_t rounds = 40)
{
    h.regs({ { 1, 15, TTP_REG_TIMEOUT, rounds * 8192 }, { 1, 15, TTP_REG_OPEN_TMO, rounds * 4096 }, { 1, 15, TTP_REG_CLOSE_TMO, rounds * 4096 },
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
    uint32_t lost = 0;

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
                        // A full store gives no echo, and counts that.
                        while (lost < b.model.hl[21] && x.flying.size() > 1 && x.flying.front() != p) {
                            x.flying.pop_front(), x.got++, lost++;
                            while (x.flying.front()[0] >= 0x80 && x.flying.size() > 1) x.flying.pop_front(), x.got++;
                            x.flying.front()[0] |= 0x80;
                        }
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
        for (auto &x : s) all = all && (x.all() || (x.vc == 2 && x.sent == x.want && x.flying.size() == b.model.hl[21] - lost));
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
    }
    a.chk.reached("a repeat", a.model.count[TTP_CNT_REPEAT] + b.model.count[TTP_CNT_REPEAT]);
    a.chk.reached("a timeout", a.model.count[TTP_CNT_TIMEOUT] + b.model.count[TTP_CNT_TIMEOUT]);
    a.chk.reached("a gap, and a NACK", a.model.count[TTP_CNT_TX + TTP_OP_NACK] + b.model.count[TTP_CNT_TX + TTP_OP_NACK]);
    a.chk.reached("IDs beyond the wrap", k[TTP_CNT_RETIRED] > 0x40);
    a.chk.reached("an echo", b.model.echoed);
    a.chk.reached("a CLOSE", k[TTP_CNT_TX + TTP_OP_CLOSE]);
    done("two", a.chk, text("%u + %u payloads, %u + %u replays, %" PRIu64 " echoes, %" PRIu64 " frames, %" PRIu64 " lost, %" PRIu64 " harmed",
         k[TTP_CNT_RETIRED], b.model.count[TTP_CNT_RETIRED], k[TTP_CNT_REPLAY], b.model.count[TTP_CNT_REPLAY], echoes,
         ab.frames + ba.frames, ab.lost + ba.lost, ab.harmed + ba.harmed).c_str());
}

// ---- a wire that is cut, a peer that is reset: what is lost is told, nothing comes twice
void scene_cut(uint64_t seed)
{
    tb_rng rng(seed * 10 + 2);
    lite_core a("cut A", seed, rng, NODE_A), b("cut B", seed, rng, NODE_B);
    lite_host ha(a), hb(b);
    lite_wire ab, ba;
    uint32_t sent = 0, newest = 0, came = 0, deads = 0, restarts = 0, refused = 0, closes = 0;
    bool hold = false;

    a.reset();
    b.reset();
    lite_setup(ha, 4, 20);
    lite_setup(hb, 4, 20);
    ha.set(TTP_REG_REACK, 60 * 8192);
    auto run = [&](uint64_t rounds) {
        for (const uint64_t end = a.chk.cycle + rounds * 8192; a.chk.cycle < end;) {
            a.step();
            b.step();
            if (a.chk.cycle % 64) continue;
            ab.carry(rng, a.chk.cycle, a.wire_got, b.wire);
            ba.carry(rng, a.chk.cycle, b.wire_got, a.wire);
            ha.work();
            hb.work();
            if (!hold && ha.session && ha.to_send.size() < 1 && rng.one_in(60)) {
                std::vector<uint8_t> p(rng.in(4, 80), 0x33);
                lite_host::put(p, 0, 4, ++sent);
                ha.to_send.push_back({ NODE_B, p });
            }
            while (!hb.got.empty()) {
                const uint32_t k = lite_host::be(hb.got.front().second, 0, 4);
                if (k <= newest || k > sent) b.fail("a payload twice, or before an older one");
                newest = k;
                came++;
                hb.got.pop_front();
            }
            for (lite_host *h : { &ha, &hb })
                for (; !h->cpl.empty(); h->cpl.pop_front()) {
                    deads += h->cpl.front()[0] == TTP_CPL_DEAD;
                    restarts += h->cpl.front()[0] == TTP_CPL_RESTARTED;
                    refused += h->cpl.front()[0] == TTP_CPL_REFUSED;
                    closes += h->cpl.front()[0] == TTP_CPL_CLOSED;
                }
        }
    };
    // Until all is quiet: nothing in flight, nothing on the wire.
    auto settle = [&] {
        unsigned left = 1;
        hold = true;
        for (unsigned i = 0; left && i < 60; i++) {
            run(20);
            left = b.model.up.n + static_cast<unsigned>(ha.to_send.size() + a.host.q.size());
            for (const auto &l : a.model.link) left += l.q.n;
        }
        if (left) tell(a), tell(b), a.fail("it does not become quiet");
        hold = false;
    };
    for (unsigned turn = 0; turn < 2; turn++) {
        run(90);
        ab.loss = ba.loss = 100;                        // cut: the link of A dies
        run(140);
        ab.loss = ba.loss = 0;
        ha.set(TTP_REG_IRQ_CAUSE, 0xFFFFFFFF);
        run(80);
        ab.loss = ba.loss = 5;
        run(100);
        ab.loss = ba.loss = 0;
        for (int i = 0; i < 40; i++) a.step(), b.step(i < 3);       // B loses its memory
        b.wire.q.clear();
        hb.asked.clear();
        ++hb.hello_tag;
        hb.tag = hb.hello_tag;
        hb.session = false;
        b.host.q.clear();
        for (int i = 0; i < 20000; i++) a.step(), b.step();
        lite_setup(hb, 4, 20);
        hb.hello_tag = hb.tag;
        run(100);
        settle();
        const uint32_t before = came, from = sent;
        run(100);
        settle();
        if (came - before != sent - from) b.fail("payloads are lost on a wire that harms nothing");
    }
    // To our own node, the group node and a VC that is not there.
    hold = true;
    ha.to_send.push_back({ NODE_A, { 1 } });
    ha.to_send.push_back({ 0xFFFFFF, { 1, 2 } });
    ha.to_send.push_back({ 3u << 24 | NODE_B, { 1, 2, 3 } });
    run(30);
    // Closed from the host while payloads wait.
    for (int i = 0; i < 5; i++) ha.to_send.push_back({ 1u << 24 | NODE_B, std::vector<uint8_t>(400, 0) });
    for (auto &p : ha.to_send) lite_host::put(p.second, 0, 4, ++sent);
    run(20);
    ha.set(TTP_REG_CLOSE_LINK, 1u << 24 | NODE_B);
    ha.set(TTP_REG_CLOSE_LINK, NODE_B);
    run(200);
    a.chk.reached("a dead link, reported", deads);
    a.chk.reached("payloads flushed", a.model.count[TTP_CNT_FLUSHED]);
    a.chk.reached("a NACK_NOLINK, and a re-OPEN", a.model.count[TTP_CNT_RX + TTP_OP_NACK_NOLINK]);
    a.chk.reached("a repeated ACK", b.model.count[TTP_CNT_RX + TTP_OP_ACK]);
    a.chk.reached("three refusals", refused == 3);
    a.chk.reached("an orderly close", closes >= 2);
    done("cut", a.chk, text("%u sent, %u came, %u links dead, %u restarts, %u refused, %u closed", sent, came, deads, restarts, refused,
         closes).c_str());
}

// ---- made-up frames
struct lite_prank {
    lite_core &c;
    tb_rng &rng;
    uint64_t frames = 0;
    bool fill = false;          // payloads in order only

    static constexpr uint32_t PEERS = 11;
    explicit lite_prank(lite_core &core) : c(core), rng(core.rng) {}

    uint32_t near(uint32_t a, uint32_t b, uint32_t x)
    {
        switch (rng.below(12)) {
        case 0: return a;
        case 1: return a - 1;
        case 2: return a + 1;
        case 3: return a + 2 + rng.below(4);
        case 4: return b;
        case 5: return b + 1;
        case 6: return x;
        case 7: return x + 1;
        case 8: return a + 65530 + rng.below(12);
        case 9: return a - rng.below(70000);
        case 10: return 0;
        default: return a + 1;
        }
    }

    void frame()
    {
        static const uint8_t weight[] = { 0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 10, 10 };
        // The link whose payload is on the wire, or any.
        const bool busy = c.model.wtx_page >= 0 && rng.below(3) == 0;
        const uint32_t i = busy ? static_cast<uint32_t>(c.model.wtx_link) : rng.below(TTP_LITE_LINKS);
        const ttp_lite_link &l = c.model.link[i];
        const bool ours = l.valid && (busy || rng.below(8) != 0);
        const uint32_t key = ours ? l.key : rng.below(3) << 24 | (0x200 + rng.below(PEERS));
        uint8_t op = weight[rng.below(sizeof weight)];
        uint32_t tx = near(l.last, l.clid, l.xid), rx = near(l.una, l.una + l.nfl, l.clid);
        uint16_t epoch = 0;
        std::vector<uint8_t> f(64);
        lite_frame out;

        // Often what its state waits for, so that links get somewhere.
        if (busy && l.nfl) op = TTP_OP_ACK, rx = l.una + l.nfl - 1;
        else if (ours && l.st == TTP_ST_OPEN && l.nfl && rng.below(8) == 0) op = TTP_OP_NACK_NOLINK, rx = l.una;
        else if (ours && l.st == TTP_ST_OPEN && fill) op = TTP_OP_PAYLOAD, tx = l.last + 1;
        else if (ours && rng.below(3) == 0) {
            if (l.st == TTP_ST_OPEN_SENT) op = rng.below(8) ? TTP_OP_OPEN_ACK : TTP_OP_OPEN_NACK, rx = l.clid;
            if (l.st == TTP_ST_OPEN) op = rng.below(4) ? TTP_OP_PAYLOAD : TTP_OP_ACK, tx = l.last + 1, rx = l.una + rng.below(l.nfl + 1u);
            if (l.st == TTP_ST_CLOSE_SENT) op = rng.below(3) ? TTP_OP_PAYLOAD : TTP_OP_CLOSE_NACK, tx = l.last + 1 + rng.below(2);
            if (l.st == TTP_ST_CLOSE_RECD) op = rng.below(2) ? TTP_OP_ACK : TTP_OP_PAYLOAD, tx = l.last + 1, rx = l.una;
        }
        if (op <= TTP_OP_OPEN_ACK && rng.below(8)) {
            epoch = static_cast<uint16_t>(rng.below(3) ? l.plife : rng.below(2) ? l.xlife : rng.bits(16));
            if (!epoch) epoch = static_cast<uint16_t>(1 + rng.below(3));
        }
        const uint32_t n = op == TTP_OP_PAYLOAD ? (rng.below(3) ? rng.in(1, 40) : rng.in(1, 1024)) : rng.one_in(9) ? rng.below(20) : 0;
        auto put = [&](size_t at, unsigned k, uint32_t v) { lite_host::put(f, at, k, v); };
        f.resize(n > 4 ? 60 + n : 64);
        put(0, 3, 0x98ED5C);
        put(3, 3, c.model.node);
        put(6, 3, rng.below(2) ? 0x98ED5C : static_cast<uint32_t>(rng.bits(24)));
        put(9, 3, key);
        put(12, 2, 0x9AC6);
        f[14] = 5;
        put(40, 2, n + 26);
        f[42] = static_cast<uint8_t>(op | (rng.bits(2) << 6));
        f[43] = static_cast<uint8_t>(key >> 24);
        put(46, 2, epoch);
        put(52, 4, tx);
        put(56, 4, rx);
        for (size_t k = 60; k < f.size(); k++) f[k] = static_cast<uint8_t>(rng.bits(8));
        for (size_t k = 16; k < 40; k++) f[k] = static_cast<uint8_t>(rng.bits(8));     // ignored
        if (rng.one_in(4)) harm(f, out.bad);
        out.bytes = f;
        c.wire.q.push_back(out);
        frames++;
    }

    void harm(std::vector<uint8_t> &f, bool &bad)
    {
        switch (rng.below(20)) {
        case 0: f.resize(rng.in(1, 60)); break;
        case 1: f.resize(rng.in(1, static_cast<uint32_t>(f.size()))); break;
        case 2: f.resize(rng.in(1530, 1545)); break;
        case 3: f.resize(rng.in(1900, 4200)); break;
        case 4: f[12 + rng.below(2)] ^= static_cast<uint8_t>(1 << rng.below(8)); break;
        case 5: f[rng.below(6)] ^= static_cast<uint8_t>(1 << rng.below(8)); break;
        case 6: for (int k = 0; k < 6; k++) f[static_cast<size_t>(k)] = 0xFF; break;
        case 7: lite_host::put(f, 9, 3, c.model.node); break;
        case 8: f[14] ^= static_cast<uint8_t>(1 << rng.below(8)); break;
        case 9: f[15] |= 0x80; break;
        case 10: f[15] |= 0x7F; break;
        case 11: lite_host::put(f, 40, 2, rng.below(30)); break;
        case 12: lite_host::put(f, 40, 2, rng.in(1045, 1056)); break;
        case 13: lite_host::put(f, 40, 2, static_cast<uint32_t>(rng.bits(16))); break;
        case 14: f[42] = static_cast<uint8_t>(rng.in(10, 63)); break;
        case 15: f[43] = static_cast<uint8_t>(rng.in(2, 255)); break;
        case 16: f[44 + rng.below(2)] = 1; break;           // the life number does not count
        case 17: f[48 + rng.below(4)] = 0x40; break;
        case 18: f.resize(f.size() + rng.in(1, 60)); break;
        default: bad = true; break;
        }
    }

    // What a host may get wrong.
    void rude(lite_host &h)
    {
        auto f = h.frame(rng.below(3) ? 2 : static_cast<unsigned>(rng.below(16)), rng.below(4) << 24 | (0x200 + rng.below(PEERS)),
                         std::vector<uint8_t>(rng.in(1, 40)), static_cast<uint16_t>(c.model.rx_next + rng.below(4) - 1),
                         static_cast<uint32_t>(rng.bits(32)), rng.below(2));
        bool bad = false;
        switch (rng.below(14)) {
        case 0: f.resize(rng.in(1, 18)); break;
        case 1: f[0] ^= static_cast<uint8_t>(1 << rng.below(8)); break;
        case 2: lite_host::put(f, 6, 2, static_cast<uint32_t>(rng.bits(16))); break;
        case 3: lite_host::put(f, 6, 2, rng.below(3)); break;
        case 4: lite_host::put(f, 8, 2, static_cast<uint32_t>(rng.bits(16))); break;
        case 5: lite_host::put(f, 8, 2, c.model.limit); break;
        case 6: lite_host::put(f, 10, 2, static_cast<uint32_t>(rng.bits(16))); break;
        case 7: f.resize(rng.in(1040, 1300)); lite_host::put(f, 6, 2, rng.in(1023, 1026)); break;
        case 8: lite_host::put(f, 3, 3, rng.below(2) ? c.model.node : 0xFFFFFF); break;
        case 9: f.resize(2300); break;
        case 10: bad = true; break;
        default: break;
        }
        h.raw(f, bad);
    }

    void ask(lite_host &h)
    {
        static const uint16_t some[] = { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF, TTP_REG_RETRY_MAX,
            TTP_REG_REACK, TTP_REG_START_ID, TTP_REG_CLOSE_LINK, TTP_REG_LINK_INDEX, TTP_REG_IRQ_CAUSE, TTP_REG_EPOCH, TTP_REG_CTRL,
            TTP_REG_STATUS, TTP_REG_CYCLES_LO, TTP_REG_CYCLES_HI, TTP_REG_CELLS_FREE, TTP_REG_PKTS_FREE, TTP_REG_NODE, TTP_REG_SNAPSHOT,
            0x1000, 0x1008, 0x100C, 0x1010, 0x1044 };
        std::vector<lite_host::op> ops(rng.one_in(6) ? rng.in(20, 32) : rng.in(1, 6));
        for (auto &o : ops) {
            o.addr = static_cast<uint16_t>(rng.below(3) ? some[rng.below(sizeof some / 2)] : rng.below(2) ? 4 * rng.below(0x800)
                                           : rng.below(2) ? 4 * rng.below(0x30) : rng.bits(16));
            o.write = static_cast<uint8_t>(rng.one_in(30) ? rng.bits(8) : rng.below(2));
            o.strobes = static_cast<uint8_t>(rng.below(3) ? 15 : rng.bits(8));
            o.value = static_cast<uint32_t>(rng.bits(rng.in(1, 32)));
            if (o.addr == TTP_REG_LINK_INDEX) o.value = rng.below(26);
            if (o.addr == TTP_REG_CLOSE_LINK) o.value = rng.below(4) ? c.model.link[rng.below(TTP_LITE_LINKS)].key : rng.below(5) << 24 | 0x203;
            // Times stay short, the node the same, mostly.
            if (o.addr == TTP_REG_NODE || (o.addr >= TTP_REG_TIMEOUT && o.addr <= TTP_REG_REACK))
                if (o.write == 1 && !rng.one_in(12)) o.write = 0;
            if (o.addr == TTP_REG_CTRL && rng.below(3)) o.value = 1, o.strobes = 15;
            if (o.addr == TTP_REG_RETRY_MAX && o.write == 1) o.value = rng.in(0, 5);
        }
        h.regs(ops);
        if (rng.one_in(8)) h.set(TTP_REG_CTRL, 0);
        if (rng.one_in(4)) {    // what keeps the scene going
            const uint32_t t = 8192 * rng.in(1, 12);
            h.regs({ { 1, 15, TTP_REG_TIMEOUT, t }, { 1, 15, TTP_REG_OPEN_TMO, t }, { 1, 15, TTP_REG_CLOSE_TMO, t }, { 1, 15, TTP_REG_BACKOFF, t / 2 },
                     { 1, 15, TTP_REG_RETRY_MAX, rng.in(2, 6) }, { 1, 15, TTP_REG_REACK, rng.below(2) * 4 * t }, { 1, 15, TTP_REG_CTRL, 1 },
                     { 1, 15, 0x100C, rng.below(8) } });
        }
    }
};

void scene_strange(uint64_t seed)
{
    tb_rng rng(seed * 10 + 3);
    lite_core c("strange", seed, rng, NODE_A);
    lite_host h(c);
    lite_prank p(c);
    enum { NORMAL, ASLEEP, STUCK, QUIET, RUDE, PHASES } phase = NORMAL;
    uint64_t in_phase[PHASES] = {}, resets = 0, states[6] = {}, aside = 0, chold = 0, reopen = 0, dead = 0, gone = 0, orphan = 0;
    uint32_t count[64] = {}, hl[22] = {}, irq = 0, rejected = 0;

    h.strict = false;
    c.reset();
    lite_setup(h, 4);
    for (uint64_t end = 24000000; c.chk.cycle < end;) {
        c.step();
        if (c.chk.cycle % 131072 == 0) {
            for (unsigned i = 0; i < 64; i++) gone += c.model.count[i] < count[i];
            if (rng.one_in(24)) {
                for (unsigned i = 0; i < 64; i++) count[i] += c.model.count[i];
                for (unsigned i = 0; i < 22; i++) hl[i] += c.model.hl[i];
                c.reset();
                resets++;
                h.asked.clear();
            }
            // The store is full only after a long sleep, which begins with credit.
            const auto before = phase;
            if (phase == ASLEEP ? rng.one_in(16) : phase != STUCK || rng.one_in(3)) phase = static_cast<decltype(phase)>(rng.below(PHASES));
            in_phase[phase]++;
            c.wire_stall = phase == STUCK ? 1 : rng.below(2) * rng.in(2, 9);
            c.host_stall = rng.below(2) * rng.in(2, 9);
            c.wire.gap = rng.below(2) * rng.in(2, 9);
            h.ahead = phase == ASLEEP ? 0 : 16;
            p.fill = phase == ASLEEP && rng.below(4);
            if (phase == ASLEEP ? before != ASLEEP : rng.below(3) != 0) h.hello();
            else if (phase != ASLEEP && rng.one_in(4)) h.bye();
        }
        for (auto &l : c.model.link) {
            if (!l.valid) continue;
            states[l.st]++;
            aside += l.aside;
            chold += l.chold;
            reopen += l.st == TTP_ST_OPEN_SENT && l.reopen;
            dead += l.dead;
        }
        irq |= c.model.irq;
        orphan += c.model.orphan;
        // Stuck in the middle of a frame, for longer than it takes to acknowledge it.
        if (phase == STUCK && (in_phase[STUCK] & 1) && c.chk.cycle % 16384 == 0) c.wire_stall = rng.below(3) ? 1 : 0;
        if (c.chk.cycle % 128) continue;
        c.wire_got.clear();
        h.work();
        for (; !h.answers.empty(); h.answers.pop_front())
            for (auto &o : h.answers.front()) rejected += o.write >> 7;
        h.got.clear();
        h.cpl.clear();
        if (phase != QUIET && c.wire.q.size() < 3) p.frame();
        if (phase == RUDE && c.host.q.size() < 3 && rng.one_in(4)) p.rude(h);
        if (c.host.q.size() < 2 && rng.one_in(300)) p.ask(h);
        // The right number, with room or without, at the limit or below it.
        if (phase == ASLEEP && c.host.q.empty() && (c.model.free_n <= TTP_LITE_LEAST || c.model.limit == c.model.rx_next) && rng.one_in(100))
            h.raw(h.frame(2, 0x201, std::vector<uint8_t>(5), c.model.rx_next));
        // More completions than wait.
        if (phase == ASLEEP && !p.fill && c.host.q.empty() && c.model.limit != c.model.rx_next && rng.one_in(40))
            h.raw(h.frame(2, NODE_A, { 1 }, c.model.rx_next));
        if (h.to_send.size() < 2 && (phase == NORMAL || phase == STUCK || phase == RUDE) && rng.one_in(20))
            h.to_send.push_back({ rng.below(3) << 24 | (0x200 + rng.below(rng.one_in(9) ? p.PEERS : 3)), std::vector<uint8_t>(rng.in(1, 60), 7) });
    }
    for (unsigned i = 0; i < 64; i++) count[i] += c.model.count[i];
    for (unsigned i = 0; i < 22; i++) hl[i] += c.model.hl[i];
    // Every counter that this core has moved, in every state something was.
    for (unsigned i = 0; i < 64; i++) {
        if ((i > 10 && i < 16) || (i > 26 && i < 32) || i == TTP_CNT_DROP_EVENT || i == TTP_CNT_DISCARD) continue;
        c.chk.reached(text("counter %u", i).c_str(), count[i]);
    }
    for (unsigned i = 0; i < 22; i++)
        if (i != 5 && i != 11 && i != 13) c.chk.reached(text("counter %u of the host link", i).c_str(), hl[i]);
    for (unsigned i = 0; i < 6; i++) c.chk.reached(text("a link in state %u", i).c_str(), states[i]);
    c.chk.reached("an OPEN set aside", aside);
    c.chk.reached("a CLOSE held", chold);
    c.chk.reached("a re-OPEN", reopen);
    c.chk.reached("a dead link", dead);
    c.chk.reached("every interrupt cause", (irq & 0x7F) == 0x7F);
    c.chk.reached("an operation with an error", rejected);
    c.chk.reached("a payload that retires while it is on the wire", orphan);
    c.chk.reached("a reset", resets);
    for (unsigned i = 0; i < PHASES; i++) c.chk.reached(text("phase %u", i).c_str(), in_phase[i]);
    done("strange", c.chk, text("%" PRIu64 " frames made up, %u host frames, %" PRIu64 " resets", p.frames, hl[0] + hl[1] + hl[2] + hl[3] + hl[4],
         resets).c_str());
}

#include "lite_large.h"

#endif
