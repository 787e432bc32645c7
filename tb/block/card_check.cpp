// SPDX-License-Identifier: Apache-2.0
//
// The sink: payloads of the generator's pattern in its order are good, everything else is bad, and
// each is counted once, three cycles after its last beat. The count of bytes is brought to where
// its bits turn.
// SEEDS: 1 2
// VLT: sim/card.vlt
#include "Vcard_check.h"
#include "Vcard_check___024root.h"
#include "lockstep.h"
#include "card_util.h"

TB_INSIDE(bytes_of, card_check__DOT__bytes_q, card_check__DOT__u_net__DOT__bytes_q)
TB_SETTLE(Vcard_check)

struct Bench : lockstep<Vcard_check> {
    enum kind_of { RIGHT, ANOTHER_NUMBER, ONE_BIT_WRONG, AN_ECHO, KINDS };
    struct beat { bool valid = false, last = false; bytes b; };

    beat_source src;
    unsigned gap = 0, pause = 0;
    uint32_t next = 0;                  // number of the payload that the source gives next
    beat arrived, compared;             // one and two cycles ago
    bytes body;                         // of the payload that comes
    uint32_t expect = 0, total = 0;
    bool same = true;                   // so far
    bool good = false, bad = false;
    uint64_t kinds[KINDS] = {}, goods = 0, bads = 0, carries = 0, clears = 0, clears_inside = 0,
             resets_inside = 0, adjacent = 0;

    void new_payload()
    {
        unsigned kind = RIGHT;
        if (chk.cycle > 5000 && r.one_in(2)) kind = r.below(KINDS);
        const size_t n = r.one_in(3) ? r.in(1, 12) : r.one_in(10) ? r.in(1, 1024) : r.in(1, 100);
        if (kind == ANOTHER_NUMBER)
            next = static_cast<uint32_t>(r.one_in(2) ? next + r.in(1, 3) : r.bits(31));
        src.cur = pattern(next, n);
        if (kind == ONE_BIT_WRONG)
            src.cur[r.below(n)] ^= static_cast<uint8_t>(1u << r.below(8));
        if (kind == AN_ECHO) src.cur[0] |= 0x80;
        if (n >= 4) next = static_cast<uint32_t>(get_be(src.cur, 0, 4));
        next = (next + 1) & 0x7FFFFFFF;
        gap = r.one_in(2) ? 0 : r.below(60);
        pause = r.one_in(2) ? 0 : r.below(8);
        adjacent += !gap && !pause;
        kinds[kind]++;
    }
    void drive() override
    {
        dut->rst = chk.cycle < 3 || r.one_in(400);
        dut->cfg_clear = r.one_in(300);
        if (dut->rst || (dut->cfg_clear && src.idle() && r.one_in(2))) next = 0;
        if (dut->rst) {
            resets_inside += src.at != 0;
            src = beat_source();
        } else if (src.idle() && pause) pause--;
        else if (src.idle()) new_payload();
        src.drive(r, gap, dut->s_axis_sink_tdata, dut->s_axis_sink_tkeep, dut->s_axis_sink_tvalid,
                  dut->s_axis_sink_tlast);
        // Changed, not set, so that what is wrong stays wrong
        if (r.one_in(30)) {
            const uint32_t to = before_turn(r, 32);
            *bytes_of(dut->rootp, 0) ^= total ^ to;
            total = to;
            tb_settle(*dut);
        }
    }
    void check() override
    {
        if (chk.cycle < 3) return;
        EXPECT(dut->good, good);
        EXPECT(dut->bad, bad);
        EXPECT(dut->stat_bytes, total);
    }
    // The payload against the pattern, as far as it has come; bit 7 of byte 0 is any.
    void compare(const beat &x)
    {
        body.insert(body.end(), x.b.begin(), x.b.end());
        bytes want = pattern(expect, body.size());
        want[0] = static_cast<uint8_t>(want[0] | (body[0] & 0x80));
        same = want == body;
        if (!x.last) return;
        if (body.size() >= 4) expect = static_cast<uint32_t>(get_be(body, 0, 4));
        expect = (expect + 1) & 0x7FFFFFFF;
        body.clear();
    }
    void step() override
    {
        const uint32_t from = total;
        const bool between = body.empty() && !arrived.valid;
        good = compared.valid && compared.last && same;
        bad = compared.valid && compared.last && !same;
        goods += good;
        bads += bad;
        if (compared.valid) total += static_cast<uint32_t>(compared.b.size());
        carries += (from ^ total) >> 20 != 0;
        if (arrived.valid) compare(arrived);
        compared = arrived;
        arrived = beat();
        if (dut->s_axis_sink_tvalid) {
            arrived.valid = true;
            arrived.last = dut->s_axis_sink_tlast;
            beat_append(arrived.b, dut->s_axis_sink_tdata, dut->s_axis_sink_tkeep);
            src.taken();
        }
        if (dut->cfg_clear) {
            (between ? clears : clears_inside)++;
            total = 0;
            if (between) expect = 0;
        }
        if (dut->rst) {
            total = expect = 0;
            arrived = compared = beat();
            body.clear();
            good = bad = false;
        }
    }
    void play() { run(300000); }
    void aims() override
    {
        for (uint64_t n : kinds) aim("a kind of payload", n);
        aim("a count whose upper bits turn", carries);
        aim("good ones", goods);
        aim("bad ones", bads);
        aim("a clear between payloads", clears);
        aim("a clear in a payload", clears_inside);
        aim("a reset in a payload", resets_inside);
        aim("no cycle between two payloads", adjacent);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
