// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_respond.v against model/ttp_tx_respond.c. The stimulus keeps the credit
// rule (a take only while credit_for_frame or credit_for_event, each take answered by a response or
// a return) and checks by itself that responses come out in order and that LEFT events name the
// links of the notify frames, in order.
// PARAMS: -GDATA_W=64 -GLW=2 | -GDATA_W=64 -GLW=8 | -GDATA_W=256 -GLW=14 | -GDATA_W=512 -GLW=11
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_tx_respond.h"
#include "bus_rx.h"
#include "tb_util.h"
extern "C" {
#include "ttp_tx_respond.h"
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_tx_respond", seed);
    auto dut = std::make_unique<Vttp_tx_respond>();

    ttp_params p = {};
    p.data_w = DATA_W;
    std::vector<uint64_t> mem(8192);
    ttp_arena arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, mem.size() * 8 };
    ttp_tx_respond m = {};
    ttp_tx_respond_bind(&m, &p, &arena);
    const unsigned RESP_N = DATA_W == 512 ? 64 : 16;

    std::deque<ttp_response> queue;     // what must come out
    std::deque<uint16_t> under_way, left;
    unsigned owed = 0;                  // takes not yet answered
    uint64_t full = 0, blocked = 0, n_left = 0, out = 0, low = 0, both = 0;
    unsigned p_take = 50, p_answer = 50, p_pop = 50, p_left = 50, p_lf = 50, p_note = 20;

    ttp_tx_respond_in in = {};
    ttp_tx_respond_out o = {};
    for (uint64_t c = 0; c < 200000; c++) {
        chk.cycle = c;
        if (r.one_in(200)) {
            static const unsigned pc[] = { 0, 5, 30, 70, 100, 100 };
            p_take = pc[1 + r.below(5)]; p_answer = pc[1 + r.below(5)]; p_pop = pc[r.below(6)];
            p_left = pc[r.below(6)]; p_lf = pc[r.below(6)]; p_note = pc[r.below(6)];
        }
        ttp_tx_respond_drive(&m, &o);
        in = {};
        in.core_rst = c < 2 || r.one_in(5000);
        if (c >= 1) {
            if (o.credit_for_frame) in.credit_take_frame = r.percent(p_take);
            if (o.credit_for_event) in.credit_take_event = r.percent(p_take);
            if (owed && r.percent(p_answer)) {
                if (r.percent(80)) in.respond_valid = true; else in.credit_give = true;
            }
            in.respond.op = static_cast<uint8_t>(r.below(11));
            in.respond.vc = static_cast<uint8_t>(r.below(3));
            in.respond.node = static_cast<uint32_t>(r.bits(24));
            in.respond.txid = static_cast<uint32_t>(r.next());
            in.respond.rxid = static_cast<uint32_t>(r.next());
            in.respond.life = static_cast<uint16_t>(r.bits(16));
            in.respond.to_life = static_cast<uint16_t>(r.bits(16));
            in.respond.link = static_cast<uint16_t>(r.bits(LW));
            in.respond.notify = r.percent(p_note);
            in.response_ready = r.percent(p_pop);
            in.frame_left = !under_way.empty() && r.percent(p_left);
            in.left_ready = r.percent(p_lf);
        }
        dut->core_rst = in.core_rst;
        dut->respond_valid = in.respond_valid;
        bus_put(dut->respond, RESPONSE_OP, in.respond.op);
        bus_put(dut->respond, RESPONSE_VC, in.respond.vc);
        bus_put(dut->respond, RESPONSE_NODE, in.respond.node);
        bus_put(dut->respond, RESPONSE_TXID, in.respond.txid);
        bus_put(dut->respond, RESPONSE_RXID, in.respond.rxid);
        bus_put(dut->respond, RESPONSE_LIFE, in.respond.life);
        bus_put(dut->respond, RESPONSE_TO_LIFE, in.respond.to_life);
        bus_put(dut->respond, RESPOND_LINK, in.respond.link);
        bus_put(dut->respond, RESPONSE_NOTIFY, in.respond.notify);
        dut->credit_take_frame = in.credit_take_frame;
        dut->credit_take_event = in.credit_take_event;
        dut->credit_give = in.credit_give; dut->response_ready = in.response_ready;
        dut->frame_left = in.frame_left; dut->left_ready = in.left_ready;
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->credit_for_frame, o.credit_for_frame);
            CHECK_EQ(chk, dut->credit_for_event, o.credit_for_event);
            CHECK_EQ(chk, dut->response_valid, o.response_valid);
            CHECK_EQ(chk, dut->left_valid, o.left_valid);
            if (o.response_valid) {
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_OP), o.response->op);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_VC), o.response->vc);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_NODE), o.response->node);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_TXID), o.response->txid);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_RXID), o.response->rxid);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_LIFE), o.response->life);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_TO_LIFE), o.response->to_life);
                CHECK_EQ(chk, bus_get(dut->response, RESPONSE_NOTIFY), o.response->notify);
                // the third witness
                chk.eq("order: txid", bus_get(dut->response, RESPONSE_TXID), queue.front().txid);
                chk.eq("order: rxid", bus_get(dut->response, RESPONSE_RXID), queue.front().rxid);
                chk.eq("order: life", bus_get(dut->response, RESPONSE_LIFE), queue.front().life);
                chk.eq("order: to_life", bus_get(dut->response, RESPONSE_TO_LIFE),
                       queue.front().to_life);
            }
            if (o.left_valid) {
                CHECK_EQ(chk, dut->left_link, o.left_link);
                chk.eq("order: left_link", dut->left_link, left.front());
            }
            const bool ring_full = under_way.size() + left.size() == 4;
            chk.eq("response_valid as defined", dut->response_valid,
                   !queue.empty() && !(queue.front().notify && ring_full));
            chk.eq("left_valid as defined", dut->left_valid, !left.empty());
            const size_t credits = RESP_N - owed - queue.size();
            chk.eq("credit_for_frame as defined", dut->credit_for_frame, credits > 4);
            chk.eq("credit_for_event as defined", dut->credit_for_event, credits > 2);
            full += queue.size() + 2 >= RESP_N;
            low += credits == 2;             // the thresholds keep two back
            blocked += !queue.empty() && !o.response_valid;
            n_left += o.left_valid && in.left_ready;
            out += o.response_valid && in.response_ready;
            both += in.respond_valid && o.response_valid && in.response_ready;
        }
        if (o.left_valid && in.left_ready) left.pop_front();
        if (in.frame_left) { left.push_back(under_way.front()); under_way.pop_front(); }
        if (o.response_valid && in.response_ready && c >= 1) {
            if (queue.front().notify) under_way.push_back(queue.front().link);
            queue.pop_front();
        }
        if (in.respond_valid) queue.push_back(in.respond);
        owed += in.credit_take_frame + in.credit_take_event;
        owed -= in.respond_valid + in.credit_give;
        if (in.core_rst) { queue.clear(); under_way.clear(); left.clear(); owed = 0; }
        ttp_tx_respond_clock(&m, &in);
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("queue (almost) full", full);
    chk.reached("fewest credits", low);
    chk.reached("notify blocked by a full ring", blocked);
    chk.reached("LEFT event", n_left);
    chk.reached("push and pop in one cycle", both);
    printf("PASS responses=%" PRIu64 " full=%" PRIu64 " blocked=%" PRIu64 " left=%" PRIu64 "\n",
           out, full, blocked, n_left);
    return 0;
}
