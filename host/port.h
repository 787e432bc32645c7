/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a card is reached: an Ethernet interface, a UART, or UDP for the simulated card. A port
 * carries frames of docs/host-link.md from byte 14 on; what stands before them, and padding, checks
 * and escapes, are its own. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PORT_FRAME 1536             /* no frame is longer */
#define PORT_CARD_OUI "\x02\x54\x54"
#define PORT_ANY_NODE 0xFFFFFFFFu   /* whichever card is there: broadcast until the first answer */

struct port {
    /* 0, or -1 and why. */
    int  (*send)(struct port *p, const uint8_t *frame, size_t n);
    /* Bytes of a frame, 0 if none came within `ms`, or -1 and why. */
    int  (*recv)(struct port *p, uint8_t *frame, size_t size, int ms);
    void (*close)(struct port *p);
    int  fd;
    unsigned ahead;                 /* frames that may wait here unread without loss */
    unsigned frame_ms;              /* time of the longest frame, at least */
    char why[200];                  /* one line, when something returned -1 */
};

/* NULL: `why` says what is wrong. */
struct port *port_packet(const char *interface, uint32_t node, char *why, size_t size);
struct port *port_udp(const char *host_port, uint32_t node, char *why, size_t size);
struct port *port_uart(const char *device, unsigned baud, char *why, size_t size);

/* Shared by the ports that carry Ethernet frames. */
#define ETHER_HEADER 14
#define ETHER_MIN    60
#define ETHER_TYPE   0x88B5u

struct ether {
    uint8_t own[6], card[6];
    bool learnt;                    /* `card` is the address of one card */
};
void   ether_init(struct ether *e, uint32_t node, const uint8_t own[6]);
/* The whole frame, padded, to `out` of PORT_FRAME bytes; its length. */
size_t ether_pack(const struct ether *e, const uint8_t *frame, size_t n, uint8_t *out);
/* Bytes from 14 on if it is for us, else 0. */
size_t ether_unpack(struct ether *e, const uint8_t *in, size_t n, uint8_t *frame, size_t size);

/* 1: readable, 0: not within `ms`, -1: error. */
int  port_wait(int fd, short events, int ms);
/* Milliseconds of a clock that never goes back. */
int64_t now_ms(void);

#endif
