// SPDX-License-Identifier: Apache-2.0
//
// The socket to QEMU; see qemu_socket.h.
#include "nic/qemu_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "opening.h"

namespace nicdev {

QemuMessage::~QemuMessage()
{
    for (size_t i = 0; i < fds_n; i++) close(fds[i]);
}

QemuSocket::~QemuSocket()
{
    close(fd_);
}

bool QemuSocket::fail(const std::string &why)
{
    if (why_.empty()) why_ = why;
    return false;
}

// What is left of a message: QEMU writes it at once.
bool QemuSocket::rest(uint8_t *into, size_t bytes)
{
    const double end = opening_now() + patience_;
    while (bytes) {
        pollfd p = { fd_, POLLIN, 0 };
        const double left = end - opening_now();
        const ssize_t n = left > 0 && poll(&p, 1, static_cast<int>(left * 1000) + 1) > 0
                        ? recv(fd_, into, bytes, 0) : -1;
        if (n <= 0) return fail("QEMU stops in the middle of a message");
        into += n;
        bytes -= static_cast<size_t>(n);
    }
    return true;
}

// With the descriptors; false: there is none, or it is cut.
bool QemuSocket::head(QemuMessage *m, uint8_t *into)
{
    union {
        char room[CMSG_SPACE(sizeof m->fds)];
        cmsghdr align;
    } control;
    iovec io = { into, QEMU_HEAD };
    msghdr h = {};
    h.msg_iov = &io;
    h.msg_iovlen = 1;
    h.msg_control = control.room;
    h.msg_controllen = sizeof control.room;
    const ssize_t n = recvmsg(fd_, &h, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    ended_ = !n && heard_;
    if (n <= 0) return ended_ ? false : fail("QEMU has gone without a word");
    heard_ = true;
    const cmsghdr *const c = CMSG_FIRSTHDR(&h);
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
        m->fds_n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(m->fds, CMSG_DATA(c), m->fds_n * sizeof(int));
    }
    if (h.msg_flags & MSG_CTRUNC) return fail("QEMU sends more descriptors than a message has");
    return rest(into + n, QEMU_HEAD - static_cast<size_t>(n));
}

bool QemuSocket::take(QemuMessage *m)
{
    uint8_t at[QEMU_HEAD];
    if (!head(m, at)) return false;
    m->command = qemu_get(at + QEMU_AT_COMMAND, 4);
    m->size = qemu_get(at + QEMU_AT_SIZE, 8);
    m->whole = right(*m) && rest(m->data, m->size);
    return m->whole;
}

// Command, size, and how many descriptors.
bool QemuSocket::right(const QemuMessage &m)
{
    static const struct { size_t size, least, most; } WANT[] = {
        { QEMU_MEM_SIZE, 1, QEMU_PIECES }, { 0, 1, 0 },        // RET is ours
        { QEMU_CFG_SIZE, 0, 0 }, { QEMU_CFG_SIZE, 0, 0 },
        { QEMU_BAR_SIZE, 0, 0 }, { QEMU_BAR_SIZE, 0, 0 }, { 0, 2, 2 }, { 0, 0, 0 },
    };
    const std::string of = "QEMU sends command " + std::to_string(m.command);
    if (m.command >= sizeof WANT / sizeof *WANT || m.command == QEMU_RET)
        return fail(of + ", which is none of 7.2");
    if (m.size != WANT[m.command].size)
        return fail(of + " with " + std::to_string(m.size) + " bytes");
    if (m.fds_n < WANT[m.command].least || m.fds_n > WANT[m.command].most)
        return fail(of + " with " + std::to_string(m.fds_n) + " descriptors");
    return true;
}

bool QemuSocket::tell(uint64_t value)
{
    uint8_t m[QEMU_HEAD + QEMU_RET_SIZE] = { QEMU_RET };
    m[QEMU_AT_SIZE] = QEMU_RET_SIZE;
    memcpy(m + QEMU_HEAD, &value, sizeof value);
    return send(fd_, m, sizeof m, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof m
        || fail("QEMU does not take an answer");
}

// The first one that says anything. One that goes without a word has looked for a stale socket.
static int first_word(const opening &o, int listener)
{
    while (opening_ready(&o, listener)) {
        const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        char first;
        if (fd >= 0 && opening_ready(&o, fd) && recv(fd, &first, 1, MSG_PEEK) == 1) return fd;
        if (fd >= 0) close(fd);
    }
    opening_fail(&o, "no host has come within %g s", o.seconds);
    return -1;
}

int qemu_await(const std::string &path, double seconds, std::string *why)
{
    char text[300] = "";
    const opening o = { path.c_str(), seconds, opening_now() + seconds, text, sizeof text };
    sockaddr_un a;
    const int listener = opening_listen(&o, &a);
    const int fd = listener < 0 ? -1 : first_word(o, listener);
    if (listener >= 0) {
        close(listener);
        unlink(a.sun_path);
    }
    *why = text;
    return fd;
}

} // namespace nicdev
