/* SPDX-License-Identifier: Apache-2.0
 *
 * Which event may follow others of its link without waiting for them. Mirrors
 * rtl/link/ttp_link_follow.v; a follower itself needs nothing here, for it runs through the rules
 * when it acts, on the record that the one before it has written.
 * Part of: ttp_link_pipe */
#ifndef TTP_LINK_FOLLOW_H
#define TTP_LINK_FOLLOW_H

#include "ttp_link_pipe.h"

/* The event in S1a. */
void ttp_link_follow(const struct ttp_link_pipe *b, struct ttp_link_follow_out *o);
/* The streak behind this edge; before the stages of b move. */
void ttp_link_follow_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                           const struct ttp_link_pipe_out *o);

#endif
