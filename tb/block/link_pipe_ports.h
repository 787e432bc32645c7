// SPDX-License-Identifier: Apache-2.0
//
// The ports of the Verilated link pipe: how those of its model drive them and what they must show.
#ifndef LINK_PIPE_PORTS_H
#define LINK_PIPE_PORTS_H

#include "Vttp_link_pipe.h"
#include "bus_place.h"
#include "tb_ports.h"
#include "ttp_link_pipe.h"

// The append bus follows later in the cycle: it depends on what the pipe answers.
inline void link_pipe_drive(Vttp_link_pipe &dut, const ttp_link_pipe_in &in,
                            const ttp_received &head)
{
    DRIVE_TO(dut, in, init_active, init_idx, irq_dead, grant, expired_link, left_link,
             doorbell_link, doorbell_joins, ready_link, slots_used, no_turns, pin_valid, pin_link,
             freed_moved);
    dut.rst = in.core_rst;
    dut.now = static_cast<uint64_t>(in.tick) << 12 | (in.now & 0xfff);
    bus_set(dut.settings, {
        { SETTINGS_TIMEOUT, in.cfg.timeout }, { SETTINGS_OPEN_TMO, in.cfg.open_tmo },
        { SETTINGS_CLOSE_TMO, in.cfg.close_tmo }, { SETTINGS_BACKOFF, in.cfg.backoff },
        { SETTINGS_RETRY_MAX, in.cfg.retry_max }, { SETTINGS_REACK, in.cfg.reack },
        { SETTINGS_IDLE, in.cfg.idle_tmo }, { SETTINGS_VICTIM_IDLE, in.victim_idle },
        { SETTINGS_NACK_ONCE, in.nack_once }, { SETTINGS_SELECTIVE, in.cfg.selective },
        { SETTINGS_OFFER_ALL, in.cfg.offer_all },
        { SETTINGS_OPEN_FITS, in.cfg.open_fits }, { SETTINGS_VC_MODE, in.ordered } });
    bus_set(dut.renumber, {
        { RENUMBER_LIFE_SET, in.life_set }, { RENUMBER_LIFE, in.life_value },
        { RENUMBER_START_SET, in.start_id_set }, { RENUMBER_START, in.start_id_value } });
    bus_set(dut.received, {
        { RECEIVED_OP, head.op }, { RECEIVED_VC, head.vc }, { RECEIVED_PEER, head.peer },
        { RECEIVED_TXID, head.txid }, { RECEIVED_RXID, head.rxid }, { RECEIVED_LIFE, head.life },
        { RECEIVED_TO_LIFE, head.to_life }, { RECEIVED_LEN, head.len },
        { RECEIVED_FITS, head.fits }, { RECEIVED_WINDOW, head.window },
        { RECEIVED_BAY, head.bay }, { RECEIVED_AGAIN, head.again },
        { RECEIVED_QUIET, head.quiet }, { RECEIVED_MAPPED, head.mapped } });
    DRIVE_TO(dut, in, may_stow, has_marks, marks_gen, ready_resend);
    bus_set(dut.resend, { { RESEND_TXID, in.resend_txid }, { RESEND_RXID, in.resend_rxid } });
    bus_set(dut.command, {
        { COMMAND_PEEK, in.command_peek }, { COMMAND_VC, in.command_vc },
        { COMMAND_NODE, in.command_node }, { COMMAND_LINK, in.command_link } });
    bus_set(dut.lookup, { { LOOKUP_VC, in.lookup_vc }, { LOOKUP_NODE, in.lookup_node } });
    bus_set(dut.freed, { { FREED_LINK, in.freed_link }, { FREED_COUNT, in.freed_count } });
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
    SAME_OF(chk, dut, o, second_valid, pin_kill, evicting, trace_valid);
    check_bus(chk, dut.stage, {
        { "turn_ends", STAGE_TURN_ENDS, o.turn_ends },
        { "expiry_ends", STAGE_EXPIRY_ENDS, o.expiry_ends } });
    chk.eq("count", dut.count, link_pipe_count(o));
    if (chk.cycle > 6)
        check_bus(chk, dut.numbers, { { "life", NUMBERS_LIFE, o.life },
                                      { "start_id", NUMBERS_START, o.start_id } });
    if (o.trace_valid)
        check_bus(chk, dut.trace, {
            { "trace_event", TRACE_EVENT, o.trace_event },
            { "trace_link", TRACE_LINK, o.trace_link },
            { "trace_state0", TRACE_STATE0, o.trace_state0 },
            { "trace_state1", TRACE_STATE1, o.trace_state1 },
            { "trace_action", TRACE_ACTION, o.trace_action },
            { "trace_txid", TRACE_TXID, o.trace_txid },
            { "trace_rxid", TRACE_RXID, o.trace_rxid } });
}

// What goes to the wire: responses, verdicts
inline void link_pipe_check_wire(tb_check &chk, const Vttp_link_pipe &dut,
                                 const ttp_link_pipe_out &o)
{
    SAME_OF(chk, dut, o.f, respond_valid, credit_give, verdict_valid);
    if (o.f.respond_valid) {
        check_bus(chk, dut.respond, {
            { "respond_op", RESPONSE_OP, o.respond_op }, { "respond_vc", RESPONSE_VC, o.vc },
            { "respond_node", RESPONSE_NODE, o.node },
            { "respond_txid", RESPONSE_TXID, o.respond_txid },
            { "respond_rxid", RESPONSE_RXID, o.respond_rxid },
            { "respond_life", RESPONSE_LIFE, o.respond_life },
            { "respond_to_life", RESPONSE_TO_LIFE, o.respond_to_life },
            { "respond_notify", RESPONSE_NOTIFY, o.f.respond_notify },
            { "respond_offer", RESPOND_OFFER, o.f.respond_offer },
            { "respond_map", RESPOND_MAP, o.f.respond_map } });
        if (o.f.respond_notify || o.f.respond_map)
            check_bus(chk, dut.respond, { { "respond_link", RESPOND_LINK, o.link } });
    }
    if (o.f.verdict_valid)
        check_bus(chk, dut.verdict, {
            { "verdict_take", VERDICT_TAKE, o.f.verdict_take },
            { "verdict_len", VERDICT_LEN, o.verdict_len },
            { "verdict_vc", VERDICT_VC, o.vc }, { "verdict_node", VERDICT_NODE, o.node },
            { "verdict_bay", VERDICT_BAY, o.verdict_bay } });
    check_bus(chk, dut.keep, { { "keep_ends", KEEP_ENDS, o.f.keep_ends } });
    if (o.f.verdict_valid)
        check_bus(chk, dut.keep, {
            { "keep_stow", KEEP_STOW, o.f.keep_stow }, { "keep_not", KEEP_NOT, o.f.keep_not },
            { "keep_id", KEEP_ID, o.keep_id },
            { "keep_number", KEEP_NUMBER, o.keep_number },
            { "keep_life", KEEP_LIFE, o.keep_life },
            { "keep_to_life", KEEP_TO_LIFE, o.keep_to_life } });
    if (o.f.keep_stow || o.f.verdict_take || o.f.keep_ends)
        check_bus(chk, dut.keep, { { "keep_link", KEEP_LINK, o.link } });
    if (o.f.keep_stow)
        check_bus(chk, dut.keep, { { "keep_missing", KEEP_MISSING, o.respond_rxid } });
}

// What goes to the send side: goals, payloads to be sent, the ready list, answers to lookups
inline void link_pipe_check_send(tb_check &chk, const Vttp_link_pipe &dut,
                                 const ttp_link_pipe_out &o)
{
    SAME_OF(chk, dut, o.f, goal_valid, send_valid, ready_push, lookup_done);
    check_bus(chk, dut.goal, { { "goal_push", GOAL_PUSH, o.f.goal_push } });
    if (o.f.goal_valid)
        check_bus(chk, dut.goal, {
            { "goal_link", GOAL_LINK, o.link },
            { "goal_flush", GOAL_FLUSH, o.f.goal_flush },
            { "goal_nret", GOAL_NRET, o.goal_nret }, { "goal_una", GOAL_UNA, o.goal_una },
            { "goal_node", GOAL_NODE, o.node } });
    if (o.f.send_valid)
        check_bus(chk, dut.send, {
            { "send_link", SEND_LINK, o.link }, { "send_head", SEND_HEAD, o.f.send_head },
            { "send_id", SEND_ID, o.send_id }, { "send_life", SEND_LIFE, o.send_life },
            { "send_to_life", SEND_TO_LIFE, o.send_to_life },
            { "send_numbered", SEND_NUMBERED, o.f.send_numbered },
            { "send_first", SEND_FIRST, o.f.send_first },
            { "send_resend", SEND_RESEND, o.f.send_resend },
            { "send_vc", SEND_VC, o.vc }, { "send_node", SEND_NODE, o.node } });
    if (o.f.send_valid && o.f.send_resend)
        check_bus(chk, dut.send, { { "send_entry", SEND_ENTRY, o.txid & 0xffff } });
    if (o.f.ready_push) {
        chk.eq("ready_push_link", dut.ready_push_link, o.link);
        SAME_OF(chk, dut, o.f, ready_push_replay);
    }
    if (o.f.lookup_done)
        check_bus(chk, dut.lookup_answer, { { "lookup_ok", ANSWER_OK, o.f.lookup_ok } });
    if (o.f.lookup_done && o.f.lookup_ok)
        check_bus(chk, dut.lookup_answer, { { "lookup_link", ANSWER_LINK, o.link } });
}

// What ttp_tx_marks is told
inline void link_pipe_check_flight(tb_check &chk, const Vttp_link_pipe &dut,
                                   const ttp_link_pipe_out &o)
{
    const ttp_rules_link &l = o.rec.link;
    const bool valid = o.f.timer_valid && !o.f.victim;
    const bool goes = l.state == TTP_ST_OPEN || l.state == TTP_ST_CLOSE_RECD;

    chk.eq("flight_valid", dut.flight_valid, valid);
    check_bus(chk, dut.flight, { { "mapped", FLIGHT_MAPPED, o.f.mapped },
                                 { "resent", FLIGHT_RESENT, o.f.resent },
                                 { "told", FLIGHT_TOLD, o.f.told } });
    if (o.f.resent)
        check_bus(chk, dut.flight, { { "gen", FLIGHT_GEN, o.txid >> 24 },
                                     { "id", FLIGHT_ID, o.rxid & 0x1ff } });
    if (!valid) return;
    check_bus(chk, dut.flight, {
        { "flight_link", FLIGHT_LINK, o.link }, { "flight_una", FLIGHT_UNA, l.una },
        { "stays", FLIGHT_STAYS, o.rec.agree.agreed && l.in_flight },
        { "goes", FLIGHT_GOES, goes && !l.paused }, { "again", FLIGHT_AGAIN, o.f.again },
        { "heard", FLIGHT_HEARD, o.f.heard }, { "marks", FLIGHT_MARKS, o.f.marks } });
    if (o.rec.agree.agreed && l.in_flight)
        check_bus(chk, dut.flight, { { "flight_sent", FLIGHT_SENT, l.next & 0x3ff } });
    if (o.f.heard)
        check_bus(chk, dut.flight, {
            { "number", FLIGHT_NUMBER, o.txid >> 16 ? 0 : o.txid },
            { "id", FLIGHT_ID, o.rxid & 0x1ff } });
}

// The copy of the timers, the results of commands, completions
inline void link_pipe_check_rest(tb_check &chk, const Vttp_link_pipe &dut,
                                 const ttp_link_pipe_out &o)
{
    SAME_OF(chk, dut, o.f, timer_valid, ended_valid);
    check_bus(chk, dut.result, { { "result_peeked", RESULT_PEEKED, o.f.result_peeked },
                                 { "result_closed", RESULT_CLOSED, o.f.result_closed } });
    if (o.f.timer_valid) {
        check_bus(chk, dut.timer, {
            { "timer_link", TIMER_LINK, o.link }, { "timer_runs", TIMER_RUNS, o.f.timer_runs },
            { "timer_service_runs", TIMER_SERVICE_RUNS, o.f.timer_service_runs } });
        if (o.f.timer_runs)
            check_bus(chk, dut.timer, { { "timer_deadline", TIMER_DEADLINE, o.timer_deadline } });
        if (o.f.timer_service_runs)
            check_bus(chk, dut.timer,
                      { { "timer_service_at", TIMER_SERVICE_AT, o.timer_service_at } });
    }
    if (o.f.result_peeked && !o.f.timer_valid)
        check_bus(chk, dut.result, { { "result_entry: none", RESULT_ENTRY, 0 } });
    for (unsigned i = 0; o.f.result_peeked && o.f.timer_valid && i < 7; i++)
        check_bus(chk, dut.result, {
            { "result_record", bus_word(RESULT_RECORD, i), o.result_record[i] },
            { "result_numbered", RESULT_NUMBERED, o.f.result_numbered } });
    if (o.f.result_closed)
        check_bus(chk, dut.result, { { "result_nolink", RESULT_NOLINK, o.f.result_nolink } });
    if (o.f.ended_valid) check_lanes(chk, "ended_data", dut.ended, o.ended_data, 2);
}

// asks: the ingest asks for the state of its link.
inline void link_pipe_check(tb_check &chk, const Vttp_link_pipe &dut, const ttp_link_pipe_out &o,
                            bool asks)
{
    link_pipe_check_flops(chk, dut, o);
    link_pipe_check_wire(chk, dut, o);
    link_pipe_check_send(chk, dut, o);
    link_pipe_check_flight(chk, dut, o);
    link_pipe_check_rest(chk, dut, o);
    if (asks) SAME_OF(chk, dut, o, pin_act);
}

#endif
