// SPDX-License-Identifier: Apache-2.0
//
// rtl/link/ttp_link_timer.v against model/ttp_link_timer.c: random deadlines, a cycle counter that
// wraps, a queue that is sometimes full. Of the model alone: ttp_link_timer_idle() names the very
// cycle of the next expiry, and ttp_link_timer_skip() is the same as clocking.
//
// PARAMS: -GLINKS=3 -GLW=2 -GDEEP=0 | -GLINKS=24 -GLW=5 -GDEEP=0 | -GLINKS=96 -GLW=7 -GDEEP=0
// PARAMS: -GLINKS=3 -GLW=2 -GDEEP=1 | -GLINKS=96 -GLW=7 -GDEEP=1
// SEEDS: 1 2 3
#include "Vttp_link_timer.h"
#include "bus_rx.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "ttp_link_timer.h"

static ttp_params params()
{
    ttp_params p = {};
    p.link_sets = LINKS / 3;
    p.link_ways = 1;
    p.deep = DEEP;
    return p;
}

struct Timer : bound<ttp_link_timer> {
    Timer() : bound(ttp_link_timer_bind, params()) {}
    void copy(const Timer &from)
    {
        const auto own_copy = block.copy;
        const auto own_queue = block.q.mem;
        block = from.block;
        block.copy = own_copy;
        block.q.mem = own_queue;
        mem = from.mem;
    }
};

struct Bench : lockstep<Vttp_link_timer> {
    Timer model;
    ttp_link_timer_in in = {};
    ttp_link_timer_out o = {};
    uint32_t now = static_cast<uint32_t>(-20000), walk_at = 0;
    bool walks = true;                                  // of all links, after reset
    uint32_t writes = 20, span = 100, takes = 50;       // percent of cycles; cycles; percent
    uint64_t skipped = 0;

    explicit Bench(uint64_t seed) : lockstep("ttp_link_timer", seed) {}

    void change_phase()
    {
        writes = r.one_in(4) ? 0 : r.in(1, 60);
        span = 1u << r.below(14);
        takes = r.one_in(3) ? 2 : r.one_in(2) ? 100 : 40;
    }
    uint32_t deadline() { return now + r.below(span) - (r.one_in(4) ? r.below(20) : 0); }
    void drive() override
    {
        if (chk.cycle % 1024 == 0) change_phase();
        ttp_link_timer_drive(&model.block, &o);
        in.core_rst = chk.cycle < 3 || r.one_in(30000);
        in.init_active = walks;
        in.init_idx = walk_at;
        in.now = now;
        in.timer_valid = !walks && r.percent(writes);
        in.timer_link = r.below(LINKS);
        in.timer_runs = r.below(4);
        in.timer_deadline = deadline();
        in.timer_service_runs = r.one_in(3);
        in.timer_service_at = deadline();
        in.expired_ready = r.percent(takes) && o.expired_valid;
        DRIVE(*dut, in, init_active, init_idx, now, timer_valid, expired_ready);
        dut->rst = in.core_rst;
        bus_set(dut->timer, { { TIMER_LINK, in.timer_link }, { TIMER_RUNS, in.timer_runs },
                              { TIMER_DEADLINE, in.timer_deadline },
                              { TIMER_SERVICE_RUNS, in.timer_service_runs },
                              { TIMER_SERVICE_AT, in.timer_service_at } });
    }
    void check() override
    {
        if (!chk.cycle) return;
        COMPARE(chk, *dut, o, expired_valid);
        if (o.expired_valid) COMPARE(chk, *dut, o, expired_link);
        if (chk.cycle % 256 == 17 && !walks && !in.core_rst && !ttp_link_timer_busy(&model.block))
            check_skip();
    }
    // Of two copies one is clocked until something comes, the other skips to there.
    void check_skip()
    {
        const uint64_t most = 20000, idle = ttp_link_timer_idle(&model.block, now);
        Timer slow, fast;
        ttp_link_timer_in quiet = {};
        uint64_t k = 0;

        slow.copy(model);
        for (quiet.now = now; k < most; k++, quiet.now++) {
            ttp_link_timer_clock(&slow.block, &quiet);
            if (ttp_link_timer_busy(&slow.block)) break;
        }
        chk.eq("idle", k, std::min(idle, most));
        if (idle >= most) return;
        fast.copy(model);
        ttp_link_timer_skip(&fast.block, idle);
        quiet.now = static_cast<uint32_t>(now + idle);
        ttp_link_timer_clock(&fast.block, &quiet);
        COMPARE(chk, fast.block, slow.block, idx, idx_s1, idx_held, idx_s2);
        chk.eq("skipped: memory", fast.mem == slow.mem, 1);
        chk.eq("skipped: due", fast->due_s2, 1);
        skipped += idle > LINKS;
    }
    void seen() override
    {
        saw("an expiry", in.expired_ready);
        saw("a full queue", model->q.count == 4);
        saw("the wrap of the cycle counter", now == 0);
    }
    void aims() override { aim("a long skip", skipped); }
    void step() override
    {
        ttp_link_timer_clock(&model.block, &in);
        now++;
        if (in.core_rst) {
            walks = true;
            walk_at = 0;
            if (r.below(2)) now = UINT32_MAX - r.below(9000);
        } else if (walks && ++walk_at == LINKS + 5) {
            walks = false;
            walk_at = 0;
        }
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 300000); }
