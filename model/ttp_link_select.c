/* SPDX-License-Identifier: Apache-2.0
 *
 * S0: the event of the source that has the grant. Mirrors rtl/link/ttp_link_select.v.
 * Part of: ttp_link_pipe */
#include "ttp_link_select.h"

#include "ttp_tx_marks.h"

/* An event that names its link; a link beyond the table has no entry. */
static void by_link(struct ttp_link_ev *e, struct ttp_link_table_in *t, unsigned ev,
                    uint32_t link, bool turn, bool credit)
{
    *e = (struct ttp_link_ev){ .ev = (uint8_t)ev, .turn = turn, .credit = credit };
    t->s0_bylink = true;
    t->s0_link = link;
}

static void by_peer(struct ttp_link_ev *e, struct ttp_link_table_in *t, unsigned ev, uint8_t vc,
                    uint32_t node, bool credit)
{
    *e = (struct ttp_link_ev){ .ev = (uint8_t)ev, .vc = vc, .credit = credit };
    t->s0_bylink = false;
    t->s0_vc = vc;
    t->s0_node = node;
}

static void from_wire(const struct ttp_received *rx, struct ttp_link_ev *e,
                      struct ttp_link_table_in *t)
{
    by_peer(e, t, rx->op, rx->vc, rx->peer, true);
    e->fits = rx->op == TTP_OP_PAYLOAD && rx->fits;
    e->offer = rx->window;
    e->life = rx->life;
    e->to_life = rx->to_life;
    e->txid = rx->txid;
    e->rxid = rx->rxid;
    e->len = rx->len;
    e->bay = rx->bay;
    e->again = rx->again;
    e->quiet = rx->quiet;
    e->mapped = rx->mapped;
    e->makes = rx->op == TTP_OP_OPEN;
}

void ttp_link_select(const struct ttp_link_pipe_in *in, uint32_t links, uint32_t second,
                     struct ttp_link_ev *e, struct ttp_link_table_in *t)
{
    switch (in->grant) {
    case TTP_GRANT_RECEIVED: from_wire(in->received, e, t); break;
    case TTP_GRANT_TIMER: by_link(e, t, TTP_EV_TIMER, in->expired_link, false, true); break;
    case TTP_GRANT_COMMAND:
        if (in->command_peek)
            by_link(e, t, TTP_EV_PEEK, in->command_link < links ? in->command_link : UINT32_MAX,
                    false, false);
        else by_peer(e, t, TTP_EV_CLOSE, in->command_vc, in->command_node, true);
        break;
    case TTP_GRANT_LEFT: by_link(e, t, TTP_EV_LEFT, in->left_link, false, false); break;
    case TTP_GRANT_LOOKUP:
        by_peer(e, t, TTP_EV_LOOKUP, in->lookup_vc, in->lookup_node, false);
        e->makes = 1;
        break;
    case TTP_GRANT_DOORBELL:
        by_link(e, t, TTP_EV_DOORBELL, in->doorbell_link, !in->doorbell_joins, true);
        break;
    case TTP_GRANT_READY:
        by_link(e, t, in->ready_resend ? TTP_EV_RESEND : TTP_EV_SEND, in->ready_link, true, true);
        if (!in->ready_resend) break;
        e->turn = !(in->resend_txid & TTP_RESEND_NEWS);         /* news take none */
        e->txid = in->resend_txid;
        e->rxid = in->resend_rxid;
        break;
    default:        /* TTP_GRANT_SECOND */
        by_link(e, t, TTP_EV_SEND, second, true, true);
        e->second = 1;
        break;
    }
    t->s0_makes = e->makes;
}
