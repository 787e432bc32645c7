// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     life.foreign
#include "steps.h"

using namespace conform;

namespace {

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

void changes_nothing(Bench &b, const Place &p, uint32_t op)
{
    b.reach(p.start, p.stranger);
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
        b.open_ack_leaves();
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

const Rows MADE_1([] {
    std::vector<Row> rows;
    static const char *const name[] = { "open", "open_ack", "open_nack", "close", "close_ack",
                                        "close_nack", "payload", "ack", "nack", "nack_full",
                                        "nack_nolink" };
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
}());

const Rows ROWS({
    // An ACK of the life before does not retire what waits for the next one.
    { "life.foreign.ack.opening", "an ACK of the life before comes in OPEN_SENT", [](Bench &b) {
        b.reach(S_FLIGHT);
        const uint32_t before = b.named(b.peer);
        b.has_no_link(b.una);
        const uint32_t now = b.named(b.peer);
        b.look();
        b.mac_lives[b.peer] = before;
        b.tx(OP_ACK, 0, b.una);
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
        b.expect(b.rec()[2] == b.una, "nothing retires");
        b.mac_lives[b.peer] = now;
        b.open_ack_replays(900, b.una - 1);
    } },

    { "life.foreign.close", "of another life: CLOSE_ACK, nothing changes", [](Bench &b) {
        b.reach(S_FLIGHT);
        b.life = OTHER;
        for (uint32_t id : { b.last, b.last - 1, b.last - 1000, b.last - 0x7ffffff0u,
                            b.last + 1 }) {
            b.closes(id, b.una - 1);
        }
        b.same_link("nothing changes");
        b.moved(TTP_CNT_LATE_ACK, 5, "frames of another life");
    } },

    // The last missing payload ends the link. A copy of the CLOSE comes in the next life.
    { "life.foreign.close.drained", "a late copy of a CLOSE closes no later life", [](Bench &b) {
        b.reach(S_MISSING);
        const uint32_t id = b.last + 3, ours = b.named(b.peer);
        while (b.last + 1 != id) b.take(b.last + 1);
        b.next(OP_CLOSE_ACK, 0, id);
        b.in_state(CLOSED, "afterwards");
        const uint32_t open = b.host_opens().h.txid, now = b.named(b.peer);
        b.tx(OP_OPEN_ACK, id + 1, open);
        b.next(OP_PAYLOAD, open + 1, 0);
        b.quiet();
        b.mac_lives[b.peer] = ours;
        b.closes(id, open);
        b.in_state(OPEN, "after the copy");
        b.mac_lives[b.peer] = now;
        b.take(id + 1);
    } },

    { "life.foreign.close.held", "a CLOSE of another life leaves the hold as it is", [](Bench &b) {
        b.reach(S_HELD);                        // two are still to come
        b.life = OTHER;
        b.closes(b.last + 1, b.una - 1);
        b.life = LIFE;
        two_end_the_hold(b);
    } },

    // After cls.early the OPENs of both lives have one TxID.
    { "life.foreign.open_ack.reused", "an OPEN_ACK of the life before names the same TxID",
      [](Bench &b) {
        b.reach(S_OPEN_SENT);
        const uint32_t before = b.named(b.peer);
        b.closes(BASE, 0);
        b.next(OP_OPEN, b.open_id, 0);
        const uint32_t now = b.named(b.peer);
        b.expect(now != before, "another life");
        b.mac_lives[b.peer] = before;
        b.tx(OP_OPEN_ACK, 77, b.open_id);
        b.next(OP_NACK_NOLINK, 0, 77);
        b.in_state(OPEN_SENT, "after the OPEN_ACK of the life before");
        b.mac_lives[b.peer] = now;
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 2);
        b.take(BASE + 1);
    } },
});

} // namespace
