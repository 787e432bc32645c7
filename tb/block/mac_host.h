// SPDX-License-Identifier: Apache-2.0
//
// The host of a MAC of tb/block/ttp_mac.cpp: a stream of packets that may break its rules, and
// accesses to the registers.
#ifndef MAC_HOST_H
#define MAC_HOST_H

#include <deque>
#include "mac_pins.h"
#include "tb_util.h"

// A host that sends packets. A rude one breaks rules: bad packets go to nodes that do not exist and
// have any tkeep, and packets are given up by tuser.
struct host {
    tb_rng &rng;
    uint32_t left = 0, dest = 0;        // left: bytes of the packet
    bool bad = false;

    explicit host(tb_rng &r) : rng(r) {}
    void next_packet(uint32_t peer, uint32_t stray, bool rude)
    {
        left = rng.one_in(3) ? rng.in(1, 80) : rng.one_in(8) ? rng.in(1, 3000) : rng.in(1, 1100);
        dest = rng.below(3) << 24 | (rng.percent(stray) ? rng.below(20) : peer);
        bad = rude && rng.one_in(20);
        if (bad && rng.below(2))
            dest = rng.one_in(3) ? rng.next() >> 32 : rng.one_in(2) ? 0x01ffffff : 3u << 24 | peer;
    }
    // `in` has the pins of the cycle before, and ready is of that. load: percent of cycles with a
    // new packet; stray: percent of packets to nodes that do not answer.
    void drive(ttp_in &in, bool ready, uint32_t load, uint32_t peer, uint32_t stray, bool rude)
    {
        if (in.s_axis_host_tvalid && !ready) return;
        in.s_axis_host_tvalid = left ? !rng.percent(10) : rng.percent(load);
        if (!in.s_axis_host_tvalid) return;
        if (!left) next_packet(peer, stray, rude);
        const uint32_t n = std::min<uint32_t>(left, B);
        for (auto &x : in.s_axis_host_tdata) x = rng.next();
        in.s_axis_host_tkeep = ones(n);
        in.s_axis_host_tlast = n == left;
        in.s_axis_host_tuser = in.s_axis_host_tlast && rude && rng.one_in(20);
        in.s_axis_host_tdest = dest;
        if (bad && rng.one_in(6)) in.s_axis_host_tkeep = rng.next() & ones(B);
        left -= n;
    }
};

// A time that is one high bit alone shows whether that bit gets to where it is used. Each bit of
// each time has its turn, until it has set a timer; one time of each group at once.
static const char *const TIME_NAME[] = {
    "timers set by each high bit of TIMEOUT", "timers set by each high bit of OPEN_TMO",
    "timers set by each high bit of CLOSE_TMO", "timers set by each high bit of BACKOFF",
    "timers set by each high bit of REACK", "timers set by each high bit of IDLE_TMO",
};
enum { TIMES = 6, BACKOFF = 3, GROUPS = 3, SECOND_TIMER = 2, BITS = 22, LOWEST = 9 };
struct far_times {
    // Groups: times of the first timer; BACKOFF, which is rare; times of the second timer
    static constexpr uint32_t FROM[GROUPS + 1] = { 0, BACKOFF, BACKOFF + 1, TIMES };
    // Whose turn it is in each group; TIMES: nobody's
    struct { uint32_t time, bit; } turn[GROUPS] = { { TIMES, 0 }, { TIMES, 0 }, { TIMES, 0 } };
    bool used[TIMES][BITS] = {};
    uint32_t uses[TIMES] = {};

    void next_turn(tb_rng &rng, unsigned g)
    {
        const uint32_t n = (FROM[g + 1] - FROM[g]) * BITS, from = rng.below(n);

        turn[g] = { TIMES, 0 };
        for (uint32_t k = 0; k < n && turn[g].time == TIMES; k++) {
            const uint32_t time = FROM[g] + (from + k) % n / BITS, bit = (from + k) % n % BITS;
            if (!used[time][bit]) turn[g] = { time, bit };
        }
    }
    uint32_t length(uint32_t time, uint32_t otherwise) const
    {
        for (const auto &t : turn)
            if (t.time == time) return 1u << (LOWEST + t.bit);
        return otherwise;
    }
    bool spent(unsigned g) const
    {
        return turn[g].time != TIMES && used[turn[g].time][turn[g].bit];
    }
    // BACKOFF is so rare that a seed may miss some of it.
    bool enough(uint32_t time) const { return uses[time] >= (time == BACKOFF ? BITS / 2 : BITS); }
    // A timer runs for so long from now on: the time less the few cycles since its event.
    void timer_set(bool second, uint32_t cycles)
    {
        for (unsigned g = 0; g < GROUPS; g++) {
            const auto &t = turn[g];
            if (t.time == TIMES || second != (g == SECOND_TIMER) || used[t.time][t.bit]) continue;
            if ((1u << (LOWEST + t.bit)) - cycles > 8) continue;
            used[t.time][t.bit] = true;
            uses[t.time]++;
        }
    }
};

// One AXI-Lite access after the other.
struct master {
    tb_rng &rng;
    const uint32_t peer;                // node
    struct access { bool wr; uint32_t addr, data; };
    std::deque<access> todo;
    bool aw = false, w = false, ar = false, busy = false;   // channels that wait; an access
    far_times far;

    master(tb_rng &r, uint32_t p) : rng(r), peer(p) {}
    void reset(ttp_in &in)
    {
        todo.clear();
        aw = w = ar = busy = false;
        in.s_axil_awvalid = in.s_axil_wvalid = in.s_axil_arvalid = false;
    }
    // `in` has the pins of the cycle before, and o is of that.
    void drive(ttp_in &in, const ttp_out &o, uint32_t load)
    {
        if (in.s_axil_awvalid && o.s_axil_awready) aw = false;
        if (in.s_axil_wvalid && o.s_axil_wready) w = false;
        if (in.s_axil_arvalid && o.s_axil_arready) ar = false;
        if (in.s_axil_bready && o.s_axil_bvalid) busy = false;
        if (in.s_axil_rready && o.s_axil_rvalid) busy = false;
        if (!busy && !todo.empty() && rng.percent(load)) {
            const access a = todo.front();
            todo.pop_front();
            busy = true;
            aw = w = a.wr;
            ar = !a.wr;
            (a.wr ? in.s_axil_awaddr : in.s_axil_araddr) = a.addr;
            in.s_axil_wdata = a.data;
            in.s_axil_wstrb = 15;
        }
        in.s_axil_awvalid = aw && (in.s_axil_awvalid || rng.below(2));
        in.s_axil_wvalid = w && (in.s_axil_wvalid || rng.below(2));
        in.s_axil_arvalid = ar;
        in.s_axil_bready = rng.below(2);
        in.s_axil_rready = rng.below(2);
    }
    void write(uint32_t addr, uint32_t data) { todo.push_back({ true, addr, data }); }
    void read(uint32_t addr) { todo.push_back({ false, addr, 0 }); }
    // any: some of the times may be a high bit alone.
    void set_up(bool any)
    {
        const bool some = any && rng.below(12) < 8;
        for (unsigned g = 0; some && g < GROUPS; g++) far.next_turn(rng, g);
        const auto time = [&](uint32_t k, uint32_t t) { return some ? far.length(k, t) : t; };
        write(TTP_REG_TIMEOUT, time(0, rng.in(60, 600)));
        write(TTP_REG_OPEN_TMO, time(1, rng.in(60, 600)));
        write(TTP_REG_CLOSE_TMO, time(2, rng.in(60, 600)));
        const uint32_t backoff = rng.one_in(3) ? rng.in(1000, 5000) : rng.in(20, 300);
        write(TTP_REG_BACKOFF, time(BACKOFF, backoff));
        write(TTP_REG_RETRY_MAX, any && rng.one_in(3) ? 1u << rng.below(8) : rng.in(2, 6));
        write(TTP_REG_CPL_CTRL, rng.below(2));
        write(TTP_REG_CTRL, any && rng.one_in(8) ? 1 : 9);
        write(TTP_REG_REACK, time(4, rng.below(2) ? 0 : rng.in(300, 5000)));
        const uint32_t idle = rng.one_in(2) ? 65536 << rng.below(8) : rng.below(6000);
        write(TTP_REG_VICTIM_IDLE, any && rng.one_in(4) ? 1u << rng.in(9, 30) : idle);
        write(TTP_REG_IDLE_TMO, time(5, rng.below(2) ? 0 : rng.in(1, 20000)));
        write(TTP_REG_IRQ_MASK, rng.below(128));
        if (VC_ORDER) order();
    }
    // Mostly an order, of which some is out of range
    void order()
    {
        write(TTP_REG_VC_ORDER, rng.below(1u << 20) | (rng.below(4) ? 1 + rng.below(2) : 0));
    }
    void next_backoff()
    {
        far.next_turn(rng, 1);
        write(TTP_REG_BACKOFF, far.length(BACKOFF, 100));
    }
    void anything()
    {
        if (far.spent(1)) next_backoff();       // it is rare: each shall be of another length
        const uint32_t addr = rng.one_in(3) ? TTP_REG_COUNTER + rng.below(1024) : rng.below(0x100);
        switch (rng.below(12)) {
        case 0: write(TTP_REG_LINK_INDEX, rng.below(3 * LINK_SETS * LINK_WAYS + 1)); break;
        case 1: {
            const uint32_t vc = rng.below(3);
            write(TTP_REG_CLOSE_LINK, vc << 24 | (rng.below(2) ? peer : rng.below(20)));
            break;
        }
        case 2: write(TTP_REG_SNAPSHOT, 0); break;
        case 3: write(TTP_REG_IRQ_CAUSE, rng.below(128)); break;
        case 4:
            if (rng.one_in(3)) set_up(true);
            else if (far.uses[BACKOFF] < BITS) next_backoff();
            break;
        case 5:
            if (VC_ORDER && rng.one_in(3)) order();
            else write(TTP_REG_CELL_LIMIT, rng.in(16, TX_CELLS));
            break;
        case 6:
            if (rng.one_in(20)) write(TTP_REG_CTRL, rng.below(16));
            write(TTP_REG_CTRL, 9 + 4 * rng.below(2));
            break;
        case 7: {
            if (!rng.one_in(5)) break;
            const uint32_t value = static_cast<uint32_t>(rng.next() >> 32);
            write(rng.below(2) ? TTP_REG_EPOCH : TTP_REG_START_ID, value);
            break;
        }
        default: read(addr); break;
        }
    }
};

#endif
