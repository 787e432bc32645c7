// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/lib/ttp_axil.v against model/ttp_axil.h. The bench plays masters, and behind the
// block registers whose writes take a random time. The witness: a read returns the word and the
// error of its own look-up.
// PARAMS: -GADDR_W=12 | -GADDR_W=3 | -GADDR_W=32
#include "Vttp_axil.h"
#include "axil_pins.h"
#include "lockstep.h"

struct Bench : lockstep<Vttp_axil> {
    ttp_axil ref = {};
    ttp_axil_in in = {};
    ttp_axil_out o = {};
    bool aw_taken = true, w_taken = true, ar_taken = true;      // at the edge before
    unsigned access_rate = 50, take_rate = 50;
    uint32_t looked_up = 0;             // for the read under way
    bool looked_up_err = false;

    Bench() { ttp_axil_reset(&ref); }

    // A master holds what it shows until it is taken. True: it shows something new, or nothing.
    bool fresh(bool &valid, bool taken)
    {
        if (valid && !taken) return false;
        valid = r.percent(access_rate);
        return true;
    }
    void drive() override
    {
        if (r.one_in(300)) {
            access_rate = r.below(101);
            take_rate = r.below(3) ? 100 : r.below(101);
        }
        ttp_axil_drive(&ref, &o);
        dut->rst = chk.cycle < 2 || r.one_in(10000);
        if (fresh(in.awvalid, aw_taken)) in.awaddr = static_cast<uint32_t>(r.bits(ADDR_W));
        if (fresh(in.wvalid, w_taken)) {
            in.wdata = static_cast<uint32_t>(r.next());
            in.wstrb = static_cast<uint8_t>(r.below(16));
        }
        if (fresh(in.arvalid, ar_taken)) in.araddr = static_cast<uint32_t>(r.bits(ADDR_W));
        in.bready = r.percent(take_rate);
        in.rready = r.percent(take_rate);
        axil_drive(*dut, in);
        dut->rd_word = static_cast<uint32_t>(r.next());
        dut->rd_err = r.one_in(4);
        dut->wr_done = r.one_in(3);
        dut->wr_err = r.one_in(4);
    }

    void check() override
    {
        if (!chk.cycle) return;
        axil_check(chk, *dut, o);
        if (o.rvalid) {
            chk.eq("rdata is the word of its look-up", o.rdata, looked_up);
            chk.eq("rresp is that of its look-up", o.rresp == 2, looked_up_err);
        }
        const bool idle = ref.state == TTP_AXIL_IDLE, writes = ref.state == TTP_AXIL_WRITE;
        CHECK_EQ(chk, dut->acc_look2, ref.state == TTP_AXIL_LOOK2);
        CHECK_EQ(chk, dut->acc_write, writes);
        if (!idle) {
            CHECK_EQ(chk, dut->acc_addr, ref.addr);
            CHECK_EQ(chk, dut->acc_wr, ref.wr);
        }
        if (!idle && ref.wr) {
            CHECK_EQ(chk, dut->acc_wdata, ref.w);
            CHECK_EQ(chk, dut->acc_wstrb, ref.strb);
        }
        AIM("reads", !dut->rst && o.rvalid && in.rready);
        AIM("writes", !dut->rst && o.bvalid && in.bready);
        AIM("stalled R", o.rvalid && !in.rready);
        AIM("stalled B", o.bvalid && !in.bready);
        AIM("read and write waiting together", ref.aw_full && ref.w_full && ref.ar_full && idle);
        AIM("a write past a stalled read", writes && o.rvalid);
        AIM("W before AW", ref.w_full && !ref.aw_full);
    }

    void step() override
    {
        if (ref.state == TTP_AXIL_LOOK3 && !ref.wr) {
            looked_up = dut->rd_word;
            looked_up_err = dut->rd_err;
        }
        aw_taken = o.awready || dut->rst;
        w_taken = o.wready || dut->rst;
        ar_taken = o.arready || dut->rst;
        ttp_axil_clock(&ref, &in, dut->rd_word, dut->rd_err, dut->wr_done, dut->wr_err);
        if (dut->rst) ttp_axil_reset(&ref);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }
