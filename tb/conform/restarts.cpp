// SPDX-License-Identifier: Apache-2.0
//
// Peers with a life number that restart on a live link.
#include "conform.h"

namespace conform {

namespace {

uint32_t peer_life(Bench &b)
{
    return b.rec()[5] >> 16;
}

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

void prove(Bench &b, Start s, uint32_t txid)
{
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, txid, 0);
    const Sent ack = b.next(OP_OPEN_ACK);
    b.expect(ack.h.rxid == txid, "OPEN_ACK names the OPEN");
    b.quiet(100);
    const auto r = b.rec();
    b.expect(r[4] == b.last && r[5] >> 16 == LIFE && b.causes() == 0,
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

// It comes back without life numbers: a stranger's proof is two payloads.
void no_life(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, 900, 0);
    b.inject(b.payload(901));
    b.next(OP_ACK);                             // of last, or of 901 already
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.delivered(1);
    reported(b, 901);
}

// A stranger comes back with a life number.
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

void forget(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, BASE + 100, OTHER);
    b.take(b.last + 1);
    b.inject(b.payload(BASE + 101));
    b.next(OP_NACK, 0, b.last + 1);             // a gap of the old life
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED) && b.rec()[5] >> 16 == LIFE, "no restart");
}

void late_copy(Bench &b)
{
    b.reach(S_FLIGHT);
    aside(b, 300, 0x0600);                      // of a life before
    b.take(b.last + 1);
    b.tx(OP_ACK, 0, b.snt);
    b.take(b.last + 1);
    b.quiet();
    b.expect(b.causes() == 0 && peer_life(b) == LIFE, "a late copy changes nothing");
}

void not_yet(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, 900, OTHER);
    b.inject(b.payload(b.last));                // a repeat of the old life
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(b.last + 2));            // a gap of it
    b.next(OP_NACK, 0, b.last + 1);
    b.expect(!b.completed(CPL_RESTARTED), "no proof");
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    reported(b, 901);
}

// The store is full: the payload last + 1 is refused, and speaks for the old life all the same.
void forget_refused(Bench &b)
{
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.look();
    aside(b, 900, OTHER);
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

void newest(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, 900, OTHER);
    aside(b, 0x50000000, OTHER + 1);
    b.inject(b.payload(0x50000001));
    b.next(OP_ACK, 0, 0x50000001);
    reported(b, 0x50000001);
}

void repeat_after(Bench &b)
{
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

// A life that ended dead before the last one is no reason to open.
void repeat_dead_before(Bench &b)
{
    b.reach(S_DEAD);
    b.life = OTHER;
    b.tx(OP_OPEN, 8000, 0);
    b.next(OP_OPEN_ACK);
    b.take(8001);
    b.look();
    b.tx(OP_CLOSE, 8002, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, 8002);
    b.wait_completion(CPL_CLOSED);
    b.tx(OP_OPEN, 8000, 0);
    b.next(OP_OPEN_ACK);
    b.quiet();
    b.in_state(CLOSED, "after a late copy");
}

// In OPEN_RECD the OPEN_ACK that is sent again answers the newest OPEN.
void newest_in_recd(Bench &b)
{
    constexpr uint32_t AGAIN = 6000;
    b.set(TTP_REG_OPEN_TMO, AGAIN);
    b.reach(S_OPEN_RECD);
    b.life = OTHER;
    b.tx(OP_OPEN, 7000, 0);
    b.step(3 * AGAIN);
    b.a.wire_out.hold = false;
    b.step(500);
    b.w.run(4000, [&] { return b.waiting(b.peer) >= 3; }, "three OPEN_ACKs");
    b.expect(b.ok() && b.heard[b.peer].back().h.rxid == 7000, "the last one names the newest");
    b.heard.clear();
}

// Our payloads wait for the end of a back-off; the restart ends it.
void prove_paused(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    aside(b, 900, OTHER);
    b.inject(b.payload(901));
    b.w.run(4000, [&] { return b.waiting(b.peer) == 3; }, "ACK and replay");
    b.heard.clear();
    reported(b, 901);
}

void beside(Bench &b)
{
    b.reach(S_OPEN);
    aside(b, b.last, OTHER);
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);
    b.delivered(1);
    b.quiet();
}

} // namespace

std::vector<Row> restart_rows()
{
    return {
        { "restart.prove.OPEN", "OPEN set aside, PAYLOAD TxID + 1 proves: reported, taken",
          [](Bench &b) { prove(b, S_OPEN, 900); } },
        { "restart.prove.OPEN.ahead", "the same with IDs ahead of last",
          [](Bench &b) { prove(b, S_OPEN, BASE + 5000); } },
        { "restart.prove.OPEN.flight", "ours are replayed",
          [](Bench &b) { prove(b, S_FLIGHT, 900); } },
        { "restart.close.CLOSE_SENT", "our CLOSE is forgotten, state OPEN", prove_close_sent },
        { "restart.prove.CLOSE_RECD", "its CLOSE too, state OPEN",
          [](Bench &b) { prove(b, S_CLOSE_RECD, 900); } },
        { "restart.prove.CLOSE_RECD.missing", "also while payloads of the old life are missing",
          [](Bench &b) { prove(b, S_MISSING, 900); } },
        { "restart.prove.OPEN_SENT.reopen", "in re-OPEN as in OPEN: state OPEN, ours are replayed",
          [](Bench &b) { prove(b, S_REOPEN, 900); } },
        { "str.twice.no_life",
          "a peer that comes back without life numbers has restarted after two payloads", no_life,
          "whether the first of the two is enough is left open" },
        { "restart.prove.new_kind",
          "a stranger that comes back with a life number: one payload proves it", new_kind },
        { "restart.forget.not_yet", "other payloads neither prove nor forget", not_yet },
        { "restart.forget", "a payload last + 1 forgets what was set aside", forget },
        { "restart.forget.no_room", "also one that finds no room", forget_refused },
        { "restart.aside.late", "a late OPEN of an old life hurts nothing", late_copy },
        { "restart.aside.newest", "the newest OPEN is the one set aside", newest,
          "the older one was of a life that has ended" },
        { "open.repeat.OPEN.proven", "once proven, copies of its OPEN are repeats", repeat_after },
        { "open.repeat.OPEN.first", "a late copy of OPEN and first payload proves no restart",
          repeat_first },
        { "open.repeat.CLOSED.dead_before",
          "a late copy opens no link that was closed, whatever a life before it came to",
          repeat_dead_before },
        { "restart.aside.OPEN_RECD", "the newest counts in OPEN_RECD too", newest_in_recd },
        { "restart.prove.OPEN.paused", "in a back-off: ours are replayed at once", prove_paused },
        { "restart.prove.beside", "an OPEN whose TxID is last: the payload is taken", beside,
          "last + 1 and TxID + 1 are the same here: restart or not, both readings take it" },
    };
}

} // namespace conform
