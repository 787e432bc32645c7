/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of the port: docs/port.md. Mirrors rtl/port/ttp_port_csr.v.
 * Part of: ttp_port */
#ifndef TTP_PORT_CSR_H
#define TTP_PORT_CSR_H

#include "ttp_axil.h"
#include "ttp_port_defs.h"
#include "ttp_port_routes.h"
#include "ttp_port_types.h"

struct ttp_port_csr {
    struct ttp_port_params p;
    struct ttp_axil axil;
    uint32_t word;              /* looked up                    */
    bool     no_read, no_write; /* ... and what it refuses      */
    struct ttp_port_cfg cfg;
    struct ttp_port_route route;    /* as ROUTE would write it  */
    uint8_t  index;             /* of the route                 */
    bool     route_wr;
    uint32_t count[TTP_PORT_COUNTERS];
};

void ttp_port_csr_bind(struct ttp_port_csr *b, const struct ttp_port_params *p);
/* The edge: of the registers, and of the routes. counts: pulses, by counter. */
void ttp_port_csr_clock(struct ttp_port_csr *b, bool rst, const struct ttp_axil_in *axil,
                        uint32_t counts, struct ttp_port_routes *routes);

#endif
