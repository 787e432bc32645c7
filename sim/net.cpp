// SPDX-License-Identifier: Apache-2.0
//
// MACs on a wire; see net.h.
#include "net.h"

#include <algorithm>
#include <cstring>

Node::Node(const NodeConfig &c, const NetConfig &n, unsigned index, std::unique_ptr<Dut> d,
           Faults *f)
    : cfg(c), dut(std::move(d)),
      source(c.params.data_w / 8, Stall(n.seed, index * 16 + 0, n.stall)),
      sink(Stall(n.seed, index * 16 + 1, n.stall)),
      completions(Stall(n.seed, index * 16 + 2, n.stall)),
      wire_out(c.params.data_w / 8, n.pace, Stall(n.seed, index * 16 + 3, n.stall),
               Stall(n.seed, index * 16 + 4, n.wire_stall)),
      wire_in(c.params.data_w / 8, Stall(n.seed, index * 16 + 5, n.stall)),
      axil(n.seed + index, Stall(n.seed, index * 16 + 6, n.stall)),
      monitor("MAC " + c.name, c.params.data_w / 8, f)
{
    in.rst = true;
    in.cfg_node = c.node;
    in.cfg_enable = true;
    in.cfg_epoch_seed = c.epoch_seed;
}

void Node::observe(uint64_t cycle)
{
    const ttp_out &o = *out;
    if (o.trace_valid)
        trace.push({ cycle, o.trace_link, o.trace_action, o.trace_state0, o.trace_state1,
                     o.trace_event, o.trace_txid, o.trace_rxid });
    monitor.check(in, o, cycle);
    wire_in.observe(in);
    if (in.rst) return;
    source.observe(in, o);
    sink.observe(in, o);
    completions.observe(in, o);
    wire_out.observe(in, o, cycle);
    axil.observe(in, o);
}

bool Node::idle() const
{
    return out && !in.rst && !in.s_axis_host_tvalid && source.dry() && !wire_in.busy()
        && !wire_out.in_frame() && axil.idle()
        && !out->m_axis_host_tvalid && !out->m_axis_wire_tvalid && !out->m_axis_cpl_tvalid;
}

Net::Net(const NetConfig &c) : cfg(c), wire(c.seed), score(&faults)
{
}

bool Net::add(const NodeConfig &c, std::string *why)
{
    std::unique_ptr<Dut> dut = make_dut(c.dut, cfg.preset, c.params, cfg.rtl_dir, "mac_" + c.name,
                                        &waves, why);
    if (!dut) return false;
    if (!dut->start_cycle(cfg.start_cycle)) {
        *why = "time can not start at another cycle in this RTL";
        return false;
    }
    const auto index = static_cast<unsigned>(nodes_.size());
    if (cfg.shuffle && dut->model()) ttp_mac_shuffle(dut->model(), cfg.shuffle + index);
    nodes_.push_back(std::make_unique<Node>(c, cfg, index, std::move(dut), &faults));
    score.address(c.params.addr_high);
    if (c.params.selective && c.agrees) score.selective(c.node, ttp_params_window(&c.params));
    connect(*nodes_.back(), wire.attach(c.node));
    return true;
}

void Net::record(Node &n, const Frame &f, bool sent)
{
    FrameRecord r{};
    r.cycle = cycle;
    r.sent = sent;
    r.user = f.user;
    r.bytes = static_cast<uint32_t>(f.bytes.size());
    r.whole = parse_header(f, &r.header);
    n.frames.push(r);
    if (sent && r.whole && r.header.opcode < OP_N) n.sent[r.header.opcode]++;
    if (tap) tap(n, f, sent);
    if (on_frame) on_frame(n, f, sent);
}

void Net::connect(Node &n, int port)
{
    n.source.accepted = [this, &n](const HostPacket &p, size_t from, size_t to) {
        score.accepted(n.cfg.node, p, from, to);
    };
    n.sink.packet = [this, &n](uint32_t tid, const std::vector<uint8_t> &d) {
        score.delivered(n.cfg.node, tid, d, cycle);
        if (on_packet) on_packet(n, tid, d);
    };
    n.completions.record = [this, &n](const Completion &c) {
        score.completion(n.cfg.node, c, cycle);
        if (on_completion) on_completion(n, c);
    };
    n.wire_out.frame = [this, &n, port](Frame f) {
        record(n, f, true);
        score.frame_out(n.cfg.node, f, cycle);
        if (!cfg.direct) {
            wire.send(port, std::move(f), cycle);
            return;
        }
        Node &peer = *nodes_[port == 0];
        record(peer, f, false);
        score.frame_in(peer.cfg.node, f, cycle);
    };
    n.wire_in.pop = [this, port](Frame *f, uint64_t c) { return wire.pop(port, c, f); };
    n.wire_in.arrived = [this, &n](const Frame &f) {
        record(n, f, false);
        if (!n.cut_in) score.frame_in(n.cfg.node, f, cycle);
        n.cut_in = false;
    };
}

// Pin to pin between the first two MACs; the witnesses of the receiver hear of a frame from
// wire_out of the sender, in the cycle of its last beat, as with the wire.
void Net::connect_direct()
{
    for (size_t i = 0; i < 2; i++) {
        Node &from = *nodes_[i], &to = *nodes_[1 - i];
        const ttp_out &o = *from.out;
        from.in.m_axis_wire_tready = true;
        to.in.s_axis_wire_tvalid = o.m_axis_wire_tvalid;
        if (!o.m_axis_wire_tvalid) continue;
        memcpy(to.in.s_axis_wire_tdata, o.m_axis_wire_tdata, sizeof o.m_axis_wire_tdata);
        to.in.s_axis_wire_tkeep = o.m_axis_wire_tkeep;
        to.in.s_axis_wire_tlast = o.m_axis_wire_tlast;
        to.in.s_axis_wire_tuser = o.m_axis_wire_tuser;
    }
}

void Net::trace_to(const std::string &path, uint64_t from)
{
    trace_path_ = path;
    trace_from_ = from;
}

// All drivers come before all outputs, so that none can depend on a pin of the same cycle. The two
// dumps are the halves of the clock.
void Net::step()
{
    if (cycle == trace_from_ && !waves.open(trace_path_))
        faults.add(cycle, trace_path_, "can not be written");
    for (auto &n : nodes_) {
        if (n->in.rst) {
            n->in.s_axis_host_tvalid = false;
            n->in.s_axil_awvalid = n->in.s_axil_wvalid = n->in.s_axil_arvalid = false;
        } else {
            n->source.drive(&n->in, cycle);
            n->axil.drive(&n->in, cycle);
        }
        n->sink.drive(&n->in, cycle);
        n->completions.drive(&n->in, cycle);
        n->wire_out.drive(&n->in, cycle);
        if (!cfg.direct) n->wire_in.drive(&n->in, cycle);
    }
    for (auto &n : nodes_) n->out = &n->dut->outputs();
    if (cfg.direct && nodes_.size() == 2) connect_direct();
    for (auto &n : nodes_) n->observe(cycle);

    for (auto &n : nodes_) n->dut->drive(n->in);
    if (waves.is_open()) waves.dump(2 * cycle);
    for (auto &n : nodes_) n->dut->edge();
    if (waves.is_open()) waves.dump(2 * cycle + 1);
    cycle++;
    if (snapshots.on()) snapshots.tick(*this);
}

void Net::start(unsigned cycles)
{
    for (auto &n : nodes_) n->in.rst = true;
    for (unsigned i = 0; i < cycles; i++) step();
    for (auto &n : nodes_) n->in.rst = false;
}

// Only models can skip: the RTL has no way to be told of cycles that did not happen.
uint64_t Net::idle_cycles()
{
    uint64_t until = UINT64_MAX;
    for (size_t i = 0; i < nodes_.size(); i++) {
        Node &n = *nodes_[i];
        if (n.cfg.dut != DutKind::model || !n.idle()) return 0;
        const uint64_t due = wire.next_due(static_cast<int>(i));
        if (due <= cycle) return 0;
        until = std::min(until, due - cycle);
        const uint64_t now = ttp_mac_cycle(n.dut->model());
        const uint64_t wake = ttp_mac_idle_until(n.dut->model());
        if (wake <= now) return 0;
        until = std::min(until, wake - now);
    }
    return until;
}

void Net::skip(uint64_t cycles)
{
    for (auto &n : nodes_) ttp_mac_skip(n->dut->model(), cycles);
    cycle += cycles;
}

bool Net::write(Node &n, uint32_t addr, uint32_t data, uint8_t *resp)
{
    bool done = false;
    n.axil.push({ true, addr, data, 15, [&](uint32_t, uint8_t r) {
        done = true;
        if (resp) *resp = r;
    } });
    for (unsigned i = 0; i < 100000 && !done && !failed(); i++) step();
    if (!done) n.axil.reset();
    return done;
}

bool Net::read(Node &n, uint32_t addr, uint32_t *data, uint8_t *resp)
{
    bool done = false;
    n.axil.push({ false, addr, 0, 15, [&](uint32_t d, uint8_t r) {
        done = true;
        *data = d;
        if (resp) *resp = r;
    } });
    for (unsigned i = 0; i < 100000 && !done && !failed(); i++) step();
    if (!done) n.axil.reset();
    return done;
}

void Net::begin_reset(Node &n)
{
    n.source.reset();
    n.sink.reset();
    n.wire_out.reset();
    n.axil.reset();
    n.cut_in = n.wire_in.busy();
    score.reset(n.cfg.node);
    n.in.rst = true;
}

void Net::hard_reset(Node &n, unsigned cycles)
{
    begin_reset(n);
    for (unsigned i = 0; i < cycles; i++) step();
    end_reset(n);
}

// A frame that began in the reset is not whole either.
void Net::end_reset(Node &n)
{
    n.cut_in = n.cut_in || n.wire_in.busy();
    n.in.rst = false;
}

Node *Net::difference()
{
    for (auto &n : nodes_) if (n->dut->difference()) return n.get();
    return nullptr;
}

uint64_t Net::compared() const
{
    uint64_t sum = 0;
    for (const auto &n : nodes_) sum += n->dut->compared();
    return sum;
}

bool Net::failed()
{
    // A snapshot that runs again to the failure goes a little beyond it.
    return !snapshots.replaying() && (difference() || faults.any() || waves.failed());
}
