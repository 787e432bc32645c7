// SPDX-License-Identifier: Apache-2.0
//
// See tcp.h.
#include "simbricks/tcp.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>


#include "clocks.h"

namespace simbricks {

namespace {

constexpr size_t MESSAGE = 11, GREETING = 16, CHUNK = 1 << 16;
constexpr int RETRY = 50;                        // ms between two attempts
constexpr int DEAD_AFTER = 30000;                // ms without an answer of the other machine

void option(int fd, int level, int name, int value)
{
    setsockopt(fd, level, name, &value, sizeof value);
}

bool wait_for(int fd, double end)
{
    const double left = end - wall_seconds();
    pollfd p{ fd, POLLIN, 0 };
    return left > 0 && poll(&p, 1, static_cast<int>(left * 1000) + 1) > 0;
}

} // namespace

Tcp::~Tcp()
{
    if (fd_ >= 0) ::close(fd_);
}

bool Tcp::reach(const std::string &host, const std::string &port, bool listen, double end,
                std::string *why)
{
    addrinfo want{}, *found = nullptr;
    want.ai_socktype = SOCK_STREAM;
    want.ai_flags = (listen ? AI_PASSIVE : 0) | AI_NUMERICSERV;
    const int bad = getaddrinfo(host.c_str(), port.c_str(), &want, &found);
    if (bad) {
        *why = host + ":" + port + ": " + gai_strerror(bad);
        return false;
    }
    int e = 0;
    do {
        const int s = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        option(s, SOL_SOCKET, SO_REUSEADDR, 1);
        if (listen && s >= 0 && bind(s, found->ai_addr, found->ai_addrlen) == 0
            && ::listen(s, 1) == 0) {
            if (wait_for(s, end)) fd_ = accept4(s, nullptr, nullptr, SOCK_CLOEXEC);
            e = fd_ >= 0 ? 0 : ETIMEDOUT;
            ::close(s);
            break;
        }
        if (!listen && s >= 0 && connect(s, found->ai_addr, found->ai_addrlen) == 0) {
            fd_ = s;
            break;
        }
        e = errno;
        if (s >= 0) ::close(s);
        if (listen || (e != ECONNREFUSED && e != EHOSTUNREACH && e != ENETUNREACH)) break;
        poll(nullptr, 0, RETRY);
    } while (wall_seconds() < end);
    freeaddrinfo(found);
    if (fd_ < 0) *why = host + ":" + port + ": " + strerror(e);
    return fd_ >= 0;
}

bool Tcp::greet(bool sync, double end, std::string *why)
{
    uint8_t mine[GREETING + 1] = "ttpsim hop 1   ", its[GREETING] = { 0 };
    mine[GREETING - 1] = sync ? 's' : '-';
    size_t have = 0;
    if (send(fd_, mine, GREETING, MSG_NOSIGNAL) != static_cast<ssize_t>(GREETING)) have = GREETING;
    while (have < GREETING && wait_for(fd_, end)) {
        const ssize_t n = recv(fd_, its + have, GREETING - have, 0);
        if (n <= 0) break;
        have += static_cast<size_t>(n);
    }
    if (memcmp(mine, its, GREETING - 1) != 0)
        *why = "the other end is no hop of this version, or says nothing";
    else if (mine[GREETING - 1] != its[GREETING - 1])
        *why = "only one of the two hops synchronises";
    else
        return true;
    return false;
}

bool Tcp::open(const std::string &spec, bool sync, double wait, std::string *why)
{
    const bool listen = spec.compare(0, 7, "listen:") == 0;
    const bool named = listen || spec.compare(0, 8, "connect:") == 0;
    const std::string rest = named ? spec.substr(spec.find(':') + 1) : spec;
    const size_t colon = rest.rfind(':');
    const double end = wall_seconds() + wait;
    if (colon == rest.npos || colon == 0 || colon + 1 == rest.size()) {
        *why = spec + ": want [listen:|connect:]HOST:PORT";
        return false;
    }
    if (!reach(rest.substr(0, colon), rest.substr(colon + 1), listen, end, why)) return false;
    option(fd_, IPPROTO_TCP, TCP_NODELAY, 1);
    option(fd_, SOL_SOCKET, SO_KEEPALIVE, 1);
    option(fd_, IPPROTO_TCP, TCP_USER_TIMEOUT, DEAD_AFTER);
    option(fd_, IPPROTO_TCP, TCP_KEEPIDLE, DEAD_AFTER / 3000);
    option(fd_, IPPROTO_TCP, TCP_KEEPINTVL, DEAD_AFTER / 6000);
    if (greet(sync, end, why)) return true;
    *why = rest + ": " + *why;
    return false;
}

void Tcp::put(uint8_t type, uint64_t stamp, const uint8_t *data, size_t n)
{
    out_.push_back(type);
    for (unsigned i = 0; i < 8; i++) out_.push_back(static_cast<uint8_t>(stamp >> (8 * i)));
    for (unsigned i = 0; i < 2; i++) out_.push_back(static_cast<uint8_t>(n >> (8 * i)));
    out_.insert(out_.end(), data, data + n);
}

bool Tcp::move()
{
    bool any = false;
    while (!sent() && !closed_) {
        const ssize_t n = send(fd_, out_.data() + given_, out_.size() - given_,
                               MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR) closed_ = true;
        if (n <= 0) break;
        given_ += static_cast<size_t>(n);
        any = true;
    }
    if (sent()) {
        out_.clear();
        given_ = 0;
    }
    while (!closed_) {
        const size_t old = in_.size();
        in_.resize(old + CHUNK);
        const ssize_t n = recv(fd_, in_.data() + old, CHUNK, MSG_DONTWAIT);
        in_.resize(old + (n > 0 ? static_cast<size_t>(n) : 0));
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) closed_ = true;
        if (n <= 0) break;
        any = true;
    }
    return any;
}

bool Tcp::get(uint8_t *type, uint64_t *stamp, const uint8_t **data, size_t *n)
{
    const size_t have = in_.size() - taken_;
    const uint8_t *const b = in_.data() + taken_;
    *n = have < MESSAGE ? 0 : b[9] | static_cast<size_t>(b[10]) << 8;
    if (have < MESSAGE + *n) {
        in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(taken_));
        taken_ = 0;
        return false;
    }
    *type = b[0];
    *stamp = 0;
    for (unsigned i = 0; i < 8; i++) *stamp |= uint64_t{ b[1 + i] } << (8 * i);
    *data = b + MESSAGE;
    taken_ += MESSAGE + *n;
    return true;
}

void Tcp::shut()
{
    shutdown(fd_, SHUT_WR);
}

} // namespace simbricks
