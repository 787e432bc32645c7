/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes from the wire, to the MAC or to the other queue. Mirrors rtl/port/ttp_port_rx.v.
 * Part of: ttp_port */
#ifndef TTP_PORT_RX_H
#define TTP_PORT_RX_H

#include "ttp_port_form.h"

#define TTP_PORT_RX_DEEP 16     /* beats, and verdicts, that can wait: more than ever do */

struct ttp_port_rx {
    uint32_t width;             /* bytes a beat                                         */
    uint32_t addr_high;
    struct ttp_port_beat a;     /* a cycle behind the pins                              */
    struct ttp_port_head head;  /* of the frame at a, up to the beat before             */
    /* A beat behind: */
    bool     look;              /* there was one                                        */
    bool     look_last;         /* it was the last one of its frame                     */
    bool     enough;            /* with it the frame is known                           */
    struct ttp_port_head seen;  /* with it the frame begins so                          */
    struct ttp_port_cfg cfg;    /* the registers were so                                */
    bool     told;              /* a verdict for the frame there has been given         */
    struct ttp_port_beat words[TTP_PORT_RX_DEEP];
    struct ttp_port_verdict verdicts[TTP_PORT_RX_DEEP];
    uint32_t words_in, words_out, verdicts_in, verdicts_out;    /* so far               */
    uint32_t at;                /* offset in its frame of the first byte to leave words */
    struct ttp_port_beat out;
    enum ttp_port_way way;      /* of the beat at out: TO_MAC or TO_OTHER               */
};

void ttp_port_rx_bind(struct ttp_port_rx *b, const struct ttp_port_params *p);
/* The edge. Returns which counters of frames in IPv4 form move with it. */
uint32_t ttp_port_rx_clock(struct ttp_port_rx *b, bool rst, const struct ttp_port_cfg *c,
                           const struct ttp_port_routes *routes, const struct ttp_port_beat *in);

#endif
