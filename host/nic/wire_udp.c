/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames as datagrams; see wire_udp.h. */
#include "wire_udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in local(int port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return a;
}

static void out(void *wire, const uint8_t *frame, size_t bytes)
{
    struct wire_udp *w = wire;
    const struct sockaddr_in a = local(w->remote);

    /* What does not go is lost, as on a wire. */
    if (w->remote && sendto(w->fd, frame, bytes, 0, (const struct sockaddr *)&a, sizeof a) > 0)
        w->sent++;
}

bool wire_udp_open(struct wire_udp *w, const char *text, char *why, size_t n)
{
    const int room = 4 << 20;
    struct sockaddr_in a;
    socklen_t size = sizeof a;
    int port = -1;
    char end;

    w->fd = -1;
    w->remote = -1;
    if (sscanf(text, "udp:%d:%d%c", &port, &w->remote, &end) != 2 || port < 0 || port > 65535
        || w->remote < 0 || w->remote > 65535) {
        snprintf(why, n, "%s: want udp:LOCAL:REMOTE, ports of this machine", text);
        return false;
    }
    a = local(port);
    w->fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (w->fd < 0 || bind(w->fd, (struct sockaddr *)&a, sizeof a)
        || getsockname(w->fd, (struct sockaddr *)&a, &size)) {
        snprintf(why, n, "%s: %s", text, strerror(errno));
        if (w->fd >= 0) close(w->fd);
        return false;
    }
    w->local = ntohs(a.sin_port);
    w->follows = w->remote == 0;
    w->harm.wire = w;
    w->harm.out = out;
    /* A burst of the other end may come while this one computes. */
    setsockopt(w->fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    return true;
}

void wire_udp_send(void *wire, const uint8_t *frame, size_t bytes)
{
    struct wire_udp *w = wire;

    wire_harm_send(&w->harm, frame, bytes);
}

size_t wire_udp_receive(void *wire, uint8_t *frame, size_t most)
{
    struct wire_udp *w = wire;
    struct sockaddr_in a;
    socklen_t size = sizeof a;
    const ssize_t n = recvfrom(w->fd, frame, most, 0, (struct sockaddr *)&a, &size);

    if (n <= 0) return 0;
    if (w->follows) w->remote = ntohs(a.sin_port);
    w->received++;
    return (size_t)n;
}

void wire_udp_idle_or(struct wire_udp *w, int fd)
{
    struct pollfd p[] = { { .fd = w->fd, .events = POLLIN }, { .fd = fd, .events = POLLIN } };

    wire_harm_flush(&w->harm);
    poll(p, 2, 1);
}

void wire_udp_idle(void *wire)
{
    wire_udp_idle_or(wire, -1);
}
