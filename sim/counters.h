// SPDX-License-Identifier: Apache-2.0
//
// Registers of a MAC through its AXI4-Lite port: set-up of the tunables, counters of a snapshot.
#ifndef TTPSIM_COUNTERS_H
#define TTPSIM_COUNTERS_H

#include <array>
#include <utility>
#include <vector>

#include "net.h"
#include "ttp_regs.h"

struct Counters {
    std::array<uint64_t, TTP_CNT_N> c{};
    uint32_t cells_low = 0, cells_free = 0, pkts_free = 0, rx_free = 0;
    uint64_t operator[](unsigned i) const { return c[i]; }
};

struct Tunables {
    uint32_t timeout = TTP_RST_TIMEOUT, open_tmo = TTP_RST_OPEN_TMO, close_tmo = TTP_RST_CLOSE_TMO;
    uint32_t backoff = TTP_RST_BACKOFF, retry_max = TTP_RST_RETRY_MAX;
    uint32_t cpl_ctrl = 0;            // 1: completions for retired payloads too
    bool write = true;                // false: the timers are what the MAC came up with
    bool selective = false, offer_all = false;     // of CTRL, of a MAC that agrees
    uint32_t delay = 0;               // with it
};

struct Register {
    uint32_t addr, value;
    bool write;                       // false: it is only compared
};
// The registers that they are in this MAC.
std::vector<Register> tunable_registers(const Tunables &t, const NodeConfig &c);

// CTRL of a MAC that is on.
uint32_t ctrl_of(const Tunables &t, const NodeConfig &c);

// Writes the tunables, each is read back, then steps until STATUS says ready. False: the MAC does
// not answer, or has another value.
bool set_up(Net &net, Node &n, const Tunables &t);

// Takes a snapshot and reads it. False: the MAC does not answer.
bool read_counters(Net &net, Node &n, Counters *c);

// "tx_open"; nullptr: there is no such counter.
const char *counter_name(unsigned i);
// Of a counter of dropped frames: "fcs".
inline const char *drop_name(unsigned i) { return counter_name(i) + sizeof "drop_" - 1; }
// All of these, with their names.
std::vector<std::pair<unsigned, const char *>> drop_reasons();

// Empty, or the first counter of frames sent that is not what the witness of the port saw.
std::string check_sent(const Node &n, const Counters &c);

#endif
