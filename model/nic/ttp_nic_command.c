/* SPDX-License-Identifier: Apache-2.0
 *
 * The command of ttp_nic_place, in GO: what is written of a payload, and what follows.
 * Part of: ttp_nic_core */
#include "ttp_nic_command.h"

#include "ttp_nic_defs.h"

static void act_of(const struct ttp_nic_place *p, const struct ttp_nic_place_in *in,
                   struct ttp_nic_act *a)
{
    const struct ttp_nic_back *b = &p->back;
    const uint64_t *h = &b->head;
    const bool last = ttp_nic_head_last(h);

    a->dest = b->from;
    a->tag = ttp_nic_head_tag(h);
    a->length = b->said.length;
    a->immediate = b->said.immediate;
    switch (b->fate) {
    case TTP_NIC_FATE_REFUSE:
        a->code = TTP_NIC_ACT_REPLY;
        a->status = b->status;
        break;
    case TTP_NIC_FATE_WRITE:
        a->code = last ? TTP_NIC_ACT_REPLY : TTP_NIC_ACT_PART;
        a->tells = last && ttp_nic_head_notice(h);
        a->kind = TTP_NIC_KIND_NOTICE;
        a->cookie = b->said.offset;
        a->key = b->said.key;
        a->many = ttp_nic_place_many(h);
        a->begins = !ttp_nic_head_short(h);
        if (a->many) a->row = ttp_nic_follow_row(&p->follow, a->dest);
        break;
    case TTP_NIC_FATE_SEND:
    case TTP_NIC_FATE_BROKEN:
        a->code = b->fate == TTP_NIC_FATE_SEND ? TTP_NIC_ACT_REPLY : TTP_NIC_ACT_TELL;
        a->status = b->fate == TTP_NIC_FATE_SEND ? TTP_NIC_ST_OK : TTP_NIC_ST_LOCAL;
        a->tells = true;
        a->kind = TTP_NIC_KIND_RECEIVED;
        a->cookie = in->buffer->lane[5];
        a->index = in->buffer_index;
        a->length = ttp_nic_head_count(h);
        if (b->fate == TTP_NIC_FATE_BROKEN) a->length = a->immediate = 0;
        break;
    case TTP_NIC_FATE_READ:
        if (in->read_ready) break;
        a->code = TTP_NIC_ACT_REPLY;
        a->status = TTP_NIC_ST_BUSY;
        break;
    case TTP_NIC_FATE_DATA:
        a->code = last ? TTP_NIC_ACT_END : TTP_NIC_ACT_DATA;
        break;
    case TTP_NIC_FATE_REPLY:
        a->code = TTP_NIC_ACT_END;
        a->status = ttp_nic_head_status(h);
        break;
    default:
        break;
    }
}

void ttp_nic_place_command(const struct ttp_nic_place *p, const struct ttp_nic_place_in *in,
                           struct ttp_nic_put *c)
{
    const struct ttp_nic_back *b = &p->back;

    *c = (struct ttp_nic_put){ .addr = b->addr };
    if (b->fate == TTP_NIC_FATE_ENDING) {
        c->act.code = TTP_NIC_ACT_END;
        c->act.tag = b->slot;
        c->act.status = b->status;
    } else {
        const bool puts = b->fate == TTP_NIC_FATE_WRITE || b->fate == TTP_NIC_FATE_SEND
                       || b->fate == TTP_NIC_FATE_DATA;

        if (b->fate != TTP_NIC_FATE_BROKEN) c->words = b->words;
        c->is_short = ttp_nic_head_short(&b->head);
        if (puts) c->count = ttp_nic_head_count(&b->head);
        act_of(p, in, &c->act);
    }
}
