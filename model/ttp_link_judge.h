/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge of the link pipe, ttp_link_pipe.h: who gives up an entry? */
#ifndef TTP_LINK_JUDGE_H
#define TTP_LINK_JUDGE_H

#include "ttp_link_pipe.h"

/* What may become of the entry of link, into the probe_* fields of t. True: nothing, because it
 * is pinned, and for no other reason. */
bool ttp_link_judge(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                    uint32_t link, struct ttp_link_table_in *t);

/* All that was handed over for link has retired and is freed. */
static inline bool ttp_link_empty(const struct ttp_link_pipe *b, uint32_t link)
{
    const uint16_t retired = b->rec[link].retired;

    return b->napp[link] == retired && b->nfreed[link] == retired;
}

#endif
