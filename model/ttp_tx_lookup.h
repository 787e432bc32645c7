/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of the lookup of ttp_tx_ingest, and its repetition. For ttp_tx_ingest.c alone. */
#ifndef TTP_TX_LOOKUP_H
#define TTP_TX_LOOKUP_H

#include "ttp_tx_ingest.h"

/* An edge. Call it unless the state is LK_NONE and nothing is tried. */
void ttp_tx_lookup_clock(struct ttp_tx_ingest *b, const struct ttp_tx_ingest_in *in);

#endif
