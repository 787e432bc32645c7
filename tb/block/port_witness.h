// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_port.cpp: each frame that goes in comes out as docs/port.md says, in
// order, or is counted. Where registers change while a frame passes, any of the registers that
// there were in that time may have decided.
#ifndef PORT_WITNESS_H
#define PORT_WITNESS_H

#include <deque>
#include "port_frames.h"

enum { PORT_W = DATA_W / 8 };

inline size_t port_words(const port_bytes &f) { return (f.size() + PORT_W - 1) / PORT_W; }

struct port_witness {
    tb_check &chk;
    port_regs regs;                         // as of now
    struct was { uint64_t until; port_regs regs; };
    std::deque<was> past;                   // older ones, and when they ended
    uint64_t count[N_ALL] = {};
    bool exact = true;                      // no register has changed: counters are known

    explicit port_witness(tb_check &c) : chk(c) {}

    struct from_wire { std::vector<port_fate> fates; bool user, full; size_t words; };
    struct from_mac { port_bytes bytes; bool user; std::vector<port_regs> regs; };
    std::deque<from_wire> wire;             // to come out of either stream
    std::deque<from_wire> other;            // those before a frame of the MAC that has come out
    std::deque<from_mac> mac;
    std::deque<port_bytes> host;
    uint64_t sprayed = 0, held = 0;         // held: words that may be in the queue for the host

    void fail(const char *what) { chk.eq(what, 0, 1); }

    // Registers that there were at some time from a cycle on.
    std::vector<port_regs> since(uint64_t cycle)
    {
        std::vector<port_regs> all;
        while (past.size() > 64) past.pop_front();
        for (const was &w : past)
            if (w.until >= cycle) all.push_back(w.regs);
        all.push_back(regs);
        AIM("a frame under more than one set of registers", all.size() > 1);
        return all;
    }
    void write(uint32_t address, uint32_t v, unsigned answer)
    {
        const port_regs before = regs;
        const bool takes = regs.write(address, v);
        chk.eq("bresp", answer, takes ? 0 : 2);
        AIM("a write refused", !takes);
        past.push_back({ chk.cycle + 3, before });      // the route is written a cycle later
    }
    void read(uint32_t address, uint32_t v, unsigned answer)
    {
        const auto want = regs.read(address);
        const bool counter = (address & 0xFFC) >= 0x100 && (address & 0xFFC) < 0x130;
        chk.eq("rresp", answer, want || counter ? 0 : 2);
        if (want) chk.eq("rdata", v, *want);
        AIM("a read refused", !want && !counter);
    }

    // ------------------------------------------------------------ from the wire
    // A frame that began in a cycle ends; the queue for the host was near its end then.
    void comes(const port_frame &f, uint64_t began, bool full)
    {
        from_wire x{ {}, f.user, full, port_words(f.bytes) };
        for (const port_regs &g : since(began)) x.fates.push_back(g.receive(f.bytes));
        const port_fate &fate = x.fates.back();
        if (x.fates.size() > 1) {
            exact = false;
        } else if (fate.to == port_fate::DROPPED) {
            count[fate.counter]++;
            aims(fate.counter);
            return;
        } else if (fate.to == port_fate::OTHER && f.user) {
            count[N_OTHER_BAD]++;
            AIM("port.room: a bad other frame", 1);
            return;
        } else if (fate.to == port_fate::MAC) {
            count[N_IP_RX] += fate.ip;
            AIM("ip.in", fate.ip);
            AIM("ip.in: bit 5 of byte 50", fate.ip && f.bytes.size() > 50 && f.bytes[50] & 0x20);
            AIM("ip.in: a bad frame", fate.ip && f.user);
            AIM("ip.ignored", fate.ip && port_get(f.bytes, 18, 2) && f.bytes[20] & 0x80
                              && !(f.bytes[20] & 0x40) && f.bytes[15] && f.bytes[22] != 9);
            AIM("port.ttp: an end before byte 14", f.bytes.size() < 14);
            AIM("port.other without CTRL.OTHER", !fate.ip && f.bytes.size() >= 14
                                                 && port_get(f.bytes, 12, 2) != 0x9AC6);
        } else {
            AIM("port.other", 1);
            AIM("port.ip: IPv4 that ends before byte 42",
                regs.ipv4 && f.bytes.size() < 42 && port_get(f.bytes, 12, 2) == 0x0800);
        }
        if (can(x, port_fate::OTHER)) held += x.words;
        wire.push_back(x);
    }
    static void aims(int counter)
    {
        AIM("ip.version", counter == N_IP_VERSION);
        AIM("ip.checksum", counter == N_IP_CHECKSUM);
        AIM("ip.fragment", counter == N_IP_FRAGMENT);
        AIM("ip.length", counter == N_IP_LENGTH);
        AIM("ip.source", counter == N_IP_SOURCE);
    }
    static bool is(const from_wire &x, int to, const port_bytes &got)
    {
        for (const port_fate &f : x.fates)
            if (f.to == to && f.bytes == got) return true;
        return false;
    }
    static bool can(const from_wire &x, int to)
    {
        for (const port_fate &f : x.fates)
            if (f.to == to) return true;
        return false;
    }
    void to_mac(const port_bytes &got, bool user)
    {
        for (; !wire.empty(); wire.pop_front()) {
            const from_wire &x = wire.front();
            if (is(x, port_fate::MAC, got)) {
                chk.eq("the mark of a bad frame", user, x.user);
                if (can(x, port_fate::OTHER)) held -= x.words;
                wire.pop_front();
                return;
            }
            if (can(x, port_fate::OTHER)) other.push_back(x);
            else if (!can(x, port_fate::DROPPED)) break;
        }
        fail("a frame to the MAC that should have come");
    }
    void to_host(const port_bytes &got)
    {
        for (auto *list : { &other, &wire })
            for (auto x = list->begin(); x != list->end();) {
                if (is(*x, port_fate::OTHER, got)) {
                    chk.eq("a bad frame to the host", x->user, false);
                    count[N_OTHER_RX]++;
                    held -= x->words;
                    list->erase(x);
                    return;
                }
                if (list == &wire && can(*x, port_fate::MAC)) {
                    x++;
                    continue;
                }
                missed(*x);
                x = list->erase(x);
            }
        fail("a frame to the host that should have come");
    }
    // It does not come: it must have been dropped.
    void missed(const from_wire &x)
    {
        if (can(x, port_fate::OTHER)) held -= x.words;
        if (x.fates.size() > 1 || !can(x, port_fate::OTHER)) return;
        chk.eq("port.room: a drop for want of room", x.full, true);
        count[N_OTHER_DROP]++;
        AIM("port.room: no room", 1);
    }

    // ------------------------------------------------------------ to the wire
    void given(const port_frame &f, uint64_t began)
    {
        mac.push_back({ f.bytes, f.user, since(began) });
        if (mac.back().regs.size() > 1) exact = false;
    }
    void given_other(const port_frame &f)
    {
        if (f.user || port_words(f.bytes) > OTHER_WORDS) {
            count[N_OTHER_LONG]++;
            AIM("port.whole: a bad one", f.user);
            AIM("port.whole: longer than the queue", !f.user);
            return;
        }
        AIM("port.whole: as long as the queue", port_words(f.bytes) == OTHER_WORDS);
        host.push_back(f.bytes);
    }
    // True: it was an other one.
    bool to_wire(const port_bytes &got, bool user)
    {
        if (!mac.empty())
            for (const port_regs &g : mac.front().regs) {
                uint64_t n = sprayed;
                bool ip = false;
                if (g.send(mac.front().bytes, n, &ip) != got) continue;
                chk.eq("the mark of a bad frame", user, mac.front().user);
                aims(g, n != sprayed, ip);
                sprayed = n;
                count[N_IP_TX] += ip;
                mac.pop_front();
                return false;
            }
        if (host.empty() || host.front() != got || user) fail("a frame to the wire");
        host.pop_front();
        count[N_OTHER_TX]++;
        return true;
    }
    void aims(const port_regs &g, bool sprays, bool ip) const
    {
        const auto peer = static_cast<uint32_t>(port_get(mac.front().bytes, 3, 3));
        const port_route *x = g.find(peer);
        unsigned n = 0;
        for (const port_route &y : g.route) n += y.on && ((y.node ^ peer) & y.mask) == 0;
        AIM("ip.out", ip);
        AIM("ip.out: no route", g.ipv4 && !ip);
        AIM("ip.out: at least 50", ip && port_get(mac.front().bytes, 16, 2) < 50);
        AIM_IF(ROUTES > 1, "ip.route: the lowest of several", ip && n > 1);
        AIM("ip.route: bits above the host part", g.ipv4 && n && !ip);
        AIM("ip.ports 0", ip && x->ports == 0);
        AIM("ip.ports 1", ip && x->ports == 1);
        AIM("ip.ports 2", sprays);
    }

    // All that was to come out has come.
    void quiet()
    {
        for (const from_wire &x : other) missed(x);
        for (const from_wire &x : wire) {
            if (!can(x, port_fate::OTHER) && !can(x, port_fate::DROPPED)) fail("a frame was lost");
            missed(x);
        }
        other.clear();
        wire.clear();
        chk.eq("frames of the MAC that were lost", mac.size(), 0);
        chk.eq("frames of the host that were lost", host.size(), 0);
    }
    void reset()
    {
        regs = port_regs();
        past.clear();
        other.clear();
        wire.clear();
        mac.clear();
        host.clear();
        std::fill(count, count + N_ALL, 0);
        sprayed = held = 0;
        exact = true;
    }
};

#endif
