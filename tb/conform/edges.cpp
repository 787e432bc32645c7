// SPDX-License-Identifier: Apache-2.0
//
// Corners of one rule, found as those of corners.cpp: an order of events, a state or an end of a
// range for which the rule has no row of its own.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// OPEN to a stranger whose numbers nobody knows, nothing in flight.
void unknown(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_SENT);                       // two payloads wait
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.tx(OP_ACK, 0, b.una + 1);
    b.una += 2;
    b.snt = b.una - 1;
    b.quiet(100);
}

// Our CLOSE is out when the stranger's OPEN tells its numbers.
void told_while_closing(Bench &b)
{
    unknown(b);
    b.close();
    b.next(OP_CLOSE, b.una, 0);
    b.tx(OP_OPEN, 9000, 0);
    b.next(OP_OPEN_ACK, b.una + 1, 9000);       // the CLOSE has used an ID
    b.inject(b.payload(9003));
    b.next(OP_NACK, 0, 9001);
    b.take(9001);
}

// A back-off is over in CLOSE_RECD: all rounds are still to come.
void pause_no_round(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF })
        b.set(reg, span(b));
    b.reach(S_CLOSE_RECD);                      // retry_max 3
    b.look();
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.wait_completion(CPL_DEAD, 10 * span(b));
    b.step(300);
    b.moved(TTP_CNT_TIMEOUT, 3, "timeouts until dead");
    b.heard.clear();
}

// Entries that the wire has made move the start register on as those of the host do.
void entry_by_wire(Bench &b)
{
    uint32_t first[3] = {};
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t node = PEER + 1 + i;
        b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, b.vc, BASE, 0, LIFE));
        first[i] = b.next_of(node, OP_OPEN_ACK).h.txid;
    }
    for (uint32_t i = 1; i < 3; i++)
        b.expect(first[i] - first[i - 1] == 1u << 20, "2^20 farther on");
}

// The payload that a CLOSE_NACK names lies behind the wrap.
void held_over_wrap(Bench &b)
{
    b.tx(OP_OPEN, 0xfffffffe, 0);
    const uint32_t id = b.next(OP_OPEN_ACK).h.txid;
    b.quiet(100);
    b.close();
    b.next(OP_CLOSE, id, 0xfffffffe);
    b.tx(OP_CLOSE_NACK, 1, id);
    for (uint32_t i = 0xffffffff; i != 2; i++) b.take(i);
    b.next(OP_CLOSE, id, 1);
}

// As long as a frame may be: more than any PAYLOAD carries.
void control_long(Bench &b)
{
    b.reach(S_FLIGHT);
    b.inject(b.frame(OP_ACK, 0, b.una, 1025));
    b.inject(b.frame(OP_ACK, 0, b.una + 1, 1536 - HDR_BYTES));
    b.quiet();
    b.moved(TTP_CNT_RX + OP_ACK, 2, "ACKs taken");
    b.expect(b.rec()[2] == b.una + 2, "both have retired what they name");
}

// One payload spoke for the OPEN that is replaced. The new one needs two of its own.
void newer_begins_anew(Bench &b)
{
    one_spoke(b);
    b.tx(OP_OPEN, 700, 0);
    b.next(OP_OPEN_ACK, b.una, 700);
    b.inject(b.payload(701));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    b.inject(b.payload(701));
    b.next(OP_ACK, 0, 701);
    b.expect(b.completed(CPL_RESTARTED), "the second one does");
}

// Out of range by the top bit alone.
void top_bit(Bench &b)
{
    b.mac();
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF })
        for (uint32_t v : { 0x80000000u, 0x80000005u, 0xbfffffffu }) {
            b.set(reg, v);
            b.expect(b.w.get(b.a, reg) == 1u << 30, "the greatest that there is");
            b.set(reg, NEVER);
        }
}

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

// Its next payload may carry any ID, and goes on to when there was no room for it.
void refused_unknown(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.tx(OP_NACK_NOLINK, 0, 0);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(77, 1024));
        b.next(OP_NACK_FULL, 0, b.last);
    }
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(77, 1024);
}

// One cell is taken: the second payload of 16 would be the 33rd.
void window_odd(Bench &b)
{
    b.mac();
    b.connect();
    b.set(TTP_REG_CELL_LIMIT, 32);
    b.host(1, 40);
    b.host(2, 1024);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.quiet();
    b.tx(OP_ACK, 0, b.una);
    b.next(OP_PAYLOAD, b.una + 2, 0);
}

void late_in_pause(Bench &b)
{
    b.set(TTP_REG_BACKOFF, 2 * span(b));
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.tx(OP_ACK, 0, b.una - 1);
    b.quiet(T);
    b.moved(TTP_CNT_LATE_ACK, 1, "late");
    b.w.run(2 * span(b), [&] { return b.waiting(b.peer) != 0; }, "the end of the back-off");
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// The completions of 40 that one ACK retires name each once, in order.
void retired_at_once(Bench &b)
{
    constexpr uint32_t N = 40;
    b.set(TTP_REG_CPL_CTRL, 1);
    b.flight(N);
    const size_t seen = b.cpl.size();
    b.tx(OP_ACK, 0, b.snt);
    uint32_t id = b.una;
    b.step(1000);
    for (size_t i = seen; i < b.cpl.size(); i++) {
        b.expect(b.cpl[i].kind == CPL_RETIRED && b.cpl[i].first_id == id, "the next ones");
        id += b.cpl[i].count;
    }
    b.expect(id == b.una + N, "all of them");
}

// Our OPEN was answered in a life before; this one the stranger has opened.
void nack_of_life_before(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.quiet(100);
    b.in_state(OPEN, "in its life");
    b.look();
    b.tx(OP_OPEN_NACK, 0, b.open_id);
    b.quiet();
    b.moved(TTP_CNT_ILLEGAL, 0, "no OPEN of this life is answered");
}

void old_while_held(Bench &b)
{
    b.reach(S_HELD);                            // two are still to come
    b.life = OTHER;
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.life = LIFE;
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

} // namespace

std::vector<Row> edge_rows()
{
    return {
        { "life.foreign.close.held", "a CLOSE of another life leaves the hold as it is",
          old_while_held },
        { "ids.entry.wire", "entries made by OPENs from the wire lie 2^20 apart", entry_by_wire },
        { "ids.wrap.close_nack", "a CLOSE_NACK names a payload behind the wrap", held_over_wrap },
        { "in.control.long", "ACKs with 1025 and more bytes of payload", control_long },
        { "open.nack.late.peer_opened", "one to an OPEN of a life before is no error",
          nack_of_life_before },
        { "rcv.full.unknown", "refused while any ID is right: that ID stays right",
          refused_unknown },
        { "str.aside.newer.seen", "what spoke for an OPEN does not speak for a newer one",
          newer_begins_anew },
        { "str.close.CLOSE_RECD", "a request that waits in CLOSE_RECD is kept",
          request_outlives },
        { "snd.ack.late.paused", "a late ACK leaves the back-off alone", late_in_pause },
        { "snd.ack.order.many", "40 at once: the completions name each, in order",
          retired_at_once },
        { "snd.window.odd", "a link never holds more than CELL_LIMIT", window_odd },
        { "str.first.CLOSE_SENT", "an OPEN tells the numbers while our CLOSE is out",
          told_while_closing },
        { "tmr.range.top_bit", "2^31 and more becomes 2^30", top_bit },
        { "tmr.rounds.CLOSE_RECD.backoff", "the end of a back-off is no round", pause_no_round },
    };
}

} // namespace conform
