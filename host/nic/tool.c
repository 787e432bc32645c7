/* SPDX-License-Identifier: Apache-2.0
 *
 * put, get and serve; see tool.h. */
#include "tool.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ttp_regs.h"
#include "ttpnic_regs.h"

enum { OPEN = 8 };              /* messages at most */
enum { HURRY = 15 };            /* seconds between two looks whether payloads still pass */
static const double LINGER = 0.05;      /* seconds at the end, for answers to what came last */

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A number for a request: another each time. */
static uint32_t fresh(void)
{
    return (uint32_t)(uint64_t)(seconds() * 1e6);
}

/* Of this NIC. */
static uint64_t cycles(struct tool *t)
{
    uint32_t low = 0, high = 0;

    ttpnic_read_register(t->nic, TTP_REG_CYCLES_LO, &low);
    ttpnic_read_register(t->nic, TTP_REG_CYCLES_HI, &high);
    return (uint64_t)high << 32 | low;
}

/* What does not go because the NIC has gone has that for its reason. */
static _Noreturn void halt(struct tool *t, const char *what)
{
    const char *gone = ttpnic_gone(t->nic);
    const uint64_t strays = t->messages ? ttpnic_simbricks_strays(&t->backend) : 0;

    if (strays) stop(1, "%s; %llu accesses of the device outside of the memory that is shared",
                     gone ? gone : what, (unsigned long long)strays);
    stop(1, "%s", gone ? gone : what);
}

/* Shared memory for so many bytes; there is always a byte of it. */
static void *memory(struct tool *t, uint64_t bytes)
{
    void *m = bytes < SIZE_MAX ? ttpnic_allocate(t->nic, bytes + 1) : NULL;

    if (m && ttpnic_share(t->nic, m, bytes + 1)) return m;
    ttpnic_give_back(t->nic, m);
    errno = ENOMEM;
    return NULL;
}

void tool_buffers(struct tool *t)
{
    t->in = memory(t, BUFFERS * sizeof *t->in);
    t->out = memory(t, sizeof *t->out);
    if (!t->in || !t->out) halt(t, "memory can not be shared with the NIC");
    for (unsigned i = 0; i < BUFFERS; i++)
        if (!ttpnic_buffer(t->nic, &t->in[i], sizeof t->in[i], i)) halt(t, "no room for buffers");
}

/* A client ends; a server says so and takes the next request. */
static _Noreturn void fail(struct tool *t, const char *what)
{
    if (ttpnic_gone(t->nic)) halt(t, what);
    if (!t->serves) stop(1, "node %06x: %s", t->peer, what);
    printf("node %06x: %s\n", t->peer, what);
    fflush(stdout);
    longjmp(t->again, 1);
}

static void post(struct tool *t, struct ttpnic_message m)
{
    m.node = t->peer;
    m.cookie = t->request;
    if (!ttpnic_post(t->nic, &m)) fail(t, "a message could not be posted");
    t->open++;
}

/* Payloads have come or gone since it was asked last. So a peer counts as gone between one and two
 * HURRYs behind the last one. */
static bool moves(struct tool *t)
{
    const uint32_t before = t->payloads;
    uint32_t posted = 0, taken = 0;

    ttpnic_read_register(t->nic, NIC_COUNT, &posted);
    ttpnic_read_register(t->nic, NIC_COUNT + 4, &taken);
    t->payloads = posted + taken;
    return t->payloads != before;
}

/* The next completion. Messages of an older request may fail. A NIC that is simulated may take long
 * for a message. */
static struct ttpnic_completion next(struct tool *t, bool forever)
{
    struct ttpnic_completion c;
    double end = seconds() + HURRY;

    while (!ttpnic_poll(t->nic, &c, 1)) {
        const bool late = !forever && seconds() > end;

        if (ttpnic_gone(t->nic) || (late && !moves(t))) fail(t, "no answer");
        if (late) end = seconds() + HURRY;
    }
    if (c.kind == TTPNIC_DONE) {
        t->open--;
        if (c.status && c.cookie == t->request) fail(t, ttpnic_status_name(c.status));
    }
    return c;
}

/* The next one, but what is RECEIVED waits for hear(). */
static enum ttpnic_kind next_but_notes(struct tool *t, bool forever)
{
    const struct ttpnic_completion c = next(t, forever);

    if (c.kind == TTPNIC_RECEIVED) t->waiting[t->waits++] = c;
    return c.kind;
}

static void drain(struct tool *t)
{
    while (t->open) next_but_notes(t, false);
}

static void say(struct tool *t, enum word word, uint32_t key, uint64_t length, const char *name)
{
    drain(t);
    *t->out = (struct note){ .word = word, .key = key, .length = length, .number = t->number };
    snprintf(t->out->name, sizeof t->out->name, "%s", name);
    post(t, (struct ttpnic_message){ .op = TTPNIC_SEND, .local = t->out,
                                     .length = sizeof *t->out });
}

/* The oldest note, of our peer only or of anybody; its buffer is posted again. */
static struct note hear(struct tool *t, bool anybody)
{
    for (;;) {
        for (unsigned i = 0; i < t->waits; i++) {
            const struct ttpnic_completion c = t->waiting[i];
            struct note n;

            if (!anybody && c.node != t->peer) continue;
            memmove(t->waiting + i, t->waiting + i + 1, (--t->waits - i) * sizeof c);
            n = t->in[c.cookie];
            n.name[NAME - 1] = 0;
            if (!ttpnic_buffer(t->nic, &t->in[c.cookie], sizeof n, c.cookie))
                halt(t, "the ring of buffers is full");
            if (c.status || c.length != sizeof n) break;
            t->peer = c.node;
            return n;
        }
        next_but_notes(t, anybody);
    }
}

/* What was sent to a client before, and not acknowledged, comes to the next one of that node. */
static struct note answer(struct tool *t, enum word want)
{
    struct note n;

    do n = hear(t, false); while (n.number != t->number);
    if (n.word == WORD_NO) fail(t, n.name);
    if (n.word != want) fail(t, "an answer to something else");
    return n;
}

/* ---------------------------------------------------------------- files */

static const char *last_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static uint8_t *load(struct tool *t, const char *path, uint64_t *bytes)
{
    FILE *f = fopen(path, "rb");
    uint8_t *m = NULL;
    long size;

    if (!f) return NULL;
    if (!fseek(f, 0, SEEK_END) && (size = ftell(f)) >= 0 && !fseek(f, 0, SEEK_SET)) {
        *bytes = (uint64_t)size;
        m = memory(t, *bytes);
        if (m && fread(m, 1, *bytes, f) != *bytes) {
            ttpnic_give_back(t->nic, m);
            m = NULL;
        }
    }
    fclose(f);
    return m;
}

static bool store(const char *path, const uint8_t *m, uint64_t bytes)
{
    FILE *f = fopen(path, "wb");
    const bool ok = f && fwrite(m, 1, bytes, f) == bytes;

    return f && !fclose(f) && ok;
}

/* ---------------------------------------------------------------- client */

/* Messages that may be open: as many READs as this NIC takes of a peer, whose NIC is like it. */
static unsigned limit(struct tool *t, enum ttpnic_op op)
{
    uint32_t param = 0;

    if (op != TTPNIC_READ || !ttpnic_read_register(t->nic, NIC_PARAM, &param)) return OPEN;
    return param >> 24 < OPEN ? param >> 24 : OPEN;
}

/* All of it, in messages of a piece each. The last write has a notice. */
static void move(struct tool *t, enum ttpnic_op op, uint8_t *m, uint64_t bytes, uint32_t key)
{
    const uint64_t begin = cycles(t);
    const unsigned most = limit(t, op);

    for (uint64_t at = 0;; at += PIECE) {
        const uint64_t left = bytes - at;
        const bool whole = left > PIECE;

        while (t->open >= most) next_but_notes(t, false);
        post(t, (struct ttpnic_message){ .op = op, .notice = op == TTPNIC_WRITE && !whole,
                                         .local = m + at, .key = key, .offset = at,
                                         .length = whole ? PIECE : (uint32_t)left });
        if (!whole) break;
    }
    drain(t);
    t->bytes = bytes;
    t->took = cycles(t) - begin;
}

void tool_put(struct tool *t)
{
    uint64_t bytes;
    uint8_t *m = load(t, t->argument, &bytes);

    if (!m) stop(1, "%s: %s", t->argument, strerror(errno));
    t->number = fresh();
    say(t, WORD_PUT, 0, bytes, last_of(t->argument));
    move(t, TTPNIC_WRITE, m, bytes, answer(t, WORD_GO).key);
    answer(t, WORD_STORED);
    ttpnic_give_back(t->nic, m);
}

void tool_get(struct tool *t)
{
    struct note go;
    uint8_t *m;

    t->number = fresh();
    say(t, WORD_GET, 0, 0, t->argument);
    go = answer(t, WORD_GO);
    m = memory(t, go.length);
    if (!m) stop(1, "no memory for %llu bytes", (unsigned long long)go.length);
    move(t, TTPNIC_READ, m, go.length, go.key);
    say(t, WORD_THANKS, 0, 0, "");
    drain(t);
    if (!store(t->into ? t->into : last_of(t->argument), m, go.length))
        stop(1, "%s: %s", t->into ? t->into : t->argument, strerror(errno));
    ttpnic_give_back(t->nic, m);
}

/* ---------------------------------------------------------------- server */

/* A client that has gone and come again does not go on where it was. */
static void begins_anew(struct tool *t)
{
    for (unsigned i = 0; i < t->waits; i++)
        if (t->waiting[i].node == t->peer) fail(t, "the client begins anew");
}

static void wait_for_notice(struct tool *t)
{
    while (next_but_notes(t, false) != TTPNIC_NOTICE) begins_anew(t);
}

static void region(struct tool *t, uint8_t *m, uint64_t bytes, unsigned rights, uint32_t *key)
{
    static uint32_t secret = 0x5eed;

    t->lent = m;
    secret = (secret * 1664525u + 1013904223u) & 0xffffff;
    if (!ttpnic_region(t->nic, 0, m, bytes, rights, (int32_t)t->peer, secret, key))
        halt(t, "no region");
}

/* The region ends, and its memory goes. */
static void region_ends(struct tool *t)
{
    for (unsigned i = 0; !ttpnic_region_end(t->nic, 0); i++)
        if (i == 1000) halt(t, "a region does not end");
    if (t->lent) ttpnic_give_back(t->nic, t->lent);
    t->lent = NULL;
}

static bool serve_put(struct tool *t, const struct note *n, const char *path)
{
    uint8_t *m = memory(t, n->length);
    uint32_t key;
    bool ok;

    if (!m) {
        say(t, WORD_NO, 0, 0, "no memory");
        return false;
    }
    region(t, m, n->length, TTPNIC_PEERS_WRITE, &key);
    say(t, WORD_GO, key, n->length, "");
    wait_for_notice(t);
    ok = store(path, m, n->length);
    region_ends(t);
    if (ok) say(t, WORD_STORED, 0, 0, "");
    else say(t, WORD_NO, 0, 0, strerror(errno));
    return ok;
}

static bool serve_get(struct tool *t, const char *path)
{
    uint64_t bytes;
    uint8_t *m = load(t, path, &bytes);
    unsigned begins;
    uint32_t key;

    if (!m) {
        say(t, WORD_NO, 0, 0, strerror(errno));
        return false;
    }
    region(t, m, bytes, TTPNIC_PEERS_READ, &key);
    say(t, WORD_GO, key, bytes, "");
    /* Anything else than thanks is of a client that begins anew. */
    do {
        begins = t->waits;
        next_but_notes(t, false);
    } while (t->waits == begins || t->waiting[begins].node != t->peer);
    if (t->in[t->waiting[begins].cookie].word != WORD_THANKS) begins_anew(t);
    hear(t, false);
    region_ends(t);
    return true;
}

static void serve_one(struct tool *t)
{
    const struct note n = hear(t, true);
    const bool named = n.name[0] && n.name[0] != '.' && !strchr(n.name, '/');
    char path[4096];
    bool ok = false;

    t->request++;
    t->number = n.number;
    snprintf(path, sizeof path, "%s/%s", t->dir, n.name);
    if (!named) say(t, WORD_NO, 0, 0, "a file name without a slash, not beginning with a dot");
    else if (n.word == WORD_PUT) ok = serve_put(t, &n, path);
    else if (n.word == WORD_GET) ok = serve_get(t, path);
    drain(t);
    printf("node %06x %s %s: %s\n", t->peer, n.word == WORD_PUT ? "puts" : "gets", n.name,
           ok ? "done" : "failed");
    fflush(stdout);
}

void tool_serve(struct tool *t)
{
    t->serves = true;
    if (t->device) printf("node %06x serves %s, device %s\n", t->node, t->dir, t->device);
    else printf("node %06x serves %s, wire udp 127.0.0.1:%d\n", t->node, t->dir, t->wire.local);
    fflush(stdout);
    for (;;) {
        if (setjmp(t->again)) region_ends(t);
        else serve_one(t);
    }
}

void tool_linger(struct tool *t)
{
    struct ttpnic_completion c;

    for (const double end = seconds() + LINGER; seconds() < end;) ttpnic_poll(t->nic, &c, 1);
}

void tool_report(struct tool *t)
{
    if (t->took)
        printf("  memory to memory  %llu bytes, %.2f bytes a cycle of this NIC\n",
               (unsigned long long)t->bytes, (double)t->bytes / (double)t->took);
    if (t->messages)
        printf("  device            %llu accesses outside of the memory that is shared\n",
               (unsigned long long)ttpnic_simbricks_strays(&t->backend));
    else if (!t->device)
        printf("  wire of node %-4x %llu frames out, %llu in; "
               "lost %llu, doubled %llu, reordered %llu\n", t->node,
               (unsigned long long)t->wire.sent, (unsigned long long)t->wire.received,
               (unsigned long long)t->wire.harm.lost, (unsigned long long)t->wire.harm.doubled,
               (unsigned long long)t->wire.harm.reordered);
}
