// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     rcv.reack rcv.reack.unknown
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

enum Before { NOTHING, SET_ASIDE, RE_OPEN };

// A payload begins the interval. A repeat and an old ACK in it do not begin it anew.
void nothing_new(Bench &b, Start s)
{
    const uint32_t often = 2 * span(b);
    b.set(TTP_REG_REACK, often);
    b.reach(s);
    const uint64_t from = b.w.net.cycle;
    b.take(b.last + 1);
    b.step(often / 2);
    b.inject(b.payload(b.last));
    if (b.life) b.next(OP_ACK, 0, b.last);      // rcv.repeat.stranger
    b.tx(OP_ACK, 0, b.una - 1);
    b.await(often, "the end of the interval");
    b.expect(b.next(OP_ACK, 0, b.last).cycle - from < often + span(b), "in time");
}

// The stranger's numbers are unknown when the link closes or opens again.
void unknown_closing(Bench &b, State at)
{
    b.set(TTP_REG_REACK, T);
    numbers_unknown(b);
    if (at == CLOSE_SENT) {
        b.tx(OP_ACK, 0, b.una + 1);
        b.we_close(b.una + 2, 0);
    } else if (at == CLOSE_RECD) {
        b.tx(OP_CLOSE, 900, 0);
        b.next(OP_CLOSE_NACK, b.una + 1, 900);
    } else {
        b.has_no_link(b.una);
    }
    b.next_within(2 * T, OP_NACK, 0, 0);
    b.in_state(at, "afterwards");
}

void repeats(Bench &b, Start s, bool stranger, Before before)
{
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s, stranger);
    const uint32_t next = b.una + (stranger && s == S_CLOSE_SENT);
    const uint32_t id = before == RE_OPEN ? b.last : 900;
    if (before == SET_ASIDE && !stranger) b.life = 0;
    if (before != NOTHING) {
        b.opens(id, next);
    }
    for (int i = 0; i < 2; i++) {
        b.await(3 * SLOW, "the repeat");
        if (stranger && before != NOTHING) b.next(OP_OPEN_ACK, next, id);
        else b.next(OP_ACK, 0, b.last);
    }
}

// The interval begins anew with a payload taken.
void interval(Bench &b, Start s)
{
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s);
    b.step(SLOW / 2);
    const uint64_t from = b.w.net.cycle;
    b.take(b.last + 1);
    b.await(3 * SLOW, "the repeat");
    b.expect(b.next(OP_ACK, 0, b.last).cycle - from > SLOW - 1000, "not before its time");
}

// Waits for the ACK that is repeated; other frames of ours are let pass.
uint64_t repeated(Bench &b, uint64_t limit)
{
    const uint64_t from = b.w.net.cycle;
    bool seen = false;
    b.w.run(limit, [&] {
        auto &q = b.heard[b.peer];
        while (!q.empty() && !seen) {
            seen = q.front().h.opcode == OP_ACK;
            if (seen) b.expect(q.front().h.rxid == b.last && q.front().h.txid == 0, "the last ACK");
            q.pop_front();
        }
        return seen;
    }, "the repeated ACK");
    return b.w.net.cycle - from;
}

const Rows MADE_1([] {
    std::vector<Row> rows;
    const auto add = [&](const std::string &id, const char *rule, Start s, bool stranger,
                         Before f) {
        rows.push_back({ id, rule, [=](Bench &b) { repeats(b, s, stranger, f); } });
    };
    add("rcv.reack.CLOSE_SENT.known", "ACK of last", S_CLOSE_SENT, false, NOTHING);
    for (const Start s : { S_REOPEN, S_CLOSE_SENT, S_CLOSE_RECD }) {
        const std::string at = state_word(s);
        add("rcv.reack." + at + ".stranger", "to a stranger: ACK of last", s, true, NOTHING);
        if (s != S_REOPEN)
            add("rcv.reack." + at + ".aside", "a stranger's OPEN is set aside: ACK of last",
                s, false, SET_ASIDE);
        add("open.ack.lost." + at, "a stranger's re-OPEN: OPEN_ACK again", s, true, RE_OPEN);
        add("open.ack.lost." + at + ".aside", "a stranger's OPEN set aside: OPEN_ACK again", s,
            true, SET_ASIDE);
    }
    return rows;
}());

const Rows ROWS({
    // Payloads of the peer are missing, and its CLOSE is here.
    { "rcv.reack.CLOSE_RECD", "in CLOSE_RECD too", [](Bench &b) {
        const uint32_t often = span(b);
        b.set(TTP_REG_REACK, often);
        b.reach(S_MISSING);
        for (int i = 0; i < 2; i++) {
            b.next_within(3 * often, OP_ACK, 0, b.last);
        }
    } },

    { "rcv.reack.CLOSE_RECD.repeat", "in CLOSE_RECD, too", with(nothing_new, S_MISSING) },
    { "rcv.reack.CLOSE_RECD.taken", "a payload taken begins the interval anew",
      with(interval, S_MISSING) },
    { "rcv.reack.CLOSE_SENT.repeat", "in CLOSE_SENT, too", with(nothing_new, S_CLOSE_SENT) },
    { "rcv.reack.CLOSE_SENT.taken", "a payload taken begins the interval anew",
      with(interval, S_CLOSE_SENT) },
    { "rcv.reack.OPEN.repeat", "a repeat does not put the next ACK off",
      with(nothing_new, S_OPEN) },
    { "rcv.reack.OPEN_SENT.reopen.repeat", "in re-OPEN, too", with(nothing_new, S_REOPEN) },
    { "rcv.reack.OPEN_SENT.reopen.taken", "a payload taken begins the interval anew",
      with(interval, S_REOPEN) },

    { "rcv.reack.each", "no new payload for reack_interval: the last ACK again, each interval",
      [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.life = 0;
        b.connect();
        const uint64_t took = repeated(b, 2 * T + 2 * b.links());
        b.expect(took + 300 >= T, "not before its time");
        const uint64_t again = repeated(b, 2 * T + 2 * b.links());
        b.expect(again + 300 >= T, "and again an interval later");
    }, "read: again after each further interval, since that ACK can be lost too" },

    // The interval of the repeats begins anew with the payload that ends the pass.
    { "rcv.reack.gap.closed", "the payload that closes a gap begins the interval anew",
      [](Bench &b) {
        b.reach(S_OPEN);
        b.set(TTP_REG_TIMEOUT, SLOW);
        b.set(TTP_REG_REACK, 3 * SLOW / 2);
        b.sends(b.last + 2, OP_NACK, b.last + 1);
        b.step(SLOW / 4);
        b.take(b.last + 1);
        timed(b, OP_ACK, b.w.net.cycle, 3 * SLOW / 2);
    } },

    { "rcv.reack.new", "a new payload starts the interval afresh", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.life = 0;
        b.connect();
        for (int i = 0; i < 8; i++) {
            b.step(T / 2);
            b.expect(b.waiting(b.peer) == 0, "new payloads come in time");
            b.take(b.last + 1);
        }
        repeated(b, 2 * T + 2 * b.links());
    } },

    { "rcv.reack.off", "reack_interval 0: off", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.step(70000);
        b.quiet();
    } },

    // The intervals of REACK go on over a re-OPEN and its answer.
    { "rcv.reack.reopened", "a re-OPEN does not put the next ACK off", [](Bench &b) {
        const uint32_t often = 2 * span(b);
        b.set(TTP_REG_REACK, often);
        b.reach(S_FLIGHT, STRANGER);
        b.take(b.last + 1);
        b.step(often / 2);
        b.tx(OP_NACK_NOLINK, 0, b.una);
        b.open_ack_replays(b.last + 1, b.next(OP_OPEN).h.txid);
        b.next_within(often * 3 / 4, OP_ACK, 0, b.last);
    } },

    { "rcv.reack.sending", "whatever we send meanwhile", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.life = 0;
        b.connect();
        bool seen = false;
        // what we send meanwhile does not matter
        for (int i = 0; i < 12 && b.ok() && !seen; i++) {
            b.host();
            b.step(T / 4);
            auto &q = b.heard[b.peer];
            while (!q.empty()) {
                if (q.front().h.opcode == OP_PAYLOAD) b.tx(OP_ACK, 0, q.front().h.txid);
                else seen = q.front().h.opcode == OP_ACK && q.front().h.rxid == b.last;
                q.pop_front();
            }
        }
        b.expect(seen, "no ACK was repeated while we sent");
    } },

    // The silence of the reference: its payload got through, our ACK was lost.
    { "rcv.reack.wakes", "so a reference that fell silent goes on", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.life = 0;
        b.connect();
        b.sends(b.last + 1, OP_ACK, b.last + 1);  // lost
        b.last++;
        repeated(b, 2 * T + 2 * b.links());
        b.take(b.last + 1);                     // it goes on
    } },

    // Before its ID is known a NACK that names none goes out instead of an ACK.
    { "rcv.reack.unknown", "before its first payload NACK 0 each interval, no ACK", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        numbers_unknown(b);
        b.tx(OP_ACK, 0, b.una + 1);
        const auto again = [&b] { return b.waiting(b.peer) != 0; };
        // its own payload may be lost, and its timer stopped
        for (int i = 0; i < 3; i++) {
            const uint64_t from = b.w.net.cycle;
            b.w.run(3 * T, again, "the NACK");
            b.expect(b.w.net.cycle - from + 300 >= T || i == 0, "not before its time");
            b.next(OP_NACK, 0, 0);
        }
        b.take(777);
        b.w.run(3 * T, again, "the ACK again");
        b.next(OP_ACK, 0, 777);
    }, "an ACK could name the payload that it waits for" },

    // An OPEN is set aside when the stranger says that it has no link.
    { "rcv.reack.unknown.aside", "it goes before an OPEN set aside", [](Bench &b) {
        b.set(TTP_REG_REACK, T);
        b.reach(S_OPEN, STRANGER);
        b.opens(900, b.una);
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.next_within(2 * T, OP_NACK, 0, 0);
    } },

    { "rcv.reack.unknown.closed_by", "also while the peer waits for our last",
      with(unknown_closing, CLOSE_RECD) },
    { "rcv.reack.unknown.closer", "also while our CLOSE is out",
      with(unknown_closing, CLOSE_SENT) },
    { "rcv.reack.unknown.reopen", "also in re-OPEN", with(unknown_closing, REOPEN_SENT) },
});

} // namespace
