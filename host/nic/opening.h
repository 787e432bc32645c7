/* SPDX-License-Identifier: Apache-2.0
 *
 * A Unix socket at a path that somebody listens at: what opens it, how long, and why it fails. */
#ifndef OPENING_H
#define OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/un.h>

#ifdef __cplusplus
extern "C" {
#endif

struct opening {
    const char *path;
    double   seconds, end;              /* how long, and until when: opening_now's time         */
    char    *why;                       /* of an error, one line behind the path                */
    size_t   n;
};

/* Of a clock that only goes forward. */
double opening_now(void);
/* Writes why, of any path; false. */
bool opening_fail(const struct opening *o, const char *text, ...);
bool opening_address(const struct opening *o, struct sockaddr_un *a);
bool opening_connect(int fd, const struct sockaddr_un *a);
/* Waits until something is there to be read. */
bool opening_ready(const struct opening *o, int fd);
/* A descriptor that listens; -1 and why: another one does, or the path is none. A socket that was
 * left there by a run that was killed goes. *a is the address. */
int opening_listen(const struct opening *o, struct sockaddr_un *a);

#ifdef __cplusplus
}
#endif

#endif
