// SPDX-License-Identifier: Apache-2.0
//
// The device's side of a SimBricks PCIe channel: what finds no slot waits here, so nobody who posts
// a message ever waits.
#ifndef TTPNICDEV_LINK_H
#define TTPNICDEV_LINK_H

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "simbricks.h"

namespace nicdev {

class Link {
public:
    ~Link() { simbricks_close(&channel); }
    simbricks channel = {};

    // A request for memory, or, with data, a write of it.
    void request(uint8_t type, uint64_t id, uint64_t address, size_t length,
                 const uint8_t *data = nullptr)
    {
        std::vector<uint8_t> m(SIMB_HEAD + (data ? length : 0));
        simbricks_put(&m[SIMB_AT_ID], id, 8);
        simbricks_put(&m[SIMB_AT_OFFSET], address, 8);
        simbricks_put(&m[SIMB_AT_LENGTH], length, 2);
        if (data) memcpy(m.data() + SIMB_HEAD, data, length);
        post(type, std::move(m));
    }
    // The answer to a message with that ID.
    void answer(uint8_t type, uint64_t id, const std::vector<uint8_t> &data)
    {
        std::vector<uint8_t> m(SIMB_HEAD);
        simbricks_put(&m[SIMB_AT_ID], id, 8);
        m.insert(m.end(), data.begin(), data.end());
        post(type, std::move(m));
    }
    void interrupt(bool level)
    {
        std::vector<uint8_t> m(SIMB_HEAD);
        m[SIMB_AT_KIND] = level ? SIMB_INTX_RISES : SIMB_INTX_FALLS;
        post(SIMB_D2H_INTERRUPT, std::move(m));
    }

    void flush()
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
    bool crowded() const { return out_.size() >= 16; }

private:
    struct Message {
        uint8_t type;
        std::vector<uint8_t> bytes;              // of the slot, head and data
    };
    void post(uint8_t type, std::vector<uint8_t> m)
    {
        out_.push_back({ type, std::move(m) });
        flush();
    }
    std::deque<Message> out_;
};

} // namespace nicdev

#endif
