// SPDX-License-Identifier: Apache-2.0
//
// Orders of losses and late frames that once made two ends lose a link or a payload, as one of the
// ends sees them. Before each frame named its lives no rule told them from what is right.
#include "conform.h"

namespace conform {

namespace {

// ---- two losses: an OPEN_ACK and the CLOSE behind it

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

// The peer's were lost. Its second OPEN_ACK is followed by its CLOSE, which nothing makes old.
void two_losses_opener(Bench &b)
{
    b.connect(false);
    b.tx(OP_ACK, 0, b.una);
    b.tx(OP_CLOSE, BASE + 1, b.una);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
    b.wait_completion(CPL_CLOSED);
    b.in_state(CLOSED, "both have closed");
}

// The peer has closed, and we are OPEN still: one NACK_NOLINK, and not a second one.
void alone(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 77, open.h.txid);
    b.replay(b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.take(77);
    b.moved(TTP_CNT_FLUSHED, 0, "nothing is flushed");
    b.expect(!b.completed(CPL_DEAD), "nor dead");
}

// ---- OPEN_ACKs and payloads of the life before

// After cls.early the OPEN of the next life has the TxID of the last one.
void open_id_reused(Bench &b)
{
    b.reach(S_OPEN_SENT);
    const uint32_t before = b.named(b.peer);
    b.tx(OP_CLOSE, BASE, 0);
    b.next(OP_CLOSE_ACK, 0, BASE);
    b.next(OP_OPEN, b.open_id, 0);
    const uint32_t now = b.named(b.peer);
    b.expect(now != before, "another life");
    b.mac_lives[b.peer] = before;
    b.tx(OP_OPEN_ACK, 77, b.open_id);
    b.next(OP_NACK_NOLINK, 0, 77);
    b.in_state(OPEN_SENT, "after the OPEN_ACK of the life before");
    b.mac_lives[b.peer] = now;
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(BASE + 1);
}

// The payload of the peer's new life comes before its OPEN_ACK. It is taken once, behind that.
void payload_first(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_OPEN, b.una - 1, 0);              // for its OPEN_ACK once more
    b.delivered(0);
    b.tx(OP_OPEN_ACK, 901, b.una - 1);
    b.replay(b.una);
    b.take(901);
    b.take(902);
    b.tx(OP_OPEN_ACK, 901, b.una - 1);          // a copy does not move last back
    b.take(903);
    b.delivered(3);
}

// The same of a stranger: two payloads prove its restart, and then comes its OPEN_ACK.
void proof_first(Bench &b)
{
    b.reach(S_REOPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (int i = 0; i < 2; i++) b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();                            // ACKs, and our OPEN (str.open)
    b.tx(OP_OPEN_ACK, 901, b.open_id);
    b.replay(b.una);
    b.take(902);
    b.delivered(2);
}

// An OPEN of the life before and a payload of it come late, in OPEN or when the link is CLOSED.
void delivered_twice(Bench &b, bool closed)
{
    b.set(TTP_REG_EPOCH, 500);
    b.reach(S_OPEN);                            // BASE + 1 is delivered
    const uint32_t before = b.named(b.peer);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.step(50);
    if (!closed) {
        b.life = OTHER;
        b.tx(OP_OPEN, 90000, 0);
        b.next(OP_OPEN_ACK);
        b.take(90001);
    }
    b.look();
    b.life = LIFE;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    const uint32_t now = b.named(b.peer);
    b.mac_lives[b.peer] = before;
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(BASE + 1));
        b.next(OP_NACK_NOLINK, 0, BASE + 1);
    }
    b.quiet();
    b.delivered(0);
    b.expect(b.causes() == 0, "no restart");
    b.mac_lives[b.peer] = now;
    if (closed) return;
    b.life = OTHER;
    b.take(90002);
}

// ---- a peer that has restarted

// Its OPEN_ACK is lost, and it closes: nobody waits for payloads of the other.
void answer_lost_then_close(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    b.life = OTHER;
    b.tx(OP_CLOSE, 77, 0);
    b.next(OP_CLOSE_ACK, 0, 77);
    const Sent again = b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 900, again.h.txid);
    b.replay(b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.take(900);
    b.in_state(OPEN, "afterwards");
}

// An ACK of the life before does not retire what waits for the next one.
void ack_before_open(Bench &b)
{
    b.reach(S_FLIGHT);
    const uint32_t before = b.named(b.peer);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.next(OP_OPEN, b.una - 1, 0);
    const uint32_t now = b.named(b.peer);
    b.look();
    b.mac_lives[b.peer] = before;
    b.tx(OP_ACK, 0, b.una);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
    b.expect(b.rec()[2] == b.una, "nothing retires");
    b.mac_lives[b.peer] = now;
    b.tx(OP_OPEN_ACK, 900, b.una - 1);
    b.replay(b.una);
}

// To a stranger: an ACK moves una in re-OPEN, and the OPEN goes again with another TxID.
void older_open(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, SLOW);
    b.reach(S_REOPEN);
    b.tx(OP_ACK, 0, b.una++);
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "our OPEN again");
    b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
    b.quiet();
    b.in_state(REOPEN_SENT, "it names the older one");
    b.tx(OP_OPEN_ACK, b.last + 1, b.una - 1);
    b.replay(b.una);
}

// ---- a close request in CLOSE_RECD does nothing

void request_in_close_recd(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    b.close();
    b.quiet();
    b.expect(!(b.rec()[0] >> 29 & 1), "it is not remembered");
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();                            // its ACK, ours again
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "it does not close");
}

// Nor does it close the life after this one.
void request_then_over(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.close();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.tx(OP_OPEN_ACK, 900, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.replay(b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.quiet();
    b.in_state(OPEN, "it does not close");
}

} // namespace

std::vector<Row> finding_rows()
{
    return {
        { "ids.close.none", "OPEN_ACK and CLOSE lost: our second OPEN_ACK names no other ID",
          two_losses_closer },
        { "cls.done.OPEN.after_losses", "the peer's were: its CLOSE closes", two_losses_opener },
        { "life.over.OPEN.alone", "the peer has closed and we have not: the next life, once",
          alone },
        { "life.foreign.open_ack.reused", "an OPEN_ACK of the life before names the same TxID",
          open_id_reused },
        { "open.ack.learn.payload_first", "a payload of the new life comes before its OPEN_ACK",
          payload_first },
        { "open.ack.OPEN.proved", "an OPEN_ACK behind a proven restart moves nothing back",
          proof_first },
        { "rcv.once.late.OPEN", "a late OPEN, and a late payload behind it: not delivered again",
          [](Bench &b) { delivered_twice(b, false); } },
        { "rcv.once.late.CLOSED", "the same when the link is CLOSED, and that OPEN opens it",
          [](Bench &b) { delivered_twice(b, true); } },
        { "cls.early.restarted", "the OPEN_ACK of a restarted peer is lost, and it closes",
          answer_lost_then_close },
        { "life.foreign.ack.opening", "an ACK of the life before comes in OPEN_SENT",
          ack_before_open },
        { "reopen.ack.older", "an OPEN_ACK to an older OPEN after an ACK has moved una",
          older_open },
        { "cls.request.CLOSE_RECD.restart", "not remembered over a restart",
          request_in_close_recd },
        { "cls.request.CLOSE_RECD.over", "nor over the end of this life", request_then_over },
    };
}

} // namespace conform
