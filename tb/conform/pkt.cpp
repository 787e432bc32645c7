// SPDX-License-Identifier: Apache-2.0
//
// Rows of the labels
//     pkt.layout pkt.size pkt.min pkt.ignored
#include <algorithm>
#include <stdexcept>

#include "conform.h"
#include "sel_steps.h"

namespace conform {

namespace {

// Every byte of a frame as docs/protocol.md draws it; sel.frame: behind an OPEN_ACK our offer.
void bytes_are(Bench &b, const Sent &s, uint32_t own_life, uint32_t peers)
{
    Frame f = make_frame(b.a.cfg.node, s.h.dst, s.h.opcode, b.vc, s.h.txid, s.h.rxid,
                               own_life, s.data, peers);
    if (b.offers && s.h.opcode == OP_OPEN_ACK) {
        f.bytes.resize(HDR_BYTES + 16);
        put_be(f.bytes, 60, 4, 0x10010001);
        put_be(f.bytes, 64, 4, at_most(b) << 16);
    }
    b.expect(s.raw == f.bytes, std::string(opcode_name(s.h.opcode)) + " differs from the drawing");
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

const Rows ROWS({
    { "pkt.layout",
      "every byte: OPEN, OPEN_ACK, PAYLOAD, ACK, NACK, CLOSE_NACK, NACK_NOLINK, CLOSE_ACK",
      [](Bench &b) {
        const Sent open = b.host_opens();
        b.quiet(50);
        const uint32_t life = b.rec()[5] & 0xffff;
        bytes_are(b, open, life, 0);
        bytes_are(b, b.opens(BASE), life, LIFE);
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
        b.life = OTHER;                         // no frame of this life
        b.tx(OP_CLOSE, BASE, 0);
        bytes_are(b, b.next(OP_CLOSE_ACK), life, OTHER);
    } },

    { "pkt.layout.close", "every byte: CLOSE", [](Bench &b) {
        b.reach(S_OPEN);
        b.close();
        bytes_are(b, b.next(OP_CLOSE), b.own_life, LIFE);
    } },

    { "pkt.layout.nack_full", "every byte: NACK_FULL", [](Bench &b) {
        const Sent full = b.fill();
        bytes_are(b, full, b.own_life, LIFE);
    } },

    { "pkt.layout.open_nack", "every byte: OPEN_NACK", [](Bench &b) {
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
    } },

    { "pkt.size.vc0", "1 to 1024 bytes on VC 0, both ways; short frames padded to 64",
      with(sizes, 0) },
    { "pkt.size.vc1", "the same on VC 1", with(sizes, 1) },
    { "pkt.size.vc2", "the same on VC 2", with(sizes, 2) },

    // Frames of 60 bytes are taken, as are payloads of 1 to 4 bytes in 61 to 64.
    { "pkt.min", "frames of 60 bytes are taken", [](Bench &b) {
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
    } },

    // A frame of each opcode but PAYLOAD, with old IDs, is counted as received.
    { "pkt.min.each", "the same of every opcode", [](Bench &b) {
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
    } },

    { "pkt.ignored.behind", "bytes after the payload are ignored", [](Bench &b) {
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
    } },

    { "pkt.ignored.extension", "any extension type is read as base", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t ext : { 0x10u, 0x1fu, 0x20u, 0xd0u, 0xefu, 0xf0u, 0xfeu, 0xffu, 0x7fu }) {
            Frame f = b.payload(b.last + 1);
            f.bytes[51] = static_cast<uint8_t>(ext);
            b.inject(f);
            b.next(OP_ACK, 0, ++b.last);
        }
        b.delivered(9);
    } },

    // The TSH may name any nodes, our own as its source too.
    { "pkt.ignored.nodes", "the nodes of the TSH are ignored", [](Bench &b) {
        b.reach(S_OPEN);
        for (uint32_t node : { b.a.cfg.node, PEER, 0u, 0xffffffu }) {
            Frame f = b.payload(b.last + 1);
            put_be(f.bytes, 34, 3, node);
            put_be(f.bytes, 37, 3, ~node & 0xffffff);
            b.inject(f);
            b.next(OP_ACK, 0, ++b.last);
        }
        b.delivered(4);
    } },
});

} // namespace

// pkt.ignored: a row for each opcode and both kinds of peer, with garbage in all that is ignored.
std::vector<Row> garbled_rows(const std::vector<Row> &all)
{
    static const char *const again[] = {
        "open.new.CLOSED.none", "str.aside.OPEN.stranger", "open.ack.OPEN_SENT.match",
        "open.ack.learn.OPEN_SENT.stranger", "open.nack.OPEN_SENT.match", "cls.done.OPEN",
        "cls.ack.CLOSE_SENT.match", "cls.illegal.OPEN", "rcv.next.OPEN", "snd.ack.OPEN",
        "snd.nack.OPEN", "snd.full.OPEN", "life.over.OPEN.oldest" };
    std::vector<Row> rows;
    for (const char *id : again) {
        const auto r = std::find_if(all.begin(), all.end(),
                                    [id](const Row &x) { return x.id == id; });
        if (r == all.end()) throw std::logic_error(std::string("no row ") + id);
        const auto run = r->run;
        rows.push_back({ "pkt.ignored." + r->id, "garbage in all ignored fields: as without",
                         [run](Bench &b) { b.garble = true; run(b); } });
    }
    return rows;
}

} // namespace conform
