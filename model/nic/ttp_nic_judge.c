/* SPDX-License-Identifier: Apache-2.0
 *
 * The verdict of ttp_nic_place, in C2: what is to become of a payload (tgt.*).
 * Part of: ttp_nic_core */
#include "ttp_nic_judge.h"

#include "ttp_nic_defs.h"

/* tgt.range - and offset + length. */
static bool fits(const struct ttp_nic_back *b)
{
    const uint64_t offset = b->said.offset;

    return offset <= b->room && b->length <= b->room - offset
        && ttp_nic_place_behind(b) <= b->length;
}

/* tgt.send */
static uint8_t judge_send(struct ttp_nic_back *b, const struct ttp_nic_place_in *in, bool none)
{
    b->status = TTP_NIC_ST_RANGE;
    if (none) b->status = TTP_NIC_ST_NO_BUFFER;
    else if (in->buffer->broken) return TTP_NIC_FATE_BROKEN;
    else if (ttp_nic_place_behind(b) <= b->length) return TTP_NIC_FATE_SEND;
    return TTP_NIC_FATE_REFUSE;
}

/* tgt.write, tgt.read, tgt.order, tgt.room, tgt.refuse */
static uint8_t judge_region(struct ttp_nic_back *b)
{
    const bool write = ttp_nic_head_op(&b->head) == TTP_NIC_OP_WRITE;

    if (!b->follows) b->status = TTP_NIC_ST_ORDER;
    else if (!b->allowed) b->status = TTP_NIC_ST_KEY;
    else if (!fits(b)) b->status = TTP_NIC_ST_RANGE;
    else if (b->crowded) b->status = TTP_NIC_ST_BUSY;
    else return write ? TTP_NIC_FATE_WRITE : TTP_NIC_FATE_READ;
    return TTP_NIC_FATE_REFUSE;
}

/* tgt.data - the last DATA ends where the message does. */
static uint8_t judge_data(const struct ttp_nic_back *b)
{
    const uint64_t reach = ttp_nic_place_behind(b);
    const bool good = ttp_nic_head_last(&b->head) ? reach == b->length : reach <= b->length;

    return b->mine && b->msg_read && b->next && good ? TTP_NIC_FATE_DATA : TTP_NIC_FATE_LATE;
}

/* tgt.reply - that all is well can be told of what was sent to its end, and not of a READ. */
static uint8_t judge_reply(const struct ttp_nic_back *b)
{
    const bool may = ttp_nic_head_status(&b->head) != TTP_NIC_ST_OK
                  || (b->msg_sent && !b->msg_read);

    return b->mine && may ? TTP_NIC_FATE_REPLY : TTP_NIC_FATE_LATE;
}

void ttp_nic_place_judge(struct ttp_nic_place *p, const struct ttp_nic_place_in *in)
{
    struct ttp_nic_back *b = &p->back;
    const uint32_t op = ttp_nic_head_op(&b->head);

    b->addr = b->sum + b->said.progress;
    if (b->bad) b->fate = TTP_NIC_FATE_BAD;
    else if (op == TTP_NIC_OP_SEND) b->fate = judge_send(b, in, p->none);
    else if (op == TTP_NIC_OP_DATA) b->fate = judge_data(b);
    else if (op == TTP_NIC_OP_REPLY) b->fate = judge_reply(b);
    else b->fate = judge_region(b);
}
