// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     open.recd open.live
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

// A late copy of the OPEN of this life.
void copy(Bench &b, Start s)
{
    b.reach(s);
    b.tx(OP_OPEN, 900, 0);
    b.step(400);
    b.a.wire_out.hold = false;
    if (s == S_OPEN_RECD) b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.sends(901, OP_ACK, b.last);                  // a repeat
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "a copy is not set aside");
}

// Two OPEN_ACKs are under way. With the first one the link is OPEN, and before the second one
// leaves a timer runs that is not theirs: that of our payload, or of our OPEN to a stranger.
void second_leaves_timer(Bench &b, bool stranger)
{
    const auto hear = b.w.sent;

    b.mac();
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.reach(S_OPEN_RECD, stranger);
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.tx(OP_OPEN, BASE, 0);
    b.step(300);
    b.w.sent = [&](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = true;
    };
    b.open_ack_leaves();
    b.host();
    b.step(600);
    b.in_state(stranger ? REOPEN_SENT : OPEN, "before the second OPEN_ACK");
    b.expect(b.waiting(b.peer) == 0, "a frame has left");
    b.w.sent = hear;
    b.open_ack_leaves();
    for (int i = 0; i < 2; i++) {
        b.next_within(3 * SLOW, stranger ? OP_OPEN : OP_PAYLOAD, stranger ? b.una - 1 : b.una, 0);
    }
}

// Two OPEN_ACKs are under way. The link is OPEN with the first one, and closing when the second
// one leaves.
void second_leaves(Bench &b, State at)
{
    const auto hear = b.w.sent;

    b.reach(S_OPEN_RECD);
    b.tx(OP_OPEN, BASE, 0);
    b.step(300);
    b.w.sent = [&](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = true;
    };
    b.open_ack_leaves();
    b.step(200);
    b.in_state(OPEN, "with the first OPEN_ACK");
    if (at == CLOSE_SENT) b.close();
    else b.tx(OP_CLOSE, b.last + 3, b.una - 1);
    b.step(600 + 2 * b.links());
    b.in_state(at, "before the second OPEN_ACK");
    b.expect(b.waiting(b.peer) == 0, "a frame has left");
    b.w.sent = hear;
    b.open_ack_leaves();
    if (at == CLOSE_SENT) b.next(OP_CLOSE, b.una, b.last);
    else b.next(OP_CLOSE_NACK, b.una - 1, b.last + 3);
    b.rests_in(at);
}

void repeat_keeps_end(Bench &b, Start s, uint32_t answer)
{
    b.reach(s);                                 // two are still to come
    b.opens(900);
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(answer);
}

const Rows CELLS(rows_of({
    { "open.recd.OPEN_RECD.aside", "another one of a stranger, set aside: the first OPEN_ACK opens",
      S_OPEN_RECD, STRANGER, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "open.recd.OPEN_RECD.gap", "one that is ours, behind a gap: NACK", S_OPEN_RECD, KNOWN,
      OP_PAYLOAD, LAST3, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, OPEN, LAST, UNA, GAP },
    { "open.recd.OPEN_RECD.payload", "one that is ours: taken, ACK", S_OPEN_RECD, KNOWN, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, OPEN, LAST1 },
    { "open.live.CLOSE_RECD", "the same life: OPEN_ACK, nothing changes", S_CLOSE_RECD, KNOWN,
      OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "open.live.CLOSE_RECD.news", "another life: OPEN_ACK, nothing changes", S_CLOSE_RECD, KNOWN,
      OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "open.live.CLOSE_SENT", "the same life: OPEN_ACK, nothing changes", S_CLOSE_SENT, KNOWN,
      OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, CLOSE_ID, ASK } }, CLOSE_SENT, LAST, UNA, {}, 0,
      {}, NEXT_ID },
    { "open.live.CLOSE_SENT.news", "another life: OPEN_ACK, nothing changes", S_CLOSE_SENT, KNOWN,
      OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, CLOSE_ID, ASK } }, CLOSE_SENT },
    { "open.live.OPEN", "the same life: OPEN_ACK, nothing changes", S_OPEN, KNOWN, OP_OPEN, NEWS,
      NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "open.live.OPEN.flight", "the same with payloads in flight: OPEN_ACK names the oldest",
      S_FLIGHT, KNOWN, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "open.live.OPEN.news", "another life: OPEN_ACK, nothing changes", S_FLIGHT, KNOWN, OP_OPEN,
      NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "open.live.OPEN_RECD", "OPEN_ACK, stays", S_OPEN_RECD, KNOWN, OP_OPEN, LAST, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "open.live.OPEN_RECD.news", "another life: OPEN_ACK, nothing changes", S_OPEN_RECD, KNOWN,
      OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
}));

const Rows PAYLOAD_FROM_THE_HOST_ROWS(with_place("payload from the host", {
    { "open.recd.OPEN_RECD", "waits for the OPEN_ACK to leave", [](Bench &b) {
        b.reach(S_OPEN_RECD);
        b.host();
        b.step(400);
        b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
        b.open_ack_leaves();
        b.next(OP_PAYLOAD, b.una, 0);
        b.rests_in(OPEN);
    } },
}));

const Rows MADE_1([] {
    std::vector<Row> rows;
    const auto add = [&](const std::string &id, const char *rule, std::function<void(Bench &)> f) {
        rows.push_back({ id, rule, std::move(f) });
    };
    for (const Start s : { S_CLOSE_SENT, S_CLOSE_RECD, S_OPEN_RECD })
        add(std::string("open.live.") + state_word(s) + ".copy", "a copy proves nothing",
            [s](Bench &b) { copy(b, s); });
    return rows;
}());

const Rows ROWS({
    { "open.recd.CLOSE_RECD", "a second OPEN_ACK leaves in CLOSE_RECD: nothing",
      with(second_leaves, CLOSE_RECD) },
    { "open.recd.CLOSE_SENT", "a second OPEN_ACK leaves in CLOSE_SENT: nothing",
      with(second_leaves, CLOSE_SENT) },
    { "open.recd.OPEN", "a second OPEN_ACK leaves in OPEN: the timer of a payload goes on",
      with(second_leaves_timer, false) },
    { "open.recd.OPEN_SENT.reopen", "... in re-OPEN: so does that of our OPEN",
      with(second_leaves_timer, true) },

    // A CLOSE finds no timer running once the OPEN_ACK has left, and starts its own.
    { "open.recd.no_timer", "once the OPEN_ACK has left its timer stands", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, T);
        b.opens(BASE);
        b.quiet();
        b.tx(OP_CLOSE, BASE + 3, 0);
        b.next(OP_CLOSE_NACK);
        b.next(OP_CLOSE_NACK);
    } },

    { "open.live.CLOSE_RECD.end", "a repeat leaves the closing ID alone",
      with(repeat_keeps_end, S_MISSING, OP_CLOSE_ACK) },
    { "open.live.CLOSE_SENT.held", "a repeat leaves the hold alone",
      with(repeat_keeps_end, S_HELD, OP_CLOSE) },

    // OPENs with a life come between. The stranger's OPEN stays set aside.
    { "open.live.OPEN.aside", "it leaves a stranger's OPEN set aside alone", [](Bench &b) {
        b.reach(S_OPEN);
        b.life = 0;
        b.opens(900, b.una);
        for (uint32_t life : { LIFE, OTHER }) {
            b.life = life;
            b.opens(BASE, b.una);
        }
        b.life = 0;
        b.inject(b.payload(901));
        b.quiet();
        b.sends(901, OP_ACK, 901);
        b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
    } },

    // A copy of the OPEN of this life, and of the first payload behind it: no restart.
    { "open.live.OPEN.first", "a late copy of OPEN and first payload changes nothing",
      [](Bench &b) {
        const uint32_t first = b.opens(BASE).h.txid;
        b.take(BASE + 1);
        b.look();
        b.opens(BASE, first);
        b.sends(BASE + 1, OP_ACK, BASE + 1);
        b.quiet();
        b.delivered(0);
        b.expect(b.causes() == 0, "nothing is reported");
        b.take(BASE + 2);
    } },

    // An OPEN of another life, and a payload behind it, on the link of a peer with a life.
    { "open.live.OPEN.late", "a late OPEN of an old life hurts nothing", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.life = OTHER;
        const Sent ack = b.opens(300, b.una);
        b.expect(ack.h.epoch == b.own_life && ack.h.to_life == LIFE,
                 "it names the lives of the link");
        b.sends(301, OP_NACK_NOLINK, 301);
        b.life = LIFE;
        b.take(b.last + 1);
        b.tx(OP_ACK, 0, b.snt);
        b.take(b.last + 1);
        b.quiet();
        b.delivered(2);
        b.expect(b.causes() == 0 && b.rec()[5] >> 16 == LIFE, "a late copy changes nothing");
    } },

    { "open.live.OPEN.proven", "once proven, copies of its OPEN are repeats", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, 900, OTHER);
        b.sends(901, OP_ACK, 901);
        reported(b, 901);
        b.look();
        set_aside(b, 900, OTHER);               // a copy of its OPEN comes late: now a repeat
        b.last = 901;
        b.take(902);
        b.sends(901, OP_ACK, 902);
        b.quiet();
        b.expect(b.causes() == 0, "nothing more is reported");
    } },

    { "open.live.OPEN_RECD.again", "of another life, in OPEN_RECD: nothing changes",
      with(newest_in_recd, false) },
    { "open.live.OPEN_RECD.aside", "... and answers the OPEN of this life, not one set aside",
      with(recd_again, true) },
});

} // namespace
