// SPDX-License-Identifier: Apache-2.0
//
// For ttp_retire.cpp: what it knows of payloads, of batches of them, and of links; and what changes
// now and then.
#ifndef RETIRE_REF_H
#define RETIRE_REF_H

#include <cstdint>
#include <deque>
#include "Vttp_retire.h"
#include "Vttp_retire___024root.h"
#include "tb_util.h"
extern "C" {
#include "ttp_retire.h"
}

TB_INSIDE(bytes_of, ttp_retire__DOT__u_batch__DOT__bytes_q,
          ttp_retire__DOT__u_net__DOT__u_batch__02ebytes_q)
TB_SETTLE(Vttp_retire)

struct pay { uint16_t e, len, first, last; };
struct batch { uint32_t link, first, node, count, bytes; bool flush; };
struct link_ref {
    std::deque<pay> list;           // appended, not yet freed
    uint16_t tail, dummy;
    uint16_t napp, nret, nfreed;    // modulo 2^CW; nfreed: the pipe's copy
    uint16_t done;                  // payloads given back, modulo 2^CW
    uint32_t una, node, freed;
    bool flush;                     // unsettled flush
    batch now;
};

// Batches of many bytes would take long: while one is under way they are set from outside, often a
// few payloads below a multiple of a power of two. True: they have been.
inline bool more_bytes(tb_rng &r, Vttp_retire &dut, ttp_retire &m, link_ref &l)
{
    if (!m.c_valid || !r.one_in(16)) return false;
    const uint32_t low = 0x3ffffffu >> r.below(26);
    m.bytes = (static_cast<uint32_t>(r.bits(26)) | low) - r.below(3000);
    m.bytes &= 0x3ffffff;
    l.now.bytes = m.bytes;
    *bytes_of(dut.rootp, 0) = m.bytes;
    tb_settle(dut);
    return true;
}

// Percentages.
struct mood {
    unsigned p_ap = 50, p_ev = 50, p_slot = 0, p_unslot = 30, p_rec = 100, p_flush = 5, kmax = 4;
    unsigned spread = LINKS;
    bool fill = false;                      // a payload for every link, the first one stuck
    bool cpl = false;

    void draw(tb_rng &r)
    {
        static const unsigned pc[] = { 0, 5, 30, 60, 100, 100 };
        p_ap = pc[1 + r.below(5)];
        p_ev = pc[1 + r.below(5)];
        p_slot = r.one_in(2) ? 0 : pc[1 + r.below(4)];
        p_unslot = pc[1 + r.below(4)];
        p_rec = pc[1 + r.below(5)];
        p_flush = r.one_in(2) ? 0 : pc[1 + r.below(2)];
        kmax = r.one_in(2) ? 1 : r.in(1, 40);
        spread = r.one_in(2) ? LINKS : r.in(1, LINKS < 8 ? LINKS : 8);
        cpl = r.one_in(2);
        fill = LINKS <= 24 && r.one_in(6);
        if (fill) {
            p_ap = p_ev = 100;
            p_slot = 90;
            p_unslot = 1;
            p_flush = 0;
            spread = LINKS;
        }
    }

    // Nothing new: what is held is freed and told.
    void drain()
    {
        p_ev = p_rec = 100;
        p_ap = p_slot = p_flush = 0;
        spread = kmax = 1;
        cpl = true;
        fill = false;
    }
};

#endif
