// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_gmii_rx.v: carriers of every kind on the pins, byte- and nibble-wide; each must give
// exactly its event and, but for the FCS, exactly its bytes.
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include "Veth_gmii_rx.h"
#include "eth_util.h"

struct pin { uint8_t d; bool dv, er; };
struct want { unsigned code; bytes body; uint64_t end; };

// An error of the FCS after which one bit of the CRC is wrong: 32 steps back from that bit.
static uint32_t fcs_error(unsigned bit)
{
    uint32_t c = 1u << bit;
    for (unsigned i = 0; i < 32; i++) c = c >> 31 ? (c ^ 0xEDB88320) << 1 | 1 : c << 1;
    return c;
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_gmii_rx", seed);
    auto dut = std::make_unique<Veth_gmii_rx>();
    uint64_t seen[2][16] = {}, kinds[16] = {}, close = 0, mid_reset = 0, exact64 = 0, exact63 = 0,
             tiny = 0, after_end = 0, wrong[32] = {};

    bool fast = true, in_reset = false;
    std::deque<pin> pins;
    std::deque<want> expect;
    bytes got;
    uint64_t now = 0;

    auto cycle = [&](pin p, bool rst) {
        chk.cycle = now;
        dut->rx_rst = rst;
        dut->cfg_1000 = fast;
        dut->rx_data = p.d;
        dut->rx_dv = p.dv;
        dut->rx_er = p.er;
        dut->eval();
        if (!rst && now > 4) {
            if (dut->m_axis_rx_tvalid) {
                got.push_back(dut->m_axis_rx_tdata);
                if (dut->m_axis_rx_tlast) {
                    CHECK_EQ(chk, dut->stat_valid, 1);
                    CHECK_EQ(chk, dut->m_axis_rx_tuser, dut->stat_code != RX_GOOD);
                }
            }
            if (dut->stat_valid) {
                if (expect.empty()) { CHECK_EQ(chk, dut->stat_valid, 0); }
                const want &w = expect.front();
                CHECK_EQ(chk, dut->stat_code, w.code);
                CHECK_EQ(chk, dut->m_axis_rx_tvalid && dut->m_axis_rx_tlast, !w.body.empty());
                CHECK_EQ(chk, got.size(), w.body.size());
                for (size_t i = 0; i < got.size(); i++) CHECK_EQ(chk, got[i], w.body[i]);
                // The last byte was on the pins in cycle end; the verdict is on the outputs four
                // later.
                CHECK_EQ(chk, now - w.end, 4);
                seen[fast][w.code]++;
                got.clear();
                expect.pop_front();
            }
        }
        // From its second cycle on a reset lets nothing out, also not what ended before it.
        if (rst && in_reset) CHECK_EQ(chk, dut->m_axis_rx_tvalid || dut->stat_valid, 0);
        in_reset = rst && now > 0;
        dut->rx_clk = 1; dut->eval(); dut->rx_clk = 0; dut->eval();
        now++;
    };
    // A carrier as pins.
    auto put = [&](const bytes &pre, const bytes &f, bool odd) {
        std::vector<pin> v;
        bytes all = pre;
        all.insert(all.end(), f.begin(), f.end());
        for (uint8_t b : all) {
            if (fast) v.push_back({ b, true, false });
            else {
                v.push_back({ static_cast<uint8_t>((b & 15) | (r.bits(4) << 4)), true, false });
                v.push_back({ static_cast<uint8_t>((b >> 4) | (r.bits(4) << 4)), true, false });
            }
        }
        if (odd) v.push_back({ static_cast<uint8_t>(r.bits(8)), true, false });
        return v;
    };

    dut->rx_clk = 0;
    for (unsigned i = 0; i < 8; i++) cycle({ 0, false, false }, true);
    for (unsigned n = 0; n < 3000; n++) {
        if (n % 50 == 0) {
            for (unsigned i = 0; i < 6; i++) cycle({ 0, false, false }, false);
            fast = !fast;
            for (unsigned i = 0; i < 12; i++) cycle({ 0, false, false }, false);
        }
        unsigned kind = r.below(13);
        if (fast && kind == 4) kind = 0;
        kinds[kind]++;
        bytes pre(7, 0x55);
        pre.push_back(0xD5);
        size_t len = r.one_in(4) ? 60 : r.one_in(20) ? r.in(1515, 3000) : r.in(60, 300);
        bool odd = false;
        bytes f;
        want w;
        unsigned code = RX_GOOD;
        if (kind == 5) {
            len = r.one_in(3) ? 59 : r.one_in(3) ? r.in(0, 8) : r.in(0, 59);
            code = RX_RUNT;
        }
        f = eth_random(r, len);
        eth_add_fcs(f);
        if (kind == 1) { pre.erase(pre.begin(), pre.begin() + r.in(1, 7)); }
        if (kind == 2) { pre.insert(pre.begin(), r.in(1, 20), 0x55); }
        if (kind == 3) {
            f[r.below(f.size())] ^= static_cast<uint8_t>(1u << r.below(8));
            code = RX_FCS;
        }
        if (kind == 8) {
            const unsigned bit = r.below(32);
            for (unsigned i = 0; i < 4; i++)
                f[f.size() - 4 + i] ^= static_cast<uint8_t>(fcs_error(bit) >> 8 * i);
            code = RX_FCS;
            wrong[bit]++;
        }
        if (kind == 4) { odd = true; code = RX_ALIGN; }
        if (kind == 10) { f.resize(r.below(8)); code = RX_RUNT; }   // broken off, with no right FCS
        if (kind == 12) {
            f.resize(r.in(60, f.size() - 1));
            code = f.size() < 64 ? RX_RUNT : RX_FCS;
        }
        std::vector<pin> v = put(pre, f, odd);
        size_t head = pre.size() * (fast ? 1 : 2);
        // Half a byte of preamble is eaten too
        if (!fast && kind == 1 && r.one_in(2)) {
            if (pre.size() > 1) { v.erase(v.begin()); head--; }
        }
        if (kind == 6) { v[head + r.below(v.size() - head)].er = true; code = RX_ER; }
        if (kind == 7) {                                            // the SFD never comes
            // A bit is wrong somewhere, but not the one that makes an SFD of preamble.
            const size_t at = r.one_in(2) ? head - 1 : r.below(head);
            if (r.one_in(2)) v[at].d ^= static_cast<uint8_t>(1u << r.below(fast ? 7 : 3));
            else v.resize(r.in(1, head - 1));
            code = RX_NOSFD;
        }
        if (kind == 9) { v[r.below(head)].er = true; code = RX_NOSFD; }
        if (kind == 11) {
            if (!fast && r.one_in(2)) v[0].d = 0xD;                 // an SFD needs a 5 before it
            else v[r.below(head - 1)].d ^= 0x04;
            code = RX_NOSFD;
        }
        w.code = code;
        if (code != RX_NOSFD && f.size() >= 5) w.body.assign(f.begin(), f.end() - 4);
        exact64 += code == RX_GOOD && f.size() == 64;
        exact63 += code == RX_RUNT && f.size() == 63;
        tiny += code == RX_RUNT && f.size() < 5;

        // Reset in the middle, or as long as the event is not out: no event, no byte
        if (r.one_in(50) && v.size() > 20) {
            const size_t at = r.one_in(2) ? v.size() / 2 : v.size() + r.below(3);
            v.resize(std::max(v.size(), at + 2), { 0, false, false });
            for (size_t i = 0; i < v.size(); i++) {
                if (i == at) got.clear();
                cycle(v[i], i == at || i == at + 1);
            }
            after_end += at + 2 == v.size();
            CHECK_EQ(chk, got.size(), 0);
            for (unsigned i = 0; i < 10; i++) cycle({ 0, false, false }, false);
            CHECK_EQ(chk, got.size(), 0);
            mid_reset++;
            continue;
        }
        w.end = now + v.size() - 1;
        expect.push_back(w);
        for (auto &p : v) cycle(p, false);
        const unsigned gap = r.one_in(3) ? 1 : r.one_in(2) ? 12 : r.in(1, 30);
        close += gap == 1;
        // Between frames: in-band status, carrier extension, false carrier.
        for (unsigned i = 0; i < gap; i++)
            cycle({ static_cast<uint8_t>(r.bits(8)), false, r.one_in(4) }, false);
    }
    for (unsigned i = 0; i < 10; i++) cycle({ 0, false, false }, false);
    CHECK_EQ(chk, expect.size(), 0);
    dut->final();
    static const char *name[] = { "good", "FCS", "rx_er", "odd nibble", "runt", "no SFD" };
    for (unsigned f = 0; f < 2; f++)
        for (unsigned c = 0; c < 6; c++)
            if (!(f && c == RX_ALIGN)) chk.reached(name[c], seen[f][c]);
    CHECK_EQ(chk, seen[1][RX_ALIGN], 0);
    for (unsigned k = 0; k < 13; k++) chk.reached("a kind", kinds[k]);
    for (uint64_t n : wrong) chk.reached("one wrong bit of the CRC", n);
    chk.reached("gap of one clock", close);
    chk.reached("reset inside a frame", mid_reset);
    chk.reached("reset between a frame and its event", after_end);
    chk.reached("64 bytes", exact64);
    chk.reached("63 bytes", exact63);
    chk.reached("less than five bytes", tiny);
    printf("PASS carriers good=%" PRIu64 "/%" PRIu64 " runts=%" PRIu64 " nosfd=%" PRIu64 "\n",
           seen[0][0], seen[1][0], seen[0][RX_RUNT] + seen[1][RX_RUNT],
           seen[0][RX_NOSFD] + seen[1][RX_NOSFD]);
    return 0;
}
