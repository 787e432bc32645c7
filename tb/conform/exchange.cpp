// SPDX-License-Identifier: Apache-2.0
//
// Exchanges on the wire, as rows write them down: what the peer or the host sends, and what the MAC
// sends then; see conform.h.
#include "conform.h"

namespace conform {

Sent Bench::is(const Sent &s, uint32_t txid, uint32_t rxid)
{
    expect(s.h.txid == txid && s.h.rxid == rxid,
           std::string(opcode_name(s.h.opcode)) + " TxID " + std::to_string(s.h.txid) + " RxID "
               + std::to_string(s.h.rxid) + ", not "
               + std::to_string(txid) + ", " + std::to_string(rxid));
    return s;
}

Sent Bench::next(uint32_t op) { return next_of(peer, op); }

Sent Bench::next(uint32_t op, uint32_t txid, uint32_t rxid) { return is(next(op), txid, rxid); }

bool Bench::await(uint64_t limit, const char *what)
{
    return w.run(limit, [&] { return waiting(peer) != 0; }, what);
}

Sent Bench::next_within(uint64_t limit, uint32_t op)
{
    await(limit, (std::string("waiting for ") + opcode_name(op) + " of a timer").c_str());
    return next(op);
}

Sent Bench::next_within(uint64_t limit, uint32_t op, uint32_t txid, uint32_t rxid)
{
    return is(next_within(limit, op), txid, rxid);
}

void Bench::payloads(uint32_t from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) next(OP_PAYLOAD, from + i, 0);
}

void Bench::replay(uint32_t from)
{
    payloads(from, snt + 1 - from);
    quiet(200);
}

void Bench::host_sends(uint32_t id)
{
    host();
    next(OP_PAYLOAD, id, 0);
}

Sent Bench::host_opens(size_t n)
{
    host(n);
    return next(OP_OPEN);
}

uint32_t Bench::host_opened(uint32_t txid)
{
    const uint32_t open = host_opens().h.txid;
    tx(OP_OPEN_ACK, txid, open);
    next(OP_PAYLOAD, open + 1, 0);
    return open;
}

void Bench::open_ack_leaves()
{
    a.wire_out.hold = false;
    next(OP_OPEN_ACK, una, BASE);
}

Sent Bench::we_close(uint32_t txid, uint32_t rxid)
{
    close();
    return next(OP_CLOSE, txid, rxid);
}

void Bench::sends(uint32_t id, uint32_t answer, uint32_t rxid, size_t bytes)
{
    inject(payload(id, bytes));
    next(answer, 0, rxid);
}

Sent Bench::opens(uint32_t txid)
{
    tx(OP_OPEN, txid, 0);
    const Sent s = next(OP_OPEN_ACK);
    return is(s, s.h.txid, txid);
}

Sent Bench::opens(uint32_t txid, uint32_t next_id)
{
    return is(opens(txid), next_id, txid);
}

void Bench::closes(uint32_t txid, uint32_t rxid)
{
    tx(OP_CLOSE, txid, rxid);
    next(OP_CLOSE_ACK, 0, txid);
}

void Bench::close_nacked(uint32_t txid, uint32_t rxid)
{
    tx(OP_CLOSE, txid, rxid);
    next(OP_CLOSE_NACK, snt, txid);
}

void Bench::nacks(uint32_t rxid)
{
    tx(OP_NACK, 0, rxid);
    replay(rxid);
}

Sent Bench::has_no_link(uint32_t rxid)
{
    tx(OP_NACK_NOLINK, 0, rxid);
    return next(OP_OPEN, una - 1, 0);
}

void Bench::open_ack_replays(uint32_t txid, uint32_t rxid)
{
    tx(OP_OPEN_ACK, txid, rxid);
    replay(una);
}

Sent Bench::fill()
{
    reach(S_OPEN);
    a.sink.hold = true;
    for (uint32_t i = 0; i < 400; i++) {
        inject(payload(last + 1, 1024));
        if (!await(6000, "an answer")) return {};
        if (heard[peer].front().h.opcode != OP_ACK) break;
        next(OP_ACK, 0, last + 1);
        last++;
    }
    return next(OP_NACK_FULL, 0, last);
}

} // namespace conform
