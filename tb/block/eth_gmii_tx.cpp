// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_gmii_tx.v: what leaves is taken apart byte by byte: preamble, body, padding, FCS,
// gap. The number of a byte is changed now and then, so that padding ends elsewhere.
// VLT: sim/card.vlt
// SEEDS: 1 2 3
#include <deque>
#include "Veth_gmii_tx.h"
#include "Veth_gmii_tx___024root.h"
#include "eth_util.h"
#include "lockstep.h"

TB_INSIDE(len_of, eth_gmii_tx__DOT__len_q, eth_gmii_tx__DOT__u_net__DOT__len_q)

struct Dut : Veth_gmii_tx { CData &clk = tx_clk; };

struct Bench : lockstep<Dut> {
    static const size_t NEVER = SIZE_MAX;
    // dry: no byte when this one is wanted. skew: bytes that the block takes the frame to be longer
    // than it is.
    struct job { bytes body; bool error; size_t dry; int skew; };

    std::deque<job> todo, sent;     // to come; begun on the line
    size_t at = 0;                  // byte of todo.front()
    uint64_t wait = 0;              // cycles in which there is no byte
    unsigned period = 1;            // clocks a byte: 1000, 100, 10 Mb/s
    bool valid = false, dry = false, draining = false;
    bool moved = false;             // a byte was taken in the last cycle
    // The line
    bytes line;
    bool in_frame = false, er_seen = false;
    size_t er_at = 0;
    uint64_t gap = 100, min_gap = 100;
    bool in_time = false;           // a frame was there in time for the shortest gap
    uint64_t events[16] = {}, want_events[16] = {}, frames = 0, exact_gaps = 0, padded = 0,
             len59 = 0, len60 = 0, early_dry = 0, late_dry = 0, jumps = 0;

    void new_job()
    {
        const size_t n = r.one_in(4)    ? r.in(59, 61)
                         : r.one_in(3)  ? r.in(1, 60)
                         : r.one_in(10) ? r.in(1000, 1514)
                                        : r.in(1, 200);
        const size_t stop = n > 1 && r.one_in(8) ? r.in(1, static_cast<uint32_t>(n) - 1) : NEVER;
        todo.push_back({ eth_random(r, n), r.one_in(8), stop, 0 });
    }
    // The number of the byte is changed, not set, so that what is wrong stays wrong.
    void jump()
    {
        if (!at || sent.empty() || sent.back().dry != NEVER || !moved || !r.one_in(60)) return;
        const int number = static_cast<int>(at) + 1 + sent.back().skew,
                  to = static_cast<int>(r.in(1, 59));
        if (number >= 60) return;
        *len_of(dut->rootp, 0) ^= static_cast<uint8_t>(number ^ to);
        dut->eval();
        sent.back().skew += to - number;
        jumps++;
    }
    void drive() override
    {
        jump();
        static const unsigned periods[] = { 1, 1, 10, 1, 100 };
        period = periods[chk.cycle / 100000 % 5];
        dut->tx_rst = chk.cycle < 4;
        dut->tx_ce = chk.cycle % period == 0;
        if (!draining && todo.size() < 2 && r.one_in(r.one_in(4) ? 400 : 2)) new_job();
        // A dry place is held back until the underrun is on the line.
        const bool have = !todo.empty() && !wait;
        dry = have && at && todo.front().dry == at;
        valid = have && !dry;
        const bool last = valid && at + 1 == todo.front().body.size();
        dut->s_axis_tx_tvalid = valid;
        dut->s_axis_tx_tdata = valid ? todo.front().body[at] : static_cast<uint8_t>(r.bits(8));
        dut->s_axis_tx_tlast = valid ? last : r.one_in(2);
        dut->s_axis_tx_tuser = valid ? last && todo.front().error : r.one_in(2);
    }
    void check() override
    {
        if (dut->tx_rst) return;
        if (dut->tx_ce) line_byte();
        if (dut->stat_valid) events[dut->stat_code & 15]++;
    }
    // The byte that the line takes in this cycle
    void line_byte()
    {
        if (!dut->tx_en) {
            EXPECT(dut->tx_er, 0);
            if (in_frame) frame_ends();
            gap++;
            // There in time for the gap to be exact: before its last byte is decided.
            if (gap == 11) in_time = valid && at == 0;
            return;
        }
        if (!in_frame) {
            CHECK(gap >= 12);
            min_gap = std::min(min_gap, gap);
            if (in_time) EXPECT(gap, 12);
            exact_gaps += in_time;
            in_frame = true;
            er_seen = false;
            line.clear();
        }
        if (dut->tx_er) {
            CHECK(!er_seen);
            er_seen = true;
            er_at = line.size();
        }
        line.push_back(dut->tx_data);
    }
    void frame_ends()
    {
        in_frame = in_time = false;
        gap = 0;
        CHECK(!sent.empty());
        const job j = sent.front();
        sent.pop_front();
        const bool ran_dry = j.dry != NEVER;
        const size_t own = ran_dry ? j.dry : j.body.size();
        // One byte marks the place where it ran dry.
        const int size = std::max(static_cast<int>(own) + ran_dry, 60 - j.skew);
        bytes want(7, 0x55);
        want.push_back(0xD5);
        want.insert(want.end(), j.body.begin(), j.body.begin() + static_cast<long>(own));
        want.resize(static_cast<size_t>(8 + size), 0);
        EXPECT(line.size(), want.size() + 4);
        CHECK(std::equal(want.begin(), want.end(), line.begin()));
        EXPECT(er_seen, ran_dry);
        if (ran_dry) EXPECT(er_at, 8 + own);
        EXPECT(eth_fcs_state(bytes(line.begin() + 8, line.end())), ran_dry || j.error ? 1 : 0);
        want_events[ran_dry ? TX_UNDERRUN : j.error ? TX_ERROR : TX_GOOD]++;
        padded += own < 60 && !j.skew;
        len59 += !ran_dry && own == 59 && !j.skew;
        len60 += !ran_dry && own == 60 && !j.skew;
        early_dry += ran_dry && own < 59;
        late_dry += ran_dry && own >= 60;
        frames++;
    }
    void step() override
    {
        moved = valid && dut->s_axis_tx_tready && !dut->tx_rst;
        const bool underrun = dry && dut->tx_ce && dut->s_axis_tx_tready;
        if (moved) {
            if (at == 0) sent.push_back(todo.front());
            if (++at == todo.front().body.size()) {
                todo.pop_front();
                at = 0;
            }
        }
        if (underrun) {
            todo.front().dry = NEVER;
            wait = r.one_in(2) ? 0 : r.below(200 * period);
        } else if (wait) wait--;
    }
    void play()
    {
        run(1000000);
        draining = true;
        await("the end of all frames", 200000,
              [&] { return todo.empty() && !in_frame && gap >= 40; });
        EXPECT(sent.size(), 0);
        for (unsigned e = 0; e < 16; e++) EXPECT(events[e], want_events[e]);
        EXPECT(min_gap, 12);
    }
    void aims() override
    {
        aim("frames", frames);
        aim("gap of exactly 12", exact_gaps);
        aim("padding", padded);
        aim("the number of a byte changed", jumps);
        aim("59 bytes", len59);
        aim("60 bytes", len60);
        aim("underrun before the 60th byte", early_dry);
        aim("underrun after it", late_dry);
        aim("tuser", events[TX_ERROR]);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
