// SPDX-License-Identifier: Apache-2.0
//
// A host that is QEMU, with its device x-pci-proxy-dev: it gives configuration space and BAR 0 to
// this process message by message, and waits for each answer; memory of the guest is shared. Of the
// layout: qemu_layout.h.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <deque>

#include "nic/guest_memory.h"
#include "nic/memory.h"
#include "nic/pci_config.h"
#include "nic/qemu_layout.h"
#include "nic/registers.h"
#include "opening.h"

namespace nicdev {

namespace {

constexpr unsigned LOOK = 16;                    // cycles between two looks at the socket
constexpr size_t PAGE = 4096;                    // no burst is longer

uint64_t get(const uint8_t *at, size_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

class Qemu : public Host {
public:
    Qemu(int fd, double seconds) : fd_(fd), patience_(seconds) {}
    ~Qemu() override
    {
        close_events();
        close(fd_);
    }
    Qemu(const Qemu &) = delete;
    Qemu &operator=(const Qemu &) = delete;

    bool listen(Memory *memory, Registers *registers) override;
    void was_reset() override;
    int fd() const override { return fd_; }
    size_t room_read() const override { return PAGE; }
    size_t room_write() const override { return PAGE; }
    void read(uint64_t id, uint64_t address, size_t bytes) override;
    void write(uint64_t id, uint64_t address, const uint8_t *data, size_t bytes) override;
    void answer(const Access &a) override;
    void interrupt(bool level) override;
    void report() const override;

private:
    struct Message {
        uint64_t command = 0, size = 0;
        uint8_t data[QEMU_MEM_SIZE] = {};
        int fds[QEMU_PIECES];
        size_t fds_n = 0;
    };
    struct Done {                                // of memory, not yet told
        uint64_t id;
        bool read;
        std::vector<uint8_t> data;
    };

    bool take(Message *m);
    bool rest(uint8_t *into, size_t bytes);
    bool right(const Message &m);
    void hear(const Message &m, Registers *registers);
    void share(const Message &m);
    void config(const Message &m);
    void access(const Message &m, Registers *registers);
    void tell(uint64_t value);
    void close_events();
    void look_back();

    int fd_;
    double patience_;
    PciConfig config_;
    GuestMemory guest_;
    std::deque<Done> done_;
    unsigned look_ = 0;
    bool heard_ = false, waits_ = false;         // waits_: for an answer
    int rise_ = -1, seen_ = -1;                  // events of INTx
    bool level_ = false;
    uint64_t outside_ = 0, no_master_ = 0, resets_ = 0;
};

// ---------------------------------------------------------------- the socket

// What is left of a message: QEMU writes it at once.
bool Qemu::rest(uint8_t *into, size_t bytes)
{
    const double end = opening_now() + patience_;
    while (bytes) {
        pollfd p = { fd_, POLLIN, 0 };
        const double left = end - opening_now();
        const ssize_t n = left > 0 && poll(&p, 1, static_cast<int>(left * 1000) + 1) > 0
                        ? recv(fd_, into, bytes, 0) : -1;
        if (n <= 0) {
            fail("QEMU stops in the middle of a message");
            return false;
        }
        into += n;
        bytes -= static_cast<size_t>(n);
    }
    return true;
}

// True: a whole message. Its descriptors are the caller's.
bool Qemu::take(Message *m)
{
    uint8_t head[QEMU_HEAD];
    union {
        char room[CMSG_SPACE(sizeof m->fds)];
        cmsghdr align;
    } control;
    iovec io = { head, sizeof head };
    msghdr h = {};
    h.msg_iov = &io;
    h.msg_iovlen = 1;
    h.msg_control = control.room;
    h.msg_controllen = sizeof control.room;
    const ssize_t n = recvmsg(fd_, &h, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (n <= 0) {
        ended_ = !n && heard_ && !waits_;
        if (!ended_) fail("QEMU has gone without a word");
        return false;
    }
    const cmsghdr *const c = CMSG_FIRSTHDR(&h);
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
        m->fds_n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(m->fds, CMSG_DATA(c), m->fds_n * sizeof(int));
    }
    heard_ = true;
    if (h.msg_flags & MSG_CTRUNC) fail("QEMU sends more descriptors than a message has");
    if (!rest(head + n, sizeof head - static_cast<size_t>(n))) return false;
    m->command = get(head + QEMU_AT_COMMAND, 4);
    m->size = get(head + QEMU_AT_SIZE, 8);
    return right(*m) && rest(m->data, m->size);
}

// Command, size, and how many descriptors.
bool Qemu::right(const Message &m)
{
    static const struct { size_t size, least, most; } WANT[] = {
        { QEMU_MEM_SIZE, 1, QEMU_PIECES }, { 0, 1, 0 },        // RET is ours
        { QEMU_CFG_SIZE, 0, 0 }, { QEMU_CFG_SIZE, 0, 0 },
        { QEMU_BAR_SIZE, 0, 0 }, { QEMU_BAR_SIZE, 0, 0 }, { 0, 2, 2 }, { 0, 0, 0 },
    };
    const std::string of = "QEMU sends command " + std::to_string(m.command);
    if (m.command >= sizeof WANT / sizeof *WANT || m.command == QEMU_RET)
        fail(of + ", which is none of 7.2");
    else if (m.size != WANT[m.command].size)
        fail(of + " with " + std::to_string(m.size) + " bytes");
    else if (m.fds_n < WANT[m.command].least || m.fds_n > WANT[m.command].most)
        fail(of + " with " + std::to_string(m.fds_n) + " descriptors");
    return why().empty();
}

void Qemu::tell(uint64_t value)
{
    uint8_t m[QEMU_HEAD + QEMU_RET_SIZE] = { QEMU_RET };
    m[QEMU_AT_SIZE] = QEMU_RET_SIZE;
    memcpy(m + QEMU_HEAD, &value, sizeof value);
    if (send(fd_, m, sizeof m, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof m)
        fail("QEMU does not take an answer");
}

// ---------------------------------------------------------------- messages

void Qemu::share(const Message &m)
{
    guest_.clear();
    for (size_t i = 0; i < m.fds_n && why().empty(); i++) {
        std::string wrong;
        if (!guest_.add(m.fds[i], get(m.data + QEMU_MEM_GUEST + 8 * i, 8),
                        get(m.data + QEMU_MEM_BYTES + 8 * i, 8),
                        get(m.data + QEMU_MEM_OFFSET + 8 * i, 8), &wrong))
            fail("the guest's memory: " + wrong);
    }
}

void Qemu::config(const Message &m)
{
    const auto offset = static_cast<uint32_t>(get(m.data + QEMU_CFG_OFFSET, 4));
    const auto value = static_cast<uint32_t>(get(m.data + QEMU_CFG_VALUE, 4));
    const auto bytes = static_cast<int32_t>(get(m.data + QEMU_CFG_BYTES, 4));
    if (!PciConfig::fits(offset, bytes))
        return fail("QEMU wants " + std::to_string(bytes) + " bytes at "
                    + std::to_string(offset) + " of configuration space");
    const auto n = static_cast<size_t>(bytes);
    if (m.command == QEMU_CFG_READ) return tell(config_.read(offset, n));
    reset_ = waits_ = config_.write(offset, value, n);
    if (!reset_) tell(0);
}

void Qemu::access(const Message &m, Registers *registers)
{
    const uint64_t address = get(m.data + QEMU_BAR_ADDRESS, 8);
    const uint64_t bytes = get(m.data + QEMU_BAR_BYTES, 4);
    const bool read = m.command == QEMU_BAR_READ;
    if (!bytes || bytes > 8 || (bytes & (bytes - 1)))
        return fail("QEMU wants " + std::to_string(bytes) + " bytes of a BAR");
    Access a = { read, true, 0, address - config_.bar(), std::vector<uint8_t>(bytes, 0xff),
                 m.data[QEMU_BAR_MEMORY] != 1 };
    if (!read) memcpy(a.data.data(), m.data + QEMU_BAR_VALUE, bytes);
    waits_ = true;
    registers->take(std::move(a));
}

void Qemu::answer(const Access &a)
{
    waits_ = false;
    tell(a.read ? get(a.data.data(), a.data.size()) : 0);
}

void Qemu::was_reset()
{
    done_.clear();
    config_.reset();
    reset_ = waits_ = false;
    resets_++;
    tell(0);
}

void Qemu::hear(const Message &m, Registers *registers)
{
    switch (m.command) {
    case QEMU_SYNC_SYSMEM:
        return share(m);
    case QEMU_CFG_READ:
    case QEMU_CFG_WRITE:
        return config(m);
    case QEMU_BAR_READ:
    case QEMU_BAR_WRITE:
        return access(m, registers);
    case QEMU_SET_IRQFD:
        close_events();
        rise_ = dup(m.fds[0]);
        seen_ = dup(m.fds[1]);
        return;
    default:                                     // DEVICE_RESET
        reset_ = waits_ = true;
    }
}

bool Qemu::listen(Memory *memory, Registers *registers)
{
    const bool some = !done_.empty();
    for (; !done_.empty(); done_.pop_front()) {
        const Done &d = done_.front();
        if (d.read) memory->read_done(d.id, d.data.data(), d.data.size());
        else memory->write_done(d.id);
    }
    if (waits_ || ++look_ < LOOK) return some || waits_;
    look_ = 0;
    Message m;
    const bool whole = take(&m);
    if (whole) hear(m, registers);
    for (size_t i = 0; i < m.fds_n; i++) close(m.fds[i]);
    if (seen_ >= 0) look_back();
    return some || whole;
}

// ---------------------------------------------------------------- memory

void Qemu::read(uint64_t id, uint64_t address, size_t bytes)
{
    std::vector<uint8_t> data(bytes, 0xff);
    if (!config_.master()) no_master_++;
    else if (!guest_.read(address, data.data(), bytes)) outside_++;
    done_.push_back({ id, true, std::move(data) });
}

void Qemu::write(uint64_t id, uint64_t address, const uint8_t *data, size_t bytes)
{
    if (!config_.master()) no_master_++;
    else if (!guest_.write(address, data, bytes)) outside_++;
    done_.push_back({ id, false, {} });
}

// ---------------------------------------------------------------- INTx

void Qemu::close_events()
{
    if (rise_ >= 0) close(rise_);
    if (seen_ >= 0) close(seen_);
    rise_ = seen_ = -1;
}

// Has the guest seen it? Then once more, if the pin still is high.
void Qemu::look_back()
{
    uint64_t n = 0;
    pollfd p = { seen_, POLLIN, 0 };
    if (poll(&p, 1, 0) <= 0 || ::read(seen_, &n, sizeof n) != sizeof n) return;
    level_ = false;
}

void Qemu::interrupt(bool level)
{
    const bool wanted = config_.interrupt(level);
    if (wanted == level_) return;
    level_ = wanted;
    if (!level_ || rise_ < 0) return;
    const uint64_t one = 1;
    pollfd p = { rise_, POLLOUT, 0 };
    if (poll(&p, 1, 0) > 0 && ::write(rise_, &one, sizeof one) == sizeof one) interrupts_++;
}

void Qemu::report() const
{
    printf("  guest             %" PRIu64 " MiB in %zu pieces; %" PRIu64 " accesses outside, %"
           PRIu64 " without bus master; %" PRIu64 " resets\n", guest_.bytes() >> 20,
           guest_.pieces(), outside_, no_master_, resets_);
}

// The first one that says anything. One that goes without a word has looked for a stale socket.
int await(const opening &o, int listener)
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

} // namespace

std::unique_ptr<Host> open_qemu(const std::string &path, double seconds, std::string *why)
{
    char text[300] = "";
    const opening o = { path.c_str(), seconds, opening_now() + seconds, text, sizeof text };
    sockaddr_un a;
    const int listener = opening_listen(&o, &a);
    const int fd = listener < 0 ? -1 : await(o, listener);
    if (listener >= 0) {
        close(listener);
        unlink(a.sun_path);
    }
    *why = text;
    return fd < 0 ? nullptr : std::make_unique<Qemu>(fd, seconds);
}

} // namespace nicdev
