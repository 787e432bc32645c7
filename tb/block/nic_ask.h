// SPDX-License-Identifier: Apache-2.0
//
// A payload of a peer that the NIC must answer, for the witness of tb/block/ttp_nic_core.cpp.
#ifndef NIC_ASK_H
#define NIC_ASK_H

#include "nic_permits.h"

// What a WRITE of a peer has brought since its long head.
struct nic_write {
    nic_pieces pieces;
    bool odd = false;                   // in other sizes than those of msg.cut
};

// How far the WRITE of a link may have come: tgt.order, tgt.room
struct nic_follow {
    bool some = false, none = true;     // there has been one; the NIC need not know it
    nic_head h;                         // its long head
    uint64_t progress = 0;
    std::set<uint64_t> stuck;           // where it may have been refused
    std::shared_ptr<nic_write> message;
    bool refused = false;               // the payload before was
    int step = -1;                      // of the short head before
    uint32_t last = 0, before = 0;      // tags of WRITEs with a long head
    // tgt.room
    bool there = false;                 // it may have a place
    unsigned kept_out = 0;              // WRITEs that may have found no place since a payload
    // What the NIC has instead if it has refused the long head, and whether it may have.
    std::shared_ptr<nic_follow> prior;
    bool may_prior = false;
    uint64_t number = 0;                // of the payload with the long head

    // What was said by the last long head up to that payload
    nic_follow &of(uint64_t payload)
    {
        return number > payload && prior ? prior->of(payload) : *this;
    }
    bool has(const nic_head &s) const
    {
        return some && s.tag == h.tag && s.step == nic_step(progress);
    }
    // What a short head leaves out
    void fill(nic_head &s) const
    {
        s.key = h.key, s.offset = h.offset, s.length = h.length, s.immediate = h.immediate;
        s.progress = progress;
    }
    // A long head that is taken, and has no LAST
    void begin(const nic_head &l, uint64_t n, bool sure)
    {
        if (some) prior = std::make_shared<nic_follow>(*this);
        if (prior && prior->prior && prior->prior->prior) prior->prior->prior.reset();
        number = n, may_prior = !sure;
        h = l, progress = l.count;
        some = true, none = false, step = -1;
        stuck.clear();
        message = std::make_shared<nic_write>();
    }
    // A WRITE that may find no place comes: the first one is refused, the next has this one.
    void keeps_out()
    {
        if (++kept_out > 1) none = true;
    }
};

// tgt.room
inline uint32_t nic_set(uint32_t link)
{
    const uint32_t node = link & 0xFFFFFF, vc = link >> 24;
    return (node ^ node >> 12 ^ vc * (FOLLOW / 8)) % (FOLLOW / 2);
}

struct nic_ask {        // a payload that gets a REPLY, or DATA
    nic_head h;                         // short: filled in, where the message is known
    uint32_t link = 0;
    uint64_t number = 0;                // counts from the first
    bool known = true;                  // it is
    bool off = false;                   // it is not taken, as far as is known
    bool tells = false;                 // a NOTICE is due, if it is taken
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
        return message->pieces.whole(pieces, piece->addr - h.progress, h.progress + h.count);
    }
    // A REPLY with that status may be for it.
    bool allows(uint8_t status) const
    {
        if (piece && piece->off && !status) return false;
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
