// SPDX-License-Identifier: Apache-2.0
#include "outside.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

UdpHub::~UdpHub()
{
    if (fd_ >= 0) close(fd_);
}

bool UdpHub::open(uint16_t port, std::string *why)
{
    port_ = port;
    fd_ = open_udp(&port_, why);
    return fd_ >= 0;
}

bool UdpHub::receive(Frame *f)
{
    uint8_t buffer[2048];
    for (;;) {
        sockaddr_in from{};
        socklen_t n = sizeof from;
        const ssize_t got = recvfrom(fd_, buffer, sizeof buffer, 0,
                                     reinterpret_cast<sockaddr *>(&from), &n);
        if (got < 0 && (errno == EINTR || errno == ECONNREFUSED)) continue;
        if (got < 0) return false;
        if (got < 14) continue;
        Address a;
        std::copy(buffer + 6, buffer + 12, a.begin());
        if (hosts_.size() >= MOST_HOSTS && !hosts_.count(a)) hosts_.clear();
        hosts_[a] = from;
        f->bytes.assign(buffer, buffer + got);
        f->user = false;
        return true;
    }
}

void UdpHub::send(const Frame &f)
{
    Address a;
    if (f.bytes.size() < a.size()) return;
    std::copy_n(f.bytes.begin(), a.size(), a.begin());
    const auto to = hosts_.find(a);
    if (to == hosts_.end()) unknown++;
    else if (sendto(fd_, f.bytes.data(), f.bytes.size(), 0,
                    reinterpret_cast<const sockaddr *>(&to->second), sizeof to->second)
             != static_cast<ssize_t>(f.bytes.size()))
        refused++;
}

Pty::~Pty()
{
    if (fd_ >= 0) close(fd_);
    if (slave_ >= 0) close(slave_);
}

bool Pty::open(std::string *why)
{
    char name[100];
    termios t{};
    fd_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd_ < 0 || grantpt(fd_) != 0 || unlockpt(fd_) != 0
        || ptsname_r(fd_, name, sizeof name) != 0) {
        *why = std::string("no pseudo-terminal: ") + strerror(errno);
        return none();
    }
    name_ = name;
    // Kept open, so that it stays as it is between two users of it.
    slave_ = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave_ < 0 || tcgetattr(slave_, &t) != 0) {
        *why = name_ + ": " + strerror(errno);
        return none();
    }
    cfmakeraw(&t);
    tcsetattr(slave_, TCSANOW, &t);
    fcntl(fd_, F_SETFL, O_NONBLOCK);
    return true;
}

bool Pty::none()
{
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
    name_ = "none";
    return false;
}

size_t Pty::read(uint8_t *p, size_t n)
{
    const ssize_t got = ::read(fd_, p, n);
    return got > 0 ? static_cast<size_t>(got) : 0;
}

void Pty::write(const std::vector<uint8_t> &bytes)
{
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    lost += bytes.size() - (n > 0 ? static_cast<size_t>(n) : 0);
}
