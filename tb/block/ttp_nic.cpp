// SPDX-License-Identifier: Apache-2.0
//
// rtl/nic/ttp_nic.v against model/nic/ttp_nic.c, as its users see it: two hosts with libttpnic, or
// with an even seed four, a NIC each, and between them a switch whose lines lose, double and delay
// frames. Its queues are short: three NICs that send to one lose more. NIC A is the model with the
// RTL beside it, pin by pin; the others are the model alone. All write, read and send to each other
// without rest, four of them over more links than a MAC has places. The witness is memory: what a
// completion says to be there is there. At times the wires are cut until messages end as DEAD, and
// then everything goes on by itself. In all rounds but the first the NICs join payloads (COALESCE).
// PARAMS: -GDATA_W=64 -GTX_CELLS=512 -GTX_PKTS=64 -GRX_CELLS=128 -GLINK_SETS=4 -GLINK_WAYS=2
//         -GMESSAGES=8 -GREGIONS=4 -GREADS=4 -GFOLLOW=16 -GRINGS=2 -GSELECTIVE=0
//         -GVC_ORDER=0 -GSEL_CONTEXTS=0 -GSEL_WINDOW=0
// PARAMS: -GDATA_W=512 -GTX_CELLS=1024 -GTX_PKTS=256 -GRX_CELLS=1024 -GLINK_SETS=4 -GLINK_WAYS=2
//         -GMESSAGES=16 -GREGIONS=4 -GREADS=4 -GFOLLOW=16 -GRINGS=1 -GSELECTIVE=1
//         -GVC_ORDER=1 -GSEL_CONTEXTS=2 -GSEL_WINDOW=512
// SEEDS: 1 2
// MODEL: ttp_mac ttp_mac_comb ttp_mac_wire ttp_mac_state ttp_mac_check ttp_params
#include <deque>
#include <map>
#include <numeric>
#include "Vttp_nic.h"
#include "axil_pins.h"
#include "lockstep.h"
#include "tb_ports.h"
#include "ttp_nic_defs.h"
#include "ttp_regs.h"
#include "ttpnic_model.h"
#include "ttpnic_regs.h"

using Frame = std::vector<uint8_t>;
enum { SLOTS = 24, SLOT = 1 << 14, SPARE = 1 << 12, RING = 5, BUFFERS = 8, NOTE = 1000 };
enum { HOSTS = 4, QUEUE = DATA_W == 512 ? 8 : 16 };

static uint64_t ones(uint64_t n) { return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

// From the switch to a host.
struct Cable {
    tb_rng *r = nullptr;
    unsigned lost = 1, doubled = 1, late = 1;   // per cent of frames
    bool cut = false;
    uint64_t full = 0;                          // frames that found no place
    std::deque<Frame> frames;

    void put(const uint8_t *bytes, size_t n)
    {
        if (cut || r->percent(lost)) return;
        if (frames.size() >= QUEUE) {
            full++;
            return;
        }
        frames.emplace_back(bytes, bytes + n);
        if (r->percent(doubled)) frames.push_back(frames.back());
        if (frames.size() > 1 && r->percent(late)) std::swap(frames.back(), frames.front());
    }
};

// A host and its NIC. Of its memory a part is its own, and one is for each peer.
struct Host {
    struct Open {
        ttpnic_op op;
        Host *peer;
        uint8_t ring, *here, *there;
        uint32_t length;
        unsigned life;                          // of the peer, as it was posted
    };
    const uint32_t node;                        // 1..HOSTS
    std::deque<Host> *const all;                // A is the first
    Cable in;
    ttpnic_backend backend = {};
    void (*close)(void *) = nullptr;
    ttpnic *nic = nullptr;
    std::vector<uint8_t> part[HOSTS + 1];       // by node: SLOTS of SLOT bytes each
    uint8_t note[BUFFERS][NOTE] = {};
    uint32_t key[HOSTS + 1] = {};               // by node, of its part
    unsigned life = 0;                          // how often it has begun anew
    std::deque<std::vector<uint8_t>> before;    // memory of lives before, for what was under way
    std::map<uint64_t, Open> open;              // by cookie: which slot
    uint64_t serial = 0, ok = 0, failed[16] = {}, notices = 0, received = 0;

    Host(uint32_t n, std::deque<Host> *h) : node(n), all(h) {}
    uint8_t *slot(uint32_t of, uint64_t k) { return &part[of][k % SLOTS * SLOT]; }
};

struct Bench : lockstep<Vttp_nic> {
    std::deque<Host> hosts;
    uint64_t cuts = 0, deaths = 0, recovered = 0, joined = 0, restarts = 0, orphans = 0, quiet = 0;

    // The switch: byte 5 is the last one of the node that a frame goes to.
    static void send(void *self, const uint8_t *frame, size_t n)
    {
        for (Host &h : *static_cast<Host *>(self)->all)
            if (h.node == frame[5]) h.in.put(frame, n);
    }
    static size_t receive(void *self, uint8_t *frame, size_t)
    {
        auto &q = static_cast<Host *>(self)->in.frames;
        if (q.empty()) return 0;
        const Frame f = q.front();
        q.pop_front();
        std::copy(f.begin(), f.end(), frame);
        return f.size();
    }
    static void watch(void *self, const ttp_nic_pins_in *in, const ttp_nic_pins_out *out)
    {
        static_cast<Bench *>(self)->beside(*in, *out);
    }
    // The RTL in this cycle: the same pins in, the same pins out.
    void beside(const ttp_nic_pins_in &in, const ttp_nic_pins_out &out)
    {
        const ttp_nic_in &c = in.core;
        DRIVE_TO(*dut, c, rst, m_axi_arready, m_axi_rvalid, m_axi_rid, m_axi_rresp, m_axi_rlast,
                 m_axi_awready, m_axi_wready, m_axi_bvalid, m_axi_bid, m_axi_bresp);
        DRIVE_TO(*dut, in, cfg_enable, cfg_epoch_seed, cfg_node, m_axis_wire_tready);
        memcpy(&dut->m_axi_rdata, c.m_axi_rdata, DATA_W / 8);
        axil_drive(*dut, c.s_axil);
        const ttp_nic_wire &w = in.s_axis_wire;
        dut->s_axis_wire_tvalid = w.tvalid;
        dut->s_axis_wire_tlast = w.tlast;
        dut->s_axis_wire_tuser = w.tuser;
        tb_set(dut->s_axis_wire_tkeep, w.tkeep);
        memcpy(&dut->s_axis_wire_tdata, w.tdata, DATA_W / 8);
        dut->clk = 0;
        dut->eval();
        if (!c.rst) compare(out);
        dut->clk = 1;
        dut->eval();
        chk.cycle++;
    }
    void bytes(const char *what, const void *rtl, const uint64_t *model, uint64_t which)
    {
        const auto x = static_cast<const uint8_t *>(rtl);
        const auto y = reinterpret_cast<const uint8_t *>(model);
        for (unsigned i = 0; i < DATA_W / 8; i++)
            if (which >> i & 1) chk.eq(what, x[i], y[i]);
    }
    void compare(const ttp_nic_pins_out &out)
    {
        const ttp_nic_out &o = out.core;
        const Vttp_nic &t = *dut;
        SAME_OF(chk, t, o, m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid, irq);
        if (o.m_axi_arvalid) SAME_OF(chk, t, o, m_axi_arid, m_axi_araddr, m_axi_arlen);
        if (o.m_axi_awvalid) SAME_OF(chk, t, o, m_axi_awid, m_axi_awaddr, m_axi_awlen);
        if (o.m_axi_wvalid) {
            SAME_OF(chk, t, o, m_axi_wstrb, m_axi_wlast);
            bytes("m_axi_wdata", &t.m_axi_wdata, o.m_axi_wdata, o.m_axi_wstrb);
        }
        AIM("interrupt of the MAC", o.irq);
        axil_check(chk, t, o.s_axil);
        const ttp_nic_wire &w = out.m_axis_wire;
        CHECK_EQ(chk, t.m_axis_wire_tvalid, w.tvalid);
        if (!w.tvalid) return;
        CHECK_EQ(chk, t.m_axis_wire_tlast, w.tlast);
        CHECK_EQ(chk, t.m_axis_wire_tkeep, w.tkeep);
        bytes("m_axis_wire_tdata", &t.m_axis_wire_tdata, w.tdata, w.tkeep);
    }

    // ------------------------------------------------------------ both hosts
    uint16_t epoch(const Host &h) const
    {
        return static_cast<uint16_t>(h.node * 1000 + chk.seed + (256 + chk.seed % 2) * h.life);
    }
    void open(Host &h)
    {
        ttpnic_model_config c = {};
        const char *why = "";
        c.mac.data_w = DATA_W;
        c.mac.tx_cells = TX_CELLS;
        c.mac.tx_pkts = TX_PKTS;
        c.mac.rx_cells = RX_CELLS;
        c.mac.link_sets = LINK_SETS;
        c.mac.link_ways = LINK_WAYS;
        c.mac.deep = DATA_W == 512;
        c.mac.selective = SELECTIVE;
        c.mac.vc_order = VC_ORDER;
        c.mac.sel_contexts = SEL_CONTEXTS;
        c.mac.sel_window = SEL_WINDOW;
        c.mac.timeout_rst = TTP_RST_TIMEOUT;
        c.mac.open_tmo_rst = TTP_RST_OPEN_TMO;
        c.mac.close_tmo_rst = TTP_RST_CLOSE_TMO;
        c.mac.backoff_rst = TTP_RST_BACKOFF;
        c.mac.retry_max_rst = TTP_RST_RETRY_MAX;
        c.mac.addr_high = 0x98ED5C;
        c.messages = MESSAGES;
        c.regions = REGIONS;
        c.reads = READS;
        c.follow = FOLLOW;
        c.rings = RINGS;
        c.epoch = epoch(h);
        // Each bit of an address is 1 with one of two seeds that follow each other.
        c.offset = (UINT64_C(0x5555555555555555) << chk.seed % 2) & ~UINT64_C(0xfff);
        c.memory_latency = r.one_in(2) ? 0 : 100;
        c.cycles = 1;
        c.wire = &h;
        c.send = send;
        c.receive = receive;
        if (h.node == 1) {
            c.watcher = this;
            c.watch = watch;
        }
        ttpnic_model_config odd = c;
        odd.offset++;
        chk.eq("an offset of no multiple of 4096", ttpnic_model(&odd, &h.backend, &why), false);
        chk.eq(why, ttpnic_model(&c, &h.backend, &why), true);
        h.close = h.backend.close;
        h.backend.close = [](void *) {};        // the NIC goes on behind its host
        start(h);
    }
    void start(Host &h)
    {
        const char *why = "";
        h.nic = ttpnic_open(&h.backend, h.node, RING, &why);
        chk.eq(why, h.nic != nullptr, true);
        // Above the time of a full queue
        const uint32_t timeout = hosts.size() > 2 && DATA_W == 64 ? 6000 : 1500;
        set(h, TTP_REG_TIMEOUT, timeout);
        set(h, TTP_REG_OPEN_TMO, timeout);
        set(h, TTP_REG_RETRY_MAX, 6);
        if (SELECTIVE) set(h, TTP_REG_CTRL, 9);
        if (VC_ORDER) set(h, TTP_REG_VC_ORDER, 0x11141);
        set(h, NIC_MSG_TIMEOUT, 60);
        set(h, TTP_REG_IRQ_MASK, 1 << TTP_IRQ_DEAD);    // the interrupt shows when DEAD is cleared
        chk.eq("share", ttpnic_share(h.nic, h.note, sizeof h.note), true);
        for (const Host &p : hosts) {
            auto &m = h.part[p.node];
            m.assign(SLOTS * SLOT, 0);
            chk.eq("share", ttpnic_share(h.nic, m.data(), m.size()), true);
            if (&p != &h)
                chk.eq("region", ttpnic_region(h.nic, p.node - (p.node > h.node), m.data(),
                                               m.size(), 3, static_cast<int32_t>(p.node),
                                               0xABCDEF + h.life, &h.key[p.node]), true);
        }
        for (unsigned i = 0; i < BUFFERS; i++) ttpnic_buffer(h.nic, h.note[i], NOTE, i);
    }
    void set(Host &h, uint32_t address, uint32_t value)
    {
        chk.eq("register", ttpnic_write_register(h.nic, address, value), true);
    }
    Host &peer_of(const Host &h)
    {
        const size_t i = (h.node + r.below(static_cast<unsigned>(hosts.size() - 1))) % hosts.size();
        return hosts[i];
    }
    // A message of some kind, into or out of a slot that no open one uses.
    void post(Host &h, Host &p, unsigned vc, bool small)
    {
        const uint64_t k = h.serial;
        if (h.open.size() >= SLOTS / 2) return;
        for (const auto &x : h.open)
            if (x.first % SLOTS == k % SLOTS) return;
        Host::Open m = {};
        m.op = static_cast<ttpnic_op>(r.in(1, 3));
        m.length = r.one_in(8) ? 0 : r.one_in(3) ? r.in(1, SLOT - SPARE)
                 : r.one_in(2) ? r.in(1, 80) : r.in(1, 3000);
        if (small) m.length = r.in(1, 200);
        if (m.op == TTPNIC_SEND) m.length = std::min(m.length, 992u);
        m.peer = &p;
        m.here = h.slot(h.node, k) + r.below(SPARE);
        m.there = p.slot(h.node, k) + r.below(SPARE);
        m.ring = static_cast<uint8_t>(r.below(RINGS));
        m.life = p.life;
        for (uint32_t i = 0; i < m.length; i++)
            (m.op == TTPNIC_READ ? m.there : m.here)[i] = static_cast<uint8_t>(r.next());
        ttpnic_message d = {};
        d.op = m.op;
        d.ring = m.ring;
        d.notice = m.op == TTPNIC_WRITE && r.one_in(2);
        d.vc = static_cast<uint8_t>(vc);
        d.node = p.node;
        d.local = m.here;
        d.length = m.length;
        d.key = p.key[h.node];
        d.offset = static_cast<uint64_t>(m.there - p.part[h.node].data());
        d.immediate = static_cast<uint32_t>(k);
        d.cookie = k;
        if (!ttpnic_post(h.nic, &d)) return;
        h.open[k] = m;
        h.serial++;
    }
    void take(Host &h)
    {
        ttpnic_completion c[4];
        const unsigned n = ttpnic_poll(h.nic, c, r.in(1, 4));
        for (unsigned i = 0; i < n; i++)
            if (c[i].kind == TTPNIC_DONE) done(h, c[i]);
            else if (c[i].kind == TTPNIC_NOTICE) h.notices++;
            else received(h, c[i]);
    }
    // What does not fit may be refused at any time; a link dies by a cut, whose messages may find
    // that it began anew. Keys, ranges, memory and descriptors are right.
    // Whose peer has begun anew meanwhile finds neither its region nor the payloads before.
    bool may_end(unsigned status, bool old) const
    {
        switch (status) {
        case TTP_NIC_ST_OK:
        case TTP_NIC_ST_BUSY: return true;
        case TTP_NIC_ST_DEAD:
        case TTP_NIC_ST_RESTART:
        case TTP_NIC_ST_TIMEOUT: return cuts || hosts[0].in.cut;
        case TTP_NIC_ST_KEY:
        case TTP_NIC_ST_ORDER: return old;
        default: return false;
        }
    }
    void done(Host &h, const ttpnic_completion &c)
    {
        const auto at = h.open.find(c.cookie);
        chk.eq("a completion of an open message", at != h.open.end(), true);
        const Host::Open &m = at->second;
        chk.eq("length", c.length, m.length);
        chk.eq("peer", c.node, m.peer->node);
        chk.eq("ring", c.ring, m.ring);
        const bool old = m.life != m.peer->life;
        chk.eq("a status for which there is a reason", may_end(c.status, old), true);
        if (c.status) h.failed[c.status]++;
        else {
            h.ok++;
            if (m.op != TTPNIC_SEND)
                chk.eq("bytes in memory", memcmp(m.here, m.there, m.length), 0);
        }
        h.open.erase(at);
    }
    // The bytes of a SEND are those that its host still has, unless its message has ended.
    void received(Host &h, const ttpnic_completion &c)
    {
        chk.eq("status of a buffer", c.status, 0);
        const Host &from = hosts[c.node - 1];
        const auto at = from.open.find(c.immediate);
        if (at != from.open.end())
            chk.eq("bytes in a buffer", memcmp(h.note[c.cookie], at->second.here, c.length), 0);
        h.received++;
        ttpnic_buffer(h.nic, h.note[c.cookie], NOTE, c.cookie);
    }
    void burst(Host &h)
    {
        for (unsigned n = r.below(6); n; n--) post(h, peer_of(h), r.below(3), r.one_in(2));
    }
    void step(Host &h)
    {
        if (r.one_in(40)) post(h, peer_of(h), r.below(3), false);
        Host &p = peer_of(h);
        const unsigned vc = r.below(3);     // some that can go together
        if (r.one_in(200))
            for (unsigned n = r.in(2, 8); n; n--) post(h, p, vc, true);
        take(h);
    }
    void steps(unsigned n)
    {
        while (n--)
            for (Host &h : hosts) step(h);
    }
    void takes(unsigned n)
    {
        while (n--)
            for (Host &h : hosts) take(h);
    }
    void play()
    {
        const uint32_t many = chk.seed % 2 ? 2 : HOSTS;
        while (hosts.size() < many) hosts.emplace_back(hosts.size() + 1, &hosts);
        for (Host &h : hosts) {
            h.in.r = &r;
            open(h);
        }
        for (unsigned round = 0; round < 5; round++) {
            for (Host &h : hosts)
                set(h, NIC_COALESCE, !round ? 0 : round == 1 ? r.in(1, 10) : r.in(20, 255));
            for (Host &h : hosts)
                for (unsigned q = 0; q <= RINGS; q++)
                    chk.eq("a limit", ttpnic_limit(h.nic, q, r.below(2) ? 0 : r.in(1, 6)),
                           q < RINGS);
            steps(40000);
            settle("messages end");
            words();
            joins(round);
            if (round == 3) break;
            die();
        }
        for (unsigned i = 0; i < 60; i++) begin_anew(hosts[r.below(many)]);
        settle("messages end behind the last restart");
    }
    // A host goes with messages under way both ways, its NIC is reset, and both come again at once
    // with other memory and another key; what is on the wire stays there. Nothing is written for
    // the old key, and what is said of new messages is true of these.
    void begin_anew(Host &h)
    {
        if (r.one_in(3)) steps(r.below(3000));
        burst(h);
        takes(r.below(400));
        for (auto &m : h.part) h.before.push_back(std::move(m));
        restarts++;
        orphans += h.open.size();
        h.open.clear();
        h.life++;
        ttpnic_close(h.nic);
        ttpnic_model_reset(&h.backend, epoch(h));
        start(h);
        burst(h);
        if (r.one_in(2)) return;
        // Of WRITEs of its peers all are for the old key.
        for (unsigned i = 0; i < 2000; i++) {
            step(h);
            for (Host &p : hosts)
                if (&p != &h) take(p);
        }
        for (const Host &p : hosts)
            if (&p != &h)
                chk.eq("bytes written for an old key", std::count_if(h.part[p.node].begin(),
                       h.part[p.node].end(), [](uint8_t x) { return x; }), 0);
        quiet++;
    }
    uint64_t get(Host &h, uint32_t address)
    {
        uint32_t word = 0;
        chk.eq("register", ttpnic_read_register(h.nic, address, &word), true);
        return word;
    }
    // All bits of a word, to the NIC and to the MAC and back; nothing reads these now.
    void words()
    {
        Host &a = hosts[0];
        const uint32_t back = static_cast<uint32_t>(get(a, TTP_REG_REACK));
        for (unsigned i = 0; i < 16; i++) {
            const uint32_t base = static_cast<uint32_t>(r.next()), time = base >> 1 & 0x3FFFFFFF;
            set(a, NIC_REGION_BASE, base);
            set(a, TTP_REG_REACK, time);
            chk.eq("REGION_BASE_LO", get(a, NIC_REGION_BASE), base);
            chk.eq("REACK", get(a, TTP_REG_REACK), time);
        }
        set(a, TTP_REG_REACK, back);
    }
    // Payloads that the NICs have given, less those that their MACs have taken
    void joins(unsigned round)
    {
        takes(3000);        // late REPLYs
        uint64_t n = 0;
        for (Host &h : hosts) set(h, TTP_REG_SNAPSHOT, 1);
        takes(200);
        for (Host &h : hosts)
            n += get(h, NIC_COUNT) - get(h, TTP_REG_COUNTER + 8 * TTP_CNT_ACC_PKTS)
                 - get(h, TTP_REG_COUNTER + 8 * TTP_CNT_REFUSED);
        if (!round) chk.eq("payloads joined with COALESCE 0", n, 0);
        joined = n;
    }
    void settle(const char *what)
    {
        for (unsigned i = 0; i < 400000 && any_open(); i++) takes(1);
        chk.eq(what, any_open(), false);
    }
    bool any_open() const
    {
        return std::any_of(hosts.begin(), hosts.end(), [](const Host &h) { return h.open.size(); });
    }
    // The wire is cut with messages under way: they end, and the next one opens the link again.
    void die()
    {
        Host &a = hosts[0];
        const uint64_t dead = a.failed[9], ok = a.ok;
        for (Host &h : hosts) h.in.cut = true;
        for (Host &h : hosts)
            for (unsigned i = 0; i < 200; i++) post(h, peer_of(h), r.below(3), false), take(h);
        settle("messages end without a wire");
        cuts++;
        deaths += a.failed[9] - dead;
        for (Host &h : hosts) {
            h.in.cut = false;
            h.in.frames.clear();
        }
        for (unsigned i = 0; i < 60000 && a.ok < ok + 20; i++) steps(1);
        recovered += a.ok >= ok + 20;
        settle("messages end behind a cut");
    }
    void aims() override
    {
        const Host &a = hosts[0];
        aim("messages of A", a.ok);
        aim("of its peers", std::accumulate(hosts.begin() + 1, hosts.end(), UINT64_C(0),
                                  [](uint64_t n, const Host &h) { return n + h.ok; }));
        aim("notices", a.notices);
        aim("received", a.received);
        aim("payloads joined", joined);
        aim("died", deaths);
        if (hosts.size() > 2)
            aim("frames that found none", std::accumulate(hosts.begin(), hosts.end(), UINT64_C(0),
                                      [](uint64_t n, const Host &h) { return n + h.in.full; }));
        aim("restarts", restarts);
        aim("messages that were under way there", orphans);
        aim("restarts behind which its peer has posted nothing", quiet);
        aim("told by a peer that has begun anew", a.failed[TTP_NIC_ST_KEY]);
        chk.eq("goes on by itself behind each cut", recovered, cuts);
        for (Host &h : hosts) {
            ttpnic_close(h.nic);
            h.close(h.backend.self);
        }
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv, false); }
