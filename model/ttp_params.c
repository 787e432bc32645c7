/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters of the MAC: which values are legal.
 *
 * unreached sentences: tb/system/params.py has each of them said, but it is not counted */
#include "ttp_model.h"

static bool in_range(uint32_t v, uint32_t lo, uint32_t hi) { return v >= lo && v <= hi; }

static bool power_of_two(uint32_t v) { return v && !(v & (v - 1)); }

/* The sentences are those of rtl/ttp_params_check.v, with _ between the words behind ERROR_. */
const char *ttp_params_check(const struct ttp_params *p)
{
    const uint32_t span = 1u << 30;

    if (!in_range(p->data_w, 64, 512) || !power_of_two(p->data_w))
        return "DATA_W must be 64 128 256 or 512";
    if (!in_range(p->tx_cells, 16, 65536)) return "TX_CELLS must be 16 to 65536";
    if (!in_range(p->tx_pkts, 8, 16384)) return "TX_PKTS must be 8 to 16384";
    if (!in_range(p->rx_cells, 32, 16384) || !power_of_two(p->rx_cells))
        return "RX_CELLS must be a power of two 32 to 16384";
    if (!in_range(p->link_sets, 1, 1024) || !power_of_two(p->link_sets))
        return "LINK_SETS must be a power of two 1 to 1024";
    if (!in_range(p->link_ways, 1, 4) || !power_of_two(p->link_ways))
        return "LINK_WAYS must be 1 2 or 4";
    if (p->trace > 1) return "TRACE must be 0 or 1";
    if (p->deep > 1) return "DEEP must be 0 or 1";
    if (p->data_w == 512 && !p->deep) return "DEEP must be 1 at 512 bit";
    if (p->sram_1p > 1) return "SRAM_1P must be 0 or 1";
    if (p->selective > 1) return "SELECTIVE must be 0 or 1";
    if (!in_range(p->timeout_rst, 1, span)) return "TIMEOUT_RST must be 1 to 1073741824";
    if (!in_range(p->open_tmo_rst, 1, span)) return "OPEN_TMO_RST must be 1 to 1073741824";
    if (!in_range(p->close_tmo_rst, 1, span)) return "CLOSE_TMO_RST must be 1 to 1073741824";
    if (!in_range(p->backoff_rst, 1, span)) return "BACKOFF_RST must be 1 to 1073741824";
    if (!in_range(p->retry_max_rst, 1, 255)) return "RETRY_MAX_RST must be 1 to 255";
    if (p->addr_high & ~0xFEFFFFu) return "ADDR_HIGH must be 24 bits without the group bit";
    if (p->vc_order > 1) return "VC_ORDER must be 0 or 1";
    if (p->sel_contexts == 1 || p->sel_contexts > 16
        || (p->sel_contexts && !power_of_two(p->sel_contexts)))
        return "SEL_CONTEXTS must be 0 2 4 8 or 16";
    if (p->sel_window && p->sel_window != 256 && p->sel_window != 512)
        return "SEL_WINDOW must be 0 256 or 512";
    return NULL;
}
