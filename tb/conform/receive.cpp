// SPDX-License-Identifier: Apache-2.0
//
// Receiving: in order, repeats, gaps and their passes, no room.
#include "conform.h"

namespace conform {

namespace {

void arrive(Bench &b, uint32_t id, size_t bytes = 50)
{
    b.inject(b.payload(id, bytes));
}

// Payloads that leave no answer.
void silent(Bench &b, std::initializer_list<uint32_t> ahead)
{
    for (uint32_t n : ahead) arrive(b, b.last + n);
    b.quiet(200);
}

void nacked(Bench &b, uint32_t ahead)
{
    arrive(b, b.last + ahead);
    b.next(OP_NACK, 0, b.last + 1);
    b.quiet(100);
}

void order(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t i = 0; i < 20; i++) b.take(b.last + 1, 1 + i * 53);
    b.delivered(20);
    b.quiet();
    b.moved(TTP_CNT_TX + OP_ACK, 20, "each payload its ACK");
}

// Back to back: ACKs never go back, the last one names the last payload.
void burst(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t i = 1; i <= 30; i++) arrive(b, b.last + i, 20);
    b.step(4000);
    uint32_t newest = b.last;
    for (const Sent &s : b.heard[b.peer]) {
        b.expect(s.h.opcode == OP_ACK && newer(s.h.rxid, newest), "ACKs in order");
        newest = s.h.rxid;
    }
    b.heard.clear();
    b.expect(newest == b.last + 30, "the last one is acknowledged");
    b.delivered(30);
}

void repeat(Bench &b)
{
    b.reach(S_OPEN);
    b.take(b.last + 1);
    b.look();
    for (uint32_t age : { 0u, 1u, 2u, 1000u, 100000u, 0x7fffffffu }) {
        arrive(b, b.last - age);
        b.next(OP_ACK, 0, b.last);
    }
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_REPEAT, 6, "repeats");
}

void gap_once(Bench &b)
{
    b.reach(S_OPEN);
    nacked(b, 2);
    silent(b, { 3, 4, 9, 100 });
    b.moved(TTP_CNT_GAP, 5, "gaps");
    b.delivered(0);
    b.take(b.last + 1);
}

void gap_moved(Bench &b)
{
    b.reach(S_OPEN);
    nacked(b, 3);
    silent(b, { 4 });
    b.take(b.last + 1);
    nacked(b, 3);                               // last has moved: a new pass
    b.take(b.last + 1);
    b.take(b.last + 1);
}

void gap_lost_again(Bench &b)
{
    b.reach(S_OPEN);
    nacked(b, 2);
    silent(b, { 3, 4 });
    nacked(b, 2);                               // sent again from last + 1, and that was lost again
    silent(b, { 3, 4 });
    nacked(b, 4);                               // not newer than the newest seen
    silent(b, { 5 });
    b.take(b.last + 1);
}

void gap_timeout(Bench &b)
{
    constexpr uint32_t T = 5000;
    b.set(TTP_REG_TIMEOUT, T);
    b.reach(S_OPEN);
    nacked(b, 2);
    silent(b, { 3 });
    b.step(T + 2 * b.links());
    b.quiet();                                  // it takes a younger payload
    nacked(b, 4);
    silent(b, { 5 });
    b.take(b.last + 1);
}

void gap_far(Bench &b)
{
    b.reach(S_OPEN);
    nacked(b, 65535);
    b.moved(TTP_CNT_GAP, 1, "65535 ahead is a gap");
    for (uint32_t n : { 65536u, 70000u, 0x7fffffffu }) arrive(b, b.last + n);
    b.quiet();
    b.moved(TTP_CNT_DROP_FAR, 3, "farther: dropped and counted");
    b.take(b.last + 1);
}

void wrap(Bench &b)
{
    b.last = 0xfffffffcu;
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    for (uint32_t i = 0; i < 8; i++) {
        nacked(b, 3);
        b.take(b.last + 1);
        arrive(b, b.last - 2);
        b.next(OP_ACK, 0, b.last);
    }
}

// The host takes nothing until the receive store has no room left.
void fill(Bench &b)
{
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
}

void full(Bench &b)
{
    fill(b);
    b.look();
    for (int i = 0; i < 4; i++) {
        arrive(b, b.last + 1, 1024);
        b.next(OP_NACK_FULL, 0, b.last);
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_SPACE, 4, "each time it arrives");
    b.moved(TTP_CNT_TX + OP_NACK_FULL, 4, "each time it arrives");
    b.in_state(OPEN, "afterwards");
}

void full_younger(Bench &b)
{
    fill(b);
    silent(b, { 2, 3, 4, 2 });
    arrive(b, b.last + 1, 1024);
    b.next(OP_NACK_FULL, 0, b.last);
}

// The second timer ends no silence.
void full_silent_on(Bench &b)
{
    b.set(TTP_REG_REACK, 3000);
    fill(b);
    b.next(OP_ACK, 0, b.last);
    silent(b, { 2 });
}

void full_ends(Bench &b)
{
    fill(b);
    silent(b, { 2 });
    b.a.sink.hold = false;
    b.step(20000);
    b.look();
    b.take(b.last + 1, 1024);
    b.take(b.last + 1, 1024);
    b.delivered(2);
    nacked(b, 2);                               // gaps are answered again
}

void full_repeat(Bench &b)
{
    fill(b);
    arrive(b, b.last, 1024);
    b.next(OP_ACK, 0, b.last);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
}

// The host gets nothing but what was taken: whole, in order, once.
void once(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t n : { 1u, 1u, 3u, 2u, 2u, 1u, 3u, 3u, 4u }) arrive(b, b.last + n);
    b.step(3000);
    b.delivered(4);
    for (uint32_t i = 0; i < 4 && b.ok(); i++) {
        const Frame f = b.payload(b.last + 1 + i);
        b.expect(std::equal(b.got[b.got.size() - 4 + i].second.begin(),
                            b.got[b.got.size() - 4 + i].second.end(),
                            f.bytes.begin() + HDR_BYTES), "in order");
    }
    b.heard.clear();
}

} // namespace

std::vector<Row> receive_rows()
{
    return {
        { "rcv.next", "last + 1 is taken, each payload gets its ACK", order },
        { "rcv.next.burst", "back to back: ACKs go on in order, the last is acknowledged", burst,
          "two waiting ACKs may become the newer one" },
        { "rcv.repeat", "not newer than last: ACK(last), nothing for the host", repeat },
        { "rcv.once", "repeats and gaps: the host gets each payload once, in order", once },
        { "rcv.gap.once", "a gap: NACK(last + 1) once per pass", gap_once },
        { "rcv.gap.pass.moved", "a pass ends when last moves", gap_moved },
        { "rcv.gap.pass.lost_again", "NACK again when the resent frame was lost again",
          gap_lost_again,
          "the newest out-of-order ID is that of the pass: each pass gives one NACK" },
        { "rcv.gap.timeout", "NACK again at the first younger payload after a timeout", gap_timeout,
          "the timeout is TIMEOUT, from the last NACK" },
        { "rcv.far", "up to 65535 ahead is a gap; farther: drop and count", gap_far },
        { "ids.wrap.theirs", "age is the sign of the difference: IDs wrap", wrap },
        { "rcv.full", "no room: NACK_FULL each time it arrives", full },
        { "rcv.full.silent", "no room: younger ones in silence", full_younger },
        { "rcv.full.silent.reack", "no room: in silence after a repeated ACK too", full_silent_on },
        { "rcv.full.ends", "room again: it is taken, gaps are answered again", full_ends },
        { "rcv.full.repeat", "no room: repeats and OPEN are answered as ever", full_repeat },
    };
}

} // namespace conform
