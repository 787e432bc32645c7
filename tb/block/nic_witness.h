// SPDX-License-Identifier: Apache-2.0
//
// The witness of tb/block/ttp_nic_core.cpp: it looks at memory, at both streams and at what the
// host does, and says whether docs/nic.md is kept. It knows no times but bounds.
#ifndef NIC_WITNESS_H
#define NIC_WITNESS_H

#include "nic_buffers.h"
#include "nic_joined.h"
#include "nic_memory.h"
#include "nic_receiver.h"
#include "nic_sender.h"

// Those who are told of what the NIC does.
struct nic_listener {
    virtual ~nic_listener() = default;
    virtual void payload(const nic_head &h, uint32_t link) = 0;
};

struct nic_witness : nic_onlooker {
    nic_judge &judge;
    nic_permits permits;
    std::unique_ptr<nic_sender> sender;         // which need memory, that needs an onlooker
    std::unique_ptr<nic_receiver> receiver;
    nic_buffers buffers;
    nic_listener *listener = nullptr;
    // Completion ring
    uint64_t cpl_base = 0, cpl_elements = 1, cpl_old = 0, cpl_old_elements = 1;
    uint16_t cpl_head = 0, cpl_tail = 0, cpl_tail_was = 0, cpl_old_head = 0;
    uint64_t cpl_first = ~UINT64_C(0);          // the first burst of this ring
    bool enabled = false;
    uint64_t disabled_at = 0, enabled_at = 0;
    unsigned late = 0;                          // completions since ENABLE is 0
    std::map<uint64_t, uint16_t> cpl_open;      // index by number of the burst
    std::set<uint16_t> cpl_lost;                // which memory has not taken
    uint64_t raised_at[4] = {};                 // last cycle with the event of a cause
    uint64_t maybe_at[4] = {};                  // ... that need not have been one
    uint64_t cleared_at[4] = {};                // when the cause was cleared last
    // Payloads under way
    nic_split tx, rx;
    nic_joins joins{ judge };
    std::vector<nic_head> given;                // of the payload of the MAC
    uint32_t tx_dest = 0;
    bool stood = false;                         // this beat was at m_axis_tx in the cycle before
    uint64_t posted = 0, taken = 0, bad = 0;
    uint32_t words_away = 0;                    // of data, asked for and not come
    // Records of dead links
    uint64_t deads = 0, clears = 0, last_dead = 0, last_clear = 0;

    explicit nic_witness(nic_judge &j) : judge(j), permits(j), buffers(j, permits) {}
    void bind(nic_store &store)
    {
        sender = std::make_unique<nic_sender>(judge, store, permits, joins);
        receiver = std::make_unique<nic_receiver>(judge, store, permits, joins);
    }
    bool full() const { return uint16_t(cpl_head - cpl_tail) >= cpl_elements; }

    // Memory
    void reads(unsigned id, uint64_t addr, uint32_t bytes) override
    {
        AIM("a read is cut at a page", !id && !((addr + bytes) % NIC_PAGE)
            && (sender->readable(addr + bytes, 1) || receiver->readable(addr + bytes, 1)));
        joins.reads += !id;
        if (!id) ahead(bytes / NIC_W);
        if (id == 1) sender->fetch(addr, bytes);
        else if (id == 2) buffers.fetch(addr, bytes);
        else if (!sender->readable(addr, bytes) && !receiver->readable(addr, bytes)) {
            receiver->explain(addr, bytes);
            judge.wrong("mem.read", "0x%" PRIx64 " + %u is of no payload", addr, bytes);
        }
    }
    // mem.ahead - besides those there may be the words of a burst that is coming, and those of the
    // first burst of this payload.
    void ahead(uint32_t words)
    {
        NIC_MUST(judge, words_away < 512 + 2 * (NIC_MORE / NIC_W + 2), "mem.ahead",
                 "%u words are on the way", words_away);
        words_away += words;
        AIM_IF(DATA_W == 512 || DATA_W == 64, "500 words on the way", words_away >= 500);
    }
    void read_fails(unsigned id, uint64_t word, uint64_t addr, uint32_t bytes) override
    {
        if (id == 1) sender->fetch_fails(word);
        if (id == 2) buffers.fetch_fails(word);
        if (id) maybe_at[3] = judge.now();
        AIM("a fetch that fails", id);
        if (id) return;
        const bool alone = sender->sources(addr, bytes) + receiver->sources(addr, bytes) == 1;
        sender->fails(addr, bytes, alone);
        receiver->fails(addr, bytes, alone);
    }
    void read_ends(unsigned id, uint64_t addr, uint32_t bytes) override
    {
        joins.reads -= !id;
        if (!id) words_away -= bytes / NIC_W;
        if (id == 2) buffers.fetch_ends(addr, bytes);
    }
    void writes(unsigned id, uint64_t number, uint64_t addr, const nic_bytes &data,
                const std::vector<bool> &strobes, uint64_t since) override
    {
        const auto first = std::find(strobes.begin(), strobes.end(), true);
        NIC_MUST(judge, first != strobes.end(), "mem.burst", "no strobe, at 0x%" PRIx64, addr);
        const auto end = std::find(first, strobes.end(), false);
        NIC_MUST(judge, std::find(end, strobes.end(), true) == strobes.end(), "mem.burst",
                 "strobes with a gap, at 0x%" PRIx64, addr);
        const auto at = static_cast<size_t>(first - strobes.begin());
        const auto n = static_cast<size_t>(end - first);
        NIC_MUST(judge, at < NIC_W && at + n + NIC_W > data.size(), "mem.burst",
                 "a beat without a strobe, at 0x%" PRIx64, addr);
        const uint64_t to = addr + at;
        judge.trace("write 0x%" PRIx64 " + %zu", to, n);
        const bool completion = completes(number, to, &data[at], n, since);
        NIC_MUST(judge, id == completion, "mem.id", "awid %u, completion %d", id, completion);
        if (completion) return;
        if (permits.write(number, to, &data[at], n)) return;
        if (buffers.claim(to, &data[at], n) && permits.write(number, to, &data[at], n)) return;
        permits.explain(to, &data[at], n);
        judge.wrong("mem.write", "0x%" PRIx64 " + %zu (%02x...) is not to be written", to, n,
                    data[at]);
    }
    void written(uint64_t number, bool error) override
    {
        judge.trace("written %" PRIu64 " error %d", number, error);
        const auto i = cpl_open.find(number);
        if (i == cpl_open.end()) {
            permits.written(number, error);
            if (error) receiver->failed();
            return;
        }
        raised_at[0] = judge.now();
        if (error) raised_at[2] = judge.now();
        AIM("a completion that cannot be written", error);
        if (error && number >= cpl_first) cpl_lost.insert(i->second);
        cpl_open.erase(i);
    }
    // The host begins to write 1 to ENABLE.
    void enable(uint64_t cpl, uint64_t elements,
                const std::vector<std::pair<uint64_t, uint64_t>> &send, uint64_t recv,
                uint64_t recv_elements)
    {
        cpl_old = cpl_base, cpl_old_elements = cpl_elements, cpl_old_head = cpl_head;
        cpl_base = cpl, cpl_elements = elements;
        cpl_first = ~UINT64_C(0);
        cpl_lost.clear();
        cpl_head = cpl_tail = cpl_tail_was = 0;
        enabled = true;
        enabled_at = judge.now();
        sender->again(send);
        buffers.again(recv, recv_elements);
    }
    bool completes(uint64_t number, uint64_t to, const uint8_t *p, size_t n, uint64_t since)
    {
        const bool now = to - cpl_base < cpl_elements * NIC_CPL;
        const bool before = to - cpl_old < cpl_old_elements * NIC_CPL
                            && judge.now() < enabled_at + 3000;
        if (!now && !before) return false;
        uint16_t &head = now ? cpl_head : cpl_old_head;
        const uint64_t elements = now ? cpl_elements : cpl_old_elements;
        const uint64_t due = (now ? cpl_base : cpl_old) + head % elements * NIC_CPL;
        NIC_MUST(judge, to == due && n == NIC_CPL, "cpl.phase", "0x%" PRIx64 " + %zu, due is 0x%"
                 PRIx64, to, n, due);
        NIC_MUST(judge, !now || !full(), "cpl.full", "a completion, but the ring is full");
        // A few may be on the way to memory when ENABLE becomes 0.
        late = enabled ? 0 : late + (since > disabled_at + 8);
        NIC_MUST(judge, late < 5, "cpl.full", "%u completions, but ENABLE is 0", late);
        const unsigned phase = head / elements % 2 ? 0 : 0x80;
        NIC_MUST(judge, p[31] == phase, "cpl.phase", "byte 31 is %02x, due is %02x", p[31], phase);
        NIC_MUST(judge, (p[0] == KIND_DONE ? p[3] < RINGS : !p[3]) && !p[7] && !p[30], "cpl",
                 "a byte that must be 0");
        AIM("the completion ring wraps", head % elements == elements - 1 && elements > 1);
        head++;
        const nic_cpl c = nic_cpl::of(p);
        if (now) cpl_first = std::min(cpl_first, number);
        cpl_open[number] = uint16_t(head - 1);
        judge.trace("cpl %" PRIu64 " kind %u status %u index %u length %u of 0x%x", number, c.kind,
                    c.status, c.index, c.length, c.link);
        if (c.kind == KIND_DONE) sender->done(c);
        else if (c.kind == KIND_NOTICE) receiver->notice(c);
        else if (c.kind == KIND_RECEIVED) buffers.received(c);
        else judge.wrong("cpl", "kind %u", c.kind);
        // FETCH is raised between the error and the completion.
        raised_at[3] = std::max(sender->fetch_failed_at(), buffers.ring.failed_at);
        if (!c.cookie && (c.status == ST_DESCRIPTOR || c.status == ST_LOCAL))
            maybe_at[3] = judge.now();
        return true;
    }

    void step(const nic_in &in, const nic_out &o)
    {
        AIM("the completion ring is full", full());
        // Some are on the way to memory that have not been seen.
        if (uint16_t(cpl_head - cpl_tail_was) + 4u >= cpl_elements) raised_at[1] = judge.now();
        if (full() || !enabled) sender->blocked_at = judge.now();
        sends(in, o);
        comes(in, o);
        records(in, o);
        sender->step();
    }
    void sends(const nic_in &in, const nic_out &o)
    {
        joins.looks(o.m_axi_arvalid);
        if (!o.m_axis_tx_tvalid) return joins.waits(tx);
        const uint64_t keep = o.m_axis_tx_tkeep, all = ~UINT64_C(0) >> (64 - NIC_W);
        const bool some = keep && !(keep & (keep + 1)) && keep <= all;
        NIC_MUST(judge, o.m_axis_tx_tlast ? some : keep == all,
                 "tx", "tkeep 0x%" PRIx64 " tlast %d", keep, o.m_axis_tx_tlast);
        NIC_MUST(judge, !tx.all || tx_dest == o.m_axis_tx_tdest, "tx", "tdest changes");
        AIM("a stall of the stream to the MAC", !in.m_axis_tx_tready);
        const uint64_t head = o.m_axis_tx_tdata[0];
        if (tx.bytes.empty() && !stood)
            sender->stands = { judge.now(), static_cast<uint32_t>(head >> 32) & ~0xff00u,
                               (head & 255) <= OP_READ && (head >> 8 & FLAG_LAST) };
        if (!stood) joins.shows(tx);
        stood = !in.m_axis_tx_tready;
        if (stood) return;
        tx_dest = o.m_axis_tx_tdest;
        const size_t before = tx.all;
        tx.beat(o.m_axis_tx_tdata, keep, judge.now());
        NIC_MUST(judge, tx.all <= NIC_MOST, "msg.cut", "a payload of more than 1024 bytes");
        joins.takes(tx, tx.all - before);
        if (o.m_axis_tx_tlast) {
            NIC_MUST(judge, tx.bytes.size() >= tx.head().size(), "head", "a payload of %zu bytes",
                     tx.bytes.size());
            whole(true, o.m_axis_tx_tuser);
        } else if (tx.whole()) whole(false, false);
    }
    // A payload has been given to the MAC; last: it is the last of those that are joined.
    void whole(bool last, bool discard)
    {
        const nic_split as_it_came = tx;
        const nic_bytes p = tx.take(last);
        nic_head h = nic_head::of(p.data(), p.size());
        judge.trace("tx op %u flags %u count %u tag 0x%x step %u of %u to 0x%x discard %d more %d",
                    h.op, h.flags, h.count, h.tag, h.step, h.length, tx_dest, discard, !last);
        receiver->lonely = false;
        if (h.op >= OP_SEND && h.op <= OP_READ) sender->sends(h, p, tx_dest, discard);
        else if (h.op == OP_DATA) {
            receiver->data(h, p, tx_dest, discard);
            sender->turns(RINGS, false);
        } else {
            nic_head due;
            due.op = OP_REPLY, due.flags = FLAG_LAST | FLAG_SHORT;
            due.tag = h.tag, due.status = h.status;
            NIC_MUST(judge, h.op == OP_REPLY && p == due.payload(), "head",
                     "operation %u flags %u count %u, %zu bytes", h.op, h.flags, h.count, p.size());
            NIC_MUST(judge, !discard, "msg.fault", "a REPLY is discarded");
            if (!buffers.replies(h, tx_dest)) receiver->replies(h, tx_dest);
        }
        if (!receiver->lonely) joins.made(tx_dest, p.size());
        joins.whole(as_it_came, h, last, receiver->lonely);
        given.push_back(h);
        if (!last) return;
        joins.ends(as_it_came, h, tx_dest, discard);
        posted += discard ? 0 : given.size();
        for (const nic_head &g : given)
            if (listener && !discard) listener->payload(g, tx_dest);
        given.clear();
    }
    void comes(const nic_in &in, const nic_out &o)
    {
        AIM("a stall of the stream from the MAC", in.s_axis_rx_tvalid && !o.s_axis_rx_tready);
        if (!in.s_axis_rx_tvalid || !o.s_axis_rx_tready) return;
        rx.beat(in.s_axis_rx_tdata, in.s_axis_rx_tkeep, judge.now());
        const bool last = in.s_axis_rx_tlast;
        if (!last && !rx.whole()) return;
        const unsigned place = rx.before;
        const nic_bytes p = rx.take(last);
        taken++;
        const nic_head h = nic_head::of(p.data(), p.size());
        judge.trace("rx %zu bytes op %u flags %u count %u tag 0x%x step %u of %u of 0x%x key 0x%x "
                    "offset 0x%" PRIx64 " place %u more %d", p.size(), h.op, h.flags, h.count,
                    h.tag, h.step, h.length, in.s_axis_rx_tid, h.key, h.offset, place, !last);
        if (nic_is_bad(h, p.size(), place, !last)) bad++;
        else if (h.op == OP_SEND) buffers.comes(h, p, in.s_axis_rx_tid, rx.since);
        else if (h.op == OP_DATA || h.op == OP_REPLY) sender->comes(h, p, in.s_axis_rx_tid);
        else receiver->comes(h, p, in.s_axis_rx_tid, rx.since);
    }
    void records(const nic_in &in, const nic_out &o)
    {
        if (in.s_axis_cpl_tvalid && o.s_axis_cpl_tready) {
            const auto kind = static_cast<uint8_t>(in.s_axis_cpl_tdata[1] >> 56);
            const auto link = static_cast<uint32_t>(in.s_axis_cpl_tdata[1] >> 16);
            sender->record(kind, link);
            judge.trace("record %u of 0x%x", kind, link);
            AIM("a record of the MAC to be ignored", kind < 3 || kind > 5);
            if (kind == 4) last_dead = judge.now(), deads++;
        }
        if (o.clear_valid && in.clear_ready) {
            judge.trace("clear");
            NIC_MUST(judge, ++clears <= deads, "msg.clear", "%" PRIu64 " clears of %" PRIu64
                     " dead links", clears, deads);
            last_clear = judge.now();
            AIM("DEAD is cleared", 1);
        }
    }
    // Nothing is open any more.
    bool idle() const
    {
        return sender->idle() && cpl_open.empty() && permits.bursts.empty() && !tx.all
               && receiver->told_all() && buffers.told_all()
               && (!deads || last_clear >= last_dead);
    }
    // All has ended: what is still missing is lost (tgt.lost), and no permit stays but of posted
    // buffers.
    void next_life()
    {
        lost += receiver->missing(true) + buffers.missing();
        lost_may += receiver->missing(false) - receiver->missing(true);
        receiver->forget();
        buffers.forget();
        permits.pieces.clear();
    }
    void reset()
    {
        nic_store &store = sender->store;
        permits.pieces.clear(), permits.bursts.clear();
        bind(store);
        buffers.buffers.clear(), buffers.forget();
        buffers.refused = buffers.told = 0;
        buffers.wait = nic_past(65536);
        buffers.ring.failed_at = 0;
        words_away = 0;
        posted = taken = bad = lost = lost_may = deads = clears = 0;
        enabled = stood = false;
        cpl_first = ~UINT64_C(0);
        cpl_lost.clear();
        cpl_open.clear(), given.clear();
        tx.reset(), rx.reset(), joins.reset();
        cpl_head = cpl_tail = cpl_tail_was = 0;
        for (unsigned i = 0; i < 4; i++) raised_at[i] = maybe_at[i] = cleared_at[i] = 0;
    }
    uint64_t lost = 0, lost_may = 0;        // of lives before
    // What the page's counters must be: at least, at most.
    void bounds(unsigned i, uint64_t &lo, uint64_t &hi) const
    {
        const nic_sender &s = *sender;
        const uint64_t gone = lost + receiver->missing(true) + buffers.missing();
        const uint64_t may_go = lost + lost_may + receiver->missing(false) + buffers.missing();
        const uint64_t refused = receiver->refused + buffers.refused;
        const uint64_t exact[] = { posted, taken, bad, refused, s.late, gone, s.ok, s.failed,
                                   receiver->told + buffers.told };
        lo = hi = exact[i];
        if (i == C_REFUSED) hi += may_go, lo -= receiver->read_failed;
        if (i == C_LATE) hi += s.late_may;
        if (i == C_LOST) hi = may_go;
    }
};

#endif
