// SPDX-License-Identifier: Apache-2.0
//
// The card's registers against docs/card.md: every address reads, writes, clamps or refuses as the
// page says; strobes; counters of three kinds; MDIO commands on two buses, busy and error; the run
// bit that falls by itself.
// PARAMS: -GBOARD=0 -GMEM_BYTES=0 | -GBOARD=4660 -GMEM_BYTES=0 | -GBOARD=1 -GMEM_BYTES=65536
// SEEDS: 1 2
#include <map>
#include "Vcard_regs.h"
#include "lockstep.h"
#include "card_util.h"

struct Bench : lockstep<Vcard_regs> {
    enum reg : unsigned {
        ID = 0x00, VERSION = 0x04, BOARD_ID = 0x08, CARD_CTRL = 0x0C, LINK_STATE = 0x10,
        MDIO_CMD = 0x14, MDIO_DATA = 0x18, MEM = 0x1C, TG_DEST = 0x20, TG_LEN = 0x24,
        TG_COUNT = 0x28, TG_GAP = 0x2C, TG_CTRL = 0x30, TG_SENT = 0x34, CK_GOOD = 0x38,
        CK_BAD = 0x3C, CK_BYTES = 0x40, ECHOED = 0x44, HL = 0x80, WIRE = 0x100, HOST = 0x140
    };
    struct answer { bool error; uint32_t data; };
    static const bool MAC = MEM_BYTES == 0;     // the card of the MAC, not of the NIC

    // Around the block: the counters of both ports and of the card, and an MDIO bus with a command
    uint32_t eth[2][16], counters[C_N];
    unsigned eth_addr = 0, counter_wait = 0;
    bool mdio_on = false, mdio_error = false;
    unsigned mdio_wait = 0, mdio_bus = 0, mdio_asked = 0;
    uint32_t mdio_cmd = 0, mdio_answer = 0;
    // What software may write, and the answer to the last MDIO command
    std::map<unsigned, uint32_t> held;
    answer mdio_data{ false, 0 };
    uint64_t resets = 0, reads = 0, writes = 0, refusals = 0, commands = 0, busy = 0, run_ends = 0,
             clears = 0, kinds[4] = {};

    Bench()
    {
        for (auto &port : eth) for (auto &x : port) x = random();
        for (auto &x : counters) x = random();
        dut->acc_valid = dut->tg_done = 0;
    }
    uint32_t random() { return static_cast<uint32_t>(r.bits(32)); }

    void drive() override
    {
        dut->cnt_done = dut->cnt_valid && !counter_wait;
        if (dut->cnt_valid && counter_wait) counter_wait--;
        dut->cnt_data = dut->cnt_done ? counters[dut->cnt_idx] : random();
        dut->mdio_ready = mdio_on ? 0 : r.below(4);
        dut->mdio_done = 0;
        if (mdio_on && mdio_wait-- == 0) {
            dut->mdio_done = 1u << mdio_bus;
            dut->mdio_error = mdio_error ? 3 : 0;
            dut->mdio_rdata = mdio_answer;
            mdio_on = false;
        }
    }
    void step() override
    {
        if (dut->cnt_done) counter_wait = r.below(10);
        clears += dut->tg_clear;
        const unsigned take = dut->mdio_valid & dut->mdio_ready;
        if (take) mdio_begins(take);
    }
    void mdio_begins(unsigned buses)
    {
        CHECK(!mdio_on && buses != 3);
        mdio_on = true;
        mdio_asked++;
        mdio_bus = buses >> 1;
        mdio_cmd = static_cast<uint32_t>(dut->mdio_write) << 31 | mdio_bus << 26
                   | dut->mdio_phy << 21 | dut->mdio_reg << 16 | dut->mdio_wdata;
        mdio_wait = r.in(20, 200);
        mdio_answer = random();
        mdio_error = r.one_in(3);
    }
    void cycle() override
    {
        // eth_stats: the answer to an address two cycles later
        const unsigned now = dut->eth_addr;
        lockstep::cycle();
        dut->wire_data = eth[0][eth_addr];
        dut->host_data = eth[1][eth_addr];
        eth_addr = now;
    }

    answer access(bool write, unsigned a, uint32_t v, unsigned strb)
    {
        dut->acc_valid = 1;
        dut->acc_write = write;
        dut->acc_addr = a & 0xFFF;
        dut->acc_wdata = v;
        dut->acc_wstrb = strb;
        run(1);
        await("the end of an access", 40, [&] { return dut->acc_done; });
        const answer x{ dut->acc_error != 0, dut->acc_rdata };
        // The one who asks sees it in this cycle and goes on after it; now and then at once.
        if (r.one_in(2)) dut->acc_valid = 0;
        run(1);
        dut->acc_valid = 0;
        return x;
    }
    uint32_t read(unsigned a)
    {
        const answer x = access(false, a, random(), 15);
        EXPECT(x.error, 0);
        return x.data;
    }
    // All of it in one cycle, whatever was there
    void reset()
    {
        dut->rst = 1;
        run(1);
        dut->rst = 0;
        dut->eval();
        mdio_on = false;
        mdio_data = { false, 0 };
        held = { { MDIO_CMD, 0 } };
        if (MAC) held = { { CARD_CTRL, 4 }, { MDIO_CMD, 0 }, { TG_DEST, 0 }, { TG_LEN, 1024 },
                          { TG_COUNT, 0 }, { TG_GAP, 0 }, { TG_CTRL, 0 } };
        compare_settings();
        EXPECT(dut->tg_clear + dut->mdio_valid + dut->acc_done + dut->cnt_valid, 0);
        EXPECT(read(MDIO_CMD), 0);
        EXPECT(read(MDIO_DATA), 0);
        resets++;
    }
    void compare_settings()
    {
        if (!MAC) {                         // nothing echoes, nothing is sent
            EXPECT(dut->cfg_echo + dut->cfg_sink + dut->tg_run, 0);
            return;
        }
        EXPECT(dut->cfg_echo, held[CARD_CTRL] & 7);
        EXPECT(dut->cfg_sink, held[CARD_CTRL] >> 4);
        EXPECT(dut->tg_dest, held[TG_DEST]);
        EXPECT(dut->tg_len, held[TG_LEN]);
        EXPECT(dut->tg_count, held[TG_COUNT]);
        EXPECT(dut->tg_gap, held[TG_GAP]);
        EXPECT(dut->tg_run, held[TG_CTRL]);
    }
    // The page, typed again: false beyond the registers
    bool value(unsigned a, uint32_t &v)
    {
        if (held.count(a)) { v = held[a]; return true; }
        const unsigned i = a % 64 / 4;
        switch (a) {
        case ID: v = 0x5454504E; return true;
        case VERSION: v = 1; return true;
        case BOARD_ID: v = BOARD; return true;
        case LINK_STATE: v = dut->link_state; return true;
        case MEM: v = MEM_BYTES; return !MAC;
        }
        if (MAC) switch (a) {
        case TG_SENT: v = dut->tg_sent; return true;
        case CK_GOOD: v = counters[C_CK_GOOD]; kinds[0]++; return true;
        case CK_BAD: v = counters[C_CK_BAD]; return true;
        case CK_BYTES: v = dut->ck_bytes; return true;
        case ECHOED: v = counters[C_ECHOED]; return true;
        }
        if (a >= HL && a <= HL + 4 * C_ECHO_LOST) { v = counters[(a - HL) / 4]; kinds[1]++; }
        else if (a >= WIRE && a <= WIRE + 4 * TX_ERROR) { v = eth[0][i]; kinds[2]++; }
        else if (a >= HOST && a <= HOST + 4 * TX_ERROR) { v = eth[1][i]; kinds[3]++; }
        else return false;
        return true;
    }
    void data_of_mdio()
    {
        // A command under way is finished now and then only.
        if (r.one_in(2)) run(400);
        const bool under_way = mdio_on || dut->mdio_valid;
        const uint32_t x = read(MDIO_DATA);
        if (!under_way) {
            EXPECT(x >> 31, 0);
            EXPECT(x >> 30 & 1, mdio_data.error);
            EXPECT(x & 0xFFFF, mdio_data.data);
        } else if (x >> 31 == 0) mdio_ends();
        CHECK(access(true, MDIO_DATA, 0, 15).error);
    }
    void mdio_ends()
    {
        mdio_data = { mdio_error, mdio_answer >> (16 * mdio_bus) & 0xFFFF };
    }
    void mdio_command()
    {
        if (r.one_in(2)) run(400);
        EXPECT(read(MDIO_CMD), held[MDIO_CMD]);
        const uint32_t v = random();
        const unsigned strb = r.one_in(4) ? r.below(16) : 15, asked = mdio_asked;
        const bool under_way = mdio_on || dut->mdio_valid;
        if (access(true, MDIO_CMD, v, strb).error) {
            CHECK(under_way);
            busy++;
            return;
        }
        if (!strb) return;
        held[MDIO_CMD] = strobed(held[MDIO_CMD], v, strb) & 0x87FFFFFF;
        run(30);
        EXPECT(mdio_asked, asked + 1);
        EXPECT(mdio_cmd, held[MDIO_CMD]);
        commands++;
        if (r.one_in(2)) CHECK(read(MDIO_DATA) >> 31 || !mdio_on);
        if (!r.one_in(3)) for (unsigned t = 0; t < 300 && mdio_on; t++) run(1);
        mdio_ends();
    }
    void write(unsigned a, uint32_t want)
    {
        const uint32_t v = r.one_in(3) ? r.below(2000) : r.one_in(3) ? r.below(4) : random();
        const unsigned strb = r.one_in(3) ? r.below(16) : 15;
        const uint64_t cleared = clears;
        const bool read_only = !held.count(a);
        EXPECT(access(true, a, v, strb).error, read_only);
        if (read_only) {
            EXPECT(read(a), want);
            refusals++;
            return;
        }
        writes++;
        uint32_t now = strobed(want, v, strb);
        if (a == CARD_CTRL) now &= 0x77;
        if (a == TG_LEN) now = std::clamp(now, 1u, 1024u);
        if (a == TG_GAP) now = std::min(now, 0xFFFFFFu);
        if (a == TG_CTRL) {
            if (strb) EXPECT(clears - cleared, now >> 1 & 1);
            now &= 1;
        }
        held[a] = now;
        compare_settings();
        if (!held[TG_CTRL] || !r.one_in(2)) return;
        dut->tg_done = 1;
        run(1);
        dut->tg_done = 0;
        held[TG_CTRL] = 0;
        EXPECT(dut->tg_run, 0);
        run_ends++;
    }
    void play()
    {
        reset();
        for (unsigned i = 0; i < 6000; i++) {
            if (r.one_in(100)) reset();
            dut->link_state = random();
            dut->tg_sent = random();
            dut->ck_bytes = random();
            const unsigned a = i < 1024      ? i * 4
                               : r.one_in(3) ? r.below(0x1000) & ~3u
                                             : r.below(0x48) & ~3u;
            uint32_t want = 0;
            if (a == MDIO_DATA) data_of_mdio();
            else if (a == MDIO_CMD) mdio_command();
            else if (!value(a, want)) {
                CHECK(access(r.one_in(2), a, 0, 15).error);
                refusals++;
            } else if (r.one_in(2)) {
                EXPECT(read(a), want);
                reads++;
            } else write(a, want);
        }
        if (!MAC) return;
        // What is clamped, by each bit too high alone
        for (unsigned k = 0; k < 32; k++) {
            access(true, TG_LEN, 1u << k, 15);
            EXPECT(read(TG_LEN), std::min(1u << k, 1024u));
            access(true, TG_GAP, 1u << k, 15);
            EXPECT(read(TG_GAP), std::min(1u << k, 0xFFFFFFu));
        }
    }
    void aims() override
    {
        aim("a read", reads);
        aim("a write", MAC ? writes : commands);
        aim("a refusal", refusals);
        aim("an MDIO command", commands);
        aim("an MDIO command while one is under way", busy);
        if (MAC) aim("a run that ends", run_ends);
        if (MAC) aim("a clear", clears);
        aim("a reset in the middle", resets - 1);
        for (unsigned k = !MAC; k < 4; k++) aim("each kind of counter", kinds[k]);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
