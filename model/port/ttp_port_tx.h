/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose turn it is on the wire, and the IPv4 form. Mirrors rtl/port/ttp_port_tx.v.
 * Part of: ttp_port */
#ifndef TTP_PORT_TX_H
#define TTP_PORT_TX_H

#include "ttp_port_form.h"

#define TTP_PORT_TX_DEEP 4      /* beats behind a */

struct ttp_port_tx {
    uint32_t width;             /* bytes a beat                                     */
    bool     under;              /* a frame has begun and not ended                  */
    bool     is_other;        /* it is an other one                               */
    uint8_t  passed;            /* frames of the MAC in a row while an other waited */
    uint16_t spray;             /* 14 bit: frames with PORTS 2                      */
    struct ttp_port_plan plan;  /* of the frame that goes or has gone last          */
    struct ttp_port_beat a;     /* taken in the cycle before                        */
    struct ttp_port_head head;  /* of the frame at a, up to the beat before         */
    uint32_t at;                /* offset in it of the first byte at a              */
    struct ttp_port_beat out[TTP_PORT_TX_DEEP];
    uint32_t out_in, out_out;   /* beats so far                                     */
};

/* The sources, the registers and the wire in a cycle. */
struct ttp_port_tx_in {
    bool     rst;
    const struct ttp_port_cfg *cfg;
    const struct ttp_port_routes *routes;
    const struct ttp_port_beat *ttp, *other;
    bool     out_ready;
};

void ttp_port_tx_bind(struct ttp_port_tx *b, const struct ttp_port_params *p);
void ttp_port_tx_drive(const struct ttp_port_tx *b, struct ttp_port_beat *out);
bool ttp_port_tx_ttp_ready(const struct ttp_port_tx *b, const struct ttp_port_tx_in *in);
bool ttp_port_tx_other_ready(const struct ttp_port_tx *b, const struct ttp_port_tx_in *in);
/* The edge. Returns which counters move with it. */
uint32_t ttp_port_tx_clock(struct ttp_port_tx *b, const struct ttp_port_tx_in *in);

#endif
