// SPDX-License-Identifier: Apache-2.0
//
// Closing, rule by rule.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

void old_copy(Bench &b)
{
    b.reach(S_FLIGHT);
    b.life = OTHER;
    for (uint32_t id : { b.last, b.last - 1, b.last - 1000, b.last - 0x7ffffff0u, b.last + 1 }) {
        b.tx(OP_CLOSE, id, b.una - 1);
        b.next(OP_CLOSE_ACK, 0, id);
    }
    b.same_link("nothing changes");
    b.moved(TTP_CNT_LATE_ACK, 5, "frames of another life");
}

void stranger_txid(Bench &b, uint32_t id)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, id, 0);
    b.next(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "nothing is missing");
}

// A CLOSE_NACK that names nothing that can be missing does not hold the CLOSE.
void nack_means_nothing(Bench &b, uint32_t ahead)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE_NACK, b.last + ahead, b.close_id);
    for (int i = 0; i < 2; i++) {
        b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "CLOSE again by timer");
        b.next(OP_CLOSE, b.close_id, b.last);
    }
    b.take(b.last + 1);                         // and it goes on taking payloads
    b.in_state(CLOSE_SENT, "afterwards");
}

// A stranger whose numbers are unknown: it has answered our OPEN with TxID 0 and sent nothing.
void close_unknown(Bench &b, const std::function<void(Bench &)> &then)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    for (uint32_t i = 0; i < 2; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.snt = b.una + 1;
    b.tx(OP_ACK, 0, b.snt);
    b.close();
    b.close_id = b.snt + 1;
    b.next(OP_CLOSE, b.close_id, 0);
    then(b);
}

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

// The habit of the reference when it dislikes our RxID; its CLOSE_ACK, right behind, is lost.
void nack_unknown(Bench &b)
{
    close_unknown(b, [](Bench &x) {
        for (uint32_t txid : { 0u, 1u, 65535u }) {
            x.tx(OP_CLOSE_NACK, txid, 0);
            x.w.run(2 * T, [&] { return x.waiting(x.peer) != 0; }, "CLOSE again by timer");
            x.next(OP_CLOSE, x.close_id, 0);
        }
        x.in_state(CLOSE_SENT, "afterwards");
        x.tx(OP_CLOSE_ACK, 0, 0);
        x.wait_completion(CPL_CLOSED);
    });
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

// The answer by cls.recd, replays, and at the end CLOSE_ACK.
void drain(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 2 * T);
    b.set(TTP_REG_CLOSE_TMO, 60 * T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_CLOSE_RECD);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 1);
    b.tx(OP_NACK, 0, b.una);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_ACK, 0, b.una);
    b.quiet(100);
    b.in_state(CLOSE_RECD, "one is still in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

void drain_missing(Bench &b)
{
    b.reach(S_MISSING);
    const uint32_t closing = b.last + 3;
    b.take(b.last + 1);
    b.in_state(CLOSE_RECD, "one is still missing");
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.next(OP_CLOSE_ACK, 0, closing);
    b.wait_completion(CPL_CLOSED);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

// Own payloads in flight and payloads missing: both must end.
void drain_both(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, b.last + 2, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(CLOSE_RECD, "one is missing");
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 2);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
}

// CLOSE_ACK in CLOSE_RECD, right behind the ACK that drains it: closed once, reported once.
void drained_ack(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
    b.step(3000);
    b.in_state(CLOSED, "drained");
    size_t closed = 0;
    for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
    b.expect(closed == 1, "reported once");
    b.expect(b.waiting(b.peer) <= 1, "one CLOSE_ACK at most");
    b.heard.clear();
}

// A CLOSE that comes again names itself anew, the answers follow.
void moved_id(Bench &b)
{
    b.reach(S_MISSING);
    b.take(b.last + 1);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);      // it knows better now
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "nothing is missing any more");
}

// retry_max of its own timeouts without progress: CLOSE_ACK, CLOSED, and the loss is reported.
void gives_up(Bench &b, Start s, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(s);
    const uint32_t closing = s == S_MISSING ? b.last + 3 : b.last + 1;
    b.wait_completion(CPL_DEAD, 10 * T);
    b.step(500);
    b.in_state(CLOSED, "afterwards");
    b.expect(b.causes() & cause(TTP_IRQ_DEAD), "the host hears of the loss");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    uint32_t acks = 0, nacks = 0;
    for (const Sent &x : b.heard[b.peer]) {
        acks += x.h.opcode == OP_CLOSE_ACK && x.h.rxid == closing;
        nacks += x.h.opcode == OP_CLOSE_NACK && x.h.rxid == closing && x.h.txid == b.snt;
    }
    b.expect(acks == 1 && nacks >= 1, "CLOSE_NACKs, and CLOSE_ACK in the end");
}

void progress(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(S_CLOSE_RECD);                      // retry_max 3
    b.step(2 * T + T / 4);
    b.tx(OP_ACK, 0, b.una);
    b.step(2 * T);
    b.in_state(CLOSE_RECD, "progress clears the count");
    b.tx(OP_ACK, 0, b.snt);
    b.step(300 + b.links());
    b.in_state(CLOSED, "afterwards");
    b.moved(TTP_CNT_DEAD, 0, "no loss");
    b.heard.clear();
}

// To a stranger three times, a timeout apart.
void three_times(Bench &b, Start s)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s);
    uint32_t id = 0x12345;
    if (s == S_CLOSE_RECD) {
        b.set(TTP_REG_TIMEOUT, 20 * T);
        id = b.last + 1;
        b.heard.clear();
        b.tx(OP_ACK, 0, b.snt);
    } else {
        b.tx(OP_CLOSE, id, 0);
    }
    b.look();
    b.step(4 * T + 4000);
    uint32_t n = 0;
    uint64_t when = 0;
    for (const Sent &x : b.heard[b.peer]) {
        if (x.h.opcode != OP_CLOSE_ACK) continue;
        b.expect(x.h.rxid == id && x.h.txid == 0, "CLOSE_ACK names the CLOSE");
        b.expect(n == 0 || x.cycle - when >= T - 200, "a timeout apart");
        when = x.cycle;
        n++;
    }
    b.heard.clear();
    b.expect(n == 3, std::to_string(n) + " CLOSE_ACKs, not 3");
    b.in_state(CLOSED, "afterwards");
    b.step(3 * T);
    b.quiet();
}

void once(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.step(5 * T);
    b.quiet();
}

// No TIME_WAIT.
void reopen_local(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.host();
    b.step(300);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    const uint64_t from = b.w.net.cycle;
    const Sent s = b.next(OP_OPEN);
    b.expect(s.cycle - from < 300 + 2 * b.links(), "at once");
}

void reopen_remote(Bench &b)
{
    b.reach(S_CLOSED);
    b.life = OTHER;
    b.tx(OP_OPEN, 777, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.take(778);
    b.host();
    b.next(OP_PAYLOAD, first, 0);
}

void cross(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);          // the answer to ours comes too
    b.quiet();
    b.in_state(CLOSED, "afterwards");
    size_t closed = 0;
    for (const Completion &c : b.cpl) closed += c.kind == CPL_CLOSED;
    b.expect(closed == 1, "reported once");
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

} // namespace

std::vector<Row> close_rows()
{
    return {
        { "cls.ids", "CLOSE: TxID last payload ID sent + 1, RxID last", closer_ids },
        { "cls.ids.unknown", "CLOSE: RxID 0 while the peer's numbers are unknown",
          [](Bench &b) { close_unknown(b, [](Bench &) {}); } },
        { "cls.ids.forgotten", "the same after a stranger's NACK_NOLINK(0)", close_forgotten },
        { "cls.ids.learned", "a payload taken in CLOSE_SENT ends that: RxID last", close_learns },
        { "life.foreign.close", "of another life: CLOSE_ACK, nothing changes", old_copy },
        { "cls.stranger.ahead", "a stranger's TxID means nothing, ahead of last",
          [](Bench &b) { stranger_txid(b, 0x7000); } },
        { "cls.stranger.old", "the same, older than last", [](Bench &b) { stranger_txid(b, 1); } },
        { "cls.hold.not.here", "CLOSE_NACK that names last: nothing is missing",
          [](Bench &b) { nack_means_nothing(b, 0); } },
        { "cls.hold.not.far", "CLOSE_NACK farther than 65535 ahead: nothing is missing",
          [](Bench &b) { nack_means_nothing(b, 65536); } },
        { "cls.hold.not.old", "CLOSE_NACK that names an older ID: nothing is missing",
          [](Bench &b) { nack_means_nothing(b, 0xffffffff); } },
        { "cls.hold.not.unknown", "CLOSE_NACK while the peer's numbers are unknown: nothing",
          nack_unknown },
        { "cls.drained.own", "own in flight: CLOSE_NACK, replays, CLOSE_ACK once drained", drain },
        { "cls.drained.missing", "missing: taken, CLOSE_ACK once all are here", drain_missing },
        { "cls.drained.both", "both: CLOSE_ACK once both have ended", drain_both },
        { "cls.recd.again", "each CLOSE is answered anew", moved_id },
        { "cls.ack.CLOSE_RECD.drained", "CLOSE_ACK behind the ACK that drains: CLOSED once",
          drained_ack },
        { "cls.giveup.own", "no progress for retry_max timeouts: CLOSE_ACK, loss reported",
          [](Bench &b) { gives_up(b, S_CLOSE_RECD, 2); } },
        { "cls.giveup.missing", "the same when the peer's payloads never come",
          [](Bench &b) { gives_up(b, S_MISSING, 0); } },
        { "cls.giveup.progress", "progress clears the count", progress },
        { "cls.done.once", "one CLOSE_ACK to a peer with a life", once },
        { "cls.thrice.idle", "to a stranger three CLOSE_ACKs, a timeout apart",
          [](Bench &b) { three_times(b, S_OPEN); }, "a timeout: CLOSE_TMO" },
        { "cls.thrice.drained", "the same when it had payloads in flight",
          [](Bench &b) { three_times(b, S_CLOSE_RECD); }, "a timeout: CLOSE_TMO" },
        { "cls.cross", "crossing CLOSEs finish at once, reported once", cross },
        { "cls.reopen.local", "no TIME_WAIT: a waiting payload opens at once", reopen_local },
        { "cls.reopen.remote", "no TIME_WAIT: the peer's next OPEN opens", reopen_remote },
    };
}

} // namespace conform
