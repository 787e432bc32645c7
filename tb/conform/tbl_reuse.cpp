// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     tbl.link tbl.reuse tbl.reuse.dead tbl.full
#include "victim_steps.h"

using namespace conform;

namespace {

// All ways are busy: each OPEN gets OPEN_NACK, and no link closes.
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

// elsewhere: the host's last packet was for another VC, so for a link of another set.
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
    refused(b, 900, 5);
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
    const uint32_t node = refused(b, 900, 5);
    b.expect(b.rec()[0] >> 30 & 1, "the entry is kept");
    b.set(TTP_REG_IRQ_CAUSE, cause(TTP_IRQ_DEAD));
    b.inject(from(b, node, OP_OPEN, 901, 0, 5));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the entry was used");
}

const Rows VICTIM_ROWS(with_place("victim", {
    { "tbl.reuse.CLOSED.at_once", "a CLOSED link's way is free at once", [](Bench &b) {
        const FullSet f = fill_set(b);
        b.reach(S_CLOSED);
        b.host_to(f.local);
        b.next_of(f.local, OP_OPEN);
        b.quiet();
        b.expect(b.rec()[0] == 0, "its entry was used");
    } },
}));

const Rows ROWS({
    { "tbl.link", "a link is (peer node, VC)", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t vc : { 1u, 2u }) {
            b.vc = vc;
            b.sends(b.last + 1, OP_NACK_NOLINK, b.last + 1);
            b.expect(b.rec()[0] == 0, "no link on another VC");
        }
        b.vc = 1;
        b.opens(77);
        b.take(78);
        b.vc = 0;
        b.take(BASE + 2);
    } },

    // Two peers of one set, at least of a small table, whose nodes differ in their first byte
    // alone.
    { "tbl.link.node", "of the node all 24 bits count", [](Bench &b) {
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
    } },

    { "tbl.reuse.CLOSED", "a CLOSED entry makes room", [](Bench &b) {
        b.reach(S_CLOSED);
        busy_ways(b);
        const uint32_t node = other(b, 40);
        idle_link(b, node);
        b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
    } },

    // Two more CLOSE_ACKs are owed to the stranger.
    { "tbl.reuse.owed", "at once, though its stranger is to get CLOSE_ACK again", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.tx(OP_CLOSE, b.last + 1, 0);
        b.next(OP_CLOSE_ACK);
        b.in_state(CLOSED, "after its CLOSE");
        b.life = LIFE;
        busy_ways(b);
        idle_link(b, other(b, 40));
        b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
    } },

    // A link with a close request is refused by its peer, and another link takes its entry.
    { "tbl.reuse.request", "a close request is not that of the entry's next link", [](Bench &b) {
        b.mac();
        b.set(TTP_REG_BACKOFF, T);
        b.reach(S_FLIGHT, STRANGER);
        b.close();
        const uint32_t open = b.has_no_link(b.una).h.txid;
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
    } },

    { "tbl.reuse.waiting", "payloads of a CLOSED link wait: its entry stays",
      with(waiting_kept, false) },
    { "tbl.reuse.waiting.elsewhere", "also after a payload for another VC",
      with(waiting_kept, true) },
    { "tbl.reuse.dead", "a dead link's entry is reused only when its interrupt was cleared",
      with(dead_kept, false) },

    // A dead link that has opened again and closed in the orderly way is dead no more, whatever the
    // interrupt says.
    { "tbl.reuse.dead.closed", "a dead link that opened again and closed is dead no more",
      [](Bench &b) {
        b.connect();
        b.set(TTP_REG_TIMEOUT, 300);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.host();
        b.next(OP_PAYLOAD);
        b.wait_completion(CPL_DEAD);
        b.set(TTP_REG_TIMEOUT, NEVER);
        b.step(300);
        b.heard[b.peer].clear();
        const Sent open = b.host_opens();
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
    } },

    { "tbl.reuse.dead.silent", "... and of a peer that never answered", with(dead_kept, true) },
    { "tbl.reuse.dead.stranger", "that of a stranger, too",
      [](Bench &b) { b.life = 0; dead_kept(b, false); } },

    // The dead link's stranger gets its second CLOSE_ACK. The interrupt is not cleared, so the
    // entry stays.
    { "tbl.reuse.dead.thrice", "a dead link's entry is kept behind its second CLOSE_ACK",
      [](Bench &b) {
        for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
        b.set(TTP_REG_RETRY_MAX, 1);
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_CLOSE, 77, 0);
        b.next(OP_CLOSE_NACK);
        b.wait_completion(CPL_DEAD);
        b.step(300);
        b.heard[b.peer].clear();                // replays, and the first CLOSE_ACK
        b.next_within(3 * SLOW, OP_CLOSE_ACK, 0, 77);
        busy_ways(b);
        refused(b, 900, 5);
        b.expect(b.rec()[0] >> 30 & 1, "the entry is kept");
    } },

    { "tbl.full", "a remote OPEN that finds its set full gets OPEN_NACK", [](Bench &b) {
        b.reach(S_FLIGHT);
        busy_ways(b);
        const uint32_t node = other(b, 40);
        b.inject(from(b, node, OP_OPEN, 900, 0, 5));
        const Sent s = b.next_of(node, OP_OPEN_NACK);
        b.expect(s.h.txid == 0 && s.h.rxid == 900, "OPEN_NACK names the OPEN");
        b.inject(from(b, node, OP_PAYLOAD, 0, 0, 0));
        b.rests_in(OPEN);
    } },

    { "tbl.full.flood", "a flood of OPENs hurts no busy link", with(full, 20) },
    { "tbl.full.stranger", "the same for the OPEN of a stranger", with(victim_remote, 0) },
});

} // namespace
