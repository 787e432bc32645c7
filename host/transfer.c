/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"

#include <stdio.h>
#include <string.h>

#include "crc32.h"
#include "hostlink.h"

#define VERSION 1

static void put64(uint8_t *p, uint64_t v)
{
    put_be(p, 4, (uint32_t)(v >> 32));
    put_be(p + 4, 4, (uint32_t)v);
}

void xf_head(uint8_t *p, enum xf_kind kind, uint16_t id, uint32_t number)
{
    p[0] = (uint8_t)kind;
    p[1] = VERSION;
    put_be(p + 2, 2, id);
    put_be(p + 4, 4, number);
}

size_t xf_begin(uint8_t *p, uint16_t id, uint64_t length)
{
    xf_head(p, XF_BEGIN, id, 0);
    put64(p + 8, length);
    return 16;
}

size_t xf_data(uint8_t *p, uint16_t id, uint32_t number, const uint8_t *data, size_t n)
{
    xf_head(p, XF_DATA, id, number);
    memcpy(p + XF_HEADER, data, n);
    return XF_HEADER + n;
}

size_t xf_end(uint8_t *p, uint16_t id, uint32_t number, uint64_t length, uint32_t crc)
{
    xf_head(p, XF_END, id, number);
    put64(p + 8, length);
    put_be(p + 16, 4, crc);
    return 20;
}

size_t xf_done(uint8_t *p, uint16_t id, bool good, uint64_t length, uint32_t crc)
{
    xf_head(p, XF_DONE, id, 0);
    put64(p + 8, length);
    put_be(p + 16, 4, crc);
    p[20] = good;
    return 21;
}

bool xf_parse(const uint8_t *p, size_t n, struct xf_head *h)
{
    static const uint8_t least[] = { 0, 16, XF_HEADER + 1, 20, 21 };
    if (n < XF_HEADER || p[0] < XF_BEGIN || p[0] > XF_DONE || p[1] != VERSION || n < least[p[0]])
        return false;
    *h = (struct xf_head){ .kind = p[0], .id = (uint16_t)be(p + 2, 2), .number = be(p + 4, 4) };
    return true;
}

uint64_t xf_length(const uint8_t *p)
{
    return (uint64_t)be(p + 8, 4) << 32 | be(p + 12, 4);
}

uint32_t xf_crc(const uint8_t *p)
{
    return be(p + 16, 4);
}

bool xf_good(const uint8_t *p)
{
    return p[20] == 1;
}

size_t xf_take(struct xf_in *x, const struct xf_head *h, const uint8_t *p, size_t n,
               const uint8_t **data)
{
    if (h->kind == XF_BEGIN) {
        *x = (struct xf_in){ .begun = true, .id = h->id, .next = 1, .length = xf_length(p) };
        return 0;
    }
    if (!x->begun || x->ended || h->id != x->id || (h->kind != XF_DATA && h->kind != XF_END))
        return 0;
    if (h->number != x->next) {
        if (!x->why[0])
            snprintf(x->why, sizeof x->why, "payload %u came where %u was due", h->number, x->next);
        x->next = h->number;
    }
    x->next++;
    if (h->kind == XF_DATA) {
        *data = p + XF_HEADER;
        n -= XF_HEADER;
        x->crc = crc32_add(x->crc, *data, n);
        x->bytes += n;
        return n;
    }
    x->ended = true;
    if (x->why[0]) return 0;
    if (xf_length(p) != x->bytes || (x->length != XF_UNKNOWN && x->length != x->bytes))
        snprintf(x->why, sizeof x->why, "%llu bytes came of %llu", (unsigned long long)x->bytes,
                 (unsigned long long)xf_length(p));
    else if (xf_crc(p) != x->crc)
        snprintf(x->why, sizeof x->why, "the CRC is %08X instead of %08X", x->crc, xf_crc(p));
    return 0;
}
