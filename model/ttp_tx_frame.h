/* SPDX-License-Identifier: Apache-2.0
 *
 * Builds the frames on the wire. Mirrors rtl/tx/ttp_tx_frame.v. */
#ifndef TTP_TX_FRAME_H
#define TTP_TX_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_arena.h"
#include "ttp_model.h"
#include "ttp_tx_respond.h"

/* sel.frame - 16 bytes at 60 of a frame without payload. */
struct ttp_block {
    uint64_t lane[2];               /* the first byte in the low bits of lane[0] */
    bool     counts;                /* byte 51 and the lengths tell of it */
};

struct ttp_tx_frame_in {
    bool core_rst;
    bool quiesce;
    bool m_axis_wire_tready;
    uint32_t cfg_node;              /* 24 bit */
    /* head of PQ, with payload_valid */
    bool payload_valid;
    uint8_t  payload_vc;
    uint16_t payload_len;           /* bytes, 1..1024 */
    uint16_t payload_first;         /* cell */
    uint32_t payload_id, payload_node;
    uint16_t payload_life, payload_to_life;     /* 0: not named */
    uint16_t payload_number;        /* of the send, 0: none */
    /* head of the response queue, with response_valid */
    bool response_valid;
    const struct ttp_response *response;
    const struct ttp_block *block;  /* of that response, NULL: none */
    bool sel_payload;
    /* payload SRAM: output registers of its read ports */
    const uint64_t *fetch_data;     /* data_w / 64 lanes; changes only after fetch_en */
    uint16_t next_cell;
};

struct ttp_tx_frame_out {
    /* drive */
    const uint64_t *m_axis_wire_tdata;  /* data_w / 64 lanes */
    uint64_t m_axis_wire_tkeep;
    bool m_axis_wire_tvalid, m_axis_wire_tlast;     /* tuser is always 0 */
    bool frame_left, tx_idle;
    uint16_t tx_pulse;              /* bit op: a frame was started */
    /* comb */
    bool payload_ready, response_ready;  /* response_ready is start_response too */
    bool start_response, start_payload;
    bool fetch_en, next_cell_en;
    uint32_t fetch_addr;            /* cell * (512 / data_w) + word, with fetch_en */
    uint16_t next_cell_addr;        /* with next_cell_en */
};

struct ttp_tx_frame {
    /* parameters */
    uint32_t beat_bytes;            /* B */
    uint32_t beat_log2;             /* log2 B */
    uint32_t hdr_beats;             /* H = 64 / B, also words a cell */
    uint32_t addr_high;             /* ADDR_HIGH, 24 bit */
    /* F0 */
    uint8_t  state;                 /* PICK, HDR, DATA, TAIL */
    uint8_t  beat;                  /* of the header, [0, H) */
    bool     payload, block;        /* the frame has one */
    uint8_t  word;                  /* next word of the cell, [0, H) */
    uint16_t cell;
    uint16_t unread;                /* bytes of it not yet read - 1, 10 bit */
    /* F1 */
    bool     f1_valid, f1_data, f1_last, f1_notify, f1_block;
    uint64_t bytes[8];         /* the block, then zeros */
    uint8_t  f1_beat;
    uint8_t  f1_keep;               /* bytes in the last beat, 0 = all */
    uint32_t f1_lead;               /* mask of frame bytes 60..63 that are payload */
    uint64_t hdr[8];                /* header without source node and bytes 60..63 */
    uint64_t hold[8];               /* SRAM word before */
    /* output */
    uint64_t tdata[8];
    uint64_t tkeep;
    bool     tvalid, tlast, tnotify;
    bool     frame_left;
    uint16_t tx_pulse;
};

void ttp_tx_frame_bind(struct ttp_tx_frame *b, const struct ttp_params *p, struct ttp_arena *a);
void ttp_tx_frame_drive(const struct ttp_tx_frame *b, struct ttp_tx_frame_out *o);
void ttp_tx_frame_comb(const struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in,
                       struct ttp_tx_frame_out *o);
void ttp_tx_frame_clock(struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in);

/* Nonzero while a frame is under way or a pulse is out. */
static inline uint64_t ttp_tx_frame_busy(const struct ttp_tx_frame *b)
{
    return (uint64_t)b->state | b->f1_valid | b->tvalid | b->frame_left | b->tx_pulse;
}

#endif
