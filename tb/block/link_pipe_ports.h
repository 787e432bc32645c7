// SPDX-License-Identifier: Apache-2.0
//
// The ports of the Verilated link pipe, and those of its model.
#ifndef LINK_PIPE_PORTS_H
#define LINK_PIPE_PORTS_H

#include "Vttp_link_pipe.h"
#include "bus_rx.h"
#include "bus_tx.h"
#include "tb_util.h"
#include "ttp_link_pipe.h"

static const bus_tx BUS(LW, CW, 0, 0);

// The append bus follows later in the cycle: it depends on what the pipe answers.
inline void link_pipe_drive(Vttp_link_pipe &dut, const ttp_link_pipe_in &in,
                            const ttp_received &head)
{
    dut.rst = in.core_rst;
    dut.init_active = in.init_active;
    dut.init_idx = in.init_idx;
    dut.now = static_cast<uint64_t>(in.tick) << 12 | (in.now & 0xfff);
    bus_put(dut.settings, SETTINGS_TIMEOUT, in.cfg.timeout);
    bus_put(dut.settings, SETTINGS_OPEN_TMO, in.cfg.open_tmo);
    bus_put(dut.settings, SETTINGS_CLOSE_TMO, in.cfg.close_tmo);
    bus_put(dut.settings, SETTINGS_BACKOFF, in.cfg.backoff);
    bus_put(dut.settings, SETTINGS_RETRY_MAX, in.cfg.retry_max);
    bus_put(dut.settings, SETTINGS_REACK, in.cfg.reack);
    bus_put(dut.settings, SETTINGS_IDLE, in.cfg.idle_tmo);
    bus_put(dut.settings, SETTINGS_VICTIM_IDLE, in.victim_idle);
    bus_put(dut.settings, SETTINGS_NACK_ONCE, in.nack_once);
    bus_put(dut.renumber, RENUMBER_LIFE_SET, in.life_set);
    bus_put(dut.renumber, RENUMBER_LIFE, in.life_value);
    bus_put(dut.renumber, RENUMBER_START_SET, in.start_id_set);
    bus_put(dut.renumber, RENUMBER_START, in.start_id_value);
    dut.irq_dead = in.irq_dead;
    dut.grant = in.grant;
    bus_put(dut.received, RECEIVED_OP, head.op);
    bus_put(dut.received, RECEIVED_VC, head.vc);
    bus_put(dut.received, RECEIVED_PEER, head.peer);
    bus_put(dut.received, RECEIVED_TXID, head.txid);
    bus_put(dut.received, RECEIVED_RXID, head.rxid);
    bus_put(dut.received, RECEIVED_LIFE, head.life);
    bus_put(dut.received, RECEIVED_TO_LIFE, head.to_life);
    bus_put(dut.received, RECEIVED_LEN, head.len);
    bus_put(dut.received, RECEIVED_FITS, head.fits);
    dut.expired_link = in.expired_link;
    bus_put(dut.command, COMMAND_PEEK, in.command_peek);
    bus_put(dut.command, COMMAND_VC, in.command_vc);
    bus_put(dut.command, COMMAND_NODE, in.command_node);
    bus_put(dut.command, COMMAND_LINK, in.command_link);
    dut.left_link = in.left_link;
    bus_put(dut.lookup, BUS.lookup.vc, in.lookup_vc);
    bus_put(dut.lookup, BUS.lookup.node, in.lookup_node);
    dut.doorbell_link = in.doorbell_link;
    dut.ready_link = in.ready_link;
    dut.slots_used = in.slots_used;
    dut.pin_valid = in.pin_valid;
    dut.pin_link = in.pin_link;
    dut.freed_moved = in.freed_moved;
    bus_put(dut.freed, BUS.freed.link, in.freed_link);
    bus_put(dut.freed, BUS.freed.count, in.freed_count);
    dut.append_valid = 0;
}

// The model has counters at their numbers, and causes.
inline uint32_t link_pipe_count(const ttp_link_pipe_out &o)
{
    static const struct { unsigned at; uint32_t counter; } BITS[] = {
        { COUNT_NO_SPACE, TTP_LINK_CNT(DROP_SPACE) }, { COUNT_TOO_FAR, TTP_LINK_CNT(DROP_FAR) },
        { COUNT_REPLAY, TTP_LINK_CNT(REPLAY) }, { COUNT_TIMEOUT, TTP_LINK_CNT(TIMEOUT) },
        { COUNT_REPEATED, TTP_LINK_CNT(REPEAT) }, { COUNT_GAP, TTP_LINK_CNT(GAP) },
        { COUNT_LATE, TTP_LINK_CNT(LATE_ACK) }, { COUNT_ILLEGAL, TTP_LINK_CNT(ILLEGAL) },
        { COUNT_OPENED, TTP_LINK_CNT(OPENED) }, { COUNT_DEAD, TTP_LINK_CNT(DEAD) },
    };
    uint32_t count = o.irq_nolink << COUNT_NOLINK | o.irq_closed << COUNT_CLOSED
                   | o.irq_restart << COUNT_RESTARTED;
    for (const auto &b : BITS)
        if (o.count_pulse & b.counter) count |= 1u << b.at;
    return count;
}

inline void link_pipe_check_flops(tb_check &chk, const Vttp_link_pipe &dut,
                                  const ttp_link_pipe_out &o)
{
    chk.eq("s1_valid", bus_get(dut.stage, STAGE_S1), o.s1_valid);
    chk.eq("s1_turn", bus_get(dut.stage, STAGE_S1_TURN), o.s1_turn);
    chk.eq("s2_valid", bus_get(dut.stage, STAGE_S2), o.s2_valid);
    chk.eq("pipe_excl", bus_get(dut.stage, STAGE_EXCLUSIVE), o.pipe_excl);
    chk.eq("s2_soon", bus_get(dut.stage, STAGE_S2_SOON), o.s2_soon);
    chk.eq("second_valid", dut.second_valid, o.second_valid);
    if (chk.cycle > 6) {
        chk.eq("life", bus_get(dut.numbers, NUMBERS_LIFE), o.life);
        chk.eq("start_id", bus_get(dut.numbers, NUMBERS_START), o.start_id);
    }
    chk.eq("count", dut.count, link_pipe_count(o));
    chk.eq("pin_kill", dut.pin_kill, o.pin_kill);
    chk.eq("trace_valid", dut.trace_valid, o.trace_valid);
    if (o.trace_valid) {
        chk.eq("trace_event", bus_get(dut.trace, TRACE_EVENT), o.trace_event);
        chk.eq("trace_link", bus_get(dut.trace, TRACE_LINK), o.trace_link);
        chk.eq("trace_state0", bus_get(dut.trace, TRACE_STATE0), o.trace_state0);
        chk.eq("trace_state1", bus_get(dut.trace, TRACE_STATE1), o.trace_state1);
        chk.eq("trace_action", bus_get(dut.trace, TRACE_ACTION), o.trace_action);
        chk.eq("trace_txid", bus_get(dut.trace, TRACE_TXID), o.trace_txid);
        chk.eq("trace_rxid", bus_get(dut.trace, TRACE_RXID), o.trace_rxid);
    }
}

// What goes to the wire: responses, verdicts
inline void link_pipe_check_wire(tb_check &chk, const Vttp_link_pipe &dut,
                                 const ttp_link_pipe_out &o)
{
    if (o.s1_rd_en) {
        chk.eq("s1_rd_en", dut.s1_rd_en, 1);
        if (o.s1.s1_entry != TTP_ENTRY_NONE) chk.eq("s1_link", dut.s1_link, o.s1_link);
    }
    chk.eq("respond_valid", dut.respond_valid, o.f.respond_valid);
    if (o.f.respond_valid) {
        chk.eq("respond_op", bus_get(dut.respond, RESPONSE_OP), o.respond_op);
        chk.eq("respond_vc", bus_get(dut.respond, RESPONSE_VC), o.vc);
        chk.eq("respond_node", bus_get(dut.respond, RESPONSE_NODE), o.node);
        chk.eq("respond_txid", bus_get(dut.respond, RESPONSE_TXID), o.respond_txid);
        chk.eq("respond_rxid", bus_get(dut.respond, RESPONSE_RXID), o.respond_rxid);
        chk.eq("respond_life", bus_get(dut.respond, RESPONSE_LIFE), o.respond_life);
        chk.eq("respond_to_life", bus_get(dut.respond, RESPONSE_TO_LIFE), o.respond_to_life);
        chk.eq("respond_notify", bus_get(dut.respond, RESPONSE_NOTIFY), o.f.respond_notify);
        if (o.f.respond_notify) chk.eq("respond_link", bus_get(dut.respond, RESPOND_LINK), o.link);
    }
    chk.eq("credit_give", dut.credit_give, o.f.credit_give);
    chk.eq("verdict_valid", dut.verdict_valid, o.f.verdict_valid);
    if (o.f.verdict_valid) {
        chk.eq("verdict_take", bus_get(dut.verdict, VERDICT_TAKE), o.f.verdict_take);
        chk.eq("verdict_len", bus_get(dut.verdict, VERDICT_LEN), o.verdict_len);
        chk.eq("verdict_vc", bus_get(dut.verdict, VERDICT_VC), o.vc);
        chk.eq("verdict_node", bus_get(dut.verdict, VERDICT_NODE), o.node);
    }
}

// asks: the answer to the ingest means something.
inline void link_pipe_check_host(tb_check &chk, const Vttp_link_pipe &dut,
                                 const ttp_link_pipe_out &o, bool asks)
{
    chk.eq("goal_push", bus_get(dut.goal, BUS.goal.push), o.f.goal_push);
    chk.eq("goal_valid", dut.goal_valid, o.f.goal_valid);
    if (o.f.goal_valid) {
        chk.eq("goal_link", bus_get(dut.goal, BUS.goal.link), o.link);
        chk.eq("goal_flush", bus_get(dut.goal, BUS.goal.flush), o.f.goal_flush);
        chk.eq("goal_nret", bus_get(dut.goal, BUS.goal.nret), o.goal_nret);
        chk.eq("goal_una", bus_get(dut.goal, BUS.goal.una), o.goal_una);
        chk.eq("goal_node", bus_get(dut.goal, BUS.goal.node), o.node);
    }
    chk.eq("send_valid", dut.send_valid, o.f.send_valid);
    if (o.f.send_valid) {
        chk.eq("send_link", bus_get(dut.send, BUS.send.link), o.link);
        chk.eq("send_head", bus_get(dut.send, BUS.send.head), o.f.send_head);
        chk.eq("send_id", bus_get(dut.send, BUS.send.id), o.send_id);
        chk.eq("send_life", bus_get(dut.send, BUS.send.life), o.send_life);
        chk.eq("send_to_life", bus_get(dut.send, BUS.send.to_life), o.send_to_life);
        chk.eq("send_vc", bus_get(dut.send, BUS.send.vc), o.vc);
        chk.eq("send_node", bus_get(dut.send, BUS.send.node), o.node);
    }
    chk.eq("ready_push", dut.ready_push, o.f.ready_push);
    if (o.f.ready_push) {
        chk.eq("ready_push_link", dut.ready_push_link, o.link);
        chk.eq("ready_push_replay", dut.ready_push_replay, o.f.ready_push_replay);
    }
    chk.eq("lookup_done", dut.lookup_done, o.f.lookup_done);
    if (o.f.lookup_done) {
        chk.eq("lookup_ok", bus_get(dut.lookup_answer, BUS.answer.ok), o.f.lookup_ok);
        if (o.f.lookup_ok)
            chk.eq("lookup_link", bus_get(dut.lookup_answer, BUS.answer.link), o.link);
    }
    chk.eq("timer_valid", dut.timer_valid, o.f.timer_valid);
    if (o.f.timer_valid) {
        const auto field = [&](const char *what, bus_place p, uint64_t model) {
            chk.eq(what, bus_get(dut.timer, p), model);
        };
        field("timer_link", TIMER_LINK, o.link);
        field("timer_runs", TIMER_RUNS, o.f.timer_runs);
        if (o.f.timer_runs) field("timer_deadline", TIMER_DEADLINE, o.timer_deadline);
        field("timer_service_runs", TIMER_SERVICE_RUNS, o.f.timer_service_runs);
        if (o.f.timer_service_runs)
            field("timer_service_at", TIMER_SERVICE_AT, o.timer_service_at);
    }
    chk.eq("result_peeked", bus_get(dut.result, RESULT_PEEKED), o.f.result_peeked);
    if (o.f.result_peeked && !o.f.timer_valid)
        chk.eq("result_entry: none", bus_get(dut.result, RESULT_ENTRY), 0);
    if (o.f.result_peeked && o.f.timer_valid)
        for (unsigned i = 0; i < 7; i++)
            chk.eq("result_record", bus_get(dut.result, result_word(i)), o.result_record[i]);
    chk.eq("result_closed", bus_get(dut.result, RESULT_CLOSED), o.f.result_closed);
    if (o.f.result_closed)
        chk.eq("result_nolink", bus_get(dut.result, RESULT_NOLINK), o.f.result_nolink);
    chk.eq("ended_valid", dut.ended_valid, o.f.ended_valid);
    if (o.f.ended_valid) {
        chk.eq("ended_data low", tb_get(dut.ended, 0, 64), o.ended_data[0]);
        chk.eq("ended_data high", tb_get(dut.ended, 64, 64), o.ended_data[1]);
    }
    if (asks) chk.eq("pin_act", dut.pin_act, o.pin_act);
}

inline void link_pipe_check(tb_check &chk, const Vttp_link_pipe &dut, const ttp_link_pipe_out &o,
                            bool asks)
{
    link_pipe_check_flops(chk, dut, o);
    link_pipe_check_wire(chk, dut, o);
    link_pipe_check_host(chk, dut, o, asks);
}

#endif
