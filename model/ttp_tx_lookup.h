/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of the lookup of ttp_tx_ingest, and its repetition. For ttp_tx_ingest.c alone. */
#ifndef TTP_TX_LOOKUP_H
#define TTP_TX_LOOKUP_H

#include "ttp_tx_ingest.h"

/* By the last lookups dest {VC, node} has this link. What is known is forgotten when the table
 * looks for an entry that may go: in->evicting. */
bool ttp_tx_lookup_knows(const struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in,
                         uint32_t dest, uint32_t *link);
/* An edge. Call it unless the state is LK_NONE and nothing is tried. */
void ttp_tx_lookup_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in);

#endif
