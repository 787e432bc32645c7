// SPDX-License-Identifier: Apache-2.0
//
// Life numbers: whose they are, when they count, and which frames they make foreign.
#include "conform.h"

namespace conform {

namespace {

uint32_t epoch(Bench &b)
{
    return b.w.get(b.a, TTP_REG_EPOCH);
}

uint32_t peer_life(Bench &b)
{
    return b.rec()[5] >> 16;
}

void number(Bench &b)
{
    const uint32_t e = epoch(b);
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == e, "the link takes the counter's value");
    b.quiet(50);
    b.expect(epoch(b) == (e == 0xffff ? 1 : e + 1), "the counter goes on");
    b.expect((b.rec()[5] & 0xffff) == e, "the record has it");
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == e, "every OPEN_ACK of that life");
    b.w.send_to(b.a, 0x0b0077, 0, 40);
    b.expect(b.next_of(0x0b0077, OP_OPEN).h.epoch == (e == 0xffff ? 1 : e + 1),
             "another link, the next number");
}

void never_zero(Bench &b)
{
    b.set(TTP_REG_EPOCH, 0xffff);
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == 0xffff, "65535");
    b.quiet(50);
    b.expect(epoch(b) == 1, "then 1");
    b.w.send_to(b.a, 0x0b0077, 0, 40);
    b.expect(b.next_of(0x0b0077, OP_OPEN).h.epoch == 1, "then 1");
}

void seed(Bench &b)
{
    for (uint32_t s : { 0u, 0x1234u }) {
        b.mac().in.cfg_epoch_seed = static_cast<uint16_t>(s);
        b.w.world()->net.hard_reset(b.mac());
        b.w.run(200000, [&] { return b.w.get(b.a, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; },
                "ready");
        b.tx(OP_OPEN, BASE, 0);
        b.expect(b.next(OP_OPEN_ACK).h.epoch == (s ? s : 1),
                 "the first life is the seed, 0 becomes 1");
    }
}

void soft_reset(Bench &b)
{
    b.set(TTP_REG_EPOCH, 0x100);
    b.set(TTP_REG_CTRL, 3);
    b.step(600);
    b.w.run(200000, [&] { return b.w.get(b.a, TTP_REG_STATUS) & 1u << TTP_STATUS_READY; }, "ready");
    b.expect(epoch(b) == 0x101, "soft reset increments it");
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == 0x101, "the next life");
}

// A new life each time that CLOSED is left; re-OPEN is the same life.
void new_lives(Bench &b)
{
    b.reach(S_CLOSED);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    const uint32_t second = b.next(OP_OPEN_ACK).h.epoch;
    b.expect(second == (b.own_life == 0xffff ? 1 : b.own_life + 1), "by OPEN");
    b.quiet(50);
    b.tx(OP_CLOSE, 901, 0);
    b.next(OP_CLOSE_ACK);
    b.step(50);
    b.host();
    b.expect(b.next(OP_OPEN).h.epoch == (second == 0xffff ? 1 : second + 1),
             "by a payload from the host");
}

void same_life(Bench &b)
{
    b.life = 0;
    b.reach(S_FLIGHT);
    b.tx(OP_NACK_NOLINK, 0, b.una);
    b.expect(b.next(OP_OPEN).h.epoch == b.own_life, "re-OPEN");
    b.tx(OP_OPEN, BASE, 0);
    b.expect(b.next(OP_OPEN_ACK).h.epoch == b.own_life, "OPEN_ACK in re-OPEN");
}

// The epoch of an OPEN counts only if bytes 44, 45, 48 to 51 are 0.
void garbage_open(Bench &b)
{
    uint32_t node = 0x0c0000;
    for (size_t at : { 44, 45, 48, 49, 50, 51 }) {
        b.peer = ++node;
        Frame f = b.frame(OP_OPEN, BASE, 0);
        f.bytes[at] = 0x10;
        b.inject(f);
        b.next(OP_OPEN_ACK);
        b.quiet(50);
        b.expect(peer_life(b) == 0, "reads as 0 beside garbage in byte " + std::to_string(at));
    }
    b.peer = ++node;
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK);
    b.quiet(50);
    b.expect(peer_life(b) == LIFE, "and counts without");
}

// The extension type is no part of the mark.
void marked_with_type(Bench &b)
{
    b.reach(S_OPEN_SENT);
    Frame f = b.frame(OP_OPEN_ACK, BASE + 1, b.open_id);
    f.bytes[51] = 0x20;
    b.inject(f);
    b.next(OP_PAYLOAD);
    b.next(OP_PAYLOAD);
    b.expect(peer_life(b) == LIFE, "it counts");
}

// Ours, as it goes out.
void bits_ours(Bench &b)
{
    for (uint32_t bit = 0; bit < 16 && b.ok(); bit++) {
        b.set(TTP_REG_EPOCH, 1u << bit);
        b.peer = 0x0c0000 + 2 * bit;
        b.tx(OP_OPEN, BASE, 0);
        b.expect(b.next(OP_OPEN_ACK).h.epoch == 1u << bit, "OPEN_ACK with bit "
            + std::to_string(bit));
        b.tx(OP_CLOSE, BASE + 1, 0);                // a small table has no place for all of them
        b.next(OP_CLOSE_ACK, 0, BASE + 1);
        b.set(TTP_REG_EPOCH, 0xffff ^ 1u << bit);
        b.peer++;
        b.host();
        const Sent open = b.next(OP_OPEN);
        b.expect(open.h.epoch == (0xffff ^ 1u << bit), "OPEN without bit " + std::to_string(bit));
        b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
        b.next(OP_PAYLOAD, open.h.txid + 1, 0);
        b.tx(OP_ACK, 0, open.h.txid + 1);
        b.tx(OP_CLOSE, BASE + 1, open.h.txid + 1);
        b.next(OP_CLOSE_ACK, 0, BASE + 1);
    }
}

} // namespace

std::vector<Row> life_rows()
{
    return {
        { "life.number",
          "leaving CLOSED takes the next life number, into every OPEN and OPEN_ACK of that life",
          number },
        { "life.number.never_zero", "16 bits, never 0", never_zero },
        { "life.seed", "the first value comes from cfg_epoch_seed, 0 becomes 1", seed },
        { "life.seed.soft_reset", "soft reset increments the counter", soft_reset },
        { "life.number.new", "each leaving of CLOSED is a new life", new_lives },
        { "reopen.same", "re-OPEN and its answers are the same life", same_life },
        { "life.garbage.open", "a number beside garbage reads as 0", garbage_open },
        { "life.mark.type", "the extension type is no part of the mark", marked_with_type },
        { "life.ours.bits.ours", "all 16 bits of ours go out", bits_ours },
    };
}

} // namespace conform
