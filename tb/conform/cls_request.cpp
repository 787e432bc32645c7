// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.request cls.ids
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// It said before that it has no link, so that its numbers were unknown again.
void close_forgotten(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.step(300);
    b.close();
    b.next(OP_CLOSE, b.snt + 1, 0);
}

// A payload that comes while we close tells its numbers: CLOSE names it from then on.
void close_learns(Bench &b)
{
    close_unknown(b, [](Bench &x) {
        x.take(77);
        x.w.run(2 * T, [&] { return x.waiting(x.peer) != 0; }, "CLOSE again by timer");
        x.next(OP_CLOSE, x.close_id, 77);
    });
}

void closer_ids(Bench &b)
{
    b.reach(S_FLIGHT);
    b.take(b.last + 1);
    b.close();
    b.quiet(200);
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// A victim whose numbers are unknown.
void victim_unknown(Bench &b)
{
    b.mac();
    b.life = 0;
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.tx(OP_ACK, 0, open + 1);
    busy_ways(b);
    b.step(2 * 4096 + 1000);                    // of the register two steps and more
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, OTHER));
    b.next_of(node, OP_OPEN_NACK);
    b.next(OP_CLOSE, open + 2, 0);
}

// The request came while our OPEN was out. What ends the attempt does not end the request.
void request_remembered(Bench &b, uint32_t op)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_OPEN_SENT);
    b.close();
    if (op == OP_OPEN_NACK) {
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    } else {
        b.tx(OP_CLOSE, BASE, 0);
        b.next(OP_CLOSE_ACK, 0, BASE);
    }
    b.tx(OP_OPEN_ACK, BASE, b.next(OP_OPEN).h.txid);
    const uint32_t id = b.next(OP_PAYLOAD).h.txid;
    b.next(OP_PAYLOAD, id + 1, 0);
    b.tx(OP_ACK, 0, id + 1);
    b.next(OP_CLOSE, id + 2, BASE - 1);
}

void request_in_close_recd(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    b.close();
    b.quiet();
    b.expect(!(b.rec()[0] >> 29 & 1), "it is not remembered");
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();                            // its ACK, ours again
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "it does not close");
}

// Nor does it close the life after this one.
void request_then_over(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.close();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.tx(OP_OPEN_ACK, 900, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.replay(b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "it does not close");
}

void close_nothing(Bench &b, Start s, State st)
{
    b.reach(s);
    const auto was = b.rec();
    b.close();
    b.quiet();
    b.in_state(st, "afterwards");
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
        b.a.wire_out.hold = false;
        b.next(OP_OPEN_ACK, b.una, BASE);
        b.next(OP_CLOSE, b.snt + 1, BASE);
        b.in_state(CLOSE_SENT, "afterwards");
        return;
    }
    b.quiet();
    b.in_state(s == S_REOPEN ? REOPEN_SENT : OPEN_SENT, "while it is remembered");
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.quiet();
    b.in_state(OPEN, "while payloads are in flight");
    b.tx(OP_ACK, 0, b.una + 1);
    b.next(OP_CLOSE, b.una + 2, s == S_REOPEN ? b.last : BASE);
    b.quiet();
    b.in_state(CLOSE_SENT, "afterwards");
}

// One that comes while the link closes is of no use to the next life.
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

void close_open(Bench &b)
{
    b.reach(S_OPEN);
    b.close();
    b.next(OP_CLOSE, b.snt + 1, b.last);
    b.quiet();
    b.in_state(CLOSE_SENT, "afterwards");
    b.moved(TTP_CNT_TX + OP_CLOSE, 1, "one CLOSE");
}

// A request on a CLOSED link is not remembered for its next life.
void request_forgotten(Bench &b)
{
    b.reach(S_CLOSED);
    b.close();
    b.quiet();
    b.life = OTHER;
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK, b.una, 90000);
    b.take(90001);
    b.quiet(1000);
    b.in_state(OPEN, "afterwards");
}

// A payload waits for its turn at the wire, behind those of another link: CLOSE goes after it.
void close_queued(Bench &b)
{
    const uint32_t busy = PEER + 1;
    b.mac();
    b.inject(make_frame(busy, b.a.cfg.node, OP_OPEN, b.vc, BASE, 0, OTHER));
    b.next_of(busy, OP_OPEN_ACK);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
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
}

// All that was in flight retires by NACKs in a back-off that has no end.
void close_paused(Bench &b)
{
    b.reach(S_FLIGHT);
    b.close();
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_NACK, 0, b.snt + 1);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

void close_flight(Bench &b)
{
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.in_state(OPEN, "while payloads are in flight");
    b.tx(OP_ACK, 0, b.una);
    b.quiet();
    b.in_state(OPEN, "while one is in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, b.last);
    b.quiet();
    b.in_state(CLOSE_SENT, "afterwards");
}

const Rows CLOSE_REQUEST_ROWS(with_place("close request", {
    { "cls.request.CLOSED.later", "nor in the next life", request_forgotten },
    { "cls.request.CLOSED.none", "-", [](Bench &b) { close_nothing(b, S_NONE, CLOSED); } },
    { "cls.request.CLOSE_RECD.later", "nor in the next life",
      [](Bench &b) { close_adds_nothing(b, S_CLOSE_RECD); } },
    { "cls.request.CLOSE_SENT.later", "nor in the next life",
      [](Bench &b) { close_adds_nothing(b, S_CLOSE_SENT); } },
    { "cls.request.OPEN.flight", "CLOSE once all sent has retired", close_flight },
    { "cls.request.OPEN.idle", "CLOSE -> CLOSE_SENT", close_open },
    { "cls.request.OPEN.paused", "a back-off does not delay CLOSE", close_paused },
    { "cls.request.OPEN.queued", "not before a payload that waits to be sent", close_queued },
}));

const Rows ROWS_1([] {
    const auto nothing = [](Start s, State st) {
        return [=](Bench &b) { close_nothing(b, s, st); };
    };
    const auto remember = [](Start s) { return [=](Bench &b) { close_remembered(b, s); }; };
    return with_place("close request", {
        { "cls.request.CLOSED.record", "-", nothing(S_CLOSED, CLOSED) },
        { "cls.request.CLOSE_RECD", "-", nothing(S_CLOSE_RECD, CLOSE_RECD) },
        { "cls.request.CLOSE_SENT", "-", nothing(S_CLOSE_SENT, CLOSE_SENT) },
        { "cls.request.OPEN_RECD", "remembered", remember(S_OPEN_RECD) },
        { "cls.request.OPEN_SENT", "remembered", remember(S_OPEN_SENT) },
        { "cls.request.OPEN_SENT.reopen", "remembered, in re-OPEN", remember(S_REOPEN) },
    });
}());

const Rows ROWS({
    { "cls.request.CLOSE_RECD.over", "nor over the end of this life", request_then_over },
    { "cls.request.CLOSE_RECD.restart", "not remembered over a restart",
      request_in_close_recd },
    { "cls.request.OPEN_SENT.close", "it outlives a CLOSE that crosses our OPEN",
      [](Bench &b) { request_remembered(b, OP_CLOSE); } },
    { "cls.request.OPEN_SENT.nack", "it outlives an OPEN_NACK",
      [](Bench &b) { request_remembered(b, OP_OPEN_NACK); } },
    { "cls.ids", "CLOSE: TxID last payload ID sent + 1, RxID last", closer_ids },
    { "cls.ids.forgotten", "the same after a stranger's NACK_NOLINK(0)", close_forgotten },
    { "cls.ids.learned", "a payload taken in CLOSE_SENT ends that: RxID last", close_learns },
    { "cls.ids.unknown", "CLOSE: RxID 0 while the peer's numbers are unknown",
      [](Bench &b) { close_unknown(b, [](Bench &) {}); } },
    { "cls.ids.victim.unknown", "a victim's CLOSE names none while the numbers are unknown",
      victim_unknown },
});

} // namespace

} // namespace conform
