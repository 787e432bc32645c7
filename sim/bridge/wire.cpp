// SPDX-License-Identifier: Apache-2.0
//
// UDP and TAP; see bridge/wire.h.
#include "bridge/wire.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "bridge/capture.h"
#include "bridge/simbricks_wire.h"

namespace {

constexpr size_t MAX_DATAGRAM = 65536;

sockaddr_in loopback(uint16_t port)
{
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    return a;
}

class UdpWire : public OuterWire {
public:
    ~UdpWire() override { if (fd_ >= 0) close(fd_); }

    bool open(uint16_t local, uint16_t remote, std::string *why)
    {
        local_ = local;
        fd_ = open_udp(&local_, why);
        return fd_ >= 0 && (remote == 0 || talk_to(loopback(remote), why));
    }

    int fd() const override { return fd_; }

    bool receive(Frame *f, uint64_t) override
    {
        for (;;) {
            sockaddr_in from{};
            socklen_t n = sizeof from;
            const ssize_t got = recvfrom(fd_, buffer_, sizeof buffer_, 0,
                                         reinterpret_cast<sockaddr *>(&from), &n);
            if (got < 0) {
                if (errno == EINTR) continue;
                if (errno != ECONNREFUSED) return false;
                nobody();                      // the echo of a frame that we sent
                continue;
            }
            std::string why;
            if (!remote_ && talk_to(from, &why))
                say("wire: the other side is port " + std::to_string(remote_));
            if (got == 0) continue;            // no frame
            heard_ = true;
            f->bytes.assign(buffer_, buffer_ + got);
            f->user = false;
            return true;
        }
    }

    void send(const Frame &f) override
    {
        if (remote_ && put(f)) return;
        // The error belongs to an earlier frame, for which nobody listened: try again.
        if (remote_ && errno == ECONNREFUSED) {
            nobody();
            if (put(f)) return;
        }
        refused++;
        if (!told_failed_)
            say(std::string("wire: a frame could not be sent: ")
                + (remote_ ? strerror(errno) : "nobody has spoken yet"));
        told_failed_ = true;
    }

    std::string name() const override
    {
        return "udp 127.0.0.1:" + std::to_string(local_) + " to "
            + (remote_ ? std::to_string(remote_) : "the first that speaks");
    }

private:
    bool put(const Frame &f) const
    {
        const ssize_t n = ::send(fd_, f.bytes.data(), f.bytes.size(), 0);
        return n == static_cast<ssize_t>(f.bytes.size());
    }

    void nobody()
    {
        refused++;
        if (!told_)
            say("wire: nobody listens on UDP port " + std::to_string(remote_)
                + (heard_ ? " any more" : " yet"));
        told_ = true;
    }

    bool talk_to(const sockaddr_in &a, std::string *why)
    {
        if (ntohl(a.sin_addr.s_addr) != INADDR_LOOPBACK
            || connect(fd_, reinterpret_cast<const sockaddr *>(&a), sizeof a) != 0) {
            *why = "UDP port " + std::to_string(ntohs(a.sin_port)) + ": " + strerror(errno);
            return false;
        }
        remote_ = ntohs(a.sin_port);
        return true;
    }

    int fd_ = -1;
    uint16_t local_ = 0, remote_ = 0;
    bool heard_ = false, told_ = false, told_failed_ = false;
    uint8_t buffer_[MAX_DATAGRAM];
};

class TapWire : public OuterWire {
public:
    ~TapWire() override { if (fd_ >= 0) close(fd_); }

    bool open(const std::string &name, std::string *why)
    {
        name_ = name;
        fd_ = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (fd_ < 0) {
            *why = "TAP device " + name + ": /dev/net/tun: " + strerror(errno);
            return false;
        }
        ifreq r{};
        r.ifr_flags = IFF_TAP | IFF_NO_PI;
        strncpy(r.ifr_name, name.c_str(), IFNAMSIZ - 1);
        const bool name_ok = !name.empty() && name.size() < IFNAMSIZ
                             && name.find('/') == std::string::npos;
        if (!name_ok || ioctl(fd_, TUNSETIFF, &r) != 0) {
            *why = "TAP device " + name + ": ";
            if (!name_ok) *why += "not a name of 1 to 15 letters without /";
            else if (errno == EPERM) *why += "not there, and no right to make it";
            else *why += errno == EINVAL ? "a device of another kind" : strerror(errno);
            return false;
        }
        return up(r, why);
    }

    int fd() const override { return fd_; }

    bool receive(Frame *f, uint64_t) override
    {
        const ssize_t got = read(fd_, buffer_, sizeof buffer_);
        if (got <= 0) return false;
        f->bytes.assign(buffer_, buffer_ + got);
        f->user = false;
        return true;
    }

    void send(const Frame &f) override
    {
        if (write(fd_, f.bytes.data(), f.bytes.size()) == static_cast<ssize_t>(f.bytes.size()))
            return;
        refused++;
        if (!told_)
            say("wire: " + name_ + " does not take a frame of " + std::to_string(f.bytes.size())
                + " bytes: " + strerror(errno));
        told_ = true;
    }

    std::string name() const override { return "tap " + name_; }

private:
    // A device that is down takes nothing. One that is up already needs no right.
    static bool up(ifreq r, std::string *why)
    {
        const int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        bool ok = s >= 0 && ioctl(s, SIOCGIFFLAGS, &r) == 0;
        if (ok && !(r.ifr_flags & IFF_UP)) {
            r.ifr_flags = static_cast<short>(r.ifr_flags | IFF_UP);
            ok = ioctl(s, SIOCSIFFLAGS, &r) == 0;
        }
        if (!ok)
            *why = std::string("TAP device ") + r.ifr_name + " can not be set up: "
                   + strerror(errno);
        if (s >= 0) close(s);
        return ok;
    }

    int fd_ = -1;
    bool told_ = false;
    std::string name_;
    uint8_t buffer_[MAX_DATAGRAM];
};

// "20001" -> 20001
bool port_number(const std::string &text, uint16_t *port)
{
    const char *const digits = "0123456789";
    if (text.empty() || text.size() > 5 || text.find_first_not_of(digits) != std::string::npos)
        return false;
    const unsigned long v = strtoul(text.c_str(), nullptr, 10);
    *port = static_cast<uint16_t>(v);
    return v <= 65535;
}

} // namespace

int open_udp(uint16_t *port, std::string *why)
{
    sockaddr_in a = loopback(*port);
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, reinterpret_cast<const sockaddr *>(&a), sizeof a) != 0) {
        *why = "UDP port " + std::to_string(*port) + ": " + strerror(errno);
        if (fd >= 0) close(fd);
        return -1;
    }
    // The kernel's default holds some 90 full frames, less than a window.
    const int bytes = 4 << 20;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    socklen_t n = sizeof a;
    getsockname(fd, reinterpret_cast<sockaddr *>(&a), &n);
    *port = ntohs(a.sin_port);
    return fd;
}

std::unique_ptr<OuterWire> open_wire(const std::string &spec, uint32_t node, bool exact,
                                     uint64_t cycle_ps, std::string *why)
{
    const size_t colon = spec.find(':');
    const std::string kind = spec.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : spec.substr(colon + 1);
    if (kind == "udp") {
        const size_t mid = rest.find(':');
        uint16_t local = 0, remote = 0;
        auto w = std::make_unique<UdpWire>();
        if (mid == std::string::npos || !port_number(rest.substr(0, mid), &local)
            || !port_number(rest.substr(mid + 1), &remote))
            *why = "--wire " + spec + ": not udp:LOCALPORT:REMOTEPORT";
        else if (local != 0 && local == remote)
            *why = "--wire " + spec + ": both ports are the same";
        else if (w->open(local, remote, why)) return w;
        return nullptr;
    }
    if (kind == "tap") {
        auto w = std::make_unique<TapWire>();
        if (w->open(rest, why)) return w;
        return nullptr;
    }
    if (kind == "pcap-in") return open_capture(rest, node, exact, why);
    if (kind == "simbricks") return open_simbricks(rest, cycle_ps, why);
    *why = "--wire " + spec + ": not udp:LOCAL:REMOTE, tap:NAME, pcap-in:FILE or simbricks:PATH";
    return nullptr;
}
