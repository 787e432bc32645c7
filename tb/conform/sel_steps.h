// SPDX-License-Identifier: Apache-2.0
//
// What the rows of selective repeat share.
#ifndef TB_CONFORM_SEL_STEPS_H
#define TB_CONFORM_SEL_STEPS_H

#include <algorithm>

#include "conform.h"

namespace conform {

// Our end has the switch on. more: what no MAC has.
void switch_on(Bench &b, const std::function<void(ttp_select_config &)> &more = {});
// The reorder distance of our end, and how far it may learn. Without it 0, and it learns nothing.
void distance(Bench &b, uint32_t sends, uint32_t limit = 0);
// Tail probes, after PROBE_MIN cycles at least. Without it there is none. base_rtt: the round trip
// without queues, 0: unknown.
constexpr uint32_t PROBE_MIN = 200;
void probes(Bench &b, uint32_t base_rtt = 0);
// OPEN, and both have agreed.
void agreed(Bench &b, const std::function<void(ttp_select_config &)> &more = {},
            uint16_t window = 200);

// Of the peer, every byte typed from the page.
Frame offering(Bench &b, uint32_t op, uint32_t txid, uint32_t rxid, uint16_t window);
Frame mapped(Bench &b, uint32_t rxid, uint64_t held, uint32_t number = 0, uint16_t base = 0,
             uint16_t newest = 64);

// Of ours: is it, byte for byte, one with an offer, or with this map?
void offered(Bench &b, const Sent &s, bool yes);
Sent a_map(Bench &b, uint32_t number, uint32_t base, uint32_t newest, uint64_t held);

// The ACK of the send with this number, and of what was held behind it, up to `newest`. A MAC sends
// one for the payload and one for the rest, and one more before each multiple of 8.
void ran(Bench &b, uint32_t number, uint32_t newest);

// A payload of the peer, so far ahead of last, by the send with this number.
void come(Bench &b, uint32_t ahead, uint32_t number);
// The payload una + at leaves as the send with this number.
void sent(Bench &b, uint32_t at, uint32_t number);
// A sample of `rtt` cycles, or nearly.
void sample(Bench &b, uint32_t number, uint32_t rtt);

// A counter that only MACs have (docs/registers.md).
void counted(Bench &b, unsigned counter, uint64_t by, const char *what);
// Payloads beyond a gap that our end holds.
uint32_t at_most(Bench &b);
// The receive store of our end is empty.
bool nothing_stored(Bench &b);
const ttp_select_link &select_state(Bench &b);
// What a MAC shows of the way to the peer (docs/registers.md). on_vc: there is a link, or not.
struct Path { uint32_t rtt, least, distance, window; };
Path path(Bench &b, uint32_t on_vc = 0);
// ... is nothing.
void no_path(Bench &b, const char *when, uint32_t on_vc = 0);
bool has_agreed(Bench &b);
// n payloads leave as sends first, first + 1, ...
void goes_as(Bench &b, uint32_t n, uint32_t first = 1);
// The same from the payload una + first - 1 on: those before have left, and are not acknowledged.
void goes_on_as(Bench &b, uint32_t n, uint32_t first = 1);
void first_sends(Bench &b);

} // namespace conform

#endif
