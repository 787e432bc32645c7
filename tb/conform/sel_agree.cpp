// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     sel.offer sel.agree sel.number sel.ships sel.open sel.life sel.frame sel.window
#include "sel_steps.h"

using namespace conform;

namespace {

void offer(Bench &b)
{
    switch_on(b);
    const Sent open = b.host_opens();
    offered(b, open, false);                    // nobody is known there
    b.life = 0;
    b.tx(OP_OPEN, 77, 0);
    offered(b, b.next(OP_OPEN_ACK), false);     // a stranger
    b.life = LIFE;
    b.tx(OP_OPEN, BASE, 0);
    offered(b, b.next(OP_OPEN_ACK), true);
}

void offer_all(Bench &b, bool on)
{
    if (on) switch_on(b);
    if (b.w.world()) b.set(TTP_REG_CTRL, 1 | on << 3 | 1 << 4);
    else b.w.end().cfg.select.offer_all = true;
}

// An OPEN of ours, with an offer or without; its answer has one.
void opener(Bench &b, bool all)
{
    if (all) offer_all(b, true);
    else switch_on(b);
    const Sent open = b.host_opens();
    offered(b, open, all);
    b.una = open.h.txid + 1;
    b.inject(offering(b, OP_OPEN_ACK, BASE + 1, open.h.txid, 200));
    sent(b, 0, 1);
    b.quiet();
}

// The next life of ours, after one that the peer has left with n payloads in flight.
void next_life(Bench &b, uint32_t n, uint16_t window)
{
    const Sent open = b.has_no_link(b.una);
    offered(b, open, true);
    b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, window));
    for (uint32_t i = 0; i < n; i++) sent(b, i, i + 1);
}

// An OPEN of another life changes nothing, one on the link of a stranger is set aside.
void other_offer(Bench &b, bool stranger)
{
    switch_on(b);
    if (stranger) b.life = 0;
    b.una = b.opens(BASE).h.txid;
    b.last = BASE;
    b.life = OTHER;
    b.inject(offering(b, OP_OPEN, 900, 0, 200));
    b.expect(b.next(OP_OPEN_ACK).raw.size() == 76, "our offer goes to it");
    b.expect(!has_agreed(b), "an OPEN that is not of this life");
    b.inject(offering(b, OP_OPEN_ACK, 900, b.una - 1, 200));
    b.next(OP_NACK_NOLINK, 0, 900);
    b.expect(!has_agreed(b), "an OPEN_ACK that is foreign");
}

// What the peer can hold counts, whatever we can.
void peers_window(Bench &b, uint32_t offer, uint32_t more)
{
    agreed(b, {}, static_cast<uint16_t>(offer));
    b.host(offer + more);
    for (uint32_t i = 0; i < offer; i++) sent(b, i, 1 + i);
    b.quiet();
}

void next_window(Bench &b, uint32_t offer)
{
    peers_window(b, 4, 3);
    next_life(b, offer, static_cast<uint16_t>(offer));
    b.quiet();
}

void window(Bench &b)
{
    agreed(b, {}, 3);
    b.host(5);
    for (uint32_t i = 0; i < 3; i++) sent(b, i, 1 + i);
    b.quiet();
    b.tx(OP_ACK, 1, b.una);
    sent(b, 3, 4);
    b.quiet();
}

// Three payloads have left when both agree; the fourth is the first send with a number.
void agree_late(Bench &b)
{
    switch_on(b);
    b.una = b.opens(BASE).h.txid;
    b.host(3);
    b.payloads(b.una, 3);
    b.inject(offering(b, OP_OPEN, BASE, 0, 100));
    b.next(OP_OPEN_ACK);
    b.host();
    sent(b, 3, 1);
}

// Both have opened, and heard the OPEN and the offer of the other; no OPEN_ACK has come to us.
Sent overtaken(Bench &b, uint32_t payloads)
{
    switch_on(b);
    const Sent open = b.host_opens(payloads);
    b.una = open.h.txid + 1;
    b.last = BASE;
    b.inject(offering(b, OP_OPEN, BASE, 0, 200));
    offered(b, b.next(OP_OPEN_ACK), true);
    return open;
}

// An OPEN that nobody answers, and when it goes again.
void opens_after(Bench &b, uint32_t open_tmo, uint32_t timeout, const std::vector<unsigned> &waits)
{
    b.set(TTP_REG_OPEN_TMO, open_tmo);
    b.set(TTP_REG_TIMEOUT, timeout);
    b.set(TTP_REG_RETRY_MAX, 9);
    switch_on(b);
    const Sent open = b.host_opens();
    uint64_t from = open.cycle;
    for (const unsigned wait : waits) {
        const uint64_t now = b.next(OP_OPEN, open.h.txid, 0).cycle;
        // A walk over 96 links finds what is due.
        b.expect(now - from >= wait - 2 && now - from < wait + 100, "in time");
        from = now;
    }
}

const Rows ROWS({
    { "sel.offer.who", "an offer goes to a peer that has shown a life number only", offer },
    { "sel.offer.all", "with OFFER_ALL any OPEN has one, and its answer may agree",
      with(opener, true) },
    { "sel.offer.all.answer", "... but no answer to a stranger", [](Bench &b) {
        offer_all(b, true);
        b.life = 0;
        b.tx(OP_OPEN, 77, 0);
        offered(b, b.next(OP_OPEN_ACK), false);
    } },

    { "sel.offer.all.plain", "... and from a peer that has none, nothing comes of it",
      [](Bench &b) {
        offer_all(b, true);
        const Sent open = b.host_opens();
        offered(b, open, true);
        b.una = open.h.txid + 1;
        b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
        sent(b, 0, 0);
        b.last = BASE;
        come(b, 1, 9);                          // a number, but none of our offers was heard
        b.next(OP_ACK);
        b.expect(!has_agreed(b), "a peer that has offered nothing");
    } },

    { "sel.offer.all.off", "... and none with the switch off", [](Bench &b) {
        offer_all(b, false);
        const Sent open = b.host_opens();
        b.expect(open.raw.size() == 64, "an OPEN as ever");
    } },

    { "sel.agree.answerer", "an offer in the OPEN: the first payload has a number", [](Bench &b) {
        switch_on(b);
        b.inject(offering(b, OP_OPEN, BASE, 0, 200));
        const Sent ack = b.next(OP_OPEN_ACK);
        offered(b, ack, true);
        b.una = ack.h.txid;
        b.host();
        sent(b, 0, 1);
        b.quiet();
    } },

    { "sel.agree.aside", "nor by that of an OPEN set aside", with(other_offer, true) },

    { "sel.agree.late", "what is in flight has no number", agree_late },

    { "sel.number.older", "... and is older than what has one", [](Bench &b) {
        b.w.end();                              // a MAC marks only what has a number
        agree_late(b);
        b.inject(mapped(b, b.una, 1 << 2, 1, 0, 3));
        for (uint32_t i = 0; i < 3; i++) sent(b, i, 2 + i);
        b.quiet();
    } },

    { "sel.agree.opener", "who has opened agrees by the OPEN_ACK, and tells by what it sends",
      with(opener, false) },

    { "sel.agree.many", "with more in flight than our window nothing is agreed", [](Bench &b) {
        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.host(at_most(b) + 1);
        for (uint32_t i = 0; i <= at_most(b); i++) sent(b, i, 0);
        b.inject(offering(b, OP_OPEN, BASE, 0, 200));
        b.next(OP_OPEN_ACK);
        b.expect(!has_agreed(b), "too many in flight");
    } },

    { "sel.agree.most", "as many payloads in flight are not too many", [](Bench &b) {
        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.host(at_most(b));
        for (uint32_t i = 0; i < at_most(b); i++) sent(b, i, 0);
        b.inject(offering(b, OP_OPEN, BASE, 0, 200));
        b.next(OP_OPEN_ACK);
        b.expect(has_agreed(b), "so many are not too many");
    } },

    { "sel.agree.not", "without an offer of the peer: go-back-N, no numbers, no maps",
      [](Bench &b) {
        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.last = BASE;
        b.host(2);
        b.payloads(b.una, 2);
        b.inject(mapped(b, b.una, 1, 1, 0, 1));  // read as any other NACK
        b.payloads(b.una, 2);
        come(b, 2, 0);
        b.next(OP_NACK, 0, b.last + 1);
        come(b, 3, 0);
        b.quiet();
    } },

    { "sel.agree.number", "a PAYLOAD with a number says it too, to one that has made an offer",
      [](Bench &b) {
        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.last = BASE;
        come(b, 2, 9);
        a_map(b, 9, 0, 1, 1);
        b.expect(has_agreed(b), "by its number");
        if (!b.w.world())
            b.expect(select_state(b).peer_window == at_most(b), "as an offer like ours");
        goes_as(b, 2);
        b.tx(OP_NACK, 0, b.una);
        sent(b, 0, 3);
        sent(b, 1, 4);
    } },

    { "sel.agree.number.taken", "... also if it is the next one", [](Bench &b) {
        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.last = BASE;
        b.expect(!has_agreed(b), "no offer of the peer so far");
        come(b, 1, 9);
        b.next(OP_ACK, 9, BASE + 1);
        b.expect(has_agreed(b), "by its number");
        goes_as(b, 2);
        b.tx(OP_NACK, 0, b.una);
        sent(b, 0, 3);
        sent(b, 1, 4);
    } },

    { "sel.number.repeat", "an ACK names the send that it answers, that of a repeat too",
      [](Bench &b) {
        agreed(b);
        come(b, 1, 0x10005);
        b.next(OP_ACK, 0x10005, BASE + 1);
        come(b, 1, 6);
        b.next(OP_ACK, 6, BASE + 1);
        come(b, 2, 0);
        b.next(OP_ACK, 0, BASE + 2);
    } },

    { "sel.life.agreed", "a new life of the peer that has no offer begins without", [](Bench &b) {
        agreed(b);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.wait_completion(CPL_RESTARTED);
        b.life = OTHER;
        b.una = b.opens(70000).h.txid;
        b.last = 70000;
        b.expect(!has_agreed(b), "that was the last life");
        b.take(70001);
        b.host();
        sent(b, 0, 0);
    } },

    { "sel.ships.taken", "a PAYLOAD with a number is as good as the OPEN_ACK, and is taken",
      [](Bench &b) {
        const Sent open = overtaken(b, 2);
        come(b, 1, 1);
        b.next(OP_ACK, 1, BASE + 1);
        sent(b, 0, 1);
        sent(b, 1, 2);
        b.delivered(1);
        b.inject(offering(b, OP_OPEN_ACK, BASE + 1, open.h.txid, 200));
        b.quiet();
    } },

    { "sel.ships.payload", "a PAYLOAD with a number is as good as the OPEN_ACK", [](Bench &b) {
        const Sent open = overtaken(b, 1);
        come(b, 2, 2);                          // the first was overtaken too
        if (!b.w.world()) a_map(b, 2, 0, 1, 1);
        sent(b, 0, 1);
        if (b.w.world()) a_map(b, 2, 0, 1, 1);  // it takes some cycles to be looked up
        come(b, 1, 1);
        ran(b, 1, BASE + 2);
        b.delivered(2);
        b.inject(offering(b, OP_OPEN_ACK, BASE + 1, open.h.txid, 200));
        b.quiet();
    } },

    { "sel.ships.number", "... and one without is answered with OPEN", [](Bench &b) {
        const Sent open = overtaken(b, 1);
        come(b, 1, 0);
        b.next(OP_OPEN, open.h.txid, 0);
    } },

    { "sel.ships.before", "... or if that OPEN was heard in our last life", [](Bench &b) {
        agreed(b);
        goes_as(b, 1);
        const Sent open = b.has_no_link(b.una);
        come(b, 1, 1);
        b.next(OP_OPEN, open.h.txid, 0);
    } },

    { "sel.ships.unheard", "... or if the peer's OPEN was not heard", [](Bench &b) {
        switch_on(b);
        const Sent open = b.host_opens();
        b.last = BASE;
        come(b, 1, 1);
        b.next(OP_OPEN, open.h.txid, 0);
    } },

    { "sel.agree.number.before", "... and not to one that has made none", [](Bench &b) {
        switch_on(b);
        const Sent open = b.host_opens();
        b.una = open.h.txid + 1;
        b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
        b.next(OP_PAYLOAD, b.una, 0);
        b.last = BASE;
        come(b, 2, 9);
        b.next(OP_NACK, 0, b.last + 1);
        b.expect(!has_agreed(b), "it can not have heard of one");
    } },

    { "sel.open.again", "an OPEN goes again after OPEN_TMO, then twice as long, up to TIMEOUT",
      [](Bench &b) { opens_after(b, 500, 1500, { 500, 1000, 1500, 1500 }); } },
    { "sel.open.five", "... five times at most",
      [](Bench &b) { opens_after(b, 100, 6000, { 100, 200, 400, 800, 1600, 3200, 6000 }); } },
    { "sel.open.longer", "... and never sooner than OPEN_TMO",
      [](Bench &b) { opens_after(b, 1000, 600, { 1000, 1000 }); } },

    { "sel.agree.other", "not by an offer of another life", with(other_offer, false) },

    { "sel.life.over", "a life that the peer has left: what it held is sent again", [](Bench &b) {
        agreed(b);
        goes_on_as(b, 3);
        b.inject(mapped(b, b.una, 1 << 1, 3));
        sent(b, 0, 4);
        sent(b, 1, 5);
        const Sent open = b.has_no_link(b.una);
        b.inject(offering(b, OP_OPEN_ACK, b.last + 1, open.h.txid, 200));
        for (uint32_t i = 0; i < 3; i++) sent(b, i, i + 1);
        b.quiet();                              // 2 is held there no more
    } },

    { "sel.life.restart", "a peer that has left this life ends what was agreed", [](Bench &b) {
        agreed(b);
        come(b, 2, 1);
        a_map(b, 1, 0, 1, 1);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.wait_completion(CPL_RESTARTED);
        b.expect(nothing_stored(b), "what was held for the old life is gone");
        b.life = OTHER;
        b.opens(70000);
        b.last = 70000;
        come(b, 1, 0);
        b.next(OP_ACK, 0, b.last + 1);
        b.delivered(1);
        b.last++;
        come(b, 2, 0);
        const Sent s = b.next(OP_NACK, 0, b.last + 1);
        b.expect(s.raw.size() == MIN_FRAME, "the new life has not offered it");
    } },

    // The proof is a payload with a number, and so is the next one.
    { "sel.life.told", "an offer to a life that is proved later ends then", [](Bench &b) {
        switch_on(b);
        b.life = 0;
        b.opens(BASE);
        b.life = OTHER;
        b.tx(OP_OPEN, 900, 0);
        b.expect(b.next(OP_OPEN_ACK).raw.size() == 76, "our offer goes to it");
        b.last = 900;
        come(b, 1, 1);
        b.next(OP_ACK, 0, 901);
        come(b, 2, 2);
        b.next(OP_ACK, 0, 902);
        b.expect(!has_agreed(b), "it has told of another life");
    } },

    // Each time the two before are acknowledged: snd.nack.again hears no third NACK.
    { "sel.frame.map", "a map that is not so in any byte is a NACK as ever", [](Bench &b) {
        agreed(b);
        uint32_t n = 1;
        for (size_t at : { 51, 60, 61, 63, 66, 67 }) {
            goes_as(b, 2, n);
            Frame f = mapped(b, b.una, 1, 0, 0, 1);
            f.bytes[at] = static_cast<uint8_t>(f.bytes[at] + 1);
            b.inject(f);
            sent(b, 0, n + 2);
            sent(b, 1, n + 3);
            n += 4;
            b.tx(OP_ACK, n - 1, b.una + 1);
            b.una += 2;
        }
    } },

    { "sel.frame.offer", "an offer that is not so in any byte is none", [](Bench &b) {
        switch_on(b);
        for (size_t at : { 60, 61, 63, 65, 66, 75 }) {
            Frame f = offering(b, OP_OPEN, BASE, 0, 100);
            f.bytes[at] = static_cast<uint8_t>(at > 65 ? 1 : 0);
            b.inject(f);
            b.next(OP_OPEN_ACK);
            b.expect(!has_agreed(b), "no offer, byte " + std::to_string(at));
        }
        Frame f = offering(b, OP_OPEN, BASE, 0, 100);
        f.bytes[62] = f.bytes[63] = 0xff;       // more features
        b.inject(f);
        b.next(OP_OPEN_ACK);
        b.expect(has_agreed(b), "an offer");
    } },

    { "sel.window.larger", "250, if the peer can hold so many", with(peers_window, 250, 1) },
    { "sel.window.life", "in the next life that of its offer, smaller", with(next_window, 2) },
    { "sel.window.life.larger", "... or larger", with(next_window, 6) },

    { "sel.window.most", "as many as we can hold at most", [](Bench &b) {
        const uint32_t n = at_most(b);

        agreed(b, {}, static_cast<uint16_t>(n + 44));
        b.host(n + 4);
        for (uint32_t i = 0; i < n; i++) sent(b, i, 1 + i);
        b.inject(mapped(b, b.una, 1, 2));       // it is held, and in flight all the same
        sent(b, 0, n + 1);
        b.quiet();
    } },

    { "sel.window.number", "a peer that tells by a number can hold as many as we", [](Bench &b) {
        const uint32_t n = at_most(b);

        switch_on(b);
        b.una = b.opens(BASE).h.txid;
        b.last = BASE;
        come(b, 2, 9);
        a_map(b, 9, 0, 1, 1);
        b.host(n + 1);
        for (uint32_t i = 0; i < n; i++) sent(b, i, 1 + i);
        b.quiet();
    } },

    { "sel.window.peer", "no more in flight than the peer can hold", window },
});

} // namespace
