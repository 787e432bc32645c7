// SPDX-License-Identifier: Apache-2.0
//
// More of what edges.cpp has: an event that comes once more, comes early, or comes in another state
// than the one in which it is at home.
#include "conform.h"

namespace conform {

namespace {

// ---- opening

// It has restarted between its two OPENs, and we have no answer to ours so far.
void ships_newer(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    for (uint32_t id : { 900u, 7000u }) {
        b.tx(OP_OPEN, id, 0);
        b.next(OP_OPEN_ACK, b.una, id);
    }
    b.last = 7000;
    b.same_link("after the second OPEN");
    b.inject(b.payload(7001));
    b.next(OP_ACK, 0, 7001);
    b.delivered(1);
}

// Its payload finds no room, because of what another VC has brought.
void ships_full(Bench &b)
{
    b.life = 0;
    b.vc = 1;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.vc = 0;
    b.reach(S_SHIPS);
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_NACK_FULL, 0, b.last);
    b.quiet();
    b.in_state(REOPEN_SENT, "ours wait for the OPEN_ACK");
}

// Our OPEN or its OPEN_ACK was lost. The reference takes no number from our OPEN_ACK: it is asked
// until it has answered, and only then our payloads go.
void ships_unanswered(Bench &b, uint32_t lost)
{
    b.life = 0;
    b.set(TTP_REG_OPEN_TMO, span(b));
    b.set(TTP_REG_RETRY_MAX, 20);
    b.reach(S_SHIPS);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    for (uint32_t i = 0; i < lost; i++) {
        b.w.run(2 * span(b), [&] { return b.waiting(b.peer) != 0; }, "our OPEN again");
        b.next(OP_OPEN, b.una - 1, 0);
        b.take(b.last + 1);
    }
    b.look();
    b.tx(OP_OPEN_ACK, 0, b.una - 1);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.moved(TTP_CNT_OPENED, 1, "open");
    b.take(b.last + 1);
}

// Between its OPEN and its answer to ours.
void ships_then_news(Bench &b)
{
    b.reach(S_SHIPS);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 7001, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(7001);
}

void open_before_one(Bench &b)
{
    b.set(TTP_REG_START_ID, 0);
    b.host();
    b.next(OP_OPEN, 0, 0);
    b.tx(OP_OPEN_ACK, BASE + 1, 0);
    b.next(OP_PAYLOAD, 1, 0);
    b.take(BASE + 1);
}

// ---- closing

// Its TxID means nothing here, also if it is one of the life before. The life does.
void early_old(Bench &b)
{
    b.reach(S_OPEN_SENT_REC);
    const uint32_t ours = b.named(b.peer);
    b.mac_lives[b.peer] = b.own_life;           // the life before
    b.tx(OP_CLOSE, b.last, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last);
    b.quiet();
    b.in_state(OPEN_SENT, "after a late CLOSE");
    b.mac_lives[b.peer] = ours;
    b.tx(OP_CLOSE, b.last, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last);
    b.next(OP_OPEN, b.una - 1, 0);              // for the payloads that wait
}

// A payload long in flight: what was last is the NACK that retires it.
void idle_nacked(Bench &b)
{
    constexpr uint32_t IDLE = 8192;             // two steps of the register
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.connect();
    b.host();
    b.next(OP_PAYLOAD, ++b.snt, 0);
    b.step(4 * IDLE);
    b.quiet();
    b.tx(OP_NACK, 0, b.snt + 1);
    const uint64_t from = b.w.net.cycle;
    b.w.run(6 * IDLE, [&] { return b.waiting(b.peer) != 0; }, "the idle timer");
    const uint64_t idle = b.next(OP_CLOSE, b.snt + 1, b.last).cycle - from;
    b.expect(idle > IDLE, "CLOSE " + std::to_string(idle) + " cycles after the NACK");
}

// ---- payloads

// The OPEN may be a late copy, so our stream does not wait for what proves it.
void host_with_aside(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 70000, 0);
    b.next(OP_OPEN_ACK, b.una, 70000);
    b.host(2);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// The pause is for our payloads, not for our answers.
void taken_in_pause(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    for (int i = 0; i < 2; i++) b.take(b.last + 1);
    b.quiet();
}

// More retires while the payloads of the first ACK are being freed.
void retired_on_and_on(Bench &b)
{
    constexpr uint32_t N = 60, FIRST = 40;
    b.set(TTP_REG_CPL_CTRL, 1);
    b.flight(N);
    const size_t seen = b.cpl.size();
    for (uint32_t n = FIRST; n <= N; n += 4) b.tx(OP_ACK, 0, b.una + n - 1);
    b.step(2000);
    uint32_t id = b.una;
    for (size_t i = seen; i < b.cpl.size(); i++) {
        const std::string first = std::to_string(b.cpl[i].first_id);
        b.expect(b.cpl[i].kind == CPL_RETIRED && b.cpl[i].first_id == id,
                 "a completion from " + first + ", not from " + std::to_string(id));
        id += b.cpl[i].count;
    }
    b.expect(id == b.una + N, "all of them");
}

// It is taken because the stranger has lost its link, and comes again: no proof, but a repeat.
void lost_with_aside(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.look();
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901));
        b.next(OP_ACK, 0, 901);
    }
    b.quiet();
    b.delivered(1);
    b.moved(TTP_CNT_REPEAT, 1, "the second one");
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

} // namespace

std::vector<Row> more_edge_rows()
{
    return {
        { "open.ships.newer", "two OPENs of a stranger in OPEN_SENT: the newer one tells last",
          ships_newer },
        { "open.payload.full", "so if it finds no room", ships_full },
        { "open.payload.then", "its OPEN_ACK opens the link, and leaves last alone",
          [](Bench &b) { ships_unanswered(b, 0); } },
        { "open.payload.lost", "our OPEN goes again until it is answered",
          [](Bench &b) { ships_unanswered(b, 3); } },
        { "open.ack.learn.ships.news", "OPEN, then OPEN_ACK with another life: that sets last",
          ships_then_news },
        { "ids.open.before_one", "before payload 1 an OPEN has TxID 0", open_before_one },
        { "cls.early.old", "a CLOSE not newer than last: in this life of ours it counts",
          early_old },
        { "cls.idle.OPEN.nacked", "a NACK that retires is activity, as an ACK is", idle_nacked },
        { "snd.host.aside", "new payloads go while an OPEN is set aside", host_with_aside },
        { "rcv.next.paused", "in a back-off payloads are taken and acknowledged",
          taken_in_pause },
        { "snd.ack.order.growing", "ACKs in a row: the completions name each payload, in order",
          retired_on_and_on },
        { "rcv.once.aside.lost", "a payload of any ID that comes again is delivered once",
          lost_with_aside },
    };
}

} // namespace conform
