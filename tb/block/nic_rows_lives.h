// SPDX-License-Identifier: Apache-2.0
//
// Rows of docs/nic.md for tb/block/ttp_nic_core.cpp: lives of a NIC, registers; and all rows, those
// of nic_rows_target.h, nic_rows_ends.h and nic_rows_sender.h before.
#ifndef NIC_ROWS_LIVES_H
#define NIC_ROWS_LIVES_H

#include "nic_rows_target.h"

struct nic_rows : nic_rows_target {
    // ---- lives
    void lives()
    {
        begin("msg.life");
        epoch = 0x1274;
        fresh();
        epoch = 0;
        eq(reg(0x14), 0x1274, "NIC_LIFE");
        post(desc(3, 8));
        same(bytes(next(0).data.begin(), next(0).data.begin() + 8), hex("03 02 00F8 00 00 4012"),
             "count 0 and life 62, place, generation 0x1240");
        post(desc(2, 700));
        same(bytes(next(1).data.begin(), next(1).data.begin() + 8), hex("02 02 BCFA 01 00 4112"),
             "count 700 and life 62, place, generation 0x1241");
        const uint32_t first = 0x12403E00, second = 0x12413E01;
        const auto late = [&](const char *name, const bytes &p) {
            begin(name);
            const uint32_t was = count(LATE);
            comes(p);
            silence(200);
            eq(count(LATE), was + 1, "LATE");
        };
        late("msg.life.reply", head(5, 6, 0, second - 0x100, 0));
        late("msg.life.reply.none", head(5, 6, 0, second & ~0x3F00u, 0));
        late("msg.life.reply.bit5", head(5, 6, 0, second ^ 0x2000, 0));
        late("msg.life.data", joined(head(4, 6, 8, first - 0x100), pattern(8)));
        eq(writes.size(), 0, "writes of memory");
        begin("msg.life.is_ours");
        comes(head(5, 6, 0, second, 0));
        told(1, 0);
        comes(joined(head(4, 6, 8, first), pattern(8)));
        told(1, 0);
        begin("msg.life.open");                 // what is open has the life before
        fresh();
        set(0x70, 1);
        post(desc(3, 8));
        next(0);
        set(0x14, 5);
        late("msg.life.open", head(5, 6, 0, 0, 2));
        told(1, 12);
        begin("msg.life.written");
        fresh();
        set(0x08, 0), set(0x14, 0xFFFFFFC1), set(0x08, 1);
        eq(reg(0x14), 0xFFC1, "NIC_LIFE");      // 65473, 1039 times 63 and 16
        for (unsigned i = 0; i < 65; i++) {
            post(desc(1, 1));
            const bytes &p = next(i).data;
            eq(get(p, 2, 2), 0x4001, "count 1 and life 16");
            eq(get(p, 6, 2), i < 64 ? 0xFFC0 + i : 0, "generation");
            comes(head(5, 6, 0, static_cast<uint32_t>(get(p, 6, 2)) << 16 | 0x1000, 0));
            told(1, 0);
            set(0x5C, taken);
        }
    }
    void rests()
    {
        begin("msg.life.rest");
        fresh();
        const uint16_t lives[] = { 0, 1, 61, 62, 63, 64, 125, 126, 256, 257, 4032, 4095, 4096,
                                   65471, 65519, 65520, 65535 };
        unsigned i = 0;
        for (const uint16_t life : lives) {
            set(0x14, life);
            post(desc(1, 0));
            eq(get(next(i).data, 2, 2) >> 10, life % 63u, "LIFE modulo 63");
            const uint32_t place = next(i++).data[4];
            comes(head(5, 6, 0, (life & 0xFFC0u) << 16 | life % 63u << 8 | place, 0));
            told(1, 0);
        }
    }
    // A target says again what the tag has said.
    void other_lives()
    {
        const uint32_t tag = 0x00072B05;
        begin("msg.life.target");
        target();
        comes(write(2, tag, 17, 30, pattern(30)));
        replies(0, tag, 0);
        begin("msg.life.target.refuses");
        comes(write(2, tag, 5000, 1, pattern(1)));
        replies(1, tag, 2);
        begin("msg.life.target.answers");
        store(AT, pattern(200));
        comes(read(tag, 3, 100));
        same(next(2).data, joined(head(4, 6, 100, tag), load(AT + 3, 100)), "DATA");
        begin("msg.life.target.order");
        comes(write(0, tag, 0, 48, pattern(24)));
        comes(more(2, tag + 0x100, 3, pattern(24)));
        replies(3, tag + 0x100, 6);
        comes(more(2, tag, 3, pattern(24)));
        replies(4, tag, 0);
        begin("msg.life.target.memory");
        bad_reads.insert(AT + 64);
        comes(read(tag, 64, 8));
        until("a REPLY", [&] { return sent.size() > 5 && !sent.back().discard; });
        replies(sent.size() - 1, tag, 5);
    }
    void registers()
    {
        begin("registers");
        fresh();
        eq(reg(0), 0x544E4943, "NIC_ID"), eq(reg(0x10), RINGS, "NIC_RINGS");
        eq(reg(4), (READS & 255u) << 24 | REGIONS << 16 | (MESSAGES & 255) << 8 | NIC_W, "");
        eq(reg(0x70), 16384, "MSG_TIMEOUT"), eq(reg(0x74), 65536, "RECV_WAIT");
        for (uint32_t a : { 0x000, 0x004, 0x00C, 0x010, 0x018, 0x040, 0x060, 0x0A0, 0x100, 0x124,
                            0x210, 0x218, 0x200 + 32 * RINGS })
            eq(try_set(a, 0), 2, "a write there");
        eq(try_set(0x5C, 1), 2, "CPL_TAIL too far");
        eq(try_set(0x20C, 257), 2, "HEAD too far"), eq(try_set(0x20C, 256), 0, "HEAD as far");
        eq(try_set(0x20C, 255), 2, "HEAD back");
        eq(try_set(0x98, REGIONS), 2, "a region too many"), eq(try_set(0x98, REGIONS - 1), 0, "");
        set(0x90, 0xFFFFFFFF);
        eq(reg(0x90), 0xFFFFFF00, "REGION_KEY");
    }
    void play()
    {
        play_sender();
        fills();
        joins();
        faults();
        ends();
        bads();
        regions();
        orders();
        rooms();
        works();
        data();
        sends();
        bursts();
        completions();
        lives();
        rests();
        other_lives();
        registers();
    }
};

#endif
