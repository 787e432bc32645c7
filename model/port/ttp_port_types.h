/* SPDX-License-Identifier: Apache-2.0
 *
 * What the blocks of the port hand to each other.
 * Part of: ttp_port */
#ifndef TTP_PORT_TYPES_H
#define TTP_PORT_TYPES_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_port_params {
    uint32_t data_w;            /* bits a beat: 64, 128, 256, 512                   */
    uint32_t other_words;       /* words of each queue, 32..4096, power of two      */
    uint32_t routes;            /* 1..16                                            */
    uint32_t addr_high;         /* high 24 bits of our addresses                    */
};

/* A beat of a stream. Byte k of it is bits 7:0 of data[k / 8] >> 8 * (k % 8). */
struct ttp_port_beat {
    uint64_t data[8];
    uint64_t keep;              /* from bit 0 on without a hole                     */
    bool     valid, last, user;
};

/* What registers say to the frames. */
struct ttp_port_cfg {
    bool     other, ipv4, any_port;
    uint8_t  share;
    uint8_t  prefix;            /* 8..32                                            */
    uint8_t  dscp;              /* 6 bit                                            */
    uint32_t addr;
};

/* The bits of the host part of an address; of a node those above bit 23 are 0. */
static inline uint32_t ttp_port_host(const struct ttp_port_cfg *c)
{
    return (uint32_t)(UINT64_C(0xFFFFFFFF) >> c->prefix);
}

static inline uint8_t ttp_port_byte(const struct ttp_port_beat *b, unsigned k)
{
    return (uint8_t)(b->data[k / 8] >> 8 * (k % 8));
}

static inline void ttp_port_set_byte(struct ttp_port_beat *b, unsigned k, uint8_t v)
{
    b->data[k / 8] &= ~(UINT64_C(0xFF) << 8 * (k % 8));
    b->data[k / 8] |= (uint64_t)v << 8 * (k % 8);
}

/* How many bytes the beat has. */
static inline unsigned ttp_port_bytes(const struct ttp_port_beat *b, unsigned width)
{
    unsigned n = 0;

    while (n < width && b->keep >> n & 1) n++;
    return n;
}

#endif
