// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.host open.new open.ships open.payload
#include "timer_steps.h"

using namespace conform;

namespace {

// Our OPEN or its OPEN_ACK was lost. The reference takes no number from our OPEN_ACK: it is asked
// until it has answered, and only then our payloads go.
void ships_unanswered(Bench &b, uint32_t lost)
{
    open_every(b, span(b));
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_SHIPS, STRANGER);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    for (uint32_t i = 0; i < lost; i++) {
        b.next_within(2 * span(b), OP_OPEN, b.una - 1, 0);
        b.take(b.last + 1);
    }
    b.look();
    b.tx(OP_OPEN_ACK, 0, b.una - 1);
    b.payloads(b.una, 2);
    b.moved(TTP_CNT_OPENED, 1, "open");
    b.take(b.last + 1);
}

// Payloads of the life that has died are being freed for a while. by_host: our OPEN waits for the
// end of that, and goes.
void still_freed(Bench &b, bool by_host)
{
    b.mac();
    b.set(TTP_REG_BACKOFF, 5000);
    b.set(TTP_REG_TIMEOUT, 20000);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.connect();
    b.host(20, 1024);
    b.w.run(30000, [&] { return b.waiting(b.peer) == 20; }, "all of them are sent");
    b.heard.clear();
    b.life = OTHER;
    b.wait_completion(CPL_DEAD);
    if (by_host) {
        b.host();
        b.next(OP_OPEN, b.una + 19, 0);
        return;
    }
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_NACK, 0, 900);
    b.wait_completion(CPL_FLUSHED);
    b.step(2000);
    b.opens(901, b.una + 20);
}

const Rows CELLS(rows_of({
    { "open.new.CLOSED.closed.stranger", "a stranger's after an orderly close: OPEN, last = TxID",
      S_CLOSED, STRANGER, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY,
      OPENED },
    { "open.new.CLOSED.dead", "the same life after a dead link: OPEN, last = TxID", S_DEAD, KNOWN,
      OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.new.CLOSED.dead_news", "another life after a dead link: OPEN, last = TxID", S_DEAD,
      KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.new.CLOSED.news", "another life after an orderly close: OPEN, last = TxID", S_CLOSED,
      KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0,
      {}, NEXT_ID },
    { "open.new.CLOSED.none", "OPEN of an unknown peer: OPEN_ACK, OPEN, last = TxID", S_NONE, KNOWN,
      OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0, {},
      NEXT_ID },
    { "open.new.CLOSED.same", "the same life after an orderly close: OPEN, last = TxID", S_CLOSED,
      KNOWN, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.ships.OPEN_SENT.new", "passing ships: OPEN_ACK, stays, last = TxID", S_OPEN_SENT, KNOWN,
      OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "open.ships.OPEN_SENT.news", "another life than before: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } },
      OPEN_SENT, ASK },
    { "open.ships.OPEN_SENT.same", "the peer's life of before: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT,
      ASK },
    { "open.ships.OPEN_SENT.stranger", "OPEN without life: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT, STRANGER, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT,
      ASK },
    { "open.payload.OPEN_SENT.stranger", "passing ships with a stranger: taken, ours wait", S_SHIPS,
      STRANGER, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, REOPEN_SENT, LAST1 },
    { "open.payload.OPEN_SENT.unanswered",
      "a stranger whose OPEN we have not answered: NACK_NOLINK", S_OPEN_SENT, STRANGER, OP_PAYLOAD,
      NEWS, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
}));

const Rows PAYLOAD_FROM_THE_HOST_ROWS(with_place("payload from the host", {
    { "open.host.CLOSED.none", "unknown peer: OPEN -> OPEN_SENT; it waits", [](Bench &b) {
        b.reach(S_NONE);
        const Sent open = b.host_opens();
        b.expect(open.h.rxid == 0, "OPEN RxID 0");
        b.rests_in(OPEN_SENT);
        b.expect(b.count(TTP_CNT_OPENED) == 0, "not OPEN yet");
    } },

    { "open.host.CLOSED.record", "a known peer: OPEN -> OPEN_SENT in a new life; it waits",
      [](Bench &b) {
        b.reach(S_CLOSED);
        const Sent open = b.host_opens();
        b.expect(open.h.rxid == 0 && open.h.epoch != 0 && open.h.epoch != b.own_life,
                 "OPEN in a new life");
        b.rests_in(OPEN_SENT);
        b.expect(b.rec()[6] == 1, "it waits");
        b.tx(OP_OPEN_ACK, b.last + 1, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    } },
}));

const Rows ROWS({
    { "open.host.CLOSED.freed", "payloads of the life before are being freed: OPEN later",
      with(still_freed, true) },

    // Many payloads of the life that has died are being freed: our OPEN waits for one BACKOFF.
    { "open.host.CLOSED.freed.pause", "still being freed: OPEN after one BACKOFF, not before",
      [](Bench &b) {
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
        const uint64_t after = b.next_within(3 * PAUSE, OP_OPEN, b.una + MANY - 1, 0).cycle - from;
        b.expect(after >= PAUSE && after < 2 * PAUSE,
                 "OPEN after " + std::to_string(after) + " cycles");
    } },

    // A late copy of an OPEN opens a link that its sender has left.
    { "open.new.CLOSED.copy", "a late copy opens it, NACK_NOLINK ends it", [](Bench &b) {
        b.reach(S_CLOSED);
        const Sent s = b.opens(BASE, b.una);
        names_lives(b, s, s.h.epoch, LIFE);
        b.quiet();
        b.tx(OP_NACK_NOLINK, 0, s.h.txid);
        b.rests_in(CLOSED, "its sender knows nothing of it");
        b.expect(b.completed(CPL_RESTARTED), "a completion tells of it");
        b.life = OTHER;
        b.opens(900, b.una);
        b.take(901);
    } },

    { "open.new.CLOSED.freed", "payloads of the life before are being freed: OPEN_NACK",
      with(still_freed, false) },

    // A link given up in CLOSE_RECD is dead.
    { "open.new.CLOSED.giveup", "an OPEN opens a link given up in CLOSE_RECD", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.reach(S_MISSING);
        b.next(OP_CLOSE_ACK);
        b.wait_completion(CPL_DEAD);
        b.opens(BASE);
        b.rests_in(OPEN, "after an OPEN of the same life");
    } },

    { "open.new.CLOSED.stranger", "in CLOSED every OPEN of a stranger is news", [](Bench &b) {
        b.reach(S_CLOSED, STRANGER);
        b.tx(OP_OPEN, BASE, 0);                 // the same numbers as before: never a repeat
        b.next(OP_OPEN_ACK);
        b.take(BASE + 1);
        b.in_state(OPEN, "afterwards");
    } },

    // We had lost the link: NACK_NOLINK, its OPEN names the last acknowledged ID, then it replays.
    { "open.new.after_nolink",
      "on NACK_NOLINK it opens with the last acknowledged ID, then replays", [](Bench &b) {
        b.life = 0;
        b.sends(501, OP_NACK_NOLINK, 501);
        b.opens(500);
        b.take(501);
        b.take(502);
    } },

    // A payload of the peer had found no room when the link died. An OPEN of the same number opens
    // it.
    { "open.new.dead.full", "a NACK_FULL of the life before does not count", [](Bench &b) {
        b.fill();
        b.set(TTP_REG_TIMEOUT, 300);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.host_sends(b.una);
        b.wait_completion(CPL_DEAD);
        b.step(300);
        b.opens(b.last);
        b.quiet(100);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.a.sink.hold = false;
    } },

    // An OPEN of the same number opens the dead link. What was out for its gap is of the life
    // before.
    { "open.new.dead.gap", "a NACK of the life before does not count", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, 10 * span(b));
        b.set(TTP_REG_RETRY_MAX, 1);
        b.reach(S_FLIGHT);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.wait_completion(CPL_DEAD, 20 * span(b));
        b.step(300);
        b.opens(b.last);
        b.quiet(100);
        b.sends(b.last + 3, OP_NACK, b.last + 1);
    } },

    { "open.new.our_id", "its next OPEN may carry an ID of ours: taken as its own", [](Bench &b) {
        b.reach(S_CLOSED, STRANGER);
        b.tx(OP_OPEN, b.una, 0);                // an ID that it has from an OPEN_ACK of ours
        b.next(OP_OPEN_ACK);
        b.take(b.una + 1);
    } },

    // The entry is given to another peer, whose life has the number of the peer before.
    { "open.new.reuse", "of another peer, which may have the same number", [](Bench &b) {
        b.reach(S_CLOSED);
        busy_ways(b);
        const uint32_t node = other(b, 40);
        b.inject(from(b, node, OP_OPEN, 900, 0, b.life));
        const uint32_t una = b.next_of(node, OP_OPEN_ACK).h.txid;
        b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
        b.quiet();
        b.host_to(node);
        b.expect(b.next_of(node, OP_PAYLOAD).h.txid == una, "that link is OPEN");
    } },

    { "open.new.rxid", "reference: OPEN RxID not 0", [](Bench &b) {
        b.life = 0;
        b.tx(OP_OPEN, BASE, 0x1234567);
        b.next(OP_OPEN_ACK);
        b.take(BASE + 1);
    } },

    { "open.new.start_one", "start ID 1, its first payload is 2", [](Bench &b) {
        b.life = 0;
        b.opens(1);
        b.take(2);
    } },

    // It has restarted between its two OPENs, and we have no answer to ours so far.
    { "open.ships.newer", "two OPENs of a stranger in OPEN_SENT: the newer one tells last",
      [](Bench &b) {
        b.reach(S_OPEN_SENT, STRANGER);
        for (uint32_t id : { 900u, 7000u }) {
            b.opens(id, b.una);
        }
        b.last = 7000;
        b.same_link("after the second OPEN");
        b.sends(7001, OP_ACK, 7001);
        b.delivered(1);
    } },

    // Our OPEN is sent again in its time, whatever came meanwhile.
    { "open.ships.timer", "passing ships leave the timer of our OPEN alone", [](Bench &b) {
        const uint64_t tmo = T + 8 * b.links();
        b.set(TTP_REG_OPEN_TMO, static_cast<uint32_t>(tmo));
        const Sent first = b.host_opens();
        b.step(tmo / 2);
        b.opens(BASE);
        const uint64_t after = b.next_within(3 * tmo, OP_OPEN, first.h.txid, 0).cycle - first.cycle;
        b.expect(after < tmo + tmo / 4, "OPEN again after " + std::to_string(after) + " cycles");
    } },

    // Its payload finds no room, because of what another VC has brought.
    { "open.payload.full", "so if it finds no room", [](Bench &b) {
        b.life = 0;
        b.vc = 1;
        b.fill();
        b.vc = 0;
        b.reach(S_SHIPS);
        b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
        b.rests_in(REOPEN_SENT, "ours wait for the OPEN_ACK");
    } },

    // A stranger's OPEN, which no payload has followed, was of the life before.
    { "open.payload.life_before", "an OPEN of the life before opens no link", [](Bench &b) {
        b.life = 0;
        b.opens(BASE);
        b.quiet(50);
        b.tx(OP_CLOSE, BASE + 1, 0);
        b.next(OP_CLOSE_ACK);
        b.host_opens();
        b.sends(BASE + 1, OP_NACK_NOLINK, BASE + 1);
        b.rests_in(OPEN_SENT, "no OPEN of this life has come");
    } },

    { "open.payload.lost", "our OPEN goes again until it is answered", with(ships_unanswered, 3) },
    { "open.payload.then", "its OPEN_ACK opens the link, and leaves last alone",
      with(ships_unanswered, 0) },
});

} // namespace
