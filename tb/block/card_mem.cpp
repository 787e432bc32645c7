// SPDX-License-Identifier: Apache-2.0
//
// The memory of the card: bursts of reads and writes of any ID, with gaps and full outputs, beside
// accesses of the host link, all on few words, so that they meet; bursts and accesses beyond it.
// A word read has to be what it was at some time between question and answer. Also how fast bursts
// are, alone and against each other.
// PARAMS: -GBYTES=4096 | -GBYTES=65536 | -GBYTES=262144
// SEEDS: 1 2
#include <deque>
#include <map>
#include "Vcard_mem.h"
#include "lockstep.h"
#include "card_util.h"

struct Bench : lockstep<Vcard_mem> {
    static const unsigned WORDS = BYTES / 8;
    struct version { uint64_t from, value; };
    struct burst { unsigned id, left; uint64_t address, asked; };

    std::map<unsigned, std::deque<version>> memory;     // of each word, the last few
    std::deque<burst> reads;                            // whose answers are to come
    std::deque<uint64_t> to_read, to_write;             // addresses of bursts, and their length
    std::deque<unsigned> read_len, write_len;
    burst writing{};                                    // its words are to come
    bool in_write = false, answer_due = false, answer_bad = false, host_on = false;
    unsigned answer_id = 0, gaps = 30, host_gap = 20;
    uint64_t host_asked = 0, n_read = 0, n_written = 0, n_read_bad = 0, n_write_bad = 0,
             n_host_read = 0, n_host_written = 0, n_host_bad = 0, n_met = 0, n_full = 0, n_part = 0;
    uint64_t read_at = 0, write_at = 0;                 // the last word of each
    bool took_ar = false, took_aw = false, took_w = false;
    bool filling = true;                                // whole words
    bool quiet = false;                                 // nothing new begins but what is listed

    Bench()
    {
        dut->rst = 1;
        dut->s_axi_arvalid = dut->s_axi_awvalid = dut->s_axi_wvalid = dut->mem_valid = 0;
    }
    // Mostly few words, at both ends of the memory
    uint64_t address(unsigned words)
    {
        uint64_t w = r.one_in(3) ? r.below(WORDS) : r.one_in(2) ? r.below(8)
                   : WORDS - 1 - r.below(8);
        const uint64_t page = w / 512 * 512;
        if (w + words > page + 512) w = page + 512 - words;
        uint64_t a = 8 * w;
        if (r.one_in(8)) a += uint64_t{BYTES} << r.below(64 - 18);
        return a | r.below(8);
    }
    static bool inside(uint64_t a) { return a < BYTES; }
    uint64_t now(unsigned word) { return memory[word].empty() ? 0 : memory[word].back().value; }
    void put(unsigned word, uint64_t value, unsigned strobes)
    {
        uint64_t v = now(word);
        for (unsigned i = 0; i < 8; i++)
            if (strobes >> i & 1) v = (v & ~(0xFFull << 8 * i)) | (value & 0xFFull << 8 * i);
        memory[word].push_back({ chk.cycle, v });
        if (memory[word].size() > 64) memory[word].pop_front();
    }
    // Was it so at some time from `since` on?
    bool was(unsigned word, uint64_t value, uint64_t since, uint64_t mask = ~0ull)
    {
        const std::deque<version> &all = memory[word];
        for (size_t i = all.size(); i--;) {
            if (((all[i].value ^ value) & mask) == 0) return true;
            if (all[i].from < since) return false;
            n_met++;
        }
        return ((now(word) ^ value) & mask) == 0;
    }

    void drive() override
    {
        Vcard_mem &c = *dut;
        if (c.rst) return;
        // What was taken by the last edge
        if (took_ar) c.s_axi_arvalid = 0;
        if (took_aw) c.s_axi_awvalid = 0;
        if (took_w) c.s_axi_wvalid = 0;
        took_ar = took_aw = took_w = false;
        if (!quiet) {
            if (to_read.size() < 2 && r.percent(100 - gaps)) {
                const unsigned n = 1 + (r.one_in(4) ? r.below(128) : r.below(6));
                to_read.push_back(address(n));
                read_len.push_back(n);
            }
            if (to_write.size() < 2 && r.percent(100 - gaps)) {
                const unsigned n = 1 + (r.one_in(4) ? r.below(128) : r.below(6));
                to_write.push_back(address(n));
                write_len.push_back(n);
            }
        }
        if (!c.s_axi_arvalid && !to_read.empty() && !r.percent(gaps)) {
            c.s_axi_arvalid = 1;
            c.s_axi_araddr = to_read[0];
            c.s_axi_arlen = static_cast<uint8_t>(read_len[0] - 1);
            c.s_axi_arid = static_cast<uint8_t>(r.below(3));
        }
        if (!c.s_axi_awvalid && !to_write.empty() && !in_write && !r.percent(gaps)) {
            c.s_axi_awvalid = 1;
            c.s_axi_awaddr = to_write[0];
            c.s_axi_awid = r.below(2);
        }
        // Words may be offered before their address is taken.
        if (!c.s_axi_wvalid && (in_write || c.s_axi_awvalid) && !r.percent(gaps)) {
            c.s_axi_wvalid = 1;
            c.s_axi_wdata = r.bits(64);
            c.s_axi_wstrb = !filling && r.one_in(3) ? static_cast<uint8_t>(r.below(256)) : 0xFF;
            c.s_axi_wlast = (in_write ? writing.left : write_len[0]) == 1;
        }
        c.s_axi_rready = !r.percent(gaps);
        c.s_axi_bready = !r.percent(gaps);
        if (!host_on && host_gap && r.percent(host_gap)) {
            host_on = true;
            host_asked = chk.cycle;
            const uint64_t a = address(1) / 4;
            c.mem_addr = static_cast<uint16_t>(a < 65536 ? a : r.below(2 * WORDS));
            c.mem_write = r.one_in(2);
            c.mem_wdata = static_cast<uint32_t>(r.bits(32));
            c.mem_wstrb = r.one_in(3) ? static_cast<uint8_t>(r.below(16)) : 15;
        }
        c.mem_valid = host_on;
    }
    void check() override
    {
        Vcard_mem &c = *dut;
        if (c.rst) return;
        if (c.s_axi_rvalid) {
            CHECK(!reads.empty());
            const burst &b = reads[0];
            const bool bad = !inside(b.address);
            EXPECT(c.s_axi_rid, b.id);
            EXPECT(c.s_axi_rlast, b.left == 1);
            EXPECT(c.s_axi_rresp, bad ? 3 : 0);
            if (!bad)
                CHECK(was(static_cast<unsigned>(b.address / 8), c.s_axi_rdata, b.asked));
        }
        if (c.s_axi_bvalid) {
            CHECK(answer_due);
            EXPECT(c.s_axi_bid, answer_id);
            EXPECT(c.s_axi_bresp, answer_bad ? 3 : 0);
        }
        if (c.mem_done) {
            CHECK(host_on);
            EXPECT(chk.cycle - host_asked, 2);
            const bool bad = 4u * c.mem_addr >= BYTES;
            EXPECT(c.mem_error, bad);
            const unsigned shift = c.mem_addr & 1 ? 32 : 0;
            if (!bad && !c.mem_write)
                CHECK(was(c.mem_addr / 2, uint64_t{c.mem_rdata} << shift, host_asked,
                          0xFFFFFFFFull << shift));
            n_host_bad += bad;
            n_host_read += !bad && !c.mem_write;
            n_host_written += !bad && c.mem_write;
        }
        n_full += c.s_axi_rvalid && !c.s_axi_rready;
    }
    void step() override
    {
        Vcard_mem &c = *dut;
        if (c.rst) return;
        if (c.s_axi_rvalid && c.s_axi_rready) {
            burst &b = reads[0];
            inside(b.address) ? n_read++ : n_read_bad++;
            read_at = chk.cycle;
            b.address += 8;
            if (--b.left == 0) reads.pop_front();
        }
        if (c.s_axi_bvalid && c.s_axi_bready) answer_due = false;
        if (c.s_axi_wvalid && c.s_axi_wready) {
            CHECK(in_write);
            const bool good = inside(writing.address);
            if (good)
                put(static_cast<unsigned>(writing.address / 8), c.s_axi_wdata, c.s_axi_wstrb);
            good ? n_written++ : n_write_bad++;
            write_at = chk.cycle;
            n_part += good && c.s_axi_wstrb != 0xFF;
            writing.address += 8;
            took_w = true;
            if (--writing.left == 0) {
                in_write = false;
                answer_due = true;
                answer_bad = !good;
                answer_id = writing.id;
            }
        }
        if (c.s_axi_awvalid && c.s_axi_awready) {
            CHECK(!in_write && !answer_due);
            in_write = true;
            writing = { c.s_axi_awid, write_len[0], to_write[0] & ~7ull, chk.cycle };
            to_write.pop_front();
            write_len.pop_front();
            took_aw = true;
        }
        if (c.s_axi_arvalid && c.s_axi_arready) {
            reads.push_back({ c.s_axi_arid, read_len[0], to_read[0] & ~7ull, chk.cycle });
            to_read.pop_front();
            read_len.pop_front();
            took_ar = true;
        }
        // It has the first cycle, before all others.
        if (c.mem_valid && host_asked == chk.cycle && c.mem_write && 4u * c.mem_addr < BYTES)
            put(c.mem_addr / 2, uint64_t{c.mem_wdata} << (c.mem_addr & 1 ? 32 : 0),
                c.mem_addr & 1 ? static_cast<unsigned>(c.mem_wstrb) << 4 : c.mem_wstrb);
        if (c.mem_done) host_on = false;
    }
    bool idle() const
    {
        return to_read.empty() && to_write.empty() && reads.empty() && !in_write && !answer_due
               && !host_on;
    }
    void settle()
    {
        quiet = true;
        host_gap = 0;
        await("the end of all bursts", 5000, [&] { return idle(); });
    }
    // Each word from host or bursts, so that all are known
    void fill()
    {
        settle();
        gaps = 0;
        for (unsigned w = 0; w < WORDS; w += 128) {
            to_write.push_back(8ull * w);
            write_len.push_back(128);
        }
        await("a full memory", 8 * WORDS + 1000, [&] { return idle(); });
        filling = false;
    }
    // Cycles of so many bursts of 128 words, of reads, of writes or of both at a time
    uint64_t pace(unsigned n_reads, unsigned n_writes)
    {
        settle();
        gaps = 0;
        for (unsigned i = 0; i < n_reads; i++) { to_read.push_back(0); read_len.push_back(128); }
        for (unsigned i = 0; i < n_writes; i++) {
            to_write.push_back(1024);
            write_len.push_back(128);
        }
        const uint64_t begin = chk.cycle;
        await("the end of bursts", 10000, [&] { return idle(); });
        return chk.cycle - begin;
    }
    void play()
    {
        run(3);
        dut->rst = 0;
        fill();
        const uint64_t alone_r = pace(4, 0), alone_w = pace(0, 4), both = pace(4, 4);
        CHECK(alone_r >= 4 * 128 && alone_r < 4 * 128 + 20);
        CHECK(alone_w >= 4 * 128 && alone_w < 4 * 128 + 20);
        CHECK(both >= 8 * 128 && both < 8 * 128 + 40);
        CHECK(read_at + 20 > chk.cycle && write_at + 20 > chk.cycle);   // they took turns
        for (unsigned round = 0; round < 60; round++) {
            quiet = false;
            gaps = tb_load(r, 0, 3);
            host_gap = tb_load(r);
            run(1000 + r.below(1000));
            settle();
        }
        aim("words read", n_read);
        aim("written", n_written);
        aim("with strobes", n_part);
        aim("read beyond", n_read_bad);
        aim("written beyond", n_write_bad);
        aim("reads of the host", n_host_read);
        aim("writes of the host", n_host_written);
        aim("of the host beyond", BYTES < 262144 ? n_host_bad : 1);
        aim("words that waited", n_full);
        aim("reads beside a write of the word", n_met);
        printf("4 bursts of 128: read %llu, written %llu, both %llu cycles\n",
               static_cast<unsigned long long>(alone_r), static_cast<unsigned long long>(alone_w),
               static_cast<unsigned long long>(both));
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
