// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_gmii_rx.v: carriers of every kind on the pins, byte- and nibble-wide; each must give
// exactly its event and, but for the FCS, exactly its bytes.
// SEEDS: 1 2 3
#include <deque>
#include "Veth_gmii_rx.h"
#include "eth_line.h"
#include "lockstep.h"

// An error of the FCS after which one bit of the CRC is wrong: 32 steps back from that bit.
static uint32_t fcs_error(unsigned bit)
{
    uint32_t c = 1u << bit;
    for (unsigned i = 0; i < 32; i++) c = c >> 31 ? (c ^ 0xEDB88320) << 1 | 1 : c << 1;
    return c;
}

struct Dut : Veth_gmii_rx { CData &clk = rx_clk; };

struct Bench : lockstep<Dut> {
    enum kind {
        GOOD, SHORT_PREAMBLE, LONG_PREAMBLE, WRONG_BIT, ODD_NIBBLE, RUNT, ER_IN_FRAME, NO_SFD,
        ONE_CRC_BIT, ER_IN_PREAMBLE, BROKEN_OFF, BROKEN_PREAMBLE, CUT, KINDS
    };
    struct pin { uint8_t d; bool dv, er; };
    struct event { unsigned code; bytes body; uint64_t end; };
    struct carrier { std::vector<pin> pins; event want; };

    bool fast = true;               // a byte a clock, else half of one
    bool rst_was = false;
    pin pins{};                     // in this cycle
    std::deque<event> expect;
    bytes got;
    uint64_t seen[2][16] = {}, kinds[KINDS] = {}, close = 0, mid_reset = 0, exact64 = 0,
             exact63 = 0, tiny = 0, after_end = 0, wrong[32] = {};

    void drive() override
    {
        dut->cfg_1000 = fast;
        dut->rx_data = pins.d;
        dut->rx_dv = pins.dv;
        dut->rx_er = pins.er;
    }
    void check() override
    {
        // From its second cycle on a reset lets nothing out, also not what ended before it.
        if (dut->rx_rst) {
            if (rst_was) CHECK(!dut->m_axis_rx_tvalid && !dut->stat_valid);
            rst_was = true;
            return;
        }
        rst_was = false;
        if (dut->m_axis_rx_tvalid) {
            got.push_back(dut->m_axis_rx_tdata);
            if (dut->m_axis_rx_tlast) {
                EXPECT(dut->stat_valid, 1);
                EXPECT(dut->m_axis_rx_tuser, dut->stat_code != RX_GOOD);
            }
        }
        if (!dut->stat_valid) return;
        CHECK(!expect.empty());
        const event &w = expect.front();
        EXPECT(dut->stat_code, w.code);
        EXPECT(dut->m_axis_rx_tvalid && dut->m_axis_rx_tlast, !w.body.empty());
        CHECK(got == w.body);
        // The last byte was on the pins in cycle end; the verdict is on the outputs four later.
        EXPECT(chk.cycle - w.end, 4);
        seen[fast][w.code]++;
        got.clear();
        expect.pop_front();
    }

    // ---- carriers
    size_t length_of(unsigned kind)
    {
        if (kind == RUNT) return r.one_in(3) ? 59 : r.one_in(3) ? r.in(0, 8) : r.in(0, 59);
        return r.one_in(4) ? 60 : r.one_in(20) ? r.in(1515, 3000) : r.in(60, 300);
    }
    // Damage to the bytes of the frame; what the event must be
    unsigned damage(unsigned kind, bytes &f)
    {
        if (kind == WRONG_BIT) f[r.below(f.size())] ^= static_cast<uint8_t>(1u << r.below(8));
        if (kind == ONE_CRC_BIT) {
            const unsigned bit = r.below(32);
            for (unsigned i = 0; i < 4; i++)
                f[f.size() - 4 + i] ^= static_cast<uint8_t>(fcs_error(bit) >> 8 * i);
            wrong[bit]++;
        }
        if (kind == BROKEN_OFF) f.resize(r.below(8));       // with no right FCS
        if (kind == CUT) f.resize(r.in(60, f.size() - 1));
        if (kind == RUNT || kind == BROKEN_OFF || (kind == CUT && f.size() < 64)) return RX_RUNT;
        return kind == WRONG_BIT || kind == ONE_CRC_BIT || kind == CUT ? RX_FCS : RX_GOOD;
    }
    pin data(unsigned d) { return { static_cast<uint8_t>(d), true, false }; }
    std::vector<pin> on_pins(const bytes &all)
    {
        std::vector<pin> v;
        for (uint8_t b : all) {
            if (fast) v.push_back(data(b));
            else for (unsigned half : { b & 15, b >> 4 })
                v.push_back(data(half | static_cast<unsigned>(r.bits(4)) << 4));
        }
        return v;
    }
    // Damage at the pins, the first `head` of which are preamble and SFD; what the event must be
    unsigned damage_pins(unsigned kind, std::vector<pin> &v, size_t head, unsigned code)
    {
        switch (kind) {
        case ODD_NIBBLE:
            v.push_back(data(static_cast<unsigned>(r.bits(8))));
            return RX_ALIGN;
        case ER_IN_FRAME:
            v[head + r.below(v.size() - head)].er = true;
            return RX_ER;
        case NO_SFD: {
            // A bit is wrong somewhere, but not the one that makes an SFD of preamble.
            const size_t at = r.one_in(2) ? head - 1 : r.below(head);
            if (r.one_in(2)) v[at].d ^= static_cast<uint8_t>(1u << r.below(fast ? 7 : 3));
            else v.resize(r.in(1, static_cast<uint32_t>(head) - 1));
            return RX_NOSFD;
        }
        case ER_IN_PREAMBLE:
            v[r.below(head)].er = true;
            return RX_NOSFD;
        case BROKEN_PREAMBLE:
            if (!fast && r.one_in(2)) v[0].d = 0xD;         // an SFD needs a 5 before it
            else v[r.below(head - 1)].d ^= 0x04;
            return RX_NOSFD;
        }
        return code;
    }
    carrier make_carrier()
    {
        unsigned kind = r.below(KINDS);
        if (fast && kind == ODD_NIBBLE) kind = GOOD;
        kinds[kind]++;
        bytes f = eth_random(r, length_of(kind));
        eth_add_fcs(f);
        unsigned code = damage(kind, f);
        const size_t preamble = kind == SHORT_PREAMBLE  ? r.in(0, 6)
                                : kind == LONG_PREAMBLE ? r.in(8, 27)
                                                        : 7;
        std::vector<pin> v = on_pins(on_line(f, preamble));
        size_t head = (preamble + 1) * (fast ? 1 : 2);
        // Half a byte of preamble is eaten too
        if (!fast && kind == SHORT_PREAMBLE && preamble && r.one_in(2)) {
            v.erase(v.begin());
            head--;
        }
        code = damage_pins(kind, v, head, code);
        event w{ code, {}, 0 };
        if (code != RX_NOSFD && f.size() >= 5) w.body.assign(f.begin(), f.end() - 4);
        exact64 += code == RX_GOOD && f.size() == 64;
        exact63 += code == RX_RUNT && f.size() == 63;
        tiny += code == RX_RUNT && f.size() < 5;
        return { v, w };
    }

    // ---- scenes
    void cycle_of(pin p, bool rst = false)
    {
        pins = p;
        dut->rx_rst = rst;
        run(1);
    }
    void idle(unsigned n, bool rst = false) { while (n--) cycle_of({ 0, false, false }, rst); }
    // In the middle, or as long as the event is not out: no event, no byte
    void reset_inside(std::vector<pin> &v)
    {
        const size_t at = r.one_in(2) ? v.size() / 2 : v.size() + r.below(3);
        v.resize(std::max(v.size(), at + 2), { 0, false, false });
        for (size_t i = 0; i < v.size(); i++) {
            if (i == at) got.clear();
            cycle_of(v[i], i == at || i == at + 1);
        }
        after_end += at + 2 == v.size();
        CHECK(got.empty());
        idle(10);
        CHECK(got.empty());
        mid_reset++;
    }
    void play()
    {
        idle(8, true);
        for (unsigned n = 0; n < 3000; n++) {
            if (n % 50 == 0) {
                idle(6);
                fast = !fast;
                idle(12);
            }
            carrier c = make_carrier();
            if (r.one_in(50) && c.pins.size() > 20) {
                reset_inside(c.pins);
                continue;
            }
            c.want.end = chk.cycle + c.pins.size() - 1;
            expect.push_back(c.want);
            for (const pin &p : c.pins) cycle_of(p);
            const unsigned gap = r.one_in(3) ? 1 : r.one_in(2) ? 12 : r.in(1, 30);
            close += gap == 1;
            // Between frames: in-band status, carrier extension, false carrier.
            for (unsigned i = 0; i < gap; i++)
                cycle_of({ static_cast<uint8_t>(r.bits(8)), false, r.one_in(4) });
        }
        idle(10);
        EXPECT(expect.size(), 0);
        EXPECT(seen[1][RX_ALIGN], 0);
    }
    void aims() override
    {
        static const char *name[] = { "good", "FCS", "rx_er", "odd nibble", "runt", "no SFD" };
        for (unsigned f = 0; f < 2; f++)
            for (unsigned c = 0; c < 6; c++) if (!(f && c == RX_ALIGN)) aim(name[c], seen[f][c]);
        for (uint64_t n : kinds) aim("a kind", n);
        for (uint64_t n : wrong) chk.reached("one wrong bit of the CRC", n);
        aim("gap of one clock", close);
        aim("reset inside a frame", mid_reset);
        aim("reset between a frame and its event", after_end);
        aim("64 bytes", exact64);
        aim("63 bytes", exact63);
        aim("less than five bytes", tiny);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
