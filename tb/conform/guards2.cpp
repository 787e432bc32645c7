// SPDX-License-Identifier: Apache-2.0
//
// As guards.cpp: rules of an OPEN link that hold in re-OPEN, CLOSE_SENT and CLOSE_RECD as well.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

const char *place(Start s)
{
    return s == S_REOPEN ? "OPEN_SENT.reopen" : s == S_CLOSE_SENT ? "CLOSE_SENT"
        : s == S_OPEN_RECD ? "OPEN_RECD" : "CLOSE_RECD";
}

// ---- what rcv.reack repeats

enum Before { NOTHING, SET_ASIDE, RE_OPEN };

void repeats(Bench &b, Start s, bool stranger, Before before)
{
    if (stranger) b.life = 0;
    b.set(TTP_REG_REACK, SLOW);
    b.reach(s);
    const uint32_t next = b.una + (stranger && s == S_CLOSE_SENT);
    const uint32_t id = before == RE_OPEN ? b.last : 900;
    if (before == SET_ASIDE && !stranger) b.life = 0;
    if (before != NOTHING) {
        b.tx(OP_OPEN, id, 0);
        b.next(OP_OPEN_ACK, next, id);
    }
    for (int i = 0; i < 2; i++) {
        b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
        if (stranger && before != NOTHING) b.next(OP_OPEN_ACK, next, id);
        else b.next(OP_ACK, 0, b.last);
    }
}

std::vector<Row> repeat_rows()
{
    std::vector<Row> rows;
    const auto add = [&](const std::string &id, const char *rule, Start s, bool stranger,
                         Before f) {
        rows.push_back({ id, rule, [=](Bench &b) { repeats(b, s, stranger, f); } });
    };
    add("rcv.reack.CLOSE_SENT.known", "ACK of last", S_CLOSE_SENT, false, NOTHING);
    for (const Start s : { S_REOPEN, S_CLOSE_SENT, S_CLOSE_RECD }) {
        const std::string at = place(s);
        add("rcv.reack." + at + ".stranger", "to a stranger: ACK of last", s, true, NOTHING);
        if (s != S_REOPEN)
            add("rcv.reack." + at + ".aside", "a stranger's OPEN is set aside: ACK of last",
                s, false, SET_ASIDE);
        add("open.ack.lost." + at, "a stranger's re-OPEN: OPEN_ACK again", s, true, RE_OPEN);
        add("open.ack.lost." + at + ".aside", "a stranger's OPEN set aside: OPEN_ACK again", s,
            true, SET_ASIDE);
    }
    return rows;
}

// The peer has opened, no payload has followed, and the link is closing. It is no stranger.
void repeats_opened(Bench &b, bool by_peer)
{
    b.set(TTP_REG_REACK, 10 * T);
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t una = b.next(OP_OPEN_ACK).h.txid;
    if (by_peer) {
        b.tx(OP_CLOSE, BASE + 3, 0);
        b.next(OP_CLOSE_NACK, una - 1, BASE + 3);
    } else {
        b.close();
        b.next(OP_CLOSE, una, BASE);
    }
    b.w.run(30 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, BASE);
}

// A payload follows a stranger's re-OPEN: it is no answer to an OPEN of ours, and ends the repeat.
void followed(Bench &b, Start s)
{
    b.life = 0;
    b.set(TTP_REG_REACK, 10 * T);
    b.reach(s);
    const uint32_t before = b.state();
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK, b.una, b.last);
    b.take(b.last + 1);
    b.quiet();
    b.in_state(before, "afterwards");
    b.w.run(30 * T, [&] { return b.waiting(b.peer) != 0; }, "the repeat");
    b.next(OP_ACK, 0, b.last);
}

// A stranger opens and closes, and its payload comes late.
void late_payload(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
    b.inject(b.payload(BASE + 1));
    b.next(OP_NACK_NOLINK, 0, BASE + 1);
    b.quiet();
    b.in_state(CLOSED, "afterwards");
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

// It has no link, but says nothing of its numbers.
void nolink_not_zero(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK_NOLINK, 0, 5);
    b.next(OP_OPEN, b.una - 1, 0);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.take(b.last + 1);
}

std::vector<Row> opened_rows()
{
    return {
        { "open.ack.lost.CLOSE_SENT.known", "a peer with a number: ACK of last",
          [](Bench &b) { repeats_opened(b, false); } },
        { "open.ack.lost.CLOSE_RECD.known", "a peer with a number: ACK of last",
          [](Bench &b) { repeats_opened(b, true); } },
        { "open.ack.lost.OPEN_SENT.reopen.followed", "a payload ends it, and the re-OPEN goes on",
          [](Bench &b) { followed(b, S_REOPEN); } },
        { "open.ack.lost.CLOSE_RECD.followed", "a payload ends it, and the closing goes on",
          [](Bench &b) { followed(b, S_CLOSE_RECD); } },
        { "rcv.nolink.CLOSED.stranger.late", "a stranger's, after its OPEN and CLOSE",
          late_payload },
        { "str.open.OPEN_RECD", "our OPEN goes out behind the OPEN_ACK", asked_after_open_ack },
        { "str.lost.CLOSE_RECD.other", "only RxID 0 says that its numbers are unknown",
          nolink_not_zero },
    };
}

// ---- gaps

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

// ---- restarts

uint32_t restarts(Bench &b, uint32_t id)
{
    b.inject(b.payload(id));
    b.step(600);
    return b.completed(CPL_RESTARTED);
}

// An OPEN of this life of the peer, late.
void copy(Bench &b, Start s)
{
    b.reach(s);
    b.tx(OP_OPEN, 900, 0);
    b.step(400);
    b.a.wire_out.hold = false;
    if (s == S_OPEN_RECD) b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);                  // a repeat
    b.quiet();
    b.expect(!b.completed(CPL_RESTARTED), "a copy is not set aside");
}

// The OPEN of what was a stranger is set aside. A payload to another life of ours proves nothing.
void others(Bench &b, Start s)
{
    b.life = 0;
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
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
    b.life = 0;
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
    b.life = 0;
    b.take(b.last + 1);
    b.life = OTHER;
    b.expect(!restarts(b, 901), "it is forgotten");
    b.next(OP_NACK_NOLINK, 0, 901);
    b.quiet();
}

// Of a stranger: both of the next two payloads, and no other between.
void two(Bench &b, Start s, bool between)
{
    b.life = 0;
    b.reach(s);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK);
    b.expect(!restarts(b, 901), "one is not enough");
    b.next(OP_ACK, 0, b.last);
    if (between) {
        b.inject(b.payload(b.last));
        b.next(OP_ACK, 0, b.last);
        b.expect(!restarts(b, 901), "it is forgotten");
        b.next(OP_ACK, 0, b.last);
    }
    b.expect(restarts(b, 901) == !between, "the second one");
    b.heard.clear();
}

std::vector<Row> state_rows()
{
    std::vector<Row> rows;
    const auto add = [&](const std::string &id, const char *rule, std::function<void(Bench &)> f) {
        rows.push_back({ id, rule, std::move(f) });
    };
    for (const Start s : { S_REOPEN, S_CLOSE_SENT, S_CLOSE_RECD }) {
        const std::string at = place(s);
        add("rcv.gap.pass." + at, "what ends a pass", [s](Bench &b) { gaps(b, s); });
        add("str.prove." + at + ".only", "no payload to another life proves it or forgets it",
            [s](Bench &b) { others(b, s); });
        add("str.aside.forget." + at, "the stranger's payload last + 1 forgets it",
            [s](Bench &b) { forgotten(b, s); });
        add("str.prove.twice." + at, "both of the next two", [s](Bench &b) { two(b, s, false); });
        add("str.prove.twice." + at + ".between", "another between forgets it",
            [s](Bench &b) { two(b, s, true); });
    }
    for (const Start s : { S_CLOSE_SENT, S_CLOSE_RECD, S_OPEN_RECD })
        add(std::string("open.live.") + place(s) + ".copy", "a copy proves nothing",
            [s](Bench &b) { copy(b, s); });
    return rows;
}

} // namespace

std::vector<Row> guard_state_rows() { return repeat_rows() + opened_rows() + state_rows(); }

} // namespace conform
