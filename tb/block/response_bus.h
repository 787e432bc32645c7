// SPDX-License-Identifier: Apache-2.0
//
// For ttp_tx_respond.cpp and ttp_tx_frame.cpp: responses (frames without payload) on their bus.
#ifndef RESPONSE_BUS_H
#define RESPONSE_BUS_H

#include "bus_place.h"
extern "C" {
#include "ttp_defs.h"
#include "ttp_tx_respond.h"
}

// None, one of a single bit, or any
inline uint16_t some_life(tb_rng &r)
{
    return static_cast<uint16_t>(r.one_in(3) ? 0 : r.one_in(3) ? 1u << r.below(16) : r.bits(16));
}

inline ttp_response some_response(tb_rng &r, unsigned notify_percent)
{
    ttp_response x = {};
    x.op = static_cast<uint8_t>(r.below(10));
    if (x.op >= TTP_OP_PAYLOAD) x.op++;
    x.vc = static_cast<uint8_t>(r.below(3));
    x.node = static_cast<uint32_t>(r.bits(24));
    x.txid = static_cast<uint32_t>(r.next());
    x.rxid = static_cast<uint32_t>(r.next());
    x.life = some_life(r);
    x.to_life = some_life(r);
    x.notify = r.percent(notify_percent);
    x.offer = r.below(2);
    x.map = x.op == TTP_OP_NACK && !x.notify && r.below(2);
    return x;
}

template <class P> void response_put(P &port, const ttp_response &x)
{
    bus_set(port, {{RESPONSE_OP, x.op}, {RESPONSE_VC, x.vc}, {RESPONSE_NODE, x.node},
                   {RESPONSE_TXID, x.txid}, {RESPONSE_RXID, x.rxid}, {RESPONSE_LIFE, x.life},
                   {RESPONSE_TO_LIFE, x.to_life}, {RESPONSE_NOTIFY, x.notify},
                   {RESPONSE_OFFER, x.offer}, {RESPONSE_MAP, x.map}});
}

template <class P> void response_check(tb_check &chk, const P &port, const ttp_response &x)
{
    BUS_EQ(chk, port, RESPONSE_OP, x.op);
    BUS_EQ(chk, port, RESPONSE_VC, x.vc);
    BUS_EQ(chk, port, RESPONSE_NODE, x.node);
    BUS_EQ(chk, port, RESPONSE_TXID, x.txid);
    BUS_EQ(chk, port, RESPONSE_RXID, x.rxid);
    BUS_EQ(chk, port, RESPONSE_LIFE, x.life);
    BUS_EQ(chk, port, RESPONSE_TO_LIFE, x.to_life);
    BUS_EQ(chk, port, RESPONSE_NOTIFY, x.notify);
    BUS_EQ(chk, port, RESPONSE_OFFER, x.offer);
}

#endif
