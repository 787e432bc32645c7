// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.request cls.ids
#include "steps.h"

using namespace conform;

namespace {

// A close request comes while our OPEN is out. OPEN_NACK or CLOSE ends that OPEN, not the request.
void request_remembered(Bench &b, uint32_t op)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_OPEN_SENT);
    b.close();
    if (op == OP_OPEN_NACK) {
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.await(3 * span(b), "the end of the back-off");
    } else {
        b.closes(BASE, 0);
    }
    b.tx(OP_OPEN_ACK, BASE, b.next(OP_OPEN).h.txid);
    const uint32_t id = b.next(OP_PAYLOAD).h.txid;
    b.next(OP_PAYLOAD, id + 1, 0);
    b.tx(OP_ACK, 0, id + 1);
    b.next(OP_CLOSE, id + 2, BASE - 1);
}

void close_nothing(Bench &b, Start s, State st)
{
    b.reach(s);
    const auto was = b.rec();
    b.close();
    b.rests_in(st);
    b.expect(b.rec() == was, "nothing changes");
    b.expect(b.causes() == 0 && !b.completed(CPL_CLOSED), "nothing is reported");
}

// A request that is remembered acts once the link is OPEN and all sent has retired.
void close_remembered(Bench &b, Start s)
{
    b.reach(s);
    b.close();
    if (s == S_OPEN_RECD) {
        b.step(400);
        b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
        b.open_ack_leaves();
        b.next(OP_CLOSE, b.snt + 1, BASE);
        b.in_state(CLOSE_SENT, "afterwards");
        return;
    }
    b.rests_in(s == S_REOPEN ? REOPEN_SENT : OPEN_SENT, "while it is remembered");
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.payloads(b.una, 2);
    b.rests_in(OPEN, "while payloads are in flight");
    b.tx(OP_ACK, 0, b.una + 1);
    b.next(OP_CLOSE, b.una + 2, s == S_REOPEN ? b.last : BASE);
    b.rests_in(CLOSE_SENT);
}

// A request on a closing link does not close the next life.
void close_adds_nothing(Bench &b, Start s)
{
    b.reach(s);
    b.close();
    b.quiet();
    b.host();
    b.quiet();
    if (s == S_CLOSE_SENT) {
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
    } else {
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
    }
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, b.last + 1, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.tx(OP_ACK, 0, open + 1);
    b.quiet(1000);
    b.in_state(OPEN, "in the next life");
}

const Rows CLOSE_REQUEST_ROWS(with_place("close request", {
    { "cls.request.CLOSED.record", "-", with(close_nothing, S_CLOSED, CLOSED) },
    { "cls.request.CLOSE_RECD", "-", with(close_nothing, S_CLOSE_RECD, CLOSE_RECD) },
    { "cls.request.CLOSE_SENT", "-", with(close_nothing, S_CLOSE_SENT, CLOSE_SENT) },
    { "cls.request.OPEN_RECD", "remembered", with(close_remembered, S_OPEN_RECD) },
    { "cls.request.OPEN_SENT", "remembered", with(close_remembered, S_OPEN_SENT) },
    { "cls.request.OPEN_SENT.reopen", "remembered, in re-OPEN", with(close_remembered, S_REOPEN) },

    { "cls.request.CLOSED.later", "nor in the next life", [](Bench &b) {
        b.reach(S_CLOSED);
        b.close();
        b.quiet();
        b.life = OTHER;
        b.opens(90000, b.una);
        b.take(90001);
        b.quiet(1000);
        b.in_state(OPEN, "afterwards");
    } },

    { "cls.request.CLOSED.none", "-", with(close_nothing, S_NONE, CLOSED) },
    { "cls.request.CLOSE_RECD.later", "nor in the next life",
      with(close_adds_nothing, S_CLOSE_RECD) },
    { "cls.request.CLOSE_SENT.later", "nor in the next life",
      with(close_adds_nothing, S_CLOSE_SENT) },

    { "cls.request.OPEN.flight", "CLOSE once all sent has retired", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close();
        b.rests_in(OPEN, "while payloads are in flight");
        b.tx(OP_ACK, 0, b.una);
        b.rests_in(OPEN, "while one is in flight");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE, b.snt + 1, b.last);
        b.rests_in(CLOSE_SENT);
    } },

    { "cls.request.OPEN.idle", "CLOSE -> CLOSE_SENT", [](Bench &b) {
        b.reach(S_OPEN);
        b.we_close(b.snt + 1, b.last);
        b.rests_in(CLOSE_SENT);
        b.moved(TTP_CNT_TX + OP_CLOSE, 1, "one CLOSE");
    } },

    // All that was in flight retires by NACKs in a back-off that has no end.
    { "cls.request.OPEN.paused", "a back-off does not delay CLOSE", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close();
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.tx(OP_NACK, 0, b.snt + 1);
        b.next(OP_CLOSE, b.snt + 1, b.last);
    } },

    // A payload waits for its turn at the wire, behind those of another link: CLOSE goes after it.
    { "cls.request.OPEN.queued", "not before a payload that waits to be sent", [](Bench &b) {
        const uint32_t busy = PEER + 1;
        b.mac();
        b.inject(make_frame(busy, b.a.cfg.node, OP_OPEN, b.vc, BASE, 0, OTHER));
        b.next_of(busy, OP_OPEN_ACK);
        const uint32_t open = b.host_opens().h.txid;
        b.close();
        b.step(200);
        b.a.wire_out.hold = true;
        b.host_to(busy, 20);
        b.step(400);
        b.tx(OP_OPEN_ACK, BASE + 1, open);
        b.step(1000);
        b.a.wire_out.hold = false;
        b.next(OP_PAYLOAD, open + 1, 0);
        b.tx(OP_ACK, 0, open + 1);
        b.next(OP_CLOSE, open + 2, BASE);
    } },
}));

const Rows ROWS({
    // A request on a closing link does not close the next life.
    { "cls.request.CLOSE_RECD.over", "nor over the end of this life", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.close();
        b.open_ack_replays(900, b.has_no_link(b.una).h.txid);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(OPEN, "it does not close");
    } },

    { "cls.request.CLOSE_RECD.restart", "not remembered over a restart", [](Bench &b) {
        b.reach(S_CLOSE_RECD, STRANGER);
        b.close();
        b.quiet();
        b.expect(!b.close_wanted(), "it is not remembered");
        b.life = OTHER;
        b.opens(900, b.una);
        restart_is_proved(b, 901);
        b.tx(OP_ACK, 0, b.snt);
        b.rests_in(OPEN, "it does not close");
    } },

    { "cls.request.OPEN_SENT.close", "it outlives a CLOSE that crosses our OPEN",
      with(request_remembered, OP_CLOSE) },
    { "cls.request.OPEN_SENT.nack", "it outlives an OPEN_NACK",
      with(request_remembered, OP_OPEN_NACK) },

    { "cls.ids", "CLOSE: TxID last payload ID sent + 1, RxID last", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.take(b.last + 1);
        b.close();
        b.quiet(200);
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE, b.snt + 1, b.last);
    } },

    // Its NACK_NOLINK(0) makes the numbers unknown again.
    { "cls.ids.forgotten", "the same after a stranger's NACK_NOLINK(0)", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.step(300);
        b.we_close(b.snt + 1, 0);
    } },

    // A payload that comes while we close tells its numbers: CLOSE names it from then on.
    { "cls.ids.learned", "a payload taken in CLOSE_SENT ends that: RxID last", [](Bench &b) {
        close_unknown(b);
        b.take(77);
        b.next_within(2 * T, OP_CLOSE, b.close_id, 77);
    } },

    { "cls.ids.unknown", "CLOSE: RxID 0 while the peer's numbers are unknown", close_unknown },

    { "cls.ids.victim.unknown", "a victim's CLOSE names none while the numbers are unknown",
      [](Bench &b) {
        b.mac();
        b.life = 0;
        b.set(TTP_REG_VICTIM_IDLE, 300);
        const uint32_t open = b.host_opened(0);
        b.tx(OP_ACK, 0, open + 1);
        busy_ways(b);
        b.step(LONGER);
        refused(b, 900, OTHER);
        b.next(OP_CLOSE, open + 2, 0);
    } },
});

} // namespace
