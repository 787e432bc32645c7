// SPDX-License-Identifier: Apache-2.0
//
// Rows of docs/nic.md for tb/block/ttp_nic_core.cpp: its formats byte by byte, the rules of the
// sender. What is expected is typed from the page. A row is named LABEL or LABEL.something.
#ifndef NIC_ROWS_SENDER_H
#define NIC_ROWS_SENDER_H

#include "nic_scene.h"

struct nic_rows_sender : nic_scene {
    // ---- formats
    void formats()
    {
        begin("format.descriptor");
        fresh();
        store(0x1122334455667700, pattern(80));
        // WRITE with NOTICE of 80 bytes on VC 1 to node 0x030201
        post(hex("02 01 01 00 010203 00  00776655 44332211  50000000 0807A605  1817161514131211"
                 "  24232221 00000000  4847464544434241 0000000000000000 0000000000000000"));
        same(next(0).data,
             joined(hex("02 03 5000 00 00 0000  0807A605 24232221 1817161514131211 50000000"
                        " 00000000"), pattern(80)), "the payload");
        eq(sent[0].dest, 0x01030201, "where it goes");
        comes(hex("05 06 0000 00 00 0000"), 0x01030201);
        same(completion(), hex("01 00 01 00 010203 00 4847464544434241 50000000 00000000 00000000"
                               " 0000 00 80"), "the completion");
        begin("format.send");
        post(hex("01 00 02 00 070000 00  00776655 44332211  04000000 FFFFFFFF  FFFFFFFFFFFFFFFF"
                 "  24232221 00000000  0100000000000000 0000000000000000 0000000000000000"));
        same(next(1).data, joined(hex("01 02 0400 00 00 0100  00000000 24232221 0000000000000000"
                                      " 04000000 00000000"), pattern(4)), "the payload");
        begin("format.read");
        post(hex("03 00 02 00 070000 00  0000300000000000  04000000 08070605  1817161514131211"
                 "  24232221 00000000  0200000000000000 0000000000000000 0000000000000000"));
        same(next(2).data, hex("03 02 0000 01 00 0200  08070605 00000000 1817161514131211"
                               " 04000000 00000000"), "the payload");
        begin("format.notice");
        region(1, 0x400000, 4096, 0x0A0B0C01, 1);
        comes(joined(hex("02 03 0300 09 00 0807  010C0B0A 24232221 1000000000000000 03000000"
                         " 00000000"), hex("AABBCC")), 0x02030201);
        same(completion(), hex("02 00 02 00 010203 00 1000000000000000 03000000 24232221 010C0B0A"
                               " 0000 00 80"), "the completion");
        begin("format.received");
        buffer(0x500001, 3, 0x1122334455667788);
        comes(joined(hex("01 02 0300 09 00 0807  00000000 24232221 0000000000000000 03000000"
                         " 00000000"), hex("AABBCC")), 0x02030201);
        same(completion(), hex("03 00 02 00 010203 00 8877665544332211 03000000 24232221 00000000"
                               " 0000 00 80"), "the completion");
        same(load(0x500000, 5), hex("00AABBCC00"), "the buffer");
    }
    // ---- rings
    void rings()
    {
        begin("ring.take.wrap");
        fresh();
        set(0x08, 0), set(0x208, 1), set(0x08, 1);          // two elements
        for (unsigned i = 0; i < 5; i++) {
            store(SEND + 64 * (i % 2), desc(3, 8 + i));
            set(0x20C, i + 1);
            next(i);
            comes(head(5, 6, 0, i << 16, 2));
            const bytes c = completion();
            eq(get(c, 28, 2), i, "index");
            eq(get(c, 16, 4), 8 + i, "length");
        }
        begin("ring.take.ahead");
        fresh();
        set(0x214, 1);
        for (unsigned i = 0; i < 200; i++) fill(desc(3, 8));
        ring();
        run(3000);
        eq(reads.size(), 1 + (DATA_W == 512 ? 128 / RINGS : 16), "elements that were fetched");
        eq(sent.size(), 1, "messages that were sent");
        begin("ring.take.receive");
        fresh();
        set(0x08, 0), set(0x38, 8), set(0x08, 1), set(0x3C, 200);
        run(3000);
        eq(reads.size(), DATA_W == 512 ? 128 : 16, "elements that were fetched");
        begin("ring.take.at_once");         // a doorbell before the answer to ENABLE
        fresh();
        set(0x08, 0), set(0x208, 1), set(0x08, 1);
        for (unsigned i = 0; i < 2; i++) {
            post(desc(3, 8));
            next(i);
            comes(head(5, 6, 0, i << 16, 2));
            told(1, 2);
        }
        set(0x08, 0);
        bus = { true, true, false, false, false, 0x08, 1, 0 };
        until("ENABLE is taken", [&] { return !bus.aw && !bus.w; }, 100);
        bus = { true, true, false, false, false, 0x20C, 3, 0 };     // one more than two places
        until("the doorbell is taken", [&] { return !bus.aw && !bus.w; }, 100);
        bus.b = true;
        until("the answer to ENABLE", [&] { return !bus.b; }, 100);
        eq(bus.resp, 0, "the answer to ENABLE");
        bus.b = true;
        until("the answer to the doorbell", [&] { return !bus.b; }, 100);
        eq(bus.resp, 2, "the answer to the doorbell");
        eq(reg(0x20C), 0, "SEND_HEAD");
        silence();
        begin("ring.take.off");
        fresh();
        set(0x08, 0);
        post(desc(3, 8));
        silence();
        begin("ring.error.descriptor");
        fresh();
        bad_reads.insert(SEND + 64);
        fill(desc(3, 8)), fill(desc(3, 8)), fill(desc(3, 8));
        ring();
        same(completion(), hex("01 0D 00 00 000000 00 0000000000000000 00000000 00000000 00000000"
                               " 0100 00 80"), "the completion");
        next(1);
        eq(reg(0x78) & 8, 8, "cause FETCH");
        begin("ring.error.buffer");
        fresh();
        bad_reads.insert(RECV);
        buffer(0x500000, 8, 77), buffer(0x500100, 8);
        until("the elements", [&] { return reg(0x40) == 2; });
        eq(reg(0x78), 8, "cause FETCH");
        silence();
        comes(joined(longer(head(1, 2, 4, 9), 0, 0, 4), pattern(4)));
        const bytes c = completion();
        eq(c[0], 3, "kind"), eq(c[1], 8, "status"), eq(get(c, 8, 8), 0, "cookie");
        told(3, 0);
        same(load(0x500100, 4), pattern(4), "the next buffer");
        replies(0, 9, 0);
        begin("ring.limit");
        fresh();
        set(0x214, 2);
        for (unsigned i = 0; i < 4; i++) fill(desc(3, 8));
        ring();
        next(1);
        silence();
        comes(head(5, 6, 0, 0, 2));
        told(1, 2);
        eq(next(2).data[6], 2, "generation of the third");
        silence();
        begin("ring.limit.lower");
        set(0x214, 1);
        comes(head(5, 6, 0, 0x20000, 2));
        told(1, 2);
        silence();
        set(0x214, 0);
        next(3);
    }
    // A message of ring 1 while a long one of ring 0 is under way to PEER
    void beside(const char *name, uint32_t to)
    {
        begin(name);
        fresh();
        takes = false;
        post(desc(2, 200000));
        run(1000);
        post(desc(2, 4, DATA, to), 1);
        run(1000);
        takes = true;
        until("the other message", [&] { return sent.size() && sent.back().dest == to; });
        eq(sent.size() < 100, 1, "before the long one ends");
    }
    // Order of payloads
    void turns()
    {
        begin("msg.turn.ring");
        fresh();
        fill(desc(2, 1100)), fill(desc(2, 4, DATA, OTHER)), fill(desc(2, 4));
        ring();
        next(3);
        eq(sent[0].dest, PEER), eq(sent[1].dest, PEER);
        eq(sent[2].dest, OTHER), eq(sent[3].dest, PEER);
        if (RINGS > 1) {
            beside("ring.turn.other", OTHER);
            beside("ring.turn.vc", 0x02000002);
            begin("ring.turn.places");          // for each place that becomes free
            fresh();
            for (unsigned i = 0; i < MESSAGES; i++) fill(desc(3, 8));
            ring();
            next(MESSAGES - 1);
            for (unsigned i = 0; i < 3; i++) fill(desc(3, 8)), fill(desc(3, 8, DATA, OTHER), 1);
            ring(0), ring(1);
            for (uint32_t i = 0; i < 4; i++) {
                run(100);
                comes(head(5, 6, 0, i << 16 | i, 2));
                eq(next(MESSAGES + i).dest, i % 2 ? PEER : OTHER, "whose message");
            }
            begin("ring.turn.behind");          // what waits holds up those behind it
            fresh();
            post(desc(2, 100000));
            run(200);
            fill(desc(2, 4), 1), fill(desc(2, 4, DATA, OTHER), 1);
            ring(1);
            until("the third message", [&] { return sent.size() && sent.back().dest == OTHER; });
            eq(sent.size() >= 101, 1, "behind both others");
            begin("ring.turn.same");            // to the same one: behind it
            fresh();
            post(desc(2, 100000));
            run(200);
            post(desc(2, 4, DATA, PEER), 1);
            until("the second message", [&] { return sent.size() && sent.back().data[6] == 1; });
            // 992, 96 times 1016, 504, 968
            eq(sent.size(), 100, "payloads");
            eq(sent[98].data[1] & 2, 2, "LAST of the first message");
        }
        begin("msg.turn.reply");                // not behind a long message
        fresh();
        takes = false;
        post(desc(2, 300000));
        run(2000);
        for (unsigned i = 0; i < 5; i++) comes(longer(head(3, 2, 0, i), 0x77, 0, 4));
        run(500);                               // there is no such key
        takes = true;
        until("a REPLY", [&] { return sent.size() && sent.back().data[0] == 5; });
        eq(sent.size() < 200, 1, "before the message ends");
        const size_t at = sent.size();
        next(at + 3);
        for (unsigned i = 0; i < 4; i++) replies(at + i, i + 1, 1);     // first
        begin("msg.turn.answer");               // in turn with the answer to a READ
        fresh();
        region(1, DATA, 1 << 20, 0x501, 2);
        takes = false;
        post(desc(2, 300000));
        comes(longer(head(3, 2, 0, 7), 0x501, 0, 300000));
        run(500);
        takes = true;
        next(159);
        unsigned together = 0, most = 0;
        for (size_t i = 80; i < 160; i++) {
            together = sent[i].data[0] == sent[i - 1].data[0] ? together + 1 : 1;
            most = std::max(most, together);
        }
        eq(most, 1, "payloads of one behind the other");
    }
    // ---- messages
    void opens()
    {
        begin("msg.open");
        fresh();
        fill(desc(3, 8)), fill(desc(9, 8)), fill(desc(3, 8));
        ring();
        told(1, 13);                            // wrong, and took a generation
        eq(next(0).data[4], 0, "place"), eq(get(next(0).data, 6, 2), 0, "generation");
        eq(next(1).data[4] <= 2, 1, "place"), eq(get(next(1).data, 6, 2), 2, "generation");
        begin("msg.open.lowest");
        comes(head(5, 6, 0, 0, 2));
        told(1, 2);
        post(desc(3, 8));
        eq(next(2).data[4], 0, "place"), eq(get(next(2).data, 6, 2), 3, "generation");
        begin("msg.open.places");
        fresh();
        for (unsigned i = 0; i < MESSAGES; i++) fill(desc(3, 8));
        ring();
        next(MESSAGES - 1);
        post(desc(3, 8));
        silence();
        comes(head(5, 6, 0, 0x10001, 2));
        eq(next(MESSAGES).data[4], 1, "the place that is free");
    }
    void bad(const char *name, size_t at, unsigned value, unsigned op = 2, uint32_t length = 8)
    {
        begin(name);
        fresh();
        bytes d = desc(op, length);
        d[at] = static_cast<uint8_t>(value);
        post(d);
        told(1, 13);
        eq(sent.size(), 0, "payloads");
        silence(600);
    }
    void bads()
    {
        bad("msg.bad.op", 0, 0);
        bad("msg.bad.op4", 0, 4);
        bad("msg.bad.op130", 0, 130);
        bad("msg.bad.flags", 1, 2);
        bad("msg.bad.notice_send", 1, 1, 1);
        bad("msg.bad.notice_read", 1, 1, 3);
        bad("msg.bad.byte3", 3, 1);
        bad("msg.bad.byte7", 7, 128);
        bad("msg.bad.send993", 17, 3, 1, 993 & 255);
        begin("msg.bad.send992");
        fresh();
        post(desc(1, 992));
        eq(next(0).data.size(), 1024, "bytes");
    }
    // What one message becomes, payload by payload.
    void goes(uint32_t length, std::vector<unsigned> counts, size_t first = 0)
    {
        uint64_t at = 0;
        for (size_t k = 0; k < counts.size(); k++) {
            const bytes &p = next(first + k).data;
            eq(get(p, 2, 2), counts[k], "count");
            eq(p.size(), counts[k] + (k ? 8 : 32), "bytes");
            eq(p[1], 1u | (k + 1 == counts.size()) << 1 | (k ? 4 : 0), "flags");
            if (k) eq(p[5], at / 8 % 256, "step");
            same(bytes(p.begin() + (k ? 8 : 32), p.end()), load(DATA + at, counts[k]), "data");
            at += counts[k];
        }
        eq(at, length, "bytes in all");
    }
    void cut(const char *name, uint32_t length, std::vector<unsigned> counts)
    {
        begin(name);
        fresh();
        store(DATA, pattern(length));
        bytes d = desc(2, length);
        d[1] = 1;
        post(d);
        goes(length, counts);
        silence(200);
    }
    void answered(const char *name, uint32_t length, std::vector<unsigned> counts)
    {
        begin(name);
        fresh();
        store(DATA, pattern(length));
        region(0, DATA, length, 0x700, 2);
        comes(longer(head(3, 2, 0, 0x60005), 0x700, 0, length));
        uint64_t at = 0;
        for (size_t k = 0; k < counts.size(); k++) {
            const bool last = k + 1 == counts.size();
            same(next(k).data, joined(head(4, last ? 6 : 4, counts[k], 0x60005, at / 8 % 256),
                                      load(DATA + at, counts[k])), "DATA");
            at += counts[k];
        }
        eq(at, length, "bytes in all");
    }
    void cuts()
    {
        cut("msg.cut.0", 0, { 0 });
        cut("msg.cut.1", 1, { 1 });
        cut("msg.cut.992", 992, { 992 });
        cut("msg.cut.993", 993, { 480, 513 });
        cut("msg.cut.1496", 1496, { 480, 1016 });
        cut("msg.cut.1497", 1497, { 992, 505 });
        cut("msg.cut.2008", 2008, { 992, 1016 });
        cut("msg.cut.2009", 2009, { 992, 504, 513 });
        cut("msg.cut.2512", 2512, { 992, 504, 1016 });
        cut("msg.cut.2513", 2513, { 992, 1016, 505 });
        cut("msg.cut.4096", 4096, { 992, 1016, 1016, 504, 568 });
        answered("msg.cut.read0", 0, { 0 });
        answered("msg.cut.read1016", 1016, { 1016 });
        answered("msg.cut.read1017", 1017, { 504, 513 });
        answered("msg.cut.read1520", 1520, { 504, 1016 });
        answered("msg.cut.read1521", 1521, { 1016, 505 });
        answered("msg.cut.read4096", 4096, { 1016, 1016, 1016, 504, 544 });
    }
    void play_sender()
    {
        formats();
        rings();
        turns();
        opens();
        bads();
        cuts();
    }
};

#endif
