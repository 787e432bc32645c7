// SPDX-License-Identifier: Apache-2.0
//
// Echo, sink, host link and generator around the MAC's streams: every payload goes where its first
// byte, its VC and the settings say, unchanged but for the bit of the echo. Those to the MAC take
// turns, whole. Without room neither echo nor generator begins, and an echo that waits too long is
// dropped and counted. The time that an echo has waited is brought to where bits turn.
// PARAMS: -GECHO_MAX=200 | -GECHO_MAX=1 | -GECHO_MAX=65535
// VLT: sim/card.vlt
// SEEDS: 1 2 3
#include <deque>
#include "Vcard_app.h"
#include "Vcard_app___024root.h"
#include "lockstep.h"
#include "card_app_ref.h"

TB_INSIDE(wait_of, card_app__DOT__wait_q, card_app__DOT__u_net__DOT__wait_q)

struct payload { uint32_t who; bytes b; bool user; };
static bool operator==(const payload &x, const payload &y)
{
    return x.who == y.who && x.b == y.b && x.user == y.user;
}

struct Bench : lockstep<Vcard_app> {
    enum source { MAC, HOST, GEN, SOURCES };
    app_ref ref;
    // Payloads into the block. lanes: bytes of a beat that the source uses, the others are no part
    // of the payload. offer: percent of cycles in which it begins one when it has none.
    beat_source src[SOURCES];
    uint8_t lanes[SOURCES] = { 0xFF, 0xFF, 0xFF };
    bool user = false;
    unsigned offer[SOURCES] = {};
    // What must come out
    std::deque<payload> to_host, to_sink, to_mac[SOURCES];
    bytes host_out, sink_out, mac_out;
    uint32_t mac_out_to = 0;
    bool mac_mid = false;               // a payload to the MAC has begun
    unsigned mac_busy = 20, host_busy = 20;     // percent of cycles without ready
    bool room_varies = true;
    uint64_t echoes = 0, lost = 0, begun = 0, begun_out = 0, up = 0, sunk = 0, some_lanes = 0,
             jumps = 0, turns[SOURCES] = {};

    // ---- what goes in
    void new_payload(unsigned s)
    {
        const bytes body = eth_random(r, r.in(1, r.one_in(3) ? 20 : 300));
        payload p{ static_cast<uint32_t>(r.bits(32)), body, false };
        src[s].cur = p.b;
        if (s == MAC) return from_mac(p);
        p.user = s == HOST && r.one_in(5);
        if (s == HOST) user = p.user;
        lanes[s] = 0xFF;
        if (r.one_in(8)) {
            lanes[s] = static_cast<uint8_t>(r.bits(8));
            p.b.clear();
            for (size_t i = 0; i < src[s].cur.size(); i++)
                if (lanes[s] >> i % 8 & 1) p.b.push_back(src[s].cur[i]);
            some_lanes++;
        }
        to_mac[s].push_back(p);
        (s == HOST ? dut->s_axis_host_tdest : dut->s_axis_gen_tdest) = p.who;
    }
    void from_mac(payload &p)
    {
        const unsigned vc = r.below(3);
        p.who = vc << 24 | (p.who & 0xFFFFFF);
        dut->s_axis_mac_tid = p.who;
        if ((dut->cfg_echo >> vc & 1) && !(p.b[0] & 0x80)) {
            p.b[0] |= 0x80;
            to_mac[MAC].push_back(p);
        } else (dut->cfg_sink >> vc & 1 ? to_sink : to_host).push_back(p);
    }
    // The time that an echo has waited is changed, not set, so that what is wrong stays wrong.
    void jump()
    {
        if (ref.route != app_ref::TO_MAC || ref.turn == app_ref::ECHO || !ref.waited
            || ref.waited + 8 >= ECHO_MAX || !r.one_in(8)) return;
        // To below where a bit turns, the end, or a number that has one bit of the end as 0
        const unsigned bit = r.below(16), few = r.in(1, 3),
                       at = r.one_in(3)   ? ECHO_MAX
                            : r.one_in(2) ? ECHO_MAX & ~(1u << bit)
                                          : r.below(65536) >> bit << bit,
                       to = std::min(at < 4 ? 1 : at - few, ECHO_MAX - 3u);
        *wait_of(dut->rootp, 0) ^= static_cast<uint16_t>((ref.waited + 1) ^ (to + 1));
        dut->eval();
        ref.waited = to;
        jumps++;
    }
    void drive() override
    {
        jump();
        if (room_varies && r.one_in(50)) dut->room = r.one_in(2);
        for (unsigned s = 0; s < SOURCES; s++)
            if (src[s].cur.empty() && r.percent(offer[s])) new_payload(s);
        src[MAC].drive(r, 10, dut->s_axis_mac_tdata, dut->s_axis_mac_tkeep,
                       dut->s_axis_mac_tvalid, dut->s_axis_mac_tlast);
        src[HOST].drive(r, 10, dut->s_axis_host_tdata, dut->s_axis_host_tkeep,
                        dut->s_axis_host_tvalid, dut->s_axis_host_tlast);
        src[GEN].drive(r, 10, dut->s_axis_gen_tdata, dut->s_axis_gen_tkeep,
                       dut->s_axis_gen_tvalid, dut->s_axis_gen_tlast);
        dut->s_axis_host_tkeep &= lanes[HOST];
        dut->s_axis_gen_tkeep &= lanes[GEN];
        dut->s_axis_host_tuser = dut->s_axis_host_tlast && user;
        dut->m_axis_mac_tready = !r.percent(mac_busy);
        dut->m_axis_host_tready = !r.percent(host_busy);
    }

    // ---- what comes out
    void check() override
    {
        if (dut->rst) return;
        ref.compare(chk, *dut);
        begun += dut->begun;
        echoes += dut->echoed;
        if (dut->echo_lost) {
            lost++;
            CHECK(!to_mac[MAC].empty());
            to_mac[MAC].pop_back();     // the one before may still be leaving
        }
        if (dut->s_axis_mac_tvalid && dut->s_axis_mac_tready) src[MAC].taken();
        if (dut->s_axis_host_tvalid && dut->s_axis_host_tready) src[HOST].taken();
        if (dut->s_axis_gen_tvalid && dut->s_axis_gen_tready) src[GEN].taken();
        if (dut->m_axis_host_tvalid && dut->m_axis_host_tready) {
            beat_append(host_out, dut->m_axis_host_tdata, dut->m_axis_host_tkeep);
            if (dut->m_axis_host_tlast)
                up += ends(to_host, { dut->m_axis_host_tid, host_out, false }, host_out);
        }
        if (dut->m_axis_sink_tvalid) {
            beat_append(sink_out, dut->m_axis_sink_tdata, dut->m_axis_sink_tkeep);
            if (dut->m_axis_sink_tlast) {   // it has no address
                const uint32_t who = to_sink.empty() ? 0 : to_sink.front().who;
                sunk += ends(to_sink, { who, sink_out, false }, sink_out);
            }
        }
        if (dut->m_axis_mac_tvalid && dut->m_axis_mac_tready) to_the_mac();
    }
    bool ends(std::deque<payload> &want, const payload &p, bytes &out)
    {
        CHECK(!want.empty() && want.front() == p);
        want.pop_front();
        out.clear();
        return true;
    }
    void to_the_mac()
    {
        if (!mac_mid) {
            mac_out_to = dut->m_axis_mac_tdest;
            begun_out++;
        }
        EXPECT(dut->m_axis_mac_tdest, mac_out_to);
        mac_mid = !dut->m_axis_mac_tlast;
        beat_append(mac_out, dut->m_axis_mac_tdata, dut->m_axis_mac_tkeep);
        if (mac_mid) return;
        const payload p{ mac_out_to, mac_out, dut->m_axis_mac_tuser != 0 };
        unsigned from = HOST;           // whose it can be: the host, the generator or an echo
        for (unsigned s : { HOST, GEN, MAC }) {
            from = s;
            if (!to_mac[s].empty() && to_mac[s].front() == p) break;
        }
        turns[from] += ends(to_mac[from], p, mac_out);
    }
    void step() override { if (!dut->rst) ref.step(*dut); }

    // ---- scenes
    void round(unsigned cycles)
    {
        dut->cfg_echo = room_varies ? r.below(8) : 7;
        dut->cfg_sink = r.below(8);
        run(cycles);
        for (unsigned &o : offer) o = 0;
        dut->room |= !room_varies;
        await("the end of all payloads", 20000, [&] {
            return src[MAC].idle() && src[HOST].idle() && src[GEN].idle() && !mac_mid
                   && !dut->m_axis_mac_tvalid;
        });
        run(5);
        EXPECT(to_host.size() + to_sink.size(), 0);
        for (const auto &q : to_mac) EXPECT(q.size(), 0);
    }
    void play()
    {
        dut->rst = 1;
        run(3);
        dut->rst = 0;
        for (unsigned i = 0; i < 60; i++) {
            for (unsigned &o : offer) o = r.one_in(3) ? 0 : r.in(1, 100);
            mac_busy = r.below(80);
            host_busy = r.below(80);
            round(1500);
        }
        // All three at once: with room all the time, and without any
        room_varies = false;
        for (unsigned room : { 1, 0 }) {
            dut->room = room;
            mac_busy = host_busy = 0;
            for (unsigned &o : offer) o = 100;
            round(ECHO_MAX <= 200 ? 20000 : 2 * ECHO_MAX + 20000);
        }
        EXPECT(begun, begun_out);
        EXPECT(begun, turns[MAC] + turns[HOST] + turns[GEN]);
        EXPECT(echoes, turns[MAC]);
    }
    void aims() override
    {
        aim("an echo", echoes);
        aim("an echo lost", lost);
        if (ECHO_MAX > 20) aim("a time far on", jumps);
        aim("a payload sunk", sunk);
        aim("one in some lanes only", some_lanes);
        aim("a payload to the host", up);
        aim("a payload of the host", turns[HOST]);
        aim("a payload of the generator", turns[GEN]);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
