// SPDX-License-Identifier: Apache-2.0
//
// rtl/nic/ttp_nic_split.v against model/nic/ttp_nic_split.c. The bench plays the host, who may let
// an answer wait, and the registers of MAC and NIC, which take address and word in any order and
// answer when they like. The witness: what the host writes comes to one of the two, by its address,
// once and whole, a read likewise, and its answer comes back; a clear is 1 to IRQ_CAUSE of the MAC.
// SEEDS: 1 2
#include <deque>
#include "Vttp_nic_split.h"
#include "axil_pins.h"
#include "lockstep.h"
extern "C" {
#include "ttp_nic_split.h"
#include "ttp_regs.h"
}

enum { MAC, NIC };

struct Request {
    bool is;
    uint32_t addr, data;
    uint8_t strb;
};

// The registers of one of the two
struct Registers {
    bool aw = false, w = false, ar = false;     // taken, and not answered
    Request write = {}, read = {};
};

struct Bench : lockstep<Vttp_nic_split> {
    ttp_nic_split model = {};
    ttp_axil_in host = {}, to[2] = {};
    ttp_axil_out from[2] = {}, back = {};
    Registers regs[2];
    std::deque<Request> writes;         // of the host: not answered, the oldest first
    size_t aw_at = 0, w_at = 0;         // the first whose address, or word, has not been taken
    Request read = {};
    uint8_t write_answer = 0, read_answer = 0;
    bool rst = false, clear = false, cleared = false, answered = false, arrived = false;
    bool ar_gone = false;
    unsigned ready = 50, asks = 50;

    static unsigned place(uint32_t addr) { return addr >> 12 ? NIC : MAC; }

    // A new value where no answer stands that has not been taken.
    void answer(unsigned i)
    {
        ttp_axil_out &f = from[i];
        const Registers &g = regs[i];
        const bool b = f.bvalid, v = f.rvalid;

        f.awready = r.percent(ready) && !g.aw;
        f.wready = r.percent(ready) && !g.w;
        f.arready = r.percent(ready) && !g.ar;
        f.bvalid = b || (g.aw && g.w && r.percent(ready));
        f.rvalid = v || (g.ar && r.percent(ready));
        if (!b) f.bresp = static_cast<uint8_t>(r.below(4));
        if (!v) f.rresp = static_cast<uint8_t>(r.below(4));
        if (!v) f.rdata = static_cast<uint32_t>(r.next());
    }
    Request some() { return { true, static_cast<uint32_t>(r.bits(13)),
                              static_cast<uint32_t>(r.next()), static_cast<uint8_t>(r.bits(4)) }; }
    void drive() override
    {
        if (r.one_in(200)) ready = tb_load(r, 1), asks = tb_load(r);
        rst = chk.cycle < 2 || r.one_in(3000);
        if (writes.size() < 3 && r.percent(asks)) writes.push_back(some());
        if (!read.is && r.percent(asks)) read = some();
        clear |= r.percent(asks) && r.one_in(20);
        host.awvalid = aw_at < writes.size() && (host.awvalid || r.below(2));
        host.wvalid = w_at < writes.size() && (host.wvalid || r.below(2));
        host.arvalid = read.is && !ar_gone;
        host.awaddr = host.awvalid ? writes[aw_at].addr : static_cast<uint32_t>(r.bits(13));
        host.wdata = host.wvalid ? writes[w_at].data : static_cast<uint32_t>(r.next());
        host.wstrb = host.wvalid ? writes[w_at].strb : static_cast<uint8_t>(r.bits(4));
        host.araddr = host.arvalid ? read.addr : static_cast<uint32_t>(r.bits(13));
        host.bready = r.percent(ready);
        host.rready = r.percent(ready);
        ttp_nic_split_drive(&model, &back, to);
        for (unsigned i : { MAC, NIC }) answer(i);
        cleared = ttp_nic_split_cleared(&model, from);
        dut->rst = rst;
        dut->clear_valid = clear;
        axil_drive(*dut, host);
        dut->m_awready = both(&ttp_axil_out::awready);
        dut->m_wready = both(&ttp_axil_out::wready);
        dut->m_bvalid = both(&ttp_axil_out::bvalid);
        dut->m_arready = both(&ttp_axil_out::arready);
        dut->m_rvalid = both(&ttp_axil_out::rvalid);
        dut->m_bresp0 = from[MAC].bresp, dut->m_bresp1 = from[NIC].bresp;
        dut->m_rresp0 = from[MAC].rresp, dut->m_rresp1 = from[NIC].rresp;
        dut->m_rdata0 = from[MAC].rdata, dut->m_rdata1 = from[NIC].rdata;
    }
    uint8_t both(bool ttp_axil_out::*pin) const
    {
        return static_cast<uint8_t>(from[MAC].*pin | from[NIC].*pin << 1);
    }
    void check() override
    {
        if (chk.cycle < 2) return;
        axil_check(chk, *dut, back);
        CHECK_EQ(chk, dut->clear_ready, cleared);
        for (unsigned i : { MAC, NIC }) {
            CHECK_EQ(chk, dut->m_awvalid >> i & 1, to[i].awvalid);
            CHECK_EQ(chk, dut->m_wvalid >> i & 1, to[i].wvalid);
            CHECK_EQ(chk, dut->m_bready >> i & 1, to[i].bready);
            CHECK_EQ(chk, dut->m_arvalid >> i & 1, to[i].arvalid);
            CHECK_EQ(chk, dut->m_rready >> i & 1, to[i].rready);
            if (to[i].awvalid) CHECK_EQ(chk, dut->m_awaddr, to[i].awaddr);
            if (to[i].wvalid) CHECK_EQ(chk, dut->m_wdata, to[i].wdata);
            if (to[i].wvalid) CHECK_EQ(chk, dut->m_wstrb, to[i].wstrb);
            if (to[i].arvalid) CHECK_EQ(chk, dut->m_araddr, to[i].araddr);
        }
    }
    void seen() override
    {
        AIM("a write to the MAC", arrived && place(writes[0].addr) == MAC);
        AIM("a write to the NIC", arrived && place(writes[0].addr) == NIC);
        AIM("a clear", cleared);
        AIM("a clear while the host has one", cleared && host.awvalid);
        AIM("... and while its answer waits", cleared && back.bvalid && !host.bready);
        AIM("an answer to a write waits", back.bvalid && !host.bready);
        AIM("... and the next write is there", back.bvalid && !host.bready && model.w_full);
        AIM("an answer to a read waits", back.rvalid && !host.rready);
        AIM("the word before its address", model.w_full && !model.aw_full);
        AIM("the address before its word", model.aw_full && !model.w_full);
        AIM("a reset in a write", rst && model.runs);
    }
    void step() override
    {
        for (unsigned i : { MAC, NIC }) registers(i);
        const bool aw = host.awvalid && back.awready, w = host.wvalid && back.wready;
        if (host.arvalid && back.arready) ar_gone = true;
        if (back.bvalid && host.bready) write_ends();
        if (back.rvalid && host.rready) read_ends();
        if (cleared) clear = false;
        ttp_nic_split_clock(&model, rst, clear || cleared, &host, from);
        for (unsigned i : { MAC, NIC }) {
            if (to[i].bready) from[i].bvalid = false;
            if (to[i].rready) from[i].rvalid = false;
        }
        if (aw) aw_at++, host.awvalid = false;
        if (w) w_at++, host.wvalid = false;
        if (rst) reset();
    }
    // One of the two takes what stands there and answers.
    void registers(unsigned i)
    {
        Registers &g = regs[i];
        const bool ours = i == MAC && to[i].awaddr == TTP_REG_IRQ_CAUSE && model.ours;

        if (to[i].awvalid && from[i].awready) g.aw = true, g.write.addr = to[i].awaddr;
        if (to[i].wvalid && from[i].wready)
            g.w = true, g.write.data = to[i].wdata, g.write.strb = to[i].wstrb;
        if (to[i].arvalid && from[i].arready) g.ar = true, g.read.addr = to[i].araddr;
        if (from[i].bvalid && to[i].bready) {
            g.aw = g.w = false;
            chk.eq("a clear or a write of the host's", ours || (!writes.empty() && !arrived), 1);
            const Request write = ours ? Request{ true, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD, 15 }
                                : writes.front();
            chk.eq("place", place(write.addr), i);
            chk.eq("address", g.write.addr, write.addr & 0xfff);
            chk.eq("word", g.write.data, write.data);
            chk.eq("strobes", g.write.strb, write.strb);
            arrived |= !ours;
            if (!ours) write_answer = from[i].bresp;
        }
        if (from[i].rvalid && to[i].rready) {
            g.ar = false;
            chk.eq("a read of the host's", read.is && !answered, 1);
            chk.eq("place of a read", place(read.addr), i);
            chk.eq("address of a read", g.read.addr, read.addr & 0xfff);
            answered = true;
            read.data = from[i].rdata;
            read_answer = from[i].rresp;
        }
    }
    void write_ends()
    {
        chk.eq("a write is answered behind MAC or NIC", arrived, 1);
        chk.eq("with their answer", back.bresp, write_answer);
        arrived = false;
        writes.pop_front();
        aw_at--, w_at--;
    }
    void read_ends()
    {
        chk.eq("a read is answered behind MAC or NIC", answered, 1);
        chk.eq("with their answer to it", back.rresp, read_answer);
        chk.eq("with their word", back.rdata, read.data);
        read.is = answered = ar_gone = false;
    }
    void reset()
    {
        for (auto &g : regs) g = Registers{};
        for (auto &f : from) f = ttp_axil_out{};
        writes.clear();
        aw_at = w_at = 0;
        read.is = arrived = answered = ar_gone = clear = false;
        host = ttp_axil_in{};
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 100000); }
