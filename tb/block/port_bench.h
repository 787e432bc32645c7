// SPDX-License-Identifier: Apache-2.0
//
// ttp_port's RTL beside its model, at every pin in every cycle, and what stands around it: sources
// of beats, readers, a master of the registers. For tb/block/ttp_port.cpp.
#ifndef PORT_BENCH_H
#define PORT_BENCH_H

#include <cstring>
#include "Vttp_port.h"
#include "axil_pins.h"
#include "lockstep.h"
#include "port_witness.h"
extern "C" {
#include "ttp_port.h"
}

// Frames that wait, given beat by beat. What is not valid is noise.
struct port_source {
    std::deque<port_frame> frames;
    size_t at = 0;                      // bytes of the front one that are given
    unsigned load = 100;                // per cent of cycles in which there is a new beat
    bool shows = false;
    uint64_t began = 0;                 // cycle of its first beat
    ttp_port_beat beat = {};

    void drive(tb_rng &r, uint64_t now)
    {
        if (shows) return;              // a beat stands until it is taken
        shows = !frames.empty() && r.percent(load);
        for (auto &lane : beat.data) lane = r.next();
        beat.keep = r.bits(PORT_W);
        beat.last = r.one_in(2);
        beat.user = r.one_in(2);
        beat.valid = shows;
        if (!shows) return;
        const port_frame &f = frames.front();
        const size_t n = std::min<size_t>(PORT_W, f.bytes.size() - at);
        if (!at) began = now;
        for (unsigned k = 0; k < n; k++) ttp_port_set_byte(&beat, k, f.bytes[at + k]);
        beat.keep = n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
        beat.last = at + n == f.bytes.size();
        if (beat.last) beat.user = f.user;
    }
    // The beat is taken. True: it was the last one, of the frame that is returned.
    bool taken(port_frame *f)
    {
        shows = false;
        at += PORT_W;
        if (!beat.last) return false;
        *f = frames.front();
        frames.pop_front();
        at = 0;
        return true;
    }
    void reset() { frames.clear(), at = 0, shows = false; }
};

// Beats that come out.
struct port_sink {
    port_bytes bytes, last;             // of the frame that comes, of the one before
    uint64_t n = 0;                     // frames
    unsigned load = 100;
    // True: with this beat a frame is whole.
    bool takes(const ttp_port_beat &b)
    {
        for (unsigned k = 0; k < PORT_W && b.keep >> k & 1; k++)
            bytes.push_back(ttp_port_byte(&b, k));
        if (!b.last) return false;
        last.swap(bytes);
        bytes.clear();
        n++;
        return true;
    }
};

struct port_access { bool write; uint32_t address, value; unsigned answer; };

// A port of the model, with its memory.
struct port_model : ttp_port {
    std::vector<uint64_t> memory;

    port_model() : ttp_port{}
    {
        const ttp_port_params p = { DATA_W, OTHER_WORDS, ROUTES, 0x98ED5C };
        ttp_arena arena = {};
        ttp_port_bind(this, &p, &arena);            // how much it takes
        memory.resize(arena.used / 8);
        arena = { reinterpret_cast<uint8_t *>(memory.data()), 0, arena.used };
        ttp_port_bind(this, &p, &arena);
    }
    port_model(const port_model &) = delete;        // the queues are in its memory
};

// The RTL and its model: the same pins in, the same pins out.
struct port_pins : lockstep<Vttp_port> {
    port_model model;
    ttp_port_in in = {};
    ttp_port_out o = {};
    bool started = false;               // a reset has been

    template <class P> static void put(P &port, const ttp_port_beat &b)
    {
        memcpy(&port, b.data, PORT_W);
    }
    template <class P> static ttp_port_beat get(const P &port, uint64_t keep, bool valid, bool last)
    {
        ttp_port_beat b = {};
        memcpy(b.data, &port, PORT_W);
        b.keep = keep, b.valid = valid, b.last = last;
        return b;
    }
    void pins()
    {
        dut->rst = in.rst;
#define PORT_PUT(NAME) \
        put(dut->NAME##_tdata, in.NAME); \
        tb_set(dut->NAME##_tkeep, in.NAME.keep); \
        dut->NAME##_tvalid = in.NAME.valid; \
        dut->NAME##_tlast = in.NAME.last; \
        dut->NAME##_tuser = in.NAME.user
        PORT_PUT(s_axis_wire);
        PORT_PUT(s_axis_ttp);
        PORT_PUT(s_axis_other);
#undef PORT_PUT
        dut->m_axis_wire_tready = in.m_axis_wire_tready;
        dut->m_axis_other_tready = in.m_axis_other_tready;
        axil_drive(*dut, in.s_axil);
    }
    void same(const char *what, const ttp_port_beat &rtl, const ttp_port_beat &b)
    {
        chk.eq(what, rtl.valid, b.valid);
        if (!b.valid) return;
        chk.eq(what, rtl.last, b.last);
        chk.eq(what, rtl.keep, b.keep);
        for (unsigned k = 0; k < PORT_W; k++)
            if (b.keep >> k & 1) chk.eq(what, ttp_port_byte(&rtl, k), ttp_port_byte(&b, k));
    }
    void check() override
    {
        ttp_port_drive(&model, &in, &o);
#define PORT_GET(NAME) get(dut->NAME##_tdata, dut->NAME##_tkeep, dut->NAME##_tvalid, \
                           dut->NAME##_tlast)
        if (started) {
            same("m_axis_wire", PORT_GET(m_axis_wire), o.m_axis_wire);
            same("m_axis_ttp", PORT_GET(m_axis_ttp), o.m_axis_ttp);
            same("m_axis_other", PORT_GET(m_axis_other), o.m_axis_other);
            if (o.m_axis_wire.valid && o.m_axis_wire.last)
                CHECK_EQ(chk, dut->m_axis_wire_tuser, o.m_axis_wire.user);
            if (o.m_axis_ttp.valid && o.m_axis_ttp.last)
                CHECK_EQ(chk, dut->m_axis_ttp_tuser, o.m_axis_ttp.user);
            CHECK_EQ(chk, dut->s_axis_wire_tready, o.s_axis_wire_tready);
            CHECK_EQ(chk, dut->s_axis_ttp_tready, o.s_axis_ttp_tready);
            CHECK_EQ(chk, dut->s_axis_other_tready, o.s_axis_other_tready);
            axil_check(chk, *dut, o.s_axil);
        }
#undef PORT_GET
    }
};

struct port_bench : port_pins {
    port_witness witness{ chk };
    port_maker make{ r, witness.regs };
    port_source wire, mac, host;
    port_sink to_wire, to_mac, to_host;
    std::deque<port_access> accesses;
    std::deque<port_access> done;
    unsigned aw_left = 0, w_left = 0, ar_left = 0;      // of the access under way: to be taken
    bool under_way = false;
    size_t words = 0, peak = 0;         // of the frame from the wire; of the queue, in its time
    unsigned row = 0, mac_row = 0;      // frames of the MAC between two other ones, on the wire
    // A frame has ended. What it is is settled by a cycle, with the registers there are until then.
    struct arrived { port_frame frame; uint64_t began, from; bool full; };
    std::deque<arrived> known;
    bool single = false;                // the beat before was a frame
    bool saturated = false;             // both sources are never without a frame

    void drive() override
    {
        wire.drive(r, chk.cycle);
        mac.drive(r, chk.cycle);
        host.drive(r, chk.cycle);
        in.s_axis_wire = wire.beat;
        in.s_axis_ttp = mac.beat;
        in.s_axis_other = host.beat;
        in.m_axis_wire_tready = r.percent(to_wire.load);
        in.m_axis_other_tready = r.percent(to_host.load);
        drive_axil();
        pins();
    }

    // ------------------------------------------------------------ registers
    void drive_axil()
    {
        ttp_axil_in &x = in.s_axil;
        if (!under_way && !accesses.empty()) {
            under_way = true;
            aw_left = w_left = accesses.front().write;
            ar_left = !accesses.front().write;
        }
        const port_access a = under_way ? accesses.front() : port_access{};
        if (!x.awvalid) x.awvalid = aw_left && r.one_in(2);
        if (!x.wvalid) x.wvalid = w_left && r.one_in(2);
        if (!x.arvalid) x.arvalid = ar_left && r.one_in(2);
        x.awaddr = x.awvalid ? a.address | (a.address ^ 3 * chk.cycle) % 4 : r.below(4096);
        x.araddr = x.arvalid ? a.address : r.below(4096);
        x.wdata = x.wvalid ? a.value : static_cast<uint32_t>(r.next());
        x.wstrb = r.below(16);
        x.bready = r.one_in(2);
        x.rready = r.one_in(2);
    }
    void step_axil()
    {
        ttp_axil_in &x = in.s_axil;
        const ttp_axil_out &y = o.s_axil;
        const bool answered = (x.bready && y.bvalid) || (x.rready && y.rvalid);
        if (x.awvalid && y.awready) aw_left = 0, x.awvalid = false;
        if (x.wvalid && y.wready) w_left = 0, x.wvalid = false;
        if (x.arvalid && y.arready) ar_left = 0, x.arvalid = false;
        wrote = y.bvalid && !x.bready;
        if (!answered) return;
        port_access a = accesses.front();
        a.answer = a.write ? y.bresp : y.rresp;
        if (!a.write) {
            a.value = y.rdata;
            witness.read(a.address, a.value, a.answer);
        }
        done.push_back(a);
        accesses.pop_front();
        under_way = false;
    }
    bool wrote = false;
    void write(uint32_t address, uint32_t v) { accesses.push_back({ true, address, v, 0 }); }
    void read(uint32_t address) { accesses.push_back({ false, address, 0, 0 }); }
    void set(uint32_t address, uint32_t value) { write(address, value), accessed(); }
    uint32_t get(uint32_t address)
    {
        read(address);
        accessed();
        return done.back().value;
    }
    void accessed() { await("an access ends", 100000, [&] { return accesses.empty(); }); }

    // ------------------------------------------------------------ the edge
    void step() override
    {
        port_frame f;
        const bool now_single = wire.shows && !words && wire.beat.last;
        // A register changes with the cycle of the answer.
        if (!wrote && o.s_axil.bvalid) {
            const port_access a = accesses.front();
            witness.write(a.address, a.value, o.s_axil.bresp);
        }
        if (!in.rst) {
            if (!known.empty() && known.front().from == chk.cycle) {
                const arrived &x = known.front();
                witness.comes(x.frame, x.began, x.full);
                known.pop_front();
            }
            if (wire.shows) {
                AIM_IF(PORT_W == 64, "frames of one beat, one right behind the other",
                       single && !words && wire.beat.last);
                words++;
                peak = std::max<size_t>(peak, witness.held + arriving() + words);
                if (wire.taken(&f)) {
                    known.push_back({ f, wire.began, chk.cycle + 3, peak >= OTHER_WORDS });
                    words = peak = 0;
                }
            }
            if (o.m_axis_ttp.valid && to_mac.takes(o.m_axis_ttp)) {
                witness.to_mac(to_mac.last, o.m_axis_ttp.user);
            }
            if (o.m_axis_other.valid && in.m_axis_other_tready && to_host.takes(o.m_axis_other)) {
                witness.to_host(to_host.last);
            }
            if (mac.shows && o.s_axis_ttp_tready) {
                // The witness sees it before its first beat can be at the wire's last one.
                if (mac.taken(&f)) witness.given(f, mac.began);
            }
            if (host.shows && o.s_axis_other_tready && host.taken(&f)) witness.given_other(f);
            if (o.m_axis_wire.valid && in.m_axis_wire_tready && to_wire.takes(o.m_axis_wire)) {
                turns(witness.to_wire(to_wire.last, o.m_axis_wire.user));
            }
            AIM("the wire stands", o.m_axis_wire.valid && !in.m_axis_wire_tready);
            AIM("the host does not read", o.m_axis_other.valid && !in.m_axis_other_tready);
            AIM("a whole other frame waits for the MAC's", witness.host.size() && mac.shows);
            AIM("the queue of the host stands", host.shows && !o.s_axis_other_tready);
        }
        single = now_single;
        ttp_port_clock(&model, &in);
        step_axil();
        if (in.rst) forget();
    }
    size_t arriving() const
    {
        size_t n = 0;
        for (const arrived &x : known) n += port_words(x.frame.bytes);
        return n;
    }
    // port.turn, where both sources always have a frame: SHARE frames of the MAC between two.
    void turns(bool other)
    {
        if (!saturated) {
            row = mac_row = 0;
            return;
        }
        if (!other) {
            row++;
            return;
        }
        if (++mac_row > 2) chk.eq("port.turn: frames of the MAC in a row", row, witness.regs.share);
        AIM("port.turn", mac_row > 2);
        row = 0;
    }
    void forget()
    {
        witness.reset();
        for (auto *s : { &wire, &mac, &host }) s->reset();
        for (auto *s : { &to_wire, &to_mac, &to_host }) s->bytes.clear();
        accesses.clear();
        under_way = wrote = false;
        in.s_axil.awvalid = in.s_axil.wvalid = in.s_axil.arvalid = false;
        aw_left = w_left = ar_left = 0;
        known.clear();
        words = peak = 0;
        row = mac_row = 0;
        started = true;
    }
    void reset(unsigned cycles = 1)
    {
        in.rst = true;
        run(cycles);
        in.rst = false;
    }
    // All that waits goes through, and all that was to come has come.
    void drain()
    {
        saturated = false;
        for (auto *s : { &wire, &mac, &host }) s->load = 100;
        to_wire.load = to_host.load = 100;
        await("all goes through", 400000, [&] {
            return wire.frames.empty() && mac.frames.empty() && host.frames.empty()
                   && accesses.empty();
        });
        run(OTHER_WORDS * 4 + 100);
        witness.quiet();
    }
    void counters()
    {
        static const char *const name[] = {
            "OTHER_RX", "OTHER_DROP", "OTHER_BAD", "OTHER_TX", "OTHER_LONG", "IP_RX", "IP_TX",
            "IP_VERSION", "IP_CHECKSUM", "IP_FRAGMENT", "IP_LENGTH", "IP_SOURCE" };
        for (unsigned i = 0; i < N_ALL; i++) {
            const uint32_t n = get(0x100 + 4 * i);
            if (witness.exact) chk.eq(name[i], n, static_cast<uint32_t>(witness.count[i]));
            else witness.count[i] = n;
        }
        AIM("counters that are known", witness.exact);
        witness.exact = true;
    }
};

#endif
