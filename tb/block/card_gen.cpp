// SPDX-License-Identifier: Apache-2.0
//
// The generator cycle by cycle: the pattern, lengths, counts, gaps, stopping, clearing.
// The next number and the payloads left are brought to where many bits turn.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include "Vcard_gen.h"
#include "Vcard_gen___024root.h"
#include "lockstep.h"
#include "card_util.h"

TB_INSIDE(sent_of, card_gen__DOT__sent_q, card_gen__DOT__u_net__DOT__sent_q)
TB_INSIDE(left_of, card_gen__DOT__left_q, card_gen__DOT__u_net__DOT__left_q)

struct Bench : lockstep<Vcard_gen> {
    bytes body;                     // the payload on its way; empty: none
    size_t at = 0;                  // in it
    uint32_t dest = 0, number = 0, left = 0, gap = 0;
    bool ran = false, ended = false, done = false;
    unsigned busy = 0;
    uint64_t jumps = 0, gaps = 0, long_gaps = 0, ends = 0, endless = 0, stops_inside = 0,
             clears_inside = 0, whole_kilobytes = 0;

    void settings()
    {
        busy = r.one_in(3) ? r.below(90) : 0;
        dut->cfg_len = r.one_in(3)   ? r.in(1, 12)
                       : r.one_in(9) ? 1024
                       : r.one_in(3) ? 8 * r.in(1, 128)
                                     : r.in(1, 1024);
        dut->cfg_dest = static_cast<uint32_t>(r.bits(32));
        dut->cfg_gap = r.one_in(2) ? 0 : r.below(r.one_in(8) ? 5000 : 300);
        dut->cfg_count = r.one_in(20)  ? 0
                         : r.one_in(2) ? r.in(1, 5)
                                       : static_cast<uint32_t>(r.bits(32));
    }
    // Changed, not set, so that what is wrong stays wrong
    void jump()
    {
        const uint32_t to = before_turn(r, 32),
                       rest = r.one_in(2) ? r.in(2, 4) : before_turn(r, 32);
        *sent_of(dut->rootp, 0) ^= number ^ to;
        number = to;
        if (dut->cfg_count) {       // 0: for ever
            *left_of(dut->rootp, 0) ^= left ^ rest;
            left = rest;
        }
        dut->eval();
        jumps++;
    }
    void drive() override
    {
        dut->rst = chk.cycle < 3 || r.one_in(20000);
        if (!chk.cycle) dut->cfg_run = 0;       // pins are anything before
        if (ran && dut->cfg_run && r.one_in(300)) jump();
        if (!dut->cfg_run && r.one_in(10)) {
            settings();
            dut->cfg_run = 1;
        } else if (dut->cfg_run && (ended ? r.one_in(10) : r.one_in(5000))) dut->cfg_run = 0;
        dut->cfg_clear = r.one_in(2000);
        dut->m_axis_gen_tready = !r.percent(busy);
    }
    void check() override
    {
        if (chk.cycle < 3) return;
        EXPECT(dut->m_axis_gen_tvalid, !body.empty());
        EXPECT(dut->done, done);
        EXPECT(dut->stat_sent, number);
        if (body.empty()) return;
        const size_t n = std::min<size_t>(8, body.size() - at);
        EXPECT(dut->m_axis_gen_tdest, dest);
        EXPECT(dut->m_axis_gen_tlast, at + 8 >= body.size());
        EXPECT(dut->m_axis_gen_tkeep, 0xFF >> (8 - n));
        for (size_t i = 0; i < n; i++)
            EXPECT(dut->m_axis_gen_tdata >> (8 * i) & 0xFF, body[at + i]);
    }
    void step() override
    {
        const bool starts = ran && dut->cfg_run && !ended && body.empty() && !gap;
        const uint32_t were_left = left;
        gap -= !!gap;
        ended = ended && dut->cfg_run;
        done = false;
        if (dut->cfg_run && !ran) {
            left = dut->cfg_count;
            gap = 0;
        }
        if (starts) {
            body = pattern(number, dut->cfg_len);
            at = 0;
            dest = dut->cfg_dest;
        } else if (!body.empty() && dut->m_axis_gen_tready) {
            at += 8;
            if (at >= body.size()) {
                left = were_left - 1;
                payload_ends();
            }
        }
        if (dut->cfg_clear) {
            number = 0;
            clears_inside += !body.empty();
        }
        stops_inside += ran && !dut->cfg_run && !body.empty();
        ran = dut->cfg_run;
        if (!dut->rst) return;
        body.clear();
        ran = ended = done = false;
        number = gap = 0;
    }
    void payload_ends()
    {
        whole_kilobytes += body.size() == 1024;
        endless += !dut->cfg_count;
        body.clear();
        gap = dut->cfg_gap;
        gaps += gap != 0;
        long_gaps += gap > 1000;
        number++;
        ended = done = !left;
        ends += done;
    }
    void play() { run(1000000); }
    void aims() override
    {
        aim("a number or a count far on", jumps);
        aim("a run without an end", endless > 300);
        aim("a run that ends", ends);
        aim("a gap", gaps);
        aim("a gap of more than 1000 cycles", long_gaps);
        aim("1024 bytes", whole_kilobytes);
        aim("a stop in a payload", stops_inside);
        aim("a clear in a payload", clears_inside);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
