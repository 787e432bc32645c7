// SPDX-License-Identifier: Apache-2.0
//
// fpga/sim/DP16KD.v against a memory of single bits: every width, write mode and reset, both ports at any time, the
// content at the start. Where the part promises nothing the model must give random bits.
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=36 -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL" -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=9 -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL" -GRESETMODE="ASYNC" -GASYNC_RESET_RELEASE="ASYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=18 -GDATA_WIDTH_B=18 -GWRITEMODE_A="READBEFOREWRITE" -GWRITEMODE_B="WRITETHROUGH" -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="INV"
// PARAMS: -GDATA_WIDTH_A=9 -GDATA_WIDTH_B=18 -GWRITEMODE_A="WRITETHROUGH" -GWRITEMODE_B="NORMAL" -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=4 -GDATA_WIDTH_B=4 -GWRITEMODE_A="READBEFOREWRITE" -GWRITEMODE_B="READBEFOREWRITE" -GRESETMODE="ASYNC" -GASYNC_RESET_RELEASE="ASYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=1 -GDATA_WIDTH_B=2 -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="READBEFOREWRITE" -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=18 -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL" -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB" -GINITVAL_00=320'h13579bdf2468ace055aa33cc0ff0cc33aa5500ff00ffdeadbeefcafef00d0123456789abcdef5a5a -GINITVAL_3F=320'hfedcba98765432100123456789abcdefdeadbeefcafef00d55aa33cc0ff0cc33aa5500ff00ff1234
// SEEDS: 1 2
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#include "VDP16KD.h"
#include "tb_util.h"

#ifndef INITVAL_00
#define INITVAL_00 320'h0
#define INITVAL_3F 320'h0
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

struct port {
    unsigned width;
    std::string mode;
    CData *di[18], *d_o[18], *ad[14];
    CData *ce, *we, *rst, *cs[3], *clk;
    bool falling;
    // What it must show.
    uint64_t q = 0, unsure = 0;
    // What it does at the coming edge.
    bool edge, on, write, reset, shows;
    uint32_t addr;
    uint64_t data;
    std::vector<unsigned> bits;         // of the memory, in the order of the data
    std::vector<bool> may_write;
};

static std::vector<uint8_t> content(18432, 0), unknown(18432, 0);

// Where the bits of a word lie, typed from the addressing rules: 16 bits of 18 for the narrow widths.
static void locate(port &p)
{
    p.bits.clear();
    p.may_write.assign(p.width, p.write);
    for (unsigned i = 0; i < p.width; i++) {
        const unsigned a = p.addr;
        unsigned at;
        switch (p.width) {
        case 36: at = 36 * (a / 32) + i; break;
        case 18: at = 18 * (a / 16) + i; break;
        case 9:  at = 9 * (a / 8) + i; break;
        default: at = 9 * (a / 8) + a % 8 / p.width * p.width + i; break;
        }
        p.bits.push_back(at);
        if (p.width >= 18 && !((a >> (i / 9)) & 1)) p.may_write[i] = false;
    }
}

// 80 hex digits of an INITVAL into 16 words of 18 bits, 20 bits apart.
static void preset(unsigned row, const char *text)
{
    const std::string hex = std::string(80, '0') + (strchr(text, 'h') + 1);
    for (unsigned bit = 0; bit < 320; bit++) {
        const char c = hex[hex.size() - 1 - bit / 4];
        const unsigned digit = static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
        if (bit % 20 < 18) content[288 * row + 18 * (bit / 20) + bit % 20] = (digit >> (bit % 4)) & 1;
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    auto dut = std::make_unique<VDP16KD>();
    VDP16KD &t = *dut;
    tb_rng r(seed);
    tb_check chk("DP16KD", seed);
    const bool pdpw = DATA_WIDTH_A == 36, sync_reset = !strcmp(RESETMODE, "SYNC");
    port a{ DATA_WIDTH_A, WRITEMODE_A,
        { &t.DIA0, &t.DIA1, &t.DIA2, &t.DIA3, &t.DIA4, &t.DIA5, &t.DIA6, &t.DIA7, &t.DIA8, &t.DIA9, &t.DIA10, &t.DIA11, &t.DIA12, &t.DIA13, &t.DIA14, &t.DIA15, &t.DIA16, &t.DIA17 },
        { &t.DOA0, &t.DOA1, &t.DOA2, &t.DOA3, &t.DOA4, &t.DOA5, &t.DOA6, &t.DOA7, &t.DOA8, &t.DOA9, &t.DOA10, &t.DOA11, &t.DOA12, &t.DOA13, &t.DOA14, &t.DOA15, &t.DOA16, &t.DOA17 },
        { &t.ADA0, &t.ADA1, &t.ADA2, &t.ADA3, &t.ADA4, &t.ADA5, &t.ADA6, &t.ADA7, &t.ADA8, &t.ADA9, &t.ADA10, &t.ADA11, &t.ADA12, &t.ADA13 },
        &t.CEA, &t.WEA, &t.RSTA, { &t.CSA0, &t.CSA1, &t.CSA2 }, &t.CLKA, false };
    port b{ DATA_WIDTH_B, WRITEMODE_B,
        { &t.DIB0, &t.DIB1, &t.DIB2, &t.DIB3, &t.DIB4, &t.DIB5, &t.DIB6, &t.DIB7, &t.DIB8, &t.DIB9, &t.DIB10, &t.DIB11, &t.DIB12, &t.DIB13, &t.DIB14, &t.DIB15, &t.DIB16, &t.DIB17 },
        { &t.DOB0, &t.DOB1, &t.DOB2, &t.DOB3, &t.DOB4, &t.DOB5, &t.DOB6, &t.DOB7, &t.DOB8, &t.DOB9, &t.DOB10, &t.DOB11, &t.DOB12, &t.DOB13, &t.DOB14, &t.DOB15, &t.DOB16, &t.DOB17 },
        { &t.ADB0, &t.ADB1, &t.ADB2, &t.ADB3, &t.ADB4, &t.ADB5, &t.ADB6, &t.ADB7, &t.ADB8, &t.ADB9, &t.ADB10, &t.ADB11, &t.ADB12, &t.ADB13 },
        &t.CEB, &t.WEB, &t.RSTB, { &t.CSB0, &t.CSB1, &t.CSB2 }, &t.CLKB, !strcmp(CLKBMUX, "INV") };
    port *const both[] = { &a, &b };
    preset(0x00, TEXT(INITVAL_00));
    preset(0x3f, TEXT(INITVAL_3F));
    uint64_t init_ones = 0;
    for (uint8_t c : content) init_ones += c;

    uint64_t read_hits = 0, meets = 0, random_old = 0, random_new = 0, w_meets = 0, resets = 0, blocked = 0, off = 0, shown[2] = {}, same_row = 0;
    bool first = true;
    for (uint64_t n = 0; n < 60000; n++) {
        chk.cycle = n;
        const uint32_t near = static_cast<uint32_t>(r.bits(14));
        const bool sweep = n < 2 * 18432 / 9;      // first the content at the start, by reading alone
        for (port *p : both) {
            p->edge = r.percent(70);
            // Mostly a few rows at both ends.
            p->addr = sweep ? static_cast<uint32_t>(n * 8 % 16384) | (r.below(8) & (p->width < 9 ? 7 : 0)) : r.percent(40) ? near ^ r.below(32) : r.below(4) * 5461 % 16384 ^ r.below(64);
            if (p->width == 18 && sweep) p->addr = p->addr & ~3u;
            p->data = r.bits(36);
            const bool selected = r.percent(85), enable = r.percent(85);
            p->on = selected && enable;
            const bool we = !sweep && r.percent(p == &b && !pdpw ? 40 : 50) && !(p == &b && pdpw);
            p->reset = sync_reset && r.percent(4);
            p->write = we && p->on && !p->reset;
            off += !p->on && we;
            blocked += p->reset && p->on && we && p->edge;
            for (unsigned i = 0; i < 14; i++) *p->ad[i] = (p->addr >> i) & 1;
            for (unsigned i = 0; i < 18; i++) *p->di[i] = (p->data >> i) & 1;
            *p->ce = enable;
            *p->we = we;
            *p->rst = p->reset;
            const unsigned cs = selected ? 0 : r.in(1, 7);
            for (unsigned i = 0; i < 3; i++) *p->cs[i] = (cs >> i) & 1;
            *p->clk = p->falling;
        }
        if (pdpw)
            for (unsigned i = 0; i < 18; i++) *b.di[i] = (a.data >> (18 + i)) & 1;
        t.OCEA = r.one_in(2);
        t.OCEB = r.one_in(2);
        t.eval();
        if (first) {        // both clocks at rest
            first = false;
            continue;
        }
        for (port *p : both) *p->clk = p->edge ? !p->falling : p->falling;
        t.eval();
        locate(a);
        locate(b);
        const bool meet = a.edge && b.edge;
        if (meet && a.addr / 32 == b.addr / 32) same_row++;
        // Outputs from the content before the edge.
        const std::vector<uint8_t> before = content, unknown_before = unknown;
        auto takes = [&](const port &p, unsigned bit) {
            for (unsigned i = 0; i < p.width; i++)
                if (p.bits[i] == bit && p.may_write[i] && p.edge) return true;
            return false;
        };
        for (unsigned k = 0; k < 2; k++) {
            port &p = *both[k], &o = *both[!k];
            const bool we = *p.we;
            p.shows = false;
            if (!p.edge) continue;
            if (p.reset) {
                p.q = p.unsure = 0;
                resets++;
            } else if (p.on && !(k == 0 && pdpw) && !(we && p.mode == "NORMAL")) {
                p.q = p.unsure = 0;
                p.shows = true;
                shown[k]++;
                for (unsigned i = 0; i < p.width; i++) {
                    uint8_t v = before[p.bits[i]], u = unknown_before[p.bits[i]];
                    if (we && p.mode == "WRITETHROUGH" && p.may_write[i]) { v = (p.data >> i) & 1; u = 0; }
                    if (meet && takes(o, p.bits[i])) { u = 1; meets++; }
                    p.q |= uint64_t{ v } << i;
                    p.unsure |= uint64_t{ u } << i;
                    if (!u && v) read_hits++;
                }
            }
        }
        for (port *p : both)
            for (unsigned i = 0; i < p->width && p->edge; i++)
                if (p->may_write[i]) {
                    content[p->bits[i]] = (p->data >> i) & 1;
                    unknown[p->bits[i]] = 0;
                }
        for (unsigned i = 0; i < a.width && meet; i++)
            if (a.may_write[i] && takes(b, a.bits[i])) { unknown[a.bits[i]] = 1; w_meets++; }

        for (unsigned k = 0; k < 2; k++) {
            port &p = *both[k];
            uint64_t got = 0;
            if (k == 0 && pdpw && b.width != 36) {
                for (unsigned i = 0; i < 18; i++) chk.eq("DOA in PDPW", *a.d_o[i], 0);
                continue;
            }
            if (k == 0 && pdpw) continue;      // with b
            if (p.width == 36)
                for (unsigned i = 0; i < 36; i++) got |= uint64_t{ *(i < 18 ? a : b).d_o[i % 18] } << i;
            else
                for (unsigned i = 0; i < 18; i++) got |= uint64_t{ *p.d_o[i] } << i;
            chk.eq(k ? "DOB" : "DOA", got & ~p.unsure, p.q & ~p.unsure);
            // Of the bits read while written some must be wrong either way.
            if (p.shows && meet && p.unsure) {
                for (unsigned i = 0; i < p.width; i++)
                    if (((p.unsure >> i) & 1) && takes(*both[!k], p.bits[i])) {
                        random_old += ((got >> i) & 1) != before[p.bits[i]] && !unknown_before[p.bits[i]];
                        random_new += ((got >> i) & 1) != content[p.bits[i]] && !unknown[p.bits[i]];
                    }
            }
        }
    }
    if (!pdpw) chk.reached("port A shows", shown[0]);
    chk.reached("port B shows", shown[1]);
    chk.reached("a one read", read_hits);
    chk.reached("both ports in one row", same_row);
    chk.reached("read while written", meets);
    chk.reached("read while written, not the old bit", random_old);
    chk.reached("read while written, not the new bit", random_new);
    if (!pdpw) chk.reached("written by both", w_meets);
    if (sync_reset) {
        chk.reached("reset", resets);
        chk.reached("write during reset", blocked);
    }
    chk.reached("write while not selected", off);
    if (strlen(TEXT(INITVAL_00)) > 10) chk.reached("content at the start", init_ones);
    printf("DP16KD seed=%llu: %llu compared, %llu bits read while written\n", static_cast<unsigned long long>(seed),
           static_cast<unsigned long long>(chk.compared), static_cast<unsigned long long>(meets));
    return 0;
}
