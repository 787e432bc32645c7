/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes between the parts of ttp_nic_core: actions, commands, heads, words.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_TYPES_H
#define TTP_NIC_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_nic_params {
    uint32_t data_w;        /* bits a beat: 64, 128, 256, 512                      */
    uint32_t messages;      /* open messages: 4..64, power of two                  */
    uint32_t regions;       /* 2..64, power of two                                 */
    uint32_t reads;         /* READs of peers that may wait: 2..32                 */
    uint32_t follow;        /* messages of peers that may be under way: 8..1024    */
};

/* What follows when memory has answered for the writes of a payload. */
struct ttp_nic_act {
    uint64_t cookie;
    uint32_t dest, tag;     /* dest: {VC, node}                 */
    uint32_t length, immediate, key;
    uint16_t index;
    uint8_t  code;          /* TTP_NIC_ACT_..                   */
    uint8_t  kind;          /* of the completion                */
    uint8_t  status;        /* of REPLY, of END, of TELL        */
    bool     tells;
    bool     many, begins;  /* a WRITE of several payloads; its first */
    uint16_t row;           /* of it, in ttp_nic_follow         */
    uint8_t  bursts;        /* answers of memory that it awaits */
};

/* A command to ttp_nic_read: a payload to be sent. */
struct ttp_nic_get {
    uint64_t head[4];
    uint64_t addr;
    uint32_t dest;
    uint16_t count;         /* bytes of data, 0..992            */
    bool     ring;          /* of a message of the ring         */
    bool     answer;        /* to a READ; neither: a REPLY      */
    bool     begins;        /* the first of a message           */
};

/* A command to ttp_nic_write: what is to become of a payload. */
struct ttp_nic_put {
    uint64_t addr;
    uint16_t count;         /* bytes, 0..992; 0: thrown away    */
    uint8_t  words;         /* in the queue of ttp_nic_parse    */
    struct ttp_nic_act act;
};

/* Of a payload that has come: an element of the queue of ttp_nic_parse. */
struct ttp_nic_head {
    uint64_t lane[4];
    uint32_t from;          /* {VC, node}                       */
    uint8_t  words;
    bool     bad;
};

static inline uint32_t ttp_nic_head_op(const uint64_t *lane) { return lane[0] & 0xFF; }
static inline bool ttp_nic_head_notice(const uint64_t *lane) { return lane[0] >> 8 & 1; }
static inline bool ttp_nic_head_last(const uint64_t *lane) { return lane[0] >> 9 & 1; }
static inline uint16_t ttp_nic_head_count(const uint64_t *lane)
{
    return (uint16_t)(lane[0] >> 16);
}
static inline uint32_t ttp_nic_head_tag(const uint64_t *lane) { return (uint32_t)(lane[0] >> 32); }
static inline uint32_t ttp_nic_head_key(const uint64_t *lane) { return (uint32_t)lane[1]; }
static inline uint32_t ttp_nic_head_immediate(const uint64_t *lane)
{
    return (uint32_t)(lane[1] >> 32);
}
static inline uint64_t ttp_nic_head_offset(const uint64_t *lane) { return lane[2]; }
static inline uint32_t ttp_nic_head_length(const uint64_t *lane) { return (uint32_t)lane[3]; }
static inline uint32_t ttp_nic_head_place(const uint64_t *lane)
{
    return (uint32_t)(lane[3] >> 32);
}

/* A REPLY that waits. */
struct ttp_nic_reply {
    uint32_t dest, tag;
    uint8_t  status;
};

/* A READ that waits for its answer. */
struct ttp_nic_reading {
    uint64_t addr;
    uint32_t dest, tag, length;
};

/* A message that begins. */
struct ttp_nic_opening {
    uint64_t addr, cookie;
    uint32_t dest, length;
    uint16_t index;
    bool     read, wrong;
};

/* mem.burst - a piece of memory as one or two bursts of words of 1 << lb bytes. */
struct ttp_nic_bursts {
    uint64_t addr[2];       /* of a whole word       */
    uint32_t words[2];      /* [1] = 0: it is one    */
};

static inline struct ttp_nic_bursts ttp_nic_bursts_of(uint64_t addr, uint32_t count, uint32_t lb)
{
    const uint64_t word = ((uint64_t)1 << lb) - 1;
    const uint32_t all = (uint32_t)(((addr & word) + count + word) >> lb);
    const uint32_t most = (4096u - (uint32_t)(addr & ~word & 4095u)) >> lb;
    const uint32_t one = all < most ? all : most;

    return (struct ttp_nic_bursts){ { addr & ~word, (addr | 4095u) + 1u }, { one, all - one } };
}

/* Actions that may wait for memory. */
static inline uint32_t ttp_nic_acts_waiting(uint32_t data_w) { return data_w == 512 ? 64 : 16; }

/* log2 of a power of two. */
static inline uint32_t ttp_nic_log2(uint32_t n)
{
    uint32_t l = 0;

    while (1u << l < n) l++;
    return l;
}

#endif
