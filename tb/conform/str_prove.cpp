// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     str.prove
#include "steps.h"

using namespace conform;

namespace {

// The OPEN of its new life names last. It is no re-OPEN, for it has a life number.
void proved_by_last(Bench &b, Start s)
{
    b.reach(s, STRANGER);
    b.life = OTHER;
    b.tx(OP_OPEN, b.last, 0);
    b.step(400);
    b.a.wire_out.hold = false;
    if (s == S_OPEN_RECD) b.next(OP_OPEN_ACK);
    b.next(OP_OPEN_ACK);
    b.look();
    b.inject(b.payload(b.last + 1));
    b.wait_completion(CPL_RESTARTED);
    b.delivered(1);
    b.heard.clear();
}

void restarted(Bench &b, uint32_t txid, uint32_t first)
{
    b.reach(S_FLIGHT, STRANGER);
    b.take(b.last + 1);
    b.look();
    b.opens(txid, b.una);
    b.inject(b.payload(txid + 1));
    if (first == OP_ACK) b.next(OP_ACK, 0, b.last);
    else b.next(OP_NACK, 0, b.last + 1);
    b.delivered(0);
    b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
    b.inject(b.payload(txid + 1));
    b.await(4000, "the ACK");
    b.step(1000);
    size_t acks = 0;
    for (const Sent &x : b.heard[b.peer]) acks += x.h.opcode == OP_ACK && x.h.rxid == txid + 1;
    b.heard.clear();
    b.expect(acks == 1, "the second one is taken");
    b.delivered(1);
    b.expect(b.completed(CPL_RESTARTED) && b.causes() >> TTP_IRQ_RESTART & 1, "reported");
    b.last = txid + 1;
    b.expect(b.rec()[4] == b.last, "last");
    b.take(b.last + 1);
}

const Rows ROWS({
    { "str.prove.CLOSE_RECD", "its CLOSE too, state OPEN", with(proves, S_CLOSE_RECD, 900) },
    { "str.prove.CLOSE_RECD.last", "its OPEN names last", with(proved_by_last, S_CLOSE_RECD) },
    { "str.prove.OPEN", "OPEN set aside, PAYLOAD TxID + 1 proves: reported, taken",
      with(proves, S_OPEN, 900) },
    { "str.prove.OPEN.ahead", "the same with IDs ahead of last",
      with(proves, S_OPEN, BASE + 5000) },

    // The OPEN of its new life names the ID before last. It is no re-OPEN, for it has a life
    // number.
    { "str.prove.OPEN.before", "its OPEN names the ID before last", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        const uint32_t id = b.last;
        b.life = OTHER;
        b.opens(id - 1, b.una);
        b.take(id);
        b.expect(b.completed(CPL_RESTARTED), "a restart");
    } },

    { "str.prove.OPEN.flight", "ours are replayed", with(proves, S_FLIGHT, 900) },

    // The first payload of the peer's new life finds no room: it proves the restart all the same.
    { "str.prove.OPEN.full", "also by a payload that finds no room", [](Bench &b) {
        b.life = 0;
        b.fill();
        b.life = OTHER;
        b.opens(900, b.una);
        b.sends(901, OP_NACK_FULL, 900, 1024);
        b.expect(b.completed(CPL_RESTARTED), "the restart is proved");
        b.a.sink.hold = false;
        b.w.settle(b.a, 2000);
        b.take(901, 1024);
    } },

    // Its proof finds no room, and comes again.
    { "str.prove.OPEN.full.once", "a proof that comes again is reported once", [](Bench &b) {
        b.life = 0;
        b.fill();
        b.life = OTHER;
        b.opens(900, b.una);
        for (int i = 0; i < 2; i++) {
            b.sends(901, OP_NACK_FULL, 900, 1024);
            b.expect(b.completed(CPL_RESTARTED) == !i, "reported once");
            b.look();
        }
        b.a.sink.hold = false;
    } },

    // Our payloads wait for the end of a back-off; the restart ends it.
    { "str.prove.OPEN.paused", "in a back-off: ours are replayed at once", [](Bench &b) {
        b.reach(S_FLIGHT, STRANGER);
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        set_aside(b, 900, OTHER);
        b.inject(b.payload(901));
        b.w.run(4000, [&] { return b.waiting(b.peer) == 3; }, "ACK and replay");
        b.heard.clear();
        reported(b, 901);
    } },

    // In its old life the numbers were unknown. In the new one its OPEN tells them.
    { "str.prove.OPEN.unknown", "whatever was known of its old life", [](Bench &b) {
        b.life = 0;
        b.fill();
        b.tx(OP_NACK_NOLINK, 0, 0);
        b.life = OTHER;
        b.opens(900, b.una);
        b.sends(901, OP_NACK_FULL, 900, 1024);
        b.inject(b.payload(905, 1024));
        b.quiet();
        b.a.sink.hold = false;
        b.w.settle(b.a, 2000);
        b.take(901, 1024);
    } },

    { "str.prove.OPEN_RECD.last", "its OPEN names last", with(proved_by_last, S_OPEN_RECD) },
    { "str.prove.OPEN_SENT.reopen", "in re-OPEN as in OPEN: state OPEN, ours are replayed",
      with(proves, S_REOPEN, 900) },
    { "str.prove.OPEN_SENT.reopen.last", "its OPEN names last", with(proved_by_last, S_REOPEN) },

    // The OPEN names last, but it has a life number: it is no re-OPEN.
    { "str.prove.beside", "an OPEN with a life number whose TxID is last: proved as well",
      [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, b.last, OTHER);
        b.sends(b.last + 1, OP_ACK, b.last + 1);
        b.delivered(1);
        reported(b, b.last + 1);
    } },

    // A payload that names another life of ours proves nothing, and forgets nothing.
    { "str.prove.foreign", "a payload that names another life of ours proves nothing",
      [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, 900, OTHER);
        const uint32_t ours = b.named(b.peer);
        b.mac_lives[b.peer] = other_life(ours);
        no_proof(b, 901);
        b.mac_lives[b.peer] = ours;
        b.look();
        b.sends(901, OP_ACK, 901);
        reported(b, 901);
    } },

    // A stranger's OPEN is set aside. A payload that names lives does not prove it.
    { "str.prove.marked", "on the link of a peer with a life no marked payload proves one",
      [](Bench &b) {
        b.reach(S_FLIGHT);
        b.life = 0;
        b.opens(900, b.una);
        b.life = OTHER;
        b.sends(901, OP_NACK_NOLINK, 901);
        b.life = LIFE;
        b.sends(901, OP_ACK, b.last);
        b.quiet();
        b.delivered(0);
        b.expect(b.causes() == 0 && b.rec()[5] >> 16 == LIFE, "no restart");
        b.take(b.last + 1);
    } },

    { "str.prove.new_kind", "what was a stranger has the number that another peer had before",
      [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        set_aside(b, 900, LIFE);
        b.sends(901, OP_ACK, 901);
        b.delivered(1);
        reported(b, 901);
    } },

    { "str.prove.new_kind.one", "1 is a life number: one payload proves the restart", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.life = 1;
        b.opens(900, b.una);
        b.sends(901, OP_ACK, 901);
        b.expect(b.completed(CPL_RESTARTED), "a restart");
    } },

    // The payload that proves the restart takes the link from re-OPEN to OPEN.
    { "str.prove.reopen.counted", "from re-OPEN: OPENED counts it", [](Bench &b) {
        b.reach(S_REOPEN);
        b.life = OTHER;
        b.opens(900, b.una);
        b.inject(b.payload(901));
        b.step(1000);
        b.heard.clear();
        b.moved(TTP_CNT_OPENED, 1, "the link has reached OPEN");
    } },

    { "str.prove.twice.ahead", "the same ahead of last", with(restarted, BASE + 900, OP_NACK) },

    // Between the two payloads that would prove its restart comes another one.
    { "str.prove.twice.between", "another payload between the two forgets its OPEN", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        b.opens(90000, b.una);
        b.inject(b.payload(90001));
        b.sends(b.last, OP_ACK, b.last);
        b.inject(b.payload(90001));
        b.quiet();
        b.moved(TTP_CNT_DROP_FAR, 2, "no payload of a new life");
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
        b.take(b.last + 1);
    } },

    // On the link of a peer with a life: between the two comes one of the stranger, or one of the
    // peer.
    { "str.prove.twice.between.known", "another between, on the link of a peer with a life",
      [](Bench &b) {
        const auto speaks = [&](uint32_t id) {
            b.life = 0;
            b.inject(b.payload(id));
            b.quiet(100);
        };
        b.reach(S_OPEN);
        for (const bool ours : { false, true }) {
            b.life = 0;
            b.opens(900, b.una);
            speaks(901);
            b.life = LIFE;
            if (ours) b.take(b.last + 1);
            else speaks(b.last + 2);
            for (int i = 0; i < 2; i++) speaks(901);
            b.expect(!b.completed(CPL_RESTARTED), "no restart");
        }
    } },

    // Between the two one comes that is behind a gap.
    { "str.prove.twice.gap", "a payload behind a gap forgets it as well", [](Bench &b) {
        one_spoke(b);
        b.sends(b.last + 3, OP_NACK, b.last + 1);
        for (int i = 0; i < 2; i++) {
            b.sends(901, OP_ACK, b.last);
        }
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    // The peer comes back without life numbers. Two payloads prove it; the first one is foreign
    // here.
    { "str.prove.twice.no_life",
      "a peer that comes back without life numbers has restarted after two payloads", [](Bench &b) {
        b.reach(S_OPEN);
        set_aside(b, 900, 0);
        b.inject(b.payload(901));
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
        b.expect(!b.completed(CPL_RESTARTED), "one payload does not prove it");
        b.sends(901, OP_ACK, 901);
        b.delivered(1);
        reported(b, 901);
    } },

    { "str.prove.twice.not", "not both of its next two payloads: no restart", [](Bench &b) {
        one_spoke(b);
        b.take(b.last + 1);                     // not both of its next two
        b.sends(901, OP_ACK, b.last);
        b.sends(901, OP_ACK, b.last);
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    { "str.prove.twice.older", "another TxID, two payloads TxID + 1: restarted, reported",
      with(restarted, 900, OP_ACK) },
});

} // namespace
