// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.ack.learn open.ack.lost
#include "steps.h"

using namespace conform;

namespace {

// A peer with a life has opened, no payload has followed, and the link is closing.
void repeats_opened(Bench &b, bool by_peer)
{
    b.set(TTP_REG_REACK, 10 * T);
    const uint32_t una = b.opens(BASE).h.txid;
    if (by_peer) {
        b.tx(OP_CLOSE, BASE + 3, 0);
        b.next(OP_CLOSE_NACK, una - 1, BASE + 3);
    } else {
        b.we_close(una, BASE);
    }
    b.next_within(30 * T, OP_ACK, 0, BASE);
}

// A payload behind a stranger's re-OPEN ends the repeat of OPEN_ACK. It does not answer our OPEN.
void followed_by_payload(Bench &b, Start s)
{
    b.set(TTP_REG_REACK, 10 * T);
    b.reach(s, STRANGER);
    const uint32_t before = b.state();
    b.opens(b.last, b.una);
    b.take(b.last + 1);
    b.rests_in(before);
    b.next_within(30 * T, OP_ACK, 0, b.last);
}

// A stranger's OPEN with TxID last - 1 comes behind another OPEN: the OPEN_ACK to that other one is
// repeated.
void older_open(Bench &b, Start s, bool aside)
{
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s, STRANGER);
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
    b.next_within(3 * SLOW, OP_OPEN_ACK, una, id);
}

void repeats_again(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.next_within(5 * T + b.links(), op, txid, rxid);
}

// The next frame, which the repeat interval brings.
void repeats(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.next_within(3 * T, op, txid, rxid);
}

const Rows CELLS(rows_of({
    { "open.ack.learn.OPEN_SENT.news", "-> OPEN, another life than before: last = TxID - 1",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE, REPLAY2, OPEN, ASK_M1, UNA,
      OPENED },
    { "open.ack.learn.OPEN_SENT.record", "-> OPEN, the peer's life of before: last = TxID - 1",
      S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships", "passing ships: -> OPEN, last as the peer's OPEN said",
      S_SHIPS, KNOWN, OP_OPEN_ACK, LAST1, OURS, SAME, REPLAY2, OPEN, LAST, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships.life", "passing ships: -> OPEN, in the life that it names",
      S_SHIPS, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.ships.news",
      "passing ships: -> OPEN, its TxID - 1 counts, not the " "OPEN's", S_SHIPS, KNOWN, OP_OPEN_ACK,
      NEWS, OURS, SAME, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
    { "open.ack.learn.OPEN_SENT.stranger", "-> OPEN", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NEWS,
      OURS, SAME, REPLAY2, OPEN, ASK_M1, UNA, OPENED },
}));

const Rows ROWS({
    { "open.ack.lost.older", "an OPEN with TxID last - 1 ends nothing",
      with(older_open, S_OPEN, false), "last - 1 of what the OPEN before has told" },
    { "open.ack.lost.older.CLOSE_RECD", "in CLOSE_RECD, too",
      with(older_open, S_CLOSE_RECD, false) },
    { "open.ack.lost.older.CLOSE_SENT", "in CLOSE_SENT, too",
      with(older_open, S_CLOSE_SENT, false) },
    { "open.ack.lost.older.OPEN_RECD", "in OPEN_RECD, too", with(older_open, S_OPEN_RECD, false) },
    { "open.ack.lost.older.OPEN_SENT.reopen", "in re-OPEN, too",
      with(older_open, S_REOPEN, false) },
    { "open.ack.lost.older.aside", "... nor for an OPEN set aside",
      with(older_open, S_OPEN, true) },

    // The number in the answer to a re-OPEN is on record: a copy of its OPEN is a repeat.
    { "open.ack.learn.number", "the number of an answer to a re-OPEN is on record", [](Bench &b) {
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.open_ack_replays(90001, b.open_id);
        b.opens(91000, b.una);
        b.sends(91001, OP_NACK, 90001);
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED), "a copy is not set aside");
    } },

    // The first payload of the peer's new life comes before its OPEN_ACK. It is taken behind that.
    { "open.ack.learn.payload_first", "a payload of the new life comes before its OPEN_ACK",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        b.has_no_link(b.una);
        b.life = OTHER;
        b.inject(b.payload(901));
        b.next(OP_OPEN, b.una - 1, 0);          // for its OPEN_ACK once more
        b.delivered(0);
        b.open_ack_replays(901, b.una - 1);
        b.take(901);
        b.take(902);
        b.tx(OP_OPEN_ACK, 901, b.una - 1);      // a copy does not move last back
        b.take(903);
        b.delivered(3);
    } },

    { "open.ack.learn.reopen.full", "a payload of the old life found no room: forgotten",
      with(full_of_old_life, 0) },

    // The answer to our re-OPEN tells a new life, in which the gap of the old one is forgotten.
    { "open.ack.learn.reopen.gap", "the gap of the old life is forgotten", [](Bench &b) {
        b.reach(S_REOPEN);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.life = OTHER;
        b.open_ack_replays(90001, b.open_id);
        b.sends(90003, OP_NACK, 90001);
    } },

    // A stranger answers the re-OPEN with a life number.
    { "open.ack.learn.reopen.new_kind", "a stranger that now has a life: last is set",
      [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.life = OTHER;
        b.open_ack_replays(b.last, b.next(OP_OPEN).h.txid);
        b.take(b.last);                         // the first one of its new life
    } },

    // The peer has restarted, and its answer to the re-OPEN names its new life.
    { "open.ack.learn.reopen.news", "in re-OPEN a new life number sets last too", [](Bench &b) {
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.tx(OP_OPEN_ACK, 90001, b.open_id);
        b.payloads(b.una, 2);
        b.take(90001);
    } },

    // The peer restarts between its OPEN and its answer to ours.
    { "open.ack.learn.ships.news", "OPEN, then OPEN_ACK with another life: that sets last",
      [](Bench &b) {
        b.reach(S_SHIPS);
        b.life = OTHER;
        b.tx(OP_OPEN_ACK, 7001, b.open_id);
        b.payloads(b.una, 2);
        b.take(7001);
    } },

    // From a peer with a life number 0 is a number like any other.
    { "open.ack.learn.zero", "a known peer's OPEN_ACK with TxID 0 tells them too", [](Bench &b) {
        b.host();
        b.tx(OP_OPEN_ACK, 0, b.next(OP_OPEN).h.txid);
        b.next(OP_PAYLOAD);
        b.sends(5, OP_NACK, 0);
        b.take(0);
    } },

    // Our OPEN_ACK may be lost, and an ACK or NACK stops the timer of the reference's OPEN.
    { "open.ack.lost", "before its first payload OPEN_ACK each interval, no ACK", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        stranger_opened(b);
        for (int i = 0; i < 3; i++) {
            repeats(b, OP_OPEN_ACK, b.una, BASE);
            b.quiet(T / 2);
        }
        b.take(BASE + 1);                       // it has heard one
        repeats(b, OP_ACK, 0, BASE + 1);
        b.tx(OP_OPEN, BASE + 1, 0);             // its re-OPEN, what it sent last is acknowledged
        b.next(OP_OPEN_ACK, b.una, BASE + 1);
        repeats(b, OP_OPEN_ACK, b.una, BASE + 1);
    }, "an ACK would stop the timer of its OPEN" },

    { "open.ack.lost.CLOSE_RECD.followed", "a payload ends it, and the closing goes on",
      with(followed_by_payload, S_CLOSE_RECD) },
    { "open.ack.lost.CLOSE_RECD.known", "a peer with a number: ACK of last",
      with(repeats_opened, true) },
    { "open.ack.lost.CLOSE_SENT.known", "a peer with a number: ACK of last",
      with(repeats_opened, false) },
    { "open.ack.lost.OPEN_SENT.reopen.followed", "a payload ends it, and the re-OPEN goes on",
      with(followed_by_payload, S_REOPEN) },

    // The stranger has not sent an OPEN, so there is no OPEN_ACK of ours to repeat.
    { "open.ack.lost.answered", "an OPEN_ACK is no OPEN: what is repeated is an ACK", [](Bench &b) {
        b.life = 0;
        b.set(TTP_REG_REACK, T);
        b.connect(false);
        b.tx(OP_ACK, 0, b.una);
        b.next_within(3 * T + b.links(), OP_ACK, 0, BASE);
    } },

    // The stranger's re-OPEN comes first, then its answer to our re-OPEN, which sets last.
    { "open.ack.lost.answered.reopen", "an OPEN_ACK that sets last ends it", [](Bench &b) {
        b.set(TTP_REG_REACK, SLOW);
        b.reach(S_REOPEN, STRANGER);
        b.opens(b.last, b.una);
        b.tx(OP_OPEN_ACK, 7001, b.open_id);
        b.snt = b.una + 1;
        b.replay(b.una);
        b.next_within(3 * SLOW, OP_ACK, 0, 7000);
    } },

    // Passing ships: its OPEN_ACK sets last, so there is no OPEN_ACK of ours to repeat.
    { "open.ack.lost.answered.ships", "an OPEN_ACK that sets last ends it", [](Bench &b) {
        b.set(TTP_REG_REACK, SLOW);
        b.reach(S_SHIPS, STRANGER);
        b.tx(OP_OPEN_ACK, 7001, b.open_id);
        b.payloads(b.una, 2);
        b.next_within(3 * SLOW, OP_ACK, 0, 7000);
    } },

    { "open.ack.lost.aside", "the same for an OPEN set aside", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        stranger_opened(b);
        b.take(BASE + 1);
        b.opens(900, b.una);
        repeats(b, OP_OPEN_ACK, b.una, 900);
        b.sends(901, OP_ACK, b.last);
        repeats(b, OP_ACK, 0, b.last);          // not proved yet, but it has its OPEN_ACK
    } },

    // The OPEN set aside comes again behind its first payload: our OPEN_ACK was lost.
    { "open.ack.lost.aside.again", "the OPEN set aside comes again: OPEN_ACK is repeated anew",
      [](Bench &b) {
        b.set(TTP_REG_REACK, SLOW);
        one_spoke(b);
        b.opens(900, b.una);
        b.next_within(3 * SLOW, OP_OPEN_ACK, b.una, 900);
        b.sends(901, OP_ACK, b.last);
        b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    } },

    // Our CLOSE has used an ID. Each OPEN_ACK names the next one.
    { "open.ack.lost.aside.closing", "... set aside behind our CLOSE: the ID after that",
      [](Bench &b) {
        b.set(TTP_REG_REACK, SLOW);
        b.reach(S_CLOSE_SENT, STRANGER);
        b.tx(OP_OPEN, 900, 0);
        for (int i = 0; i < 2; i++) {           // the answer, and again
            b.next_within(3 * SLOW, OP_OPEN_ACK, b.close_id + 1, 900);
        }
    } },

    // The OPEN set aside is ahead of last, and one payload has followed it.
    { "open.ack.lost.aside.followed", "one payload has followed it: ACK", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.set(TTP_REG_TIMEOUT, 300);
        b.reach(S_OPEN, STRANGER);
        b.opens(7000, b.una);
        b.sends(7001, OP_NACK, b.last + 1);
        repeats_again(b, OP_ACK, 0, b.last);
    } },

    // A peer with a life gets ACKs, although a stranger's OPEN is set aside.
    { "open.ack.lost.aside.known", "on the link of a peer with a life: ACK", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.reach(S_OPEN);
        b.life = 0;
        b.opens(900, b.una);
        repeats_again(b, OP_ACK, 0, b.last);
    } },

    // The stranger opens again with TxID last - 1: it has heard an answer of ours.
    { "open.ack.lost.before", "a re-OPEN with TxID last - 1: an ACK is repeated as before",
      [](Bench &b) {
        b.set(TTP_REG_REACK, SLOW);
        b.reach(S_OPEN, STRANGER);
        b.opens(b.last - 1, b.una);
        b.next_within(3 * SLOW, OP_ACK, 0, b.last);
    } },

    { "open.ack.lost.closing", "... behind our CLOSE it names the ID after that", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.set(TTP_REG_CLOSE_TMO, 20 * T);
        stranger_opened(b);
        b.we_close(b.una, BASE);
        repeats(b, OP_OPEN_ACK, b.una + 1, BASE);  // CLOSE has spent an ID
    } },

    { "open.ack.lost.known", "a peer with a life gets an ACK", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.opens(BASE);
        repeats(b, OP_ACK, 0, BASE);
    }, "it repeats its OPEN by itself" },

    { "open.ack.lost.nolink", "it has no link: NACK 0, until its next OPEN", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        stranger_opened(b);
        b.tx(OP_NACK_NOLINK, 0, 0);
        repeats(b, OP_NACK, 0, 0);
        b.tx(OP_OPEN, 77, 0);                   // its numbers are known again
        b.next(OP_OPEN_ACK, b.una, 77);
        repeats(b, OP_OPEN_ACK, b.una, 77);
    } },

    // The stranger's OPEN_ACK left its numbers unknown. Its OPEN tells them.
    { "open.ack.lost.unknown.told", "... the OPEN that has told the numbers", [](Bench &b) {
        b.life = 0;
        b.set(TTP_REG_REACK, T);
        const uint32_t open = b.host_opened(0);
        b.tx(OP_ACK, 0, open + 1);
        b.opens(9000, open + 2);
        repeats_again(b, OP_OPEN_ACK, open + 2, 9000);
    } },
});

} // namespace
