/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_rx_deliver.h"

#include "ttp_rx_sram.h"

static uint32_t log2u(uint32_t n)
{
    uint32_t l = 0;

    while (1u << l < n) l++;
    return l;
}

void ttp_rx_deliver_bind(struct ttp_rx_deliver *b, const struct ttp_params *p, struct ttp_arena *a)
{
    b->bytes = p->data_w / 8u;
    b->lb = log2u(b->bytes);
    b->wb = 6u - b->lb;
    b->bays = p->selective;
    b->mask = (p->rx_cells << b->wb) - 1u;
    ttp_fifo_bind(&b->vq, a, sizeof(struct ttp_verdict), ttp_rx_places(p));
}

void ttp_rx_deliver_drive(const struct ttp_rx_deliver *b, struct ttp_rx_deliver_out *o)
{
    o->m_axis_host_tvalid = b->tvalid;
    o->m_axis_host_tlast = b->tlast;
    o->m_axis_host_tkeep = b->tkeep;
    o->m_axis_host_tid = b->tid;
    o->rx_idle = !b->under && !b->tvalid;
    o->dlv_pulse = b->dlv_pulse;
    o->dlv_len = b->dlv_len;
}

struct step { bool read, last, skip; uint32_t len_m1, bay; };

/* rcv.once - what happens to the packet at the head in this cycle. */
static inline struct step head_step(const struct ttp_rx_deliver *b,
                                    const struct ttp_rx_deliver_in *in)
{
    struct step s = { false, false, false, 0, 0 };
    const struct ttp_verdict *v;

    if (!b->head_v) return s;
    v = (const struct ttp_verdict *)ttp_fifo_head(&b->vq);
    s.len_m1 = v->len_m1;
    s.bay = v->bay;
    if (!v->take) {
        s.skip = !b->under;
    } else if ((!b->tvalid || in->m_axis_host_tready) && (b->under || !in->quiesce)) {
        s.read = true;
        s.last = b->wc == s.len_m1 >> b->lb;
    }
    return s;
}

void ttp_rx_deliver_comb(const struct ttp_rx_deliver *b, const struct ttp_rx_deliver_in *in,
                         struct ttp_rx_deliver_out *o)
{
    const struct step s = head_step(b, in);

    o->rd_en = s.read;
    o->rd_addr = b->bays ? (s.bay * TTP_RX_BAY << b->wb) + b->wc : b->rp;
    o->rel_en = s.skip || (s.read && s.last);
    o->rel_n = (uint8_t)((s.len_m1 >> 6) + 1u);
    o->rel_bay = (uint16_t)s.bay;
}

void ttp_rx_deliver_clock(struct ttp_rx_deliver *b, const struct ttp_rx_deliver_in *in)
{
    const struct step s = head_step(b, in);
    const bool pop = s.skip || (s.read && s.last);
    const bool want = pop || !b->head_v;
    const bool stored = b->vq.count > (uint32_t)b->head_v + b->second_v;

    /* A payload is delivered when the host has taken its last beat (rcv.once). */
    b->dlv_pulse = b->tvalid && b->tlast && in->m_axis_host_tready;
    if (b->dlv_pulse) b->dlv_len = (uint16_t)(b->len_m1 + 1u);

    if (s.read) {
        const struct ttp_verdict *v = (const struct ttp_verdict *)ttp_fifo_head(&b->vq);
        const uint64_t all = UINT64_MAX >> (64u - b->bytes);

        b->tlast = s.last;
        b->tkeep = s.last ? all >> (b->bytes - 1u - (s.len_m1 & (b->bytes - 1u))) : all;
        b->tid = v->tid;
        b->len_m1 = v->len_m1;
        b->under = !s.last;
        b->wc = s.last ? 0 : b->wc + 1u;
    }
    b->tvalid = s.read || (b->tvalid && !in->m_axis_host_tready);

    if (s.skip) {
        b->rp = (b->rp + (((s.len_m1 >> 6) + 1u) << b->wb)) & b->mask;
    } else if (s.read) {
        const uint32_t low = s.last ? (1u << b->wb) - 1u : 0;
        b->rp = ((b->rp | low) + 1u) & b->mask;
    }

    /* What moves into the head: the second, if there is one; else what is pushed, if nothing
     * is on its way from the memory. */
    {
        const bool fetch = stored && (want || !b->second_v);
        const bool direct = want && !b->second_v && !stored;

        b->head_v = !want || b->second_v || (direct && in->verdict_valid);
        b->second_v = fetch || (b->second_v && !want);
    }
    if (in->verdict_valid) {
        struct ttp_verdict *v = (struct ttp_verdict *)ttp_fifo_slot(&b->vq);

        v->tid = (uint32_t)in->verdict_vc << 24 | in->verdict_node;
        v->len_m1 = (uint16_t)(in->verdict_len - 1u);
        v->bay = b->bays ? in->verdict_bay : 0;
        v->take = in->verdict_take;
        v->pad[0] = v->pad[1] = v->pad[2] = 0;
    }
    ttp_fifo_clock(&b->vq, in->verdict_valid, pop);

    if (in->core_rst) {
        b->under = b->tvalid = b->dlv_pulse = false;
        b->wc = b->rp = 0;
        b->head_v = b->second_v = false;
        ttp_fifo_clear(&b->vq);
    }
}

uint64_t ttp_rx_deliver_busy(const struct ttp_rx_deliver *b)
{
    return b->vq.count | (uint64_t)b->tvalid | (uint64_t)b->under | (uint64_t)b->dlv_pulse;
}
