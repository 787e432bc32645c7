/* SPDX-License-Identifier: Apache-2.0
 *
 * The host of a NIC behind SimBricks PCIe; see ttpnic_simbricks.h. */
#include "ttpnic_simbricks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opening.h"
#include "simbricks.h"

/* SHARES: as libttpnic has. LINE: bytes of the widest word, of which the device reads whole ones.
 * MANY: messages of a run. */
enum { SHARES = 256, BAR = 1 << 13, LINE = 64, MANY = 256 };

struct share {
    uint8_t *memory;
    size_t   bytes;
};

struct host {
    struct simbricks channel;
    double   patience;                  /* seconds */
    struct share share[SHARES];
    unsigned shares, hit;               /* hit: the piece that was found last */
    uint64_t strays;
    uint64_t asked;                     /* registers that were read */
    bool     answered;                  /* the last one */
    uint32_t answer;
    bool     gone;
    char     why[160];
};

static bool fail(struct host *h, const char *text, ...)
{
    va_list ap;

    if (h->gone) return false;
    va_start(ap, text);
    vsnprintf(h->why, sizeof h->why, text, ap);
    va_end(ap);
    h->gone = true;
    return false;
}

/* ---------------------------------------------------------------- memory of this process */

static bool holds(const struct share *s, uint64_t at)
{
    return at - (uint64_t)(uintptr_t)s->memory < s->bytes;
}

/* How many bytes from this address on lie in one shared piece: 0 to most. */
static uint64_t reach(struct host *h, uint64_t at, uint64_t most)
{
    for (unsigned i = 0; i <= h->shares; i++) {
        const unsigned k = i ? i - 1 : h->hit;
        uint64_t left;

        if (k >= h->shares || !holds(&h->share[k], at)) continue;
        h->hit = k;
        left = (uint64_t)(uintptr_t)h->share[k].memory + h->share[k].bytes - at;
        return left < most ? left : most;
    }
    return 0;
}

/* Some line of it has no shared byte: a stray. Others have bytes beside a buffer: mem.burst. */
static void read_memory(struct host *h, uint64_t at, uint8_t *into, uint64_t bytes)
{
    bool stray = false;

    while (bytes) {
        const uint64_t here = LINE - at % LINE < bytes ? LINE - at % LINE : bytes;
        bool some = false;

        for (uint64_t i = 0, n; i < here; i += n) {
            n = reach(h, at + i, here - i);
            some |= n > 0;
            if (n) memcpy(into + i, (const void *)(uintptr_t)(at + i), n);
            else into[i] = 0xff, n = 1;
        }
        stray |= !some;
        at += here;
        into += here;
        bytes -= here;
    }
    h->strays += stray;
}

/* Every byte of it has to be shared. */
static void write_memory(struct host *h, uint64_t at, const uint8_t *from, uint64_t bytes)
{
    bool stray = false;

    for (uint64_t i = 0, n; i < bytes; i += n) {
        n = reach(h, at + i, bytes - i);
        if (n) memcpy((void *)(uintptr_t)(at + i), from + i, n);
        else stray = true, n = 1;
    }
    h->strays += stray;
}

/* ---------------------------------------------------------------- messages */

/* The device wants memory. True: it was answered. */
static bool serve(struct host *h, uint8_t type, const uint8_t *m)
{
    const uint64_t at = simbricks_get(m + SIMB_AT_OFFSET, 8);
    const size_t bytes = (size_t)simbricks_get(m + SIMB_AT_LENGTH, 2);
    const bool read = type == SIMB_D2H_READ;
    const size_t room = read ? simbricks_room_out(&h->channel) : simbricks_room_in(&h->channel);
    uint8_t *answer;

    if (bytes > room)
        return fail(h, "the device %s %zu bytes at once, where a message has room for %zu",
                    read ? "reads" : "writes", bytes, room);
    answer = simbricks_next(&h->channel);
    if (!answer) return false;
    memcpy(answer + SIMB_AT_ID, m + SIMB_AT_ID, 8);
    if (read) read_memory(h, at, answer + SIMB_HEAD, bytes);
    else write_memory(h, at, m + SIMB_HEAD, bytes);
    simbricks_send(&h->channel, read ? SIMB_H2D_READCOMP : SIMB_H2D_WRITECOMP);
    return true;
}

/* Takes the next message; false: there is none, or there is no room for its answer. */
static bool take(struct host *h)
{
    uint8_t type;
    const uint8_t *m = h->gone ? NULL : simbricks_first(&h->channel, &type);

    if (!m) return false;
    switch (type) {
    case SIMB_SYNC:
    case SIMB_D2H_INTERRUPT:                    /* this host polls */
        break;
    case SIMB_D2H_READ:
    case SIMB_D2H_WRITE:
        if (!serve(h, type, m)) return false;
        break;
    case SIMB_D2H_READCOMP:
        if (h->answered || simbricks_get(m + SIMB_AT_ID, 8) != h->asked)
            return fail(h, "the device answers a read that was not asked");
        h->answered = true;
        h->answer = (uint32_t)simbricks_get(m + SIMB_HEAD, 4);
        break;
    case SIMB_END:
        return fail(h, "the device has ended");
    default:
        return fail(h, "the device sends a message of type %02x", type);
    }
    simbricks_take(&h->channel);
    return true;
}

/* Takes a message, or rests. False: the device has gone, or it is too late. */
static bool wait(struct host *h, double end)
{
    const bool took = take(h);

    if (h->gone) return false;
    if (!took && simbricks_gone(&h->channel)) return fail(h, "the device has gone");
    if (opening_now() > end)
        return fail(h, "the device does not answer within %g s", h->patience);
    if (!took) simbricks_rest(&h->channel);
    return true;
}

/* A slot, when there is one; NULL: the device has gone. */
static uint8_t *slot(struct host *h, double end)
{
    uint8_t *s;

    if (h->gone) return NULL;
    while (!(s = simbricks_next(&h->channel)))
        if (!wait(h, end)) return NULL;
    return s;
}

/* ---------------------------------------------------------------- the backend */

static bool host_write(void *self, uint32_t address, uint32_t value)
{
    struct host *h = self;
    uint8_t *const s = slot(h, opening_now() + h->patience);

    if (!s) return false;
    simbricks_put(s + SIMB_AT_OFFSET, address, 8);
    simbricks_put(s + SIMB_AT_LENGTH, 4, 2);
    simbricks_put(s + SIMB_HEAD, value, 4);
    simbricks_send(&h->channel, SIMB_H2D_WRITE_POSTED);
    return true;
}

static bool host_read(void *self, uint32_t address, uint32_t *value)
{
    struct host *h = self;
    const double end = opening_now() + h->patience;
    uint8_t *const s = slot(h, end);

    if (!s) return false;
    h->asked++;
    h->answered = false;
    simbricks_put(s + SIMB_AT_ID, h->asked, 8);
    simbricks_put(s + SIMB_AT_OFFSET, address, 8);
    simbricks_put(s + SIMB_AT_LENGTH, 4, 2);
    simbricks_send(&h->channel, SIMB_H2D_READ);
    while (!h->answered)
        if (!wait(h, end)) return false;
    *value = h->answer;
    return true;
}

static bool host_share(void *self, void *memory, size_t bytes, uint64_t *address)
{
    struct host *h = self;

    if (h->shares == SHARES) return false;
    h->share[h->shares++] = (struct share){ memory, bytes };
    *address = (uint64_t)(uintptr_t)memory;
    return true;
}

static void host_release(void *self, void *memory)
{
    struct host *h = self;

    for (unsigned i = 0; i < h->shares; i++)
        if (h->share[i].memory == memory) {
            h->share[i] = h->share[--h->shares];
            return;
        }
}

static void host_run(void *self)
{
    struct host *h = self;

    for (unsigned i = 0; i < MANY; i++)
        if (!take(h)) {
            if (!i) wait(h, opening_now() + h->patience);
            return;
        }
}

static const char *host_gone(void *self)
{
    const struct host *h = self;

    return h->gone ? h->why : NULL;
}

static void host_close(void *self)
{
    struct host *h = self;

    simbricks_close(&h->channel);
    free(h);
}

bool ttpnic_simbricks(const char *path, double seconds, struct ttpnic_backend *into, char *why,
                      size_t n)
{
    struct host *h = calloc(1, sizeof *h);
    struct simbricks_device d;

    if (!h) {
        snprintf(why, n, "no memory");
        return false;
    }
    if (!simbricks_connect(&h->channel, path, &d, seconds, why, n)) {
        free(h);
        return false;
    }
    if (d.bar < BAR) {
        snprintf(why, n, "%s: device %04x:%04x is no NIC, its BAR 0 has %llu bytes", path, d.vendor,
                 d.device, (unsigned long long)d.bar);
        host_close(h);
        return false;
    }
    h->answered = true;
    h->patience = seconds;
    *into = (struct ttpnic_backend){ h, host_write, host_read, host_share, host_release, host_run,
                                     host_gone, host_close, NULL, NULL };
    return true;
}

uint64_t ttpnic_simbricks_strays(const struct ttpnic_backend *b)
{
    return ((const struct host *)b->self)->strays;
}
