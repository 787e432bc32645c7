// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_rx_fifo.v: every carrier gives one event; what the event says was kept comes out
// byte for byte, what it says was lost does not come out at all. Where the FIFO is not full nothing
// may be lost.
// PARAMS: -GDEPTH=16 -GMAX_LEN=100 -GPASS_BAD=1 | -GDEPTH=128 -GMAX_LEN=300 -GPASS_BAD=0
// PARAMS: -GDEPTH=512 -GMAX_LEN=1518 -GPASS_BAD=1
// SEEDS: 1 2
#include <deque>
#include "Veth_rx_fifo.h"
#include "eth_util.h"
#include "two_clocks.h"

struct Bench : two_clocks<Veth_rx_fifo> {
    struct frame { bytes body; unsigned code; bool may_overflow; };
    // A scene that counts the words that fit: all is let out, then frames of one word come while
    // the core takes none, until the first is lost.
    enum filling { NO_FILLING, EMPTYING, FILLING };

    std::deque<frame> sent, due;        // waits for its event; waits at the core
    // The line, near
    frame cur;
    size_t at = 0;
    bool active = false, draining = false;
    unsigned gap = 10, quiet = 0;       // cycles to the next frame; since the core was last slow
    filling phase = NO_FILLING;
    uint64_t line_cycles = 0, reset_at = 0, next_reset = 3000, filled = 0;
    // The core, far
    unsigned p_ready = 100;             // percent
    bytes got;
    uint64_t events[16] = {}, delivered = 0, bad = 0, longest = 0, longest_and_one = 0,
             resets_inside = 0, fills = 0, many_words_lost = 0;

    Bench()
    {
        far.next = 3000;
        dut->rx_clk = dut->clk = 0;
    }
    uint64_t since_reset() const { return line_cycles - reset_at; }

    // ---- the line
    // Both sides, wherever they are; not while a slow core fills the FIFO
    void reset()
    {
        resets_inside += active && at % 8;
        reset_at = line_cycles;
        next_reset = line_cycles + r.in(1000, 6000);
        active = false;
        gap = quiet = 0;
        sent.clear();
        due.clear();
        got.clear();
    }
    // Other clocks, another core; every second time the filling
    void new_conditions()
    {
        static const uint64_t p[] = { 8000, 8001, 7999, 40000, 400000 };
        near.period = p[r.below(5)];
        p_ready = r.one_in(2) ? 100 : r.one_in(2) ? 50 : 5;
        phase = line_cycles / 40000 % 2 ? EMPTYING : NO_FILLING;
        // Two times in ten for certain: a core far too slow for frames of many words
        if (line_cycles % 160000 == 0) {
            near.period = p[r.below(3)];
            p_ready = 5;
        }
    }
    void new_frame()
    {
        active = true;
        at = 0;
        cur = { {}, RX_GOOD, false };
        if (phase == FILLING) {
            cur.body = eth_random(r, r.in(1, 8));
            return;
        }
        const size_t n = r.one_in(8)   ? MAX_LEN
                         : r.one_in(8) ? MAX_LEN + 1
                         : r.one_in(8) ? r.in(MAX_LEN + 1, MAX_LEN + 300)
                         : r.one_in(3) ? r.in(1, 9)
                                       : r.in(1, MAX_LEN);
        longest += n == MAX_LEN;
        if (r.one_in(10)) {             // no byte of it gets here
            cur.code = r.one_in(2) ? RX_RUNT : RX_NOSFD;
            return;
        }
        longest_and_one += n == MAX_LEN + 1;
        cur.body = eth_random(r, n);
        if (!r.percent(70)) cur.code = r.in(RX_FCS, RX_RUNT);
    }
    void drive_byte()
    {
        bool ends = cur.body.empty();
        if (!ends && !r.one_in(near.period > 9000 ? 2 : 50)) {
            dut->s_axis_rx_tvalid = 1;
            dut->s_axis_rx_tdata = cur.body[at++];
            ends = at == cur.body.size();
            dut->s_axis_rx_tlast = ends;
            dut->s_axis_rx_tuser = ends && cur.code != RX_GOOD;
        }
        if (!ends) return;
        dut->frame_valid = 1;
        dut->frame_code = cur.code;
        active = false;
        // A core that was not slow for long enough has taken all: no word can be lost.
        cur.may_overflow = quiet < DEPTH * 40;
        sent.push_back(cur);
        gap = r.in(2, 20);
    }
    void drive_line()
    {
        dut->s_axis_rx_tvalid = dut->s_axis_rx_tlast = dut->s_axis_rx_tuser = 0;
        dut->frame_valid = 0;
        if (line_cycles % 40000 == 0) new_conditions();
        if (phase == EMPTYING) {
            p_ready = 100;
            quiet = 0;
            if (!active && due.empty() && sent.empty()) {
                phase = FILLING;
                p_ready = 0;
                filled = 0;
                gap = 40;
            }
        }
        if (!active && gap) gap--;
        else if (!active && !draining && phase != EMPTYING && since_reset() >= 20) new_frame();
        if (active) drive_byte();
        quiet = p_ready == 100 ? quiet + 1 : 0;
    }
    void near_cycle() override
    {
        line_cycles++;
        if (line_cycles > next_reset && phase == NO_FILLING && p_ready > 5 && !draining) reset();
        dut->rx_rst = since_reset() < 8;
        drive_line();
        dut->eval();
        edge(dut->rx_clk);
        if (dut->stat_valid && since_reset() > 10) event();
    }
    void event()
    {
        CHECK(!sent.empty());
        const frame f = sent.front();
        sent.pop_front();
        unsigned want = f.body.size() > MAX_LEN ? RX_OVERSIZE : f.code;
        if (want != RX_OVERSIZE && !f.body.empty() && f.may_overflow
            && dut->stat_code == RX_OVERFLOW)
            want = RX_OVERFLOW;
        EXPECT(dut->stat_code, want);
        events[want]++;
        many_words_lost += want == RX_OVERFLOW && f.body.size() > 8;
        if (phase == FILLING && want == RX_GOOD) filled++;
        else if (phase == FILLING) {
            // DEPTH words, one in the FIFO's output register, one in that of the beats.
            EXPECT(filled, DEPTH + 2);
            fills++;
            phase = NO_FILLING;
            p_ready = 100;
            quiet = 0;
        }
        if (want < RX_NOSFD && !f.body.empty() && (want == RX_GOOD || PASS_BAD)) due.push_back(f);
    }
    // ---- the core
    void far_cycle() override
    {
        dut->rst = since_reset() < 12;
        dut->m_axis_core_tready = r.percent(p_ready);
        dut->eval();
        const bool valid = dut->m_axis_core_tvalid && since_reset() > 14;
        if (valid && dut->m_axis_core_tready) beat();
        // Inside a frame the core never waits when the line's clock is the faster one.
        else if (!valid && !got.empty())
            CHECK(near.period > 8001 || line_cycles % 40000 <= 2000);
        edge(dut->clk);
    }
    void beat()
    {
        CHECK(!due.empty() || !sent.empty());
        const unsigned keep = dut->m_axis_core_tkeep;
        CHECK(keep != 0 && (keep & (keep + 1)) == 0);       // the first ones
        beat_append(got, dut->m_axis_core_tdata, keep);
        if (!dut->m_axis_core_tlast) {
            EXPECT(keep, 0xFF);
            EXPECT(dut->m_axis_core_tuser, 0);
            return;
        }
        CHECK(!due.empty());
        const frame &f = due.front();
        CHECK(got == f.body);
        EXPECT(dut->m_axis_core_tuser, f.code != RX_GOOD);
        bad += f.code != RX_GOOD;
        delivered++;
        got.clear();
        due.pop_front();
    }
    void play()
    {
        while (line_cycles < 400000) run(1);
        draining = true;
        await("the end of all frames", 3000000,
              [&] { return !active && due.empty() && sent.empty() && got.empty(); });
        if (!PASS_BAD) EXPECT(bad, 0);
    }
    void aims() override
    {
        for (unsigned e = RX_GOOD; e <= RX_OVERFLOW; e++) aim("an event", events[e]);
        aim("a frame delivered", delivered);
        aim("a frame of MAX_LEN", longest);
        aim("a reset inside a word", resets_inside);
        aim("a frame of MAX_LEN + 1", longest_and_one);
        aim("filled to the last word", fills);
        aim("a frame of many words lost some", many_words_lost);
        if (PASS_BAD) aim("bad frame with tuser", bad);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
