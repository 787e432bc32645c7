// SPDX-License-Identifier: Apache-2.0
//
// For ttp_tx_ingest.cpp: a round of so many cycles that no test lives to see them begins near its
// end.
#ifndef INGEST_ROUND_H
#define INGEST_ROUND_H

#include "Vttp_tx_ingest.h"
#include "Vttp_tx_ingest___024root.h"
#include "tb_util.h"
extern "C" {
#include "ttp_tx_ingest.h"
}

TB_INSIDE(tmo_of, ttp_tx_ingest__DOT__u_lookup__DOT__u_retry__DOT__tmo_q,
          ttp_tx_ingest__DOT__u_net__DOT__u_lookup__02eu_retry__02etmo_q)
TB_SETTLE(Vttp_tx_ingest)

struct far_round {
    uint32_t tmo = 0;               // its length, as long as
    unsigned left = 0;              // ... this many cycles are left
    uint64_t begun = 0;

    // While a packet waits for an entry
    void begin(tb_rng &r, Vttp_tx_ingest &dut, ttp_tx_ingest &ref)
    {
        if (left || !ref.trying || !r.one_in(100)) return;
        ref.tmo = (1u << r.in(9, 31)) - r.in(1, 20);
        tmo = ref.tmo + r.in(2, 60);
        left = 80;
        begun++;
        *tmo_of(dut.rootp, 0) = ref.tmo;
        tb_settle(dut);
    }
    uint32_t length(uint32_t otherwise)
    {
        if (!left) return otherwise;
        left--;
        return tmo;
    }
};

#endif
