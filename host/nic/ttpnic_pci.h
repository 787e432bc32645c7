/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend of libttpnic: a NIC in a PCI slot of this machine, under Linux, without an IOMMU and
 * without a driver of its own. It polls.
 *
 * It needs root; a function that no driver has, or uio_pci_generic; that the kernel can reset it
 * (`reset` in its folder of sysfs), which is how a NIC begins; and huge pages that are free. Memory
 * is shared by physical address, so what is shared has to come from ttpnic_allocate, and one piece
 * has to find its room in pages that lie side by side.
 *
 * The NIC may touch memory from ttpnic_pci until close. After a process that was killed it still
 * may, and writes into pages that somebody else has by then. With uio_pci_generic the kernel takes
 * that right from it when the process ends.
 *
 * A function that reads as ones has gone. */
#ifndef TTPNIC_PCI_H
#define TTPNIC_PCI_H

#include "ttpnic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The function at this address, such as 0000:00:04.0, and all huge pages that are free, up to
 * `most` bytes. False and why, one line of up to n - 1 letters. */
bool ttpnic_pci(const char *address, size_t most, struct ttpnic_backend *into, char *why,
                size_t n);

#ifdef __cplusplus
}
#endif

#endif
