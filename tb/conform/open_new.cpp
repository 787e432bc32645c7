// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.host open.new open.ships open.payload
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr uint32_t T = 3000;    // longer than bringing a link into its state takes
constexpr uint32_t T4000 = 4000;
constexpr bool STRANGER = true;
constexpr bool KNOWN = false;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };
const char *const NEXT_ID = "the TxID of this OPEN_ACK is looked at in ids.open_ack.next";

// A late copy of an OPEN opens a link that its sender has left.
void late_copy(Bench &b)
{
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, BASE, 0);
    const Sent s = b.next(OP_OPEN_ACK, b.una, BASE);
    names_lives(b, s, s.h.epoch, LIFE);
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, s.h.txid);
    b.quiet();
    b.in_state(CLOSED, "its sender knows nothing of it");
    b.expect(b.completed(CPL_RESTARTED), "a completion tells of it");
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.take(901);
}

// Given up in CLOSE_RECD is dead too.
void dead_in_recd(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_MISSING);
    b.next(OP_CLOSE_ACK);
    b.wait_completion(CPL_DEAD);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
    b.in_state(OPEN, "after an OPEN of the same life");
}

// A stranger's OPEN, which no payload has followed, was of the life before.
void open_of_life_before(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(50);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.host();
    b.next(OP_OPEN);
    b.inject(b.payload(BASE + 1));
    b.next(OP_NACK_NOLINK, 0, BASE + 1);
    b.quiet();
    b.in_state(OPEN_SENT, "no OPEN of this life has come");
}

// Our OPEN is sent again in its time, whatever came meanwhile.
void ships_timer(Bench &b)
{
    const uint64_t tmo = T4000 + 8 * b.links();
    b.set(TTP_REG_OPEN_TMO, static_cast<uint32_t>(tmo));
    b.host();
    const Sent first = b.next(OP_OPEN);
    b.step(tmo / 2);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.w.run(3 * tmo, [&] { return b.waiting(b.peer) != 0; }, "OPEN again");
    const uint64_t after = b.next(OP_OPEN, first.h.txid, 0).cycle - first.cycle;
    b.expect(after < tmo + tmo / 4, "OPEN again after " + std::to_string(after) + " cycles");
}

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

void start_ids(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, 1, 0);
    b.next(OP_OPEN_ACK);
    b.take(2);
}

// We had lost the link: NACK_NOLINK, its OPEN names the last acknowledged ID, then it replays.
void its_reopen(Bench &b)
{
    b.life = 0;
    b.inject(b.payload(501));
    b.next(OP_NACK_NOLINK, 0, 501);
    b.tx(OP_OPEN, 500, 0);
    b.next(OP_OPEN_ACK);
    b.take(501);
    b.take(502);
}

void its_next_open(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, b.una, 0);                    // an ID that it has from an OPEN_ACK of ours
    b.next(OP_OPEN_ACK);
    b.take(b.una + 1);
}

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

// It has restarted between its two OPENs, and we have no answer to ours so far.
void ships_newer(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    for (uint32_t id : { 900u, 7000u }) {
        b.tx(OP_OPEN, id, 0);
        b.next(OP_OPEN_ACK, b.una, id);
    }
    b.last = 7000;
    b.same_link("after the second OPEN");
    b.inject(b.payload(7001));
    b.next(OP_ACK, 0, 7001);
    b.delivered(1);
}

// Its payload finds no room, because of what another VC has brought.
void ships_full(Bench &b)
{
    b.life = 0;
    b.vc = 1;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.vc = 0;
    b.reach(S_SHIPS);
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    b.quiet();
    b.in_state(REOPEN_SENT, "ours wait for the OPEN_ACK");
}

// Our OPEN or its OPEN_ACK was lost. The reference takes no number from our OPEN_ACK: it is asked
// until it has answered, and only then our payloads go.
void ships_unanswered(Bench &b, uint32_t lost)
{
    b.life = 0;
    b.set(TTP_REG_OPEN_TMO, span(b));
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_SHIPS);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    for (uint32_t i = 0; i < lost; i++) {
        b.w.run(2 * span(b), [&] { return b.waiting(b.peer) != 0; }, "our OPEN again");
        b.next(OP_OPEN, b.una - 1, 0);
        b.take(b.last + 1);
    }
    b.look();
    b.tx(OP_OPEN_ACK, 0, b.una - 1);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.moved(TTP_CNT_OPENED, 1, "open");
    b.take(b.last + 1);
}

// An OPEN of the same number opens the dead link. What was out for its gap is of the life before.
void gap_of_dead_life(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 10 * span(b));
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_FLIGHT);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.wait_completion(CPL_DEAD, 20 * span(b));
    b.step(300);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(100);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
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

// The entry is given to another peer, whose life has the number of the peer before.
void same_number(Bench &b)
{
    b.reach(S_CLOSED);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, b.life));
    const uint32_t una = b.next_of(node, OP_OPEN_ACK).h.txid;
    b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
    b.quiet();
    b.host_to(node);
    b.expect(b.next_of(node, OP_PAYLOAD).h.txid == una, "that link is OPEN");
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
    b.tx(OP_OPEN, 901, 0);
    b.next(OP_OPEN_ACK, b.una + 20, 901);
}

void ref_open_rxid(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0x1234567);
    b.next(OP_OPEN_ACK);
    b.take(BASE + 1);
}

void closed_news(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, BASE, 0);                     // the same numbers as before: never a repeat
    b.next(OP_OPEN_ACK);
    b.take(BASE + 1);
    b.in_state(OPEN, "afterwards");
}

const Rows CELLS(rows_of({
    { "open.new.CLOSED.closed.stranger", "a stranger's after an orderly close: OPEN, last = TxID",
      S_CLOSED, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.new.CLOSED.dead", "the same life after a dead link: OPEN, last = TxID", S_DEAD,
      KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.new.CLOSED.dead_news", "another life after a dead link: OPEN, last = TxID", S_DEAD,
      KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.new.CLOSED.news", "another life after an orderly close: OPEN, last = TxID", S_CLOSED,
      KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0, {}, NEXT_ID },
    { "open.new.CLOSED.none", "OPEN of an unknown peer: OPEN_ACK, OPEN, last = TxID", S_NONE, KNOWN,
      OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0, {}, NEXT_ID },
    { "open.new.CLOSED.same", "the same life after an orderly close: OPEN, last = TxID", S_CLOSED,
      KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN, ASK, ANY, OPENED },
    { "open.ships.OPEN_SENT.new", "passing ships: OPEN_ACK, stays, last = TxID", S_OPEN_SENT, KNOWN,
      OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "open.ships.OPEN_SENT.news", "another life than before: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "open.ships.OPEN_SENT.same", "the peer's life of before: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "open.ships.OPEN_SENT.stranger", "OPEN without life: OPEN_ACK, stays, last = TxID",
      S_OPEN_SENT, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "open.payload.OPEN_SENT.stranger", "passing ships with a stranger: taken, ours wait",
      S_SHIPS, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, REOPEN_SENT,
      LAST1 },
    { "open.payload.OPEN_SENT.unanswered",
      "a stranger whose OPEN we have not answered: NACK_NOLINK", S_OPEN_SENT, STRANGER, OP_PAYLOAD,
      NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
}));

const Rows PAYLOAD_FROM_THE_HOST_ROWS(with_place("payload from the host", {
    { "open.host.CLOSED.none", "unknown peer: OPEN -> OPEN_SENT; it waits", host_none },
    { "open.host.CLOSED.record", "a known peer: OPEN -> OPEN_SENT in a new life; it waits",
      host_closed },
}));

const Rows ROWS({
    { "open.host.CLOSED.freed", "payloads of the life before are being freed: OPEN later",
      [](Bench &b) { still_freed(b, true); } },
    { "open.host.CLOSED.freed.pause", "still being freed: OPEN after one BACKOFF, not before",
      opens_when_freed },
    { "open.new.CLOSED.copy", "a late copy opens it, NACK_NOLINK ends it", late_copy },
    { "open.new.CLOSED.freed", "payloads of the life before are being freed: OPEN_NACK",
      [](Bench &b) { still_freed(b, false); } },
    { "open.new.CLOSED.giveup", "an OPEN opens a link given up in CLOSE_RECD", dead_in_recd },
    { "open.new.CLOSED.stranger", "in CLOSED every OPEN of a stranger is news", closed_news },
    { "open.new.after_nolink",
      "on NACK_NOLINK it opens with the last acknowledged ID, then replays", its_reopen },
    { "open.new.dead.full", "a NACK_FULL of the life before does not count", full_when_dead },
    { "open.new.dead.gap", "a NACK of the life before does not count", gap_of_dead_life },
    { "open.new.our_id", "its next OPEN may carry an ID of ours: taken as its own",
      its_next_open },
    { "open.new.reuse", "of another peer, which may have the same number",
      same_number },
    { "open.new.rxid", "reference: OPEN RxID not 0", ref_open_rxid },
    { "open.new.start_one", "start ID 1, its first payload is 2", start_ids },
    { "open.ships.newer", "two OPENs of a stranger in OPEN_SENT: the newer one tells last",
      ships_newer },
    { "open.ships.timer", "passing ships leave the timer of our OPEN alone", ships_timer },
    { "open.payload.full", "so if it finds no room", ships_full },
    { "open.payload.life_before", "an OPEN of the life before opens no link",
      open_of_life_before },
    { "open.payload.lost", "our OPEN goes again until it is answered",
      [](Bench &b) { ships_unanswered(b, 3); } },
    { "open.payload.then", "its OPEN_ACK opens the link, and leaves last alone",
      [](Bench &b) { ships_unanswered(b, 0); } },
});

} // namespace

} // namespace conform
