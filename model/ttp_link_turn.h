/* SPDX-License-Identifier: Apache-2.0
 *
 * The turn of the link pipe, ttp_link_pipe.h: does a payload go now? */
#ifndef TTP_LINK_TURN_H
#define TTP_LINK_TURN_H

#include "ttp_link_pipe.h"

/* The turn of the link in S2, after the rules: changes o->rec, says send_*, ready_*, act. settled:
 * its oldest payload may go, nothing is being freed and nothing has just retired. */
void ttp_link_turn(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   const struct ttp_link_way *e, const struct ttp_link_seen *seen, bool settled,
                   struct ttp_link_pipe_out *o);

#endif
