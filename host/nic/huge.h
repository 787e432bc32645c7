/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for a device without an IOMMU: huge pages, which Linux does not move, side by side in the
 * order of their physical addresses. It has the right to read these, CAP_SYS_ADMIN, from root. */
#ifndef HUGE_H
#define HUGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUGE_BLOCKS = 256 };             /* that may be in use at a time */

struct huge_block {
    size_t at, bytes;
};

struct huge {
    uint8_t  *base;
    size_t    page, pages;              /* bytes of one, how many */
    uint64_t *physical;                 /* address of each */
    struct huge_block block[HUGE_BLOCKS];
    unsigned  blocks;
};

/* All huge pages of the usual size that are free, up to `most` bytes. False and why, one line. */
bool huge_open(struct huge *h, size_t most, char *why, size_t n);
void huge_close(struct huge *h);

/* So many bytes from a multiple of 64 on, with physical addresses side by side. NULL: there are
 * none, or too many blocks are in use. */
void *huge_take(struct huge *h, size_t bytes);
void huge_give_back(struct huge *h, void *memory);      /* of huge_take */
/* The physical address of memory whose addresses are side by side; false: it is not from here. */
bool huge_address(const struct huge *h, const void *memory, size_t bytes, uint64_t *address);

#endif
