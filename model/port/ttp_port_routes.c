/* SPDX-License-Identifier: Apache-2.0
 *
 * The routes: ip.route.
 * Part of: ttp_port */
#include "ttp_port_routes.h"

#include <stddef.h>

void ttp_port_routes_off(struct ttp_port_routes *b)
{
    for (uint32_t i = 0; i < b->n; i++) b->table[i].on = false;
}

/* ip.route */
const struct ttp_port_route *ttp_port_routes_find(const struct ttp_port_routes *b,
                                                  const struct ttp_port_cfg *c, uint32_t node)
{
    if (node & ~ttp_port_host(c)) return NULL;
    for (uint32_t i = 0; i < b->n; i++) {
        const struct ttp_port_route *r = &b->table[i];

        if (r->on && (node & r->mask) == (r->node & r->mask)) return r;
    }
    return NULL;
}
