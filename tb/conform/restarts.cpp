// SPDX-License-Identifier: Apache-2.0
//
// A peer that restarts on a live link: a stranger, or what was one. For others see lives.cpp.
#include "conform.h"

namespace conform {

namespace {

void aside(Bench &b, uint32_t txid, uint32_t life)
{
    b.life = life;
    b.tx(OP_OPEN, txid, 0);
    b.next(OP_OPEN_ACK, b.una, txid);
    b.quiet(100);
}

void reported(Bench &b, uint32_t id)
{
    b.step(300);
    b.expect(b.completed(CPL_RESTARTED), "the restart is reported");
    for (const Completion &c : b.cpl)
        b.expect(c.kind != CPL_RESTARTED || (c.node == b.peer && c.vc == b.vc), "of this link");
    b.expect(b.causes() >> TTP_IRQ_RESTART & 1, "its cause");
    b.in_state(OPEN, "afterwards");
    const auto r = b.rec();
    b.expect(r[4] == id, "last");
    b.expect(r[5] >> 16 == b.life, "the peer's life is noted");
    b.expect(r[2] == b.una, "una stays");
}

// A stranger comes back with a life number: one payload that names our life is the proof.
void prove(Bench &b, Start s, uint32_t txid)
{
    b.life = 0;
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, txid, 0);
    const Sent ack = b.next(OP_OPEN_ACK);
    b.expect(ack.h.rxid == txid, "OPEN_ACK names the OPEN");
    b.quiet(100);
    const auto r = b.rec();
    b.expect(r[4] == b.last && r[5] >> 16 == 0 && b.causes() == 0,
             "nothing changes before the proof");
    b.inject(b.payload(txid + 1));
    // Its ACK, and what is in flight again, in whatever order.
    const size_t replays = s == S_FLIGHT || s == S_CLOSE_RECD || s == S_REOPEN ? 2 : 0;
    b.w.run(4000, [&] { return b.waiting(b.peer) == 1 + replays; }, "ACK and replay");
    size_t acks = 0, pays = 0;
    for (const Sent &x : b.heard[b.peer]) {
        acks += x.h.opcode == OP_ACK && x.h.rxid == txid + 1;
        if (x.h.opcode == OP_PAYLOAD) b.expect(x.h.txid == b.una + pays++, "replay from una");
    }
    b.heard.clear();
    b.expect(acks == 1 && pays == replays, "it is taken, ours are replayed");
    b.delivered(1);
    if (s == S_CLOSE_SENT) b.una = b.rec()[2];
    reported(b, txid + 1);
    b.last = txid + 1;
    b.take(b.last + 1);
    b.quiet();
}

void prove_close_sent(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, 6000);
    prove(b, S_CLOSE_SENT, 900);
    b.step(20000);
    b.quiet();                                  // our CLOSE is forgotten
    b.in_state(OPEN, "afterwards");
    b.host();
    b.expect(newer(b.next(OP_PAYLOAD).h.txid, b.snt), "payloads go on");
}

// It comes back without life numbers: a stranger's proof is two payloads, and the first of them is
// not of this life.
void no_life(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, 900, 0);
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
    aside(b, 900, LIFE);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.delivered(1);
    reported(b, 901);
}

// The payload with that TxID + 1 is no proof any more.
void no_proof(Bench &b, uint32_t id)
{
    b.life = OTHER;
    b.look();
    b.inject(b.payload(id));
    b.next(OP_NACK_NOLINK, 0, id);
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
    b.expect(!b.completed(CPL_RESTARTED) && b.rec()[5] >> 16 == 0, "no restart");
}

void forget(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    aside(b, BASE + 100, OTHER);
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
    aside(b, 900, OTHER);
    b.life = 0;
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    no_proof(b, 901);
}

// The same of what is sent to another life of ours: no proof, and nothing is forgotten.
void foreign_proof(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    aside(b, 900, OTHER);
    const uint32_t ours = b.named(b.peer);
    b.mac_lives[b.peer] = other_life(ours);
    no_proof(b, 901);
    b.mac_lives[b.peer] = ours;
    b.look();
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    reported(b, 901);
}

// A payload of it with another ID comes first: it is foreign, and proves and forgets nothing.
void other_first(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    aside(b, 900, OTHER);
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
    aside(b, 900, OTHER);
    aside(b, 0x50000000, OTHER + 1);
    b.inject(b.payload(0x50000001));
    b.next(OP_ACK, 0, 0x50000001);
    reported(b, 0x50000001);
}

void repeat_after(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    aside(b, 900, OTHER);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    reported(b, 901);
    b.look();
    aside(b, 900, OTHER);                       // a copy of its OPEN comes late: now a repeat
    b.last = 901;
    b.take(902);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 902);
    b.quiet();
    b.expect(b.causes() == 0, "nothing more is reported");
}

// A copy of the OPEN of this life, and of the first payload behind it: no restart.
void repeat_first(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.take(BASE + 1);
    b.look();
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK, first, BASE);
    b.inject(b.payload(BASE + 1));
    b.next(OP_ACK, 0, BASE + 1);
    b.quiet();
    b.delivered(0);
    b.expect(b.causes() == 0, "nothing is reported");
    b.take(BASE + 2);
}

// An OPEN of another life, and a payload behind it, on the link of a peer with a life.
void late_copy(Bench &b)
{
    b.reach(S_FLIGHT);
    b.life = OTHER;
    b.tx(OP_OPEN, 300, 0);
    const Sent ack = b.next(OP_OPEN_ACK, b.una, 300);
    b.expect(ack.h.epoch == b.own_life && ack.h.to_life == LIFE, "it names the lives of the link");
    b.inject(b.payload(301));
    b.next(OP_NACK_NOLINK, 0, 301);
    b.life = LIFE;
    b.take(b.last + 1);
    b.tx(OP_ACK, 0, b.snt);
    b.take(b.last + 1);
    b.quiet();
    b.delivered(2);
    b.expect(b.causes() == 0 && b.rec()[5] >> 16 == LIFE, "a late copy changes nothing");
}

// In OPEN_RECD the OPEN_ACK that is sent again answers the newest OPEN of a stranger. Of a peer
// with a life one of another life changes nothing.
void newest_in_recd(Bench &b, bool stranger)
{
    constexpr uint32_t AGAIN = 6000;
    b.set(TTP_REG_OPEN_TMO, AGAIN);
    if (stranger) b.life = 0;
    b.reach(S_OPEN_RECD);
    if (!stranger) b.life = OTHER;
    b.tx(OP_OPEN, 7000, 0);
    b.step(3 * AGAIN);
    b.a.wire_out.hold = false;
    b.step(500);
    b.w.run(4000, [&] { return b.waiting(b.peer) >= 3; }, "three OPEN_ACKs");
    b.expect(b.ok() && b.heard[b.peer].back().h.rxid == (stranger ? 7000 : BASE),
             "which OPEN the last one names");
    b.heard.clear();
}

// Our payloads wait for the end of a back-off; the restart ends it.
void prove_paused(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    aside(b, 900, OTHER);
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
    aside(b, b.last, OTHER);
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

} // namespace

std::vector<Row> restart_rows()
{
    return {
        { "str.prove.OPEN", "OPEN set aside, PAYLOAD TxID + 1 proves: reported, taken",
          [](Bench &b) { prove(b, S_OPEN, 900); } },
        { "str.prove.OPEN.ahead", "the same with IDs ahead of last",
          [](Bench &b) { prove(b, S_OPEN, BASE + 5000); } },
        { "str.prove.OPEN.flight", "ours are replayed",
          [](Bench &b) { prove(b, S_FLIGHT, 900); } },
        { "str.close.CLOSE_SENT", "our CLOSE is forgotten, state OPEN", prove_close_sent },
        { "str.prove.CLOSE_RECD", "its CLOSE too, state OPEN",
          [](Bench &b) { prove(b, S_CLOSE_RECD, 900); } },
        { "str.prove.OPEN_SENT.reopen", "in re-OPEN as in OPEN: state OPEN, ours are replayed",
          [](Bench &b) { prove(b, S_REOPEN, 900); } },
        { "str.prove.twice.no_life",
          "a peer that comes back without life numbers has restarted after two payloads", no_life },
        { "str.prove.new_kind", "what was a stranger has the number that another peer had before",
          new_kind },
        { "str.prove.foreign", "a payload that names another life of ours proves nothing",
          foreign_proof },
        { "str.aside.forget", "a stranger's payload last + 1 forgets what was set aside", forget },
        { "str.aside.forget.no_room", "also one that finds no room", forget_refused },
        { "str.aside.marked", "a payload of its sender with another ID does not", other_first },
        { "str.aside.newest", "the newest OPEN is the one set aside", newest,
          "the older one was of a life that has ended" },
        { "open.live.OPEN.late", "a late OPEN of an old life hurts nothing", late_copy },
        { "open.live.OPEN.proven", "once proven, copies of its OPEN are repeats", repeat_after },
        { "open.live.OPEN.first", "a late copy of OPEN and first payload changes nothing",
          repeat_first },
        { "str.aside.OPEN_RECD", "the newest counts in OPEN_RECD too",
          [](Bench &b) { newest_in_recd(b, true); } },
        { "open.live.OPEN_RECD.again", "of another life, in OPEN_RECD: nothing changes",
          [](Bench &b) { newest_in_recd(b, false); } },
        { "str.prove.OPEN.paused", "in a back-off: ours are replayed at once", prove_paused },
        { "str.prove.beside", "an OPEN with a life number whose TxID is last: proved as well",
          beside },
        { "str.prove.marked", "on the link of a peer with a life no marked payload proves one",
          marked },
    };
}

} // namespace conform
