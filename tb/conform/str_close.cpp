// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.open str.close
#include "conform.h"
#include "steps.h"
#include "victim_steps.h"

namespace conform {

namespace {

// A close request waits for ACKs when a stranger closes, and then proves to have restarted.
void request_outlives(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.close();
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 1);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();                            // its ACK, ours again
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, 901);
}

void asked_after_open_ack(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_RECD);
    b.host();
    b.step(400);
    b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN, b.una - 1, 0);
    b.quiet();
}

// It has answered an OPEN of the life before.
void next_life(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.take(90001);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
}

// Set aside before our CLOSE left: our OPEN_ACK has named the ID of CLOSE. At 900 it is behind it.
void aside_then_close(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (uint32_t open = 900; open <= 2700; open += 900) {
        const auto close = [&](uint32_t id) { b.close(), b.next(OP_CLOSE, id, b.last); };
        if (open == 900) close(b.una++);
        b.tx(OP_OPEN, open, 0);
        b.next(OP_OPEN_ACK, b.una, open);
        if (open != 900) close(b.una);
        b.inject(b.payload(open + 1));
        b.next(open == 900 ? OP_ACK : OP_NACK);
        b.inject(b.payload(open + 1));
        b.next(OP_ACK, 0, open + 1);
        b.last = open + 1;
        b.host();                               // str.open
        b.tx(OP_OPEN_ACK, 0, b.next(OP_OPEN, b.una - 1, 0).h.txid);
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_ACK, 0, b.una++);
    }
}

// Its OPEN is set aside, and its first payload is here.
void restarts(Bench &b)
{
    b.life = OTHER;                             // what was a stranger
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una + 1, 900);        // our CLOSE has used an ID
    b.take(901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
    b.una++;
}

// Nothing of the hold is left when another CLOSE of ours is out.
void restart_held(Bench &b)
{
    const uint32_t tmo = span(b);
    b.life = 0;
    b.reach(S_HELD);
    restarts(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.close();
    b.next(OP_CLOSE);
    b.w.run(3 * tmo, [&] { return b.waiting(b.peer) != 0; }, "CLOSE again");
    b.next(OP_CLOSE);
}

// The ID that our CLOSE has used is behind us.
void restart_ids(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_OPEN, 900, 0);                      // a repeat
    b.next(OP_OPEN_ACK, b.una, 900);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
}

// It closes in the orderly way later, and opens again. by_victim: the CLOSE that the restart
// forgets was a victim's, and the link is none any more.
void restart_then_closed(Bench &b, bool by_victim)
{
    b.life = 0;
    if (by_victim) made_victim(b);
    else b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.life = LIFE;
    b.tx(OP_OPEN, 50, 0);
    b.next(OP_OPEN_ACK, b.una, 50);
}

void prove_close_sent(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, 6000);
    proves(b, S_CLOSE_SENT, 900);
    b.step(20000);
    b.quiet();                                  // our CLOSE is forgotten
    b.in_state(OPEN, "afterwards");
    b.host();
    b.expect(newer(b.next(OP_PAYLOAD).h.txid, b.snt), "payloads go on");
}

void request_kept(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.life = OTHER;
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.inject(b.payload(90001));
    b.next(OP_ACK, 0, 90001);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
    b.quiet();
    b.in_state(OPEN, "payloads are in flight");
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE, b.snt + 1, 90001);
}

void own_open(Bench &b)
{
    stranger_opened(b);
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
    stranger_opened(b);
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.expect(open.h.rxid == 0 && open.h.epoch != 0, "an OPEN like any other");
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, open.h.txid + 1, 0);
    b.take(BASE + 1);                           // its numbers stay as its OPEN said
}

void own_open_meanwhile(Bench &b)
{
    stranger_opened(b);
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
    stranger_opened(b);
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
    stranger_opened(b);
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

// The hold is over, and our CLOSE is due when the OPEN comes: our OPEN_ACK has named the ID behind.
void aside_when_due(Bench &b)
{
    b.mac();
    b.life = 0;
    b.reach(S_HELD);
    b.take(b.last + 1);
    b.inject(b.payload(b.last + 1));
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.inject(b.payload(901));
    b.wait_completion(CPL_RESTARTED);
    b.step(600);
    for (const Sent &s : b.heard[b.peer])
        b.expect(s.h.opcode != OP_OPEN_ACK || s.h.txid == b.una + 1, "the ID behind the CLOSE");
    b.heard.clear();                            // and a CLOSE, perhaps
    b.host();
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// The OPEN set aside was there before our CLOSE left; a re-OPEN of the stranger in between changes
// nothing of that, so no ID is used up.
void repeat_behind_close(Bench &b, uint32_t back)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.close();
    b.next(OP_CLOSE, b.una, b.last);
    b.tx(OP_OPEN, b.last - back, 0);
    b.next(OP_OPEN_ACK, b.una + 1, b.last - back);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, i ? 901 : b.last);
    }
    b.wait_completion(CPL_RESTARTED);
    b.host();
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, b.una, 0);
}

const Rows ROWS({
    { "str.open", "a stranger opened: our own OPEN, and its OPEN_ACK, before our first payload",
      own_open },
    { "str.open.OPEN_RECD", "our OPEN goes out behind the OPEN_ACK", asked_after_open_ack },
    { "str.open.again", "our OPEN again by timer", own_open_again },
    { "str.open.first", "also before it has sent a payload", own_open_first },
    { "str.open.known", "a peer with a life needs no OPEN of ours", known_needs_none },
    { "str.open.meanwhile", "what it sends meanwhile is taken", own_open_meanwhile },
    { "str.open.next_life", "in each life", next_life },
    { "str.open.once", "once in a life: no OPEN in mid-stream", own_open_once },
    { "str.open.timeout", "timeouts to a stranger send no OPEN", no_stale_open },
    { "str.close.CLOSE_RECD", "a request that waits in CLOSE_RECD is kept",
      request_outlives },
    { "str.close.CLOSE_SENT", "our CLOSE is forgotten, state OPEN", prove_close_sent },
    { "str.close.before", "set aside before our CLOSE has left: no ID is used",
      aside_then_close },
    { "str.close.due", "an OPEN comes when a CLOSE that was held is due again",
      aside_when_due },
    { "str.close.held", "a hold is forgotten with the CLOSE", restart_held },
    { "str.close.ids", "the ID of the CLOSE counts once", restart_ids },
    { "str.close.repeat", "a re-OPEN behind our CLOSE: it has used up no ID all the same",
      [](Bench &b) { repeat_behind_close(b, 0); } },
    { "str.close.repeat.before", "the same with the TxID before last",
      [](Bench &b) { repeat_behind_close(b, 1); } },
    { "str.close.request", "a close request that waits outlives a restart", request_kept,
      "\"forget our CLOSE\" is read as the one sent" },
    { "str.close.then", "the link closes and opens like any other",
      [](Bench &b) { restart_then_closed(b, false); } },
    { "str.close.victim", "a victim that restarts is none any more",
      [](Bench &b) { restart_then_closed(b, true); } },
});

} // namespace

} // namespace conform
