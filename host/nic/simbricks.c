/* SPDX-License-Identifier: Apache-2.0
 *
 * The queues of a channel; see simbricks.h. The handshake is in simbricks_open.c. */
#define _GNU_SOURCE             /* POLLRDHUP */
#include "simbricks.h"

#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "opening.h"

enum { YIELDS = 64, NAPS = 512, NAP = 20000, LONG_NAP = 500000 };      /* rests; ns */

void simbricks_put(uint8_t *at, uint64_t value, unsigned bytes)
{
    memcpy(at, &value, bytes);
}

uint64_t simbricks_get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;

    memcpy(&value, at, bytes);
    return value;
}

static uint8_t *now(const struct simbricks_queue *q)
{
    return q->base + q->at * q->slot;
}

static void next(struct simbricks_queue *q)
{
    q->at = q->at + 1 == q->slots ? 0 : q->at + 1;
}

static uint8_t owner(const uint8_t *slot)
{
    return __atomic_load_n(slot + SIMB_AT_OWNER, __ATOMIC_ACQUIRE);
}

static void set_owner(uint8_t *slot, uint8_t value)
{
    __atomic_store_n(slot + SIMB_AT_OWNER, value, __ATOMIC_RELEASE);
}

size_t simbricks_room_out(const struct simbricks *s)
{
    return s->to.slot - SIMB_HEAD;
}

size_t simbricks_room_in(const struct simbricks *s)
{
    return s->from.slot - SIMB_HEAD;
}

uint8_t *simbricks_next(struct simbricks *s)
{
    uint8_t *const slot = now(&s->to);

    if (owner(slot) & SIMB_CONSUMER) return NULL;
    memset(slot, 0, SIMB_AT_OWNER);
    return slot;
}

void simbricks_send(struct simbricks *s, uint8_t type)
{
    set_owner(now(&s->to), type | SIMB_CONSUMER);
    next(&s->to);
}

const uint8_t *simbricks_first(struct simbricks *s, uint8_t *type)
{
    const uint8_t *const slot = now(&s->from);
    const uint8_t o = owner(slot);

    if (s->ended || !(o & SIMB_CONSUMER)) return NULL;
    *type = o & SIMB_TYPE;
    s->ended = *type == SIMB_END;
    return slot;
}

void simbricks_take(struct simbricks *s)
{
    uint8_t *const slot = now(&s->from);

    set_owner(slot, owner(slot) & SIMB_TYPE);
    next(&s->from);
    s->idle = 0;
}

void simbricks_rest(struct simbricks *s)
{
    const struct timespec t = { 0, s->idle < NAPS ? NAP : LONG_NAP };

    if (s->idle++ < YIELDS) sched_yield();
    else nanosleep(&t, NULL);
}

bool simbricks_gone(struct simbricks *s)
{
    struct pollfd p = { .fd = s->fd, .events = POLLRDHUP };

    /* In this order: what it has sent before it went is in the queue. */
    return s->ended || (poll(&p, 1, 0) > 0 && !(owner(now(&s->from)) & SIMB_CONSUMER));
}

void simbricks_close(struct simbricks *s)
{
    const double end = opening_now() + 1;

    if (s->fd >= 0 && s->shared) {
        while (!simbricks_next(s) && !simbricks_gone(s) && opening_now() < end)
            simbricks_rest(s);
        if (simbricks_next(s)) simbricks_send(s, SIMB_END);
    }
    if (s->shared) munmap(s->shared, s->size);
    if (s->fd >= 0) close(s->fd);
    s->shared = NULL;
    s->fd = -1;
}
