// SPDX-License-Identifier: Apache-2.0
//
// card_host at its ports: two sources of frames, two sinks, a MAC that takes payloads and answers
// on its registers. All that comes out is given to the reference.
#ifndef CARD_HOST_PORTS_H
#define CARD_HOST_PORTS_H

#include "card_host_credit.h"
#include "card_host_ref.h"

struct ports : reference {
    struct stream { QData *data; CData *keep, *valid, *ready, *last; };

    uint64_t seen[C_N] = {};            // events of the card
    uint64_t discards = 0;
    // Frames in, by port: 0 Ethernet, 1 UART
    std::deque<sent> in[2];
    beat_source src[2];
    bool mid_in[2] = { false, false };
    unsigned gap = 20;                  // percent of cycles without a beat
    // Frames out
    bytes out[2];
    unsigned out_busy = 20;             // percent of cycles without ready
    bool uart_room = true, uart_empty = true;
    // Payloads and completions
    std::deque<payload> up, done_down;
    std::deque<bytes> cpl;
    bytes down;
    beat_source up_src;
    bool begun_next = false, down_mid = false;
    uint32_t down_dest = 0;
    unsigned cpl_lost = 0;
    bool lost_was = false;
    // Registers of the MAC, behind AXI4-Lite, and of the card
    std::map<unsigned, uint32_t> mem;
    bool aw = false, w = false, ar = false, bv = false, rv = false;
    unsigned waddr = 0, raddr = 0, wdata = 0, wstrb = 0, delay = 0, rdelay = 0, reg_delay = 0;
    bool reg_on = false;
    uint64_t waiting[3] = {};           // on AW, W, AR: offered in the last cycle and not taken
    std::deque<unsigned> writes;        // to the MAC, addresses in order
    unsigned slow = 3;                  // most cycles of an access
    bool polled = true;                 // the last access was a reading of what is free
    uint64_t readings = 0, read_ends = 0;   // of the free cells and packets: begun, ended
    bool hold = false;                  // the MAC answers no reading
    uint64_t begun_inside = 0;          // payloads begun in the middle of a reading
    credit_watch watch{ TX_CELLS / 64 };
    unsigned next_was = 0;              // a cycle ago
    // Cycles: of the last event of each kind, of the last header of an Ethernet frame, and since
    // when a payload waits at the MAC
    uint64_t rx_at[C_N] = {}, tx_at[C_N] = {}, head_at = 0, data_at = 0;
    unsigned beats = 0;
    const unsigned life = static_cast<unsigned>(r.bits(16));    // the first number of the card
    bool data_was = false;

    ports()
    {
        for (unsigned a = 0; a < 0x400; a += 4)
            for (unsigned base : { 0u, 0x1000u })
                mem[base + a] = ref[base + a] = static_cast<uint32_t>(r.bits(32));
    }
    stream host_in(bool uart)
    {
        Vcard_host &c = *dut;
        if (uart) return { &c.s_axis_uart_tdata, &c.s_axis_uart_tkeep, &c.s_axis_uart_tvalid,
                           &c.s_axis_uart_tready, &c.s_axis_uart_tlast };
        return { &c.s_axis_eth_tdata, &c.s_axis_eth_tkeep, &c.s_axis_eth_tvalid,
                 &c.s_axis_eth_tready, &c.s_axis_eth_tlast };
    }
    stream host_out(bool uart)
    {
        Vcard_host &c = *dut;
        if (uart) return { &c.m_axis_uart_tdata, &c.m_axis_uart_tkeep, &c.m_axis_uart_tvalid,
                           &c.m_axis_uart_tready, &c.m_axis_uart_tlast };
        return { &c.m_axis_eth_tdata, &c.m_axis_eth_tkeep, &c.m_axis_eth_tvalid,
                 &c.m_axis_eth_tready, &c.m_axis_eth_tlast };
    }

    // Nobody takes anything in these cycles, and nothing is offered after them.
    void reset(unsigned cycles)
    {
        dut->cfg_node = ME & 0xFFFFFF;
        dut->boot_seed = life;
        dut->boot = 0;
        dut->rst = 1;
        out_busy = mac_busy = 100;
        run(cycles);
        out_busy = 20;
        mac_busy = 10;
        dut->rst = 0;
        dut->eval();
        EXPECT(dut->m_axis_eth_tvalid + dut->m_axis_uart_tvalid + dut->m_axis_data_tvalid, 0);
        EXPECT(dut->m_axil_awvalid + dut->m_axil_wvalid + dut->m_axil_arvalid, 0);
        EXPECT(dut->rx_ev_valid + dut->tx_ev_valid + dut->cpl_lost + dut->reg_valid, 0);
        EXPECT(dut->stat_sess + dut->room, 0);
    }

    // ---- the driver
    void drive() override
    {
        Vcard_host &c = *dut;
        for (unsigned p = 0; p < 2; p++) {
            const stream s = host_in(p), o = host_out(p);
            if (src[p].cur.empty() && !in[p].empty()) {
                src[p].cur = hl_bytes(in[p].front().f, !p);
                // The UART has no bytes 0..13: its first beat is bytes 8..15, six of nothing.
                if (p) src[p].cur.insert(src[p].cur.begin(), 6, 0xEE);
                src[p].cur.resize(in[p].front().raw - (p ? 8 : 0));
            }
            src[p].drive(r, gap, *s.data, *s.keep, *s.valid, *s.last);
            *o.ready = !r.percent(out_busy);
        }
        // The random byte behind the end of a frame never completes half an EtherType.
        if (!(c.s_axis_eth_tkeep >> 5 & 1) && (c.s_axis_eth_tdata >> 32 & 0xFFFF) == 0xB588)
            c.s_axis_eth_tdata ^= uint64_t{1} << 40;
        if (up_src.cur.empty() && !up.empty()) {
            up_src.cur = up.front().b;
            c.s_axis_data_tid = up.front().who;
        }
        up_src.drive(r, 0, c.s_axis_data_tdata, c.s_axis_data_tkeep, c.s_axis_data_tvalid,
                     c.s_axis_data_tlast);
        c.uart_room = uart_room;
        c.uart_empty = uart_empty;
        c.m_axis_data_tready = !r.percent(mac_busy);
        c.begun = begun_next;
        c.s_axis_cpl_tvalid = !cpl.empty();
        for (unsigned i = 0; i < 4 && !cpl.empty(); i++)
            c.s_axis_cpl_tdata[i] = static_cast<uint32_t>(get_be(cpl.front(), 12 - 4 * i, 4));
        drive_registers();
    }
    void drive_registers()
    {
        Vcard_host &c = *dut;
        c.m_axil_awready = !aw && !c.rst && !r.one_in(4);
        c.m_axil_wready = !w && !c.rst && !r.one_in(4);
        c.m_axil_arready = !ar && !c.rst && !r.one_in(4);
        c.m_axil_bvalid = bv;
        c.m_axil_rvalid = rv;
        c.m_axil_bresp = writable(waddr) ? 0 : 2;
        c.m_axil_rresp = known(raddr) ? 0 : 2;
        c.m_axil_rdata = rv && known(raddr) ? read(mem, raddr) : static_cast<uint32_t>(r.bits(32));
        c.reg_done = reg_on && reg_delay == 0;
        if (!c.reg_done) return;
        const unsigned a = 0x1000 + c.reg_addr;
        c.reg_error = c.reg_write ? !writable(a) : !known(a);
        c.reg_rdata = known(a) ? read(mem, a) : 0x55555555;
    }

    // ---- the witness: room in each cycle; limit and number, when a header tells them
    void check() override
    {
        if (dut->rst) return;
        const Vcard_host &c = *dut;
        const credit_ref::seen s = watch.look(c, raddr);
        EXPECT(c.room, watch.store.room);
        const bool over = c.rx_ev_valid && c.rx_ev_code == C_BYE;
        EXPECT(c.stat_sess, s.hello || (sess && !over));
        if (c.rx_ev_valid) rx_at[c.rx_ev_code] = chk.cycle;
        if (c.tx_ev_valid) {
            tx_at[c.tx_ev_code] = chk.cycle;
            headers.push_back({ watch.limit_was, next_was });
        }
        begun_inside += c.begun && read_ends < readings;
        next_was = s.hello ? 0 : (next + s.taken) & 0xFFFF;
        watch.step(s, chk.cycle);
        if (c.m_axis_data_tvalid && !data_was) data_at = chk.cycle;
        data_was = c.m_axis_data_tvalid;
        CHECK(chk.cycle < 4000000);     // no loop of a test waits for ever
    }

    // ---- the world
    void step() override
    {
        if (dut->rst) {
            for (auto &offer : waiting) offer = 0;
            return;
        }
        for (bool uart : { false, true }) frame_in(uart);
        payload_down();
        const bool cpl_taken = dut->s_axis_cpl_tvalid && dut->s_axis_cpl_tready;
        events(cpl_taken);
        if (dut->s_axis_data_tvalid && dut->s_axis_data_tready && up_src.taken()) up.pop_front();
        for (bool uart : { false, true }) frame_out(uart);
        while (!done_down.empty() && !want_down.empty()) {
            EXPECT(done_down.front().who, want_down.front().who);
            CHECK(done_down.front().b == want_down.front().b);
            done_down.pop_front();
            want_down.pop_front();
        }
        axil_laws();
        axil_slave();
        card_registers();
    }
    void frame_in(bool uart)
    {
        const stream s = host_in(uart);
        if (!*s.valid || !*s.ready) return;
        if (!mid_in[uart]) flight.push_back(in[uart].front());
        beats = mid_in[uart] ? beats + 1 : 1;
        if (beats == 4) head_at = chk.cycle;
        mid_in[uart] = true;
        if (!src[uart].taken()) return;
        in[uart].pop_front();
        mid_in[uart] = false;
    }
    void payload_down()
    {
        const Vcard_host &c = *dut;
        begun_next = false;
        if (!c.m_axis_data_tvalid || !c.m_axis_data_tready) return;
        if (!down_mid) {
            down_dest = c.m_axis_data_tdest;
            begun_next = true;
        }
        EXPECT(c.m_axis_data_tdest, down_dest);
        down_mid = !c.m_axis_data_tlast;
        if (!c.m_axis_data_tlast || c.m_axis_data_tuser) EXPECT(c.m_axis_data_tkeep, 0xFF);
        beat_append(down, c.m_axis_data_tdata, c.m_axis_data_tkeep);
        if (!c.m_axis_data_tlast) return;
        if (c.m_axis_data_tuser) discards++;
        else done_down.push_back({ down_dest, down });
        down.clear();
    }
    // The reference sees the events of a cycle before the frames that end in it.
    void events(bool cpl_taken)
    {
        const Vcard_host &c = *dut;
        if (c.rx_ev_valid) {
            seen[c.rx_ev_code]++;
            verdict(c.rx_ev_code);
        }
        if (c.tx_ev_valid) {
            seen[c.tx_ev_code]++;
            begins(c.tx_ev_code, LAG[s_uart]);
        }
        // cpl_lost comes a cycle later. (No scene ends a session while a completion leaves.)
        EXPECT(c.cpl_lost, lost_was);
        lost_was = cpl_taken && !sess;
        if (c.cpl_lost) seen[C_CPL_LOST]++;
        if (!cpl_taken) return;
        cpl.pop_front();
        if (sess) return;
        cpl_lost++;
        want_cpl.pop_front();
    }
    void frame_out(bool uart)
    {
        const stream s = host_out(uart);
        if (!*s.valid || !*s.ready) return;
        if (!*s.last) EXPECT(*s.keep, 0xFF);
        if (uart && out[1].empty()) beat_append(out[1], *s.data >> 48, 3);
        else beat_append(out[uart], *s.data, *s.keep);
        if (!*s.last) return;
        bytes whole;
        whole.swap(out[uart]);
        came(uart, whole);
    }
    // What a channel offers is held until it is taken.
    void axil_laws()
    {
        const Vcard_host &c = *dut;
        const bool valid[3] = { c.m_axil_awvalid != 0, c.m_axil_wvalid != 0,
                                c.m_axil_arvalid != 0 };
        const bool taken[3] = { c.m_axil_awready != 0, c.m_axil_wready != 0,
                                c.m_axil_arready != 0 };
        const uint64_t what[3] = { c.m_axil_awaddr, uint64_t{c.m_axil_wstrb} << 32 | c.m_axil_wdata,
                                   c.m_axil_araddr };
        for (unsigned i = 0; i < 3; i++) {
            const uint64_t offer = uint64_t{valid[i]} << 48 | what[i];
            if (waiting[i]) EXPECT(offer, waiting[i]);
            waiting[i] = valid[i] && !taken[i] ? offer : 0;
        }
        // The answer to a host never waits for more than one reading of what is free, nor those
        // readings for more than one access of a host.
        const bool reads = valid[2] && taken[2], writes_it = valid[0] && taken[0];
        const bool poll = reads && (c.m_axil_araddr == 0xA8 || c.m_axil_araddr == 0xB0);
        const bool access = (reads && !poll)
                            || (writes_it && c.m_axil_awaddr != 0x2C && c.m_axil_awaddr != 0x24);
        if (access) CHECK(polled);
        if (access || poll) polled = poll;
        readings += reads && c.m_axil_araddr == 0xA8;
    }
    void axil_slave()
    {
        const Vcard_host &c = *dut;
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
        read_ends += r_end && raddr == 0xB0;
        if (c.m_axil_arvalid && c.m_axil_arready) {
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
    }
    void card_registers()
    {
        const Vcard_host &c = *dut;
        if (c.reg_done) {
            if (c.reg_write && writable(0x1000 + c.reg_addr))
                write(mem, 0x1000 + c.reg_addr, c.reg_wdata, c.reg_wstrb);
            reg_on = false;
        } else if (c.reg_valid) {
            if (!reg_on) {
                reg_on = true;
                reg_delay = r.below(slow);
            } else if (reg_delay) reg_delay--;
        }
    }
};

#endif
