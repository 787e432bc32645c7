// SPDX-License-Identifier: Apache-2.0
//
// More corners of the kind of edges.cpp: how a link opens and closes, and what is sent again in
// time.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// The OPEN_ACK can not leave for more than three times OPEN_TMO.
void recd_again_and_again(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, span(b));
    b.reach(S_OPEN_RECD);
    b.step(3 * span(b) + span(b) / 2);
    b.a.wire_out.hold = false;
    b.step(1000);
    const auto &q = b.heard[b.peer];
    const auto acks = std::count_if(q.begin(), q.end(), [&](const Sent &s) {
        return s.h.opcode == OP_OPEN_ACK && s.h.rxid == BASE;
    });
    b.expect(acks == 4, std::to_string(acks) + " OPEN_ACKs, not 4");
    b.heard.clear();
}

// An OPEN is set aside when the stranger says that it has no link.
void unknown_goes_first(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_NACK, 0, 0);
}

// It closes, or we do, before its first payload.
void unknown_closing(Bench &b, State at)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    if (at == CLOSE_SENT) {
        b.tx(OP_ACK, 0, b.una + 1);
        b.close();
        b.next(OP_CLOSE, b.una + 2, 0);
    } else if (at == CLOSE_RECD) {
        b.tx(OP_CLOSE, 900, 0);
        b.next(OP_CLOSE_NACK, b.una + 1, 900);
    } else {
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.next(OP_OPEN, b.una - 1, 0);
    }
    b.w.run(2 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_NACK, 0, 0);
    b.in_state(at, "afterwards");
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

// While our CLOSE is held the peer gives up what its CLOSE_NACK has named.
void cross_while_held(Bench &b)
{
    b.reach(S_HELD);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "at once");
}

void ack_while_held(Bench &b)
{
    b.reach(S_HELD);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "the peer has closed");
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

// What is taken between two of our CLOSEs does not put the second one off.
void close_in_time(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.reach(S_CLOSE_SENT);
    const auto again = [&] {
        b.w.run(2 * tmo, [&] { return b.waiting(b.peer) != 0; }, "CLOSE again");
        return b.next(OP_CLOSE, b.close_id, b.last).cycle;
    };
    const uint64_t first = again();
    b.step(tmo / 2);
    b.take(b.last + 1);
    const uint64_t apart = again() - first;
    b.expect(apart < tmo + tmo / 4, "CLOSE again after " + std::to_string(apart) + " cycles");
}

// Payloads behind the gap come all the time, each newer than the one before.
void gap_in_time(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_TIMEOUT, tmo);
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    for (uint32_t i = 0; i < 2; i++) {
        b.step(tmo / 3);
        b.inject(b.payload(b.last + 3 + i));
    }
    b.quiet(200);
    b.step(2 * (tmo / 3));
    b.inject(b.payload(b.last + 5));
    b.next(OP_NACK, 0, b.last + 1);
}

// The first payload of the peer's new life finds no room: it proves the restart all the same.
void proof_refused(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901, 1024));
    b.next(OP_NACK_FULL, 0, 900);
    b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(901, 1024);
}

// It has closed, and goes on sending. Its CLOSE_ACK is repeated all the same.
void nolink_owed(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 900, 0);
    for (int i = 0; i < 3; i++) {
        b.w.run(2 * tmo, [&] { return b.waiting(b.peer) != 0; }, "the CLOSE_ACK");
        b.next(OP_CLOSE_ACK, 0, 900);
        b.inject(b.payload(b.last + 1));
        b.next(OP_NACK_NOLINK, 0, b.last + 1);
    }
    b.delivered(0);
}

// Another CLOSE of the stranger gets its own CLOSE_ACK. The repeats are of the one that ended it.
void thrice_the_same(Bench &b)
{
    const uint32_t tmo = span(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, 900, 0);
    b.next(OP_CLOSE_ACK, 0, 900);
    b.tx(OP_CLOSE, 907, 0);
    b.next(OP_CLOSE_ACK, 0, 907);
    for (int i = 0; i < 2; i++) {
        b.w.run(2 * tmo, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
        b.next(OP_CLOSE_ACK, 0, 900);
    }
}

} // namespace

std::vector<Row> end_rows()
{
    return {
        { "cls.ack.CLOSE_SENT.held", "also while our CLOSE is held", ack_while_held },
        { "cls.cross.held", "also while our CLOSE is held", cross_while_held },
        { "cls.ids.victim.unknown", "a victim's CLOSE names none while the numbers are unknown",
          victim_unknown },
        { "cls.request.OPEN_SENT.close", "it outlives a CLOSE that crosses our OPEN",
          [](Bench &b) { request_remembered(b, OP_CLOSE); } },
        { "cls.request.OPEN_SENT.nack", "it outlives an OPEN_NACK",
          [](Bench &b) { request_remembered(b, OP_OPEN_NACK); } },
        { "cls.thrice.another", "another CLOSE does not change what is repeated",
          thrice_the_same },
        { "cls.timer.taken", "a payload taken does not put our CLOSE off", close_in_time },
        { "open.timer.recd.again", "OPEN_ACK every OPEN_TMO", recd_again_and_again },
        { "rcv.gap.timeout.busy", "payloads behind the gap do not put the end of the pass off",
          gap_in_time },
        { "rcv.nolink.owed", "a stranger that is to get its CLOSE_ACK again is told as well",
          nolink_owed },
        { "rcv.reack.unknown.aside", "it goes before an OPEN set aside", unknown_goes_first },
        { "rcv.reack.unknown.closer", "also while our CLOSE is out",
          [](Bench &b) { unknown_closing(b, CLOSE_SENT); } },
        { "rcv.reack.unknown.closed_by", "also while the peer waits for our last",
          [](Bench &b) { unknown_closing(b, CLOSE_RECD); } },
        { "rcv.reack.unknown.reopen", "also in re-OPEN",
          [](Bench &b) { unknown_closing(b, REOPEN_SENT); } },
        { "str.prove.OPEN.full", "also by a payload that finds no room", proof_refused },
    };
}

} // namespace conform
