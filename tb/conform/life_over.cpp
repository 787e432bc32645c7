// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     life.over
#include "steps.h"

using namespace conform;

namespace {

constexpr uint32_t OVER = IRQ_NOLINK | cause(TTP_IRQ_RESTART);
const std::vector<Want> AFRESH = { { OP_OPEN, UNA_M1, NIL } };

// The next life, with n payloads from una on.
void next_life(Bench &b, uint32_t n)
{
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.expect(open.h.epoch != b.own_life, "in a new life");
    b.expect(b.completed(CPL_RESTARTED), "a completion tells of it");
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 9000, open.h.txid);
    b.payloads(b.una, n);
    b.take(9000);
    b.moved(TTP_CNT_FLUSHED, 0, "nothing is flushed");
    b.tx(OP_ACK, 0, b.una + n - 1);
    b.step(300);
    b.moved(TTP_CNT_RETIRED, n, "retired once");
}

// In OPEN_SENT and OPEN_RECD it is ignored: the stranger's numbers are those of its OPEN.
void nolink_too_early(Bench &b, Start s)
{
    b.reach(s, STRANGER);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.step(300);
    b.a.wire_out.hold = false;
    b.step(300);
    b.heard.clear();                            // the OPEN_ACK
    b.inject(b.payload(BASE + 3));
    b.await(T, "an answer");
    while (b.ok() && b.heard[b.peer].front().h.opcode == OP_PAYLOAD) b.next(OP_PAYLOAD);
    b.next(OP_NACK, 0, BASE + 1);
}

const Rows CELLS(rows_of({
    { "life.over.CLOSE_RECD.flight", "as in OPEN", S_CLOSE_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA,
      SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.CLOSE_RECD.missing", "the peer's are missing: CLOSED, reported", S_MISSING, KNOWN,
      OP_NACK_NOLINK, NIL, UNA, SAME, {}, CLOSED, LAST, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.CLOSE_RECD.newer", "whatever it names: the next life", S_CLOSE_RECD, KNOWN,
      OP_NACK_NOLINK, NIL, SNT1, SAME, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, LAST, UNA, {},
      cause(TTP_IRQ_RESTART) | cause(TTP_IRQ_NOLINK), { CPL_RESTARTED } },
    { "life.over.CLOSE_RECD.old", "names nothing in flight: likewise", S_CLOSE_RECD, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN.idle", "nothing in flight: CLOSED, reported", S_OPEN, KNOWN, OP_NACK_NOLINK,
      NIL, SNT, SAME, {}, CLOSED, LAST, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN.never", "names an ID never sent: likewise", S_FLIGHT, KNOWN, OP_NACK_NOLINK,
      NIL, SNT1, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN.newest", "names another ID in flight: likewise", S_FLIGHT, KNOWN,
      OP_NACK_NOLINK, NIL, SNT, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN.old", "names an ID that has retired: likewise", S_FLIGHT, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN.oldest", "names an ID in flight: CLOSED, a fresh OPEN at once", S_FLIGHT,
      KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER,
      { CPL_RESTARTED } },
    { "life.over.OPEN_RECD", "CLOSED, reported", S_OPEN_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME,
      {}, CLOSED, LAST, ANY, {}, OVER, { CPL_RESTARTED } },
    { "life.over.OPEN_RECD.waits", "CLOSED, reported; payloads wait: a fresh OPEN at once",
      S_RECD_NACKED, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, AFRESH, OPEN_SENT, ANY, UNA, {}, OVER,
      { CPL_RESTARTED } },
    { "life.over.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "life.over.OPEN_SENT.ships", "-", S_SHIPS, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {},
      OPEN_SENT },
}));

const Rows ROWS({
    { "life.over.CLOSE_RECD.waits", "payloads that wait go in the next life too", [](Bench &b) {
        b.reach(S_CLOSE_RECD);
        b.host(2);
        b.quiet();
        b.tx(OP_NACK_NOLINK, 0, b.una);
        next_life(b, 4);
        b.quiet(1000);
        b.in_state(OPEN, "the next life has no end so far");
    } },

    // The peer has closed, and our link is OPEN: after one NACK_NOLINK the next life goes on.
    { "life.over.OPEN.alone", "the peer has closed and we have not: the next life, once",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        const Sent open = b.has_no_link(b.una);
        b.open_ack_replays(77, open.h.txid);
        b.tx(OP_ACK, 0, b.snt);
        b.take(77);
        b.moved(TTP_CNT_FLUSHED, 0, "nothing is flushed");
        b.expect(!b.completed(CPL_DEAD), "nor dead");
    } },

    // A gap of the life before is forgotten.
    { "life.over.OPEN.clean", "a gap ends with the life", [](Bench &b) {
        b.reach(S_OPEN);
        b.sends(b.last + 5, OP_NACK, b.last + 1);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.wait_completion(CPL_RESTARTED);
        b.rests_in(CLOSED, "nothing waits");
        b.life = OTHER;
        b.opens(900, b.una);
        b.sends(905, OP_NACK, 901);
        b.take(901);
        b.host_sends(b.una);
    } },

    { "life.over.OPEN.far", "far ahead of what was sent: it says the same", [](Bench &b) {
        b.reach(S_FLIGHT);
        const Sent open = b.has_no_link(b.snt + 9);
        b.expect(open.h.epoch != b.own_life && b.completed(CPL_RESTARTED), "the next life");
        b.quiet();
    } },

    { "life.over.OPEN.full.then", "the same of a life that is over", with(full_of_old_life, LIFE) },

    { "life.over.OPEN.paused.again", "in a back-off: the next life has none", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.quiet();
        b.host();
        b.quiet();
        b.tx(OP_NACK_NOLINK, 0, b.una);
        next_life(b, 3);
        b.quiet();
    } },

    { "life.over.OPEN.request", "a close request waits on behind payloads", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.close();
        b.quiet();
        b.tx(OP_NACK_NOLINK, 0, b.una);
        next_life(b, 2);
        b.next(OP_CLOSE, b.una + 2, 9000);
    } },

    // No timer of a CLOSED link runs.
    { "life.over.OPEN.still", "and so do the timers", [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_REACK }) b.set(reg, T);
        b.reach(S_OPEN);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.step(300);
        b.heard.clear();
        b.quiet(4 * T);
        b.in_state(CLOSED, "afterwards");
        b.expect(b.causes() == (cause(TTP_IRQ_RESTART) | cause(TTP_IRQ_NOLINK)), "two causes");
    } },

    // RxID 0 of a peer with a life ends this life, as any RxID does.
    { "life.over.OPEN.zero", "RxID 0 of a peer with a life: a new life, of known numbers",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        const Sent open = b.has_no_link(0);
        b.expect(open.h.epoch != b.own_life, "a new life");
        b.open_ack_replays(77, open.h.txid);
        b.sends(79, OP_NACK, 77);
        b.take(77);
    } },

    { "life.over.OPEN_RECD.behind", "a close request behind a payload goes into the next life",
      [](Bench &b) {
        b.reach(S_OPEN_RECD);
        b.host();
        b.close();
        b.step(300);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.step(300);
        b.a.wire_out.hold = false;
        b.next(OP_OPEN_ACK);
        const Sent open = b.next(OP_OPEN, b.una - 1, 0);
        b.life = OTHER;
        b.tx(OP_OPEN_ACK, 9000, open.h.txid);
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_ACK, 0, b.una);
        b.next(OP_CLOSE, b.una + 1, 8999);
    } },

    { "life.over.OPEN_RECD.request", "one that waits for nothing is forgotten", [](Bench &b) {
        b.reach(S_OPEN_RECD);
        b.close();
        b.step(300);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.step(300);
        b.in_state(CLOSED, "while the OPEN_ACK is held back");
        b.a.wire_out.hold = false;
        b.own_life = b.next(OP_OPEN_ACK).h.epoch;
        b.rests_in(CLOSED, "when it has left");
        b.host();
        next_life(b, 1);
        b.quiet(1000);
        b.in_state(OPEN, "nobody has asked to close this life");
    } },

    { "life.over.OPEN_RECD.stranger", "a stranger's in OPEN_RECD: -",
      with(nolink_too_early, S_OPEN_RECD) },
    { "life.over.OPEN_SENT.stranger", "a stranger's in OPEN_SENT: -",
      with(nolink_too_early, S_SHIPS) },

    { "life.over.once", "copies of the NACK_NOLINK are foreign", [](Bench &b) {
        b.reach(S_FLIGHT);
        const Frame f = b.frame(OP_NACK_NOLINK, 0, b.una);
        for (int i = 0; i < 3; i++) b.inject(f);
        b.next(OP_OPEN, b.una - 1, 0);
        b.rests_in(OPEN_SENT, "copies are of the life before");
        b.moved(TTP_CNT_LATE_ACK, 2, "two copies");
    } },
});

} // namespace
