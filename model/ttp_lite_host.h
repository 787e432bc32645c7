/* SPDX-License-Identifier: Apache-2.0
 *
 * Host link and registers of the small MAC. */
#ifndef TTP_LITE_HOST_H
#define TTP_LITE_HOST_H

#include "ttp_lite.h"

/* HRX. True: the frame was dealt with; false: it waits. f is NULL if there is none. */
bool ttp_lite_host_in(struct ttp_lite *m, const struct ttp_lite_frame *f);
void ttp_lite_host_out(struct ttp_lite *m);         /* HTX, the port is idle */

#endif
