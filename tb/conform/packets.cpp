// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a frame, the IDs of every packet, what is ignored.
#include "conform.h"

#include <algorithm>

namespace conform {

namespace {

// Every byte of a frame as docs/protocol.md draws it.
void bytes_are(Bench &b, const Sent &s, uint32_t own_life, uint32_t peers)
{
    const Frame f = make_frame(b.a.cfg.node, s.h.dst, s.h.opcode, b.vc, s.h.txid, s.h.rxid,
                               own_life, s.data, peers);
    b.expect(s.raw == f.bytes, std::string(opcode_name(s.h.opcode)) + " differs from the drawing");
}

void layout(Bench &b)
{
    b.host();
    const Sent open = b.next(OP_OPEN);
    b.quiet(50);
    const uint32_t life = b.rec()[5] & 0xffff;
    bytes_are(b, open, life, 0);
    b.tx(OP_OPEN, BASE, 0);
    bytes_are(b, b.next(OP_OPEN_ACK), life, LIFE);
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    bytes_are(b, b.next(OP_PAYLOAD), life, LIFE);
    b.inject(b.payload(BASE + 1));
    bytes_are(b, b.next(OP_ACK), life, LIFE);
    b.inject(b.payload(BASE + 3));
    bytes_are(b, b.next(OP_NACK), life, LIFE);
    b.tx(OP_CLOSE, BASE + 3, 0);
    bytes_are(b, b.next(OP_CLOSE_NACK), life, LIFE);
    b.inject(b.payload(BASE + 3));
    bytes_are(b, b.next(OP_NACK_NOLINK), life, LIFE);
    b.life = OTHER;                             // no frame of this life
    b.tx(OP_CLOSE, BASE, 0);
    bytes_are(b, b.next(OP_CLOSE_ACK), life, OTHER);
}

void layout_close(Bench &b)
{
    b.reach(S_OPEN);
    b.close();
    bytes_are(b, b.next(OP_CLOSE), b.own_life, LIFE);
}

void layout_open_nack(Bench &b)
{
    b.reach(S_FLIGHT);
    for (uint32_t i = 1; i <= b.size().link_ways; i++) {
        const uint32_t node = same_set(b.mac(), PEER, i);
        b.inject(make_frame(node, b.a.cfg.node, OP_OPEN, 0, 7, 0, 9));
        if (i < b.size().link_ways) {
            b.next_of(node, OP_OPEN_ACK);
            b.w.send_to(b.a, node, 0, 40);
            b.next_of(node, OP_PAYLOAD);
        } else {
            bytes_are(b, b.next_of(node, OP_OPEN_NACK), 0, 9);
        }
    }
}

void layout_nack_full(Bench &b)
{
    b.fill();
    bytes_are(b, b.next(OP_NACK_FULL), b.own_life, LIFE);
}

// Each length of payload that is near a beat or an end, on each VC, both ways.
void sizes(Bench &b, uint32_t vc)
{
    b.vc = vc;
    b.connect();
    for (size_t n : { 1, 2, 3, 4, 5, 12, 28, 60, 61, 64, 68, 127, 512, 1000, 1008, 1020, 1023,
                      1024 }) {
        b.host(1, n);
        const Sent s = b.next(OP_PAYLOAD, b.una, 0);
        bytes_are(b, s, b.named(b.peer), LIFE);
        b.expect(s.raw.size() == std::max<size_t>(64, 60 + n),
                 "frame of " + std::to_string(s.raw.size()) + " bytes");
        b.tx(OP_ACK, 0, b.una++);
        b.take(b.last + 1, n);
    }
}

// Frames of 60 bytes are taken, as are payloads of 1 to 4 bytes in 61 to 64.
void min60(Bench &b)
{
    Frame f = b.frame(OP_OPEN, BASE, 0);
    f.bytes.resize(60);
    b.inject(f);
    b.next(OP_OPEN_ACK);
    b.last = BASE;
    for (size_t n = 1; n <= 4; n++) {
        f = b.payload(b.last + 1, n);
        f.bytes.resize(60 + n);
        b.inject(f);
        b.next(OP_ACK, 0, ++b.last);
    }
    b.delivered(4);
    b.expect(b.got.size() >= 4 && b.got.back().second.size() == 4, "four bytes");
}

// Of every opcode. The IDs are old: what the packets do stands elsewhere.
void min60_each(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t op = OP_OPEN; op <= OP_NACK_NOLINK; op++) {
        if (op == OP_PAYLOAD) continue;
        Frame f = b.frame(op, b.last - 1, b.una - 9);
        f.bytes.resize(60);
        b.inject(f);
    }
    b.step(1000);
    for (uint32_t op = OP_OPEN; op <= OP_NACK_NOLINK; op++)
        b.moved(TTP_CNT_RX + op, op != OP_PAYLOAD, opcode_name(op));
}

void behind(Bench &b)
{
    b.reach(S_OPEN);
    for (size_t extra : { 1, 3, 64, 200, 400 }) {
        Frame f = b.payload(b.last + 1, 77);
        f.bytes.resize(f.bytes.size() + extra, 0xee);
        b.inject(f);
        b.next(OP_ACK, 0, ++b.last);
        b.step(100);
        b.expect(b.ok() && b.got.back().second.size() == 77,
                 "what is behind the payload is ignored");
    }
}

// The TSH names nodes too, and says that we have sent the frame.
void tsh_nodes(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t node : { b.a.cfg.node, PEER, 0u, 0xffffffu }) {
        Frame f = b.payload(b.last + 1);
        put_be(f.bytes, 34, 3, node);
        put_be(f.bytes, 37, 3, ~node & 0xffffff);
        b.inject(f);
        b.next(OP_ACK, 0, ++b.last);
    }
    b.delivered(4);
}

void extension(Bench &b)
{
    b.reach(S_OPEN);
    for (uint32_t ext : { 0x10u, 0x1fu, 0x20u, 0xd0u, 0xefu, 0xf0u, 0xfeu, 0xffu, 0x7fu }) {
        Frame f = b.payload(b.last + 1);
        f.bytes[51] = static_cast<uint8_t>(ext);
        b.inject(f);
        b.next(OP_ACK, 0, ++b.last);
    }
    b.delivered(9);
}

// ---- IDs ----

void id_open(Bench &b)
{
    b.host(3);
    const Sent open = b.next(OP_OPEN);
    b.quiet();
    b.expect(open.h.txid == 1000 && b.rec()[3] == 1001,
             "start ID; a payload that waits has no ID yet");
    b.tx(OP_OPEN_ACK, BASE + 1, open.h.txid);
    for (uint32_t i = 1; i <= 3; i++) b.next(OP_PAYLOAD, open.h.txid + i, 0);
}

void id_next(Bench &b, Start s)
{
    b.reach(s);
    b.life = OTHER;
    b.tx(OP_OPEN, 900, 0);
    const Sent ack = b.next(OP_OPEN_ACK);
    b.expect(ack.h.rxid == 900, "RxID is the OPEN's TxID");
    if (s != S_NONE) b.expect(newer(ack.h.txid, b.snt), "newer than every ID of the life before");
    b.take(901);
    b.host();
    b.next(OP_PAYLOAD, ack.h.txid, 0);
}

void id_oldest(Bench &b)
{
    b.reach(S_FLIGHT);
    b.tx(OP_ACK, 0, b.una);
    b.step(200);
    b.tx(OP_OPEN, BASE, 0);
    b.next(OP_OPEN_ACK, b.una + 1, BASE);
}

void id_entry(Bench &b)
{
    b.host();
    const uint32_t first = b.next(OP_OPEN).h.txid;
    for (uint32_t i = 1; i < 4; i++) {
        b.w.send_to(b.a, PEER + i, 0, 40);
        b.expect(b.next_of(PEER + i, OP_OPEN).h.txid == first + (i << 20),
                 "the start register moves on by 2^20");
    }
}

void id_life(Bench &b, uint32_t life)
{
    b.life = life;
    b.reach(S_CLOSED);
    b.host();
    const uint32_t s = b.next(OP_OPEN).h.txid;
    b.expect(s == b.close_id - (life != 0), "a new life goes on from its entry's next ID");
    b.tx(OP_OPEN_ACK, b.last + 1, s);
    b.next(OP_PAYLOAD, s + 1, 0);
}

void id_wrap(Bench &b)
{
    b.set(TTP_REG_START_ID, 0xfffffffd);
    b.connect();
    for (uint32_t i = 0; i < 8; i++) {
        b.host(3);
        for (uint32_t k = 0; k < 3; k++) b.next(OP_PAYLOAD, b.una + k, 0);
        b.tx(OP_NACK, 0, b.una + 1);
        b.next(OP_PAYLOAD, b.una + 1, 0);
        b.next(OP_PAYLOAD, b.una + 2, 0);
        b.una += 3;
        b.tx(OP_ACK, 0, b.una - 1);
        b.step(100);
    }
    b.expect(b.rec()[2] == b.una && b.una < 100, "across the wrap");
}

} // namespace

std::vector<Row> packet_rows()
{
    std::vector<Row> rows = {
        { "pkt.layout",
          "every byte: OPEN, OPEN_ACK, PAYLOAD, ACK, NACK, CLOSE_NACK, NACK_NOLINK, CLOSE_ACK",
          layout },
        { "pkt.layout.close", "every byte: CLOSE", layout_close },
        { "pkt.layout.open_nack", "every byte: OPEN_NACK", layout_open_nack },
        { "pkt.layout.nack_full", "every byte: NACK_FULL", layout_nack_full },
        { "pkt.size.vc0", "1 to 1024 bytes on VC 0, both ways; short frames padded to 64",
          [](Bench &b) { sizes(b, 0); } },
        { "pkt.size.vc1", "the same on VC 1", [](Bench &b) { sizes(b, 1); } },
        { "pkt.size.vc2", "the same on VC 2", [](Bench &b) { sizes(b, 2); } },
        { "pkt.min", "frames of 60 bytes are taken", min60 },
        { "pkt.min.each", "the same of every opcode", min60_each },
        { "pkt.ignored.nodes", "the nodes of the TSH are ignored", tsh_nodes },
        { "pkt.ignored.behind", "bytes after the payload are ignored", behind },
        { "pkt.ignored.extension", "any extension type is read as base", extension },
        { "ids.open", "OPEN: start ID; an ID is given when a packet is first sent", id_open },
        { "ids.open_ack.first", "OPEN_ACK: TxID is the next payload's, RxID the OPEN's TxID",
          [](Bench &b) { id_next(b, S_NONE); } },
        { "ids.open_ack.next", "the same in the next life, newer than all before",
          [](Bench &b) { id_next(b, S_CLOSED); } },
        { "ids.open_ack.dead", "the same after a dead link", [](Bench &b) { id_next(b, S_DEAD); } },
        { "ids.open_ack.oldest", "OPEN_ACK: TxID is the oldest unretired payload's", id_oldest },
        { "ids.entry", "a new entry starts 2^20 farther on", id_entry },
        { "ids.life", "a new life goes on from its entry's next ID",
          [](Bench &b) { id_life(b, LIFE); } },
        { "ids.life.stranger", "a CLOSE to a stranger has used up one",
          [](Bench &b) { id_life(b, 0); } },
        { "ids.wrap.ours", "our IDs wrap", id_wrap },
    };
    // Garbage in all that is ignored changes nothing: a cell for each opcode, both kinds of peer.
    const std::vector<std::string> again = {
        "open.new.CLOSED.none", "str.aside.OPEN.stranger", "open.ack.OPEN_SENT.match",
        "open.ack.learn.OPEN_SENT.stranger", "open.nack.OPEN_SENT.match", "cls.done.OPEN",
        "cls.ack.CLOSE_SENT.match", "cls.illegal.OPEN", "rcv.next.OPEN", "snd.ack.OPEN",
        "snd.nack.OPEN", "snd.full.OPEN", "life.over.OPEN.oldest" };
    std::vector<Row> cells = rx_link_rows();
    for (Row &r : rx_data_rows()) cells.push_back(std::move(r));
    for (const Row &r : cells) {
        if (std::find(again.begin(), again.end(), r.id) == again.end()) continue;
        const auto run = r.run;
        rows.push_back({ "pkt.ignored." + r.id, "garbage in all ignored fields: as without",
                         [run](Bench &b) { b.garble = true; run(b); } });
    }
    return rows;
}

} // namespace conform
