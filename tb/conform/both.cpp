// SPDX-License-Identifier: Apache-2.0
//
// The lives that the frames of the MAC name; and a life that the peer has left.
#include "conform.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;

// Bytes 44 to 51: a mark with the peer's life and ours, or nothing but `own` if there is no peer's.
void names(Bench &b, const Sent &s, uint32_t own, uint32_t peers)
{
    const std::vector<uint8_t> &x = s.raw;
    b.expect(b.ok() && get_be(x, 44, 2) == peers && get_be(x, 46, 2) == own
                 && get_be(x, 48, 4) == (peers ? 0x1000u : 0),
             std::string(opcode_name(s.h.opcode)) + " names other lives");
}

// ---- each opcode ----

// To a stranger `peers` is 0, and only OPEN and OPEN_ACK carry our life.
void each(Bench &b, uint32_t life)
{
    b.life = life;
    b.host(2);
    const Sent open = b.next(OP_OPEN);
    const uint32_t own = open.h.epoch, rest = life ? own : 0;
    names(b, open, own, 0);
    b.tx(OP_OPEN, BASE, 0);
    names(b, b.next(OP_OPEN_ACK), own, life);
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    for (int i = 0; i < 2; i++) names(b, b.next(OP_PAYLOAD), rest, life);
    b.tx(OP_NACK, 0, open.h.txid + 1);
    for (int i = 0; i < 2; i++) names(b, b.next(OP_PAYLOAD), rest, life);
    b.inject(b.payload(BASE + 1));
    names(b, b.next(OP_ACK), rest, life);
    b.inject(b.payload(BASE + 1));
    names(b, b.next(OP_ACK), rest, life);
    b.inject(b.payload(BASE + 3));
    names(b, b.next(OP_NACK), rest, life);
    b.tx(OP_OPEN, BASE + 1, 0);
    names(b, b.next(OP_OPEN_ACK), own, life);
    b.tx(OP_CLOSE, BASE + 2, 0);
    names(b, b.next(OP_CLOSE_NACK), rest, life);
    b.tx(OP_ACK, 0, open.h.txid + 2);
    names(b, b.next(OP_CLOSE_ACK), rest, life);
}

void close(Bench &b, uint32_t life)
{
    b.life = life;
    b.reach(S_OPEN);
    b.close();
    names(b, b.next(OP_CLOSE), life ? b.own_life : 0, life);
    b.tx(OP_CLOSE, b.last + 1, 0);
    names(b, b.next(OP_CLOSE_ACK), life ? b.own_life : 0, life);
}

void nack_full(Bench &b, uint32_t life)
{
    b.life = life;
    b.fill();
    names(b, b.next(OP_NACK_FULL), life ? b.own_life : 0, life);
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
        b.w.run(3 * T, [&] { return b.waiting(b.peer) != 0; }, "a timer");
        if (!b.ok()) break;
        const Sent s = b.heard[b.peer].front();
        b.heard[b.peer].pop_front();
        names(b, s, rest, life);
        acked |= s.h.opcode == OP_ACK;
        again |= s.h.opcode == OP_PAYLOAD;
        refused |= s.h.opcode == OP_CLOSE_NACK;
    }
    b.expect(acked && again && refused, "ACK, PAYLOAD and CLOSE_NACK by timer");
}

// It is refused in a full set: the OPEN has named no life of ours.
void open_nack(Bench &b, uint32_t life)
{
    const uint32_t node = other(b, 40);
    b.reach(S_FLIGHT);
    busy_ways(b);
    b.inject(from(b, node, OP_OPEN, 900, 0, life));
    names(b, b.next_of(node, OP_OPEN_NACK), 0, life);
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
            names(b, b.next(OP_OPEN_ACK), own, life);
        }
        // the lives of the link, if both have one
        names(b, b.next(OP_OPEN_ACK), own, is && life ? life : is);
        if (held) break;
    }
    b.quiet();
}

// One that opens a link to a peer, another life of it.
void in_each_life(Bench &b)
{
    b.reach(S_CLOSED);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    const Sent s = b.next(OP_OPEN_ACK);
    b.expect(s.h.epoch != b.own_life, "a life of its own");
    names(b, s, s.h.epoch, OTHER);
    b.host();
    names(b, b.next(OP_PAYLOAD), s.h.epoch, OTHER);
    b.take(901);
}

// A stranger's link to which an OPEN_ACK has come that names our life.
void stranger_no_more(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, b.last + 1, b.open_id);
    for (int i = 0; i < 2; i++) names(b, b.next(OP_PAYLOAD), b.own_life, OTHER);
    b.take(b.last + 1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.wait_completion(CPL_RESTARTED);
    b.expect(b.next(OP_OPEN, b.una - 1, 0).h.epoch != b.own_life, "no re-OPEN any more");
}

// ---- a life that the peer has left ----

// The next one, with n payloads from una on.
void next_life(Bench &b, uint32_t n)
{
    const Sent open = b.next(OP_OPEN, b.una - 1, 0);
    b.expect(open.h.epoch != b.own_life, "in a new life");
    b.expect(b.completed(CPL_RESTARTED), "a completion tells of it");
    b.life = OTHER;
    b.tx(OP_OPEN_ACK, 9000, open.h.txid);
    for (uint32_t i = 0; i < n; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.take(9000);
    b.moved(TTP_CNT_FLUSHED, 0, "nothing is flushed");
    b.tx(OP_ACK, 0, b.una + n - 1);
    b.step(300);
    b.moved(TTP_CNT_RETIRED, n, "retired once");
}

void over_paused(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_FULL, 0, b.una - 1);
    b.quiet();
    b.host();
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    next_life(b, 3);
    b.quiet();
}

void over_waits(Bench &b)
{
    b.reach(S_CLOSE_RECD);
    b.host(2);
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    next_life(b, 4);
    b.quiet(1000);
    b.in_state(OPEN, "the next life has no end so far");
}

void over_request(Bench &b)
{
    b.reach(S_FLIGHT);
    b.close();
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    next_life(b, 2);
    b.next(OP_CLOSE, b.una + 2, 9000);
}

void request_forgotten(Bench &b)
{
    b.reach(S_OPEN_RECD);
    b.close();
    b.step(300);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.step(300);
    b.in_state(CLOSED, "while the OPEN_ACK is held back");
    b.a.wire_out.hold = false;
    b.own_life = b.next(OP_OPEN_ACK).h.epoch;
    b.quiet();
    b.in_state(CLOSED, "when it has left");
    b.host();
    next_life(b, 1);
    b.quiet(1000);
    b.in_state(OPEN, "nobody has asked to close this life");
}

void over_once(Bench &b)
{
    b.reach(S_FLIGHT);
    const Frame f = b.frame(OP_NACK_NOLINK, 0, b.una);
    for (int i = 0; i < 3; i++) b.inject(f);
    b.next(OP_OPEN, b.una - 1, 0);
    b.quiet();
    b.in_state(OPEN_SENT, "copies are of the life before");
    b.moved(TTP_CNT_LATE_ACK, 2, "two copies");
}

// A gap, numbers and a pause are of the life before.
void over_clean(Bench &b)
{
    b.reach(S_OPEN);
    b.inject(b.payload(b.last + 5));
    b.next(OP_NACK, 0, b.last + 1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.wait_completion(CPL_RESTARTED);
    b.quiet();
    b.in_state(CLOSED, "nothing waits");
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(905));
    b.next(OP_NACK, 0, 901);
    b.take(901);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
}

// A CLOSED link's timers are still.
void over_still(Bench &b)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO, TTP_REG_REACK }) b.set(reg, T);
    b.reach(S_OPEN);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.step(300);
    b.heard.clear();
    b.quiet(4 * T);
    b.in_state(CLOSED, "afterwards");
    b.expect(b.causes() == (cause(TTP_IRQ_RESTART) | cause(TTP_IRQ_NOLINK)), "two causes");
}

// A late copy of an OPEN opens a link that its sender has left.
void late_copy(Bench &b)
{
    b.reach(S_CLOSED);
    b.tx(OP_OPEN, BASE, 0);
    const Sent s = b.next(OP_OPEN_ACK, b.una, BASE);
    names(b, s, s.h.epoch, LIFE);
    b.quiet();
    b.tx(OP_NACK_NOLINK, 0, s.h.txid);
    b.quiet();
    b.in_state(CLOSED, "its sender knows nothing of it");
    b.expect(b.completed(CPL_RESTARTED), "a completion tells of it");
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.take(901);
}

// Neither a payload nor a NACK_NOLINK that is ours means anything in OPEN_SENT.
void sent_holds(Bench &b)
{
    b.reach(S_SHIPS);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.inject(b.payload(BASE + 1));
    b.next(OP_OPEN, b.open_id, 0);
    b.quiet();
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.take(BASE + 1);
}

} // namespace

std::vector<Row> both_rows()
{
    struct Live {
        const char *id;
        Start start;
    };
    std::vector<Row> rows = {
        { "life.over.OPEN.paused.again", "in a back-off: the next life has none", over_paused },
        { "life.over.CLOSE_RECD.waits", "payloads that wait go in the next life too", over_waits },
        { "life.over.OPEN.request", "a close request waits on behind payloads", over_request },
        { "life.over.OPEN_RECD.request", "one that waits for nothing is forgotten",
          request_forgotten },
        { "life.over.once", "copies of the NACK_NOLINK are foreign", over_once },
        { "life.over.OPEN.clean", "a gap ends with the life", over_clean },
        { "life.over.OPEN.still", "and so do the timers", over_still },
        { "open.new.CLOSED.copy", "a late copy opens it, NACK_NOLINK ends it", late_copy },
        { "rcv.nolink.OPEN_SENT.later", "the payload is taken when the OPEN_ACK has come",
          sent_holds },
        { "life.both.CLOSED", "another life of the peer: OPEN_ACK names that one", in_each_life },
        { "reopen.ack.life.both", "the peer is no stranger any more", stranger_no_more },
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
}

} // namespace conform
