// SPDX-License-Identifier: Apache-2.0
//
// Corners of the kind of corners.cpp again: a replay that is not over, a pause that is, a bit or an
// ID at the edge, and what a rule leaves alone.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t MANY = 24;       // in flight: more than a MAC has on their way to the wire

// Longer than what a row does meanwhile, and than a walk of the timer.
uint32_t long_time(Bench &b)
{
    return static_cast<uint32_t>(12000 + 4 * b.links());
}

size_t heard_id(Bench &b, uint32_t id)
{
    const auto &q = b.heard[b.peer];
    const auto same = [&](const Sent &s) { return s.h.opcode == OP_PAYLOAD && s.h.txid == id; };
    return static_cast<size_t>(std::count_if(q.begin(), q.end(), same));
}

// ---- a replay that is not over

// Two payloads of it have left, and the wire takes no more. The timer runs since una has left.
void stop_replay(Bench &b, uint32_t timeout = NEVER)
{
    b.flight(MANY);
    b.set(TTP_REG_TIMEOUT, timeout);
    const auto hear = b.w.sent;
    b.w.sent = [&b, hear](const Frame &f) {
        hear(f);
        b.a.wire_out.hold = b.waiting(b.peer) == 2;
    };
    b.tx(OP_NACK, 0, b.una);
    b.step(600);
    b.w.sent = hear;
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

void go_on(Bench &b)
{
    b.a.wire_out.hold = false;
    b.step(2000);
}

void ack_beyond(Bench &b)
{
    stop_replay(b);
    b.tx(OP_ACK, 0, b.snt);
    b.step(600);
    b.expect(b.rec()[2] == b.snt + 1, "the one named and every older one retire");
    go_on(b);
    b.heard.clear();                            // what was on its way
    b.moved(TTP_CNT_RETIRED, MANY, "all");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

void nack_behind(Bench &b)
{
    stop_replay(b);
    b.tx(OP_NACK, 0, b.una + 1);
    b.step(600);
    b.moved(TTP_CNT_RETIRED, 1, "what is older");
    go_on(b);
    b.expect(heard_id(b, b.una + 1) == 1, "it goes back to the one that is missing");
    b.heard.clear();
}

void timeout_behind(Bench &b)
{
    const uint32_t tmo = long_time(b);
    stop_replay(b, tmo);
    b.step(tmo + tmo / 4);
    go_on(b);
    b.expect(heard_id(b, b.una) == 1, "it goes back to una");
    b.heard.clear();
}

void timer_anew(Bench &b)
{
    const uint32_t tmo = long_time(b);
    stop_replay(b, tmo);
    b.step(tmo / 2);
    b.tx(OP_ACK, 0, b.una);
    b.step(tmo / 2 + tmo / 4);
    b.moved(TTP_CNT_TIMEOUT, 0, "what retires starts it anew");
    b.step(tmo / 2);
    b.moved(TTP_CNT_TIMEOUT, 1, "and it runs");
    go_on(b);
    b.heard.clear();
}

// ---- a pause, a round, a NACK

// One of three retires: the others go at once.
void pause_ends(Bench &b)
{
    b.flight(3);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_ACK, 0, b.una++);
    b.replay(b.una);
}

// The pause of a NACK_FULL is a timer too, and goes on when the peer closes.
void close_in_pause(Bench &b)
{
    b.set(TTP_REG_BACKOFF, 10 * T);
    b.set(TTP_REG_CLOSE_TMO, T);
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.snt, b.last + 1);
    b.step(5 * T);
    b.expect(b.waiting(b.peer) == 0, "nothing is sent before the end of the pause");
    b.w.run(10 * T, [&] { return b.waiting(b.peer) >= 2; }, "the replay");
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.snt, 0);
}

// With nothing in flight our OPEN to a stranger is a round as well, until something retires.
void asked(Bench &b)
{
    b.set(TTP_REG_TIMEOUT, T);                  // retry_max 3
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.look();
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.wait_completion(CPL_DEAD, 10 * T);
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, 2, "timeouts until dead");
    b.heard.clear();
}

void nack_after_timeout(Bench &b)
{
    const uint32_t tmo = long_time(b);
    b.set(TTP_REG_CTRL, 5);                     // NACK_ONCE
    b.reach(S_CLOSE_RECD);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, tmo);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.tx(OP_NACK, 0, b.una);
    b.replay(b.una);
    b.w.run(2 * tmo, [&] { return b.waiting(b.peer) == 3; }, "CLOSE_NACK and a replay");
    b.heard.clear();
    b.tx(OP_NACK, 0, b.una);
    b.step(tmo / 2);
    b.expect(b.waiting(b.peer) == 2, "the same NACK counts again");
    b.heard.clear();
}

// ---- opening, closing

void first_id_zero(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xffffffff);
    b.host();
    b.next(OP_OPEN, 0xffffffff, 0);
    b.tx(OP_OPEN_ACK, BASE + 1, 0xffffffff);
    b.next(OP_PAYLOAD, 0, 0);
}

// What was in flight when it was given up has used its IDs.
void flushed_in_recd(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(S_CLOSE_RECD);
    b.wait_completion(CPL_DEAD, 20 * T);
    b.step(300);
    b.heard.clear();
    b.host();
    b.next(OP_OPEN, b.snt, 0);
}

void other_nack(Bench &b)
{
    b.reach(S_REOPEN);
    for (uint32_t id : { b.open_id - 1, b.open_id + 1, b.snt, 0u }) b.tx(OP_OPEN_NACK, 0, id);
    b.quiet();
    b.in_state(REOPEN_SENT, "after OPEN_NACKs to none of our OPENs");
}

// Passing ships: its OPEN came before its CLOSE.
void early_in_ships(Bench &b)
{
    b.reach(S_SHIPS);
    const uint32_t life = b.rec()[5] & 0xffff;
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
    b.expect(b.next(OP_OPEN, b.open_id, 0).h.epoch != life, "payloads that wait open a new life");
}

void illegal_with_request(Bench &b)
{
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.tx(OP_CLOSE_NACK, b.last + 1, b.snt + 1);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 1, "a request is no CLOSE");
    b.in_state(OPEN, "with a request waiting");
}

void dead_number(Bench &b)
{
    b.reach(S_DEAD);
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t next = b.own_life == 0xffff ? 1 : b.own_life + 1;
    b.expect(b.next(OP_OPEN_ACK).h.epoch == next, "the next number");
}

// Its re-OPEN says nothing of the OPEN set aside.
void repeat_beside_aside(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (uint32_t id : { b.last, b.last - 1 }) {
        b.tx(OP_OPEN, id, 0);
        b.next(OP_OPEN_ACK, b.una, id);
    }
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
}

// The victim's peer closes too. No other link of the set is idle.
void victim_crossing(Bench &b)
{
    constexpr uint32_t PAUSE = 20000;
    b.set(TTP_REG_BACKOFF, PAUSE);
    becomes_victim(b);
    b.tx(OP_CLOSE, b.last + 1, b.snt);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.wait_completion(CPL_CLOSED);
    b.life = OTHER;
    b.tx(OP_OPEN, 70000, 0);
    b.next(OP_OPEN_NACK, 0, 70000);
    b.step(PAUSE + 1000 + b.links());
    b.tx(OP_OPEN, 70001, 0);
    b.next(OP_OPEN_ACK, b.snt + 1, 70001);
}

// ---- bad input

// Each bit of our address counts.
void dest_bits(Bench &b)
{
    b.reach(S_OPEN);
    b.mac();
    for (size_t bit = 0; bit < 48; bit++) {
        Frame f = b.payload(b.last + 1);
        f.bytes[bit / 8] = static_cast<uint8_t>(f.bytes[bit / 8] ^ 1u << bit % 8);
        b.inject(f);
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_DST, 48, "each is another address");
    b.take(b.last + 1);
}

// Each of its upper bits makes the length too great, whatever the others say.
void length_bits(Bench &b)
{
    b.reach(S_FLIGHT);
    b.mac();
    for (unsigned bit = 11; bit < 16; bit++) {
        for (uint32_t op : { OP_PAYLOAD, OP_ACK }) {
            Frame f = op == OP_ACK ? b.frame(op, 0, b.una) : b.payload(b.last + 1);
            f.bytes[40] = static_cast<uint8_t>(f.bytes[40] | 1u << (bit - 8));
            b.inject(f);
        }
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_LENGTH, 5, "a PAYLOAD of more than 1024 bytes");
    b.moved(TTP_CNT_DROP_SHORT, 5, "a control packet is shorter than that");
    b.moved(TTP_CNT_RETIRED, 0, "and nothing else");
    b.take(b.last + 1);
}

} // namespace

std::vector<Row> last_corner_rows()
{
    return {
        { "cls.early.ships", "a CLOSE behind the peer's OPEN ends OPEN_SENT as well",
          early_in_ships },
        { "cls.illegal.OPEN.request", "in OPEN with a close request a CLOSE_NACK is illegal",
          illegal_with_request },
        { "cls.recd.OPEN.pause", "the pause of a NACK_FULL goes on in CLOSE_RECD",
          close_in_pause },
        { "ids.life.CLOSE_RECD", "a link given up in CLOSE_RECD goes on behind what it flushed",
          flushed_in_recd },
        { "ids.open.zero", "the OPEN before a payload 0 carries 0xffffffff", first_id_zero },
        { "in.dest.bits", "each bit of the destination counts", dest_bits },
        { "in.length.high", "a length of 2048 and more is too great", length_bits },
        { "life.number.dead", "a late OPEN that opens a dead link takes a new number",
          dead_number },
        { "open.nack.REOPEN_SENT.other", "in re-OPEN the RxID counts too", other_nack },
        { "reopen.round.asked", "an OPEN with nothing in flight is a round too", asked },
        { "snd.ack.replay", "an ACK beyond what a replay has reached retires it", ack_beyond },
        { "snd.full.ack.part", "an ACK of one payload ends the back-off", pause_ends },
        { "snd.nack.replay", "a NACK in a replay goes back to the missing one", nack_behind },
        { "snd.nack.once.CLOSE_RECD.timer", "after a timeout in CLOSE_RECD it counts again",
          nack_after_timeout },
        { "snd.timeout.replay", "a timeout in a replay goes back to una", timeout_behind },
        { "snd.timer.replay", "what retires in a replay starts the timer anew", timer_anew },
        { "str.repeat.aside", "a re-OPEN leaves an OPEN set aside alone", repeat_beside_aside },
        { "tbl.victim.after.crossing", "the entry is kept if the peer's CLOSE ended it",
          victim_crossing },
    };
}

} // namespace conform
