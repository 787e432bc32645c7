// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_retransmit.v against model/ttp_retransmit.c. The test plays ingest (lists of
// payloads), the link pipe (S1 read, S2 send by its rules), retire (head pointer, no sooner than
// the slots allow) and tx_frame (pop), and checks as third witness: which payload comes out,
// with which ID, in order, three cycles after S2; the slots; rewinds; sends from a head that
// moves in the very cycle.
// PARAMS: -GLINKS=3 -GLW=2 -GENTS=11 -GEW=4 -GCW=4 -GTCW=4 -GSLOTS=4 -GCUT=1
// PARAMS: -GLINKS=24 -GLW=5 -GENTS=56 -GEW=6 -GCW=6 -GTCW=8 -GSLOTS=8 -GCUT=0
// PARAMS: -GLINKS=192 -GLW=8 -GENTS=448 -GEW=9 -GCW=9 -GTCW=11 -GSLOTS=4 -GCUT=1
// PARAMS: -GLINKS=1536 -GLW=11 -GENTS=5632 -GEW=13 -GCW=13 -GTCW=14 -GSLOTS=8 -GCUT=0
// PARAMS: -GLINKS=12288 -GLW=14 -GENTS=28672 -GEW=15 -GCW=15 -GTCW=16 -GSLOTS=8 -GCUT=0
// SEEDS: 1 2 3
#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>
#include "Vttp_retransmit.h"
#include "bus_tx.h"
extern "C" {
#include "ttp_retransmit.h"
}

static const bus_tx BUS(LW, CW, EW, TCW);

struct pay { uint16_t e, len, first; uint64_t since; };     // since: cycle of the append
struct link_ref {
    std::deque<pay> list;       // not yet freed
    uint16_t tail, dummy;
    size_t retired;             // of list: acknowledged, not yet freed
    size_t cof;                 // next to send, counted from the oldest unretired
    size_t sent;                // in flight, counted likewise
    uint64_t ack_at;            // cycle of the last retirement
};
struct sent { uint32_t id, node; uint16_t life, to_life; uint8_t vc; pay x; uint64_t at; };

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
    Verilated::commandArgs(argc, argv);
    tb_rng r(seed);
    tb_check chk("ttp_retransmit", seed);
    auto dut = std::make_unique<Vttp_retransmit>();

    ttp_params p = {};
    p.data_w = SLOTS == 8 ? 512 : 64;
    p.tx_pkts = ENTS - LINKS;
    p.link_sets = LINKS / 3;
    p.link_ways = 1;
    ttp_retransmit m = {};
    ttp_arena arena = { nullptr, 0, 0 };
    ttp_retransmit_bind(&m, &p, &arena);
    std::vector<uint64_t> mem(arena.used / 8);
    arena = { reinterpret_cast<uint8_t *>(mem.data()), 0, arena.used };
    ttp_retransmit_bind(&m, &p, &arena);

    std::vector<link_ref> L(LINKS);
    std::deque<uint16_t> pool;
    std::deque<sent> out;               // sends not yet popped, oldest first
    struct { bool valid; uint16_t link, val; } hp = { false, 0, 0 };    // retire's output flop
    uint16_t give_back = 0;
    uint64_t n_sent = 0, n_replay = 0, n_head_now = 0, n_full = 0, n_rewind = 0, n_block = 0,
             n_fresh = 0;
    bool s1 = false;                            // an event is in the pipe
    bool settled = false, head_moved = false;   // what S2a has seen
    unsigned step = 0;                          // cycles since its S1
    const unsigned LAST_STEP = CUT ? 3 : 1;                    // it sends then
    uint32_t s1_link = 0;
    uint64_t last_send = 0;
    unsigned p_ap = 50, p_s1 = 100, p_pop = 50, p_ret = 50, p_ack = 30, p_rew = 5;
    unsigned spread = LINKS;
    const uint32_t init_n = ENTS;
    uint32_t init_at = 0;

    ttp_retransmit_in in;
    ttp_retransmit_out o = {};
    const uint64_t cycles = ENTS > 10000 ? 400000 : 250000;
    for (uint64_t c = 0; c < cycles; c++) {
        chk.cycle = c;
        const bool init = init_at < init_n;
        if (r.one_in(500)) {
            static const unsigned pc[] = { 0, 5, 30, 60, 100, 100 };
            p_ap = pc[1 + r.below(5)]; p_s1 = pc[2 + r.below(4)]; p_pop = pc[r.below(6)];
            p_ret = pc[1 + r.below(5)]; p_ack = pc[r.below(5)];
            p_rew = r.one_in(2) ? 0 : pc[r.below(4)];
            spread = r.one_in(3) ? LINKS : r.in(1, LINKS < 6 ? LINKS : 6);
        }
        memset(&in, 0, sizeof in);
        ttp_retransmit_drive(&m, &o);
        in.core_rst = c < 2 || r.one_in(init_n * 4 + 20000);
        in.init_active = init;
        in.init_idx = init ? init_at : static_cast<uint32_t>(r.bits(17));
        const bool run = !init && c >= 1 && !in.core_rst;
        bool next_s1 = false;
        uint32_t next_link = 0;

        if (run) {
            // retire: what it decided in the cycle before is on its flops now
            if (hp.valid) {
                in.freed_moved = true;
                in.freed_link = hp.link;
                in.freed_head = hp.val;
                pool.push_back(give_back);
                L[hp.link].dummy = hp.val;
                L[hp.link].list.pop_front();
                L[hp.link].retired--;
            }
            hp.valid = false;
            // S2 of the link whose S1 was in the cycle before, or two earlier with CUT
            if (s1 && ++step == 1) {
                settled = L[s1_link].retired == 0;
                head_moved = in.freed_moved && in.freed_link == s1_link;
            }
            const bool acts = s1 && step == LAST_STEP;
            if (acts) {
                link_ref &l = L[s1_link];
                bool flushed = false;
                if (l.sent && r.percent(p_ack)) {           // an ACK
                    const size_t k = r.in(1, static_cast<uint32_t>(l.sent));
                    l.retired += k;
                    l.sent -= k;
                    l.cof -= k < l.cof ? k : l.cof;
                    l.ack_at = c;
                    flushed = true;
                }
                if (l.sent && l.cof && r.percent(p_rew)) { l.cof = 0; n_rewind++; }
                const size_t pos = l.retired + l.cof;
                const bool have = pos < l.list.size() && l.list[pos].since + LAST_STEP <= c;
                if (have && o.slots_used < SLOTS && last_send + 1 != c
                    && (l.cof > 0 || (settled && !flushed))) {
                    const pay &x = l.list[pos];
                    in.send_valid = true;
                    in.send_link = static_cast<uint16_t>(s1_link);
                    in.send_head = l.cof == 0;
                    in.send_id = static_cast<uint32_t>(r.next());
                    in.send_vc = static_cast<uint8_t>(r.below(3));
                    in.send_node = static_cast<uint32_t>(r.bits(24));
                    in.send_life = static_cast<uint16_t>(r.next());
                    in.send_to_life = static_cast<uint16_t>(r.next());
                    out.push_back({ in.send_id, in.send_node, in.send_life, in.send_to_life,
                                    in.send_vc, x, c });
                    n_replay += l.cof < l.sent;
                    n_head_now += in.send_head && head_moved;
                    n_fresh += x.since + LAST_STEP == c;
                    if (l.cof == l.sent) l.sent++;
                    l.cof++;
                    last_send = c;
                    n_sent++;
                }
            }
            // S1
            if ((CUT == 0 || !s1) && r.percent(p_s1)) {
                next_s1 = true;
                next_link = r.below(spread);
                in.send_link = in.send_valid ? in.send_link : static_cast<uint16_t>(r.below(LINKS));
            }
            // retire decides: a goal written in an earlier cycle, entry in no slot it can see
            if (r.percent(p_ret)) {
                const uint32_t k = r.below(spread);
                link_ref &l = L[k];
                if (l.retired && l.ack_at < c && !(in.freed_moved && in.freed_link == k)) {
                    const uint16_t e = l.list.front().e;
                    bool busy = false;
                    for (unsigned i = 0; i < SLOTS; i++)
                        busy |= (o.slot_valid >> i & 1) && o.slot_entry[i] == e;
                    n_block += busy;
                    if (!busy) {
                        // it must not be on its way to a slot either
                        for (const sent &s : out)
                            chk.eq("an entry under way is not to be seen in a slot", s.x.e == e, 0);
                        hp = { true, static_cast<uint16_t>(k), e };
                        give_back = l.dummy;
                    }
                }
            }
            // ingest
            if (!pool.empty() && r.percent(p_ap)) {
                link_ref &l = L[r.below(spread)];
                const pay x = { pool.front(), static_cast<uint16_t>(r.in(1, 1024)),
                                static_cast<uint16_t>(r.bits(TCW)), c };
                pool.pop_front();
                in.append_valid = true;
                in.append_tail = l.tail; in.append_entry = x.e;
                in.append_len = x.len; in.append_first = x.first;
                l.tail = x.e;
                l.list.push_back(x);
            }
            in.payload_ready = o.payload_valid && r.percent(p_pop);
            n_full += o.slots_used == SLOTS;
        }

        dut->core_rst = in.core_rst;
        dut->init_active = in.init_active; dut->init_idx = in.init_idx;
        dut->append_valid = in.append_valid;
        bus_put(dut->append, BUS.append.tail, in.append_tail);
        bus_put(dut->append, BUS.append.entry, in.append_entry);
        bus_put(dut->append, BUS.append.len, in.append_len);
        bus_put(dut->append, BUS.append.first, in.append_first);
        dut->freed_moved = in.freed_moved;
        bus_put(dut->freed, BUS.freed.link, in.freed_link);
        bus_put(dut->freed, BUS.freed.head, in.freed_head);
        dut->s1_rd_en = next_s1; dut->s1_link = next_link;
        dut->send_valid = in.send_valid;
        bus_put(dut->send, BUS.send.link, in.send_link);
        bus_put(dut->send, BUS.send.head, in.send_head);
        bus_put(dut->send, BUS.send.id, in.send_id);
        bus_put(dut->send, BUS.send.vc, in.send_vc);
        bus_put(dut->send, BUS.send.node, in.send_node);
        bus_put(dut->send, BUS.send.life, in.send_life);
        bus_put(dut->send, BUS.send.to_life, in.send_to_life);
        dut->payload_ready = in.payload_ready;
        dut->clk = 0;
        dut->eval();
        if (c >= 1) {
            CHECK_EQ(chk, dut->slots_used, o.slots_used);
            CHECK_EQ(chk, dut->payload_valid, o.payload_valid);
            chk.eq("slot_valid", tb_get(dut->slots, 0, SLOTS), o.slot_valid);
            for (unsigned i = 0; i < SLOTS; i++)
                if (o.slot_valid >> i & 1)
                    chk.eq("slot_entry", tb_get(dut->slots, SLOTS + i * EW, EW), o.slot_entry[i]);
            if (o.payload_valid) {
                BUS_EQ(chk, dut->payload, BUS.payload.id, o.pq->id);
                BUS_EQ(chk, dut->payload, BUS.payload.vc, o.pq->vc);
                BUS_EQ(chk, dut->payload, BUS.payload.node, o.pq->node);
                BUS_EQ(chk, dut->payload, BUS.payload.len, o.pq->len);
                BUS_EQ(chk, dut->payload, BUS.payload.life, o.pq->life);
                BUS_EQ(chk, dut->payload, BUS.payload.to_life, o.pq->to_life);
                BUS_EQ(chk, dut->payload, BUS.payload.first, o.pq->first);
            }
            // the third witness: head shown three (CUT: two) cycles after S2
            chk.eq("slots_used as defined", dut->slots_used, out.size() - in.send_valid);
            const bool shown = !out.empty() && out.front().at + (CUT ? 2 : 3) <= c;
            chk.eq("payload_valid as defined", dut->payload_valid, shown);
            if (o.payload_valid) {
                const sent &s = out.front();
                chk.eq("id", bus_get(dut->payload, BUS.payload.id), s.id);
                chk.eq("node", bus_get(dut->payload, BUS.payload.node), s.node);
                chk.eq("vc", bus_get(dut->payload, BUS.payload.vc), s.vc);
                chk.eq("life", bus_get(dut->payload, BUS.payload.life), s.life);
                chk.eq("to_life", bus_get(dut->payload, BUS.payload.to_life), s.to_life);
                chk.eq("len", bus_get(dut->payload, BUS.payload.len), s.x.len);
                chk.eq("first", bus_get(dut->payload, BUS.payload.first), s.x.first);
            }
            std::vector<uint16_t> want, have;
            for (const sent &s : out) if (s.at + 2 <= c) want.push_back(s.x.e);
            for (unsigned i = 0; i < SLOTS; i++)
                if (tb_get(dut->slots, i, 1))
                    have.push_back(static_cast<uint16_t>(tb_get(dut->slots, SLOTS + i * EW, EW)));
            std::sort(want.begin(), want.end());
            std::sort(have.begin(), have.end());
            chk.eq("slots as defined", have == want, 1);
        }
        if (in.payload_ready) out.pop_front();
        if (next_s1) {
            s1 = true;
            step = 0;
            s1_link = next_link;
        } else if (step == LAST_STEP) {
            s1 = false;
        }
        init_at += init;
        if (in.core_rst) {
            init_at = 0;
            pool.clear();
            for (uint32_t i = LINKS; i < ENTS; i++) pool.push_back(static_cast<uint16_t>(i));
            for (uint32_t i = 0; i < LINKS; i++) {
                L[i].list.clear();
                L[i].tail = L[i].dummy = static_cast<uint16_t>(i);
                L[i].retired = L[i].cof = L[i].sent = 0;
            }
            out.clear();
            hp.valid = false;
            s1 = false;
        }
        ttp_retransmit_clock(&m, &in);
        dut->clk = 1;
        dut->eval();
    }
    dut->final();
    chk.reached("send", n_sent);
    chk.reached("replay", n_replay);
    chk.reached("rewind", n_rewind);
    chk.reached("send from a head written in the same cycle", n_head_now);
    chk.reached("send of a payload appended in S1", n_fresh);
    chk.reached("all slots taken", n_full);
    chk.reached("retire held up by a slot", n_block);
    printf("PASS sent=%" PRIu64 " replays=%" PRIu64 " head_now=%" PRIu64 " fresh=%" PRIu64
           " full=%" PRIu64 " blocked=%" PRIu64 "\n",
           n_sent, n_replay, n_head_now, n_fresh, n_full, n_block);
    return 0;
}
