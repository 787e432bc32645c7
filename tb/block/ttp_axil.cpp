// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/lib/ttp_axil.v against model/ttp_axil.h, every cycle. Behind it a memory whose
// writes take a random time; a third reading checks order and content of the answers.
// PARAMS: -GADDR_W=12 | -GADDR_W=3 | -GADDR_W=32
#include <memory>
#include "Vttp_axil.h"
#include "tb_util.h"
extern "C" {
#include "ttp_axil.h"
}

static const uint64_t SPAN = uint64_t{1} << ADDR_W;

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_axil", seed);
    auto dut = std::make_unique<Vttp_axil>();
    ttp_axil ref = {};
    ttp_axil_reset(&ref);
    ttp_axil_in in = {};
    ttp_axil_out o;

    uint64_t reads = 0, writes = 0, both = 0, r_stall = 0, b_stall = 0, passed = 0, early = 0;
    uint32_t want_rd = 0;           // what the read in flight must return
    bool want_err = false;
    unsigned rate = 50, take = 50;

    for (uint64_t c = 0; c < 200000; c++) {
        chk.cycle = c;
        if (r.one_in(300)) { rate = r.below(101); take = r.below(3) ? 100 : r.below(101); }
        ttp_axil_drive(&ref, &o);
        const bool rst = c < 2 || r.one_in(10000);
        const auto fresh = [&](bool &valid, bool taken) {   // what is not taken must hold
            if (valid && !taken) return false;
            valid = r.percent(rate);
            return true;
        };
        static bool aw_t, w_t, ar_t;    // taken at the edge before
        if (fresh(in.awvalid, aw_t)) in.awaddr = static_cast<uint32_t>(r.below(SPAN));
        if (fresh(in.wvalid, w_t)) {
            in.wdata = static_cast<uint32_t>(r.next());
            in.wstrb = r.below(16);
        }
        if (fresh(in.arvalid, ar_t)) in.araddr = static_cast<uint32_t>(r.below(SPAN));
        in.bready = r.percent(take);
        in.rready = r.percent(take);
        const uint32_t word = static_cast<uint32_t>(r.next());
        const bool rd_err = r.one_in(4), done = r.one_in(3), wr_err = r.one_in(4);

        dut->rst = rst;
        dut->s_axil_awaddr = in.awaddr;
        dut->s_axil_awvalid = in.awvalid;
        dut->s_axil_wdata = in.wdata;
        dut->s_axil_wstrb = in.wstrb;
        dut->s_axil_wvalid = in.wvalid;
        dut->s_axil_bready = in.bready;
        dut->s_axil_araddr = in.araddr;
        dut->s_axil_arvalid = in.arvalid;
        dut->s_axil_rready = in.rready;
        dut->rd_word = word;
        dut->rd_err = rd_err;
        dut->wr_done = done;
        dut->wr_err = wr_err;
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->s_axil_awready, o.awready);
            CHECK_EQ(chk, dut->s_axil_wready, o.wready);
            CHECK_EQ(chk, dut->s_axil_arready, o.arready);
            CHECK_EQ(chk, dut->s_axil_bvalid, o.bvalid);
            CHECK_EQ(chk, dut->s_axil_rvalid, o.rvalid);
            if (o.bvalid) CHECK_EQ(chk, dut->s_axil_bresp, o.bresp);
            if (o.rvalid) {
                CHECK_EQ(chk, dut->s_axil_rresp, o.rresp);
                CHECK_EQ(chk, dut->s_axil_rdata, o.rdata);
                chk.eq("rdata is the word of its look-up", o.rdata, want_rd);
                chk.eq("rresp is that of its look-up", o.rresp == 2, want_err);
            }
            CHECK_EQ(chk, dut->acc_look2, ref.state == TTP_AXIL_LOOK2);
            CHECK_EQ(chk, dut->acc_write, ref.state == TTP_AXIL_WRITE);
            if (ref.state != TTP_AXIL_IDLE) {
                CHECK_EQ(chk, dut->acc_addr, ref.addr);
                CHECK_EQ(chk, dut->acc_wr, ref.wr);
                if (ref.wr) {
                    CHECK_EQ(chk, dut->acc_wdata, ref.w);
                    CHECK_EQ(chk, dut->acc_wstrb, ref.strb);
                }
            }
            r_stall += o.rvalid && !in.rready;
            b_stall += o.bvalid && !in.bready;
            both += ref.aw_full && ref.w_full && ref.ar_full && ref.state == TTP_AXIL_IDLE;
            // A stalled read blocks no write.
            passed += ref.state == TTP_AXIL_WRITE && o.rvalid;
            early += ref.w_full && !ref.aw_full;
        }
        const bool rd_end = ref.state == TTP_AXIL_LOOK3 && !ref.wr;
        if (rd_end) { want_rd = word; want_err = rd_err; }
        if (!rst && o.rvalid && in.rready) reads++;
        if (!rst && o.bvalid && in.bready) writes++;
        aw_t = o.awready || rst;
        w_t = o.wready || rst;
        ar_t = o.arready || rst;
        ttp_axil_clock(&ref, &in, word, rd_err, done, wr_err);
        if (rst) ttp_axil_reset(&ref);
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("reads", reads);
    chk.reached("writes", writes);
    chk.reached("read and write waiting together", both);
    chk.reached("stalled R", r_stall);
    chk.reached("stalled B", b_stall);
    chk.reached("a write past a stalled read", passed);
    chk.reached("W before AW", early);
    printf("PASS reads=%" PRIu64 " writes=%" PRIu64 "\n", reads, writes);
    return 0;
}
