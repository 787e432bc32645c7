// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
#include "conform.h"

using namespace conform;

namespace {

struct Beside {
    const char *id;                // after it: .aside, .paused, ...
    const char *rule;
    Start start;
    uint32_t op;
    Id tx, rx;
    std::vector<Want> answers;
    State after;
    Id una_after = UNA;            // ANY: the link is closed
    enum { BOTH, KNOWN_ONLY, STRANGE_ONLY } whose = BOTH;
    bool foreign = false;          // of another life
};

constexpr auto KNOWN_ONLY = Beside::KNOWN_ONLY;
constexpr auto STRANGE_ONLY = Beside::STRANGE_ONLY;
const std::vector<Beside> ASIDE = {
    { "life.over.OPEN.beside", "NACK_NOLINK: the next life", S_FLIGHT, OP_NACK_NOLINK, NIL, UNA,
      { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, UNA, KNOWN_ONLY },
    { "reopen.stranger.OPEN", "NACK_NOLINK: re-OPEN", S_FLIGHT, OP_NACK_NOLINK, NIL, UNA,
      { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, UNA, STRANGE_ONLY },
    { "cls.recd.OPEN", "CLOSE with payloads in flight: CLOSE_NACK", S_FLIGHT, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "snd.ack.OPEN", "ACK: it retires", S_FLIGHT, OP_ACK, NIL, UNA, {}, OPEN, UNA1 },
    { "snd.nack.OPEN", "NACK: a replay", S_FLIGHT, OP_NACK, NIL, UNA,
      REPLAY2, OPEN },
    { "rcv.repeat.OPEN", "a repeat: ACK of last", S_FLIGHT, OP_PAYLOAD, LAST, NIL,
      { { OP_ACK, NIL, LAST } }, OPEN },
    { "rcv.gap.OPEN", "a gap: NACK", S_FLIGHT, OP_PAYLOAD, LAST2, NIL, { { OP_NACK, NIL, LAST1 } },
      OPEN },
    { "rcv.next.OPEN", "the next one: taken", S_FLIGHT, OP_PAYLOAD, LAST1, NIL,
      { { OP_ACK, NIL, ASK } }, OPEN },
    { "cls.done.OPEN", "CLOSE with nothing in flight: CLOSE_ACK", S_OPEN, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, ANY },
    { "life.foreign.close.OPEN", "CLOSE of another life: CLOSE_ACK, no change", S_OPEN, OP_CLOSE,
      LAST1, NIL, { { OP_CLOSE_ACK, NIL, ASK } }, OPEN, UNA, Beside::BOTH, true },
    { "life.foreign.OPEN", "PAYLOAD of another life: NACK_NOLINK, no change", S_FLIGHT, OP_PAYLOAD,
      LAST1, NIL, { { OP_NACK_NOLINK, NIL, ASK } }, OPEN, UNA, Beside::BOTH, true },
    { "life.foreign.OPEN.nolink", "NACK_NOLINK of another life: no change", S_FLIGHT,
      OP_NACK_NOLINK, NIL, UNA, {}, OPEN, UNA, Beside::BOTH, true },
    { "cls.recd.OPEN.missing", "CLOSE, payloads are missing: CLOSE_NACK", S_OPEN, OP_CLOSE, LAST3,
      NIL, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD, UNA, KNOWN_ONLY },
    { "reopen.ack.OPEN_SENT.reopen", "OPEN_ACK to the re-OPEN: OPEN, a replay", S_REOPEN,
      OP_OPEN_ACK, LAST, OURS, REPLAY2, OPEN, UNA,
      STRANGE_ONLY },
    { "open.nack.OPEN_SENT.reopen", "OPEN_NACK to the re-OPEN: CLOSED", S_REOPEN, OP_OPEN_NACK, NIL,
      OURS, {}, CLOSED, UNA, STRANGE_ONLY },
    { "reopen.stranger.OPEN_SENT.reopen", "NACK_NOLINK in re-OPEN: ignored", S_REOPEN,
      OP_NACK_NOLINK, NIL, UNA, {}, REOPEN_SENT, UNA, STRANGE_ONLY },
    { "cls.recd.OPEN_SENT.reopen", "CLOSE in re-OPEN with payloads in flight: CLOSE_NACK", S_REOPEN,
      OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_NACK, SNT, ASK }, { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } },
      CLOSE_RECD, UNA, STRANGE_ONLY },
    { "cls.ack.CLOSE_SENT", "CLOSE_ACK: CLOSED", S_CLOSE_SENT, OP_CLOSE_ACK, NIL, CLOSE_ID, {},
      CLOSED, ANY },
    { "cls.nolink.CLOSE_SENT", "NACK_NOLINK: CLOSED", S_CLOSE_SENT, OP_NACK_NOLINK, NIL, CLOSE_ID,
      {}, CLOSED, UNA, KNOWN_ONLY },
    { "cls.nolink.CLOSE_SENT", "NACK_NOLINK: CLOSE at once", S_CLOSE_SENT, OP_NACK_NOLINK, NIL,
      CLOSE_ID, { { OP_CLOSE, CLOSE_ID, LAST } }, CLOSE_SENT, UNA, STRANGE_ONLY },
    { "cls.cross.CLOSE_SENT", "CLOSE: CLOSE_ACK, CLOSED", S_CLOSE_SENT, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_ACK, NIL, ASK } }, CLOSED, ANY },
    { "cls.recd.CLOSE_SENT", "CLOSE, payloads are missing: CLOSE_NACK", S_CLOSE_SENT, OP_CLOSE,
      LAST3, NIL, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_SENT, UNA, KNOWN_ONLY },
    { "life.over.CLOSE_RECD.beside", "NACK_NOLINK: the next life", S_CLOSE_RECD, OP_NACK_NOLINK,
      NIL, UNA, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, UNA, KNOWN_ONLY },
    { "reopen.stranger.CLOSE_RECD", "NACK_NOLINK: re-OPEN", S_CLOSE_RECD, OP_NACK_NOLINK, NIL, UNA,
      { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, UNA, STRANGE_ONLY },
    { "cls.recd.CLOSE_RECD", "CLOSE again: CLOSE_NACK", S_CLOSE_RECD, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.drained.CLOSE_RECD", "ACK of all: CLOSE_ACK", S_CLOSE_RECD, OP_ACK, NIL, SNT,
      { { OP_CLOSE_ACK, NIL, LAST1 } }, CLOSED, ANY },
    { "snd.nack.CLOSE_RECD", "NACK: a replay", S_CLOSE_RECD, OP_NACK, NIL, UNA,
      REPLAY2, CLOSE_RECD },
    { "cls.end.CLOSE_RECD", "a payload at the closing ID: NACK_NOLINK", S_CLOSE_RECD, OP_PAYLOAD,
      LAST1, NIL, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD, UNA, KNOWN_ONLY },
};

const std::vector<Beside> PAUSED = {
    { "cls.recd.OPEN", "CLOSE: CLOSE_NACK", S_FLIGHT, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "cls.recd.OPEN.missing", "CLOSE, payloads are missing: CLOSE_NACK", S_FLIGHT, OP_CLOSE, LAST3,
      NIL, { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
    { "life.foreign.close.OPEN", "CLOSE of another life: CLOSE_ACK, no change", S_FLIGHT, OP_CLOSE,
      LAST1, NIL, { { OP_CLOSE_ACK, NIL, ASK } }, OPEN, UNA, Beside::BOTH, true },
    { "rcv.next.OPEN", "the next one: taken", S_FLIGHT, OP_PAYLOAD, LAST1, NIL,
      { { OP_ACK, NIL, ASK } }, OPEN },
    { "rcv.repeat.OPEN", "a repeat: ACK of last", S_FLIGHT, OP_PAYLOAD, LAST, NIL,
      { { OP_ACK, NIL, LAST } }, OPEN },
    { "rcv.gap.OPEN", "a gap: NACK", S_FLIGHT, OP_PAYLOAD, LAST2, NIL, { { OP_NACK, NIL, LAST1 } },
      OPEN },
    { "life.over.OPEN.beside", "NACK_NOLINK: the next life", S_FLIGHT, OP_NACK_NOLINK, NIL, SNT1,
      { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, UNA, KNOWN_ONLY },
    { "reopen.stranger.OPEN", "NACK_NOLINK: re-OPEN", S_FLIGHT, OP_NACK_NOLINK, NIL, SNT1,
      { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, UNA, STRANGE_ONLY },
    { "cls.end.CLOSE_RECD", "a payload at the closing ID: NACK_NOLINK", S_CLOSE_RECD, OP_PAYLOAD,
      LAST1, NIL, { { OP_NACK_NOLINK, NIL, ASK } }, CLOSE_RECD },
    { "life.over.CLOSE_RECD.beside", "NACK_NOLINK: the next life", S_CLOSE_RECD, OP_NACK_NOLINK,
      NIL, UNA, { { OP_OPEN, UNA_M1, NIL } }, OPEN_SENT, UNA, KNOWN_ONLY },
    { "reopen.stranger.CLOSE_RECD", "NACK_NOLINK: re-OPEN", S_CLOSE_RECD, OP_NACK_NOLINK, NIL, UNA,
      { { OP_OPEN, UNA_M1, NIL } }, REOPEN_SENT, UNA, STRANGE_ONLY },
    { "cls.recd.CLOSE_RECD", "CLOSE again: CLOSE_NACK", S_CLOSE_RECD, OP_CLOSE, LAST1, NIL,
      { { OP_CLOSE_NACK, SNT, ASK } }, CLOSE_RECD },
};

// Set aside: a stranger's OPEN on the link of a peer with a life, the same on that of a stranger,
// one with a life on that of a stranger.
enum What { LOST_LIFE, NO_NUMBER, NEW_KIND, BACK_OFF, OPENED, STRANGE, FULL, UNKNOWN };

bool to_stranger(What what, const Beside *c = nullptr)
{
    return what == NO_NUMBER || what == NEW_KIND || what == STRANGE || what == UNKNOWN
        || (c && c->whose == STRANGE_ONLY);
}

// To OPEN, nothing in flight.
void begin(Bench &b, What what)
{
    if (what == FULL) {
        b.fill();
    } else if (what == UNKNOWN) {
        b.reach(S_OPEN);
        b.tx(OP_NACK_NOLINK, 0, 0);
    } else {                                    // the peer has opened, our OPEN was never sent
        b.una = b.opens(BASE).h.txid;
        b.snt = b.una - 1;
        b.last = BASE;
    }
    b.quiet();
}

// From OPEN to the state.
void go_on(Bench &b, Start s, What what)
{
    if (s == S_CLOSE_SENT) {
        b.close_id = b.we_close(b.una, what == UNKNOWN ? 0 : b.last).h.txid;
    }
    if (s == S_OPEN || s == S_CLOSE_SENT) return;
    b.host(2);
    b.snt = b.una + 1;
    b.payloads(b.una, 2);
    if (s == S_REOPEN) {
        b.open_id = b.has_no_link(b.una).h.txid;
    } else if (s == S_CLOSE_RECD) {
        b.close_nacked(b.last + 1, b.una - 1);
    }
}

void prepare(Bench &b, Start s, What what, bool stranger)
{
    if (stranger) b.life = 0;
    const uint32_t life = b.life;
    if (what >= OPENED) {
        begin(b, what);
        go_on(b, s, what);
        return;
    }
    b.reach(s);
    if (what == BACK_OFF) {
        b.tx(OP_NACK_FULL, 0, b.una - 1);
        return;
    }
    b.life = what == NEW_KIND ? OTHER : 0;
    b.opens(900, b.una + (stranger && s == S_CLOSE_SENT));
    b.life = life;
}

void beside(Bench &b, const Beside &c, What what)
{
    prepare(b, c.start, what, to_stranger(what, &c));
    b.quiet();
    b.look();
    if (c.foreign) b.life = OTHER + 1;
    b.ask = b.value(c.tx);
    b.inject(c.op == OP_PAYLOAD ? b.payload(b.ask) : b.frame(c.op, b.ask, b.value(c.rx)));
    for (const Want &x : c.answers) {
        const bool unknown = what == UNKNOWN && x.op == OP_CLOSE;
        b.next(x.op, b.value(x.tx), unknown ? 0 : b.value(x.rx));
    }
    b.rests_in(c.after);
    b.expect(c.una_after == ANY || b.rec()[2] == b.value(c.una_after), "una");
    const bool over = c.after == OPEN_SENT;     // life.over
    b.expect(b.completed(CPL_RESTARTED) == over, "is a restart reported?");
    if (c.foreign) b.moved(TTP_CNT_LATE_ACK, 1, "it is foreign");
}

// Cells that can not happen there, or that another rule has.
bool left_out(const Beside &c, What what)
{
    if (c.whose == KNOWN_ONLY && to_stranger(what)) return true;
    if (c.whose == STRANGE_ONLY && (what == LOST_LIFE || what == OPENED)) return true;
    if (what == STRANGE) return c.start != S_OPEN && c.start != S_CLOSE_SENT;
    if (what == UNKNOWN) return (c.op == OP_PAYLOAD && !c.foreign) || c.start == S_REOPEN;
    return what == FULL && c.op == OP_PAYLOAD && c.tx != LAST;
}

std::vector<Row> all_beside(const std::vector<Beside> &table, What what)
{
    static const char *const id[] = { ".aside", ".aside.stranger", ".aside.number", ".paused",
                                      ".opened", ".opened.stranger", ".full", ".unknown" };
    static const char *const rule[] = {
        "a stranger's OPEN is set aside; ", "on its own link a stranger's OPEN is set aside; ",
        "an OPEN with a life is set aside; ", "in a back-off; ",
        "the peer has opened; ", "a stranger has opened; ", "no room for the next payload; ",
        "the numbers of the peer are unknown; "
    };
    std::vector<Row> rows;
    for (const Beside &c : table) {
        if (left_out(c, what)) continue;
        const bool more = c.whose == STRANGE_ONLY && !to_stranger(what);
        rows.push_back({ std::string(c.id) + id[what] + (more ? ".stranger" : ""),
                         std::string(rule[what]) + c.rule,
                         [c, what](Bench &b) { beside(b, c, what); } });
    }
    return rows;
}

void times(Bench &b, Start s, What what)
{
    for (uint32_t reg : { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO }) b.set(reg, SLOW);
    b.set(TTP_REG_RETRY_MAX, 2);
    prepare(b, s, what, to_stranger(what));
    b.await(3 * SLOW, "the timer");
    if (s == S_REOPEN) b.next(OP_OPEN, b.una - 1, 0);
    if (s == S_CLOSE_SENT) b.next(OP_CLOSE, b.una, what == UNKNOWN ? 0 : b.last);
    if (s == S_CLOSE_RECD) b.next(OP_CLOSE_NACK, b.snt, b.last + 1);
    if (s == S_FLIGHT || s == S_CLOSE_RECD) b.replay(b.una);
    b.wait_completion(CPL_DEAD, 4 * SLOW);
    while (b.waiting(b.peer) > 1) b.heard[b.peer].pop_front();
    if (s == S_CLOSE_RECD) b.next(OP_CLOSE_ACK, 0, b.last + 1);
    b.in_state(CLOSED, "afterwards");
    b.heard.clear();
}

std::vector<Row> time_rows_of(What what, const std::string &with)
{
    struct {
        Start start;
        const char *id, *rule;
    } const all[] = { { S_FLIGHT, "snd.timeout.OPEN.", "a replay, then dead" },
                      { S_REOPEN, "open.timer.OPEN_SENT.reopen.", "OPEN again, then dead" },
                      { S_CLOSE_SENT, "cls.timer.CLOSE_SENT.", "CLOSE again, then dead" },
                      { S_CLOSE_RECD, "cls.recd.timer.CLOSE_RECD.",
                        "CLOSE_NACK and a replay, then CLOSE_ACK and dead" } };
    std::vector<Row> rows;
    for (const auto &x : all) {
        const Start s = x.start;
        // Only a stranger's link is in re-OPEN.
        const bool none = what == STRANGE || what == UNKNOWN
            || (s == S_REOPEN && !to_stranger(what));
        if (!none || s == S_CLOSE_SENT)
            rows.push_back({ x.id + with, x.rule, [s, what](Bench &b) { times(b, s, what); } });
    }
    return rows;
}

const Rows BESIDE(all_beside(ASIDE, LOST_LIFE)
    + all_beside(ASIDE, NO_NUMBER)
    + all_beside(ASIDE, NEW_KIND)
    + all_beside(PAUSED, BACK_OFF)
    + all_beside(ASIDE, OPENED)
    + all_beside(ASIDE, STRANGE)
    + all_beside(ASIDE, FULL)
    + all_beside(ASIDE, UNKNOWN)
    + time_rows_of(LOST_LIFE, "aside")
    + time_rows_of(NO_NUMBER, "aside.stranger")
    + time_rows_of(NEW_KIND, "aside.number")
    + time_rows_of(OPENED, "opened")
    + time_rows_of(STRANGE, "opened.stranger")
    + time_rows_of(UNKNOWN, "unknown"));

} // namespace
