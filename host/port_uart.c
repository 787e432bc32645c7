/* SPDX-License-Identifier: Apache-2.0
 *
 * A serial port: SLIP (RFC 1055) around frame and FCS; see port.h and docs/host-link.md. */
#include "port.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "crc32.h"

enum { END = 0xC0, ESC = 0xDB, ESC_END = 0xDC, ESC_ESC = 0xDD };
#define FCS 4

struct uart {
    struct port port;
    char name[100];
    uint8_t raw[512];               /* read, not yet looked at */
    size_t raw_n, raw_at;
    uint8_t got[PORT_FRAME + FCS];  /* the frame that is coming */
    size_t got_n;
    bool escaped, bad;
};

static int uart_fail(struct uart *s, const char *what)
{
    snprintf(s->port.why, sizeof s->port.why, "serial port %s: %s", s->name, what);
    return -1;
}

static size_t put(uint8_t *out, size_t n, uint8_t b)
{
    if (b == END || b == ESC) {
        out[n++] = ESC;
        b = b == END ? ESC_END : ESC_ESC;
    }
    out[n++] = b;
    return n;
}

static int uart_send(struct port *p, const uint8_t *frame, size_t n)
{
    struct uart *s = (struct uart *)p;
    uint8_t out[2 * (PORT_FRAME + FCS) + 2];
    size_t bytes = 0, at = 0;
    if (n > PORT_FRAME) n = PORT_FRAME;
    const uint32_t fcs = crc32_add(0, frame, n);
    out[bytes++] = END;
    for (size_t i = 0; i < n; i++) bytes = put(out, bytes, frame[i]);
    for (unsigned i = 0; i < FCS; i++) bytes = put(out, bytes, (uint8_t)(fcs >> (8 * i)));
    out[bytes++] = END;
    while (at < bytes) {
        const ssize_t put_n = write(p->fd, out + at, bytes - at);
        if (put_n > 0) at += (size_t)put_n;
        else if (put_n < 0 && errno != EAGAIN && errno != EINTR)
            return uart_fail(s, strerror(errno));
        else if (port_wait(p->fd, POLLOUT, 5000) == 0) return uart_fail(s, "takes no data");
    }
    return 0;
}

/* A byte; the length of the frame that it ends, else 0. */
static size_t take(struct uart *s, uint8_t b)
{
    if (b == END) {
        const size_t n = s->got_n;
        const bool bad = s->bad || s->escaped || n <= FCS;
        s->got_n = 0;
        s->bad = s->escaped = false;
        if (bad) return 0;
        uint32_t fcs = 0;
        for (unsigned i = 0; i < FCS; i++) fcs |= (uint32_t)s->got[n - FCS + i] << (8 * i);
        return fcs == crc32_add(0, s->got, n - FCS) ? n - FCS : 0;
    }
    if (s->escaped) {
        s->escaped = false;
        if (b == ESC_END) b = END;
        else if (b == ESC_ESC) b = ESC;
        else s->bad = true;
    } else if (b == ESC) {
        s->escaped = true;
        return 0;
    }
    if (s->got_n == sizeof s->got) s->bad = true;
    else s->got[s->got_n++] = b;
    return 0;
}

static int uart_recv(struct port *p, uint8_t *frame, size_t size, int ms)
{
    struct uart *s = (struct uart *)p;
    const int64_t end = now_ms() + ms;
    for (;;) {
        while (s->raw_at < s->raw_n) {
            const size_t n = take(s, s->raw[s->raw_at++]);
            if (!n || n > size) continue;
            memcpy(frame, s->got, n);
            return (int)n;
        }
        const ssize_t got = read(p->fd, s->raw, sizeof s->raw);
        s->raw_at = 0;
        s->raw_n = got > 0 ? (size_t)got : 0;
        if (got > 0) continue;
        if (got == 0 && port_wait(p->fd, POLLIN, 0) > 0) return uart_fail(s, "is gone");
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return uart_fail(s, errno == EIO ? "is gone" : strerror(errno));
        const int64_t left = end - now_ms();
        if (left <= 0 || port_wait(p->fd, POLLIN, (int)left) == 0) return 0;
    }
}

static void uart_close(struct port *p)
{
    tcdrain(p->fd);
    ioctl(p->fd, TIOCNXCL);
    close(p->fd);
    free(p);
}

static bool speed_of(unsigned baud, speed_t *speed)
{
    static const struct { unsigned baud; speed_t speed; } list[] = {
        { 9600, B9600 },       { 19200, B19200 },     { 38400, B38400 },     { 57600, B57600 },
        { 115200, B115200 },   { 230400, B230400 },   { 460800, B460800 },   { 921600, B921600 },
        { 1000000, B1000000 }, { 2000000, B2000000 }, { 3000000, B3000000 },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (list[i].baud != baud) continue;
        *speed = list[i].speed;
        return true;
    }
    return false;
}

struct port *port_uart(const char *device, unsigned baud, char *why, size_t size)
{
    struct termios t;
    speed_t speed = B115200;
    if (!speed_of(baud, &speed)) {
        snprintf(why, size, "--baud %u: not a speed of a serial port", baud);
        return NULL;
    }
    const int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || tcgetattr(fd, &t) != 0) {
        snprintf(why, size, "serial port %s: %s", device,
                 fd >= 0 && errno == ENOTTY ? "not a serial port"
                 : errno == EACCES ? "no right to open it; is your user in the group dialout?"
                                   : strerror(errno));
        if (fd >= 0) close(fd);
        return NULL;
    }
    cfmakeraw(&t);
    t.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    t.c_cflag |= CLOCAL | CREAD;
    t.c_cc[VMIN] = 1;               /* 0 would make an empty port look like one that is gone */
    t.c_cc[VTIME] = 0;
    cfsetispeed(&t, speed);
    cfsetospeed(&t, speed);
    struct uart *s = calloc(1, sizeof *s);
    if (!s || ioctl(fd, TIOCEXCL) != 0 || tcsetattr(fd, TCSANOW, &t) != 0) {
        snprintf(why, size, "serial port %s: %s", device, strerror(errno));
        free(s);
        close(fd);
        return NULL;
    }
    tcflush(fd, TCIFLUSH);          /* not the other way: a BYE of before may be on it */
    s->port = (struct port){ .send = uart_send,
                             .recv = uart_recv,
                             .close = uart_close,
                             .fd = fd,
                             .ahead = 2,
                             .frame_ms = 1 + 11000000u / baud };
    snprintf(s->name, sizeof s->name, "%s", device);
    return &s->port;
}
