// SPDX-License-Identifier: Apache-2.0
//
// One cell of a state table: reach the state, let one frame in, hold the MAC to everything that the
// table says and to nothing else happening.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

// Does the OPEN_ACK that was held back make the link OPEN? A link that is REOPEN_SENT was.
bool opens(const Cell &c) { return c.after == OPEN || c.after == REOPEN_SENT; }

// What every counter must have moved by: the frames in and out, and what follows from them.
std::array<uint64_t, TTP_CNT_N> expected(const Bench &b, const Cell &c, size_t retired)
{
    std::array<uint64_t, TTP_CNT_N> m{};
    m[TTP_CNT_RX + c.op]++;
    for (const Want &x : c.answers) {
        m[TTP_CNT_TX + x.op]++;
        if (x.op == OP_PAYLOAD && !newer(b.value(x.tx), b.snt)) m[TTP_CNT_REPLAY]++;
    }
    if (c.start == S_OPEN_RECD || c.start == S_RECD_NACKED) {
        m[TTP_CNT_RX + OP_OPEN]++;              // and the OPEN_ACK that was held back
        m[TTP_CNT_TX + OP_OPEN_ACK]++;
        m[TTP_CNT_OPENED] += opens(c);
    }
    if (c.op == OP_PAYLOAD && c.last_after != LAST) {
        m[TTP_CNT_DLV_PKTS]++;
        m[TTP_CNT_DLV_BYTES] += 50;
    }
    m[TTP_CNT_RETIRED] += retired;
    for (const auto &x : c.moves) m[x.first] += x.second;
    return m;
}

// The first word of "open.new.CLOSED.none" that is a state.
std::string state_of(const std::string &id)
{
    size_t at = 0;
    while (id[at] < 'A' || id[at] > 'Z') at = id.find('.', at) + 1;
    return id.substr(at, id.find('.', at) - at);
}

} // namespace

void run_cell(Bench &b, const Cell &c)
{
    if (c.stranger) b.life = 0;
    b.reach(c.start);
    if (!b.ok()) return;
    const bool held = c.start == S_OPEN_RECD || c.start == S_RECD_NACKED;
    if (c.who != SAME) b.life = c.who == NEW_LIFE ? OTHER : 0;
    b.ask = b.value(c.tx);
    b.inject(c.op == OP_PAYLOAD ? b.payload(b.ask) : b.frame(c.op, b.ask, b.value(c.rx)));
    if (held) {
        b.step(300 + b.links());                // an OPEN that is due waits for a walk of the timer
        b.in_state(opens(c) ? OPEN_RECD : c.after, "while the OPEN_ACK is held back");
        b.expect(b.waiting(b.peer) == 0, "a frame has left");
        b.open_ack_leaves();
    }
    uint32_t opened = 0;
    for (const Want &x : c.answers) {
        const Sent s = b.next(x.op);
        b.expect(x.tx == ANY || s.h.txid == b.value(x.tx),
                 std::string(opcode_name(x.op)) + " TxID " + std::to_string(s.h.txid) + ", not "
                     + std::to_string(b.value(x.tx)));
        b.expect(x.rx == ANY || s.h.rxid == b.value(x.rx),
                 std::string(opcode_name(x.op)) + " RxID " + std::to_string(s.h.rxid) + ", not "
                     + std::to_string(b.value(x.rx)));
        if (x.op == OP_OPEN || x.op == OP_OPEN_ACK) opened = s.h.epoch;
    }
    b.quiet();

    const auto r = b.rec();
    b.in_state(c.after, "afterwards");
    const uint32_t una = b.value(c.una_after), last = b.value(c.last_after);
    const bool known = c.start != S_NONE;
    b.expect(!known || c.after == CLOSED || c.una_after == ANY || r[2] == una,
             "una is " + std::to_string(r[2]) + ", not " + std::to_string(una));
    const bool had_last = known && c.start != S_OPEN_SENT && c.start != S_WAIT
        && c.last_after != ANY;
    b.expect(!(had_last || (c.last_after != LAST && c.last_after != ANY && c.after == OPEN))
             || r[4] == last,
             "last is " + std::to_string(r[4]) + ", not " + std::to_string(last));
    b.expect(opened == 0 || r[0] == 0 || opened == (r[5] & 0xffff),
             "epoch is not the life of the link");

    const bool retires = c.op == OP_ACK || c.op == OP_NACK;
    const size_t retired = retires && c.una_after != UNA && c.una_after != ANY ? una - b.una : 0;
    b.delivered(c.op == OP_PAYLOAD && c.last_after != LAST ? 1 : 0);
    const auto want = expected(b, c, retired);
    const Counters now = b.w.counters(b.a);
    for (unsigned i = 0; i < TTP_CNT_N; i++) {
        const uint64_t by = now[i] - b.before[i];
        b.expect(by == want[i],
                 "counter " + std::to_string(i) + " moved by " + std::to_string(by) + ", not "
                     + std::to_string(want[i]));
    }
    const uint32_t causes = b.causes();
    b.expect(causes == c.irq,
             "interrupt causes " + std::to_string(causes) + ", not " + std::to_string(c.irq));
    for (uint32_t kind = CPL_RETIRED; kind <= CPL_CLOSED; kind++) {
        const bool should = std::find(c.kinds.begin(), c.kinds.end(), kind) != c.kinds.end();
        b.expect(b.completed(kind) == should,
                 "completion of kind " + std::to_string(kind) + (should ? " is missing" : ""));
    }
}

std::vector<Row> rows_of(const std::vector<Cell> &cells)
{
    std::vector<Row> rows;
    for (const Cell &c : cells) {
        const std::string where = std::string(opcode_name(c.op)) + " in " + state_of(c.id) + ": ";
        rows.push_back({ c.id, where + c.rule, [c](Bench &b) { run_cell(b, c); }, c.note });
    }
    return rows;
}

std::vector<Row> &Rows::all()
{
    static std::vector<Row> rows;
    return rows;
}

Rows::Rows(std::vector<Row> rows)
{
    for (Row &r : rows) all().push_back(std::move(r));
}

std::vector<Row> with_place(const char *event, std::vector<Row> rows)
{
    for (Row &r : rows) r.rule = std::string(event) + " in " + state_of(r.id) + ": " + r.rule;
    return rows;
}

std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row> &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace conform
