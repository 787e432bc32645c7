// SPDX-License-Identifier: Apache-2.0
//
// The whole, for tb/block/ttp_port.cpp: three stations, each a MAC and its port, on a switch that
// loses and doubles TTP frames. A is the port in RTL and model; B, C and all MACs are models. A and
// B speak TTP in IPv4 form with each other, A and C in TTPoE form, at the same time; all send other
// frames to all. The witness is what the hosts gave: each payload and each other frame comes to
// whom it was for, whole, in order and once.
#ifndef PORT_PAIR_H
#define PORT_PAIR_H

#include <array>
#include <map>
#include <memory>
#include "port_bench.h"
#include "ttp_model.h"
#include "ttp_regs.h"

struct port_pair : port_pins {
    enum { A, B, C, STATIONS, VCS = 3, PAYLOADS = 150, OTHERS = 150 };
    enum : uint64_t { WIRE = 0x021122334400 };      // address in IPv4 form, less the node

    struct station {
        std::unique_ptr<port_model> own;            // of B and C
        ttp_port *port = nullptr;
        ttp_port_in in = {};
        ttp_port_out out = {};
        ttp_mac *mac = nullptr;
        ttp_in mac_in = {};
        ttp_out mac_out = {};
        port_source wire, other, give;              // from the switch, the host's two
        std::deque<uint32_t> dest;                  // {VC, node} of what the host gives
        port_sink to_wire, to_other, taken;
        std::deque<port_access> writes;

        ~station() { ttp_mac_free(mac); }
    };
    station s[STATIONS];
    std::map<std::array<unsigned, 3>, std::deque<port_bytes>> payloads;     // from, to, VC
    std::map<std::array<unsigned, 2>, std::deque<port_bytes>> others;       // from, to
    uint64_t lost = 0, doubled = 0, in_ip = 0, in_ttpoe = 0, delivered = 0, handed = 0;

    port_pair()
    {
        ttp_params p = {};
        p.data_w = DATA_W, p.tx_cells = 512, p.tx_pkts = 64, p.rx_cells = 128;
        p.link_sets = 4, p.link_ways = 2, p.deep = DATA_W == 512;
        p.timeout_rst = p.open_tmo_rst = p.close_tmo_rst = 3000, p.backoff_rst = TTP_RST_BACKOFF;
        p.retry_max_rst = 255, p.addr_high = 0x98ED5C;
        for (unsigned i = 0; i < STATIONS; i++) {
            if (i != A) s[i].own = std::make_unique<port_model>();
            s[i].port = i == A ? static_cast<ttp_port *>(&model) : s[i].own.get();
            const char *why = "a MAC";
            s[i].mac = ttp_mac_new(&p, &why);
            chk.eq(why, s[i].mac != nullptr, true);
            s[i].mac_in.cfg_enable = true;
            s[i].mac_in.cfg_node = i + 1;
            s[i].mac_in.cfg_epoch_seed = static_cast<uint16_t>(chk.seed * 3 + i);
        }
    }

    // ------------------------------------------------------------ a cycle
    static ttp_port_beat beat(const uint64_t *data, uint64_t keep, bool valid, bool last, bool user)
    {
        ttp_port_beat b = {};
        memcpy(b.data, data, sizeof b.data);
        b.keep = keep, b.valid = valid, b.last = last, b.user = user;
        return b;
    }
    void drive_station(station &x)
    {
        ttp_mac_outputs(x.mac, &x.mac_out);
        const ttp_out &m = x.mac_out;
        for (auto *from : { &x.wire, &x.other, &x.give }) from->drive(r, chk.cycle);
        x.in.rst = x.mac_in.rst = in_reset;
        x.in.s_axis_wire = x.wire.beat;
        x.in.s_axis_other = x.other.beat;
        x.in.s_axis_ttp = beat(m.m_axis_wire_tdata, m.m_axis_wire_tkeep, m.m_axis_wire_tvalid,
                               m.m_axis_wire_tlast, m.m_axis_wire_tuser);
        x.in.m_axis_wire_tready = r.percent(95);
        x.in.m_axis_other_tready = r.percent(80);
        ttp_axil_in &y = x.in.s_axil;
        if (!x.writes.empty() && !y.bready) {
            y.awvalid = y.wvalid = y.bready = true;
            y.awaddr = x.writes.front().address;
            y.wdata = x.writes.front().value;
        }
    }
    void drive_mac(station &x)
    {
        const ttp_port_beat &m = x.out.m_axis_ttp, &h = x.give.beat;
        ttp_in &y = x.mac_in;
        memcpy(y.s_axis_wire_tdata, m.data, sizeof m.data);
        y.s_axis_wire_tkeep = m.keep, y.s_axis_wire_tvalid = m.valid;
        y.s_axis_wire_tlast = m.last, y.s_axis_wire_tuser = m.user;
        memcpy(y.s_axis_host_tdata, h.data, sizeof h.data);
        y.s_axis_host_tkeep = h.keep, y.s_axis_host_tvalid = h.valid;
        y.s_axis_host_tlast = h.last, y.s_axis_host_tuser = h.user;
        y.s_axis_host_tdest = x.dest.empty() ? 0 : x.dest.front();
        y.m_axis_wire_tready = x.out.s_axis_ttp_tready;
        y.m_axis_host_tready = r.percent(80);
        y.m_axis_cpl_tready = true;
    }
    bool in_reset = true;
    void drive() override
    {
        for (station &x : s) drive_station(x);
        in = s[A].in;
        pins();
    }
    void step() override
    {
        for (unsigned i = 0; i < STATIONS; i++) {
            ttp_port_drive(s[i].port, &s[i].in, &s[i].out);
            drive_mac(s[i]);
        }
        for (station &x : s) {
            ttp_mac_clock(x.mac, &x.mac_in);
            ttp_port_clock(x.port, &x.in);
        }
        for (unsigned i = 0; i < STATIONS && !in_reset; i++) moves(i);
        started = true;
    }
    void moves(unsigned i)
    {
        station &x = s[i];
        const ttp_out &m = x.mac_out;
        port_frame f;
        if (x.wire.shows) x.wire.taken(&f);
        if (x.other.shows && x.out.s_axis_other_tready) x.other.taken(&f);
        if (x.give.shows && m.s_axis_host_tready && x.give.taken(&f)) x.dest.pop_front();
        if (x.out.m_axis_wire.valid && x.in.m_axis_wire_tready
            && x.to_wire.takes(x.out.m_axis_wire)) crosses(i, x.to_wire.last);
        if (x.out.m_axis_other.valid && x.in.m_axis_other_tready
            && x.to_other.takes(x.out.m_axis_other)) came(i, x.to_other.last);
        const ttp_port_beat h = beat(m.m_axis_host_tdata, m.m_axis_host_tkeep, m.m_axis_host_tvalid,
                                     m.m_axis_host_tlast, false);
        if (h.valid && x.mac_in.m_axis_host_tready && x.taken.takes(h))
            got(i, m.m_axis_host_tid, x.taken.last);
        ttp_axil_in &y = x.in.s_axil;
        if (x.out.s_axil.awready) y.awvalid = false;
        if (x.out.s_axil.wready) y.wvalid = false;
        if (y.bready && x.out.s_axil.bvalid) {
            chk.eq("a write", x.out.s_axil.bresp, 0);
            y.bready = false;
            x.writes.pop_front();
        }
    }

    // ------------------------------------------------------------ the switch, and the hosts
    void crosses(unsigned from, const port_bytes &f)
    {
        const uint64_t to_mac = port_get(f, 0, 6);
        const bool ttpoe = port_get(f, 12, 2) == 0x9AC6;
        const bool ip = port_get(f, 12, 2) == 0x0800 && f[23] == 17;
        const uint64_t node = to_mac - (ttpoe ? UINT64_C(0x98ED5C000000) : WIRE);
        chk.eq("an address that a station has", node >= 1 && node <= STATIONS, true);
        const auto to = static_cast<unsigned>(node - 1);
        const bool both_speak_ip = from + to == A + B;
        if (ttpoe || ip) {
            chk.eq("the form of a TTP frame", ip, both_speak_ip);
            in_ip += ip, in_ttpoe += ttpoe;
            if (r.percent(3)) {
                lost++;
                return;
            }
            if (r.one_in(100)) s[to].wire.frames.push_back({ f, false }), doubled++;
        }
        s[to].wire.frames.push_back({ f, false });
    }
    void came(unsigned to, const port_bytes &f)
    {
        auto &q = others[{ f.at(11), to }];
        chk.eq("an other frame that was sent", !q.empty() && q.front() == f, true);
        q.pop_front();
        handed++;
    }
    void got(unsigned to, uint32_t tid, const port_bytes &f)
    {
        auto &q = payloads[{ (tid & 0xFFFFFF) - 1, to, tid >> 24 }];
        chk.eq("a payload that was sent", !q.empty() && q.front() == f, true);
        q.pop_front();
        delivered++;
    }
    void send(unsigned from)
    {
        static const unsigned sizes[] = { 1, 3, 4, 5, 500, 1024 };
        const unsigned to = from == A ? r.in(B, C) : A, vc = r.below(VCS);
        port_bytes f(r.one_in(2) ? sizes[r.below(6)] : r.in(1, 1024));
        for (auto &x : f) x = static_cast<uint8_t>(r.next() >> 30);
        payloads[{ from, to, vc }].push_back(f);
        s[from].give.frames.push_back({ f, false });
        s[from].dest.push_back(vc << 24 | (to + 1));
    }
    // Byte 11 says from whom.
    void send_other(unsigned from)
    {
        const unsigned to = (from + r.in(1, STATIONS - 1)) % STATIONS;
        // Of long ones a queue has room for one, of short ones for eight.
        const bool is_long = r.one_in(4);
        port_bytes f(is_long ? std::min(1514, OTHER_WORDS * PORT_W)
                             : r.in(60, std::max(60, OTHER_WORDS * PORT_W / 8)));
        await("other frames", 20000, [&] { return pending_others() < (is_long ? 1 : 7); });
        for (auto &x : f) x = static_cast<uint8_t>(r.next() >> 30);
        port_put(f, 0, 6, WIRE + to + 1);
        port_put(f, 6, 6, from);
        port_put(f, 12, 2, r.one_in(2) ? 0x0800 : 0x0806);
        f[23] = 1;                                  // ICMP
        others[{ from, to }].push_back(f);
        s[from].other.frames.push_back({ f, false });
        if (is_long) await("a long one", 20000, [&] { return !pending_others(); });
    }
    void set(unsigned i, uint32_t address, uint32_t v)
    {
        s[i].writes.push_back({ true, address, v, 0 });
    }
    bool all_written() const
    {
        for (const station &x : s)
            if (!x.writes.empty()) return false;
        return true;
    }
    void play()
    {
        run(4);
        in_reset = false;
        for (unsigned i : { A, B }) {
            set(i, 0x010, 0x0A000001 + i);
            set(i, 0x020, 2 - i);                   // of A the node of B, of B that of A
            set(i, 0x024, 0xFFFFFF);
            set(i, 0x028, static_cast<uint32_t>(WIRE) + 2 - i);
            set(i, 0x02C, 0x0211);
            set(i, 0x030, 0x100 | i << 9);          // of B a port for each peer
            set(i, 0x008, i == A ? 7 : 3);
        }
        set(C, 0x008, 1);
        await("registers", 2000, [&] { return all_written(); });
        for (unsigned n = 0; n < PAYLOADS; n++) {
            for (unsigned i = 0; i < STATIONS; i++) {
                send(i);
                if (i == A) send(i);
            }
            for (unsigned i = 0; n < OTHERS && i < STATIONS; i++) send_other(i);
            run(r.in(0, 400));
        }
        await("all payloads", 4000000, [&] { return delivered == 4 * PAYLOADS; });
        chk.eq("all other frames", handed, 3 * OTHERS);
        aim("payloads between MACs", delivered);
        aim("other frames beside them", handed);
        aim("frames lost", lost);
        aim("doubled", doubled);
        aim("in IPv4 form", in_ip);
        aim("in TTPoE form", in_ttpoe);
    }
    size_t pending_others() const
    {
        size_t n = 0;
        for (const auto &x : others) n += x.second.size();
        return n;
    }
};

#endif
