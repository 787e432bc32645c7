// SPDX-License-Identifier: Apache-2.0
//
// fpga/sim/DP16KD.v against a memory of single bits: every width, write mode and reset, both ports
// at any time, the content at the start. Where the part promises nothing the model must give random
// bits.
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=36
//     -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL"
//     -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=9
//     -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL"
//     -GRESETMODE="ASYNC" -GASYNC_RESET_RELEASE="ASYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=18 -GDATA_WIDTH_B=18
//     -GWRITEMODE_A="READBEFOREWRITE" -GWRITEMODE_B="WRITETHROUGH"
//     -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="INV"
// PARAMS: -GDATA_WIDTH_A=9 -GDATA_WIDTH_B=18
//     -GWRITEMODE_A="WRITETHROUGH" -GWRITEMODE_B="NORMAL"
//     -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=4 -GDATA_WIDTH_B=4
//     -GWRITEMODE_A="READBEFOREWRITE" -GWRITEMODE_B="READBEFOREWRITE"
//     -GRESETMODE="ASYNC" -GASYNC_RESET_RELEASE="ASYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=1 -GDATA_WIDTH_B=2
//     -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="READBEFOREWRITE"
//     -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
// PARAMS: -GDATA_WIDTH_A=36 -GDATA_WIDTH_B=18
//     -GWRITEMODE_A="NORMAL" -GWRITEMODE_B="NORMAL"
//     -GRESETMODE="SYNC" -GASYNC_RESET_RELEASE="SYNC" -GCLKBMUX="CLKB"
//     -GINITVAL_00=320'h13579bdf2468ace055aa33cc0ff0cc33aa5500ff
//     _00ffdeadbeefcafef00d0123456789abcdef5a5a
//     -GINITVAL_3F=320'hfedcba98765432100123456789abcdefdeadbeef
//     _cafef00d55aa33cc0ff0cc33aa5500ff00ff1234
// SEEDS: 1 2
#include <cstring>
#include <string>
#include <vector>
#include "VDP16KD.h"
#include "eth_util.h"
#include "lockstep.h"

#ifndef INITVAL_00
#define INITVAL_00 320'h0
#define INITVAL_3F 320'h0
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
// Each bit of a bus is a port of its own.
#define BITS_14(x) \
    &t.x##0, &t.x##1, &t.x##2, &t.x##3, &t.x##4, &t.x##5, &t.x##6, &t.x##7, &t.x##8, &t.x##9, \
    &t.x##10, &t.x##11, &t.x##12, &t.x##13
#define BITS_18(x) BITS_14(x), &t.x##14, &t.x##15, &t.x##16, &t.x##17

static const bool PDPW = DATA_WIDTH_A == 36;    // A writes 36 bits, B alone reads

struct port {
    unsigned width;
    std::string mode;
    CData *di[18], *d_o[18], *ad[14];
    CData *ce, *we, *rst, *cs[3], *clk;
    bool falling, reads;
    // What it must show, and the bits of it that may be anything
    uint64_t q = 0, unsure = 0;
    // What it does at the coming edge.
    bool edge, on, write, reset, shows;
    uint32_t addr;
    uint64_t data;
    std::vector<unsigned> bits;         // of the memory, in the order of the data
    std::vector<bool> may_write;
    bool takes(unsigned bit) const
    {
        for (unsigned i = 0; i < width && edge; i++)
            if (bits[i] == bit && may_write[i]) return true;
        return false;
    }
};

static std::vector<uint8_t> content(18432, 0), unknown(18432, 0);

// Where the bits of a word lie, typed from the addressing rules. Narrow widths use 16 bits of 18.
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
        const unsigned word = 16 * row + bit / 20;
        if (bit % 20 < 18) content[18 * word + bit % 20] = (digit >> (bit % 4)) & 1;
    }
}

// The content at the start by reading alone: word after word, for narrow widths any part of it.
static uint32_t sweep_addr(tb_rng &r, const port &p, uint64_t n)
{
    const uint32_t part = r.below(8);
    const uint32_t addr = static_cast<uint32_t>(n * 8 % 16384) | (p.width < 9 ? part : 0);
    return p.width == 18 ? addr & ~3u : addr;
}

// Mostly a few rows at both ends; `near` is the same for both ports.
static uint32_t pick_addr(tb_rng &r, uint32_t near)
{
    if (r.percent(40)) return near ^ r.below(32);
    const uint32_t place = r.below(4) * 5461 % 16384;
    return place ^ r.below(64);
}

struct Dut : VDP16KD { CData &clk = CLKA; };

struct Bench : lockstep<Dut> {
    static constexpr uint64_t SWEEP = 2 * 18432 / 9;    // cycles for the content at the start
    VDP16KD &t = *dut;
    const bool sync_reset = !strcmp(RESETMODE, "SYNC");
    port a{ DATA_WIDTH_A, WRITEMODE_A,
        { BITS_18(DIA) }, { BITS_18(DOA) }, { BITS_14(ADA) },
        &t.CEA, &t.WEA, &t.RSTA, { &t.CSA0, &t.CSA1, &t.CSA2 }, &t.CLKA, false, !PDPW };
    port b{ DATA_WIDTH_B, WRITEMODE_B,
        { BITS_18(DIB) }, { BITS_18(DOB) }, { BITS_14(ADB) },
        &t.CEB, &t.WEB, &t.RSTB, { &t.CSB0, &t.CSB1, &t.CSB2 }, &t.CLKB, !strcmp(CLKBMUX, "INV"),
        true };
    std::vector<uint8_t> before{}, unknown_before{};    // the content before the edge
    bool meet = false;                                  // both clocks have an edge
    uint64_t init_ones = 0, ones_read = 0, shown_a = 0, shown_b = 0, resets = 0, blocked = 0,
             off = 0, same_row = 0, meets = 0, both_write = 0, not_old = 0, not_new = 0;

    Bench()
    {
        preset(0x00, TEXT(INITVAL_00));
        preset(0x3f, TEXT(INITVAL_3F));
        for (uint8_t c : content) init_ones += c;
    }
    void drive_port(port &p, bool writes, uint32_t near)
    {
        const bool sweep = chk.cycle < SWEEP;           // only reads
        const bool selected = r.percent(85), enable = r.percent(85);
        const bool we = writes && !sweep && r.percent(&p == &b ? 40 : 50);
        p.edge = r.percent(70);
        p.addr = sweep ? sweep_addr(r, p, chk.cycle) : pick_addr(r, near);
        p.data = r.bits(36);
        p.on = selected && enable;
        p.reset = sync_reset && r.percent(4);
        p.write = we && p.on && !p.reset;
        off += !p.on && we;
        blocked += p.reset && p.on && we && p.edge;
        for (unsigned i = 0; i < 14; i++) *p.ad[i] = (p.addr >> i) & 1;
        for (unsigned i = 0; i < 18; i++) *p.di[i] = (p.data >> i) & 1;
        *p.ce = enable;
        *p.we = we;
        *p.rst = p.reset;
        const unsigned cs = selected ? 0 : r.in(1, 7);
        for (unsigned i = 0; i < 3; i++) *p.cs[i] = (cs >> i) & 1;
        *p.clk = p.falling;
    }
    void cycle() override
    {
        const uint32_t near = static_cast<uint32_t>(r.bits(14));
        drive_port(a, true, near);
        drive_port(b, !PDPW, near);
        for (unsigned i = 0; i < 18 && PDPW; i++) *b.di[i] = (a.data >> (18 + i)) & 1;
        t.OCEA = r.one_in(2);
        t.OCEB = r.one_in(2);
        t.eval();
        if (chk.cycle == 0) return;                     // both clocks at rest
        for (port *p : { &a, &b }) *p->clk = p->edge ? !p->falling : p->falling;
        t.eval();
        locate(a);
        locate(b);
        meet = a.edge && b.edge;
        same_row += meet && a.addr / 32 == b.addr / 32;
        before = content;
        unknown_before = unknown;
        read(a, b);
        read(b, a);
        write();
        compare(a, b);
        compare(b, a);
    }
    // What p shows from now on, of the content before the edge
    void read(port &p, const port &other)
    {
        p.shows = p.edge && !p.reset && p.on && p.reads && !(*p.we && p.mode == "NORMAL");
        if (p.edge && (p.reset || p.shows)) p.q = p.unsure = 0;
        resets += p.edge && p.reset;
        if (!p.shows) return;
        (&p == &a ? shown_a : shown_b)++;
        for (unsigned i = 0; i < p.width; i++) {
            uint8_t v = before[p.bits[i]], u = unknown_before[p.bits[i]];
            if (*p.we && p.mode == "WRITETHROUGH" && p.may_write[i]) {
                v = (p.data >> i) & 1;
                u = 0;
            }
            if (meet && other.takes(p.bits[i])) {
                u = 1;
                meets++;
            }
            p.q |= uint64_t{ v } << i;
            p.unsure |= uint64_t{ u } << i;
            ones_read += !u && v;
        }
    }
    void write()
    {
        for (const port *p : { &a, &b })
            for (unsigned i = 0; i < p->width && p->edge; i++)
                if (p->may_write[i]) {
                    content[p->bits[i]] = (p->data >> i) & 1;
                    unknown[p->bits[i]] = 0;
                }
        for (unsigned i = 0; i < a.width && meet; i++)
            if (a.may_write[i] && b.takes(a.bits[i])) {
                unknown[a.bits[i]] = 1;
                both_write++;
            }
    }
    void compare(const port &p, const port &other)
    {
        uint64_t got = 0;
        if (!p.reads && b.width != 36)
            for (unsigned i = 0; i < 18; i++) chk.eq("DOA in PDPW", *p.d_o[i], 0);
        if (!p.reads) return;                           // or with b
        for (unsigned i = 0; i < (p.width == 36 ? 36 : 18); i++)
            got |= uint64_t{ *(p.width == 36 && i < 18 ? a : p).d_o[i % 18] } << i;
        chk.eq(&p == &a ? "DOA" : "DOB", got & ~p.unsure, p.q & ~p.unsure);
        // Of the bits read while written some must be wrong either way.
        for (unsigned i = 0; i < p.width && p.shows && meet; i++) {
            const unsigned at = p.bits[i];
            if (!((p.unsure >> i) & 1) || !other.takes(at)) continue;
            const bool bit = (got >> i) & 1;
            not_old += bit != before[at] && !unknown_before[at];
            not_new += bit != content[at] && !unknown[at];
        }
    }
    void play() { run(60000); }
    void aims() override
    {
        if (!PDPW) aim("port A shows", shown_a);
        aim("port B shows", shown_b);
        aim("a one read", ones_read);
        aim("both ports in one row", same_row);
        aim("read while written", meets);
        aim("read while written, not the old bit", not_old);
        aim("read while written, not the new bit", not_new);
        if (!PDPW) aim("written by both", both_write);
        if (sync_reset) aim("reset", resets);
        if (sync_reset) aim("write during reset", blocked);
        aim("write while not selected", off);
        if (strlen(TEXT(INITVAL_00)) > 10) aim("content at the start", init_ones);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
