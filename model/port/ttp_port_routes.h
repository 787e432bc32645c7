/* SPDX-License-Identifier: Apache-2.0
 *
 * The routes: ip.route. Mirrors rtl/port/ttp_port_routes.v.
 * Part of: ttp_port */
#ifndef TTP_PORT_ROUTES_H
#define TTP_PORT_ROUTES_H

#include "ttp_port_types.h"

struct ttp_port_route {
    bool     on;
    uint8_t  ports;             /* 0 to 2: ip.ports             */
    uint32_t node, mask;        /* 24 bit                       */
    uint64_t next_hop;          /* byte 0 of it in bits 47:40   */
};

struct ttp_port_routes {
    uint32_t n;
    struct ttp_port_route table[16];
};

void ttp_port_routes_off(struct ttp_port_routes *b);
/* The route of a node, or NULL. */
const struct ttp_port_route *ttp_port_routes_find(const struct ttp_port_routes *b,
                                                  const struct ttp_port_cfg *c, uint32_t node);

#endif
