/* SPDX-License-Identifier: Apache-2.0
 *
 * bw and lat: what perftest's tools of these names print, of two NICs in this process (pair.h).
 * All times are cycles of the simulation. The hosts take no time but for their register accesses,
 * one after the other, and look at their memory every second cycle. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair.h"
#include "tool.h"
#include "ttpnic_regs.h"

enum {
    DEPTH = 512,                /* messages that bw has posted at a time, and buffers for SENDs */
    ROW = 8 << 20               /* bytes that a row moves where no number of iterations is given */
};

struct perf {
    enum ttpnic_op op;
    struct pair pair;
    /* Of each end: what it sends or lends, and behind it what the other one writes, or a READ. */
    uint8_t *from[2], *into[2];
    uint32_t key[2];
    uint32_t size, iterations;
    uint32_t done[2], received[2];              /* messages, since the row began */
    uint64_t begun[PERF_ITERATIONS], ended[PERF_ITERATIONS];        /* cycles */
    double sample[PERF_ITERATIONS];             /* microseconds */
};

/* ---------------------------------------------------------------- messages */

static void buffer(struct perf *f, unsigned end, uint64_t place)
{
    if (!ttpnic_buffer(f->pair.end[end].nic, f->into[end] + place * TTPNIC_SEND_MAX,
                       TTPNIC_SEND_MAX, place))
        stop(1, "no room for a buffer");
}

static void compare(const struct perf *f, unsigned end, uint64_t place)
{
    if (memcmp(f->into[end] + place * TTPNIC_SEND_MAX, f->from[1 - end], f->size))
        stop(1, "%u bytes are not what was sent", f->size);
}

static void post(struct perf *f, unsigned end)
{
    const bool read = f->op == TTPNIC_READ;
    const struct ttpnic_message m = {
        .op = f->op, .node = 2 - end, .local = read ? f->into[end] : f->from[end],
        .length = f->size, .key = f->key[1 - end], .offset = read ? 0 : PIECE,
    };

    if (!ttpnic_post(f->pair.end[end].nic, &m)) stop(1, "a message could not be posted");
}

/* A poll of each host. */
static void turn(struct perf *f)
{
    for (unsigned end = 0; end < 2; end++) {
        struct ttpnic_completion c[16];
        const unsigned n = ttpnic_poll(f->pair.end[end].nic, c, 16);

        for (unsigned i = 0; i < n; i++) {
            if (c[i].status)
                stop(1, "a message of %u bytes: %s", f->size, ttpnic_status_name(c[i].status));
            if (c[i].kind == TTPNIC_RECEIVED) {
                compare(f, end, c[i].cookie);
                buffer(f, end, c[i].cookie);
                f->received[end]++;
            } else {
                if (end == 0) f->ended[f->done[0]] = f->pair.now;
                f->done[end]++;
            }
        }
    }
}

/* New bytes at both ends, none of them where they go. */
static void prepare(struct perf *f, uint32_t iterations)
{
    f->iterations = iterations;
    memset(f->done, 0, sizeof f->done);
    memset(f->received, 0, sizeof f->received);
    for (unsigned end = 0; end < 2; end++)
        for (uint32_t i = 0; i < PIECE; i++) {
            f->from[end][i] = (uint8_t)(i * 167 + (i >> 8) + f->size + end);
            f->into[1 - end][i] = (uint8_t)~f->from[end][i];
        }
}

/* ---------------------------------------------------------------- bandwidth */

/* The peak is the best of all stretches, from the post of a message to the end of one behind it,
 * as perftest has it. */
static double shortest(const struct perf *f)
{
    double least = INFINITY;

    for (uint32_t i = 0; i < f->iterations; i++)
        for (uint32_t k = i; k < f->iterations; k++)
            least = fmin(least, (double)(f->ended[k] - f->begun[i]) / (k - i + 1));
    return least;
}

static void bw_row(struct perf *f)
{
    const uint32_t depth = f->op == TTPNIC_READ ? PAIR_READS : DEPTH;
    double average, gb;

    for (uint32_t sent = 0; f->done[0] < f->iterations;) {
        for (; sent < f->iterations && sent - f->done[0] < depth; sent++) {
            f->begun[sent] = f->pair.now;
            post(f, 0);
        }
        turn(f);
    }
    /* The other host may hear of the last SENDs later. */
    while (f->op == TTPNIC_SEND && f->received[1] < f->iterations) turn(f);
    if (f->op != TTPNIC_SEND) compare(f, f->op == TTPNIC_READ ? 0 : 1, 0);
    average = (double)(f->ended[f->iterations - 1] - f->begun[0]) / f->iterations;
    gb = 8e-9 * f->size * PAIR_HZ;
    printf(" %-10u %-13u %-20.2f %-23.2f %.4f\n", f->size, f->iterations, gb / shortest(f),
           gb / average, PAIR_HZ / average * 1e-6);
}

/* ---------------------------------------------------------------- latency */

/* Until the message i of the other end is there: a SEND by its completion, a WRITE by its last
 * byte, which no earlier one had. */
static void arrival(struct perf *f, unsigned end, uint32_t i)
{
    const volatile uint8_t *last = f->into[end] + f->size - 1;

    if (f->op == TTPNIC_SEND) while (f->received[end] <= i) turn(f);
    else while (*last != (uint8_t)i) turn(f);
}

/* There and back; a READ is both by itself. Its cycles, of one way but for a READ. */
static double trip(struct perf *f, uint32_t i)
{
    const uint64_t begin = f->pair.now;

    if (f->op == TTPNIC_READ) {
        post(f, 0);
        while (f->done[0] <= i) turn(f);
        return (double)(f->pair.now - begin);
    }
    for (unsigned end = 0; end < 2; end++) {
        f->from[end][f->size - 1] = (uint8_t)i;
        post(f, end);
        arrival(f, 1 - end, i);
    }
    return (double)(f->pair.now - begin) / 2;
}

/* So many trips, and nothing of them is left to come. */
static void trips(struct perf *f)
{
    /* Not what the first one finds there. */
    for (unsigned end = 0; end < 2; end++) f->into[end][f->size - 1] = 1;
    for (uint32_t i = 0; i < f->iterations; i++) f->sample[i] = trip(f, i) / PAIR_HZ * 1e6;
    while (f->done[0] < f->iterations || (f->op != TTPNIC_READ && f->done[1] < f->iterations))
        turn(f);
    if (f->op != TTPNIC_SEND) compare(f, 0, 0);
}

static int compare_samples(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The least sample that so many parts of them do not exceed. */
static double quantile(const struct perf *f, double part)
{
    return f->sample[(uint32_t)ceil(part * f->iterations) - 1];
}

static void lat_row(struct perf *f)
{
    const uint32_t n = f->iterations;
    double average = 0, squares = 0;

    trips(f);
    for (uint32_t i = 0; i < n; i++) average += f->sample[i] / n;
    for (uint32_t i = 0; i < n; i++) squares += pow(f->sample[i] - average, 2);
    qsort(f->sample, n, sizeof *f->sample, compare_samples);
    printf(" %-7u %-12u %-11.3f %-11.3f %-15.3f %-11.3f %-13.3f %-9.3f %.3f\n", f->size, n,
           f->sample[0], f->sample[n - 1], quantile(f, 0.5), average, sqrt(squares / n),
           quantile(f, 0.99), quantile(f, 0.999));
}

/* ---------------------------------------------------------------- tables */

/* Regions and buffers are there, and the link is open. */
static void begin(struct perf *f, const struct wire_harm *harm, uint32_t coalesce)
{
    const char *why;

    if (!pair_open(&f->pair, harm, &why)) stop(1, "%s", why);
    for (unsigned end = 0; end < 2; end++) {
        struct ttpnic *nic = f->pair.end[end].nic;

        f->from[end] = aligned_alloc(4096, 2 * PIECE);
        if (!f->from[end] || !ttpnic_share(nic, f->from[end], 2 * PIECE)) stop(1, "no memory");
        f->into[end] = f->from[end] + PIECE;
        if (!ttpnic_write_register(nic, NIC_COALESCE, coalesce)) stop(1, "COALESCE");
        if (!ttpnic_region(nic, 0, f->from[end], 2 * PIECE,
                           TTPNIC_PEERS_WRITE | TTPNIC_PEERS_READ, (int32_t)(2 - end), 0x5eed,
                           &f->key[end]))
            stop(1, "no region");
        for (uint64_t i = 0; i < DEPTH; i++) buffer(f, end, i);
    }
    f->size = 1;
    prepare(f, 1);
    trips(f);
}

void tool_perf(const struct tool *t, bool lat, enum ttpnic_op op, const char *name)
{
    static struct perf f;
    const struct wire_harm *harm = &t->wire.harm;
    const uint32_t most = op == TTPNIC_SEND ? TTPNIC_SEND_MAX : PIECE, usual = lat ? 100 : 1000;

    f.op = op;
    begin(&f, harm, t->coalesce);
    printf("%s %s of the model: two NICs in this process, all times simulated, cycle by cycle\n"
           "clock %.4f MHz, line 100 Gb/s, cable %.0f ns, memory answers after %.0f ns\n"
           "loss %g, dup %g, reorder %g each way; coalesce %u cycles; %s\n",
           name, lat ? "latency" : "bandwidth", PAIR_HZ * 1e-6, PAIR_CABLE / PAIR_HZ * 1e9,
           PAIR_LATENCY / PAIR_HZ * 1e9, harm->loss, harm->dup, harm->reorder, t->coalesce,
           !lat ? "from the first post to the last completion"
                : op == TTPNIC_READ ? "from post to completion" : "half of there and back");
    puts(lat ? " #bytes  #iterations  t_min[usec] t_max[usec] t_typical[usec] t_avg[usec] "
               "t_stdev[usec] 99%[usec] 99.9%[usec]"
             : " #bytes     #iterations   BW peak[Gb/sec]      BW average[Gb/sec]      "
               "MsgRate[Mpps]");
    for (f.size = t->size ? t->size : 2; f.size <= most; f.size *= 2) {
        const uint32_t in_row = ROW / f.size < usual ? ROW / f.size : usual;

        prepare(&f, t->iterations ? t->iterations : in_row);
        if (lat) lat_row(&f);
        else bw_row(&f);
        fflush(stdout);
        if (t->size) break;
    }
    for (unsigned end = 0; end < 2; end++) free(f.from[end]);
    pair_close(&f.pair);
}
