// SPDX-License-Identifier: Apache-2.0
//
// The reference of card_host.cpp: docs/host-link.md read a second time, frame by frame. It says
// what becomes of a frame that goes in, and takes a frame that comes out apart.
#ifndef CARD_HOST_REF_H
#define CARD_HOST_REF_H

#include <cstring>
#include <deque>
#include <map>
#include "card_util.h"

static const uint64_t HOST_A = 0x0A0B0C0D0E0F, HOST_B = 0xF4F4F3F2F1F0, ALL = 0xFFFFFFFFFFFF;
static uint64_t ME = 0x025454ABCDEF;    // with an even seed the other 24 bits
static const unsigned RESERVE = TX_CELLS / 64, SLACK = 4;
static const unsigned QUIET = 1024;     // cycles
static const unsigned LAG[2] = { 6, 5 };        // cycles, Ethernet and UART: see card_host_pace.h

struct payload { uint32_t who; bytes b; };
struct completion { uint8_t b[16]; };
// raw: bytes on the stream from byte 0 of the frame
struct sent { hl_frame f; bool uart; size_t raw; };

inline int16_t diff(unsigned a, unsigned b)
{
    return static_cast<int16_t>(static_cast<uint16_t>(a - b));
}

struct reference {
    tb_rng r;
    tb_check chk;
    uint64_t got[16] = {};              // frames out, by type
    uint64_t gobacks = 0, short_up = 0, last_gb = 0, rsp_seqs = 0;
    bool seen_goback = false;           // until the host has looked
    bool strict = false;                // two GOBACK are QUIET cycles apart

    // Expected, and not seen yet
    std::deque<sent> flight;            // being read: first beat taken, no event yet
    std::deque<payload> want_down, want_up;
    std::deque<completion> want_cpl;
    std::deque<sent> rsp_due;
    std::deque<bytes> rsp_body;
    unsigned busy_ok = 0;

    // Registers: MAC 0x000..0x3FF, card 0x1000..0x13FF; odd words are read only, beyond is an error
    std::map<unsigned, uint32_t> ref;
    unsigned cells = TX_CELLS, pkts = 200;
    unsigned links = 0;                 // LINK_STATE
    unsigned mac_busy = 10;             // percent of cycles without ready; 100: stands

    // Session
    bool sess = false, s_uart = false;
    uint64_t s_mac = 0;
    unsigned next = 0, peer = 0, tx_seq = 0, told_limit = 0, told_ack = 0;
    bool welcome_due = false;
    unsigned stale = 0;
    std::deque<sent> welcome_tags;      // HELLO since the last WELCOME
    bool told_any = false;
    unsigned gaps = 0, asked = 0;       // frames after a gap; times that it wants to hear
    uint64_t gap_at = 0, asked_at = 0;  // cycle of the last one not answered yet; 0: none
    bool gap_due = false;               // one since the last that it ends with: DATA, HELLO, BYE
    uint64_t gap_ends = 0;              // the cycle of that
    bool moved = false;                 // the session, to another host
    std::deque<std::pair<unsigned, unsigned>> headers;  // limit and number that each one tells

    explicit reference(uint64_t seed) : r(seed), chk("card_host", seed) {}

    static bool known(unsigned a) { return (a & 0xEFFF) < 0x400 && a < 0x2000; }
    static bool writable(unsigned a)
    {
        return known(a) && (!(a >> 2 & 1) || a == 0x24 || a == 0x2C);
    }
    uint32_t read(std::map<unsigned, uint32_t> &m, unsigned a)
    {
        return a == 0xA8 ? cells : a == 0xB0 ? pkts : m[a & ~3u];
    }
    static void write(std::map<unsigned, uint32_t> &m, unsigned a, uint32_t v, unsigned strb)
    {
        uint32_t &x = m[a & ~3u];
        for (unsigned i = 0; i < 4; i++)
            if (strb >> i & 1) x = (x & ~(0xFFu << (8 * i))) | (v & (0xFFu << (8 * i)));
    }

    static bool ours(const sent &s)
    {
        return s.uart || (s.raw >= 14 && (s.f.dst == ME || s.f.dst == ALL) && s.f.etype == 0x88B5);
    }
    // What becomes of a frame, by docs/host-link.md. code: what the card said, for the cases that
    // depend on its own state.
    void verdict(unsigned code)
    {
        CHECK_EQ(chk, flight.empty(), false);
        const sent s = flight.front();
        const hl_frame &f = s.f;
        flight.pop_front();
        unsigned want;
        const size_t bodied = s.raw >= 32 ? s.raw - 32 : 0;
        const bool mine = sess && s_uart == s.uart && (s.uart || s_mac == f.src);
        if (!ours(s)) want = C_NOT_OURS;
        else if (s.raw < 32 || f.version != 1 || f.type < 1 || f.type > 5) want = C_MALFORMED;
        else if (f.type == T_DATA  ? f.length < 1 || f.length > 1024
                 : f.type == T_REQ ? f.length < 8 || f.length > 256 || f.length % 8
                                   : f.length != 0)
            want = C_MALFORMED;
        else if (f.type == T_HELLO) {
            want = C_HELLO;
            moved = s_uart != s.uart || (!s.uart && s_mac != f.src);
            sess = true; s_uart = s.uart; s_mac = f.src;
            next = 0; tx_seq = 0; peer = f.limit;
            welcome_due = true; welcome_tags.push_back(s); stale = asked = 0;
            no_gap();
            asked_at = 0;
        } else if (f.type == T_REQ) {
            want = bodied < f.length ? C_MALFORMED : C_REQ;
            if (code == C_BUSY) {
                want = C_BUSY;
                CHECK_EQ(chk, s.uart, false);
                CHECK_EQ(chk, busy_ok > 0, true);
            } else if (want == C_REQ) {
                execute(f, s.uart);
                busy_ok++;
            }
        } else if (!mine) want = C_NO_SESSION;
        else if (f.type == T_BYE) { want = C_BYE; sess = false; no_gap(); asked_at = 0; }
        else {
            const bool whole = bodied >= f.length;
            if (f.type == T_DATA && bodied == 0) want = C_MALFORMED;
            else {
                if (diff(f.limit, peer) > 0) peer = f.limit;
                if (f.type == T_CREDIT) { want = C_CREDIT; if (f.flags & 1) it_asks(); }
                else if (f.seq != next) {
                    want = C_ORDER;
                    if (diff(f.seq, next) > 0) it_has_a_gap(); else it_asks();
                }
                else if (code == C_OVERRUN) {
                    // Only beyond what it has told.
                    want = C_OVERRUN;
                    CHECK_EQ(chk, told_any && diff(f.seq, told_limit) < 0, false);
                    it_has_a_gap();
                } else if (code == C_STALLED) {
                    want = C_STALLED;
                    CHECK_EQ(chk, mac_busy, 100);
                    it_has_a_gap();
                } else if (!whole) {
                    want = C_MALFORMED;
                } else {
                    want = C_DATA;
                    next = (next + 1) & 0xFFFF;
                    no_gap();
                    // Of a short frame on Ethernet padding may be what the length claims.
                    const bytes all = hl_bytes(f, true);
                    want_down.push_back({ f.vc << 24 | f.node,
                                          bytes(all.begin() + 32, all.begin() + 32 + f.length) });
                }
            }
        }
        if (want != code)
            fprintf(stderr, "type %u length %u raw %zu seq %u uart %d\n", f.type, f.length, s.raw,
                    f.seq, s.uart);
        CHECK_EQ(chk, code, want);
    }
    void it_asks() { asked++; asked_at = chk.cycle; }
    void it_has_a_gap() { gaps++; gap_at = chk.cycle; gap_due = true; }
    void no_gap()
    {
        if (gap_due) gap_ends = chk.cycle;
        gap_at = 0;
        gap_due = false;
    }
    // A frame has begun, chosen so many cycles ago or more if nothing held it up.
    void begins(unsigned code, unsigned lag)
    {
        if (code != C_TX_STATUS && code != C_TX_GOBACK) return;
        if (chk.cycle >= asked_at + lag) asked_at = 0;
        if (code == C_TX_STATUS) return;
        // Not for what has come in the meantime; one that was chosen before may leave slowly.
        if (!gap_due) CHECK_EQ(chk, chk.cycle < gap_ends + QUIET / 2, true);
        if (chk.cycle >= gap_at + lag) gap_at = 0;
    }
    void execute(const hl_frame &f, bool uart)
    {
        bytes out;
        for (unsigned i = 0; i < f.length; i += 8) {
            const unsigned op = f.body[i], strb = f.body[i + 1] & 15;
            const unsigned a = static_cast<unsigned>(get_be(f.body, i + 2, 2));
            uint32_t v = static_cast<uint32_t>(get_be(f.body, i + 4, 4));
            const bool bad = op > 1 || !known(a) || (op == 1 && !writable(a));
            if (bad) v = 0;
            else if (op == 1) write(ref, a, v, strb);
            else v = read(ref, a);
            out.push_back(static_cast<uint8_t>((op & 0x7F) | (bad ? 0x80 : 0)));
            out.push_back(f.body[i + 1]);
            put_be(out, a, 2);
            put_be(out, v, 4);
        }
        rsp_due.push_back({ f, uart, 0 });
        rsp_body.push_back(out);
    }

    // A whole frame has come out.
    void came(bool uart, bytes b)
    {
        if (uart) b.insert(b.begin(), 14, 0);
        CHECK_EQ(chk, b.size() >= 32, true);
        const hl_frame f = hl_parse(b);
        got[f.type]++;
        if (!uart) { CHECK_EQ(chk, f.src, ME); CHECK_EQ(chk, f.etype, 0x88B5); }
        CHECK_EQ(chk, f.version, 1);
        CHECK_EQ(chk, headers.empty(), false);
        const auto tells = headers.front();
        headers.pop_front();
        if (f.type == T_RSP) {
            CHECK_EQ(chk, rsp_due.empty(), false);
            const sent q = rsp_due.front();
            CHECK_EQ(chk, uart, q.uart);
            if (!uart) CHECK_EQ(chk, f.dst, q.f.src);
            CHECK_EQ(chk, f.tag, q.f.tag);
            CHECK_EQ(chk, f.length, rsp_body.front().size());
            CHECK_EQ(chk, f.body == rsp_body.front(), true);
            CHECK_EQ(chk, f.vc + f.node + f.flags, 0);
            // Those of the session, also when it is over or none has been; the number of one that
            // was begun before a HELLO is the old one.
            CHECK_EQ(chk, f.limit, tells.first);
            CHECK_EQ(chk, f.ack, tells.second);
            if (!welcome_due) { CHECK_EQ(chk, f.seq, tx_seq); rsp_seqs++; }
            rsp_due.pop_front();
            rsp_body.pop_front();
            busy_ok--;
            return;
        }
        // Two may be on their way when the HELLO comes: one whose last beat waits, one just begun.
        if (welcome_due && f.type != T_WELCOME && stale < 2) {
            stale++;
            if (moved && welcome_tags.size() == 1)
                CHECK_EQ(chk, uart == s_uart && (uart || f.dst == s_mac), false);
            if (f.type == T_CPL) want_cpl.pop_front();
            if (f.type == T_DATA_UP) want_up.pop_front();
            return;
        }
        CHECK_EQ(chk, f.limit, tells.first);
        CHECK_EQ(chk, f.ack, tells.second);
        if (f.type != T_WELCOME) {
            CHECK_EQ(chk, uart, s_uart);
            if (!uart) CHECK_EQ(chk, f.dst, s_mac);
            CHECK_EQ(chk, f.tag, 0);
        } else {
            CHECK_EQ(chk, welcome_due, true);
            // Of two HELLO close together one may be answered for both, the last one always.
            while (!welcome_tags.empty() && welcome_tags.front().f.tag != f.tag)
                welcome_tags.pop_front();
            CHECK_EQ(chk, welcome_tags.empty(), false);
            CHECK_EQ(chk, uart, welcome_tags.front().uart);
            if (!uart) CHECK_EQ(chk, f.dst, welcome_tags.front().f.src);
            welcome_tags.pop_front();
            welcome_due = !welcome_tags.empty();
            CHECK_EQ(chk, f.length, 16);
            CHECK_EQ(chk, f.body.size(), 16);
            CHECK_EQ(chk, get_be(f.body, 0, 4), 0x5454504E);
            CHECK_EQ(chk, get_be(f.body, 4, 2), 1);
            CHECK_EQ(chk, get_be(f.body, 6, 2), BOARD);
            CHECK_EQ(chk, get_be(f.body, 8, 2), 1024);
            CHECK_EQ(chk, get_be(f.body, 10, 2), 32);
            CHECK_EQ(chk, get_be(f.body, 12, 4), links);
            CHECK_EQ(chk, f.node, ME & 0xFFFFFF);
            CHECK_EQ(chk, f.vc + f.flags + f.seq, 0);
            told_ack = 0;
            told_limit = f.limit;
            told_any = true;
        }
        CHECK_EQ(chk, welcome_due && f.type != T_WELCOME, false);
        CHECK_EQ(chk, diff(f.ack, told_ack) >= 0 && diff(next, f.ack) >= 0, true);
        CHECK_EQ(chk, diff(f.limit, told_limit) >= 0 && diff(f.limit, next) <= 255, true);
        const bool news = f.ack != told_ack || f.limit != told_limit;
        told_ack = f.ack;
        told_limit = f.limit;
        if (f.type == T_WELCOME) return;
        CHECK_EQ(chk, f.seq, tx_seq);
        if (f.type == T_STATUS) {
            CHECK_EQ(chk, f.length + f.body.size() + f.vc, 0);
            CHECK_EQ(chk, f.node, ME & 0xFFFFFF);
            CHECK_EQ(chk, f.flags <= 1, true);
            // Those asked for close together may be one, and some may be under way when the next is
            // asked for, but none comes for nothing.
            if (!f.flags && !news) {
                CHECK_EQ(chk, asked > 0, true);
                asked = std::min(asked, 4u) - 1;
            }
            if (f.flags) {
                // For a reason, and not too often; the output may have been held up.
                CHECK_EQ(chk, gaps > 0, true);
                if (last_gb && strict) CHECK_EQ(chk, chk.cycle - last_gb >= 1024, true);
                last_gb = chk.cycle;
                gobacks++;
                seen_goback = true;
            }
            return;
        }
        // The limit of a frame counts before its last beat is read.
        unsigned most = peer;
        for (const sent &q : flight)
            if (q.f.type == T_DATA && ours(q) && q.uart == s_uart && diff(q.f.limit, most) > 0)
                most = q.f.limit;
        CHECK_EQ(chk, diff(tx_seq, most) < 0, true);
        tx_seq = (tx_seq + 1) & 0xFFFF;
        CHECK_EQ(chk, f.flags, 0);
        if (f.type == T_CPL) {
            CHECK_EQ(chk, f.length, 16);
            CHECK_EQ(chk, want_cpl.empty(), false);
            CHECK_EQ(chk, f.body.size() == 16 && !memcmp(f.body.data(), want_cpl.front().b, 16),
                     true);
            CHECK_EQ(chk, f.vc + f.node, 0);
            want_cpl.pop_front();
        } else {
            CHECK_EQ(chk, f.type, T_DATA_UP);
            CHECK_EQ(chk, want_up.empty(), false);
            const payload &p = want_up.front();
            CHECK_EQ(chk, f.vc << 24 | f.node, p.who);
            CHECK_EQ(chk, f.length, p.b.size() < 28 ? p.b.size() : 0);
            CHECK_EQ(chk, f.body == p.b, true);
            if (p.b.size() < 28) short_up++;
            want_up.pop_front();
        }
    }

    // What the host may use, by what is free
    unsigned gift() const
    {
        unsigned n = cells / 16 < pkts ? cells / 16 : pkts;
        n = n > SLACK ? n - SLACK : 0;
        n = n > RESERVE ? n - RESERVE : 0;
        return n > 255 ? 255 : n;
    }
    unsigned limit_now()
    {
        const unsigned want = (next + gift()) & 0xFFFF;
        return diff(want, told_limit) > 0 ? want : told_limit;
    }
};

#endif
