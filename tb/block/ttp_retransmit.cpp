// SPDX-License-Identifier: Apache-2.0
//
// Lockstep: rtl/tx/ttp_retransmit.v against model/ttp_retransmit.c. The bench plays ingest (lists
// of payloads), the link pipe (it reads a link and may send two cycles later), the retire engine
// (it frees a payload that is in no slot) and tx_frame (it takes what is shown). The witness knows
// which payloads were sent and not yet taken: they are shown in order, two cycles after the send,
// and the slots hold their entries.
// PARAMS: -GLINKS=3 -GLW=2 -GENTS=11 -GEW=4 -GCW=4 -GTCW=4 -GSLOTS=4 -GFOLLOW=0 -GNUMBER_W=6
// PARAMS: -GLINKS=24 -GLW=5 -GENTS=56 -GEW=6 -GCW=6 -GTCW=8 -GSLOTS=8 -GFOLLOW=1 -GNUMBER_W=5
// PARAMS: -GLINKS=192 -GLW=8 -GENTS=448 -GEW=9 -GCW=9 -GTCW=11 -GSLOTS=4 -GFOLLOW=0
// PARAMS: -GLINKS=1536 -GLW=11 -GENTS=5632 -GEW=13 -GCW=13 -GTCW=14 -GSLOTS=8 -GFOLLOW=1
// PARAMS: -GLINKS=192 -GLW=8 -GENTS=448 -GEW=9 -GCW=9 -GTCW=11 -GSLOTS=8 -GFOLLOW=1
// PARAMS: -GLINKS=12288 -GLW=14 -GENTS=28672 -GEW=15 -GCW=15 -GTCW=16 -GSLOTS=8 -GFOLLOW=1
// SEEDS: 1 2 3
#include <set>
#include "Vttp_retransmit.h"
#include "lockstep.h"
#include "tb_model.h"
#include "tb_ports.h"
#include "tx_lists.h"
extern "C" {
#include "ttp_retransmit.h"
}

#ifndef NUMBER_W
#define NUMBER_W 0
#endif
static const uint32_t NUMBER_MAX = (1u << (NUMBER_W ? NUMBER_W : 16)) - 1;
static const unsigned SEND_STEP = 2;                // cycles from the read of a link to its send

struct send_link : tx_list {
    size_t retired = 0;         // of `held`: acknowledged, not yet freed
    size_t in_flight = 0;       // sent, not acknowledged
    size_t next = 0;            // to be sent next, counted from the oldest that is not retired
    uint64_t ack_at = 0;        // cycle of the last acknowledgement
    uint32_t number = 0;        // of its newest numbered send; 0: none so far
};

struct sent { ttp_pq pq; uint16_t entry; uint64_t at; };

// What the block must hold: sends that were not yet taken, oldest first.
struct witness {
    std::deque<sent> out;

    bool shown(uint64_t now) const { return !out.empty() && out.front().at + 2 <= now; }

    std::multiset<uint64_t> slots(uint64_t now) const
    {
        std::multiset<uint64_t> entries;
        for (const sent &s : out)
            if (s.at + 2 <= now) entries.insert(s.entry);
        return entries;
    }
    bool has(uint16_t entry) const
    {
        return std::any_of(out.begin(), out.end(), [&](const sent &s) { return s.entry == entry; });
    }
};

struct Bench : lockstep<Vttp_retransmit> {
    tb_model<ttp_retransmit> ref{ ttp_retransmit_bind, [](ttp_params &p) {
        p.data_w = SLOTS == 8 ? 512 : 64;
    } };
    ttp_retransmit_in in = {};
    ttp_retransmit_out o = {};
    tx_lists<send_link> lists;
    tb_walk walk{ ENTS };
    witness w;
    struct { unsigned append, read, take, free, ack, rewind, links; }
        load = { 50, 100, 50, 50, 30, 5, LINKS };
    // Links on their way: read now, and SEND_STEP cycles ago at most; none twice
    struct on_way { int link; bool settled, head_moved; };  // as seen in the cycle after the read
    int reads = -1;
    std::deque<on_way> way = std::deque<on_way>(SEND_STEP, { -1, false, false });
    uint64_t last_send = 0;
    int freeing = -1;                           // link whose oldest payload retire frees

    Bench() { ref.number_max = static_cast<uint16_t>(NUMBER_MAX); }

    void drive() override
    {
        if (r.one_in(500))
            load = { tb_load(r, 1), tb_load(r, 2), tb_load(r), tb_load(r, 1), tb_load(r, 0, 4),
                     r.one_in(2) ? 0 : tb_load(r, 0, 3),
                     r.one_in(3) ? LINKS : r.in(1, std::min(LINKS, 6)) };
        in = {};
        ttp_retransmit_drive(&ref, &o);
        in.core_rst = chk.cycle < 2 || r.one_in(ENTS * 4 + 20000);
        in.init_active = walk.active();
        in.init_idx = walk.active() ? walk.at : static_cast<uint32_t>(r.bits(17));
        reads = -1;
        if (chk.cycle && !walk.active() && !in.core_rst) {
            if (freeing >= 0) free_payload();
            move_events();
            read_link();
            if (r.percent(load.free)) decide_free(r.below(load.links));
            append();
            in.payload_ready = o.payload_valid && r.percent(load.take);
            AIM("all slots taken", o.slots_used == SLOTS);
        }
        dut->list_rd_en = reads >= 0;
        tb_set(dut->list_link, std::max(reads, 0));
        DRIVE(core_rst, init_active, init_idx, append_valid, freed_moved, send_valid,
              payload_ready);
        DRIVE_BUS(append, tail, entry, len, first);
        DRIVE_BUS(freed, link, head);
        DRIVE_BUS(send, link, head, id, vc, node, life, to_life, numbered, first, resend, entry);
    }

    // retire shows what it decided in the cycle before.
    void free_payload()
    {
        send_link &l = lists.link[static_cast<unsigned>(freeing)];
        lists.free_oldest(l);
        l.retired--;
        in.freed_moved = true;
        in.freed_link = static_cast<uint16_t>(freeing);
        in.freed_head = l.dummy;
        freeing = -1;
    }

    // It decides for a goal that was written before this cycle.
    void decide_free(uint32_t k)
    {
        const send_link &l = lists.link[k];
        if (!l.retired || l.ack_at == chk.cycle || (in.freed_moved && in.freed_link == k)) return;
        const uint16_t entry = l.held.front().entry;
        for (unsigned i = 0; i < SLOTS; i++)
            if ((o.slot_valid >> i & 1) && o.slot_entry[i] == entry) {
                AIM("retire held up by a slot", 1);
                return;
            }
        chk.eq("an entry under way is not to be seen in a slot", w.has(entry), 0);
        freeing = static_cast<int>(k);
    }

    // A link that is on its way is not read again before it has sent; with FOLLOW it is, in the
    // next cycle but one.
    void read_link()
    {
        const int l = static_cast<int>(r.below(load.links));
        const auto same = [&](const on_way &e) { return e.link == l; };

        if (!r.percent(load.read)) return;
        if (FOLLOW ? same(way.front()) : std::any_of(way.begin(), way.end(), same)) return;
        AIM_IF(FOLLOW, "a link is read again as it sends", same(way.back()) && in.send_valid);
        reads = l;
        AIM("a link is read behind another", way.front().link >= 0);
        if (!in.send_valid) in.send_link = static_cast<uint16_t>(r.below(LINKS));
    }

    // What the link pipe sees of the link that was read in the cycle before; what the one does that
    // was read SEND_STEP cycles ago: an acknowledgement, a rewind, a send.
    void move_events()
    {
        if (on_way &e = way.front(); e.link >= 0) {
            e.settled = lists.link[static_cast<unsigned>(e.link)].retired == 0;
            e.head_moved = in.freed_moved && in.freed_link == e.link;
        }
        if (way.back().link >= 0)
            act(way.back(), lists.link[static_cast<unsigned>(way.back().link)]);
    }
    void act(const on_way &e, send_link &l)
    {
        bool acked = false;
        if (l.in_flight && r.percent(load.ack)) {
            const size_t k = r.in(1, static_cast<uint32_t>(l.in_flight));
            l.retired += k;
            l.in_flight -= k;
            l.next -= std::min(k, l.next);
            l.ack_at = chk.cycle;
            acked = true;
        }
        if (l.in_flight && l.next && r.percent(load.rewind)) {
            l.next = 0;
            AIM("rewind", 1);
        }
        if (NUMBER_W && l.in_flight && o.slots_used < SLOTS && last_send + 1 != chk.cycle
            && r.one_in(4)) {
            resend(e, l);
            return;
        }
        const size_t at = l.retired + l.next;
        const bool known = at < l.held.size() && l.held[at].since + SEND_STEP <= chk.cycle;
        const bool may = l.next > 0 || (e.settled && !acked);
        if (known && may && o.slots_used < SLOTS && last_send + 1 != chk.cycle)
            send(e, l, l.held[at]);
    }

    // One in flight goes again; the list stays where it is.
    void resend(const on_way &e, send_link &l)
    {
        const size_t next = l.next, in_flight = l.in_flight;
        const tx_payload &x = l.held[l.retired + r.below(static_cast<uint32_t>(l.in_flight))];

        in.send_resend = true;
        in.send_entry = x.entry;
        send(e, l, x);
        in.send_head = r.below(2);
        l.next = next;
        l.in_flight = in_flight;
        AIM_IF(NUMBER_W, "a lost one goes again", 1);
        AIM_IF(NUMBER_W, "... in the middle of a replay", next < l.in_flight);
    }

    void send(const on_way &e, send_link &l, const tx_payload &x)
    {
        in.send_valid = true;
        in.send_link = static_cast<uint16_t>(e.link);
        in.send_head = l.next == 0;
        in.send_id = static_cast<uint32_t>(r.next());
        in.send_vc = static_cast<uint8_t>(r.below(3));
        in.send_node = static_cast<uint32_t>(r.bits(24));
        in.send_life = static_cast<uint16_t>(r.next());
        in.send_to_life = static_cast<uint16_t>(r.next());
        number(l);
        w.out.push_back({ { in.send_id, in.send_node, x.len, x.first, in.send_life,
                            in.send_to_life,
                            static_cast<uint16_t>(in.send_numbered ? l.number : 0), in.send_vc },
                          x.entry, chk.cycle });
        AIM("send", 1);
        AIM("replay", l.next < l.in_flight);
        AIM("send from a head written in the same cycle", in.send_head && e.head_moved);
        AIM("send of a payload appended as its link is read", x.since + SEND_STEP == chk.cycle);
        l.next++;
        l.in_flight = std::max(l.in_flight, l.next);
        last_send = chk.cycle;
    }

    // The first of a link that has one is 1, and now and then it begins again.
    void number(send_link &l)
    {
        in.send_numbered = NUMBER_W && !r.one_in(4);
        if (!in.send_numbered) return;
        in.send_first = !l.number || r.one_in(400);
        AIM_IF(NUMBER_W, "a number after another", !in.send_first);
        AIM_IF(NUMBER_W, "numbers begin again", in.send_first && l.number);
        AIM_IF(NUMBER_W, "numbers that wrap", !in.send_first && l.number == NUMBER_MAX);
        l.number = in.send_first ? 1 : l.number % NUMBER_MAX + 1;
    }

    void append()
    {
        if (lists.spare.empty() || !r.percent(load.append)) return;
        send_link &l = lists.link[r.below(load.links)];
        tx_payload x = {};
        x.len = static_cast<uint16_t>(r.in(1, 1024));
        x.first = static_cast<uint16_t>(r.bits(TCW));
        x.since = chk.cycle;
        lists.append(l, x, in);
    }

    void check() override
    {
        if (!chk.cycle) return;
        SAME(slots_used, payload_valid);
        if (NUMBER_W && ref.sent) SAME(sent_number, sent_entry);
        chk.eq("slot_valid", tb_get(dut->slots, 0, SLOTS), o.slot_valid);
        std::multiset<uint64_t> held;
        for (unsigned i = 0; i < SLOTS; i++)
            if (o.slot_valid >> i & 1) {
                const uint64_t entry = tb_get(dut->slots, SLOTS + i * EW, EW);
                chk.eq("slot_entry", entry, o.slot_entry[i]);
                held.insert(entry);
            }
        // The witness
        chk.eq("slots_used as defined", dut->slots_used, w.out.size() - in.send_valid);
        chk.eq("slots as defined", held == w.slots(chk.cycle), 1);
        chk.eq("payload_valid as defined", dut->payload_valid, w.shown(chk.cycle));
        if (!o.payload_valid) return;
        for (const ttp_pq &pq : { *o.pq, w.out.front().pq }) {
            BUS_EQ(chk, dut->payload, PAYLOAD_ID, pq.id);
            BUS_EQ(chk, dut->payload, PAYLOAD_VC, pq.vc);
            BUS_EQ(chk, dut->payload, PAYLOAD_NODE, pq.node);
            BUS_EQ(chk, dut->payload, PAYLOAD_LEN, pq.len);
            BUS_EQ(chk, dut->payload, PAYLOAD_LIFE, pq.life);
            BUS_EQ(chk, dut->payload, PAYLOAD_TO_LIFE, pq.to_life);
            BUS_EQ(chk, dut->payload, PAYLOAD_FIRST, pq.first);
            BUS_EQ(chk, dut->payload, PAYLOAD_NUMBER, pq.number);
        }
    }

    void step() override
    {
        if (in.payload_ready) w.out.pop_front();
        way.push_front({ reads, false, false });
        way.pop_back();
        walk.step(in.core_rst);
        if (in.core_rst) {
            lists.reset();
            w.out.clear();
            freeing = -1;
            way.assign(SEND_STEP, { -1, false, false });
        }
        ttp_retransmit_clock(&ref, &in);
    }
};

int main(int argc, char **argv)
{
    return lockstep_main<Bench>(argc, argv, ENTS > 10000 ? 400000 : 250000);
}
