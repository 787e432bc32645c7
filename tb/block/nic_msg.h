// SPDX-License-Identifier: Apache-2.0
//
// A message of the host of tb/block/ttp_nic_core.cpp, as the witness follows it from the doorbell
// to its completion.
#ifndef NIC_MSG_H
#define NIC_MSG_H

#include "nic_permits.h"
#include "nic_pins.h"

struct nic_msg {
    nic_desc d;
    unsigned ring = 0;                  // that it was posted in
    uint16_t index = 0;
    bool old = false;                   // posted before ENABLE came again
    bool unfetched = false;             // memory has failed: 64 zero bytes
    bool may_unfetched = false;         // ... or the NIC has thrown that answer away
    uint64_t failed_at = 0;
    uint64_t posted = 0, number = 0;    // cycle; counts from the first
    uint64_t in_ring = 0;               // the same in its ring
    nic_source source;
    bool opened = false;                // a payload of it was seen
    bool whole = false;                 // the last one was
    bool discarded = false;
    uint32_t tag = 0;
    uint64_t sent = 0, sent_at = 0;     // bytes; cycle of the last payload
    uint64_t payloads = 0;              // made of it
    unsigned others = 0;                // payloads of other sources since its last one
    uint64_t got = 0, came_at = 0;      // DATA: bytes; cycle
    unsigned empty = 0;                 // payloads DATA without bytes
    nic_pieces pieces;                  // of a READ
    int answer = -1;                    // status of the REPLY, or 0 of the last DATA
    std::set<int> may;                  // what else it may end with: a record of the MAC
    uint64_t dead_at = 0;
    bool told = false;
    uint64_t told_at = 0;
    unsigned after = 0;                 // payloads that came later
    unsigned early = 0;                 // REPLYs with 0 before it was sent

    // The head that the next payload of it must have
    nic_head head(uint32_t with_tag, uint64_t count, bool is_last) const
    {
        nic_head h;
        h.op = d.op();
        h.flags = static_cast<uint8_t>(d.flags() | (is_last ? FLAG_LAST : 0));
        h.count = static_cast<uint16_t>(count);
        h.tag = with_tag;
        if (payloads) {
            h.flags |= FLAG_SHORT;
            h.step = nic_step(sent);
            return h;
        }
        h.length = d.length();
        if (h.op != OP_SEND) h.key = d.key(), h.offset = d.offset();
        if (h.op != OP_READ) h.immediate = d.immediate();
        return h;
    }
    bool ended() const { return answer >= 0 || !may.empty() || source.some(); }
};
using nic_msg_ptr = std::shared_ptr<nic_msg>;

// Descriptors that have their completion, of all lives
inline uint64_t &nic_ended()
{
    static uint64_t n;
    return n;
}
// A message has ended with that status.
inline void nic_ends(uint8_t status)
{
    nic_ended()++;
    AIM("DONE 0", status == 0);
    AIM("DONE KEY", status == ST_KEY);
    AIM("DONE RANGE", status == ST_RANGE);
    AIM("DONE NO_BUFFER", status == ST_NO_BUFFER);
    AIM("DONE BUSY", status == ST_BUSY);
    AIM("DONE MEMORY", status == ST_MEMORY);
    AIM("DONE ORDER", status == ST_ORDER);
    AIM("DONE LOCAL", status == ST_LOCAL);
    AIM("DONE DEAD", status == ST_DEAD);
    AIM("DONE RESTART", status == ST_RESTART);
    AIM("DONE UNSENT", status == ST_UNSENT);
    AIM("DONE TIMEOUT", status == ST_TIMEOUT);
    AIM("DONE DESCRIPTOR", status == ST_DESCRIPTOR);
}

#endif
