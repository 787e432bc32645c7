// SPDX-License-Identifier: Apache-2.0
//
// Rows of the table of faults in which a host does not take what has arrived, or closes the link in
// mid-transfer; see fault.h.
#include "fault.h"

namespace {

// B's host takes a beat with this chance a cycle.
void slow(FaultBench &f)
{
    f.low = 1;
    f.high = 1024;
    f.witnessed = false;                       // a payload that finds no room is no news to it
    f.may(TTP_CNT_DROP_SPACE);
    f.carry(20);
    const auto part = static_cast<uint32_t>(f.row.arg);
    const uint64_t goal = f.delivered() + 200;
    uint64_t stalls = 0;
    f.run(40000000, [&] {
        f.b.sink.hold = f.w.rng.below(100) >= part;
        stalls += f.b.sink.hold;
        return f.delivered() >= goal;
    }, "payloads to a slow host");
    f.b.sink.hold = false;
    f.over();
    f.w.expect(f.moved(f.a, TTP_CNT_DROP_SPACE) == 0, "A's host was quick");
    f.hit("DROP_SPACE", stalls, f.moved(f.b, TTP_CNT_DROP_SPACE), f.b.sent[OP_NACK_FULL]);
}

// B's host sleeps for so many cycles, and the receive memory is full long before it wakes.
void asleep(FaultBench &f)
{
    f.low = f.high = 1024;
    f.feed_b = false;
    f.witnessed = false;
    f.may(TTP_CNT_DROP_SPACE);
    f.carry(4);
    const uint64_t before = f.delivered();
    f.b.sink.hold = true;
    f.step(static_cast<uint64_t>(f.row.arg));
    // A beat that is on the pins is not held back, so one packet may have ended.
    f.w.expect(f.delivered() <= before + 1, "the host took nothing");
    const uint64_t full = f.b.sent[OP_NACK_FULL];
    f.b.sink.hold = false;
    f.over();
    f.w.expect(full > 0, "the receive memory was full");
    f.note(std::to_string(full) + " NACK_FULL");
    f.hit("DROP_SPACE", static_cast<uint64_t>(f.row.arg), f.moved(f.b, TTP_CNT_DROP_SPACE),
          f.b.sent[OP_NACK_FULL]);
}

// Both hosts have the victim closed, so often each, while payloads go both ways.
void closes(FaultBench &f)
{
    World &w = f.w;
    f.pause = f.timeout;                       // or nothing ever waits for nothing
    f.witnessed = false;                       // IDs that a CLOSE has used are not known to it
    f.carry(20);
    const uint64_t sent = f.a.sent[OP_CLOSE] + f.b.sent[OP_CLOSE];
    const size_t before = records(w, CPL_CLOSED, f.a.cfg.node)
        + records(w, CPL_CLOSED, f.b.cfg.node);
    const auto count = static_cast<uint64_t>(f.row.arg);
    for (uint64_t i = 0; i < 2 * count && w.ok() && !w.net.failed(); i++) {
        Node &n = i % 2 ? f.a : f.b;
        w.set(n, TTP_REG_CLOSE_LINK, (&n == &f.a ? f.b : f.a).cfg.node);
        f.carry(1 + w.rng.below(6));
        f.step(w.rng.below(f.timeout));
    }
    f.over();
    const size_t closed = records(w, CPL_CLOSED, f.a.cfg.node)
        + records(w, CPL_CLOSED, f.b.cfg.node) - before;
    w.expect(closed >= count, "the link was closed");
    f.note(std::to_string(closed) + " ends closed");
    f.hit("RX_CLOSE", 2 * count, f.both(TTP_CNT_RX + OP_CLOSE),
          f.a.sent[OP_CLOSE] + f.b.sent[OP_CLOSE] - sent);
}

} // namespace

std::vector<FaultRow> host_faults()
{
    return {
        { "back_pressure", "50%", 50, false, slow },
        { "back_pressure", "5%", 5, true, slow, 4 },
        { "back_pressure", "20000", 20000, true, asleep, 4 },
        { "back_pressure", "100000", 100000, false, asleep, 4 },
        { "closes", "10", 10, true, closes, 4 },
        { "closes", "200", 200, false, closes, 4 },
    };
}
