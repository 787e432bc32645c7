// SPDX-License-Identifier: Apache-2.0
//
// The UART port at the line: frames arrive whole or are counted, at up to 3 % off the baud rate;
// escapes, wrong FCS, broken escapes, missing stop bits, spikes, too short, too long, no room; and
// what the card sends, taken apart bit by bit.
// PARAMS: -GCLK_HZ=2016000 -GBAUD=57600 | -GCLK_HZ=6250000 -GBAUD=115200
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000
#include "Vcard_uart.h"
#include "lockstep.h"
#include "card_serial.h"

struct Bench : lockstep<Vcard_uart> {
    // To the card
    serial_to_card to;
    double off = 1;                 // length of the other side's bits against ours
    std::deque<bytes> want;
    bytes cur;
    bool nobody_takes = false;      // the frames
    uint64_t bad = 0, full = 0, frames = 0;
    // From the card
    std::deque<bytes> todo, want_tx;
    beat_source src;
    serial_from_card from{ chk };
    uint64_t sent = 0, fitted = 0;

    void drive() override
    {
        dut->uart_rx = to.step();
        dut->m_axis_uart_tready = !nobody_takes && !r.one_in(4);
        if (src.cur.empty() && !todo.empty()) {
            src.cur = todo.front();
            todo.pop_front();
        }
        src.drive(r, 30, dut->s_axis_uart_tdata, dut->s_axis_uart_tkeep, dut->s_axis_uart_tvalid,
                  dut->s_axis_uart_tlast);
    }
    void check() override
    {
        if (dut->rst) return;
        if (dut->ev_valid) {
            CHECK(dut->ev_code == C_UART_FULL || dut->ev_code == C_UART_BAD);
            (dut->ev_code == C_UART_FULL ? full : bad)++;
        }
        if (dut->m_axis_uart_tvalid && dut->m_axis_uart_tready) beat();
        if (from.step(dut->uart_tx)) {
            CHECK(!want_tx.empty() && from.frame == want_tx.front());
            want_tx.pop_front();
            sent++;
        }
    }
    void beat()
    {
        if (cur.empty()) {
            EXPECT(dut->m_axis_uart_tkeep, 0xC0);
            EXPECT(dut->m_axis_uart_tlast, 0);
        } else if (!dut->m_axis_uart_tlast) EXPECT(dut->m_axis_uart_tkeep, 0xFF);
        beat_append(cur, dut->m_axis_uart_tdata, dut->m_axis_uart_tkeep);
        if (!dut->m_axis_uart_tlast) return;
        CHECK(!want.empty() && cur == want.front());
        want.pop_front();
        cur.clear();
        frames++;
    }
    void step() override
    {
        if (dut->s_axis_uart_tvalid && dut->s_axis_uart_tready && !dut->rst) src.taken();
    }

    // ---- frames
    void put(uint8_t b, bool stop = true)
    {
        to.put(b, BIT * off, stop);
        if (r.one_in(20)) to.line.push_back({ true, r.below(3000) / 100.0 * BIT });
    }
    void put(const bytes &b) { for (uint8_t x : b) put(x); }
    void drain() { while (!to.line.empty()) run(1); run(static_cast<unsigned>(BIT * 20)); }
    bytes frame(size_t n)
    {
        bytes f = eth_random(r, n);
        if (r.one_in(3)) for (auto &b : f) if (r.one_in(3)) b = r.one_in(2) ? END : ESC;
        return f;
    }
    static bytes with_fcs(bytes f)
    {
        eth_add_fcs(f);
        return f;
    }
    void good(size_t n, bool lead_end = false)
    {
        want.push_back(frame(n));
        if (lead_end) put(END);
        put(slip(with_fcs(want.back())));
    }
    // After what was put: so many frames were dropped since, and the next one is not.
    void dropped(uint64_t by)
    {
        drain();
        EXPECT(bad, by);
        good(18 + r.below(20));
        drain();
        EXPECT(bad, by);
        CHECK(want.empty());
    }
    void spoiled(const bytes &on_line)
    {
        const uint64_t n = bad;
        put(on_line);
        dropped(n + 1);
    }
    void without_stop(const bytes &f, size_t at)
    {
        const uint64_t n = bad;
        for (size_t k = 0; k < f.size(); k++) put(f[k], k != at);
        dropped(n + 1);
    }
    // at: the byte of the FCS that is to be escaped, 0 to 3
    void send(size_t n, unsigned at = 4)
    {
        bytes f, g;
        do {
            f = frame(n);
            g = with_fcs(f);
        } while (at < 4 && g[n + at] != END && g[n + at] != ESC);
        want_tx.push_back(f);
        f.insert(f.begin(), 6, 0xEE);
        todo.push_back(f);
    }

    // ---- scenes
    void other_baud_rates()
    {
        for (double o : { 1.0, 1.03, 0.97 }) {
            off = o;
            for (unsigned n : { 1042u, 18u, 19u, 20u, 21u, 25u, 26u, 27u }) good(n, r.one_in(2));
            for (unsigned i = 0; i < 15; i++) good(r.in(18, 200), r.one_in(2));
            for (unsigned i = 0; i < 10; i++) send(r.in(19, 100));
            drain();
            CHECK(want.empty());
            EXPECT(bad + full, 0);
        }
        off = 1;
        // Nothing but END is no frame.
        for (unsigned i = 0; i < 5; i++) put(END);
        drain();
        EXPECT(bad, 0);
    }
    void wrong_bytes()
    {
        const bytes f = with_fcs(frame(60));
        for (unsigned i = 0; i < 20; i++) {
            bytes g = f;
            g[r.below(g.size())] ^= static_cast<uint8_t>(1u << r.below(8));
            spoiled(slip(g));
        }
        for (size_t n : { 1u, 4u, 17u, 1043u, 1044u, 3000u }) spoiled(slip(with_fcs(frame(n))));
    }
    void wrong_escapes()
    {
        const bytes f = slip(with_fcs(bytes(40, 0x11)), false);
        for (unsigned x : { 0x00u, 0xDBu, 0xDEu, 0x11u }) {
            bytes g = f;
            g[20] = ESC;
            g[21] = static_cast<uint8_t>(x);
            g.push_back(END);
            spoiled(g);
        }
        bytes g = f;                        // at the end
        g.push_back(ESC);
        g.push_back(END);
        spoiled(g);
        // The FCS is right all the same: a byte ESC is escaped in a wrong way.
        g = bytes(40, 0x11);
        g[20] = ESC;
        g = slip(with_fcs(g));
        CHECK(g[20] == ESC && g[21] == ESC_ESC);
        g[21] = 0x11;
        spoiled(g);
    }
    void wrong_levels()
    {
        // A byte too many that has no stop bit: it is not taken, and the FCS is right without it
        const bytes f = slip(with_fcs(bytes(40, 0x11)));
        bytes g = f;
        g.insert(g.begin() + 20, 0x11);
        without_stop(g, 20);
        // A byte without stop bit, though all bits are right; also where the line is low for long
        for (unsigned i = 0; i < 6; i++) without_stop(f, r.below(f.size() - 1));
        uint64_t n = bad;
        to.line.push_back({ false, 30 * BIT });
        to.line.push_back({ true, 2 * BIT });
        put(END);
        dropped(n + 1);
        // A spike shorter than half a bit is no byte.
        n = bad;
        for (unsigned i = 0; i < 5; i++) {
            to.line.push_back({ false, 0.3 * BIT });
            to.line.push_back({ true, 3 * BIT });
            good(22);
        }
        dropped(n);
    }
    void taken_again()
    {
        nobody_takes = false;
        run(5000);
        CHECK(want.empty());
    }
    void no_room()
    {
        const uint64_t were_bad = bad;
        // Two of the longest do not fit, the first does; what fits again is not lost.
        nobody_takes = true;
        good(1042);
        good(1042);
        want.pop_back();
        good(100);
        drain();
        EXPECT(full, 1);
        taken_again();
        // One too long, where all that is kept of it has room: it is bad, not without room.
        nobody_takes = true;
        good(990);
        drain();
        put(slip(with_fcs(frame(1100))));
        drain();
        EXPECT(bad, were_bad + 1);
        EXPECT(full, 1);
        // Without room in the middle, though there is some again at its end: dropped whole
        good(1000);
        put(bytes(120, 0x22));
        drain();
        taken_again();
        const bytes f = with_fcs(bytes(120, 0x22));
        put(bytes(f.end() - 4, f.end()));
        put(END);
        dropped(were_bad + 1);
        EXPECT(full, 2);
        // Every fill level, so that also the last byte is the one without room
        for (unsigned x = 25; x < 37; x++) {
            nobody_takes = true;
            good(1000);
            good(1020);
            const uint64_t were_full = full;
            good(x);
            drain();
            if (full > were_full) want.pop_back();
            else fitted++;
            taken_again();
        }
        EXPECT(bad, were_bad + 1);
    }
    void all_sent()
    {
        await("all frames of the card", 90000000, [&] { return want_tx.empty(); });
        run(static_cast<unsigned>(BIT * 30));
        EXPECT(dut->empty, 1);
    }
    void sending()
    {
        all_sent();
        EXPECT(dut->room, 1);
        for (unsigned i = 0; i < 3; i++) {
            // As long as there is room the longest frame is taken at once.
            await("room to send", 90000000, [&] { return dut->room; });
            send(1042);
            await("a frame taken at once", 2500, [&] { return todo.empty() && src.idle(); });
            run(3);
            EXPECT(dut->empty, 0);
        }
        EXPECT(dut->room, 0);
        all_sent();
        for (unsigned i = 0; i < 25; i++) send(r.in(18 + 1, 60), i % 5);
        all_sent();
    }
    void play()
    {
        dut->rst = 1;
        run(4);
        dut->rst = 0;
        run(200);
        other_baud_rates();
        wrong_bytes();
        wrong_escapes();
        wrong_levels();
        no_room();
        sending();
    }
    void aims() override
    {
        aim("frames in", frames);
        aim("bad ones", bad);
        aim("a frame without room at some fill level", full > 2);
        aim("the same with room", fitted);
        aim("frames out", sent);
        aim("an escape sent", from.escapes);
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
