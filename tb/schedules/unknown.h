// SPDX-License-Identifier: Apache-2.0
//
// An end that has no entry for the sender of a frame.
#ifndef TB_SCHEDULES_UNKNOWN_H
#define TB_SCHEDULES_UNKNOWN_H

// Its answer leaves at once, or waits for a wire that stands. 0: so it is.
int unknown_peer();

#endif
