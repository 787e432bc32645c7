/* SPDX-License-Identifier: Apache-2.0
 *
 * AXI4-Lite slave, one access at a time. Mirrors rtl/lib/ttp_axil.v: same states, same cycle. */
#ifndef TTP_AXIL_H
#define TTP_AXIL_H

#include <stdbool.h>
#include <stdint.h>

struct ttp_axil_in {
    uint32_t awaddr, wdata, araddr;     /* byte addresses */
    uint8_t  wstrb;
    bool     awvalid, wvalid, bready, arvalid, rready;
};

struct ttp_axil_out {
    uint32_t rdata;                     /* with rvalid */
    uint8_t  bresp, rresp;              /* 0 OKAY, 2 SLVERR; with their valid */
    bool     awready, wready, bvalid, arready, rvalid;
};

enum ttp_axil_state {
    TTP_AXIL_IDLE, TTP_AXIL_LOOK1, TTP_AXIL_LOOK2, TTP_AXIL_LOOK3, TTP_AXIL_WRITE
};

struct ttp_axil {
    uint32_t addr;                      /* word address of the access under way */
    uint32_t aw, ar, w, r;
    uint8_t  state;                     /* enum ttp_axil_state */
    uint8_t  strb;
    bool     wr;                        /* under way is a write; in IDLE: the last one was */
    bool     aw_full, w_full, ar_full, b_valid, r_valid, b_err, r_err;
};

static inline void ttp_axil_reset(struct ttp_axil *b)
{
    b->state = TTP_AXIL_IDLE;
    b->wr = b->aw_full = b->w_full = b->ar_full = b->b_valid = b->r_valid = false;
}

static inline void ttp_axil_drive(const struct ttp_axil *b, struct ttp_axil_out *o)
{
    o->awready = !b->aw_full;
    o->wready = !b->w_full;
    o->arready = !b->ar_full;
    o->bvalid = b->b_valid;
    o->rvalid = b->r_valid;
    o->bresp = b->b_err ? 2 : 0;
    o->rresp = b->r_err ? 2 : 0;
    o->rdata = b->r;
}

/* The edge. word and rd_err are looked at in LOOK3 of a read, done and wr_err in WRITE. */
static inline void ttp_axil_clock(struct ttp_axil *b, const struct ttp_axil_in *in, uint32_t word,
                                  bool rd_err, bool done, bool wr_err)
{
    const bool can_rd = b->ar_full && !b->r_valid;
    const bool can_wr = b->aw_full && b->w_full && !b->b_valid;
    /* By turns: neither channel may starve the other. */
    const bool pick_rd = can_rd && (!can_wr || b->wr);
    const bool rd_end = b->state == TTP_AXIL_LOOK3 && !b->wr;
    const bool wr_end = b->state == TTP_AXIL_WRITE && done;

    switch (b->state) {
    case TTP_AXIL_IDLE:
        if (can_rd || can_wr) {
            b->state = TTP_AXIL_LOOK1;
            b->addr = pick_rd ? b->ar : b->aw;
            b->wr = !pick_rd;
        }
        break;
    case TTP_AXIL_LOOK3:
        b->state = b->wr ? TTP_AXIL_WRITE : TTP_AXIL_IDLE;
        break;
    case TTP_AXIL_WRITE:
        if (done) b->state = TTP_AXIL_IDLE;
        break;
    default:
        b->state++;
        break;
    }

    if (!b->aw_full) b->aw = in->awaddr >> 2;
    if (!b->ar_full) b->ar = in->araddr >> 2;
    if (!b->w_full) {
        b->w = in->wdata;
        b->strb = in->wstrb;
    }
    b->aw_full = (b->aw_full || in->awvalid) && !wr_end;
    b->w_full = (b->w_full || in->wvalid) && !wr_end;
    b->ar_full = (b->ar_full || in->arvalid) && !rd_end;
    b->b_valid = (b->b_valid && !in->bready) || wr_end;
    b->r_valid = (b->r_valid && !in->rready) || rd_end;
    if (wr_end) b->b_err = wr_err;
    if (rd_end) {
        b->r = word;
        b->r_err = rd_err;
    }
}

/* Nothing can move in this cycle but by rst. */
static inline bool ttp_axil_quiet(const struct ttp_axil *b, const struct ttp_axil_in *in)
{
    return b->state == TTP_AXIL_IDLE && !b->ar_full && !b->b_valid && !b->r_valid
        && !(b->aw_full && b->w_full) && !in->arvalid && !in->awvalid && !in->wvalid;
}

#endif
