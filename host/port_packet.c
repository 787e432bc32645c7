/* SPDX-License-Identifier: Apache-2.0
 *
 * Raw Ethernet frames on a Linux interface (AF_PACKET); see port.h. */
#include "port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct packet {
    struct port port;
    struct ether ether;
    char name[IFNAMSIZ];
};

static int packet_send(struct port *p, const uint8_t *frame, size_t n)
{
    struct packet *s = (struct packet *)p;
    uint8_t out[PORT_FRAME];
    const size_t bytes = ether_pack(&s->ether, frame, n, out);
    for (int tries = 0;; tries++) {
        if (send(p->fd, out, bytes, 0) == (ssize_t)bytes) return 0;
        if ((errno != ENOBUFS && errno != EAGAIN && errno != EINTR) || tries == 1000) break;
        if (errno != EINTR) poll(NULL, 0, 1);
    }
    snprintf(p->why, sizeof p->why, "interface %s: %s", s->name, strerror(errno));
    return -1;
}

static int packet_recv(struct port *p, uint8_t *frame, size_t size, int ms)
{
    struct packet *s = (struct packet *)p;
    const int64_t end = now_ms() + ms;
    for (;;) {
        uint8_t in[PORT_FRAME];
        struct sockaddr_ll from;
        socklen_t fn = sizeof from;
        const ssize_t got = recvfrom(p->fd, in, sizeof in, MSG_DONTWAIT, (struct sockaddr *)&from,
                                     &fn);
        if (got > 0 && from.sll_pkttype != PACKET_OUTGOING) {
            const size_t n = ether_unpack(&s->ether, in, (size_t)got, frame, size);
            if (n) return (int)n;
        }
        if (got < 0 && errno != EAGAIN && errno != EINTR) {
            snprintf(p->why, sizeof p->why, "interface %s: %s", s->name,
                     errno == ENETDOWN ? "went down" : strerror(errno));
            return -1;
        }
        const int64_t left = end - now_ms();
        if (got < 0 && (left <= 0 || port_wait(p->fd, POLLIN, (int)left) == 0)) return 0;
    }
}

static void packet_close(struct port *p)
{
    close(p->fd);
    free(p);
}

struct port *port_packet(const char *interface, uint32_t node, char *why, size_t size)
{
    struct ifreq r = { 0 };
    struct sockaddr_ll a = { 0 };
    const int room = 4 << 20;
    if (strlen(interface) == 0 || strlen(interface) >= IFNAMSIZ || if_nametoindex(interface) == 0) {
        snprintf(why, size, "no interface %s", interface);
        return NULL;
    }
    /* Protocol 0: nothing is heard before the socket is bound to one interface. */
    const int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        snprintf(why, size, "interface %s: %s", interface, errno == EPERM
                 ? "no right to open raw sockets; run as root, "
                   "or: setcap cap_net_raw+ep build/ttpctl"
                 : strerror(errno));
        return NULL;
    }
    strcpy(r.ifr_name, interface);
    a.sll_family = AF_PACKET;
    a.sll_protocol = htons(ETHER_TYPE);
    a.sll_ifindex = (int)if_nametoindex(interface);
    if (ioctl(fd, SIOCGIFFLAGS, &r) != 0)
        snprintf(why, size, "interface %s: %s", interface, strerror(errno));
    else if (!(r.ifr_flags & IFF_UP))
        snprintf(why, size, "interface %s is down; ip link set %s up", interface, interface);
    else if (ioctl(fd, SIOCGIFHWADDR, &r) != 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0)
        snprintf(why, size, "interface %s: %s", interface, strerror(errno));
    else {
        struct packet *s = calloc(1, sizeof *s);
        if (s) {
            setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
            s->port = (struct port){ .send = packet_send,
                                     .recv = packet_recv,
                                     .close = packet_close,
                                     .fd = fd,
                                     .ahead = 64,
                                     .frame_ms = 1 };
            ether_init(&s->ether, node, (const uint8_t *)r.ifr_hwaddr.sa_data);
            strcpy(s->name, interface);
            return &s->port;
        }
        snprintf(why, size, "out of memory");
    }
    close(fd);
    return NULL;
}
