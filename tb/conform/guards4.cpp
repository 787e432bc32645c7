// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: where the other way round, a second time or half way through is the same rule.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// ---- links that close

// As tbl.victim.one.close_recd, but the ways judged before the closing one are idle.
void one_in_last_way(Bench &b, Start s)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
    b.reach(s);
    if (s == S_FLIGHT) b.close();               // which waits for what is in flight
    b.look();
    b.step(10000);                              // more than two steps of the register
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.step(1000 + b.links());
    b.moved(TTP_CNT_TX + OP_CLOSE, 0, "no second link of the set is closing");
    if (s != S_FLIGHT) return;
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// ---- OPEN_ACKs

// Two OPEN_ACKs are under way. With the first one the link is OPEN, and before the second one
// leaves a timer runs that is not theirs: that of our payload, or of our OPEN to a stranger.
void second_leaves_timer(Bench &b, bool stranger)
{
    const auto hear = b.w.sent;

    b.mac();
    b.set(TTP_REG_TIMEOUT, SLOW);
    if (stranger) b.life = 0;
    b.reach(S_OPEN_RECD);
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.tx(OP_OPEN, BASE, 0);
    b.step(300);
    b.w.sent = [&](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = true;
    };
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.host();
    b.step(600);
    b.in_state(stranger ? REOPEN_SENT : OPEN, "before the second OPEN_ACK");
    b.expect(b.waiting(b.peer) == 0, "a frame has left");
    b.w.sent = hear;
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    for (int i = 0; i < 2; i++) {
        b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "what has a timer");
        b.next(stranger ? OP_OPEN : OP_PAYLOAD, stranger ? b.una - 1 : b.una, 0);
    }
}

// A stranger's OPEN with TxID last - 1 ends nothing that an earlier one has begun: what is repeated
// is the OPEN_ACK to that one.
void older_open(Bench &b, Start s, bool aside)
{
    b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s);
    uint32_t id = b.last, una = s == S_CLOSE_SENT ? b.close_id + 1 : b.una;
    const auto open = [&](uint32_t txid) {
        b.tx(OP_OPEN, txid, 0);
        if (s == S_OPEN_RECD) b.step(300);
        else b.next(OP_OPEN_ACK, una, txid);
    };
    if (aside) id = 900;
    if (s != S_OPEN_RECD || aside) open(id);
    open(b.last - 1);
    if (s == S_OPEN_RECD) {
        b.a.wire_out.hold = false;
        b.next(OP_OPEN_ACK, una, b.last);
        if (aside) b.next(OP_OPEN_ACK, una, id);
        b.next(OP_OPEN_ACK, una, b.last - 1);
    }
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_OPEN_ACK, una, id);
}

// ---- what is not done at once

// Many payloads of the life that has died are being freed: our OPEN waits for one BACKOFF.
void opens_when_freed(Bench &b)
{
    constexpr uint32_t MANY = 40, PAUSE = 5000;

    b.mac();
    b.set(TTP_REG_BACKOFF, PAUSE);
    b.set(TTP_REG_TIMEOUT, 20000);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.connect();
    b.host(MANY);
    b.w.run(15000, [&] { return b.waiting(b.peer) == MANY; }, "all of them are sent");
    b.heard.clear();
    b.wait_completion(CPL_DEAD);
    const uint64_t from = b.w.net.cycle;
    b.host();
    b.w.run(3 * PAUSE, [&] { return b.waiting(b.peer) != 0; }, "its OPEN");
    const uint64_t after = b.next(OP_OPEN, b.una + MANY - 1, 0).cycle - from;
    b.expect(after >= PAUSE && after < 2 * PAUSE,
             "OPEN after " + std::to_string(after) + " cycles");
}

// The receive store is full while a payload comes in, and has room before it ends: its first words
// are lost. It gets NACK_FULL, or the host gets all of it. Where 64 payloads are all that the store
// takes (dojo), no word is lost, and the row is easy.
void room_comes_late(Bench &b)
{
    const uint32_t beats = 1024 * 8 / b.size().data_w;      // of the payload that leaves meanwhile
    const auto taken = [&] {
        b.inject(b.payload(b.last + 1, 1024));
        b.w.run(T, [&] { return b.waiting(b.peer) != 0; }, "an answer");
        const bool yes = b.ok() && b.heard[b.peer].front().h.opcode == OP_ACK;
        b.last += yes;
        b.next(yes ? OP_ACK : OP_NACK_FULL, 0, b.last);
        return yes;
    };
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    const size_t before = b.got.size();         // one of S_OPEN, the others wait
    for (uint32_t k = 1; k < 8 && b.ok(); k++) {
        b.a.sink.hold = false;
        b.step(beats * k / 8);
        taken();
        b.a.sink.hold = true;
        while (taken()) {}
    }
    b.a.sink.hold = false;
    const size_t all = before + b.last - (BASE + 1);
    b.w.run(400 * T, [&] { return b.got.size() >= all; }, "all that was taken");
    b.quiet();
    b.expect(b.got.size() == all, "what was refused");
    for (size_t i = before; i < all && b.ok(); i++) {
        const uint32_t id = BASE + 2 + static_cast<uint32_t>(i - before);
        const std::vector<uint8_t> f = b.payload(id, 1024).bytes;
        b.expect(std::equal(f.begin() + HDR_BYTES, f.end(), b.got[i].second.begin(),
                            b.got[i].second.end()),
                 "payload " + std::to_string(id) + " is not whole");
    }
}

} // namespace

std::vector<Row> guard_order_rows()
{
    const auto one = [](Start s) { return [s](Bench &b) { one_in_last_way(b, s); }; };
    const auto older = [](Start s, bool aside) {
        return [=](Bench &b) { older_open(b, s, aside); };
    };
    return {
        { "tbl.victim.one.last.close_recd", "the last way is in CLOSE_RECD: no victim beside it",
          one(S_MISSING) },
        { "tbl.victim.one.last.close_sent", "the same in CLOSE_SENT", one(S_CLOSE_SENT) },
        { "tbl.victim.one.last.held", "the same while its CLOSE is held", one(S_HELD) },
        { "tbl.victim.one.last.asked", "the same of one that was asked to close", one(S_FLIGHT),
          "read: what is to close as soon as all has retired is closing" },
        { "open.recd.OPEN", "a second OPEN_ACK leaves in OPEN: the timer of a payload goes on",
          [](Bench &b) { second_leaves_timer(b, false); } },
        { "open.recd.OPEN_SENT.reopen", "... in re-OPEN: so does that of our OPEN",
          [](Bench &b) { second_leaves_timer(b, true); } },
        { "open.ack.lost.older", "an OPEN with TxID last - 1 ends nothing",
          older(S_OPEN, false), "last - 1 of what the OPEN before has told" },
        { "open.ack.lost.older.aside", "... nor for an OPEN set aside", older(S_OPEN, true) },
        { "open.ack.lost.older.OPEN_RECD", "in OPEN_RECD, too", older(S_OPEN_RECD, false) },
        { "open.ack.lost.older.OPEN_SENT.reopen", "in re-OPEN, too", older(S_REOPEN, false) },
        { "open.ack.lost.older.CLOSE_SENT", "in CLOSE_SENT, too", older(S_CLOSE_SENT, false) },
        { "open.ack.lost.older.CLOSE_RECD", "in CLOSE_RECD, too", older(S_CLOSE_RECD, false) },
        { "open.host.CLOSED.freed.pause", "still being freed: OPEN after one BACKOFF, not before",
          opens_when_freed },
        { "rcv.once.room_late", "room comes while a payload comes in: all of it, or NACK_FULL",
          room_comes_late },
    };
}

} // namespace conform
