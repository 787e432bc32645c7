// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_respond.v against model/ttp_tx_respond.c. The bench keeps the rule of the
// credits: one is taken only where it is offered, and each is answered by a response or given back.
// The witness: responses come out in the order in which they came in, and LEFT events name the
// links of the notify frames in the order of their leaving. A map leaves with what the bench says
// of it, or without a frame if there is nothing to say.
// PARAMS: -GDATA_W=64 -GLW=2 | -GDATA_W=64 -GLW=8 -GSELECTIVE=1 | -GDATA_W=256 -GLW=14
// PARAMS: -GDATA_W=512 -GLW=11 -GSELECTIVE=1
// SEEDS: 1 2 3
#include <deque>
#include "Vttp_tx_respond.h"
#include "lockstep.h"
#include "response_bus.h"
#include "tb_model.h"
#include "tb_ports.h"

#ifndef SELECTIVE
#define SELECTIVE 0
#endif

static const unsigned RESPONSES = DATA_W == 512 ? 64 : 16;

struct Bench : lockstep<Vttp_tx_respond> {
    tb_model<ttp_tx_respond> ref{ ttp_tx_respond_bind };
    ttp_tx_respond_in in = {};
    ttp_tx_respond_out o = {};
    struct { unsigned take, answer, pop, leave, left, notify; } load = { 50, 50, 50, 50, 50, 20 };
    ttp_hold_map map = {};
    std::deque<ttp_response> queue;
    std::deque<uint16_t> under_way, left;       // links of notify frames: popped; gone
    unsigned owed = 0;                          // credits taken and not answered

    void drive() override
    {
        if (r.one_in(200))
            load = { tb_load(r, 1), tb_load(r, 1), tb_load(r), tb_load(r), tb_load(r), tb_load(r) };
        ttp_tx_respond_drive(&ref, &o);
        in = {};
        in.core_rst = chk.cycle < 2 || r.one_in(5000);
        if (chk.cycle) {
            in.credit_take_frame = o.credit_for_frame && r.percent(load.take);
            in.credit_take_event = o.credit_for_event && r.percent(load.take);
            const bool answer = owed && r.percent(load.answer);
            in.respond_valid = answer && r.percent(80);
            in.credit_give = answer && !in.respond_valid;
            in.respond = some_response(r, load.notify);
            in.respond.offer &= SELECTIVE;
            in.respond.map &= SELECTIVE;
            in.respond.link = static_cast<uint16_t>(r.bits(LW));
            in.response_ready = r.percent(load.pop);
            maps();
            in.frame_left = !under_way.empty() && r.percent(load.leave);
            in.left_ready = r.percent(load.left);
        }
        DRIVE(core_rst, respond_valid, credit_take_frame, credit_take_event, credit_give,
              response_ready, frame_left, left_ready, map_ready, map_none);
        bus_set(dut->the_map, { { MAP_NUMBER, map.number }, { MAP_MISSING, map.missing } });
        response_put(dut->respond, in.respond);
        bus_put(dut->respond, RESPOND_LINK, in.respond.link);
        bus_put(dut->respond, RESPOND_OFFER, in.respond.offer);
        bus_put(dut->respond, RESPOND_MAP, in.respond.map);
        ttp_tx_respond_comb(&ref, &in, &o);
    }
    // ttp_rx_hold finds the map in some cycles.
    void maps()
    {
        in.map = &map;
        in.map_ready = o.map_ask && r.percent(load.answer);
        in.map_none = r.one_in(4);
        if (!in.map_ready) return;
        map.number = static_cast<uint16_t>(r.next());
        map.missing = static_cast<uint32_t>(r.next());
    }
    bool shows() const
    {
        const bool ring_full = under_way.size() + left.size() == 4;
        return !queue.empty() && !ring_full
            && (!queue.front().map || (in.map_ready && !in.map_none));
    }
    bool gives_up() const
    {
        return !queue.empty() && queue.front().map && in.map_ready && in.map_none;
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(credit_for_frame, credit_for_event, response_valid, left_valid);
        if (o.left_valid) SAME(left_link);
        if (o.response_valid) {
            response_check(chk, dut->response, *o.response);
            ttp_response front = queue.front();
            if (front.map) {
                front.txid = map.number;
                front.rxid = map.missing;
            }
            response_check(chk, dut->response, front);
        }
        if (o.left_valid) chk.eq("order: left_link", dut->left_link, left.front());
        const bool ring_full = under_way.size() + left.size() == 4;
        chk.eq("response_valid as defined", dut->response_valid, shows());
        chk.eq("map_ask as defined", dut->map_ask, !queue.empty() && queue.front().map);
        if (o.map_ask) {
            SAME(map_ask, map_link);
            chk.eq("map_link as defined", dut->map_link, queue.front().link);
        }
        chk.eq("map_done", dut->map_done, ttp_tx_respond_map_done(&ref, &in));
        AIM_IF(SELECTIVE, "a map leaves", o.response_valid && o.response->map && in.response_ready);
        AIM_IF(SELECTIVE, "a map is given up", gives_up());
        chk.eq("left_valid as defined", dut->left_valid, !left.empty());
        const size_t credits = RESPONSES - owed - queue.size();
        chk.eq("credit_for_frame as defined", dut->credit_for_frame, credits > 4);
        chk.eq("credit_for_event as defined", dut->credit_for_event, credits > 2);
        AIM("queue (almost) full", queue.size() + 2 >= RESPONSES);
        AIM("fewest credits", credits == 2);            // the thresholds keep two back
        AIM("blocked by a full ring", !queue.empty() && ring_full);
        AIM("LEFT event", o.left_valid && in.left_ready);
        AIM("push and pop in one cycle",
            in.respond_valid && o.response_valid && in.response_ready);
    }

    void step() override
    {
        if (chk.cycle) {
            if (o.left_valid && in.left_ready) left.pop_front();
            if (in.frame_left) {
                left.push_back(under_way.front());
                under_way.pop_front();
            }
            if ((o.response_valid && in.response_ready) || gives_up()) {
                if (queue.front().notify) under_way.push_back(queue.front().link);
                queue.pop_front();
            }
        }
        if (in.respond_valid) queue.push_back(in.respond);
        owed += in.credit_take_frame + in.credit_take_event;
        owed -= in.respond_valid + in.credit_give;
        if (in.core_rst) {
            queue.clear();
            under_way.clear();
            left.clear();
            owed = 0;
        }
        ttp_tx_respond_clock(&ref, &in);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 200000); }
