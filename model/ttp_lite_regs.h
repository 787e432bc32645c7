/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers of the small MAC: one operation of a REQ. */
#ifndef TTP_LITE_REGS_H
#define TTP_LITE_REGS_H

#include "ttp_lite.h"

void ttp_lite_regs_reset(struct ttp_lite *m, uint32_t cfg_node);
/* The 8 bytes of an operation become those of its answer. */
void ttp_lite_op(struct ttp_lite *m, uint8_t *op);

#endif
