/* SPDX-License-Identifier: Apache-2.0
 *
 * A file as payloads, docs/ttpctl.md: BEGIN with the length, DATA in numbered pieces, END with
 * length and CRC, and the receiver's DONE. Bit 7 of the first byte is clear, so an answer of a
 * card's echo is never one of them. */
#ifndef TRANSFER_H
#define TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XF_HEADER  8
#define XF_PIECE   1016             /* bytes of a file in one DATA */
#define XF_MAX     (XF_HEADER + XF_PIECE)
#define XF_UNKNOWN UINT64_MAX       /* length: a pipe */

enum xf_kind { XF_BEGIN = 1, XF_DATA, XF_END, XF_DONE, XF_PING };

struct xf_head {
    uint8_t  kind;
    uint16_t id;                    /* the same in all payloads of a transfer */
    uint32_t number;                /* from 0 */
};

size_t xf_begin(uint8_t *p, uint16_t id, uint64_t length);
size_t xf_data(uint8_t *p, uint16_t id, uint32_t number, const uint8_t *data, size_t n);
size_t xf_end(uint8_t *p, uint16_t id, uint32_t number, uint64_t length, uint32_t crc);
size_t xf_done(uint8_t *p, uint16_t id, bool good, uint64_t length, uint32_t crc);
void   xf_head(uint8_t *p, enum xf_kind kind, uint16_t id, uint32_t number);

/* False: none of these payloads. */
bool xf_parse(const uint8_t *p, size_t n, struct xf_head *h);
/* Of END and DONE. */
uint64_t xf_length(const uint8_t *p);
uint32_t xf_crc(const uint8_t *p);
bool     xf_good(const uint8_t *p);             /* DONE */

/* The receiving side: what the payloads of one transfer have been so far. */
struct xf_in {
    bool     begun, ended;
    uint16_t id;
    uint32_t next, crc;
    uint64_t length, bytes;
    char     why[120];              /* not empty: broken */
};
/* Takes a payload with header `h`; *data and the result are the bytes of the file in it. */
size_t xf_take(struct xf_in *x, const struct xf_head *h, const uint8_t *p, size_t n,
               const uint8_t **data);

#endif
