/* SPDX-License-Identifier: Apache-2.0
 *
 * The CRC-32 of Ethernet, of zlib and of `cksum -a crc32b`: for the UART's frames and for files. */
#ifndef CRC32_H
#define CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Start with 0; the result of one piece is the start of the next. */
uint32_t crc32_add(uint32_t crc, const uint8_t *p, size_t n);

#endif
