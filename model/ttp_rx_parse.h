/* SPDX-License-Identifier: Apache-2.0
 *
 * Wire frames in, received packets out. Mirrors rtl/rx/ttp_rx_parse.v and its parts: a field `x` of
 * struct ttp_rx_parse, or of hdr in it, is the flop x_q. Lengths in bytes, counts in words or cells
 * as said. */
#ifndef TTP_RX_PARSE_H
#define TTP_RX_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_fifo.h"
#include "ttp_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One received packet. */
struct ttp_received {
    uint32_t peer;        /* source node, 24 bit                                   */
    uint32_t txid, rxid;
    uint16_t life;        /* of the sender; 0: none, or not to be trusted          */
    uint16_t to_life;     /* of this node, as the sender knows it; likewise        */
    uint16_t len;         /* payload bytes, 1..1024; of PAYLOAD only, 11 bit       */
    uint8_t  op;          /* TTP_OP_*, 0..10                                       */
    uint8_t  vc;          /* 0..2                                                  */
    uint8_t  fits;        /* 1: the payload has its cells in rx_sram               */
    uint8_t  again;       /* 1: it was held, and its turn has come                 */
    uint16_t window;      /* payloads that an offer speaks of, 1..512; 0: none     */
    uint16_t bay;         /* SELECTIVE, with fits: where its words are             */
    uint8_t  quiet;       /* 1: ... and so will the next                           */
    uint8_t  mapped;      /* 1: a NACK with a map, which went out as heard_*       */
};

/* Levels on the pins just before the clock edge. */
struct ttp_rx_parse_in {
    bool     rst;         /* hard reset; core_rst is 1 with it                     */
    bool     core_rst;
    uint32_t cfg_node;    /* 24 bit                                                */
    bool     cfg_on;      /* MAC enabled and ready                                 */

    const uint64_t *s_axis_wire_tdata;  /* DATA_W / 64 lanes; read while tvalid    */
    uint64_t s_axis_wire_tkeep;
    bool     s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser;

    bool     received_ready; /* the arbiter takes the head                         */
    bool     credit_for_frame; /* a response credit is to be had                   */
    uint32_t wr_base;     /* first free cell, [0, RX_CELLS)                        */
    uint32_t free_cells;  /* [0, RX_CELLS]                                         */
    bool     slot_free;   /* the verdict queue has room for one more payload       */
    const struct ttp_received *again;   /* a payload that was held; NULL: none     */
};

struct ttp_rx_parse_out {
    /* drive: from flops. s_axis_wire_tready is always 1 and not here. */
    bool     received_valid;
    const struct ttp_received *received; /* head, with received_valid, until the clock */
    bool     received_few; /* fewer than 8 wait                                    */
    bool     received_more; /* more than one                                       */
    uint16_t drop_pulse;  /* bit i: counter TTP_CNT_DROP_FCS + i                   */
    uint16_t rx_pulse;    /* bit i: a packet of opcode i was pushed, 11 bit        */

    /* comb: flops and credit_for_frame, cfg_on, wr_base, free_cells, slot_free. */
    bool     credit_take_frame; /* a packet is pushed: one response credit         */
    bool     again_ready; /* what was held would come in                           */
    bool     wr_en;
    uint32_t wr_addr;     /* word, [0, RX_CELLS * WPC)                             */
    bool     heard_valid; /* SELECTIVE: a NACK with a map is pushed                */
    uint8_t  heard_part;  /* with it: base / 64 mod 8                              */
    uint64_t heard_bits;  /* bit i: RxID + 1 + 64 * heard_part + i is held         */
    bool     alloc_en;
    uint8_t  alloc_n;     /* cells, 1..16; 0 if not alloc_en                       */
    uint64_t wr_data[8];  /* DATA_W / 64 lanes, written only while wr_en           */
};

struct ttp_rx_parse {
    /* derived by bind */
    uint32_t lanes;       /* DATA_W / 64                                           */
    uint32_t bytes;       /* DATA_W / 8 = B                                        */
    uint32_t beats;       /* header beats H = words a cell WPC = 64 / B            */
    uint32_t wb, rcells;  /* log2 WPC, RX_CELLS                                    */
    uint32_t addr_high;   /* ADDR_HIGH, 24 bit                                     */
    uint32_t selective;   /* SELECTIVE: offers are heard, payloads lie in bays     */
    uint32_t most;        /* ... so many in flight (sel.window)                    */

    /* ttp_rx_align, stage 0: where the beat at the pins is in its frame */
    int32_t  word_s0;     /* word that ends in the beat at the pins; -H..-1: header */
    bool     mid;         /* a frame is under way                                  */
    bool     skip;        /* ... and is not looked at                              */

    /* ttp_rx_align and ttp_rx_words, stage 1 */
    int32_t  word_s1;     /* word_s0 of the beat in data                           */
    bool     valid_s1;    /* data holds a beat of a frame that counts              */
    bool     last_s1;
    bool     long_s1;     /* it starts at byte 1536                                */
    bool     bad;         /* tuser, or tkeep rule broken, so far in this frame     */
    int32_t  beyond;      /* bytes beyond byte 60 up to this beat, < 0: none       */
    bool     carry;       /* the beat reaches byte B - 4 at least                  */
    bool     refused;     /* word_s1 >= 0: an earlier word found no free cell      */
    bool     flush;       /* one more word of the frame before                     */
    uint32_t flush_lo;    /* its place in its cell, [0, WPC)                       */
    uint32_t flush_cell;  /* SELECTIVE: its cell                                   */

    /* ttp_rx_header, captured as they pass the pins */
    bool     bad_type, bad_dst, bad_src, bad_tth, gateway, bad_op, bad_vc;
    bool     huge;        /* TSH length >= 2048                                    */
    bool     plain;       /* byte 51 is 0                                          */
    bool     offers;      /* ... and bytes 60 to 63 are those of an offer          */
    uint32_t window;      /* of the offer; 0: the bytes are none                   */
    bool     tells;       /* byte 51 is 0x20                                       */
    bool     maps;        /* ... and what follows is a map, so far                 */
    bool     far;         /* its base is beyond our window                         */
    uint8_t  part;        /* base / 64 mod 8                                       */
    uint64_t bits;        /* what it names, as heard_bits                          */
    int32_t  len;         /* TSH length mod 2048 less 26, -26..2021                */
    struct ttp_received hdr; /* peer, IDs, life, op, vc                            */

    uint16_t drop_pulse, rx_pulse;
    struct ttp_fifo received; /* 16 x struct ttp_received                          */
    uint32_t hold;        /* last 4 bytes of the beat before data, first lowest    */
    uint64_t data[8];     /* the beat in stage 1, lanes                            */
};

void ttp_rx_parse_bind(struct ttp_rx_parse *b, const struct ttp_params *p, struct ttp_arena *a);
/* flops -> received_valid, received, received_few, drop_pulse, rx_pulse */
void ttp_rx_parse_drive(const struct ttp_rx_parse *b, struct ttp_rx_parse_out *o);
/* flops and inputs -> the rest of the outputs */
void ttp_rx_parse_comb(const struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in,
                       struct ttp_rx_parse_out *o);
/* the clock edge */
void ttp_rx_parse_clock(struct ttp_rx_parse *b, const struct ttp_rx_parse_in *in);
/* 0: a clock without tvalid and without a pop would change nothing */
uint64_t ttp_rx_parse_busy(const struct ttp_rx_parse *b);

#ifdef __cplusplus
}
#endif

#endif
