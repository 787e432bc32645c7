// SPDX-License-Identifier: Apache-2.0
//
// rtl/ttp_arbiter.v against model/ttp_arbiter.c. Random sources ask in phases of different load.
// The bench has a pipe that takes each grant, so that what ends in it are the events granted. The
// witness holds the grants to the rules of the pipe.
//
// PARAMS: -GDEEP=0 -GSLOTS=4 -GAHEAD=2 | -GDEEP=1 -GSLOTS=4 -GAHEAD=3
// PARAMS: -GDEEP=1 -GSLOTS=8 -GAHEAD=2 | -GDEEP=1 -GSLOTS=8 -GAHEAD=3
// PARAMS: -GDEEP=0 -GSLOTS=4 -GAHEAD=3 -GVC_ORDER=1 | -GDEEP=1 -GSLOTS=8 -GAHEAD=2 -GVC_ORDER=1
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_arbiter.h"
#include "bus_place.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "ttp_arbiter.h"

#ifndef VC_ORDER                        // a set without it: the default of the RTL
#define VC_ORDER 0
#endif

static constexpr bool STREAKS = SLOTS == 8;             // 512 bit: there are second turns
static constexpr uint8_t TURNS = TTP_GRANT_TURN | TTP_GRANT_SECOND;
static constexpr uint16_t NEWS = 0x100;                 // READY that was no turn
static constexpr uint16_t JOINS = 0x200;                // DOORBELL that was none

// A pipe of a few cycles that now and then holds back what is granted
struct Pipe {
    std::deque<uint16_t> below = std::deque<uint16_t>(7, 0);    // TTP_GRANT_*, NEWS, JOINS
    uint32_t hold = 0;                          // cycles

    void inputs(ttp_arbiter_in &in) const
    {
        in.hold = hold != 0;
        in.turn_ends = below.back() & TURNS;
        in.expiry_ends = below.back() & TTP_GRANT_TIMER;
    }
    void step(tb_rng &r, uint16_t granted, bool rst)
    {
        if (!hold) hold = r.one_in(20) ? r.in(1, 12) : 0;
        else hold--;
        below.push_front(granted);
        below.pop_back();
        if (rst) *this = {};
    }
};

struct Bench : lockstep<Vttp_arbiter> {
    tb_model<ttp_arbiter> model{ ttp_arbiter_bind, [](ttp_params &p) {
        p.data_w = STREAKS ? 512 : 64;
        p.deep = DEEP;
        p.selective = AHEAD == 3;
    } };
    ttp_arbiter_in in = {};                 // of the cycle before, until drive() has changed it
    ttp_arbiter_out o = {};
    Pipe pipe;
    bool ordered_before = false;            // when the choice was made
    uint8_t waiting = 0;                    // TTP_GRANT_*: sources with an event
    uint64_t granted[8] = {};               // by source
    // Percent of cycles: an event comes; an engine is ready; a second frame is there
    uint32_t load[8] = {}, ready = 100, more = 0, second = 0;

    Bench()
    {
        in.credit_for_event = true;
    }

    void change_phase()
    {
        for (auto &l : load) l = r.one_in(3) ? 0 : r.one_in(3) ? 100 : 1 + r.below(60);
        if (r.one_in(3)) load[0] = 100;
        ready = r.one_in(2) ? 100 : 50 + r.below(50);
        more = r.one_in(2) ? 0 : r.below(101);
        second = STREAKS && r.below(2) ? r.below(101) : 0;
        in.ordered = VC_ORDER && r.below(3);
    }
    void sources()
    {
        for (int i = 0; i < 7; i++) {
            if (waiting >> i & 1 || !r.percent(load[i])) continue;
            waiting |= static_cast<uint8_t>(1u << i);
            if (1 << i == TTP_GRANT_COMMAND) in.command_peek = r.below(2);
            if (1 << i == TTP_GRANT_READY) in.ready_news = false;
        }
        // News go before what waits in the lists, and stay until they are granted.
        if (waiting & TTP_GRANT_READY && AHEAD == 3 && r.one_in(16)) in.ready_news = true;
        if (r.one_in(64)) in.received_few = !in.received_few;
        in.received_more = waiting & TTP_GRANT_RECEIVED && r.percent(more);
        in.request = static_cast<uint8_t>(waiting | (r.percent(second) ? TTP_GRANT_SECOND : 0));
    }
    void engines()
    {
        // A choice may rely on the credit of the cycle before.
        if (!model.park && !model.turn) in.credit_for_event = r.percent(ready);
        in.cpl_link_ready = r.percent(ready);
        in.slots_used = static_cast<uint8_t>(r.percent(ready) ? r.below(SLOTS)
                                                              : r.below(SLOTS + 1));
        if (r.one_in(8)) in.payload_long = r.below(2);
    }
    void drive() override
    {
        if (chk.cycle % 512 == 0) change_phase();
        in.core_rst = chk.cycle < 2 || r.one_in(20000);
        sources();
        pipe.inputs(in);
        engines();
        DRIVE(request, received_few, received_more, ready_news, command_peek, credit_for_event,
              cpl_link_ready, slots_used, payload_long);
        dut->rst = in.core_rst;
        dut->cfg_mode = in.ordered ? 1 + r.below(2) : 0;
        bus_set(dut->stage, { { STAGE_HOLD, in.hold }, { STAGE_TURN_ENDS, in.turn_ends },
                              { STAGE_EXPIRY_ENDS, in.expiry_ends } });
    }

    void check() override
    {
        ttp_arbiter_comb(model, &in, &o);
        if (chk.cycle < 2) return;
        SAME(grant, credit_take_event);
        chk.eq("no_turns", dut->no_turns, !model.turns);
        if (o.grant & TTP_GRANT_DOORBELL) SAME(doorbell_joins);
        witness(dut->grant);
    }
    uint16_t pipe_has(unsigned grant) const
    {
        if (grant == TTP_GRANT_READY && in.ready_news) return NEWS;
        if (grant == TTP_GRANT_DOORBELL && dut->doorbell_joins) return JOINS;
        return static_cast<uint16_t>(grant);
    }
    void witness(unsigned grant)
    {
        chk.eq("one grant or none", grant & (grant - 1), 0);
        if (pipe.hold) chk.eq("held", grant, 0);
        chk.eq("asked for", grant & ~unsigned{ in.request } & ~TTP_GRANT_SECOND, 0);
        const auto expiry = [](uint16_t g) { return g & TTP_GRANT_TIMER; };
        if (grant & TTP_GRANT_TIMER)
            chk.eq("one expiry", std::any_of(pipe.below.begin(), pipe.below.end(), expiry), 0);
        // vc.turn: with an order a doorbell is a turn only if no link waits in the ready list.
        if (in.ordered && ordered_before && pipe_has(grant) == TTP_GRANT_DOORBELL)
            chk.eq("a doorbell beside a link that waits", in.request & TTP_GRANT_READY, 0);
        if (pipe_has(grant) & TURNS) chk.eq("turns apart", pipe.below.front() & TURNS, 0);
    }
    void seen() override
    {
        const bool frame = in.request & TTP_GRANT_RECEIVED;

        for (int i = 0; i < 8; i++) granted[i] += o.grant >> i & 1;
        AIM("the ready list after the doorbell", o.choice == TTP_GRANT_READY
            && in.request & TTP_GRANT_DOORBELL && model.last_db);
        AIM("another payload behind a long one", in.payload_long
            && in.request & TTP_GRANT_TURN && in.slots_used == AHEAD);
        AIM_IF(AHEAD == 3, "news without a slot", o.choice == TTP_GRANT_READY && in.ready_news
               && in.slots_used == SLOTS);
        AIM_IF(AHEAD == 3, "news wait for a credit", in.request == TTP_GRANT_READY
               && in.ready_news && o.open && !in.credit_for_event);
        AIM("the host outranks the wire", frame && o.choice & TTP_GRANT_HOST
            && model.host_cnt == 3);
        AIM("the timer outranks the wire", frame && o.choice & TTP_GRANT_TIMER
            && model.tm_cnt == 7);
        AIM("the registers outrank the wire", frame && o.choice & TTP_GRANT_REGISTERS
            && model.ct_cnt == 7);
        AIM("a parked grant taken", o.grant == TTP_GRANT_DOORBELL && model.park);
        AIM_IF(VC_ORDER, "a doorbell joins without a slot", o.choice == TTP_GRANT_DOORBELL
               && in.ordered && in.slots_used == SLOTS);
        AIM_IF(VC_ORDER, "a doorbell waits for a credit", in.request == TTP_GRANT_DOORBELL
               && in.ordered && o.open && !in.credit_for_event);
        AIM_IF(VC_ORDER, "a link that waits keeps a doorbell out of the parked grant", in.ordered
               && model.park && in.request & TTP_GRANT_DOORBELL && in.request & TTP_GRANT_READY);
        AIM_IF(VC_ORDER, "a parked doorbell is a turn", in.ordered && o.parked);
        AIM_IF(VC_ORDER, "what was chosen to join is granted after the mode has changed",
               !in.ordered && o.grant == TTP_GRANT_DOORBELL && o.doorbell_joins);
        AIM_IF(VC_ORDER, "a turn that was chosen is granted after the mode has changed",
               in.ordered && o.grant == TTP_GRANT_DOORBELL && !o.doorbell_joins && !o.parked);
        AIM("a grant in each of two cycles", o.grant && pipe.below.front());
        AIM("frames in neighbouring cycles", o.grant & pipe.below.front() & TTP_GRANT_RECEIVED);
        AIM("an expiry waits for another", in.request & TTP_GRANT_TIMER && o.open
            && model.expires && in.cpl_link_ready && in.credit_for_event);
        AIM_IF(STREAKS, "a second turn goes before a frame", o.choice == TTP_GRANT_SECOND
               && frame && !(o.grant & TTP_GRANT_RECEIVED));
        AIM("a choice that is held", model.chosen && in.hold);
        AIM("turns in the pipe keep another out", in.request & TTP_GRANT_TURN
            && in.slots_used < SLOTS && in.slots_used + model.turns >= SLOTS);
    }
    void aims() override
    {
        static const char *const GRANTS[] = {
            "grant received", "grant timer", "grant command", "grant left", "grant lookup",
            "grant doorbell", "grant ready", "grant second turn"
        };
        for (int i = 0; i < (STREAKS ? 8 : 7); i++) aim(GRANTS[i], granted[i]);
    }
    void step() override
    {
        ttp_arbiter_clock(model, &in, &o);
        if (!in.hold) ordered_before = in.ordered && !in.core_rst;
        pipe.step(r, pipe_has(o.grant), in.core_rst);
        const bool again = in.received_more && o.grant & TTP_GRANT_RECEIVED;
        if (o.grant == TTP_GRANT_READY) in.ready_news = false;
        if (!in.core_rst)
            waiting &= static_cast<uint8_t>(~o.grant | (again ? TTP_GRANT_RECEIVED : 0));
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 400000); }
