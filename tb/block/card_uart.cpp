// SPDX-License-Identifier: Apache-2.0
//
// The UART port at the line: frames arrive whole or are counted, at up to 2 % off the baud rate;
// escapes, wrong FCS, broken escapes, missing stop bits, spikes, too short, too long, no room; and
// what the card sends, taken apart bit by bit.
// PARAMS: -GCLK_HZ=2016000 -GBAUD=57600 | -GCLK_HZ=6250000 -GBAUD=115200
// PARAMS: -GCLK_HZ=1600000 -GBAUD=100000
#include <deque>
#include <memory>
#include "Vcard_uart.h"
#include "card_util.h"

// A frame as it lies on the line
static bytes slip(const bytes &f, bool end = true)
{
    bytes o;
    for (uint8_t b : f) {
        if (b == 0xC0) { o.push_back(0xDB); o.push_back(0xDC); }
        else if (b == 0xDB) { o.push_back(0xDB); o.push_back(0xDD); }
        else o.push_back(b);
    }
    if (end) o.push_back(0xC0);
    return o;
}

struct bench {
    tb_rng r;
    tb_check chk;
    std::unique_ptr<Vcard_uart> d = std::make_unique<Vcard_uart>();
    // To the card: bits with the time of their end, in cycles
    struct level { bool v; double len; };
    std::deque<level> line;
    double off = 1, rest = 0;           // baud rate of the other side against ours
    std::deque<bytes> want;
    uint64_t bad = 0, full = 0, frames = 0;
    bool stand = false;                 // nobody takes the frames
    bytes cur;
    // From the card
    std::deque<bytes> todo;
    beat_source src;
    std::deque<bytes> want_tx;
    double sample = 0;
    int bit = -1;
    unsigned shift = 0;
    bytes raw;
    uint64_t sent = 0, escapes = 0;

    explicit bench(uint64_t seed) : r(seed), chk("card_uart", seed)
    {
        d->uart_rx = 1;
        d->rst = 1;
        for (int i = 0; i < 4; i++) tick();
        d->rst = 0;
        run(200);
    }
    static double bit_time() { return static_cast<double>(CLK_HZ) / BAUD; }
    void put(uint8_t b, bool stop = true)
    {
        const double t = bit_time() * off;
        line.push_back({ false, t });
        for (unsigned i = 0; i < 8; i++) line.push_back({ (b >> i & 1) != 0, t });
        line.push_back({ stop, t });
        if (!stop) line.push_back({ true, t });
        if (r.one_in(20)) line.push_back({ true, r.below(3000) / 100.0 * t });
    }
    void put(const bytes &b) { for (uint8_t x : b) put(x); }
    void tick()
    {
        chk.cycle++;
        Vcard_uart &c = *d;
        if (!line.empty()) {
            c.uart_rx = line.front().v;
            rest += 1;
            while (!line.empty() && rest >= line.front().len) {
                rest -= line.front().len;
                line.pop_front();
            }
        } else { c.uart_rx = 1; rest = 0; }
        c.m_axis_uart_tready = !stand && !r.one_in(4);
        if (src.cur.empty() && !todo.empty()) { src.cur = todo.front(); todo.pop_front(); }
        src.drive(r, 30, c.s_axis_uart_tdata, c.s_axis_uart_tkeep, c.s_axis_uart_tvalid,
                  c.s_axis_uart_tlast);
        c.eval();
        if (c.s_axis_uart_tvalid && c.s_axis_uart_tready && !c.rst) src.taken();
        if (c.ev_valid) (c.ev_code == C_UART_FULL ? full : bad)++;
        if (c.ev_valid) CHECK_EQ(chk, c.ev_code == C_UART_FULL || c.ev_code == C_UART_BAD, true);
        if (c.m_axis_uart_tvalid && c.m_axis_uart_tready) {
            if (cur.empty()) {
                CHECK_EQ(chk, c.m_axis_uart_tkeep, 0xC0);
                CHECK_EQ(chk, c.m_axis_uart_tlast, 0);
            } else if (!c.m_axis_uart_tlast)
                CHECK_EQ(chk, c.m_axis_uart_tkeep, 0xFF);
            beat_append(cur, c.m_axis_uart_tdata, c.m_axis_uart_tkeep);
            if (c.m_axis_uart_tlast) {
                CHECK_EQ(chk, want.empty(), false);
                CHECK_EQ(chk, cur == want.front(), true);
                want.pop_front();
                cur.clear();
                frames++;
            }
        }
        // The line from the card, sampled in the middle of its bits
        if (bit < 0) { if (!c.uart_tx && !c.rst) { bit = 0; sample = bit_time() / 2; } }
        else if ((sample -= 1) <= 0) {
            sample += bit_time();
            if (bit == 0) CHECK_EQ(chk, c.uart_tx, 0);
            else if (bit <= 8) shift = shift >> 1 | static_cast<unsigned>(c.uart_tx) << 7;
            else { CHECK_EQ(chk, c.uart_tx, 1); came(static_cast<uint8_t>(shift)); bit = -2; }
            bit++;
        }
        tb_edge(c);
    }
    void came(uint8_t b)
    {
        if (b != 0xC0) { raw.push_back(b); return; }
        bytes f;
        for (size_t i = 0; i < raw.size(); i++) {
            if (raw[i] != 0xDB) { f.push_back(raw[i]); continue; }
            CHECK_EQ(chk, i + 1 < raw.size() && (raw[i + 1] == 0xDC || raw[i + 1] == 0xDD), true);
            f.push_back(raw[++i] == 0xDC ? 0xC0 : 0xDB);
            escapes++;
        }
        raw.clear();
        CHECK_EQ(chk, eth_fcs_state(f), 0);
        f.resize(f.size() - 4);
        CHECK_EQ(chk, want_tx.empty(), false);
        CHECK_EQ(chk, f == want_tx.front(), true);
        want_tx.pop_front();
        sent++;
    }
    void run(unsigned n) { while (n--) tick(); }
    void drain() { while (!line.empty()) tick(); run(static_cast<unsigned>(bit_time() * 20)); }
    bytes frame(size_t n)
    {
        bytes f = eth_random(r, n);
        if (r.one_in(3)) for (auto &b : f) if (r.one_in(3)) b = r.one_in(2) ? 0xC0 : 0xDB;
        return f;
    }
    void good(size_t n, bool lead_end = false)
    {
        bytes f = frame(n);
        want.push_back(f);
        eth_add_fcs(f);
        if (lead_end) put(0xC0);
        put(slip(f));
    }
    // A frame that must be dropped, and one after it that must not.
    void spoiled(const bytes &on_line, uint64_t by = 1)
    {
        drain();
        const uint64_t n = bad;
        put(on_line);
        drain();
        CHECK_EQ(chk, bad - n, by);
        good(18 + r.below(20));
        drain();
        CHECK_EQ(chk, bad - n, by);
        CHECK_EQ(chk, want.empty(), true);
    }
    // at: the byte of the FCS that is to be escaped, 0 to 3
    void send(size_t n, unsigned at = 4)
    {
        bytes f, g;
        do {
            g = f = frame(n);
            eth_add_fcs(g);
        } while (at < 4 && g[n + at] != 0xC0 && g[n + at] != 0xDB);
        want_tx.push_back(f);
        f.insert(f.begin(), 6, 0xEE);
        todo.push_back(f);
    }
};

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    bench b(seed);
    tb_rng &r = b.r;
    for (double off : { 1.0, 1.02, 0.98 }) {
        b.off = off;
        for (unsigned n : { 1042u, 18u, 19u, 20u, 21u, 25u, 26u, 27u }) b.good(n, r.one_in(2));
        for (unsigned i = 0; i < 15; i++) b.good(r.in(18, 200), r.one_in(2));
        for (unsigned i = 0; i < 10; i++) b.send(r.in(19, 100));
        b.drain();
        CHECK_EQ(b.chk, b.want.size(), 0);
        CHECK_EQ(b.chk, b.bad + b.full, 0);
    }
    b.off = 1;
    // Nothing but END is no frame.
    for (unsigned i = 0; i < 5; i++) b.put(0xC0);
    b.drain();
    CHECK_EQ(b.chk, b.bad, 0);

    bytes f = b.frame(60);
    eth_add_fcs(f);
    for (unsigned i = 0; i < 20; i++) {
        bytes g = f;
        g[r.below(g.size())] ^= static_cast<uint8_t>(1u << r.below(8));
        b.spoiled(slip(g));
    }
    for (size_t n : { 1u, 4u, 17u }) { f = b.frame(n); eth_add_fcs(f); b.spoiled(slip(f)); }
    for (size_t n : { 1043u, 1044u, 3000u }) { f = b.frame(n); eth_add_fcs(f); b.spoiled(slip(f)); }
    // Escapes of something else, and at the end
    f = bytes(40, 0x11);
    eth_add_fcs(f);
    for (unsigned x : { 0x00u, 0xDBu, 0xDEu, 0x11u }) {
        bytes g = slip(f, false);
        g[20] = 0xDB;
        g[21] = static_cast<uint8_t>(x);
        g.push_back(0xC0);
        b.spoiled(g);
    }
    bytes g = slip(f, false);
    g.push_back(0xDB);
    g.push_back(0xC0);
    b.spoiled(g);
    // The same where the FCS is right all the same: what stands for DB is escaped in a wrong way
    g = bytes(40, 0x11);
    g[20] = 0xDB;
    eth_add_fcs(g);
    g = slip(g);
    CHECK_EQ(b.chk, g[20] == 0xDB && g[21] == 0xDD, true);
    g[21] = 0x11;
    b.spoiled(g);
    // A byte too many that has no stop bit: it is not taken, and the FCS is right without it
    b.drain();
    const uint64_t before = b.bad;
    g = slip(f);
    for (size_t k = 0; k < g.size(); k++) {
        if (k == 20) b.put(0x11, false);
        b.put(g[k]);
    }
    b.drain();
    CHECK_EQ(b.chk, b.bad, before + 1);
    // A byte without stop bit, though all bits are right; also where the line stays low for long
    for (unsigned i = 0; i < 6; i++) {
        b.drain();
        const uint64_t n = b.bad;
        g = slip(f);
        const size_t at = r.below(g.size() - 1);
        for (size_t k = 0; k < g.size(); k++) b.put(g[k], k != at);
        b.drain();
        CHECK_EQ(b.chk, b.bad, n + 1);
    }
    b.drain();
    uint64_t n = b.bad;
    b.line.push_back({ false, 30 * bench::bit_time() });
    b.line.push_back({ true, 2 * bench::bit_time() });
    b.put(0xC0);
    b.good(30);
    b.drain();
    CHECK_EQ(b.chk, b.bad, n + 1);
    CHECK_EQ(b.chk, b.want.size(), 0);
    // A spike shorter than half a bit is no byte.
    n = b.bad;
    for (unsigned i = 0; i < 5; i++) {
        b.line.push_back({ false, 0.3 * bench::bit_time() });
        b.line.push_back({ true, 3 * bench::bit_time() });
        b.good(22);
    }
    b.drain();
    CHECK_EQ(b.chk, b.bad, n);
    CHECK_EQ(b.chk, b.want.size(), 0);
    // Nobody takes them: two of the longest do not fit, the first does; what fits again is not
    // lost.
    b.stand = true;
    b.good(1042);
    b.good(1042);
    b.want.pop_back();
    b.good(100);
    b.drain();
    CHECK_EQ(b.chk, b.full, 1);
    b.stand = false;
    b.run(5000);
    CHECK_EQ(b.chk, b.want.size(), 0);
    // One too long, where all that is kept of it has room: it is bad, not without room.
    b.stand = true;
    b.good(990);
    b.drain();
    const uint64_t no_room = b.full;
    f = b.frame(1100);
    eth_add_fcs(f);
    b.put(slip(f));
    b.drain();
    CHECK_EQ(b.chk, b.bad, ++n);
    CHECK_EQ(b.chk, b.full, no_room);
    // Without room in the middle, though there is some again at its end: dropped whole
    b.good(1000);
    b.put(bytes(120, 0x22));
    b.drain();
    b.stand = false;
    b.run(5000);
    f = bytes(120, 0x22);
    eth_add_fcs(f);
    b.put(bytes(f.end() - 4, f.end()));
    b.put(0xC0);
    b.drain();
    CHECK_EQ(b.chk, b.full, no_room + 1);
    b.good(30);
    b.drain();
    CHECK_EQ(b.chk, b.bad, n);
    CHECK_EQ(b.chk, b.want.size(), 0);
    // Every fill level, so that also the last byte is the one without room
    unsigned fitted = 0;
    for (unsigned x = 25; x < 37; x++) {
        b.stand = true;
        b.good(1000);
        b.good(1020);
        const uint64_t before = b.full;
        b.good(x);
        b.drain();
        if (b.full > before) b.want.pop_back();
        else fitted++;
        b.stand = false;
        b.run(5000);
        CHECK_EQ(b.chk, b.want.size(), 0);
    }
    b.chk.reached("a frame without room at some fill level", b.full > 1);
    b.chk.reached("the same with room", fitted);
    CHECK_EQ(b.chk, b.bad, n);

    // Sending: room and empty
    b.run(static_cast<unsigned>(bench::bit_time() * 20000) * (b.want_tx.size() ? 1u : 0u));
    while (!b.want_tx.empty()) b.tick();
    b.run(100);
    CHECK_EQ(b.chk, b.d->empty, 1);
    CHECK_EQ(b.chk, b.d->room, 1);
    for (unsigned i = 0; i < 3; i++) {
        // As long as there is room the longest frame is taken at once.
        while (!b.d->room) b.tick();
        b.send(1042);
        const uint64_t t = b.chk.cycle;
        while (!b.todo.empty() || !b.src.idle()) b.tick();
        CHECK_EQ(b.chk, b.chk.cycle - t < 2500, true);
        b.run(3);
        CHECK_EQ(b.chk, b.d->empty, 0);
    }
    CHECK_EQ(b.chk, b.d->room, 0);
    while (!b.want_tx.empty()) b.tick();
    b.run(static_cast<unsigned>(bench::bit_time() * 30));
    CHECK_EQ(b.chk, b.d->empty, 1);
    for (unsigned i = 0; i < 25; i++) b.send(r.in(18 + 1, 60), i % 5);
    while (!b.want_tx.empty()) { CHECK_EQ(b.chk, b.chk.cycle < 90000000, true); b.tick(); }
    b.chk.reached("an escape sent", b.escapes);
    printf("PASS %" PRIu64 " frames in, %" PRIu64 " bad, %" PRIu64 " without room, %" PRIu64
           " out\n",
           b.frames, b.bad, b.full, b.sent);
    return 0;
}
