// SPDX-License-Identifier: Apache-2.0
//
// The witness of a wire port in the table of faults, typed from docs/protocol.md; see fault.h.
#include "fault.h"

namespace {

// The counter that a frame moves: the first rule of Bad input that it breaks, or its opcode.
unsigned counter_of(const Frame &f, uint32_t own)
{
    Header h;
    if (f.bytes.size() > 1536) return TTP_CNT_DROP_LONG;
    if (f.user) return TTP_CNT_DROP_FCS;
    if (!parse_header(f, &h)) return TTP_CNT_DROP_SHORT;
    if (h.ethertype != ETHERTYPE) return TTP_CNT_DROP_TYPE;
    if (h.dst_oui != OUI || h.dst != own) return TTP_CNT_DROP_DST;
    if (h.src == own) return TTP_CNT_DROP_SRC;
    if (h.tth0 != 0x05) return TTP_CNT_DROP_TTH;
    if (h.gateway) return TTP_CNT_DROP_GATEWAY;
    const bool odd = h.opcode == OP_PAYLOAD && (h.payload == 0 || h.payload > MAX_PAYLOAD);
    if (h.length < 26 || odd) return TTP_CNT_DROP_LENGTH;
    if (f.bytes.size() < HDR_BYTES + h.payload) return TTP_CNT_DROP_SHORT;
    if (h.opcode >= OP_N) return TTP_CNT_DROP_OPCODE;
    if (h.vc > 2) return TTP_CNT_DROP_VC;
    return TTP_CNT_RX + h.opcode;
}

} // namespace

void PortWitness::see(const Frame &f, uint32_t own, uint32_t peer)
{
    const unsigned counter = counter_of(f, own);
    frames++;
    count[counter]++;
    bad += counter >= TTP_CNT_DROP_FCS;
    Header h;
    if (counter >= TTP_CNT_DROP_FCS || !parse_header(f, &h) || h.vc != 0 || h.src != peer) return;
    const bool open = h.opcode == OP_OPEN || h.opcode == OP_OPEN_ACK;
    if (open && (!known_ || h.epoch != life_)) {
        known_ = true;
        life_ = h.epoch;
        to_ = 0;
        last = h.opcode == OP_OPEN ? h.txid : h.txid - 1;
    }
    acks += h.opcode == OP_ACK;
    if (h.opcode == OP_OPEN_ACK && h.to_life == asked_) asked_ = 0;
    if (!known_ || asked_ || h.opcode != OP_PAYLOAD) return;    // in OPEN_SENT none is taken
    if (!to_) to_ = h.to_life;
    if (h.to_life != to_ || (to_ && h.life != life_)) return;   // life.foreign
    const uint32_t ahead = h.txid - last;
    if (ahead == 1) {
        last = h.txid;
        nacked_ = false;
    } else if (!newer(h.txid, last)) {
        repeats++;
    } else if (ahead < 65536) {
        gaps++;
        passes += !nacked_ || !newer(h.txid, behind_);
        nacked_ = true;
        behind_ = h.txid;
    }
}

void PortWitness::sent(const Header &h)
{
    if (h.opcode == OP_OPEN) asked_ = h.epoch;
}
