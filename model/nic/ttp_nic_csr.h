/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of the NIC: docs/nic.md. Mirrors rtl/nic/ttp_nic_csr.v.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_CSR_H
#define TTP_NIC_CSR_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_axil.h"
#include "ttp_nic_types.h"

#define TTP_NIC_COUNTERS 9

struct ttp_nic_csr_in {
    bool     rst;
    uint16_t cfg_epoch_seed;
    struct ttp_axil_in axil;
    const uint16_t *send_tail;  /* of each send ring */
    uint16_t recv_tail, cpl_head;
    bool     any, commands, retires, asks, answered;
    uint8_t  looks;             /* payloads that have seen the table of regions */
    uint8_t  causes;
    uint16_t counts;            /* pulses, by counter */
};

struct ttp_nic_csr_ring {
    uint64_t base;              /* bits 5:0 are 0     */
    uint8_t  size;
};

struct ttp_nic_csr {
    struct ttp_nic_params p;
    struct ttp_axil axil;
    uint32_t word;              /* looked up          */
    bool     no_read, no_write; /* ... and what it refuses */
    uint16_t moves, most;       /* how far a write would move an index, and may */
    bool     bell;              /* a doorbell has come: HEAD of this ring moves */
    uint8_t  bell_ring;
    bool     on, clear;
    struct ttp_nic_csr_ring send[TTP_NIC_RINGS], recv, cpl;
    uint16_t send_head[TTP_NIC_RINGS], recv_head, cpl_tail;
    uint16_t limit[TTP_NIC_RINGS];      /* SEND_LIMIT  */
    uint16_t timeout;           /* MSG_TIMEOUT        */
    uint32_t wait;              /* RECV_WAIT          */
    uint8_t  coalesce;          /* COALESCE           */
    uint16_t life;              /* LIFE               */
    bool     life_set;          /* it was reset or written in the cycle before */
    uint8_t  tag_life;          /* LIFE modulo 63, a cycle later */
    uint8_t  cause, mask;
    bool     irq;
    bool     region_wr;
    uint8_t  index, rights;     /* of the region      */
    bool     all;
    uint32_t key, peer;         /* key: bits 31:8, moved down by 8 */
    uint64_t base, length;
    uint32_t inside;            /* commands under way */
    uint32_t fence;             /* of them those before the last REGION */
    uint32_t reads, reads_fence;    /* the same of READs */
    uint32_t count[TTP_NIC_COUNTERS];
};

void ttp_nic_csr_bind(struct ttp_nic_csr *b, const struct ttp_nic_params *p);
void ttp_nic_csr_clock(struct ttp_nic_csr *b, const struct ttp_nic_csr_in *in);

#endif
