/* SPDX-License-Identifier: Apache-2.0
 *
 * Ethernet header of the host link, and waiting; see port.h. */
#include "port.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>

void ether_init(struct ether *e, uint32_t node, const uint8_t own[6])
{
    memcpy(e->own, own, 6);
    memset(e->card, 0xFF, 6);
    e->learnt = node != PORT_ANY_NODE;
    if (e->learnt) {
        memcpy(e->card, PORT_CARD_OUI, 3);
        for (unsigned i = 0; i < 3; i++) e->card[3 + i] = (uint8_t)(node >> (16 - 8 * i));
    }
}

size_t ether_pack(const struct ether *e, const uint8_t *frame, size_t n, uint8_t *out)
{
    if (n > PORT_FRAME - ETHER_HEADER) n = PORT_FRAME - ETHER_HEADER;
    memcpy(out, e->card, 6);
    memcpy(out + 6, e->own, 6);
    out[12] = ETHER_TYPE >> 8;
    out[13] = ETHER_TYPE & 0xFF;
    memcpy(out + ETHER_HEADER, frame, n);
    n += ETHER_HEADER;
    if (n < ETHER_MIN) {
        memset(out + n, 0, ETHER_MIN - n);
        n = ETHER_MIN;
    }
    return n;
}

size_t ether_unpack(struct ether *e, const uint8_t *in, size_t n, uint8_t *frame, size_t size)
{
    if (n <= ETHER_HEADER || n - ETHER_HEADER > size) return 0;
    if (in[12] != ETHER_TYPE >> 8 || in[13] != (ETHER_TYPE & 0xFF)) return 0;
    if (memcmp(in, e->own, 6) != 0) return 0;
    if (memcmp(in + 6, PORT_CARD_OUI, 3) != 0 || (e->learnt && memcmp(in + 6, e->card, 6) != 0))
        return 0;
    memcpy(e->card, in + 6, 6);
    e->learnt = true;
    memcpy(frame, in + ETHER_HEADER, n - ETHER_HEADER);
    return n - ETHER_HEADER;
}

int port_wait(int fd, short events, int ms)
{
    struct pollfd p = { .fd = fd, .events = events };
    const int r = poll(&p, 1, ms);
    if (r < 0) return errno == EINTR ? 0 : -1;
    return r;
}

int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
