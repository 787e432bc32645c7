// SPDX-License-Identifier: Apache-2.0
//
// For card.cpp: counters of the whole card, set to numbers that no test would run long enough to
// reach, and read through the registers.
#ifndef CARD_INSIDE_H
#define CARD_INSIDE_H

#include "Vcard___024root.h"
#include "card_bench.h"

TB_INSIDE(counts_of, card__DOT__u_count__DOT__u_count__DOT__mem,
          card__DOT__u_net__DOT__u_count__DOT__u_count__DOT__mem)
TB_INSIDE(sent_of, card__DOT__g_mac__DOT__u_core__DOT__u_gen__DOT__sent_q,
          card__DOT__u_net__DOT__g_mac__02eu_core__02eu_gen__DOT__sent_q)
TB_INSIDE(left_of, card__DOT__g_mac__DOT__u_core__DOT__u_gen__DOT__left_q,
          card__DOT__u_net__DOT__g_mac__02eu_core__02eu_gen__DOT__left_q)
TB_INSIDE(bytes_of, card__DOT__g_mac__DOT__u_core__DOT__u_check__DOT__bytes_q,
          card__DOT__u_net__DOT__g_mac__02eu_core__02eu_check__DOT__bytes_q)

// A random number and its complement, one after the other, in each counter
inline void far_on(bench &b, bool uart)
{
    uint32_t v = 0;
    const auto next = [&](unsigned i) {
        return v = i % 2 ? ~v : static_cast<uint32_t>(b.r.bits(32));
    };
    const auto is = [&](unsigned reg, unsigned most) {
        const uint32_t x = b.access(uart, false, reg, 0);
        CHECK_EQ(b.chk, x - v <= most, true);
    };
    for (unsigned i = 0; i < 12; i++) {
        // Of frames and of payloads: HELLO, DATA, ..., and the last one is GOOD.
        const unsigned which = i < 11 ? 2 * i : C_CK_GOOD;
        uint32_t &count = (*counts_of(b.dut->rootp, 0))[which];
        const uint32_t was = count;
        count = next(i);
        is(i < 11 ? 0x1080 + 4 * which : 0x1038, 3);        // the access itself is counted
        count = was;
        const uint32_t sent = *sent_of(b.dut->rootp, 0), bytes = *bytes_of(b.dut->rootp, 0);
        *sent_of(b.dut->rootp, 0) = v;
        is(0x1034, 0);
        *sent_of(b.dut->rootp, 0) = sent;
        *bytes_of(b.dut->rootp, 0) = v;
        is(0x1040, 0);
        *bytes_of(b.dut->rootp, 0) = bytes;
    }
}

#endif
