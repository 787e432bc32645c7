// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.idle
#include "steps.h"

using namespace conform;

namespace {

constexpr uint32_t IDLE_TIME = 8192;                 // two steps of the register, docs/registers.md

// The same frame again and again is no activity. The link is looked at each REACK, behind a gap
// when that and the pass are over.
void idle_beside(Bench &b, uint32_t op, uint32_t ahead)
{
    constexpr uint32_t IDLE = 24576;            // a third of it: longer than both and their walks
    b.connect();
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.set(TTP_REG_REACK, 1000);
    b.set(TTP_REG_TIMEOUT, 1000);               // of the NACK of a gap
    b.take(b.last + 1);
    for (int i = 0; i < 9 && b.ok() && !heard_op(b, OP_CLOSE); i++) {
        b.inject(op == OP_PAYLOAD ? b.payload(b.last + ahead) : b.frame(op, 0, b.snt));
        b.step(IDLE / 3);
    }
    b.expect(heard_op(b, OP_CLOSE), "closed all the same");
    b.heard.clear();
}

void idle_still(Bench &b, Start s, State st)
{
    b.set(TTP_REG_IDLE_TMO, 4096);
    b.reach(s);
    b.step(40000);
    b.rests_in(st);
    b.expect(b.causes() == 0, "nothing is reported");
}

// Long enough for the idle timer, were the link OPEN.
void idle_not_open(Bench &b, Start s)
{
    b.set(TTP_REG_IDLE_TMO, 8192);              // two steps of the register
    b.reach(s);
    if (s == S_REOPEN) b.tx(OP_ACK, 0, b.snt);
    b.step(5 * 8192);
    b.expect(!b.close_wanted(), "no close request");
}

const Rows IDLE_TIMER_ROWS(with_place("idle timer", {
    { "cls.idle.CLOSED", "-", with(idle_still, S_CLOSED, CLOSED) },
    { "cls.idle.CLOSE_RECD", "-", with(idle_still, S_CLOSE_RECD, CLOSE_RECD) },
    { "cls.idle.CLOSE_SENT", "-", with(idle_still, S_CLOSE_SENT, CLOSE_SENT) },
    { "cls.idle.OPEN_SENT", "remembered: no CLOSE now", with(idle_still, S_OPEN_SENT, OPEN_SENT),
      "what is remembered shows as the CLOSE after OPEN_SENT" },

    // The payload was long in flight. Its ACK is the last activity.
    { "cls.idle.OPEN.acked", "its time runs from the last ACK that retired something",
      [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, IDLE_TIME);
        b.connect();
        b.host_sends(++b.snt);
        b.step(4 * IDLE_TIME);
        b.quiet();
        b.tx(OP_ACK, 0, b.snt);
        const uint64_t from = b.w.net.cycle;
        const uint64_t idle = b.next_within(6 * IDLE_TIME, OP_CLOSE, b.snt + 1,
                                            b.last).cycle - from;
        b.expect(idle > IDLE_TIME, "CLOSE " + std::to_string(idle) + " cycles after the ACK");
    } },

    { "cls.idle.OPEN.busy", "payloads keep it open", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, IDLE_TIME);
        b.connect();                            // reads no registers: that takes time
        for (uint32_t i = 0; i < 6; i++) {
            b.step(IDLE_TIME / 3);
            b.take(b.last + 1);
            b.quiet(1);
        }
        b.in_state(OPEN, "as long as payloads come");
        b.await(6 * IDLE_TIME, "the idle timer");
        b.expect(b.next(OP_CLOSE).h.rxid == b.last, "and then CLOSE");
    } },

    { "cls.idle.OPEN.flight", "CLOSE only once all sent has retired", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, 4096);
        b.reach(S_FLIGHT);
        b.step(40000);
        b.rests_in(OPEN, "while payloads are in flight");
        b.tx(OP_ACK, 0, b.snt);
        b.next_within(6 * IDLE_TIME, OP_CLOSE, b.snt + 1, b.last);
    } },

    { "cls.idle.OPEN.idle", "idle for its time: CLOSE -> CLOSE_SENT", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, IDLE_TIME);
        b.connect();                            // reads no registers: that takes time
        const uint64_t from = b.w.net.cycle;
        b.await(6 * IDLE_TIME, "the idle timer");
        b.expect(b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from + 100 > IDLE_TIME,
                 "not before its time");
        b.in_state(CLOSE_SENT, "afterwards");
        b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
        b.wait_completion(CPL_CLOSED);
        b.step(3 * IDLE_TIME);
        b.rests_in(CLOSED, "a closed link stays as it is");
    } },

    // The peer opens, and sends nothing more. The link is looked at each REACK.
    { "cls.idle.OPEN.opened", "its time runs from the opening, whatever was before", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, IDLE_TIME);
        b.set(TTP_REG_REACK, 1000);
        b.step(4 * IDLE_TIME);
        const uint64_t from = b.opens(BASE).cycle;
        const auto &heard = b.heard[b.peer];
        while (b.ok()) {
            b.w.run(4000, [&] { return !heard.empty(); }, "an ACK or CLOSE");
            if (!b.ok() || heard.front().h.opcode == OP_CLOSE) break;
            b.next(OP_ACK, 0, BASE);
        }
        const uint64_t idle = b.next(OP_CLOSE).cycle - from;
        b.expect(idle > IDLE_TIME, "CLOSE " + std::to_string(idle) + " cycles after the opening");
    } },

    // Payloads go out, and nothing comes in but their ACKs.
    { "cls.idle.OPEN.sends", "our own, acknowledged, keep it open too", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, IDLE_TIME);
        b.connect();
        for (uint32_t i = 0; i < 8; i++) {
            b.step(IDLE_TIME / 3);
            b.host_sends(++b.snt);
            b.tx(OP_ACK, 0, b.snt);
            b.quiet(1);
        }
        b.in_state(OPEN, "as long as payloads go");
        b.next_within(6 * IDLE_TIME, OP_CLOSE, b.snt + 1, b.last);
    } },
}));

const Rows ROWS({
    { "cls.idle.CLOSE_RECD.request", "no link but an OPEN one is asked to close",
      with(idle_not_open, S_MISSING) },
    { "cls.idle.OPEN.control", "control packets do not keep it open",
      with(idle_beside, OP_ACK, 0) },

    // The host takes nothing more. The peer sends its payload again and again, and none is taken.
    { "cls.idle.OPEN.full", "payloads that find no room do not keep it open", [](Bench &b) {
        constexpr uint32_t IDLE = 8192;
        b.set(TTP_REG_IDLE_TMO, IDLE);
        b.fill();
        for (int i = 0; i < 9 && b.ok(); i++) {
            b.inject(b.payload(b.last + 1, 1024));
            b.step(IDLE / 3);
        }
        b.expect(heard_op(b, OP_CLOSE), "closed while payloads are refused");
    } },

    { "cls.idle.OPEN.gap", "payloads behind a gap do not keep it open",
      with(idle_beside, OP_PAYLOAD, 2) },

    // The payload was long in flight. The NACK that retires it is the last activity.
    { "cls.idle.OPEN.nacked", "a NACK that retires is activity, as an ACK is", [](Bench &b) {
        constexpr uint32_t IDLE = 8192;         // two steps of the register
        b.set(TTP_REG_IDLE_TMO, IDLE);
        b.connect();
        b.host_sends(++b.snt);
        b.step(4 * IDLE);
        b.quiet();
        b.tx(OP_NACK, 0, b.snt + 1);
        const uint64_t from = b.w.net.cycle;
        const uint64_t idle = b.next_within(6 * IDLE, OP_CLOSE, b.snt + 1, b.last).cycle - from;
        b.expect(idle > IDLE, "CLOSE " + std::to_string(idle) + " cycles after the NACK");
    } },

    { "cls.idle.OPEN.repeats", "repeats do not keep it open", with(idle_beside, OP_PAYLOAD, 0) },

    { "cls.idle.OPEN.stranger", "no idle close towards a stranger", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, 4096);
        b.reach(S_OPEN, STRANGER);
        b.step(40000);
        b.rests_in(OPEN, "no idle close towards a stranger");
    } },

    { "cls.idle.OPEN.taken", "payloads of the peer keep it open, with REACK on too", [](Bench &b) {
        b.set(TTP_REG_IDLE_TMO, 8192);          // two steps of the register
        b.reach(S_OPEN);
        b.set(TTP_REG_REACK, T / 2);
        for (int i = 0; i < 10; i++) {
            b.inject(b.payload(++b.last));
            b.step(T * 3 / 4);
            b.in_state(OPEN, "it is not idle");
        }
        b.same_link("after them");
    } },

    // All has retired in a back-off, and another payload waits for the end of that.
    { "cls.idle.OPEN.unsent", "a payload waits for the end of a pause: not idle", [](Bench &b) {
        constexpr uint32_t IDLE = 8192;         // two steps of the register
        b.set(TTP_REG_IDLE_TMO, IDLE);
        b.set(TTP_REG_BACKOFF, 8 * IDLE);
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_NACK, 0, b.snt + 1);
        b.host();
        b.step(6 * IDLE);
        b.expect(!b.close_wanted(), "no close request");
        b.in_state(OPEN, "a payload waits");
        b.next_within(4 * IDLE, OP_PAYLOAD, b.snt + 1, 0);
    } },

    { "cls.idle.REOPEN_SENT.request", "likewise", with(idle_not_open, S_REOPEN) },
});

} // namespace
