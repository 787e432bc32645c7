// SPDX-License-Identifier: Apache-2.0
//
// The machine that the device stands in, whatever carries its words: SimBricks or QEMU.
#ifndef TTPNICDEV_HOST_H
#define TTPNICDEV_HOST_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nicdev {

constexpr uint64_t BAR = 1 << 13;                // bytes of BAR 0
// "TNIC" as NIC_ID has it; PCI-SIG has not assigned these numbers for it. A network controller that
// is none of the known kinds.
constexpr uint16_t VENDOR = 0x544E, DEVICE = 0x4943;
constexpr uint8_t CLASS = 0x02, SUBCLASS = 0x80;

// An access of BAR 0.
struct Access {
    bool read, answered;                         // answered: the host waits for it
    uint64_t id, offset;
    std::vector<uint8_t> data;                   // of a read: as many ones
    bool bad;                                    // it does not get to the NIC
    size_t at = 0;                               // what is done of it
};

class Memory;
class Registers;

class Host {
public:
    virtual ~Host() = default;

    // Takes what has come, once a cycle: true if anything did. Accesses of BAR 0 and answers of
    // memory go where they belong.
    virtual bool listen(Memory *memory, Registers *registers) = 0;
    bool ended() const { return ended_; }        // as it should
    const std::string &why() const { return why_; }    // or not: one line
    // The host wants the device as after power on, and hears when it is.
    bool wants_reset() const { return reset_; }
    virtual void was_reset() {}
    // Looked at now and then, since it costs more than a cycle: it has gone without a word.
    virtual bool gone() { return false; }
    virtual int fd() const { return -1; }        // readable when something comes; -1: none

    // Memory: of at most so many bytes each. Answers come with listen.
    virtual size_t room_read() const = 0;
    virtual size_t room_write() const = 0;
    virtual void read(uint64_t id, uint64_t address, size_t bytes) = 0;
    virtual void write(uint64_t id, uint64_t address, const uint8_t *data, size_t bytes) = 0;
    virtual bool crowded() const { return false; }     // nothing more should be asked for

    virtual void answer(const Access &a) = 0;
    // INTx: the level of the pin, each cycle.
    virtual void interrupt(bool level) = 0;
    uint64_t interrupts() const { return interrupts_; }
    virtual void report() const {}               // lines of its own, to stdout

protected:
    void fail(const std::string &why)
    {
        if (why_.empty()) why_ = why;
    }
    bool ended_ = false, reset_ = false;
    uint64_t interrupts_ = 0;

private:
    std::string why_;
};

// They listen at a path until their host is there, up to `seconds`. NULL and *why, one line.
std::unique_ptr<Host> open_simbricks(const std::string &path, uint64_t slots, uint64_t slot,
                                     double seconds, std::string *why);
std::unique_ptr<Host> open_qemu(const std::string &path, double seconds, std::string *why);

} // namespace nicdev

#endif
