// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: which time the timer runs for in each state, and what does not touch it. In every
// row but one of the four times is as good as for ever.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t LONG = 40000;                // longer than bringing the link into its state

// The timer, which began at `from`, has run for `after` when the next frame comes.
Sent timed(Bench &b, uint32_t op, uint64_t from, uint32_t after = LONG)
{
    b.w.run(3 * LONG, [&] { return b.waiting(b.peer) != 0; }, "the timer");
    const Sent s = b.next(op);
    const uint64_t took = s.cycle - from;
    b.expect(took + LONG / 4 > after && took < after + LONG / 4,
             "the timer takes " + std::to_string(took) + ", not " + std::to_string(after));
    return s;
}

// ---- what means nothing to a timer

constexpr uint32_t SILENCE = 99;

struct Hit {
    uint32_t op, tx, rx, answer;
};

// To a link that is CLOSED, OPEN_SENT or OPEN_RECD.
std::vector<Hit> before_open(const Bench &b, Start s)
{
    const bool asks = s == S_OPEN_SENT || s == S_OPEN_SENT_REC;
    std::vector<Hit> hits = {
        { OP_PAYLOAD, b.last + 1, 0, OP_NACK_NOLINK },
        { OP_ACK, 0, b.una, SILENCE },
        { OP_NACK, 0, b.una, SILENCE },
        { OP_NACK_FULL, 0, b.una - 1, SILENCE },
        { OP_NACK_NOLINK, 0, b.una, SILENCE },
        { OP_OPEN_ACK, BASE, asks ? b.una + 70 : b.open_id, SILENCE },
        { OP_OPEN_NACK, 0, asks ? b.una + 70 : b.open_id, SILENCE },
    };
    if (asks) hits.push_back({ OP_OPEN, BASE, 0, OP_OPEN_ACK });
    else hits.push_back({ OP_CLOSE, b.last + 90, 0, OP_CLOSE_ACK });
    return hits;
}

// To a live link. A stranger's CLOSE, CLOSE_ACK and NACK_NOLINK mean more.
std::vector<Hit> live(const Bench &b, Start s)
{
    const bool stranger = b.life == 0, recd = s == S_CLOSE_RECD;
    std::vector<Hit> hits = {
        { OP_PAYLOAD, b.last, 0, OP_ACK },
        { OP_OPEN, b.last, 0, OP_OPEN_ACK },
        { OP_OPEN_ACK, b.last + 1, b.una + 70, SILENCE },
        { OP_OPEN_NACK, 0, b.una + 70, SILENCE },
        { OP_ACK, 0, b.una - 1, SILENCE },
        { OP_NACK, 0, b.una - 2, SILENCE },
        { OP_ACK, 0, b.una + 70, SILENCE },
        { OP_NACK, 0, b.una + 70, SILENCE },
    };
    if (!recd) hits.push_back({ OP_PAYLOAD, b.last + 9, 0, OP_NACK });
    if (!recd) hits.push_back({ OP_PAYLOAD, b.last + 70000, 0, SILENCE });
    else if (!stranger) hits.push_back({ OP_PAYLOAD, b.last + 2, 0, OP_NACK_NOLINK });
    if (s == S_REOPEN || !stranger) hits.push_back({ OP_NACK_NOLINK, 0, b.una - 1, SILENCE });
    // It clears the count of rounds in re-OPEN.
    if (s == S_REOPEN || s == S_CLOSE_SENT)
        hits.insert(hits.begin(), { OP_NACK_FULL, 0, b.una - 1, SILENCE });
    if (recd) hits.push_back({ OP_CLOSE, b.last + 1, 0, OP_CLOSE_NACK });
    if (!stranger) hits.push_back({ OP_CLOSE, b.last, 0, OP_CLOSE_ACK });
    if (!stranger && s == S_CLOSE_SENT)
        hits.push_back({ OP_CLOSE, b.last + 3, 0, OP_CLOSE_NACK });
    return hits;
}

void send(Bench &b, const Hit &h)
{
    if (h.op == OP_PAYLOAD) b.inject(b.payload(h.tx));
    else b.tx(h.op, h.tx, h.rx);
}

void hit(Bench &b, const std::vector<Hit> &hits)
{
    for (const Hit &h : hits) {
        send(b, h);
        if (h.answer != SILENCE) b.next(h.answer);
        else b.step(100);
    }
    b.quiet();
}

// Elsewhere they mean nothing anyway.
void hit_by_answers(Bench &b, Start s)
{
    if (s != S_CLOSE_SENT || b.life) hit(b, { { OP_CLOSE_ACK, 0, b.una + 70, SILENCE } });
    hit(b, { { OP_CLOSE_NACK, b.last - 5, b.una, SILENCE } });
}

// The timer is over: all goes on as ever.
void goes_on(Bench &b, const Sent &first)
{
    const bool recd = first.h.opcode == OP_CLOSE_NACK;
    uint32_t id = first.h.txid + 1;
    if (recd) id = b.una;
    if (first.h.opcode == OP_OPEN) b.tx(OP_OPEN_ACK, b.last + 1, first.h.txid);
    b.snt = (first.h.opcode == OP_PAYLOAD ? id : id + 1);
    b.replay(id);
    b.tx(OP_ACK, 0, b.snt);
    if (recd) b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(recd ? CLOSED : OPEN, "afterwards");
}

// Half of the time is over. What comes then neither stops the timer nor begins it anew, and it is
// no round: of two one is left.
void untouched(Bench &b, Start s, bool stranger, uint32_t reg, uint32_t op)
{
    const bool waits = reg == TTP_REG_BACKOFF;
    if (stranger) b.life = 0;
    b.set(reg, LONG);
    b.set(TTP_REG_RETRY_MAX, 2);
    b.last = BASE;
    b.reach(s);
    if (waits && s == S_OPEN_SENT_REC) b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    b.step(LONG / 2);
    if (op == OP_OPEN && s != S_REOPEN) {
        hit(b, before_open(b, waits ? S_WAIT : s));
        hit_by_answers(b, s);
    } else {
        hit(b, live(b, s));
        hit_by_answers(b, s);
        b.inject(b.payload(b.last));
        b.next(OP_ACK, 0, b.last);
    }
    const Sent first = timed(b, op, from);
    if (op != OP_CLOSE) goes_on(b, first);
}

// The same of a stranger that is owed CLOSE_ACKs. What they name stays.
void untouched_thrice(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, LONG);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 4711, 0);
    uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
    for (int i = 0; i < 2; i++) {
        b.step(LONG / 2);
        hit_by_answers(b, S_CLOSED);
        hit(b, before_open(b, S_CLOSED));
        const Sent s = timed(b, OP_CLOSE_ACK, from);
        b.expect(s.h.rxid == 4711, "the CLOSE that has closed the link");
        from = s.cycle;
    }
    b.step(2 * LONG);
    b.quiet();
}

// The same of a link whose OPEN_ACK has not left: what comes is answered behind it.
void untouched_recd(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, LONG);
    b.reach(S_OPEN_RECD);
    b.step(LONG / 2);
    for (const Hit &h : before_open(b, S_OPEN_RECD)) {
        send(b, h);
        b.step(100);
    }
    b.tx(OP_CLOSE_ACK, 0, b.una + 70);
    b.tx(OP_CLOSE_NACK, b.last - 5, b.una);
    b.step(3 * LONG / 4);
    b.a.wire_out.hold = false;
    for (uint32_t op : { OP_OPEN_ACK, OP_NACK_NOLINK, OP_CLOSE_ACK, OP_OPEN_ACK }) b.next(op);
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

// ---- which time it is

// An OPEN of ours: the first one, one by the timer, one of a re-OPEN.
void open_again(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, LONG);
    b.reach(s);
    uint64_t from = b.w.net.cycle;
    if (s == S_CLOSE_RECD) {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        from = b.next(OP_OPEN, b.una - 1, 0).cycle;
    }
    for (int i = 0; i < 2; i++) from = timed(b, OP_OPEN, from).cycle;
}

void backs_off(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_BACKOFF, LONG);
    b.reach(s);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    timed(b, OP_OPEN, b.w.net.cycle);
}

// A stranger holds our CLOSE; what it names comes.
void close_again(Bench &b)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, LONG);
    b.reach(S_HELD);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    timed(b, OP_CLOSE, b.next(OP_CLOSE, b.close_id, b.last).cycle);
}

void thrice(Bench &b, Start s)
{
    b.life = 0;
    b.set(TTP_REG_CLOSE_TMO, LONG);
    b.reach(s);
    if (s == S_REOPEN) b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE, 4711, 0);
    uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
    for (int i = 0; i < 2; i++) from = timed(b, OP_CLOSE_ACK, from).cycle;
}

// One of two payloads retires, half of TIMEOUT is over.
void one_retires(Bench &b, Start s, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_TIMEOUT, LONG);
    b.reach(s);
    b.step(LONG / 2);
    b.tx(OP_ACK, 0, b.una);
    timed(b, s == S_CLOSE_RECD ? OP_CLOSE_NACK : OP_PAYLOAD, b.w.net.cycle);
    if (s == S_CLOSE_RECD) b.next(OP_PAYLOAD, b.snt, 0);
}

// Each timeout in CLOSE_RECD replays, and the replay has TIMEOUT again.
void replays(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_TIMEOUT, LONG);
    b.reach(S_CLOSE_RECD);
    uint64_t from = b.w.net.cycle;
    for (int i = 0; i < 2; i++) {
        from = timed(b, OP_CLOSE_NACK, from).cycle;
        b.replay(b.una);
    }
}

// In the back-off a NACK has retired all, and a payload of the peer is missing: behind the back-off
// the link waits for CLOSE_TMO.
void pause_then_missing(Bench &b)
{
    b.set(TTP_REG_BACKOFF, LONG / 2);
    b.set(TTP_REG_CLOSE_TMO, LONG);
    b.flight(1);
    b.tx(OP_CLOSE, b.last + 2, 0);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 2);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    const uint64_t from = b.w.net.cycle;
    b.step(300);
    b.tx(OP_NACK, 0, b.snt + 1);
    timed(b, OP_CLOSE_NACK, from, LONG + LONG / 2);
    b.moved(TTP_CNT_TIMEOUT, 1, "the end of a back-off is none");
    b.take(b.last + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
}

} // namespace

std::vector<Row> guard_time_rows()
{
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
    const auto reopen = [](Start s, bool x) { return [=](Bench &b) { open_again(b, s, x); }; };
    const auto pause = [](Start s, bool x) { return [=](Bench &b) { backs_off(b, s, x); }; };
    const auto ends = [](Start s) { return [s](Bench &b) { thrice(b, s); }; };
    const auto retires = [](Start s, bool x) { return [=](Bench &b) { one_retires(b, s, x); }; };
    const char *any = "whatever comes and means nothing: the timer goes on, and it is no round";
    const uint32_t open = TTP_REG_OPEN_TMO, time = TTP_REG_TIMEOUT, pauses = TTP_REG_BACKOFF,
                   close = TTP_REG_CLOSE_TMO;
    return {
        { "open.backoff.CLOSED.untouched", any, still(S_WAIT, false, pauses, OP_OPEN) },
        { "open.backoff.CLOSED.untouched.record", any,
          still(S_OPEN_SENT_REC, false, pauses, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched", any, still(S_OPEN_SENT, false, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched.record", any,
          still(S_OPEN_SENT_REC, false, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.untouched.stranger", any, still(S_OPEN_SENT, true, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.reopen.untouched", any, still(S_REOPEN, false, open, OP_OPEN) },
        { "open.timer.OPEN_SENT.reopen.untouched.stranger", any,
          still(S_REOPEN, true, open, OP_OPEN) },
        { "open.timer.recd.OPEN_RECD.untouched", any,
          [](Bench &b) { untouched_recd(b, false); } },
        { "open.timer.recd.OPEN_RECD.untouched.stranger", any,
          [](Bench &b) { untouched_recd(b, true); } },
        { "snd.timer.OPEN.untouched", any, still(S_FLIGHT, false, time, OP_PAYLOAD) },
        { "snd.timer.OPEN.untouched.stranger", any, still(S_FLIGHT, true, time, OP_PAYLOAD) },
        { "cls.timer.CLOSE_SENT.untouched", any, still(S_CLOSE_SENT, false, close, OP_CLOSE) },
        { "cls.timer.CLOSE_SENT.untouched.stranger", any,
          still(S_CLOSE_SENT, true, close, OP_CLOSE) },
        { "cls.recd.timer.CLOSE_RECD.untouched", any,
          still(S_CLOSE_RECD, false, time, OP_CLOSE_NACK) },
        { "cls.recd.timer.CLOSE_RECD.untouched.stranger", any,
          still(S_CLOSE_RECD, true, time, OP_CLOSE_NACK) },
        { "cls.thrice.untouched", any, untouched_thrice },
        { "open.timer.OPEN_SENT.record", "OPEN to a peer on record: again after OPEN_TMO",
          reopen(S_OPEN_SENT_REC, false) },
        { "open.timer.CLOSE_RECD.reopen", "re-OPEN out of CLOSE_RECD: again after OPEN_TMO",
          reopen(S_CLOSE_RECD, false) },
        { "open.timer.CLOSE_RECD.reopen.stranger", "the same to a stranger",
          reopen(S_CLOSE_RECD, true) },
        { "open.backoff.record", "refused by a peer on record: OPEN after BACKOFF",
          pause(S_OPEN_SENT_REC, false) },
        { "open.backoff.REOPEN_SENT.stranger", "a re-OPEN refused by a stranger: the same",
          pause(S_REOPEN, true) },
        { "cls.timer.held.stranger", "behind a hold by a stranger: CLOSE each CLOSE_TMO",
          close_again },
        { "cls.thrice.cross", "CLOSEs cross: CLOSE_ACK three times, CLOSE_TMO apart",
          ends(S_CLOSE_SENT) },
        { "cls.thrice.reopen", "a CLOSE in re-OPEN: the same", ends(S_REOPEN) },
        { "snd.timer.OPEN.ack.stranger", "more is in flight: TIMEOUT from an ACK on",
          retires(S_FLIGHT, true) },
        { "cls.recd.timer.CLOSE_RECD.part", "more is in flight: TIMEOUT from an ACK on",
          retires(S_CLOSE_RECD, false) },
        { "cls.recd.timer.CLOSE_RECD.part.stranger", "the same of a stranger",
          retires(S_CLOSE_RECD, true) },
        { "cls.recd.timer.CLOSE_RECD.replay", "a replay by the timer has TIMEOUT again",
          [](Bench &b) { replays(b, false); } },
        { "cls.recd.timer.CLOSE_RECD.replay.stranger", "the same of a stranger",
          [](Bench &b) { replays(b, true); } },
        { "cls.recd.timer.CLOSE_RECD.missing.pause",
          "all has retired in a back-off, more is missing: CLOSE_TMO from its end on",
          pause_then_missing },
    };
}

} // namespace conform
