// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     rcv.next rcv.once rcv.nolink
#include <algorithm>

#include "conform.h"

using namespace conform;

namespace {

// An OPEN of the life before and a payload of it come late, in OPEN or when the link is CLOSED.
void delivered_twice(Bench &b, bool closed)
{
    b.set(TTP_REG_EPOCH, 500);
    b.reach(S_OPEN);                            // BASE + 1 is delivered
    const uint32_t before = b.named(b.peer);
    b.closes(b.last + 1, b.snt);
    b.step(50);
    if (!closed) {
        b.life = OTHER;
        b.opens(90000);
        b.take(90001);
    }
    b.look();
    b.life = LIFE;
    b.opens(BASE);
    const uint32_t now = b.named(b.peer);
    b.mac_lives[b.peer] = before;
    for (int i = 0; i < 2; i++) {
        b.sends(BASE + 1, OP_NACK_NOLINK, BASE + 1);
    }
    b.quiet();
    b.delivered(0);
    b.expect(b.causes() == 0, "no restart");
    b.mac_lives[b.peer] = now;
    if (closed) return;
    b.life = OTHER;
    b.take(90002);
}

const Rows CELLS(rows_of({
    { "rcv.next.CLOSE_SENT", "taken, ACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, CLOSE_SENT, LAST1 },
    { "rcv.next.OPEN", "taken, ACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, OPEN, LAST1 },
    { "rcv.nolink.CLOSED.none", "NACK_NOLINK", S_NONE, KNOWN, OP_PAYLOAD, NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rcv.nolink.CLOSED.stranger", "NACK_NOLINK", S_CLOSED, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rcv.nolink.OPEN_RECD", "a stranger's: NACK_NOLINK", S_OPEN_RECD, STRANGER, OP_PAYLOAD, LAST1,
      NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN },
    { "rcv.nolink.OPEN_SENT", "a marked one that is ours: our OPEN again", S_OPEN_SENT, KNOWN,
      OP_PAYLOAD, NEWS, NIL, SAME, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT },
    { "rcv.nolink.OPEN_SENT.ships", "the same behind passing ships", S_SHIPS, KNOWN, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT },
    { "rcv.nolink.OPEN_SENT.stranger",
      "a stranger's, where a peer with a life has sent its OPEN: " "NACK_NOLINK", S_SHIPS, KNOWN,
      OP_PAYLOAD, LAST1, NIL, NO_LIFE, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
}));

const Rows ROWS({
    { "rcv.next", "last + 1 is taken, each payload gets its ACK", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t i = 0; i < 20; i++) b.take(b.last + 1, 1 + i * 53);
        b.delivered(20);
        b.quiet();
        b.moved(TTP_CNT_TX + OP_ACK, 20, "each payload its ACK");
    } },

    // Back to back: ACKs never go back, the last one names the last payload.
    { "rcv.next.burst", "back to back: ACKs go on in order, the last is acknowledged",
      [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t i = 1; i <= 30; i++) b.inject_each(b.payload(b.last + i, 20));
        b.step(4000);
        uint32_t newest = b.last;
        for (const Sent &s : b.heard[b.peer]) {
            b.expect(s.h.opcode == OP_ACK && newer(s.h.rxid, newest), "ACKs in order");
            newest = s.h.rxid;
        }
        b.heard.clear();
        b.expect(newest == b.last + 30, "the last one is acknowledged");
        b.delivered(30);
    }, "two waiting ACKs may become the newer one" },

    // The pause is for our payloads, not for our answers.
    { "rcv.next.paused", "in a back-off payloads are taken and acknowledged", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        for (int i = 0; i < 2; i++) b.take(b.last + 1);
        b.quiet();
    } },

    // One payload at a time, each waits for the ACK that names it.
    { "rcv.next.window", "its window is one payload: send, wait for that ACK", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        for (int i = 0; i < 12; i++) b.take(b.last + 1, 1008);
        b.quiet();
        b.moved(TTP_CNT_TX + OP_ACK, 12, "one ACK each");
    } },

    // The host gets nothing but what was taken: whole, in order, once.
    { "rcv.once", "repeats and gaps: the host gets each payload once, in order", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t n : { 1u, 1u, 3u, 2u, 2u, 1u, 3u, 3u, 4u }) b.inject(b.payload(b.last + n));
        b.step(3000);
        b.delivered(4);
        for (uint32_t i = 0; i < 4 && b.ok(); i++) {
            const Frame f = b.payload(b.last + 1 + i);
            b.expect(std::equal(b.got[b.got.size() - 4 + i].second.begin(),
                                b.got[b.got.size() - 4 + i].second.end(),
                                f.bytes.begin() + HDR_BYTES), "in order");
        }
    } },

    // The stranger has no link, so payload 901 is taken with any ID. It comes again as a repeat,
    // and proves no restart.
    { "rcv.once.aside.lost", "a payload of any ID that comes again is delivered once",
      [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.opens(900, b.una);
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.look();
        for (int i = 0; i < 2; i++) {
            b.sends(901, OP_ACK, 901);
        }
        b.quiet();
        b.delivered(1);
        b.moved(TTP_CNT_REPEAT, 1, "the second one");
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    { "rcv.once.late.CLOSED", "the same when the link is CLOSED, and that OPEN opens it",
      with(delivered_twice, true) },
    { "rcv.once.late.OPEN", "a late OPEN, and a late payload behind it: not delivered again",
      with(delivered_twice, false) },

    // The receive store is full while a payload comes in, and has room before it ends: its first
    // words are lost. It gets NACK_FULL, or the host gets all of it. Where 64 payloads are all that
    // the store takes (dojo), no word is lost, and the row is easy.
    { "rcv.once.room_late", "room comes while a payload comes in: all of it, or NACK_FULL",
      [](Bench &b) {
        const uint32_t beats = 1024 * 8 / b.size().data_w;  // of the payload that leaves meanwhile
        const auto taken = [&] {
            b.inject(b.payload(b.last + 1, 1024));
            b.await(T, "an answer");
            const bool yes = b.ok() && b.heard[b.peer].front().h.opcode == OP_ACK;
            b.last += yes;
            b.next(yes ? OP_ACK : OP_NACK_FULL, 0, b.last);
            return yes;
        };
        b.fill();
        const size_t before = b.got.size();     // one of S_OPEN, the others wait
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
    } },

    { "rcv.nolink.CLOSED.dead", "a dead link answers a payload as well", [](Bench &b) {
        b.reach(S_DEAD, STRANGER);
        b.sends(b.last + 1, OP_NACK_NOLINK, b.last + 1);
    } },

    // A stranger opens and closes, and its payload comes late.
    { "rcv.nolink.CLOSED.stranger.late", "a stranger's, after its OPEN and CLOSE", [](Bench &b) {
        b.life = 0;
        b.opens(BASE);
        b.closes(BASE + 1, 0);
        b.sends(BASE + 1, OP_NACK_NOLINK, BASE + 1);
        b.rests_in(CLOSED);
    } },

    // A stranger's OPEN is set aside in OPEN_RECD. Payloads prove it only when our OPEN_ACK has
    // left.
    { "rcv.nolink.OPEN_RECD.aside", "in OPEN_RECD no payload proves a restart", [](Bench &b) {
        b.reach(S_OPEN_RECD, STRANGER);
        b.tx(OP_OPEN, 900, 0);
        for (int i = 0; i < 2; i++) b.inject(b.payload(901));
        b.step(500);
        b.in_state(OPEN_RECD, "after its payloads");
        b.open_ack_leaves();
        b.next(OP_OPEN_ACK, b.una, 900);
        for (int i = 0; i < 2; i++) b.next(OP_NACK_NOLINK, 0, 901);
        b.sends(901, OP_ACK, b.last);
        b.expect(!b.completed(CPL_RESTARTED), "no restart so far");
        b.sends(901, OP_ACK, 901);
        b.expect(b.completed(CPL_RESTARTED), "now it is proved");
    } },

    // In OPEN_SENT a NACK_NOLINK is ignored, and a payload asks for our OPEN.
    { "rcv.nolink.OPEN_SENT.later", "the payload is taken when the OPEN_ACK has come",
      [](Bench &b) {
        b.reach(S_SHIPS);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.inject(b.payload(BASE + 1));
        b.next(OP_OPEN, b.open_id, 0);
        b.quiet();
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 2);
        b.take(BASE + 1);
    } },

    // The stranger has closed, and goes on sending. CLOSE_ACK is repeated between.
    { "rcv.nolink.owed", "a stranger that is to get its CLOSE_ACK again is told as well",
      [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, 900, 0);
        for (int i = 0; i < 3; i++) {
            b.next_within(2 * tmo, OP_CLOSE_ACK, 0, 900);
            b.sends(b.last + 1, OP_NACK_NOLINK, b.last + 1);
        }
        b.delivered(0);
    } },
});

} // namespace
