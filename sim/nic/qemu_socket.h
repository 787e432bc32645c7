// SPDX-License-Identifier: Apache-2.0
//
// Messages of QEMU, whole and of the right shape, and our answers. qemu_layout.h has what is in
// them.
#ifndef TTPNICDEV_QEMU_SOCKET_H
#define TTPNICDEV_QEMU_SOCKET_H

#include <cstdint>
#include <cstring>
#include <string>

#include "nic/qemu_layout.h"

namespace nicdev {

inline uint64_t qemu_get(const uint8_t *at, size_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

// Its descriptors are closed with it.
struct QemuMessage {
    QemuMessage() = default;
    ~QemuMessage();
    QemuMessage(const QemuMessage &) = delete;
    QemuMessage &operator=(const QemuMessage &) = delete;

    bool whole = false;
    uint64_t command = 0, size = 0;
    uint8_t data[QEMU_MEM_SIZE] = {};
    int fds[QEMU_PIECES] = {};
    size_t fds_n = 0;
};

class QemuSocket {
public:
    QemuSocket(int fd, double seconds) : fd_(fd), patience_(seconds) {}
    ~QemuSocket();
    QemuSocket(const QemuSocket &) = delete;
    QemuSocket &operator=(const QemuSocket &) = delete;

    // A message, if one has come. False: none; QEMU has ended, between two messages; or why().
    bool take(QemuMessage *m);
    bool tell(uint64_t value);                   // the answer; false: why()
    bool ended() const { return ended_; }
    const std::string &why() const { return why_; }
    int fd() const { return fd_; }

private:
    bool fail(const std::string &why);
    bool head(QemuMessage *m, uint8_t *into);
    bool rest(uint8_t *into, size_t bytes);
    bool right(const QemuMessage &m);

    int fd_;
    double patience_;
    bool heard_ = false, ended_ = false;
    std::string why_;
};

// Listens at a path until QEMU is there. -1 and *why.
int qemu_await(const std::string &path, double seconds, std::string *why);

} // namespace nicdev

#endif
