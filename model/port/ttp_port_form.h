/* SPDX-License-Identifier: Apache-2.0
 *
 * What a frame is, and what it becomes: the tables of docs/port.md without a clock.
 * Part of: ttp_port */
#ifndef TTP_PORT_FORM_H
#define TTP_PORT_FORM_H

#include "ttp_port_routes.h"
#include "ttp_port_types.h"

#define TTP_PORT_HEAD 42        /* bytes before the TTP header, in both forms */

/* The first bytes of a frame, as far as they have come. */
struct ttp_port_head {
    uint8_t  byte[TTP_PORT_HEAD];
    unsigned n;                 /* at most TTP_PORT_HEAD */
};

enum ttp_port_way { TTP_PORT_TO_MAC, TTP_PORT_FROM_IP, TTP_PORT_TO_OTHER, TTP_PORT_NOWHERE };

struct ttp_port_verdict {
    enum ttp_port_way way;
    unsigned broken;            /* of NOWHERE: the counter                              */
    uint8_t  head[TTP_PORT_HEAD];   /* of FROM_IP: what goes to the MAC                 */
};

/* What a frame of the MAC becomes. */
struct ttp_port_plan {
    bool     ip;
    uint32_t node;              /* of the peer           */
    uint64_t next_hop;
    uint16_t source_port;
};

uint32_t ttp_port_number(const uint8_t *byte, unsigned n);
/* Adds the bytes of a beat. */
void ttp_port_head_add(struct ttp_port_head *h, const struct ttp_port_beat *b, unsigned width);
/* In a word: has it an EtherType that is enough to know the frame? */
bool ttp_port_is_plain(const struct ttp_port_head *h, const struct ttp_port_cfg *c);
struct ttp_port_verdict ttp_port_judge(const struct ttp_port_head *h, const struct ttp_port_cfg *c,
                                       const struct ttp_port_routes *routes, uint32_t addr_high);
/* The head of h in IPv4 form. Before its bytes 16 and 17 have come, only those before them are
 * right. */
void ttp_port_ip_head(const struct ttp_port_head *h, const struct ttp_port_plan *p,
                      const struct ttp_port_cfg *c, uint8_t *out);

#endif
