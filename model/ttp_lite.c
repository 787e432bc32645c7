/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_lite.h"

#include <string.h>

#include "ttp_lite_host.h"
#include "ttp_lite_link.h"
#include "ttp_lite_regs.h"

enum { WRX, WTX, HRX, HTX };

void ttp_lite_new(struct ttp_lite *m, uint8_t board)
{
    memset(m, 0, sizeof *m);
    m->board = board;
}

static void reset(struct ttp_lite *m, const struct ttp_lite_in *in)
{
    const uint8_t board = m->board;

    ttp_lite_new(m, board);
    m->init = true;
    m->wtx_page = m->htx_page = -1;
    m->free_n = TTP_LITE_PAGES;
    ttp_lite_rx_reset(&m->wrx);
    ttp_lite_rx_reset(&m->hrx);
    ttp_lite_tx_reset(&m->wtx);
    ttp_lite_tx_reset(&m->htx);
    ttp_lite_regs_reset(m, in->cfg_node);
}

void ttp_lite_outputs(const struct ttp_lite *m, struct ttp_lite_out *o)
{
    const bool on = !m->init;

    memset(o, 0, sizeof *o);
    o->s_axis_wire_tready = ttp_lite_rx_ready(&m->wrx, on);
    o->s_axis_host_tready = ttp_lite_rx_ready(&m->hrx, on);
    o->m_axis_wire_tvalid = m->wtx.have != 0;
    o->m_axis_wire_tdata = m->wtx.have ? m->wtx.frame.data[m->wtx.at] : 0;
    o->m_axis_wire_tlast = m->wtx.left == 1;
    o->m_axis_host_tvalid = m->htx.have != 0;
    o->m_axis_host_tdata = m->htx.have ? m->htx.frame.data[m->htx.at] : 0;
    o->m_axis_host_tlast = m->htx.left == 1;
    o->stat = m->stat;
}

/* What slot s does, in its last cycle. True: the frame that it saw is dealt with. */
static bool slot(struct ttp_lite *m, unsigned s)
{
    switch (s) {
    case 0:
    case 4:
        if (!m->saw[WRX]) return false;
        ttp_lite_seed(m);
        m->seen_more |= 4;
        ttp_lite_wire_in(m, ttp_lite_rx_frame(&m->wrx));
        return true;
    case 1:
    case 5:
        if (m->saw[WTX]) ttp_lite_wire_out(m);
        return false;
    case 2:
    case 7:
        return ttp_lite_host_in(m, m->saw[HRX] ? ttp_lite_rx_frame(&m->hrx) : 0);
    case 3:
        if (m->saw[HTX]) ttp_lite_host_out(m);
        return false;
    default:
        ttp_lite_timer(m);
        return false;
    }
}

void ttp_lite_clock(struct ttp_lite *m, const struct ttp_lite_in *in)
{
    const bool on = !m->init, last = m->cycle == TTP_LITE_SLOT - 1;
    const unsigned turn = m->cycle & 7, was = m->slot;
    bool done = false;

    if (in->rst) {
        reset(m, in);
        return;
    }
    if (last) {
        const bool saw[4] = { ttp_lite_rx_frame(&m->wrx) != 0, ttp_lite_tx_idle(&m->wtx),
                              ttp_lite_rx_frame(&m->hrx) != 0, ttp_lite_tx_idle(&m->htx) };

        if (on) done = slot(m, m->slot);
        m->stat = m->show;
        memcpy(m->saw, saw, sizeof saw);
        if (on) {
            m->slot = (m->slot + 1) & 7;
        } else if (++m->slot == TTP_LITE_INIT) {
            m->slot = 0;
            m->init = false;
        }
    }
    /* The ports have a turn in even cycles only, so never in the last one. */
    ttp_lite_rx_clock(&m->wrx, on, turn == 0, in->s_axis_wire_tvalid, in->s_axis_wire_tdata, in->s_axis_wire_tlast,
                      in->s_axis_wire_tuser);
    ttp_lite_rx_clock(&m->hrx, on, turn == 4, in->s_axis_host_tvalid, in->s_axis_host_tdata, in->s_axis_host_tlast,
                      in->s_axis_host_tuser);
    ttp_lite_tx_clock(&m->wtx, turn == 2, in->m_axis_wire_tready);
    ttp_lite_tx_clock(&m->htx, turn == 6, in->m_axis_host_tready);
    if (done) ttp_lite_rx_give(was == 0 || was == 4 ? &m->wrx : &m->hrx);
    if (!m->seen) m->seed++;
    m->seen = m->seen || (on && (in->s_axis_wire_tvalid || in->s_axis_host_tvalid));
    m->cycle = (uint16_t)((m->cycle + 1) % TTP_LITE_SLOT);
}

const char *ttp_lite_check(const struct ttp_lite *m)
{
    unsigned used = 0, named = (m->orphan ? 1u : 0u) + (m->htx_page >= 0 ? 1u : 0u) + m->up.n;

    for (unsigned i = 0; i < TTP_LITE_PAGES; i++) used += m->store[i].used;
    if (used + m->free_n != TTP_LITE_PAGES) return "a page is neither free nor used";
    for (unsigned i = 0; i < TTP_LITE_LINKS; i++) {
        const struct ttp_lite_link *l = &m->link[i];

        named += l->q.n;
        if (!l->valid && l->q.n) return "payloads without a link";
        if (l->nfl > l->q.n || l->nfl > TTP_LITE_WINDOW) return "more in flight than there is";
        if (l->cof > l->nfl) return "what is to be sent next lies beyond what was sent";
        for (unsigned k = 0; k < i; k++)
            if (l->valid && m->link[k].valid && l->key == m->link[k].key) return "two entries for one link";
    }
    if (named != used) return "a page is used by none, or by two";
    if (m->resp_n > 16 || m->cpl_n > 8) return "a queue is too long";
    return 0;
}
