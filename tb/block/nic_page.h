// SPDX-License-Identifier: Apache-2.0
//
// docs/nic.md as structs: descriptor, completion, head of a payload, statuses, registers; and how a
// test of ttp_nic_core says that a rule of the page is broken.
#ifndef NIC_PAGE_H
#define NIC_PAGE_H

#include <cstdarg>
#include <memory>
#include <set>
#include <vector>
#include "tb_util.h"

using nic_bytes = std::vector<uint8_t>;

// Bytes: a long head and the data behind it at most, the same of a short one
enum { NIC_HEAD = 32, NIC_CUT = 992, NIC_SHORT = 8, NIC_MORE = 1016 };
// msg.cut: bytes of the next payload behind a head of so many, with so many left
inline uint64_t nic_cut(uint64_t left, unsigned head)
{
    const uint64_t room = 1024 - head;
    return left <= room ? left : left - room <= 504 ? room - 512 : room;
}
enum { NIC_ELEMENT = 64, NIC_CPL = 32 };
enum nic_op { OP_SEND = 1, OP_WRITE, OP_READ, OP_DATA, OP_REPLY };
enum nic_kind { KIND_DONE = 1, KIND_NOTICE, KIND_RECEIVED };
enum nic_flag { FLAG_NOTICE = 1, FLAG_LAST = 2, FLAG_SHORT = 4 };
enum nic_status {
    ST_OK, ST_KEY, ST_RANGE, ST_NO_BUFFER, ST_BUSY, ST_MEMORY, ST_ORDER,
    ST_LOCAL = 8, ST_DEAD, ST_RESTART, ST_UNSENT, ST_TIMEOUT, ST_DESCRIPTOR
};
enum nic_reg {
    REG_ID = 0, REG_PARAM = 4, REG_CTRL = 8, REG_STATUS = 0xc, REG_RINGS = 0x10, REG_LIFE = 0x14,
    REG_RECV = 0x30,
    REG_CPL = 0x50, REG_SIZE = 8, REG_HEAD = 0xc, REG_TAIL = 0x10, REG_CPL_TAIL = 0x5c,
    REG_CPL_HEAD = 0x60, REG_MSG_TIMEOUT = 0x70, REG_RECV_WAIT = 0x74, REG_CAUSE = 0x78,
    REG_MASK = 0x7c, REG_REGION_BASE = 0x80, REG_REGION_LEN = 0x88, REG_REGION_KEY = 0x90,
    REG_REGION_PEER = 0x94, REG_REGION = 0x98, REG_COALESCE = 0x9c,
    REG_COUNT = 0x100, REG_SEND = 0x200, REG_NEXT_SEND = 0x20, REG_LIMIT = 0x14
};
enum nic_cause { CAUSE_CPL = 1, CAUSE_FULL = 2, CAUSE_ERROR = 4, CAUSE_FETCH = 8 };
enum nic_counter { C_POSTED, C_TAKEN, C_BAD, C_REFUSED, C_LATE, C_LOST, C_OK, C_FAILED, C_TOLD,
                   COUNTERS };

inline uint64_t le(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i++) v |= uint64_t{p[i]} << 8 * i;
    return v;
}
inline void put_le(uint8_t *p, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++) p[i] = static_cast<uint8_t>(v >> 8 * i);
}

// Bits 10:3 of the progress
inline uint8_t nic_step(uint64_t progress) { return static_cast<uint8_t>(progress >> 3); }

// {VC[7:0], node[23:0]}: a link, as the MAC names it.
inline uint32_t nic_link(uint32_t vc, uint32_t node) { return vc << 24 | (node & 0xffffff); }

struct nic_desc {
    uint8_t raw[NIC_ELEMENT] = {};

    uint8_t op() const { return raw[0]; }
    uint8_t flags() const { return raw[1]; }
    uint32_t link() const { return nic_link(raw[2], static_cast<uint32_t>(le(raw + 4, 3))); }
    uint64_t address() const { return le(raw + 8, 8); }
    uint32_t length() const { return static_cast<uint32_t>(le(raw + 16, 4)); }
    uint32_t key() const { return static_cast<uint32_t>(le(raw + 20, 4)); }
    uint64_t offset() const { return le(raw + 24, 8); }
    uint32_t immediate() const { return static_cast<uint32_t>(le(raw + 32, 4)); }
    uint64_t cookie() const { return le(raw + 40, 8); }
    void link(uint32_t l) { raw[2] = static_cast<uint8_t>(l >> 24), put_le(raw + 4, 3, l); }

    bool bad() const       // msg.bad
    {
        if (op() < OP_SEND || op() > OP_READ || flags() > 1 || raw[3] || raw[7]) return true;
        return (flags() && op() != OP_WRITE) || (op() == OP_SEND && length() > NIC_CUT);
    }
};

struct nic_head {
    uint8_t op = 0, flags = 0, step = 0, status = 0;
    uint16_t count = 0;
    // As it stands in bytes 4 to 7, with its life in bits 13:8, where those have byte 5.
    uint32_t tag = 0;
    uint32_t key = 0, immediate = 0, length = 0;
    uint64_t offset = 0;
    // Not in a head: who knows the message fills them in. address: of the data in our memory
    uint64_t progress = 0, address = 0;

    bool last() const { return flags & FLAG_LAST; }
    bool notice() const { return op == OP_WRITE && flags & FLAG_NOTICE; }
    bool is_short() const { return flags & FLAG_SHORT; }
    size_t size() const { return is_short() ? NIC_SHORT : NIC_HEAD; }
    // What is there of a head in n bytes.
    static nic_head of(const uint8_t *bytes, size_t n)
    {
        uint8_t p[NIC_HEAD] = {};
        std::copy_n(bytes, std::min<size_t>(n, NIC_HEAD), p);
        const auto u32 = [&](unsigned at) { return static_cast<uint32_t>(le(p + at, 4)); };
        nic_head h;
        const auto two = static_cast<uint16_t>(le(p + 2, 2));
        h.op = p[0], h.flags = p[1], h.count = two & 1023;
        h.tag = (u32(4) & ~0xff00u) | (two >> 10) << 8, h.step = h.status = p[5];
        if (h.is_short()) return h;
        h.key = u32(8), h.immediate = u32(12), h.offset = le(p + 16, 8), h.length = u32(24);
        return h;
    }
    // A payload with that head.
    nic_bytes payload(const uint8_t *data = nullptr) const
    {
        nic_bytes p(size() + (data ? count : 0));
        p[0] = op, p[1] = flags;
        put_le(&p[2], 2, count | (tag >> 8 & 63) << 10), put_le(&p[4], 4, tag);
        p[5] = op == OP_REPLY ? status : step;
        if (!is_short()) {
            put_le(&p[8], 4, key), put_le(&p[12], 4, immediate);
            put_le(&p[16], 8, offset), put_le(&p[24], 4, length);
        }
        if (data) std::copy_n(data, count, p.begin() + static_cast<std::ptrdiff_t>(size()));
        return p;
    }
};

struct nic_cpl {
    uint8_t kind, status;
    uint32_t link, length, immediate, key;
    uint64_t cookie;
    uint16_t index;
    uint8_t ring;

    static nic_cpl of(const uint8_t *p)
    {
        const auto u32 = [&](unsigned at) { return static_cast<uint32_t>(le(p + at, 4)); };
        return { p[0], p[1], nic_link(p[2], static_cast<uint32_t>(le(p + 4, 3))), u32(16), u32(20),
                 u32(24), le(p + 8, 8), static_cast<uint16_t>(le(p + 28, 2)), p[3] };
    }
};

// A register that changes: its least and its most value since some cycle.
struct nic_past {
    std::vector<std::pair<uint64_t, uint32_t>> values;      // since when

    explicit nic_past(uint32_t reset) : values{ { 0, reset } } {}
    void set(uint64_t now, uint32_t value) { values.emplace_back(now, value); }
    uint32_t now() const { return values.back().second; }
    uint32_t least(uint64_t since, bool zero_is_none = false) const
    {
        uint32_t v = 0;
        bool none = true;
        for (size_t i = values.size(); i--;) {
            const uint32_t x = values[i].second;
            if (x || !zero_is_none) v = none ? x : std::min(v, x), none = false;
            if (values[i].first < since) break;
        }
        return v;
    }
    uint32_t most(uint64_t since) const
    {
        uint32_t v = 0;
        for (size_t i = values.size(); i--;) {
            v = std::max(v, values[i].second);
            if (values[i].first < since) break;
        }
        return v;
    }
};

// A region of the table, as REGION has written it.
struct nic_region {
    bool may_write = false, may_read = false, all = false;
    uint32_t key = 0, peer = 0;
    uint64_t base = 0, len = 0;

    // Status for a WRITE or READ from that link: tgt.region, tgt.range
    uint8_t judge(const nic_head &h, uint32_t link) const
    {
        if (!(h.op == OP_WRITE ? may_write : may_read) || h.key != key) return ST_KEY;
        if (!all && peer != (link & 0xffffff)) return ST_KEY;
        if (h.offset > len || h.length > len - h.offset) return ST_RANGE;
        return h.progress + h.count > h.length ? ST_RANGE : ST_OK;
    }
};

// Ends the test with the rule that is broken. Rules in the environment's NIC_SKIP (a,b,...) are
// told and passed over.
struct nic_judge {
    tb_check &chk;
    std::set<std::string> told;

    explicit nic_judge(tb_check &c) : chk(c) {}
    uint64_t now() const { return chk.cycle; }
    // NIC_WITHOUT in the environment names what a run shall do without: model, rtl, stop, errors,
    // region, join.
    static bool without(const char *what)
    {
        const char *list = getenv("NIC_WITHOUT");
        return list && strstr(list, what);
    }
    // With NIC_TRACE in the environment
    __attribute__((format(printf, 2, 3))) void trace(const char *format, ...) const
    {
        static const bool on = getenv("NIC_TRACE");
        if (!on) return;
        va_list ap;
        va_start(ap, format);
        printf("%" PRIu64 " ", chk.cycle);
        vprintf(format, ap);
        putchar('\n');
        va_end(ap);
    }
    __attribute__((format(printf, 3, 4))) void wrong(const char *rule, const char *format, ...)
    {
        const char *skip = getenv("NIC_SKIP");
        const bool pass = skip && strstr(skip, rule);
        if (pass && !told.insert(rule).second) return;
        va_list ap;
        va_start(ap, format);
        fprintf(stderr, "WRONG %s seed=%" PRIu64 " cycle=%" PRIu64 " %s: ", chk.block, chk.seed,
                chk.cycle, rule);
        vfprintf(stderr, format, ap);
        fputc('\n', stderr);
        va_end(ap);
        if (!pass) exit(1);
    }
};
#define NIC_MUST(JUDGE, OK, RULE, ...) \
    do { \
        (JUDGE).chk.compared++; \
        if (!(OK)) (JUDGE).wrong(RULE, __VA_ARGS__); \
    } while (0)

#endif
