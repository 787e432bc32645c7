// SPDX-License-Identifier: Apache-2.0
//
// Selective repeat on the rules alone, no MAC has it: how two ends agree, and the receiver.
#include "select_rows.h"

namespace conform {

void switch_on(Bench &b, const std::function<void(ttp_select_config &)> &more)
{
    ttp_select_config &c = b.w.end().cfg.select;
    c.on = true;
    c.window = 200;
    if (more) more(c);
    b.w.end().configure();
    b.blocks = true;
}

Frame offering(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid, uint16_t window)
{
    Frame f = b.frame(op, txid, rxid);
    f.bytes.resize(76);
    f.bytes[60] = 0x10;
    f.bytes[61] = 1;
    f.bytes[63] = 1;
    put_be(f.bytes, 64, 2, window);
    return f;
}

Frame mapped(Bench &b, uint32_t rxid, uint64_t held, uint32_t number, uint16_t base,
             uint16_t newest)
{
    Frame f = make_frame(b.peer, b.a.cfg.node, OP_NACK, b.vc, number, rxid, b.life,
                         std::vector<uint8_t>(16), b.named(b.peer));
    f.bytes[51] = f.bytes[60] = 0x20;
    put_be(f.bytes, 62, 2, base);
    put_be(f.bytes, 64, 2, newest);
    put_be(f.bytes, 68, 4, static_cast<uint32_t>(held >> 32));
    put_be(f.bytes, 72, 4, static_cast<uint32_t>(held));
    return f;
}

void offered(Bench &b, const Sent &s, bool yes)
{
    Frame want = make_frame(b.a.cfg.node, b.peer, s.h.opcode, b.vc, s.h.txid, s.h.rxid, s.h.epoch,
                            {}, s.h.opcode == OP_OPEN ? 0 : b.life);
    if (yes) {
        want.bytes.resize(76);
        want.bytes[60] = 0x10;
        want.bytes[61] = want.bytes[63] = 1;
        want.bytes[65] = 200;
    }
    b.expect(s.raw == want.bytes, yes ? "a frame with an offer" : "a frame as ever");
}

void agreed(Bench &b, const std::function<void(ttp_select_config &)> &more, uint16_t window)
{
    switch_on(b, more);
    b.tx(OP_OPEN, BASE, 0);
    const Sent ack = b.next(OP_OPEN_ACK);
    offered(b, ack, true);
    b.una = ack.h.txid;
    b.last = BASE;
    b.inject(offering(b, OP_OPEN, BASE, 0, window));
    offered(b, b.next(OP_OPEN_ACK), true);
    b.look();
}

Sent a_map(Bench &b, uint32_t number, uint32_t base, uint32_t newest, uint64_t held)
{
    const Sent s = b.next(OP_NACK, number, b.last + 1);
    Frame want = mapped(b, b.last + 1, held, number, static_cast<uint16_t>(base),
                        static_cast<uint16_t>(newest));
    const Frame from = make_frame(b.a.cfg.node, b.peer, OP_NACK, b.vc, number, b.last + 1,
                                  b.named(b.peer), std::vector<uint8_t>(16), b.life);
    std::copy(from.bytes.begin(), from.bytes.begin() + 51, want.bytes.begin());
    b.expect(s.raw == want.bytes, "the map");
    return s;
}

void come(Bench &b, uint32_t ahead, uint32_t number)
{
    b.inject(make_frame(b.peer, b.a.cfg.node, OP_PAYLOAD, b.vc, b.last + ahead, number, b.life,
                        std::vector<uint8_t>(50), b.named(b.peer)));
}

namespace {

void offer(Bench &b)
{
    switch_on(b);
    b.host();
    const Sent open = b.next(OP_OPEN);
    offered(b, open, false);                    // nobody is known there
    b.life = 0;
    b.tx(OP_OPEN, 77, 0);
    offered(b, b.next(OP_OPEN_ACK), false);     // a stranger
    b.life = LIFE;
    b.tx(OP_OPEN, BASE, 0);
    offered(b, b.next(OP_OPEN_ACK), true);
}

void tell(Bench &b)
{
    switch_on(b);
    b.set(TTP_REG_TIMEOUT, 3000);
    b.host(2);
    const Sent open = b.next(OP_OPEN);
    b.inject(offering(b, OP_OPEN_ACK, BASE + 1, open.h.txid, 100));
    const Sent told = b.next(OP_OPEN, open.h.txid, 0);
    offered(b, told, true);
    b.expect(told.h.epoch == open.h.epoch, "of the same life");
    b.next(OP_PAYLOAD, open.h.txid + 1, 1);
    b.next(OP_PAYLOAD, open.h.txid + 2, 2);
    b.tx(OP_NACK, 0, open.h.txid + 1);          // the peer does not know
    offered(b, b.next(OP_OPEN, open.h.txid, 0), true);
    b.next(OP_PAYLOAD, open.h.txid + 1, 3);
    b.next(OP_PAYLOAD, open.h.txid + 2, 4);
    b.tx(OP_ACK, 3, open.h.txid + 1);           // now it does
    b.step(3100);
    b.next(OP_PAYLOAD, open.h.txid + 2, 5);
    b.quiet();
}

void not_agreed(Bench &b)
{
    switch_on(b);
    b.tx(OP_OPEN, BASE, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
    b.last = BASE;
    b.host(2);
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    b.inject(mapped(b, b.una, 1, 1, 0, 1));     // read as any other NACK
    b.next(OP_PAYLOAD, b.una, 0);
    b.next(OP_PAYLOAD, b.una + 1, 0);
    come(b, 2, 9);
    b.next(OP_NACK, 0, b.last + 1);
    come(b, 3, 10);
    b.quiet();
}

void in_mid_life(Bench &b)
{
    switch_on(b);
    b.tx(OP_OPEN, BASE, 0);
    b.una = b.next(OP_OPEN_ACK).h.txid;
    b.host(3);
    for (uint32_t i = 0; i < 3; i++) b.next(OP_PAYLOAD, b.una + i, 0);
    b.inject(offering(b, OP_OPEN, BASE, 0, 100));
    b.next(OP_OPEN_ACK);
    b.host();
    b.next(OP_PAYLOAD, b.una + 3, 4);           // three were sent
}

void bad_offers(Bench &b)
{
    switch_on(b);
    for (size_t at : { 60, 61, 63, 65, 66, 75 }) {
        Frame f = offering(b, OP_OPEN, BASE, 0, 100);
        f.bytes[at] = static_cast<uint8_t>(at > 65 ? 1 : 0);
        b.inject(f);
        b.next(OP_OPEN_ACK);
        b.expect(!b.w.end().select(b.peer)->agreed, "no offer, byte " + std::to_string(at));
    }
    Frame f = offering(b, OP_OPEN, BASE, 0, 100);
    f.bytes[62] = f.bytes[63] = 0xff;           // more features
    b.inject(f);
    b.next(OP_OPEN_ACK);
    b.expect(b.w.end().select(b.peer)->agreed, "an offer");
}

void bad_maps(Bench &b)
{
    agreed(b);
    b.host(2);
    b.next(OP_PAYLOAD, b.una, 1);
    b.next(OP_PAYLOAD, b.una + 1, 2);
    uint32_t n = 3;
    for (size_t at : { 60, 61, 63, 66, 67 }) {
        Frame f = mapped(b, b.una, 1, 0, 0, 1);
        f.bytes[at] = static_cast<uint8_t>(f.bytes[at] + 1);
        b.inject(f);
        if (n == 3) b.next(OP_OPEN);            // a NACK as ever, and the peer knows no maps
        if (n > 5) continue;                    // snd.nack.again: two replays, then no more
        if (n != 3) b.next(OP_OPEN);
        b.next(OP_PAYLOAD, b.una, n++);
        b.next(OP_PAYLOAD, b.una + 1, n++);
    }
}

void hold(Bench &b)
{
    agreed(b);
    come(b, 3, 7);
    a_map(b, 7, 0, 2, 2);
    come(b, 2, 8);
    a_map(b, 8, 0, 2, 3);
    come(b, 3, 9);
    a_map(b, 9, 0, 2, 3);                       // held already
    b.moved(TTP_CNT_GAP, 2, "gaps");
    b.moved(TTP_CNT_REPEAT, 1, "repeats");
    come(b, 202, 10);
    b.next(OP_NACK, 0, b.last + 1);             // beyond the window: as ever
    b.delivered(0);
    come(b, 1, 11);
    b.next(OP_ACK, 11, b.last + 3);
    b.delivered(3);
    b.last += 3;
    come(b, 0, 12);
    b.next(OP_ACK, 12, b.last);
    b.quiet();
}

void no_context(Bench &b)
{
    b.w.end().cfg.contexts = 1;
    agreed(b);
    b.vc = 1;
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    b.vc = 0;
    come(b, 2, 2);
    b.next(OP_NACK, 0, b.last + 1);             // and the payload is gone
    b.vc = 1;
    come(b, 1, 3);
    b.next(OP_ACK, 3, b.last + 2);
    b.vc = 0;
    come(b, 2, 4);
    a_map(b, 4, 0, 1, 1);
}

void no_room(Bench &b)
{
    b.w.end().cfg.room = 18;
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    come(b, 3, 2);
    a_map(b, 2, 0, 2, 3);
    come(b, 4, 3);
    b.next(OP_NACK, 0, b.last + 1);             // what is missing must find room
    b.inject(b.payload(b.last + 1, 1024));
    b.next(OP_ACK, 0, b.last + 3);
    b.delivered(3);
}

void beyond(Bench &b)
{
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    come(b, 3, 2);
    a_map(b, 2, 0, 2, 3);
    b.tx(OP_CLOSE, b.last + 3, 0);
    b.next(OP_CLOSE_NACK);
    come(b, 4, 3);
    b.next(OP_NACK_NOLINK, 0, b.last + 4);
    come(b, 1, 4);
    b.next(OP_ACK, 4, b.last + 2);
    b.next(OP_CLOSE_ACK);
    b.delivered(2);                             // the third is behind the end
    b.expect(b.w.end().stored() == 0, "nothing is kept for a life that is over");
}

void turns(Bench &b)
{
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    come(b, 151, 2);
    a_map(b, 2, 64, 150, 0);                    // every other map: the next part in turn
    come(b, 150, 3);
    a_map(b, 3, 128, 150, 3ull << 20);          // the part in which it came
    come(b, 149, 4);
    a_map(b, 4, 128, 150, 7ull << 19);
    come(b, 70, 5);
    a_map(b, 5, 64, 150, 1ull << 4);
    come(b, 71, 6);
    a_map(b, 6, 0, 150, 1);
}

void one_waits(Bench &b)
{
    agreed(b);
    b.a.wire_out.hold = true;
    for (uint32_t i = 2; i < 6; i++) come(b, i, i);
    b.step(20);
    b.a.wire_out.hold = false;
    a_map(b, 5, 0, 4, 15);
    b.quiet();
    b.a.wire_out.hold = true;
    come(b, 7, 6);
    come(b, 1, 7);
    come(b, 6, 8);
    b.step(20);
    b.a.wire_out.hold = false;
    b.last += 7;
    b.next(OP_ACK, 7, b.last - 2);
    b.next(OP_ACK, 8, b.last);
    b.quiet();                                  // the gap has closed before the map could leave
}

void restart(Bench &b)
{
    agreed(b);
    come(b, 2, 1);
    a_map(b, 1, 0, 1, 1);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.wait_completion(CPL_RESTARTED);
    b.expect(b.w.end().stored() == 0, "what was held for the old life is gone");
    b.life = OTHER;
    b.tx(OP_OPEN, 70000, 0);
    b.next(OP_OPEN_ACK);
    b.last = 70000;
    come(b, 1, 0);
    b.next(OP_ACK, 0, b.last + 1);
    b.delivered(1);
    b.last++;
    come(b, 2, 5);
    const Sent s = b.next(OP_NACK, 0, b.last + 1);
    b.expect(s.raw.size() == MIN_FRAME, "the new life has not offered it");
}

} // namespace

std::vector<Row> select_rows()
{
    return {
        { "sel.offer.who", "an offer goes to a peer that has shown a life number only", offer },
        { "sel.tell.again", "an OPEN of the same life offers it, until the peer shows a number",
          tell },
        { "sel.agree.not", "without an offer of the peer: go-back-N, no numbers, no maps",
          not_agreed },
        { "sel.agree.late", "what is in flight counts as sent in order", in_mid_life },
        { "sel.frame.offer", "an offer that is not so in any byte is none", bad_offers },
        { "sel.frame.map", "a map that is not so in any byte is a NACK as ever", bad_maps },
        { "sel.hold.map", "a payload ahead of its turn is held, a map says so", hold },
        { "sel.hold.context", "without a free context it is thrown away", no_context },
        { "sel.hold.room", "room for what is missing stays free", no_room },
        { "sel.run.end", "a run ends at the closing ID", beyond },
        { "sel.map.turn", "a window of more than 64 is told in parts", turns },
        { "sel.map.one", "one map waits, and says what is held when it leaves", one_waits },
        { "sel.life.restart", "a peer that has left this life ends what was agreed", restart },
    };
}

} // namespace conform
