// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     ids.open ids.entry ids.life ids.wrap ids.close
#include "conform.h"
#include "steps.h"
#include "victim_steps.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t STEP = 4096;                 // of the register, docs/registers.md
constexpr uint32_t LONGER = 2 * STEP + 1000;

void first_id_zero(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xffffffff);
    b.host();
    b.next(OP_OPEN, 0xffffffff, 0);
    b.tx(OP_OPEN_ACK, BASE + 1, 0xffffffff);
    b.next(OP_PAYLOAD, 0, 0);
}

// What was in flight when it was given up has used its IDs.
void flushed_in_recd(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(S_CLOSE_RECD);
    b.wait_completion(CPL_DEAD, 20 * T);
    b.step(300);
    b.heard.clear();
    b.host();
    b.next(OP_OPEN, b.snt, 0);
}

// Entries that the wire has made move the start register on as those of the host do.
void entry_by_wire(Bench &b)
{
    uint32_t first[3] = {};
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t node = PEER + 1 + i;
        b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, BASE, 0, LIFE));
        first[i] = b.next_of(node, OP_OPEN_ACK).h.txid;
    }
    for (uint32_t i = 1; i < 3; i++)
        b.expect(first[i] - first[i - 1] == 1u << 20, "2^20 farther on");
}

// The payload that a CLOSE_NACK names lies behind the wrap.
void held_over_wrap(Bench &b)
{
    b.tx(OP_OPEN, 0xfffffffe, 0);
    const uint32_t id = b.next(OP_OPEN_ACK).h.txid;
    b.quiet(100);
    b.close();
    b.next(OP_CLOSE, id, 0xfffffffe);
    b.tx(OP_CLOSE_NACK, 1, id);
    for (uint32_t i = 0xffffffff; i != 2; i++) b.take(i);
    b.next(OP_CLOSE, id, 1);
}

// Ours were lost. The peer's OPEN comes again while our CLOSE is out, and then its payloads.
void two_losses_closer(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, span(b));
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    b.quiet(100);
    b.close();
    b.next(OP_CLOSE, una, BASE);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK, una, BASE);             // the same: the CLOSE has used no ID
    for (uint32_t i = 1; i < 4; i++) b.take(BASE + i);
    b.w.run(3 * span(b), [&] { return b.waiting(b.peer) != 0; }, "our CLOSE again");
    b.next(OP_CLOSE, una, BASE + 3);
    b.tx(OP_CLOSE_ACK, 0, una);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "afterwards");
}

void our_first(Bench &b)
{
    b.life = 0;
    b.host(2);
    const uint32_t s = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
    b.next(OP_PAYLOAD, s + 2, 0);
}

void open_before_one(Bench &b)
{
    b.set(TTP_REG_START_ID, 0);
    b.host();
    b.next(OP_OPEN, 0, 0);
    b.tx(OP_OPEN_ACK, BASE + 1, 0);
    b.next(OP_PAYLOAD, 1, 0);
    b.take(BASE + 1);
}

// What was in flight when the re-OPEN had no answer is flushed, and its IDs are used.
void dead_in_reopen(Bench &b)
{
    b.set(TTP_REG_RETRY_MAX, 1);
    b.set(TTP_REG_OPEN_TMO, span(b));
    b.reach(S_REOPEN);
    b.wait_completion(CPL_DEAD, 5 * span(b));
    b.step(300);
    b.host();
    b.next(OP_OPEN, b.snt, 0);
}

// The payloads that are missing lie on both sides of the wrap.
void missing_over_wrap(Bench &b)
{
    b.tx(OP_OPEN, 0xfffffffd, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    b.quiet(100);
    b.tx(OP_CLOSE, 2, 0);
    b.next(OP_CLOSE_NACK, una - 1, 2);
    for (uint32_t id = 0xfffffffe; id != 2; id++) {
        b.in_state(CLOSE_RECD, "payloads are missing");
        b.take(id);
    }
    b.next(OP_CLOSE_ACK, 0, 2);
}

void id_open(Bench &b)
{
    b.host(3);
    const Sent open = b.next(OP_OPEN);
    b.quiet();
    b.expect(open.h.txid == 1000 && b.rec()[3] == 1001,
             "start ID; a payload that waits has no ID yet");
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    for (uint32_t i = 1; i <= 3; i++) b.next(OP_PAYLOAD, open.h.txid + i, 0);
}

void id_next(Bench &b, Start s)
{
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    const Sent ack = b.next(OP_OPEN_ACK);
    b.expect(ack.h.rxid == 900, "RxID is the OPEN's TxID");
    if (s != S_NONE) b.expect(newer(ack.h.txid, b.snt), "newer than every ID of the life before");
    b.take(901);
    b.host();
    b.next(OP_PAYLOAD, ack.h.txid, 0);
}

void id_oldest(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_ACK, 0, b.una);
    b.step(200);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK, b.una + 1, BASE);
}

void id_entry(Bench &b)
{
    b.host();
    const uint32_t first = b.next(OP_OPEN).h.txid;
    for (uint32_t i = 1; i < 4; i++) {
        b.w.send_to(b.a, PEER + i, 0, 40);
        b.expect(b.next_of(PEER + i, OP_OPEN).h.txid == first + (i << 20),
                 "the start register moves on by 2^20");
    }
}

void id_life(Bench &b, uint32_t life)
{
    b.life = life;
    b.reach(S_CLOSED);
    b.host();
    const uint32_t s = b.next(OP_OPEN).h.txid;
    b.expect(s == b.close_id - (life != 0), "a new life goes on from its entry's next ID");
    b.tx(OP_OPEN_ACK, b.last + 1, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

void id_wrap(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xfffffffd);
    b.connect();
    for (uint32_t i = 0; i < 8; i++) {
        b.host(3);
        for (uint32_t k = 0; k < 3; k++) b.next(OP_PAYLOAD, b.una + k, 0);
        b.tx(OP_NACK, 0, b.una + 1);
        b.next(OP_PAYLOAD, b.una + 1, 0);
        b.next(OP_PAYLOAD, b.una + 2, 0);
        b.una += 3;
        b.tx(OP_ACK, 0, b.una - 1);
        b.step(100);
    }
    b.expect(b.rec()[2] == b.una && b.una < 100, "across the wrap");
}

void wrap(Bench &b)
{
    b.last = 0xfffffffcu;
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    for (uint32_t i = 0; i < 8; i++) {
        nacked(b, 3);
        b.take(b.last + 1);
        arrive(b, b.last - 2);
        b.next(OP_ACK, 0, b.last);
    }
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

// On the link of a stranger: from there on the peer has a life.
void prove(Bench &b, uint32_t first, uint32_t next)
{
    b.life = OTHER;
    b.tx(OP_OPEN, first, 0);
    b.next(OP_OPEN_ACK, next, first);
    b.inject(b.payload(first + 1));
    b.next(OP_ACK, 0, first + 1);
    b.last = first + 1;
    b.wait_completion(CPL_RESTARTED);
}

void id_restart(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    prove(b, 90000, b.close_id + 1);
    b.tx(OP_CLOSE_ACK, 0, b.close_id);          // late: that CLOSE is forgotten
    b.quiet();
    b.in_state(OPEN, "afterwards");
    b.host();
    b.next(OP_PAYLOAD, b.close_id + 1, 0);
}

// Its CLOSE was held; what the peer owed comes, and the CLOSE_ACK before the CLOSE goes again. The
// ID of the CLOSE stays used.
void victim_spent(Bench &b)
{
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
}

const Rows ROWS({
    { "ids.open", "OPEN: start ID; an ID is given when a packet is first sent", id_open },
    { "ids.open.before_one", "before payload 1 an OPEN has TxID 0", open_before_one },
    { "ids.open.stranger", "after our OPEN it expects our TxID + 1", our_first },
    { "ids.open.zero", "the OPEN before a payload 0 carries 0xffffffff", first_id_zero },
    { "ids.entry", "a new entry starts 2^20 farther on", id_entry },
    { "ids.entry.wire", "entries made by OPENs from the wire lie 2^20 apart", entry_by_wire },
    { "ids.life", "a new life goes on from its entry's next ID",
      [](Bench &b) { id_life(b, LIFE); } },
    { "ids.life.CLOSE_RECD", "a link given up in CLOSE_RECD goes on behind what it flushed",
      flushed_in_recd },
    { "ids.life.reopen", "a link that dies in re-OPEN goes on behind what it flushed",
      dead_in_reopen },
    { "ids.life.stranger", "a CLOSE to a stranger has used up one",
      [](Bench &b) { id_life(b, 0); } },
    { "ids.wrap.close_nack", "a CLOSE_NACK names a payload behind the wrap", held_over_wrap },
    { "ids.wrap.missing", "payloads missing on both sides of the wrap", missing_over_wrap },
    { "ids.wrap.ours", "our IDs wrap", id_wrap },
    { "ids.wrap.theirs", "age is the sign of the difference: IDs wrap", wrap },
    { "ids.close.dead", "CLOSE to a stranger has spent its ID, also when nobody answers",
      [](Bench &b) { id_dead(b, 0); } },
    { "ids.close.life", "CLOSE to a peer with a life has spent none",
      [](Bench &b) { id_dead(b, LIFE); } },
    { "ids.close.none", "OPEN_ACK and CLOSE lost: our second OPEN_ACK names no other ID",
      two_losses_closer },
    { "ids.close.restart",
      "... and when the peer restarts: our OPEN_ACK names the ID behind it", id_restart },
    { "ids.close.victim",
      "CLOSE to a stranger, acknowledged when it is due again, used its ID once",
      victim_spent },
    { "ids.open_ack.dead", "the same after a dead link", [](Bench &b) { id_next(b, S_DEAD); } },
    { "ids.open_ack.first", "OPEN_ACK: TxID is the next payload's, RxID the OPEN's TxID",
      [](Bench &b) { id_next(b, S_NONE); } },
    { "ids.open_ack.next", "the same in the next life, newer than all before",
      [](Bench &b) { id_next(b, S_CLOSED); } },
    { "ids.open_ack.oldest", "OPEN_ACK: TxID is the oldest unretired payload's", id_oldest },
});

} // namespace

} // namespace conform
