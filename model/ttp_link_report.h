/* SPDX-License-Identifier: Apache-2.0
 *
 * What the link pipe, ttp_link_pipe.h, tells the host of an event. */
#ifndef TTP_LINK_REPORT_H
#define TTP_LINK_REPORT_H

#include "ttp_link_pipe.h"

/* PEEK: the words LINK_RECi of the link of e. */
void ttp_link_report_peek(const struct ttp_link_pipe *b, const struct ttp_link_way *e,
                          uint16_t napp, struct ttp_link_pipe_out *o);
/* Completion of kind TTP_CPL_*. una0: before the event. flushed: payloads of a dead link. */
void ttp_link_report_end(const struct ttp_link_way *e, uint8_t kind, uint32_t una0,
                         uint16_t flushed, struct ttp_link_pipe_out *o);
/* The edge: trace, counters and causes of the event that acts, or of none. */
void ttp_link_report_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_out *o);
void ttp_link_report_drive(const struct ttp_link_pipe *b, struct ttp_link_pipe_out *o);

#endif
