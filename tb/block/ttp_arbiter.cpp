// SPDX-License-Identifier: Apache-2.0
//
// rtl/ttp_arbiter.v against model/ttp_arbiter.c. Random sources ask in phases of different load.
// The bench has a pipe that takes each grant, so that the stages it reports are those of the events
// granted. The witness holds the grants to the rules of the pipe.
//
// PARAMS: -GDATA_W=64 -GDEEP=0 -GSLOTS=4 | -GDATA_W=256 -GDEEP=1 -GSLOTS=4
// PARAMS: -GDATA_W=512 -GDEEP=0 -GSLOTS=8
// SEEDS: 1 2 3
#include "Vttp_arbiter.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "ttp_arbiter.h"

static constexpr bool WIDE = DATA_W == 512;

// S1 holds an event for one cycle, an exclusive one sometimes longer. S2 holds it for one cycle at
// 512 bit, for three below.
struct Pipe {
    struct Event { uint8_t grant; bool exclusive; } s1 = {}, s2 = {};   // grant 0: none
    uint32_t s1_waits = 0, s2_left = 0;         // cycles

    void inputs(ttp_arbiter_in &in) const
    {
        const bool s2_early = s2_left > 1;

        in.s1_valid = s1.grant || s2_early;
        in.s1_turn = s1.grant & (TTP_GRANT_TURN | TTP_GRANT_SECOND);
        in.s2_valid = s2_left == 1;
        in.s2_soon = s2_left == 2;
        in.pipe_excl = (s1.grant && s1.exclusive) || (s2_left && s2.exclusive);
        if (WIDE && in.s2_valid && s2.grant & TTP_GRANT_TURN) in.request |= TTP_GRANT_SECOND;
    }
    void step(tb_rng &r, Event granted, bool rst)
    {
        if (s2_left) s2_left--;
        if (s1_waits) {
            s1_waits--;
        } else if (s1.grant) {
            s2 = s1;
            s2_left = WIDE ? 1 : 3;
            s1 = {};
        }
        if (rst) {
            *this = {};
        } else if (granted.grant) {
            s1 = granted;
            s1_waits = s1.exclusive && r.one_in(4) ? r.below(4) : 0;
        }
    }
};

struct Bench : lockstep<Vttp_arbiter> {
    tb_model<ttp_arbiter> model{ ttp_arbiter_bind, [](ttp_params &p) {
        p.data_w = DATA_W;
        p.deep = DEEP;
    } };
    ttp_arbiter_in in = {};                 // of the cycle before, until drive() has changed it
    ttp_arbiter_out o = {};
    Pipe pipe;
    uint8_t waiting = 0;                    // TTP_GRANT_*: sources with an event
    uint64_t granted[8] = {};               // by source
    uint32_t load[8] = {}, ready = 100;     // percent of cycles: an event comes; an engine is ready

    Bench()
    {
        in.credit_for_event = true;
    }

    void change_phase()
    {
        for (auto &l : load) l = r.one_in(3) ? 0 : r.one_in(3) ? 100 : 1 + r.below(60);
        if (r.one_in(3)) load[0] = 100;
        ready = r.one_in(2) ? 100 : 50 + r.below(50);
    }
    void sources()
    {
        for (int i = 0; i < 7; i++) {
            if (waiting >> i & 1 || !r.percent(load[i])) continue;
            waiting |= static_cast<uint8_t>(1u << i);
            if (1 << i == TTP_GRANT_RECEIVED) in.received_open = r.one_in(8);
            if (1 << i == TTP_GRANT_COMMAND) in.command_peek = r.below(2);
        }
        if (r.one_in(64)) in.received_few = !in.received_few;
        in.request = waiting;
    }
    void engines()
    {
        // A choice may rely on the credit until it is granted.
        if (!model.chosen && !model.park && !model.turn) in.credit_for_event = r.percent(ready);
        in.cpl_link_ready = r.percent(ready);
        in.slots_used = static_cast<uint8_t>(r.percent(ready) ? r.below(SLOTS)
                                                              : r.below(SLOTS + 1));
        if (!r.one_in(8)) return;
        // Nothing is sent, anything, or a payload at the edge of a long one.
        in.payload_len = static_cast<uint16_t>(r.below(2) ? 0 : r.below(4) ? 1 + r.below(1024)
                                                                           : DATA_W - r.below(2));
    }
    void drive() override
    {
        if (chk.cycle % 512 == 0) change_phase();
        in.core_rst = chk.cycle < 2 || r.one_in(20000);
        sources();
        pipe.inputs(in);
        engines();
        DRIVE(request, received_open, received_few, command_peek, credit_for_event,
              cpl_link_ready, slots_used, payload_len);
        dut->rst = in.core_rst;
        dut->payload_valid = in.payload_len != 0 || r.below(2);
        bus_set(dut->stage, { { STAGE_S1, in.s1_valid }, { STAGE_S1_TURN, in.s1_turn },
                              { STAGE_S2, in.s2_valid }, { STAGE_S2_SOON, in.s2_soon },
                              { STAGE_EXCLUSIVE, in.pipe_excl } });
    }

    bool exclusive(unsigned grant) const
    {
        return grant & TTP_GRANT_LOOKUP || (grant & TTP_GRANT_RECEIVED && in.received_open);
    }
    void check() override
    {
        ttp_arbiter_comb(model, &in, &o);
        if (chk.cycle < 2) return;
        SAME(grant, credit_take_event);
        witness(dut->grant);
    }
    void witness(unsigned grant)
    {
        const bool s2_early = pipe.s2_left > 1;

        chk.eq("one grant or none", grant & (grant - 1), 0);
        if (exclusive(grant))
            chk.eq("exclusive alone", pipe.s1.grant || (WIDE ? pipe.s2_left != 0 : s2_early), 0);
        if (grant && !WIDE) chk.eq("one before the end of the pipe", pipe.s1.grant || s2_early, 0);
    }
    void seen() override
    {
        const bool frame = in.request & TTP_GRANT_RECEIVED;

        for (int i = 0; i < 8; i++) granted[i] += o.grant >> i & 1;
        AIM("a drain for a lookup", !o.choice && in.request & TTP_GRANT_LOOKUP
            && model.host_cnt == 3 && (pipe.s1.grant || pipe.s2_left));
        AIM("the ready list after the doorbell", o.choice == TTP_GRANT_READY
            && in.request & TTP_GRANT_DOORBELL && model.last_db);
        AIM("a second payload behind a long one", in.payload_len >= DATA_W
            && in.request & TTP_GRANT_TURN && in.slots_used == 2);
        AIM_IF(WIDE, "the host outranks the wire", frame && o.choice & TTP_GRANT_HOST
               && model.host_cnt == 3);
        AIM_IF(WIDE, "the timer outranks the wire", frame && o.choice & TTP_GRANT_TIMER
               && model.tm_cnt == 7);
        AIM_IF(WIDE, "the registers outrank the wire", frame && o.choice & TTP_GRANT_REGISTERS
               && model.ct_cnt == 7);
        AIM_IF(!WIDE, "a parked grant taken", o.grant == TTP_GRANT_DOORBELL && model.park);
        AIM_IF(!WIDE, "an event enters while one is in its last stage", o.grant && in.s2_valid);
    }
    void aims() override
    {
        static const char *const GRANTS[] = {
            "grant received", "grant timer", "grant command", "grant left", "grant lookup",
            "grant doorbell", "grant ready", "grant second turn"
        };
        for (int i = 0; i < 7 + WIDE; i++) aim(GRANTS[i], granted[i]);
    }
    void step() override
    {
        ttp_arbiter_clock(model, &in, &o);
        pipe.step(r, { o.grant, exclusive(o.grant) }, in.core_rst);
        if (!in.core_rst) waiting &= static_cast<uint8_t>(~o.grant);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 400000); }
