// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.prove
#include "conform.h"
#include "steps.h"

namespace conform {

namespace {

// Between the two one comes that is behind a gap.
void ahead_between(Bench &b)
{
    one_spoke(b);
    b.inject(b.payload(b.last + 3));
    b.next(OP_NACK, 0, b.last + 1);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, b.last);
    }
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// The first payload of the peer's new life finds no room: it proves the restart all the same.
void proof_refused(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901, 1024));
    b.next(OP_NACK_FULL, 0, 900);
    b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(901, 1024);
}

// The OPEN of its new life names last. It is no re-OPEN, for it has a life number.
void proved_by_last(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, b.last, 0);
    b.step(400);
    b.a.wire_out.hold = false;
    if (s == S_OPEN_RECD) b.next(OP_OPEN_ACK);
    b.next(OP_OPEN_ACK);
    b.look();
    b.inject(b.payload(b.last + 1));
    b.wait_completion(CPL_RESTARTED);
    b.delivered(1);
    b.heard.clear();
}

// Between the two payloads that would prove its restart comes another one.
void between(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK, b.una, 90000);
    b.inject(b.payload(90001));
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(90001));
    b.quiet();
    b.moved(TTP_CNT_DROP_FAR, 2, "no payload of a new life");
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
    b.take(b.last + 1);
}

void life_one_proves(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = 1;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

// Its proof finds no room, and comes again.
void proved_once(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901, 1024));
        b.next(OP_NACK_FULL, 0, 900);
        b.expect(b.completed(CPL_RESTARTED) == !i, "reported once");
        b.look();
    }
    b.a.sink.hold = false;
}

// Any ID was right in its old life. In the new one the numbers are those of its OPEN.
void proved_unknown(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901, 1024));
    b.next(OP_NACK_FULL, 0, 900);
    b.inject(b.payload(905, 1024));
    b.quiet();
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(901, 1024);
}

// The OPEN of its new life names the ID before last. It is no re-OPEN, for it has a life number.
void proved_by_repeat(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    const uint32_t id = b.last;
    b.life = OTHER;
    b.tx(OP_OPEN, id - 1, 0);
    b.next(OP_OPEN_ACK, b.una, id - 1);
    b.take(id);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

// On the link of a peer with a life: between the two comes one of the stranger, or one of the peer.
void two_in_a_row(Bench &b)
{
    const auto speaks = [&](uint32_t id) {
        b.life = 0;
        b.inject(b.payload(id));
        b.quiet(100);
    };
    b.reach(S_OPEN);
    for (const bool ours : { false, true }) {
        b.life = 0;
        b.tx(OP_OPEN, 900, 0);
        b.next(OP_OPEN_ACK, b.una, 900);
        speaks(901);
        b.life = LIFE;
        if (ours) b.take(b.last + 1);
        else speaks(b.last + 2);
        for (int i = 0; i < 2; i++) speaks(901);
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    }
}

// Until its payload comes the link is in re-OPEN; by it the link is OPEN, and counted.
void proved_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.step(1000);
    b.heard.clear();
    b.moved(TTP_CNT_OPENED, 1, "the link has reached OPEN");
}

// It comes back without life numbers: a stranger's proof is two payloads, and the first of them is
// not of this life.
void no_life(Bench &b)
{
    b.reach(S_OPEN);
    set_aside(b, 900, 0);
    b.inject(b.payload(901));
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.delivered(1);
    reported(b, 901);
}

void new_kind(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, 900, LIFE);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.delivered(1);
    reported(b, 901);
}

// The same of what is sent to another life of ours: no proof, and nothing is forgotten.
void foreign_proof(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, 900, OTHER);
    const uint32_t ours = b.named(b.peer);
    b.mac_lives[b.peer] = other_life(ours);
    no_proof(b, 901);
    b.mac_lives[b.peer] = ours;
    b.look();
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    reported(b, 901);
}

// Our payloads wait for the end of a back-off; the restart ends it.
void prove_paused(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    set_aside(b, 900, OTHER);
    b.inject(b.payload(901));
    b.w.run(4000, [&] { return b.waiting(b.peer) == 3; }, "ACK and replay");
    b.heard.clear();
    reported(b, 901);
}

// It has a life number, so it is no re-OPEN.
void beside(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    set_aside(b, b.last, OTHER);
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.delivered(1);
    reported(b, b.last + 1);
}

// Of a stranger's OPEN on the link of a peer with a life, a payload that names lives is no proof.
void marked(Bench &b)
{
    b.reach(S_FLIGHT);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_NACK_NOLINK, 0, 901);
    b.life = LIFE;
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.quiet();
    b.delivered(0);
    b.expect(b.causes() == 0 && b.rec()[5] >> 16 == LIFE, "no restart");
    b.take(b.last + 1);
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

const Rows ROWS({
    { "str.prove.CLOSE_RECD", "its CLOSE too, state OPEN",
      [](Bench &b) { proves(b, S_CLOSE_RECD, 900); } },
    { "str.prove.CLOSE_RECD.last", "its OPEN names last",
      [](Bench &b) { proved_by_last(b, S_CLOSE_RECD); } },
    { "str.prove.OPEN", "OPEN set aside, PAYLOAD TxID + 1 proves: reported, taken",
      [](Bench &b) { proves(b, S_OPEN, 900); } },
    { "str.prove.OPEN.ahead", "the same with IDs ahead of last",
      [](Bench &b) { proves(b, S_OPEN, BASE + 5000); } },
    { "str.prove.OPEN.before", "its OPEN names the ID before last", proved_by_repeat },
    { "str.prove.OPEN.flight", "ours are replayed",
      [](Bench &b) { proves(b, S_FLIGHT, 900); } },
    { "str.prove.OPEN.full", "also by a payload that finds no room", proof_refused },
    { "str.prove.OPEN.full.once", "a proof that comes again is reported once",
      proved_once },
    { "str.prove.OPEN.paused", "in a back-off: ours are replayed at once", prove_paused },
    { "str.prove.OPEN.unknown", "whatever was known of its old life", proved_unknown },
    { "str.prove.OPEN_RECD.last", "its OPEN names last",
      [](Bench &b) { proved_by_last(b, S_OPEN_RECD); } },
    { "str.prove.OPEN_SENT.reopen", "in re-OPEN as in OPEN: state OPEN, ours are replayed",
      [](Bench &b) { proves(b, S_REOPEN, 900); } },
    { "str.prove.OPEN_SENT.reopen.last", "its OPEN names last",
      [](Bench &b) { proved_by_last(b, S_REOPEN); } },
    { "str.prove.beside", "an OPEN with a life number whose TxID is last: proved as well",
      beside },
    { "str.prove.foreign", "a payload that names another life of ours proves nothing",
      foreign_proof },
    { "str.prove.marked", "on the link of a peer with a life no marked payload proves one",
      marked },
    { "str.prove.new_kind", "what was a stranger has the number that another peer had before",
      new_kind },
    { "str.prove.new_kind.one", "1 is a life number: one payload proves the restart",
      life_one_proves },
    { "str.prove.reopen.counted", "from re-OPEN: OPENED counts it", proved_in_reopen },
    { "str.prove.twice.ahead", "the same ahead of last",
      [](Bench &b) { restarted(b, BASE + 900, OP_NACK); } },
    { "str.prove.twice.between", "another payload between the two forgets its OPEN", between },
    { "str.prove.twice.between.known", "another between, on the link of a peer with a life",
      two_in_a_row },
    { "str.prove.twice.gap", "a payload behind a gap forgets it as well", ahead_between },
    { "str.prove.twice.no_life",
      "a peer that comes back without life numbers has restarted after two payloads", no_life },
    { "str.prove.twice.not", "not both of its next two payloads: no restart", not_restarted },
    { "str.prove.twice.older", "another TxID, two payloads TxID + 1: restarted, reported",
      [](Bench &b) { restarted(b, 900, OP_ACK); } },
});

} // namespace

} // namespace conform
