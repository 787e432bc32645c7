// SPDX-License-Identifier: Apache-2.0
//
// How a channel comes to be; see channel.h.
//
//     listener   socket, bind, listen, accept    -> intro with the memory's descriptor ->
//     connecter  socket, connect                 <- intro <-
//
// Both send first and then read, so neither waits for the other's word.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "clocks.h"
#include "simbricks/channel.h"

namespace simbricks {

namespace {

constexpr int RETRY = 20;                        // ms between two attempts

sockaddr_un address(const std::string &path)
{
    sockaddr_un a{};
    a.sun_family = AF_UNIX;
    memcpy(a.sun_path, path.c_str(), path.size());
    return a;
}

bool try_connect(int fd, const std::string &path)
{
    const sockaddr_un a = address(path);
    return connect(fd, reinterpret_cast<const sockaddr *>(&a), sizeof a) == 0;
}

// A socket that nobody listens on any more is left from a run that was killed.
void remove_stale(const std::string &path)
{
    struct stat st;
    if (stat(path.c_str(), &st) != 0 || !S_ISSOCK(st.st_mode)) return;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return;
    if (!try_connect(fd, path) && errno == ECONNREFUSED) unlink(path.c_str());
    close(fd);
}

bool wait_for(int fd, double end)
{
    const double left = end - wall_seconds();
    pollfd p{ fd, POLLIN, 0 };
    return left > 0 && poll(&p, 1, static_cast<int>(left * 1000) + 1) > 0;
}

std::string for_seconds(double s)
{
    char text[40];
    snprintf(text, sizeof text, " within %g s", s);
    return text;
}

bool folder_of(const std::string &path)
{
    const size_t slash = path.rfind('/');
    struct stat st;
    const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
    return stat(folder.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

// All of `need` bytes at `to`, and a descriptor if one comes along. What may follow is not needed.
bool read_intro(int sock, void *to, size_t need, int *fd, double end)
{
    uint8_t data[2048];
    size_t have = 0;
    while (have < need) {
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
        iovec io{ data + have, sizeof data - have };
        msghdr m{};
        m.msg_iov = &io;
        m.msg_iovlen = 1;
        m.msg_control = control;
        m.msg_controllen = sizeof control;
        if (!wait_for(sock, end)) return false;
        const ssize_t n = recvmsg(sock, &m, MSG_CMSG_CLOEXEC);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        const cmsghdr *c = CMSG_FIRSTHDR(&m);
        if (fd && c && c->cmsg_type == SCM_RIGHTS) memcpy(fd, CMSG_DATA(c), sizeof *fd);
        have += static_cast<size_t>(n);
    }
    memcpy(to, data, need);
    return true;
}

bool write_intro(int sock, const void *intro, size_t n, const int *fd)
{
    uint8_t data[sizeof(ListenerIntro) + UPPER_INTRO] = { 0 };
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = { 0 };
    memcpy(data, intro, n);
    iovec io{ data, n + UPPER_INTRO };
    msghdr m{};
    m.msg_iov = &io;
    m.msg_iovlen = 1;
    if (fd) {
        m.msg_control = control;
        m.msg_controllen = sizeof control;
        cmsghdr *c = CMSG_FIRSTHDR(&m);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(c), fd, sizeof *fd);
    }
    return sendmsg(sock, &m, MSG_NOSIGNAL) == static_cast<ssize_t>(n + UPPER_INTRO);
}

} // namespace

std::string Channel::name() const
{
    const std::string at = std::string(spec_.listen ? "listens at " : "connected to ");
    return "simbricks, " + at + spec_.path + (spec_.sync ? "" : ", without synchronisation");
}

bool Channel::listen(std::string *why)
{
    remove_stale(spec_.path);
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un a = address(spec_.path);
    if (listener_ < 0 || bind(listener_, reinterpret_cast<const sockaddr *>(&a), sizeof a) != 0
        || ::listen(listener_, 1) != 0) {
        *why = spec_.path + ": " + strerror(errno);
        return false;
    }
    const bool came = wait_for(listener_, wall_seconds() + spec_.wait);
    if (came) fd_ = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    unlink(spec_.path.c_str());
    ::close(listener_);
    listener_ = -1;
    if (fd_ < 0) *why = spec_.path + ": nobody has connected" + for_seconds(spec_.wait);
    return fd_ >= 0;
}

bool Channel::connect(std::string *why)
{
    const double end = wall_seconds() + spec_.wait;
    for (;;) {
        fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd_ >= 0 && try_connect(fd_, spec_.path)) return true;
        const int e = errno;
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
        const bool later = e == ENOENT || e == ECONNREFUSED || e == EAGAIN || e == EINTR;
        if (!later || !folder_of(spec_.path)) {
            *why = spec_.path + ": " + strerror(e);
            return false;
        }
        if (wall_seconds() >= end) {
            *why = spec_.path + ": nobody listens there" + for_seconds(spec_.wait);
            return false;
        }
        ::poll(nullptr, 0, RETRY);
    }
}

bool Channel::map(int fd, uint64_t size, std::string *why)
{
    void *const p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        *why = spec_.path + ": shared memory: " + strerror(errno);
        return false;
    }
    shared_ = static_cast<uint8_t *>(p);
    shared_size_ = size;
    return true;
}

bool Channel::make_memory(std::string *why)
{
    const uint64_t size = 2 * spec_.slots * spec_.slot;
    const bool named = !spec_.shm.empty();
    memory_ = named ? ::open(spec_.shm.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)
                    : memfd_create("simbricks", MFD_CLOEXEC);
    if (memory_ < 0 || ftruncate(memory_, static_cast<off_t>(size)) != 0) {
        *why = (named ? spec_.shm : "shared memory") + ": " + strerror(errno);
        return false;
    }
    return map(memory_, size, why);
}

bool Channel::queue(Queue *q, uint64_t offset, uint64_t slot, uint64_t slots,
                    std::string *why) const
{
    const bool fits = slot > HEAD && slots > 1 && offset <= shared_size_
        && slots <= (shared_size_ - offset) / slot;
    if (!fits) {
        *why = spec_.path + ": the other side names a queue of " + std::to_string(slots)
            + " slots of " + std::to_string(slot) + " bytes at " + std::to_string(offset)
            + ", in " + std::to_string(shared_size_) + " bytes of memory";
        return false;
    }
    *q = { shared_ + offset, slot, slots, 0 };
    return true;
}

bool Channel::agree(uint64_t version, uint64_t flags, uint64_t upper, std::string *why) const
{
    if (version != VERSION)
        *why = "the other side speaks version " + std::to_string(version)
            + " of the protocol, we speak " + std::to_string(VERSION);
    else if (upper != UPPER_NETWORK)
        *why = "the other side is no network, its kind is " + std::to_string(upper);
    else if (spec_.sync && !(flags & (FLAG_SYNC | FLAG_FORCE)))
        *why = "the other side does not synchronise; sync=false does without";
    else if (!spec_.sync && flags & FLAG_FORCE)
        *why = "the other side insists on synchronisation, we have sync=false";
    else
        return true;
    *why = spec_.path + ": " + *why;
    return false;
}

bool Channel::hello(std::string *why)
{
    const double end = wall_seconds() + spec_.wait;
    const uint64_t flags = spec_.sync ? FLAG_SYNC | FLAG_FORCE : 0;
    const auto silent = [&](bool told) {
        if (!told) *why = spec_.path + ": the other side does not say who it is";
        return told;
    };
    if (spec_.listen) {
        const uint64_t half = spec_.slots * spec_.slot;
        const ListenerIntro mine = { VERSION, flags, half, spec_.slot, spec_.slots,
                                     0, spec_.slot, spec_.slots, UPPER_NETWORK, sizeof mine };
        ConnecterIntro its{};
        return silent(write_intro(fd_, &mine, sizeof mine, &memory_)
                      && read_intro(fd_, &its, sizeof its, nullptr, end))
            && agree(its.version, its.flags, its.upper, why)
            && queue(&to_, mine.l2c_offset, mine.l2c_slot, mine.l2c_slots, why)
            && queue(&from_, mine.c2l_offset, mine.c2l_slot, mine.c2l_slots, why);
    }
    const ConnecterIntro mine = { VERSION, flags, UPPER_NETWORK, sizeof mine };
    ListenerIntro its{};
    if (!silent(write_intro(fd_, &mine, sizeof mine, nullptr)
                && read_intro(fd_, &its, sizeof its, &memory_, end))
        || !agree(its.version, its.flags, its.upper, why)) return false;
    struct stat st;
    if (memory_ < 0 || fstat(memory_, &st) != 0 || st.st_size <= 0) {
        *why = spec_.path + ": no shared memory came with the other side's word";
        return false;
    }
    return map(memory_, static_cast<uint64_t>(st.st_size), why)
        && queue(&to_, its.c2l_offset, its.c2l_slot, its.c2l_slots, why)
        && queue(&from_, its.l2c_offset, its.l2c_slot, its.l2c_slots, why);
}

bool Channel::open(const Spec &s, std::string *why)
{
    spec_ = s;
    const bool there = s.listen ? make_memory(why) && listen(why) : connect(why);
    open_ = there && hello(why);
    if (!s.shm.empty()) unlink(s.shm.c_str());   // both have it mapped, or never will
    if (!open_) close();
    else if (!s.relay) sync(s.latency);          // of time 0
    return open_;
}

bool Channel::meet(std::string *why)
{
    if (!spec_.sync) return true;
    const double end = wall_seconds() + spec_.wait;
    while (!poll() && !lost_ && wall_seconds() < end) rest();
    if (heard_ && first_.type == TYPE_END) *why = "the other side has ended before it began";
    else if (lost_) *why = "the other side has gone before it began";
    else if (!heard_) *why = "the other side says nothing" + for_seconds(spec_.wait);
    else if (first_.type == TYPE_SYNC && first_.stamp != spec_.latency && !spec_.any)
        *why = "the other side has a latency of " + std::to_string(first_.stamp)
            + " ps, we have " + std::to_string(spec_.latency) + "; peer=any allows that";
    else return true;
    *why = spec_.path + ": " + *why;
    return false;
}

} // namespace simbricks
