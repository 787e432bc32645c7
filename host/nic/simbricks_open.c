/* SPDX-License-Identifier: Apache-2.0
 *
 * How a channel comes to be; see simbricks.h.
 *
 *     listener   socket, bind, listen, accept    -> intro with the memory's descriptor ->
 *     connecter  socket, connect                 <- intro <-
 *
 * Both send first and then read, so neither waits for the other's word. */
#define _GNU_SOURCE             /* memfd_create, SOCK_CLOEXEC */
#include "simbricks.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "opening.h"

enum { RETRY = 20, INTRO = 2048 };      /* ms; bytes of the longest intro */

static bool find_device(struct simbricks *s, const struct opening *o)
{
    struct sockaddr_un a;

    if (!opening_address(o, &a)) return false;
    for (;;) {
        int e;
        s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (s->fd >= 0 && opening_connect(s->fd, &a)) return true;
        e = errno;
        if (s->fd >= 0) close(s->fd);
        s->fd = -1;
        /* It may be there in a moment. */
        if (e != ENOENT && e != ECONNREFUSED && e != EAGAIN)
            return opening_fail(o, "%s", strerror(e));
        if (opening_now() >= o->end)
            return opening_fail(o, "nobody listens there within %g s", o->seconds);
        poll(NULL, 0, RETRY);
    }
}

/* The intro, and the descriptor of the memory with it; -1: none. */
static bool say(struct simbricks *s, const uint8_t *intro, size_t bytes, int memory)
{
    union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr head; } control = { { 0 } };
    struct iovec io = { (void *)(uintptr_t)intro, bytes };
    struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1 };

    if (memory >= 0) {
        m.msg_control = control.room;
        m.msg_controllen = sizeof control.room;
        control.head.cmsg_level = SOL_SOCKET;
        control.head.cmsg_type = SCM_RIGHTS;
        control.head.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.head), &memory, sizeof memory);
    }
    return sendmsg(s->fd, &m, MSG_NOSIGNAL) == (ssize_t)bytes;
}

/* Until at least `need` bytes have come, and a descriptor if one comes along. */
static bool hear(struct simbricks *s, const struct opening *o, uint8_t intro[INTRO], size_t *have,
                 size_t need, int *memory)
{
    while (*have < need) {
        union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr head; } control;
        struct iovec io = { intro + *have, INTRO - *have };
        struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.room,
                            .msg_controllen = sizeof control.room };
        const struct cmsghdr *c;
        ssize_t n;

        if (!opening_ready(o, s->fd)) return false;
        n = recvmsg(s->fd, &m, MSG_CMSG_CLOEXEC);
        if (n <= 0) return false;
        c = CMSG_FIRSTHDR(&m);
        if (c && c->cmsg_type == SCM_RIGHTS && *memory < 0)
            memcpy(memory, CMSG_DATA(c), sizeof *memory);
        *have += (size_t)n;
    }
    return true;
}

static bool silent(const struct opening *o)
{
    return opening_fail(o, "the other side does not say who it is");
}

static bool agree(const struct opening *o, uint64_t version, uint64_t flags, uint64_t upper)
{
    if (version != SIMB_VERSION)
        return opening_fail(o, "the other side speaks version %llu of the protocol, we speak %u",
                            (unsigned long long)version, SIMB_VERSION);
    if (upper != SIMB_UPPER_PCIE)
        return opening_fail(o, "the other side does not speak PCIe, its kind is %llu",
                            (unsigned long long)upper);
    if (flags & SIMB_FLAG_FORCE)
        return opening_fail(o, "the other side insists on synchronisation, which we do not have");
    return true;
}

static bool map(struct simbricks *s, const struct opening *o, int memory)
{
    struct stat st;
    void *p;

    if (memory < 0 || fstat(memory, &st) || st.st_size <= 0)
        return opening_fail(o, "no shared memory came with the other side's word");
    p = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (p == MAP_FAILED) return opening_fail(o, "shared memory: %s", strerror(errno));
    s->shared = p;
    s->size = (size_t)st.st_size;
    return true;
}

/* A queue of which three numbers of an intro speak. */
static bool queue(const struct simbricks *s, const struct opening *o, struct simbricks_queue *q,
                  const uint8_t *intro)
{
    const uint64_t offset = simbricks_get(intro, 8), slot = simbricks_get(intro + 8, 8);
    const uint64_t slots = simbricks_get(intro + 16, 8);

    if (slot < 2 * SIMB_HEAD || slots < 2 || offset > s->size
        || slots > (s->size - offset) / slot)
        return opening_fail(o, "the other side names a queue of %llu slots of %llu bytes at %llu, "
                            "in %zu bytes of memory", (unsigned long long)slots,
                            (unsigned long long)slot, (unsigned long long)offset, s->size);
    *q = (struct simbricks_queue){ s->shared + offset, slot, slots, 0 };
    return true;
}

/* The intro of a device with such queues. */
static void introduce(uint8_t mine[SIMB_L_BYTES + SIMB_DEV_BYTES],
                      const struct simbricks_device *d, uint64_t slots, uint64_t slot)
{
    uint8_t *const dev = mine + SIMB_L_BYTES;

    memset(mine, 0, SIMB_L_BYTES + SIMB_DEV_BYTES);
    simbricks_put(mine + SIMB_L_VERSION, SIMB_VERSION, 8);
    simbricks_put(mine + SIMB_L_L2C_SLOT, slot, 8);
    simbricks_put(mine + SIMB_L_L2C_SLOTS, slots, 8);
    simbricks_put(mine + SIMB_L_C2L_OFFSET, slots * slot, 8);
    simbricks_put(mine + SIMB_L_C2L_SLOT, slot, 8);
    simbricks_put(mine + SIMB_L_C2L_SLOTS, slots, 8);
    simbricks_put(mine + SIMB_L_UPPER, SIMB_UPPER_PCIE, 8);
    simbricks_put(mine + SIMB_L_UPPER_AT, SIMB_L_BYTES, 8);
    simbricks_put(dev + SIMB_DEV_BAR, d->bar, 8);
    simbricks_put(dev + SIMB_DEV_VENDOR, d->vendor, 2);
    simbricks_put(dev + SIMB_DEV_DEVICE, d->device, 2);
    simbricks_put(dev + SIMB_DEV_CLASS, d->class_code, 1);
    simbricks_put(dev + SIMB_DEV_SUBCLASS, d->subclass, 1);
}

/* The first host that says anything. One that goes without a word has looked for a stale socket. */
static bool await_host(struct simbricks *s, const struct opening *o, int listener,
                       const uint8_t mine[SIMB_L_BYTES + SIMB_DEV_BYTES], int memory)
{
    uint8_t its[INTRO];
    size_t have = 0;
    int none = -1;

    while (opening_ready(o, listener)) {
        s->fd = accept(listener, NULL, NULL);
        if (s->fd >= 0 && say(s, mine, SIMB_L_BYTES + SIMB_DEV_BYTES, memory)
            && hear(s, o, its, &have, SIMB_C_BYTES, &none))
            break;
        if (s->fd >= 0) close(s->fd);
        s->fd = -1;
        if (have) return silent(o);
    }
    if (none >= 0) close(none);
    if (s->fd < 0) return opening_fail(o, "no host has come within %g s", o->seconds);
    return agree(o, simbricks_get(its + SIMB_C_VERSION, 8), simbricks_get(its + SIMB_C_FLAGS, 8),
                 simbricks_get(its + SIMB_C_UPPER, 8))
        && queue(s, o, &s->to, mine + SIMB_L_L2C_OFFSET)
        && queue(s, o, &s->from, mine + SIMB_L_C2L_OFFSET);
}

static bool greet_device(struct simbricks *s, const struct opening *o, struct simbricks_device *d,
                         int *memory)
{
    uint8_t mine[SIMB_C_BYTES + SIMB_HOST_BYTES] = { 0 }, its[INTRO];
    const uint8_t *const dev = its + SIMB_L_BYTES;
    size_t have = 0;

    simbricks_put(mine + SIMB_C_VERSION, SIMB_VERSION, 8);
    simbricks_put(mine + SIMB_C_UPPER, SIMB_UPPER_PCIE, 8);
    simbricks_put(mine + SIMB_C_UPPER_AT, SIMB_C_BYTES, 8);
    if (!say(s, mine, sizeof mine, -1) || !hear(s, o, its, &have, SIMB_L_BYTES, memory))
        return silent(o);
    if (!agree(o, simbricks_get(its + SIMB_L_VERSION, 8), simbricks_get(its + SIMB_L_FLAGS, 8),
               simbricks_get(its + SIMB_L_UPPER, 8)))
        return false;
    if (simbricks_get(its + SIMB_L_UPPER_AT, 8) != SIMB_L_BYTES)
        return opening_fail(o, "the intro of the device is not behind that of the listener");
    if (!hear(s, o, its, &have, SIMB_L_BYTES + SIMB_DEV_BYTES, memory)) return silent(o);
    *d = (struct simbricks_device){
        .bar = simbricks_get(dev + SIMB_DEV_BAR_FLAGS, 8) & SIMB_BAR_IO
             ? 0 : simbricks_get(dev + SIMB_DEV_BAR, 8),
        .vendor = (uint16_t)simbricks_get(dev + SIMB_DEV_VENDOR, 2),
        .device = (uint16_t)simbricks_get(dev + SIMB_DEV_DEVICE, 2),
        .class_code = dev[SIMB_DEV_CLASS], .subclass = dev[SIMB_DEV_SUBCLASS],
    };
    return map(s, o, *memory) && queue(s, o, &s->to, its + SIMB_L_C2L_OFFSET)
        && queue(s, o, &s->from, its + SIMB_L_L2C_OFFSET);
}

/* After a failure nothing is left open, and nobody is told an end. */
static bool opened(struct simbricks *s, bool ok)
{
    if (ok) return true;
    if (s->fd >= 0) close(s->fd);
    if (s->shared) munmap(s->shared, s->size);
    s->fd = -1;
    s->shared = NULL;
    return false;
}

bool simbricks_listen(struct simbricks *s, const char *path, const struct simbricks_device *d,
                      uint64_t slots, uint64_t slot, double seconds, char *why, size_t n)
{
    const struct opening o = { path, seconds, opening_now() + seconds, why, n };
    const int memory = memfd_create("simbricks", MFD_CLOEXEC);
    uint8_t mine[SIMB_L_BYTES + SIMB_DEV_BYTES];
    struct sockaddr_un a;
    bool ok;

    *s = (struct simbricks){ .fd = -1 };
    if (memory < 0 || ftruncate(memory, (off_t)(2 * slots * slot))) {
        opening_fail(&o, "shared memory: %s", strerror(errno));
        if (memory >= 0) close(memory);
        return false;
    }
    introduce(mine, d, slots, slot);
    ok = map(s, &o, memory);
    if (ok) {
        const int listener = opening_listen(&o, &a);
        ok = listener >= 0 && await_host(s, &o, listener, mine, memory);
        if (listener >= 0) {
            close(listener);
            unlink(a.sun_path);
        }
    }
    close(memory);
    return opened(s, ok);
}

bool simbricks_connect(struct simbricks *s, const char *path, struct simbricks_device *d,
                       double seconds, char *why, size_t n)
{
    const struct opening o = { path, seconds, opening_now() + seconds, why, n };
    int memory = -1;
    bool ok;

    *s = (struct simbricks){ .fd = -1 };
    ok = find_device(s, &o) && greet_device(s, &o, d, &memory);
    if (memory >= 0) close(memory);
    return opened(s, ok);
}
