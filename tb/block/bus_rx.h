// SPDX-License-Identifier: Apache-2.0
//
// The places of rtl/ttp_bus_rx.vh: bus_put(dut.settings, SETTINGS_TIMEOUT, 4096).
#ifndef BUS_RX_H
#define BUS_RX_H

#include "bus_place.h"

constexpr bus_place
    SETTINGS_TIMEOUT = { 0, 31 }, SETTINGS_OPEN_TMO = { 31, 31 }, SETTINGS_CLOSE_TMO = { 62, 31 },
    SETTINGS_BACKOFF = { 93, 31 }, SETTINGS_REACK = { 124, 31 }, SETTINGS_IDLE = { 155, 31 },
    SETTINGS_VICTIM_IDLE = { 186, 31 }, SETTINGS_RETRY_MAX = { 217, 8 },
    SETTINGS_NACK_ONCE = { 225, 1 };

constexpr bus_place
    STAGE_S1 = { 0, 1 }, STAGE_S2_SOON = { 1, 1 }, STAGE_S2 = { 2, 1 }, STAGE_S1_TURN = { 3, 1 },
    STAGE_EXCLUSIVE = { 4, 1 };

constexpr bus_place
    RECEIVED_FITS = { 0, 1 }, RECEIVED_LEN = { 1, 11 }, RECEIVED_LIFE = { 12, 16 },
    RECEIVED_RXID = { 28, 32 }, RECEIVED_TXID = { 60, 32 }, RECEIVED_PEER = { 92, 24 },
    RECEIVED_VC = { 116, 2 }, RECEIVED_OP = { 118, 4 }, RECEIVED_TO_LIFE = { 122, 16 };

constexpr bus_place
    COMMAND_PEEK = { 0, 1 }, COMMAND_VC = { 1, 2 }, COMMAND_NODE = { 3, 24 },
    COMMAND_LINK = { 27, 16 };
constexpr bus_place RESULT_CLOSED = { 0, 1 }, RESULT_NOLINK = { 1, 1 }, RESULT_PEEKED = { 2, 1 };
// Word i of RESULT_RECORD
constexpr bus_place result_word(unsigned i) { return { 3 + 32 * i, 32 }; }
constexpr bus_place RESULT_ENTRY = { 34, 1 };
constexpr bus_place NUMBERS_LIFE = { 0, 16 }, NUMBERS_START = { 16, 32 };
constexpr bus_place
    RENUMBER_LIFE = { 0, 16 }, RENUMBER_START = { 16, 32 }, RENUMBER_LIFE_SET = { 48, 1 },
    RENUMBER_START_SET = { 49, 1 };

constexpr bus_place
    VERDICT_TAKE = { 0, 1 }, VERDICT_LEN = { 1, 11 }, VERDICT_VC = { 12, 2 },
    VERDICT_NODE = { 14, 24 };

constexpr bus_place
    TIMER_SERVICE_AT = { 0, 32 }, TIMER_SERVICE_RUNS = { 32, 1 }, TIMER_DEADLINE = { 33, 32 },
    TIMER_RUNS = { 65, 1 };
#ifdef LW
constexpr bus_place TIMER_LINK = { 66, LW };
#endif

constexpr bus_place
    RESPONSE_NOTIFY = { 0, 1 }, RESPONSE_LIFE = { 1, 16 }, RESPONSE_RXID = { 17, 32 },
    RESPONSE_TXID = { 49, 32 }, RESPONSE_NODE = { 81, 24 }, RESPONSE_VC = { 105, 2 },
    RESPONSE_OP = { 107, 4 }, RESPONSE_TO_LIFE = { 111, 16 };
constexpr bus_place
    TRACE_RXID = { 0, 32 }, TRACE_TXID = { 32, 32 }, TRACE_ACTION = { 64, 16 },
    TRACE_EVENT = { 80, 5 }, TRACE_STATE1 = { 85, 3 }, TRACE_STATE0 = { 88, 3 },
    TRACE_LINK = { 91, 16 };
// Bits of count
enum {
    COUNT_RESTARTED, COUNT_CLOSED, COUNT_NOLINK, COUNT_NO_SPACE, COUNT_TOO_FAR, COUNT_REPLAY,
    COUNT_TIMEOUT, COUNT_REPEATED, COUNT_GAP, COUNT_LATE, COUNT_ILLEGAL, COUNT_OPENED, COUNT_DEAD
};
#ifdef LW
constexpr bus_place RESPOND_LINK = { 127, LW };
#endif

#endif
