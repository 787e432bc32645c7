// SPDX-License-Identifier: Apache-2.0
//
// More corners of the kind of corners.cpp, found in the same way: a rule in a state, or beside
// another rule, for which it has no row of its own.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

constexpr uint32_t T = 4000;

bool heard_op(Bench &b, uint32_t op)
{
    const auto &q = b.heard[b.peer];
    return std::any_of(q.begin(), q.end(), [&](const Sent &s) { return s.h.opcode == op; });
}

// A NACK of the next ID retires all that is in flight, as an ACK does.
void drained_by_nack(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.tx(OP_NACK, 0, b.snt + 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.in_state(CLOSED, "drained");
}

// Ours never get an ACK, the peer's come one by one: more than retry_max timeouts in all.
void taken_in_flight(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(S_FLIGHT);                          // retry_max 3
    b.tx(OP_CLOSE, b.last + 6, b.una - 1);
    for (int i = 0; i < 3 && b.ok(); i++) {
        b.step(T + T / 4);
        b.heard.clear();                        // CLOSE_NACKs and replays
        b.take(b.last + 1);
    }
    b.in_state(CLOSE_RECD, "two are missing");
    b.expect(!b.completed(CPL_DEAD), "not dead");
    b.heard.clear();
}

// The host takes nothing more. The peer sends its payload again and again, and none is taken.
void idle_refused(Bench &b)
{
    constexpr uint32_t IDLE = 8192;
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    for (int i = 0; i < 9 && b.ok(); i++) {
        b.inject(b.payload(b.last + 1, 1024));
        b.step(IDLE / 3);
    }
    b.expect(heard_op(b, OP_CLOSE), "closed while payloads are refused");
    b.heard.clear();
}

// What comes again and again is no activity. The second timer looks each REACK, behind a gap as
// soon as that and the pass are over.
void idle_beside(Bench &b, uint32_t op, uint32_t ahead)
{
    constexpr uint32_t IDLE = 24576;            // a third of it: longer than both and their walks
    b.connect();
    b.set(TTP_REG_IDLE_TMO, IDLE);
    b.set(TTP_REG_REACK, 1000);
    b.set(TTP_REG_TIMEOUT, 1000);               // of the NACK of a gap
    b.take(b.last + 1);
    for (int i = 0; i < 9 && b.ok() && !heard_op(b, OP_CLOSE); i++) {
        b.inject(op == OP_PAYLOAD ? b.payload(b.last + ahead) : b.frame(op, 0, b.snt));
        b.step(IDLE / 3);
    }
    b.expect(heard_op(b, OP_CLOSE), "closed all the same");
    b.heard.clear();
}

// It has opened and answers no OPEN of ours, because it gets none. It is no stranger.
void silent_not(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.host();
    b.next(OP_PAYLOAD, first, 0);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_NACK, first, BASE + 1);
    b.tx(OP_ACK, 0, first);
    b.next(OP_CLOSE_ACK, 0, BASE + 1);
}

// Two rules are broken: the first one counts.
void gateway_first(Bench &b)
{
    b.mac();
    for (uint32_t op : { OP_OPEN, OP_PAYLOAD }) {
        Frame f = b.frame(op, BASE, 0);
        f.bytes[15] = 0x80;
        f.bytes[40] = 0;
        f.bytes[41] = 5;                        // below 26
        b.inject(f);
    }
    b.quiet();
    b.moved(TTP_CNT_DROP_GATEWAY, 2, "for the gateway bit");
    b.moved(TTP_CNT_DROP_LENGTH, 0, "not for the length");
}

void soft_reset_wraps(Bench &b)
{
    b.mac();
    b.set(TTP_REG_EPOCH, 0xffff);
    b.set(TTP_REG_CTRL, 3);
    b.step(600);
    b.w.run(200000, [&] { return b.w.get(b.a, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; }, "ready");
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == 1, "behind 65535 comes 1, never 0");
}

// A stranger's OPEN, which no payload has followed, was of the life before.
void open_of_life_before(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(50);
    b.tx(OP_CLOSE, BASE + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.host();
    b.next(OP_OPEN);
    b.inject(b.payload(BASE + 1));
    b.next(OP_NACK_NOLINK, 0, BASE + 1);
    b.quiet();
    b.in_state(OPEN_SENT, "no OPEN of this life has come");
}

// Two CLOSE_ACKs are still to come when the stranger opens again. Its back-off is one all the same.
void backoff_behind_acks(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.tx(OP_OPEN, 90000, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(50);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_NACK, 0, open);
    b.quiet();
    b.in_state(CLOSED, "in the back-off");
    b.host();
    b.quiet(1000);
    b.in_state(CLOSED, "another payload does not end it");
}

// Our OPEN is sent again in its time, whatever came meanwhile.
void ships_timer(Bench &b)
{
    const uint64_t tmo = T + 8 * b.links();
    b.set(TTP_REG_OPEN_TMO, static_cast<uint32_t>(tmo));
    b.host();
    const Sent first = b.next(OP_OPEN);
    b.step(tmo / 2);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.w.run(3 * tmo, [&] { return b.waiting(b.peer) != 0; }, "OPEN again");
    const uint64_t after = b.next(OP_OPEN, first.h.txid, 0).cycle - first.cycle;
    b.expect(after < tmo + tmo / 4, "OPEN again after " + std::to_string(after) + " cycles");
}

void reack_reopen(Bench &b)
{
    b.set(TTP_REG_REACK, SLOW);
    b.reach(S_REOPEN);
    for (int i = 0; i < 2; i++) {
        b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "the ACK again");
        b.next(OP_ACK, 0, b.last);
    }
}

// The NACK for the gap is out, and says less than the ACK that may have been lost.
void repeat_in_gap(Bench &b)
{
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.inject(b.payload(b.last));
    b.next(OP_ACK, 0, b.last);
    b.take(b.last + 1);
}

// The peer ends it while our CLOSE_ACK is due.
void waits_behind_ack(Bench &b)
{
    b.mac();                                    // there the timer comes later than a frame
    b.reach(S_CLOSE_RECD);
    b.host();
    b.quiet();
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
    b.step(3000 + b.links());
    b.expect(heard_op(b, OP_OPEN), "the payload that waits opens the next life");
    b.heard.clear();
}

// Passing ships: only 0 leaves last alone. This one names the payload that comes first.
void ships_names_last(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.tx(OP_OPEN_ACK, BASE, b.open_id);
    b.next(OP_PAYLOAD, b.open_id + 1, 0);
    b.next(OP_PAYLOAD, b.open_id + 2, 0);
    b.take(BASE);
}

// The stranger in a later way is idle for longer, and no other link of the set is free.
void stranger_older(Bench &b)
{
    constexpr uint64_t LONG = 2 * 4096 + 1000;  // of the register two steps and more
    b.mac();
    const auto open = [&](uint32_t i, uint32_t life) {
        const uint32_t node = same_set(b.mac(), PEER, i);
        b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, 100, 0, life));
        b.next_of(node, OP_OPEN_ACK);
        return node;
    };
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    b.tx(OP_OPEN, BASE, 0);                     // by itself: its entry is not the host's last one
    b.next(OP_OPEN_ACK);
    b.last = BASE;
    open(1, 0);
    for (uint32_t i = 2; i < b.size().link_ways; i++) {
        const uint32_t node = open(i, OTHER);
        b.w.send_to(b.a, node, b.vc, 40);
        b.next_of(node, OP_PAYLOAD);
    }
    b.step(LONG);
    b.take(b.last + 1);
    b.step(LONG);
    const uint32_t node = same_set(b.mac(), PEER, 40);
    b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.next(OP_CLOSE);
}

// Two rounds of a re-OPEN are over when the peer closes.
void close_in_reopen(Bench &b)
{
    b.life = 0;
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.flight(1);                                // retry_max 3
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.w.run(4 * T, [&] { return b.waiting(b.peer) == 3; }, "OPEN three times");
    b.heard.clear();
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_NACK, b.una, b.last + 1);
    b.look();
    b.wait_completion(CPL_DEAD, 10 * T);
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.heard.clear();
}

} // namespace

std::vector<Row> more_corner_rows()
{
    return {
        { "cls.drained.nack", "a NACK that retires all ends CLOSE_RECD at once", drained_by_nack },
        { "cls.giveup.taken.flight", "a payload taken is progress, with ours in flight too",
          taken_in_flight },
        { "cls.idle.OPEN.full", "payloads that find no room do not keep it open", idle_refused },
        { "cls.idle.OPEN.repeats", "repeats do not keep it open",
          [](Bench &b) { idle_beside(b, OP_PAYLOAD, 0); } },
        { "cls.idle.OPEN.gap", "payloads behind a gap do not keep it open",
          [](Bench &b) { idle_beside(b, OP_PAYLOAD, 2); } },
        { "cls.idle.OPEN.control", "control packets do not keep it open",
          [](Bench &b) { idle_beside(b, OP_ACK, 0); } },
        { "cls.silent.known", "a peer with a life number that has only opened gets CLOSE_NACK",
          silent_not },
        { "in.gateway.length", "with a wrong length as well: the gateway bit counts",
          gateway_first },
        { "life.seed.soft_reset.wrap", "a soft reset at 65535 goes on with 1", soft_reset_wraps },
        { "open.payload.life_before", "an OPEN of the life before opens no link",
          open_of_life_before },
        { "open.backoff.owed", "it holds for one that was still owed CLOSE_ACKs",
          backoff_behind_acks },
        { "open.ships.timer", "passing ships leave the timer of our OPEN alone", ships_timer },
        { "rcv.reack.OPEN_SENT.reopen", "in re-OPEN the last ACK is sent again as well",
          reack_reopen },
        { "rcv.repeat.OPEN.gap", "a repeat gets its ACK though a NACK is out", repeat_in_gap },
        { "snd.wait.CLOSE_RECD.ack", "opens afresh when a CLOSE_ACK ends the link",
          waits_behind_ack },
        { "str.keep.ships.last", "in OPEN_SENT an OPEN_ACK that carries last sets it",
          ships_names_last },
        { "tbl.victim.order.older_stranger",
          "a stranger idle for longer in a later way is no victim", stranger_older },
        { "tmr.clear.close_recd.reopen", "CLOSE_RECD clears the count of a re-OPEN",
          close_in_reopen },
    };
}

} // namespace conform
