// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     snd.pace snd.pace.pause
#include <algorithm>

#include "conform.h"

using namespace conform;

namespace {

// BACKOFF: longer than two walks of the timer.
uint32_t back(Bench &b) { return 1000 + 2 * static_cast<uint32_t>(b.links()); }

uint32_t length(uint32_t pace)
{
    return pace < 2 ? 1 : 1u << (std::min(pace, 7u) - 2);
}

void full(Bench &b) { b.tx(OP_NACK_FULL, 0, b.una - 1); }

// The payload that the end of a back-off brings, `backs` long since `from`.
Sent waited(Bench &b, uint64_t from, uint32_t backs, uint32_t op = OP_PAYLOAD)
{
    const uint64_t least = uint64_t{ backs } * back(b);
    const uint64_t most = backs * (back(b) + b.links()) + 400;
    const Sent s = b.next_within(2 * most, op);
    const uint64_t took = s.cycle - from;
    b.expect(took + 200 >= least && took <= most,
             "the back-off takes " + std::to_string(took) + " cycles, not "
                 + std::to_string(least));
    return s;
}

void one_out(Bench &b, const Sent &s)
{
    b.expect(s.h.txid == b.una,
             "payload " + std::to_string(s.h.txid) + ", not " + std::to_string(b.una));
    b.quiet(300);
}

// n payloads in flight, the first one has the ID `first` or any. Returns the cycle in which the
// back-off of the last NACK_FULL began.
uint64_t slow(Bench &b, uint32_t pace, uint32_t n = 3, uint32_t first = 0)
{
    b.life = 0;
    b.set(TTP_REG_BACKOFF, back(b));
    if (first) b.set(TTP_REG_START_ID, first - 2);
    b.flight(n);
    if (first) b.expect(b.una == first, "the first ID in flight");
    uint64_t from = 0;
    for (uint32_t p = 1; p <= pace; p++) {
        from = b.w.net.cycle;
        full(b);
        if (p < pace) one_out(b, waited(b, from, length(p)));
    }
    return from;
}

// The pace, by what an ACK of una does: from 2 on the next payload waits.
void acked(Bench &b, uint32_t pace)
{
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_ACK, 0, b.una++);
    if (pace < 2) one_out(b, b.next(OP_PAYLOAD));
    else one_out(b, waited(b, from, length(pace)));
}

// The n-th NACK_FULL outside a back-off.
void grows(Bench &b, uint32_t n)
{
    one_out(b, waited(b, slow(b, n), length(n)));
    acked(b, n);
}

// The ACK of an ID, and the pace behind it.
void at(Bench &b, uint32_t id, uint32_t pace, uint32_t behind)
{
    one_out(b, waited(b, slow(b, pace, 4, id), length(pace)));
    const uint64_t from = b.w.net.cycle;
    b.tx(OP_ACK, 0, b.una++);
    if (pace < 2) one_out(b, b.next(OP_PAYLOAD));
    else one_out(b, waited(b, from, length(behind)));
    if (b.una % 32 != 31) acked(b, behind);
}

// NACK_NOLINK in a back-off; the OPEN_ACK says what last is, or something else.
void reopened(Bench &b, bool sets_last)
{
    slow(b, 4);
    b.step(back(b));
    const Sent open = b.has_no_link(b.una);
    b.tx(OP_OPEN_ACK, sets_last ? 700 : b.last, open.h.txid);
    if (sets_last) b.replay(b.una);
    else one_out(b, b.next(OP_PAYLOAD));
}

// Its BACKOFFs are no rounds: not for a NACK_NOLINK, not for the timeouts behind it.
void no_rounds(Bench &b, bool nolink)
{
    b.set(TTP_REG_RETRY_MAX, 2);
    const uint64_t from = slow(b, 5);
    if (nolink) {
        b.step(4 * (back(b) + b.links()));
        b.has_no_link(b.una);
        b.expect(b.rounds() == 0, "rounds in the re-OPEN");
        return;
    }
    one_out(b, waited(b, from, length(5)));
    b.expect(b.rounds() == 0, "rounds behind the back-off");
    b.tx(OP_NACK, 0, b.una);                    // a round, and not the last
    one_out(b, b.next(OP_PAYLOAD));
    b.in_state(OPEN, "behind the back-off");
}

// A close request does not wait for it: asked before the last ACK, or in the back-off.
void closes(Bench &b, bool before)
{
    one_out(b, waited(b, slow(b, 6, 1), 16));
    if (before) b.close();
    b.tx(OP_ACK, 0, b.una++);
    b.step(2 * back(b));
    if (!before) {
        b.expect(b.waiting(b.peer) == 0, "nobody has asked to close");
        b.close();
        b.step(b.links() + 300);
    }
    b.expect(b.waiting(b.peer) == 1, "the CLOSE waits for the back-off");
    b.next(OP_CLOSE, b.una, b.last);
}

const Rows MADE_1([] {
    std::vector<Row> rows;
    for (uint32_t n = 1; n <= 8; n++)
        rows.push_back({ "snd.pace.pause." + std::to_string(n),
                         "back-off behind NACK_FULL number n, and behind the ACK",
                         [n](Bench &b) { grows(b, n); } });
    return rows;
}());

const Rows ROWS({
    { "snd.pace.down", "ACK of an ID that ends in five 1 bits: one faster", with(at, 31, 3, 2) },
    { "snd.pace.down.15", "four 1 bits are none", with(at, 15, 3, 3) },
    { "snd.pace.down.30", "the lowest bit is 0", with(at, 30, 3, 3) },
    { "snd.pace.down.last", "not below 1: the window stays shut", with(at, 95, 1, 1) },
    { "snd.pace.down.pause", "the back-off that it begins is that of the pace behind it",
      with(at, 63, 5, 4) },
    { "snd.pace.down.two", "from 2 to 1: no back-off any more", with(at, 31, 2, 1) },

    { "snd.pace", "behind a NACK_FULL of a stranger one payload at a time", [](Bench &b) {
        one_out(b, waited(b, slow(b, 1), 1));
        for (int i = 0; i < 2; i++) acked(b, 1);
        b.tx(OP_ACK, 0, b.una++);
        b.host(3);
        for (int i = 0; i < 3; i++) {
            one_out(b, b.next(OP_PAYLOAD));
            b.tx(OP_ACK, 0, b.una++);
        }
        b.quiet();
    } },

    { "snd.pace.CLOSE_RECD", "so in CLOSE_RECD; one BACKOFF, and none behind an ACK", [](Bench &b) {
        const uint64_t from = slow(b, 4);
        b.set(TTP_REG_CLOSE_TMO, NEVER);
        b.close_nacked(0, 0);
        b.in_state(CLOSE_RECD, "in the back-off");
        one_out(b, waited(b, from, 1));         // one BACKOFF, whatever the pace
        for (int i = 0; i < 2; i++) {           // and none behind an ACK
            b.tx(OP_ACK, 0, b.una++);
            one_out(b, b.next(OP_PAYLOAD));
        }
    } },

    // The ACK of ID 31, which ends in five 1 bits, retires 30 too.
    { "snd.pace.down.not_una", "an ACK of more than una: no faster", [](Bench &b) {
        one_out(b, waited(b, slow(b, 2, 4, 30), 1));
        const uint64_t from = b.w.net.cycle;
        b.tx(OP_ACK, 0, 31);
        b.una = 32;
        one_out(b, waited(b, from, 1));
        acked(b, 2);
    } },

    { "snd.pace.in_pause", "NACK_FULL in a back-off: no slower", [](Bench &b) {
        slow(b, 1);
        for (int i = 0; i < 3; i++) full(b);
        one_out(b, waited(b, b.w.net.cycle, 1));
        acked(b, 1);
    } },

    { "snd.pace.life", "a peer with a life number: the whole window, each time", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, back(b));
        b.flight(3);
        for (int i = 0; i < 4; i++) {
            full(b);
            b.await(3 * back(b), "the end of the back-off");
            b.replay(b.una);
        }
        b.tx(OP_ACK, 0, b.una++);
        b.host(2);
        for (uint32_t i = 1; i < 3; i++) b.next(OP_PAYLOAD, b.snt + i, 0);
    } },

    { "snd.pace.life.next", "the next life begins at 0", [](Bench &b) {
        one_out(b, waited(b, slow(b, 3), 2));
        b.tx(OP_ACK, 0, b.snt);
        b.una = b.snt + 1;
        b.closes(0, 0);
        b.wait_completion(CPL_CLOSED);
        b.step(300);
        const Sent open = b.host_opens(3);
        b.tx(OP_OPEN_ACK, 0, open.h.txid);
        b.payloads(b.una, 3);
    } },

    { "snd.pace.reopen", "NACK_FULL in re-OPEN: no slower", [](Bench &b) {
        b.set(TTP_REG_BACKOFF, back(b));
        b.reach(S_REOPEN);
        for (int i = 0; i < 3; i++) full(b);
        b.tx(OP_OPEN_ACK, b.last, b.open_id);
        for (uint32_t id = b.una; id != b.snt + 1; id++) b.next(OP_PAYLOAD, id, 0);
        b.quiet();
    } },

    { "snd.pace.reopen.kept", "an OPEN_ACK that leaves last alone: no faster",
      with(reopened, false) },
    { "snd.pace.reopen.last", "an OPEN_ACK that sets last begins at 0", with(reopened, true) },

    { "snd.pace.restart", "a proven restart begins at 0", [](Bench &b) {
        one_out(b, waited(b, slow(b, 3), 2));
        b.opens(900, b.una);
        b.sends(901, OP_ACK, b.last);
        b.sends(901, OP_ACK, 901);
        const Sent open = b.next(OP_OPEN, b.una - 1, 0);  // str.open
        b.open_ack_replays(0, open.h.txid);
    } },

    // With nothing more to send there is a back-off as well, and the next payload waits for it.
    { "snd.pace.pause.all", "the next payload of the host waits for its end", [](Bench &b) {
        one_out(b, waited(b, slow(b, 4, 1), 4));
        const uint64_t from = b.w.net.cycle;
        b.tx(OP_ACK, 0, b.una++);
        b.step(back(b));
        b.host();
        one_out(b, waited(b, from, 4));
    } },

    { "snd.pace.pause.anew", "NACK_FULL in a back-off: as long again", [](Bench &b) {
        slow(b, 4);
        b.step(2 * back(b) + back(b) / 2 + b.links());
        full(b);
        one_out(b, waited(b, b.w.net.cycle, 4));
        acked(b, 4);
    } },

    { "snd.pace.pause.close", "a close request does not wait for its end", with(closes, true) },
    { "snd.pace.pause.close.inside", "... nor one that comes in it", with(closes, false) },

    // What a NACK retires in a back-off does not lengthen it.
    { "snd.pace.pause.nack", "a NACK that retires something does not lengthen it", [](Bench &b) {
        const uint64_t from = slow(b, 4);
        b.step(2 * back(b) + back(b) / 2 + b.links());
        b.tx(OP_NACK, 0, ++b.una);
        one_out(b, waited(b, from, 4));
    } },

    { "snd.pace.pause.nolink", "its BACKOFFs are no rounds for a NACK_NOLINK",
      with(no_rounds, true) },

    // An ACK in re-OPEN begins no back-off.
    { "snd.pace.pause.reopen", "an ACK in re-OPEN begins none", [](Bench &b) {
        slow(b, 4);
        const Sent open = b.has_no_link(b.una);
        b.tx(OP_ACK, 0, b.una++);
        b.tx(OP_OPEN_ACK, b.last, open.h.txid);
        one_out(b, b.next(OP_PAYLOAD));
    } },

    { "snd.pace.pause.rounds", "behind it the count of rounds is 0", with(no_rounds, false) },
});

} // namespace
