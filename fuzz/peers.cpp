// SPDX-License-Identifier: Apache-2.0
//
// Peers that follow the protocol; see peers.h.
#include "peers.h"

void offer(Frame *f, uint32_t window)
{
    if (!window) return;
    f->bytes.resize(HDR_BYTES + 16);
    f->bytes[60] = 0x10;
    f->bytes[61] = f->bytes[63] = 1;
    put_be(f->bytes, 64, 2, window);
}

bool Peers::answer(const Frame &f, Frame *reply)
{
    Header h;
    if (!parse_header(f, &h) || h.vc > 2) return false;
    Link &l = link(h.vc, h.dst);
    const auto make = [&](uint32_t op, uint32_t txid, uint32_t rxid) {
        *reply = make_frame(h.dst, OWN_NODE, op, h.vc, txid, rxid, life, {}, life ? l.mac_life : 0);
        return true;
    };
    switch (h.opcode) {
    case OP_OPEN:
        if (!l.open || h.epoch != l.mac_life) l.last = h.txid;
        l.open = true;
        l.closed = false;
        l.mac_life = h.epoch;
        make(OP_OPEN_ACK, l.next, h.txid);
        if (offer && life) ::offer(reply, 1 + (h.txid & 7));
        return true;
    case OP_OPEN_ACK:
        if (!l.open) l.last = h.txid - 1;
        l.open = true;
        l.mac_life = h.epoch;
        return false;
    case OP_PAYLOAD:
        if (!l.open) return make(OP_NACK_NOLINK, 0, h.txid);
        if (h.txid == l.last + 1) {
            l.last++;
            l.got++;
        }
        // An ACK names the send that has caused it, if that has a number (sel.number).
        return newer(h.txid, l.last) ? make(OP_NACK, 0, l.last + 1)
                                     : make(OP_ACK, life ? h.rxid : 0, l.last);
    case OP_ACK:
        l.acked.push_back(h.rxid);
        return false;
    case OP_CLOSE:
        l.open = false;
        l.closed = true;
        return make(OP_CLOSE_ACK, 0, h.txid);
    default:
        return false;
    }
}
