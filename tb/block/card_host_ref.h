// SPDX-License-Identifier: Apache-2.0
//
// The reference of card_host.cpp: docs/host-link.md read a second time, frame by frame. It says
// what becomes of a frame that goes in, and takes a frame that comes out apart.
#ifndef CARD_HOST_REF_H
#define CARD_HOST_REF_H

#include <deque>
#include <map>
#include "Vcard_host.h"
#include "lockstep.h"
#include "card_util.h"

static const uint64_t HOST_A = 0x0A0B0C0D0E0F, HOST_B = 0xF4F4F3F2F1F0, ALL = 0xFFFFFFFFFFFF;
static uint64_t ME = 0x025454ABCDEF;    // with an even seed the other 24 bits
static const unsigned QUIET = 1024;     // cycles between two frames that nobody asked for
static const unsigned LAG[2] = { 6, 5 };        // cycles, Ethernet and UART: see card_host_pace.h

struct payload { uint32_t who; bytes b; };
// raw: bytes on the stream from byte 0 of the frame
struct sent { hl_frame f; bool uart; size_t raw; };

inline int16_t diff(unsigned a, unsigned b)
{
    return static_cast<int16_t>(static_cast<uint16_t>(a - b));
}

struct reference : lockstep<Vcard_host> {
    uint64_t got[16] = {};              // frames out, by type
    uint64_t gobacks = 0, short_up = 0, last_goback = 0, rsp_seqs = 0;
    bool seen_goback = false;           // until the host has looked
    bool strict = false;                // two GOBACK are QUIET cycles apart

    // Expected, and not seen yet
    std::deque<sent> flight;            // being read: first beat taken, no event yet
    std::deque<payload> want_down, want_up;
    std::deque<bytes> want_cpl;
    std::deque<sent> rsp_due;
    std::deque<bytes> rsp_body;

    // Registers: MAC 0x000..0x3FF, card 0x1000..0x13FF; odd words are read only, beyond is an error
    std::map<unsigned, uint32_t> ref;
    unsigned cells = TX_CELLS, pkts = 200;      // free in the MAC
    unsigned links = 0;                 // LINK_STATE
    unsigned mac_busy = 10;             // percent of cycles without ready; 100: takes nothing

    // Session
    bool sess = false, s_uart = false;
    uint64_t s_mac = 0;
    unsigned next = 0, peer = 0, tx_seq = 0, told_limit = 0, told_ack = 0;
    bool welcome_due = false;
    unsigned stale = 0;                 // frames of the session before, since the HELLO
    std::deque<sent> welcome_tags;      // HELLO since the last WELCOME
    bool told_any = false;
    unsigned gaps = 0, asked = 0;       // frames after a gap; frames that ask for a STATUS
    uint64_t gap_at = 0, asked_at = 0;  // cycle of the last one not answered yet; 0: none
    bool gap_due = false;               // a gap that no DATA, HELLO or BYE has ended yet
    uint64_t gap_ends = 0;              // cycle in which one ended it
    bool moved = false;                 // the session, to another host
    struct header { unsigned limit, number; };
    std::deque<header> headers;         // what each frame out has to tell

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
        m[a & ~3u] = strobed(m[a & ~3u], v, strb);
    }

    // ---- frames in
    static bool ours(const sent &s)
    {
        return s.uart || (s.raw >= 14 && (s.f.dst == ME || s.f.dst == ALL) && s.f.etype == 0x88B5);
    }
    static bool malformed(const sent &s)
    {
        const hl_frame &f = s.f;
        if (s.raw < 32 || f.version != 1 || f.type < T_HELLO || f.type > T_BYE) return true;
        if (f.type == T_DATA) return f.length < 1 || f.length > 1024;
        if (f.type == T_REQ) return f.length < 8 || f.length > 256 || f.length % 8;
        return f.length != 0;
    }
    static bool whole(const sent &s) { return s.raw - 32 >= s.f.length; }
    // A frame has been read, and the card has said what becomes of it.
    void verdict(unsigned code)
    {
        CHECK(!flight.empty());
        const sent s = flight.front();
        flight.pop_front();
        const unsigned want = judge(s, code);
        if (want != code)
            fprintf(stderr, "type %u length %u raw %zu seq %u uart %d\n", s.f.type, s.f.length,
                    s.raw, s.f.seq, s.uart);
        EXPECT(code, want);
    }
    // code: what the card said, for the cases that depend on its own state
    unsigned judge(const sent &s, unsigned code)
    {
        const hl_frame &f = s.f;
        if (!ours(s)) return C_NOT_OURS;
        if (malformed(s)) return C_MALFORMED;
        if (f.type == T_HELLO) return hello_taken(s);
        if (f.type == T_REQ) return request_taken(s, code);
        if (!sess || s_uart != s.uart || (!s.uart && s_mac != f.src)) return C_NO_SESSION;
        if (f.type == T_BYE) {
            sess = false;
            no_gap();
            asked_at = 0;
            return C_BYE;
        }
        if (f.type == T_DATA && s.raw == 32) return C_MALFORMED;
        if (diff(f.limit, peer) > 0) peer = f.limit;
        if (f.type == T_DATA) return data_taken(s, code);
        if (f.flags & 1) it_asks();
        return C_CREDIT;
    }
    unsigned hello_taken(const sent &s)
    {
        moved = s_uart != s.uart || (!s.uart && s_mac != s.f.src);
        sess = true;
        s_uart = s.uart;
        s_mac = s.f.src;
        next = tx_seq = 0;
        peer = s.f.limit;
        welcome_due = true;
        welcome_tags.push_back(s);
        stale = asked = 0;
        no_gap();
        asked_at = 0;
        return C_HELLO;
    }
    unsigned request_taken(const sent &s, unsigned code)
    {
        if (code == C_BUSY) {
            CHECK(!s.uart && !rsp_due.empty());
            return C_BUSY;
        }
        if (!whole(s)) return C_MALFORMED;
        execute(s.f, s.uart);
        return C_REQ;
    }
    unsigned data_taken(const sent &s, unsigned code)
    {
        const hl_frame &f = s.f;
        if (f.seq != next) {
            if (diff(f.seq, next) > 0) it_has_a_gap(); else it_asks();
            return C_ORDER;
        }
        if (code == C_OVERRUN || code == C_STALLED) {
            // Only beyond what it has told; only where the MAC takes nothing
            if (code == C_OVERRUN) CHECK(!told_any || diff(f.seq, told_limit) >= 0);
            else EXPECT(mac_busy, 100);
            it_has_a_gap();
            return code;
        }
        if (!whole(s)) return C_MALFORMED;
        next = (next + 1) & 0xFFFF;
        no_gap();
        // Of a short frame on Ethernet padding may be what the length claims.
        const bytes all = hl_bytes(f, true);
        want_down.push_back({ f.vc << 24 | f.node,
                              bytes(all.begin() + 32, all.begin() + 32 + f.length) });
        return C_DATA;
    }
    void it_asks() { asked++; asked_at = chk.cycle; }
    void it_has_a_gap() { gaps++; gap_at = chk.cycle; gap_due = true; }
    void no_gap()
    {
        if (gap_due) gap_ends = chk.cycle;
        gap_at = 0;
        gap_due = false;
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

    // ---- frames out
    // One has begun; it was chosen so many cycles ago, or more if something held it up.
    void begins(unsigned code, unsigned lag)
    {
        if (code != C_TX_STATUS && code != C_TX_GOBACK) return;
        if (chk.cycle >= asked_at + lag) asked_at = 0;
        if (code == C_TX_STATUS) return;
        // No GOBACK for a gap that has ended, but one chosen before its end may leave slowly.
        if (!gap_due) CHECK(chk.cycle < gap_ends + QUIET / 2);
        if (chk.cycle >= gap_at + lag) gap_at = 0;
    }
    // A whole one has come out.
    void came(bool uart, bytes b)
    {
        if (uart) b.insert(b.begin(), 14, 0);
        CHECK(b.size() >= 32);
        const hl_frame f = hl_parse(b);
        got[f.type]++;
        if (!uart) CHECK(f.src == ME && f.etype == 0x88B5);
        EXPECT(f.version, 1);
        CHECK(!headers.empty());
        const header tells = headers.front();
        headers.pop_front();
        if (welcome_due && f.type != T_RSP && f.type != T_WELCOME) return stale_came(f, uart);
        // A RSP tells of the session, too, also when it is over or none has been.
        EXPECT(f.limit, tells.limit);
        EXPECT(f.ack, tells.number);
        if (f.type == T_RSP) return rsp_came(f, uart);
        if (f.type == T_WELCOME) return welcome_came(f, uart);
        EXPECT(uart, s_uart);
        if (!uart) EXPECT(f.dst, s_mac);
        EXPECT(f.tag, 0);
        EXPECT(f.seq, tx_seq);
        const bool news = f.ack != told_ack || f.limit != told_limit;
        told_ack = f.ack;
        told_limit = f.limit;
        if (f.type == T_STATUS) status_came(f, news);
        else numbered_came(f);
    }
    // Two may be on their way when the HELLO comes: one whose last beat waits, one just begun.
    void stale_came(const hl_frame &f, bool uart)
    {
        CHECK(stale++ < 2);
        if (moved && welcome_tags.size() == 1)
            CHECK(uart != s_uart || (!uart && f.dst != s_mac));
        if (f.type == T_CPL) want_cpl.pop_front();
        if (f.type == T_DATA_UP) want_up.pop_front();
    }
    void rsp_came(const hl_frame &f, bool uart)
    {
        CHECK(!rsp_due.empty());
        const sent q = rsp_due.front();
        EXPECT(uart, q.uart);
        if (!uart) EXPECT(f.dst, q.f.src);
        EXPECT(f.tag, q.f.tag);
        EXPECT(f.length, rsp_body.front().size());
        CHECK(f.body == rsp_body.front());
        EXPECT(f.vc + f.node + f.flags, 0);
        // One that was begun before a HELLO has the number of the session before.
        if (!welcome_due) {
            EXPECT(f.seq, tx_seq);
            rsp_seqs++;
        }
        rsp_due.pop_front();
        rsp_body.pop_front();
    }
    void welcome_came(const hl_frame &f, bool uart)
    {
        CHECK(welcome_due);
        // Of two HELLO close together one may be answered for both, the last one always.
        while (!welcome_tags.empty() && welcome_tags.front().f.tag != f.tag)
            welcome_tags.pop_front();
        CHECK(!welcome_tags.empty());
        EXPECT(uart, welcome_tags.front().uart);
        if (!uart) EXPECT(f.dst, welcome_tags.front().f.src);
        welcome_tags.pop_front();
        welcome_due = !welcome_tags.empty();
        bytes want;
        put_be(want, 0x5454504E, 4);
        put_be(want, 1, 2);
        put_be(want, BOARD, 2);
        put_be(want, 1024, 2);
        put_be(want, 32, 2);
        put_be(want, links, 4);
        EXPECT(f.length, 16);
        CHECK(f.body == want);
        EXPECT(f.node, ME & 0xFFFFFF);
        EXPECT(f.vc + f.flags + f.seq, 0);
        told_ack = f.ack;
        told_limit = f.limit;
        told_any = true;
    }
    void status_came(const hl_frame &f, bool news)
    {
        EXPECT(f.length + f.body.size() + f.vc, 0);
        EXPECT(f.node, ME & 0xFFFFFF);
        CHECK(f.flags <= 1);
        // One STATUS may answer several frames that ask, and some may be under way when the next
        // frame asks. But none comes without a reason.
        if (!f.flags && !news) {
            CHECK(asked > 0);
            asked = std::min(asked, 4u) - 1;
        }
        if (!f.flags) return;
        // A GOBACK has a gap as its reason; strict: the output never held one up.
        CHECK(gaps > 0);
        if (last_goback && strict) CHECK(chk.cycle - last_goback >= QUIET);
        last_goback = chk.cycle;
        gobacks++;
        seen_goback = true;
    }
    // A payload or a completion
    void numbered_came(const hl_frame &f)
    {
        // The limit of a frame counts before its last beat is read.
        unsigned most = peer;
        for (const sent &q : flight)
            if (q.f.type == T_DATA && ours(q) && q.uart == s_uart && diff(q.f.limit, most) > 0)
                most = q.f.limit;
        CHECK(diff(tx_seq, most) < 0);
        tx_seq = (tx_seq + 1) & 0xFFFF;
        EXPECT(f.flags, 0);
        if (f.type == T_CPL) {
            EXPECT(f.length, 16);
            CHECK(!want_cpl.empty() && f.body == want_cpl.front());
            EXPECT(f.vc + f.node, 0);
            want_cpl.pop_front();
            return;
        }
        EXPECT(f.type, T_DATA_UP);
        CHECK(!want_up.empty());
        const payload &p = want_up.front();
        const bool is_short = p.b.size() < 28;
        EXPECT(f.vc << 24 | f.node, p.who);
        EXPECT(f.length, is_short ? p.b.size() : 0);
        CHECK(f.body == p.b);
        short_up += is_short;
        want_up.pop_front();
    }
};

#endif
