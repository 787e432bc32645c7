// SPDX-License-Identifier: Apache-2.0
//
// The card's registers against docs/card.md: every address reads, writes, clamps or refuses as the
// page says; strobes; counters of three kinds; MDIO commands on two buses, busy and error; the run
// bit that falls by itself.
// PARAMS: -GBOARD=0 | -GBOARD=4660
// SEEDS: 1 2
#include <map>
#include <memory>
#include "Vcard_regs.h"
#include "card_util.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("card_regs", seed);
    auto d = std::make_unique<Vcard_regs>();
    uint32_t eth[2][16], cnt[32];
    for (auto &e : eth) for (auto &x : e) x = static_cast<uint32_t>(r.bits(32));
    for (auto &x : cnt) x = static_cast<uint32_t>(r.bits(32));
    unsigned a1 = 0, cnt_wait = 0, clears = 0;
    // MDIO: what was asked, and the answer to come
    unsigned m_wait = 0, m_bus = 0, m_asked = 0;
    uint32_t m_cmd = 0, m_answer = 0;
    bool m_on = false, m_error = false;

    auto tick = [&] {
        chk.cycle++;
        // eth_stats: the answer to an address two cycles later
        d->cnt_done = 0;
        if (d->cnt_valid) {
            if (cnt_wait)
                cnt_wait--;
            else {
                d->cnt_done = 1;
                d->cnt_data = cnt[d->cnt_idx];
            }
        }
        if (!d->cnt_done) d->cnt_data = static_cast<uint32_t>(r.bits(32));
        d->mdio_ready = m_on ? 0 : static_cast<unsigned>(r.bits(2));
        d->mdio_done = 0;
        if (m_on && m_wait-- == 0) {
            d->mdio_done = 1u << m_bus;
            d->mdio_error = m_error ? 3 : 0;
            d->mdio_rdata = m_answer;
            m_on = false;
        }
        d->eval();
        if (d->cnt_done) cnt_wait = r.below(10);
        clears += d->tg_clear;
        const unsigned take = d->mdio_valid & d->mdio_ready;
        if (take) {
            CHECK_EQ(chk, m_on || take == 3, false);
            m_on = true;
            m_asked++;
            m_bus = take >> 1;
            m_cmd = static_cast<uint32_t>(d->mdio_write) << 31 | m_bus << 26 | d->mdio_phy << 21
                    | d->mdio_reg << 16 | d->mdio_wdata;
            m_wait = r.in(20, 200);
            m_answer = static_cast<uint32_t>(r.bits(32));
            m_error = r.one_in(3);
        }
        const unsigned now = d->eth_addr;
        tb_edge(*d);
        d->wire_data = eth[0][a1];
        d->host_data = eth[1][a1];
        a1 = now;
        d->eval();
    };
    struct answer { bool error; uint32_t data; };
    auto access = [&](bool write, unsigned a, uint32_t v, unsigned strb) {
        d->acc_valid = 1;
        d->acc_write = write;
        d->acc_addr = a & 0xFFF;
        d->acc_wdata = v;
        d->acc_wstrb = strb;
        unsigned t = 0;
        do { tick(); CHECK_EQ(chk, ++t < 40, true); } while (!d->acc_done);
        const answer x{ d->acc_error != 0, d->acc_rdata };
        // The one who asks sees it in this cycle and goes on after it; now and then at once.
        if (r.one_in(2)) { d->acc_valid = 0; tick(); } else tick();
        d->acc_valid = 0;
        return x;
    };

    // The page, typed again
    const std::map<unsigned, uint32_t> fresh = {
        { 0x00C, 4 }, { 0x014, 0 }, { 0x020, 0 }, { 0x024, 1024 }, { 0x028, 0 }, { 0x02C, 0 },
        { 0x030, 0 }
    };
    std::map<unsigned, uint32_t> rw;
    uint64_t resets = 0;
    d->acc_valid = d->tg_done = 0;
    // All of it in one cycle, whatever was there
    auto reset = [&] {
        d->rst = 1;
        tick();
        d->rst = 0;
        d->eval();
        m_on = false;
        rw = fresh;
        CHECK_EQ(chk, d->cfg_echo, 4);
        CHECK_EQ(chk, d->tg_len, 1024);
        CHECK_EQ(chk, d->cfg_sink | d->tg_dest | d->tg_count | d->tg_gap, 0);
        CHECK_EQ(chk, d->tg_run + d->tg_clear + d->mdio_valid + d->acc_done + d->cnt_valid, 0);
        CHECK_EQ(chk, access(false, 0x14, 0, 0).data, 0);
        CHECK_EQ(chk, access(false, 0x18, 0, 0).data, 0);
        resets++;
    };
    reset();
    uint64_t reads = 0, writes = 0, errors = 0, mdio = 0, refused = 0, falls = 0, kinds[4] = {};
    uint16_t m_data = 0;
    bool m_err = false;
    for (unsigned i = 0; i < 6000; i++) {
        if (r.one_in(100)) {
            reset();
            m_data = 0;
            m_err = false;
        }
        d->link_state = static_cast<uint32_t>(r.bits(32));
        d->tg_sent = static_cast<uint32_t>(r.bits(32));
        d->ck_bytes = static_cast<uint32_t>(r.bits(32));
        const unsigned a = i < 1024      ? i * 4
                           : r.one_in(3) ? r.below(0x1000) & ~3u
                                         : r.below(0x48) & ~3u;
        bool ro = true;
        uint32_t want = 0;
        const auto it = rw.find(a);
        if (it != rw.end()) { ro = false; want = it->second; }
        else if (a == 0x00) want = 0x5454504E;
        else if (a == 0x04) want = 1;
        else if (a == 0x08) want = BOARD;
        else if (a == 0x10) want = d->link_state;
        else if (a == 0x18) want = 0;           // below
        else if (a == 0x34) want = d->tg_sent;
        else if (a == 0x38) { want = cnt[24]; kinds[0]++; }
        else if (a == 0x3C) want = cnt[25];
        else if (a == 0x40) want = d->ck_bytes;
        else if (a == 0x44) want = cnt[26];
        else if (a >= 0x80 && a <= 0x80 + 4 * 21) { want = cnt[(a - 0x80) / 4]; kinds[1]++; }
        else if (a >= 0x100 && a <= 0x128) { want = eth[0][(a - 0x100) / 4]; kinds[2]++; }
        else if (a >= 0x140 && a <= 0x168) { want = eth[1][(a - 0x140) / 4]; kinds[3]++; }
        else {
            CHECK_EQ(chk, access(r.one_in(2), a, 0, 15).error, true);
            errors++;
            continue;
        }
        if (a == 0x18 || a == 0x14) {
            // A command under way is finished now and then only.
            if (r.one_in(2)) for (unsigned t = 0; t < 400; t++) tick();
            const bool busy = m_on || d->mdio_valid;
            if (a == 0x18) {
                const answer x = access(false, a, 0, 0);
                CHECK_EQ(chk, x.error, false);
                if (!busy) {
                    CHECK_EQ(chk, x.data >> 31, 0);
                    if (mdio) {
                        CHECK_EQ(chk, x.data >> 30 & 1, m_err);
                        CHECK_EQ(chk, x.data & 0xFFFF, m_data);
                    }
                } else if (x.data >> 31 == 0) {
                    m_err = m_error;
                    m_data = static_cast<uint16_t>(m_answer >> (16 * m_bus));
                }
                CHECK_EQ(chk, access(true, a, 0, 15).error, true);
                continue;
            }
            CHECK_EQ(chk, access(false, a, 0, 0).data, it->second);
            const uint32_t v = static_cast<uint32_t>(r.bits(32));
            const unsigned strb = r.one_in(4) ? static_cast<unsigned>(r.bits(4)) : 15,
                           asked = m_asked;
            const bool still = m_on || d->mdio_valid;
            const answer x = access(true, a, v, strb);
            if (x.error) { CHECK_EQ(chk, still, true); refused++; continue; }
            if (strb) {
                uint32_t mask = 0;
                for (unsigned k = 0; k < 4; k++) if (strb >> k & 1) mask |= 0xFFu << (8 * k);
                it->second = ((v & mask) | (it->second & ~mask)) & 0x87FFFFFF;
                for (unsigned t = 0; t < 30; t++) tick();
                CHECK_EQ(chk, m_asked, asked + 1);
                CHECK_EQ(chk, m_cmd, it->second);
                mdio++;
                if (r.one_in(2)) CHECK_EQ(chk, access(false, 0x18, 0, 0).data >> 31 || !m_on, true);
                for (unsigned t = 0; t < (r.one_in(3) ? 0u : 300u) && m_on; t++) tick();
                m_err = m_error;
                m_data = static_cast<uint16_t>(m_answer >> (16 * m_bus));
            }
            continue;
        }
        if (r.one_in(2)) {
            const answer x = access(false, a, static_cast<uint32_t>(r.bits(32)), 15);
            CHECK_EQ(chk, x.error, false);
            CHECK_EQ(chk, x.data, want);
            reads++;
            continue;
        }
        const uint32_t v = static_cast<uint32_t>(r.one_in(3)   ? r.below(2000)
                                                 : r.one_in(3) ? r.bits(2)
                                                               : r.bits(32));
        const unsigned strb = r.one_in(3) ? static_cast<unsigned>(r.bits(4)) : 15, c0 = clears;
        const answer x = access(true, a, v, strb);
        CHECK_EQ(chk, x.error, ro);
        if (ro) { CHECK_EQ(chk, access(false, a, 0, 0).data, want); errors++; continue; }
        writes++;
        uint32_t m = want;
        for (unsigned k = 0; k < 4; k++)
            if (strb >> k & 1) m = (m & ~(0xFFu << (8 * k))) | (v & (0xFFu << (8 * k)));
        if (strb) switch (a) {
        case 0x0C: m &= 0x77; break;
        case 0x24: m = m < 1 ? 1 : m > 1024 ? 1024 : m; break;
        case 0x2C: m = m > 0xFFFFFF ? 0xFFFFFF : m; break;
        case 0x30: CHECK_EQ(chk, clears - c0, m >> 1 & 1); m &= 1; break;
        }
        it->second = m;
        CHECK_EQ(chk, d->cfg_echo, rw[0x0C] & 7);
        CHECK_EQ(chk, d->cfg_sink, rw[0x0C] >> 4);
        CHECK_EQ(chk, d->tg_dest, rw[0x20]);
        CHECK_EQ(chk, d->tg_len, rw[0x24]);
        CHECK_EQ(chk, d->tg_count, rw[0x28]);
        CHECK_EQ(chk, d->tg_gap, rw[0x2C]);
        CHECK_EQ(chk, d->tg_run, rw[0x30]);
        if (rw[0x30] && r.one_in(2)) {
            d->tg_done = 1;
            tick();
            d->tg_done = 0;
            rw[0x30] = 0;
            CHECK_EQ(chk, d->tg_run, 0);
            falls++;
        }
    }
    // What is clamped, by each bit too high alone
    for (unsigned k = 0; k < 32; k++) {
        const uint32_t v = 1u << k;
        access(true, 0x24, v, 15);
        CHECK_EQ(chk, access(false, 0x24, 0, 0).data, v > 1024 ? 1024 : v);
        access(true, 0x2C, v, 15);
        CHECK_EQ(chk, access(false, 0x2C, 0, 0).data, v > 0xFFFFFF ? 0xFFFFFF : v);
    }
    chk.reached("a read", reads);
    chk.reached("a write", writes);
    chk.reached("a refusal", errors);
    chk.reached("an MDIO command", mdio);
    chk.reached("an MDIO command while one is under way", refused);
    chk.reached("a run that ends", falls);
    chk.reached("a clear", clears);
    chk.reached("a reset in the middle", resets - 1);
    for (uint64_t n : kinds) chk.reached("each kind of counter", n);
    printf("PASS %" PRIu64 " reads, %" PRIu64 " writes, %" PRIu64 " refused, %" PRIu64
           " MDIO commands\n",
           reads, writes, errors, mdio);
    return 0;
}
