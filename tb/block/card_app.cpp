// SPDX-License-Identifier: Apache-2.0
//
// Echo, sink, host link and generator around the MAC's streams: every payload goes where its first
// byte, its VC and the settings say, unchanged but for the bit of the echo; those to the MAC take
// turns, whole; without room neither echo nor generator begins, and an echo that waits too long is
// dropped and counted.
// The time of an echo is brought to where bits turn, now and then.
// PARAMS: -GECHO_MAX=200 | -GECHO_MAX=1 | -GECHO_MAX=65535
// VLT: sim/card.vlt
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include "Vcard_app.h"
#include "Vcard_app___024root.h"
#include "card_app_ref.h"

TB_INSIDE(wait_of, card_app__DOT__wait_q, card_app__DOT__u_net__DOT__wait_q)

// lanes: bytes of a beat that the source uses; the others are no part of the payload
struct payload { uint32_t who; bytes b; bool user; uint8_t lanes = 0xFF; };
static bool operator==(const payload &x, const payload &y)
{
    return x.who == y.who && x.b == y.b && x.user == y.user;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_app", seed);
    auto d = std::make_unique<Vcard_app>();
    app_ref ref;
    enum { MAC, HOST, GEN };
    beat_source src[3];
    payload cur[3];
    std::deque<payload> to_host, to_sink, echoes, hosts, gens;
    bytes out, host_out, sink_out;
    uint32_t out_who = 0;
    int out_from = -1;
    bool mid = false, room_was = false, echo_began = false;
    unsigned busy = 20, host_busy = 20, offer[3] = { 0, 0, 0 };
    uint64_t n_echo = 0, n_lost = 0, n_begun = 0, n_host = 0, n_gen = 0, n_sink = 0, n_up = 0,
             n_lanes = 0, n_jumps = 0,
             turns[3] = {};
    uint64_t begun_at = 0, lost_wait = 0, echo_since = 0;
    bool fixed_room = false;

    auto tick = [&] {
        chk.cycle++;
        for (int s = 0; s < 3; s++)
            if (src[s].cur.empty() && offer[s] && r.percent(offer[s])) {
                payload p;
                p.b = eth_random(r, r.one_in(3) ? r.in(1, 20) : r.in(1, 300));
                p.who = s == MAC ? r.below(3) << 24 | static_cast<uint32_t>(r.bits(24))
                                 : static_cast<uint32_t>(r.bits(32));
                p.user = s == HOST && r.one_in(5);
                src[s].cur = p.b;
                if (s != MAC && r.one_in(8)) {
                    p.lanes = static_cast<uint8_t>(r.bits(8));
                    p.b.clear();
                    for (size_t i = 0; i < src[s].cur.size(); i++)
                        if (p.lanes >> i % 8 & 1) p.b.push_back(src[s].cur[i]);
                    n_lanes++;
                }
                cur[s] = p;
                if (s == MAC) {
                    d->s_axis_mac_tid = p.who;
                    const unsigned vc = p.who >> 24;
                    if ((d->cfg_echo >> vc & 1) && !(p.b[0] & 0x80)) {
                        payload e = p;
                        e.b[0] |= 0x80;
                        echoes.push_back(e);
                        echo_since = chk.cycle;
                        echo_began = false;
                    } else if (d->cfg_sink >> vc & 1) to_sink.push_back(p);
                    else to_host.push_back(p);
                } else {
                    (s == HOST ? hosts : gens).push_back(p);
                    (s == HOST ? d->s_axis_host_tdest : d->s_axis_gen_tdest) = p.who;
                }
            }
        src[MAC].drive(r, 10, d->s_axis_mac_tdata, d->s_axis_mac_tkeep, d->s_axis_mac_tvalid,
                       d->s_axis_mac_tlast);
        src[HOST].drive(r, 10, d->s_axis_host_tdata, d->s_axis_host_tkeep, d->s_axis_host_tvalid,
                        d->s_axis_host_tlast);
        src[GEN].drive(r, 10, d->s_axis_gen_tdata, d->s_axis_gen_tkeep, d->s_axis_gen_tvalid,
                       d->s_axis_gen_tlast);
        d->s_axis_host_tkeep &= cur[HOST].lanes;
        d->s_axis_gen_tkeep &= cur[GEN].lanes;
        d->s_axis_host_tuser = d->s_axis_host_tlast && cur[HOST].user;
        d->m_axis_mac_tready = !r.percent(busy);
        d->m_axis_host_tready = !r.percent(host_busy);
        d->eval();
        if (d->rst) { tb_edge(*d); return; }
        ref.compare(chk, *d);
        ref.step(*d);
        n_begun += d->begun;
        n_echo += d->echoed;
        if (d->echo_lost) {
            n_lost++;
            CHECK_EQ(chk, echoes.empty() || echo_began, false);
            CHECK_EQ(chk, room_was, false);
            CHECK_EQ(chk, chk.cycle - echo_since >= ECHO_MAX, true);
            lost_wait = chk.cycle - echo_since;
            echoes.pop_back();          // the one before may still be leaving
        }
        if (d->s_axis_mac_tvalid && d->s_axis_mac_tready) { echo_began = true; src[MAC].taken(); }
        if (d->s_axis_host_tvalid && d->s_axis_host_tready) src[HOST].taken();
        if (d->s_axis_gen_tvalid && d->s_axis_gen_tready) src[GEN].taken();
        if (d->m_axis_host_tvalid && d->m_axis_host_tready) {
            beat_append(host_out, d->m_axis_host_tdata, d->m_axis_host_tkeep);
            if (d->m_axis_host_tlast) {
                CHECK_EQ(chk, to_host.empty(), false);
                CHECK_EQ(chk,
                         to_host.front().b == host_out && to_host.front().who == d->m_axis_host_tid,
                         true);
                to_host.pop_front();
                host_out.clear();
                n_up++;
            }
        }
        if (d->m_axis_sink_tvalid) {
            beat_append(sink_out, d->m_axis_sink_tdata, d->m_axis_sink_tkeep);
            if (d->m_axis_sink_tlast) {
                CHECK_EQ(chk, to_sink.empty(), false);
                CHECK_EQ(chk, to_sink.front().b == sink_out, true);
                to_sink.pop_front();
                sink_out.clear();
                n_sink++;
            }
        }
        if (d->m_axis_mac_tvalid && d->m_axis_mac_tready) {
            if (!mid) { out_who = d->m_axis_mac_tdest; begun_at++; }
            CHECK_EQ(chk, d->m_axis_mac_tdest, out_who);
            mid = !d->m_axis_mac_tlast;
            beat_append(out, d->m_axis_mac_tdata, d->m_axis_mac_tkeep);
            if (!mid) {
                const payload p{ out_who, out, d->m_axis_mac_tuser != 0 };
                out_from = !hosts.empty() && hosts.front() == p     ? HOST
                           : !gens.empty() && gens.front() == p     ? GEN
                           : !echoes.empty() && echoes.front() == p ? MAC
                                                                    : -1;
                CHECK_EQ(chk, out_from >= 0, true);
                (out_from == HOST ? hosts : out_from == GEN ? gens : echoes).pop_front();
                (out_from == HOST ? n_host : n_gen) += out_from != MAC;
                turns[out_from]++;
                out.clear();
            }
        }
        room_was = d->room;
        tb_edge(*d);
        // It is changed, not set, so that what is wrong stays wrong.
        if (ref.route == app_ref::TO_MAC && ref.turn != app_ref::ECHO && ref.waited
            && ref.waited + 8 < ECHO_MAX && r.one_in(8)) {
            // Below where a bit turns, the end, or a number that has one bit of the end as 0
            const unsigned bit = r.below(16), turns = r.below(65536) >> bit << bit,
                           few = r.in(1, 3),
                           at = r.one_in(3)   ? ECHO_MAX
                                : r.one_in(2) ? ECHO_MAX & ~(1u << bit)
                                              : turns,
                           to = std::min(at < 4 ? 1 : at - few, ECHO_MAX - 3u);
            *wait_of(d->rootp, 0) ^= static_cast<uint16_t>((ref.waited + 1) ^ (to + 1));
            d->eval();
            echo_since += ref.waited;
            echo_since -= to;
            ref.waited = to;
            n_jumps++;
        }
        if (!fixed_room && r.one_in(50)) d->room = r.one_in(2);
    };
    auto run = [&](unsigned n) { while (n--) tick(); };
    auto settle = [&] {
        for (unsigned &o : offer) o = 0;
        const auto idle = [&] {
            return src[0].idle() && src[1].idle() && src[2].idle() && !mid && !d->m_axis_mac_tvalid;
        };
        for (unsigned i = 0; i < 20000 && !idle(); i++) tick();
        run(5);
        CHECK_EQ(chk, to_host.size() + to_sink.size() + echoes.size() + hosts.size() + gens.size(),
                 0);
    };

    d->rst = 1;
    run(3);
    d->rst = 0;
    for (unsigned round = 0; round < 60; round++) {
        d->cfg_echo = r.below(8);
        d->cfg_sink = r.below(8);
        busy = r.below(80);
        host_busy = r.below(80);
        for (unsigned &o : offer) o = r.one_in(3) ? 0 : r.in(1, 100);
        run(1500);
        settle();
    }
    chk.reached("an echo", n_echo);
    chk.reached("an echo lost", n_lost);
    if (ECHO_MAX > 20) chk.reached("a time far on", n_jumps);
    chk.reached("a payload sunk", n_sink);
    chk.reached("one in some lanes only", n_lanes);
    chk.reached("a payload to the host", n_up);
    chk.reached("a payload of the host", n_host);
    chk.reached("a payload of the generator", n_gen);
    CHECK_EQ(chk, n_begun, begun_at);
    CHECK_EQ(chk, n_begun, turns[0] + turns[1] + turns[2]);
    CHECK_EQ(chk, n_echo, turns[MAC]);

    // All three at once: each has a third of the turns.
    fixed_room = true;
    d->room = 1;
    d->cfg_echo = 7;
    busy = 0;
    const uint64_t before[3] = { turns[0], turns[1], turns[2] };
    offer[HOST] = offer[GEN] = offer[MAC] = 100;
    run(20000);
    uint64_t least = ~uint64_t{0}, most = 0;
    for (int s = 0; s < 3; s++) {
        const uint64_t n = turns[s] - before[s];
        // Half of what comes from the MAC is an answer and goes to the host.
        if (s != MAC) { least = n < least ? n : least; most = n > most ? n : most; }
        CHECK_EQ(chk, n > 100, true);
    }
    CHECK_EQ(chk, most - least <= most / 10 + 2, true);
    settle();
    // Without room only the host goes on; the echo is dropped after ECHO_MAX, not before, and what
    // is behind it comes.
    d->room = 0;
    const uint64_t lost0 = n_lost, gen0 = n_gen, host0 = n_host, echo0 = n_echo;
    offer[HOST] = offer[GEN] = offer[MAC] = 100;
    run(ECHO_MAX <= 200 ? 20000 : 2 * ECHO_MAX + 20000);
    CHECK_EQ(chk, n_gen, gen0);
    CHECK_EQ(chk, n_echo, echo0);
    CHECK_EQ(chk, n_host > host0 + 100, true);
    CHECK_EQ(chk, n_lost > lost0 + (ECHO_MAX <= 200 ? 5 : 1), true);
    CHECK_EQ(chk, lost_wait <= ECHO_MAX + 20, true);
    d->room = 1;
    settle();
    printf("PASS %" PRIu64 " echoes, %" PRIu64 " lost, %" PRIu64 " sunk, %" PRIu64 " up, %" PRIu64
           " of the host, %" PRIu64 " generated\n",
           n_echo, n_lost, n_sink, n_up, n_host, n_gen);
    return 0;
}
