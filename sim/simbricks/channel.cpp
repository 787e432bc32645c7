// SPDX-License-Identifier: Apache-2.0
//
// The queues of a channel; see channel.h. The handshake is in handshake.cpp.
#include "simbricks/channel.h"

#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <ctime>


#include "clocks.h"

namespace simbricks {

namespace {

constexpr unsigned YIELDS = 64;                  // rests without a sleep
constexpr long NAP = 20000, LONG_NAP = 500000;   // ns
constexpr unsigned LOOK = 256;                   // rests between two looks at the socket
constexpr double SILENCE = 0.5;                  // s with a closed socket and no message: gone
constexpr double PARTING = 1;                    // s that the end waits for a slot

uint8_t owner_of(const uint8_t *slot)
{
    return __atomic_load_n(slot + AT_OWNER, __ATOMIC_ACQUIRE);
}

void set_owner(uint8_t *slot, uint8_t v)
{
    __atomic_store_n(slot + AT_OWNER, v, __ATOMIC_RELEASE);
}

} // namespace

bool Channel::put(uint8_t type, const uint8_t *data, size_t n, uint64_t stamp)
{
    uint8_t *const s = to_.now();
    if (owner_of(s) & OWNED_BY_CONSUMER) return false;
    memcpy(s + AT_STAMP, &stamp, sizeof stamp);
    if (type == TYPE_PACKET) {
        const auto length = static_cast<uint16_t>(n);
        memcpy(s + AT_LENGTH, &length, sizeof length);
        s[AT_PORT] = 0;
        memcpy(s + HEAD, data, n);
    }
    set_owner(s, type | OWNED_BY_CONSUMER);
    to_.next();
    return true;
}

void Channel::flush()
{
    while (!out_.empty()) {
        const Message &m = out_.front();
        if (!put(m.type, m.bytes.data(), m.bytes.size(), m.stamp)) return;
        out_.pop_front();
    }
}

void Channel::post(uint8_t type, const uint8_t *data, size_t n, uint64_t stamp)
{
    if (!open_ || ended_ || lost_) return;       // nobody would take it
    promised_ = stamp;
    flush();
    if (out_.empty() && put(type, data, n, stamp)) return;
    // Of several promises that wait the newest is enough.
    if (type == TYPE_SYNC && !out_.empty() && out_.back().type == TYPE_SYNC) {
        out_.back().stamp = stamp;
        return;
    }
    out_.push_back({ stamp, type, std::vector<uint8_t>(data, data + n) });
}

bool Channel::send(const uint8_t *data, size_t n, uint64_t stamp)
{
    if (n > to_.slot - HEAD) return false;
    post(TYPE_PACKET, data, n, stamp);
    return true;
}

void Channel::sync(uint64_t stamp)
{
    if (spec_.sync) post(TYPE_SYNC, nullptr, 0, stamp);
}

bool Channel::poll()
{
    if (!open_) return false;
    bool any = false;
    flush();
    for (;; any = true) {
        uint8_t *const s = from_.now();
        const uint8_t owner = owner_of(s);
        if (!(owner & OWNED_BY_CONSUMER) || ended_) break;
        Message m;
        m.type = owner & TYPE_MASK;
        memcpy(&m.stamp, s + AT_STAMP, sizeof m.stamp);
        uint16_t length = 0;
        memcpy(&length, s + AT_LENGTH, sizeof length);
        if (m.type == TYPE_PACKET && length <= from_.slot - HEAD)
            m.bytes.assign(s + HEAD, s + HEAD + length);
        else if (m.type == TYPE_PACKET)
            too_long++;
        set_owner(s, m.type);
        from_.next();
        if (!heard_) {
            heard_ = true;
            first_.stamp = m.stamp;
            first_.type = m.type;
        }
        if (m.type == TYPE_END) {
            ended_ = true;
            end_ = bound_;
            bound_ = UINT64_MAX;
            out_.clear();
            continue;
        }
        if (m.stamp > bound_) bound_ = m.stamp;
        if (!m.bytes.empty()) in_.push_back(std::move(m));
    }
    if (any) idle_ = 0;
    return any;
}

Message Channel::take()
{
    Message m = std::move(in_.front());
    in_.pop_front();
    return m;
}

bool Channel::hung_up() const
{
    pollfd p{ fd_, POLLIN, 0 };
    if (::poll(&p, 1, 0) <= 0) return false;
    uint8_t b = 0;
    return recv(fd_, &b, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
}

void Channel::rest()
{
    if (!open_ || ended_ || lost_) return;
    if (++idle_ <= YIELDS) {
        sched_yield();
        return;
    }
    const timespec t{ 0, idle_ < 2 * LOOK ? NAP : LONG_NAP };
    nanosleep(&t, nullptr);
    if (idle_ % LOOK == 0) look();
}

void Channel::look()
{
    if (!open_ || ended_ || lost_) return;
    if (!hung_up()) {
        hung_since_ = 0;
        return;
    }
    // Some programs close the socket after the handshake. So it is the silence that tells.
    if (hung_since_ == 0) hung_since_ = wall_seconds();
    if (wall_seconds() - hung_since_ < SILENCE || poll()) return;
    lost_ = true;
    end_ = bound_;
    bound_ = UINT64_MAX;
    out_.clear();
}

bool Channel::say_end()
{
    if (!said_end_) post(TYPE_END, nullptr, 0, promised_);
    return said_end_ = true;
}

void Channel::abandon()
{
    open_ = false;
    close();
}

void Channel::close()
{
    if (open_) {
        say_end();
        const double end = wall_seconds() + PARTING;
        while (!out_.empty() && !ended_ && !lost_ && wall_seconds() < end) {
            poll();
            rest();
        }
    }
    open_ = false;
    for (int *fd : { &fd_, &listener_, &memory_ }) {
        if (*fd >= 0) ::close(*fd);
        *fd = -1;
    }
    if (shared_) munmap(shared_, shared_size_);
    shared_ = nullptr;
}

} // namespace simbricks
