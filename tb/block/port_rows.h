// SPDX-License-Identifier: Apache-2.0
//
// Literal rows for tb/block/ttp_port.cpp: frames byte by byte as docs/port.md has them and as the
// reference was seen to send them with ipv4=1, into the port and out of it. The headers are typed,
// their checksums added up by hand; no function of the witness makes an expectation.
#ifndef PORT_ROWS_H
#define PORT_ROWS_H

#include <string>
#include "port_bench.h"

struct port_rows : port_bench {
    const std::string ZEROS = std::string(32, '0');      // bytes 18 to 33 of TTPoE form

    static port_bytes hex(const std::string &text) { return tb_hex(text); }
    // Behind the head: opcode, VC 1, bytes 48 to 50, IDs; n bytes of payload; zeros up to 64 bytes.
    static port_bytes behind(const std::string &head, unsigned op, const char *life, unsigned n)
    {
        port_bytes f = hex(head + (op == 6 ? "06" : "07") + "01 0000 0000" + life
                           + "00 01020304 00000000");
        for (unsigned i = 0; i < n; i++) f.push_back(static_cast<uint8_t>(7 * i + i / 256));
        if (f.size() < 64) f.resize(64);
        return f;
    }
    // Node 1 is 10.0.0.1, node 2 is 10.0.0.2 behind 02:11:22:33:44:55.
    void plain(uint32_t ctrl, uint32_t route0 = 0x100)
    {
        reset(2);
        set(0x010, 0x0A000001);
        set(0x014, 8);
        set(0x020, 2);
        set(0x024, 0xFFFFFF);
        set(0x028, 0x22334455);
        set(0x02C, 0x0211);
        set(0x030, route0);
        set(0x008, ctrl);
    }
    void gives(const char *row, const port_sink &s, uint64_t before, const port_bytes *want)
    {
        chk.eq(row, s.n - before, want != nullptr);
        if (!want) return;
        chk.eq(row, s.last.size(), want->size());
        for (size_t i = 0; i < want->size(); i++)
            if (s.last[i] != (*want)[i])
                chk.eq((std::string(row) + ", byte " + std::to_string(i)).c_str(), s.last[i],
                       (*want)[i]);
        played++;
    }
    uint64_t played = 0;
    // A frame into one of the three sides, what is to come out of the sides, which counter moves.
    void row(const char *name, port_source &from, const port_frame &f, const port_bytes *to_m,
             const port_bytes *to_h, const port_bytes *to_w, int counter, int second = -1)
    {
        const uint64_t m = to_mac.n, h = to_host.n, w = to_wire.n;
        uint32_t was[N_ALL];
        for (unsigned i = 0; i < N_ALL; i++) was[i] = get(0x100 + 4 * i);
        from.frames.push_back(f);
        await(name, 2000, [&] { return from.frames.empty(); });
        run(port_words(f.bytes) + 20);
        gives(name, to_mac, m, to_m);
        gives(name, to_host, h, to_h);
        gives(name, to_wire, w, to_w);
        for (int i = 0; i < N_ALL; i++)
            chk.eq(name, get(0x100 + 4 * static_cast<unsigned>(i)) - was[i],
                   i == counter || i == second);
    }
    void to_mac_row(const char *name, const port_bytes &f, const port_bytes &out, int counter = -1)
    {
        row(name, wire, { f, false }, &out, nullptr, nullptr, counter);
    }
    void drop_row(const char *name, const port_bytes &f, int counter)
    {
        row(name, wire, { f, false }, nullptr, nullptr, nullptr, counter);
    }
    void other_row(const char *name, const port_bytes &f)
    {
        row(name, wire, { f, false }, nullptr, &f, nullptr, N_OTHER_RX);
    }

    // Both forms of one packet: total length of TTH, total length and checksum of IPv4, and the
    // length of TSH and UDP.
    void both_forms(unsigned n, const char *tth, const char *total, const char *sum,
                    const char *len)
    {
        const std::string t = tth, ip = total, l = len;
        const unsigned op = n ? 6 : 7;
        // From node 1 to node 2, and from node 2 to node 1.
        const port_bytes ours = behind("98ED5C000002 98ED5C000001 9AC6 0500" + t + ZEROS
                                       + "000001 000002" + l, op, "000010", n);
        const port_bytes sent = behind("021122334455 98ED5C000001 0800 4500" + ip + "0000 4000"
                                       "0911" + sum + "0A000001 0A000002 01A4 01A4" + l + "0000",
                                       op, "000010", n);
        row("ip.out", mac, { ours, false }, nullptr, nullptr, &sent, N_IP_TX);
        const port_bytes theirs = behind("021122334401 525400123456 0800 4500" + ip + "0000 4000"
                                         "0911" + sum + "0A000002 0A000001 01A4 01A4" + l + "0000",
                                         op, "000020", n);
        const port_bytes got = behind("98ED5C000001 98ED5C000002 9AC6 0500" + ip + ZEROS
                                      + "000002 000001" + l, op, "000000", n);
        to_mac_row("ip.in", theirs, got, N_IP_RX);
    }
    void forms()
    {
        plain(3);
        // 4500 + 4000 + 0911 + 0A00 + 0001 + 0A00 + 0002 = A214, and the length; inverted.
        both_forms(0, "002E", "0032", "5DB9", "001A");
        both_forms(1, "002F", "0032", "5DB9", "001B");
        both_forms(3, "0031", "0032", "5DB9", "001D");
        both_forms(4, "0032", "0032", "5DB9", "001E");
        both_forms(5, "0033", "0033", "5DB8", "001F");
        both_forms(500, "0222", "0222", "5BC9", "020E");
        both_forms(1024, "042E", "042E", "59BD", "041A");
        plain(1);
        const port_bytes f = behind("98ED5C000002 98ED5C000001 9AC6 0500 002E" + ZEROS
                                    + "000001 000002 001A", 7, "000000", 0);
        row("ip.out: not in IPv4 mode", mac, { f, false }, nullptr, nullptr, &f, -1);
    }
    // A good frame in IPv4 form from node 2 with some bytes changed; the checksum as it was, or as
    // the row says.
    port_bytes changed(size_t at, const char *bytes, const char *sum = "5DB9")
    {
        port_bytes f = behind(std::string("021122334401 525400123456 0800 4500 0032 0000 4000 0911")
                              + sum + "0A000002 0A000001 01A4 01A4 001A 0000", 7, "000020", 0);
        for (uint8_t b : hex(bytes)) f[at++] = b;
        return f;
    }
    void receiving()
    {
        const port_bytes got = behind("98ED5C000001 98ED5C000002 9AC6 0500 0032"
                                      + ZEROS + "000002 000001 001A", 7, "000000", 0);
        plain(3);
        const port_bytes short_frame = hex("98ED5C000001 525400123456 08");
        to_mac_row("port.ttp: 13 bytes", short_frame, short_frame);
        const port_bytes typed = hex("98ED5C000001 525400123456 0800");
        other_row("port.ip: 14 bytes", typed);
        const port_bytes ttpoe = changed(12, "9AC6");
        to_mac_row("port.ttp", ttpoe, ttpoe);
        other_row("port.ip: EtherType", changed(12, "0806"));
        other_row("port.ip: options", changed(14, "46"));
        other_row("port.ip: header of four words", changed(14, "44"));
        other_row("port.ip: protocol", changed(23, "06"));
        other_row("port.ip: destination, first byte", changed(30, "0B"));
        other_row("port.ip: destination, last byte", changed(33, "03"));
        other_row("port.ip: UDP destination port", changed(36, "01A5"));
        other_row("port.ip: UDP source port", changed(34, "C001"));
        port_bytes cut = changed(0, "");
        cut.resize(41);
        other_row("port.ip: bytes 12 to 40", cut);
        other_row("port.ip: VLAN", changed(12, "8100 0001 0800"));
        drop_row("ip.version", changed(14, "55", "4DB9"), N_IP_VERSION);
        drop_row("ip.version: before ip.checksum", changed(14, "05"), N_IP_VERSION);
        drop_row("ip.checksum", changed(24, "5DB8"), N_IP_CHECKSUM);
        drop_row("ip.checksum: before ip.fragment", changed(20, "2000"), N_IP_CHECKSUM);
        drop_row("ip.fragment: more", changed(20, "2000", "7DB9"), N_IP_FRAGMENT);
        drop_row("ip.fragment: the last", changed(20, "0001", "9DB8"), N_IP_FRAGMENT);
        drop_row("ip.length", changed(38, "001F"), N_IP_LENGTH);
        drop_row("ip.length: above 16 bits", changed(38, "FFFF"), N_IP_LENGTH);
        drop_row("ip.source: another prefix", changed(26, "0B", "5CB9"), N_IP_SOURCE);
        drop_row("ip.source: no route", changed(29, "03", "5DB8"), N_IP_SOURCE);
        ignored();
        port_bytes life = changed(50, "FF"), without = got;
        without[50] = 0xDF;
        to_mac_row("ip.in: byte 50", life, without, N_IP_RX);
        plain(7);
        to_mac_row("port.ip: ANY_PORT", changed(34, "C001"), got, N_IP_RX);
        other_row("port.ip: ANY_PORT is not for the destination", changed(36, "01A5"));
        plain(2);
        const port_bytes arp = changed(12, "0806");
        to_mac_row("port.other: without CTRL.OTHER", arp, arp);
        plain(1);
        other_row("port.other: not in IPv4 mode", changed(0, ""));
        row("port.room: a bad one", wire, { arp, true }, nullptr, nullptr, nullptr, N_OTHER_BAD);
        plain(3, 0x000);
        drop_row("ip.source: a route that is off", changed(0, ""), N_IP_SOURCE);
    }
    // 45FF + 0032 + 1234 + 8000 + 0111 + 0A00 + 0002 + 0A00 + 0001 = ED79, inverted 1286.
    void ignored()
    {
        const port_bytes f = behind("021122334401 525400123456 0800 45FF 0032 1234 8000 0111 1286"
                                    "0A000002 0A000001 01A4 01A4 001A BEEF", 7, "000020", 0);
        const port_bytes got = behind("98ED5C000001 98ED5C000002 9AC6 0500 0032"
                                      + ZEROS + "000002 000001 001A", 7, "000000", 0);
        to_mac_row("ip.ignored", f, got, N_IP_RX);
    }
    // To node 0x8A1235 of 172.16.0.0/12's host part and above it, with a DSCP; ip.ports.
    void sending()
    {
        const port_bytes ours = behind("98ED5C081235 98ED5C000001 9AC6 0500 002E" + ZEROS
                                       + "000001 081235 001A", 7, "000000", 0);
        const port_bytes far = behind("98ED5C181235 98ED5C000001 9AC6 0500 002E" + ZEROS
                                      + "000001 181235 001A", 7, "000000", 0);
        reset(1);
        set(0x010, 0xAC100001);
        set(0x014, 12);
        set(0x018, 0x2E);
        set(0x020, 0x08FFFF);
        set(0x024, 0x0F0000);
        set(0x028, 0x00000001);
        set(0x02C, 0xFE00);
        // 45B8 + 0032 + 4000 + 0911 + AC10 + 0001 + AC18 + 1235 = 1F959 -> F95A, inverted 06A5.
        const auto sent = [&](const char *port) {
            return behind(std::string("FE0000000001 98ED5C000001 0800 45B8 0032 0000 4000 0911 06A5"
                                      "AC100001 AC181235") + port + "01A4 001A 0000", 7, "000000",
                          0);
        };
        const unsigned last = ROUTES - 1;
        set(0x030, 0x100 + last);
        set(0x008, 2);
        port_bytes f = sent("01A4");
        row("ip.ports: 0", mac, { ours, false }, nullptr, nullptr, &f, N_IP_TX);
        row("ip.route: above the host part", mac, { far, false }, nullptr, nullptr, &far, -1);
        set(0x030, 0x300 + last);
        // 0x081235: bits 13:0 are 0x1235, bits 23:14 are 0x020.
        f = sent("D215");
        row("ip.ports: 1", mac, { ours, false }, nullptr, nullptr, &f, N_IP_TX);
        set(0x030, 0x700 + last);           // 3 is 2
        for (const char *port : { "C000", "C001", "C002" }) {
            f = sent(port);
            row("ip.ports: 2", mac, { ours, false }, nullptr, nullptr, &f, N_IP_TX);
        }
        if (ROUTES > 1) {                   // the lowest index counts
            set(0x028, 0x00000002);
            set(0x030, 0x100);
            f = sent("01A4");
            f[5] = 2;
            row("ip.route: two that fit", mac, { ours, false }, nullptr, nullptr, &f, N_IP_TX);
        }
        set(0x008, 0);
        row("ip.out: IPV4 is 0", mac, { ours, false }, nullptr, nullptr, &ours, -1);
    }
    // 4500 + 0032 + 4000 + 0911 + 0A00 + C001 + 0A00 + 9DBB = 1FFFF: its carry makes another one.
    void carries()
    {
        reset(1);
        set(0x010, 0x0A00C001);
        set(0x030, 0x100);
        set(0x008, 2);
        const port_bytes ours = behind("98ED5C009DBB 98ED5C00C001 9AC6 0500 002E" + ZEROS
                                       + "00C001 009DBB 001A", 7, "000000", 0);
        const port_bytes sent = behind("000000000000 98ED5C00C001 0800 4500 0032 0000 4000"
                                       "0911 FFFE 0A00C001 0A009DBB 01A4 01A4 001A 0000", 7,
                                       "000000", 0);
        row("ip.out: two carries", mac, { ours, false }, nullptr, nullptr, &sent, N_IP_TX);
    }
    void others()
    {
        plain(3);
        const port_bytes as_given = changed(0, "");
        row("port.whole", host, { as_given, false }, nullptr, nullptr, &as_given, N_OTHER_TX);
        row("port.whole: tuser", host, { as_given, true }, nullptr, nullptr, nullptr, N_OTHER_LONG);
        port_bytes f(OTHER_WORDS * PORT_W, 0x5A);
        row("port.whole: as long as the queue", host, { f, false }, nullptr, nullptr, &f,
            N_OTHER_TX);
        row("port.room: as long as the queue", wire, { f, false }, nullptr, &f, nullptr,
            N_OTHER_RX);
        f.push_back(0x5A);
        row("port.whole: one byte more", host, { f, false }, nullptr, nullptr, nullptr,
            N_OTHER_LONG);
        row("port.room: one byte more", wire, { f, false }, nullptr, nullptr, nullptr,
            N_OTHER_DROP);
        turn_row();
    }
    // port.turn, SHARE 2: three of the MAC and one of the host wait behind a wire that stands.
    void turn_row()
    {
        set(0x00C, 2);
        to_wire.load = 0;
        for (unsigned i = 0; i < 6; i++) mac.frames.push_back({ port_bytes(600, 0x10), false });
        run(40);                                // u_out is full of the first
        host.frames.push_back({ port_bytes(60, 0x20), false });
        run(40);
        to_wire.load = 100;
        const uint64_t n = to_wire.n;
        await("port.turn: the other one", 2000, [&] { return to_wire.last[0] == 0x20; });
        // The first was under way; at 512 bit it has begun before the other one was there.
        chk.eq("port.turn: frames before it", to_wire.n - n, 4);
        await("port.turn: the rest", 2000, [&] { return to_wire.n - n == 7; });
        chk.eq("OTHER_TX", get(0x10C), 2 + 1);
        witness.quiet();
    }
    void rows()
    {
        forms();
        receiving();
        sending();
        carries();
        others();
        aim("rows", played);
    }
};

#endif
