// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_tx_respond.v against model/ttp_tx_respond.c. The stimulus keeps the credit
// rule (a take only while resp_ok or cr_any, each take answered by a response or a return) and
// checks by itself that responses come out in order and that LEFT events name the links of the
// notify frames, in order.
// PARAMS: -GDATA_W=64 -GLW=2 | -GDATA_W=64 -GLW=8 | -GDATA_W=256 -GLW=14 | -GDATA_W=512 -GLW=11
// SEEDS: 1 2 3
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_tx_respond.h"
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
    ttp_tx_respond m;
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
            if (o.resp_ok) in.rx_cr_take = r.percent(p_take);
            if (o.cr_any) in.ar_cr_take = r.percent(p_take);
            if (owed && r.percent(p_answer)) {
                if (r.percent(80)) in.rs_valid = true; else in.cr_give = true;
            }
            in.rs.op = static_cast<uint8_t>(r.below(11));
            in.rs.vc = static_cast<uint8_t>(r.below(3));
            in.rs.node = static_cast<uint32_t>(r.bits(24));
            in.rs.txid = static_cast<uint32_t>(r.next());
            in.rs.rxid = static_cast<uint32_t>(r.next());
            in.rs.epoch = static_cast<uint16_t>(r.bits(16));
            in.rs.link = static_cast<uint16_t>(r.bits(LW));
            in.rs.notify = r.percent(p_note);
            in.rsp_ready = r.percent(p_pop);
            in.left_pulse = !under_way.empty() && r.percent(p_left);
            in.lf_ready = r.percent(p_lf);
        }
        dut->core_rst = in.core_rst;
        dut->rs_valid = in.rs_valid; dut->rs_op = in.rs.op; dut->rs_vc = in.rs.vc;
        dut->rs_node = in.rs.node; dut->rs_txid = in.rs.txid; dut->rs_rxid = in.rs.rxid;
        dut->rs_epoch = in.rs.epoch; dut->rs_link = in.rs.link; dut->rs_notify = in.rs.notify;
        dut->rx_cr_take = in.rx_cr_take; dut->ar_cr_take = in.ar_cr_take;
        dut->cr_give = in.cr_give; dut->rsp_ready = in.rsp_ready;
        dut->left_pulse = in.left_pulse; dut->lf_ready = in.lf_ready;
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->resp_ok, o.resp_ok);
            CHECK_EQ(chk, dut->cr_any, o.cr_any);
            CHECK_EQ(chk, dut->rsp_valid, o.rsp_valid);
            CHECK_EQ(chk, dut->lf_valid, o.lf_valid);
            if (o.rsp_valid) {
                CHECK_EQ(chk, dut->rsp_op, o.rsp->op);
                CHECK_EQ(chk, dut->rsp_vc, o.rsp->vc);
                CHECK_EQ(chk, dut->rsp_node, o.rsp->node);
                CHECK_EQ(chk, dut->rsp_txid, o.rsp->txid);
                CHECK_EQ(chk, dut->rsp_rxid, o.rsp->rxid);
                CHECK_EQ(chk, dut->rsp_epoch, o.rsp->epoch);
                CHECK_EQ(chk, dut->rsp_link, o.rsp->link);
                CHECK_EQ(chk, dut->rsp_notify, o.rsp->notify);
                // the third witness
                chk.eq("order: txid", dut->rsp_txid, queue.front().txid);
                chk.eq("order: rxid", dut->rsp_rxid, queue.front().rxid);
            }
            if (o.lf_valid) {
                CHECK_EQ(chk, dut->lf_link, o.lf_link);
                chk.eq("order: lf_link", dut->lf_link, left.front());
            }
            const bool ring_full = under_way.size() + left.size() == 4;
            chk.eq("rsp_valid as defined", dut->rsp_valid,
                   !queue.empty() && !(queue.front().notify && ring_full));
            chk.eq("lf_valid as defined", dut->lf_valid, !left.empty());
            const size_t credits = RESP_N - owed - queue.size();
            chk.eq("resp_ok as defined", dut->resp_ok, credits > 4);
            chk.eq("cr_any as defined", dut->cr_any, credits > 2);
            full += queue.size() + 2 >= RESP_N;
            low += credits == 2;             // the thresholds keep two back
            blocked += !queue.empty() && !o.rsp_valid;
            n_left += o.lf_valid && in.lf_ready;
            out += o.rsp_valid && in.rsp_ready;
            both += in.rs_valid && o.rsp_valid && in.rsp_ready;
        }
        if (o.lf_valid && in.lf_ready) left.pop_front();
        if (in.left_pulse) { left.push_back(under_way.front()); under_way.pop_front(); }
        if (o.rsp_valid && in.rsp_ready && c >= 1) {
            if (queue.front().notify) under_way.push_back(queue.front().link);
            queue.pop_front();
        }
        if (in.rs_valid) queue.push_back(in.rs);
        owed += in.rx_cr_take + in.ar_cr_take;
        owed -= in.rs_valid + in.cr_give;
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
