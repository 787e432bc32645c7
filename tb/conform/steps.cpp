// SPDX-License-Identifier: Apache-2.0
//
// See steps.h.
#include <algorithm>

#include "steps.h"

namespace conform {

void names_lives(Bench &b, const Sent &s, uint32_t own, uint32_t peers)
{
    const std::vector<uint8_t> &x = s.raw;
    b.expect(b.ok() && x.size() >= HDR_BYTES && get_be(x, 44, 2) == peers && get_be(x, 46, 2) == own
                 && get_be(x, 48, 4) == (peers ? 0x1000u : 0),
             std::string(opcode_name(s.h.opcode)) + " names other lives");
}

void numbers_unknown(Bench &b)
{
    b.reach(S_OPEN_SENT, STRANGER);
    b.tx(OP_OPEN_ACK, 0, b.open_id);
    b.payloads(b.una, 2);
    b.snt = b.una + 1;
}

void close_unknown(Bench &b)
{
    b.set(TTP_REG_CLOSE_TMO, T);
    b.set(TTP_REG_RETRY_MAX, 20);
    numbers_unknown(b);
    b.tx(OP_ACK, 0, b.snt);
    b.close_id = b.we_close(b.snt + 1, 0).h.txid;
}

void two_end_the_hold(Bench &b)
{
    b.take(b.last + 1);
    b.quiet();
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.close_id, b.last);
}

void restart_is_proved(Bench &b, uint32_t id)
{
    b.inject(b.payload(id));
    b.wait_completion(CPL_RESTARTED);
    b.step(1000);
    b.heard.clear();
}

bool heard_op(Bench &b, uint32_t op)
{
    const auto &q = b.heard[b.peer];
    return std::any_of(q.begin(), q.end(), [&](const Sent &s) { return s.h.opcode == op; });
}

size_t heard_id(Bench &b, uint32_t id)
{
    const auto &q = b.heard[b.peer];
    const auto same = [&](const Sent &s) { return s.h.opcode == OP_PAYLOAD && s.h.txid == id; };
    return static_cast<size_t>(std::count_if(q.begin(), q.end(), same));
}

void stop_replay(Bench &b, uint32_t timeout)
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
    b.payloads(b.una, 2);
}

void replay_goes_on(Bench &b)
{
    b.a.wire_out.hold = false;
    b.step(2000);
}

void told_anew(Bench &b)
{
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.quiet(50);
    b.last = b.last + 0x30000000;
    b.opens(b.last, b.una);
}

Frame a_frame(Bench &b, uint32_t op, Lives is)
{
    const bool tx = op == OP_OPEN_ACK || op == OP_CLOSE || op == OP_CLOSE_NACK || op == OP_PAYLOAD;
    const uint32_t rx = op == OP_OPEN_ACK || op == OP_OPEN_NACK ? b.open_id
        : op == OP_CLOSE_ACK                                    ? b.snt + 1
                                                                : b.una;
    std::vector<uint8_t> data(op == OP_PAYLOAD ? 50 : 0, 0x5a);

    return make_frame(b.peer, b.a.cfg.node, op, b.vc, tx ? b.last + 1 : 0, rx, is.peers, data,
                      is.ours);
}

void answered(Bench &b, uint32_t op, Lives is)
{
    const bool asks = is.ours && (op == OP_PAYLOAD || op == OP_OPEN_ACK);

    if (op != OP_CLOSE && !asks) return;
    const Sent s = b.next(asks ? OP_NACK_NOLINK : OP_CLOSE_ACK, 0, b.last + 1);
    const Frame want = make_frame(b.a.cfg.node, b.peer, s.h.opcode, b.vc, 0, b.last + 1,
                                  is.ours, {}, is.ours ? is.peers : 0);
    b.expect(s.raw == want.bytes, "the answer names other lives");
}

const char *state_word(Start s)
{
    return s == S_REOPEN ? "OPEN_SENT.reopen" : s == S_CLOSE_SENT ? "CLOSE_SENT"
        : s == S_OPEN_RECD ? "OPEN_RECD" : "CLOSE_RECD";
}

uint32_t peer_life(Bench &b)
{
    return b.rec()[5] >> 16;
}

void full_of_old_life(Bench &b, uint32_t life)
{
    b.life = life;
    b.fill();
    b.host_sends(b.una);
    b.snt = b.una;
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.life = OTHER;
    b.open_ack_replays(90001, b.next(OP_OPEN, b.una - 1, 0).h.txid);
    b.sends(90003, OP_NACK, 90001);
    b.a.sink.hold = false;
}

void twice(Bench &b)
{
    b.set(TTP_REG_RETRY_MAX, 20);
    for (int i = 0; i < 2; i++) {
        b.nacks(b.una);
    }
    b.tx(OP_NACK, 0, b.una);
    b.quiet();
}

void silent(Bench &b, std::initializer_list<uint32_t> ahead)
{
    for (uint32_t n : ahead) b.inject(b.payload(b.last + n));
    b.quiet(200);
}

void nacked(Bench &b, uint32_t ahead)
{
    b.sends(b.last + ahead, OP_NACK, b.last + 1);
    b.quiet(100);
}

void set_aside(Bench &b, uint32_t txid, uint32_t life)
{
    b.life = life;
    b.opens(txid, b.una);
    b.quiet(100);
}

void reported(Bench &b, uint32_t id)
{
    b.step(300);
    b.expect(b.completed(CPL_RESTARTED), "the restart is reported");
    for (const Completion &c : b.cpl)
        b.expect(c.kind != CPL_RESTARTED || (c.node == b.peer && c.vc == b.vc), "of this link");
    b.expect(b.causes() >> TTP_IRQ_RESTART & 1, "its cause");
    b.in_state(OPEN, "afterwards");
    const auto r = b.rec();
    b.expect(r[4] == id, "last");
    b.expect(r[5] >> 16 == b.life, "the peer's life is noted");
    b.expect(r[2] == b.una, "una stays");
}

void proves(Bench &b, Start s, uint32_t txid)
{
    b.reach(s, STRANGER);
    b.life = OTHER;
    const Sent ack = b.opens(txid);
    b.expect(ack.h.rxid == txid, "OPEN_ACK names the OPEN");
    b.quiet(100);
    const auto r = b.rec();
    b.expect(r[4] == b.last && r[5] >> 16 == 0 && b.causes() == 0,
             "nothing changes before the proof");
    b.inject(b.payload(txid + 1));
    // Its ACK, and what is in flight again, in whatever order.
    const size_t replays = s == S_FLIGHT || s == S_CLOSE_RECD || s == S_REOPEN ? 2 : 0;
    b.w.run(4000, [&] { return b.waiting(b.peer) == 1 + replays; }, "ACK and replay");
    size_t acks = 0, pays = 0;
    for (const Sent &x : b.heard[b.peer]) {
        acks += x.h.opcode == OP_ACK && x.h.rxid == txid + 1;
        if (x.h.opcode == OP_PAYLOAD) b.expect(x.h.txid == b.una + pays++, "replay from una");
    }
    b.heard.clear();
    b.expect(acks == 1 && pays == replays, "it is taken, ours are replayed");
    b.delivered(1);
    if (s == S_CLOSE_SENT) b.una = b.rec()[2];
    reported(b, txid + 1);
    b.last = txid + 1;
    b.take(b.last + 1);
    b.quiet();
}

void no_proof(Bench &b, uint32_t id)
{
    b.life = OTHER;
    b.look();
    b.sends(id, OP_NACK_NOLINK, id);
    b.quiet();
    b.delivered(0);
    b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
    b.expect(!b.completed(CPL_RESTARTED) && b.rec()[5] >> 16 == 0, "no restart");
}

void ready(Bench &b)
{
    b.w.run(200000, [&] { return b.w.get(b.a, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; }, "ready");
}

void una_is(Bench &b, uint32_t una)
{
    b.una = una;
    b.expect(b.rec()[2] == una,
             "una is " + std::to_string(b.rec()[2]) + ", not " + std::to_string(una));
}

void stranger_opened(Bench &b, uint32_t txid)
{
    b.life = 0;
    b.una = b.opens(txid).h.txid;
    b.snt = b.una - 1;
    b.last = txid;
    b.quiet(50);
}

uint64_t gap_then_full(Bench &b)
{
    b.vc = 1;
    b.fill();
    b.vc = 0;
    b.connect(false);
    b.tx(OP_ACK, 0, b.una);
    b.quiet(100);
    b.set(TTP_REG_TIMEOUT, SLOW);
    b.set(TTP_REG_REACK, 2 * SLOW);
    b.inject(b.payload(b.last + 2));
    const uint64_t from = b.next(OP_NACK, 0, b.last + 1).cycle;
    b.sends(b.last + 1, OP_NACK_FULL, b.last, 1024);
    return from;
}

} // namespace conform
