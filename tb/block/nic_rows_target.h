// SPDX-License-Identifier: Apache-2.0
//
// Rows of docs/nic.md for tb/block/ttp_nic_core.cpp: the rules of the receiver, memory.
#ifndef NIC_ROWS_TARGET_H
#define NIC_ROWS_TARGET_H

#include "nic_rows_ends.h"

struct nic_rows_target : nic_rows_ends {
    enum : uint32_t { KEY = 0xABCD00, AT = 0x400000 };      // of region 0: 5000 bytes from there
    enum counter { POSTED, TAKEN, BAD, REFUSED, LATE, LOST, OK, FAILED, TOLD };

    void target(unsigned rights = 3, uint32_t peer = 0x80000000)
    {
        fresh();
        region(0, AT, 5000, KEY, rights, peer);
    }
    static bytes write(unsigned flags, uint32_t tag, uint64_t offset, uint32_t length,
                       const bytes &data, uint32_t key = KEY)
    {
        return joined(longer(head(2, flags, static_cast<unsigned>(data.size()), tag), key, offset,
                             length), data);
    }
    static bytes more(unsigned flags, uint32_t tag, unsigned step, const bytes &data)
    {
        return joined(head(2, flags | 4, static_cast<unsigned>(data.size()), tag, step), data);
    }
    static bytes read(uint32_t tag, uint64_t offset, uint32_t length, uint32_t key = KEY)
    {
        return longer(head(3, 2, 0, tag), key, offset, length);
    }
    // ---- what is no payload
    void bad_payload(const char *name, const bytes &p)
    {
        begin(name);
        const size_t n = sent.size();
        const uint32_t bad = count(BAD), others = count(REFUSED) + count(LATE);
        comes(p);
        run(200);
        eq(count(BAD), bad + 1, "BAD");
        eq(count(REFUSED) + count(LATE), others, "REFUSED and LATE");
        eq(sent.size(), n, "payloads to the MAC");
    }
    void bads()
    {
        target();
        bad_payload("tgt.bad.short", hex("02 06 00"));
        bad_payload("tgt.bad.long", head(2, 2, 0, 1));
        bad_payload("tgt.bad.op0", longer(head(0, 2, 0, 1), KEY, 0, 0));
        bad_payload("tgt.bad.op6", longer(head(6, 2, 0, 1), KEY, 0, 0));
        bad_payload("tgt.bad.op10", longer(head(10, 2, 0, 1), KEY, 0, 0));
        bad_payload("tgt.bad.less", joined(longer(head(2, 2, 4, 1), KEY, 0, 3), pattern(3)));
        bad_payload("tgt.bad.more", joined(longer(head(2, 2, 2, 1), KEY, 0, 3), pattern(3)));
        bad_payload("tgt.bad.send", joined(head(1, 6, 3, 1), pattern(3)));
        bad_payload("tgt.bad.read", head(3, 6, 0, 1));
        bad_payload("tgt.bad.data", longer(head(4, 2, 0, 1), 0, 0, 0));
        bad_payload("tgt.bad.reply", longer(head(5, 2, 0, 1), 0, 0, 0));
        bad_payload("tgt.bad.status", head(5, 6, 0, 1, 7));
        eq(writes.size(), 0, "writes of memory");
        begin("tgt.joined");
        bytes p = write(2, 1, 0, 20, pattern(20));
        p.resize(64, 0xEE);
        p = joined(p, write(2, 2, 100, 40, pattern(40, 9)));
        comes(p);
        replies(0, 1, 0), replies(1, 2, 0);
        same(load(AT, 20), pattern(20), "the first"), same(load(AT + 100, 40), pattern(40, 9), "");
        p = write(2, 5, 0, 20, pattern(20));
        put(p, 2, 2, 1000);
        p.resize(64);
        bad_payload("tgt.joined.count", joined(p, write(2, 6, 100, 40, pattern(40))));
        bad_payload("tgt.joined.behind", joined(write(2, 3, 0, 20, pattern(20)), bytes(1)));
    }
    // ---- WRITE and READ from a link: the status of the REPLY
    void asked(const char *name, const bytes &p, unsigned status, uint32_t from = PEER)
    {
        begin(name);
        const size_t n = sent.size();
        comes(p, from);
        replies(n, static_cast<uint32_t>(p[4] | p[3] >> 2 << 8 | p[6] << 16 | p[7] << 24), status,
                from);
        silence(60);
    }
    void regions()
    {
        const bytes ten = pattern(10);
        target(1);
        asked("tgt.region", write(2, 1, 0, 10, ten), 0);
        asked("tgt.region.key", write(2, 2, 0, 10, ten, KEY + 0x100), 1);
        asked("tgt.region.index", write(2, 3, 0, 10, ten, KEY + 1), 1);
        asked("tgt.region.no_read", read(4, 0, 10), 1);
        target(2, 2);
        asked("tgt.region.no_write", write(2, 5, 0, 10, ten), 1);
        asked("tgt.region.peer", read(6, 0, 10), 1, OTHER);
        comes(read(7, 0, 10));
        eq(next(2).data[0], 4, "DATA for the peer that may");
        set(0x98, 0);
        asked("tgt.region.none", read(8, 0, 10), 1);
        target();
        asked("tgt.range.end", write(2, 1, 4990, 10, ten), 0);
        asked("tgt.range.beyond", write(2, 2, 4991, 10, ten), 2);
        asked("tgt.range.wrap", write(2, 3, ~0ull - 3, 10, ten), 2);
        asked("tgt.range.read", read(4, 0, 5001), 2);
        asked("tgt.range.count", write(0, 5, 0, 9, ten), 2);
        asked("tgt.range.message", write(0, 6, 4000, 1001, ten), 2);
        eq(count(REFUSED), 5, "REFUSED");
        for (const burst &b : writes) eq(b.addr >= AT + 4990 - NIC_W, 1, "no write but one");
    }
    void orders()
    {
        const bytes data = pattern(24);
        target();
        asked("tgt.order.none", more(2, 1, 0, data), 6);
        begin("tgt.order");
        comes(write(1, 2, 100, 48, data));
        run(100);
        comes(more(3, 2, 3, pattern(24, 50)));
        replies(1, 2, 0);
        told(2, 0);
        same(load(AT + 100, 48), joined(data, pattern(24, 50)), "the region");
        begin("tgt.order.notice");              // that of the last counts
        comes(write(1, 3, 100, 48, data)), comes(more(2, 3, 3, data));
        replies(2, 3, 0);
        silence();
        comes(write(0, 4, 0, 48, data));
        asked("tgt.order.step", more(2, 4, 4, data), 6);
        asked("tgt.order.again", more(2, 4, 3, data), 0);
        comes(write(0, 11, 0, 72, data));       // LAST comes before the length
        asked("tgt.order.last", more(2, 11, 3, data), 0);
        asked("tgt.order.ended", more(2, 11, 6, data), 6);
        comes(write(0, 5, 0, 48, data));
        asked("tgt.order.tag", more(2, 6, 3, data), 6);
        comes(write(0, 7, 0, 48, data));
        run(60);
        asked("tgt.order.link", more(2, 7, 3, data), 6, OTHER);
        asked("tgt.order.vc", more(2, 7, 3, data), 6, 0x02000002);
        comes(write(0, 8, 0, 48, data));
        asked("tgt.order.length", more(2, 8, 3, pattern(25)), 2);
        begin("tgt.order.memory");
        bad_writes.insert(AT + 170);            // in no word of the second
        const size_t n = sent.size();
        comes(write(1, 9, 168, 48, data));
        replies(n, 9, 5);
        comes(more(3, 9, 3, data));
        replies(n + 1, 9, 5);
        silence();
        begin("tgt.refuse");                    // each payload
        comes(write(0, 10, 0, 72, data, KEY + 0x100));
        comes(more(0, 10, 3, data)), comes(more(2, 10, 6, data));
        replies(n + 2, 10, 1), replies(n + 3, 10, 6), replies(n + 4, 10, 6);
    }
    // Four links of one set, whatever FOLLOW is
    void rooms()
    {
        const bytes data = pattern(24);
        const uint32_t a = 2, b = a ^ 0x1001, c = a ^ 0x2002, d = a ^ 0x3003;
        const auto part = [&](const bytes &p, uint32_t from) { comes(p, from), run(60); };
        const auto first = [&](uint32_t tag) { return write(0, tag, 0, 72, data); };
        const auto two = [&] {
            target();
            part(first(1), a), part(first(2), b);
        };
        two();
        asked("tgt.room", first(3), 4, c);
        asked("tgt.room.behind", more(0, 3, 3, data), 6, c);
        asked("tgt.room.one_payload", write(2, 4, 0, 24, data), 0, c);
        part(first(5), a ^ 1), asked("tgt.room.set", more(2, 5, 3, data), 0, a ^ 1);
        part(first(6), 1u << 24 | a), asked("tgt.room.vc1", more(2, 6, 3, data), 0, 1u << 24 | a);
        part(first(7), 2u << 24 | a), asked("tgt.room.vc2", more(2, 7, 3, data), 0, 2u << 24 | a);
        part(more(0, 1, 3, data), a);           // b does not go on
        part(first(8), c), asked("tgt.room.forgotten", more(0, 2, 3, data), 6, b);
        asked("tgt.room.instead", more(2, 8, 3, data), 0, c);
        asked("tgt.room.goes_on", more(2, 1, 6, data), 0, a);
        two();
        part(more(2, 1, 3, data), a);
        part(first(3), c), asked("tgt.room.last", more(2, 3, 3, data), 0, c);
        part(first(4), d), asked("tgt.room.last.other", more(2, 2, 3, data), 0, b);
        asked("tgt.room.last.again", more(2, 4, 3, data), 0, d);
        two();
        asked("tgt.room.both", first(3), 4, c);
        part(more(0, 1, 3, data), a), part(more(0, 2, 3, data), b);
        asked("tgt.room.both.again", first(4), 4, d);
        part(first(5), c), asked("tgt.room.older", more(2, 1, 6, data), 6, a);
        asked("tgt.room.younger", more(2, 2, 6, data), 0, b);
        two();
        asked("tgt.room.key", write(0, 3, 0, 72, data, KEY + 0x100), 1, c);
        asked("tgt.room.range", write(0, 4, 4990, 72, data), 2, c);
        asked("tgt.room.first", first(5), 4, d);
        for (uint32_t vc = 1; vc < 3; vc++) {
            two();
            asked(vc == 1 ? "tgt.room.vc1.same" : "tgt.room.vc2.same", first(3), 4,
                  vc << 24 | (a ^ vc * FOLLOW / 8));
        }
        two();
        part(first(6), a), asked("tgt.room.own", more(2, 6, 3, data), 0, a);
    }
    void works()
    {
        begin("tgt.write");
        target();
        comes(write(2, 0x120003, 17, 30, pattern(30)));
        replies(0, 0x120003, 0);
        same(load(AT + 16, 32), joined(joined(bytes(1), pattern(30)), bytes(1)), "the region");
        silence();
        begin("tgt.write.notice");
        comes(write(3, 4, 17, 30, pattern(30)));
        told(2, 0);
        replies(1, 4, 0);
        eq(count(TOLD), 1, "TOLD");
        begin("tgt.write.zero");
        comes(write(3, 5, 5000, 0, {}));
        told(2, 0);
        replies(2, 5, 0);
        begin("tgt.read");
        store(AT, pattern(200));
        comes(read(0x90001, 3, 100));
        same(next(3).data, joined(head(4, 6, 100, 0x90001), load(AT + 3, 100)), "DATA");
        begin("tgt.read.busy");
        target();
        region(1, DATA, 1 << 20, 0x501, 2);
        takes = false;
        for (unsigned i = 0; i < READS + 2; i++) comes(read(i << 16, 0, 1 << 20, 0x501));
        run(400 + 20 * READS);
        eq(count(REFUSED), 1, "REFUSED");
        takes = true;
        until("a REPLY", [&] { return sent.size() && sent.back().data[0] == 5; });
        replies(sent.size() - 1, (READS + 1u) << 16, 4);
        begin("tgt.lost");
        target();
        takes = false;
        set(0x74, 8);
        for (unsigned i = 0; i < 700; i++) comes(write(2, i << 16, 0, 1, pattern(1)));
        until("all of them", [&] { return coming.empty(); });
        run(500);
        eq(count(LOST) > 0, 1, "LOST");
        eq(count(TAKEN), 700, "TAKEN");
    }
    void data()
    {
        target();
        for (unsigned i = 0; i < 4; i++) post(desc(3, 20, DATA + 100 * i));
        next(3);
        const auto late = [&](const char *name, const bytes &p, uint32_t from = PEER) {
            begin(name);
            const uint32_t was = count(LATE);
            comes(p, from);
            silence(100);
            eq(count(LATE), was + 1, "LATE");
        };
        const bytes ten = pattern(10);
        late("tgt.data.step", joined(head(4, 4, 10, 0, 1), ten));
        late("tgt.data.last", joined(head(4, 6, 10, 0), ten));
        late("tgt.data.length", joined(head(4, 4, 21, 0), pattern(21)));
        late("tgt.data.peer", joined(head(4, 4, 10, 0), ten), OTHER);
        late("tgt.data.generation", joined(head(4, 4, 10, 0x10000), ten));
        eq(writes.size(), 0, "writes of memory");
        begin("tgt.data");
        comes(joined(head(4, 4, 16, 0), pattern(16)));
        silence(100);
        comes(joined(head(4, 6, 4, 0, 2), pattern(4, 90)));
        told(1, 0);
        same(load(DATA, 20), joined(pattern(16), pattern(4, 90)), "what was read");
        late("tgt.data.ended", joined(head(4, 6, 4, 0, 2), pattern(4)));
        begin("tgt.data.memory");
        bad_writes.insert(DATA + 100);
        comes(joined(head(4, 6, 20, 0x10001), pattern(20)));
        told(1, 8);
        begin("tgt.read.reply");
        comes(head(5, 6, 0, 0x20002, 1));
        told(1, 1);
        late("tgt.reply.read", head(5, 6, 0, 0x30003, 0));
        late("tgt.reply.tag", head(5, 6, 0, 0x30002, 2));
        late("tgt.reply.vc", head(5, 6, 0, 0x30003, 2), 0x02000002);
        takes = false;
        post(desc(2, 90000));
        until("two payloads", [&] { return takes = sent.size() < 6, !takes; });
        run(400);
        late("tgt.reply.early", head(5, 6, 0, 0x40000, 0));
        takes = true;
        begin("tgt.reply");
        until("its last payload", [&] { return sent.size() && sent.back().data[0] == 2
                                               && (sent.back().data[1] & 2); });
        run(50);
        comes(head(5, 6, 0, 0x40000, 0));
        told(1, 0);
        eq(count(OK), 2, "OK"), eq(count(FAILED), 2, "FAILED");
    }
    static bytes send(uint32_t tag, unsigned n, uint32_t imm = 0)
    {
        return joined(longer(head(1, 2, n, tag), 0, 0, n, imm), pattern(n));
    }
    void sends()
    {
        target();
        buffer(0x500000, 10);
        asked("tgt.send.range", send(1, 11), 2);
        begin("tgt.send");                      // the buffer is still there
        comes(send(2, 10, 77));
        const bytes c = completion();
        eq(c[0], 3, "kind"), eq(get(c, 16, 4), 10, "length"), eq(get(c, 20, 4), 77, "immediate");
        replies(1, 2, 0);
        same(load(0x500000, 11), joined(pattern(10), bytes(1)), "the buffer");
        begin("tgt.send.no_buffer");
        set(0x74, 600);
        const uint64_t from = chk.cycle;
        comes(send(3, 1));
        replies(2, 3, 3);
        eq(chk.cycle - from > 600 && chk.cycle - from < 800, 1, "RECV_WAIT cycles have passed");
        begin("tgt.send.waits");
        comes(send(4, 1));
        run(300);
        buffer(0x500000, 10);
        told(3, 0);
        replies(3, 4, 0);
    }
    // ---- memory
    void bursts()
    {
        begin("mem.burst");
        target();
        post(desc(2, 500, DATA + 4096 - 10));
        next(0);
        const unsigned w = NIC_W, whole = (490 + w - 1) / w, part = (10 + w - 1) / w;
        eq(reads.size(), 3, "the element and two bursts");
        eq(reads[1].addr, DATA + 4096 - part * w, "address"), eq(reads[1].words, part, "words");
        eq(reads[2].addr, DATA + 4096, "address"), eq(reads[2].words, whole, "words");
        begin("mem.id");
        eq(reads[0].id, 1, "of the send ring"), eq(reads[1].id, 0, "of data");
        buffer(0x500000, 10);
        until("a buffer", [&] { return reads.size() == 4; });
        eq(reads[3].id, 2, "of the receive ring");
        begin("mem.burst.write");
        region(1, 0x600FF6, 5000, 0x501, 1);
        comes(write(3, 1, 0, 500, pattern(500), 0x501));
        told(2, 0);
        eq(writes.size(), 3, "two bursts and a completion");
        eq(writes[0].words, part, "words"), eq(writes[1].addr, 0x601000, "address");
        eq(writes[1].words, whole, "words");
        eq(writes[0].id, 0, "ID of data"), eq(writes[2].id, 1, "ID of a completion");
        same(load(0x600FF5, 502), joined(joined(bytes(1), pattern(500)), bytes(1)), "memory");
        begin("mem.ahead");
        fresh();
        takes = false;
        post(desc(2, 600000));
        run(3000);
        unsigned words = 0;
        for (const burst &b : reads) words += b.id ? 0 : b.words;
        eq(words <= 511 + 1016 / w + 2, 1, "no more than 511 words and a payload");
        eq(words >= (DATA_W == 256 ? 16 * 992 / w : 512), 1, "but so many");     // 16 payloads
    }
    void completions()
    {
        begin("cpl.after");
        target();
        answers = false;
        comes(write(3, 1, 0, 10, pattern(10)));
        silence();
        answers = true;
        told(2, 0);
        replies(0, 1, 0);
        begin("cpl.after.send");
        buffer(0x500000, 10);
        answers = false;
        comes(send(2, 10));
        silence();
        answers = true;
        told(3, 0);
        begin("cpl.after.read");
        post(desc(3, 20));
        next(2);
        answers = false;
        comes(joined(head(4, 6, 20, 0), pattern(20)));
        silence();
        answers = true;
        told(1, 0);
        begin("cpl.phase");
        fresh(1);                               // two elements
        for (unsigned i = 0; i < 6; i++) {
            post(desc(9, i));
            until("the completion", [&] { return reg(0x60) == i + 1; });
            run(20);
            const bytes c = load(CPL + 32 * (i % 2), 32);
            eq(c[31], i / 2 % 2 ? 0 : 0x80, "the phase"), eq(get(c, 16, 4), i, "length");
            set(0x5C, i + 1);
        }
        eq(reg(0x60), 6, "CPL_HEAD");
        begin("cpl.full");
        set(0x78, 15);
        for (unsigned i = 0; i < 3; i++) post(desc(9, 10 + i));
        run(2000);
        eq(reg(0x60), 8, "CPL_HEAD"), eq(reg(0x78), 3, "causes CPL and CPL_FULL");
        set(0x5C, 7);
        run(1000);
        eq(reg(0x60), 9, "CPL_HEAD");
        eq(load(CPL, 32)[31], 0x80, "its phase");
        begin("cpl.full.off");
        fresh();
        post(desc(3, 8));
        next(0);
        set(0x08, 0);
        comes(head(5, 6, 0, 0, 1));
        silence();
        set(0x08, 1);
        told(1, 1);
        begin("cpl.error");
        fresh();
        bad_writes.insert(CPL);
        post(desc(9, 8));
        run(1000);
        eq(reg(0x78), 4, "cause CPL_ERROR");
    }
};

#endif
