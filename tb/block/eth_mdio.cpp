// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_mdio.v against PHYs of our own on one bus: the bit times of clause 22, the scan,
// what link, speed and duplex must be for random registers, raw reads and writes in between, PHYs
// that go and come.
// PARAMS: -GHALF=13 -GPOLL_GAP=300 -GPHYS=2 -GSCAN_FIRST=0
// PARAMS: -GHALF=4 -GPOLL_GAP=1 -GPHYS=2 -GSCAN_FIRST=0
// PARAMS: -GHALF=4 -GPOLL_GAP=50 -GPHYS=1 -GSCAN_FIRST=1
// SEEDS: 1 2
#include <deque>
#include <memory>
#include "Veth_mdio.h"
#include "tb_util.h"

// mute: no 0 in the turnaround
struct phy { bool here = false; unsigned addr = 0; uint16_t reg[32] = {}; bool mute = false; };

// The standard's words, not the module's: what a station has to believe.
struct status { bool link; unsigned speed; bool full; };
static status believe(const phy &p)
{
    const unsigned bmcr = p.reg[0], bmsr = p.reg[1];
    if (!(bmcr & 0x1000)) {
        const bool msb = bmcr & 0x0040, lsb = bmcr & 0x2000;
        return { (bmsr & 4) != 0, msb ? 2u : lsb ? 1u : 0u, (bmcr & 0x0100) != 0 };
    }
    const bool link = (bmsr & 4) && (bmsr & 0x20);
    if ((p.reg[9] & 0x200) && (p.reg[10] & 0x800)) return { link, 2, true };
    if ((p.reg[9] & 0x100) && (p.reg[10] & 0x400)) return { link, 2, false };
    const unsigned both = p.reg[4] & p.reg[5];
    if (both & 0x100) return { link, 1, true };
    if (both & 0x080) return { link, 1, false };
    return { link, 0, (both & 0x040) != 0 };
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    Verilated::randReset(2);            // only a reset makes flops what they are
    Verilated::randSeed(static_cast<int>(seed));
    tb_rng r(seed);
    tb_check chk("eth_mdio", seed);
    auto dut = std::make_unique<Veth_mdio>();
    phy phys[2], ghosts[3];             // ghosts answer, but are no PHYs: no 0, ID 0000, ID FFFF
    uint64_t ghosted = 0;
    uint64_t frames = 0, writes = 0, nobody = 0, answers = 0, raw = 0, raw_errors = 0;
    uint64_t now = 0;

    // The bus, as the PHYs see it.
    unsigned bit = 0, ones = 0;
    uint32_t head = 0, wdata = 0;
    bool mdc = false, in_frame = false;
    const phy *talks = nullptr;
    phy *target = nullptr;
    unsigned drive_in = 0;
    bool drives = false, value = true, next_drives = false, next_value = true;
    bool last_o = true, last_oe = false;
    uint64_t rose = 0, fell = 0, moved = 0, ended = 0, rests = 0;
    bool touched = false;               // by software, since the last transaction ended

    bool req = false, req_write = false, waiting = false;
    unsigned req_phy = 0, req_reg = 0, req_data = 0;
    uint64_t waited = 0;
    phy *hit = nullptr;
    bool expect_error = false;
    unsigned expect_data = 0;

    // While nothing changes: these bits of the addresses found
    unsigned steady = 0, found_is = 0, addr_is = 0, link_is = 0;

    auto find = [&](unsigned a) -> phy * {
        for (auto &p : phys) if (p.here && p.addr == a) return &p;
        for (auto &p : ghosts) if (p.here && p.addr == a) { ghosted++; return &p; }
        return nullptr;
    };
    // From the rise for the last bit to the next one: the bit's end, and in each round a rest of
    // POLL_GAP. A slot without a PHY is passed in one clock.
    auto pause = [&](uint64_t n) {
        const uint64_t more = n - (3 * HALF + 2);
        const bool rest = more > POLL_GAP;
        CHECK_EQ(chk, more <= (rest ? POLL_GAP + 3 : 1), true);
        rests += rest;
    };
    auto cycle = [&](bool rst) {
        chk.cycle = now;
        dut->rst = rst;
        if (drive_in && !--drive_in) { drives = next_drives; value = next_value; }
        if (!rst && dut->mdio_oe) CHECK_EQ(chk, drives, false);      // never two at once
        dut->mdio_i = dut->mdio_oe ? dut->mdio_o : drives ? value : 1;
        dut->req_valid = req;
        dut->req_write = req_write;
        dut->req_phy = req_phy;
        dut->req_reg = req_reg;
        dut->req_wdata = req_data;
        dut->eval();
        if (!rst) {
            if (dut->mdio_o != last_o || dut->mdio_oe != last_oe) {
                moved = now;
                // 10 ns before and after a rise: a clock each.
                CHECK_EQ(chk, now - rose >= 2, true);
            }
            last_o = dut->mdio_o;
            last_oe = dut->mdio_oe;
            if (dut->mdc && !mdc) {
                if (in_frame || ones) CHECK_EQ(chk, now - rose >= 2 * HALF, true);
                CHECK_EQ(chk, now - fell >= HALF || fell == 0, true);
                CHECK_EQ(chk, now - moved >= 2, true);
                rose = now;
                const bool line = dut->mdio_oe ? dut->mdio_o : drives ? value : 1;
                if (!in_frame) {
                    CHECK_EQ(chk, dut->mdio_oe, 1);
                    if (ones == 0 && ended && !touched) pause(now - ended);
                    if (line) ones++;
                    else {
                        CHECK_EQ(chk, ones, 32);
                        in_frame = true;
                        bit = 32;
                        head = 0;
                        wdata = 0;
                        talks = target = nullptr;
                    }
                }
                if (in_frame) {
                    if (bit < 46) { head = head << 1 | line; CHECK_EQ(chk, dut->mdio_oe, 1); }
                    else if (bit >= 48) wdata = wdata << 1 | line;
                    const bool write = (head >> (bit < 46 ? 0 : 10) & 3) == 1;
                    if (bit == 45) {
                        const unsigned op = head >> 10 & 3, a = head >> 5 & 31;
                        CHECK_EQ(chk, head >> 12, 1);
                        CHECK_EQ(chk, op == 1 || op == 2, true);
                        target = find(a);
                        if (op == 2) talks = target;
                        frames++;
                        nobody += !target;
                    }
                    if (bit >= 46) CHECK_EQ(chk, dut->mdio_oe, write);
                    if (bit == 46 && write) CHECK_EQ(chk, line, 1);
                    if (bit == 47 && write) CHECK_EQ(chk, line, 0);
                    // The PHY's next bit, up to 300 ns after the rise.
                    next_drives = talks && bit >= 46 && bit < 63;
                    if (next_drives)
                        next_value = bit == 46 ? talks->mute
                                               : talks->reg[head & 31] >> (62 - bit) & 1;
                    drive_in = HALF > 10 ? r.in(1, 18) : r.in(1, 2);
                    if (bit == 63) {
                        if (write) {
                            writes++;
                            if (target) target->reg[head & 31] = static_cast<uint16_t>(wdata);
                        } else {
                            answers += talks != nullptr;
                        }
                        in_frame = false;
                        ones = 0;
                        bit = 0;
                        ended = now;
                        touched = false;
                    } else bit++;
                }
            }
            if (!dut->mdc && mdc) { fell = now; CHECK_EQ(chk, now - rose >= HALF, true); }
            mdc = dut->mdc;
            if (dut->rsp_valid) {
                CHECK_EQ(chk, waiting, true);
                waiting = false;
                raw++;
                if (!req_write) {
                    CHECK_EQ(chk, dut->rsp_error, expect_error);
                    CHECK_EQ(chk, dut->rsp_rdata, expect_data);
                    raw_errors += expect_error;
                } else if (hit) CHECK_EQ(chk, hit->reg[req_reg], req_data);
            }
            if (steady) {
                CHECK_EQ(chk, dut->stat_found, found_is);
                CHECK_EQ(chk, dut->stat_link, link_is);
                CHECK_EQ(chk, dut->stat_addr & steady, addr_is);
            }
            if (waiting) { waited++; CHECK_EQ(chk, waited < 200 * HALF, true); }
        }
        const bool taken = req && dut->req_ready && !rst;
        dut->clk = 1; dut->eval(); dut->clk = 0; dut->eval();
        now++;
        if (taken) { req = false; waiting = true; waited = 0; touched = true; }
    };
    auto run = [&](uint64_t n) { for (uint64_t i = 0; i < n; i++) cycle(false); };
    auto scramble = [&](phy &p) {
        for (auto &x : p.reg) x = static_cast<uint16_t>(r.bits(16));
        if (r.one_in(2)) p.reg[1] |= 0x24;
        if (r.one_in(3)) {
            p.reg[9] &= static_cast<uint16_t>(~0x300u);
            if (r.one_in(2)) p.reg[4] &= static_cast<uint16_t>(~0x180u);
        }
        if (r.percent(70)) p.reg[0] |= 0x1000;
        p.reg[2] = 0x0362;
    };
    const uint64_t frame_clocks = 2 * HALF * 65 + 4, round = 46 * frame_clocks + POLL_GAP + 100;

    dut->clk = 0;
    for (unsigned i = 0; i < 4; i++) cycle(true);
    fell = 0;
    // Nobody there.
    run(2 * round);
    CHECK_EQ(chk, dut->stat_found, 0);
    CHECK_EQ(chk, dut->stat_link, 0);
    chk.reached("scan of an empty bus", nobody > 40);

    uint64_t links = 0, downs = 0, speeds[3] = {}, halves = 0, forced = 0, gone = 0, late_first = 0,
             kept = 0, away = 0, second_away = 0;
    unsigned believed_speed[2] = { 2, 2 };
    for (unsigned n = 0; n < 60; n++) {
        // Which PHYs are there.
        if (n % 6 == 0) {
            const unsigned a = r.in(SCAN_FIRST, 31);
            unsigned b = r.in(SCAN_FIRST, 31);
            if (n == 0) { phys[0].addr = 31; } else phys[0].addr = a;
            while (b == phys[0].addr) b = r.in(SCAN_FIRST, 31);
            phys[1].addr = b;
            phys[0].here = phys[1].here = false;
            // Only when the slots are empty: what stands at the address of a slot is polled.
            for (auto &g : ghosts) g.here = false;
            run(2 * round);
            for (unsigned g = 0; g < 3; g++) {
                ghosts[g].here = true;
                ghosts[g].mute = g == 0;
                for (auto &x : ghosts[g].reg) x = g == 0 ? 0x1234 : g == 1 ? 0x0000 : 0xFFFF;
                do ghosts[g].addr = r.in(SCAN_FIRST, 31);
                while (ghosts[g].addr == phys[0].addr || ghosts[g].addr == phys[1].addr
                       || (g > 0 && ghosts[g].addr == ghosts[0].addr)
                       || (g > 1 && ghosts[g].addr == ghosts[1].addr));
            }
            run(2 * round);
            CHECK_EQ(chk, dut->stat_found, 0);
            CHECK_EQ(chk, dut->stat_link, 0);
            gone++;
        }
        const bool one = n % 6 < 2;                         // one first, the other comes later
        phys[0].here = true;
        phys[1].here = !one && PHYS == 2;
        phys[0].reg[1] = phys[1].reg[1] = 0;
        run(2 * round);
        scramble(phys[0]);
        scramble(phys[1]);
        // New registers one by one would be polled half old, half new: the link comes last.
        const uint16_t up[2] = { phys[0].reg[1], phys[1].reg[1] };
        phys[0].reg[1] = phys[1].reg[1] = 0;
        run(3 * round);
        CHECK_EQ(chk, dut->stat_link, 0);
        phys[0].reg[1] = up[0];
        phys[1].reg[1] = up[1];
        run(2 * round);
        const phy *slot[2] = { nullptr, nullptr };
        if (phys[1].here && phys[1].addr < phys[0].addr) {
            slot[0] = &phys[1];
            slot[1] = &phys[0];
            late_first++;
        } else {
            slot[0] = &phys[0];
            slot[1] = phys[1].here ? &phys[1] : nullptr;
        }
        for (unsigned s = 0; s < 2; s++) {
            CHECK_EQ(chk, dut->stat_found >> s & 1, slot[s] != nullptr);
            if (!slot[s]) { CHECK_EQ(chk, dut->stat_link >> s & 1, 0); continue; }
            const status w = believe(*slot[s]);
            CHECK_EQ(chk, dut->stat_addr >> (5 * s) & 31, slot[s]->addr);
            CHECK_EQ(chk, dut->stat_link >> s & 1, w.link);
            if (w.link) {
                CHECK_EQ(chk, dut->stat_speed >> (2 * s) & 3, w.speed);
                CHECK_EQ(chk, dut->stat_duplex >> s & 1, w.full);
                links++;
                speeds[w.speed]++;
                halves += !w.full;
                forced += !(slot[s]->reg[0] & 0x1000);
                believed_speed[s] = w.speed;
            } else {
                downs++;
                CHECK_EQ(chk, dut->stat_speed >> (2 * s) & 3, believed_speed[s]);
                kept++;
            }
        }
        // Software in between: it moves nothing of what was found, not in the middle of a scan.
        steady = slot[1] ? 0x3FF : 0x1F;
        link_is = dut->stat_link;
        found_is = dut->stat_found;
        addr_is = dut->stat_addr & steady;
        for (unsigned k = 0; k < (one ? 12 : 6); k++) {
            run(r.below(frame_clocks));
            req_write = r.one_in(2);
            req_phy = r.one_in(3) ? r.below(32) : phys[0].addr;
            req_reg = r.in(16, 31);
            req_data = r.below(65536);
            for (auto &g : ghosts) if (g.addr == req_phy) req_phy = phys[0].addr;
            hit = find(req_phy);
            expect_error = !hit;
            expect_data = hit ? hit->reg[req_reg] : 0xFFFF;
            req = true;
            for (unsigned c = 0; (req || waiting) && c < 300u * HALF; c++) cycle(false);
            CHECK_EQ(chk, req || waiting, false);
        }
        if (one) run(round);
        steady = 0;
        // The first one is away for a moment and is looked for again: the second keeps what it has.
        if (slot[1] && (dut->stat_link & 2)) {
            phy &first = phys[slot[0] == &phys[1]];
            first.here = false;
            for (uint64_t c = 0; (dut->stat_found & 1) && c < 3 * round; c++) cycle(false);
            CHECK_EQ(chk, dut->stat_found, 2);
            first.here = true;
            for (uint64_t c = 0; dut->stat_found != 3 && c < 3 * round; c++) {
                cycle(false);
                CHECK_EQ(chk, dut->stat_link & 2, 2);
                CHECK_EQ(chk, dut->stat_addr >> 5, slot[1]->addr);
            }
            CHECK_EQ(chk, dut->stat_found, 3);
            away++;
            // So the second: it comes back without link, whatever the first one has, until polled.
            phy &second = phys[slot[0] != &phys[1]];
            second.here = false;
            for (uint64_t c = 0; (dut->stat_found & 2) && c < 3 * round; c++) cycle(false);
            CHECK_EQ(chk, dut->stat_found, 1);
            CHECK_EQ(chk, dut->stat_link & 2, 0);
            const unsigned first_link = dut->stat_link;
            second.here = true;
            for (uint64_t c = 0; dut->stat_found != 3 && c < 3 * round; c++) {
                cycle(false);
                CHECK_EQ(chk, dut->stat_link, first_link);
                CHECK_EQ(chk, dut->stat_addr & 31, slot[0]->addr);
            }
            CHECK_EQ(chk, dut->stat_found, 3);
            second_away += first_link;
        }
    }
    dut->final();
    chk.reached("rests without software", rests > 500);
    chk.reached("link up", links);
    chk.reached("one that is no PHY answers", ghosted);
    chk.reached("link down", downs);
    for (uint64_t s : speeds) chk.reached("a speed", s);
    chk.reached("half duplex", halves);
    chk.reached("no auto-negotiation", forced);
    chk.reached("PHYs that vanish", gone);
    chk.reached("speed kept without link", kept);
    if (PHYS == 2) chk.reached("the lower address comes later", late_first);
    if (PHYS == 2) chk.reached("the first of two away for a moment", away);
    if (PHYS == 2) chk.reached("the second, and the first has link", second_away);
    chk.reached("raw writes", writes);
    chk.reached("raw reads without PHY", raw_errors);
    printf("PASS transactions=%" PRIu64 " links=%" PRIu64 " raw=%" PRIu64 "\n", frames, links, raw);
    return 0;
}
