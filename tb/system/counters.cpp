// SPDX-License-Identifier: Apache-2.0
//
// Every counter of a MAC, moved by traffic made by hand: after each step exactly the counters
// that it names have moved, by exactly as much.
#include "system.h"

#include <algorithm>

namespace {

constexpr unsigned tx(unsigned op) { return TTP_CNT_TX + op; }
constexpr unsigned rx(unsigned op) { return TTP_CNT_RX + op; }

// Receiving on VC 0; at the end `last` is the newest payload taken.
uint32_t receiving(World &w, Ledger &l, Peer &p)
{
    Node &a = *w.a;
    p.send(OP_OPEN, 0, 100, 0);
    l.expect("OPEN", { { rx(OP_OPEN), 1 }, { tx(OP_OPEN_ACK), 1 }, { TTP_CNT_OPENED, 1 } });
    p.payload(0, 101, 70);
    l.expect("PAYLOAD", { { rx(OP_PAYLOAD), 1 }, { tx(OP_ACK), 1 },
                          { TTP_CNT_DLV_PKTS, 1 }, { TTP_CNT_DLV_BYTES, 70 } });
    p.payload(0, 101, 70, false);
    l.expect("a repeat", { { rx(OP_PAYLOAD), 1 }, { tx(OP_ACK), 1 }, { TTP_CNT_REPEAT, 1 } });
    p.payload(0, 103, 70, false);
    l.expect("a gap", { { rx(OP_PAYLOAD), 1 }, { tx(OP_NACK), 1 }, { TTP_CNT_GAP, 1 } });
    p.payload(0, 104, 70, false);
    l.expect("the same gap", { { rx(OP_PAYLOAD), 1 }, { TTP_CNT_GAP, 1 } });
    p.payload(0, 101 + 65535, 70, false);
    l.expect("as far ahead as may be", { { rx(OP_PAYLOAD), 1 }, { TTP_CNT_GAP, 1 } });
    p.payload(0, 101 + 65536, 70, false);
    l.expect("too far ahead", { { rx(OP_PAYLOAD), 1 }, { TTP_CNT_DROP_FAR, 1 } });
    p.payload(1, 7, 70, false);
    l.expect("a payload without a link", { { rx(OP_PAYLOAD), 1 }, { tx(OP_NACK_NOLINK), 1 } });

    // The host sleeps: the receive store takes as many as it has cells or places for, and no more.
    const uint32_t room = std::min(a.cfg.params.rx_cells / 16, 64u);
    a.sink.hold = true;
    for (uint32_t i = 0; i < room; i++) p.payload(0, 102 + i, 1024);
    l.expect("a full store", { { rx(OP_PAYLOAD), room }, { tx(OP_ACK), room } });
    p.payload(0, 102 + room, 1024, false);
    l.expect("one payload more",
             { { rx(OP_PAYLOAD), 1 }, { tx(OP_NACK_FULL), 1 }, { TTP_CNT_DROP_SPACE, 1 } });
    p.payload(0, 103 + room, 1024, false);
    l.expect("a younger one in silence", { { rx(OP_PAYLOAD), 1 }, { TTP_CNT_GAP, 1 } });
    a.sink.hold = false;
    l.expect("the host wakes", { { TTP_CNT_DLV_PKTS, room }, { TTP_CNT_DLV_BYTES, room * 1024 } },
             200 + room * (1024 / (a.cfg.params.data_w / 8) + 8));
    return 101 + room;
}

// Sending on VC 0, all of it answered by hand.
void sending(World &w, Ledger &l, Peer &p, uint32_t last)
{
    Node &a = *w.a;
    p.send(OP_CLOSE, 0, last + 1, 0);
    l.expect("CLOSE", { { rx(OP_CLOSE), 1 }, { tx(OP_CLOSE_ACK), 1 } });
    p.heard.clear();
    w.send_to(a, p.node, 0, 300);
    l.expect("a packet of the host",
             { { TTP_CNT_ACC_PKTS, 1 }, { TTP_CNT_ACC_BYTES, 300 }, { tx(OP_OPEN), 1 } });
    Header h = p.answer(OP_OPEN);
    p.payload(0, 77, 10, false);
    l.expect("a payload in OPEN_SENT", { { rx(OP_PAYLOAD), 1 }, { tx(OP_OPEN), 1 } });
    w.expect(p.answer(OP_OPEN).txid == h.txid, "our OPEN again");
    p.send(OP_OPEN_NACK, 0, 0, h.txid);
    l.expect("OPEN_NACK and, after the back-off, OPEN",
             { { rx(OP_OPEN_NACK), 1 }, { tx(OP_OPEN), 1 } });
    h = p.answer(OP_OPEN);
    const uint32_t first = h.txid + 1;
    p.life++;
    p.send(OP_OPEN_ACK, 0, 501, h.txid);
    l.expect("OPEN_ACK", { { rx(OP_OPEN_ACK), 1 }, { TTP_CNT_OPENED, 1 }, { tx(OP_PAYLOAD), 1 } });
    p.send(OP_ACK, 0, 0, first);
    l.expect("ACK", { { rx(OP_ACK), 1 }, { TTP_CNT_RETIRED, 1 } });
    p.send(OP_ACK, 0, 0, first);
    l.expect("a late ACK", { { rx(OP_ACK), 1 }, { TTP_CNT_LATE_ACK, 1 } });
    p.send(OP_ACK, 0, 0, first + 1);
    l.expect("an ACK of what was not sent", { { rx(OP_ACK), 1 }, { TTP_CNT_ILLEGAL, 1 } });

    const uint32_t n = in_flight(a, 3), m = in_flight(a, 2);
    w.send_to(a, p.node, 0, 100, n);
    l.expect("packets",
             { { TTP_CNT_ACC_PKTS, n }, { TTP_CNT_ACC_BYTES, n * 100 }, { tx(OP_PAYLOAD), n } });
    p.send(OP_NACK, 0, 0, first + 1);
    l.expect("NACK of the first",
             { { rx(OP_NACK), 1 }, { tx(OP_PAYLOAD), n }, { TTP_CNT_REPLAY, n } });
    p.send(OP_NACK, 0, 0, first + 1);
    l.expect("the same NACK after the replay",
             { { rx(OP_NACK), 1 }, { tx(OP_PAYLOAD), n }, { TTP_CNT_REPLAY, n } });
    p.send(OP_NACK, 0, 0, first + 1);
    l.expect("and once more", { { rx(OP_NACK), 1 } });
    p.send(OP_NACK, 0, 0, first + n + 2);
    l.expect("NACK beyond the next", { { rx(OP_NACK), 1 }, { TTP_CNT_ILLEGAL, 1 } });
    p.send(OP_NACK, 0, 0, first + 2);
    l.expect("NACK of the second", { { rx(OP_NACK), 1 }, { TTP_CNT_RETIRED, 1 },
                                     { tx(OP_PAYLOAD), n - 1 }, { TTP_CNT_REPLAY, n - 1 } });
    p.send(OP_ACK, 0, 0, first + n);
    const uint32_t rest = n > 1 ? n - 1 : 1;
    l.expect("ACK of the rest",
             { { rx(OP_ACK), 1 }, { n > 1 ? TTP_CNT_RETIRED : TTP_CNT_LATE_ACK, rest } });

    const uint32_t next = first + n + 1;
    w.send_to(a, p.node, 0, m * 1000);
    l.expect("a packet, cut in two where there is room",
             { { TTP_CNT_ACC_PKTS, m }, { TTP_CNT_ACC_BYTES, m * 1000 }, { tx(OP_PAYLOAD), m } });
    w.set(a, TTP_REG_TIMEOUT, 12000);
    p.send(OP_NACK_FULL, 0, 0, next - 1);
    l.expect("NACK_FULL",
             { { rx(OP_NACK_FULL), 1 }, { tx(OP_PAYLOAD), m }, { TTP_CNT_REPLAY, m } }, 1000);
    w.set(a, TTP_REG_TIMEOUT, NEVER);           // counts from the next one
    l.expect("the timeout",
             { { TTP_CNT_TIMEOUT, 1 }, { tx(OP_PAYLOAD), m }, { TTP_CNT_REPLAY, m } }, 12000);
    p.heard.clear();
    p.send(OP_NACK_NOLINK, 0, 0, next);
    l.expect("NACK_NOLINK", { { rx(OP_NACK_NOLINK), 1 }, { tx(OP_OPEN), 1 } });
    w.expect(p.accept(0, 500).txid == next - 1, "OPEN names the ID before the oldest");
    l.expect("open again",
             { { rx(OP_OPEN_ACK), 1 }, { TTP_CNT_OPENED, 1 }, { tx(OP_PAYLOAD), m } });

    // A CLOSE that finds payloads in flight, then their ACK.
    p.send(OP_CLOSE, 0, 501, 0);
    l.expect("CLOSE with payloads in flight", { { rx(OP_CLOSE), 1 }, { tx(OP_CLOSE_NACK), 1 } });
    p.send(OP_ACK, 0, 0, next + m - 1);
    l.expect("drained", { { rx(OP_ACK), 1 }, { TTP_CNT_RETIRED, m }, { tx(OP_CLOSE_ACK), 1 } });
}

void closing(World &w, Ledger &l, Peer &p)
{
    Node &a = *w.a;
    p.heard.clear();
    p.life++;
    p.open(0, 900);
    l.expect("OPEN of a new life",
             { { rx(OP_OPEN), 1 }, { tx(OP_OPEN_ACK), 1 }, { TTP_CNT_OPENED, 1 } });
    w.set(a, TTP_REG_CLOSE_LINK, p.node);
    l.expect("CLOSE_LINK", { { tx(OP_CLOSE), 1 } });
    const Header h = p.answer(OP_CLOSE);
    p.send(OP_CLOSE_NACK, 0, 901, h.txid);
    l.expect("CLOSE_NACK", { { rx(OP_CLOSE_NACK), 1 } });
    // The payload that the hold was for: CLOSE again at once, and that is no timeout.
    p.payload(0, 901, 64);
    l.expect("the end of the hold", { { rx(OP_PAYLOAD), 1 }, { tx(OP_ACK), 1 },
                                      { TTP_CNT_DLV_PKTS, 1 }, { TTP_CNT_DLV_BYTES, 64 },
                                      { tx(OP_CLOSE), 1 } });
    p.send(OP_CLOSE_ACK, 0, 0, h.txid);
    l.expect("CLOSE_ACK", { { rx(OP_CLOSE_ACK), 1 } });
    w.expect(records(w, CPL_CLOSED, p.node) == 3, "closed three times");
    p.heard.clear();
    p.payload(0, 902, 10, false);
    l.expect("a payload in CLOSED",
             { { rx(OP_PAYLOAD), 1 }, { tx(OP_NACK_NOLINK), 1 }, { TTP_CNT_LATE_ACK, 1 } });
    w.expect(p.answer(OP_NACK_NOLINK).rxid == 902, "NACK_NOLINK names it");
}

void full_and_dead(World &w, Ledger &l, Peer &p)
{
    Node &a = *w.a;
    const uint32_t ways = a.cfg.params.link_ways, n = in_flight(a, 2);
    for (uint32_t i = 0; i <= ways; i++)
        p.send(make_frame(same_set(a, 0x0c0001, i), a.cfg.node, OP_OPEN, 2, 7, 0, 5));
    l.expect("OPENs for one set", { { rx(OP_OPEN), ways + 1 }, { tx(OP_OPEN_ACK), ways },
                                    { TTP_CNT_OPENED, ways }, { tx(OP_OPEN_NACK), 1 } });

    p.heard.clear();
    w.set(a, TTP_REG_TIMEOUT, 12000);
    w.set(a, TTP_REG_RETRY_MAX, 1);
    w.send_to(a, p.node, 0, 5, n);
    p.accept(0, 1000);
    l.expect("packets", { { TTP_CNT_ACC_PKTS, n }, { TTP_CNT_ACC_BYTES, 5 * n }, { tx(OP_OPEN), 1 },
                          { rx(OP_OPEN_ACK), 1 }, { TTP_CNT_OPENED, 1 }, { tx(OP_PAYLOAD), n } },
             2000);
    l.expect("no answer", { { TTP_CNT_TIMEOUT, 1 }, { TTP_CNT_DEAD, 1 }, { TTP_CNT_FLUSHED, n } },
             12000);
    w.set(a, TTP_REG_TIMEOUT, NEVER);
    w.set(a, TTP_REG_RETRY_MAX, 64);

    HostPacket bad{ 3u << 24 | p.node, std::vector<uint8_t>(40), false, false };
    w.push(a, bad);
    l.expect("VC 3", { { TTP_CNT_REFUSED, 1 } });
    bad.dest = p.node;
    bad.discard = true;
    w.push(a, bad);
    l.expect("tuser", { { TTP_CNT_DISCARD, 1 } });
}

// Frames that the parser drops, one reason each, and what the queues behind it have no room for.
void drops(World &w, Ledger &l, Peer &p)
{
    Node &a = *w.a;
    const auto one = [&](unsigned counter, const char *what,
                         const std::function<void(Frame &)> &change) {
        Frame f = p.frame(OP_PAYLOAD, 1, 1, 0, 100);
        change(f);
        p.send(f);
        l.expect(what, { { counter, 1 } }, 100);
    };
    one(TTP_CNT_DROP_FCS, "tuser", [](Frame &f) { f.user = true; });
    one(TTP_CNT_DROP_SHORT, "59 bytes", [](Frame &f) { f.bytes.resize(59); });
    one(TTP_CNT_DROP_SHORT, "a byte missing", [](Frame &f) { f.bytes.resize(159); });
    one(TTP_CNT_DROP_LONG, "1537 bytes", [](Frame &f) { f.bytes.resize(1537); });
    one(TTP_CNT_DROP_TYPE, "EtherType", [](Frame &f) { f.bytes[12] = 8; });
    one(TTP_CNT_DROP_DST, "destination", [](Frame &f) { f.bytes[5] ^= 1; });
    one(TTP_CNT_DROP_SRC, "source", [&](Frame &f) { put_be(f.bytes, 9, 3, a.cfg.node); });
    one(TTP_CNT_DROP_TTH, "TTH", [](Frame &f) { f.bytes[14] = 0x45; });
    one(TTP_CNT_DROP_GATEWAY, "gateway", [](Frame &f) { f.bytes[15] = 0x80; });
    one(TTP_CNT_DROP_LENGTH, "length", [](Frame &f) { put_be(f.bytes, 40, 2, 26); });
    one(TTP_CNT_DROP_OPCODE, "opcode", [](Frame &f) { f.bytes[42] = 11; });
    one(TTP_CNT_DROP_VC, "VC", [](Frame &f) { f.bytes[43] = 3; });
    const uint32_t on = w.get(a, TTP_REG_CTRL);
    w.set(a, TTP_REG_CTRL, 0);
    one(TTP_CNT_DROP_OFF, "disabled", [](Frame &) {});
    w.set(a, TTP_REG_CTRL, on);

    // The line is stopped: as many answers as there are places wait, less the
    // four that are kept for local events, and the one that the frame builder
    // holds. A drop comes before any change of state.
    const bool wide = a.cfg.params.data_w == 512;
    const uint64_t places = (wide ? 64 : 16) - 4 + 1, sent = 100;
    p.heard.clear();
    a.wire_out.hold = true;
    for (uint32_t i = 0; i < sent; i++) {
        p.payload(1, i, 1, false);
        if (wide) w.step(7);            // the pipe takes one of a link in so many
    }
    w.settle(a);
    a.wire_out.hold = false;
    l.expect("no place for the answer",
             { { rx(OP_PAYLOAD), places }, { tx(OP_NACK_NOLINK), places },
               { TTP_CNT_DROP_RESP, sent - places } }, 3000);
    w.expect(p.heard.size() == places && p.heard.back().rxid == places - 1,
             "the first ones were answered");
    p.heard.clear();

    // Frames of 60 bytes as fast as they come, each a slow search in a full set. At 512 bit that is
    // one a cycle, and the queue of events fills up; below, responses run out before its 16 places.
    w.set(a, TTP_REG_VICTIM_IDLE, NEVER);
    const uint32_t flood = 200;
    for (uint32_t i = 0; i < flood; i++) {
        Frame f = make_frame(PEER, a.cfg.node, OP_OPEN, 2, i, 0, 5);
        put_be(f.bytes, 9, 3, same_set(a, 0x0c0001, 16 + i));
        f.bytes.resize(60);
        p.send(f);
    }
    const uint64_t before = a.sent[OP_OPEN_NACK];
    w.settle(a, 3000);
    const uint64_t answered = a.sent[OP_OPEN_NACK] - before, lost = flood - answered;
    Ledger::Moves m{ { rx(OP_OPEN), answered }, { tx(OP_OPEN_NACK), answered } };
    m[wide ? TTP_CNT_DROP_EVENT : TTP_CNT_DROP_RESP] = lost;
    w.expect(!wide || lost > 0, "the queue of events was full");
    l.expect("a flood", m);
}

void counters(World &w)
{
    Peer p(w, *w.a, PEER, 7);
    Ledger l(w, *w.a);
    l.expect("nothing", {});
    const uint32_t last = receiving(w, l, p);
    sending(w, l, p, last);
    closing(w, l, p);
    full_and_dead(w, l, p);
    drops(w, l, p);
    for (unsigned i : l.never())
        if (i != TTP_CNT_DROP_EVENT || w.a->cfg.params.data_w == 512)
            w.expect(false, "counter " + std::to_string(i) + " was never moved");
    const std::string differs = check_sent(*w.a, w.counters(*w.a));
    w.expect(differs.empty(), differs);
}

} // namespace

std::vector<Scenario> counter_scenarios()
{
    return { { "counters", counters, WorldOptions().timeouts(NEVER).backoff(200) } };
}
