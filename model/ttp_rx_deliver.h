/* SPDX-License-Identifier: Apache-2.0
 *
 * Taken payloads from rx_sram to the host. Mirrors rtl/rx/ttp_rx_deliver.v. tdata is rd_data of
 * ttp_rx_sram and does not pass through here. */
#ifndef TTP_RX_DELIVER_H
#define TTP_RX_DELIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ttp_rx_deliver_in {
    bool     core_rst;
    bool     quiesce;         /* start no further packet                     */
    bool     verdict_valid;   /* verdict on the next payload in the ring     */
    bool     verdict_take;    /* 1 to the host, 0 throw away                 */
    uint16_t verdict_len;     /* bytes, 1..1024                              */
    uint8_t  verdict_vc;      /* 0..2                                        */
    uint32_t verdict_node;    /* 24 bit                                      */
    uint16_t verdict_bay;     /* bays: where it lies                         */
    bool     m_axis_host_tready;
};

struct ttp_rx_deliver_out {
    /* drive: from flops */
    bool     m_axis_host_tvalid, m_axis_host_tlast;
    uint64_t m_axis_host_tkeep;
    uint32_t m_axis_host_tid; /* {VC[7:0], node[23:0]}                       */
    bool     rx_idle;         /* no packet under way and no beat waiting     */
    bool     dlv_pulse;
    uint16_t dlv_len;         /* bytes, with dlv_pulse                       */

    /* comb: flops and m_axis_host_tready, quiesce */
    bool     rd_en;
    uint32_t rd_addr;         /* word, with rd_en                            */
    bool     rel_en;
    uint8_t  rel_n;           /* cells 1..16, with rel_en                    */
    uint16_t rel_bay;         /* bays: their bay, with rel_en                */
};

/* Element of the verdict queue. */
struct ttp_verdict {
    uint32_t tid;             /* {VC, node}                                  */
    uint16_t len_m1;          /* bytes - 1, [0, 1023]                        */
    uint16_t bay;
    bool     take;
    uint8_t  pad[3];
};

struct ttp_rx_deliver {
    uint32_t bytes;           /* B, derived by bind                          */
    uint32_t lb, wb;          /* log2 B, log2 WPC                            */
    uint32_t mask;            /* RX_CELLS * WPC - 1                          */
    bool     bays;            /* SELECTIVE                                   */

    bool     under;           /* a packet is under way: words are left to read */
    uint32_t wc;              /* words of it read, [0, 1024 / B)             */
    uint32_t rp;              /* next word to read                           */
    bool     tvalid, tlast;
    uint64_t tkeep;
    uint32_t tid;
    uint16_t len_m1;          /* of the packet whose beat waits              */
    bool     dlv_pulse;
    uint16_t dlv_len;
    /* ttp_rx_order, min(RX_CELLS, 64) x struct ttp_verdict: of its count elements the first head_v
     * are in the head register, the next second_v in the read register, the rest in the memory. */
    bool     head_v, second_v;
    struct ttp_fifo vq;
};

void ttp_rx_deliver_bind(struct ttp_rx_deliver *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_rx_deliver_drive(const struct ttp_rx_deliver *b, struct ttp_rx_deliver_out *o);
void ttp_rx_deliver_comb(const struct ttp_rx_deliver *b, const struct ttp_rx_deliver_in *in,
                         struct ttp_rx_deliver_out *o);
void ttp_rx_deliver_clock(struct ttp_rx_deliver *b, const struct ttp_rx_deliver_in *in);
uint64_t ttp_rx_deliver_busy(const struct ttp_rx_deliver *b);

#ifdef __cplusplus
}
#endif

#endif
