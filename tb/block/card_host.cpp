// SPDX-License-Identifier: Apache-2.0
//
// The host link against a second reading of docs/host-link.md: every frame that goes in gets the verdict that the
// reference gives it, every payload, completion and register operation arrives once and in order, every frame that comes
// out is taken apart. Around it: two ports, a MAC that stalls, registers that take their time.
// PARAMS: -GTX_CELLS=1536 -GSTALL_MAX=100 -GBOARD=3 | -GTX_CELLS=256 -GSTALL_MAX=511 -GBOARD=258
// SEEDS: 1 2 3
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include "Vcard_host.h"
#include "card_util.h"

static const uint64_t ME = 0x025454ABCDEF, HOST_A = 0x0A0B0C0D0E0F, HOST_B = 0x020304050607, ALL = 0xFFFFFFFFFFFF;
static const unsigned LINKS = 0x12345678, RESERVE = TX_CELLS / 64, SLACK = 4;

struct payload { uint32_t who; bytes b; };
struct completion { uint8_t b[16]; };
struct sent { hl_frame f; bool uart; size_t raw; };     // raw: bytes on the stream from byte 0 of the frame

static int16_t diff(unsigned a, unsigned b) { return static_cast<int16_t>(static_cast<uint16_t>(a - b)); }

struct bench {
    tb_rng r;
    tb_check chk;
    std::unique_ptr<Vcard_host> d = std::make_unique<Vcard_host>();
    uint64_t seen[C_N] = {};            // events of the card
    uint64_t got[16] = {};              // frames out, by type
    uint64_t gobacks = 0, gaps = 0, discards = 0, short_up = 0, last_gb = 0;

    // Frames in
    std::deque<sent> in[2];
    beat_source src[2];
    std::deque<sent> flight;            // being read: first beat taken, no event yet
    bool mid_in[2] = { false, false };
    unsigned gap = 20;

    // Frames out
    bytes out[2];
    unsigned out_busy = 20;             // percent of cycles without ready
    bool uart_room = true, uart_empty = true;

    // Payloads
    std::deque<payload> want_down, up, want_up;
    bytes down;
    unsigned mac_busy = 10;             // percent of cycles without ready; 100: stands
    beat_source up_src;
    bool begun_next = false, down_mid = false;
    uint32_t down_dest = 0;
    std::deque<completion> cpl, want_cpl;
    unsigned cpl_lost = 0;

    // Registers: MAC 0x000..0x3FF, card 0x1000..0x13FF; odd words are read only, beyond is an error
    std::map<unsigned, uint32_t> mem, ref;
    unsigned cells = TX_CELLS, pkts = 200;
    bool aw = false, w = false, ar = false, bv = false, rv = false;
    unsigned waddr = 0, raddr = 0, wdata = 0, wstrb = 0, delay = 0, rdelay = 0, reg_delay = 0;
    bool reg_on = false;
    std::deque<unsigned> writes;        // to the MAC, addresses in order
    unsigned slow = 3;                  // most cycles of an access
    uint64_t readings = 0, read_ends = 0;   // of the free cells and packets: begun, ended

    // Reference
    bool sess = false, s_uart = false;
    uint64_t s_mac = 0;
    unsigned next = 0, peer = 0, tx_seq = 0, told_limit = 0, told_ack = 0;
    bool welcome_due = false;
    unsigned stale = 0;
    std::deque<sent> welcome_tags;      // HELLO since the last WELCOME
    bool told_any = false;
    std::deque<sent> rsp_due;
    std::deque<bytes> rsp_body;
    unsigned busy_ok = 0;

    bench(uint64_t seed) : r(seed), chk("card_host", seed)
    {
        for (unsigned a = 0; a < 0x400; a += 4) { mem[a] = ref[a] = static_cast<uint32_t>(r.bits(32)); mem[0x1000 + a] = ref[0x1000 + a] = static_cast<uint32_t>(r.bits(32)); }
        d->cfg_node = ME & 0xFFFFFF;
        d->link_state = LINKS;
        d->boot_seed = 0xBEEF;
        d->rst = 1;
        for (int i = 0; i < 4; i++) tick();
        d->rst = 0;
    }

    static bool known(unsigned a) { return (a & 0xEFFF) < 0x400 && a < 0x2000; }
    static bool writable(unsigned a) { return known(a) && (!(a >> 2 & 1) || a == 0x24 || a == 0x2C); }
    uint32_t read(std::map<unsigned, uint32_t> &m, unsigned a) { return a == 0xA8 ? cells : a == 0xB0 ? pkts : m[a & ~3u]; }
    static void write(std::map<unsigned, uint32_t> &m, unsigned a, uint32_t v, unsigned strb)
    {
        uint32_t &x = m[a & ~3u];
        for (unsigned i = 0; i < 4; i++) if (strb >> i & 1) x = (x & ~(0xFFu << (8 * i))) | (v & (0xFFu << (8 * i)));
    }

    // What becomes of a frame, by docs/host-link.md. code: what the card said, for the cases that depend on its own state.
    void verdict(unsigned code)
    {
        CHECK_EQ(chk, flight.empty(), false);
        const sent s = flight.front();
        const hl_frame &f = s.f;
        flight.pop_front();
        unsigned want;
        const size_t bodied = s.raw >= 32 ? s.raw - 32 : 0;
        const bool mine = sess && s_uart == s.uart && (s.uart || s_mac == f.src);
        if (!s.uart && (s.raw < 14 || (f.dst != ME && f.dst != ALL) || f.etype != 0x88B5)) want = C_NOT_OURS;
        else if (s.raw < 32 || f.version != 1 || f.type < 1 || f.type > 5) want = C_MALFORMED;
        else if (f.type == T_DATA ? f.length < 1 || f.length > 1024
                 : f.type == T_REQ ? f.length < 8 || f.length > 256 || f.length % 8 : f.length != 0) want = C_MALFORMED;
        else if (f.type == T_HELLO) {
            want = C_HELLO;
            sess = true; s_uart = s.uart; s_mac = f.src;
            next = 0; tx_seq = 0; peer = f.limit;
            welcome_due = true; welcome_tags.push_back(s); stale = 0;
        } else if (f.type == T_REQ) {
            want = bodied < f.length ? C_MALFORMED : C_REQ;
            if (code == C_BUSY) { want = C_BUSY; CHECK_EQ(chk, s.uart, false); CHECK_EQ(chk, busy_ok > 0, true); }
            else if (want == C_REQ) { execute(f, s.uart); busy_ok++; }
        } else if (!mine) want = C_NO_SESSION;
        else if (f.type == T_BYE) { want = C_BYE; sess = false; }
        else {
            const bool whole = bodied >= f.length;
            if (f.type == T_DATA && bodied == 0) want = C_MALFORMED;
            else {
                if (diff(f.limit, peer) > 0) peer = f.limit;
                if (f.type == T_CREDIT) want = C_CREDIT;
                else if (f.seq != next) { want = C_ORDER; if (diff(f.seq, next) > 0) gaps++; }
                else if (code == C_OVERRUN) {
                    // Only beyond what it has told.
                    want = C_OVERRUN;
                    CHECK_EQ(chk, told_any && diff(f.seq, told_limit) < 0, false);
                    gaps++;
                } else if (code == C_STALLED) { want = C_STALLED; CHECK_EQ(chk, mac_busy, 100); gaps++; }
                else if (!whole) want = C_MALFORMED;
                else {
                    want = C_DATA;
                    next = (next + 1) & 0xFFFF;
                    // Of a short frame on Ethernet padding may be what the length claims.
                    const bytes all = hl_bytes(f, true);
                    want_down.push_back({ f.vc << 24 | f.node, bytes(all.begin() + 32, all.begin() + 32 + f.length) });
                }
            }
        }
        if (want != code) fprintf(stderr, "type %u length %u raw %zu seq %u uart %d\n", f.type, f.length, s.raw, f.seq, s.uart);
        CHECK_EQ(chk, code, want);
    }
    void execute(const hl_frame &f, bool uart)
    {
        bytes out;
        for (unsigned i = 0; i < f.length; i += 8) {
            const unsigned op = f.body[i], strb = f.body[i + 1] & 15, a = static_cast<unsigned>(get_be(f.body, i + 2, 2));
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
        if (f.type == T_RSP) {
            CHECK_EQ(chk, rsp_due.empty(), false);
            const sent q = rsp_due.front();
            CHECK_EQ(chk, uart, q.uart);
            if (!uart) CHECK_EQ(chk, f.dst, q.f.src);
            CHECK_EQ(chk, f.tag, q.f.tag);
            CHECK_EQ(chk, f.length, rsp_body.front().size());
            CHECK_EQ(chk, f.body == rsp_body.front(), true);
            CHECK_EQ(chk, f.vc + f.node + f.flags, 0);
            rsp_due.pop_front();
            rsp_body.pop_front();
            busy_ok--;
            return;
        }
        // Two may be on their way when the HELLO comes: one whose last beat waits, one just begun.
        if (welcome_due && f.type != T_WELCOME && stale < 2) {
            stale++;
            if (f.type == T_CPL) want_cpl.pop_front();
            if (f.type == T_DATA_UP) want_up.pop_front();
            return;
        }
        if (f.type != T_WELCOME) {
            CHECK_EQ(chk, uart, s_uart);
            if (!uart) CHECK_EQ(chk, f.dst, s_mac);
            CHECK_EQ(chk, f.tag, 0);
        } else {
            CHECK_EQ(chk, welcome_due, true);
            // Of two HELLO close together one may be answered for both, the last one always.
            while (!welcome_tags.empty() && welcome_tags.front().f.tag != f.tag) welcome_tags.pop_front();
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
            CHECK_EQ(chk, get_be(f.body, 12, 4), LINKS);
            CHECK_EQ(chk, f.node, ME & 0xFFFFFF);
            CHECK_EQ(chk, f.vc + f.flags + f.seq, 0);
            told_ack = 0;
            told_limit = f.limit;
            told_any = true;
        }
        CHECK_EQ(chk, welcome_due && f.type != T_WELCOME, false);
        CHECK_EQ(chk, diff(f.ack, told_ack) >= 0 && diff(next, f.ack) >= 0, true);
        CHECK_EQ(chk, diff(f.limit, told_limit) >= 0 && diff(f.limit, next) <= 255, true);
        told_ack = f.ack;
        told_limit = f.limit;
        if (f.type == T_WELCOME) return;
        CHECK_EQ(chk, f.seq, tx_seq);
        if (f.type == T_STATUS) {
            CHECK_EQ(chk, f.length + f.body.size() + f.vc, 0);
            CHECK_EQ(chk, f.node, ME & 0xFFFFFF);
            CHECK_EQ(chk, f.flags <= 1, true);
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
        for (const sent &q : flight) if (q.f.type == T_DATA && q.uart == s_uart && diff(q.f.limit, most) > 0) most = q.f.limit;
        CHECK_EQ(chk, diff(tx_seq, most) < 0, true);
        tx_seq = (tx_seq + 1) & 0xFFFF;
        CHECK_EQ(chk, f.flags, 0);
        if (f.type == T_CPL) {
            CHECK_EQ(chk, f.length, 16);
            CHECK_EQ(chk, want_cpl.empty(), false);
            CHECK_EQ(chk, f.body.size() == 16 && !memcmp(f.body.data(), want_cpl.front().b, 16), true);
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
    bool seen_goback = false, strict = false;

    void tick()
    {
        chk.cycle++;
        Vcard_host &c = *d;
        for (unsigned p = 0; p < 2; p++)
            if (src[p].cur.empty() && !in[p].empty()) {
                src[p].cur = hl_bytes(in[p].front().f, !p);
                // The UART has no bytes 0..13; they are six of nothing here, and the first beat is bytes 8..15.
                if (p) src[p].cur.insert(src[p].cur.begin(), 6, 0xEE);
                src[p].cur.resize(in[p].front().raw - (p ? 8 : 0));
            }
        src[0].drive(r, gap, c.s_axis_eth_tdata, c.s_axis_eth_tkeep, c.s_axis_eth_tvalid, c.s_axis_eth_tlast);
        src[1].drive(r, gap, c.s_axis_uart_tdata, c.s_axis_uart_tkeep, c.s_axis_uart_tvalid, c.s_axis_uart_tlast);
        if (up_src.cur.empty() && !up.empty()) { up_src.cur = up.front().b; c.s_axis_data_tid = up.front().who; }
        up_src.drive(r, 0, c.s_axis_data_tdata, c.s_axis_data_tkeep, c.s_axis_data_tvalid, c.s_axis_data_tlast);
        c.m_axis_eth_tready = !r.percent(out_busy);
        c.m_axis_uart_tready = !r.percent(out_busy);
        c.uart_room = uart_room;
        c.uart_empty = uart_empty;
        c.m_axis_data_tready = !r.percent(mac_busy);
        c.begun = begun_next;
        c.s_axis_cpl_tvalid = !cpl.empty();
        if (!cpl.empty())
            for (unsigned i = 0; i < 4; i++) c.s_axis_cpl_tdata[i] = static_cast<uint32_t>(get_be(bytes(cpl.front().b, cpl.front().b + 16), 12 - 4 * i, 4));
        // Registers
        c.m_axil_awready = !aw;
        c.m_axil_wready = !w;
        c.m_axil_arready = !ar;
        c.m_axil_bvalid = bv;
        c.m_axil_rvalid = rv;
        c.m_axil_bresp = writable(waddr) ? 0 : 2;
        c.m_axil_rresp = known(raddr) ? 0 : 2;
        c.m_axil_rdata = rv && known(raddr) ? read(mem, raddr) : static_cast<uint32_t>(r.bits(32));
        c.reg_done = 0;
        if (reg_on && reg_delay == 0) {
            const unsigned a = 0x1000 + c.reg_addr;
            c.reg_done = 1;
            c.reg_error = c.reg_write ? !writable(a) : !known(a);
            c.reg_rdata = known(a) ? read(mem, a) : 0x55555555;
        }
        c.eval();

        const bool rst = c.rst;
        for (unsigned p = 0; p < 2; p++) {
            const bool v = p ? c.s_axis_uart_tvalid : c.s_axis_eth_tvalid, rdy = p ? c.s_axis_uart_tready : c.s_axis_eth_tready;
            if (!v || !rdy || rst) continue;
            if (!mid_in[p]) flight.push_back(in[p].front());
            mid_in[p] = true;
            if (src[p].taken()) { in[p].pop_front(); mid_in[p] = false; }
        }
        const bool take_up = c.s_axis_data_tvalid && c.s_axis_data_tready;
        begun_next = false;
        if (c.m_axis_data_tvalid && c.m_axis_data_tready) {
            if (!down_mid) { down_dest = c.m_axis_data_tdest; begun_next = true; }
            CHECK_EQ(chk, c.m_axis_data_tdest, down_dest);
            down_mid = !c.m_axis_data_tlast;
            if (!c.m_axis_data_tlast) CHECK_EQ(chk, c.m_axis_data_tkeep, 0xFF);
            beat_append(down, c.m_axis_data_tdata, c.m_axis_data_tkeep);
            if (c.m_axis_data_tlast) {
                if (c.m_axis_data_tuser) discards++;
                else done_down.push_back({ down_dest, down });
                down.clear();
            }
        }
        const bool cpl_take = c.s_axis_cpl_tvalid && c.s_axis_cpl_tready;
        bytes whole[2];
        for (unsigned p = 0; p < 2; p++) {
            const bool v = p ? c.m_axis_uart_tvalid : c.m_axis_eth_tvalid, rdy = p ? c.m_axis_uart_tready : c.m_axis_eth_tready;
            if (!v || !rdy) continue;
            const bool last = p ? c.m_axis_uart_tlast : c.m_axis_eth_tlast;
            const unsigned keep = p ? c.m_axis_uart_tkeep : c.m_axis_eth_tkeep;
            uint64_t data = p ? c.m_axis_uart_tdata : c.m_axis_eth_tdata;
            if (!last) CHECK_EQ(chk, keep, 0xFF);
            if (p && out[1].empty()) beat_append(out[1], data >> 48, 3);
            else beat_append(out[p], data, keep);
            if (last) whole[p].swap(out[p]);
        }
        // The reference moves before what it judges.
        if (c.rx_ev_valid && !rst) { seen[c.rx_ev_code]++; verdict(c.rx_ev_code); }
        if (c.tx_ev_valid) seen[c.tx_ev_code]++;
        if (c.cpl_lost) seen[C_CPL_LOST]++;
        if (cpl_take && !rst) {
            if (!sess) { cpl_lost++; want_cpl.pop_front(); }
            cpl.pop_front();
        }
        if (take_up && up_src.taken()) up.pop_front();
        for (unsigned p = 0; p < 2; p++) if (!whole[p].empty()) came(p, whole[p]);
        while (!done_down.empty() && !want_down.empty()) {
            CHECK_EQ(chk, done_down.front().who, want_down.front().who);
            CHECK_EQ(chk, done_down.front().b == want_down.front().b, true);
            done_down.pop_front();
            want_down.pop_front();
        }
        // Slave
        const bool b_end = bv && c.m_axil_bready, r_end = rv && c.m_axil_rready;
        if (c.m_axil_awvalid && !aw && !rst) { aw = true; waddr = c.m_axil_awaddr; delay = r.below(slow); }
        if (c.m_axil_wvalid && !w && !rst) { w = true; wdata = c.m_axil_wdata; wstrb = c.m_axil_wstrb; }
        if (c.m_axil_arvalid && !ar && !rst && c.m_axil_araddr == 0xA8) readings++;
        if (r_end && raddr == 0xB0) read_ends++;
        if (c.m_axil_arvalid && !ar && !rst) { ar = true; raddr = c.m_axil_araddr; rdelay = r.below(slow); }
        else if (ar && !rv) { if (rdelay) rdelay--; else rv = true; }
        if (aw && w && !bv) {
            if (delay) delay--;
            else {
                bv = true;
                writes.push_back(waddr);
                if (writable(waddr)) write(mem, waddr, wdata, wstrb);
            }
        }
        if (b_end) bv = aw = w = false;
        if (r_end) rv = ar = false;
        if (c.reg_done) {
            if (c.reg_write && writable(0x1000 + c.reg_addr)) write(mem, 0x1000 + c.reg_addr, c.reg_wdata, c.reg_wstrb);
            reg_on = false;
        } else if (c.reg_valid) {
            if (!reg_on) { reg_on = true; reg_delay = r.below(slow); }
            else if (reg_delay) reg_delay--;
        }
        tb_edge(c);
    }
    std::deque<payload> done_down;

    void run(unsigned n) { while (n--) tick(); }
    void settle_in()
    {
        for (unsigned i = 0; i < 20000 && (!in[0].empty() || !in[1].empty() || !flight.empty()); i++) tick();
        CHECK_EQ(chk, in[0].empty() && in[1].empty() && flight.empty(), true);
    }
    // Until everything has been read and answered.
    void settle(unsigned more = 1500)
    {
        for (unsigned i = 0; i < 200000; i++) {
            if (in[0].empty() && in[1].empty() && flight.empty() && rsp_due.empty() && !welcome_due && out[0].empty() && out[1].empty()) break;
            tick();
        }
        CHECK_EQ(chk, in[0].empty() && in[1].empty() && flight.empty(), true);
        CHECK_EQ(chk, rsp_due.empty(), true);
        CHECK_EQ(chk, welcome_due, false);
        run(more);
        CHECK_EQ(chk, want_down.size() + done_down.size(), 0);
        if (sess) {
            CHECK_EQ(chk, told_ack, next);
            CHECK_EQ(chk, told_limit, limit_now());
        }
    }
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
    hl_frame make(unsigned type, bool uart, uint64_t mac)
    {
        hl_frame f;
        f.dst = r.one_in(4) ? ALL : ME;
        f.src = uart ? 0 : mac;
        f.type = type;
        f.tag = static_cast<uint32_t>(r.bits(32));
        f.ack = static_cast<unsigned>(r.bits(16));
        f.flags = static_cast<unsigned>(r.bits(8)) & (type == T_CREDIT ? 0xFE : 0xFF);
        return f;
    }
    void push(const hl_frame &f, bool uart, size_t cut = 0)
    {
        size_t raw = hl_bytes(f, true).size();
        if (uart) raw = 32 + f.body.size();
        in[uart].push_back({ f, uart, cut ? cut : raw });
    }
    void hello(bool uart, unsigned limit, uint64_t mac = HOST_A)
    {
        hl_frame f = make(T_HELLO, uart, mac);
        f.limit = limit;
        push(f, uart);
    }
    hl_frame data(unsigned seq, unsigned n, unsigned limit)
    {
        hl_frame f = make(T_DATA, s_uart, s_mac);
        f.vc = r.one_in(5) ? static_cast<unsigned>(r.bits(8)) : r.below(3);
        f.node = static_cast<unsigned>(r.bits(24));
        f.length = n;
        f.seq = seq & 0xFFFF;
        f.limit = limit & 0xFFFF;
        f.body = eth_random(r, n);
        return f;
    }
    hl_frame credit(unsigned limit, bool ask)
    {
        hl_frame f = make(T_CREDIT, s_uart, s_mac);
        f.limit = limit & 0xFFFF;
        f.flags |= ask;
        return f;
    }
    hl_frame request(bool uart, unsigned n, uint64_t mac)
    {
        hl_frame f = make(T_REQ, uart, mac);
        for (unsigned i = 0; i < n; i++) {
            f.body.push_back(static_cast<uint8_t>(r.one_in(12) ? r.bits(8) : r.below(2)));
            f.body.push_back(static_cast<uint8_t>(r.bits(8)));
            unsigned a = r.below(0x400) | (r.one_in(2) ? 0x1000 : 0);
            if (r.one_in(12)) a = static_cast<unsigned>(r.bits(16));
            // Nothing that the card itself writes
            if ((a & ~3u) == 0x2C || (a & ~3u) == 0x24 || (a & ~3u) == 0xA8 || (a & ~3u) == 0xB0) a = 0x40;
            put_be(f.body, a, 2);
            put_be(f.body, r.bits(32), 4);
        }
        f.length = 8 * n;
        return f;
    }
    void give_up(size_t n) { up.push_back({ static_cast<uint32_t>(r.below(3) << 24 | r.bits(24)), eth_random(r, n) }); want_up.push_back(up.back()); }
    void give_cpl()
    {
        completion k;
        for (auto &b : k.b) b = static_cast<uint8_t>(r.bits(8));
        cpl.push_back(k);
        want_cpl.push_back(k);
    }
};

// A host that keeps to the rules: sends while it may, goes back when told.
struct host {
    bench &b;
    std::deque<hl_frame> all;           // every frame of the session, by number
    unsigned at = 0;                    // next to send
    unsigned mine = 0;                  // limit given to the card
    explicit host(bench &x) : b(x) {}
    void step(unsigned payload_max, unsigned window)
    {
        if (b.seen_goback) {
            b.seen_goback = false;
            at = static_cast<unsigned>(all.size()) - static_cast<uint16_t>(all.size() - b.told_ack);
        }
        if (b.in[b.s_uart].size() > 3) return;
        mine = (b.tx_seq + window) & 0xFFFF;
        if (b.r.one_in(8)) b.push(b.credit(mine, b.r.one_in(6)), b.s_uart);
        if (diff(at & 0xFFFF, b.told_limit) >= 0) return;
        if (at == all.size()) all.push_back(b.data(at, b.r.one_in(3) ? b.r.in(1, 16) : b.r.in(1, payload_max), mine));
        all[at].limit = mine;
        // Now and then the cable eats one.
        if (!b.r.one_in(25)) b.push(all[at], b.s_uart);
        at++;
    }
};

static void start(bench &b, bool uart, unsigned limit, uint64_t mac = HOST_A)
{
    b.hello(uart, limit, mac);
    b.settle();
}

static void no_session(bench &b)
{
    for (unsigned uart = 0; uart < 2; uart++) {
        b.s_mac = HOST_A;
        b.push(b.data(0, 100, 5), uart);
        b.push(b.credit(7, true), uart);
        b.push(b.make(T_BYE, uart, HOST_A), uart);
        for (unsigned i = 0; i < 20; i++) {
            b.push(b.request(uart, b.r.one_in(3) ? 32 : b.r.in(1, 32), b.r.bits(48)), uart);
            b.settle(b.r.below(50));
        }
    }
    for (unsigned i = 0; i < 5; i++) b.give_cpl();
    b.give_up(300);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_NO_SESSION], 6);
    CHECK_EQ(b.chk, b.cpl_lost, 5);
    CHECK_EQ(b.chk, b.seen[C_CPL_LOST], 5);
    CHECK_EQ(b.chk, b.want_up.size(), 1);
    CHECK_EQ(b.chk, b.got[T_RSP], 40);
    CHECK_EQ(b.chk, b.got[T_RSP] == b.seen[C_TX_RSP], true);
    CHECK_EQ(b.chk, b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP], 0);
}

static void traffic(bench &b, unsigned frames, unsigned payload_max)
{
    host h(b);
    while (h.all.size() < frames || h.at < h.all.size() || b.told_ack != (frames & 0xFFFF)) {
        CHECK_EQ(b.chk, b.chk.cycle < 40000000, true);
        if (h.all.size() < frames || h.at < h.all.size() || b.seen_goback) h.step(payload_max, 3 + b.r.below(20));
        else if (b.r.one_in(3000)) b.push(b.credit(h.mine, true), b.s_uart);
        // Frames that the end of the session hides from the reference are asked for by going back.
        if (h.at == h.all.size() && b.told_ack != (h.all.size() & 0xFFFF) && b.r.one_in(6000))
            h.at = static_cast<unsigned>(h.all.size()) - static_cast<uint16_t>(h.all.size() - b.told_ack);
        if (b.up.size() < 3 && b.r.one_in(60)) b.give_up(b.r.one_in(2) ? b.r.in(1, 40) : b.r.in(1, 1024));
        if (b.cpl.size() < 3 && b.r.one_in(150)) b.give_cpl();
        if (b.rsp_due.empty() && b.r.one_in(800)) { const bool u = b.r.one_in(2); b.push(b.request(u, b.r.in(1, 32), b.r.bits(48)), u); }
        if (b.r.one_in(2000)) { b.cells = b.r.below(TX_CELLS + 1); b.pkts = b.r.below(300); }
        if (b.r.one_in(1000)) b.mac_busy = b.r.below(90);
        if (b.r.one_in(1000)) { b.out_busy = b.r.below(90); b.gap = b.r.below(90); }
        if (b.r.one_in(200)) { b.uart_room = !b.r.one_in(4); b.uart_empty = b.uart_room && !b.r.one_in(3); }
        if (b.cells < 16 * (RESERVE + SLACK + 2) || b.pkts < RESERVE + SLACK + 2) if (b.r.one_in(500)) { b.cells = TX_CELLS; b.pkts = 200; }
        b.tick();
    }
    b.mac_busy = 10; b.out_busy = 20; b.gap = 20; b.cells = TX_CELLS; b.pkts = 200; b.uart_room = b.uart_empty = true;
    b.push(b.credit(b.tx_seq + 100, false), b.s_uart);
    for (unsigned i = 0; i < 100000 && (!b.want_up.empty() || !b.want_cpl.empty()); i++) b.tick();
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);
    b.settle(3000);
    b.seen_goback = false;
}

// Numbers of both directions run to their limit and wait.
static void limits(bench &b)
{
    b.out_busy = 0;
    start(b, false, 3);
    for (unsigned i = 0; i < 6; i++) b.give_up(50);
    b.give_cpl();
    b.run(3000);
    CHECK_EQ(b.chk, b.tx_seq, 3);
    b.out_busy = 100;                           // nothing leaves between the three
    b.push(b.credit(2, false), false);
    b.push(b.credit(5, false), false);
    b.push(b.credit(4, false), false);          // moves nothing back
    b.run(200);
    b.out_busy = 0;
    b.settle(3000);
    CHECK_EQ(b.chk, b.tx_seq, 5);
    b.push(b.credit(100, false), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.tx_seq, 8);      // and the one that waited without a session
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);

    // The store is full: not one more than the limit; the host hears of it, once in 1024 cycles, and of the end of it.
    b.cells = 0;
    b.run(200);
    while (diff(b.next, b.told_limit) < 0) { b.push(b.data(b.next, 9, 100), false); b.settle(); }
    b.strict = true;
    const uint64_t gb = b.gobacks, over = b.seen[C_OVERRUN], order = b.seen[C_ORDER];
    const unsigned next = b.next, limit = b.told_limit;
    for (unsigned i = 0; i < 8; i++) { b.push(b.data(next + i, 9, 100), false); b.settle(300); }
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_OVERRUN] - over, 1);
    CHECK_EQ(b.chk, b.seen[C_ORDER] - order, 7);
    CHECK_EQ(b.chk, b.gobacks - gb >= 1 && b.gobacks - gb <= 5, true);
    CHECK_EQ(b.chk, b.next, next);
    CHECK_EQ(b.chk, b.told_limit, limit);
    const uint64_t status = b.got[T_STATUS];
    b.cells = TX_CELLS;
    b.settle(3000);
    CHECK_EQ(b.chk, diff(b.told_limit, limit) > 0, true);
    CHECK_EQ(b.chk, b.got[T_STATUS] > status, true);
    // pkts bounds as well, and 255 whatever is free
    b.pkts = 0;
    b.run(300);
    const unsigned stop = b.told_limit;
    b.push(b.data(b.next, 9, 100), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.told_limit, stop);
    b.pkts = 200;
    b.settle(3000);
    b.seen_goback = false;

    // An old number is answered, but with no GOBACK; ASK is answered.
    const uint64_t g2 = b.gobacks, s2 = b.got[T_STATUS];
    b.push(b.data(b.next - 1, 20, 100), false);
    b.settle(100);
    b.push(b.credit(100, true), false);
    b.settle(100);
    CHECK_EQ(b.chk, b.gobacks, g2);
    CHECK_EQ(b.chk, b.got[T_STATUS], s2 + 2);
    b.out_busy = 20;
    b.strict = false;
}

static void room(bench &b)
{
    // Echo and generator get what the host was not given: nothing below the limit told plus two.
    start(b, false, 100);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.cells = 16 * (SLACK + static_cast<unsigned>(diff(b.told_limit, b.next)) + 2);
    b.pkts = 300;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 0);
    b.cells += 16;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.push(b.make(T_BYE, false, HOST_A), false);
    b.cells = 16 * (SLACK + 3);
    b.settle(300);
    CHECK_EQ(b.chk, b.d->room, 1);
    b.cells -= 16;
    b.run(200);
    CHECK_EQ(b.chk, b.d->room, 0);
    // A payload begun counts at once, and until a reading that began after it has ended.
    b.cells += 16;
    b.slow = 40;
    uint64_t inside = 0;
    for (unsigned i = 0; i < 60; i++) {
        b.run(400 + b.r.below(100));
        CHECK_EQ(b.chk, b.d->room, 1);
        b.begun_next = true;
        b.tick();
        const uint64_t from = b.readings;
        inside += b.read_ends < from;
        for (unsigned t = 0; b.readings == from || b.read_ends < from + 1; t++) {
            b.tick();
            if (t >= 3 && b.read_ends < from + 1) CHECK_EQ(b.chk, b.d->room, 0);
            CHECK_EQ(b.chk, t < 2000, true);
        }
    }
    b.chk.reached("a payload begun in the middle of a reading", inside);
    b.slow = 3;
    b.cells = TX_CELLS;
    b.pkts = 200;
    b.run(300);
}

static void stalls(bench &b)
{
    start(b, false, 50);
    const uint64_t st = b.seen[C_STALLED], dis = b.discards;
    b.mac_busy = 100;
    b.push(b.data(0, 1024, 50), false);
    b.settle_in();
    b.run(1500);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    b.push(b.data(1, 10, 50), false);
    b.push(b.credit(60, false), false);
    b.push(b.request(false, 3, HOST_A), false);
    b.settle_in();
    b.run(2000);
    CHECK_EQ(b.chk, b.seen[C_STALLED], st + 1);
    CHECK_EQ(b.chk, b.peer, 60);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    // Again: the place is still taken.
    b.push(b.data(0, 300, 60), false);
    b.settle_in();
    b.run(1500);
    CHECK_EQ(b.chk, b.seen_goback, true);
    b.seen_goback = false;
    CHECK_EQ(b.chk, b.seen[C_STALLED], st + 2);
    CHECK_EQ(b.chk, b.next, 0);
    b.mac_busy = 30;
    b.run(100);
    CHECK_EQ(b.chk, b.discards, dis + 1);
    for (unsigned i = 0; i < 3; i++) b.push(b.data(i, 700, 60), false);
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 3);
    // One beat alone can not be given up: it is taken.
    b.mac_busy = 100;
    b.push(b.data(3, 8, 60), false);
    b.settle_in();
    b.run(2000);
    b.mac_busy = 10;
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 4);
    b.seen_goback = false;
}

static void malformed(bench &b)
{
    start(b, b.r.one_in(2), 500);
    const bool u = b.s_uart;
    hl_frame f;
    for (unsigned v = 0; v < 16; v++) { f = b.data(b.next, 30, 500); f.version = v; if (v != 1) b.push(f, u); }
    for (unsigned t = 0; t < 16; t++) { f = b.data(b.next, 0, 500); f.type = t; if (t == 0 || t > 5) b.push(f, u); }
    for (unsigned n : { 0u, 1025u, 2048u, 65535u }) { f = b.data(b.next, 64, 500); f.length = n; b.push(f, u); }
    for (unsigned n : { 0u, 1u, 7u, 9u, 260u, 264u, 512u, 65528u }) { f = b.request(u, 32, HOST_A); f.length = n; b.push(f, u); }
    for (unsigned t : { T_HELLO, T_CREDIT, T_BYE }) { f = b.make(t, u, HOST_A); f.length = 1; b.push(f, u); }
    b.settle();
    const uint64_t bad = b.seen[C_MALFORMED];
    CHECK_EQ(b.chk, bad, 15 + 11 + 4 + 8 + 3);
    // Shorter than it says, by a byte or more; and every length of a frame cut off
    for (unsigned n : { 1u, 8u, 30u, 64u, 100u, 1000u }) { f = b.data(b.next, n, 500); b.push(f, true, 32 + n - 1); if (!u) b.in[1].pop_back(); if (!u && n > 30) b.push(f, false, 32 + n - 1); if (!u && n <= 30) { b.push(f, false, 32 + n - 1); } }
    b.settle(3000);
    CHECK_EQ(b.chk, b.seen[C_MALFORMED], bad + 6);
    CHECK_EQ(b.chk, b.discards >= 5, true);
    const uint64_t rsp = b.got[T_RSP];
    f = b.request(u, 5, HOST_A);
    b.push(f, u, 32 + 39);
    b.push(f, u, 32 + 17);
    b.settle();
    CHECK_EQ(b.chk, b.got[T_RSP], rsp);
    CHECK_EQ(b.chk, b.seen[C_MALFORMED], bad + 8);
    for (size_t cut = 9; cut < 32; cut++) b.push(b.data(b.next, 40, 500), true, cut);
    for (size_t cut = 1; cut < 32; cut++) b.push(b.data(b.next, 40, 500), false, cut);
    b.settle();
    // A frame may be longer than it says.
    f = b.data(b.next, 33, 500);
    f.body.resize(200, 0x77);
    b.push(f, u);
    b.settle(3000);
    // Not ours
    const uint64_t no = b.seen[C_NOT_OURS];
    for (unsigned i = 0; i < 48; i++) { f = b.make(T_HELLO, false, HOST_B); f.dst = (i % 2 ? ME : ALL) ^ uint64_t{1} << i; b.push(f, false); }
    for (unsigned i = 0; i < 16; i++) { f = b.make(T_HELLO, false, HOST_B); f.etype ^= 1u << i; b.push(f, false); }
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_NOT_OURS], no + 64);
    b.seen_goback = false;
}

static void sessions(bench &b)
{
    start(b, false, 200, HOST_A);
    b.push(b.data(0, 77, 200), false);
    b.settle();
    const uint64_t no = b.seen[C_NO_SESSION];
    // Another host, another port
    hl_frame f = b.data(1, 10, 200);
    for (unsigned i = 0; i < 48; i++) { f.src = HOST_A ^ uint64_t{1} << i; b.push(f, false); }
    b.push(f, true);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_NO_SESSION], no + 49);
    // The UART takes it over, in the middle of traffic, and back
    for (unsigned i = 0; i < 12; i++) {
        b.give_up(b.r.in(1, 1024));
        b.give_cpl();
        b.run(b.r.below(60));
        b.hello(!b.s_uart, 30, i % 2 ? HOST_A : HOST_B);
        if (b.r.one_in(2)) { b.run(b.r.below(40)); b.hello(b.s_uart, 30, b.s_mac); }
        b.settle(3000);
    }
    CHECK_EQ(b.chk, b.want_up.size() + b.want_cpl.size(), 0);
    f = b.make(T_BYE, !b.s_uart, b.s_mac);
    b.push(f, !b.s_uart);
    b.settle();
    CHECK_EQ(b.chk, b.d->stat_sess, 1);
    b.push(b.make(T_BYE, b.s_uart, b.s_mac), b.s_uart);
    b.settle();
    CHECK_EQ(b.chk, b.d->stat_sess, 0);
    const uint64_t n = b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP];
    b.cells = 200;
    b.give_up(20);
    b.run(5000);
    b.cells = TX_CELLS;
    CHECK_EQ(b.chk, b.got[T_STATUS] + b.got[T_CPL] + b.got[T_DATA_UP], n);
    start(b, false, 10);
    b.run(300);
    CHECK_EQ(b.chk, b.want_up.size(), 0);
}

static void uart_waits(bench &b)
{
    // A UART whose line is slow holds up nobody else, and is given no STATUS on top of what waits.
    start(b, true, 100);
    b.uart_room = b.uart_empty = false;
    b.run(20);
    b.push(b.request(true, 4, 0), true);
    b.push(b.data(0, 40, 100), true);
    b.give_up(100);
    b.run(500);
    const uint64_t rsp = b.got[T_RSP];
    for (unsigned i = 0; i < 4; i++) { b.push(b.request(false, 32, HOST_B), false); b.run(1500); }
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 4);
    CHECK_EQ(b.chk, b.in[1].size(), 2);
    CHECK_EQ(b.chk, b.want_up.size(), 1);
    b.uart_room = true;
    const uint64_t st = b.got[T_STATUS];
    b.run(5000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st);
    CHECK_EQ(b.chk, b.want_up.size() + b.in[1].size(), 0);
    b.push(b.data(1, 40, 100), true);
    b.run(3000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st);
    b.uart_empty = true;
    b.settle(3000);
    CHECK_EQ(b.chk, b.got[T_STATUS], st + 1);
}

static void busy(bench &b)
{
    b.slow = 40;
    const uint64_t n = b.seen[C_BUSY], rsp = b.got[T_RSP];
    for (unsigned i = 0; i < 3; i++) b.push(b.request(false, 32, HOST_A), false);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_BUSY], n + 2);
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 1);
    // Those of the UART wait.
    for (unsigned i = 0; i < 3; i++) b.push(b.request(true, 10, 0), true);
    b.settle();
    CHECK_EQ(b.chk, b.seen[C_BUSY], n + 2);
    CHECK_EQ(b.chk, b.got[T_RSP], rsp + 4);
    b.slow = 3;
}

// Nothing between two frames but what the frames need: a beat a cycle and at most eight cycles.
static void rate(bench &b)
{
    b.gap = b.out_busy = b.mac_busy = 0;
    start(b, false, 30000);
    const uint64_t t0 = b.chk.cycle;
    unsigned n = 0;
    while (n < 200) {
        if (b.in[0].empty() && diff(n, b.told_limit) < 0) b.push(b.data(n++, 1024, 30000), false);
        if (b.up.size() < 2) b.give_up(1024);
        b.tick();
    }
    const double per = static_cast<double>(b.chk.cycle - t0) / 200;
    printf("%.1f cycles a 1 KB frame from the host\n", per);
    CHECK_EQ(b.chk, per < 160, true);
    for (unsigned i = 0; i < 2000 && !b.want_up.empty(); i++) b.tick();
    CHECK_EQ(b.chk, b.want_up.size(), 0);
    b.settle();
    b.gap = b.out_busy = 20;
    b.mac_busy = 10;
}

// All numbers, and round again
static void wrap(bench &b)
{
    b.gap = b.out_busy = b.mac_busy = 0;
    b.cells = TX_CELLS;
    start(b, false, 30000);
    unsigned n = 0, up = 0;
    while (n < 66000) {
        if (b.in[0].size() < 2 && diff(n & 0xFFFF, b.told_limit) < 0) { b.push(b.data(n, 1, b.tx_seq + 20000), false); n++; }
        if (b.want_up.size() < 3 && up < 66000) { b.give_up(1); up++; }
        b.tick();
    }
    b.settle(3000);
    CHECK_EQ(b.chk, b.next, 66000 & 0xFFFF);
    CHECK_EQ(b.chk, up, 66000);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    bench b(seed);

    b.run(500);
    CHECK_EQ(b.chk, b.writes.size(), 0);
    b.d->boot = 1;
    b.run(500);
    CHECK_EQ(b.chk, b.writes.size(), 2);
    CHECK_EQ(b.chk, b.writes[0], 0x2C);
    CHECK_EQ(b.chk, b.writes[1], 0x24);
    CHECK_EQ(b.chk, b.mem[0x2C], 0xBEEF);
    CHECK_EQ(b.chk, b.mem[0x24], 1);
    b.ref[0x2C] = b.mem[0x2C];
    b.ref[0x24] = b.mem[0x24];
    b.d->boot = 0;
    b.run(100);
    b.d->boot = 1;
    b.run(300);
    CHECK_EQ(b.chk, b.writes.size(), 2);

    no_session(b);
    limits(b);
    room(b);
    stalls(b);
    malformed(b);
    sessions(b);
    uart_waits(b);
    busy(b);
    for (unsigned i = 0; i < 4; i++) {
        start(b, i & 1, 10);
        traffic(b, 400, i < 2 ? 1024 : 60);
    }
    rate(b);
    if (seed == 1) wrap(b);
    for (unsigned a = 0; a < 0x400; a += 4)
        for (unsigned base : { 0u, 0x1000u }) CHECK_EQ(b.chk, b.mem[base + a], b.ref[base + a]);

    for (unsigned c = C_HELLO; c <= C_BUSY; c++) b.chk.reached("an event of card_host_rx", b.seen[c]);
    b.chk.reached("a payload below 28 bytes up", b.short_up);
    b.chk.reached("a GOBACK", b.gobacks);
    CHECK_EQ(b.chk, b.gobacks, b.seen[C_TX_GOBACK]);
    CHECK_EQ(b.chk, b.got[T_STATUS], b.seen[C_TX_GOBACK] + b.seen[C_TX_STATUS]);
    CHECK_EQ(b.chk, b.got[T_WELCOME], b.seen[C_TX_WELCOME]);
    CHECK_EQ(b.chk, b.got[T_DATA_UP], b.seen[C_TX_DATA]);
    CHECK_EQ(b.chk, b.got[T_CPL], b.seen[C_TX_CPL]);
    CHECK_EQ(b.chk, b.got[T_RSP], b.seen[C_TX_RSP]);
    printf("PASS %" PRIu64 " cycles, %" PRIu64 " payloads down, %" PRIu64 " up, %" PRIu64 " completions, %" PRIu64 " GOBACK, %" PRIu64 " out of order\n",
           b.chk.cycle, b.seen[C_DATA], b.got[T_DATA_UP], b.got[T_CPL], b.gobacks, b.seen[C_ORDER]);
    return 0;
}
