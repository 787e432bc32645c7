/* SPDX-License-Identifier: Apache-2.0
 *
 * One end of a SimBricks PCIe channel without synchronisation: a handshake over a Unix socket, then
 * a queue in shared memory in each direction. A device listens, a host connects. C11, libc only.
 * Only the two functions that open wait, with a limit, and the one that closes, up to a second. */
#ifndef SIMBRICKS_H
#define SIMBRICKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simbricks_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simbricks_queue {
    uint8_t *base;
    uint64_t slot, slots, at;           /* bytes of one, how many, the next                     */
};

struct simbricks {
    int      fd;                        /* of the socket; -1: not open                          */
    uint8_t *shared;
    size_t   size;
    struct simbricks_queue to, from;
    bool     ended;                     /* the other side has said its end                      */
    unsigned idle;                      /* rests in a row                                       */
};

/* What a device says of itself: BAR 0, memory of 32 bits, is the only one. */
struct simbricks_device {
    uint64_t bar;                       /* its bytes, a power of two                            */
    uint16_t vendor, device;
    uint8_t  class_code, subclass;
};

/* Waits for a host at this path, up to `seconds`, with queues of so many slots (2 to 2^20) of so
 * many bytes (128 to 16384, a multiple of 64). False and why, one line. */
bool simbricks_listen(struct simbricks *s, const char *path, const struct simbricks_device *d,
                      uint64_t slots, uint64_t slot, double seconds, char *why, size_t n);
/* Waits for a device at this path, up to `seconds`, and learns what it is. False and why. */
bool simbricks_connect(struct simbricks *s, const char *path, struct simbricks_device *d,
                       double seconds, char *why, size_t n);
/* Says the end, if there is room for it within a second, and gives everything back. */
void simbricks_close(struct simbricks *s);

/* Bytes of data that a message of ours may have, and one of theirs. */
size_t simbricks_room_out(const struct simbricks *s);
size_t simbricks_room_in(const struct simbricks *s);
/* The next slot to be filled, whose head is 0; NULL: the queue is full. Then it is sent. */
uint8_t *simbricks_next(struct simbricks *s);
void simbricks_send(struct simbricks *s, uint8_t type);
/* The oldest message, and its type; NULL: there is none. It stays until it is taken. After the end
 * nothing comes any more. */
const uint8_t *simbricks_first(struct simbricks *s, uint8_t *type);
void simbricks_take(struct simbricks *s);

/* Gives up the core, later sleeps, up to 0.5 ms; begins anew with each message that comes. */
void simbricks_rest(struct simbricks *s);
/* True: the other side has gone, and all that it has sent is taken. */
bool simbricks_gone(struct simbricks *s);

/* Numbers in a head or intro, of 1 to 8 bytes. The machine is little-endian. */
void simbricks_put(uint8_t *at, uint64_t value, unsigned bytes);
uint64_t simbricks_get(const uint8_t *at, unsigned bytes);

#ifdef __cplusplus
}
#endif

#endif
