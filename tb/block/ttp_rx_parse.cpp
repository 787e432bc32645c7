// SPDX-License-Identifier: Apache-2.0
//
// rtl/rx/ttp_rx_parse.v against model/ttp_rx_parse.c. Good and broken frames of rx_frames.h, good
// and broken maps come in while the queue, the credits and the cells run short. The witness: each
// frame has exactly one verdict, the one typed from the table of drops; a payload that was given
// cells is in the memory two cycles after its last beat; a map is heard, with what its bytes say.
// PARAMS: -GDATA_W=64 -GRCW=5 -GWPC=8 | -GDATA_W=64 -GRCW=8 -GWPC=8 -GADDR_HIGH=0 -GSELECTIVE=1
// PARAMS: -GDATA_W=128 -GRCW=6 -GWPC=4 -GADDR_HIGH=16711679 -GSELECTIVE=1
// PARAMS: -GDATA_W=256 -GRCW=7 -GWPC=2 -GADDR_HIGH=152660 -GSELECTIVE=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRCW=12 -GWPC=1 -GSELECTIVE=1
// PARAMS: -GDATA_W=512 -GPW=9 -GRCW=5 -GWPC=1 -GADDR_HIGH=16711679
// SEEDS: 1 2 3
#include "Vttp_rx_parse.h"
#ifndef ADDR_HIGH
#define ADDR_HIGH TTP_OUI
#endif
#ifndef SELECTIVE
#define SELECTIVE 0
#endif
#include "bus_place.h"
#include "lockstep.h"
#include "rx_frames.h"
#include "rx_ring.h"
#include "tb_model.h"
#include "tb_ports.h"
extern "C" {
#include "ttp_defs.h"
#include "ttp_rx_parse.h"
#include "ttp_rx_sram.h"
}

static constexpr unsigned B = DATA_W / 8, LANES = DATA_W / 64, CELLS = 1u << RCW;
static constexpr unsigned TOO_LONG = 1536 / B;      // the beat that makes a frame too long
static constexpr uint64_t ALL_BYTES = B == 64 ? ~0ull : (1ull << (B % 64)) - 1;

// A frame that is all there, as far as it counts.
struct Judged {
    rx_verdict verdict = RX_NONE;
    unsigned op = 0;
    rx_named lives;
    unsigned off = 8;                   // rx_off()
    uint32_t window = 0;                // rx_offer()
    unsigned offer_off = 0;             // rx_offer_off()
    rx_map map;
    unsigned map_off = 0;               // rx_map_off()
    size_t size = 0;                    // bytes of the frame
    std::vector<uint8_t> payload;
    uint32_t least_free = 0;            // cells, since it began
};

struct Bench : lockstep<Vttp_rx_parse> {
    tb_model<ttp_rx_parse> model{ ttp_rx_parse_bind, [](ttp_params &p) {
        p.data_w = DATA_W;
        p.rx_cells = CELLS;
        p.addr_high = ADDR_HIGH;
    } };
    ttp_rx_parse_in in = {};
    ttp_rx_parse_out o = {};
    // Phase: percent of beats, of frame times, of cycles
    unsigned gaps = 0, pops = 1000, releases = 1000, on = 100, credits = 100;
    // World: the frame at the pins, the ring and its memory
    uint32_t node;
    rx_frame f;
    size_t sent = 0;                    // bytes of f; 0: the next beat begins a frame
    bool lost = true;                   // f lost its beginning in a reset
    uint32_t least_free = 0;            // cells, since f began
    bool begins = false, skipped = false, ended = false;    // the beat; the one before
    uint64_t lanes[8];
    rx_ring ring{ CELLS };
    std::deque<uint32_t> bays;          // SELECTIVE: that payloads lie in
    uint32_t bay = 0;                   // ... and the next one
    ttp_received held = {};             // ... a payload that comes again; len 0: none
    std::vector<uint8_t> mem = std::vector<uint8_t>(size_t{CELLS} * 64);
    // Witness: the frame that is complete at the pins, and the one before, in stage 1
    Judged at_pins, in_s1;
    rx_verdict verdict = RX_NONE;       // of the frame in stage 1
    struct Waiting { rx_named lives; uint32_t window, bay; bool again, mapped; };
    std::deque<Waiting> queue;          // the frames that wait for the arbiter
    struct Stored { uint64_t cycle; uint32_t base; std::vector<uint8_t> bytes; };
    std::deque<Stored> due;             // payloads that will be in the memory
    bool stored = false, comes_again = false;

    uint64_t dropped[RX_RESP + 1] = {}, opcodes[64] = {};
    uint64_t mark_off[8] = {}, open_off[8] = {};    // by the byte that is off
    uint64_t offer_off[76] = {}, map_is_off[77] = {}, map_parts[WINDOW / 64] = {};

    Bench() : node(r.below(1 << 24)) { model.selective = SELECTIVE; }

    void change_phase()
    {
        static const unsigned gap[] = { 0, 0, 0, 5, 50 };
        static const unsigned pop[] = { 1000, 1000, 80, 20, 2 };
        static const unsigned rel[] = { 1000, 300, 80, 30, 10 };
        gaps = gap[r.below(5)];
        pops = pop[r.below(5)];
        releases = rel[r.below(5)];
        on = r.one_in(8) ? 50 : 100;
        credits = r.one_in(8) ? 50 : 100;
    }
    // x out of 1000 of a frame time, not of a cycle: what comes in must pile up at every width.
    bool now(unsigned x) { return r.below(1000 * WPC) < x * (x == 1000 ? WPC : 1u); }

    void drive() override
    {
        if (r.one_in(1000)) change_phase();
        in.rst = chk.cycle < 3 || r.one_in(12000);
        in.core_rst = in.rst || r.one_in(6000);
        in.cfg_on = r.percent(on);
        in.credit_for_frame = r.percent(credits);
        in.received_ready = now(pops);
        ended = in.s_axis_wire_tvalid && in.s_axis_wire_tlast;
        garbage();
        at_pins = {};
        begins = skipped = false;
        if (in.s_axis_wire_tvalid) beat();
        in.cfg_node = node;
        in.wr_base = base();
        in.free_cells = ring.free_cells;
        in.slot_free = ring.slot_free() && !r.one_in(200);
        least_free = std::min(least_free, ring.free_cells);
        if (SELECTIVE && !held.len && r.one_in(20)) hold();
        in.again = held.len ? &held : nullptr;
        dut->again_valid = held.len != 0;
        bus_set(dut->again, {
            { RECEIVED_OP, held.op }, { RECEIVED_VC, held.vc }, { RECEIVED_PEER, held.peer },
            { RECEIVED_TXID, held.txid }, { RECEIVED_RXID, 0 }, { RECEIVED_LEN, held.len },
            { RECEIVED_LIFE, held.life }, { RECEIVED_TO_LIFE, held.to_life },
            { RECEIVED_FITS, held.fits }, { RECEIVED_WINDOW, 0 }, { RECEIVED_BAY, held.bay },
            { RECEIVED_AGAIN, 1 }, { RECEIVED_QUIET, held.quiet },
            { RECEIVED_MAPPED, 0 } });
        DRIVE(rst, core_rst, cfg_node, cfg_on, credit_for_frame, received_ready, wr_base,
              free_cells, slot_free, s_axis_wire_tvalid, s_axis_wire_tlast, s_axis_wire_tuser);
        put_lanes(dut->s_axis_wire_tdata, lanes, LANES);
        tb_put(dut->s_axis_wire_tkeep, 0, B, in.s_axis_wire_tkeep & ALL_BYTES);
    }
    void hold()
    {
        held.op = TTP_OP_PAYLOAD;
        held.vc = static_cast<uint8_t>(r.below(3));
        held.peer = static_cast<uint32_t>(r.bits(24));
        held.txid = static_cast<uint32_t>(r.next());
        held.life = static_cast<uint16_t>(r.next());
        held.to_life = static_cast<uint16_t>(r.next());
        held.len = static_cast<uint16_t>(r.in(1, 1024));
        held.bay = static_cast<uint16_t>(r.below(CELLS / 16));
        held.fits = held.again = 1;
        held.quiet = static_cast<uint8_t>(r.below(2));
    }
    void garbage()
    {
        for (auto &lane : lanes) lane = r.next();
        in.s_axis_wire_tdata = lanes;
        in.s_axis_wire_tkeep = r.next();
        in.s_axis_wire_tlast = r.one_in(2);
        in.s_axis_wire_tuser = r.one_in(2);
        in.s_axis_wire_tvalid = !r.percent(gaps);
    }
    // The next beat of the frame, with garbage in the bytes that are not in it
    void beat()
    {
        if (sent == 0) {
            if (r.one_in(50)) node = r.below(1 << 24);
            f = r.one_in(8) ? rx_make_map(r, node) : rx_make(r, node);
            lost = false;
            least_free = CELLS;
            begins = true;
        }
        const size_t n = std::min<size_t>(f.bytes.size() - sent, B), number = sent / B;
        const bool last = sent + n == f.bytes.size();
        uint64_t keep = n == 64 ? ~0ull : (1ull << n) - 1;

        memcpy(lanes, &f.bytes[sent], n);
        if (last && f.keep0) keep &= ~1ull;
        if (last && f.ragged && n + 1 < B) keep |= r.next() << (n + 1);
        if (!last && static_cast<int>(number) == f.hole) keep &= ~(1ull << r.below(B));
        if (B < 64 && r.one_in(2)) keep |= r.next() << (B % 64);    // beyond the port
        in.s_axis_wire_tkeep = keep;
        in.s_axis_wire_tlast = last;
        in.s_axis_wire_tuser = last ? f.user : r.one_in(2);
        sent = last ? 0 : sent + B;
        skipped = lost || number > TOO_LONG;
        if (!skipped && (last || number == TOO_LONG)) judge();
    }
    void judge()
    {
        at_pins.verdict = rx_judge(f, node);
        at_pins.size = f.bytes.size();
        if (SELECTIVE) at_pins.map_off = rx_map_off(f);
        if (at_pins.verdict != RX_PUSH) return;
        at_pins.op = f.op();
        at_pins.lives = rx_names(f);
        at_pins.off = rx_off(f);
        if (SELECTIVE) {
            at_pins.map = rx_read_map(f);
            at_pins.window = rx_offer(f);
            at_pins.offer_off = rx_offer_off(f);
        }
        if (at_pins.op != TTP_OP_PAYLOAD) return;
        at_pins.payload.assign(f.bytes.begin() + 60, f.bytes.begin() + 34 + f.number(40, 2));
    }

    void check() override
    {
        ttp_rx_parse_drive(model, &o);
        ttp_rx_parse_comb(model, &in, &o);
        if (chk.cycle < 1) return;
        chk.eq("s_axis_wire_tready", dut->s_axis_wire_tready, 1);
        SAME(received_valid, drop_pulse, rx_pulse, credit_take_frame, again_ready, wr_en,
                alloc_en, heard_valid);
        chk.eq("received_few", dut->received_few, model.received.count < 8);
        chk.eq("received_more", dut->received_more, model.received.count > 1);
        if (o.received_valid) check_head(*o.received);
        if (o.heard_valid || !SELECTIVE)
            check_bus(chk, dut->heard, { { "heard_part", HEARD_PART, o.heard_part },
                                         { "heard_bits", HEARD_BITS, o.heard_bits } });
        if (o.alloc_en) SAME(alloc_n);
        if (o.wr_en) {
            SAME(wr_addr);
            check_lanes(chk, "wr_data", dut->wr_data, o.wr_data, LANES);
            memcpy(&mem[size_t{o.wr_addr} * B], o.wr_data, B);
        }
        witness();
    }
    void check_head(const ttp_received &head)
    {
        check_bus(chk, dut->received, {
            { "op", RECEIVED_OP, head.op }, { "vc", RECEIVED_VC, head.vc },
            { "peer", RECEIVED_PEER, head.peer }, { "len", RECEIVED_LEN, head.len },
            { "txid", RECEIVED_TXID, head.txid }, { "rxid", RECEIVED_RXID, head.rxid },
            { "life", RECEIVED_LIFE, head.life }, { "to_life", RECEIVED_TO_LIFE, head.to_life },
            { "fits", RECEIVED_FITS, head.fits }, { "window", RECEIVED_WINDOW, head.window },
            { "again", RECEIVED_AGAIN, head.again }, { "quiet", RECEIVED_QUIET, head.quiet },
            { "mapped", RECEIVED_MAPPED, head.mapped } });
        chk.eq("one that was held", head.again, queue.front().again);
        if (SELECTIVE && head.fits) {
            check_bus(chk, dut->received, { { "bay", RECEIVED_BAY, head.bay } });
            chk.eq("bay as claimed", head.bay, queue.front().bay);
        }
        chk.eq("life as defined", head.life, queue.front().lives.life);
        chk.eq("to_life as defined", head.to_life, queue.front().lives.to_life);
        chk.eq("window as defined", head.window, queue.front().window);
        chk.eq("mapped as defined", head.mapped, queue.front().mapped);
    }
    bool pushed() const { return verdict == RX_PUSH; }
    uint32_t cells() const { return static_cast<uint32_t>(in_s1.payload.size() + 63) / 64; }
    uint32_t claims() const { return SELECTIVE ? 16 : cells(); }
    uint32_t base() const { return SELECTIVE ? bay * 16 : ring.base; }
    // The next payload goes to any other bay; while none is free, wr_base means nothing.
    void claim()
    {
        ring.claim(claims());
        if (!SELECTIVE) return;
        bays.push_back(bay);
        next_bay();
    }
    void next_bay()
    {
        bay = r.below(CELLS / 16);
        for (uint32_t i = 0; i < CELLS / 16 && std::count(bays.begin(), bays.end(), bay); i++)
            bay = (bay + 1) % (CELLS / 16);
    }
    void witness()
    {
        const rx_verdict before = verdict;      // of the frame whose pulse is due

        chk.eq("drop as defined", o.drop_pulse, before < RX_PUSH ? 1u << before : 0u);
        chk.eq("a frame was pushed", o.rx_pulse != 0, before == RX_PUSH);
        stored = !due.empty() && due.front().cycle == chk.cycle;
        if (stored) check_memory();
        verdict = in_s1.verdict;
        if (verdict != RX_NONE && !in.cfg_on) verdict = RX_OFF;
        if (pushed() && queue.size() == 16) verdict = RX_EVENT;
        if (pushed() && !in.credit_for_frame) verdict = RX_RESP;
        comes_again = in.again && !pushed() && queue.size() < 16 && in.credit_for_frame;
        chk.eq("what was held comes in", in.again && o.again_ready, comes_again);
        chk.eq("a credit for each push", o.credit_take_frame, pushed() || comes_again);
        chk.eq("frames that wait", model.received.count, queue.size());
        chk.eq("a map is heard", dut->heard_valid, pushed() && in_s1.map.there);
        if (o.heard_valid) {
            BUS_EQ(chk, dut->heard, HEARD_PART, in_s1.map.base / 64 % 8);
            BUS_EQ(chk, dut->heard, HEARD_BITS, in_s1.map.bits);
        }
        if (!pushed() || !cells()) {
            chk.eq("cells for nothing", o.alloc_en, 0);
            return;
        }
        if (in_s1.least_free >= 24 && ring.free_cells >= 24 && in.slot_free)
            chk.eq("room for the payload", o.alloc_en, 1);
        if (!in.slot_free) chk.eq("no slot", o.alloc_en, 0);
        if (claims() > ring.free_cells) chk.eq("no room", o.alloc_en, 0);
        if (o.alloc_en) chk.eq("cells", o.alloc_n, cells());
    }
    void check_memory()
    {
        const Stored &s = due.front();
        for (size_t i = 0; i < s.bytes.size(); i++)
            chk.eq("payload in the memory", mem[(s.base * 64 + i) % mem.size()], s.bytes[i]);
        due.pop_front();
    }

    void seen() override
    {
        const bool payload = pushed() && cells(), room = claims() <= ring.free_cells;
        const bool in_frame = in.core_rst && sent, open = pushed() && in_s1.op == TTP_OP_OPEN;
        const bool other = pushed() && !open;

        for (int i = RX_FCS; i <= RX_RESP; i++) dropped[i] += verdict == i;
        AIM("OFF", verdict == RX_OFF);
        if (pushed()) opcodes[in_s1.op]++;
        AIM("payload with room", o.alloc_en);
        AIM_IF(CELLS <= 128, "payload without room", payload && !room);
        AIM_IF(CELLS <= 64, "payload that takes the last cells",
               o.alloc_en && claims() == ring.free_cells);
        AIM_IF(CELLS <= 64, "payload with a refused word",
               payload && room && in.slot_free && !o.alloc_en);
        AIM("payload without a slot", payload && !in.slot_free);
        AIM("late word", model.flush);
        AIM("payload compared", stored);
        AIM("soft reset within a frame", in_frame && !in.rst);
        AIM("hard reset within a frame", in_frame && in.rst);
        AIM("frames back to back", begins && ended);
        AIM("skipped beat", skipped);
        AIM("OPEN with a life number", open && in_s1.lives.life);
        AIM("OPEN without one", open && !in_s1.lives.life);
        AIM("marked frame", other && in_s1.lives.to_life);
        AIM("frame that is not marked", other && !in_s1.lives.to_life);
        AIM_IF(SELECTIVE, "a word behind the bay", model.valid_s1
               && model.word_s1 >= static_cast<int32_t>(TTP_RX_BAY * WPC));
        AIM_IF(SELECTIVE, "a payload comes again", comes_again);
        AIM_IF(SELECTIVE, "... waits for a frame", in.again && pushed());
        AIM_IF(SELECTIVE, "... for a place", in.again && queue.size() == 16);
        AIM_IF(SELECTIVE, "... for a credit", in.again && !in.credit_for_frame);
        AIM_IF(SELECTIVE, "an offer", pushed() && in_s1.window);
        AIM_IF(SELECTIVE, "an offer of more than we can have", pushed() && in_s1.window == WINDOW);
        offer_off[in_s1.offer_off] += pushed();
        see_map();
        if (in_s1.off < 8) (open ? open_off : mark_off)[in_s1.off] += pushed();
    }
    void see_map()
    {
        const rx_map &m = in_s1.map;
        const bool map = pushed() && m.there;

        map_is_off[in_s1.map_off] += in_s1.map_off == 76 ? verdict == RX_SHORT : pushed();
        if (map && m.base < WINDOW && m.bits) map_parts[m.base / 64]++;
        AIM_IF(SELECTIVE, "a map in 76 bytes", map && in_s1.size == 76);
        AIM_IF(SELECTIVE, "... in more", map && in_s1.size > 76);
        AIM_IF(SELECTIVE, "... of two lives", map && in_s1.lives.life);
        AIM_IF(SELECTIVE, "... of none", map && !in_s1.lives.life);
        AIM_IF(SELECTIVE, "... that names nothing", map && !m.bits && !m.beyond);
        AIM_IF(SELECTIVE, "... with a larger base", map && m.base > WINDOW - 64 && m.beyond);
        AIM_IF(SELECTIVE, "... of the last one with bit 63",
               map && m.base == WINDOW - 64 && m.beyond);
        AIM_IF(SELECTIVE, "... that is dropped", m.there && !pushed());
        AIM_IF(SELECTIVE, "a NACK that ends within its map",
               pushed() && in_s1.map_off == 40 && in_s1.size < 76);
    }
    void aims() override
    {
        static const char *const DROPS[] = { "FCS", "SHORT", "LONG", "TYPE", "DST", "SRC", "TTH",
                                             "GATEWAY", "LENGTH", "OPCODE", "VC", "EVENT", "RESP" };
        for (int i = RX_FCS; i <= RX_RESP; i++) aim(DROPS[i], dropped[i]);
        for (int op = 0; op < 11; op++) aim("opcode", opcodes[op]);
        for (int i : { 4, 5, 6 }) aim("one byte off the mark", mark_off[i]);
        for (int i : { 51, 60, 61, 63, 66, 71, 72, 75 })
            if (SELECTIVE) aim("a byte that makes it no offer", offer_off[i]);
        for (int i : { 40, 42, 51, 60, 61, 63, 66, 67, 76 })
            if (SELECTIVE) aim("no map", map_is_off[i]);
        for (uint64_t n : map_parts)
            if (SELECTIVE) aim("base", n);
        for (int i : { 0, 1, 4, 5, 6, 7 }) aim("OPEN with one byte that is not 0", open_off[i]);
    }

    void step() override
    {
        if (pushed())
            queue.push_back({ in_s1.lives, in_s1.window, base() / 16, false, in_s1.map.there });
        if (comes_again)
            queue.push_back({ { held.life, held.to_life }, 0, held.bay, true, false });
        if (o.received_valid && in.received_ready) queue.pop_front();
        if (o.alloc_en) due.push_back({ chk.cycle + 2, base(), in_s1.payload });
        const bool release = !ring.payloads.empty() && now(releases)
                             && (!o.alloc_en || r.one_in(2));
        if (release) {
            ring.release();
            if (SELECTIVE) bays.pop_front();
        }
        if (o.alloc_en) claim();
        ttp_rx_parse_clock(model, &in);
        if (comes_again) held = {};
        in_s1 = at_pins;
        in_s1.least_free = least_free;
        if (in.core_rst) reset();
    }
    // A frame under way is skipped; after a hard reset only if a beat of it was there.
    void reset()
    {
        if (sent) lost = true;
        if (in.rst && !in.s_axis_wire_tvalid) sent = 0;
        in_s1 = {};
        verdict = RX_NONE;
        queue.clear();
        due.clear();
        ring.clear();
        bays.clear();
    }
};

int main(int argc, char **argv)
{
    return lockstep_main<Bench>(argc, argv, DATA_W == 64 ? 800000 : 400000);
}
