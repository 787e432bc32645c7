// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     life.mark life.ours
#include "steps.h"

using namespace conform;

namespace {

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

// One byte of our life is 0; byte 51 is no part of the mark.
void one_byte(Bench &b, uint32_t own)
{
    b.set(TTP_REG_EPOCH, own);
    b.expect(b.opens(BASE).h.epoch == own, "our life");
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

const Rows ROWS({
    // A payload without the mark is a stranger's: it is not of this link, and gets no answer.
    { "life.mark", "bytes 48 to 50 in all their bits, 44 and 45 not both 0", [](Bench &b) {
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
    } },

    { "life.mark.alone", "without the life of the sender it is a stranger's", [](Bench &b) {
        b.reach(S_OPEN);
        b.look();
        b.inject(make_frame(b.peer, b.a.cfg.node, OP_PAYLOAD, b.vc, b.last + 1, 0, 0,
                            std::vector<uint8_t>(50), b.named(b.peer)));
        b.quiet();
        b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign, and as a stranger's it gets no answer");
    } },

    // Garbage without the mark is no life: a stranger's payloads are taken.
    { "life.mark.garbage", "garbage there changes nothing for a stranger", [](Bench &b) {
        b.reach(S_OPEN, STRANGER);
        for (size_t at : { 44, 45, 46, 47, 48, 49, 50, 51 }) {
            Frame f = b.payload(++b.last);
            f.bytes[at] = 0xff;
            b.inject(f);
            b.next(OP_ACK, 0, b.last);
        }
        b.quiet();
        b.delivered(8);
    } },

    { "life.mark.high", "the other one likewise", with(one_byte, 0x4200) },
    { "life.mark.low", "one of bytes 44 and 45 may be 0", with(one_byte, 0x0042) },

    { "life.mark.nack", "but not an OPEN_NACK", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        b.inject(make_frame(b.peer, b.a.cfg.node, OP_OPEN_NACK, b.vc, 0, b.open_id, 0, {},
                            other_life(b.named(b.peer))));
        b.rests_in(OPEN_SENT, "the OPEN_NACK is for another life of ours");
    } },

    { "life.mark.type", "the extension type is no part of the mark", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        Frame f = b.frame(OP_OPEN_ACK, BASE + 1, b.open_id);
        f.bytes[51] = 0x20;
        b.inject(f);
        b.next(OP_PAYLOAD);
        b.next(OP_PAYLOAD);
        b.expect(peer_life(b) == LIFE, "it counts");
    } },

    { "life.ours.CLOSED", "in CLOSED a stranger's frame is ours, whoever was there before",
      [](Bench &b) {
        b.reach(S_CLOSED);
        b.life = 0;
        b.sends(b.last + 1, OP_NACK_NOLINK, b.last + 1);
    } },

    { "life.ours.OPEN_SENT", "our life is enough, in all its bits", [](Bench &b) {
        b.reach(S_OPEN_SENT);
        const uint32_t own = b.named(b.peer);
        b.last = BASE;
        for (uint32_t i = 0; i < 16; i++) {
            const Lives is = { own ^ 1u << i, LIFE };
            if (!is.ours) continue;             // not marked
            b.inject(a_frame(b, OP_OPEN_ACK, is));
            answered(b, OP_OPEN_ACK, is);
        }
        b.rests_in(OPEN_SENT, "none of them is ours");
        b.tx(OP_OPEN_ACK, BASE + 1, b.open_id);
        b.payloads(b.una, 2);
    } },

    { "life.ours.bits.one", "1 is a life number: its frames are ours", [](Bench &b) {
        b.life = 1;
        b.reach(S_OPEN);
        b.opens(900, b.una);
        b.sends(901, OP_ACK, b.last);
        b.take(b.last + 1);
        b.life = 0;
        b.inject(b.payload(b.last + 1));        // a stranger is another peer
        b.quiet();
        b.expect(!b.completed(CPL_RESTARTED), "no restart");
    } },

    { "life.ours.bits.ours", "all 16 bits of ours go out", [](Bench &b) {
        for (uint32_t bit = 0; bit < 16 && b.ok(); bit++) {
            b.set(TTP_REG_EPOCH, 1u << bit);
            b.peer = 0x0c0000 + 2 * bit;
            b.expect(b.opens(BASE).h.epoch == 1u << bit, "OPEN_ACK with bit "
                + std::to_string(bit));
            b.tx(OP_CLOSE, BASE + 1, 0);        // a small table has no place for all of them
            b.next(OP_CLOSE_ACK, 0, BASE + 1);
            b.set(TTP_REG_EPOCH, 0xffff ^ 1u << bit);
            b.peer++;
            const Sent open = b.host_opens();
            b.expect(open.h.epoch == (0xffff ^ 1u << bit),
                     "OPEN without bit " + std::to_string(bit));
            b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
            b.next(OP_PAYLOAD, open.h.txid + 1, 0);
            b.tx(OP_ACK, 0, open.h.txid + 1);
            b.closes(BASE + 1, open.h.txid + 1);
        }
    } },

    { "life.ours.bits.own", "all 16 bits of our life count", with(bits, true) },
    { "life.ours.bits.peer", "all 16 bits of the peer's life count", with(bits, false) },
});

} // namespace
