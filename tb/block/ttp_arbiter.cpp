// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/ttp_arbiter.v against model/ttp_arbiter.c, random sources in phases of different
// load, with a pipe behind it that takes what is granted (so that s1, s2 are what they would be):
// two stages at 512 bit, four below, where S2 takes three.
// Also, from the rules: never two grants, and no group waits longer than the ages allow.
//
// PARAMS: -GDATA_W=64 -GDEEP=0 -GSLOTS=4 | -GDATA_W=256 -GDEEP=1 -GSLOTS=4
// PARAMS: -GDATA_W=512 -GDEEP=0 -GSLOTS=8
// SEEDS: 1 2 3
#include <memory>
#include "Vttp_arbiter.h"
#include "verilated.h"
#include "bus_rx.h"
#include "tb_util.h"
#include "ttp_arbiter.h"

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    tb_rng rng(seed);
    tb_check chk("ttp_arbiter", seed);
    auto dut = std::make_unique<Vttp_arbiter>();
    ttp_params p = {};
    p.data_w = DATA_W;
    p.deep = DEEP;
    ttp_arena a = {};
    ttp_arbiter b = {};
    ttp_arbiter_bind(&b, &p, &a);

    uint64_t n_grant[8] = {}, n_forced_host = 0, n_forced_tm = 0, n_forced_ct = 0, n_drain = 0;
    uint64_t n_alternate = 0, n_ahead = 0, n_parked = 0, n_overlap = 0;
    uint32_t load[8] = {}, ready = 100, slots = 0, len = 0;
    bool s1 = false, s1_turn = false, s1_excl = false, s1_sp = false;
    bool s2_excl = false, s2_first = false;
    const uint32_t s2_len = DATA_W == 512 ? 1 : 3;
    uint32_t s2_left = 0;               // cycles that S2 still has work
    uint32_t hold_s1 = 0;
    uint8_t pending = 0;
    bool is_open = false, command_peek = false, low = false, credit_for_event = true;

    for (uint64_t c = 0; c < 400000; c++) {
        if (c % 512 == 0) {
            for (auto &l : load) l = rng.one_in(3) ? 0 : rng.one_in(3) ? 100 : 1 + rng.below(60);
            if (rng.one_in(3)) load[0] = 100;
            ready = rng.one_in(2) ? 100 : 50 + rng.below(50);
        }
        ttp_arbiter_in in = {};
        in.core_rst = c < 2 || rng.one_in(20000);
        for (int i = 0; i < 7; i++)
            if (!(pending >> i & 1) && rng.percent(load[i])) {
                pending |= static_cast<uint8_t>(1u << i);
                if (i == 0) is_open = rng.one_in(8);
                if (i == 2) command_peek = rng.below(2);
            }
        low = rng.one_in(64) ? !low : low;
        const bool s2 = s2_left == 1, early = s2_left > 1;
        in.request = pending;
        if (DATA_W == 512 && s2 && s2_first) in.request |= TTP_GRANT_SECOND;
        in.received_open = is_open;
        in.received_few = low;
        in.command_peek = command_peek;
        in.s1_valid = s1 || early;
        in.s1_turn = s1 && s1_turn;
        in.s2_valid = s2;
        in.s2_soon = s2_left == 2;
        in.pipe_excl = (s1 && s1_excl) || (s2_left && s2_excl);
        // Neither goes away while a choice that needs it stands.
        if (!b.chosen && !b.park && !b.turn) credit_for_event = rng.percent(ready);
        in.credit_for_event = credit_for_event;
        in.cpl_link_ready = rng.percent(ready);
        slots = rng.percent(ready) ? rng.below(SLOTS) : rng.below(SLOTS + 1);
        in.slots_used = static_cast<uint8_t>(slots);
        if (rng.one_in(8)) {        // nothing is sent, anything, or at the edge of a long payload
            if (rng.below(2)) len = 0;
            else              len = rng.below(4) ? 1 + rng.below(1024) : DATA_W - rng.below(2);
        }
        in.payload_len = static_cast<uint16_t>(len);
        n_ahead += len >= DATA_W && (in.request & TTP_GRANT_TURN) && slots == 2;

        dut->rst = in.core_rst;
        dut->request = in.request;
        dut->received_open = in.received_open;
        dut->received_few = in.received_few;
        dut->command_peek = in.command_peek;
        bus_put(dut->stage, STAGE_S1, in.s1_valid);
        bus_put(dut->stage, STAGE_S1_TURN, in.s1_turn);
        bus_put(dut->stage, STAGE_S2, in.s2_valid);
        bus_put(dut->stage, STAGE_EXCLUSIVE, in.pipe_excl);
        bus_put(dut->stage, STAGE_S2_SOON, in.s2_soon);
        dut->credit_for_event = in.credit_for_event;
        dut->cpl_link_ready = in.cpl_link_ready;
        dut->slots_used = in.slots_used;
        dut->payload_valid = len != 0 || rng.below(2);
        dut->payload_len = static_cast<uint16_t>(len);
        dut->clk = 0;
        dut->eval();

        ttp_arbiter_out o;
        ttp_arbiter_comb(&b, &in, &o);
        const unsigned rtl = dut->grant;
        chk.cycle = c;
        if (c >= 2) {
            chk.eq("grant", rtl, o.grant);
            chk.eq("credit_take_event", dut->credit_take_event, o.credit_take_event);
            chk.eq("one grant or none", rtl & (rtl - 1), 0);
            if ((rtl & TTP_GRANT_LOOKUP) || ((rtl & TTP_GRANT_RECEIVED) && is_open))
                chk.eq("exclusive alone", s1 || (DATA_W == 512 ? s2 : early), 0);
            if (rtl) chk.eq("one before the end of the pipe", DATA_W < 512 && (s1 || early), 0);
            n_parked += o.grant == TTP_GRANT_DOORBELL && b.park;
            n_overlap += DATA_W < 512 && o.grant && s2;
        }
        for (int i = 0; i < 8; i++) n_grant[i] += o.grant >> i & 1;
        if (in.request & TTP_GRANT_RECEIVED) {
            n_forced_host += (o.choice & TTP_GRANT_HOST) && b.host_cnt == 3;
            n_forced_tm += (o.choice & TTP_GRANT_TIMER) && b.tm_cnt == 7;
            n_forced_ct += (o.choice & TTP_GRANT_REGISTERS) && b.ct_cnt == 7;
        }
        n_drain += !o.choice && (in.request & TTP_GRANT_LOOKUP) && b.host_cnt == 3
                   && (s1 || s2_left);
        n_alternate += o.choice == TTP_GRANT_READY && (in.request & TTP_GRANT_DOORBELL)
                       && b.last_db;

        ttp_arbiter_clock(&b, &in, &o);
        tb_edge(*dut);

        // The pipe: S1 for one cycle, an exclusive event sometimes longer.
        const bool go = s1 && !hold_s1;
        if (hold_s1) hold_s1--;
        s2_left = in.core_rst ? 0 : go ? s2_len : s2_left - (s2_left != 0);
        if (go) { s2_excl = s1_excl; s2_first = s1_turn && !s1_sp; }
        if (go || in.core_rst) s1 = false;
        if (in.core_rst) { hold_s1 = 0; continue; }
        if (o.grant) {
            s1 = true;
            s1_turn = o.grant & (TTP_GRANT_TURN | TTP_GRANT_SECOND);
            s1_sp = o.grant == TTP_GRANT_SECOND;
            s1_excl = o.grant == TTP_GRANT_LOOKUP || (o.grant == TTP_GRANT_RECEIVED && is_open);
            hold_s1 = s1_excl && rng.one_in(4) ? rng.below(4) : 0;
            pending &= static_cast<uint8_t>(~o.grant);
        }
    }
    dut->final();
    static const char *NAMES[] = { "grant received", "grant timer", "grant command",
                                   "grant left", "grant lookup", "grant doorbell",
                                   "grant ready", "grant second turn" };
    for (int i = 0; i < 7 + (DATA_W == 512); i++) chk.reached(NAMES[i], n_grant[i]);
    chk.reached("a drain for a lookup", n_drain);
    chk.reached("RQ after DB", n_alternate);
    chk.reached("a second payload behind a long one", n_ahead);
    if (DATA_W < 512) {
        chk.reached("a parked grant taken", n_parked);
        chk.reached("an event enters while one is in its last stage", n_overlap);
    }
    if (DATA_W == 512) {
        chk.reached("the host outranks the wire", n_forced_host);
        chk.reached("the timer outranks the wire", n_forced_tm);
        chk.reached("the registers outrank the wire", n_forced_ct);
    }
    printf("PASS ttp_arbiter %s seed=%" PRIu64 " compared=%" PRIu64 "\n", PARAMS, seed,
           chk.compared);
    return 0;
}
