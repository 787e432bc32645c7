/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_csr.h"

#include <string.h>

#include "ttp_regs.h"

#define WAIT_MAX 47

static uint32_t vc_word(const struct ttp_csr_cfg *c)
{
    return (uint32_t)c->vc.weight[2] << 16 | (uint32_t)c->vc.weight[1] << 12
         | (uint32_t)c->vc.weight[0] << 8 | (uint32_t)c->vc.second << 6
         | (uint32_t)c->vc.first << 4 | c->vc.mode;
}

/* docs/registers.md: what becomes of a value out of range */
static struct ttp_vc_cfg vc_of(uint32_t v)
{
    struct ttp_vc_cfg c = { .mode = v & 3, .first = v >> 4 & 3, .second = v >> 6 & 3 };

    if (c.mode > TTP_VC_WEIGHTS) c.mode = TTP_VC_WEIGHTS;
    if (c.first >= TTP_VCS || c.second >= TTP_VCS || c.first == c.second) {
        c.first = 0;
        c.second = 1;
    }
    for (unsigned vc = 0; vc < TTP_VCS; vc++) {
        c.weight[vc] = v >> (8 + 4 * vc) & 15;
        if (!c.weight[vc]) c.weight[vc] = 1;
    }
    return c;
}

/* life.seed - after a reset the life counter starts at the seed. */
static void reset(struct ttp_csr *b, bool enable, uint32_t node, uint16_t seed)
{
    ttp_axil_reset(&b->axil);
    b->cfg.node = node & 0xFFFFFFu;
    b->cfg.enable = enable;
    b->cfg.on = b->cfg.cpl_retired = b->cfg.nack_once = b->cfg.selective = false;
    b->cfg.offer_all = false;
    b->cfg.timeout = b->p.timeout_rst;
    b->cfg.open_tmo = b->p.open_tmo_rst;
    b->cfg.close_tmo = b->p.close_tmo_rst;
    b->cfg.backoff = b->p.backoff_rst;
    b->cfg.retry_max = (uint8_t)b->p.retry_max_rst;
    b->cfg.reack = TTP_RST_REACK;
    b->cfg.victim_idle = TTP_RST_VICTIM_IDLE;
    b->cfg.idle_tmo = TTP_RST_IDLE_TMO;
    b->cfg.cell_limit = b->p.tx_cells;
    b->cfg.reorder = b->p.selective ? TTP_RST_REORDER & 0xFF : 0;
    b->cfg.reorder_max = b->p.selective ? TTP_RST_REORDER >> 8 : 0;
    b->cfg.base_rtt = TTP_RST_BASE_RTT;
    b->cfg.delay = 0;
    b->cfg.vc = b->p.vc_order ? vc_of(TTP_RST_VC_ORDER) : (struct ttp_vc_cfg){ 0 };
    b->cfg.probe_min = b->p.selective ? TTP_RST_PROBE_MIN : 0;
    b->version++;
    b->now = b->start;
    b->hi = 0;
    b->cause = b->mask = 0;
    b->irq = b->snap = false;
    b->life_set = b->start_set = true;
    b->life_value = seed ? seed : 1;
    b->start_val = TTP_RST_START_ID;
    b->soft = TTP_SR_RUN;
    b->command_valid = b->busy = b->ask = b->nolink = false;
    b->index = 0;
    b->wait = 0;
    memset(b->rec, 0, sizeof b->rec);
    b->path = (struct ttp_path){ 0 };
}

void ttp_csr_init(struct ttp_csr *b, const struct ttp_params *p)
{
    memset(b, 0, sizeof *b);
    b->p = *p;
    reset(b, false, 0, 0);
}

void ttp_csr_drive(const struct ttp_csr *b, struct ttp_csr_out *out)
{
    if (out->version != b->version) {
        out->version = b->version;
        out->cfg = b->cfg;
    }
    out->now = b->now;
    ttp_axil_drive(&b->axil, &out->axil);
    out->irq = b->irq;
    out->irq_dead = b->cause >> TTP_IRQ_DEAD & 1;
    out->core_rst = b->soft >= TTP_SR_RST;
    out->quiesce = b->soft != TTP_SR_RUN;
    out->life_set = b->life_set;
    out->life_value = b->life_value;
    out->start_id_set = b->start_set;
    out->start_id_value = b->start_val;
    out->command_valid = b->command_valid;
    out->command_peek = b->command_peek;
    out->command_vc = (uint8_t)(b->close >> 24 & 3);
    out->command_node = b->close & 0xFFFFFFu;
    out->command_link = b->index;
    out->path_ask = b->ask;
    out->snap_req = b->snap;
    out->cnt_idx = (uint8_t)(b->axil.addr >> 1 & 63);
}

static bool is_counter(uint32_t addr)
{
    const uint32_t i = (addr - TTP_REG_COUNTER) >> 3;

    return addr >= TTP_REG_COUNTER && i < TTP_CNT_N
        && (i >= 32 || i < 30);     /* by opcode, of selective repeat; then all */
}

static bool writable(const struct ttp_csr *b, uint32_t addr)
{
    switch (addr) {
    case TTP_REG_NODE: case TTP_REG_CTRL: case TTP_REG_EPOCH: case TTP_REG_TIMEOUT:
    case TTP_REG_OPEN_TMO: case TTP_REG_CLOSE_TMO: case TTP_REG_BACKOFF: case TTP_REG_RETRY_MAX:
    case TTP_REG_REACK: case TTP_REG_VICTIM_IDLE: case TTP_REG_IDLE_TMO:
    case TTP_REG_CELL_LIMIT: case TTP_REG_START_ID: case TTP_REG_CLOSE_LINK:
    case TTP_REG_LINK_INDEX: case TTP_REG_IRQ_CAUSE: case TTP_REG_IRQ_MASK:
    case TTP_REG_CPL_CTRL: case TTP_REG_SNAPSHOT: case TTP_REG_REORDER:
    case TTP_REG_BASE_RTT: case TTP_REG_PROBE_MIN: case TTP_REG_DELAY:
        return true;
    case TTP_REG_VC_ORDER:
        return b->p.vc_order;
    default:
        return false;
    }
}

static uint32_t param(const struct ttp_params *p)
{
    return (p->vc_order ? 1u << 20 : 0) | (p->selective ? 1u << 19 : 0) | (p->deep ? 1u << 18 : 0)
         | (p->sram_1p ? 1u << 17 : 0) | (p->trace ? 1u << 16 : 0) | p->data_w;
}

/* True if there is a register; counters are looked up a cycle later. */
static bool look_up(const struct ttp_csr *b, const struct ttp_csr_in *in, uint32_t addr,
                    uint32_t *word)
{
    *word = 0;
    switch (addr) {
    case TTP_REG_ID:         *word = 0x54545031u; break;
    case TTP_REG_VERSION:    *word = 0x0001u; break;
    case TTP_REG_PARAM:      *word = param(&b->p); break;
    case TTP_REG_TX_CELLS:   *word = b->p.tx_cells; break;
    case TTP_REG_TX_PKTS:    *word = b->p.tx_pkts; break;
    case TTP_REG_RX_CELLS:   *word = b->p.rx_cells; break;
    case TTP_REG_LINKS:      *word = b->p.link_ways << 16 | b->p.link_sets; break;
    case TTP_REG_NODE:       *word = b->cfg.node; break;
    case TTP_REG_CTRL:
        *word = (uint32_t)b->cfg.offer_all << 4 | (uint32_t)b->cfg.selective << 3
              | (uint32_t)b->cfg.nack_once << 2 | b->cfg.enable;
        break;
    case TTP_REG_STATUS:
        *word = (uint32_t)in->core_ready << TTP_STATUS_READY
              | (uint32_t)(in->snap_busy || b->snap) << TTP_STATUS_SNAP_BUSY
              | (uint32_t)b->busy << TTP_STATUS_CMD_BUSY | (uint32_t)b->nolink << TTP_STATUS_NOLINK;
        break;
    case TTP_REG_EPOCH:      *word = in->life; break;
    case TTP_REG_TIMEOUT:    *word = b->cfg.timeout; break;
    case TTP_REG_OPEN_TMO:   *word = b->cfg.open_tmo; break;
    case TTP_REG_CLOSE_TMO:  *word = b->cfg.close_tmo; break;
    case TTP_REG_BACKOFF:    *word = b->cfg.backoff; break;
    case TTP_REG_RETRY_MAX:  *word = b->cfg.retry_max; break;
    case TTP_REG_REACK:      *word = b->cfg.reack; break;
    case TTP_REG_VICTIM_IDLE: *word = b->cfg.victim_idle; break;
    case TTP_REG_IDLE_TMO:   *word = b->cfg.idle_tmo; break;
    case TTP_REG_REORDER:    *word = (uint32_t)b->cfg.reorder_max << 8 | b->cfg.reorder; break;
    case TTP_REG_BASE_RTT:   *word = b->cfg.base_rtt; break;
    case TTP_REG_PROBE_MIN:  *word = b->cfg.probe_min; break;
    case TTP_REG_DELAY:      *word = b->cfg.delay; break;
    case TTP_REG_VC_ORDER:
        *word = vc_word(&b->cfg);
        return b->p.vc_order;
    case TTP_REG_CELL_LIMIT: *word = b->cfg.cell_limit; break;
    case TTP_REG_START_ID:   *word = in->start_id; break;
    case TTP_REG_LINK_INDEX: *word = b->index; break;
    /* The old causes are no part of a write that clears. */
    case TTP_REG_IRQ_CAUSE:  *word = b->axil.wr ? 0 : b->cause; break;
    case TTP_REG_IRQ_MASK:   *word = b->mask; break;
    case TTP_REG_CPL_CTRL:   *word = b->cfg.cpl_retired; break;
    case TTP_REG_CLOSE_LINK:
    case TTP_REG_SNAPSHOT:   break;
    case TTP_REG_LINK_REC0: case TTP_REG_LINK_REC1: case TTP_REG_LINK_REC2: case TTP_REG_LINK_REC3:
    case TTP_REG_LINK_REC4: case TTP_REG_LINK_REC5: case TTP_REG_LINK_REC6:
        *word = b->rec[(addr - TTP_REG_LINK_REC0) / 4];
        break;
    case TTP_REG_LINK_RTT:   *word = b->path.trip8 * 2; break;
    case TTP_REG_LINK_RTT_MIN: *word = b->path.shortest * 16; break;
    case TTP_REG_LINK_PATH:  *word = (uint32_t)b->path.window << 16 | b->path.distance; break;
    case TTP_REG_CYCLES_LO:  *word = (uint32_t)b->now; break;
    case TTP_REG_CYCLES_HI:  *word = b->hi; break;
    case TTP_REG_CELLS_FREE: *word = in->stat_cells_free; break;
    case TTP_REG_CELLS_LOW:  *word = in->stat_cells_low; break;
    case TTP_REG_PKTS_FREE:  *word = in->stat_pkts_free; break;
    case TTP_REG_RXC_FREE:   *word = in->stat_rxc_free; break;
    default:                 return is_counter(addr);
    }
    return true;
}

static uint32_t clamp(uint32_t v, uint32_t lo, uint32_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* tmr.range - a write, clamped to the range of its register. */
static void apply(struct ttp_csr *b, const struct ttp_csr_in *in, uint32_t addr, uint32_t v)
{
    struct ttp_csr_cfg *c = &b->cfg;

    b->version++;
    switch (addr) {
    case TTP_REG_NODE:       c->node = v & 0xFFFFFFu; break;
    case TTP_REG_CTRL:
        c->enable = v & 1;
        c->nack_once = v >> 2 & 1;
        c->selective = b->p.selective && (v >> 3 & 1);
        c->offer_all = b->p.selective && (v >> 4 & 1);
        if ((v & 2) && b->soft == TTP_SR_RUN) b->soft = TTP_SR_QUIET;
        break;
    case TTP_REG_EPOCH:
        b->life_set = true;
        b->life_value = (uint16_t)(v & 0xFFFFu ? v : 1);
        break;
    case TTP_REG_TIMEOUT:    c->timeout = clamp(v, 1, 1u << 30); break;
    case TTP_REG_OPEN_TMO:   c->open_tmo = clamp(v, 1, 1u << 30); break;
    case TTP_REG_CLOSE_TMO:  c->close_tmo = clamp(v, 1, 1u << 30); break;
    case TTP_REG_BACKOFF:    c->backoff = clamp(v, 1, 1u << 30); break;
    case TTP_REG_RETRY_MAX:  c->retry_max = (uint8_t)clamp(v, 1, 255); break;
    case TTP_REG_REACK:      c->reack = clamp(v, 0, 1u << 30); break;
    case TTP_REG_VICTIM_IDLE: c->victim_idle = clamp(v, 0, 1u << 30); break;
    case TTP_REG_IDLE_TMO:   c->idle_tmo = clamp(v, 0, 1u << 30); break;
    case TTP_REG_REORDER:
        if (!b->p.selective) break;
        c->reorder = (uint8_t)v;
        c->reorder_max = (uint8_t)(v >> 8);
        break;
    case TTP_REG_BASE_RTT:
        if (b->p.selective) c->base_rtt = clamp(v, 0, (1u << 20) - 1);
        break;
    case TTP_REG_PROBE_MIN:
        if (b->p.selective) c->probe_min = clamp(v, 0, (1u << 24) - 1);
        break;
    case TTP_REG_DELAY:
        if (b->p.selective) c->delay = clamp(v, 0, (1u << 20) - 1);
        break;
    case TTP_REG_VC_ORDER:   c->vc = vc_of(v); break;
    case TTP_REG_CELL_LIMIT: c->cell_limit = clamp(v, 16, b->p.tx_cells); break;
    case TTP_REG_START_ID:
        b->start_set = true;
        b->start_val = v;
        break;
    case TTP_REG_CLOSE_LINK:
    case TTP_REG_LINK_INDEX:
        b->command_valid = b->busy = true;
        b->command_peek = addr == TTP_REG_LINK_INDEX;
        if (b->command_peek) b->index = (uint16_t)v;
        else          b->close = v & 0x3FFFFFFu;
        break;
    /* A set in the cycle of the clear wins, or its event would be lost. */
    case TTP_REG_IRQ_CAUSE:  b->cause = (uint8_t)((b->cause & ~v) | in->irq_set); break;
    case TTP_REG_IRQ_MASK:   b->mask = v & ((1u << TTP_IRQ_N) - 1); break;
    case TTP_REG_CPL_CTRL:   c->cpl_retired = v & 1; break;
    case TTP_REG_SNAPSHOT:   b->snap = true; break;
    default:                 break;     /* unreached: writable() lets no other register through */
    }
}

/* The access under way; everything else has already moved. Old values of what moves and matters
 * here come as arguments. */
static void access(struct ttp_csr *b, const struct ttp_csr_in *in, bool settling, bool was_busy)
{
    struct ttp_axil *x = &b->axil;
    const uint32_t addr = x->addr << 2;
    bool known = false, done = false, err = false;
    uint32_t word = b->word;

    if (x->state == TTP_AXIL_LOOK3) {
        uint32_t ignored;

        known = look_up(b, in, addr, &ignored);
        if (known && is_counter(addr) && in->cnt_valid)
            word = addr & 4 ? (uint32_t)(in->cnt_data >> 32) : (uint32_t)in->cnt_data;
    } else if (x->state == TTP_AXIL_WRITE) {
        const uint32_t lanes = (x->strb & 1 ? 0xFFu : 0) | (x->strb & 2 ? 0xFF00u : 0)
                             | (x->strb & 4 ? 0xFF0000u : 0) | (x->strb & 8 ? 0xFF000000u : 0);
        /* Every write looks its register up first: a byte without strobe keeps its value. */
        const uint32_t v = (x->w & lanes) | (b->word & ~lanes);
        const bool none = x->strb == 0;
        const bool is_cmd = addr == TTP_REG_CLOSE_LINK || addr == TTP_REG_LINK_INDEX;
        const bool refuse = !writable(b, addr)
            || (!none && addr == TTP_REG_CLOSE_LINK && v >> 24 > 2)
            || (!none && addr == TTP_REG_LINK_INDEX && v >= 3 * b->p.link_sets * b->p.link_ways);
        /* Around core_rst the link pipe can be told nothing; one command at a time. */
        const bool hold = !refuse && !none && (settling || (is_cmd && was_busy));

        done = !hold || b->wait == WAIT_MAX;
        err = refuse || hold;
        if (!hold && !refuse && !none) apply(b, in, addr, v);
        b->wait = done ? 0 : (uint8_t)(b->wait + 1);
    }
    ttp_axil_clock(x, &in->axil, word, !known, done, err);
}

/* What has become of the command under way. */
static void command(struct ttp_csr *b, const struct ttp_csr_in *in)
{
    if (in->command_ready) b->command_valid = false;
    if (in->result_closed) b->nolink = in->result_nolink;
    if (in->result_peeked) {
        const bool entry = in->result_record[0] >> 31;

        if (entry) memcpy(b->rec, in->result_record, sizeof b->rec);
        else memset(b->rec, 0, sizeof b->rec);
        b->path = (struct ttp_path){ 0 };
        b->ask = b->p.selective && entry && in->result_numbered;
    }
    if (in->path_told) {
        b->path = in->path;
        b->ask = false;
    }
    if (in->result_closed || in->path_told || (in->result_peeked && !b->ask)) b->busy = false;
}

void ttp_csr_clock(struct ttp_csr *b, const struct ttp_csr_in *in)
{
    const bool on = b->cfg.enable && in->core_ready;
    const bool settling = b->soft >= TTP_SR_RST || b->life_set;
    const bool was_busy = b->busy;
    const uint8_t soft = b->soft;
    const uint8_t fits = b->p.selective ? ttp_csr_open_fits(b->cfg.open_tmo, b->cfg.timeout) : 0;

    if (b->cfg.open_fits != fits) {
        b->cfg.open_fits = fits;
        b->version++;
    }
    if (in->rst) {
        reset(b, in->cfg_enable_in, in->cfg_node_in, in->cfg_epoch_seed);
        return;
    }

    /* LOOK2 reads the registers before any of them moves. */
    if (b->axil.state == TTP_AXIL_LOOK2) {
        const uint32_t addr = b->axil.addr << 2;

        look_up(b, in, addr, &b->word);
        if (addr == TTP_REG_CYCLES_LO && !b->axil.wr) b->hi = (uint32_t)(b->now >> 32);
    }

    b->irq = (b->cause & b->mask) != 0;
    b->cause |= in->irq_set;
    b->now++;
    if (b->cfg.on != on) {
        b->cfg.on = on;
        b->version++;
    }
    b->snap = b->life_set = b->start_set = false;
    if (b->busy || b->command_valid || in->result_peeked || in->result_closed) command(b, in);

    if (!ttp_axil_quiet(&b->axil, &in->axil)) access(b, in, settling, was_busy);

    switch (soft) {
    case TTP_SR_RUN:
        break;
    case TTP_SR_QUIET:
        if (in->tx_idle && in->rx_idle) b->soft = TTP_SR_RST;
        break;
    case TTP_SR_RST:
        b->soft = TTP_SR_LAST;
        b->command_valid = b->busy = b->ask = false;
        break;
    case TTP_SR_LAST:
        b->soft = TTP_SR_RUN;
        b->command_valid = b->busy = b->ask = false;
        b->life_set = true;
        /* life.seed - the next number after a soft reset, so that peers see a new life. */
        b->life_value = in->life == 0xFFFF ? 1 : (uint16_t)(in->life + 1);
        break;
    }
}

bool ttp_csr_idle(const struct ttp_csr *b)
{
    static const struct ttp_axil_in none;

    return ttp_axil_quiet(&b->axil, &none) && b->soft == TTP_SR_RUN && !b->life_set
        && !b->start_set && !b->snap && !b->command_valid && !b->ask
        && b->irq == ((b->cause & b->mask) != 0);
}
