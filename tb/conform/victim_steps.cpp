// SPDX-License-Identifier: Apache-2.0
//
// See victim_steps.h.
#include "victim_steps.h"
#include "untouched.h"

namespace conform {

FullSet fill_set(Bench &b)
{
    FullSet f;
    const uint32_t ways = b.size().link_ways, me = b.peer;
    for (uint32_t i = 1; i < ways; i++) {
        b.peer = same_set(b.mac(), PEER, i);
        b.life = LIFE + i;
        b.host_to(b.peer);
        const uint32_t s = b.next(OP_OPEN).h.txid;
        b.tx(OP_OPEN_ACK, BASE + 1, s);
        b.next(OP_PAYLOAD);
        f.nodes.push_back(b.peer);
    }
    b.peer = me;
    b.life = LIFE;
    f.local = same_set(b.mac(), PEER, 17);
    return f;
}

void victim(Bench &b, Start s, State st)
{
    b.set(TTP_REG_VICTIM_IDLE, 500);
    b.set(TTP_REG_CLOSE_TMO, 60000);
    const FullSet f = fill_set(b);
    b.reach(s);
    b.set(TTP_REG_RETRY_MAX, 200);
    const auto was = b.rec();
    b.step(9000);                               // more than two steps of the register
    b.host_to(f.local);
    b.step(3000);
    if (s == S_OPEN) {
        b.next(OP_CLOSE, b.snt + 1, b.last);
        b.in_state(CLOSE_SENT, "afterwards");
        return;
    }
    b.in_state(st, "afterwards");
    b.expect(b.rec()[2] == was[2] && b.waiting(f.local) == 0, "it is no victim");
    const auto &q = b.heard[b.peer];
    for (const Sent &x : q)
        b.expect(x.h.opcode != OP_CLOSE || s == S_CLOSE_SENT, "it is no victim: CLOSE");
    b.expect(b.count(TTP_CNT_TX + OP_CLOSE) == (s == S_CLOSE_SENT ? b.count(TTP_CNT_TIMEOUT) : 0),
             "no CLOSE of its own");
}

void wanted(Bench &b)
{
    busy_ways(b);
    b.look();
    b.step(LONGER);
    refused(b, 900, OTHER);
}

void made_victim(Bench &b)
{
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.set(TTP_REG_BACKOFF, 20000);
    b.connect();
    b.step(500);
    wanted(b);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

void idle_set(Bench &b, uint32_t idle)
{
    b.set(TTP_REG_VICTIM_IDLE, idle);
    b.set(TTP_REG_BACKOFF, 20000);
    b.set(TTP_REG_CLOSE_TMO, 30000);
    b.set(TTP_REG_RETRY_MAX, 200);
    b.connect();
    b.step(500);
    busy_ways(b);
    b.look();
}

void victim_remote(Bench &b, uint32_t life)
{
    idle_set(b, 300);
    b.step(LONGER);
    const uint32_t node = other(b, 40);
    const auto refused = [&](uint32_t txid) {
        b.inject(from(b, node, OP_OPEN, txid, 0, life));
        const Sent s = b.next_of(node, OP_OPEN_NACK);
        b.expect(s.h.txid == 0 && s.h.rxid == txid, "OPEN_NACK names the OPEN");
    };
    refused(900);
    const uint32_t id = b.next(OP_CLOSE, b.snt + 1, b.last).h.txid;
    b.in_state(CLOSE_SENT, "the orderly way");
    refused(901);
    b.tx(OP_CLOSE_ACK, 0, id);
    b.wait_completion(CPL_CLOSED);
    b.inject(from(b, node, OP_OPEN, 902, 0, life));
    b.next_of(node, OP_OPEN_ACK);
    b.expect(b.rec()[0] == 0, "the victim made room");
}

uint64_t closes_for(Bench &b, uint32_t txid)
{
    b.step(LONGER);
    const uint64_t before = b.count(TTP_CNT_TX + OP_CLOSE);
    refused(b, txid, 5);
    b.step(1000 + b.links());
    return b.count(TTP_CNT_TX + OP_CLOSE) - before;
}

} // namespace conform
