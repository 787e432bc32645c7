/* SPDX-License-Identifier: Apache-2.0
 *
 * Two NICs in this process, of one clock, with a cable between them. All of it is the model, cycle
 * by cycle, and nothing depends on the machine: the same seed, the same cycles. */
#ifndef PAIR_H
#define PAIR_H

#include "ttpnic_model.h"
#include "wire_harm.h"

enum {
    PAIR_LATENCY = 195,         /* cycles from an address, or written data, to memory's answer */
    PAIR_CABLE = 20,            /* cycles from a pin to that of the other end                  */
    PAIR_READS = 16             /* READs that a NIC takes at a time                            */
};
#define PAIR_HZ 195312500.0     /* the clock: 512 bit of it are 100 Gb/s                       */

struct pair;

struct pair_end {
    struct pair *pair;
    struct pair_end *other;
    struct ttpnic_backend backend;
    struct ttpnic *nic;         /* of node 1 at end 0, of node 2 at end 1                      */
    struct wire_harm harm;      /* to frames that leave here                                   */
    uint64_t last;              /* cycle in which the last frame left                          */
    struct { uint64_t due; size_t bytes; uint8_t frame[1536]; } on_way[64]; /* to here         */
    unsigned first, count;
};

struct pair {
    struct pair_end end[2];
    uint64_t now;               /* cycles so far                                               */
    bool     steps;             /* one end has begun a cycle                                   */
};

/* Powers both up, with harm's seed and probabilities for either direction; it stays where it is.
 * False and *why set: no memory. */
bool pair_open(struct pair *p, const struct wire_harm *harm, const char **why);
void pair_close(struct pair *p);

#endif
