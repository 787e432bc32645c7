/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend of libttpnic: a NIC that is a PCIe device of SimBricks, in another process. This is the
 * host of it. Simulated time is not kept: the device runs as fast as it can.
 *
 * The device reads and writes the memory of this process where it was shared. Anything else reads
 * as ones, is not written, and is counted; it is answered nevertheless, since the protocol has no
 * errors. So messages never end with MEMORY or LOCAL here, a register that answers SLVERR reads as
 * ones, and its write counts as done.
 *
 * A NIC that has gone, does not answer in time or does what the protocol does not know is
 * gone for good: ttpnic_gone says why. */
#ifndef TTPNIC_SIMBRICKS_H
#define TTPNIC_SIMBRICKS_H

#include "ttpnic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Waits up to `seconds` for a device that listens at this Unix socket, and later as long for each
 * answer; 0 or more. False and why, one line of up to n - 1 letters: nobody is there, or it is no
 * NIC. */
bool ttpnic_simbricks(const char *path, double seconds, struct ttpnic_backend *into, char *why,
                      size_t n);
/* Reads and writes of the device outside of the memory that is shared. */
uint64_t ttpnic_simbricks_strays(const struct ttpnic_backend *b);

#ifdef __cplusplus
}
#endif

#endif
