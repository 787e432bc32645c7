// SPDX-License-Identifier: Apache-2.0
//
// After the harm: the MAC drains, and still works; see program.h.
#include "program.h"
#include "ttp_regs.h"

namespace {

constexpr uint32_t FRESH = 0x0c0907;       // a peer that no program knows
constexpr uint64_t DRAIN_LIMIT = 60000;    // cycles; the longest timeout of a program is 4096

struct Finale {
    const ProgramHead &h;
    MacBench *b;
    Peers *peers;
    std::vector<uint8_t> got;              // what the host got last
    uint32_t got_from = 0;

    bool silent(uint32_t node) const
    {
        for (unsigned i = 0; i < PEER_N; i++)
            if (node == peer_node(h.params, i)) return !(h.peers_alive >> i & 1);
        return node != FRESH;
    }

    void hear(const Frame &f)
    {
        Header hd;
        Frame reply;
        if (!parse_header(f, &hd) || silent(hd.dst)) return;
        if (peers->answer(f, &reply)) b->send({ std::move(reply), SIZE_MAX, 0, 0 });
    }

    template <class T> bool until(uint64_t limit, T done, const char *what)
    {
        const uint64_t end = b->cycle + limit;
        while (b->ok() && !done()) {
            if (b->cycle >= end) {
                b->fail(std::string("no progress: ") + what);
                break;
            }
            // A dead link's entry is kept until the host has seen the interrupt.
            if (b->model()->s.csr.cause && b->axil.idle()) b->write(TTP_REG_IRQ_CAUSE, 0x7f);
            b->run(16);
        }
        b->check();
        return b->ok();
    }

    bool port_quiet()
    {
        const ttp_mac_state &s = b->model()->s;
        return b->host_empty() && b->axil.idle() && !b->frames_waiting() && !b->wire_out.in_frame()
            && !s.parse.received.count && !s.respond.q.count && !s.deliver.vq.count
            && !ttp_link_pipe_busy(&s.pipe) && !s.retransmit.used
            && !ttp_tx_ingest_busy(&s.ingest) && !ttp_retire_busy(&s.retire)
            && !s.csr.soft && !s.csr.busy && !ttp_init_busy(&s.init)
            && s.tx_sram.count == h.params.tx_cells && !b->witness.undelivered();
    }

    // No link in a state that waits for something.
    bool links_settled(bool closed)
    {
        const ttp_link_pipe &p = b->model()->s.pipe;
        for (uint32_t i = 0; i < p.links; i++) {
            const uint8_t st = p.rec[i].link.state;
            if (st != TTP_ST_CLOSED && (closed || st != TTP_ST_OPEN)) return false;
            if (p.rec[i].link.in_flight || p.act[i] || p.napp[i] != p.nfreed[i]) return false;
        }
        return true;
    }

    void close_all()
    {
        const ttp_link_pipe &p = b->model()->s.pipe;
        for (uint32_t i = 0; i < p.links; i++)
            if (p.table.tag[i] >> 24 && p.rec[i].link.state == TTP_ST_OPEN)
                b->write(TTP_REG_CLOSE_LINK, i / (p.links / 3) << 24 | (p.table.tag[i] & 0xffffff));
    }

    bool calm()
    {
        b->sink.hold = b->completions.hold = b->wire_out.hold = b->source.hold = false;
        b->on_frame = [this](const Frame &f) { hear(f); };
        b->on_packet = [this](uint32_t tid, const std::vector<uint8_t> &d) {
            got_from = tid;
            got = d;
        };
        b->packets.clear();            // never offered; to a silent peer each would take its rounds
        peers->forget();
        until(2000, [&] { return b->axil.idle() && !b->model()->s.csr.soft; }, "registers");
        const std::pair<uint32_t, uint32_t> set[] = {
            { TTP_REG_CTRL, h.params.selective ? 9 : 1 },
            { TTP_REG_TIMEOUT, 200 },      { TTP_REG_OPEN_TMO, 200 },
            { TTP_REG_CLOSE_TMO, 200 },    { TTP_REG_BACKOFF, 40 },  { TTP_REG_RETRY_MAX, 3 },
            { TTP_REG_CELL_LIMIT, 65535 }, { TTP_REG_REACK, 0 },     { TTP_REG_VICTIM_IDLE, 65536 },
            { TTP_REG_IDLE_TMO, 0 },
        };
        for (const auto &r : set) b->write(r.first, r.second);
        return until(2000, [&] { return b->axil.idle(); }, "registers");
    }

    // The counters close the books, unless a reset tore pages out.
    bool books()
    {
        uint32_t acc = 0, ret = 0, flu = 0, dlv = 0;
        if (b->resets || !b->ok()) return b->ok();
        b->write(TTP_REG_SNAPSHOT, 1);
        b->run(200);
        b->read(TTP_REG_COUNTER + 8 * TTP_CNT_ACC_PKTS, &acc);
        b->read(TTP_REG_COUNTER + 8 * TTP_CNT_RETIRED, &ret);
        b->read(TTP_REG_COUNTER + 8 * TTP_CNT_FLUSHED, &flu);
        b->read(TTP_REG_COUNTER + 8 * TTP_CNT_DLV_PKTS, &dlv);
        if (acc != ret + flu)
            b->fail("payloads accepted " + std::to_string(acc) + ", retired " + std::to_string(ret)
                    + ", flushed " + std::to_string(flu));
        if (dlv != b->witness.taken()) b->fail("payloads delivered are not those taken");
        return b->ok();
    }

    bool fresh_link()
    {
        const auto vc = static_cast<uint32_t>(h.bench.seed % 3);
        Peers::Link &l = peers->link(vc, FRESH);
        std::vector<uint8_t> mine(70), its(130);
        for (size_t i = 0; i < mine.size(); i++) mine[i] = static_cast<uint8_t>(i + 3);
        for (size_t i = 0; i < its.size(); i++) its[i] = static_cast<uint8_t>(0xff - i);
        if (h.remote_first) {
            // The entry that the host sent to last is not reused, and may be
            // the only one of its set. A refused packet lets it go.
            b->packets.push_back({ 3u << 24 | FRESH, { 1 }, false, false, SIZE_MAX, 0 });
            until(2000, [&] { return b->host_empty() && b->model()->w.ingest.pin_valid == false; },
                  "a packet is not refused");
            const Frame open = make_frame(FRESH, OWN_NODE, OP_OPEN, vc, l.next, 0, peers->life);
            b->send({ open, SIZE_MAX, 0, 0 });
            until(4000, [&] { return l.open; }, "an OPEN is not answered");
        }
        b->packets.push_back({ vc << 24 | FRESH, mine, false, false, SIZE_MAX, 0 });
        if (!until(4000, [&] { return l.got == 1; }, "a payload to a fresh peer")) return false;
        // Where the MAC expects the first payload depends on who opened.
        const ttp_link_rec *r = b->record(vc, FRESH);
        if (!r) return b->fail("a link in use has no entry"), false;
        const uint32_t id = r->link.last + 1;
        got.clear();
        b->send({ make_frame(FRESH, OWN_NODE, OP_PAYLOAD, vc, id, 0, peers->life, its,
                             peers->life ? l.mac_life : 0),
                  SIZE_MAX, 0, 0 });
        const auto acked = [&] { return !l.acked.empty() && l.acked.back() == id && !got.empty(); };
        if (!until(4000, acked, "a payload of a fresh peer")) return false;
        if (got != its || got_from != (vc << 24 | FRESH))
            b->fail("the payload of a fresh peer came as another");
        b->write(TTP_REG_CLOSE_LINK, vc << 24 | FRESH);
        return until(8000, [&] { return l.closed; }, "the link to a fresh peer does not close");
    }

    bool run()
    {
        const auto settled = [&] { return port_quiet() && links_settled(false); };
        const auto closed = [&] { return port_quiet() && links_settled(true); };
        if (!calm() || !until(DRAIN_LIMIT, settled, "payloads are held")) return false;
        close_all();
        if (!until(DRAIN_LIMIT, closed, "links do not close")) return false;
        // The cause of a link that died just now may be on its way still. Until the host
        // has cleared it, the link's entry is kept, and an OPEN for that set is refused.
        b->run(32);
        until(2000, [&] { return !b->model()->s.csr.cause; }, "interrupt causes");
        if (!books() || !fresh_link() || !until(4000, closed, "left over after the last link"))
            return false;
        until(4000, [&] { return !b->model()->s.cpl.queue.count; }, "completions");
        b->witness.finish();
        return b->ok();
    }
};

} // namespace

bool finale(const ProgramHead &h, MacBench *b, Peers *peers)
{
    Finale f{ h, b, peers, {}, 0 };
    const bool ok = f.run();
    b->on_frame = nullptr;
    b->on_packet = nullptr;
    return ok;
}
