/* SPDX-License-Identifier: Apache-2.0
 *
 * S0 of the link pipe, ttp_link_pipe.h: what enters. */
#ifndef TTP_LINK_SELECT_H
#define TTP_LINK_SELECT_H

#include "ttp_link_pipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The event of the granted source as S1 will hold it, and what its entry is found by: e, t. */
void ttp_link_select(const struct ttp_link_pipe_in *in, uint32_t links, uint32_t second,
                     struct ttp_link_ev *e, struct ttp_link_table_in *t);

#ifdef __cplusplus
}
#endif

#endif
