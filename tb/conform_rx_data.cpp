// SPDX-License-Identifier: Apache-2.0
//
// Section 4, received opcode x state: PAYLOAD, ACK, NACK, NACK_FULL, NACK_NOLINK.
#include "conform.h"

namespace conform {

namespace {

constexpr bool KNOWN = false, STRANGER = true;
const Moves OPENED = { { TTP_CNT_OPENED, 1 } };
const Moves ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } };
const Moves LATE = { { TTP_CNT_LATE_ACK, 1 } };
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL), IRQ_NOLINK = cause(TTP_IRQ_NOLINK);
const std::vector<Want> REPLAY2 = { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } };

const std::vector<Cell> PAYLOADS = {
    { "rx.PAYLOAD.CLOSED.none", "NACK_NOLINK", S_NONE, KNOWN, OP_PAYLOAD, NEWS, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rx.PAYLOAD.CLOSED.record", "NACK_NOLINK", S_CLOSED, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rx.PAYLOAD.CLOSED.stranger", "NACK_NOLINK", S_CLOSED, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rx.PAYLOAD.OPEN_SENT.new", "NACK_NOLINK", S_OPEN_SENT, KNOWN, OP_PAYLOAD, NEWS, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "rx.PAYLOAD.OPEN_SENT.stranger", "a stranger whose OPEN we have not answered: NACK_NOLINK", S_OPEN_SENT, STRANGER, OP_PAYLOAD, NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "rx.PAYLOAD.OPEN_SENT.ships", "passing ships with a peer that has a life: NACK_NOLINK", S_SHIPS, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "rx.PAYLOAD.OPEN_SENT.ships_stranger", "passing ships with a stranger: counts as its OPEN_ACK", S_SHIPS, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST1, UNA, OPENED },
    { "rx.PAYLOAD.OPEN_SENT.reopen", "in re-OPEN: taken, ACK", S_REOPEN, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, OPEN_SENT, LAST1 },
    { "rx.PAYLOAD.OPEN_SENT.reopen_gap", "in re-OPEN, a gap: NACK", S_REOPEN, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, OPEN_SENT,
      LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "rx.PAYLOAD.OPEN_RECD", "NACK_NOLINK", S_OPEN_RECD, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN },
    { "rx.PAYLOAD.OPEN.next", "taken, ACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, OPEN, LAST1 },
    { "rx.PAYLOAD.OPEN.repeat", "a repeat: ACK of last", S_OPEN, KNOWN, OP_PAYLOAD, LAST, NIL, SAME, { { OP_ACK, NIL, LAST } }, OPEN, LAST, UNA,
      { { TTP_CNT_REPEAT, 1 } } },
    { "rx.PAYLOAD.OPEN.gap", "a gap: NACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, OPEN, LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "rx.PAYLOAD.OPEN.far", "too far ahead: dropped and counted", S_OPEN, KNOWN, OP_PAYLOAD, LAST_FAR, NIL, SAME, {}, OPEN, LAST, UNA, { { TTP_CNT_DROP_FAR, 1 } } },
    { "rx.PAYLOAD.CLOSE_SENT.next", "taken, ACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_SENT, LAST1 },
    { "rx.PAYLOAD.CLOSE_SENT.repeat", "a repeat: ACK of last", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST, NIL, SAME, { { OP_ACK, NIL, LAST } }, CLOSE_SENT, LAST,
      UNA, { { TTP_CNT_REPEAT, 1 } } },
    { "rx.PAYLOAD.CLOSE_SENT.gap", "a gap: NACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST2, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, CLOSE_SENT, LAST, UNA,
      { { TTP_CNT_GAP, 1 } } },
    { "rx.PAYLOAD.CLOSE_SENT.within", "up to the ID that a CLOSE_NACK has named: taken", S_HELD, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } },
      CLOSE_SENT, LAST1 },
    { "rx.PAYLOAD.CLOSE_SENT.beyond", "beyond it: NACK_NOLINK", S_HELD, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_SENT },
    { "rx.PAYLOAD.CLOSE_RECD.missing", "below the closing ID: taken, ACK", S_MISSING, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
    { "rx.PAYLOAD.CLOSE_RECD.gap", "below the closing ID, a gap: NACK", S_MISSING, KNOWN, OP_PAYLOAD, LAST2, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, CLOSE_RECD,
      LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "rx.PAYLOAD.CLOSE_RECD.beyond", "the closing ID and beyond: NACK_NOLINK", S_MISSING, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "rx.PAYLOAD.CLOSE_RECD.beyond_flight", "likewise when nothing is missing", S_CLOSE_RECD, KNOWN, OP_PAYLOAD, LAST2, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "rx.PAYLOAD.CLOSE_RECD.stranger", "a stranger's closing ID means nothing: taken, ACK", S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
};

const std::vector<Cell> ACKS = {
    { "rx.ACK.CLOSED.none", "-", S_NONE, KNOWN, OP_ACK, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.ACK.CLOSED.record", "-", S_CLOSED, KNOWN, OP_ACK, NIL, SNT, SAME, {}, CLOSED },
    { "rx.ACK.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.ACK.OPEN_SENT.reopen", "in re-OPEN: retires", S_REOPEN, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN_SENT, LAST, UNA1 },
    { "rx.ACK.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_ACK, NIL, UNA_M1, SAME, {}, OPEN },
    { "rx.ACK.OPEN", "retires", S_FLIGHT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN, LAST, UNA1 },
    { "rx.ACK.CLOSE_SENT.late", "per 3: late, counted", S_CLOSE_SENT, KNOWN, OP_ACK, NIL, UNA_M1, SAME, {}, CLOSE_SENT, LAST, UNA, LATE },
    { "rx.ACK.CLOSE_SENT.illegal", "per 3: of an ID never sent: illegal", S_CLOSE_SENT, KNOWN, OP_ACK, NIL, SNT9, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.ACK.CLOSE_RECD", "retires", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, UNA, SAME, {}, CLOSE_RECD, LAST, UNA1 },
    { "rx.NACK.CLOSED.none", "-", S_NONE, KNOWN, OP_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.NACK.CLOSED.record", "-", S_CLOSED, KNOWN, OP_NACK, NIL, SNT, SAME, {}, CLOSED },
    { "rx.NACK.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_NACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.NACK.OPEN_SENT.reopen", "in re-OPEN: retires what is older; own payloads are held", S_REOPEN, KNOWN, OP_NACK, NIL, UNA1, SAME, {}, OPEN_SENT, LAST, UNA1 },
    { "rx.NACK.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_NACK, NIL, UNA, SAME, {}, OPEN },
    { "rx.NACK.OPEN", "sends again from there", S_FLIGHT, KNOWN, OP_NACK, NIL, UNA, SAME, REPLAY2, OPEN },
    { "rx.NACK.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK, NIL, UNA, SAME, {}, CLOSE_SENT },
    { "rx.NACK.CLOSE_SENT.illegal", "per 3: illegal", S_CLOSE_SENT, KNOWN, OP_NACK, NIL, SNT9, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "rx.NACK.CLOSE_RECD", "sends again from there", S_CLOSE_RECD, KNOWN, OP_NACK, NIL, UNA, SAME, REPLAY2, CLOSE_RECD },
    { "rx.NACK_FULL.CLOSED.none", "-", S_NONE, KNOWN, OP_NACK_FULL, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.NACK_FULL.CLOSED.record", "-", S_CLOSED, KNOWN, OP_NACK_FULL, NIL, SNT, SAME, {}, CLOSED },
    { "rx.NACK_FULL.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_NACK_FULL, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.NACK_FULL.OPEN_SENT.reopen", "in re-OPEN: retires nothing", S_REOPEN, KNOWN, OP_NACK_FULL, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.NACK_FULL.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_NACK_FULL, NIL, UNA_M1, SAME, {}, OPEN },
    { "rx.NACK_FULL.OPEN", "retires nothing, waits for the back-off", S_FLIGHT, KNOWN, OP_NACK_FULL, NIL, UNA, SAME, {}, OPEN },
    { "rx.NACK_FULL.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK_FULL, NIL, UNA_M1, SAME, {}, CLOSE_SENT },
    { "rx.NACK_FULL.CLOSE_RECD", "retires nothing, waits for the back-off", S_CLOSE_RECD, KNOWN, OP_NACK_FULL, NIL, UNA_M1, SAME, {}, CLOSE_RECD },
};

const char *const IN_FLIGHT = "read: a stranger may name any ID, but something must be in flight that it can be the answer to "
                              "(section 6: never a stale OPEN in mid-stream)";
const char *const BEYOND = "read: RxID beyond the TxID of our CLOSE; as a timeout: counted, CLOSE again at once";

const std::vector<Cell> NOLINKS = {
    { "rx.NACK_NOLINK.CLOSED.none", "-", S_NONE, KNOWN, OP_NACK_NOLINK, NIL, NEWS, SAME, {}, CLOSED },
    { "rx.NACK_NOLINK.CLOSED.record", "-", S_CLOSED, KNOWN, OP_NACK_NOLINK, NIL, SNT, SAME, {}, CLOSED },
    { "rx.NACK_NOLINK.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.NACK_NOLINK.OPEN_SENT.reopen", "-, also in re-OPEN", S_REOPEN, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "rx.NACK_NOLINK.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {}, OPEN },
    { "rx.NACK_NOLINK.OPEN.oldest", "names an ID in flight: interrupt, re-OPEN", S_FLIGHT, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, { { OP_OPEN, UNA_M1, NIL } },
      OPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "rx.NACK_NOLINK.OPEN.newest", "names another ID in flight: re-OPEN names the oldest", S_FLIGHT, KNOWN, OP_NACK_NOLINK, NIL, SNT, SAME,
      { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "rx.NACK_NOLINK.OPEN.old", "names an ID that has retired: -", S_FLIGHT, KNOWN, OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, OPEN },
    { "rx.NACK_NOLINK.OPEN.never", "names an ID never sent: -", S_FLIGHT, KNOWN, OP_NACK_NOLINK, NIL, SNT1, SAME, {}, OPEN },
    { "rx.NACK_NOLINK.OPEN.idle", "nothing in flight: -", S_OPEN, KNOWN, OP_NACK_NOLINK, NIL, SNT, SAME, {}, OPEN },
    { "rx.NACK_NOLINK.OPEN.stranger", "a stranger's with any RxID: re-OPEN", S_FLIGHT, STRANGER, OP_NACK_NOLINK, NIL, NEWS, SAME, { { OP_OPEN, UNA_M1, NIL } },
      OPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "rx.NACK_NOLINK.OPEN.stranger_zero", "a stranger's with RxID 0: re-OPEN", S_FLIGHT, STRANGER, OP_NACK_NOLINK, NIL, NIL, SAME, { { OP_OPEN, UNA_M1, NIL } },
      OPEN_SENT, ANY, UNA, {}, IRQ_NOLINK },
    { "rx.NACK_NOLINK.OPEN.stranger_idle", "a stranger's with nothing in flight: -", S_OPEN, STRANGER, OP_NACK_NOLINK, NIL, NEWS, SAME, {}, OPEN, LAST, UNA, {}, 0, {},
      IN_FLIGHT },
    { "rx.NACK_NOLINK.CLOSE_SENT.beyond", "beyond its closing ID: as a timeout", S_CLOSE_SENT, KNOWN, OP_NACK_NOLINK, NIL, CLOSE_ID1, SAME,
      { { OP_CLOSE, CLOSE_ID, LAST } }, CLOSE_SENT, LAST, UNA, { { TTP_CNT_TIMEOUT, 1 } }, 0, {}, BEYOND },
    { "rx.NACK_NOLINK.CLOSE_SENT.below", "not beyond it: -", S_CLOSE_SENT, KNOWN, OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSE_SENT },
    { "rx.NACK_NOLINK.CLOSE_RECD.flight", "re-OPEN, as in OPEN", S_CLOSE_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT,
      LAST, UNA, {}, IRQ_NOLINK },
    { "rx.NACK_NOLINK.CLOSE_RECD.old", "names nothing in flight: -", S_CLOSE_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSE_RECD },
};

} // namespace

std::vector<Row> rx_data_rows()
{
    std::vector<Row> rows;
    for (const auto *t : { &PAYLOADS, &ACKS, &NOLINKS })
        for (Row &r : rows_of(*t, "protocol section 4")) rows.push_back(std::move(r));
    return rows;
}

} // namespace conform
