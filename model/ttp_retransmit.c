/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_retransmit.h"

#include "ttp_defs.h"

void ttp_retransmit_bind(struct ttp_retransmit *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    uint32_t ents;

    b->links = 3 * p->link_sets * p->link_ways;
    b->slots = p->data_w == 512 ? 8 : 4;
    b->cut = TTP_PIPE(p) != 0;
    ents = p->tx_pkts + b->links;
    b->headp     = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->prevp     = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->next_e    = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_len   = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_first = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
}

void ttp_retransmit_clock(struct ttp_retransmit *b, const struct ttp_retransmit_in *in)
{
    const uint8_t wrap = (uint8_t)(b->slots - 1);

    if (in->init_active && in->init_idx < b->links)
        b->headp[in->init_idx] = (uint16_t)in->init_idx;
    if (in->append_valid) {
        b->next_e[in->append_tail] = in->append_entry;
        b->ent_len[in->append_entry] = in->append_len;
        b->ent_first[in->append_entry] = in->append_first;
    }
    /* Before the send looks: a link that becomes settled in this cycle sends from its new head. */
    if (in->freed_moved) b->headp[in->freed_link] = in->freed_head;

    if (in->payload_ready && b->ready) {
        b->slot_valid &= (uint8_t)~(1u << b->rd);
        b->rd = (b->rd + 1) & wrap;
        b->ready--;
        b->used--;
    }
    /* cut: the pipe has read both pointers two cycles before, and the entry along with the send. */
    if (b->cut ? b->s3_valid : b->s4_valid) {
        const uint16_t e = b->cut ? b->s3_e : b->s4_e;

        b->pq[b->s4_wr].len = b->ent_len[e];
        b->pq[b->s4_wr].first = b->ent_first[e];
        b->s4_wr = (b->s4_wr + 1) & wrap;
        b->ready++;
    }
    b->s4_valid = b->s3_valid && !b->cut;
    /* The slot shows its entry from S4 on, no later than an ACK of it can reach retire. */
    if (b->s3_valid) {
        b->slot_entry[b->s3_wr] = b->s4_e = b->s3_e;
        b->slot_valid |= (uint8_t)(1u << b->s3_wr);
        b->s3_wr = (b->s3_wr + 1) & wrap;
    }
    b->s3_valid = in->send_valid;
    if (in->send_valid) {
        struct ttp_pq *f = &b->pq[b->s2_wr];

        b->s3_e = b->next_e[in->send_head ? b->headp[in->send_link] : b->prevp[in->send_link]];
        b->prevp[in->send_link] = b->s3_e;
        f->id = in->send_id;
        f->vc = in->send_vc;
        f->node = in->send_node;
        f->life = in->send_life;
        f->to_life = in->send_to_life;
        b->s2_wr = (b->s2_wr + 1) & wrap;
        b->used++;
    }
    if (in->core_rst) {
        b->s3_valid = b->s4_valid = false;
        b->used = b->ready = b->slot_valid = 0;
        b->s2_wr = b->s3_wr = b->s4_wr = b->rd = 0;
    }
}
