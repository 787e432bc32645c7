// SPDX-License-Identifier: Apache-2.0
//
// A payload of a peer that the NIC must answer, for the witness of tb/block/ttp_nic_core.cpp.
#ifndef NIC_ASK_H
#define NIC_ASK_H

#include "nic_permits.h"

// What a message of a peer has brought since its place 0.
struct nic_write { nic_pieces pieces; };

struct nic_ask {        // a payload that gets a REPLY, or DATA
    nic_head h;
    uint32_t link = 0;
    uint64_t number = 0;                // counts from the first
    std::set<uint8_t> may;              // statuses of the REPLY
    bool must = true;                   // there is one
    std::shared_ptr<nic_write> message; // of a WRITE
    nic_piece_ptr piece;                // its own, if it may be taken
    size_t pieces = 0;                  // of the message, up to this one
    bool told = false, answered = false;        // NOTICE; REPLY
    // Of a READ
    bool read = false;
    nic_source source;
    uint64_t sent = 0, since = 0;
    bool discarded = false, revoked = false;

    // Memory has answered for it, or for one before it, with an error.
    bool failed() const { return message->pieces.error(pieces); }
    bool in_memory() const
    {
        return message->pieces.whole(pieces, piece->addr - h.place, h.place + h.count);
    }
    // A REPLY with that status may be for it.
    bool allows(uint8_t status) const
    {
        if (read) return may.count(status) || (status == ST_MEMORY && source.some());
        if (!piece || !failed()) return status != ST_MEMORY && may.count(status);
        return status == ST_MEMORY || (status && may.count(status));
    }
};

// The NIC gives a REPLY with that status.
inline void nic_answers(uint8_t status)
{
    AIM("REPLY OK", status == ST_OK);
    AIM("REPLY KEY", status == ST_KEY);
    AIM("REPLY RANGE", status == ST_RANGE);
    AIM("REPLY BUSY", status == ST_BUSY);
    AIM("REPLY MEMORY", status == ST_MEMORY);
    AIM("REPLY ORDER", status == ST_ORDER);
}

#endif
