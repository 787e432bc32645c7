// SPDX-License-Identifier: Apache-2.0
//
// How each state is reached, by frames of the peer and payloads of the host; see conform.h.
#include "conform.h"

namespace conform {

// OPEN by our first payload, which is acknowledged; with `both` the peer sends one too.
void Bench::connect(bool both)
{
    host();
    const Sent open = next(OP_OPEN);
    open_id = open.h.txid;
    own_life = open.h.epoch;
    tx(OP_OPEN_ACK, BASE + 1, open_id);
    last = BASE;
    next(OP_PAYLOAD, open_id + 1, 0);
    una = snt = open_id + 1;
    if (!both) return;
    tx(OP_ACK, 0, snt);
    una++;
    take(BASE + 1);
}

void Bench::shut()
{
    close();
    close_id = next(OP_CLOSE, snt + 1, last).h.txid;
}

void Bench::reach(Start s, bool stranger)
{
    State at = OPEN;
    if (stranger || s == S_REOPEN) life = 0;
    switch (s) {
    case S_NONE:
        expect(rec()[0] == 0, "no entry yet");
        look();
        return;
    case S_WAIT:
    case S_OPEN_SENT:
    case S_SHIPS:
        host(2);
        open_id = next(OP_OPEN).h.txid;
        una = open_id + 1;
        snt = open_id;
        if (s == S_WAIT) tx(OP_OPEN_NACK, 0, open_id);
        if (s == S_SHIPS) {
            tx(OP_OPEN, BASE, 0);
            next(OP_OPEN_ACK, una, BASE);
            last = BASE;
        }
        at = s == S_WAIT ? CLOSED : OPEN_SENT;
        break;
    case S_RECD_NACKED:
    case S_OPEN_RECD:
        if (s == S_RECD_NACKED) {
            reach(S_WAIT);
            step(100);
        }
        // all of it counts, whenever the MAC counts the frame that it holds
        look();
        a.wire_out.hold = true;
        tx(OP_OPEN, BASE, 0);
        last = BASE;
        at = OPEN_RECD;
        break;
    case S_FRESH:
        connect(false);
        break;
    default:
        connect();
    }
    switch (s) {
    case S_CLOSED:
    case S_OPEN_SENT_REC:
        shut();
        tx(OP_CLOSE_ACK, 0, close_id);
        wait_completion(CPL_CLOSED);
        una = close_id + (life == 0);           // ids.close
        snt = una - 1;
        at = CLOSED;
        if (s == S_CLOSED) break;
        step(300);
        host(2);
        open_id = next(OP_OPEN).h.txid;
        una = open_id + 1;
        at = OPEN_SENT;
        break;
    case S_DEAD:
        set(TTP_REG_TIMEOUT, 200);
        set(TTP_REG_RETRY_MAX, 1);
        host();
        snt = next(OP_PAYLOAD, una, 0).h.txid;
        wait_completion(CPL_DEAD);
        step(300);
        una = snt + 1;
        set(TTP_REG_TIMEOUT, NEVER);
        set(TTP_REG_RETRY_MAX, 3);
        at = CLOSED;
        break;
    case S_FLIGHT:
    case S_REOPEN:
    case S_CLOSE_RECD:
        host(2);
        next(OP_PAYLOAD, una, 0);
        next(OP_PAYLOAD, una + 1, 0);
        snt += 2;
        if (s == S_REOPEN) {                    // only to a stranger
            tx(OP_NACK_NOLINK, 0, una);
            open_id = next(OP_OPEN, una - 1, 0).h.txid;
            at = REOPEN_SENT;
        } else if (s == S_CLOSE_RECD) {
            tx(OP_CLOSE, last + 1, una - 1);
            next(OP_CLOSE_NACK, snt, last + 1);
            at = CLOSE_RECD;
        }
        break;
    case S_CLOSE_SENT:
    case S_HELD:
        shut();
        if (s == S_HELD) tx(OP_CLOSE_NACK, last + 2, close_id);
        at = CLOSE_SENT;
        break;
    case S_MISSING:
        tx(OP_CLOSE, last + 3, una - 1);
        next(OP_CLOSE_NACK, snt, last + 3);
        at = CLOSE_RECD;
        break;
    default:
        break;
    }
    w.settle(a, 200);
    const auto r = rec();
    expect((r[0] & 7) == at,
           std::string("never reached ") + state_name(at) + ", is " + state_name(r[0] & 7));
    if (at == OPEN_RECD) mac_lives[vc << 24 | peer] = r[5] & 0xffff;
    if (at == OPEN_RECD && s == S_OPEN_RECD) {
        una = r[2];
        snt = una - 1;
    }
    const bool sure = at != OPEN_SENT && at != REOPEN_SENT && at != CLOSED && at != CLOSE_SENT;
    expect(!sure || (r[2] == una && r[4] == last && r[3] == snt + 1),
           "never reached: una, last or next ID");
    quiet(1);
    if (at != OPEN_RECD) look();
}

uint32_t Bench::value(Id id) const
{
    switch (id) {
    case NIL: return 0;
    case UNA: return una;
    case UNA_M1: return una - 1;
    case UNA_M2: return una - 2;
    case UNA1: return una + 1;
    case SNT: return snt;
    case SNT1: return snt + 1;
    case SNT2: return snt + 2;
    case SNT9: return snt + 9;
    case LAST: return last;
    case LAST1: return last + 1;
    case LAST2: return last + 2;
    case LAST3: return last + 3;
    case LAST4: return last + 4;
    case LAST_M1: return last - 1;
    case LAST_FAR: return last + 70000;
    case OURS: return open_id;
    case CLOSE_ID: return close_id;
    case CLOSE_ID1: return close_id + 1;
    case ASK: return ask;
    case ASK_M1: return ask - 1;
    case NEWS: return 0x40000000;
    case ANY: break;
    }
    return 0;
}

} // namespace conform
