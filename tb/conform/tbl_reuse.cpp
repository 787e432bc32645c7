// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tbl.link tbl.reuse tbl.reuse.dead tbl.full
#include "conform.h"
#include "victim_steps.h"

namespace conform {

namespace {

constexpr uint32_t T = 4000;
constexpr uint32_t STEP = 4096;                 // of the register, docs/registers.md
constexpr uint32_t LONGER = 2 * STEP + 1000;

// CLOSED: the way is simply free.
void victim_closed(Bench &b)
{
    const FullSet f = fill_set(b);
    b.reach(S_CLOSED);
    b.host_to(f.local);
    b.next_of(f.local, OP_OPEN);
    b.quiet();
    b.expect(b.rec()[0] == 0, "its entry was used");
}

// A link was to close, and lost its peer before. Its entry is another's now.
void request_of_former(Bench &b)
{
    b.mac();
    b.life = 0;
    b.set(TTP_REG_BACKOFF, T);
    b.reach(S_FLIGHT);
    b.close();
    b.tx(OP_NACK_NOLINK, 0, b.una);
    const uint32_t open = b.next(OP_OPEN, b.una - 1, 0).h.txid;
    b.tx(OP_ACK, 0, b.snt);
    b.tx(OP_OPEN_NACK, 0, open);
    b.step(2 * T + b.links());
    b.in_state(CLOSED, "refused");
    busy_ways(b);
    const uint32_t node = other(b, 40);
    idle_link(b, node);
    b.expect(b.rec()[0] == 0, "the entry was used");
    b.step(T + b.links());
    b.expect(b.waiting(node) == 0, "the other link does not close");
    b.host_to(node);
    b.next_of(node, OP_PAYLOAD);
}

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

// CLOSE_ACKs that a stranger still gets say nothing of the interrupt of its dead link.
void dead_and_thrice(Bench &b)
{
    b.life = 0;
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.reach(S_FLIGHT);
    b.tx(OP_CLOSE, 77, 0);
    b.next(OP_CLOSE_NACK);
    b.wait_completion(CPL_DEAD);
    b.step(300);
    b.heard[b.peer].clear();                    // replays, and the first CLOSE_ACK
    b.w.run(3 * SLOW, [&] { return b.waiting(b.peer) != 0; }, "CLOSE_ACK once more");
    b.next(OP_CLOSE_ACK, 0, 77);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_NACK);
    b.expect(b.rec()[0] >> 30 & 1, "the entry is kept");
}

// A dead link that has opened again and closed in the orderly way is dead no more, whatever the
// interrupt says.
void dead_then_closed(Bench &b)
{
    b.connect();
    b.set(TTP_REG_TIMEOUT, 300);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.host();
    b.next(OP_PAYLOAD);
    b.wait_completion(CPL_DEAD);
    b.set(TTP_REG_TIMEOUT, NEVER);
    b.step(300);
    b.heard[b.peer].clear();
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.tx(OP_OPEN_ACK, BASE, open.h.txid);
    b.tx(OP_ACK, 0, b.next(OP_PAYLOAD).h.txid);
    b.close();
    b.tx(OP_CLOSE_ACK, 0, b.next(OP_CLOSE).h.txid);
    b.wait_completion(CPL_CLOSED);
    b.step(300);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, 5));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the entry was used");
}

const Rows VICTIM_ROWS(with_place("victim", {
    { "tbl.reuse.CLOSED.at_once", "a CLOSED link's way is free at once", victim_closed },
}));

const Rows ROWS({
    { "tbl.link", "a link is (peer node, VC)", by_vc },
    { "tbl.link.node", "of the node all 24 bits count", by_node },
    { "tbl.reuse.CLOSED", "a CLOSED entry makes room", closed_reused },
    { "tbl.reuse.owed", "at once, though its stranger is to get CLOSE_ACK again", owed_reused },
    { "tbl.reuse.request", "a close request is not that of the entry's next link",
      request_of_former },
    { "tbl.reuse.waiting", "payloads of a CLOSED link wait: its entry stays",
      [](Bench &b) { waiting_kept(b, false); } },
    { "tbl.reuse.waiting.elsewhere", "also after a payload for another VC",
      [](Bench &b) { waiting_kept(b, true); } },
    { "tbl.reuse.dead", "a dead link's entry is reused only when its interrupt was cleared",
      [](Bench &b) { dead_kept(b, false); } },
    { "tbl.reuse.dead.closed", "a dead link that opened again and closed is dead no more",
      dead_then_closed },
    { "tbl.reuse.dead.silent", "... and of a peer that never answered",
      [](Bench &b) { dead_kept(b, true); } },
    { "tbl.reuse.dead.stranger", "that of a stranger, too",
      [](Bench &b) { b.life = 0; dead_kept(b, false); } },
    { "tbl.reuse.dead.thrice", "a dead link's entry is kept behind its second CLOSE_ACK",
      dead_and_thrice },
    { "tbl.full", "a remote OPEN that finds its set full gets OPEN_NACK", full_default },
    { "tbl.full.flood", "a flood of OPENs hurts no busy link", [](Bench &b) { full(b, 20); } },
    { "tbl.full.stranger", "the same for the OPEN of a stranger",
      [](Bench &b) { victim_remote(b, 0); } },
});

} // namespace

} // namespace conform
