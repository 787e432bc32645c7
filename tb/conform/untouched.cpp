// SPDX-License-Identifier: Apache-2.0
//
// See untouched.h.
#include "timer_steps.h"
#include "untouched.h"
#include "victim_steps.h"

namespace conform {

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

std::vector<Hit> live_and_timed(const Bench &b, Start s)
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

void send_hit(Bench &b, const Hit &h)
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
        send_hit(b, h);
        if (h.answer != SILENCE) b.next(h.answer);
        else b.step(100);
    }
    b.quiet();
}

void hit_by_answers(Bench &b, Start s)
{
    if (s != S_CLOSE_SENT || b.life) hit(b, { { OP_CLOSE_ACK, 0, b.una + 70, SILENCE } });
    hit(b, { { OP_CLOSE_NACK, b.last - 5, b.una, SILENCE } });
}

void timer_goes_on(Bench &b, const Sent &first)
{
    const bool recd = first.h.opcode == OP_CLOSE_NACK;
    uint32_t id = first.h.txid + 1;
    if (recd) id = b.una;
    if (first.h.opcode == OP_OPEN) b.tx(OP_OPEN_ACK, b.last + 1, first.h.txid);
    b.snt = (first.h.opcode == OP_PAYLOAD ? id : id + 1);
    b.replay(id);
    b.tx(OP_ACK, 0, b.snt);
    if (recd) b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.rests_in(recd ? CLOSED : OPEN);
}

void untouched(Bench &b, Start s, bool stranger, uint32_t reg, uint32_t op)
{
    const bool waits = reg == TTP_REG_BACKOFF;
    b.set(reg, SLOW);
    b.set(TTP_REG_RETRY_MAX, 2);
    b.last = BASE;
    b.reach(s, stranger);
    if (waits && s == S_OPEN_SENT_REC) b.tx(OP_OPEN_NACK, 0, b.open_id);
    const uint64_t from = b.w.net.cycle;
    b.step(SLOW / 2);
    if (op == OP_OPEN && s != S_REOPEN) {
        hit(b, before_open(b, waits ? S_WAIT : s));
        hit_by_answers(b, s);
    } else {
        hit(b, live_and_timed(b, s));
        hit_by_answers(b, s);
        b.sends(b.last, OP_ACK, b.last);
    }
    const Sent first = timed(b, op, from);
    if (op != OP_CLOSE) timer_goes_on(b, first);
}

} // namespace conform
