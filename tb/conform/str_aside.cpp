// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.repeat str.aside
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

void reopened(Bench &b, uint32_t back)
{
    b.reach(S_OPEN, STRANGER);
    b.take(b.last + 1);
    b.take(b.last + 1);
    b.look();
    b.tx(OP_OPEN, b.last - back, b.una - 1);
    b.next(OP_OPEN_ACK, b.una, b.last - back);
    if (back) {
        b.inject(b.payload(b.last));            // what it has not seen acknowledged
        b.next(OP_ACK, 0, b.last);
        b.sends(b.last, OP_ACK, b.last);
        b.delivered(0);
    }
    b.take(b.last + 1);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no restart");
}

const Rows CELLS(rows_of({
    { "str.repeat.CLOSE_RECD", "OPEN_ACK, nothing changes", S_CLOSE_RECD, STRANGER, OP_OPEN, LAST,
      NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "str.repeat.CLOSE_SENT", "OPEN_ACK, nothing changes", S_CLOSE_SENT, STRANGER, OP_OPEN, LAST,
      NIL, SAME, { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.repeat.OPEN_RECD", "OPEN_ACK, stays", S_OPEN_RECD, STRANGER, OP_OPEN, LAST, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.repeat.OPEN_SENT.reopen", "in re-OPEN: OPEN_ACK, nothing changes", S_REOPEN, STRANGER,
      OP_OPEN, LAST, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT },
    { "str.aside.CLOSE_RECD.life", "one with a life on a stranger's link: OPEN_ACK", S_CLOSE_RECD,
      STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "str.aside.CLOSE_RECD.stranger", "OPEN_ACK, nothing changes", S_CLOSE_RECD, STRANGER, OP_OPEN,
      NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "str.aside.CLOSE_SENT.life", "one with a life on a stranger's link: OPEN_ACK", S_CLOSE_SENT,
      STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.aside.CLOSE_SENT.no_life", "a stranger's, where the peer has a life: OPEN_ACK",
      S_CLOSE_SENT, KNOWN, OP_OPEN, NEWS, NIL, NO_LIFE, { { OP_OPEN_ACK, CLOSE_ID, ASK } },
      CLOSE_SENT },
    { "str.aside.CLOSE_SENT.stranger", "OPEN_ACK, nothing changes", S_CLOSE_SENT, STRANGER, OP_OPEN,
      NEWS, NIL, SAME, { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.aside.OPEN.life", "one with a life on a stranger's link: OPEN_ACK, nothing changes",
      S_FLIGHT, STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN.no_life",
      "a stranger's OPEN on the link of a peer with a life: OPEN_ACK, nothing changes", S_OPEN,
      KNOWN, OP_OPEN, NEWS, NIL, NO_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN.stranger", "a stranger's OPEN on a live link: OPEN_ACK, nothing changes",
      S_OPEN, STRANGER, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN_SENT.reopen",
      "in re-OPEN, one with a life: OPEN_ACK, set aside, nothing changes", S_REOPEN, STRANGER,
      OP_OPEN, NEWS, NIL, NEW_LIFE, { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT, LAST, UNA, {}, 0,
      {}, AS_IN_OPEN },
    { "str.aside.OPEN_SENT.reopen.stranger", "in re-OPEN: OPEN_ACK, set aside, nothing changes",
      S_REOPEN, STRANGER, OP_OPEN, NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT,
      LAST, UNA, {}, 0, {}, AS_IN_OPEN },
}));

const Rows ROWS({
    // While our OPEN_ACK waits its OPEN comes with the ID before: nothing is set aside.
    { "str.repeat.OPEN_RECD.before", "in OPEN_RECD with TxID last - 1: nothing changes",
      [](Bench &b) {
        b.reach(S_OPEN_RECD, STRANGER);
        b.tx(OP_OPEN, BASE - 1, 0);
        b.step(300);
        b.open_ack_leaves();
        b.next(OP_OPEN_ACK, b.una, BASE - 1);
        for (int i = 0; i < 2; i++) {
            b.sends(BASE, OP_ACK, BASE);
        }
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    { "str.repeat.aside", "a re-OPEN leaves an OPEN set aside alone", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.opens(900, b.una);
        for (uint32_t id : { b.last, b.last - 1 }) {
            b.opens(id, b.una);
        }
        b.sends(901, OP_ACK, b.last);
        b.sends(901, OP_ACK, 901);
        b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
    } },

    { "str.repeat.before", "with TxID last - 1: the same, its replay is a repeat",
      with(reopened, 1) },
    { "str.repeat.last", "a stranger's OPEN with TxID last: OPEN_ACK, nothing changes",
      with(reopened, 0) },

    // The peer has had a life number, and its OPEN has none: no re-OPEN, but a restart to be
    // proved.
    { "str.repeat.life", "not for a peer that had a life number", [](Bench &b) {
        b.reach(S_OPEN);
        b.life = 0;
        b.opens(b.last - 1, b.una);
        b.inject(b.payload(b.last));
        b.quiet();
        b.sends(b.last, OP_ACK, b.last);
        b.expect(b.completed(CPL_RESTARTED), "the second one proves the restart");
    } },

    // A stranger's OPEN comes again. Its link is idle all the same, and may be closed to make room.
    { "str.repeat.victim", "a stranger's re-OPEN is not set aside: the link may be a victim",
      [](Bench &b) {
        b.set(TTP_REG_VICTIM_IDLE, 300);
        b.set(TTP_REG_CLOSE_TMO, 60000);
        b.reach(S_OPEN, STRANGER);
        busy_ways(b);
        b.opens(b.last);
        b.step(10000);                          // more than two steps of the register
        refused(b, 900, 5);
        b.next(OP_CLOSE);
    } },

    { "str.aside.OPEN_RECD", "the newest counts in OPEN_RECD too", with(newest_in_recd, true) },

    { "str.aside.forget", "a stranger's payload last + 1 forgets what was set aside", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, BASE + 100, OTHER);
        b.life = 0;
        b.take(b.last + 1);
        no_proof(b, BASE + 101);
    } },

    // The OPEN of what was a stranger has a life number: any other payload of the stranger forgets
    // it.
    { "str.aside.forget.gap", "a stranger's payload behind a gap forgets it too", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.life = OTHER;
        b.opens(900, b.una);
        b.life = 0;
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.life = OTHER;
        b.sends(901, OP_NACK_NOLINK, 901);
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    // The store is full: the payload last + 1 is refused, and speaks for the stranger all the same.
    { "str.aside.forget.no_room", "also one that finds no room", [](Bench &b) {
        b.life = 0;
        b.fill();
        b.look();
        set_aside(b, 900, OTHER);
        b.life = 0;
        b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
        no_proof(b, 901);
    } },

    // The OPEN_ACK tells a new last, so the OPEN set aside is not the stranger's newest.
    { "str.aside.learned", "an OPEN_ACK that sets last forgets the OPEN set aside", [](Bench &b) {
        b.reach(S_REOPEN);
        b.opens(900, b.una);
        b.open_ack_replays(b.last + 50, b.open_id);
        for (int i = 0; i < 2; i++) {
            b.sends(901, OP_ACK, b.last + 49);
        }
        b.expect(!b.completed(CPL_RESTARTED), "it proves no restart");
    } },

    // A payload of it with another ID comes first: it is foreign, and proves and forgets nothing.
    { "str.aside.marked", "a payload of its sender with another ID does not", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, 900, OTHER);
        for (const uint32_t id : { 902u, 900u, b.last + 1 }) no_proof(b, id);
        b.look();
        b.sends(901, OP_ACK, 901);
        reported(b, 901);
    } },

    // One payload spoke for the OPEN that is replaced. The new one needs two of its own.
    { "str.aside.newer.seen", "what spoke for an OPEN does not speak for a newer one",
      [](Bench &b) {
        one_spoke(b);
        b.opens(700, b.una);
        b.sends(701, OP_ACK, b.last);
        b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
        b.sends(701, OP_ACK, 701);
        b.expect(b.completed(CPL_RESTARTED), "the second one does");
    } },

    { "str.aside.newest", "the newest OPEN is the one set aside", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, 900, OTHER);
        set_aside(b, 0x50000000, OTHER + 1);
        b.sends(0x50000001, OP_ACK, 0x50000001);
        reported(b, 0x50000001);
    }, "the older one was of a life that has ended" },

    // An OPEN was set aside in the re-OPEN that the peer has refused.
    { "str.aside.refused", "an OPEN_NACK ends the life whose OPEN was set aside", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, span(b));
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.opens(900, b.una);
        b.tx(OP_OPEN_NACK, 0, b.open_id);
        b.await(3 * span(b), "the end of the back-off");
        b.life = 0;
        b.open_ack_replays(BASE + 1, b.next(OP_OPEN).h.txid);
        b.life = OTHER;
        b.sends(901, OP_NACK_NOLINK, 901);
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },
});

} // namespace
