// SPDX-License-Identifier: Apache-2.0
//
// A host that speaks PCIe of SimBricks. What finds no slot waits here, so nobody who posts a
// message ever waits.
#include <cstring>
#include <deque>

#include "nic/memory.h"
#include "nic/registers.h"
#include "simbricks.h"

namespace nicdev {

namespace {

std::string hex(uint64_t v)
{
    char text[20];
    snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(v));
    return text;
}

class SimBricks : public Host {
public:
    SimBricks() = default;
    ~SimBricks() override { simbricks_close(&channel); }
    SimBricks(const SimBricks &) = delete;
    SimBricks &operator=(const SimBricks &) = delete;
    simbricks channel = {};

    bool listen(Memory *memory, Registers *registers) override;
    bool gone() override { return simbricks_gone(&channel); }
    size_t room_read() const override { return simbricks_room_in(&channel); }
    size_t room_write() const override { return simbricks_room_out(&channel); }
    void read(uint64_t id, uint64_t address, size_t bytes) override
    {
        request(SIMB_D2H_READ, id, address, bytes, nullptr);
    }
    void write(uint64_t id, uint64_t address, const uint8_t *data, size_t bytes) override
    {
        request(SIMB_D2H_WRITE, id, address, bytes, data);
    }
    bool crowded() const override { return out_.size() >= 16; }
    void answer(const Access &a) override;
    void interrupt(bool level) override;

private:
    struct Message {
        uint8_t type;
        std::vector<uint8_t> bytes;              // of the slot, head and data
    };
    void hear(uint8_t type, const uint8_t *m, Memory *memory, Registers *registers);
    void access(uint8_t type, const uint8_t *m, Registers *registers);
    void request(uint8_t type, uint64_t id, uint64_t address, size_t bytes, const uint8_t *data);
    void post(uint8_t type, std::vector<uint8_t> m)
    {
        out_.push_back({ type, std::move(m) });
        flush();
    }
    void flush();

    std::deque<Message> out_;
    bool wanted_ = false, told_ = false;         // INTx: the host wants it; level that it knows
};

// ---------------------------------------------------------------- to the host

// A request for memory, or, with data, a write of it.
void SimBricks::request(uint8_t type, uint64_t id, uint64_t address, size_t bytes,
                        const uint8_t *data)
{
    std::vector<uint8_t> m(SIMB_HEAD + (data ? bytes : 0));
    simbricks_put(&m[SIMB_AT_ID], id, 8);
    simbricks_put(&m[SIMB_AT_OFFSET], address, 8);
    simbricks_put(&m[SIMB_AT_LENGTH], bytes, 2);
    if (data) memcpy(m.data() + SIMB_HEAD, data, bytes);
    post(type, std::move(m));
}

void SimBricks::answer(const Access &a)
{
    if (!a.answered) return;
    std::vector<uint8_t> m(SIMB_HEAD);
    simbricks_put(&m[SIMB_AT_ID], a.id, 8);
    if (a.read) m.insert(m.end(), a.data.begin(), a.data.end());
    post(a.read ? SIMB_D2H_READCOMP : SIMB_D2H_WRITECOMP, std::move(m));
}

// As edges; while the host does not want it, 0.
void SimBricks::interrupt(bool level)
{
    if ((level && wanted_) == told_) return;
    told_ = !told_;
    std::vector<uint8_t> m(SIMB_HEAD);
    m[SIMB_AT_KIND] = told_ ? SIMB_INTX_RISES : SIMB_INTX_FALLS;
    post(SIMB_D2H_INTERRUPT, std::move(m));
    interrupts_++;
}

void SimBricks::flush()
{
    while (!out_.empty()) {
        uint8_t *const slot = simbricks_next(&channel);
        if (!slot) return;
        const std::vector<uint8_t> &m = out_.front().bytes;
        memcpy(slot, m.data(), SIMB_AT_OWNER);
        memcpy(slot + SIMB_HEAD, m.data() + SIMB_HEAD, m.size() - SIMB_HEAD);
        simbricks_send(&channel, out_.front().type);
        out_.pop_front();
    }
}

// ---------------------------------------------------------------- from the host

// READ, WRITE or WRITE_POSTED.
void SimBricks::access(uint8_t type, const uint8_t *m, Registers *registers)
{
    const bool read = type == SIMB_H2D_READ;
    const size_t length = static_cast<size_t>(simbricks_get(m + SIMB_AT_LENGTH, 2));
    if (length > (read ? simbricks_room_out(&channel) : simbricks_room_in(&channel)))
        return fail("the host names more bytes than a message has");
    Access a = { read, type != SIMB_H2D_WRITE_POSTED, simbricks_get(m + SIMB_AT_ID, 8),
                 simbricks_get(m + SIMB_AT_OFFSET, 8), std::vector<uint8_t>(length, 0xff),
                 m[SIMB_AT_BAR] != 0 };
    if (!read) a.data.assign(m + SIMB_HEAD, m + SIMB_HEAD + length);
    registers->take(std::move(a));
}

void SimBricks::hear(uint8_t type, const uint8_t *m, Memory *memory, Registers *registers)
{
    const uint64_t id = simbricks_get(m + SIMB_AT_ID, 8);
    bool known = true;
    switch (type) {
    case SIMB_SYNC:
        break;
    case SIMB_END:
        ended_ = true;
        break;
    case SIMB_H2D_READ:
    case SIMB_H2D_WRITE:
    case SIMB_H2D_WRITE_POSTED:
        access(type, m, registers);
        break;
    case SIMB_H2D_READCOMP:
        known = memory->read_done(id, m + SIMB_HEAD, simbricks_room_in(&channel));
        break;
    case SIMB_H2D_WRITECOMP:
        known = memory->write_done(id);
        break;
    case SIMB_H2D_DEVCTRL:
        wanted_ = simbricks_get(m + SIMB_AT_FLAGS, 8) & SIMB_CTRL_INTX;
        break;
    default:
        fail("the host sends a message of type " + hex(type));
    }
    if (!known) fail("the host answers request " + hex(id) + ", which is not open");
}

bool SimBricks::listen(Memory *memory, Registers *registers)
{
    bool came = false;
    uint8_t type = 0;
    flush();
    while (why().empty() && !ended_ && !registers->crowded()) {
        const uint8_t *const m = simbricks_first(&channel, &type);
        if (!m) break;
        hear(type, m, memory, registers);
        simbricks_take(&channel);
        came = true;
    }
    return came;
}

} // namespace

std::unique_ptr<Host> open_simbricks(const std::string &path, uint64_t slots, uint64_t slot,
                                     double seconds, std::string *why)
{
    const simbricks_device who = { BAR, VENDOR, DEVICE, CLASS, SUBCLASS };
    auto host = std::make_unique<SimBricks>();
    char text[300];
    if (simbricks_listen(&host->channel, path.c_str(), &who, slots, slot, seconds, text,
                         sizeof text))
        return host;
    *why = text;
    return nullptr;
}

} // namespace nicdev
