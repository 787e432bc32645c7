// SPDX-License-Identifier: Apache-2.0
//
// Strangers: peers without life numbers, as the reference is.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 3000;

// OPEN by the stranger itself.
void opened(Bench &b, uint32_t txid = BASE)
{
    b.life = 0;
    b.tx(OP_OPEN, txid, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
    b.snt = b.una - 1;
    b.last = txid;
    b.quiet(50);
}

// The next frame, which the repeat interval brings.
void repeats(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid)
{
    b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(op, txid, rxid);
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

void restarted(Bench &b, uint32_t txid, uint32_t first)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.take(b.last + 1);
    b.look();
    b.tx(OP_OPEN, txid, 0);
    b.next(OP_OPEN_ACK, b.una, txid);
    b.inject(b.payload(txid + 1));
    if (first == OP_ACK) b.next(OP_ACK, 0, b.last);
    else b.next(OP_NACK, 0, b.last + 1);
    b.delivered(0);
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    b.inject(b.payload(txid + 1));
    b.w.run(4000, [&] { return b.waiting(b.peer) != 0; }, "the ACK");
    b.step(1000);
    size_t acks = 0;
    for (const Sent &x : b.heard[b.peer]) acks += x.h.opcode == OP_ACK && x.h.rxid == txid + 1;
    b.heard.clear();
    b.expect(acks == 1, "the second one is taken");
    b.delivered(1);
    b.expect(b.completed(CPL_RESTARTED) && b.causes() >> TTP_IRQ_RESTART & 1, "reported");
    b.last = txid + 1;
    b.expect(b.rec()[4] == b.last, "last");
    b.take(b.last + 1);
}

void not_restarted(Bench &b)
{
    one_spoke(b);
    b.take(b.last + 1);                         // not both of its next two
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

void any_first(Bench &b, uint32_t id)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(id);                                 // unknown until now
    b.inject(b.payload(id + 2));
    b.next(OP_NACK, 0, id + 1);                 // from here on in order
    b.take(id + 1);
}

void nolink_zero(Bench &b, Start s, uint32_t id)
{
    b.life = 0;
    b.reach(s);
    b.tx(OP_NACK_NOLINK, 0, 0);
    if (s == S_FLIGHT) {
        const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
        b.tx(OP_OPEN_ACK, 0, open);
        b.next(OP_PAYLOAD, b.una, 0);
        b.next(OP_PAYLOAD, b.una + 1, 0);
    } else {
        // an OPEN of ours is not asked for here, nor forbidden
        b.step(1000);
        if (b.waiting(b.peer)) {
            const uint32_t open = b.next(OP_OPEN).h.txid;
            b.tx(OP_OPEN_ACK, 0, open);
        }
    }
    b.take(id);
    b.take(id + 1);
}

// From a peer with a life RxID 0 says nothing of its numbers: this life is over.
void nolink_zero_known(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, 0);
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.expect(open.h.epoch != b.own_life, "a new life");
    b.tx(OP_OPEN_ACK, 77, open.h.txid);
    b.replay(b.una);
    b.inject(b.payload(79));
    b.next(OP_NACK, 0, 77);
    b.take(77);
}

void own_open(Bench &b)
{
    opened(b);
    b.take(BASE + 1);
    b.host(2);
    const Sent open = b.next(OP_OPEN);
    b.quiet();
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    b.next(OP_PAYLOAD, open.h.txid + 2, 0);
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

void own_open_first(Bench &b)
{
    opened(b);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.expect(open.h.rxid == 0 && open.h.epoch != 0, "an OPEN like any other");
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    b.take(BASE + 1);                           // its numbers stay as its OPEN said
}

void own_open_meanwhile(Bench &b)
{
    opened(b);
    b.take(BASE + 1);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.take(BASE + 2);
    b.take(BASE + 3);
    b.inject(b.payload(BASE + 3));
    b.next(OP_ACK, 0, BASE + 3);
    b.quiet();
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    b.take(BASE + 4);
}

void own_open_once(Bench &b)
{
    opened(b);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    uint32_t id = open.h.txid + 1;
    b.next(OP_PAYLOAD, id, 0);
    for (int i = 0; i < 4; i++) {
        b.tx(OP_ACK, 0, id);
        b.take(b.last + 1);
        b.host();
        b.next(OP_PAYLOAD, ++id, 0);
    }
    b.quiet();
    b.moved(TTP_CNT_TX + OP_OPEN, 1, "never a stale OPEN in mid-stream");
}

void own_open_again(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, 2000);
    b.set(TTP_REG_RETRY_MAX, 20);
    opened(b);
    b.host();
    const uint32_t s = b.next(OP_OPEN).h.txid;
    b.next(OP_OPEN, s, 0);
    b.next(OP_OPEN, s, 0);
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

void no_stale_open(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, 2000);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.life = 0;
    b.connect();
    b.look();
    b.host(2);
    b.step(9000);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "timeouts replay, they do not open");
    b.heard.clear();
}

void known_needs_none(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.host();
    b.next(OP_PAYLOAD, first, 0);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "a peer with a life takes payloads after its own OPEN");
}

void closed_news(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, BASE, 0);                     // the same numbers as before: never a repeat
    b.next(OP_OPEN_ACK);
    b.take(BASE + 1);
    b.in_state(OPEN, "afterwards");
}

// Our OPEN_ACK may be lost, and an ACK or NACK stops the timer of the reference's OPEN.
void open_ack_lost(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    opened(b);
    for (int i = 0; i < 3; i++) {
        repeats(b, OP_OPEN_ACK, b.una, BASE);
        b.quiet(T / 2);
    }
    b.take(BASE + 1);                           // it has heard one
    repeats(b, OP_ACK, 0, BASE + 1);
    b.tx(OP_OPEN, BASE + 1, 0);                 // its re-OPEN, what it sent last is acknowledged
    b.next(OP_OPEN_ACK, b.una, BASE + 1);
    repeats(b, OP_OPEN_ACK, b.una, BASE + 1);
}

void open_ack_lost_aside(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    opened(b);
    b.take(BASE + 1);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    repeats(b, OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    repeats(b, OP_ACK, 0, b.last);              // not proved yet, but it has its OPEN_ACK
}

void open_ack_lost_closing(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.set(TTP_REG_CLOSE_TMO, 20 * T);
    opened(b);
    b.close();
    b.next(OP_CLOSE, b.una, BASE);
    repeats(b, OP_OPEN_ACK, b.una + 1, BASE);   // CLOSE has spent an ID
}

void open_ack_lost_known(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    repeats(b, OP_ACK, 0, BASE);
}

void open_ack_lost_nolink(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    opened(b);
    b.tx(OP_NACK_NOLINK, 0, 0);
    repeats(b, OP_NACK, 0, 0);
    b.tx(OP_OPEN, 77, 0);                       // its numbers are known again
    b.next(OP_OPEN_ACK, b.una, 77);
    repeats(b, OP_OPEN_ACK, b.una, 77);
}

} // namespace

std::vector<Row> stranger_rows()
{
    return {
        { "str.repeat.last", "a stranger's OPEN with TxID last: OPEN_ACK, nothing changes",
          [](Bench &b) { reopened(b, 0); } },
        { "str.repeat.before", "with TxID last - 1: the same, its replay is a repeat",
          [](Bench &b) { reopened(b, 1); } },
        { "str.prove.twice.older", "another TxID, two payloads TxID + 1: restarted, reported",
          [](Bench &b) { restarted(b, 900, OP_ACK); } },
        { "str.prove.twice.ahead", "the same ahead of last",
          [](Bench &b) { restarted(b, BASE + 900, OP_NACK); } },
        { "str.prove.twice.not", "not both of its next two payloads: no restart", not_restarted },
        { "str.first.any", "OPEN_ACK TxID 0: the first payload may carry any ID",
          [](Bench &b) { any_first(b, 123456789); } },
        { "str.first.one", "the same with ID 1", [](Bench &b) { any_first(b, 1); } },
        { "str.first.high", "the same with an ID beyond 2^31",
          [](Bench &b) { any_first(b, 0xfffffffe); } },
        { "str.lost.flight", "NACK_NOLINK RxID 0: re-OPEN, its first payload may carry any ID",
          [](Bench &b) { nolink_zero(b, S_FLIGHT, 2); } },
        { "str.lost.idle", "the same with nothing in flight",
          [](Bench &b) { nolink_zero(b, S_OPEN, 2); },
          "whether an OPEN of ours goes out is left open here" },
        { "life.over.OPEN.zero", "RxID 0 of a peer with a life: a new life, of known numbers",
          nolink_zero_known },
        { "str.open", "a stranger opened: our own OPEN, and its OPEN_ACK, before our first payload",
          own_open },
        { "str.open.first", "also before it has sent a payload", own_open_first },
        { "str.open.meanwhile", "what it sends meanwhile is taken", own_open_meanwhile },
        { "str.open.again", "our OPEN again by timer", own_open_again },
        { "str.open.once", "once in a life: no OPEN in mid-stream", own_open_once },
        { "str.open.timeout", "timeouts to a stranger send no OPEN", no_stale_open },
        { "str.open.known", "a peer with a life needs no OPEN of ours", known_needs_none },
        { "open.ack.lost", "before its first payload OPEN_ACK each interval, no ACK",
          open_ack_lost, "an ACK would stop the timer of its OPEN" },
        { "open.ack.lost.aside", "the same for an OPEN set aside", open_ack_lost_aside },
        { "open.ack.lost.closing", "... behind our CLOSE it names the ID after that",
          open_ack_lost_closing },
        { "open.ack.lost.known", "a peer with a life gets an ACK", open_ack_lost_known,
          "it repeats its OPEN by itself" },
        { "open.ack.lost.nolink", "it has no link: NACK 0, until its next OPEN",
          open_ack_lost_nolink },
        { "open.new.CLOSED.stranger", "in CLOSED every OPEN of a stranger is news", closed_news },
    };
}

} // namespace conform
