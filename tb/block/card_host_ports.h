// SPDX-License-Identifier: Apache-2.0
//
// card_host at its ports: two sources of frames, two sinks, a MAC that takes payloads and answers
// on its registers. All that comes out is given to the reference.
#ifndef CARD_HOST_PORTS_H
#define CARD_HOST_PORTS_H

#include <memory>
#include "Vcard_host.h"
#include "card_host_credit.h"
#include "card_host_ref.h"

struct ports : reference {
    std::unique_ptr<Vcard_host> d;
    uint64_t seen[C_N] = {};            // events of the card
    uint64_t discards = 0;

    // Frames in
    std::deque<sent> in[2];
    beat_source src[2];
    bool mid_in[2] = { false, false };
    unsigned gap = 20;

    // Frames out
    bytes out[2];
    unsigned out_busy = 20;             // percent of cycles without ready
    bool uart_room = true, uart_empty = true;

    // Payloads and completions
    std::deque<payload> up, done_down;
    bytes down;
    beat_source up_src;
    bool begun_next = false, down_mid = false;
    uint32_t down_dest = 0;
    std::deque<completion> cpl;
    unsigned cpl_lost = 0;
    bool lost_was = false;

    // Registers
    std::map<unsigned, uint32_t> mem;
    bool aw = false, w = false, ar = false, bv = false, rv = false;
    unsigned waddr = 0, raddr = 0, wdata = 0, wstrb = 0, delay = 0, rdelay = 0, reg_delay = 0;
    bool reg_on = false;
    uint64_t stands[3] = {};            // on AW, W, AR: not taken in the last cycle
    std::deque<unsigned> writes;        // to the MAC, addresses in order
    unsigned slow = 3;                  // most cycles of an access
    bool polled = true;                 // the last access was a reading of what is free
    uint64_t readings = 0, read_ends = 0;   // of the free cells and packets: begun, ended
    bool hold = false;                      // the MAC answers no reading
    credit_watch watch{ RESERVE };
    unsigned next_was = 0;                  // a cycle ago
    // Cycles: of the last event of each kind, of the last header of an Ethernet frame, and since
    // when a payload stands at the MAC
    uint64_t rx_at[C_N] = {}, tx_at[C_N] = {}, head_at = 0, data_at = 0;
    unsigned beats = 0;
    const unsigned life = static_cast<unsigned>(r.bits(16));    // the first number of the card
    bool data_was = false;

    // used: one that was stopped in the middle of something; it has one cycle of reset in which
    // nobody takes anything.
    explicit ports(uint64_t seed, std::unique_ptr<Vcard_host> used)
        : reference(seed)
    {
        const unsigned cycles = used ? 1 : 4;
        d = used ? std::move(used) : std::make_unique<Vcard_host>();
        for (unsigned a = 0; a < 0x400; a += 4) {
            mem[a] = ref[a] = static_cast<uint32_t>(r.bits(32));
            mem[0x1000 + a] = ref[0x1000 + a] = static_cast<uint32_t>(r.bits(32));
        }
        d->cfg_node = ME & 0xFFFFFF;
        d->boot_seed = life;
        d->boot = 0;
        d->rst = 1;
        out_busy = mac_busy = 100;
        for (unsigned i = 0; i < cycles; i++) tick();
        out_busy = 20;
        mac_busy = 10;
        d->rst = 0;
        d->eval();
        CHECK_EQ(chk, d->m_axis_eth_tvalid + d->m_axis_uart_tvalid + d->m_axis_data_tvalid, 0);
        CHECK_EQ(chk, d->m_axil_awvalid + d->m_axil_wvalid + d->m_axil_arvalid, 0);
        CHECK_EQ(chk, d->rx_ev_valid + d->tx_ev_valid + d->cpl_lost + d->reg_valid, 0);
        CHECK_EQ(chk, d->stat_sess + d->room, 0);
    }

    void drive_streams()
    {
        Vcard_host &c = *d;
        for (unsigned p = 0; p < 2; p++)
            if (src[p].cur.empty() && !in[p].empty()) {
                src[p].cur = hl_bytes(in[p].front().f, !p);
                // The UART has no bytes 0..13: its first beat is bytes 8..15, six of nothing.
                if (p) src[p].cur.insert(src[p].cur.begin(), 6, 0xEE);
                src[p].cur.resize(in[p].front().raw - (p ? 8 : 0));
            }
        src[0].drive(r, gap, c.s_axis_eth_tdata, c.s_axis_eth_tkeep, c.s_axis_eth_tvalid,
                     c.s_axis_eth_tlast);
        // What lies beyond the end never makes an EtherType of half a one.
        if (!(c.s_axis_eth_tkeep >> 5 & 1) && (c.s_axis_eth_tdata >> 32 & 0xFFFF) == 0xB588)
            c.s_axis_eth_tdata ^= uint64_t{1} << 40;
        src[1].drive(r, gap, c.s_axis_uart_tdata, c.s_axis_uart_tkeep, c.s_axis_uart_tvalid,
                     c.s_axis_uart_tlast);
        if (up_src.cur.empty() && !up.empty()) {
            up_src.cur = up.front().b;
            c.s_axis_data_tid = up.front().who;
        }
        up_src.drive(r, 0, c.s_axis_data_tdata, c.s_axis_data_tkeep, c.s_axis_data_tvalid,
                     c.s_axis_data_tlast);
        c.m_axis_eth_tready = !r.percent(out_busy);
        c.m_axis_uart_tready = !r.percent(out_busy);
        c.uart_room = uart_room;
        c.uart_empty = uart_empty;
        c.m_axis_data_tready = !r.percent(mac_busy);
        c.begun = begun_next;
        c.s_axis_cpl_tvalid = !cpl.empty();
        if (!cpl.empty())
            for (unsigned i = 0; i < 4; i++)
                c.s_axis_cpl_tdata[i] = static_cast<uint32_t>(
                    get_be(bytes(cpl.front().b, cpl.front().b + 16), 12 - 4 * i, 4));
    }
    void drive_registers()
    {
        Vcard_host &c = *d;
        c.m_axil_awready = !aw && !c.rst && !r.one_in(4);
        c.m_axil_wready = !w && !c.rst && !r.one_in(4);
        c.m_axil_arready = !ar && !c.rst && !r.one_in(4);
        c.m_axil_bvalid = bv;
        c.m_axil_rvalid = rv;
        c.m_axil_bresp = writable(waddr) ? 0 : 2;
        c.m_axil_rresp = known(raddr) ? 0 : 2;
        c.m_axil_rdata = rv && known(raddr) ? read(mem, raddr) : static_cast<uint32_t>(r.bits(32));
        c.reg_done = 0;
        if (reg_on && reg_delay == 0) {
            const unsigned a = 0x1000 + c.reg_addr;
            c.reg_done = 1;
            c.reg_error = c.reg_write ? !writable(a) : !known(a);
            c.reg_rdata = known(a) ? read(mem, a) : 0x55555555;
        }
    }
    void streams()
    {
        Vcard_host &c = *d;
        for (unsigned p = 0; p < 2; p++) {
            const bool v = p ? c.s_axis_uart_tvalid : c.s_axis_eth_tvalid;
            const bool ready = p ? c.s_axis_uart_tready : c.s_axis_eth_tready;
            if (!v || !ready) continue;
            if (!mid_in[p]) flight.push_back(in[p].front());
            beats = mid_in[p] ? beats + 1 : 1;
            if (beats == 4) head_at = chk.cycle;
            mid_in[p] = true;
            if (src[p].taken()) { in[p].pop_front(); mid_in[p] = false; }
        }
        const bool take_up = c.s_axis_data_tvalid && c.s_axis_data_tready;
        begun_next = false;
        if (c.m_axis_data_tvalid && c.m_axis_data_tready) {
            if (!down_mid) { down_dest = c.m_axis_data_tdest; begun_next = true; }
            CHECK_EQ(chk, c.m_axis_data_tdest, down_dest);
            down_mid = !c.m_axis_data_tlast;
            if (!c.m_axis_data_tlast || c.m_axis_data_tuser)
                CHECK_EQ(chk, c.m_axis_data_tkeep, 0xFF);
            beat_append(down, c.m_axis_data_tdata, c.m_axis_data_tkeep);
            if (c.m_axis_data_tlast) {
                if (c.m_axis_data_tuser) discards++;
                else done_down.push_back({ down_dest, down });
                down.clear();
            }
        }
        const bool cpl_take = c.s_axis_cpl_tvalid && c.s_axis_cpl_tready;
        bytes whole[2];
        for (unsigned p = 0; p < 2; p++) {
            const bool v = p ? c.m_axis_uart_tvalid : c.m_axis_eth_tvalid;
            const bool ready = p ? c.m_axis_uart_tready : c.m_axis_eth_tready;
            if (!v || !ready) continue;
            const bool last = p ? c.m_axis_uart_tlast : c.m_axis_eth_tlast;
            const unsigned keep = p ? c.m_axis_uart_tkeep : c.m_axis_eth_tkeep;
            const uint64_t data = p ? c.m_axis_uart_tdata : c.m_axis_eth_tdata;
            if (!last) CHECK_EQ(chk, keep, 0xFF);
            if (p && out[1].empty()) beat_append(out[1], data >> 48, 3);
            else beat_append(out[p], data, keep);
            if (last) whole[p].swap(out[p]);
        }
        // The reference moves before what it judges.
        if (c.rx_ev_valid) { seen[c.rx_ev_code]++; verdict(c.rx_ev_code); }
        if (c.tx_ev_valid) { seen[c.tx_ev_code]++; begins(c.tx_ev_code, LAG[s_uart]); }
        // Told in the cycle after. (No test ends a session while a completion leaves.)
        CHECK_EQ(chk, c.cpl_lost, lost_was);
        lost_was = cpl_take && !sess;
        if (c.cpl_lost) seen[C_CPL_LOST]++;
        if (cpl_take) {
            if (!sess) { cpl_lost++; want_cpl.pop_front(); }
            cpl.pop_front();
        }
        if (take_up && up_src.taken()) up.pop_front();
        for (unsigned p = 0; p < 2; p++) if (!whole[p].empty()) came(p, whole[p]);
        while (!done_down.empty() && !want_down.empty()) {
            CHECK_EQ(chk, done_down.front().who, want_down.front().who);
            CHECK_EQ(chk, done_down.front().b == want_down.front().b, true);
            done_down.pop_front();
            want_down.pop_front();
        }
    }
    // Room is compared in each cycle, limit and number when a header tells them.
    void judge_credit()
    {
        const Vcard_host &c = *d;
        const credit_ref::seen s = watch.look(c, raddr);
        CHECK_EQ(chk, c.room, watch.store.room);
        const bool over = c.rx_ev_valid && c.rx_ev_code == C_BYE;
        CHECK_EQ(chk, c.stat_sess, s.hello || (sess && !over));
        if (c.rx_ev_valid) rx_at[c.rx_ev_code] = chk.cycle;
        if (c.tx_ev_valid) {
            tx_at[c.tx_ev_code] = chk.cycle;
            headers.push_back({ watch.limit_was, next_was });
        }
        next_was = s.hello ? 0 : (next + s.taken) & 0xFFFF;
        watch.step(s, chk.cycle);
        if (c.m_axis_data_tvalid && !data_was) data_at = chk.cycle;
        data_was = c.m_axis_data_tvalid;
        // No loop of a test waits for ever.
        CHECK_EQ(chk, chk.cycle < 4000000, true);
    }
    // The slave behind AXI4-Lite, and the registers of the card
    void registers()
    {
        Vcard_host &c = *d;
        // What a channel offers stands until it is taken.
        const uint64_t offered[3] = {
            uint64_t{c.m_axil_awvalid} << 48 | c.m_axil_awaddr,
            uint64_t{c.m_axil_wvalid} << 48 | uint64_t{c.m_axil_wstrb} << 32 | c.m_axil_wdata,
            uint64_t{c.m_axil_arvalid} << 48 | c.m_axil_araddr
        };
        const bool waits[3] = { c.m_axil_awvalid && !c.m_axil_awready,
                                c.m_axil_wvalid && !c.m_axil_wready,
                                c.m_axil_arvalid && !c.m_axil_arready };
        for (unsigned i = 0; i < 3; i++) {
            if (stands[i]) CHECK_EQ(chk, offered[i], stands[i]);
            stands[i] = waits[i] ? offered[i] : 0;
        }
        const bool b_end = bv && c.m_axil_bready, r_end = rv && c.m_axil_rready;
        if (c.m_axil_awvalid && c.m_axil_awready) {
            aw = true;
            waddr = c.m_axil_awaddr;
            delay = r.below(slow);
        }
        if (c.m_axil_wvalid && c.m_axil_wready) {
            w = true;
            wdata = c.m_axil_wdata;
            wstrb = c.m_axil_wstrb;
        }
        const bool takes = c.m_axil_arvalid && c.m_axil_arready;
        if (takes && c.m_axil_araddr == 0xA8) readings++;
        // The answer to a host never waits for more than one of these, nor these for more.
        const bool poll = takes && (c.m_axil_araddr == 0xA8 || c.m_axil_araddr == 0xB0);
        const bool access = !poll && (takes || (c.m_axil_awvalid && c.m_axil_awready
                                                && c.m_axil_awaddr != 0x2C
                                                && c.m_axil_awaddr != 0x24));
        if (access) CHECK_EQ(chk, polled, true);
        if (access || poll) polled = poll;
        if (r_end && raddr == 0xB0) read_ends++;
        if (takes) {
            ar = true;
            raddr = c.m_axil_araddr;
            rdelay = r.below(slow);
        } else if (ar && !rv && !hold) {
            if (rdelay) rdelay--;
            else rv = true;
        }
        if (aw && w && !bv) {
            if (delay) delay--;
            else {
                bv = true;
                writes.push_back(waddr);
                if (writable(waddr)) write(mem, waddr, wdata, wstrb);
            }
        }
        if (b_end) bv = aw = w = false;
        if (r_end) rv = ar = false;
        if (c.reg_done) {
            if (c.reg_write && writable(0x1000 + c.reg_addr))
                write(mem, 0x1000 + c.reg_addr, c.reg_wdata, c.reg_wstrb);
            reg_on = false;
        } else if (c.reg_valid) {
            if (!reg_on) { reg_on = true; reg_delay = r.below(slow); }
            else if (reg_delay) reg_delay--;
        }
    }
    void tick()
    {
        chk.cycle++;
        drive_streams();
        drive_registers();
        d->eval();
        if (!d->rst) {
            judge_credit();
            streams();
            registers();
        } else for (auto &s : stands) s = 0;
        tb_edge(*d);
    }
};

#endif
