/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_ingest.h"

#include "ttp_beat.h"
#include "ttp_defs.h"
#include "ttp_tx_lookup.h"

#define MASK17 0x1ffffu

static uint32_t clog2(uint32_t n)
{
    uint32_t w = 0;

    while ((1u << w) < n) w++;
    return w;
}

void ttp_tx_ingest_bind(struct ttp_tx_ingest *b, const struct ttp_params *p, struct ttp_arena *a)
{
    const uint32_t slots = 1u << clog2(p->tx_pkts);

    memset(b, 0, sizeof *b);
    b->bytes = p->data_w / 8;
    b->lanes = p->data_w / 64;
    b->deep = p->deep && p->data_w < 512;
    b->known_n = TTP_PIPE_OF(p, FOLLOW) ? TTP_KNOWN : 0;
    b->wpc_log2 = clog2(64 / b->bytes);
    b->chunk_words = TTP_MAX_PAYLOAD / b->bytes;
    b->links = 3 * p->link_sets * p->link_ways;
    b->ents = p->tx_pkts + b->links;
    b->eq_mask = slots - 1;
    b->keep_mask = UINT64_MAX >> (64 - b->bytes);
    b->list = ttp_arena_take(a, b->links * sizeof *b->list);
    b->freed_of = ttp_arena_take(a, b->links * sizeof *b->freed_of);
    b->eq = ttp_arena_take(a, slots * sizeof *b->eq);
}

static uint32_t pkts_free(const struct ttp_tx_ingest *b)
{
    return (b->eq_wr - b->eq_rd) & (2 * b->eq_mask + 1);
}

/* Cells of the chunk that hold `words` words. */
static uint32_t cells_of(const struct ttp_tx_ingest *b, uint32_t words)
{
    return (words + (1u << b->wpc_log2) - 1) >> b->wpc_log2;
}

void ttp_tx_ingest_drive(const struct ttp_tx_ingest *b, struct ttp_tx_ingest_out *o)
{
    o->s_axis_host_tready = b->gate && b->beats != 2;
    o->lookup_valid = b->state == LK_REQ;
    o->lookup_vc = (uint8_t)(b->dest >> 24 & 3);
    o->lookup_node = b->dest & 0xffffff;
    o->pin_valid = b->state == LK_LOAD || b->state == LK_CACHED;
    o->pin_link = b->link;
    o->doorbell_valid = b->doorbell_valid;
    o->doorbell_link = b->doorbell_link;
    o->abort_valid = b->abort_valid;
    if (b->abort_valid) {
        o->abort_first = b->first;
        o->abort_last = b->cell;
        o->abort_n = cells_of(b, b->words);
    }
    o->refused_valid = b->refused_valid;
    if (b->refused_valid) {
        o->refused_data[0] = 0;
        o->refused_data[1] = (uint64_t)TTP_CPL_REFUSED << 56 | (uint64_t)b->why << 48
                        | (uint64_t)b->dest << 16;
    }
    o->acc_pulse = b->acc_pulse;
    o->acc_len = b->acc_len;
    o->ref_pulse = b->ref_pulse;
    o->dis_pulse = b->dis_pulse;
    o->stat_pkts_free = pkts_free(b);
}

/* What the beat f, which there is, asks for. */
enum act { WAIT, SWALLOW, REFUSE, DISCARD, SEEK, STORE };

static enum act judge(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                      uint8_t *why)
{
    const struct ttp_tx_ingest_beat *f = &b->beat[b->rd];
    const bool resting = b->state == LK_NONE || b->state == LK_CACHED;

    *why = 0;
    if (b->swallow) return SWALLOW;
    /* A refusal and a chain on its way back use the registers of the packet: nothing moves. */
    if (b->abort_valid || b->refused_valid) return WAIT;
    /* A lookup was started by a beat that had passed this. */
    if (!b->mid && resting) {
        const uint32_t node = f->dest & 0xffffff;

        if (f->dest >> 24 > 2) *why = TTP_REF_VC;
        else if (node == in->cfg_node || node == 0xffffff) *why = TTP_REF_NODE;
    }
    if (!*why && f->bad) *why = TTP_REF_KEEP;
    /* tbl.victim.local - asked for long enough. */
    if (!*why && b->state == LK_PAUSE && b->expired) *why = TTP_REF_FULL;
    if (*why) return REFUSE;
    if (f->discard) return DISCARD;
    /* Only a first beat is compared: what tdest says later in a packet means nothing. */
    if (b->mid || (b->state == LK_CACHED && f->dest == b->dest)) return STORE;
    return resting ? SEEK : WAIT;
}

/* snd.window - one link may hold no more than the limit. How long the chunk becomes is not known
 * when it begins, so room for the longest, 16 cells, is asked for: taken has the 16 in it. The
 * freed cells are two cycles old, which errs to the safe side. */
static bool has_room(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    return ((b->own.taken - b->freed) & MASK17) <= in->cfg_cell_limit;
}

/* f's word may be stored now. A chunk that ends needs the doorbell even if the link is active and
 * none will ring: the RTL hears of that too late in the cycle. */
static bool word_ok(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    const bool new_cell = !(b->words & ((1u << b->wpc_log2) - 1));
    const bool fin = b->beat[b->rd].last || b->words + 1 == b->chunk_words;

    if (new_cell && !in->free_cell_valid) return false;
    if (b->words == 0 && !(b->deep ? b->room && !b->stale : has_room(b, in))) return false;
    return !fin || (b->eq_valid && (!b->doorbell_valid || b->doorbell_link == b->link));
}

void ttp_tx_ingest_comb(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                        struct ttp_tx_ingest_out *o)
{
    uint8_t why;

    o->free_cell_pop = o->append_valid = false;
    o->store_valid = b->beats && judge(b, in, &why) == STORE && word_ok(b, in);
    if (!o->store_valid) return;

    const struct ttp_tx_ingest_beat *f = &b->beat[b->rd];
    const uint32_t low = b->words & ((1u << b->wpc_log2) - 1);
    const uint32_t at = low ? b->cell : in->free_cell;
    const bool fin = f->last || b->words + 1 == b->chunk_words;

    o->store_addr = at << b->wpc_log2 | low;
    o->store_data = f->data;
    if (!in->store_ready) return;
    o->free_cell_pop = low == 0;
    o->append_valid = fin;
    if (!fin) return;
    o->append_link = b->link;
    o->append_tail = b->own.tail;
    o->append_entry = b->eq[b->eq_rd & b->eq_mask];
    o->append_len = b->words * b->bytes + f->n;
    o->append_first = b->words ? b->first : in->free_cell;
    o->append_last = at;
    o->append_napp = (b->own.napp + 1) & (2 * b->eq_mask + 1);
}

/* Pins -> beats. tkeep becomes a count here: kept bytes must be contiguous from byte 0 on, and all
 * of them but in the last beat. */
static void take_beat(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in, uint32_t slot)
{
    struct ttp_tx_ingest_beat *s = &b->beat[slot];
    const uint64_t keep = in->s_axis_host_tkeep & b->keep_mask;

    ttp_beat_copy(s->data, in->s_axis_host_tdata, b->lanes);
    s->dest = in->s_axis_host_tdest;
    s->last = in->s_axis_host_tlast;
    s->discard = s->last && in->s_axis_host_tuser;
    s->n = (uint8_t)b->bytes;
    s->bad = false;
    if (keep == b->keep_mask) return;
    s->bad = !s->last || !keep || (keep & (keep + 1));
    if (s->bad) return;

    uint32_t n = 0;     /* the lowest n bytes are kept: found by halves */

    for (uint32_t half = 32; half; half /= 2)
        if (keep >> n & (UINT64_C(1) << half >> 1)) n += half;
    s->n = (uint8_t)n;
}

/* f is stored or leaves otherwise, or a lookup starts. */
static void beat_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in, enum act act,
                       uint8_t why)
{
    const struct ttp_tx_ingest_beat *f = &b->beat[b->rd];

    if (act == STORE) {
        if (b->words == 0) b->first = in->free_cell;
        if (!(b->words & ((1u << b->wpc_log2) - 1))) b->cell = in->free_cell;
        if (f->last || b->words + 1 == b->chunk_words) {
            struct ttp_tx_ingest_list *own = &b->own;

            own->tail = b->eq[b->eq_rd & b->eq_mask];
            own->napp = (uint16_t)((own->napp + 1u) & (2 * b->eq_mask + 1));
            own->taken = (own->taken + cells_of(b, b->words + 1)) & MASK17;
            b->list[b->link] = *own;
            b->eq_rd++;
            b->stale = b->deep;
            b->acc_pulse = true;
            b->acc_len = b->words * b->bytes + f->n;
            b->words = 0;
        } else {
            b->words++;
        }
    } else if (act == SEEK) {
        const bool known = ttp_tx_lookup_knows(b, in, f->dest, &b->link);

        b->dest = f->dest;
        b->state = known ? LK_LOAD : LK_REQ;
        return;
    } else if (act == REFUSE || act == DISCARD) {
        b->abort_valid = b->words != 0;
        if (act == REFUSE) {
            b->refused_valid = b->ref_pulse = true;
            b->why = why;
            if (!b->mid) {
                b->dest = f->dest;
                b->state = LK_NONE;
            }
        } else {
            b->dis_pulse = true;
        }
    }
    b->mid = !f->last;
    b->swallow = b->mid && (b->swallow || act == REFUSE);
    b->rd ^= 1;
    b->beats--;
}

void ttp_tx_ingest_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    uint8_t why = 0;
    enum act act = b->beats ? judge(b, in, &why) : WAIT;
    const bool in_take = in->s_axis_host_tvalid && b->gate && b->beats != 2;
    const uint32_t in_slot = (b->rd + b->beats) & 1;
    const bool got = b->state == LK_PIPE && in->lookup_done && in->lookup_ok;
    uint32_t link = got ? in->lookup_link : b->link;
    const uint32_t eq_wr = b->eq_wr;
    const bool db_was = b->doorbell_valid;
    const struct ttp_tx_ingest_freed none = { 0, 0, 0 };
    const struct ttp_tx_ingest_freed told = { 1, in->freed_link, in->freed_cells };
    const struct ttp_tx_ingest_freed freed_now = in->freed_moved ? told : none;
    const struct ttp_tx_ingest_freed freed = b->deep ? b->late : freed_now;

    if (act == STORE && !(in->store_ready && word_ok(b, in))) act = WAIT;

    /* Before anything moves: a flop has the comparison of the cycle before. */
    b->room = b->deep && has_room(b, in);
    b->stale = b->deep && b->state == LK_LOAD;
    b->acc_pulse = b->ref_pulse = b->dis_pulse = false;
    if (b->abort_valid && in->abort_ready) {
        b->abort_valid = false;
        b->words = 0;
    }
    if (in->refused_ready) b->refused_valid = false;
    if (in->doorbell_ready) b->doorbell_valid = false;

    b->room_late = b->deep && b->freed != b->freed_rd;
    b->freed = b->freed_rd;
    if (in->init_active) {
        const uint32_t i = in->init_idx;

        if (i < b->links) {
            b->list[i] = (struct ttp_tx_ingest_list){ .taken = 16, .tail = (uint16_t)i };
            b->freed_of[i] = 0;
        } else if (i < b->ents) {
            b->eq[b->eq_wr++ & b->eq_mask] = (uint16_t)i;
        }
    } else {
        if (freed.wr) b->freed_of[freed.link] = freed.val & MASK17;
        if (in->freed_valid) b->eq[b->eq_wr++ & b->eq_mask] = (uint16_t)in->freed_entry;
    }
    if (b->deep) b->late = freed_now;
    if (act == SEEK) ttp_tx_lookup_knows(b, in, b->beat[b->rd].dest, &link);
    b->freed_rd = b->freed_of[link];

    if (b->state != LK_NONE || b->trying) ttp_tx_lookup_clock(b, in);
    /* The cached link is given up only while nothing hangs on it. */
    if (in->pin_kill && b->state == LK_CACHED && !b->mid && !b->beats) b->state = LK_NONE;
    if (act != WAIT) beat_clock(b, in, act, why);
    if (in->evicting) b->known_valid = 0;
    /* One that is granted in this cycle still covers the append: the pipe reads the new count. */
    if (b->acc_pulse && !in->pin_act && !db_was) {
        b->doorbell_valid = true;
        b->doorbell_link = b->link;
    }
    /* The head is read ahead: an entry pushed in this cycle is not there yet. */
    b->eq_valid = b->eq_rd != eq_wr;

    if (in_take) {
        take_beat(b, in, in_slot);
        b->beats++;
        b->pin_mid = !in->s_axis_host_tlast;
    }
    b->gate = !in->init_active && (in->cfg_on || b->pin_mid);

    if (in->core_rst) {
        if (in->rst) b->pin_mid = false;
        b->gate = false;
        b->beats = 0;
        b->mid = b->swallow = b->pin_mid;       /* the rest of a packet that was cut */
        b->words = 0;
        b->state = LK_NONE;
        b->trying = b->expired = false;
        b->known_valid = 0;
        b->eq_rd = b->eq_wr = 0;
        b->eq_valid = false;
        b->doorbell_valid = b->abort_valid = b->refused_valid = false;
        b->acc_pulse = b->ref_pulse = b->dis_pulse = false;
        b->late = none;
    }
}

uint64_t ttp_tx_ingest_busy(const struct ttp_tx_ingest *b)
{
    return b->beats || (b->state != LK_NONE && b->state != LK_CACHED) || b->trying
        || b->doorbell_valid || b->abort_valid || b->refused_valid
        || b->acc_pulse || b->ref_pulse || b->dis_pulse
        || b->stale || b->room_late || b->late.wr
        || b->eq_valid != (b->eq_rd != b->eq_wr)
        || b->freed != b->freed_rd || b->freed_rd != b->freed_of[b->link];
}
