// SPDX-License-Identifier: Apache-2.0
//
// Section 4, received opcode x state: OPEN, OPEN_ACK, OPEN_NACK, CLOSE, CLOSE_ACK, CLOSE_NACK. A cell
// with an empty list of answers stays silent; counters and causes that a cell does not name stand still.
#include "conform.h"

namespace conform {

namespace {

constexpr bool KNOWN = false, STRANGER = true;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL), IRQ_CLOSED = cause(TTP_IRQ_CLOSED);
const std::vector<Want> WAITED = { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } };
const char *const NEXT_ID = "whose number the table of section 2 gives only as \"the next\" is looked at in ids.open_ack.next";
const char *const AS_IN_OPEN = "read: in re-OPEN the rule \"everything received is handled as in OPEN\" stands above the cell";

const std::vector<Cell> OPENS = {
    { "rx.OPEN.CLOSED.none", "OPEN of an unknown peer: OPEN_ACK, OPEN, last = TxID", S_NONE, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0, {}, NEXT_ID },
    { "rx.OPEN.CLOSED.news", "another life after an orderly close: OPEN, last = TxID", S_CLOSED, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED, 0, {}, NEXT_ID },
    { "rx.OPEN.CLOSED.repeat", "the life on record after an orderly close: OPEN_ACK, stays CLOSED, last stays", S_CLOSED, KNOWN, OP_OPEN, NEWS, NIL,
      SAME, { { OP_OPEN_ACK, ANY, ASK } }, CLOSED },
    { "rx.OPEN.CLOSED.dead", "the life on record after a dead link: reopens, last stays", S_DEAD, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, LAST, ANY, OPENED },
    { "rx.OPEN.CLOSED.dead_news", "another life after a dead link: OPEN, last = TxID", S_DEAD, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, ANY, ASK } }, OPEN, ASK, ANY, OPENED },
    { "rx.OPEN.OPEN_SENT.new", "passing ships: OPEN_ACK, stays, last = TxID", S_OPEN_SENT, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "rx.OPEN.OPEN_SENT.repeat", "the life on record: OPEN_ACK, stays, last stays", S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT },
    { "rx.OPEN.OPEN_SENT.news", "another life than on record: OPEN_ACK, stays, last = TxID", S_OPEN_SENT_REC, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "rx.OPEN.OPEN_SENT.stranger", "OPEN without life: OPEN_ACK, stays, last = TxID", S_OPEN_SENT, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, ASK },
    { "rx.OPEN.OPEN_SENT.reopen", "in re-OPEN, the life on record: OPEN_ACK, nothing changes", S_REOPEN, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT },
    { "rx.OPEN.OPEN_SENT.reopen_news", "in re-OPEN, another life: OPEN_ACK, set aside, nothing changes", S_REOPEN, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN_SENT, LAST, UNA, {}, 0, {}, AS_IN_OPEN },
    { "rx.OPEN.OPEN_RECD.repeat", "OPEN_ACK, stays", S_OPEN_RECD, KNOWN, OP_OPEN, LAST, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN_RECD.stranger", "OPEN_ACK, stays", S_OPEN_RECD, STRANGER, OP_OPEN, LAST, NIL, SAME, { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN.repeat", "the life on record: OPEN_ACK, nothing changes", S_OPEN, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN.flight", "the same with payloads in flight: OPEN_ACK names the oldest", S_FLIGHT, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN.news", "another life: OPEN_ACK, set aside, nothing changes", S_FLIGHT, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN.stranger", "a stranger's OPEN on a live link: OPEN_ACK, nothing changes", S_OPEN, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.OPEN.no_life", "an OPEN without life where one is on record: OPEN_ACK, nothing changes", S_OPEN, KNOWN, OP_OPEN, NEWS, NIL, NO_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, OPEN },
    { "rx.OPEN.CLOSE_SENT.repeat", "the life on record: OPEN_ACK, nothing changes", S_CLOSE_SENT, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT, LAST, UNA, {}, 0, {}, NEXT_ID },
    { "rx.OPEN.CLOSE_SENT.news", "another life: OPEN_ACK, set aside, nothing changes", S_CLOSE_SENT, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "rx.OPEN.CLOSE_SENT.stranger", "OPEN_ACK, nothing changes", S_CLOSE_SENT, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, CLOSE_ID1, ASK } }, CLOSE_SENT },
    { "rx.OPEN.CLOSE_RECD.repeat", "the life on record: OPEN_ACK, nothing changes", S_CLOSE_RECD, KNOWN, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "rx.OPEN.CLOSE_RECD.news", "another life: OPEN_ACK, set aside, nothing changes", S_CLOSE_RECD, KNOWN, OP_OPEN, NEWS, NIL, NEW_LIFE,
      { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
    { "rx.OPEN.CLOSE_RECD.stranger", "OPEN_ACK, nothing changes", S_CLOSE_RECD, STRANGER, OP_OPEN, NEWS, NIL, SAME,
      { { OP_OPEN_ACK, UNA, ASK } }, CLOSE_RECD },
};

const std::vector<Cell> OPEN_ACKS = {
    { "rx.OPEN_ACK.CLOSED.none", "-", S_NONE, KNOWN, OP_OPEN_ACK, NEWS, NEWS, SAME, {}, CLOSED },
    { "rx.OPEN_ACK.CLOSED.record", "-, also when it names our last OPEN", S_CLOSED, KNOWN, OP_OPEN_ACK, LAST1, OURS, SAME, {}, CLOSED },
    { "rx.OPEN_ACK.CLOSED.nacked", "-, also when a payload waits for the back-off", S_WAIT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {}, CLOSED },
    { "rx.OPEN_ACK.OPEN_SENT.match", "-> OPEN, payloads go, last = TxID - 1", S_OPEN_SENT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.record", "-> OPEN, the life on record: last stays", S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.news", "-> OPEN, another life than on record: last = TxID - 1", S_OPEN_SENT_REC, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.ships", "passing ships: -> OPEN, last as the peer's OPEN said", S_SHIPS, KNOWN, OP_OPEN_ACK, LAST1, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.stranger", "-> OPEN", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ASK_M1, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.stranger_zero", "-> OPEN also with TxID 0", S_OPEN_SENT, STRANGER, OP_OPEN_ACK, NIL, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, ANY, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.other", "names another OPEN: -", S_OPEN_SENT, KNOWN, OP_OPEN_ACK, NEWS, UNA, SAME, {}, OPEN_SENT },
    { "rx.OPEN_ACK.OPEN_SENT.reopen", "ends re-OPEN: -> OPEN, last stays, replay from una", S_REOPEN, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME,
      { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST, UNA, OPENED },
    { "rx.OPEN_ACK.OPEN_SENT.reopen_other", "in re-OPEN, names another OPEN: -", S_REOPEN, KNOWN, OP_OPEN_ACK, NEWS, UNA, SAME, {}, OPEN_SENT },
    { "rx.OPEN_ACK.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_OPEN_ACK, NEWS, UNA_M1, SAME, {}, OPEN },
    { "rx.OPEN_ACK.OPEN.late", "a late copy: -", S_FLIGHT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {}, OPEN },
    { "rx.OPEN_ACK.OPEN.news", "-, also with another life", S_OPEN, KNOWN, OP_OPEN_ACK, NEWS, OURS, NEW_LIFE, {}, OPEN },
    { "rx.OPEN_ACK.CLOSE_SENT", "-", S_CLOSE_SENT, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {}, CLOSE_SENT },
    { "rx.OPEN_ACK.CLOSE_RECD", "-", S_CLOSE_RECD, KNOWN, OP_OPEN_ACK, NEWS, OURS, SAME, {}, CLOSE_RECD },
};

const std::vector<Cell> OPEN_NACKS = {
    { "rx.OPEN_NACK.CLOSED.none", "-", S_NONE, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.OPEN_NACK.CLOSED.record", "-, also when it names our last OPEN", S_WAIT, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
    { "rx.OPEN_NACK.OPEN_SENT.match", "-> CLOSED; payloads wait for the back-off", S_OPEN_SENT, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
    { "rx.OPEN_NACK.OPEN_SENT.other", "names another OPEN: -", S_OPEN_SENT, KNOWN, OP_OPEN_NACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.OPEN_NACK.OPEN_SENT.reopen", "in re-OPEN: -> CLOSED; payloads wait for the back-off", S_REOPEN, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSED },
    { "rx.OPEN_NACK.OPEN_RECD.match", "illegal", S_RECD_NACKED, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, WAITED, OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL, {},
      "\"our OPEN\" is read as the newest one sent, before the peer's came" },
    { "rx.OPEN_NACK.OPEN_RECD.other", "-", S_RECD_NACKED, KNOWN, OP_OPEN_NACK, NIL, UNA, SAME, WAITED, OPEN },
    { "rx.OPEN_NACK.OPEN.match", "illegal", S_FRESH, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.OPEN_NACK.OPEN.later", "illegal, also when payloads have retired since", S_FLIGHT, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, OPEN, LAST, UNA,
      ILLEGAL, IRQ_ILLEGAL },
    { "rx.OPEN_NACK.OPEN.other", "-", S_FLIGHT, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, OPEN },
    { "rx.OPEN_NACK.CLOSE_SENT.match", "illegal", S_CLOSE_SENT, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.OPEN_NACK.CLOSE_SENT.other", "-", S_CLOSE_SENT, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, CLOSE_SENT },
    { "rx.OPEN_NACK.CLOSE_RECD.match", "illegal", S_CLOSE_RECD, KNOWN, OP_OPEN_NACK, NIL, OURS, SAME, {}, CLOSE_RECD, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.OPEN_NACK.CLOSE_RECD.other", "-", S_CLOSE_RECD, KNOWN, OP_OPEN_NACK, NIL, NEWS, SAME, {}, CLOSE_RECD },
};

const char *const BOTH_CLOSING = "section 5 says CLOSE_RECD, the cell only \"per 5\": both closing states are taken";

const std::vector<Cell> CLOSES = {
    { "rx.CLOSE.CLOSED.none", "CLOSE_ACK", S_NONE, KNOWN, OP_CLOSE, NEWS, NIL, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "rx.CLOSE.CLOSED.record", "CLOSE_ACK", S_CLOSED, KNOWN, OP_CLOSE, LAST1, NIL, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED },
    { "rx.CLOSE.OPEN_SENT.waiting", "CLOSE_ACK -> CLOSED; payloads wait: a fresh OPEN at once", S_OPEN_SENT, KNOWN, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK }, { OP_OPEN, ANY, NIL } }, OPEN_SENT, ANY, ANY },
    { "rx.CLOSE.OPEN_SENT.reopen", "in re-OPEN with payloads in flight: CLOSE_NACK, CLOSE_RECD, as in OPEN", S_REOPEN, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_NACK, SNT, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, CLOSE_RECD, LAST, UNA, {}, 0, {}, AS_IN_OPEN },
    { "rx.CLOSE.OPEN_SENT.reopen_old", "in re-OPEN, an old copy: CLOSE_ACK, nothing changes", S_REOPEN, KNOWN, OP_CLOSE, LAST, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, OPEN_SENT, LAST, UNA, {}, 0, {}, AS_IN_OPEN },
    { "rx.CLOSE.OPEN_RECD", "CLOSE_ACK, stays", S_OPEN_RECD, KNOWN, OP_CLOSE, LAST1, NIL, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, OPEN },
    { "rx.CLOSE.OPEN.drained", "nothing in flight or missing: CLOSE_ACK, CLOSED, reported", S_OPEN, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST1, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "rx.CLOSE.OPEN.flight", "payloads in flight: CLOSE_NACK, CLOSE_RECD", S_FLIGHT, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.OPEN.missing", "payloads missing: CLOSE_NACK, CLOSE_RECD", S_OPEN, KNOWN, OP_CLOSE, LAST3, UNA_M1, SAME,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.OPEN.old", "an old copy: CLOSE_ACK, nothing changes", S_FLIGHT, KNOWN, OP_CLOSE, LAST, UNA_M1, SAME, { { OP_CLOSE_ACK, NIL, ASK } }, OPEN },
    { "rx.CLOSE.OPEN.stranger", "a stranger's TxID means nothing: CLOSE_ACK, CLOSED", S_OPEN, STRANGER, OP_CLOSE, NIL, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "rx.CLOSE.OPEN.stranger_flight", "a stranger, payloads in flight: CLOSE_NACK, CLOSE_RECD", S_FLIGHT, STRANGER, OP_CLOSE, NEWS, NIL, SAME,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.CLOSE_SENT.cross", "crossing, nothing is missing: CLOSE_ACK, CLOSED at once", S_CLOSE_SENT, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST1, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "rx.CLOSE.CLOSE_SENT.missing", "crossing, payloads missing: CLOSE_NACK", S_CLOSE_SENT, KNOWN, OP_CLOSE, LAST3, UNA_M1, SAME,
      { { OP_CLOSE_NACK, SNT, ASK } }, EITHER_CLOSING, LAST, UNA, {}, 0, {}, BOTH_CLOSING },
    { "rx.CLOSE.CLOSE_SENT.old", "an old copy: CLOSE_ACK, nothing changes", S_CLOSE_SENT, KNOWN, OP_CLOSE, LAST, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSE_SENT },
    { "rx.CLOSE.CLOSE_SENT.stranger", "a stranger's crosses: CLOSE_ACK, CLOSED", S_CLOSE_SENT, STRANGER, OP_CLOSE, NIL, NIL, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, LAST, ANY, {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "rx.CLOSE.CLOSE_RECD.flight", "again: CLOSE_NACK", S_CLOSE_RECD, KNOWN, OP_CLOSE, LAST1, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.CLOSE_RECD.missing", "again: CLOSE_NACK", S_MISSING, KNOWN, OP_CLOSE, LAST3, UNA_M1, SAME, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.CLOSE_RECD.old", "an old copy: CLOSE_ACK, nothing changes", S_CLOSE_RECD, KNOWN, OP_CLOSE, LAST_M1, UNA_M1, SAME,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSE_RECD },
    { "rx.CLOSE.CLOSE_RECD.stranger", "a stranger's again: CLOSE_NACK", S_CLOSE_RECD, STRANGER, OP_CLOSE, NIL, NIL, SAME,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
};

const std::vector<Cell> CLOSE_ANSWERS = {
    { "rx.CLOSE_ACK.CLOSED.none", "-", S_NONE, KNOWN, OP_CLOSE_ACK, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.CLOSE_ACK.CLOSED.record", "-", S_CLOSED, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {}, CLOSED },
    { "rx.CLOSE_ACK.OPEN_SENT", "-", S_OPEN_SENT_REC, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {}, OPEN_SENT },
    { "rx.CLOSE_ACK.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "rx.CLOSE_ACK.OPEN", "-", S_OPEN, KNOWN, OP_CLOSE_ACK, NIL, UNA, SAME, {}, OPEN },
    { "rx.CLOSE_ACK.CLOSE_SENT.match", "-> CLOSED, reported", S_CLOSE_SENT, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID, SAME, {}, CLOSED, LAST, ANY, {}, IRQ_CLOSED,
      { CPL_CLOSED } },
    { "rx.CLOSE_ACK.CLOSE_SENT.other", "names another CLOSE: -", S_CLOSE_SENT, KNOWN, OP_CLOSE_ACK, NIL, CLOSE_ID1, SAME, {}, CLOSE_SENT },
    { "rx.CLOSE_ACK.CLOSE_SENT.stranger", "a stranger's with any RxID: -> CLOSED", S_CLOSE_SENT, STRANGER, OP_CLOSE_ACK, NIL, NEWS, SAME, {}, CLOSED, LAST, ANY,
      {}, IRQ_CLOSED, { CPL_CLOSED } },
    { "rx.CLOSE_ACK.CLOSE_RECD.flight", "not drained: -", S_CLOSE_RECD, KNOWN, OP_CLOSE_ACK, NIL, SNT1, SAME, {}, CLOSE_RECD },
    { "rx.CLOSE_ACK.CLOSE_RECD.missing", "not drained: -", S_MISSING, KNOWN, OP_CLOSE_ACK, NIL, SNT1, SAME, {}, CLOSE_RECD },
    { "rx.CLOSE_NACK.CLOSED.none", "illegal", S_NONE, KNOWN, OP_CLOSE_NACK, NEWS, NEWS, SAME, {}, CLOSED, LAST, ANY, ILLEGAL, IRQ_ILLEGAL },
    { "rx.CLOSE_NACK.CLOSED.record", "illegal", S_CLOSED, KNOWN, OP_CLOSE_NACK, LAST1, CLOSE_ID, SAME, {}, CLOSED, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.CLOSE_NACK.OPEN_SENT", "illegal", S_OPEN_SENT, KNOWN, OP_CLOSE_NACK, NEWS, UNA, SAME, {}, OPEN_SENT, ANY, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.CLOSE_NACK.OPEN_RECD", "illegal", S_OPEN_RECD, KNOWN, OP_CLOSE_NACK, LAST1, UNA, SAME, {}, OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.CLOSE_NACK.OPEN", "illegal", S_FLIGHT, KNOWN, OP_CLOSE_NACK, LAST1, SNT1, SAME, {}, OPEN, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.CLOSE_NACK.CLOSE_SENT", "stays; how CLOSE is held: tmr.CLOSE_SENT.held", S_CLOSE_SENT, KNOWN, OP_CLOSE_NACK, LAST2, CLOSE_ID, SAME, {}, CLOSE_SENT },
    { "rx.CLOSE_NACK.CLOSE_RECD", "-", S_CLOSE_RECD, KNOWN, OP_CLOSE_NACK, LAST1, SNT1, SAME, {}, CLOSE_RECD },
};

} // namespace

std::vector<Row> rx_link_rows()
{
    std::vector<Row> rows;
    for (const auto *t : { &OPENS, &OPEN_ACKS, &OPEN_NACKS, &CLOSES, &CLOSE_ANSWERS })
        for (Row &r : rows_of(*t, "protocol section 4")) rows.push_back(std::move(r));
    return rows;
}

} // namespace conform
