// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     ids.open ids.entry ids.life ids.wrap ids.close
#include "steps.h"
#include "victim_steps.h"

using namespace conform;

namespace {

void id_next(Bench &b, Start s)
{
    b.reach(s);
    b.life = OTHER;
    const Sent ack = b.opens(900);
    b.expect(ack.h.rxid == 900, "RxID is the OPEN's TxID");
    if (s != S_NONE) b.expect(newer(ack.h.txid, b.snt), "newer than every ID of the life before");
    b.take(901);
    b.host_sends(ack.h.txid);
}

void id_life(Bench &b, uint32_t life)
{
    b.life = life;
    b.reach(S_CLOSED);
    const uint32_t s = b.host_opens().h.txid;
    b.expect(s == b.close_id - (life != 0), "a new life goes on from its entry's next ID");
    b.tx(OP_OPEN_ACK, b.last + 1, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

// CLOSE has spent its ID however CLOSE_SENT ends, but only to a stranger.
void id_dead(Bench &b, uint32_t life)
{
    b.life = life;
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_CLOSE_SENT);
    b.wait_completion(CPL_DEAD, 20 * T);
    b.heard.clear();
    b.host();
    const uint32_t open = b.next(OP_OPEN, b.close_id - (life != 0), 0).h.txid;
    b.tx(OP_OPEN_ACK, b.last + 1, open);
    b.next(OP_PAYLOAD, open + 1, 0);
}

// A stranger comes back with a life number, and a payload proves it.
void prove(Bench &b, uint32_t first, uint32_t next)
{
    b.life = OTHER;
    b.opens(first, next);
    b.sends(first + 1, OP_ACK, first + 1);
    b.last = first + 1;
    b.wait_completion(CPL_RESTARTED);
}

const Rows ROWS({
    { "ids.open", "OPEN: start ID; an ID is given when a packet is first sent", [](Bench &b) {
        const Sent open = b.host_opens(3);
        b.quiet();
        b.expect(open.h.txid == 1000 && b.rec()[3] == 1001,
                 "start ID; a payload that waits has no ID yet");
        b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
        b.payloads(open.h.txid + 1, 3);
    } },

    { "ids.open.before_one", "before payload 1 an OPEN has TxID 0", [](Bench &b) {
        b.set(TTP_REG_START_ID, 0);
        b.host();
        b.next(OP_OPEN, 0, 0);
        b.tx(OP_OPEN_ACK, BASE + 1, 0);
        b.next(OP_PAYLOAD, 1, 0);
        b.take(BASE + 1);
    } },

    { "ids.open.stranger", "after our OPEN it expects our TxID + 1", [](Bench &b) {
        b.life = 0;
        const uint32_t s = b.host_opens(2).h.txid;
        b.tx(OP_OPEN_ACK, 0, s);
        b.payloads(s + 1, 2);
    } },

    { "ids.open.zero", "the OPEN before a payload 0 carries 0xffffffff", [](Bench &b) {
        b.set(TTP_REG_START_ID, 0xffffffff);
        b.host();
        b.next(OP_OPEN, 0xffffffff, 0);
        b.tx(OP_OPEN_ACK, BASE + 1, 0xffffffff);
        b.next(OP_PAYLOAD, 0, 0);
    } },

    { "ids.entry", "a new entry starts 2^20 farther on", [](Bench &b) {
        const uint32_t first = b.host_opens().h.txid;
        for (uint32_t i = 1; i < 4; i++) {
            b.w.send_to(b.a, PEER + i, 0, 40);
            b.expect(b.next_of(PEER + i, OP_OPEN).h.txid == first + (i << 20),
                     "the start register moves on by 2^20");
        }
    } },

    { "ids.entry.wire", "entries made by OPENs from the wire lie 2^20 apart", [](Bench &b) {
        uint32_t first[3] = {};
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t node = PEER + 1 + i;
            b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, BASE, 0, LIFE));
            first[i] = b.next_of(node, OP_OPEN_ACK).h.txid;
        }
        for (uint32_t i = 1; i < 3; i++)
            b.expect(first[i] - first[i - 1] == 1u << 20, "2^20 farther on");
    } },

    { "ids.life", "a new life goes on from its entry's next ID", with(id_life, LIFE) },

    // What was in flight when it was given up has used its IDs.
    { "ids.life.CLOSE_RECD", "a link given up in CLOSE_RECD goes on behind what it flushed",
      [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
        b.reach(S_CLOSE_RECD);
        b.wait_completion(CPL_DEAD, 20 * T);
        b.step(300);
        b.heard.clear();
        b.host();
        b.next(OP_OPEN, b.snt, 0);
    } },

    // What was in flight when the re-OPEN had no answer is flushed, and its IDs are used.
    { "ids.life.reopen", "a link that dies in re-OPEN goes on behind what it flushed",
      [](Bench &b) {
        b.set(TTP_REG_RETRY_MAX, 1);
        b.set(TTP_REG_OPEN_TMO, span(b));
        b.reach(S_REOPEN);
        b.wait_completion(CPL_DEAD, 5 * span(b));
        b.step(300);
        b.host();
        b.next(OP_OPEN, b.snt, 0);
    } },

    { "ids.life.stranger", "a CLOSE to a stranger has used up one", with(id_life, 0) },

    { "ids.wrap.close_nack", "a CLOSE_NACK names a payload behind the wrap", [](Bench &b) {
        const uint32_t id = b.opens(0xfffffffe).h.txid;
        b.quiet(100);
        b.we_close(id, 0xfffffffe);
        b.tx(OP_CLOSE_NACK, 1, id);
        for (uint32_t i = 0xffffffff; i != 2; i++) b.take(i);
        b.next(OP_CLOSE, id, 1);
    } },

    { "ids.wrap.missing", "payloads missing on both sides of the wrap", [](Bench &b) {
        const uint32_t una = b.opens(0xfffffffd).h.txid;
        b.quiet(100);
        b.tx(OP_CLOSE, 2, 0);
        b.next(OP_CLOSE_NACK, una - 1, 2);
        for (uint32_t id = 0xfffffffe; id != 2; id++) {
            b.in_state(CLOSE_RECD, "payloads are missing");
            b.take(id);
        }
        b.next(OP_CLOSE_ACK, 0, 2);
    } },

    { "ids.wrap.ours", "our IDs wrap", [](Bench &b) {
        b.set(TTP_REG_START_ID, 0xfffffffd);
        b.connect();
        for (uint32_t i = 0; i < 8; i++) {
            b.host(3);
            for (uint32_t k = 0; k < 3; k++) b.next(OP_PAYLOAD, b.una + k, 0);
            b.tx(OP_NACK, 0, b.una + 1);
            b.payloads(b.una + 1, 2);
            b.una += 3;
            b.tx(OP_ACK, 0, b.una - 1);
            b.step(100);
        }
        b.expect(b.rec()[2] == b.una && b.una < 100, "across the wrap");
    } },

    { "ids.wrap.theirs", "age is the sign of the difference: IDs wrap", [](Bench &b) {
        b.last = 0xfffffffcu;
        b.opens(b.last);
        for (uint32_t i = 0; i < 8; i++) {
            nacked(b, 3);
            b.take(b.last + 1);
            b.sends(b.last - 2, OP_ACK, b.last);
        }
    } },

    { "ids.close.dead", "CLOSE to a stranger has spent its ID, also when nobody answers",
      with(id_dead, 0) },
    { "ids.close.life", "CLOSE to a peer with a life has spent none", with(id_dead, LIFE) },

    // Our OPEN_ACK was lost. The peer's OPEN comes again while our CLOSE is out, then its payloads.
    { "ids.close.none", "OPEN_ACK and CLOSE lost: our second OPEN_ACK names no other ID",
      [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, span(b));
        const uint32_t una = b.opens(BASE).h.txid;
        b.quiet(100);
        b.we_close(una, BASE);
        b.opens(BASE, una);                     // the same: the CLOSE has used no ID
        for (uint32_t i = 1; i < 4; i++) b.take(BASE + i);
        b.next_within(3 * span(b), OP_CLOSE, una, BASE + 3);
        b.tx(OP_CLOSE_ACK, 0, una);
        b.is_closed();
    } },

    { "ids.close.restart", "... and when the peer restarts: our OPEN_ACK names the ID behind it",
      [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        prove(b, 90000, b.close_id + 1);
        b.tx(OP_CLOSE_ACK, 0, b.close_id);      // late: that CLOSE is forgotten
        b.rests_in(OPEN);
        b.host_sends(b.close_id + 1);
    } },

    // The victim's CLOSE is held. The missing payload comes, and CLOSE_ACK before CLOSE goes again.
    // The CLOSE has used one ID.
    { "ids.close.victim",
      "CLOSE to a stranger, acknowledged when it is due again, used its ID once", [](Bench &b) {
        b.life = 0;
        idle_set(b, 300);
        b.expect(closes_for(b, 900) == 1, "the victim");
        const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
        b.tx(OP_CLOSE_NACK, b.last + 1, id);
        b.step(200);
        b.inject(b.payload(b.last + 1));
        b.tx(OP_CLOSE_ACK, 0, id);
        b.next(OP_ACK, 0, b.last + 1);
        b.wait_completion(CPL_CLOSED);
        b.expect(b.rec()[2] == id + 1, "our next ID is behind the CLOSE");
    } },

    { "ids.open_ack.dead", "the same after a dead link", with(id_next, S_DEAD) },
    { "ids.open_ack.first", "OPEN_ACK: TxID is the next payload's, RxID the OPEN's TxID",
      with(id_next, S_NONE) },
    { "ids.open_ack.next", "the same in the next life, newer than all before",
      with(id_next, S_CLOSED) },

    { "ids.open_ack.oldest", "OPEN_ACK: TxID is the oldest unretired payload's", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.tx(OP_ACK, 0, b.una);
        b.step(200);
        b.opens(BASE, b.una + 1);
    } },
});

} // namespace
