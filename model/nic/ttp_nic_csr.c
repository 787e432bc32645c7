/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of the NIC: docs/nic.md.
 * Part of: ttp_nic_core */
#include "ttp_nic_csr.h"

#include <string.h>

#include "ttp_nic_defs.h"

enum {
    REG_ID = 0x000, REG_PARAM = 0x004, REG_CTRL = 0x008, REG_STATUS = 0x00C,
    REG_RINGS = 0x010, REG_LIFE = 0x014,
    REG_RECV_BASE_LO = 0x030, REG_RECV_BASE_HI = 0x034, REG_RECV_SIZE = 0x038,
    REG_RECV_HEAD = 0x03C, REG_RECV_TAIL = 0x040,
    REG_CPL_BASE_LO = 0x050, REG_CPL_BASE_HI = 0x054, REG_CPL_SIZE = 0x058,
    REG_CPL_TAIL = 0x05C, REG_CPL_HEAD = 0x060,
    REG_MSG_TIMEOUT = 0x070, REG_RECV_WAIT = 0x074, REG_CAUSE = 0x078, REG_MASK = 0x07C,
    REG_REGION_BASE_LO = 0x080, REG_REGION_BASE_HI = 0x084, REG_REGION_LEN_LO = 0x088,
    REG_REGION_LEN_HI = 0x08C, REG_REGION_KEY = 0x090, REG_REGION_PEER = 0x094,
    REG_REGION = 0x098, REG_COALESCE = 0x09C, REG_COUNT = 0x100, REG_SEND = 0x200
};

/* Of a send ring, which has 32 bytes of addresses. */
enum {
    SEND_BASE_LO = 0x00, SEND_BASE_HI = 0x04, SEND_SIZE = 0x08, SEND_HEAD = 0x0C, SEND_TAIL = 0x10,
    SEND_LIMIT = 0x14, SEND_BYTES = 0x20
};

/* The send ring of an address, with *at set to the register in it; -1: it is of none. */
static int ring_of(const struct ttp_nic_csr *b, uint32_t *at)
{
    const uint32_t addr = b->axil.addr << 2;

    *at = addr % SEND_BYTES;
    if (addr < REG_SEND || addr >= REG_SEND + b->p.rings * SEND_BYTES || *at > SEND_LIMIT)
        return -1;
    return (int)((addr - REG_SEND) / SEND_BYTES);
}

static void reset(struct ttp_nic_csr *b, uint16_t life)
{
    const struct ttp_nic_csr_ring none = { 0, 0 };

    ttp_axil_reset(&b->axil);
    b->on = b->clear = b->region_wr = b->irq = b->bell = false;
    b->recv = b->cpl = none;
    for (int r = 0; r < TTP_NIC_RINGS; r++) b->send[r] = none;
    memset(b->send_head, 0, sizeof b->send_head);
    memset(b->limit, 0, sizeof b->limit);
    b->recv_head = b->cpl_tail = 0;
    b->timeout = 16384;
    b->wait = 65536;
    b->coalesce = 0;
    b->life = life;
    b->life_set = true;
    b->cause = b->mask = 0;
    b->index = b->rights = 0;
    b->all = false;
    b->key = b->peer = 0;
    b->base = b->length = 0;
    b->inside = b->fence = b->reads = b->reads_fence = 0;
    memset(b->count, 0, sizeof b->count);
}

void ttp_nic_csr_bind(struct ttp_nic_csr *b, const struct ttp_nic_params *p)
{
    memset(b, 0, sizeof *b);
    b->p = *p;
    reset(b, 0);
}

static uint32_t param(const struct ttp_nic_params *p)
{
    return p->reads << 24 | p->regions << 16 | (p->messages & 0xFF) << 8 | p->data_w / 8u;
}

static bool look_up_ring(const struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in,
                         uint32_t *word)
{
    uint32_t at;
    const int r = ring_of(b, &at);

    if (r < 0) return false;
    switch (at) {
    case SEND_BASE_LO: *word = (uint32_t)b->send[r].base; break;
    case SEND_BASE_HI: *word = (uint32_t)(b->send[r].base >> 32); break;
    case SEND_SIZE:    *word = b->send[r].size; break;
    case SEND_HEAD:    *word = b->send_head[r]; break;
    case SEND_TAIL:    *word = in->send_tail[r]; break;
    default:           *word = b->limit[r]; break;
    }
    return true;
}

/* True if there is a register. */
static bool look_up(const struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in, uint32_t *word)
{
    const uint32_t addr = b->axil.addr << 2;

    *word = 0;
    switch (addr) {
    case REG_ID:             *word = TTP_NIC_ID; break;
    case REG_PARAM:          *word = param(&b->p); break;
    case REG_CTRL:           *word = b->on; break;
    case REG_STATUS:
        *word = (uint32_t)in->any | (uint32_t)(b->fence || b->reads_fence) << 1;
        break;
    case REG_RINGS:          *word = b->p.rings; break;
    case REG_LIFE:           *word = b->life; break;
    case REG_RECV_BASE_LO:   *word = (uint32_t)b->recv.base; break;
    case REG_RECV_BASE_HI:   *word = (uint32_t)(b->recv.base >> 32); break;
    case REG_RECV_SIZE:      *word = b->recv.size; break;
    case REG_RECV_HEAD:      *word = b->recv_head; break;
    case REG_RECV_TAIL:      *word = in->recv_tail; break;
    case REG_CPL_BASE_LO:    *word = (uint32_t)b->cpl.base; break;
    case REG_CPL_BASE_HI:    *word = (uint32_t)(b->cpl.base >> 32); break;
    case REG_CPL_SIZE:       *word = b->cpl.size; break;
    case REG_CPL_TAIL:       *word = b->cpl_tail; break;
    case REG_CPL_HEAD:       *word = in->cpl_head; break;
    case REG_MSG_TIMEOUT:    *word = b->timeout; break;
    case REG_RECV_WAIT:      *word = b->wait; break;
    case REG_CAUSE:          *word = b->cause; break;
    case REG_MASK:           *word = b->mask; break;
    case REG_REGION_BASE_LO: *word = (uint32_t)b->base; break;
    case REG_REGION_BASE_HI: *word = (uint32_t)(b->base >> 32); break;
    case REG_REGION_LEN_LO:  *word = (uint32_t)b->length; break;
    case REG_REGION_LEN_HI:  *word = (uint32_t)(b->length >> 32); break;
    case REG_REGION_KEY:     *word = b->key << 8; break;
    case REG_REGION_PEER:    *word = (uint32_t)b->all << 31 | b->peer; break;
    case REG_REGION:         break;
    case REG_COALESCE:       *word = b->coalesce; break;
    default:
        if (addr < REG_COUNT || addr >= REG_COUNT + 4 * TTP_NIC_COUNTERS)
            return look_up_ring(b, in, word);
        *word = b->count[(addr - REG_COUNT) / 4];
        break;
    }
    return true;
}

static void low(uint64_t *reg, uint32_t v)
{
    *reg = (*reg & ~(uint64_t)UINT32_MAX) | v;
}

static void high(uint64_t *reg, uint32_t v)
{
    *reg = (*reg & UINT32_MAX) | (uint64_t)v << 32;
}

/* By how many elements HEAD may move on. */
static uint16_t room(uint16_t head, uint16_t tail, uint8_t size)
{
    const uint32_t posted = (uint16_t)(head - tail), all = 1u << size;

    return (uint16_t)(posted < all ? all - posted : 0);
}

/* How far the write that is looked up would move an index. A HEAD may be ahead of TAIL by what the
 * ring has, CPL_TAIL may come to CPL_HEAD; none moves back. */
static void measure(struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in)
{
    const uint16_t v = (uint16_t)b->axil.w;
    uint32_t at;
    const int r = ring_of(b, &at);

    if (r >= 0 && at == SEND_HEAD) {
        b->moves = (uint16_t)(v - b->send_head[r]);
        b->most = room(b->send_head[r], in->send_tail[r], b->send[r].size);
        return;
    }
    switch (b->axil.addr << 2) {
    case REG_RECV_HEAD:
        b->moves = (uint16_t)(v - b->recv_head);
        b->most = room(b->recv_head, in->recv_tail, b->recv.size);
        break;
    case REG_CPL_TAIL:
        b->moves = (uint16_t)(v - b->cpl_tail);
        b->most = (uint16_t)(in->cpl_head - b->cpl_tail);
        break;
    default:
        b->moves = b->most = 0;
        break;
    }
}

/* Is a write of this register refused? Nothing changes then. */
static bool refuses(const struct ttp_nic_csr *b)
{
    uint32_t at;

    if (ring_of(b, &at) >= 0) return at == SEND_TAIL || b->moves > b->most;
    switch (b->axil.addr << 2) {
    case REG_ID: case REG_PARAM: case REG_STATUS: case REG_RINGS: case REG_RECV_TAIL:
    case REG_CPL_HEAD:
        return true;
    case REG_REGION:
        return (b->axil.w & 0xFF) >= b->p.regions;
    default:
        return b->axil.addr << 2 >= REG_COUNT || b->no_read || b->moves > b->most;
    }
}

static void apply_ring(struct ttp_nic_csr *b, int r, uint32_t at)
{
    const uint32_t v = b->axil.w;

    switch (at) {
    case SEND_BASE_LO: low(&b->send[r].base, v & ~63u); break;
    case SEND_BASE_HI: high(&b->send[r].base, v); break;
    case SEND_SIZE:    b->send[r].size = v & 15; break;
    case SEND_HEAD:    b->send_head[r] = (uint16_t)v; break;
    default:           b->limit[r] = v & 0x1FF; break;      /* LIMIT: TAIL is refused */
    }
}

static void apply(struct ttp_nic_csr *b)
{
    const uint32_t v = b->axil.w;
    uint32_t at;
    const int r = ring_of(b, &at);

    if (r >= 0) {
        apply_ring(b, r, at);
        return;
    }
    switch (b->axil.addr << 2) {
    case REG_CTRL:
        b->clear = (v & 1) && !b->on;
        b->on = v & 1;
        break;
    case REG_RECV_BASE_LO:   low(&b->recv.base, v & ~63u); break;
    case REG_RECV_BASE_HI:   high(&b->recv.base, v); break;
    case REG_RECV_SIZE:      b->recv.size = v & 15; break;
    case REG_RECV_HEAD:      b->recv_head = (uint16_t)v; break;
    case REG_CPL_BASE_LO:    low(&b->cpl.base, v & ~63u); break;
    case REG_CPL_BASE_HI:    high(&b->cpl.base, v); break;
    case REG_CPL_SIZE:       b->cpl.size = v & 15; break;
    case REG_CPL_TAIL:       b->cpl_tail = (uint16_t)v; break;
    case REG_MSG_TIMEOUT:    b->timeout = (uint16_t)v; break;
    case REG_RECV_WAIT:      b->wait = v & 0xFFFFFF; break;
    case REG_CAUSE:          b->cause = (uint8_t)(b->cause & ~v); break;
    case REG_MASK:           b->mask = v & 15; break;
    case REG_REGION_BASE_LO: low(&b->base, v); break;
    case REG_REGION_BASE_HI: high(&b->base, v); break;
    case REG_REGION_LEN_LO:  low(&b->length, v); break;
    case REG_REGION_LEN_HI:  high(&b->length, v & 0xFFFF); break;
    case REG_REGION_KEY:     b->key = v >> 8; break;
    case REG_REGION_PEER:
        b->all = v >> 31;
        b->peer = v & 0xFFFFFF;
        break;
    case REG_REGION:
        b->region_wr = true;
        b->index = (uint8_t)v;
        b->rights = v >> 8 & 3;
        break;
    case REG_COALESCE:       b->coalesce = (uint8_t)v; break;
    case REG_LIFE:
        b->life = (uint16_t)v;
        b->life_set = true;
        break;
    default:                 break;     /* unreached: refuses() lets no other one through */
    }
}

/* The commands and READs that are under way, and those of them that saw the table before REGION.
 * Each payload that looked at it then may become one of each. */
static void follow(struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in)
{
    const bool none = !b->fence && !b->reads;

    if (b->region_wr) {
        b->fence = b->inside + in->looks - in->retires;
        b->reads_fence = b->reads + in->looks - in->answered;
    } else {
        if (b->fence && in->retires) b->fence--;
        if (b->reads_fence && (in->answered || none)) b->reads_fence--;
    }
    b->inside += (uint32_t)in->commands - in->retires;
    b->reads += (uint32_t)in->asks - in->answered;
}

/* The elements that would be posted are more than those that are, not more than the ring has. */
static bool may_post(uint16_t head, uint16_t tail, uint8_t size, uint16_t value)
{
    const uint16_t posted = (uint16_t)(value - tail);

    return posted > (uint16_t)(head - tail) && posted <= 1u << size;
}

/* A doorbell that comes as one: HEAD may move in the next cycle. */
static void listen(struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in)
{
    const struct ttp_axil_in *x = &in->axil;
    const uint32_t r = (x->awaddr - REG_SEND) / SEND_BYTES;

    b->bell = false;
    if (!x->awvalid || !x->wvalid || b->axil.aw_full || b->axil.w_full || b->clear) return;
    if (x->awaddr < REG_SEND || r >= b->p.rings || (x->awaddr & 0x1C) != SEND_HEAD) return;
    b->bell = may_post(b->send_head[r], in->send_tail[r], b->send[r].size, (uint16_t)x->wdata);
    b->bell_ring = (uint8_t)r;
}

void ttp_nic_csr_clock(struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in)
{
    const bool was_clear = b->clear;

    b->tag_life = (uint8_t)(b->life % 63);
    if (in->rst) {
        reset(b, in->cfg_epoch_seed);
        return;
    }
    if (b->axil.state == TTP_AXIL_LOOK1) measure(b, in);
    if (b->axil.state == TTP_AXIL_LOOK2) {
        b->no_read = !look_up(b, in, &b->word);
        b->no_write = refuses(b);
    }
    follow(b, in);
    if (b->bell) b->send_head[b->bell_ring] = (uint16_t)b->axil.w;
    listen(b, in);
    b->irq = (b->cause & b->mask) != 0;
    b->clear = b->region_wr = b->life_set = false;
    if (!ttp_axil_quiet(&b->axil, &in->axil)) {
        if (b->axil.state == TTP_AXIL_WRITE && !b->no_write) apply(b);
        ttp_axil_clock(&b->axil, &in->axil, b->word, b->no_read, true, b->no_write);
    }
    /* A cause in the cycle of the write that clears it stays. */
    b->cause |= in->causes;
    if (in->counts)
        for (unsigned i = 0; i < TTP_NIC_COUNTERS; i++) b->count[i] += in->counts >> i & 1;
    if (was_clear) {
        memset(b->send_head, 0, sizeof b->send_head);
        b->recv_head = b->cpl_tail = 0;
    }
}
