/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_lite_host.h"

#include <string.h>

#include "ttp_defs.h"
#include "ttp_lite_link.h"
#include "ttp_lite_regs.h"
#include "ttp_regs.h"

#define HEADER 18u

/* Types of frames and counters of docs/host-link.md */
enum { HELLO = 1, DATA, REQ, CREDIT, BYE, WELCOME = 9, DATA_UP, RSP, CPL, STATUS };
enum { N_HELLO, N_DATA, N_REQ, N_CREDIT, N_BYE, N_MALFORMED = 6, N_NO_SESSION, N_ORDER, N_OVERRUN, N_STALLED, N_UART_BAD = 12,
       N_TX_WELCOME = 14, N_TX_DATA, N_TX_RSP, N_TX_CPL, N_TX_STATUS, N_TX_GOBACK };

static int16_t ahead(uint16_t a, uint16_t b) { return (int16_t)(uint16_t)(a - b); }

static void refuse(struct ttp_lite *m, uint8_t why, uint32_t key, uint16_t bytes)
{
    ttp_lite_complete(m, TTP_CPL_REFUSED, why, key, 1, bytes);
    m->count[TTP_CNT_REFUSED]++;
    m->irq |= 1u << TTP_IRQ_REFUSED;
}

/* The counter of what became of a DATA. */
static unsigned on_data(struct ttp_lite *m, const uint8_t *d, uint16_t length)
{
    const uint16_t seq = (uint16_t)ttp_lite_be(d + 8, 2);
    const uint32_t node = ttp_lite_be(d + 3, 3), key = (uint32_t)d[1] << 24 | node;
    struct ttp_lite_link *l;

    if (ahead(seq, m->rx_next) < 0) {
        m->owe_status = true;
        return N_ORDER;
    }
    if (seq != m->rx_next || ahead(seq, m->limit) >= 0 || m->free_n <= TTP_LITE_LEAST) {
        m->owe_goback = true;
        return seq != m->rx_next ? N_ORDER : ahead(seq, m->limit) >= 0 ? N_OVERRUN : N_STALLED;
    }
    m->rx_next++;
    if (d[1] > 2) {
        refuse(m, TTP_REF_VC, key, length);
    } else if (node == m->node || node == 0xFFFFFF) {
        refuse(m, TTP_REF_NODE, key, length);
    } else {
        l = ttp_lite_find(m, key);
        if (!l) l = ttp_lite_alloc(m, key);
        if (l) ttp_lite_enqueue(m, l, ttp_lite_take(m, d + HEADER, length, 0));
        else   refuse(m, TTP_REF_FULL, key, length);
    }
    return N_DATA;
}

static bool session_over(struct ttp_lite *m)
{
    m->session = m->owe_welcome = m->owe_status = m->owe_goback = false;
    return true;
}

/* The counter of what became of a frame; -1: it waits. */
static int judge(struct ttp_lite *m, const struct ttp_lite_frame *f)
{
    const uint8_t *d = f->data;
    uint16_t length;
    uint8_t kind;

    if (f->bad) return N_UART_BAD;
    if (f->bytes < HEADER) return N_MALFORMED;
    length = (uint16_t)ttp_lite_be(d + 6, 2);
    kind = d[0] & 15;
    if (d[0] >> 4 != 1 || length > f->bytes - HEADER || kind < HELLO || kind > BYE) return N_MALFORMED;
    if (kind == DATA ? length == 0 || length > TTP_MAX_PAYLOAD
        : kind == REQ ? length == 0 || length > 256 || length % 8 : length != 0) return N_MALFORMED;
    if (kind == HELLO) {
        m->session = m->owe_welcome = true;
        m->owe_status = m->owe_goback = false;
        m->rx_next = m->tx_next = m->limit = 0;
        m->peer_limit = (uint16_t)ttp_lite_be(d + 10, 2);
        m->tag = ttp_lite_be(d + 14, 4);
        return N_HELLO;
    }
    if (kind == REQ) {
        if (m->rsp_busy) return -1;
        m->rsp_busy = true;
        m->req = *f;
        m->req_bytes = length;
        m->req_at = 0;
        m->req_left = (uint8_t)(length / 8);
        return N_REQ;
    }
    if (!m->session) return N_NO_SESSION;
    if (kind == BYE) {
        session_over(m);
        return N_BYE;
    }
    if (ahead((uint16_t)ttp_lite_be(d + 10, 2), m->peer_limit) >= 0) m->peer_limit = (uint16_t)ttp_lite_be(d + 10, 2);
    if (kind == DATA) return (int)on_data(m, d, length);
    m->owe_status = m->owe_status || (d[2] & 1);
    return N_CREDIT;
}

bool ttp_lite_host_in(struct ttp_lite *m, const struct ttp_lite_frame *f)
{
    int what;

    if (m->req_left) {
        ttp_lite_op(m, m->req.data + HEADER + 8 * m->req_at++);
        if (--m->req_left == 0) m->rsp_due = true;
        return false;
    }
    if (!f) return false;
    ttp_lite_seed(m);
    what = judge(m, f);
    if (what < 0) return false;
    m->hl[what]++;
    m->seen_more |= 4;
    if (what >= N_MALFORMED) m->seen_more |= 8;
    return true;
}

/* ---- to the host ---- */

static void limit(struct ttp_lite *m)
{
    unsigned room = m->free_n > TTP_LITE_KEEP ? m->free_n - TTP_LITE_KEEP : 0;
    uint16_t to;

    if (room > 32) room = 32;
    to = (uint16_t)(m->rx_next + room);
    if (ahead(to, m->limit) >= 0) m->limit = to;
}

/* A frame without its body; node: that of the frame. */
static uint8_t *frame(struct ttp_lite *m, unsigned type, uint32_t vc_node, uint16_t length)
{
    uint8_t *d = m->htx.frame.data;

    memset(d, 0, HEADER);
    d[0] = (uint8_t)(0x10 | type);
    d[1] = (uint8_t)(vc_node >> 24);
    ttp_lite_put(d + 3, 3, vc_node);
    ttp_lite_put(d + 6, 2, length);
    ttp_lite_put(d + 8, 2, m->tx_next);
    ttp_lite_put(d + 10, 2, m->limit);
    ttp_lite_put(d + 12, 2, m->rx_next);
    m->told_limit = m->limit;
    m->told_next = m->rx_next;
    m->htx.frame.bytes = (uint16_t)(HEADER + length);
    ttp_lite_tx_go(&m->htx);
    return d;
}

static void say_welcome(struct ttp_lite *m)
{
    uint8_t *d = frame(m, WELCOME, m->node, 16);

    m->owe_welcome = false;
    ttp_lite_put(d + 14, 4, m->tag);
    memcpy(d + 18, "TTPN", 4);
    ttp_lite_put(d + 22, 2, 0x0001);
    ttp_lite_put(d + 24, 2, m->board);
    ttp_lite_put(d + 26, 2, 1024);
    ttp_lite_put(d + 28, 2, 32);
    ttp_lite_put(d + 30, 4, m->session ? 1u << 28 : 0);
    m->hl[N_TX_WELCOME]++;
}

static void say_rsp(struct ttp_lite *m)
{
    uint8_t *d = frame(m, RSP, 0, m->req_bytes);

    m->rsp_due = false;
    m->rsp_out = true;
    d[1] = 0;
    memcpy(d + 14, m->req.data + 14, 4u + m->req_bytes);
    m->hl[N_TX_RSP]++;
}

static void say_status(struct ttp_lite *m)
{
    frame(m, STATUS, m->node, 0)[2] = m->owe_goback;
    m->hl[m->owe_goback ? N_TX_GOBACK : N_TX_STATUS]++;
    m->owe_status = m->owe_goback = false;
}

static void say_completion(struct ttp_lite *m)
{
    const struct ttp_lite_cpl c = m->cpl[0];
    uint8_t *d = frame(m, CPL, 0, 16);

    memset(d + 18, 0, 16);
    d[18] = c.kind;
    d[19] = c.status;
    ttp_lite_put(d + 20, 4, c.key);
    ttp_lite_put(d + 24, 4, c.id);
    ttp_lite_put(d + 28, 2, c.count);
    ttp_lite_put(d + 32, 2, c.bytes);
    m->cpl_n--;
    memmove(m->cpl, m->cpl + 1, m->cpl_n * sizeof c);
    m->tx_next++;
    m->hl[N_TX_CPL]++;
}

static void say_data(struct ttp_lite *m)
{
    const struct ttp_lite_payload *p;

    m->htx_page = ttp_lite_pop(&m->up);
    p = &m->store[m->htx_page];
    memcpy(frame(m, DATA_UP, p->key, p->bytes) + HEADER, p->data, p->bytes);
    m->tx_next++;
    m->hl[N_TX_DATA]++;
}

void ttp_lite_host_out(struct ttp_lite *m)
{
    const bool credit = ahead(m->tx_next, m->peer_limit) < 0;

    if (m->rsp_out) m->rsp_out = m->rsp_busy = false;
    if (m->htx_page >= 0) ttp_lite_free(m, m->htx_page);
    m->htx_page = -1;
    limit(m);
    if (m->owe_welcome) say_welcome(m);
    else if (m->rsp_due) say_rsp(m);
    else if (!m->session) return;
    else if (m->owe_status || m->owe_goback) say_status(m);
    else if (credit && m->cpl_n) say_completion(m);
    else if (credit && m->up.n) say_data(m);
    else if (m->limit != m->told_limit || m->rx_next != m->told_next) say_status(m);
}
