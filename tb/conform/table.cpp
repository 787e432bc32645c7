// SPDX-License-Identifier: Apache-2.0
//
// Links and the link table: who shares a link, full sets. Victims: conform_victims.cpp.
#include "conform.h"

namespace conform {

namespace {

void by_vc(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t vc : { 1u, 2u }) {
        b.vc = vc;
        b.inject(b.payload(b.last + 1));
        b.next(OP_NACK_NOLINK, 0, b.last + 1);
        b.expect(b.rec()[0] == 0, "no link on another VC");
    }
    b.vc = 1;
    b.tx(OP_OPEN, 77, 0);
    b.next(OP_OPEN_ACK);
    b.take(78);
    b.vc = 0;
    b.take(BASE + 2);
}

// Two peers of one set, at least of a small table, whose nodes differ in their first byte alone.
void by_node(Bench &b)
{
    b.reach(S_OPEN);
    const uint32_t last = b.last, twin = PEER ^ 0x110000;
    b.peer = twin;
    b.life = LIFE + twin;
    idle_link(b, twin);
    b.take(101);
    b.peer = PEER;
    b.life = LIFE;
    b.take(last + 1);
    b.quiet();
}

void both_ways(Bench &b)
{
    b.tx(OP_OPEN, BASE, 0);
    const uint32_t first = b.next(OP_OPEN_ACK).h.txid;
    b.take(BASE + 1);
    b.host();
    b.next(OP_PAYLOAD, first, 0);
    b.moved(TTP_CNT_TX + OP_OPEN, 0, "no OPEN of ours");
}

void silence(Bench &b)
{
    b.set(TTP_REG_OPEN_TMO, 2000);
    b.set(TTP_REG_RETRY_MAX, 20);
    b.life = 0;
    b.host(2);
    uint32_t s = 0;
    for (int i = 0; i < 6; i++) s = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, s);
    b.next(OP_PAYLOAD, s + 1, 0);
    b.next(OP_PAYLOAD, s + 2, 0);
    b.moved(TTP_CNT_DEAD, 0, "silence is tolerated");
}

// All ways busy: OPEN_NACK, and nobody is hurt.
void full(Bench &b, uint32_t opens)
{
    b.reach(S_FLIGHT);
    busy_ways(b);
    b.set(TTP_REG_VICTIM_IDLE, 100);
    b.step(1000);
    b.look();
    const auto was = b.rec();
    for (uint32_t i = 0; i < opens; i++) {
        const uint32_t node = other(b, 32 + i);
        b.inject(from(b, node, OP_OPEN, 900 + i, 0, 5));
        const Sent s = b.next_of(node, OP_OPEN_NACK);
        b.expect(s.h.txid == 0 && s.h.rxid == 900 + i, "OPEN_NACK names the OPEN");
    }
    b.quiet();
    b.expect(b.rec() == was, "no busy link is hurt");
    b.moved(TTP_CNT_TX + OP_CLOSE, 0, "no busy link is closed");
    b.take(b.last + 1);
    b.tx(OP_ACK, 0, b.snt);
}

void full_default(Bench &b)
{
    b.reach(S_FLIGHT);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    const Sent s = b.next_of(node, OP_OPEN_NACK);
    b.expect(s.h.txid == 0 && s.h.rxid == 900, "OPEN_NACK names the OPEN");
    b.inject(from(b, node, OP_PAYLOAD, 0, 0, 0));
    b.quiet();
    b.in_state(OPEN, "afterwards");
}

void closed_reused(Bench &b)
{
    b.reach(S_CLOSED);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    idle_link(b, node);
    b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
}

// The stranger would get its CLOSE_ACK twice more.
void owed_reused(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.tx(OP_CLOSE, b.last + 1, 0);
    b.next(OP_CLOSE_ACK);
    b.in_state(CLOSED, "after its CLOSE");
    b.life = LIFE;
    busy_ways(b);
    idle_link(b, other(b, 40));
    b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
}

// elsewhere: the host's last packet was for a link of another set, that of another VC.
void waiting_kept(Bench &b, bool elsewhere)
{
    busy_ways(b);
    b.reach(S_WAIT);
    if (elsewhere) {
        b.vc = 1;
        b.w.send_to(b.a, PEER, b.vc, 40);
        b.next(OP_OPEN);
        b.vc = 0;
    }
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.expect(b.rec()[6] == 2, "its payloads still wait");
}

// A dead link's entry waits for the host. silent: the peer has never said a word.
void dead_kept(Bench &b, bool silent)
{
    if (!silent) b.connect();
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO }) b.set(reg, 300);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.host();
    b.next(silent ? OP_OPEN : OP_PAYLOAD);
    b.wait_completion(CPL_DEAD);
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO }) b.set(reg, NEVER);
    b.step(300);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.expect(b.rec()[0] >> 30 & 1, "the entry is kept");
    b.set(TTP_REG_IRQ_CAUSE, cause(TTP_IRQ_DEAD));
    b.inject(from(b, node, OP_OPEN, 901, 0, 5));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the entry was used");
}

// A stranger that has sent its OPEN again owes nothing: it may be closed to make room.
void repeat_is_idle(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    b.life = 0;
    b.reach(S_OPEN);
    busy_ways(b);
    b.tx(OP_OPEN, b.last, 0);
    b.next(OP_OPEN_ACK);
    b.step(10000);                              // more than two steps of the register
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.next(OP_CLOSE);
}

// The peer has asked to close, and payloads of it are missing. The other links are idle.
void one_close_recd(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.reach(S_MISSING);
    for (uint32_t i = 1; i < ways(b); i++) idle_link(b, other(b, i));
    b.look();
    b.step(10000);                              // more than two steps of the register
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.step(1000 + b.links());
    b.moved(TTP_CNT_TX + OP_CLOSE, 0, "no second link of the set is closing");
    b.in_state(CLOSE_RECD, "afterwards");
}

// No link of the set may go: the payload is refused after three rounds.
void local_refused(Bench &b)
{
    constexpr uint64_t ROUND = 3000;
    b.reach(S_FLIGHT);
    busy_ways(b);
    b.set(TTP_REG_CLOSE_TMO, ROUND);
    b.look();
    const uint64_t since = b.w.net.cycle;
    b.host_to(other(b, 40));
    b.wait_completion(CPL_REFUSED);
    const uint64_t took = b.w.net.cycle - since;
    b.expect(took > 3 * ROUND && took < 4 * ROUND,
             "refused after " + std::to_string(took) + " cycles");
    b.moved(TTP_CNT_REFUSED, 1, "one payload");
}

} // namespace

std::vector<Row> table_rows()
{
    return {
        { "tbl.link", "a link is (peer node, VC)", by_vc },
        { "tbl.link.node", "of the node all 24 bits count", by_node },
        { "open.ack.both_ways", "one OPEN opens both directions", both_ways },
        { "open.timer.OPEN_SENT.silence",
          "a set full at the reference: silence to OPEN is tolerated", silence },
        { "tbl.full", "a remote OPEN that finds its set full gets OPEN_NACK", full_default },
        { "tbl.full.flood", "a flood of OPENs hurts no busy link", [](Bench &b) { full(b, 20); } },
        { "tbl.reuse.CLOSED", "a CLOSED entry makes room", closed_reused },
        { "tbl.reuse.owed", "at once, though its stranger is to get CLOSE_ACK again", owed_reused },
        { "tbl.reuse.waiting", "payloads of a CLOSED link wait: its entry stays",
          [](Bench &b) { waiting_kept(b, false); } },
        { "tbl.reuse.waiting.elsewhere", "also after a payload for another VC",
          [](Bench &b) { waiting_kept(b, true); } },
        { "tbl.reuse.dead", "a dead link's entry is reused only when its interrupt was cleared",
          [](Bench &b) { dead_kept(b, false); } },
        { "tbl.reuse.dead.stranger", "that of a stranger, too",
          [](Bench &b) { b.life = 0; dead_kept(b, false); } },
        { "tbl.reuse.dead.silent", "... and of a peer that never answered",
          [](Bench &b) { dead_kept(b, true); } },
        { "str.repeat.victim", "a stranger's re-OPEN is not set aside: the link may be a victim",
          repeat_is_idle },
        { "tbl.victim.one.close_recd", "a link in CLOSE_RECD is closing: no victim beside it",
          one_close_recd },
        { "tbl.victim.local.refused", "a local open is refused after CLOSE_TMO x RETRY_MAX",
          local_refused },
    };
}

} // namespace conform
