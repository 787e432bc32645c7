// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_perf.v against model/ttp_perf.c, every cycle; and against plain sums that
// this test keeps itself, at the moment each counter was swept.
// With DATA_W = 64 a counter of frames moves every eighth cycle at the most. Counters are set from
// outside, for no test lives to count as far as they go.
// PARAMS: -GDATA_W=512 | -GDATA_W=64
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include <cstring>
#include <memory>
#include "Vttp_perf.h"
#include "Vttp_perf___024root.h"
#include "perf_set.h"
#include "tb_util.h"
extern "C" {
#include "ttp_perf.h"
#include "ttp_regs.h"
}

TB_INSIDE(live_of, ttp_perf__DOT__u_live__DOT__mem,
          ttp_perf__DOT__u_net__DOT__u_live__DOT__mem)

static const uint64_t EXISTS = 0xFFFFFFFF07FF07FFull;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_perf", seed);
    auto dut = std::make_unique<Vttp_perf>();
    ttp_perf ref = {};
    ttp_perf_init(&ref);

    uint64_t sum[64] = {}, swept[64] = {}, moved = 0;
    uint64_t snaps = 0, held = 0, in_pass = 0, full = 0, nonzero = 0, checked = 0;
    uint64_t now = 0;
    unsigned mode = 0, run = 0;
    uint64_t free_at[64] = {}, eighth = 0;      // when a counter may move again
    uint64_t set = 0, bit_seen[2] = {};         // bits of rd_data that were 0, that were 1
    const uint64_t cycles = 300000;
    bool pass = true;   // this test's own idea of a pass

    for (uint64_t c = 0; c < cycles; c++) {
        chk.cycle = c;
        if (run-- == 0) {
            run = 64 + r.below(1000);
            mode = r.below(5);
        }
        ttp_perf_in in = {};
        in.rst = c < 2 || r.one_in(40000);
        in.now = static_cast<uint32_t>(now);
        const uint64_t a = r.next(), b = r.next(), d = r.next();
        const uint64_t modes[5] = { 0, ~uint64_t{0}, a, a & b & d, a | b | d };
        in.inc_en = modes[mode];
        for (unsigned k = 0; DATA_W == 64 && k <= TTP_CNT_DROP_RESP; k++) {
            if (!(in.inc_en >> k & 1) || k == TTP_CNT_DROP_FCS || k == TTP_CNT_DROP_SHORT) continue;
            eighth += c == free_at[k];
            if (c < free_at[k]) in.inc_en &= ~(uint64_t{1} << k);
            else free_at[k] = c + 8;
        }
        full += mode == 1 && run > 64;
        in.dlv_bytes = mode == 1 ? 1024 : r.below(1025);
        in.acc_bytes = mode == 1 ? 1024 : r.below(1025);
        in.snap_req = r.one_in(150);
        // Follow the sweep now and then, to read words as they are written.
        in.rd_idx = r.one_in(3) ? (now - 1) & 63 : r.one_in(2) ? dut->rd_idx : r.below(64);

        dut->rst = in.rst;
        dut->now = in.now & 63;
        dut->inc_en = in.inc_en;
        dut->dlv_bytes = static_cast<uint16_t>(in.dlv_bytes);
        dut->acc_bytes = static_cast<uint16_t>(in.acc_bytes);
        dut->snap_req = in.snap_req;
        dut->rd_idx = static_cast<uint8_t>(in.rd_idx);
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            ttp_perf_out o;
            ttp_perf_drive(&ref, &o);
            CHECK_EQ(chk, dut->snap_busy, o.snap_busy);
            CHECK_EQ(chk, dut->cnt_valid, o.cnt_valid);
            if (o.cnt_valid) {
                CHECK_EQ(chk, dut->rd_data, o.rd_data);
                nonzero += o.rd_data != 0;
                bit_seen[0] |= ~o.rd_data & PERF_MASK;
                bit_seen[1] |= o.rd_data;
            }
            in_pass += o.snap_busy;
            held += ref.pass_s2 && ref.idx_s2 == in.rd_idx;
        }

        // The third reading: sums, and a copy of each at its turn in a pass.
        for (unsigned k = 0; k < 64; k++)
            if (!in.rst && (EXISTS >> k & 1) && (in.inc_en >> k & 1)) {
                sum[k] += k == TTP_CNT_DLV_BYTES ? in.dlv_bytes
                        : k == TTP_CNT_ACC_BYTES ? in.acc_bytes : 1;
                moved |= uint64_t{1} << k;
            }
        if (pass) swept[now & 63] = sum[now & 63];
        if ((now & 63) == 63) {
            pass = ref.pend || in.snap_req;
            snaps += pass;
        }

        ttp_perf_clock(&ref, &in);
        dut->clk = 1;
        dut->eval();
        now = in.rst ? 0 : now + 1;
        if (in.rst) {
            memset(sum, 0, sizeof sum);
            memset(swept, 0, sizeof swept);
            pass = true;
        }
        if (now > 100 && r.one_in(200)) {
            const uint64_t more = perf_more(r);
            sum[perf_set(*live_of(dut->rootp, 0), ref, now, more)] += more;
            set++;
        }
        // Between passes: the whole second bank is what was swept. Read it through the port.
        if (now > 70 && !ref.pass && !ref.pass_s1 && !ref.pass_s2 && r.one_in(500)) {
            checked++;
            for (unsigned k = 0; k < 64; k++) {
                // rd_idx may change between two edges only: the model's bank stands for it,
                // and the port comparison above ties it to the RTL.
                chk.eq("snapshot against sums", ref.snap[k], swept[k] & PERF_MASK);
            }
        }
    }
    dut->final();
    chk.reached("snapshot", snaps);
    chk.reached("read of the word being written", held);
    chk.reached("busy", in_pass);
    chk.reached("saturated increments", full);
    chk.reached("a counter read that is not 0", nonzero);
    chk.reached("a counter set from outside", set);
    chk.reached("each bit of a counter read as 0", bit_seen[0] == PERF_MASK);
    chk.reached("each bit of a counter read as 1", bit_seen[1] == PERF_MASK);
    if (DATA_W == 64) chk.reached("a frame each eighth cycle", eighth);
    chk.reached("comparison with the sums", checked);
    if (moved != EXISTS) chk.reached("every counter", 0);
    printf("PASS snapshots=%" PRIu64 " held=%" PRIu64 " banks=%" PRIu64 " compared=%" PRIu64 "\n",
           snaps, held, checked, chk.compared);
    return 0;
}
