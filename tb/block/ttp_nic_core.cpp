// SPDX-License-Identifier: Apache-2.0
//
// rtl/nic/ttp_nic_core.v between host memory, a host, and a MAC with peers behind it, all of them
// played here. They do what docs/nic.md says, and now and then what it forbids. The witness holds
// the NIC to the page: each message ends once and with a reason, each byte is where it belongs when
// that is told, and nothing else is written. Before that the rows of nic_rows_*.h, one scene for
// each, whose expectation is typed from the page.
//
// PARAMS: -GDATA_W=64 -GMESSAGES=4 -GREGIONS=2 -GREADS=2 -GFOLLOW=8 -GRINGS=2
// PARAMS: -GDATA_W=128 -GMESSAGES=8 -GREGIONS=4 -GREADS=4 -GFOLLOW=8 -GRINGS=8
// PARAMS: -GDATA_W=256 -GMESSAGES=16 -GREGIONS=16 -GREADS=8 -GFOLLOW=64 -GRINGS=1
// PARAMS: -GDATA_W=512 -GMESSAGES=256 -GREGIONS=64 -GREADS=32 -GFOLLOW=256 -GRINGS=4
// SEEDS: 1 2
// LONG: 1 2
#include "Vttp_nic_core___024root.h"
#include "nic_host.h"
#include "nic_peers.h"
#if __has_include("ttp_nic_core.h")
#include "nic_rows_lives.h"
static uint64_t nic_play_rows()
{
    if (getenv("NIC_WITHOUT")) return 1;
    nic_rows all;
    all.play();
    return all.rows;
}
#else
static uint64_t nic_play_rows() { return 1; }
struct nic_model {      // none: the RTL alone
    void drive(const nic_in &) {}
    void check(tb_check &, const nic_out &) const {}
    void clock() {}
    nic_out read() const { return {}; }
    uint32_t &counter(unsigned) { static uint32_t none; return none; }
};
#endif

// The counters, for no test runs long enough to reach their upper bits.
TB_INSIDE(counts_of, ttp_nic_core__DOT__u_csr__DOT__count_q,
          ttp_nic_core__DOT__u_net__DOT__u_csr__02ecount_q)
TB_SETTLE(Vttp_nic_core)

enum { MOOD = 2500, LIFE = 16000, BOUND = 90000 };     // cycles; BOUND: until all has ended

struct Bench : lockstep<Vttp_nic_core> {
    nic_in in = {};
    nic_out o = {};
    nic_judge judge{ chk };
    nic_holds holds{ chk };
    nic_model model;
    nic_witness witness{ judge };
    nic_memory memory{ r, judge, witness };
    nic_host host{ r, judge, memory, witness };
    nic_line line{ r };
    nic_peers peers{ r, judge, line, host.table };
    uint64_t rst_until = 3, mood_at = 0, life_at = 0, drain_at = 0, resume_at = 0;
    uint32_t counted_from[COUNTERS] = {};
    uint64_t active_at = 0;             // the last cycle with something at the pins
    bool draining = false, asked = false;       // asked: counters are read
    uint64_t moods = 0, lives = 0, stops = 0, resets = 0, rows = 0;

    Bench()
    {
        witness.bind(memory.store);
        witness.listener = &peers;
        host.descs.links = peers.links;
        another_life();
    }
    // LIFE of the next reset
    void another_life()
    {
        witness.sender->life = host.odd.life = static_cast<uint32_t>(r.next()) & 0xffff;
        host.odd.reset();
    }

    void drive() override
    {
        in.rst = chk.cycle < rst_until;
        if (in.rst) {
            in = nic_in{};
            in.rst = true;
            in.cfg_epoch_seed = witness.sender->life & 0xffff;
        } else {
            in.cfg_epoch_seed = static_cast<uint16_t>(chk.cycle);
            turn();
            memory.drive(in);
            host.bus.drive(in);
            line.drive(in);
        }
        nic_drive(dut.get(), in);
        model.drive(in);
    }
    // What happens in this cycle, besides the pins
    void turn()
    {
        const uint64_t now = chk.cycle;
        if (now == rst_until) begin();
        if (!draining && now >= mood_at) change_mood();
        if (!draining && now >= life_at + LIFE) drain();
        if (draining && !asked && idle()) look();
        if (draining && now > drain_at + BOUND) stuck();
        if (resume_at == now) host.start();
        host.think();
        peers.step();
    }
    void begin()
    {
        count_on();
        life_at = chk.cycle;
        lives++;
        host.quiet = draining = asked = peers.draining = false;
        host.start();
        for (unsigned k = 0; k < REGIONS; k++)
            if (r.below(4)) host.table.first(k);
        change_mood();
    }
    // Behind a reset: counters go on from far up.
    void count_on()
    {
        for (unsigned i = 0; i < COUNTERS; i++) {
            counted_from[i] = r.one_in(3) ? 0 : before_turn(r, 32);
            (*counts_of(dut->rootp, 0))[i] = model.counter(i) = counted_from[i];
        }
        tb_settle(*dut);
    }
    void change_mood()
    {
        mood_at = chk.cycle + r.in(MOOD / 4, 2 * MOOD);
        host.descs.huge = r.below(2);
        const bool errors = r.below(2) && !judge.without("errors");
        memory.pace.change(r, errors);
        host.habit.change(r);
        peers.manners.change(r, peers.links.size());
        line.change();
        host.bus.load = r.in(5, 100), host.bus.slow = r.in(5, 100);
        host.coalesce(host.some_wait());
        theme(moods++ % 13);
        if (host.running && r.one_in(5) && !judge.without("stop")) stop(r.in(1, 1500));
    }
    // What chance alone would bring too seldom
    void theme(uint64_t which)
    {
        nic_manners &m = peers.manners;
        nic_habit &h = host.habit;
        switch (which) {
        case 0:                         // so many READs that some find no place
            if (r.below(2)) break;
            m.flood();
            h.region = 300, line.rx_valid = 100;
            if (r.below(2)) break;      // ... with many answers under way
            m.ask = 4, m.big = 100, m.broken = 1000;
            line.tx_ready = 30, h.post = 0, h.region = 700;
            memory.pace = nic_pace();
            mood_at = chk.cycle + 4000;
            break;
        case 1:                         // errors of memory
            if (judge.without("errors")) break;
            memory.pace.read_errors = memory.pace.write_errors = r.in(2, 5);
            m.ask = h.buffer = h.post = 30;
            m.only = r.below(3) ? OP_SEND : OP_READ;
            break;
        case 2:                         // REPLYs in the middle of a message
            h.only = OP_WRITE, h.small = 0, h.post = 40;
            m.wrong = 2, m.ask = 0;
            line.tx_ready = 60, line.rx_valid = 100;
            break;
        case 3:                         // DATA that nobody should take
            h.only = OP_READ, h.small = 20, h.post = 30;
            m.wrong = 2;
            break;
        case 4: case 7: case 8:         // payloads out of order
            m.only = OP_WRITE, m.bad = 3, m.links = 2;
            m.ask = which == 4 ? 60 : 15, m.big = which == 4 ? 6000 : 600;
            h.region = 3000, h.post = 300;
            line.rx_valid = line.tx_ready = 100;
            host.table.generous();
            break;
        case 5:                         // REPLYs that find no place
            line.tx_ready = 0;
            m.ask = 10, m.most = 200;
            mood_at = chk.cycle + 4500;
            if (r.below(2)) break;      // ... and two answers of memory for each payload
            m.ask = 3, m.only = OP_WRITE, m.across = true;
            m.bad = m.noise = h.post = 0, m.broken = h.region = 1000000;
            memory.pace = nic_pace();
            host.table.generous();
            break;
        case 6: case 12:                // more WRITEs under way than FOLLOW has room for
            m.only = OP_WRITE, m.ask = 20, m.bad = 0, m.big = 4000, m.links = 4;
            line.rx_valid = 100, line.join = line.gather = 0;
            host.table.generous();
            mood_at = chk.cycle + 5000;
            break;
        default: theme_of_joined(which);
        }
    }
    void theme_of_joined(uint64_t which)
    {
        nic_manners &m = peers.manners;
        nic_habit &h = host.habit;
        switch (which) {
        case 9: case 10:                // messages to one peer that go together
            h.links = 1, h.small = r.one_in(3) ? 60 : 95, h.post = r.in(3, 20);
            h.wrong = r.below(3), h.region = 3000;
            m.links = 1, m.ask = which == 10 ? r.in(5, 30) : 20 * r.below(2), m.big = 200;
            m.dead = m.broken = 100;
            line.tx_ready = line.rx_valid = host.bus.load = host.bus.slow = 100;
            host.coalesce(r.below(2) ? r.in(8, 60) : r.in(1, 255));
            if (which == 9 && r.below(2)) m.only = OP_READ, m.ask = r.in(10, 40);
            if (which == 10) {          // ... with REPLYs and the ends of WRITEs
                m.only = h.only = OP_WRITE, h.tails = 60;
                memory.pace = nic_pace();
                host.coalesce(r.in(100, 255));
            }
            if (judge.without("errors")) break;
            memory.pace.read_errors = r.below(2) ? r.in(3, 12) : 0;
            break;
        case 11:                        // REPLYs that go together
            m.only = OP_WRITE, m.links = 1, m.ask = r.in(2, 40), m.big = r.in(4, 300), m.bad = 30;
            m.most = 200, m.broken = 1000, h.post = 0, h.region = 3000;
            line.rx_valid = line.tx_ready = host.bus.load = host.bus.slow = 100;
            memory.pace = nic_pace();
            host.coalesce(r.in(100, 255));
            mood_at = chk.cycle + 3000;
            host.table.generous();
        }
    }
    void stop(uint64_t cycles)
    {
        host.stop();
        stops++;
        resume_at = chk.cycle + cycles;
    }
    // Nobody asks for more, memory and peers behave; all that is open ends.
    void drain()
    {
        if (!host.running) return;
        draining = host.quiet = peers.draining = true;
        drain_at = chk.cycle;
        memory.pace = nic_pace();
        peers.manners.calm();
        line.calm();
        host.habit.take = host.habit.buffer = 20;
        host.bus.load = host.bus.slow = 80;
        host.times(1, 500);
        for (unsigned q = 0; q < RINGS; q++) host.limit(q, 0);  // hundreds one by one take long
    }
    bool idle()
    {
        return line.idle() && peers.idle() && memory.idle() && host.bus.idle() && witness.idle()
               && host.cpl_seen == witness.cpl_head && chk.cycle > drain_at + 3000
               && chk.cycle > active_at + 1000;
    }
    void stuck()
    {
        fprintf(stderr, "  line: %zu payloads and %zu records wait, one of %zu bytes stands: %d\n",
                line.waiting, line.records.size(), line.now.size(), line.shown);
        for (auto &m : witness.sender->ring)
            fprintf(stderr, "  open: index %u operation %u length %u, sent %" PRIu64 " answer %d\n",
                    m->index, m->d.op(), m->d.length(), m->sent, m->answer);
        witness.receiver->tell_missing();
        judge.wrong("watchdog", "something is open %d cycles after the last request: line %d "
                    "peers %d memory %d bus %d witness %d seen %u of %u", BOUND, line.idle(),
                    peers.idle(), memory.idle(), host.bus.idle(), witness.idle(), host.cpl_seen,
                    witness.cpl_head);
        exit(1);
    }
    // The end of a life: counters, causes, status.
    void look()
    {
        asked = true;
        for (unsigned i = 0; i < COUNTERS; i++)
            host.bus.read(REG_COUNT + 4 * i, [this, i](bool, uint32_t data) { counted(i, data); });
        host.bus.read(REG_STATUS, [this](bool, uint32_t data) {
            NIC_MUST(judge, data == 0, "registers", "STATUS is 0x%x, nothing is open", data);
        });
        host.bus.read(REG_CAUSE, [this](bool, uint32_t data) { caused(data); });
    }
    void counted(unsigned i, uint32_t now)
    {
        const uint32_t data = now - counted_from[i];
        static const char *const names[] = { "POSTED", "TAKEN", "BAD", "REFUSED", "LATE", "LOST",
                                             "OK", "FAILED", "TOLD" };
        uint64_t lo, hi;
        witness.bounds(i, lo, hi);
        if (i == C_LOST && (data < lo || data > hi)) witness.receiver->tell_missing();
        NIC_MUST(judge, data >= lo && data <= hi, "counters", "%s is %u, due are %" PRIu64 " to "
                 "%" PRIu64, names[i], data, lo, hi);
        AIM("LATE", i == C_LATE && data);
        AIM("BAD", i == C_BAD && data);
        AIM("LOST", i == C_LOST && data);
        AIM("REFUSED", i == C_REFUSED && data);
    }
    void caused(uint32_t data)
    {
        for (unsigned k = 0; k < 4; k++) {
            const uint64_t raised = witness.raised_at[k], cleared = witness.cleared_at[k];
            const uint64_t maybe = std::max(raised, witness.maybe_at[k]);
            const bool is = data >> k & 1;
            if (is)
                NIC_MUST(judge, maybe && maybe + 20000 > cleared, "cause", "%u is set, cleared in "
                         "%" PRIu64 ", raised in %" PRIu64, k, cleared, raised);
            else
                NIC_MUST(judge, k == 1 || raised <= cleared, "cause",
                         "%u is not set, cleared in %" PRIu64 ", raised in %" PRIu64, k, cleared,
                         raised);
        }
        const bool due = data & host.odd.holds[REG_MASK];
        NIC_MUST(judge, o.irq == due, "cause", "irq is %d, causes 0x%x", o.irq, data);
        next_life();
    }
    void next_life()
    {
        if (lives % 3 == 1) {
            rst_until = chk.cycle + r.in(2, 4);
            resets++;
            reset();
            return;
        }
        witness.next_life();
        draining = asked = host.quiet = peers.draining = false;
        life_at = chk.cycle;
        mood_at = 0;
        lives++;
        if (r.below(2)) stop(r.in(20, 300));
        else host.times(r.one_in(4) ? 0 : r.in(1, 3), r.one_in(4) ? r.in(0, 40) : r.in(200, 3000));
    }
    void reset()
    {
        witness.reset();
        memory.reset();
        host.reset();
        another_life();
        line.reset();
        peers.reset();
        resume_at = 0;
    }

    void check() override
    {
        o = judge.without("rtl") ? model.read() : nic_read(*dut);
        if (chk.cycle > 2) holds.follow(in, o);
        if (chk.cycle > 2 && !in.rst && !judge.without("model")) model.check(chk, o);
    }
    void step() override
    {
        model.clock();
        if (in.rst) return;
        if ((o.m_axis_tx_tvalid && in.m_axis_tx_tready) || o.m_axi_arvalid || o.m_axi_awvalid
            || in.s_axis_rx_tvalid || in.s_axis_cpl_tvalid || o.clear_valid)
            active_at = chk.cycle;
        memory.step(in, o);
        witness.step(in, o);
        host.bus.step(in, o);
        line.step(in, o);
    }
    void aims() override
    {
        aim("rows", rows);
        aim("descriptors", nic_ended());
        aim("lives", lives);
        aim("ENABLE again", stops);
        aim("reset", resets);
    }
};

int main(int argc, char **argv)
{
    const auto b = tb_begin<Bench>(argc, argv, true);
    b->rows = nic_play_rows();
    b->run(DATA_W == 64 ? 900000 : DATA_W == 128 ? 600000 : 400000);   // payloads take long there
    while (!b->draining || b->asked) b->run(1);
    b->await("the end of the last life", BOUND, [&] { return b->asked; });
    b->run(200);
    return tb_end(*b);
}
