// SPDX-License-Identifier: Apache-2.0
//
// Two cards on one wire, for card.cpp: payloads of all lengths from host to host, echo, sink,
// generator, completions, and the counters of them.
#ifndef CARD_PAIR_H
#define CARD_PAIR_H

#include "card_bench.h"
#include "card_inside.h"

enum card_reg : unsigned {
    ENABLE = 0x024, LIFE = 0x02C, OPEN_TMO = 0x034, RETRY_MAX = 0x040, START_ID = 0x050,
    CPL_CTRL = 0x078, CARD_ID = 0x1000, CARD_CTRL = 0x100C, CARD_LINK = 0x1010, MDIO_CMD = 0x1014,
    MDIO_DATA = 0x1018, TG_DEST = 0x1020, TG_LEN = 0x1024, TG_COUNT = 0x1028, TG_GAP = 0x102C,
    TG_CTRL = 0x1030, TG_SENT = 0x1034, CK_GOOD = 0x1038, CK_BAD = 0x103C, CK_BYTES = 0x1040,
    ECHOED = 0x1044, HL = 0x1080, WIRE = 0x1100
};

struct two_cards {
    bench &a, &b;
    tb_check &chk;
    unsigned sent[2] = { 0, 0 }, came[2] = { 0, 0 };    // payloads from and to each host

    two_cards(bench &x, bench &y) : a(x), b(y), chk(x.chk) { a.peer = &b; b.peer = &a; }
    bench &other(const bench &x) { return &x == &a ? b : a; }
    void send(bench &x, unsigned vc, uint32_t to, const bytes &p)
    {
        x.payload(vc, to, p);
        sent[&x == &b]++;
    }
    // What arrives at the host of x: this payload of the other card
    void arrives(bench &x, unsigned vc, const bytes &p)
    {
        hl_frame f = x.next_got();
        EXPECT(f.type, T_DATA_UP);
        EXPECT(f.node, other(x).node);
        EXPECT(f.vc, vc);
        EXPECT(f.length, p.size() < 28 ? p.size() : 0);
        if (f.length) f.body.resize(f.length);
        CHECK(f.body == p);
        came[&x == &b]++;
    }
    void completion(bench &x, unsigned kind, unsigned status, uint32_t dest, uint64_t id_n,
                    unsigned size)
    {
        const hl_frame f = x.next_got();
        EXPECT(f.type, T_CPL);
        CHECK(f.body.size() >= 16);
        EXPECT(get_be(f.body, 0, 1), kind);
        EXPECT(get_be(f.body, 1, 1), status);
        EXPECT(get_be(f.body, 2, 4), dest);
        EXPECT(get_be(f.body, 6, 6), id_n);
        EXPECT(get_be(f.body, 12, 4), size);
    }
    bytes some(size_t n, bool answer)
    {
        bytes p = eth_random(a.r, n);
        p[0] = static_cast<uint8_t>((p[0] & 0x7F) | (answer ? 0x80 : 0));
        return p;
    }

    void begin()
    {
        for (bench *x : { &a, &b }) {
            x->host.frames.clear();
            x->send(x->frame(T_HELLO), false);
            const hl_frame f = x->answer(false);
            EXPECT(f.type, T_WELCOME);
            EXPECT(f.node, x->node);
            EXPECT(get_be(f.body, 6, 2), 0);
            EXPECT(get_be(f.body, 12, 4) & 0xEFFFFFFF, x->read(CARD_LINK) & 0xEFFFFFFF);
            x->seq = 0;
            // Each counter of the ports begins here.
            for (unsigned i = 0; i < 22; i++) x->hl[i] = x->read(HL + 4 * i);
        }
    }
    // A payload sent before there was a second card is given up, so that the wire is free.
    void give_up()
    {
        a.write(OPEN_TMO, 100);
        a.write(RETRY_MAX, 2);
        completion(a, 4, 0, 0x222222, 1 << 16 | 1, 0);
        completion(a, 2, 0, 0x222222, 1 << 16 | 1, 28);
        a.write(RETRY_MAX, 64);
        a.write(OPEN_TMO, 4096);
    }
    // The completion of a refused payload tells its whole address, with each bit as 0 and as 1.
    void refused()
    {
        a.write(START_ID, 0x5A3C96F0);
        b.write(START_ID, 0xA5C3690F);
        for (unsigned i = 0; i < 6; i++) {
            bench &x = i % 2 ? b : a;
            const uint32_t to = i / 2 == 1 ? ~0xFDA5C3F0 : static_cast<uint32_t>(a.r.bits(24));
            const unsigned vc = i < 2 ? 0xFC : i < 4 ? 0x43 : 3 + a.r.below(253);
            send(x, vc, to & 0xFFFFFF, some(a.r.in(1, 40), false));
            completion(x, 3, 1, vc << 24 | (to & 0xFFFFFF), 0, 0);
        }
    }
    void payloads()
    {
        for (bench *x : { &a, &b }) {
            x->write(CARD_CTRL, 0);
            x->write(CPL_CTRL, 1);
        }
        uint32_t ids[2][3] = {};        // by card and VC, of the last payload
        for (unsigned i = 0; i < 40; i++) {
            bench &x = i % 2 ? b : a;
            const unsigned n = i < 34 ? 1 + i : i < 36 ? 1024 : i < 38 ? 682 : 341;
            const unsigned vc = i / 2 % 3;
            const bytes p = some(n, a.r.one_in(2));
            // The first payload of a VC opens its link on both sides.
            if (i < 6 && i % 2 == 0)
                for (unsigned k = 0; k < 2; k++) ids[k][vc] = (k ? b : a).read(START_ID);
            const uint32_t id = ++ids[i % 2][vc];
            send(x, vc, other(x).node, p);
            arrives(other(x), vc, p);
            completion(x, 1, 0, vc << 24 | other(x).node, uint64_t{id} << 16 | 1, n);
        }
        for (bench *x : { &a, &b }) x->write(CPL_CTRL, 0);
        // A frame shorter than it says does not count: the next one has its number.
        hl_frame f = a.frame(T_DATA);
        f.node = b.node;
        f.length = 200;
        f.seq = a.seq;
        f.body = bytes(100, 0x11);
        a.send(f, false);
        a.run(200);
        const bytes p = some(90, false);
        send(a, 1, b.node, p);
        arrives(b, 1, p);
    }
    // Each VC alone, and the other two
    void echo_and_sink()
    {
        unsigned echoes = 0, bad = 0, size = 0;
        b.write(TG_CTRL, 2);
        for (unsigned mask : { 1u, 6u, 2u, 5u, 4u, 3u })
            for (unsigned vc = 0; vc < 3; vc++) {
                const unsigned sink = mask ^ a.r.below(8);
                b.write(CARD_CTRL, mask | sink << 4);
                // The sink may take three bytes for the next number of the generator.
                const bool answer = a.r.one_in(5), echo = mask >> vc & 1;
                bytes p = some(a.r.in(echo && !answer ? 1 : 4, 30), answer);
                send(a, vc, b.node, p);
                if (echo && !answer) {
                    p[0] |= 0x80;
                    arrives(a, vc, p);
                    echoes++;
                } else if (sink >> vc & 1) {
                    bad++;
                    size += static_cast<unsigned>(p.size());
                    b.await_register(CK_BAD, bad);
                } else arrives(b, vc, p);
            }
        EXPECT(b.read(ECHOED), echoes);
        EXPECT(b.read(CK_BAD), bad);
        EXPECT(b.read(CK_GOOD), 0);
        EXPECT(b.read(CK_BYTES), size);
        b.write(CARD_CTRL, 0x70);
        b.write(TG_CTRL, 2);
        EXPECT(b.read(ECHOED) + b.read(CK_BAD) + b.read(CK_BYTES), 0);
    }
    void generate(unsigned vc, unsigned n, unsigned count, unsigned gap)
    {
        a.write(TG_CTRL, 2);
        a.write(TG_DEST, vc << 24 | b.node);
        a.write(TG_LEN, n);
        a.write(TG_COUNT, count);
        a.write(TG_GAP, gap);
        a.wire_n = 0;
        a.write(TG_CTRL, 1);
    }
    void lengths()
    {
        static const struct { unsigned len, count; } runs[] = {
            { 1, 600 }, { 8, 10 }, { 85, 14 }, { 171, 3 }, { 340, 5 }, { 683, 1 }, { 1024, 40 }
        };
        unsigned vc = 0;
        for (const auto &s : runs) {
            b.write(TG_CTRL, 2);
            generate(vc, s.len, s.count, 0);
            a.await_register(TG_CTRL, 0);
            EXPECT(a.read(TG_SENT), s.count);
            b.await_register(CK_GOOD, s.count);
            EXPECT(a.wire_vc, vc);
            EXPECT(b.read(CK_BYTES), s.len * s.count);
            EXPECT(b.read(CK_BAD), 0);
            vc = (vc + 1) % 3;
        }
    }
    // A count with each bit: it goes on, and ends when what is left has been brought to 3. That is
    // changed, not set, so that what is wrong stays wrong.
    void long_counts()
    {
        for (unsigned k = 4; k < 32; k++) {
            const uint32_t count = static_cast<uint32_t>(a.r.bits(32)) | 1u << k | 1u << 20;
            generate(0, 1, count, 0);
            for (unsigned i = 0; i < 60 && a.read(TG_SENT) < 2; i++) a.run(20);
            CHECK(a.read(TG_SENT) >= 2);
            const uint32_t gone = *sent_of(a.dut->rootp, 0);
            *left_of(a.dut->rootp, 0) ^= (count - gone) ^ 3;
            a.await_register(TG_CTRL, 0);
            EXPECT(a.read(TG_SENT), gone + 3);
        }
        a.run(3000);
    }
    // The cycles between two, seen on the wire: 64 more than so many are as many more there.
    void gaps()
    {
        double least = 0;
        generate(1, 1, 1, 0);
        a.run(1000);
        for (unsigned k = 0; k < 7; k++) {
            const unsigned gap = k ? 128 + (1u << k) : 128, n = 5;
            generate(1, 1, n, gap);
            for (unsigned i = 0; i < 40 && a.wire_n < n; i++) a.run(50);
            EXPECT(a.wire_n, n);
            const double span = a.wire_last - a.wire_first;
            if (!k) least = span;
            const double more = span - least, want = (n - 1) * 16.0 * (gap - 128);
            CHECK(more > want - 12 && more < want + 12);
            a.await_register(TG_CTRL, 0);
        }
        // Longer gaps: no payload before their end
        for (unsigned k = 7; k < 24; k++) {
            generate(2, 1, 2, 1u << k);
            a.run(k < 12 ? (1u << k) - 60 : 3000);
            EXPECT(a.wire_n, 1);
            if (k < 12) { a.run(260); EXPECT(a.wire_n, 2); }
            a.write(TG_CTRL, 0);
        }
    }
    // An echo that finds no room for 65535 cycles: the store is full for a peer that is not there.
    void echo_lost()
    {
        b.write(OPEN_TMO, 1 << 30);
        b.write(TG_DEST, 0x2A55A5);
        b.write(TG_LEN, 1024);
        b.write(TG_COUNT, 1000);
        b.write(TG_CTRL, 1);
        b.write(CARD_CTRL, 1);
        b.run(10000);
        CHECK(b.read(TG_SENT) < 32);
        a.payload(0, b.node, some(20, false));
        b.run(64000);
        EXPECT(b.read(HL + 4 * C_ECHO_LOST), b.hl[C_ECHO_LOST]);
        b.run(3000);
        EXPECT(b.read(HL + 4 * C_ECHO_LOST), b.hl[C_ECHO_LOST] + 1);
        b.write(TG_CTRL, 0);
    }
    // A peer that is not there: the link is declared dead, and what was for it is thrown away.
    void dead()
    {
        a.write(OPEN_TMO, 100);
        a.write(RETRY_MAX, 2);
        a.run(CLK_HZ / 10 + 100);
        EXPECT(a.dut->led >> 3, 0);
        const uint32_t id = a.read(START_ID) + 1;
        send(a, 2, 0x2A55A5, some(100, false));
        completion(a, 4, 0, 2u << 24 | 0x2A55A5, uint64_t{id} << 16 | 1, 0);
        completion(a, 2, 0, 2u << 24 | 0x2A55A5, uint64_t{id} << 16 | 1, 100);
        EXPECT(a.dut->led >> 3, 1);
        // Without a session completions are counted.
        send(a, 1, 0x155A5A, some(10, false));
        a.send(a.frame(T_BYE), false);
        a.run(3000);
        EXPECT(a.read(HL + 4 * C_CPL_LOST), a.hl[C_CPL_LOST] + 2);
    }
    // Frames that were on the two wires, and no error
    void counts()
    {
        for (bench *x : { &a, &b }) {
            x->run(500);
            const uint32_t n = x->read(HL + 4 * C_DATA) - x->hl[C_DATA];
            EXPECT(n, sent[x == &b]);
            EXPECT(x->read(HL + 4 * C_TX_DATA) - x->hl[C_TX_DATA], came[x == &b]);
            for (unsigned i = 0; i < 11; i++) {
                const uint64_t want = i == RX_GOOD   ? x->wire_in
                                      : i == RX_FCS  ? x->wire_bad
                                      : i == TX_GOOD ? x->wire_out
                                                     : 0;
                EXPECT(x->read(WIRE + 4 * i), want);
                const uint64_t in = x->host_in, out = x->host_out;
                const uint32_t at_host = x->read(WIRE + 0x40 + 4 * i);
                EXPECT(at_host, i == RX_GOOD ? in + 1 : i == TX_GOOD ? out : 0);
            }
        }
    }
    void all()
    {
        begin();
        give_up();
        refused();
        payloads();
        echo_and_sink();
        lengths();
        long_counts();
        gaps();
        counts();
        echo_lost();
        dead();
    }
};

#endif
