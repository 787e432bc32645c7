// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tmr.range tmr.wrap tmr.rounds tmr.dead
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

const char *const TWO_REPEATS =
    "retry_max = 3: the third round is the last, so two repeats are sent";
constexpr uint64_t END = 1ull << 36;            // ages wrap there, and deadlines with them
constexpr int64_t T2000 = 2000;

// A stranger's dead link has completion, cause and counter.
void stranger_dead(Bench &b, Start s, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_OPEN_TMO }) b.set(reg, T);
    b.reach(s, STRANGER);
    b.look();
    b.wait_completion(CPL_DEAD, 12 * T);
    b.step(300);
    b.expect((b.causes() & cause(TTP_IRQ_DEAD)) != 0, "the host hears of it");
    b.moved(TTP_CNT_DEAD, 1, "counted");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    b.in_state(CLOSED, "afterwards");
    b.heard.clear();
    b.set(TTP_REG_IRQ_CAUSE, cause(TTP_IRQ_DEAD));
    b.expect((b.causes() & cause(TTP_IRQ_DEAD)) == 0, "and it can be cleared");
}

// 253 timeouts behind the round of a NACK; the next NACK is the last round, and the link is dead
// when the timer that its replay has begun is over.
void last_by_nack(Bench &b, Start s)
{
    begin_rounds(b, s);
    b.nacks(b.una);
    rounds_but_two(b, s == S_CLOSE_RECD ? 3 : 2);
    b.look();
    b.tx(OP_NACK, 0, b.una);
    b.payloads(b.una, 2);
    dies_after(b, 1);
}

// The MAC after a reset, its link OPEN after a payload each way, `until` cycles before the wrap.
void fresh(Bench &b, uint32_t round, uint64_t until)
{
    const uint64_t lead = (b.size().tx_cells + 6000) & ~63ull;
    b.expect(b.mac().dut->start_cycle(END - lead), "time can start elsewhere");
    b.w.world()->net.hard_reset(b.mac());
    const uint64_t wrap = b.w.net.cycle + lead;
    ready(b);
    b.set(TTP_REG_START_ID, 1000 + 100000 * round);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, NEVER);
    b.heard.clear();
    b.connect();
    b.set(TTP_REG_TIMEOUT, T2000);
    b.set(TTP_REG_REACK, T2000);
    b.expect(b.w.net.cycle + until < wrap, "the link is open in time");
    b.w.run(lead, [&] { return b.w.net.cycle + until >= wrap; }, "the time");
}

// The deadline, T after `act`, falls before the wrap by less than a walk, upon it, or behind it.
void across(Bench &b, uint32_t op, const std::function<void(Bench &)> &act)
{
    const auto walk = static_cast<int64_t>(b.links());
    const int64_t step = walk > 64 ? walk / 8 : 8;
    uint32_t round = 0, before = 0, after = 0;
    for (int64_t early = -200; early < walk + 300 && b.ok(); early += step) {
        fresh(b, round++, static_cast<uint64_t>(T2000 + early));
        const uint64_t wrap = b.w.net.cycle + static_cast<uint64_t>(T2000 + early);
        act(b);
        const Sent first = b.next(op);
        const Sent again = b.next_within(T2000 + b.links() + 1000, op, first.h.txid, first.h.rxid);
        const uint64_t took = again.cycle - first.cycle;
        b.expect(took + 200 > T2000 && took < T2000 + b.links() + 400,
                 "the deadline after " + std::to_string(took) + " cycles");
        (again.cycle < wrap ? before : after)++;
    }
    b.expect(!b.ok() || (before >= 1 && after >= 5), "deadlines on both sides of the wrap");
}

// retry_max rounds without an answer: dead, interrupt, completions, CLOSED.
void dead(Bench &b, Start s, uint32_t op, uint32_t frames, uint32_t flushed)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, T);
    b.reach(s);
    b.wait_completion(CPL_DEAD, 8 * T);
    b.step(500);
    b.in_state(CLOSED, "afterwards");
    b.expect(b.rec()[0] >> 30 & 1, "marked dead");
    b.expect(b.causes() & cause(TTP_IRQ_DEAD), "the cause DEAD");
    b.moved(TTP_CNT_DEAD, 1, "dead links");
    b.moved(TTP_CNT_FLUSHED, flushed, "flushed payloads");
    b.expect(b.completed(CPL_FLUSHED) == (flushed != 0), "a completion that says so");
    uint32_t n = 0;
    for (const Sent &x : b.heard[b.peer]) n += x.h.opcode == op;
    b.expect(n == frames,
             "it has sent " + std::to_string(n) + " again, not " + std::to_string(frames));
    b.heard.clear();
    b.step(3 * T);
    b.quiet();
    b.expect(b.w.all_free(b.a), "all memory is free");
}

const Rows NO_ANSWER_ROWS(with_place("no answer", {
    { "tmr.dead.CLOSE_SENT", "nobody answers CLOSE: dead", with(dead, S_CLOSE_SENT, OP_CLOSE, 2, 0),
      TWO_REPEATS },
    { "tmr.dead.OPEN", "nobody acknowledges: dead", with(dead, S_FLIGHT, OP_PAYLOAD, 4, 2),
      TWO_REPEATS },
    { "tmr.dead.OPEN_SENT", "nobody answers OPEN: dead, payloads flushed",
      with(dead, S_OPEN_SENT, OP_OPEN, 2, 2), TWO_REPEATS },
    { "tmr.dead.OPEN_SENT.reopen", "nobody answers re-OPEN: dead",
      with(dead, S_REOPEN, OP_OPEN, 2, 2), TWO_REPEATS },
}));

void nothing(Bench &) {}
void nack(Bench &b) { b.tx(OP_NACK, 0, b.una); }
void send(Bench &b) { b.host(); }

void take(Bench &b)
{
    b.tx(OP_ACK, 0, b.snt);
    b.inject(b.payload(b.last + 1));
}

const Rows ROWS({
    { "tmr.rounds.nack", "a NACK replay that retires nothing is a fruitless round",
      with(fruitless, nack, 1, 1) },
    { "tmr.rounds.timeout", "retry_max timeouts that retire nothing: dead",
      with(fruitless, nothing, 2, 1) },
    { "tmr.wrap.reack", "the last ACK is repeated also then", with(across, OP_ACK, take) },
    { "tmr.wrap.send", "a payload is sent again also when the cycle counter wraps meanwhile",
      with(across, OP_PAYLOAD, send) },
    { "tmr.dead.CLOSE_RECD.stranger", "the same in CLOSE_RECD",
      with(stranger_dead, S_CLOSE_RECD, 2) },
    { "tmr.dead.CLOSE_SENT.stranger", "the same in CLOSE_SENT",
      with(stranger_dead, S_CLOSE_SENT, 0) },
    { "tmr.dead.OPEN.stranger", "a stranger's dead link is reported: completion, cause, counter",
      with(stranger_dead, S_FLIGHT, 2) },
    { "tmr.dead.OPEN_SENT.stranger", "the same in OPEN_SENT, after its OPEN",
      with(stranger_dead, S_SHIPS, 2) },

    { "tmr.range", "its timers are hundreds of ms: ours can be as long", [](Bench &b) {
        constexpr uint32_t LONG = 1u << 27;     // half a second at 250 MHz
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO,
                             TTP_REG_BACKOFF }) {
            b.set(reg, LONG);
            b.expect(b.w.get(b.a, reg) == LONG, "a timer holds half a second");
        }
        b.life = 0;
        b.connect();
        b.host();
        b.next(OP_PAYLOAD);
        b.step(30000);
        b.quiet();
    } },

    { "tmr.range.clamp", "a time out of range becomes the nearest one in it", [](Bench &b) {
        b.mac();
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO,
                             TTP_REG_BACKOFF }) {
            const std::pair<uint32_t, uint32_t> values[] = {
                { 0, 1 }, { 1, 1 }, { 1u << 30, 1u << 30 }, { (1u << 30) + 1, 1u << 30 },
                { UINT32_MAX, 1u << 30 },
            };
            for (const auto &[written, held] : values) {
                b.set(reg, written);
                b.expect(b.w.get(b.a, reg) == held,
                         "register " + std::to_string(reg) + " written with "
                                                        + std::to_string(written));
            }
            b.set(reg, NEVER);
        }
    } },

    { "tmr.range.top_bit", "2^31 and more becomes 2^30", [](Bench &b) {
        b.mac();
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO,
                             TTP_REG_BACKOFF })
            for (uint32_t v : { 0x80000000u, 0x80000005u, 0xbfffffffu }) {
                b.set(reg, v);
                b.expect(b.w.get(b.a, reg) == 1u << 30, "the greatest that there is");
                b.set(reg, NEVER);
            }
    } },

    // A back-off is over in CLOSE_RECD: all rounds are still to come.
    { "tmr.rounds.CLOSE_RECD.backoff", "the end of a back-off is no round", [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_BACKOFF })
            b.set(reg, span(b));
        b.reach(S_CLOSE_RECD);                  // retry_max 3
        b.look();
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        dead_after(b, 3, 10 * span(b));
    } },

    { "tmr.rounds.backoff_end", "the end of a back-off in CLOSE_RECD is none", [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, 40 * T);
        b.set(TTP_REG_BACKOFF, T);
        b.reach(S_CLOSE_RECD);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.look();
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        b.w.run(2 * T, [&] { return b.waiting(b.peer) == 2; }, "the replay after the back-off");
        b.payloads(b.una, 2);
        b.moved(TTP_CNT_TIMEOUT, 0, "no timeout");
        b.in_state(CLOSE_RECD, "afterwards");
        b.tx(OP_ACK, 0, b.snt);
        b.next(OP_CLOSE_ACK, 0, b.last + 1);
    } },

    { "tmr.rounds.most", "RETRY_MAX 255: the last round is a NACK", with(last_by_nack, S_FLIGHT) },
    { "tmr.rounds.most.CLOSE_RECD", "the same in CLOSE_RECD", with(last_by_nack, S_CLOSE_RECD) },
    { "tmr.rounds.most.OPEN_SENT.reopen", "in re-OPEN: dead when its timer is over",
      with(last_in_reopen, false) },

    { "tmr.rounds.nack.before", "NACK(una - 1) is a round", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.tx(OP_NACK, 0, b.una - 1);
        b.replay(b.una);
        b.expect(b.rounds() == 1, "a round");
    } },

    // The wire takes nothing, so the replay that is the last round can not begin.
    { "tmr.rounds.nack.stalled", "the last round can not leave: dead at once", [](Bench &b) {
        b.set(TTP_REG_RETRY_MAX, 2);
        b.flight(MANY);
        const auto hear = b.w.sent;
        b.w.sent = [&b, hear](const Frame &f) {
            hear(f);
            b.a.wire_out.hold = b.waiting(b.peer) == 2;
        };
        b.tx(OP_NACK, 0, b.una);
        b.step(600);
        b.w.sent = hear;
        b.tx(OP_NACK, 0, b.una);
        b.wait_completion(CPL_DEAD, 3 * T + b.links());  // TIMEOUT is as good as for ever
        b.a.wire_out.hold = false;
        b.step(2000);
        b.heard.clear();                        // what was on its way
        b.moved(TTP_CNT_FLUSHED, MANY, "all of them");
    } },

    // A payload waits for the next life while our CLOSE gets no answer.
    { "tmr.dead.CLOSE_SENT.waits", "dead in CLOSE_SENT: what waits is flushed", [](Bench &b) {
        b.set(TTP_REG_CLOSE_TMO, SLOW);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.reach(S_CLOSE_SENT);
        b.host();
        b.wait_completion(CPL_DEAD, 4 * SLOW);
        b.step(300);
        b.moved(TTP_CNT_FLUSHED, 1, "what waits is flushed");
        b.expect(b.completed(CPL_FLUSHED), "and said so");
        b.rests_in(CLOSED);
    } },

    { "tmr.dead.request", "a close request does not outlive the link", [](Bench &b) {
        b.set(TTP_REG_TIMEOUT, T);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.reach(S_FLIGHT);
        b.close();
        b.wait_completion(CPL_DEAD);
        b.opens(BASE);
        b.rests_in(OPEN, "in the life after");
    } },
});

} // namespace
