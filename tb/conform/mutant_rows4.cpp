// SPDX-License-Identifier: Apache-2.0
//
// As mutant_rows.cpp: a peer that restarts.
#include "conform.h"

namespace conform {

namespace {

// ---- what proves it, and what does not

// Its OPEN is set aside while our OPEN_ACK has not left. No payload means anything before.
void aside_in_recd(Bench &b)
{
    b.reach(S_OPEN_RECD);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.inject(b.payload(901));
    b.step(500);
    b.in_state(OPEN_RECD, "after its payload");
    b.a.wire_out.hold = false;
    b.next(OP_OPEN_ACK, b.una, BASE);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.next(OP_NACK_NOLINK, 0, 901);
    b.expect(!b.completed(CPL_RESTARTED), "no restart so far");
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, 901);
    b.expect(b.completed(CPL_RESTARTED), "now it is proved");
}

// Its proof finds no room, and comes again.
void proved_once(Bench &b)
{
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

// The OPEN of its new life names the ID before last.
void proved_by_repeat(Bench &b)
{
    b.reach(S_OPEN);
    const uint32_t id = b.last;
    b.life = OTHER;
    b.tx(OP_OPEN, id - 1, 0);
    b.next(OP_OPEN_ACK, b.una, id - 1);
    b.take(id);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

// The OPEN of what was a stranger has a life number: other payloads do not forget it.
void proved_late(Bench &b)
{
    b.life = 0;
    b.reach(S_OPEN);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.take(901);
    b.expect(b.completed(CPL_RESTARTED), "a restart");
}

// The same the other way round: the second payload has to be the next one.
void two_in_a_row(Bench &b)
{
    b.reach(S_OPEN);
    b.life = 0;
    b.tx(OP_OPEN, 900, 0);
    b.next(OP_OPEN_ACK, b.una, 900);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.inject(b.payload(b.last + 2));
    b.next(OP_NACK, 0, b.last + 1);
    b.inject(b.payload(901));
    b.next(OP_ACK, 0, b.last);
    b.expect(!b.completed(CPL_RESTARTED), "no restart");
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
    b.life = OTHER;
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
    b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_OPEN, 900, 0);                      // a repeat
    b.next(OP_OPEN_ACK, b.una, 900);
    b.host();
    b.next(OP_PAYLOAD, b.una, 0);
}

// It closes in the orderly way later, and opens again.
void restart_then_closed(Bench &b)
{
    b.reach(S_CLOSE_SENT);
    restarts(b);
    b.tx(OP_CLOSE, b.last + 1, b.una - 1);
    b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.quiet();
    b.life = LIFE;
    b.tx(OP_OPEN, 50, 0);
    b.next(OP_OPEN_ACK, b.una, 50);
}

} // namespace

std::vector<Row> mutant_restart_rows()
{
    return {
        { "rcv.nolink.OPEN_RECD.aside", "in OPEN_RECD no payload proves a restart",
          aside_in_recd },
        { "restart.prove.OPEN.full.once", "a proof that comes again is reported once",
          proved_once },
        { "restart.prove.OPEN.unknown", "whatever was known of its old life", proved_unknown },
        { "restart.prove.OPEN.before", "its OPEN names the ID before last", proved_by_repeat },
        { "restart.forget.stranger", "other payloads do not forget it, on a stranger's link too",
          proved_late },
        { "str.twice.between.known", "another payload between forgets it, on a known peer's too",
          two_in_a_row },
        { "restart.prove.reopen.counted", "from re-OPEN: OPENED counts it", proved_in_reopen },
        { "restart.close.held", "a hold is forgotten with the CLOSE", restart_held },
        { "restart.close.ids", "the ID of the CLOSE counts once", restart_ids },
        { "restart.close.then", "the link closes and opens like any other", restart_then_closed },
    };
}

} // namespace conform
