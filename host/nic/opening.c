/* SPDX-License-Identifier: Apache-2.0
 *
 * The path of a Unix socket; see opening.h. */
#define _GNU_SOURCE             /* SOCK_CLOEXEC */
#include "opening.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double opening_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool opening_fail(const struct opening *o, const char *text, ...)
{
    char line[160];
    va_list ap;

    va_start(ap, text);
    vsnprintf(line, sizeof line, text, ap);
    va_end(ap);
    snprintf(o->why, o->n, "%s: %s", o->path, line);
    return false;
}

bool opening_address(const struct opening *o, struct sockaddr_un *a)
{
    memset(a, 0, sizeof *a);
    a->sun_family = AF_UNIX;
    if (!*o->path) return opening_fail(o, "the path of a socket is missing");
    if (strlen(o->path) >= sizeof a->sun_path)
        return opening_fail(o, "longer than the path of a socket may be, %zu letters",
                            sizeof a->sun_path - 1);
    memcpy(a->sun_path, o->path, strlen(o->path));
    return true;
}

bool opening_connect(int fd, const struct sockaddr_un *a)
{
    return !connect(fd, (const struct sockaddr *)a, sizeof *a);
}

bool opening_ready(const struct opening *o, int fd)
{
    const double left = o->end - opening_now();
    struct pollfd p = { .fd = fd, .events = POLLIN };

    return left > 0 && poll(&p, 1, (int)(left * 1000) + 1) > 0;
}

/* A socket that nobody listens on any more is left from a run that was killed. */
static void remove_stale(const struct sockaddr_un *a)
{
    struct stat st;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0) return;
    if (!stat(a->sun_path, &st) && S_ISSOCK(st.st_mode) && !opening_connect(fd, a)
        && errno == ECONNREFUSED)
        unlink(a->sun_path);
    close(fd);
}

int opening_listen(const struct opening *o, struct sockaddr_un *a)
{
    int fd;

    if (!opening_address(o, a)) return -1;
    remove_stale(a);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && !bind(fd, (const struct sockaddr *)a, sizeof *a) && !listen(fd, 4)) return fd;
    opening_fail(o, "%s", strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}
