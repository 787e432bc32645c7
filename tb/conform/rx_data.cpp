// SPDX-License-Identifier: Apache-2.0
//
// Received opcode x state: PAYLOAD, ACK, NACK, NACK_FULL, NACK_NOLINK.
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
    { "rcv.nolink.CLOSED.none", "NACK_NOLINK", S_NONE, KNOWN, OP_PAYLOAD, NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rcv.nolink.CLOSED.record", "NACK_NOLINK", S_CLOSED, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rcv.nolink.CLOSED.stranger", "NACK_NOLINK", S_CLOSED, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSED },
    { "rcv.nolink.OPEN_SENT", "NACK_NOLINK", S_OPEN_SENT, KNOWN, OP_PAYLOAD, NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "open.payload.OPEN_SENT.unanswered",
      "a stranger whose OPEN we have not answered: NACK_NOLINK", S_OPEN_SENT, STRANGER, OP_PAYLOAD,
      NEWS, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "open.payload.OPEN_SENT.known", "passing ships with a peer that has a life: NACK_NOLINK",
      S_SHIPS, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN_SENT },
    { "open.payload.OPEN_SENT.stranger", "passing ships with a stranger: counts as its OPEN_ACK",
      S_SHIPS, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } }, OPEN, LAST1,
        UNA, OPENED },
    { "reopen.moving.OPEN_SENT.payload", "in re-OPEN: taken, ACK", S_REOPEN, KNOWN, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, REOPEN_SENT, LAST1 },
    { "reopen.moving.OPEN_SENT.gap", "in re-OPEN, a gap: NACK", S_REOPEN, KNOWN, OP_PAYLOAD, LAST3,
      NIL, SAME, { { OP_NACK, NIL, LAST1 } }, REOPEN_SENT,
      LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "rcv.nolink.OPEN_RECD", "NACK_NOLINK", S_OPEN_RECD, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, OPEN },
    { "rcv.next.OPEN", "taken, ACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, OPEN, LAST1 },
    { "rcv.repeat.OPEN", "a repeat: ACK of last", S_OPEN, KNOWN, OP_PAYLOAD, LAST, NIL, SAME,
      { { OP_ACK, NIL, LAST } }, OPEN, LAST, UNA,
      { { TTP_CNT_REPEAT, 1 } } },
    { "rcv.gap.OPEN", "a gap: NACK", S_OPEN, KNOWN, OP_PAYLOAD, LAST3, NIL, SAME,
      { { OP_NACK, NIL, LAST1 } }, OPEN, LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "rcv.far.OPEN", "too far ahead: dropped and counted", S_OPEN, KNOWN, OP_PAYLOAD, LAST_FAR,
      NIL, SAME, {}, OPEN, LAST, UNA, { { TTP_CNT_DROP_FAR, 1 } } },
    { "rcv.next.CLOSE_SENT", "taken, ACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, CLOSE_SENT, LAST1 },
    { "rcv.repeat.CLOSE_SENT", "a repeat: ACK of last", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST, NIL,
      SAME, { { OP_ACK, NIL, LAST } }, CLOSE_SENT, LAST,
      UNA, { { TTP_CNT_REPEAT, 1 } } },
    { "rcv.gap.CLOSE_SENT", "a gap: NACK", S_CLOSE_SENT, KNOWN, OP_PAYLOAD, LAST2, NIL, SAME,
      { { OP_NACK, NIL, LAST1 } }, CLOSE_SENT, LAST, UNA,
      { { TTP_CNT_GAP, 1 } } },
    { "cls.end.CLOSE_SENT.within", "up to the ID that a CLOSE_NACK has named: taken", S_HELD, KNOWN,
      OP_PAYLOAD, LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } },
      CLOSE_SENT, LAST1 },
    { "cls.end.CLOSE_SENT.beyond", "beyond it: NACK_NOLINK", S_HELD, KNOWN, OP_PAYLOAD, LAST3, NIL,
      SAME, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_SENT },
    { "cls.end.CLOSE_RECD.within", "below the closing ID: taken, ACK", S_MISSING, KNOWN, OP_PAYLOAD,
      LAST1, NIL, SAME, { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
    { "rcv.gap.CLOSE_RECD", "below the closing ID, a gap: NACK", S_MISSING, KNOWN, OP_PAYLOAD,
      LAST2, NIL, SAME, { { OP_NACK, NIL, LAST1 } }, CLOSE_RECD,
      LAST, UNA, { { TTP_CNT_GAP, 1 } } },
    { "cls.end.CLOSE_RECD.beyond", "the closing ID and beyond: NACK_NOLINK", S_MISSING, KNOWN,
      OP_PAYLOAD, LAST3, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "cls.end.CLOSE_RECD.flight", "likewise when nothing is missing", S_CLOSE_RECD, KNOWN,
      OP_PAYLOAD, LAST2, NIL, SAME,
      { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "cls.stranger.CLOSE_RECD.payload", "a stranger's closing ID means nothing: taken, ACK",
      S_CLOSE_RECD, STRANGER, OP_PAYLOAD, LAST1, NIL, SAME,
      { { OP_ACK, NIL, ASK } }, CLOSE_RECD, LAST1 },
};

const std::vector<Cell> ACKS = {
    { "snd.ignored.CLOSED.ack_none", "-", S_NONE, KNOWN, OP_ACK, NIL, NEWS, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.ack", "-", S_CLOSED, KNOWN, OP_ACK, NIL, SNT, SAME, {}, CLOSED },
    { "snd.ignored.OPEN_SENT.ack", "-", S_OPEN_SENT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN_SENT },
    { "reopen.moving.OPEN_SENT.ack", "in re-OPEN: retires", S_REOPEN, KNOWN, OP_ACK, NIL, UNA, SAME,
      {}, REOPEN_SENT, LAST, UNA1 },
    { "snd.ignored.OPEN_RECD.ack", "-", S_OPEN_RECD, KNOWN, OP_ACK, NIL, UNA_M1, SAME, {}, OPEN },
    { "snd.ack.OPEN", "retires", S_FLIGHT, KNOWN, OP_ACK, NIL, UNA, SAME, {}, OPEN, LAST, UNA1 },
    { "snd.ack.late.CLOSE_SENT", "late, counted", S_CLOSE_SENT, KNOWN, OP_ACK, NIL, UNA_M1, SAME,
      {}, CLOSE_SENT, LAST, UNA, LATE },
    { "snd.ack.newer.CLOSE_SENT", "of an ID never sent: illegal", S_CLOSE_SENT, KNOWN, OP_ACK, NIL,
      SNT9, SAME, {}, CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.ack.CLOSE_RECD", "retires", S_CLOSE_RECD, KNOWN, OP_ACK, NIL, UNA, SAME, {}, CLOSE_RECD,
      LAST, UNA1 },
    { "snd.ignored.CLOSED.nack_none", "-", S_NONE, KNOWN, OP_NACK, NIL, NEWS, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.nack", "-", S_CLOSED, KNOWN, OP_NACK, NIL, SNT, SAME, {}, CLOSED },
    { "snd.ignored.CLOSED.nack_newer", "of an ID never sent: -", S_CLOSED, KNOWN, OP_NACK, NIL,
      SNT9, SAME, {}, CLOSED },
    { "snd.ignored.OPEN_SENT.nack_newer", "-", S_OPEN_SENT, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      OPEN_SENT },
    { "snd.ignored.OPEN_RECD.nack_newer", "-", S_OPEN_RECD, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      OPEN },
    { "snd.ignored.OPEN_SENT.nack", "-", S_OPEN_SENT, KNOWN, OP_NACK, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "reopen.moving.OPEN_SENT.nack", "in re-OPEN: retires what is older; own payloads are held",
      S_REOPEN, KNOWN, OP_NACK, NIL, UNA1, SAME, {}, REOPEN_SENT, LAST, UNA1 },
    { "snd.ignored.OPEN_RECD.nack", "-", S_OPEN_RECD, KNOWN, OP_NACK, NIL, UNA, SAME, {}, OPEN },
    { "snd.nack.OPEN", "sends again from there", S_FLIGHT, KNOWN, OP_NACK, NIL, UNA, SAME, REPLAY2,
      OPEN },
    { "snd.nack.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK, NIL,
      UNA, SAME, {}, CLOSE_SENT },
    { "snd.nack.newer.CLOSE_SENT", "illegal", S_CLOSE_SENT, KNOWN, OP_NACK, NIL, SNT9, SAME, {},
      CLOSE_SENT, LAST, UNA, ILLEGAL, IRQ_ILLEGAL },
    { "snd.nack.CLOSE_RECD", "sends again from there", S_CLOSE_RECD, KNOWN, OP_NACK, NIL, UNA, SAME,
      REPLAY2, CLOSE_RECD },
    { "snd.ignored.CLOSED.nack_full_none", "-", S_NONE, KNOWN, OP_NACK_FULL, NIL, NEWS, SAME, {},
      CLOSED },
    { "snd.ignored.CLOSED.nack_full", "-", S_CLOSED, KNOWN, OP_NACK_FULL, NIL, SNT, SAME, {},
      CLOSED },
    { "snd.ignored.OPEN_SENT.nack_full", "-", S_OPEN_SENT, KNOWN, OP_NACK_FULL, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "reopen.moving.OPEN_SENT.nack_full", "in re-OPEN: retires nothing", S_REOPEN, KNOWN,
      OP_NACK_FULL, NIL, UNA, SAME, {}, REOPEN_SENT },
    { "snd.ignored.OPEN_RECD.nack_full", "-", S_OPEN_RECD, KNOWN, OP_NACK_FULL, NIL, UNA_M1, SAME,
      {}, OPEN },
    { "snd.full.OPEN", "retires nothing, waits for the back-off", S_FLIGHT, KNOWN, OP_NACK_FULL,
      NIL, UNA, SAME, {}, OPEN },
    { "snd.full.CLOSE_SENT", "nothing is in flight: nothing", S_CLOSE_SENT, KNOWN, OP_NACK_FULL,
      NIL, UNA_M1, SAME, {}, CLOSE_SENT },
    { "snd.full.CLOSE_RECD", "retires nothing, waits for the back-off", S_CLOSE_RECD, KNOWN,
      OP_NACK_FULL, NIL, UNA_M1, SAME, {}, CLOSE_RECD },
};

const char *const IN_FLIGHT = "something must be in flight that it can be the answer to "
                              "(str.open: never a stale OPEN in mid-stream)";
const char *const BEYOND = "beyond our closing ID: a timeout is counted, CLOSE goes at once";

const std::vector<Cell> NOLINKS = {
    { "reopen.nolink.CLOSED.none", "-", S_NONE, KNOWN, OP_NACK_NOLINK, NIL, NEWS, SAME, {},
      CLOSED },
    { "reopen.nolink.CLOSED.record", "-", S_CLOSED, KNOWN, OP_NACK_NOLINK, NIL, SNT, SAME, {},
      CLOSED },
    { "reopen.nolink.OPEN_SENT", "-", S_OPEN_SENT, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {},
      OPEN_SENT },
    { "reopen.nolink.OPEN_SENT.reopen", "-, also in re-OPEN", S_REOPEN, KNOWN, OP_NACK_NOLINK, NIL,
      UNA, SAME, {}, REOPEN_SENT },
    { "reopen.nolink.OPEN_RECD", "-", S_OPEN_RECD, KNOWN, OP_NACK_NOLINK, NIL, UNA, SAME, {},
      OPEN },
    { "reopen.nolink.OPEN.oldest", "names an ID in flight: interrupt, re-OPEN", S_FLIGHT, KNOWN,
      OP_NACK_NOLINK, NIL, UNA, SAME, { { OP_OPEN, UNA_M1, NIL } },
      REOPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "reopen.nolink.OPEN.newest", "names another ID in flight: re-OPEN names the oldest", S_FLIGHT,
      KNOWN, OP_NACK_NOLINK, NIL, SNT, SAME,
      { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "reopen.nolink.OPEN.old", "names an ID that has retired: -", S_FLIGHT, KNOWN, OP_NACK_NOLINK,
      NIL, UNA_M1, SAME, {}, OPEN },
    { "reopen.nolink.OPEN.never", "names an ID never sent: -", S_FLIGHT, KNOWN, OP_NACK_NOLINK, NIL,
      SNT1, SAME, {}, OPEN },
    { "reopen.nolink.OPEN.idle", "nothing in flight: -", S_OPEN, KNOWN, OP_NACK_NOLINK, NIL, SNT,
      SAME, {}, OPEN },
    { "reopen.stranger.OPEN.any", "a stranger's with any RxID: re-OPEN", S_FLIGHT, STRANGER,
      OP_NACK_NOLINK, NIL, NEWS, SAME, { { OP_OPEN, UNA_M1, NIL } },
      REOPEN_SENT, LAST, UNA, {}, IRQ_NOLINK },
    { "reopen.stranger.OPEN.zero", "a stranger's with RxID 0: re-OPEN", S_FLIGHT, STRANGER,
      OP_NACK_NOLINK, NIL, NIL, SAME, { { OP_OPEN, UNA_M1, NIL } },
      REOPEN_SENT, ANY, UNA, {}, IRQ_NOLINK },
    { "reopen.stranger.OPEN.idle", "a stranger's with nothing in flight: -", S_OPEN, STRANGER,
      OP_NACK_NOLINK, NIL, NEWS, SAME, {}, OPEN, LAST, UNA, {}, 0, {},
      IN_FLIGHT },
    { "cls.nolink.CLOSE_SENT.beyond", "beyond its closing ID: as a timeout", S_CLOSE_SENT, KNOWN,
      OP_NACK_NOLINK, NIL, CLOSE_ID1, SAME,
      { { OP_CLOSE, CLOSE_ID, LAST } }, CLOSE_SENT, LAST, UNA, { { TTP_CNT_TIMEOUT, 1 } }, 0, {},
        BEYOND },
    { "cls.nolink.CLOSE_SENT.below", "not beyond it: -", S_CLOSE_SENT, KNOWN, OP_NACK_NOLINK, NIL,
      UNA_M1, SAME, {}, CLOSE_SENT },
    { "reopen.nolink.CLOSE_RECD.flight", "re-OPEN, as in OPEN", S_CLOSE_RECD, KNOWN, OP_NACK_NOLINK,
      NIL, UNA, SAME, { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT,
      LAST, UNA, {}, IRQ_NOLINK },
    { "reopen.nolink.CLOSE_RECD.old", "names nothing in flight: -", S_CLOSE_RECD, KNOWN,
      OP_NACK_NOLINK, NIL, UNA_M1, SAME, {}, CLOSE_RECD },
};

} // namespace

std::vector<Row> rx_data_rows()
{
    std::vector<Row> rows;
    for (const auto *t : { &PAYLOADS, &ACKS, &NOLINKS })
        for (Row &r : rows_of(*t)) rows.push_back(std::move(r));
    return rows;
}

} // namespace conform
