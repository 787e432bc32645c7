// SPDX-License-Identifier: Apache-2.0
//
// As guards5.cpp: what comes and means nothing to the timer neither stops it nor begins it anew.
#include "conform.h"

namespace conform {

namespace {

// ---- what means nothing to a timer

constexpr uint32_t SILENCE = 99;

struct Hit {
    uint32_t op, tx, rx, answer;
    bool foreign = false;           // of another life
};

// To a link that is CLOSED or OPEN_SENT, and to that of a stranger in OPEN_RECD.
std::vector<Hit> before_open(const Bench &b, Start s)
{
    const bool asks = s == S_OPEN_SENT || s == S_OPEN_SENT_REC;
    // In CLOSED no frame with lives is ours, in OPEN_SENT a payload is answered with our OPEN.
    const uint32_t open_ack = b.life && !asks ? OP_NACK_NOLINK : SILENCE;
    const uint32_t payload = b.life && asks ? OP_OPEN : OP_NACK_NOLINK;
    std::vector<Hit> hits = {
        { OP_PAYLOAD, b.last + 1, 0, payload },
        { OP_ACK, 0, b.una, SILENCE },
        { OP_NACK, 0, b.una, SILENCE },
        { OP_NACK_FULL, 0, b.una - 1, SILENCE },
        { OP_NACK_NOLINK, 0, b.una, SILENCE },
        { OP_OPEN_ACK, BASE, asks ? b.una + 70 : b.open_id, open_ack },
        { OP_OPEN_NACK, 0, asks ? b.una + 70 : b.open_id, SILENCE },
    };
    if (asks) hits.push_back({ OP_OPEN, BASE, 0, OP_OPEN_ACK });
    else hits.push_back({ OP_CLOSE, b.last + 90, 0, OP_CLOSE_ACK });
    return hits;
}

// To a link in OPEN_RECD, of a peer with a life.
std::vector<Hit> in_recd(const Bench &b)
{
    return {
        { OP_PAYLOAD, b.last, 0, OP_ACK },
        { OP_ACK, 0, b.una, SILENCE },
        { OP_NACK, 0, b.una, SILENCE },
        { OP_NACK_FULL, 0, b.una - 1, SILENCE },
        { OP_OPEN_ACK, BASE, b.open_id, SILENCE },
        { OP_OPEN_NACK, 0, b.open_id, SILENCE },
        { OP_NACK_NOLINK, 0, b.una, SILENCE, true },
        { OP_CLOSE, b.last + 1, 0, OP_CLOSE_ACK, true },
    };
}

// To a live link. A stranger's CLOSE and CLOSE_ACK mean more, and so does a NACK_NOLINK of now.
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
        { OP_PAYLOAD, b.last + 1, 0, OP_NACK_NOLINK, true },
        { OP_ACK, 0, b.una, SILENCE, true },
        { OP_NACK, 0, b.una, SILENCE, true },
        { OP_NACK_FULL, 0, b.una - 1, SILENCE, true },
        { OP_NACK_NOLINK, 0, b.una, SILENCE, true },
        { OP_CLOSE, b.last + 1, 0, OP_CLOSE_ACK, true },
        { OP_CLOSE_ACK, 0, b.una, SILENCE, true },
        { OP_CLOSE_NACK, b.last + 1, b.una, SILENCE, true },
    };
    if (!recd) hits.push_back({ OP_PAYLOAD, b.last + 9, 0, OP_NACK });
    if (!recd) hits.push_back({ OP_PAYLOAD, b.last + 70000, 0, SILENCE });
    else if (!stranger) hits.push_back({ OP_PAYLOAD, b.last + 2, 0, OP_NACK_NOLINK });
    if (s == S_REOPEN) hits.push_back({ OP_NACK_NOLINK, 0, b.una - 1, SILENCE });
    else if (!stranger) hits.push_back({ OP_OPEN, 900, 0, OP_OPEN_ACK, true });
    // It clears the count of rounds in re-OPEN.
    if (s == S_REOPEN || s == S_CLOSE_SENT)
        hits.insert(hits.begin(), { OP_NACK_FULL, 0, b.una - 1, SILENCE });
    if (recd) hits.push_back({ OP_CLOSE, b.last + 1, 0, OP_CLOSE_NACK });
    if (!stranger && s == S_CLOSE_SENT)
        hits.push_back({ OP_CLOSE, b.last + 3, 0, OP_CLOSE_NACK });
    return hits;
}

void send(Bench &b, const Hit &h)
{
    const uint32_t life = b.life;
    if (h.foreign) b.life = OTHER + 1;
    if (h.op == OP_PAYLOAD) b.inject(b.payload(h.tx));
    else b.tx(h.op, h.tx, h.rx);
    b.life = life;
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
    b.set(reg, SLOW);
    b.set(TTP_REG_RETRY_MAX, 2);
    b.last = BASE;
    b.reach(s);
    if (waits && s == S_OPEN_SENT_REC) b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
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
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 4711, 0);
    uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
    for (int i = 0; i < 2; i++) {
        b.step(SLOW / 2);
        hit_by_answers(b, S_CLOSED);
        hit(b, before_open(b, S_CLOSED));
        const Sent s = timed(b, OP_CLOSE_ACK, from);
        b.expect(s.h.rxid == 4711, "the CLOSE that has closed the link");
        from = s.cycle;
    }
    b.step(2 * SLOW);
    b.quiet();
}

// The same of a link whose OPEN_ACK has not left: what comes is answered behind it.
void untouched_recd(Bench &b, bool stranger)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_OPEN_RECD);
    b.step(SLOW / 2);
    for (const Hit &h : stranger ? before_open(b, S_OPEN_RECD) : in_recd(b)) {
        send(b, h);
        b.step(100);
    }
    b.tx(OP_CLOSE_ACK, 0, b.una + 70);
    b.tx(OP_CLOSE_NACK, b.last - 5, b.una);
    b.step(3 * SLOW / 4);
    b.a.wire_out.hold = false;
    const uint32_t second = stranger ? OP_NACK_NOLINK : OP_ACK;
    for (uint32_t op : { uint32_t{ OP_OPEN_ACK }, second, uint32_t{ OP_CLOSE_ACK },
                         uint32_t{ OP_OPEN_ACK } })
        b.next(op);
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

} // namespace

std::vector<Row> untouched_rows()
{
    const auto still = [](Start s, bool stranger, uint32_t reg, uint32_t op) {
        return [=](Bench &b) { untouched(b, s, stranger, reg, op); };
    };
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
        { "open.timer.OPEN_SENT.reopen.untouched", any, still(S_REOPEN, true, open, OP_OPEN) },
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
    };
}

} // namespace conform
