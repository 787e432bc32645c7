/* SPDX-License-Identifier: Apache-2.0
 *
 * One cable for everything: docs/port.md. Mirrors rtl/port/ttp_port.v. Per clock cycle:
 *
 *     ttp_port_drive(b, &in, &out);   the output pins; of the input pins s_axis_ttp and
 *                                     s_axis_other alone matter, to s_axis_ttp_tready
 *     ttp_port_clock(b, &in);         the rising edge */
#ifndef TTP_PORT_H
#define TTP_PORT_H

#include "ttp_arena.h"
#include "ttp_axil.h"
#include "ttp_port_csr.h"
#include "ttp_port_queue.h"
#include "ttp_port_rx.h"
#include "ttp_port_tx.h"

struct ttp_port_in {
    bool     rst;
    struct ttp_port_beat s_axis_wire, s_axis_ttp, s_axis_other;
    bool     m_axis_wire_tready, m_axis_other_tready;
    struct ttp_axil_in s_axil;
};

/* What belongs to a valid means something only with it; user with last. */
struct ttp_port_out {
    struct ttp_port_beat m_axis_wire, m_axis_ttp, m_axis_other;
    bool     s_axis_wire_tready, s_axis_ttp_tready, s_axis_other_tready;
    struct ttp_axil_out s_axil;
};

struct ttp_port {
    struct ttp_port_csr csr;
    struct ttp_port_routes routes;
    struct ttp_port_rx rx;
    struct ttp_port_tx tx;
    struct ttp_port_queue to_host, from_host;
};

/* False, and nothing is touched, if the parameters are not legal. The queues are in the arena. */
bool ttp_port_bind(struct ttp_port *b, const struct ttp_port_params *p, struct ttp_arena *a);
void ttp_port_drive(const struct ttp_port *b, const struct ttp_port_in *in,
                    struct ttp_port_out *out);
void ttp_port_clock(struct ttp_port *b, const struct ttp_port_in *in);

#endif
