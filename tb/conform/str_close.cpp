// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.open str.close
#include "steps.h"
#include "victim_steps.h"

using namespace conform;

namespace {

// Its OPEN is set aside, and its first payload is here.
void restarts(Bench &b)
{
    b.life = OTHER;                             // what was a stranger
    b.opens(900, b.una + 1);        // our CLOSE has used an ID
    b.take(901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
    b.una++;
}

// After the restart the peer closes and opens again. by_victim: our CLOSE was that of a victim, and
// the link is no victim any more.
void restart_then_closed(Bench &b, bool by_victim)
{
    b.life = 0;
    if (by_victim) made_victim(b);
    else b.reach(S_CLOSE_SENT);
    restarts(b);
    b.closes(b.last + 1, b.una - 1);
    b.quiet();
    b.life = LIFE;
    b.opens(50, b.una);
}

// The OPEN set aside was there before our CLOSE left; a re-OPEN of the stranger in between changes
// nothing of that, so no ID is used up.
void repeat_behind_close(Bench &b, uint32_t back)
{
    b.reach(S_OPEN, STRANGER);
    b.opens(900, b.una);
    b.we_close(b.una, b.last);
    b.opens(b.last - back, b.una + 1);
    for (int i = 0; i < 2; i++) {
        b.sends(901, OP_ACK, i ? 901 : b.last);
    }
    b.wait_completion(CPL_RESTARTED);
    b.host();
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.tx(OP_OPEN_ACK, 0, open.h.txid);
    b.next(OP_PAYLOAD, b.una, 0);
}

const Rows ROWS({
    { "str.open", "a stranger opened: our own OPEN, and its OPEN_ACK, before our first payload",
      [](Bench &b) {
        stranger_opened(b);
        b.take(BASE + 1);
        const Sent open = b.host_opens(2);
        b.quiet();
        b.tx(OP_OPEN_ACK, 0, open.h.txid);
        b.payloads(open.h.txid + 1, 2);
        b.rests_in(OPEN);
    } },

    { "str.open.OPEN_RECD", "our OPEN goes out behind the OPEN_ACK", [](Bench &b) {
        b.reach(S_OPEN_RECD, STRANGER);
        b.host();
        b.step(400);
        b.in_state(OPEN_RECD, "while the OPEN_ACK is held back");
        b.open_ack_leaves();
        b.next(OP_OPEN, b.una - 1, 0);
        b.quiet();
    } },

    { "str.open.again", "our OPEN again by timer", [](Bench &b) {
        b.set(TTP_REG_OPEN_TMO, 2000);
        b.set(TTP_REG_RETRY_MAX, 20);
        stranger_opened(b);
        const uint32_t s = b.host_opens().h.txid;
        b.next(OP_OPEN, s, 0);
        b.next(OP_OPEN, s, 0);
        b.tx(OP_OPEN_ACK, 0, s);
        b.next(OP_PAYLOAD, s + 1, 0);
    } },

    { "str.open.first", "also before it has sent a payload", [](Bench &b) {
        stranger_opened(b);
        const Sent open = b.host_opens();
        b.expect(open.h.rxid == 0 && open.h.epoch != 0, "an OPEN like any other");
        b.tx(OP_OPEN_ACK, 0, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
        b.take(BASE + 1);                       // its numbers stay as its OPEN said
    } },

    { "str.open.known", "a peer with a life needs no OPEN of ours", [](Bench &b) {
        const uint32_t first = b.opens(BASE).h.txid;
        b.host_sends(first);
        b.moved(TTP_CNT_TX + OP_OPEN, 0, "a peer with a life takes payloads after its own OPEN");
    } },

    { "str.open.meanwhile", "what it sends meanwhile is taken", [](Bench &b) {
        stranger_opened(b);
        b.take(BASE + 1);
        const Sent open = b.host_opens();
        b.take(BASE + 2);
        b.take(BASE + 3);
        b.sends(BASE + 3, OP_ACK, BASE + 3);
        b.quiet();
        b.tx(OP_OPEN_ACK, 0, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
        b.take(BASE + 4);
    } },

    // The stranger has answered our OPEN in the life before. In this one it is asked again.
    { "str.open.next_life", "in each life", [](Bench &b) {
        b.reach(S_CLOSED, STRANGER);
        b.opens(90000);
        b.take(90001);
        b.host_opened(0);
    } },

    { "str.open.once", "once in a life: no OPEN in mid-stream", [](Bench &b) {
        stranger_opened(b);
        const Sent open = b.host_opens();
        b.tx(OP_OPEN_ACK, 0, open.h.txid);
        uint32_t id = open.h.txid + 1;
        b.next(OP_PAYLOAD, id, 0);
        for (int i = 0; i < 4; i++) {
            b.tx(OP_ACK, 0, id);
            b.take(b.last + 1);
            b.host_sends(++id);
        }
        b.quiet();
        b.moved(TTP_CNT_TX + OP_OPEN, 1, "never a stale OPEN in mid-stream");
    } },

    { "str.open.timeout", "timeouts to a stranger send no OPEN", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, 2000);
        b.set(TTP_REG_RETRY_MAX, 20);
        b.life = 0;
        b.connect();
        b.look();
        b.host(2);
        b.step(9000);
        b.moved(TTP_CNT_TX + OP_OPEN, 0, "timeouts replay, they do not open");
    } },

    // A close request waits for ACKs when a stranger closes, and then proves to have restarted.
    { "str.close.CLOSE_RECD", "a request that waits in CLOSE_RECD is kept", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.close();
        b.close_nacked(b.last + 1, b.una - 1);
        b.life = OTHER;
        b.opens(900, b.una);
        restart_is_proved(b, 901);
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE, b.snt + 1, 901);
    } },

    { "str.close.CLOSE_SENT", "our CLOSE is forgotten, state OPEN", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, 6000);
        proves(b, S_CLOSE_SENT, 900);
        b.step(20000);
        b.quiet();                              // our CLOSE is forgotten
        b.in_state(OPEN, "afterwards");
        b.host();
        b.expect(newer(b.next(OP_PAYLOAD).h.txid, b.snt), "payloads go on");
    } },

    // OPEN 900 comes after our CLOSE, so our OPEN_ACK names the ID behind it. The others come
    // before our CLOSE, and name the ID of CLOSE.
    { "str.close.before", "set aside before our CLOSE has left: no ID is used", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        for (uint32_t open = 900; open <= 2700; open += 900) {
            const auto close = [&](uint32_t id) { b.close(), b.next(OP_CLOSE, id, b.last); };
            if (open == 900) close(b.una++);
            b.opens(open, b.una);
            if (open != 900) close(b.una);
            b.inject(b.payload(open + 1));
            b.next(open == 900 ? OP_ACK : OP_NACK);
            b.sends(open + 1, OP_ACK, open + 1);
            b.last = open + 1;
            b.host();                           // str.open
            b.tx(OP_OPEN_ACK, 0, b.next(OP_OPEN, b.una - 1, 0).h.txid);
            b.next(OP_PAYLOAD, b.una, 0);
            b.tx(OP_ACK, 0, b.una++);
        }
    } },

    // The hold ends, and our CLOSE is due when the OPEN comes: our OPEN_ACK names the ID behind
    // CLOSE.
    { "str.close.due", "an OPEN comes when a CLOSE that was held is due again", [](Bench &b) {
        b.mac();
        b.reach(S_HELD, STRANGER);
        b.take(b.last + 1);
        b.inject(b.payload(b.last + 1));
        b.life = OTHER;
        b.tx(OP_OPEN, 900, 0);
        b.inject(b.payload(901));
        b.wait_completion(CPL_RESTARTED);
        b.step(600);
        for (const Sent &s : b.heard[b.peer])
            b.expect(s.h.opcode != OP_OPEN_ACK || s.h.txid == b.una + 1, "the ID behind the CLOSE");
        b.heard.clear();                        // and a CLOSE, perhaps
        b.host_sends(b.una + 1);
    } },

    // The restart forgets the hold: our next CLOSE is sent again by its timer.
    { "str.close.held", "a hold is forgotten with the CLOSE", [](Bench &b) {
        const uint32_t tmo = span(b);
        b.reach(S_HELD, STRANGER);
        restarts(b);
        b.set(TTP_REG_CLOSE_TMO, tmo);
        b.close();
        b.next(OP_CLOSE);
        b.next_within(3 * tmo, OP_CLOSE);
    } },

    // Our CLOSE has used one ID.
    { "str.close.ids", "the ID of the CLOSE counts once", [](Bench &b) {
        b.reach(S_CLOSE_SENT, STRANGER);
        restarts(b);
        b.tx(OP_OPEN, 900, 0);                  // a repeat
        b.next(OP_OPEN_ACK, b.una, 900);
        b.host_sends(b.una);
    } },

    { "str.close.repeat", "a re-OPEN behind our CLOSE: it has used up no ID all the same",
      with(repeat_behind_close, 0) },
    { "str.close.repeat.before", "the same with the TxID before last",
      with(repeat_behind_close, 1) },

    { "str.close.request", "a close request that waits outlives a restart", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.close();
        b.quiet();
        b.life = OTHER;
        b.opens(90000);
        b.sends(90001, OP_ACK, 90001);
        b.payloads(b.una, 2);
        b.rests_in(OPEN, "payloads are in flight");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE, b.snt + 1, 90001);
    }, "\"forget our CLOSE\" is read as the one sent" },

    { "str.close.then", "the link closes and opens like any other",
      with(restart_then_closed, false) },
    { "str.close.victim", "a victim that restarts is none any more",
      with(restart_then_closed, true) },
});

} // namespace
