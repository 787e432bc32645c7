// SPDX-License-Identifier: Apache-2.0
//
// fpga/eth/eth_mdio.v against PHYs of our own on one bus: the bit times of clause 22, the scan,
// what link, speed and duplex must be for random registers, raw reads and writes in between, PHYs
// that go and come.
// PARAMS: -GHALF=12 -GPOLL_GAP=300 -GPHYS=2 -GSCAN_FIRST=0
// PARAMS: -GHALF=4 -GPOLL_GAP=1 -GPHYS=2 -GSCAN_FIRST=0
// PARAMS: -GHALF=4 -GPOLL_GAP=50 -GPHYS=1 -GSCAN_FIRST=1
// SEEDS: 1 2
#include "Veth_mdio.h"
#include "eth_util.h"
#include "lockstep.h"
#include "mdio_bus.h"

// The standard's words, not the module's: what a station has to believe.
struct status { bool link; unsigned speed; bool full; };
static status believe(const mdio_phy &p)
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

static const uint64_t FRAME = 2 * HALF * 65 + 4, ROUND = 46 * FRAME + POLL_GAP + 100;   // cycles

struct Bench : lockstep<Veth_mdio> {
    struct request { bool write; unsigned phy, reg, data; };

    mdio_phy phys[2], ghosts[3];        // ghosts answer, but are no PHYs: no 0, ID 0000, ID FFFF
    mdio_bus bus;
    mdio_phy *slot[2] = {};             // of the block: the PHY that it must have found
    // At the pins: cycles of the last rise and fall of MDC, of the last change of MDIO, of the end
    // of the last transaction
    uint64_t rose = 0, fell = 0, moved = 0, ended = 0;
    bool mdc = false, mdio_o = true, mdio_oe = false;
    bool touched = false;               // by software, since the last transaction ended
    // Software
    request req{};
    bool asks = false, waiting = false;
    uint64_t waited = 0;
    mdio_phy *hit = nullptr;            // the PHY that it means
    unsigned expect_data = 0;
    // While nothing changes: these bits of the addresses found, and what there is
    unsigned steady = 0, steady_addr = 0, steady_found = 0, steady_link = 0;
    unsigned last_speed[2] = { 2, 2 };
    uint64_t frames = 0, writes = 0, nobody = 0, ghosted = 0, raw = 0, raw_errors = 0, rests = 0,
             links = 0, downs = 0, speeds[3] = {}, halves = 0, forced = 0, gone = 0,
             late_first = 0, first_away = 0, second_away = 0;

    Bench()
    {
        bus.on = { &phys[0], &phys[1], &ghosts[0], &ghosts[1], &ghosts[2] };
    }

    void drive() override
    {
        bus.tick();
        if (!dut->rst && dut->mdio_oe) CHECK(!bus.drive);       // never two at once
        dut->mdio_i = bus.line(dut->mdio_oe, dut->mdio_o);
        dut->req_valid = asks;
        dut->req_write = req.write;
        dut->req_phy = req.phy;
        dut->req_reg = req.reg;
        dut->req_wdata = req.data;
    }
    void check() override
    {
        if (dut->rst) return;
        if (dut->mdio_o != mdio_o || dut->mdio_oe != mdio_oe) {
            moved = chk.cycle;
            CHECK(chk.cycle - rose >= 2);       // 10 ns before and after a rise: a clock each
        }
        mdio_o = dut->mdio_o;
        mdio_oe = dut->mdio_oe;
        if (dut->mdc && !mdc) mdc_rises();
        if (!dut->mdc && mdc) {
            fell = chk.cycle;
            CHECK(chk.cycle - rose >= HALF);
        }
        mdc = dut->mdc;
        if (dut->rsp_valid) response();
        if (waiting) CHECK(++waited < 200 * HALF);
        if (!steady) return;
        EXPECT(dut->stat_found, steady_found);
        EXPECT(dut->stat_link, steady_link);
        EXPECT(dut->stat_addr & steady, steady_addr);
    }
    void mdc_rises()
    {
        if (bus.bit || bus.ones) CHECK(chk.cycle - rose >= 2 * HALF);
        CHECK(chk.cycle - fell >= HALF || fell == 0);
        CHECK(chk.cycle - moved >= 2);
        rose = chk.cycle;
        if (!bus.bit && !bus.ones && ended && !touched) pause(chk.cycle - ended);
        const bool level = bus.line(dut->mdio_oe, dut->mdio_o);
        const unsigned n = bus.bit + (bus.bit || !level);       // this bit of the frame
        if (n == 1) EXPECT(bus.ones, 32);
        // The PHY's next bit, up to 300 ns after the rise
        bus.rise(level, HALF > 10 ? r.in(1, 18) : r.in(1, 2));
        EXPECT(dut->mdio_oe, n <= 14 || bus.write);
        if (n == 14) {
            const unsigned op = bus.word >> 10 & 3;
            EXPECT(bus.word >> 12, 1);
            CHECK(op == 1 || op == 2);
            frames++;
            nobody += !bus.who;
            for (const mdio_phy &g : ghosts) ghosted += bus.who == &g;
        }
        if (n == 15 && bus.write) EXPECT(level, 1);
        if (n == 16 && bus.write) EXPECT(level, 0);
        if (n < 32) return;
        writes += bus.write;
        ended = chk.cycle;
        touched = false;
    }
    // From the rise for the last bit to the next one: the bit's end, and in each round a rest of
    // POLL_GAP. A slot without a PHY is passed in one clock.
    void pause(uint64_t cycles)
    {
        const uint64_t more = cycles - (3 * HALF + 2);
        const bool rest = more > POLL_GAP;
        CHECK(more <= (rest ? POLL_GAP + 3 : 1));
        rests += rest;
    }
    void response()
    {
        CHECK(waiting);
        waiting = false;
        raw++;
        if (!req.write) {
            EXPECT(dut->rsp_error, !hit);
            EXPECT(dut->rsp_rdata, expect_data);
            raw_errors += !hit;
        } else if (hit) EXPECT(hit->reg[req.reg], req.data);
    }
    void step() override
    {
        if (!asks || !dut->req_ready || dut->rst) return;
        asks = false;
        waiting = touched = true;
        waited = 0;
    }

    // ---- scenes
    void nobody_found()
    {
        run(2 * ROUND);
        EXPECT(dut->stat_found, 0);
        EXPECT(dut->stat_link, 0);
    }
    // All vanish, and come back at other addresses.
    void new_addresses(bool first)
    {
        phys[0].addr = first ? 31 : r.in(SCAN_FIRST, 31);
        do phys[1].addr = r.in(SCAN_FIRST, 31); while (phys[1].addr == phys[0].addr);
        phys[0].here = phys[1].here = false;
        // Only when the slots are empty: what is at the address of a slot is polled.
        for (auto &g : ghosts) g.here = false;
        run(2 * ROUND);
        for (unsigned g = 0; g < 3; g++) {
            static const uint16_t id[] = { 0x1234, 0x0000, 0xFFFF };
            ghosts[g].mute = g == 0;
            for (auto &x : ghosts[g].reg) x = id[g];
            do ghosts[g].addr = r.in(SCAN_FIRST, 31); while (bus.find(ghosts[g].addr)
                || ghosts[g].addr == phys[0].addr || ghosts[g].addr == phys[1].addr);
            ghosts[g].here = true;
        }
        nobody_found();
        gone++;
    }
    void scramble(mdio_phy &p)
    {
        for (auto &x : p.reg) x = static_cast<uint16_t>(r.bits(16));
        if (r.one_in(2)) p.reg[1] |= 0x24;
        if (r.one_in(3)) {
            p.reg[9] &= static_cast<uint16_t>(~0x300u);
            if (r.one_in(2)) p.reg[4] &= static_cast<uint16_t>(~0x180u);
        }
        if (r.percent(70)) p.reg[0] |= 0x1000;
        p.reg[2] = 0x0362;
    }
    // Any registers. One by one they would be polled half old, half new: the link comes last.
    void new_registers(bool alone)
    {
        phys[0].here = true;
        phys[1].here = !alone && PHYS == 2;
        phys[0].reg[1] = phys[1].reg[1] = 0;
        run(2 * ROUND);
        uint16_t up[2];
        for (unsigned i = 0; i < 2; i++) {
            scramble(phys[i]);
            up[i] = phys[i].reg[1];
            phys[i].reg[1] = 0;
        }
        run(3 * ROUND);
        EXPECT(dut->stat_link, 0);
        for (unsigned i = 0; i < 2; i++) phys[i].reg[1] = up[i];
        run(2 * ROUND);
        const bool second_first = phys[1].here && phys[1].addr < phys[0].addr;
        late_first += second_first;
        slot[0] = &phys[second_first];
        slot[1] = phys[1].here ? &phys[!second_first] : nullptr;
    }
    void compare(unsigned s)
    {
        EXPECT(dut->stat_found >> s & 1, slot[s] != nullptr);
        if (!slot[s]) {
            EXPECT(dut->stat_link >> s & 1, 0);
            return;
        }
        const status want = believe(*slot[s]);
        EXPECT(dut->stat_addr >> (5 * s) & 31, slot[s]->addr);
        EXPECT(dut->stat_link >> s & 1, want.link);
        if (want.link) {
            EXPECT(dut->stat_duplex >> s & 1, want.full);
            last_speed[s] = want.speed;
            speeds[want.speed]++;
            halves += !want.full;
            forced += !(slot[s]->reg[0] & 0x1000);
        }
        (want.link ? links : downs)++;
        EXPECT(dut->stat_speed >> (2 * s) & 3, last_speed[s]);      // kept without link
    }
    // It moves nothing of what was found, not in the middle of a scan.
    void software(unsigned accesses)
    {
        steady = slot[1] ? 0x3FF : 0x1F;
        steady_link = dut->stat_link;
        steady_found = dut->stat_found;
        steady_addr = dut->stat_addr & steady;
        while (accesses--) {
            run(r.below(FRAME));
            req = { r.one_in(2), r.one_in(3) ? r.below(32) : phys[0].addr, r.in(16, 31),
                    r.below(65536) };
            for (const auto &g : ghosts) if (g.addr == req.phy) req.phy = phys[0].addr;
            hit = bus.find(req.phy);
            expect_data = hit ? hit->reg[req.reg] : 0xFFFF;
            asks = true;
            await("the answer to software", 300 * HALF, [&] { return !asks && !waiting; });
        }
        if (!slot[1]) run(ROUND);
        steady = 0;
    }
    // One of two is away for a moment and is looked for again: the other keeps what it has. It
    // comes back without link, until it is polled. Gives the link of the other.
    unsigned away(unsigned s)
    {
        slot[s]->here = false;
        await("the loss of a PHY", 3 * ROUND, [&] { return !(dut->stat_found >> s & 1); });
        EXPECT(dut->stat_found, 1u << !s);
        const unsigned other = dut->stat_link;
        EXPECT(other >> s & 1, 0);
        slot[s]->here = true;
        await("a PHY found again", 3 * ROUND, [&] {
            EXPECT(s ? dut->stat_link : dut->stat_link & 2, other);
            EXPECT(dut->stat_addr >> (s ? 0 : 5) & 31, slot[!s]->addr);
            return dut->stat_found == 3;
        });
        return other;
    }
    void play()
    {
        dut->rst = 1;
        run(4);
        dut->rst = 0;
        fell = 0;
        nobody_found();
        chk.reached("scan of an empty bus", nobody > 40);
        for (unsigned n = 0; n < 60; n++) {
            if (n % 6 == 0) new_addresses(n == 0);
            const bool alone = n % 6 < 2;               // the second comes later
            new_registers(alone);
            compare(0);
            compare(1);
            software(alone ? 12 : 6);
            if (!slot[1] || !(dut->stat_link & 2)) continue;
            EXPECT(away(0), 2);
            first_away++;
            second_away += away(1);
        }
    }
    void aims() override
    {
        aim("transactions", frames);
        aim("rests without software", rests > 500);
        aim("link up", links);
        aim("one that is no PHY answers", ghosted);
        aim("link down", downs);
        for (uint64_t n : speeds) aim("a speed", n);
        aim("half duplex", halves);
        aim("no auto-negotiation", forced);
        aim("PHYs that vanish", gone);
        if (PHYS == 2) aim("the lower address comes later", late_first);
        if (PHYS == 2) aim("the first of two away for a moment", first_away);
        if (PHYS == 2) aim("the second, and the first has link", second_away);
        aim("raw writes", writes);
        aim("raw reads without PHY", raw_errors);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
