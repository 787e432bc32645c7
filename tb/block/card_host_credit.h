// SPDX-License-Identifier: Apache-2.0
//
// Room in the store of the MAC, cycle by cycle: what the readings say and what began since, read a
// second time from docs/host-link.md and the header of card_credit.
#ifndef CARD_HOST_CREDIT_H
#define CARD_HOST_CREDIT_H

#include "card_util.h"

struct credit_ref {
    // What happens in a cycle
    struct seen {
        bool start = false;             // a reading of cells and packets begins
        bool cells = false, pkts = false;   // one of its two values has come
        unsigned data = 0;              // it
        bool begun = false, sess = false, hello = false, taken = false;
    };
    static const unsigned SLACK_L = 4, MOST = 255;
    unsigned reserve;
    unsigned cells = 0, least = 0, since = 0, free = 0, gift = 0;
    uint16_t taken = 0, want = 0, limit = 0;
    bool fresh = false, room = false;

    explicit credit_ref(unsigned reserve_) : reserve(reserve_) {}

    void step(const seen &s)
    {
        const credit_ref a = *this;
        if (s.cells) cells = s.data / 16;
        if (s.pkts) least = std::min({ s.data, a.cells, 8191u });
        fresh = s.pkts;
        since = (s.start ? 0 : a.since) + s.begun;
        // Not less than none
        const unsigned gone = a.since + SLACK_L + s.begun;
        if (a.fresh) free = a.least > gone ? a.least - gone : 0;
        else if (s.begun && free) free--;
        gift = std::min(a.free > reserve ? a.free - reserve : 0, MOST);
        taken = s.hello ? 0 : static_cast<uint16_t>(a.taken + s.taken);
        want = s.hello ? 0 : static_cast<uint16_t>(a.taken + a.gift);
        const uint16_t more = static_cast<uint16_t>(a.want - a.limit);
        if (more < 0x8000) limit = a.want;
        if (s.hello) limit = 0;
        room = a.free > (s.sess ? static_cast<uint16_t>(a.limit - a.taken) & 0x1FFFu : 0) + 2;
    }
};

// What a credit_ref has to know, seen at the ports of card_host.
struct credit_watch {
    credit_ref store;
    bool asked = false;                 // an address to read stands
    unsigned limit_was = 0;             // a cycle ago
    uint64_t moved_at = 0;              // first cycle of the limit as it is

    explicit credit_watch(unsigned reserve) : store(reserve) {}

    // raddr: of the access that is answered
    template <class D> credit_ref::seen look(const D &d, unsigned raddr)
    {
        credit_ref::seen s;
        const bool end = d.m_axil_rvalid && d.m_axil_rready;
        s.start = d.m_axil_arvalid && !asked && d.m_axil_araddr == 0xA8;
        asked = d.m_axil_arvalid;
        s.cells = end && raddr == 0xA8;
        s.pkts = end && raddr == 0xB0;
        s.data = d.m_axil_rdata;
        s.begun = d.begun;
        s.sess = d.stat_sess;
        s.hello = d.rx_ev_valid && d.rx_ev_code == C_HELLO;
        s.taken = d.rx_ev_valid && d.rx_ev_code == C_DATA;
        return s;
    }
    void step(const credit_ref::seen &s, uint64_t cycle)
    {
        limit_was = store.limit;
        store.step(s);
        if (store.limit != limit_was) moved_at = cycle + 1;
    }
};

#endif
