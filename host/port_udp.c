/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulated card: a datagram is an Ethernet frame without FCS; see port.h. */
#include "port.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct udp {
    struct port port;
    struct ether ether;
    char name[100];
};

static int udp_fail(struct udp *s)
{
    snprintf(s->port.why, sizeof s->port.why, "UDP %s: %s", s->name,
             errno == ECONNREFUSED ? "nobody listens" : strerror(errno));
    return -1;
}

static int udp_send(struct port *p, const uint8_t *frame, size_t n)
{
    struct udp *s = (struct udp *)p;
    uint8_t out[PORT_FRAME];
    const size_t bytes = ether_pack(&s->ether, frame, n, out);
    for (int tries = 0;; tries++) {
        if (send(p->fd, out, bytes, 0) == (ssize_t)bytes) return 0;
        if ((errno != ENOBUFS && errno != EAGAIN && errno != EINTR) || tries == 1000)
            return udp_fail(s);
        if (errno != EINTR) poll(NULL, 0, 1);
    }
}

static int udp_recv(struct port *p, uint8_t *frame, size_t size, int ms)
{
    struct udp *s = (struct udp *)p;
    const int64_t end = now_ms() + ms;
    for (;;) {
        uint8_t in[PORT_FRAME];
        const ssize_t got = recv(p->fd, in, sizeof in, MSG_DONTWAIT);
        if (got > 0) {
            const size_t n = ether_unpack(&s->ether, in, (size_t)got, frame, size);
            if (n) return (int)n;
        }
        if (got < 0 && errno != EAGAIN && errno != EINTR) return udp_fail(s);
        const int64_t left = end - now_ms();
        if (got < 0 && (left <= 0 || port_wait(p->fd, POLLIN, (int)left) == 0)) return 0;
    }
}

static void udp_close(struct port *p)
{
    close(p->fd);
    free(p);
}

/* The simulation tells its hosts apart by the address, so each process has one of its own. */
static void own_address(uint8_t own[6])
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    const uint64_t ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    const uint64_t x = ns * 0x9E3779B97F4A7C15u + (uint64_t)getpid();
    own[0] = 0x06;
    for (unsigned i = 1; i < 6; i++) own[i] = (uint8_t)(x >> (8 * i + 16));
}

struct port *port_udp(const char *host_port, uint32_t node, char *why, size_t size)
{
    char host[80];
    const char *colon = strrchr(host_port, ':');
    const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM };
    struct addrinfo *list = NULL;
    const int room = 4 << 20;
    char *end = NULL;
    const unsigned long number = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (!colon || colon == host_port || (size_t)(colon - host_port) >= sizeof host || colon[1] < '0'
        || colon[1] > '9' || *end || number < 1 || number > 65535) {
        snprintf(why, size, "--udp %s: not HOST:PORT", host_port);
        return NULL;
    }
    memcpy(host, host_port, (size_t)(colon - host_port));
    host[colon - host_port] = 0;
    const int e = getaddrinfo(host, colon + 1, &hints, &list);
    if (e != 0) {
        snprintf(why, size, "--udp %s: %s", host_port, gai_strerror(e));
        return NULL;
    }
    const int fd = socket(list->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct udp *s = calloc(1, sizeof *s);
    if (fd < 0 || !s || connect(fd, list->ai_addr, list->ai_addrlen) != 0) {
        snprintf(why, size, "--udp %s: %s", host_port, strerror(errno));
        if (fd >= 0) close(fd);
        free(s);
        freeaddrinfo(list);
        return NULL;
    }
    freeaddrinfo(list);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    s->port = (struct port){
        .send = udp_send, .recv = udp_recv, .close = udp_close, .fd = fd, .ahead = 64, .frame_ms = 1
    };
    uint8_t own[6];
    own_address(own);
    ether_init(&s->ether, node, own);
    snprintf(s->name, sizeof s->name, "%s", host_port);
    return &s->port;
}
