// SPDX-License-Identifier: Apache-2.0
//
// The habits of the reference; the peer is a stranger.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// One payload at a time, each waits for the ACK that names it.
void window(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (int i = 0; i < 12; i++) b.take(b.last + 1, 1008);
    b.quiet();
    b.moved(TTP_CNT_TX + OP_ACK, 12, "one ACK each");
}

void slow_timers(Bench &b)
{
    constexpr uint32_t LONG = 1u << 27;         // half a second at 250 MHz
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF }) {
        b.set(reg, LONG);
        b.expect(b.w.get(b.a, reg) == LONG, "a timer holds half a second");
    }
    b.life = 0;
    b.connect();
    b.host();
    b.next(OP_PAYLOAD);
    b.step(30000);
    b.quiet();
}

void start_ids(Bench &b)
{
    b.life = 0;
    b.tx(OP_OPEN, 1, 0);
    b.next(OP_OPEN_ACK);
    b.take(2);
}

void our_first(Bench &b)
{
    b.life = 0;
    b.host(2);
    const uint32_t s = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
    b.next(OP_PAYLOAD, s + 2, 0);
}

// ---- 4: a link that takes no new payload repeats its last ACK ----

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

void reack(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.connect();
    const uint64_t took = repeated(b, 2 * T + 2 * b.links());
    b.expect(took + 300 >= T, "not before its time");
    const uint64_t again = repeated(b, 2 * T + 2 * b.links());
    b.expect(again + 300 >= T, "and again an interval later");
}

void reack_off(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.step(70000);
    b.quiet();
}

void reack_sending(Bench &b)
{
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
}

void reack_new(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.connect();
    for (int i = 0; i < 8; i++) {
        b.step(T / 2);
        b.expect(b.waiting(b.peer) == 0, "new payloads come in time");
        b.take(b.last + 1);
    }
    repeated(b, 2 * T + 2 * b.links());
}

// The silence of the reference: its payload got through, our ACK was lost.
void reack_wakes(Bench &b)
{
    b.set(TTP_REG_REACK, T);
    b.life = 0;
    b.connect();
    b.inject(b.payload(b.last + 1));
    b.next(OP_ACK, 0, b.last + 1);              // lost
    b.last++;
    repeated(b, 2 * T + 2 * b.links());
    b.take(b.last + 1);                         // it goes on
}

void gaps(Bench &b)
{
    b.life = 0;
    b.connect();
    b.look();
    b.host(6);
    for (uint32_t i = 0; i < 6; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    // the second was lost: a NACK for each of the other four
    b.tx(OP_ACK, 0, b.una);
    for (int i = 0; i < 4; i++) b.tx(OP_NACK, 0, b.una);
    b.una++;
    for (uint32_t i = 0; i < 5; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.quiet();
    for (uint32_t i = 0; i < 5; i++) b.tx(OP_ACK, 0, b.una + i);
    b.quiet();
    b.moved(TTP_CNT_RETIRED, 6, "all retired");
    b.moved(TTP_CNT_REPLAY, 5, "one replay");
}

void exact_ack(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (int i = 0; i < 5; i++) {
        b.take(b.last + 1);
        for (int k = 0; k < 3; k++) {           // sent again: the ACK names its outstanding one
            b.inject(b.payload(b.last));
            b.next(OP_ACK, 0, b.last);
        }
    }
    b.delivered(5);
}

void wrapped(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xfffffffe);
    b.life = 0;
    b.connect();                                // 0xffffffff
    b.look();
    for (int i = 0; i < 4; i++) {
        b.host();
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_NACK, 0, b.una);                // "names the ID it was sent"
        b.next(OP_PAYLOAD, b.una, 0);
        b.tx(OP_ACK, 0, b.una++);
        b.step(100);
    }
    b.moved(TTP_CNT_RETIRED, 4, "across the wrap");
    b.moved(TTP_CNT_ILLEGAL, 0, "not illegal");
}

void third_peer(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.life = 0;
    b.host();
    const uint32_t s = b.next(OP_OPEN).h.txid;  // silence
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.step(300);
    b.in_state(OPEN_SENT, "afterwards");
    b.next(OP_OPEN, s, 0);
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

// We had lost the link: NACK_NOLINK, its OPEN names the last acknowledged ID, then it replays.
void its_reopen(Bench &b)
{
    b.life = 0;
    b.inject(b.payload(501));
    b.next(OP_NACK_NOLINK, 0, 501);
    b.tx(OP_OPEN, 500, 0);
    b.next(OP_OPEN_ACK);
    b.take(501);
    b.take(502);
}

void no_idle_close(Bench &b)
{
    b.set(TTP_REG_IDLE_TMO, 4096);
    b.life = 0;
    b.reach(S_OPEN);
    b.step(40000);
    b.quiet();
    b.in_state(OPEN, "no idle close towards a stranger");
}

// It ignores CLOSE_NACK and takes payloads in CLOSE_SENT.
void its_close(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, NEVER);
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, 0, 0);
    b.next(OP_CLOSE_NACK, b.snt, 0);
    b.tx(OP_ACK, 0, b.una);
    b.tx(OP_ACK, 0, b.snt);
    b.next(OP_CLOSE_ACK, 0, 0);
    b.wait_completion(CPL_CLOSED);
    b.moved(TTP_CNT_RETIRED, 2, "what was in flight has arrived");
    b.step(300);
    b.host();
    b.next(OP_OPEN);                            // and the next payload opens again
}

void its_next_open(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, b.una, 0);                    // an ID that it has from an OPEN_ACK of ours
    b.next(OP_OPEN_ACK);
    b.take(b.una + 1);
}

void ipv4(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    Frame f = b.payload(b.last + 1);
    put_be(f.bytes, 12, 2, 0x0800);
    f.bytes[18] = 0x45;
    put_be(f.bytes, 36, 2, 420);
    b.inject(f);
    b.quiet();
    b.moved(TTP_CNT_DROP_TYPE, 1, "IPv4 mode is not spoken: dropped and counted");
    b.same_link("no change");
}

} // namespace

std::vector<Row> habit_rows()
{
    return {
        { "rcv.next.window", "its window is one payload: send, wait for that ACK", window },
        { "tmr.range", "its timers are hundreds of ms: ours can be as long", slow_timers },
        { "open.new.start_one", "start ID 1, its first payload is 2", start_ids },
        { "ids.open.stranger", "after our OPEN it expects our TxID + 1", our_first },
        { "rcv.reack.each", "no new payload for reack_interval: the last ACK again, each interval",
          reack, "read: again after each further interval, since that ACK can be lost too" },
        { "rcv.reack.off", "reack_interval 0: off", reack_off },
        { "rcv.reack.sending", "whatever we send meanwhile", reack_sending },
        { "rcv.reack.new", "a new payload starts the interval afresh", reack_new },
        { "rcv.reack.wakes", "so a reference that fell silent goes on", reack_wakes },
        { "snd.nack.once.gaps", "one ACK each, each gap a NACK: one replay, all retired", gaps },
        { "rcv.repeat.exact", "an ACK names its outstanding payload, also for a repeat",
          exact_ack },
        { "snd.nack.wrap", "at the wrap it NACKs with the ID it was sent", wrapped },
        { "open.timer.OPEN_SENT.full_set", "a full set of its: silence, NACK_NOLINK; OPEN goes on",
          third_peer },
        { "open.new.after_nolink",
          "on NACK_NOLINK it opens with the last acknowledged ID, then replays", its_reopen },
        { "cls.idle.OPEN.stranger", "no idle close towards a stranger", no_idle_close },
        { "cls.drained.stranger", "it ignores CLOSE_NACK and takes payloads while closing",
          its_close },
        { "open.new.our_id", "its next OPEN may carry an ID of ours: taken as its own",
          its_next_open },
        { "in.type.ipv4", "IPv4 mode is optional: not spoken, dropped", ipv4 },
    };
}

} // namespace conform
