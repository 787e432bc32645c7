// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     rcv.gap rcv.gap.pass rcv.gap.timeout rcv.far
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

void gaps(Bench &b, Start s)
{
    if (s == S_CLOSE_RECD) b.life = 0;          // no end of its payloads is known
    b.reach(s);
    const auto ahead = [&](uint32_t n, bool told) {
        b.inject(b.payload(b.last + n));
        if (told) b.next(OP_NACK, 0, b.last + 1);
        b.quiet();
    };
    ahead(2, true);
    ahead(3, false);
    ahead(2, true);                             // the peer has begun again
    ahead(3, false);
    b.take(b.last + 1);
    ahead(4, true);                             // last has moved
    b.set(TTP_REG_TIMEOUT, T);
    ahead(3, true);
    b.step(2 * T + b.links());
    ahead(5, true);                             // rcv.gap.timeout
}

uint32_t restarts(Bench &b, uint32_t id)
{
    b.inject(b.payload(id));
    b.step(600);
    return b.completed(CPL_RESTARTED);
}

// A stranger's OPEN with a life number is set aside. A payload to another life of ours proves
// nothing.
void others(Bench &b, Start s)
{
    b.reach(s, STRANGER);
    b.life = OTHER;
    b.opens(900);
    const uint32_t ours = b.named(b.peer);
    b.mac_lives[b.peer] = other_life(ours);
    for (const uint32_t id : { 901u, b.last, b.last + 1 }) {
        b.expect(!restarts(b, id), "it proves nothing");
        b.next(OP_NACK_NOLINK, 0, id);
    }
    b.mac_lives[b.peer] = ours;
    b.expect(restarts(b, 901), "the proof");
    b.in_state(OPEN, "afterwards");
    b.heard.clear();
}

void forgotten(Bench &b, Start s)
{
    b.reach(s, STRANGER);
    b.life = OTHER;
    b.opens(900);
    b.life = 0;
    b.take(b.last + 1);
    b.life = OTHER;
    b.expect(!restarts(b, 901), "it is forgotten");
    b.next(OP_NACK_NOLINK, 0, 901);
    b.quiet();
}

// A stranger's restart is proved by its next two payloads. between: another one comes between them.
void two(Bench &b, Start s, bool between)
{
    b.reach(s, STRANGER);
    b.opens(900);
    b.expect(!restarts(b, 901), "one is not enough");
    b.next(OP_ACK, 0, b.last);
    if (between) {
        b.sends(b.last, OP_ACK, b.last);
        b.expect(!restarts(b, 901), "it is forgotten");
        b.next(OP_ACK, 0, b.last);
    }
    b.expect(restarts(b, 901) == !between, "the second one");
    b.heard.clear();
}

const Rows CELLS(rows_of({
    { "rcv.gap.CLOSE_RECD", "below the closing ID, a gap: NACK", S_MISSING, KNOWN, OP_PAYLOAD,
      LAST2, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, CLOSE_RECD, LAST, UNA, GAP },
    { "rcv.gap.CLOSE_SENT", "a gap: NACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST2, NIL, SAME,
      { { OP_NACK, NIL, LAST1 } }, CLOSE_SENT, LAST, UNA, GAP },
    { "rcv.gap.OPEN", "a gap: NACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME,
      { { OP_NACK, NIL, LAST1 } }, OPEN, LAST, UNA, GAP },
    { "rcv.far.CLOSE_RECD", "a stranger's, of which no end is known: dropped and counted",
      S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST_FAR, NIL, SAME, {}, CLOSE_RECD, LAST, UNA, FAR },
    { "rcv.far.CLOSE_SENT", "dropped and counted", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST_FAR, NIL,
      SAME, {}, CLOSE_SENT, LAST, UNA, FAR },
    { "rcv.far.OPEN", "too far ahead: dropped and counted", S_OPEN, KNOWN, OP_PAYLOAD, LAST_FAR,
      NIL, SAME, {}, OPEN, LAST, UNA, FAR },
    { "rcv.far.OPEN_SENT.reopen", "in re-OPEN: dropped and counted", S_REOPEN, STRANGER, OP_PAYLOAD,
      LAST_FAR, NIL, SAME, {}, REOPEN_SENT, LAST, UNA, FAR },
}));

const Rows MADE_1([] {
    std::vector<Row> rows;
    const auto add = [&](const std::string &id, const char *rule, std::function<void(Bench &)> f) {
        rows.push_back({ id, rule, std::move(f) });
    };
    for (const Start s : { S_REOPEN, S_CLOSE_SENT, S_CLOSE_RECD }) {
        const std::string at = state_word(s);
        add("rcv.gap.pass." + at, "what ends a pass", [s](Bench &b) { gaps(b, s); });
        add("str.prove." + at + ".only", "no payload to another life proves it or forgets it",
            [s](Bench &b) { others(b, s); });
        add("str.aside.forget." + at, "the stranger's payload last + 1 forgets it",
            [s](Bench &b) { forgotten(b, s); });
        add("str.prove.twice." + at, "both of the next two", [s](Bench &b) { two(b, s, false); });
        add("str.prove.twice." + at + ".between", "another between forgets it",
            [s](Bench &b) { two(b, s, true); });
    }
    return rows;
}());

const Rows ROWS({
    { "rcv.gap.once", "a gap: NACK(last + 1) once per pass", [](Bench &b) {
        b.reach(S_OPEN);
        nacked(b, 2);
        silent(b, { 3, 4, 9, 100 });
        b.moved(TTP_CNT_GAP, 5, "gaps");
        b.delivered(0);
        b.take(b.last + 1);
    } },

    { "rcv.gap.reack", "the same with REACK on", [](Bench &b) {
        b.set(TTP_REG_REACK, 100 * T);
        b.reach(S_OPEN);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
    } },

    { "rcv.gap.pass.farther", "a payload taken ends the pass", [](Bench &b) {
        b.reach(S_OPEN);
        b.sends(b.last + 3, OP_NACK, b.last + 1);
        b.take(b.last + 1);
        b.sends(b.last + 4, OP_NACK, b.last + 1);
    } },

    // The farthest payload that still leaves a gap, then one not newer.
    { "rcv.gap.pass.farthest", "65535 ahead, then one that is nearer: a new pass", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t ahead : { 65535u, 2u }) {
            b.sends(b.last + ahead, OP_NACK, b.last + 1);
        }
    } },

    { "rcv.gap.pass.lost_again", "NACK again when the resent frame was lost again", [](Bench &b) {
        b.reach(S_OPEN);
        nacked(b, 2);
        silent(b, { 3, 4 });
        nacked(b, 2);                           // sent again from last + 1, and that was lost again
        silent(b, { 3, 4 });
        nacked(b, 4);                           // not newer than the newest seen
        silent(b, { 5 });
        b.take(b.last + 1);
    }, "the newest out-of-order ID is that of the pass: each pass gives one NACK" },

    { "rcv.gap.pass.moved", "a pass ends when last moves", [](Bench &b) {
        b.reach(S_OPEN);
        nacked(b, 3);
        silent(b, { 4 });
        b.take(b.last + 1);
        nacked(b, 3);                           // last has moved: a new pass
        b.take(b.last + 1);
        b.take(b.last + 1);
    } },

    { "rcv.gap.pass.told", "an OPEN that tells the numbers anew ends the pass", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.sends(b.last + 3, OP_NACK, b.last + 1);
        told_anew(b);
        b.inject(b.payload(b.last + 9));        // farther ahead than the one of the last pass
        b.next(OP_NACK, 0, b.last + 1);
        b.take(b.last + 1);
    } },

    { "rcv.gap.timeout", "NACK again at the first younger payload after a timeout", [](Bench &b) {
        constexpr uint32_t LATER = 5000;
        b.set(TTP_REG_TIMEOUT, LATER);
        b.reach(S_OPEN);
        nacked(b, 2);
        silent(b, { 3 });
        b.step(LATER + 2 * b.links());
        b.quiet();                              // it takes a younger payload
        nacked(b, 4);
        silent(b, { 5 });
        b.take(b.last + 1);
    }, "the timeout is TIMEOUT, from the last NACK" },

    // Payloads behind the gap come all the time, each newer than the one before.
    { "rcv.gap.timeout.busy", "payloads behind the gap do not put the end of the pass off",
      [](Bench &b) {
        const uint32_t tmo = span(b);
        b.set(TTP_REG_TIMEOUT, tmo);
        b.reach(S_OPEN);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        for (uint32_t i = 0; i < 2; i++) {
            b.step(tmo / 3);
            b.inject(b.payload(b.last + 3 + i));
        }
        b.quiet(200);
        b.step(2 * (tmo / 3));
        b.sends(b.last + 5, OP_NACK, b.last + 1);
    } },

    { "rcv.gap.timeout.full", "a NACK_FULL does not end the pass", [](Bench &b) {
        const uint64_t from = gap_then_full(b);
        comes_in_time(b, OP_ACK, from, 3 * SLOW - T, 3 * SLOW + T);
    } },

    { "rcv.gap.timeout.silent", "the end of a pass sends nothing, REACK begins anew", [](Bench &b) {
        b.reach(S_OPEN);
        b.set(TTP_REG_TIMEOUT, SLOW);
        b.set(TTP_REG_REACK, 2 * SLOW);
        b.inject(b.payload(b.last + 2));
        const uint64_t from = b.next(OP_NACK, 0, b.last + 1).cycle;
        comes_in_time(b, OP_ACK, from, 3 * SLOW - T, 3 * SLOW + T);
    } },

    { "rcv.far", "up to 65535 ahead is a gap; farther: drop and count", [](Bench &b) {
        b.reach(S_OPEN);
        nacked(b, 65535);
        b.moved(TTP_CNT_GAP, 1, "65535 ahead is a gap");
        for (uint32_t n : { 65536u, 70000u, 0x7fffffffu }) b.inject(b.payload(b.last + n));
        b.quiet();
        b.moved(TTP_CNT_DROP_FAR, 3, "farther: dropped and counted");
        b.take(b.last + 1);
    } },
});

} // namespace
