// SPDX-License-Identifier: Apache-2.0
//
// A host that is QEMU, with its device x-pci-proxy-dev: it gives configuration space and BAR 0 to
// this process message by message, and waits for each answer; memory of the guest is shared.
#include <poll.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <deque>

#include "nic/guest_memory.h"
#include "nic/memory.h"
#include "nic/pci_config.h"
#include "nic/qemu_socket.h"
#include "nic/registers.h"

namespace nicdev {

namespace {

constexpr unsigned LOOK = 16;                    // cycles between two looks at the socket
constexpr size_t PAGE = 4096;                    // no burst is longer

class Qemu : public Host {
public:
    Qemu(int fd, double seconds) : socket_(fd, seconds) {}
    ~Qemu() override { close_events(); }
    Qemu(const Qemu &) = delete;
    Qemu &operator=(const Qemu &) = delete;

    bool listen(Memory *memory, Registers *registers) override;
    void was_reset() override;
    int fd() const override { return socket_.fd(); }
    size_t room_read() const override { return PAGE; }
    size_t room_write() const override { return PAGE; }
    void read(uint64_t id, uint64_t address, size_t bytes) override;
    void write(uint64_t id, uint64_t address, const uint8_t *data, size_t bytes) override;
    void answer(const Access &a) override;
    void interrupt(bool level) override;
    void report() const override;

private:
    struct Done {                                // of memory, not yet told
        uint64_t id;
        bool read;
        std::vector<uint8_t> data;
    };

    void hear(const QemuMessage &m, Registers *registers);
    void share(const QemuMessage &m);
    void config(const QemuMessage &m);
    void access(const QemuMessage &m, Registers *registers);
    void tell(uint64_t value)
    {
        if (!socket_.tell(value)) fail(socket_.why());
    }
    void close_events();
    void look_back();

    QemuSocket socket_;
    PciConfig config_;
    GuestMemory guest_;
    std::deque<Done> done_;
    unsigned look_ = 0;
    bool waits_ = false;                         // QEMU, for an answer
    int rise_ = -1, seen_ = -1;                  // events of INTx
    bool level_ = false;
    uint64_t outside_ = 0, no_master_ = 0, resets_ = 0;
};

// ---------------------------------------------------------------- messages

void Qemu::share(const QemuMessage &m)
{
    guest_.clear();
    for (size_t i = 0; i < m.fds_n && why().empty(); i++) {
        std::string wrong;
        if (!guest_.add(m.fds[i], qemu_get(m.data + QEMU_MEM_GUEST + 8 * i, 8),
                        qemu_get(m.data + QEMU_MEM_BYTES + 8 * i, 8),
                        qemu_get(m.data + QEMU_MEM_OFFSET + 8 * i, 8), &wrong))
            fail("the guest's memory: " + wrong);
    }
}

void Qemu::config(const QemuMessage &m)
{
    const auto offset = static_cast<uint32_t>(qemu_get(m.data + QEMU_CFG_OFFSET, 4));
    const auto value = static_cast<uint32_t>(qemu_get(m.data + QEMU_CFG_VALUE, 4));
    const auto bytes = static_cast<int32_t>(qemu_get(m.data + QEMU_CFG_BYTES, 4));
    if (!PciConfig::fits(offset, bytes))
        return fail("QEMU wants " + std::to_string(bytes) + " bytes at "
                    + std::to_string(offset) + " of configuration space");
    const auto n = static_cast<size_t>(bytes);
    if (m.command == QEMU_CFG_READ) return tell(config_.read(offset, n));
    reset_ = waits_ = config_.write(offset, value, n);
    if (!reset_) tell(0);
}

void Qemu::access(const QemuMessage &m, Registers *registers)
{
    const uint64_t address = qemu_get(m.data + QEMU_BAR_ADDRESS, 8);
    const uint64_t bytes = qemu_get(m.data + QEMU_BAR_BYTES, 4);
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
    tell(a.read ? qemu_get(a.data.data(), a.data.size()) : 0);
}

void Qemu::was_reset()
{
    done_.clear();
    config_.reset();
    reset_ = waits_ = false;
    resets_++;
    tell(0);
}

void Qemu::hear(const QemuMessage &m, Registers *registers)
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
    QemuMessage m;
    if (socket_.take(&m)) hear(m, registers);
    else if (!socket_.why().empty()) fail(socket_.why());
    ended_ = socket_.ended();
    if (seen_ >= 0) look_back();
    return some || m.whole;
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

} // namespace

std::unique_ptr<Host> open_qemu(const std::string &path, double seconds, std::string *why)
{
    const int fd = qemu_await(path, seconds, why);
    return fd < 0 ? nullptr : std::make_unique<Qemu>(fd, seconds);
}

} // namespace nicdev
