// SPDX-License-Identifier: Apache-2.0
//
// For tb/test_ttp_lite.cpp: the small MAC against a model of the large one, 64 bit a beat, over a lossy wire.
#ifndef LITE_LARGE_H
#define LITE_LARGE_H

#include <cstring>
#include "lite_core.h"
#include "ttp_mac.h"

struct lite_big {
    ttp_mac *mac;
    ttp_in in{};
    ttp_out out{};
    tb_rng &rng;
    struct beat { uint64_t data, keep; uint32_t dest; bool last, user; };
    std::deque<beat> host, wire;
    std::deque<std::vector<uint8_t>> wire_got;
    std::deque<std::pair<uint32_t, std::vector<uint8_t>>> host_got;
    std::vector<uint8_t> wire_out, host_out;
    std::deque<std::pair<uint32_t, uint32_t>> writes;
    uint64_t completions = 0;

    lite_big(tb_rng &r, uint32_t node, bool deep) : rng(r)
    {
        ttp_params p;
        const char *why = nullptr;
        ttp_params_preset("tiny", &p);
        p.deep = deep;
        mac = ttp_mac_new(&p, &why);
        if (!mac) fprintf(stderr, "FAIL: %s\n", why), exit(1);
        in.cfg_node = node;
        in.cfg_enable = true;
        in.cfg_epoch_seed = 0x7001;
    }
    ~lite_big() { ttp_mac_free(mac); }

    static void beats(std::deque<beat> &q, const std::vector<uint8_t> &f, uint32_t dest, bool bad)
    {
        for (size_t i = 0; i < f.size(); i += 8) {
            // Bytes beyond keep are no zeros.
            beat b = { 0xA5C3E7DB9F81B3D5ull ^ i, 0, dest, i + 8 >= f.size(), false };
            for (size_t k = i; k < f.size() && k < i + 8; k++) {
                b.data &= ~(0xFFull << (8 * (k - i)));
                b.data |= static_cast<uint64_t>(f[k]) << (8 * (k - i));
                b.keep |= 1ull << (k - i);
            }
            b.user = b.last && bad;
            q.push_back(b);
        }
    }
    static void bytes(std::vector<uint8_t> &f, uint64_t data, uint64_t keep)
    {
        for (unsigned i = 0; i < 8; i++)
            if (keep >> i & 1) f.push_back(static_cast<uint8_t>(data >> (8 * i)));
    }
    void step(bool rst)
    {
        ttp_mac_outputs(mac, &out);
        in.rst = rst;
        in.m_axis_host_tready = in.m_axis_cpl_tready = in.m_axis_wire_tready = true;
        in.s_axis_host_tvalid = !host.empty();
        if (in.s_axis_host_tvalid) {
            in.s_axis_host_tdata[0] = host.front().data;
            in.s_axis_host_tkeep = host.front().keep;
            in.s_axis_host_tdest = host.front().dest;
            in.s_axis_host_tlast = host.front().last;
        }
        in.s_axis_wire_tvalid = !wire.empty();
        if (in.s_axis_wire_tvalid) {
            in.s_axis_wire_tdata[0] = wire.front().data;
            in.s_axis_wire_tkeep = wire.front().keep;
            in.s_axis_wire_tlast = wire.front().last;
            in.s_axis_wire_tuser = wire.front().user;
        }
        in.s_axil_awvalid = in.s_axil_wvalid = !writes.empty() && !rst;
        in.s_axil_bready = true;
        in.s_axil_wstrb = 15;
        if (in.s_axil_awvalid) in.s_axil_awaddr = writes.front().first, in.s_axil_wdata = writes.front().second;
        if (!rst) {
            if (in.s_axis_host_tvalid && out.s_axis_host_tready) host.pop_front();
            if (in.s_axis_wire_tvalid && out.s_axis_wire_tready) wire.pop_front();
            if (in.s_axil_awvalid && out.s_axil_awready && out.s_axil_wready) writes.pop_front();
            completions += out.m_axis_cpl_tvalid;
            if (out.m_axis_wire_tvalid) {
                bytes(wire_out, out.m_axis_wire_tdata[0], out.m_axis_wire_tkeep);
                if (out.m_axis_wire_tlast) wire_got.push_back(std::move(wire_out)), wire_out.clear();
            }
            if (out.m_axis_host_tvalid) {
                bytes(host_out, out.m_axis_host_tdata[0], out.m_axis_host_tkeep);
                if (out.m_axis_host_tlast) host_got.push_back({ out.m_axis_host_tid, std::move(host_out) }), host_out.clear();
            }
        }
        ttp_mac_clock(mac, &in);
    }
};

void scene_large(uint64_t seed)
{
    tb_rng rng(seed * 10 + 4);
    lite_core a("large", seed, rng, NODE_A);
    lite_host h(a);
    lite_big big(rng, NODE_B, seed % 2 == 0);
    lite_wire ab, ba;
    lite_feed held;                         // to the large one: whole frames
    const uint32_t n = 60;
    lite_stream s[] = { { NODE_A, NODE_B, 0, n }, { NODE_A, NODE_B, 2, n / 2 } };
    lite_stream back[] = { { NODE_B, NODE_A, 0, n }, { NODE_B, NODE_A, 1, n } };

    for (lite_wire *w : { &ab, &ba }) w->loss = 6, w->twice = 4, w->late = 8, w->damage = 3, w->cut = 2;
    a.reset();
    for (int i = 0; i < 3; i++) big.step(true);
    lite_setup(h);
    h.set(TTP_REG_START_ID, 0xFFFFFFE0);
    for (uint32_t r : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) big.writes.push_back({ r, 40 * 8192 });
    big.writes.push_back({ TTP_REG_BACKOFF, 10 * 8192 });
    big.writes.push_back({ TTP_REG_RETRY_MAX, 255 });
    big.writes.push_back({ TTP_REG_START_ID, 0xFFFFFFF0 });
    auto turn = [&] {
        a.step();
        big.step(false);
        if (a.chk.cycle % 64) return;
        ab.carry(rng, a.chk.cycle, a.wire_got, held);
        ba.carry(rng, a.chk.cycle, big.wire_got, a.wire);
        while (!held.q.empty()) {
            lite_big::beats(big.wire, held.q.front().bytes, 0, held.q.front().bad);
            held.q.pop_front();
        }
        h.work();
    };
    for (;;) {
        turn();
        if (a.chk.cycle % 64) continue;
        for (auto &x : s) x.offer(rng, h, 2);
        for (auto &x : back) {
            lite_host &via = h;
            if (x.sent == x.want || big.host.size() > 8 || x.sent > x.got + 6) continue;
            std::vector<uint8_t> p(rng.one_in(3) ? rng.in(1, 8) : rng.one_in(4) ? 1024 : rng.in(9, 300));
            for (auto &b : p) b = static_cast<uint8_t>(rng.bits(8));
            x.flying.push_back(p);
            lite_big::beats(big.host, p, x.vc << 24 | NODE_A, false);
            x.sent++;
            (void)via;
        }
        for (; !big.host_got.empty(); big.host_got.pop_front())
            for (auto &x : s)
                if (x.vc == big.host_got.front().first >> 24) x.came(a, big.host_got.front().second);
        for (; !h.got.empty(); h.got.pop_front())
            for (auto &x : back)
                if (x.vc == h.got.front().first >> 24) x.came(a, h.got.front().second);
        if (!h.cpl.empty()) a.fail("a completion where all goes well");
        bool all = true;
        for (auto &x : s) all = all && x.all();
        for (auto &x : back) all = all && x.all();
        if (all) break;
        if (a.chk.cycle > 20000000) {
            for (auto &x : s) fprintf(stderr, "to the large one, VC %u: %u sent, %u came\n", x.vc, x.sent, x.got);
            for (auto &x : back) fprintf(stderr, "to the small one, VC %u: %u sent, %u came\n", x.vc, x.sent, x.got);
            tell(a);
            a.fail("payloads do not arrive");
        }
    }
    const uint64_t moved = a.chk.cycle;
    // Closed by the small one, by the large one, by both.
    h.set(TTP_REG_CLOSE_LINK, NODE_B);
    big.writes.push_back({ TTP_REG_CLOSE_LINK, 1u << 24 | NODE_A });
    h.set(TTP_REG_CLOSE_LINK, 2u << 24 | NODE_B);
    big.writes.push_back({ TTP_REG_CLOSE_LINK, 2u << 24 | NODE_A });
    auto open = [&] {
        unsigned k = 0;
        for (const auto &l : a.model.link) k += l.valid && l.st != TTP_ST_CLOSED;
        return k;
    };
    while (open() && a.chk.cycle < moved + 20000000) turn();
    if (open()) tell(a), a.fail("links that do not close");
    a.chk.reached("a replay", a.model.count[TTP_CNT_REPLAY]);
    a.chk.reached("a repeat", a.model.count[TTP_CNT_REPEAT]);
    a.chk.reached("harm", ab.harmed + ba.harmed);
    a.chk.reached("a CLOSE of the large one", a.model.count[TTP_CNT_RX + TTP_OP_CLOSE]);
    done("large", a.chk, text("%u payloads there, %u back, %u replays of the small one, %" PRIu64 " frames, %" PRIu64 " lost, %" PRIu64 " harmed",
         s[0].got + s[1].got, back[0].got + back[1].got, a.model.count[TTP_CNT_REPLAY], ab.frames + ba.frames, ab.lost + ba.lost,
         ab.harmed + ba.harmed).c_str());
}

#endif
