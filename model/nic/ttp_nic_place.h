/* SPDX-License-Identifier: Apache-2.0
 *
 * What is to become of a payload. Mirrors rtl/nic/ttp_nic_place.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_PLACE_H
#define TTP_NIC_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_nic_follow.h"
#include "ttp_nic_messages.h"
#include "ttp_nic_regions.h"
#include "ttp_nic_ring.h"
#include "ttp_nic_types.h"

struct ttp_nic_place_in {
    bool     rst;
    bool     clear;                     /* buffers are not what they were  */
    uint32_t cfg_wait;
    bool     region_wr;
    uint8_t  region_index;
    struct ttp_nic_region region;       /* with region_wr                  */
    const struct ttp_nic_head *head;    /* NULL: none                      */
    bool     ending_valid;
    uint32_t ending_slot;
    uint8_t  ending_status;
    /* The message of the tag: copied in C1 alone */
    bool     msg_open;
    uint32_t msg_dest, msg_length, msg_progress;
    bool     msg_sent, msg_read;
    uint64_t msg_addr;
    bool     buffer_valid;
    const struct ttp_nic_element *buffer;   /* the oldest, if there is one */
    uint16_t buffer_index;
    bool     read_ready, cmd_ready;
};

struct ttp_nic_place_out {              /* comb */
    uint8_t  looks;                     /* payloads that have seen the table */
    bool     head_ready, ending_ready, buffer_ready;
    bool     msg_moves, msg_closes;
    uint32_t msg_next;
    bool     read_valid;
    struct ttp_nic_reading read;        /* with read_valid                 */
    bool     cmd_valid;
    struct ttp_nic_put cmd;             /* with cmd_valid                  */
};

/* Of the front, of the back. */
enum ttp_nic_place_state {
    TTP_NIC_PLACE_IDLE, TTP_NIC_PLACE_F, TTP_NIC_PLACE_K, TTP_NIC_PLACE_C1, TTP_NIC_PLACE_HOLD
};
enum ttp_nic_back_state { TTP_NIC_BACK_EMPTY, TTP_NIC_BACK_C2, TTP_NIC_BACK_GO };

/* What is to become of it. */
enum ttp_nic_fate {
    TTP_NIC_FATE_BAD,           /* dropped: tgt.bad                        */
    TTP_NIC_FATE_LATE,          /* dropped: tgt.data, tgt.reply            */
    TTP_NIC_FATE_REFUSE,        /* with a status                           */
    TTP_NIC_FATE_WRITE, TTP_NIC_FATE_SEND, TTP_NIC_FATE_READ, TTP_NIC_FATE_DATA,
    TTP_NIC_FATE_REPLY,
    TTP_NIC_FATE_BROKEN,        /* a buffer that memory has not given goes */
    TTP_NIC_FATE_ENDING         /* no payload: a message has to end        */
};

/* C2 and GO: a payload, whose head may be gone, or a message that has to end. */
struct ttp_nic_back {
    uint8_t  state, fate, status;
    uint8_t  words;
    bool     bad;               /* tgt.bad                                 */
    uint32_t slot;              /* of the message that has to end          */
    uint32_t from;
    uint64_t head;              /* its first 8 bytes                       */
    /* compared in C1 */
    struct ttp_nic_said said;   /* the progress: of this payload           */
    bool     follows;
    bool     crowded;           /* a WRITE of several finds no place       */
    bool     allowed, mine, next;
    bool     msg_sent, msg_read;
    uint64_t room;              /* of a region                             */
    uint32_t length;            /* of a message, a buffer                  */
    uint64_t sum;               /* base + offset                           */
    uint64_t addr;
};

struct ttp_nic_place {
    struct ttp_nic_regions regions;
    struct ttp_nic_follow follow;
    uint8_t  front;
    uint32_t waited;            /* cycles without a buffer                 */
    bool     expired;           /* they are enough, a cycle before         */
    bool     none;              /* there is no buffer                      */
    /* F: what the long head has said */
    struct ttp_nic_said said;
    bool     follows;           /* a short head: that was the one before   */
    struct ttp_nic_back back;
    bool     taken, bad, late;  /* pulses: counted a cycle later           */
};

void ttp_nic_place_bind(struct ttp_nic_place *b, const struct ttp_nic_params *p,
                        struct ttp_arena *a);
/* The tag that ttp_nic_messages is asked for in C1. */
static inline uint32_t ttp_nic_place_tag(const struct ttp_nic_head *head)
{
    return head ? ttp_nic_head_tag(head->lane) : 0;
}
/* Of a WRITE of one payload nothing is to be remembered. */
static inline bool ttp_nic_place_many(const uint64_t *head)
{
    return ttp_nic_head_short(head) || !ttp_nic_head_last(head);
}
/* progress + count, without an overflow. */
static inline uint64_t ttp_nic_place_behind(const struct ttp_nic_back *b)
{
    return (uint64_t)b->said.progress + ttp_nic_head_count(&b->head);
}
void ttp_nic_place_comb(const struct ttp_nic_place *b, const struct ttp_nic_place_in *in,
                        struct ttp_nic_place_out *o);
void ttp_nic_place_clock(struct ttp_nic_place *b, const struct ttp_nic_place_in *in);

#endif
