/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_retransmit.h"

#include "ttp_defs.h"

void ttp_retransmit_bind(struct ttp_retransmit *b, const struct ttp_params *p,
                         struct ttp_arena *a)
{
    uint32_t ents;

    b->links = 3 * p->link_sets * p->link_ways;
    b->slots = p->data_w == 512 ? 8 : 4;
    b->number_max = 0xffff;
    ents = p->tx_pkts + b->links;
    b->headp     = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->prevp     = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->number    = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * b->links);
    b->next_e    = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_len   = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
    b->ent_first = (uint16_t *)ttp_arena_take(a, sizeof(uint16_t) * ents);
}

/* sel.number - counts from 1, and leaves 0 out. */
static uint16_t next_number(struct ttp_retransmit *b, const struct ttp_retransmit_in *in)
{
    uint16_t *n = &b->number[in->send_link];

    if (in->send_first || *n == b->number_max) *n = 0;
    return ++*n;
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
    /* The slot shows its entry no later than an ACK of it can reach retire. */
    if (b->sent) {
        b->pq[b->ent_wr].len = b->ent_len[b->sent_e];
        b->pq[b->ent_wr].first = b->ent_first[b->sent_e];
        b->slot_entry[b->ent_wr] = b->sent_e;
        b->slot_valid |= (uint8_t)(1u << b->ent_wr);
        b->ent_wr = (b->ent_wr + 1) & wrap;
        b->ready++;
    }
    b->sent = in->send_valid;
    if (in->send_valid) {
        struct ttp_pq *f = &b->pq[b->link_wr];

        if (in->send_resend) {
            b->sent_e = in->send_entry;
        } else {
            b->sent_e = b->next_e[in->send_head ? b->headp[in->send_link]
                                                : b->prevp[in->send_link]];
            b->prevp[in->send_link] = b->sent_e;
        }
        f->id = in->send_id;
        f->vc = in->send_vc;
        f->node = in->send_node;
        f->life = in->send_life;
        f->to_life = in->send_to_life;
        f->number = 0;
        if (in->send_numbered) f->number = next_number(b, in);
        b->sent_number = f->number;
        b->link_wr = (b->link_wr + 1) & wrap;
        b->used++;
    }
    if (in->core_rst) {
        b->sent = false;
        b->used = b->ready = b->slot_valid = 0;
        b->link_wr = b->ent_wr = b->rd = 0;
    }
}
