/* SPDX-License-Identifier: Apache-2.0
 *
 * The open messages of this NIC. Mirrors rtl/nic/ttp_nic_messages.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_MESSAGES_H
#define TTP_NIC_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_nic_types.h"

struct ttp_nic_message {
    uint64_t addr, cookie;
    uint32_t dest, length;
    uint32_t progress;          /* bytes of a READ that have come  */
    uint32_t since;             /* its time began then             */
    uint16_t gen, index;
    uint8_t  ring;
    uint8_t  status;            /* of a failed one                 */
    bool     read, used, open, sent, failed, touch;
    bool     after;             /* opened while an event waits     */
};

struct ttp_nic_messages_in {
    bool     rst;
    uint16_t cfg_timeout;
    uint16_t cfg_life;          /* LIFE */
    bool     cfg_life_set;      /* it was reset or written in the cycle before */
    uint16_t cfg_limit[TTP_NIC_RINGS];  /* of each ring */
    bool     opens;
    struct ttp_nic_opening opening;
    bool     sent_valid, fault_valid;
    uint32_t fault_tag;         /* of both */
    uint32_t tag, msg_next;
    bool     msg_moves, msg_closes;
    bool     ending_ready;
    uint32_t slot;
    bool     frees;
    uint64_t cpl_hi;            /* s_axis_cpl_tdata[127:64] */
    bool     cpl_valid, clear_ready;
};

struct ttp_nic_messages {
    uint32_t messages;          /* how many places                 */
    struct ttp_nic_message *m;
    struct ttp_nic_places used;
    uint32_t rings;
    uint16_t open_of[TTP_NIC_RINGS];    /* places that each ring uses */
    uint32_t under;             /* rings that may have one more, as it was a cycle before */
    bool     room;              /* `place` is free                 */
    uint32_t place;             /* the lowest that is free         */
    uint16_t gen;               /* of the next message             */
    uint32_t at;                /* of the walk                     */
    bool     look;              /* W1; what was known in W0:       */
    bool     w_used, w_open, w_sent, w_failed, w_touch, w_after;
    bool     w_over;            /* MSG_TIMEOUT, in W0              */
    uint32_t w_dest;
    bool     ending;
    bool     event;             /* of the MAC: one waits           */
    bool     is_dead;
    uint8_t  event_status;
    uint32_t event_dest;
    uint32_t seen;              /* places that have seen it        */
    bool     clear;
    uint32_t now;               /* cycles, 30 bits                 */
};

void ttp_nic_messages_bind(struct ttp_nic_messages *b, const struct ttp_nic_params *p,
                           struct ttp_arena *a);
/* The open message of a tag, whose life is not looked at; or NULL. */
const struct ttp_nic_message *ttp_nic_messages_of(const struct ttp_nic_messages *b, uint32_t tag);
bool ttp_nic_messages_ending(const struct ttp_nic_messages *b);
void ttp_nic_messages_clock(struct ttp_nic_messages *b, const struct ttp_nic_messages_in *in);

/* The tag of the next message, with that life. */
static inline uint32_t ttp_nic_messages_tag(const struct ttp_nic_messages *b, uint32_t life)
{
    return ttp_nic_tag_of(b->gen, life, b->place);
}

#endif
