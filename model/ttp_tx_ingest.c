/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_ingest.h"
#include "ttp_defs.h"

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
    b->deep = p->deep != 0;
    b->wpc_log2 = clog2(64 / b->bytes);
    b->words = TTP_MAX_PAYLOAD / b->bytes;
    b->links = 3 * p->link_sets * p->link_ways;
    b->ents = p->tx_pkts + b->links;
    b->eq_mask = slots - 1;
    b->keep_mask = UINT64_MAX >> (64 - b->bytes);
    b->link = ttp_arena_take(a, b->links * sizeof *b->link);
    b->frd = ttp_arena_take(a, b->links * sizeof *b->frd);
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
    o->lk_valid = b->lk == LK_REQ;
    o->lk_vc = (uint8_t)(b->dest >> 24 & 3);
    o->lk_node = b->dest & 0xffffff;
    o->pin_valid = b->lk == LK_LOAD || b->lk == LK_CACHED;
    o->pin_link = b->c_link;
    o->db_valid = b->db_valid;
    o->db_link = b->db_link;
    o->ab_valid = b->ab_valid;
    if (b->ab_valid) {
        o->ab_first = b->first;
        o->ab_last = b->cell;
        o->ab_n = cells_of(b, b->wcnt);
    }
    o->ic_valid = b->ic_valid;
    if (b->ic_valid) {
        o->ic_data[0] = 0;
        o->ic_data[1] = (uint64_t)TTP_CPL_REFUSED << 56 | (uint64_t)b->why << 48
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

static enum act judge(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in, uint8_t *why)
{
    const struct ttp_tx_ingest_beat *f = &b->skid[b->rd];
    const bool rest = b->lk == LK_NONE || b->lk == LK_CACHED;

    *why = 0;
    if (b->swal) return SWALLOW;
    if (b->ab_valid || b->ic_valid) return WAIT;
    if (!b->mid && rest) {
        const uint32_t node = f->dest & 0xffffff;

        if (f->dest >> 24 > 2) *why = TTP_REF_VC;
        else if (node == in->cfg_node || node == 0xffffff) *why = TTP_REF_NODE;
    }
    if (!*why && f->bad) *why = TTP_REF_KEEP;
    if (!*why && b->lk == LK_PAUSE && b->expired) *why = TTP_REF_FULL;
    if (*why) return REFUSE;
    if (f->discard) return DISCARD;
    if (b->mid || (b->lk == LK_CACHED && f->dest == b->dest)) return STORE;
    return rest ? SEEK : WAIT;
}

/* snd.window - one link may hold no more than the limit, and of the chunk that begins the size is
 * not known: 16. */
static bool has_room(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    return ((b->own.acc - b->frd_q) & MASK17) <= in->cfg_cell_limit;
}

/* f's word may be stored now. */
static bool word_ok(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    const bool new_cell = !(b->wcnt & ((1u << b->wpc_log2) - 1));
    const bool fin = b->skid[b->rd].last || b->wcnt + 1 == b->words;

    if (new_cell && !in->fc_valid) return false;
    if (b->wcnt == 0 && !(b->deep ? b->room && !b->stale : has_room(b, in))) return false;
    return !fin || (b->eq_valid && (!b->db_valid || b->db_link == b->c_link));
}

void ttp_tx_ingest_comb(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                        struct ttp_tx_ingest_out *o)
{
    uint8_t why;

    o->fc_pop = o->ap_valid = false;
    o->wr_en = b->beats && judge(b, in, &why) == STORE && word_ok(b, in);
    if (!o->wr_en) return;

    const struct ttp_tx_ingest_beat *f = &b->skid[b->rd];
    const uint32_t low = b->wcnt & ((1u << b->wpc_log2) - 1);
    const uint32_t at = low ? b->cell : in->fc_cell;
    const bool fin = f->last || b->wcnt + 1 == b->words;

    o->wr_addr = at << b->wpc_log2 | low;
    o->wr_data = f->data;
    if (!in->wr_ready) return;
    o->fc_pop = low == 0;
    o->ap_valid = fin;
    if (!fin) return;
    o->ap_link = b->c_link;
    o->ap_tail = b->own.tail;
    o->ap_e = b->eq[b->eq_rd & b->eq_mask];
    o->ap_len = b->wcnt * b->bytes + f->n;
    o->ap_first = b->wcnt ? b->first : in->fc_cell;
    o->ap_last = at;
    o->ap_napp = (b->own.napp + 1) & (2 * b->eq_mask + 1);
}

/* Pins -> skid. */
static void take_beat(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in, uint32_t slot)
{
    struct ttp_tx_ingest_beat *s = &b->skid[slot];
    const uint64_t keep = in->s_axis_host_tkeep & b->keep_mask;

    memcpy(s->data, in->s_axis_host_tdata, 8u * b->lanes);
    s->dest = in->s_axis_host_tdest;
    s->last = in->s_axis_host_tlast;
    s->discard = s->last && in->s_axis_host_tuser;
    s->n = (uint8_t)b->bytes;
    s->bad = false;
    if (keep == b->keep_mask) return;
    s->bad = !s->last || !keep || (keep & (keep + 1));
    if (s->bad) return;

    uint32_t n = 0;

    for (uint32_t half = 32; half; half /= 2)
        if (keep >> n & (UINT64_C(1) << half >> 1)) n += half;
    s->n = (uint8_t)n;
}

/* tbl.victim.local, tbl.victim.after - a packet whose link finds no entry asks again, and is
 * refused after close_tmo x retry_max. */
static void lookup_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    const bool round_end = b->tmo >= in->cfg_close_tmo;
    const bool again = round_end || (b->tmo & 255) == 255;

    if (b->trying) {
        if (round_end) {
            b->tmo = 1;
            if (b->rounds >= in->cfg_retry_max) b->expired = true;
            b->rounds++;
        } else {
            b->tmo++;
        }
    }
    switch (b->lk) {
    case LK_NONE:
    case LK_CACHED:
        b->trying = false;
        break;
    case LK_REQ:
        if (in->lk_ready) b->lk = LK_PIPE;
        break;
    case LK_PIPE:
        if (!in->lk_done) break;
        if (in->lk_ok) {
            b->lk = LK_LOAD;
            b->c_link = in->lk_link;
            break;
        }
        b->lk = LK_PAUSE;
        if (!b->trying) {
            b->trying = true;
            b->expired = false;
            b->tmo = 1;
            b->rounds = 1;
        }
        break;
    case LK_LOAD:
        b->own = b->link[b->c_link];
        b->lk = LK_CACHED;
        break;
    case LK_PAUSE:
        if (again) b->lk = LK_REQ;
        break;
    }
}

/* f is stored or leaves otherwise, or a lookup starts. */
static void beat_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in, enum act act,
                       uint8_t why)
{
    const struct ttp_tx_ingest_beat *f = &b->skid[b->rd];

    if (act == STORE) {
        if (b->wcnt == 0) b->first = in->fc_cell;
        if (!(b->wcnt & ((1u << b->wpc_log2) - 1))) b->cell = in->fc_cell;
        if (f->last || b->wcnt + 1 == b->words) {
            struct ttp_tx_ingest_link *own = &b->own;

            own->tail = b->eq[b->eq_rd & b->eq_mask];
            own->napp = (uint16_t)((own->napp + 1u) & (2 * b->eq_mask + 1));
            own->acc = (own->acc + cells_of(b, b->wcnt + 1)) & MASK17;
            b->link[b->c_link] = *own;
            b->eq_rd++;
            b->stale = b->deep;
            b->acc_pulse = true;
            b->acc_len = b->wcnt * b->bytes + f->n;
            b->wcnt = 0;
        } else {
            b->wcnt++;
        }
    } else if (act == SEEK) {
        b->dest = f->dest;
        b->lk = LK_REQ;
        return;
    } else if (act == REFUSE || act == DISCARD) {
        b->ab_valid = b->wcnt != 0;
        if (act == REFUSE) {
            b->ic_valid = b->ref_pulse = true;
            b->why = why;
            if (!b->mid) {
                b->dest = f->dest;
                b->lk = LK_NONE;
            }
        } else {
            b->dis_pulse = true;
        }
    }
    b->mid = !f->last;
    b->swal = b->mid && (b->swal || act == REFUSE);
    b->rd ^= 1;
    b->beats--;
}

void ttp_tx_ingest_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in)
{
    uint8_t why = 0;
    enum act act = b->beats ? judge(b, in, &why) : WAIT;
    const bool in_take = in->s_axis_host_tvalid && b->gate && b->beats != 2;
    const uint32_t in_slot = (b->rd + b->beats) & 1;
    const bool got = b->lk == LK_PIPE && in->lk_done && in->lk_ok;
    const uint32_t frd_addr = got ? in->lk_link : b->c_link;
    const uint32_t eq_wr = b->eq_wr;
    const bool db_was = b->db_valid;
    const struct ttp_tx_ingest_freed none = { 0, 0, 0 };
    const struct ttp_tx_ingest_freed freed_now = in->fd_wr ? (struct ttp_tx_ingest_freed){ 1, in->fd_link, in->fd_val } : none;
    const struct ttp_tx_ingest_freed freed = b->deep ? b->late : freed_now;

    if (act == STORE && !(in->wr_ready && word_ok(b, in))) act = WAIT;

    b->room = b->deep && has_room(b, in);
    b->stale = b->deep && b->lk == LK_LOAD;
    b->acc_pulse = b->ref_pulse = b->dis_pulse = false;
    if (b->ab_valid && in->ab_ready) {
        b->ab_valid = false;
        b->wcnt = 0;
    }
    if (in->ic_ready) b->ic_valid = false;
    if (in->db_ready) b->db_valid = false;

    b->room_late = b->deep && b->frd_q != b->frd_rd;
    b->frd_q = b->frd_rd;
    if (in->init_active) {
        const uint32_t i = in->init_idx;

        if (i < b->links) {
            b->link[i] = (struct ttp_tx_ingest_link){ .acc = 16, .tail = (uint16_t)i };
            b->frd[i] = 0;
        } else if (i < b->ents) {
            b->eq[b->eq_wr++ & b->eq_mask] = (uint16_t)i;
        }
    } else {
        if (freed.wr) b->frd[freed.link] = freed.val & MASK17;
        if (in->fe_valid) b->eq[b->eq_wr++ & b->eq_mask] = (uint16_t)in->fe_e;
    }
    if (b->deep) b->late = freed_now;
    b->frd_rd = b->frd[frd_addr];

    if (b->lk != LK_NONE || b->trying) lookup_clock(b, in);
    if (in->pin_kill && b->lk == LK_CACHED && !b->mid && !b->beats) b->lk = LK_NONE;
    if (act != WAIT) beat_clock(b, in, act, why);
    if (b->acc_pulse && !in->ap_act && !db_was) {
        b->db_valid = true;
        b->db_link = b->c_link;
    }
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
        b->mid = b->swal = b->pin_mid;
        b->wcnt = 0;
        b->lk = LK_NONE;
        b->trying = b->expired = false;
        b->eq_rd = b->eq_wr = 0;
        b->eq_valid = false;
        b->db_valid = b->ab_valid = b->ic_valid = false;
        b->acc_pulse = b->ref_pulse = b->dis_pulse = false;
        b->late = none;
    }
}

uint64_t ttp_tx_ingest_busy(const struct ttp_tx_ingest *b)
{
    return b->beats || (b->lk != LK_NONE && b->lk != LK_CACHED) || b->trying || b->db_valid
        || b->ab_valid || b->ic_valid || b->acc_pulse || b->ref_pulse || b->dis_pulse || b->stale || b->room_late || b->late.wr
        || b->eq_valid != (b->eq_rd != b->eq_wr)
        || b->frd_q != b->frd_rd || b->frd_rd != b->frd[b->c_link];
}
