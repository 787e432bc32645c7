// SPDX-License-Identifier: Apache-2.0
//
// Local event x state: payload from the host; close request; all sent has retired. The idle
// timer and victims: conform_idle.cpp. Timers: conform_timer.cpp.
#include "conform.h"

namespace conform {

namespace {

// ---- payload from the host ----

void host_closed(Bench &b)
{
    b.reach(S_CLOSED);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.expect(open.h.rxid == 0 && open.h.epoch != 0 && open.h.epoch != b.own_life,
             "OPEN in a new life");
    b.quiet();
    b.in_state(OPEN_SENT, "afterwards");
    b.expect(b.rec()[6] == 1, "it waits");
    b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
}

void host_none(Bench &b)
{
    b.reach(S_NONE);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.expect(open.h.rxid == 0, "OPEN RxID 0");
    b.quiet();
    b.in_state(OPEN_SENT, "afterwards");
    b.expect(b.count(TTP_CNT_OPENED) == 0, "not OPEN yet");
}

void host_open_sent(Bench &b)
{
    b.reach(S_OPEN_SENT);
    b.host();
    b.quiet();
    b.in_state(OPEN_SENT, "afterwards");
    b.expect(b.rec()[6] == 3, "three payloads wait");
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
}

void host_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.host();
    b.quiet();
    b.in_state(REOPEN_SENT, "afterwards");
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
}

void host_open_recd(Bench &b)
{
    b.reach(S_OPEN_RECD);
    b.host();
    b.step(400);
    b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_PAYLOAD, b.una, 0);
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

void host_open(Bench &b)
{
    b.reach(S_OPEN);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
    b.quiet();
    b.in_state(OPEN, "afterwards");
    b.moved(TTP_CNT_TX + OP_PAYLOAD, 1, "one PAYLOAD");
}

void host_close_sent(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.host();
    b.quiet();
    b.in_state(CLOSE_SENT, "while it waits");
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    const Sent open = b.next(OP_OPEN);
    b.expect(open.h.txid + 1 == b.close_id, "IDs go on, the CLOSE has used none");
    b.expect(open.h.epoch != b.own_life, "a new life");
    b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
}

void host_close_recd(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.host();
    b.quiet();
    b.in_state(CLOSE_RECD, "while it waits");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    const Sent open = b.next(OP_OPEN);
    b.expect(!newer(b.snt, open.h.txid) && open.h.epoch != b.own_life, "a new life, IDs go on");
    b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
}

// ---- close request ----

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
void close_forgotten(Bench &b)
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

// ---- all sent has retired ----

void retired_open(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "afterwards");
    b.moved(TTP_CNT_RETIRED, 2, "two retired");
}

void retired_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(REOPEN_SENT, "afterwards");
    b.moved(TTP_CNT_RETIRED, 2, "two retired");
    b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
    b.quiet();
    b.in_state(OPEN, "after the OPEN_ACK");
}

void retired_close_recd(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    b.wait_completion(CPL_CLOSED, 100);
    b.expect(b.causes() == cause(TTP_IRQ_CLOSED), "the cause CLOSED alone");
}

} // namespace

std::vector<Row> local_rows()
{
    const auto nothing = [](Start s, State st) {
        return [=](Bench &b) { close_nothing(b, s, st); };
    };
    const auto remember = [](Start s) { return [=](Bench &b) { close_remembered(b, s); }; };
    return with_place("payload from the host", {
        { "open.host.CLOSED.none", "unknown peer: OPEN -> OPEN_SENT; it waits", host_none },
        { "open.host.CLOSED.record", "a known peer: OPEN -> OPEN_SENT in a new life; it waits",
          host_closed },
        { "snd.wait.OPEN_SENT", "waits", host_open_sent },
        { "reopen.moving.OPEN_SENT.host", "waits, is sent behind the replay", host_reopen },
        { "open.recd.OPEN_RECD", "waits for the OPEN_ACK to leave", host_open_recd },
        { "snd.host.OPEN", "PAYLOAD", host_open },
        { "snd.wait.CLOSE_SENT", "waits, then reopens", host_close_sent },
        { "snd.wait.CLOSE_RECD", "waits, then reopens", host_close_recd },
    }) + with_place("close request", {
        { "cls.request.CLOSED.none", "-", [](Bench &b) { close_nothing(b, S_NONE, CLOSED); } },
        { "cls.request.CLOSED.record", "-", nothing(S_CLOSED, CLOSED) },
        { "cls.request.CLOSED.later", "nor in the next life", close_forgotten },
        { "cls.request.OPEN.paused", "a back-off does not delay CLOSE", close_paused },
        { "cls.request.OPEN.queued", "not before a payload that waits to be sent", close_queued },
        { "cls.request.OPEN_SENT", "remembered", remember(S_OPEN_SENT) },
        { "cls.request.OPEN_SENT.reopen", "remembered, in re-OPEN", remember(S_REOPEN) },
        { "cls.request.OPEN_RECD", "remembered", remember(S_OPEN_RECD) },
        { "cls.request.OPEN.idle", "CLOSE -> CLOSE_SENT", close_open },
        { "cls.request.OPEN.flight", "CLOSE once all sent has retired", close_flight },
        { "cls.request.CLOSE_SENT", "-", nothing(S_CLOSE_SENT, CLOSE_SENT) },
        { "cls.request.CLOSE_RECD", "-", nothing(S_CLOSE_RECD, CLOSE_RECD) },
        { "cls.request.CLOSE_SENT.later", "nor in the next life",
          [](Bench &b) { close_adds_nothing(b, S_CLOSE_SENT); } },
        { "cls.request.CLOSE_RECD.later", "nor in the next life",
          [](Bench &b) { close_adds_nothing(b, S_CLOSE_RECD); } },
    }) + with_place("all sent has retired", {
        { "snd.timer.OPEN.retired", "-", retired_open },
        { "reopen.moving.OPEN_SENT.retired", "-", retired_reopen },
        { "cls.drained.CLOSE_RECD", "CLOSE_ACK -> CLOSED", retired_close_recd },
    });
}

} // namespace conform
