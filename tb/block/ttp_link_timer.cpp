// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/link/ttp_link_timer.v against model/ttp_link_timer.c: random deadlines, a cycle
// counter
// that wraps, a queue that is sometimes full. Also: ttp_link_timer_idle() names the very cycle of
// the next expiry, and ttp_link_timer_skip() is the same as clocking.
//
// PARAMS: -GLINKS=3 -GLW=2 -GDEEP=0 | -GLINKS=24 -GLW=5 -GDEEP=0 | -GLINKS=96 -GLW=7 -GDEEP=0
// PARAMS: -GLINKS=3 -GLW=2 -GDEEP=1 | -GLINKS=96 -GLW=7 -GDEEP=1
// SEEDS: 1 2 3
#include <cstring>
#include <memory>
#include <vector>
#include "Vttp_link_timer.h"
#include "verilated.h"
#include "bus_rx.h"
#include "tb_util.h"
#include "ttp_link_timer.h"

struct block {
    std::vector<uint64_t> mem;
    ttp_link_timer b = {};
    block()
    {
        ttp_params p = {};
        p.link_sets = LINKS / 3;
        p.link_ways = 1;
        p.deep = DEEP;
        ttp_arena a = {};
        ttp_link_timer_bind(&b, &p, &a);
        mem.resize(a.used / 8);
        a = { reinterpret_cast<uint8_t *>(mem.data()), 0, a.used };
        ttp_link_timer_bind(&b, &p, &a);
    }
};

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    tb_check chk("ttp_link_timer", seed);
    auto dut = std::make_unique<Vttp_link_timer>();
    block m;
    uint64_t n_expired = 0, n_full = 0, n_wrap = 0, n_skip = 0;
    uint32_t now = static_cast<uint32_t>(-20000), init = 0, writes = 20, span = 100, takes = 50;
    bool active = true;

    for (uint64_t c = 0; c < 300000; c++) {
        if (c % 1024 == 0) {
            writes = rng.one_in(4) ? 0 : rng.in(1, 60);
            span = 1u << rng.below(14);
            takes = rng.one_in(3) ? 2 : rng.one_in(2) ? 100 : 40;
        }
        ttp_link_timer_in in = {};
        in.core_rst = c < 3 || rng.one_in(30000);
        in.init_active = active;
        in.init_idx = init;
        in.now = now;
        in.timer_valid = !active && rng.percent(writes);
        in.timer_link = rng.below(LINKS);
        in.timer_runs = rng.below(4);
        in.timer_deadline = now + rng.below(span) - (rng.one_in(4) ? rng.below(20) : 0);
        in.timer_service_runs = rng.one_in(3);
        in.timer_service_at = now + rng.below(span) - (rng.one_in(4) ? rng.below(20) : 0);
        in.expired_ready = rng.percent(takes);

        ttp_link_timer_out o = {};
        ttp_link_timer_drive(&m.b, &o);
        in.expired_ready = in.expired_ready && o.expired_valid;

        dut->rst = in.core_rst;
        dut->init_active = in.init_active;
        dut->init_idx = in.init_idx;
        dut->now = in.now;
        dut->timer_valid = in.timer_valid;
        bus_put(dut->timer, TIMER_LINK, in.timer_link);
        bus_put(dut->timer, TIMER_RUNS, in.timer_runs);
        bus_put(dut->timer, TIMER_DEADLINE, in.timer_deadline);
        bus_put(dut->timer, TIMER_SERVICE_RUNS, in.timer_service_runs);
        bus_put(dut->timer, TIMER_SERVICE_AT, in.timer_service_at);
        dut->expired_ready = in.expired_ready;
        dut->clk = 0;
        dut->eval();
        chk.cycle = c;
        if (c >= 1) {
            chk.eq("expired_valid", dut->expired_valid, o.expired_valid);
            if (o.expired_valid) chk.eq("expired_link", dut->expired_link, o.expired_link);
        }
        n_expired += in.expired_ready;
        n_full += m.b.q.count == 4;
        n_wrap += now == 0;

        // Twice: clocked until something comes, and skipped there.
        if (c % 256 == 17 && !active && !in.core_rst && !ttp_link_timer_busy(&m.b)) {
            const uint64_t idle = ttp_link_timer_idle(&m.b, now);
            block slow, fast;
            const auto copy = [](block &to, const block &from) {
                to.mem = from.mem;
                to.b.idx = from.b.idx;
                to.b.idx_s1 = from.b.idx_s1;
                to.b.idx_s2 = from.b.idx_s2;
                to.b.deep = from.b.deep;
                to.b.idx_held = from.b.idx_held;
                to.b.held = from.b.held;
                to.b.q.rd = from.b.q.rd;
                to.b.q.wr = from.b.q.wr;
                to.b.copy = reinterpret_cast<ttp_link_timer_copy *>(to.mem.data());
            };
            copy(slow, m);
            ttp_link_timer_in quiet = {};
            uint64_t k = 0;
            for (quiet.now = now; k < 20000; k++, quiet.now++) {
                ttp_link_timer_clock(&slow.b, &quiet);
                if (ttp_link_timer_busy(&slow.b)) break;
            }
            chk.eq("idle", k, idle < 20000 ? idle : 20000);
            if (idle < 20000) {
                copy(fast, m);
                ttp_link_timer_skip(&fast.b, idle);
                quiet.now = static_cast<uint32_t>(now + idle);
                ttp_link_timer_clock(&fast.b, &quiet);
                chk.eq("skipped: idx", fast.b.idx, slow.b.idx);
                chk.eq("skipped: idx_s1", fast.b.idx_s1, slow.b.idx_s1);
                chk.eq("skipped: idx_held", fast.b.idx_held, slow.b.idx_held);
                chk.eq("skipped: memory", fast.mem == slow.mem, 1);
                chk.eq("skipped: idx_s2", fast.b.idx_s2, slow.b.idx_s2);
                chk.eq("skipped: due", fast.b.due_s2, 1);
                n_skip += idle > LINKS;
            }
        }

        ttp_link_timer_clock(&m.b, &in);
        tb_edge(*dut);
        now++;
        if (in.core_rst) { active = true; init = 0; }
        else if (active && ++init == LINKS + 5) { active = false; init = 0; }
        if (in.core_rst && rng.below(2)) now = UINT32_MAX - rng.below(9000);
    }
    dut->final();
    chk.reached("an expiry", n_expired);
    chk.reached("a full queue", n_full);
    chk.reached("the wrap of the cycle counter", n_wrap);
    chk.reached("a long skip", n_skip);
    printf("PASS ttp_link_timer %s seed=%" PRIu64 " expired=%" PRIu64 " compared=%" PRIu64 "\n",
           PARAMS, seed, n_expired, chk.compared);
    return 0;
}
