/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycle-accurate golden model of the small MAC, rtl/lite/ttp_lite.v: per clock cycle
 *
 *     ttp_lite_outputs(m, &out);   the output pins of this cycle (flops only)
 *     ttp_lite_clock(m, &in);      the rising edge
 *
 * The RTL carries out a microprogram; this does not know it. It knows docs/lite.md: that a slot of 1024 cycles is one step
 * to the outside, what each slot looks at, and what the protocol asks for. No heap, no files; a copy of the struct is a
 * snapshot. */
#ifndef TTP_LITE_H
#define TTP_LITE_H

#include <stdbool.h>
#include <stdint.h>

#include "ttp_lite_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TTP_LITE_LINKS   8u
#define TTP_LITE_PAGES   57u    /* payloads the store takes       */
#define TTP_LITE_KEEP    20u    /* ... of these not for the host  */
#define TTP_LITE_ECHO    8u     /* ... not for the echo           */
#define TTP_LITE_LEAST   4u     /* ... even within its credit     */
#define TTP_LITE_WINDOW  8u     /* payloads of a link in flight   */
#define TTP_LITE_SLOT    1024u  /* cycles                         */
#define TTP_LITE_INIT    16u    /* slots                          */

struct ttp_lite_in {
    bool     rst;
    uint32_t cfg_node;          /* 24 bit */
    uint8_t  s_axis_wire_tdata, s_axis_host_tdata;
    bool     s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser, m_axis_wire_tready;
    bool     s_axis_host_tvalid, s_axis_host_tlast, s_axis_host_tuser, m_axis_host_tready;
};

/* What belongs to a valid means something only with it. */
struct ttp_lite_out {
    uint8_t  m_axis_wire_tdata, m_axis_host_tdata;
    bool     m_axis_wire_tvalid, m_axis_wire_tlast, s_axis_wire_tready;
    bool     m_axis_host_tvalid, m_axis_host_tlast, s_axis_host_tready;
    uint8_t  stat;              /* {error, frames, session, open} */
};

struct ttp_lite_payload {
    bool     used;
    uint16_t bytes;             /* [1, 1024] */
    uint32_t key;               /* of one for the host: {VC, node} it came from */
    uint8_t  data[1024];
};

/* Payloads by their place in the store, oldest first. */
struct ttp_lite_queue { uint8_t n, at[TTP_LITE_PAGES]; };

struct ttp_lite_link {
    bool     valid, dead, closing, reopen;
    bool     known;             /* plife and last are the peer's             */
    bool     chold;             /* CLOSE waits until clid was received       */
    bool     hold;              /* back-off; in CLOSE_SENT: CLOSE at once    */
    bool     obeyed;            /* a NACK since the timer                    */
    bool     gap, full;         /* last word to the peer: NACK, NACK_FULL    */
    bool     aside;             /* an OPEN that may be a restart: xid, xlife */
    bool     armed, armed2;
    uint32_t key;               /* {VC, node} */
    uint8_t  st;                /* TTP_ST_*   */
    uint32_t una, last, clid, xid;
    uint16_t olife, plife, xlife;
    uint16_t retry;             /* [0, 255] */
    uint16_t dl, dl2;           /* rounds   */
    uint16_t gapn;
    uint8_t  nfl, cof;          /* in flight; next one to send, from una */
    struct ttp_lite_queue q;    /* una, una + 1, .. */
};

struct ttp_lite_resp { uint8_t op; uint16_t epoch; uint32_t key, tx, rx; };
struct ttp_lite_cpl { uint8_t kind, status; uint32_t key, id; uint16_t count, bytes; };

struct ttp_lite {
    /* Time */
    uint16_t cycle;             /* of the slot, [0, 1023] */
    uint8_t  slot;              /* [0, 7]; [0, 15] in init */
    bool     init;
    bool     saw[4];            /* WRX, WTX, HRX, HTX: has a frame, or is idle; at the last edge of a slot */
    uint16_t seed;
    bool     seen;
    uint8_t  board;
    uint8_t  stat, show;

    struct ttp_lite_rx wrx, hrx;
    struct ttp_lite_tx wtx, htx;

    /* Store */
    struct ttp_lite_payload store[TTP_LITE_PAGES];
    uint8_t  free_n;
    struct ttp_lite_queue up;   /* for the host                              */
    int      wtx_page, htx_page;/* payload that its port sends, -1: none     */
    int      wtx_link;
    bool     orphan;            /* wtx_page has retired meanwhile            */

    /* Links */
    struct ttp_lite_link link[TTP_LITE_LINKS];
    struct ttp_lite_resp resp[16];
    uint8_t  resp_n;
    uint8_t  turn;              /* link that sent last */
    uint16_t now;               /* rounds */
    uint32_t lap;               /* eight rounds */
    uint8_t  seen_open, seen_more;
    bool     life_set;

    /* Host link */
    bool     session;
    uint16_t rx_next, tx_next, limit, peer_limit, told_limit, told_next;
    bool     owe_welcome, owe_status, owe_goback;
    uint32_t tag;
    struct ttp_lite_cpl cpl[8];
    uint8_t  cpl_n;
    struct ttp_lite_frame req;
    uint16_t req_bytes;
    uint8_t  req_at, req_left;
    bool     rsp_busy, rsp_due, rsp_out;

    /* Registers */
    uint32_t node, timeout, open_tmo, close_tmo, backoff, reack, retry_max, start_id, irq, index, rec[7], cyc_hi, echo, echoed;
    uint16_t epoch;
    bool     enable, nolink;
    uint32_t count[64];         /* TTP_CNT_* */
    uint32_t hl[22];            /* CARD_HL_* */
};

/* Power-up; hold in.rst for at least one clock before use. */
void ttp_lite_new(struct ttp_lite *m, uint8_t board);
void ttp_lite_outputs(const struct ttp_lite *m, struct ttp_lite_out *o);
void ttp_lite_clock(struct ttp_lite *m, const struct ttp_lite_in *in);

/* NULL if every invariant of the state holds, else a constant sentence. */
const char *ttp_lite_check(const struct ttp_lite *m);

#ifdef __cplusplus
}
#endif

#endif
