// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.repeat str.aside
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

constexpr bool STRANGER = true;
constexpr bool KNOWN = false;
const char *const AS_IN_OPEN = "by reopen.moving";

// Its re-OPEN says nothing of the OPEN set aside.
void repeat_beside_aside(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (uint32_t id : { b.last, b.last - 1 }) {
        b.tx(OP_OPEN, id, 0);
        b.next(OP_OPEN_ACK, b.una, id);
    }
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
}

// While our OPEN_ACK waits its OPEN comes with the ID before: nothing is set aside.
void before_in_recd(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_RECD);
    b.tx(OP_OPEN, BASE - 1, 0);
    b.step(300);
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, BASE - 1);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(BASE));
        b.next(OP_ACK, 0, BASE);
    }
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// One payload spoke for the OPEN that is replaced. The new one needs two of its own.
void newer_begins_anew(Bench &b)
{
    one_spoke(b);
    b.tx(OP_OPEN, 700, 0);
    b.next(OP_OPEN_ACK, b.una, 700);
    b.inject(b.payload(701));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    b.inject(b.payload(701));
    b.next(OP_ACK, 0, 701);
    b.expect(b.completed(CPL_RESTARTED), "the second one does");
}

// An OPEN was set aside in the re-OPEN that the peer has refused.
void aside_refused(Bench &b)
{
    b.set(TTP_REG_BACKOFF, span(b));
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.life = 0;
    b.tx(OP_OPEN_ACK, BASE + 1, b.next(OP_OPEN).h.txid);
    b.replay(b.una);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_NACK_NOLINK, 0, 901);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// The peer has had a life number, and its OPEN has none: no re-OPEN, but a restart to be proved.
void life_lost(Bench &b)
{
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, b.last - 1, 0);
    b.next(OP_OPEN_ACK, b.una, b.last - 1);
    b.inject(b.payload(b.last));
    b.quiet();
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.expect(b.completed(CPL_RESTARTED), "the second one proves the restart");
}

// The OPEN of what was a stranger has a life number: any other payload of the stranger forgets it.
void gap_forgets(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.life = 0;
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_NACK_NOLINK, 0, 901);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

void forget(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, BASE + 100, OTHER);
    b.life = 0;
    b.take(b.last + 1);
    no_proof(b, BASE + 101);
}

// The store is full: the payload last + 1 is refused, and speaks for the stranger all the same.
void forget_refused(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.look();
    set_aside(b, 900, OTHER);
    b.life = 0;
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    no_proof(b, 901);
}

// A payload of it with another ID comes first: it is foreign, and proves and forgets nothing.
void other_first(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, 900, OTHER);
    for (const uint32_t id : { 902u, 900u, b.last + 1 }) no_proof(b, id);
    b.look();
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    reported(b, 901);
}

void newest(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, 900, OTHER);
    set_aside(b, 0x50000000, OTHER + 1);
    b.inject(b.payload(0x50000001));
    b.next(OP_ACK, 0, 0x50000001);
    reported(b, 0x50000001);
}

void reopened(Bench &b, uint32_t back)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.take(b.last + 1);
    b.take(b.last + 1);
    b.look();
    b.tx(OP_OPEN, b.last - back, b.una - 1);
    b.next(OP_OPEN_ACK, b.una, b.last - back);
    if (back) {
        b.inject(b.payload(b.last));            // what it has not seen acknowledged
        b.next(OP_ACK, 0, b.last);
        b.inject(b.payload(b.last));
        b.next(OP_ACK, 0, b.last);
        b.delivered(0);
    }
    b.take(b.last + 1);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED) && b.causes() == 0, "no restart");
}

// A stranger that has sent its OPEN again owes nothing: it may be closed to make room.
void repeat_is_idle(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    b.life = 0;
    b.reach(S_OPEN);
    busy_ways(b);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    b.step(10000);                              // more than two steps of the register
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.next(OP_CLOSE);
}

// A new number of the stranger says that the OPEN set aside is not its newest.
void aside_then_learned(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_OPEN_ACK, b.last + 50, b.open_id);
    b.replay(b.una);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, b.last + 49);
    }
    b.expect(!b.completed(CPL_RESTARTED), "it proves no restart");
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
    { "str.aside.CLOSE_RECD.life", "one with a life on a stranger's link: OPEN_ACK",
      S_CLOSE_RECD, STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "str.aside.CLOSE_RECD.stranger", "OPEN_ACK, nothing changes", S_CLOSE_RECD, STRANGER,
      OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "str.aside.CLOSE_SENT.life", "one with a life on a stranger's link: OPEN_ACK",
      S_CLOSE_SENT, STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.aside.CLOSE_SENT.no_life", "a stranger's, where the peer has a life: OPEN_ACK",
      S_CLOSE_SENT, KNOWN, OP_OPEN, NEWS, NIL, NO_LIFE,
      { { OP_OPEN_ACK, CLOSE_ID, ASK } }, CLOSE_SENT },
    { "str.aside.CLOSE_SENT.stranger", "OPEN_ACK, nothing changes", S_CLOSE_SENT, STRANGER,
      OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "str.aside.OPEN.life", "one with a life on a stranger's link: OPEN_ACK, nothing changes",
      S_FLIGHT, STRANGER, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN.no_life",
      "a stranger's OPEN on the link of a peer with a life: OPEN_ACK, nothing changes", S_OPEN,
      KNOWN,
      OP_OPEN, NEWS, NIL, NO_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN.stranger", "a stranger's OPEN on a live link: OPEN_ACK, nothing changes",
      S_OPEN, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "str.aside.OPEN_SENT.reopen",
      "in re-OPEN, one with a life: OPEN_ACK, set aside, nothing changes", S_REOPEN, STRANGER,
      OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT, LAST, UNA, {}, 0, {}, AS_IN_OPEN },
    { "str.aside.OPEN_SENT.reopen.stranger",
      "in re-OPEN: OPEN_ACK, set aside, nothing changes", S_REOPEN, STRANGER, OP_OPEN,
      NEWS, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, REOPEN_SENT, LAST, UNA, {}, 0, {},
      AS_IN_OPEN },
}));

const Rows ROWS({
    { "str.repeat.OPEN_RECD.before", "in OPEN_RECD with TxID last - 1: nothing changes",
      before_in_recd },
    { "str.repeat.aside", "a re-OPEN leaves an OPEN set aside alone", repeat_beside_aside },
    { "str.repeat.before", "with TxID last - 1: the same, its replay is a repeat",
      [](Bench &b) { reopened(b, 1); } },
    { "str.repeat.last", "a stranger's OPEN with TxID last: OPEN_ACK, nothing changes",
      [](Bench &b) { reopened(b, 0); } },
    { "str.repeat.life", "not for a peer that had a life number", life_lost },
    { "str.repeat.victim", "a stranger's re-OPEN is not set aside: the link may be a victim",
      repeat_is_idle },
    { "str.aside.OPEN_RECD", "the newest counts in OPEN_RECD too",
      [](Bench &b) { newest_in_recd(b, true); } },
    { "str.aside.forget", "a stranger's payload last + 1 forgets what was set aside", forget },
    { "str.aside.forget.gap", "a stranger's payload behind a gap forgets it too", gap_forgets },
    { "str.aside.forget.no_room", "also one that finds no room", forget_refused },
    { "str.aside.learned", "an OPEN_ACK that sets last forgets the OPEN set aside",
      aside_then_learned },
    { "str.aside.marked", "a payload of its sender with another ID does not", other_first },
    { "str.aside.newer.seen", "what spoke for an OPEN does not speak for a newer one",
      newer_begins_anew },
    { "str.aside.newest", "the newest OPEN is the one set aside", newest,
      "the older one was of a life that has ended" },
    { "str.aside.refused", "an OPEN_NACK ends the life whose OPEN was set aside",
      aside_refused },
});

} // namespace

} // namespace conform
