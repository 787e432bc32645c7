// SPDX-License-Identifier: Apache-2.0
//
// Bad input from the wire, row by row of docs/protocol.md (in.*): each frame moves the one counter
// of its row, is not answered, changes no state and reaches no host, and the next good frame works.
#include "system.h"

#include <algorithm>

namespace {

using Change = std::function<void(Frame &)>;

// A link in OPEN on VC 0 with one payload of ours in flight: everything that can change is there.
struct Bench {
    World &w;
    Node &a;
    Peer p;
    Ledger ledger;
    uint32_t last = 0, una = 0;

    explicit Bench(World &world) : w(world), a(*w.a), p(w, a, PEER, 7), ledger(w, a)
    {
        p.open(0, 0xfffffff0u);
        last = 0xfffffff0u;
        w.send_to(a, PEER, 0, 33);
        const Header h = p.answer(OP_PAYLOAD);
        una = h.txid;
        good("the first");
    }

    // Frames that would each do something if they were let in.
    std::vector<Frame> victims()
    {
        return { p.frame(OP_PAYLOAD, 0, last + 1, 0, 200), p.frame(OP_OPEN, 1, 5, 0),
                 p.frame(OP_CLOSE, 0, last + 1, 0),        p.frame(OP_ACK, 0, 0, una),
                 p.frame(OP_NACK, 0, 0, una),              p.frame(OP_ACK, 0, 0, una + 9),
                 p.frame(OP_NACK_NOLINK, 0, 0, una),       p.frame(OP_PAYLOAD, 2, 1, 0, 3) };
    }

    void all_drop(unsigned counter, const std::string &what, const std::vector<Change> &changes)
    {
        std::vector<Frame> frames;
        for (const Change &change : changes) {
            for (Frame f : victims()) {
                change(f);
                frames.push_back(f);
            }
        }
        drop(counter, what, frames);
    }

    void drop(unsigned counter, const std::string &what, const std::vector<Frame> &frames)
    {
        if (!w.ok()) return;
        const auto before = w.record(a, 0, PEER);
        const uint32_t room = w.get(a, TTP_REG_RXC_FREE);
        ledger.skip();
        for (const Frame &f : frames) p.send(f);
        ledger.expect(what, { { counter, frames.size() } }, 300);
        w.expect(p.silent(), what + ": no answer");
        w.expect(w.record(a, 0, PEER) == before && w.record(a, 1, PEER)[0] == 0,
                 what + ": no change of state");
        w.expect(w.get(a, TTP_REG_RXC_FREE) == room, what + ": no cell is lost");
        good(what);
        rows++;
        count += frames.size();
    }

    // Payload and ACK still work.
    void good(const std::string &what)
    {
        take(p.frame(OP_PAYLOAD, 0, last + 1, 0, 1 + w.rng.below(1024)), what);
    }

    void take(const Frame &f, const std::string &what)
    {
        if (!w.ok()) return;
        const uint64_t before = w.net.score.count().delivered;
        p.handed(f);
        p.send(f);
        last++;
        const Header h = p.answer(OP_ACK);
        w.expect(h.rxid == last, what + ": the next good payload is taken");
        w.run(20000, [&] { return w.net.score.count().delivered == before + 1; }, "its delivery");
    }

    size_t rows = 0, count = 0;
};

Change set_byte(size_t at, uint32_t v)
{
    return [=](Frame &f) { f.bytes[at] = static_cast<uint8_t>(v); };
}

Change flip(size_t bit)
{
    return [=](Frame &f) {
        f.bytes[bit / 8] = static_cast<uint8_t>(f.bytes[bit / 8] ^ 1u << bit % 8);
    };
}

Change size(size_t n, bool user = false)
{
    return [=](Frame &f) {
        f.bytes.resize(n, 0xa5);
        f.user = user;
    };
}

Change length(uint32_t n)
{
    return [=](Frame &f) { put_be(f.bytes, 40, 2, n); };
}

void addresses(Bench &b)
{
    std::vector<Change> type, dst, src;
    for (size_t bit = 12 * 8; bit < 14 * 8; bit++) type.push_back(flip(bit));
    type.push_back([](Frame &f) {
        f.bytes.insert(f.bytes.begin() + 12, { 0x81, 0x00, 0x00, 0x05 });
    });
    type.push_back([](Frame &f) { put_be(f.bytes, 12, 2, 0x0800); });
    b.all_drop(TTP_CNT_DROP_TYPE, "EtherType", type);
    for (size_t bit = 0; bit < 48; bit++) dst.push_back(flip(bit));
    dst.push_back([](Frame &f) { std::fill_n(f.bytes.begin(), 6, uint8_t{ 0xff }); });
    dst.push_back([](Frame &f) { put_be(f.bytes, 0, 3, 0x01005e); });
    dst.push_back([](Frame &f) { put_be(f.bytes, 3, 3, 0xffffff); });
    b.all_drop(TTP_CNT_DROP_DST, "destination", dst);
    const uint32_t own = b.a.cfg.node;
    src.push_back([=](Frame &f) { put_be(f.bytes, 9, 3, own); });
    src.push_back([=](Frame &f) { put_be(f.bytes, 6, 3, 0x112233); put_be(f.bytes, 9, 3, own); });
    b.all_drop(TTP_CNT_DROP_SRC, "our own source", src);
    b.all_drop(TTP_CNT_DROP_GATEWAY, "gateway", { set_byte(15, 0x80), set_byte(15, 0xff) });
    std::vector<Change> tth, op, vc;
    for (uint32_t v = 0; v < 256; v += 3) {
        if (v != 5) tth.push_back(set_byte(14, v));
        if (v > 2) vc.push_back(set_byte(43, v));
    }
    for (uint32_t v = 11; v < 64; v++) op.push_back(set_byte(42, v | (v & 3) << 6));
    for (size_t bit = 14 * 8; bit < 15 * 8; bit++) tth.push_back(flip(bit));
    vc.push_back(set_byte(43, 4));
    b.all_drop(TTP_CNT_DROP_TTH, "TTH byte 14", tth);
    b.all_drop(TTP_CNT_DROP_OPCODE, "opcode", op);
    b.all_drop(TTP_CNT_DROP_VC, "VC", vc);
}

void sizes(Bench &b)
{
    const size_t beat = b.a.cfg.params.data_w / 8;
    std::vector<Change> fcs, brief;
    std::vector<Frame> cut, lying, outgrown;
    for (size_t n = 1; n <= 1536; n += n < 160 || (n > 1060 && n < 1110) || n > 1500 ? 1 : 61) {
        fcs.push_back(size(n, true));
    }
    b.all_drop(TTP_CNT_DROP_FCS, "frame error at any length", fcs);
    for (size_t n = 1; n < 60; n++) brief.push_back(size(n));
    b.all_drop(TTP_CNT_DROP_SHORT, "shorter than 60 bytes", brief);

    // A full payload cut at every beat, and a byte before and behind it.
    for (size_t n = beat; n < HDR_BYTES + MAX_PAYLOAD; n += beat) {
        for (size_t at : { n - 1, n, n + 1 }) {
            Frame f = b.p.frame(OP_PAYLOAD, 0, b.last + 1, 0, MAX_PAYLOAD);
            f.bytes.resize(std::min<size_t>(at, HDR_BYTES + MAX_PAYLOAD - 1));
            cut.push_back(f);
        }
    }
    b.drop(TTP_CNT_DROP_SHORT, "cut", cut);

    // The length field and the frame do not agree.
    for (size_t n : { size_t{ 1 }, size_t{ 4 }, size_t{ 5 }, beat, beat + 4, beat + 5,
                      size_t{ 100 }, size_t{ 900 } }) {
        for (uint32_t op : { OP_PAYLOAD, OP_ACK, OP_OPEN, OP_CLOSE }) {
            Frame f = b.p.frame(op, 0, b.last + 1, b.una, 0);
            f.bytes.resize(HDR_BYTES + n);
            put_be(f.bytes, 40, 2, static_cast<uint32_t>(26 + n + 1));
            lying.push_back(f);
        }
    }
    for (uint32_t n : { 2047u, 2048u, 2074u, 4096u, 32768u, 65535u }) {
        Frame f = b.p.frame(OP_ACK, 0, 0, b.una);
        f.bytes.resize(1536);
        put_be(f.bytes, 40, 2, n);
        lying.push_back(f);
    }
    b.drop(TTP_CNT_DROP_SHORT, "ends before its length says", lying);
    std::vector<Change> small;
    for (uint32_t n = 0; n < 26; n++) small.push_back(length(n));
    b.all_drop(TTP_CNT_DROP_LENGTH, "length below 26", small);
    for (uint32_t n : { 26u, 26u + 1025, 26u + 1026, 26u + 1088, 26u + 1280, 1500u, 2047u, 2048u,
                        26u + 2048, 26u + 2049, 26u + 3072, 26u + 4096 + 100, 32768u + 126,
                        65535u }) {
        Frame f = b.p.frame(OP_PAYLOAD, 0, b.last + 1, 0, MAX_PAYLOAD);
        f.bytes.resize(1536);
        put_be(f.bytes, 40, 2, n);
        outgrown.push_back(f);
    }
    b.drop(TTP_CNT_DROP_LENGTH, "payload of 0 or more than 1024 bytes", outgrown);

    std::vector<Frame> huge;
    for (size_t n : { 1537, 1538, 1544, 1545, 1600, 1601, 2048, 4095, 9000, 16384, 16385, 30000,
                      70000 }) {
        for (Frame f : b.victims()) {
            if (n > 2048 && huge.size() % 8) continue;
            f.bytes.resize(n, 0x5a);
            f.user = huge.size() & 1;
            huge.push_back(f);
        }
        if (n > 2048) huge.push_back(huge.back());
    }
    b.drop(TTP_CNT_DROP_LONG, "longer than 1536 bytes", huge);
}

// What must be let in, however odd it looks.
void accepted(Bench &b)
{
    World &w = b.w;
    const auto noise = [&](Frame &f, size_t from, size_t to) {
        for (size_t i = from; i < to && i < f.bytes.size(); i++)
            f.bytes[i] = static_cast<uint8_t>(w.rng.below(256));
    };
    const auto garbage = [&](Frame &f, size_t payload) {
        noise(f, 6, 9);                                          // upper half of the source address
        f.bytes[15] = static_cast<uint8_t>(w.rng.below(128));
        noise(f, 16, 40);                                        // total length, padding, nodes
        f.bytes[42] = static_cast<uint8_t>(f.bytes[42] | w.rng.below(4) << 6);
        noise(f, 51, 52);                                        // extension type
        f.bytes.resize(HDR_BYTES + payload);
        const uint32_t room = static_cast<uint32_t>(1536 - f.bytes.size());
        const size_t extra = w.rng.below(3) ? w.rng.below(room + 1) : 0;
        f.bytes.resize(f.bytes.size() + extra);
        noise(f, HDR_BYTES + payload, f.bytes.size());
    };
    for (uint32_t i = 0; i < 60; i++) {
        const size_t n = 1 + w.rng.below(i % 2 ? 1024 : 8);
        Frame f = b.p.frame(OP_PAYLOAD, 0, b.last + 1,
                            w.rng.below(2) ? 0 : static_cast<uint32_t>(w.rng.next()), n);
        garbage(f, n);
        b.take(f, "garbage in what is ignored");
    }
    // 1536 bytes is not too long.
    Frame f = b.p.frame(OP_PAYLOAD, 0, b.last + 1, 0, 1024);
    f.bytes.resize(1536, 0xff);
    b.take(f, "1536 bytes");

    // Control packets with a payload: processed, the payload is ignored.
    for (size_t n : { 1, 100, 1024, 1476 }) {
        b.ledger.skip();
        f = b.p.frame(OP_ACK, 0, 0, b.una);
        f.bytes.resize(HDR_BYTES + n, 0x77);
        put_be(f.bytes, 40, 2, static_cast<uint32_t>(26 + n));
        noise(f, HDR_BYTES, f.bytes.size());
        b.p.send(f);
        b.ledger.expect("ACK with a payload",
                        { { TTP_CNT_RX + OP_ACK, 1 }, { TTP_CNT_RETIRED, 1 } }, 300);
        w.send_to(b.a, PEER, 0, 33);
        b.una = b.p.answer(OP_PAYLOAD).txid;
    }
    // A frame of 60 bytes, and an OPEN whose epoch does not count: a stranger.
    // All its bytes are noise.
    f = b.p.frame(OP_OPEN, 1, 77, 0);
    garbage(f, 0);
    f.bytes[44] |= 1;
    f.bytes.resize(60);
    b.p.send(f);
    w.expect(b.p.answer(OP_OPEN_ACK).rxid == 77, "OPEN of 60 bytes");
    w.settle(b.a, 100);
    w.expect(w.record(b.a, 1, PEER)[5] >> 16 == 0, "an epoch beside garbage does not count");
    b.p.send(OP_ACK, 0, 0, b.una);
    w.settle(b.a, 300);
}

void bad_input(World &w)
{
    Bench b(w);
    addresses(b);
    sizes(b);
    accepted(b);
    w.expect(b.rows == 14 && b.count > 2000, "rows and frames");
    w.expect(w.all_free(*w.a), "nothing is lost");
}

} // namespace

std::vector<Scenario> input_scenarios()
{
    return { { "bad_input", bad_input, WorldOptions().timeouts(NEVER) } };
}
