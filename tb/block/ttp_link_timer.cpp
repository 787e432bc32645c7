// SPDX-License-Identifier: Apache-2.0
//
// rtl/link/ttp_link_timer.v against model/ttp_link_timer.c: random deadlines, a cycle counter that
// wraps, a queue that is sometimes full. Of the model alone: ttp_link_timer_idle() names the very
// cycle of the next expiry, and ttp_link_timer_skip() is the same as clocking.
//
// PARAMS: -GLINKS=3 -GLW=2 -GEVERY=1 -GDEEP=1 | -GLINKS=24 -GLW=5 -GEVERY=0 -GDEEP=0
// PARAMS: -GLINKS=3 -GLW=2 -GEVERY=0 -GDEEP=1 | -GLINKS=96 -GLW=7 -GEVERY=0 -GDEEP=1
// PARAMS: -GLINKS=96 -GLW=7 -GEVERY=1 -GDEEP=1
// SEEDS: 1 2 3
#include "Vttp_link_timer.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "ttp_link_timer.h"

struct Bench : lockstep<Vttp_link_timer> {
    tb_model<ttp_link_timer> model{ ttp_link_timer_bind, [](ttp_params &p) {
        p.link_sets = LINKS / 3;
        p.link_ways = 1;
        p.deep = DEEP;
        p.data_w = EVERY ? 512 : 64;
    } };
    ttp_link_timer_in in = {};
    ttp_link_timer_out o = {};
    uint32_t now = static_cast<uint32_t>(-20000);
    tb_walk walk{ LINKS + 5 };
    uint32_t writes = 20, span = 100, takes = 50;       // percent of cycles; cycles; percent
    uint64_t skipped = 0;
    bool busy = false;          // one link is written in every cycle, EVERY = 0 in every second
    uint32_t busy_link = 0, last_idx = 0;
    bool was_reset = true;

    void change_phase()
    {
        writes = r.one_in(4) ? 0 : r.in(1, 60);
        span = 1u << r.below(14);
        busy = r.one_in(4);
        busy_link = r.below(LINKS);
        takes = r.one_in(3) ? 2 : r.one_in(2) ? 100 : 40;
    }
    uint32_t deadline() { return now + r.below(span) - (r.one_in(4) ? r.below(20) : 0); }
    void drive() override
    {
        if (chk.cycle % 1024 == 0) change_phase();
        ttp_link_timer_drive(model, &o);
        in.core_rst = chk.cycle < 3 || r.one_in(30000);
        in.init_active = walk.active();
        in.init_idx = walk.at;
        in.now = now;
        const uint32_t last = in.timer_valid ? in.timer_link : LINKS;
        in.timer_valid = !walk.active() && (busy || r.percent(writes));
        in.timer_link = busy ? busy_link : r.below(LINKS);
        if (!EVERY && in.timer_link == last) in.timer_valid = false;
        in.timer_runs = r.below(4);
        in.timer_deadline = deadline();
        in.timer_service_runs = r.one_in(3);
        in.timer_service_at = deadline();
        in.expired_ready = r.percent(takes) && o.expired_valid;
        DRIVE(init_active, init_idx, now, timer_valid, expired_ready);
        dut->rst = in.core_rst;
        bus_set(dut->timer, { { TIMER_LINK, in.timer_link }, { TIMER_RUNS, in.timer_runs },
                              { TIMER_DEADLINE, in.timer_deadline },
                              { TIMER_SERVICE_RUNS, in.timer_service_runs },
                              { TIMER_SERVICE_AT, in.timer_service_at } });
    }
    void check() override
    {
        if (!chk.cycle) return;
        SAME(expired_valid);
        // The walk goes on in each cycle, or in the next.
        if (EVERY && chk.cycle > 4 && !was_reset)
            chk.eq("the walk", model.idx, (last_idx + 1) % LINKS);
        if (o.expired_valid) SAME(expired_link);
        if (chk.cycle % 256 == 17 && !walk.active() && !in.core_rst && !ttp_link_timer_busy(model))
            check_skip();
    }
    // The model is clocked until something comes; then, set back, it skips to there.
    void check_skip()
    {
        const uint64_t most = 20000, idle = ttp_link_timer_idle(model, now);
        const ttp_link_timer before = model.block();
        const std::vector<uint64_t> mem = model.memory;
        const auto set_back = [&] {
            model.block() = before;
            std::copy(mem.begin(), mem.end(), model.memory.begin());
        };
        ttp_link_timer_in quiet = {};
        uint64_t k = 0;

        for (quiet.now = now; k < most; k++, quiet.now++) {
            ttp_link_timer_clock(model, &quiet);
            if (ttp_link_timer_busy(model)) break;
        }
        chk.eq("idle", k, std::min(idle, most));
        const ttp_link_timer clocked = model.block();
        const std::vector<uint64_t> clocked_mem = model.memory;
        set_back();
        if (idle >= most) return;
        ttp_link_timer_skip(model, idle);
        quiet.now = static_cast<uint32_t>(now + idle);
        ttp_link_timer_clock(model, &quiet);
        SAME_OF(chk, model.block(), clocked, idx, idx_s1, idx_held, idx_s2);
        chk.eq("skipped: memory", model.memory == clocked_mem, 1);
        chk.eq("skipped: due", model.due_s2, 1);
        skipped += idle > LINKS;
        set_back();
    }
    void seen() override
    {
        AIM("an expiry", in.expired_ready);
        AIM("a full queue", model.q.count == 4);
        AIM("a busy link", busy && in.timer_valid && in.timer_link == model.idx);
        AIM("a write that meets the walk", in.timer_valid && in.timer_link == model.idx);
        AIM("the wrap of the cycle counter", now == 0);
    }
    void aims() override { aim("a long skip", skipped); }
    void step() override
    {
        last_idx = model.idx;
        was_reset = in.core_rst;
        ttp_link_timer_clock(model, &in);
        now++;
        walk.step(in.core_rst);
        if (in.core_rst && r.below(2)) now = UINT32_MAX - r.below(9000);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 300000); }
