/* SPDX-License-Identifier: Apache-2.0
 *
 * A hostile wire between processes: one Ethernet frame without FCS a datagram, on 127.0.0.1. */
#ifndef WIRE_UDP_H
#define WIRE_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire_harm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wire_udp {
    int      fd;
    int      local, remote;     /* ports                                             */
    bool     follows;           /* remote is whoever spoke last                      */
    struct wire_harm harm;      /* to frames that leave                              */
    uint64_t sent, received;    /* frames                                            */
};

/* udp:LOCAL:REMOTE; LOCAL 0: a free port, REMOTE 0: whoever spoke last. False and why. */
bool   wire_udp_open(struct wire_udp *w, const char *text, char *why, size_t n);
void   wire_udp_send(void *wire, const uint8_t *frame, size_t bytes);
size_t wire_udp_receive(void *wire, uint8_t *frame, size_t most);
/* Sleeps until a frame is there, a millisecond at most. */
void   wire_udp_idle(void *wire);
/* Or until that descriptor can be read; -1: none. */
void   wire_udp_idle_or(struct wire_udp *w, int fd);

#ifdef __cplusplus
}
#endif

#endif
