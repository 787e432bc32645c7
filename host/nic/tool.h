/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of ttpnic share. put, get and serve speak by SENDs of one struct each; data go by
 * WRITE and READ, to and from a region that the server makes for them. */
#ifndef TTPNIC_TOOL_H
#define TTPNIC_TOOL_H

#include <setjmp.h>

#include "ttpnic_model.h"
#include "ttpnic_pci.h"
#include "ttpnic_simbricks.h"
#include "wire_udp.h"

enum { BUFFERS = 16, NAME = 100, PIECE = 1 << 20, PERF_ITERATIONS = 10000 };
enum word { WORD_PUT = 1, WORD_GET, WORD_GO, WORD_STORED, WORD_THANKS, WORD_NO };

/* The content of a SEND. */
struct note {
    uint32_t word;
    uint32_t key;
    uint64_t length;
    uint32_t number;            /* of the request; an answer has that of what it answers */
    char     name[NAME];        /* of a file; of WORD_NO: why */
};

struct tool {
    struct wire_udp wire;
    struct ttpnic_backend backend;
    struct ttpnic *nic;
    uint32_t node, peer;
    const char *where, *device, *argument, *dir, *into;    /* of where and device one is NULL */
    bool     messages;          /* the device is one of SimBricks */
    double   wait;              /* seconds, for the device; 0: as ever */
    uint32_t size, iterations;  /* of bw and lat; 0: all sizes, as many as are usual */
    uint32_t coalesce;          /* of bw and lat: COALESCE of both NICs */
    bool     serves;
    jmp_buf  again;             /* of a server whose request has failed */
    uint64_t request;           /* which one: cookie of its messages */
    uint32_t number;            /* of it, as the client says */
    uint8_t *lent;              /* memory of the region of the request */
    struct note *in, *out;      /* in: BUFFERS of them */
    uint64_t bytes, took;       /* data, and cycles for them */
    unsigned open;              /* messages without completion */
    uint32_t payloads;          /* in and out, when they were counted last */
    struct ttpnic_completion waiting[BUFFERS];  /* notes that nobody has heard, oldest first */
    unsigned waits;
};

_Noreturn void stop(int code, const char *text, ...);

void tool_buffers(struct tool *t);
void tool_serve(struct tool *t);
void tool_put(struct tool *t);
void tool_get(struct tool *t);
/* Answers what may come again because the last answer was lost. */
void tool_linger(struct tool *t);
void tool_report(struct tool *t);
/* Prints the table of bw or lat: t->size up to PIECE bytes, of a SEND up to TTPNIC_SEND_MAX,
 * t->iterations up to PERF_ITERATIONS, and the harm of t->wire. */
void tool_perf(const struct tool *t, bool lat, enum ttpnic_op op, const char *name);

#endif
