/* SPDX-License-Identifier: Apache-2.0
 *
 * Which link has which send context, and what is noted of what was sent. Mirrors
 * rtl/tx/ttp_marks_contexts.v.
 * Part of: ttp_tx_marks */
#ifndef TTP_MARKS_CONTEXTS_H
#define TTP_MARKS_CONTEXTS_H

#include "ttp_tx_marks.h"

#define TTP_MARKS_NONE UINT32_MAX

/* The context of a link, and one that a link may take; or none. */
uint32_t ttp_marks_context_of(const struct ttp_tx_marks *b, uint32_t link);
uint32_t ttp_marks_spare(const struct ttp_tx_marks *b);
/* Contexts with news, a bit each; and what there was before this cycle is due. */
uint32_t ttp_marks_news(const struct ttp_tx_marks *b);
void ttp_marks_news_are_due(struct ttp_tx_marks *b, uint32_t with_news);
/* M1: the link of the event takes the context; it has sent a payload, with a number. */
void ttp_marks_take(struct ttp_tx_marks *b, uint32_t at, const struct ttp_tx_marks_in *in);
void ttp_marks_note(struct ttp_tx_marks *b, uint32_t at, const struct ttp_tx_marks_in *in);
/* Which payload the send with that number was. */
uint16_t ttp_marks_id_of(const struct ttp_tx_marks *b, uint32_t at, uint32_t number);
/* What JUDGE and FETCH read; behind M1, for it tells of a send that is noted in the cycle too. */
void ttp_marks_read(struct ttp_tx_marks *b);

#endif
