/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_rx_parse.h"

#include "ttp_beat.h"
#include "ttp_defs.h"
#include "ttp_rx_sram.h"

enum { PUSH = 16, NOTHING = 17 };   /* beside the bit numbers of drop_pulse */

static uint32_t log2u(uint32_t n)
{
    uint32_t l = 0;

    while (1u << l < n) l++;
    return l;
}

/* Byte i of a lane, i = 0 is the first on the wire; and n of them, big-endian. */
static uint32_t byte(uint64_t lane, uint32_t i) { return (uint32_t)(lane >> 8 * i) & 0xffu; }

static uint32_t be16(uint64_t lane, uint32_t i) { return byte(lane, i) << 8 | byte(lane, i + 1); }

static uint32_t be24(uint64_t lane, uint32_t i) { return be16(lane, i) << 8 | byte(lane, i + 2); }

static uint32_t be32(uint64_t lane, uint32_t i) { return be16(lane, i) << 16 | be16(lane, i + 2); }

/* Index of the lowest zero; 64 if there is none. */
static uint32_t lowest_zero(uint64_t keep)
{
    uint32_t n = 0;

    if (keep == UINT64_MAX) return 64;
    for (uint32_t s = 32; s; s >>= 1) {
        const uint64_t low = (1ull << s) - 1u;
        if ((keep & low) == low) {
            keep >>= s;
            n += s;
        }
    }
    return n;
}

void ttp_rx_parse_bind(struct ttp_rx_parse *b, const struct ttp_params *p, struct ttp_arena *a)
{
    b->lanes = p->data_w / 64u;
    b->bytes = p->data_w / 8u;
    b->beats = 512u / p->data_w;
    b->wb = log2u(b->beats);
    b->rcells = p->rx_cells;
    b->addr_high = p->addr_high;
    b->selective = p->selective;
    b->most = ttp_params_window(p);
    ttp_fifo_bind(&b->received, a, sizeof(struct ttp_received), 16);
}

void ttp_rx_parse_drive(const struct ttp_rx_parse *b, struct ttp_rx_parse_out *o)
{
    o->received_valid = ttp_fifo_valid(&b->received);
    o->received = (const struct ttp_received *)ttp_fifo_head(&b->received);
    o->received_few = b->received.count < 8;
    o->received_more = b->received.count > 1;
    o->drop_pulse = b->drop_pulse;
    o->rx_pulse = b->rx_pulse;
}

/* in.long, in.fcs, in.short, pkt.min, in.type, in.dest, in.source, in.tth, in.gateway, in.length,
 * pkt.size, in.opcode, in.vc, in.slots - the number of the drop counter, PUSH, or NOTHING while no
 * frame ends in stage 1. The first that applies counts. */
static uint32_t verdict(const struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in)
{
    const bool payload = b->hdr.op == TTP_OP_PAYLOAD && !b->bad_op;

    if (!b->valid_s1 || !(b->last_s1 || b->long_s1)) return NOTHING;
    if (!in->cfg_on) return 15;
    /* A frame that is too long has no end to be judged by yet: its FCS comes with its tlast. */
    if (b->long_s1) return 2;
    if (b->bad) return 0;
    /* Below, every field of the header was on the wire. */
    if (b->beyond < 0) return 1;
    if (b->bad_type) return 3;
    if (b->bad_dst) return 4;
    if (b->bad_src) return 5;
    if (b->bad_tth) return 6;
    if (b->gateway) return 7;
    if (b->len < 0 && !b->huge) return 8;
    if (payload && (b->huge || b->len == 0 || b->len > TTP_MAX_PAYLOAD)) return 8;
    if (b->huge || b->len > b->beyond) return 1;
    if (b->bad_op) return 9;
    if (b->bad_vc) return 10;
    if (!ttp_fifo_ready(&b->received)) return 11;
    if (!in->credit_for_frame) return 12;
    return PUSH;
}

static uint32_t cells_of(const struct ttp_rx_parse *b) { return ((uint32_t)b->len + 63u) >> 6; }

/* sel.frame - a map is a NACK with 16 bytes behind its end. A frame that is taken has them. */
static bool mapped(const struct ttp_rx_parse *b)
{
    return b->selective && b->hdr.op == TTP_OP_NACK && b->len == 16 && b->maps;
}

/* in.control - only PAYLOAD has a payload, whatever the frame is longer than its header. */
static bool fits(const struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in)
{
    return b->hdr.op == TTP_OP_PAYLOAD && in->slot_free
        && !(b->word_s1 >= 0 && b->refused) && cells_of(b) <= in->free_cells;
}

/* The word that ends in the beat in data lies in a free cell. With bays one of them is free. */
static bool room(const struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in)
{
    return b->selective ? in->free_cells > 0 : (uint32_t)b->word_s1 >> b->wb < in->free_cells;
}

/* What a frame has behind the longest payload must not get into the next bay. */
static bool within(const struct ttp_rx_parse *b)
{
    return !b->selective || (uint32_t)b->word_s1 >> b->wb < TTP_RX_BAY;
}

void ttp_rx_parse_comb(const struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in,
                       struct ttp_rx_parse_out *o)
{
    const uint32_t low = b->beats - 1u;

    bool push = false;

    o->wr_en = o->alloc_en = o->heard_valid = false;
    o->alloc_n = 0;
    o->heard_part = 0;
    o->heard_bits = 0;
    if (b->flush) {
        /* The cells of the frame are given away by now: in a ring its last one is that before
         * wr_base. */
        const uint32_t last = b->selective ? b->flush_cell : (in->wr_base - 1u) & (b->rcells - 1u);

        o->wr_en = true;
        o->wr_addr = last << b->wb | b->flush_lo;
    } else if (b->valid_s1 && b->word_s1 >= 0 && room(b, in) && within(b)) {
        const uint32_t word = (uint32_t)b->word_s1;

        o->wr_en = true;
        o->wr_addr = ((in->wr_base + (word >> b->wb)) & (b->rcells - 1u)) << b->wb | (word & low);
    }
    if (o->wr_en) {
        ttp_beat_later(o->wr_data, b->hold, b->data, b->lanes);
    }
    if (b->valid_s1 && (b->last_s1 || b->long_s1) && verdict(b, in) == PUSH) {
        push = true;
        if (mapped(b)) {
            o->heard_valid = true;
            o->heard_part = b->part;
            o->heard_bits = b->bits;
        }
        if (fits(b, in)) {
            o->alloc_en = true;
            o->alloc_n = (uint8_t)cells_of(b);
        }
    }
    /* sel.run: a payload that was held comes in where no frame does. */
    o->again_ready = !push && ttp_fifo_ready(&b->received) && in->credit_for_frame;
    o->credit_take_frame = push || (o->again_ready && in->again);
}

/* life.garbage, life.mark - do the life numbers count? rest: bytes 48 to 51, behind them. In an
 * OPEN all must be 0 but its own number; others name both lives, OPEN_NACK only ours, and say
 * so. */
static bool lives_count(const struct ttp_received *h, uint32_t rest)
{
    if (h->op == TTP_OP_OPEN) return rest == 0 && h->to_life == 0;
    return rest >> 8 == TTP_LIVES_MARK && h->to_life && (h->life || h->op == TTP_OP_OPEN_NACK);
}

/* sel.map - the bits of a map that can mean something, of those that the lane has: as no more than
 * our window are in flight, the last is one less than that ahead of the missing one. Bit i is
 * base + 1 + i ahead. */
static uint64_t names(const struct ttp_rx_parse *b, uint64_t bits)
{
    if (b->far) return 0;
    return b->part == b->most / 64 - 1 ? bits & ~(1ull << 63) : bits;
}

/* pkt.ignored, sel.frame - lane g of the frame, its bytes 8g .. 8g+7, is at the pins. What is not
 * read here is ignored. */
static void capture(struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in, uint32_t g,
                    uint64_t lane)
{
    switch (g) {
    case 0:
        b->bad_dst = be24(lane, 0) != b->addr_high || be24(lane, 3) != in->cfg_node;
        break;
    case 1:
        b->hdr.peer = be24(lane, 1);
        b->bad_src = b->hdr.peer == in->cfg_node;
        b->bad_type = be16(lane, 4) != TTP_ETHERTYPE;
        b->bad_tth = byte(lane, 6) != TTP_TTH0;
        b->gateway = byte(lane, 7) >> 7;
        break;
    case 5:
        b->len = (int32_t)(be16(lane, 0) & 0x7ffu) - TTP_TSH_OVERHEAD;
        b->huge = be16(lane, 0) >> 11 != 0;
        b->hdr.op = (uint8_t)(byte(lane, 2) & 0xfu);
        b->bad_op = (byte(lane, 2) & 0x3fu) > TTP_OP_NACK_NOLINK;
        b->hdr.vc = (uint8_t)(byte(lane, 3) & 3u);
        b->bad_vc = byte(lane, 3) > 2;
        b->hdr.to_life = (uint16_t)be16(lane, 4);
        b->hdr.life = (uint16_t)be16(lane, 6);
        break;
    case 6:
        if (!lives_count(&b->hdr, be32(lane, 0))) b->hdr.life = b->hdr.to_life = 0;
        b->hdr.txid = be32(lane, 4);
        b->plain = byte(lane, 3) == 0;
        b->tells = byte(lane, 3) == 0x20;
        break;
    case 7:
        b->hdr.rxid = be32(lane, 0);
        b->offers = b->plain && be16(lane, 4) == TTP_OFFER && (byte(lane, 7) & 1);
        b->maps = b->tells && be16(lane, 4) == TTP_MAP && be16(lane, 6) % 64 == 0;
        b->far = be16(lane, 6) / 64 >= b->most / 64;
        b->part = (uint8_t)(be16(lane, 6) / 64 % 8);
        break;
    case 8:
        b->window = (uint16_t)(be16(lane, 0) < b->most ? be16(lane, 0) : b->most);
        if (!b->offers || lane >> 16) b->window = 0;
        if (be16(lane, 2)) b->maps = false;
        b->bits = names(b, (uint64_t)be32(lane, 4) << 32);
        break;
    case 9:
        if (be32(lane, 0)) b->window = 0;
        b->bits |= names(b, be32(lane, 0));
        break;
    default:
        break;
    }
}

/* The beat at the pins moves to stage 1. */
static void take_beat(struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in)
{
    const uint64_t *tdata = in->s_axis_wire_tdata;
    const uint64_t all = UINT64_MAX >> (64u - b->bytes);
    const uint64_t keep = in->s_axis_wire_tkeep & all;
    const bool last = in->s_axis_wire_tlast;
    const uint32_t n = keep == all ? b->bytes : lowest_zero(keep);
    const bool bad = last ? in->s_axis_wire_tuser || n == 0 : keep != all;

    b->valid_s1 = true;
    b->last_s1 = last;
    b->long_s1 = b->word_s0 == (int32_t)((TTP_MAX_RX - 64u) / b->bytes);
    b->bad = (b->mid && b->bad) || bad;
    b->carry = n + 4u >= b->bytes;      /* the beat holds bytes of the word after its own */
    b->beyond = b->word_s0 * (int32_t)b->bytes + (int32_t)n + 4;
    ttp_beat_copy(b->data, tdata, b->lanes);
    if (b->word_s0 < (b->selective ? 2 : 0)) {
        const uint32_t g = (uint32_t)(b->word_s0 + (int32_t)b->beats) * b->lanes;
        for (uint32_t i = 0; i < b->lanes; i++) capture(b, in, g + i, tdata[i]);
    }
    b->skip = !last && b->long_s1;
    b->word_s0 = last || b->long_s1 ? -(int32_t)b->beats : b->word_s0 + 1;
}

void ttp_rx_parse_clock(struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in)
{
    const bool beat = in->s_axis_wire_tvalid;
    const bool pop = in->received_ready && ttp_fifo_valid(&b->received);
    uint32_t v = NOTHING;
    int32_t word_s0 = b->word_s0;

    if (b->valid_s1) {
        v = verdict(b, in);
        b->hold = (uint32_t)(b->data[b->lanes - 1u] >> 32);
    }
    b->flush = false;
    b->drop_pulse = b->rx_pulse = 0;
    if (v == PUSH) {
        struct ttp_received *e = (struct ttp_received *)ttp_fifo_slot(&b->received);
        const uint32_t len = (uint32_t)b->len, beyond = (uint32_t)b->beyond;

        b->rx_pulse = (uint16_t)(1u << b->hdr.op);
        *e = b->hdr;
        e->len = (uint16_t)len;
        e->fits = fits(b, in);
        e->again = e->quiet = 0;
        e->mapped = mapped(b);
        e->window = 0;
        e->bay = (uint16_t)(b->selective ? in->wr_base / TTP_RX_BAY : 0);
        if (b->selective && e->op <= TTP_OP_OPEN_ACK && !len && beyond >= 16)
            e->window = (uint16_t)b->window;
        /* The last bytes are in data alone, and their cell has no word of this beat yet. */
        b->flush = e->fits && b->carry && (len & 63u) && len >> 6 == beyond >> 6;
        b->flush_lo = (beyond & 63u) / b->bytes;
        b->flush_cell = in->wr_base + (len >> 6);
    } else if (v != NOTHING) {
        b->drop_pulse = (uint16_t)(1u << v);
    }
    if (b->valid_s1) b->refused = b->word_s1 >= 0 && (b->refused || !room(b, in));

    const bool again = v != PUSH && in->again && ttp_fifo_ready(&b->received)
                       && in->credit_for_frame;

    if (again) *(struct ttp_received *)ttp_fifo_slot(&b->received) = *in->again;
    ttp_fifo_clock(&b->received, v == PUSH || again, pop);

    b->valid_s1 = false;
    if (beat) {
        if (b->skip) b->skip = !in->s_axis_wire_tlast;
        else         take_beat(b, in);
        b->mid = !in->s_axis_wire_tlast;
    }
    b->word_s1 = word_s0;

    if (in->core_rst) {
        /* What is under way has lost its beginning. A hard reset forgets the beats before it. */
        if (in->rst && !beat) b->mid = false;
        b->skip = b->mid;
        b->word_s0 = -(int32_t)b->beats;
        b->valid_s1 = b->flush = false;
        b->drop_pulse = b->rx_pulse = 0;
        ttp_fifo_clear(&b->received);
    }
}

uint64_t ttp_rx_parse_busy(const struct ttp_rx_parse *b)
{
    return b->received.count | (uint64_t)b->valid_s1 | (uint64_t)b->flush
           | b->drop_pulse | b->rx_pulse | (uint64_t)(b->word_s1 != b->word_s0);
}
