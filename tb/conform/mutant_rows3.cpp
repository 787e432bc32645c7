// SPDX-License-Identifier: Apache-2.0
//
// As mutant_rows.cpp: how a link closes.
#include "conform.h"

namespace conform {

namespace {

bool wanted(Bench &b) { return b.rec()[0] >> 29 & 1; }

// Cycles until the next frame, which is of this kind.
uint64_t until(Bench &b, uint32_t op, uint64_t limit)
{
    const uint64_t from = b.w.net.cycle;
    b.w.run(limit, [&] { return b.waiting(b.peer) != 0; }, "a frame in time");
    return b.next(op).cycle - from;
}

// ---- the closing ID

// The timer ends it, after the last missing payload. A late copy of the CLOSE is of that life.
void drained(Bench &b)
{
    b.reach(S_MISSING);
    const uint32_t id = b.last + 3, ours = b.named(b.peer);
    while (b.last + 1 != id) b.take(b.last + 1);
    b.next(OP_CLOSE_ACK, 0, id);
    b.in_state(CLOSED, "afterwards");
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid, now = b.named(b.peer);
    b.tx(OP_OPEN_ACK, id + 1, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.quiet();
    b.mac_lives[b.peer] = ours;
    b.tx(OP_CLOSE, id, open);
    b.next(OP_CLOSE_ACK, 0, id);
    b.in_state(OPEN, "after the copy");
    b.mac_lives[b.peer] = now;
    b.take(id + 1);
}

// The payloads that are missing lie on both sides of the wrap.
void missing_over_wrap(Bench &b)
{
    b.tx(OP_OPEN, 0xfffffffd, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    b.quiet(100);
    b.tx(OP_CLOSE, 2, 0);
    b.next(OP_CLOSE_NACK, una - 1, 2);
    for (uint32_t id = 0xfffffffe; id != 2; id++) {
        b.in_state(CLOSE_RECD, "payloads are missing");
        b.take(id);
    }
    b.next(OP_CLOSE_ACK, 0, 2);
}

void ack_older(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_ACK, 0, b.close_id - 1);
    b.quiet();
    b.in_state(CLOSE_SENT, "it names an older CLOSE");
}

// ---- CLOSE_NACK

// Nothing of it is left when our CLOSE is out later: that is not held.
void illegal_then(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE_NACK, b.last + 2, b.una - 1);
    b.quiet();
    b.close();
    for (int i = 0; i < 2; i++) until(b, OP_CLOSE, 3 * tmo);
    b.take(b.last + 1);
    b.quiet(100);
}

// 65535 ahead is the farthest that holds our CLOSE.
void hold_farthest(Bench &b, uint32_t ahead)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_NACK, b.last + ahead, b.close_id);
    b.step(2 * tmo);
    b.expect((b.waiting(b.peer) != 0) == (ahead > 65535), "our CLOSE again, unless it is held");
    b.heard.clear();
}

// The payloads named are here. Our CLOSE goes out again, from then on as often as any other.
void held_no_more(Bench &b)
{
    const uint32_t tmo = 2 * span(b);
    b.reach(S_HELD);
    b.take(b.last + 1);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.take(b.last + 1);
    for (int i = 0; i < 2; i++) until(b, OP_CLOSE, 3 * tmo);
    b.take(b.last + 1);                         // and no end of its payloads is known
}

// Fewer rounds are left than the hold has had already.
void held_for_less(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_HELD);
    b.step(3 * tmo);
    b.set(TTP_REG_RETRY_MAX, 2);
    until(b, OP_CLOSE, 4 * tmo);
}

// ---- CLOSE_RECD

// What was missing is here, and ours are in flight: the peer's CLOSE is not answered so far.
void flight_and_missing(Bench &b)
{
    b.reach(S_FLIGHT);
    b.look();
    b.tx(OP_CLOSE, b.last + 2, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.take(b.last + 1);
    b.quiet();
    b.moved(TTP_CNT_TIMEOUT, 0, "no timer has expired");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
}

// All of ours has retired, and the peer owes payloads: the timer asks for them.
void still_missing(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, b.last + 3, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 3);
    b.tx(OP_ACK, 0, b.snt);
    until(b, OP_CLOSE_NACK, 3 * tmo);
}

// CLOSEs have crossed, and the peer's last payloads come: our CLOSE waits for its timer.
void crossed_then_here(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE, b.last + 3, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 3);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    b.quiet();
}

// Long enough for the idle timer, were the link OPEN.
void idle_not_open(Bench &b, Start s)
{
    b.set(TTP_REG_IDLE_TMO, 8192);              // two steps of the register
    b.reach(s);
    if (s == S_REOPEN) b.tx(OP_ACK, 0, b.snt);
    b.step(5 * 8192);
    b.expect(!wanted(b), "no close request");
}

// ---- a stranger's CLOSE_ACK

// One payload waits for the next life: its OPEN takes the place of the repeats.
void one_waits(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.heard.clear();
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_NACK);
    b.host();
    b.tx(OP_ACK, 0, b.una + 1);
    b.next(OP_CLOSE_ACK, 0, 0);
    b.next(OP_OPEN, b.una + 1, 0);
}

// One more CLOSE_ACK is to come when the host has a payload.
void owed_one(Bench &b)
{
    const uint32_t tmo = 4 * span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_ACK, 0, 0);
    until(b, OP_CLOSE_ACK, 2 * tmo);
    b.host();
    b.expect(until(b, OP_OPEN, 2 * tmo) < tmo / 2, "OPEN at once");
}

// ---- what a new life does not know of the one before

// An OPEN was set aside in the re-OPEN that the peer has refused.
void aside_refused(Bench &b)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.life = 0;
    b.tx(OP_OPEN_ACK, BASE + 1, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_NACK_NOLINK, 0, 901);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// What was in flight waits again, without an ID, when the next life dies too.
void dead_after_refusal(Bench &b)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_REOPEN);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.set(TTP_REG_OPEN_TMO, 2 * span(b));
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.next(OP_OPEN, b.una - 1, 0);
    b.wait_completion(CPL_DEAD);
    b.step(300);
    b.host();
    b.next(OP_OPEN, b.una - 1, 0);
}

// The answer to our re-OPEN comes from a life later than the OPEN that was set aside.
void aside_outlived(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.life = OTHER + 1;
    b.tx(OP_OPEN_ACK, 70001, b.open_id);
    b.replay(b.una);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 70000);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// The peer has had a life number, and its OPEN has none: no re-OPEN, but a restart to be proved.
void life_lost(Bench &b)
{
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, b.last - 1, 0);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.inject(b.payload(b.last));
    b.quiet();
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.expect(b.completed(CPL_RESTARTED), "the second one proves the restart");
}

// Set aside before our CLOSE left: our OPEN_ACK has named the ID of CLOSE. At 900 it is behind it.
void aside_then_close(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (uint32_t open = 900; open <= 2700; open += 900) {
        const auto close = [&](uint32_t id) { b.close(), b.next(OP_CLOSE, id, b.last); };
        if (open == 900) close(b.una++);
        b.tx(OP_OPEN, open, 0);
        b.next(OP_OPEN_ACK, b.una, open);
        if (open != 900) close(b.una);
        b.inject(b.payload(open + 1));
        b.next(open == 900 ? OP_ACK : OP_NACK);
        b.inject(b.payload(open + 1));
        b.next(OP_ACK, 0, open + 1);
        b.last = open + 1;
        b.host();                               // str.open
        b.tx(OP_OPEN_ACK, 0, b.next(OP_OPEN, b.una - 1, 0).h.txid);
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_ACK, 0, b.una++);
    }
}

// A payload of the peer had found no room when the link died. An OPEN of the same number opens it.
void full_when_dead(Bench &b)
{
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.set(TTP_REG_TIMEOUT, 300);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
    b.wait_completion(CPL_DEAD);
    b.step(300);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(100);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.a.sink.hold = false;
}

} // namespace

std::vector<Row> mutant_close_rows()
{
    return {
        { "life.foreign.close.drained", "a late copy of a CLOSE closes no later life", drained },
        { "ids.wrap.missing", "payloads missing on both sides of the wrap", missing_over_wrap },
        { "cls.ack.CLOSE_SENT.older", "a CLOSE_ACK that names an older ID: -", ack_older },
        { "cls.illegal.OPEN.then", "an illegal CLOSE_NACK holds no later CLOSE", illegal_then },
        { "cls.hold.farthest", "65535 ahead holds",
          [](Bench &b) { hold_farthest(b, 65535); } },
        { "cls.hold.not.far.next", "65536 ahead does not",
          [](Bench &b) { hold_farthest(b, 65536); } },
        { "cls.timer.held", "after the hold CLOSE goes again by the timer", held_no_more },
        { "cls.hold.end.less", "RETRY_MAX becomes less than the timeouts so far",
          held_for_less },
        { "cls.drained.flight", "nothing is missing any more, but ours are in flight",
          flight_and_missing },
        { "cls.recd.timer.retired", "ours have retired, the peer's are missing", still_missing },
        { "cls.timer.crossed", "the end of what was missing does not hurry our CLOSE",
          crossed_then_here },
        { "cls.idle.CLOSE_RECD.request", "no link but an OPEN one is asked to close",
          [](Bench &b) { idle_not_open(b, S_MISSING); } },
        { "cls.idle.REOPEN_SENT.request", "likewise",
          [](Bench &b) { idle_not_open(b, S_REOPEN); } },
        { "str.aside.refused", "an OPEN_NACK ends the life whose OPEN was set aside",
          aside_refused },
        { "open.nack.REOPEN_SENT.dead", "what was in flight has no ID any more when the link dies",
          dead_after_refusal },
        { "reopen.ack.aside", "an OPEN_ACK with news forgets the OPEN set aside", aside_outlived },
        { "str.repeat.life", "not for a peer that had a life number", life_lost },
        { "str.close.before", "set aside before our CLOSE has left: no ID is used",
          aside_then_close },
        { "open.new.dead.full", "a NACK_FULL of the life before does not count", full_when_dead },
        { "cls.thrice.waits.one", "one payload that waits is enough", one_waits },
        { "cls.reopen.owed_one", "one CLOSE_ACK is owed: a payload opens at once", owed_one },
    };
}

} // namespace conform
