// SPDX-License-Identifier: Apache-2.0
//
// Frames that are not of this life of the link, each opcode in each state; all bits of both lives;
// what a mark is.
#include "conform.h"

namespace conform {

namespace {

// ---- opcode x state ----

struct Place {
    const char *id, *in;
    Start start;
    bool stranger, any_peer; // any_peer: our life alone decides
};

const Place PLACES[] = {
    { "CLOSED.none", "CLOSED, unknown", S_NONE, false, false },
    { "CLOSED", "CLOSED", S_CLOSED, false, false },
    { "CLOSED.wait", "CLOSED, a payload waits", S_WAIT, false, false },
    { "OPEN_SENT", "OPEN_SENT", S_OPEN_SENT, false, true },
    { "OPEN_SENT.ships", "OPEN_SENT, passing ships", S_SHIPS, false, true },
    { "OPEN_SENT.reopen", "re-OPEN", S_REOPEN, true, false },
    { "OPEN_RECD", "OPEN_RECD", S_OPEN_RECD, false, false },
    { "OPEN", "OPEN", S_FLIGHT, false, false },
    { "OPEN.stranger", "OPEN, to a stranger", S_FLIGHT, true, false },
    { "CLOSE_SENT", "CLOSE_SENT", S_CLOSE_SENT, false, false },
    { "CLOSE_SENT.held", "CLOSE_SENT, held", S_HELD, false, false },
    { "CLOSE_RECD", "CLOSE_RECD", S_CLOSE_RECD, false, false },
    { "CLOSE_RECD.stranger", "CLOSE_RECD, to a stranger", S_CLOSE_RECD, true, false },
    { "CLOSE_RECD.missing", "CLOSE_RECD, payloads missing", S_MISSING, false, false },
};

// Of a frame: our life and the peer's, as it names them. 0, 0: not marked.
struct Lives {
    uint32_t ours, peers;
};

std::vector<Lives> foreign_lives(const Place &p, uint32_t op, uint32_t own)
{
    const uint32_t peer = p.stranger ? 0 : LIFE;
    const uint32_t before = own > 1 ? own - 1 : own ^ 0x8000;
    std::vector<Lives> all = { { before, OTHER } };
    const bool either = p.any_peer
        || (p.start == S_REOPEN && (op == OP_OPEN_ACK || op == OP_OPEN_NACK));

    if (peer) all.push_back({ before, peer });
    if (p.start == S_NONE || p.start == S_CLOSED || p.start == S_WAIT) all.push_back({ own, LIFE });
    if (!either) {
        all.push_back({ own, OTHER });
        if (own != LIFE) all.push_back({ LIFE, own });
    }
    // A stranger's, where the peer is none.
    const bool known = p.start >= S_OPEN_RECD && p.start != S_REOPEN;
    if (known && !p.stranger) all.push_back({ 0, 0 });
    return all;
}

// With the IDs that would mean most in a frame that is ours.
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

// The lives of an answer are those of the frame, the other way round.
void answered(Bench &b, uint32_t op, Lives is)
{
    const bool asks = is.ours && (op == OP_PAYLOAD || op == OP_OPEN_ACK);

    if (op != OP_CLOSE && !asks) return;
    const Sent s = b.next(asks ? OP_NACK_NOLINK : OP_CLOSE_ACK, 0, b.last + 1);
    const Frame want = make_frame(b.a.cfg.node, b.peer, s.h.opcode, b.vc, 0, b.last + 1,
                                  is.ours, {}, is.ours ? is.peers : 0);
    b.expect(s.raw == want.bytes, "the answer names other lives");
}

void changes_nothing(Bench &b, const Place &p, uint32_t op)
{
    if (p.stranger) b.life = 0;
    b.reach(p.start);
    const bool held = p.start == S_OPEN_RECD;
    const uint32_t own = p.start == S_NONE ? 0x1234 : b.named(b.peer);
    const auto was = b.rec();
    const std::vector<Lives> all = foreign_lives(p, op, own);
    uint64_t answers = 0, late = 0;

    if (!held) b.look();
    for (const Lives &is : all) {
        b.inject(a_frame(b, op, is));
        if (!held) answered(b, op, is);
        answers += op == OP_CLOSE || (is.ours && (op == OP_PAYLOAD || op == OP_OPEN_ACK));
        late += p.start != S_NONE;
    }
    if (held) {
        b.step(1000);
        b.expect(b.rec() == was, "the link has changed while the OPEN_ACK is held back");
        b.a.wire_out.hold = false;
        b.next(OP_OPEN_ACK, b.una, BASE);
        for (const Lives &is : all) answered(b, op, is);
    }
    b.quiet();
    b.expect(held ? b.state() == OPEN : b.rec() == was, "the link has changed");
    b.expect(b.causes() == 0, "an interrupt cause");
    b.moved(TTP_CNT_RX + op, all.size(), "received");
    b.moved(TTP_CNT_LATE_ACK, late, "foreign frames");
    b.moved(TTP_CNT_TX + (op == OP_CLOSE ? OP_CLOSE_ACK : OP_NACK_NOLINK), answers, "answers");
    for (unsigned c : { TTP_CNT_ILLEGAL, TTP_CNT_REPEAT, TTP_CNT_GAP, TTP_CNT_DROP_FAR,
                        TTP_CNT_RETIRED, TTP_CNT_REPLAY, TTP_CNT_FLUSHED })
        b.moved(c, 0, "nothing else is counted");
    for (uint32_t kind = CPL_RETIRED; kind <= CPL_CLOSED; kind++)
        b.expect(!b.completed(kind), "a completion");
    b.delivered(0);
}

// ---- all bits ----

void not_taken(Bench &b, Lives is)
{
    b.inject(a_frame(b, OP_PAYLOAD, is));
    answered(b, OP_PAYLOAD, is);
    b.quiet(50);
}

void bits(Bench &b, bool ours)
{
    b.reach(S_OPEN);
    for (uint32_t i = 0; i < 16; i++)
        not_taken(b, { b.own_life ^ (ours ? 1u << i : 0), LIFE ^ (ours ? 0 : 1u << i) });
    b.delivered(0);
    b.moved(TTP_CNT_LATE_ACK, 16, "foreign frames");
    b.take(b.last + 1);
}

void bits_open_sent(Bench &b)
{
    b.reach(S_OPEN_SENT);
    const uint32_t own = b.named(b.peer);
    b.last = BASE;
    for (uint32_t i = 0; i < 16; i++) {
        const Lives is = { own ^ 1u << i, LIFE };
        if (!is.ours) continue;                 // not marked
        b.inject(a_frame(b, OP_OPEN_ACK, is));
        answered(b, OP_OPEN_ACK, is);
    }
    b.quiet();
    b.in_state(OPEN_SENT, "none of them is ours");
    b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
}

// ---- marks ----

// One that is not marked is a stranger's: no payload of this link, and it gets no answer.
void no_mark(Bench &b)
{
    b.reach(S_OPEN);
    uint64_t n = 0;
    for (size_t at : { 48, 49, 50 })
        for (uint32_t i = 0; i < 8; i++) {
            Frame f = b.payload(b.last + 1);
            f.bytes[at] = static_cast<uint8_t>(f.bytes[at] ^ 1u << i);
            b.inject(f);
            n++;
        }
    Frame f = b.payload(b.last + 1);
    f.bytes[44] = f.bytes[45] = 0;
    b.inject(f);
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, n + 1, "frames of a stranger");
    b.delivered(0);
    b.take(b.last + 1);
}

// Garbage that is no mark is no life either: what a stranger sends has its answer.
void garbage(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    for (size_t at : { 44, 45, 46, 47, 48, 49, 50, 51 }) {
        Frame f = b.payload(++b.last);
        f.bytes[at] = 0xff;
        b.inject(f);
        b.next(OP_ACK, 0, b.last);
    }
    b.quiet();
    b.delivered(8);
}

// One byte of our life is 0; byte 51 is no part of the mark.
void one_byte(Bench &b, uint32_t own)
{
    b.set(TTP_REG_EPOCH, own);
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == own, "our life");
    b.last = BASE;
    b.quiet(50);
    b.look();
    b.take(b.last + 1);
    Frame f = b.payload(++b.last);
    f.bytes[51] = 0x77;
    b.inject(f);
    b.next(OP_ACK, 0, b.last);
    b.moved(TTP_CNT_LATE_ACK, 0, "no foreign frame");
}

void no_sender(Bench &b)
{
    b.reach(S_OPEN);
    b.look();
    b.inject(make_frame(b.peer, b.a.cfg.node, OP_PAYLOAD, b.vc, b.last + 1, 0, 0,
                        std::vector<uint8_t>(50), b.named(b.peer)));
    b.quiet();
    b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign, and as a stranger's it gets no answer");
}

void nack_of_other(Bench &b)
{
    b.reach(S_OPEN_SENT);
    b.inject(make_frame(b.peer, b.a.cfg.node, OP_OPEN_NACK, b.vc, 0, b.open_id, 0, {},
                        other_life(b.named(b.peer))));
    b.quiet();
    b.in_state(OPEN_SENT, "the OPEN_NACK is for another life of ours");
}

void closed_to_stranger(Bench &b)
{
    b.reach(S_CLOSED);
    b.life = 0;
    b.inject(b.payload(b.last + 1));
    b.next(OP_NACK_NOLINK, 0, b.last + 1);
}

} // namespace

std::vector<Row> foreign_rows()
{
    static const char *const name[] = { "open", "open_ack", "open_nack", "close", "close_ack",
                                        "close_nack", "payload", "ack", "nack", "nack_full",
                                        "nack_nolink" };
    std::vector<Row> rows = {
        { "life.ours.bits.own", "all 16 bits of our life count", [](Bench &b) { bits(b, true); } },
        { "life.ours.bits.peer", "all 16 bits of the peer's life count",
          [](Bench &b) { bits(b, false); } },
        { "life.ours.OPEN_SENT", "our life is enough, in all its bits", bits_open_sent },
        { "life.mark", "bytes 48 to 50 in all their bits, 44 and 45 not both 0", no_mark },
        { "life.mark.garbage", "garbage there changes nothing for a stranger", garbage },
        { "life.mark.alone", "without the life of the sender it is a stranger's", no_sender },
        { "life.mark.nack", "but not an OPEN_NACK", nack_of_other },
        { "life.ours.CLOSED", "in CLOSED a stranger's frame is ours, whoever was there before",
          closed_to_stranger },
        { "life.mark.low", "one of bytes 44 and 45 may be 0",
          [](Bench &b) { one_byte(b, 0x0042); } },
        { "life.mark.high", "the other one likewise", [](Bench &b) { one_byte(b, 0x4200); } },
    };
    for (const Place &p : PLACES)
        for (uint32_t op = OP_OPEN_ACK; op <= OP_NACK_NOLINK; op++) {
            const char *what = op == OP_CLOSE ? "CLOSE_ACK"
                : op == OP_PAYLOAD || op == OP_OPEN_ACK ? "NACK_NOLINK if marked" : "no answer";
            rows.push_back({ std::string("life.foreign.") + p.id + "." + name[op],
                             std::string(opcode_name(op)) + " in " + p.in
                                 + ", of other lives: " + what + ", no change",
                             [p, op](Bench &b) { changes_nothing(b, p, op); } });
        }
    return rows;
}

} // namespace conform
