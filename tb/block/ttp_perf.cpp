// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_perf.v against model/ttp_perf.c. The witness has plain sums of its own, and a
// copy of each counter taken at its turn in a snapshot. Counters are also set from outside, because
// counting to their high bits would take too long.
// With DATA_W = 64 a counter of frames moves every eighth cycle at the most.
// PARAMS: -GDATA_W=512 -GSELECTIVE=0 | -GDATA_W=64 -GSELECTIVE=0
// PARAMS: -GDATA_W=512 -GSELECTIVE=1 | -GDATA_W=64 -GSELECTIVE=1
// SEEDS: 1 2 3
// VLT: tb/block/counters.vlt
#include <cstring>
#include "Vttp_perf.h"
#include "Vttp_perf___024root.h"
#include "lockstep.h"
#include "perf_set.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_regs.h"
}

TB_INSIDE(live_of, ttp_perf__DOT__u_live__DOT__mem,
          ttp_perf__DOT__u_net__DOT__u_live__DOT__mem)

static const uint64_t SELECTED = 0x3800F800ull;             // bit k: counter k, of SELECTIVE
static const uint64_t EXISTS = 0xFFFFFFFF07FF07FFull | (SELECTIVE ? SELECTED : 0);

struct Bench : lockstep<Vttp_perf> {
    ttp_perf ref = {};
    ttp_perf_in in = {};
    ttp_perf_out o = {};
    uint64_t now = 0;                   // cycles since reset
    unsigned mode = 0, mode_left = 0;   // which counters move; for so many cycles
    uint64_t moves_again[64] = {};      // cycle from which a counter may move

    // The witness
    uint64_t sum[64] = {}, swept[64] = {};
    uint64_t moved = 0;                 // counters that ever moved
    bool pass = true;                   // a snapshot is taken
    uint64_t read_0 = 0, read_1 = 0;    // bits of rd_data that were 0, that were 1

    Bench() { ttp_perf_init(&ref); }

    void cycle() override
    {
        lockstep::cycle();
        now = in.rst ? 0 : now + 1;
        if (now > 100 && r.one_in(200)) {
            const uint64_t more = perf_more(r);
            sum[perf_set(*live_of(dut->rootp, 0), ref, now, more)] += more;
            AIM("a counter set from outside", 1);
        }
        if (now > 70 && !ref.pass && !ref.pass_s1 && !ref.pass_s2 && r.one_in(500)) check_sums();
    }

    uint32_t bytes_of(unsigned k)
    {
        const bool moves = in.inc_en >> k & 1;
        return !moves ? 0 : mode == 1 ? 1024 : r.below(1025);
    }
    void drive() override
    {
        if (mode_left-- == 0) {
            mode_left = 64 + r.below(1000);
            mode = r.below(5);
        }
        in = {};
        in.rst = chk.cycle < 2 || r.one_in(40000);
        in.now = static_cast<uint32_t>(now);
        const uint64_t a = r.next(), b = r.next(), d = r.next();
        const uint64_t modes[5] = { 0, ~uint64_t{0}, a, a & b & d, a | b | d };
        in.inc_en = modes[mode] & (SELECTIVE ? ~uint64_t{ 0 } : ~SELECTED);
        for (unsigned k = 0; DATA_W == 64 && k <= TTP_CNT_DROP_RESP; k++)
            if (!(SELECTED >> k & 1)) slow_down(k);
        AIM("saturated increments", mode == 1 && mode_left > 64);
        in.dlv_bytes = bytes_of(TTP_CNT_DLV_BYTES);
        in.acc_bytes = bytes_of(TTP_CNT_ACC_BYTES);
        in.snap_req = r.one_in(150);
        // Follow the sweep now and then, to read words as they are written.
        in.rd_idx = r.one_in(3) ? (now - 1) & 63 : r.one_in(2) ? dut->rd_idx : r.below(64);
        DRIVE(rst, inc_en, dlv_bytes, acc_bytes, snap_req, rd_idx);
        dut->now = now & 63;
        ttp_perf_drive(&ref, &o);
    }
    void slow_down(unsigned k)
    {
        const uint64_t bit = uint64_t{1} << k;
        if (!(in.inc_en & bit) || k == TTP_CNT_DROP_FCS || k == TTP_CNT_DROP_SHORT) return;
        AIM_IF(DATA_W == 64, "a frame each eighth cycle", chk.cycle == moves_again[k]);
        if (chk.cycle < moves_again[k]) in.inc_en &= ~bit;
        else moves_again[k] = chk.cycle + 8;
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(snap_busy, cnt_valid);
        AIM("busy", o.snap_busy);
        AIM("read of the word being written", ref.pass_s2 && ref.idx_s2 == in.rd_idx);
        if (!o.cnt_valid) return;
        SAME(rd_data);
        AIM("a counter read that is not 0", o.rd_data != 0);
        read_0 |= ~o.rd_data & PERF_MASK;
        read_1 |= o.rd_data;
    }

    void step() override
    {
        for (unsigned k = 0; k < 64; k++)
            if ((EXISTS & in.inc_en) >> k & 1)
                sum[k] += k == TTP_CNT_DLV_BYTES ? in.dlv_bytes
                        : k == TTP_CNT_ACC_BYTES ? in.acc_bytes : 1;
        if (!in.rst) moved |= EXISTS & in.inc_en;
        if (pass) swept[now & 63] = sum[now & 63];
        if ((now & 63) == 63) {
            pass = ref.pend || in.snap_req;
            AIM("snapshot", pass);
        }
        if (in.rst) {
            memset(sum, 0, sizeof sum);
            memset(swept, 0, sizeof swept);
            pass = true;
        }
        ttp_perf_clock(&ref, &in);
    }

    // Between passes the second bank holds what was swept. The sums are compared with the bank of
    // the model, because the port shows one counter a cycle; check() compares the two.
    void check_sums()
    {
        AIM("comparison with the sums", 1);
        for (unsigned k = 0; k < 64; k++)
            chk.eq("snapshot against sums", ref.snap[k], swept[k] & PERF_MASK);
    }

    void aims() override
    {
        aim("each bit of a counter read as 0", read_0 == PERF_MASK);
        aim("each bit of a counter read as 1", read_1 == PERF_MASK);
        aim("every counter", moved == EXISTS);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 300000); }
