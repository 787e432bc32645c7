// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     cls.early cls.thrice cls.reopen
#include "timer_steps.h"
#include "untouched.h"

using namespace conform;

namespace {

// A stranger gets CLOSE_ACK three times, CLOSE_TMO apart.
void three_times(Bench &b, Start s)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(s, STRANGER);
    uint32_t id = 0x12345;
    if (s == S_CLOSE_RECD) {
        b.set(TTP_REG_TIMEOUT, 20 * T);
        id = b.last + 1;
        b.heard.clear();
        b.tx(OP_ACK, 0, b.snt);
    } else {
        b.tx(OP_CLOSE, id, 0);
    }
    b.look();
    b.step(4 * T + 4000);
    uint32_t n = 0;
    uint64_t when = 0;
    for (const Sent &x : b.heard[b.peer]) {
        if (x.h.opcode != OP_CLOSE_ACK) continue;
        b.expect(x.h.rxid == id && x.h.txid == 0, "CLOSE_ACK names the CLOSE");
        b.expect(n == 0 || x.cycle - when >= T - 200, "a timeout apart");
        when = x.cycle;
        n++;
    }
    b.heard.clear();
    b.expect(n == 3, std::to_string(n) + " CLOSE_ACKs, not 3");
    b.in_state(CLOSED, "afterwards");
    b.step(3 * T);
    b.quiet();
}

void thrice(Bench &b, Start s)
{
    b.set(TTP_REG_CLOSE_TMO, SLOW);
    b.reach(s, STRANGER);
    if (s == S_REOPEN) b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE, 4711, 0);
    uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
    for (int i = 0; i < 2; i++) from = timed(b, OP_CLOSE_ACK, from).cycle;
}

// The link is given up, and its stranger gets CLOSE_ACK three times. waits: OPEN takes their place.
void thrice_given_up(Bench &b, bool waits)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, waits ? 2 * T : T);
    b.reach(S_CLOSE_RECD, STRANGER);
    if (waits) {
        b.host();
        b.step(100);                            // it is appended
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK);
        b.next(OP_OPEN);                        // the payload that waits goes first
        return;
    }
    b.wait_completion(CPL_DEAD, 20 * T);
    b.step(5 * T);
    uint32_t n = 0;
    for (const Sent &s : b.heard[b.peer]) n += s.h.opcode == OP_CLOSE_ACK;
    b.heard.clear();
    b.expect(n == 3, std::to_string(n) + " CLOSE_ACKs");
}

const Rows CELLS(rows_of({
    { "cls.early.OPEN_SENT", "CLOSE_ACK -> CLOSED; payloads wait: a fresh OPEN at once",
      S_OPEN_SENT, KNOWN, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK }, { OP_OPEN, ANY, NIL } }, OPEN_SENT, ANY, ANY },
}));

const Rows ROWS({
    // A stranger is owed CLOSE_ACKs. They name its first CLOSE to the end.
    { "cls.thrice.untouched", UNTOUCHED, [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, 4711, 0);
        uint64_t from = b.next(OP_CLOSE_ACK, 0, 4711).cycle;
        for (int i = 0; i < 2; i++) {
            b.step(SLOW / 2);
            hit_by_answers(b, S_CLOSED);
            hit(b, before_open(b, S_CLOSED));
            const Sent s = timed(b, OP_CLOSE_ACK, from);
            b.expect(s.h.rxid == 4711, "the CLOSE that has closed the link");
            from = s.cycle;
        }
        b.step(2 * SLOW);
        b.quiet();
    } },

    { "cls.thrice.cross", "CLOSEs cross: CLOSE_ACK three times, CLOSE_TMO apart",
      with(thrice, S_CLOSE_SENT) },
    { "cls.thrice.reopen", "a CLOSE in re-OPEN: the same", with(thrice, S_REOPEN) },

    // A CLOSE in OPEN_SENT counts if it names our life, whatever its TxID.
    { "cls.early.old", "a CLOSE not newer than last: in this life of ours it counts", [](Bench &b) {
        b.reach(S_OPEN_SENT_REC);
        const uint32_t ours = b.named(b.peer);
        b.mac_lives[b.peer] = b.own_life;       // the life before
        b.closes(b.last, b.una - 1);
        b.rests_in(OPEN_SENT, "after a late CLOSE");
        b.mac_lives[b.peer] = ours;
        b.closes(b.last, b.una - 1);
        b.next(OP_OPEN, b.una - 1, 0);          // for the payloads that wait
    } },

    { "cls.early.one", "one payload that waits opens again at once", [](Bench &b) {
        b.host_opens();
        b.closes(BASE, 0);
        const uint32_t id = b.next(OP_OPEN).h.txid;
        b.tx(OP_OPEN_ACK, BASE + 1, id);
        b.next(OP_PAYLOAD, id + 1, 0);
        b.moved(TTP_CNT_REPLAY, 0, "it was never sent before");
    } },

    // The OPEN_ACK of the restarted peer is lost, and it closes: our OPEN goes again.
    { "cls.early.restarted", "the OPEN_ACK of a restarted peer is lost, and it closes",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        b.has_no_link(b.una);
        b.life = OTHER;
        b.closes(77, 0);
        const Sent again = b.next(OP_OPEN, b.una - 1, 0);
        b.open_ack_replays(900, again.h.txid);
        b.tx(OP_ACK, 0, b.snt);
        b.take(900);
        b.in_state(OPEN, "afterwards");
    } },

    // The OPENs cross, then the peer closes.
    { "cls.early.ships", "a CLOSE behind the peer's OPEN ends OPEN_SENT as well", [](Bench &b) {
        b.reach(S_SHIPS);
        const uint32_t life = b.rec()[5] & 0xffff;
        b.closes(BASE + 1, 0);
        b.expect(b.next(OP_OPEN, b.open_id, 0).h.epoch != life,
                 "payloads that wait open a new life");
    } },

    // Another CLOSE of the stranger gets its own CLOSE_ACK. The repeats are of the one that ended
    // it.
    { "cls.thrice.another", "another CLOSE does not change what is repeated", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_OPEN, STRANGER);
        b.closes(900, 0);
        b.closes(907, 0);
        for (int i = 0; i < 2; i++) {
            b.next_within(2 * tmo, OP_CLOSE_ACK, 0, 900);
        }
    } },

    { "cls.thrice.drained", "the same when it had payloads in flight",
      with(three_times, S_CLOSE_RECD), "a timeout: CLOSE_TMO" },
    { "cls.thrice.giveup", "given up on a stranger: CLOSE_ACK three times",
      with(thrice_given_up, false) },
    { "cls.thrice.idle", "to a stranger three CLOSE_ACKs, a timeout apart",
      with(three_times, S_OPEN), "a timeout: CLOSE_TMO" },

    // When the third CLOSE_ACK to a stranger is out nothing keeps a payload waiting.
    { "cls.thrice.then", "after the third a payload from the host opens at once", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, 0x12345, 0);
        for (int i = 0; i < 3; i++) {
            b.next_within(SLOW + 4000, OP_CLOSE_ACK, 0, 0x12345);
        }
        b.step(200);
        b.host_opens();
    } },

    // A payload waits for a stranger whose link was the victim. CLOSE_ACK goes once more, then
    // OPEN.
    { "cls.thrice.victim.waits", "a victim's, a payload waits: CLOSE_ACK once more, our OPEN",
      [](Bench &b) {
        constexpr uint32_t AGAIN = 20000;
        b.life = 0;
        b.set(TTP_REG_CLOSE_TMO, AGAIN);
        becomes_victim(b);
        b.tx(OP_CLOSE, b.last + 1, b.snt);
        const uint64_t from = b.next(OP_CLOSE_ACK, 0, b.last + 1).cycle;
        b.step(AGAIN / 4);
        b.host();
        comes_in_time(b, OP_CLOSE_ACK, from, AGAIN - 100, AGAIN + T + b.links());
        b.next(OP_OPEN, b.snt + 1, 0);
        b.step(3 * AGAIN);
        b.quiet();
    } },

    { "cls.thrice.waits", "to a stranger once, if a payload waits for the next life",
      with(thrice_given_up, true), "its OPEN says as much" },

    // One payload waits for the next life: its OPEN takes the place of the repeats.
    { "cls.thrice.waits.one", "one payload that waits is enough", [](Bench &b) {
        b.reach(S_OPEN_SENT, STRANGER);
        b.heard.clear();
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 2);
        b.tx(OP_CLOSE, 0, 0);
        b.next(OP_CLOSE_NACK);
        b.host();
        b.tx(OP_ACK, 0, b.una + 1);
        b.next(OP_CLOSE_ACK, 0, 0);
        b.next(OP_OPEN, b.una + 1, 0);
    } },

    { "cls.reopen.local", "no TIME_WAIT: a waiting payload opens at once", [](Bench &b) {
        b.reach(S_CLOSE_SENT);
        b.host();
        b.step(300);
        b.tx(OP_CLOSE_ACK, 0, b.close_id);
        const uint64_t from = b.w.net.cycle;
        const Sent s = b.next(OP_OPEN);
        b.expect(s.cycle - from < 300 + 2 * b.links(), "at once");
    } },

    // One more CLOSE_ACK is to come when the host has a payload.
    { "cls.reopen.owed_one", "one CLOSE_ACK is owed: a payload opens at once", [](Bench &b) {
        const uint32_t tmo = 4 * span(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.reach(S_OPEN, STRANGER);
        b.closes(0, 0);
        b.next_within(2 * tmo, OP_CLOSE_ACK);
        b.host();
        const uint64_t from = b.w.net.cycle;
        b.expect(b.next_within(2 * tmo, OP_OPEN).cycle - from < tmo / 2, "OPEN at once");
    } },

    { "cls.reopen.remote", "no TIME_WAIT: the peer's next OPEN opens", [](Bench &b) {
        b.reach(S_CLOSED);
        b.life = OTHER;
        const uint32_t first = b.opens(777).h.txid;
        b.take(778);
        b.host_sends(first);
    } },
});

} // namespace
