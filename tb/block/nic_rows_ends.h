// SPDX-License-Identifier: Apache-2.0
//
// Rows of docs/nic.md for tb/block/ttp_nic_core.cpp: what is joined and filled, what memory cannot
// give, and how messages end without an answer.
#ifndef NIC_ROWS_ENDS_H
#define NIC_ROWS_ENDS_H

#include "nic_rows_sender.h"

struct nic_rows_ends : nic_rows_sender {
    // Counts of all payloads that have gone, taken apart: the next head is at the multiple of 64
    // bytes behind the data.
    void counts(const std::vector<unsigned> &due)
    {
        size_t k = 0;
        for (const payload &p : sent)
            for (size_t at = 0; at < p.data.size(); k++) {
                const unsigned n = static_cast<unsigned>(get(p.data, at + 2, 2));
                eq(n, k < due.size() ? due[k] : ~0u, "count");
                at = (at + (p.data[at + 1] & 4 ? 8 : 32) + n + 63) / 64 * 64;
            }
        eq(k, due.size(), "payloads");
    }
    // With what is made while the MAC takes nothing
    template <class F> void chained(const char *name, F &&make, const std::vector<unsigned> &due)
    {
        begin(name);
        fresh();
        region(1, DATA, 10000, 0x501, 2);
        set(0x9C, 200);
        takes = false;
        make();
        run(1500);
        takes = true;
        run(3000);
        counts(due);
    }
    void fills()
    {
        if (DATA_W != 512) {
            chained("msg.fill.narrow", [&] { fill(desc(2, 70)), post(desc(2, 4096)); },
                    { 70, 992, 1016, 1016, 504, 568 });
            return;
        }
        const auto two = [&](uint32_t first, uint32_t second, uint32_t to = PEER) {
            return [=] { fill(desc(2, first)), post(desc(2, second, DATA, to)); };
        };
        // 56 bytes and a head are one piece of 64, so 15 are left, 32 bytes of them a head.
        chained("msg.fill", two(4096, 4096), { 992, 1016, 1016, 1016, 56, 928, 1016, 1016, 1016,
                                               120 });
        eq(sent[4].data.size(), 1024, "the end of one and the next in one payload");
        chained("msg.fill.other", two(4096, 4096, OTHER), { 992, 1016, 1016, 1016, 56, 992, 1016,
                                                            1016, 1016, 56 });
        chained("msg.fill.vc", two(1048, 1100, 0x02000002), { 992, 56, 992, 108 });
        chained("msg.fill.room256", two(1752, 1100), { 992, 760, 224, 876 });
        chained("msg.fill.room192", two(1753, 1100), { 992, 761, 992, 108 });
        chained("msg.fill.whole", two(1752, 992), { 992, 760, 992 });
        // Two pieces and one: 13 are left.
        chained("msg.fill.chain", [&] {
            fill(desc(2, 70)), fill(desc(2, 30));
            post(desc(2, 2000));
        }, { 70, 30, 800, 1016, 184 });
        chained("msg.fill.answer", [&] {
            post(desc(2, 70));
            run(100);
            comes(longer(head(3, 2, 0, 7), 0x501, 0, 2000));
        }, { 70, 888, 1016, 96 });
        chained("msg.fill.reply", [&] {
            comes(longer(head(3, 2, 0, 7), 0x777, 0, 1));
            run(100);
            post(desc(2, 2000));
        }, { 0, 928, 1016, 56 });
        chained("msg.fill.gone", [&] {
            takes = true;
            post(desc(2, 1048));
            run(1000);
            post(desc(2, 1100));
        }, { 992, 56, 992, 108 });
    }
    // Messages that are posted at once, with COALESCE; how many payloads of the MAC they become.
    // It gives the cycles until the first of these.
    uint64_t join(const char *name, unsigned coalesce, const std::vector<bytes> &all,
                  size_t payloads)
    {
        begin(name);
        fresh();
        store(DATA, pattern(200));
        set(0x9C, coalesce);
        for (const bytes &d : all) fill(d);
        ring();
        const uint64_t from = chk.cycle;
        next(0);
        const uint64_t first = chk.cycle - from;
        next(payloads - 1);
        silence();
        return first;
    }
    void joins()
    {
        join("msg.join", 200, { desc(2, 70), desc(2, 30) }, 1);
        const bytes p = sent[0].data;
        eq(p.size(), 128 + 32 + 30, "bytes");
        same(bytes(p.begin() + 32, p.begin() + 102), pattern(70), "data of the first");
        same(bytes(p.begin() + 102, p.begin() + 128), bytes(26), "bytes between them");
        eq(p[128], 2, "operation of the second"), eq(p[134], 1, "its generation");
        join("msg.join.none", 0, { desc(2, 70), desc(2, 30) }, 2);
        // The next one does not go there, or does not fit: the wait is over.
        const bytes there = desc(2, 30, DATA, OTHER), beside = desc(2, 30, DATA, 0x02000002);
        eq(join("msg.join.peer", 255, { desc(2, 70), there }, 2) < 150, 1, "soon");
        eq(join("msg.join.vc", 255, { desc(2, 70), beside }, 2) < 150, 1, "soon");
        // 992 bytes and a head are 16 pieces of 64; so are 864 and a head, and two more.
        join("msg.join.whole", 200, { desc(2, 992), desc(2, 1), desc(2, 2) }, 2);
        eq(sent[0].data.size(), 1024, "bytes"), eq(sent[1].data.size(), 64 + 34, "bytes");
        join("msg.join.full", 200, { desc(2, 864), desc(2, 96), desc(2, 2) }, 2);
        eq(sent[0].data.size(), 1024, "bytes");
        eq(join("msg.join.no_room", 255, { desc(2, 864), desc(2, 97) }, 2) < 250, 1, "soon");
        if (DATA_W < 512) {
            join("msg.join.words", 200, { desc(2, 8), desc(2, 257) }, 2);
            join("msg.join.few_words", 200, { desc(2, 8), desc(2, 256) }, 1);
        } else join("msg.join.any", 200, { desc(2, 8), desc(2, 900, DATA + 63) }, 1);
        begin("msg.join.wait");
        fresh();
        set(0x9C, 200);
        const uint64_t from = chk.cycle;
        post(desc(2, 1));
        next(0);
        eq(chk.cycle - from > 200 && chk.cycle - from < 300, 1, "COALESCE cycles have passed");
        // An error in the data of the second of three, which goes alone
        for (uint32_t coalesce : { 200, 0 }) {
            begin("msg.join.fault");
            fresh();
            set(0x9C, coalesce);
            bad_reads.insert(DATA + 4096);
            fill(desc(2, 70)), fill(desc(2, 30, DATA + 4096)), fill(desc(2, 20));
            ring();
            eq(next(2).discard, 0, "the third"), eq(sent[0].discard, 0, "the first");
            eq(sent[1].discard, 1, "the second"), eq(sent[0].data.size(), 102, "bytes");
            told(1, 8);
        }
        begin("msg.join.reply");                // that behind a discarded answer goes alone
        fresh();
        set(0x9C, 200);
        region(1, DATA + 4096, 100, 0x501, 2);
        bad_reads.insert(DATA + 4096);
        takes = false;
        comes(longer(head(3, 2, 0, 7), 0x501, 0, 100));
        run(100);
        post(desc(2, 70));
        run(300);
        takes = true;
        next(2);
        eq(sent[0].discard, 1, "the answer"), eq(sent[2].data[0], 2, "the WRITE");
        replies(1, 7, 5);
    }
    void faults()
    {
        begin("msg.fault");
        fresh();
        bad_reads.insert(DATA + 1100);
        fill(desc(2, 3000)), fill(desc(2, 4));
        ring();
        // 992, 1016, 992: the second cannot be read.
        eq(next(0).discard, 0, "the first"), eq(next(1).discard, 1, "the second");
        eq(next(2).discard, 1, "the third"), eq(next(3).discard, 0, "the next message");
        told(1, 8);
        begin("msg.fault.answer");
        fresh();
        region(1, DATA, 5000, 0x501, 2);
        bad_reads.insert(DATA);
        comes(longer(head(3, 2, 0, 0x30007), 0x501, 0, 1600));
        next(2);
        unsigned data = 0;
        for (size_t i = 0; i < 3; i++) {
            if (sent[i].data[0] == 5) replies(i, 0x30007, 5);
            else eq(sent[i].data[0], 4, "operation"), eq(sent[i].discard, 1, "discarded"), data++;
        }
        eq(data, 2, "payloads of the answer");
    }
    // A record of the MAC while messages to three links are open
    void dies(const char *name, unsigned kind, unsigned status)
    {
        begin(name);
        fresh();
        fill(desc(3, 8)), fill(desc(3, 8, DATA, 0x02000002)), fill(desc(3, 8, DATA, OTHER));
        ring();
        next(2);
        records.emplace_back(kind, PEER);
        const bytes c = completion();
        eq(c[1], status, "status"), eq(c[2], 1, "VC"), eq(c[4], 2, "node");
        silence(1000);
        eq(clears, kind == 4, "DEAD cleared");
    }
    void ends()
    {
        dies("msg.dead", 4, 9);
        dies("msg.dead.restarted", 5, 10);
        dies("msg.dead.refused", 3, 11);
        begin("msg.dead.sending");              // no more payloads but those on the way
        fresh();
        takes = false;
        post(desc(2, 300000));
        run(2000);
        records.emplace_back(4, PEER);
        told(1, 9);
        takes = true;
        run(200 * 150);
        eq(sent.size() < (DATA_W == 512 ? 60 : 24), 1, "few payloads");
        silence();
        begin("msg.dead.before");               // a message that is posted behind it is another one
        fresh();
        records.emplace_back(4, PEER);
        run(20);                                // with 256 places it takes 512 cycles
        post(desc(3, 8));
        next(0);
        silence(1000);
        begin("msg.dead.others");               // kinds that say nothing of a message
        for (unsigned kind : { 0, 1, 2, 6, 7 }) records.emplace_back(kind, PEER);
        silence(3000);
        begin("msg.clear");
        fresh();
        records.emplace_back(4, PEER);
        run(1000);
        eq(clears, 1, "DEAD cleared");
        begin("msg.time");
        fresh();
        set(0x70, 2);
        const uint64_t from = chk.cycle;
        post(desc(3, 8));
        told(1, 12);
        eq(chk.cycle - from > 2048 && chk.cycle - from < 4096, 1, "2048 cycles and some");
        begin("msg.time.never");
        set(0x70, 0);
        post(desc(3, 8));
        next(1);
        silence(5000);
        begin("msg.time.blocked");              // its last word has not been there
        fresh();
        set(0x70, 1);
        takes = false;
        fill(desc(3, 8)), fill(desc(3, 8));
        ring();
        if (DATA_W >= 256) told(1, 12);         // a head is a word
        silence(5000);
    }
};

#endif
