// SPDX-License-Identifier: Apache-2.0
//
// As mutant_rows.cpp: a peer that restarts, and links that make room.
#include "conform.h"

namespace conform {

namespace {

// ---- what proves it, and what does not

// Its OPEN is set aside while our OPEN_ACK has not left. No payload means anything before.
void aside_in_recd(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN_RECD);
    b.tx(OP_OPEN, 900, 0);
    for (int i = 0; i < 2; i++) b.inject(b.payload(901));
    b.step(500);
    b.in_state(OPEN_RECD, "after its payloads");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (int i = 0; i < 2; i++) b.next(OP_NACK_NOLINK, 0, 901);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "no restart so far");
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "now it is proved");
}

// Its proof finds no room, and comes again.
void proved_once(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    for (int i = 0; i < 2; i++) {
        b.inject(b.payload(901, 1024));
        b.next(OP_NACK_FULL, 0, 900);
        b.expect(b.completed(CPL_RESTARTED) == !i, "reported once");
        b.look();
    }
    b.a.sink.hold = false;
}

// Any ID was right in its old life. In the new one the numbers are those of its OPEN.
void proved_unknown(Bench &b)
{
    b.life = 0;
    b.fill();
    b.next(OP_NACK_FULL, 0, b.last);
    b.tx(OP_NACK_NOLINK, 0, 0);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901, 1024));
    b.next(OP_NACK_FULL, 0, 900);
    b.inject(b.payload(905, 1024));
    b.quiet();
    b.a.sink.hold = false;
    b.w.settle(b.a, 2000);
    b.take(901, 1024);
}

// The OPEN of its new life names the ID before last. It is no re-OPEN, for it has a life number.
void proved_by_repeat(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    const uint32_t id = b.last;
    b.life = OTHER;
    b.tx(OP_OPEN, id - 1, 0);
    b.next(OP_OPEN_ACK, b.una, id - 1);
    b.take(id);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

// The OPEN of what was a stranger has a life number: any other payload of the stranger forgets it.
void gap_forgets(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.life = 0;
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.life = OTHER;
    b.inject(b.payload(901));
    b.next(OP_NACK_NOLINK, 0, 901);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
}

// On the link of a peer with a life: between the two comes one of the stranger, or one of the peer.
void two_in_a_row(Bench &b)
{
    const auto speaks = [&](uint32_t id) {
        b.life = 0;
        b.inject(b.payload(id));
        b.quiet(100);
    };
    b.reach(S_OPEN);
    for (const bool ours : { false, true }) {
        b.life = 0;
        b.tx(OP_OPEN, 900, 0);
        b.next(OP_OPEN_ACK, b.una, 900);
        speaks(901);
        b.life = LIFE;
        if (ours) b.take(b.last + 1);
        else speaks(b.last + 2);
        for (int i = 0; i < 2; i++) speaks(901);
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    }
}

// Until its payload comes the link is in re-OPEN; by it the link is OPEN, and counted.
void proved_in_reopen(Bench &b)
{
    b.reach(S_REOPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.step(1000);
    b.heard.clear();
    b.moved(TTP_CNT_OPENED, 1, "the link has reached OPEN");
}

// ---- it ends a closing

// Its OPEN is set aside, and its first payload is here.
void restarts(Bench &b)
{
    b.life = OTHER;                             // what was a stranger
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una + 1, 900);        // our CLOSE has used an ID
    b.take(901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
    b.una++;
}

// Nothing of the hold is left when another CLOSE of ours is out.
void restart_held(Bench &b)
{
    const uint32_t tmo = span(b);
    b.life = 0;
    b.reach(S_HELD);
    restarts(b);
    b.set(TTP_REG_CLOSE_TMO, tmo);
    b.close();
    b.next(OP_CLOSE);
    b.w.run(3 * tmo, [&] { return b.waiting(b.peer) != 0; }, "CLOSE again");
    b.next(OP_CLOSE);
}

// The ID that our CLOSE has used is behind us.
void restart_ids(Bench &b)
{
    b.life = 0;
    b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_OPEN, 900, 0);                      // a repeat
    b.next(OP_OPEN_ACK, b.una, 900);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
}

// All other ways are busy, and a frame for another link wants that of b.peer, which has been idle.
void wanted(Bench &b)
{
    busy_ways(b);
    b.look();
    b.step(2 * 4096 + 1000);                    // of the register two steps and more
    b.inject(from(b, other(b, 40), OP_OPEN, 900, 0, OTHER));
    b.next_of(other(b, 40), OP_OPEN_NACK);
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

// It closes in the orderly way later, and opens again. by_victim: the CLOSE that the restart
// forgets was a victim's, and the link is none any more.
void restart_then_closed(Bench &b, bool by_victim)
{
    b.life = 0;
    if (by_victim) made_victim(b);
    else b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.life = LIFE;
    b.tx(OP_OPEN, 50, 0);
    b.next(OP_OPEN_ACK, b.una, 50);
}

// A victim's CLOSE is held as any other, and goes out again.
void held_victim(Bench &b)
{
    made_victim(b);
    b.tx(OP_CLOSE_NACK, b.last + 1, b.snt + 1);
    b.step(200);
    b.take(b.last + 1);
    b.next(OP_CLOSE, b.snt + 1, b.last);
}

// The end of its back-off says nothing to anybody.
void victim_is_silent(Bench &b)
{
    made_victim(b);
    b.tx(OP_CLOSE_ACK, 0, b.snt + 1);
    b.wait_completion(CPL_CLOSED);
    b.step(25000 + b.links());
    b.quiet();
}

// The stranger's OPEN has told its numbers: it is not set aside.
void told_is_idle(Bench &b)
{
    b.mac();
    b.life = 0;
    b.set(TTP_REG_VICTIM_IDLE, 300);
    b.host();
    const uint32_t open = b.next(OP_OPEN).h.txid;
    b.tx(OP_OPEN_ACK, 0, open);
    b.next(OP_PAYLOAD, open + 1, 0);
    b.tx(OP_ACK, 0, open + 1);
    b.quiet();
    b.tx(OP_OPEN, 9000, 0);
    b.next(OP_OPEN_ACK, open + 2, 9000);
    wanted(b);
    b.next(OP_CLOSE, open + 2, 9000);
}

// The entry is given to another peer, whose life has the number of the peer before.
void same_number(Bench &b)
{
    b.reach(S_CLOSED);
    busy_ways(b);
    const uint32_t node = other(b, 40);
    b.inject(from(b, node, OP_OPEN, 900, 0, b.life));
    const uint32_t una = b.next_of(node, OP_OPEN_ACK).h.txid;
    b.expect(b.rec()[0] == 0, "the CLOSED entry was used");
    b.quiet();
    b.host_to(node);
    b.expect(b.next_of(node, OP_PAYLOAD).h.txid == una, "that link is OPEN");
}

// Payloads of the life that has died are being freed for a while. by_host: our OPEN waits for the
// end of that, and goes.
void still_freed(Bench &b, bool by_host)
{
    b.mac();
    b.set(TTP_REG_BACKOFF, 5000);
    b.set(TTP_REG_TIMEOUT, 20000);
    b.set(TTP_REG_RETRY_MAX, 1);
    b.connect();
    b.host(20, 1024);
    b.w.run(30000, [&] { return b.waiting(b.peer) == 20; }, "all of them are sent");
    b.heard.clear();
    b.life = OTHER;
    b.wait_completion(CPL_DEAD);
    if (by_host) {
        b.host();
        b.next(OP_OPEN, b.una + 19, 0);
        return;
    }
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_NACK, 0, 900);
    b.wait_completion(CPL_FLUSHED);
    b.step(2000);
    b.tx(OP_OPEN, 901, 0);
    b.next(OP_OPEN_ACK, b.una + 20, 901);
}

} // namespace

std::vector<Row> mutant_restart_rows()
{
    return {
        { "rcv.nolink.OPEN_RECD.aside", "in OPEN_RECD no payload proves a restart",
          aside_in_recd },
        { "str.prove.OPEN.full.once", "a proof that comes again is reported once",
          proved_once },
        { "str.prove.OPEN.unknown", "whatever was known of its old life", proved_unknown },
        { "str.prove.OPEN.before", "its OPEN names the ID before last", proved_by_repeat },
        { "str.aside.forget.gap", "a stranger's payload behind a gap forgets it too", gap_forgets },
        { "str.prove.twice.between.known", "another between, on the link of a peer with a life",
          two_in_a_row },
        { "str.prove.reopen.counted", "from re-OPEN: OPENED counts it", proved_in_reopen },
        { "str.close.held", "a hold is forgotten with the CLOSE", restart_held },
        { "str.close.ids", "the ID of the CLOSE counts once", restart_ids },
        { "str.close.victim", "a victim that restarts is none any more",
          [](Bench &b) { restart_then_closed(b, true); } },
        { "cls.hold.victim", "a victim's CLOSE is held, and goes out again", held_victim },
        { "tbl.victim.after.silent", "the end of a victim's back-off: nothing is sent",
          victim_is_silent },
        { "tbl.victim.fit.told", "an OPEN that tells unknown numbers is not set aside",
          told_is_idle },
        { "open.new.reuse", "of another peer, which may have the same number",
          same_number },
        { "open.new.CLOSED.freed", "payloads of the life before are being freed: OPEN_NACK",
          [](Bench &b) { still_freed(b, false); } },
        { "open.host.CLOSED.freed", "payloads of the life before are being freed: OPEN later",
          [](Bench &b) { still_freed(b, true); } },
        { "str.close.then", "the link closes and opens like any other",
          [](Bench &b) { restart_then_closed(b, false); } },
    };
}

} // namespace conform
