/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes between the parts of ttp_nic_core: actions, commands, heads, words.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_TYPES_H
#define TTP_NIC_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_nic_defs.h"

struct ttp_nic_params {
    uint32_t data_w;        /* bits a beat: 64, 128, 256, 512                      */
    uint32_t messages;      /* open messages: 4..256, power of two                 */
    uint32_t regions;       /* 2..64, power of two                                 */
    uint32_t reads;         /* READs of peers that may wait: 2..32                 */
    uint32_t follow;        /* messages of peers that may be under way: 8..1024    */
    uint32_t rings;         /* send rings: 1..8, power of two                      */
};

enum { TTP_NIC_RINGS = 8 };             /* at most                                     */

/* What follows when memory has answered for the writes of a payload. */
struct ttp_nic_act {
    uint64_t cookie;
    uint32_t dest, tag;     /* dest: {VC, node}                */
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

/* Where a payload comes from: a message of that send ring, the answer to a READ, a REPLY. */
enum { TTP_NIC_OF_ANSWER = TTP_NIC_RINGS, TTP_NIC_OF_REPLY, TTP_NIC_SOURCES };

/* A command to ttp_nic_read: a payload to be sent. */
struct ttp_nic_get {
    uint64_t head[4];       /* a short one with zeros above it  */
    uint64_t addr;
    uint32_t dest;
    uint16_t count;         /* bytes of data, 0..1016           */
    uint8_t  source;        /* a send ring, or TTP_NIC_OF_..    */
    bool     begins;        /* the first of a message           */
};

/* A command to ttp_nic_write: what is to become of a payload. */
struct ttp_nic_put {
    uint64_t addr;
    uint16_t count;         /* bytes, 0..1016; 0: thrown away   */
    uint8_t  words;         /* in the queue of ttp_nic_parse    */
    bool     is_short;      /* they stand behind a short head   */
    struct ttp_nic_act act;
};

/* Of a payload that has come: an element of the queue of ttp_nic_parse. */
struct ttp_nic_head {
    uint64_t lane[4];       /* of a short one the first         */
    uint32_t from;          /* {VC, node}                       */
    uint8_t  words;
    bool     bad;
};

static inline uint32_t ttp_nic_head_op(const uint64_t *lane) { return lane[0] & 0xFF; }
static inline bool ttp_nic_head_notice(const uint64_t *lane) { return lane[0] >> 8 & 1; }
static inline bool ttp_nic_head_last(const uint64_t *lane) { return lane[0] >> 9 & 1; }
static inline bool ttp_nic_head_short(const uint64_t *lane) { return lane[0] >> 10 & 1; }
static inline uint16_t ttp_nic_head_count(const uint64_t *lane)
{
    return lane[0] >> 16 & 0x3FF;
}

/* A tag: place in bits 7:0, life in bits 13:8, generation in bits 31:16. So it stands in bytes 4 to
 * 7 of a head, but for its life, which stands in bytes 2 and 3 (msg.life). */
#define TTP_NIC_BYTES_4_6_7 0xFFFF00FFu

static inline uint32_t ttp_nic_tag_of(uint32_t gen, uint32_t life, uint32_t place)
{
    return gen << 16 | (life & 63) << 8 | place;
}
static inline uint32_t ttp_nic_tag_life(uint32_t tag) { return tag >> 8 & 63; }

static inline uint32_t ttp_nic_head_tag(const uint64_t *lane)
{
    return ((uint32_t)(lane[0] >> 32) & TTP_NIC_BYTES_4_6_7) | (uint32_t)(lane[0] >> 26 & 63) << 8;
}
/* Byte 5: the step, or the status of a REPLY. */
static inline uint8_t ttp_nic_head_step(const uint64_t *lane) { return (uint8_t)(lane[0] >> 40); }
static inline uint8_t ttp_nic_head_status(const uint64_t *lane)
{
    return ttp_nic_head_step(lane);
}
/* A long one has these too. */
static inline uint32_t ttp_nic_head_key(const uint64_t *lane) { return (uint32_t)lane[1]; }
static inline uint32_t ttp_nic_head_immediate(const uint64_t *lane)
{
    return (uint32_t)(lane[1] >> 32);
}
static inline uint64_t ttp_nic_head_offset(const uint64_t *lane) { return lane[2]; }
static inline uint32_t ttp_nic_head_length(const uint64_t *lane) { return (uint32_t)lane[3]; }

/* The first 8 bytes of a head. */
enum { TTP_NIC_FLAG_NOTICE = 1, TTP_NIC_FLAG_LAST = 2, TTP_NIC_FLAG_SHORT = 4 };

static inline uint64_t ttp_nic_head_of(uint32_t op, uint32_t flags, uint32_t count, uint32_t tag,
                                       uint8_t byte5)
{
    return (uint64_t)(tag & TTP_NIC_BYTES_4_6_7) << 32 | (uint64_t)byte5 << 40
           | (uint64_t)ttp_nic_tag_life(tag) << 26 | (uint64_t)count << 16 | flags << 8 | op;
}

/* The step that belongs to a progress. */
static inline uint8_t ttp_nic_step_of(uint32_t progress) { return (uint8_t)(progress >> 3); }

/* What is joined begins at blocks: bytes of one, and how many a payload of the MAC has. */
enum { TTP_NIC_BLOCK = 64, TTP_NIC_BLOCKS = 16 };
static inline uint32_t ttp_nic_blocks(uint32_t bytes)
{
    return (bytes + TTP_NIC_BLOCK - 1u) / TTP_NIC_BLOCK;
}

static inline uint32_t ttp_nic_head_size(bool is_short)
{
    return is_short ? TTP_NIC_SHORT : TTP_NIC_HEAD;
}

/* Bytes of a head that share their word, of so many bytes, with data. */
static inline uint32_t ttp_nic_half(bool is_short, uint32_t bytes)
{
    return ttp_nic_head_size(is_short) & (bytes - 1u);
}

/* Words that have nothing but the head. */
static inline uint32_t ttp_nic_head_words(bool is_short, uint32_t bytes)
{
    return ttp_nic_head_size(is_short) / bytes;
}

/* What the long head of a WRITE says of all its payloads, and the bytes before this one. */
struct ttp_nic_said {
    uint64_t offset;
    uint32_t key, immediate, length, progress;
};

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
    uint8_t  ring;
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

/* Elements of a ring that are fetched ahead, payloads whose data are asked for, actions that wait
 * for memory. */
static inline uint32_t ttp_nic_waiting(uint32_t data_w) { return data_w == 512 ? 128 : 16; }

/* The next of n, in turn: the first of a mask of those that ask, not 0, behind the one that was
 * last, and around. */
static inline uint8_t ttp_nic_turn(uint32_t asks, uint8_t last)
{
    const uint32_t behind = asks & ~((2u << last) - 1u);

    return (uint8_t)__builtin_ctz(behind ? behind : asks);
}

/* A bit for each place of a message. */
enum { TTP_NIC_PLACES = 256 };

struct ttp_nic_places {
    uint64_t bits[TTP_NIC_PLACES / 64];
};

static inline bool ttp_nic_places_get(const struct ttp_nic_places *p, uint32_t at)
{
    return p->bits[at >> 6] >> (at & 63) & 1;
}
static inline void ttp_nic_places_put(struct ttp_nic_places *p, uint32_t at, bool bit)
{
    const uint64_t mask = (uint64_t)1 << (at & 63);

    p->bits[at >> 6] = bit ? p->bits[at >> 6] | mask : p->bits[at >> 6] & ~mask;
}
static inline bool ttp_nic_places_any(const struct ttp_nic_places *p)
{
    return (p->bits[0] | p->bits[1] | p->bits[2] | p->bits[3]) != 0;
}

/* log2 of a power of two. */
static inline uint32_t ttp_nic_log2(uint32_t n)
{
    uint32_t l = 0;

    while (1u << l < n) l++;
    return l;
}

#endif
