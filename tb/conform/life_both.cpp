// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     life.number life.seed life.garbage life.both
#include "steps.h"
#include "timer_steps.h"

using namespace conform;

namespace {

// To a stranger `peers` is 0, and only OPEN and OPEN_ACK carry our life.
void each(Bench &b, uint32_t life)
{
    b.life = life;
    const Sent open = b.host_opens(2);
    const uint32_t own = open.h.epoch, rest = life ? own : 0;
    names_lives(b, open, own, 0);
    names_lives(b, b.opens(BASE), own, life);
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    for (int i = 0; i < 2; i++) names_lives(b, b.next(OP_PAYLOAD), rest, life);
    b.tx(OP_NACK, 0, open.h.txid + 1);
    for (int i = 0; i < 2; i++) names_lives(b, b.next(OP_PAYLOAD), rest, life);
    b.inject(b.payload(BASE + 1));
    names_lives(b, b.next(OP_ACK), rest, life);
    b.inject(b.payload(BASE + 1));
    names_lives(b, b.next(OP_ACK), rest, life);
    b.inject(b.payload(BASE + 3));
    names_lives(b, b.next(OP_NACK), rest, life);
    names_lives(b, b.opens(BASE + 1), own, life);
    b.tx(OP_CLOSE, BASE + 2, 0);
    names_lives(b, b.next(OP_CLOSE_NACK), rest, life);
    b.tx(OP_ACK, 0, open.h.txid + 2);
    names_lives(b, b.next(OP_CLOSE_ACK), rest, life);
}

void close(Bench &b, uint32_t life)
{
    b.life = life;
    b.reach(S_OPEN);
    b.close();
    names_lives(b, b.next(OP_CLOSE), life ? b.own_life : 0, life);
    b.tx(OP_CLOSE, b.last + 1, 0);
    names_lives(b, b.next(OP_CLOSE_ACK), life ? b.own_life : 0, life);
}

void nack_full(Bench &b, uint32_t life)
{
    b.life = life;
    const Sent full = b.fill();
    names_lives(b, full, life ? b.own_life : 0, life);
}

// What the timers send.
void by_timer(Bench &b, uint32_t life)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_REACK }) b.set(reg, T);
    b.life = life;
    b.set(TTP_REG_RETRY_MAX, 20);
    b.flight(1);
    const uint32_t rest = life ? b.own_life : 0;
    bool acked = false, again = false, refused = false;
    for (int i = 0; i < 8 && b.ok(); i++) {
        if (i == 4) b.tx(OP_CLOSE, b.last + 1, 0);
        b.await(3 * T, "a timer");
        if (!b.ok()) break;
        const Sent s = b.heard[b.peer].front();
        b.heard[b.peer].pop_front();
        names_lives(b, s, rest, life);
        acked |= s.h.opcode == OP_ACK;
        again |= s.h.opcode == OP_PAYLOAD;
        refused |= s.h.opcode == OP_CLOSE_NACK;
    }
    b.expect(acked && again && refused, "ACK, PAYLOAD and CLOSE_NACK by timer");
}

// The set is full. The OPEN names no life of ours, so OPEN_NACK names its life alone.
void open_nack(Bench &b, uint32_t life)
{
    const uint32_t node = other(b, 40);
    b.reach(S_FLIGHT);
    busy_ways(b);
    b.inject(from(b, node, OP_OPEN, 900, 0, life));
    names_lives(b, b.next_of(node, OP_OPEN_NACK), 0, life);
}

// An OPEN of each kind on a link to each kind of peer.
void open_ack(Bench &b, Start s, uint32_t life)
{
    b.life = life;
    b.reach(s);
    const bool held = s == S_OPEN_RECD;
    const uint32_t own = b.named(b.peer);
    for (uint32_t is : { OTHER, LIFE, 0u }) {
        b.life = is;
        b.tx(OP_OPEN, 900, 0);
        if (held) {
            b.step(300);
            b.a.wire_out.hold = false;
            names_lives(b, b.next(OP_OPEN_ACK), own, life);
        }
        // the lives of the link, if both have one
        names_lives(b, b.next(OP_OPEN_ACK), own, is && life ? life : is);
        if (held) break;
    }
    b.quiet();
}

uint32_t epoch(Bench &b)
{
    return b.w.get(b.a, TTP_REG_EPOCH);
}

const Rows MADE_1([] {
    std::vector<Row> rows;
    struct Live {
        const char *id;
        Start start;
    };
    for (uint32_t life : { LIFE, 0u }) {
        const std::string to = life ? ".life" : ".stranger", is = life ? "both lives" : "none";
        const auto add = [&](const char *id, const char *rule, void (*run)(Bench &, uint32_t)) {
            rows.push_back({ std::string("life.both.") + id + to, rule + is,
                             [run, life](Bench &b) { run(b, life); } });
        };
        add("each", "OPEN to CLOSE_ACK; all but OPEN and OPEN_ACK name ", each);
        add("close", "CLOSE, crossing CLOSE_ACK: ", close);
        add("full", "NACK_FULL: ", nack_full);
        add("timer", "PAYLOAD, ACK, CLOSE_NACK by timer: ", by_timer);
        add("open_nack", "OPEN_NACK: only that of the OPEN; to a stranger none; here ", open_nack);
        for (const Live &l : { Live{ "OPEN_RECD", S_OPEN_RECD }, Live{ "OPEN", S_FLIGHT },
                               Live{ "CLOSE_SENT", S_CLOSE_SENT },
                               Live{ "CLOSE_RECD", S_CLOSE_RECD } })
            rows.push_back({ std::string("life.both.") + l.id + to,
                             "OPEN_ACK to an OPEN of each kind: the lives of the link",
                             [l, life](Bench &b) { open_ack(b, l.start, life); } });
    }
    return rows;
}());

const Rows ROWS({
    { "life.number",
      "leaving CLOSED takes the next life number, into every OPEN and OPEN_ACK of that life",
      [](Bench &b) {
        const uint32_t e = epoch(b);
        b.expect(b.opens(BASE).h.epoch == e, "the link takes the counter's value");
        b.quiet(50);
        b.expect(epoch(b) == (e == 0xffff ? 1 : e + 1), "the counter goes on");
        b.expect((b.rec()[5] & 0xffff) == e, "the record has it");
        b.expect(b.opens(BASE).h.epoch == e, "every OPEN_ACK of that life");
        b.w.send_to(b.a, 0x0b0077, 0, 40);
        b.expect(b.next_of(0x0b0077, OP_OPEN).h.epoch == (e == 0xffff ? 1 : e + 1),
                 "another link, the next number");
    } },

    { "life.number.dead", "a late OPEN that opens a dead link takes a new number", [](Bench &b) {
        b.reach(S_DEAD);
        b.tx(OP_OPEN, BASE, 0);
        const uint32_t next = b.own_life == 0xffff ? 1 : b.own_life + 1;
        b.expect(b.next(OP_OPEN_ACK).h.epoch == next, "the next number");
    } },

    { "life.number.never_zero", "16 bits, never 0", [](Bench &b) {
        b.set(TTP_REG_EPOCH, 0xffff);
        b.expect(b.opens(BASE).h.epoch == 0xffff, "65535");
        b.quiet(50);
        b.expect(epoch(b) == 1, "then 1");
        b.w.send_to(b.a, 0x0b0077, 0, 40);
        b.expect(b.next_of(0x0b0077, OP_OPEN).h.epoch == 1, "then 1");
    } },

    { "life.number.new", "each leaving of CLOSED is a new life", [](Bench &b) {
        b.reach(S_CLOSED);
        b.life = OTHER;
        const uint32_t second = b.opens(900).h.epoch;
        b.expect(second == (b.own_life == 0xffff ? 1 : b.own_life + 1), "by OPEN");
        b.quiet(50);
        b.tx(OP_CLOSE, 901, 0);
        b.next(OP_CLOSE_ACK);
        b.step(50);
        b.host();
        b.expect(b.next(OP_OPEN).h.epoch == (second == 0xffff ? 1 : second + 1),
                 "by a payload from the host");
    } },

    { "life.seed", "the first value comes from cfg_epoch_seed, 0 becomes 1", [](Bench &b) {
        for (uint32_t s : { 0u, 0x1234u }) {
            b.mac().in.cfg_epoch_seed = static_cast<uint16_t>(s);
            b.w.world()->net.hard_reset(b.mac());
            ready(b);
            b.expect(b.opens(BASE).h.epoch == (s ? s : 1),
                     "the first life is the seed, 0 becomes 1");
        }
    } },

    { "life.seed.soft_reset", "soft reset increments the counter", [](Bench &b) {
        b.set(TTP_REG_EPOCH, 0x100);
        b.set(TTP_REG_CTRL, 3);
        b.step(600);
        ready(b);
        b.expect(epoch(b) == 0x101, "soft reset increments it");
        b.expect(b.opens(BASE).h.epoch == 0x101, "the next life");
    } },

    { "life.seed.soft_reset.wrap", "a soft reset at 65535 goes on with 1", [](Bench &b) {
        b.mac();
        b.set(TTP_REG_EPOCH, 0xffff);
        b.set(TTP_REG_CTRL, 3);
        b.step(600);
        ready(b);
        b.expect(b.opens(BASE).h.epoch == 1, "behind 65535 comes 1, never 0");
    } },

    // The epoch of an OPEN counts only if bytes 44, 45, 48 to 51 are 0.
    { "life.garbage.open", "a number beside garbage reads as 0", [](Bench &b) {
        uint32_t node = 0x0c0000;
        for (size_t at : { 44, 45, 48, 49, 50, 51 }) {
            b.peer = ++node;
            Frame f = b.frame(OP_OPEN, BASE, 0);
            f.bytes[at] = 0x10;
            b.inject(f);
            b.next(OP_OPEN_ACK);
            b.quiet(50);
            b.expect(peer_life(b) == 0, "reads as 0 beside garbage in byte " + std::to_string(at));
        }
        b.peer = ++node;
        b.opens(BASE);
        b.quiet(50);
        b.expect(peer_life(b) == LIFE, "and counts without");
    } },

    // An OPEN of another life of the peer opens the CLOSED link.
    { "life.both.CLOSED", "another life of the peer: OPEN_ACK names that one", [](Bench &b) {
        b.reach(S_CLOSED);
        b.life = OTHER;
        const Sent s = b.opens(900);
        b.expect(s.h.epoch != b.own_life, "a life of its own");
        names_lives(b, s, s.h.epoch, OTHER);
        b.host();
        names_lives(b, b.next(OP_PAYLOAD), s.h.epoch, OTHER);
        b.take(901);
    } },

    { "life.both.OPEN_RECD.again", "the OPEN_ACK of the timer names both lives",
      with(recd_again, false) },
});

} // namespace
